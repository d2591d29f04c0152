"""The answer about the course of a duel: how long it lasts, and who leaves when."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from importlib import import_module
from typing import TYPE_CHECKING, TypeAlias

from truel_ref.game.parts import AnswerRecord, PerPlayer, Players, left_over, order_note
from truel_ref.numbers import Number, decimal_text, number_text, percent_text
from truel_ref.records.record import Amount, Probability
from truel_ref.records.table import DIGITS, Cell, Note, Percent, Rounded, Table

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["Course", "Elimination"]

Elimination: TypeAlias = tuple[tuple[int, ...], ...]
"""An order of elimination: who was eliminated first, second, …; each step is the set of players who left at once."""

_LISTED = 10
"""The most orders of elimination, and numbers of turns, below a table; JSON has all."""

_DECIMALS = 3
"""The decimals of expected numbers of turns in text, beside their exact values."""

_SHORT = 24
"""The most characters of an exact number beside its decimals."""


@dataclass(frozen=True, repr=False)
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
    >>> print(course(solve(["1/3", "2/3", 1]), turns=4))
    player    hit    wins      percent    mean turns if winning
    --------  -----  ------  ---------  -----------------------
    A         1/3    25/63    39.683 %                    3.691
    B         2/3    8/21     38.095 %                    4.571
    C         1      2/9      22.222 %                    5.000
    4.317 turns on average (272/63), 2.190 rounds (46/21)
    ends at turn 3:  22.222 %, by then  22.222 %
    ends at turn 4:  40.741 %, by then  62.963 %
    later: 37.037 %
    last pair: A, B: 66.667 %; A, C: 33.333 %
    out in turn: C, A: 38.095 %; C, B: 28.571 %; B, A: 22.222 %; B, C: 11.111 %
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
        results = zip(problem.names, problem.hits, self.win, self.turns_given_winner, strict=True)
        rows: list[Sequence[Cell]] = [
            (name, hit, win, Percent(win), None if mean is None else Rounded(mean, _DECIMALS))
            for name, hit, win, mean in results
        ]
        pairs = [(problem.order_text(pair), chance) for pair, chance in sorted(self.last_pairs.items())]
        likeliest = sorted((self.eliminations or {}).items(), key=lambda entry: (-entry[1], entry[0]))
        orders = [(self._elimination(out), chance) for out, chance in likeliest]
        left, beside = left_over(self, self.model)
        beside += [
            ("mean turns", "", self.turns),
            ("mean rounds", "", self.rounds),
            ("mean turns if it ends", "", self.turns_given_end),
            ("mean rounds if it ends", "", self.rounds_given_end),
            *((mean_turns, name, mean) for name, mean in zip(problem.names, self.turns_given_winner, strict=True)),
            *(("ends at turn", turn, chance) for turn, chance in enumerate(self.distribution)),
            ("ends later", "", self.longer),
            *(("out in turn", *order) for order in orders),
            *(("last pair", *pair) for pair in pairs),
        ]
        leave = [*_listed("last pair", pairs), *_listed("out in turn", orders, _LISTED)] if problem.players > 2 else []
        notes = [*order_note(problem), self._sentence(), *left, *self._ends(), *leave]
        columns = ("player", "hit", "wins", "percent", mean_turns)
        return Table(columns, rows, notes=notes, right=("percent", mean_turns), beside=beside)

    def _sentence(self) -> str:
        """Return the length of the duel as a sentence."""
        if self.turns_given_end is None:
            return "it never ends"
        rounds = "" if self.rounds_given_end is None else f", {_average(self.rounds_given_end, 'rounds')}"
        given = "" if self.turns is not None else f", given that {'it ends' if self.nobody else 'somebody wins'}"
        return f"{_average(self.turns_given_end, 'turns on average')}{rounds}{given}"

    def _ends(self) -> list[Note]:
        """Return a line for each of the first numbers of turns: the probability to end then, and by then."""
        ends = [(turn, chance) for turn, chance in enumerate(self.distribution) if chance][:_LISTED]
        width = len(str(max((turn for turn, _ in ends), default=0)))
        lines: list[Note] = []
        by_then: Number = Fraction(0)
        for turn, chance in ends:
            by_then += chance
            start = f"ends at turn {turn:>{width}}: {_indent(chance)}"
            lines.append((start, Percent(chance), f", by then {_indent(by_then)}", Percent(by_then)))
        never = Fraction(0) if self.model == "bullets" else self.stalemate
        later = 1 - never - by_then
        return [*lines, ("later: ", Percent(later))] if ends and later else lines

    def _elimination(self, out: Elimination) -> str:
        names = ", ".join(" with ".join(map(self.problem.label, step)) for step in out)
        if sum(map(len, out)) >= self.problem.players - 1:
            return names
        return f"{names}, then nobody" if names else "nobody"


def _listed(what: str, chances: Sequence[tuple[str, Number]], most: int | None = None) -> list[Note]:
    """Return the note with the first of some probabilities above 0, as a list of at most one."""
    listed = [(name, chance) for name, chance in chances if chance]
    parts: list[str | Percent] = []
    for name, chance in listed[:most]:
        parts += [f"{'; ' if parts else f'{what}: '}{name}: ", Percent(chance)]
    more = f"; and {len(listed[most:])} less likely" if most and listed[most:] else ""
    return [(*parts, more)] if parts else []


def _indent(chance: Number) -> str:
    """Return the spaces that align percentages at the decimal point."""
    return " " * (len("100") - len(percent_text(chance, DIGITS).partition(".")[0]))


def _average(mean: Number, what: str) -> str:
    """Return an expected number in decimals, and its exact value if that is short."""
    exact = number_text(mean)
    return f"{decimal_text(mean, _DECIMALS)} {what}" + (f" ({exact})" if len(exact) <= _SHORT else "")
