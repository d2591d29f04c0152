"""The course of a duel as a record: text, pictures, JSON and back."""

from fractions import Fraction
from functools import cache

from truel_ref import Problem, course, equilibria, solve
from truel_ref.explain.pictures import picture, turns
from truel_ref.numbers import percent_text

ORIGINAL = ["1/3", "2/3", 1]


@cache
def courses():
    named = Problem(["1/3", "2/3", 1, "1/2"], names="Ann, Bob, Cleo, Dan", order="Cleo, Ann, Dan, Bob")
    return {
        "announced": course(solve(ORIGINAL)),
        "stationary": course(equilibria(ORIGINAL)[0]),
        "two players": course(solve(["1/2", "1/2"]), turns=3),
        "names": course(solve(named)),
        "irrational": course(solve(["1/2", "sqrt(2)/2", 1]), turns=6),
        "nobody ever wins": course(solve([0, 0, 0])),
        "stalemate": course(solve(["1/2", "1/2", 1], targets="m,A,m", target_later="Miss"), turns=4),
        "later": course(solve(["1/2"] * 4, targets="B,m,m,m", target_later="Miss")),
        "without orders": course(solve(ORIGINAL), turns=0, eliminations=False),
    }


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
    told = courses()["later"]
    assert (told.stalemate, told.turns, told.turns_given_end) == (1, None, None)
    assert "out in turn: B, then nobody: 100.000 %" in str(told)
    assert told.eliminations == {((1,),): 1}


def test_names_and_order_in_text_and_json():
    told = courses()["names"]
    data = told.to_json()
    assert "shooting order: Cleo, Ann, Dan, Bob" in str(told)
    assert [row["player"] for row in told.to_records()] == ["Ann", "Bob", "Cleo", "Dan"]
    assert data["win"] == solve(told.problem).to_json()["win"]
    assert {name for entry in data["last_pairs"] for name in entry["pair"]} <= {"Ann", "Bob", "Cleo", "Dan"}
    assert sum(Fraction(entry["chance"]) for entry in data["eliminations"]) == 1


def test_the_figure_has_the_same_bytes_every_time():
    told = course(solve(ORIGINAL), turns=12)
    first, again = turns(told), turns(told)
    assert picture(first, "svg") == picture(again, "svg")
    bars = [bar.get_height() for bar in first.axes[0].patches]
    assert bars == [*map(float, told.distribution[1:]), float(told.longer), float(told.stalemate)]
    many = turns(course(solve(ORIGINAL), turns=100)).axes[0]
    assert [tick.get_text() for tick in many.get_xticklabels()][:3] == ["3", "6", "9"]
