"""The text, the table and the JSON of an estimate."""

import json
from fractions import Fraction

from played import EXAMPLE

from truel_ref import Problem, simulate, solve
from truel_ref.kernels.confidence import clopper_pearson
from truel_ref.simulation.engines import ENGINES
from truel_ref.simulation.estimates import Estimate

STALE = solve(["1/3", 0, 0], targets=[["1/4", "1/2", 0], "Miss", "Miss"])
NAMED = Problem(["1/3", "2/3", 1], names="Ann, Bob, Carl", order="Carl, Ann, Bob")


def test_the_numbers_of_an_estimate():
    estimate = simulate(solve(EXAMPLE), games=10**6, seed=1)
    assert estimate.win == tuple(Fraction(wins, 10**6) for wins in estimate.wins)
    assert (sum(estimate.wins) + estimate.stalemates, {*map(type, estimate.wins)}) == (estimate.games, {int})
    assert estimate.interval("A") == estimate.interval(0) == estimate.interval("a")
    assert estimate.interval("B") == clopper_pearson(estimate.wins[1], 10**6, "99/100")


def test_the_table_of_an_estimate():
    text = str(simulate(solve(["1/2", "1/2", 0], targets=["B", "A", "Miss"]), games=1, seed=1, engine="one"))
    assert text.splitlines()[-1].startswith("1 game by the engine one with seed 1; ")
    several = str(simulate(solve([0, 0]), games=10, seed=1))
    assert several.splitlines()[4].split() == ["several", "left", "10", "100.0", "%", "58.8", "%", "100.0", "%"]


def test_players_keep_their_names_in_any_order():
    estimate = simulate(NAMED, games=1000, seed=1)
    data = estimate.to_json()
    assert [row["player"] for row in estimate.to_records()] == ["Ann", "Bob", "Carl"]
    assert data["wins"] == list(estimate.wins)
    assert {tuple(left): games for left, games in data["ends"]} == {
        (name,): wins for name, wins in zip(NAMED.names, estimate.wins, strict=True) if wins
    }
    assert Estimate.from_json(json.dumps(data)) == estimate


def test_numbers_of_many_digits_are_written_and_read_back():
    """The interpreter refuses to write integers of more than 4,300 digits; nothing here asks it to."""
    hit = Fraction(10**5000 // 3, 10**5000)
    for engine in ENGINES:
        estimate = simulate(solve([hit, "1/2"]), games=10, seed=1, engine=engine)
        assert Estimate.from_json(json.dumps(estimate.to_json())) == estimate
        assert len(repr(estimate)) < 100
        assert "(10,002 characters)" in str(estimate)


def test_records_of_an_estimate():
    estimate = simulate(STALE, games=1000, seed=1)
    records = estimate.to_records()
    counted = [*estimate.wins, estimate.stalemates]
    assert [(row["player"], row["hit"], row["wins"], row["share"]) for row in records] == [
        (player, hit, wins, wins / 10)
        for player, hit, wins in zip(
            ["A", "B", "C", "several left"], [Fraction(1, 3), 0, 0, None], counted, strict=True
        )
    ]
    intervals = [*map(estimate.interval, "ABC"), estimate.interval_of(estimate.stalemates)]
    for record, (low, high) in zip(records, intervals, strict=True):
        # The ends are rounded outwards, to the two digits that a thousand games give.
        assert low - Fraction(1, 10**4) < Fraction(record["low"]).limit_denominator(100) / 100 <= low
        assert high <= Fraction(record["high"]).limit_denominator(100) / 100 < high + Fraction(1, 10**4)
