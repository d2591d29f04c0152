"""The page of what is promised and how each promise is tested, with counts that are read and never typed.

What is cheap is counted when the page is written: vectors and kept outputs. The number of tests is that of the last
`scripts/count_tests.py`, and the number of hostile inputs that of the last `scripts/fuzz --record`; each writes a file
of `docs/counts`, and without its file a count is left out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mutations import share

from truel_ref.oracle.corpus import shipped_manifest

ROOT = Path(__file__).resolve().parents[1]
COUNTS = ROOT / "docs" / "counts"
OUTPUTS = ROOT / "tests" / "corpus"


@dataclass(frozen=True)
class Promise:
    """A promise, how it is kept, and the files that test it."""

    name: str
    said: str
    tests: Sequence[str]


PROMISES = (
    Promise(
        "Exact",
        "A number is a fraction or an algebraic number, and `==` means equal; nothing is decided by a tolerance. "
        "Floats and their proved bounds only sort out what exact arithmetic need not look at. What matters is "
        "derived a second time, by code that shares nothing with the package.",
        (
            "tests/play/test_independent.py",
            "tests/fast/test_same_as_definition.py",
            "tests/fast/test_floats.py",
            "tests/maps/test_cells.py",
            "tests/maps/test_trees.py",
            "tests/numbers/test_algebraic.py",
        ),
    ),
    Promise(
        "The same every time",
        "The same question has the same answer to the last byte, whatever the seed of hashes, the locale or the time "
        "zone; every random draw has a seed. The width of the terminal changes nothing in a file or a pipe; on a "
        "terminal `why` wraps its lines. `scripts/reproduce` builds packages, docs, vectors and figures twice and "
        "compares them.",
        ("tests/house/test_reproduce.py", "tests/maps/test_render.py", "tests/house/test_house.py"),
    ),
    Promise(
        "The same everywhere",
        "gmpy2 or plain fractions, NumPy or none, one process or many, threads, a cluster: the time changes, the "
        "result does not. Threads that ask different questions at once, with empty caches, get what each alone gets.",
        (
            "tests/test_corpus.py",
            "tests/symbolic/test_symbolic_polynomials.py",
            "tests/maps/test_maps_build.py",
            "tests/kernels/test_intervals.py",
            "tests/workers/test_hammer.py",
        ),
    ),
    Promise(
        "The same for years",
        "What some hundred commands print is kept, and the ids and questions of the test vectors are for "
        "ever. Another output is a line of the changelog, or a slip.",
        ("tests/test_corpus.py", "tests/oracle/test_manifest.py", "tests/oracle/test_vectors.py"),
    ),
    Promise(
        "No code from data",
        "Nothing that is read is executed: no pickle, no `eval`, no formula handed to a parser that runs it.",
        ("tests/house/test_house.py", "tests/numbers/test_doors.py"),
    ),
    Promise(
        "No torn files",
        "A file is written beside its place and moved there when it is whole. Each call that reaches a disk is "
        "made to fail in turn; damaged files never give a wrong value.",
        ("tests/files/test_disk_faults.py", "tests/files/test_damaged.py", "tests/files/test_files.py"),
    ),
    Promise(
        "No tracebacks",
        "Who uses the command and slips reads one line that names the culprit and the way out, with status 2; from "
        "Python, an error of the package's own. `scripts/fuzz` tries hostile inputs at every door, and keeps what "
        "ever failed.",
        (
            "tests/fuzzing/test_fuzzing.py",
            "tests/files/test_disk_faults.py",
            "tests/cli/test_options.py",
            "tests/house/test_install.py",
        ),
    ),
    Promise(
        "Limits",
        "Large work is estimated and refused before it begins, and ends at a limit of time or memory with what is "
        "known by then. What is read is bounded before it is read.",
        ("tests/test_budget.py", "tests/cli/test_limits.py", "tests/files/test_damaged.py"),
    ),
    Promise(
        "No stray processes",
        "No worker outlives whom it works for, and a killed one costs its own part only.",
        ("tests/workers/test_workers.py", "tests/oracle/test_runner.py"),
    ),
    Promise(
        "Docs that are true",
        "The tests run the commands and the examples of the docs and compare their output; `scripts/test --slow` runs "
        "the six commands that take longest. Figures carry the numbers that they show.",
        ("tests/house/test_house.py", "tests/house/test_docs.py", "tests/test_as_typed.py", "tests/test_rules.py"),
    ),
)

PAGE = """{note}

# What you can rely on

truel-ref is a reference: people compare other programs with it, and cite its numbers. So this page says what is
promised, which tests hold each promise, what is not promised, and what to do when a number is wrong.

## In numbers

{counts}

## Promises and their tests

{promises}

## Known limits

- Exact means: right if the rules of [the game](../rules.md) are those that you mean, and if Python, its integers and
  the libraries that factorise polynomials compute rightly. A proof assistant has not seen this code.
- A second derivation by the same people can share a misreading of the rules. That is why the rules are numbered, and
  why [published claims](claims.md) are checked one by one.
- Simulation is not exact. It has confidence intervals, and says so; so have the counts at random points in [the
  atlas](../mathematics/atlas.md), whose page lists what is not settled.
- Pictures have the same bytes with the same versions of matplotlib and its fonts. With others they show the same
  numbers, which each carries in its description.
- Times are not promised, and estimates of work are rough ([limits](../use/limits.md)). Memory is watched, not reserved:
  another program can still take it away, and then the end is one line.
- mpmath, which sympy uses, is not made for threads. truel-ref computes with it in one thread at a time; if another
  thread of your program uses mpmath or sympy meanwhile, either can get wrong digits.
- The tests run on Linux. A workflow runs them on macOS, too, but no such run is on record. Nothing was tried on
  Windows. There, `scripts` would need a bash, and three things another way: programs of others are ended as a group of
  processes, limits of time and memory are timers and limits of POSIX, and a folder is written through to the disk.

## A number looks wrong

Look first whether several options are equal there: `truel-ref solve … --all-outcomes` lists every optimal outcome,
and the one that you expect may be among them ([ties](../learn/ties.md)). If it is not, report it in the issue tracker
of the repository, where a form "A wrong number" asks for

1. the command, or the lines of Python, as you typed them, and what they printed;
2. what `truel-ref --version` prints;
3. what `truel-ref solve … --json` prints for the same problem: it holds the question as it was read, the model, the
   method and the version, beside the exact answer;
4. what should come out, and why: a derivation by hand, another program, a publication. Exact fractions if you have
   them.

The [list of errata](errata.md) has every number and every statement that was wrong: the old one, the right one, and
how the error was noticed. The changelog names the test vectors whose answers were wrong.
"""


def _kept(name: str) -> dict[str, Any]:
    """Return what was counted in a run, empty if no run was recorded."""
    path = COUNTS / name
    return dict(json.loads(path.read_text(encoding="utf-8"))) if path.exists() else {}


def counts() -> list[tuple[str, str]]:
    """Return what is counted, and how many there are."""
    vectors = sum(group["vectors"] for group in shipped_manifest()["groups"].values())
    outputs = sum(file.read_text(encoding="utf-8").count("$ truel-ref ") for file in OUTPUTS.glob("*.txt"))
    rows = [
        ("[test vectors](vectors.md) for other programs", f"{vectors:,}"),
        ("commands whose output is kept for years", f"{outputs:,}"),
    ]
    if tests := _kept("tests.json"):
        rows.insert(0, ("tests, at least", f"{tests['tests']:,}"))
        rows.insert(1, ("texts whose examples are run, at least", f"{tests['examples']:,}"))
    if faults := _kept("mutations.json"):
        put_in = sum(faults[outcome] for outcome in ("noticed", "survived", "harmless"))
        rows.append((f"faults put in at random (`scripts/mutate --seed {faults['seed']}`)", f"{put_in:,}"))
        rows.append(("of these, changes that nobody can see", f"{faults['harmless']:,}"))
        rows.append(("noticed by the tests, of the others", share(faults["noticed"], faults["survived"])))
    if fuzzed := _kept("fuzz.json"):
        inputs = fuzzed["inputs"]
        rows.append(("hostile inputs of the last recorded run", f"{sum(inputs.values()):,}"))
        rows.append(("kinds of failures in it", f"{fuzzed['kinds of failures']:,}"))
        rows += [(f"inputs at the door `{door}`", f"{number:,}") for door, number in inputs.items()]
    return rows


def named_tests(text: str) -> list[str]:
    """Return the files of tests that a text names."""
    return re.findall(r"tests/[\w/]+\.\w+", text)


def trust_page(note: str) -> str:
    """Return the page."""
    table = ["| what | how many |", "|---|---|", *(f"| {what} | {many} |" for what, many in counts())]
    rows = ["| promise | how it is kept | tests |", "|---|---|---|"]
    rows += [
        f"| **{promise.name}** | {promise.said} | {'<br>'.join(f'`{name}`' for name in promise.tests)} |"
        for promise in PROMISES
    ]
    return PAGE.format(note=note, counts="\n".join(table), promises="\n".join(rows))
