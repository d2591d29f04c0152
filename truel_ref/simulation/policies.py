"""The aims of an answer, as a game for dice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from truel_ref.errors import NumberError, ProblemError, shown
from truel_ref.game.aims import Aim, Word, read_target
from truel_ref.game.equilibrium import Equilibrium, PeriodicEquilibrium
from truel_ref.game.people import Order, in_cycle, next_order
from truel_ref.game.problem import Problem
from truel_ref.game.solution import Solution
from truel_ref.game.variant import VariantAnswer, VariantPlay
from truel_ref.simulation import rules
from truel_ref.simulation.rules import Game, Position, Rules

__all__ = ["Answer", "game_of", "lot_of", "phases_of"]

Answer: TypeAlias = Solution | Equilibrium | PeriodicEquilibrium | VariantAnswer
"""An answer with the aims of all players."""


def game_of(answer: Answer, play: VariantPlay | None = None) -> Game:
    """Return the game of an answer.

    Parameters: `answer`, a solution, a stationary or periodic equilibrium of all players, or the answer under other
    rules of fire but a lot (`lot_of`); `play`, which of several plays of such an answer counts.

    Raises `ProblemError` for what is no answer, for an equilibrium of fewer players, and for an answer without
    exactly one play.

    >>> from truel_ref import random_shooter, solve
    >>> game_of(solve(["1/3", "2/3", 1])).lots[0].start, len(game_of(random_shooter([1, 1])).lots)
    (((0, 1, 2), 0, 0), 1)
    """
    if not isinstance(answer, Answer):
        raise ProblemError(f"{shown(answer)} is not an answer, which says who aims where; give solve(problem)")
    if isinstance(answer, VariantAnswer):
        return Game(answer.problem, (_fire(answer, play),))
    problem = answer.problem
    if isinstance(answer, Solution):
        return Game(problem, (rules.in_turn(problem, {phase.order: (phase.aims,) for phase in answer.phases}),))
    if len(answer.living) < problem.players:
        raise ProblemError("a duel begins with all players; give an equilibrium of all of them")
    if isinstance(answer, PeriodicEquilibrium):
        return Game(problem, (_plans(answer),))
    cycles = [living[first:] + living[:first] for living in answer.policy for first in range(len(living))]
    return Game(problem, (rules.in_turn(problem, {cycle: (answer.aims_in(cycle),) for cycle in cycles}),))


def _plans(play: PeriodicEquilibrium) -> Rules:
    """Return play by plans, each of which begins in the round that its player on move determines (R13)."""
    plans = {plan.living: plan for plan in (play, *play.below)}

    def begin(order: Order) -> Position:
        living = tuple(player for player in play.living if player in order)
        seat = living.index(order[0])
        return living, seat, plans[living].entry[seat] - 1 if living in plans else 0

    return rules.in_turn(play.problem, {living: plan.aims for living, plan in plans.items()}, begin)


def _fire(answer: VariantAnswer, play: VariantPlay | None) -> Rules:
    """Return the rules of a play under other rules of fire; who has only one option needs no state of the policy."""
    variant, problem, model = answer.variant, answer.problem, answer.model
    if model == "lot" and len(answer) == 1:
        raise ProblemError("the answer of a lot has the first aims of each order only; give the answer of each order")
    if play is None and len(answer) != 1:
        said = f"has {len(answer)} plays; choose one: play=answer[0]" if answer else "has no play"
        raise ProblemError(f"the answer {said}")
    policy = (play or answer[0]).policy

    def aim_of(living: Order, mover: int | None, counts: tuple[int, ...], player: int) -> Aim:
        state = policy.get((living, mover, counts))
        aims = [aim for aim in [state and state.aims[living.index(player)]] if aim] or problem.options(living, player)
        if len(aims) > 1:
            raise ProblemError(f"the play has no aim of {problem.label(player)} in {problem.order_text(living)}")
        return aims[0]

    if model == "bullets":
        return rules.bullets(problem, aim_of, variant.bullets)
    kinds: dict[str, Any] = {
        "shooter": rules.random_shooter,
        "simultaneous": rules.simultaneous_fire,
        "opinions": rules.opinions,
    }
    if model not in kinds:
        raise ProblemError(f"the dice do not know the rules of {model!r}, only the exact solver does")
    return kinds[model](problem, aim_of)  # type: ignore[no-any-return]


def lot_of(problem: Problem, answers: Iterable[Answer]) -> Game:
    """Return the game in which a lot draws one of some answers, each for one order of the same players.

    >>> from truel_ref import solve
    >>> lot_of(solve([1, 1]).problem, [solve([1, 1]), solve([1, 1], order="B,A")]).lots[1].start
    ((1, 0), 0, 0)
    """
    return Game(problem, tuple(one for answer in answers for one in game_of(answer).lots))


def phases_of(problem: Problem, policy: object) -> Game:
    """Return the game of announced play in which the players keep stated aims.

    The last two players always shoot each other (R1.8), so a policy may omit them.

    Parameters: `problem`; `policy`, for each phase that can be reached, a tuple of players in shooting order, the aims
    of its players: `Aim`s, labels, names, `Miss`, `Self` or lists of weights.

    Raises `ProblemError` for a phase that can be reached and has no aims, and `ProblemError` or `NumberError`, naming
    the phase, for a wrong aim.

    >>> phases_of(Problem([1, 1, 1]), {(0, 1, 2): ["Miss", "C", "B"]}).lots[0].positions()
    [((0, 1, 2), 0, 0), ((0, 1, 2), 1, 0), ((0, 1), 0, 0)]
    """
    if not isinstance(policy, Mapping):
        raise ProblemError(f"policy: {shown(policy)} is not a mapping of phases to aims, like {{(0, 1): ['B', 'A']}}")
    for order in policy:
        if not in_cycle(order, problem.order):
            raise ProblemError(f"policy: {shown(order)} is not a phase, a tuple of players like {problem.order}")
    rounds: dict[Order, tuple[tuple[Aim | None, ...], ...]] = {}
    waiting = [problem.order]
    for order in waiting:  # the list grows during the loop
        if order not in rounds and len(order) > 1:
            aims = _phase(problem, order, policy)
            rounds[order] = (aims,)
            shots = [shot for shot in zip(order, aims, strict=True) if problem.hits[shot[0]]]
            waiting += [next_order(order, player, victim) for player, aim in shots for victim in aim.targets]
    return Game(problem, (rules.in_turn(problem, rounds),))


def _phase(problem: Problem, order: Order, policy: Mapping[Any, Any]) -> tuple[Aim, ...]:
    if len(order) == 2 < problem.players:
        return tuple(Aim.at(player, problem.players) for player in reversed(order))
    where = f"in the phase {problem.order_text(order)}: "
    if order not in policy:
        raise ProblemError(f"{where}the policy has no aims; add them under {order}")
    said = policy[order]
    if not isinstance(said, list | tuple) or len(said) != len(order):
        raise ProblemError(f"{where}{shown(said)} is not a list of {len(order)} aims, one per living player")
    aims = []
    for player, one in zip(order, said, strict=True):
        try:
            target = read_target(one, player, problem.names)
        except (ProblemError, NumberError) as error:
            raise type(error)(where + str(error)) from None
        who = f"{where}player {problem.label(player)}"
        if isinstance(target, Word) and target is not Word.MISS:
            raise ProblemError(f"{who}: {target} is not an aim; give a player or Miss")
        aims.append(problem.resolve(order, player, target))
        if dead := set(aims[-1].targets) - set(order):
            raise ProblemError(f"{who} aims at {problem.label(min(dead))}, who is not alive")
    return tuple(aims)
