"""Processes: results in order, a killed one is one clear error, and none outlives the work or its parent."""

import contextlib
import multiprocessing.resource_tracker
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from itertools import count, islice
from pathlib import Path

import pytest
from processes import children, gone, on_linux

from truel_ref.cli import main
from truel_ref.errors import NumberError, UnfinishedError
from truel_ref.limits import in_processes

ROOT = Path(__file__).parents[2]
KILLED = "a process that worked for this was killed"

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")


def squares(part):
    return [number**2 for number in part]


def kill_at_seven(part):
    return os.kill(os.getpid(), signal.SIGKILL) if 7 in part else squares(part)


def fail_at_seven(part):
    for number in part:
        if number == 7:
            raise NumberError("no sevens")
        yield number**2


def large(part):
    return [bytes(part)]


def sleep_and_name(seconds):
    time.sleep(seconds)
    return [os.getpid()]


# -- results


@pytest.mark.parametrize("jobs", [1, 3])
def test_results_come_in_the_order_of_the_parts(jobs):
    parts = [[number, number + 1] for number in range(40)]
    assert list(in_processes(squares, parts, jobs)) == [each**2 for part in parts for each in part]
    assert list(in_processes(squares, [], jobs)) == []


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


def test_the_backlog_is_bounded():
    taken = []
    parts = ([number] for number in count() if not taken.append(number))
    with contextlib.closing(in_processes(squares, parts, 2)) as results:
        assert next(results) == 0
        assert len(taken) <= 10


@pytest.mark.parametrize("kind", [ThreadPoolExecutor, ProcessPoolExecutor])
def test_an_executor_of_somebody_else_does_the_work_and_stays_open(kind):
    with kind(2) as pool:
        assert list(in_processes(squares, [[3, 2], [1]], executor=pool)) == [9, 4, 1]
        assert pool.submit(max, 1, 2).result() == 2


# -- the end


@pytest.mark.parametrize("own", [True, False])
def test_a_killed_process_is_one_error_after_the_results_before(own):
    with ProcessPoolExecutor(1) if not own else contextlib.nullcontext() as pool:
        results = in_processes(kill_at_seven, [[1], [2], [7], [3]], 2, pool)
        with pytest.raises(UnfinishedError, match=KILLED):
            list(results)


def test_a_process_that_cannot_be_started_is_an_error(monkeypatch, refused, tmp_path):
    def refusing(process):
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr("multiprocessing.process.BaseProcess.start", refusing)
    words = ["map", "--c", "1", "--points", "4", "-o", str(tmp_path / "map.npz")]
    with pytest.raises(UnfinishedError, match="cannot start a process: Resource temporarily unavailable; try fewer"):
        list(in_processes(squares, [[1]], 2))
    assert main([*words, "--jobs", "2"]) == 3
    assert main(words) == 0


@on_linux
def test_processes_are_gone_when_nobody_wants_their_results_any_more():
    multiprocessing.resource_tracker.ensure_running()  # Python's own, which stays
    before = set(children(os.getpid()))
    results = in_processes(sleep_and_name, [0, 600, 600, 600], 2)
    next(results)
    assert len(set(children(os.getpid())) - before) == 2
    results.close()
    assert set(children(os.getpid())) == before


@contextlib.contextmanager
def program(*words, **settings):
    """Start a program that has processes of its own."""
    process = subprocess.Popen(
        [sys.executable, *words], stdout=subprocess.PIPE, env=os.environ | {"PYTHONPATH": str(ROOT)}, **settings
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


PARENT = """
import os, sys, time
from truel_ref.limits import in_processes

def spin(part):
    os.write(1, b"at work\\n")  # at once, so that two lines do not mix
    while True:
        sum(range(1000))

def wait(part):
    os.write(1, b"at work\\n")
    time.sleep(600)

if __name__ == "__main__":
    list(in_processes({"spin": spin, "wait": wait}[sys.argv[1]], [[1], [2], [3]], 2))
"""


@on_linux
@pytest.mark.parametrize(("number", "work"), [(signal.SIGTERM, "spin"), (signal.SIGKILL, "wait")])
def test_no_process_outlives_its_parent(number, work, tmp_path):
    """A signal to the parent alone, which does nothing about it."""
    (tmp_path / "parent.py").write_text(PARENT, encoding="utf-8")
    with program("parent.py", work, cwd=tmp_path, text=True, stderr=subprocess.DEVNULL) as process:
        assert [process.stdout.readline() for _ in range(2)] == ["at work\n"] * 2
        workers = children(process.pid)
        assert len(workers) >= 2
        process.send_signal(number)
        assert process.wait(60) == -number
        assert gone(workers)


MAP = ["-m", "truel_ref", "map", "--c", "1/2", "--points", "1000", "--method", "normal", "--jobs", "2", "-o"]


def workers_of(process):
    """Wait until a command has two processes that work, beside the one with which Python counts semaphores."""
    while len(workers := [child for child in children(process.pid) if b"spawn_main" in command_line(child)]) < 2:
        time.sleep(0.01)
    return workers


def command_line(process):
    with contextlib.suppress(OSError):
        return Path(f"/proc/{process}/cmdline").read_bytes()
    return b""


@on_linux
@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGTERM, 128 + signal.SIGTERM), (signal.SIGINT, 130), (signal.SIGKILL, -9)]
)
def test_no_process_outlives_the_command(number, status, tmp_path):
    with program(*MAP, str(tmp_path / "map.npz"), stderr=subprocess.PIPE) as process:
        workers = workers_of(process)
        process.send_signal(number)
        assert process.wait(60) == status
        assert gone(workers)
        assert number == signal.SIGKILL or b"Traceback" not in process.stderr.read()  # a kill leaves no time
    assert [*tmp_path.iterdir()] == []


@on_linux
def test_a_killed_process_ends_the_command_with_one_line(tmp_path):
    with program(*MAP, str(tmp_path / "map.npz"), stderr=subprocess.PIPE) as process:
        workers = workers_of(process)
        os.kill(workers[0], signal.SIGKILL)
        assert process.wait(60) == 3
        assert gone(workers)
        said = process.stderr.read().decode()
    assert said.startswith(f"truel-ref: {KILLED}")
    assert said.count("\n") == 1
    assert [*tmp_path.iterdir()] == []


@on_linux
def test_when_nobody_reads_any_more_the_command_ends_quietly_with_its_processes(tmp_path):
    (tmp_path / "lines").write_text('{"hits": ["1/2", "1/3", 1]}\n' * 20_000, encoding="utf-8")
    words = ["-m", "truel_ref", "solve", "--jsonl", "--jobs", "2"]
    with (tmp_path / "lines").open("rb") as lines, program(*words, stdin=lines, stderr=subprocess.PIPE) as process:
        assert process.stdout.readline().startswith(b"{")
        workers = children(process.pid)
        process.stdout.close()
        assert (process.wait(60), process.stderr.read()) == (0, b"")
        process.stdout = None  # closed already
    assert gone(workers)
