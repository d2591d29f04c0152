"""Faults: each call of ours that reaches a disk fails in turn, and so does each large allocation, in every command.

Afterwards old files are whole or have been replaced by whole new ones, nothing of ours is left over, and what went
wrong is told in one line.
"""

import errno
import itertools
import json
import os
import sys
from collections import OrderedDict
from pathlib import Path

import numpy as np
import pytest
from faulty import SOLVERS
from refusing import assert_refused

from truel_ref import Problem, disk
from truel_ref.errors import FileError
from truel_ref.files import package_text, read_bytes, write_bytes
from truel_ref.maps.builder import build
from truel_ref.maps.spec import MapSpec
from truel_ref.maps.store import save_map
from truel_ref.oracle import check, vectors

SMALL_MAP = ["map", "--c", "1", "--points", "2", "--method", "normal"]

COMMANDS = {
    "map data": ([*SMALL_MAP, "-o", "map.npz"], ["map.npz"]),
    "stored map": ([*SMALL_MAP, "-o", "map.npz", "--store", "use"], ["map.npz"]),
    "map": ([*SMALL_MAP, "-o", "map.png"], ["map.png"]),
    "difference": (["map", "one.npz", "two.npz", "-o", "map.svg"], ["map.svg"]),
    "report": (["check", "-o", "report.xml", "--group", "zero-one", "--", sys.executable], ["report.xml"]),
    "course": (["course", "1/3", "2/3", "--turns", "2", "-o", "course.pdf"], ["course.pdf"]),
    "reasons": (["why", "1/3", "2/3", "1", "-o", "why.png"], ["why.png"]),
    "line": (["regions", "--line", "1/3,1/2,1", "1/2,1/2,1", "--points", "2", "-o", "line.csv"], ["line.csv"]),
}  # fmt: skip
SLOW = ("line", "map", "stored map", "difference", "reasons", "course", "report")
"""What takes long to be drawn or written; all of their calls fail in the long version."""


class Faults:
    """Stands between `files` and the disk, and lets a call fail.

    Attributes: `calls`, the names of the calls so far; `failing`, the number of the one that fails, from 0; `how`;
    `lasting`, whether all after it fail, too, but those that remove.
    """

    def __init__(self, monkeypatch):
        self.start()
        for name in disk.__all__:
            monkeypatch.setattr(disk, name, self._between(name, getattr(disk, name)))

    def start(self, failing=None, how=errno.EIO, lasting=False):
        self.calls, self.failing, self.how, self.lasting = [], failing, how, lasting

    def _between(self, name, usual):
        def call(*arguments, **settings):
            number = len(self.calls)
            self.calls.append(name)
            fails = self.lasting and number > self.failing and name != "remove"
            if number != self.failing and not fails:
                return usual(*arguments, **settings)
            if self.how == "truncated":
                if name == "write":  # half of it, and then there is no more room
                    usual(arguments[0], arguments[1][: len(arguments[1]) // 2])
                elif name in ("read", "resource"):
                    whole = usual(*arguments, **settings)
                    return whole[: len(whole) // 2]
            code = errno.ENOSPC if self.how == "truncated" else self.how
            path = arguments[0] if isinstance(arguments[0], Path) else None
            raise OSError(code, os.strerror(code), *([str(path)] if path else []))

        return call


@pytest.fixture
def faults(monkeypatch):
    return Faults(monkeypatch)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with what the commands read, and an old file wherever they write."""
    folder = tmp_path / "folder"
    folder.mkdir(parents=True, exist_ok=True)
    monkeypatch.chdir(folder)
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
    return folder


@pytest.fixture
def cheap(monkeypatch):
    """Pictures and judgements are not what is tested here."""
    from matplotlib.figure import Figure

    monkeypatch.setattr(Figure, "savefig", lambda figure, written, **options: written.write(b"picture" * 100))


def prepared(folder, names, old):
    """Put everything in place; return what is there then, by name."""
    for path in sorted(folder.rglob("*"), reverse=True):
        path.unlink() if path.is_file() else path.rmdir()
    for name in names if old else []:
        (folder / name).write_bytes(b"old")
    for name, content in INPUTS.items():
        (folder / name).write_bytes(content)
    return contents(folder)


def contents(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


INPUTS = {}


@pytest.fixture(scope="module", autouse=True)
def inputs(tmp_path_factory):
    """Make what the commands read, once."""

    place = tmp_path_factory.mktemp("inputs")
    for name, hit in (("one.npz", 1), ("two.npz", "1/2")):
        save_map(build(MapSpec(Problem([0, 0, hit]), 2, method="normal")), place / name)
    for path in place.iterdir():
        INPUTS[path.name] = path.read_bytes()


def kinds(call):
    usual = [errno.ENOSPC, errno.EACCES, errno.EINTR, errno.EIO]
    return [*usual, "truncated"] if call in ("read", "write", "resource") else usual


def chosen(name, calls, slowly):
    """Return which calls are to fail how: all in every way, or the first and the last of each kind in one way each.

    Of what takes long only one call that writes, another one for each command.
    """
    if slowly:
        return [(number, how) for number, call in enumerate(calls) for how in kinds(call)]
    places = {}
    for number, call in enumerate(calls):
        places.setdefault(call, []).append(number)
    some, first = sorted({place for listed in places.values() for place in (listed[0], listed[-1])}), 0
    if name in SLOW:
        first, which = divmod(SLOW.index(name), 3)
        some = [places[("create", "write", "replace")[which]][-1]]
    return [
        (number, kinds(calls[number])[-1 - way % len(kinds(calls[number]))]) for way, number in enumerate(some, first)
    ]


@pytest.mark.usefixtures("cheap")
@pytest.mark.parametrize("name", COMMANDS)
def test_each_call_fails_in_turn(name, folder, faults, run, monkeypatch, slowly):
    words, names = COMMANDS[name]
    if name == "report":
        judged = check(SOLVERS["sound"], vectors("zero-one", players=2)[:2])
        monkeypatch.setattr("truel_ref.oracle.reports.check_command", lambda *arguments, **settings: judged)
    new = said = None
    for old in (False, True) if slowly or name not in SLOW else (True,):
        prepared(folder, names, old)
        faults.start()
        status, out, _ = run(*words)
        assert status == 0
        calls, new, said = faults.calls, new or contents(folder), said or out
        assert {"create", "write", "sync", "replace"} <= set(calls)
        assert new.keys() >= set(names)
        for number, how in chosen(name, calls, slowly):
            before = prepared(folder, names, old)
            faults.start(number, how)
            status, out, err = run(*words)
            where = f"call {number}, {calls[number]}, fails by {how}: {status} {err}"
            after = contents(folder)
            assert status in (0, 2), where
            assert all(line.startswith("truel-ref: ") for line in err.splitlines()), where
            assert "Traceback" not in err + out, where
            assert {*before} <= {*after} <= {*before, *new}, where
            assert all(content in (before.get(place), new.get(place)) for place, content in after.items()), where
            if status == 0:
                assert out == said, where
                assert all(after[place] == new[place] for place in names), where
            else:
                told = [line for line in err.splitlines() if not line.startswith("truel-ref: note: ")]
                assert len(told) == 1, where
                assert ".part" not in err, where
    assert (folder / "cache").exists() == (name == "stored map")


@pytest.mark.parametrize("name", COMMANDS)
def test_a_folder_that_allows_no_new_files_is_told_before_the_work(name, folder, faults, run, monkeypatch):
    """By the question of the operating system alone: root may write everywhere."""
    words, names = COMMANDS[name]
    writable = disk.is_writable
    monkeypatch.setattr(disk, "is_writable", lambda path: not path.is_dir() and writable(path))
    monkeypatch.setattr(
        "truel_ref.oracle.reports.check_command", lambda *arguments, **settings: pytest.fail("it has begun")
    )
    before = prepared(folder, names, old=False)
    faults.start()
    status, out, err = run(*words)
    assert (status, out) == (2, "")
    assert "allows no new files" in err.splitlines()[-1]
    assert "create" not in faults.calls
    assert contents(folder) == before


# -- a disk that does not recover


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EROFS])
def test_when_everything_fails_from_some_call_on(code, tmp_path, faults):
    """Nothing can be removed either then; the old file is whole at least."""
    path = tmp_path / "file"
    for first in range(12):
        path.write_bytes(b"old")
        faults.start(first, code, lasting=True)
        try:
            write_bytes(path, b"new")
        except FileError as error:
            assert str(error).startswith(f"cannot write {str(path)!r}: {os.strerror(code)}")
            assert path.read_bytes() == b"old"
        else:
            assert path.read_bytes() == b"new"
        assert [*tmp_path.iterdir()] == [path]


# -- reading


@pytest.mark.parametrize(
    ("failing", "how", "read", "says"),
    [
        (None, None, lambda: read_bytes("file", 99), r"cannot read .*: it is longer than 99 bytes"),
        (1, "truncated", lambda: read_bytes("file"), r"cannot read .*: only 50 of its 100 bytes could be read"),
        (None, None, lambda: read_bytes("nul\0byte"), "no file can have this name"),
        (0, errno.EACCES, lambda: package_text("truel_ref.oracle", "data", "FORMAT.md"),
         r"cannot read truel_ref/oracle/data/FORMAT\.md: Permission denied; install"),
    ],
)  # fmt: skip
def test_what_is_read_is_bounded_and_whole(failing, how, read, says, folder, faults):
    (folder / "file").write_bytes(b"x" * 100)
    assert read_bytes("file", 100) == b"x" * 100
    faults.start(failing, how)
    assert_refused(FileError, read, says)


# -- memory


def steps():
    """Return what allocates much, by name, with where it stands."""
    return {
        "numpy.full": (np, "full"),
        "numpy.zeros": (np, "zeros"),
        "numpy.empty": (np, "empty"),
        "numpy.array": (np, "array"),
        "numpy.unique": (np, "unique"),
        "the packed map": (sys.modules["truel_ref.maps.store"], "_packed"),
        "the picture": (__import__("matplotlib.figure").figure.Figure, "savefig"),
    }


@pytest.mark.parametrize("name", ["map data", "stored map", "map"])
@pytest.mark.parametrize("step", steps())
def test_memory_that_is_not_there(name, step, folder, run, monkeypatch, cheap):
    """The first large allocation fails, then the second …; what is told is one line, and the files are as before."""
    words, names = COMMANDS[name]
    place, attribute = steps()[step]
    usual = getattr(place, attribute)
    prepared(folder, names, old=False)
    assert run(*words)[0] == 0
    new = contents(folder)
    for failing in range(2):
        before = prepared(folder, names, old=True)
        calls = itertools.count()

        def short(*arguments, calls=calls, failing=failing, **settings):
            if next(calls) == failing:
                raise MemoryError
            return usual(*arguments, **settings)

        with monkeypatch.context() as patched:
            patched.setattr(place, attribute, short)
            status, _, err = run(*words)
        after = contents(folder)
        assert all(content in (before.get(place), new.get(place)) for place, content in after.items())
        assert status == 0 or (err == f"truel-ref: {TOO_LARGE}\n" and before.items() <= after.items())


TOO_LARGE = "this is too large for the memory of this machine; state fewer players, options or levels"


@pytest.mark.parametrize("words", [["solve"], ["why"], ["equilibria"], ["deviations"], ["compare"], ["course"]])
def test_profiles_that_have_no_room(words, refused, monkeypatch):
    def short(*arguments, **settings):
        raise MemoryError

    monkeypatch.setattr(Problem, "options", short)
    monkeypatch.setattr("truel_ref.fast.recursion._known", OrderedDict())  # what is known needs no room
    refused([*words, "1/3", "2/3", "1"], "this is too large for the memory of this machine")


def test_a_line_that_has_no_room_does_not_stop_the_others(run, monkeypatch):
    usual = Problem.options

    def short(problem, *arguments, **settings):
        if problem.players == 4:
            raise MemoryError
        return usual(problem, *arguments, **settings)

    monkeypatch.setattr(Problem, "options", short)
    monkeypatch.setattr("truel_ref.fast.recursion._known", OrderedDict())
    lines = b'{"hits": ["1/3", "2/3", 1]}\n{"hits": ["1/3", "2/3", 1, 1]}\n{"hits": ["1/3", "1/2", 1]}\n'
    status, out, err = run("solve", "--jsonl", lines=lines)
    answers = [json.loads(line) for line in out.splitlines()]
    assert (status, err) == (1, "")
    assert ["error" in answer for answer in answers] == [False, True, False]
    assert answers[1] == {"line": 2, "error": "this is too large for the memory of this machine"}
