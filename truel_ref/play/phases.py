"""All phases of a problem, smallest first: from the problem to its solution, one line per step.

Rules: `docs/rules.md`, R1.5 to R1.10, R3.5, R3.6 and R3.11.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from truel_ref.budget import check, so_far
from truel_ref.errors import shown
from truel_ref.files import Progress
from truel_ref.game.aims import Aim
from truel_ref.game.people import Order, People, next_order
from truel_ref.game.problem import Problem
from truel_ref.game.solution import Phase, Solution, Tie
from truel_ref.numbers import backend_in_force, inside, number_text
from truel_ref.play import announced
from truel_ref.play.announced import Announced
from truel_ref.play.phase import Scalar, Vector
from truel_ref.play.turns import Options, Stage, lay_out, survivor, victims

__all__ = [
    "Decide",
    "Wins",
    "known_phases",
    "reachable",
    "solve_phases",
    "stage_of",
    "survivors",
    "ties_of",
    "wins_also",
    "wins_of",
]

Wins: TypeAlias = dict[Order, Vector[Scalar]]
"""The win probabilities at the start of phases, in numbers inside."""

Decide: TypeAlias = Callable[[Stage[Scalar]], Announced]
"""Decides a phase. `truel_ref.play.announced.decide` is the definition; every other function equals it."""


def solve_phases(
    problem: Problem,
    decide: Decide = announced.decide,
    *,
    method: str = "definition",
    progress: Progress | None = None,
) -> Solution:
    """Return the solution of a problem, phase by phase, the smallest first.

    Parameters: `problem`; `decide`, the function that decides a phase, and `method`, its name in the solution;
    `progress`, called with 1 after each phase.

    >>> solution = solve_phases(Problem(["1/3", "2/3", 1]))
    >>> [str(win) for win in solution.win], [str(aim) for aim in solution.aims]
    (['25/63', '8/21', '2/9'], ['Miss', 'C', 'B'])
    """
    wins = survivors(problem)
    phases: dict[Order, Phase] = {}
    ties: dict[Order, list[Tie]] = {}
    with known_phases(problem.people, phases):
        for order, options in reachable(problem).items():  # from the problem to its phases, smallest first;
            check()
            stage = lay_out(problem, order, options, wins)  # every option becomes a turn;
            chosen = decide(stage)  # one profile is chosen;
            wins[order] = stage.start(chosen.path)  # its value is V / (1 - K);
            phases[order] = Phase(order, aims_of(stage, chosen), stage.public(wins[order]))
            ties[order] = ties_of(stage, chosen)
            if progress is not None:
                progress(1)
    largest_first = sorted(phases, key=lambda order: (-len(order), order))
    return Solution(  # and all of it is the solution.
        problem=problem,
        phases=tuple(phases[order] for order in largest_first),
        ties=tuple(tie for order in largest_first for tie in ties[order]),
        method=method,
        backend=backend_in_force(problem.hits),
    )


def known_phases(people: People, phases: Mapping[Order, Phase]) -> contextlib.AbstractContextManager[None]:
    """Add the phases solved so far, the last first and with names, to a `BudgetError` that leaves a block."""
    return so_far(phases=lambda: tuple(phase.among(people) for phase in reversed(list(phases.values()))))


def reachable(problem: Problem, starts: Iterable[Order] = ()) -> dict[Order, Options]:
    """Return the phases that some options of the players lead to, the smallest first, with their options.

    Parameters: `problem`; `starts`, the phases to start from, by default the first phase.

    >>> [len(order) for order in reachable(Problem(["1/3", "2/3", 1]))]
    [2, 2, 2, 2, 2, 2, 3]
    """
    options: dict[Order, Options] = {}
    left = list(starts) or [problem.first_order]
    while left:
        check()
        order = left.pop()
        if order in options:
            continue
        options[order] = tuple(problem.options(order, player) for player in order)
        for player, aims in zip(order, options[order], strict=True):
            if len(order) > 2:
                left += [next_order(order, player, victim) for victim in victims(problem.hits[player], aims)]
    return {order: options[order] for order in sorted(options, key=lambda order: (len(order), order))}


def survivors(problem: Problem) -> Wins:
    """Return the win probabilities of the phases of one player."""
    return {(last,): survivor(last, problem.players) for last in problem.first_order}


def aims_of(stage: Stage[Scalar], chosen: Announced) -> tuple[Aim | None, ...]:
    """Return the aims of a phase; in a stalemate the predefined aims, and None for players with a choice."""
    if chosen.path is not None:
        return stage.aims(chosen.path)
    return tuple(
        None if stage.problem.has_choice(stage.order, player) else aims[0]
        for player, aims in zip(stage.order, stage.options, strict=True)
    )


def ties_of(stage: Stage[Scalar], chosen: Announced) -> list[Tie]:
    """Return the ties of a phase, with aims in place of options."""
    return [
        Tie(
            stage.order,
            earlier=stage.aims(tie.earlier),
            equal=tuple(stage.options[len(tie.earlier)][option] for option in tie.equal),
            chosen=stage.options[len(tie.earlier)][tie.chosen],
            on_path=chosen.meets(tie),
        )
        for tie in chosen.ties
    ]


# ---------------------------------------------------------------------------------------------------------
# Phases of a solved problem


def wins_also(solution: Solution, orders: Iterable[Order], decide: Decide = announced.decide) -> Wins:
    """Return the win probabilities of every phase of a solution, and of further phases that no option leads to.

    Parameters: `solution`; `orders`, the further phases; `decide`, the function that decides a phase.
    """
    problem = solution.problem
    wins = wins_of(solution)
    missing = [order for order in orders if order not in wins]
    for order, options in reachable(problem, missing).items() if missing else ():
        if order not in wins:
            stage = lay_out(problem, order, options, wins)
            wins[order] = stage.start(decide(stage).path)
    return wins


def wins_of(solution: Solution) -> Wins:
    """Return the win probabilities at the start of every phase of a solution, in numbers inside.

    >>> wins_of(solve_phases(Problem(["1/3", "2/3", 1])))[(2,)] == [0, 0, 1]
    True
    """
    wins = survivors(solution.problem)
    return wins | {phase.order: [inside(win) for win in phase.win] for phase in solution.phases}


def stage_of(solution: Solution, order: Order, other: Mapping[Order, Vector[Scalar]] | None = None) -> Stage[Scalar]:
    """Return the stage of a phase of a solution: its options as turns, with the values of the later phases.

    Parameters: `solution`; `order`, one of its phases; `other`, values of some later phases that replace those of the
    solution, from another way of breaking ties.
    """
    problem = solution.problem
    wins = wins_of(solution) | dict(other or {})
    return lay_out(problem, order, tuple(problem.options(order, player) for player in order), wins)


def first_irrational(problem: Problem) -> str:
    """Return the sentence that names the player with the first irrational number of a problem.

    >>> first_irrational(Problem(["1/2", "sqrt(2)/2"]))
    "player B has 'sqrt(2)/2', which is irrational"
    """
    player, number = problem.irrational[0]
    return f"player {problem.label(player)} has {shown(number_text(number))}, which is irrational"
