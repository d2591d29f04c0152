"""The judge of maps: values decide what an array holds; right arrays are accepted in every dress, wrong ones named."""

import pytest

np = pytest.importorskip("numpy")

from truel_ref import Problem, TruelError  # noqa: E402
from truel_ref.cli import main  # noqa: E402
from truel_ref.maps import MapSpec, build  # noqa: E402
from truel_ref.oracle import Judgement  # noqa: E402
from truel_ref.oracle.maps import GRIDS, acceptable, judge_map, read_array  # noqa: E402

THREE = Problem([0, 0, 1])
SIDE = 9
MAP = build(MapSpec(THREE, SIDE - 1, a_above_b=True))
WIN = MAP.win
WINNERS = WIN.argmax(axis=-1)
AIMS = np.array(
    [
        [[",".join("none" if aim is None else str(aim) for aim in MAP.aims_at(i, j)).split(",")] for j in range(SIDE)]
        for i in range(SIDE)
    ]
).reshape(SIDE, SIDE, 3)
LETTERS = np.array(["A", "B", "C"])[WINNERS]


BELOW = np.tri(SIDE, k=-1, dtype=bool)


NUMBERS = (WINNERS, WINNERS + 1, WINNERS[..., None], WIN, np.moveaxis(WIN, -1, 0), WIN[..., 0], WIN[::8, ::8])


@pytest.mark.parametrize(
    ("array", "kind"),
    [
        *((array, kind) for array in NUMBERS for kind in (float, str, object)),
        *((array, kind) for array in (WINNERS, WINNERS + 1) for kind in (int, "u1", "f2", "S1")),
        *((array, kind) for array in (LETTERS, np.char.lower(LETTERS)) for kind in (str, object, "S1")),
    ],
)
def test_a_right_array_is_accepted_whatever_its_type(array, kind):
    for said in (array.astype(kind), array.astype(kind).tolist()):
        report = judge_map(said, THREE)
        assert report.ok, str(report)


@pytest.mark.parametrize(
    ("array", "hits", "holds"),
    [
        (AIMS, [0, 0, 1], "aims of A, B, C"),
        (AIMS.astype(object), [0, 0, 1], "aims of A, B, C"),
        (AIMS[..., 0], [0, 0, 1], "aims of A"),
        (build(MapSpec(Problem([0, 0, 0]), 4)).win.argmax(axis=-1) + 1, [0, 0, 0], "winners, players counted from 1"),
        ([["none", "B"], ["A", "A"]], [0, 0], "winners"),
        ([[-1, 1], [0, 0]], [0, 0], "winners"),
        (np.ma.masked_array(np.where(BELOW, 2 - WINNERS, WINNERS), BELOW), [0, 0, 1], "winners"),
        (np.where(BELOW, None, LETTERS), [0, 0, 1], "winners"),
        (np.where(BELOW, "", LETTERS), [0, 0, 1], "winners"),
    ],
)
def test_the_likeliest_reading_is_judged(array, hits, holds):
    report = judge_map(array, Problem(hits))
    assert report.ok, str(report)
    assert report.holds == holds


@pytest.mark.parametrize("rule", [3, 4, -1])
def test_ties_may_fall_by_another_rule(rule):
    other = build(MapSpec(Problem(["1/2", "1/2", "1/2"], tie_rule=rule), SIDE - 1, a_above_b=True))
    aims = np.array([[list(map(str, other.aims_at(i, j))) for j in range(1, SIDE)] for i in range(1, SIDE)])
    for array, grid in ((other.win, "ends"), (other.win.argmax(axis=-1), "ends"), (aims, "to-1")):
        report = judge_map(array, Problem([0, 0, "1/2"]), grid=grid)
        assert report.ok, str(report)
        assert report.counts[Judgement.TIE]


def test_half_of_an_array_may_be_empty():
    half = WIN.copy()
    half[np.tril_indices(SIDE, -1)] = np.nan
    assert judge_map(half, "0 0 1").ok
    half[0, 5] = np.nan
    with pytest.raises(TruelError, match=r"row 0, column 5 .* is not a number"):
        judge_map(half, THREE)


@pytest.mark.parametrize(
    ("array", "hint"),
    [
        (np.swapaxes(WIN, 0, 1), "transposed (rows stand for B): give --as B,A"),
        (WIN[::-1], "upside down"),
        (WIN[:, ::-1], "mirrored"),
        (np.swapaxes(WIN, 0, 1)[:, ::-1], "turned by a quarter"),
        (WIN * 100, "in percent"),
        (WIN.round(3), "rounded: no pixel is off by more than 0.0005; give --tolerance"),
        (WIN.astype(np.float32), "rounded"),
        (build(MapSpec(THREE, 2 * SIDE, a_above_b=True)).win[1::2, 1::2], "--as centres"),
    ],
)
def test_what_is_wrong_with_the_whole_is_named(array, hint):
    report = judge_map(array, THREE)
    assert not report.ok
    assert hint in report.hint
    assert report.hint in str(report)


def test_turned_arrays_and_other_grids_are_accepted_if_they_are_stated():
    assert judge_map(np.swapaxes(WIN, 0, 1), THREE, axes="B,A").ok
    for name, (_, first, stride, more) in GRIDS.items():
        whole = build(MapSpec(THREE, stride * SIDE + more)).win
        places = slice(first, first + SIDE * stride, stride)
        assert judge_map(whole[places, places], THREE, grid=name).ok


def test_a_wrong_pixel_is_shown_with_its_place():
    wrong = WIN.copy()
    wrong[3, 5] = [0.5, 0.25, 0.25]
    report = judge_map(wrong, THREE)
    (pixel,) = report.wrong
    assert (pixel.row, pixel.column, pixel.pA, pixel.pB) == (3, 5, "3/8", "5/8")
    assert pixel.explanation == "truel-ref why 3/8 5/8 1"
    assert judge_map(WIN + 0.9e-9, THREE).ok
    assert not judge_map(WIN + 1.5e-9, THREE).ok
    letters = LETTERS.copy()
    letters[0, SIDE - 1] = "C" if letters[0, SIDE - 1] != "C" else "B"
    assert len(judge_map(letters, THREE).wrong) == 1


def test_stationary_play_accepts_every_equilibrium():
    side = 5
    spec = MapSpec(THREE, side - 1, a_above_b=True, model="stationary")
    chosen = np.array([[_some(spec.at(i, j)) for j in range(side)] for i in range(side)], dtype=float)
    assert judge_map(chosen, THREE, play="stationary").ok
    report = judge_map(chosen[::-1], THREE, play="stationary")
    assert not report.ok
    assert report.wrong[0].explanation.startswith("truel-ref equilibria")


def _some(problem):
    outcomes = next(iter(acceptable(problem, "stationary")))[1]
    return [float(win) for win in outcomes[-1].win] if outcomes else [1, 0, 0]


@pytest.mark.parametrize("separator", [",", "\t", ";", " "])
@pytest.mark.parametrize("dress", ["plain", "header", "index", "both", "quoted", "percent"])
def test_texts_are_read_in_every_dress(separator, dress, tmp_path):
    cells = [list(map(str, row)) for row in LETTERS]
    axis = [str(step / 8) for step in range(SIDE)]
    if dress == "quoted":
        cells = [[f'"{cell}"' for cell in row] for row in cells]
    if dress in ("index", "both"):
        cells = [[axis[number], *row] for number, row in enumerate(cells)]
    if dress == "percent":
        axis = [f"{100 * step / 8} %".replace(" ", "" if separator == " " else " ") for step in range(SIDE)]
    if dress in ("header", "both", "percent"):
        corner = [] if dress != "both" else ["pA" if separator == " " else ""]
        cells.insert(0, [*corner, *axis])
    file = tmp_path / "winners.csv"
    file.write_text("\r\n".join(separator.join(row) for row in cells))
    array, note = read_array(file)
    if separator == " " and dress == "both":
        assert array.shape in ((SIDE, SIDE), (SIDE + 1, SIDE + 1))
    else:
        assert array.tolist() == LETTERS.tolist()
        assert bool(note) == (dress in ("header", "index", "both", "percent"))


def test_values_of_several_players(tmp_path):
    file = tmp_path / "wins.csv"
    file.write_text("\n".join(",".join(";".join(map(repr, map(float, cell))) for cell in row) for row in WIN))
    assert np.array_equal(read_array(file)[0], WIN)
    np.savez(tmp_path / "wins.npz", win=WIN, more=WINNERS)
    assert np.array_equal(read_array(tmp_path / "wins.npz")[0], WIN)
    assert np.array_equal(read_array(tmp_path / "wins.npz", "more")[0], WINNERS)
    np.save(tmp_path / "wins.npy", WIN)
    assert np.array_equal(read_array(tmp_path / "wins.npy")[0], WIN)


SEVERAL = [[["C", "B", "A"], ["A", "B", "Miss"]], [["A", "B", "C"], ["C", "B", "A"]]]


@pytest.mark.parametrize(
    "text",
    [
        '"(C, B, A)";"A,B,Miss"\nA B C;C B A',
        '"C,B,A","(A, B, Miss)"\n"A;B;C","C B A"',
        "100 %;0,5\n0%;33,5 %",
        '"1","0,5"\n"0","0,335"',
        "1 1/2\n0 67/200",
        "1.0,0.5,\n0.0,0.335,\n",
        '"b0" "b1"\n"a0" 1 0.5\n"a1" 0 0.335',
        "# wins of A\n1\t.5\n0\t3.35e-1",
    ],
)
def test_entries_are_read_as_people_write_them(text, tmp_path):
    file = tmp_path / "wins.csv"
    file.write_text(text)
    assert read_array(file)[0].tolist() == (SEVERAL if "C" in text else [[1, 0.5], [0, 0.335]])


def test_what_is_no_map_is_refused(tmp_path):
    for array, reason in (
        (np.zeros((2, 3)), "an array of 2 x 3 is not a map"),
        (np.array([["A", "D"], ["B", "A"]]), "'D' is neither a player nor an aim"),
        (np.array([[0, 7], [1, 0]]), "7 is neither .* give --as wins"),
        ([["A", "B"], ["A"]], "an array of 2 is not a map"),
        (5, "1 rows"),
        (np.array([[0, np.inf], [1, 0]]), "row 0, column 1 .* is not a number"),
        (np.zeros((2, 2), dtype=complex), "the entries are"),
        (np.zeros((2, 2), dtype=bool), "the entries are bool; give numbers"),
        (np.zeros((1, 1)), "1 rows"),
    ):
        with pytest.raises(TruelError, match=reason):
            judge_map(array, THREE)
    file = tmp_path / "odd.csv"
    for text, reason in (
        ("1,2\n3", "are not a map"),
        ("", "are not a map"),
        ("1,2,3\n0,5,6\n", "2 lines are not a map"),
    ):
        file.write_text(text)
        with pytest.raises(TruelError, match=reason):
            read_array(file)
    odd = tmp_path / "odd.npy"
    np.save(odd, np.array([[{}]]), allow_pickle=True)
    for broken in (odd.read_bytes(), b"none", b"\x93NUMPY\x01\x00"):
        odd.write_bytes(broken)
        with pytest.raises(TruelError, match=r"odd.npy"):
            read_array(odd)


def test_the_command(capsys):
    assert main(["check", "docs/clients/winners.csv", "--c", "1", "--json"]) == 1
    assert "transposed" in capsys.readouterr().out
