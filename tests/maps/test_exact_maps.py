"""The engine of maps: every pixel is what the recursion answers there, and what is not proved is asked exactly."""

from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from math import prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from truel_ref import Problem, solve
from truel_ref.errors import ProblemError, UnfinishedError
from truel_ref.game.aims import Aim
from truel_ref.limits import time_limit
from truel_ref.maps import MapData, MapSpec, build, builder, map_problem, replace
from truel_ref.maps.data import in_order, named
from truel_ref.maps.engine import Engine, relative_bound, underflows
from truel_ref.maps.ties import Areas, Judge, Numbers, play_of

HALF = Fraction(1, 2)

MAPS = [
    ([], 4, {}),
    ([], 4, {"targets": "Miss,A"}),
    (["1"], 12, {}),
    (["1/2"], 12, {"search": "all", "tie_rule": 4}),
    (["0"], 6, {"search": "others,miss,random", "tie_rule": 3}),
    (["1/3"], 9, {"search": "strongest,miss,random", "tie_rule": -1}),
    (["1/2"], 8, {"search": "others,miss,random", "random_levels": [2, 3, 2], "tie_rule": 2}),
    (["1/2"], 6, {"search": "miss"}),
    (["3/4"], 8, {"search": "others,self,miss", "targets": "Optimal,Random,Optimal", "tie_rule": -4}),
    (["1/2", "1"], 4, {"tie_rule": 3}),
    (["1/2", "1/2"], 2, {"search": "others,miss,random", "tie_rule": 2}),
    (["1", "0"], 2, {"target_later": "Strongest", "search": "all"}),
    (["1/4", "3/4"], 5, {"search": "others", "search_later": "strongest,miss"}),
    (["1/2", "1/2", "1"], 1, {}),
    (["1", "1", "1"], 1, {"search": "others", "tie_rule": -1}),
]


@pytest.mark.parametrize(("others", "points", "fields"), MAPS)
def test_aims_ties_and_order_are_exact_at_every_pixel_and_values_within_the_bound(others, points, fields):
    data = map_problem(others, points=points, **fields)
    for row, column in data.spec.pixels():
        solution = solve(data.spec.at(row, column))
        tied = any(tie.on_path and tie.order == solution.problem.order for tie in solution.ties)
        said = named(data.aims_at(row, column)), bool(data.tie[row, column])
        assert said == (named(tuple(solution.aims)), tied), (row, column)
        wins = [*data.win[row, column].tolist(), float(data.stalemate[row, column])]
        for double, exact in zip(wins, [*solution.win, solution.stalemate], strict=True):
            assert abs(Fraction(double) - exact) <= Fraction(2) ** -45
        signs = [[(one > other) - (one < other) for one in wins[:-1]] for other in wins[:-1]]
        assert signs == [[(one > other) - (one < other) for one in solution.win] for other in solution.win]


def test_the_triangle_is_the_half_of_the_square_and_pieces_change_nothing(monkeypatch):
    square, triangle = (map_problem(["1/2"], points=14, a_above_b=wide) for wide in (True, False))
    inside = triangle.inside
    assert inside.sum() == triangle.spec.size == 120
    assert (square.win[inside] == triangle.win[inside]).all()
    assert not triangle.valued[~inside].any()
    monkeypatch.setattr(builder, "PIXELS_AT_ONCE", 17)
    builder._engine.cache_clear()
    assert build(square.spec) == square


def test_any_executor_and_any_number_of_processes_give_the_same_bytes(monkeypatch):
    monkeypatch.setattr(builder, "PIXELS_AT_ONCE", 50)
    spec, done = MapSpec(Problem([0, 0, "1/2"]), points=11), []
    alone = build(spec, progress=done.append)
    assert (sum(done), len(done) > 2) == (spec.size, True)
    assert build(spec, jobs=2) == alone
    with ThreadPoolExecutor(2) as pool:
        assert build(spec, pool) == alone


def test_a_time_limit_ends_a_map_with_the_number_of_its_pixels(monkeypatch):
    monkeypatch.setattr(builder, "PIXELS_AT_ONCE", 50)
    with time_limit(0.05), pytest.raises(UnfinishedError):
        build(MapSpec(Problem([0, 0, "1/2", "1/3", "1/4"]), points=100))


def test_too_many_profiles_are_refused_before_any_work():
    with pytest.raises(ProblemError, match="profiles"):
        build(MapSpec(Problem([0] * 14), points=2))


# -- questions


def whole(spec):
    """Return all rows and columns of a map, as the engine takes them."""
    return [steps.reshape(-1, 1) for steps in np.nonzero(spec.inside)]


def later_plays(judge, pixel):
    """Return what is played in all later phases with a choice at a pixel of a batch."""
    phases = {order: answers for order, answers in judge.batch.phases.items() if {*order} < {*judge.order}}
    place = divmod(pixel, judge.shape[1])
    return tuple((order, *answers.path_at(place)) for order, answers in sorted(phases.items()))


@pytest.mark.parametrize(("others", "points"), [(["1/3"], 10), (["1/2", "1"], 8), (["1/2", "1/2", "1"], 2)])
def test_two_pixels_with_different_later_play_do_not_share_a_question(others, points, monkeypatch):
    asked, answered = {}, Judge._answered

    def spy(judge, ask, name, codes, pixels):
        for entry, pixel in enumerate(pixels.tolist()):
            area = int(judge.areas.number_of(judge.rows[pixel], judge.columns[pixel]))
            question = judge.batch.group, judge.order, name, area, int(judge.later[pixel]), codes[:, entry].tobytes()
            asked.setdefault(question, set()).add(later_plays(judge, pixel))
        return answered(judge, ask, name, codes, pixels)

    monkeypatch.setattr(Judge, "_answered", spy)
    spec = MapSpec(Problem([0, 0, *others]), points)
    made = list(Engine(spec).solve(*whole(spec)))
    assert sum(len(part.rows) for part in made) == spec.size
    assert len(asked) > 10
    assert {len(plays) for plays in asked.values()} == {1}


def test_a_question_about_an_area_is_asked_once(monkeypatch):
    asked, choice = [], Judge._choice
    monkeypatch.setattr(Judge, "_choice", lambda *given: asked.append(given) or choice(*given))
    counts = []
    for points in (20, 60):
        asked.clear()
        spec = MapSpec(Problem([0, 0, "1/2"]), points)
        list(Engine(spec).solve(*whole(spec)))
        counts.append(len(asked))
    assert 0 < counts[1] < 3 * counts[0]  # the pixels are nine times as many


def test_blocks_and_a_list_of_pixels_give_the_same_answers():
    spec = MapSpec(Problem([0, 0, "1/2"], search="strongest,miss"), 12)
    rows, columns = np.arange(13)[:, None], np.arange(13)[None]
    one, other = (MapData.join(spec, Engine(spec).solve(*pixels)) for pixels in ((rows, columns), whole(spec)))
    assert one == other == build(spec)


def test_a_value_in_an_area_is_the_value_at_its_pixels():
    players = 3
    duel = {pair: play_of(pair, (Aim.at(pair[1], players), Aim.at(pair[0], players)), ()) for pair in [(1, 0), (0, 1)]}
    single = {player: play_of((player,), (), ()) for player in range(players)}
    for (first, second), bare in duel.items():
        follows = (((second, single[first]),), ((first, single[second]),))
        duel[first, second] = play_of(bare.order, bare.aims, follows)
    aims = (Aim.at(2, players), Aim((Fraction(0), Fraction(0), Fraction(1, 2))), Aim.miss(players))
    play = play_of((0, 1, 2), aims, (((2, duel[1, 0]),), ((2, duel[0, 1]),), ()))
    letters, exact = (Numbers(hits, 15) for hits in (("row", "column", HALF), (Fraction(1, 3), Fraction(2, 5), HALF)))
    for player in range(players):
        assert letters.worth(play, player).at(5, 6) == exact.worth(play, player).at(0, 0)
    solution = solve([Fraction(1, 3), Fraction(2, 5), HALF], targets=["C", aims[1], "Miss"])
    assert [letters.worth(play, player).at(5, 6) for player in range(players)] == list(solution.win)


def test_a_rank_holds_in_a_whole_area_or_is_asked_at_the_pixel():
    areas = Areas(Problem([0, 0, "1/2"]), 10)
    mixes = tuple(Aim(tuple(map(Fraction, weights))) for weights in (("1/2", "0", "1/2"), ("0", "1/2", "1/2")))
    below, above = (int(areas.number_of(np.array(row), np.array(column))) for row, column in ((1, 3), (3, 1)))
    assert (areas.ranks(mixes, below), areas.ranks(mixes, above)) == ((1, 0), (0, 1))
    unlike = mixes[0], Aim((Fraction(0), Fraction(3, 4), Fraction(1, 8)))
    assert areas.ranks(unlike, below) == ()
    assert areas.ranks(unlike, (1, 3)) in ((0, 1), (1, 0))


# -- numbers


def test_the_bound_of_five_players_is_within_the_promise():
    assert [round(relative_bound(players) * 2**53) for players in (2, 3, 4, 5)] == [38, 89, 153, 230]


@given(st.lists(st.lists(st.integers(0, 3), min_size=4, max_size=4), min_size=1, max_size=5))
def test_doubles_get_the_exact_order(standings):
    ranks = np.array([[sum(other < own for other in each) for own in each] for each in standings]).T
    ordered = in_order(np.full(ranks.shape, 0.25), ranks)
    assert (np.sign(ordered[:, None] - ordered) == np.sign(ranks - ranks[:, None])).all()
    assert (np.abs(ordered - 0.25) <= 3 * 2.0**-54).all()


def test_where_a_double_might_underflow_every_pixel_is_solved_by_itself(monkeypatch):
    tiny = MapSpec(Problem([0, 0, "1e-150"]), points=3)
    assert underflows(tiny.problem, 3)
    assert not underflows(Problem([0, 0, "1/3", "1/7", "1/9"]), 5000)
    monkeypatch.setattr(builder, "_exact", None)
    builder_made = build(tiny)
    assert builder_made.win.tobytes() == build(replace(tiny, method="normal")).win.tobytes()


def test_rule_three_among_five_equal_players_goes_pixel_by_pixel():
    five, other = (MapSpec(Problem([0, 0, *hits], tie_rule=3), 2) for hits in (["1/2"] * 3, ["1/2", "1/2", "1"]))
    assert (builder._method(five)[0], builder._method(other)[0]) == (builder._normal, builder._exact)


def test_a_piece_of_work_is_smaller_for_more_players():
    sizes = [builder._method(MapSpec(Problem([0] * players), 300))[1] for players in (3, 4, 5)]
    assert sizes == sorted(sizes, reverse=True)
    assert prod(sizes) > 0
