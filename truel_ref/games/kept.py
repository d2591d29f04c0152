"""Results of long work, stored in a file piece by piece, so that the work can stop and resume.

The file holds lines of JSON: first the question; then the pieces of the work in their order; and last the SHA-256 of
all bytes before, which reveals a truncated or altered file. The file is written whole or not at all, so that even a
kill during a write leaves the old file intact.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Any, Generic, TypeVar

from truel_ref.errors import FileError, GameError, TruelError, shown
from truel_ref.files import Pathlike, json_text, lost_beside_answer, output_path, read_bytes, read_json, write_bytes

__all__ = ["Kept"]

P = TypeVar("P")

_FORMAT = 1
"""Raise it when the format of all these files changes: then older files are refused."""

_LONGEST = 1 << 30  # bytes of a file
_SEAL = b'{"sha256": "'
_EVERY = 5.0  # seconds between two writes, at least
_SHARE = 20  # writing takes at most 1 / _SHARE of the time
_SHOWN = 300  # characters of another question


class Kept(Generic[P]):
    """The pieces of one long work: the stored pieces of a file, and new pieces.

    It is a context manager: on every exit, also by an interrupt, it writes new pieces. If the work is done and this
    fails, the command prints the answer before the error. In between it writes now and again, at most every five
    seconds, and so seldom that it costs little.

    Parameters: `path`, a file that need not exist, None to store nothing; `about`, the question as plain data: a file
    about another question is refused; `read`, which returns a piece from its plain data, and raises a `ValueError`,
    `TypeError` or `LookupError` for invalid data; `written`, which returns the plain data of a piece.

    Fields: `pieces`, in their order.

    Raises `FileError` if the file cannot be read or written, and `GameError` for a damaged file or another question.

    >>> import tempfile
    >>> about = {"game": "dice", "seed": 1}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     for piece in (6, 2):
    ...         with Kept(f"{folder}/thrown", about, int) as kept:
    ...             kept.add(piece)
    ...             print(kept.pieces)
    [6]
    [6, 2]
    """

    def __init__(
        self,
        path: Pathlike | None,
        about: Mapping[str, Any],
        read: Callable[[Any], P],
        written: Callable[[P], Any] = lambda piece: piece,
    ) -> None:
        self.pieces: list[P] = []
        self._path = path
        self._written = written
        self._head = json_text({"kept": _FORMAT, "about": about}).encode() + b"\n"
        self._lines: list[bytes] = []
        self._saved = 0
        self._next = time.monotonic() + _EVERY
        if path is not None:
            self._load(path, read)

    def add(self, piece: P) -> None:
        """Add a piece, and now and again write all pieces. Raises `FileError` if writing fails."""
        self.pieces.append(piece)
        if self._path is None:
            return
        self._lines.append(json_text(self._written(piece)).encode() + b"\n")
        start = time.monotonic()
        if start >= self._next:
            self.save()
            took = time.monotonic() - start
            self._next = start + max(_EVERY, _SHARE * took)

    def save(self) -> None:
        """Write all pieces, unless the file has them. Raises `FileError` if writing fails."""
        if self._path is not None and len(self._lines) > self._saved:
            body = self._head + b"".join(self._lines)
            write_bytes(self._path, body + _seal(body))
            self._saved = len(self._lines)

    def damaged(self) -> GameError:
        """Return the error for pieces that do not fit together."""
        return _damaged("" if self._path is None else self._path)

    def __enter__(self) -> Kept[P]:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        try:
            self.save()
        except FileError as failed:
            if kind is not None:
                raise
            lost_beside_answer(failed)

    def _load(self, path: Pathlike, read: Callable[[Any], P]) -> None:
        output_path(path)
        try:
            body = _sealed(read_bytes(path, _LONGEST), path)
        except FileError as error:
            if isinstance(error.__cause__, FileNotFoundError):
                return
            raise
        head, *lines = body.splitlines(keepends=True)
        if head != self._head:
            raise GameError(f"{_named(path)} keeps other work, {_asked(head)}; name another file")
        try:
            self.pieces = [read(read_json(line)) for line in lines]
        except (TruelError, ValueError, TypeError, LookupError):
            raise _damaged(path) from None
        self._lines, self._saved = lines, len(lines)


def _seal(body: bytes) -> bytes:
    return _SEAL + hashlib.sha256(body).hexdigest().encode() + b'"}\n'


def _sealed(data: bytes, path: Pathlike) -> bytes:
    """Return the content of a file before its seal."""
    start = data.rfind(_SEAL)
    if start < 1 or data[start:] != _seal(data[:start]):
        raise _damaged(path)
    return data[:start]


def _damaged(path: Pathlike) -> GameError:
    return GameError(f"{_named(path)} is not a whole file of kept work; name another, or delete it to begin again")


def _asked(head: bytes) -> str:
    """Return the question in the first line of a file, as text."""
    try:
        data = read_json(head)
        return shown(data["about"], _SHOWN) if data["kept"] == _FORMAT else "that of another version"
    except (TruelError, ValueError, TypeError, LookupError):
        return "that of another program"


def _named(path: Pathlike) -> str:
    return shown(str(path), 1000)
