"""Maps of play that repeats: pixels, periods, files, colours, and the exact curves where the periods change."""

import random
from fractions import Fraction

import independent
import independent_periodic
import numpy as np
import pytest

from truel_ref import Problem, periodic_equilibria
from truel_ref.errors import MapError, ProblemError
from truel_ref.game.aims import Aim
from truel_ref.maps import MapData, MapSpec, build, load_map, map_problem, models, save_map
from truel_ref.maps.builder import normal_rows, work_estimate
from truel_ref.maps.colors import paint
from truel_ref.maps.curves import PlanCurves, PlannedPlace, exact_curves, refuse_curves
from truel_ref.maps.draw import figure
from truel_ref.maps.labels import Hover
from truel_ref.maps.models import OPEN, Pixel, model_named
from truel_ref.symbolic.polynomials import value_at

FIXED = ["1/2", "7/10", "3/5"]
EXAMPLE = (Fraction(1, 5), Fraction(4, 5))
ROUNDS = "C D A Miss C", "C Miss A E C"


def spec(hits, points, **fields):
    return MapSpec(Problem([0, 0, *hits], **fields), points, a_above_b=True, model="periodic")


@pytest.fixture(scope="module")
def three():
    return build(spec(["1/2"], 4))


def test_every_pixel_of_three_players_is_what_a_second_derivation_gives(three):
    kinds = set()
    for row, column in three.spec.pixels():
        hits = three.spec.at(row, column).hits
        expected = independent_periodic.equilibria(hits, period=2)
        known = int(three.equilibria[row, column])
        listed = sum({1 << len(plan) // 3 - 1 for plan, _, _ in expected})
        kinds.add(known)
        assert (known, three.periods[row, column]) == (len({each[:2] for each in expected}), listed)
        if known == 1:
            [(plan, values, _), *_] = expected
            assert tuple(aim.weights for aim in three.aims_at(row, column)) == plan[:3]
            assert three.win[row, column].tolist() == [float(win) for win in values[0]]
            assert three.tie[row, column] == (not all(strict for _, _, strict in expected))
    assert kinds > {1, 3}


def test_a_pixel_of_five_players_has_the_first_round_of_its_plan():
    [pixel] = normal_rows(spec(FIXED, 5), [1], range(4, 5)).values()
    [play] = periodic_equilibria([*EXAMPLE, *FIXED])
    assert (pixel.periods, pixel.equilibria, pixel.aims) == (2, 1, play.aims[0])
    assert pixel.win == tuple(map(float, play.win))


def test_plans_that_pixels_share_do_not_depend_on_the_pixels_before():
    pixels = normal_rows(spec(FIXED, 7), [1, 2], range(4, 7))
    for (row, column), pixel in list(pixels.items())[::-1]:
        alone = models.PlanAnswers(2)(Problem([Fraction(row, 7), Fraction(column, 7), *FIXED]))
        assert str(models.pixel_of_plans(alone)) == str(pixel)


def test_a_smaller_set_without_a_plan_leaves_the_pixel_open(monkeypatch, three):
    def none(*_, **__):
        raise ProblemError("no periodic equilibrium was found for A, B")

    monkeypatch.setattr(models, "equilibria_within", none)
    [pixel] = normal_rows(three.spec, [1], range(2, 3)).values()
    assert (pixel.aims, pixel.equilibria, pixel.periods) == ((), OPEN, 0)
    assert Hover(three).text(50, 25).endswith("no plan found")
    with pytest.raises(ProblemError, match="at most 16"):
        models.PlanAnswers(2)(Problem([1] * 17))


def test_the_work_of_a_map_grows_with_the_sets_of_players():
    three, five = (work_estimate(spec(hits, 40)).seconds for hits in (["1/2"], FIXED))
    assert five == 4 * three
    assert 60 < five < 300


def test_models_with_another_period():
    assert model_named("periodic 1").name == "periodic play up to period 1"
    for text in ("periodic 2", "periodic 13", "periodic x", "periodic 1 1"):
        with pytest.raises(MapError, match="the period is one of 1, 3, 4"):
            model_named(text)
    assert "period 1" in map_problem([1], points=2, model="periodic 1").spec.title()


def test_files_json_and_records(three, tmp_path):
    save_map(three, tmp_path / "map.npz")
    assert load_map(tmp_path / "map.npz") == three
    assert MapData.from_json(three.to_json()) == three
    assert {record["periods"] for record in three.to_records()} >= {"1", "1, 2"}
    wrong = three.to_json()
    wrong["periods"][wrong["equilibria"].index(1)] = 3
    with pytest.raises(MapError, match="wrong periods"):
        MapData.from_json(wrong)


def by_hand():
    """A map of 2 by 2 pixels: period 2, no plan, several plans, and an incomplete list."""
    nothing = (float("nan"),) * 3
    without = [
        Pixel((), nothing, float("nan"), tie=False, equilibria=count, periods=periods)
        for count, periods in ((OPEN, 0), (5, 3), (OPEN, 1))
    ]
    aims = Aim.at(1, 3), Aim.at(2, 3), Aim.miss(3)
    first = Pixel(aims, (0.5, 0.25, 0.25), 0.0, tie=False, equilibria=1, periods=2)
    made = spec(["1"], 1)
    return MapData.assemble(made, dict(zip(made.pixels(), [first, *without], strict=True)))


@pytest.mark.parametrize("palette", ["standard", "okabe-ito"])
def test_colours_of_periods(palette):
    painting = paint(by_hand(), "r", palette=palette)
    labels = np.array([entry.label for entry in painting.classes])[painting.number]
    assert labels.tolist() == [
        ["period 2", "no plan found"],
        ["several plans, periods 1, 2", "incomplete list, period 1"],
    ]
    assert len({tuple(color) for color in painting.colors.reshape(-1, 3).tolist()}) == 4


def test_the_line_of_equal_players_is_painted_as_its_neighbours(three):
    assert {entry.label for entry in paint(three, "r").listed} == {"period 1"}


def test_refusals(three):
    announced = map_problem([1], points=2)
    with pytest.raises(MapError, match="only play that repeats has them"):
        paint(announced, "r")
    with pytest.raises(MapError, match="need the computed map"):
        exact_curves(three.spec, ["r"])
    with pytest.raises(MapError, match="give --colors r"):
        refuse_curves(three.spec, ["w", "r"])
    for wrong in (spec(["1/2"], 4, search="strongest"), spec(["1/2"] * 7, 4)):
        with pytest.raises(MapError, match="up to 8 players without Strongest"):
            refuse_curves(wrong, ["r"])
    refuse_curves(three.spec, ["r"])


# -- exact curves


@pytest.fixture(scope="module")
def curves():
    return PlanCurves(map_problem(FIXED, points=1, a_above_b=True, model="periodic"))


def is_equilibrium(place, rounds):
    """Whether these rounds are an equilibrium, by the second derivation, under some plans of period 1 below."""
    hits = (*place, *map(Fraction, FIXED))
    names = "ABCDE"
    plan = tuple(tuple(Fraction(int(name == aim)) for name in names) for one in rounds for aim in one.split())
    problem = independent.read_problem(hits)
    options = independent_periodic.stationary_options(problem, problem.first, 1)
    return any(
        not independent_periodic.objections(hits, problem.first, plan, options, later)[0]
        for later in independent_periodic.selections(problem, 1, 1)
    )


def test_the_plan_of_period_2_ends_where_the_curves_say(curves):
    drawn, seen = random.Random(7), set()
    for _ in range(4):
        end = EXAMPLE[0] + Fraction(drawn.randint(-16, 4), 101), EXAMPLE[1] + Fraction(drawn.randint(-16, 12), 103)
        pair = [PlannedPlace(place, curves.solved(place)[0]) for place in (EXAMPLE, end)]
        for crossing in curves.crossings(*pair):
            before, after = crossing.sides
            assert value_at(crossing.polynomial, before) * value_at(crossing.polynomial, after) < 0
            if crossing.below == "period 2" and not seen & {crossing.polynomial}:
                assert (is_equilibrium(before, ROUNDS), is_equilibrium(after, ROUNDS)) == (True, False)
                seen.add(crossing.polynomial)
    assert len(seen) > 1


def test_nothing_changes_between_places_with_the_same_periods(curves):
    near = EXAMPLE[0] + Fraction(1, 1000), EXAMPLE[1]
    assert curves.crossings(*(PlannedPlace(place, curves.solved(place)[0]) for place in (EXAMPLE, near))) == []


def test_a_triangle_joins_the_roots_of_a_curve_and_curves_at_their_meeting(curves):
    def at(a, b):
        place = Fraction(a, 100), Fraction(b, 100)
        return PlannedPlace(place, curves.solved(place)[0])

    [[(_, one), (_, other)]] = curves._within([at(20, 69), at(20, 72), at(22, 72)])
    assert (one, other) == (pytest.approx(0.7, abs=1e-11),) * 2


def test_a_figure_with_curves(curves):
    data = curves.data
    assert exact_curves(data, ["r"])["r"].shares == {}
    entries = [text.get_text() for text in figure(data, "r").axes[0].get_legend().get_texts()]
    assert entries
