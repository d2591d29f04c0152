"""Doors: places where input enters the library, each with valid inputs and a function that tries an input."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

from fuzzing.mutation import mutated

__all__ = ["Door", "expect"]


@dataclass
class Door:
    """A door.

    Fields: `name`; `attempt`, which tries a case: it must refuse invalid cases by a `TruelError`, and give consistent
    results for valid cases; `valid`, which returns valid cases; `fresh`, which makes a random, mostly valid case;
    `plain`, whether mutations insert only values that JSON can express.
    """

    name: str
    attempt: Callable[[Any], None]
    valid: Callable[[], Sequence[Any]]
    fresh: Callable[[Random], Any] | None = None
    plain: bool = True

    @cached_property
    def seeds(self) -> Sequence[Any]:
        """The valid cases."""
        return self.valid()

    def case(self, seed: int, number: int) -> Any:
        """Return the case with a number, determined by seed and number."""
        dice = Random(f"{seed} {self.name} {number}")
        if self.fresh is not None and (not self.seeds or dice.random() < 0.4):
            case = self.fresh(dice)
            if dice.random() < 0.4:
                return case
        else:
            case = dice.choice(self.seeds)
        return self.change(case, dice)

    def change(self, case: Any, dice: Random) -> Any:
        """Return a case with some changes."""
        return mutated(case, dice, lambda: dice.choice(self.seeds) if self.seeds else None, self.plain)


def expect(holds: object, says: str) -> None:
    """Raise `AssertionError` unless a condition holds; unlike `assert`, in every mode of Python."""
    if not holds:
        raise AssertionError(says)
