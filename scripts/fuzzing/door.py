"""What a door is: a place where something comes in from outside, with inputs that it takes and a way to try others."""

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

    Fields: `name`; `attempt`, which puts a case in: what it refuses it must refuse by a `TruelError`, and what it takes
    must hold together; `valid`, which gives cases that it takes; `fresh`, which makes one from nothing, mostly right;
    `plain`, whether mutations put in only what JSON can say.
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
        """Return the case of a number, always the same."""
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
    """Raise `AssertionError` unless something holds; unlike `assert` in every mode of Python."""
    if not holds:
        raise AssertionError(says)
