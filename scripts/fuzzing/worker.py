"""The process that tries inputs: one case after the other, door by door, until its time is over or a wall stops it.

A case is a function of the seed, the door and a number, so all that the parent must know is how far each door has come.
It stands in a file in shared memory, written before each case; what ended the process is then the case of that number.
"""

from __future__ import annotations

import contextlib
import json
import mmap
import os
import struct
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from fuzzing.door import Door
from fuzzing.limits import Walls
from fuzzing.plain import case_of, text_of
from truel_ref.budget import Budget, limits
from truel_ref.errors import TruelError

__all__ = ["Counters", "Notes", "all_doors", "enclosed", "failure_of", "replay", "try_inputs"]

BUDGET = Budget(seconds=2, bytes=300 * 10**6)
"""What the library is told that an input may use; the walls stand far behind it."""

_SLICE = 0.5  # seconds for a door before it is the turn of the next one
_TRIES = 150  # to make a failing case smaller


def all_doors() -> list[Door]:
    """Return all doors, in an order that stays."""
    from fuzzing import asking, commanding, filing, judging, reading

    return [
        *(reading.numbers, reading.problems, reading.json_texts, reading.records, reading.boards, reading.trees),
        *(reading.states, asking.solving, asking.calls, commanding.command_lines, commanding.lines),
        *(judging.vectors_read, judging.answers, judging.hellos, judging.reports, judging.claims),
        judging.statements,
        *(filing.maps, filing.arrays, filing.kept),
        reading.addresses,
    ]


class Counters:
    """How far each door has come, and at which door the process is, in a file that two processes share.

    Parameters: `path`; `doors`, how many there are.
    """

    def __init__(self, path: Path, doors: int) -> None:
        self._layout = struct.Struct(f"={doors + 1}Q")
        if not path.exists():
            path.write_bytes(bytes(self._layout.size))
        with path.open("r+b") as file:
            self._shared = mmap.mmap(file.fileno(), self._layout.size)

    def begin(self, door: int, number: int) -> None:
        """Say that the case of a number is tried at a door."""
        struct.pack_into("=Q", self._shared, 8 * (door + 1), number)
        struct.pack_into("=Q", self._shared, 0, door)

    def pass_over(self) -> None:
        """Say that the case at hand is done with, whatever became of it."""
        door, numbers = self.state()
        self.begin(door, numbers[door] + 1)

    def state(self) -> tuple[int, list[int]]:
        """Return the door at which the process is, and the number of the next case at each."""
        door, *numbers = self._layout.unpack(self._shared)
        return door, numbers


# ---------------------------------------------------------------------------------------------------------
# One case


def failure_of(
    door: Door,
    case: Any,
    around: Callable[[Any], contextlib.AbstractContextManager[None]],
    budget: Budget = BUDGET,
) -> str:
    """Return what goes wrong with a case: the error and the place in the library; empty if nothing does."""
    try:
        with around(case), limits(budget):
            door.attempt(case)
    except TruelError:
        return ""
    except (Exception, SystemExit) as error:
        return _signature(error)
    return ""


def _signature(error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    inside = [frame for frame in frames if "truel_ref" in frame.filename] or frames
    place = f"{Path(inside[-1].filename).name}:{inside[-1].name}" if inside else "nowhere"
    first_line = str(error).partition("\n")[0]
    text = first_line.encode("utf-8", "backslashreplace").decode()[:200]
    return f"{type(error).__name__} at {place}: {text}"


def _kind(failure: str) -> str:
    """Return the error and its place, by which failures are told apart."""
    return failure.partition(": ")[0]


def smaller(case: Any, still_fails: Callable[[Any], bool]) -> Any:
    """Return a smaller case that fails in the same way: parts are left out one after the other."""
    tries = 0
    shrunk = True
    while shrunk and tries < _TRIES:
        shrunk = False
        for candidate in _reductions(case):
            tries += 1
            if tries > _TRIES:
                break
            if still_fails(candidate):
                case, shrunk = candidate, True
                break
    return case


def _reductions(case: Any) -> Any:
    """Yield cases with something left out: halves first, then single parts, then what is inside."""
    if isinstance(case, str | bytes) and len(case) > 1:
        for size in (len(case) // 2, len(case) // 4, 1):
            if size:
                yield from (case[:start] + case[start + size :] for start in range(0, min(len(case), 40 * size), size))
    elif isinstance(case, list | tuple):
        yield from (case[:place] + case[place + 1 :] for place in range(len(case)))
        for place, part in enumerate(case):
            yield from (type(case)([*case[:place], less, *case[place + 1 :]]) for less in _reductions(part))
    elif isinstance(case, dict):
        yield from ({key: part for key, part in case.items() if key != out} for out in case)
        for key, part in case.items():
            yield from (case | {key: less} for less in _reductions(part))


# ---------------------------------------------------------------------------------------------------------
# The process


def try_inputs(folder: Path, seed: int, names: Sequence[str], seconds: float, inputs: int | None) -> None:
    """Try cases at some doors in turn, and write each new kind of failure as a line of `failures.jsonl`.

    Parameters: `folder`, the one of the run; `names` of the doors; `seconds` to go on; `inputs`, how many at each door,
    None for as many as there is time for.
    """
    doors = [door for door in all_doors() if door.name in names]
    counters = Counters(folder / "counters", len(doors))
    with Notes(folder / "failures.jsonl") as notes, enclosed(folder, doors) as walls:
        end = time.monotonic() + seconds
        going_on = dict(enumerate(doors))
        while going_on and time.monotonic() < end:
            for place, door in list(going_on.items()):
                turn_ends = min(time.monotonic() + _SLICE, end)
                number = counters.state()[1][place]
                while time.monotonic() < turn_ends and number != inputs:
                    counters.begin(place, number)
                    case = door.case(seed, number)
                    if failure := failure_of(door, case, walls.around):
                        notes.take(door, number, case, failure, walls)
                    number += 1
                counters.begin(place, number)
                if number == inputs:
                    del going_on[place]


class Notes:
    """A file of failures, the first of each kind, a line of JSON each: a block."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("a+", encoding="utf-8")
        self._file.seek(0)
        self._known = {json.loads(line)["kind"] for line in self._file}

    def __enter__(self) -> Notes:
        return self

    def __exit__(self, *error: object) -> None:
        self._file.close()

    def take(self, door: Door, number: int, case: Any, failure: str, walls: Walls) -> None:
        """Write a failure that is of a new kind, with a smaller case."""
        place = _kind(failure)
        kind = f"{door.name}: {place}"
        if kind in self._known:
            return
        self._known.add(kind)
        case = smaller(case, lambda less: _kind(failure_of(door, less, walls.around)) == place)
        noted = {"kind": kind, "door": door.name, "number": number, "failure": failure, "case": text_of(case)}
        self._file.write(json.dumps(noted) + "\n")
        self._file.flush()


@contextlib.contextmanager
def enclosed(folder: Path, doors: Sequence[Door]) -> Iterator[Walls]:
    """Go into a folder of one's own, with walls around."""
    inside = folder / "inside"
    inside.mkdir(exist_ok=True)
    os.chdir(inside)
    for door in doors:
        door.seeds  # noqa: B018  they are made before the walls stand
    for library in ("sympy", "matplotlib.figure", "numpy", "tabulate", "mpmath"):
        with contextlib.suppress(ImportError):
            __import__(library)
    with (folder / "traces").open("ab") as traces:
        (folder / "begun").touch()
        yield Walls(str(inside), traces)


def replay(folder: Path, files: Sequence[Path]) -> int:
    """Try the cases of files again; say what fails, and return 1 if any does."""
    doors = {door.name: door for door in all_doors()}
    failed = 0
    stored = [(path.name, json.loads(path.read_text(encoding="utf-8"))) for path in files]
    with enclosed(folder, list(doors.values())) as walls:
        for name, kept in stored:
            sys.stdout.write(f"{name}\n")
            sys.stdout.flush()
            if failure := failure_of(doors[kept["door"]], case_of(kept["case"]), walls.around):
                failed = 1
                sys.stdout.write(f"  {failure}\n")
    return failed


def main(words: Sequence[str]) -> int:
    """Do what the parent says, as JSON in the only word."""
    asked = json.loads(words[0])
    folder = Path(asked["folder"])
    if "files" in asked:
        return replay(folder, [Path(name) for name in asked["files"]])
    if asked["guided"]:
        from fuzzing.guided import try_guided

        try_guided(folder, asked["seed"], asked["doors"][0], asked["seconds"])
        return 0
    try_inputs(folder, asked["seed"], asked["doors"], asked["seconds"], asked["inputs"])
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
