"""The judge of maps, with arrays that the second derivation fills."""

import io
import json
import os
import zipfile
from fractions import Fraction
from functools import cache
from pathlib import Path

import independent
import numpy as np
import pytest
from pages import page_text

from truel_ref import Problem, solve
from truel_ref.errors import VectorError
from truel_ref.maps import MapSpec, build
from truel_ref.oracle import map_judge, map_reading, vectors
from truel_ref.oracle.judge import Judgement
from truel_ref.oracle.kinds.announced import AnnouncedPlay
from truel_ref.oracle.map_judge import judge_map
from truel_ref.oracle.map_reading import read_array

SIDE = 5
HALF = Problem([0, 0, "1/2"])
ENDS = tuple(Fraction(step, SIDE - 1) for step in range(SIDE))


@cache
def answers(third=Fraction(1, 2)):
    """The second derivation's answer for every pixel, row by row."""
    return [[independent.solve([up, right, third]) for right in ENDS] for up in ENDS]


def wins(third=Fraction(1, 2)):
    return np.array([[[float(win) for win in each.win] for each in row] for row in answers(third)])


def winners():
    return np.array([["ABC"[each.win.index(max(each.win))] for each in row] for row in answers()])


def aim_text(aim):
    if aim is None:
        return "none"
    return "ABC"[aim.index(1)] if 1 in aim else "Miss"


def aims():
    return np.array([[[aim_text(aim) for aim in each.aims] for each in row] for row in answers()])


def as_indices(texts):
    return np.vectorize({"A": 0, "B": 1, "C": 2, "Miss": -1}.get)(texts)


# Made when they are asked for, for the second derivation takes its time.
RIGHT_ARRAYS = {
    "wins": (wins, {}),
    "wins, players first": (lambda: np.moveaxis(wins(), -1, 0), {}),
    "wins of B": (lambda: wins()[..., 1], {"player": "b"}),
    "wins of one, by default A": (lambda: wins()[..., 0], {}),
    "winners": (winners, {}),
    "winners as indices": (lambda: as_indices(winners()), {}),
    "winners as floats": (lambda: as_indices(winners()).astype(float), {"holds": "winners"}),
    "winners counted from 1": (lambda: as_indices(winners()).astype(np.uint8) + 1, {}),
    "aims": (aims, {}),
    "aims of C": (lambda: aims()[..., 2], {"holds": "aims", "player": "C"}),
    "wins, rows for pB": (lambda: np.swapaxes(wins(), 0, 1), {"axes": "B,A"}),
    "wins of doubles of half": (lambda: wins().astype(np.float32), {"tolerance": "1e-6"}),
}


@pytest.mark.parametrize("kind", RIGHT_ARRAYS)
def test_right_arrays_are_accepted(kind):
    make, how = RIGHT_ARRAYS[kind]
    report = judge_map(make(), HALF, **how)
    assert report.ok, str(report)
    assert report.pixels == SIDE * SIDE
    assert sum(report.counts.values()) == SIDE * SIDE
    assert report.hint == ""


def test_aims_as_indices_where_everybody_has_one():
    said = as_indices(np.where(aims() == "none", "A", aims()))
    report = judge_map(said, HALF)
    without = np.argwhere((aims() == "none").any(axis=-1)).tolist()
    assert [[each.row, each.column] for each in report.wrong] == without
    first = np.where(said == -1, 0, said + 1)  # Miss is 0 where players are counted from 1
    again = judge_map(first, HALF)
    assert again.wrong == report.wrong
    assert "counted from 1" in again.holds


@pytest.mark.parametrize("axes", ["A,B", "B,A"])
def test_a_wrong_value_is_shown_with_its_place(axes):
    array = wins()
    array[1, 3, 2] += 1e-6
    array[4, 2, 0] -= 1e-3
    report = judge_map(array if axes == "A,B" else np.swapaxes(array, 0, 1), HALF, axes=axes)
    places = [(4, 2), (1, 3)] if axes == "A,B" else [(2, 4), (3, 1)]
    assert [(each.row, each.column) for each in report.wrong] == places
    assert report.wrong[0].problem.hits == (1, Fraction(1, 2), Fraction(1, 2))
    assert report.counts[Judgement.AGREES] == SIDE * SIDE - 2
    assert "truel-ref why 1/4 3/4 1/2" in str(report)
    assert "not accepted: 2 of 25 pixels differ" in report.summary
    worst = report.to_json()["worst"]
    assert [worst[1][key] for key in ("pA", "pB", "error")] == ["1/4", "3/4", "1.0e-06"]
    assert report.hint == ""


@pytest.mark.parametrize(("row", "share", "wrong"), [(4, "3/4", 0), (4, "1", 0), (4, "3/2", 1), (2, "1", 1)])
def test_a_value_may_be_off_by_the_tolerance_and_no_more(row, share, wrong):
    """Where B never hits: A, who never misses, wins for sure; with 1/2 A wins 2/3, which is above its double."""
    array = wins()
    assert Fraction(float(array[row, 0, 0])) == {4: 1, 2: Fraction(2, 3) - Fraction(1, 3 * 2**53)}[row]
    array[row, 0, 0] -= float(Fraction(share) / 1024)
    report = judge_map(array, HALF, tolerance="1/1024")
    assert [(each.row, each.column) for each in report.wrong] == [(row, 0)] * wrong
    assert sum(report.counts.values()) == SIDE * SIDE - wrong


def test_a_wrong_winner_and_a_wrong_aim_are_shown():
    said, own = winners(), answers()[1][4].win
    assert own[1] > max(own[0], own[2])
    said[1, 4] = "C"
    (wrong,) = judge_map(said, HALF).wrong
    assert (wrong.row, wrong.column, wrong.given, wrong.expected) == (1, 4, "C", "B")
    assert wrong.error == own[1] - own[2]
    told = aims()
    told[1, 2, 0] = "B" if told[1, 2, 0] != "B" else "C"
    (wrong,) = judge_map(told, HALF).wrong
    assert (wrong.row, wrong.column, wrong.error) == (1, 2, None)
    assert wrong.given == ", ".join(told[1, 2])


def test_every_outcome_of_a_tie_is_accepted_and_nothing_else():
    """With three equal players 1/2 the outcomes are many; the array takes each in turn."""
    others = independent.all_outcomes(["1/2", "1/2", "1/2"]) - {
        (answers()[2][2].win, tuple(answers()[2][2].aims)),
    }
    assert len(others) > 1
    for win, told in sorted(others, key=str)[:4]:
        array, said = wins(), aims()
        array[2, 2] = [float(value) for value in win]
        said[2, 2] = [aim_text(aim) for aim in told]
        for each in (array, said):
            report = judge_map(each, HALF)
            assert report.ok, str(report)
            assert report.counts[Judgement.CLOSE] == 0
    array[2, 2] += [1e-3, -1e-3, 0]
    assert not judge_map(array, HALF).ok


@pytest.mark.parametrize(
    ("values", "tolerance", "ok"),
    [
        ([0.2, 0.3, 0.5], "1e-9", True),
        ([0.2, 0.3, 0.5 + 1e-10], "1e-9", True),
        ([-1e-10, 0.4, 0.6], "1e-9", True),
        ([0.2, 0.4, 0.5], "1e-9", False),
        ([-0.1, 0.3, 0.5], "1e-9", False),
        ([0.25, 0.25 + 2**-12, 0.5 + 2**-12], "1/4096", True),  # each is within 2^-12 of a distribution
        ([0.25, 0.25 + 2**-12, 0.5 + 2**-12], "1/16384", False),
    ],
)
def test_where_outcomes_are_too_many_any_distribution_will_do(values, tolerance, ok, monkeypatch):
    monkeypatch.setattr(AnnouncedPlay, "tied", None)
    array = wins()
    array[2, 2] = values
    report = judge_map(array, HALF, tolerance=tolerance)
    assert (report.ok, report.counts[Judgement.TIE]) == (ok, ok)


def test_what_doubles_cannot_resolve_is_accepted():
    vector = next(vector for vector in vectors("extreme", players=3) if vector["id"] == "extreme-0079")
    problem = Problem.from_data(vector["problem"])
    assert problem.hits[:2] == (Fraction(6, 15), Fraction(5, 15))
    array = build(MapSpec(problem, 15, a_above_b=True)).win.copy()
    for near in vector["near"]:
        array[6, 5] = [float(Fraction(win)) for win in near["win"]]
        report = judge_map(array, problem)
        assert report.ok, str(report)
        assert report.counts[Judgement.CLOSE] == 1


TURNS = {
    "when transposed": lambda values: np.swapaxes(values, 0, 1),
    "when rows are reversed": lambda values: values[::-1],
    "when columns are reversed": lambda values: values[:, ::-1],
    "when rows and columns are reversed": lambda values: values[::-1, ::-1],
    "when transposed and then rows are reversed": lambda values: np.swapaxes(values[::-1], 0, 1),
    "when divided by 100": lambda values: values * 100,
}


@pytest.mark.parametrize("words", TURNS)
def test_what_was_turned_is_recognised(words):
    report = judge_map(TURNS[words](wins(third=Fraction(1))), Problem([0, 0, 1]))
    assert not report.ok
    assert report.hint == f"your array is right {words}" + (" (--axes)" if words == "when transposed" else "")


@pytest.mark.parametrize(
    ("grid", "places"),
    [
        ("centres", tuple(Fraction(2 * step + 1, 2 * SIDE) for step in range(SIDE))),
        ("from-0", tuple(Fraction(step, SIDE) for step in range(SIDE))),
        ("to-1", tuple(Fraction(step + 1, SIDE) for step in range(SIDE))),
    ],
)
def test_other_grids_are_recognised_and_accepted(grid, places):
    array = np.array([[list(map(float, solve([up, right, "1/2"]).win)) for right in places] for up in places])
    report = judge_map(array, HALF)
    assert not report.ok
    assert report.hint.startswith("your array is right with pA and pB ")
    assert report.hint.endswith(f"(--grid {grid})")
    assert judge_map(array, HALF, grid=grid).ok


def test_what_is_nearly_right_when_turned_is_said_to_be_nearer():
    array = np.swapaxes(wins(third=Fraction(1)), 0, 1).copy()
    array[1, 2] = [0.3, 0.3, 0.4]
    report = judge_map(array, Problem([0, 0, 1]))
    assert report.hint.startswith("your array is nearer when transposed: then 1 of 25 pixels differ, and not ")


def test_what_differs_beyond_the_first_is_counted(monkeypatch):
    monkeypatch.setattr(map_judge, "CONFIRMED", 3)
    report = judge_map(np.full((SIDE, SIDE, 3), 1 / 3), HALF)
    assert len(report.wrong) == 3
    assert report.unseen > 0
    assert len(report.wrong) + report.unseen + sum(report.counts.values()) == SIDE * SIDE


def test_half_a_map_may_be_left_out():
    array = wins()
    lower = np.tril(np.ones((SIDE, SIDE), dtype=bool), -1)
    array[lower] = np.nan
    assert judge_map(array, HALF).pixels == 15
    assert judge_map(np.swapaxes(wins(), 0, 1), HALF, axes="B,A", triangle=True).pixels == 15
    said = winners()
    said[lower] = ""
    assert judge_map(said, HALF, triangle=True).ok
    with pytest.raises(VectorError, match=r"row 1, column 0 .* '' is not a player"):
        judge_map(said, HALF)


def test_the_most_rows_are_those_that_are_said(monkeypatch):
    monkeypatch.setattr(map_judge, "SIDE_LIMIT", SIDE)
    assert judge_map(wins(), HALF).ok
    monkeypatch.setattr(map_judge, "SIDE_LIMIT", SIDE - 1)
    with pytest.raises(VectorError, match="5 rows: a map has from 2 to 4 rows"):
        judge_map(wins(), HALF)


@pytest.mark.parametrize("change", [lambda one: one.astype(">f8"), np.asfortranarray, lambda one: one.astype("g")])
def test_how_an_array_lies_in_memory_is_all_one(change, tmp_path):
    with np.errstate(all="raise"):
        array = change(wins()[..., 0])
        np.save(tmp_path / "wins.npy", array)
        assert (
            judge_map(array, HALF)
            == judge_map(read_array(tmp_path / "wins.npy"), HALF)
            == judge_map(wins()[..., 0], HALF)
        )


# -- files


def test_files_of_every_kind_give_the_same_array(tmp_path):
    array = wins()
    np.savez(tmp_path / "one.npz", chances=array)
    np.savez_compressed(tmp_path / "usual.npz", wins=array, pA=np.zeros(3))
    np.save(tmp_path / "rows.npy", array)
    np.save(tmp_path / "columns.npy", np.asfortranarray(array))
    lines = [",".join(";".join(map(repr, map(float, cell))) for cell in row) for row in array]
    (tmp_path / "cells.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    for name in ("one.npz", "usual.npz", "rows.npy", "columns.npy", "cells.csv"):
        assert np.array_equal(read_array(tmp_path / name), array), name
    np.savetxt(tmp_path / "winners.csv", as_indices(winners()), fmt="%d", delimiter=",")
    assert np.array_equal(read_array(tmp_path / "winners.csv"), as_indices(winners()))
    np.savez(tmp_path / "several.npz", first=array, second=array)
    assert np.array_equal(read_array(tmp_path / "several.npz", "second"), array)
    with pytest.raises(VectorError, match="'first', 'second'"):
        read_array(tmp_path / "several.npz")


def header(shape):
    about = {"descr": "<f8", "fortran_order": False, "shape": shape}
    np.lib.format.write_array_header_1_0(data := io.BytesIO(), about)
    return data.getvalue()


def saved(array):
    np.save(data := io.BytesIO(), array, allow_pickle=True)
    return data.getvalue()


def archive(content):
    with zipfile.ZipFile(data := io.BytesIO(), "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("wins.npy", content)
    return data.getvalue()


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("long.npy", header((10**6, 10**6)) + b"\0" * 64, "promises 8,000,000,000,000 bytes"),
        ("short.npy", header((4, 4)) + b"\0" * 64, "it ends early"),
        ("junk.npy", b"junk" * 10, "cannot be read"),
        ("junk.npz", b"junk" * 10, "cannot be read"),
        ("junk.csv", b"\xff\xfe\xff", "cannot be read"),
        ("ragged.csv", b"1,2\n3\n", "line 2 has 1 cells, and the first has 2"),
        ("uneven.csv", b"1;2,3\n", "line 1, cell 2: 1 values, and the first has 2"),
        ("wide.csv", b"1" * 100, "too long"),
        ("map.txt", b"1,2\n", "ends in none of .npz, .npy, .csv"),
        ("nothing.csv", None, "No such file"),
        ("objects.npy", saved(np.array([[{}, {}], [{}, {}]], dtype=object)), "its entries are .object"),
        ("texts.npy", saved(np.full((2, 2), "A" * 81)), "short texts"),
        ("large.npy", saved(np.zeros((100, 100))), "it is longer than 2,000 bytes"),
        ("bomb.npz", archive(header((100, 100)) + b"\0" * 80_000), "array 'wins': 80,128 bytes are too many"),
    ],
)
def test_files_that_lie_or_are_none_are_refused(name, content, says, tmp_path, monkeypatch):
    monkeypatch.setattr(map_reading, "MOST_BYTES", 2000)
    if content is not None:
        (tmp_path / name).write_bytes(content)
    with pytest.raises(VectorError, match=says):
        read_array(tmp_path / name)


def test_folders_and_pipes_are_no_files(tmp_path):
    (tmp_path / "folder.csv").mkdir()
    os.mkfifo(tmp_path / "pipe.npy")
    for name in ("folder.csv", "pipe.npy"):
        with pytest.raises(VectorError, match="is not a file"):
            read_array(tmp_path / name)


# -- the command


def test_the_command_says_what_is_wrong_and_ends_with_a_status(tmp_path, run, refused):
    right = str(tmp_path / "wins.npy")
    np.save(right, wins())
    status, out, _ = run("check-map", right, "--c", "1/2")
    assert (status, out.splitlines()[-1]) == (0, "accepted: agrees 25 (tolerance 1e-09)")
    status, out, _ = run("check-map", right, "--c", "1/2", "--search", "others", "--json", "--worst", "2")
    report = json.loads(out)
    assert status == 1
    assert len(report["worst"]) == 2
    assert report["worst"][0]["why"].endswith("--search Others")
    refused(["check-map", right], "5 x 5 x 3 is not a map")
    refused(["check-map", right, "--c", "1/2", "--array", "wins"], "--array names one of an .npz file")
    refused(["check-map", str(tmp_path / "none.csv"), "--c", "1"], "No such file")


def test_a_map_of_our_own_is_accepted(tmp_path, run):
    kept = str(tmp_path / "map.npz")
    assert run("map", "--c", "1", "--points", "12", "--data", kept)[0] == 0
    status, out, _ = run("check-map", kept, "--c", "1")
    assert (status, out.splitlines()[-1]) == (0, "accepted: agrees 91 (tolerance 1e-09)")


def test_the_page_shows_what_the_command_says(run):
    root = Path(__file__).parents[2]
    page = page_text("test-your-solver.md")
    status, out, _ = run("check-map", str(root / "docs" / "clients" / "winners.csv"), "--c", "1")
    assert status == 1
    assert f"```text\n{out}```" in page
