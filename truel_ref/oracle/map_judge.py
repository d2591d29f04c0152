"""The judge of maps: somebody's array over the hit probabilities of A and B, set beside the exact map.

An array says for each pixel who wins most often, at whom the players aim first, or how likely each wins. It is compared
with a map of doubles at once; the pixels that differ are then judged one by one, exactly, with everything that the
judge of vectors accepts: another outcome of a tie, and a margin that doubles cannot resolve. Where an array is wrong,
it is looked at turned and mirrored and on other grids, because that is what is wrong with most.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from truel_ref.errors import VectorError, shown
from truel_ref.fast.stationary import equilibria
from truel_ref.files import Progress
from truel_ref.game.answers import Outcome
from truel_ref.game.equilibrium import Equilibria
from truel_ref.game.problem import Problem
from truel_ref.game.typed import command_text
from truel_ref.maps.builder import build
from truel_ref.maps.data import MapData
from truel_ref.maps.grid import MapSpec
from truel_ref.numbers import Number, number_text
from truel_ref.oracle.corpus import CAP, THIN
from truel_ref.oracle.judge import ACCEPTED, Judgement, size
from truel_ref.oracle.kinds.announced import AnnouncedPlay
from truel_ref.oracle.map_reading import TRANSPOSED, Claims, claims_of
from truel_ref.oracle.report import allowed
from truel_ref.play.phases import backend_for
from truel_ref.play.stationary import all_equilibria

if TYPE_CHECKING:
    import numpy as np

__all__ = [
    "GRIDS",
    "PLAYS",
    "AnnouncedPixel",
    "Grid",
    "MapReport",
    "Pixel",
    "StationaryPixel",
    "WrongPixel",
    "different",
    "judge_map",
]

CONFIRMED = 200
"""So many wrong pixels are confirmed exactly; what differs beyond them is only counted."""
SIDE_LIMIT = 2_001
HINTED = 1_000
"""Steps of a map beyond which no other grid is looked at, and none for more than three players: it takes too long."""
WRONG = "wrong"
UNSEEN = "differs, not looked at for ties"


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
    expected: str
    error: Number | None
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
    if axes not in ("A,B", "B,A"):
        raise VectorError(f"axes: {shown(axes)} is unknown; A,B has rows for pA and columns for pB, B,A the reverse")
    if not isinstance(grid, str) or grid not in GRIDS:
        raise VectorError(f"grid: {shown(grid)} is unknown; there are {', '.join(GRIDS)}")
    if play not in PLAYS:
        raise VectorError(f"play: {shown(play)} is unknown; there are {', '.join(PLAYS)}")
    claims = claims_of(array, problem, holds, player, triangle, swapped=axes == "B,A")
    if not 2 <= claims.side <= SIDE_LIMIT:
        raise VectorError(f"{claims.side} rows: a map has from 2 to {SIDE_LIMIT:,} rows and as many columns")
    maps = _Maps(problem, claims.side, play, jobs, progress)
    judged = _judged(claims, maps, grid, within, CONFIRMED)
    hint = "" if judged.ok else _hint(claims, maps, grid, within, len(judged.wrong) + judged.unseen)
    place = maps.of(grid)
    wrong = judged.wrong
    if axes == "B,A":
        wrong = [WrongPixel(each.column, each.row, *_rest(each)) for each in wrong]
    title = f"{place.spec.title()}; {claims.side} x {claims.side} pixels, pA and pB {GRIDS[grid].text}"
    return MapReport(
        title, claims.title, int(claims.judged.sum()), judged.counts, tuple(wrong), judged.unseen, hint, within, most
    )


def _rest(pixel: WrongPixel) -> tuple[Problem, str, str, Number | None, str]:
    return pixel.problem, pixel.given, pixel.expected, pixel.error, pixel.command


class _Maps:
    """The exact maps that an array of one size is compared with, each built once."""

    def __init__(self, problem: Problem, side: int, play: str, jobs: int | None, progress: Progress | None) -> None:
        self.problem = problem
        self.side = side
        self.play = play
        self.jobs = jobs
        self.progress = progress
        self._built: dict[int, MapData] = {}

    def of(self, grid: str) -> MapData:
        """Return a map that has all pixels of a grid."""
        steps = GRIDS[grid].steps(self.side)
        if steps not in self._built:
            spec = MapSpec(self.problem, steps, a_above_b=True, model=self.play)
            self._built[steps] = build(spec, jobs=self.jobs, progress=self.progress)
        return self._built[steps]


@dataclass(frozen=True)
class _Judged:
    """What comes out of judging claims on one grid."""

    counts: dict[Judgement, int]
    wrong: list[WrongPixel]
    unseen: int

    @property
    def ok(self) -> bool:
        return not self.wrong and not self.unseen


def _judged(claims: Claims, maps: _Maps, grid: str, tolerance: Fraction, confirmed: int) -> _Judged:
    """Judge claims on a grid; pixels that differ are judged exactly until so many are wrong for sure."""
    import numpy as np

    data, places = maps.of(grid), GRIDS[grid].places(claims.side)
    off = _off(claims, data, places, tolerance)
    rows, columns = np.nonzero(off)
    worst = np.argsort(-off[rows, columns], kind="stable").tolist()
    counts = dict.fromkeys(ACCEPTED, 0)
    counts[Judgement.AGREES] = int(claims.judged.sum()) - len(worst)
    wrong: list[WrongPixel] = []
    seen = 0
    for number in worst:
        if len(wrong) == confirmed:
            break
        row, column = int(rows[number]), int(columns[number])
        pixel = PLAYS[maps.play](data.spec.at(places[row], places[column]))
        judgement = _judgement(claims, row, column, pixel, tolerance)
        if judgement is None:
            wrong.append(_wrong(claims, row, column, pixel))
        else:
            counts[judgement] += 1
        seen += 1
    return _Judged(counts, wrong, len(worst) - seen)


def _wrong(claims: Claims, row: int, column: int, pixel: Pixel) -> WrongPixel:
    given, exact = claims.given(row, column), pixel.exact
    if exact is None:
        return WrongPixel(row, column, pixel.problem, given, "no equilibrium", None, pixel.command)
    expected, error = claims.expected(exact), claims.error(row, column, exact)
    return WrongPixel(row, column, pixel.problem, given, expected, error, pixel.command)


def _off(claims: Claims, data: MapData, places: range, tolerance: Fraction) -> np.ndarray:
    """Return per pixel how far it is off, as a double; 0 where it is right, within half of the tolerance.

    It is nan where the map has no value, because there is not exactly one equilibrium.
    """
    import numpy as np

    chosen = slice(places.start, places.stop, places.step)
    index = data.index[chosen, chosen]
    off = claims.off(data.win[chosen, chosen], index, data.aims)
    off[index < 0] = np.nan
    off[~claims.judged | (off <= float(tolerance) / 2)] = 0
    return np.asarray(off)


def _judgement(claims: Claims, row: int, column: int, pixel: Pixel, tolerance: Fraction) -> Judgement | None:
    """Return why what is claimed of a pixel is acceptable, None if it is not."""
    for judgement, outcomes in pixel.acceptable():
        if outcomes is None:  # ties with too many outcomes to be listed
            return judgement if claims.possible(row, column, tolerance) else None
        if any(claims.fits(row, column, pixel.problem, outcome, tolerance) for outcome in outcomes):
            return judgement
    return None


def _hint(claims: Claims, maps: _Maps, grid: str, tolerance: Fraction, differ: int) -> str:
    """Return how an array that is wrong is right, or nearly so, empty if in no way that is looked at."""
    import numpy as np

    best = (differ // 2, "", claims, grid)
    for name in (grid, *(other for other in GRIDS if other != grid)):
        if name != grid and (maps.problem.players > 3 or GRIDS[name].steps(claims.side) > HINTED):
            continue
        data, places = maps.of(name), GRIDS[name].places(claims.side)
        for words, other in claims.altered():
            said = [words] if words else []
            said += [f"with pA and pB {GRIDS[name].text} (--grid {name})"] if name != grid else []
            left = int(np.count_nonzero(_off(other, data, places, tolerance) > 0))
            if said and left < best[0]:
                best = (left, " and ".join(said), other, name)
        if best[1] and best[0] * 10 < differ and best[3] == grid:
            break  # it is the array that is turned, and no other grid
    _, words, other, name = best
    if not words:
        return ""
    judged = _judged(other, maps, name, tolerance, CONFIRMED)
    if judged.ok:
        return f"your array is right {words}{' (--axes)' if words == TRANSPOSED else ''}"
    left = len(judged.wrong) + judged.unseen
    pixels = int(other.judged.sum())
    return f"your array is nearer {words}: then {left:,} of {pixels:,} pixels differ, and not {differ:,}"


# ---------------------------------------------------------------------------------------------------------
# What a pixel of a map may say, in announced and in stationary play: the exact outcome, and others as good.


class Pixel(ABC):
    """What is right at one pixel; `command` explains it."""

    command: str

    def __init__(self, problem: Problem) -> None:
        self.problem = problem

    @property
    @abstractmethod
    def exact(self) -> Outcome | None:
        """The outcome that is expected, None where there is none."""

    @abstractmethod
    def acceptable(self) -> Iterator[tuple[Judgement, Sequence[Outcome] | None]]:
        """Yield what is right with what it is to be called; None stands for whatever is possible."""


class AnnouncedPixel(Pixel):
    """The solution, other outcomes of its ties, and those within a margin that doubles cannot resolve."""

    command = "why"

    @cached_property
    def _play(self) -> AnnouncedPlay:
        return AnnouncedPlay(self.problem)

    @property
    def exact(self) -> Outcome:
        """The solution."""
        return self._play.exact

    def acceptable(self) -> Iterator[tuple[Judgement, Sequence[Outcome] | None]]:
        """Yield the solution, and the others."""
        yield Judgement.AGREES, [self.exact]
        yield Judgement.TIE, self._play.tied
        yield Judgement.CLOSE, self._play.near


class StationaryPixel(Pixel):
    """The pure stationary equilibria: one is as right as another, and where there is none nothing is wrong.

    >>> problem = Problem(["1/2", "2/5", "3/5"])
    >>> [len(outcomes) for _, outcomes in StationaryPixel(problem).acceptable()]
    [1, 1]
    """

    command = "equilibria"

    @cached_property
    def _listed(self) -> Equilibria:
        return equilibria(self.problem, cap=CAP)

    @property
    def exact(self) -> Outcome | None:
        """The first of the equilibria."""
        return next(iter(_outcomes(self._listed)), None)

    def acceptable(self) -> Iterator[tuple[Judgement, Sequence[Outcome] | None]]:
        """Yield the equilibria, and lists of aims at which nobody gains more than doubles can resolve."""
        if not self._listed.complete or not self._listed.equilibria:
            yield Judgement.TIE, None
            return
        yield Judgement.AGREES, _outcomes(self._listed)
        near = all_equilibria(self.problem, backend_for(self.problem), cap=CAP, slack=THIN)
        yield Judgement.CLOSE, _outcomes(near) if near.complete else None


def _outcomes(listed: Equilibria) -> Sequence[Outcome]:
    return different(Outcome(equilibrium.win, equilibrium.aims) for equilibrium in listed.equilibria)


def different(outcomes: Iterable[Outcome]) -> Sequence[Outcome]:
    """Return outcomes, each once."""
    return list(dict.fromkeys(outcomes))


PLAYS: dict[str, type[Pixel]] = {"announced": AnnouncedPixel, "stationary": StationaryPixel}
"""What pixels are judged by, by the name of the way to play."""
