"""Policies: the aims of all players in every phase or state, read and checked, as `Rules` for the engines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import islice, permutations
from typing import Any, TypeAlias

import truel_ref
from truel_ref.errors import AimError, NumberError, ProblemError, SimulationError, refuse, shown
from truel_ref.game.aims import Aim, Word, target
from truel_ref.game.equilibrium import Equilibria, Equilibrium, Living
from truel_ref.game.people import Order, in_cycle, next_order
from truel_ref.game.periodic_play import PeriodicEquilibrium
from truel_ref.game.problem import Problem
from truel_ref.game.solution import Solution
from truel_ref.game.statement import AnyProblem, stated
from truel_ref.game.variant import Variant
from truel_ref.game.variant_answers import DrawnOrder, StatePlay, VariantAnswer, VariantPlay
from truel_ref.simulation.rules import FIRES, AimsOf, AnnouncedRules, Bullets, Fire, Lot, PeriodicRules

__all__ = [
    "POLICIES",
    "Asked",
    "PlayChoice",
    "Policy",
    "VariantGame",
    "policy_of",
    "policy_of_equilibrium",
    "prepare",
    "prepare_equilibrium",
    "prepare_variant",
]

Policy: TypeAlias = Mapping[Order, Iterable[object] | None]
"""For every phase the aims of its players in shooting order; None for a player, or for all, means a stalemate."""

POLICIES = ("solution", "given")
"""The sources of the policy of a game."""

Asked: TypeAlias = "Variant | VariantAnswer | VariantGame"
"""The values that `prepare_variant` accepts."""

PlayChoice: TypeAlias = "VariantPlay | Callable[[Problem], Any]"
"""A play, or for a lot the play of each order."""

_MOST_LOTS = 5040
"""The most drawn orders: those of seven players."""

_SAY = "say how each order is played: give a function such as solve"


def policy_of(solution: Solution) -> dict[Order, tuple[Aim | None, ...]]:
    """Return the policy of a solution: the aims of all its phases.

    You may change the result and give it to `simulate`, to see the effect of another aim.

    >>> from truel_ref import solve
    >>> policy_of(solve(["1/3", "2/3", 1]))[0, 1, 2]
    (Aim<Miss>, Aim<C>, Aim<B>)
    """
    return {phase.order: phase.aims for phase in solution.phases}


def policy_of_equilibrium(play: Equilibrium) -> dict[Order, tuple[Aim | None, ...]]:
    """Return the policy of a stationary equilibrium: its aims in every shooting order of a set of living players.

    >>> from truel_ref import equilibria
    >>> policy_of_equilibrium(equilibria("1/3 2/3 1")[0])[2, 0, 1]
    (Aim<B>, Aim<Miss>, Aim<C>)
    """
    sets = [living for living in play.policy if len(living) > 1]
    cycles = [living[first:] + living[:first] for living in sets for first in range(len(living))]
    return {cycle: play.aims_in(cycle) for cycle in cycles}


def prepare(played: AnnouncedRules | AnyProblem, policy: Policy | None = None) -> AnnouncedRules:
    """Return the game of a solution, or of hit probabilities with a policy.

    Without a policy, a problem is solved first; the simulation uses only the aims of a solution. The steps: (1) read
    every aim of the policy; (2) from the first phase on, collect the phases that hits of positive probability lead to.
    The last two players always shoot each other (R1.8), so a policy may omit them.

    Parameters: `played`, a `Solution`, a `Problem`, or hit probabilities in [0, 1]; `policy`, the aims of each phase in
    shooting order as `Aim`s, labels, names, indices, `Miss`, `Self` or lists of weights. Phases are tuples of places.
    With a `Solution` it replaces the policy of the solution.

    Raises `SimulationError` for a reachable phase without aims, and `AimError`, `NumberError` or `SimulationError` for
    a wrong aim, naming the player and the phase.

    >>> list(prepare(["1/3", "2/3", 1], {(0, 1, 2): ["Miss", "C", "B"]}).aims)
    [(0, 1, 2), (0, 1), (0, 2)]
    """
    if isinstance(played, AnnouncedRules) and policy is None:
        return played
    problem = played.problem if isinstance(played, AnnouncedRules) else stated(played)
    said: object = policy
    if policy is None:
        said = policy_of(played if isinstance(played, Solution) else truel_ref.solve(problem))
    phases = _mapping(said, "phases", {(0, 1): ["B", "A"]})
    aims = {order: _read_phase(problem, order, entry) for order, entry in phases}
    return AnnouncedRules(problem, _reached(problem, aims, _duels), "solution" if policy is None else "given")


def prepare_equilibrium(play: Equilibrium | PeriodicEquilibrium) -> AnnouncedRules | PeriodicRules:
    """Return the game of a stationary or periodic equilibrium of all players.

    Raises `ProblemError` for an equilibrium without its problem, or of fewer players than the problem has.

    >>> from truel_ref import periodic_equilibria
    >>> game = prepare_equilibrium(periodic_equilibria("1/5 4/5 1/2 7/10 3/5")[0])
    >>> [position for position in game.positions() if len(position[0]) == 5][:6]
    [((0, 1, 2, 3, 4), 0, 0), ((0, 1, 2, 3, 4), 1, 0), ((0, 1, 2, 3, 4), 2, 0), ((0, 1, 2, 3, 4), 3, 0), \
((0, 1, 2, 3, 4), 4, 0), ((0, 1, 2, 3, 4), 0, 1)]
    """
    if play.problem is None:
        raise ProblemError("an equilibrium without its problem cannot be played; give one of equilibria(...)")
    if len(play.living) < play.problem.players:
        raise ProblemError("a duel begins with all players; give an equilibrium of all of them")
    if isinstance(play, Equilibrium):
        return prepare(play.problem, policy_of_equilibrium(play))
    return PeriodicRules(play.problem, {plan.living: plan for plan in (play, *play.below)})


def _mapping(policy: object, of: str, example: object) -> Iterable[tuple[Any, Any]]:
    """Return the entries of a policy. Raises `SimulationError` for a value that is not a mapping."""
    if not isinstance(policy, Mapping):
        raise SimulationError(f"policy: {shown(policy)} is not a mapping of {of} to aims, like {example}")
    return policy.items()


def _read_phase(problem: Problem, order: Any, said: object) -> tuple[Aim | None, ...]:
    if not in_cycle(order, problem.players):
        raise SimulationError(
            f"policy: {shown(order)} is not a phase; a phase is a tuple of two or more players in cyclic order, "
            f"like {problem.first_order}"
        )
    where = f"in the phase {problem.order_text(order)}: "
    aims = tuple(_read_aims(problem, order, said, where)) if said is not None else (None,) * len(order)
    if len(order) == 2 < problem.players and aims != _duels(problem, order):
        raise SimulationError(f"{where}two players left always shoot each other; leave the phase out or say so")
    return aims


def _read_aims(problem: Problem, living: Order, said: object, where: str) -> list[Aim | None]:
    """Return the aims of a phase, or of a set of living players, from a list with one value per player."""
    if not isinstance(said, Iterable) or isinstance(said, str | bytes | Mapping):
        raise SimulationError(f"{where}{shown(said)} is not a list of aims; give one per living player, in this order")
    entries = list(islice(said, len(living) + 1))
    if len(entries) != len(living):
        many = len(entries) if len(entries) < len(living) else "more"
        raise SimulationError(f"{where}there are {len(living)} players but {many} aims; give one per player")
    return [_read_aim(problem, living, player, entry, where) for player, entry in zip(living, entries, strict=True)]


def _read_aim(problem: Problem, order: Order, player: int, said: object, where: str) -> Aim | None:
    """Return the aim of a player in a phase, or in a set of living players, from a stated value; None stays None."""
    if said is None:
        return None
    try:
        canonical = target(said, player, problem.people)
    except (AimError, NumberError) as error:
        raise type(error)(where + str(error)) from None
    if isinstance(canonical, Word) and canonical is not Word.MISS:
        raise SimulationError(
            f"{where}player {problem.label(player)}: {canonical} is not an aim; "
            f"give a player, Miss, Self or {problem.players} weights"
        )
    aim = problem.resolve(order, player, canonical)
    dead = [other for other in aim.targets if other not in order]
    if dead:
        raise SimulationError(
            f"{where}player {problem.label(player)} aims at {problem.label(dead[0])}, who is not alive in it"
        )
    # Use the player's own option: the search set decides whether an aim is `Random`.
    return Aim(aim.weights, isinstance(said, Aim) and said.is_random).among(problem.people)


def _only_options(problem: Problem, order: Order) -> tuple[Aim, ...]:
    """Return the aims of a phase in which nobody chooses; raise `SimulationError`, naming a player who does."""
    options = {player: problem.options(order, player) for player in order}
    for player, own in options.items():
        if len(own) != 1:
            raise SimulationError(
                f"player {problem.label(player)} is to choose in the phase {problem.order_text(order)}; {_SAY}"
            )
    return tuple(aim for (aim,) in options.values())


def _duels(problem: Problem, order: Order) -> tuple[Aim, ...] | None:
    """Return the aims of the last two of more players, who always shoot each other; None for any other phase."""
    return _only_options(problem, order) if len(order) == 2 < problem.players else None


def _reached(
    problem: Problem,
    policy: Mapping[Order, tuple[Aim | None, ...]],
    unsaid: Callable[[Problem, Order], tuple[Aim, ...] | None],
) -> dict[Order, tuple[Aim | None, ...]]:
    """Return the aims of the phases that can be reached, larger ones first; `unsaid` gives those of omitted phases."""
    reached: dict[Order, tuple[Aim | None, ...]] = {}
    waiting = {problem.first_order: "where the game begins"}
    while waiting:
        order = next(iter(waiting))
        how = waiting.pop(order)
        aims = policy.get(order) or unsaid(problem, order)
        if aims is None:
            raise SimulationError(
                f"the policy has no aims for the phase {problem.order_text(order)}, {how}; add them under {order}"
            )
        reached[order] = aims
        for player, aim in zip(order, aims, strict=True):
            for victim in aim.targets if aim and problem.hits[player] and None not in aims else ():
                follows = next_order(order, player, victim)
                if len(follows) > 1 and follows not in reached:
                    hit = " hits ".join(map(problem.label, (player, victim)))
                    after = f"reached when {hit} in the phase {problem.order_text(order)}"
                    waiting.setdefault(follows, after)
    return dict(sorted(reached.items(), key=lambda phase: (-len(phase[0]), phase[0])))


# -- other rules of fire


@dataclass(frozen=True)
class VariantGame:
    """A checked game under other rules of fire, with all necessary aims.

    Fields: `variant`; `rules`, for the engines; `policy`, the source of the aims: "solution" or "given".
    """

    variant: Variant
    rules: Fire | Lot
    policy: str


def prepare_variant(asked: Asked, policy: PlayChoice | None = None) -> VariantGame:
    """Return the game of an answer, or of a variant with a play.

    Parameters:
        asked: a `VariantAnswer` with only one play, or a `Variant`.
        policy: one play of an answer (`answer[0]`); for a lot, a function such as `solve` that returns the play of a
            drawn order: a `Solution`, or `Equilibria` with only one. The answer of a lot has the aims of the first
            phases only, which suffices for up to three players.

    Raises `SimulationError` if the answer has several plays or the play has no aim for a state, naming it.

    >>> from truel_ref import solve_variant
    >>> prepare_variant(solve_variant(Variant.stated("shooter", ["1/2", "1/3", 1]))).rules.positions()
    [(0, 1, 2), (0, 1), (1, 2)]
    """
    if isinstance(asked, VariantGame) and policy is None:
        return asked
    variant = asked if isinstance(asked, Variant) else getattr(asked, "variant", None)
    if not isinstance(variant, Variant):
        raise SimulationError(f"{shown(asked)} is not a game; give a Variant or the answer to one")
    answer = asked if isinstance(asked, VariantAnswer) else None
    if variant.model == "lot":
        source = "solution" if answer is not None and policy is None else "given"
        return VariantGame(variant, _lot(variant, policy, () if answer is None else answer.drawn), source)
    if policy is None and answer is not None:
        policy = _only_play(answer)
    if not (policy is None or isinstance(policy, VariantPlay)):
        raise SimulationError(f"policy: {shown(policy)} is not a play of an answer; give answer[0]")
    rules = _rules(variant, _StateAims(variant, policy))
    rules.positions()  # raises an error for a reachable state without aims
    return VariantGame(variant, rules, "given" if policy is None else "solution")


def _only_play(answer: VariantAnswer) -> VariantPlay:
    refuse(
        SimulationError,
        (not answer, "the answer has no play, so the dice cannot play it"),
        (
            len(answer) > 1,
            f"the answer has {len(answer)} plays; choose with --equilibrium 1, or policy=answer[0]",
        ),
    )
    return answer[0]


def _rules(variant: Variant, aim_of: AimsOf) -> Fire:
    if variant.model == "bullets":
        return Bullets(variant.problem, aim_of, variant.bullets)
    if variant.model not in FIRES:
        raise SimulationError(f"the dice do not know the rules of {variant.model!r}, only the exact solver does")
    return FIRES[variant.model](variant.problem, aim_of)


class _StateAims:
    """The aims of a play, by state; a call with a state and a player returns the player's aim there."""

    def __init__(self, variant: Variant, play: VariantPlay | None) -> None:
        self.variant = variant
        self.problem = variant.problem
        states = {} if play is None else play.policy
        self.policy = {
            name: dict(zip(state.living, state.aims, strict=True)) for name, state in states.items() if state.aims
        }

    def __call__(self, living: Living, mover: int | None, counts: tuple[int, ...], player: int) -> Aim:
        """Return the aim of a player in a state. Raises `SimulationError` if the play lacks an aim among several."""
        aim = self.policy.get((living, mover, counts), {}).get(player)
        if aim is not None:
            return aim
        of_state = self.problem.free_options if self.variant.model == "bullets" else self.problem.options
        options = of_state(living, player)
        if len(options) == 1:
            return options[0]
        state = StatePlay(living, (), (), mover=mover, counts=counts).among(self.problem.people).name()
        raise SimulationError(
            f"the play has no aim of player {self.problem.label(player)} in the state {state}; give a play of the "
            "answer to this variant"
        )


def _lot(variant: Variant, policy: PlayChoice | None, drawn: tuple[DrawnOrder, ...]) -> Lot:
    """Return the games of all orders that can be drawn; `drawn` are the orders of an answer.

    Raises `SimulationError`, naming an order that cannot be played.
    """
    problem, orders = variant.problem, _orders(variant)
    if not (policy is None or callable(policy)):
        raise SimulationError(f"policy: {shown(policy)} says nothing about drawn orders; {_SAY}")
    known = {entry.order: entry for entry in drawn}
    games = []
    for order in orders:
        # Every person keeps the stated values, and shoots at the drawn place.
        own = Problem(**{**problem.to_json(), "order": [problem.label(player) for player in order]})
        try:
            games.append((order, _game_of_order(own, known.get(order) if policy is None else policy(own))))
        except SimulationError as error:
            raise SimulationError(f"the drawn order {problem.order_text(order)}: {error}") from None
    return Lot(problem, tuple(games))


def _orders(variant: Variant) -> list[Order]:
    """Return the orders that can be drawn, by place in the problem."""
    stated = variant.problem.first_order
    if variant.start:
        return [stated[first:] + stated[:first] for first in stated]
    orders = list(islice(permutations(stated), _MOST_LOTS + 1))
    if len(orders) > _MOST_LOTS:
        raise SimulationError(
            f"{len(stated)} players have too many orders to draw one; up to seven do, or draw the start"
        )
    return orders


def _game_of_order(problem: Problem, said: Any) -> AnnouncedRules:
    """Return the game of a drawn order, from its stated play."""
    if said is None:
        return AnnouncedRules(problem, _reached(problem, {}, _only_options), "given")
    if isinstance(said, DrawnOrder):
        return prepare(problem, _first_phase(said, problem))
    if isinstance(said, Solution):
        if said.problem.hits != problem.hits:
            raise SimulationError(f"{shown(said, 80)} is the solution of another problem; solve {shown(problem, 80)}")
        return prepare(problem, policy_of(said))
    if isinstance(said, Equilibria):
        if len(said) != 1:
            raise SimulationError(f"there are {len(said)} equilibria; give a function that chooses one")
        said = said[0]
    if isinstance(said, Equilibrium):
        return prepare(problem, policy_of_equilibrium(said))
    return prepare(problem, said)


def _first_phase(drawn: DrawnOrder, problem: Problem) -> dict[Order, tuple[Aim | None, ...]]:
    """Return the aims of an answer for a drawn order, by place in this order."""
    refuse(
        SimulationError,
        (len(drawn.plays) != 1, f"it can be played in {len(drawn.plays)} ways; {_SAY}"),
        (problem.players > 3, f"the answer of a lot knows the aims of the first phases only; {_SAY}"),
    )
    own = [drawn.plays[0][0][player] for player in drawn.order]
    by_place = [aim and Aim(tuple(aim.weights[player] for player in drawn.order)) for aim in own]
    return {problem.first_order: tuple(by_place)}
