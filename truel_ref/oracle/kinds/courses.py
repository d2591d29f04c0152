"""What is expected of the course of a duel: its length, the orders of elimination and the last pairs, as named numbers.

An answer is plain data with the keys of `Course.to_json`; `win` must be there, what else is left out is not judged.
Both sides are taken apart into numbers with names ("turns", "win of A", "out in turn C, A", …), which are compared
one by one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import combinations, product
from math import inf, perm, prod
from typing import Any, TypeAlias

from truel_ref.errors import shown
from truel_ref.explain.outcomes import course
from truel_ref.fast.methods import solve
from truel_ref.game.aims import Aim
from truel_ref.game.orders import Order
from truel_ref.game.people import label
from truel_ref.game.problem import Problem
from truel_ref.numbers import Number
from truel_ref.oracle.corpus import CAP, THIN
from truel_ref.oracle.judge import (
    SAID,
    Judgement,
    MalformedError,
    decimal,
    entries_of,
    no_distribution,
    number_said,
    numbers_of,
)
from truel_ref.oracle.kinds.measures import WIN, Measures, NamedNumbers, outside
from truel_ref.oracle.plays import TURNS
from truel_ref.play.announced import Announced
from truel_ref.play.phases import Wins, aims_of, backend_for, reachable
from truel_ref.play.ties import all_ways
from truel_ref.play.turns import Stage, lay_out
from truel_ref.play.walk import course_of

__all__ = ["AnnouncedCourse", "all_courses"]

Policy: TypeAlias = "dict[Order, tuple[Aim | None, ...]]"

OUT = "out in turn "
PAIR = "last pair "
ENDS = "ends at turn "
LENGTHS = {
    "turns": "turns",
    "rounds": "rounds",
    "turns_given_end": "turns, given an end",
    "rounds_given_end": "rounds, given an end",
}
INFINITE = ("turns", "rounds")  # where no number means infinite; elsewhere it means that it never happens


class AnnouncedCourse(NamedNumbers):
    """The course of announced play, and the courses that other ways of breaking ties lead to.

    `exact` has the numbers by name; `tied` and `near` those of other courses, None where they are too many to follow.
    They are asked for only if an answer is not the exact one.
    """

    marks: Mapping[str, str] = {"play": "announced", "group": "course"}
    has_tie_rule = True
    problem: Problem

    def __init__(self, problem: Problem, name: str = "", group: str = "") -> None:
        problem.check_plain("a test vector")
        super().__init__(problem, name, group)

    @classmethod
    def listed(cls, vector: Mapping[str, Any]) -> AnnouncedCourse:
        """Return what is expected, read from a vector."""
        expected = cls(Problem.from_data(vector["problem"]), vector["id"], vector["group"])
        expected.turns = len(vector["answer"]["distribution"]) - 1
        expected.exact = expected.read(vector["answer"])
        return expected

    turns = TURNS
    """How far the distribution of the number of turns goes."""

    @cached_property
    def exact(self) -> Measures:
        """The numbers of the exact course."""
        return self.read(course(solve(self.problem), turns=self.turns).to_json())

    @cached_property
    def tied(self) -> Sequence[Measures] | None:
        """What other ways of breaking ties lead to."""
        return self._courses(Fraction(0))

    @cached_property
    def near(self) -> Sequence[Measures] | None:
        """What becomes possible if options that doubles cannot tell apart are equal."""
        return self._courses(THIN)

    def _courses(self, slack: Fraction) -> Sequence[Measures] | None:
        courses = all_courses(self.problem, self.turns, CAP, slack)
        return None if courses is None else [self.read(data) for data in courses]

    def question(self) -> dict[str, Any]:
        """Return the problem, as plain data, that its course is asked for, and how far its distribution goes."""
        return {"ask": "course", "turns": self.turns} | self.problem.to_json()

    # -- an answer

    def read(self, data: object) -> Measures:
        """Return the numbers of an answer by name; raises `MalformedError` for what cannot be read."""
        if not isinstance(data, Mapping):
            raise MalformedError(f"{shown(data)} is no object with the keys of a course")
        if "win" not in data:
            raise MalformedError(f"it says: {shown(data['error'], SAID)}" if "error" in data else "it has no 'win'")
        players = range(self.problem.players)
        win = numbers_of(data["win"], "win", len(players))
        measures: Measures = {f"{WIN}{label(player)}": value for player, value in enumerate(win)}
        for key in ("stalemate", "longer"):
            if data.get(key) is not None:
                measures[key] = number_said(data[key], key)
        for key, name in LENGTHS.items():
            if key in data:
                measures[name] = _mean(data[key], key, may_be_infinite=key in INFINITE)
        if data.get("turns_given_winner") is not None:
            means = entries_of(data["turns_given_winner"], "turns_given_winner", len(players))
            for player, mean in enumerate(means):
                name = f"turns, given that {label(player)} wins"
                measures[name] = _mean(mean, f"turns_given_winner of {label(player)}")
        if data.get("distribution") is not None:
            chances = entries_of(data["distribution"], "distribution")
            if len(chances) != self.turns + 1:
                raise MalformedError(f"distribution: {len(chances)} entries for 0 to {self.turns} turns")
            for turn, chance in enumerate(chances):
                measures[f"{ENDS}{turn}"] = number_said(chance, f"distribution at {turn}")
        for key, part, start in (("eliminations", "out", OUT), ("last_pairs", "pair", PAIR)):
            if data.get(key) is not None:
                measures |= self._chances(data[key], key, part, start)
        return measures

    def _chances(self, data: object, key: str, part: str, start: str) -> Measures:
        """Return the chances of orders of elimination or of pairs by name."""
        labels = map(label, range(self.problem.players))
        # A pair that is not listed has no chance; orders are too many to name all of them.
        pairs = [PAIR + ", ".join(pair) for pair in combinations(labels, 2)] if part == "pair" else []
        chances: Measures = dict.fromkeys(pairs, Fraction(0))
        stated: set[str] = set()
        for number, entry in enumerate(entries_of(data, key), 1):
            what = f"{key}: number {number}"
            if not isinstance(entry, Mapping) or part not in entry or "chance" not in entry:
                raise MalformedError(f"{what}: {shown(entry)} has no {part!r} and 'chance'")
            players = [self._player(step, what) for step in entries_of(entry[part], what)]
            if len(set(players)) < len(players) or (part == "pair" and len(players) != 2):
                raise MalformedError(f"{what}: {shown(entry[part])} is no {'pair' if part == 'pair' else 'order'}")
            name = start + (", ".join(sorted(players) if part == "pair" else players) or "nobody")
            if name in stated:
                raise MalformedError(f"{what}: {name} stands there twice")
            stated.add(name)
            chances[name] = number_said(entry["chance"], what)
        if part == "out" and not chances:
            raise MalformedError(f"{key}: there is none; a duel that never ends has the order of nobody, []")
        return chances

    def _player(self, step: object, what: str) -> str:
        """Return the label of a player, who may stand in a list of his own."""
        name = step[0] if isinstance(step, list | tuple) and len(step) == 1 else step
        if name not in [label(player) for player in range(self.problem.players)]:
            raise MalformedError(f"{what}: {shown(step)} is no player")
        return str(name)

    # -- the comparison

    def acceptable(self, answer: Measures) -> Iterator[tuple[Judgement, Sequence[Measures] | None]]:
        """Yield the exact course, those of other ways of breaking ties, and those that doubles cannot tell from it."""
        yield Judgement.AGREES, [self.exact]
        yield Judgement.TIE, self.tied
        yield Judgement.CLOSE, self.near

    def is_relative(self, name: str) -> bool:
        """Tell whether it is an expected number."""
        return _is_mean(name)

    def is_shown(self, name: str) -> bool:
        """Tell whether it is a win probability or a length."""
        return super().is_shown(name) or name in LENGTHS.values()

    def is_zero(self, name: str, answer: Measures) -> bool:
        """Tell whether it is an order of elimination, and the answer lists those."""
        return name.startswith(OUT) and any(told.startswith(OUT) for told in answer)

    def no_number(self, name: str) -> str:
        """Return what null says: infinite, or, where it is of what never happens, none."""
        return "infinite" if name in INFINITE else "none"

    def no_distribution(self, answer: Measures, tolerance: Fraction) -> str:
        """Return what is wrong with the probabilities of an answer by themselves, empty if nothing is."""
        win = [number for name, number in answer.items() if name.startswith(WIN)]
        stalemate: Any = answer.get("stalemate")
        known: Any = win
        bad = no_distribution(known, stalemate, tolerance, lambda: self._stalemates(answer))
        bad = bad or outside(((name, chance) for name, chance in answer.items() if not _is_mean(name)), tolerance)
        if bad:
            return bad
        for start, what in ((ENDS, "the distribution of turns"), (OUT, "eliminations"), (PAIR, "last_pairs")):
            chances: list[Any] = [chance for name, chance in answer.items() if name.startswith(start)]
            # A stalemate may come before two are left, and a distribution may have a rest.
            least: Number = Fraction(start == OUT and bool(chances))
            if start == ENDS and chances and answer.get("longer") is not None:
                chances, least = [*chances, answer["longer"]], Fraction(1)
            # An order that is not listed has the chance 0, which may be off, too.
            players = self.problem.players
            numbers = sum(perm(players, gone) for gone in range(players)) if start == OUT else len(chances)
            total, within = sum(chances, Fraction(0)), numbers * tolerance
            if not least - within <= total <= 1 + within:
                return f"{what}: the probabilities add up to {decimal(total)}"
        return ""

    def _stalemates(self, answer: Measures) -> Iterable[Number]:
        for _, courses in self.acceptable(answer):
            yield from (own["stalemate"] or Fraction(0) for own in courses or ())


# ---------------------------------------------------------------------------------------------------------
# Numbers with names


def _mean(value: object, what: str, may_be_infinite: bool = False) -> Fraction | None:
    """Return an expected number, None for none."""
    if value is None or (may_be_infinite and isinstance(value, float) and value == inf):
        return None
    return number_said(value, what)


def _is_mean(name: str) -> bool:
    return name.startswith(("turns", "rounds"))


# ---------------------------------------------------------------------------------------------------------
# All ways of breaking ties


def all_courses(problem: Problem, turns: int, cap: int, slack: Fraction = Fraction(0)) -> list[dict[str, Any]] | None:
    """Return the distinct courses over all ways of breaking ties as plain data, None if there are more ways than `cap`.

    A way is one choice at every decision of every phase, the same one however the phase is reached (R3.12). Options
    that are the same turn count once.

    Parameters: `problem`; `turns`, how far the distribution goes; `cap`; `slack`, by how much options may differ and
    count as equal.

    >>> courses = all_courses(Problem(["1/2", "1/2", 1]), 4, 100)
    >>> sorted({course["turns"] for course in courses})
    ['11/3', '17/4', '29/8']
    """
    backend = backend_for(problem)
    phases = reachable(problem)
    players = range(problem.players)
    alone: Wins = {(last,): [backend.number(Fraction(int(player == last))) for player in players] for last in players}
    ways: list[tuple[Policy, Wins]] = [({}, alone)]
    for living in range(2, problem.players + 1):
        orders = [order for order in phases if len(order) == living]
        grown: list[tuple[Policy, Wins]] = []
        for policy, wins in ways:
            stages = [lay_out(problem, order, phases[order], wins, backend) for order in orders]
            choices = [_choices(stage, slack) for stage in stages]
            if len(grown) + prod(map(len, choices)) > cap:
                return None
            for chosen in product(*choices):
                aims = {order: aims for order, (aims, _) in zip(orders, chosen, strict=True)}
                values = {order: list(win) for order, (_, win) in zip(orders, chosen, strict=True)}
                grown.append((policy | aims, wins | values))
        ways = grown
    courses: list[dict[str, Any]] = []
    for policy, _ in ways:
        data = course_of(problem, policy.__getitem__, backend, "announced", turns, True).to_json()
        if data not in courses:
            courses.append(data)
    return courses


def _choices(stage: Stage[Any], slack: Fraction) -> list[tuple[tuple[Aim | None, ...], Sequence[Any]]]:
    """Return the aims and the values of a phase under every way of breaking its ties; its stalemate, if it is one."""
    paths: list[Any] = [*all_ways(stage, distinct_aims=False, slack=slack)] or [None]
    return [(aims_of(stage, Announced(path)), stage.start(path)) for path in paths]
