"""Pictures of decisions show the numbers that they are made of, and are the same bytes every time."""

import hashlib
import os
import subprocess
import sys
import warnings

import cases
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.text import Text

from truel_ref import course, decision, solve, why
from truel_ref.explain.pictures import bars, turns
from truel_ref.records.drawing import picture, usual_settings

SIX = ["1/100", "1/50", "1/40", "3/4", "5/7", "1"]
NAMES = ["Maximiliane", "Bartholomew", "Christophorus", "Dionysius-Ferdinand", "Elisabethville", "Friederike W."]


def drawn_texts(figure):
    return [text.get_text() for text in figure.axes[0].texts]


def test_bars_show_who_wins_after_each_option():
    solution = solve(cases.ORIGINAL)
    figure = bars(decision(solution))
    assert drawn_texts(figure)[-3:] == ["25/63\n39.7 %", "8/21\n38.1 %", "2/9\n22.2 %"]
    bold = [text.get_text() for text in figure.axes[0].texts if text.get_fontweight() == "bold"]
    assert bold[:4] == ["A", "B", "C", "A misses,\nthen B at C, C at B"]
    assert "A Random,\nthen B at C, C at B" in drawn_texts(bars(decision(solve(cases.ORIGINAL, search="all"))))
    widths = [patch.get_width() for patch in figure.axes[0].patches]
    shares = [float(win) for worth in decision(solution).worths for win in worth.win]
    assert [width / sum(widths[:3]) for width in widths] == pytest.approx(shares)


def test_bars_of_a_later_decision_with_a_stalemate():
    solution = solve(["1/2", "1/2", "1/2"], targets=["Miss", "Miss", "Optimal"])
    written = drawn_texts(bars(decision(solution, "Miss,Miss")))
    assert "after A misses; B misses" in written[0]
    assert written[4] == "nobody"
    assert written[-5:] == ["C misses\n(only a stalemate can follow)", *["0\n0.0 %"] * 3, "1\n100.0 %"]


@pytest.mark.parametrize("most", [1, 8, 9])
def test_bars_of_all_lengths_add_up_to_1(most):
    lengths = turns(course(solve(cases.ORIGINAL), turns=most)).axes[0].containers[0]
    assert sum(bar.get_height() for bar in lengths) == pytest.approx(1)


@pytest.mark.parametrize("names", [None, NAMES])
@pytest.mark.parametrize("players", [2, 3, 6])
def test_nothing_runs_off_or_lies_on_something_else(players, names):
    solution = solve(SIX[-players:], **({"names": names[:players]} if names else {}))
    figure = bars(decision(solution))
    renderer = FigureCanvasAgg(figure).get_renderer()
    figure.draw(renderer)
    written = [text.get_window_extent(renderer) for text in figure.axes[0].texts]
    drawn = [patch.get_window_extent(renderer) for patch in figure.axes[0].patches if patch.get_width()]
    edge = figure.patch.get_window_extent(renderer)
    assert all(edge.x0 <= box.x0 and box.x1 <= edge.x1 and edge.y0 <= box.y0 and box.y1 <= edge.y1 for box in written)
    assert not any(box.overlaps(other) for at, box in enumerate(written) for other in [*written[:at], *drawn])


def test_names_that_are_cut_alike_are_told_apart():
    figure = bars(decision(solve(cases.ORIGINAL, names=["Grandmaster A", "Grandmaster B", "Carl"])))
    assert drawn_texts(figure)[1:4] == ["Grandma… 1", "Grandma… 2", "Carl"]


def test_only_signs_that_no_font_has_are_passed_over_in_silence():
    with pytest.warns(UserWarning, match="^other$"), usual_settings():
        warnings.warn("Glyph 128512 (\\N{GRINNING FACE}) missing from font(s) DejaVu Sans.", stacklevel=1)
        warnings.warn("other", stacklevel=1)


def test_no_name_is_read_as_a_formula():
    names = [r"x$\frac$", r"a\$b$", r"y\_^$"]
    explained = why(cases.ORIGINAL, names=names)
    length = turns(course(solve(cases.ORIGINAL, names=[names[0], "q", "r"]), turns=3))
    for figure in (explained.plot(), length):
        every = figure.findobj(Text)
        assert any(names[0] in text.get_text() for text in every)
        assert not any(text.get_parse_math() for text in every)
        assert picture(figure, "svg").startswith(b"<?xml")


@pytest.mark.parametrize("kind", ["png", "svg", "pdf"])
def test_pictures_are_the_same_bytes(kind):
    solution = solve(["1/2", 1])
    one, other = (picture(bars(decision(solution)), kind, dpi=40) for _ in range(2))
    assert one == other


def test_pictures_are_the_same_whatever_the_environment_says(tmp_path):
    code = (
        "import hashlib, truel_ref; from truel_ref.records.drawing import picture;"
        "print(hashlib.sha256(picture(truel_ref.why([.5, 1]).plot(), dpi=30)).hexdigest())"
    )
    (tmp_path / "matplotlibrc").write_text("text.usetex: True\nfont.size: 30\naxes.facecolor: red\nfigure.dpi: 40\n")
    changed = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), "MPLBACKEND": "module://no_such.backend"}
    words = [sys.executable, "-c", code]
    said = subprocess.check_output(words, env=changed, cwd=tmp_path, stderr=subprocess.STDOUT, text=True)
    assert said.strip() == hashlib.sha256(picture(why([0.5, 1]).plot(), dpi=30)).hexdigest()
