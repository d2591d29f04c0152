"""Every optimal outcome of a problem, over all ways of breaking ties."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice, product
from math import prod
from typing import Any, TypeAlias, Unpack

from truel_ref.budget import check
from truel_ref.errors import ProblemError, shown
from truel_ref.fast import integers
from truel_ref.fast.integers import IntegerInduction
from truel_ref.fast.solving import solved
from truel_ref.files import Progress
from truel_ref.game.people import Order, next_order
from truel_ref.game.solution import Outcome, Outcomes, Solution, Tie
from truel_ref.game.statement import AnyProblem, Statement, states_a_problem
from truel_ref.numbers import number_text, read_count, read_rational
from truel_ref.play.announced import Announced
from truel_ref.play.phase import Scalar
from truel_ref.play.phases import Wins, aims_of, reachable, wins_of
from truel_ref.play.ties import all_ways
from truel_ref.play.turns import Options, Stage, lay_out, victims

__all__ = [
    "all_outcomes",
    "tie_report",
]


CAP_LIMIT = 10**9
"""The most combinations; fewer already fill any memory."""


Win: TypeAlias = tuple[Scalar, ...]
"""The win probabilities at the start of one phase, by player."""


@states_a_problem
def all_outcomes(
    problem: AnyProblem,
    *,
    cap: int = 10_000,
    slack: object = 0,
    progress: Progress | None = None,
    **statement: Unpack[Statement],
) -> Outcomes:
    """Return every optimal outcome of a problem, over all ways of breaking ties (`docs/rules.md`, R3.12 and R3.13).

    >>> outcomes = all_outcomes("1/2 1/2 1/2")
    >>> len(outcomes.outcomes), outcomes.complete
    (7, True)
    >>> for outcome in all_outcomes(["1/3", "2/3", 1], slack="0.09").outcomes:
    ...     print(outcome)
    <Outcome Miss, C, B: 25/63, 8/21, 2/9>
    <Outcome C, C, B: 59/189, 34/63, 4/27>

    A way of breaking ties is a choice at every node of every phase; it does not depend on how play reaches the phase.
    The steps, for increasing sizes of phases: (1) for every combination of values of the smaller phases, list the
    possible values of each phase (`truel_ref.play.ties.all_ways`); (2) combine them freely, because the ties of
    different phases are independent; (3) keep the distinct combinations, at most `cap`. In the first phase different
    aims make different outcomes. Following a combination takes about as long as solving the phases of the next size;
    the cap does not apply to the first phase.

    Parameters: `problem`, a solution, or a problem and its keywords as for `solve`; `cap`, the largest number of
    combinations of values of the later phases: beyond it the result says `complete=False`, and more outcomes may exist;
    `slack`, an exact number >= 0: options that differ by at most `slack` count as equal, too, so the list has all
    outcomes of a solver that cannot distinguish them; `progress`, called with 1 after each combination.

    Raises the errors of `solve`, `NumberError` for a cap below 1 or above 10^9, and `ProblemError` for a slack below 0.
    """
    cap = read_count(cap, "cap", 1, CAP_LIMIT)
    allowed = read_rational(slack, "slack")
    if allowed < 0:
        raise ProblemError(f"slack: {shown(slack)} is below 0")
    solution = solved(problem, **statement)
    asked = solution.problem
    ways = _Ways(solution, allowed)
    report = progress or (lambda done: None)
    followed: list[Wins] = [{}]
    complete = True
    for size in range(2, asked.players):
        orders = [order for order in ways.phases if len(order) == size]
        combinations: dict[tuple[Win, ...], None] = {}
        for way in followed:
            possible = [ways.values(order, way) for order in orders]
            for values in product(*possible):
                check()
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
    first = Outcome(solution.win, solution.aims)
    others = sorted(results.keys() - {first}, key=_outcome_key)
    return Outcomes((first, *others), complete, len(followed)).among(asked.people)


class _Ways:
    """The phases of a solution under other values of their later phases.

    Parameters: `solution`; `slack`, the largest difference of options that count as equal.
    """

    def __init__(self, solution: Solution, slack: Fraction) -> None:
        self.solution = solution
        self.slack = slack
        self.phases: dict[Order, Options] = reachable(solution.problem)
        self.wins: Wins = wins_of(solution)

    def stage(self, order: Order, way: Wins) -> Stage[Scalar]:
        """Return the stage of a phase under a way of breaking the ties of the phases that can follow.

        `way` has the values of the phases with one player less; phases of one player need none.
        """
        return lay_out(self.solution.problem, order, self.phases[order], self.wins | way)

    def values(self, order: Order, way: Wins) -> list[Win]:
        """Return the distinct win probabilities of a phase over all ways of breaking its ties, by the rule first."""
        stage = self.stage(order, way)
        paths = all_ways(stage, distinct_aims=False, slack=self.slack)
        wins: dict[Win, None] = dict.fromkeys(tuple(stage.win(path)) for path in paths)
        own = tuple(self.wins[order])
        return sorted(wins, key=lambda win: win != own) or [own]

    def outcomes(self, way: Wins) -> Iterator[Outcome]:
        """Yield the outcomes of the first phase over all ways of breaking its ties, or its stalemate."""
        stage = self.stage(self.solution.problem.first_order, way)
        paths: Sequence[tuple[int, ...] | None] = all_ways(stage, distinct_aims=True, slack=self.slack) or [None]
        for path in paths:
            yield Outcome(stage.public(stage.start(path)), aims_of(stage, Announced(path)))

    def profiles(self, order: Order) -> int:
        """Return the number of profiles of a phase."""
        return prod(map(len, self.phases[order]))

    def most_profiles(self) -> int:
        """Return the largest total of profiles over the phases of one size."""
        by_size: dict[int, int] = {}
        for order in self.phases:
            by_size[len(order)] = by_size.get(len(order), 0) + self.profiles(order)
        return max(by_size.values())

    def matters(self, tie: Tie) -> bool:
        """Return whether breaking one tie in another way, and all others by the rule, changes the first phase."""
        stage = self.stage(tie.order, {})
        places = range(len(tie.earlier))
        earlier = tuple(stage.options[place].index(tie.earlier[place]) for place in places)
        first = self.solution.problem.first_order
        for aim in tie.equal:
            way = {earlier: stage.options[len(earlier)].index(aim)}
            win = stage.start(IntegerInduction(stage, way).complete().path)
            if win != self.wins[tie.order] and self._with(tie.order, win)[first] != self.wins[first]:
                return True
        return False

    def _with(self, order: Order, win: list[Scalar]) -> Wins:
        """Return the values of all phases if one phase has another value and the rule breaks all ties."""
        wins = self.wins | {order: win}
        changed = {order}
        for larger, options in self.phases.items():  # the smallest first
            after = {
                next_order(larger, player, victim)
                for player, aims in zip(larger, options, strict=True)
                for victim in victims(self.solution.problem.hits[player], aims)
            }
            if len(larger) > len(order) and changed & after:
                stage = lay_out(self.solution.problem, larger, options, wins)
                wins[larger] = stage.start(integers.decide(stage).path)
                changed.add(larger)
        return wins


# ---------------------------------------------------------------------------------------------------------
# The effect of ties


def tie_report(solution: Solution) -> list[str]:
    """Return lines on the effect of a solution's ties: the range of each win probability, and the ties that decide it.

    The steps: (1) list the outcomes over the ways of breaking ties, as many as a bounded effort allows
    (`all_outcomes`); (2) for every player, state the least and the greatest win probability; (3) name the ties that
    change these by themselves: if one of them is broken in another way and all others by the rule, the win
    probabilities of the first phase change.

    Without ties the report is empty.

    >>> for line in tie_report(solved("1/2 1/2 1")):
    ...     print(line)
    A wins 2/9 to 7/12, depending on ties
    B wins 1/9 to 13/24, depending on ties
    C wins 1/8 to 2/3, depending on ties
    decided by each of these ties:
      in A, B, C after A Miss, B C: C chose B among A, B
      in A, B, C after A Miss, B Miss: C chose B among A, B (off the path)
    >>> tie_report(solved("1/3 2/3 1"))
    []
    """
    if not solution.ties:
        return []
    ways = _Ways(solution, Fraction(0))
    cap = EFFORT // ways.most_profiles()
    if not cap:
        return ["whether these ties matter is not computed here: use --all-outcomes, or .all_outcomes() in Python"]
    outcomes = all_outcomes(solution, cap=cap)
    if len({outcome.win for outcome in outcomes.outcomes}) == 1:
        if outcomes.complete:
            return ["no tie matters: every way of breaking them gives the same win probabilities"]
        return [f"no tie matters in {_followed(outcomes)}; there are more"]
    return [*_ranges(solution, outcomes), *_causes(solution, ways)]


EFFORT = 10_000
"""The most profiles of phases of one size in a report on ties: about a second."""

NAMED = 12
"""The most ties that a report names."""


def _followed(outcomes: Outcomes) -> str:
    count = outcomes.combinations
    return f"the {count} ways of breaking them that were followed" if count > 1 else "the way that was followed"


def _ranges(solution: Solution, outcomes: Outcomes) -> list[str]:
    """Return the range of every player's win probability, and of the probability that nobody wins."""
    people = solution.problem.people
    chances = [
        (f"{people.label(player)} wins", [outcome.win[player] for outcome in outcomes.outcomes])
        for player in people.by_person(solution.problem.first_order)
    ]
    stalemates = [outcome.stalemate for outcome in outcomes.outcomes]
    if any(stalemates):
        chances.append(("nobody wins", stalemates))
    lines = []
    always = "in any case" if outcomes.complete else "in all ways that were followed"
    for who, values in chances:
        low, high = number_text(min(values)), number_text(max(values))
        lines.append(f"{who} {low} {always}" if low == high else f"{who} {low} to {high}, depending on ties")
    if not outcomes.complete:
        lines.append(f"this is a lower bound: it is what {_followed(outcomes)} can lead to, and there are more")
    return lines


def _causes(solution: Solution, ways: _Ways) -> list[str]:
    """Return the ties that change the win probabilities of the first phase by themselves."""
    left, looked_at = 10 * EFFORT, 0
    causes = []
    for tie in solution.ties:
        left -= ways.profiles(tie.order) * len(tie.equal)
        if left < 0:
            break
        looked_at += 1
        if ways.matters(tie):
            causes.append(f"  {tie}")
    among = f" among the first {looked_at} of {len(solution.ties)}" if left < 0 else ""
    if not causes:
        return [f"no tie{among} decides it alone"]
    listed = causes[:NAMED]
    if len(causes) > NAMED:
        listed.append(f"  and {len(causes) - NAMED} more")
    return [f"decided by {'this tie' if len(causes) == 1 else 'each of these ties'}{among}:", *listed]


def _outcome_key(outcome: Outcome) -> tuple[Any, ...]:
    aims = tuple((3, 0, ()) if aim is None else aim.canonical_key() for aim in outcome.aims)
    return aims, tuple(-win for win in outcome.win)
