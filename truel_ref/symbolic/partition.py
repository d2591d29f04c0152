"""Exact regions: the open unit square of two hit probabilities, cut into regions with constant aims.

The aims here are the optimal aims of announced play; `plays` does the same for stationary play, and for both. The
steps, for three players with one hit probability fixed:

1. Collect the polynomials that backward induction asks for (`decisions.Decisions.solve`), first at sample points.
2. Cut the open square into cells on which all of them have constant signs (`plane`).
3. Solve once per sign pattern, at a sample of a cell, and on every curve between two cells. If this asks for a new
   polynomial, collect it and go back to 2.
4. Now the aims are constant in every cell, because every polynomial that backward induction asks for there has a
   constant sign. So the partition is **complete**, by proof and not by sampling; it omits only points where curves
   meet.
5. Keep only the polynomials that separate cells with different aims (and, if two cells agree in all kept signs and
   differ in their aims, another polynomial that separates them); cut the square again by these; describe every region
   by their signs, and merge.

For each polynomial of step 1 it is proved that it has no isolated zero in the square (`plane`), or the partition is
refused.

Source: the choice of aims follows announced play; steps 2 to 4 use cylindrical decomposition as in `plane`.

**The cells of the square in which the answer to one question is constant: steps 1 to 4 of `partition`.**
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, partial
from itertools import groupby, pairwise, product, zip_longest
from typing import Any, Generic, TypeAlias

from truel_ref.errors import ProblemError, shown
from truel_ref.game.aims import Word
from truel_ref.game.people import label
from truel_ref.limits import check
from truel_ref.numbers import decimal_text, fraction_text, number_text, read_rational
from truel_ref.symbolic.algebra import Letters, rational_probability
from truel_ref.symbolic.areas import Enclosure
from truel_ref.symbolic.borders import ClassifiedSquare, Window, meetings, polyline, regions_of
from truel_ref.symbolic.decisions import Decisions, SignOf
from truel_ref.symbolic.pieces import (
    BorderArc,
    Boundary,
    Class,
    Meeting,
    Region,
    RegionAims,
    Sign,
    aims_json,
    aims_text,
)
from truel_ref.symbolic.plane import Plane, Strip, refuse_isolated_zeros
from truel_ref.symbolic.text import number_json, polynomial_text, root_notes

__all__ = [
    "BorderArc",
    "Boundary",
    "Cells",
    "Meeting",
    "Partition",
    "Question",
    "Region",
    "Sign",
    "aims_text",
    "partition_by",
    "regions",
    "stated_decisions",
    "stated_precision",
]


# ---------------------------------------------------------------------------------------------------------
# The cells of the square in which the answer to one question is constant: steps 1 to 4 of `partition`


Question: TypeAlias = Callable[[SignOf], Class]
"""A question about a point; its answer follows from the signs of the polynomials that it asks for."""

_Side: TypeAlias = "tuple[Any, int, int, Fraction, Callable[[], Fraction]]"

_SAMPLES = 20


class QuestionTree(Generic[Class]):
    """The answers to a question, cached by the signs that determined them.

    The next sign that a question asks for depends only on the earlier signs. So its calls form a tree: inner nodes are
    the objects whose signs it asks for, leaves are answers. Many points have one answer by the same few signs.

    >>> tree = QuestionTree(lambda sign: "both" if sign("x") > 0 and sign("y") > 0 else "not both")
    >>> tree.answer({"x": -1}.get), tree.answer({"x": 1, "y": 1}.get)
    ('not both', 'both')
    """

    def __init__(self, question: Callable[[Callable[[Any], int]], Class]) -> None:
        self._question = question
        self._root: _Node[Class] = _Node()

    def answer(self, sign_of: Callable[[Any], int]) -> Class:
        """Return the answer of the question for the given signs."""
        node: _Node[Class] | None = self._root
        while node is not None and not node.answers:
            node = node.after.get(sign_of(node.asked)) if node.after else None
        return self._ask(sign_of) if node is None else node.answers[0]

    def _ask(self, sign_of: Callable[[Any], int]) -> Class:
        known: dict[Any, int] = {}
        node = self._root

        def remembered(asked: Any) -> int:
            nonlocal node
            if asked not in known:
                known[asked] = sign_of(asked)
                node.asked = asked
                node = node.after.setdefault(known[asked], _Node())
            return known[asked]

        answer = self._question(remembered)
        node.answers.append(answer)
        return answer


@dataclass
class _Node(Generic[Class]):
    """A node of the tree: the signs so far.

    Fields: `asked`, the object whose sign is next; `after`, the nodes after each sign; or `answers`, the answer.
    """

    asked: Any = None
    after: dict[int, _Node[Class]] = field(default_factory=dict)
    answers: list[Class] = field(default_factory=list)


class Cells(Generic[Class]):
    """The decomposition of the square by all polynomials that a question asks for.

    Parameters: `question`; `plane`, the curves.

    Fields, after `cut`: `polynomials`, all that the question asks for; `strips`, into which they cut the square;
    `solved`, the answers by the signs of a cell.
    """

    def __init__(self, question: Question[Class], plane: Plane) -> None:
        self.question = question
        self.plane = plane
        self.polynomials: list[Any] = []
        self.strips: list[Strip] = []
        self.solved: dict[int, Class] = {}
        self._answers = QuestionTree(question)
        self._places: dict[Any, int] = {}
        # For every curve its polynomial, the aims where it is negative and where it is positive, and on the curve.
        self._on: list[tuple[Any, Class, Class, Class]] = []

    def cut(self, report: Callable[[str], object]) -> None:
        """Collect polynomials and cut the square by them until none is missing.

        Raises `ProblemError` if a polynomial may have an isolated zero: the cells would overlook such a point, because
        it lies on no curve, and its signs differ from those of the sample of its cell.
        """
        self._sampled()
        while True:
            check()
            report(f"{len(self.polynomials)} polynomials")
            self._places = {polynomial: place for place, polynomial in enumerate(self.polynomials)}
            self.strips = self.plane.strips(self.polynomials)
            self.solved = {}
            missing = self._asked_in_cells() or self._asked_on_sections()
            if not missing:
                break
            self.polynomials += sorted(missing, key=str)
        for polynomial in self.polynomials:
            refuse_isolated_zeros(self.plane, polynomial)

    def _sampled(self) -> None:
        """Collect the polynomials asked for on a grid of points, shifted so that no simple curve meets many of them."""
        every: dict[Any, None] = {}
        for i, j in product(range(_SAMPLES), repeat=2):
            x = Fraction(2 * i + 1, 2 * _SAMPLES) + Fraction(1, 997)
            y = Fraction(2 * j + 1, 2 * _SAMPLES) + Fraction(1, 1009)
            _, asked = self._solve(0, 0, x, partial(Fraction, y))
            every |= dict.fromkeys(asked)
        self.polynomials = sorted(every, key=str)

    def _solve(
        self, cell: int, zeros: int, x: Fraction, height: Callable[[], Fraction]
    ) -> tuple[Class, dict[Any, int]]:
        """Return the answer in a cell, or at its edge where some polynomials vanish, and new polynomials asked for.

        New polynomials get their signs at the point with `x` and `height`, which is computed only if needed.
        """
        asked: dict[Any, int] = {}
        places = self._places

        def sign_of(polynomial: Any) -> int:
            place = places.get(polynomial)
            if place is not None:
                return 0 if zeros >> place & 1 else 1 if cell >> place & 1 else -1
            if polynomial not in asked:
                asked[polynomial] = self.plane.curve(polynomial).sign(x, height())
            return asked[polynomial]

        return self._answers.answer(sign_of), asked

    def _changing(self) -> Iterator[Strip]:
        """Yield the first of each run of strips with equal lists of cells."""
        return (next(run) for _, run in groupby(self.strips, key=lambda strip: id(strip.cells)))

    def _asked_in_cells(self) -> set[Any]:
        missing: set[Any] = set()
        for strip in self._changing():
            for place, cell in enumerate(strip.cells):
                if cell not in self.solved:
                    self.solved[cell], asked = self._solve(cell, 0, strip.x, partial(strip.sample, place))
                    missing.update(asked)
        return missing

    def _listed_sides(self) -> Iterator[_Side]:
        """Yield pairs of cells that differ in the sign of one polynomial, each pair once, the negative one first.

        They are the cells above and below a section, and the cells on both sides of a line of constant `x`; two more
        entries give `x` and, as a function, `y` of a point there.
        """
        seen: set[tuple[int, int]] = set()
        for strip in self._changing():
            for place, pair in enumerate(pairwise(strip.cells)):
                if pair not in seen:
                    below, above = pair  # they differ in one bit, set in the larger
                    seen |= {pair, (above, below)}
                    crossed = strip.sections[place].curve.polynomial
                    yield crossed, min(pair), max(pair), strip.x, partial(strip.on, place)
        for bit, polynomial in enumerate(self.polynomials):
            if self.plane.curve(polynomial).upright:
                for left, right in pairwise(self.strips):
                    beside = set(right.cells)
                    for rank, cell in enumerate(left.cells):
                        pair = cell & ~(1 << bit), cell | 1 << bit
                        if cell ^ 1 << bit in beside and pair not in seen:
                            seen |= {pair, pair[::-1]}
                            yield polynomial, *pair, left.x, partial(left.sample, rank)

    def _asked_on_sections(self) -> set[Any]:
        """Solve on the curves: there one polynomial is 0 and the others have the signs of the cells beside it."""
        missing: set[Any] = set()
        self._on = []
        for polynomial, low, high, x, height in self._listed_sides():
            here, asked = self._solve(low, high ^ low, x, height)
            self._on.append((polynomial, self.solved[low], self.solved[high], here))
            missing.update(asked)
        return missing

    def separating(self) -> tuple[list[Any], dict[tuple[Any, Class, Class], set[Class]]]:
        """Return polynomials that separate all cells with different aims, and the aims on curves between regions."""
        on: dict[tuple[Any, Class, Class], set[Class]] = {}
        for polynomial, negative, positive, here in self._on:
            if negative != positive:
                on.setdefault((polynomial, negative, positive), set()).add(here)
        kept = {key[0] for key in on}
        while (clash := self._clash(kept)) is not None:
            check()
            kept.add(clash)
        return [polynomial for polynomial in self.polynomials if polynomial in kept], on

    def _clash(self, kept: set[Any]) -> Any | None:
        """Return a polynomial that separates two cells with equal kept signs and different aims, or None."""
        bits = sum(1 << place for place, polynomial in enumerate(self.polynomials) if polynomial in kept)
        seen: dict[int, tuple[int, Class]] = {}
        for cell, answer in self.solved.items():
            other, first = seen.setdefault(cell & bits, (cell, answer))
            if first != answer:
                differing = cell ^ other
                return self.polynomials[(differing & -differing).bit_length() - 1]
        return None

    def aims_by_signs(self, kept: Sequence[Any]) -> dict[int, Class]:
        """Return the aims by the signs of the kept polynomials, as a number with one bit for each."""
        places = [self.polynomials.index(polynomial) for polynomial in kept]
        return {
            sum((cell >> place & 1) << rank for rank, place in enumerate(places)): answer
            for cell, answer in self.solved.items()
        }

    def ties(self) -> Iterator[Boundary[Class]]:
        """Yield the curves with equal aims on both sides and other aims on the curve."""
        curves: dict[tuple[Any, Class], set[Class]] = {}
        for polynomial, negative, positive, here in self._on:
            if negative == positive != here:
                curves.setdefault((polynomial, negative), set()).add(here)
        for (polynomial, beside), on in curves.items():
            yield Boundary(polynomial, beside, beside, tuple(sorted(on, key=aims_text)), ())


# ---------------------------------------------------------------------------------------------------------
# Exact regions: the open unit square of two hit probabilities, cut into regions with constant aims


LEAST_PRECISION = Fraction(1, 10**11)
"""The least possible `precision`; the bounds of the pieces of an area, in units of 2^-64, stay below it."""


_TITLES = {"announced": "", "stationary": ", stationary play", "both": ", announced and stationary play"}
_ON = {"announced": "on it (tie rule)", "stationary": "on it (all of them)", "both": "on it"}


@dataclass(frozen=True, eq=False, repr=False)
class Partition(Generic[Class]):
    """The open square cut into regions, as `regions` makes it.

    Fields: `play`, "announced", "stationary" or "both"; `decisions`, the problem over symbols; `square`, the cells with
    their aims; `aims_of`, the aims by the signs of the polynomials that bound regions; `regions`, largest first;
    `boundaries`, the curves between them; `ties`, the curves inside a region with other aims on them; `meetings`, the
    points where three or more regions meet; `unsettled`, windows around possible meetings without a proof; `asked`, the
    number of polynomials; `cells`, the number of cells into which they cut the square; `precision`, the largest width
    of an enclosure of an area.
    """

    play: str
    decisions: Decisions
    precision: Fraction
    square: ClassifiedSquare[Class]
    aims_of: Mapping[int, Class]
    regions: tuple[Region[Class], ...]
    boundaries: tuple[Boundary[Class], ...]
    ties: tuple[Boundary[Class], ...]
    meetings: tuple[Meeting[Class], ...]
    unsettled: tuple[Window, ...]
    asked: int
    cells: int

    # -- output

    @property
    def names(self) -> tuple[str, ...]:
        """The two letters, `x` first."""
        return self.decisions.letters.names

    @property
    def complete(self) -> bool:
        """Whether every meeting of three regions is proved; the regions and curves themselves always are."""
        return not self.unsettled

    @cached_property
    def fixed(self) -> tuple[int, Fraction]:
        """The player whose hit probability is fixed, and this hit probability."""
        return next((player, hit) for player, hit in enumerate(self.decisions.letters.fixed) if hit is not None)

    def title(self) -> str:
        """Return the problem and the play of the partition, in words."""
        player, hit = self.fixed
        search = self.decisions.problem([Fraction(1, 2)] * 2).search_text()
        return f"p{label(player)} = {fraction_text(hit)}, search {search}{_TITLES[self.play]}"

    def __repr__(self) -> str:
        return f"<Partition {self.title()}: {len(self.regions)} regions, {len(self.boundaries)} curves>"

    def __str__(self) -> str:
        x, y = self.names
        opening = f"{self.title()}: the open square 0 < {x} < 1, 0 < {y} < 1 is cut into {len(self.regions)} regions."
        left = len(self.unsettled)
        points = "a point where three regions may meet is" if left == 1 else f"{left} points where regions may meet are"
        complete = "Complete" if self.complete else f"Not complete: {points} not proved. But for that"
        regions, curves, points = self._tables("simple", [None, None, 90], [60, None, None, None, 40])
        ties = (
            f"on {polynomial_text(tie.polynomial)} = 0, inside {aims_text(tie.negative)}: "
            f"{' or '.join(map(aims_text, tie.on))}"
            for tie in self.ties
        )
        notes = "\n".join(root_notes(value for meeting in self.meetings for value in (meeting.x, meeting.y)))
        closing = f"{complete}: nothing of the square is left over but curves and points."
        return "\n\n".join(filter(None, [opening, regions, curves, *ties, points, notes, closing]))

    def _repr_html_(self) -> str:
        return "\n".join(filter(None, [f"<p>{self.title()}</p>", *self._tables("html")]))

    def _tables(self, style: str, *widths: list[int | None]) -> Iterator[str]:
        """Yield the tables of regions, of curves and of points; a table without rows is empty."""
        from tabulate import tabulate

        x, y = self.names
        tables: dict[tuple[str, ...], list[tuple[str, ...]]] = {
            ("aims", "share", "where"): [(region.name, region.share, str(region)) for region in self.regions],
            ("curve", "where negative", "where positive", _ON[self.play], "piece"): [
                (
                    polynomial_text(boundary.polynomial),
                    aims_text(boundary.negative),
                    aims_text(boundary.positive),
                    " or ".join(map(aims_text, boundary.on)),
                    "; ".join(arc.text(self.names) for arc in boundary.arcs),
                )
                for boundary in self.boundaries
            ],
            (x, y, f"{x} exactly", f"{y} exactly", "regions that meet"): [
                (
                    *(decimal_text(value, 12) for value in (meeting.x, meeting.y)),
                    *(number_text(value) for value in (meeting.x, meeting.y)),
                    " | ".join(map(aims_text, meeting.aims)),
                )
                for meeting in self.meetings
            ],
        }
        for (headers, rows), wide in zip_longest(tables.items(), widths):
            made = tabulate(rows, headers=headers, tablefmt=style, disable_numparse=True, maxcolwidths=wide)
            yield str(made) if rows else ""

    def to_records(self) -> list[dict[str, Any]]:
        """Return one plain record per region, for a table of data: aims, share, its bounds, and its conditions.

        >>> regions([None, None, 1], precision="1/10").to_records()[0]["aims"]
        'Miss, C, B'
        """
        return [
            {
                "aims": region.name,
                "share": float((region.area[0] + region.area[1]) / 2),
                "share_low": fraction_text(region.area[0]),
                "share_high": fraction_text(region.area[1]),
                "where": str(region),
            }
            for region in self.regions
        ]

    def to_json(self) -> dict[str, Any]:
        """Return the partition as plain data for JSON: polynomials as text, areas and samples as fractions."""
        stated = self.decisions.problem([Fraction(1, 2)] * 2).to_json()
        return {
            "play": self.play,
            "search": stated["search"],
            "if_eq": stated["if_eq"],
            "precision": fraction_text(self.precision),
            "hits": [None if hit is None else fraction_text(hit) for hit in self.decisions.letters.fixed],
            "names": list(self.names),
            "regions": [
                {
                    "aims": aims_json(region.aims),
                    "where": [[str(sign) for sign in both] for both in region.conditions],
                    "area": [fraction_text(end) for end in region.area],
                    "sample": [fraction_text(value) for value in region.sample],
                }
                for region in self.regions
            ],
            "boundaries": [
                {
                    "polynomial": polynomial_text(boundary.polynomial),
                    "negative": aims_json(boundary.negative),
                    "positive": aims_json(boundary.positive),
                    "on": [aims_json(aims) for aims in boundary.on],
                    "pieces": [arc.text(self.names) for arc in boundary.arcs],
                }
                for boundary in self.boundaries
            ],
            "ties": [
                {
                    "polynomial": polynomial_text(tie.polynomial),
                    "inside": aims_json(tie.negative),
                    "on": [aims_json(aims) for aims in tie.on],
                }
                for tie in self.ties
            ],
            "meetings": [
                {
                    **{
                        name: number_json(value, name)
                        for name, value in zip(self.names, (meeting.x, meeting.y), strict=True)
                    },
                    "aims": [aims_json(aims) for aims in meeting.aims],
                    "curves": [polynomial_text(polynomial) for polynomial in meeting.polynomials],
                }
                for meeting in self.meetings
            ],
            "unsettled": len(self.unsettled),
        }

    # -- queries

    def signs(self, x: Fraction, y: Fraction) -> dict[Any, int]:
        """Return the signs of the polynomials that bound regions at a point."""
        return {curve.polynomial: curve.sign(x, y) for curve in self.square.curves}

    def at(self, x: object, y: object) -> Region[Class] | None:
        """Return the region of a point of the open square, None if it lies on a curve.

        Parameters: `x` and `y`, fractions strictly between 0 and 1. Raises `ProblemError` for others.

        >>> print(regions([None, None, 1], precision="1/10").at("1/3", "2/3").name)
        Miss, C, B
        """
        point = tuple(
            rational_probability(value, f"player {name.upper()}")
            for name, value in zip(self.names, (x, y), strict=True)
        )
        if not all(0 < value < 1 for value in point):
            raise ProblemError("the regions are those of the open square; give numbers strictly between 0 and 1")
        signs = [curve.sign(*point) for curve in self.square.curves]
        on_a_tie = any(self.square.plane.curve(tie.polynomial).sign(*point) == 0 for tie in self.ties)
        if 0 in signs or on_a_tie:
            return None
        aims = self.aims_of[sum(1 << place for place, sign in enumerate(signs) if sign > 0)]
        return next(region for region in self.regions if region.aims == aims)

    def area(self, wanted: Callable[[Class], bool]) -> Enclosure:
        """Return bounds of the total area of all wanted regions.

        >>> coarse = regions([None, None, 1], precision="1e-4")
        >>> low, high = coarse.area(lambda aims: aims is not None and aims[2].is_miss)
        >>> f"{float(low):.4f} {float(high):.4f}"
        '0.0225 0.0226'
        """
        areas = [region.area for region in self.regions if wanted(region.aims)]
        low, high = (sum((area[end] for area in areas), Fraction(0)) for end in (0, 1))
        return low, min(high, Fraction(1))

    def polylines(self, boundary: Boundary[Class], steps: int = 60) -> Iterator[list[tuple[float, float]]]:
        """Return the arcs of a boundary as lists of points, for drawing."""
        curve = self.square.plane.curve(boundary.polynomial)
        return (polyline(curve, arc, steps) for arc in boundary.arcs)


def regions(
    hits: Iterable[object],
    search: object = (Word.OTHERS, Word.MISS),
    *,
    if_eq: int = 1,
    precision: object = Fraction(1, 10**6),
    report: Callable[[str], object] | None = None,
) -> Partition[RegionAims]:
    """Return the open square of two hit probabilities cut into regions with constant optimal aims, completely.

    The module's docstring lists the steps.

    Parameters: `hits`, for each of three players a fixed number in [0, 1] or None for a free hit probability, exactly
    two of them None; `search`, as for `Problem`, without `Strongest`; `if_eq`, the tie rule (not 3), which matters only
    on curves, and where two options are equal on a whole region; `precision`, the largest width of an enclosure of an
    area; `report`, called with lines of text on the progress.

    Raises `ProblemError` for other numbers of players or of free hit probabilities, and the errors of `Problem`.

    >>> partition = regions([None, None, 1])
    >>> for region in partition.regions:
    ...     print(region.share, region.name)
    43.8744 % Miss, C, B
    38.038 % C, Miss, A
    9.7082 % C, C, A
    6.1256 % C, C, B
    2.2540 % B, C, Miss
    >>> print(partition.regions[2])
    a - b > 0 and 1 - 2*a - b + a*b > 0
    """
    decisions = stated_decisions(hits, search, if_eq)
    return partition_by(
        lambda sign_of: decisions.aims(decisions.solve(sign_of)),
        decisions,
        "announced",
        stated_precision(precision),
        report,
    )


def stated_decisions(hits: Iterable[object], search: object, if_eq: int) -> Decisions:
    """Return the problem of a square over symbols. Raises `ProblemError` unless one of three players is fixed.

    Parameters: `hits`, `search` and `if_eq`, as for `regions`.
    """
    stated = list(hits)
    if len(stated) != 3 or stated.count(None) != 2:
        raise ProblemError("regions: fix the hit probability of one of three players: --c 1, or hits [None, None, 1]")
    return Decisions(Letters(stated), search, if_eq=if_eq)


def stated_precision(precision: object) -> Fraction:
    """Return the largest width of an enclosure of an area. Raises `ProblemError` for an unreachable width."""
    width = read_rational(precision, "precision")
    if not width:
        raise ProblemError("precision: an enclosure of width 0 is never reached; give a width above 0")
    if not LEAST_PRECISION <= width <= 1:
        raise ProblemError(f"precision: {shown(precision)} is not from {LEAST_PRECISION} to 1; give a width between")
    return width


def partition_by(
    question: Question[Class],
    decisions: Decisions,
    play: str,
    precision: Fraction,
    report: Callable[[str], object] | None,
) -> Partition[Class]:
    """Return the partition of the square into regions in which the answer to a question is constant.

    Parameters: `question`; `decisions`, the problem over symbols; `play`, of the answers (see `Partition`);
    `precision`, the largest width of an enclosure of an area; `report`, called with lines of text on the progress.
    """
    plane = Plane()
    cells = Cells(question, plane)
    report = report or (lambda text: None)
    cells.cut(report)
    kept, separating = cells.separating()
    report(f"{len(kept)} of {len(cells.polynomials)} polynomials bound a region")
    aims_of = cells.aims_by_signs(kept)
    square = ClassifiedSquare(plane, kept, aims_of.__getitem__)
    boundaries = _boundaries(square, separating)
    meeting, unsettled = meetings(square)
    return Partition(
        play=play,
        decisions=decisions,
        precision=precision,
        square=square,
        aims_of=aims_of,
        regions=regions_of(square, boundaries, aims_of, precision),
        boundaries=boundaries,
        ties=tuple(sorted(cells.ties(), key=lambda tie: str(tie.polynomial))),
        meetings=meeting,
        unsettled=unsettled,
        asked=len(cells.polynomials),
        cells=sum(len(strip.cells) for strip in cells.strips),
    )


def _boundaries(
    square: ClassifiedSquare[Class], on: Mapping[tuple[Any, Class, Class], set[Class]]
) -> tuple[Boundary[Class], ...]:
    """Return the curves between regions, with the aims on both sides and on them."""
    made = [
        Boundary(*key, tuple(sorted(on.get(key, set()), key=aims_text)), tuple(arcs))
        for key, arcs in square.arcs().items()
    ]
    return tuple(sorted(made, key=lambda boundary: (str(boundary.polynomial), aims_text(boundary.negative))))
