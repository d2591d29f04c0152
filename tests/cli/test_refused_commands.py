r"""What commands refuse, and the one line that says why: `refusals.txt` has a command and a part of that line each.

A word or a group that is repeated stands as `9{5000}` or `(1/2 ){12}`. Each command finds a board in `board.json`, an
empty `file` and two folders; a row that needs another file begins with its name and text, `name <- text ;; command`.
"""

import re
import shlex
from pathlib import Path

import pytest

ROWS = Path(__file__).with_name("refusals.txt").read_text(encoding="utf-8").splitlines()
BOARD = '{"owners": ["A", "B"], "dice": [2, 1], "borders": [[0, 1]]}'
COMMANDS = sorted({row.split(" => ")[0].split(" ;; ")[-1].split()[0] for row in ROWS})


def repeated(text):
    return re.sub(r"(?:\(([^()]*)\)|(.))\{(\d+)\}", lambda part: (part[1] or part[2]) * int(part[3]), text)


@pytest.mark.parametrize("command", COMMANDS)
def test_what_is_refused_is_one_line(refused, tmp_path, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    for folder in ("folder", "folder.png"):
        Path(folder).mkdir()
    for row in ROWS:
        asked, says = row.split(" => ")
        *files, words = asked.split(" ;; ")
        if words.split()[0] == command:
            for file in ["file <- ", f"board.json <- {BOARD}", *files]:
                name, text = file.split(" <- ")
                Path(name).write_text(repeated(text))
            before = sorted(tmp_path.rglob("*"))
            refused(shlex.split(repeated(words)), says)
            assert sorted(tmp_path.rglob("*")) == before
