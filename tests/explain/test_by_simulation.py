import json
from fractions import Fraction
from types import SimpleNamespace

import cases
import pytest

from truel_ref import Problem, search_by_simulation, solve
from truel_ref.explain.by_simulation import _plausible
from truel_ref.explain.reasons import profile_results

F = Fraction

# Problems whose choices are all clear: no option is within 1 % of another on the path.
CLEAR = [
    Problem(cases.ORIGINAL),
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


@pytest.mark.parametrize(("games", "kept"), [(300, {(0,), (1,)}), (700, {(1,)})])
def test_what_is_less_beyond_three_standard_errors_is_not_plausible(games, kept):
    shares = enumerate([F(1, 2), F(3, 5)])
    results = {(option,): SimpleNamespace(stalls=False, wins=[[share]]) for option, share in shares}
    assert _plausible((0,), (("B", "C"),), results, games)(()) == kept


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
    assert not search.decided
    assert {str(aim) for aim in search.plausible[2]} >= {"A", "B"}
    assert len(search.plausible[0]) > 1  # what A should do depends on how C breaks the tie


def test_a_stalemate_has_no_aims():
    search = search_by_simulation(["0", "0", "0"], games=10, seed=1)
    assert (search.aims, search.win, search.profile, search.plausible) == ((None,) * 3, (0,) * 3, None, ((),) * 3)
    assert "none" in str(search)


def test_the_text_goes_by_person_and_has_numbers_as_they_are_stated():
    """Carl, who shoots first, cannot miss Bob; Ann cannot hit, so that all options are alike to her."""
    search = search_by_simulation([1, 1, 0], names="Bob,Carl,Ann", order="Carl,Ann,Bob", games=1000, seed=1)
    assert str(search).splitlines() == [
        "player    hit    aim      estimate  undecided among",
        "--------  -----  -----  ----------  -----------------",
        "Bob       1      Carl      0.000 %",
        "Carl      1      Bob     100.000 %",
        "Ann       0      Bob       0.000 %  Carl, Bob, Miss",
        "1,000 games for each of 27 profiles at each turn, with seed 1",
    ]


def test_the_command_chooses_aims(printed):
    chosen = printed("simulate", *cases.ORIGINAL, "--games", "100000", "--choose-aims", "--json")
    assert json.loads(chosen)["aims"] == ["Miss", "C", "B"]
