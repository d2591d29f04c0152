"""The aims of an answer, as a game for dice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import permutations
from typing import Any, TypeAlias

from truel_ref.errors import ProblemError, refuse, shown
from truel_ref.fast.solving import solve
from truel_ref.game.aims import Aim
from truel_ref.game.equilibrium import Equilibrium, PeriodicEquilibrium
from truel_ref.game.people import Order
from truel_ref.game.solution import Solution
from truel_ref.game.variant import Variant, VariantAnswer, VariantPlay
from truel_ref.limits import check
from truel_ref.play.selections import CAP
from truel_ref.play.stationary import equilibria
from truel_ref.simulation import rules
from truel_ref.simulation.rules import DiceGame, Position, Rules

Answer: TypeAlias = Solution | Equilibrium | PeriodicEquilibrium | VariantAnswer
"""An answer with the aims of all players."""


def game_of(answer: Answer, play: VariantPlay | None = None) -> DiceGame:
    """Return the game of an answer.

    Parameters: `answer`, a solution, a stationary or periodic equilibrium of all players, or the answer under other
    rules of fire; `play`, which of several plays of such an answer counts.

    Raises `ProblemError` for what is no answer, for an equilibrium of fewer players, for an answer without exactly one
    play, and for a lot with a drawn order without exactly one equilibrium.

    >>> from truel_ref import by_lot, random_shooter, solve
    >>> game_of(solve(["1/3", "2/3", 1])).lots[0].start, len(game_of(random_shooter([1, 1])).lots)
    (((0, 1, 2), 0, 0), 1)
    >>> len(game_of(by_lot(["1/3", "2/3", 1])).lots)
    6
    """
    unknown = f"{shown(answer)} is not an answer, which says who aims where; give solve(problem)"
    refuse(ProblemError, (not isinstance(answer, Answer), unknown))
    several = isinstance(answer, VariantAnswer) and answer.model != "lot" and isinstance(play, VariantPlay)
    choice = f"{shown(play)} is not one of several plays of this answer; leave the choice out"
    refuse(ProblemError, (play is not None and not several, choice))
    problem = answer.problem
    if isinstance(answer, VariantAnswer):
        return DiceGame(problem, tuple(_lots(answer.variant)) if answer.model == "lot" else (_fire(answer, play),))
    if isinstance(answer, Solution):
        aims = {phase.order: (phase.aims,) for phase in answer.phases}
        return DiceGame(problem, (rules.in_turn(problem, aims),))
    fewer = "a duel begins with all players; give an equilibrium of all of them"
    refuse(ProblemError, (len(answer.living) < problem.players, fewer))
    if isinstance(answer, PeriodicEquilibrium):
        return DiceGame(problem, (_plans(answer),))
    cycles = [living[first:] + living[:first] for living in answer.policy for first in range(len(living))]
    return DiceGame(problem, (rules.in_turn(problem, {cycle: (answer.aims_in(cycle),) for cycle in cycles}),))


def drawn_answers(variant: Variant, cap: int = CAP) -> Iterator[tuple[Order, list[Any], bool]]:
    """Yield every order that a lot can draw, with the answers to its problem, and whether these are all.

    The orders come in lexicographic order; if only the first shooter is drawn, as shifts of the stated order.
    """
    cycle = variant.problem.order
    shifts = (cycle[first:] + cycle[:first] for first in range(len(cycle)))
    for order in shifts if variant.start else permutations(sorted(cycle)):
        check()
        ordered = variant.problem.changed(order=[variant.problem.label(player) for player in order])
        if variant.play == "announced":
            yield order, [solve(ordered)], True
        else:
            answer = equilibria(ordered, cap=cap)
            yield order, list(answer), answer.complete


def _lots(variant: Variant) -> Iterator[Rules]:
    """Yield the rules of every order that a lot can draw."""
    for order, found, _ in drawn_answers(variant):
        drawn = f"the drawn order {variant.problem.order_text(order)} has {len(found)} equilibria"
        refuse(ProblemError, (len(found) != 1, f"{drawn}; a lot for dice needs exactly one: take announced play"))
        yield game_of(found[0]).lots[0]


def _plans(play: PeriodicEquilibrium) -> Rules:
    """Return play by plans, each of which begins in the round that its player on move determines (R13)."""
    plans = {plan.living: plan for plan in (play, *play.below)}

    def begin(order: Order) -> Position:
        living = tuple(player for player in play.living if player in order)
        seat = living.index(order[0])
        return living, seat, plans[living].entry[seat] - 1 if living in plans else 0

    return rules.in_turn(play.problem, {living: plan.aims for living, plan in plans.items()}, begin)


def _fire(answer: VariantAnswer, play: VariantPlay | None) -> Rules:
    """Return the rules of a play under other rules of fire."""
    problem, model, many = answer.problem, answer.model, len(answer)
    several = f"the answer has {many} plays; choose one: play=answer[0]" if many else "the answer has no play"
    refuse(ProblemError, (play is None and many != 1, several))
    policy = (play or answer[0]).policy

    def aims_of(living: Order, mover: int | None = None, counts: tuple[int, ...] = ()) -> tuple[Aim | None, ...]:
        state = policy.get((living, mover, counts))
        refuse(ProblemError, (state is None and len(living) > 1, f"the play has no {problem.order_text(living)}"))
        return state.aims if state else ()

    return _RULES[model](problem, aims_of, *([answer.variant.bullets] if model == "bullets" else []))


_RULES: dict[str, Callable[..., Rules]] = {
    "shooter": rules.random_shooter,
    "simultaneous": rules.simultaneous_fire,
    "bullets": rules.bullets,
    "opinions": rules.opinions,
}
