"""What is expected of play that repeats after some rounds, and of play with a last round (R13).

**Plans.** An answer is a list of equilibria, compared as a set (`truel_ref.oracle.kinds.equilibria`). An entry has
`aims` and `values`, a list with an entry for each round of the plan. All shifts of a plan are the same plan, and so is
a plan that is written several times over.

**A last round.** An answer has `aims` and `values`, for 1, 2, … rounds left. The judge follows the aims of the answer:
each of them must be best against the values that the aims after it give. So a tie that falls otherwise is not a fault.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple, Self

from truel_ref.errors import ProblemError, shown
from truel_ref.game.aims import Aim
from truel_ref.game.people import label
from truel_ref.game.periodic_play import CLOCKS, PeriodicEquilibria
from truel_ref.game.problem import Problem
from truel_ref.numbers import Number, decimal_text, inside, number_text, public
from truel_ref.oracle.corpus import CAP, THIN
from truel_ref.oracle.judge import (
    Expected,
    Finding,
    Judgement,
    MalformedError,
    Terms,
    aim_said,
    decimal,
    entries_of,
    numbers_of,
    object_said,
    replaced_predefined,
    size,
    within_tolerance,
)
from truel_ref.oracle.kinds.equilibria import ROWS, Listing, StationaryPlay, by_player
from truel_ref.oracle.kinds.measures import outside, some
from truel_ref.play.periodic import PlanSearch, equilibria_within, finite_rounds, smaller_sets
from truel_ref.play.responses import turn_of
from truel_ref.play.ties import break_tie

__all__ = ["LastRound", "PeriodicPlay"]

PERIOD = 2
"""The longest plans that are asked for, unless the question says so."""


@dataclass(frozen=True)
class _PlanListing(Listing):
    """A plan: the aims of all rounds one after the other, the values at each turn by its name; `players`, how many."""

    players: int = 0

    def __str__(self) -> str:
        starts = range(0, len(self.aims), self.players)
        return "; ".join(", ".join(map(str, self.aims[start : start + self.players])) for start in starts)


class _PlanRound(NamedTuple):
    """A round of a plan: aims, by player, and values, by whose turn it is, as far as the answer has them."""

    aims: tuple[Aim | None, ...]
    values: tuple[tuple[Number, ...], ...]

    def key(self) -> list[tuple[Number, ...]]:
        """Return what puts rounds in order."""
        return [() if aim is None else aim.weights for aim in self.aims]


def _plan(rounds: Sequence[_PlanRound], strict: bool | None) -> _PlanListing:
    """Return a plan once, begun with the round with which its shift is the first of all in order."""
    period = next(
        period
        for period in range(1, len(rounds) + 1)
        if len(rounds) % period == 0 and all(one.aims == rounds[at % period].aims for at, one in enumerate(rounds))
    )
    shifts = [[*rounds[start:period], *rounds[:start]] for start in range(period)]
    first = min(shifts, key=lambda shift: [one.key() for one in shift])
    values = {
        f"{label(mover)} in round {number}": win
        for number, one in enumerate(first, 1)
        for mover, win in enumerate(one.values)
    }
    return _PlanListing(tuple(aim for one in first for aim in one.aims), values, strict, len(first[0].aims))


class PeriodicPlay(StationaryPlay):
    """All pure plans up to a period that are equilibria, with the values at every turn, whichever round comes first."""

    seen_from = " at the first turn"
    period = PERIOD

    @classmethod
    def listed(cls, vector: Mapping[str, Any]) -> Self:
        """Return what is expected, read from a vector."""
        expected = cls(cls.asked_of(vector), vector["id"], vector["group"])
        expected.period = vector["period"]
        expected.exact = expected.read(vector["answer"])
        if any(len(own.values) != len(own.aims) or own.strict is None for own in expected.exact):
            raise ValueError("a plan of a vector has all its values, and says whether it is strict")
        return expected

    @cached_property
    def exact(self) -> tuple[Listing, ...]:  # type: ignore[override]  # nobody changes it but who reads a vector
        """The plans of the set of all players, each once."""
        return self._listings(self.within(Fraction(0)))

    def within(self, slack: Fraction) -> Any:
        """Return all plans within a slack."""
        try:
            return equilibria_within(self.problem, self.period, CAP, slack)
        except ProblemError:  # some set has no plan at all
            return PeriodicEquilibria(self.problem, (), self.period, True, 0)

    def _listings(self, answer: Any) -> tuple[Listing, ...]:
        """Return the plans of an answer that are not longer than asked, each once."""
        plans: dict[Any, Listing] = {}
        for play in answer:
            if play.period <= self.period:
                plan = _plan([_PlanRound(*each) for each in zip(play.aims, play.values, strict=True)], play.strict)
                plans[plan.aims, tuple(plan.values.items()), plan.strict] = plan
        return tuple(plans.values())

    def question(self) -> dict[str, Any]:
        """Return the problem, as plain data, the way to play, and the longest period."""
        return {"play": "periodic", "period": self.period} | self.problem.to_json()

    # -- an answer

    def _listing(self, entry: object, what: str) -> Listing:
        if not isinstance(entry, Mapping) or entry.get("aims") is None or entry.get("values") is None:
            raise MalformedError(f"{what}: {shown(entry)} has not both 'aims' and 'values'")
        aims, values = (entries_of(entry[key], f"{what}: {key}") for key in ("aims", "values"))
        if not 1 <= len(aims) <= self.period or len(aims) != len(values):
            raise MalformedError(
                f"{what}: it has {len(aims)} rounds of aims and {len(values)} of values; "
                f"a plan has both for each round, and 1 to {self.period} rounds"
            )
        strict = entry.get("strict")
        if not isinstance(strict, bool | None):
            raise MalformedError(f"{what}: strict: {shown(strict)} is neither true nor false")
        numbers = enumerate(zip(aims, values, strict=True), 1)
        return _plan([self._round(*one, f"{what}: round {number}") for number, one in numbers], strict)

    def _round(self, aims: object, values: object, what: str) -> _PlanRound:
        listed = enumerate(by_player(aims, f"{what}: aims", self.problem.players))
        said = [aim_said(self.problem, player, aim) for player, aim in listed]
        wins = enumerate(by_player(values, f"{what}: values", self.problem.players))
        return _PlanRound(
            replaced_predefined(self.problem, said),
            tuple(
                numbers_of(win, f"{what}: values at the turn of {label(mover)}", self.problem.players)
                for mover, win in wins
            ),
        )


# ---------------------------------------------------------------------------------------------------------
# A last round


class Rounds(NamedTuple):
    """For 1, 2, … rounds left the aims, and the win probabilities at the first turn."""

    aims: tuple[tuple[Aim | None, ...], ...]
    values: tuple[tuple[Number, ...], ...]


class LastRound(Expected):
    """The aims and the values of play with a last round, for every number of rounds left.

    `rounds` and `clock` are those of the question.
    """

    problem: Problem
    rounds = 10
    clock = CLOCKS[0]

    @classmethod
    def listed(cls, vector: Mapping[str, Any]) -> Self:
        """Return what is expected, read from a vector."""
        expected = cls(cls.asked_of(vector), vector["id"], vector["group"])
        expected.rounds, expected.clock = vector["rounds"], vector["clock"]
        expected.exact = expected.read(vector["answer"])
        return expected

    @cached_property
    def exact(self) -> Rounds:  # nobody changes it but who reads a vector
        """The play that the tie rule gives."""
        play = finite_rounds(self.problem, self.rounds, clock=self.clock)
        return Rounds(play.aims, play.values)

    def question(self) -> dict[str, Any]:
        """Return the problem, as plain data, the way to play, the number of rounds, and what they count."""
        return {"play": "rounds", "rounds": self.rounds, "clock": self.clock} | self.problem.to_json()

    def read(self, data: object) -> Rounds:
        """Return an answer in exact numbers; raises `MalformedError` for what cannot be read."""
        said = object_said(data, "aims", "values")
        aims, values = (entries_of(said[key], key, self.rounds) for key in ("aims", "values"))
        return Rounds(
            tuple(self._aims(each, f"aims with {left} left") for left, each in enumerate(aims, 1)),
            tuple(self._values(win, f"values with {left} left") for left, win in enumerate(values, 1)),
        )

    def _values(self, data: object, what: str) -> tuple[Number, ...]:
        players = self.problem.players
        return numbers_of(by_player(data, what, players), what, players)

    def _aims(self, data: object, what: str) -> tuple[Aim | None, ...]:
        said = enumerate(by_player(data, what, self.problem.players))
        return replaced_predefined(self.problem, [aim_said(self.problem, player, aim) for player, aim in said])

    def compare(self, answer: Rounds, terms: Terms) -> Finding:
        """Return what is to be said of an answer.

        The steps: (1) each value lies in [0, 1], and those of one turn add up to 1 at most; (2) from the last round
        back, each aim is best against the values that the aims after it give, and the values at the first turn are
        those; (3) the first round with a fault names the judgement; without one, a tie or a margin that doubles cannot
        resolve does, if an aim is not that of the tie rule.
        """
        for left, win in enumerate(answer.values, 1):
            bad = outside(((label(player), value) for player, value in enumerate(win)), terms.tolerance)
            total = sum(win, Fraction(0))
            if bad or total > 1 + len(win) * terms.tolerance:
                said = bad or f"win adds up to {decimal(total)}"
                return Finding(Judgement.NOT_A_DISTRIBUTION, f"{left} left: {said}")
        judgement, detail, error = Judgement.AGREES, "", Fraction(0)
        for left, round_ in enumerate(self._followed(answer), 1):
            gap = max(abs(theirs - own) for theirs, own in zip(answer.values[left - 1], round_.win, strict=True))
            error = max(error, gap)
            if round_.worse:
                return Finding(Judgement.AIMS, f"{left} left: {some(iter(round_.worse))}", error)
            if not within_tolerance(gap, Fraction(0), terms.tolerance):
                return Finding(Judgement.VALUE, f"{left} left: the values are off by {size(gap)}", error)
            if round_.close or (round_.tied and judgement is not Judgement.CLOSE):
                judgement = Judgement.CLOSE if round_.close else Judgement.TIE
                detail = detail or f"{left} left: {some(iter(round_.close or round_.tied))}"
        if judgement is Judgement.TIE and terms.strict_ties:
            judgement = Judgement.RULE
        return Finding(judgement, detail, error)

    def _followed(self, answer: Rounds) -> Any:
        """Yield for every round what its aims give, and which of them are not those of the tie rule."""
        problem, whole = self.problem, self.problem.first_order
        below = PlanSearch(problem, 1, CAP).ways[0] if self.clock == "phase" else {}
        after: Sequence[Any] = [inside(Fraction(0))] * problem.players
        for aims, settled in zip(answer.aims, smaller_sets(problem, self.clock, below), strict=False):
            notes: dict[str, list[str]] = {"worse": [], "close": [], "tied": []}
            for player in reversed(whole):
                options = problem.options(whole, player)
                theirs = aims[player]
                if theirs not in options:
                    notes["worse"].append(f"{label(player)} may not aim at {theirs}")
                    break
                wins = []
                for aim in options:
                    r, k = turn_of(problem, whole, player, aim, settled(player))
                    wins.append([won + k * rest for won, rest in zip(r, after, strict=True)])
                best = max(win[player] for win in wins)
                equal = [at for at, win in enumerate(wins) if win[player] == best]
                ruled = equal[break_tie(problem, [options[at] for at in equal], [wins[at] for at in equal])]
                after, loss = wins[options.index(theirs)], best - wins[options.index(theirs)][player]
                if options[ruled] != theirs and problem.hits[player]:
                    kind = "worse" if loss > THIN else "close" if loss else "tied"
                    notes[kind].append(f"{label(player)} takes {theirs}, not {options[ruled]}")
            yield _Followed(tuple(map(public, after)), **notes)

    # -- what is shown

    def data_of(self, answer: Rounds | None) -> dict[str, Any]:
        """Return the rounds of the answer and the exact ones as plain data for JSON."""
        return {"theirs": None if answer is None else _data(answer, decimal), "exact": _data(self.exact, number_text)}

    def table(self, answer: Rounds | None) -> str:
        """Return the rounds of both answers, a row for each."""
        from tabulate import tabulate

        columns = [_columns(self.exact)] if answer is None else [_columns(answer), _columns(self.exact)]
        rows = [
            [left, *(cell for each in row for cell in each)] for left, row in enumerate(zip(*columns, strict=True), 1)
        ]
        heads = [
            "left",
            *(f"{name} {what}" for name in ("theirs", "exact")[-len(columns) :] for what in ("aims", "win")),
        ]
        table: str = tabulate(rows[:ROWS], heads, disable_numparse=True)
        return table + (f"\nand {len(rows) - ROWS} more" if len(rows) > ROWS else "")


class _Followed(NamedTuple):
    """A round with given aims: the values at its first turn, and the aims that are not those of the tie rule, in words.

    They are `worse`, or worse by less than doubles see (`close`), or equally good (`tied`).
    """

    win: tuple[Number, ...]
    worse: list[str]
    close: list[str]
    tied: list[str]


def _data(rounds: Rounds, text: Any) -> dict[str, Any]:
    return {
        "aims": [[None if aim is None else aim.to_json() for aim in aims] for aims in rounds.aims],
        "values": [list(map(text, win)) for win in rounds.values],
    }


def _columns(rounds: Rounds) -> list[tuple[str, str]]:
    return [
        (", ".join(map(str, aims)), ", ".join(decimal_text(value, 6) if -10 < value < 10 else "?" for value in win))
        for aims, win in zip(rounds.aims, rounds.values, strict=True)
    ]
