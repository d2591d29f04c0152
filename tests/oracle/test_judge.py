"""The judge against sound solvers, faulty ones, and programs that misbehave in every way."""

import json
import re
import sys
from collections import Counter
from decimal import Decimal
from fractions import Fraction
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

import answers
import faulty
import pytest
from examples import examples, one_row_in
from hypothesis import Phase, find, given, settings
from pages import page_text

from truel_ref import Problem, solve
from truel_ref.errors import VectorError
from truel_ref.oracle import Judgement, assert_agrees, check, check_command, make, vectors
from truel_ref.oracle.judge import Terms, judge_answer
from truel_ref.oracle.kinds.announced import AnnouncedPlay
from truel_ref.oracle.strategies import problems

ORIGINAL = make(Problem(["1/3", "2/3", 1]), "original", "known")
WIN = [25 / 63, 8 / 21, 2 / 9]
TIED = make(Problem(["1/2", "1/2", 1]), "tied", "known")
THIN = make(Problem(["1/3", Fraction(1, 3) - Fraction(1, 2**80), 1]), "thin", "known")
STALE = make(Problem(["1/3", 0, 0], targets=[["1/4", "1/2", 0], "Miss", "Miss"]), "stale", "known")


def judged(*asked):
    return answers.judged(*asked).judgement


# -- judgements on single answers


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        *(
            (answer, Judgement.AGREES)
            for answer in (
                WIN,
                tuple(WIN),
                {"win": WIN},
                {"win": ["25/63", "8/21", "2/9"], "aims": ["Miss", "C", "B"], "stalemate": 0},
                {
                    "win": [Fraction(25, 63), Fraction(8, 21), Fraction(2, 9)],
                    "aims": ["miss", 2, "b"],
                    "stalemate": None,
                },
                {
                    "win": [Decimal("0.3968253968"), 0.380952381, "22.22222222%"],
                    "aims": [[0] * 3, [0, 0, 1], [0, 1.0, "0"]],
                },
                {"win": [25 / 63 + 9e-10, 8 / 21 - 9e-10, 2 / 9], "aims": None, "remark": "fine"},
                {"win": WIN, "aims": ["Miss", "Strongest", "B"]},
            )
        ),
        ([25 / 63 + 2e-9, 8 / 21 - 2e-9, 2 / 9], Judgement.VALUE),
        ({"win": WIN, "stalemate": 2e-9}, Judgement.VALUE),
        ([59 / 189, 34 / 63, 4 / 27], Judgement.VALUE),
        ({"win": WIN, "aims": ["C", "C", "B"]}, Judgement.AIMS),
        ({"win": WIN, "aims": ["Miss", None, "B"]}, Judgement.AIMS),
        ({"win": WIN, "aims": ["Miss", "C", [0, 0.999999999999999, 0]]}, Judgement.AIMS),
        ([0.396, 0.380, 0.222], Judgement.NOT_A_DISTRIBUTION),
        ([1.1, -0.1, 0], Judgement.NOT_A_DISTRIBUTION),
        ({"win": WIN, "stalemate": 0.5}, Judgement.NOT_A_DISTRIBUTION),
        ([10**400, 0, 0], Judgement.NOT_A_DISTRIBUTION),
        (None, Judgement.MALFORMED),
        ("25/63", Judgement.MALFORMED),
        ({}, Judgement.MALFORMED),
        ({"error": "too hard"}, Judgement.MALFORMED),
        ({"win": WIN[:2]}, Judgement.MALFORMED),
        ({"win": "25/63, 8/21, 2/9"}, Judgement.MALFORMED),
        ([True, False, False], Judgement.MALFORMED),
        ([float("nan"), 0.5, 0.5], Judgement.MALFORMED),
        ([float("inf"), 0, 0], Judgement.MALFORMED),
        (["much", 0, 0], Judgement.MALFORMED),
        ([[], 0, 1], Judgement.MALFORMED),
        ([1 + 2j, 0, 0], Judgement.MALFORMED),
        ({"win": WIN, "aims": ["Miss", "C"]}, Judgement.MALFORMED),
        ({"win": WIN, "aims": ["Miss", "C", "D"]}, Judgement.MALFORMED),
        ({"win": WIN, "aims": ["Optimal", "C", "B"]}, Judgement.MALFORMED),
        ({"win": WIN, "aims": [[0.9, 0.9, 0], "C", "B"]}, Judgement.MALFORMED),
        ({"win": WIN, "aims": "MCB"}, Judgement.MALFORMED),
    ],
    ids=str,
)
def test_the_judgement_on_an_answer(answer, expected):
    assert judged(ORIGINAL, answer) is expected


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ([2 / 3, 0, 0], Judgement.AGREES),
        ({"win": [2 / 3, 0, 0], "stalemate": 1 / 3}, Judgement.AGREES),
        ({"win": [2 / 3, 0, 0], "stalemate": 0}, Judgement.NOT_A_DISTRIBUTION),
        ([0.5, 0, 0], Judgement.NOT_A_DISTRIBUTION),
        ({"win": [0.5, 0, 0], "stalemate": 0.5}, Judgement.VALUE),
        ([1, 0, 0], Judgement.VALUE),
    ],
    ids=str,
)
def test_stalemates_may_be_told_or_left_out(answer, expected):
    assert judged(STALE, answer) is expected


def test_the_tolerance_is_for_values_and_for_nothing_else():
    assert judged(ORIGINAL, [0.4, 0.38, 0.22], "0.01") is Judgement.AGREES
    assert judged(ORIGINAL, {"win": [0.4, 0.38, 0.22], "aims": ["Miss", "C", [0, 0.999, 0]]}, "0.01") is Judgement.AIMS
    assert judged(ORIGINAL, ["25/63", "8/21", "2/9"], 0) is Judgement.AGREES
    assert judged(ORIGINAL, WIN, 0) is not Judgement.AGREES


def test_every_outcome_of_a_tie_is_accepted_with_its_own_aims():
    assert len(TIED["outcomes"]) == 4
    for outcome in TIED["outcomes"]:
        assert judged(TIED, outcome) is Judgement.TIE
        assert judged(TIED, {"win": outcome["win"]}) is Judgement.TIE
        assert judged(TIED, outcome | {"aims": ["Miss", "Miss", "Miss"]}) is Judgement.AIMS
        # The values of one outcome with the aims of the exact answer are nobody's outcome.
        assert judged(TIED, outcome | {"aims": TIED["aims"]}) is Judgement.AIMS
    halfway = [(Fraction(a) + Fraction(b)) / 2 for a, b in zip(TIED["win"], TIED["outcomes"][0]["win"], strict=True)]
    assert judged(TIED, halfway) is Judgement.VALUE


def test_what_doubles_cannot_resolve_is_told_apart():
    assert THIN["near"]
    for outcome in THIN["near"]:
        assert judged(THIN, outcome) is Judgement.CLOSE
    # The same difference, but of two options that doubles can tell apart, is a mistake.
    apart = make(Problem(["1/3", Fraction(1, 3) - Fraction(1, 2**20), 1]))
    assert apart["near"] == []
    assert judged(apart, THIN["near"][0]) is Judgement.VALUE
    assert judged(apart, make(Problem(["1/3", "1/3", 1]))["outcomes"][0]) is Judgement.VALUE


def test_an_open_tie_is_judged_as_a_distribution_only():
    vector = next(one for one in vectors() if "tie-open" in one["flags"] and one["win"][0] not in ("0", "1"))
    players = len(vector["problem"]["hits"])
    for answer, expected in [
        ([1] + [0] * (players - 1), Judgement.TIE),
        (vector["win"], Judgement.AGREES),
        ({"win": [0] * players, "stalemate": 1}, Judgement.TIE),
        ([0.5] + [0] * (players - 1), Judgement.NOT_A_DISTRIBUTION),
    ]:
        assert check(lambda problem, answer=answer: answer, [vector]).results[0].judgement is expected


def test_a_sound_solver_in_floats_is_accepted():
    sample = [vector for vector in vectors()[::60] if len(vector["problem"]["hits"]) < 4]
    report = check(faulty.SOLVERS["sound"], sample)
    assert report.ok, report
    assert set(report.counts) == {Judgement.AGREES, Judgement.TIE, Judgement.CLOSE}


def test_functions_that_crash_do_not_stop_the_judge():
    def fragile(problem):
        if problem["hits"][0] == "0":
            raise ZeroDivisionError("no shot")
        problem["hits"].clear()  # a copy: nobody else sees it
        return WIN

    zero = make(Problem([0, "1/2", 1]), "zero", "known")
    report = check(fragile, [zero, ORIGINAL])
    assert [result.judgement for result in report.results] == [Judgement.CRASHED, Judgement.AGREES]
    assert report.results[0].detail == "ZeroDivisionError: no shot"


# -- reports


def test_the_report_shows_the_worst_beside_the_exact_answer():
    report = check(lambda problem: [0.5, 0.5, 0], [ORIGINAL, TIED])
    text = str(report)
    assert "A         0.500000000000  25/63    0.396825396825  Miss" in text
    assert text.splitlines()[0].split() == ["group", "vectors", "agrees", "wrong", "value"]
    assert [result.name for result in report.worst()] == ["original"]
    assert report.summary == "not accepted: wrong value 2 (tolerance 1e-09)"
    assert not check(lambda problem: WIN, []).ok


def test_the_report_as_json_and_junit():
    report = check(lambda problem: {"win": WIN, "remark": "\x00"}, [ORIGINAL, TIED, make(Problem([1, 0]), "two", "<&")])
    told = json.loads(json.dumps(report.to_json()))
    assert (told["ok"], told["counts"]) == (False, {"agrees": 1, "wrong value": 1, "malformed": 1})
    assert told["results"][0]["exact"]["win"] == ["25/63", "8/21", "2/9"]
    root = ElementTree.fromstring(report.to_junit())
    suites = {suite.get("name"): (suite.get("tests"), suite.get("failures")) for suite in root.iter("testsuite")}
    assert suites == {"known": ("2", "1"), "<&": ("1", "1")}
    failures = [failure.get("message") for failure in root.iter("failure")]
    assert failures[1] == "malformed: win: 3 entries for 2 players"

    def broken(problem):
        raise ValueError("control \x00\x1b characters \ud800")

    ElementTree.fromstring(check(broken, [ORIGINAL]).to_junit().encode("utf-8"))


# -- for pytest and hypothesis


def test_assert_agrees_accepts_what_is_right():
    def exactly(problem):
        return solve(Problem.from_data(problem)).to_json()

    assert_agrees(exactly, ["1/3", "2/3", 1])
    assert_agrees(exactly, {"hits": ["1/3", "2/3", 1], "if_eq": 4})
    for outcome in TIED["outcomes"]:
        assert_agrees(lambda problem, outcome=outcome: outcome, Problem(["1/2", "1/2", 1]))
    assert_agrees(lambda problem: THIN["near"][0], Problem.from_data(THIN["problem"]))
    with pytest.raises(KeyError):
        assert_agrees(lambda problem: problem["win"], ["1/3", "2/3", 1])


def test_assert_agrees_shows_what_is_wrong():
    with pytest.raises(AssertionError) as caught:
        assert_agrees(lambda problem: {"win": [0.3, 0.3, 0.4], "aims": ["C", "C", "B"]}, ["1/3", "2/3", 1])
    text = str(caught.value)
    for part in ("wrong value", "Problem(['1/3', '2/3', '1'])", "0.300000000000", "25/63", "0.396825396825", "Miss"):
        assert part in text


@given(problems(most=3))
@examples(60)
def test_the_sound_solver_agrees_on_any_problem(problem):
    assert_agrees(faulty.SOLVERS["sound"], problem)


@pytest.mark.slow
def test_hypothesis_finds_a_simple_problem_for_a_fault():
    def fails(problem):
        answer = faulty.SOLVERS["swapped"](problem.to_json())
        return not judge_answer(AnnouncedPlay(problem), answer, Terms(Fraction(1, 10**9))).accepted

    found = find(problems(most=2, levels=False), fails, settings=settings(max_examples=100))
    assert max(hit.denominator for hit in found.hits) <= 7, found


def test_hypothesis_is_needed_for_the_strategies_only(monkeypatch):
    monkeypatch.setitem(sys.modules, "hypothesis", None)
    with pytest.raises(VectorError, match="pip install hypothesis"):
        problems()


# -- the page


PAGE = page_text("test-your-solver.md")
(TESTS,) = re.findall(r"```python\n(.*?)```", PAGE, flags=re.DOTALL)
EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
SOLVER, STATIONARY = ((EXAMPLES / name).read_text(encoding="utf-8") for name in ("solver.py", "stationary.py"))
FAULTS = [  # as the page names it, what stands in the solver, what replaces it, a judgement
    ("the wrong player is next", "((me + 1) % 3, (me + 2) % 3, me)", "(me, (me + 1) % 3, (me + 2) % 3)", "wrong value"),
    (
        "a tolerance makes ties",
        "value(turns, me)[me], default",
        "round(value(turns, me)[me], 6), default",
        "wrong value",
    ),
    (
        "the first option is never taken",
        "if (turns := play(choices, (*said, one)))]",
        "if (turns := play(choices, (*said, one)))][1:]",
        "wrong value",
    ),
    ("seen from the first player's turn", "value(turns, me)[me]", "value(turns, 0)[me]", "wrong aims"),
    ("the weights are cut off", "[str(weight) for weight in aim]", "[int(weight) for weight in aim]", "wrong aims"),
    ("rounded too early", '{"win": win,', '{"win": [round(each, 2) for each in win],', "not a distribution"),
    ("no number in a corner", "if turns else [0.0, 0.0, 0.0]", 'if turns else [float("nan")] * 3', "malformed"),
    ("an answer is lost", "    for line in sys.stdin:", "    for line in list(sys.stdin)[1:]:", "missing"),
    ("a corner is forgotten", "if p[first] or p[second]:", "if True:", "crashed"),
    ("it hangs", "        problem = json.loads(line)", "        while True: pass", "timed out"),
]
STATIONARY_FAULTS = [
    ("seen from the first player's turn", '"values": values,', '"values": values[:1] * len(p),', "wrong value"),
    ("a generous tolerance", "gain <= CLOSE", "gain <= 0.01", "no equilibrium"),
    (
        "the last profile is never looked at",
        "in product(*options)",
        "in list(product(*options))[:-1]",
        "equilibrium left out",
    ),
    ("strict means by a wide margin", "gain < -CLOSE", "gain < -0.2", "wrong strictness"),
    ("selections are not merged", "listed[same] =", "listed[len(listed)] =", "listed twice"),
]


@pytest.mark.parametrize("step", [48, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("source", [SOLVER, STATIONARY], ids=["announced", "stationary"])
def test_a_solver_of_the_page_gets_the_report_of_the_page(source, step, tmp_path):
    asked = vectors("stationary") if source == STATIONARY else vectors(players=3)
    (tmp_path / "solver.py").write_text(source, encoding="utf-8")
    report = check_command([sys.executable, str(tmp_path / "solver.py")], asked[::step])
    assert report.ok, report
    assert step > 1 or f"```text\n{report}\n```" in PAGE
    groups = Counter(vector["group"] for vector in asked)
    assert all(re.search(rf"^{group} +{count} ", PAGE, flags=re.MULTILINE) for group, count in groups.items())


def loaded(source, **modules):
    """Return the names of a module of the page, as a program imports it."""
    with pytest.MonkeyPatch.context() as patched:
        for name, module in modules.items():
            patched.setitem(sys.modules, name, module)
        names = {"__name__": "of_the_page"}
        exec(source, names)
    return SimpleNamespace(**names)


def test_the_tests_of_the_page_pass():
    few_examples = settings(max_examples=2, derandomize=True, deadline=None, phases=[Phase.generate], database=None)
    tests = loaded(TESTS, solver=loaded(SOLVER))
    for test in (tests.test_any_problem, tests.test_ties, tests.test_thin_margins):
        few_examples(test)()
    tests.test_boundaries()


EVERY_FAULT = [*((SOLVER, *fault) for fault in FAULTS), *((STATIONARY, *fault) for fault in STATIONARY_FAULTS)]


@pytest.mark.parametrize(
    ("source", "fault", "good", "bad", "expected"), one_row_in(3, EVERY_FAULT), ids=[row[1] for row in EVERY_FAULT]
)
def test_every_fault_of_the_page_is_caught(tmp_path, source, fault, good, bad, expected):
    """As a function, but for what befalls a program."""
    assert source.count(good) == 1
    assert f"| {fault} | {expected} |" in PAGE
    asked = {one["id"]: one for one in vectors(players=3)[::48] + vectors("boundary", players=3)[1:120:6]}.values()
    asked = vectors("stationary")[:40:2] if source == STATIONARY else [*asked]
    if Judgement(expected) in (Judgement.MISSING, Judgement.TIMED_OUT, Judgement.CRASHED):
        (tmp_path / "solver.py").write_text(source.replace(good, bad), encoding="utf-8")
        seconds = 1.5 if Judgement(expected) is Judgement.TIMED_OUT else 60  # a busy machine is slow to start a program
        report = check_command([sys.executable, str(tmp_path / "solver.py")], asked, timeout=seconds)
    else:
        report = check(loaded(source.replace(good, bad)).solve, asked)
    assert not report.ok
    assert Judgement(expected) in report.counts, report


def test_the_page_plants_a_fault_of_each_kind():
    # Only where the tie rule is asked for; no faults.
    apart = {Judgement.RULE, Judgement.SKIPPED, Judgement.NOT_REACHED}
    wrong = set(Judgement) - {Judgement.AGREES, Judgement.TIE, Judgement.CLOSE} - apart
    assert {Judgement(fault[3]) for fault in [*FAULTS, *STATIONARY_FAULTS]} == wrong


# -- sums


CHANCES = ("win", "stalemate", "nobody", "worths", "values", "distribution", "longer", "eliminations", "last_pairs")
HELD_IN = ("chance", "chances", "survivors", "orders", "equilibria", "own_bids", "other_bids")


def moved(data, by):
    """Return an answer with every probability in it moved by the same."""
    if isinstance(data, dict):
        landing = all(key.isupper() or key[1:].isdigit() for key in data)  # where a dart lands
        kept = {*CHANCES, *HELD_IN, *(data if landing else ())}
        every = {key: moved(value, by) if key in kept else value for key, value in data.items()}
        return {key: value for key, value in every.items() if key not in ("turns", "rounds", "complete")}
    if isinstance(data, list):
        return [moved(entry, by) for entry in data]
    return data if data is None else str(Fraction(data) + by)


SOME = ["optimal", "stalemate", "zero-one", "ties", "stationary", "course", "lot", "shooter", "simultaneous", "bullets"]


@pytest.mark.parametrize("group", [*SOME, "opinions", "darts", "goofspiel"])
def test_an_answer_whose_numbers_are_all_right_is_never_refused_for_a_sum(group):
    """With the stalemate n + 1 numbers were added, and only n times the tolerance was allowed."""
    tolerance = Fraction(1, 100)
    for vector in vectors(group)[:12]:
        answer = {key: vector[key] for key in ("win", "stalemate") if key in vector} or vector["answer"]
        for by in (tolerance, -tolerance, Fraction(0)):
            [result] = check(partial(lambda said, question: said, moved(answer, by)), [vector], tolerance).results
            assert result.accepted, (vector["id"], by, result.detail)


def test_an_order_that_is_not_listed_may_be_off_by_the_tolerance_too():
    tolerance = Fraction(7, 100)
    [vector] = [vector for vector in vectors("course") if vector["id"] == "course-0007"]
    every = vector["answer"]["eliminations"]
    likely = [entry for entry in every if Fraction(entry["chance"]) > tolerance]
    assert len(likely) == len(every) - 2
    answer = {"win": vector["answer"]["win"], "eliminations": moved(likely, -tolerance)}
    assert check(lambda question: answer, [vector], tolerance).ok
