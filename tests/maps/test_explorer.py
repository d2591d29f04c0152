"""The page of `truel-ref explore` without a browser: what it is asked, what it shows, and what it writes."""

import json
import re
import runpy
import shlex
import sys
import threading
from fractions import Fraction
from math import inf, nan
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import assume, given
from PIL import Image
from strategies import problems

from truel_ref import Problem, equilibria, solve, why
from truel_ref.cli import main
from truel_ref.errors import ExplanationError, LibraryError, MapError
from truel_ref.explain.comparison import compare_play
from truel_ref.fast import solving
from truel_ref.game.statement import command_text
from truel_ref.maps import MapSpec, build, map_problem
from truel_ref.maps.colors import OUTSIDE, colorings, paint
from truel_ref.maps.curves import exact_curves
from truel_ref.maps.explore.export import PIXELS_LIMIT, Plot, legend_html, map_page, packed_colors, page_of
from truel_ref.maps.explore.page import Newest, Stale, Ticket
from truel_ref.maps.explore.question import Question, coloring_names
from truel_ref.numbers import number_text

ROOT = Path(__file__).parents[2]
THIRD, TWO_THIRDS = Fraction(1, 3), Fraction(2, 3)
ONE = Problem([0, 0, 1])


# -- what is asked


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"play": "silent"}, "play: 'silent' is unknown; there are announced, stationary, difference"),
        ({"colors": "da"}, "colouring: 'da' is unknown; a map of 3 players has "),
        ({"play": "difference", "colors": "w"}, "colouring: 'w' is unknown; a difference has dp, do, da, dg"),
        ({"palette": "grey"}, "palette: 'grey' is unknown"),
        ({"points": 0}, "points: 0 is not an integer"),
        ({"problem": Problem([0, 0, "sqrt(2)/2"])}, "player C: 'sqrt\\(2\\)/2' is irrational"),
    ],
)
def test_what_is_no_question_is_refused(fields, words):
    with pytest.raises(MapError, match=words):
        Question(**{"problem": ONE} | fields)


def test_pictures_go_from_coarse_to_fine():
    assert Question(ONE).stages == (40, 200)
    assert Question(ONE, points=40).stages == (40,)
    assert Question(ONE, "stationary", points=30).stages == (10, 30)
    assert Question(Problem([0, 0, "1/2", 1])).stages == (10, 40, 200)


def test_a_point_is_answered_exactly():
    lines = Question(ONE).point_text(THIRD, TWO_THIRDS).splitlines()
    solution = solve([THIRD, TWO_THIRDS, 1])
    assert lines[0] == "pA = 1/3, pB = 2/3"
    assert [line.split()[1] for line in lines[1:4]] == [number_text(win) for win in solution.win]
    assert lines[4:] == ["aims Miss, C, B"]
    assert Question(ONE, a_above_b=False).point_text(TWO_THIRDS, THIRD) == OUTSIDE


def test_both_plays_of_a_point_are_told():
    problem = Problem(["1/2", "2/5", "3/5"])
    said = Question(problem, "difference", "da").point_text(*problem.hits[:2])
    assert said.splitlines()[:3] == ["pA = 1/2, pB = 2/5", "announced:", "A 75/196 (38.265 %)"]
    assert solve(problem).win[0] == Fraction(75, 196)
    (play,) = equilibria(problem)
    assert f"stationary:\nA {play.win[0]} (" in said
    assert said.endswith("aims C, Miss, A")


def test_several_equilibria_of_a_point_are_told():
    problem = Problem(["3/10", "3/10", "1/2"])
    lines = Question(problem, "stationary").point_text(*problem.hits[:2]).splitlines()
    assert lines[:2] == ["pA = 3/10, pB = 3/10", f"{len({play.aims for play in equilibria(problem)})} equilibria"]


def test_a_fraction_too_long_for_a_pointer_keeps_its_percentage():
    hits = ["17/100", "31/100", "37/200", "59/200", "83/200"]
    lines = Question(Problem(hits)).point_text(Fraction(17, 100), Fraction(31, 100)).splitlines()
    assert all(len(line) <= 64 for line in lines)
    assert all(re.fullmatch(r"[A-E] [0-9/]+…? \([0-9.]+ %\)", line) for line in lines[1:6])
    assert any("…" in line for line in lines)


EXPLAINED = {
    "announced": lambda problem: why(problem).to_text(width=100),
    "stationary": lambda problem: str(equilibria(problem)),
    "difference": lambda problem: str(compare_play(problem)),
}


@pytest.mark.parametrize("play", EXPLAINED)
def test_the_command_of_a_point_prints_what_the_page_shows(play, capsys):
    question = Question(
        Problem([0, 0, "1/2"], search="others,miss,random", tie_rule=2), play, "da" if play == "difference" else "w"
    )
    shown = question.explanation(THIRD, TWO_THIRDS)
    assert shown == EXPLAINED[play](question.problem_at(THIRD, TWO_THIRDS))
    program, *words = shlex.split(question.command(THIRD, TWO_THIRDS))
    assert program == "truel-ref"
    assert main(words) == 0
    assert capsys.readouterr().out == shown + "\n"


@given(problem=problems())
def test_a_command_states_its_problem(problem):
    """Read again by the command line, it is the same problem."""
    each_his_own = any(isinstance(words, tuple) for words in (*problem.search, *problem.search_later))
    assume(problem.people.are_usual and not each_his_own)
    asked, answer = [], solve(["1/2", 1])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(solving, "solve", lambda problem, **others: asked.append(problem) or answer)
        assert main(shlex.split(command_text("solve", problem))[1:]) == 0
    assert asked == [problem]


def test_every_colouring_is_offered_with_words():
    assert [name for name, _ in coloring_names("announced", 4)] == [*colorings(4)]
    texts = [text for play in ("announced", "difference") for _, text in coloring_names(play, 3)]
    assert len(set(texts)) == len(texts)
    for name, _ in coloring_names("difference", 3):
        Question(ONE, "difference", name)


# -- work


def test_the_newest_job_is_done_and_the_others_are_dropped():
    begun, go_on, done = threading.Event(), threading.Event(), threading.Event()
    seen = []

    def slow(ticket):
        seen.append("slow")
        begun.set()
        go_on.wait(60)
        ticket.check()
        seen.append("never")

    worker = Newest(seen.append)
    first = worker.ask(slow)
    assert begun.wait(60)
    waiting = worker.ask(lambda ticket: seen.append("dropped"))
    last = worker.ask(lambda ticket: (seen.append("last"), done.set()))
    go_on.set()
    assert done.wait(60)
    assert seen == ["slow", "last"]
    assert (first.current, waiting.current, last.current) == (False, False, True)
    worker.end()
    worker.thread.join(60)
    assert not worker.thread.is_alive()
    assert not last.current


def test_a_worker_survives_a_job_that_fails_and_tells_it():
    failures, done = [], threading.Event()
    worker = Newest(lambda error: (failures.append(error), done.set()))
    worker.ask(lambda ticket: 1 / 0)
    assert done.wait(60)
    done.clear()
    worker.ask(lambda ticket: done.set())
    assert done.wait(60)
    assert [type(error) for error in failures] == [ZeroDivisionError]
    worker.end()


# -- the picture


def test_colours_are_packed_byte_by_byte():
    colors = np.random.default_rng(13).random((5, 7, 3))
    packed = packed_colors(colors)
    for row in range(5):
        for column in range(7):
            red, green, blue = (round(255 * part) for part in colors[row, column].tolist())
            assert int(packed[row, column]) == red + (green << 8) + (blue << 16) + (255 << 24)


def test_a_legend_names_every_class_and_trusts_no_text():
    data = map_problem([1], points=12)
    painting = paint(data, "t")
    html = legend_html(painting)
    assert re.findall(r"</i>([^<]*)</li>", html)[-1] == OUTSIDE
    assert len(re.findall("<li>", html)) == len(painting.listed)
    sly = SimpleNamespace(title="<script>", bar=None, listed=())
    assert "<script>" not in legend_html(sly)
    assert "33.33" in legend_html(paint(data, "w"))


# -- the page


class AtOnce:
    """Does a job when it is asked for it, in the same thread."""

    def __init__(self, failed):
        self.tickets = []

    def ask(self, job):
        for ticket in self.tickets:
            ticket.current = False
        self.tickets.append(Ticket())
        job(self.tickets[-1])

    def end(self):
        self.tickets.append(None)


@pytest.fixture
def page(monkeypatch):
    """A page whose work is done at once, with what the loop would do after each step in `tick`."""
    pytest.importorskip("bokeh")
    from bokeh.document import Document

    from truel_ref.maps.explore import page as explore_page
    from truel_ref.maps.explore.page import Page

    monkeypatch.setattr(explore_page, "PATIENCE", inf)  # what is said of progress depends on the clock

    def tick(document):
        for callback in document.session_callbacks:
            document.remove_next_tick_callback(callback)
            callback.callback()

    def made(problem=ONE, play="announced", colors="w", points=12, point=None, **fields):
        document = Document()
        shown = Page(document, Question(problem, play, colors, points=points, **fields), point, AtOnce)
        shown.tick = lambda: tick(document)
        shown.tick()  # it begins
        shown.tick()
        return shown

    return made


def seen(page):
    """Return the pixels that a page shows."""
    (image,) = page.plot.image.data["image"]
    return image


def expected(hits, points=12, colors="w", **fields):
    data = map_problem(hits, points=points, a_above_b=True, **fields)
    return packed_colors(paint(data, colors).colors)


def test_the_page_shows_the_map(page):
    shown = page()
    assert (seen(shown) == expected([1])).all()
    assert shown.title.text == "pC = 1; search Others, Miss"
    assert shown.legend.text == legend_html(paint(map_problem([1], points=12, a_above_b=True), "w"))
    assert shown.status.text == ""
    assert shown.why.text == ""


def test_first_coarse_then_fine(page):
    shown = page(points=60)
    shown.slider.value = 50
    callbacks = [callback.callback for callback in shown.document.session_callbacks]
    callbacks[0]()
    assert seen(shown).shape == (41, 41)
    assert shown.status.text == "41 x 41 pixels, finer ones follow"
    shown.tick()
    assert (seen(shown) == expected(["1/2"], 60)).all()
    assert shown.status.text == ""


def test_what_was_shown_before_is_not_computed_again(page, monkeypatch):
    shown = page(points=60)
    shown.slider.value = 50
    shown.tick()
    monkeypatch.setattr(Question, "maps", None)
    shown.slider.value = 100
    shown.colors.value = "t"
    shown.tick()
    assert (seen(shown) == expected([1], 60, "t")).all()


def test_every_setting_changes_the_map(page):
    shown = page()
    shown.slider.value = 37
    shown.tick()
    assert shown.hit.value == "37/100"
    assert (seen(shown) == expected(["37/100"])).all()
    shown.hit.value = "1/3"
    shown.tick()
    assert shown.slider.value == 33
    assert shown.hit.value == "1/3"
    assert (seen(shown) == expected(["1/3"])).all()
    shown.search.active = [0, 3, 4]
    shown.ties.value = "4"
    shown.tick()
    assert shown.question.problem.search_later == shown.question.problem.search
    fields = {"search": "others,miss,random", "tie_rule": 4}
    assert (seen(shown) == expected(["1/3"], **fields)).all()
    shown.square.active = False
    shown.tick()
    painting = paint(map_problem(["1/3"], points=12, **fields), "w")
    assert (seen(shown) == packed_colors(painting.colors)).all()
    shown.palette.value = "okabe-ito"
    shown.tick()
    painting = paint(map_problem(["1/3"], points=12, **fields), "w", palette="okabe-ito")
    assert (seen(shown) == packed_colors(painting.colors)).all()


def test_another_play_brings_its_colourings(page):
    shown = page(colors="t")
    shown.play.active = 1
    shown.tick()
    assert (seen(shown) == expected([1], colors="t", model="stationary")).all()
    shown.play.active = 2
    shown.tick()
    assert shown.colors.value == "da"
    assert shown.question.play == "difference"
    assert shown.title.text.endswith("announced against stationary play")
    shown.play.active = 0
    shown.tick()
    assert shown.colors.value == "w"
    assert (seen(shown) == expected([1])).all()


@pytest.mark.parametrize(
    ("hit", "words"),
    [
        ("x", "is not a number"),
        ("3/2", "is not in [0, 1]"),
        ("1" * 41, "is longer than 40 characters"),
        ("<b>", "&lt;b&gt;"),
    ],
)
def test_what_cannot_be_read_is_told_and_changes_nothing(page, hit, words):
    shown = page()
    before = shown.question
    shown.hit.value = hit
    shown.tick()
    assert words in shown.status.text
    assert "<b>" not in shown.status.text
    assert shown.question == before


def test_nobody_searches_nothing(page):
    shown = page()
    shown.search.active = []
    shown.tick()
    assert "search" in shown.status.text
    assert (seen(shown) == expected([1])).all()


def test_the_pointer_is_told_the_exact_answer(page):
    shown = page()
    shown.move(66.0, 34.0)
    shown.tick()
    assert shown.plot.tooltip.visible
    assert shown.plot.tooltip.text == shown.question.point_text(THIRD, TWO_THIRDS)
    assert shown.plot.pixel.data == {"x": [pytest.approx(200 / 3)], "y": [pytest.approx(100 / 3)], "side": [100 / 12]}
    assert shown.plot.tooltip.anchor == "bottom_right"
    asked = len(shown.pointer.tickets)
    shown.move(66.5, 33.5)
    assert len(shown.pointer.tickets) == asked, "the same pixel was asked for again"
    shown.leave()
    assert not shown.plot.tooltip.visible


@pytest.mark.parametrize("place", [(None, 1.0), (nan, 1.0), (inf, 1.0), (-9.0, 4.0), (1.0, 300.0), ("1", 2)])
def test_a_pointer_outside_the_map_is_told_nothing(page, place):
    shown = page()
    shown.move(*place)
    shown.click(*place)
    shown.tick()
    assert not shown.plot.tooltip.visible
    assert shown.why.text == ""


def test_what_comes_late_is_dropped(page):
    """The answer for a pixel that the pointer has left is not shown."""
    shown = page()
    shown.move(10.0, 10.0)
    shown.leave()
    shown.tick()
    assert not shown.plot.tooltip.visible
    shown.click(10.0, 10.0)
    shown.click(66.0, 34.0)
    shown.tick()
    assert shown.why.text == why([THIRD, TWO_THIRDS, 1]).to_text(width=100)


def test_a_click_is_explained_and_stays_when_the_map_changes(page):
    shown = page()
    shown.click(66.0, 34.0)
    shown.tick()
    assert shown.command.text == "truel-ref why 1/3 2/3 1"
    assert shown.why.text == why([THIRD, TWO_THIRDS, 1]).to_text(width=100)
    shown.slider.value = 50
    shown.tick()
    assert shown.command.text == "truel-ref why 1/3 2/3 1/2"
    assert shown.why.text == why([THIRD, TWO_THIRDS, "1/2"]).to_text(width=100)
    shown.play.active = 1
    shown.tick()
    assert shown.command.text == "truel-ref equilibria 1/3 2/3 1/2"
    assert shown.why.text == str(equilibria([THIRD, TWO_THIRDS, "1/2"]))


def test_a_point_can_be_explained_from_the_first(page):
    shown = page(point=(THIRD, Fraction(5, 7)))
    assert shown.command.text == "truel-ref why 1/3 5/7 1"
    assert shown.plot.chosen.data == {"x": [float(Fraction(500, 7))], "y": [float(100 * THIRD)]}


def test_what_cannot_be_explained_says_so_in_its_place(page, monkeypatch):
    def refuse(question, *point, progress):
        raise ExplanationError("too many profiles")

    shown = page()
    monkeypatch.setattr(Question, "explanation", refuse)
    shown.click(66.0, 34.0)
    shown.tick()
    assert shown.why.text == "too many profiles"
    assert shown.status.text == ""


def test_nothing_on_the_page_is_read_as_a_formula(page):
    shown = page()
    assert all(part.disable_math for part in (shown.title, shown.status, shown.command, shown.why))


def test_exact_curves_are_drawn_where_they_are_known(page):
    shown = page(colors="t")
    shown.curves.active = True
    shown.tick()
    lines = exact_curves(MapSpec(ONE, 12, True), ["t"])["t"]
    assert shown.plot.curves.data["x"] == [[100 * right for _, right in line] for line in lines]
    assert shown.plot.curves.data["y"] == [[100 * up for up, _ in line] for line in lines]
    assert shown.status.text == ""
    shown.play.active = 1
    shown.tick()
    assert shown.plot.curves.data["x"] == []
    assert "exact curves are known for announced play" in shown.status.text
    shown.curves.active = False
    shown.tick()
    assert shown.status.text == ""


def test_two_and_four_players_are_shown_too(page):
    duel = page(Problem([0, 0]))
    assert (seen(duel) == expected([])).all()
    four = page(Problem([0, 0, "1/2", 1]), points=4)
    four.slider.value = 25
    four.tick()
    assert (seen(four) == expected(["1/4", 1], 4)).all()


def test_an_internal_error_is_told_on_the_page(page):
    shown = page()
    shown._failed(ZeroDivisionError("<zero>"))
    shown.tick()
    assert shown.status.text.count("internal error: ZeroDivisionError") == 1
    assert "<zero>" not in shown.status.text


def test_a_visitor_who_leaves_takes_his_workers_with_him(page):
    shown = page()
    (end,) = shown.document.session_destroyed_callbacks
    end(None)
    assert [worker.tickets[-1] for worker in (shown.pictures, shown.pointer, shown.points)] == [None] * 3


# -- pages that are written


def item_of(html):
    """Return the data of the plot in a page."""
    return json.loads(re.search(r"^const item = (.*);$", html, re.MULTILINE)[1])


def entries(value):
    """Yield all objects within plain data."""
    if isinstance(value, dict):
        yield value
        value = list(value.values())
    if isinstance(value, list):
        for entry in value:
            yield from entries(entry)


def texts_of(html):
    """Return the texts of the pixels that a page has, as its script finds them: by row and column."""
    (data,) = (
        entry for entry in entries(item_of(html)) if entry.get("type") == "map" and "first" in dict(entry["entries"])
    )
    table = dict(data["entries"])
    return {
        (row, first + place): text
        for row, (first, texts) in enumerate(zip(table["first"], table["text"], strict=True))
        for place, text in enumerate(texts)
    }


@pytest.fixture
def bokeh():
    return pytest.importorskip("bokeh")


def test_a_page_has_the_exact_answer_of_every_pixel(bokeh):
    for square in (False, True):
        data = map_problem(["1/2"], points=6, a_above_b=square)
        texts = texts_of(data.page("t"))
        assert set(texts) == set(data.spec.pixels())
        for (row, column), text in texts.items():
            lines = text.splitlines()
            solution = solve([Fraction(row, 6), Fraction(column, 6), "1/2"])
            wins = [number_text(win) for win in solution.win]
            assert [line.split(" ")[:2] for line in lines[1:4]] == [["A", wins[0]], ["B", wins[1]], ["C", wins[2]]]


def test_a_page_is_written_again_byte_for_byte(bokeh):
    """Even after other pages in between, and from an equal map that was made again."""
    first = map_problem([1], points=6).page("u")
    map_problem(["1/2"], points=4).page()
    assert map_problem([1], points=6).page("u") == first


def test_a_page_asks_for_nothing(bokeh):
    html = map_problem([1], points=4).page()
    assert re.findall(r"<(?:script|link|img|iframe)\b[^>]*(?:src|href)=(?!\"data:)[^>]*>", html) == []
    assert html.count("<script") == html.count("</script>")


def test_a_question_is_written_with_its_play(bokeh):
    question = Question(Problem([0, 0, "1/2"]), "difference", "dp", points=5)
    html = page_of(question)
    assert texts_of(html)[2, 3] == question.point_text(Fraction(2, 5), Fraction(3, 5))
    assert "announced against stationary play" in html
    alone = Question(Problem([0, 0, "1/2"]), points=5)
    assert page_of(alone) == map_page(build(alone.specs(5)[0]))


def test_a_page_of_too_many_pixels_is_refused_before_any_is_solved(bokeh):
    spec = MapSpec(ONE, 300, True)
    with pytest.raises(MapError, match=f"90,601 pixels, .* up to {PIXELS_LIMIT:,}; take 222 points or fewer"):
        map_page(SimpleNamespace(spec=spec))
    assert MapSpec(ONE, 222, True).size <= PIXELS_LIMIT < MapSpec(ONE, 223, True).size


def test_a_cell_of_a_notebook_shows_the_page(bokeh):
    from html import unescape

    data = map_problem([1], points=4)
    frame = data.hover("t")._repr_html_()
    assert unescape(re.fullmatch(r'<iframe srcdoc="([^"]*)" style="[^"]*"></iframe>', frame)[1]) == data.page("t")


def test_a_map_draws_itself():
    data = map_problem([1], points=4)
    axes = data.figure("o,u", titles=["mine"]).axes
    assert [each.get_title() for each in axes] == ["order of the win probabilities", "most unusual aim in play"]
    assert data._repr_png_()[1:4] == b"PNG"


def test_without_matplotlib_a_notebook_shows_the_table_only(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    data = map_problem([1], points=4)
    assert data._repr_png_() is None
    with pytest.raises(LibraryError, match="pip install matplotlib"):
        data.figure()


def test_progress_counts_every_pixel(bokeh):
    counts = []
    question = Question(ONE, points=5)
    page_of(question, counts.append)
    assert sum(counts) == 2 * 36


# -- the command


def test_the_command_writes_a_page(bokeh, tmp_path, capsys):
    path = tmp_path / "map.html"
    words = ["explore", "1/3", "2/3", "1/2", "--points", "5", "--colors", "t", "--triangle", "--export", str(path)]
    assert main(words) == 0
    assert path.read_text() == page_of(Question(Problem([0, 0, "1/2"]), colors="t", points=5, a_above_b=False))
    said = capsys.readouterr()
    assert said.out.startswith(f"{path}: pC = 1/2; search Others, Miss; 21 pixels, ")
    assert said.err == ""


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["1/3"], "give the hit probabilities of at least two players: truel-ref explore 1/3 2/3 1"),
        (["--play", "silent"], "play: 'silent' is unknown; there are announced, stationary, difference"),
        (["--colors", "zz"], "colouring: 'zz' is unknown"),
        (["--export", "map.png"], "--export: the page is written as HTML; end the name in .html"),
        (["--export", "nowhere/map.html"], "cannot write 'nowhere/map.html': there is no folder 'nowhere'"),
        (["--export", "map.html", "--points", "300"], "points: 300 make 90,601 pixels"),
        (["sqrt(2)/2", "1/2", "1"], "player A: 'sqrt(2)/2' is irrational"),
        (["--port", "70000"], "--port: 70000 is above 65,535"),
    ],
)
def test_slips_are_told_in_one_line(words, message, bokeh, refused, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    refused(["explore", *words], message)
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize("words", [[], ["--export", "map.html"]])
def test_without_bokeh_one_line_says_how_to_install_it(words, monkeypatch, refused, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "bokeh", None)
    refused(["explore", *words], "this needs bokeh, which is not installed; install it with: pip install bokeh")


def test_a_port_that_is_taken_is_told(bokeh, refused):
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        refused(["explore", "--no-browser", "--port", str(port)], f"port {port}: Address already in use; leave --port")


def test_tickets_end_jobs():
    ticket = Ticket()
    ticket.check(5)
    ticket.current = False
    with pytest.raises(Stale):
        ticket.check(5)


def test_a_plot_shows_the_outermost_pixels_whole(bokeh):
    plot = Plot(10)
    plot.show(paint(map_problem([1], points=10, a_above_b=True), "w"), 10)
    assert (plot.figure.x_range.start, plot.figure.x_range.end) == (-5, 105)
    assert plot.image.data["low"] == [-5]
    assert plot.image.data["side"] == [110]


def test_the_picture_of_the_docs_shows_the_answers_of_today():
    script = runpy.run_path(str(ROOT / "scripts" / "draw_page.py"))
    shown = Image.open(ROOT / "docs" / "pictures" / "explore.png").text["Description"]
    assert shown == script["description"](), "take it again with scripts/draw_page.py"
