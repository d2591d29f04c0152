"""The store of maps: what is in a file, and everything that can be wrong with one."""

import contextlib
import errno
import hashlib
import io
import json
import os
import random
import re
import zipfile
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from unittest.mock import Mock

import numpy as np
import pytest
from examples import examples
from hypothesis import given
from strategies import map_specs

from truel_ref import Problem, disk
from truel_ref.errors import FileError, MapError
from truel_ref.files import make_folder
from truel_ref.maps import store as storing
from truel_ref.maps.builder import build, map_problem, replace
from truel_ref.maps.grid import MapSpec
from truel_ref.maps.store import Store, StoreWarning, default_folder, key, load_map, save_map

SPEC = MapSpec(Problem([0, 0, "1/2"], search="All"), points=4, method="normal")
DATA = build(SPEC)
PACKED = storing._packed(DATA)


@pytest.fixture
def compute():
    """Compute maps, which are counted."""
    return Mock(side_effect=build)


@pytest.fixture
def told():
    return []


@pytest.fixture
def store(tmp_path, told):
    return Store(tmp_path / "maps", report=told.append)


def changed(about=None, **arrays):
    """Return a file with other contents, whose checksum is right nevertheless."""
    with np.load(io.BytesIO(PACKED)) as archive:
        members = dict(archive)
    if about is not None:
        before = json.loads(members["about"].tobytes())
        text = about if isinstance(about, bytes) else json.dumps(before | about).encode()
        members["about"] = np.frombuffer(text, dtype=np.uint8)
    whole = io.BytesIO()
    np.savez(whole, **{name: array for name, array in (members | arrays).items() if array is not None})
    with zipfile.ZipFile(whole, "a") as archive:
        archive.comment = b" " * storing._SEAL_LENGTH
    body = whole.getvalue()[: -storing._SEAL_LENGTH]
    return body + storing._seal(body)


def assert_recomputed(store, told, compute, reason):
    """Check that a bad file is reported, computed again, and replaced by a good one."""
    assert [store.fetch(SPEC, compute) for _ in range(2)] == [DATA] * 2
    assert (compute.call_count, len(told)) == (1, 1)
    assert f"{key(SPEC)}.npz is not used but computed again: {reason}" in told[0]
    assert store.path(SPEC).read_bytes() == PACKED


def put(store, content):
    store.folder.mkdir(parents=True, exist_ok=True)
    store.path(SPEC).write_bytes(content)


# -- files


@examples(45)
@given(map_specs(points=3))
def test_what_is_saved_is_read_again(spec):
    data = build(spec)
    packed = storing._packed(data)
    again = storing._opened(packed, None)[0]
    assert (again, str(again.aims), storing._packed(again)) == (data, str(data.aims), packed)


def test_equal_maps_make_equal_files_with_nothing_aside(tmp_path):
    path = tmp_path / "map.npz"
    path.write_bytes(b"before")
    save_map(build(SPEC), str(path))
    assert ([*tmp_path.iterdir()], path.read_bytes(), load_map(path)) == ([path], PACKED, DATA)


def test_numpy_reads_the_file_without_pickle(tmp_path):
    save_map(DATA, tmp_path / "map.npz")
    with np.load(tmp_path / "map.npz", allow_pickle=False) as archive:
        arrays = {name: archive[name].tobytes() for name in archive}
    about = json.loads(arrays.pop("about"))
    assert arrays == {name: array.tobytes() for name, array in DATA.arrays.items()}
    assert (about["format"], MapSpec.from_data(about["spec"])) == (storing.FORMAT, SPEC)


def test_arrays_that_were_read_cannot_be_written():
    with pytest.raises(ValueError, match="read-only"):
        storing._opened(PACKED, None)[0].win[0, 0] = 1


def test_errors_of_load_name_the_file(tmp_path):
    with pytest.raises(MapError, match=r"cannot read .*absent"):
        load_map(tmp_path / "absent.npz")
    (tmp_path / "junk.npz").write_bytes(b"junk")
    with pytest.raises(MapError, match=r"junk.npz' is not a map that can be used: it does not end"):
        load_map(tmp_path / "junk.npz")


# -- what can be wrong with a file


def altered(place, bit=0):
    """Return the file with one bit changed."""
    content = bytearray(PACKED)
    content[place] ^= 1 << bit
    return bytes(content)


@pytest.mark.parametrize("kind", ["cut off", "altered", "longer"])
def test_no_file_is_read_of_which_a_byte_is_missing_altered_or_added(kind):
    places = range(len(PACKED))
    files = {
        "cut off": (PACKED[:length] for length in places),
        "altered": (altered(place, random.Random(place).randrange(8)) for place in places),
        "longer": (PACKED + b"\0", PACKED + PACKED[-storing._SEAL_LENGTH :]),
    }
    for content in files[kind]:
        with pytest.raises(storing._UnusableError):
            storing._opened(content, None)


IMPOSSIBLE = "it states something impossible: "
CUT = "it does not end as a stored map does"
BAD = {
    **{f"cut at {length}": (PACKED[:length], CUT) for length in (0, 1, len(PACKED) // 2, len(PACKED) - 1)},
    **{f"altered at {place}": (altered(place), "it") for place in (0, 40, len(PACKED) // 2, -100, -20, -1)},
    "older": (changed({"format": 0}), "it has format 0, and this version reads 1"),
    "newer": (changed({"format": "2"}), "it has format '2'"),
    "no format": (changed(b"{}"), "it cannot be read: KeyError"),
    "no JSON": (changed(b"{"), "it states something impossible: not JSON"),
    "a list": (changed(b"[]"), "it cannot be read: TypeError"),
    "another map": (changed({"spec": replace(SPEC, if_eq=4).to_json()}), "it holds another map"),
    "a grid too large": (changed({"spec": SPEC.to_json() | {"points": 5}}), "it holds another map"),
    "an impossible spec": (changed({"spec": SPEC.to_json() | {"points": 0}}), "it states something impossible: points"),
    "no aims": (
        changed({"aims": []}),
        IMPOSSIBLE + "the pixel at pA = 0, pB = 0: it has aims that are not in its table",
    ),
    "odd aims": (
        changed({"aims": [[None]] * len(DATA.aims)}),
        IMPOSSIBLE + "its table of aims is invalid",
    ),
    "heavy aims": (
        changed({"aims": [[{"weights": ["1", "1", "0"], "random": False}] * 3] * len(DATA.aims)}),
        IMPOSSIBLE + "its table of aims is invalid",
    ),
    "an array missing": (changed(win=None), "it holds ['about.npy', 'index.npy'"),
    "an array too large": (changed(win=np.zeros((50, 50, 50))), "its array win is too large"),
    "an odd shape": (changed(win=DATA.win[:, :, :2]), "its array win is float64"),
    "an odd type": (changed(tie=DATA.tie.astype(np.uint8)), "its array tie is uint8"),
    "objects": (changed(tie=np.array([{}], dtype=object)), "its array tie is object (1,), not bool (5, 5)"),
    "a pixel outside": (
        changed(index=np.zeros_like(DATA.index)),
        IMPOSSIBLE + "row 1 has other pixels than the map",
    ),
    "a pixel missing": (
        changed(index=np.full_like(DATA.index, -1)),
        IMPOSSIBLE + "row 0 has other pixels than the map",
    ),
}


@pytest.mark.parametrize(("content", "reason"), BAD.values(), ids=BAD)
def test_a_file_that_cannot_be_used_is_computed_again(content, reason, store, told, compute):
    put(store, content)
    assert_recomputed(store, told, compute, reason)


@pytest.mark.parametrize("points", [3, 5, 5_000])
def test_arrays_of_another_size_than_the_spec_says_are_refused(points):
    with pytest.raises(storing._UnusableError, match=r"its array (index|win) is|its arrays take"):
        storing._opened(changed({"spec": SPEC.to_json() | {"points": points}}), None)


@pytest.mark.parametrize("version", ["FORMAT", "MATHEMATICS"])
def test_another_version_has_another_name(version, monkeypatch):
    before = key(SPEC)
    monkeypatch.setattr(storing, version, 2)
    assert key(SPEC) != before


def test_another_mathematics_is_not_read(monkeypatch, tmp_path):
    path, says = tmp_path / "map.npz", "it was computed by version {} of the mathematics, and this is {}; compute it"
    save_map(DATA, path)
    monkeypatch.setattr(storing, "MATHEMATICS", 2)
    with pytest.raises(MapError, match=says.format(1, 2)):
        load_map(path)
    save_map(DATA, path)
    assert load_map(path) == DATA
    monkeypatch.undo()
    with pytest.raises(MapError, match=says.format(2, 1)):
        load_map(path)


KNOWN = {
    ("announced", "cells"): "7f90a1583f7009d4",
    ("announced", "normal"): "7f90a1583f7009d4",
    ("stationary", "normal"): "e445f15cfdcca9f7",
    ("lot", "normal"): "87b63184cd5eb4db",
    ("shooter", "normal"): "3081fb1735ef5e1e",
    ("simultaneous", "normal"): "b63f006e2366fee1",
}


@pytest.mark.parametrize(("model", "method"), KNOWN)
def test_the_version_of_the_mathematics_is_raised_when_a_map_becomes_another(model, method):
    """Whoever changes what a map holds raises `MATHEMATICS`, or stores go on to hand out the old ones."""
    data = build(MapSpec(Problem([0, 0, "1/2"], search="Others, Miss, Random"), 6, True, method, model=model))
    content = [[[str(aim) for aim in aims] for aims in data.aims], *(each.tolist() for each in data.arrays.values())]
    digest = hashlib.sha256(repr((storing.MATHEMATICS, content)).encode()).hexdigest()
    assert digest[:16] == KNOWN[model, method]


def test_a_folder_in_the_place_of_the_file_is_reported(store, told, compute):
    store.path(SPEC).mkdir(parents=True)
    assert store.fetch(SPEC, compute) == DATA
    assert [words in line for words, line in zip(("cannot read", "cannot be stored"), told, strict=True)] == [True] * 2
    assert [*store.folder.rglob("*.part")] == []


# -- what can be wrong with a disk


class FullFile(io.BytesIO):
    def write(self, content):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def full(path):
    path.touch()
    return FullFile()


def forbidden(path):
    raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


def vanishing(path):
    path.parent.rmdir()


@pytest.fixture
def where_new_files(monkeypatch):
    """Let something happen where a new file is opened, in a block; every other file is opened as usual."""
    usual = Path.open

    @contextlib.contextmanager
    def happens(what):
        def opened(path, mode="r", *arguments, **fields):
            return ("x" in mode and what(path)) or usual(path, mode, *arguments, **fields)

        with monkeypatch.context() as patched:
            patched.setattr(Path, "open", opened)
            yield

    return happens


@pytest.mark.parametrize(
    ("what", "says"), [(full, "No space left on device"), (forbidden, "Permission denied"), (vanishing, "No such file")]
)
def test_what_cannot_be_stored_is_reported_and_the_map_is_there(what, says, store, told, compute, where_new_files):
    with where_new_files(what):
        assert store.fetch(SPEC, compute) == DATA
        assert [*store.folder.rglob("*")] == []
        with pytest.raises(FileError, match=says):
            save_map(DATA, make_folder(store.folder) / "map.npz")
    (said,) = told
    assert re.match(f"the map cannot be stored: cannot write .*{re.escape(str(store.path(SPEC)))}.*: .*{says}", said)
    assert (store.fetch(SPEC, compute), load_map(store.path(SPEC))) == (DATA, DATA)


def test_a_folder_that_cannot_be_made_is_reported(tmp_path, told, compute):
    (tmp_path / "file").write_text("")
    store = Store(tmp_path / "file" / "maps", report=told.append)
    assert store.fetch(SPEC, compute) == DATA
    assert "cannot be stored" in told[-1]


def test_a_file_that_vanishes_before_it_is_read_is_missing(store, told, compute, monkeypatch):
    store.fetch(SPEC, compute)
    usual = disk.open_file

    def vanishing(path):
        path.unlink(missing_ok=True)
        return usual(path)

    with monkeypatch.context() as patched:
        patched.setattr(disk, "open_file", vanishing)
        assert store.fetch(SPEC, compute) == DATA
    assert (told, compute.call_count) == ([], 2)
    assert store.path(SPEC).exists()


def interrupted_at_once(*arguments):
    raise KeyboardInterrupt


@pytest.mark.parametrize("step", ["computing", "writing"])
def test_an_interrupt_leaves_no_file(step, store, monkeypatch):
    if step == "writing":
        monkeypatch.setattr(Path, "replace", interrupted_at_once)
    with pytest.raises(KeyboardInterrupt):
        build(SPEC, progress=interrupted_at_once if step == "computing" else None, store=store)
    assert [*store.folder.rglob("*")] == []


@pytest.mark.skipif(os.name != "posix", reason="signals are sent to a process of its own on POSIX only")
@pytest.mark.parametrize("jobs", [pytest.param(1, marks=pytest.mark.slow), 2])
def test_ctrl_c_while_cells_are_computed_leaves_the_store_whole(interrupted, store, jobs):
    """What was kept stays to the byte, of the map that was under way there is nothing."""
    build(SPEC, store=store)
    code = (
        "import sys; from truel_ref.maps import Store, map_problem\n"
        "if __name__ == '__main__':\n"
        "    map_problem([1], points=2000, method='cells', jobs=int(sys.argv[2]), store=Store(sys.argv[1]),\n"
        "        progress=lambda done: print('begun', flush=True))"
    )
    begun, complaints = interrupted(code, store.folder, jobs)
    assert (begun, complaints.count("Traceback")) == ("begun\n", 1)
    files = {path: path.read_bytes() for path in store.folder.rglob("*") if path.is_file()}
    assert files == {store.path(SPEC): PACKED}


def use_much(folder):
    """Write and read one map again and again; return what was reported and whether all maps were right."""
    told, right = [], True
    for mode in ["update", "use"] * 20:
        right &= Store(folder, mode, told.append).fetch(SPEC, lambda spec: DATA) == DATA
    return told, right


def test_two_processes_use_one_store(tmp_path):
    with ProcessPoolExecutor(2) as pool:
        results = [*pool.map(use_much, [tmp_path / "maps"] * 4)]
    assert results == [([], True)] * 4
    assert [path.name for path in (tmp_path / "maps").iterdir()] == [f"{key(SPEC)}.npz"]


# -- modes


@pytest.mark.parametrize(("mode", "times", "kept"), [("none", 3, False), ("use", 1, True), ("update", 3, True)])
def test_modes_compute_and_keep(mode, times, kept, tmp_path, told, compute):
    store = Store(tmp_path / "maps", mode, told.append)
    if mode == "update":
        put(store, b"junk")
    assert [store.fetch(SPEC, compute) for _ in range(3)] == [DATA] * 3
    assert (compute.call_count, told, store.folder.exists()) == (times, [], kept)
    assert not kept or load_map(store.path(SPEC)) == DATA


def test_each_map_is_kept_by_itself(store, compute):
    assert store.fetch(SPEC, compute) == DATA
    assert store.fetch(replace(SPEC, points=3), compute).spec.points == 3


def test_read_only_reads_only(store, told, compute):
    reading = Store(store.folder, "read-only", told.append)
    with pytest.raises(MapError, match=r"is not in the store .*, which is read-only: no file; use the mode 'use'"):
        reading.fetch(SPEC, compute)
    assert not store.folder.exists()
    put(store, PACKED[:-1])
    with pytest.raises(MapError, match="read-only: it does not end as a stored map does"):
        reading.fetch(SPEC, compute)
    assert store.path(SPEC).read_bytes() == PACKED[:-1]
    put(store, PACKED)
    assert reading.fetch(SPEC, compute) == DATA
    assert (compute.call_count, told) == (0, [])


def test_without_a_report_there_is_a_warning(tmp_path, compute):
    store = Store(tmp_path)
    put(store, b"junk")
    with pytest.warns(StoreWarning, match="is not used but computed again"):
        assert store.fetch(SPEC, compute) == DATA


def test_builders_use_a_store(store, told):
    ask, done = partial(map_problem, ["1/2"], points=4, method="normal", search="All", store=store), []
    assert ask() == ask(progress=done.append) == DATA
    assert (done, told) == ([], [])


# -- the folder of the user


@pytest.mark.parametrize(
    ("platform", "variables", "folder"),
    [
        ("linux", {}, ".cache"),
        ("linux", {"XDG_CACHE_HOME": "/elsewhere"}, "/elsewhere"),
        ("win32", {"LOCALAPPDATA": "/elsewhere"}, "/elsewhere"),
        ("linux", {"XDG_CACHE_HOME": "not/absolute"}, ".cache"),
        ("linux", {"XDG_CACHE_HOME": ""}, ".cache"),
        ("freebsd14", {"LOCALAPPDATA": "/elsewhere"}, ".cache"),
        ("darwin", {"XDG_CACHE_HOME": "/elsewhere"}, "Library/Caches"),
        ("win32", {}, "AppData/Local"),
    ],
)
def test_the_folder_of_maps_is_named_by_a_variable_or_in_the_home(platform, variables, folder, monkeypatch, tmp_path):
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    # A path that begins with / stays as it is.
    assert default_folder(platform, variables) == tmp_path / folder / "truel-ref" / "maps"


def test_a_user_without_a_home_is_told(monkeypatch):
    def homeless():
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", homeless)
    with pytest.raises(MapError, match="Could not determine home directory"):
        default_folder("linux", {})
