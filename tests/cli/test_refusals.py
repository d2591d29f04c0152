"""What commands refuse, and the one line that says why: `refusals.txt` has a command and a part of that line each."""

import shlex
from pathlib import Path

import pytest

ROWS = Path(__file__).with_name("refusals.txt").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("row", ROWS)
def test_what_is_refused_is_one_line(refused, tmp_path, monkeypatch, row):
    monkeypatch.chdir(tmp_path)
    words, says = row.split(" => ")
    refused(shlex.split(words), says)
    assert not list(tmp_path.iterdir())
