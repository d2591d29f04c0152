"""What is played when the shooting order is drawn by lot: a game for every order that can be drawn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice, permutations
from typing import Any

from truel_ref.errors import AimError, NumberError, SimulationError, shown
from truel_ref.game.aims import Aim
from truel_ref.game.equilibrium import Equilibria, Equilibrium
from truel_ref.game.orders import Order, next_order, read_order
from truel_ref.game.problem import Problem
from truel_ref.game.solution import Solution
from truel_ref.game.variant import Variant
from truel_ref.game.variant_answers import DrawnOrder
from truel_ref.simulation.policy import Game, policy_of, prepare
from truel_ref.simulation.rules import Lot

__all__ = ["lot_of"]

_MOST_LOTS = 5040
"""Drawn orders: those of seven players."""

_SAY = (
    "say how each order is played: a mapping of orders to solutions, equilibria or policies, or a function such as "
    "solve"
)


def lot_of(variant: Variant, policy: object, drawn: tuple[DrawnOrder, ...]) -> Lot:
    """Return the games of all orders that can be drawn.

    Parameters: `variant`, of the model "lot"; `policy`, as for `prepare_variant`; `drawn`, the orders of an answer.

    Raises `SimulationError`, naming the order that cannot be played.

    >>> lot = lot_of(Variant.stated("lot", ["1/2", 1]), None, ())
    >>> [(order, str(rules.problem.label(0))) for order, rules in lot.lots]
    [((0, 1), 'A'), ((1, 0), 'B')]
    """
    problem = variant.problem
    orders = list(_orders(variant))
    if policy is not None and not callable(policy) and not isinstance(policy, Mapping):
        raise SimulationError(f"policy: {shown(policy)} says nothing about drawn orders; {_SAY}")
    given = _by_order(problem, orders, policy) if isinstance(policy, Mapping) else {}
    known = {entry.order: entry for entry in drawn}
    games = []
    for order in orders:
        own = _ordered(problem, order)
        said = policy(own) if callable(policy) else given.get(order)
        try:
            if said is None:
                said = _first_phase(known[order], own) if order in known else _without_choices(own)
            games.append((order, _game(own, said)))
        except (AimError, NumberError, SimulationError) as error:
            raise type(error)(f"the drawn order {problem.order_text(order)}: {error}") from None
    return Lot(problem, tuple(games))


def _orders(variant: Variant) -> Iterable[Order]:
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


def _by_order(problem: Problem, orders: list[Order], policy: Mapping[Any, Any]) -> dict[Order, Any]:
    given: dict[Order, Any] = {}
    for key, said in policy.items():
        order: Any = read_order(key, problem.people) if isinstance(key, str | tuple) else None
        if order not in orders or order in given:
            raise SimulationError(
                f"policy: {shown(key)} is no order that can be drawn, or is there twice; "
                f"an order is like {shown(problem.order_text(orders[-1]))} or {orders[-1]}"
            )
        given[order] = said
    return given


def _ordered(problem: Problem, order: Order) -> Problem:
    """Return the problem of a drawn order: everybody keeps what is his, and shoots in his place in the order."""
    return Problem(**{**problem.to_json(), "order": [problem.label(player) for player in order]})


def _game(problem: Problem, said: Any) -> Game:
    """Return the game of a drawn order."""
    if isinstance(said, Solution):
        if said.problem.hits != problem.hits:
            raise SimulationError(f"{shown(said, 80)} is the solution of another problem; solve {shown(problem, 80)}")
        return prepare(problem, policy_of(said))
    if isinstance(said, Equilibria):
        if len(said) != 1:
            raise SimulationError(
                f"there are {len(said)} equilibria; say which is played, as a mapping of orders to them"
            )
        said = said[0]
    if isinstance(said, Equilibrium):
        sets = [living for living in said.policy if len(living) > 1]
        cycles = [living[first:] + living[:first] for living in sets for first in range(len(living))]
        return prepare(problem, {cycle: said.aims_in(cycle) for cycle in cycles})
    return prepare(problem, said)


def _first_phase(drawn: DrawnOrder, problem: Problem) -> dict[Order, tuple[Aim | None, ...]]:
    """Return the aims that an answer knows for a drawn order, by place in that order."""
    if len(drawn.plays) != 1:
        raise SimulationError(f"it can be played in {len(drawn.plays)} ways; {_SAY}")
    aims = drawn.plays[0][0]
    if problem.players > 3:
        raise SimulationError(f"the answer of a lot knows the aims of the first phases only; {_SAY}")
    own = [aims[player] for player in drawn.order]
    by_place = [aim and Aim(tuple(aim.weights[player] for player in drawn.order)) for aim in own]
    return {problem.first_order: tuple(by_place)}


def _without_choices(problem: Problem) -> dict[Order, tuple[Aim, ...]]:
    """Return the policy of a problem in which nobody chooses; raise `SimulationError`, naming who does."""
    policy: dict[Order, tuple[Aim, ...]] = {}
    waiting = [problem.first_order]
    while waiting:
        order = waiting.pop()
        options = [problem.options(order, player) for player in order]
        for player, own in zip(order, options, strict=True):
            if len(own) != 1:
                raise SimulationError(
                    f"player {problem.label(player)} is to choose in the phase {problem.order_text(order)}; {_SAY}"
                )
        policy[order] = tuple(own[0] for own in options)
        for player, aim in zip(order, policy[order], strict=True):
            follows = [next_order(order, player, victim) for victim in aim.targets]
            waiting += [after for after in follows if len(after) > 1 and after not in policy and after not in waiting]
    return policy
