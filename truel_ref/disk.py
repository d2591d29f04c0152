"""Every call of ours that reaches a disk, by its name.

There is nothing here but the calls: what they are for, and what becomes of their failures, stands in
`truel_ref.files`. Tests put others in their place, of which single ones fail, so nobody else may open a file.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import BinaryIO

__all__ = [
    "create",
    "followed",
    "is_writable",
    "make_folder",
    "names",
    "open_file",
    "own",
    "permit",
    "private_folder",
    "read",
    "remove",
    "replace",
    "resource",
    "state",
    "sync",
    "sync_folder",
    "write",
]

_PIECE = 1 << 24  # bytes that are read at once

# -- looking


def followed(path: Path) -> Path:
    """Return what a symbolic link points to in the end, and any other path as it is."""
    return Path(os.path.realpath(path)) if path.is_symlink() else path


def state(path: Path, follow: bool = True) -> os.stat_result:
    """Return what the disk knows of a path, or of the link that stands there."""
    return path.stat(follow_symlinks=follow)


def is_writable(path: Path) -> bool:
    """Tell whether what stands at a path may be written."""
    return os.access(path, os.W_OK)


def names(folder: Path) -> list[str]:
    """Return the names in a folder."""
    return [path.name for path in folder.iterdir()]


# -- reading


def open_file(path: Path) -> tuple[BinaryIO, os.stat_result]:
    """Open a file to read, and return it with what the disk knows of it."""
    file = path.open("rb")
    try:
        return file, os.fstat(file.fileno())
    except OSError:
        file.close()
        raise


def read(file: BinaryIO, most: int) -> bytes:
    """Return what is in a file, up to so many bytes.

    It is read in pieces: to ask for so many bytes at once would take their memory, however short the file is.
    """
    pieces: list[bytes] = []
    while most > 0 and (piece := file.read(min(most, _PIECE))):
        pieces.append(piece)
        most -= len(piece)
    return b"".join(pieces)


def resource(package: str, *place: str) -> bytes:
    """Return a file that is installed with a package."""
    from importlib.resources import files

    return files(package).joinpath(*place).read_bytes()


# -- writing


def create(path: Path) -> BinaryIO:
    """Make a new file and open it to write; whatever stands there already makes this fail."""
    return path.open("xb")


def write(file: BinaryIO, data: bytes) -> None:
    """Write to an open file."""
    file.write(data)


def sync(file: BinaryIO) -> None:
    """Wait until the disk has what was written."""
    file.flush()
    os.fsync(file.fileno())


def own(path: Path, user: int, group: int) -> None:
    """Give a file to somebody, on operating systems that know such a thing."""
    if hasattr(os, "chown"):
        os.chown(path, user, group)


def permit(path: Path, mode: int) -> None:
    """Set the permissions of a file."""
    path.chmod(mode)


def replace(path: Path, target: Path) -> None:
    """Move a file, in place of one that stands there, in one step."""
    path.replace(target)


def remove(path: Path) -> None:
    """Remove a file."""
    path.unlink()


def private_folder() -> tempfile.TemporaryDirectory[str]:
    """Make a folder that only its owner can look into; its `cleanup` removes it with all that is in it."""
    return tempfile.TemporaryDirectory(prefix="truel-ref-", ignore_cleanup_errors=True)


def make_folder(path: Path) -> None:
    """Make a folder, with those that it stands in, unless it is there."""
    path.mkdir(parents=True, exist_ok=True)


def sync_folder(folder: Path) -> None:
    """Wait until the disk knows the names in a folder, where the operating system lets a folder be opened."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
