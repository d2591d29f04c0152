"""A notebook of 35 cells that draw, in the style of the published one: what each shows, here and in a kernel."""

from pathlib import Path

import nbformat
import pytest
from matplotlib import pyplot

import truel_ref.notebook.figures as figures_of_cells
from truel_ref.maps import figures as panels

HERE = Path(__file__).parent
DRAWS = ("testAB", "diffAB", "horizImages")
SQUARE, TRIANGLE = "square", "triangle"
PLAIN = "pC = 1; search Others, Miss"
MISS = "Miss allowed"
VS = "Miss allowed vs must shoot"

# Of every cell that draws, its figures: the heading, whether pixels with pA > pB are drawn, the titles of the panels.
FIGURES = [
    [("", SQUARE, [PLAIN])],
    [("", TRIANGLE, ["pC = 1/2; search Others, Miss"])],
    [("First look", SQUARE, ["perfect C"])],
    [("", SQUARE, ["order"])],
    [("Four colourings", SQUARE, ["all at once"] * 4)],
    [("", SQUARE, ["left", "right"])],
    [("Weaker and weaker", SQUARE, [f"pC = {hit}; search Others, Miss" for hit in ("1/10", "1/2")])],
    [("Optimal and fixed", SQUARE, ["optimal", "fixed"])],
    [("", TRIANGLE, ["optimal", "optimal", "fixed", "fixed"])],
    [("", SQUARE, [MISS, "must shoot"]), ("", SQUARE, [MISS, "must shoot"]), ("targets", SQUARE, [MISS, "must shoot"])],
    [("", SQUARE, ["capital"])],
    [("", SQUARE, ["chances"] * 2)],
    [("", SQUARE, ["aims"] * 2)],
    [("", SQUARE, ["one is unknown"])],
    [("", SQUARE, ["darker"])],
    [("Without shortcuts", SQUARE, ["every point"])],
    [("", SQUARE, [f"rule {rule}" for rule in (1, -1)])],
    [("", TRIANGLE, ["four players"])],
    [("", SQUARE, ["duel"])],
    [("", SQUARE, ["mixes", "mixes"])],
    [("", TRIANGLE, ["dice"])],
    [],
    [("", SQUARE, ["made up"])],
    [("", SQUARE, [VS] * 3)],
    [("What a miss is worth", SQUARE, [VS])],
    [("", SQUARE, ["optimal vs fixed"] * 2 + ["optimal vs must shoot"] * 2)],
    [("", SQUARE, ["difference"])],
    [("Triangles", TRIANGLE, [VS] * 2 + ["Miss allowed vs fixed"] * 2)],
    [("", SQUARE, ["Miss allowed vs normal"])],
    [("", TRIANGLE, [PLAIN])],
    [("", SQUARE, [f"pC = {hit}; targets Miss, C, B" for hit in ("1/4", "1")])],
    [("", SQUARE, ["any C, pC = 1/4", "any C, pC = 3/4"])],
    [("", TRIANGLE, [PLAIN, PLAIN])],
    [("From memory", SQUARE, ["kept", "kept, too"])],
    [("Bare", TRIANGLE, ["by hand", "by hand"]), ("", TRIANGLE, ["by hand", "over"])],
]

PRINTED = (
    "Numba none (the exact engine compiles nothing)",
    "pWin% 39.7 38.1 22.2 | targets Miss C B",
    "pWin% 31.2 54.0 14.8 | targets C C B\n",
    "pWin% 22.2 41.8 27.8 8.2 | targets D A D C",
    "pWin% 34.0 6.2 59.8 | targets (0, 3/5, 0) C Miss",
    "pWin% 0.0 0.0 0.0 | stalemate% 100.0 | targets C C B",
    "A misses because 25/63 > 59/189 (C) > 50/189 (B).",
    "1,000,000 games for each of",
    "winner A targets ['Miss', 'C', 'B']",
    "same targets True close True",
    "(64, 3, 3) (64, 5, 3) [-1.  2.  1.] [0.    0.148 0.852]",
    "colour 'xyz' is unknown here; choose from w, o, p,",
    "too large: not simulated, 301 points are more than tg_.maxSimSize = 300",
    "kept: computed in ",
    "(7, 7, 5, 3) True",
)


def cells():
    return nbformat.read(HERE / "analysis_cells.ipynb", as_version=4)


def code_cells(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def draws(cell):
    return any(name in cell.source for name in DRAWS)


def seen(figure):
    """Say of a figure what the table above says: its white corner is pA = 1, pB = 0."""
    drawn = [axes for axes in figure.axes if axes.images]  # the others are scales of colours
    corners = {TRIANGLE if (axes.images[0].get_array()[-1, 0] == 1).all() else SQUARE for axes in drawn}
    assert len(corners) == 1
    return figure.get_suptitle(), corners.pop(), [axes.get_title().splitlines()[0] for axes in drawn]


@pytest.fixture
def shown(monkeypatch):
    """What is shown by `plt.show`, which closes what it has shown, as in a notebook.

    Ticks are made when their texts are asked for, which takes half of the time; the tests of figures have them.
    """
    monkeypatch.setattr(panels, "plain_texts", lambda figure: figure)
    pyplot.close("all")  # what other tests of this process have left open
    figures = []

    def show():
        figures.extend(seen(pyplot.figure(number)) for number in pyplot.get_fignums())
        pyplot.close("all")

    monkeypatch.setattr(pyplot, "show", show)
    return figures


def test_every_cell_draws_what_it_should(shown, capsys):
    names, figures = {}, []
    for cell in code_cells(cells()):
        shown.clear()
        exec(compile(cell.source, "a cell", "exec"), names)
        assert not pyplot.get_fignums()
        if draws(cell):
            figures.append(list(shown))
        else:
            assert not shown
    assert len(figures) == 35
    for number, (drawn, expected) in enumerate(zip(figures, FIGURES, strict=True), 1):
        assert drawn == expected, f"cell {number} of those that draw"
    text = capsys.readouterr().out
    for printed in PRINTED:
        assert printed in text


# Cells of the published notebook that leave parameters out: what they draw, as above, or the start of what they print.
SHORT_CELLS = [
    ("testAB3()", [("", TRIANGLE, [PLAIN])]),
    ("testAB3(colors=['w','tw','u','uw'],AgtB=True)", [("", SQUARE, [PLAIN] * 4)]),
    (
        "testAB3(targets=[Strongest,Strongest,Strongest])",
        [("", TRIANGLE, [f"pC = 1; targets {', '.join(['Strongest'] * 3)}"])],
    ),
    (
        "testAB3(targets=[tg.Optimal,2,1])",
        [("", TRIANGLE, ["pC = 1; targets Optimal, C, B; search Others, Miss"])],
    ),
    ("testAB3(targets=[Self,C,B])", [("", TRIANGLE, ["pC = 1; targets A, C, B"])]),
    (
        "testAB3(pC=[0.25,1], search=[Others, Miss, Random], AgtB=True, colors=['uw'])",
        [("", SQUARE, [f"pC = {hit}; search Others, Miss, Random" for hit in ("1/4", "1")])],
    ),
    ("ptruelWhy([1/3,2/3,1])", "A misses because 25/63 > 59/189 (C) > 50/189 (B)."),
    ("ptruelWhy(pHits=[1/3,2/3,1], search=[Others])", "A aims at C because 59/189 > 50/189 (B)."),
    ("ptruelWhy(pHits=[1/3,2/3,1], targets=[Miss,C,Optimal], alg=algSim)", "player    hit    aim"),
    ("ptruelWhy(pHits=[0.75,0.55,1], search=[Others,Miss,Random])", "A mixes Random because 93/284 > "),
]


@pytest.mark.parametrize(("cell", "expected"), SHORT_CELLS, ids=[cell for cell, _ in SHORT_CELLS])
def test_cells_that_leave_parameters_out(cell, expected, shown, capsys, monkeypatch):
    drawn = figures_of_cells.testAB
    few = {"points": 4}  # in place of 300
    replaced = figures_of_cells.Replace
    monkeypatch.setattr(figures_of_cells, "testAB", lambda tests, **how: drawn(replaced(tests, **few), **how))
    names = {}
    exec(f"from truel_ref.notebook import *\n{cell}", names)
    if isinstance(expected, str):
        assert capsys.readouterr().out.startswith(expected)
    else:
        assert shown == expected
