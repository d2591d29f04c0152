"""What an estimate says, how it is written and read back, and what cannot be asked."""

import json
import re
from fractions import Fraction

import pytest
from played import EXAMPLE

from truel_ref import Problem, TruelError, solve
from truel_ref.errors import RecordError, SimulationError
from truel_ref.kernels.confidence import clopper_pearson
from truel_ref.simulation.estimate import Estimate, simulate
from truel_ref.simulation.policy import policy_of


def test_what_an_estimate_says():
    solution = solve(EXAMPLE)
    estimate = simulate(solution, games=10**6, seed=1)
    assert isinstance(estimate, Estimate)
    assert (estimate.problem, estimate.policy, estimate.engine) == (EXAMPLE, "solution", "counts")
    assert (estimate.seed, estimate.games, estimate.max_turns, estimate.exact) == (1, 10**6, None, False)
    assert estimate.win == tuple(Fraction(wins, 10**6) for wins in estimate.wins)
    assert sum(estimate.win) + estimate.stalemate == 1
    assert all(isinstance(wins, int) for wins in estimate.wins)
    assert estimate.interval("A") == estimate.interval(0) == estimate.interval("a")
    assert estimate.interval("B") == clopper_pearson(estimate.wins[1], 10**6, "99/100")
    data = json.loads(json.dumps(estimate.to_json()))
    assert Problem.from_json(data["problem"]) == EXAMPLE
    assert data["wins"] == list(estimate.wins)
    assert data["interval"][2] == list(estimate.interval("C"))
    assert dict(map(tuple, data["lengths"])) == dict(estimate.lengths)
    assert repr(estimate) == "<Estimate from 1,000,000 games: 39.7 %, 38.1 %, 22.2 %>"
    with pytest.raises(AttributeError):
        estimate.games = 2
    assert simulate(EXAMPLE, policy_of(solution), games=10, seed=1).policy == "given"


def test_the_table_of_an_estimate():
    text = str(simulate(solve(["1/2", "1/2", 0], targets=["B", "A", "Miss"]), games=1, seed=1, engine="one"))
    assert text.splitlines()[-1].startswith("1 game by the engine one with seed 1; ")
    nobody = str(simulate(solve([0, 0]), games=10, seed=1))
    assert nobody.splitlines()[4].split() == ["nobody", "10", "100.0", "%", "58.8", "%", "100.0", "%"]


STALE = solve(["1/3", 0, 0], targets=[["1/4", "1/2", 0], "Miss", "Miss"])


def test_numbers_of_many_digits_are_written_and_read_back():
    """The interpreter refuses to write integers of more than 4,300 digits; nothing here asks it to."""
    hit = Fraction(10**5000 // 3, 10**5000)
    for engine in ("counts", "batch", "one"):
        estimate = simulate(solve([hit, "1/2"]), games=10, seed=1, engine=engine, max_turns=10**18)
        assert Estimate.from_json(json.dumps(estimate.to_json())) == estimate
        assert len(repr(estimate)) < 100
        assert "3" * 5000 in str(estimate)


CORRECT = simulate(solve(EXAMPLE), games=10, seed=1).to_json()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"games": 11}, "must each add up to games, 11"),
        ({"games": 0}, "games: 0 is not an integer from 1"),
        ({"wins": [10, 0]}, "wins: give one number per player, 3 in all; here are 2"),
        ({"wins": [10, 10, 0]}, "must each add up to games, 10"),
        ({"wins": [10, -1, 1]}, "wins: number 2: -1 is not an integer >= 0"),
        ({"wins": "abc"}, "wins: 'abc' is not a list"),
        ({"lengths": [[1, 9]]}, "must each add up to games, 10"),
        ({"lengths": [[1]]}, r"lengths: number 1: \[1\] is not a pair"),
        ({"lengths": [[10**18 + 1, 10]]}, "is not a pair of a number of turns"),
        ({"lengths": [["1", 10]]}, "lengths: number 1: number 1: '1' is not an integer"),
        ({"engine": "fast"}, "engine: 'fast' is unknown; there are counts, batch, one"),
        ({"policy": "mine"}, "policy: 'mine' is unknown; there are solution, given"),
        ({"seed": -1}, "seed: -1 is not"),
        ({"max_turns": 0}, "max_turns: 0 is neither"),
        ({"cut": True}, "cut: True is not"),
        ({"problem": {"hits": ["1/3"]}}, "at least two players"),
    ],
)
def test_what_is_no_estimate_is_refused(changes, message):
    with pytest.raises(RecordError, match=message):
        Estimate.from_json(CORRECT | changes)


@pytest.mark.parametrize("name", Estimate.__dataclass_fields__)
def test_an_estimate_without_a_key_is_refused(name):
    with pytest.raises(RecordError, match=f"the key '{name}' is missing in an estimate"):
        Estimate.from_json({key: value for key, value in CORRECT.items() if key != name})
    with pytest.raises(RecordError, match="an estimate is a JSON object"):
        Estimate.from_json("[]")


def test_records_of_an_estimate():
    estimate = simulate(STALE, games=1000, seed=1)
    records = estimate.to_records()
    assert [record["player"] for record in records] == ["A", "B", "C", "nobody"]
    assert [record["hit"] for record in records] == ["1/3", "0", "0", None]
    assert [record["wins"] for record in records] == [*estimate.wins, estimate.stalemates]
    assert [record["share"] for record in records] == [
        counted / 10 for counted in (*estimate.wins, estimate.stalemates)
    ]
    intervals = [*map(estimate.interval, "ABC"), estimate.stalemate_interval()]
    for record, (low, high) in zip(records, intervals, strict=True):
        # The ends are rounded outwards, to the two digits that a thousand games say something about.
        assert low - Fraction(1, 10**4) < Fraction(record["low"]).limit_denominator(100) / 100 <= low
        assert high <= Fraction(record["high"]).limit_denominator(100) / 100 < high + Fraction(1, 10**4)
    assert [record["player"] for record in simulate(solve(EXAMPLE), games=10, seed=1).to_records()] == ["A", "B", "C"]


def test_an_estimate_is_shown_in_every_way():
    estimate = simulate(STALE, games=100, seed=1, max_turns=1)
    assert estimate.cut and estimate.stalemates
    lines = str(estimate).splitlines()
    page, formula = estimate._repr_html_(), estimate._repr_latex_()
    for row in lines[2:6]:
        for cell in re.split(r" {2,}", row.strip()):
            assert f">{cell}</td>" in page
    assert all(f"<p>{note}</p>" in page for note in lines[6:])
    assert r"\frac{1}{3}" in formula
    assert re.search(r"(?<!\\)%", formula) is None
    assert estimate.to_text("csv", digits=1).splitlines()[0] == "player,hit,wins,share,low,high"
    assert json.loads(estimate.to_text("json")) == estimate.to_json()


@pytest.mark.parametrize("player", ["D", 3, -1, True, "Miss", None])
def test_an_interval_of_nobody_is_an_error(player):
    estimate = simulate(solve(EXAMPLE), games=10, seed=1)
    with pytest.raises(SimulationError, match="is no player; they are A to C"):
        estimate.interval(player)


# ---------------------------------------------------------------------------------------------------------
# Errors


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"games": 0}, r"games: 0 is not an integer from 1 to 10\*\*12; try games=10\*\*6"),
        ({"games": -5}, "games: -5 is not"),
        ({"games": 1e6}, "games: 1000000.0 is not"),
        ({"games": True}, "games: True is not"),
        ({"games": "10"}, "games: '10' is not"),
        ({"games": 10**13}, "games: 10000000000000 is not"),
        ({"seed": None}, r"seed: None is not an integer from 0 to 2\*\*128 - 1; give seed=1, or any other"),
        ({"seed": -1}, "seed: -1 is not"),
        ({"seed": 1.0}, "seed: 1.0 is not"),
        ({"seed": False}, "seed: False is not"),
        ({"seed": 2**128}, "seed: 340282366920938463463374607431768211456 is not"),
        ({"engine": "fast"}, "no engine is called 'fast'; there are counts, batch, one"),
        ({"engine": None}, "no engine is called None"),
        ({"engine": ["one"]}, "no engine is called .'one'.; there are"),
        ({"max_turns": 0}, r"max_turns: 0 is neither an integer from 1 to 10\*\*18 nor None, which means no cap"),
        ({"max_turns": 2.0}, "max_turns: 2.0 is neither"),
        ({"max_turns": 10**18 + 1}, "max_turns: 1000000000000000001 is neither"),
        ({"max_turns": 10**5000}, "max_turns: 10{58}… is neither"),
        ({"games": 10**5000}, "games: 10{58}… is not"),
        ({"played": EXAMPLE}, r"finds none: give a solution, as in simulate\(solve\(problem\), …\), or a policy"),
        ({"played": ["1/3", "2/3", 1]}, "finds none"),
    ],
)
def test_bad_arguments(changes, message):
    arguments = {"played": solve(EXAMPLE), "games": 10, "seed": 1} | changes
    played = arguments.pop("played")
    with pytest.raises(SimulationError, match=message) as caught:
        simulate(played, **arguments)
    assert isinstance(caught.value, TruelError) and isinstance(caught.value, ValueError)
