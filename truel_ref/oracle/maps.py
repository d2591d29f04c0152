"""The judge of maps: somebody's array over the hit probabilities of A and B, compared with the exact map.

An array says for each pixel who wins most often, at whom the players aim first, or how likely they win.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from truel_ref.errors import ProblemError, refuse, shown
from truel_ref.explain.outcomes import all_outcomes
from truel_ref.fast.solving import solve
from truel_ref.files import Progress
from truel_ref.game.aims import Aim
from truel_ref.game.people import label
from truel_ref.game.problem import Problem, command_text
from truel_ref.game.solution import Outcome
from truel_ref.maps.builder import build
from truel_ref.maps.data import MapData
from truel_ref.maps.spec import MapSpec
from truel_ref.numbers import Number, number_text, read_rational
from truel_ref.oracle.judgement import Judgement, Terms
from truel_ref.oracle.vector_files import CAP, THIN
from truel_ref.play.stationary import equilibria, equilibria_within

_CONFIRMED = 200  # wrong pixels that are confirmed exactly; further ones are counted
_SIDE = 2_001
_HINTED = 1_000  # steps of a map beyond which no other grid is tried

HOLDS = ("winners", "aims", "wins")
_EXPLAINS = {"announced": "why", "stationary": "equilibria"}

Said: TypeAlias = "int | str | tuple[Fraction, ...] | None"
"""An aim as an array says it: a player, "miss" or "random", weights, or None for no aim."""


class _Grid(NamedTuple):
    """Which hit probabilities the rows and columns stand for: of a map with `steps`, the rows from `first` on."""

    text: str
    steps: Callable[[int], int]
    first: int
    stride: int = 1


GRIDS = {
    "ends": _Grid("from 0 to 1", lambda side: side - 1, 0),
    "centres": _Grid("at the centres of equal steps", lambda side: 2 * side, 1, 2),
    "from-0": _Grid("from 0 to below 1", lambda side: side, 0),
    "to-1": _Grid("from above 0 to 1", lambda side: side, 1),
}

_ORIENTATIONS: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "": lambda values: values,
    "transposed (rows stand for B): give --as B,A": lambda values: np.swapaxes(values, 0, 1),
    "upside down: reverse its rows": lambda values: values[::-1],
    "transposed and mirrored: swap rows and columns, then reverse the columns": lambda values: np.swapaxes(
        values, 0, 1
    )[:, ::-1],
    "mirrored: reverse its columns": lambda values: values[:, ::-1],
    "turned by half: reverse its rows and columns": lambda values: values[::-1, ::-1],
    "turned by a quarter: swap rows and columns, then reverse the rows": lambda values: np.swapaxes(values, 0, 1)[::-1],
    "transposed and turned: swap rows and columns, then reverse both": lambda values: np.swapaxes(values, 0, 1)[
        ::-1, ::-1
    ],
}


@dataclass(frozen=True, eq=False)
class _Claims:
    """What an array says: winners (numbers of players), win probabilities, or aims (numbers of `words`).

    Fields: `kind`, one of `HOLDS`; `values`, by row and column, and for wins and aims by player; `judged`, which pixels
    count; `whose`, the players whom wins or aims are about; `words`, the aims; `note`, how the array was read.
    """

    kind: str
    values: np.ndarray
    judged: np.ndarray
    whose: tuple[int, ...]
    words: tuple[Said, ...] = ()
    note: str = ""

    def off(self, data: MapData, places: slice) -> np.ndarray:
        """Return by how much each pixel differs from a map, in doubles; an aim is right or off by 1."""
        win, index = data.win[places, places], data.index[places, places]
        if self.kind == "wins":
            off = np.abs(self.values - win[..., list(self.whose)]).max(axis=-1)
        elif self.kind == "winners":
            off = win.max(axis=-1) - np.take_along_axis(win, self.values[..., None], axis=-1)[..., 0]
        else:
            off = np.zeros(index.shape)
            for place, player in enumerate(self.whose):
                same = np.array([[_is(aims[player], said) for said in self.words] for aims in data.aims])
                off = np.maximum(off, ~same[index, self.values[..., place]])
        off = np.where(index < 0, np.nan, off)
        return np.where(self.judged, off, 0)

    def error(self, at: tuple[int, int], outcome: Outcome) -> Number:
        """Return exactly by how much a pixel is off from an outcome."""
        said = self.values[at]
        if self.kind == "winners":
            return max(outcome.win) - outcome.win[int(said)]
        if self.kind == "wins":
            errors: list[Number] = [
                abs(Fraction(float(value)) - outcome.win[who]) for value, who in zip(said, self.whose, strict=True)
            ]
            return max(errors)
        pairs = zip(said, self.whose, strict=True)
        return Fraction(int(not all(_is(outcome.aims[player], self.words[number]) for number, player in pairs)))

    def given(self, at: tuple[int, int]) -> str:
        """Return what the array says of a pixel."""
        said = self.values[at]
        if self.kind == "winners":
            return label(int(said))
        return ", ".join(f"{value:.12g}" if self.kind == "wins" else _text(self.words[value]) for value in said)

    def expected(self, outcome: Outcome) -> str:
        """Return what is right at a pixel."""
        if self.kind == "winners":
            best = max(outcome.win)
            return " or ".join(label(player) for player, win in enumerate(outcome.win) if win == best)
        if self.kind == "wins":
            return ", ".join(f"{float(outcome.win[player]):.12g}" for player in self.whose)
        return ", ".join(str(outcome.aims[player] or "none") for player in self.whose)


def _is(aim: Aim | None, said: Said) -> bool:
    if aim is None or said is None:
        return aim is None and said is None
    if isinstance(said, str):
        return aim.is_miss if said == "miss" else aim.is_random
    return aim.target == said if isinstance(said, int) else tuple(aim.weights) == said


def _text(said: Said) -> str:
    if said is None or isinstance(said, str):
        return str(said or "none").capitalize()
    return label(said) if isinstance(said, int) else ":".join(map(number_text, said))


# ---------------------------------------------------------------------------------------------------------
# What an array says


def _claims(array: Any, problem: Problem, holds: str | None, player: str | None) -> _Claims:
    """Return what an array says.

    What it holds follows from its values: texts and whole numbers are winners, or aims in three dimensions; other
    numbers are win probabilities.
    """
    values, players = np.asarray(array), problem.players
    if values.ndim == 3 and values.shape[0] == players != values.shape[-1]:
        values = np.moveaxis(values, 0, -1)
    shape = " x ".join(map(str, values.shape))
    square = values.ndim in (2, 3) and values.shape[0] == values.shape[1] and values.shape[2:] in ((), (players,))
    refuse(
        ProblemError,
        (
            not square,
            f"an array of {shape or 'no dimension'} is not a map; it has as many rows as columns, and for all "
            f"{players} players a third dimension of {players}",
        ),
        (values.dtype.kind not in "iufUb", f"the entries are {shown(str(values.dtype))}; give numbers or short texts"),
        (square and not 2 <= len(values) <= _SIDE, f"{len(values)} rows: a map has from 2 to {_SIDE:,} rows"),
        (holds not in (None, *HOLDS), f"holds: {shown(holds)} is unknown; choose from {', '.join(HOLDS)}"),
    )
    judged = _judged(values)
    if values.dtype.kind != "U":
        whole = bool((values[judged] == np.floor(values[judged])).all())
        holds = holds or ("wins" if not whole else "winners" if values.ndim == 2 else "aims")
    holds = holds or ("winners" if values.ndim == 2 else "aims")
    labels = [label(each) for each in range(players)]
    named = "A" if player is None else player.strip().upper()
    refuse(
        ProblemError,
        (named not in labels, f"player: {shown(player)} is not a player; choose from {', '.join(labels)}"),
        (holds == "winners" and values.ndim == 3, "winners: an array of winners has one entry for each pixel"),
        (player is not None and (holds == "winners" or values.ndim == 3), "player: the array is about all players"),
        (holds == "wins" and values.dtype.kind == "U", f"wins: {shown(str(values.flat[0]))} is not a number"),
    )
    whose = tuple(range(players)) if values.ndim == 3 else (labels.index(named),)
    if holds == "winners":
        numbers, words, note = _numbered(values, judged, problem)
        bad = [said for said in words if not isinstance(said, int)]
        refuse(ProblemError, (bad, f"winners: {_text(bad[0]) if bad else ''} is not a player"))
        return _Claims(holds, np.array(words, dtype=np.int64)[numbers], judged, (), (), note)
    values = values if values.ndim == 3 else values[..., None]
    if holds == "wins":
        return _Claims(holds, np.where(judged[..., None], values, 0).astype(np.float64), judged, whose)
    numbers, words, note = _numbered(values, judged, problem)
    return _Claims(holds, numbers, judged, whose, words, note)


def _judged(values: np.ndarray) -> np.ndarray:
    """Return which pixels count: all, or those of one side of the diagonal if the other side is empty (NaN)."""
    if values.dtype.kind != "f":
        return np.ones(values.shape[:2], dtype=bool)
    empty: np.ndarray = ~np.isfinite(values).reshape(*values.shape[:2], -1).all(axis=-1)
    side = np.arange(len(values))
    lower = side[:, None] > side[None, :]
    if not empty.any() or (empty == lower).all() or (empty == lower.T).all():
        return ~empty
    row, column = map(int, np.argwhere(empty)[0])
    raise ProblemError(
        f"row {row}, column {column} (counted from 0) is not a number; only all pixels with pA > pB may be left out"
    )


def _numbered(values: np.ndarray, judged: np.ndarray, problem: Problem) -> tuple[np.ndarray, tuple[Said, ...], str]:
    """Return for each entry the number of its player or aim, what these are, and a note if players count from 1."""
    counts = judged if values.ndim == 2 else np.repeat(judged[..., None], values.shape[-1], axis=-1)
    words, flat = np.unique(np.where(counts, values, values[counts].flat[0]), return_inverse=True)
    first, note = 0, ""
    if words.dtype.kind != "U" and words.max() == problem.players and words.min() >= 0:
        first, note = 1, ", players counted from 1"
    said = []
    for word in words:
        try:
            said.append(_said(word.item(), problem.players, first))
        except ValueError:
            row, column = np.argwhere(values == word)[0][:2]
            raise ProblemError(
                f"row {row}, column {column} (counted from 0): {shown(word.item())} is neither a player nor an aim"
            ) from None
    return flat.reshape(values.shape), tuple(said), note


def _said(word: object, players: int, first: int) -> Said:
    """Return a player or aim; among numbers -1 is a miss, or 0 if players count from 1."""
    labels = [label(player) for player in range(players)]
    if not isinstance(word, str):
        number = int(float(str(word))) - first
        return "miss" if number == -1 else labels.index(label(number)) if number >= 0 else labels.index("")
    text = word.strip()
    if text.casefold() in ("", "none"):
        return None
    if text.casefold() in ("miss", "random"):
        return text.casefold()
    if ":" in text:
        return tuple(map(read_rational, text.split(":")))
    return labels.index(text.upper())


# ---------------------------------------------------------------------------------------------------------
# The judgement


@dataclass(frozen=True)
class WrongPixel:
    """A pixel where an array is wrong; rows and columns count from 0."""

    row: int
    column: int
    problem: Problem
    given: str
    expected: str
    error: Number | None
    play: str

    @property
    def explanation(self) -> str:
        """The command that explains what is expected."""
        return command_text(_EXPLAINS[self.play], self.problem)

    def to_json(self) -> dict[str, Any]:
        """Return the pixel as plain data for JSON."""
        up, right = map(number_text, self.problem.hits[:2])
        parts = {"row": self.row, "column": self.column, "pA": up, "pB": right, "given": self.given}
        error = None if self.error is None else float(self.error)
        return parts | {"expected": self.expected, "error": error, "explanation": self.explanation}


@dataclass(frozen=True)
class MapReport:
    """What the judge says of an array.

    Fields: `title`, of the map; `holds`, what the array was taken for; `counts`, of pixels by judgement; `wrong`,
    pixels that are wrong for sure, the worst first; `unseen`, how many others differ; `hint`, what may be wrong with
    the whole; `most`, how many wrong pixels are shown.
    """

    title: str
    holds: str
    counts: dict[Judgement, int]
    wrong: tuple[WrongPixel, ...]
    unseen: int
    hint: str
    most: int

    @property
    def ok(self) -> bool:
        """Whether every pixel is acceptable."""
        return not self.wrong and not self.unseen

    @property
    def summary(self) -> str:
        """The judgement in one line."""
        counts = {judgement.value: count for judgement, count in self.counts.items()}
        counts |= {"wrong": len(self.wrong), "differs, not looked at for ties": self.unseen}
        said = ", ".join(f"{what} {count:,}" for what, count in counts.items() if count)
        return f"{'accepted' if self.ok else 'not accepted'}: {said}"

    def __str__(self) -> str:
        """Return what was judged, the worst pixels with the commands that explain them, and a summary."""
        from tabulate import tabulate

        parts, worst = [f"{self.holds}; {self.title}"], self.wrong[: self.most]
        if worst:
            heads = ["row", "column", "pA", "pB", "given", "expected"]
            rows = [(each.row, each.column, *each.problem.hits[:2], each.given, each.expected) for each in worst]
            parts += [tabulate(rows, heads, disable_numparse=True), "\n".join(each.explanation for each in worst)]
        return "\n\n".join([*parts, *([self.hint] if self.hint else []), self.summary])

    def to_json(self) -> dict[str, Any]:
        """Return the report as plain data for JSON."""
        counts = {judgement.value: count for judgement, count in self.counts.items()}
        worst = [each.to_json() for each in self.wrong[: self.most]]
        parts = {"ok": self.ok, "map": self.title, "holds": self.holds, "counts": counts, "wrong": len(self.wrong)}
        return parts | {"unseen": self.unseen, "hint": self.hint, "worst": worst}


def judge_map(
    array: Any,
    problem: Problem,
    *,
    holds: str | None = None,
    player: str | None = None,
    axes: str = "A,B",
    grid: str = "ends",
    play: str = "announced",
    tolerance: object = "1e-9",
    most: int = 5,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> MapReport:
    """Return the report on somebody's array over the hit probabilities of A and B.

    The steps: (1) read what the array says; (2) compare it with the map, in doubles; (3) judge the pixels that differ
    exactly, the worst first, until 200 are wrong for sure; (4) if there are any, try the array turned and mirrored, in
    percent, and on other grids.

    Parameters: `array`, with a row and a column for each hit probability, and for all players a third dimension;
    `problem`, of which the hit probabilities of A and B count for nothing; `holds`, one of `HOLDS`, by default by the
    values; `player`, whom an array of aims or wins without a third dimension is about, by default A; `axes`, whose hit
    probabilities the rows and columns are; `grid`, one of `GRIDS`; `play`, "announced" or "stationary"; `tolerance`;
    `most`, how many wrong pixels are shown; `jobs` and `progress`, as for `truel_ref.maps.build`.

    Raises `ProblemError` for an array that is not a map, and the errors of `MapSpec`.

    >>> print(judge_map([["A", "B"], ["B", "A"]], Problem([0, 0])))
    winners; A and B alone; search Others, Miss; 2 x 2 pixels, pA and pB from 0 to 1
    <BLANKLINE>
    row    column    pA    pB    given    expected
    -----  --------  ----  ----  -------  ----------
    1      0         1     0     B        A
    <BLANKLINE>
    truel-ref why 1 0
    <BLANKLINE>
    not accepted: agrees 3, wrong 1
    """
    for what, said, known in (("axes", axes, ("A,B", "B,A")), ("grid", grid, GRIDS), ("play", play, _EXPLAINS)):
        refuse(ProblemError, (said not in known, f"{what}: {shown(said)} is unknown; choose from {', '.join(known)}"))
    claims = _claims(array, problem, holds, player)
    if axes == "B,A":
        claims = _turned(claims, lambda values: np.swapaxes(values, 0, 1))
    judge = _Judge(problem, len(claims.values), play, Terms.stated(tolerance).tolerance, jobs, progress)
    counts, wrong, unseen = judge.judged(claims, grid)
    hint = judge.hint(claims, grid, len(wrong) + unseen)
    if axes == "B,A":
        wrong = [replace(each, row=each.column, column=each.row) for each in wrong]
    side = len(claims.values)
    title = f"{judge.map_of(grid).spec.title()}; {side} x {side} pixels, pA and pB {GRIDS[grid].text}"
    whose = f" of {', '.join(map(label, claims.whose))}" if claims.whose else ""
    return MapReport(title, f"{claims.kind}{whose}{claims.note}", counts, tuple(wrong), unseen, hint, most)


def _turned(claims: _Claims, turn: Callable[[np.ndarray], np.ndarray]) -> _Claims:
    return replace(claims, values=turn(claims.values), judged=turn(claims.judged))


def acceptable(problem: Problem, play: str) -> Iterator[tuple[Judgement, Sequence[Outcome] | None]]:
    """Yield what is right at a pixel, the exact outcomes first; None means that any outcome may be right.

    In stationary play every pure equilibrium is right; without one, everything is.

    >>> [len(outcomes) for _, outcomes in acceptable(Problem(["1/2", "2/5", "3/5"]), "stationary")]
    [1, 1]
    """
    if play == "announced":
        solution = solve(problem)
        yield Judgement.AGREES, [Outcome(solution.win, solution.aims, problem=problem)]
        for judgement, slack in ((Judgement.TIE, Fraction(0)), (Judgement.CLOSE, THIN)):
            listed = all_outcomes(problem, cap=CAP, slack=slack)
            yield judgement, listed.outcomes if listed.complete else None
        return
    exact = equilibria(problem, cap=CAP)
    yield Judgement.AGREES, [Outcome(each.win, each.aims, problem=problem) for each in exact]
    if not exact.complete or not exact.equilibria:
        yield Judgement.TIE, None
        return
    near = equilibria_within(problem, THIN, cap=CAP)
    yield (
        Judgement.CLOSE,
        [Outcome(each.win, each.aims, problem=problem) for each in near.equilibria] if near.complete else None,
    )


class _Judge:
    """The exact maps that arrays of one size are compared with, each built once."""

    def __init__(
        self, problem: Problem, side: int, play: str, tolerance: Fraction, jobs: int | None, progress: Progress | None
    ) -> None:
        self.problem, self.side, self.play, self.tolerance = problem, side, play, tolerance
        self.jobs, self.progress = jobs, progress
        self._built: dict[int, MapData] = {}

    def map_of(self, grid: str) -> MapData:
        """Return a map that has all pixels of a grid."""
        steps = GRIDS[grid].steps(self.side)
        if steps not in self._built:
            spec = MapSpec(self.problem, steps, a_above_b=True, model=self.play)
            self._built[steps] = build(spec, jobs=self.jobs, progress=self.progress)
        return self._built[steps]

    def off(self, claims: _Claims, grid: str) -> np.ndarray:
        """Return by how much each pixel is off, 0 within half of the tolerance, NaN where the map has no value."""
        first, stride = GRIDS[grid].first, GRIDS[grid].stride
        off = claims.off(self.map_of(grid), slice(first, first + self.side * stride, stride))
        return np.where(off <= float(self.tolerance) / 2, 0, off)

    def judged(self, claims: _Claims, grid: str) -> tuple[dict[Judgement, int], list[WrongPixel], int]:
        """Return the counts by judgement, the wrong pixels, and how many others differ."""
        off, spec = self.off(claims, grid), self.map_of(grid).spec
        worst = np.argwhere(off)[np.argsort(-off[np.nonzero(off)], kind="stable")].tolist()
        counts = Counter({Judgement.AGREES: int(claims.judged.sum()) - len(worst)})
        wrong: list[WrongPixel] = []
        for number, (row, column) in enumerate(worst):
            if len(wrong) == _CONFIRMED:
                return dict(counts), wrong, len(worst) - number
            at = [GRIDS[grid].first + GRIDS[grid].stride * place for place in (row, column)]
            found = self._pixel(claims, (row, column), spec.at(*at))
            if isinstance(found, WrongPixel):
                wrong.append(found)
            else:
                counts[found] += 1
        return dict(counts), wrong, 0

    def _pixel(self, claims: _Claims, at: tuple[int, int], problem: Problem) -> Judgement | WrongPixel:
        """Return why a pixel is acceptable, or what is wrong with it."""
        first: Outcome | None = None
        for judgement, outcomes in acceptable(problem, self.play):
            if outcomes is None or any(claims.error(at, outcome) <= self.tolerance for outcome in outcomes):
                return judgement
            first = first or next(iter(outcomes), None)
        assert first is not None
        error = None if claims.kind == "aims" else claims.error(at, first)
        return WrongPixel(*at, problem, claims.given(at), claims.expected(first), error, self.play)

    def hint(self, claims: _Claims, grid: str, differ: int) -> str:
        """Return how a wrong array would be right, or nearly so, empty if no way that is tried helps much."""
        best, found = differ // 2, ""
        for name in (grid, *(other for other in GRIDS if other != grid)) if differ else ():
            if name != grid and (self.problem.players > 3 or GRIDS[name].steps(self.side) > _HINTED):
                continue
            on_grid = f"with pA and pB {GRIDS[name].text}: give --as {name}" if name != grid else ""
            for (how, turn), (scale, scaled) in product(_ORIENTATIONS.items(), self._scaled(claims).items()):
                left = int(np.count_nonzero(self.off(_turned(scaled, turn), name)))
                said = " and ".join(filter(None, (how, scale, on_grid)))
                if said and left < best:
                    best, found = left, said
        if not found:
            return ""
        return f"your array may be {found}; then {'all pixels agree' if not best else f'{best:,} pixels differ'}"

    @staticmethod
    def _scaled(claims: _Claims) -> dict[str, _Claims]:
        """Return an array of win probabilities as it is and, if they are too large, divided by 100."""
        if claims.kind != "wins" or claims.values.max() <= 1.5:
            return {"": claims}
        return {"": claims, "in percent: divide it by 100": replace(claims, values=claims.values / 100)}
