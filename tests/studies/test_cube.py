"""Shares of the cube and of its squares: two ways have points in common, and points agree with solutions in numbers."""

import math
import random
from decimal import Decimal
from fractions import Fraction
from functools import partial
from pathlib import Path

import pytest

from truel_ref import Problem, equilibria, solve
from truel_ref.errors import NumberError, ProblemError, SymbolicError
from truel_ref.studies.cube import (
    Question,
    both_plays_table,
    critical_values,
    cube_surfaces,
    cube_table,
    cube_winner_table,
    prove_critical,
    prove_surfaces,
    winner_table,
)
from truel_ref.studies.cube.questions import beside, signs_at
from truel_ref.symbolic.algebra import value_at
from truel_ref.symbolic.cube import cube_shares_by_boxes
from truel_ref.symbolic.pieces import aims_text


def test_columns_and_boxes_agree_on_stationary_play():
    question = Question([None, None, None], "stationary")
    boxes = cube_shares_by_boxes(question.aims, level=3, edges=1).volumes.bounds
    columns = cube_table("stationary", error=1e-4)
    assert {aims_text(aims) for aims in boxes} == {name for name, _, _ in columns.shares}
    for aims, (low, high) in boxes.items():
        other = columns.of(aims_text(aims))
        assert max(low, other[0]) <= min(high, other[1])


def test_standings_are_those_of_solutions_in_numbers():
    question, rng = Question([None, None, None]), random.Random(7)
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
    assert boxes[1] - boxes[0] < Fraction(1, 100)


DOCS = Path(__file__).parents[2] / "docs"


def cells_of(page, title):
    """Return the rows of the tables in a section of a page, each as its cells."""
    section = page.partition(f"## {title}\n")[2].partition("\n## ")[0]
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in section.splitlines() if line.startswith("| ")]


def ends_of(cell):
    return [Fraction(end) for end in cell.split(" to ")]


def test_each_order_has_a_sixth_under_rules_without_turns():
    page, variants = ((DOCS / name).read_text(encoding="utf-8") for name in ("atlas/cube.md", "variants.md"))
    known = {row[0]: row[1:] for row in cells_of(variants, "What becomes of the weakest")}
    _, *rows = cells_of(page, "The weakest as favourite, under other rules of fire")
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
    page = (DOCS / "atlas" / "cube.md").read_text(encoding="utf-8")
    _, *rows, whole = cells_of(page, "Where the two plays aim differently")
    coarse = both_plays_table(error=1e-5)
    names = [f"announced {row[0]}; stationary {row[1]}" for row in rows]
    assert {name for name, low, _ in coarse.shares if low and name.startswith("announced")} == set(names)
    for name, row in zip([*names, "the aims differ"], [*rows, whole], strict=True):
        low, high = coarse.of(name)
        assert low - Fraction(1, 10**5) <= Fraction(row[2]) < Fraction(row[3]) <= high + Fraction(1, 10**5)


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
    assert cube_table("stationary", 10**400) == cube_table("stationary", 1.0) == cube_table("stationary", "100%")
    for asked in (cube_table, cube_winner_table, cube_surfaces, critical_values, prove_surfaces, prove_critical):
        with pytest.raises(SymbolicError, match="no play"):
            asked([])
    with pytest.raises(ProblemError, match="one target per player"):
        winner_table(1, targets=5)
    with pytest.raises(SymbolicError, match="no share"):
        winner_table(1, precision="1/10").of("nobody")
