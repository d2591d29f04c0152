"""Threads and processes: whatever they do at once gives, byte for byte, what each alone gives."""

import contextlib
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import hammer

import truel_ref

ROOT = Path(__file__).parents[2]


@contextlib.contextmanager
def started(folder, **asked):
    """Start a process in which nothing is computed yet, and let its threads begin with what is asked."""
    words = [sys.executable, str(ROOT / "tests" / "hammer.py"), json.dumps(asked)]
    environment = os.environ | {"PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(folder), "MPLBACKEND": "agg"}
    with tempfile.TemporaryFile("w+", dir=folder) as said:
        process = subprocess.Popen(words, env=environment, stdout=said)
        try:
            yield process, said
        finally:  # nobody hammers on when a test has ended
            process.kill()
            process.wait()


def differing(process, said, expected, threads):
    """Return by name what a thread of a process got and nobody alone gets."""
    assert process.wait() == 0
    said.seek(0)
    each = [json.loads(line) for line in said]
    assert [sorted(answers) for answers in each] == [sorted(expected)] * threads
    return {name: answers[name] for answers in each for name in expected if answers[name] != expected[name]}


def test_threads_that_begin_with_empty_caches_get_what_each_alone_gets(tmp_path):
    """Libraries that two threads import at once, settings that all threads share, and what is kept of one problem."""
    kind, threads, rounds = "solve (['1/3'", 4, 12
    asked = started(tmp_path, kind=kind, rooms=(), threads=threads, rounds=rounds, interval=1e-6)
    with asked as process, hammer.elsewhere():
        (expected,) = hammer.hammered(hammer.questions((), kind))
        different = [expected[name][0] for name in hammer.different(kind)]
        assert len(set(different)) == len(different) > 10
        assert not [answer for answer in different if "Error" in answer]
        assert differing(*process, {name: answers * rounds for name, answers in expected.items()}, threads) == {}


def test_the_public_functions_are_among_them():
    public = {getattr(truel_ref, name) for name in truel_ref.__all__ if not isinstance(getattr(truel_ref, name), str)}
    functions = {f"{each.__module__}.{each.__qualname__}" for each in public if not isinstance(each, type)}
    assert functions <= set(hammer.examples())
