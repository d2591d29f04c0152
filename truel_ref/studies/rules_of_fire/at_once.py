r"""Three who fire at once: which aims are equilibria, with proof, and who wins then on a box of hit probabilities.

**Theorem** (T20). Let `0 < z <= y <= x < 1` be the hit probabilities of Z, Y and X, who search {Others, Miss}, and let
`F(p, q, r) = (1 - q) p s(q, r) - q s(p, r)` with `s(p, q) = p + q - p q`. The pure equilibria are

    X at Y, Y at X, Z at X      where F(x, z, y) >= 0        (everybody at the strongest)
    X at Y, Y at Z, Z at X      where F(x, z, y) <= 0
    X at Z, Y at X, Z at Y      where F(y, z, x) <= 0 and F(x, y, z) <= 0

and between players who hit equally often the same with their names exchanged. `F(x, z, y)` is the largest of the three,
so three different players have one, two, or on the surface `F(x, z, y) = 0` three. Proof: `docs/variants.md`.

On a box, `F(p, q, r)` with `p > q` divided by `q s(p, r)` rises with `p` and `r` and falls with `q`, so its sign is
decided at two corners.

Rules: `docs/rules.md`, R10. Source: for simultaneous truels D. M. Kilgour, "The simultaneous truel", International
Journal of Game Theory 1 (1971), 229-242; the theorem and its proof are our own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
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
    leads,
)

__all__ = ["ALL_AT_THE_STRONGEST", "CYCLES", "Profile", "conditions", "profiles", "turns_on_threat", "volley_leads"]

Aims: TypeAlias = "tuple[int, int, int]"
"""The targets of the strongest, the middle one and the weakest."""

ALL_AT_THE_STRONGEST: Aims = (MIDDLE, STRONGEST, STRONGEST)
CYCLES: tuple[Aims, Aims] = ((MIDDLE, WEAKEST, STRONGEST), (WEAKEST, STRONGEST, MIDDLE))

PLAYERS = (STRONGEST, MIDDLE, WEAKEST)

_THREATS = ((STRONGEST, WEAKEST, MIDDLE), (MIDDLE, WEAKEST, STRONGEST), (STRONGEST, MIDDLE, WEAKEST))
"""The arguments of `F` in the theorem."""


@dataclass(frozen=True)
class Profile:
    """An equilibrium of some boxes.

    Fields: `aims`; `possible`, where it may be one; `certain`, where it is one; `leads`, as
    `truel_ref.studies.rules_of_fire.boxes.leads` gives them.
    """

    aims: Aims
    possible: Array
    certain: Array
    leads: tuple[Range, ...]


def turns_on_threat(threat: Any, helper: Any, player: Any) -> Any:
    """Return `F`: positive if a player shoots best at `threat`, who shoots at him, negative if best at `helper`.

    Parameters: hit probabilities, in any numbers: `threat`, of who shoots at the player; `helper`, of the third, who
    shoots at `threat`; `player`, his own.

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
    """Return who leads by how much when all fire at once with these aims.

    Parameters: `boxes`; `aims`, the target of each player.
    """
    weights = boxes.volley(PLAYERS)
    return leads(list(weights.values()), [_won(boxes, {aims[shooter] for shooter in hitting}) for hitting in weights])


def _won(boxes: Boxes, gone: set[int]) -> Won:
    """Return everybody's chance to be the only one left, after these have been hit."""
    left = tuple(player for player in PLAYERS if player not in gone)
    if len(left) < 2:
        return {player: (1.0, 1.0) if player in left else NEVER for player in PLAYERS}
    chances = boxes.volley(left)
    return {player: chances[player,] if player in left else NEVER for player in PLAYERS}


def profiles(boxes: Boxes) -> list[Profile]:
    """Return the three profiles that can be equilibria, and where they are."""
    bounds = []
    for threat, helper, player in _THREATS:
        (p_low, p_high), (q_low, q_high), (r_low, r_high) = (boxes.hits[at] for at in (threat, helper, player))
        low, high = turns_on_threat(p_low, q_high, r_low), turns_on_threat(p_high, q_low, r_high)
        bounds.append((low > MARGIN, high < -MARGIN))
    (strongest, cycle), (not_second, second), (not_third, third) = bounds
    first_cycle, second_cycle = (volley_leads(boxes, aims) for aims in CYCLES)
    return [
        Profile(ALL_AT_THE_STRONGEST, ~cycle, strongest, volley_leads(boxes, ALL_AT_THE_STRONGEST)),
        Profile(CYCLES[0], ~strongest, cycle, first_cycle),
        Profile(CYCLES[1], ~not_second & ~not_third, second & third, second_cycle),
    ]
