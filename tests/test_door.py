"""One door: what every public function takes, what a solution says of people, and what it answers by itself."""

import sys
from fractions import Fraction
from functools import partial
from itertools import permutations
from types import SimpleNamespace

import numpy as np
import pytest

import truel_ref
from truel_ref import (
    Problem,
    Variant,
    all_outcomes,
    best_mix,
    by_lot,
    compare,
    counted_bullets,
    course,
    crossings,
    decision,
    deviations,
    equilibria,
    formula,
    opinion_contest,
    random_shooter,
    regions,
    search_by_simulation,
    simulate,
    simultaneous_fire,
    solve,
    solve_many,
    solve_variant,
    sweep,
    why,
)
from truel_ref.errors import LibraryError, ProblemError
from truel_ref.oracle import verify

HITS = ["1/3", "2/3", 1]
ASKED = [
    all_outcomes,
    best_mix,
    deviations,
    deviations,
    by_lot,
    compare,
    partial(counted_bullets, bullets=1),
    course,
    decision,
    equilibria,
    opinion_contest,
    random_shooter,
    partial(search_by_simulation, games=100),
    simulate,
    simultaneous_fire,
    solve,
    partial(verify, aims="Miss,C,B"),
    why,
]
NAMED = Problem(HITS, names="Ann, Bob, Carl", order="Carl, Bob, Ann")


@pytest.mark.parametrize("asked", ASKED, ids=lambda asked: getattr(asked, "func", asked).__name__)
def test_every_question_takes_text_hits_a_problem_or_a_solution(asked):
    first, *others = (asked(stated).to_json() for stated in ("1/3, 2/3, 1", HITS, Problem(HITS), solve(HITS)))
    assert others == [first] * 3


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        (lambda: solve(0.3, 0.6, 1), r"give all hit probabilities in one list or text: solve\(\[0.3, 0.6, 1\]\)"),
        (lambda: simulate(0.3, 0.6, 1), r"in one list or text: simulate\(\[0.3, 0.6, 1\]\)"),
        (lambda: solve("0.3", "0.6"), r"in one list or text: solve\(\['0.3', '0.6'\]\)"),
        (lambda: verify(HITS, 0.5), "verify: give by name what follows a problem: win, aims, "),
        (lambda: solve(NAMED, "B"), "solve: give by name what follows a problem: method, "),
    ],
)
def test_several_arguments_are_one_list_or_given_by_name(asked, says):
    with pytest.raises(TypeError, match=says):
        asked()


@pytest.mark.parametrize("asked", [course, simulate, solve, why])
@pytest.mark.parametrize("answer", [course("1 1"), equilibria("1 1"), all_outcomes("1 1")])
def test_an_answer_that_is_no_solution_states_no_problem(asked, answer):
    with pytest.raises(ProblemError, match=r"states no problem; give hit probabilities, a Problem or a Solution"):
        asked(answer)


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        (lambda: simulate(solve(HITS), targets="C,C,B"), "'targets' cannot be given with an answer"),
        (lambda: course(equilibria(HITS)[0], search="others"), "'search' cannot be given with an answer"),
        (lambda: course(random_shooter(HITS), tie_rule=2), "'tie_rule' cannot be given with an answer"),
        (lambda: why(solve(HITS), tie_rule=2), "'tie_rule' cannot be given with a Problem"),
    ],
)
def test_keywords_that_would_count_for_nothing_are_refused(asked, says):
    with pytest.raises(ProblemError, match=says):
        asked()


def test_a_refusal_says_which_of_several_plays_to_give():
    answer = simultaneous_fire(HITS)
    with pytest.raises(ProblemError, match=r"3 plays; choose one: play=answer\[0\]"):
        course(answer)
    assert course(answer, of=answer[0]).win == answer[0].win
    with pytest.raises(ProblemError, match=r"of several plays give one, such as answer\[0\]"):
        course(equilibria("1/2 1/2 1/2"))
    with pytest.raises(ProblemError, match=r"put the problem into one: sweep\(\['1/3 2/3 1'\]\)"):
        sweep("1/3 2/3 1")


def test_what_is_no_variant_is_refused():
    with pytest.raises(ProblemError, match=r"'1 1' is not a variant; state one, as in Variant.stated"):
        solve_variant("1 1")
    assert simulate(solve_variant(Variant.stated("shooter", "1 1"))).games == 10**6


@pytest.mark.parametrize(
    "asked",
    [
        *ASKED,
        *(formula, partial(crossings, [1, 1]), truel_ref.map, regions),
        *(lambda many: list(solve_many(many)), lambda many: sweep([many]), sweep),
    ],
)
@pytest.mark.parametrize("value", [np.array(0.5), {"1/2": 1, "1/4": 2}, object()], ids=["no axis", "keys", "object"])
def test_what_is_no_list_is_refused_at_every_door(asked, value):
    """An array without an axis cannot be iterated, and a dictionary yields its keys, which are not its values."""
    if not (asked is sweep and isinstance(value, dict)):  # a grid
        with pytest.raises(ProblemError):
            asked(value)


def test_rows_of_an_array_are_aims():
    aims = np.array([[0, 0, 1], [0, 0, 1], [0, 0.5, 0.25]])
    assert solve(HITS, targets=aims).win == solve(HITS, targets="C,C,0:1/2:1/4").win


# -- players


def test_results_are_asked_for_by_name():
    solution = solve(NAMED)
    assert [solution[name].win for name in ("Carl", "a", "bob")] == [
        solution.win[NAMED.player(name)] for name in ("Carl", "a", "bob")
    ]
    assert solution["Carl"] == (
        "Carl",
        *(each[NAMED.player("Carl")] for each in (NAMED.hits, solution.aims, solution.win)),
    )
    for name in ("Dora", "D", "3", ""):
        with pytest.raises(ProblemError, match="is not a player; the players are Ann, Bob, Carl"):
            solution[name]


@pytest.mark.parametrize(
    ("hits", "fields", "favourite"),
    [
        ("1/3 2/3 1", {}, "A"),
        ("1/2 1", {}, ("A", "B")),
        ("1/2 1", {"names": "Ann,Bob", "order": "Bob,Ann"}, "Bob"),
        ("0 0", {}, ()),
        ("0 0 1", {"targets": "Miss,Miss,Miss"}, ()),
        ("0 1", {}, "B"),
    ],
)
def test_who_wins_most_often(hits, fields, favourite):
    assert solve(hits, **fields).favourite == favourite


@pytest.mark.parametrize(
    "answer",
    [
        lambda: solve(HITS),
        lambda: why(HITS),
        lambda: course(HITS),
        lambda: truel_ref.crossings("1/3,2/3,1", "1/2,1/2,1"),
        lambda: truel_ref.map([1], points=2),
        lambda: truel_ref.darts.best_target("1/10"),
    ],
)
def test_what_a_command_draws_draws_itself(answer):
    assert answer().plot().axes


def test_a_solution_explains_itself():
    solution = solve(NAMED, method="definition")
    assert solution.why(player="Bob").to_json() == why(solution, player="Bob").to_json()
    figures = solution.plot(), why(solution).plot()
    own, same = ([text.get_text() for text in figure.axes[0].texts] for figure in figures)
    assert own == same


# -- tables


def test_a_data_frame_has_the_rows_of_a_record(monkeypatch):
    """By a stand-in: pandas, which is not installed for the tests, makes a frame of rows that are mappings."""
    solution = solve(HITS)
    monkeypatch.setitem(sys.modules, "pandas", SimpleNamespace(DataFrame=list))
    frames = [solution.to_pandas(exact=exact) for exact in (True, False)]
    assert [[row["wins"] for row in frame] for frame in frames] == [[*solution.win], [25 / 63, 8 / 21, 2 / 9]]
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(LibraryError, match="this needs pandas"):
        solution.to_pandas()


def test_a_sweep_is_what_solve_gives_row_by_row():
    grid = [*permutations(["1/4", "1/2", "1"]), ["0", "0", "0"]]
    table = sweep(grid, tie_rule=2, names="Ann,Bob,Carl", order="Bob,Ann,Carl")
    solutions = [solve(hits, tie_rule=2, names="Ann,Bob,Carl", order="Bob,Ann,Carl") for hits in grid]
    for number, solution in enumerate(solutions):
        assert (table.hits[number], table.win[number]) == (solution.problem.hits, solution.win)
        assert table.aims[number] == tuple(map(solution.problem.aim_text, solution.aims))
    first = solutions[0]
    assert table.favourites[0] == (first.favourite,) and table.favourites[-1] == ()
    assert table.to_records()[0]["Ann_wins"] == first["Ann"].win
    assert table.to_numpy()["win"].shape == (7, 3)
    assert table.to_json()["win"][0] == first.to_json()["win"]


def test_axes_of_a_sweep_are_combined():
    table = sweep({"A": ["1/3", 0.5], "B": Fraction(2, 3), "C": "1"})
    assert table.win == sweep(["1/3 2/3 1", "1/2 2/3 1"]).win
    assert sweep([]).to_json() == {"names": [], "hits": [], "aims": [], "win": []}
    with pytest.raises(ProblemError, match=r"labels of a grid are A, B, C and so on, in this order; here are \['B'"):
        sweep({"B": 1, "A": 1})


def test_rooms_are_reached_through_the_package():
    assert truel_ref.maps.build.__module__.startswith("truel_ref.maps")
    assert "maps" in dir(truel_ref) and "Any" not in dir(truel_ref)
    for room in ("errors", "games", "ledger", "maps", "notebook", "numbers", "oracle", "symbolic"):
        assert not {"Any", "annotations", "sys", "refuse", "needs", "Fraction"} & {*dir(getattr(truel_ref, room))}
    assert next(getattr(truel_ref.games, game) for game in dir(truel_ref.games)) is truel_ref.darts
