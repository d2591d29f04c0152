"""Shares of the cube and of its squares: two ways have points in common, and points agree with solutions in numbers."""

import random
from fractions import Fraction

import pytest
from box_shares import cube_shares_by_boxes
from pages import added, are_outwards, numbers, page_text, section, spelled, table

from truel_ref import Problem, equilibria, solve
from truel_ref.studies.cube import (
    CubeQuestion,
    both_plays_table,
    cube_surfaces,
    cube_table,
    winner_table,
)
from truel_ref.studies.cube.questions import beside, signs_at
from truel_ref.symbolic.cube import cube_shares
from truel_ref.symbolic.pieces import aims_text

PAGE = page_text("atlas/cube.md")


def test_columns_and_boxes_agree_on_stationary_play():
    question = CubeQuestion([None, None, None], "stationary")
    boxes = cube_shares_by_boxes(question.aims, level=2, edges=1).volumes.bounds
    columns = cube_table("stationary", error=1e-4)
    assert {aims_text(aims) for aims in boxes} == {name for name, _, _ in columns.shares}
    assert all(meet(ends, columns.of(aims_text(aims))) for aims, ends in boxes.items())


def meet(one, other):
    return max(one[0], other[0]) <= min(one[1], other[1])


def test_standings_are_those_of_solutions_in_numbers():
    """The first point is one of equal chances."""
    question, rng = CubeQuestion([None, None, None]), random.Random(7)
    points = [[Fraction(place, 1009) for place in rng.sample(range(1, 1009), 3)] for _ in range(30)]
    for point in [[Fraction(1, 5), Fraction(5, 12), Fraction(5, 8)], *points]:
        standing, solution = question.standing(signs_at(point)), solve(Problem(point))
        assert (standing.aims, standing.winners, list(standing.strengths)) == (
            tuple(solution.aims),
            tuple(at for at in range(3) if solution.win[at] == max(solution.win)),
            sorted(range(3), key=lambda player: -point[player]),
        )


@pytest.mark.slow
def test_the_favourites_of_a_square_fill_it():
    assert_one_wins(winner_table(1, precision="1e-2"))


def assert_one_wins(shares):
    low, high = added(shares.of(f"{player} is the likeliest winner") for player in "ABC")
    assert low <= 1 <= high


def test_plays_beside_each_other_are_those_of_solutions_in_numbers():
    plays, rng, agree = beside(), random.Random(11), set()
    for _ in range(20):
        point = [Fraction(place, 1009) for place in rng.sample(range(1, 1009), 3)]
        told = plays(signs_at(point))
        found = tuple(solve(point).aims), tuple(tuple(one.aims) for one in equilibria(point))
        assert (told.announced, told.stationary.profiles) == found
        agree.add(told.agree)
    assert agree == {True, False}


@pytest.mark.slow
def test_where_plays_differ_by_columns_and_by_boxes():
    boxes = cube_shares_by_boxes(beside(), level=5, edges=2).volumes.of(lambda plays: not plays.agree)
    assert meet(both_plays_table(error=1e-4).of("the aims differ"), boxes)


@pytest.mark.slow
def test_where_plays_differ_is_what_the_page_says():
    _, _, pairs, whole = shares_of_page()
    coarse = both_plays_table(error=1e-5)
    shown = {f"announced {one}; stationary {other}": ends for (one, other), ends in pairs.items()}
    assert {name for name, low, _ in coarse.shares if low and name.startswith("announced")} == set(shown)
    for name, (least, most) in {**shown, "the aims differ": whole}.items():
        low, high = coarse.of(name)
        assert low - 100 * LAST <= least < most <= high + 100 * LAST


LAST = Fraction(1, 10**7)
"""The last digit of the shares of the page, which are rounded outwards."""


def shares_of_page():
    """Return for each play the ends of each share, by the aims, and the same of the pairs where the plays differ."""
    _, *rows = table(section(PAGE, "Which aims, in which share of the cube"))
    plays = [{row[0]: tuple(map(Fraction, ends)) for row in rows if all(ends := row[at : at + 2])} for at in (3, 1)]
    _, *pairs, whole = table(section(PAGE, "Where the two plays aim differently"))
    return *plays, {(row[0], row[1]): tuple(map(Fraction, row[2:])) for row in pairs}, tuple(map(Fraction, whole[2:]))


def test_the_shares_of_the_page_are_of_all_aims_and_fill_the_cube():
    announced, stationary, pairs, whole = shares_of_page()
    for play, shares in (("announced", announced), ("stationary", stationary)):
        assert set(shares) == set(map(aims_text, cube_surfaces(play).classes))
        low, high = added(shares.values())
        assert low < 1 < high
    low, high = added(pairs.values())
    assert low <= whole[0] < whole[1] <= high
    narrow, wide = numbers(PAGE, "of stationary play are less than {} apart, those of announced play less than {}")
    for shares, most in ((stationary, narrow), (announced, wide), ({**pairs, "all": whole}, narrow)):
        assert all(0 < high - low < most + 2 * LAST for low, high in shares.values())  # what rounding adds is less
    percents = spelled(PAGE, "In {} to {} % of the cube announced and stationary play aim differently")
    assert are_outwards(percents, *(100 * end for end in whole))


@pytest.mark.parametrize(
    ("play", "error"), [("stationary", 1e-4), pytest.param("announced", 1e-5, marks=pytest.mark.slow)]
)
def test_coarser_columns_enclose_the_shares_of_the_page(play, error):
    assert_around_the_page(play, {name: ends for name, *ends in cube_table(play, error).shares})


def assert_around_the_page(play, bounds):
    page = shares_of_page()[play == "stationary"]
    assert set(bounds) == set(page)
    for name, (low, high) in bounds.items():
        assert low < page[name][0] < page[name][1] < high


@pytest.mark.slow
@pytest.mark.parametrize(("play", "error"), [("stationary", 1e-1), ("announced", 1e-4)])
def test_columns_that_ask_the_decisions_enclose_the_shares_of_the_page(play, error):
    bounds = cube_shares(CubeQuestion([None, None, None], play).aims, error).volumes.bounds
    assert_around_the_page(play, {aims_text(aims): ends for aims, ends in bounds.items()})
