"""The method "smart": the published adaptive method, which solves borders and infers the pixels between them.

The method cuts the map into rectangles and solves their borders. The **fingerprint** of a pixel is the order of its win
probabilities and all its aims. If all pixels of a border have the same fingerprint, the method assumes it for the
inside and fills the inside; otherwise it cuts the rectangle into smaller ones, down to sides of about 4 pixels, and
solves all pixels of those that are too small to cut.

This is a guess: it misses an island of other aims that touches no border. `solved` of a pixel states whether it was
solved or inferred. Importing this module registers the method with `truel_ref.maps.builder`, by `register`.

Neighbours share the line between them. Of a rectangle across the diagonal of a triangular map only the part inside the
map counts, and its pixels on the diagonal belong to its border.

Source: the adaptive maps of the published analysis, also for the number of parts, the sides and the linear fill.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple, TypeAlias

from truel_ref.fast.solving import solve
from truel_ref.game.problem import Problem
from truel_ref.maps.builder import Method, register
from truel_ref.maps.grid import Aims, MapSpec, Pixel, pixel_of
from truel_ref.numbers import Number

__all__ = ["SMART", "Borders", "cut_lines", "smart_rows", "win_with_aims"]

LEAST_PARTS = 30
LONGEST_SIDE = 40
SHORTEST_SIDE = 4
MOST_PARTS = 8


class Solved(NamedTuple):
    """A solved pixel with its fingerprint: per player the number who win more often, and the aims with their names."""

    pixel: Pixel
    fingerprint: tuple[Any, ...]


Borders: TypeAlias = dict[tuple[int, int], Solved]
"""Solved pixels on the lines between bands of rows, which both neighbours need."""


class Rectangle(NamedTuple):
    """Rows `top` to `bottom` and columns `left` to `right`, all four included."""

    top: int
    bottom: int
    left: int
    right: int


def cut_lines(points: int) -> list[int]:
    """Return the lines that first cut a side of the map: max(30, points/40 rounded up) parts, as even as possible.

    >>> cut_lines(300)[:4], len(cut_lines(4000)) - 1, cut_lines(3)
    ([0, 10, 20, 30], 100, [0, 1, 2, 3])
    """
    parts = max(LEAST_PARTS, -(-points // LONGEST_SIDE))
    return sorted({part * points // parts for part in range(parts + 1)})


def smart_rows(spec: MapSpec, rows: Iterable[int], known: Borders | None = None) -> dict[tuple[int, int], Pixel]:
    """Return the pixels of some rows of a map, solved on borders and inferred between them.

    The steps, for each band between two of `cut_lines` that has one of the rows: (1) solve the borders of its
    rectangles; (2) fill a rectangle whose border has a single fingerprint, with `fill` "linear" by win probabilities
    interpolated along pB between the left and the right border, with "exact" by the exact win probabilities of the
    border's aims at each pixel (`win_with_aims`); (3) cut any other rectangle into at most 8 parts per side, no shorter
    than 4, and repeat; solve all pixels of a rectangle that cannot be cut. An inferred pixel has a tie if the whole
    border has ties.

    Parameters: `spec`, the map; `rows`, the rows, best in whole bands; `known`, pixels solved before on the lines
    between bands, to which new pixels are added: with it the next call solves no line twice.

    Raises `MapError` for a row outside the map.

    >>> pixels = smart_rows(MapSpec(Problem([0, 0, 1]), points=90, method="smart"), [31])
    >>> sum(pixel.solved for pixel in pixels.values()), len(pixels)
    (30, 60)
    """
    wanted = sorted(set(spec.checked_rows(rows)))
    lines = cut_lines(spec.points)
    band_of_row = {row: band for band, (top, end) in enumerate(pairwise(lines)) for row in range(top, end)}
    band_of_row[spec.points] = len(lines) - 2
    known = {} if known is None else known
    pixels: dict[tuple[int, int], Pixel] = {}
    for band in sorted({band_of_row[row] for row in wanted}):
        pixels |= _Band(spec, lines[band], lines[band + 1], known).pixels(lines)
    return {(row, column): pixels[row, column] for row in wanted for column in spec.columns(row)}


def win_with_aims(problem: Problem, aims: Aims) -> tuple[Number, ...]:
    """Return the exact win probabilities with fixed aims in the first phase and the problem's play in later phases.

    It solves the problem with these aims as targets. Without aims (None) the phase is a stalemate, which nobody wins.

    Parameters: `problem`; `aims`, one per player, or None for a player without an allowed aim.

    >>> aims = solve(["1/3", "2/3", 1]).aims
    >>> [str(win) for win in win_with_aims(Problem(["1/3", "2/3", 1]), aims)]
    ['25/63', '8/21', '2/9']
    """
    weights = [aim.weights for aim in aims if aim is not None]
    if len(weights) < len(aims):
        return (Fraction(0),) * problem.players
    return solve(problem.changed(targets=tuple(weights))).win


class _Band:
    """The pixels between two lines, both included."""

    def __init__(self, spec: MapSpec, top: int, bottom: int, known: Borders) -> None:
        self.spec = spec
        self.top, self.bottom = top, bottom
        self.known = known
        self.pixels_solved: Borders = {}
        self.inferred: dict[tuple[int, int], Pixel] = {}

    def pixels(self, lines: list[int]) -> dict[tuple[int, int], Pixel]:
        for left, right in pairwise(lines):
            self.do(Rectangle(self.top, self.bottom, left, right))
        return self.inferred | {where: solved.pixel for where, solved in self.pixels_solved.items()}

    def do(self, rectangle: Rectangle) -> None:
        border = {where: self.solved(where) for where in self.border(rectangle)}
        if not border:
            return  # outside the map
        if len({solved.fingerprint for solved in border.values()}) == 1:
            self.fill(rectangle, border)
            return
        rows = _cuts(rectangle.top, rectangle.bottom)
        columns = _cuts(rectangle.left, rectangle.right)
        if len(rows) == len(columns) == 2:
            for row, inside in self.inside(rectangle):
                for column in inside:
                    self.solved((row, column))
            return
        for top, bottom in pairwise(rows):
            for left, right in pairwise(columns):
                self.do(Rectangle(top, bottom, left, right))

    def first_column(self, rectangle: Rectangle, row: int) -> int:
        return max(rectangle.left, self.spec.columns(row).start)

    def border(self, rectangle: Rectangle) -> Iterator[tuple[int, int]]:
        """Yield the pixels on the border of the part of a rectangle that is inside the map."""
        for row in range(rectangle.top, rectangle.bottom + 1):
            first, last = self.first_column(rectangle, row), rectangle.right
            whole = row in (rectangle.top, rectangle.bottom)
            for column in range(first, last + 1) if whole else sorted({first, last}) if first <= last else ():
                yield row, column

    def inside(self, rectangle: Rectangle) -> Iterator[tuple[int, range]]:
        """Yield the rows of a rectangle with the columns that are not on its border."""
        for row in range(rectangle.top + 1, rectangle.bottom):
            yield row, range(self.first_column(rectangle, row) + 1, rectangle.right)

    def solved(self, where: tuple[int, int]) -> Solved:
        if where not in self.pixels_solved:
            self.pixels_solved[where] = self.known.get(where) or _solved(self.spec, where)
            if where[0] in (self.top, self.bottom):
                self.known[where] = self.pixels_solved[where]
        return self.pixels_solved[where]

    def fill(self, rectangle: Rectangle, border: Borders) -> None:
        aims = next(iter(border.values())).pixel.aims
        tie = all(solved.pixel.tie for solved in border.values())
        for row, inside in self.inside(rectangle):
            for column in inside:
                if self.spec.fill == "linear":
                    first, last = inside.start - 1, inside.stop
                    share = (column - first) / (last - first)
                    one, other = border[row, first].pixel, border[row, last].pixel
                    win = tuple(_between(mine, its, share) for mine, its in zip(one.win, other.win, strict=True))
                    stalemate = _between(one.stalemate, other.stalemate, share)
                else:
                    exactly = win_with_aims(self.spec.at(row, column), aims)
                    win, stalemate = tuple(map(float, exactly)), float(1 - sum(exactly, Fraction(0)))
                self.inferred[row, column] = Pixel(aims, win, stalemate, tie, solved=False)


def _between(one: float, other: float, share: float) -> float:
    return one + (other - one) * share


def _cuts(first: int, last: int) -> list[int]:
    """Return the lines that cut a side again; only its ends if it is too short.

    >>> _cuts(0, 10), _cuts(0, 40), _cuts(3, 10)
    ([0, 5, 10], [0, 5, 10, 15, 20, 25, 30, 35, 40], [3, 10])
    """
    side = last - first
    parts = max(1, min(MOST_PARTS, side // SHORTEST_SIDE))
    return [first + part * side // parts for part in range(parts + 1)]


def _solved(spec: MapSpec, where: tuple[int, int]) -> Solved:
    solution = solve(spec.at(*where))
    ranks = tuple(sum(other > win for other in solution.win) for win in solution.win)
    names = tuple(aim is not None and aim.is_random for aim in solution.aims)
    return Solved(pixel_of(solution), (ranks, solution.aims, names))


# -- for `truel_ref.maps.builder`


def _builder() -> partial[dict[tuple[int, int], Pixel]]:
    # Successive units in one process share the lines between them.
    return partial(smart_rows, known={})


def _bands(spec: MapSpec) -> Iterator[range]:
    *lines, end = cut_lines(spec.points)
    return (range(top, below) for top, below in pairwise((*lines, end + 1)))


SMART = Method(_builder, _bands)
"""The method, whose units of work are the bands between two lines."""

register("smart", SMART)
