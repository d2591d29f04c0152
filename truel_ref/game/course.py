"""What is answered about the course of a duel: how long it lasts, and who leaves when."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from truel_ref.game.problem import Problem
from truel_ref.numbers.algebraic import Number

__all__ = ["Course", "Elimination"]

Elimination: TypeAlias = tuple[tuple[int, ...], ...]
"""An order of elimination: who was eliminated first, second, …, each step the set of those who left at once."""


@dataclass(frozen=True, repr=False)
class Course:
    """How a duel goes, exactly.

    Fields:
        problem: what is played.
        model: the way to play ("announced", "stationary", …).
        win: the win probability of every player; with `stalemate` they add to 1.
        stalemate: the probability that it never ends.
        turns, rounds: the expected number of turns and of rounds, None where it is infinite, because of a stalemate.
        turns_given_end, rounds_given_end: the same, given that somebody wins; None where nobody ever does.
        turns_given_winner: the expected number of turns given each winner, None for one of probability 0.
        distribution: `distribution[t]` is the probability that there are exactly `t` turns, as far as asked.
        longer: the probability of more turns than that, a stalemate included.
        eliminations: the probability of every order of elimination; the orders that stay unfinished carry the
            probability of a stalemate. None where there are too many.
        last_pairs: for every pair the probability that exactly these two are left at some time.
    """

    problem: Problem
    model: str
    win: tuple[Number, ...]
    stalemate: Number
    turns: Number | None
    rounds: Number | None
    turns_given_end: Number | None
    rounds_given_end: Number | None
    turns_given_winner: tuple[Number | None, ...]
    distribution: tuple[Number, ...]
    longer: Number
    eliminations: Mapping[Elimination, Number] | None
    last_pairs: Mapping[tuple[int, int], Number]
