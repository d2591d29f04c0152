"""What is expected of the course of a duel: its length, the orders of elimination and the last pairs, as named numbers.

An answer is plain data with the keys of `Course.to_json`; `win` must be there, what else is left out is not judged.
Both sides are taken apart into numbers with names ("turns", "win of A", "out in turn C, A", …), which are compared
one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import combinations, product
from math import inf, perm, prod
from typing import Any, Self, TypeAlias

from truel_ref.errors import shown
from truel_ref.explain.courses import course, course_of
from truel_ref.fast.solving import solve
from truel_ref.game.aims import Aim
from truel_ref.game.people import Order, label
from truel_ref.game.problem import Problem
from truel_ref.numbers import Number, inside
from truel_ref.oracle.corpus import CAP, THIN, distinct
from truel_ref.oracle.judge import (
    MalformedError,
    entries_of,
    listed_once,
    no_distribution,
    number_said,
    object_said,
)
from truel_ref.oracle.kinds.measures import WIN, Measures, NamedNumbers, wins_said, wrong_sum
from truel_ref.oracle.plays import TURNS
from truel_ref.play.announced import Announced
from truel_ref.play.phases import Wins, aims_of, reachable
from truel_ref.play.ties import all_ways
from truel_ref.play.turns import Stage, lay_out
from truel_ref.simulation.policy import prepare

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

    `tied` and `near` are asked for only if an answer is not the exact one; `turns` is how far the distribution of the
    number of turns goes.
    """

    problem: Problem
    has_tie_rule = True
    relative = ("turns", "rounds")
    zero = (OUT,)
    infinite = INFINITE
    sums = (
        (ENDS, "the distribution of turns: the probabilities", 0),
        (OUT, "eliminations: the probabilities", 1),
        (PAIR, "last_pairs: the probabilities", 0),
    )
    turns = TURNS

    @classmethod
    def listed(cls, vector: Mapping[str, Any]) -> Self:
        """Return what is expected, read from a vector."""
        expected = cls(cls.asked_of(vector), vector["id"], vector["group"])
        expected.turns = len(vector["answer"]["distribution"]) - 1
        expected.exact = expected.read(vector["answer"])
        return expected

    @cached_property
    def exact(self) -> Measures:  # type: ignore[override]  # nobody changes it but who reads a vector
        """The numbers of the exact course."""
        return self.read(course(solve(self.problem), turns=self.turns).to_json())

    @cached_property
    def tied(self) -> Sequence[Measures] | None:  # type: ignore[override]
        """What other ways of breaking ties lead to."""
        return self._courses(Fraction(0))

    @cached_property
    def near(self) -> Sequence[Measures] | None:  # type: ignore[override]
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
        said = object_said(data, "win")
        players = self.problem.players
        measures = wins_said(said["win"] or (), WIN, "win", players)
        measures |= {key: number_said(said[key], key) for key in ("stalemate", "longer") if said.get(key) is not None}
        measures |= {
            name: _mean(said[key], key, may_be_infinite=key in INFINITE) for key, name in LENGTHS.items() if key in said
        }
        if said.get("turns_given_winner") is not None:
            means = entries_of(said["turns_given_winner"], "turns_given_winner", players)
            measures |= {
                f"turns, given that {label(player)} wins": _mean(mean, f"turns_given_winner of {label(player)}")
                for player, mean in enumerate(means)
            }
        if said.get("distribution") is not None:
            chances = entries_of(said["distribution"], "distribution")
            if len(chances) != self.turns + 1:
                raise MalformedError(f"distribution: {len(chances)} entries for 0 to {self.turns} turns")
            measures |= {
                f"{ENDS}{turn}": number_said(chance, f"distribution at {turn}") for turn, chance in enumerate(chances)
            }
        if said.get("eliminations") is not None:
            orders = _chances(said["eliminations"], "eliminations", "out", self._order)
            if not orders:
                raise MalformedError("eliminations: there is none; a duel that never ends has the order of nobody, []")
            measures |= orders
        if said.get("last_pairs") is not None:  # a pair that is not listed has no chance
            pairs = combinations(map(label, range(players)), 2)
            measures |= {f"{PAIR}{', '.join(pair)}": Fraction(0) for pair in pairs}
            measures |= _chances(said["last_pairs"], "last_pairs", "pair", self._pair)
        return measures

    def _pair(self, said: object, what: str) -> str:
        pair = self._different(said, what)
        if len(pair) != 2:
            raise MalformedError(f"{what}: {shown(said)} is not a pair")
        return PAIR + ", ".join(sorted(pair))

    def _order(self, said: object, what: str) -> str:
        return OUT + (", ".join(self._different(said, what)) or "nobody")

    def _different(self, said: object, what: str) -> list[str]:
        """Return the labels of some players, each of whom may stand in a list of his own."""
        labels = list(map(label, range(self.problem.players)))
        steps = entries_of(said, what)
        names = [step[0] if isinstance(step, list | tuple) and len(step) == 1 else step for step in steps]
        unknown = [name for name in names if name not in labels]
        if unknown:
            raise MalformedError(f"{what}: {shown(unknown[0])} is not a player")
        if len(set(names)) < len(names):
            raise MalformedError(f"{what}: {shown(said)} is not an order of players")
        return names

    # -- the comparison

    def is_shown(self, name: str) -> bool:
        """Tell whether it is a win probability or a length."""
        return super().is_shown(name) or name in LENGTHS.values()

    def parts(self, start: str) -> int:
        """Return how many orders of elimination there are: one that is not listed has the chance 0, and may be off."""
        players = self.problem.players
        return sum(perm(players, gone) for gone in range(players)) if start == OUT else 0

    def no_distribution(self, answer: Measures, tolerance: Fraction) -> str:
        """Return what is wrong with the probabilities of an answer by themselves, empty if nothing is."""
        win: Any = [number for name, number in answer.items() if name.startswith(WIN)]
        stalemate, longer = answer.get("stalemate"), answer.get("longer")
        bad = no_distribution(win, stalemate, tolerance, lambda: self._stalemates(answer))  # type: ignore[arg-type]
        bad = bad or super().no_distribution(answer, tolerance)
        ends = [chance for name, chance in answer.items() if name.startswith(ENDS)]
        if ends and longer is not None:
            what = "the distribution of turns: the probabilities add"
            bad = bad or wrong_sum(what, [*ends, longer], 1, len(ends) + 1, tolerance)
        return bad

    def _stalemates(self, answer: Measures) -> Iterable[Number]:
        for _, courses in self.acceptable(answer):
            yield from (own["stalemate"] or Fraction(0) for own in courses or ())


def _chances(data: object, key: str, part: str, name: Callable[[Any, str], str]) -> Measures:
    """Return the chances of orders of elimination or of pairs by name."""
    return {each.name: number_said(each.value, each.what) for each in listed_once(data, key, part, "chance", name)}


def _mean(value: object, what: str, may_be_infinite: bool = False) -> Fraction | None:
    """Return an expected number, None for none."""
    if value is None or (may_be_infinite and isinstance(value, float) and value == inf):
        return None
    return number_said(value, what)


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
    phases = reachable(problem)
    players = range(problem.players)
    alone: Wins = {(last,): [inside(Fraction(int(player == last))) for player in players] for last in players}
    ways: list[tuple[Policy, Wins]] = [({}, alone)]
    for living in range(2, problem.players + 1):
        orders = [order for order in phases if len(order) == living]
        grown: list[tuple[Policy, Wins]] = []
        for policy, wins in ways:
            stages = [lay_out(problem, order, phases[order], wins) for order in orders]
            choices = [_choices(stage, slack) for stage in stages]
            if len(grown) + prod(map(len, choices)) > cap:
                return None
            for chosen in product(*choices):
                aims = {order: aims for order, (aims, _) in zip(orders, chosen, strict=True)}
                values = {order: list(win) for order, (_, win) in zip(orders, chosen, strict=True)}
                grown.append((policy | aims, wins | values))
        ways = grown
    games = (prepare(problem, policy) for policy, _ in ways)
    return distinct(course_of(game, "announced", turns).to_json() for game in games)


def _choices(stage: Stage[Any], slack: Fraction) -> list[tuple[tuple[Aim | None, ...], Sequence[Any]]]:
    """Return the aims and the values of a phase under every way of breaking its ties; its stalemate, if it is one."""
    paths: list[Any] = [*all_ways(stage, distinct_aims=False, slack=slack)] or [None]
    return [(aims_of(stage, Announced(path)), stage.start(path)) for path in paths]
