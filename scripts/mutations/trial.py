"""Try mutations: a run of all tests, which records the tests of each line, and a run for each mutation."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from mutations.contexts import RCFILE
from mutations.plan import Executions, Mutation

ROOT = Path(__file__).resolve().parents[2]
PYTEST = ("-m", "pytest", "-p", "no:cacheprovider")
SECONDS = 120
"""Largest time of the tests of one mutation; a mutation that takes longer counts as noticed."""

CHOSEN_SECONDS = 75
"""Largest processor time of the chosen tests of a mutation, measured under coverage, which slows them."""


@dataclass(frozen=True)
class Result:
    """The result of a mutation: "noticed" by a test, or "survived"."""

    mutation: Mutation
    before: str
    after: str
    outcome: str
    by: str = ""


@dataclass(frozen=True)
class Checkout:
    """A folder with a commit, whose files may change."""

    folder: Path

    def run(self, *words: str, seconds: float | None = None, **variables: str) -> tuple[int | None, str]:
        """Run Python with the package of this folder; return the status, None after a timeout, and the output."""
        path = f"{self.folder}{os.pathsep}{self.folder / 'scripts'}"
        environment = os.environ | {"PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"} | variables
        process = subprocess.Popen(
            [sys.executable, *words],
            cwd=self.folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        try:
            said, _ = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            return None, ""
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        return process.returncode, said

    def tried(self, mutation: Mutation, tests: Sequence[str]) -> Result:
        """Apply a mutation, run tests until a test fails, and undo the mutation."""
        path = self.folder / mutation.path
        source = path.read_text(encoding="utf-8")
        mutated = mutation.mutated(source)
        before, after = (text.splitlines()[mutation.line - 1].strip() for text in (source, mutated))
        if not tests:
            return Result(mutation, before, after, "survived", "no test runs the line")
        path.write_text(mutated, encoding="utf-8")
        try:
            status, said = self.tested(tests, SECONDS)
        finally:
            path.write_text(source, encoding="utf-8")
        if status == 0:
            return Result(mutation, before, after, "survived", f"{len(tests)} tests pass")
        if status is None:
            return Result(mutation, before, after, "noticed", f"takes more than {SECONDS} s")
        failed = re.search(r"^(?:FAILED|ERROR) (.+?)(?: - |$)", said, flags=re.MULTILINE)
        if failed is None:  # the package can no longer be imported
            return Result(mutation, before, after, "noticed", said.strip().splitlines()[-1][:200])
        if failed[1] in tests and self.tested([failed[1]])[0] != 0:  # it depends on earlier tests, so it proves nothing
            return self.tried(mutation, [name for name in tests if name != failed[1]])
        return Result(mutation, before, after, "noticed", failed[1])

    def tested(self, tests: Sequence[str], seconds: float | None = None, *more: str) -> tuple[int | None, str]:
        """Run tests until a test fails."""
        names = self.folder / ".mutation-tests"
        names.write_text("\n".join(tests), encoding="utf-8")
        return self.run(*PYTEST, "-x", *more, f"@{names}", seconds=seconds)


def checked_out(folder: Path, commit: str) -> Checkout:
    """Return the checkout of a commit in a folder; create the folder if needed, and restore its files."""
    if not folder.exists():
        git("worktree", "add", "--force", "--detach", str(folder), commit)
    git("-C", str(folder), "checkout", "--quiet", "--force", commit)
    return Checkout(folder)


def git(*words: str) -> str:
    """Run git in this repository and return what it prints."""
    done = subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def measured(checkout: Checkout, folder: Path) -> Executions:
    """Return the tests that run each line; the first call runs all tests."""
    recorded, durations = folder / "coverage", folder / "durations.json"
    if not durations.exists():
        rcfile = folder / "coveragerc"
        rcfile.write_text(RCFILE, encoding="utf-8")
        run = ("-m", "coverage", "run", "--rcfile", str(rcfile))
        spread = ("--numprocesses", "auto", "--dist", "loadfile", "--ignore", "tests/house")
        part = folder / "durations.part"
        variables = {
            "COVERAGE_FILE": str(recorded),
            "COVERAGE_PROCESS_START": str(rcfile),
            "TRUEL_REF_DURATIONS": str(part),
        }
        status, said = checkout.run(*run, *PYTEST, "-p", "mutations.contexts", *spread, **variables)
        if status not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
            raise SystemExit(f"scripts/mutate: the tests cannot be run:\n{said[-3000:]}")
        if failed := re.findall(r"^(?:FAILED|ERROR) .+", said, flags=re.MULTILINE):
            print("Tests that fail without any change, and are left out:", *failed, sep="\n")
        checkout.run("-m", "coverage", "combine", "--quiet", "--rcfile", str(rcfile), **variables)
        # pytest cannot select a test with "::" in its parameters.
        found = json.loads(part.read_text(encoding="utf-8"))
        _, said = checkout.tested(list(found), None, "--collect-only")
        asked = {
            name: seconds for name, seconds in found.items() if f"not found: {checkout.folder / name}\n" not in said
        }
        part.write_text(json.dumps(asked), encoding="utf-8")
        part.rename(durations)
    return Executions(checkout.folder, recorded, json.loads(durations.read_text(encoding="utf-8")))
