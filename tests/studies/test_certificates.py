"""Second witnesses of the proofs about Self: identities instead of z3, and a solver of our own for plain logic."""

import random
import sys
from copy import deepcopy
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import ClassVar

import independent_certificates as plain
import plain_logic
import pytest
from find_certificates import certificate_data, find_certificate

from truel_ref.budget import Budget, is_undisturbed, limits
from truel_ref.errors import BudgetError
from truel_ref.files import read_json
from truel_ref.studies.self_pays import (
    FACES,
    MISS,
    STATEMENTS,
    SURFACES,
    Certificate,
    Condition,
    Face,
    System,
    prove,
    prove_rule_3,
    refuter,
    stored_certificates,
)
from truel_ref.studies.self_pays.systems import new_context
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
    for data in DATA[:8]:
        (value, *rest), *others = data["identity"]
        yield data | {"identity": data["identity"][:-1]}
        yield data | {"identity": [[str(Fraction(value) + 1), *rest], *others]}
    turned = deepcopy(next(data for data in DATA if data["conditions"][1]["relation"] == "<"))
    turned["conditions"][1]["relation"] = ">"
    yield turned
    weak = deepcopy(next(data for data in DATA if all(used for _, used, _, _ in data["identity"])))
    for condition in weak["conditions"]:
        condition["relation"] += "" if "=" in condition["relation"] else "="
    yield weak


@pytest.mark.parametrize("data", list(spoiled()))
def test_a_spoiled_certificate_is_refused_by_both(data):
    assert not plain.refutes(data)
    signs = {"<": {-1}, ">": {1}, "<=": {-1, 0}, ">=": {0, 1}, "=": {0}}
    text = " and ".join(condition["text"] for condition in data["conditions"])
    sound = next(certificate for certificate in stored_certificates() if str(certificate.system) == text)
    conditions = tuple(
        Condition(condition.polynomial, frozenset(signs[stated["relation"]]))
        for condition, stated in zip(sound.system.conditions, data["conditions"], strict=True)
    )
    terms = tuple(
        type(sound.terms[0])(Fraction(value), tuple(used), tuple(low), tuple(high))
        for value, used, low, high in data["identity"]
    )
    assert not Certificate(System(sound.system.names, conditions), terms).proves()


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


def as_tuples(formula, seen):
    """Return a formula of z3 as `plain_logic` writes it."""
    z3 = pytest.importorskip("z3")
    words = {
        z3.Z3_OP_AND: "and",
        z3.Z3_OP_OR: "or",
        z3.Z3_OP_NOT: "not",
        z3.Z3_OP_XOR: "xor",
        z3.Z3_OP_TRUE: "true",
        z3.Z3_OP_FALSE: "false",
    }
    if formula.get_id() not in seen:
        kind, parts = formula.decl().kind(), [as_tuples(part, seen) for part in formula.children()]
        assert kind in words or (kind == z3.Z3_OP_UNINTERPRETED and not parts)
        seen[formula.get_id()] = (words[kind], *parts) if kind in words else str(formula)
    return seen[formula.get_id()]


def contradicts(face, earlier, statement):
    """Tell whether the denial of a statement contradicts the signs, the facts and the certified systems."""
    denial, facts = face.denial(earlier, statement)
    premises = list(face.refuter.premises(denial, facts))  # kept, so that no number of a formula is used again
    seen = {}
    return not plain_logic.can_be_true([as_tuples(premise, seen) for premise in premises])


@pytest.mark.parametrize("faces", [[(1, None, 1)], pytest.param(FACES, marks=pytest.mark.slow)], ids=["an edge", "all"])
def test_a_solver_of_our_own_finds_the_same_contradictions(faces):
    pytest.importorskip("z3")
    sys.setrecursionlimit(20_000)
    for hits in faces:
        face = Face(hits, certificates=stored_certificates())
        for player, statement in product((1, 0), STATEMENTS):
            for earlier in product(range(MISS + 1), repeat=player):
                assert contradicts(face, earlier, statement), (hits, earlier, statement)


@pytest.mark.slow
def test_without_the_certificates_there_is_no_contradiction():
    pytest.importorskip("z3")
    face, bare = (Face(INSIDE, certificates=some) for some in (stored_certificates(), ()))
    decisions = [(option,) for option in range(MISS + 1)]
    assert all(contradicts(face, earlier, "favourable") for earlier in decisions)
    assert not all(contradicts(bare, earlier, "favourable") for earlier in decisions)


def drawn(dice, depth):
    """Return a formula of four propositions."""
    kind = dice.choice(["and", "or", "not", "xor", "true", "false"]) if depth else "name"
    if kind == "name":
        return dice.choice("pqrs")
    parts = {"not": 1, "xor": 2, "true": 0, "false": 0}.get(kind, dice.randint(0, 3))
    return (kind, *(drawn(dice, depth - 1) for _ in range(parts)))


def truth(formula, values):
    if isinstance(formula, str):
        return values[formula]
    parts = [truth(part, values) for part in formula[1:]]
    return {"and": all, "or": any, "true": all, "false": any, "not": lambda parts: not parts[0]}.get(
        formula[0], lambda parts: parts[0] != parts[-1]
    )(parts)


def test_the_solver_of_our_own_is_right_about_small_problems():
    """Formulas of every kind, and clauses, of which many are needed for a contradiction."""
    dice, answers = random.Random(6), set()
    every = [dict(zip("pqrs", values, strict=True)) for values in product((True, False), repeat=4)]
    signed = [*"pqrs", *(("not", name) for name in "pqrs")]
    for number in range(700):
        formulas = [drawn(dice, dice.randint(0, 3)) for _ in range(dice.randint(1, 3))]
        if number % 2:
            formulas = [("or", *dice.choices(signed, k=dice.randint(1, 3))) for _ in range(dice.randint(1, 18))]
        expected = any(all(truth(formula, values) for formula in formulas) for values in every)
        assert plain_logic.can_be_true(formulas) == expected, formulas
        answers.add((number % 2, expected))
    assert len(answers) == 4


def test_no_alarm_leaves_half_a_context_behind():
    """z3 complains on standard error when half of one is removed; the limit is looked at when it is whole."""

    class Prover:
        made: ClassVar[list[bool]] = []

        @classmethod
        def Context(cls):  # noqa: N802  as in z3
            cls.made.append(is_undisturbed())
            return len(cls.made)

    assert new_context(Prover) == 1
    with pytest.raises(BudgetError), limits(Budget(seconds=1, clock=iter([0, 5]).__next__)):
        new_context(Prover)
    assert Prover.made == [True, True]
    assert not is_undisturbed()
