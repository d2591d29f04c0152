"""Maps pixel by pixel, by the adaptive method and by dice, of every kind of play; differences; exact curves."""

from fractions import Fraction

import numpy as np
import pytest
from refusing import assert_refused

from truel_ref import Problem, Variant, equilibria, solve_variant
from truel_ref.errors import ProblemError
from truel_ref.maps import MapData, MapSpec, adaptive, build, compare, difference, map_problem, replace
from truel_ref.maps.adaptive import Rectangle, cut_lines
from truel_ref.maps.borders import exact_curves, has_curves
from truel_ref.maps.data import MapPart
from truel_ref.maps.plays import MANY, OPEN, Pixel, model_named, variant_text

HALF = Fraction(1, 2)


@pytest.mark.parametrize("search", ["others,miss", "all"])
def test_pixel_by_pixel_is_the_same_map(search):
    exact, normal = (map_problem(["1/2"], points=8, search=search, method=method) for method in ("exact", "normal"))
    assert exact.aims == normal.aims
    for name in ("index", "tie", "solved"):
        assert (exact.arrays[name] == normal.arrays[name]).all()
    assert np.abs(exact.win - normal.win).max() < 2.0**-45
    assert difference(exact, normal).share_order == 0


# -- the adaptive method


def test_the_published_cuts():
    assert cut_lines(300) == [*range(0, 301, 10)]
    assert len(cut_lines(4000)) - 1 == 100
    assert len(Rectangle(0, 40, 0, 8).smaller()) == 16
    assert Rectangle(0, 7, 0, 7).smaller() == [Rectangle(0, 7, 0, 7)]


@pytest.mark.parametrize("wide", [True, False])
def test_a_border_that_agrees_is_filled_and_the_rest_solved(wide, monkeypatch):
    monkeypatch.setattr(adaptive, "LEAST_PARTS", 3)
    smart = map_problem(["1/2"], points=36, method="smart", a_above_b=wide)
    exact = build(replace(smart.spec, method="exact"))
    guessed = smart.inside & ~smart.solved
    assert guessed.any()
    assert smart.solved.any()
    assert (smart.win[smart.solved] == exact.win[smart.solved]).all()
    right = guessed & (smart.index == exact.index)
    assert smart.aims == exact.aims
    assert right.sum() > 0.9 * guessed.sum()
    assert np.abs(smart.win[right] - exact.win[right]).max() < 2.0**-45
    assert compare(smart, exact).average < 0.5


def test_linear_filling_is_a_straight_line_between_the_borders(monkeypatch):
    monkeypatch.setattr(adaptive, "LEAST_PARTS", 2)
    linear = map_problem([1], points=40, method="smart", fill="linear", search="Others")
    [row, *_], [column, *_] = np.nonzero(~linear.solved)
    left = linear.win[row, column - 1]
    last = column + int(np.argmax(linear.solved[row, column:]))
    assert linear.win[row, column] == pytest.approx(left + (linear.win[row, last] - left) / (last - column + 1))


def test_an_island_that_touches_no_border_is_missed_and_the_difference_shows_it(monkeypatch):
    monkeypatch.setattr(adaptive, "LEAST_PARTS", 2)
    monkeypatch.setattr(adaptive._Adaptive, "agrees", lambda *_: True)
    smart = map_problem([1], points=20, method="smart")
    found = difference(smart, replace(smart.spec, method="exact"))
    assert found.share_aims > 0
    assert found.maximum > 0


def test_nobody_who_may_only_miss_wins_a_smart_map():
    smart = map_problem([1], points=60, method="smart", search="miss")
    assert smart.aims == ((None,) * 3,)
    assert (smart.stalemate == 1).all()
    assert not smart.solved.all()


# -- dice


def test_a_simulated_map_is_near_and_repeats_itself():
    spec = {"points": 2, "a_above_b": False, "games": 500}
    exact, dice, again = (map_problem([1], method=method, **spec) for method in ("exact", "simulated", "simulated"))
    assert dice == again
    assert compare(dice, exact).average < 12
    fixed = map_problem([1], points=1, method="simulated", games=500, targets="Miss,C,B")
    assert [str(aim) for aim in fixed.aims_at(0, 1)] == ["Miss", "C", "B"]


# -- stationary play and other rules of fire


def test_a_stationary_pixel_is_the_only_equilibrium_or_their_number():
    data = map_problem(["1/2"], points=6, model="stationary")
    assert (data.spec.method, data.no_value.keys()) == ("normal", dict.fromkeys(data.no_value).keys())
    for row, column in data.spec.pixels():
        answer = equilibria(data.spec.at(row, column))
        distinct = len({(each.aims, each.values) for each in answer})
        assert data.equilibria[row, column] == (distinct if answer.complete else OPEN)
        if distinct == 1:
            assert data.win[row, column].tolist() == [float(win) for win in answer[0].win]
            assert data.aims_at(row, column) == tuple(answer[0].aims)
        else:
            assert np.isnan(data.win[row, column]).all()
            assert data.aims_at(row, column) == ()
    assert {share.sum() > 0 for share in data.no_value.values()} == {True, False}


VARIANTS = [
    ("lot", {}),
    ("lot start stationary", {"start": True, "play": "stationary"}),
    ("shooter", {}),
    ("simultaneous", {}),
    ("bullets 1,1,1", {"bullets": 1}),
    ("bullets 2,1,0 none", {"bullets": [2, 1, 0], "survivors": "none"}),
    ("opinions", {}),
]


@pytest.mark.parametrize(("text", "settings"), VARIANTS, ids=[text for text, _ in VARIANTS])
def test_every_pixel_is_what_the_variant_answers(text, settings):
    data = map_problem(["1/2"], points=3, model=text)
    for where in data.spec.pixels():
        asked = Variant.stated(text.split()[0], data.spec.at(*where), **settings)
        answer = solve_variant(asked)
        assert (variant_text(asked), data.valued[where]) == (text, answer.distinct == 1)
        if answer.distinct == 1:
            shares = answer[0].worths or answer[0].win
            assert data.win[where].tolist() == [float(share) for share in shares]
            assert data.aims_at(*where) == tuple(answer[0].aims)
    assert data.valued.any()
    assert data.spec.play.name in data.spec.title()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("chess", "model: 'chess' is unknown; choose from announced, stationary, lot"),
        ("lot sometimes", "'sometimes' is not a setting of lot"),
        ("lot stationary start", "is written 'lot start stationary'"),
        ("bullets 1,2 each", "worths are no shares of 1"),
        ("bullets 1,x", "'1,x' is not a setting of bullets"),
    ],
)
def test_a_kind_of_play_that_is_none_is_refused(text, why):
    with pytest.raises(ProblemError) as refused:
        model_named(text)
    assert why in str(refused.value)


def test_too_many_equilibria_are_many_and_no_pixel_has_half_a_value():
    part = MapPart.of({(0, 0): Pixel((), (float("nan"),) * 2, float("nan"), False, equilibria=MANY)})
    data = MapData.join(MapSpec(Problem([0, 0]), points=1, model="stationary"), [part])
    assert data.equilibria.tolist() == [[MANY, -2], [-2, -2]]
    assert not data.valued.any()


# -- differences


def test_a_difference_counts_pixels_with_a_value_in_both_maps():
    announced = map_problem(["1/2"], points=10)
    found = compare(announced, map_problem(["1/2"], points=10, model="stationary"))
    assert found.not_compared == sum(int(where.sum()) for where in found.no_value.values())
    assert found.not_compared > 0
    assert f"not compared: {found.not_compared} of 121 pixels" in str(found)
    assert (found.place[found.compared] >= 0).all()
    assert np.isnan(found.largest[~found.compared]).all()
    assert found.maximum == found.largest[tuple(int(10 * hit) for hit in found.maximum_place)]
    assert found.average_of_players < found.average
    same = compare(announced, announced)
    assert (same.average, same.share_aims, same.share_order) == (0, 0, 0)


@pytest.mark.parametrize("fields", [{"points": 3}, {"a_above_b": False}])
def test_maps_on_different_grids_are_not_compared(fields):
    one = map_problem([1], points=2)
    with pytest.raises(ProblemError, match="same grid"):
        compare(one, build(replace(one.spec, **fields)))
    with pytest.raises(ProblemError, match="same grid"):
        compare(one, map_problem([1, 1], points=2))
    with pytest.raises(ProblemError, match="is not a MapData"):
        compare(one, one.spec)


# -- exact curves


def test_curves_bring_proved_areas_of_the_whole_square():
    spec = MapSpec(Problem([0, 0, 1]), points=8)
    curves = exact_curves(spec, ["t", "w", "o", "p"])
    for name in ("t", "w", "o"):
        assert sum(curves[name].shares.values()) == pytest.approx(1, abs=1e-3)
    assert curves["t"].shares["C, C, B"] == pytest.approx(0.06126, abs=1e-5)
    assert not curves["p"].shares
    triangle = exact_curves(replace(spec, a_above_b=False), ["w"])["w"]
    assert not triangle.shares
    assert all(up <= right for line in triangle for up, right in line)


@pytest.mark.parametrize("fields", [{"targets": "Miss,C,B"}, {"search": "all", "random_levels": [2, 2, 2]}])
def test_curves_are_known_for_three_who_search(fields):
    spec = MapSpec(Problem([0, 0, 1], **fields))
    assert not has_curves(spec)
    assert_refused(ProblemError, lambda: exact_curves(spec, "w"), "three players who all search")
