"""Read somebody's array over the hit probabilities of A and B: .npz and .npy without pickle, or text."""

from __future__ import annotations

import io
import re
import zipfile
from itertools import pairwise
from pathlib import Path

import numpy as np

from truel_ref.errors import FileError, ProblemError, refuse, shown
from truel_ref.files import Pathlike, read_bytes

_BYTES = 1 << 28  # of a file, and of an array in it
_SEPARATORS = (",", "\t", ";", " ")
_USUAL = ("win", "wins", "winners", "winner", "aims", "aim")


def read_array(path: Pathlike, name: str | None = None) -> tuple[np.ndarray, str]:
    r"""Return the array in a file, and a note on what was left out: a header, an index.

    Parameters: `path`, a file .npz or .npy of NumPy, or a text with a line for each row: cells between commas, tabs,
    semicolons or blanks, and several values of a cell between semicolons or blanks; `name`, of an array of an .npz
    file.

    Raises `ProblemError` for a file that holds no such array.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder) / "winners.csv"
    ...     _ = file.write_text(";0;1\n0;A;B\n1;B;A\n")
    ...     array, note = read_array(file)
    >>> array.tolist(), note
    ([['A', 'B'], ['B', 'A']], 'without its header and its index')
    """
    file, what = Path(path), shown(str(path), 1000)
    try:
        content = read_bytes(file, _BYTES)
        if file.suffix.lower() == ".npz":
            return _from_archive(content, what, name), ""
        refuse(ProblemError, (name is not None, f"{what} holds one array; --as NAME is for an .npz file"))
        if file.suffix.lower() == ".npy":
            return _plain(content, what), ""
        return _from_text(content.decode("utf-8-sig"), what)
    except FileError as error:
        raise ProblemError(str(error)) from None
    except (ValueError, OSError, EOFError, zipfile.BadZipFile) as error:
        if isinstance(error, ProblemError):
            raise
        raise ProblemError(f"{what} cannot be read: {error}") from None


def _from_archive(content: bytes, file: str, name: str | None) -> np.ndarray:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        sizes = {entry.filename.removesuffix(".npy"): entry.file_size for entry in archive.infolist()}
        usual = [key for key in (_USUAL if len(sizes) > 1 else sizes) if key in sizes]
        name = usual[0] if name is None and len(usual) == 1 else name
        if name is None or name not in sizes:
            raise ProblemError(f"{file}: name one of its arrays with --as; it has {', '.join(map(shown, sizes))}")
        refuse(ProblemError, (sizes[name] > _BYTES, f"{file}: array {shown(name)} has more than {_BYTES:,} bytes"))
        return _plain(archive.read(f"{name}.npy"), f"{file}: array {shown(name)}")


def _plain(content: bytes, what: str) -> np.ndarray:
    """Return an array of NumPy; its header is compared with the size of the content before it is used."""
    stream = io.BytesIO(content)
    version = np.lib.format.read_magic(stream)
    header = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
    shape, _, kind = header(stream)
    promised = kind.itemsize
    for length in shape:
        promised *= length
    refuse(
        ProblemError,
        (kind.kind not in "iufUb", f"{what}: its entries are {shown(str(kind))}; give numbers or short texts"),
        (promised > len(content), f"{what}: its header promises {promised:,} bytes, the file has {len(content):,}"),
    )
    array: np.ndarray = np.load(io.BytesIO(content), allow_pickle=False)
    return array


def _from_text(text: str, file: str) -> tuple[np.ndarray, str]:
    """Return the square of cells, by the first separator with which the lines are one."""
    lines = [line.strip(" \r\n") for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    counts = {}
    for separator in _SEPARATORS:
        rows = [line.split(None if separator == " " else separator) for line in lines]
        counts[separator] = sorted({len(row) for row in rows})
        if separator == " " and len(rows) > 1 and len(rows[0]) == len(rows[1]) - 1:
            rows[0].insert(0, "")  # a header without a corner
        table = [[cell.strip().strip("\"'").strip() for cell in row] for row in rows]
        square, note = _square(table)
        values = {len(_values(cell)) for row in square for cell in row}
        if len(values) == 1:
            return _cells(square, decimal_commas=separator != ","), note
    found = next((separator for separator in _SEPARATORS if counts[separator] not in ([], [1])), ",")
    cells = " or ".join(map(str, counts[found][:3])) or "no"
    raise ProblemError(f"{file}: {len(lines)} lines of {cells} cells are not a map; it has as many rows as columns")


def _square(table: list[list[str]]) -> tuple[list[list[str]], str]:
    """Return the rows and columns that are pixels, empty if they are not a square, and what was left out."""
    width = len(table[0]) if table else 0
    if width < 2 or any(len(row) != width for row in table):
        return [], ""
    extra = len(table) - width
    if extra == 1 and _increase(table[0][1:]):
        return table[1:], "without its header"
    if extra == -1 and _increase([row[0] for row in table]):
        return [row[1:] for row in table], "without its index"
    first_column = [row[0] for row in table[1:]]
    has_both = width > 2 and first_column == table[0][1:] and _increase(first_column)
    if extra == 0 and (has_both or (not table[0][0] and width > 2)):
        return [row[1:] for row in table[1:]], "without its header and its index"
    return (table, "") if extra == 0 else ([], "")


def _increase(texts: list[str]) -> bool:
    try:
        numbers = [float(text.replace(",", ".")) for text in texts]
    except ValueError:
        return False
    return all(one < two for one, two in pairwise(numbers))


def _values(cell: str) -> list[str]:
    return re.split(r"[;\s]+", cell)


def _cells(rows: list[list[str]], decimal_commas: bool) -> np.ndarray:
    array = np.array([list(map(_values, row)) for row in rows])
    array = array[..., 0] if array.shape[-1] == 1 else array
    texts = np.char.replace(array, ",", ".") if decimal_commas else array
    try:
        return np.where(texts == "", "nan", texts).astype(np.float64)
    except ValueError:
        return array
