"""The way to a solver that passes: lesson after lesson, to the first that goes wrong."""

import pytest
from faulty import SOLVERS
from pages import page_text

from truel_ref.oracle.corpus import GROUPS
from truel_ref.oracle.lessons import LESSONS, learn
from truel_ref.oracle.report import check

PAGE = page_text("write-a-solver.md")


def judge(solver):
    def judged(chosen, strict_ties):
        small = [each for each in chosen.asked if each.problem.players < 4][:12]
        return check(solver, small or chosen.asked[:2], strict_ties=strict_ties)

    return judged


@pytest.mark.parametrize(("solver", "passed"), [("wrong-later-word", 3), ("never-the-first-row", 2), ("lossy", 0)])
def test_the_first_lesson_that_fails_ends_it_and_says_its_rules(solver, passed):
    said = []
    report = learn(judge(SOLVERS[solver]), said.append)
    assert not report.ok
    assert said[:-1] == [
        f"lesson {number} of 11, {LESSONS[number - 1].name}: passed" for number in range(1, passed + 1)
    ]
    assert said[-1].startswith(f"lesson {passed + 1} of 11, {LESSONS[passed].name}: not passed. It needs R")
    assert LESSONS[passed].text() in said[-1]


def test_who_knows_everything_passes_all():
    said = []
    assert learn(judge(SOLVERS["sound"]), said.append).ok is False  # in floats ties fall as rounding will have it
    assert said[-2] == "lesson 9 of 11, other words later, up to six players: passed"
    assert "**Ties** (R3.7, R3.8)" in said[-1]


def test_the_page_has_the_lessons():
    for number, lesson in enumerate(LESSONS, 1):
        asked = ", ".join(f"`{group}`" for group in lesson.asked.get("groups", ())) or "all groups"
        asked += f", {lesson.asked['players']} players" if "players" in lesson.asked else ""
        row = f"| {number} | {lesson.name} | {lesson.rules} | {asked}{', `--strict-ties`' * lesson.strict_ties} |"
        assert row in PAGE
        assert set(lesson.asked.get("groups", ())) <= set(GROUPS)
