"""What commands write beside what they print."""

import errno
import os
import re
import sys
from pathlib import Path
from unittest import mock

import cases
import pytest

from truel_ref import disk, why
from truel_ref.explain.reasons import Why
from truel_ref.games.dicewars.board import seeded_board
from truel_ref.maps.figures import save_figure
from truel_ref.symbolic.lines import crossings

FAULTY = Path(__file__).parents[1] / "faulty.py"
STARTS = {".png": b"\x89PNG", ".svg": b"<?xml"}


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    "words",
    [
        "course 1/2 2/5 3/5 --turns 9 -o course.png",
        "darts best --miss 1/3 -o best.svg",
        "darts best --all -o all.svg",
        "darts turns 20 --miss 1/2 -o turns.svg",
        "dicewars table -o odds.svg",
        "dicewars board --fields 2 --dice 4 -o board.svg",
        "dicewars turn board.json -o turn.svg",
        "mastermind tree --pegs 3 --colors 2 --seed 7 --shrink --triangle -o tree.svg",
        "variant bullets 1/3 2/3 1 --bullets 1,2,1 --survivors none --tree -o guns.svg",
    ],
)
def test_a_figure_is_written_beside_what_is_printed(run, words):
    Path("board.json").write_text(str(seeded_board(1, 2, 2, 3).to_json()).replace("'", '"'))
    path = Path(words.split()[-1])
    status, out, err = run(*words.split())
    assert (status, err) == (0, f"truel-ref: note: wrote {path}\n")
    assert out == run(*words.split()[:-2])[1]
    assert path.read_bytes().startswith(STARTS[path.suffix])


@pytest.mark.parametrize(("words", "figure"), [((), Why.figure), (("--tree",), Why.tree)])
def test_pictures_of_reasons(printed, words, figure):
    printed("why", *cases.ORIGINAL, *words, "-o", "ours.svg")
    save_figure(figure(why(cases.ORIGINAL)), "theirs.svg")
    assert Path("ours.svg").read_bytes() == Path("theirs.svg").read_bytes()


@pytest.mark.parametrize(
    "words",
    [
        f"check --group zero-one --players 2 --junit FILE -- {sys.executable} {FAULTY} sound",
        "map --diff map.npz map.npz -o FILE.png",
        "dicewars tournament --players random,random --fields 1 --dice 2 --games 2 --keep FILE",
        "mastermind code --pegs 2 --colors 3 --strategy expected --keep FILE",
        "mastermind code --pegs 1 --colors 2 --strategy knuth --json --keep FILE",
        "mastermind tree --pegs 1 --colors 2 --keep FILE",
        "goofspiel solve --cards 2 --keep FILE",
        "goofspiel exploit uniform --cards 2 --keep FILE",
    ],
)
def test_on_a_full_disk_the_answer_is_printed_before_the_error(run, monkeypatch, words):
    run("map", "--c", "1", "--points", "3", "--data", "map.npz")
    done = run(*words.split())
    for written in Path().glob("FILE*"):
        written.unlink()
    monkeypatch.setattr(disk, "create", mock.Mock(side_effect=OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))))
    status, out, err = run(*words.split())
    assert (done[0], status, out) == (0, 2, done[1])
    assert re.fullmatch(r"truel-ref: cannot write '.*FILE.*': No space left on device\n", err)
    assert [*map(str, Path().iterdir())] == ["map.npz"]


def test_a_line_is_drawn_and_written(run):
    line = ("line", "1/3,2/3,1", "1/2,1/2,1")
    assert run(*line, "-o", "line.png", "--csv", "line.csv", "--points", "4") == run(*line)
    assert Path("line.png").read_bytes().startswith(STARTS[".png"])
    assert Path("line.csv").read_text(encoding="utf-8") == crossings(*line[1:]).to_csv(points=4)
