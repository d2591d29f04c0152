"""Where the winner and the order of the win probabilities change, against the exact solver."""

import pytest

from truel_ref import Problem, maps, solve
from truel_ref.maps.borders import exact_curves
from truel_ref.maps.figures import figure
from truel_ref.symbolic.partition import regions
from truel_ref.symbolic.plays import standings, winners


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


@pytest.mark.slow
def test_the_legend_beside_exact_curves_has_proved_areas_and_in_the_triangle_curves_are_cut():
    spec = maps.MapSpec(Problem([0, 0, 1]), points=40, a_above_b=True)
    curves = exact_curves(spec, ["t", "w", "u"])
    axes = figure(maps.build(spec), "t,w,u", curves=[curves], labels=False).axes
    legends = {each.get_title(): each.get_legend() for each in axes if each.get_legend()}
    aims, winners, unusual = legends.values()
    assert [text.get_text() for text in aims.get_texts()] == [
        "B, C, Miss  2.3 %",
        "C, C, A  9.7 %",
        "C, C, B  6.1 %",
        "C, Miss, A  38.0 %",
        "Miss, C, B  43.9 %",
        "an aim changes",
    ]
    shares = ["A  38.8 %", "B  37.1 %", "C  24.1 %", "the winner changes"]  # they add up to 100
    assert [text.get_text() for text in winners.get_texts()] == shares
    said = [legend.get_title().get_text() for legend in (aims, winners, unusual)]
    assert said == ["proved shares of the area"] * 2 + ["shares, counted in pixels"]
    triangle = exact_curves(maps.MapSpec(Problem([0, 0, 1]), points=12, a_above_b=False), ["t", "w"])
    assert not triangle["t"].shares  # the areas are those of the square
    assert all(up <= right for line in triangle["w"] for up, right in line)
