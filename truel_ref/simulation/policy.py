"""What is played: the aims of everybody in every phase, read and checked, and the dice that they are played with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

from truel_ref.errors import AimError, NumberError, SimulationError, shown
from truel_ref.game.aims import Aim, Word, target
from truel_ref.game.equilibrium import Living
from truel_ref.game.orders import Order, in_cycle, next_order
from truel_ref.game.problem import Problem
from truel_ref.game.solution import Solution
from truel_ref.simulation.rules import Position, Rules, Turn

__all__ = ["Game", "Policy", "policy_of", "prepare", "read_aim"]

Policy: TypeAlias = Mapping[Order, Iterable[object] | None]
"""For every phase the aims of its players in shooting order; None for a player, or for all, makes it a stalemate."""

POLICIES = ("solution", "given")
"""Where the policy of a game comes from."""


def policy_of(solution: Solution) -> dict[Order, tuple[Aim | None, ...]]:
    """Return the policy of a solution: the aims of every phase that it reports.

    The result may be changed and given to `simulate`, to see what another aim would have brought.

    >>> from truel_ref import solve
    >>> policy_of(solve(["1/3", "2/3", 1]))[0, 1, 2]
    (Aim<Miss>, Aim<C>, Aim<B>)
    """
    return {phase.order: phase.aims for phase in solution.phases}


@dataclass(frozen=True)
class Game(Rules):
    """A game of announced or stationary play that can be played: all checked, every phase that can be reached at hand.

    A position is a shooting order with the player on move in it.

    Fields: `problem`, whose hit probabilities count; `aims`, for every phase that can be reached the aims in shooting
    order, the first phase first; `policy`, where they come from: "solution" or "given".
    """

    problem: Problem
    aims: Mapping[Order, tuple[Aim | None, ...]]
    policy: str

    def stalls(self, order: Order) -> bool:
        """Tell whether a phase is a stalemate: an aim is missing (R3.5), or nobody can ever be hit (R2.3)."""
        return self._stalling.get(order, True)  # nothing leads to a phase without aims

    @cached_property
    def _stalling(self) -> dict[Order, bool]:
        return {order: _stalls(self.problem, order, aims) for order, aims in self.aims.items()}

    @property
    def start(self) -> tuple[Order, int]:
        """The first phase, with the first player on move."""
        return self.problem.first_order, 0

    def survivors(self, position: Any) -> Living | None:
        """Return the last one standing, or all who live in a stalemate; None in a phase that goes on."""
        order, _ = position
        return tuple(sorted(order)) if len(order) == 1 or self.stalls(order) else None

    def _turns(self, position: Any) -> tuple[Turn, ...]:
        order, player = position
        place = order.index(player)
        aim = self.aims[order][place]
        assert aim is not None  # the phase does not stall
        follows = {victim: next_order(order, player, victim) for victim in aim.targets}
        aimed = tuple((aim.weights[victim], victim, (after, after[0])) for victim, after in follows.items())
        return (Turn(player, self.problem.hits[player], aimed, (order, order[(place + 1) % len(order)])),)

    def positions(self) -> list[Position]:
        """Return the positions of all phases that go on, by phase and place in its order."""
        return [(order, player) for order in self.aims if not self.stalls(order) for player in order]


def _stalls(problem: Problem, order: Order, aims: Iterable[Aim | None]) -> bool:
    pairs = list(zip(order, aims, strict=True))
    return any(aim is None for _, aim in pairs) or not any(
        problem.hits[player] and aim and not aim.is_miss for player, aim in pairs
    )


def prepare(played: Solution | Problem | Game | Iterable[object], policy: Policy | None = None) -> Game:
    """Return the game that a solution, or hit probabilities with a policy, stand for.

    The steps: (1) read every aim of the policy; (2) from the first phase on, collect the phases that can be reached
    by a hit of positive probability. Two players left of more always shoot each other (R1.8), so a policy may
    leave them out.

    Parameters: `played`, a `Solution`, or a `Problem` or hit probabilities in [0, 1] beside a policy; `policy`, the
    aims of each phase in shooting order as `Aim`s, labels, names, indices, `Miss`, `Self` or lists of weights. Phases
    are tuples of places. Beside a `Solution` it takes the place of the solution's own.

    Raises `SimulationError` for a problem without a policy and for a phase that is reached but has no aims, and
    `AimError`, `NumberError` or `SimulationError` for a wrong aim, naming the player and the phase.

    >>> list(prepare(["1/3", "2/3", 1], {(0, 1, 2): ["Miss", "C", "B"]}).aims)
    [(0, 1, 2), (0, 1), (0, 2)]
    """
    if isinstance(played, Game) and policy is None:
        return played
    if isinstance(played, Solution | Game):
        problem = played.problem
    else:
        problem = played if isinstance(played, Problem) else Problem(played)
    if policy is not None:
        aims = _read_policy(problem, policy)
    elif isinstance(played, Solution):
        aims = _read_policy(problem, policy_of(played))
    else:
        raise SimulationError(
            "a simulation plays aims and finds none: give a solution, as in simulate(solve(problem), …), or a policy"
        )
    source = "solution" if policy is None else "given"
    return Game(problem, _reached(problem, aims), source)


def _read_policy(problem: Problem, policy: object) -> dict[Order, tuple[Aim | None, ...]]:
    if not isinstance(policy, Mapping):
        raise SimulationError(f"policy: {shown(policy)} is no mapping of phases to aims, like {{(0, 1): ['B', 'A']}}")
    return {order: _read_phase(problem, order, said) for order, said in policy.items()}


def _read_phase(problem: Problem, order: Any, said: object) -> tuple[Aim | None, ...]:
    if not in_cycle(order, problem.players):
        raise SimulationError(
            f"policy: {shown(order)} is no phase; a phase is a tuple of two or more players in cyclic order, "
            f"like {problem.first_order}"
        )
    where = f"in the phase {problem.order_text(order)}: "
    if said is None:
        aims: tuple[Aim | None, ...] = (None,) * len(order)
    elif not isinstance(said, Iterable) or isinstance(said, str | bytes | Mapping):
        raise SimulationError(f"{where}{shown(said)} is no list of aims; give one per player, in shooting order")
    else:
        entries = list(said)
        if len(entries) != len(order):
            raise SimulationError(f"{where}there are {len(order)} players but {len(entries)} aims; give one each")
        pairs = zip(order, entries, strict=True)
        aims = tuple(read_aim(problem, order, player, entry, where) for player, entry in pairs)
    if len(order) == 2 < problem.players and aims != _duel(problem, order):
        raise SimulationError(f"{where}two players left always shoot each other; leave the phase out or say so")
    return aims


def read_aim(problem: Problem, order: Order, player: int, said: object, where: str) -> Aim | None:
    """Return the aim of a player in a phase, or in a set of living players, from what is said; None stays None."""
    if said is None:
        return None
    try:
        canonical = target(said, player, problem.people)
    except (AimError, NumberError) as error:
        raise type(error)(where + str(error)) from None
    if isinstance(canonical, Word) and canonical is not Word.MISS:
        raise SimulationError(
            f"{where}player {problem.label(player)}: {canonical} is no aim; "
            f"give a player, Miss, Self or {problem.players} weights"
        )
    aim = problem.resolve(order, player, canonical)
    dead = [other for other in aim.targets if other not in order]
    if dead:
        raise SimulationError(
            f"{where}player {problem.label(player)} aims at {problem.label(dead[0])}, who is not alive in it"
        )
    if isinstance(said, Aim):
        # His own name for it: `Random` is a matter of the search set.
        return Aim(aim.weights, said.is_random).among(problem.people)
    return Aim(aim.weights).among(problem.people)


def _duel(problem: Problem, order: Order) -> tuple[Aim, ...]:
    first, second = order
    return Aim.at(second, problem.players).among(problem.people), Aim.at(first, problem.players).among(problem.people)


def _reached(problem: Problem, policy: Mapping[Order, tuple[Aim | None, ...]]) -> dict[Order, tuple[Aim | None, ...]]:
    """Return the aims of the phases that can be reached, in the order of discovery."""
    reached: dict[Order, tuple[Aim | None, ...]] = {}
    waiting = {problem.first_order: "where the game begins"}
    while waiting:
        order = next(iter(waiting))
        how = waiting.pop(order)
        if order in policy:
            aims = policy[order]
        elif len(order) == 2 < problem.players:
            aims = _duel(problem, order)
        else:
            raise SimulationError(
                f"the policy has no aims for the phase {problem.order_text(order)}, {how}; add them under {order}"
            )
        reached[order] = aims
        if _stalls(problem, order, aims):
            continue
        for player, aim in zip(order, aims, strict=True):
            for victim in aim.targets if aim and problem.hits[player] else ():
                follows = next_order(order, player, victim)
                if len(follows) > 1 and follows not in reached:
                    hit = " hits ".join(map(problem.label, (player, victim)))
                    after = f"reached when {hit} in the phase {problem.order_text(order)}"
                    waiting.setdefault(follows, after)
    first, *rest = reached
    return {order: reached[order] for order in (first, *sorted(rest, key=lambda order: (-len(order), order)))}
