"""Known faults: what solvers with them answer, a second time by other solvers; and whether the vectors convict them."""

from fractions import Fraction
from functools import cache

import pytest
from slips import CLIENTS

from truel_ref.fast.solving import solve
from truel_ref.game.problem import Problem
from truel_ref.oracle import vectors
from truel_ref.oracle.corpus import GROUPS
from truel_ref.oracle.diagnosis import MOST_WORK
from truel_ref.oracle.judge import ACCEPTED, work
from truel_ref.oracle.kinds import expected_of_vector
from truel_ref.oracle.kinds.announced import AnnouncedPlay
from truel_ref.oracle.mutants import FAULTS, STRICT, convicts, counted
from truel_ref.oracle.steps import Mutant

LEAST = Fraction(1, 5)
"""Of the vectors that a fault concerns so many must convict it."""

PROBLEMS = {  # a problem on which the fault shows and no tie of a faulty solver makes it doubtful
    "first-option": Problem(["3/4", 1, "11/20"]),
    "first-row": Problem(["15/16", "8/9", "14/19"], search="Others"),
    "phase-start": Problem([1, "1/3", "1/2"]),
    "values-of-set": Problem(["1/3", "2/3", 1]),
    "values-of-first-order": Problem(["1/4", "1/2", "1/3"]),
    "aims-of-set": Problem(["3/4", 1, "11/20", "1/2"], "Miss,A,Miss,Miss"),
    "replies-remembered": Problem(["1/3", "2/3", 1]),
    "replies-to-last": Problem(["3/4", 1, "11/20", "1/2"], "Miss,A,Miss,Miss"),
    "replies-to-first": Problem(["1/3", "2/3", 1]),
    "replies-to-set": Problem(["3/5", "1/3", "2/5", "4/5"]),
    "replies-to-last-two": Problem(["2/5", "1/2", "1/5", "3/5"]),
    "replies-to-first-two": Problem(["1/5", "1/4", "4/5", "1/3"]),
    "replies-to-ends": Problem(["1/2", "4/5", "3/5", "2/3"]),
    "replies-to-last-of-four": Problem(["1/3", "1/4", "4/5", "1/5"]),
    "replies-of-other-orders": Problem(["1/3", "1/4", "4/5", "1/5"]),
    "levels-by-place": Problem(
        ["1/2", "3/5", "2/3", "3/4"], "D,D,D,Optimal", "Others,Miss,Random", random_levels=[2, None, None, None]
    ),
    "levels-highest": Problem(["2/5", "1/3", "3/4"], None, "Others,Miss,Random", random_levels=[3, 2, 3]),
    "likeliest-at-start": Problem(["1", "0", "2/3"], if_eq=3),
    "larger-weight": Problem(["0", "0", "1"], "Optimal,Optimal,Strongest", if_eq=2),
    "sign-of-1-and-4": Problem(["2/3", "2/3", "0"], "Optimal,Strongest,Optimal", if_eq=-4),
    "strongest-template": Problem(["2/3", "1/2", "1/3"], "Strongest,Strongest,Strongest"),
    "strongest-of-all": Problem(["1/2", "1/3", "1/4", "3/4"], "Strongest,A,A,A", target_later="Strongest"),
    "stationary": Problem(["1/2", "2/5", "3/5"]),
    "later-words": Problem(["1/4", "1/2", "3/4", 1], target_later="Strongest"),
    "later-choice": Problem(["3/11", "1/2", "2/5", "3/5"], None, "Others", "Strongest", search_later="Others,Miss"),
    "no-stalemate": Problem(["1/2", "1/3", "1/4", 0], "B,Miss,Miss,Miss", target_later="Miss"),
    "exchanged-A-B": Problem(["1/3", "2/3", 1]),
    "exchanged-B-C": Problem(["1/3", "2/3", 1]),
    "rule-2": Problem(["1/3", "1/2", "1/2"], if_eq=4),
    "first-of-equals": Problem(["1/3", "1/2", "1/2"]),
}


@cache
def listed(group):
    return [expected_of_vector(vector) for vector in vectors(group)]


@pytest.mark.parametrize("name", PROBLEMS)
def test_a_fault_answers_what_another_solver_with_it_answers(name):
    problem = PROBLEMS[name]
    expected = AnnouncedPlay(problem)
    answer = FAULTS[name].answer(problem)
    other = expected.read(CLIENTS[name](problem.to_json()).answer())
    assert max(abs(mine - theirs) for mine, theirs in zip(answer.win, other.win, strict=True)) < 1e-12
    assert answer.aims == other.aims
    assert FAULTS[name].concerns(expected)
    assert expected.compare(answer, STRICT).judgement not in ACCEPTED


def test_without_a_slip_the_answer_is_the_exact_one():
    for expected in listed("optimal")[:60:6] + listed("levels")[:40:8] + listed("stalemate")[:60:10]:
        answer = Mutant(expected.problem).answer()
        assert (answer.win, answer.aims) == (expected.exact.win, expected.exact.aims)
        assert answer.stalemate == expected.exact.stalemate


def test_a_tie_after_replies_that_are_remembered_makes_no_answer_doubtful():
    expected = expected_of_vector(vectors("optimal")[24])
    assert len(list(FAULTS["replies-remembered"].answers(expected))) == 1
    assert len(list(FAULTS["first-option"].answers(expected_of_vector(vectors("ties")[0])))) == 3


def test_every_fault_has_a_name_a_sentence_and_a_client():
    assert all(fault.name == name and fault.sentence for name, fault in FAULTS.items())
    assert set(CLIENTS) <= set(FAULTS)
    assert {name for name in FAULTS if not name.startswith(("exchanged", "rule"))} <= set(CLIENTS)
    assert sum(name.startswith("exchanged") for name in FAULTS) == 15


def test_who_is_not_there_cannot_be_exchanged():
    assert FAULTS["exchanged-A-D"].answer(Problem(["1/2", "1/3"])) is None
    assert solve(["1/2", "1/3"]).win == (Fraction(3, 4), Fraction(1, 4))
    assert FAULTS["exchanged-A-B"].answer(Problem(["1/2", "1/3"])).win == (Fraction(1, 4), Fraction(3, 4))


# -- whether the vectors convict them


IN_EVERY_TELLING = ["first-option", "first-row", "values-of-set", "values-of-first-order", "aims-of-set", "stationary"]
IN_EVERY_TELLING += ["replies-remembered", "replies-to-last", "replies-to-first", "replies-to-targets"]


@pytest.mark.parametrize("step", [25, pytest.param(4, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", IN_EVERY_TELLING)
def test_telling_vectors_convict_every_fault_of_the_induction(name, step):
    asked = listed("telling")[::step]
    concerned = [expected for expected in asked if FAULTS[name].concerns(expected)]
    assert len(concerned) == (len(asked) if name != "aims-of-set" else sum(each.problem.players > 3 for each in asked))
    assert sum(convicts(FAULTS[name], expected) for expected in concerned) >= LEAST * len(asked)


NOTES = {
    "it tells apart who forgets who aims at whom": "replies-to-targets",
    "it tells apart who never takes the first row": "first-row",
    "it tells apart who decides later phases once for all shooting orders": "aims-of-set",
    "it tells apart who plays as if nothing were announced": "stationary",
}


@pytest.mark.parametrize("step", [21, pytest.param(1, marks=pytest.mark.slow)])
def test_a_note_says_which_other_solver_has_other_chances(step):
    asked = vectors("telling")[::step]
    assert {vector["note"] for vector in asked} == set(NOTES)
    for vector in asked:
        assert not vector["flags"] or vector["flags"] == ["mixture"]
        theirs = CLIENTS[NOTES[vector["note"]]](vector["problem"]).answer()["win"]
        gaps = [abs(float(Fraction(own)) - other) for own, other in zip(vector["win"], theirs, strict=True)]
        assert max(gaps) > 1e-6, vector["id"]


@pytest.mark.parametrize("name", ["rule-1", "rule-2", "rule-3", "rule-4", "rule--1", "first-of-equals", "float-noise"])
def test_vectors_for_tie_rules_convict_who_has_another(name):
    found = counted(FAULTS[name], listed("tie-rules")[:30])
    assert found.concerned >= 15
    assert found.share >= LEAST


@pytest.mark.parametrize("step", [613, pytest.param(7, marks=pytest.mark.slow)])
def test_a_fault_shows_only_where_it_concerns(step):
    """Elsewhere, but for ties and stalemates, a solver with the fault is right."""
    every = [expected for group in GROUPS for expected in listed(group)][3::step]
    sure = [expected for expected in every if expected.tied == [] and not expected.exact.stalemate]
    asked = [expected for expected in sure if work(expected.problem) <= MOST_WORK]
    elsewhere = 0
    for fault in FAULTS.values():
        for expected in asked:
            if not fault.concerns(expected):
                assert not convicts(fault, expected), (fault.name, expected.name)
                elsewhere += 1
    assert elsewhere > len(asked)
