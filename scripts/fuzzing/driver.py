"""Watch the processes that try inputs, and store failures."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fuzzing.guided import CURRENT, ENDED
from fuzzing.plain import text_of
from fuzzing.worker import Counters, all_doors

__all__ = ["CASES", "Run", "replayed", "tried"]

ROOT = Path(__file__).parents[2]

CASES = ROOT / "tests" / "fuzz_cases"
"""The folder of cases that once failed."""

_PATIENCE = 60.0  # seconds without a new case before an idle process is ended
_LOOK = 0.2


@dataclass
class Run:
    """The result of a run: numbers of inputs by door; failures, as records for files; seconds; largest memory."""

    inputs: dict[str, int]
    failures: list[dict[str, Any]] = field(default_factory=list)
    seconds: float = 0.0

    def __str__(self) -> str:
        rows = [f"{name:12} {number:>10,}" for name, number in self.inputs.items()]
        total = f"{sum(self.inputs.values()):,} inputs in {self.seconds:,.0f} s, {len(self.failures)} kinds of failures"
        told = [f"{failure['door']} {failure['number']}: {failure['failure']}" for failure in self.failures]
        return "\n".join([*rows, total, *told])


def tried(
    seconds: float,
    seed: int = 1,
    names: Sequence[str] = (),
    inputs: int | None = None,
    report: Callable[[str], object] | None = None,
    guided: bool = False,
) -> Run:
    """Try inputs at doors for some time, in a process that is restarted whenever it ends.

    Parameters: `seconds`; `seed`; `names`, of doors, all by default; `inputs`, the largest number at each door, None
    for no limit; `report`, called with the figures about once a minute; `guided`, whether coverage guides the inputs of
    a single door.
    """
    known = all_doors()
    doors = [door for door in known if not names or door.name in names]
    begin = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="truel-ref-fuzz-") as name:
        folder = Path(name)
        counters = Counters(folder / "counters", len(doors))
        killed: list[dict[str, Any]] = []
        while (rest := begin + seconds - time.monotonic()) > 0:
            asked = {
                "folder": name,
                "seed": seed,
                "doors": [door.name for door in doors],
                "seconds": rest,
                "inputs": inputs,
                "guided": guided,
            }
            status = _watched(
                asked, folder, counters, report and (lambda: report(str(_run(doors, counters, folder, killed, begin))))
            )
            if status == 0 or (guided and status == -ENDED):
                break
            if not (folder / "begun").exists():
                raise RuntimeError(
                    f"the process did not begin: {(folder / 'said').read_text(encoding='utf-8')[-2000:]}"
                )
            (folder / "begun").unlink()
            place, numbers = counters.state()
            door, number = doors[place], numbers[place]
            case = (folder / CURRENT).read_text("utf-8") if guided else text_of(door.case(seed, number))
            killed.append(_killed(door.name, number, case, status, folder))
            counters.pass_over()
        return _run(doors, counters, folder, killed, begin)


def _run(doors: Sequence[Any], counters: Counters, folder: Path, killed: list[dict[str, Any]], begin: float) -> Run:
    numbers = counters.state()[1]
    path = folder / "failures.jsonl"
    raised = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []
    inputs = {door.name: number for door, number in zip(doors, numbers, strict=True)}
    return Run(inputs, raised + killed, time.monotonic() - begin)


def _watched(asked: dict[str, Any], folder: Path, counters: Counters, tell: Callable[[], object] | None) -> int:
    """Run a process until it ends, or end it when it is idle for too long; return its status."""
    with (folder / "said").open("ab") as said:
        process = subprocess.Popen(
            _command(asked), env=_environment(folder), stdout=said, stderr=said, start_new_session=True
        )
    before, since, told = counters.state(), time.monotonic(), time.monotonic()
    try:
        while process.poll() is None:
            time.sleep(_LOOK)
            now = counters.state()
            if now != before or not (folder / "begun").exists():  # importing everything takes some time
                before, since = now, time.monotonic()
            elif time.monotonic() - since > _PATIENCE:
                os.killpg(process.pid, signal.SIGKILL)
            if tell is not None and time.monotonic() - told > 60:
                told = time.monotonic()
                tell()
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    return process.returncode


def _command(asked: dict[str, Any]) -> list[str]:
    return [sys.executable, "-m", "fuzzing.worker", json.dumps(asked)]


def _environment(folder: Path) -> dict[str, str]:
    """Return the environment of a process, in which libraries write their own files into its folder."""
    inside = str(folder / "inside")
    paths = [str(ROOT / "scripts"), str(ROOT), os.environ.get("PYTHONPATH", "")]
    places = dict.fromkeys(("HOME", "TMPDIR", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "MPLCONFIGDIR"), inside)
    # one thread per library, because stacks of threads would count as memory
    single = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    more = {"PYTHONPATH": os.pathsep.join(filter(None, paths)), "PYTHONDONTWRITEBYTECODE": "1", "MPLBACKEND": "agg"}
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "LANG", "LC_ALL", "PYTHONHASHSEED")}
    return kept | places | single | more


def _killed(door: str, number: int, case: str, status: int, folder: Path) -> dict[str, Any]:
    """Return the failure of the case at which the process was ended."""
    reasons = {-signal.SIGPROF: "it takes more than 5 s", -signal.SIGKILL: "nothing happens for a minute"}
    traces = (folder / "traces").read_text(encoding="utf-8", errors="replace") if (folder / "traces").exists() else ""
    said = (folder / "said").read_text(encoding="utf-8", errors="replace")
    (folder / "traces").write_text("", encoding="utf-8")
    (folder / "said").write_text("", encoding="utf-8")
    last = [line.strip() for line in traces.splitlines() if "truel_ref" in line][:3]
    reason = reasons.get(status, f"the process ends with status {status}: {said.strip()[-600:]}")
    return {
        "kind": f"{door}: {reason}",
        "door": door,
        "number": number,
        "failure": f"{reason}; {' < '.join(last)}",
        "case": case,
    }


def kept(failures: Sequence[dict[str, Any]], folder: Path = CASES) -> list[Path]:
    """Write each failing case into a file, and return the files."""
    folder.mkdir(exist_ok=True)
    paths = []
    for failure in failures:
        name = f"{failure['door']}-{hashlib.sha256(failure['case'].encode()).hexdigest()[:10]}.json"
        data = {"door": failure["door"], "was": failure["failure"][:200], "case": failure["case"]}
        (folder / name).write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
        paths.append(folder / name)
    return paths


def replayed(files: Sequence[Path]) -> subprocess.CompletedProcess[str]:
    """Try the cases of files again, in a process with the usual limits."""
    with tempfile.TemporaryDirectory(prefix="truel-ref-fuzz-") as name:
        asked = {"folder": name, "files": [str(path.resolve()) for path in files]}
        return subprocess.run(
            _command(asked), env=_environment(Path(name)), capture_output=True, text=True, check=False, timeout=600
        )
