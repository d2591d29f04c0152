"""Pictures of decisions show the numbers that they are made of, and are the same bytes every time."""

import cases
import pytest
from matplotlib.text import Text

from truel_ref import course, decision, solve, why
from truel_ref.explain.pictures import bars, picture, turns


def texts(figure):
    (axes,) = figure.axes
    return [text.get_text() for text in axes.texts]


def test_bars_show_who_wins_after_each_option():
    solution = solve(cases.ORIGINAL)
    figure = bars(decision(solution), solution.problem)
    assert texts(figure)[-3:] == ["A  25/63\n39.7 %", "B  8/21\n38.1 %", "C  2/9\n22.2 %"]
    (axes,) = figure.axes
    assert [tick.get_fontweight() for tick in axes.get_yticklabels()] == ["normal", "normal", "bold"]
    widths = [patch.get_width() for patch in axes.patches]
    assert [sum(widths[row : row + 4]) for row in (0, 4, 8)] == pytest.approx([1, 1, 1])


def test_bars_of_a_later_decision_with_a_stalemate():
    solution = solve(["1/2", "1/2", "1/2"], targets=["Miss", "Miss", "Optimal"])
    figure = bars(decision(solution, "Miss,Miss"), solution.problem)
    (axes,) = figure.axes
    assert axes.get_yticklabels()[2].get_text() == "C misses\n(only a stalemate can follow)"
    assert "nobody  1\n100.0 %" in texts(figure)
    assert "after A misses; B misses" in axes.get_title(loc="left")


def test_every_segment_of_a_bar_has_its_chance_inside_or_below():
    solution = solve(["1/100", "1/50", 1])
    choice = decision(solution)
    (axes,) = bars(choice, solution.problem).axes
    for row, worth in enumerate(choice.worths):
        inside = [text.get_text() for text in axes.texts if text.get_position()[1] == row]
        (below,) = [text for text in axes.texts if text.get_position()[1] == row + 0.5]
        assert [text[0] for text in inside] == ["C"]
        assert [part[0] for part in below.get_text().split(",  ")] == ["A", "B"]
        assert below.get_position()[0] == float(worth.win[0]) / 2
        assert below.get_ha() == "left"
    wide = bars(decision(solve(cases.ORIGINAL)), solution.problem).axes[0]
    assert all(text.get_position()[1] in range(3) for text in wide.texts)


def test_the_end_of_a_course_that_shows_nothing_is_one_bar():
    long = course(solve(cases.ORIGINAL), turns=40)
    (axes,) = turns(long).axes
    assert [tick.get_text() for tick in axes.get_xticklabels()] == [*map(str, range(1, 13)), "more"]
    assert [f"{100 * float(chance):.1f}" for chance in long.distribution[12:15]] == ["0.1", "0.0", "0.0"]
    rest = long.longer + sum(long.distribution[13:])
    assert axes.patches[12].get_height() == float(rest) > float(long.longer)
    assert axes.texts[-2].get_text() == " < 0.1 %"
    stalled = turns(course(solve(["1/2", "1/2", "1/2"], targets=["Miss"] * 3), turns=3)).axes[0]
    assert stalled.get_xticklabels()[-1].get_text() == "more\n(dark: stalemate)"
    assert (
        turns(course(solve([0, "1/2", 1]), turns=3))
        .axes[0]
        .get_title(loc="left")
        .endswith("if A never hits, B hits 1/2, C always hits")
    )


def test_no_name_is_read_as_a_formula():
    names = [r"x$\frac$", r"a\$b$", r"y\_^$"]
    explained = why(cases.ORIGINAL, names=names)
    length = turns(course(solve(cases.ORIGINAL, names=[names[0], "q", "r"]), turns=3))
    for figure in (explained.plot(), length):
        every = figure.findobj(Text)
        assert any(names[0] in text.get_text() for text in every)
        assert not any(text.get_parse_math() for text in every)
        assert picture(figure, "svg").startswith(b"<?xml")


def test_long_names_are_cut():
    explained = why(cases.ORIGINAL, names=["W" * 40, "q", "r"])
    figure = explained.plot()
    assert max(map(len, "\n".join(texts(figure)).split())) <= 11
    assert picture(figure, dpi=40)[1:4] == b"PNG"


@pytest.mark.parametrize("kind", ["png", "svg", "pdf"])
def test_pictures_are_the_same_bytes(kind):
    solution = solve(["1/2", 1])
    one, other = (picture(bars(decision(solution), solution.problem), kind, dpi=40) for _ in range(2))
    assert one == other
