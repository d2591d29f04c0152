"""Time what people ask for, beside another checkout if one is given: scripts/benchmark [--against FOLDER].

A row is printed as soon as it is measured. Each run is a process of its own, the checkouts take turns, and the median
of the processor times counts; compare only times of one run, because machines are shared and noisy. Each process first
asks once without looking at the clock, so that imports and caches are not measured, except in the row of the command.
The last two rows are by the clock on the wall: the first answer of a fresh clone, which installs what it needs, and
that of the page in the browser, loaded a second time; they need git, a network, npm and Chromium.
"""

from __future__ import annotations

import argparse
import compileall
import functools
import http.server
import importlib
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median

import make_play

ROOT = Path(__file__).resolve().parents[1]
ENOUGH = 60  # seconds after which each row is timed once only

# Name, what is prepared, what is timed, how often in one process: 0 for long work, timed at its first time.
ROWS: list[tuple[str, str, str, int]] = [
    *(
        (f"solve {players}, {name}", f"problem = Problem({hits})", "solve(problem)", repeat)
        for players, repeat in ((2, 1000), (3, 1000), (4, 100), (5, 30), (6, 10), (7, 2), (8, 1))
        for name, hits in (
            ("k/n", [f"{k}/{players}" for k in range(1, players + 1)]),
            ("drawn", [f"{(37 * k * k + 11 * players) % 97}/97" for k in range(1, players + 1)]),
        )
    ),
    ("solve 6 equal players", "problem = Problem(['1/2'] * 6)", "solve(problem)", 1),
    ("solve sqrt(2)/2 1/2 1", "problem = Problem(['sqrt(2)/2', '1/2', 1])", "solve(problem)", 100),
    (
        "solve_many, 10,000 of three",
        "rows = [Problem([Fraction(7 * k % 99 + 1, 100), Fraction(11 * k % 97 + 1, 100), Fraction(k % 91 + 1, 100)]) "
        "for k in range(10_000)]",
        "deque(solve_many(rows), maxlen=0)",
        1,
    ),
    *(
        (
            f"solve_columns, {count:,} of three",
            f"k = numpy.arange({count}); rows = numpy.stack([7 * k % 99, 11 * k % 97, k % 91], 1) + 1",
            "truel_ref.solve_columns(rows, 100)",
            repeat,
        )
        for count, repeat in ((10_000, 1), (1_000_000, 0))
    ),
    *(
        (f"equilibria of {name}", f"hits = '{hits}'", "truel_ref.equilibria(hits)", repeat)
        for name, hits, repeat in (
            ("three", "1/3 2/3 1", 30),
            ("four", "1/4 1/2 3/4 1", 10),
            ("five", "1/6 1/3 1/2 2/3 5/6", 1),
        )
    ),
    ("periodic play of five", "hits = '1/5 4/5 1/2 7/10 3/5'", "truel_ref.periodic_equilibria(hits)", 1),
    ("course of four", "answer = solve('1/4 1/2 3/4 1')", "truel_ref.course(answer)", 10),
    ("all_outcomes, a tie", "answer = solve('1/3 1/2 1/2')", "truel_ref.all_outcomes(answer)", 30),
    ("why of four", "hits = '1/4 1/2 3/4 1'", "str(truel_ref.why(hits))", 1),
    *(
        (f"{name} of three", "hits = '1 2/3 1/3'", f"truel_ref.{name}(hits{more})", 10)
        for name, more in (
            ("by_lot", ""),
            ("random_shooter", ""),
            ("simultaneous_fire", ""),
            ("counted_bullets", ", bullets=2"),
            ("opinion_contest", ""),
        )
    ),
    ("simulate 10^9 games", "answer = solve('1/3 2/3 1')", "truel_ref.simulate(answer, games=10**9, seed=1)", 1),
    (
        "regions, pC = 1/2",
        "from truel_ref.symbolic.partition import regions",
        "regions([None, None, '1/2'])",
        1,
    ),
    *(
        (
            f"map {points}^2, {name}",
            f"spec = maps.MapSpec(Problem([0, 0, {hits}]), {points}, True)",
            "maps.build(spec)",
            repeat,
        )
        for points, name, hits, repeat in (
            (300, "pC = 1", "1", 1),
            (300, "pC = 1/2, pD = 1", "'1/2', 1", 1),
            (40, "pC, pD, pE = 1/2, 3/4, 1", "'1/2', '3/4', 1", 0),
            (1000, "pC = 1", "1", 0),
        )
    ),
]
TIMED = """
import time
from collections import deque
from fractions import Fraction
import numpy
import truel_ref
from truel_ref import Problem, maps, solve, solve_many
{prepared}
if {repeat}:
    {work}
start = time.process_time()
for _ in range({repeat} or 1):
    {work}
print((time.process_time() - start) / ({repeat} or 1))
"""
COMMAND = """
import time
from truel_ref.cli import main
main(["solve", "1/3", "2/3", "1"])
print(time.process_time())
"""
PROGRAMS = {"the command, start included": COMMAND} | {
    name: TIMED.format(prepared=prepared, work=work, repeat=repeat) for name, prepared, work, repeat in ROWS
}


def milliseconds(folder: Path, program: str) -> float | None:
    """Run a program with the package of a checkout; return what it timed, None if that checkout cannot do it."""
    with tempfile.TemporaryDirectory() as aside:
        done = subprocess.run(
            [sys.executable, "-P", "-c", program],
            capture_output=True,
            text=True,
            check=False,
            cwd=aside,
            env=os.environ | {"PYTHONPATH": str(folder)},
        )
    if done.returncode:
        if folder == ROOT:
            raise SystemExit(done.stderr)
        return None
    return 1000 * float(done.stdout.splitlines()[-1])


def first_answers(folder: Path) -> Iterator[float | None]:
    """Clone a checkout; yield the milliseconds of the clone's first answer, and of its page's when loaded again.

    None stands for what is not possible here.
    """
    with tempfile.TemporaryDirectory() as aside:
        clone, page = Path(aside) / "clone", Path(aside) / "play"
        subprocess.run(["git", "clone", "--quiet", folder, clone], check=True)
        start = time.monotonic()
        done = subprocess.run(
            [clone / "scripts" / "truel", "solve", "1/3", "2/3", "1"], capture_output=True, check=False
        )
        yield None if done.returncode else 1000 * (time.monotonic() - start)
        done = subprocess.run([clone / "scripts" / "play", "--out", page], capture_output=True, check=False)
        yield None if done.returncode else page_answer(page)


def page_answer(page: Path) -> float | None:
    """Return after how many milliseconds a page shows its first answer if the browser has loaded it before."""
    sys.path.insert(0, str(ROOT / "tests"))
    browser = importlib.import_module("browser")  # of the tests of the page
    if browser.CHROMIUM is None:
        return None
    handler = functools.partial(make_play.Handler, directory=page)
    with (
        http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server,
        tempfile.TemporaryDirectory() as profile,
        browser.Browser(Path(profile) / "new") as opened,
    ):
        threading.Thread(target=server.serve_forever, daemon=True).start()
        for question in ("#1/3,2/3,1", "#1/2,2/3,1"):
            opened.open("about:blank")
            opened.open(f"http://127.0.0.1:{server.server_port}/{question}")
            opened.wait("!!document.body.dataset.firstAnswer")
        taken = opened.value("document.body.dataset.firstAnswer")
        server.shutdown()
    return float(taken)


def show(name: str, times: Sequence[float | None]) -> None:
    """Print a row: what was timed, and how long it took in each checkout."""
    cells = "".join(f"{'-' if each is None else format(each, '.3g'):>10}" for each in times)
    here, *there = times
    ratio = f"{here / there[0]:>14.2f}" if there and here and there[0] else ""
    print(f"{name:36}{cells}{ratio}", flush=True)


def main() -> int:
    """Print a row for each thing that is timed."""
    parser = argparse.ArgumentParser(description="Time what people ask for.")
    parser.add_argument("--against", type=Path, metavar="FOLDER", help="another checkout to time beside this one")
    parser.add_argument("--times", type=int, default=3, help="how often each row is timed")
    asked = parser.parse_args()
    folders = [ROOT, *([asked.against.resolve()] if asked.against else [])]
    for folder in folders:
        if not compileall.compile_dir(folder / "truel_ref", quiet=1):
            raise SystemExit(f"{folder} has no package truel_ref that compiles")
    print(f"{'milliseconds':36}{'here':>10}" + (f"{'there':>10}{'here / there':>14}" if asked.against else ""))
    late = time.monotonic() + ENOUGH
    for name, program in PROGRAMS.items():
        taken: list[list[float]] = [[] for _ in folders]
        for _ in range(asked.times if time.monotonic() < late else 1):
            for folder, times in zip(folders, taken, strict=True):
                took = milliseconds(folder, program)
                times.extend([] if took is None else [took])
        show(name, [median(times) if times else None for times in taken])
    for name, *times in zip(
        ("first answer of a fresh clone", "first answer of the page"), *map(first_answers, folders), strict=True
    ):
        show(name, times)
    return 0


if __name__ == "__main__":
    sys.exit(main())
