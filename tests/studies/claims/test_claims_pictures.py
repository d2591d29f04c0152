"""What is asked of maps: the exact solver says the same."""

import pytest

from truel_ref import Problem, all_outcomes, solve
from truel_ref.maps import MapSpec, build
from truel_ref.studies.claims import Pictures, areas
from truel_ref.studies.claims.pictures import Picture


@pytest.fixture(scope="module")
def pictures():
    return Pictures()


def test_pictures_say_what_the_exact_solver_says():
    problem = Problem([0, 0, "1/4"], search="others,miss,random")
    picture = Picture(build(MapSpec(problem, 8, a_above_b=True)))
    some = 0
    for row, column in picture.data.spec.pixels():
        solution = solve(picture.data.spec.at(row, column))
        best = max(solution.win)
        winner = solution.win.index(best) if solution.win.count(best) == 1 else -1
        assert picture.winner[row, column] == winner
        misses = [aim is not None and aim.is_miss for aim in solution.aims]
        mixes = [aim is not None and aim.is_mix for aim in solution.aims]
        assert picture.misses[row, column].tolist() == misses
        assert picture.mixes[row, column].tolist() == mixes
        assert picture.the_winner(picture.misses)[row, column] == (winner >= 0 and misses[winner])
        assert picture.somebody(picture.mixes)[row, column] == any(mixes)
        some += any(mixes)
        assert picture.triangle[row, column] == (row <= column)
        assert picture.below[row, column] == (row < column)
        assert picture.inner[row, column] == (0 < row < 10 and 0 < column < 10)
        own = solution.problem.hits
        like = len(set(own)) < 3 or bool({0, 1} & set(own[:2]))
        assert picture.boundary_like()[row, column] == like
    assert some


def test_ties_of_doubles_are_decided_exactly():
    picture = Picture(build(MapSpec(Problem([0, 0, 1]), 4, a_above_b=True)))
    win = picture.data.win.copy()
    win[1, 2] = win[1, 2].max()  # as if all three rounded to the same double
    blurred = Picture(type(picture.data)(**{**vars(picture.data), "win": win}))
    assert blurred.winner.tolist() == picture.winner.tolist()


def test_the_ties_of_the_diagonal_can_be_broken_both_ways():
    """At [1/2, 1/2, 1] C is indifferent: aims B, C, Miss make C the winner, and Miss, C, B make A the winner."""
    picture = Picture(build(MapSpec(Problem([0, 0, 1]), 10, a_above_b=True)))
    broken = {player: picture.diagonal_broken_for(player) for player in "AB"}
    assert (broken["B"][5, 5], broken["A"][5, 5]) == (0, 2)
    own = [player for player in "AB" if (broken[player] == picture.winner)[:10, :10].all()]  # at 1, 1, 1 all are equal
    assert len(own) == 1  # the tie rule does one of the two
    for winners in broken.values():
        assert all(row == column for row, column in picture.places(winners != broken[own[0]]))


def test_each_way_of_the_diagonal_is_an_optimal_outcome():
    picture = Picture(build(MapSpec(Problem([0, 0, 1]), 6, a_above_b=True)))
    for player in "AB":
        winners = picture.diagonal_broken_for(player)
        for step in range(7):
            outcomes = all_outcomes(picture.data.spec.at(step, step)).outcomes
            best = [[who for who, win in enumerate(outcome.win) if win == max(outcome.win)] for outcome in outcomes]
            assert winners[step, step] in [who[0] if len(who) == 1 else -1 for who in best]


def test_exact_shares_add_up(pictures):
    partition = pictures.regions("1")
    assert areas.enclosed(partition, areas.somebody_misses) == "84.166 %"
    assert areas.enclosed(partition, lambda aims: True).startswith("100.0")
