"""Where nothing can happen to a region of equal aims while pC moves, though surfaces meet.

`truel_ref.symbolic.events` lists the values of pC at which the surfaces of a play do anything but move along. At most
of these nothing happens to a region. Let a box around the point of an event be given, and the signs of all polynomials
that do not vanish in it. If they leave one class of aims possible, the picture is of one colour there. If, whatever the
other signs, the class follows from the sign of one polynomial, or of two, then only these bound regions in the box; and
if together with the sides of the square in the box they are one curve without a singular point, or two that cross
transversally, the point is tame, as `truel_ref.symbolic.events` has it, for everything that bounds a region.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product

from truel_ref.kernels.common_zeros import UNIT, BoundedTerms, Bounds, bounded_terms, narrowed
from truel_ref.studies.cube.surfaces import Surfaces
from truel_ref.symbolic.algebra import Polynomial
from truel_ref.symbolic.events import Box, jacobian, sides_of
from truel_ref.symbolic.polynomials import integer_terms

__all__ = ["Neighbourhoods"]


class Neighbourhoods:
    """Tells in which boxes nothing can happen to a region.

    Parameters: `surfaces`, all that part regions of a play.

    >>> from truel_ref.studies.cube.surfaces import cube_surfaces
    >>> point = [(third * UNIT // 30, third * UNIT // 30 + 1) for third in (10, 20, 24)]
    >>> Neighbourhoods(cube_surfaces()).tame(point)
    True
    """

    def __init__(self, surfaces: Surfaces) -> None:
        self._surfaces = surfaces
        self._asked = [(polynomial, bounded_terms(integer_terms(polynomial))) for polynomial in surfaces.asked]
        self._sides = sides_of(surfaces.polynomials[0].ring)
        self._terms: dict[tuple[Polynomial, ...], list[BoundedTerms]] = {}

    def tame(self, box: Box) -> bool:
        """Tell whether what bounds regions in a box is nothing, a curve without singular point, or two that cross."""
        signs: dict[Polynomial, int] = {}
        unknown: list[Polynomial] = []
        for polynomial, terms in self._asked:
            low, high = _range(terms, box)
            if low <= 0 <= high:
                unknown.append(polynomial)
            else:
                signs[polynomial] = 1 if low > 0 else -1
        ends = (box[0][0] <= 0, box[0][1] >= UNIT, box[1][0] <= 0, box[1][1] >= UNIT)
        touched = [side for side, reached in zip(self._sides, ends, strict=True) if reached]
        return any(self._simple((*bounding, *touched), box) for bounding in self._bounding(signs, unknown))

    def _bounding(
        self, signs: dict[Polynomial, int], unknown: Sequence[Polynomial]
    ) -> Iterator[tuple[Polynomial, ...]]:
        """Yield lists of at most two polynomials whose signs tell the class, beside those that are known."""
        for number in range(3):
            for chosen in combinations(unknown, number):
                tried = (signs | dict(zip(chosen, both, strict=True)) for both in product((-1, 1), repeat=number))
                if all(len(self._surfaces.classes_with(each)) <= 1 for each in tried):
                    yield chosen

    def _simple(self, bounding: tuple[Polynomial, ...], box: Box) -> bool:
        """Tell whether curves are none, one that is nowhere singular in a box, or two that are nowhere parallel."""
        if len(bounding) > 2:
            return False
        if bounding not in self._terms:
            made = [] if not bounding else [jacobian(*bounding)] if len(bounding) == 2 else _slopes(*bounding)
            self._terms[bounding] = [bounded_terms(integer_terms(each)) for each in made if each]
        if not bounding:
            return True
        return any(not low <= 0 <= high for low, high in (_range(terms, box) for terms in self._terms[bounding]))


def _slopes(polynomial: Polynomial) -> list[Polynomial]:
    return [polynomial.diff(0), polynomial.diff(1)]


def _range(terms: BoundedTerms, box: Box) -> Bounds:
    """Return bounds of a polynomial in a box."""
    for place in (2, 1, 0):
        terms = narrowed(terms, place, box[place])
    return terms.get((), (0, 0))
