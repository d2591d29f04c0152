"""How somebody's array is read as claims about the pixels of a map: what it holds, whose it is, where it is empty.

A file is as its maker likes, or as somebody else has altered it. So the size of the file, the size that an archive
states for an entry, and the size that the header of an array states are each compared with a limit before what they
speak of is read, and only plain numbers and short texts are arrays at all.
"""

from __future__ import annotations

import contextlib
import io
import math
import os
import re
import sys
import zipfile
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, ClassVar, TypeAlias

import numpy as np

from truel_ref.errors import AimError, FileError, NumberError, VectorError, refuse, shown
from truel_ref.files import read_bytes
from truel_ref.game.aims import Aim, Word, listed_targets, target
from truel_ref.game.people import label
from truel_ref.game.problem import Problem
from truel_ref.game.solution import Outcome
from truel_ref.numbers import Number
from truel_ref.oracle.judge import aim_said, decimal

if TYPE_CHECKING:
    from truel_ref.maps.models import Aims

__all__ = [
    "HOLDS",
    "MOST_BYTES",
    "TRANSPOSED",
    "AimsClaimed",
    "Claims",
    "Said",
    "Winners",
    "Wins",
    "claims_of",
    "read_array",
]

HOLDS = ("winners", "aims", "wins")
"""What an array may hold."""

MISS = -1
"""A deliberate miss among aims that are indices."""


def claims_of(
    array: Any, problem: Problem, holds: str | None, player: str | None, triangle: bool, swapped: bool = False
) -> Claims:
    """Return what an array says.

    Two dimensions of floats are win probabilities of one player, and two of anything else are winners; three are win
    probabilities or aims of all players, who stand in the last dimension, or in the first.

    Parameters: as for `truel_ref.oracle.map_judge.judge_map`; `swapped`, whether the rows stand for pB.

    Raises `VectorError` for an array that says nothing of this kind, for a value that means nobody, and for NaN.

    >>> import numpy as np
    >>> claims_of(np.zeros((3, 5, 5)), Problem([0, 0, 1]), None, None, False).title
    'wins of A, B, C'
    """
    values, players = np.asarray(array), problem.players
    if values.ndim == 3 and values.shape[-1] != players and values.shape[0] == players:
        values = np.moveaxis(values, 0, -1)
    shape = " x ".join(map(str, values.shape))
    refuse(
        VectorError,
        (
            values.ndim not in (2, 3) or values.shape[0] != values.shape[1] or values.shape[2:] not in ((), (players,)),
            f"an array of {shape or 'no dimension'} is not a map; it has as many rows as columns, and for all "
            f"{players} players a third dimension of {players}",
        ),
        (not values.size, f"an array of {shape} is not a map; it has no pixel"),
        (
            values.dtype.kind not in "iufU",
            f"the entries of the array are {shown(str(values.dtype))}; give numbers or short texts",
        ),
    )
    usual = "wins" if values.dtype.kind == "f" else "winners" if values.ndim == 2 else "aims"
    holds = usual if holds is None else holds
    refuse(
        VectorError,
        (holds not in HOLDS, f"holds: {shown(holds)} is unknown; choose from {', '.join(HOLDS)}"),
        (
            player is not None and (holds == "winners" or values.ndim == 3),
            "player: an array of winners, or with a third dimension, is about all players",
        ),
    )
    whose = tuple(range(players)) if values.ndim == 3 else (_player("A" if player is None else player, players),)
    values = np.swapaxes(values, 0, 1) if swapped else values
    judged = _judged(values, triangle)
    if holds == "winners":
        refuse(VectorError, (values.ndim == 3, "winners: one for each pixel; the array has a third dimension"))
        return _winners(values, judged, players)
    values = values if values.ndim == 3 else values[..., None]
    if holds == "wins":
        refuse(VectorError, (values.dtype.kind == "U", f"wins: {shown(str(values.flat[0]))} is not a number"))
        return Wins(np.where(judged[..., None], values, 0).astype(np.float64), judged, whose)
    return _aims(values, judged, whose, problem)


def _player(text: str, players: int) -> int:
    labels = [label(player) for player in range(players)]
    if text.strip().upper() not in labels:
        raise VectorError(f"player: {shown(text)} is not a player; choose from {', '.join(labels)}")
    return labels.index(text.strip().upper())


def _judged(values: np.ndarray, triangle: bool) -> np.ndarray:
    """Return which pixels are judged: all, or one side of the diagonal if the other one is asked or known to be empty.

    Raises `VectorError` for NaN anywhere else, naming the first.
    """
    side = np.arange(len(values))
    lower = side[:, None] > side[None, :]
    judged = ~lower if triangle else np.ones_like(lower)
    if values.dtype.kind != "f":
        return judged
    empty = ~np.isfinite(values).reshape(*lower.shape, -1).all(axis=-1)
    for half in (lower, lower.T):
        if not triangle and (empty == half).all():
            return ~half
    bad = np.argwhere(empty & judged)
    if len(bad):
        row, column = map(int, bad[0])
        raise VectorError(
            f"row {row}, column {column} (counted from 0; pA and pB are {row}/{len(values) - 1} and "
            f"{column}/{len(values) - 1} of the way up) is {values[row, column].tolist()}, which is not a number; "
            f"{len(bad) - 1:,} more pixels are none either; "
            "only all pixels with pA > pB may be left out"
        )
    return judged


FROM_ONE = ", players counted from 1"


def _from_one(indices: np.ndarray, players: int, least: int) -> bool:
    """Tell whether indices can only be meant from 1 up."""
    return bool(indices.min() >= least and indices.max() == players)


def _winners(values: np.ndarray, judged: np.ndarray, players: int) -> Claims:
    """Return the winner of each pixel; texts are labels."""
    note = ""
    if values.dtype.kind == "U":
        words, numbers = np.unique(values, return_inverse=True)
        known = {label(player): player for player in range(players)}
        codes = [known.get(str(word).strip().upper(), players) for word in words]
        indices = np.array(codes)[numbers].reshape(values.shape)
    else:
        whole = np.where(judged, values, values[judged][0])
        indices = np.where((whole >= 0) & (whole <= players) & (whole == np.floor(whole)), whole, -1).astype(np.int64)
        if _from_one(indices, players, 1):
            indices, note = indices - 1, FROM_ONE
    bad = np.argwhere(judged & ((indices < 0) | (indices >= players)))
    if len(bad):
        row, column = map(int, bad[0])
        raise VectorError(
            f"row {row}, column {column} (counted from 0): {shown(values[row, column].item())} is not a player; "
            f"the players are {', '.join(map(label, range(players)))}, or 0 to {players - 1}"
        )
    return Winners(np.where(judged, indices, 0), judged, (), note)


def _aims(values: np.ndarray, judged: np.ndarray, whose: tuple[int, ...], problem: Problem) -> Claims:
    """Return aims, each different one read once. Among indices Miss is -1; if players are counted from 1, it is 0."""
    words, numbers = np.unique(values, return_inverse=True)
    numbers = numbers.reshape(values.shape)
    used = words if words.dtype.kind == "U" else values[judged]
    note = FROM_ONE if used.dtype.kind != "U" and _from_one(used, problem.players, 0) else ""
    listed: list[tuple[str, Said]] = []
    for number, word in enumerate(words):
        try:
            listed.append(_aim(word.item(), problem, first=1 if note else 0))
        except (AimError, NumberError) as error:
            where = np.argwhere(judged[..., None] & (numbers == number))
            if len(where):
                row, column, _ = map(int, where[0])
                raise VectorError(f"row {row}, column {column} (counted from 0): {error}") from None
            listed.append(("none", None))  # it stands outside of what is judged
    return AimsClaimed(numbers, judged, whose, note, tuple(listed))


def _aim(said: object, problem: Problem, first: int) -> tuple[str, Said]:
    """Return an aim in words, and read; `first` is the index of A."""
    if isinstance(said, int) or (isinstance(said, float) and said.is_integer()):
        index = int(said) - first
        entry: object = Word.MISS if index == MISS else index
    elif not isinstance(said, str):
        raise AimError(f"{shown(said)} is not a player")
    elif said.strip().casefold() in ("", "none"):
        return "none", None
    else:
        (entry,) = listed_targets(said)
    read = target(entry, 0, problem.people)
    same_for_all = not isinstance(read, Word) or read in (Word.MISS, Word.RANDOM)
    if not same_for_all or (isinstance(entry, str) and entry.strip().casefold() == "self"):
        raise AimError(f"{shown(said)} is not the same aim for everybody; name players, Miss, Random or weights")
    if isinstance(read, int):
        return label(read), read
    return (str(read), read) if isinstance(read, Word) else (str(said), read)


# ---------------------------------------------------------------------------------------------------------
# What somebody's array says of the pixels of a map: who wins most often, who aims at whom, or how likely each wins.

TRANSPOSED = "when transposed"

Said: TypeAlias = "int | Word | tuple[Number, ...] | None"
"""An aim as an array says it: a player, Miss or Random, weights; None for no aim."""


@dataclass(frozen=True, eq=False)
class Claims(ABC):
    """What an array says of each pixel; row `i` and column `j` of all arrays stand for pA and pB.

    Fields: `values`, side x side, and for aims and wins x the players whom it is about; `judged`, per pixel whether it
    is looked at; `whose`, those players; `note`, how it was read where that is not usual. `kind` is what it holds, and
    `has_size` says whether an error has a size.
    """

    values: np.ndarray
    judged: np.ndarray
    whose: tuple[int, ...]
    note: str = ""

    kind: ClassVar[str]
    has_size: ClassVar[bool] = True

    @property
    def title(self) -> str:
        """What the array holds, in words."""
        return self.kind + (f" of {', '.join(map(label, self.whose))}" if self.whose else "") + self.note

    @abstractmethod
    def off(self, win: np.ndarray, index: np.ndarray, aims: Sequence[Aims]) -> np.ndarray:
        """Return per pixel how far it is off from a map, 0 where it is the same; aims are off by 1 or not at all."""

    @abstractmethod
    def error(self, row: int, column: int, problem: Problem, outcome: Outcome) -> Number:
        """Return how far a pixel is off from an outcome, exactly."""

    def possible(self, row: int, column: int, tolerance: Fraction) -> bool:
        """Tell whether a pixel may say what it says where the outcomes of ties are too many to be listed."""
        return True

    @abstractmethod
    def given(self, row: int, column: int) -> str:
        """Return what the array says of a pixel, in words."""

    @abstractmethod
    def expected(self, outcome: Outcome) -> str:
        """Return what it ought to say, in words."""

    def altered(self) -> Iterator[tuple[str, Claims]]:
        """Yield what the array would be when altered as a whole, each with how, in words; first of all as it is."""
        for how, values in {"": self.values, **self.otherwise()}.items():
            for transposed, (said, (up, right)) in product((False, True), _MIRRORED.items()):
                arrays = [np.swapaxes(array, 0, 1) if transposed else array for array in (values, self.judged)]
                values_turned, judged = (array[::up, ::right] for array in arrays)
                words = [TRANSPOSED if transposed else "", said and f"{'then' if transposed else 'when'} {said}", how]
                yield " and ".join(filter(None, words)), replace(self, values=values_turned, judged=judged)

    def otherwise(self) -> dict[str, np.ndarray]:
        """Return what else the values may mean, by how they are read then."""
        return {}


_MIRRORED = {
    "": (1, 1),
    "rows are reversed": (-1, 1),
    "columns are reversed": (1, -1),
    "rows and columns are reversed": (-1, -1),
}


class Wins(Claims):
    """How likely the players win."""

    kind = "wins"

    def off(self, win: np.ndarray, index: np.ndarray, aims: Sequence[Aims]) -> np.ndarray:
        """Return per pixel the largest difference of a player."""
        return np.asarray(np.abs(self.values - win[..., list(self.whose)]).max(axis=-1))

    def _said(self, row: int, column: int) -> list[Fraction]:
        return [Fraction(float(value)) for value in self.values[row, column]]

    def possible(self, row: int, column: int, tolerance: Fraction) -> bool:
        """Tell whether the values can be those of a distribution, but for the tolerance, once for each value."""
        said = self._said(row, column)
        return min(said) >= -tolerance and sum(said) <= 1 + len(said) * tolerance

    def error(self, row: int, column: int, problem: Problem, outcome: Outcome) -> Number:
        """Return the largest difference of a player."""
        pairs = zip(self._said(row, column), self.whose, strict=True)
        errors: list[Number] = [abs(value - outcome.win[player]) for value, player in pairs]
        return max(errors)

    def given(self, row: int, column: int) -> str:
        """Return the values."""
        return ", ".join(map(decimal, self._said(row, column)))

    def expected(self, outcome: Outcome) -> str:
        """Return the exact values, rounded."""
        return ", ".join(decimal(outcome.win[player]) for player in self.whose)

    def otherwise(self) -> dict[str, np.ndarray]:
        """Return the values as percentages, where they are too large for probabilities."""
        return {"when divided by 100": self.values / 100} if self.values.max() > 1.5 else {}


class Winners(Claims):
    """Who wins most often; where several do, each of them is right."""

    kind = "winners"

    def off(self, win: np.ndarray, index: np.ndarray, aims: Sequence[Aims]) -> np.ndarray:
        """Return per pixel how much more often the winner wins than the one who is named."""
        named = np.take_along_axis(win, np.clip(self.values, 0, None)[..., None], axis=-1)[..., 0]
        return np.where(self.values < 0, 1.0, win.max(axis=-1) - named)

    def error(self, row: int, column: int, problem: Problem, outcome: Outcome) -> Number:
        """Return how much more often the winner wins."""
        named = int(self.values[row, column])
        return Fraction(1) if named < 0 else max(outcome.win) - outcome.win[named]

    def given(self, row: int, column: int) -> str:
        """Return the label."""
        named = int(self.values[row, column])
        return label(named) if named >= 0 else "nobody"

    def expected(self, outcome: Outcome) -> str:
        """Return the labels of all who win most often."""
        best = max(outcome.win)
        return " or ".join(label(player) for player, win in enumerate(outcome.win) if win == best)

    def otherwise(self) -> dict[str, np.ndarray]:
        """Return the values counted from 0, where nobody has that number."""
        return {"when players are counted from 0": self.values - 1} if self.values.min() > 0 else {}


@dataclass(frozen=True, eq=False)
class AimsClaimed(Claims):
    """Who aims at whom first; `words` are the different aims, which the values number."""

    words: tuple[tuple[str, Said], ...] = ()

    kind = "aims"
    has_size = False

    def off(self, win: np.ndarray, index: np.ndarray, aims: Sequence[Aims]) -> np.ndarray:
        """Return 1 per pixel where somebody's aim is another."""
        off = np.zeros(index.shape)
        for place, player in enumerate(self.whose):
            same = np.array([[_is(entry[player], said) for _, said in self.words] for entry in aims])
            off[~same[index, self.values[..., place]]] = 1
        return off

    def error(self, row: int, column: int, problem: Problem, outcome: Outcome) -> Number:
        """Return 0 where all aims are the same, as weights, else 1."""
        pairs = zip(self.values[row, column], self.whose, strict=True)
        same = all(outcome.aims[player] == aim_said(problem, player, self.words[number][1]) for number, player in pairs)
        return Fraction(0 if same else 1)

    def given(self, row: int, column: int) -> str:
        """Return the aims."""
        return ", ".join(self.words[number][0] for number in self.values[row, column])

    def expected(self, outcome: Outcome) -> str:
        """Return the aims of an outcome."""
        aims = [outcome.aims[player] for player in self.whose]
        return ", ".join("none" if aim is None else str(aim) for aim in aims)


def _is(aim: Aim | None, said: Said) -> bool:
    if aim is None or said is None:
        return aim is None and said is None
    if isinstance(said, Word):
        return aim.is_miss if said is Word.MISS else aim.is_random
    return aim.target == said if isinstance(said, int) else aim.weights == said


# ---------------------------------------------------------------------------------------------------------
# Reads the array of somebody else's map from a file: .npz and .npy without pickle, .csv; nothing is read unmeasured.

MOST_BYTES = 1 << 28
"""Bytes of a file, and of an array in it: eight players' win probabilities on a grid of 2,000 rows."""
_LONGEST_TEXT = 80  # characters of a cell: an aim, written as its weights
_USUAL = ("win", "wins", "winners", "winner", "aims", "aim")


def read_array(path: str | os.PathLike[str], name: str | None = None) -> np.ndarray:
    r"""Return the array in a file: numbers, or texts; a cell of a .csv with several values makes a third dimension.

    Parameters: `path`, which ends in .npz, .npy or .csv; `name`, which array of an .npz is meant where it has several.

    Raises `VectorError` for a file that cannot be read, is too large or holds no such array.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder) / "winners.csv"
    ...     _ = file.write_text("A,B\nB,A\n")
    ...     read_array(file).tolist()
    [['A', 'B'], ['B', 'A']]
    """
    file = Path(path)
    readers = {".npz": _from_archive, ".npy": _from_npy, ".csv": _from_csv}
    reader = readers.get(file.suffix.lower())
    if reader is None:
        raise VectorError(f"{_named(file)}: the name ends in none of {', '.join(readers)}, which are what can be read")
    if name is not None and reader is not _from_archive:
        raise VectorError(f"{_named(file)} holds one array; --array names one of an .npz file")
    try:
        return reader(read_bytes(file, MOST_BYTES, regular=True), _named(file), name)
    except VectorError:
        raise
    except FileError as error:
        raise VectorError(str(error)) from None
    except Exception as error:
        # Readers of archives, headers and texts raise a great many kinds of errors for what they cannot read.
        raise VectorError(f"{_named(file)} cannot be read: {type(error).__name__}: {error}") from None


def _named(file: Path) -> str:
    return shown(str(file), limit=1000)


def _from_archive(content: bytes, file: str, name: str | None) -> np.ndarray:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        entries = {
            entry.filename.removesuffix(".npy"): entry
            for entry in archive.infolist()
            if entry.filename.endswith(".npy")
        }
        usual = [key for key in _USUAL if key in entries]
        if name is None:
            name = next(iter(entries)) if len(entries) == 1 else usual[0] if len(usual) == 1 else None
        if name is None or name not in entries:
            some = ", ".join(map(shown, list(entries)[:20])) or "none"
            raise VectorError(f"{file}: name one of its arrays with --array; it has {some}")
        size, what = entries[name].file_size, f"{file}: array {shown(name)}"
        refuse(VectorError, (size > MOST_BYTES, f"{what}: {size:,} bytes are too many; up to {MOST_BYTES:,} are read"))
        with archive.open(entries[name]) as stream:
            return _array(stream, size, what)


def _from_npy(content: bytes, file: str, name: str | None) -> np.ndarray:
    return _array(io.BytesIO(content), len(content), file)


def _array(stream: IO[bytes], size: int, what: str) -> np.ndarray:
    """Return an array in the format of NumPy, whose header is compared with the size of the whole before it is used."""
    form = np.lib.format
    version = form.read_magic(stream)
    headers = {(1, 0): form.read_array_header_1_0, (2, 0): form.read_array_header_2_0}
    known = f"{what}: the format {'.'.join(map(str, version))} of arrays is not one that is read"
    refuse(VectorError, (version not in headers, known))
    shape, by_columns, kind = headers[version](stream)
    needed = math.prod(shape) * kind.itemsize
    refuse(
        VectorError,
        (
            kind.hasobject or kind.kind not in "iufU" or (kind.kind == "U" and kind.itemsize > 4 * _LONGEST_TEXT),
            f"{what}: its entries are {shown(str(kind))}; give numbers or short texts",
        ),
        (
            needed > size or min(shape, default=0) < 0,
            f"{what}: its header promises {needed:,} bytes, and there are {size:,}",
        ),
    )
    data = stream.read(needed)
    refuse(VectorError, (len(data) < needed, f"{what}: it ends early"))
    if kind.kind == "U":
        signs = np.frombuffer(data, dtype=np.dtype("u4").newbyteorder(kind.byteorder))
        refuse(VectorError, (signs.max(initial=0) > sys.maxunicode, f"{what}: its texts hold what is not a character"))
    return np.frombuffer(data, dtype=kind).reshape(shape, order="F" if by_columns else "C")


def _from_csv(content: bytes, file: str, name: str | None) -> np.ndarray:
    rows: list[list[list[str]]] = []
    for number, line in enumerate(content.decode("utf-8-sig").splitlines(), 1):
        if not line.strip():
            continue
        cells = [re.split(r"[;\s]+", cell.strip().strip('"').strip()) for cell in line.split(",")]
        first = rows[0] if rows else cells
        where = f"{file}: line {number}"
        if len(cells) != len(first):
            raise VectorError(f"{where} has {len(cells)} cells, and the first has {len(first)}")
        for column, cell in enumerate(cells):
            if len(cell) != len(first[0]):
                raise VectorError(f"{where}, cell {column + 1}: {len(cell)} values, and the first has {len(first[0])}")
            if max(map(len, cell)) > _LONGEST_TEXT:
                raise VectorError(f"{where}, cell {column + 1}: {shown(cell[0])} is too long")
        rows.append(cells)
    texts = [text for row in rows for cell in row for text in cell]
    each = len(rows[0][0]) if rows else 0
    shape = (len(rows), len(rows[0]) if rows else 0, *([] if each == 1 else [each]))
    kinds: list[tuple[type, type]] = [(int, np.int64), (float, np.float64)]
    for kind, stored in kinds:
        with contextlib.suppress(ValueError):
            return np.array([kind(text) for text in texts], dtype=stored).reshape(shape)
    return np.array(texts).reshape(shape)
