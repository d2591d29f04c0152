import errno
import json
import os
import sys
from pathlib import Path

import pytest

FAULTY = Path(__file__).parents[1] / "faulty.py"
PROGRAM = ["--group", "zero-one", "--players", "2", "--", sys.executable, str(FAULTY), "sound"]


@pytest.mark.parametrize("shape", [[], ["--json"]])
def test_a_full_disk_takes_no_report_away(run, tmp_path, monkeypatch, shape):
    def fail(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", fail)
    path = str(tmp_path / "report.xml")
    status, out, err = run("check", *shape, "--junit", path, *PROGRAM)
    assert (status, err) == (2, f"truel-ref: cannot write {path!r}: No space left on device\n")
    assert "accepted" in out if not shape else json.loads(out)["counts"]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("group", "answer"), [("stationary", {"equilibria": []}), ("course", {"win": [1, 0]})])
def test_other_questions_are_asked_by_name(run, group, answer):
    client = f"import json, sys\nfor line in sys.stdin: print(json.dumps({{'id': json.loads(line)['id']}} | {answer}))"
    words = ("check", "--group", group, "--players", "2", "--json", "--", sys.executable, "-c", client)
    status, out, err = run(*words)
    told = json.loads(out)
    assert (status, err, told["ok"]) == (1, "", False)
    assert {result["group"] for result in told["results"]} == {group}
    assert "--group stationary and --group course" in run("check", "--help")[1]
