"""What commands write beside what they print."""

import errno
import os
import re
import sys
from pathlib import Path
from unittest import mock

import pytest

from truel_ref.symbolic.lines import crossings

FAULTY = Path(__file__).parents[1] / "faulty.py"
STARTS = {".png": b"\x89PNG", ".svg": b"<?xml"}


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    "words",
    [
        "why 1/3 2/3 1 --names 名,Bo,Cy -o named.png",
        "course 1/2 2/5 3/5 --turns 9 -o course.png",
        "darts best --miss 1/3 -o best.svg",
        "why 1/3 2/3 1 -o why.svg",
    ],
)
def test_a_figure_is_written_beside_what_is_printed(run, words):
    path = Path(words.split()[-1])
    status, out, err = run(*words.split())
    assert (status, err) == (0, f"truel-ref: note: wrote {path}\n")
    assert out == run(*words.split()[:-2])[1]
    assert path.read_bytes().startswith(STARTS[path.suffix])


@pytest.mark.parametrize(
    "words",
    [
        f"check --group zero-one --players 2 -o FILE.xml -- {sys.executable} {FAULTY} sound",
        "why 1/3 2/3 1 -o FILE.svg",
    ],
)
def test_on_a_full_disk_the_answer_is_printed_before_the_error(run, monkeypatch, words):
    done = run(*words.split())
    for written in Path().glob("FILE*"):
        written.unlink()
    monkeypatch.setattr(os, "fsync", mock.Mock(side_effect=OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))))
    status, out, err = run(*words.split())
    assert (done[0], status, out) == (0, 2, done[1])
    assert re.fullmatch(r"truel-ref: cannot write '.*FILE.*': No space left on device\n", err)
    assert [*Path().iterdir()] == []


def test_a_line_is_drawn_and_written(run):
    line = ("regions", "--line", "1/3,2/3,1", "1/2,1/2,1")
    for name in ("line.png", "line.csv"):
        assert run(*line, "-o", name, "--points", "4") == (*run(*line)[:2], f"truel-ref: note: wrote {name}\n")
    assert Path("line.png").read_bytes().startswith(STARTS[".png"])
    assert Path("line.csv").read_text(encoding="utf-8") == crossings(*line[2:]).to_csv(points=4)
