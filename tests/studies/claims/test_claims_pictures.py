"""What is asked of maps: the exact solver says the same."""

import pytest

from truel_ref import Problem, solve
from truel_ref.maps import MapSpec, build
from truel_ref.studies.claims import Pictures, areas
from truel_ref.studies.claims.pictures import Picture


@pytest.fixture(scope="module")
def pictures():
    return Pictures()


def test_pictures_say_what_the_exact_solver_says():
    problem = Problem([0, 0, "1/2"], search="others,miss,random")
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
        assert picture.inner[row, column] == (0 < row < 8 and 0 < column < 8)
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


def test_the_diagonal_can_be_settled_for_the_later_label():
    picture = Picture(build(MapSpec(Problem([0, 0, 1]), 10, a_above_b=True)))
    # At [1/2, 1/2, 1] rule 1 takes B, C, Miss; just above the diagonal it is Miss, C, B, which makes A the winner.
    assert (picture.winner[5, 5], picture.settled_up[5, 5]) == (2, 0)
    changed = picture.places(picture.winner != picture.settled_up)
    assert changed
    assert all(row == column for row, column in changed)


def test_exact_shares_add_up(pictures):
    found = pictures.regions("1")
    assert areas.enclosed(found, areas.somebody_misses) == "84.166 %"
    assert areas.enclosed(found, lambda aims: True).startswith("100.0")
