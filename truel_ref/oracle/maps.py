"""The judge of maps: somebody's array over the hit probabilities of A and B, compared with the exact map.

An array says for each pixel who wins most often, at whom the players aim first, or how likely they win.
"""

from __future__ import annotations

import contextlib
import io
import re
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from truel_ref.errors import ProblemError, TruelError, refuse, shown
from truel_ref.explain.outcomes import all_outcomes
from truel_ref.files import Pathlike, Progress, read_bytes
from truel_ref.game.aims import Aim, Word
from truel_ref.game.people import label
from truel_ref.game.problem import Problem, command_text
from truel_ref.game.solution import Outcome
from truel_ref.maps.builder import build
from truel_ref.maps.data import MapData
from truel_ref.maps.spec import MapSpec
from truel_ref.numbers import Number, number_text
from truel_ref.oracle.claims_of_others import possible
from truel_ref.oracle.judgement import Judgement, Terms
from truel_ref.oracle.vector_files import CAP, THIN
from truel_ref.play.stationary import equilibria, equilibria_within

_BYTES = 1 << 28  # of a file, and of an array in it
_SIDE = 2_001
_CONFIRMED = 200  # wrong pixels that are confirmed exactly; further ones are counted
_SHOWN = 5  # wrong pixels in a report
_ROUNDED = 0.006  # the most by which values are off that are rounded to whole percent
_HINTED = 1_000  # steps of a map beyond which no other grid is tried

HOLDS = ("winners", "aims", "wins")
_USUAL = ("win", "wins", "winners", "winner", "aims", "aim")
_EXPLAINS = {"announced": "why", "stationary": "equilibria"}

Said: TypeAlias = "Aim | str | None"
"""An aim as an array says it; "Random" is equal to the aim that this word means at a pixel."""


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

_ORIENTATIONS = {
    "": (1, 1, False),
    "transposed (rows stand for B): give --as B,A": (1, 1, True),
    "upside down: reverse its rows": (-1, 1, False),
    "mirrored: reverse its columns": (1, -1, False),
    "turned by half: reverse its rows and columns": (-1, -1, False),
    "turned by a quarter: swap rows and columns, then reverse the rows": (-1, 1, True),
    "transposed and mirrored: swap rows and columns, then reverse the columns": (1, -1, True),
    "transposed and turned: swap rows and columns, then reverse both": (-1, -1, True),
}
"""What may have happened to an array: the steps through its rows and columns, once these are swapped or not."""


# ---------------------------------------------------------------------------------------------------------
# Reading


def read_array(path: Pathlike, name: str | None = None) -> tuple[np.ndarray, str]:
    r"""Return the array in a file, and a note on what was left out: a header, an index.

    Parameters: `path`, a file .npz or .npy of NumPy, or a text with a line for each row: cells between commas, tabs,
    semicolons or blanks, and several values of a cell between semicolons or blanks; `name`, of an array of an .npz
    file.

    Raises `FileError` for a file that cannot be read, and `ProblemError` for one that holds no such array.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder) / "winners.csv"
    ...     _ = file.write_text(";0;1\n0;A;B\n1;B;A\n")
    ...     array, note = read_array(file)
    >>> array.tolist(), note
    ([['A', 'B'], ['B', 'A']], 'without its header and its index')
    """
    what, kind = shown(str(path), 1000), Path(path).suffix.lower()
    refuse(ProblemError, (name and kind != ".npz", f"{what} holds one array; --as NAME is for an .npz file"))
    content = read_bytes(path, _BYTES)
    try:
        if kind not in (".npy", ".npz"):
            return _from_text(content.decode("utf-8-sig"), what)
        loaded = np.load(io.BytesIO(content), allow_pickle=False)
        return loaded if isinstance(loaded, np.ndarray) else _from_archive(loaded, what, name), ""
    except TruelError:
        raise
    except (ValueError, OSError, EOFError, MemoryError, zipfile.BadZipFile) as error:
        raise ProblemError(f"{what} cannot be read: {error}") from None


def _from_archive(archive: Any, file: str, name: str | None) -> np.ndarray:
    """Return the named array, by default the only one, or the only one with a usual name."""
    likely = [key for key in archive.files if key == name or (not name and (key in _USUAL or len(archive.files) == 1))]
    listed = ", ".join(map(shown, archive.files))
    refuse(ProblemError, (len(likely) != 1, f"{file}: name one of its arrays with --as; it has {listed}"))
    large = archive.zip.getinfo(f"{likely[0]}.npy").file_size > _BYTES
    refuse(ProblemError, (large, f"{file}: array {shown(likely[0])} has more than {_BYTES:,} bytes"))
    return archive[likely[0]]  # type: ignore[no-any-return]


def _from_text(text: str, file: str) -> tuple[np.ndarray, str]:
    """Return the square of cells, by the first separator with which the lines are one."""
    lines = [line.strip(" ") for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    for separator in (",", "\t", ";", None):
        table = [[cell.strip(" \"'") for cell in line.split(separator)] for line in lines]
        if separator is None and len(table) > 1 and len(table[0]) == len(table[1]) - 1:
            table[0].insert(0, "")  # a header without a corner
        square, note = _square(table)
        cells = [[re.split(r"[;\s]+", cell) for cell in row] for row in square]
        if len({len(cell) for row in cells for cell in row}) == 1:
            array = np.array(cells)
            array = array[..., 0] if array.shape[-1] == 1 else array  # a cell with one value has no axis of its own
            texts = array if separator == "," else np.char.replace(array, ",", ".")
            with contextlib.suppress(ValueError):  # not all are numbers
                array = np.where(texts == "", "nan", texts).astype(np.float64)
            return array, note
    raise ProblemError(f"{file}: its {len(lines)} lines are not a map; a map has as many rows as columns")


def _square(table: list[list[str]]) -> tuple[list[list[str]], str]:
    """Return the rows and columns that are pixels, empty if they are not a square, and what was left out."""
    rows, columns = len(table), len(table[0]) if table else 0
    if columns < 2 or any(len(row) != columns for row in table):
        return [], ""
    top, side = table[0][1:], [row[0] for row in table]
    both = rows == columns > 2 and (not table[0][0] or (top == side[1:] and _increase(top)))
    header, index = both or (rows == columns + 1 and _increase(top)), both or (columns == rows + 1 and _increase(side))
    left_out = ["its header"] * header + ["its index"] * index
    square = [row[index:] for row in table[header:]] if rows - header == columns - index else []
    return square, f"without {' and '.join(left_out)}" if left_out else ""


def _increase(texts: list[str]) -> bool:
    try:
        return all(one < two for one, two in pairwise(float(text.replace(",", ".").rstrip(" %")) for text in texts))
    except ValueError:
        return False


# ---------------------------------------------------------------------------------------------------------
# What an array says


@dataclass(frozen=True, eq=False)
class _Claims:
    """What an array says of each pixel.

    Fields: `kind`, one of `HOLDS`; `values`, by row, column and place in `whose`: win probabilities, or texts of
    winners or aims; `judged`, which pixels count; `whose`, the players whom wins or aims are about; `note`, how it was
    read.
    """

    kind: str
    values: np.ndarray
    judged: np.ndarray
    whose: tuple[int, ...]
    note: str = ""

    def turned(self, rows: int, columns: int, swapped: bool) -> _Claims:
        """Return the claims of the array with rows and columns in other directions."""
        values, judged = (
            (array.swapaxes(0, 1) if swapped else array)[::rows, ::columns] for array in (self.values, self.judged)
        )
        return replace(self, values=values, judged=judged)

    def off(self, data: MapData, places: slice) -> np.ndarray:
        """Return by how much each pixel differs from a map, in doubles; an aim is right or off by 1."""
        win, index = data.win[places, places], data.index[places, places]
        if self.kind == "aims":
            aims = np.array([[_text(each[who]) for who in self.whose] for each in data.aims])
            off = (aims[index] != self.values).astype(np.float64)
        elif self.kind == "winners":
            players = np.searchsorted(list(map(label, range(win.shape[-1]))), self.values)
            off = win.max(axis=-1, keepdims=True) - np.take_along_axis(win, players, axis=-1)
        else:
            off = np.abs(self.values - win[..., list(self.whose)])
        return np.where(self.judged, np.where(index < 0, np.nan, off.max(axis=-1)), 0)

    def error(self, at: tuple[int, int], outcome: Outcome) -> Number:
        """Return exactly by how much a pixel is off from an outcome."""
        said, wins = self.values[at].tolist(), outcome.win
        if self.kind == "wins":
            errors: list[Number] = [abs(Fraction(win) - wins[who]) for win, who in zip(said, self.whose, strict=True)]
            return max(errors)
        if self.kind == "winners":
            return max(wins) - wins[[*map(label, range(len(wins)))].index(said[0])]
        same = [outcome.aims[who] == _said(aim, len(wins)) for aim, who in zip(said, self.whose, strict=True)]
        return Fraction(not all(same))

    def given(self, at: tuple[int, int]) -> str:
        """Return what the array says of a pixel."""
        return ", ".join(f"{said:.12g}" if self.kind == "wins" else said for said in self.values[at].tolist())

    def expected(self, outcome: Outcome) -> str:
        """Return what is right at a pixel."""
        if self.kind == "winners":
            best = max(outcome.win)
            return " or ".join(label(player) for player, win in enumerate(outcome.win) if win == best)
        wins = self.kind == "wins"
        return ", ".join(f"{float(outcome.win[who]):.12g}" if wins else _text(outcome.aims[who]) for who in self.whose)


def _claims(array: Any, problem: Problem, holds: str | None, player: str | None) -> _Claims:
    """Return what an array says.

    What it holds follows from its values: texts and whole numbers are winners, or aims in three dimensions; other
    numbers are win probabilities.
    """
    values, players = np.asarray(array), problem.players
    if values.ndim == 3 and values.shape[0] == players != values.shape[-1]:
        values = np.moveaxis(values, 0, -1)
    shape = " x ".join(map(str, values.shape)) or "no dimension"
    square = values.ndim in (2, 3) and values.shape[0] == values.shape[1] and values.shape[2:] in ((), (players,))
    labels, flat = [label(each) for each in range(players)], values.ndim == 2
    named = "A" if player is None else player.strip().upper()
    refuse(
        ProblemError,
        (
            not square,
            f"an array of {shape} is not a map; it has as many rows as columns, and for all {players} players a third "
            f"dimension of {players}",
        ),
        (values.dtype.kind not in "iufUb", f"the entries are {shown(str(values.dtype))}; give numbers or short texts"),
        (square and not 2 <= len(values) <= _SIDE, f"{len(values)} rows: a map has from 2 to {_SIDE:,} rows"),
        (holds not in (None, *HOLDS), f"holds: {shown(holds)} is unknown; choose from {', '.join(HOLDS)}"),
        (named not in labels, f"player: {shown(player)} is not a player; choose from {', '.join(labels)}"),
    )
    values = values.reshape(*values.shape[:2], -1)
    judged, texts = _judged(values), values.dtype.kind == "U"
    whose = (labels.index(named),) if flat else tuple(range(players))
    whole = texts or bool((values[judged] == np.floor(values[judged])).all())
    holds = holds or ("wins" if not whole else "winners" if flat else "aims")
    refuse(
        ProblemError,
        (holds == "winners" and not flat, "winners: an array of winners has one entry for each pixel"),
        (player is not None and (holds == "winners" or not flat), "player: the array is about all players"),
        (holds == "wins" and texts, f"wins: {shown(str(values.flat[0]))} is not a number"),
    )
    if holds == "wins":
        return _Claims(holds, np.where(judged[..., None], values, 0).astype(np.float64), judged, whose)
    values, note = _as_texts(values, judged, players)
    no_player = next((word for word in np.unique(values) if word not in labels), None)
    refuse(ProblemError, (holds == "winners" and no_player, f"winners: {no_player} is not a player"))
    return _Claims(holds, values, judged, whose, note)


def _judged(values: np.ndarray) -> np.ndarray:
    """Return which pixels count: all, or those of one side of the diagonal if the other side is empty (NaN)."""
    full: np.ndarray = np.ones(values.shape[:2], dtype=bool)
    if values.dtype.kind == "f":
        full = np.isfinite(values).all(axis=-1)
    half = np.tri(len(values), k=-1, dtype=bool)
    if not any(np.array_equal(~full, empty) for empty in (half, half.T, half & False)):
        row, column = np.argwhere(~full)[0]
        raise ProblemError(
            f"row {row}, column {column} (counted from 0) is not a number; only all pixels with pA > pB may be left out"
        )
    return full


def _as_texts(values: np.ndarray, judged: np.ndarray, players: int) -> tuple[np.ndarray, str]:
    """Return each entry as the text of a player or an aim, and a note if players count from 1.

    Among numbers -1 is a miss, or 0 if players count from 1.
    """
    words, places = np.unique(np.where(judged[..., None], values, values[judged].flat[0]), return_inverse=True)
    named, first = words.dtype.kind == "U", 0
    if not named:
        first = int(words.max() == players and words.min() >= 0)
        known = {first - 1: Word.MISS.value} | {first + player: label(player) for player in range(players)}
    texts = []
    for word in words.tolist():
        try:
            texts.append(_text(_said(word if named else known[word], players)))
        except (TruelError, KeyError):
            row, column = np.argwhere(values == word)[0][:2]
            raise ProblemError(
                f"row {row}, column {column} (counted from 0): {shown(word)} is neither a player nor an aim"
            ) from None
    return np.array(texts)[places].reshape(values.shape), ", players counted from 1" * first


def _said(text: str, players: int) -> Said:
    """Return the aim that a text stands for."""
    word = text.strip().casefold()
    return None if word in ("", "none") else Word.RANDOM.value if word == "random" else Aim.of(word, players)


def _text(aim: Said) -> str:
    return str(aim or "none")


# ---------------------------------------------------------------------------------------------------------
# The judgement


class WrongPixel(NamedTuple):
    """A pixel where an array is wrong; rows and columns count from 0, and a command explains what is expected."""

    row: int
    column: int
    pA: str  # noqa: N815  as in titles and in JSON
    pB: str  # noqa: N815
    given: str
    expected: str
    error: float
    explanation: str


@dataclass(frozen=True)
class MapReport:
    """What the judge says of an array.

    Fields: `title`, of the map; `holds`, what the array was taken for; `counts`, of pixels by judgement; `wrong`,
    pixels that are wrong for sure, the worst first; `unseen`, how many others differ; `hint`, what may be wrong with
    the whole.
    """

    title: str
    holds: str
    counts: dict[Judgement, int]
    wrong: tuple[WrongPixel, ...]
    unseen: int
    hint: str

    @property
    def ok(self) -> bool:
        """Whether every pixel is acceptable."""
        return not self.wrong and not self.unseen

    @property
    def summary(self) -> str:
        """The judgement in one line."""
        counts = [*self.counts.items(), ("wrong", len(self.wrong)), ("differs, not looked at for ties", self.unseen)]
        said = ", ".join(f"{what} {count:,}" for what, count in counts if count)
        return f"{'accepted' if self.ok else 'not accepted'}: {said}"

    def __str__(self) -> str:
        """Return what was judged, the worst pixels with the commands that explain them, and a summary."""
        from tabulate import tabulate

        parts, worst = [f"{self.holds}; {self.title}"], self.wrong[:_SHOWN]
        if worst:
            table = tabulate([each[:6] for each in worst], WrongPixel._fields[:6], disable_numparse=True)
            parts += [table, "\n".join(each.explanation for each in worst)]
        return "\n\n".join([*parts, *([self.hint] if self.hint else []), self.summary])

    def to_json(self) -> dict[str, Any]:
        """Return the report as plain data for JSON."""
        worst = [each._asdict() for each in self.wrong[:_SHOWN]]
        parts = {"ok": self.ok, "map": self.title, "holds": self.holds, "counts": self.counts, "wrong": len(self.wrong)}
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
    `progress`, as for `truel_ref.maps.build`.

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
    swapped, limit = axes == "B,A", Terms.stated(tolerance).tolerance
    claims = _claims(array, problem, holds, player).turned(1, 1, swapped)
    side, way = len(claims.values), GRIDS[grid]

    @cache
    def map_of(steps: int) -> MapData:
        return build(MapSpec(problem, steps, a_above_b=True, model=play), progress=progress)

    def off(tried: _Claims, name: str) -> np.ndarray:
        """Return by how much each pixel is off, 0 within half of the tolerance, NaN where the map has no value."""
        first, stride = GRIDS[name].first, GRIDS[name].stride
        error = tried.off(map_of(GRIDS[name].steps(side)), slice(first, first + side * stride, stride))
        return np.where(error <= float(limit) / 2, 0, error)

    spec, errors = map_of(way.steps(side)).spec, off(claims, grid)
    worst = np.argwhere(errors)[np.argsort(-errors[np.nonzero(errors)], kind="stable")].tolist()
    counts, wrong = Counter({Judgement.AGREES: 0}), list[WrongPixel]()
    for row, column in worst:
        if len(wrong) == _CONFIRMED:
            break
        pixel = spec.at(way.first + way.stride * row, way.first + way.stride * column)
        found = _pixel(claims, (row, column), pixel, play, limit)
        if isinstance(found, Judgement):
            counts[found] += 1
        else:
            wrong.append(found._replace(row=column, column=row) if swapped else found)
    unseen = len(worst) - counts.total() - len(wrong)
    counts[Judgement.AGREES] += int(claims.judged.sum()) - len(worst)
    others = [name for name in GRIDS if problem.players < 4 and GRIDS[name].steps(side) <= _HINTED and name != grid]
    hint = _hint(claims, off, [grid, *others], len(wrong) + unseen) if wrong else ""
    title = f"{spec.title()}; {side} x {side} pixels, pA and pB {way.text}"
    whose = f" of {', '.join(map(label, claims.whose))}" if claims.kind != "winners" else ""
    return MapReport(title, f"{claims.kind}{whose}{claims.note}", dict(counts), tuple(wrong), unseen, hint)


def _pixel(
    claims: _Claims, at: tuple[int, int], problem: Problem, play: str, tolerance: Fraction
) -> Judgement | WrongPixel:
    """Return why a pixel is acceptable, or what is wrong with it."""
    first: list[Outcome] = []
    for judgement, outcomes in acceptable(problem, play):
        if outcomes is None or any(claims.error(at, outcome) <= tolerance for outcome in outcomes):
            return judgement
        first += outcomes[:1]
    (a, b), command = map(number_text, problem.hits[:2]), command_text(_EXPLAINS[play], problem)
    error = float(claims.error(at, first[0]))
    return WrongPixel(*at, a, b, claims.given(at), claims.expected(first[0]), error, command)


def _hint(claims: _Claims, off: Callable[[_Claims, str], np.ndarray], grids: Sequence[str], differ: int) -> str:
    """Return how a wrong array would be right, or nearly so, empty if no way that is tried helps much.

    Parameters: `claims`; `off`, by how much each pixel of claims is off on a grid; `grids`, the stated one first;
    `differ`, how many pixels do.
    """
    worst = off(claims, grids[0]).max()
    if claims.kind == "wins" and worst < _ROUNDED:
        return f"your array may be rounded: no pixel is off by more than {worst:.1g}; give --tolerance"
    scales = {"": 1} | ({"in percent: divide it by 100": 100} if claims.kind == "wins" else {})
    left = {"": differ // 2}
    for grid, (how, turn), (scale, by) in product(grids, _ORIENTATIONS.items(), scales.items()):
        on = f"with pA and pB {GRIDS[grid].text}: give --as {grid}" if grid != grids[0] else ""
        said, tried = " and ".join(filter(None, (how, scale, on))), claims.turned(*turn)
        if said:
            values = tried.values / by if by > 1 else tried.values
            left[said] = int(np.count_nonzero(off(replace(tried, values=values), grid)))
    found = min(left, key=left.__getitem__)
    then = f"{left[found]:,} pixels differ" if left[found] else "all pixels agree"
    return f"your array may be {found}; then {then}" if found else ""


def acceptable(problem: Problem, play: str) -> Iterator[tuple[Judgement, Sequence[Outcome] | None]]:
    """Yield what is right at a pixel, the exact outcomes first; None means that any outcome may be right.

    In stationary play every pure equilibrium is right; without one, everything is.

    >>> [len(outcomes) for _, outcomes in acceptable(Problem(["1/2", "2/5", "3/5"]), "stationary")]
    [1, 1]
    """
    if play == "announced":
        yield Judgement.AGREES, possible(problem, play, {}).outcomes
        for judgement, slack in ((Judgement.TIE, Fraction(0)), (Judgement.CLOSE, THIN)):
            listed = all_outcomes(problem, cap=CAP, slack=slack)
            yield judgement, listed.outcomes if listed.complete else None
        return
    exact = equilibria(problem, cap=CAP)
    for judgement, found in ((Judgement.AGREES, exact), (Judgement.CLOSE, equilibria_within(problem, THIN, cap=CAP))):
        yield judgement, [Outcome(each.win, each.aims, problem=problem) for each in found.equilibria]
        if not found.complete or not exact.equilibria:
            yield Judgement.TIE, None
