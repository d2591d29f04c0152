import json
from fractions import Fraction

import cases
import pytest

from truel_ref import Problem, TruelError, solve
from truel_ref.cli import main
from truel_ref.explain.by_simulation import search_by_simulation
from truel_ref.explain.reasons import profile_results

F = Fraction

# Problems whose choices are all clear: no option is within 1 % of another on the path.
CLEAR = [
    Problem(cases.ORIGINAL),
    Problem(["0.2", "0.5", "0.9"]),
    Problem(cases.ORIGINAL, targets=["Optimal", "C", "B"]),
    Problem(cases.ORIGINAL, search={"Others"}),
    Problem(["3/5", "11/20", "1/2"], if_eq=3),
    Problem(["1/4", "1/2", "1"], search={"Others", "Miss", "Self"}),
]


@pytest.mark.parametrize("problem", CLEAR, ids=repr)
def test_the_search_finds_the_exact_aims(problem):
    search = search_by_simulation(problem, games=10**6, seed=5)
    exact = solve(problem)
    assert search.aims == exact.aims
    assert search.decided
    assert all(abs(estimate - win) < F(1, 200) for estimate, win in zip(search.win, exact.win, strict=True))


def test_every_estimate_is_near_its_exact_value_at_its_own_turn():
    problem = Problem(["0.3", "0.6", "0.8"])
    exact = profile_results(solve(problem))
    search = search_by_simulation(problem, games=10**6, seed=2).results
    assert search.keys() == exact.keys()
    for path, profile in exact.items():
        assert search[path].stalls == profile.stalls
        for mine, theirs in zip(search[path].wins, profile.wins, strict=True):
            assert all(abs(a - b) < F(1, 200) for a, b in zip(mine, theirs, strict=True))


def test_an_exact_tie_is_undecided_however_many_games():
    search = search_by_simulation(["1/2", "1/2", "1"], games=10**9, seed=1)
    by_player = {decision.player: decision for decision in search.decisions}
    assert not search.decided
    assert {str(aim) for aim in by_player[2].plausible} >= {"A", "B"}
    # the tie below leaves A undecided too: what he should do depends on how C breaks it
    assert not by_player[0].decided
    assert "undecided among" in str(search)


def test_few_games_decide_nothing():
    search = search_by_simulation(cases.ORIGINAL, games=10, seed=1)
    assert not search.decided
    assert {str(aim) for aim in search.decisions[0].plausible} == {"B", "C", "Miss"}


def test_four_players_with_optimal_aims_later():
    search = search_by_simulation(["0.1", "0.3", "0.6", "1"], games=10**5, seed=3, targets=["Optimal", "D", "D", "C"])
    exact = solve(["0.1", "0.3", "0.6", "1"], targets=["Optimal", "D", "D", "C"])
    assert search.decisions[0].chosen == exact.aims[0]
    assert [decision.player for decision in search.decisions] == [0]


def test_the_same_seed_finds_the_same():
    again = [search_by_simulation(cases.ORIGINAL, games=1000, seed=4, engine="batch") for _ in range(2)]
    assert again[0] == again[1]
    assert again[0] != search_by_simulation(cases.ORIGINAL, games=1000, seed=5, engine="batch")


def test_a_stalemate_has_no_aims():
    search = search_by_simulation(["0", "0", "0"], games=10, seed=1)
    assert (search.aims, search.path, search.decisions) == (None, None, ())
    assert repr(search) == "<SimulatedSearch of 27 profiles, 10 games each: nothing, decided>"
    assert "none" in str(search)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"games": 0, "seed": 1}, "games: 0 is not an integer"),
        ({"games": 10, "seed": -1}, "seed: -1 is not an integer"),
        ({"games": 10, "seed": 1, "engine": "dice"}, "no engine is called 'dice'"),
        ({"games": 10, "seed": 1, "confidence": "0.5"}, "confidence: '0.5' is not between 1/2 and 1"),
        ({"games": 10, "seed": 1, "search": "All", "random_levels": [9, 9, 9]}, "profiles, more than the 10,000"),
    ],
)
def test_what_cannot_be_searched(arguments, message):
    with pytest.raises(TruelError) as caught:
        search_by_simulation(cases.ORIGINAL, **arguments)
    assert message in str(caught.value)


# -- the command


def test_simulate_prints_estimates_beside_the_exact_values(capsys):
    assert main(["simulate", *cases.ORIGINAL, "--games", "1000000", "--seed", "1"]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    assert captured.out.endswith("exact values: A 39.683 %, B 38.095 %, C 22.222 %\n")
    assert "1,000,000 games by the engine counts with seed 1" in captured.out


def test_simulate_as_json(capsys):
    assert main(["simulate", *cases.ORIGINAL, "--games", "1000", "--engine", "one", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["exact"] == ["25/63", "8/21", "2/9"]
    assert sum(data["wins"]) == 1000
    assert main(["simulate", *cases.ORIGINAL, "--games", "100000", "--choose-aims", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["aims"] == ["Miss", "C", "B"]


def test_simulate_tells_a_story(capsys):
    assert main(["simulate", *cases.ORIGINAL, "--story", "--seed", "7"]) == 0
    first = capsys.readouterr().out
    assert "A" in first.splitlines()[0]
    assert main(["simulate", *cases.ORIGINAL, "--story", "--seed", "7"]) == 0
    assert capsys.readouterr().out == first
    assert main(["simulate", *cases.ORIGINAL, "--story", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--games", "0"], "games: 0 is not an integer from 1"),
        (["--games", "many"], "--games: 'many' is not a whole number"),
        (["--seed", "-1"], "seed: -1 is not an integer"),
        (["--engine", "dice"], "no engine is called 'dice'; there are"),
        (["--max-turns", "0"], "max_turns: 0 is neither"),
        (["--story", "--choose-aims"], "give one of them"),
        (["--choose-aims", "--max-turns", "3"], "--max-turns cannot be given beside --choose-aims"),
    ],
)
def test_a_simulation_that_is_refused(arguments, message, capsys):
    assert main(["simulate", *cases.ORIGINAL, *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert message in captured.err
