"""Claims about areas of the square of three players who search {Others, Miss}.

**Exact areas beside the shares of claims, which count on grids, and whether a published number is right for the area.**

The areas are those of the exact regions for pC = 1 (`truel_ref.studies.claims.winners`). A grid counts its edges and
its diagonal, which have no area; so a published share may be right for a grid and wrong for the area.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

from truel_ref.game.people import label
from truel_ref.numbers import decimal_text, percent_text
from truel_ref.studies.claims.pictures import ClaimPicture, Count, Pictures
from truel_ref.studies.claims.record import Check, ClaimFinding, ClaimLine, checks, judged, listed
from truel_ref.studies.claims.winners import Standing
from truel_ref.symbolic.algebra import Letters
from truel_ref.symbolic.areas import Enclosure
from truel_ref.symbolic.decisions import settled
from truel_ref.symbolic.partition import Partition
from truel_ref.symbolic.pieces import RegionAims, share_text

if TYPE_CHECKING:
    import numpy as np

_PLACES = 4


@dataclass(frozen=True)
class ClaimedArea:
    """An area with two exact bounds.

    Fields: `what`, the event in words; `part`, the part of the square of which the area is a share; `low` and `high`,
    exact fractions.

    >>> area = ClaimedArea("A wins", "of the square", Fraction(1, 3), Fraction(33334, 100000))
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
        scale = 10**_PLACES
        low = decimal_text(Fraction(math.floor(100 * self.low * scale), scale), _PLACES)  # rounded outwards
        high = decimal_text(Fraction(math.ceil(100 * self.high * scale), scale), _PLACES)
        return f"{low} % to {high} %"

    def line(self) -> ClaimLine:
        """Return the line of a finding with the bounds."""
        return ClaimLine.note(f"{self.what}, exact share {self.part}", self)

    def beside(self, published: str, least: object = None, most: object = None) -> str:
        """Return the sentence that a published number lies outside, or an empty text.

        Parameters: `published`, as "41.1 %", or in words; `least` and `most`, for words, the percentages of their
        reading; a number stands for all values that round to it.
        """
        told = published
        if least is None or most is None:
            least, most = _rounding_to(published)
        else:
            told = f"'{published}', read as {least} % to {most} %,"
        if 100 * self.low <= Fraction(str(most)) and Fraction(str(least)) <= 100 * self.high:
            return ""
        return f"{self.what} in {self} {self.part}, exactly: the published {told} lies outside."

    def beyond(self, other: ClaimedArea, what: str) -> ClaimedArea:
        """Return the difference of this area and a smaller area of the same part."""
        return ClaimedArea(what, self.part, self.low - other.high, self.high - other.low)


def _rounding_to(published: str) -> tuple[Fraction, Fraction]:
    """Return the percentages between which all values round to a published percentage."""
    number = published.removesuffix(" %")
    half = Fraction(1, 2 * 10 ** len(number.partition(".")[2]))
    return Fraction(number) - half, Fraction(number) + half


def square_area(pictures: Pictures, player: int, targets: Sequence[str] | None = None) -> ClaimedArea:
    """Return the area of the square in which a player is the likeliest winner."""
    bounds = _area(pictures, targets, lambda standing: standing.is_won_by(player))
    return ClaimedArea(f"{label(player)} wins", "of the square", *bounds)


def triangle_area(pictures: Pictures, player: int, targets: Sequence[str] | None = None) -> ClaimedArea:
    """Return the area of the half of the square with `pA < pB` in which a player is the likeliest winner."""
    low, high = _area(pictures, targets, lambda standing: standing.a_below_b and standing.is_won_by(player))
    return ClaimedArea(f"{label(player)} wins", "of the triangle pA < pB", 2 * low, 2 * high)


def miss_area(pictures: Pictures, of_winner: bool) -> ClaimedArea:
    """Return the area of the square in which somebody, or the likeliest winner, misses on purpose."""
    who = "the winner" if of_winner else "somebody"
    misses = Standing.winner_misses if of_winner else Standing.somebody_misses
    return ClaimedArea(f"Miss for {who}", "of the square", *_area(pictures, None, misses))


def _area(pictures: Pictures, targets: Sequence[str] | None, wanted: Callable[[Standing], bool]) -> Enclosure:
    """Return bounds of the area in which there is no stalemate and the standing is a wanted one."""
    return pictures.winners(targets).area(lambda standing: standing is not None and wanted(standing))


def enclosed(partition: Partition[RegionAims], word: str) -> str:
    """Return the exact share of the regions in which somebody has an aim, in percent with the digits proved."""
    return share_text(partition.area(lambda aims: word in map(str, aims or ())))


SHOOTING = ["Miss", "C", "B"]
FREE_A = ["Optimal", "C", "B"]
WITHOUT_EDGES = "without the edges, where pA or pB is 0 or 1"
ABOVE = "without the diagonal, for pA < pB"
COARSE = 100
HALF_OPEN = "on 100 x 100 pixels, pA and pB in 0/100, 1/100, ..., 99/100"
"""The grid on which the published shares of A3, A4, A6 and A7 are right to the digit."""

Compared = Callable[[str, Count], ClaimLine]
"""A function that makes a line of a name and a count."""


def percent(published: str) -> Compared:
    """Return a function that compares a count with a published percentage."""
    return lambda what, count: ClaimLine.percent(what, count.share, published, str(count))


def within(words: str, low: object, high: object) -> Compared:
    """Return a function that compares a count with words."""
    return lambda what, count: ClaimLine.within(what, count.share, words, low, high, str(count))


def triangle_readings(picture: ClaimPicture, which: np.ndarray) -> list[tuple[str, Count]]:
    """Return the count of pixels in the triangle, and in its other possible meanings."""
    triangle, inner, below = picture.triangle, picture.inner, picture.below
    return [
        ("", picture.count(which, triangle)),
        (WITHOUT_EDGES, picture.count(which, triangle & inner)),
        (ABOVE, picture.count(which, below)),
        (f"{ABOVE}, and {WITHOUT_EDGES}", picture.count(which, below & inner)),
    ]


def square_readings(picture: ClaimPicture, which: np.ndarray) -> list[tuple[str, Count]]:
    """Return the count of pixels in the square, and without its edges."""
    return [("", picture.count(which)), (WITHOUT_EDGES, picture.count(which, picture.inner))]


def read(
    parts: Iterable[tuple[str, Compared, list[tuple[str, Count]]]],
) -> tuple[list[ClaimLine], list[tuple[str, list[ClaimLine]]]]:
    """Return the lines of the claim as stated, and of its other readings, from names, comparisons and counts."""
    stated: list[ClaimLine] = []
    others: dict[str, list[ClaimLine]] = {}
    for what, compared, readings in parts:
        for condition, count in readings:
            if condition:
                others.setdefault(condition, []).append(compared(f"{what}, {condition}", count))
            else:
                stated.append(compared(what, count))
    return stated, list(others.items())


@checks("A1")
def _a1(pictures: Pictures) -> ClaimFinding:
    picture = pictures.square(1)
    readings = triangle_readings(picture, picture.wins(0))
    stated, others = read([("A wins", within("almost 42 %", 41, 42), readings)])
    area = triangle_area(pictures, 0)
    return judged(
        [*stated, area.line()],
        f"A is the likeliest winner in {percent_text(readings[0][1].share)}.",
        others,
        explanation=area.beside("almost 42 %", 41, 42),
    )


@checks("A2")
def _a2(pictures: Pictures) -> ClaimFinding:
    picture = pictures.square(1, targets=["Strongest"] * 3)
    which = picture.wins(0) & picture.triangle
    stated, others = read([("A wins", percent("4.4 %"), triangle_readings(picture, which))])
    centre = _mean(picture, which)
    near = all(abs(value - Fraction(2, 5)) <= Fraction(1, 20) for value in centre)
    where = ClaimLine.fact(
        "where, on average", "(40 %, 40 %)", ", ".join(percent_text(value, 1) for value in centre), near
    )
    return judged(
        [*stated, where], f"A wins in {stated[0].exact}.", [(name, [*lines, where]) for name, lines in others]
    )


def _mean(picture: ClaimPicture, which: np.ndarray) -> tuple[Fraction, Fraction]:
    """Return the mean row and column of some pixels as hit probabilities."""
    places = picture.places(which)
    sums = [sum(place[axis] for place in places) for axis in (0, 1)]
    return Fraction(sums[0], len(places) * picture.points), Fraction(sums[1], len(places) * picture.points)


def half_open(pictures: Pictures, triangle: bool, player: int, targets: list[str] | None = None) -> Count:
    """Return the number of pixels of the grid of `HALF_OPEN` that a player wins, in the triangle or in the square."""
    picture = pictures.square(1, points=COARSE, targets=targets)
    part = picture.half_open & picture.triangle if triangle else picture.half_open
    return picture.count(picture.wins(player), part)


def _shooting(pictures: Pictures, published: str, triangle: bool) -> ClaimFinding:
    """Return the finding on the share of the triangle, or of the square, in which A wins with Miss, C, B."""
    picture = pictures.square(1, targets=SHOOTING)
    readings = (triangle_readings if triangle else square_readings)(picture, picture.wins(0))
    readings.insert(1, (HALF_OPEN, half_open(pictures, triangle, 0, targets=SHOOTING)))
    stated, others = read([("A wins", percent(published), readings)])
    area = (triangle_area if triangle else square_area)(pictures, 0, SHOOTING)
    where = " with pA <= pB" if triangle else ""
    return judged(
        [*stated, area.line()],
        f"A wins in {percent_text(readings[0][1].share)}; {HALF_OPEN}, in {readings[1][1]}.",
        others,
        counterexample=f"Targets are fixed, so nothing is tied: A wins in {readings[0][1]} pixels{where}.",
        explanation=area.beside(published),
    )


_a3 = Check("A3", partial(_shooting, published="41.1 %", triangle=True))
_a6 = Check("A6", partial(_shooting, published="61.7 %", triangle=False))


@checks("A4")
def _a4(pictures: Pictures) -> ClaimFinding:
    fixed, free = (pictures.square(1, targets=targets) for targets in (SHOOTING, FREE_A))
    pairs = zip(triangle_readings(fixed, fixed.wins(0)), triangle_readings(free, free.wins(0)), strict=True)
    readings = [(name, Count(more.some - less.some, more.every)) for (name, less), (_, more) in pairs]
    less, more = (half_open(pictures, True, 0, targets=targets) for targets in (SHOOTING, FREE_A))
    readings.insert(1, (HALF_OPEN, Count(more.some - less.some, more.every)))
    stated, others = read([("A wins more", percent("0.3 %"), readings)])
    area = triangle_area(pictures, 0, FREE_A).beyond(triangle_area(pictures, 0, SHOOTING), "A wins more")
    return judged(
        [*stated, area.line()],
        f"A gains {stated[0].exact} by choosing; {HALF_OPEN}, {readings[1][1]}.",
        others,
        counterexample=f"A wins in {readings[0][1].some} more of the {readings[0][1].every:,} pixels with pA <= pB.",
        explanation=area.beside("0.3 %"),
    )


@checks("A5")
def _a5(pictures: Pictures) -> ClaimFinding:
    free, all_free = pictures.square(1, targets=FREE_A), pictures.square(1)
    differ = (free.data.win != all_free.data.win).any(axis=-1)
    partition = pictures.regions("1")
    above = [region for region in partition.regions if region.sample[0] < region.sample[1]]
    always = all(region.aims is not None and listed(region.aims[1:]) == "C, B" for region in above)
    readings = triangle_readings(all_free, differ)
    none: Compared = lambda what, count: ClaimLine.fact(what, "no pixel", str(count), not count.some)  # noqa: E731
    stated, others = read([("different win probabilities", none, readings)])
    proof = ClaimLine.fact(
        "exact regions with pA < pB", "B at C, C at B", "; ".join(region.name for region in above), always
    )
    odd = all_free.places(differ & all_free.triangle)
    first = odd[len(odd) // 2] if odd else (0, 0)
    return judged(
        [*stated, proof],
        f"The two differ at {readings[0][1].some} pixels, {sum(row == column for row, column in odd)} of "
        "them with pA = pB."
        if odd
        else "The two maps are the same at every pixel of the triangle; on the diagonal, where C is indifferent, "
        "tie rule 1 takes the later of two equal shots, B.",
        [(name, [*lines, proof]) for name, lines in others],
        counterexample=f"At {all_free.named(*first)} the aims are {listed(all_free.data.aims_at(*first))}: "
        f"{all_free.tie_towards(*first, free.data.aims_at(*first))}."
        if odd
        else "",
        explanation="For pA < pB the statement is proved: the exact regions there, complete, all have B at C and C "
        "at B.",
    )


PUBLISHED = ("38.9 %", "36.7 %")
"""The shares of the square in which A and B win, as A7 states them."""


@checks("A7")
def _a7(pictures: Pictures) -> ClaimFinding:
    picture = pictures.square(1)
    parts = [
        (
            f"{label(player)} wins",
            percent(share),
            [
                *square_readings(picture, picture.wins(player)),
                (HALF_OPEN, half_open(pictures, False, player)),
            ],
        )
        for player, share in enumerate(PUBLISHED)
    ]
    stated, others = read(parts)
    for rule in (2, 3, 4, -1):
        other = pictures.square(1, tie_rule=rule)
        for player in (0, 1):
            stated.append(ClaimLine.note(f"{label(player)} wins, tie rule {rule}", other.count(other.wins(player))))
    on_coarse = [readings[-1][1] for _, _, readings in parts]
    areas = [square_area(pictures, player) for player in (0, 1)]
    outside = [area.beside(share) for area, share in zip(areas, PUBLISHED, strict=True)]
    return judged(
        [*stated, *(area.line() for area in areas)],
        f"A wins in {stated[0].exact}, B in {stated[1].exact}; {HALF_OPEN}, A in {on_coarse[0]}, B in {on_coarse[1]}.",
        others,
        counterexample=f"A wins in {parts[0][2][0][1]} pixels, B in {parts[1][2][0][1]}.",
        explanation="On the diagonal pA = pB C is indifferent between A and B; tie rule 1 takes the later of two equal "
        f"shots, and then the coarser grid gives the published shares. {' '.join(outside)}".rstrip(),
    )


@checks("A8")
def _a8(pictures: Pictures) -> ClaimFinding:
    picture = pictures.square(1)
    stated, others = read(
        [
            (
                "Miss for somebody",
                within("almost 84 %", 83, 84),
                square_readings(picture, picture.somebody(picture.misses)),
            ),
            ("Miss for the winner", percent("41 %"), square_readings(picture, picture.the_winner(picture.misses))),
        ]
    )
    exact = enclosed(pictures.regions("1"), "Miss")
    somebody, winner = (miss_area(pictures, of_winner) for of_winner in (False, True))
    outside = [somebody.beside("almost 84 %", 83, 84), winner.beside("41 %")]
    return judged(
        [*stated, ClaimLine.note("Miss for somebody, exact share of the square", exact), winner.line()],
        f"Miss is optimal for somebody in {stated[0].exact}, for the winner in {stated[1].exact}.",
        others,
        explanation=f"Without the edges it is {others[0][1][0].exact} for somebody, and over the whole square, "
        f"exactly, {exact}: the edges of the grid make the difference. {' '.join(outside)}".rstrip(),
    )


HITS_OF_C = ("1/10", "1/4", "1/2", "1")


@checks("A9", slow=True)
def _a9(pictures: Pictures) -> ClaimFinding:
    stated: list[ClaimLine] = []
    inner: list[ClaimLine] = []
    of_winner = []
    shares = []
    for hit in HITS_OF_C:
        picture = pictures.square(hit)
        for (name, count), lines in zip(
            square_readings(picture, picture.somebody(picture.misses)), (stated, inner), strict=True
        ):
            what = f"pC = {hit}: Miss for somebody" + (f", {name}" if name else "")
            lines.append(ClaimLine.fact(what, "over 50 %", count, count.share > Fraction(1, 2)))
        shares.append((hit, picture.count(picture.somebody(picture.misses))))
        exact = enclosed(pictures.regions(hit), "Miss")
        stated.append(ClaimLine.note(f"pC = {hit}: exact share of the square", exact))
        of_winner.append(picture.count(picture.the_winner(picture.misses)))
    falls = all(less.share < more.share for less, more in pairwise(of_winner))
    counts = "; ".join(f"{hit}: {count}" for hit, count in zip(HITS_OF_C, of_winner, strict=True))
    stated.append(ClaimLine.fact("Miss for the winner", "the share falls with pC", counts, falls))
    smallest = min(shares, key=lambda pair: pair[1].share)
    return judged(
        stated,
        f"Miss is optimal for somebody in at least {smallest[1]}, at pC = {smallest[0]}.",
        [(WITHOUT_EDGES, inner)],
    )


@checks("A10")
def _a10(pictures: Pictures) -> ClaimFinding:
    picture = pictures.square(1, targets=["Self", "C", "B"])
    stated, _ = read(
        [
            (
                "A wins",
                lambda what, count: ClaimLine.fact(what, "0", count, not count.some),
                square_readings(picture, picture.wins(0)),
            )
        ]
    )
    proved = [hit for hit in HITS_OF_C if _average_is_above(hit)]
    note = ClaimLine.note("pC for which (wB + wC) / 2 > wA is proved inside the square", ", ".join(proved) or "none")
    return judged(
        [*stated, note],
        f"A is the winner at {stated[0].exact} pixels.",
        explanation="Where that is proved, B or C wins more often than A at every point inside the square, on the "
        "grid or off it.",
    )


def _average_is_above(hit: str) -> bool:
    """Return whether `wB + wC - 2 wA > 0` is proved inside the square for a hit probability of C."""
    letters = Letters([None, None, hit])
    win = letters.win((0, 1, 2), letters.aims(["Self", "C", "B"]))
    sign, deciding = settled(win[1] + win[2] - 2 * win[0])
    return sign > 0 and not deciding


SIDE = 31
"""The side of the squares of A11, in pixels."""


@checks("A11")
def _a11(pictures: Pictures) -> ClaimFinding:
    import numpy as np

    picture = pictures.square(1)
    win = picture.data.win
    distance = np.sqrt(((win - win.transpose(1, 0, 2)[..., [1, 0, 2]]) ** 2).sum(axis=-1))
    agree = picture.winner == np.array([1, 0, 2, -1])[picture.winner].T
    mirrored = _mirrored_aims(picture)
    places = {
        "win probabilities": _densest(distance),
        "winners": _densest(~agree),
        "aims": _densest(~mirrored),
    }
    where = {what: listed_place(picture, place) for what, place in places.items()}
    lines = [
        ClaimLine.fact("winners agree", "almost", picture.count(agree), picture.count(agree).share >= Fraction(9, 10)),
        ClaimLine.fact(
            "win probabilities differ", "somewhere", picture.count(distance > 0), bool(picture.count(distance > 0).some)
        ),
    ]
    most = {
        what: ClaimLine.fact(
            f"the square with most asymmetry of the {what}, its centre",
            "(30 %, 30 %)",
            where[what],
            all(abs(Fraction(step, picture.points) - Fraction(3, 10)) <= Fraction(1, 10) for step in place),
        )
        for what, place in places.items()
    }
    first, *others = most
    return judged(
        [
            *lines,
            most[first],
            ClaimLine.note(
                "mean and largest distance", f"{100 * distance.mean():.2f} and {100 * distance.max():.1f} points"
            ),
        ],
        f"The winners agree at {picture.count(agree)}; by the distance of the win probabilities most asymmetry is "
        f"around ({where[first]}), by the winners around ({where['winners']}), by the aims around ({where['aims']}).",
        [(f"measured by the {what}, most asymmetry is near ({where[what]})", [*lines, most[what]]) for what in others],
        counterexample=f"By the distance of the win probabilities most asymmetry is around ({where[first]}).",
        explanation="Where the asymmetry is largest depends on what is measured, and the source does not say.",
    )


def _mirrored_aims(picture: ClaimPicture) -> np.ndarray:
    """Per pixel whether the aims are those of the mirrored pixel with A and B swapped."""
    import numpy as np

    def swapped(weights: Iterable[object]) -> tuple[object, ...]:
        a, b, *rest = weights
        return (b, a, *rest)

    own = [tuple(aim.weights if aim is not None else () for aim in aims) for aims in picture.data.aims]
    numbers = {weights: number for number, weights in enumerate(own)}
    mirror = [numbers.get(swapped([swapped(weights) for weights in aims]), -1) for aims in own]  # type: ignore[arg-type]
    same: np.ndarray = picture.data.index == np.array(mirror)[picture.data.index.T]
    return same


def _densest(amount: np.ndarray) -> tuple[int, int]:
    """Return the centre of the square of `SIDE` pixels with the largest sum, the first of equal ones."""
    import numpy as np

    sums = np.pad(amount.astype(float).cumsum(axis=0).cumsum(axis=1), ((1, 0), (1, 0)))
    boxes = sums[SIDE:, SIDE:] - sums[:-SIDE, SIDE:] - sums[SIDE:, :-SIDE] + sums[:-SIDE, :-SIDE]
    row, column = np.unravel_index(boxes.argmax(), boxes.shape)
    return int(row) + SIDE // 2, int(column) + SIDE // 2


def listed_place(picture: ClaimPicture, place: tuple[int, int]) -> str:
    """Return a pixel as its two hit probabilities in percent."""
    return ", ".join(percent_text(Fraction(step, picture.points), 1) for step in place)
