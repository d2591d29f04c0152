"""The course of a duel as a record: text, pictures, JSON and back."""

import pytest

from truel_ref import Course, course, solve
from truel_ref.explain.pictures import turns

ORIGINAL = ["1/3", "2/3", 1]


def test_when_it_ends_is_a_short_table():
    """Ten lines at most, the percentages below one another; none if it cannot end."""
    lines = str(course(solve(ORIGINAL))).splitlines()
    first = lines.index("  ends at turn      then    by then")
    assert lines[first + 2] == "             3  22.222 %   22.222 %"
    assert lines[first + 11 : first + 13] == ["            12   0.072 %   99.964 %", "later or never: 0.036 %"]
    assert "ends at" not in str(course(solve([0, 0])))
    assert str(course(solve(ORIGINAL, order="C,B,A"))).count("shooting order: C, B, A") == 1


@pytest.mark.parametrize(
    ("left_out", "said"),
    [("turns_given_end", "\nit never ends"), ("rounds_given_end", "\n1.000 turns on average (1)")],
)
def test_a_record_made_by_hand_may_leave_out_one_mean(left_out, said):
    assert str(Course.from_json(course(solve([1, 1])).to_json() | {left_out: None})).endswith(said)


def test_the_figure_shows_when_it_ends():
    noted = course(solve(ORIGINAL), turns=12)
    bars = [bar.get_height() for bar in turns(noted).axes[0].patches]
    assert bars == [*map(float, noted.distribution[1:]), float(noted.longer), float(noted.stalemate)]
    many = turns(course(solve(["1/50"] * 3), turns=100)).axes[0]
    assert [tick.get_text() for tick in many.get_xticklabels()][:3] == ["3", "6", "9"]
