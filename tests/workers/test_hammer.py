"""Threads and processes: whatever they do at once gives, byte for byte, what each alone gives."""

import contextlib
import doctest
import json
import os
import subprocess
import sys
from pathlib import Path

import hammer
import pytest

import truel_ref

ROOT = Path(__file__).parents[2]
THREADS = 8
PROCESSES = 4

# Rooms whose examples take next to nothing; the long version hammers all.
QUICK_ROOMS = ("errors", "numbers.rational", "numbers.real", "numbers.expressions", "game", "play", "fast", "variants")

# All that others build on; of the studies each is made of these, and takes minutes. One thread alone needs ten seconds
# of the processor for their examples, and eight at once some seventy: each process has a share of them.
ROOMS = (
    *("errors", "budget", "files", "workers", "numbers", "kernels", "game", "play", "simulation", "fast", "explain"),
    *("variants", "games", "maps", "oracle.judge", "oracle.kinds", "oracle.report", "symbolic.formulas"),
    *("symbolic.decisions", "symbolic.algebra", "symbolic.polynomial_backends", "symbolic.signs"),
)


def alone(rooms):
    with hammer.elsewhere():
        (each,) = hammer.hammered(hammer.examples(rooms), 1)
    return each


@contextlib.contextmanager
def started(rooms, folder, number, count):
    """Start a process in which nothing is computed yet, and let its threads begin with its share of the examples."""
    words = [sys.executable, str(ROOT / "tests" / "hammer.py"), str(THREADS), ",".join(rooms), f"{number}/{count}"]
    environment = os.environ | {"PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(folder), "MPLBACKEND": "agg"}
    with (folder / f"{number}.jsonl").open("w+") as said:
        process = subprocess.Popen(words, env=environment, stdout=said)
        try:
            yield process, said
        finally:  # nobody hammers on when a test has ended
            process.kill()
            process.wait()


def differing(process, said, expected):
    """Return by name what a thread of a process got and nobody alone gets."""
    assert process.wait() == 0
    said.seek(0)
    each = [json.loads(line) for line in said]
    assert [sorted(answers) for answers in each] == [sorted(expected)] * THREADS
    return {name: answers[name] for answers in each for name in expected if answers[name] != expected[name]}


def hammered_apart(rooms, folder, count):
    """Return how many examples some processes share, and by name what a thread of theirs got and nobody alone gets."""
    with contextlib.ExitStack() as stack:
        processes = [stack.enter_context(started(rooms, folder, number, count)) for number in range(count)]
        expected = alone(rooms)
        shares = [hammer.share(expected, number, count) for number in range(count)]
        assert sum(map(len, shares)) == len(expected)
        wrong = [differing(*process, share) for process, share in zip(processes, shares, strict=True)]
    return len(expected), wrong


def test_eight_threads_get_what_each_alone_gets(tmp_path):
    count, wrong = hammered_apart(QUICK_ROOMS, tmp_path, 1)
    assert count > 150
    assert wrong == [{}]


@pytest.mark.slow
def test_eight_threads_in_each_of_four_processes_get_what_each_alone_gets(tmp_path):
    count, wrong = hammered_apart(ROOMS, tmp_path, PROCESSES)
    assert count > 500
    assert wrong == [{}] * PROCESSES


def test_the_public_functions_are_among_them():
    public = {getattr(truel_ref, name) for name in truel_ref.__all__ if not isinstance(getattr(truel_ref, name), str)}
    functions = {f"{each.__module__}.{each.__qualname__}" for each in public if not isinstance(each, type)}
    assert functions <= set(hammer.examples())


def test_a_memory_that_is_not_for_threads_is_noticed():
    """A test of the test: one variable for all threads, between whose two uses another thread comes along."""
    text = """
>>> import threading, time
>>> shared["mine"] = threading.get_ident()
>>> time.sleep(0.01)
>>> shared["mine"] == threading.get_ident()
True
"""
    tests = {"careless": doctest.DocTestParser().get_doctest(text, {"shared": {}}, "careless", None, None)}
    (one,) = hammer.hammered(tests, 1)
    assert one == {"careless": ["None", "True"]}
    assert any(answers != one for answers in hammer.hammered(tests, THREADS))
