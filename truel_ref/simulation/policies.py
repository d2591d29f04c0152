"""The aims of an answer, as a game for dice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from truel_ref.errors import NumberError, ProblemError, shown
from truel_ref.game.aims import Aim, Word, read_target
from truel_ref.game.equilibrium import Equilibrium
from truel_ref.game.people import Order, in_cycle, next_order
from truel_ref.game.periodic_play import PeriodicEquilibrium
from truel_ref.game.problem import Problem
from truel_ref.game.solution import Solution
from truel_ref.game.variant import StatePlay, Variant, VariantAnswer, VariantPlay
from truel_ref.simulation.rules import (
    AimOf,
    Bullets,
    Game,
    Opinions,
    Phases,
    Plans,
    RandomShooter,
    Rules,
    SimultaneousFire,
)

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
    (((0, 1, 2), 0), 1)
    """
    if isinstance(answer, Solution):
        return Game(answer.problem, (Phases(answer.problem, {phase.order: phase.aims for phase in answer.phases}),))
    if isinstance(answer, VariantAnswer):
        return Game(answer.problem, (_fire(answer, play or _only(answer)),))
    if not isinstance(answer, Answer):
        raise ProblemError(f"{shown(answer)} is not an answer, which says who aims where; give solve(problem)")
    problem = answer.problem
    if len(answer.living) < problem.players:
        raise ProblemError("a duel begins with all players; give an equilibrium of all of them")
    if isinstance(answer, PeriodicEquilibrium):
        return Game(problem, (Plans(problem, {plan.living: plan for plan in (answer, *answer.below)}),))
    sets = [living for living in answer.policy if len(living) > 1]
    cycles = [living[first:] + living[:first] for living in sets for first in range(len(living))]
    duels = {(first, second): _duel(problem, (first, second)) for first in problem.order for second in problem.order}
    return Game(problem, (Phases(problem, duels | {cycle: answer.aims_in(cycle) for cycle in cycles}),))


def _duel(problem: Problem, order: Order) -> tuple[Aim, ...]:
    return tuple(Aim.at(player, problem.players) for player in reversed(order))


def _only(answer: VariantAnswer) -> VariantPlay:
    if len(answer) != 1:
        said = f"has {len(answer)} plays; choose one: --equilibrium 1, or play=answer[0]" if answer else "has no play"
        raise ProblemError(f"the answer {said}")
    return answer[0]


def _fire(answer: VariantAnswer, play: VariantPlay) -> Rules:
    """Return the rules of a play under other rules of fire."""
    variant = answer.variant
    if variant.model == "lot":
        raise ProblemError("the answer of a lot has the first aims of each order only; give the answer of each order")
    aim_of = _aims_of(variant, {state.state: state for state in play.states})
    if variant.model == "bullets":
        return Bullets(variant.problem, aim_of, variant.bullets)
    kinds: dict[str, Any] = {"shooter": RandomShooter, "simultaneous": SimultaneousFire, "opinions": Opinions}
    if variant.model not in kinds:
        raise ProblemError(f"the dice do not know the rules of {variant.model!r}, only the exact solver does")
    return kinds[variant.model](variant.problem, aim_of)  # type: ignore[no-any-return]


def _aims_of(variant: Variant, states: Mapping[Any, StatePlay]) -> AimOf:
    """Return the aims of a policy by state; who has only one option in a state without a policy takes it."""
    problem = variant.problem

    def aim_of(living: Order, mover: int | None, counts: tuple[int, ...], player: int) -> Aim:
        state = states.get((living, mover, counts))
        aim = state.aims[living.index(player)] if state else None
        if aim is None:
            options = problem.options(living, player)
            if len(options) > 1:
                raise ProblemError(f"the play has no aim of {problem.label(player)} in {problem.order_text(living)}")
            aim = options[0]
        return aim

    return aim_of


def lot_of(problem: Problem, answers: Iterable[Answer]) -> Game:
    """Return the game in which a lot draws one of some answers, each for one order of the same players.

    >>> from truel_ref import solve
    >>> lot_of(solve([1, 1]).problem, [solve([1, 1]), solve([1, 1], order="B,A")]).lots[1].start
    ((1, 0), 0)
    """
    return Game(problem, tuple(rules for answer in answers for rules in game_of(answer).lots))


def phases_of(problem: Problem, policy: object) -> Game:
    """Return the game of announced play in which the players keep stated aims.

    The last two players always shoot each other (R1.8), so a policy may omit them.

    Parameters: `problem`; `policy`, for each phase that can be reached, a tuple of players in shooting order, the aims
    of its players: `Aim`s, labels, names, `Miss`, `Self` or lists of weights.

    Raises `ProblemError` for a phase that can be reached and has no aims, and `ProblemError` or `NumberError`, naming
    the phase, for a wrong aim.

    >>> list(phases_of(Problem(["1/3", "2/3", 1]), {(0, 1, 2): ["Miss", "C", "B"]}).lots[0].aims)
    [(0, 1, 2), (0, 1), (0, 2)]
    """
    if not isinstance(policy, Mapping):
        raise ProblemError(f"policy: {shown(policy)} is not a mapping of phases to aims, like {{(0, 1): ['B', 'A']}}")
    for order in policy:
        if not in_cycle(order, problem.order):
            raise ProblemError(f"policy: {shown(order)} is not a phase, a tuple of players like {problem.order}")
    aims: dict[Order, tuple[Aim, ...]] = {}
    waiting = [problem.order]
    while waiting:
        order = waiting.pop(0)
        if order not in aims:
            aims[order] = _phase(problem, order, policy)
            for player, aim in zip(order, aims[order], strict=True):
                after = [next_order(order, player, victim) for victim in aim.targets if problem.hits[player]]
                waiting += [follows for follows in after if len(follows) > 1]
    return Game(problem, (Phases(problem, dict(sorted(aims.items(), key=lambda item: (-len(item[0]), item[0])))),))


def _phase(problem: Problem, order: Order, policy: Mapping[Any, Any]) -> tuple[Aim, ...]:
    if len(order) == 2 < problem.players:
        return _duel(problem, order)
    where = f"in the phase {problem.order_text(order)}: "
    if order not in policy:
        raise ProblemError(f"{where}the policy has no aims; add them under {order}")
    said = policy[order]
    if not isinstance(said, list | tuple) or len(said) != len(order):
        raise ProblemError(f"{where}{shown(said)} is not a list of {len(order)} aims, one per living player")
    return tuple(_aim(problem, order, player, one, where) for player, one in zip(order, said, strict=True))


def _aim(problem: Problem, order: Order, player: int, said: object, where: str) -> Aim:
    try:
        target = read_target(said, player, problem.names)
    except (ProblemError, NumberError) as error:
        raise type(error)(where + str(error)) from None
    if isinstance(target, Word) and target is not Word.MISS:
        raise ProblemError(f"{where}player {problem.label(player)}: {target} is not an aim; give a player or Miss")
    aim = problem.resolve(order, player, target)
    dead = [other for other in aim.targets if other not in order]
    if dead:
        raise ProblemError(f"{where}player {problem.label(player)} aims at {problem.label(dead[0])}, who is not alive")
    return aim
