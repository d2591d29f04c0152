"""Every optimal outcome of a problem, over all ways of breaking ties."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import islice, product
from typing import Any, TypeAlias

from truel_ref.errors import ProblemError, shown
from truel_ref.fast.methods import solve
from truel_ref.files import Progress
from truel_ref.game.answers import Outcome, Outcomes
from truel_ref.game.orders import Order
from truel_ref.game.problem import Problem, stated
from truel_ref.game.reading import UNSTATED
from truel_ref.game.solution import Solution
from truel_ref.numbers import Backend, read_count, read_rational
from truel_ref.play.announced import Announced
from truel_ref.play.phase import Scalar
from truel_ref.play.phases import Wins, aims_of, backend_for, reachable, wins_of
from truel_ref.play.ties import all_ways
from truel_ref.play.turns import Options, Stage, lay_out

__all__ = ["all_outcomes"]

CAP_LIMIT = 10**9
"""Combinations; fewer fill every memory."""

Win: TypeAlias = tuple[Scalar, ...]
"""The win probabilities at the start of one phase, by player."""


def all_outcomes(
    problem: Solution | Problem | Iterable[object],
    *,
    cap: int = 10_000,
    slack: object = 0,
    backend: str | None = None,
    progress: Progress | None = None,
    targets: object = UNSTATED,
    search: object = UNSTATED,
    target_later: object = UNSTATED,
    search_later: object = UNSTATED,
    tie_rule: object = UNSTATED,
    random_levels: object = UNSTATED,
    if_eq: object = UNSTATED,
    names: object = UNSTATED,
    order: object = UNSTATED,
) -> Outcomes:
    """Return every optimal outcome of a problem, over all ways of breaking ties.

    A way is one choice at every node of every phase; a phase is resolved in one way however it is reached. The steps,
    for the sizes of phases upwards: (1) for every combination of values of the smaller phases, list the possible
    values of each phase (`truel_ref.play.ties.all_ways`); (2) combine them, since each phase is resolved by itself;
    (3) keep the distinct combinations, `cap` at most. For the first phase the aims count too. Following one
    combination costs about as much as solving the phases of the next size; the first phase is not capped.

    Parameters: `problem`, a solution, a problem, or hit probabilities with keywords of `Problem`; `backend` as for
    `solve`; `cap`, how many combinations of values of the later
    phases are followed; beyond it the result says `complete=False` and is a lower bound; `slack`, an exact number >= 0:
    options that differ by at most so much are taken for equal, too, which lists what a solver that cannot tell them
    apart may come to; `progress`, called with 1 after each combination that is followed.

    Raises what `solve` raises, and `NumberError` for a cap below 1 or above 10^9, `ProblemError` for a slack below 0.

    >>> outcomes = all_outcomes(["1/2", "1/2", "1/2"])
    >>> len(outcomes.outcomes), outcomes.complete
    (7, True)
    >>> for outcome in all_outcomes(["1/3", "2/3", 1], slack="0.09").outcomes:
    ...     print(outcome)
    <Outcome Miss, C, B: 25/63, 8/21, 2/9>
    <Outcome C, C, B: 59/189, 34/63, 4/27>
    """
    cap = read_count(cap, "cap", 1, CAP_LIMIT)
    allowed = read_rational(slack, "slack")
    if allowed < 0:
        raise ProblemError(f"slack: {shown(slack)} is below 0")
    asked = stated(
        problem.problem if isinstance(problem, Solution) else problem,
        targets=targets,
        search=search,
        target_later=target_later,
        search_later=search_later,
        tie_rule=tie_rule,
        random_levels=random_levels,
        if_eq=if_eq,
        names=names,
        order=order,
    )
    solution = problem if isinstance(problem, Solution) else solve(asked, backend=backend)
    ways = _Ways(solution, backend_for(asked, backend), allowed)
    report = progress or _nothing
    followed: list[Wins] = [{}]
    complete = True
    for size in range(2, asked.players):
        orders = [order for order in ways.phases if len(order) == size]
        combinations: dict[tuple[Win, ...], None] = {}
        for way in followed:
            for values in product(*(ways.values(order, way) for order in orders)):
                combinations[values] = None
                if len(combinations) > cap:
                    break
            report(1)
            if len(combinations) > cap:
                complete = False
                break
        followed = [dict(zip(orders, values, strict=True)) for values in islice(combinations, cap)]
    results: dict[Outcome, None] = {}
    for way in followed:
        results |= dict.fromkeys(ways.outcomes(way))
        report(1)
    first = Outcome(ways.solution.win, ways.solution.aims)
    others = sorted(results.keys() - {first}, key=_outcome_key)
    return Outcomes((first, *others), complete, len(followed)).among(asked.people)


class _Ways:
    """The phases of a solution, each with other values for the phases that can follow.

    Parameters: `solution`; `backend`; `slack`, by how much options may differ and count as equal.
    """

    def __init__(self, solution: Solution, backend: Backend, slack: Fraction) -> None:
        self.solution = solution
        self.backend = backend
        self.slack = slack
        self.phases: dict[Order, Options] = reachable(solution.problem)
        self.wins: Wins = wins_of(solution, backend)

    def stage(self, order: Order, way: Wins) -> Stage[Scalar]:
        """Return the stage of a phase over a way of breaking the ties of the phases that can follow.

        `way` has the values of the phases that are one player smaller, which are all that can follow, but for those
        of one player.
        """
        return lay_out(self.solution.problem, order, self.phases[order], self.wins | way, self.backend)

    def values(self, order: Order, way: Wins) -> list[Win]:
        """Return the distinct win probabilities of a phase over all ways of breaking its ties, the chosen first."""
        stage = self.stage(order, way)
        paths = all_ways(stage, distinct_aims=False, slack=self.slack)
        wins: dict[Win, None] = dict.fromkeys(tuple(stage.win(path)) for path in paths)
        own = tuple(self.wins[order])
        return sorted(wins, key=lambda win: win != own) or [own]

    def outcomes(self, way: Wins) -> Iterator[Outcome]:
        """Yield the outcomes of the first phase over all ways of breaking its ties; its stalemate, if it is one."""
        stage = self.stage(self.solution.problem.first_order, way)
        paths: Sequence[tuple[int, ...] | None] = all_ways(stage, distinct_aims=True, slack=self.slack) or [None]
        for path in paths:
            yield Outcome(stage.public(stage.start(path)), aims_of(stage, Announced(path)))


def _nothing(done: int) -> None:
    """Report no progress."""


def _outcome_key(outcome: Outcome) -> tuple[Any, ...]:
    aims = tuple((3, 0, ()) if aim is None else aim.canonical_key() for aim in outcome.aims)
    return aims, tuple(-win for win in outcome.win)
