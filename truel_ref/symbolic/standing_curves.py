"""Who wins, and in what order, inside the regions of constant aims: the exact curves where that changes.

In a region the win probabilities are rational functions of the two hit probabilities, so that two players are equal
where a polynomial vanishes: the numerator of their difference. The square is cut once more, by these polynomials and
those that bound the regions; in every cell the order of the players is constant, and a piece of a curve counts where it
is not the same on both sides. At a curve between regions it may jump.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import Any, TypeAlias

from truel_ref.symbolic.algebra import Factors
from truel_ref.symbolic.borders import ClassifiedSquare, polyline
from truel_ref.symbolic.decisions import settled
from truel_ref.symbolic.partition import Partition
from truel_ref.symbolic.pieces import Arc, RegionAims

__all__ = ["Ranks", "border_lines", "standings", "winners"]

Ranks: TypeAlias = tuple[int, ...]
"""Per player how many players are more likely to win than he; empty in a stalemate."""

Comparisons: TypeAlias = "dict[tuple[int, int], tuple[int, Factors]]"
"""For two players the sign of the difference of their win probabilities: a sign, and the factors that change it."""


def standings(partition: Partition[RegionAims]) -> ClassifiedSquare[Ranks]:
    """Return the square cut into cells in which the order of the win probabilities is constant.

    Parameters: `partition`, the regions of constant aims.

    >>> from truel_ref.symbolic.partition import regions
    >>> square = winners(standings(regions([None, None, 1], precision="1/10")))
    >>> sorted({square.class_of(cell) for strip in square.strips for cell in strip.cells})
    [(0,), (1,), (2,)]
    """
    bounding = partition.square.polynomials
    compared = {aims: _comparisons(partition, aims) for aims in dict.fromkeys(partition.aims_of.values())}
    every = dict.fromkeys(bounding)
    for comparisons in compared.values():
        for _, deciding in comparisons.values():
            every |= dict.fromkeys(polynomial for polynomial, _ in deciding)
    polynomials = list(every)
    place = {polynomial: number for number, polynomial in enumerate(polynomials)}
    inside = (1 << len(bounding)) - 1  # the polynomials that bound regions come first

    @cache
    def ranks(signs: int) -> Ranks:
        before: dict[int, int] = {}
        for (one, two), (sign, deciding) in compared[partition.aims_of[signs & inside]].items():
            negative = sum(power for polynomial, power in deciding if not signs >> place[polynomial] & 1)
            gain = sign * (-1) ** negative
            before[one] = before.get(one, 0) + (gain < 0)
            before[two] = before.get(two, 0) + (gain > 0)
        return tuple(before[player] for player in sorted(before))

    return ClassifiedSquare(partition.square.plane, polynomials, ranks)


def winners(square: ClassifiedSquare[Ranks]) -> ClassifiedSquare[tuple[int, ...]]:
    """Return the square in which only the first place counts: the players who hold it."""
    return square.joined(lambda ranks: tuple(player for player, before in enumerate(ranks) if not before))


def _comparisons(partition: Partition[RegionAims], aims: RegionAims) -> Comparisons:
    """Return what decides between the win probabilities of every two players in the regions with some aims."""
    if aims is None:
        return {}
    decisions = partition.decisions
    path = tuple(options.index(aim) for options, aim in zip(decisions.options, aims, strict=True))
    win = decisions.win(path)
    return {(one, two): settled(win[one] - win[two]) for one, two in combinations(range(len(win)), 2)}


def border_lines(
    square: ClassifiedSquare[Any], pieces: Mapping[tuple[Any, Any, Any], Sequence[Arc]]
) -> Iterator[Sequence[tuple[float, float]]]:
    """Yield the curves between cells of different classes, its `arcs()`, as lists of points `(x, y)`, for drawing."""
    for (polynomial, _, _), arcs in pieces.items():
        for arc in arcs:
            yield polyline(square.plane.curve(polynomial), arc)
