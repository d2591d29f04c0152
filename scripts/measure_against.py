"""Compare the commands of this checkout with those of another checkout: scripts/benchmark --against FOLDER.

One Python with the same libraries runs both, in turn, several times; the least processor time of each counts, which a
busy machine disturbs little. Every command includes the start of Python, so one command gives `solve` many problems.
"""

from __future__ import annotations

import compileall
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

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
            (["symbolic", "Miss,C,B"], ""),
            (["map", "--c", "1", "--points", "100", "-o", "map.png"], ""),
            (["map", "--c", "1/2", "--points", "60", "--data", "map.npz"], ""),
        ]
    ),
]


def processor_time(folder: Path, arguments: list[str], given: str) -> float:
    """Return the processor time of Python for a command with the package of a checkout, in seconds."""
    with tempfile.TemporaryDirectory() as aside:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(
            [sys.executable, "-P", *arguments],
            input=given,
            capture_output=True,
            text=True,
            check=False,
            cwd=aside,
            env=os.environ | {"PYTHONPATH": str(folder)},
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        raise SystemExit(f"in {folder}: {arguments}\n{done.stdout}{done.stderr}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def against_table(other: Path, times: int) -> str:
    """Return the times of both checkouts for every command, and their ratio: above 1, this one is slower.

    Parameters: `other`, the folder of the other checkout; `times`, the number of runs of each command.
    """
    other = other.resolve()
    if not (other / "truel_ref" / "__init__.py").is_file():
        raise SystemExit(f"{other} is no checkout of truel-ref: it has no folder truel_ref")
    for folder in (ROOT, other):
        compileall.compile_dir(folder / "truel_ref", quiet=1)  # or a checkout without earlier runs is slower
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
