"""Files: a write is complete or does not happen, JSON is read strictly, and long work shows its progress.

A write makes a new file beside the target, waits until the disk has it, and moves it into place in one step: a reader
sees the old file or the new one, never a part.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, TypeAlias

from truel_ref.errors import FileError, NumberError, ProblemError, refuse, shown
from truel_ref.limits import check, so_far

Pathlike: TypeAlias = "str | os.PathLike[str]"
"""The path of a file, as text or as a `pathlib.Path`."""

Progress: TypeAlias = Callable[[int], object]
"""Called from time to time with the newly done work, like the `update` of a tqdm bar."""

_PIECE = 1 << 20  # bytes; a single read would allocate the most bytes that a file may have
_DIGITS = 10_000  # the most digits of an integer in JSON, the limit of numbers (R5.8)
_SHORT = 640  # the digits that Python's conversion of integers always accepts

# ---------------------------------------------------------------------------------------------------------
# Writing


def output_path(path: Pathlike) -> Path:
    """Return the file that a write to a path would make or replace, after following links, without touching it.

    Call this before long work whose result goes to a file.

    Raises `FileError` for a path that cannot be written.

    >>> output_path(".")
    Traceback (most recent call last):
    truel_ref.errors.FileError: cannot write '.': it is a folder; name a file in it
    """
    name = os.fspath(path)
    try:
        target = Path(os.path.realpath(name))
        given = Path(name)
        exists, folder = target.exists(), _named((target if given.is_symlink() else given).parent)
        cases = (
            (not name, "give the name of a file"),
            (target.is_dir() or name.endswith(os.sep), "it is a folder; name a file in it"),
            (exists and not target.is_file(), "it is not a file; name a file"),
            (not target.parent.is_dir(), f"there is no folder {folder}; make it first"),
            (exists and not os.access(target, os.W_OK), "the file is write-protected"),
            (not os.access(target.parent, os.W_OK), f"the folder {folder} allows no new files"),
        )
    except (OSError, ValueError) as error:
        raise _failed("write", path, error) from error
    refuse(FileError, *((wrong, f"cannot write {_named(path)}: {why}") for wrong, why in cases))
    return target


def write_bytes(path: Pathlike, data: bytes) -> None:
    """Write a file in one step, so that a reader sees the complete new file or the old file.

    Raises `FileError` if it cannot be written; the old file stays.

    >>> write_bytes("nowhere/map.npz", b"")
    Traceback (most recent call last):
    truel_ref.errors.FileError: cannot write 'nowhere/map.npz': there is no folder 'nowhere'; make it first
    """
    target = output_path(path)
    aside = target.with_name(f".truel-ref.{os.urandom(8).hex()}.part")
    try:
        with aside.open("xb") as file:
            if target.exists():
                shutil.copymode(target, aside)  # first, so that nobody gains access to the new content
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        aside.replace(target)
    except OSError as error:
        raise _failed("write", path, error) from error
    finally:
        with contextlib.suppress(OSError):  # after a success it is in place
            aside.unlink()


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


def make_folder(path: Pathlike) -> Path:
    """Make a folder and its parents, unless it exists; return its path.

    Raises `FileError` if the folder cannot be made.

    >>> make_folder(".").is_dir()
    True
    """
    try:
        Path(path).mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise _failed("make the folder", path, error) from error
    return Path(path)


def _named(path: Pathlike) -> str:
    return shown(os.fspath(path), limit=1000)


def _failed(what: str, path: Pathlike, error: OSError | ValueError) -> FileError:
    """Return the error for a path; Python raises `ValueError` for a character that no name can have."""
    why = error.strerror or str(error) if isinstance(error, OSError) else "no file can have this name"
    return FileError(f"cannot {what} {_named(path)}: {why}")


# ---------------------------------------------------------------------------------------------------------
# Reading


def read_bytes(path: Pathlike, most: int = 1 << 26) -> bytes:
    """Return the content of a file of at most `most` bytes.

    Raises `FileError` for a longer file and for a file that cannot be read; its cause is the error of the operating
    system.

    >>> read_bytes("nowhere/board.json")
    Traceback (most recent call last):
    truel_ref.errors.FileError: cannot read 'nowhere/board.json': No such file or directory
    """
    try:
        with Path(path).open("rb") as file:
            data = b"".join(islice(iter(partial(file.read, _PIECE), b""), most // _PIECE + 1))
    except (OSError, ValueError) as error:
        raise _failed("read", path, error) from error
    refuse(FileError, (len(data) > most, f"cannot read {_named(path)}: it is longer than {most:,} bytes"))
    return data


def package_text(package: str, *place: str) -> str:
    """Return a text that is installed with the package.

    Parameters: `package`, by its full name; `place`, the folders below it and the file.

    >>> package_text("truel_ref.oracle", "data", "FORMAT.md").splitlines()[0][:2]
    '# '
    """
    from importlib.resources import files

    return files(package).joinpath(*place).read_text("utf-8")


# ---------------------------------------------------------------------------------------------------------
# JSON


def read_json(text: str | bytes) -> Any:
    """Return the data of a JSON text, with integers of any length and nothing outside the standard.

    Parameters: `text`, as text or as UTF-8 bytes; a byte order mark and space around the text are ignored.

    Raises `ProblemError` for text that is not JSON (or nested too deeply) and for an object with a repeated key, and
    `NumberError` for NaN, Infinity, numbers that a float would make 0, and integers of more than 10,000 digits.

    >>> read_json('{"hits": [1, 0.5]}')
    {'hits': [1, 0.5]}
    """
    try:
        body = (text.decode("utf-8") if isinstance(text, bytes) else text).removeprefix("\ufeff").strip(" \t\r\n")
        return json.loads(
            body, parse_int=_integer, parse_float=_decimal, parse_constant=_no_number, object_pairs_hook=_once
        )
    except UnicodeDecodeError as error:
        raise ProblemError(f"not UTF-8 text: {error.reason} at byte {error.start}") from None
    except json.JSONDecodeError as error:
        raise ProblemError(f"not JSON: {error.msg} at column {error.colno}") from None
    except RecursionError:
        raise ProblemError("not JSON that can be read: it is nested too deeply") from None


def _integer(digits: str) -> int:
    if len(digits) > _DIGITS + 1:  # one more for a sign, or for the power of 10 itself
        raise NumberError(f"{shown(digits)} has more than {_DIGITS:,} digits, the limit")
    return int(digits) if len(digits) < _SHORT else int(Decimal(digits))  # `Decimal` reads any length exactly


def _decimal(digits: str) -> float:
    number, written = float(digits), digits.lower().partition("e")[0]
    lost = not number and written.strip("-0.")
    refuse(NumberError, (lost, f"{shown(digits)} is too small for a number of JSON; write it as text"))
    return number


def _no_number(name: str) -> Any:
    raise NumberError(f"{name} is not a number of JSON")


def _once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    keys = [key for key, _ in pairs] if len(data) < len(pairs) else []
    for key in keys:
        refuse(ProblemError, (keys.count(key) > 1, f"the key {shown(key)} occurs twice in one object"))
    return data


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
        return json.dumps(data, allow_nan=False)
    except ValueError:  # an integer of more than 4,300 digits, or NaN or an infinity
        if isinstance(data, Mapping):
            return f"{{{', '.join(f'{json.dumps(key)}: {json_text(value)}' for key, value in data.items())}}}"
        if isinstance(data, list | tuple):
            return f"[{', '.join(map(json_text, data))}]"
        if type(data) is int:
            return format(Decimal(data), "f")
        raise


# ---------------------------------------------------------------------------------------------------------
# Standard streams and progress


def hold_standard_streams() -> None:
    """Open every closed standard stream on the null device, so that no other file gets its number.

    Otherwise a pipe with such a number could become the standard input of other programs, or receive output.

    >>> hold_standard_streams()
    """
    while (number := os.open(os.devnull, os.O_RDWR)) <= 2:
        os.set_inheritable(number, True)
    os.close(number)


@contextlib.contextmanager
def progress_bar(unit: str, total: int | None = None) -> Iterator[Progress]:
    """Give a function that counts the work done, and ends it at the time limit.

    If standard error is a terminal, a bar there shows work of more than a second. An `UnfinishedError` that leaves the
    block contains the work done so far.

    Parameters: `unit`, the counted items, in the plural; `total`, their number, if known.

    >>> with progress_bar("rows", total=3) as advance:
    ...     advance(3)
    """
    done = 0
    show: Progress | None = None

    def advance(more: int, /) -> None:
        nonlocal done
        done += more
        if show is not None:
            show(more)
        check()

    with contextlib.ExitStack() as stack, so_far(**{unit: lambda: done}):
        if sys.stderr is not None and sys.stderr.isatty():
            from tqdm import tqdm

            show = stack.enter_context(tqdm(total=total, unit=f" {unit}", delay=1, miniters=1, leave=False)).update
        yield advance
