"""Inputs guided by coverage: it changes inputs that reach new lines of the library further (atheris, on libFuzzer).

Atheris is a separate installation: `pip install atheris`, if there is a wheel for this Python. It chooses the case to
change next; our own code makes the changes, so that cases keep the form that the doors take.
"""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from random import Random
from typing import Any

from fuzzing.plain import case_of, text_of

__all__ = ["CURRENT", "ENDED", "try_guided"]

ENDED = signal.SIGTERM
"""The signal with which the process ends itself when its time is over."""

CURRENT = "current"
"""The file of the current case, which has no number."""

_LONGEST = 1 << 20  # bytes of a case as text


def try_guided(folder: Path, seed: int, name: str, seconds: float) -> None:
    """Try cases at a door for some time, and note failures as without guidance.

    Parameters: `folder`, of the run; `seed`; `name`, of the door; `seconds`, of the run.
    """
    import atheris

    from fuzzing import worker

    with atheris.instrument_imports(include=["truel_ref"]):
        doors = {door.name: door for door in worker.all_doors()}
    door = doors[name]
    counters = worker.Counters(folder / "counters", 1)
    current = os.open(folder / CURRENT, os.O_RDWR | os.O_CREAT)
    known = folder / "known"
    known.mkdir(exist_ok=True)
    for number, case in enumerate(door.seeds):
        (known / f"seed-{number}").write_text(text_of(case), encoding="utf-8")

    def changed(data: bytes, most: int, dice_seed: int) -> bytes:
        dice = Random(f"{seed} {dice_seed}")
        try:
            text = text_of(door.change(_case(data, door.seeds), dice)).encode()
        except RecursionError:  # deeply nested lists
            return data
        return text if len(text) <= most else data

    with worker.Notes(folder / "failures.jsonl") as notes, worker.enclosed(folder, [door]) as walls:
        number = counters.state()[1][0]
        end = time.monotonic() + seconds

        def attempt(data: bytes) -> None:
            nonlocal number
            if time.monotonic() > end:
                # libFuzzer rarely checks its clock, and treats an exit as a failure, so end by a signal.
                signal.signal(ENDED, signal.SIG_DFL)
                os.kill(os.getpid(), ENDED)
            case = _case(data, door.seeds)
            counters.begin(0, number)
            os.ftruncate(current, 0)
            os.pwrite(current, data, 0)
            number += 1
            if failure := worker.failure_of(door, case, walls.around):
                notes.take(door, number - 1, case, failure, walls)

        # No limits of libFuzzer: the limits are ours, and its alarm would conflict with that of --time-limit.
        words = ["fuzz", str(known), f"-seed={seed}", f"-max_len={_LONGEST}"]
        atheris.Setup(
            [*words, "-timeout=0", "-rss_limit_mb=0", "-handle_term=0", "-verbosity=0"], attempt, custom_mutator=changed
        )
        atheris.Fuzz()


def _case(data: bytes, seeds: Any) -> Any:
    """Return the case of a text, or a valid case for other text: libFuzzer begins with an empty text."""
    try:
        return case_of(data.decode())
    except (ValueError, TypeError, LookupError, ArithmeticError, RecursionError):
        return seeds[0]
