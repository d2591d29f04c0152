"""Every optimal outcome of a problem, over all ways of breaking ties, and which ties matter."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import accumulate, groupby, islice, product
from math import prod
from typing import Any, TypeAlias, Unpack

from truel_ref.errors import ProblemError, refuse, shown
from truel_ref.fast.recursion import EveryWay, Recursion, game_of, layouts
from truel_ref.fast.solving import solved
from truel_ref.files import Progress
from truel_ref.game.aims import Aim
from truel_ref.game.parts import by_player
from truel_ref.game.people import Order
from truel_ref.game.problem import AnyProblem, Statement, states_a_problem
from truel_ref.game.solution import Outcome, Outcomes, Solution, Tie
from truel_ref.limits import check
from truel_ref.numbers import number_text, read_count, read_rational

CAP_LIMIT = 10**9
"""The most combinations; fewer already fill any memory."""

Win: TypeAlias = tuple[Any, ...]
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
    Miss, C, B: 25/63, 8/21, 2/9
    C, C, B: 59/189, 34/63, 4/27

    A way of breaking ties is a choice at every node of every phase; it does not depend on how play reaches the phase.
    The steps, for increasing sizes of phases: (1) for every combination of values of the smaller phases, list the
    possible values of each phase (`truel_ref.fast.recursion.EveryWay`); (2) combine them freely, because the ties of
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
    refuse(ProblemError, (allowed < 0, f"slack: {shown(slack)} is below 0"))
    solution = solved(problem, **statement)
    asked, game, report = solution.problem, game_of(solution), progress or (lambda done: None)
    *later, first = layouts(asked)
    ways, complete = [dict[Order, Win]()], True
    for _, group in groupby(later, key=lambda layout: len(layout.phase)):
        phases = {layout.phase: layout for layout in group}
        combinations: dict[tuple[Win, ...], None] = {}
        for way in ways:
            below = game.changed(way)
            possible = [_values(EveryWay(below, layout), allowed, solution) for layout in phases.values()]
            combinations |= dict.fromkeys(islice(product(*possible), cap + 1))
            report(1)
            if len(combinations) > cap:
                complete = False
                break
        ways = [dict(zip(phases, values, strict=True)) for values in islice(combinations, cap)]
    best, outcomes = Outcome(solution.win, solution.aims, problem=asked), set[Outcome]()
    for way in ways:
        stage = EveryWay(game.changed(way), first)
        for profile in stage.profiles(allowed):
            aims = by_player(stage.phase, stage.aims(profile))
            outcomes.add(Outcome(tuple(stage.win(profile)), aims, problem=asked))
        report(1)

    def canonical(one: Outcome) -> Any:
        return [aim.canonical_key(asked.order) for aim in one.aims if aim], [-win for win in one.win]

    return Outcomes(asked, (best, *sorted(outcomes - {best}, key=canonical)), complete, len(ways))


def _values(stage: EveryWay, slack: Fraction, solution: Solution) -> list[Win]:
    """Return the distinct win probabilities of a phase over all ways of breaking its ties, those of the rule first."""
    usual = solution.policy[stage.phase].win
    wins = dict.fromkeys(tuple(stage.win(profile)) for profile in stage.profiles(slack))
    return sorted(wins, key=lambda win: win != usual) or [usual]


# ---------------------------------------------------------------------------------------------------------
# The effect of ties

EFFORT = 10_000
"""The most profiles of phases of one size in a report on ties: about a second."""

NAMED = 12
"""The most ties that a report names."""


def tie_report(solution: Solution) -> list[str]:
    """Return lines on the effect of a solution's ties, none if no tie matters.

    The steps: (1) list the outcomes over the ways of breaking ties, as many as a bounded effort allows
    (`all_outcomes`); (2) for every player, state the least and the greatest win probability; (3) name the ties that
    change these by themselves: if one of them is broken in another way and all others by the rule, the win
    probabilities of the first phase change.

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
    problem = solution.problem
    sizes = {problem.order: prod(len(problem.options(problem.order, player)) for player in problem.order)}
    if sizes[problem.order] <= EFFORT:  # otherwise the later phases need not be laid out: there are too many
        sizes |= {layout.phase: prod(map(len, layout.options)) for layout in layouts(problem)}
    many = Counter[int]()
    for order, size in sizes.items():
        many[len(order)] += size
    cap = EFFORT // max(many.values())
    if not cap:
        return [
            "whether these ties matter is not computed here: use --all-outcomes, or all_outcomes(solution) in Python"
        ]
    outcomes = all_outcomes(solution, cap=cap)
    count, chances = outcomes.combinations, {(*one.win, one.stalemate) for one in outcomes.outcomes}
    followed = f"the {count} ways of breaking them that were followed" if count > 1 else "the way that was followed"
    if len(chances) == 1:
        return [] if outcomes.complete else [f"no tie matters in {followed}; there are more"]
    always = "in any case" if outcomes.complete else "in all ways that were followed"
    lines = []
    for who, *values in zip((*problem.names, "nobody"), *chances, strict=True):
        low, high = number_text(min(values)), number_text(max(values))
        if high != "0" or who != "nobody":
            lines.append(f"{who} wins {low} " + (always if low == high else f"to {high}, depending on ties"))
    if not outcomes.complete:
        lines.append(f"this is a lower bound: it is what {followed} can lead to, and there are more")
    return lines + _causes(solution, sizes)


def _causes(solution: Solution, sizes: dict[Order, int]) -> list[str]:
    """Return the ties that change the win probabilities of the first phase by themselves, within a bounded effort."""
    efforts = accumulate(sizes[tie.order] * len(tie.equal) for tie in solution.ties)
    looked, known = sum(effort <= 10 * EFFORT for effort in efforts), len(solution.ties)
    among = f" among the first {looked} of {known}" if looked < known else ""
    ties = [tie for tie in solution.ties[:looked] if any(_matters(solution, tie, aim) for aim in tie.equal)]
    if not ties:
        return [f"no tie{among} decides it alone"]
    causes = [f"  {tie}" for tie in ties[:NAMED]] + [f"  and {len(ties) - NAMED} more"] * (len(ties) > NAMED)
    return [f"decided by {'this tie' if len(ties) == 1 else 'each of these ties'}{among}:", *causes]


def _matters(solution: Solution, tie: Tie, aim: Aim) -> bool:
    """Return whether breaking one tie by another aim, and all others by the rule, changes the first phase."""
    check()
    game, changed = game_of(solution), set[Order]()
    for layout in layouts(solution.problem):
        way = {}
        if layout.phase == tie.order:
            *earlier, taken = map(tuple.index, layout.options, (*tie.earlier, aim))
            way = {tuple(earlier): taken}
        after = {later for every in layout.shots for shots in every for _, later in shots}
        if way or changed & after:
            stage = Recursion(game, layout, way)
            if game.enter(layout.phase, *stage.value(stage.decide())) != solution.policy[layout.phase].win:
                changed.add(layout.phase)
    return solution.problem.order in changed
