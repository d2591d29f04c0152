"""Threads: whatever they ask at once, in a process in which nothing is computed yet, each gets what it gets alone."""

import json
import os
import subprocess
import sys

from hammer import QUESTIONS, answer
from hammer import __file__ as program
from source_code import ROOT


def test_threads_that_begin_with_empty_caches_get_what_each_alone_gets(tmp_path):
    """Libraries that two threads import at once, settings that all threads share, and what is kept of one problem."""
    alone = [*map(answer, QUESTIONS)]
    assert len(set(alone)) == len(alone) > 20
    assert not [text for text in alone if "Error" in text]
    environment = os.environ | {"PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(tmp_path)}
    words = [sys.executable, program, "4", "5"]
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=True, timeout=250)
    results = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(results) == 20
    assert [found for found in results if found != alone] == []
