import os
import subprocess
import sys
from datetime import datetime
from functools import cache, cached_property

import matplotlib as mpl
import numpy as np
import pytest
from examples import one_in, one_row_in
from hand_made import grid, pixel, square
from matplotlib import pyplot
from matplotlib.backends.backend_agg import FigureCanvasAgg
from PIL import Image
from source_code import PACKAGE, imports

from truel_ref import Problem, solve
from truel_ref.maps import draw
from truel_ref.maps.builder import build
from truel_ref.maps.colors import paint, paint_difference
from truel_ref.maps.comparison import compare
from truel_ref.maps.data import MapData, aims_text
from truel_ref.maps.draw import difference_figure, figure, save_figure, share_text
from truel_ref.maps.grid import MapSpec, Pixel, pixel_of
from truel_ref.maps.labels import Hover

mpl.use("Agg")

FIRST = [pixel("C C B", (0.6, 0.3, 0.1)), pixel("Miss C B", (0.2, 0.6, 0.2))]
SECOND = [pixel("C C B", (0.4, 0.4, 0.2)), pixel("mix C A", (0.1, 0.1, 0.8))]
NOBODY = pixel("none none none", (0, 0, 0))
WHOLE = square([0, 0, 1], FIRST + SECOND)
OTHER = square([0, 0, "1/2"], FIRST + SECOND)
TRIANGLE = grid([0, 0, 1], [[FIRST[0], FIRST[1], NOBODY], [None, *SECOND], [None, None, FIRST[0]]])
GIVEN = compare(TRIANGLE, grid([0, 0, "1/2"], [[FIRST[0], FIRST[1], NOBODY], [FIRST[0]] * 3, [FIRST[0]] * 3]))
REAL = build(MapSpec(Problem([0, 0, 1]), points=6, method="normal"))
FOUR = grid(
    [0] * 4,
    [[pixel("B A A A", win) for win in row] for row in np.random.default_rng(3).dirichlet([1] * 4, (6, 6))],
    a_above_b=True,
)
NAMES = ["w", "o", "p", "u", "t"]


class Drawn:
    """A figure, its panels without the axes of colour bars, and the colours that are seen."""

    def __init__(self, made):
        self.made = made
        self.panels = [axes for axes in made.axes if axes.images]

    @cached_property
    def dots(self):
        canvas = FigureCanvasAgg(self.made)
        canvas.draw()
        return np.asarray(canvas.buffer_rgba())[..., :3] / 255

    def color(self, axes, right, up):
        """Return the colour, as three numbers from 0 to 1, at a place of some axes."""
        x, y = axes.transData.transform((right, up))
        return self.dots[self.dots.shape[0] - 1 - int(y), int(x)]

    def shows(self, axes, data, colors):
        """Tell whether every pixel of a map is seen in its colour, pA up and pB to the right."""
        points = data.spec.points
        return all(
            np.allclose(self.color(axes, 100 * column / points, 100 * row / points), colors[row, column], atol=1 / 254)
            for row, column in data.spec.pixels()
        )

    def places(self):
        """Return left, bottom, width and height of the panels in inches."""
        width, height = self.made.get_size_inches()
        return np.round([axes.get_position().bounds * np.array([width, height] * 2) for axes in self.panels], 6)


@cache
def every():
    """A figure of two maps in all colourings, whatever the settings of its reader are."""
    with mpl.rc_context({"axes.grid": True, "image.origin": "upper", "grid.linewidth": 40}):
        return Drawn(figure([WHOLE, TRIANGLE], NAMES, labels=False))


def panel(name, data=WHOLE):
    return every().panels[NAMES.index(name) + len(NAMES) * (data is TRIANGLE)]


@cache
def difference():
    """A figure of a difference in two colourings."""
    return Drawn(difference_figure(GIVEN, labels=False))


def texts(axes):
    legend = axes.get_legend()
    return [text.get_text() for text in legend.get_texts()] if legend else []


def panel_titles(made):
    return [axes.get_title() for axes in made.axes if axes.images]


def titles(made):
    return [text.get_text() for text in made.texts if text.get_text()]


# -- what is drawn


@pytest.mark.parametrize("data", [WHOLE, TRIANGLE], ids=["whole", "triangle"])
def test_every_pixel_is_drawn_in_its_color_with_pa_up_and_pb_right(data):
    assert [name for name in NAMES if not every().shows(panel(name, data), data, paint(data, name).colors)] == []


def test_the_empty_triangle_is_hatched_and_the_map_is_not():
    axes = panel("u", TRIANGLE)
    outside = np.array([every().color(axes, right, 95) for right in np.linspace(0, 60, 200)])
    below = np.array([every().color(axes, right, 5) for right in np.linspace(-20, 20, 200)])
    assert len(np.unique(outside.round(2), axis=0)) > 1 == len(np.unique(below.round(2), axis=0))
    assert outside.min() > 0.7
    assert [bool(axes.patches) for axes in (panel("u"), panel("u", TRIANGLE))] == [False, True]


def test_no_grid_is_drawn_whatever_the_settings_say():
    lines = [line for axes in every().made.axes for line in (*axes.get_xgridlines(), *axes.get_ygridlines())]
    assert lines
    assert not any(line.get_visible() for line in lines)


def test_axes_are_in_percent():
    axes = panel("w")
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("chance of B to hit, %", "chance of A to hit, %")
    assert axes.get_xlim() == axes.get_ylim() == (-50, 150)  # half a pixel beyond 0 and 100, of 2 pixels in all
    assert list(axes.get_xticks()) == list(axes.get_yticks()) == [0, 20, 40, 60, 80, 100]


def test_legends_have_the_share_of_the_pixels_of_each_class():
    assert {name: texts(panel(name)) for name in ("w", "u", "o", "t", "p")} == {
        "w": ["A  25.0 %", "B  25.0 %", "C  25.0 %", "A = B  25.0 %"],
        "u": ["random  25.0 %", "miss  25.0 %", "a weaker player  25.0 %", "the strongest  25.0 %"],
        "o": ["A = B > C  25.0 %", "A > B > C  25.0 %", "B > A = C  25.0 %", "C > A = B  25.0 %"],
        "t": ["C, C, B  50.0 %", "Miss, C, B  25.0 %", "a mix, C, A  25.0 %"],
        "p": [],
    }
    assert texts(panel("u", TRIANGLE))[-2:] == ["stalemate  12.5 %", "not in the map"]
    assert texts(panel("p", TRIANGLE)) == ["stalemate  12.5 %", "not in the map"]


@pytest.mark.parametrize(("name", "count"), [("u", 4), ("w", 3 * 3 + 1)])  # three shades of each winner
def test_the_boxes_of_a_legend_have_the_colors_of_the_classes(name, count):
    boxes = [box.get_facecolor()[:3] for box in panel(name).get_legend().findobj(mpl.patches.Rectangle)]
    assert np.allclose(
        boxes, [color for entry in paint(WHOLE, name).classes for color in entry.shades or [entry.color]]
    )
    assert len(boxes) == count


@pytest.mark.parametrize(("name", "said"), [("w", "the winner"), ("o", "the order"), ("t", "an aim")])
def test_a_legend_says_what_the_curves_over_a_map_are(name, said):
    axes = figure(WHOLE, name, curves=[{name: [[(0.0, 0.0), (1.0, 1.0)]]}]).axes[0]
    plain = figure(WHOLE, name).axes[0]
    assert texts(axes) == [*texts(plain), f"{said} changes"]
    assert axes.get_legend().legend_handles[-1].get_color() == "black"


def test_probabilities_have_a_color_bar():
    drawn = Drawn(figure(WHOLE, "p"))
    bar = drawn.made.axes[1]
    assert (bar.get_ylabel(), bar.get_ylim()) == ("win probability in %", (0, 100))
    colors = paint(WHOLE, "p").bar.colors(np.array([5.0, 50.0, 95.0]))
    assert np.allclose([drawn.color(bar, 0.5, share) for share in (5, 50, 95)], colors, atol=0.02)


def test_too_many_classes_are_put_together():
    classes, shown = paint(FOUR, "o").classes, texts(figure(FOUR, "o").axes[0])
    assert len(classes) > len(shown) == draw.LEGEND_LIMIT
    rest = sum(sorted((entry.share for entry in classes), reverse=True)[draw.LEGEND_LIMIT - 1 :])
    assert shown[-1] == f"{len(classes) - draw.LEGEND_LIMIT + 1} more classes  {share_text(rest)}"


def test_titles_can_be_given_and_none_is_read_as_a_formula():
    said = [r"$\frac$", r"$\alpha$"]
    made = figure([WHOLE, WHOLE], "w,u", titles=said)
    assert titles(made) == said
    assert not any(text.get_parse_math() for text in made.findobj(mpl.text.Text))
    FigureCanvasAgg(made).draw()


@pytest.mark.parametrize("how", [{"palette": "standard"}, {"intensity": (0.2, 0.5)}])
def test_the_palette_and_the_range_of_brightness_are_drawn(how):
    made, colors = Drawn(figure(WHOLE, "w", labels=False, **how)), paint(WHOLE, "w", **how).colors
    assert made.shows(made.panels[0], WHOLE, colors)
    assert not np.allclose(colors, paint(WHOLE).colors, atol=0.05)


@pytest.mark.slow
def test_more_points_than_dots_are_drawn():
    spec = MapSpec(Problem([0, 0, 1]), points=500, a_above_b=True)
    shape, flags = spec.shape, np.zeros(spec.shape, dtype=bool)
    win = np.zeros((*shape, 3))
    win[:250, :, 0], win[250:, :, 1] = 1, 1
    data = MapData(spec, (FIRST[0].aims,), np.zeros(shape, dtype=np.int32), win, np.zeros(shape), flags, flags.copy())
    made, colors = Drawn(figure(data, "w", labels=False)), paint(data).colors
    seen = [made.color(made.panels[0], 50, up) for up in (25, 75)]
    assert np.allclose(seen, colors[[125, 375], 250], atol=1 / 254)


# -- several panels

ONE_C, HALF_C = "C always hits", "C hits 1/2"
WINNER, ORDER, UNUSUAL = (
    "Who wins most often",
    "Who wins more often than whom",
    "How unusual the aims are",
)


@pytest.mark.parametrize(
    ("maps", "names", "rows", "heads", "named"),
    [
        (WHOLE, " w, o ", [2], [ONE_C], [WINNER, ORDER]),
        (WHOLE, ["w", "o", "u", "uw"], [2, 2], [ONE_C], [WINNER, ORDER, UNUSUAL, "How unusual the winner's aim is"]),
        (WHOLE, "w,o,u,o,w,u", [2, 2, 2], [ONE_C], [WINNER, ORDER, UNUSUAL, ORDER, WINNER, UNUSUAL]),
        ([WHOLE, OTHER], "w,u", [2, 2], [ONE_C, HALF_C], [WINNER, UNUSUAL] * 2),
        ([WHOLE, OTHER], "u", [2], [UNUSUAL], [ONE_C, HALF_C]),
        (WHOLE, "w", [1], [], [f"{WINNER} if {ONE_C}"]),
    ],
)
def test_panels_stand_in_rows_from_left_to_right(maps, names, rows, heads, named):
    made = figure(maps, names)
    assert (titles(made), panel_titles(made)) == (heads, named)
    lefts, bottoms = Drawn(made).places()[:, :2].T.tolist()
    assert [bottoms.count(bottom) for bottom in sorted({*bottoms}, reverse=True)] == rows
    assert lefts == sorted({*lefts}) * len(rows)


LAID_OUT = {
    "all": every,
    "two rows": lambda: Drawn(figure(FOUR, "w,o,p,t,pA")),
    "a difference in rows": cache(lambda: Drawn(difference_figure(compare(REAL, REAL)))),
}


@pytest.mark.parametrize("shape", one_in(3, LAID_OUT))
def test_panels_are_equal_squares_and_nothing_overlaps_or_is_cut(shape):
    drawn = LAID_OUT[shape]()
    assert len(drawn.dots)
    assert np.allclose(drawn.places()[:, 2:], draw.PANEL)
    boxes = [axes.get_tightbbox() for axes in drawn.panels]
    boxes += [text.get_window_extent() for text in drawn.made.texts if text.get_text()]
    corners = np.array([[box.x0, box.y0, -box.x1, -box.y1] for box in boxes])
    outer = drawn.made.bbox
    assert (corners.min(axis=0) >= [outer.x0, outer.y0, -outer.x1, -outer.y1]).all()
    assert not any(box.overlaps(other) for place, box in enumerate(boxes) for other in boxes[place + 1 :])


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"method": "smart", "fill": "linear"}, ["; cells", "; smart linear"]),
        ({"problem": Problem([0, 0, 1], if_eq=2)}, ["", "; tie rule 2"]),
        ({"problem": Problem([0, 0, 1], target_later="Strongest")}, ["", "; later Strongest"]),
        ({}, ["", ""]),
    ],
)
def test_maps_of_equal_titles_say_what_differs(fields, said):
    plain = {"problem": Problem([0, 0, 1]), "points": 1}
    specs = [MapSpec(**plain), MapSpec(**plain | fields)]
    maps = [MapData.assemble(spec, dict.fromkeys(spec.pixels(), FIRST[0])) for spec in specs]
    assert [title.replace("\n", " ") for title in panel_titles(figure(maps))] == [ONE_C + more for more in said]


# -- differences


@pytest.mark.slow
def test_a_difference_is_drawn_beside_both_maps():
    drawn = difference()
    assert panel_titles(drawn.made) == [
        f"{ONE_C}\n{WINNER}",
        f"{HALF_C}\n{WINNER}",
        f"{ONE_C}\n{ORDER}",
        f"{HALF_C}\n{ORDER}",
        "By how much the chance of a player differs",
        "Where the order differs",
    ]
    for place, name in ((4, "dp"), (5, "do")):
        assert drawn.shows(drawn.panels[place], TRIANGLE, paint_difference(GIVEN, name).colors)
    assert [texts(drawn.panels[place]) for place in (4, 5)] == [
        ["equal  50.0 %", "not in the map"],
        ["another order  50.0 %", "the same order  50.0 %", "not in the map"],
    ]
    named = [each.get_ylabel() for each in drawn.made.axes if each not in drawn.panels]
    assert named == ["brightness: the\nwinner wins in %"] * 2 + ["percentage points"]


@pytest.mark.parametrize(
    ("words", "how", "count"),
    [(["w"], {}, 4), (["w,o,u", "dp"], {}, 7), (["w,o", ["dp", "do"]], {"palette": "okabe-ito"}, 6)],
)
def test_shapes_of_difference_figures(words, how, count):
    assert len(panel_titles(difference_figure(compare(WHOLE, WHOLE), *words, **how))) == count


def test_the_dark_end_of_a_difference_can_be_given():
    made = difference_figure(compare(WHOLE, WHOLE), "u", "dp", high=12.5)
    assert [axes.get_ylim() for axes in made.axes if not axes.images] == [(0, 12.5)]


# -- the pointer


def test_the_pointer_shows_exact_fractions_which_it_asks_of_the_map_once_for_all_panels(monkeypatch):
    asked = []
    original = MapData.answer_at
    monkeypatch.setattr(MapData, "answer_at", lambda data, *where: asked.append(where) or original(data, *where))
    axes = figure(REAL, "w,u").axes
    FigureCanvasAgg(axes[0].figure).draw()
    assert asked == []  # drawing asks nothing
    assert {each.format_coord(100 * 4 / 6 + 3, 100 * 2 / 6 - 3) for each in axes if each.images} == {
        "pA = 1/3, pB = 2/3:  A 25/63 (39.683 %), B 8/21 (38.095 %), C 2/9 (22.222 %);  aims Miss, C, B"
    }
    assert asked == [(2, 4)]
    assert {axes[0].format_coord(*place) for place in ((10, 90), (150, 20))} == {"not in the map"}
    assert not axes[0].images[0].mouseover  # so that backends do not append the colour


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


def test_the_pointer_shows_both_maps_of_a_difference():
    shown = LAID_OUT["a difference in rows"]().panels[4].format_coord
    answer = Hover(REAL).text(66, 34)
    assert shown(66, 34).splitlines() == [answer, answer, "largest difference of a player 0 percentage points"]
    assert shown(0, 90) == "not in the map"


def test_a_window_is_made_only_if_asked_for():
    before = pyplot.get_fignums()
    figure(WHOLE)
    assert pyplot.get_fignums() == before
    made = figure(WHOLE, window=True)
    assert pyplot.get_fignums() == [*before, made.number]
    pyplot.close(made)


# -- files


@pytest.mark.parametrize(("kind", "begin"), one_row_in(3, [("svg", b"<?xml"), ("png", b"\x89PNG"), ("pdf", b"%PDF")]))
def test_saving_again_gives_equal_bytes(kind, begin, tmp_path):
    made = figure(TRIANGLE, "p")
    files = [save_figure(made, tmp_path / f"{name}.{kind}") for name in ("one", "two")]
    files.append(save_figure(figure(TRIANGLE, "p"), str(tmp_path / f"three.{kind.upper()}")))
    assert sorted(files) == sorted(tmp_path.iterdir())
    (data,) = {path.read_bytes() for path in files}
    assert data.startswith(begin)
    if kind != "png":
        assert not [word for word in (str(datetime.now().year), "dc:date", "CreationDate") if word.encode() in data]


@pytest.mark.slow
def test_another_process_writes_the_same_svg(tmp_path):
    code = (
        "import sys; from test_render import REAL, figure, save_figure; save_figure(figure(REAL, 'w,o'), sys.argv[1])"
    )
    tests = PACKAGE.parent / "tests"
    own = {"PYTHONHASHSEED": "2" if os.environ["PYTHONHASHSEED"] == "1" else "1"}
    own["PYTHONPATH"] = os.pathsep.join(map(str, (tests / "maps", tests, PACKAGE.parent)))
    subprocess.run([sys.executable, "-c", code, str(tmp_path / "other.svg")], check=True, env=os.environ | own)
    here = save_figure(figure(REAL, "w,o"), tmp_path / "here.svg")
    assert here.read_bytes() == (tmp_path / "other.svg").read_bytes()


@pytest.mark.parametrize(("how", "dots"), [({"dpi": 50}, 50), ({}, 150)])
def test_a_picture_has_the_dots_that_are_asked_for(how, dots, tmp_path):
    made = figure(WHOLE, labels=False)
    with Image.open(save_figure(made, tmp_path / "a.png", **how)) as image:
        assert np.allclose(image.size, made.get_size_inches() * dots, atol=1)


def test_what_draws_imports_no_solver():
    names = {name for file in ("colors", "draw", "labels", "painting") for name in imports(PACKAGE / f"maps/{file}.py")}
    assert not {name for name in names if name.startswith(("truel_ref.fast", "truel_ref.play", "truel_ref.symbolic"))}


def test_names_stand_inside_regions_where_they_fit():
    data = build(MapSpec(Problem([0, 0, 1]), 40))
    written = figure(data, "t").axes[0].texts
    assert {text.get_text() for text in written} >= {"Miss, C, B", "C, C, B"}
    for text in written:
        row, column = (round(place * 40 / 100) for place in reversed(text.get_position()))
        assert text.get_text() == aims_text(data.aims_at(row, column))
    assert not figure(data, "t", labels=False).axes[0].texts


def test_a_map_draws_itself_in_a_notebook():
    assert REAL._repr_png_().startswith(b"\x89PNG")
