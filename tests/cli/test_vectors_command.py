import os
from pathlib import Path

import pytest

from truel_ref.oracle.corpus import lines, shipped


def test_lines_and_files(run, tmp_path):
    assert run("vectors", "--group", "extreme")[1].splitlines() == lines("extreme")
    status, out, err = run("vectors", "--group", "extreme", "--out", str(tmp_path / "new" / "folder"))
    assert (status, err) == (0, "")
    assert sorted(map(Path, out.splitlines())) == sorted((tmp_path / "new" / "folder").iterdir())
    assert (tmp_path / "new" / "folder" / "extreme.jsonl").read_text(encoding="utf-8") == shipped("extreme.jsonl")


@pytest.mark.parametrize("name", ["", "file", "file/below"])
def test_no_folder(refused, tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    Path("file").write_text("")
    refused(["vectors", "--group", "extreme", "--out", name], "cannot make the folder")
    assert os.listdir() == ["file"]  # noqa: PTH208
