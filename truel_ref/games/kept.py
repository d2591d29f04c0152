"""Results of long work kept in a file, piece by piece, so that it can be stopped and gone on with.

The file holds lines of JSON: what was asked; one piece of the work each, in their order; and last the SHA-256 of all
bytes before, so that a file that was cut off or altered is recognised. It is written whole or not at all, so that not
even a kill in the middle of a write harms what was kept before.
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
"""To be raised when the files change, whatever they keep: older ones are then refused."""

_LONGEST = 1 << 30  # bytes of a file
_SEAL = b'{"sha256": "'
_EVERY = 5.0  # seconds between two writes, at least
_SHARE = 20  # of the time goes into writing, at most one part in so many
_SHOWN = 300  # characters of another question


class Kept(Generic[P]):
    """The pieces of one long work: those that a file has kept, and those that are added.

    It is a block: on every way out, an interrupt among them, what was added is written. If that fails where the work is
    done, the command prints the answer before the error. In between it is written now
    and again, at most every five seconds, and so seldom that it costs little.

    Parameters: `path`, a file that is there or not, None to keep nothing; `about`, what is asked, as plain data: a file
    about anything else is refused; `read`, which returns a piece from its plain data, and raises any `ValueError`,
    `TypeError` or `LookupError` for what is none; `written`, which returns the plain data of a piece.

    Fields: `pieces`, in their order.

    Raises `FileError` where no file can stand or be read, and `GameError` for a file that is damaged or about another
    question.

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
        """Add a piece; from time to time all pieces are written. Raises `FileError` if that cannot be done."""
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
        """Write all pieces, unless the file has them. Raises `FileError` if that cannot be done."""
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
    """Return what stands before the seal of a file."""
    start = data.rfind(_SEAL)
    if start < 1 or data[start:] != _seal(data[:start]):
        raise _damaged(path)
    return data[:start]


def _damaged(path: Pathlike) -> GameError:
    return GameError(f"{_named(path)} is not a whole file of kept work; name another, or delete it to begin again")


def _asked(head: bytes) -> str:
    """Return what the first line of a file says was asked."""
    try:
        data = read_json(head)
        return shown(data["about"], _SHOWN) if data["kept"] == _FORMAT else "that of another version"
    except (TruelError, ValueError, TypeError, LookupError):
        return "that of another program"


def _named(path: Pathlike) -> str:
    return shown(str(path), 1000)
