"""Exact areas beside the shares that claims tell by grids, and whether a published number is right for the area.

The areas are those of `truel-ref atlas winners` for pC = 1 (`truel_ref.studies.cube.winner_table`). A grid counts its
edges and its diagonal, which have no area; so a published share can be right for a grid, and wrong for the area.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from truel_ref.game.people import label
from truel_ref.numbers import outward_texts, percent_text
from truel_ref.studies.claims.pictures import Pictures
from truel_ref.studies.claims.record import Line
from truel_ref.symbolic.partition import Partition
from truel_ref.symbolic.pieces import RegionAims

__all__ = ["Area", "enclosed", "miss_area", "somebody_misses", "square_area", "triangle_area"]

_PLACES = 4


@dataclass(frozen=True)
class Area:
    """An exact area that is known between two bounds.

    Fields: `what` happens there; `part`, of which the area is a share; `low` and `high`, exact fractions.

    >>> area = Area("A wins", "of the square", Fraction(1, 3), Fraction(33334, 100000))
    >>> area.line().what, area.line().exact
    ('A wins, exact share of the square', '33.3333 % to 33.3340 %')
    >>> area.beside("33.3 %")
    ''
    >>> area.beside("33.4 %")
    'A wins in 33.3333 % to 33.3340 % of the square, exactly: the published 33.4 % lies outside.'
    """

    what: str
    part: str
    low: Fraction
    high: Fraction

    def __str__(self) -> str:
        low, high = outward_texts(100 * self.low, 100 * self.high, _PLACES)
        return f"{low} % to {high} %"

    def line(self) -> Line:
        """Return the line of a finding that tells the bounds."""
        return Line.note(f"{self.what}, exact share {self.part}", self)

    def beside(self, published: str, least: object = None, most: object = None) -> str:
        """Return the sentence that a published number lies outside, and nothing if it does not.

        Parameters: `published`, as "41.1 %", or in words; `least` and `most`, for words, the percentages between which
        they are read; a number stands for all that rounds to it.
        """
        told = published
        if least is None or most is None:
            least, most = _rounding_to(published)
        else:
            told = f"'{published}', read as {least} % to {most} %,"
        if 100 * self.low <= Fraction(str(most)) and Fraction(str(least)) <= 100 * self.high:
            return ""
        return f"{self.what} in {self} {self.part}, exactly: the published {told} lies outside."

    def beyond(self, other: Area, what: str) -> Area:
        """Return how much larger this area is than another, of the same part."""
        return Area(what, self.part, self.low - other.high, self.high - other.low)


def _rounding_to(published: str) -> tuple[Fraction, Fraction]:
    """Return the percentages between which everything rounds to a published one."""
    number = published.removesuffix(" %")
    half = Fraction(1, 2 * 10 ** len(number.partition(".")[2]))
    return Fraction(number) - half, Fraction(number) + half


def square_area(pictures: Pictures, player: int, targets: Sequence[str] | None = None) -> Area:
    """Return the area of the square in which a player is the likeliest winner."""
    bounds = pictures.winners(targets).of(f"{label(player)} is the likeliest winner")
    return Area(f"{label(player)} wins", "of the square", *bounds)


def triangle_area(pictures: Pictures, player: int, targets: Sequence[str] | None = None) -> Area:
    """Return the area of the half of the square with `pA < pB` in which a player is the likeliest winner."""
    low, high = pictures.winners(targets).of(f"{label(player)} is the likeliest winner, and pA < pB")
    return Area(f"{label(player)} wins", "of the triangle pA < pB", 2 * low, 2 * high)


def miss_area(pictures: Pictures, of_winner: bool) -> Area:
    """Return the area of the square in which somebody misses on purpose, or the likeliest winner does."""
    name = "the likeliest winner misses" if of_winner else "somebody misses"
    who = "the winner" if of_winner else "somebody"
    return Area(f"Miss for {who}", "of the square", *pictures.winners().of(name))


def enclosed(partition: Partition[RegionAims], wanted: Callable[[Iterable[object]], bool]) -> str:
    """Return the exact share of the regions whose aims are wanted, in percent with the digits that are proved."""
    chosen = [region.area for region in partition.regions if region.aims is not None and wanted(region.aims)]
    low, high = (sum((area[end] for area in chosen), Fraction(0)) for end in (0, 1))
    for digits in (4, 3, 2, 1):
        texts = [percent_text(end, digits) for end in (low, high)]
        if texts[0] == texts[1]:
            return texts[0]
    return f"{percent_text(low, 1)} to {percent_text(high, 1)}"


def somebody_misses(aims: Iterable[object]) -> bool:
    """Tell whether one of some aims is Miss."""
    return any(str(aim) == "Miss" for aim in aims)
