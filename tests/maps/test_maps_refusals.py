"""What maps refuse: a row has the error, a call, and what the message says."""

from functools import partial

import pytest
from hand_made import pixel, square
from refusing import assert_refused, changed, refused, with_keywords

from truel_ref import Problem
from truel_ref.errors import MapError
from truel_ref.maps import MapData, MapSpec, Store, build, compare, difference, map_problem, maps_for_c, replace
from truel_ref.maps.builder import METHOD, normal_rows, register
from truel_ref.maps.colors import paint, paint_difference
from truel_ref.maps.curves import exact_curves
from truel_ref.maps.draw import difference_figure, figure, save_figure
from truel_ref.maps.grid import Block
from truel_ref.studies.smart_maps import smart_rows

ONE = Problem([0, 0, 1])
SPEC = MapSpec(ONE, points=6, method="normal")
WHOLE = square([0, 0, 1], [pixel("B A A", (0.6, 0.3, 0.1))] * 4)
SAME = compare(WHOLE, WHOLE)
SMALL = build(MapSpec(ONE, 1))
DATA = build(MapSpec(Problem([0, 0, "1/2"], search="All"), points=6)).to_json()
STATIONARY = build(MapSpec(ONE, 2, a_above_b=True, model="stationary"))


def at_the_second_pixel(key, value, place=1):
    """Return a change of one pixel of a map of stationary play, in which the first and the last have no value."""
    return {key: [*STATIONARY.to_json()[key][:place], value, *STATIONARY.to_json()[key][place + 1 :]]}


PICTURES = [
    *with_keywords(
        MapError,
        partial(paint, WHOLE),
        *(
            ({"name": name}, "w, o, p, pw, pA, pB, pC, u, uw, uA")
            for name in ["x", "W", "pD", "ub", "wA", "", "dp", 3, None]
        ),
        *(({"palette": name}, "okabe-ito, standard") for name in ("rainbow", ["standard"], None)),
        *(
            ({"intensity": ends}, "intensity")
            for ends in [(0.9, 0.4), (0.4, 0.4), (-0.1, 1), (0, 1.1), (0.5,), 3, None, ("a", "b"), (float("nan"), 1)]
        ),
    ),
    *with_keywords(
        MapError,
        partial(paint_difference, SAME),
        ({"name": "w"}, "dp, do"),
        ({"palette": "rainbow"}, "okabe-ito, standard"),
        *(({"high": high}, "high") for high in (0, -1, float("nan"), float("inf"))),
    ),
    *refused(
        MapError,
        figure,
        (WHOLE, "w,rainbow", "w, o, p"),
        (WHOLE, [], "at least one"),
        ([], "not a map"),
        (3, "not a map"),
    ),
    *with_keywords(
        MapError,
        partial(figure, WHOLE),
        ({"palette": "rainbow"}, "okabe-ito"),
        *(({"titles": titles}, "titles") for titles in (["one", "two"], [], "mine")),
    ),
    (MapError, lambda: difference_figure(SAME, "w", "w"), "dp, do"),
    *refused(
        MapError,
        lambda name: save_figure(figure(WHOLE), name),
        *((name, "png, svg, pdf") for name in ("a.gif", "a", "png", "a.png.gz", ".png")),
    ),
]

SPECS = with_keywords(
    MapError,
    partial(MapSpec, ONE, 4),
    ({"model": "stationary", "method": "smart"}, "method: 'smart' does not know stationary play; .* use 'normal'"),
    ({"model": "shooter", "method": "smart"}, "does not know random shooter"),
    *(
        ({"model": model}, says)
        for model, says in {
            "dice": "model: 'dice' is unknown; choose from announced, stationary, lot",
            "lot now": "'now' is not a setting of lot",
            "lot announced": "is written 'lot'",
            "bullets": "give the rounds of the players",
            "bullets 1,51": "51 is not a number of rounds",
            "bullets 1,1": "is for 2 players, and there are 3",
            "bullets 1,1,1 each": "worths are no shares of 1",
            "bullets 1,1,1 equal": "is written 'bullets 1,1,1'",
            3: "model: 3 is unknown",
        }.items()
    ),
)

BLOCKS = [
    *refused(
        MapError,
        lambda *ends: MapData.join(SPEC, [Block.empty(SPEC, rows, ()) for rows in ends]),
        # As large as the map, and not the map: a row is missing, and another comes twice or is none.
        (range(4), [2, 5, 6], r"the block of the rows \(2, 5, 6\).* were there before"),
        (range(4), [4, 5, 5], r"\(4, 5, 5\).* were there before"),
        (range(4), [4, 5, 7], r"\(4, 5, 7\).* reaches out of the map"),
        (range(4), [4, 5, -1], r"\(4, 5, -1\).* reaches out of the map"),
    ),
    (
        MapError,
        lambda: MapData.join(SPEC, [Block.empty(SPEC, range(7), (), range(*ends)) for ends in ((0, 4), (3, 6))]),
        r"range\(3, 6\) holds pixels that were there before",
    ),
    *(
        (MapError, partial(rows, SPEC, [row]), f"no row {row}; rows run from 0 to 6")
        for rows in (normal_rows, smart_rows)
        for row in (-1, 7)
    ),
]

BUILDERS = [
    *with_keywords(
        MapError,
        build,
        ({"spec": ONE}, "is not a MapSpec"),
        ({"spec": SPEC, "jobs": 0}, "jobs: 0 is not an integer >= 1"),
        ({"spec": SPEC, "jobs": True}, "jobs: True"),
        ({"spec": SPEC, "jobs": 2, "executor": "a pool"}, "either an executor or jobs"),
    ),
    (
        MapError,
        lambda: register("quick", METHOD["normal"]),
        "'quick' is not a name that a map may state; choose from cells, certified, normal, smart",
    ),
    *refused(MapError, map_problem, ("1/2", "others: give a list"), (1, "others: give a list")),
    (MapError, lambda: maps_for_c(pC=1), "pC: give a list"),
    (MapError, lambda: replace(SPEC, pints=1), "unknown field 'pints'"),
    (
        MapError,
        lambda: Store("maps", "readonly"),
        "mode: 'readonly' is unknown; choose from none, use, update, read-only",
    ),
    *with_keywords(
        MapError,
        lambda **fields: difference(build(SPEC), replace(SPEC, **fields)),
        ({"points": 5}, "points: 6 and 5"),
        ({"a_above_b": True}, "a_above_b: False and True"),
        ({"problem": Problem([0, 0])}, "number of players: 3 and 2"),
    ),
    (MapError, lambda: compare(SMALL, SPEC), "is not a MapData"),
    (MapError, lambda: STATIONARY.solution_at(1, 2), "stationary play has no single solution; answer_at has"),
    (MapError, lambda: exact_curves(STATIONARY.spec, ["t"]), "announced play, not for stationary play"),
]

RECORDS = [
    *changed(
        MapError,
        MapData.from_json,
        DATA,
        ({"win": [[0.5]]}, "win: give one entry for each of the 28 pixels"),
        ({"index": ["x"] * 28}, "index: "),
        ({"index": [99] * 28}, "aims that are not in its table"),
        ({"index": [-1] * 28}, "row 0 has other pixels than the map"),
        ({"aims": [[None]]}, "table of aims"),
        ({"aims": [3]}, "3 are no aims"),
        ({"more": 1}, "a map has the keys spec, aims, index"),
    ),
    *changed(
        MapError,
        MapData.from_json,
        STATIONARY.to_json(),
        (at_the_second_pixel("equilibria", 2), "row 0 has other pixels"),
        (at_the_second_pixel("equilibria", -2), "row 0 has other pixels"),
        (at_the_second_pixel("equilibria", 40_000), "equilibria: 40000 is too large"),
        (at_the_second_pixel("index", -1), "row 0 has other pixels"),
        (at_the_second_pixel("win", [None] * 3), "the win probability of A is nan, not in"),
        (at_the_second_pixel("stalemate", None), "the probability of a stalemate is nan, not in"),
        (at_the_second_pixel("win", [0.0] * 3, 8), "it has no aims, but a win probability of A"),
    ),
]


@pytest.mark.parametrize(("kind", "call", "says"), [*PICTURES, *SPECS, *BLOCKS, *BUILDERS, *RECORDS])
def test_what_is_refused_names_the_culprit(kind, call, says):
    assert_refused(kind, call, says)
