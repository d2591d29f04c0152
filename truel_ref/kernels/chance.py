"""Exact finite distributions, and backward induction over the states of a finite game with moves of chance."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, Generic, TypeVar

from truel_ref.budget import check
from truel_ref.errors import NumberError, shown
from truel_ref.files import Progress

__all__ = ["Distribution", "Induction"]

A = TypeVar("A", bound=Hashable)
B = TypeVar("B", bound=Hashable)


class Distribution(Mapping[A, Any], Generic[A]):
    """A finite distribution: outcomes with their probabilities, which add up to 1.

    It is a mapping from outcomes to probabilities, in the given order. It omits outcomes of probability 0, and adds the
    probabilities of equal outcomes. Probabilities are exact numbers of one kind: fractions, algebraic numbers,
    polynomials.

    Parameters: `chances`, pairs of an outcome and its probability, or a mapping.

    Raises `NumberError` if the chances do not add up to 1.

    >>> die = Distribution.uniform(range(1, 7))
    >>> two = die.plus(die)
    >>> two[7], two.expectation(), two.chance(lambda total: total > 9)
    (Fraction(1, 6), Fraction(7, 1), Fraction(1, 6))
    """

    def __init__(self, chances: Mapping[A, Any] | Iterable[tuple[A, Any]]) -> None:
        pairs = chances.items() if isinstance(chances, Mapping) else chances
        self._chances: dict[A, Any] = {}
        total: Any = 0
        for outcome, chance in pairs:
            total = total + chance
            if chance != 0:
                known = self._chances.get(outcome)
                self._chances[outcome] = chance if known is None else known + chance
        if total != 1:
            raise NumberError(f"the chances of a distribution add up to {shown(total)}, not to 1")

    @staticmethod
    def certain(outcome: B) -> Distribution[B]:
        """Return the distribution with a single outcome.

        >>> dict(Distribution.certain("A"))
        {'A': Fraction(1, 1)}
        """
        return Distribution([(outcome, Fraction(1))])

    @staticmethod
    def uniform(outcomes: Iterable[B]) -> Distribution[B]:
        """Return the distribution that gives all listed outcomes equal probabilities.

        Raises `NumberError` for an empty list.

        >>> Distribution.uniform("ab")["a"]
        Fraction(1, 2)
        """
        listed = list(outcomes)
        if not listed:
            raise NumberError("a distribution needs at least one outcome")
        return Distribution((outcome, Fraction(1, len(listed))) for outcome in listed)

    def __getitem__(self, outcome: A) -> Any:
        """Return the probability of an outcome, 0 for an outcome that does not occur."""
        return self._chances.get(outcome, Fraction(0))

    def __iter__(self) -> Iterator[A]:
        return iter(self._chances)

    def __len__(self) -> int:
        return len(self._chances)

    def __contains__(self, outcome: object) -> bool:
        return outcome in self._chances

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Distribution):
            return NotImplemented
        return self._chances == other._chances

    def __hash__(self) -> int:
        return hash(frozenset(self._chances.items()))

    def __repr__(self) -> str:
        return f"Distribution({self._chances!r})"

    def map(self, function: Callable[[A], B]) -> Distribution[B]:
        """Return the distribution of a function of the outcome.

        >>> dict(Distribution.uniform([-1, 1]).map(abs))
        {1: Fraction(1, 1)}
        """
        return Distribution((function(outcome), chance) for outcome, chance in self._chances.items())

    def plus(self, other: Distribution[Any]) -> Distribution[Any]:
        """Return the distribution of the sum of two independent outcomes.

        >>> coin = Distribution.uniform([0, 1])
        >>> coin.plus(coin)[1]
        Fraction(1, 2)
        """
        return Distribution(
            (mine + theirs, chance * other_chance)
            for mine, chance in self._chances.items()
            for theirs, other_chance in other.items()
        )

    def expectation(self, value: Callable[[A], Any] = lambda outcome: outcome) -> Any:
        """Return the expectation of a function of the outcome, by default of the outcome.

        >>> Distribution.uniform(["a", "bbb"]).expectation(len)
        Fraction(2, 1)
        """
        return sum((chance * value(outcome) for outcome, chance in self._chances.items()), Fraction(0))

    def chance(self, holds: Callable[[A], bool]) -> Any:
        """Return the probability that a condition holds for the outcome.

        >>> Distribution.uniform(range(4)).chance(lambda value: value > 2)
        Fraction(1, 4)
        """
        return sum((chance for outcome, chance in self._chances.items() if holds(outcome)), Fraction(0))


S = TypeVar("S", bound=Hashable)
V = TypeVar("V")


class Induction(Generic[S, V]):
    """The values of states, each computed once from the values of later states.

    The rule of a game gives the value of a state, from a function that gives the values of later states:

        value(state) = rule(state, value)

    Here a move of chance is a mean, a decision is a maximum or the value of a matrix game, and an end is a number; the
    rule distinguishes them. The value of a state is cached at once, so a second call after an interrupt continues the
    work. Python's calls are nested as deep as the game is long, so a game may have some hundred moves.

    Parameters: `rule`; `progress`, called with 1 for every newly computed state; `known`, values from earlier work on
    the game; `learnt`, called with every other state and its value.

    Fields: `values`, the values so far.

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
