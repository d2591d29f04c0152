"""The page of `truel-ref explore` without a browser: what it is asked, what it shows, and what it writes."""

import json
import re
import runpy
import shlex
import sys
import threading
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from html import unescape
from math import inf, nan
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import parse_qsl

import numpy as np
import pytest
from hypothesis import assume, given
from PIL import Image
from strategies import problems

from truel_ref import Problem, equilibria, solve, why
from truel_ref.cli import main
from truel_ref.errors import ExplanationError, MapError, TruelError
from truel_ref.explain.comparison import compare_play
from truel_ref.fast import solving
from truel_ref.game.statement import command_text
from truel_ref.maps import MapSpec, map_problem
from truel_ref.maps.colors import OUTSIDE, colorings, paint
from truel_ref.maps.curves import exact_curves
from truel_ref.maps.explore.export import PIXELS_LIMIT, Plot, legend_html, map_page, packed_colors, page_of
from truel_ref.maps.explore.page import Newest, Ticket
from truel_ref.maps.explore.question import Question, coloring_names
from truel_ref.maps.labels import answer_rows
from truel_ref.numbers import number_text

ROOT = Path(__file__).parents[2]
THIRD, TWO_THIRDS = Fraction(1, 3), Fraction(2, 3)
ONE = Problem([0, 0, 1])


# -- what is asked


def test_pictures_go_from_coarse_to_fine():
    four = Problem([0, 0, "1/2", 1])
    asked = Question(ONE), Question(ONE, points=40), Question(ONE, "stationary", points=30), Question(four)
    assert [question.stages for question in asked] == [(40, 200), (40,), (10, 30), (10, 40, 200)]


def test_a_point_is_answered_exactly():
    lines = Question(ONE).point_text(THIRD, TWO_THIRDS).splitlines()
    wins = [number_text(win) for win in solve([THIRD, TWO_THIRDS, 1]).win]
    assert [lines[0], *(line.split()[1] for line in lines[1:4]), *lines[4:]] == [
        "pA = 1/3, pB = 2/3",
        *wins,
        "aims Miss, C, B",
    ]
    assert Question(ONE, a_above_b=False).point_text(TWO_THIRDS, THIRD) == OUTSIDE


def test_both_plays_of_a_point_are_told():
    problem = Problem(["1/2", "2/5", "3/5"])
    said = Question(problem, "both", "da").point_text(*problem.hits[:2])
    assert said.splitlines()[:3] == ["pA = 1/2, pB = 2/5", "announced:", "A 75/196 (38.265 %)"]
    (play,) = equilibria(problem)
    assert f"stationary:\nA {play.win[0]} (" in said
    assert said.endswith("aims C, Miss, A")


def test_a_fraction_too_long_for_a_pointer_keeps_its_percentage():
    hits = ["17/100", "31/100", "37/200", "59/200", "83/200"]
    lines = Question(Problem(hits)).point_text(Fraction(17, 100), Fraction(31, 100)).splitlines()[1:6]
    assert [line for line in lines if not re.fullmatch(r"[A-E] [0-9/]+…? \([0-9.]+ %\)", line) or len(line) > 64] == []
    assert any("…" in line for line in lines)


EXPLAINED = {
    "announced": why,
    "stationary": equilibria,
    "both": compare_play,
}


@pytest.mark.parametrize("play", EXPLAINED)
def test_the_command_of_a_point_prints_what_the_page_shows(play, capsys):
    question = Question(
        Problem([0, 0, "1/2"], search="others,miss,random", tie_rule=2), play, "da" if play == "both" else "w"
    )
    shown = str(question.explanation(THIRD, TWO_THIRDS))
    assert shown == str(EXPLAINED[play](question.problem_at(THIRD, TWO_THIRDS)))
    program, *words = shlex.split(question.command(THIRD, TWO_THIRDS))
    assert (program, main(words), capsys.readouterr().out) == ("truel-ref", 0, shown + "\n")


def test_of_many_players_only_what_the_first_weighs_is_shown(capsys):
    hits = ["17/100", "31/100", "1/5", "3/10", "2/5"]
    five = Question(Problem(["0", "0", *hits[2:]]))
    shown = five.explanation(*map(Fraction, hits[:2]))
    assert [str(row.profile.aims[0]) for row in shown.rows] == ["B", "C", "D", "E", "Miss"]
    assert main(shlex.split(five.command(*map(Fraction, hits[:2])))[1:]) == 0
    assert capsys.readouterr().out == f"{shown}\n"
    four = Question(Problem(["0", "0", *hits[2:4]]))
    assert len(four.explanation(*map(Fraction, hits[:2])).rows) == 4**4
    assert "--player" not in Question(five.problem, "stationary").command(THIRD, TWO_THIRDS)


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
    texts = [text for play in ("announced", "both") for _, text in coloring_names(play, 3)]
    assert len(set(texts)) == len(texts)
    for name, _ in coloring_names("both", 3):
        Question(ONE, "both", name)


POINT = Fraction(1, 7), Fraction(99_991, 100_000)


@pytest.mark.parametrize(
    ("question", "point"),
    [
        (Question(ONE), None),
        (Question(Problem([0, 0]), palette="okabe-ito", a_above_b=False), POINT),
        (Question(Problem([0, 0, "1/3", "5/7"], search="self,random", tie_rule=-4), "stationary", "tB"), POINT),
        (Question(Problem([0, 0, "1/3"], search="others", search_later="miss"), "both", "dg"), POINT),
    ],
)
def test_an_address_has_the_whole_state_of_the_page(question, point):
    """Read again where other things were asked at first, it is the same question and the same point."""
    others = Problem([0, 0, *[1] * (question.problem.players - 2)], search="self", tie_rule=2)
    if question.problem.search_later != question.problem.search:
        others = replace(others, search_later=question.problem.search_later)
    others = replace(others, hits=(*others.hits[:3], *question.problem.hits[3:]))
    said = dict(parse_qsl(question.address(point).removeprefix("?"), strict_parsing=True))
    assert Question(others).with_settings(said) == (question, point)


def test_an_address_may_leave_out_what_the_first_question_says():
    first = Question(Problem([0, 0, "1/2"], tie_rule=2), colors="t", points=60)
    assert first.with_settings({}) == (first, None)
    assert first.with_settings({"pA": "0.25", "pB": "50%"}) == (first, (Fraction(1, 4), Fraction(1, 2)))
    assert first.with_settings({"play": "both"})[0] == replace(first, play="both", colors="da")
    assert first.with_settings({"play": "announced"})[0] == first


WRONG_ADDRESSES = {
    "pA: '3/2' is not in [0, 1]": {"pA": "3/2", "pB": "1"},
    "pB: '__import__(1)' is not a number": {"pA": "1", "pB": "__import__(1)"},
    "a point needs both pA and pB": {"pA": "1/2"},
    "pC: '1/0'": {"pC": "1/0"},
    "pC: '111111111111111111… is longer than 40 characters": {"pC": "1" * 41},
    "pA: '0.0000000000000000… is longer than 40 characters": {"pA": "0." + "0" * 10**6, "pB": "1"},
    "search: ": {"search": "nobody"},
    "search": {"search": ""},
    "play: 'x' is unknown": {"play": "x"},
    "colouring: 'da' is unknown": {"colors": "da"},
    "palette: 'x' is unknown": {"palette": "x"},
    "ties: '7' is not a tie rule": {"ties": "7"},
    "triangle: 'maybe' is unknown; choose from yes, no": {"triangle": "maybe"},
    "'points' is unknown; choose from pA, pB, pC, play": {"points": "100000"},
    r"'\x1b[31m' is unknown": {"\x1b[31m": ""},
}


@pytest.mark.parametrize(("message", "said"), WRONG_ADDRESSES.items())
def test_a_wrong_address_is_refused_in_plain_words(message, said):
    with pytest.raises(TruelError) as refused:
        Question(ONE).with_settings(said)
    assert message in str(refused.value)
    assert len(str(refused.value)) < 300
    with pytest.raises(MapError, match="'pC' is unknown"):
        Question(Problem([0, 0])).with_settings({"pC": "1"})


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
    assert (seen, first.current, waiting.current, last.current) == (["slow", "last"], False, False, True)
    worker.end()
    worker.thread.join(60)
    assert (worker.thread.is_alive(), last.current) == (False, False)


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
    red, green, blue = np.moveaxis(np.round(255 * colors).astype(int), -1, 0)
    assert (packed_colors(colors) == red + (green << 8) + (blue << 16) + (255 << 24)).all()


def test_a_legend_names_every_class_and_trusts_no_text():
    data = map_problem([1], points=12)
    painting = paint(data, "t")
    named = re.findall(r"<li>.*?</i>([^<]*)</li>", legend_html(painting))
    assert (len(named), named[-1]) == (len(painting.listed), OUTSIDE)
    assert "<script>" not in legend_html(SimpleNamespace(title="<script>", bar=None, listed=()))
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

    def change(shown, **settings):
        for name, value in settings.items():
            widget = getattr(shown, name)
            setattr(widget, "active" if hasattr(widget, "active") else "value", value)
        tick(shown.document)

    def made(problem=ONE, play="announced", colors="w", points=6, point=None, said=None, **fields):
        document = Document()
        shown = Page(document, Question(problem, play, colors, points=points, **fields), point, AtOnce, said)
        shown.tick, shown.change = partial(tick, document), partial(change, shown)
        shown.tick()  # it begins
        shown.tick()
        return shown

    return made


def rows(hit_a, hit_b):
    """Return the answer at a point as a page shows it, where C always hits."""
    return answer_rows(Question(ONE).point_text(hit_a, hit_b))


def table(page):
    """Return the rows of the table that a page shows."""
    return page.plot.figure.tags


def told(record):
    """Return an explanation as a page shows it: fractions may be broken behind their strokes."""
    return re.sub("(<td>[0-9]+/)", r"\1<wbr>", record._repr_html_())


def seen(page):
    """Return the pixels that a page shows."""
    (image,) = page.plot.image.data["image"]
    return image.tolist()


def expected(hits, points=6, colors="w", a_above_b=True, palette="okabe-ito", **fields):
    data = map_problem(hits, points=points, a_above_b=a_above_b, **fields)
    return packed_colors(paint(data, colors, palette=palette).colors).tolist()


def test_the_page_shows_the_map_and_nothing_on_it_is_read_as_a_formula(page):
    shown = page()
    assert seen(shown) == expected([1])
    legend = legend_html(paint(map_problem([1], points=6, a_above_b=True), "w"))
    parts = [shown.title, shown.legend, shown.notice, shown.status, shown.command, shown.why]
    assert [part.text for part in parts] == ["pC = 1; search Others, Miss", legend, "", "", "", ""]
    assert all(part.disable_math for part in parts)


def test_first_coarse_then_fine_and_what_was_shown_before_is_not_computed_again(page, monkeypatch):
    shown = page(points=42)
    shown.slider.value = 50
    callbacks = [callback.callback for callback in shown.document.session_callbacks]
    callbacks[0]()
    assert (len(seen(shown)), shown.status.text) == (41, "41 x 41 pixels, finer ones follow")
    shown.tick()
    assert (seen(shown), shown.status.text) == (expected(["1/2"], 42), "")
    monkeypatch.setattr(Question, "maps", None)
    shown.change(slider=100, colors="t")
    assert seen(shown) == expected([1], 42, "t")


def test_every_setting_changes_the_map(page):
    shown = page()
    shown.change(slider=37)
    assert (shown.hit.value, seen(shown)) == ("37/100", expected(["37/100"]))
    shown.change(hit="1/3")
    assert (shown.slider.value, shown.hit.value, seen(shown)) == (33, "1/3", expected(["1/3"]))
    shown.search.active = [0, 3, 4]
    fields = {"search": "others,miss,random", "tie_rule": 4}
    shown.change(ties="shooting-order")
    assert shown.question.problem.search_later == shown.question.problem.search
    assert seen(shown) == expected(["1/3"], **fields)
    for name, value, more in (
        ("square", False, {"a_above_b": False}),
        ("palette", "okabe-ito", {"palette": "okabe-ito"}),
    ):
        fields |= more
        shown.change(**{name: value})
        assert seen(shown) == expected(["1/3"], **fields)


def test_another_play_brings_its_colourings(page):
    shown = page(colors="t")
    shown.change(play=1)
    assert seen(shown) == expected([1], colors="t", model="stationary")
    shown.change(play=2)
    assert (shown.colors.value, shown.question.play) == ("da", "both")
    assert shown.title.text.endswith("announced against stationary play")
    shown.change(play=0)
    assert (shown.colors.value, seen(shown)) == ("w", expected([1]))


def test_what_cannot_be_read_is_told_and_changes_nothing(page):
    shown = page(points=2)
    before = shown.question
    for settings, words in (
        ({"search": []}, "search"),
        ({"search": [0, 3], "hit": "x"}, "is not a number"),
        ({"hit": "3/2"}, "is not in [0, 1]"),
        ({"hit": "1" * 41}, "is longer than 40 characters"),
        ({"hit": "<b>"}, "&lt;b&gt;"),
    ):
        shown.change(**settings)
        assert words in shown.notice.text
        assert "<b>" not in shown.notice.text
        assert (shown.question, seen(shown)) == (before, expected([1], 2))
    shown.change(hit="1")
    assert (shown.notice.text, shown.question) == ("", before)


def test_the_pointer_is_told_the_exact_answer(page):
    shown = page()
    shown.move(66.0, 34.0)
    shown.tick()
    assert table(shown) == rows(THIRD, TWO_THIRDS)
    assert shown.plot.pixel.data == {"x": [pytest.approx(200 / 3)], "y": [pytest.approx(100 / 3)], "side": [100 / 6]}
    asked = len(shown.pointer.tickets)
    shown.move(66.5, 33.5)
    assert len(shown.pointer.tickets) == asked, "the same pixel was asked for again"
    shown.leave()
    shown.tick()
    assert (table(shown), shown.plot.pixel.data["x"]) == ([], [])


def test_the_table_shows_the_chosen_point_again_when_the_pointer_leaves(page):
    shown = page(point=(Fraction(1, 7), THIRD))
    assert table(shown) == rows(Fraction(1, 7), THIRD)
    shown.move(66.0, 34.0)
    shown.tick()
    assert table(shown) == rows(THIRD, TWO_THIRDS)
    shown.leave()
    shown.tick()
    assert table(shown) == rows(Fraction(1, 7), THIRD)


def test_a_pointer_outside_the_map_is_told_nothing(page):
    shown = page(points=2)
    for place in [(None, 1.0), (nan, 1.0), (inf, 1.0), (-26.0, 4.0), (1.0, 300.0), ("1", 2)]:
        shown.move(*place)
        shown.click(*place)
        shown.tick()
        assert (table(shown), shown.why.text, shown.point) == ([], "", None)


def test_what_comes_late_is_dropped(page):
    """The answer for a pixel that the pointer has left is not shown."""
    shown = page()
    shown.move(10.0, 10.0)
    shown.leave()
    shown.tick()
    assert table(shown) == []
    shown.click(10.0, 10.0)
    shown.click(66.0, 34.0)
    shown.tick()
    assert shown.why.text == told(why([THIRD, TWO_THIRDS, 1]))


def test_a_click_is_explained_and_stays_when_the_map_changes(page):
    shown, hits = page(points=3), [THIRD, TWO_THIRDS]
    shown.click(66.0, 34.0)
    for settings, command, text in (
        ({}, "why 1/3 2/3 1", why([*hits, 1])),
        ({"slider": 50}, "why 1/3 2/3 1/2", why([*hits, "1/2"])),
        ({"play": 1}, "equilibria 1/3 2/3 1/2", equilibria([*hits, "1/2"])),
    ):
        shown.change(**settings)
        assert (shown.command.text, shown.why.text) == (f"truel-ref {command}", told(text))
        assert table(shown) == answer_rows(shown.question.point_text(*hits))
        assert shown.title.tags == [shown.question.address((THIRD, TWO_THIRDS))]


def test_the_arrow_keys_move_one_hit_probability_and_keep_the_other_exact(page):
    """The browser moves the cross, and the page explains the point where it is now."""
    shown = page(points=10, point=(THIRD, TWO_THIRDS), a_above_b=False)
    shown.plot.chosen.data = {"x": [70.0], "y": shown.plot.chosen.data["y"]}
    shown.tick()
    assert (shown.point, table(shown)) == ((THIRD, Fraction(7, 10)), rows(THIRD, Fraction(7, 10)))
    assert shown.command.text == "truel-ref why 1/3 7/10 1"
    assert shown.title.tags[0].startswith("?pA=1/3&pB=7/10&")
    shown.plot.chosen.data = {"x": [70.0], "y": [80.0]}
    assert shown.point == (THIRD, Fraction(7, 10)), "there is no pixel"
    assert shown.plot.chosen.data == {"x": [70.0], "y": [float(100 * THIRD)]}
    for nonsense in ({"x": ["a"], "y": [1]}, {"x": [nan], "y": [2.0]}, {"x": [], "y": []}):
        shown.plot.chosen.data = nonsense
        assert shown.plot.chosen.data == {"x": [70.0], "y": [float(100 * THIRD)]}


def test_the_arrow_keys_choose_a_point_where_there_was_none(page):
    shown = page(points=10)
    shown.plot.chosen.data = {"x": [60.0], "y": [50]}
    assert shown.point == (Fraction(1, 2), Fraction(3, 5))


def test_the_address_says_what_the_page_shows_first_and_every_change(page):
    said = {"pA": "1/3", "pB": "5/7", "pC": "1/2", "search": "others", "colors": "t", "ties": "2", "triangle": "yes"}
    shown = page(said=said | {"ties": "strongest", "palette": "okabe-ito"})
    fields = {"search": "others", "tie_rule": 2}
    assert seen(shown) == expected(["1/2"], colors="t", a_above_b=False, palette="okabe-ito", **fields)
    assert (shown.point, shown.notice.text) == ((THIRD, Fraction(5, 7)), "")
    widgets = [shown.hit.value, shown.slider.value, shown.search.active, shown.ties.value, shown.colors.value]
    assert [*widgets, shown.palette.value, shown.square.active] == [
        *("1/2", 50, [0], "strongest", "t"),
        *("okabe-ito", False),
    ]
    for name, value, text in (
        ("colors", "w", "colors=w"),
        ("ties", "opposite-of-simplest", "ties=opposite-of-simplest"),
        ("slider", 25, "pC=1/4"),
        ("play", 1, "play=stationary"),
        ("square", True, "triangle=no"),
        ("search", [0, 3], "search=Others,Miss"),
    ):
        assert text not in shown.title.tags[0]
        shown.change(**{name: value})
        assert text in shown.title.tags[0]
    first = Question(ONE, points=6)
    again = dict(parse_qsl(shown.title.tags[0].removeprefix("?")))
    assert first.with_settings(again) == (shown.question, shown.point)


def test_a_mistake_in_the_address_is_said_and_the_page_shows_its_first_map(page):
    shown = page(point=(THIRD, TWO_THIRDS), said={"pC": "<b>x", "play": "stationary"})
    assert shown.notice.text.startswith("The address has a mistake, so this is the map of the command: pC: ")
    assert "<b>" not in shown.notice.text
    assert "&lt;b&gt;x" in shown.notice.text
    assert (seen(shown), shown.point, shown.question.play) == (expected([1]), (THIRD, TWO_THIRDS), "announced")
    shown.change(slider=50)
    assert shown.notice.text == ""


def test_what_a_page_shows_is_a_table_in_which_nothing_is_read_as_html(page, monkeypatch):
    shown = page(points=3)
    shown.click(66.0, 34.0)
    shown.tick()
    assert "<td>25/<wbr>63</td>" in shown.why.text
    assert shown.why.text.count("<tr>") == 1 + 27
    assert "&gt; 59/189" in shown.why.text
    monkeypatch.setattr(Question, "command", lambda question, *point: "<script>")
    shown.click(10.0, 10.0)
    shown.tick()
    assert shown.command.text == "&lt;script&gt;"


def test_a_point_can_be_explained_from_the_first(page):
    shown = page(points=2, point=(THIRD, Fraction(5, 7)))
    assert shown.command.text == "truel-ref why 1/3 5/7 1"
    assert shown.plot.chosen.data == {"x": [float(Fraction(500, 7))], "y": [float(100 * THIRD)]}


def test_what_cannot_be_explained_says_so_in_its_place(page, monkeypatch):
    def refuse(question, *point, progress):
        raise ExplanationError("too many <profiles>")

    shown = page(points=2)
    monkeypatch.setattr(Question, "explanation", refuse)
    shown.click(66.0, 34.0)
    shown.tick()
    assert (shown.why.text, shown.notice.text) == ("<p>too many &lt;profiles&gt;</p>", "")


@pytest.mark.slow
def test_exact_curves_are_drawn_where_they_are_known(page):
    shown = page(colors="t")
    shown.change(curves=True)
    lines = [np.array(line) * 100 for line in exact_curves(MapSpec(ONE, 6, True), ["t"])["t"]]
    assert shown.plot.curves.data == {
        axis: [line[:, place].tolist() for line in lines] for axis, place in (("x", 1), ("y", 0))
    }
    assert shown.status.text == ""
    shown.change(play=1)
    assert shown.plot.curves.data["x"] == []
    assert "exact curves are known for announced play" in shown.notice.text
    shown.change(curves=False)
    assert shown.notice.text == ""


def test_two_and_four_players_are_shown_too(page):
    assert seen(page(Problem([0, 0]))) == expected([])
    four = page(Problem([0, 0, "1/2", 1]), points=2)
    four.change(slider=25)
    assert seen(four) == expected(["1/4", 1], 2)


def test_an_internal_error_is_told_on_the_page(page):
    shown = page(points=2)
    shown._failed(ZeroDivisionError("<zero>"))
    shown.tick()
    assert shown.notice.text.count("internal error: ZeroDivisionError") == 1
    assert "<zero>" not in shown.notice.text


def test_a_visitor_who_leaves_takes_his_workers_with_him(page):
    shown = page(points=2)
    (end,) = shown.document.session_destroyed_callbacks
    end(None)
    assert [worker.tickets[-1] for worker in (shown.pictures, shown.pointer, shown.points)] == [None] * 3


# -- pages that are written


def answers_of(html):
    """Return the answers of the pixels that a page has, as its script finds them: by row and column."""
    data = json.loads(re.search(r"^const {points, first, rows, item} = (.*);$", html, re.MULTILINE)[1])
    return {
        (row, first + place): answer
        for row, (first, answers) in enumerate(zip(data["first"], data["rows"], strict=True))
        for place, answer in enumerate(answers)
    }


HALF = Problem([0, 0, "1/2"])


@cache
def written(square):
    """Return a page with the aims on a map of 7 by 7 points."""
    return map_problem(["1/2"], points=6, a_above_b=square).page("t")


@pytest.fixture(scope="module")
def bokeh():
    return pytest.importorskip("bokeh")


@pytest.mark.parametrize("square", [False, True])
def test_a_page_has_the_exact_answer_of_every_pixel_and_asks_for_nothing(bokeh, square):
    spec, said = MapSpec(HALF, 6, square), answers_of(written(square))
    answers = {where: solve(spec.at(*where)).win for where in spec.pixels()}
    assert {where: [cells[:2] for cells in answer[1:4]] for where, answer in said.items()} == {
        where: [[name, number_text(win)] for name, win in zip("ABC", wins, strict=True)]
        for where, wins in answers.items()
    }
    assert re.findall(r"<(?:script|link|img|iframe)\b[^>]*(?:src|href)=(?!\"data:)[^>]*>", written(square)) == []
    assert written(square).count("<script") == written(square).count("</script>")


def test_a_question_is_written_with_its_play_and_progress_counts_every_pixel(bokeh):
    question, counts = Question(HALF, "both", "dp", points=5), []
    html = page_of(question, counts.append)
    assert answers_of(html)[2, 3] == answer_rows(question.point_text(Fraction(2, 5), Fraction(3, 5)))
    assert "announced against stationary play" in html
    assert sum(counts) == 3 * 36  # two maps, and the texts


def test_a_page_is_written_again_byte_for_byte(bokeh):
    """From an equal question, after other pages in between; and in a cell of a notebook."""
    first = written(True)
    assert page_of(Question(HALF, colors="t", points=6)) == first
    frame = map_problem(["1/2"], points=6, a_above_b=True).hover("t")._repr_html_()
    assert unescape(re.fullmatch(r'<iframe srcdoc="([^"]*)" style="[^"]*"></iframe>', frame)[1]) == first


def test_a_page_of_too_many_pixels_is_refused_before_any_is_solved(bokeh):
    spec = MapSpec(ONE, 300, True)
    with pytest.raises(MapError, match=f"90,601 pixels, .* up to {PIXELS_LIMIT:,}; take 222 points or fewer"):
        map_page(SimpleNamespace(spec=spec))
    assert MapSpec(ONE, 222, True).size <= PIXELS_LIMIT < MapSpec(ONE, 223, True).size


def test_without_matplotlib_a_notebook_shows_the_table_only(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert map_problem([1], points=4)._repr_png_() is None


# -- the command


def test_the_command_writes_a_page(bokeh, tmp_path, printed):
    path = tmp_path / "map.html"
    words = ["explore", "1/3", "2/3", "1/2", "--points", "6", "--colors", "t", "--triangle", "--export", str(path)]
    assert printed(*words).startswith(f"{path}: pC = 1/2; search Others, Miss; 28 pixels, ")
    assert path.read_text() == written(False)


@pytest.mark.parametrize("words", [[], ["--export", "map.html"]])
def test_without_bokeh_one_line_says_how_to_install_it(words, monkeypatch, refused, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "bokeh", None)
    refused(
        ["explore", *words],
        "this needs bokeh (extra explore), which is not installed; install it with: pip install bokeh",
    )


def test_a_port_that_is_taken_is_told(bokeh, refused):
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        refused(["explore", "--no-browser", "--port", str(port)], f"port {port}: Address already in use; leave --port")


def test_a_plot_shows_the_outermost_pixels_whole(bokeh):
    plot = Plot(10)
    plot.show(paint(map_problem([1], points=10, a_above_b=True), "w"), 10)
    ends, shown = plot.figure.x_range, plot.image.data
    assert (ends.start, ends.end, shown["low"], shown["side"]) == (-5, 105, [-5], [110])


def test_the_picture_of_the_docs_shows_the_answers_of_today():
    script = runpy.run_path(str(ROOT / "scripts" / "draw_page.py"))
    shown = Image.open(ROOT / "docs" / "pictures" / "explore.png").text["Description"]
    assert shown == script["description"](), "take it again with scripts/draw_page.py"
