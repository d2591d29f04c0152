"""Keeps computed maps in files, and trusts none of them further than its checksum.

A file is an `.npz` archive that NumPy can read without pickle: `about`, a JSON text as an array of bytes, with the
format, the version of the mathematics, the spec and the table of aims; and the arrays of `MapData`. The comment at the
end of the archive holds the SHA-256 of all bytes before it, so that a file that was cut off or altered anywhere, even
where a reader of archives would not look, is recognised. Equal maps give equal files.

A checksum says that nothing has happened to a file, not that it means well. So nothing is unpacked before its size is
known to be that of the map that the file states, and no more of it than that, whatever the archive says of itself.

What was computed of a map before something went wrong or a limit ended it may be kept, too, in a file of the same kind
beside that of the map, with the array `made`: per pixel whether it was computed.
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
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from truel_ref.budget import undisturbed
from truel_ref.errors import BudgetError, FileError, MapError, TruelError, refuse, shown
from truel_ref.files import make_folder, read_bytes, read_json, remove_file, write_bytes
from truel_ref.maps.data import MapData, aims_from_json, aims_to_json
from truel_ref.maps.grid import Block, MapSpec, Tile

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
"""To be raised when the files change: older ones are then not read."""

MATHEMATICS = 1
"""To be raised when the same spec gives other data: what was computed before is then not used."""

MOST = 1 << 30
"""Bytes that the arrays of a file may take when it is read, and that the file may have."""

MODES = ("none", "use", "update", "read-only")

# The date that archives give to files without one: a clock would make equal maps different files.
_NO_DATE = (1980, 1, 1, 0, 0, 0)
_SEAL = b"truel-ref map sha256 "
_SEAL_LENGTH = len(_SEAL) + 64
_MOST_ABOUT = 1 << 24  # bytes of what a file says of itself
_HEADER = 4096  # bytes that the header of an array may have


class StoreWarning(UserWarning):
    """A stored map could not be used, or could not be stored; the map itself is right."""


class _UnusableError(Exception):
    """Why a file is not a map that can be used."""


def key(spec: MapSpec) -> str:
    """Return the name of a map in a store: the SHA-256 of its canonical spec and of the versions.

    These are those of the format and of the mathematics, so that what is no longer true is no longer found.

    >>> from truel_ref import Problem
    >>> spec = MapSpec(Problem([0, 0, 1]))
    >>> key(spec) == key(MapSpec(Problem([0.5, 0.5, "100%"]), method="cells")), len(key(spec))
    (True, 64)
    """
    return hashlib.sha256(_canonical(_versions() | {"spec": spec.to_json()})).hexdigest()


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


def _versions() -> dict[str, int]:
    """Return the versions that a file and its name state: nothing of the mathematics before there was more than one."""
    return {"format": FORMAT} | ({} if MATHEMATICS == 1 else {"mathematics": MATHEMATICS})


# -- files


def save_map(data: MapData, path: str | os.PathLike[str]) -> None:
    """Write a map to a file, so that whoever looks sees the whole file or none.

    Parameters: `data`; `path`, whose folder must exist.

    Raises `FileError` if it cannot be written; what stood there before is then untouched.
    """
    write_bytes(path, _packed(data))


def load_map(path: str | os.PathLike[str], most: int = MOST) -> MapData:
    """Return the map in a file.

    Parameters: `path`; `most`, how many bytes its arrays may take, and it may have.

    Raises `MapError` if there is none, or if the file was cut off, altered or made by another version, if it holds what
    no map can hold, or if it is too large.

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
        return _opened(read_bytes(path, most), None, most)[0]
    except FileError as error:
        raise MapError(str(error)) from None
    except _UnusableError as error:
        raise MapError(f"{_named(path)} is not a map that can be used: {error}; compute it again") from None


def _named(path: str | os.PathLike[str]) -> str:
    return shown(str(path), limit=1000)


def _canonical(data: Any) -> bytes:
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode()


def _packed(data: MapData, **more: np.ndarray) -> bytes:
    """Return the file of a map, with further arrays. `numpy.savez` would write the time of day into it."""
    stated = {"spec": data.spec.to_json(), "aims": [aims_to_json(aims) for aims in data.aims]}
    about = _canonical(_versions() | stated)
    if len(about) > _MOST_ABOUT:
        raise FileError(f"a map with {len(data.aims):,} different sets of aims is too large for a file")
    arrays = {"about": np.frombuffer(about, dtype=np.uint8)} | data.arrays | more
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


def _opened(
    packed: bytes, asked: MapSpec | None, most: int = MOST, more: Sequence[str] = ()
) -> tuple[MapData, dict[str, np.ndarray]]:
    """Return what is in a file's bytes: a map, and further arrays of one flag per pixel.

    Raises `_UnusableError` where it cannot be used, or is not the map that was asked for.
    """
    body, seal = packed[:-_SEAL_LENGTH], packed[-_SEAL_LENGTH:]
    if not seal.startswith(_SEAL):
        raise _UnusableError("it does not end as a stored map does, so it was cut off or is something else")
    if seal != _seal(body):
        raise _UnusableError("its checksum is wrong, so it was altered")
    # From here on a file can only be wrong if somebody made it so, or if it is of another version.
    try:
        with zipfile.ZipFile(io.BytesIO(packed)) as archive:
            return _read(archive, asked, most, more)
    except (_UnusableError, BudgetError):
        raise
    except TruelError as error:
        raise _UnusableError(f"it states something impossible: {error}") from None
    except Exception as error:
        # Readers of archives, arrays and JSON raise a great many kinds of errors for what they cannot read.
        raise _UnusableError(f"it cannot be read: {type(error).__name__}: {error}") from None


def _read(
    archive: zipfile.ZipFile, asked: MapSpec | None, most: int, more: Sequence[str]
) -> tuple[MapData, dict[str, np.ndarray]]:

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
    layout = spec.layout() | {name: (np.dtype(bool), spec.shape) for name in more}
    size = _size(layout)
    if asked is None and size > most:
        raise _UnusableError(f"its arrays take {size:,} bytes, and at most {most:,} are read")
    expected = sorted(f"{name}.npy" for name in ("about", *layout))
    if sorted(archive.namelist()) != expected:
        raise _UnusableError(f"it holds {shown(sorted(archive.namelist()))}, not {', '.join(expected)}")
    players = spec.problem.players
    aims = tuple(aims_from_json(entry, players) for entry in about["aims"])
    arrays = {name: _array(archive, name, *of) for name, of in layout.items()}
    flags = {name: arrays.pop(name) for name in more}
    data = MapData(spec, aims, **arrays)
    data.check(**flags)
    return data, flags


def _size(layout: Mapping[str, tuple[Any, tuple[int, ...]]]) -> int:
    """Return how many bytes some arrays take."""
    return sum(kind.itemsize * math.prod(shape) for kind, shape in layout.values())


def _array(
    archive: zipfile.ZipFile, name: str, kind: np.dtype[Any] | type[Any], shape: tuple[int, ...] | None
) -> np.ndarray:
    """Return an array of an archive, which must have this type, and this shape unless it is a list of bytes.

    What the archive says of the size of an entry is not believed: no more is unpacked than the array can have. Nor is
    what the array says of itself, before it is known to be right.
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
        content = packed.read(entry.file_size + 1)  # of all that it unfolds to, no more is unfolded
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
    """A folder of maps, each under the `key` of its spec; several processes may use one at once.

    Parameters:
        folder: where, made when something is first stored; by default `default_folder()`.
        mode: "none", as if there were no store; "use", what is there is used and what is missing is computed and
            stored, and so are the parts of a map that was not finished; "update", everything is computed and stored
            anew; "read-only", nothing is computed or stored.
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
            raise MapError(f"mode: {shown(mode)} is unknown; choose from {', '.join(MODES)}")
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
        with undisturbed():
            try:
                make_folder(self.folder)
                save_map(data, self.path(spec))
            except FileError as error:
                self.report(f"the map cannot be stored: {error}")
            else:
                remove_file(self._beside(spec))
        return data

    def keep_parts(self, spec: MapSpec, blocks: Iterable[Block]) -> bool:
        """Keep what was computed of a map that was not finished, beside what was kept before; tell whether it is kept.

        It is in the mode "use", the only one in which `parts` gives it back.

        Parameters: `spec`; `blocks`, in any number, none of which overlap.
        """
        if self.mode != "use":
            return False

        blocks = list(blocks)
        made = np.zeros(spec.shape, dtype=bool)
        for block in blocks:
            made[np.ix_(block.rows, block.columns)] = True
        before = self._kept(spec)
        if before is not None:  # it may have been cut in another way, so that no unit of today has all of it
            made |= before[1]
            blocks.insert(0, _block(before[0], Tile.whole(spec)))
        data = MapData.join(spec, blocks, overlapping=True)
        made &= data.inside
        try:
            make_folder(self.folder)
            write_bytes(self._beside(spec), _packed(data, made=made))
        except FileError as error:
            self.report(f"what was computed of the map cannot be stored: {error}")
            return False
        return True

    def parts(self, spec: MapSpec) -> Callable[[Tile], Block | None]:
        """Return what gives the block of a unit of work that was computed before and kept, None for any other."""
        kept = self._kept(spec) if self.mode == "use" else None
        return lambda unit: None if kept is None else _cut(*kept, unit)

    def _kept(self, spec: MapSpec) -> tuple[MapData, np.ndarray] | None:
        """Return what was kept of a map, and per pixel whether it was; None if there is nothing that can be used."""
        try:
            packed = read_bytes(self._beside(spec), self._longest(spec))
            data, flags = _opened(packed, spec, more=("made",))
        except (FileError, _UnusableError):  # it was only there to save time
            return None
        return data, flags["made"]

    def _beside(self, spec: MapSpec) -> Path:
        """Return the file of what was computed of a map that was not finished."""
        return self.folder / f"{key(spec)}.parts.npz"

    def _longest(self, spec: MapSpec) -> int:
        """Return how many bytes the file of a map can have at most."""
        return 2 * (_size(spec.layout()) + _MOST_ABOUT)

    def _stored(self, spec: MapSpec) -> tuple[MapData | None, str]:
        """Return a map from its file, or None with what is wrong with it; no text if there is no file."""
        try:
            return _opened(read_bytes(self.path(spec), self._longest(spec)), spec)[0], ""
        except FileError as error:
            return None, "" if isinstance(error.__cause__, FileNotFoundError) else str(error)
        except _UnusableError as error:
            return None, str(error)


def _cut(data: MapData, made: np.ndarray, unit: Tile) -> Block | None:
    """Return the block of a unit of work from a map of which some pixels were computed; None unless all of it were."""
    return None if (data.inside[unit.place] & ~made[unit.place]).any() else _block(data, unit)


def _block(data: MapData, unit: Tile) -> Block:
    """Return some rows and columns of a map."""
    arrays = {name: array[unit.place] for name, array in data.arrays.items()}
    return Block(tuple(unit.rows), unit.columns, data.aims, **arrays)


def _warn(sentence: str) -> None:
    warnings.warn(sentence, StoreWarning, stacklevel=4)
