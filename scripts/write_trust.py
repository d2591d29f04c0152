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

from truel_ref.oracle import vectors as shipped
from truel_ref.oracle.vectors import OTHERS

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
        "A number is a fraction or an algebraic number, and `==` means equal. No decision uses a tolerance: floats "
        "with proved bounds only sort out what exact arithmetic need not look at. Numbers that matter are derived a "
        "second time, by code that shares nothing with the package.",
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
        "The same question has the same answer to the last byte, whatever the hash seed, locale or time zone. Every "
        "random draw has a seed. The width of the terminal changes nothing in a file or a pipe; on a terminal `why` "
        "wraps its lines. `scripts/reproduce` builds packages, docs, vectors and figures twice and compares them.",
        ("tests/house/test_reproduce.py", "tests/maps/test_render.py", "tests/house/test_house.py"),
    ),
    Promise(
        "The same everywhere",
        "gmpy2 or plain fractions, NumPy or none, one process or many, threads, a cluster: the time changes, the "
        "result does not. Threads that start with empty caches and ask different questions each get their own answer.",
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
        "The tests keep what hundreds of commands print, and the ids and questions of the test vectors never change. "
        "A changed output is a line of the changelog, or a bug. A stored list has [every name, option, key of JSON "
        "and exit status](#what-is-promised-from-100-on); none of them may go.",
        (
            "tests/house/test_promised.py",
            "tests/records/test_every_record.py",
            "tests/test_corpus.py",
            "tests/oracle/test_manifest.py",
            "tests/oracle/test_vectors.py",
            "tests/certificates/test_of_vectors.py",
        ),
    ),
    Promise(
        "No code from data",
        "The package never executes what it reads: no pickle, no `eval`, no formula in a parser that runs it.",
        ("tests/house/test_house.py", "tests/numbers/test_doors.py"),
    ),
    Promise(
        "No torn files",
        "The package writes a file beside its place and moves it there when it is whole. Tests let each call that "
        "reaches a disk fail in turn; damaged files never give a wrong value.",
        ("tests/files/test_disk_faults.py", "tests/files/test_damaged.py", "tests/files/test_files.py"),
    ),
    Promise(
        "No tracebacks",
        "A mistake on the command line gets one line that names the culprit and the way out, and status 2; in "
        "Python, one of the package's own errors. `scripts/fuzz` tries hostile inputs at every door, and keeps each "
        "input that ever failed.",
        (
            "tests/fuzzing/test_fuzzing.py",
            "tests/files/test_disk_faults.py",
            "tests/cli/test_options.py",
            "tests/house/test_install.py",
        ),
    ),
    Promise(
        "Limits",
        "The package estimates large work, refuses it before it begins if it is too large, and stops at a limit of "
        "time or memory with what it knows by then. It also limits how much it reads.",
        ("tests/test_budget.py", "tests/cli/test_limits.py", "tests/files/test_damaged.py"),
    ),
    Promise(
        "No stray processes",
        "No worker process outlives its parent, and a killed worker loses only its own part of the work.",
        ("tests/workers/test_workers.py", "tests/oracle/test_runner.py"),
    ),
    Promise(
        "Docs that are true",
        "The tests run the commands and examples of the docs and compare their output; `scripts/test --slow` runs "
        "the six that take longest. Figures carry the numbers that they show.",
        ("tests/house/test_house.py", "tests/house/test_docs.py", "tests/test_as_typed.py", "tests/test_rules.py"),
    ),
)

PAGE = """{note}

# What you can rely on

truel-ref is a reference: people compare other programs with it and cite its numbers. This page lists what the package
promises, the tests of each promise, what it does not promise, and what to do if a number looks wrong.

## In numbers

{counts}

## Promises and their tests

{promises}

## What is promised from 1.0.0 on

The version has three numbers, *major.minor.patch*. Only a major release may take away one of these, or change its
meaning:

- **Names in Python**: the public names of `truel_ref` and of its rooms `maps`, `oracle`, `oracle.strategies` and
  `notebook`, and the classes of `errors`; the parameters of these functions; the public fields and methods of these
  classes; the keywords that state a problem.
- **Commands** and their options.
- **JSON**: the keys of every question and answer ([formats](../use/formats.md)), and exact numbers as text. A program
  that reads our JSON should ignore keys that it does not know, because a minor release may add some.
- **Certificates**: format version 1, which begins with `"truel 1"`. The checkers of every 1.x accept what 1.0.0 wrote,
  and refuse what 1.0.0 refused. Another format gets another number.
- **Exit statuses**: [the table](../use/formats.md#exit-status).
- **Rules**: what each [rule](../rules.md) says. Its number stays for ever.

**Test vectors** keep their ids and questions for ever, across major releases, too. An answer changes only if it was
wrong, and the changelog then names the id, the old answer and the reason ([vectors](vectors.md)).

`promised.txt` in `tests/house` lists names, parameters, commands, options, keys and statuses.

- **A patch release** corrects mistakes: wrong answers, crashes, documentation. It adds nothing.
- **A minor release** may add names, options, keys of JSON, test vectors and kinds of certificates. It may require a
  later version of Python or of a library.
- **A major release** may take away what earlier releases deprecated.

**Deprecation.** Before a name, an option or a key goes, it has a replacement. It still works for at least one minor
release and for at least one year. Meanwhile Python gives a `DeprecationWarning` and the command a note; both name the
replacement. The changelog lists it.

**Not promised** are

- the text of messages, tables and notes, and the order of the keys in JSON: programs read `--json`, not tables;
- all other modules, `truel_ref.studies` among them, and names that begin with `_`. If a module moves, its old path
  [works and warns](../use/moved.md) for one release;
- run times, memory, estimates of work, and the method by which an answer was computed (`method`, `backend`);
- the bytes of pictures and of interactive maps with other versions of matplotlib, Bokeh and fonts;
- which of several equally good explanations, mixes or examples is shown;
- the programs in `scripts`.

A wrong number is always a bug. A release that corrects it is a patch release, and [errata](errata.md) lists it.

## Known limits

- "Exact" assumes that [the rules](../rules.md) are the ones that you mean, and that Python, its integers and the
  libraries that factorise polynomials compute correctly. No proof assistant has verified the solver. An answer with a
  [certificate](certificate.md) needs no trust in the solver. You then believe the equations as the checker or Coq
  states them, the interpreter or the kernel that runs them, and its integers; [what no longer
  matters](certificate.md#what-you-still-have-to-believe) is the search, the floats, the libraries and the writer.
- Two derivations by the same people can share a misreading of the rules. Therefore the rules are numbered, and
  [published claims](claims.md) are checked one by one.
- Simulation is not exact, and its results come with confidence intervals. So do counts at random points in
  [the atlas](../mathematics/atlas.md), which also lists its open questions.
- Pictures have the same bytes only with the same versions of matplotlib and its fonts. With others they show the same
  numbers, and each picture carries these in its description.
- Run times are not promised, and estimates of work are rough ([limits](../use/limits.md)). The package watches memory
  but does not reserve it. Another program can still use it up; the command then ends with a one-line message.
- mpmath, a library that sympy uses, is not safe for threads. truel-ref computes with it in one thread at a time. If
  another thread of your program uses mpmath or sympy meanwhile, either can get wrong digits.
- The tests run on Linux. A workflow runs them on macOS, but no such run is on record. Nothing was tried on Windows:
  `scripts` would need a bash there, and three things rely on POSIX: ending the processes of other programs as a group,
  limits of time and memory, and writing a folder through to the disk.

## A number looks wrong

First check whether several options are equal: `truel-ref solve … --all-outcomes` lists every optimal outcome, and
yours may be among them ([ties](../learn/ties.md)). If not, report it in the issue tracker of the repository with the
form "A wrong number". It asks for

1. the command, or the lines of Python, as you typed them, and what they printed;
2. the output of `truel-ref --version`;
3. the output of `truel-ref solve … --json` for the same problem, which holds the question as the program read it, the
   model, the method and the version, beside the exact answer;
4. what should come out, and why: a derivation by hand, another program, a publication; exact fractions if you have
   them.

[Errata](errata.md) lists every number and every statement that was wrong. The changelog names the test vectors whose
answers were wrong.

Next: [errata](errata.md).
"""


def _kept(name: str) -> dict[str, Any]:
    """Return what was counted in a run, empty if no run was recorded."""
    path = COUNTS / name
    return dict(json.loads(path.read_text(encoding="utf-8"))) if path.exists() else {}


def counts() -> list[tuple[str, str]]:
    """Return what is counted, and how many there are."""
    vectors = len(shipped()) + sum(len(shipped(group)) for group in OTHERS)
    outputs = sum(file.read_text(encoding="utf-8").count("$ truel-ref ") for file in OUTPUTS.glob("*.txt"))
    rows = [
        ("[test vectors](vectors.md) for other programs", f"{vectors:,}"),
        ("commands whose output the tests keep", f"{outputs:,}"),
    ]
    if tests := _kept("tests.json"):
        rows.insert(0, ("tests, at least", f"{tests['tests']:,}"))
        rows.insert(1, ("texts whose examples the tests run, at least", f"{tests['examples']:,}"))
    if faults := _kept("mutations.json"):
        put_in = sum(faults[outcome] for outcome in ("noticed", "survived", "harmless"))
        rows.append((f"random faults put into the code (`scripts/mutate --seed {faults['seed']}`)", f"{put_in:,}"))
        rows.append(("of these, faults that change nothing", f"{faults['harmless']:,}"))
        rows.append(("of the others, noticed by the tests", share(faults["noticed"], faults["survived"])))
    if fuzzed := _kept("fuzz.json"):
        inputs = fuzzed["inputs"]
        doors = f"{len(inputs)} doors (numbers, problems, files, command lines, …)"
        rows.append((f"hostile inputs of the last recorded run, at {doors}", f"{sum(inputs.values()):,}"))
        rows.append(("kinds of failures in it", f"{fuzzed['kinds of failures']:,}"))
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
