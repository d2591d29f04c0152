"""Measure the time and memory of work beside the estimates, and write the table of docs/use/limits.md.

Each case runs as a command, one after the other, for at most a minute; times are processor times.
"""

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from truel_ref import Problem
from truel_ref.budget import WorkEstimate, bytes_text, seconds_text
from truel_ref.cli.options import hit_words
from truel_ref.fast.sizes import work_estimate
from truel_ref.files import write_text
from truel_ref.maps.builder import work_estimate as map_estimate
from truel_ref.maps.grid import MapSpec

PAGE = Path(__file__).parents[1] / "docs" / "use" / "limits.md"
LONGEST = 60  # seconds
EVEN = "1/3 2/5 3/7 1/2 4/7 3/5 2/3 5/7"


def solving(hits: str, **fields: object) -> Callable[[], WorkEstimate]:
    """Return a function that estimates a problem."""
    return lambda: work_estimate(Problem(hit_words([hits]), **fields))  # type: ignore[arg-type]


CASES: list[tuple[str, str, Callable[[], WorkEstimate]]] = [
    ("six players", f"solve {EVEN[:23]}", solving(EVEN[:23])),
    ("eight players", f"solve {EVEN}", solving(EVEN)),
    ("six equal players", "solve" + " 1/2" * 6, solving("1/2 " * 6)),
    ("seven equal players", "solve" + " 1/2" * 7, solving("1/2 " * 7)),
    ("eight players who shoot only", f"solve {EVEN} --search others", solving(EVEN, search="Others")),
    (
        "mixes of twentieths",
        "solve 1/3 2/3 1 --search others,miss,random --levels 20",
        solving("1/3 2/3 1", search="Others, Miss, Random", random_levels=[20] * 3),
    ),
    (
        "a map of 1,000 points",
        f"map --c 1 --square --points 1000 -o {tempfile.gettempdir()}/measured.png",
        lambda: map_estimate(MapSpec(Problem([0, 0, 1]), points=1000, a_above_b=True)),
    ),
]


def measured(words: str) -> tuple[float, int, bool]:
    """Return the processor time and the memory of a command, and whether it finished."""
    command = [sys.executable, "-m", "truel_ref", *words.split(), "--time-limit", str(LONGEST)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    return used.ru_utime, used.ru_maxrss * 1024, process.returncode == 0


def main() -> None:
    """Measure all cases and write the table."""
    rows = ["| work | estimate | measured | memory |", "|---|---|---|---|"]
    for name, words, estimate in CASES:
        seconds, held, ended = measured(words)
        said = str(estimate()).partition(";")[0]
        rows.append(
            f"| {name} | {said} | {'' if ended else 'more than '}{seconds_text(seconds)} | {bytes_text(held)} |"
        )
        print(rows[-1], flush=True)
    text = PAGE.read_text(encoding="utf-8")
    table = "<!-- measured -->\n" + "\n".join(rows) + "\n<!-- end -->"
    write_text(PAGE, re.sub(r"(?s)<!-- measured -->.*<!-- end -->", lambda match: table, text))


if __name__ == "__main__":
    main()
