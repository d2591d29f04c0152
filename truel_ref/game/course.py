"""The answer about the course of a duel: how long it lasts, and who leaves when."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from fractions import Fraction
from importlib import import_module
from itertools import accumulate
from typing import TYPE_CHECKING, TypeAlias

from truel_ref.game.parts import AnswerRecord, PerPlayer, Players, by_name
from truel_ref.numbers import Number, decimal_text, number_text
from truel_ref.records.record import Amount, Probability, frozen
from truel_ref.records.table import Cell, Percent, Rounded, Table

if TYPE_CHECKING:
    from matplotlib.figure import Figure


Elimination: TypeAlias = tuple[tuple[int, ...], ...]
"""An order of elimination: who was eliminated first, second, …; each step is the set of players who left at once."""

_LISTED = 10
"""The most orders of elimination, and numbers of turns, below a table; JSON has all."""

_DECIMALS = 3
"""The decimals of expected numbers of turns in text, beside their exact values."""

_SHORT = 24
"""The most characters of an exact number beside its decimals."""


@frozen
class Course(AnswerRecord):
    """The exact course of a duel.

    Fields: `problem`, the problem; `model`, the way to play ("announced", "stationary", …); `win`, the win probability
    of every player; `nobody`, the probability that nobody is left; `stalemate`, the probability that the duel never
    ends (with bullets: that several players are left); `win`, `nobody` and `stalemate` add up to exactly 1; `turns` and
    `rounds`, the expected numbers of turns and rounds, None if a stalemate makes them infinite, `rounds` also None if
    the shooter is drawn; `turns_given_end` and `rounds_given_end`, the expected numbers given that the duel ends, None
    if it never ends; `turns_given_winner`, the expected number of turns given each winner, None for a winner of
    probability 0; `distribution`, whose entry `t` is the probability of exactly `t` turns, as far as asked; `longer`,
    the probability of more turns than in `distribution`, including a stalemate; `eliminations`, the probability of
    each order of elimination that can happen (an unfinished order carries the probability of its stalemate), None if
    they were not asked for or are too many; `last_pairs`, for each pair that can be left, the probability that exactly
    these two are left at some time.

    >>> from truel_ref import course, solve
    >>> noted = course(solve(["1/3", "2/3", 1]), turns=4)
    >>> noted.turns, noted.rounds, noted.longer, noted.last_pairs[0, 1]
    (Fraction(272, 63), Fraction(46, 21), Fraction(10, 27), Fraction(2, 3))
    """

    model: str
    win: PerPlayer[Probability]
    stalemate: Probability
    turns: Amount | None
    rounds: Amount | None
    turns_given_end: Amount | None
    rounds_given_end: Amount | None
    turns_given_winner: PerPlayer[Amount | None]
    distribution: tuple[Probability, ...]
    longer: Probability
    eliminations: Mapping[tuple[Players, ...], Probability] | None = field(hash=False)
    last_pairs: Mapping[Players, Probability] = field(hash=False)
    nobody: Probability = Fraction(0)

    def plot(self) -> Figure:
        """Return the distribution of the number of turns as a figure of matplotlib."""
        return import_module("truel_ref.explain.pictures").turns(self)  # type: ignore[no-any-return]

    def _table(self) -> Table:
        mean_turns, problem = "mean turns if winning", self.problem
        means = [None if mean is None else Rounded(mean, _DECIMALS) for mean in self.turns_given_winner]
        beside: list[tuple[str, object, Cell]] = [
            ("mean turns", "", self.turns),
            ("mean rounds", "", self.rounds),
            ("mean turns if it ends", "", self.turns_given_end),
            ("mean rounds if it ends", "", self.rounds_given_end),
            *((mean_turns, name, mean) for name, mean in zip(problem.names, self.turns_given_winner, strict=True)),
            *(("ends at turn", turn, chance) for turn, chance in enumerate(self.distribution)),
            ("ends later", "", self.longer),
        ]
        likeliest = sorted((self.eliminations or {}).items(), key=lambda entry: (-entry[1], entry[0]))
        leave = {
            "out in turn": [(self._elimination(out), chance) for out, chance in likeliest],
            "last pair": [(problem.order_text(pair), chance) for pair, chance in sorted(self.last_pairs.items())],
        }
        below = [self._ends()]
        for what, chances in leave.items():
            beside += [(what, *one) for one in chances]
            listed = [(who, Percent(chance)) for who, chance in chances if chance and problem.players > 2]
            more = [f"and {len(listed) - _LISTED} less likely"] * (len(listed) > _LISTED)
            below.append(Table((what, "percent"), listed[:_LISTED], notes=more))
        notes = [self._sentence()], ()
        return by_name(self, (), {mean_turns: means}, notes, self.model, beside=beside, below=below)

    def _sentence(self) -> str:
        """Return the length of the duel as a sentence."""
        if self.turns_given_end is None:
            return "it never ends"
        rounds = "" if self.rounds_given_end is None else f", {_average(self.rounds_given_end, 'rounds')}"
        given = "" if self.turns is not None else f", given that {'it ends' if self.nobody else 'somebody wins'}"
        return f"{_average(self.turns_given_end, 'turns on average')}{rounds}{given}"

    def _ends(self) -> Table:
        """Return the first numbers of turns after which it can end: the probability to end then, and by then."""
        ends = [(turn, chance) for turn, chance in enumerate(self.distribution) if chance][:_LISTED]
        by_then = [*accumulate((chance for _, chance in ends), initial=Fraction(0))]
        rows = [(turn, Percent(then), Percent(by)) for (turn, then), by in zip(ends, by_then[1:], strict=True)]
        later = ("later or never: ", Percent(1 - by_then[-1]))
        return Table(("ends at turn", "then", "by then"), rows, notes=[later] * (by_then[-1] < 1))

    def _elimination(self, out: Elimination) -> str:
        names = ", ".join(" with ".join(map(self.problem.label, step)) for step in out)
        if sum(map(len, out)) >= self.problem.players - 1:
            return names
        return f"{names}, then nobody" if names else "nobody"


def _average(mean: Number, what: str) -> str:
    """Return an expected number in decimals, and its exact value if that is short."""
    exact = number_text(mean)
    return f"{decimal_text(mean, _DECIMALS)} {what}" + (f" ({exact})" if len(exact) <= _SHORT else "")
