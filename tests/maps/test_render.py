import ast
import os
import subprocess
import sys
from datetime import datetime
from pathlib import Path
from types import SimpleNamespace

import matplotlib as mpl
import numpy as np
import pytest
from examples import one_in
from hand_made import grid, pixel, square
from matplotlib import pyplot
from matplotlib.backends.backend_agg import FigureCanvasAgg
from PIL import Image

from truel_ref import Problem, solve
from truel_ref.errors import FileError, MapError
from truel_ref.maps import colors, draw, labels, painting
from truel_ref.maps.builder import build, replace
from truel_ref.maps.colors import paint, paint_difference
from truel_ref.maps.data import MapData, aims_text
from truel_ref.maps.draw import difference_figure, figure, save_figure, share_text
from truel_ref.maps.grid import MapSpec, Pixel, pixel_of
from truel_ref.maps.labels import Hover

mpl.use("Agg")

SPEC = MapSpec(Problem([0, 0, 1]), points=6)
FIRST = [pixel("C C B", (0.6, 0.3, 0.1)), pixel("Miss C B", (0.2, 0.6, 0.2))]
SECOND = [pixel("C C B", (0.4, 0.4, 0.2)), pixel("mix C A", (0.1, 0.1, 0.8))]


@pytest.fixture
def whole():
    return square([0, 0, 1], FIRST + SECOND)


@pytest.fixture
def triangle():
    nobody = pixel("none none none", (0, 0, 0))
    rows = [[FIRST[0], FIRST[1], nobody], [None, *SECOND], [None, None, FIRST[0]]]
    return grid([0, 0, 1], rows)


@pytest.fixture(scope="module")
def real():
    spec = MapSpec(Problem([0, 0, 1]), points=6, method="normal")
    return MapData.assemble(spec, {where: pixel_of(solve(spec.at(*where))) for where in spec.pixels()})


def differing(first, second):
    largest = 100 * np.abs(first.win - second.win).max(axis=-1)
    differs = np.argmax(first.win, axis=-1) != np.argmax(second.win, axis=-1)
    return SimpleNamespace(
        first=first,
        second=second,
        largest=largest,
        order_differs=first.inside & differs,
        no_value={},
        tie=first.tie | second.tie,
    )


def drawn(made):
    """Return a function that tells the colour, as three numbers from 0 to 1, drawn at a place of some axes."""
    canvas = FigureCanvasAgg(made)
    canvas.draw()
    dots = np.asarray(canvas.buffer_rgba())[..., :3] / 255

    def color(axes, right, up):
        x, y = axes.transData.transform((right, up))
        return dots[dots.shape[0] - 1 - int(y), int(x)]

    return color


def panels(made):
    """Return the axes with maps, without those of colour bars."""
    return [axes for axes in made.axes if axes.images]


def texts(axes):
    legend = axes.get_legend()
    return [text.get_text() for text in legend.get_texts()] if legend else []


def titles(made):
    return [text.get_text() for text in made.texts if text.get_text()]


# -- what is drawn


@pytest.mark.parametrize("name", ["w", "o", "p", "pB", "u", "uA", "uw", "t", "tC", "tw"])
def test_every_pixel_is_drawn_in_its_color_with_pa_up_and_pb_right(name, whole, triangle):
    for data in (whole, triangle):
        made = figure(data, name, labels=False)
        color, axes, painting = drawn(made), panels(made)[0], paint(data, name)
        for row, column in data.spec.pixels():
            up, right = 100 * row / data.spec.points, 100 * column / data.spec.points
            assert np.allclose(color(axes, right, up), painting.colors[row, column], atol=1 / 254), (row, column)


def test_the_empty_triangle_is_hatched_and_the_map_is_not(triangle):
    made = figure(triangle, "u")
    color, axes = drawn(made), panels(made)[0]
    outside = np.array([color(axes, right, 95) for right in np.linspace(0, 60, 200)])
    assert len(np.unique(outside.round(2), axis=0)) > 1
    assert outside.min() > 0.7
    below = np.array([color(axes, right, 5) for right in np.linspace(-20, 20, 200)])
    assert len(np.unique(below.round(2), axis=0)) == 1
    assert "not in the map" in texts(axes)


def test_the_whole_square_has_no_hatch(whole):
    made = figure(whole, labels=False)
    assert not panels(made)[0].patches
    assert "not in the map" not in texts(panels(made)[0])


def test_axes_are_in_percent(whole):
    axes = panels(figure(whole))[0]
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("pB in %", "pA in %")
    assert axes.get_xlim() == axes.get_ylim() == (-50, 150)  # half a pixel beyond 0 and 100, of 2 pixels in all
    assert list(axes.get_xticks()) == list(axes.get_yticks()) == [0, 20, 40, 60, 80, 100]


def test_titles_say_the_problem_and_the_coloring(whole):
    made = figure(whole, "w,u")
    assert titles(made) == ["pC = 1; search Others, Miss"]
    assert [axes.get_title() for axes in panels(made)] == [
        "winner (brighter: less likely to win)",
        "most unusual aim in play",
    ]


def test_legends_have_the_share_of_the_pixels_of_each_class(whole, triangle):
    made = figure(whole, "w,u,o,t")
    assert [texts(axes) for axes in panels(made)] == [
        ["A  25.0 %", "B  25.0 %", "C  25.0 %", "A = B  25.0 %"],
        ["random  25.0 %", "miss  25.0 %", "a weaker player  25.0 %", "the strongest  25.0 %"],
        ["A = B > C  25.0 %", "A > B > C  25.0 %", "B > A = C  25.0 %", "C > A = B  25.0 %"],
        ["C, C, B  50.0 %", "Miss, C, B  25.0 %", "a mix, C, A  25.0 %"],
    ]
    assert texts(panels(figure(triangle, "u"))[0])[-2:] == ["stalemate  12.5 %", "not in the map"]
    assert texts(panels(figure(triangle, "p"))[0]) == ["stalemate  12.5 %", "not in the map"]


def test_the_boxes_of_a_legend_have_the_colors_of_the_classes(whole):
    for name in ("u", "w"):
        legend = panels(figure(whole, name))[0].get_legend()
        boxes = [box.get_facecolor()[:3] for box in legend.findobj(mpl.patches.Rectangle)]
        classes = paint(whole, name).classes
        assert np.allclose(boxes, [color for entry in classes for color in entry.shades or (entry.color,)])
    assert len(boxes) == 3 * 3 + 1  # three shades of each winner, one of a shared place


def test_probabilities_have_a_color_bar(whole):
    made = figure(whole, "p")
    bar = made.axes[1]
    assert bar.get_ylabel() == "win probability in %"
    assert bar.get_ylim() == (0, 100)
    assert len(figure(whole, "u").axes) == 1
    color, painting = drawn(made), paint(whole, "p")
    for share in (5, 50, 95):
        assert np.allclose(color(bar, 0.5, share), painting.bar.colors(np.array(float(share))), atol=0.02)


def test_settings_of_the_reader_draw_no_grid_over_the_map(whole):
    with mpl.rc_context({"axes.grid": True, "image.origin": "upper", "grid.linewidth": 40}):
        made = figure(whole, labels=False)
        color = drawn(made)
    painting = paint(whole)
    for row, column in whole.spec.pixels():
        assert np.allclose(color(panels(made)[0], 100 * column, 100 * row), painting.colors[row, column], atol=1 / 254)


def test_two_players():
    made = figure(square([0, 0], [pixel("B A", win) for win in [(1, 0), (0, 1), (0.5, 0.5), (0, 0)]]), "w,uw,o,p,tA")
    assert titles(made)[0].startswith("A and B alone")
    assert texts(panels(made)[0]) == ["A  25.0 %", "B  25.0 %", "A = B  25.0 %", "stalemate  25.0 %"]


def test_too_many_classes_are_put_together():
    side = 6
    wins = np.random.default_rng(3).dirichlet([1] * 4, (side, side))
    words = "B A A A"
    data = grid([0] * 4, [[pixel(words, win) for win in row] for row in wins], a_above_b=True)
    painting, shown = paint(data, "o"), texts(panels(figure(data, "o"))[0])
    assert len(painting.classes) > len(shown) == draw.LEGEND_LIMIT
    name, share = shown[-1].split("  ")
    assert name == f"{len(painting.classes) - draw.LEGEND_LIMIT + 1} more classes"
    shares = sorted((entry.share for entry in painting.classes), reverse=True)
    assert share == share_text(sum(shares[draw.LEGEND_LIMIT - 1 :]))


def test_no_title_is_read_as_a_formula(whole):
    made = figure([whole, whole], "w,u", titles=[r"$\frac$", r"$\alpha$"])
    assert titles(made) == [r"$\frac$", r"$\alpha$"]
    assert not any(text.get_parse_math() for text in made.findobj(mpl.text.Text))
    drawn(made)


def test_the_palette_for_the_color_blind_is_drawn(whole):
    made = figure(whole, "u", palette="okabe-ito", labels=False)
    painting = paint(whole, "u", palette="okabe-ito")
    assert np.allclose(drawn(made)(panels(made)[0], 100, 0), painting.colors[0, 1], atol=1 / 254)
    assert not np.allclose(painting.colors[0, 1], paint(whole, "u").colors[0, 1], atol=0.05)


def test_the_range_of_brightness_is_drawn(whole):
    made = figure(whole, "w", intensity=(0.2, 0.5), labels=False)
    painting = paint(whole, "w", intensity=(0.2, 0.5))
    assert np.allclose(drawn(made)(panels(made)[0], 0, 0), painting.colors[0, 0], atol=1 / 254)


def test_a_thousand_points_are_drawn():
    spec = MapSpec(Problem([0, 0, 1]), points=1000, a_above_b=True)
    shape, flags = spec.shape, np.zeros(spec.shape, dtype=bool)
    win = np.zeros((*shape, 3))
    win[..., 0], win[500:, :, 0], win[500:, :, 1] = 1, 0, 1
    data = MapData(spec, (FIRST[0].aims,), np.zeros(shape, dtype=np.int32), win, np.zeros(shape), flags, flags.copy())
    made = figure(data, "w", labels=False)
    color, axes, painting = drawn(made), panels(made)[0], paint(data)
    for up, row in ((25, 250), (75, 750)):
        assert np.allclose(color(axes, 50, up), painting.colors[row, 500], atol=1 / 254)


# -- several panels


def places(made):
    """Return left, bottom, width and height of the panels in inches."""
    width, height = made.get_size_inches()
    return [axes.get_position().bounds * np.array([width, height, width, height]) for axes in panels(made)]


def test_several_colorings_stand_side_by_side(whole):
    for names in ("w,o", ["w", "o"], " w, o ", "w,o,u,uw"):
        made = figure(whole, names)
        assert len(panels(made)) == (4 if "uw" in names else 2)
        lefts = [left for left, *_ in places(made)]
        assert lefts == sorted(lefts)
        assert len({round(bottom, 6) for _, bottom, *_ in places(made)}) == 1
    assert len({round(bottom, 6) for _, bottom, *_ in places(figure(whole, "w,o,u,t,p,uw"))}) == 2


def test_several_maps_have_a_row_each(whole, triangle):
    other = square([0, 0, "1/2"], FIRST + SECOND)
    made = figure([whole, other], "w,p,t")
    assert titles(made) == ["pC = 1; search Others, Miss", "pC = 1/2; search Others, Miss"]
    assert len(panels(made)) == 6
    bottoms = [round(bottom, 6) for _, bottom, *_ in places(made)]
    assert bottoms[0] == bottoms[1] == bottoms[2] > bottoms[3] == bottoms[4] == bottoms[5]


def test_one_coloring_of_several_maps_stands_side_by_side(whole):
    other = square([0, 0, "1/2"], FIRST + SECOND)
    made = figure([whole, other], "u")
    assert titles(made) == ["most unusual aim in play"]
    assert [axes.get_title() for axes in panels(made)] == [
        "pC = 1; search Others, Miss",
        "pC = 1/2; search Others, Miss",
    ]


def test_equal_aims_look_equal_in_all_maps(whole):
    other = square([0, 0, "1/2"], [FIRST[1]] * 4)
    made = figure([whole, other], "t")
    color, (one, two) = drawn(made), panels(made)
    assert np.array_equal(color(one, 100, 0), color(two, 0, 0))


@pytest.fixture(scope="module")
def four():
    wins = np.random.default_rng(4).dirichlet([1] * 4, (6, 6))
    return grid([0] * 4, [[pixel("B A A A", win) for win in row] for row in wins], a_above_b=True)


LAID_OUT = {
    "a row": lambda of: figure(of("triangle"), "w,p"),
    "one": lambda of: figure(of("whole")),
    "two rows": lambda of: figure(of("four"), "w,o,p,t,pA"),
    "four": lambda of: figure(of("real"), "w,o,u,uw"),
    "a difference": lambda of: difference_figure(differing(of("whole"), of("whole")), "w"),
    "two maps": lambda of: figure([of("triangle"), of("real")], "p,t,tw"),
    "a difference in rows": lambda of: difference_figure(differing(of("real"), of("real"))),
}


@pytest.mark.parametrize("shape", one_in(2, LAID_OUT))
def test_panels_are_equal_squares_and_nothing_overlaps_or_is_cut(shape, request):
    made = LAID_OUT[shape](request.getfixturevalue)
    FigureCanvasAgg(made).draw()
    assert all(np.allclose([width, height], draw.PANEL) for _, _, width, height in places(made))
    outer = made.bbox
    boxes = [axes.get_tightbbox() for axes in panels(made)]
    boxes += [text.get_window_extent() for text in made.texts if text.get_text()]
    for box in boxes:
        assert box.x0 >= outer.x0
        assert box.y0 >= outer.y0
        assert box.x1 <= outer.x1
        assert box.y1 <= outer.y1
    for place, box in enumerate(boxes):
        assert not any(box.overlaps(other) for other in boxes[place + 1 :])


def test_maps_of_equal_titles_say_what_differs():
    problem = Problem([0, 0, 1])

    def said(**fields):
        specs = [MapSpec(problem, points=1), MapSpec(**{"problem": problem, "points": 1} | fields)]
        pixels = dict.fromkeys([(0, 0), (0, 1), (1, 1)], FIRST[0])
        made = figure([MapData.assemble(spec, pixels) for spec in specs])
        return [
            axes.get_title().replace("\n", " ").removeprefix("pC = 1; search Others, Miss") for axes in panels(made)
        ]

    assert said(method="smart", fill="linear") == ["; cells", "; smart linear"]
    assert said(problem=Problem([0, 0, 1], if_eq=2)) == ["", "; tie rule 2"]
    later = said(problem=Problem([0, 0, 1], target_later="Strongest"))
    assert later == ["", "; later Strongest"]
    assert said(points=1, problem=Problem([0, 0, 1], targets=["Miss", "C", [0, "1/2", 0]]))[1] == (
        "pC = 1; targets Miss, C, (0, 1/2, 0)"
    )
    assert said() == ["", ""]


def test_titles_can_be_given(whole):
    assert titles(figure(whole, titles=["mine"])) == ["mine"]
    for wrong in (["one", "two"], [], "mine"):
        with pytest.raises(MapError, match="titles"):
            figure(whole, titles=wrong)


def test_refusals(whole):
    with pytest.raises(MapError, match="w, o, p"):
        figure(whole, "w,rainbow")
    with pytest.raises(MapError, match="at least one"):
        figure(whole, [])
    with pytest.raises(MapError, match="no map"):
        figure([])
    with pytest.raises(MapError, match="no map"):
        figure(3)
    with pytest.raises(MapError, match="okabe-ito"):
        figure(whole, palette="rainbow")


# -- differences


def test_a_difference_is_drawn_beside_both_maps(triangle):
    other = grid([0, 0, "1/2"], [[FIRST[0]] * 3] * 3)
    given = differing(triangle, other)
    made = difference_figure(given, labels=False)
    assert [axes.get_title() for axes in panels(made)] == [
        "pC = 1; search Others, Miss\nwinner (brighter: less likely to win)",
        "pC = 1/2; search Others, Miss\nwinner (brighter: less likely to win)",
        "difference\nlargest difference of a player",
        "pC = 1; search Others, Miss\norder of the win probabilities",
        "pC = 1/2; search Others, Miss\norder of the win probabilities",
        "difference\nwhere the order differs",
    ]
    color, axes = drawn(made), panels(made)
    largest, order = paint_difference(given, "dp"), paint_difference(given, "do")
    for row, column in triangle.spec.pixels():
        up, right = 50 * row, 50 * column
        assert np.allclose(color(axes[2], right, up), largest.colors[row, column], atol=1 / 254)
        assert np.allclose(color(axes[5], right, up), order.colors[row, column], atol=1 / 254)
    assert texts(axes[2]) == ["equal  6.2 %", "not in the map"]
    assert texts(axes[5]) == ["another order  50.0 %", "the same order  50.0 %", "not in the map"]
    named = [each.get_ylabel() for each in made.axes if each not in axes]
    assert named == ["brightness: the\nwinner wins in %"] * 2 + ["percentage points"]


def test_shapes_of_difference_figures(whole):
    given = differing(whole, whole)
    assert len(panels(difference_figure(given, "w"))) == 4
    assert len(panels(difference_figure(given, "w", "do"))) == 3
    assert len(panels(difference_figure(given, "w,o,u", "dp"))) == 7
    assert len(panels(difference_figure(given, "w,o", ["dp", "do"], palette="okabe-ito"))) == 6
    with pytest.raises(MapError, match="dp, do"):
        difference_figure(given, "w", "w")
    bars = [axes for axes in difference_figure(given, "u", "dp", high=12.5).axes if not axes.images]
    assert [bar.get_ylim() for bar in bars] == [(0, 12.5)]


# -- the pointer


def test_the_pointer_shows_exact_fractions(real):
    axes = panels(figure(real))[0]
    assert axes.format_coord(100 * 4 / 6 + 3, 100 * 2 / 6 - 3) == (
        "pA = 1/3, pB = 2/3:  A 25/63 (39.683 %), B 8/21 (38.095 %), C 2/9 (22.222 %);  aims Miss, C, B"
    )
    assert axes.format_coord(10, 90) == "not in the map"
    assert axes.format_coord(150, 20) == "not in the map"


def test_the_pointer_shows_stalemates_and_what_was_inferred():
    spec = MapSpec(Problem([0, 0, 0]), points=1, method="normal")
    pixels = {where: pixel_of(solve(spec.at(*where))) for where in spec.pixels()}
    last = pixels[1, 1]
    pixels[1, 1] = Pixel(last.aims, last.win, last.stalemate, last.tie, solved=False)
    hover = Hover(MapData.assemble(spec, pixels))
    assert hover.text(0, 0) == (
        "pA = 0, pB = 0:  A 0 (0.000 %), B 0 (0.000 %), C 0 (0.000 %), stalemate 1 (100.000 %);  aims none, none, none"
    )
    assert hover.text(100, 100).endswith(";  inferred on the map")


def test_a_pixel_is_asked_of_the_map_once_for_all_panels(real, monkeypatch):
    asked = []
    original = MapData.answer_at
    monkeypatch.setattr(MapData, "answer_at", lambda data, *where: asked.append(where) or original(data, *where))
    made = figure(real, "w,u")
    assert asked == []  # drawing asks nothing
    drawn(made)
    assert asked == []
    for axes in panels(made):
        axes.format_coord(66, 34)
        axes.format_coord(67, 33)
    assert asked == [(2, 4)]


def test_the_pointer_shows_both_maps_of_a_difference(real):
    text = panels(difference_figure(differing(real, real), "w"))[2].format_coord(66, 34)
    lines = text.splitlines()
    assert len(lines) == 3
    assert lines[0] == lines[1]
    assert "25/63" in lines[0]
    assert lines[2] == "largest difference of a player 0 percentage points"
    assert panels(difference_figure(differing(real, real), "w"))[2].format_coord(0, 90) == "not in the map"


def test_backends_do_not_append_the_color(real):
    assert not panels(figure(real))[0].images[0].mouseover


def test_a_window_is_made_only_if_asked_for(whole):
    before = pyplot.get_fignums()
    figure(whole)
    assert pyplot.get_fignums() == before
    made = figure(whole, window=True)
    assert pyplot.get_fignums() == [*before, made.number]
    pyplot.close(made)


# -- files


@pytest.mark.parametrize("kind", ["png", "svg", "pdf"])
def test_saving_again_gives_equal_bytes(kind, triangle, tmp_path):
    made = figure(triangle, "w,p")
    files = [save_figure(made, tmp_path / f"{name}.{kind}") for name in ("one", "two")]
    files.append(save_figure(figure(triangle, "w,p"), str(tmp_path / f"three.{kind.upper()}")))
    assert len({path.read_bytes() for path in files}) == 1
    assert len(list(tmp_path.iterdir())) == 3
    data = files[0].read_bytes()
    assert data.startswith({"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF"}[kind])
    for forbidden in (str(datetime.now().year), "dc:date", "CreationDate"):
        if kind != "png":
            assert forbidden.encode() not in data


def test_another_process_writes_the_same_svg(tmp_path):
    code = (
        "import sys; from truel_ref import Problem, solve; from truel_ref.maps.grid import *;"
        "from truel_ref.maps.data import *;"
        "from truel_ref.maps.draw import *; spec = MapSpec(Problem([0, 0, 1]), points=2, method='normal');"
        "data = MapData.assemble(spec, {w: pixel_of(solve(spec.at(*w))) for w in spec.pixels()});"
        "save_figure(figure(data, 'w,o'), sys.argv[1])"
    )
    for seed in ("1", "2"):
        path = tmp_path / f"{seed}.svg"
        subprocess.run([sys.executable, "-c", code, str(path)], check=True, env=os.environ | {"PYTHONHASHSEED": seed})
    assert (tmp_path / "1.svg").read_bytes() == (tmp_path / "2.svg").read_bytes()


def test_a_picture_has_the_dots_that_are_asked_for(whole, tmp_path):
    made = figure(whole, labels=False)
    with Image.open(save_figure(made, tmp_path / "a.png", dpi=50)) as image:
        assert np.allclose(image.size, made.get_size_inches() * 50, atol=1)
    with Image.open(save_figure(made, tmp_path / "a.png")) as image:
        assert np.allclose(image.size, made.get_size_inches() * 150, atol=1)


def test_another_ending_is_refused(whole, tmp_path):
    for name in ("a.gif", "a", "png", "a.png.gz", ".png"):
        with pytest.raises(MapError, match="png, svg, pdf"):
            save_figure(figure(whole), tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_a_failed_write_leaves_the_old_file_and_no_other(whole, tmp_path, monkeypatch):
    path = tmp_path / "map.png"
    path.write_text("old")

    def fail(*_):
        raise OSError("no space left")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OSError, match="no space"):
        save_figure(figure(whole), path)
    assert [each.name for each in tmp_path.iterdir()] == ["map.png"]
    assert path.read_text() == "old"
    with pytest.raises(FileError, match="there is no folder"):
        save_figure(figure(whole), tmp_path / "nowhere" / "map.png")


@pytest.mark.parametrize("module", [colors, draw, labels, painting])
def test_what_draws_imports_no_solver(module):
    tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
    names = {node.module for node in tree.body if isinstance(node, ast.ImportFrom)}
    assert not {name for name in names if name.startswith(("truel_ref.fast", "truel_ref.play", "truel_ref.symbolic"))}


def test_names_stand_inside_regions_where_they_fit(real):
    data = build(replace(SPEC, points=40))
    large = panels(figure(data, "t"))[0]
    assert {text.get_text() for text in large.texts} >= {"Miss, C, B", "C, C, B"}
    for text in large.texts:
        right, up = text.get_position()
        row, column = round(up * 40 / 100), round(right * 40 / 100)
        assert text.get_text() == aims_text(data.aims_at(row, column))
    assert not panels(figure(real, "t", labels=False))[0].texts


def test_a_map_shows_itself_in_a_notebook(real):
    assert real._repr_png_().startswith(b"\x89PNG")
    assert real._repr_png_() == real._repr_png_()
    assert "Miss, C, B" in real._repr_html_()
    assert repr(real) == "<MapData pC = 1; search Others, Miss; 6 points, normal>"
