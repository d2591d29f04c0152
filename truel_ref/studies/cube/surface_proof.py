r"""The complete list of the surfaces that part the cube of three hit probabilities into regions of equal aims.

1. The ends of the question's tree that occur are listed (`truel_ref.studies.cube.occurring`): at every point of the
   open cube off the zeros of all polynomials that they ask for, exactly one of them holds, so the answers of the ends
   are **all** classes of the cube.
2. Let two classes meet along a piece of a surface. At almost all points of the piece only one polynomial `g` vanishes,
   and close by, on the two sides of it, hold two ends with different answers. What they ask for in common has the same
   signs, but for the first polynomial in which they differ, which must be `g`. So **only pairs of ends that differ in
   one sign, of `g`, are neighbours across `g`**, and only where `g = 0` occurs with all other signs of both.
3. That a surface does part two classes is shown by a **crossing**: two points on a line along an axis, with the two
   classes, between which `g` vanishes once and no other polynomial of the tree vanishes. That is checked in exact
   arithmetic, without any of the above. Where no crossing is found the signs of step 2 are proved not to occur.

So the list has no surface too many, by 3, and none is missing, by 1 and 2, whose proofs that signs do not occur are
those of z3, or identities that are multiplied out (`truel_ref.studies.cube.occurring`).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import gcd, lcm
from typing import TypeAlias

from truel_ref.budget import Estimate, admit, check
from truel_ref.errors import SymbolicError
from truel_ref.studies.cube.occurring import End, Signs, Systems, ends_of
from truel_ref.studies.cube.questions import Question, signs_at
from truel_ref.studies.cube.surfaces import Crossing, Surfaces, degree_of
from truel_ref.symbolic.algebra import Polynomial, value_at
from truel_ref.symbolic.isolation import isolated_inside
from truel_ref.symbolic.pieces import RegionAims, aims_text
from truel_ref.symbolic.polynomials import integer_terms

__all__ = ["crosses_once", "line_through", "prove_surfaces"]

Point: TypeAlias = tuple[Fraction, ...]

_NAMES = ("a", "b", "c")
_FINEST = 24
_GRAIN = 1 << 24
_TRIED = 200


def prove_surfaces(play: str = "announced", systems: Systems | None = None) -> Surfaces:
    """Return all surfaces that part two regions of equal aims of the cube of hit probabilities, proved anew.

    Three players search {Others, Miss}. The steps are those of the module.

    Parameters: `play`, "announced" or "stationary"; `systems`, what decides which signs occur together, by default z3;
    with `stored_systems()` z3 is not asked.

    Raises `SymbolicError` for another play, without z3 where it is asked, or where something could not be decided.
    """
    question = Question([None] * 3, play)
    admit(Estimate(1, "list of surfaces", 90.0))
    systems = systems or Systems(_NAMES)
    ends = ends_of(question.aims, systems)
    asked = tuple(dict.fromkeys(polynomial for end in ends for polynomial in end.signs))
    crossings = []
    for (polynomial, negative, positive), both in _neighbours(ends).items():
        check()
        crossing = _crossing(question, systems, asked, polynomial, (negative, positive), both)
        if crossing is not None:
            crossings.append(crossing)
        elif any(systems.occur({polynomial: 0, **signs}) for signs in both):
            raise SymbolicError(
                f"{aims_text(negative)} and {aims_text(positive)} may meet on {polynomial} = 0, but no line shows it"
            )
    crossings.sort(key=lambda one: (degree_of(one.polynomial), str(one.polynomial), aims_text(one.negative)))
    return Surfaces(play, tuple(ends), tuple(crossings))


def _neighbours(ends: Sequence[End[RegionAims]]) -> dict[tuple[Polynomial, RegionAims, RegionAims], list[Signs]]:
    """Return by what two ends with different answers may meet on, and by their answers, all their other signs."""
    made: dict[tuple[Polynomial, RegionAims, RegionAims], list[Signs]] = {}
    for one, other in combinations(ends, 2):
        if one.answer == other.answer:
            continue
        differing = [polynomial for polynomial, sign in one.signs.items() if other.signs.get(polynomial, sign) != sign]
        if len(differing) != 1:
            continue
        (polynomial,) = differing
        negative, positive = (one, other) if one.signs[polynomial] < 0 else (other, one)
        signs = {**one.signs, **other.signs}
        del signs[polynomial]
        made.setdefault((polynomial, negative.answer, positive.answer), []).append(signs)
    return made


def _crossing(
    question: Question,
    systems: Systems,
    asked: Sequence[Polynomial],
    polynomial: Polynomial,
    aims: tuple[RegionAims, RegionAims],
    both: Sequence[Signs],
) -> Crossing | None:
    """Return a crossing of a surface between two classes near points that seem to have suitable signs, or None."""
    for signs in both:
        for row in systems.near(polynomial, signs)[:_TRIED]:
            for axis in range(len(_NAMES)):
                ends = _ends_on_line(
                    asked, polynomial, [Fraction(round(value * _GRAIN), _GRAIN) for value in row.tolist()], axis
                )
                if ends is not None and tuple(question.aims(signs_at(point)) for point in ends) == aims:
                    return Crossing(polynomial, *aims, *ends)
    return None


def _ends_on_line(
    asked: Sequence[Polynomial], polynomial: Polynomial, near: Sequence[Fraction], axis: int
) -> tuple[Point, Point] | None:
    """Return points below and above a surface on a line along an axis, between which no other polynomial vanishes."""
    for power in range(4, _FINEST, 4):
        places = [near[axis] + side * Fraction(1, 1 << power) for side in (-1, 1)]
        if not (places[0] > 0 and places[1] < 1):
            continue
        ends = [tuple(end if place == axis else value for place, value in enumerate(near)) for end in places]
        below, above = sorted(ends, key=lambda end: value_at(polynomial, end))
        if crosses_once(asked, polynomial, below, above):
            return below, above
    return None


def crosses_once(asked: Sequence[Polynomial], polynomial: Polynomial, one: Point, other: Point) -> bool:
    """Tell whether between two points on a line along an axis one polynomial vanishes, once, and no other asked for.

    At the points themselves none may vanish. Exact: roots are counted in integers.
    """
    (axis,) = (place for place, value in enumerate(one) if value != other[place])
    low, high = sorted((one[axis], other[axis]))
    lines = {each: line_through(each, one, axis) for each in {*asked, polynomial}}
    if not all(value_at(each, end) for each in lines for end in (one, other)):
        return False
    return all(len(isolated_inside(line, low, high)) == (each == polynomial) for each, line in lines.items())


def line_through(polynomial: Polynomial, point: Sequence[Fraction], axis: int) -> tuple[int, ...]:
    """Return integer coefficients, the highest power first, of a positive multiple of a polynomial along an axis.

    Parameters: `polynomial`; `point`, of which the coordinate of the axis does not matter; `axis`, its number.

    >>> from truel_ref.symbolic.algebra import Letters
    >>> a, b, c = (hit.numer for hit in Letters([None, None, None]).hits)
    >>> line_through(a * b**2 - c, [Fraction(1, 2), Fraction(0), Fraction(1, 3)], 1)
    (3, 0, -2)
    """
    terms = integer_terms(polynomial)
    degree = max(powers[axis] for powers in terms)
    values = [Fraction(0)] * (degree + 1)
    for powers, coefficient in terms.items():
        value = Fraction(coefficient)
        for place, power in enumerate(powers):
            if place != axis and power:
                value *= point[place] ** power
        values[degree - powers[axis]] += value
    common = lcm(*(value.denominator for value in values))
    whole = [int(value * common) for value in values]
    shared = gcd(*whole) or 1
    return tuple(value // shared for value in whole)
