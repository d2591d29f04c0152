"""The notebook's names: each call, what it refuses, and a notebook of analysis cells that is executed."""

import os
from fractions import Fraction
from pathlib import Path

import matplotlib as mpl
import nbformat
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from jupyter_client.kernelspec import KernelSpecManager
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient
from PIL import Image

import truel_ref.studies.notebook as nb
from truel_ref import Problem, TruelError, solve
from truel_ref.maps import MapSpec, Store, build
from truel_ref.maps.colors import paint
from truel_ref.notebook import *
from truel_ref.simulation.estimate import simulate

mpl.use("Agg")

THIRDS = [1 / 3, 2 / 3, 1]
MIXED = [3 / 4, 11 / 20, 1]


@pytest.fixture(autouse=True)
def _nothing_kept(monkeypatch):
    monkeypatch.setattr(nb.maps, "KEPT", {})


def same(first, second):
    return np.array_equal(first, second, equal_nan=True)


def panels(made):
    return [axes for axes in made.axes if axes.images]


def titles(made):
    return [axes.get_title() for axes in panels(made)]


# -- words


def test_the_numbers_are_those_of_the_source():
    players = {"A": 0, "B": 1, "C": 2, "D": 3, "E": 4, "F": 5, "G": 6}
    words = {"Miss": -1, "Random": -2, "Self": -3, "Strongest": -4, "Others": -5, "Optimal": -10, "Invalid": -11}
    modes = {"cNone": 0, "cUse": 1, "cUpdate": 2, "cReadOnly": 3}
    algorithms = {"math": 21, "sim": 25, "fake": 29}
    assert {name: int(tg[name]) for name in tg.__members__} == players | words | algorithms | modes
    bare = players | words | modes | {"algMath": 21, "algSim": 25, "algFake": 29}
    assert {name: int(getattr(nb, name)) for name in bare} == bare
    assert all(isinstance(getattr(nb, name), tg) for name in bare)
    functions = {"truel", "ptruel", "ptruelWhy", "allTargetOptions", "allTargetResults", "selectOptimalResult"}
    functions |= {"Test", "TargetResults", "makeMatAB", "makeImageAB", "testAB", "diffAB", "testAB3", "testAB3t"}
    functions |= {"Replace", "preCalc", "horizImages", "tg"}
    assert sorted(nb.__all__) == sorted([*bare, *functions])


def test_fields_of_a_test():
    first = "pHits, targets, search, targetLater, searchLater, ifEQ, alg, iterations, optRndLevel"
    rest = "points, method, AgtB, title, intensityRange, colors, mat, mat_ms"
    assert ", ".join(Test._fields) == f"{first}, {rest}"
    assert Test([0, 0, 1]).points == 300
    assert isinstance(Test(), tuple)


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
        ((THIRDS, [], "Others, Self"), Problem(["1/3", "2/3", 1], search="Others, Self")),
        ((THIRDS, [], {Others, Miss}, Strongest), Problem(["1/3", "2/3", 1], target_later="Strongest")),
        ((THIRDS, [], {Others, Miss}, Random, {Self}), Problem(THIRDS, target_later="Random", search_later="Self")),
        ((THIRDS, [], {Others}, Optimal, {}), Problem(THIRDS, search="Others")),
        ((THIRDS, [], {Others}, Optimal, set()), Problem(THIRDS, search="Others")),
        (([0, "1/4", Fraction(1, 2)], [], {Others, Miss}, Optimal, None, 4), Problem([0, "1/4", "1/2"], if_eq=4)),
        (([1, 1, 0], [], {Others, Miss}, Optimal, None, np.int64(-1)), Problem([1, 1, 0], if_eq=-1)),
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
    assert result.shape == (players + 2, players)
    assert result.dtype == float
    assert result[0].tolist() == list(map(float, solution.win))
    assert result[2:].tolist() == [list(map(float, aim.weights)) for aim in solution.aims]
    for simple, aim in zip(result[1], solution.aims, strict=True):
        assert simple == {True: Miss, False: Random if aim.is_mix else aim.target}[aim.is_miss]


@pytest.mark.parametrize("levels", [[5, 5, 5], 5, np.array([5, 5, 5]), (5.0, 5, 5)])
def test_levels(levels):
    result = truel(MIXED, search={Others, Miss, Random}, optRndLevel=levels)
    assert result[0].tolist() == [7260 / 21371, 1331 / 21371, 180 / 301]
    assert result[1].tolist() == [Random, C, Miss]
    assert result[2].tolist() == [0, 3 / 5, 0]


@pytest.mark.parametrize("levels", [None, [], 0, [0, None, 0], {}])
def test_no_levels(levels):
    result = truel(MIXED, search={Others, Miss, Random}, optRndLevel=levels)
    assert result[0].tolist() == [93 / 284, 18249 / 56800, 281 / 800]


def test_a_stalemate_has_no_aims():
    result = truel([0, 0, 0], [Miss, Optimal, Optimal])
    assert result[0].tolist() == [0, 0, 0]
    assert result[1].tolist() == [Miss, Invalid, Invalid]
    assert result[2].tolist() == [0, 0, 0]
    assert np.isnan(result[3:]).all()
    assert same(result, truel([0, 0, 0], [Miss, Optimal, Optimal], alg=algSim, iterations=10))
    assert same(result, selectOptimalResult(allTargetResults([0, 0, 0], [Miss, Optimal, Optimal])))


hits = st.lists(st.fractions(0, 1, max_denominator=12), min_size=2, max_size=4)


@settings(max_examples=40)
@given(hits, st.sampled_from([{Others, Miss}, {Others, Miss, Self, Random}, {Strongest, Miss}]))
def test_a_result_can_be_given_back(hit, search):
    result = truel(hit, search=search)
    assume(not np.isnan(result).any())
    assert same(truel(hit, result[2:], search, searchLater=search), result)
    if Random not in result[1]:
        assert same(truel(hit, result[1], search, searchLater=search), result)


@settings(max_examples=15)
@given(st.lists(st.fractions(0, 1, max_denominator=6), min_size=3, max_size=3), st.sampled_from([1, 2, 3, 4, -1]))
def test_the_steps_lead_to_the_result(hit, rule):
    how = {"search": {Others, Miss, Random}, "ifEQ": rule}
    assert same(selectOptimalResult(allTargetResults(hit, **how)), truel(hit, **how))


def test_options_and_results_of_all_profiles():
    assert [options.tolist() for options in allTargetOptions(THIRDS, [Miss, C, Optimal])] == [
        [[0, 0, 0]],
        [[0, 0, 1]],
        [[1, 0, 0], [0, 1, 0], [0, 0, 0]],
    ]
    results = allTargetResults(THIRDS)
    assert len(results) == 27
    for result in results:
        if not (result[1] == Miss).all():
            assert same(result, truel(THIRDS, result[1]))
    assert [len(allTargetResults(THIRDS, search=search)) for search in ({Others, Miss, Random}, {Others})] == [64, 8]


def test_the_first_profile_can_be_chosen():
    results = allTargetResults([1, 1 / 5, 1 / 10])
    assert same(selectOptimalResult(results), results[0])
    assert results[0][1].tolist() == [B, A, A]


def test_a_simulation_repeats_itself_and_is_near():
    exact = truel(THIRDS)
    for targets in ([Miss, C, B], []):
        found = truel(THIRDS, targets, alg=algSim, iterations=1e5)
        assert same(found[1:], exact[1:])
        assert 0 < np.abs(found[0] - exact[0]).max() < 0.01
        assert same(found, truel(THIRDS, targets, alg=25, iterations=10**5, seed=1))
        assert not same(found, truel(THIRDS, targets, alg=algSim, iterations=10**5, seed=2))
    played = simulate(solve(Problem(THIRDS, ["Miss", "C", "B"])), games=10**5, seed=7).win
    assert truel(THIRDS, [Miss, C, B], alg=algSim, iterations=10**5, seed=7)[0].tolist() == list(map(float, played))
    results = allTargetResults(THIRDS, alg=algSim, iterations=10**5)
    assert same(selectOptimalResult(results), truel(THIRDS, alg=algSim, iterations=10**5))


def test_a_simulated_stalemate_is_counted():
    found = truel([1 / 2, 0, 0], [B, Miss, Miss], targetLater=Miss, alg=algSim, iterations=1000)
    assert found[0].tolist() == truel([1 / 2, 0, 0], [B, Miss, Miss], targetLater=Miss)[0].tolist()


def test_what_is_made_up():
    assert truel(THIRDS, [Miss, Optimal, Optimal], alg=algFake).tolist() == [
        [1 / 6, 1 / 3, 1 / 2],
        [Miss, C, B],
        [0, 0, 0],
        [0, 0, 1],
        [0, 1, 0],
    ]
    assert truel([0, 0], alg=algFake)[0].tolist() == [1 / 2, 1 / 2]


def test_one_line(capsys):
    def line(*arguments, **how):
        assert ptruel(*arguments, **how) is None
        told = capsys.readouterr().out
        assert told.count("\n") == 1
        rest, _, passed = told.rstrip("\n").rpartition(" | ")
        number, unit = passed.split()
        assert float(number) >= 0
        assert unit == "ms"
        return rest

    assert line(THIRDS) == "pHit% 33.3 66.7 100.0 | pWin% 39.7 38.1 22.2 | targets Miss C B"
    assert line(THIRDS, [Optimal, C, B], title="x").endswith("targets Miss C* B*")
    assert (
        line([0, 0, 1], Miss)
        == "pHit% 0.0 0.0 100.0 | pWin% 0.0 0.0 0.0 | stalemate% 100.0 | targets Miss* Miss* Miss*"
    )
    assert line([0, 0, 0]).endswith("targets none none none")
    levels = line(MIXED, search={Others, Miss, Random}, optRndLevel=[5, 5, 5])
    assert levels.endswith("pWin% 34.0 6.2 59.8 | targets (0, 3/5, 0) C Miss")
    assert line(THIRDS, [Miss, C, B], alg=algSim, iterations=1000).endswith("| simulated, 1,000 games, seed 1")
    assert line(THIRDS, alg=algFake).endswith("| made up")


def test_the_explanation(capsys):
    assert ptruelWhy(THIRDS) is None
    told = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert ["23", "Miss", "C", "B", "25/63", "8/21", "2/9", "8/21", "2/3", "C+", "B+", "A+"] in told
    assert [line[0] for line in told if line and line[0].isdigit()] == [str(number) for number in range(1, 28)]
    ptruelWhy(THIRDS, player=A)
    assert capsys.readouterr().out.count("C+ B+") == 3


# -- maps


@pytest.mark.parametrize(
    "test",
    [
        Test([0, 0, 1], points=6, AgtB=True),
        Test([0, 0, 1 / 2], Strongest, targetLater=Strongest, points=4, AgtB=1),
        Test([0, 0, 1], search={Others, Miss, Random}, optRndLevel=[2, 2, 2], points=6),
        Test([0, 0, 1 / 4], [Self, C, Optimal], ifEQ=2, points=np.int64(4), method="normal"),
        Test([0, 0], points=4),
        Test([0, 0, 0], [Miss, Optimal, Optimal], points=3, AgtB=True),
        Test([0, 0, 1 / 2, 1], points=3),
        Test(np.array([0, 0, 1.0]), [[0, 1 / 3, 1 / 3], C, B], points=4),
        Test([0, 0, 1], alg=algFake, points=4),
    ],
    ids=lambda test: str(test.pHits) + str(test.targets),
)
def test_every_pixel_of_a_matrix_is_the_single_result(test):
    mat = makeMatAB(test)
    players, points = len(test.pHits), test.points
    assert mat.shape == (points + 1, points + 1, players + 2, players)
    for row in range(points + 1):
        for column in range(points + 1):
            if test.AgtB or row <= column:
                hit = [Fraction(row, int(points)), Fraction(column, int(points)), *list(test.pHits)[2:]]
                assert same(mat[row, column], truel(hit, *test[1:9])), (row, column)
            else:
                assert np.isnan(mat[row, column]).all()


def test_a_simulated_map_has_its_own_dice_in_every_pixel(monkeypatch):
    test = Test([0, 0, 1], [Miss, C, B], alg=algSim, iterations=1000, points=4)
    mat = makeMatAB(test)
    assert same(mat, makeMatAB(test, seed=1))
    assert not same(mat, makeMatAB(test, seed=2))
    exact = makeMatAB(Replace(test, alg=algMath))
    assert same(mat[:, :, 1:], exact[:, :, 1:])
    assert 0 < np.nanmax(np.abs(mat - exact)) < 0.1
    seeds = set()
    play = nb.problems.ALGORITHMS[algSim]
    monkeypatch.setitem(nb.problems.ALGORITHMS, algSim, lambda *asked: seeds.add(asked[2]) or play(*asked))
    makeMatAB(test)
    assert len(seeds) == 15


def test_smart_is_the_published_method_with_linear_filling():
    smart = makeMatAB(Test(points=40, method="smart"))
    linear = build(MapSpec(Problem([0, 0, 1]), 40, method="smart", fill="linear"))
    assert same(smart[:, :, 0], linear.win)
    assert not same(smart, makeMatAB(Test(points=40)))


def test_replace():
    tests = [Test([0, 0, 1]), [Test([0, 0, 1 / 2]), [0, 0, 1 / 4]]]
    changed = Replace(tests, points=9)
    assert [changed[0].points, changed[1][0].points, changed[1][1].points] == [9, 9, 9]
    assert changed[1][1].pHits == [0, 0, 1 / 4]
    assert tests[0].points == 300
    assert type(tests[0]._replace(points=1)) is Test
    assert Replace([0, 0, 1], points=9) == Test([0, 0, 1], points=9)


def test_a_matrix_is_not_kept_for_another_test():
    done = preCalc(Test(points=4), cNone)
    assert same(Replace(done, colors="o", title="x", intensityRange=(0, 1)).mat, done.mat)
    assert Replace(done, ifEQ=2).mat is Replace(done, points=5).mat_ms is None
    assert same(Replace(done, alg=algSim, mat=done.mat).mat, done.mat)


def test_a_given_matrix_is_what_is_drawn(monkeypatch):
    for test in (
        Test([0, 0, 1], search={Others, Miss, Random}, points=8),
        Test([0, 0, 0], points=3, AgtB=True),
        Test([0, 0, 1 / 3], points=60),
        Test([0, 0, 1 / 2], [Random, C, Miss], Others, points=4),
    ):
        spec = MapSpec(
            Problem(test.pHits, nb.reading.targets_of(test.targets, 3) or [], nb.reading.search_of(test.search, "")),
            test.points,
        )
        data = build(MapSpec(spec.problem, test.points, test.AgtB))
        mat = makeMatAB(test)
        read = nb.matrices.map_of_matrix(data.spec, mat)
        assert [read.aims, list(map(str, read.aims))] == [data.aims, list(map(str, data.aims))]
        assert same(read.index, data.index)
        assert same(read.win, data.win)
        assert same(read.stalemate, data.stalemate)
        monkeypatch.setattr(nb.maps, "build", None)  # nothing is computed again
        given = Replace(test, mat=mat)
        assert same(makeMatAB(given), mat)
        assert same(makeImageAB(given, "u"), paint(data, "u").colors[::-1])
        monkeypatch.undo()
    turned = makeMatAB(Test(points=2, AgtB=True))[::-1].copy()
    assert same(makeMatAB(Test(points=2, AgtB=True, mat=turned)), turned)


def test_precalc_and_the_store(tmp_path, monkeypatch):
    test = Test([0, 0, 1], points=4)
    with pytest.raises(TruelError, match="read-only"):
        preCalc(test, cReadOnly, folder=tmp_path)
    done = preCalc(test, folder=tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [Store(tmp_path).path(MapSpec(Problem([0, 0, 1]), 4)).name]
    assert isinstance(done, Test)
    assert done.mat_ms > 0
    assert same(done.mat, makeMatAB(test))
    file = next(tmp_path.iterdir())
    before = file.stat().st_mtime_ns
    assert same(preCalc(test, cReadOnly, folder=tmp_path).mat, done.mat)
    preCalc([test], cUse, folder=tmp_path)
    assert file.stat().st_mtime_ns == before
    file.write_bytes(b"")
    preCalc(done, cUpdate, folder=tmp_path)
    assert same(makeMatAB(test, cReadOnly, folder=tmp_path), done.mat)
    # What was computed is found by cells that leave the result of preCalc alone.
    monkeypatch.setattr(nb.maps, "build", None)
    assert len(panels(testAB(test))) == 1
    several = preCalc([done, [test]], cNone)
    assert [one.points for one in several] == [4, 4]


def test_only_exact_maps_are_stored(tmp_path):
    for alg in (algSim, algFake):
        preCalc(Test([0, 0, 1], [Miss, C, B], alg=alg, iterations=10, points=2), cUpdate, folder=tmp_path)
    assert not list(tmp_path.iterdir())
    assert not nb.maps.KEPT


# -- figures


def test_side_by_side_and_in_rows():
    tests = [Test([0, 0, hit], points=3) for hit in (1 / 2, 1)]
    assert titles(testAB(*tests)) == ["pC = 1/2; search Others, Miss", "pC = 1; search Others, Miss"]
    assert titles(testAB([tests, [[0, 0, 1 / 4]]], points=2))[2] == "pC = 1/4; search Others, Miss"
    assert len(panels(testAB(tests, colors="w,o,u"))) == len(panels(testAB(tests, "w, o,u"))) == 6
    assert len(panels(testAB(tests, colors=["w", "o"]))) == len(panels(testAB(tests, colors=[["w"], "o"]))) == 4
    made = testAB(tests[0], Replace(tests[1], colors="o,u", intensityRange=[0.2, 0.3]))
    assert titles(made) == [
        "winner (brighter: less likely to win)",
        "order of the win probabilities",
        "most unusual aim in play",
    ]
    orders = paint(build(MapSpec(Problem([0, 0, 1]), 3)), "o", intensity=(0.2, 0.3)).colors
    assert same(np.asarray(panels(made)[1].images[0].get_array()), orders)
    assert titles(testAB(Test(points=2, title="mine"), Test([0, 0, 1, 1], points=2))) == [
        "mine",
        "pC = 1, pD = 1; search Others, Miss",
    ]
    assert len(panels(testAB(points=2))) == len(panels(testAB([0, 0, 1], points=2))) == 1


def test_the_title_says_what_is_not_exact():
    how = {"points": 1, "targets": [Miss, C, B], "iterations": 1000}
    made = testAB(Test(alg=algSim, **how), Test(alg=algFake, **how), Test(**how))
    assert [title.replace("\n", " ").rpartition("; ")[2] for title in titles(made)] == [
        "simulated, 1,000 games",
        "made up",
        "targets Miss, C, B",
    ]


def test_pictures_are_the_map_with_pa_upwards():
    data = build(MapSpec(Problem([0, 0, 1]), 5, True))
    picture = makeImageAB([0, 0, 1], points=5, AgtB=True)
    assert same(picture, paint(data, "w").colors[::-1])
    both = makeImageAB(Test(points=5, AgtB=True, colors=["w", "o"], intensityRange=(0.1, 0.2)))
    assert same(both[:, 7:], paint(data, "o", intensity=(0.1, 0.2)).colors[::-1])
    assert (both[:, 6] == 1).all()


def test_differences(capsys):
    test = Test(points=4)
    other = Replace(test, search={Others})
    made = diffAB(test, other)
    assert len(panels(made)) == 4
    one, two = (makeMatAB(each)[np.triu_indices(5)] for each in (test, other))
    largest = 100 * np.abs((one - two)[:, 0]).max(axis=1)
    aims = (one[:, 2:] != two[:, 2:]).any(axis=(1, 2)).mean()
    told = capsys.readouterr().out
    assert told.startswith(
        "pC = 1; search Others, Miss against pC = 1; search Others: "
        f"{largest.mean():.4g} points on average, at most {largest.max():.4g};\nthe win order differs in "
    )
    assert told.endswith(f"of the pixels, aims in {aims:.2%}\n")
    assert len(panels(diffAB([test, Replace(test, ifEQ=4)], colors="w,dp"))) == 3
    assert len(panels(diffAB(test, test, "do"))) == 3
    dark = np.asarray(panels(diffAB(Replace(test, intensityRange=(0.1, 0.2)), test, "o"))[0].images[0].get_array())
    assert same(dark, paint(build(MapSpec(Problem([0, 0, 1]), 4)), "o", intensity=(0.1, 0.2)).colors)
    assert len(panels(diffAB([test, test], "u,dp"))) == 3
    capsys.readouterr()
    diffAB(test, test)
    assert ": 0 points on average, at most 0;" in capsys.readouterr().out
    noisy = Replace(test, alg=algSim, targets=[Miss, C, B], iterations=100)
    diffAB(noisy, noisy)  # two runs
    assert ": 0 points on average" not in capsys.readouterr().out


def test_three_hit_probabilities():
    assert [title[:8] for title in titles(testAB3(points=2))] == ["pC = 1/4", "pC = 1/2", "pC = 1; "]
    made = testAB3(Test([0, 0, 1, 1]), pC=[0.1, 0.3], points=2, colors="u")
    assert [title[:17] for title in titles(made)] == ["pC = 1/10, pD = 1", "pC = 3/10, pD = 1"]
    hatched = [[bool(axes.patches) for axes in panels(draw(points=2))] for draw in (testAB3, testAB3t)]
    assert hatched == [[False] * 3, [True] * 3]


def test_files_and_images_side_by_side(tmp_path):
    testAB(points=2, file=tmp_path / "a.png")
    diffAB(Test(points=2), Test(points=2), file=str(tmp_path / "b.svg"))
    picture = makeImageAB(points=2)
    made = horizImages(
        [picture, testAB(points=2)], Image.open(tmp_path / "a.png"), titles=["x", "y", "z"], file=tmp_path / "c.pdf"
    )
    assert {path.name for path in tmp_path.iterdir()} == {"a.png", "b.svg", "c.pdf"}
    assert titles(made) == ["x", "y", "z"]
    shown = [axes.images[0].get_array() for axes in panels(made)]
    assert same(np.asarray(shown[0]), picture)
    boxes = [axes.get_position() for axes in panels(made)]
    assert len({round(box.height, 9) for box in boxes}) == 1
    assert boxes[0].x1 < boxes[1].x0 < boxes[1].x1 < boxes[2].x0
    assert made._repr_png_().startswith(b"\x89PNG")


# -- bad input


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda: truel([1 / 3, 2, 1]), "player B"),
        (lambda: truel(0.5), "hits: give a list"),
        (lambda: truel(np.array(0.5)), "hits: give a list"),
        (lambda: truel(np.array(THIRDS, dtype=np.float32)), "player A.*NumPy float32"),
        (lambda: truel([True, 1, 1]), "player A: True is a bool"),
        (lambda: truel(THIRDS, [Invalid, C, B]), "Invalid is no aim"),
        (lambda: truel(THIRDS, [Others, C, B]), "Others is a word for the search"),
        (lambda: truel(THIRDS, [D, C, B]), "nobody's index"),
        (lambda: truel(THIRDS, [-7, C, B]), "nobody's index"),
        (lambda: truel(THIRDS, [0.5, C, B]), "target 0.5 is unknown"),
        (lambda: truel(THIRDS, C), "targets: give a list with one target per player"),
        (lambda: truel(THIRDS, [C, B]), "one per player, 3 in all"),
        (lambda: truel(THIRDS, [[0, 1, 1], C, B]), "more than 1"),
        (lambda: truel(THIRDS, truel([0, 0, 0])[2:]), "nan"),
        (lambda: truel(THIRDS, [], {Optimal}), "not a word for a search"),
        (lambda: truel(THIRDS, [], {D}), "not a word for a search"),
        (lambda: truel(THIRDS, [], [{Others}, {Miss}, {Others}]), "holds different sets"),
        (lambda: truel(THIRDS, [], 7), "search: 7 is no set of words"),
        (lambda: truel(THIRDS, [], {Others: 1}), "search: .* is nobody; the players are A to C"),
        (lambda: truel(THIRDS, [], {Others}, C), "target_later"),
        (lambda: truel(THIRDS, [], {Others}, Optimal, {Random}), "search_later: at least one"),
        (lambda: truel(THIRDS, ifEQ=7), "no tie rule"),
        (lambda: truel(THIRDS, alg=3), "alg: 3 is unknown"),
        (lambda: truel(THIRDS, alg="sim"), "alg: 'sim' is unknown"),
        (lambda: truel(THIRDS, alg=algSim, iterations=0), "games: 0"),
        (lambda: truel(THIRDS, alg=algSim, iterations=2.5), "games: 2.5"),
        (lambda: truel(THIRDS, alg=algSim, seed=-1), "seed"),
        (lambda: truel(THIRDS, search={Others, Random}, optRndLevel=[1, 2]), "one per player"),
        (lambda: truel(THIRDS, search={Others, Random}, optRndLevel=-1), "random level -1"),
        (lambda: ptruel(THIRDS, alg=1), "alg: 1 is unknown"),
        (lambda: ptruelWhy(THIRDS, alg=algSim), "only exact results"),
        (lambda: ptruelWhy(THIRDS, player="D"), "not in the phase"),
        (lambda: allTargetOptions(THIRDS, alg=1), "alg: 1 is unknown"),
        (lambda: allTargetResults(THIRDS, alg=algFake), "made up"),
        (lambda: allTargetResults(THIRDS, search={Others, Random}, optRndLevel=99), "1,000,000 profiles are more"),
        (lambda: selectOptimalResult([1]), "allTargetResults returned"),
        (lambda: Test()._replace(point=1), "unknown field 'point'; a Test has pHits"),
        (lambda: Replace([Test()], mats=1), "unknown field 'mats'"),
        (lambda: Replace(7, points=1), "7 is no Test"),
        (lambda: testAB(7), "7 is no Test"),
        (lambda: testAB([]), "is no Test"),
        (lambda: testAB(Test(), colour="w"), "unknown field 'colour'"),
        (lambda: testAB(points=2, colors="x"), "colouring: 'x' is unknown"),
        (lambda: testAB(points=2, colors=[]), "name at least one colouring"),
        (lambda: testAB(points=2, colors=7), "colouring: 7 is unknown"),
        (lambda: testAB(points=2, colors="dp"), "a difference of two maps has"),
        (lambda: testAB(points=2, intensityRange=(2, 3)), "intensity"),
        (lambda: testAB(points=2, intensityRange=7), "intensity"),
        (lambda: testAB(points=2, file="map.gif"), "png, svg, pdf"),
        (lambda: testAB(points=2, palette="x"), "palette"),
        (lambda: testAB(Test(points=0)), "points: 0"),
        (lambda: testAB(Test(method="fast")), "method: 'fast' is unknown"),
        (lambda: testAB(Test(AgtB="yes")), "a_above_b: 'yes'"),
        (lambda: testAB(Test(alg=1)), "alg: 1 is unknown"),
        (lambda: testAB(Test(), cache=4), "cache: 4 is unknown"),
        (lambda: testAB(points=1, seed="x"), "seed: 'x'"),
        (lambda: preCalc(Test(), True), "cache: True is unknown"),
        (lambda: makeMatAB([Test(), Test()]), "give one Test, not 2"),
        (lambda: makeMatAB(Test(points=2, mat=np.zeros((2, 2)))), "is not the matrix of this Test"),
        (lambda: makeMatAB(Test(points=2, mat=np.zeros((3, 3, 5, 3)))), "other pixels are nan"),
        (lambda: makeImageAB(points=2, colors=""), "colouring: '' is unknown"),
        (lambda: makeImageAB(points=2, colors=[]), "name at least one colouring"),
        (lambda: diffAB(Test()), "two Tests"),
        (lambda: diffAB([Test()] * 3), "two Tests"),
        (lambda: diffAB(Test(points=2), Test(points=3)), "points: 2 and 3"),
        (lambda: testAB3(Test([0, 0])), "no player C"),
        (lambda: testAB3(pC="x"), "player C"),
        (lambda: testAB3(pC=[]), "pC: give at least one"),
        (horizImages, "at least one image"),
        (lambda: horizImages([1]), "is no image"),
        (lambda: horizImages(np.zeros((2, 2))), "is no image"),
        (lambda: horizImages(np.zeros((2, 2, 3)), titles=["a", "b"]), "titles: give one for each of the 1 images"),
    ],
)
def test_bad_input_is_told(call, told):
    with pytest.raises(TruelError, match=told):
        call()


# -- a whole notebook


def test_a_notebook_of_analysis_cells(tmp_path):
    """It runs as it stands, with the interpreter of the tests and no kernel that anybody has installed."""
    here = Path(__file__).parent
    cells = nbformat.read(here / "analysis_cells.ipynb", as_version=4)
    manager = AsyncKernelManager(kernel_name="python3", kernel_spec_manager=KernelSpecManager(kernel_dirs=[]))
    own = {"PYTHONPATH": str(here.parents[1]), "IPYTHONDIR": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path)}
    NotebookClient(cells, km=manager, timeout=120).execute(cwd=str(tmp_path), env=os.environ | own, cleanup_kc=True)
    code = [cell for cell in cells.cells if cell.cell_type == "code"]
    text = "".join(output.text for cell in code for output in cell.outputs if output.output_type == "stream")
    for told in (
        "pWin% 39.7 38.1 22.2 | targets Miss C B",
        "pWin% 22.2 41.8 27.8 8.2 | targets D A D C",
        "pWin% 32.1 30.5 34.7 2.6 | targets D D* D* C*",
        "targets (0, 21/50, 0) C Miss",
        "pWin% 32.7 32.1 35.1 | targets Random C A",
        "winner A targets ['Miss', 'C', 'B']",
        "same targets True close True",
        "64 [-1.  2.  1.]",
        "(13, 13, 6, 4) True",
        "A wins in 39.4 %; somebody misses in 82.1 %",
    ):
        assert told in text, told
    figures = [cell for cell in code if cell.source.splitlines()[-1].startswith(("testAB", "diffAB", "horizImages"))]
    assert len(figures) == 10
    for cell in figures:
        pictures = [output.data["image/png"] for output in cell.outputs if "data" in output]
        assert len(pictures) == 1, cell.source
    names = " ".join(cell.source for cell in code)
    untouched = {"E", "F", "G", "D", "Invalid", "TargetResults", "cReadOnly", "cUpdate", "cUse"}
    assert not [name for name in set(nb.__all__) - untouched if name not in names]
