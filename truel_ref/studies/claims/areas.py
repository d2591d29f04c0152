"""Claims about areas of the square of three players who search {Others, Miss}."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

from truel_ref.game.people import label
from truel_ref.numbers import percent_text
from truel_ref.studies.claims.pictures import Count, Picture, Pictures
from truel_ref.studies.claims.record import Finding, Line, checks, judged, listed
from truel_ref.symbolic.algebra import Letters, factors
from truel_ref.symbolic.decisions import proved_sign
from truel_ref.symbolic.partition import Partition
from truel_ref.symbolic.pieces import RegionAims

if TYPE_CHECKING:
    import numpy as np

SHOOTING = ["Miss", "C", "B"]
FREE_A = ["Optimal", "C", "B"]
BROKEN_FOR = {
    "B": "if on the diagonal pA = pB ties are broken for B, as just above it",
    "A": "if on the diagonal pA = pB ties are broken for A, as just below it",
}
"""Whom the ties of the diagonal are broken for, and the reading that this is; a tie rule may do one of them."""
WITHOUT_EDGES = "without the edges, where pA or pB is 0 or 1"
ABOVE = "without the diagonal, for pA < pB"

Compared = Callable[[str, Count], Line]
"""Makes a line of a name and a count."""


def percent(published: str) -> Compared:
    """Return what compares a count with a published percentage."""
    return lambda what, count: Line.percent(what, count.share, published, str(count))


def within(words: str, low: object, high: object) -> Compared:
    """Return what compares a count with words."""
    return lambda what, count: Line.within(what, count.share, words, low, high, str(count))


def triangle_readings(picture: Picture, which: np.ndarray) -> list[tuple[str, Count]]:
    """Return the count of pixels in the triangle, and in what it may also mean."""
    triangle, inner, below = picture.triangle, picture.inner, picture.below
    return [
        ("", picture.count(which, triangle)),
        (WITHOUT_EDGES, picture.count(which, triangle & inner)),
        (ABOVE, picture.count(which, below)),
        (f"{ABOVE}, and {WITHOUT_EDGES}", picture.count(which, below & inner)),
    ]


def square_readings(picture: Picture, which: np.ndarray) -> list[tuple[str, Count]]:
    """Return the count of pixels in the square, and without its edges."""
    return [("", picture.count(which)), (WITHOUT_EDGES, picture.count(which, picture.inner))]


def read(
    parts: Iterable[tuple[str, Compared, list[tuple[str, Count]]]],
) -> tuple[list[Line], list[tuple[str, list[Line]]]]:
    """Return the lines of the claim as stated, and of its other readings, for names, comparisons and counts."""
    stated: list[Line] = []
    others: dict[str, list[Line]] = {}
    for what, compared, readings in parts:
        for condition, count in readings:
            if condition:
                others.setdefault(condition, []).append(compared(f"{what}, {condition}", count))
            else:
                stated.append(compared(what, count))
    return stated, list(others.items())


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


@checks("A1")
def _a1(pictures: Pictures) -> Finding:
    picture = pictures.square(1)
    readings = triangle_readings(picture, picture.wins(0))
    stated, others = read([("A wins", within("almost 42 %", 41, 42), readings)])
    return judged(stated, f"A is the likeliest winner in {percent_text(readings[0][1].share)}.", others)


@checks("A2")
def _a2(pictures: Pictures) -> Finding:
    picture = pictures.square(1, targets=["Strongest"] * 3)
    which = picture.wins(0) & picture.triangle
    stated, others = read([("A wins", percent("4.4 %"), triangle_readings(picture, which))])
    centre = _mean(picture, which)
    near = all(abs(value - Fraction(2, 5)) <= Fraction(1, 20) for value in centre)
    where = Line.fact("where, on average", "(40 %, 40 %)", ", ".join(percent_text(value, 1) for value in centre), near)
    return judged(
        [*stated, where], f"A wins in {stated[0].exact}.", [(name, [*lines, where]) for name, lines in others]
    )


def _mean(picture: Picture, which: np.ndarray) -> tuple[Fraction, Fraction]:
    """Return the mean row and column of some pixels as hit probabilities."""
    places = picture.places(which)
    sums = [sum(place[axis] for place in places) for axis in (0, 1)]
    return Fraction(sums[0], len(places) * picture.points), Fraction(sums[1], len(places) * picture.points)


@checks("A3")
def _a3(pictures: Pictures) -> Finding:
    picture = pictures.square(1, targets=SHOOTING)
    readings = triangle_readings(picture, picture.wins(0))
    stated, others = read([("A wins", percent("41.1 %"), readings)])
    return judged(
        stated,
        f"A wins in {percent_text(readings[0][1].share)}.",
        counterexample=f"Targets are fixed, so nothing is tied: A wins in {readings[0][1]} pixels with pA <= pB.",
        explanation=_also(others),
    )


def _also(others: list[tuple[str, list[Line]]]) -> str:
    """Tell which other parts of the square would give what is published."""
    fitting = [name for name, lines in others if all(line.holds for line in lines)]
    if not fitting:
        return "No other part of the grid that was tried gives the published number either."
    return (
        "Other parts of the grid give the published number, though it is not said that they are meant: "
        f"{'; '.join(fitting)}."
    )


@checks("A4")
def _a4(pictures: Pictures) -> Finding:
    fixed, free = (pictures.square(1, targets=targets) for targets in (SHOOTING, FREE_A))
    pairs = zip(triangle_readings(fixed, fixed.wins(0)), triangle_readings(free, free.wins(0)), strict=True)
    readings = [(name, Count(more.some - less.some, more.every)) for (name, less), (_, more) in pairs]
    stated, others = read([("A wins more", percent("0.3 %"), readings)])
    rounded = [
        Fraction(percent_text(picture.count(picture.wins(0), picture.below).share, 1).removesuffix(" %"))
        for picture in (fixed, free)
    ]
    return judged(
        stated,
        f"A gains {stated[0].exact} by choosing.",
        others,
        counterexample=f"A wins in {readings[0][1].some} more of the {readings[0][1].every:,} pixels with pA <= pB.",
        explanation="For pA < pB the two shares, each rounded to a tenth, are "
        f"{float(rounded[0]):.1f} % and {float(rounded[1]):.1f} %, which differ by "
        f"{float(rounded[1] - rounded[0]):.1f} points.",
    )


@checks("A5")
def _a5(pictures: Pictures) -> Finding:
    free, all_free = pictures.square(1, targets=FREE_A), pictures.square(1)
    differ = (free.data.win != all_free.data.win).any(axis=-1)
    partition = pictures.regions("1")
    above = [region for region in partition.regions if region.sample[0] < region.sample[1]]
    always = all(region.aims is not None and listed(region.aims[1:]) == "C, B" for region in above)
    readings = triangle_readings(all_free, differ)
    none: Compared = lambda what, count: Line.fact(what, "no pixel", str(count), not count.some)  # noqa: E731
    stated, others = read([("different win probabilities", none, readings)])
    proof = Line.fact(
        "exact regions with pA < pB", "B at C, C at B", "; ".join(region.name for region in above), always
    )
    odd = all_free.places(differ & all_free.triangle)
    first = odd[len(odd) // 2] if odd else (0, 0)
    return judged(
        [*stated, proof],
        f"The two differ at {readings[0][1].some} pixels, {sum(row == column for row, column in odd)} of "
        "them with pA = pB.",
        [(name, [*lines, proof]) for name, lines in others],
        counterexample=f"At {all_free.named(*first)} the aims are {listed(all_free.data.aims_at(*first))}: "
        f"{all_free.tie_towards(*first, free.data.aims_at(*first))}."
        if odd
        else "",
        explanation="For pA < pB the statement is proved: the exact regions there, complete, all have B at C and C "
        "at B.",
    )


@checks("A6")
def _a6(pictures: Pictures) -> Finding:
    picture = pictures.square(1, targets=SHOOTING)
    readings = square_readings(picture, picture.wins(0))
    stated, others = read([("A wins", percent("61.7 %"), readings)])
    coarse = {points: pictures.square(1, points=points, targets=SHOOTING) for points in (50, 100, 200)}
    return judged(
        stated,
        f"A wins in {percent_text(readings[0][1].share)}.",
        others,
        counterexample=f"Targets are fixed, so nothing is tied: A wins in {readings[0][1]} pixels.",
        explanation="On coarser grids with their edges: "
        + ", ".join(
            f"{points + 1} x {points + 1} {percent_text(picture.count(picture.wins(0)).share, 1)}"
            for points, picture in coarse.items()
        )
        + ".",
    )


@checks("A7")
def _a7(pictures: Pictures) -> Finding:
    picture = pictures.square(1)
    published = ("38.9 %", "36.7 %")
    parts = [
        (f"{label(player)} wins", percent(share), square_readings(picture, picture.wins(player)))
        for player, share in enumerate(published)
    ]
    for player, (_, _, readings) in enumerate(parts):
        for favoured, reading in BROKEN_FOR.items():
            readings.append((reading, picture.count(picture.diagonal_broken_for(favoured) == player)))
    stated, others = read(parts)
    for rule in (2, 3, 4, -1):
        other = pictures.square(1, tie_rule=rule)
        for player in (0, 1):
            stated.append(Line.note(f"{label(player)} wins, tie rule {rule}", other.count(other.wins(player))))
    return judged(
        stated,
        f"A wins in {stated[0].exact}, B in {stated[1].exact}.",
        others,
        counterexample=f"A wins in {parts[0][2][0][1]} pixels, B in {parts[1][2][0][1]}.",
        explanation=" ".join(
            f"With the ties of the diagonal broken for {favoured} the share of A agrees: "
            f"{'yes' if lines[0].holds else 'no'}; that of B: {'yes' if lines[1].holds else 'no'}."
            for favoured, (_, lines) in zip(BROKEN_FOR, others[-len(BROKEN_FOR) :], strict=True)
        ),
    )


@checks("A8")
def _a8(pictures: Pictures) -> Finding:
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
    exact = enclosed(pictures.regions("1"), somebody_misses)
    return judged(
        [*stated, Line.note("Miss for somebody, exact share of the square", exact)],
        f"Miss is optimal for somebody in {stated[0].exact}, for the winner in {stated[1].exact}.",
        others,
        explanation=f"Without the edges it is {others[0][1][0].exact} for somebody, and over the whole square, "
        f"exactly, {exact}: "
        "the edges of the grid make the difference.",
    )


HITS_OF_C = ("1/10", "1/4", "1/2", "1")


@checks("A9", slow=True)
def _a9(pictures: Pictures) -> Finding:
    stated: list[Line] = []
    inner: list[Line] = []
    of_winner = []
    shares = []
    for hit in HITS_OF_C:
        picture = pictures.square(hit)
        for (name, count), lines in zip(
            square_readings(picture, picture.somebody(picture.misses)), (stated, inner), strict=True
        ):
            what = f"pC = {hit}: Miss for somebody" + (f", {name}" if name else "")
            lines.append(Line.fact(what, "over 50 %", count, count.share > Fraction(1, 2)))
        shares.append((hit, picture.count(picture.somebody(picture.misses))))
        exact = enclosed(pictures.regions(hit), somebody_misses)
        stated.append(Line.note(f"pC = {hit}: exact share of the square", exact))
        of_winner.append(picture.count(picture.the_winner(picture.misses)))
    falls = all(less.share < more.share for less, more in pairwise(of_winner))
    counts = "; ".join(f"{hit}: {count}" for hit, count in zip(HITS_OF_C, of_winner, strict=True))
    stated.append(Line.fact("Miss for the winner", "the share falls with pC", counts, falls))
    smallest = min(shares, key=lambda pair: pair[1].share)
    return judged(
        stated,
        f"Miss is optimal for somebody in at least {smallest[1]}, at pC = {smallest[0]}.",
        [(WITHOUT_EDGES, inner)],
    )


@checks("A10")
def _a10(pictures: Pictures) -> Finding:
    picture = pictures.square(1, targets=["Self", "C", "B"])
    stated, _ = read(
        [
            (
                "A wins",
                lambda what, count: Line.fact(what, "0", count, not count.some),
                square_readings(picture, picture.wins(0)),
            )
        ]
    )
    proved = [hit for hit in HITS_OF_C if _average_is_above(hit)]
    note = Line.note("pC for which (wB + wC) / 2 > wA is proved inside the square", ", ".join(proved) or "none")
    return judged(
        [*stated, note],
        f"A is the winner at {stated[0].exact} pixels.",
        explanation="Where that is proved, B or C wins more often than A at every point inside the square, on the "
        "grid or off it.",
    )


def _average_is_above(hit: str) -> bool:
    """Tell whether `wB + wC - 2 wA > 0` is proved inside the square for a hit probability of C."""
    letters = Letters([None, None, hit])
    win = letters.win((0, 1, 2), letters.aims(["Self", "C", "B"]))
    constant, top, bottom = factors(win[1] + win[2] - 2 * win[0])
    sign = 1 if constant > 0 else -1
    for polynomial, power in (*top, *bottom):
        sign *= (proved_sign(polynomial) or 0) ** power
    return sign == 1


@checks("A11")
def _a11(pictures: Pictures) -> Finding:
    import numpy as np

    picture = pictures.square(1)
    win = picture.data.win
    swapped = win.transpose(1, 0, 2)[..., [1, 0, 2]]
    distance = np.sqrt(((win - swapped) ** 2).sum(axis=-1))
    agree = picture.count(picture.winner == np.array([1, 0, 2, -1])[picture.winner].T)
    sums = np.zeros((picture.points + 2, picture.points + 2))
    sums[1:, 1:] = distance.cumsum(axis=0).cumsum(axis=1)
    side = 31
    boxes = sums[side:, side:] - sums[:-side, side:] - sums[side:, :-side] + sums[:-side, :-side]
    row, column = np.unravel_index(boxes.argmax(), boxes.shape)
    centre = [Fraction(int(place) + side // 2, picture.points) for place in (row, column)]
    where = ", ".join(percent_text(value, 1) for value in centre)
    near = all(abs(value - Fraction(3, 10)) <= Fraction(1, 10) for value in centre)
    different = picture.count(distance > 0)
    lines = [
        Line.fact("winners agree", "almost", agree, agree.share >= Fraction(9, 10)),
        Line.fact("win probabilities differ", "somewhere", different, bool(different.some)),
        Line.fact("the square with most asymmetry, its centre", "(30 %, 30 %)", where, near),
        Line.note("mean and largest distance", f"{100 * distance.mean():.2f} and {100 * distance.max():.1f} points"),
    ]
    others = [(f"but most asymmetry is near ({where})", lines[:2])]
    return judged(
        lines,
        f"The winners agree at {agree}; most asymmetry is around ({where}).",
        others,
        counterexample=f"In the square around ({where}) the mean distance is "
        f"{100 * boxes.max() / side**2:.1f} points, around (30 %, 30 %) {100 * boxes[75, 75] / side**2:.1f}.",
    )
