"""Store computed maps in files, and read them without trust.

A file is an `.npz` archive that NumPy can read without pickle: `about`, a JSON text as an array of bytes, with the
format, the version of the mathematics, the spec and the table of aims; and the arrays of `MapData`. Equal maps give
equal files. An array is unpacked only after its stated size was checked against the map that the file states.
"""

from __future__ import annotations

import hashlib
import io
import json
import math
import os
import sys
import warnings
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from truel_ref.errors import FileError, ProblemError, TruelError, UnfinishedError, shown
from truel_ref.files import make_folder, read_bytes, read_json, write_bytes
from truel_ref.maps.data import MapData, aims_from_json, aims_to_json, layout
from truel_ref.maps.spec import MapSpec

FORMAT = 1
"""Raise it when the files change: then older files are not read."""

MATHEMATICS = 1
"""Raise it when the same spec gives other data: then older maps are not used."""

MOST = 1 << 30
"""Largest number of bytes of the arrays of a file, and of the file."""

MODES = ("none", "use", "update", "read-only")

_MOST_ABOUT = 1 << 24  # bytes of `about`
_HEADER = 4096  # bytes of the header of an array


class StoreWarning(UserWarning):
    """A stored map is unusable, or a map cannot be stored; the returned map is right."""


class _UnusableError(Exception):
    """The reason why a file is not a usable map."""


def default_folder(platform: str = sys.platform, environment: Mapping[str, str] = os.environ) -> Path:
    """Return the folder of this user's maps, by the conventions of the operating system.

    It is below LOCALAPPDATA on Windows, ~/Library/Caches on macOS, and XDG_CACHE_HOME, or else ~/.cache, elsewhere.

    Parameters: `platform`, as in `sys.platform`; `environment`, the variables.

    Raises `ProblemError` if the user has no home folder.

    >>> default_folder("linux", {"XDG_CACHE_HOME": "/caches"}).as_posix()
    '/caches/truel-ref/maps'
    """
    name, usual = {
        "win32": ("LOCALAPPDATA", "AppData/Local"),
        "darwin": ("", "Library/Caches"),
    }.get(platform, ("XDG_CACHE_HOME", ".cache"))
    given = Path(environment.get(name, ""))
    if not given.is_absolute():  # the convention says to ignore a path that is not absolute
        try:
            given = Path.home() / usual
        except RuntimeError as error:
            raise ProblemError(f"no folder for maps: {error}; give one") from None
    return given / "truel-ref" / "maps"


# -- files


def save_map(data: MapData, path: str | os.PathLike[str]) -> None:
    """Write a map to a file; other programs see the whole new file or the old file.

    Parameters: `data`; `path`, whose folder must exist.

    Raises `FileError` if the file cannot be written; then an old file is unchanged.
    """
    write_bytes(path, _packed(data))


def load_map(path: str | os.PathLike[str], most: int = MOST) -> MapData:
    """Return the map in a file.

    Parameters: `path`; `most`, the largest number of bytes of its arrays, and of the file.

    Raises `ProblemError` if the file is missing, damaged, too large or of another version, or if no map can have its
    content.

    >>> import tempfile
    >>> from truel_ref.maps import map_problem
    >>> data = map_problem([1], points=2)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save_map(data, Path(folder) / "map.npz")
    ...     load_map(Path(folder) / "map.npz") == data
    True
    """
    try:
        return _opened(read_bytes(path, most), None, most)
    except FileError as error:
        raise ProblemError(str(error)) from None
    except _UnusableError as error:
        raise ProblemError(
            f"{shown(str(path), limit=1000)} is not a map that can be used: {error}; compute it again"
        ) from None


def _about(**stated: Any) -> bytes:
    """Return what is stated, with the versions, as a canonical JSON text."""
    versions = {"format": FORMAT, "mathematics": MATHEMATICS}
    return json.dumps(versions | stated, sort_keys=True, separators=(",", ":")).encode()


def _packed(data: MapData) -> bytes:
    """Return the file of a map."""
    about = _about(spec=data.spec.to_json(), aims=[aims_to_json(aims) for aims in data.aims])
    if len(about) > _MOST_ABOUT:
        raise FileError(f"a map with {len(data.aims):,} different sets of aims is too large for a file")
    buffer = io.BytesIO()
    np.savez_compressed(buffer, about=np.frombuffer(about, dtype=np.uint8), **data.arrays)  # type: ignore[arg-type]
    return buffer.getvalue()


def _opened(packed: bytes, asked: MapSpec | None, most: int = MOST) -> MapData:
    """Return the map in a file's bytes. Raises `_UnusableError` if it is unusable, or another map than `asked`."""
    try:
        with zipfile.ZipFile(io.BytesIO(packed)) as archive:
            return _read(archive, asked, most)
    except (_UnusableError, UnfinishedError):
        raise
    except TruelError as error:
        raise _UnusableError(f"it states something impossible: {error}") from None
    except Exception as error:
        # Readers of archives, arrays and JSON raise many kinds of errors for invalid files.
        raise _UnusableError(f"it cannot be read: {type(error).__name__}: {error}") from None


def _read(archive: zipfile.ZipFile, asked: MapSpec | None, most: int) -> MapData:
    about = read_json(_array(archive, "about", np.dtype(np.uint8), None).tobytes())
    for name, version in (("format", FORMAT), ("mathematics", MATHEMATICS)):
        if type(about[name]) is not int or about[name] != version:
            raise _UnusableError(f"its version of the {name} is {shown(about[name])}, and this is {version}")
    spec = MapSpec.from_json(about["spec"])
    if asked not in (None, spec):
        raise _UnusableError(f"it holds another map, {spec.title()}; {spec.points} points, {spec.method}")
    size = _size(spec)
    if asked is None and size > most:
        raise _UnusableError(f"its arrays take {size:,} bytes, and at most {most:,} are read")
    arrays = layout(spec)
    expected = sorted(f"{name}.npy" for name in ("about", *arrays))
    if sorted(archive.namelist()) != expected:
        raise _UnusableError(f"it holds {shown(sorted(archive.namelist()))}, not {', '.join(expected)}")
    aims = tuple(aims_from_json(entry, spec.problem.players) for entry in about["aims"])
    data = MapData(spec, aims, **{name: _array(archive, name, *of) for name, of in arrays.items()})
    data.check()
    return data


def _size(spec: MapSpec) -> int:
    """Return the number of bytes of the arrays of a map."""
    return sum(kind.itemsize * math.prod(shape) for kind, shape in layout(spec).values())


def _array(archive: zipfile.ZipFile, name: str, kind: np.dtype[Any], shape: tuple[int, ...] | None) -> np.ndarray:
    """Return an array of an archive, which must have this type, and this shape unless it is a list of bytes.

    Do not trust the stated sizes: unpack no more bytes than the array can have, and check the header of the array.
    """
    room = _HEADER + (_MOST_ABOUT if shape is None else math.prod(shape) * kind.itemsize)
    entry = archive.getinfo(f"{name}.npy")
    if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) or entry.file_size > room:
        raise _UnusableError(f"its array {name} is too large, or packed in an unknown way")
    with archive.open(entry) as packed:
        content = packed.read(entry.file_size + 1)  # unpack no more than this of an entry that would unpack to more
    if len(content) != entry.file_size:
        raise _UnusableError(f"its array {name} is not as long as it says")
    stream = io.BytesIO(content)
    if np.lib.format.read_magic(stream) != (1, 0):
        raise _UnusableError(f"its array {name} has a header of another version")
    stated, by_columns, of_kind = np.lib.format.read_array_header_1_0(stream)
    shape = (len(content) - stream.tell(),) if shape is None else shape
    wrong_order = by_columns and len(shape) > 1
    if (
        stated != shape
        or of_kind != kind
        or wrong_order
        or len(content) - stream.tell() != math.prod(shape) * kind.itemsize
    ):
        raise _UnusableError(f"its array {name} is {of_kind} {stated}, not {kind} {shape}")
    return np.frombuffer(content, dtype=kind, offset=stream.tell()).reshape(shape)


# -- the store


class Store:
    """A folder of maps, one file for each spec; several processes may use a store at once.

    Parameters:
        folder: the folder, created with the first stored map; by default `default_folder()`.
        mode: "none", without storing; "use", read stored maps, and compute and store missing maps; "update", compute
            and store every map again; "read-only", neither compute nor store.
        report: called with a sentence when a file cannot be used or stored; by default it issues a `StoreWarning`.

    Raises `ProblemError` for an unknown mode.

    >>> from truel_ref import Problem
    >>> Store("maps", mode="none").path(MapSpec(Problem([0, 0, 1]), points=2)).suffix
    '.npz'
    """

    def __init__(
        self,
        folder: str | os.PathLike[str] | None = None,
        mode: str = "use",
        report: Callable[[str], object] | None = None,
    ) -> None:
        if mode not in MODES:
            raise ProblemError(f"mode: {shown(mode)} is unknown; choose from {', '.join(MODES)}")
        self.folder = default_folder() if folder is None else Path(folder)
        self.mode = mode
        self.report = report or _warn

    def path(self, spec: MapSpec) -> Path:
        """Return the path of a map's file, which need not exist: the SHA-256 of its spec and of the versions.

        >>> from truel_ref import Problem
        >>> one, two = (Store("maps").path(MapSpec(Problem([0, 0, hit]))) for hit in ("1/2", 0.5))
        >>> one == two
        True
        """
        return self.folder / f"{hashlib.sha256(_about(spec=spec.to_json())).hexdigest()}.npz"

    def fetch(self, spec: MapSpec, compute: Callable[[MapSpec], MapData]) -> MapData:
        """Return a map from the store, or computed, as the mode says.

        Report an unusable file, compute its map again and replace it; report a file that cannot be written.

        Parameters: `spec`; `compute`, which computes the map.

        Raises `ProblemError` in mode "read-only" if there is no usable file; and the errors of `compute`.
        """
        if self.mode == "none":
            return compute(spec)
        if self.mode != "update":
            data, trouble = self.stored(spec)
            if data is not None:
                return data
            if self.mode == "read-only":
                raise ProblemError(
                    f"the map of {spec.title()} is not in the store {shown(str(self.folder), limit=1000)}, "
                    "which is read-only: "
                    f"{trouble or 'no file'}; use the mode 'use' to compute it"
                )
            if trouble:
                self.report(f"the stored map {self.path(spec).name} is not used but computed again: {trouble}")
        data = compute(spec)
        try:
            make_folder(self.folder)
            save_map(data, self.path(spec))
        except FileError as error:
            self.report(f"the map cannot be stored: {error}")
        return data

    def stored(self, spec: MapSpec) -> tuple[MapData | None, str]:
        """Return a map from its file, or None with the reason; the reason is empty if there is no file."""
        try:
            return _opened(read_bytes(self.path(spec), 2 * (_size(spec) + _MOST_ABOUT)), spec), ""
        except FileError as error:
            return None, "" if isinstance(error.__cause__, FileNotFoundError) else str(error)
        except _UnusableError as error:
            return None, str(error)


def _warn(sentence: str) -> None:
    warnings.warn(sentence, StoreWarning, stacklevel=4)
