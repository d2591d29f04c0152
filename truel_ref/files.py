"""Files: what is written appears whole or not at all, JSON is read strictly, and long work shows its progress.

This is the one place of the package that writes and reads files, by the calls of `truel_ref.disk`. The steps of a
write:

1. look at the place: a folder, a device, a named pipe or a socket is refused, and so is a write-protected file; a
   symbolic link is followed on purpose, so that the link stays and what it points to is replaced;
2. make a new file with a random name in the same folder, which fails if anything bears that name (`O_EXCL`);
3. give it the permissions of the file that it replaces; a new file has those that the umask allows;
4. write, and wait until the disk has it;
5. move it into place, which is one step for whoever reads: he sees the old file or the new one, never a part.

The file aside is removed on every way out but a kill that cannot be caught. What such a kill has left is removed by a
later write into the same folder, after a day.
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
"""How a file is named: as text or as a `pathlib.Path`."""

Progress: TypeAlias = Callable[[int], object]
"""Called now and again with how much more is done since; the `update` of a tqdm bar will do."""

_ASIDE = re.compile(r"\.truel-ref\.[0-9a-f]{32}\.part")
_OLD = 24 * 3600  # seconds; nothing is being written for so long
_LONGEST = 1 << 26  # bytes of a file, unless somebody says otherwise
_DIGITS = 10_000  # of an integer in JSON, as many as a number may have (R5.8)

# ---------------------------------------------------------------------------------------------------------
# Writing


def output_path(path: Pathlike) -> Path:
    """Return the file that a write to a path would make or replace, links followed; it is not touched.

    Ask before long work whose result is to be written.

    Raises `FileError` where nothing can be written there: an empty name, a folder that does not exist or allows no new
    files, something that is no regular file, and a file that is write-protected.

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
    except (OSError, ValueError) as error:  # ValueError: a NUL byte, or a character that no name can hold
        raise _unwritable(path, error) from error
    return target


def _mode(path: Path) -> int:
    """Return what stands at a path and its permissions, as the disk says it; 0 if there is nothing."""
    try:
        return disk.state(path).st_mode
    except (FileNotFoundError, NotADirectoryError):  # the second: what should be its folder is none
        return 0


def _kind(mode: int) -> str:
    """Return what stands at a path if it is no regular file, in words, and how to go on."""
    if not mode or stat.S_ISREG(mode):
        return ""
    if stat.S_ISDIR(mode):
        return "a folder; name a file in it"
    kinds = {stat.S_IFIFO: "a named pipe", stat.S_IFSOCK: "a socket"}
    return f"{kinds.get(stat.S_IFMT(mode), 'a device')}, not a file; name a file"


@contextlib.contextmanager
def replacing(path: Pathlike) -> Iterator[BinaryIO]:
    """Give an open file to write; at the end of the block it takes its place at the path, whole.

    If the block fails, what stood there stays.

    Parameters: `path`, a file that is there or not, in a folder that exists.

    Raises `FileError` where `output_path` does, and where the disk refuses; and whatever the block raises.

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
            _copy_permissions(target, aside)  # first of all, so that nobody reads what he could not read before
            yield file
            disk.sync(file)
        disk.replace(aside, target)
    except FileError:
        raise
    except OSError as error:
        if error.filename not in (None, str(aside), str(target)):
            raise  # the block has failed at another file
        raise _unwritable(path, error) from error
    finally:
        with contextlib.suppress(OSError):
            disk.remove(aside)
    with contextlib.suppress(OSError):
        disk.sync_folder(target.parent)
    _sweep(target.parent)


def write_bytes(path: Pathlike, data: bytes) -> None:
    """Write a file, so that whoever looks sees the whole of it or what was there before.

    Raises `FileError` if it cannot be written.

    >>> write_bytes("nowhere/map.npz", b"")
    Traceback (most recent call last):
    truel_ref.errors.FileError: cannot write 'nowhere/map.npz': there is no folder 'nowhere'; make it first
    """
    with replacing(path) as file:
        disk.write(file, data)


def write_text(path: Pathlike, text: str) -> None:
    r"""Write a text file in UTF-8, its lines ended by `\n` on every operating system, whole or not at all.

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
    """Make a folder, with those that it stands in, unless it is there; return its path.

    Raises `FileError` if that cannot be done.

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
    """Give a list of the errors at files that were to be written beside an answer, so that it can be printed first.

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
    """Put the error at a file aside until the answer is printed, where somebody prints it; else raise it."""
    errors = _lost.get()
    if errors is None:
        raise error
    errors.append(error)


def remove_file(path: Pathlike) -> None:
    """Remove a file if it is there and can be removed.

    >>> remove_file("nowhere/map.npz")
    """
    with contextlib.suppress(OSError, ValueError):
        disk.remove(Path(path))


def _copy_permissions(target: Path, aside: Path) -> None:
    """Give the new file the owner, where allowed, and the permissions of the one that it is to replace."""
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
    """Remove the files aside that killed processes have left in a folder over a day ago."""
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
    """Return why, in words that do not name the file aside, which is nobody's business."""
    if not isinstance(error, OSError):
        return "no file can have this name"
    return os.strerror(error.errno) if error.errno else (str(error) or type(error).__name__)


# ---------------------------------------------------------------------------------------------------------
# Reading


def read_bytes(path: Pathlike, most: int = _LONGEST, *, regular: bool = False) -> bytes:
    """Return all that is in a file.

    Parameters: `path`; `most`, how many bytes it may have; `regular`, whether pipes and devices are refused, of which
    nobody knows when they end.

    Raises `FileError` for a file that cannot be read, for a longer one, and for one of which less could be read than
    there is; its cause is the error of the operating system.

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

    Parameters: `text`, as text or as UTF-8 bytes; a byte order mark and space around it do no harm.

    Raises `ProblemError` for text that is not JSON (or nested too deeply) and for an object with the same key twice,
    and `NumberError` for NaN, Infinity and integers of more than 10,000 digits, before they are read.

    >>> read_json('{"hits": [1, 0.5]}')
    {'hits': [1, 0.5]}
    """
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8")
        # Some editors begin a file with a byte order mark, and a line ends with its end.
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
    if len(digits) > _DIGITS + 1:  # with a sign, or 10 to that power
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

    Raises `ValueError` for NaN and infinities, which JSON cannot say, and `TypeError` for what is not a plain data.

    >>> json_text({"win": ["25/63", "38/63"], "stalemate": 0})
    '{"win": ["25/63", "38/63"], "stalemate": 0}'
    >>> len(json_text([10**5000]))
    5003
    """
    try:
        return _ENCODER.encode(data)
    except ValueError:  # an integer of more than 4,300 digits, or a number that JSON cannot say
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
    """Open those of the three standard streams that are closed on nothing, so that no other file takes their numbers.

    A pipe that did would be taken for the standard input of every program that is started, or be written to.

    >>> hold_standard_streams()
    """
    while (number := os.open(os.devnull, os.O_RDWR)) <= 2:
        os.set_inheritable(number, True)
    os.close(number)


# ---------------------------------------------------------------------------------------------------------
# Progress


class _Bar(Protocol):
    """What is told of progress."""

    def update(self, more: int, /) -> object: ...


class _Counted:
    """A bar, or none, and a count of what it was told."""

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
    """Give a progress bar on standard error for what takes over a second, if standard error is a terminal.

    A `BudgetError` that leaves the block says how much was done by then.

    Parameters: `unit`, what is counted, in the plural; `total`, how many there are, if that is known.

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
