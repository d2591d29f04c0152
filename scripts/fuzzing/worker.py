"""The process that tries inputs: one case after the other, door by door, until its time is over or a limit stops it.

A case is a function of the seed, the door and a number, so the parent needs only the current number of each door. A
file in shared memory, written before each case, has these numbers; if the process is killed, they give the case.
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
"""The budget of the library for an input, far below the limits of the process."""

_SLICE = 0.5  # seconds for a door before the next door
_TRIES = 150  # largest number of attempts to make a failing case smaller


def all_doors() -> list[Door]:
    """Return all doors, in a fixed order."""
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
    """The number of the next case of each door, and the current door, in a file that two processes share.

    Parameters: `path`; `doors`, their number.
    """

    def __init__(self, path: Path, doors: int) -> None:
        self._layout = struct.Struct(f"={doors + 1}Q")
        if not path.exists():
            path.write_bytes(bytes(self._layout.size))
        with path.open("r+b") as file:
            self._shared = mmap.mmap(file.fileno(), self._layout.size)

    def begin(self, door: int, number: int) -> None:
        """Note that the case with a number begins at a door."""
        struct.pack_into("=Q", self._shared, 8 * (door + 1), number)
        struct.pack_into("=Q", self._shared, 0, door)

    def pass_over(self) -> None:
        """Note that the current case is over."""
        door, numbers = self.state()
        self.begin(door, numbers[door] + 1)

    def state(self) -> tuple[int, list[int]]:
        """Return the current door, and the number of the next case at each door."""
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
    """Return the failure of a case: the error and the place in the library; empty without a failure."""
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
    """Return the error and its place, which identify a failure."""
    return failure.partition(": ")[0]


def smaller(case: Any, still_fails: Callable[[Any], bool]) -> Any:
    """Return a smaller case that fails in the same way, by leaving out parts one by one."""
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
    """Yield reduced cases: first without halves, then without single parts, then with reduced parts."""
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

    Parameters: `folder`, of the run; `seed`; `names`, of the doors; `seconds`, of the run; `inputs`, the largest number
    at each door, None for no limit.
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
    """A file of failures, the first of each kind, a line of JSON each; a context manager."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("a+", encoding="utf-8")
        self._file.seek(0)
        self._known = {json.loads(line)["kind"] for line in self._file}

    def __enter__(self) -> Notes:
        return self

    def __exit__(self, *error: object) -> None:
        self._file.close()

    def take(self, door: Door, number: int, case: Any, failure: str, walls: Walls) -> None:
        """Write a failure of a new kind, with a smaller case."""
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
    """Work in a separate folder, within the limits."""
    inside = folder / "inside"
    inside.mkdir(exist_ok=True)
    os.chdir(inside)
    for door in doors:
        door.seeds  # noqa: B018  they are made before the limits begin
    for library in ("sympy", "matplotlib.figure", "numpy", "tabulate", "mpmath"):
        with contextlib.suppress(ImportError):
            __import__(library)
    with (folder / "traces").open("ab") as traces:
        (folder / "begun").touch()
        yield Walls(str(inside), traces)


def replay(folder: Path, files: Sequence[Path]) -> int:
    """Try the cases of files again; print failures, and return 1 if there are any."""
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
    """Do the work that the parent states, as JSON in the only argument."""
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
