"""The command: scripts/fuzz."""

from __future__ import annotations

import argparse
import json
import signal
import sys
from pathlib import Path

from fuzzing.driver import CASES, kept, replayed, tried
from fuzzing.worker import all_doors


def main() -> int:
    """Try inputs, print their number and the failures, and store the failures; the status is 1 if there are any."""
    parser = argparse.ArgumentParser(prog="scripts/fuzz", description="Try hostile inputs at every door of truel-ref.")
    parser.add_argument("--minutes", type=float, default=1, help="how long; default 1")
    parser.add_argument("--seed", type=int, default=1, help="which inputs; default 1")
    parser.add_argument("--inputs", type=int, help="how many at each door, at most")
    parser.add_argument(
        "--door", action="append", choices=[door.name for door in all_doors()], help="only this door; may be repeated"
    )
    parser.add_argument(
        "--cases", type=Path, default=CASES, help="where failing cases are kept; default tests/fuzz_cases"
    )
    parser.add_argument("--replay", type=Path, nargs="+", metavar="FILE", help="try kept cases again, and nothing else")
    parser.add_argument("--record", type=Path, metavar="FILE", help="write the figures, as for docs/counts/fuzz.json")
    parser.add_argument("--guided", action="store_true", help="guided by coverage, at a single door (needs atheris)")
    parser.add_argument("--verbose", action="store_true", help="figures every minute")
    asked = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))  # so that no process of ours remains
    if asked.replay:
        done = replayed(asked.replay)
        sys.stdout.write(done.stdout)
        sys.stderr.write(done.stderr)
        return done.returncode and 1
    if asked.guided and len(asked.door or ()) != 1:
        parser.error("--guided: name the door with --door")
    report = (lambda text: sys.stderr.write(text + "\n\n")) if asked.verbose else None
    run = tried(asked.minutes * 60, asked.seed, asked.door or (), asked.inputs, report, asked.guided)
    sys.stdout.write(f"{run}\n")
    if asked.record:
        figures = {"inputs": run.inputs, "kinds of failures": len(run.failures), "seed": asked.seed}
        asked.record.write_text(json.dumps(figures) + "\n", encoding="utf-8")
    for path in kept(run.failures, asked.cases):
        sys.stdout.write(f"kept: {path}\n")
    return int(bool(run.failures))


if __name__ == "__main__":
    sys.exit(main())
