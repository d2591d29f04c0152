"""The judge of maps: somebody's array over the hit probabilities of A and B, compared with the exact map.

An array says for each pixel who wins most often, at whom the players aim first, or how likely they win.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from decimal import ROUND_UP, Context
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from truel_ref.errors import NumberError, ProblemError, TruelError, refuse, shown
from truel_ref.explain.outcomes import all_outcomes
from truel_ref.files import Pathlike, Progress, read_bytes
from truel_ref.game.aims import Aim
from truel_ref.game.people import label, labels, the_player
from truel_ref.game.problem import AnyProblem, Problem, command_text, stated
from truel_ref.game.solution import favourites
from truel_ref.maps.builder import build
from truel_ref.maps.spec import MapSpec
from truel_ref.numbers import number_text, read_rational_probability
from truel_ref.oracle.claims_of_others import possible
from truel_ref.oracle.judgement import Judgement, Terms
from truel_ref.oracle.vector_files import CAP, THIN
from truel_ref.play.stationary import equilibria_within

_BYTES = 1 << 28  # of a file, and of an array in it
_SIDE = 2_001
_CONFIRMED = 200  # wrong pixels that are confirmed exactly; further ones are counted
_SHOWN = 5  # wrong pixels in a report
_ROUNDED = 0.006  # the most by which values are off that are rounded to whole percent
_HINTED = 500  # rows beyond which no other grid is tried

HOLDS = ("winners", "aims", "wins")
_USUAL = ("win", "wins", "winners", "winner", "aims", "aim")
_SOLVERS: dict[str, Callable[..., Any]] = {"announced": all_outcomes, "stationary": equilibria_within}
_BLANK = ("", "na", "nan", "none")
_LEFT_OUT = ("", "without its header", "without its index", "without its header and its index")
_BETWEEN = re.compile(r"[;\s]+|,(?!\d)\s*|(?<!\d),")  # the values of a cell; a comma between digits is a decimal one


GRIDS = {
    "ends": ("from 0 to 1", 0, 1, -1),
    "centres": ("at the centres of equal steps", 1, 2, 0),
    "from-0": ("from 0 to below 1", 0, 1, 0),
    "to-1": ("from above 0 to 1", 1, 1, 0),
}
"""What rows and columns stand for: the first one and the stride in a map, and its steps but for `stride * side`."""

_ORIENTATIONS = {
    "": (0, False),
    "transposed (rows stand for B): give --as B,A": (0, True),
    "upside down: reverse its rows": (1, True),
    "mirrored: reverse its columns": (3, True),
    "turned by half: reverse its rows and columns": (2, False),
    "turned by a quarter: swap rows and columns, then reverse the rows": (1, False),
    "transposed and mirrored: swap rows and columns, then reverse the columns": (3, False),
    "transposed and turned: swap rows and columns, then reverse both": (2, True),
}
"""What may have happened to an array: the quarter turns that undo it, once rows and columns are swapped or not."""


# ---------------------------------------------------------------------------------------------------------
# Files


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
    content, arrays = read_bytes(path, _BYTES), kind in (".npy", ".npz")
    # NumPy raises errors of many kinds for the file of a stranger; other errors with a text would be faults of ours.
    unreadable = Exception if arrays else (ProblemError, UnicodeDecodeError, csv.Error)
    try:
        if not arrays:
            return _from_text(content.decode("utf-8-sig"))
        loaded = np.load(io.BytesIO(content), allow_pickle=False)
        return loaded if isinstance(loaded, np.ndarray) else _from_archive(loaded, name), ""
    except unreadable as error:
        raise ProblemError(f"{what} cannot be read: {error}") from None


def _from_archive(archive: Any, name: str | None) -> np.ndarray:
    """Return the named array, by default the only one, or the only one with a usual name."""
    names = [name] if name else archive.files if len(archive.files) == 1 else _USUAL
    likely = [key for key in archive.files if key in names]
    size = sum(archive.zip.getinfo(f"{key}.npy").file_size for key in likely)
    refuse(
        ProblemError,
        (len(likely) != 1, f"name one of its arrays with --as; it has {', '.join(archive.files)}"),
        (size > _BYTES, f"its array has {size:,} bytes, more than {_BYTES:,}"),
    )
    return archive[likely[0]]  # type: ignore[no-any-return]


def _from_text(text: str) -> tuple[np.ndarray, str]:
    """Return the square of cells, by the first separator with which the lines are one, and what was left out."""
    lines = [line for line in re.sub(r"[ \xa0]+%", "%", text).splitlines() if line.partition("#")[0].strip()]
    for separator in ",\t; " if lines else "":
        single = [" ".join(line.split()) if separator == " " else line for line in lines]
        table = [[cell.strip(" '") for cell in row] for row in csv.reader(single, delimiter=separator)]
        if not any(row[-1] for row in table):
            table = [row[:-1] for row in table]  # each line ends with a separator
        if len(table[0]) == len(table[-1]) - 1:
            table[0].insert(0, "")  # a header without a corner
        header, index = _margins(table)
        cells = [[_BETWEEN.split(cell.strip("()[] ")) for cell in row[index:]] for row in table[header:]]
        array = np.array(cells, dtype=object)
        if array.ndim == 3 and array.shape[0] == array.shape[1] > 1:
            array = _plain(array)
            return array[..., 0] if array.shape[-1] == 1 else array, _LEFT_OUT[header + 2 * index]
    raise ProblemError(f"its {len(lines)} lines are not a map; a map has as many rows as columns")


def _margins(table: list[list[str]]) -> tuple[int, int]:
    """Return whether a table begins with a header, and each of its rows with an index."""
    top, side = table[0], [row[0] for row in table if row]
    if len(top) == len(side):
        both = len(top) > 2 and (not top[0] or (top == side and _increase(top[1:])))
        return both, both
    return len(top) < len(side) and _increase(top), len(top) > len(side) and _increase(side)


def _increase(texts: Sequence[str]) -> bool:
    numbers = _plain(np.array(texts, dtype=object))
    return numbers.dtype.kind == "f" and bool((np.diff(numbers) > 0).all())


def _number(text: str) -> float:
    """Return the number of a text such as 0.5, 0,5, 50% or 1/2, and NaN for none."""
    plain = text.replace(",", ".")
    try:
        return float("nan" if text.casefold() in _BLANK else plain)
    except ValueError:
        return float(read_rational_probability(plain))


def _plain(texts: np.ndarray) -> np.ndarray:
    """Return an array of texts as numbers, if all of them are."""
    try:
        numbers = {text: _number(text) for text in set(texts.flat)}
    except NumberError:
        return texts
    return np.array([numbers[text] for text in texts.flat]).reshape(texts.shape)


# ---------------------------------------------------------------------------------------------------------
# What an array says


@dataclass(frozen=True, eq=False)
class _Claims:
    """What an array says of each pixel.

    Fields: `holds`, one of `HOLDS`; `said`, the different entries: win probabilities, players or aims; `codes`, by
    row, column and place in `whose`, which entry stands there; `judged`, which pixels count; `whose`, the players whom
    wins or aims are about; `note`, how it was read.
    """

    holds: str
    said: Sequence[Any]
    codes: np.ndarray
    judged: np.ndarray
    whose: list[int]
    note: str = ""

    def turned(self, quarters: int, swapped: bool) -> _Claims:
        """Return the claims of the array after quarter turns, with rows and columns swapped first or not."""
        codes, judged = (np.swapaxes(one, 0, 1) if swapped else one for one in (self.codes, self.judged))
        return replace(self, codes=np.rot90(codes, quarters), judged=np.rot90(judged, quarters))

    def off(self, win: np.ndarray, number: Any, table: Sequence[Sequence[Aim | None]]) -> Any:
        """Return by how much claims are off; an aim is right or off by 1.

        Parameters: `win`, the right win probabilities; `number`, of the right aims in a `table`.
        """
        if self.holds == "wins":
            return np.abs(np.array(self.said)[self.codes] - win[..., self.whose]).max(axis=-1)
        if self.holds == "winners":
            names = labels(win.shape[-1])
            chosen = np.array([[said == name for name in names] for said in self.said])[self.codes[..., 0]]
            return win.max(axis=-1) - (win * chosen).sum(axis=-1)
        right = np.array([[[said == aim for said in self.said] for aim in aims] for aims in table])
        return 1 - right[np.asarray(number)[..., None], self.whose, self.codes].min(axis=-1)

    def right(self, answer: Any) -> list[Any]:
        """Return what an answer says of the same players."""
        if self.holds == "winners":
            return [" or ".join(map(label, favourites(answer.win)))]
        return [(answer.win if self.holds == "wins" else answer.aims)[player] for player in self.whose]


def _text(entries: Sequence[Any]) -> str:
    """Return win probabilities, players or aims in words."""
    return ", ".join(f"{float(one):.12g}" if isinstance(one, Fraction) else str(one or "none") for one in entries)


def _readings(array: Any, players: int, holds: str | None, player: int | None) -> list[_Claims]:
    """Return what an array may say, the likeliest first.

    Its values decide: texts and whole numbers are winners or aims, counted from 0 or from 1; numbers between 0 and 1
    are win probabilities, as may be 0 and 1 alone.
    """
    values = _entries(array, players)
    flat, numbers = values.shape[-1] == 1, values.dtype.kind == "f"
    suited = {"winners": flat and player is None, "aims": flat or player is None, "wins": numbers}
    kinds = [what for what in HOLDS if holds in (None, what) and suited["aims"] and suited[what]]
    refuse(
        ProblemError,
        (
            not kinds,
            f"{holds or 'player'}: the array does not fit; winners, and the aims or wins of one player, are one entry "
            "for each pixel, and wins are numbers",
        ),
    )
    words, codes = np.unique(values, return_inverse=True)
    listed, codes = words.tolist(), codes.reshape(values.shape)
    tables = _meanings(listed, players)
    blank = np.array([tables[0].get(word, "odd") is None for word in listed])[codes]
    half = np.tri(len(values), k=-1, dtype=bool)
    left_out = next((side for side in (half, half.T) if (side == blank.all(axis=-1)).all()), half & False)
    if numbers:
        _refuse(
            ~np.isfinite(values).all(axis=-1) & ~left_out,
            " is not a number; only all pixels with pA > pB may be left out",
        )
    parts = (codes, ~left_out, [player or 0] if flat else list(range(players)))
    found = [
        _Claims(what, [known[word] for word in listed], *parts, ", players counted from 1" * first)
        for what in kinds
        for first, known in tables.items()
        if what != "wins" and known.keys() >= {*listed}
    ]
    if "wins" in kinds and (holds or np.nanmax(values) <= 1 or (words % 1 > 0).any()):
        found.append(_Claims("wins", listed, *parts))
    if not found:
        odd = next(word for word in listed if word not in tables[0])
        or_wins = "; if these are win probabilities, give --as wins" if numbers else ""
        said = shown(odd).removesuffix(".0")
        _refuse((values == odd).any(axis=-1), f": {said} is neither a player nor an aim{or_wins}")
    return found


def _meanings(words: Sequence[Any], players: int) -> dict[int, dict[Any, Any]]:
    """Return what entries mean, for players counted from 0 and from 1; texts have one meaning."""
    known: dict[Any, Any] = {word: None for word in words if str(word).casefold() in _BLANK}
    if isinstance(words[0], float):
        aims = [Aim.miss(players), *(Aim.at(player, players) for player in range(players))]
        return {first: known | dict(zip(range(first - 1, first + players), aims, strict=True)) for first in (0, 1)}
    for word in words:
        with suppress(TruelError):
            known[word] = "Random" if word.casefold() == "random" else Aim.of(word, players)
    return {0: known}


def _entries(array: Any, players: int) -> np.ndarray:
    """Return the entries of an array by row, column and place: numbers, or texts."""
    if np.ma.is_masked(array):
        array = array.astype(object).filled(np.nan)
    array = np.asarray(array, None if isinstance(array, np.ndarray) else object)
    values = np.atleast_3d(array)
    if values.shape[0] == players and values.shape[1] == values.shape[2] != players:
        values = np.moveaxis(values, 0, -1)
    refuse(
        ProblemError,
        (
            values.shape not in [(len(values), len(values), places) for places in (1, players)],
            f"an array of {' x '.join(map(str, array.shape))} is not a map; it has as many rows as columns, and "
            f"for all {players} players a third dimension of {players}",
        ),
        (values.dtype.kind not in "iufSUO", f"the entries are {values.dtype}; give numbers or short texts"),
        (not 2 <= len(values) <= _SIDE, f"{len(values)} rows: a map has from 2 to {_SIDE:,} rows"),
    )
    if values.dtype.kind in "SUO":
        texts = [str(one.decode(errors="replace") if isinstance(one, bytes) else one).strip() for one in values.flat]
        values = _plain(np.array(texts, dtype=object).reshape(values.shape))
    return values if values.dtype.kind == "O" else values.astype(np.float64)


def _refuse(where: np.ndarray, why: str) -> None:
    """Raise `ProblemError` that names the first pixel that is refused, if there is one."""
    for row, column in np.argwhere(where)[:1]:
        raise ProblemError(f"row {row}, column {column} (counted from 0){why}")


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

    Fields: `map`, its title; `holds`, what the array was taken for; `counts`, of pixels by judgement; `wrong`, pixels
    that are wrong for sure, the worst first; `unseen`, how many others differ; `hint`, what may be wrong with the
    whole.
    """

    map: str
    holds: str
    counts: dict[Judgement, int]
    wrong: tuple[WrongPixel, ...]
    unseen: int
    hint: str

    @property
    def ok(self) -> bool:
        """Whether every pixel is acceptable."""
        return not self.wrong and not self.unseen

    def __str__(self) -> str:
        """Return what was judged, the worst pixels with the commands that explain them, and a summary."""
        from tabulate import tabulate

        worst = self.wrong[:_SHOWN]
        table = tabulate([each[:6] for each in worst], WrongPixel._fields[:6] if worst else (), disable_numparse=True)
        others = [("wrong", len(self.wrong)), ("differs, not looked at for ties", self.unseen)]
        said = ", ".join(f"{what} {count:,}" for what, count in [*self.counts.items(), *others] if count)
        summary = f"{'accepted' if self.ok else 'not accepted'}: {said}"
        parts = (f"{self.holds}; {self.map}", table, "\n".join(each.explanation for each in worst), self.hint, summary)
        return "\n\n".join(filter(None, parts))

    def to_json(self) -> dict[str, Any]:
        """Return the report as plain data for JSON."""
        return {
            "ok": self.ok,
            **vars(self),
            "wrong": len(self.wrong),
            "worst": [each._asdict() for each in self.wrong[:_SHOWN]],
        }


def judge_map(
    array: Any,
    problem: AnyProblem,
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

    The steps: (1) read what the array may say; (2) compare it with the map, in doubles, and keep the likeliest reading
    unless another one leaves less than half of the differences; (3) judge the pixels that differ exactly, the worst
    first, until 200 are wrong for sure; (4) if there are any, try the array turned and mirrored, in percent, and on
    other grids.

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
    choices: tuple[tuple[str, str, Any], ...] = (
        ("holds", holds or "wins", HOLDS),
        ("axes", axes, ("A,B", "B,A")),
        ("grid", grid, GRIDS),
        ("play", play, _SOLVERS),
    )
    refuse(
        ProblemError,
        *(
            (said not in known, f"{what}: {shown(said)} is unknown; choose from {', '.join(known)}")
            for what, said, known in choices
        ),
    )
    problem = stated(problem)
    whose = None if player is None else the_player(player, labels(problem.players), "player: ")
    limit, swapped = Terms.stated(tolerance).tolerance, axes == "B,A"
    readings = [one.turned(0, swapped) for one in _readings(array, problem.players, holds, whose)]
    side = len(readings[0].judged)

    @cache
    def exact(name: str) -> tuple[MapSpec, Any, np.ndarray, Any]:
        """Return the map on a grid: its spec, win probabilities, numbers of aims, and the table of these."""
        _, first, stride, more = GRIDS[name]
        data = build(MapSpec(problem, stride * side + more, model=play), progress=progress)
        places = slice(first, first + stride * side, stride)
        return data.spec, data.win[places, places], data.index[places, places], [*data.aims, (None,) * problem.players]

    def off(tried: _Claims, name: str) -> np.ndarray:
        """Return by how much each pixel is off, 0 within half of the tolerance, NaN where the map has no value."""
        error = tried.off(*exact(name)[1:])
        return np.where(tried.judged & ~(error <= float(limit) / 2), error, 0)

    tried = [(off(one, grid), one) for one in readings]
    errors, claims = min(tried, key=lambda one: np.count_nonzero(one[0]) // (1 + (one[1] is readings[0])))
    differing = np.argwhere(errors)[np.argsort(-errors[errors != 0], kind="stable")].tolist()
    judged, spec, wrong = int(claims.judged.sum()), exact(grid)[0], list[WrongPixel]()
    counts, (text, first, stride, _) = Counter({Judgement.AGREES: judged - len(differing)}), GRIDS[grid]
    for row, column in differing:
        pixel = spec.at(first + stride * row, first + stride * column)
        found = _pixel(claims, (row, column), pixel, play, limit)
        if isinstance(found, Judgement):
            counts[found] += 1
        else:
            wrong.append(found._replace(row=column, column=row) if swapped else found)
        if len(wrong) == _CONFIRMED:
            break
    others = [name for name in GRIDS if name != grid and problem.players < 4 and side <= _HINTED]
    whom = "" if claims.holds == "winners" else f" of {', '.join(map(label, claims.whose))}"
    return MapReport(
        map=f"{spec.title()}; {side} x {side} pixels, pA and pB {text}",
        holds=f"{claims.holds}{whom}{claims.note}",
        counts=dict(counts),
        wrong=tuple(wrong),
        unseen=judged - counts.total() - len(wrong),
        hint=_hint(claims, off, [grid, *others]) if wrong else "",
    )


def _pixel(
    claims: _Claims, at: tuple[int, int], problem: Problem, play: str, tolerance: Fraction
) -> Judgement | WrongPixel:
    """Return why a pixel is acceptable, or what is wrong with it."""
    said = [Fraction(one) if isinstance(one, float) else one for one in map(claims.said.__getitem__, claims.codes[at])]
    own, errors = replace(claims, said=said, codes=np.arange(len(said))), list[tuple[Any, Any]]()
    for judgement, answers in acceptable(problem, play):
        errors += [(own.off(np.array(one.win), 0, [one.aims]), one) for one in answers or []]
        if answers is None or any(error <= tolerance for error, _ in errors):
            return judgement
    (error, right), (a, b) = errors[0], map(number_text, problem.hits[:2])
    command = command_text("why" if play == "announced" else "equilibria", problem)
    return WrongPixel(*at, a, b, _text(said), _text(own.right(right)), float(error), command)


def _hint(claims: _Claims, off: Callable[[_Claims, str], np.ndarray], grids: Sequence[str]) -> str:
    """Return how a wrong array would be right, or nearly so, empty if no way that is tried helps much.

    Parameters: `claims`; `off`, by how much each pixel of claims is off on a grid; `grids`, the stated one first.
    """
    tried, wins = [], claims.holds == "wins"
    scaled = {"": claims}
    scaled |= {"in percent: divide it by 100": replace(claims, said=[one / 100 for one in claims.said])} if wins else {}
    for grid, (how, turn), (percent, one) in product(grids, _ORIENTATIONS.items(), scaled.items()):
        errors = off(one.turned(*turn), grid)
        on = f"with pA and pB {GRIDS[grid][0]}: give --as {grid}" if grid != grids[0] else ""
        left = np.count_nonzero(errors > wins * _ROUNDED)
        tried.append((left, errors.max(), [*filter(None, (how, percent, on))]))
    left, worst, ways = min(tried, key=lambda one: one[0] // (1 + (not one[2])))
    then = f"; then {left:,} pixels differ" if left else "; then all pixels agree"
    if wins and 0 < worst < _ROUNDED:
        most = float(Context(1, ROUND_UP).create_decimal(float(worst) * (1 - 1e-9)))
        ways, then = [*ways, f"rounded: no pixel is off by more than {most:g}; give --tolerance"], ""
    return f"your array may be {' and '.join(ways)}{then}" if ways else ""


def acceptable(problem: Problem, play: str) -> Iterator[tuple[Judgement, Sequence[Any] | None]]:
    """Yield what is right at a pixel, the exact answers first; None means that any answer may be right.

    In stationary play every pure equilibrium is right; without one, everything is.

    >>> [len(answers) for _, answers in acceptable(Problem(["1/2", "2/5", "3/5"]), "stationary")]
    [1, 1, 1]
    """
    yield Judgement.AGREES, possible(problem, play, {}).outcomes
    for judgement, slack in ((Judgement.TIE, Fraction(0)), (Judgement.CLOSE, THIN)):
        found: Any = _SOLVERS[play](problem, slack=slack, cap=CAP)
        answers = found.outcomes if play == "announced" else found.equilibria
        yield judgement, answers if found.complete and answers else None
