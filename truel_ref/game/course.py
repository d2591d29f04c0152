"""The answer about the course of a duel: how long it lasts, and who leaves when."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from importlib import import_module
from typing import TYPE_CHECKING, TypeAlias

from truel_ref.errors import shown
from truel_ref.game.parts import PerPlayer, Players, left_beside, left_over, order_note, package_version
from truel_ref.game.problem import Problem
from truel_ref.numbers import Number, decimal_text, number_text, percent_text
from truel_ref.records.record import Amount, Probability, Record
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
class Course(Record):
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

    problem: Problem
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
    eliminations: Mapping[tuple[Players, ...], Probability] | None
    last_pairs: Mapping[Players, Probability]
    nobody: Probability = Fraction(0)
    version: str = field(default_factory=package_version, compare=False)

    def __hash__(self) -> int:
        """Return a hash of the fields without the mappings, which have no hash."""
        return hash((self.problem, self.model, self.win, self.turns_given_winner, self.distribution, self.longer))

    def plot(self) -> Figure:
        """Return the distribution of the number of turns as a figure of matplotlib."""
        drawn: Figure = import_module("truel_ref.explain.pictures").turns(self)
        return drawn

    def _table(self) -> Table:
        mean_turns, problem = "mean turns if winning", self.problem
        rows: list[list[Cell]] = []
        for player, (hit, win, mean) in enumerate(zip(problem.hits, self.win, self.turns_given_winner, strict=True)):
            shown_mean = None if mean is None else Rounded(mean, _DECIMALS)
            rows.append([problem.label(player), hit, win, Percent(win), shown_mean])
        columns = ("player", "hit", "wins", "percent", mean_turns)
        return Table(columns, rows, notes=self._notes(), right=("percent", mean_turns), beside=self._beside())

    def _beside(self) -> list[tuple[str, object, Cell]]:
        orders = () if self.eliminations is None else sorted(self.eliminations.items(), key=_likeliest_first)
        return [
            *left_beside(self.nobody, self.stalemate, self.model),
            ("mean turns", "", self.turns),
            ("mean rounds", "", self.rounds),
            ("mean turns if it ends", "", self.turns_given_end),
            ("mean rounds if it ends", "", self.rounds_given_end),
            *(
                ("mean turns if winning", self.problem.label(who), mean)
                for who, mean in enumerate(self.turns_given_winner)
            ),
            *(("ends at turn", turn, chance) for turn, chance in enumerate(self.distribution)),
            ("ends later", "", self.longer),
            *(("out in turn", self._elimination(out), chance) for out, chance in orders),
            *(("last pair", self.problem.order_text(pair), chance) for pair, chance in sorted(self.last_pairs.items())),
        ]

    def _notes(self) -> list[Note]:
        notes = [
            *order_note(self.problem),
            self._length(),
            *left_over(self.nobody, self.stalemate, self.model),
            *self._ends(),
        ]
        pairs = [(self.problem.order_text(pair), chance) for pair, chance in sorted(self.last_pairs.items()) if chance]
        if pairs and self.problem.players > 2:
            notes.append(("last pair: ", *_listed(pairs, "; ")))
        if self.eliminations is not None and self.problem.players > 2:
            likeliest = sorted(self.eliminations.items(), key=_likeliest_first)
            orders = [(self._elimination(out), chance) for out, chance in likeliest if chance]
            more = f"; and {len(orders) - _LISTED} less likely" if len(orders) > _LISTED else ""
            notes.append(("out in turn: ", *_listed(orders[:_LISTED], "; "), more))
        return notes

    def _length(self) -> str:
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

    def __repr__(self) -> str:
        return f"<Course of {shown(self.problem, 120)}, {self.model}: {self._length()}>"


def _likeliest_first(entry: tuple[Elimination, Number]) -> tuple[Number, Elimination]:
    out, chance = entry
    return -chance, out


def _listed(entries: Iterable[tuple[str, Number]], separator: str) -> list[str | Percent]:
    """Return names followed by percentages, as the parts of a note."""
    parts: list[str | Percent] = []
    for name, chance in entries:
        parts += [f"{separator if parts else ''}{name}: ", Percent(chance)]
    return parts


def _indent(chance: Number) -> str:
    """Return the spaces that align percentages at the decimal point."""
    return " " * (len("100") - len(percent_text(chance, DIGITS).partition(".")[0]))


def _average(mean: Number, what: str) -> str:
    """Return an expected number in decimals, and its exact value if that is short."""
    exact = number_text(mean)
    return f"{decimal_text(mean, _DECIMALS)} {what}" + (f" ({exact})" if len(exact) <= _SHORT else "")
