r"""The possible outcomes on a box of hit probabilities if three players fire in turn: announced and stationary play.

Backward induction with sets: an option stays possible unless another option is proved better on the whole box, for all
choices of the later players. So the choice at every point of the box, also at ties, is always among the possible
options. Three comparisons have their own proofs, which are sharper than bounds of both sides. For fixed aims of the
others,

1. targets: of two targets the stronger has the larger value, because a player's chance in the following duel,
   `(1 - q) p / s(p, q)`, falls with the opponent's `q`, and whether the turn passes does not depend on the target;
2. shooting or missing: the value of shooting is a mean of `R`, the value of the kill, and of the value of missing, so
   shooting is better if `R` is larger than the value of missing (`truel_ref.play.responses`);
3. if all others miss, shooting is better: a stalemate has the value 0.

In stationary play the two stronger shoot at each other, and the weakest shoots at the strongest or misses: the theorem
of `truel_ref.studies.uniqueness`.

Rules: `docs/rules.md`, R2 and R3. Source: D. M. Kilgour, "The sequential truel", International Journal of Game Theory 4
(1975), 151-174, for the values.

**Who leads on a box of hit probabilities: random shooter, opinions, and one bullet each.**

With a **random shooter** and with **opinions**, each hit is by a player with a chance proportional to the hit
probability, and all aim at the strongest, which is the only equilibrium (`truel_ref.studies.rules_of_fire.formulas`).
Multiplying all hit probabilities by a number changes nothing, so `x = 1` is enough, and a share of the cube is twice an
area in `1 > y > z > 0`. The first hit is by the strongest with the chance `x / (x + y + z)`, and then

    random shooter: the shooter wins the duel with the third player with x / (x + z)
    opinions: two persons hold the convincing opinion, one the third: 1 - (z / (x + z))^2

**One bullet each**, several survivors sharing equally, in the order P, Q, R. Backward induction by hand: if two others
are alive, R shoots at one of them for a share of 1/2 instead of 1/3; both targets have equal values for R, and the
default tie rule takes the stronger. Q shoots at R: 1/2 is more than Q's share after a miss, or after P's death. P, if P
shoots, shoots at the stronger of Q and R, and then the weaker of them, with hit probability `w`, shoots at P. After a
hit the value for P is `(1 - w) / 2`, and P shoots if this is more than the value of waiting.

Rules: `docs/rules.md`, R10 to R12. Source: R. Toral and P. Amengual, "Distribution of winners in truel games", AIP
Conference Proceedings 779 (2005), 128-141; D. M. Kilgour and S. J. Brams, "The truel", *Mathematics Magazine* 70
(1997), 315-326.

**Three who fire at once: the equilibria, with proof, and who then wins on a box of hit probabilities.**

**Theorem** (T20). Let `0 < z <= y <= x < 1` be the hit probabilities of Z, Y and X, who search {Others, Miss}, and let
`F(p, q, r) = (1 - q) p s(q, r) - q s(p, r)` with `s(p, q) = p + q - p q`. The pure equilibria are

    X at Y, Y at X, Z at X      where F(x, z, y) >= 0        (all at the strongest)
    X at Y, Y at Z, Z at X      where F(x, z, y) <= 0
    X at Z, Y at X, Z at Y      where F(y, z, x) <= 0 and F(x, y, z) <= 0

and, for players with equal hit probabilities, these with their names exchanged. `F(x, z, y)` is the largest of the
three values, so three different players have one, two, or on the surface `F(x, z, y) = 0` three equilibria. Proof:
`docs/mathematics/other-rules.md`.

On a box, `F(p, q, r)` with `p > q` divided by `q s(p, r)` rises with `p` and `r` and falls with `q`, so two corners
decide its sign.

Rules: `docs/rules.md`, R10. Source: for simultaneous truels D. M. Kilgour, "The simultaneous truel", International
Journal of Game Theory 1 (1971), 229-242; the theorem and its proof are our own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, TypeAlias

from truel_ref.studies.rules_of_fire.boxes import (
    MARGIN,
    MIDDLE,
    NEVER,
    STRONGEST,
    WEAKEST,
    Array,
    Boxes,
    Range,
    Won,
    blend,
    leads,
)

__all__ = [
    "ALL_AT_THE_STRONGEST",
    "CYCLES",
    "FireOutcome",
    "Profile",
    "announced_outcomes",
    "bullet_outcomes",
    "conditions",
    "drawn_leads",
    "profiles",
    "stationary_outcomes",
    "turns_on_threat",
    "volley_leads",
]

Target: TypeAlias = "int | None"
"""A player to shoot at, None for a deliberate miss."""

Profile: TypeAlias = tuple[Target, ...]
"""One target per place of the shooting order."""


@dataclass(frozen=True)
class FireOutcome:
    """A profile of aims that is possible on some boxes.

    Fields: `possible`, on which boxes; `leads`, for each of the pairs (strongest, middle), (strongest, weakest),
    (middle, weakest) the difference of their win probabilities; `certain`, the boxes on which it is surely an
    equilibrium, if known.
    """

    possible: Array
    leads: tuple[Range, ...]
    certain: Array = None


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

    def targets(self, place: int) -> list[int]:
        """Return the targets of a player, the stronger first."""
        return sorted(player for player in self.order if player != self.order[place])

    def won(self, place: int, target: int) -> dict[int, Range]:
        """Return all win probabilities after the player in a place has hit a target; the third player shoots next."""
        shooter = self.order[place]
        (third,) = {*self.order} - {shooter, target}
        mine, his = self.boxes.duel(third, shooter)
        return {third: mine, shooter: his, target: NEVER}

    def _shots(self, profile: Profile, place: int) -> list[int]:
        """Return the places of the shooters, from a place on."""
        places = [(place + step) % 3 for step in range(3)]
        return [at for at in places if profile[at] is not None]

    def value(self, profile: Profile, place: int) -> Range:
        """Return the value of a profile to the player in a place, at this player's turn."""
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
        """Return on which boxes a profile is proved worse than another for the player in a place."""
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


def announced_outcomes(boxes: Boxes, order: Sequence[int]) -> list[FireOutcome]:
    """Return the possible outcomes in announced play of three who search Others and Miss.

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
    return [FireOutcome(possible, play.leads(profile)) for profile, possible in listed.items() if np.any(possible)]


def _last(play: InTurn, first: Target, second: Target) -> dict[Profile, Array]:
    """Return the possible choices of the last announcer: shoot at the stronger, or miss."""
    shoots, misses = (first, second, play.targets(2)[0]), (first, second, None)
    return {
        shoots: ~play.is_worse(2, shoots, misses),
        misses: ~play.is_worse(2, misses, shoots),
    }


def _possible(play: InTurn, place: int, options: dict[Target, dict[Profile, Array]]) -> dict[Profile, Array]:
    """Return the possible profiles after the player in a place chooses among options that lead to them."""
    import numpy as np

    listed: dict[Profile, Array] = {}
    for mine, outcomes in options.items():
        others = [better for other, better in options.items() if other != mine]
        beaten = np.logical_or.reduce([_surely_worse(play, place, outcomes, better) for better in others])
        listed |= {profile: possible & ~beaten for profile, possible in outcomes.items()}
    return listed


def _surely_worse(play: InTurn, place: int, worse: dict[Profile, Array], better: dict[Profile, Array]) -> Array:
    """Return on which boxes every result of one option is worse than every result of another."""
    import numpy as np

    proved = np.ones(play.shape, bool)
    for (bad, may_bad), (good, may_good) in product(worse.items(), better.items()):
        both = proved & may_bad & may_good
        if np.any(both):
            proved &= ~both | play.is_worse(place, bad, good)
    return proved


def stationary_outcomes(boxes: Boxes, order: Sequence[int]) -> list[FireOutcome]:
    """Return the possible outcomes in stationary play of three who search Others and Miss.

    Parameters: `boxes`; `order`, the players by strength, the first to shoot first.
    """
    import numpy as np

    play = InTurn(boxes, order)
    place = play.order.index(WEAKEST)
    aims: dict[int, Target] = {STRONGEST: MIDDLE, MIDDLE: STRONGEST, WEAKEST: STRONGEST}
    shoots = tuple(aims[player] for player in order)
    misses = (*shoots[:place], None, *shoots[place + 1 :])
    either = {shoots: ~play.is_worse(place, shoots, misses), misses: ~play.is_worse(place, misses, shoots)}
    return [FireOutcome(possible, play.leads(profile)) for profile, possible in either.items() if np.any(possible)]


def drawn_leads(boxes: Boxes, persons: int) -> tuple[Range, ...]:
    """Return the leads with a random shooter (`persons` 1), or with opinions of three persons (`persons` 2).

    Parameters: `boxes`; `persons`, the number of persons on the side of the latest hit.
    """
    victims = {STRONGEST: MIDDLE, MIDDLE: STRONGEST, WEAKEST: STRONGEST}
    weights = []
    after: list[Won] = []
    for shooter, victim in victims.items():
        (third,) = {*victims} - {shooter, victim}
        weights.append(boxes.extremes(_share, (shooter, third, victim), {0}))
        low, high = boxes.extremes(_share, (third, shooter), {0})
        after.append(
            {shooter: (1 - high**persons, 1 - low**persons), third: (low**persons, high**persons), victim: NEVER}
        )
    return leads(weights, after)


def _share(hits: Sequence[Array]) -> Array:
    """Return the share of the first of some hit probabilities in their sum."""
    return hits[0] / sum(hits)


def bullet_outcomes(boxes: Boxes, order: Sequence[int]) -> tuple[list[FireOutcome], int]:
    """Return the outcomes in which the first player waits, or shoots, in this order, and the possible only survivor.

    There is an only survivor only if the first player shoots and hits; otherwise there are always several.

    Parameters: `boxes`; `order`, the players by strength, the first to shoot first.
    """
    first, second, third = order
    left = max(second, third)
    weaker = max(first, second)
    none: dict[int, Any] = dict.fromkeys(order, NEVER)
    half, share = (0.5, 0.5), (1 / 3, 1 / 3)
    ends: list[dict[int, Any]] = [
        none | {first: half, second: half},
        none | {weaker: half, third: half},
        dict.fromkeys(order, share),
    ]
    waits = [boxes.hitting((second,), {0}), boxes.hitting((second, third), {1}), boxes.hitting((second, third), set())]
    worth = blend(waits, [end[first] for end in ends])
    low, high = boxes.hits[left]
    return_fire = (1 - high) / 2, (1 - low) / 2
    waiting = FireOutcome(worth[1] >= return_fire[0], leads(waits, ends))
    hit = [boxes.hitting((first, left), {0, 1}), boxes.hitting((first, left), {0})]
    missed = [boxes.hitting(order[: place + 1], {place}) for place in (1, 2)]
    after_hit: list[dict[int, Any]] = [none | {left: (1.0, 1.0)}, none | {left: half, first: half}]
    shooting = FireOutcome(
        worth[0] <= return_fire[1], leads([*hit, *missed, boxes.hitting(order, set())], [*after_hit, *ends])
    )
    return [waiting, shooting], left


Aims: TypeAlias = "tuple[int, int, int]"
"""The targets of the strongest, the middle and the weakest."""

ALL_AT_THE_STRONGEST: Aims = (MIDDLE, STRONGEST, STRONGEST)
CYCLES: tuple[Aims, Aims] = ((MIDDLE, WEAKEST, STRONGEST), (WEAKEST, STRONGEST, MIDDLE))

PLAYERS = (STRONGEST, MIDDLE, WEAKEST)

_THREATS = ((STRONGEST, WEAKEST, MIDDLE), (MIDDLE, WEAKEST, STRONGEST), (STRONGEST, MIDDLE, WEAKEST))
"""The arguments of `F` in the theorem."""


def turns_on_threat(threat: Any, helper: Any, player: Any) -> Any:
    """Return `F`: positive if the best target of a player is `threat`, negative if it is `helper`.

    Parameters: hit probabilities, in any numbers: `threat`, of the player who shoots at `player`; `helper`, of the
    third player, who shoots at `threat`; `player`, of the player who chooses.

    >>> from fractions import Fraction as F
    >>> turns_on_threat(F(1, 2), F(1, 4), F(1, 3))
    Fraction(1, 48)
    """
    return (1 - helper) * threat * (helper + player - helper * player) - helper * (threat + player - threat * player)


def conditions(hits: Sequence[Any]) -> tuple[Any, Any, Any]:
    """Return `F(x, z, y)`, `F(y, z, x)` and `F(x, y, z)` of the theorem, for hit probabilities from the largest on."""
    first, second, third = (turns_on_threat(*(hits[player] for player in players)) for players in _THREATS)
    return first, second, third


def volley_leads(boxes: Boxes, aims: Sequence[int]) -> tuple[Range, ...]:
    """Return the leads if all fire at once with these aims.

    Parameters: `boxes`; `aims`, the target of each player.
    """
    weights = boxes.volley(PLAYERS)
    return leads(list(weights.values()), [_won(boxes, {aims[shooter] for shooter in hitting}) for hitting in weights])


def _won(boxes: Boxes, gone: set[int]) -> Won:
    """Return for each player the chance to be the only survivor, after these have been hit."""
    left = tuple(player for player in PLAYERS if player not in gone)
    if len(left) < 2:
        return {player: (1.0, 1.0) if player in left else NEVER for player in PLAYERS}
    chances = boxes.volley(left)
    return {player: chances[player,] if player in left else NEVER for player in PLAYERS}


def profiles(boxes: Boxes) -> list[FireOutcome]:
    """Return the outcomes of the three possible equilibria, in the order of the theorem."""
    bounds = []
    for threat, helper, player in _THREATS:
        (p_low, p_high), (q_low, q_high), (r_low, r_high) = (boxes.hits[at] for at in (threat, helper, player))
        low, high = turns_on_threat(p_low, q_high, r_low), turns_on_threat(p_high, q_low, r_high)
        bounds.append((low > MARGIN, high < -MARGIN))
    (strongest, cycle), (not_second, second), (not_third, third) = bounds
    first_cycle, second_cycle = (volley_leads(boxes, aims) for aims in CYCLES)
    return [
        FireOutcome(~cycle, volley_leads(boxes, ALL_AT_THE_STRONGEST), strongest),
        FireOutcome(~strongest, first_cycle, cycle),
        FireOutcome(~not_second & ~not_third, second_cycle, second & third),
    ]
