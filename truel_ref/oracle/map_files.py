"""Reads the array of somebody else's map from a file: .npz and .npy without pickle, .csv; nothing is read unmeasured.

A file is as its maker likes, or as somebody else has altered it. So the size of the file, the size that an archive
states for an entry, and the size that the header of an array states are each compared with a limit before what they
speak of is read, and only plain numbers and short texts are arrays at all.
"""

from __future__ import annotations

import io
import math
import os
import re
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from truel_ref.errors import FileError, VectorError, shown
from truel_ref.files import read_bytes

if TYPE_CHECKING:
    import numpy as np

__all__ = ["MOST_BYTES", "read_array"]

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


def _measure(size: int, what: str) -> None:
    if size > MOST_BYTES:
        raise VectorError(f"{what}: {size:,} bytes are too many; up to {MOST_BYTES:,} are read")


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
        _measure(entries[name].file_size, f"{file}: array {shown(name)}")
        with archive.open(entries[name]) as stream:
            return _array(stream, entries[name].file_size, f"{file}: array {shown(name)}")


def _from_npy(content: bytes, file: str, name: str | None) -> np.ndarray:
    return _array(io.BytesIO(content), len(content), file)


def _array(stream: IO[bytes], size: int, what: str) -> np.ndarray:
    """Return an array in the format of NumPy, whose header is compared with the size of the whole before it is used."""
    import numpy as np

    form = np.lib.format
    version = form.read_magic(stream)
    headers = {(1, 0): form.read_array_header_1_0, (2, 0): form.read_array_header_2_0}
    if version not in headers:
        raise VectorError(f"{what}: the format {'.'.join(map(str, version))} of arrays is not one that is read")
    shape, by_columns, kind = headers[version](stream)
    if kind.hasobject or kind.kind not in "iufU" or (kind.kind == "U" and kind.itemsize > 4 * _LONGEST_TEXT):
        raise VectorError(f"{what}: its entries are {shown(str(kind))}; give numbers or short texts")
    needed = math.prod(shape) * kind.itemsize
    if needed > size or min(shape, default=0) < 0:
        raise VectorError(f"{what}: its header promises {needed:,} bytes, and there are {size:,}")
    data = stream.read(needed)
    if len(data) < needed:
        raise VectorError(f"{what}: it ends early")
    if kind.kind == "U":
        signs = np.frombuffer(data, dtype=np.dtype("u4").newbyteorder(kind.byteorder))
        if signs.max(initial=0) > sys.maxunicode:
            raise VectorError(f"{what}: its texts hold what is no character")
    return np.frombuffer(data, dtype=kind).reshape(shape, order="F" if by_columns else "C")


def _from_csv(content: bytes, file: str, name: str | None) -> np.ndarray:
    import numpy as np

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
    for kind in (int, float):
        values = _numbers(texts, kind)
        if values is not None:
            return np.array(values, dtype=np.int64 if kind is int else np.float64).reshape(_shape(rows))
    return np.array(texts).reshape(_shape(rows))


def _numbers(texts: Sequence[str], kind: type[int] | type[float]) -> list[Any] | None:
    """Return texts as numbers, None if one of them is none."""
    try:
        return [kind(text) for text in texts]
    except ValueError:
        return None


def _shape(rows: Sequence[Sequence[Sequence[str]]]) -> tuple[int, ...]:
    each = len(rows[0][0]) if rows else 0
    flat = len(rows), len(rows[0]) if rows else 0
    return flat if each == 1 else (*flat, each)
