"""An answer in announced play, as the judge compares it: what clients say, and what solvers with a known fault say."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from truel_ref.game.aims import Aim

__all__ = ["Answer", "answer_of"]


@dataclass(frozen=True)
class Answer:
    """An answer that could be read, in exact numbers; `aims` and `stalemate` are None where it does not have them."""

    win: tuple[Fraction, ...]
    aims: tuple[Aim | None, ...] | None
    stalemate: Fraction | None


def answer_of(win: Iterable[Any], aims: tuple[Aim | None, ...]) -> Answer:
    """Return an answer; what the win probabilities leave is the stalemate."""
    chances = tuple(map(Fraction, win))
    return Answer(chances, aims, 1 - sum(chances, Fraction(0)))
