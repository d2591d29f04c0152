"""The shares of the cube in stationary play by one integral each: against enclosures by columns, and by quadrature."""

import sys
from fractions import Fraction
from pathlib import Path

import mpmath
import pytest
from sympy import Poly, expand, rootof, sqrt, symbols

from truel_ref.errors import LibraryError, SymbolicError
from truel_ref.numbers import outward_texts
from truel_ref.studies.cube import cube_surfaces, cube_table, stationary_shares
from truel_ref.symbolic.pieces import aims_text

A, B, C = symbols("a b c")
PAGE = (Path(__file__).parents[2] / "docs" / "atlas" / "cube.md").read_text(encoding="utf-8")


def surface(number):
    """Return the coefficients of the powers of c of a surface of stationary play, the highest first."""
    return Poly(cube_surfaces("stationary").polynomials[number - 1].as_expr(), C).all_coeffs()


@pytest.fixture(scope="module")
def shares():
    pytest.importorskip("flint")
    return stationary_shares(40)


def test_they_lie_in_the_enclosures_by_columns_and_fill_the_cube(shares):
    columns = cube_table("stationary", error=1e-4)
    assert len(shares.shares) == len(columns.shares) == 9
    for name, low, high in shares.shares:
        assert columns.of(name)[0] <= low < high <= columns.of(name)[1]
        assert high - low < Fraction(1, 10**40)
    x, y, z = (shares.of(name) for name in ("C, C, A", "C, C, B", "Miss, C, B"))
    assert x[0] + y[0] + z[1] == x[1] + y[1] + z[0] == Fraction(1, 3)


def test_more_digits_lie_within_fewer(shares):
    for name, low, high in stationary_shares(12).shares:
        assert low <= shares.of(name)[0] < shares.of(name)[1] <= high


def test_the_surfaces_are_solved_as_the_module_says():
    """Steps 1 and 2: the larger root, of a parabola that opens downwards, and where it is below 1."""
    for number, base, other, below, discriminant in (
        (
            7,
            A,
            1 + A - 2 * A * B,
            2 * (1 - B) * (1 - A + A**2),
            (1 + A) ** 2 + 4 * B * (1 - 2 * A) - 4 * B**2 * (1 - A),
        ),
        (8, B, 1 - A * B, 2 * (1 - A) * (1 - B) ** 2, (1 - A * B) ** 2 + 4 * A * (1 - A) * (1 - B) ** 2),
    ):
        square, linear, constant = surface(number)
        assert expand(2 * square + below) == 0
        assert expand(linear - base * other) == 0
        assert expand(linear**2 - 4 * square * constant - base**2 * discriminant) == 0
    at_one = [sum(surface(number)) for number in (7, 8)]
    assert expand(at_one[0] - (B * (1 - A) - (1 - 2 * A))) == 0
    assert expand(at_one[1] - (B + (A - 1) * (1 - B) ** 2)) == 0
    r, q = (3 - sqrt(5)) / 2, rootof((1 - A) ** 3 - A, 0)
    assert expand(at_one[0].subs({A: r, B: r})) == expand(at_one[1].subs({A: 0, B: r})) == 0
    assert abs(at_one[1].subs({A: q, B: q}).evalf(50)) < 1e-40


def test_which_surfaces_bound_the_two_classes():
    listed = cube_surfaces("stationary")
    for name, number in (("C, C, A", 7), ("C, C, B", 8)):
        own = [one for one in listed.crossings if name in map(aims_text, (one.negative, one.positive))]
        first, second = listed.polynomials[0], listed.polynomials[number - 1]
        assert {one.polynomial for one in own} == {first, second}
        assert [aims_text(one.negative) for one in own if one.polynomial == second] == [name]


def test_they_are_the_volumes_above_the_surfaces(shares):
    """Quadrature of 1 - c, with c from the quadratic equation, over both letters."""
    for number, name, swapped in ((7, "C, C, A", False), (8, "C, C, B", True)):
        # Integer coefficients by powers, for speed; the outer letter is the larger one.
        terms = [[(powers, int(one)) for powers, one in Poly(each, A, B).terms()] for each in surface(number)]

        def height(outer, inner, terms=terms, swapped=swapped):
            a, b = (inner, outer) if swapped else (outer, inner)
            square, linear, constant = (sum(one * a**i * b**j for (i, j), one in each) for each in terms)
            return 1 - (-linear - mpmath.sqrt(linear**2 - 4 * square * constant)) / (2 * square)

        r, end = (3 - mpmath.sqrt(5)) / 2, mpmath.mpf(1) / 2
        knots = [0, mpmath.findroot(lambda q: (1 - q) ** 3 - q, 0.3), r] if swapped else [0, r, end]
        edge = (lambda b: 1 - b / (1 - b) ** 2) if swapped else (lambda a: (1 - 2 * a) / (1 - a))
        total = mpmath.mpf(0)
        for place, top in enumerate((lambda t: t, edge)):
            total += mpmath.quad(
                lambda t, top=top, height=height: (
                    top(t) * mpmath.quad(lambda s: height(t, s * top(t)), [0, 1], maxdegree=3)
                ),
                knots[place : place + 2],
                maxdegree=3,
            )
        assert abs(total - mpmath.mpf(float(shares.of(name)[0]))) < 1e-11


def test_the_page_has_their_digits(shares):
    for name in ("C, C, A", "C, C, B", "Miss, C, B"):
        assert outward_texts(*shares.of(name), 30)[0] in PAGE


def test_what_is_refused(monkeypatch):
    for digits in (0, 1001, 2.5, True):
        with pytest.raises(SymbolicError, match=f"digits: {digits} is not a whole number"):
            stationary_shares(digits)
    monkeypatch.setitem(sys.modules, "flint", None)
    with pytest.raises(LibraryError, match="python-flint"):
        stationary_shares()
