"""Known faults are named by look-up: in clients that did not make the table, and in nobody who is right."""

import random
from functools import cache

import pytest
from from_scripts import script
from slips import CLIENTS

from truel_ref.oracle import check, vectors
from truel_ref.oracle.faults import known_faults, named, sentences
from truel_ref.oracle.judgement import Answer

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


def test_a_stored_answer_is_named_after_its_fault():
    """Whoever answers as the table says is named by the first or the second sentence."""
    first, some = 0, list(FAULTS.items())[::12]
    for name, fault in some:
        asked = [by_id()[one] for one in (*fault["answers"], *fault["right"])]
        stored = {str(by_id()[one]["problem"]): said for one, said in fault["answers"].items()}
        right = {str(one["problem"]): {"win": one["win"], "aims": one["weights"]} for one in asked}
        report = check(lambda problem, said=right | stored: said[str(problem)], asked, strict_ties=True)
        found = [one.name for one in named(report.results, True)]
        first += found[:1] == [name]
        assert name in found or len(fault["answers"]) < 6 or fault["tie"], (name, found)
    assert first >= len(some) - 2


def test_every_stored_answer_can_be_read_and_is_wrong():
    for fault in FAULTS.values():
        assert fault["rule"].startswith("R")
        for name, said in fault["answers"].items():
            own, exact = Answer.read(by_id()[name], said), Answer.read(by_id()[name], by_id()[name])
            assert own != exact
        assert not {*fault["answers"]} & {*fault["right"]}


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
