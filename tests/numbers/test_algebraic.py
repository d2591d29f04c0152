"""Irrational numbers: one form for each number, proved order, and the solver over number fields.

The second way to every number: mpmath to 60 digits, sympy's own algebra, `surds.py`, and the Markov chains of
`independent.py` on fractions that agree with the irrational hits to 90 digits.
"""

import copy
import math
import operator
import pickle
from fractions import Fraction

import independent
import mpmath
import pytest
import sympy
from hypothesis import assume, given
from hypothesis import strategies as st
from surds import Surd

from truel_ref import Algebraic, Problem, decision, solve
from truel_ref.errors import NumberError, ProblemError
from truel_ref.numbers import (
    between,
    decimal_text,
    enclosed,
    irreducible_roots,
    minimal_polynomial,
    number_text,
    one_field,
    percent_text,
    read_number,
    root,
    sign_of,
)

F = Fraction
X = sympy.Symbol("x")
GOLDEN = "(sqrt(5) - 1)/2"
DIGITS = 60


def near(number, digits=90):
    """Return a fraction within 10^-digits of a number."""
    return enclosed(number, F(1, 10**digits))[0]


def precise(number):
    with mpmath.workdps(DIGITS + 20):
        fraction = near(number)
        return mpmath.mpf(fraction.numerator) / fraction.denominator


# -- numbers: small polynomials with a chosen real root

COEFFICIENT = st.integers(-9, 9)


@st.composite
def algebraic_numbers(draw, least=2, most=3):
    """Return the coefficients and the index of a real root of a random polynomial; rational ones too."""
    degree = draw(st.integers(least, most))
    coefficients = [draw(st.integers(1, 9)), *(draw(COEFFICIENT) for _ in range(degree))]
    count = len({ends for ends, _ in sympy.Poly(coefficients, X).intervals()})
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


SURDS = st.tuples(*[st.fractions(-9, 9, max_denominator=20)] * 2)


@given(SURDS, SURDS, st.sampled_from([2, 3, 5, 6, 7, 10]))
def test_arithmetic_and_order_agree_with_surds(first, second, d):
    one, two = (Surd(*each, d) for each in (first, second))
    a, b = (p + q * read_number(f"sqrt({d})") for p, q in (first, second))
    for operation in (operator.add, operator.sub, operator.mul, operator.truediv):
        if b or operation is not operator.truediv:
            expected = operation(one, two)
            assert operation(a, b) == expected.p + expected.q * read_number(f"sqrt({d})")
    assert sign_of(a - b) == (one - two).sign() == (a > b) - (a < b)


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
    ("root(1 0 0 -2; 0)/2", "root(4 0 0 -1; 0)", "1/root(1 0 0 -2; 0)^2", "2^(1/3)/2"),
]


@pytest.mark.parametrize("spellings", SPELLINGS, ids=lambda spellings: spellings[0])
def test_spellings_of_one_number_are_one_number(spellings):
    first, *others = map(read_number, spellings)
    for other in others:
        assert (other.polynomial, other.index, str(other)) == (first.polynomial, first.index, str(first))
        assert (other == first, hash(other)) == (True, hash(first))
        assert other <= first <= other
        assert not other < first
    assert first / 3 != first < first + F(1, 10**100) != first


def test_floats_are_the_nearest_on_both_sides_of_a_tie():
    tie, beside = 1 + F(1, 2**53), read_number("sqrt(2)") / 2**200
    assert [float(tie - beside), float(tie + beside)] == [1.0, 1 + 2**-52]
    assert [float(beside / 2**bits) for bits in (874, 875, 876)] == [2**-1074, 2**-1074, 0.0]


# -- fields, enclosures, fractions between


def test_one_field_holds_numbers_of_several():
    texts = ["sqrt(2)", "root(1 0 -1 -1; 0)", "sqrt(3)", "sqrt(6)", "1/2"]
    numbers = list(map(read_number, texts))
    together = one_field(numbers)
    assert (together, list(map(number_text, together))) == (numbers, list(map(number_text, numbers)))
    assert len({one.field for one in together[:-1]}) == 1
    assert together[0] * together[2] == together[3]


def test_numbers_beyond_the_limits_do_not_share_a_field():
    with pytest.raises(NumberError, match="degree 72; the highest is 64"):
        one_field([root([1, *[0] * 6, -1, -1], 0), root([1, *[0] * 7, -1, -1], 0)])
    with pytest.raises(NumberError, match="degree 6 with integers"):
        one_field([root([1, 0, -1, -1], 0), root([1, 0, 1 - 2**9000], 1)])
    with pytest.raises(ProblemError, match="do not fit into one field: it needs degree 24"):
        solve([f"root({10**9 + 7} 3 1 4 1 5 -2; 1)", f"root({10**9 + 7} 2 7 1 -8; 1)", 1])


def test_numbers_closer_than_any_float_are_ordered():
    two = read_number("sqrt(2)")
    for other in ("sqrt(2 + 1/10^40)", "sqrt(2) + sqrt(3)/10^30", "root(1 0 0 -2; 0)/10^25 + sqrt(2)"):
        beside = read_number(other)
        assert two.floor(64) == beside.floor(64)
        assert two < beside > two != beside
    for text in ("sqrt(2)", "root(1 0 -1 -1; 0)", "sqrt(2) + root(1 0 0 -3; 0)"):
        number = read_number(text)
        for digits in (100, 2000):
            low, high = enclosed(number, F(1, 10**digits))
            assert low < number < high
            assert high - low <= F(1, 10**digits)
            assert math.floor((number - low) * 10**digits) == 0


def test_the_floor_of_a_number_that_is_nearly_an_integer():
    """Of q sqrt(2) with p^2 - 2 q^2 = 1 or -1, which is nearer to p than 1 / (2 q)."""
    p, q = 1, 1
    for _ in range(200):
        p, q = p + 2 * q, p + q
        assert (q * root([1, 0, -2], 1)).floor() == math.isqrt(2 * q * q)
        assert (-q * root([1, 0, -2], 1)).floor() == -math.isqrt(2 * q * q) - 1


@given(algebraic_numbers(1, 4), algebraic_numbers(1, 4))
def test_a_fraction_between_two_numbers_is_the_shortest(first, second):
    low, high = sorted((root(*first), root(*second)))
    assume(low != high)
    found = between(low, high)
    assert low < found < high
    step = F(2, found.denominator)
    assert found.denominator == 1 or not low < (math.floor(low / step) + 1) * step < high


@given(algebraic_numbers(1, 4))
def test_minimal_polynomials_are_those_of_sympy(number):
    value = root(*number)
    factors = [tuple(map(int, one.all_coeffs())) for one, _ in sympy.Poly(number[0], X).factor_list()[1]]
    assert minimal_polynomial(value) in factors
    assert value in irreducible_roots(minimal_polynomial(value))


@pytest.mark.parametrize(
    ("text", "degree", "value"),
    [
        ("sqrt(10^30+3)+sqrt(10^30+7)+sqrt(10^30+9)", 8, lambda: sum(mpmath.sqrt(10**30 + end) for end in (3, 7, 9))),
        ("sqrt(10^30+sqrt(10^20+sqrt(7)))", 8, lambda: mpmath.sqrt(10**30 + mpmath.sqrt(10**20 + mpmath.sqrt(7)))),
        ("(sqrt(2) + sqrt(3) + sqrt(5) + sqrt(7))^64", 8, lambda: sum(map(mpmath.sqrt, (2, 3, 5, 7))) ** 64),
        ("sqrt(2) + sqrt(3) + sqrt(5) + sqrt(7) + sqrt(11)", 32, lambda: sum(map(mpmath.sqrt, (2, 3, 5, 7, 11)))),
    ],
    ids=["sum", "nesting", "power", "degree 32"],
)
def test_sums_and_nestings_within_the_limits_are_numbers(text, degree, value):
    """Their roots lie in clusters and their integers are long."""
    number = read_number(text)
    assert number.degree == degree
    with mpmath.workdps(250):
        low, high = enclosed(number, F(1, 10**100))
        assert mpmath.mpf(low.numerator) / low.denominator < value() < mpmath.mpf(high.numerator) / high.denominator


# -- problems and solutions, obtained a second way

IRRATIONAL = [
    ["sqrt(2)/2", "2/3", "1"],
    ["sqrt(2) - 1", "1/2", "sqrt(2)/2"],
    ["sqrt(2)/2", "sqrt(3)/3", "sqrt(5)/4"],
    ["root(1 0 1 -1; 0)", "sqrt(2)/3", "1"],
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


def test_problems_are_equal_in_every_spelling():
    spelled = Problem(["1/sqrt(2)", sympy.sqrt(3) / 3, 1], targets=[["0", "sqrt(1/8)", "0.5"], "A", "Optimal"])
    other = Problem(["sqrt(2)/2", "sqrt(1/3)", "1"], targets=[["0", sympy.sqrt(2) / 4, "1/2"], 0, "Optimal"])
    copies = [other, Problem.from_json(spelled.to_json()), pickle.loads(pickle.dumps(spelled)), copy.deepcopy(spelled)]
    assert all(one == spelled and hash(one) == hash(spelled) for one in copies)
    assert spelled != Problem(["sqrt(2)/2", "sqrt(1/3)", "1"])
    assert solve(spelled) == solve(other)
    assert {type(hit) for hit in Problem(["sqrt(1/9)", "root(3 -2; 0)", "sqrt(2)^2/2"]).hits} == {F}


# -- exact ties: numbers where two announcements are worth the same, roots of the decision polynomial
# (hits around the gap, the number, who decides, after what, the options, chosen by rule 1 and by rule -1)

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


@pytest.mark.parametrize(("hits", "number", "earlier", "options", "chosen"), BOUNDARIES)
def test_an_exact_tie_is_broken_by_the_rule_and_numbers_beside_it_are_none(hits, number, earlier, options, chosen):
    for rule, expected in zip((1, -1), chosen, strict=True):
        solution = solve(filled(hits, number), if_eq=rule)
        node = decision(solution, earlier)
        assert ({str(aim) for aim in node.best}, str(node.chosen)) == (options, expected)
    verdicts = []
    for beside in (-F(1, 10**50), F(1, 10**50)):
        for value in (read_number(number) + beside, near(read_number(number)) + beside):
            (best,) = decision(solve(filled(hits, value)), earlier).best
            verdicts.append(str(best))
    # The fraction beside is on the same side as the irrational number beside, and the two sides differ.
    assert verdicts[0] == verdicts[1] != verdicts[2] == verdicts[3]
    assert {verdicts[0], verdicts[2]} <= options


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
