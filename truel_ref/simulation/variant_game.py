"""Other rules of fire, with everybody's aims: what the engines play."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from truel_ref.errors import SimulationError, shown
from truel_ref.game.problem import Problem
from truel_ref.game.variant import Variant
from truel_ref.game.variant_answers import DrawnOrder, VariantAnswer
from truel_ref.game.variant_plays import VariantPlay
from truel_ref.simulation.fire import AimsOf, Bullets, Fire, Opinions, RandomShooter, SimultaneousFire
from truel_ref.simulation.lots import lot_of
from truel_ref.simulation.rules import Lot
from truel_ref.simulation.state_aims import StateAims

__all__ = ["Asked", "StatePolicy", "VariantGame", "prepare_variant"]

Asked: TypeAlias = "Variant | VariantAnswer | VariantGame"
"""What dice can be thrown for."""

StatePolicy: TypeAlias = "VariantPlay | Mapping[Any, Any] | Callable[[Problem], Any]"
"""A play, the aims by state, or for a lot what is played by order."""


_FIRES: dict[str, type[Fire]] = {
    "shooter": RandomShooter,
    "simultaneous": SimultaneousFire,
    "opinions": Opinions,
}


@dataclass(frozen=True)
class VariantGame:
    """A game under other rules of fire that can be played: everything checked, every aim that is needed at hand.

    Fields: `variant`; `rules`, what the engines play; `policy`, where the aims come from: "solution" or "given".
    """

    variant: Variant
    rules: Fire | Lot
    policy: str


def prepare_variant(asked: Asked, policy: StatePolicy | None = None) -> VariantGame:
    """Return the game that an answer, or a variant with a policy, stands for.

    Two players left shoot each other with a random shooter and under simultaneous fire, and whoever has but one option,
    such as a predefined target, takes it; a policy may leave both out.

    Parameters:
        asked: a `VariantAnswer` with just one play, or a `Variant`.
        policy: one play of an answer (`answer[0]`); or a mapping of states to aims. A state is the living players, as a
            tuple of places or names or in one text ("A, C"), and stands for all states with these players; or the whole
            key of `VariantPlay.policy` (living players, mover, rounds or persons by place), which goes first. Its
            aims are a list with one per living player (`Aim`, label, name, `Miss`, `Self` or weights; None for who has
            nothing to decide), or a `StatePlay`. For a lot: a mapping of drawn orders to what each of them plays, a
            `Solution`, an `Equilibrium` (or `Equilibria` with just one) or a policy as for `prepare`, in which players
            go by their place in that order; or a function that returns it for the problem of a drawn order, such as
            `solve`. The answer of a lot knows the aims of the first phases only, enough for up to three players.

    Raises `SimulationError` where several plays could be meant or a state has no aims, naming it, and `AimError`,
    `NumberError` or `SimulationError` for a wrong aim, naming the player and the state.

    >>> game = prepare_variant(Variant.stated("shooter", ["1/2", "1/3", 1]), {"A, B, C": ["C", "C", "A"]})
    >>> game.rules.positions()
    [(0, 1, 2), (0, 1), (1, 2)]
    """
    if isinstance(asked, VariantGame) and policy is None:
        return asked
    variant = asked if isinstance(asked, Variant) else getattr(asked, "variant", None)
    if not isinstance(variant, Variant):
        raise SimulationError(f"{shown(asked)} is nothing to play; give a Variant or the answer to one")
    source = "solution" if isinstance(policy, VariantPlay) else "given"
    drawn: tuple[DrawnOrder, ...] = ()
    if policy is None and isinstance(asked, VariantAnswer):
        source = "solution"
        drawn = asked.drawn
        policy = None if variant.model == "lot" else _only_play(asked)
    if variant.model == "lot":
        return VariantGame(variant, lot_of(variant, policy, drawn), source)
    if callable(policy):
        raise SimulationError(f"policy: a function says what a drawn order plays; the model is {variant.model!r}")
    rules = _rules(variant, StateAims(variant, policy))
    rules.positions()  # every state that can be reached has its aims now, or an error says which has none
    return VariantGame(variant, rules, source)


def _only_play(answer: VariantAnswer) -> VariantPlay:
    if len(answer) == 1:
        return answer[0]
    if not answer:
        raise SimulationError("the answer has no play; give aims: prepare_variant(answer.variant, {state: aims, …})")
    raise SimulationError(
        f"the answer has {len(answer)} plays; say which, as in simulate_variant(answer, answer[0], …)"
    )


def _rules(variant: Variant, aim_of: AimsOf) -> Fire:
    if variant.model == "bullets":
        return Bullets(variant.problem, aim_of, variant.bullets)
    return _FIRES[variant.model](variant.problem, aim_of)
