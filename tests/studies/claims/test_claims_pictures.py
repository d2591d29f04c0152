"""What is asked of maps: the exact solver says the same."""

from fractions import Fraction

import pytest

from truel_ref import Problem, all_outcomes, solve
from truel_ref.errors import SizeError
from truel_ref.game.solution import Outcomes
from truel_ref.maps import MapSpec, build
from truel_ref.studies.claims import Pictures, areas
from truel_ref.studies.claims import pictures as pictures_of_claims
from truel_ref.studies.claims.pictures import ClaimPicture


@pytest.fixture(scope="module")
def pictures():
    return Pictures()


def test_pictures_say_what_the_exact_solver_says():
    problem = Problem([0, 0, "1/4"], search="others,miss,random")
    picture = ClaimPicture(build(MapSpec(problem, 8, a_above_b=True)))
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
    picture = ClaimPicture(build(MapSpec(Problem([0, 0, 1]), 4, a_above_b=True)))
    win = picture.data.win.copy()
    win[1, 2] = win[1, 2].max()  # as if all three rounded to the same double
    blurred = ClaimPicture(type(picture.data)(**{**vars(picture.data), "win": win}))
    assert blurred.winner.tolist() == picture.winner.tolist()


def test_the_published_shares_come_out_on_the_half_open_grid(pictures):
    """Counted a second way: every problem is solved by itself, and the winner read off."""
    picture = pictures.square(1, points=20)
    wins = [0, 0, 0]
    for row in range(20):
        for column in range(20):
            win = solve([Fraction(row, 20), Fraction(column, 20), 1]).win
            if win.count(max(win)) == 1:
                wins[win.index(max(win))] += 1
    assert [picture.count(picture.wins(player), picture.half_open).some for player in range(3)] == wins
    assert picture.half_open.sum() == 400
    texts = [str(areas.half_open(pictures, False, player)) for player in (0, 1)]
    assert texts == ["3,886 of 10,000 = 38.860 %", "3,672 of 10,000 = 36.720 %"]


def test_exact_shares_add_up(pictures):
    partition = pictures.regions("1")
    assert areas.enclosed(partition, "Miss") == "84.166 %"
    assert areas.enclosed(partition, "C").startswith("100.0")  # somebody aims at C in all of them


def best_of(outcome):
    return [player for player, win in enumerate(outcome.win) if win == max(outcome.win)]


def is_a_miss(player, aim):
    return aim.is_miss


def test_however_ties_are_broken_is_what_all_outcomes_say():
    picture = ClaimPicture(build(MapSpec(Problem([0, 0, "1/2"]), 6, a_above_b=True)))
    expected = {True: [], False: []}
    partly = 0
    for row, column in picture.places(picture.square):
        outcomes = all_outcomes(picture.data.spec.at(row, column)).outcomes
        misses = [[aim is not None and aim.is_miss for aim in outcome.aims] for outcome in outcomes]
        own = [
            len(best_of(outcome)) == 1 and mine[best_of(outcome)[0]]
            for outcome, mine in zip(outcomes, misses, strict=True)
        ]
        partly += any(own) and not all(own)
        expected[True] += [(row, column)] if all(own) else []
        expected[False] += [(row, column)] if all(map(any, misses)) else []
    for of_winner, places in expected.items():
        assert picture.however(picture.square, is_a_miss, of_winner) == places
        assert 0 < len(places) < 49
    assert partly


def test_ways_too_many_to_be_listed_are_not_taken_for_all(monkeypatch):
    picture = ClaimPicture(build(MapSpec(Problem([0, 0, 1]), 3, a_above_b=True)))
    which = picture.the_winner(picture.misses)
    [*_, place] = picture.however(which, is_a_miss, of_winner=True)

    def some_of(problem):
        outcomes = all_outcomes(problem)
        return Outcomes(outcomes.outcomes, False, outcomes.combinations)

    monkeypatch.setattr(pictures_of_claims, "all_outcomes", some_of)
    with pytest.raises(SizeError, match="too many to be listed"):
        picture.however(which, is_a_miss, of_winner=True)
    assert place in picture.places(which)
