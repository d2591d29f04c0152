"""Known faults are named by look-up: in clients that did not make the table, and in nobody who is right."""

import random
from fractions import Fraction
from functools import cache

import pytest
from from_scripts import script
from slips import CLIENTS

from truel_ref.oracle import check, vectors
from truel_ref.oracle.faults import digest, known_faults, named, sentences

answer = script("own_answers").answer
FAULTS = known_faults()


@cache
def by_id():
    return {one["id"]: one for one in vectors()}


def asked(name, more=8):
    """Return vectors of a fault, and some of others."""
    ids = {one for fault in FAULTS.values() for one in (*fault["answers"], *fault["right"])}
    small = sorted(one for one in ids if len(by_id()[one]["win"]) < 4)
    chosen = {*random.Random(5).sample(small, more), *list(FAULTS[name]["answers"])[:10], *FAULTS[name]["right"][:5]}
    return [by_id()[one] for one in sorted(chosen) if len(by_id()[one]["win"]) < 5]


@pytest.mark.parametrize("name", CLIENTS)
def test_a_client_with_a_known_fault_is_named(name):
    report = check(CLIENTS[name], asked(name), strict_ties=FAULTS[name]["tie"])
    first, *_ = named(report.results, report.terms.strict_ties)
    assert first.name == name
    assert FAULTS[name]["says"] in sentences(report.results, report.terms.strict_ties)[0]
    assert FAULTS[name]["says"] in report.text(0)


def test_no_stored_answer_is_right():
    for fault in FAULTS.values():
        assert fault["rule"].startswith("R")
        for name, said in fault["answers"].items():
            right = digest(by_id()[name], by_id()[name])
            assert not right.startswith(said)
        assert not {*fault["answers"]} & {*fault["right"]}


@pytest.mark.parametrize("dress", [float, str, lambda win: f"{float(win):.12f}"])
def test_a_digest_is_that_of_the_numbers_and_not_of_their_dress(dress):
    vector = by_id()["levels-0001"]
    said = {"win": [dress(Fraction(win)) for win in vector["win"]]}
    assert digest(vector, vector).startswith(digest(vector, said))
    said["aims"] = [[float(Fraction(weight)) for weight in aim] for aim in vector["weights"]]
    assert digest(vector, vector) == digest(vector, said)


def test_nobody_who_is_right_is_named():
    report = check(answer, asked("after-victim"))
    assert named(report.results, False) == []
    assert sentences(report.results, False) == []


def test_a_right_answer_contradicts_a_fault():
    def mostly(problem):
        own = CLIENTS["after-victim"](problem)
        return answer(problem) if len(problem["hits"]) == 3 and problem["hits"][0] < "1/2" else own

    report = check(mostly, asked("after-victim"))
    assert report.wrong
    assert "after-victim" not in [one.name for one in named(report.results, False) if not one.without]


def test_three_wrong_answers_are_too_few_to_name_a_fault():
    wrong = [by_id()[one] for one in FAULTS["after-victim"]["answers"] if len(by_id()[one]["win"]) < 5][:3]
    report = check(CLIENTS["after-victim"], wrong)
    assert (len(report.wrong), named(report.results, False)) == (3, [])


def test_a_fault_that_hides_behind_a_feature_is_named_without_it():
    def never_random(problem):
        own = CLIENTS["after-victim"](problem)
        return {"win": [1] + [0] * (len(own["win"]) - 1)} if "Random" in str(problem) else own

    every = [by_id()[one] for one in FAULTS["after-victim"]["answers"] if len(by_id()[one]["win"]) < 5]
    report = check(never_random, every)
    found = named(report.results, False)
    assert ("after-victim", "Random") in [(one.name, one.without) for one in found]
    assert "where there are no Random" in str(found[0])
