"""Count the tests and examples of the suite, for docs/check/trust.md: python scripts/count_tests.py [FILE].

pytest collects everything, also the long versions and the examples of docs and docstrings, and runs nothing.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FILE = ROOT / "docs" / "counts" / "tests.json"


def counted(listing: str) -> dict[str, int]:
    r"""Count the tests and the examples in the list of `pytest --collect-only -q -q`, a file and its number per line.

    Files below `tests` hold tests; all other files hold examples of the docs or of docstrings, one for each text.

    >>> counted("tests/a/test_b.py: 3\ndocs/rules.md: 1\ntruel_ref/errors.py: 2\n")
    {'tests': 3, 'examples': 3}
    """
    numbers = {"tests": 0, "examples": 0}
    for line in listing.splitlines():
        name, colon, number = line.rpartition(": ")
        if colon and number.isdigit():
            numbers["tests" if name.startswith("tests/") else "examples"] += int(number)
    return numbers


def main() -> int:
    """Count, and write the file."""
    parser = argparse.ArgumentParser(description="Count the tests and the examples, for docs/check/trust.md.")
    parser.add_argument("file", nargs="?", type=Path, default=FILE)
    path = parser.parse_args().file
    collect = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-n0"]
    done = subprocess.run(collect, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        print(done.stdout[-2000:], file=sys.stderr)
        return 1
    path.write_text(json.dumps(counted(done.stdout)) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
