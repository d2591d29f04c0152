"""NumPy, sympy and other large libraries are extras: exact answers are the same without them."""

import contextlib
import io
import json
import re
import subprocess
import sys

import pytest

import truel_ref
from truel_ref.cli import main
from truel_ref.errors import EXTRAS

HIDING = f"""
import sys
class Hiding:
    def __init__(self, finder):
        self.finder = finder
    def __getattr__(self, name):
        return getattr(self.finder, name)
    def find_spec(self, name, path=None, target=None):
        return None if name.partition(".")[0] in {set(EXTRAS)} else self.finder.find_spec(name, path, target)
sys.meta_path[:] = map(Hiding, sys.meta_path)
"""
"""The beginning of a program in which no library of an extra is installed."""

FIVE = ["1/5", "2/5", "3/5", "4/5", 1]
FOUR = ["1/4", "1/2", "3/4", 1]
THREE = ["1/3", "2/3", 1]

ANSWERS = {
    "five players": lambda: truel_ref.solve(FIVE),
    "many": lambda: list(truel_ref.solve_many([THREE, FOUR, FIVE] * 9))[-1],
    "equilibria of four": lambda: truel_ref.equilibria(FOUR),
    "square roots": lambda: truel_ref.solve(["sqrt(2)/2", "(sqrt(8) - 1)/2", "sqrt(1/2) - 1/3"]),
    "play that repeats": lambda: truel_ref.periodic_equilibria(["1/5", "4/5", "1/2", "7/10", "3/5"]),
    "a last round": lambda: truel_ref.finite_rounds(THREE, 5),
    "the judge": lambda: truel_ref.oracle.verify(THREE, win="59/189,38/63,4/27", aims="Miss,C,B"),
}

COMMANDS = [
    "solve 1/6 1/5 1/4 1/3 1/2 1",
    "solve 1/3 2/3 1 --all-outcomes",
    "why 1/3 2/3 1",
    "deviations 1/3 2/3 1",
    "compare 1/3 2/3 1",
    "course 1/3 2/3 1",
    "best-mix 1/3 2/3 1",
    "variant opinions 1/3 1/2 1",
    "variant shooter 1/3 1/2 1",
    "vectors --group boundary",
    "darts best --miss 1/10",
    "dicewars odds 3 2",
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


def without_libraries(code, *words):
    """Run a program in which no library of an extra is installed."""
    return subprocess.run([sys.executable, "-c", HIDING + code, *words], capture_output=True, text=True, check=False)


def test_answers_are_the_same_without_libraries():
    """Compared with those of a process that can import none of them."""
    for library in ("numpy", "sympy", "flint"):
        pytest.importorskip(library)
    code = (
        "import json; sys.path[:0] = sys.argv[1:]; from test_without_libraries import *; print(json.dumps(answers()))"
    )
    done = without_libraries(code, *sys.path, str(__file__).rpartition("/")[0])
    assert done.stderr == ""
    assert json.loads(done.stdout) == json.loads(json.dumps(answers()))


def test_dice_need_no_library():
    done = without_libraries(
        "from truel_ref.cli import main; sys.exit(main('simulate 1/3 2/3 1 --games 2000'.split()))"
    )
    assert (done.returncode, done.stderr) == (0, "")
    exact, intervals = [25 / 63, 8 / 21, 2 / 9], [line.split() for line in done.stdout.splitlines()[2:5]]
    for win, line in zip(exact, intervals, strict=True):
        assert float(line[-4]) < 100 * win < float(line[-2])


CALLS = [
    "main(['map', '--c=1', '-o', 'map.npz'])",
    "truel_ref.maps",
    "truel_ref.solve_columns",
    "truel_ref.simulate(['1/3', '2/3', 1], games=10, seed=1, engine='counts')",
    "truel_ref.solve(['1/3', '2/3', 1], method='arrays')",
    "truel_ref.sweep(['1/3 2/3 1']).to_numpy()",
    "truel_ref.solve(['root(2 0 0 0 -1; 1)', '1/2'])",
    "truel_ref.solve(['sqrt(2)/2', 'sqrt(3)/2'])",
    "import_module('truel_ref.symbolic.algebra').field_of('abc')",
]


def test_what_needs_a_library_says_so_and_how_to_install_it():
    code = """
import truel_ref
from importlib import import_module
from truel_ref.cli import main
for call in sys.argv[1:]:
    try:
        eval(call)
    except truel_ref.errors.LibraryError as error:
        print(error, file=sys.stderr)
"""
    done = without_libraries(code, *CALLS)
    says = r"(truel-ref: )?this needs \w+ \(extra \w+\), which is not installed; install it with: pip install [\w-]+"
    lines = done.stderr.splitlines()
    assert len(lines) == len(CALLS)
    assert [line for line in lines if not re.fullmatch(says, line)] == []
