"""Exact curves to draw over maps: the boundaries between regions of constant aims, of winners and of orders."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from truel_ref.errors import MapError
from truel_ref.game.aims import Word
from truel_ref.maps.grid import MapSpec
from truel_ref.symbolic.partition import regions
from truel_ref.symbolic.standing_curves import border_lines, standings, winners

__all__ = ["Line", "exact_curves"]

Line: TypeAlias = "Sequence[tuple[float, float]]"

PRECISION = "1e-2"  # of the areas, which nothing here asks for


def exact_curves(
    spec: MapSpec, colorings: Iterable[str], report: Callable[[str], object] | None = None
) -> dict[str, list[Line]]:
    """Return, for colourings of a map, the exact curves at which their classes change, as `figure` takes them.

    In `w` they are those where the winner changes, in `o` the order of the win probabilities, in all others the optimal
    aims. On a triangular map they are cut to the triangle.

    Parameters: `spec`; `colorings`, their names; `report`, called with a line of text on what is done.

    Raises `MapError` for a map whose regions are not known: only those of three players who announce, all search their
    aims, and have no levels, are; and what `truel_ref.symbolic.partition.regions` raises.

    >>> from truel_ref import Problem
    >>> curves = exact_curves(MapSpec(Problem([0, 0, 1]), points=10, a_above_b=True), ["t", "w"])
    >>> len(curves["t"]), len(curves["w"]) > 3
    (7, True)
    """
    problem = spec.problem
    if spec.model != "announced":
        raise MapError(f"exact curves are known for announced play, not for {spec.play.name}")
    if problem.players != 3 or problem.random_levels or any(said is not Word.OPTIMAL for said in problem.targets):
        raise MapError("exact curves are known for three players who all search their aims, without levels")
    hits = [None, None, problem.hits[2]]
    partition = regions(hits, problem.search, if_eq=problem.if_eq, precision=PRECISION, report=report)
    names = list(colorings)
    made: dict[str, list[Line]] = {
        name: [line for each in partition.boundaries for line in partition.polylines(each)] for name in names
    }
    if {"w", "o"} & set(names):
        orders = standings(partition)
        made |= {"o": list(border_lines(orders))} if "o" in names else {}
        made |= {"w": list(border_lines(winners(orders)))} if "w" in names else {}
    return {name: _within(spec, lines) for name, lines in made.items()}


def _within(spec: MapSpec, lines: Iterable[Line]) -> list[Line]:
    """Return the parts of lines that lie in the map."""
    if spec.a_above_b:
        return list(lines)
    return [kept for line in lines if len(kept := [(up, right) for up, right in line if up <= right]) > 1]
