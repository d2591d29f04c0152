"""Stationary play with mixes: two players shoot at their best kill with some probability, and otherwise miss.

Let player `i` shoot at a best kill with probability `x_i` and otherwise miss. The **advantage** of the shot `(r, k)`
over a miss, if the turns of the others compose to `(v, κ)`, is `f_i = r (1 - κ) - (1 - k) v` in own components
(`truel_ref.play.phase.advantage`). Composed turns are affine in each `x`, so `f_i` is affine in the `x` of each other
player, and does not depend on `x_i`. This module searches a set of living players for equilibria with one or two
mixers; the other players shoot or miss for certain. The steps:

1. Choose the mixers, their best kills, and for every other player a best kill or Miss.
2. With two mixers `f_a(x_b) = 0` and `f_b(x_a) = 0` are linear equations in one unknown each: their solutions are
   rational if the hit probabilities are. With one mixer `f_a` is a number, and must be 0.
3. Both probabilities must lie strictly between 0 and 1, and no other player may gain: `f_j >= 0` if player `j` shoots,
   `f_j <= 0` if player `j` misses.

If the advantage of a mixer vanishes identically, the probability of the other mixer is free: a **continuum**, an
interval that the linear conditions of step 3 bound. One mixer alone is such a case. If both advantages vanish, both
probabilities are free and the conditions cut a **surface** out of the open square. If this is not the whole square,
only a rectangle of it is listed, and the surface counts as unsettled. Three or more mixers would solve systems of
polynomials; they are not searched.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from typing import Any, TypeAlias

from truel_ref.game.aims import Aim
from truel_ref.game.equilibrium import Mixing
from truel_ref.game.people import Order
from truel_ref.game.problem import Problem
from truel_ref.limits import check
from truel_ref.numbers import inside, public
from truel_ref.play.phase import Turn, advantage, others, values_at_every_turn
from truel_ref.play.selections import SetPlay

DEPTH = 8
"""How many times the search for a rectangle of equilibria cuts a square of mixes into four."""

Choice: TypeAlias = "tuple[Aim, Turn]"
"""An aim for certain, and its turn."""

Point: TypeAlias = Mapping[int, Any]
"""By seat of a mixer, the probability to shoot."""

Sides: TypeAlias = "dict[int, tuple[Any, Any]]"
"""By seat of a mixer, the least and the largest probability to shoot."""


def mixed_equilibria(problem: Problem, living: Order, options: Sequence[Sequence[Choice]]) -> tuple[list[SetPlay], int]:
    """Return the equilibria of a set in which one or two players mix, and the number of unsettled surfaces.

    The module's docstring lists the steps. Players with a predefined aim, and those who cannot hit, do not mix.

    Parameters: `problem`, with a search of {Others, Miss} or {Others}; `living`, the set; `options`, by seat the best
    kills and Miss.
    """
    shots = {}  # by seat of a player who may mix, the best kills
    for seat, (player, mine) in enumerate(zip(living, options, strict=True)):
        kills = [one for one in mine if one[0].target is not None]
        if problem.hits[player] and problem.has_choice(living, player) and 0 < len(kills) < len(mine):
            shots[seat] = kills
    found: list[SetPlay] = []
    unsettled = 0
    for mixers in (*combinations(shots, 1), *combinations(shots, 2)):
        for choices in product(*(shots[seat] if seat in mixers else mine for seat, mine in enumerate(options))):
            check()
            duel = _Mixers(living, choices, mixers, {seat: kills[0][1] for seat, kills in shots.items()})
            solved, settled = duel.solutions()
            found += [duel.record(problem, sides) for sides in solved]
            unsettled += not settled
    return found, unsettled


@dataclass(frozen=True)
class _Mixers:
    """One or two mixers among players who shoot or miss for certain.

    Fields: `living`; `choices`, one for each of them, the best kill of a mixer; `mixers`, their seats; `shots`, by
    seat of each player who may mix the turn of a best kill.
    """

    living: Order
    choices: tuple[Choice, ...]
    mixers: tuple[int, ...]
    shots: Mapping[int, Turn]

    def turns(self, point: Point) -> list[Turn]:
        """Return all turns, if the mixers shoot with these probabilities."""
        turns = [turn for _, turn in self.choices]
        for seat, chance in point.items():
            r, k = turns[seat]
            turns[seat] = [chance * won for won in r], 1 - chance * (1 - k)
        return turns

    def advantage(self, seat: int, point: Point) -> Any:
        """Return the advantage of shooting over missing for the player at a seat."""
        player = self.living[seat]
        shot, *turns = [([r[player]], k) for r, k in (self.shots[seat], *self.turns(point))]
        return advantage(shot, ([0], 1), others(turns, seat), 0)

    def line(self, seat: int, moving: int, fixed: Point) -> tuple[Any, Any]:
        """Return start and slope of an advantage as a function of the probability of a mixer."""
        start, end = (self.advantage(seat, {**fixed, moving: inside(Fraction(end))}) for end in (0, 1))
        return start, end - start

    def conditions(self) -> list[tuple[int, int]]:
        """Return `(seat, sign)` for every other player who may mix: `sign * advantage <= 0` must hold."""
        sure = [seat for seat in self.shots if seat not in self.mixers]
        return [(seat, 1 if self.choices[seat][0].is_miss else -1) for seat in sure]

    def solutions(self) -> tuple[list[Sides], bool]:
        """Return the probabilities of the mixers, and whether these are all (see `surface`)."""
        fixed: dict[int, Any] = {}
        for seat, moving in zip(self.mixers, reversed(self.mixers), strict=True):  # for one mixer the line is constant
            start, slope = self.line(seat, moving, {seat: inside(Fraction(1))})
            if start or slope:
                root = -start / slope if slope else None
                if root is None or not 0 < root < 1:
                    return [], True
                fixed[moving] = root
        free = [seat for seat in self.mixers if seat not in fixed]
        if len(free) == 2:
            return self.surface()
        if free:
            return self.interval(free[0], fixed), True
        minded = any(sign * self.advantage(seat, fixed) > 0 for seat, sign in self.conditions())
        return [] if minded else [{seat: (root, root) for seat, root in fixed.items()}], True

    def interval(self, free: int, fixed: Point) -> list[Sides]:
        """Return the open interval of one free probability in which nobody gains, or its only point, or nothing."""
        low, high = inside(Fraction(0)), inside(Fraction(1))
        for seat, sign in self.conditions():
            start, slope = (sign * number for number in self.line(seat, free, fixed))
            if not slope and start > 0:
                return []
            if slope > 0:
                high = min(high, -start / slope)
            elif slope < 0:
                low = max(low, -start / slope)
        if low > high or low == high in (0, 1):
            return []
        return [{free: (low, high)} | {seat: (value, value) for seat, value in fixed.items()}]

    def surface(self) -> tuple[list[Sides], bool]:
        """Return a rectangle of two free mixes in which nobody gains, and whether there are no others.

        Every advantage is affine in each of the two mixes. So on a box it lies between its values at the four corners,
        and in the middle it is their mean. The whole square, and then each box, is in one of three cases. (1) Every
        condition holds at all corners, so at every point: the box is an answer, complete if it is the whole square.
        (2) Some condition holds with equality or fails at every corner, and fails at a corner: no inner point is an
        equilibrium. (3) Otherwise the box is cut into four, at most `DEPTH` times. If no box is in case 1, a box with a
        middle at which nobody gains gives this middle as an answer. Boxes that stay open are unsettled.
        """
        a, b = self.mixers
        size = inside(Fraction(1))
        boxes = [(0 * size, 0 * size)]
        lone: list[Sides] = []
        for depth in range(DEPTH + 1):
            half, cut = size / 2, []
            for x, y in boxes:
                check()
                corners = [{a: x + dx, b: y + dy} for dx in (0, size) for dy in (0, size)]
                signs = [[sign * self.advantage(seat, at) for at in corners] for seat, sign in self.conditions()]
                if all(max(values) <= 0 for values in signs):
                    return [{a: (x, x + size), b: (y, y + size)}], depth == 0
                if not any(min(values) >= 0 < max(values) for values in signs):
                    if not lone and all(sum(values) <= 0 for values in signs):
                        lone = [{a: (x + half, x + half), b: (y + half, y + half)}]
                    cut += [(x + dx, y + dy) for dx in (0, half) for dy in (0, half)]
            boxes, size = cut, half
        return lone, not boxes and not lone

    def record(self, problem: Problem, sides: Sides) -> SetPlay:
        """Return an equilibrium with the middle of each side."""
        middle = {seat: (least + most) / 2 for seat, (least, most) in sides.items()}
        aims = [aim for aim, _ in self.choices]
        mixing = []
        for seat, ends in sorted(sides.items()):
            target = aims[seat].target
            assert target is not None  # a mixer shoots at a best kill
            mixing.append(Mixing(self.living[seat], target, *map(public, ends), problem=problem))
            aims[seat] = Aim(tuple(public(middle[seat]) * weight for weight in aims[seat].weights))
        values = values_at_every_turn(self.turns(middle))
        return SetPlay(self.living, tuple(aims), values, strict=False, mixing=tuple(mixing))
