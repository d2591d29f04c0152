"""The aims of an answer, as a game for dice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from truel_ref.errors import ProblemError, refuse, shown
from truel_ref.game.aims import Aim
from truel_ref.game.equilibrium import Equilibrium, PeriodicEquilibrium
from truel_ref.game.people import Order, next_order
from truel_ref.game.solution import Solution
from truel_ref.game.variant import Policy, VariantAnswer, VariantPlay
from truel_ref.kernels.graphs import reached
from truel_ref.limits import check
from truel_ref.simulation import rules
from truel_ref.simulation.rules import DiceGame, Position, Rules

Answer: TypeAlias = Solution | Equilibrium | PeriodicEquilibrium | VariantAnswer
"""An answer with the aims of all players."""


def game_of(answer: Answer, play: VariantPlay | None = None) -> DiceGame:
    """Return the game of an answer.

    Parameters: `answer`, a solution, a stationary or periodic equilibrium of all players, or the answer under other
    rules of fire; `play`, which of several plays of such an answer counts.

    Raises `ProblemError` for what is no answer, for an equilibrium of fewer players, for an answer without exactly one
    play, for a lot with a drawn order without exactly one equilibrium, and for a lot that was read from JSON.

    >>> from truel_ref import by_lot, random_shooter, solve
    >>> game_of(solve(["1/3", "2/3", 1])).lots[0].start, len(game_of(random_shooter([1, 1])).lots)
    (((0, 1, 2), 0, 0), 1)
    >>> len(game_of(by_lot(["1/3", "2/3", 1])).lots)
    6
    """
    unknown = f"{shown(answer)} is not an answer, which says who aims where; give solve(problem)"
    one_of_several = isinstance(play, VariantPlay) and isinstance(answer, VariantAnswer)
    strange = f"play: {shown(play)} is not a play of this answer; give one of a variant, such as answer[0]"
    refuse(ProblemError, (not isinstance(answer, Answer), unknown), (play is not None and not one_of_several, strange))
    problem = answer.problem
    if isinstance(answer, VariantAnswer):
        return DiceGame(problem, tuple(_lots(answer)) if answer.model == "lot" else (_fire(answer, play),))
    fewer = "a duel begins with all players; give an equilibrium of all of them"
    refuse(ProblemError, (not isinstance(answer, Solution) and len(answer.living) < problem.players, fewer))
    plans = _plans(answer) if isinstance(answer, PeriodicEquilibrium) else rules.in_turn(problem, policy_of(answer))
    return DiceGame(problem, (plans,))


def policy_of(answer: Solution | Equilibrium) -> Policy:
    """Return the aims of all phases that play can reach, by shooting order; every round has the same.

    >>> from truel_ref import solve
    >>> [[str(aim) for aim in aims] for (aims,) in policy_of(solve(["1/3", "2/3", 1])).values()]
    [['Miss', 'C', 'B'], ['B', 'A'], ['C', 'A']]
    """
    problem, policy = answer.problem, dict[Order, tuple[tuple[Aim | None, ...]]]()

    def after(order: Order) -> Iterator[Order]:
        if len(order) > 1:
            aims = answer.policy[order].aims if isinstance(answer, Solution) else answer.aims_in(order)
            policy[order] = (aims,)
            for player, aim in zip(order, aims, strict=True):
                for victim in aim.targets if aim and problem.hits[player] else ():
                    yield next_order(order, player, victim)

    reached([problem.order], after)
    return policy


def _lots(answer: VariantAnswer) -> Iterator[Rules]:
    """Yield the rules of every order that a lot can draw."""
    problem = answer.problem
    for drawn in answer.drawn:
        check()
        order, many = f"the drawn order {problem.order_text(drawn.order)}", len(drawn.policies)
        unknown = f"{order} has no policy: JSON does not have it; take by_lot(answer.variant)"
        several = f"{order} has {many} equilibria; a lot for dice needs exactly one: take announced play"
        refuse(ProblemError, (drawn.plays and not many, unknown), (many != 1, several))
        yield rules.in_turn(problem.changed(order=[*map(problem.label, drawn.order)]), drawn.policies[0])


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
