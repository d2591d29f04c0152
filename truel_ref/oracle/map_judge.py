"""The judge of maps: somebody's array over the hit probabilities of A and B, set beside the exact map.

An array says for each pixel who wins most often, at whom the players aim first, or how likely each wins. It is compared
with a map of doubles at once; the pixels that differ are then judged one by one, exactly, with everything that the
judge of vectors accepts: another outcome of a tie, and a margin that doubles cannot resolve. Where an array is wrong,
it is looked at turned and mirrored and on other grids, because that is what is wrong with most.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import chain
from typing import Any

import numpy as np

from truel_ref.errors import VectorError, refuse, shown
from truel_ref.fast.stationary import equilibria
from truel_ref.files import Progress
from truel_ref.game.equilibrium import Equilibria
from truel_ref.game.problem import Problem
from truel_ref.game.solution import Outcome
from truel_ref.game.statement import command_text
from truel_ref.maps.builder import build
from truel_ref.maps.data import MapData
from truel_ref.maps.grid import MapSpec
from truel_ref.numbers import Number, number_text
from truel_ref.oracle.corpus import CAP, THIN, distinct
from truel_ref.oracle.judge import ACCEPTED, Judgement, size
from truel_ref.oracle.kinds.announced import AnnouncedPlay
from truel_ref.oracle.map_reading import TRANSPOSED, Claims, claims_of
from truel_ref.oracle.report import allowed
from truel_ref.play.stationary import all_equilibria

__all__ = ["GRIDS", "Grid", "MapReport", "WrongPixel", "acceptable", "judge_map"]

CONFIRMED = 200
"""So many wrong pixels are confirmed exactly; what differs beyond them is only counted."""
SIDE_LIMIT = 2_001
HINTED = 1_000
"""Steps of a map beyond which no other grid is looked at, and none for more than three players: it takes too long."""
WRONG = "wrong"
UNSEEN = "differs, not looked at for ties"

COMMANDS = {"announced": "why", "stationary": "equilibria"}
"""What explains a pixel, by the way to play."""


@dataclass(frozen=True)
class Grid:
    """Which hit probabilities the rows and columns of an array stand for.

    Fields: `text`, in words; `steps`, how many steps to the side of an array a map has that holds them all; `first`
    and `stride`, which of its rows and columns they are.
    """

    text: str
    steps: Callable[[int], int]
    first: int
    stride: int = 1

    def places(self, side: int) -> range:
        """Return the rows of the map that the rows of the array stand for."""
        return range(self.first, self.first + side * self.stride, self.stride)


GRIDS = {
    "ends": Grid("from 0 to 1", lambda side: side - 1, 0),
    "centres": Grid("at the centres of equal steps", lambda side: 2 * side, 1, 2),
    "from-0": Grid("from 0 to below 1", lambda side: side, 0),
    "to-1": Grid("from above 0 to 1", lambda side: side, 1),
}
"""The grids by name."""


@dataclass(frozen=True)
class WrongPixel:
    """A pixel where an array is wrong.

    Fields: `row` and `column` of the array, from 0; `problem`; `given` and `expected`, in words; `error`, how far the
    worst of its values is off, None for aims; `command`, the one that explains what is expected.
    """

    row: int
    column: int
    problem: Problem
    given: str
    expected: str = "no equilibrium"
    error: Number | None = None
    command: str = "why"

    @property
    def explanation(self) -> str:
        """The command to type that explains what is expected."""
        return command_text(self.command, self.problem)

    def to_json(self) -> dict[str, Any]:
        """Return the pixel as plain data for JSON."""
        up, right = map(number_text, self.problem.hits[:2])
        return {
            "row": self.row,
            "column": self.column,
            "pA": up,
            "pB": right,
            "given": self.given,
            "expected": self.expected,
            "error": None if self.error is None else size(self.error),
            **({"solve": command_text("solve", self.problem)} if self.command == "why" else {}),
            self.command: self.explanation,
        }


@dataclass(frozen=True)
class MapReport:
    """What the judge says of an array.

    Fields: `title` of the map; `holds`, what the array was taken for; `pixels`, how many were judged; `counts` by
    judgement; `wrong`, those that are wrong for sure, the worst first; `unseen`, how many differ beyond these; `hint`,
    what is perhaps wrong with the whole; `tolerance`, exact.
    """

    title: str
    holds: str
    pixels: int
    counts: dict[Judgement, int]
    wrong: tuple[WrongPixel, ...]
    unseen: int
    hint: str
    tolerance: Fraction
    most: int = 5

    @property
    def ok(self) -> bool:
        """Whether every pixel is acceptable."""
        return not self.wrong and not self.unseen

    @property
    def summary(self) -> str:
        """One line: the judgements, and the tolerance."""
        parts = {judgement.value: count for judgement, count in self.counts.items()}
        parts |= {WRONG: len(self.wrong), UNSEEN: self.unseen}
        said = ", ".join(f"{text} {count:,}" for text, count in parts.items() if count)
        differ = len(self.wrong) + self.unseen
        head = "accepted" if self.ok else f"not accepted: {differ:,} of {self.pixels:,} pixels differ"
        return f"{head}: {said} (tolerance {float(self.tolerance):g})"

    def __str__(self) -> str:
        """Return what was judged, the worst pixels with the commands that say more of them, and a summary."""
        from tabulate import tabulate

        parts = [f"{self.holds}; {self.title}"]
        worst = self.wrong[: self.most]
        if worst:
            rows = [
                (each.row, each.column, *map(number_text, each.problem.hits[:2]), each.given, each.expected)
                + (() if each.error is None else (size(each.error),))
                for each in worst
            ]
            heads = ["row", "column", "pA", "pB", "given", "expected", "off by"][: len(rows[0])]
            parts.append(tabulate(rows, heads, disable_numparse=True))
            parts.append("\n".join(each.explanation for each in worst))
        if self.hint:
            parts.append(self.hint)
        return "\n\n".join([*parts, self.summary])

    def to_json(self) -> dict[str, Any]:
        """Return the report as plain data for JSON."""
        return {
            "ok": self.ok,
            "map": self.title,
            "holds": self.holds,
            "tolerance": float(self.tolerance),
            "pixels": self.pixels,
            "counts": {judgement.value: count for judgement, count in self.counts.items()}
            | {WRONG: len(self.wrong), UNSEEN: self.unseen},
            "hint": self.hint,
            "worst": [each.to_json() for each in self.wrong[: self.most]],
        }


def judge_map(
    array: Any,
    problem: Problem,
    *,
    holds: str | None = None,
    player: str | None = None,
    axes: str = "A,B",
    grid: str = "ends",
    play: str = "announced",
    triangle: bool = False,
    tolerance: object = "1e-9",
    most: int = 5,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> MapReport:
    """Judge somebody's array over the hit probabilities of A and B.

    The steps: (1) read what the array says of each pixel; (2) compare it with the map, in doubles; (3) judge the
    pixels that differ exactly, the worst first, until 200 are wrong for sure; (4) if there are any, look at the array
    turned, mirrored and on other grids.

    Parameters: `array`, with one row and column for each hit probability and, for several players, one entry each
    before or behind; `problem`, of which the hit probabilities of A and B count for nothing; `holds`, what the array
    holds: "winners", "aims" or "wins", by default what its shape and type say; `player`, the label of the one whom an
    array of aims or wins without a third dimension is about, by default A; `axes`, whose hit probability the rows and
    the columns stand for; `grid`, a name of `GRIDS`; `play`, "announced", or "stationary", where every equilibrium is
    right, and anything where there is none; `triangle`, whether only pixels with pA <= pB are judged;
    `tolerance`, how far a probability may be off; `most`, how many wrong pixels are shown; `jobs` and `progress`, as
    for `truel_ref.maps.build`.

    Raises `VectorError` for an array that is none of a map, and what `MapSpec` raises.

    >>> import numpy as np
    >>> winners = np.array([["A", "B"], ["B", "A"]])
    >>> print(judge_map(winners, Problem([0, 0])))
    winners; A and B alone; search Others, Miss; 2 x 2 pixels, pA and pB from 0 to 1
    <BLANKLINE>
    row    column    pA    pB    given    expected    off by
    -----  --------  ----  ----  -------  ----------  --------
    1      0         1     0     B        A           1.0e+00
    <BLANKLINE>
    truel-ref why 1 0
    <BLANKLINE>
    not accepted: 1 of 4 pixels differ: agrees 3, wrong 1 (tolerance 1e-09)
    """
    within = allowed(tolerance)
    refuse(
        VectorError,
        (
            axes not in ("A,B", "B,A"),
            f"axes: {shown(axes)} is unknown; A,B has rows for pA and columns for pB, B,A the reverse",
        ),
        (
            not isinstance(grid, str) or grid not in GRIDS,
            f"grid: {shown(grid)} is unknown; choose from {', '.join(GRIDS)}",
        ),
        (play not in COMMANDS, f"play: {shown(play)} is unknown; choose from {', '.join(COMMANDS)}"),
    )
    claims = claims_of(array, problem, holds, player, triangle, swapped=axes == "B,A")
    side = len(claims.values)
    refuse(
        VectorError,
        (not 2 <= side <= SIDE_LIMIT, f"{side} rows: a map has from 2 to {SIDE_LIMIT:,} rows and as many columns"),
    )
    judge = _Judge(problem, side, play, within, jobs, progress)
    counts, wrong, unseen = judge.judged(claims, grid)
    hint = judge.hint(claims, grid, len(wrong) + unseen)
    if axes == "B,A":
        wrong = [replace(each, row=each.column, column=each.row) for each in wrong]
    title = f"{judge.map_of(grid).spec.title()}; {side} x {side} pixels, pA and pB {GRIDS[grid].text}"
    pixels = int(claims.judged.sum())
    return MapReport(title, claims.title, pixels, counts, tuple(wrong), unseen, hint, within, most)


def acceptable(problem: Problem, play: str) -> Iterator[tuple[Judgement, Sequence[Outcome] | None]]:
    """Yield what is right at a pixel with what it is to be called, the exact outcomes first; None is whatever may be.

    In announced play these are the solution, other outcomes of its ties, and those within a margin that doubles cannot
    resolve. In stationary play one pure equilibrium is as right as another, and so are lists of aims at which nobody
    gains more than doubles can resolve; where there is no equilibrium nothing is wrong.

    >>> problem = Problem(["1/2", "2/5", "3/5"])
    >>> [len(outcomes) for _, outcomes in acceptable(problem, "stationary")]
    [1, 1]
    """
    if play == "announced":
        expected = AnnouncedPlay(problem)
        yield Judgement.AGREES, [expected.exact]
        yield Judgement.TIE, expected.tied
        yield Judgement.CLOSE, expected.near
        return
    listed = equilibria(problem, cap=CAP)
    yield Judgement.AGREES, _outcomes(listed)
    if not listed.complete or not listed.equilibria:
        yield Judgement.TIE, None
        return
    near = all_equilibria(problem, cap=CAP, slack=THIN)
    yield Judgement.CLOSE, _outcomes(near) if near.complete else None


def _outcomes(listed: Equilibria) -> Sequence[Outcome]:
    return distinct(Outcome(equilibrium.win, equilibrium.aims) for equilibrium in listed.equilibria)


class _Judge:
    """The exact maps that an array of one size is compared with, each built once, and what comes out."""

    def __init__(
        self, problem: Problem, side: int, play: str, tolerance: Fraction, jobs: int | None, progress: Progress | None
    ) -> None:
        self.problem, self.side, self.play, self.tolerance = problem, side, play, tolerance
        self._build = partial(build, jobs=jobs, progress=progress)
        self._built: dict[int, MapData] = {}

    def map_of(self, grid: str) -> MapData:
        """Return a map that has all pixels of a grid."""
        steps = GRIDS[grid].steps(self.side)
        if steps not in self._built:
            self._built[steps] = self._build(MapSpec(self.problem, steps, a_above_b=True, model=self.play))
        return self._built[steps]

    def off(self, claims: Claims, grid: str) -> np.ndarray:
        """Return per pixel how far it is off, as a double; 0 where it is right, within half of the tolerance.

        It is nan where the map has no value, because there is not exactly one equilibrium.
        """
        data, places = self.map_of(grid), GRIDS[grid].places(self.side)
        chosen = slice(places.start, places.stop, places.step)
        index = data.index[chosen, chosen]
        off = claims.off(data.win[chosen, chosen], index, data.aims)
        off[index < 0] = np.nan
        off[~claims.judged | (off <= float(self.tolerance) / 2)] = 0
        return np.asarray(off)

    def judged(self, claims: Claims, grid: str) -> tuple[dict[Judgement, int], list[WrongPixel], int]:
        """Judge claims on a grid, the pixels that differ exactly, until `CONFIRMED` are wrong for sure.

        Return how many got each judgement, the wrong pixels, and how many others differ.
        """
        spec, places = self.map_of(grid).spec, GRIDS[grid].places(self.side)
        off = self.off(claims, grid)
        worst = np.argwhere(off)[np.argsort(-off[np.nonzero(off)], kind="stable")].tolist()
        counts = dict.fromkeys(ACCEPTED, 0)
        counts[Judgement.AGREES] = int(claims.judged.sum()) - len(worst)
        wrong: list[WrongPixel] = []
        for number, (row, column) in enumerate(worst):
            if len(wrong) == CONFIRMED:
                return counts, wrong, len(worst) - number
            judgement = self._judgement(claims, row, column, spec.at(places[row], places[column]))
            if isinstance(judgement, WrongPixel):
                wrong.append(judgement)
            else:
                counts[judgement] += 1
        return counts, wrong, 0

    def _judgement(self, claims: Claims, row: int, column: int, problem: Problem) -> Judgement | WrongPixel:
        """Return why what is claimed of a pixel is acceptable, or what is wrong with it."""
        right = acceptable(problem, self.play)
        first, exact = next(right)
        for judgement, outcomes in chain([(first, exact)], right):
            if outcomes is None:  # ties with too many outcomes to be listed
                if claims.possible(row, column, self.tolerance):
                    return judgement
                break
            if any(claims.error(row, column, problem, outcome) <= self.tolerance for outcome in outcomes):
                return judgement
        pixel = WrongPixel(row, column, problem, claims.given(row, column), command=COMMANDS[self.play])
        if not exact:
            return pixel
        error = claims.error(row, column, problem, exact[0]) if claims.has_size else None
        return replace(pixel, expected=claims.expected(exact[0]), error=error)

    def hint(self, claims: Claims, grid: str, differ: int) -> str:
        """Return how an array that is wrong is right, or nearly so, empty if in no way that is looked at."""
        best = (differ // 2, "", claims, grid)
        for name in (grid, *(other for other in GRIDS if other != grid)) if differ else ():
            if name != grid and (self.problem.players > 3 or GRIDS[name].steps(self.side) > HINTED):
                continue
            for words, other in claims.altered():
                on_grid = f"with pA and pB {GRIDS[name].text} (--grid {name})" if name != grid else ""
                said = " and ".join(filter(None, (words, on_grid)))
                left = int(np.count_nonzero(self.off(other, name) > 0))
                if said and left < best[0]:
                    best = (left, said, other, name)
            if best[1] and best[0] * 10 < differ and best[3] == grid:
                break  # it is the array that is turned, and no other grid
        _, words, other, name = best
        if not words:
            return ""
        _, wrong, unseen = self.judged(other, name)
        left = len(wrong) + unseen
        if not left:
            return f"your array is right {words}{' (--axes)' if words == TRANSPOSED else ''}"
        pixels = int(other.judged.sum())
        return f"your array is nearer {words}: then {left:,} of {pixels:,} pixels differ, and not {differ:,}"
