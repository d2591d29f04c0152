"""The course of a duel as a record: text, pictures, JSON and back."""

from fractions import Fraction

import pytest

from truel_ref import Course, course, solve
from truel_ref.errors import RecordError
from truel_ref.explain.pictures import picture, turns
from truel_ref.numbers import percent_text

ORIGINAL = ["1/3", "2/3", 1]


def test_what_it_says():
    told = course(solve(ORIGINAL), turns=4)
    assert repr(told) == (
        "<Course of Problem(['1/3', '2/3', '1']), announced: 4.317 turns on average (272/63), 2.190 rounds (46/21)>"
    )
    assert told.to_records()[0] == {
        "player": "A",
        "hit": "1/3",
        "wins": "25/63",
        "percent": 39.682539682539684,
        "mean turns if he wins": "3.691",
    }
    assert str(course(solve([0, 0, 0]))).splitlines()[-3:] == [
        "it never ends",
        "stalemate: 1 (100.000 %)",
        "out in turn: nobody: 100.000 %",
    ]


def test_when_it_ends_is_a_short_table():
    """Ten lines at most, the percentages below one another, and the rest without a stalemate."""
    lines = [line for line in str(course(solve(ORIGINAL))).splitlines() if line.startswith(("ends", "later"))]
    assert len(lines) == 11
    assert lines[0] == "ends at turn  3:  22.222 %, by then  22.222 %"
    assert lines[-2:] == ["ends at turn 12:   0.072 %, by then  99.964 %", "later: 0.036 %"]
    assert len({line.index(".") for line in lines[:-1]}) == 1
    assert len({line.rindex(".") for line in lines[:-1]}) == 1
    assert "ends at turn 1: 100.000 %, by then 100.000 %" in str(course(solve([1, 1])))
    stale = course(solve(["1/3", 0, 0], targets=[["1/4", "1/2", 0], "m", "m"]), turns=4)
    assert stale.stalemate == Fraction(1, 3)
    assert f"later: {percent_text(stale.longer - stale.stalemate, 3)}" in str(stale)
    assert "ends at" not in str(course(solve([0, 0])))


def test_a_stalemate_after_the_first_elimination():
    told = course(solve(["1/2"] * 4, targets="B,m,m,m", target_later="Miss"))
    assert (told.stalemate, told.turns, told.turns_given_end) == (1, None, None)
    assert "out in turn: B, then nobody: 100.000 %" in str(told)
    assert told.eliminations == {((1,),): 1}


def test_names_and_order_in_text_and_json():
    told = course(solve(["1/3", "2/3", 1, "1/2"], names="Ann, Bob, Cleo, Dan", order="Cleo, Ann, Dan, Bob"))
    data = told.to_json()
    assert "shooting order: Cleo, Ann, Dan, Bob" in str(told)
    assert [row["player"] for row in told.to_records()] == ["Ann", "Bob", "Cleo", "Dan"]
    assert data["win"] == solve(told.problem).to_json()["win"]
    assert {name for entry in data["last_pairs"] for name in entry["pair"]} <= {"Ann", "Bob", "Cleo", "Dan"}
    assert sum(Fraction(entry["chance"]) for entry in data["eliminations"]) == 1


@pytest.mark.parametrize(
    ("key", "value", "says"),
    [
        ("turns", "-1", "turns: '-1' is below 0"),
        ("turns_given_winner", ["1"], "turns_given_winner: there are 3 players but 1 values"),
        ("distribution", ["2"], "distribution: number 1: '2' is no probability"),
        ("eliminations", [{"out": [["Z"]], "chance": "1"}], "eliminations: number 1: out: number 1: ['Z'] is no list"),
        ("last_pairs", [{"pair": ["A"], "chance": "1"}], "last_pairs: number 1: pair: ['A'] is no pair"),
        ("last_pairs", [{"pair": ["A", "B"]}], "the key 'chance' is missing in a last pair"),
    ],
)
def test_bad_data_name_the_key(key, value, says):
    with pytest.raises(RecordError) as error:
        Course.from_json(course(solve(ORIGINAL)).to_json() | {key: value})
    assert says in str(error.value)


def test_the_figure_has_the_same_bytes_every_time():
    told = course(solve(ORIGINAL), turns=12)
    for format_name in ("png", "svg"):
        assert picture(turns(told), format_name) == picture(turns(told), format_name)
    bars = [bar.get_height() for bar in turns(told).axes[0].patches]
    assert bars == [*map(float, told.distribution[1:]), float(told.longer), float(told.stalemate)]
    many = turns(course(solve(ORIGINAL), turns=100)).axes[0]
    assert [tick.get_text() for tick in many.get_xticklabels()][:3] == ["3", "6", "9"]
