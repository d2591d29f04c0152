"""Store computed maps in files, and read them without trust.

A file is an `.npz` archive that NumPy can read without pickle: `about`, a JSON text as an array of bytes, with the
format, the version of the mathematics, the spec and the table of aims; and the arrays of `MapData`. The comment at the
end of the archive holds the SHA-256 of all bytes before it, which reveals a truncated or altered file, even where a
reader of archives would not look. Equal maps give equal files.

A checksum reveals damage, not malice. So the store unpacks an array only after checking its size against the map that
the file states, and never unpacks more than this size, whatever the archive states.
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

from truel_ref.errors import BudgetError, FileError, MapError, TruelError, refuse, shown
from truel_ref.files import make_folder, read_bytes, read_json, write_bytes
from truel_ref.maps.data import MapData, aims_from_json, aims_to_json
from truel_ref.maps.grid import MapSpec

__all__ = [
    "FORMAT",
    "MATHEMATICS",
    "MODES",
    "MOST",
    "Store",
    "StoreWarning",
    "default_folder",
    "key",
    "load_map",
    "save_map",
]

FORMAT = 1
"""Raise it when the files change: then older files are not read."""

MATHEMATICS = 1
"""Raise it when the same spec gives other data: then older maps are not used."""

MOST = 1 << 30
"""Largest number of bytes of the arrays of a file, and of the file."""

MODES = ("none", "use", "update", "read-only")

# The date of files without a date in archives: the time of day would make equal maps different files.
_NO_DATE = (1980, 1, 1, 0, 0, 0)
_SEAL = b"truel-ref map sha256 "
_SEAL_LENGTH = len(_SEAL) + 64
_MOST_ABOUT = 1 << 24  # bytes of `about`
_HEADER = 4096  # bytes of the header of an array


class StoreWarning(UserWarning):
    """A stored map is unusable, or a map cannot be stored; the returned map is right."""


class _UnusableError(Exception):
    """The reason why a file is not a usable map."""


def key(spec: MapSpec) -> str:
    """Return the name of a map in a store: the SHA-256 of its canonical spec and of the versions.

    These are the versions of the format and of the mathematics, so that outdated maps have other names.

    >>> from truel_ref import Problem
    >>> spec = MapSpec(Problem([0, 0, 1]))
    >>> key(spec) == key(MapSpec(Problem([0.5, 0.5, "100%"]), method="cells")), len(key(spec))
    (True, 64)
    """
    return hashlib.sha256(_canonical(_versions() | {"spec": spec.to_json()})).hexdigest()


def default_folder(platform: str = sys.platform, environment: Mapping[str, str] = os.environ) -> Path:
    """Return the folder of this user's maps, by the conventions of the operating system.

    It is below LOCALAPPDATA on Windows, ~/Library/Caches on macOS, and XDG_CACHE_HOME, or else ~/.cache, elsewhere.

    Parameters: `platform`, as in `sys.platform`; `environment`, the variables.

    Raises `MapError` if the user has no home folder.

    >>> default_folder("linux", {"XDG_CACHE_HOME": "/caches"}).as_posix()
    '/caches/truel-ref/maps'
    """
    name = {"win32": "LOCALAPPDATA", "darwin": ""}.get(platform, "XDG_CACHE_HOME")
    given = environment.get(name, "")
    # The convention says to ignore a path that is not absolute.
    if Path(given).is_absolute():
        return Path(given) / "truel-ref" / "maps"
    try:
        home = Path.home()
    except RuntimeError as error:
        raise MapError(f"no folder for maps: {error}; give one") from None
    usual = {"win32": "AppData/Local", "darwin": "Library/Caches"}.get(platform, ".cache")
    return home / usual / "truel-ref" / "maps"


def _versions() -> dict[str, int]:
    """Return the versions that a file and its name state; version 1 of the mathematics is left out."""
    return {"format": FORMAT} | ({} if MATHEMATICS == 1 else {"mathematics": MATHEMATICS})


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

    Raises `MapError` if the file is missing, truncated, altered, too large or of another version, or if no map can have
    its content.

    >>> import tempfile
    >>> from truel_ref import Problem
    >>> from truel_ref.maps.builder import normal_rows
    >>> spec = MapSpec(Problem([0, 0, 1]), points=2, method="normal")
    >>> data = MapData.assemble(spec, normal_rows(spec, range(3)))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save_map(data, Path(folder) / "map.npz")
    ...     load_map(Path(folder) / "map.npz") == data
    True
    """
    try:
        return _opened(read_bytes(path, most), None, most)
    except FileError as error:
        raise MapError(str(error)) from None
    except _UnusableError as error:
        raise MapError(f"{_named(path)} is not a map that can be used: {error}; compute it again") from None


def _named(path: str | os.PathLike[str]) -> str:
    return shown(str(path), limit=1000)


def _canonical(data: Any) -> bytes:
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode()


def _packed(data: MapData) -> bytes:
    """Return the file of a map. `numpy.savez` would write the time of day into it."""
    stated = {"spec": data.spec.to_json(), "aims": [aims_to_json(aims) for aims in data.aims]}
    about = _canonical(_versions() | stated)
    if len(about) > _MOST_ABOUT:
        raise FileError(f"a map with {len(data.aims):,} different sets of aims is too large for a file")
    arrays = {"about": np.frombuffer(about, dtype=np.uint8)} | data.arrays
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, array in arrays.items():
            one = io.BytesIO()
            np.lib.format.write_array(one, array, allow_pickle=False)
            entry = zipfile.ZipInfo(f"{name}.npy", _NO_DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # equal on every operating system
            archive.writestr(entry, one.getvalue())
        archive.comment = b" " * _SEAL_LENGTH  # reserves its length
    body = buffer.getvalue()[:-_SEAL_LENGTH]
    return body + _seal(body)


def _seal(body: bytes) -> bytes:
    return _SEAL + hashlib.sha256(body).hexdigest().encode()


def _opened(packed: bytes, asked: MapSpec | None, most: int = MOST) -> MapData:
    """Return the map in a file's bytes.

    Raises `_UnusableError` if the file is unusable, or holds another map than `asked`.
    """
    body, seal = packed[:-_SEAL_LENGTH], packed[-_SEAL_LENGTH:]
    if not seal.startswith(_SEAL):
        raise _UnusableError("it does not end as a stored map does, so it was cut off or is something else")
    if seal != _seal(body):
        raise _UnusableError("its checksum is wrong, so it was altered")
    # From here on a file can only be wrong by intention, or of another version.
    try:
        with zipfile.ZipFile(io.BytesIO(packed)) as archive:
            return _read(archive, asked, most)
    except (_UnusableError, BudgetError):
        raise
    except TruelError as error:
        raise _UnusableError(f"it states something impossible: {error}") from None
    except Exception as error:
        # Readers of archives, arrays and JSON raise many kinds of errors for invalid files.
        raise _UnusableError(f"it cannot be read: {type(error).__name__}: {error}") from None


def _read(archive: zipfile.ZipFile, asked: MapSpec | None, most: int) -> MapData:
    about = read_json(_array(archive, "about", np.uint8, None).tobytes())
    if about["format"] != FORMAT:
        raise _UnusableError(f"it has format {shown(about['format'])}, and this version reads {FORMAT}")
    version = about.get("mathematics", 1)
    if type(version) is not int or version != MATHEMATICS:
        raise _UnusableError(
            f"it was computed by version {shown(version)} of the mathematics, and this is {MATHEMATICS}"
        )
    spec = MapSpec.from_data(about["spec"])
    if asked not in (None, spec):
        raise _UnusableError(f"it holds another map, {spec.title()}; {spec.points} points, {spec.method}")
    layout = spec.layout()
    size = _size(layout)
    if asked is None and size > most:
        raise _UnusableError(f"its arrays take {size:,} bytes, and at most {most:,} are read")
    expected = sorted(f"{name}.npy" for name in ("about", *layout))
    if sorted(archive.namelist()) != expected:
        raise _UnusableError(f"it holds {shown(sorted(archive.namelist()))}, not {', '.join(expected)}")
    players = spec.problem.players
    aims = tuple(aims_from_json(entry, players) for entry in about["aims"])
    arrays = {name: _array(archive, name, *of) for name, of in layout.items()}
    data = MapData(spec, aims, **arrays)
    data.check()
    return data


def _size(layout: Mapping[str, tuple[Any, tuple[int, ...]]]) -> int:
    """Return the number of bytes of some arrays."""
    return sum(kind.itemsize * math.prod(shape) for kind, shape in layout.values())


def _array(
    archive: zipfile.ZipFile, name: str, kind: np.dtype[Any] | type[Any], shape: tuple[int, ...] | None
) -> np.ndarray:
    """Return an array of an archive, which must have this type, and this shape unless it is a list of bytes.

    Do not trust the stated sizes: unpack no more bytes than the array can have, and check the header of the array.
    """
    kind = np.dtype(kind)
    room = _HEADER + (_MOST_ABOUT if shape is None else math.prod(shape) * kind.itemsize)
    entry = archive.getinfo(f"{name}.npy")
    refuse(
        _UnusableError,
        (
            entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED),
            f"its array {name} is packed in an unknown way",
        ),
        (entry.file_size > room, f"its array {name} is too large"),
    )
    with archive.open(entry) as packed:
        content = packed.read(entry.file_size + 1)  # unpack no more than this of an entry that would unpack to more
    if len(content) != entry.file_size:
        raise _UnusableError(f"its array {name} is not as long as it says")
    stream = io.BytesIO(content)
    if np.lib.format.read_magic(stream) != (1, 0):
        raise _UnusableError(f"its array {name} has a header of another version")
    stated, by_columns, of_kind = np.lib.format.read_array_header_1_0(stream)
    shape = (len(content) - stream.tell(),) if shape is None else shape
    refuse(
        _UnusableError,
        (
            stated != shape or of_kind != kind or (by_columns and len(shape) > 1),
            f"its array {name} is {of_kind} {stated}, not {kind} {shape}",
        ),
        (
            len(content) - stream.tell() != math.prod(shape) * kind.itemsize,
            f"its array {name} is not as long as it says",
        ),
    )
    return np.frombuffer(content, dtype=kind, offset=stream.tell()).reshape(shape)


# -- the store


class Store:
    """A folder of maps, each under the `key` of its spec; several processes may use a store at once.

    Parameters:
        folder: the folder, created with the first stored map; by default `default_folder()`.
        mode: "none", without storing; "use", read stored maps, and compute and store missing maps; "update", compute
            and store every map again; "read-only", neither compute nor store.
        report: called with a sentence when a file cannot be used or stored; by default it issues a `StoreWarning`.

    Raises `MapError` for an unknown mode.

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
            raise MapError(f"mode: {shown(mode)} is unknown; choose from {', '.join(MODES)}")
        self.folder = default_folder() if folder is None else Path(folder)
        self.mode = mode
        self.report = report or _warn

    def path(self, spec: MapSpec) -> Path:
        """Return the path of a map's file, which need not exist."""
        return self.folder / f"{key(spec)}.npz"

    def fetch(self, spec: MapSpec, compute: Callable[[MapSpec], MapData]) -> MapData:
        """Return a map from the store, or computed, as the mode says.

        Report an unusable file, compute its map again and replace it; report a file that cannot be written.

        Parameters: `spec`; `compute`, which computes the map.

        Raises `MapError` in mode "read-only" if there is no usable file; and the errors of `compute`.
        """
        if self.mode == "none":
            return compute(spec)
        if self.mode != "update":
            data, trouble = self._stored(spec)
            if data is not None:
                return data
            if self.mode == "read-only":
                raise MapError(
                    f"the map of {spec.title()} is not in the store {_named(self.folder)}, which is read-only: "
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

    def _longest(self, spec: MapSpec) -> int:
        """Return the largest number of bytes of a map's file."""
        return 2 * (_size(spec.layout()) + _MOST_ABOUT)

    def _stored(self, spec: MapSpec) -> tuple[MapData | None, str]:
        """Return a map from its file, or None with the reason; the reason is empty if there is no file."""
        try:
            return _opened(read_bytes(self.path(spec), self._longest(spec)), spec), ""
        except FileError as error:
            return None, "" if isinstance(error.__cause__, FileNotFoundError) else str(error)
        except _UnusableError as error:
            return None, str(error)


def _warn(sentence: str) -> None:
    warnings.warn(sentence, StoreWarning, stacklevel=4)
