"""The closed forms of `truel_ref.studies.which_gun`, derived: the proof of docs/mathematics/atlas/which-gun.md.

`X < Y < Z` are the chances to miss of the strongest, the middle and the weakest gun. Every step is an antiderivative;
its derivative is compared with the integrand exactly. The last test alone is numerical: it proves nothing and guards
the table of 22 integrals.
"""

from math import prod

import mpmath
import pytest
from sympy import (
    Add,
    Integer,
    Mul,
    Poly,
    Pow,
    Rational,
    apart,
    cancel,
    diff,
    expand,
    fraction,
    lambdify,
    symbols,
    together,
)
from test_which_gun import CLOSED, wins_by_story

from truel_ref.studies.which_gun import closed_wins

X, Y, Z, p, q = symbols("X Y Z p q")


def is_zero(function):
    return cancel(together(function)) == 0


# -- the inner integrals: antiderivatives in Z

LOG_PZ, LOG_Z, LI2_PZ = symbols("log(1-pZ) log(Z) Li2(pZ)")


def by_z(function):
    """Return the derivative by Z."""
    slopes = {Z: 1, LOG_PZ: -p / (1 - p * Z), LOG_Z: 1 / Z, LI2_PZ: -LOG_PZ / Z}
    return sum(diff(function, letter) * slope for letter, slope in slopes.items())


def power(m):
    """Return an antiderivative of Z^m."""
    return LOG_Z if m == -1 else Z ** (m + 1) / (m + 1)


def pole(m):
    """Return an antiderivative of Z^m / (1 - p Z); it is 0 at Z = 0 if m >= 0."""
    if m < 0:
        return power(m) + p * pole(m + 1)
    return -LOG_PZ / p ** (m + 1) - sum(Z**s / (s * p ** (m + 1 - s)) for s in range(1, m + 1))


def log_power(m):
    """Return an antiderivative of Z^m log(1 - p Z)."""
    return -LI2_PZ if m == -1 else (Z ** (m + 1) * LOG_PZ + p * pole(m + 1)) / (m + 1)


def log_pole(m):
    """Return an antiderivative of Z^m log(1 - p Z) / (1 - p Z)."""
    return -sum(log_power(s) / p ** (m - s) for s in range(m)) - LOG_PZ**2 / (2 * p ** (m + 1))


def then_power(m, j):
    """Return an antiderivative of Z^m pole(j)."""
    return -log_power(m) / p ** (j + 1) - sum(power(m + s) / (s * p ** (j + 1 - s)) for s in range(1, j + 1))


def then_pole(m, j):
    """Return an antiderivative of Z^m pole(j) / (1 - p Z)."""
    return -log_pole(m) / p ** (j + 1) - sum(pole(m + s) / (s * p ** (j + 1 - s)) for s in range(1, j + 1))


@pytest.mark.parametrize("m", range(-6, 6))
def test_inner_antiderivatives(m):
    assert is_zero(by_z(power(m)) - Z**m)
    assert is_zero(by_z(pole(m)) - Z**m / (1 - p * Z))
    assert is_zero(by_z(log_power(m)) - Z**m * LOG_PZ)
    for j in range(3):
        assert is_zero(by_z(then_power(m, j)) - Z**m * pole(j))
        if m >= 0:
            assert is_zero(by_z(then_pole(m, j)) - Z**m * pole(j) / (1 - p * Z))


# -- the outer integrand: a combination of LETTERS, with rational functions of q

LETTERS = L0, L1, L2, L3, L4, D2, D3, D4 = symbols(
    "log(q) log(1-q) log(1+q) log(1+q+q^2) log(1+q^2) Li2(q^2) Li2(q^3) Li2(q^4)"
)
LOGS = {1: L1, 2: L1 + L2, 3: L1 + L3, 4: L1 + L2 + L4}  # log(1 - q^n)
DILOGARITHMS = {1: 0, 2: D2, 3: D3, 4: D4}  # no integrand has Li2(q)


def put_in(function, p_degree, z_degree):
    """Return a function of p and Z at powers of q."""
    degree = p_degree + z_degree
    values = {LOG_PZ: LOGS[degree], LI2_PZ: DILOGARITHMS[degree], LOG_Z: z_degree * L0}
    return function.subs(values | {p: q**p_degree, Z: q**z_degree}, simultaneous=True)


def between(function, p_degree, low, high):
    """Return the increase of a function from Z = q^low to q^high."""
    return put_in(function, p_degree, high) - put_in(function, p_degree, low)


def duel_x_after_three(i, j, k):
    """X^i Y^j Z^k / (1 - X Z)(1 - X Y Z): p = X Z = q^2, Y from X to Z, then the term with Y = X by X = p / Z."""
    upper = q ** (2 * i) * between(then_power(k - i - 1, j), 2, 1, 0)
    lower = q ** (2 * k) * between(then_power(i - k - 1, j), 2, 2, 1)
    return (upper - lower) * 2 * q / (1 - q**2)


def duel_y_after_three(i, j, k):
    """X^i Y^j Z^k / (1 - Y Z)(1 - X Y Z): p = Y Z = q^2, X from 0 to Y, then Y from p to q."""
    return q ** (2 * k) * between(then_power(j - k - 1, i), 2, 2, 1) * 2 * q / (1 - q**2)


def duel_x_after_two(i, j, k):
    """X^i Y^j Z^k / (1 - X Z)(1 - X Y): q = X, Y from X to Z, Z from X to 1."""
    return q**i * (between(then_pole(k, j), 1, 1, 0) - put_in(pole(j), 1, 1) * between(pole(k), 1, 1, 0))


def duel_y_after_two(i, j, k):
    """X^i Y^j Z^k / (1 - Y Z)(1 - X Y): q = Y, X from 0 to Y, Z from Y to 1."""
    return q**j * put_in(pole(i), 1, 1) * between(pole(k), 1, 1, 0)


SHAPES = {
    (1 - X * Z) * (1 - X * Y * Z): duel_x_after_three,
    (1 - Y * Z) * (1 - X * Y * Z): duel_y_after_three,
    (1 - X * Z) * (1 - X * Y): duel_x_after_two,
    (1 - Y * Z) * (1 - X * Y): duel_y_after_two,
}


def outer_integrand(share):
    """Return the integrand by q of six times a share over 0 < X < Y < Z < 1."""
    shapes = ((cancel(together(share * below)), shape) for below, shape in SHAPES.items())
    ((numerator, shape),) = ((above, shape) for above, shape in shapes if above.is_polynomial())
    return 6 * sum(factor * shape(*powers) for powers, factor in Poly(numerator, X, Y, Z).terms())


# -- its antiderivative, but for KERNELS times letters

KERNELS = ZERO, PAIR, PLUS, THREE, ROOT, FOUR = (
    1 / q,
    2 * q / (1 - q**2),
    1 / (1 + q),
    (1 + 2 * q) / (1 + q + q**2),
    1 / (1 + q + q**2),
    2 * q / (1 + q**2),
)
SLOPES = {
    q: 1,
    L0: ZERO,
    L1: -PAIR - PLUS,
    L2: PLUS,
    L3: THREE,
    L4: FOUR,
    D2: -2 * LOGS[2] / q,
    D3: -3 * LOGS[3] / q,
    D4: -4 * LOGS[4] / q,
}
DEGREES = (*[1] * 5, *[2] * 3)


def by_q(function):
    """Return the derivative by q."""
    return sum(diff(function, letter) * slope for letter, slope in SLOPES.items())


def parts(rational):
    """Return the antiderivative of a rational function, without logarithms, and how often it has each kernel."""
    whole, kernels = Integer(0), dict.fromkeys(KERNELS, Integer(0))
    for term in Add.make_args(apart(rational, q)):
        factor, degree = term.as_coeff_exponent(q)
        above, below = (Poly(side, q) for side in fraction(together(term)))
        slope, number = (above.coeff_monomial(q**n) / below.LC() for n in (1, 0))
        below = below.monic().as_expr()
        if not factor.has(q) and degree != -1:
            whole += factor * q ** (degree + 1) / (degree + 1)
        elif not factor.has(q):
            kernels[ZERO] += factor
        elif below == q - 1:
            kernels[PAIR] -= number
            kernels[PLUS] -= number
        elif below == q + 1:
            kernels[PLUS] += number
        elif below == q**2 + q + 1:
            kernels[THREE] += slope / 2
            kernels[ROOT] += number - slope / 2
        else:
            assert (below, number) == (q**2 + 1, 0)
            kernels[FOUR] += slope / 2
    return whole, kernels


def antiderivative(integrand):
    """Return G, with polynomials in q and 1/q before the letters, and what is left: how often kernel times letters."""
    todo = {powers: cancel(factor) for powers, factor in Poly(integrand, *LETTERS).terms()}
    known, left = Integer(0), {}
    while todo:
        powers = max(todo, key=lambda own: (sum(map(prod, zip(own, DEGREES, strict=True))), own))
        letters = Mul(*map(Pow, LETTERS, powers))
        whole, kernels = parts(todo.pop(powers))
        known += whole * letters
        left |= {(kernel, letters): often for kernel, often in kernels.items() if often}
        if any(powers):
            for lower, factor in Poly(expand(whole * by_q(letters)), *LETTERS).terms():
                todo[lower] = cancel(todo.get(lower, 0) - factor)
    return known, left


# -- the values at the ends, and the integrals from 0 to 1 - e of kernels times letters, with L1 for log e

BASIS = LOG2, LOG3, ROOT3, PI2, LI, ZETA3, CLAUSEN = symbols(
    "log(2) log(3) pi*sqrt(3) pi^2 Li2(1/4) zeta(3) pi*Cl2(pi/3)"
)
CONSTANTS = (1, LOG2, LOG3, ROOT3, PI2, LOG2**2, LI, ZETA3, CLAUSEN)
AT_ONE = {q: 1, L0: 0, L2: LOG2, L3: LOG3, L4: LOG2, **dict.fromkeys((D2, D3, D4), PI2 / 6)}
WHOLE_PAIR = -L1 - LOG2

INTEGRALS = {
    (PAIR, Integer(1)): WHOLE_PAIR,
    (PLUS, Integer(1)): LOG2,
    (THREE, Integer(1)): LOG3,
    (ROOT, Integer(1)): ROOT3 / 9,
    (FOUR, Integer(1)): LOG2,
    (ZERO, L1): -PI2 / 6,
    (ZERO, L2): PI2 / 12,
    (ZERO, L3): PI2 / 9,
    (ZERO, L4): PI2 / 24,
    (PAIR, L0): -PI2 / 12,
    (PAIR, L2): LOG2 * WHOLE_PAIR + LOG2**2 - PI2 / 12,
    (PLUS, L1): LOG2**2 / 2 - PI2 / 12,
    (PLUS, L2): LOG2**2 / 2,
    (PLUS, L3): LI / 2 + LOG2**2 - PI2 / 36,
    (ZERO, D2): ZETA3 / 2,
    (ZERO, D3): ZETA3 / 3,
    (ZERO, D4): ZETA3 / 4,
    (PAIR, D2): PI2 / 6 * WHOLE_PAIR - 2 * ZETA3,
    (PAIR, D3): PI2 / 6 * WHOLE_PAIR - Rational(37, 24) * ZETA3 - CLAUSEN / 3,
    (PAIR, D4): PI2 / 6 * WHOLE_PAIR - Rational(11, 4) * ZETA3,
    (ZERO, L2**2): ZETA3 / 4,
    (ZERO, L1 * L2): -Rational(5, 8) * ZETA3,
}


def near_zero(function, order=16):
    """Return a polynomial in q, 1/q and the letters with its letters, but log q, as series."""

    def logs(n):
        return -sum(q ** (n * k) / k for k in range(1, order))

    def dilogarithm(n):
        return sum(q ** (n * k) / Integer(k) ** 2 for k in range(1, order))

    series = {L1: logs(1), L2: logs(2) - logs(1), L3: logs(3) - logs(1), L4: logs(4) - logs(2)}
    return expand(function.subs(series | {letter: dilogarithm(n) for n, letter in ((2, D2), (3, D3), (4, D4))}))


SHARES = {
    (rule, order): wins_by_story(order, (1 - X, 1 - Y, 1 - Z), rule == "the weakest passes")[:2]
    for rule, order in CLOSED
}


@pytest.mark.parametrize(("rule", "order"), CLOSED)
@pytest.mark.parametrize("gun", [0, 1])
def test_closed_forms_are_derived(rule, order, gun):
    integrand = outer_integrand(SHARES[rule, order][gun])
    known, left = antiderivative(integrand)
    rest = sum(often * kernel * letters for (kernel, letters), often in left.items())
    assert all(is_zero(factor) for factor in Poly(integrand - by_q(known) - rest, *LETTERS).coeffs())
    low = near_zero(known)
    assert all(low.coeff(q, -n) == 0 for n in range(1, 16))  # it has a limit at 0
    assert Poly(known, 1 / q).degree() < 15
    value = known.subs(AT_ONE) - low.coeff(q, 0) + sum(often * INTEGRALS[key] for key, often in left.items())
    form = closed_wins(rule, order)[gun]
    assert expand(value - sum(part * constant for part, constant in zip(form.parts, CONSTANTS, strict=True))) == 0


@pytest.mark.parametrize(("kernel", "letters"), INTEGRALS)
def test_the_integrals_of_the_table(kernel, letters):
    with mpmath.workdps(30):
        root, clausen = mpmath.sqrt(3), mpmath.clsin(2, mpmath.pi / 3)
        numbers = mpmath.log(2), mpmath.log(3), mpmath.pi * root, mpmath.pi**2
        numbers += mpmath.polylog(2, mpmath.mpf(1) / 4), mpmath.zeta(3), mpmath.pi * clausen
        values = dict(zip(BASIS, numbers, strict=True))
        # A letter times PAIR less its value at 1, or else the integral up to 1 - e would grow like -log e.
        less = letters.subs(AT_ONE) if kernel == PAIR else Integer(0)
        integrand = lambdify((q, *LETTERS), kernel * (letters - less.evalf(30, subs=values)), "mpmath")

        def at(x):
            logs = [mpmath.log(x), mpmath.log1p(-x), mpmath.log1p(x), mpmath.log1p(x + x * x), mpmath.log1p(x * x)]
            return integrand(x, *logs, *(mpmath.polylog(2, x**n) for n in (2, 3, 4)))

        wanted = expand(INTEGRALS[kernel, letters] - less * WHOLE_PAIR).evalf(30, subs=values)
        assert abs(mpmath.quad(at, [0, 1]) - mpmath.mpf(wanted)) < mpmath.mpf(10) ** -12
