"""Keeps computed maps in files, and trusts none of them further than its checksum.

A file is an `.npz` archive that NumPy can read without pickle: `about`, a JSON text as an array of bytes, with the
format, the spec and the table of aims; and the arrays of `MapData`. The comment at the end of the archive holds the
SHA-256 of all bytes before it, so that a file that was cut off or altered anywhere, even where a reader of archives
would not look, is recognised. Equal maps give equal files.
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
from typing import TYPE_CHECKING, Any

from truel_ref.errors import FileError, MapError, TruelError, shown
from truel_ref.files import make_folder, read_json, write_bytes
from truel_ref.maps.data import MapData, aims_from_json, aims_to_json
from truel_ref.maps.grid import MapSpec

if TYPE_CHECKING:
    import numpy as np

__all__ = ["FORMAT", "MODES", "Store", "StoreWarning", "default_folder", "key", "load_map", "save_map"]

FORMAT = 1
"""To be raised when the files change, or when the same spec gives other data: older files are then not used."""

MODES = ("none", "use", "update", "read-only")

# The date that archives give to files without one: a clock would make equal maps different files.
_NO_DATE = (1980, 1, 1, 0, 0, 0)
_SEAL = b"truel-ref map sha256 "
_SEAL_LENGTH = len(_SEAL) + 64


class StoreWarning(UserWarning):
    """A stored map could not be used, or could not be stored; the map itself is right."""


class _UnusableError(Exception):
    """Why a file is not a map that can be used."""


def key(spec: MapSpec) -> str:
    """Return the name of a map in a store: the SHA-256 of its canonical spec and the format version.

    >>> from truel_ref import Problem
    >>> spec = MapSpec(Problem([0, 0, 1]))
    >>> key(spec) == key(MapSpec(Problem([0.5, 0.5, "100%"]), method="cells")), len(key(spec))
    (True, 64)
    """
    return hashlib.sha256(_canonical({"format": FORMAT, "spec": spec.to_json()})).hexdigest()


def default_folder(platform: str = sys.platform, environment: Mapping[str, str] = os.environ) -> Path:
    """Return where the maps of this user are kept, by the conventions of the operating system.

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


# -- files


def save_map(data: MapData, path: str | os.PathLike[str]) -> None:
    """Write a map to a file, so that whoever looks sees the whole file or none.

    Parameters: `data`; `path`, whose folder must exist.

    Raises `FileError` if it cannot be written; what stood there before is then untouched.
    """
    write_bytes(path, _packed(data))


def load_map(path: str | os.PathLike[str]) -> MapData:
    """Return the map in a file.

    Raises `MapError` if there is none, or if the file was cut off, altered or made by another version.

    >>> import tempfile
    >>> from truel_ref import Problem
    >>> from truel_ref.maps.normal import normal_rows
    >>> spec = MapSpec(Problem([0, 0, 1]), points=2, method="normal")
    >>> data = MapData.assemble(spec, normal_rows(spec, range(3)))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save_map(data, Path(folder) / "map.npz")
    ...     load_map(Path(folder) / "map.npz") == data
    True
    """
    try:
        return _unpacked(Path(path).read_bytes())
    except OSError as error:
        raise MapError(f"the map cannot be read from {_named(path)}: {_reason(error)}") from None
    except _UnusableError as error:
        raise MapError(f"{_named(path)} is no map that can be used: {error}; compute it again") from None


def _named(path: str | os.PathLike[str]) -> str:
    return shown(str(path), limit=1000)


def _reason(error: OSError) -> str:
    return error.strerror or str(error) or type(error).__name__


def _canonical(data: Any) -> bytes:
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode()


def _packed(data: MapData) -> bytes:
    """Return the file of a map. `numpy.savez` would write the time of day into it."""
    import numpy as np

    about = {"format": FORMAT, "spec": data.spec.to_json(), "aims": [aims_to_json(aims) for aims in data.aims]}
    arrays = {"about": np.frombuffer(_canonical(about), dtype=np.uint8)}
    arrays |= data.arrays
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, array in arrays.items():
            one = io.BytesIO()
            np.lib.format.write_array(one, array, allow_pickle=False)
            entry = zipfile.ZipInfo(f"{name}.npy", _NO_DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # the same on every operating system
            archive.writestr(entry, one.getvalue())
        archive.comment = b" " * _SEAL_LENGTH  # only to announce its length
    body = buffer.getvalue()[:-_SEAL_LENGTH]
    return body + _seal(body)


def _seal(body: bytes) -> bytes:
    return _SEAL + hashlib.sha256(body).hexdigest().encode()


def _unpacked(packed: bytes, asked: MapSpec | None = None) -> MapData:
    """Return the map of a file's bytes, which must be the one asked for. Raises `_UnusableError`."""
    body, seal = packed[:-_SEAL_LENGTH], packed[-_SEAL_LENGTH:]
    if not seal.startswith(_SEAL):
        raise _UnusableError("it does not end as a stored map does, so it was cut off or is something else")
    if seal != _seal(body):
        raise _UnusableError("its checksum is wrong, so it was altered")
    # From here on a file can only be wrong if somebody made it so, or if it is of another version.
    try:
        with zipfile.ZipFile(io.BytesIO(packed)) as archive:
            return _read(archive, asked)
    except _UnusableError:
        raise
    except TruelError as error:
        raise _UnusableError(f"it states something impossible: {error}") from None
    except Exception as error:
        # Readers of archives, arrays and JSON raise a great many kinds of errors for what they cannot read.
        raise _UnusableError(f"it cannot be read: {type(error).__name__}: {error}") from None


def _read(archive: zipfile.ZipFile, asked: MapSpec | None) -> MapData:
    import numpy as np

    about = read_json(_array(archive, "about", np.uint8, None).tobytes())
    if about["format"] != FORMAT:
        raise _UnusableError(f"it has format {shown(about['format'])}, and this version reads {FORMAT}")
    spec = MapSpec.from_data(about["spec"])
    if asked not in (None, spec):
        raise _UnusableError(f"it holds another map, {spec.title()}; {spec.points} points, {spec.method}")
    players = spec.problem.players
    kinds: dict[str, type[np.generic]] = {
        "index": np.int32,
        "win": np.float64,
        "stalemate": np.float64,
        "tie": np.bool_,
        "solved": np.bool_,
        "equilibria": np.int16,
    }
    shapes = {"win": (*spec.shape, players)}
    aims = tuple(aims_from_json(entry, players) for entry in about["aims"])
    arrays = {name: _array(archive, name, kinds[name], shapes.get(name, spec.shape)) for name in spec.arrays}
    data = MapData(spec, aims, **arrays)
    data.check()
    return data


def _array(archive: zipfile.ZipFile, name: str, kind: type[np.generic], shape: tuple[int, ...] | None) -> np.ndarray:
    """Return an array of an archive, which must have this type, and this shape unless it is a plain list."""
    import numpy as np

    entry = archive.getinfo(f"{name}.npy")
    # Nothing is unpacked that is larger than it can be, with some room for the header.
    if shape is not None and entry.file_size > math.prod(shape) * np.dtype(kind).itemsize + 4096:
        raise _UnusableError(f"its array {name} is too large")
    array: np.ndarray = np.lib.format.read_array(io.BytesIO(archive.read(entry)), allow_pickle=False)
    shape = array.shape[:1] if shape is None else shape
    if array.shape != shape or array.dtype != kind:
        raise _UnusableError(f"its array {name} is {array.dtype} {array.shape}, not {np.dtype(kind)} {shape}")
    return array


# -- the store


class Store:
    """A folder of maps, each under the `key` of its spec; several processes may use one at once.

    Parameters:
        folder: where, made when something is first stored; by default `default_folder()`.
        mode: "none", as if there were no store; "use", what is there is used and what is missing is computed and
            stored; "update", everything is computed and stored anew; "read-only", nothing is computed or stored.
        report: called with a sentence when a file cannot be used or stored; by default a `StoreWarning` is given.

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
            raise MapError(f"mode: {shown(mode)} is unknown; there are {', '.join(MODES)}")
        self.folder = default_folder() if folder is None else Path(folder)
        self.mode = mode
        self.report = report or _warn

    def path(self, spec: MapSpec) -> Path:
        """Return the file of a map, whether it exists or not."""
        return self.folder / f"{key(spec)}.npz"

    def fetch(self, spec: MapSpec, compute: Callable[[MapSpec], MapData]) -> MapData:
        """Return a map from the store, or computed, as the mode says.

        A file that cannot be used is reported, computed again and replaced; one that cannot be written is reported.

        Parameters: `spec`; `compute`, which computes it.

        Raises `MapError` in mode "read-only" if there is no file that can be used; and what `compute` raises.
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

    def _stored(self, spec: MapSpec) -> tuple[MapData | None, str]:
        """Return a map from its file, or None with what is wrong with it; no text if there is no file."""
        try:
            return _unpacked(self.path(spec).read_bytes(), spec), ""
        except FileNotFoundError:
            return None, ""
        except OSError as error:
            return None, f"it cannot be read: {_reason(error)}"
        except _UnusableError as error:
            return None, str(error)


def _warn(sentence: str) -> None:
    warnings.warn(sentence, StoreWarning, stacklevel=4)
