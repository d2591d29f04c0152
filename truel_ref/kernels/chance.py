"""Backward induction over the states of a finite game with moves of chance."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Generic, TypeVar

from truel_ref.budget import check
from truel_ref.files import Progress

__all__ = ["Induction"]

S = TypeVar("S", bound=Hashable)
V = TypeVar("V")


class Induction(Generic[S, V]):
    """The value of every state that is asked for, computed once, from the values of the states after it.

    The rule of a game says what a state is worth, given a function that says what later states are worth:

        value(state) = rule(state, value)

    where a move of chance is a mean, a decision a maximum or the value of a matrix game, and an end a number. It is the
    rule that tells them apart, so that nothing here has to know whose move it is. The value of a state is kept as soon
    as it is known: whoever is interrupted and asks again goes on where he was. Python's own calls are nested as deep
    as the game is long, so that it may last for some hundred moves.

    Parameters: `rule`; `progress`, called with 1 for every state whose value has become known; `known`, values that
    somebody has kept from earlier work on the same game; `learnt`, called with every other state and its value.

    Fields: `values`, what is known so far.

    Source: J. von Neumann, O. Morgenstern, *Theory of Games and Economic Behavior* (1944), section 15.

    >>> from fractions import Fraction
    >>> def last_but_rolls(rolls, value):
    ...     later = value(rolls - 1) if rolls else Fraction(0)     # throw a die up to so many times, keep the last
    ...     return sum(max(Fraction(eyes), later) for eyes in range(1, 7)) / 6
    >>> worth = Induction(last_but_rolls)
    >>> print(worth(0), worth(1), worth(2), len(worth.values))
    7/2 17/4 14/3 3
    """

    def __init__(
        self,
        rule: Callable[[S, Callable[[S], V]], V],
        progress: Progress | None = None,
        known: Mapping[S, V] | None = None,
        learnt: Callable[[S, V], object] | None = None,
    ) -> None:
        self.values: dict[S, V] = dict(known or {})
        self._rule = rule
        self._progress = progress
        self._learnt = learnt

    def __call__(self, state: S) -> V:
        """Return the value of a state."""
        if state in self.values:
            return self.values[state]
        check()
        value = self.values[state] = self._rule(state, self)
        if self._learnt is not None:
            self._learnt(state, value)
        if self._progress is not None:
            self._progress(1)
        return value
