"""What somebody's array says of the pixels of a map: who wins most often, who aims at whom, or how likely each wins."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias

from truel_ref.errors import AimError, NumberError, VectorError, shown
from truel_ref.game.aims import Aim, Word, listed_targets, target
from truel_ref.game.answers import Outcome
from truel_ref.game.people import label
from truel_ref.game.problem import Problem
from truel_ref.numbers import Number
from truel_ref.oracle.judge import aim_said, decimal

if TYPE_CHECKING:
    import numpy as np

    from truel_ref.maps.pixel import Aims

__all__ = ["HOLDS", "TRANSPOSED", "Claims", "claims_of"]

HOLDS = ("winners", "aims", "wins")
"""What an array may hold."""

TRANSPOSED = "when transposed"
ROUNDING = Fraction(1, 10**9)
MISS = -1
"""A deliberate miss among aims that are indices."""

Said: TypeAlias = "int | Word | tuple[Number, ...] | None"
"""An aim as an array says it: a player, Miss or Random, weights; None for no aim."""


@dataclass(frozen=True, eq=False)
class Claims(ABC):
    """What an array says of each pixel; row `i` and column `j` of all arrays stand for pA and pB.

    Fields: `values`, side x side, and for aims and wins x the players whom it is about; `judged`, per pixel whether it
    is looked at; `whose`, those players; `note`, how it was read where that is not usual.
    """

    values: np.ndarray
    judged: np.ndarray
    whose: tuple[int, ...]
    note: str = ""

    @property
    def side(self) -> int:
        """How many rows and columns there are."""
        return int(self.values.shape[0])

    @property
    @abstractmethod
    def title(self) -> str:
        """What the array holds, in words."""

    @abstractmethod
    def off(self, win: np.ndarray, index: np.ndarray, aims: Sequence[Aims]) -> np.ndarray:
        """Return per pixel how far it is off from a map, 0 where it is the same; aims are off by 1 or not at all."""

    @abstractmethod
    def fits(self, row: int, column: int, problem: Problem, outcome: Outcome, tolerance: Fraction) -> bool:
        """Tell whether a pixel says the same as an outcome."""

    def possible(self, row: int, column: int) -> bool:
        """Tell whether a pixel may say what it says where the outcomes of ties are too many to be listed."""
        return True

    @abstractmethod
    def given(self, row: int, column: int) -> str:
        """Return what the array says of a pixel, in words."""

    @abstractmethod
    def expected(self, outcome: Outcome) -> str:
        """Return what it ought to say, in words."""

    def error(self, row: int, column: int, outcome: Outcome) -> Number | None:
        """Return how far a pixel is off, None where that has no size."""
        return None

    def altered(self) -> Iterator[tuple[str, Claims]]:
        """Yield what the array would be when altered as a whole, each with how, in words; first of all as it is."""
        for how, values in self._read_otherwise():
            for turned, values_turned, judged in _turned(values, self.judged):
                yield " and ".join(filter(None, (turned, how))), replace(self, values=values_turned, judged=judged)

    def _read_otherwise(self) -> Iterator[tuple[str, np.ndarray]]:
        yield "", self.values


def _turned(values: np.ndarray, judged: np.ndarray) -> Iterator[tuple[str, np.ndarray, np.ndarray]]:
    import numpy as np

    for transposed in (False, True):
        for rows, columns in ((False, False), (True, False), (False, True), (True, True)):
            arrays = [np.swapaxes(array, 0, 1) if transposed else array for array in (values, judged)]
            arrays = [array[:: -1 if rows else 1, :: -1 if columns else 1] for array in arrays]
            reverse = {(True, False): "rows", (False, True): "columns", (True, True): "rows and columns"}
            said = f"{reverse[rows, columns]} are reversed" if (rows, columns) in reverse else ""
            words = (
                ["when transposed", f"then {said}" if said else ""] if transposed else [f"when {said}" if said else ""]
            )
            yield " and ".join(filter(None, words)), arrays[0], arrays[1]


class Wins(Claims):
    """How likely the players win."""

    @property
    def title(self) -> str:
        """What the array holds, in words."""
        return f"wins of {', '.join(map(label, self.whose))}"

    def off(self, win: np.ndarray, index: np.ndarray, aims: Sequence[Aims]) -> np.ndarray:
        """Return per pixel the largest difference of a player."""
        import numpy as np

        return np.asarray(np.abs(self.values - win[..., list(self.whose)]).max(axis=-1))

    def _said(self, row: int, column: int) -> list[Fraction]:
        return [Fraction(float(value)) for value in self.values[row, column]]

    def fits(self, row: int, column: int, problem: Problem, outcome: Outcome, tolerance: Fraction) -> bool:
        """Tell whether all values lie within the tolerance."""
        error = self.error(row, column, outcome)
        assert error is not None
        return error <= tolerance

    def possible(self, row: int, column: int) -> bool:
        """Tell whether the values can be those of a distribution, but for rounding."""
        said = self._said(row, column)
        return min(said) >= -ROUNDING and sum(said) <= 1 + ROUNDING

    def error(self, row: int, column: int, outcome: Outcome) -> Number | None:
        """Return the largest difference of a player."""
        said = self._said(row, column)
        errors: list[Number] = [
            abs(value - outcome.win[player]) for value, player in zip(said, self.whose, strict=True)
        ]
        return max(errors)

    def given(self, row: int, column: int) -> str:
        """Return the values."""
        return ", ".join(map(decimal, self._said(row, column)))

    def expected(self, outcome: Outcome) -> str:
        """Return the exact values, rounded."""
        return ", ".join(decimal(outcome.win[player]) for player in self.whose)

    def _read_otherwise(self) -> Iterator[tuple[str, np.ndarray]]:
        yield "", self.values
        if self.values.max() > 1.5:
            yield "when divided by 100", self.values / 100


class Winners(Claims):
    """Who wins most often; where several do, each of them is right."""

    @property
    def title(self) -> str:
        """What the array holds, in words."""
        return f"winners{self.note}"

    def off(self, win: np.ndarray, index: np.ndarray, aims: Sequence[Aims]) -> np.ndarray:
        """Return per pixel how much more often the winner wins than the one who is named."""
        import numpy as np

        named = np.take_along_axis(win, np.clip(self.values, 0, None)[..., None], axis=-1)[..., 0]
        return np.where(self.values < 0, 1.0, win.max(axis=-1) - named)

    def fits(self, row: int, column: int, problem: Problem, outcome: Outcome, tolerance: Fraction) -> bool:
        """Tell whether nobody wins more often than the one who is named."""
        error = self.error(row, column, outcome)
        assert error is not None
        return error <= tolerance

    def error(self, row: int, column: int, outcome: Outcome) -> Number | None:
        """Return how much more often the winner wins."""
        named = int(self.values[row, column])
        return Fraction(1) if named < 0 else max(outcome.win) - outcome.win[named]

    def given(self, row: int, column: int) -> str:
        """Return the label."""
        named = int(self.values[row, column])
        return label(named) if named >= 0 else "nobody"

    def expected(self, outcome: Outcome) -> str:
        """Return the labels of all who win most often."""
        best = max(outcome.win)
        return " or ".join(label(player) for player, win in enumerate(outcome.win) if win == best)

    def _read_otherwise(self) -> Iterator[tuple[str, np.ndarray]]:
        yield "", self.values
        if self.values.min() > 0:
            yield "when players are counted from 0", self.values - 1


@dataclass(frozen=True, eq=False)
class AimsClaimed(Claims):
    """Who aims at whom first; `words` are the different aims, which the values number."""

    words: tuple[tuple[str, Said], ...] = ()

    @property
    def title(self) -> str:
        """What the array holds, in words."""
        return f"aims of {', '.join(map(label, self.whose))}{self.note}"

    def off(self, win: np.ndarray, index: np.ndarray, aims: Sequence[Aims]) -> np.ndarray:
        """Return 1 per pixel where somebody's aim is another."""
        import numpy as np

        off = np.zeros(index.shape)
        for place, player in enumerate(self.whose):
            same = np.array([[_is(entry[player], said) for _, said in self.words] for entry in aims])
            off[~same[index, self.values[..., place]]] = 1
        return off

    def fits(self, row: int, column: int, problem: Problem, outcome: Outcome, tolerance: Fraction) -> bool:
        """Tell whether all aims are the same, as weights."""
        for number, player in zip(self.values[row, column], self.whose, strict=True):
            said = self.words[number][1]
            if outcome.aims[player] != aim_said(problem, player, said):
                return False
        return True

    def given(self, row: int, column: int) -> str:
        """Return the aims."""
        return ", ".join(self.words[number][0] for number in self.values[row, column])

    def expected(self, outcome: Outcome) -> str:
        """Return the aims of an outcome."""
        aims = [outcome.aims[player] for player in self.whose]
        return ", ".join("none" if aim is None else str(aim) for aim in aims)

    def _read_otherwise(self) -> Iterator[tuple[str, np.ndarray]]:
        yield "", self.values


def _is(aim: Aim | None, said: Said) -> bool:
    if aim is None or said is None:
        return aim is None and said is None
    if isinstance(said, Word):
        return aim.is_miss if said is Word.MISS else aim.is_random
    return aim.target == said if isinstance(said, int) else aim.weights == said


# ---------------------------------------------------------------------------------------------------------
# Reading


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
    if values.dtype.kind not in "biufU":
        raise VectorError(f"the entries of the array are {values.dtype}; give numbers or short texts")
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
        indices = np.where(whole == np.floor(whole), whole, -1).astype(np.int64)
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
