"""What random shooter, simultaneous fire and opinions share: all pure equilibria, set by set, over all selections.

Values are vectors of one number per player and a last one for the case that nobody is left, so that one algebra serves
the models in which that can happen and those in which it cannot.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from truel_ref.budget import forced
from truel_ref.errors import SizeError
from truel_ref.fast.stationary import CAP_LIMIT
from truel_ref.files import Progress
from truel_ref.game.aims import Aim
from truel_ref.game.equilibrium import Living
from truel_ref.game.problem import Problem
from truel_ref.game.variant import Variant
from truel_ref.game.variant_answers import VariantAnswer
from truel_ref.game.variant_plays import StatePlay, VariantPlay
from truel_ref.numbers import Backend, read_count
from truel_ref.play.stationary import Selections, Steps

__all__ = ["Settled", "Situation", "Solve", "after", "list_equilibria", "refuse_too_many"]


@dataclass(frozen=True)
class Situation:
    """One state of a set of living players under an equilibrium.

    Fields: `counts`, what names the state beside the set, empty where there is one state only; `aims`, one per living
    player; `win`, one number per player and one for nobody, in numbers of a backend.
    """

    counts: tuple[int, ...]
    aims: tuple[Aim, ...]
    win: Sequence[Any]


@dataclass(frozen=True, eq=False)
class Settled:
    """An equilibrium of a set of living players; `below` are the selected equilibria of the smaller sets."""

    living: Living
    situations: tuple[Situation, ...]
    strict: bool
    below: tuple[Settled, ...]

    @property
    def win(self) -> Sequence[Any]:
        """The values in the first state, the only one where there are no counts."""
        return self.situations[0].win

    def canonical_key(self) -> tuple[Any, ...]:
        """Return the key of the canonical order: by aims, then by values, the larger first."""
        aims = tuple(aim.canonical_key() for state in self.situations for aim in state.aims)
        return aims, tuple(tuple(-won for won in state.win) for state in self.situations)


Below: TypeAlias = Mapping[Living, Settled]

Solve: TypeAlias = Callable[[Living, Below], list[Settled]]
"""The equilibria of a set over a selection for the smaller ones."""


def largest_first(below: Below) -> tuple[Settled, ...]:
    """Return the equilibria of a selection, those of the largest sets first."""
    return tuple(below[left] for left in sorted(below, key=lambda left: (-len(left), left)))


def after(living: Iterable[int], below: Below, players: int, backend: Backend) -> Sequence[Any]:
    """Return the values when just these players are left: one has won, none is the case of nobody.

    Parameters: `living`; `below`, the selected equilibria; `players`, of the problem; `backend`.
    """
    left = tuple(living)
    if len(left) > 1:
        return below[left].win
    winner = left[0] if left else players
    return [backend.number(Fraction(int(index == winner))) for index in range(players + 1)]


def list_equilibria(
    variant: Variant, backend: Backend, steps: Steps, solve: Solve, cap: int, progress: Progress | None = None
) -> VariantAnswer:
    """Return all pure equilibria of a variant, over every selection of one equilibrium for each smaller set.

    Parameters: `variant`; `backend`, for its numbers; `steps`, where one step can lead from a set; `solve`, the
    equilibria of one set; `cap`, how many selections are followed; `progress`, called with 1 after each set.

    Raises `NumberError` for a bad cap.
    """
    cap = read_count(cap, "cap", 1, CAP_LIMIT)
    whole = tuple(range(variant.problem.players))
    search: Selections[Settled] = Selections(steps, solve)
    ways, complete = search.ways(whole, cap, progress)
    nodes = sorted((node for way in ways for node in search.equilibria(whole, way)), key=Settled.canonical_key)
    states: dict[int, tuple[StatePlay, ...]] = {}
    plays = tuple(_play(node, variant.problem, backend, states) for node in nodes)
    return VariantAnswer(variant, plays, complete, len(ways), method="equilibria", backend=backend.name)


def _play(node: Settled, problem: Problem, backend: Backend, states: dict[int, tuple[StatePlay, ...]]) -> VariantPlay:
    """Return the record of an equilibrium; the states of a smaller set are shared by all that rest on it."""
    for settled in (node, *node.below):
        if id(settled) not in states:
            states[id(settled)] = tuple(_state(settled.living, state, backend) for state in settled.situations)
    listed = tuple(state for settled in (node, *node.below) for state in states[id(settled)])
    return VariantPlay(listed[0].aims, listed[0].win, listed[0].nobody, node.strict, states=listed)


def _state(living: Living, state: Situation, backend: Backend) -> StatePlay:
    *win, nobody = map(backend.fraction, state.win)
    return StatePlay(living, state.aims, tuple(win), nobody, counts=state.counts)


def refuse_too_many(problem: Problem, profiles: int, most: int, what: str) -> None:
    """Refuse a problem whose first set has more profiles than anybody can wait for. Raises `SizeError`."""
    if profiles > most and not forced():
        raise SizeError(
            f"{what}: {problem.players} players have {profiles:,} profiles of aims, more than {most:,}; predefine "
            "targets, or search fewer words; --force, or Budget(forced=True), begins all the same"
        )
