"""The notebook's names: what they take and return, single problems, the steps of a choice, and what is refused."""

import inspect
import re
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from examples import examples
from hypothesis import given
from hypothesis import strategies as st

import truel_ref.notebook as nb
from truel_ref import Problem, TruelError, solve
from truel_ref.notebook import *
from truel_ref.simulation.estimates import simulate

THIRDS = [1 / 3, 2 / 3, 1]
MIXED = [3 / 4, 11 / 20, 1]
OTHERS_MISS = [Miss, Others]
UNSTATED = inspect.Parameter.empty


def same(first, second):
    return np.array_equal(first, second, equal_nan=True)


# -- names


DEFAULTS = {
    "defaultTargets": [],
    "defaultSearch": [Miss, Others],
    "defaultTargetLater": Optimal,
    "defaultSearchLater": [],
    "defaultAlg": algMath,
    "defaultIterations": 1000000,
    "defaultRndLevel": None,
}


def test_the_names_and_numbers_are_those_of_the_source_and_a_star_brings_them():
    players = {"A": 0, "B": 1, "C": 2, "D": 3, "E": 4, "F": 5, "G": 6}
    words = {"Miss": -1, "Random": -2, "Self": -3, "Strongest": -4, "Others": -5, "Optimal": -10, "Invalid": -11}
    modes = {"cNone": 0, "cUse": 1, "cUpdate": 2, "cReadOnly": 3}
    algorithms = {"math": 21, "sim": 25, "fake": 29}
    assert {name: int(tg[name]) for name in tg.__members__} == players | words | algorithms | modes
    bare = players | words | modes | {"algMath": 21, "algSim": 25, "algFake": 29}
    assert {name: getattr(nb, name) for name in bare} == {name: tg(number) for name, number in bare.items()}
    functions = {"truel", "ptruel", "ptruelWhy", "allTargetOptions", "allTargetResults", "selectOptimalResult"}
    functions |= {"Test", "makeMatAB", "makeImageAB", "testAB", "diffAB", "testAB3", "testAB3t"}
    functions |= {"Replace", "preCalc", "horizImages", "tg", "tg_"}
    modules = {"np": "numpy", "plt": "matplotlib.pyplot", "time": "time", "math": "math"}
    names = {}
    exec("from truel_ref.notebook import *", names)
    assert sorted(nb.__all__) == sorted([*bare, *functions, *DEFAULTS, *modules, "numba"])
    assert {name for name in names if not name.startswith("__")} == set(nb.__all__)
    assert {name: names[name].__name__ for name in modules} == modules
    assert "\n" not in f"{names['numba'].__version__}"
    with pytest.raises(AttributeError, match="no attribute 'scipy'"):
        _ = nb.scipy


def test_settings(monkeypatch):
    """Defaults are taken when the functions are defined, as in the source: to set another one changes no call."""
    assert tg_.All == [Others, Strongest, Self, Miss, Random]
    assert (tg_.ShowTimes, tg_.maxSimSize, tg_.Miss, tg_.math, tg_.G) == (False, 300, Miss, algMath, G)
    assert {name: getattr(nb, name) for name in DEFAULTS} == {name: getattr(tg_, name) for name in DEFAULTS} == DEFAULTS
    monkeypatch.setattr(tg_, "defaultSearch", [Others])
    assert truel(THIRDS)[1].tolist() == [Miss, C, B]


PROBLEM = {
    "pHits": UNSTATED,
    "targets": [],
    "search": [Miss, Others],
    "targetLater": Optimal,
    "searchLater": [],
    "ifEQ": +1,
    "alg": algMath,
    "iterations": 1000000,
    "optRndLevel": None,
}
FIELDS = PROBLEM | {
    "pHits": [0, 0, 1],
    "points": 300,
    "title": "",
    "method": "smart",
    "colors": "w",
    "AgtB": True,
    "intensityRange": (0.4, 0.9),
    "mat": None,
    "mat_ms": 0,
}
SEARCHED = {"search": [Miss, Others], "targets": []}
FIGURE = {"title": "", "inches": 7}


def required(*names):
    return dict.fromkeys(names, UNSTATED)


@pytest.mark.parametrize(
    ("function", "parameters"),
    [
        (truel, PROBLEM),
        (ptruel, PROBLEM | {"timeit": True}),
        (allTargetOptions, required("pHits") | SEARCHED | {"optRndLevel": None}),
        (allTargetResults, required("pHits") | SEARCHED | {"optRndLevel": None, "alg": algMath}),
        (selectOptimalResult, required("allResults", "pHit") | {"ifEQ": 1, "legend": False}),
        (ptruelWhy, required("pHits") | SEARCHED | {"ifEQ": 1, "optRndLevel": None, "alg": algMath}),
        (Test, FIELDS),
        (makeMatAB, required("test")),
        (makeImageAB, required("test", "mat") | {"tm0": 0, "isDiff": False, "label": ""}),
        (horizImages, required("ImagesLabels") | {"figTitle": "", "inches": 7}),
        (testAB, required("tests") | FIGURE),
        (diffAB, required("test1", "tests2") | {"colors": ["w", "dp", "do"]} | FIGURE),
        (
            testAB3,
            SEARCHED
            | {"targetLater": Optimal, "searchLater": [], "ifEQ": 1, "alg": algMath, "iterations": 1000000}
            | {"AgtB": False, "intensityRange": (0.4, 0.9), "points": 300, "inches": 7, "pC": [1.0]}
            | {"method": "smart", "colors": "w"},
        ),
        (testAB3t, required("test") | {"pC": [1.0], "inches": 7}),
        (preCalc, required("tests") | {"cache": cUse}),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_signatures(function, parameters):
    taken = inspect.signature(function).parameters
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    assert [(one.name, one.default, one.kind) for one in taken.values()] == [
        (*each, kind) for each in parameters.items()
    ]


# -- single problems


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ((THIRDS,), Problem(["1/3", "2/3", 1])),
        ((THIRDS, [Miss, C, B]), Problem(["1/3", "2/3", 1], ["Miss", "C", "B"])),
        ((THIRDS, [Self, C, Strongest]), Problem(["1/3", "2/3", 1], ["Self", "C", "Strongest"])),
        ((THIRDS, Strongest), Problem(["1/3", "2/3", 1], ["Strongest"] * 3)),
        ((THIRDS, "Strongest"), Problem(["1/3", "2/3", 1], ["Strongest"] * 3)),
        ((THIRDS, [], {Others}), Problem(["1/3", "2/3", 1], search={"Others"})),
        ((THIRDS, None, Others), Problem(["1/3", "2/3", 1], search={"Others"})),
        ((THIRDS, [], [{Others, Miss}, Random]), Problem(["1/3", "2/3", 1], search="Others, Miss, Random")),
        ((THIRDS, [], [{Others}, {Others}]), Problem(["1/3", "2/3", 1], search="Others")),
        ((THIRDS, [], tg_.All), Problem(["1/3", "2/3", 1], search="All")),
        ((THIRDS, [], "Others, Self"), Problem(["1/3", "2/3", 1], search="Others, Self")),
        ((THIRDS, [], {Others, Miss}, Strongest), Problem(["1/3", "2/3", 1], target_later="Strongest")),
        ((THIRDS, [], {Others, Miss}, Random, {Self}), Problem(THIRDS, target_later="Random", search_later="Self")),
        ((THIRDS, [], {Others}, Optimal, {}), Problem(THIRDS, search="Others")),
        ((THIRDS, [], {Others}, Optimal, set()), Problem(THIRDS, search="Others")),
        (([0, "1/4", Fraction(1, 2)], [], {Others, Miss}, Optimal, None, 4), Problem([0, "1/4", "1/2"], if_eq=4)),
        (([1, 1, 0], [], {Others, Miss}, Optimal, None, np.int64(-1)), Problem([1, 1, 0], if_eq=-4)),
        ((MIXED, [[0, 1 / 3, 1 / 3], C, A]), Problem(["3/4", "11/20", 1], [["0", "1/3", "1/3"], "C", "A"])),
        ((np.array(MIXED), np.array([-1.0, 2, 1])), Problem(["3/4", "11/20", 1], ["Miss", "C", "B"])),
        ((np.array([0, 1, 1]), (np.int64(-10), np.float64(2), 1)), Problem([0, 1, 1], ["Optimal", "C", "B"])),
        ((["1/2", "1/3"],), Problem(["1/2", "1/3"])),
    ],
)
def test_a_result_is_the_exact_one_rounded(arguments, problem):
    solution = solve(problem)
    result = truel(*arguments)
    players = problem.players
    assert (result.shape, result.dtype) == ((players + 2, players), float)
    simple = [Miss if aim.is_miss else Random if aim.is_mix else aim.target for aim in solution.aims]
    weights = [list(map(float, aim.weights)) for aim in solution.aims]
    assert result.tolist() == [list(map(float, solution.win)), simple, *weights]


NO_LEVELS = [None, [], 0, [0, None, 0], {}, -1, [-1, -1, -1], [-1, 0, None], np.array([-1, -1, -1])]
FIVES = [[5, 5, 5], 5, np.array([5, 5, 5]), (5.0, 5, 5)]


@pytest.mark.parametrize(
    ("levels", "stated"),
    [*((one, None) for one in NO_LEVELS), *((one, [5, 5, 5]) for one in FIVES), ([5, -1, -1], [5, None, None])],
)
def test_levels(levels, stated):
    """None is the equal mix alone; with five levels for all the mixes are (0, 3/5, 0), C and Miss."""
    result = truel(MIXED, search=[Others, Miss, Random], optRndLevel=levels)
    expected = solve(["3/4", "11/20", 1], search="Others, Miss, Random", random_levels=stated)
    assert result[0].tolist() == list(map(float, expected.win))
    assert stated != [5, 5, 5] or result[1:3].tolist() == [[Random, C, Miss], [0, 3 / 5, 0]]


ORDER_RULES = [4, 5, 99, 0, -1, -2, -50]


@pytest.mark.parametrize("rule", ORDER_RULES)
def test_other_tie_rules_are_the_order_of_shots_or_its_reverse(rule):
    """In a stalemate all options are equal, so the rule alone decides."""
    searches = [Others, Miss, Random], [Others, Random], [Others]
    aims = [truel([0, 0, 0], [], search, ifEQ=rule)[1].tolist() for search in searches]
    assert aims == ([[B, A, A]] * 3 if rule > 0 else [[Miss] * 3, [Random] * 3, [C, C, B]])


def test_a_stalemate_reads_as_aims():
    still = [0, 0, 0], [Miss, Optimal, Optimal]
    result = truel(*still)
    assert result.tolist() == [[0, 0, 0], [Miss, C, B], [0, 0, 0], [0, 0, 1], [0, 1, 0]]
    assert [truel([0, 0, 0], ifEQ=rule)[1].tolist() for rule in (1, 2, 3)] == [[C, C, B], [B, A, A], [B, A, A]]
    results = allTargetResults([0, 0, 0], OTHERS_MISS, still[1], None, algMath)
    for other in (
        truel(*still, alg=algSim, iterations=10),
        *(selectOptimalResult(each, [0, 0, 0]) for each in (results, np.array(results))),
    ):
        assert same(result, other)


def test_two_players_keep_their_predefined_aims():
    assert [truel([1 / 2, 1 / 3], [Miss, A])[0].tolist(), truel([1 / 2, 1 / 3])[1].tolist()] == [[0, 1], [B, A]]


hits = st.lists(st.fractions(0, 1, max_denominator=12), min_size=2, max_size=4)


@examples(40)
@given(hits, st.sampled_from([{Others, Miss}, {Others, Miss, Self, Random}, {Strongest, Miss}]))
def test_a_result_can_be_given_back(hit, search):
    result = truel(hit, search=search)
    assert same(truel(hit, result[2:], search, searchLater=search), result)
    if Random not in result[1]:
        assert same(truel(hit, result[1], search, searchLater=search), result)


RULES = [1, 2, 3, 4, -1]
THIRD_HITS = st.lists(st.fractions(0, 1, max_denominator=6), min_size=3, max_size=3)


@examples(24)
@given(THIRD_HITS, st.sampled_from(RULES))
def test_the_steps_lead_to_the_result(hit, rule):
    search = [Others, Miss, Random]
    chosen = selectOptimalResult(allTargetResults(hit, search, [], None, algMath), hit, rule)
    assert (type(chosen), same(chosen, truel(hit, search=search, ifEQ=rule))) == (np.ndarray, True)


@examples(24)
@given(st.lists(st.fractions("1/9", "8/9", max_denominator=9), min_size=3, max_size=3), st.sampled_from([1, 2, 4, -1]))
def test_numbers_alone_lead_there_too_where_nobody_surely_hits(hit, rule):
    results = np.array(allTargetResults(hit, OTHERS_MISS, [], None, algMath))
    assert type(results) is np.ndarray
    assert same(selectOptimalResult(results, hit, rule), truel(hit, ifEQ=rule))
    assert same(selectOptimalResult(results[::-1].tolist(), hit, 1)[0], truel(hit)[0])


def test_options_and_results_of_all_profiles():
    own = [[[0, 0, 0]], [[0, 0, 1]], [[1, 0, 0], [0, 1, 0], [0, 0, 0]]]
    options = allTargetOptions(THIRDS, OTHERS_MISS, [Miss, C, Optimal], None)
    assert options.tolist() == [list(profile) for profile in product(*own)]
    results = allTargetResults(THIRDS, OTHERS_MISS, [], None, algMath)
    assert same(results[:, 2:], allTargetOptions(THIRDS, OTHERS_MISS, [], None))
    assert same(results[:-1], [truel(THIRDS, result[1]) for result in results[:-1]])
    assert results[-1].tolist() == [[0, 0, 0], [Miss] * 3, [0, 0, 0], [0, 0, 0], [0, 0, 0]]
    searches = OTHERS_MISS, [Others, Miss, Random], [Others]
    assert [len(allTargetResults(THIRDS, search, [], None, algMath)) for search in searches] == [27, 64, 8]
    made_up = np.array(allTargetResults(THIRDS, OTHERS_MISS, [], None, algFake))
    made_up[:, 0] += results[:, 0] - [1 / 6, 1 / 3, 1 / 2]
    assert np.allclose(made_up, results, rtol=0, atol=1e-15)
    with pytest.raises(ValueError, match="read-only"):
        results[0, 0] = 1


def test_the_table_of_the_choice(capsys):
    """None is printed unless a cell asks for it; in this problem the first profile is chosen."""
    first = allTargetResults([1, 1 / 5, 1 / 10], OTHERS_MISS, [], None, algMath)
    assert same(selectOptimalResult(first, [1, 1 / 5, 1 / 10]), first[0])
    assert (first[0][1].tolist(), capsys.readouterr().out) == ([B, A, A], "")
    results = allTargetResults(THIRDS, OTHERS_MISS, [Miss, C, Optimal], None, algMath)
    for each in (results, np.array(results)):
        selectOptimalResult(each, THIRDS, legend=True)
        printed = [line.split() for line in capsys.readouterr().out.splitlines()]
        assert printed[3] == ["2", "Miss", "C", "B", "39.683", "%", "38.095", "%", "22.222", "%", "C", "B", "A"]
        assert [line[0] for line in printed[2:]] == ["1", "2", "3"]


def test_a_simulation_repeats_itself_and_is_near():
    exact, played = truel(THIRDS), simulate(solve(Problem(THIRDS, ["Miss", "C", "B"])), games=10**5, seed=1).win
    for targets in ([Miss, C, B], []):
        found = truel(THIRDS, targets, alg=algSim, iterations=1e5)
        assert same(found[1:], exact[1:])
        assert 0 < np.abs(found[0] - exact[0]).max() < 0.01
        assert same(found, truel(THIRDS, targets, alg=25, iterations=10**5))
        assert targets == [] or found[0].tolist() == list(map(float, played))
    results = allTargetResults(THIRDS, OTHERS_MISS, [Miss, C, Optimal], None, algSim)
    assert same(selectOptimalResult(results, THIRDS), truel(THIRDS, [Miss, C, Optimal], alg=algSim))
    still = [1 / 2, 0, 0], [B, Miss, Miss]
    assert same(truel(*still, targetLater=Miss, alg=algSim, iterations=1000)[0], truel(*still, targetLater=Miss)[0])


@pytest.mark.parametrize(
    ("arguments", "how", "line"),
    [
        ([THIRDS], {}, "pHit% 33.3 66.7 100.0 | pWin% 39.7 38.1 22.2 | targets Miss C B"),
        ([THIRDS, [Optimal, C, B]], {}, "targets Miss C* B*"),
        (
            [[0, 0, 1], Miss],
            {},
            "pHit% 0.0 0.0 100.0 | pWin% 0.0 0.0 0.0 | stalemate% 100.0 | targets Miss* Miss* Miss*",
        ),
        ([[0, 0, 0]], {}, "targets C C B"),
        (
            [MIXED],
            {"search": {Others, Miss, Random}, "optRndLevel": [5, 5, 5]},
            "pWin% 34.0 6.2 59.8 | targets (0, 3/5, 0) C Miss",
        ),
        ([THIRDS, [Miss, C, B]], {"alg": algSim, "iterations": 1000}, "| simulated, 1,000 games"),
        (
            [[0, 0, 0], [Miss, Optimal, Optimal]],
            {"alg": algSim, "iterations": 10},
            "0.0 0.0 0.0 | stalemate% 100.0 | targets Miss* C B | simulated, 10 games",
        ),
        ([THIRDS, [Miss, Optimal, Optimal]], {"alg": algFake}, "pWin% 16.7 33.3 50.0 | targets Miss* C B | made up"),
        ([[0, 0]], {"alg": algFake}, "pWin% 50.0 50.0 | targets B A | made up"),
    ],
)
def test_one_line(arguments, how, line, capsys):
    assert ptruel(*arguments, **how) is None
    timed = capsys.readouterr().out
    ptruel(*arguments, **how, timeit=False)
    plain = capsys.readouterr().out
    assert plain.endswith(f"{line}\n")
    assert re.fullmatch(re.escape(plain[:-1]) + r" \| [0-9.]+ ms\n", timed)


def test_the_explanation(capsys):
    assert ptruelWhy(THIRDS, OTHERS_MISS, []) is None
    printed = capsys.readouterr().out
    assert printed.startswith("A misses because 25/63 > 59/189 (C) > 50/189 (B).\n")
    lines = [line.split() for line in printed.splitlines()]
    assert ["23", "Miss", "C", "B", "C+", "B+", "A+", "25/63", "8/21", "2/9", "8/21", "2/3"] in lines
    assert [line[0] for line in lines if line and line[0].isdigit()] == [str(number) for number in range(1, 28)]


# -- bad input


@pytest.mark.parametrize(
    ("call", "noted"),
    [
        (lambda: truel([1 / 3, 2, 1]), "player B"),
        (lambda: truel(0.5), "hits: give one hit probability per player"),
        (lambda: truel(np.array(0.5)), "hits: give one hit probability per player"),
        (lambda: truel(np.array(THIRDS, dtype=np.float32)), "player A.*NumPy float32"),
        (lambda: truel([True, 1, 1]), "player A: True is not a number: it is a bool"),
        (lambda: truel(THIRDS, [Others, C, B]), "weights, not 'Others'"),
        (lambda: truel(THIRDS, [D, C, B]), "weights, not 3"),
        (lambda: truel(THIRDS, [-7, C, B]), "weights, not -7"),
        (lambda: truel(THIRDS, [0.5, C, B]), "weights, not 0.5"),
        (lambda: truel(THIRDS, C), "targets: give one per player, 3 in all"),
        (lambda: truel(THIRDS, [C, B]), "one per player, 3 in all"),
        (lambda: truel(THIRDS, [[0, 1, 1], C, B]), "more than 1"),
        (lambda: truel(THIRDS, [], {Optimal}), "not a word for a search"),
        (lambda: truel(THIRDS, [], {D}), "not a word for a search"),
        (lambda: truel(THIRDS, [], [{Others}, {Miss}, {Others}]), "holds different sets"),
        (lambda: truel(THIRDS, [], 7), "search: 7 is not a set of words"),
        (lambda: truel(THIRDS, [], {Others: 1}), "search: .* is not a player; the players are A to C"),
        (lambda: truel(THIRDS, [], {Others}, C), "target_later"),
        (lambda: truel(THIRDS, [], {Others}, Optimal, {Random}), "search_later: at least one"),
        (lambda: truel(THIRDS, alg=3), "alg: 3 is unknown"),
        (lambda: truel(THIRDS, alg="sim"), "alg: 'sim' is unknown"),
        (lambda: truel(THIRDS, alg=algSim, iterations=0), "games: 0"),
        (lambda: truel(THIRDS, alg=algSim, iterations=2.5), "games: 2.5"),
        (lambda: truel(THIRDS, search={Others, Random}, optRndLevel=[1, 2]), "one per player"),
        (lambda: truel(THIRDS, search={Others, Random}, optRndLevel=-2), "random level: -2"),
        (lambda: ptruel(THIRDS, alg=1), "alg: 1 is unknown"),
        (lambda: ptruelWhy(THIRDS, OTHERS_MISS, [], alg=algFake), "has no reasons"),
        (lambda: allTargetResults(THIRDS, [Others, Random], [], 99, algMath), "1,000,000 profiles are more"),
        (lambda: allTargetOptions(THIRDS, [Others, Random], [], 99), "1,000,000 profiles are more"),
        (lambda: allTargetResults(THIRDS, OTHERS_MISS, [], None, 1), "alg: 1 is unknown"),
        (lambda: truel(THIRDS, ifEQ=True), "not a tie rule"),
        (lambda: truel(THIRDS, ifEQ=1.5), "not a tie rule"),
        (lambda: selectOptimalResult([1], THIRDS), "no results of 3 players; give what allTargetResults returned"),
        (lambda: selectOptimalResult(np.zeros((2, 4, 2)), THIRDS), "no results of 3 players"),
        (lambda: selectOptimalResult(np.zeros((0, 5, 3)), THIRDS), "no results of 3 players"),
        (lambda: selectOptimalResult(np.full((1, 5, 3), np.nan), THIRDS), "no results of 3 players"),
        (lambda: selectOptimalResult("x", THIRDS), "no results of 3 players"),
        (lambda: Replace(7, points=1), "7 is no Test"),
        (lambda: testAB(7), "7 is no Test"),
        (lambda: testAB([0, 0, 1]), "0 is no Test"),
        (lambda: testAB(Test(points=2, intensityRange=(2, 3))), "intensity"),
        (lambda: testAB(Test(points=0)), "points: 0"),
        (lambda: testAB(Test(alg=1)), "alg: 1 is unknown"),
        (lambda: preCalc(Test(), 4), "cache: 4 is unknown"),
        (lambda: preCalc(7), "7 is no Test"),
        (lambda: makeMatAB(Test(points=2, mat=np.zeros((2, 2)))), "is not the matrix of this Test"),
        (lambda: makeImageAB(Test(points=2), np.zeros((2, 2))), "is not the matrix of this Test"),
        (lambda: makeImageAB(Test(points=2), np.zeros((2, 2)), isDiff=True), "is not the matrix of this Test"),
        (lambda: diffAB(Test(), 7), "7 is no Test"),
        (lambda: diffAB(Test(points=2), Test(points=3)), "give both as many points"),
        (lambda: testAB3t(Test([0, 0])), "no player C"),
        (lambda: testAB3t(Test(), "x"), "player C"),
    ],
)
def test_bad_input_is_told(call, noted):
    with pytest.raises(TruelError, match=noted):
        call()
