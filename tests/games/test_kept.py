"""Work that is kept in a file: it is gone on with, and neither a kill nor an altered file passes for what it is not."""

import json
import os
import signal
import subprocess
import sys
from functools import partial

import pytest
from refusing import assert_refused

from truel_ref.errors import FileError, GameError
from truel_ref.games import kept as module
from truel_ref.games.dicewars.standings import DicewarsRules, tournament
from truel_ref.games.goofspiel import Continuations, kept_values, openings
from truel_ref.games.kept import Kept
from truel_ref.games.mastermind.codes import Game
from truel_ref.games.mastermind.search import breaker_named

ABOUT = {"game": "dice", "seed": 1}


def pair(data):
    one, other = data
    return one, other


def kept(path, about=ABOUT):
    return Kept(path, about, pair, list)


@pytest.fixture
def file(tmp_path):
    return tmp_path / "work.jsonl"


def test_what_was_kept_is_there_again(file, tmp_path):
    with kept(file) as work:
        assert work.pieces == []
        work.add((1, 10**5000))
        work.add((2, None))
    before = file.stat().st_mtime_ns
    with kept(file) as work:
        assert work.pieces == [(1, 10**5000), (2, None)]
    assert file.stat().st_mtime_ns == before  # nothing new, nothing written
    with kept(file) as work:
        work.add((3, 3))
    assert kept(file).pieces == [(1, 10**5000), (2, None), (3, 3)]
    head, _, line, *_ = file.read_text().splitlines()
    assert [json.loads(head), json.loads(line)] == [{"kept": 1, "about": ABOUT}, [2, None]]
    assert [path.name for path in tmp_path.iterdir()] == ["work.jsonl"]


def test_without_a_file_nothing_is_written(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(module, "_EVERY", 0)
    with kept(None) as work:
        work.add((1, 1))
        assert work.pieces == [(1, 1)]
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("stop", [KeyboardInterrupt, GameError, SystemExit])
def test_whatever_ends_the_block_leaves_what_was_added(file, stop):
    with pytest.raises(stop), kept(file) as work:
        work.add((1, 1))
        raise stop
    assert kept(file).pieces == [(1, 1)]


def test_writing_takes_a_small_share_of_the_time(file, monkeypatch):
    now = [10.0]
    monkeypatch.setattr(module.time, "monotonic", lambda: now[0])
    work = kept(file)

    def slow_disk(path, data):
        now[0] += 2
        written.append(now[0])

    written = []
    monkeypatch.setattr(module, "write_bytes", slow_disk)
    for _ in range(100):
        work.add((0, 0))
        now[0] += 1
    assert written == [17.0, 57.0, 97.0]  # two seconds of forty


@pytest.mark.skipif(os.name != "posix", reason="only POSIX kills so")
def test_a_kill_in_the_middle_harms_nothing(file, tmp_path):
    """The process is killed while it writes for the third time: what the second write kept is whole."""
    code = (
        "import os, signal, sys\n"
        "from truel_ref import files\n"
        "from truel_ref.games import kept\n"
        "kept._EVERY = 0\n"
        "kept._SHARE = 0\n"
        "work = kept.Kept(sys.argv[1], {'game': 'dice', 'seed': 1}, list)\n"
        "work.add([1, 1]); work.add([2, 2])\n"
        "files.os.fsync = lambda handle: os.kill(os.getpid(), signal.SIGKILL)\n"
        "work.add([3, 3])\n"
    )
    done = subprocess.run([sys.executable, "-c", code, str(file)], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (-signal.SIGKILL, b"")
    assert len(list(tmp_path.iterdir())) == 2  # the file, and the one that was being written aside
    with kept(file) as work:
        assert work.pieces == [(1, 1), (2, 2)]
        work.add((3, 3))
    assert kept(file).pieces == [(1, 1), (2, 2), (3, 3)]


HEAD = json.dumps({"kept": 1, "about": ABOUT}).encode()
OTHER = "keeps other work, that of another "


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (
            [HEAD.replace(b'"seed": 1', b'"seed": 2')],
            r"keeps other work, \{'game': 'dice', 'seed': 2\}; name another file",
        ),
        ([HEAD.replace(b'"kept": 1', b'"kept": 2')], OTHER + "version; name another file"),
        *(([head], OTHER + "program") for head in (b"[]", b"1 2", b"", b"{}")),
        *(
            ([HEAD, line], "is not a whole file of kept work")
            for line in (b"[1]", b"[1, 2, 3]", b"{", b"7", b"[1, NaN]", b"[" * 10**5)
        ),
    ],
    ids=range(12),
)
def test_a_file_about_something_else_is_refused(lines, says, file):
    body = b"".join(line + b"\n" for line in lines)
    file.write_bytes(body + module._seal(body))
    assert_refused(GameError, partial(kept, file), says)


@pytest.mark.parametrize(
    ("place", "says"),
    [("", "it is a folder"), ("nowhere/work", "there is no folder"), (None, "give the name of a file")],
)
def test_places_where_no_file_can_stand(place, says, tmp_path):
    assert_refused(FileError, partial(kept, "" if place is None else tmp_path / place), says)


def played(file, seed=1):
    tournament(DicewarsRules.stated("random,single,best1,best2", seed, 2, 4), 3, keep=file)


def searched(file, name="expected", colors=3):
    breaker_named(Game(2, colors), name, keep=file)


def solved(file, goal="win"):
    with kept_values(file, goal) as values:
        openings(2, goal, known=Continuations(goal, kept=values))


@pytest.mark.parametrize(
    ("work", "others"),
    [
        (played, [{"seed": 2}]),
        (searched, [{"colors": 4}, {"name": "worst"}, {"name": "knuth"}]),
        (solved, [{"goal": "points"}]),
    ],
)
def test_a_file_of_one_work_does_not_serve_another(work, others, tmp_path):
    work(tmp_path / "kept")
    for other in others:
        with pytest.raises(GameError, match="keeps other work"):
            work(tmp_path / "kept", **other)


@pytest.mark.parametrize(
    ("work", "line"),
    [
        *((played, line) for line in ([4, 1], [-1, 1], [0, 0], [0, 201], [0], [True, 1], [0, 1.5], 7, ["0", 1])),
        *((searched, line) for line in ([5, []], [None, [[1, 2]]], [0], 3, [511, [[1, 2, 3]]])),
        (partial(searched, name="knuth"), 9),
        (solved, ["optimum", 1, 1, 2, 0]),
        (solved, ["other", 1, 1, 2, 0, "1"]),
        (solved, ["reply", 1, 1, 2, 0.5, "1"]),
        (solved, ["reply", 1, 1, 2, 0, "x"]),
    ],
)
def test_a_piece_that_cannot_be_is_refused(file, work, line):
    work(file)
    about = json.loads(file.read_bytes().splitlines()[0])["about"]
    file.unlink()
    with Kept(file, about, list) as bad:
        bad.add(line)
    with pytest.raises(GameError, match=r"work\.jsonl' is not a whole file of kept work; name another, or delete it"):
        work(file)
