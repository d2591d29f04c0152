r"""Exact regions: the open unit square of two hit probabilities, cut into regions with constant optimal aims.

The steps, for three players with one hit probability fixed:

1. Collect the polynomials that backward induction asks for (`decisions.Decisions.solve`), first at sample points.
2. Cut the open square into cells on which all of them have constant signs (`plane`).
3. Solve once per sign pattern, at a sample of a cell, and on every curve between two cells. If a polynomial is asked
   for that is not among those collected, collect it and go back to 2.
4. Now the aims are constant in every cell: everything that backward induction asks for there has a constant sign. So
   the partition is **complete**, by proof and not by sampling, and nothing is left over but points where curves meet.
5. Keep only the polynomials that separate cells with different aims (and, should two cells agree in all their signs and
   differ in their aims, one more that tells them apart); cut the square again by these; describe every region by their
   signs, and merge.

Source: the choice of aims is that of `announce`; steps 2 to 4 use cylindrical decomposition as in `plane`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

from truel_ref.errors import SymbolicError
from truel_ref.game.aims import Aim, Word
from truel_ref.game.people import label
from truel_ref.numbers.algebraic import Number, between, enclosed, number_text
from truel_ref.numbers.rational import decimal_text, fraction_text, percent_text, probability
from truel_ref.play.announced import Path
from truel_ref.symbolic.algebra import Letters, rational_probability
from truel_ref.symbolic.areas import Enclosure, integrals, root_at
from truel_ref.symbolic.decisions import Decisions
from truel_ref.symbolic.isolation import IsolatedRoot, isolated_inside, ordered
from truel_ref.symbolic.plane import Plane, Strip, stack, unit_ends
from truel_ref.symbolic.text import number_json, polynomial_text, root_notes

__all__ = ["Arc", "Boundary", "Meeting", "Partition", "Region", "Sign", "regions"]

Aims = tuple[Aim, ...] | None
"""The optimal aims of the first phase, one per player; None in a stalemate."""

_SAMPLES = 20


@dataclass(frozen=True)
class Sign:
    """The condition that a polynomial is positive (`sign` 1) or negative (-1)."""

    polynomial: Any
    sign: int

    def __str__(self) -> str:
        return f"{polynomial_text(self.polynomial)} {'>' if self.sign > 0 else '<'} 0"


@dataclass(frozen=True)
class Region:
    """All points of the open square with the same optimal aims, curves left out.

    Fields: `aims`; `conditions`, a list of lists: the point is in the region if and only if, for one of the lists, all
    its conditions hold (and no deciding polynomial vanishes); `area`, bounds of its share of the square; `sample`, a
    point in it.
    """

    aims: Aims
    conditions: tuple[tuple[Sign, ...], ...]
    area: Enclosure
    sample: tuple[Fraction, Fraction]

    @property
    def name(self) -> str:
        """The aims, as the command prints them."""
        return aims_text(self.aims)

    def __str__(self) -> str:
        return " or ".join(" and ".join(map(str, both)) or "everywhere" for both in self.conditions)

    @property
    def share(self) -> str:
        """The share of the square in percent, with the digits that the enclosure proves, four at most.

        The last digit is correctly rounded where both ends of the enclosure round to it.
        """
        for digits in (4, 3, 2, 1):
            low, high = (percent_text(end, digits) for end in self.area)
            if low == high:
                return low
        return f"{percent_text(self.area[0], 1)} to {percent_text(self.area[1], 1)}"


@dataclass(frozen=True)
class Arc:
    """A piece of a boundary over an interval of `x`: the root of the polynomial with a number, counted upwards from 0.

    For a line of constant `x`, `left` and `right` are that value, `number` is None, and the piece goes from `bottom` to
    `top`. `falls` tells whether the polynomial is positive below the piece and negative above.
    """

    left: Number
    right: Number
    number: int | None
    bottom: Number | None = None
    top: Number | None = None
    falls: bool = False

    def text(self, names: Sequence[str]) -> str:
        """Return where the piece lies: fractions as they are, other numbers with six decimals.

        >>> from truel_ref.numbers.algebraic import root
        >>> Arc(Fraction(0), root([2, 0, -1], 1), 0).text("ab")
        '0 < a < 0.707107'
        """
        start, end = (self.left, self.right) if self.bottom is None or self.top is None else (self.bottom, self.top)
        name = names[0] if self.bottom is None else names[1]
        return f"{_short(start)} < {name} < {_short(end)}"


def _short(value: Number) -> str:
    return fraction_text(value) if isinstance(value, Fraction) else decimal_text(value, 6)


@dataclass(frozen=True)
class Boundary:
    """A curve between two regions: an irreducible polynomial, and the aims on both sides.

    Fields: `polynomial`; `negative` and `positive`, the aims where it is below and above 0; `on`, the aims that the tie
    rule takes on the curve itself, one entry for each choice that occurs; `arcs`, where on the curve it is so.
    """

    polynomial: Any
    negative: Aims
    positive: Aims
    on: tuple[Aims, ...]
    arcs: tuple[Arc, ...]


@dataclass(frozen=True)
class Meeting:
    """A point where three or more regions meet.

    Fields: `x` and `y`, its coordinates, real algebraic numbers; `aims`, of the regions around it; `polynomials`, the
    curves through it.
    """

    x: Number
    y: Number
    aims: tuple[Aims, ...]
    polynomials: tuple[Any, ...]


def aims_text(aims: Aims) -> str:
    """Return aims as the command prints them.

    >>> aims_text((Aim.miss(3), Aim.at(2, 3), Aim.at(1, 3)))
    'Miss, C, B'
    """
    return "nobody wins" if aims is None else ", ".join(map(str, aims))


def _aims_json(aims: Aims) -> list[str | list[str]] | None:
    return None if aims is None else [aim.to_json() for aim in aims]


class Partition:
    """The open square cut into regions, as `regions` makes it.

    Fields: `decisions`, the problem over symbols; `names`, the two letters, `x` first; `regions`, largest first;
    `boundaries`, the curves between them; `ties`, the curves that separate nothing, with aims of their own on them;
    `meetings`, the points where three or more regions meet; `unsettled`, such points that could not be proved, as pairs
    of enclosures; `asked`, how many polynomials backward induction asked for; `cells`, how many cells they cut.
    """

    def __init__(self, decisions: Decisions, precision: Fraction, report: Callable[[str], object]) -> None:
        self.decisions = decisions
        self.names = decisions.letters.names
        self._plane = Plane()
        found = _Cells(decisions, self._plane, report)
        self.asked = len(found.polynomials)
        self.cells = sum(len(strip.cells) for strip in found.strips)
        kept, separating = found.separating()
        report(f"{len(kept)} of {self.asked} polynomials bound a region")
        self._polynomials = kept
        self._aims_of = found.aims_by_signs(kept)
        self._strips = self._plane.strips(kept)
        self._curves = [self._plane.curve(polynomial) for polynomial in kept]
        self.boundaries = self._found_boundaries(separating)
        self.ties = tuple(sorted(found.ties(), key=lambda tie: str(tie.polynomial)))
        self.regions = self._found_regions(precision)
        self.meetings, self.unsettled = self._found_meetings()

    # -- telling

    @property
    def complete(self) -> bool:
        """Whether every point where three regions meet is proved; the regions and curves themselves always are."""
        return not self.unsettled

    def title(self) -> str:
        """Return what the partition is of, in words."""
        fixed = next(hit for hit in self.decisions.letters.fixed if hit is not None)
        player = label(self.decisions.letters.fixed.index(fixed))
        search = self.decisions.problem([Fraction(1, 2)] * 2).search_text()
        return f"p{player} = {fraction_text(fixed)}, search {search}"

    def __str__(self) -> str:
        from tabulate import tabulate

        x, y = self.names
        parts = [
            f"{self.title()}: the open square 0 < {x} < 1, 0 < {y} < 1 is cut into {len(self.regions)} regions.",
            tabulate(
                [(region.name, region.share, str(region)) for region in self.regions],
                headers=["aims", "share", "where"],
                disable_numparse=True,
                maxcolwidths=[None, None, 90],
            ),
        ]
        if self.boundaries:
            rows = [
                (
                    polynomial_text(one.polynomial),
                    aims_text(one.negative),
                    aims_text(one.positive),
                    " or ".join(map(aims_text, one.on)),
                    "; ".join(arc.text(self.names) for arc in one.arcs),
                )
                for one in self.boundaries
            ]
            headers = ["curve", "where negative", "where positive", "on it (tie rule)", "piece"]
            parts.append(
                tabulate(rows, headers=headers, disable_numparse=True, maxcolwidths=[60, None, None, None, 40])
            )
        for tie in self.ties:
            on = " or ".join(map(aims_text, tie.on))
            parts.append(f"on {polynomial_text(tie.polynomial)} = 0, inside {aims_text(tie.negative)}: {on}")
        if self.meetings:
            points = [
                (
                    *(decimal_text(value, 12) for value in (one.x, one.y)),
                    *(number_text(value) for value in (one.x, one.y)),
                    " | ".join(map(aims_text, one.aims)),
                )
                for one in self.meetings
            ]
            headers = [x, y, f"{x} exactly", f"{y} exactly", "regions that meet"]
            parts.append(tabulate(points, headers=headers, disable_numparse=True))
            notes = root_notes(value for one in self.meetings for value in (one.x, one.y))
            parts += ["\n".join(notes)] if notes else []
        left = "" if self.complete else f" {len(self.unsettled)} points where three regions may meet are not proved."
        parts.append(f"Complete: nothing of the square is left over but curves and points.{left}")
        return "\n\n".join(parts)

    def to_json(self) -> dict[str, Any]:
        """Return the partition as plain data for JSON: polynomials as text, areas and samples as fractions."""
        return {
            "hits": [None if hit is None else fraction_text(hit) for hit in self.decisions.letters.fixed],
            "names": list(self.names),
            "regions": [
                {
                    "aims": _aims_json(region.aims),
                    "where": [[str(sign) for sign in both] for both in region.conditions],
                    "area": [fraction_text(end) for end in region.area],
                    "sample": [fraction_text(value) for value in region.sample],
                }
                for region in self.regions
            ],
            "boundaries": [
                {
                    "polynomial": polynomial_text(one.polynomial),
                    "negative": _aims_json(one.negative),
                    "positive": _aims_json(one.positive),
                    "on": [_aims_json(aims) for aims in one.on],
                    "pieces": [arc.text(self.names) for arc in one.arcs],
                }
                for one in self.boundaries
            ],
            "ties": [
                {
                    "polynomial": polynomial_text(one.polynomial),
                    "inside": _aims_json(one.negative),
                    "on": [_aims_json(aims) for aims in one.on],
                }
                for one in self.ties
            ],
            "meetings": [
                {
                    **{name: number_json(value, name) for name, value in zip(self.names, (one.x, one.y), strict=True)},
                    "aims": [_aims_json(aims) for aims in one.aims],
                    "curves": [polynomial_text(polynomial) for polynomial in one.polynomials],
                }
                for one in self.meetings
            ],
            "unsettled": len(self.unsettled),
        }

    # -- asking

    def signs(self, x: Fraction, y: Fraction) -> dict[Any, int]:
        """Return the signs of the polynomials that bound regions at a point."""
        return {curve.polynomial: curve.sign(x, y) for curve in self._curves}

    def at(self, x: object, y: object) -> Region | None:
        """Return the region of a point of the open square, None if it lies on a curve.

        Parameters: `x` and `y`, fractions strictly between 0 and 1. Raises `SymbolicError` for others.

        >>> print(regions([None, None, 1], precision="1/10").at("1/3", "2/3").name)
        Miss, C, B
        """
        point = tuple(
            rational_probability(value, f"player {name.upper()}")
            for name, value in zip(self.names, (x, y), strict=True)
        )
        if not all(0 < value < 1 for value in point):
            raise SymbolicError("the regions are those of the open square; give numbers strictly between 0 and 1")
        signs = [curve.sign(*point) for curve in self._curves]
        on_a_tie = any(self._plane.curve(tie.polynomial).sign(*point) == 0 for tie in self.ties)
        if 0 in signs or on_a_tie:
            return None
        aims = self._aims_of[sum(1 << place for place, sign in enumerate(signs) if sign > 0)]
        return next(region for region in self.regions if region.aims == aims)

    def polylines(self, boundary: Boundary, steps: int = 60) -> Iterator[list[tuple[float, float]]]:
        """Yield the arcs of a boundary as lists of points, for drawing.

        The points are taken closer together near the ends of an arc, where it may be steep.
        """
        curve = self._plane.curve(boundary.polynomial)
        for arc in boundary.arcs:
            if arc.bottom is not None and arc.top is not None:
                yield [(float(arc.left), float(end)) for end in (arc.bottom, arc.top)]
                continue
            left, right = enclosed(arc.left, _DRAWN)[1], enclosed(arc.right, _DRAWN)[0]
            assert arc.number is not None
            points = []
            inset = (right - left) / 2**20
            for step in range(steps + 1):
                t = Fraction(step, steps)
                x = left + inset + (right - left - 2 * inset) * t * t * (3 - 2 * t)
                low, high = root_at(curve, arc.number, x, _DRAWN)
                points.append((float(x), float((low + high) / 2)))
            yield points

    # -- finding

    def _aims(self, cell: int) -> Aims:
        return self._aims_of[cell]

    def _found_regions(self, precision: Fraction) -> tuple[Region, ...]:
        """Sum the areas of the cells, arc by arc, and describe every region by the signs in its cells.

        The area between two arcs is the difference of their integrals, so each arc gives its integral to the region
        below it and takes it from the one above; the highest cell of a strip gets the width of the strip.
        """
        arcs = [(one, arc) for one in self.boundaries for arc in one.arcs if arc.number is not None]
        enclosures = integrals(
            [(self._plane.curve(one.polynomial), arc.number or 0, arc.left, arc.right) for one, arc in arcs],
            precision / 2,
        )
        areas: dict[Aims, list[Fraction]] = {}
        samples: dict[Aims, tuple[Fraction, Fraction]] = {}
        widest: dict[Aims, Fraction] = {}
        for strip in self._strips:
            for end in (strip.left, strip.right):
                end.narrow(precision / (8 * len(self._strips)))
            low, high = strip.right.low - strip.left.high, strip.right.high - strip.left.low
            top = areas.setdefault(self._aims(strip.cells[-1]), [Fraction(0), Fraction(0)])
            top[0] += low
            top[1] += high
            for place, cell in enumerate(strip.cells):
                room = low * strip.height(place)
                aims = self._aims(cell)
                if room > widest.get(aims, Fraction(-1)):
                    widest[aims] = room
                    samples[aims] = (strip.x, strip.sample(place))
        for (one, arc), (low, high) in zip(arcs, enclosures, strict=True):
            below, above = (one.positive, one.negative) if arc.falls else (one.negative, one.positive)
            for aims, gain in ((below, (low, high)), (above, (-high, -low))):
                area = areas.setdefault(aims, [Fraction(0), Fraction(0)])
                area[0] += gain[0]
                area[1] += gain[1]
        conditions = _described(self._aims_of, self._polynomials)
        found = [
            Region(aims, conditions[aims], (max(low, Fraction(0)), min(high, Fraction(1))), samples[aims])
            for aims, (low, high) in areas.items()
        ]
        return tuple(sorted(found, key=lambda region: (-region.area[0], region.name)))

    def _found_boundaries(self, on: Mapping[tuple[Any, Aims, Aims], set[Aims]]) -> tuple[Boundary, ...]:
        arcs: dict[tuple[Any, Aims, Aims], list[Arc]] = {}
        bits = {polynomial: 1 << place for place, polynomial in enumerate(self._polynomials)}
        for strip in self._strips:
            for section, below, above in zip(strip.sections, strip.cells, strip.cells[1:], strict=False):
                if self._aims(below) == self._aims(above):
                    continue
                polynomial = section.curve.polynomial
                falls = bool(below & bits[polynomial])
                negative, positive = (above, below) if falls else (below, above)
                pieces = arcs.setdefault((polynomial, self._aims(negative), self._aims(positive)), [])
                own = self._plane.alone(polynomial)
                left, right = strip.left.value, strip.right.value
                # A piece of the same root that ends where this one begins is the same arc, if nothing happens there.
                for place, piece in enumerate(pieces):
                    joins = piece.right == left and (piece.number, piece.falls) == (section.number, falls)
                    if joins and not any(root.same(strip.left) for root in own):
                        pieces[place] = Arc(piece.left, right, section.number, falls=falls)
                        break
                else:
                    pieces.append(Arc(left, right, section.number, falls=falls))
        for polynomial in self._polynomials:
            if self._plane.curve(polynomial).upright:
                for (least, most), arc in self._upright_arcs(polynomial):
                    arcs.setdefault((polynomial, least, most), []).append(arc)
        found = [
            Boundary(key[0], key[1], key[2], tuple(sorted(on.get(key, set()), key=aims_text)), tuple(pieces))
            for key, pieces in arcs.items()
        ]
        return tuple(sorted(found, key=lambda one: (str(one.polynomial), aims_text(one.negative))))

    def _upright_arcs(self, polynomial: Any) -> Iterator[tuple[tuple[Aims, Aims], Arc]]:
        """Yield the pieces of a line of constant `x` between different aims: where it is negative, where positive."""
        ends = unit_ends()
        for x in self._plane.alone(polynomial):
            curves = [curve for curve in self._curves if not curve.upright]
            heights = ordered([root for curve in curves for root in curve.heights(x)])
            open_piece: tuple[tuple[Aims, Aims], IsolatedRoot] | None = None
            for bottom, top in zip([ends[0], *heights], [*heights, ends[1]], strict=True):
                bottom.apart_from(top)
                level = between(bottom.high, top.low)
                sides = [self._aims_of[cell] for cell in self._beside(x, level)]
                falls = self._plane.curve(polynomial).sign(x.low - _GAP, level) > 0
                key = (sides[1], sides[0]) if falls else (sides[0], sides[1])
                if open_piece and (open_piece[0] != key or sides[0] == sides[1]):
                    yield open_piece[0], Arc(x.value, x.value, None, open_piece[1].value, bottom.value)
                    open_piece = None
                if open_piece is None and sides[0] != sides[1]:
                    open_piece = key, bottom
            if open_piece:
                yield open_piece[0], Arc(x.value, x.value, None, open_piece[1].value, ends[1].value)

    def _beside(self, x: IsolatedRoot, level: Fraction) -> tuple[int, int]:
        """Return the signs just left and just right of a line of constant `x`, at a level where no curve meets it."""
        margin = _GAP
        for _ in range(_PATIENCE):
            low, high = x.low - margin, x.high + margin
            if all(curve.clear(level, low, high) for curve in self._curves if not curve.upright) and all(
                len(isolated_inside(curve.level(level), low, high)) <= 1 for curve in self._curves if curve.upright
            ):
                return self._mask(low, level), self._mask(high, level)
            x.narrow(margin / 2)
            margin /= 2
        raise AssertionError(f"internal error: a curve meets the level {level} at {x}, where none should")

    def _mask(self, x: Fraction, y: Fraction) -> int:
        return sum(1 << place for place, curve in enumerate(self._curves) if curve.sign(x, y) > 0)

    def _found_meetings(self) -> tuple[tuple[Meeting, ...], tuple[tuple[Enclosure, Enclosure], ...]]:
        found: list[Meeting] = []
        unsettled: list[tuple[Enclosure, Enclosure]] = []
        for strip in self._strips[:-1]:
            for margin, near in ((Fraction(1, 2**44), Fraction(1, 2**16)), (Fraction(1, 2**120), Fraction(1, 2**40))):
                proved, open_ = self._meetings_at(strip.right, margin, near)
                if not open_:
                    break
            found += proved
            unsettled += open_
        return tuple(found), tuple(unsettled)

    def _meetings_at(
        self, x: IsolatedRoot, margin: Fraction, near: Fraction
    ) -> tuple[list[Meeting], list[tuple[Enclosure, Enclosure]]]:
        """Find the points above a critical value where three regions meet.

        Just left and just right of it, roots closer together than `near` form a group. If there are three different
        aims among the cells that touch a group, it is proved that the group is one point: every curve of it has exactly
        one height above the critical value in a window around the group, and leaves the window only at its sides.
        """
        x.narrow(margin)
        sides = (x.low - margin, x.high + margin)
        around: list[tuple[Fraction, Fraction, Any, Aims, Aims]] = []
        for side in sides:
            sections = stack(self._curves, side, near / 4)
            cell = self._mask(side, between(Fraction(0), sections[0].low if sections else Fraction(1)))
            for section in sections:
                above = cell ^ (1 << self._curves.index(section.curve))
                around.append((section.low, section.high, section.curve, self._aims(cell), self._aims(above)))
                cell = above
        around.sort(key=lambda item: item[:2])
        groups: list[list[tuple[Fraction, Fraction, Any, Aims, Aims]]] = []
        for item in around:
            if groups and item[0] - groups[-1][-1][1] < near:
                groups[-1].append(item)
            else:
                groups.append([item])
        upright = [
            curve
            for curve in self._curves
            if curve.upright and curve.sign(*_at(sides[0])) != curve.sign(*_at(sides[1]))
        ]
        proved: list[Meeting] = []
        open_: list[tuple[Enclosure, Enclosure]] = []
        for group in groups:
            aims = {aims for item in group for aims in item[3:]}
            curves = list(dict.fromkeys(item[2] for item in group))
            if len(aims) < 3:
                continue
            bottom, top = group[0][0] - near, group[-1][1] + near
            heights = [[y for y in curve.heights(x) if _inside(y, bottom, top, near)] for curve in curves]
            if not any(heights):
                continue  # they meet on the edge of the square, or beyond
            single = all(len(ys) == 1 and ys[0].same(heights[0][0]) for ys in heights)
            clear = all(curve.clear(level, *sides) for curve in curves for level in (bottom, top))
            if single and clear:
                bounding = [curve for curve in curves if any(item[2] is curve and item[3] != item[4] for item in group)]
                polynomials = [curve.polynomial for curve in (*upright, *bounding)]
                listed = tuple(sorted(aims, key=aims_text))
                point = x.value, heights[0][0].value
                proved.append(Meeting(*point, listed, tuple(sorted(polynomials, key=str))))
            else:
                open_.append((sides, (bottom, top)))
        return proved, open_


_DRAWN = Fraction(1, 2**40)
_GAP = Fraction(1, 2**20)
_PATIENCE = 10_000  # halvings: far more than the numbers of any problem need


def _at(x: Fraction) -> tuple[Fraction, Fraction]:
    return x, Fraction(1, 2)


def _inside(y: IsolatedRoot, bottom: Fraction, top: Fraction, near: Fraction) -> bool:
    y.narrow(near / 4)
    return bottom <= y.high and y.low <= top


class _Cells:
    """The decomposition of steps 1 to 4: polynomials, strips, and the aims by signs."""

    def __init__(self, decisions: Decisions, plane: Plane, report: Callable[[str], object]) -> None:
        self.decisions = decisions
        self.plane = plane
        self.polynomials: list[Any] = []
        self._sampled()
        while True:
            report(f"{len(self.polynomials)} polynomials")
            self.strips = plane.strips(self.polynomials)
            self.solved: dict[tuple[int, int], Path | None] = {}
            missing = self._asked_in_cells() or self._asked_on_sections()
            if not missing:
                break
            self.polynomials += sorted(missing, key=str)

    def _sampled(self) -> None:
        """Collect what is asked for on a grid of points, set off so that no simple curve runs through many of them."""
        found: dict[Any, None] = {}
        for i in range(_SAMPLES):
            for j in range(_SAMPLES):
                x = Fraction(2 * i + 1, 2 * _SAMPLES) + Fraction(1, 997)
                y = Fraction(2 * j + 1, 2 * _SAMPLES) + Fraction(1, 1009)
                _, asked = self._solve({}, x, y)
                found |= dict.fromkeys(asked)
        self.polynomials = sorted(found, key=str)

    def _solve(self, known: Mapping[Any, int], x: Fraction, y: Fraction) -> tuple[Path | None, list[Any]]:
        """Return the chosen announcements where polynomials have known signs, and those asked for besides."""
        asked: dict[Any, int] = {}

        def sign_of(polynomial: Any) -> int:
            if polynomial in known:
                return known[polynomial]
            if polynomial not in asked:
                asked[polynomial] = self.plane.curve(polynomial).sign(x, y)
            return asked[polynomial]

        return self.decisions.solve(sign_of), list(asked)

    def _signs(self, cell: int) -> dict[Any, int]:
        return {polynomial: 1 if cell >> place & 1 else -1 for place, polynomial in enumerate(self.polynomials)}

    def _asked_in_cells(self) -> set[Any]:
        missing: set[Any] = set()
        for strip in self.strips:
            for place, cell in enumerate(strip.cells):
                if (cell, 0) not in self.solved:
                    path, asked = self._solve(self._signs(cell), strip.x, strip.sample(place))
                    self.solved[cell, 0] = path
                    missing.update(asked)
        return missing

    def _sides(self) -> Iterator[tuple[Any, int, int, Strip, Fraction]]:
        """Yield pairs of cells that differ in the sign of one polynomial, each pair once, the negative one first.

        They are the cells above and below a section, and those on both sides of a line of constant `x`; the strip and a
        `y` tell where.
        """
        seen = set()
        for strip in self.strips:
            for section, below, above in zip(strip.sections, strip.cells, strip.cells[1:], strict=False):
                pair = min(below, above), max(below, above)  # they differ in one bit, set in the larger
                if pair not in seen:
                    seen.add(pair)
                    yield section.curve.polynomial, *pair, strip, section.low
        for place, polynomial in enumerate(self.polynomials):
            if self.plane.curve(polynomial).upright:
                for left, right in pairwise(self.strips):
                    beside = set(right.cells)
                    for rank, cell in enumerate(left.cells):
                        pair = cell & ~(1 << place), cell | 1 << place
                        if cell ^ 1 << place in beside and pair not in seen:
                            seen.add(pair)
                            yield polynomial, *pair, left, left.sample(rank)

    def _asked_on_sections(self) -> set[Any]:
        """Solve on the curves: there one polynomial is 0 and the others have the signs of the cells beside it."""
        missing: set[Any] = set()
        for polynomial, low, high, strip, y in self._sides():
            known = self._signs(low) | {polynomial: 0}
            self.solved[low, high ^ low], asked = self._solve(known, strip.x, y)
            missing.update(asked)
        return missing

    def _aims(self, path: Path | None) -> Aims:
        if path is None:
            return None
        return tuple(self.decisions.options[place][option] for place, option in enumerate(path))

    def _sections(self) -> Iterator[tuple[Any, Aims, Aims, Aims]]:
        """Yield for every curve its polynomial, the aims where that is negative, where positive, and on the curve."""
        for polynomial, low, high, _, _ in self._sides():
            sides = [self._aims(self.solved[cell, 0]) for cell in (low, high)]
            yield polynomial, sides[0], sides[1], self._aims(self.solved[low, high ^ low])

    def separating(self) -> tuple[list[Any], dict[tuple[Any, Aims, Aims], set[Aims]]]:
        """Return the polynomials that tell all different aims apart, and the aims on the curves between regions."""
        on: dict[tuple[Any, Aims, Aims], set[Aims]] = {}
        for polynomial, negative, positive, here in self._sections():
            if negative != positive:
                on.setdefault((polynomial, negative, positive), set()).add(here)
        kept = {key[0] for key in on}
        while True:
            listed = [polynomial for polynomial in self.polynomials if polynomial in kept]
            clash = self._clash(listed)
            if clash is None:
                return listed, on
            kept.add(clash)

    def _bits(self, kept: Sequence[Any]) -> int:
        return sum(1 << place for place, polynomial in enumerate(self.polynomials) if polynomial in set(kept))

    def _clash(self, kept: Sequence[Any]) -> Any | None:
        """Return a polynomial that tells two cells apart which agree in the kept signs and differ in their aims."""
        bits = self._bits(kept)
        seen: dict[int, tuple[int, Path | None]] = {}
        for (cell, on), path in self.solved.items():
            if on:
                continue
            other, first = seen.setdefault(cell & bits, (cell, path))
            if first != path:
                differing = cell ^ other
                return self.polynomials[(differing & -differing).bit_length() - 1]
        return None

    def aims_by_signs(self, kept: Sequence[Any]) -> dict[int, Aims]:
        """Return the aims by the signs of the kept polynomials, as a number with one bit for each."""
        places = [self.polynomials.index(polynomial) for polynomial in kept]
        return {
            sum((cell >> place & 1) << rank for rank, place in enumerate(places)): self._aims(path)
            for (cell, on), path in self.solved.items()
            if not on
        }

    def ties(self) -> Iterator[Boundary]:
        """Yield the curves on which the aims are others than on both sides, which agree."""
        found: dict[tuple[Any, Aims], set[Aims]] = {}
        for polynomial, negative, positive, here in self._sections():
            if negative == positive != here:
                found.setdefault((polynomial, negative), set()).add(here)
        for (polynomial, beside), on in found.items():
            yield Boundary(polynomial, beside, beside, tuple(sorted(on, key=aims_text)), ())


def _described(aims_of: Mapping[int, Aims], polynomials: Sequence[Any]) -> dict[Aims, tuple[tuple[Sign, ...], ...]]:
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
        found: dict[tuple[int, int], None] = {}
        for cell in inside:
            for turn in range(len(polynomials) or 1):
                care = (1 << len(polynomials)) - 1
                for place in longest_first[turn:] + longest_first[:turn]:
                    fewer = care & ~(1 << place)
                    if all((cell ^ other) & fewer for other in outside):
                        care = fewer
                found[cell & care, care] = None
        lists: list[tuple[Sign, ...]] = []
        left = inside
        while left:

            def worth(one: tuple[int, int], left: Sequence[int] = left) -> tuple[int, int]:
                signs, care = one
                covered = sum(1 for other in left if not (signs ^ other) & care)
                return -covered, sum(lengths[place] for place in range(len(polynomials)) if care >> place & 1)

            signs, care = min(found, key=worth)
            kept = [place for place in reversed(longest_first) if care >> place & 1]
            lists.append(tuple(Sign(polynomials[place], 1 if signs >> place & 1 else -1) for place in kept))
            left = [other for other in left if (signs ^ other) & care]
        result[aims] = tuple(lists)
    return result


def regions(
    hits: Iterable[object],
    search: object = (Word.OTHERS, Word.MISS),
    *,
    if_eq: int = 1,
    precision: object = Fraction(1, 10**6),
    report: Callable[[str], object] | None = None,
) -> Partition:
    """Return the open square of two hit probabilities cut into regions with constant optimal aims, completely.

    The steps are those of the module.

    Parameters: `hits`, for each of three players None where his hit probability is free, which two must be, or the
    exact number in [0, 1] where it is fixed; `search`, as for `Problem`, without `Strongest`; `if_eq`, the tie rule
    (not 3), which matters on curves only, and where two options are equal on a whole region; `precision`, what the
    width of an enclosure of an area may be at most; `report`, called with a line of text on what is done.

    Raises `SymbolicError` for other numbers of players or of free hit probabilities, and what `Problem` raises.

    >>> found = regions([None, None, 1])
    >>> for region in found.regions:
    ...     print(region.share, region.name)
    43.8744 % Miss, C, B
    38.038 % C, Miss, A
    9.7082 % C, C, A
    6.1256 % C, C, B
    2.2540 % B, C, Miss
    >>> print(found.regions[2])
    a - b > 0 and 1 - 2*a - b + a*b > 0
    """
    stated = list(hits)
    if len(stated) != 3 or stated.count(None) != 2:
        raise SymbolicError("regions are those of three players with one hit probability fixed, like [None, None, 1]")
    width = probability(precision, "precision")
    if not width:
        raise SymbolicError("precision: an enclosure of width 0 is never reached; give a width above 0")
    return Partition(Decisions(Letters(stated), search, if_eq=if_eq), width, report or _silent)


def _silent(text: str) -> None:
    """Report nothing."""
