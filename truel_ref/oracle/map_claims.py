"""What somebody's array says of the pixels of a map: who wins most often, who aims at whom, or how likely each wins."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

from truel_ref.game.aims import Aim, Word
from truel_ref.game.answers import Outcome
from truel_ref.game.people import label
from truel_ref.game.problem import Problem
from truel_ref.numbers import Number
from truel_ref.oracle.judge import aim_said, decimal

if TYPE_CHECKING:
    import numpy as np

    from truel_ref.maps.models import Aims

__all__ = ["TRANSPOSED", "AimsClaimed", "Claims", "Said", "Winners", "Wins"]

TRANSPOSED = "when transposed"

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

    def possible(self, row: int, column: int, tolerance: Fraction) -> bool:
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

    def possible(self, row: int, column: int, tolerance: Fraction) -> bool:
        """Tell whether the values can be those of a distribution, but for the tolerance, once for each value."""
        said = self._said(row, column)
        return min(said) >= -tolerance and sum(said) <= 1 + len(said) * tolerance

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
