"""The lesson: each exercise takes a right answer, and names what a wrong one misses."""

import nbformat
import pytest
from test_docs import LESSONS, given

DUEL = """wins = first + second - first * second
    return [first / wins, second * (1 - first) / wins] if wins else [0, 0]"""
RIGHT = ("right", "accepted: agrees ")
# Of each lesson, by what stands in the exercise: a right answer; a wrong one, and what the judge says of it.
ANSWERS = {
    "original-problem": {
        'exercise_1 = ""': ('exercise_1 = "3/7"', 'exercise_1 = "1/3"', "wrong; read R2.2"),
        'exercise_2 = ""': ('exercise_2 = "1/7"', 'exercise_2 = "4/7"', "wrong; read R2.4"),
        "return NotImplemented  # exercise 3": (
            DUEL,
            "return [first, (1 - first) * second]",
            "read R2.4 and R1.10",
        ),
        'exercise_4 = ""': ('exercise_4 = "59/189"', 'exercise_4 = "25/63"', "wrong; read R1.7"),
        'exercise_5 = ""': ('exercise_5 = "26.5 %"', 'exercise_5 = "26.4 %"', "wrong; read R1.7"),
        'exercise_6 = ""': ('exercise_6 = "Miss"', 'exercise_6 = "C"', "wrong; read R3.1"),
        "return NotImplemented  # exercise 7": (
            "return [b * duel(a, b)[0] + (1 - b) * a, b * duel(a, b)[1], (1 - b) * (1 - a)]",
            "return [b * duel(b, a)[1] + (1 - b) * a, b * duel(b, a)[0], (1 - b) * (1 - a)]",
            "read R1.7",
        ),
    },
}


def cells(lesson, kind):
    every = nbformat.read(LESSONS / f"{lesson}.ipynb", as_version=4).cells
    return [cell.source for cell in every if cell.cell_type == kind]


def said(lesson, answers):
    """Return what the cells of the exercises print, by exercise, with answers in place of what stands there."""
    names, printed = {}, {}
    for source in cells(lesson, "code"):
        asked, filled = [place for place in answers if place in source], source
        for place in asked:
            filled = filled.replace(place, answers[place])
        printed |= dict.fromkeys(asked, given(filled, names))
    return printed


def test_every_exercise_has_its_answers():
    assert {path.stem for path in LESSONS.glob("*.ipynb")} == set(ANSWERS)
    for lesson, answers in ANSWERS.items():
        assert "\n".join(cells(lesson, "markdown")).count("**Exercise ") == len(answers)
        assert all("\n".join(cells(lesson, "code")).count(place) == 1 for place in answers)


@pytest.mark.parametrize("lesson", ANSWERS)
def test_right_answers_are_right_and_wrong_ones_are_named(lesson):
    answers = ANSWERS[lesson]
    printed = said(lesson, {place: right for place, (right, _, _) in answers.items()})
    assert [place for place, text in printed.items() if not text.startswith(RIGHT) or "\n" in text.strip()] == []
    printed = said(lesson, {place: wrong for place, (_, wrong, _) in answers.items()})
    assert {place: printed[place] for place, (_, _, says) in answers.items() if says not in printed[place]} == {}
