"""The corpus is tested: its schema, its ids, its flags, and every answer, a second way too."""

import json
from collections import Counter
from fractions import Fraction
from itertools import islice, product

import independent
import pytest
from plain_data import plain, weights

from truel_ref import Problem, all_outcomes, solve
from truel_ref.numbers import decimal_text, fraction_text
from truel_ref.oracle import FLAGS, generate, make, vectors, write
from truel_ref.oracle.boundary import STEPS
from truel_ref.oracle.corpus import CAP, GROUPS, LISTED, THIN, data_files, line, lines, margin, shipped
from truel_ref.oracle.problems import asked

ALL = vectors()
SAMPLE = [vector for vector in ALL[::579] if len(vector["win"]) < 5]
MANY = ("many", "generic", "generic-fixed")  # groups with more than four players
SHARED = ("schema.json", "manifest.json", "FORMAT.md")


def problem_of(vector):
    return Problem.from_data(vector["problem"])


def flagged(flag):
    return [vector for vector in ALL if flag in vector["flags"]]


# -- shape


def test_there_are_enough_and_they_are_small_enough():
    assert len(ALL) >= 3000
    assert sum(len(shipped(name).encode()) for name in data_files()) < 4_500_000
    assert Counter(vector["group"] for vector in ALL) == GROUPS


def test_the_schema_says_what_there_is():
    schema = json.loads(shipped("schema.json"))
    assert set(schema["required"]) | {"note"} == set(schema["properties"])
    assert schema["properties"]["flags"]["items"]["enum"] == list(FLAGS)
    assert schema["properties"]["group"]["enum"] == list(GROUPS)


def test_a_problem_needs_no_defaults():
    for vector in ALL:
        assert problem_of(vector).to_json() == vector["problem"]


def test_the_format_says_what_every_key_flag_and_group_means():
    text = shipped("FORMAT.md")
    keys = {*ALL[0], *ALL[0]["problem"], "note", *FLAGS, *GROUPS}
    for key in keys:
        assert f"\n| `{key}` |" in text, key


# -- content: every group asks what it promises


def test_boundaries_come_in_fives_and_the_aims_differ_on_their_sides():
    found = vectors("boundary")
    for five in (found[start : start + 5] for start in range(0, len(found), 5)):
        assert [one["note"].split(" the boundary")[0] for one in five] == list(STEPS)
        aims = list(map(chosen_aims, five))  # nearer to the boundary the same, though doubles cannot see it
        assert aims[0] == aims[1] != aims[3] == aims[4]
        assert "tie" in five[2]["flags"]
        assert ["thin" in one["flags"] for one in five[:2] + five[3:]] == [False, True, True, False]
        [moving] = [column for column in zip(*map(numbers, five), strict=True) if len(set(column)) > 1]
        assert [value - moving[2] for value in moving] == list(STEPS.values())


def chosen_aims(vector):
    targets = vector["problem"]["targets"]
    return [aim for aim, said in zip(vector["aims"], targets, strict=True) if said == "Optimal"]


def numbers(vector):
    problem = vector["problem"]
    explicit = [weight for said in problem["targets"] if isinstance(said, list) for weight in said]
    return [Fraction(text) for text in [*problem["hits"], *explicit]]


# -- truth


def test_numbers_of_a_vector_agree_with_each_other():
    for vector in ALL:
        win = list(map(Fraction, vector["win"]))
        assert sum(win) + Fraction(vector["stalemate"]) == 1
        assert vector["win_decimal"] == [decimal_text(value, 20) for value in win]
        assert [fraction_text(value) for value in win] == vector["win"]  # lowest terms
        for outcome in vector["outcomes"] + vector["near"]:
            assert sum(map(Fraction, outcome["win"])) + Fraction(outcome["stalemate"]) == 1
            assert (outcome["win"], outcome["aims"]) != (vector["win"], vector["aims"])
        assert not vector["outcomes"] or "tie" in vector["flags"]
        assert not vector["near"] or "thin" in vector["flags"]
        assert ("stalemate" in vector["flags"]) == (vector["stalemate"] != "0")
        assert ("thin" in vector["flags"]) == (vector["margin"] is not None and Fraction(vector["margin"]) < THIN)


@pytest.mark.parametrize("group", GROUPS)
def test_the_answers_are_those_of_the_solver(group):
    for vector in vectors(group)[:: 36 if group in MANY else 9]:
        said = solve(problem_of(vector)).to_json()
        assert {key: vector[key] for key in ("win", "aims", "stalemate")}.items() <= said.items(), vector["id"]
        assert ("tie" in vector["flags"]) == bool(said["ties"]), vector["id"]


@pytest.mark.slow
def test_a_sample_is_made_again_to_the_last_byte():
    for group in GROUPS:
        problem, note = next(asked(group))  # some groups are drawn with much effort
        assert lines(group)[0] == line(make(problem, f"{group}-0001", group, note))
    assert lines("extreme")[:2] == list(map(line, islice(generate("extreme"), 2)))
    for vector in SAMPLE:
        assert line(make(problem_of(vector), vector["id"], vector["group"], vector.get("note", ""))) == line(vector)


@pytest.mark.slow
def test_all_is_made_again_byte_for_byte(tmp_path):
    for path in write(tmp_path, anew=True):
        assert path.read_text(encoding="utf-8") == shipped(path.name)


@pytest.mark.parametrize("step", [401, pytest.param(1, marks=pytest.mark.slow)])
def test_the_second_derivation_gives_the_same(step):
    for vector in ALL[7::step]:
        problem = problem_of(vector)
        most = max(level or 0 for level in problem.random_levels or [0])
        if problem.players > 4 or most > 2 or (problem.players == 4 and problem.random_levels):
            continue
        expected = independent.solve(**plain(problem), if_eq=problem.if_eq)
        assert vector["win"] == [fraction_text(win) for win in expected.win], vector["id"]
        assert vector["weights"] == [None if aim is None else list(map(fraction_text, aim)) for aim in expected.aims]
        if problem.players == 3:
            assert vector["margin"] == second_margin(problem, expected), vector["id"]


def second_margin(problem, solution):
    """The margin from the values that the second derivation gives at every decision."""
    gaps = []
    for order in solution.phases:
        options = [[aim.weights for aim in problem.options(order, player)] for player in order]
        for place in range(len(order)):
            for earlier in product(*options[:place]):
                found = independent.decision_values(
                    order=order, earlier=list(earlier), **plain(problem), if_eq=problem.if_eq
                )
                values = sorted({one.value for one in found if one.allowed})
                gaps += [values[-1] - values[-2]] if len(values) > 1 else []
    return fraction_text(min(gaps)) if gaps else None


# -- the parts


def test_the_margin_is_the_smallest_gap_at_any_decision():
    assert margin(solve(["1/2", "1/3"])) is None
    assert margin(solve(["1/2", "1/2", "1/2"], search=["Miss"])) is None
    for rule in (1, 3, -1):
        solution = solve(["1/3", "2/3", "1/2"], search=["Others", "Miss", "Self"], if_eq=rule)
        expected = independent.solve(**plain(solution.problem), if_eq=rule)
        assert fraction_text(margin(solution)) == second_margin(solution.problem, expected)
    # The decision that is closest may lie in a later phase, off the path.
    four = solve(["1/4", "1/2", "3/4", 1])
    later = [margin(solve([four.problem.hits[player] for player in order])) for order in four.policy if len(order) == 3]
    assert margin(four) <= min(later)


def test_slack_lists_what_is_nearly_equal():
    below = Problem(["1/3", Fraction(1, 3) - Fraction(1, 2**80), "1"])
    strict, loose = all_outcomes(below), all_outcomes(below, slack=THIN)
    on = all_outcomes(["1/3", "1/3", "1"])
    assert len(strict.outcomes) == 1
    assert set(strict.outcomes) < set(loose.outcomes)
    assert {weights(outcome.aims) for outcome in loose.outcomes} == {weights(outcome.aims) for outcome in on.outcomes}


def test_ties_that_are_too_many_are_left_open():
    open_ones = flagged("tie-open")
    assert 20 < len(open_ones) < 120
    assert all(vector["outcomes"] == vector["near"] == [] and "tie" in vector["flags"] for vector in open_ones)
    few = [vector for vector in open_ones if len(vector["problem"]["hits"]) < 5][:1]
    for found in (all_outcomes(problem_of(vector), cap=CAP) for vector in few):
        assert len(found.outcomes) > LISTED or not found.complete


# -- the command


@pytest.mark.slow
def test_the_command_prints_and_writes_the_vectors(run, printed, tmp_path):
    assert printed("vectors").splitlines() == lines()
    printed("vectors", "--out", str(tmp_path / "new" / "folder"))
    written = {path.name: path.read_text(encoding="utf-8") for path in (tmp_path / "new" / "folder").iterdir()}
    assert written == {name: shipped(name) for name in data_files()}
    assert run("vectors", "--group", "extreme", "--anew", "--out", str(tmp_path / "one"))[0] == 0
    written = {path.name: path.read_text(encoding="utf-8") for path in (tmp_path / "one").iterdir()}
    assert written == {name: shipped(name) for name in ("extreme.jsonl", *SHARED)}
