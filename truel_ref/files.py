"""Files: a write is complete or does not happen, JSON is read strictly, and long work shows its progress.

Only this module of the package writes and reads files, by the calls of `truel_ref.disk`. The steps of a write:

1. Check the path: refuse a folder, a device, a named pipe, a socket and a write-protected file. Follow a symbolic link,
   so that the link stays and its target is replaced.
2. Make a new file with a random name in the same folder; this fails if the name exists (`O_EXCL`).
3. Give it the permissions of the file that it replaces; a new file has the permissions that the umask allows.
4. Write, and wait until the disk has the data.
5. Move the file into place in one step: a reader sees the old file or the new file, never a part.

Every exit removes the temporary file, except a kill that cannot be caught. A later write into the folder removes the
rest of such a kill after a day.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import re
import stat
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from decimal import Decimal
from pathlib import Path
from typing import Any, BinaryIO, Protocol, TypeAlias

from truel_ref import disk
from truel_ref.budget import so_far
from truel_ref.errors import FileError, NumberError, ProblemError, TruelError, shown

__all__ = [
    "Pathlike",
    "Progress",
    "answer_first",
    "hold_standard_streams",
    "json_text",
    "lost_beside_answer",
    "make_folder",
    "output_path",
    "package_text",
    "private_file",
    "progress_bar",
    "read_bytes",
    "read_json",
    "remove_file",
    "replacing",
    "write_bytes",
    "write_text",
]

Pathlike: TypeAlias = "str | os.PathLike[str]"
"""The path of a file, as text or as a `pathlib.Path`."""

Progress: TypeAlias = Callable[[int], object]
"""Called from time to time with the newly done work, like the `update` of a tqdm bar."""

_ASIDE = re.compile(r"\.truel-ref\.[0-9a-f]{32}\.part")
_OLD = 24 * 3600  # seconds; no write takes longer
_LONGEST = 1 << 26  # the most bytes of a file, by default
_DIGITS = 10_000  # the most digits of an integer in JSON, the limit of numbers (R5.8)

# ---------------------------------------------------------------------------------------------------------
# Writing


def output_path(path: Pathlike) -> Path:
    """Return the file that a write to a path would make or replace, after following links, without touching it.

    Call this before long work whose result goes to a file.

    Raises `FileError` for a path that cannot be written: an empty name, a folder that does not exist or allows no new
    files, a path that is not a regular file, and a write-protected file.

    >>> output_path(".")
    Traceback (most recent call last):
    truel_ref.errors.FileError: cannot write '.': it is a folder; name a file in it
    """
    name = os.fspath(path)
    if not name:
        raise FileError("cannot write '': give the name of a file")
    try:
        given = Path(name)
        if name.endswith((os.sep, os.altsep or os.sep)):
            raise FileError(f"cannot write {_named(path)}: this names a folder; name a file in it")
        target = disk.followed(given)
        mode = _mode(target)
        if kind := _kind(mode):
            raise FileError(f"cannot write {_named(path)}: it is {kind}")
        if not stat.S_ISDIR(_mode(target.parent)):
            raise FileError(f"cannot write {_named(path)}: there is no folder {_named(target.parent)}; make it first")
        if mode and not disk.is_writable(target):
            raise FileError(f"cannot write {_named(path)}: the file is write-protected")
        if not disk.is_writable(target.parent):
            raise FileError(f"cannot write {_named(path)}: the folder {_named(target.parent)} allows no new files")
    except FileError:
        raise
    except (OSError, ValueError) as error:  # ValueError: a NUL byte, or a character that no name can have
        raise _unwritable(path, error) from error
    return target


def _mode(path: Path) -> int:
    """Return the file type and permissions of a path, 0 if it does not exist."""
    try:
        return disk.state(path).st_mode
    except (FileNotFoundError, NotADirectoryError):  # the second: its parent is not a folder
        return 0


def _kind(mode: int) -> str:
    """Return the kind of a path that is not a regular file, in words, and the way out."""
    if not mode or stat.S_ISREG(mode):
        return ""
    if stat.S_ISDIR(mode):
        return "a folder; name a file in it"
    kinds = {stat.S_IFIFO: "a named pipe", stat.S_IFSOCK: "a socket"}
    return f"{kinds.get(stat.S_IFMT(mode), 'a device')}, not a file; name a file"


@contextlib.contextmanager
def replacing(path: Pathlike) -> Iterator[BinaryIO]:
    """Give an open file for writing; at the end of the block the complete file moves to the path.

    If the block fails, the old file stays.

    Parameters: `path`, a new or existing file in an existing folder.

    Raises the errors of `output_path`, `FileError` for errors of the disk, and the errors of the block.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with replacing(f"{folder}/numbers.txt") as file:
    ...         print(file.write(b"25/63"), Path(f"{folder}/numbers.txt").exists())
    ...     print(Path(f"{folder}/numbers.txt").read_bytes())
    5 False
    b'25/63'
    """
    target = output_path(path)
    aside = target.with_name(f".truel-ref.{os.urandom(16).hex()}.part")
    try:
        with disk.create(aside) as file:
            _copy_permissions(target, aside)  # first, so that nobody gains access to the new content
            yield file
            disk.sync(file)
        disk.replace(aside, target)
    except FileError:
        raise
    except OSError as error:
        if error.filename not in (None, str(aside), str(target)):
            raise  # the error concerns another file
        raise _unwritable(path, error) from error
    finally:
        with contextlib.suppress(OSError):
            disk.remove(aside)
    with contextlib.suppress(OSError):
        disk.sync_folder(target.parent)
    _sweep(target.parent)


def write_bytes(path: Pathlike, data: bytes) -> None:
    """Write a file in one step, so that a reader sees the complete new file or the old file.

    Raises `FileError` if it cannot be written.

    >>> write_bytes("nowhere/map.npz", b"")
    Traceback (most recent call last):
    truel_ref.errors.FileError: cannot write 'nowhere/map.npz': there is no folder 'nowhere'; make it first
    """
    with replacing(path) as file:
        disk.write(file, data)


def write_text(path: Pathlike, text: str) -> None:
    r"""Write a text file in UTF-8 in one step, with `\n` at the ends of lines on every operating system.

    Raises `FileError` if it cannot be written.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_text(f"{folder}/page.md", "# Größe\n")
    ...     Path(f"{folder}/page.md").read_bytes()
    b'# Gr\xc3\xb6\xc3\x9fe\n'
    """
    write_bytes(path, text.encode("utf-8"))


@contextlib.contextmanager
def private_file(name: str, text: str) -> Iterator[Path]:
    """Give a text file that only its owner can read, and remove it at the end of the block.

    Parameters: `name`, without a folder; `text`. Raises `OSError` if it cannot be written.

    >>> with private_file("page.html", "<p>") as path:
    ...     path.read_text()
    '<p>'
    >>> path.exists()
    False
    """
    with disk.private_folder() as folder:
        path = Path(folder) / name
        write_text(path, text)
        disk.permit(path, 0o600)
        yield path


def make_folder(path: Pathlike) -> Path:
    """Make a folder and its parents, unless it exists; return its path.

    Raises `FileError` if the folder cannot be made.

    >>> make_folder(".").is_dir()
    True
    """
    if not os.fspath(path):
        raise FileError("cannot make the folder '': give its name")
    try:
        folder = Path(path)
        disk.make_folder(folder)
    except (OSError, ValueError) as error:
        raise FileError(f"cannot make the folder {_named(path)}: {_reason(error)}") from error
    return folder


_lost: ContextVar[list[FileError] | None] = ContextVar("_lost", default=None)


@contextlib.contextmanager
def answer_first() -> Iterator[list[FileError]]:
    """Collect the errors of files written beside an answer in a list, so that the answer can be printed first.

    >>> with answer_first() as errors:
    ...     lost_beside_answer(FileError("cannot write 'games': No space left on device"))
    >>> errors
    [FileError("cannot write 'games': No space left on device")]
    """
    errors: list[FileError] = []
    token = _lost.set(errors)
    try:
        yield errors
    finally:
        _lost.reset(token)


def lost_beside_answer(error: FileError) -> None:
    """Add the error of a file to the list of `answer_first`; without such a block, raise it."""
    errors = _lost.get()
    if errors is None:
        raise error
    errors.append(error)


def remove_file(path: Pathlike) -> None:
    """Remove a file if it exists and can be removed.

    >>> remove_file("nowhere/map.npz")
    """
    with contextlib.suppress(OSError, ValueError):
        disk.remove(Path(path))


def _copy_permissions(target: Path, aside: Path) -> None:
    """Give the new file the permissions and, if allowed, the owner of the file that it replaces."""
    try:
        old = disk.state(target)
    except FileNotFoundError:
        return
    new = disk.state(aside)
    if (new.st_uid, new.st_gid) != (old.st_uid, old.st_gid):
        with contextlib.suppress(OSError):
            disk.own(aside, old.st_uid, old.st_gid)
    disk.permit(aside, stat.S_IMODE(old.st_mode))


def _sweep(folder: Path) -> None:
    """Remove temporary files that killed processes left in a folder more than a day ago."""
    with contextlib.suppress(OSError):
        for name in filter(_ASIDE.fullmatch, disk.names(folder)):
            with contextlib.suppress(OSError):
                state = disk.state(folder / name, follow=False)
                if stat.S_ISREG(state.st_mode) and state.st_mtime < time.time() - _OLD:
                    disk.remove(folder / name)


def _named(path: Pathlike) -> str:
    return shown(os.fspath(path), limit=1000)


def _unwritable(path: Pathlike, error: OSError | ValueError) -> FileError:
    way_out = ""
    if isinstance(error, OSError) and error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        way_out = "; new files must be allowed in the folder"
    return FileError(f"cannot write {_named(path)}: {_reason(error)}{way_out}")


def _reason(error: OSError | ValueError) -> str:
    """Return the reason of an error in words, without the name of the temporary file."""
    if not isinstance(error, OSError):
        return "no file can have this name"
    return os.strerror(error.errno) if error.errno else (str(error) or type(error).__name__)


# ---------------------------------------------------------------------------------------------------------
# Reading


def read_bytes(path: Pathlike, most: int = _LONGEST, *, regular: bool = False) -> bytes:
    """Return the content of a file.

    Parameters: `path`; `most`, the most bytes; `regular`, whether to refuse pipes and devices, which may never end.

    Raises `FileError` for a file that cannot be read, for a longer file, and for a file that could be read only in
    part; its cause is the error of the operating system.

    >>> read_bytes("nowhere/board.json")
    Traceback (most recent call last):
    truel_ref.errors.FileError: cannot read 'nowhere/board.json': No such file or directory
    """
    try:
        if regular and not stat.S_ISREG(disk.state(Path(path)).st_mode):
            raise FileError(f"cannot read {_named(path)}: it is not a file")
        file, state = disk.open_file(Path(path))
        with file:
            data = disk.read(file, most + 1)
    except FileError:
        raise
    except (OSError, ValueError) as error:
        raise FileError(f"cannot read {_named(path)}: {_reason(error)}") from error
    if len(data) > most:
        raise FileError(f"cannot read {_named(path)}: it is longer than {most:,} bytes")
    if stat.S_ISREG(state.st_mode) and len(data) < state.st_size:
        raise FileError(f"cannot read {_named(path)}: only {len(data):,} of its {state.st_size:,} bytes could be read")
    return data


def package_text(package: str, *place: str) -> str:
    """Return a text that is installed with the package.

    Parameters: `package`, by its full name; `place`, the folders below it and the file.

    Raises `FileError` if it cannot be read.

    >>> package_text("truel_ref.oracle", "data", "FORMAT.md").splitlines()[0][:2]
    '# '
    """
    try:
        return disk.resource(package, *place).decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = _reason(error) if isinstance(error, OSError) else "it is damaged"
        name = "/".join((package.replace(".", "/"), *place))
        raise FileError(f"cannot read {name}: {reason}; install truel-ref again") from error


# ---------------------------------------------------------------------------------------------------------
# JSON


def read_json(text: str | bytes) -> Any:
    """Return the data of a JSON text, with integers of any length and nothing outside the standard.

    Parameters: `text`, as text or as UTF-8 bytes; a byte order mark and space around the text are ignored.

    Raises `ProblemError` for text that is not JSON (or nested too deeply) and for an object with a repeated key, and
    `NumberError` for NaN, Infinity and integers of more than 10,000 digits, before they are read.

    >>> read_json('{"hits": [1, 0.5]}')
    {'hits': [1, 0.5]}
    """
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8")
        # Some editors begin a file with a byte order mark, and a line has an end.
        body = text.removeprefix("\ufeff").strip(" \t\r\n")
        return json.loads(body, parse_int=_integer, parse_constant=_no_number, object_pairs_hook=_once)
    except TruelError:
        raise
    except UnicodeDecodeError as error:
        raise ProblemError(f"not UTF-8 text: {error.reason} at byte {error.start}") from None
    except json.JSONDecodeError as error:
        raise ProblemError(f"not JSON: {error.msg} at column {error.colno}") from None
    except RecursionError:
        raise ProblemError("not JSON that can be read: it is nested too deeply") from None


def _integer(digits: str) -> int:
    if len(digits) > _DIGITS + 1:  # one more for a sign, or for the power of 10 itself
        raise NumberError(f"{shown(digits)} has more than {_DIGITS:,} digits, the limit")
    # `int` refuses more than 4,300 digits, and `Decimal` reads them exactly.
    return int(digits) if len(digits) < 640 else int(Decimal(digits))


def _no_number(name: str) -> Any:
    raise NumberError(f"{name} is not a number of JSON")


def _once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ProblemError(f"the key {shown(twice)} occurs twice in one object")
    return data


_ENCODER = json.JSONEncoder(allow_nan=False)


def json_text(data: Any) -> str:
    """Return plain data as JSON text on one line, with integers of any length.

    Parameters: `data`, of mappings with text for keys, lists, tuples, text, numbers, truth values and None.

    Raises `ValueError` for NaN and infinities, which JSON does not have, and `TypeError` for other types.

    >>> json_text({"win": ["25/63", "38/63"], "stalemate": 0})
    '{"win": ["25/63", "38/63"], "stalemate": 0}'
    >>> len(json_text([10**5000]))
    5003
    """
    try:
        return _ENCODER.encode(data)
    except ValueError:  # an integer of more than 4,300 digits, or NaN or an infinity
        return _long_json_text(data)


def _long_json_text(data: Any) -> str:
    if isinstance(data, Mapping):
        return f"{{{', '.join(f'{json.dumps(key)}: {_long_json_text(value)}' for key, value in data.items())}}}"
    if isinstance(data, list | tuple):
        return f"[{', '.join(map(_long_json_text, data))}]"
    if type(data) is int:
        return format(Decimal(data), "f")
    return json.dumps(data, allow_nan=False)


# ---------------------------------------------------------------------------------------------------------
# Standard streams


def hold_standard_streams() -> None:
    """Open every closed standard stream on the null device, so that no other file gets its number.

    Otherwise a pipe with such a number could become the standard input of other programs, or receive output.

    >>> hold_standard_streams()
    """
    while (number := os.open(os.devnull, os.O_RDWR)) <= 2:
        os.set_inheritable(number, True)
    os.close(number)


# ---------------------------------------------------------------------------------------------------------
# Progress


class _Bar(Protocol):
    """A receiver of progress."""

    def update(self, more: int, /) -> object: ...


class _Counted:
    """A bar, or None, and a count of its updates."""

    def __init__(self, bar: _Bar | None = None) -> None:
        self.done = 0
        self._bar = bar

    def update(self, more: int, /) -> None:
        """Count, and move the bar."""
        self.done += more
        if self._bar is not None:
            self._bar.update(more)


@contextlib.contextmanager
def progress_bar(unit: str, total: int | None = None) -> Iterator[_Bar]:
    """Give a progress bar on standard error for work of more than a second, if standard error is a terminal.

    A `BudgetError` that leaves the block contains the work done so far.

    Parameters: `unit`, the counted items, in the plural; `total`, their number, if known.

    >>> with progress_bar("rows", total=3) as bar:
    ...     bar.update(3)
    """
    with contextlib.ExitStack() as stack:
        counted = _Counted()
        if sys.stderr is not None and sys.stderr.isatty():
            from tqdm import tqdm

            counted = _Counted(
                stack.enter_context(tqdm(total=total, unit=f" {unit}", delay=1, miniters=1, leave=False))
            )
        with so_far(**{unit: lambda: counted.done}):
            yield counted
