"""Irrational hit probabilities: one form for each number, proved signs, text, and the solver over number fields.

The second way to every number: mpmath to 60 digits, sympy's own algebra, and the Markov chains of `independent.py` on
fractions that agree with the irrational hits to 90 digits.
"""

import copy
import json
import math
import operator
import pickle
from fractions import Fraction
from functools import partial

import independent
import mpmath
import pytest
import sympy
from hypothesis import assume, given
from hypothesis import strategies as st
from refusing import assert_refused, refused, with_keywords

import truel_ref
from truel_ref import Algebraic, Problem, TruelError, all_outcomes, decision, simulate, solve, why
from truel_ref.errors import MapError, NumberError, ProblemError
from truel_ref.explain.reasons import choose, profile_results
from truel_ref.numbers import (
    between,
    decimal_text,
    enclosed,
    evaluate,
    irreducible_roots,
    minimal_polynomial,
    number_latex,
    number_text,
    one_field,
    percent_text,
    read_number,
    read_probability,
    root,
    separation,
    sign_at,
)
from truel_ref.numbers.field import number_field
from truel_ref.numbers.limits import DEGREE_LIMIT
from truel_ref.simulation.policies import game_of
from truel_ref.simulation.story import play_one

F = Fraction
X = sympy.Symbol("x")
GOLDEN = "(sqrt(5) - 1)/2"
DIGITS = 60


def near(number, digits=90):
    """Return a fraction within 10^-digits of a number."""
    return number if isinstance(number, Fraction) else number.enclosure(F(1, 10**digits))[0]


def precise(number):
    with mpmath.workdps(DIGITS + 20):
        fraction = near(number)
        return mpmath.mpf(fraction.numerator) / fraction.denominator


def in_sympy(number):
    return sympy.Rational(number.numerator, number.denominator) if isinstance(number, F) else number.to_sympy()


# -- numbers: small polynomials with a chosen real root

COEFFICIENT = st.integers(-9, 9)


@st.composite
def algebraic_numbers(draw, least=2, most=3):
    """Return real roots of random quadratics and cubics, by our index, with the coefficients; rational ones too."""
    degree = draw(st.integers(least, most))
    coefficients = [draw(st.integers(1, 9)), *(draw(COEFFICIENT) for _ in range(degree))]
    with mpmath.workdps(DIGITS + 20):
        count = len({r for r, _ in sympy.Poly(coefficients, X).intervals()})
    assume(count)
    return coefficients, draw(st.integers(0, count - 1))


def by_mpmath(coefficients, index):
    """Return the real root of this index by mpmath's own root finder."""
    poly = sympy.Poly(coefficients, X)
    square_free = [int(c) for c in poly.quo(sympy.gcd(poly, poly.diff())).all_coeffs()]
    roots = mpmath.polyroots(square_free, maxsteps=500, extraprec=500)
    return sorted(mpmath.re(r) for r in roots if abs(mpmath.im(r)) < mpmath.mpf(10) ** -(DIGITS + 5))[index]


@given(algebraic_numbers(), algebraic_numbers())
def test_order_and_arithmetic_agree_with_sixty_digits(first, second):
    a, b = root(*first), root(*second)
    with mpmath.workdps(DIGITS + 20):
        x, y = by_mpmath(*first), by_mpmath(*second)
        tiny = mpmath.mpf(10) ** -DIGITS
        assert abs(precise(a) - x) < tiny
        assert abs(precise(b) - y) < tiny
        equal = abs(x - y) < tiny
        assert (a == b) is equal
        assert (a < b) is (not equal and x < y)
        assert (a >= b) is (equal or x > y)
        assert not equal or hash(a) == hash(b)
        operations = [operator.add, operator.sub, operator.mul]
        for operation in operations if equal or not b else [*operations, operator.truediv]:
            found = operation(a, b)
            assert isinstance(found, F | Algebraic)
            assert abs(precise(found) - operation(x, y)) < tiny * (1 + abs(operation(x, y))) * 10
            assert number_text(read_number(number_text(found))) == number_text(found)
            assert read_number(number_text(found)) == found


@given(algebraic_numbers(), st.fractions(-2, 2, max_denominator=9), st.integers(-3, 3))
def test_arithmetic_with_fractions_undoes_itself(first, fraction, power):
    a = root(*first)
    assert (a + fraction) - fraction == a == fraction - (fraction - a)
    assert not fraction or (a * fraction) / fraction == a
    if a:
        assert a * (1 / a) == 1
        assert not fraction or fraction / (fraction / a) == a
        assert a**power * a**-power == 1
        assert a**power == math.prod([a if power > 0 else 1 / a] * abs(power), start=F(1))
    if isinstance(a, Algebraic):
        assert a - a == 0
        assert type(a - a) is F
        assert (a < fraction) is (a - fraction < 0) is not (a > fraction)
        assert abs(a) > 0 > -abs(a)
        assert math.floor(a) < a < math.ceil(a) == math.floor(a) + 1
        assert float(a) == float(near(a))


@given(algebraic_numbers().map(lambda number: root(*number)) | st.fractions(), st.integers(0, 40))
def test_decimals_are_correctly_rounded(number, digits):
    assert abs(F(decimal_text(number, digits)) - near(number)) <= F(1, 2 * 10**digits) + F(1, 10**80)


def test_decimals_of_known_numbers():
    half, cubic = read_number("sqrt(2)/2"), read_number("root(1 0 0 -2; 0)")
    with mpmath.workdps(1100):
        assert decimal_text(half, 1000) == mpmath.nstr(mpmath.sqrt(2) / 2, 1000)
        assert decimal_text(cubic, 1000) == mpmath.nstr(mpmath.cbrt(2), 1001)
    assert (decimal_text(-half, 3), percent_text(half, 8)) == ("-0.707", "70.71067812 %")


SPELLINGS = [
    ("sqrt(2)/2", "1/sqrt(2)", "sqrt(1/2)", "root(2 0 -1; 1)", "root(4 0 -4 0 1; 1)", "SQRT( 8 ) / 4", "2^-1*sqrt(2)"),
    (GOLDEN, "2/(1+sqrt(5))", "root(1 1 -1; 1)", "1/2*(-1 + sqrt(5))", "((1+sqrt(5))/2)**-1", "sqrt(5)/2 - 0.5"),
    ("sqrt(3) - sqrt(2)", "1/(sqrt(3)+sqrt(2))", "sqrt(5 - 2*sqrt(6))", "root(1 0 -10 0 1; 2)"),
    ("root(1 0 0 -2; 0)/2", "root(4 0 0 -1; 0)", "1/root(1 0 0 -2; 0)^2", "root(1 -1 0; 1)*root(4 0 0 -1; 0)"),
]


@pytest.mark.parametrize("spellings", SPELLINGS, ids=lambda spellings: spellings[0])
def test_spellings_of_one_number_are_one_number(spellings):
    first, *others = map(read_number, spellings)
    for other in others:
        assert (other.polynomial, other.index, str(other)) == (first.polynomial, first.index, str(first))
        assert (other == first, hash(other)) == (True, hash(first))
        assert other <= first <= other
        assert not other < first
    assert first < first + F(1, 10**100) != first


FROM_SYMPY = [
    sympy.sqrt(2) / 2,
    (sympy.sqrt(5) - 1) / 2,
    sympy.GoldenRatio - 1,
    sympy.CRootOf(X**3 + X - 1, 0),
    sympy.CRootOf(X**5 - X - 1, 0) - 1,
    sympy.CRootOf(8 * X**3 - 4 * X**2 - 4 * X + 1, 1),
    sympy.cbrt(2 + sympy.sqrt(3)) / 3,
    sympy.Rational(1, 7) ** sympy.Rational(2, 5),
    1 / (sympy.sqrt(2) + sympy.cbrt(3)),
    sympy.sqrt(2 - sympy.sqrt(2)) / 2,
    sympy.cos(3 * sympy.pi / 7),
    sympy.sin(sympy.pi / 9),
    sympy.AlgebraicNumber(sympy.sqrt(2), [sympy.Rational(1, 4), sympy.Rational(1, 3)]),
    sympy.sqrt(2) * sympy.sqrt(3) / sympy.Integer(3),
]


@pytest.mark.parametrize("value", FROM_SYMPY, ids=str)
def test_sympy_expressions_are_read_and_written(value):
    found = read_probability(value)
    assert isinstance(found, Algebraic)
    with mpmath.workdps(DIGITS + 20):
        assert abs(precise(found) - mpmath.mpf(sympy.N(value, DIGITS + 10))) < mpmath.mpf(10) ** -DIGITS
    assert read_number(found.to_sympy()) == found
    assert sympy.minimal_polynomial(value, X).as_poly(X).all_coeffs() == list(found.polynomial)


def test_cosines_and_sines_of_fractions_of_pi():
    for p, q in ((p, below) for below in range(1, 15) for p in range(-2 * below, 2 * below + 1)):
        for function, known in ((sympy.cos, math.cos), (sympy.sin, math.sin)):
            found = read_number(function(sympy.pi * sympy.Rational(p, q), evaluate=False))
            assert abs(float(found) - known(math.pi * p / q)) < 1e-14


def test_latex():
    assert number_latex(read_number("-sqrt(2)/2")) == r"-\frac{\sqrt{2}}{2}"
    assert number_latex(read_number(GOLDEN)) == r"\frac{\sqrt{5} - 1}{2}"
    assert r"\frac{3 \sqrt{5}}{7}" in solve(["3*sqrt(5)/7", 1])._repr_latex_()


@pytest.mark.parametrize(
    ("kind", "call", "says"),
    [
        (AttributeError, lambda: setattr(read_number("sqrt(2)/2"), "index", 0), "cannot be changed"),
        (TypeError, Algebraic, "read_number"),
        (TypeError, lambda: read_number("sqrt(2)/2") < "1", "not supported"),
    ],
)
def test_what_cannot_be_done_with_a_number(kind, call, says):
    assert_refused(kind, call, says)


def test_a_number_is_copied_and_pickled_as_itself():
    number = read_number("sqrt(2)/2")
    assert copy.deepcopy(number) is number is copy.copy(number)
    assert pickle.loads(pickle.dumps(number)) == number != "sqrt(2)/2"
    assert number.__add__("1") is NotImplemented
    assert [+number, number**2, number**0] == [number, F(1, 2), F(1)]


def test_floats_are_the_nearest_on_both_sides_of_a_tie():
    tie, beside = 1 + F(1, 2**53), read_number("sqrt(2)") / 2**200
    assert [float(tie - beside), float(tie + beside)] == [1.0, 1 + 2**-52]
    assert [float(beside / 2**bits) for bits in (874, 875, 876)] == [2**-1074, 2**-1074, 0.0]


# -- refusals

PLAIN = ["1/2", "1/2", 1]
SURD = ["sqrt(2)/2", "2/3", 1]
TOO_MUCH = [f"root({10**9 + 7} 3 1 4 1 5 -2; 1)", f"root({10**9 + 7} 2 7 1 -8; 1)", 1]


@pytest.mark.parametrize(
    ("kind", "call", "says"),
    [
        *with_keywords(
            NumberError,
            partial(Problem, PLAIN),
            ({"targets": [["0", "sqrt(2)", "0"], "A", "A"]}, r"player A: weight on B: 'sqrt\(2\)' is not in"),
        ),
        *with_keywords(
            TruelError,
            partial(Problem, PLAIN),
            (
                {"targets": [["0", "sqrt(2)/2", "1/2"], "A", "A"]},
                r"player A: the weights of an aim add up to \(1 \+ sqrt\(2\)\)/2, more",
            ),
        ),
        *refused(
            ProblemError,
            Problem,
            (
                [f"sqrt({prime})/9" for prime in (2, 3, 5, 7, 11)],
                "do not fit into one field: it needs algebraic numbers of degree 32",
            ),
        ),
        *refused(
            ProblemError,
            partial(solve, method="arrays"),
            (SURD, "the method 'arrays' is for single targets .* with rational hit probabilities"),
            (Problem(PLAIN, ["C", ["0", "0", "sqrt(2)/2"], "A"]), "the method 'arrays' is for single targets"),
        ),
        (AssertionError, partial(between, F(1), F(1)), "internal error: no number lies between"),
        (
            NumberError,
            lambda: one_field([read_number(f"root(1 {zeros} -1 -1; 0)") for zeros in ("0 0 0 0", "0 0 0 0 0")]),
            f"the highest is {DEGREE_LIMIT}",
        ),
        *refused(
            ProblemError,
            solve,
            (TOO_MUCH, "do not fit into one field: it needs degree 24 with integers of 5,692 binary digits"),
        ),
        (
            MapError,
            lambda: truel_ref.maps.MapSpec(Problem([0, 0, "sqrt(2)/2"])),
            r"player C: 'sqrt\(2\)/2' is irrational.*such as 0\.707107",
        ),
    ],
)
def test_problems_that_are_refused(kind, call, says):
    assert_refused(kind, call, says)


# -- problems


def test_problems_are_equal_whatever_the_spelling():
    spelled = Problem(["1/sqrt(2)", sympy.sqrt(3) / 3, 1], targets=[["0", "sqrt(1/8)", "0.5"], "A", "Optimal"])
    other = Problem(["sqrt(2)/2", "sqrt(1/3)", "1"], targets=[["0", sympy.sqrt(2) / 4, "1/2"], 0, "Optimal"])
    data = spelled.to_json()
    assert (data["hits"], data["targets"][0]) == (["sqrt(2)/2", "sqrt(3)/3", "1"], ["0", "sqrt(2)/4", "1/2"])
    copies = [other, Problem.from_json(json.dumps(data)), pickle.loads(pickle.dumps(spelled)), copy.deepcopy(spelled)]
    assert all(one == spelled and hash(one) == hash(spelled) for one in copies)
    assert spelled != Problem(["sqrt(2)/2", "sqrt(1/3)", "1"])
    assert {type(hit) for hit in spelled.hits} == {Algebraic, F}
    assert solve(spelled) == solve(other)
    assert "sqrt(3)/3" in repr(spelled)


def test_a_number_that_turns_out_rational_is_a_fraction_and_goes_the_rational_way():
    problem = Problem(["sqrt(1/9)", "root(3 -2; 0)", "sqrt(2)^2/2"])
    assert problem == Problem(["1/3", "2/3", 1])
    assert {type(hit) for hit in problem.hits} == {F}
    assert {type(win) for win in solve(problem).win} == {F}


# -- solutions, obtained a second way

IRRATIONAL = [
    ["sqrt(2)/2", "2/3", "1"],
    ["sqrt(2) - 1", "1/2", "sqrt(2)/2"],
    [GOLDEN, "2/3", "4/5"],
    ["sqrt(2)/2", "sqrt(3)/3", "sqrt(5)/4"],
    ["root(1 0 1 -1; 0)", "sqrt(2)/3", "1"],
    ["root(1 0 0 -2; 0)/3", "1/2", "root(1 0 0 -2; 0)/2"],
    ["1/4", "sqrt(2)/3", "3/4", "sqrt(3)/2"],
]


def policy(solution):
    return {
        phase.order: [None if aim is None else tuple(map(near, aim.weights)) for aim in phase.aims]
        for phase in solution.phases
    }


def assert_near_chain(solution, **fields):
    """Compare with the Markov chain of fractions nearby; where no tie is near, these have the same aims everywhere."""
    shots = [near(hit) for hit in solution.problem.hits]
    chain = independent.game_chain(shots, policy(solution))
    assert all(abs(near(mine) - other) < F(1, 10**DIGITS) for mine, other in zip(solution.win, chain, strict=True))
    assert sum(solution.win) + solution.stalemate == 1
    assert solution.ties or policy(solve(shots, **fields)) == policy(solution)


@pytest.mark.parametrize("search", ["Others,Miss", "All"])
@pytest.mark.parametrize("hits", IRRATIONAL, ids=" ".join)
def test_solutions_agree_with_markov_chains_of_fractions_nearby(hits, search):
    assert_near_chain(solve(hits, search=search), search=search)


def test_five_players_stay_on_the_exact_side():
    solution = solve(["sqrt(2)/2", "1/2", "2/3", "1/4", "sqrt(2)/3"], search="Others,Miss")
    assert solution.method == "integers"
    assert {type(win) for win in solution.win} == {Algebraic}
    assert_near_chain(solution, search="Others,Miss")


def markov(hits, aims):
    """Return the win probabilities of a phase of three by sympy: (I - Q) x = b, with the duels in closed form."""

    def duel(first, second):
        value = hits[first] / (hits[first] + hits[second] - hits[first] * hits[second])
        return [value if one == first else 1 - value if one == second else 0 for one in range(3)]

    matrix, right = sympy.eye(3), sympy.zeros(3, 3)
    for turn, aim in enumerate(aims):
        after = [(turn + step) % 3 for step in (1, 2)]
        passes = 1
        if aim is not None:
            survivors = [one for one in [*after, turn] if one != aim]
            right[turn, :] = sympy.Matrix([[hits[turn] * chance for chance in duel(*survivors)]])
            passes = 1 - hits[turn]
        matrix[turn, after[0]] -= passes
    return matrix.LUsolve(right)[0, :]


@pytest.mark.parametrize("hits", IRRATIONAL[:3], ids=" ".join)
def test_solutions_are_exact_by_sympys_own_algebra(hits):
    solution = solve(hits)
    exactly = markov([in_sympy(hit) for hit in solution.problem.hits], [aim.target for aim in solution.aims])
    for mine, other in zip(solution.win, exactly, strict=True):
        polynomial = sympy.minimal_polynomial(other, X).as_poly(X)
        assert polynomial.all_coeffs() == (
            list(mine.polynomial) if isinstance(mine, Algebraic) else [mine.denominator, -mine.numerator]
        )
        assert abs(sympy.N(other - in_sympy(near(mine)), DIGITS)) < 10**-50
        if isinstance(mine, F) or mine.degree == 2:
            assert sympy.minimal_polynomial(other - in_sympy(mine), X) == X


@pytest.mark.parametrize("hits", IRRATIONAL[:2], ids=" ".join)
def test_decisions_why_and_outcomes_hang_together(hits):
    solution = solve(hits)
    for earlier in ([], [solution.aims[0]]):
        node = decision(solution, earlier)
        assert node.chosen == solution.aims[len(earlier)]
        (own,) = {worth.value for worth in node.worths if worth.aim == node.chosen}
        assert own == max(worth.value for worth in node.worths if worth.allowed)
    results = profile_results(solution)
    chosen = results[choose(solution.problem, (0, 1, 2), results)[()].path]
    assert (chosen.aims, chosen.wins[0]) == (solution.aims, solution.win)
    assert all(number_text(win) in str(why(solution)) for win in solution.win)
    assert all_outcomes(hits).outcomes[0].win == solution.win
    data = json.loads(json.dumps(solution.to_json()))
    assert tuple(map(read_number, [*data["win"], data["stalemate"]])) == (*solution.win, solution.stalemate)


# -- ties on the boundary between two aims, and just beside it

# One hit probability, irrational, stands where two announcements are worth exactly the same: the root of a decision
# polynomial. (hits around the gap, the number, who decides, after what, the options, chosen by rule 1 and by rule -1)
BOUNDARIES = [
    (("1/4", None, "1/3"), "(7 + sqrt(70))/21", [], {"B", "Miss"}, ("B", "Miss")),
    ((None, "2/3", "1/2"), "sqrt(6) - 2", ["B", "C"], {"B", "Miss"}, ("B", "Miss")),
    (("1/4", None, "9/10"), "(423 - 9*sqrt(1510))/233", [], {"C", "Miss"}, ("C", "Miss")),
    (("1/4", "3/4", None), "(3*sqrt(781) - 75)/26", [], {"B", "Miss"}, ("B", "Miss")),
    ((None, "1/3", "9/10"), "(9*sqrt(158) - 108)/14", ["C"], {"C", "Miss"}, ("C", "Miss")),
    (("1/2", None, "1/3"), "(sqrt(3) - 1)/2", ["B", "C"], {"A", "Miss"}, ("A", "Miss")),
]


def filled(hits, number):
    return [number if hit is None else hit for hit in hits]


def at_node(solution, earlier):
    node = decision(solution, earlier)
    return node, {str(aim) for aim in node.best}


@pytest.mark.parametrize(("hits", "number", "earlier", "options", "chosen"), BOUNDARIES)
def test_an_exact_tie_is_seen_and_broken_by_the_rule(hits, number, earlier, options, chosen):
    for rule, expected in zip((1, -1), chosen, strict=True):
        solution = solve(filled(hits, number), if_eq=rule)
        node, best = at_node(solution, earlier)
        assert (best, str(node.chosen)) == (options, expected)
        (tie,) = [tie for tie in solution.ties if tie.order == (0, 1, 2) and list(map(str, tie.earlier)) == earlier]
        assert ({str(aim) for aim in tie.equal}, str(tie.chosen)) == (options, expected)


@pytest.mark.parametrize(("hits", "number", "earlier", "options", "chosen"), BOUNDARIES)
def test_near_ties_are_decided_rightly_on_either_side(hits, number, earlier, options, chosen):
    step = F(1, 10**50)
    verdicts = []
    for beside in (-step, step):
        for problem_number in (read_number(number) + beside, near(read_number(number)) + beside):
            solution = solve(filled(hits, problem_number))
            node, best = at_node(solution, earlier)
            assert len(best) == 1 and best < options
            verdicts.append(best)
            # the table of all profiles, read backwards by code that shares nothing with the library
            shots = [near(hit) for hit in solution.problem.hits]
            worths = independent.decision_values(shots, (0, 1, 2), [aim.weights for aim in node.earlier])
            others = [worth.value for worth in worths if worth.allowed]
            values = [near(worth.value) for worth in node.worths if worth.allowed]
            assert all(abs(one - other) < F(1, 10**80) for one, other in zip(values, others, strict=True))
            (own,) = {near(worth.value) for worth in node.worths if worth.aim == node.chosen}
            assert own == max(values)
            assert values.index(own) == others.index(max(others))
    # The fraction beside is on the same side as the irrational number beside, and the two sides differ.
    assert verdicts[0] == verdicts[1] != verdicts[2] == verdicts[3]


def test_a_boundary_of_degree_four_over_another_irrational_hit():
    # With hits a, b, 1/2 and c = b / (1 - b), C is indifferent after B, C where a^2 + 2 c a = c; here b = sqrt(2)/2.
    c = read_number("(sqrt(2)/2)/(1 - sqrt(2)/2)")
    number = read_number(f"sqrt(({c})^2 + ({c})) - ({c})")
    assert number.degree == 4
    assert at_node(solve([number, "sqrt(2)/2", "1/2"]), ["B", "C"])[1] == {"B", "Miss"}
    sides = [at_node(solve([number + F(side, 10**50), "1/sqrt(2)", "1/2"]), ["B", "C"])[1] for side in (-1, 1)]
    assert sorted(map(list, sides)) == [["B"], ["Miss"]]


def test_equal_hits_spelt_differently_tie():
    spelt = all_outcomes(["1/sqrt(2)", sympy.sqrt(2) / 2, "1"])
    assert spelt == all_outcomes(["root(2 0 -1; 1)", "sqrt(8)/4", "1"])
    # as for every other pair of equal shots beside one who never misses
    assert len(spelt.outcomes) == len(all_outcomes(["7/10", "7/10", "1"]).outcomes)
    assert spelt.complete
    assert spelt.outcomes[0].win == solve(["sqrt(2)/2", "sqrt(2)/2", "1"]).win


@pytest.mark.parametrize("rule", [1, 2, 3, 4, -1])
def test_tie_rules_compare_strengths_exactly(rule):
    # the strongest of two that differ beyond every float; and the same with fractions nearby
    almost = read_number("sqrt(2)/2") + F(1, 10**40)
    fields = {"if_eq": rule, "search": "Others,Miss,Random,Self"}
    solution = solve(["sqrt(2)/2", almost, "0"], **fields)
    rational = solve([near(hit) for hit in solution.problem.hits], **fields)
    assert policy(solution) == policy(rational)
    assert [str(tie) for tie in solution.ties] == [str(tie) for tie in rational.ties]
    strongest = Problem(["1/2", "sqrt(2)/2", almost], targets=["Strongest", "Optimal", "Optimal"])
    assert str(solve(strongest).aims[0]) == "C"
    assert str(solve(["1/2", almost, "sqrt(2)/2"], targets=["Strongest", "Optimal", "Optimal"]).aims[0]) == "B"


def test_irrational_weights_of_an_aim():
    fields = {"targets": [["0", "sqrt(2)/4", "sqrt(3)/3"], "C", "B"]}
    solution = solve(["sqrt(2)/2", "2/3", 1], **fields)
    assert_near_chain(solution, **fields)
    assert str(solution.aims[0]) == "(0, sqrt(2)/4, sqrt(3)/3)"


# -- fields


def test_one_field_holds_numbers_of_several():
    texts = ["sqrt(2)", "root(1 0 -1 -1; 0)", "sqrt(3)", "sqrt(6)", "1/2"]
    numbers = list(map(read_number, texts))
    together = one_field(numbers)
    assert (together, list(map(number_text, together))) == (numbers, list(map(number_text, numbers)))
    assert together[0] * together[2] == together[3]


def test_numbers_closer_than_any_float_can_tell_are_told_apart():
    two = read_number("sqrt(2)")
    for other in ("sqrt(2 + 1/10^40)", "sqrt(2) + sqrt(3)/10^30", "root(1 0 0 -2; 0)/10^25 + sqrt(2)"):
        beside = read_number(other)
        assert two.floor(64) == beside.floor(64)
        assert two < beside > two != beside


@pytest.mark.parametrize("bits", range(1, 200, 7))
def test_bounds_of_powers_hold_them(bits):
    cube, square = number_field((1, 0, 0, -2), 0), number_field((1, 0, 0, -4), 0)  # the cube roots of 2 and of 4
    low, high = cube.powers(bits)[2]
    assert low <= square.floor(bits)
    assert square.floor(bits) + 1 <= high
    negative = number_field((1, 0, 0, 2), 0)
    assert negative.powers(bits)[1] == (-cube.floor(bits) - 1, -cube.floor(bits))
    assert negative.powers(bits)[2][0] <= square.floor(bits) < negative.powers(bits)[2][1]


# -- dice


def test_dice_agree_with_irrational_problems():
    solution = solve(["sqrt(2)/2", "2/3", 1])
    for engine, games in (("counts", 10**9), ("one", 3000)):
        estimate = simulate(solution, games=games, seed=1, engine=engine)
        assert "sqrt(2)/2" in str(estimate)
        for player, win in zip("ABC", solution.win, strict=True):
            low, high = estimate.interval(player, confidence=0.999999)
            assert F(low) < win < F(high)
    assert play_one(game_of(solution), seed=1).winner in (0, 1, 2)


# -- signs of polynomials at numbers, fractions between, and searches that must end


def exact_sign(polynomial, number):
    value = evaluate(polynomial, number)
    return (value > 0) - (value < 0)


@given(algebraic_numbers(1, 4), st.lists(COEFFICIENT, min_size=1, max_size=5))
def test_signs_of_polynomials_are_those_of_their_values(number, polynomial):
    value = root(*number)
    assert sign_at(tuple(polynomial), value) == exact_sign(polynomial, value)
    minimal = sympy.Poly(minimal_polynomial(value), X)
    multiple = (minimal * sympy.Poly(polynomial, X)).all_coeffs()
    assert sign_at(tuple(map(int, multiple)), value) == 0
    for digits in (1, 30, 300):  # a line that passes very near
        low, high = enclosed(value, F(1, 10**digits))
        signs = [sign_at((end.denominator, -end.numerator), value) for end in (low, high)]
        assert signs == ([0, 0] if isinstance(value, F) else [1, -1])


def test_the_floor_of_a_number_that_is_nearly_an_integer():
    """Of q sqrt(2) with p^2 - 2 q^2 = 1 or -1, which is nearer to p than 1 / (2 q)."""
    p, q = 1, 1
    for _ in range(200):
        p, q = p + 2 * q, p + q
        assert (q * root([1, 0, -2], 1)).floor() == math.isqrt(2 * q * q)


def test_roots_of_degree_24_are_the_last_that_are_read():
    assert root([1, *[0] * 23, -2], 1).degree == 24
    with pytest.raises(NumberError, match="degree 25 is too high; the highest is 24"):
        root([1, *[0] * 24, -2], 0)


def test_a_cube_root_is_a_root():
    """Of `x^3 - n` and `x^3 + n`, whose value is 0: no bound of it, rounded on the way, may pass 0."""
    for number in {*range(2, 100)} - {8, 27, 64}:
        for polynomial in ((1, 0, 0, -number), (1, 0, 0, number)):
            assert [sign_at(polynomial, value) for value in irreducible_roots(polynomial)] == [0]
    assert sign_at((0,), root([1, 0, -2], 1)) == 0


@given(algebraic_numbers(1, 4), algebraic_numbers(1, 4))
def test_a_fraction_between_two_numbers_is_the_shortest(first, second):
    low, high = sorted((root(*first), root(*second)))
    assume(low != high)
    found = between(low, high)
    assert low < found < high
    step = F(2, found.denominator)
    assert found.denominator == 1 or not low < (math.floor(low / step) + 1) * step < high


@given(algebraic_numbers(1, 3), algebraic_numbers(1, 3))
def test_different_numbers_are_apart_as_far_as_proved(first, second):
    a, b = root(*first), root(*second)
    for one, two in ((first[0], second[0]), (minimal_polynomial(a), minimal_polynomial(b))):
        apart = F(1, 2 ** separation(one, two))
        low, high = sorted((a, b))
        assert low == high or low + apart < high


def test_a_number_of_any_degree_can_be_told_by_its_polynomial():
    least, most = irreducible_roots((1, *[0] * 29, -2))
    assert (least.degree, least.index, most.index) == (30, 0, 1)
    assert least < -1 < 1 < most < F(1024, 1000)
    assert decimal_text(most, 12) == "1.023373891997"
    assert sign_at((1, *[0] * 29, -2), most) == 0 < sign_at((1, *[0] * 29, -2), F(1024, 1000))


@pytest.mark.parametrize("text", ["sqrt(2)", "root(1 0 -1 -1; 0)", "sqrt(2) + root(1 0 0 -3; 0)"])
def test_numbers_that_agree_to_thousands_of_digits_are_told_apart(text):
    """The limits on searches are proved to be enough, and this would show one that is not."""
    number = read_number(text)
    for digits in (100, 2000):
        low, high = number.enclosure(F(1, 10**digits))
        assert low < number < high
        assert (number - low).sign() == 1 == -(number - high).sign()
        assert math.floor((number - low) * 10**digits) == 0


def digits(number):
    return str(10**number + 7)


@pytest.mark.parametrize(
    ("text", "degree", "value"),
    [
        (
            "+".join(f"sqrt({digits(100)}{end})" for end in (3, 7, 9)),
            8,
            lambda: sum(mpmath.sqrt(10 * int(digits(100)) + end) for end in (3, 7, 9)),
        ),
        (
            f"sqrt({digits(99)} + sqrt({digits(20)} + sqrt({digits(10)})))",
            8,
            lambda: mpmath.sqrt(10**99 + 7 + mpmath.sqrt(10**20 + 7 + mpmath.sqrt(10**10 + 7))),
        ),
        ("(sqrt(2) + sqrt(3) + sqrt(5) + sqrt(7))^64", 8, lambda: sum(map(mpmath.sqrt, (2, 3, 5, 7))) ** 64),
    ],
    ids=["sum", "nesting", "power"],
)
def test_sums_and_nestings_within_the_limits_are_numbers(text, degree, value):
    """Their roots lie in clusters and their integers are long: sympy isolated them for minutes."""
    number = read_number(text)
    assert number.degree == degree
    with mpmath.workdps(250):
        low, high = number.enclosure(F(1, 10**100))
        assert mpmath.mpf(low.numerator) / low.denominator < value() < mpmath.mpf(high.numerator) / high.denominator
