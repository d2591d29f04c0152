"""How somebody's array is read as claims about the pixels of a map: what it holds, whose it is, where it is empty."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from truel_ref.errors import AimError, NumberError, VectorError, shown
from truel_ref.game.aims import Word, listed_targets, target
from truel_ref.game.people import label
from truel_ref.game.problem import Problem
from truel_ref.oracle.map_claims import AimsClaimed, Claims, Said, Winners, Wins

if TYPE_CHECKING:
    import numpy as np

__all__ = ["HOLDS", "claims_of"]

HOLDS = ("winners", "aims", "wins")
"""What an array may hold."""

MISS = -1
"""A deliberate miss among aims that are indices."""


def claims_of(
    array: Any, problem: Problem, holds: str | None, player: str | None, triangle: bool, swapped: bool = False
) -> Claims:
    """Return what an array says.

    Two dimensions of floats are win probabilities of one player, and two of anything else are winners; three are win
    probabilities or aims of all players, who stand in the last dimension, or in the first.

    Parameters: as for `truel_ref.oracle.map_judge.judge_map`; `swapped`, whether the rows stand for pB.

    Raises `VectorError` for an array that says nothing of this kind, for a value that means nobody, and for NaN.

    >>> import numpy as np
    >>> claims_of(np.zeros((3, 5, 5)), Problem([0, 0, 1]), None, None, False).title
    'wins of A, B, C'
    """
    import numpy as np

    values, players = np.asarray(array), problem.players
    if values.ndim == 3 and values.shape[-1] != players and values.shape[0] == players:
        values = np.moveaxis(values, 0, -1)
    shape = " x ".join(map(str, values.shape))
    if values.ndim not in (2, 3) or values.shape[0] != values.shape[1] or values.shape[2:] not in ((), (players,)):
        raise VectorError(
            f"an array of {shape or 'no dimension'} is no map; it has as many rows as columns, and for all "
            f"{players} players a third dimension of {players}"
        )
    if not values.size:
        raise VectorError(f"an array of {shape} is no map; it has no pixel")
    if values.dtype.kind not in "iufU":
        raise VectorError(f"the entries of the array are {shown(str(values.dtype))}; give numbers or short texts")
    usual = "wins" if values.dtype.kind == "f" else "winners" if values.ndim == 2 else "aims"
    holds = usual if holds is None else holds
    if holds not in HOLDS:
        raise VectorError(f"holds: {shown(holds)} is unknown; there are {', '.join(HOLDS)}")
    if player is not None and (holds == "winners" or values.ndim == 3):
        raise VectorError("player: an array of winners, or with a third dimension, is about all players")
    whose = tuple(range(players)) if values.ndim == 3 else (_player("A" if player is None else player, players),)
    values = np.swapaxes(values, 0, 1) if swapped else values
    judged = _judged(values, triangle)
    if holds == "winners":
        if values.ndim == 3:
            raise VectorError("winners: one for each pixel; the array has a third dimension")
        return _winners(values, judged, players)
    values = values if values.ndim == 3 else values[..., None]
    if holds == "wins":
        if values.dtype.kind == "U":
            raise VectorError(f"wins: {shown(str(values.flat[0]))} is no number")
        return Wins(np.where(judged[..., None], values, 0).astype(np.float64), judged, whose)
    return _aims(values, judged, whose, problem)


def _player(text: str, players: int) -> int:
    labels = [label(player) for player in range(players)]
    if text.strip().upper() not in labels:
        raise VectorError(f"player: {shown(text)} is nobody; there are {', '.join(labels)}")
    return labels.index(text.strip().upper())


def _judged(values: np.ndarray, triangle: bool) -> np.ndarray:
    """Return which pixels are judged: all, or one side of the diagonal if the other one is asked or known to be empty.

    Raises `VectorError` for NaN anywhere else, naming the first.
    """
    import numpy as np

    side = np.arange(len(values))
    lower = side[:, None] > side[None, :]
    judged = ~lower if triangle else np.ones_like(lower)
    if values.dtype.kind != "f":
        return judged
    empty = ~np.isfinite(values).reshape(*lower.shape, -1).all(axis=-1)
    for half in (lower, lower.T):
        if not triangle and (empty == half).all():
            return ~half
    bad = np.argwhere(empty & judged)
    if len(bad):
        row, column = map(int, bad[0])
        raise VectorError(
            f"row {row}, column {column} (counted from 0; pA and pB are {row}/{len(values) - 1} and "
            f"{column}/{len(values) - 1} of the way up) is {values[row, column].tolist()}, which is no number; "
            f"{len(bad) - 1:,} more pixels are none either; "
            "only all pixels with pA > pB may be left out"
        )
    return judged


FROM_ONE = ", players counted from 1"


def _from_one(indices: np.ndarray, players: int, least: int) -> bool:
    """Tell whether indices can only be meant from 1 up."""
    return bool(indices.min() >= least and indices.max() == players)


def _winners(values: np.ndarray, judged: np.ndarray, players: int) -> Claims:
    """Return the winner of each pixel; texts are labels."""
    import numpy as np

    note = ""
    if values.dtype.kind == "U":
        words, numbers = np.unique(values, return_inverse=True)
        known = {label(player): player for player in range(players)}
        codes = [known.get(str(word).strip().upper(), players) for word in words]
        indices = np.array(codes)[numbers].reshape(values.shape)
    else:
        whole = np.where(judged, values, values[judged][0])
        indices = np.where((whole >= 0) & (whole <= players) & (whole == np.floor(whole)), whole, -1).astype(np.int64)
        if _from_one(indices, players, 1):
            indices, note = indices - 1, FROM_ONE
    bad = np.argwhere(judged & ((indices < 0) | (indices >= players)))
    if len(bad):
        row, column = map(int, bad[0])
        raise VectorError(
            f"row {row}, column {column} (counted from 0): {shown(values[row, column].item())} is no player; they are "
            f"{', '.join(map(label, range(players)))}, or 0 to {players - 1}"
        )
    return Winners(np.where(judged, indices, 0), judged, (), note)


def _aims(values: np.ndarray, judged: np.ndarray, whose: tuple[int, ...], problem: Problem) -> Claims:
    """Return aims, each different one read once. Among indices Miss is -1; if players are counted from 1, it is 0."""
    import numpy as np

    words, numbers = np.unique(values, return_inverse=True)
    numbers = numbers.reshape(values.shape)
    used = words if words.dtype.kind == "U" else values[judged]
    note = FROM_ONE if used.dtype.kind != "U" and _from_one(used, problem.players, 0) else ""
    listed: list[tuple[str, Said]] = []
    for number, word in enumerate(words):
        try:
            listed.append(_aim(word.item(), problem, first=1 if note else 0))
        except (AimError, NumberError) as error:
            where = np.argwhere(judged[..., None] & (numbers == number))
            if len(where):
                row, column, _ = map(int, where[0])
                raise VectorError(f"row {row}, column {column} (counted from 0): {error}") from None
            listed.append(("none", None))  # it stands outside of what is judged
    return AimsClaimed(numbers, judged, whose, note, tuple(listed))


def _aim(said: object, problem: Problem, first: int) -> tuple[str, Said]:
    """Return an aim in words, and read; `first` is the index of A."""
    if isinstance(said, int) or (isinstance(said, float) and said.is_integer()):
        index = int(said) - first
        entry: object = Word.MISS if index == MISS else index
    elif not isinstance(said, str):
        raise AimError(f"{shown(said)} is no player")
    elif said.strip().casefold() in ("", "none"):
        return "none", None
    else:
        (entry,) = listed_targets(said)
    read = target(entry, 0, problem.people)
    same_for_all = not isinstance(read, Word) or read in (Word.MISS, Word.RANDOM)
    if not same_for_all or (isinstance(entry, str) and entry.strip().casefold() == "self"):
        raise AimError(f"{shown(said)} is not the same aim for everybody; name players, Miss, Random or weights")
    if isinstance(read, int):
        return label(read), read
    return (str(read), read) if isinstance(read, Word) else (str(said), read)
