"""Exact curves to draw over maps: the boundaries between regions of constant aims, of winners and of orders.

The curves bring the proved areas of the regions, for legends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

from truel_ref.errors import ProblemError
from truel_ref.game.aims import Word
from truel_ref.maps.data import MapData
from truel_ref.maps.painting import STALEMATE, order_text, place_of, profile_name, winners_text
from truel_ref.maps.spec import MapSpec
from truel_ref.symbolic.borders import ClassifiedSquare, areas_of
from truel_ref.symbolic.partition import Partition, regions
from truel_ref.symbolic.plays import RegionAims

Line: TypeAlias = "Sequence[tuple[float, float]]"

PRECISION = Fraction(1, 10**5)  # of the areas of aims: two digits of percent or three
COARSER = Fraction(1, 10**4)  # of the areas of winners and orders; more precision would take longer than the curves


class ExactLines(list[Line]):
    """Exact curves over a map, with the areas between them.

    Attribute: `shares`, the proved shares of the area, by the names of classes; empty if unknown.
    """

    def __init__(self, lines: Iterable[Line], shares: Mapping[str, float]) -> None:
        super().__init__(lines)
        self.shares = shares


def exact_curves(
    shown: MapSpec | MapData, colorings: Iterable[str], report: Callable[[str], object] | None = None
) -> dict[str, ExactLines]:
    """Return, for colourings of a map, the exact curves at which their classes change, as `figure` takes them.

    In `w` the winner changes at the curves, in `o` the order of the win probabilities, in all other
    colourings the optimal aims. On a triangular map the curves are cut to the triangle. For `w`,
    `o` and `t` of a whole square they bring the proved areas of the classes.

    Parameters: `shown`, the map or its specification; `colorings`, their names; `report`, called with lines of text on
    the progress.

    Raises `ProblemError` for a map without known curves (`has_curves`), and the errors of
    `truel_ref.symbolic.partition.regions`.

    >>> from truel_ref import Problem
    >>> curves = exact_curves(MapSpec(Problem([0, 0, 1]), points=10), ["t", "w"])
    >>> len(curves["t"]), len(curves["w"]) > 3
    (7, True)
    >>> round(curves["t"].shares["C, C, B"], 5)
    0.06126
    """
    names = list(colorings)
    spec = shown.spec if isinstance(shown, MapData) else shown
    if not has_curves(spec):
        raise ProblemError(
            "exact curves are known for announced play of three players who all search their aims, without levels"
        )
    problem = spec.problem
    hits = [None, None, problem.hits[2]]
    partition = regions(hits, problem.searches[0], if_eq=problem.if_eq, precision=PRECISION, report=report)
    orders = partition.standings() if {"w", "o"} & set(names) else None
    return {name: _exact(spec, name, partition, orders) for name in names}


def has_curves(spec: MapSpec) -> bool:
    """Return whether exact curves are known for a map: three players announce, all search their aims, without levels.

    >>> from truel_ref import Problem
    >>> has_curves(MapSpec(Problem([0, 0, 1]))), has_curves(MapSpec(Problem([0, 0, 1]), model="stationary"))
    (True, False)
    """
    problem = spec.problem
    searches = all(said is Word.OPTIMAL for said in problem.targets)
    return spec.model == "announced" and problem.players == 3 and not problem.random_levels and searches


def _exact(spec: MapSpec, name: str, partition: Partition, orders: ClassifiedSquare | None) -> ExactLines:
    """Return the curves of a colouring, with the areas between them if they determine its classes."""
    shares: dict[str, float] = {}
    if orders is not None and name in ("w", "o"):
        named = orders.joined(order_text if name == "o" else winners_text)
        pieces = named.arcs()
        lines = [line for key, arcs in pieces.items() for line in named.polylines(key[0], arcs)]
        if spec.a_above_b:
            bounds = areas_of(named, pieces, COARSER)
            shares = {text or STALEMATE: _middle(*bound) for text, bound in bounds.items()}
    else:
        square = partition.square
        lines = [line for each in partition.boundaries for line in square.polylines(each.polynomial, each.arcs)]
        if spec.a_above_b and name == "t":
            shares = {_aims_name(each.aims): _middle(*each.area) for each in partition.regions}
    return ExactLines(_within(spec, lines), shares)


def _middle(low: Fraction, high: Fraction) -> float:
    """Return a share from its proved bounds; they are so near that the tenths of a percent are proved within 0.1."""
    return float((low + high) / 2)


def _aims_name(aims: RegionAims) -> str:
    """Return the name of the aims of a region on maps."""
    return STALEMATE if aims is None else profile_name([place_of(aim, len(aims)) for aim in aims])


def _within(spec: MapSpec, lines: Iterable[Line]) -> list[Line]:
    """Return the parts of lines that lie in the map."""
    if spec.a_above_b:
        return list(lines)
    return [kept for line in lines if len(kept := [(up, right) for up, right in line if up <= right]) > 1]
