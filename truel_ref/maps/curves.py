"""Exact curves to draw over maps: the boundaries between regions of constant aims, of winners and of orders.

The curves bring the proved areas of the regions, for legends.

**Where the periods of play that repeats change.** A plan, with its plans of smaller sets, is an equilibrium where no
option at any of its turns gains, and each gain is a function of the two hit probabilities
(`truel_ref.symbolic.decisions.PlanGains`). The steps, for a computed map: (1) take two neighbouring pixels whose
periods differ; (2) of every plan that only one of them has, compute at the other pixel which gains are above 0; (3) the
irreducible factors of these gains are integer polynomials, and the plan ends at the first of their roots on the segment
between the pixels; (4) with several roots solve a point between each two, and repeat with the shorter segments, twice
at most: near some curves lie regions of many periods, ever narrower, and only the outer curves of these are drawn; (5)
join the roots on the edges of every triangle of three neighbouring pixels. So the corners of the drawn lines lie on the
curves; a region that no pixel meets is not there, as on every map.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, count, pairwise
from typing import Any, NamedTuple, TypeAlias

from truel_ref.budget import check
from truel_ref.errors import MapError, refuse
from truel_ref.game.aims import Aim, Word
from truel_ref.game.equilibrium import Living
from truel_ref.game.periodic_play import PeriodicEquilibrium
from truel_ref.kernels.memory import remembered
from truel_ref.maps.colors import STALEMATE, order_text, place_of, plans_name, profile_name, winners_text
from truel_ref.maps.data import MapData
from truel_ref.maps.grid import MapSpec
from truel_ref.numbers import between, inside
from truel_ref.play.responses import choices
from truel_ref.symbolic.algebra import Letters
from truel_ref.symbolic.borders import ClassifiedSquare, areas_of
from truel_ref.symbolic.decisions import PlanGains, settled
from truel_ref.symbolic.isolation import IsolatedRoot, roots_inside
from truel_ref.symbolic.partition import Partition, regions
from truel_ref.symbolic.pieces import RegionAims, share_text
from truel_ref.symbolic.plays import Ranks, border_lines, standings, winners
from truel_ref.symbolic.polynomials import Polynomial, scaled_terms, value_at

__all__ = ["ExactLines", "Line", "PeriodChange", "PlanCurves", "exact_curves", "refuse_curves"]

Line: TypeAlias = "Sequence[tuple[float, float]]"

PRECISION = Fraction(1, 10**5)  # of the areas of aims: two digits of percent or three
MOST_LETTERS = 8
DRAWN = Fraction(1, 2**40)  # the largest width of an enclosure of a root on the segment between two pixels
HALVINGS = 12
DEEPEST = (
    2  # how often a segment between two pixels is cut: near some curves are regions of many periods, ever narrower
)
COARSER = Fraction(1, 10**4)  # of the areas of winners and orders; more precision would take longer than the curves


class ExactLines(list[Line]):
    """Exact curves over a map, with the areas between them.

    Attribute: `shares`, the proved shares of the area as text, by the names of classes; empty if unknown.
    """

    def __init__(self, lines: Iterable[Line], shares: Mapping[str, str]) -> None:
        super().__init__(lines)
        self.shares = shares


def exact_curves(
    shown: MapSpec | MapData, colorings: Iterable[str], report: Callable[[str], object] | None = None
) -> dict[str, ExactLines]:
    """Return, for colourings of a map, the exact curves at which their classes change, as `figure` takes them.

    In `w` the winner changes at the curves, in `o` the order of the win probabilities, in `r` the periods of play that
    repeats, in all other colourings the optimal aims. On a triangular map the curves are cut to the triangle. For `w`,
    `o` and `t` of a whole square they bring the proved areas of the classes.

    Parameters: `shown`, the map, or its specification if play does not repeat; `colorings`, their names; `report`,
    called with lines of text on the progress.

    Raises the errors of `refuse_curves` and `truel_ref.symbolic.partition.regions`.

    >>> from truel_ref import Problem
    >>> curves = exact_curves(MapSpec(Problem([0, 0, 1]), points=10, a_above_b=True), ["t", "w"])
    >>> len(curves["t"]), len(curves["w"]) > 3
    (7, True)
    >>> curves["t"].shares["C, C, B"]
    '6.126 %'
    """
    names = list(colorings)
    spec = shown.spec if isinstance(shown, MapData) else shown
    refuse_curves(spec, names)
    if spec.play.repeats:
        if not isinstance(shown, MapData):
            raise MapError("exact curves of play that repeats need the computed map, not its specification")
        return {"r": ExactLines(PlanCurves(shown).lines(report or (lambda text: None)), {})}
    problem = spec.problem
    hits = [None, None, problem.hits[2]]
    partition = regions(hits, problem.search, if_eq=problem.if_eq, precision=PRECISION, report=report)
    orders = standings(partition) if {"w", "o"} & set(names) else None
    return {name: _exact(spec, name, partition, orders) for name in names}


def refuse_curves(spec: MapSpec, colorings: Iterable[str]) -> None:
    """Raise `MapError` if exact curves are not known for some colourings of a map.

    They are known for three players who announce, all search their aims, and have no levels; and for the periods `r` of
    play that repeats, for up to eight players without Strongest.
    """
    problem, repeats = spec.problem, spec.play.repeats
    searches = any(said is not Word.OPTIMAL for said in problem.targets)
    words = {word for own in (*problem.searches, *problem.searches_later) for word in own}
    strongest = Word.STRONGEST in words | {*problem.targets, problem.target_later}
    refuse(
        MapError,
        (
            spec.model != "announced" and not repeats,
            f"exact curves are known for announced and periodic play, not for {spec.play.name}",
        ),
        (
            not repeats and (problem.players != 3 or bool(problem.random_levels) or searches),
            "exact curves are known for three players who all search their aims, without levels",
        ),
        (
            repeats and {*colorings} != {"r"},
            "exact curves of periodic play are known for its periods; give --colors r, or leave --boundaries out",
        ),
        (
            repeats and (strongest or problem.players > MOST_LETTERS),
            f"exact curves of periodic play are known for up to {MOST_LETTERS} players without Strongest",
        ),
    )


def _exact(
    spec: MapSpec, name: str, partition: Partition[RegionAims], orders: ClassifiedSquare[Ranks] | None
) -> ExactLines:
    """Return the curves of a colouring, with the areas between them if they determine its classes."""
    shares: dict[str, str] = {}
    if orders is not None and name in ("w", "o"):
        named = orders.joined(order_text) if name == "o" else winners(orders).joined(winners_text)
        pieces = named.arcs()
        lines = list(border_lines(named, pieces))
        if spec.a_above_b:
            bounds = areas_of(named, pieces, COARSER)
            shares = {text or STALEMATE: share_text((low, high)) for text, (low, high) in bounds.items()}
    else:
        lines = [line for each in partition.boundaries for line in partition.polylines(each)]
        if spec.a_above_b and name == "t":
            shares = {_aims_name(each.aims): each.share for each in partition.regions}
    return ExactLines(_within(spec, lines), shares)


def _aims_name(aims: RegionAims) -> str:
    """Return the name of the aims of a region on maps."""
    return STALEMATE if aims is None else profile_name([place_of(aim, len(aims)) for aim in aims])


def _within(spec: MapSpec, lines: Iterable[Line]) -> list[Line]:
    """Return the parts of lines that lie in the map."""
    if spec.a_above_b:
        return list(lines)
    return [kept for line in lines if len(kept := [(up, right) for up, right in line if up <= right]) > 1]


# ---------------------------------------------------------------------------------------------------------
# Where the periods of play that repeats change


Place: TypeAlias = tuple[Fraction, Fraction]
"""The hit probabilities of A and B."""


Gainful: TypeAlias = tuple[Living, int, Aim]
"""A set of living players, a position in its plan, and another aim of the player on move."""


class PlannedPlace(NamedTuple):
    """A place with the name of its class: the periods of the plans there, as in a legend."""

    place: Place
    name: str


class PeriodChange(NamedTuple):
    """A point at which the periods change: a root of a polynomial in the two letters on a segment between two places.

    Fields: `polynomial`, irreducible; `root`, the part of the segment up to the point, from 0 to 1; `start` and `end`,
    the segment; `below` and `above`, the names of the classes at its ends.
    """

    polynomial: Polynomial
    root: IsolatedRoot
    start: Place
    end: Place
    below: str
    above: str

    @property
    def sides(self) -> tuple[Place, Place]:
        """Two places on the segment close to the point, before and after it."""
        parts = self.root.low - DRAWN, self.root.high + DRAWN
        before, after = (_part(self.start, self.end, part) for part in parts)
        return before, after


def _part(start: Place, end: Place, part: Fraction) -> Place:
    """Return the place at a part of a segment."""
    up, right = (low + part * (high - low) for low, high in zip(start, end, strict=True))
    return up, right


class PlanCurves:
    """The curves of a map of play that repeats at which the periods change.

    Parameters: `data`, the map.
    """

    def __init__(self, data: MapData) -> None:
        self.data = data
        self.letters = Letters([None, None, *data.spec.problem.hits[2:]])
        self.unsettled = 0

    def lines(self, report: Callable[[str], object]) -> list[Line]:
        """Return the curves in pieces inside triangles of neighbouring pixels."""
        found: list[Line] = []
        for row, column in self.data.spec.pixels():
            check()
            for second in ((row, column + 1), (row + 1, column)):
                corners = (row, column), second, (row + 1, column + 1)
                if all(self.data.spec.holds(*corner) for corner in corners):
                    found += self._within([self.corner(*corner) for corner in corners])
        narrow = f"; {self.unsettled} short segments with more regions between" if self.unsettled else ""
        report(f"{len(found)} pieces of curves{narrow}")
        return found

    @remembered
    def corner(self, row: int, column: int) -> PlannedPlace:
        """Return a pixel, moved by a small part of the grid if two hit probabilities are equal, or one is 0 or 1."""
        points, fixed = self.data.spec.points, self.data.spec.problem.hits[2:]
        for step in count():
            up, right = (
                Fraction(place, points) + Fraction(step * part, 64 * points) * (1 if place < points else -1)
                for place, part in ((row, 1), (column, 2 if column < points else Fraction(1, 2)))
            )
            if len({up, right, *fixed, 0, 1}) == len({*fixed, 0, 1}) + 2:
                break
        if step:
            return PlannedPlace((up, right), self.solved((up, right))[0])
        assert self.data.periods is not None
        assert self.data.equilibria is not None
        known = int(self.data.periods[row, column]), int(self.data.equilibria[row, column])
        return PlannedPlace((up, right), plans_name(*known))

    @remembered
    def solved(self, place: Place) -> tuple[str, dict[Any, PeriodicEquilibrium]]:
        """Return the class of a place, and its plans, each under all its aims."""
        spec = self.data.spec
        answer = spec.play.answer(replace(spec.problem, hits=(*place, *spec.problem.hits[2:])))
        pixel = spec.play.pixel(answer)
        plans = {(plan.aims, tuple((one.aims, one.entry) for one in plan.below)): plan for plan in answer}
        return plans_name(pixel.periods or 0, pixel.equilibria or 0), plans

    def crossings(self, one: PlannedPlace, other: PlannedPlace, depth: int = 0) -> list[PeriodChange]:
        """Return where the periods change on the segment between two places."""
        if one.name == other.name:
            return []
        here, there = (self.solved(each.place)[1] for each in (one, other))
        ends = [self._end(here[key], one.place, other.place, last=False) for key in here.keys() - there.keys()]
        ends += [self._end(there[key], one.place, other.place, last=True) for key in there.keys() - here.keys()]
        met: list[tuple[IsolatedRoot, Polynomial]] = []
        for end in sorted(filter(None, ends), key=lambda end: (end[0].low, str(end[1]))):
            if not met or met[-1][0].high < end[0].low:
                met.append(end)
        if len(met) == 1 or depth == DEEPEST:
            self.unsettled += len(met) != 1
            outer = met[:: max(1, len(met) - 1)]
            return [PeriodChange(*end[::-1], one.place, other.place, one.name, other.name) for end in outer]
        parts = [between(first.high, second.low) for (first, _), (second, _) in pairwise(met)] or [Fraction(1, 2)]
        inner = [_part(one.place, other.place, part) for part in parts]
        places = [one, *(PlannedPlace(place, self.solved(place)[0]) for place in inner), other]
        return [crossing for pair in pairwise(places) for crossing in self.crossings(*pair, depth + 1)]

    def _end(
        self, plan: PeriodicEquilibrium, start: Place, end: Place, last: bool
    ) -> tuple[IsolatedRoot, Polynomial] | None:
        """Return where a plan ends that is an equilibrium at the start of a segment only, or at its end only (`last`).

        Halving leaves one gain, or a few that start together; the root of one of their factors is the end. None if no
        factor has a root between.
        """
        valid, wrong = (Fraction(1), Fraction(0)) if last else (Fraction(0), Fraction(1))
        better = self._better(plan, _part(start, end, wrong))
        for _ in range(HALVINGS):
            if len(better) > 1:
                middle = (valid + wrong) / 2
                place = _part(start, end, middle)
                there = self._better(plan, place, better) or self._better(plan, place)
                valid, wrong, better = (valid, middle, there) if there else (middle, wrong, better)
        found = [
            (root, polynomial)
            for gain in better
            for polynomial, power in settled(self._symbolic(plan).gain(*gain))[1]
            if power % 2
            for root in self._roots(polynomial, start, end)
            if min(valid, wrong) <= root.high and root.low <= max(valid, wrong)
        ]
        return (max if last else min)(found, key=lambda each: each[0].low, default=None)

    def _better(self, plan: PeriodicEquilibrium, place: Place, among: Iterable[Gainful] = ()) -> list[Gainful]:
        """Return the gains above 0 at a place, of all options or among some."""
        problem = replace(self.data.spec.problem, hits=(*place, *self.data.spec.problem.hits[2:]))
        gains = PlanGains([*map(inside, problem.hits)], inside, plan)
        every = (
            (living, position, aim)
            for living, own in gains.sets.items()
            for position in range(own.period * len(living))
            for aim in choices(problem, living, living[position % len(living)])
        )
        return [each for each in among or every if gains.gain(*each) > 0]

    @remembered
    def _symbolic(self, plan: PeriodicEquilibrium) -> PlanGains:
        return PlanGains(self.letters.hits, self.letters.constant, plan)

    @remembered
    def _roots(self, polynomial: Polynomial, start: Place, end: Place) -> list[IsolatedRoot]:
        """Return the roots of a polynomial on a segment, as parts of it."""
        from flint import fmpq, fmpq_poly

        up, right = (
            fmpq_poly([fmpq(*low.as_integer_ratio()), fmpq(*(high - low).as_integer_ratio())])
            for low, high in zip(start, end, strict=True)
        )
        along = sum((up**i * right**j * value for (i, j), value in scaled_terms(polynomial)[0].items()), fmpq_poly())
        roots = list(roots_inside([int(value) for value in along.numer().coeffs()][::-1]))
        for root in roots:
            root.narrow(DRAWN)
        return roots

    def _within(self, corners: Sequence[PlannedPlace]) -> Iterator[Line]:
        """Yield the pieces of curves in a triangle: each joins two roots of a polynomial, or a root and a meeting."""
        met: dict[Polynomial, list[tuple[float, float]]] = {}
        for one, other in combinations(sorted(corners), 2):
            for crossing in self._between(one, other):
                up, right = crossing.sides[0]
                met.setdefault(crossing.polynomial, []).append((float(up), float(right)))
        loose = {polynomial: points.pop() for polynomial, points in met.items() if len(points) % 2}
        for points in met.values():
            yield from zip(points[::2], points[1::2], strict=True)
        if loose and len(met) > 1:
            first, second = [*loose, *(polynomial for polynomial in met if polynomial not in loose)][:2]
            meeting = _meeting(first, second, [each.place for each in corners]) or next(iter(loose.values()))
            for point in loose.values():
                yield [point, meeting]

    @remembered
    def _between(self, one: PlannedPlace, other: PlannedPlace) -> list[PeriodChange]:
        return self.crossings(one, other)


def _meeting(first: Polynomial, second: Polynomial, corners: Sequence[Place]) -> tuple[float, float] | None:
    """Return the point near some corners where two polynomials vanish, by Newton's method; None without one."""
    up, right = (sum(parts, Fraction(0)) / len(corners) for parts in zip(*corners, strict=True))
    x, y = first.ring.gens
    for _ in range(20):
        (one, of_x, of_y), (other, other_x, other_y) = (
            [float(value_at(each, (up, right))) for each in (own, own.diff(x), own.diff(y))] for own in (first, second)
        )
        determinant = of_x * other_y - of_y * other_x
        if not determinant:
            return None
        up -= Fraction((one * other_y - other * of_y) / determinant).limit_denominator(2**60)
        right -= Fraction((of_x * other - other_x * one) / determinant).limit_denominator(2**60)
    near = all(
        min(parts) - DRAWN <= at <= max(parts) + DRAWN
        for at, parts in zip((up, right), zip(*corners, strict=True), strict=True)
    )
    return (float(up), float(right)) if near else None
