"""Threads and processes: whatever they do at once gives, byte for byte, what each alone gives."""

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

# All that others build on; of the studies each is made of these, and takes minutes.
ROOMS = (
    *("errors", "budget", "files", "workers", "numbers", "kernels", "game", "play", "simulation", "fast", "explain"),
    *("variants", "games", "maps", "oracle.judge", "oracle.kinds", "oracle.report", "symbolic.formulas"),
    *("symbolic.decisions", "symbolic.algebra", "symbolic.polynomial_backends", "symbolic.signs"),
)


def alone(rooms):
    with hammer.elsewhere():
        (each,) = hammer.hammered(hammer.examples(rooms), 1)
    return each


def started(rooms, folder):
    """Start a process in which nothing is computed yet, and let its threads begin."""
    words = [sys.executable, str(ROOT / "tests" / "hammer.py"), str(THREADS), *filter(None, [",".join(rooms)])]
    environment = os.environ | {"PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(folder), "MPLBACKEND": "agg"}
    return subprocess.Popen(words, env=environment, stdout=subprocess.PIPE, text=True)


def differing(process, expected):
    """Return by name what a thread of a process got and nobody alone gets."""
    said, _ = process.communicate()
    assert process.returncode == 0
    each = [json.loads(line) for line in said.splitlines()]
    assert [sorted(answers) for answers in each] == [sorted(expected)] * THREADS
    return {name: answers[name] for answers in each for name in expected if answers[name] != expected[name]}


def test_eight_threads_get_what_each_alone_gets(tmp_path):
    process = started(QUICK_ROOMS, tmp_path)
    expected = alone(QUICK_ROOMS)
    assert len(expected) > 150
    assert differing(process, expected) == {}


@pytest.mark.slow
def test_eight_threads_in_each_of_four_processes_get_what_each_alone_gets(tmp_path):
    processes = [started(ROOMS, tmp_path) for _ in range(PROCESSES)]
    expected = alone(ROOMS)
    assert len(expected) > 500
    assert [differing(process, expected) for process in processes] == [{}] * PROCESSES


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
