"""Every call of the package that reaches a disk.

This module has only the calls; `truel_ref.files` uses them and handles their failures. Tests replace single calls by
calls that fail, so no other module may open a file.
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

_PIECE = 1 << 24  # the most bytes of a single read

# -- looking


def followed(path: Path) -> Path:
    """Return the final target of a symbolic link, or any other path unchanged."""
    return Path(os.path.realpath(path)) if path.is_symlink() else path


def state(path: Path, follow: bool = True) -> os.stat_result:
    """Return the status of a path, or of a link itself."""
    return path.stat(follow_symlinks=follow)


def is_writable(path: Path) -> bool:
    """Return whether the file at a path may be written."""
    return os.access(path, os.W_OK)


def names(folder: Path) -> list[str]:
    """Return the names in a folder."""
    return [path.name for path in folder.iterdir()]


# -- reading


def open_file(path: Path) -> tuple[BinaryIO, os.stat_result]:
    """Open a file for reading, and return it with its status."""
    file = path.open("rb")
    try:
        return file, os.fstat(file.fileno())
    except OSError:
        file.close()
        raise


def read(file: BinaryIO, most: int) -> bytes:
    """Return the content of a file, up to `most` bytes.

    The function reads in pieces, because a single read would allocate `most` bytes even for a short file.
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
    """Make a new file and open it for writing; this fails if the path exists."""
    return path.open("xb")


def write(file: BinaryIO, data: bytes) -> None:
    """Write to an open file."""
    file.write(data)


def sync(file: BinaryIO) -> None:
    """Wait until the disk has the written data."""
    file.flush()
    os.fsync(file.fileno())


def own(path: Path, user: int, group: int) -> None:
    """Change the owner of a file, if the operating system supports it."""
    if hasattr(os, "chown"):
        os.chown(path, user, group)


def permit(path: Path, mode: int) -> None:
    """Set the permissions of a file."""
    path.chmod(mode)


def replace(path: Path, target: Path) -> None:
    """Move a file to a path in one step, replacing a file there."""
    path.replace(target)


def remove(path: Path) -> None:
    """Remove a file."""
    path.unlink()


def private_folder() -> tempfile.TemporaryDirectory[str]:
    """Make a folder that only its owner can read; its `cleanup` removes it with its content."""
    return tempfile.TemporaryDirectory(prefix="truel-ref-", ignore_cleanup_errors=True)


def make_folder(path: Path) -> None:
    """Make a folder and its parents, unless it exists."""
    path.mkdir(parents=True, exist_ok=True)


def sync_folder(folder: Path) -> None:
    """Wait until the disk has the names in a folder, if the operating system can open folders."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
