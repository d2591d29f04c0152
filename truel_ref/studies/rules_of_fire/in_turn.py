r"""What can come out on a box of hit probabilities where three players fire in turn: announced and stationary play.

Backward induction with sets: an option stays possible unless another one is proved to be better on the whole box,
whatever those after it then choose, so what is chosen at a point of the box, ties included, is always possible. Three
comparisons have proofs of their own, which are sharper than bounds of both sides. With what the others do given,

1. at whom: of two targets the stronger is worth more, because a player's chance in the duel that follows,
   `(1 - q) p / s(p, q)`, falls with the other's `q`, and whether the turn passes does not depend on the target;
2. to shoot or to miss: the value of shooting is a mean of `R`, what the kill is worth to him, and of what missing is
   worth, so it is better if `R` is larger than that (`truel_ref.play.responses`);
3. with everybody else missing, to shoot: a stalemate is worth nothing.

In stationary play the two stronger shoot at each other, and the weakest shoots at the strongest or misses: the theorem
of `truel_ref.studies.uniqueness`.

Rules: `docs/rules.md`, R2 and R3. Source: D. M. Kilgour, "The sequential truel", International Journal of Game Theory 4
(1975), 151-174, for the values.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import TypeAlias

from truel_ref.studies.rules_of_fire.boxes import (
    MIDDLE,
    NEVER,
    STRONGEST,
    WEAKEST,
    Array,
    Boxes,
    Range,
    blend,
    leads,
)

__all__ = ["Outcome", "announced_outcomes", "stationary_outcomes"]

Target: TypeAlias = "int | None"
"""A player to shoot at, None for a deliberate miss."""

Profile: TypeAlias = tuple[Target, ...]
"""One target per place of the shooting order."""


@dataclass(frozen=True)
class Outcome:
    """A profile of aims that is possible on some boxes.

    Fields: `possible`, on which; `leads`, for each of the pairs (strongest, middle), (strongest, weakest), (middle,
    weakest) by how much the first wins more often than the second.
    """

    possible: Array
    leads: tuple[Range, ...]


class InTurn:
    """Values of the profiles of three who fire in turn.

    Parameters: `boxes`; `order`, the players, the first to shoot first.
    """

    def __init__(self, boxes: Boxes, order: Sequence[int]) -> None:
        import numpy as np

        self.boxes = boxes
        self.order = tuple(order)
        self.shape = np.shape(boxes.hits[0][0])
        self._values: dict[tuple[Profile, int], Range] = {}

    def targets(self, place: int) -> tuple[int, int]:
        """Return whom a player can shoot at, the stronger first."""
        first, second = sorted(player for player in self.order if player != self.order[place])
        return first, second

    def won(self, place: int, target: int) -> dict[int, Range]:
        """Return everybody's chance to win after the player in a place has hit his target; the third shoots next."""
        shooter = self.order[place]
        (third,) = {*self.order} - {shooter, target}
        mine, his = self.boxes.duel(third, shooter)
        return {third: mine, shooter: his, target: NEVER}

    def _shots(self, profile: Profile, place: int) -> list[int]:
        """Return the places of those who shoot, from a place on."""
        places = [(place + step) % 3 for step in range(3)]
        return [at for at in places if profile[at] is not None]

    def value(self, profile: Profile, place: int) -> Range:
        """Return what a profile is worth to the player in a place, at his own turn."""
        key = profile, place
        if key not in self._values:
            shots = self._shots(profile, place)
            if shots:
                weights = self.boxes.first_to_hit([self.order[at] for at in shots])
                self._values[key] = blend(weights, [self._after(profile, at)[self.order[place]] for at in shots])
            else:
                self._values[key] = NEVER
        return self._values[key]

    def _after(self, profile: Profile, place: int) -> dict[int, Range]:
        target = profile[place]
        assert target is not None
        return self.won(place, target)

    def leads(self, profile: Profile) -> tuple[Range, ...]:
        """Return the differences of win probabilities at the start, pair by pair."""
        shots = self._shots(profile, 0)
        weights = self.boxes.first_to_hit([self.order[at] for at in shots])
        return leads(weights, [self._after(profile, at) for at in shots])

    def is_worse(self, place: int, worse: Profile, better: Profile) -> Array:
        """Return on which boxes a profile is proved to be worth less than another to the player in a place."""
        import numpy as np

        proved = self.value(worse, place)[1] < self.value(better, place)[0]
        if any(worse[at] != better[at] for at in range(3) if at != place):
            return proved
        bad, good = worse[place], better[place]
        if bad is not None and good is not None:
            return np.full(self.shape, good < bad)
        if all(target is None for at, target in enumerate(worse) if at != place):
            return np.full(self.shape, bad is None)
        target = bad if good is None else good
        assert target is not None
        kill = self.won(place, target)[self.order[place]]
        passing = self.value((*worse[:place], None, *worse[place + 1 :]), place)
        return proved | (kill[1] < passing[0] if good is None else passing[1] < kill[0])


def announced_outcomes(boxes: Boxes, order: Sequence[int]) -> list[Outcome]:
    """Return what can come out in announced play of three who search Others and Miss.

    Parameters: `boxes`; `order`, the players by strength, the first to shoot first.
    """
    import numpy as np

    play = InTurn(boxes, order)
    firsts, seconds = ((*play.targets(place), None) for place in (0, 1))
    replies: dict[Target, dict[Profile, Array]] = {}
    for first in firsts:
        last = {second: _last(play, first, second) for second in seconds}
        replies[first] = _possible(play, 1, last)
    listed = _possible(play, 0, replies)
    return [Outcome(possible, play.leads(profile)) for profile, possible in listed.items() if np.any(possible)]


def _last(play: InTurn, first: Target, second: Target) -> dict[Profile, Array]:
    """Return what the last to announce may do: shoot at the stronger, or miss."""
    shoots, misses = (first, second, play.targets(2)[0]), (first, second, None)
    return {
        shoots: ~play.is_worse(2, shoots, misses),
        misses: ~play.is_worse(2, misses, shoots),
    }


def _possible(play: InTurn, place: int, options: dict[Target, dict[Profile, Array]]) -> dict[Profile, Array]:
    """Return the profiles that are possible when the player in a place chooses among options that lead to them."""
    import numpy as np

    listed: dict[Profile, Array] = {}
    for mine, outcomes in options.items():
        beaten = np.zeros(play.shape, bool)
        for other, better in options.items():
            if other != mine:
                beaten |= _surely_worse(play, place, outcomes, better)
        listed |= {profile: possible & ~beaten for profile, possible in outcomes.items()}
    return listed


def _surely_worse(play: InTurn, place: int, worse: dict[Profile, Array], better: dict[Profile, Array]) -> Array:
    """Return on which boxes whatever follows one option is worth less than whatever follows another."""
    import numpy as np

    proved = np.ones(play.shape, bool)
    for (bad, may_bad), (good, may_good) in product(worse.items(), better.items()):
        both = proved & may_bad & may_good
        if np.any(both):
            proved &= ~both | play.is_worse(place, bad, good)
    return proved


def stationary_outcomes(boxes: Boxes, order: Sequence[int]) -> list[Outcome]:
    """Return what can come out in stationary play of three who search Others and Miss.

    Parameters: `boxes`; `order`, the players by strength, the first to shoot first.
    """
    import numpy as np

    play = InTurn(boxes, order)
    place = play.order.index(WEAKEST)
    aims: dict[int, Target] = {STRONGEST: MIDDLE, MIDDLE: STRONGEST, WEAKEST: STRONGEST}
    shoots = tuple(aims[player] for player in order)
    misses = (*shoots[:place], None, *shoots[place + 1 :])
    either = {shoots: ~play.is_worse(place, shoots, misses), misses: ~play.is_worse(place, misses, shoots)}
    return [Outcome(possible, play.leads(profile)) for profile, possible in either.items() if np.any(possible)]
