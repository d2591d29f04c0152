"""What is asked of maps: the exact solver says the same."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from truel_ref import Problem, all_outcomes, solve, solve_many
from truel_ref.errors import ProblemError
from truel_ref.maps import MapSpec, build
from truel_ref.studies.claims import areas
from truel_ref.studies.claims import pictures as pictures_of_claims
from truel_ref.studies.claims.pictures import ClaimPicture


def test_pictures_say_what_the_exact_solver_says():
    problem = Problem([0, 0, "1/4"], search="others,miss,random")
    picture = ClaimPicture(build(MapSpec(problem, 8, a_above_b=True)))
    boundary, the_winner, some = picture.boundary_like(), picture.the_winner(picture.misses), 0
    for row, column in picture.data.spec.pixels():
        solution = solve(picture.data.spec.at(row, column))
        winner = only_winner(solution)
        misses, mixes = (
            [aim is not None and getattr(aim, kind) for aim in solution.aims] for kind in ("is_miss", "is_mix")
        )
        place, hits = (row, column), solution.problem.hits
        assert {
            "winner": picture.winner[place],
            "misses": picture.misses[place].tolist(),
            "mixes": picture.mixes[place].tolist(),
            "the winner misses": the_winner[place],
            "somebody mixes": picture.somebody(picture.mixes)[place],
            "triangle": picture.triangle[place],
            "below": picture.below[place],
            "inner": picture.inner[place],
            "like a boundary": boundary[place],
        } == {
            "winner": winner,
            "misses": misses,
            "mixes": mixes,
            "the winner misses": winner >= 0 and misses[winner],
            "somebody mixes": any(mixes),
            "triangle": row <= column,
            "below": row < column,
            "inner": 0 < row < 8 and 0 < column < 8,
            "like a boundary": len(set(hits)) < 3 or bool({0, 1} & set(hits[:2])),
        }
        some += any(mixes)
    assert some


def only_winner(outcome):
    """Return who wins most often, or -1 if several do."""
    (first, *others) = [player for player, win in enumerate(outcome.win) if win == max(outcome.win)]
    return -1 if others else first


def test_the_published_shares_come_out_on_the_half_open_grid(pictures):
    """Counted a second way: every problem is solved by itself, and the winner read off."""
    picture = pictures.square(1, points=12)
    problems = [[Fraction(row, 12), Fraction(column, 12), 1] for row, column in product(range(12), repeat=2)]
    wins = Counter(only_winner(solution) for solution in solve_many(problems))
    counted = [picture.count(picture.wins(player), picture.half_open).some for player in range(3)]
    assert (counted, picture.half_open.sum()) == ([wins[player] for player in range(3)], 144)
    texts = [str(areas.half_open(pictures, False, player)) for player in (0, 1)]
    assert texts == ["3,886 of 10,000 = 38.860 %", "3,672 of 10,000 = 36.720 %"]


def test_exact_shares_add_up(pictures):
    partition = pictures.regions("1")
    assert areas.enclosed(partition, "Miss") == "84.166 %"
    assert areas.enclosed(partition, "C").startswith("100.0")  # somebody aims at C in all of them


def is_a_miss(player, aim):
    return aim.is_miss


def test_however_ties_are_broken_is_what_all_outcomes_say():
    picture = ClaimPicture(build(MapSpec(Problem([0, 0, "1/2"]), 6, a_above_b=True)))
    expected, partly = {True: [], False: []}, 0
    for place in picture.places(picture.square):
        outcomes = all_outcomes(picture.data.spec.at(*place)).outcomes
        misses = [[aim is not None and aim.is_miss for aim in outcome.aims] for outcome in outcomes]
        winners = map(only_winner, outcomes)
        own = [winner >= 0 and mine[winner] for winner, mine in zip(winners, misses, strict=True)]
        partly += any(own) and not all(own)
        expected[True] += [place] * all(own)
        expected[False] += [place] * all(map(any, misses))
    assert partly
    for of_winner, places in expected.items():
        assert picture.however(picture.square, is_a_miss, of_winner) == places
        assert 0 < len(places) < 49


def test_ways_too_many_to_be_listed_are_not_taken_for_all(monkeypatch):
    picture = ClaimPicture(build(MapSpec(Problem([0, 0, 1]), 3, a_above_b=True)))
    which = picture.the_winner(picture.misses)
    [*_, place] = picture.however(which, is_a_miss, of_winner=True)

    def some_of(problem):
        outcomes = all_outcomes(problem)
        return replace(outcomes, complete=False)

    monkeypatch.setattr(pictures_of_claims, "all_outcomes", some_of)
    with pytest.raises(ProblemError, match="too many to be listed"):
        picture.however(which, is_a_miss, of_winner=True)
    assert place in picture.places(which)
