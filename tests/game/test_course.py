"""The course of a duel as a record: text, pictures, JSON and back."""

from fractions import Fraction

import pytest

from truel_ref import Course, course, solve
from truel_ref.explain.pictures import turns
from truel_ref.numbers import percent_text

ORIGINAL = ["1/3", "2/3", 1]


def test_when_it_ends_is_a_short_table():
    """Ten lines at most, the percentages below one another, and the rest without a stalemate."""
    lines = [line for line in str(course(solve(ORIGINAL))).splitlines() if line.startswith(("ends", "later"))]
    assert len(lines) == 11
    assert lines[0] == "ends at turn  3:  22.222 %, by then  22.222 %"
    assert lines[-2:] == ["ends at turn 12:   0.072 %, by then  99.964 %", "later: 0.036 %"]
    stale = course(solve(["1/3", 0, 0], targets=[["1/4", "1/2", 0], "m", "m"]), turns=4)
    assert stale.stalemate == Fraction(1, 3)
    assert f"later: {percent_text(stale.longer - stale.stalemate, 3)}" in str(stale)
    assert "ends at" not in str(course(solve([0, 0])))


@pytest.mark.parametrize(
    ("left_out", "said"),
    [("turns_given_end", "\nit never ends\n"), ("rounds_given_end", "\n1.000 turns on average (1)\n")],
)
def test_a_record_made_by_hand_may_leave_out_one_mean(left_out, said):
    assert said in str(Course.from_json(course(solve([1, 1])).to_json() | {left_out: None}))


def test_the_figure_shows_when_it_ends():
    noted = course(solve(ORIGINAL), turns=12)
    bars = [bar.get_height() for bar in turns(noted).axes[0].patches]
    assert bars == [*map(float, noted.distribution[1:]), float(noted.longer), float(noted.stalemate)]
    many = turns(course(solve(["1/50"] * 3), turns=100)).axes[0]
    assert [tick.get_text() for tick in many.get_xticklabels()][:3] == ["3", "6", "9"]
