"""Exact regions: the open unit square of two hit probabilities, cut into regions with constant aims.

The aims are the optimal aims of announced play, the equilibria of stationary play, or both (`plays`). The steps, for
three players with one hit probability fixed:

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

**Who wins, and in what order, inside the regions.** In a region the win probabilities are rational functions of the two
hit probabilities, so two players are equal where a polynomial vanishes: the numerator of their difference. These
polynomials and those that bound the regions cut the square again (`Partition.standings`); in every cell the order of
the players is constant, and a piece of a curve counts if the orders on its two sides differ. At a curve between regions
the order may jump.

Source: the choice of aims follows announced play; steps 2 to 4 use cylindrical decomposition as in `plane`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from itertools import chain, pairwise, product
from typing import Any

from truel_ref.errors import ProblemError, refuse, shown
from truel_ref.game.aims import Word
from truel_ref.game.people import entries_of, label
from truel_ref.limits import check
from truel_ref.numbers import Interval, fraction_text, number_text, read_rational, read_rational_probability
from truel_ref.records.record import Record
from truel_ref.records.table import Cell, Rounded, Table
from truel_ref.symbolic.algebra import Letters, number_json, polynomial_text, root_notes
from truel_ref.symbolic.borders import (
    Boundary,
    Class,
    ClassifiedSquare,
    Meeting,
    Region,
    aims_json,
    aims_text,
    areas_of,
    conditions,
    samples_of,
    share_text,
)
from truel_ref.symbolic.decisions import Decisions, SignedFactors, SignOf, settled, sign_by
from truel_ref.symbolic.plane import Plane, Strip, refuse_isolated_zeros
from truel_ref.symbolic.plays import QUESTIONS, Question

_SAMPLES = 20

_LEAST = Fraction(1, 10**11)  # the least possible precision

_TITLES = {"announced": "", "stationary": ", stationary play", "both": ", announced and stationary play"}
_ON = {"announced": "on it (tie rule)", "stationary": "on it (all of them)", "both": "on it"}


# ---------------------------------------------------------------------------------------------------------
# The cells of the square in which the answer to one question is constant: steps 1 to 4


def _by_signs(question: Question) -> Question:
    """Return a question that caches its answers by the signs that determined them.

    The next polynomial that a question asks for depends only on the earlier signs, so the signs so far lead to the next
    polynomial or to the answer. Many points have one answer by the same few signs.

    >>> answers = _by_signs(lambda sign: "both" if sign("x") > 0 and sign("y") > 0 else "not both")
    >>> answers({"x": -1}.get), answers({"x": 1, "y": 1}.get)
    ('not both', 'both')
    """
    tree: dict[Any, Any] = {}  # what is asked next, and what follows by its sign; or the answer

    def answer(sign_of: SignOf) -> Class:
        node = tree
        while "asked" in node:
            node = node.setdefault(sign_of(node["asked"]), {})
        if "answer" not in node:
            node, taken = tree, {}

            def asked(polynomial: Any) -> int:
                nonlocal node
                if polynomial not in taken:
                    node["asked"], taken[polynomial] = polynomial, sign_of(polynomial)
                    node = node.setdefault(taken[polynomial], {})
                return taken[polynomial]

            found = question(asked)
            node["answer"] = found
        return node["answer"]

    return answer


class Cells:
    """The decomposition of the square by all polynomials that a question asks for.

    Parameters: `question`; `plane`, the curves.

    Fields: `polynomials`, all that the question asks for; `strips`, into which they cut the square; `solved`, the
    answers by the signs of a cell and, for a curve between two cells, the bits of the polynomials that vanish on it;
    these bits are not set in the signs.

    Raises `ProblemError` if a polynomial may have an isolated zero: the cells would overlook such a point, because it
    lies on no curve, and its signs differ from those of the sample of its cell.
    """

    def __init__(self, question: Question, plane: Plane, report: Callable[[str], object]) -> None:
        self.plane = plane
        self._answer = _by_signs(question)
        self._places: dict[Any, int] = {}
        self.strips: list[Strip] = []
        self.solved: dict[tuple[int, int], Class] = {}
        missing = self._asked_at_samples()
        while missing or not self.solved:
            check()
            for polynomial in sorted(missing, key=str):
                self._places[polynomial] = len(self._places)
            report(f"{len(self._places)} polynomials")
            self.strips, self.solved = plane.strips(self.polynomials), {}
            missing = self._asked(self._inside()) or self._asked(self._beside())
        for polynomial in self._places:
            refuse_isolated_zeros(plane, polynomial)

    @property
    def polynomials(self) -> list[Any]:
        """The polynomials, in the order of the bits of a cell."""
        return list(self._places)

    def _asked_at_samples(self) -> set[Any]:
        """Return the polynomials asked for on a grid of points, shifted so that simple curves meet few of them."""
        steps = [Fraction(2 * step + 1, 2 * _SAMPLES) for step in range(_SAMPLES)]
        return set().union(
            *(
                self._solve(0, 0, x + Fraction(1, 997), partial(Fraction, y + Fraction(1, 1009)))[1]
                for x, y in product(steps, steps)
            )
        )

    def _solve(self, cell: int, zeros: int, x: Fraction, height: Callable[[], Fraction]) -> tuple[Class, set[Any]]:
        """Return the answer in a cell, or at its edge where some polynomials vanish, and new polynomials asked for.

        New polynomials get their signs at the point with `x` and `height`, which is computed only if needed.
        """
        asked: set[Any] = set()

        def sign_of(polynomial: Any) -> int:
            place = self._places.get(polynomial)
            if place is None:
                asked.add(polynomial)
                return self.plane.curve(polynomial).sign(x, height())
            return 0 if zeros >> place & 1 else 1 if cell >> place & 1 else -1

        return self._answer(sign_of), asked

    def _new(self, listed: Callable[[Strip], list[Any]]) -> Iterator[tuple[Strip, int, Any]]:
        """Yield what is listed for the strips, and was not for one further left, each with its strip and its place."""
        seen: set[Any] = set()
        for strip in self.strips:
            here = listed(strip)
            if not seen.issuperset(here):
                yield from ((strip, place, each) for place, each in enumerate(here) if each not in seen)
                seen.update(here)

    def _asked(self, places: Iterable[tuple[int, int, Fraction, Callable[[], Fraction]]]) -> set[Any]:
        """Solve at places of new signs, and return the new polynomials asked for there."""
        missing: set[Any] = set()
        for cell, other, x, height in places:
            key = cell & other, cell ^ other
            if key not in self.solved:
                self.solved[key], asked = self._solve(*key, x, height)
                missing |= asked
        return missing

    def _inside(self) -> Iterator[tuple[int, int, Fraction, Callable[[], Fraction]]]:
        """Yield the cells, twice, each with `x` and `y` of a point in it."""
        for strip, place, cell in self._new(lambda strip: strip.cells):
            yield cell, cell, strip.x, partial(strip.sample, place)

    def _beside(self) -> Iterator[tuple[int, int, Fraction, Callable[[], Fraction]]]:
        """Yield pairs of cells that differ in the sign of one polynomial, with `x` and `y` of a point between them.

        They are the cells above and below a section, and the cells on both sides of a line of constant `x`.
        """
        for strip, place, pair in self._new(lambda strip: [*pairwise(strip.cells)]):
            yield *pair, strip.x, partial(strip.on, place)
        uprights = [1 << place for each, place in self._places.items() if self.plane.curve(each).upright]
        for left, right in pairwise(self.strips) if uprights else ():
            after = {*right.cells}
            for (rank, cell), bit in product(enumerate(left.cells), uprights):
                if cell ^ bit in after:
                    yield cell, cell ^ bit, left.x, partial(left.sample, rank)

    def on(self) -> Iterator[tuple[Any, Class, Class, Class]]:
        """Yield for each curve between cells the polynomial, the answers below and above 0, and that on the curve."""
        polynomials = self.polynomials
        for (cell, crossed), here in self.solved.items():
            if crossed:
                negative, positive = self.solved[cell, 0], self.solved[cell | crossed, 0]
                yield polynomials[crossed.bit_length() - 1], negative, positive, here

    def by_signs(self) -> tuple[list[Any], dict[int, Class]]:
        """Return polynomials that separate all cells with different answers, and the answers by their signs.

        The signs are a number with one bit for each of these polynomials.
        """
        kept = {polynomial for polynomial, negative, positive, _ in self.on() if negative != positive}
        while True:
            check()
            chosen = [polynomial for polynomial in self._places if polynomial in kept]
            places = [self._places[polynomial] for polynomial in chosen]
            seen: dict[int, tuple[int, Class]] = {}
            for (cell, crossed), answer in self.solved.items():
                signs = sum((cell >> place & 1) << rank for rank, place in enumerate(places))
                other, first = seen.setdefault(signs, (cell, answer)) if not crossed else (cell, answer)
                if first != answer:
                    differing = cell ^ other
                    kept.add(self.polynomials[(differing & -differing).bit_length() - 1])
                    break
            else:
                return chosen, {signs: answer for signs, (_, answer) in seen.items()}

    def answers_on(self) -> dict[tuple[Any, Class, Class], tuple[Class, ...]]:
        """Return the answers on curves, by the polynomial and the answers on both sides.

        A curve inside a region counts if it has another answer than the region.
        """
        found: dict[tuple[Any, Class, Class], set[Class]] = {}
        for polynomial, negative, positive, here in self.on():
            if not negative == positive == here:
                found.setdefault((polynomial, negative, positive), set()).add(here)
        return {key: tuple(sorted(on, key=aims_text)) for key, on in found.items()}


# ---------------------------------------------------------------------------------------------------------
# The partition


@dataclass(frozen=True, eq=False, repr=False)
class Partition(Record):
    """The open square cut into regions, as `regions` makes it.

    Fields: `play`, "announced", "stationary" or "both"; `decisions`, the problem over letters; `square`, the cells with
    their aims; `regions`, largest first; `boundaries`, the curves between them; `ties`, the curves inside a region with
    other aims on them; `meetings`, the points where three or more regions meet; `precision`, the largest width of an
    enclosure of an area.
    """

    play: str
    decisions: Decisions
    precision: Fraction
    square: ClassifiedSquare
    regions: tuple[Region, ...]
    boundaries: tuple[Boundary, ...]
    ties: tuple[Boundary, ...]
    meetings: tuple[Meeting, ...]

    # -- output

    @property
    def names(self) -> tuple[str, ...]:
        """The two letters, `x` first."""
        return self.decisions.letters.names

    @property
    def differing(self) -> Interval:
        """Bounds of the area on which the announced and the stationary aims differ, if the play is "both"."""
        return self.area(lambda plays: not plays.agree)

    def title(self) -> str:
        """Return the problem and the play of the partition, in words."""
        fixed = self.decisions.letters.fixed
        hits = (f"p{label(player)} = {fraction_text(hit)}" for player, hit in enumerate(fixed) if hit is not None)
        search = self.decisions.problem([Fraction(1, 2)] * 2).search_text()
        return f"{', '.join(hits)}, search {search}{_TITLES[self.play]}"

    def _table(self) -> Table:
        x, y = self.names
        opening = f"{self.title()}: the open square 0 < {x} < 1, 0 < {y} < 1 is cut into {len(self.regions)} regions."
        curves: list[tuple[Cell, ...]] = [
            (
                polynomial_text(boundary.polynomial),
                *map(aims_text, (boundary.negative, boundary.positive)),
                " or ".join(map(aims_text, boundary.on)),
                "; ".join(arc.text(self.names) for arc in boundary.arcs),
            )
            for boundary in self.boundaries
        ]
        points: list[tuple[Cell, ...]] = [
            (
                *(Rounded(value, 12) for value in (meeting.x, meeting.y)),
                *map(number_text, (meeting.x, meeting.y)),
                " | ".join(map(aims_text, meeting.aims)),
            )
            for meeting in self.meetings
        ]
        notes = [
            f"on {polynomial_text(tie.polynomial)} = 0, inside {aims_text(tie.negative)}: "
            f"{' or '.join(map(aims_text, tie.on))}"
            for tie in self.ties
        ]
        notes += root_notes(value for meeting in self.meetings for value in (meeting.x, meeting.y))
        notes.append("Complete: nothing of the square is left over but curves and points.")
        if self.play == "both":
            notes.append(f"The aims of the two plays differ on {share_text(self.differing)} of the square.")
            notes.append("Gains: whether A, B, C win more (+), less (-) or as often (0) where everybody announces.")
        below = [
            Table(("curve", "where negative", "where positive", _ON[self.play], "piece"), curves, widest=60),
            Table((x, y, f"{x} exactly", f"{y} exactly", "regions that meet"), points, widest=60),
        ]
        regions: list[tuple[Cell, ...]] = [(region.name, region.share, str(region)) for region in self.regions]
        return Table(("aims", "share", "where"), regions, opening, notes, widest=90, below=below)

    def to_json(self) -> dict[str, Any]:
        """Return the partition as plain data for JSON: polynomials as text, areas and samples as fractions."""
        stated = self.decisions.problem([Fraction(1, 2)] * 2).to_json()
        differing = {"differing": list(map(fraction_text, self.differing))} if self.play == "both" else {}
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
            **differing,
        }

    # -- queries

    def at(self, x: object, y: object) -> Region | None:
        """Return the region of a point of the open square, None if it lies on a curve.

        Parameters: `x` and `y`, fractions strictly between 0 and 1. Raises `ProblemError` for others.

        >>> print(regions([None, None, 1], precision="1/10").at("1/3", "2/3").name)
        Miss, C, B
        """
        point = tuple(
            read_rational_probability(value, f"player {name.upper()}")
            for name, value in zip(self.names, (x, y), strict=True)
        )
        if not all(0 < value < 1 for value in point):
            raise ProblemError("the regions are those of the open square; give numbers strictly between 0 and 1")
        curves = [*self.square.curves, *(self.square.plane.curve(tie.polynomial) for tie in self.ties)]
        if not all(curve.sign(*point) for curve in curves):
            return None
        aims = self.square.class_at(*point)
        return next(region for region in self.regions if region.aims == aims)

    def area(self, wanted: Callable[[Class], bool]) -> Interval:
        """Return bounds of the total area of all wanted regions.

        >>> coarse = regions([None, None, 1], precision="1e-4")
        >>> low, high = coarse.area(lambda aims: aims is not None and aims[2].is_miss)
        >>> f"{float(low):.4f} {float(high):.4f}"
        '0.0225 0.0225'
        """
        areas = [region.area for region in self.regions if wanted(region.aims)]
        low, high = (sum((area[end] for area in areas), Fraction(0)) for end in (0, 1))
        return low, min(high, Fraction(1))

    def standings(self) -> ClassifiedSquare:
        """Return the square cut into cells in which the order of the win probabilities is constant; announced play.

        The class of a cell has for each player the number of players who are more likely to win; none in a stalemate.

        >>> square = regions([None, None, 1], precision="1/10").standings()
        >>> sorted({square.class_of(cell).index(0) for strip in square.strips for cell in strip.cells})
        [0, 1, 2]
        """
        decisions, square = self.decisions, self.square
        leads: dict[Class, list[list[SignedFactors]]] = {}
        for region in self.regions:
            win = decisions.win(decisions.path(region.aims))
            leads[region.aims] = [[settled(own - other) for other in win] for own in win]
        listed = chain(*chain(*leads.values()))
        # The polynomials that bound regions come first.
        deciding = dict.fromkeys([*square.polynomials, *(polynomial for _, own in listed for polynomial, _ in own)])
        bits = {polynomial: 1 << number for number, polynomial in enumerate(deciding)}
        inside = (1 << len(square.polynomials)) - 1

        @cache
        def ranks(signs: int) -> tuple[int, ...]:
            aims = square.class_of(signs & inside)
            rows = leads[aims] if aims else []

            def sign_of(polynomial: Any) -> int:
                return 1 if signs & bits[polynomial] else -1

            return tuple(sum(sign_by(lead, sign_of) < 0 for lead in row) for row in rows)

        return ClassifiedSquare(square.plane, list(deciding), ranks)


def regions(
    hits: Iterable[object],
    search: object = (Word.OTHERS, Word.MISS),
    *,
    play: str = "announced",
    if_eq: int = 1,
    precision: object = Fraction(1, 10**6),
    report: Callable[[str], object] | None = None,
) -> Partition:
    """Return the open square of two hit probabilities cut into regions with constant optimal aims, completely.

    The module's docstring lists the steps.

    Parameters:
        hits: for each of three players a fixed number in [0, 1] or None for a free hit probability, two of them None.
        search: as for `Problem`, without `Strongest`.
        play: "announced"; "stationary", where every region and every curve lists all pure equilibria (mixes are not
            searched); or "both", where regions of different aims are also cut where a gain by announcing changes sign.
        if_eq: the tie rule (not 3), which matters only on curves, and where two options are equal on a whole region; in
            stationary play it only determines the aim of a player who never hits.
        precision: the largest width of an enclosure of an area.
        report: called with lines of text on the progress.

    Raises `ProblemError` for other numbers of players or of free hit probabilities, for another kind of play or an
    unreachable precision, and the errors of `Problem`.

    >>> partition = regions([None, None, 1])
    >>> for region in partition.regions:
    ...     print(region.share, region.name)
    43.8744 % Miss, C, B
    38.0378 % C, Miss, A
    9.7082 % C, C, A
    6.1256 % C, C, B
    2.2540 % B, C, Miss
    >>> print(partition.regions[2])
    a - b > 0 and 1 - 2*a - b + a*b > 0
    """
    stated, width = (
        entries_of(hits, "regions: give a list such as [None, None, 1]"),
        read_rational(precision, "precision"),
    )
    one_fixed = len(stated) == 3 and stated.count(None) == 2
    refuse(
        ProblemError,
        (not one_fixed, "regions: fix the hit probability of one of three players: --c 1, or hits [None, None, 1]"),
        (play not in QUESTIONS, f"play: {shown(play)} is unknown; choose from {', '.join(QUESTIONS)}"),
        (not _LEAST <= width <= 1, f"precision: {shown(precision)} is not a width from {_LEAST} to 1"),
    )
    decisions = Decisions(Letters(stated), search, if_eq=if_eq)
    return partition_by(QUESTIONS[play](decisions), decisions, play, width, report)


def partition_by(
    question: Question,
    decisions: Decisions,
    play: str,
    precision: Fraction,
    report: Callable[[str], object] | None,
) -> Partition:
    """Return the partition of the square into regions in which the answer to a question is constant.

    Parameters: `question`; `decisions`, the problem over letters; `play`, of the answers (see `Partition`);
    `precision`, the largest width of an enclosure of an area; `report`, called with lines of text on the progress.
    """
    plane = Plane()
    cells = Cells(question, plane, report or (lambda text: None))
    kept, class_of = cells.by_signs()
    if report:
        report(f"{len(kept)} of {len(cells.polynomials)} polynomials bound a region")
    square = ClassifiedSquare(plane, kept, class_of.__getitem__)
    arcs, on = square.arcs(), cells.answers_on()
    boundaries = [Boundary(*key, on.get(key, ()), tuple(pieces)) for key, pieces in arcs.items()]
    ties = [Boundary(*key, here, ()) for key, here in on.items() if key[1] == key[2]]
    described, samples = conditions(class_of, kept), samples_of(square)
    found = [Region(own, described[own], area, samples[own]) for own, area in areas_of(square, arcs, precision).items()]
    return Partition(
        play=play,
        decisions=decisions,
        precision=precision,
        square=square,
        regions=tuple(sorted(found, key=lambda region: (-region.area[0], region.name))),
        boundaries=tuple(sorted(boundaries, key=lambda each: (str(each.polynomial), aims_text(each.negative)))),
        ties=tuple(sorted(ties, key=lambda tie: str(tie.polynomial))),
        meetings=square.meetings(),
    )
