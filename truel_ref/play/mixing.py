"""Stationary play with mixes: two players shoot at their best kill with some probability, and otherwise miss.

`truel_ref.play.responses` derives the advantage `f_i = R_i (1 - κ) - v` of shooting over missing. This module searches
a set of living players for equilibria with one or two mixers; the other players shoot or miss for certain. The steps:

1. Choose the mixers, their best kills, and for every other player a best kill or Miss.
2. With two mixers `f_a` is affine in `x_b` and `f_b` in `x_a`, so two values of each give both probabilities. With one
   mixer `f_a` is a number, and must be 0.
3. Both probabilities must lie strictly between 0 and 1, and no other player may gain: `f_j >= 0` if player `j` shoots,
   `f_j <= 0` if player `j` misses.

If the advantage of a mixer vanishes identically, the probability of the other mixer is free: a **continuum**, an
interval that the linear conditions of step 3 bound. One mixer alone is such a case. If both advantages vanish, both
probabilities are free and the conditions cut a **surface** out of the open square. If this is not the whole square,
only a rectangle of it is listed, and the surface counts as unsettled. Three or more mixers would solve systems of
polynomials; they are not searched.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, product
from typing import Any, NamedTuple, TypeAlias

from truel_ref.game.aims import Aim
from truel_ref.game.equilibrium import Mixing
from truel_ref.game.people import Order
from truel_ref.game.problem import Problem
from truel_ref.limits import check
from truel_ref.numbers import inside, public
from truel_ref.play import phase
from truel_ref.play.responses import StationaryNode, candidates, node_of, others

__all__ = ["mixed_equilibria"]

DEPTH = 8
"""How many times the search for a rectangle of equilibria cuts a square of mixes into four."""

_Mixes: TypeAlias = "list[tuple[dict[int, Any], tuple[Mixing, ...]]]"
"""Equilibria: the probability of each mixer by place, and the records of the mixers."""


class _Choice(NamedTuple):
    """An option for certain: its aim, its turn, and the target of a shot that could be mixed with a miss, or None."""

    aim: Aim
    turn: phase.Turn
    target: int | None


class _Play(NamedTuple):
    """A set of living players with the choice of every player; `mixers` are the places of those who mix."""

    problem: Problem
    living: Order
    choices: tuple[_Choice, ...]
    mixers: tuple[int, ...]
    free: frozenset[int]
    """The places of the players who choose between shooting and missing: their advantage counts."""

    def turns(self, shoots: Mapping[int, Any]) -> list[phase.Turn]:
        """Return all turns, if each mixer shoots with the probability given for the place."""
        one = inside(Fraction(1))
        turns = []
        for place, choice in enumerate(self.choices):
            r, k = choice.turn
            if place in shoots:
                chance = shoots[place]
                r, k = [chance * won for won in r], one - chance * (one - k)
            turns.append((r, k))
        return turns

    def advantage(self, place: int, shoots: Mapping[int, Any], kill: _Choice) -> Any:
        """Return `f = R (1 - κ) - v` times the hit probability: its sign says whether shooting beats missing."""
        player = self.living[place]
        v, kappa = others(self.turns(shoots), place, player)
        r, k = kill.turn
        return r[player] * (1 - kappa) - (1 - k) * v


class _Line(NamedTuple):
    """A number that is `start + slope x`."""

    start: Any
    slope: Any

    @property
    def vanishes(self) -> bool:
        return not self.start and not self.slope


def mixed_equilibria(
    problem: Problem, living: Order, below: Mapping[Order, StationaryNode]
) -> tuple[list[StationaryNode], int]:
    """Return the equilibria of a set in which one or two players mix, and the number of unsettled surfaces.

    The module's docstring lists the steps. Players with a predefined aim, and those who cannot hit, do not mix.

    Parameters: `problem`, with a search of {Others, Miss} or {Others}; `living`, the set; `below`, the equilibria of
    the smaller sets.
    """
    kills, misses = [], []
    for player in living:
        free = problem.has_choice(living, player) and problem.hits[player] > 0
        options = [_Choice(one.aim, one.turn, one.aim.target) for one in candidates(problem, living, player, below)]
        kills.append([choice for choice in options if choice.target is not None] if free else [])
        misses.append([choice for choice in options if choice.target is None] if free else options)
    can_mix = [place for place in range(len(living)) if kills[place] and misses[place]]
    nodes: list[StationaryNode] = []
    unsettled = 0
    for count in (1, 2):
        for mixers in combinations(can_mix, count):
            sure = [
                kills[place] if place in mixers else [*kills[place], *misses[place]] for place in range(len(living))
            ]
            for choices in product(*sure):
                check()
                play = _Play(problem, living, choices, mixers, frozenset(can_mix))
                solved, settled = (_alone(play, kills), True) if count == 1 else _together(play, kills)
                unsettled += not settled
                for point, mixing in solved:
                    nodes.append(_node(play, point, mixing, below))
    return nodes, unsettled


def _alone(play: _Play, kills: Sequence[Sequence[_Choice]]) -> _Mixes:
    """Return the continuum of one mixer: the advantage must vanish, and no other player may gain somewhere inside."""
    (place,) = play.mixers
    half = inside(Fraction(1, 2))
    if play.advantage(place, {place: half}, play.choices[place]):
        return []
    return _interval(play, kills, place, {})


def _together(play: _Play, kills: Sequence[Sequence[_Choice]]) -> tuple[_Mixes, bool]:
    """Return the mixes of two mixers, and whether these are all of them (see `_surface`)."""
    a, b = play.mixers
    first, second = _line(play, a, b, {}), _line(play, b, a, {})
    if first.vanishes and second.vanishes:
        return _surface(play, kills)
    if first.vanishes or second.vanishes:
        # The line that does not vanish fixes the mix of the player it depends on; the other mix is free.
        fixed, free, line = (a, b, second) if first.vanishes else (b, a, first)
        root = _root(line)
        return [] if root is None else _interval(play, kills, free, {fixed: root}), True
    x_b, x_a = _root(first), _root(second)
    if x_a is None or x_b is None or not _nobody_gains(play, kills, {a: x_a, b: x_b}):
        return [], True
    mixing = (_mixing(play, a, public(x_a), public(x_a)), _mixing(play, b, public(x_b), public(x_b)))
    return [({a: x_a, b: x_b}, mixing)], True


def _surface(play: _Play, kills: Sequence[Sequence[_Choice]]) -> tuple[_Mixes, bool]:
    """Return a rectangle of two free mixes in which nobody gains, and whether there are no others.

    Every advantage is affine in each of the two mixes, so on a box it lies between its values at the four corners.
    The whole square, and then each box, is in one of three cases. (1) Every condition holds at all corners, so at every
    point: the box is an answer, complete if it is the whole square. (2) Some condition holds with equality or fails at
    every corner, and fails at a corner: no inner point is an equilibrium. (3) Otherwise the box is cut into four, at
    most `DEPTH` times. If no box is in case 1, a box with a middle at which nobody gains gives this middle as an
    answer. Boxes that stay open are unsettled.
    """
    a, b = play.mixers
    boxes = [(inside(Fraction(0)), inside(Fraction(0)))]
    size = inside(Fraction(1))
    lone: _Mixes = []
    for depth in range(DEPTH + 1):
        half = size / 2
        quarters = []
        for x, y in boxes:
            check()
            signs = _at_corners(play, kills, x, y, size)
            if all(max(corners) <= 0 for corners in signs):
                return [_rectangle(play, {a: (x, x + size), b: (y, y + size)})], depth == 0
            if any(min(corners) >= 0 and max(corners) > 0 for corners in signs):
                continue
            if not lone and _nobody_gains(play, kills, {a: x + half, b: y + half}):
                lone = [_rectangle(play, {a: (x + half, x + half), b: (y + half, y + half)})]
            quarters += [(x + dx, y + dy) for dx in (0, half) for dy in (0, half)]
        boxes, size = quarters, half
        if not boxes:
            break
    return lone, not boxes and not lone


def _rectangle(play: _Play, sides: Mapping[int, tuple[Any, Any]]) -> tuple[dict[int, Any], tuple[Mixing, ...]]:
    """Return the middle of a rectangle of mixes, and its sides."""
    middle = {place: (least + most) / 2 for place, (least, most) in sides.items()}
    return middle, tuple(_mixing(play, place, public(least), public(most)) for place, (least, most) in sides.items())


def _at_corners(play: _Play, kills: Sequence[Sequence[_Choice]], x: Any, y: Any, size: Any) -> list[list[Any]]:
    """Return for every condition its values at the four corners of a box of two mixes; it fails above 0."""
    a, b = play.mixers
    return [
        [sign * play.advantage(place, {a: x + dx, b: y + dy}, kill) for dx in (0, size) for dy in (0, size)]
        for place, kill, sign in _conditions(play, kills)
    ]


def _line(play: _Play, place: int, moving: int, fixed: Mapping[int, Any], kill: _Choice | None = None) -> _Line:
    """Return the advantage of the player at a place, as an affine function of the probability at another place."""
    zero, one = inside(Fraction(0)), inside(Fraction(1))
    rest = {mixer: one for mixer in play.mixers if mixer == place} | dict(fixed)
    start, end = (play.advantage(place, rest | {moving: chance}, kill or play.choices[place]) for chance in (zero, one))
    return _Line(start, end - start)


def _root(line: _Line) -> Any:
    """Return where a line that is not constant vanishes strictly between 0 and 1, or None."""
    if not line.slope:
        return None
    root = -line.start / line.slope
    return root if 0 < root < 1 else None


def _nobody_gains(play: _Play, kills: Sequence[Sequence[_Choice]], shoots: Mapping[int, Any]) -> bool:
    """Return whether no player without a mix gains by shooting instead of missing, or by missing instead."""
    return all(sign * play.advantage(place, shoots, kill) <= 0 for place, kill, sign in _conditions(play, kills))


def _conditions(play: _Play, kills: Sequence[Sequence[_Choice]]) -> Iterator[tuple[int, _Choice, int]]:
    """Yield `(place, kill, sign)` for every player who chooses for certain: `sign * advantage <= 0` must hold."""
    for place in sorted(play.free - set(play.mixers)):
        shoots = play.choices[place].target is not None
        yield place, kills[place][0], -1 if shoots else 1


def _interval(play: _Play, kills: Sequence[Sequence[_Choice]], free: int, fixed: Mapping[int, Any]) -> _Mixes:
    """Return the open interval of one free probability in which nobody gains, or its only point, or nothing."""
    low, high = inside(Fraction(0)), inside(Fraction(1))
    for place, kill, sign in _conditions(play, kills):
        line = _line(play, place, free, fixed, kill)
        start, slope = sign * line.start, sign * line.slope
        if not slope:
            if start > 0:
                return []
        elif slope > 0:
            high = min(high, -start / slope)
        else:
            low = max(low, -start / slope)
    if low > high or low == high in (0, 1):
        return []
    ends = {free: (low, high)} | {place: (value, value) for place, value in fixed.items()}
    return [_rectangle(play, dict(sorted(ends.items())))]


def _mixing(play: _Play, place: int, least: Fraction, most: Fraction) -> Mixing:
    target = play.choices[place].target
    assert target is not None  # a mixer shoots at a best kill
    return Mixing(play.living[place], target, least, most, problem=play.problem)


def _node(
    play: _Play, point: Mapping[int, Any], mixing: tuple[Mixing, ...], below: Mapping[Order, StationaryNode]
) -> StationaryNode:
    aims = []
    for place, choice in enumerate(play.choices):
        chance = public(point[place]) if place in point else Fraction(1)
        aims.append(Aim(tuple(chance * weight for weight in choice.aim.weights)))
    return node_of(play.living, aims, play.turns(point), False, below, mixing)
