"""Where the winner and the order of the win probabilities change, against the exact solver."""

from fractions import Fraction

import pytest

from truel_ref import Problem, maps, solve
from truel_ref.errors import MapError
from truel_ref.maps.curves import exact_curves
from truel_ref.symbolic.partition import regions
from truel_ref.symbolic.standing_curves import standings, winners


@pytest.fixture(scope="module")
def orders():
    return standings(regions([None, None, 1], precision="1/10"))


def test_every_cell_has_the_order_that_the_solver_gives(orders):
    first = winners(orders)
    cells = 0
    for strip in orders.strips:
        for place, cell in enumerate(strip.cells):
            win = solve([strip.x, strip.sample(place), 1]).win
            ranks = tuple(sum(other > own for other in win) for own in win)
            assert orders.class_of(cell) == ranks
            assert first.class_of(cell) == tuple(player for player, own in enumerate(win) if own == max(win))
            cells += 1
    assert cells > 50


def test_points_off_the_curves_have_the_order_of_their_cell(orders):
    for row in range(1, 23):
        for column in range(1, 23):
            x, y = Fraction(row, 23), Fraction(column, 23)
            if all(curve.sign(x, y) for curve in orders.curves):
                win = solve([x, y, 1]).win
                assert orders.class_of(orders.signs(x, y)) == tuple(sum(other > own for other in win) for own in win)


def test_curves_are_cut_to_the_triangle_and_known_for_three_players_only():
    spec = maps.MapSpec(Problem([0, 0, 1]), points=10)
    assert all(up <= right for line in exact_curves(spec, ["w"])["w"] for up, right in line)
    with pytest.raises(MapError, match="known for three players"):
        exact_curves(maps.MapSpec(Problem([0, 0, 1, 1]), points=10), ["t"])
