"""Shares of the cube and of its squares: two ways have points in common, and points agree with solutions in numbers."""

import math
import random
from decimal import Decimal
from fractions import Fraction
from functools import partial

import pytest
from box_shares import cube_shares_by_boxes
from pages import added, are_outwards, numbers, page_text, section, spelled, table

from truel_ref import Problem, equilibria, solve
from truel_ref.errors import NumberError, ProblemError, SizeError, SymbolicError
from truel_ref.studies.cube import (
    CubeQuestion,
    both_plays_table,
    critical_values,
    cube_surfaces,
    cube_table,
    cube_winner_table,
    pairs_of_plays,
    prove_critical,
    prove_surfaces,
    winner_table,
)
from truel_ref.studies.cube.occurring import stored_systems
from truel_ref.studies.cube.questions import beside, signs_at
from truel_ref.symbolic.algebra import value_at
from truel_ref.symbolic.cube import cube_shares
from truel_ref.symbolic.pieces import aims_text

PAGE = page_text("atlas/cube.md")


def test_columns_and_boxes_agree_on_stationary_play():
    question = CubeQuestion([None, None, None], "stationary")
    boxes = cube_shares_by_boxes(question.aims, level=3, edges=1).volumes.bounds
    columns = cube_table("stationary", error=1e-4)
    assert {aims_text(aims) for aims in boxes} == {name for name, _, _ in columns.shares}
    for aims, (low, high) in boxes.items():
        other = columns.of(aims_text(aims))
        assert max(low, other[0]) <= min(high, other[1])


def test_standings_are_those_of_solutions_in_numbers():
    question, rng = CubeQuestion([None, None, None]), random.Random(7)
    for _ in range(100):
        point = [Fraction(rng.randrange(1, 1009), 1009) for _ in range(3)]

        def sign_of(polynomial, point=point):
            value = value_at(polynomial, point)
            return (value > 0) - (value < 0)

        standing, solution = question.standing(sign_of), solve(Problem(point))
        assert standing.aims == tuple(solution.aims)
        assert standing.winners == tuple(at for at in range(3) if solution.win[at] == max(solution.win))
        if len(set(point)) == 3:
            assert list(standing.strengths) == sorted(range(3), key=lambda player: -point[player])


def test_the_favourites_of_a_square_fill_it():
    table = winner_table(1, precision="1e-3")
    wins = [table.of(f"{player} is the likeliest winner") for player in "ABC"]
    assert sum(low for low, _ in wins) <= 1 <= sum(high for _, high in wins)


@pytest.mark.slow
def test_the_six_orders_make_up_the_whole():
    table = cube_winner_table("stationary", error=1e-2)
    orders = [ends for name, *ends in table.shares if " > " in name]
    low, high = table.of("the worst shot is the likeliest winner")
    assert len(orders) == 6
    assert sum(low for low, _ in orders) <= high
    assert low <= sum(high for _, high in orders)
    wins = [table.of(f"{player} is the likeliest winner") for player in "ABC"]
    assert sum(low for low, _ in wins) <= 1 <= sum(high for _, high in wins)


def test_plays_beside_each_other_are_those_of_solutions_in_numbers():
    plays, rng = beside(), random.Random(11)
    differ = 0
    for _ in range(60):
        point = [Fraction(place, 1009) for place in rng.sample(range(1, 1009), 3)]
        told = plays(signs_at(point))
        (equilibrium,) = equilibria(point)
        assert told.announced == tuple(solve(Problem(point)).aims)
        assert told.stationary.profiles == (tuple(equilibrium.aims),)
        differ += not told.agree
    assert differ


@pytest.mark.slow
def test_both_plays_hold_the_shares_of_each():
    """The shares of one play are sums of shares of both, so the bounds must have a point in common."""
    both, stationary = both_plays_table(error=1e-2), cube_table("stationary", error=1e-4)
    for name, low, high in stationary.shares:
        parts = [ends for other, *ends in both.shares if other == f"both {name}" or f"stationary {name}" in other]
        assert sum(ends[0] for ends in parts) <= high
        assert low <= sum(ends[1] for ends in parts)
    agree = sum(low for name, low, _ in both.shares if name.startswith("both"))
    low, high = both.of("the aims differ")
    assert 0 < low < high <= 1 - agree


@pytest.mark.slow
def test_where_plays_differ_by_columns_and_by_boxes():
    columns = both_plays_table(error=1e-4).of("the aims differ")
    boxes = cube_shares_by_boxes(beside(), level=5, edges=2).volumes.of(lambda plays: not plays.agree)
    assert max(columns[0], boxes[0]) <= min(columns[1], boxes[1])
    said = spelled(
        PAGE,
        "encloses the whole share between {} and {} (`cube_shares_by_boxes` with level 5 and two more along edges)",
    )
    assert are_outwards(said, *boxes)


def ends_of(cell):
    return [Fraction(end) for end in cell.split(" to ")]


def test_each_order_has_a_sixth_under_rules_without_turns():
    known = {row[0]: row[1:] for row in table(section(page_text("variants.md"), "What becomes of the weakest"))}
    _, *rows = table(section(PAGE, "The weakest as favourite, under other rules of fire"))
    assert len(rows) == 4
    for column, rule in ((1, "random shooter"), (3, "simultaneous")):
        for row, cell in zip(rows, known[rule], strict=True):
            assert row[column] == cell.removeprefix("equilibria differ ")
            if cell:
                (low, high), (least, most) = ends_of(row[column]), ends_of(row[column + 1])
                assert (
                    low / 6 - Fraction(1, 10**5) < least <= low / 6 < high / 6 <= most < high / 6 + Fraction(1, 10**5)
                )


@pytest.mark.slow
def test_where_plays_differ_is_what_the_page_says():
    _, *rows, whole = table(section(PAGE, "Where the two plays aim differently"))
    coarse = both_plays_table(error=1e-5)
    names = [f"announced {row[0]}; stationary {row[1]}" for row in rows]
    assert {name for name, low, _ in coarse.shares if low and name.startswith("announced")} == set(names)
    for name, row in zip([*names, "the aims differ"], [*rows, whole], strict=True):
        low, high = coarse.of(name)
        assert low - Fraction(1, 10**5) <= Fraction(row[2]) < Fraction(row[3]) <= high + Fraction(1, 10**5)


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
    of_one, of_other = numbers(PAGE, "the bounds of the first are less than {} apart, those of the second less than {}")
    (of_both,) = numbers(PAGE, "so the bounds are less than {} apart. In the rest")
    for shares, apart in ((stationary, of_one), (announced, of_other), (pairs, of_both), ({"all": whole}, of_both)):
        assert all(0 < high - low < apart + 2 * LAST for low, high in shares.values())  # what rounding adds is less
    percents = spelled(PAGE, "In {} to {} % of the cube announced and stationary play aim differently")
    assert are_outwards(percents, *(100 * end for end in whole))


def test_the_pairs_of_the_page_are_those_that_occur():
    pairs = [tuple(map(aims_text, pair)) for pair in pairs_of_plays(stored_systems())]
    announced, stationary, differing, _ = shares_of_page()
    assert {pair for pair in pairs if pair[0] != pair[1]} == set(differing)
    assert {pair[0] for pair in pairs if pair[0] == pair[1]} == set(stationary) < set(announced)


def test_the_shares_of_one_play_and_of_the_pairs_say_those_of_the_other():
    """What announced play takes from one list of stationary play it gives to another."""
    announced, stationary, pairs, _ = shares_of_page()
    for aims, (least, most) in announced.items():
        come, gone = (added([(0, 0), *(ends for pair, ends in pairs.items() if pair[at] == aims)]) for at in (0, 1))
        low, high = stationary.get(aims, (0, 0))
        assert max(least, low + come[0] - gone[1]) <= min(most, high + come[1] - gone[0])


@pytest.mark.parametrize(
    ("play", "error"), [("stationary", 1e-4), pytest.param("announced", 1e-5, marks=pytest.mark.slow)]
)
def test_coarser_columns_enclose_the_shares_of_the_page(play, error):
    page, coarse = shares_of_page()[play == "stationary"], cube_table(play, error)
    assert {name for name, *_ in coarse.shares} == set(page)
    for name, low, high in coarse.shares:
        assert low < page[name][0] < page[name][1] < high


@pytest.mark.parametrize(
    ("play", "error"), [("stationary", 1e-1), pytest.param("announced", 1e-4, marks=pytest.mark.slow)]
)
def test_columns_that_ask_the_decisions_enclose_the_shares_of_the_page(play, error):
    page = shares_of_page()[play == "stationary"]
    bounds = cube_shares(CubeQuestion([None, None, None], play).aims, error).volumes.bounds
    assert {aims_text(aims) for aims in bounds} == set(page)
    for aims, (low, high) in bounds.items():
        assert low < page[aims_text(aims)][0] < page[aims_text(aims)][1] < high


def test_what_is_refused():
    with pytest.raises(SymbolicError, match="not above 0"):
        cube_winner_table(error=-1.0)
    with pytest.raises(SymbolicError, match="no play"):
        cube_table("blind")
    with pytest.raises(SymbolicError, match="not above 0"):
        cube_table(error=0.0)
    with pytest.raises(SymbolicError, match="not above 0"):
        both_plays_table(error=0.0)
    for tabulate in (partial(cube_table, "stationary"), both_plays_table, partial(cube_winner_table, "stationary")):
        for error in (None, True, "", "narrow", [], math.nan, math.inf, Decimal("NaN"), 1j):
            with pytest.raises(NumberError, match="error: "):
                tabulate(error)
        with pytest.raises(SymbolicError, match="error: '1e-13' is below"):
            tabulate("1e-13")
    with pytest.raises(SizeError, match="squares, 74 minutes; a larger error takes less"):
        cube_winner_table(error="1e-12")
    assert cube_table("stationary", 10**400) == cube_table("stationary", 1.0) == cube_table("stationary", "100%")
    for asked in (cube_table, cube_winner_table, cube_surfaces, critical_values, prove_surfaces, prove_critical):
        with pytest.raises(SymbolicError, match="no play"):
            asked([])
    with pytest.raises(ProblemError, match="one target per player"):
        winner_table(1, targets=5)
    with pytest.raises(SymbolicError, match="no share"):
        winner_table(1, precision="1/10").of("nobody")
