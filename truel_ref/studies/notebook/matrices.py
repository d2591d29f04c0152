"""Maps as the matrices of the notebook, and back."""

from __future__ import annotations

from math import fsum
from typing import TYPE_CHECKING, Any

from truel_ref.errors import MapError
from truel_ref.game.aims import Aim, target
from truel_ref.game.problem import Problem
from truel_ref.maps.data import MapData
from truel_ref.maps.grid import Block, MapSpec
from truel_ref.studies.notebook.problems import aims_rows, settled
from truel_ref.studies.notebook.words import Invalid

if TYPE_CHECKING:
    import numpy as np

__all__ = ["inside_of", "map_of_matrix", "matrix_of", "shape_of", "shaped"]


def shape_of(spec: MapSpec) -> tuple[int, ...]:
    """Return the shape of the matrix of a map: (points + 1, points + 1, n + 2, n)."""
    players = spec.problem.players
    return (*spec.shape, players + 2, players)


def inside_of(spec: MapSpec) -> np.ndarray:
    """Return per pixel whether it belongs to a map: all, or those with pA <= pB."""
    import numpy as np

    rows, columns = np.indices(spec.shape)
    inside: np.ndarray = spec.a_above_b | (rows <= columns)
    return inside


def matrix_of(data: MapData) -> np.ndarray:
    """Return a map as a matrix: every pixel as `truel` says it, -11 outside the map."""
    import numpy as np

    spec, players = data.spec, data.spec.problem.players
    outside = np.full((players + 1, players), float(Invalid))
    known = [aims_rows(aims) if None not in aims else outside for aims in data.aims]  # type: ignore[arg-type]
    lower = np.array([*known, outside])[data.index]  # index -1, outside, reads the last entry
    for number, aims in enumerate(data.aims):
        if None in aims:  # a stalemate: what the tie rule prefers depends on the hit probabilities of the pixel
            for row, column in np.argwhere(data.index == number).tolist():
                lower[row, column] = aims_rows(settled(spec.at(row, column), aims))
    win = np.where(data.inside[:, :, None], data.win, float(Invalid))
    return np.concatenate([win[:, :, None, :], lower], axis=2)


def shaped(spec: MapSpec, value: Any) -> np.ndarray:
    """Return a matrix if it has the shape of a map, and a number for every pixel of it. Raises `MapError` if not."""
    import numpy as np

    mat = np.asarray(value)
    shape = shape_of(spec)
    if mat.shape != shape or mat.dtype != float:
        raise MapError(f"mat: {mat.dtype} {mat.shape} is not the matrix of this Test, float64 {shape}; leave mat out")
    if not (mat[:, :, 0][inside_of(spec)] >= 0).all():
        raise MapError("mat: it lacks pixels that belong to the map of this Test; leave mat out")
    return mat


def map_of_matrix(spec: MapSpec, matrix: Any) -> MapData:
    """Return the map whose matrix this is; what is outside the map does not count."""
    import numpy as np

    players, inside = spec.problem.players, inside_of(spec)
    mat = shaped(spec, matrix)
    weights = mat[:, :, 2:, :][inside].reshape(-1, players * players)
    different, first, number = np.unique(weights, axis=0, return_index=True, return_inverse=True)
    where = np.argwhere(inside)[first]
    aims = [
        _aims_of(spec.at(int(row), int(column)), entry.reshape(players, players).tolist())
        for (row, column), entry in zip(where, different, strict=True)
    ]
    block = Block.empty(spec, range(spec.points + 1), aims)
    block.index[inside] = number.ravel()
    block.win[inside] = mat[:, :, 0, :][inside]
    # Where there is no stalemate, the sum of n rounded numbers, rounded too, misses 1 by no more than (n + 2) / 2^54.
    lost = np.array([1 - fsum(win) for win in mat[:, :, 0, :][inside]])
    block.stalemate[inside] = np.where(np.abs(lost) <= (players + 2) / 2**54, 0.0, lost)
    block.solved[inside] = True
    return MapData.join(spec, [block])


def _aims_of(problem: Problem, weights: list[list[float]]) -> tuple[Aim, ...]:
    order = problem.first_order
    return tuple(
        problem.resolve(order, player, target(own, player, problem.people)) for player, own in enumerate(weights)
    )
