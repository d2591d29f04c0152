"""Maps as the matrices of the notebook, and back."""

from __future__ import annotations

from math import fsum
from typing import TYPE_CHECKING, Any

from truel_ref.errors import MapError
from truel_ref.game.aims import target
from truel_ref.game.problem import Problem
from truel_ref.maps.data import MapData
from truel_ref.maps.grid import Aims, Block, MapSpec
from truel_ref.studies.notebook.problems import aims_rows

if TYPE_CHECKING:
    import numpy as np

__all__ = ["map_of_matrix", "matrix_of"]


def matrix_of(data: MapData) -> np.ndarray:
    """Return a map as an array (points+1, points+1, n+2, n): every pixel as `truel` says it, nan outside the map."""
    import numpy as np

    players = data.spec.problem.players
    outside = np.full((players + 1, players), np.nan)
    table = np.array([*map(aims_rows, data.aims), outside])  # index -1 reads the last entry
    return np.concatenate([data.win[:, :, None, :], table[data.index]], axis=2)


def map_of_matrix(spec: MapSpec, matrix: Any) -> MapData:
    """Return the map whose matrix this is."""
    import numpy as np

    players = spec.problem.players
    mat = np.asarray(matrix)
    shape = (*spec.shape, players + 2, players)
    if mat.shape != shape or mat.dtype != float:
        raise MapError(f"mat: {mat.dtype} {mat.shape} is not the matrix of this Test, float64 {shape}; leave mat out")
    outside = np.isnan(mat[:, :, 0, 0])
    rows, columns = np.indices(spec.shape)
    if (outside != ~(spec.a_above_b | (rows <= columns))).any():
        raise MapError("mat: other pixels are nan than those outside the map of this Test; leave mat out")
    # Without an aim a row is nan, which unique would not find equal to itself.
    weights = np.nan_to_num(mat[:, :, 2:, :], nan=-1.0)[~outside].reshape(-1, players * players)
    different, first, number = np.unique(weights, axis=0, return_index=True, return_inverse=True)
    where = np.argwhere(~outside)[first]
    aims = [
        _aims_of(spec.at(int(row), int(column)), entry.reshape(players, players).tolist())
        for (row, column), entry in zip(where, different, strict=True)
    ]
    block = Block.empty(spec, range(spec.points + 1), aims)
    block.index[~outside] = number.ravel()
    block.win[:] = mat[:, :, 0, :]
    # Where there is no stalemate, the sum of n rounded numbers, rounded too, misses 1 by no more than (n + 2) / 2^54.
    lost = np.array([1 - fsum(win) for win in mat[:, :, 0, :][~outside]])
    block.stalemate[~outside] = np.where(np.abs(lost) <= (players + 2) / 2**54, 0.0, lost)
    block.solved[~outside] = True
    return MapData.join(spec, [block])


def _aims_of(problem: Problem, weights: list[list[float]]) -> Aims:
    order = problem.first_order
    return tuple(
        None if own[0] < 0 else problem.resolve(order, player, target(own, player, problem.people))
        for player, own in enumerate(weights)
    )
