"""No room: a folder that allows no new files, a full disk and missing memory end a command with one line."""

import errno
import json
import os
import sys
from collections import OrderedDict
from pathlib import Path

import pytest
from slips import answer

from truel_ref import Problem
from truel_ref.maps.builder import build
from truel_ref.maps.spec import MapSpec
from truel_ref.maps.store import save_map
from truel_ref.oracle import check, vectors

SMALL_MAP = ["map", "--c", "1", "--points", "2", "--method", "normal"]
COMMANDS = {
    "map data": ([*SMALL_MAP, "-o", "map.npz"], ["map.npz"]),
    "map": ([*SMALL_MAP, "-o", "map.png"], ["map.png"]),
    "difference": (["map", "one.npz", "two.npz", "--colors", "dp", "-o", "map.svg"], ["map.svg"]),
    "report": (["check", "-o", "report.xml", "--group", "zero-one", "--", sys.executable], ["report.xml"]),
    "course": (["course", "1/3", "2/3", "--turns", "2", "-o", "course.pdf"], ["course.pdf"]),
    "reasons": (["why", "1/3", "2/3", "1", "-o", "why.png"], ["why.png"]),
    "line": (["regions", "--line", "1/3,1/2,1", "1/2,1/2,1", "-o", "line.png"], ["line.png"]),
}
TOO_LARGE = "this is too large for the memory of this machine"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with what the commands read; pictures and judgements are not what is tested here."""
    from matplotlib.figure import Figure

    for name, hit in (("one.npz", 1), ("two.npz", "1/2")):
        save_map(build(MapSpec(Problem([0, 0, hit]), 2, method="normal")), tmp_path / name)
    judged = check(answer, vectors("zero-one", players=2)[:2])
    monkeypatch.setattr("truel_ref.maps.borders.exact_curves", lambda *given, **_: {})
    monkeypatch.setattr(Figure, "savefig", lambda figure, written, **options: written.write(b"picture"))
    monkeypatch.setattr("truel_ref.oracle.reports.check_command", lambda *arguments, **settings: judged)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize("old", [False, True], ids=["new", "old"])
@pytest.mark.parametrize("name", COMMANDS)
def test_on_a_full_disk_files_stay_as_they_were(name, old, folder, run, monkeypatch):
    words, names = COMMANDS[name]
    for written in names if old else []:
        Path(written).write_bytes(b"old")
    before = contents(folder)
    with monkeypatch.context() as patched:
        error = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        patched.setattr(os, "fsync", lambda _: (_ for _ in ()).throw(error))
        status, _, err = run(*words)
    assert status == 2
    assert err.splitlines()[-1] == f"truel-ref: cannot write '{names[-1]}': No space left on device"
    assert contents(folder) == before
    assert run(*words)[0] == 0
    assert contents(folder).keys() == before.keys() | {*names}


# -- memory


@pytest.fixture
def short(monkeypatch):
    """Problems of four players have no room."""
    usual = Problem.options

    def options(problem, *arguments, **settings):
        if problem.players == 4:
            raise MemoryError
        return usual(problem, *arguments, **settings)

    monkeypatch.setattr(Problem, "options", options)
    monkeypatch.setattr("truel_ref.fast.recursion._known", OrderedDict())  # what is known needs no room


@pytest.mark.parametrize("word", ["solve", "why", "equilibria", "deviations", "compare", "course"])
@pytest.mark.usefixtures("short")
def test_profiles_that_have_no_room(word, refused):
    refused([word, "1/3", "2/3", "1", "1"], TOO_LARGE)


@pytest.mark.usefixtures("short")
def test_a_line_that_has_no_room_does_not_stop_the_others(run):
    lines = b'{"hits": ["1/3", "2/3", 1]}\n{"hits": ["1/3", "2/3", 1, 1]}\n{"hits": ["1/3", "1/2", 1]}\n'
    status, out, err = run("solve", "--jsonl", lines=lines)
    answers = [json.loads(line) for line in out.splitlines()]
    assert (status, err) == (1, "")
    assert ["error" in answer for answer in answers] == [False, True, False]
    assert answers[1] == {"line": 2, "error": TOO_LARGE}
