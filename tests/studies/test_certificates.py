"""Second witnesses of the proofs about Self: identities instead of z3, and another solver for plain logic."""

import sys
from dataclasses import replace
from itertools import product
from pathlib import Path
from types import SimpleNamespace

import independent_certificates as plain
import pytest
from find_certificates import certificate_data, find_certificate
from sympy.assumptions.cnf import EncodedCNF
from sympy.logic.algorithms.dpll2 import dpll_satisfiable

from truel_ref.budget import Budget, is_undisturbed, limits
from truel_ref.errors import BudgetError
from truel_ref.files import read_json
from truel_ref.studies.self_pays import (
    FACES,
    MISS,
    STATEMENTS,
    SURFACES,
    Condition,
    Face,
    System,
    prove,
    prove_rule_3,
    refuter,
    stored_certificates,
)
from truel_ref.studies.self_pays.systems import NEGATIVE, POSITIVE, new_context
from truel_ref.symbolic.algebra import Letters

STORED = Path(refuter.__file__).with_name("certificates.json")
DATA = read_json(STORED.read_text(encoding="utf-8"))["certificates"]
INSIDE = (None, None, None)


# -- the identities


@pytest.mark.parametrize("certificate", DATA, ids=lambda one: " and ".join(part["text"] for part in one["conditions"]))
def test_a_checker_of_its_own_accepts_each(certificate):
    assert plain.refutes(certificate)


def test_what_is_checked_is_what_is_written():
    """The text of each condition is that of its terms, and both readings of the file have the same identities."""
    certificates = stored_certificates()
    assert certificate_data(certificates) == DATA
    texts = [str(certificate.system) for certificate in certificates]
    assert [" and ".join(condition["text"] for condition in data["conditions"]) for data in DATA] == texts
    assert all(certificate.proves() for certificate in certificates)
    assert len({*texts}) == len(texts) > 40


def spoiled():
    """Yield certificates that prove nothing any more, each for another reason."""
    sound = stored_certificates()
    for one in sound[:8]:
        first, *others = one.terms
        yield replace(one, terms=one.terms[:-1])
        yield replace(one, terms=(replace(first, coefficient=first.coefficient + 1), *others))
    turned = next(one for one in sound if one.system.conditions[1].signs == NEGATIVE)
    yield with_signs(turned, lambda place, signs: POSITIVE if place == 1 else signs)
    weak = next(one for one in sound if all(term.factors for term in one.terms))
    yield with_signs(weak, lambda place, signs: signs | {0})


def with_signs(certificate, signs_of):
    conditions = tuple(
        Condition(condition.polynomial, signs_of(place, condition.signs))
        for place, condition in enumerate(certificate.system.conditions)
    )
    return replace(certificate, system=replace(certificate.system, conditions=conditions))


def test_a_spoiled_certificate_is_refused_by_both():
    for certificate in spoiled():
        assert not certificate.proves()
        assert not plain.refutes(certificate_data([certificate])[0])


def test_a_system_that_can_be_met_has_no_certificate():
    pytest.importorskip("z3")
    a, b = Letters([None, None, 1]).hits[:2]
    for polynomial, signs in ((a - b * b, {1}), (-(a - b) * (a - b), {0, 1})):
        assert find_certificate(System(("a", "b"), (Condition(polynomial.numer, frozenset(signs)),))) is None


@pytest.mark.parametrize(
    "wrong", [{"factors": (99,)}, {"factors": (-1,)}, {"low": (0, -2, 0)}, {"high": (10**9, 0, 0)}], ids=str
)
def test_a_term_of_conditions_or_powers_that_there_are_not_proves_nothing(wrong):
    certificate = stored_certificates()[7]
    terms = (replace(certificate.terms[0], **wrong), *certificate.terms[1:])
    assert certificate.proves() and not replace(certificate, terms=terms).proves()


# -- the proofs from the identities alone


def never(*_):
    raise AssertionError("a polynomial was given to z3")


def assert_proved(cases, many):
    assert [case for case in cases if not case.proved or case.refuted] == []
    assert len(cases) == many


@pytest.mark.parametrize(
    ("faces", "surfaces"),
    [([(1, None, 1)], []), pytest.param(FACES, SURFACES, marks=pytest.mark.slow)],
    ids=["an edge", "all"],
)
def test_with_the_certificates_no_polynomial_is_given_to_z3(monkeypatch, faces, surfaces):
    """On a side T16 has it so; nor for tie rule 3, which is asked for on the surfaces."""
    pytest.importorskip("z3")
    monkeypatch.setattr(refuter, "decide", never)
    assert_proved(list(prove(faces, certificates=stored_certificates())), 6 * len(faces))
    pieces = sum(len(surface.pieces) for surface in surfaces)
    assert_proved(list(prove_rule_3(surfaces, certificates=stored_certificates())), pieces)


@pytest.mark.slow
def test_whatever_z3_refutes_has_a_certificate():
    """Another z3 may refute other systems than those of the file; these, too, get an identity."""
    pytest.importorskip("z3")
    for case in (*prove(), *prove_rule_3()):
        for answer in case.refuted:
            certificate = find_certificate(answer.system)
            assert certificate is not None, str(answer.system)
            assert plain.refutes(certificate_data([certificate])[0])


# -- the plain logic


def clauses_of(formulas):
    """Return clauses that can be met if and only if all formulas of z3 can: every part has a number of its own."""
    z3 = pytest.importorskip("z3")
    numbers, clauses = {}, []

    def number(formula):
        if formula.get_id() not in numbers:
            kind, parts = formula.decl().kind(), [number(part) for part in formula.children()]
            mine = numbers[formula.get_id()] = len(numbers) + 1
            if kind in (z3.Z3_OP_AND, z3.Z3_OP_TRUE):
                clauses.extend([*({-mine, part} for part in parts), {mine, *(-part for part in parts)}])
            elif kind in (z3.Z3_OP_OR, z3.Z3_OP_FALSE):
                clauses.extend([*({mine, -part} for part in parts), {-mine, *parts}])
            elif kind == z3.Z3_OP_NOT:
                clauses.extend([{mine, *parts}, {-mine, -parts[0]}])
            elif kind == z3.Z3_OP_XOR:
                one, two = parts
                clauses.extend([{-mine, one, two}, {-mine, -one, -two}, {mine, -one, two}, {mine, one, -two}])
            else:
                assert (kind, parts) == (z3.Z3_OP_UNINTERPRETED, [])
        return numbers[formula.get_id()]

    clauses.extend([{number(formula)} for formula in formulas])
    return EncodedCNF(clauses, {place: place for place in numbers.values()})


def contradicts(face, earlier, statement):
    """Tell whether the denial of a statement contradicts the signs, the facts and the certified systems."""
    denial, facts = face.denial(earlier, statement)
    premises = list(face.refuter.premises(denial, facts))  # kept, so that no number of a formula is used again
    return not dpll_satisfiable(clauses_of(premises))


@pytest.mark.parametrize("faces", [[(1, None, 1)], pytest.param(FACES, marks=pytest.mark.slow)], ids=["an edge", "all"])
def test_another_solver_finds_the_same_contradictions(faces):
    """The solver for plain logic that sympy has."""
    sys.setrecursionlimit(20_000)
    for hits in faces:
        face = Face(hits, certificates=stored_certificates())
        for player, statement in product((1, 0), STATEMENTS):
            for earlier in product(range(MISS + 1), repeat=player):
                assert contradicts(face, earlier, statement), (hits, earlier, statement)


@pytest.mark.slow
def test_without_the_certificates_there_is_no_contradiction():
    face, bare = (Face(INSIDE, certificates=some) for some in (stored_certificates(), ()))
    decisions = [(option,) for option in range(MISS + 1)]
    assert all(contradicts(face, earlier, "favourable") for earlier in decisions)
    assert not all(contradicts(bare, earlier, "favourable") for earlier in decisions)


def test_no_alarm_leaves_half_a_context_behind():
    """z3 complains on standard error when half of one is removed; the limit is looked at when it is whole."""

    made = []
    prover = SimpleNamespace(Context=lambda: made.append(is_undisturbed()))
    new_context(prover)
    with pytest.raises(BudgetError), limits(Budget(seconds=1, clock=iter([0, 5]).__next__)):
        new_context(prover)
    assert (made, is_undisturbed()) == ([True, True], False)
