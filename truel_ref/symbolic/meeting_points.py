"""The points where three or more regions meet, proved one by one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, pairwise
from typing import Generic, TypeAlias

from truel_ref.numbers import between
from truel_ref.symbolic.areas import Enclosure
from truel_ref.symbolic.borders import ClassifiedSquare
from truel_ref.symbolic.isolation import IsolatedRoot
from truel_ref.symbolic.pieces import Class, Meeting, aims_text
from truel_ref.symbolic.plane import PlaneCurve, Strip, stack

__all__ = ["Window", "meetings"]

Window: TypeAlias = tuple[Enclosure, Enclosure]
"""A box in the square: an interval of `x` and one of `y`."""

# How far from a critical value it is looked, and what counts as near; each pair where those before it do not do, as
# beside a fixed hit probability that is next to 0 or 1.
_SCALES = tuple(
    (Fraction(1, 2**margin), Fraction(1, 2**near)) for margin, near in ((44, 16), (120, 40), (360, 120), (1080, 360))
)
_MIDDLE = Fraction(1, 2)


@dataclass(frozen=True)
class _Crossing(Generic[Class]):
    """Where a curve is just beside a critical value: an enclosure of its root, and the aims below and above it."""

    low: Fraction
    high: Fraction
    curve: PlaneCurve
    below: Class
    above: Class


def meetings(square: ClassifiedSquare[Class]) -> tuple[tuple[Meeting[Class], ...], tuple[Window, ...]]:
    """Return the points where three or more regions meet, and windows around those that could not be proved."""
    proved: list[Meeting[Class]] = []
    unsettled: list[Window] = []
    for before, after in pairwise(square.strips):
        here: list[Meeting[Class]] = []
        unproved: list[Window] = []
        for margin, near in _SCALES:
            here, unproved = _meetings_at(square, before.right, _sides(before, after, margin), near)
            if not unproved:
                break
        proved += here
        unsettled += unproved
    return tuple(proved), tuple(unsettled)


def _sides(before: Strip, after: Strip, margin: Fraction) -> Enclosure:
    """Return values of `x` beside the critical value between two strips, inside these, at most so far away."""
    x, left, right = before.right, before.left, after.right
    x.narrow(margin)
    x.apart_from(left)
    x.apart_from(right)
    low, high = x.low - margin, x.high + margin
    return (
        low if left.high < low else between(left.high, x.low),
        high if high < right.low else between(x.high, right.low),
    )


def _meetings_at(
    square: ClassifiedSquare[Class], x: IsolatedRoot, sides: Enclosure, near: Fraction
) -> tuple[list[Meeting[Class]], list[Window]]:
    """Return the points above a critical value where three regions meet, and those that are not proved.

    At the sides, just left and just right of it, roots closer together than `near` form a group. If there are three
    different aims among the cells that touch a group, it is proved that the group is one point: every curve of it has
    exactly one height above the critical value in a window around the group, and leaves the window only at its sides.
    """
    upright = [
        curve
        for curve in square.curves
        if curve.upright and curve.sign(sides[0], _MIDDLE) != curve.sign(sides[1], _MIDDLE)
    ]
    proved: list[Meeting[Class]] = []
    unproved: list[Window] = []
    for group in _groups(chain.from_iterable(_crossings(square, side, near) for side in sides), near):
        aims = {own for crossing in group for own in (crossing.below, crossing.above)}
        curves = list(dict.fromkeys(crossing.curve for crossing in group))
        if len(aims) < 3:
            continue
        bottom, top = group[0].low - near, group[-1].high + near
        heights = [[y for y in curve.heights(x) if _inside(y, bottom, top, near)] for curve in curves]
        if not any(heights):
            continue  # they meet on the edge of the square, or beyond
        single = all(len(ys) == 1 and ys[0].same(heights[0][0]) for ys in heights)
        clear = all(curve.clear(level, *sides) for curve in curves for level in (bottom, top))
        if not (single and clear):
            unproved.append((sides, (bottom, top)))
            continue
        bounding = [
            curve for curve in curves if any(each.curve is curve and each.below != each.above for each in group)
        ]
        polynomials = tuple(sorted((curve.polynomial for curve in (*upright, *bounding)), key=str))
        proved.append(Meeting(x.value, heights[0][0].value, tuple(sorted(aims, key=aims_text)), polynomials))
    return proved, unproved


def _crossings(square: ClassifiedSquare[Class], side: Fraction, near: Fraction) -> list[_Crossing[Class]]:
    """Return the roots of all curves at a value of `x`, from below upwards."""
    sections = stack(square.curves, side, near / 4)
    cell = square.signs(side, between(Fraction(0), sections[0].at(side).low if sections else Fraction(1)))
    crossings = []
    for section in sections:
        above = cell ^ (1 << square.curves.index(section.curve))
        aims = square.class_of(cell), square.class_of(above)
        root = section.at(side)
        crossings.append(_Crossing(root.low, root.high, section.curve, *aims))
        cell = above
    return crossings


def _groups(
    crossings: Sequence[_Crossing[Class]] | chain[_Crossing[Class]], near: Fraction
) -> list[list[_Crossing[Class]]]:
    groups: list[list[_Crossing[Class]]] = []
    for crossing in sorted(crossings, key=lambda each: (each.low, each.high)):
        if groups and crossing.low - groups[-1][-1].high < near:
            groups[-1].append(crossing)
        else:
            groups.append([crossing])
    return groups


def _inside(y: IsolatedRoot, bottom: Fraction, top: Fraction, near: Fraction) -> bool:
    y.narrow(near / 4)
    return bottom <= y.high and y.low <= top
