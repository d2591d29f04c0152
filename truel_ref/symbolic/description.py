"""Regions described: the area, a sample and the conditions of each, from the cells that it consists of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from truel_ref.budget import check
from truel_ref.symbolic.areas import integrals
from truel_ref.symbolic.borders import ClassifiedSquare
from truel_ref.symbolic.pieces import Arc, Boundary, Class, Region, Sign

__all__ = ["areas_of", "conditions", "regions_of"]

Implicant: TypeAlias = tuple[int, int]
"""Some signs: the bits of those that are positive, and the bits of those that count."""


def regions_of(
    square: ClassifiedSquare[Class],
    boundaries: Sequence[Boundary[Class]],
    aims_of: Mapping[int, Class],
    precision: Fraction,
) -> tuple[Region[Class], ...]:
    """Return the regions of a square, the largest first.

    Parameters: `square`; `boundaries`, all curves between its regions; `aims_of`, the aims by the signs of a cell;
    `precision`, what the width of an enclosure of an area may be at most.
    """
    arcs = {(each.polynomial, each.negative, each.positive): each.arcs for each in boundaries}
    areas = areas_of(square, arcs, precision)
    samples = _samples(square)
    described = conditions(aims_of, square.polynomials)
    made = [
        Region(aims, described[aims], (max(low, Fraction(0)), min(high, Fraction(1))), samples[aims])
        for aims, (low, high) in areas.items()
    ]
    return tuple(sorted(made, key=lambda region: (-region.area[0], region.name)))


def areas_of(
    square: ClassifiedSquare[Class], pieces: Mapping[tuple[Any, Class, Class], Sequence[Arc]], precision: Fraction
) -> dict[Class, list[Fraction]]:
    """Return bounds of the areas of all classes of a square.

    The area between two arcs is the difference of their integrals, so each arc gives its integral to the region below
    it and takes it from the one above; the highest cell of a strip gets the width of the strip.

    Parameters: `square`; `pieces`, its `arcs()`; `precision`, what the width of an enclosure may be at most.
    """
    arcs = [(key, arc) for key, own in pieces.items() for arc in own if arc.number is not None]
    enclosures = integrals(
        [(square.plane.curve(polynomial), arc.number or 0, arc.left, arc.right) for (polynomial, *_), arc in arcs],
        precision / 2,
    )
    areas: dict[Class, list[Fraction]] = {}
    for strip in square.strips:
        for end in (strip.left, strip.right):
            end.narrow(precision / (8 * len(square.strips)))
        top = areas.setdefault(square.class_of(strip.cells[-1]), [Fraction(0), Fraction(0)])
        top[0] += strip.right.low - strip.left.high
        top[1] += strip.right.high - strip.left.low
        for cell in strip.cells:
            areas.setdefault(square.class_of(cell), [Fraction(0), Fraction(0)])
    for ((_, below, above), arc), (low, high) in zip(arcs, enclosures, strict=True):
        gains = ((above, below) if arc.falls else (below, above)), ((low, high), (-high, -low))
        for aims, gain in zip(*gains, strict=True):
            areas[aims][0] += gain[0]
            areas[aims][1] += gain[1]
    return areas


def _samples(square: ClassifiedSquare[Class]) -> dict[Class, tuple[Fraction, Fraction]]:
    """Return for every region a point in about the largest of its cells."""
    samples: dict[Class, tuple[Fraction, Fraction]] = {}
    largest: dict[Class, Fraction] = {}
    for strip in square.strips:
        width = strip.right.low - strip.left.high
        for place, cell in enumerate(strip.cells):
            room, aims = width * strip.height(place), square.class_of(cell)
            if room > largest.get(aims, Fraction(-1)):
                largest[aims] = room
                samples[aims] = (strip.x, strip.sample(place))
    return samples


def conditions(aims_of: Mapping[int, Class], polynomials: Sequence[Any]) -> dict[Class, tuple[tuple[Sign, ...], ...]]:
    """Return for all aims a list of lists of conditions that holds in exactly the cells with these aims.

    For every cell, drop one condition after another, the longest polynomials first, as long as no cell with other aims
    meets what is left. Of the lists so found take the one that holds in most cells not yet described, and so on.
    """
    lengths = [len(polynomial.terms()) for polynomial in polynomials]
    longest_first = sorted(range(len(polynomials)), key=lambda place: (-lengths[place], place))
    result = {}
    for aims in dict.fromkeys(aims_of.values()):
        inside = sorted(cell for cell, own in aims_of.items() if own == aims)
        outside = [cell for cell, own in aims_of.items() if own != aims]
        chosen = _covering(inside, list(_implicants(inside, outside, longest_first)), _cost(lengths))
        result[aims] = tuple(
            tuple(
                Sign(polynomials[place], 1 if signs >> place & 1 else -1)
                for place in reversed(longest_first)
                if care >> place & 1
            )
            for signs, care in chosen
        )
    return result


def _implicants(inside: Iterable[int], outside: Sequence[int], longest_first: Sequence[int]) -> dict[Implicant, None]:
    """Return lists of signs as short as can be that hold in a cell of a region, and in no cell outside it."""
    implicants: dict[Implicant, None] = {}
    every = (1 << len(longest_first)) - 1
    for cell in inside:
        for turn in range(len(longest_first) or 1):
            care = every
            for place in (*longest_first[turn:], *longest_first[:turn]):
                fewer = care & ~(1 << place)
                if all((cell ^ other) & fewer for other in outside):
                    care = fewer
            implicants[cell & care, care] = None
    return implicants


def _cost(lengths: Sequence[int]) -> Callable[[Implicant], int]:
    return lambda implicant: sum(length for place, length in enumerate(lengths) if implicant[1] >> place & 1)


def _covering(
    cells: Sequence[int], implicants: Sequence[Implicant], cost: Callable[[Implicant], int]
) -> list[Implicant]:
    """Return implicants that cover all cells: again and again the one that covers most of what is left."""
    chosen = []
    left = list(cells)
    while left:
        check()
        covered = {each: sum(1 for cell in left if not (each[0] ^ cell) & each[1]) for each in implicants}
        best = min(implicants, key=lambda each: (-covered[each], cost(each)))
        chosen.append(best)
        left = [cell for cell in left if (best[0] ^ cell) & best[1]]
    return chosen
