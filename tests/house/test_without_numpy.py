"""NumPy is an extra: exact answers are the same without it."""

import contextlib
import io
import json
import re
import subprocess
import sys

import pytest

import truel_ref
from truel_ref.cli import main

FIVE = ["1/5", "2/5", "3/5", "4/5", 1]
FOUR = ["1/4", "1/2", "3/4", 1]
THREE = ["1/3", "2/3", 1]

ANSWERS = {
    "five players": lambda: truel_ref.solve(FIVE),
    "equal players": lambda: truel_ref.solve(["1/2"] * 5),
    "many": lambda: list(truel_ref.solve_many([THREE, FOUR, FIVE] * 9))[-1],
    "equilibria of four": lambda: truel_ref.equilibria(FOUR),
    "opinions": lambda: truel_ref.opinion_contest(["1/3", "1/2", 1]),
    "simultaneous fire of four": lambda: truel_ref.simultaneous_fire(FOUR),
    "a random shooter": lambda: truel_ref.random_shooter(THREE),
    "by lot": lambda: truel_ref.by_lot(THREE, play="stationary"),
    "bullets": lambda: truel_ref.counted_bullets(THREE, bullets=2),
}

COMMANDS = [
    "solve 1/5 2/5 3/5 4/5 1",
    "why 1/3 2/3 1",
    "deviations 1/3 2/3 1",
    "compare 1/3 2/3 1",
    "course 1/3 2/3 1",
    "equilibria 1/4 1/2 3/4 1",
    "best-mix 1/3 2/3 1",
    "variant opinions 1/3 1/2 1",
    "vectors --group boundary",
    "darts best --miss 1/10",
    "dicewars attack 3 2",
    "goofspiel solve --cards 3",
]


def answers():
    """Return what the library and the commands answer; how it was computed may differ."""
    found = {name: ask().to_json() | {"method": None} for name, ask in ANSWERS.items()}
    for words in COMMANDS:
        out = io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            status = main(words.split())
        found[words] = [status, out.getvalue()]
    return found


def test_answers_are_the_same_without_numpy():
    """Compared with those of a process that cannot import NumPy."""
    pytest.importorskip("numpy")
    code = (
        "import json, sys; sys.modules['numpy'] = None; sys.path.insert(0, sys.argv[1]); "
        "import test_without_numpy; print(json.dumps(test_without_numpy.answers()))"
    )
    words = [sys.executable, "-c", code, str(__file__).rpartition("/")[0]]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == json.loads(json.dumps(answers()))


def test_what_needs_numpy_says_so():
    code = "import sys; sys.modules['numpy'] = None; from truel_ref.cli import main; sys.exit(main(['map', '--c=1']))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    said = r"truel-ref: this needs numpy, which is not installed; install it with: pip install .+\n"
    assert (done.returncode, bool(re.fullmatch(said, done.stderr))) == (2, True)
