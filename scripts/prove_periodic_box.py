"""Prove that a plan is a strict equilibrium, and no pure stationary one exists, in a box around an example.

    python scripts/prove_periodic_box.py [HIT ...] [--width W]

The box has all hit probabilities within W of the example's, by default 1/5, 4/5, 1/2, 7/10, 3/5 with a plan of
period 2. The script halves the box as long as interval arithmetic leaves a question open, and proves for each part:

1. In every smaller set the equilibrium of the example stays a strict equilibrium, and no other is pure and stationary.
2. With these, the plan of the example stays a strict equilibrium of all players.
3. In each profile of best kills and misses somebody gains, so no equilibrium of all players is pure and stationary.

Each player compares what the best kill is worth with what the next turn is worth. The margin is the least difference of
the two, and of a best kill and the next best, over all turns and parts; it is positive in a proof. Somebody else shoots
in each round of the plans, so who loses in a single turn also loses by another aim at this turn of every period.

**Interval arithmetic** in integers: an interval holds `2^64` times a number, rounded outwards. A turn `p w + (1-p) v`
is affine in `p` and grows with `w` and `v`, so its least value is at the least `w` and `v` and at an end of `p`. All
values of a plan lie in [0, 1]; each round followed backwards from there narrows the intervals.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import TypeAlias

from truel_ref import periodic_equilibria
from truel_ref.game.equilibrium import Living

EXAMPLE = tuple(map(Fraction, ("1/5", "4/5", "1/2", "7/10", "3/5")))

WIDTH = Fraction(3, 1000)
"""Half the side of the box."""

MOST_PARTS = 100_000

FIRST_PLAYER = 3
"""How much shorter than the other sides the first becomes: it changes the margins most."""

BITS = 64
ONE = 1 << BITS

ROUNDS = 40
"""The most rounds of a plan that are followed backwards; fewer if the intervals no longer narrow."""

Interval: TypeAlias = tuple[int, int]
Box: TypeAlias = list[Interval]
Turn: TypeAlias = "tuple[Interval, Box] | None"
"""A hit probability and the win probabilities after the hit; None for Miss."""


def interval(low: Fraction, high: Fraction) -> Interval:
    """Return an interval of integers around two numbers, times `2^64`."""
    return (low.numerator << BITS) // low.denominator, -((-high.numerator << BITS) // high.denominator)


def passed(hit: Interval, won: Interval, later: Interval) -> Interval:
    """Return an interval around `p w + (1-p) v`.

    >>> half = ONE // 2
    >>> passed((0, half), (ONE, ONE), (half, half)) == (half, half + ONE // 4)
    True
    """
    low = min(p * won[0] + (ONE - p) * later[0] for p in hit)
    high = max(p * won[1] + (ONE - p) * later[1] for p in hit)
    return low >> BITS, -(-high >> BITS)


def follow(turns: Sequence[Turn], players: int) -> list[Box]:
    """Return the values of a plan at each of its turns."""
    value: Box = [(0, ONE)] * players
    values: list[Box] = []
    if not any(turns):
        return [[(0, 0)] * players] * len(turns)
    for _ in range(ROUNDS):
        before = value
        values = []
        for turn in reversed(turns):
            if turn is not None:
                value = [passed(turn[0], *ends) for ends in zip(turn[1], value, strict=True)]
            values.append(value)
        if value == before:
            break
    return values[::-1]


class Example:
    """The plan of an example and the equilibria of its smaller sets: `plans` has the aims of each set, turn by turn."""

    def __init__(self, hits: Sequence[Fraction] = EXAMPLE) -> None:
        (play,) = periodic_equilibria(hits)
        parts = sorted((*play.below, play), key=lambda part: len(part.living))
        self.plans = {part.living: [aim for aims in part.aims for aim in aims] for part in parts}

    def margin(self, hits: Sequence[Interval], unique: bool = True) -> int:
        """Return the least margin of all inequalities in a box, times `2^64`; not positive if one is not proved.

        Parameters: `hits`, the box; `unique`, whether to prove that no other equilibrium is pure and stationary.
        """
        players = len(hits)
        least = ONE
        values: dict[Living, list[Box]] = {
            (player,): [[(0, 0)] * player + [(ONE, ONE)] + [(0, 0)] * (players - player - 1)]
            for player in range(players)
        }
        for living, plan in self.plans.items():
            best: list[tuple[Interval, Box]] = []
            for place, player in enumerate(living):
                kills = {}
                for victim in living:
                    left = tuple(other for other in living if other != victim)
                    if victim != player:
                        mover = next((other for other in left if other > player), left[0])
                        kills[victim] = values[left][left.index(mover)]
                target = max(kills, key=lambda victim: kills[victim][player])
                least = min(
                    [
                        least,
                        *(kills[target][player][0] - kills[victim][player][1] for victim in kills if victim != target),
                    ]
                )
                if any(aim.targets not in ((), (target,)) for aim in plan[place :: len(living)]):
                    return -ONE
                best.append((hits[player], kills[target]))
            size = len(living)
            shoots = [bool(aim.targets) for aim in plan]
            now, gains = gains_of(living, best, shoots)
            values[living] = now[:size]
            if size > 2:
                least = min(least, *(-high for _, high in gains))
            if size > 2 and unique:
                for profile in product((False, True), repeat=size):
                    if list(profile) != shoots:
                        _, gains = gains_of(living, best, profile)
                        least = min(least, max(low for low, _ in gains))
            if least <= 0:
                break
        return least


def gains_of(
    living: Living, best: Sequence[tuple[Interval, Box]], shoots: Sequence[bool]
) -> tuple[list[Box], list[Interval]]:
    """Return the values of a plan at each turn, and what the player on move gains there by the other option.

    The gain is divided by the hit probability: it is the difference of a kill and the next turn, which the player
    compares. It is negative if the plan has the better option.
    """
    size = len(living)
    turns: list[Turn] = [best[place % size] if shot else None for place, shot in enumerate(shoots)]
    values = follow(turns, len(best[0][1]))
    gains = []
    for place, shot in enumerate(shoots):
        player = living[place % size]
        kill, later = best[place % size][1][player], values[(place + 1) % len(turns)][player]
        low, high = kill[0] - later[1], kill[1] - later[0]
        gains.append((-high, -low) if shot else (low, high))
    return values, gains


def prove(width: Fraction, hits: Sequence[Fraction] = EXAMPLE) -> tuple[int, Fraction]:
    """Return in how many parts the box around hit probabilities is proved, and the least margin.

    Raises ValueError if 100,000 parts are not enough.
    """
    example = Example(hits)
    least, parts = ONE, 0
    waiting = [[(hit - width, hit + width) for hit in hits]]
    while waiting:
        sides = waiting.pop()
        box = [interval(*side) for side in sides]
        margin = example.margin(box, unique=False)
        if margin > 0:
            margin = example.margin(box)
        if margin > 0:
            parts += 1
            least = min(least, margin)
            continue
        if parts + len(waiting) > MOST_PARTS:
            raise ValueError(f"width {width}: the parts are too many; give a smaller width")
        lengths = [(high - low) * (1 if place else FIRST_PLAYER) for place, (low, high) in enumerate(sides)]
        longest = lengths.index(max(lengths))
        low, high = sides[longest]
        halves = ((low, (low + high) / 2), ((low + high) / 2, high))
        waiting += [[*sides[:longest], half, *sides[longest + 1 :]] for half in halves]
    return parts, Fraction(least, ONE)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the proof's numbers."""
    parser = argparse.ArgumentParser(description="Prove a plan in a box.")
    parser.add_argument("hits", type=Fraction, nargs="*", help="of an example with one periodic equilibrium")
    parser.add_argument("--width", type=Fraction, default=WIDTH, help="half the side of the box, as 3/1000")
    said = parser.parse_args(arguments)
    hits = said.hits or EXAMPLE
    parts, least = prove(said.width, hits)
    text = ", ".join(map(str, hits))
    print(f"proved within {said.width} of {text}: {parts} parts, margin at least {float(least):.1e}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
