r"""Who leads on a box of hit probabilities: random shooter, opinions, and one bullet each.

**Random shooter** and **opinions** are drawn, hit by hit, in proportion to the hit probabilities, and all aim at the
strongest, which is the only equilibrium (`truel_ref.studies.rules_of_fire.formulas`). Multiplying all hit probabilities
by the same number changes nothing, so `x = 1` is enough, and a share of the cube is twice an area in
`1 > y > z > 0`. The first hit is A's with chance `x / (x + y + z)`, and then

    random shooter: who has hit has x / (x + z) in the duel with the third
    opinions: two hold the opinion of who has convinced, one the third: 1 - (z / (x + z))^2

**One bullet each**, several survivors sharing equally, in the order P, Q, R. Backward induction by hand: R shoots at
one of two left for a share of 1/2 instead of 1/3, the stronger one by the default rule for ties, because both are worth
the same to him. Q shoots at R: 1/2 is more than what a miss, or P's death, leaves him. P, if he shoots, shoots at the
stronger of Q and R, and then the weaker one, with hit probability `w`, shoots at him. To have hit is then worth
`(1 - w) / 2` to P, and he shoots where that is more than what waiting is worth to him.

Rules: `docs/rules.md`, R10 to R12. Source: R. Toral and P. Amengual, "Distribution of winners in truel games", AIP
Conference Proceedings 779 (2005), 128-141; D. M. Kilgour and S. J. Brams, "The truel", *Mathematics Magazine* 70
(1997), 315-326.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from truel_ref.studies.rules_of_fire.boxes import (
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
from truel_ref.studies.rules_of_fire.in_turn import Outcome

__all__ = ["bullet_outcomes", "drawn_leads"]


def drawn_leads(boxes: Boxes, persons: int) -> tuple[Range, ...]:
    """Return who leads by how much with a random shooter (`persons` 1), or opinions of three persons (`persons` 2).

    Parameters: `boxes`; `persons`, how many stand for the player who has just hit.
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


def bullet_outcomes(boxes: Boxes, order: Sequence[int]) -> tuple[list[Outcome], int]:
    """Return what the first does, to wait or to shoot, in this order, and who alone can be the only survivor.

    He is the only survivor only if the first shoots, and hits; otherwise there are always several.

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
    waits = [boxes.extremes(_chain, (second,), {0}), *_then(boxes, (second, third))]
    worth = blend(waits, [end[first] for end in ends])
    low, high = boxes.hits[left]
    return_fire = (1 - high) / 2, (1 - low) / 2
    waiting = Outcome(worth[1] >= return_fire[0], leads(waits, ends))
    hit = [boxes.extremes(_chain, (first, left), {0, 1}), boxes.extremes(_falls, (first, left), {0})]
    missed = [boxes.extremes(_passed, (first, second), {1}), *_then(boxes, (first, second, third))]
    after_hit: list[dict[int, Any]] = [none | {left: (1.0, 1.0)}, none | {left: half, first: half}]
    shooting = Outcome(worth[0] <= return_fire[1], leads([*hit, *missed], [*after_hit, *ends]))
    return [waiting, shooting], left


def _then(boxes: Boxes, players: Sequence[int]) -> list[Range]:
    """Return the chances that only the last of these hits, and that none of them does."""
    import numpy as np

    return [
        boxes.extremes(_passed, players, {len(players) - 1}),
        boxes.extremes(lambda hits: np.multiply.reduce([1 - hit for hit in hits]), players, set()),
    ]


def _chain(hits: Sequence[Array]) -> Array:
    import numpy as np

    return np.multiply.reduce(hits)


def _falls(hits: Sequence[Array]) -> Array:
    return hits[0] * (1 - hits[1])


def _passed(hits: Sequence[Array]) -> Array:
    import numpy as np

    return np.multiply.reduce([1 - hit for hit in hits[:-1]]) * hits[-1]
