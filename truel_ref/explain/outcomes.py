"""Every optimal outcome of a problem, over all ways of breaking ties."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice, product
from math import prod
from typing import Any, TypeAlias, Unpack

from truel_ref.errors import ProblemError, shown
from truel_ref.fast.recursion import EveryWay, Game, Layout, Stage, game_of, layouts
from truel_ref.fast.solving import solved
from truel_ref.files import Progress
from truel_ref.game.parts import by_player
from truel_ref.game.people import Order
from truel_ref.game.problem import AnyProblem, Statement, states_a_problem
from truel_ref.game.solution import Outcome, Outcomes, Solution, Tie
from truel_ref.limits import check
from truel_ref.numbers import number_text, read_count, read_rational

__all__ = [
    "all_outcomes",
    "tie_report",
]


CAP_LIMIT = 10**9
"""The most combinations; fewer already fill any memory."""


Win: TypeAlias = tuple[Any, ...]
"""The win probabilities at the start of one phase, by player."""

Wins: TypeAlias = dict[Order, Win]
"""The win probabilities at the start of some phases."""


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
    if allowed < 0:
        raise ProblemError(f"slack: {shown(slack)} is below 0")
    solution = solved(problem, **statement)
    asked = solution.problem
    ways = _Ways(solution, allowed)
    report = progress or (lambda done: None)
    followed: list[Wins] = [{}]
    complete = True
    for size in range(2, asked.players):
        orders = [order for order in ways.layouts if len(order) == size]
        combinations: dict[tuple[Win, ...], None] = {}
        for way in followed:
            game = ways.game.changed(way)
            possible = [ways.values(order, game) for order in orders]
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
        results |= dict.fromkeys(ways.outcomes(ways.game.changed(way)))
        report(1)
    first = Outcome(solution.win, solution.aims, problem=asked)
    others = sorted(results.keys() - {first}, key=_outcome_key)
    return Outcomes(asked, (first, *others), complete, len(followed))


class _Ways:
    """The phases of a solution under other values of their later phases.

    A game has the values of the later phases in one way of breaking their ties; of these only the phases with one
    player less count.

    Parameters: `solution`; `slack`, the largest difference of options that count as equal.
    """

    def __init__(self, solution: Solution, slack: Fraction) -> None:
        self.solution = solution
        self.slack = slack
        self.layouts = {layout.phase: layout for layout in layouts(solution.problem)}
        self.game = game_of(solution)
        self.wins = {phase.order: tuple(phase.win) for phase in solution.phases}

    def values(self, order: Order, game: Game) -> list[Win]:
        """Return the distinct win probabilities of a phase over all ways of breaking its ties, by the rule first."""
        stage = EveryWay(game, _without_copies(self.layouts[order], game), self.slack)
        wins = dict.fromkeys(tuple(stage.win(profile)) for profile in stage.profiles())
        return sorted(wins, key=lambda win: win != self.wins[order]) or [self.wins[order]]

    def outcomes(self, game: Game) -> Iterator[Outcome]:
        """Yield the outcomes of the first phase over all ways of breaking its ties, or its stalemate."""
        problem = self.solution.problem
        stage = EveryWay(game, self.layouts[problem.order], self.slack)
        profiles: list[Any] = [*stage.profiles()]
        for profile in profiles or [None]:
            yield Outcome(tuple(stage.win(profile)), by_player(stage.phase, stage.aims(profile)), problem=problem)

    def profiles(self, order: Order) -> int:
        """Return the number of profiles of a phase."""
        return prod(map(len, self.layouts[order].options))

    def most_profiles(self) -> int:
        """Return the largest total of profiles over the phases of one size."""
        by_size: dict[int, int] = {}
        for order in self.layouts:
            by_size[len(order)] = by_size.get(len(order), 0) + self.profiles(order)
        return max(by_size.values())

    def matters(self, tie: Tie) -> bool:
        """Return whether breaking one tie in another way, and all others by the rule, changes the first phase."""
        layout = self.layouts[tie.order]
        history = tuple(options.index(aim) for options, aim in zip(layout.options, tie.earlier, strict=False))
        first = self.solution.problem.order
        for aim in tie.equal:
            stage = Stage(self.game, layout, {history: layout.options[len(history)].index(aim)})
            win = tuple(stage.win(stage.decide()))
            if win != self.wins[tie.order] and self._with(tie.order, win)[first] != self.wins[first]:
                return True
        return False

    def _with(self, order: Order, win: Win) -> Wins:
        """Return the values of all phases if one phase has another value and the rule breaks all ties."""
        changed: Wins = {order: win}
        for larger, layout in self.layouts.items():  # the smallest first
            after = {later for every in layout.shots for shots in every for _, later in shots}
            if len(larger) > len(order) and changed.keys() & after:
                stage = Stage(self.game.changed(changed), layout)
                changed[larger] = tuple(stage.win(stage.decide()))
        return self.wins | changed


def _without_copies(layout: Layout, game: Game) -> Layout:
    """Return a phase without the options that lead to the same numbers as an earlier option of the same player."""
    options, shots = [], []
    for aims, every in zip(layout.options, layout.shots, strict=True):
        known: dict[Any, Any] = {}
        for aim, some in zip(aims, every, strict=True):
            led_to = [(weight, *game.values[later]) for weight, later in some]
            known.setdefault(repr(led_to), (aim, some))
        mine, theirs = zip(*known.values(), strict=True)
        options.append(mine)
        shots.append([*theirs])
    return Layout(layout.phase, tuple(options), shots, layout.scale)


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
        return [
            "whether these ties matter is not computed here: use --all-outcomes, or all_outcomes(solution) in Python"
        ]
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
    chances = [
        (f"{solution.problem.label(player)} wins", [outcome.win[player] for outcome in outcomes.outcomes])
        for player in range(solution.problem.players)
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
    aims = tuple((3, 0, ()) if aim is None else aim.canonical_key(outcome.problem.order) for aim in outcome.aims)
    return aims, tuple(-win for win in outcome.win)
