"""The aims of everybody in every state under other rules of fire, read and checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any

from truel_ref.errors import SimulationError, shown
from truel_ref.game.aims import Aim
from truel_ref.game.equilibrium import Living
from truel_ref.game.orders import Order, read_order
from truel_ref.game.variant import Variant
from truel_ref.game.variant_plays import StatePlay, VariantPlay
from truel_ref.simulation.fire import State
from truel_ref.simulation.policy import read_aim

__all__ = ["StateAims"]


class StateAims:
    """The aims of a policy, by state; called with a state and a player it returns his aim there."""

    def __init__(self, variant: Variant, policy: object) -> None:
        self.variant = variant
        self.problem = variant.problem
        self.policy: dict[Living | State, dict[int, Aim | None]] = {}
        said = policy.policy if isinstance(policy, VariantPlay) else {} if policy is None else policy
        if not isinstance(said, Mapping):
            raise SimulationError(
                f"policy: {shown(policy)} is no mapping of states to aims, like {{'A, B': ['B', 'A']}}"
            )
        for key, entry in said.items():
            self._read(key, entry)

    def _read(self, key: object, said: object) -> None:
        cycle, state = self._key(key)
        where = f"in the state {self._name(state)}: "
        if state in self.policy:
            raise SimulationError(f"policy: the state {self._name(state)} is there twice; give it one list of aims")
        if isinstance(said, StatePlay):
            if set(said.living) != set(cycle):
                raise SimulationError(f"{where}{shown(said)} is the play of another state")
            cycle, said = said.living, said.aims
        if not isinstance(said, Iterable) or isinstance(said, str | bytes | Mapping):
            raise SimulationError(f"{where}{shown(said)} is no list of aims; give one per living player, in this order")
        entries = list(islice(said, len(cycle) + 1))
        if len(entries) != len(cycle):
            raise SimulationError(f"{where}there are {len(cycle)} players but not as many aims; give one each")
        living = tuple(sorted(cycle))
        aims = {
            player: read_aim(self.problem, living, player, entry, where)
            for player, entry in zip(cycle, entries, strict=True)
        }
        for player, aim in aims.items():
            if aim is not None:
                self._check(living, player, aim, where)
        self.policy[state] = aims

    def _check(self, living: Living, player: int, aim: Aim, where: str) -> None:
        model, label = self.variant.model, self.problem.label(player)
        if model == "opinions" and (aim.total != 1 or aim.weights[player]):
            raise SimulationError(
                f"{where}opinion {label}: {aim} is no aim; its holders speak to those of others, always"
            )
        duel = model in ("shooter", "simultaneous") and len(living) == 2 < self.problem.players
        if duel and aim != self.problem.options(living, player)[0]:
            raise SimulationError(f"{where}two players left always shoot each other; leave the state out or say so")

    def _key(self, key: object) -> tuple[Order, Living | State]:
        """Return the living players of a key in its own order, and the key in canonical form."""
        if not (isinstance(key, tuple) and len(key) == 3 and isinstance(key[0], tuple | list)):
            cycle = self._living(key, key)
            return cycle, tuple(sorted(cycle))
        cycle = self._living(key[0], key)
        mover = None if key[1] is None else self._living((key[1],), key, 1)[0]
        counts = key[2]
        model = self.variant.model
        counted = model in ("bullets", "opinions")
        numbers = isinstance(counts, tuple | list) and all(type(number) is int for number in counts)
        if not numbers or len(counts) != counted * self.problem.players or (mover is None) == (model == "bullets"):
            parts = {"bullets": "the mover, the rounds of all", "opinions": "None, how many persons hold each"}
            raise SimulationError(
                f"policy: {shown(key)} is no state; with the model {model!r} one is (who lives, "
                f"{parts.get(model, 'None, ()')}), or who lives"
            )
        return cycle, (tuple(sorted(cycle)), mover, self._counted(cycle, counts))

    def _living(self, said: Any, key: object, least: int = 2) -> Order:
        read = read_order(said, self.problem.people) if isinstance(said, str | tuple | list) else (None,)
        cycle = tuple(player for player in read if player is not None)
        if len(cycle) != len(read) or len(set(cycle)) != len(cycle) or len(cycle) < least:
            raise SimulationError(
                f"policy: {shown(key)} is no state; name the living players, two or more, like 'A, B' or (0, 1)"
            )
        return cycle

    def _counted(self, living: Iterable[int], counts: Iterable[int]) -> tuple[int, ...]:
        """Return numbers by place with 0 for all who have left."""
        return tuple(number if player in living else 0 for player, number in enumerate(counts))

    def __call__(self, living: Living, mover: int | None, counts: tuple[int, ...], player: int) -> Aim:
        """Return the aim of a player in a state. Raises `SimulationError` for one that nobody has said."""
        for state in ((living, mover, counts), living):
            aim = self.policy.get(state, {}).get(player)
            if aim is not None:
                return aim
        return self._without_choice(living, mover, counts, player)

    def _without_choice(self, living: Living, mover: int | None, counts: tuple[int, ...], player: int) -> Aim:
        """Return the aim of somebody with one option; raise `SimulationError` for who has several."""
        of_state = self.problem.free_options if self.variant.model == "bullets" else self.problem.options
        options = of_state(living, player)
        if len(options) == 1:
            return options[0]
        state = (living, mover, counts) if counts else living
        raise SimulationError(
            f"the policy has no aim of player {self.problem.label(player)} in the state {self._name(state)}; "
            f"add the aims there under {shown(self.problem.order_text(living))} or {state}"
        )

    def _name(self, state: Living | State) -> str:
        living, mover, counts = state if isinstance(state[0], tuple) else (state, None, ())
        return StatePlay(living, (), (), mover=mover, counts=counts).among(self.problem.people).name()
