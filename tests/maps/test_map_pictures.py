"""Colours, classes, legends and figures, on maps made by hand and on small exact ones."""

import matplotlib as mpl
import numpy as np
import pytest
from hand_made import grid, pixel, square

from truel_ref.errors import ProblemError
from truel_ref.maps import compare, map_problem
from truel_ref.maps.borders import exact_curves
from truel_ref.maps.figures import (
    LEGEND_LIMIT,
    figure,
    label_spots,
    legend_entries,
    legend_texts,
    png,
    save_figure,
)
from truel_ref.maps.painting import (
    OUTSIDE,
    PALETTES,
    PaintClass,
    cell_areas,
    colorings,
    lightened,
    on_lines,
    paint,
    paint_difference,
)

FOUR = square(
    [0, 0, 1],
    [
        pixel("C C B", [0.5, 0.3, 0.2]),
        pixel("Miss C A", [0.2, 0.5, 0.3]),
        pixel("C mix A", [0.4, 0.4, 0.2]),
        pixel("B A C", [0.1, 0.2, 0.7]),
    ],
)


def classes(data, name):
    """Return the names of the classes of a colouring by row and column."""
    painting = paint(data, name)
    return [[painting.classes[number].label for number in row] for row in painting.number.tolist()]


CASES = [
    ("w", [["A", "B"], ["A = B", "C"]]),
    ("o", [["A > B > C", "B > C > A"], ["A = B > C", "C > B > A"]]),
    ("t", [["C, C, B", "Miss, C, A"], ["C, a mix, A", "B, A, C"]]),
    ("tA", [["C", "Miss"], ["C", "B"]]),
    ("tC", [["B", "A"], ["A", "C (Self)"]]),
    ("tw", [["C", "C"], ["shared first place", "C"]]),
    ("uB", [["the strongest", "the strongest"], ["random", "the strongest"]]),
    ("uC", [["the strongest", "a weaker player"], ["the strongest", "self"]]),
    ("u", [["the strongest", "miss"], ["random", "self"]]),
    ("uw", [["the strongest", "the strongest"], ["random", "self"]]),
]


@pytest.mark.parametrize(("name", "expected"), CASES)
def test_a_colouring_shows_what_it_says(name, expected):
    assert classes(FOUR, name) == expected


def test_every_colouring_paints_every_map_and_others_are_refused():
    maps = [
        FOUR,
        map_problem([], points=3),
        map_problem(["0"], points=1, targets="Optimal,C,Miss"),
        map_problem(["1/2"], points=5, model="stationary", a_above_b=False),
    ]
    for data in maps:
        for name in colorings(data.spec.problem.players):
            painting = paint(data, name)
            assert painting.colors.shape == (*data.spec.shape, 3)
            assert ((painting.colors >= 0) & (painting.colors <= 1)).all()
            shares = sum(entry.share for entry in painting.classes)
            assert shares == pytest.approx(1 if name[0] != "p" else shares)
    for wrong in ({"name": "tD"}, {"name": "dp"}, {"palette": "grey"}, {"intensity": (0.9, 0.4)}, {"intensity": "no"}):
        with pytest.raises(ProblemError, match=r"unknown|not a range"):
            paint(FOUR, **wrong)


def test_a_sure_winner_is_dark_and_a_chance_has_the_colour_of_its_bar():
    sure, near = pixel("C C B", [1, 0, 0]), pixel("C C B", [0.4, 0.3, 0.3])
    sure = grid([0, 0, 1], [[own] * 4 for own in (near, sure, near, near)])
    colors = paint(sure, "w", intensity=(0.2, 0.8)).colors
    red = PALETTES["okabe-ito"].player(0)
    assert np.allclose(colors[1, 2], lightened(red, 0.2))
    assert colors[2, 2].sum() > colors[1, 2].sum()
    chances = paint(sure, "pA")
    assert np.allclose(chances.colors[1, 2], chances.bar.colors(np.array(100.0)))


def test_of_two_orders_with_one_winner_the_later_is_brighter():
    wins = [0.4, 0.4, 0.2], [0.5, 0.3, 0.2], [0.5, 0.2, 0.3]
    painted = [paint(square([0, 0, 1], [pixel("C C B", win)] * 4), "o").classes[0] for win in wins]
    tied, first, second = (sum(one.color) for one in painted)
    assert tied < first < second


def test_players_with_equal_doubles_are_equal_and_the_winner_is_exact():
    data = map_problem([1], points=10)
    number = paint(data, "w")
    for row, column in data.spec.pixels():
        win = list(data.answer_at(row, column).win)
        name = " = ".join(label for label, own in zip("ABC", win, strict=True) if own == max(win))
        if number.classes[number.number[row, column]].tied:
            assert "=" in name


def test_lines_have_no_area_and_a_cell_at_an_edge_counts_half():
    assert cell_areas(np.tri(3, dtype=bool).T).tolist() == [[1, 4, 2], [0, 4, 4], [0, 0, 1]]
    assert on_lines(np.eye(6, dtype=bool)).sum() == 6
    tied = grid(
        [0, 0, 1],
        [
            [pixel("C C B", [0.5, 0.5, 0] if row == column else [0.5, 0.3, 0.2]) for column in range(7)]
            for row in range(7)
        ],
    )
    painted = paint(tied, "w").classes
    assert [(entry.label, entry.share) for entry in painted] == [("A", 1.0), ("A = B", 0.0)]
    assert [max(entry.color) + min(entry.color) for entry in painted] == pytest.approx([0.4 + 0.9, 0.4])


def test_shares_of_a_legend_have_one_precision_and_add_up():
    thirds = [PaintClass(name, (0, 0, 0), 1, share) for name, share in zip("ABC", (1 / 3, 1 / 3, 1 / 3), strict=True)]
    assert legend_texts(thirds) == ["A  33.4 %", "B  33.3 %", "C  33.3 %"]
    tiny = [
        PaintClass("A", (0, 0, 0), 1, 0.9999),
        PaintClass("B", (0, 0, 0), 1, 0.0001),
        PaintClass(OUTSIDE, (1, 1, 1)),
    ]
    assert legend_texts(tiny) == ["A  100.0 %", "B  < 0.1 %", OUTSIDE]
    many = [PaintClass(str(number), (0, 0, 0), 1, 0.05) for number in range(20)]
    shown = legend_entries(many)
    assert (len(shown), shown[-1].label) == (LEGEND_LIMIT, "7 more classes")
    assert shown[-1].share == pytest.approx(0.35)
    for data in (map_problem([1], points=30), map_problem(["1/2"], points=24, search="all")):
        texts = legend_texts(legend_entries(paint(data, "t").classes))
        tenths = [round(10 * float(text.split()[-2])) for text in texts if "<" not in text and text.endswith("%")]
        assert sum(tenths) == 1000


def test_proved_areas_stand_in_the_legend_where_regions_are_proved():
    data = map_problem([1], points=20)
    curves = exact_curves(data, ["t", "w", "p"])
    drawn = figure(data, "t,w,p", curves=[curves])
    for line, points in zip(drawn.axes[0].lines, curves["t"], strict=True):
        assert np.allclose(line.get_xydata(), 100 * np.array(points)[:, ::-1])
    headings = [axes.get_legend().get_title().get_text() for axes in drawn.axes if axes.get_legend()]
    assert headings[:2] == ["proved shares of the area"] * 2
    texts = [text.get_text() for text in drawn.axes[0].get_legend().get_texts()]
    assert "C, C, B  6.1 %" in texts
    assert texts[-1] == "an aim changes"
    counted = figure(data, "t").axes[0].get_legend()
    assert counted.get_title().get_text() == "shares, counted in pixels"


def test_each_of_two_regions_of_a_class_has_its_name():
    number = np.repeat([[0] * 10 + [1] * 10 + [0] * 10], 9, axis=0)
    first, second = sorted(column for _, _, column in label_spots(number, {0: "A"}, 3))
    assert first < 10 and second >= 20


def test_names_stand_deep_in_their_regions():
    number = np.zeros((30, 30), dtype=int)
    number[:, 20:] = 1
    number[0] = 2
    spots = list(label_spots(number, {0: "A", 1: "B", 2: "thin"}, 4))
    assert {text for text, _, _ in spots} == {"A", "B"}
    assert all(number[row, column] == "AB".index(text) for text, row, column in spots)


def test_names_in_a_figure_stand_in_their_regions():
    data = map_problem([1], points=40)
    painting, written = paint(data, "w"), figure(data, "w").axes[0].texts
    assert {text.get_text() for text in written} == {"A", "B", "C"}
    for text in written:
        column, row = (round(0.4 * at) for at in text.get_position())
        assert painting.classes[painting.number[row, column]].label == text.get_text()


def test_a_difference_has_two_colourings():
    found = compare(map_problem([1], points=8), map_problem([1], points=8, search="others"))
    for name in ("dp", "do"):
        painting = paint_difference(found, name)
        assert painting.classes
    with pytest.raises(ProblemError, match="a difference has dp, do"):
        paint_difference(found, "w")
    assert len(found.plot("w").axes) == 7  # with three scales


# -- figures


def test_figures_have_rows_of_maps_and_columns_of_colourings():
    one, two = (map_problem([hit], points=4) for hit in (1, "1/2"))
    assert [axes.get_title() for axes in figure(one, "o").axes] == ["Who wins more often than whom if C always hits"]
    assert figure([one, two], "o")._suptitle.get_text() == "Who wins more often than whom"
    both = [axes.get_title().split("\n") for axes in figure([one, two], "o,t").axes]
    assert [title[0] for title in both] == ["C always hits"] * 2 + ["C hits 1/2"] * 2
    finer = [map_problem([1], points=points) for points in (3, 4)]
    assert [axes.get_title() for axes in figure(finer, "o").axes] == [
        "C always hits; points 3",
        "C always hits; points 4",
    ]
    for wrong in ({"maps": []}, {"colors": []}, {"titles": ["one", "two"]}, {"curves": [{}, {}]}):
        with pytest.raises(ProblemError):
            figure(**({"maps": one} | wrong))


def test_the_readers_settings_change_no_picture():
    data = map_problem([1], points=4, a_above_b=False)
    plain = png(figure(data, "w"))
    with mpl.rc_context({"axes.grid": True, "image.origin": "upper", "font.size": 30, "axes.facecolor": "red"}):
        assert png(figure(data, "w")) == plain
        assert mpl.rcParams["font.size"] == 30


def test_a_figure_is_the_same_file_every_time(tmp_path):
    data = map_problem([1], points=4)
    one, two = (save_figure(figure(data, "t"), tmp_path / f"{name}.svg") for name in ("one", "two"))
    assert one.read_bytes() == two.read_bytes()


def test_a_name_in_a_title_begins_no_formula():
    drawn = figure(map_problem([1], points=2), titles=["$x_1$"])
    assert "$x_1$" in png(drawn).decode("latin1") or not drawn.axes[0].title.get_parse_math()
