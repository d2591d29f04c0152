"""Compare the commands of this checkout with those of another checkout: scripts/benchmark --against FOLDER.

One Python with the same libraries runs both, in turn, several times; the least processor time of each counts, which a
busy machine disturbs little. Every command includes the start of Python, so one command gives `solve` many problems.
"""

from __future__ import annotations

import compileall
import os
import random
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

from tabulate import tabulate

ROOT = Path(__file__).parents[1]
RUN = "import sys; from truel_ref.cli import main; sys.exit(main())"

# A hundred problems of three to five players, one per line.
LINES = "".join(
    '{"hits": [' + ", ".join(f'"{k}/{n}"' for k in range(1, players + 1)) + "]}\n"
    for n in range(5, 30)
    for players in (3, 4, 5, 3)
)
COMMANDS: list[tuple[str, list[str], str]] = [
    ("import truel_ref", ["-c", "import truel_ref"], ""),
    ("import truel_ref.cli", ["-c", "import truel_ref.cli"], ""),
    *(
        (" ".join(words) if len(words) < 9 else f"{words[0]}, {words[-1]}", ["-c", RUN, *words], given)
        for words, given in [
            (["solve", "1/3", "2/3", "1"], ""),
            (["solve", "1/4", "1/2", "3/4", "1"], ""),
            (["solve", "1/5", "2/5", "3/5", "4/5", "1"], ""),
            (["solve", "1/6", "1/3", "1/2", "2/3", "5/6", "1"], ""),
            (["solve", "sqrt(2)/2", "1/2", "1"], ""),
            (["solve", "1/2", "1/2", "1", "--all-outcomes"], ""),
            (["solve", "--jsonl"], LINES),
            (["why", "1/3", "2/3", "1"], ""),
            (["why", "1/4", "1/2", "3/4", "1"], ""),
            (["simulate", "1/3", "2/3", "1", "--games", "1000000"], ""),
            (["formula", "Miss,C,B"], ""),
            (["map", "--c", "1", "--points", "100", "-o", "map.png"], ""),
            (["map", "--c", "1/2", "--points", "60", "--data", "map.npz"], ""),
        ]
    ),
]


# The rows of --only table: a name, what is prepared, what is timed, and how often in one process.
MAP = """from truel_ref.maps import MapSpec, build
spec = MapSpec(Problem([0, 0, *{others}]{fields}), {points}, a_above_b=True)"""
DRAWN = "rng = random.Random(3); rows = [[rng.randint(1, 100) for _ in range(3)] for _ in range(10_000)]"
ROWS: list[tuple[str, str, str, int]] = [
    *(
        (f"map {points}², {name}", MAP.format(others=others, fields=fields, points=points), "build(spec)", 1)
        for points, name, others, fields in [
            (300, "pC = 1/2, pD = 1", ["1/2", 1], ""),
            (300, "pC = pD = 1/2", ["1/2", "1/2"], ""),
            (100, "pC = 1/2, pD = 1, all", ["1/2", 1], ", search='all'"),
            (40, "five players (1/2, 1/2, 1)", ["1/2", "1/2", 1], ""),
            (1000, "pC = 1", [1], ""),
            (2000, "pC = 1", [1], ""),
        ]
    ),
    *(
        (f"solve {players} players, {name}", f"problem = Problem({hits}); solve(problem)", "solve(problem)", repeat)
        for players, repeat in ((3, 1000), (4, 100), (5, 30), (6, 10), (7, 3), (8, 1))
        for name, hits in [
            ("k/n", [f"{k}/{players}" for k in range(1, players + 1)]),
            ("drawn", [f"{random.Random(k).randint(1, 999)}/1000" for k in range(players)]),
        ]
    ),
    (
        "solve_many, 10,000 of three",
        f"{DRAWN}; problems = [Problem([Fraction(hit, 100) for hit in row]) for row in rows]; "
        "deque(solve_many(problems[:50]), maxlen=0)",
        "deque(solve_many(problems), maxlen=0)",
        1,
    ),
    (
        "solve_columns, 10,000 of three",
        f"from truel_ref import solve_columns; {DRAWN}; solve_columns(rows[:50], 100)",
        "solve_columns(rows, 100)",
        1,
    ),
]
TIMED = """
import random, resource, time
from collections import deque
from fractions import Fraction
from truel_ref import Problem, solve, solve_many
{prepared}
start = time.process_time()
for _ in range({repeat}):
    {work}
print((time.process_time() - start) / {repeat}, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""


def row_table(other: Path, times: int) -> str:
    """Return the rows of docs/use/limits.md in both checkouts: median milliseconds, their ratio, and memory.

    Parameters: `other`, the folder of the other checkout; `times`, the number of runs of each row, in turn.
    """
    other = checkout(other)
    rows = []
    for name, prepared, work, repeat in ROWS:
        program = ["-c", TIMED.format(prepared=prepared, work=work, repeat=repeat)]
        taken: dict[Path, list[tuple[float, int]]] = {ROOT: [], other: []}
        for folder in (ROOT, other) * times:
            done = run(folder, program, "")
            if not done.returncode:  # else the other checkout has no such function
                seconds, memory = done.stdout.split()
                taken[folder].append((float(seconds) * 1000, int(memory)))
        here, there = ([median(column) for column in zip(*taken[folder], strict=True)] for folder in (ROOT, other))
        if not here:
            raise SystemExit(f"{name}: {run(ROOT, program, '').stderr}")
        cells = [f"{there[0]:.3g}", f"{here[0] / there[0]:.2f}"] if there else ["-", "-"]
        rows.append([name, f"{here[0]:.3g}", *cells, f"{here[1]:.0f}", f"{there[1]:.0f}" if there else "-"])
        print("  ".join(rows[-1]), file=sys.stderr, flush=True)  # what a run that is stopped has measured
    headers = ["work", "here ms", "there ms", "here / there", "here MB", "there MB"]
    return tabulate(rows, headers=headers, disable_numparse=True)


def run(folder: Path, arguments: list[str], given: str) -> subprocess.CompletedProcess[str]:
    """Run Python with the package of a checkout, in an empty folder."""
    with tempfile.TemporaryDirectory() as aside:
        return subprocess.run(
            [sys.executable, "-P", *arguments],
            input=given,
            capture_output=True,
            text=True,
            check=False,
            cwd=aside,
            env=os.environ | {"PYTHONPATH": str(folder)},
        )


def processor_time(folder: Path, arguments: list[str], given: str) -> float:
    """Return the processor time of Python for a command with the package of a checkout, in seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = run(folder, arguments, given)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        raise SystemExit(f"in {folder}: {arguments}\n{done.stdout}{done.stderr}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def checkout(other: Path) -> Path:
    """Return the folder of another checkout, and compile both, or a checkout without earlier runs is slower."""
    other = other.resolve()
    if not (other / "truel_ref" / "__init__.py").is_file():
        raise SystemExit(f"{other} is no checkout of truel-ref: it has no folder truel_ref")
    for folder in (ROOT, other):
        compileall.compile_dir(folder / "truel_ref", quiet=1)
    return other


def against_table(other: Path, times: int) -> str:
    """Return the times of both checkouts for every command, and their ratio: above 1, this one is slower.

    Parameters: `other`, the folder of the other checkout; `times`, the number of runs of each command.
    """
    other = checkout(other)
    rows = []
    for name, arguments, given in COMMANDS:
        taken: dict[Path, list[float]] = {ROOT: [], other: []}
        for turn in range(times):
            for folder in (ROOT, other) if turn % 2 else (other, ROOT):
                taken[folder].append(processor_time(folder, arguments, given))
        here, there = min(taken[ROOT]), min(taken[other])
        rows.append([name, f"{here * 1000:.0f}", f"{there * 1000:.0f}", f"{here / there:.2f}"])
        print(".", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return tabulate(rows, headers=["command", "here ms", "there ms", "here / there"], disable_numparse=True)
