"""Processes: results in order, one that is killed takes only its part with it, and none outlives us."""

import contextlib
import json
import multiprocessing
import multiprocessing.util
import os
import signal
import subprocess
import sys
import threading
import time
import weakref
from concurrent.futures import ProcessPoolExecutor
from itertools import count, islice
from pathlib import Path

import pytest
from processes import children, gone, is_alive, on_linux

import truel_ref
from truel_ref import Problem
from truel_ref.cli import main
from truel_ref.errors import NumberError, WorkerError
from truel_ref.fast.many import solve_many
from truel_ref.workers import LIBRARIES, in_processes

ROOT = Path(__file__).parents[2]

# What a test has put in the place of something is there in a copy of this process only.
forked = pytest.mark.skipif(
    multiprocessing.get_start_method() != "fork", reason="workers are no copies of this process"
)

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")


def squares(part):
    return [number**2 for number in part]


def killed(*_, **__):
    """End this process by a signal that nobody can catch."""
    os.kill(os.getpid(), signal.SIGKILL)


def end_at_seven(part):
    return killed() if 7 in part else squares(part)


def leave_at_seven(part):
    return os._exit(3) if 7 in part else squares(part)


def fail_at_seven(part):
    for number in part:
        if number == 7:
            raise NumberError("no sevens")
        yield number**2


def unsendable(part):
    return [lambda: part]


def large(part):
    return [bytes(part)]


def identity(part):
    return [os.getpid()]


# -- what comes out


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_results_come_in_the_order_of_the_parts(jobs):
    parts = [[number, number + 1] for number in range(40)]
    assert list(in_processes(squares, parts, jobs)) == [each**2 for part in parts for each in part]
    assert list(in_processes(squares, [], jobs)) == []


def test_other_processes_do_the_work_and_no_more_than_asked():
    seen = set(in_processes(identity, range(50), 3))
    assert os.getpid() not in seen
    assert 1 <= len(seen) <= 3


def test_parts_and_results_larger_than_a_pipe_do_not_stop_each_other():
    assert [len(each) for each in in_processes(large, [bytes(3_000_000)] * 8, 2)] == [3_000_000] * 8


def parts_that_end():
    yield [1, 2]
    yield [3]
    raise NumberError("no sevens")


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize(
    ("work", "parts"),
    [(fail_at_seven, lambda: [[1, 2], [3, 7, 8], [9]]), (squares, parts_that_end)],
    ids=["work", "parts"],
)
def test_an_error_of_the_work_or_of_the_parts_comes_after_the_results_before(work, parts, jobs):
    results = in_processes(work, parts(), jobs)
    assert list(islice(results, 3)) == [1, 4, 9]
    with pytest.raises(NumberError, match="no sevens"):
        next(results)


def lock_is_free(part):
    taken = LIBRARIES.acquire(timeout=5)
    if taken:
        LIBRARIES.release()
    return [taken]


@forked
def test_no_worker_begins_with_the_libraries_locked():
    """A copy of this process has its locks, and not the threads that would release them."""
    held, enough = threading.Event(), threading.Event()

    def hold():
        with LIBRARIES:
            held.set()
            enough.wait(0.3)

    holder = threading.Thread(target=hold)
    holder.start()
    held.wait()
    assert list(in_processes(lock_is_free, [0, 1], jobs=2)) == [True, True]
    enough.set()
    holder.join()


def test_results_that_cannot_be_sent_are_an_error():
    with pytest.raises(Exception, match=r"pickle|local object"):
        list(in_processes(unsendable, [[1]], 2))


def test_the_backlog_is_bounded():
    taken = []

    def parts():
        for number in count():
            taken.append(number)
            yield [number]

    with contextlib.closing(in_processes(squares, parts(), 2)) as results:
        assert next(results) == 0
        assert len(taken) <= 10


# -- who is killed


@pytest.mark.parametrize("lethal", [end_at_seven, leave_at_seven])
def test_without_anything_in_its_place_a_lost_part_is_an_error(lethal):
    how = "was ended by SIGKILL" if lethal is end_at_seven else "ended with status 3"
    with pytest.raises(WorkerError, match=f"a process that worked for this {how}, and its part of the work is lost"):
        list(in_processes(lethal, [[number] for number in range(20)], 2))


@pytest.mark.parametrize("lethal", [end_at_seven, leave_at_seven])
@pytest.mark.parametrize("jobs", [2, 3])
def test_only_the_part_is_lost_at_which_somebody_was_killed(lethal, jobs):
    numbers = [*range(30), *[7] * 10]
    parts = [[number] for number in numbers]
    results = list(in_processes(lethal, parts, jobs, lambda part, loss: [(part, type(loss))]))
    assert results == [number**2 if number != 7 else ([7], WorkerError) for number in numbers]


@on_linux
def test_workers_are_gone_when_nobody_wants_their_results_any_more():
    before = set(children(os.getpid()))
    results = in_processes(time.sleep, [0] + [600] * 10, 3, lambda part, loss: [])
    results.close()
    slow = in_processes(sleep_and_say, [0, 600, 600, 600], 3)
    assert next(slow) == 0
    assert len(set(children(os.getpid())) - before) >= 2
    slow.close()
    assert set(children(os.getpid())) <= before


def sleep_and_say(seconds):
    time.sleep(seconds)
    return [seconds]


PARENT = """
import os, sys, time
from truel_ref.workers import LIBRARIES, in_processes

def spin(part):
    os.write(1, b"at work\\n")  # at once, so that two lines do not mix
    while True:  # not even a signal of Python's own gets through to somebody who never waits
        sum(range(1000))

def wait(part):
    os.write(1, b"at work\\n")
    time.sleep(600)

if __name__ == "__main__":
    list(in_processes({"spin": spin, "wait": wait}[sys.argv[1]], [[1], [2], [3]], 2))
"""


@contextlib.contextmanager
def program(*words, **settings):
    """Start a program that has processes of its own; they end with it."""
    process = subprocess.Popen(
        [sys.executable, *words], stdout=subprocess.PIPE, env=os.environ | {"PYTHONPATH": str(ROOT)}, **settings
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


@on_linux
@pytest.mark.parametrize(("number", "work"), [(signal.SIGTERM, "spin"), (signal.SIGKILL, "wait")])
def test_no_worker_outlives_its_parent(number, work, tmp_path):
    """A signal to the parent alone, which does nothing about it."""
    (tmp_path / "parent.py").write_text(PARENT, encoding="utf-8")
    with program("parent.py", work, cwd=tmp_path, text=True) as process:
        assert [process.stdout.readline() for _ in range(2)] == ["at work\n"] * 2
        workers = children(process.pid)
        assert len(workers) == 2
        process.send_signal(number)
        assert process.wait(60) == -number
        assert gone(workers)


MAP = ["-m", "truel_ref", "map", "--c", "1/2", "--points", "1000", "--method", "normal", "--jobs", "2", "-o"]


@on_linux
@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGTERM, 128 + signal.SIGTERM), (signal.SIGKILL, -signal.SIGKILL)]
)
def test_no_worker_outlives_the_command(number, status, tmp_path):
    with program(*MAP, str(tmp_path / "map.npz"), stderr=subprocess.PIPE) as process:
        while len(workers := children(process.pid)) < 2:
            time.sleep(0.01)
        process.send_signal(number)
        assert process.wait(60) == status
        assert gone(workers)
        said = process.stderr.read()  # the work is announced, for it is large; of the end nothing is said
    assert said.count(b"\n") <= 1
    assert b"Traceback" not in said
    assert [*tmp_path.iterdir()] == []


class Unfinished(multiprocessing.util.Finalize):
    """What the library leaves half made, and complains of, where a handler raises an error at this moment."""

    def __init__(self, of, *args, **options):
        self._weakref = weakref.ref(of, self)
        signal.raise_signal(Unfinished.number)
        super().__init__(of, *args, **options)


@forked
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_while_a_worker_is_started_waits_until_it_is(number, monkeypatch):
    def end(number, frame):
        raise SystemExit(128 + number)

    unraised = []
    others = children(os.getpid())
    monkeypatch.setattr(sys, "unraisablehook", unraised.append)
    monkeypatch.setattr(Unfinished, "number", number, raising=False)
    monkeypatch.setattr(multiprocessing.util, "Finalize", Unfinished)
    before = signal.signal(number, end)
    try:
        with pytest.raises(SystemExit, match=str(128 + number)):
            list(in_processes(squares, [[1]], 2))
        assert signal.getsignal(number) is end
    finally:
        signal.signal(number, before)
    assert not unraised
    assert children(os.getpid()) == others


# -- who uses them


@forked
def test_a_killed_worker_of_a_map_is_an_error(monkeypatch):
    monkeypatch.setattr("truel_ref.maps.builder._normal", killed)
    spec = truel_ref.maps.MapSpec(Problem([0, 0, "1/2"], search="All"), 8, method="normal")
    with pytest.raises(WorkerError):
        truel_ref.maps.build(spec, jobs=2)


@forked
def test_a_killed_worker_of_solve_many_is_an_error_at_its_place(monkeypatch):
    monkeypatch.setattr("truel_ref.fast.many.AT_ONCE", 2)
    monkeypatch.setattr("truel_ref.fast.many._solved", killed)
    with pytest.raises(WorkerError, match="was ended by SIGKILL"):
        list(solve_many([["1/2", "1/3"]] * 6, jobs=2))


@forked
def test_lines_whose_worker_was_killed_are_refused_and_the_others_answered(run, monkeypatch):
    from truel_ref.cli import jsonl

    usual = jsonl._Work.__call__

    def lethal(self, part):
        return killed() if any(line is not None and b"kill" in line for _, line in part) else usual(self, part)

    monkeypatch.setattr("truel_ref.fast.many.AT_ONCE", 2)
    monkeypatch.setattr(jsonl._Work, "__call__", lethal)
    good = b'{"id": 1, "hits": [1, 1]}\n'
    status, out, err = run(
        "solve", "--jsonl", "--jobs", "2", lines=good * 4 + b'{"id": "kill", "hits": [1, 1]}\n{' + good + good
    )
    answers = [json.loads(line) for line in out.splitlines()]
    assert (status, err) == (1, "")
    assert ["error" in answer for answer in answers] == [False] * 4 + [True, True, False]
    assert (answers[4]["line"], answers[4]["id"]) == (5, "kill")
    assert "was ended by SIGKILL" in answers[4]["error"]
    assert "not JSON" in answers[5]["error"]


@on_linux
def test_when_nobody_reads_any_more_the_command_ends_quietly_with_its_workers(tmp_path):
    (tmp_path / "lines").write_text('{"hits": ["1/2", "1/3", 1]}\n' * 20_000, encoding="utf-8")
    words = ["-m", "truel_ref", "solve", "--jsonl", "--jobs", "2"]
    with (tmp_path / "lines").open("rb") as lines, program(*words, stdin=lines, stderr=subprocess.PIPE) as process:
        assert process.stdout.readline().startswith(b"{")
        workers = children(process.pid)
        process.stdout.close()
        assert (process.wait(60), process.stderr.read()) == (0, b"")
        process.stdout = None  # closed already
    assert gone(workers)


def test_a_process_that_cannot_be_started_is_told(monkeypatch, refused, tmp_path):
    def refusing(process):
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr("multiprocessing.process.BaseProcess.start", refusing)
    words = ["map", "--c", "1", "--points", "4", "-o", str(tmp_path / "map.npz"), "--jobs", "2"]
    refused(words, "cannot start a process: Resource temporarily unavailable; try fewer jobs")
    assert main([*words[:-2]]) == 0


# -- processes of somebody else


@forked
def test_a_killed_worker_of_an_executor_is_an_error_too(monkeypatch):
    monkeypatch.setattr("truel_ref.maps.builder._normal", killed)
    spec = truel_ref.maps.MapSpec(Problem([0, 0, "1/2"], search="All"), 8, method="normal")
    with ProcessPoolExecutor(2) as pool, pytest.raises(WorkerError, match=r"a process of the executor is lost"):
        truel_ref.maps.build(spec, pool)


@pytest.mark.slow
@on_linux
def test_a_killed_worker_of_dask_is_an_error_and_none_outlives_the_program(tmp_path):
    pytest.importorskip("distributed")
    (tmp_path / "on_dask.py").write_text(ON_DASK, encoding="utf-8")
    with program("on_dask.py", cwd=tmp_path, text=True) as process:
        assert process.stdout.readline().startswith("lost: a process of the executor is lost")
        workers = [int(word) for word in process.stdout.readline().split()]
        assert workers and all(map(is_alive, workers))
    assert gone(workers)


ON_DASK = """
import os, signal, time
import distributed
from truel_ref import Problem
from truel_ref.errors import WorkerError
from truel_ref.maps import builder
from truel_ref.maps.builder import build
from truel_ref.maps.spec import MapSpec

def lethal(spec, pixels):
    os.kill(os.getpid(), signal.SIGKILL)

if __name__ == "__main__":
    builder._normal = lethal
    cluster = distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, dashboard_address=None, local_directory="dask"
    )
    with distributed.Client(cluster) as client:
        try:
            build(MapSpec(Problem([0, 0, 1]), 2, method="normal"), client.get_executor(retries=0))
        except WorkerError as error:
            print("lost:", error, flush=True)
        client.wait_for_workers(1)
        print(*client.run(os.getpid).values(), flush=True)
        time.sleep(600)
"""
