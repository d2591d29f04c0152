"""Closed forms: equal to the numeric solver wherever they say they hold, and nowhere read where they do not."""

import random
import re
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from pages import formula
from sympy import Rational, together

from truel_ref import solve
from truel_ref.errors import ProblemError
from truel_ref.symbolic.algebra import (
    Letters,
    factors,
    function_text,
    polynomial_text,
    positive_factors,
)
from truel_ref.symbolic.decisions import proved_sign
from truel_ref.symbolic.formulas import closed_form

ROOT = Path(__file__).parents[2]
PROFILES = list(product(["B", "C", "Miss"], ["A", "C", "Miss"], ["A", "B", "Miss"]))


@cache
def form_of(aims):
    return closed_form(aims)


def inside(rng, most=60):
    """Return a rational number in (0, 1]."""
    below = rng.randint(1, most)
    return Fraction(rng.randint(1, below), below)


# -- the formulas


@pytest.mark.parametrize("aims", PROFILES, ids=",".join)
def test_every_profile_equals_the_numeric_solver_as_function_and_as_text(aims):
    rng = random.Random(str(aims))
    texts = [function_text(win) for win in form_of(aims).functions]
    for _ in range(4):
        hits = [inside(rng) for _ in "ABC"]
        names = dict(zip("abc", map(Rational, hits), strict=True))
        assert form_of(aims).at(hits) == solve(hits, targets=aims).win
        assert tuple(formula(text, names) for text in texts) == form_of(aims).at(hits)


@pytest.mark.parametrize("aims", PROFILES, ids=",".join)
def test_on_the_faces_of_the_cube_they_are_right_or_refuse(aims):
    form = form_of(aims)
    refused = 0
    for place, hits in enumerate(product([Fraction(0), Fraction(2, 5), Fraction(1)], repeat=3)):
        truth = solve(hits, targets=aims)
        try:
            assert form.at(hits) == truth.win
            assert not truth.stalemate or aims == ("Miss",) * 3
        except ProblemError as error:
            refused += 1
            order = re.search(r"in the phases? ([A-C, ]*?)(?: and|, so)", str(error))[1]
            assert sum(hits["ABC".index(name)] == 0 for name in order.split(", ")) >= 1
        # Fixed beforehand, the same values give the answer, stalemates included.
        if (place + PROFILES.index(aims)) % 4:
            continue
        fixed = closed_form(aims, hits)
        assert fixed.at([]) == truth.win
        assert fixed.letters.constant(truth.stalemate) == fixed.stalemate
    assert refused or aims == ("Miss",) * 3


MIXES = {
    "x0:1/6:x1, 1/2:x2:0, 0:x3:1/3": lambda w, x, y, z: [[w, "1/6", x], ["1/2", y, 0], [0, z, "1/3"]],
    "0:x0:x1, C, x2:0:1/4": lambda w, x, y, z: [[0, w, x], "C", [y, 0, "1/4"]],
    "Miss, x0:0:x1, x2:1/5:x3": lambda w, x, y, z: ["Miss", [w, 0, x], [y, "1/5", z]],
    "x0:0:0, 0:x1:0, x2:x3:1/6": lambda w, x, y, z: [[w, 0, 0], [0, x, 0], [y, z, "1/6"]],
}


@pytest.mark.parametrize("texts", MIXES)
def test_mixes_with_symbolic_weights(texts):
    rng, parts = random.Random(11), texts.split(", ")
    form = closed_form([part.split(":") if ":" in part else part for part in parts])
    for _ in range(4):
        hits, weights = [inside(rng) for _ in "ABC"], [inside(rng, 6) / 3 for _ in range(4)]
        truth = solve(hits, targets=MIXES[texts](*weights))
        values = {f"x{place}": weight for place, weight in enumerate(weights[: texts.count("x")])}
        assert form.at(dict(zip("abc", hits, strict=True)) | values) == truth.win
        assert form.stalemate == form.letters.constant(truth.stalemate)


@pytest.mark.parametrize("aims", ["B,A", "Miss,A", "B,Miss", "Self,A", "B,Self", "0:1/2,A", "1/3:1/3,1/2:0"])
def test_two_players(aims):
    form = closed_form(aims)
    texts = [part.split(":") if ":" in part else part for part in aims.split(",")]
    rng = random.Random(3)
    for _ in range(10):
        hits = [inside(rng), inside(rng)]
        assert form.at(hits) == solve(hits, targets=texts).win


def test_four_players_with_the_later_aims_of_a_solution():
    rng = random.Random(4)
    for later in ("Optimal", "Strongest", "Random"):
        hits = [inside(rng, 20) for _ in "ABCD"]
        aims = [rng.choice([name for name in ("A", "B", "C", "D", "Miss", "Self") if name != own]) for own in "ABCD"]
        truth = solve(hits, targets=aims, target_later=later)
        policy = {
            order: [list(aim.weights) for aim in phase.aims]
            for order, phase in truth.policy.items()
            if len(order) == 3 and None not in phase.aims
        }
        assert closed_form(aims, [None, None, *hits[2:]], policy).at(hits[:2]) == truth.win
        assert closed_form(aims, later=policy).at(hits) == truth.win


def test_they_are_in_lowest_terms_with_positive_denominators_that_the_domain_explains():
    for aims in PROFILES:
        form = form_of(aims)
        may_vanish = {polynomial for each in form.domain for polynomial, _ in factors(each.function)[1]}
        for function in form.functions:
            if function:
                _, _, bottom = positive_factors(function)
                assert all(proved_sign(polynomial) == 1 for polynomial, _ in bottom)
                assert {polynomial for polynomial, _ in factors(function)[2]} <= may_vanish
        assert sum(form.functions) + form.stalemate == 1
        assert form.stalemate == (aims == ("Miss",) * 3)


def test_sympy_expressions_are_the_functions():
    form = closed_form("0:x:1-x,C,A", ["1/3", None, None])
    values = {"b": Fraction(2, 7), "c": Fraction(3, 4), "x": Fraction(1, 5)}
    exact = {symbol: Rational(values[str(symbol)]) for win in form.win for symbol in win.free_symbols}
    assert tuple(Fraction(int(v.p), int(v.q)) for v in (win.subs(exact) for win in form.win)) == form.at(values)
    assert together(sum(form.win) - 1).simplify() == 0


# -- where they hold


def test_the_domain_is_told_in_words_and_as_polynomials():
    form = closed_form("Miss,C,B")
    assert [str(condition) for condition in form.domain] == [
        "1 - K = b + c - b*c > 0 in A, B, C: b > 0 or c > 0",
        "1 - K = a + b - a*b > 0 in A, B: a > 0 or b > 0",
        "1 - K = a + c - a*c > 0 in A, C: a > 0 or c > 0",
    ]
    assert [condition.excluded for condition in form.domain] == ["b = c = 0", "a = b = 0", "a = c = 0"]
    # With c = 1 somebody can always be hit, and so can A or C in a duel.
    assert [condition.names for condition in closed_form("Miss,C,B", ["", "", "1"]).domain] == ["A, B"]


def test_weights_that_are_symbols():
    form = closed_form("(0,x,y),C,B", ["1/2"] * 3)
    assert [function_text(weight) for weight in form.weights] == ["x", "y", "1 - x - y"]
    assert form.at(["1/2", "1/2"]) == solve(["1/2"] * 3, targets=[[0, "1/2", "1/2"], "C", "B"]).win
    form = closed_form("(0,2*x/3,x/3),C,B", ["1/2"] * 3)
    assert [function_text(weight) for weight in form.weights] == ["2*x/3", "x/3", "1 - x"]


# -- how they are written


def test_text_and_latex_of_polynomials():
    a, b = Letters([None, None]).hits
    polynomial = (3 * a**2 * b - b + 1 - 2 * a).numer
    assert polynomial_text(polynomial) == "1 - 2*a - b + 3*a**2*b"
    assert polynomial_text(a.numer * Fraction(1, 2)) == "1/2*a"
    functions = [-a / 3 * (1 + b), (1 + b) ** 2 / (a * b), 1 + b, 2 / (1 + b)]
    assert list(map(function_text, functions)) == ["-a*(1 + b)/3", "(1 + b)**2/(a*b)", "1 + b", "2/(1 + b)"]


def test_latex():
    form = closed_form("Miss,C,B", hits=[None, None, 1])
    assert form.latex() == (
        "\\begin{aligned}\n"
        "w_{A} &= \\frac{a \\left(a + 2 b - 2 a b - b^{2} + a b^{2}\\right)}{a + b - a b} \\\\\n"
        "w_{B} &= \\frac{b^{2} \\left(1 - a\\right)}{a + b - a b} \\\\\n"
        "w_{C} &= \\left(1 - a\\right) \\left(1 - b\\right)\n"
        "\\end{aligned}"
    )
    assert form._repr_latex_() == f"$\\displaystyle {form.latex()}$"
    assert "\\text{stalemate} &= 1" in closed_form("Miss,Miss,Miss").latex()
    for text in (form_of(aims).latex() for aims in PROFILES):
        assert text.count("{") == text.count("}")
        assert text.count(r"\left(") == text.count(r"\right)")
