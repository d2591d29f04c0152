"""What the studies refuse, each with the error and a part of its message."""

import math
import sys
from decimal import Decimal
from fractions import Fraction
from functools import partial

import pytest
from enclose_guns import enclosed_wins
from prove_self import gain_at
from refusing import assert_refused, refused, with_keywords
from search_equilibria import count_equilibria

from truel_ref.errors import ClaimError, LibraryError, NumberError, ProblemError, SizeError, SymbolicError
from truel_ref.studies.claims import check_claims, named_claims
from truel_ref.studies.cube import (
    both_plays_table,
    critical_values,
    cube_surfaces,
    cube_table,
    cube_winner_table,
    integrated_table,
    prove_critical,
    prove_surfaces,
    winner_table,
)
from truel_ref.studies.cube.critical import picture_at
from truel_ref.studies.cube.occurring import Systems
from truel_ref.studies.cube.shares import fire_favourites
from truel_ref.studies.equal_chances import equal_chance_curve, equal_chance_point
from truel_ref.studies.equal_profiles import equal_curve
from truel_ref.studies.larger_games import evenly_spaced, standing
from truel_ref.studies.rules_of_fire import enclose, letters_of, margins
from truel_ref.studies.self_four import pieces, sample
from truel_ref.studies.self_pays import Certificate, Condition, Face, System, decide
from truel_ref.studies.self_pays.refuter import Refuter
from truel_ref.studies.self_pays.systems import certificates_of
from truel_ref.studies.uniqueness import prove, weakest_gains
from truel_ref.symbolic.algebra import Letters
from truel_ref.symbolic.decisions import Decisions, settled

LETTERS = Letters([None, None, None])
A, B, C = LETTERS.hits


def planted(phase, wins):
    """Return letters inside the cube with which a later phase begins with other win probabilities."""
    letters = Letters([None, None, None])
    start, others = letters.start, wins(*letters.hits)
    letters.start = lambda order: others if order == phase else start(order)
    return letters


def every_decision():
    """Of two who are left, the chances of whom have a denominator of both signs."""
    wins = planted((1, 2), lambda a, b, c: [one / (a - b) for one in LETTERS.start((1, 2))])
    return list(Decisions(wins, ["Others", "Miss", "Self"]).every())


def proof_inside():
    face = Face((None, None, None))
    face.letters = planted((2, 0), lambda a, b, c: [a / (b - c)] * 3)
    face.tree = Decisions(face.letters, ["Others", "Miss", "Self"])
    face.prove("favourable", 1)


SELF = [
    (SymbolicError, lambda: settled(C / (A - B)), r"denominator a - b .* not settled"),
    (SymbolicError, lambda: Refuter(LETTERS.names).sign_is((A - C) / (B - C), frozenset({1})), "denominator"),
    (SymbolicError, every_decision, "denominator"),
    (SymbolicError, proof_inside, "denominator"),
    (SymbolicError, lambda: gain_at(["1/10", "1/5", "1/4", "17/20"], [], "B"), "'B' is neither"),
    (SymbolicError, lambda: Face((None, 2, 1)), "is not a face"),
    (SymbolicError, lambda: Face((1, 1, None)).prove("often", 1), "there is no statement 'often'"),
    (SymbolicError, lambda: Face((1, 1, None)).prove("some way", 2), "there is no statement 'some way' for player 2"),
    (NumberError, lambda: sample(0), "points"),
    (NumberError, lambda: pieces(4), "player"),
    (SymbolicError, lambda: pieces(0, [Fraction(1, 2)] * 4), "four different"),
]


def spoiled(room):
    """Return a certificate without a term of its identity."""
    sound = certificates_of(room)[0]
    return [Certificate(sound.system, sound.terms[1:])]


CUBE = "truel_ref.studies.cube"
CERTIFICATES = [
    (SymbolicError, lambda: Systems(("a", "b", "c"), spoiled(CUBE)), "proves nothing"),
    (SymbolicError, lambda: Systems(("a", "b"), certificates_of(CUBE)[:1]), "proves nothing"),
    (
        SymbolicError,
        lambda: Face((None, None, None), certificates=spoiled("truel_ref.studies.self_pays")),
        "proves nothing",
    ),
]

SHARES = [
    *(
        (SymbolicError, partial(asked, []), "no play")
        for asked in (cube_table, cube_winner_table, cube_surfaces, critical_values, prove_surfaces, prove_critical)
    ),
    *refused(SymbolicError, picture_at, ("blind", Fraction(1, 2), "no play")),
    *refused(SymbolicError, cube_table, ("stationary", 0.0, "not above 0"), ("stationary", "1e-13", "is below")),
    *refused(SymbolicError, both_plays_table, (-1.0, "not above 0"), ("1e-13", "error: '1e-13' is below")),
    *refused(SymbolicError, cube_winner_table, ("stationary", -1.0, "not above 0"), ("stationary", "1e-13", "below")),
    *(
        (NumberError, partial(cube_table, "stationary", error), "error: ")
        for error in (None, True, "", "narrow", [], math.nan, math.inf, Decimal("NaN"), 1j)
    ),
    *refused(NumberError, both_plays_table, (None, "error: ")),
    *refused(NumberError, cube_winner_table, ("stationary", "narrow", "error: ")),
    *refused(SizeError, cube_winner_table, ("announced", "1e-12", "squares, 74 minutes; a larger error takes less")),
    *with_keywords(ProblemError, winner_table, ({"hit_of_c": 1, "targets": 5}, "one target per player")),
    (SymbolicError, lambda: cube_table("stationary", 1.0).of("nobody"), "no share"),
    *refused(
        SymbolicError, fire_favourites, ("lot", "there is no rule of fire 'lot'; choose from random shooter, sim")
    ),
    *refused(SymbolicError, integrated_table, ("lot", "there is no play 'lot'")),
    *(
        (SymbolicError, partial(integrated_table, digits=digits), "digits: .*; it must be an integer from 1 to 300")
        for digits in (0, 301, -1, 2.5, True, None, "5", [5])
    ),
]

PROBLEMS = [
    *(
        (SymbolicError, partial(weakest_gains, hits), "three different")
        for hits in (["1/2", "1/2", "1/3"], ["1/2", "1/3"], ["1/2", "1/3", 0])
    ),
    *refused(SymbolicError, prove, ("ABC", "not a cyclic order")),
    *(
        (SymbolicError, partial(count_equilibria, rows, 8), "numerators")
        for rows in ([(1, 1, 2)], [(0, 1, 2)], [(1, 2, 9)], [(1, 2, 3), (1, 2)])
    ),
    *refused(SymbolicError, count_equilibria, ([(1, 2, 3, 4, 5, 6, 7)], 8, "7 players")),
    *refused(
        SymbolicError,
        enclosed_wins,
        ("duel", (0, 1, 2), "no rule is called 'duel'"),
        ("announced", (0, 1), "no order of the guns"),
    ),
    *refused(ProblemError, evenly_spaced, (3, "even", "no spacing")),
    *refused(ProblemError, standing, (3, "k/n", "sideways", "stationary", "no order")),
    *refused(SymbolicError, equal_chance_point, (0, "with c = 0 C never wins")),
    *((SymbolicError, lambda s=s: equal_chance_curve().at(s), "outside the range") for s in ("0.5485", 1, 0, "1/2")),
    *(
        (SymbolicError, call, r"sqrt\(2\)/2 is irrational, .* such as 0.707107, or ask truel_ref.solve")
        for call in (
            lambda: equal_chance_point("sqrt(2)/2"),
            lambda: equal_chance_curve().at("sqrt(2)/2"),
        )
    ),
    *(
        (SymbolicError, lambda aims=aims: equal_curve(aims).parametrisation.at(Fraction(1)), "outside the range")
        for aims in ("C,C,A", "Miss,C,B")
    ),
    *refused(
        SymbolicError,
        margins,
        ("lot", letters_of(3), "'lot' is not a model with formulas"),
        ("opinions", letters_of(4), "4 opinions have several states"),
    ),
    *refused(SymbolicError, enclose, ("noon", "there is no question 'noon'")),
    *refused(ClaimError, check_claims, (["Z9"], "there is no claim 'Z9'")),
    *refused(ClaimError, named_claims, (["S3", "s 33"], "there is no claim 's 33'; the nearest are")),
]


@pytest.mark.parametrize(("kind", "call", "says"), [*SELF, *CERTIFICATES, *SHARES, *PROBLEMS])
def test_what_is_refused(kind, call, says):
    assert_refused(kind, call, says)


@pytest.mark.parametrize(
    ("library", "kind", "call", "says"),
    [
        ("z3", SymbolicError, lambda: Face((None, None, None)), "pip install z3-solver"),
        ("flint", LibraryError, integrated_table, "pip install python-flint"),
    ],
)
def test_what_is_to_be_installed(library, kind, call, says, monkeypatch):
    monkeypatch.setitem(sys.modules, library, None)
    assert_refused(kind, call, says)


def test_a_point_that_does_not_meet_its_system_is_refused(monkeypatch):
    letters = Letters([None, 1])
    system = System(letters.names, (Condition(letters.hits[0].numer - 2, frozenset({-1})),))
    assert decide(system).kind == "possible"
    monkeypatch.setattr(System, "at", lambda self, point: False)
    assert_refused(SymbolicError, lambda: decide(system), "false")
