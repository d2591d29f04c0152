r"""The shares of C, C, A and C, C, B of the cube in stationary play a second time, over c first; on python-flint alone.

Both classes lie above a surface: C, C, A where `b < a` and `c > c7`, C, C, B where `a < b` and `c > c8`, with

    c7 = a (1 + a - 2 a b + sqrt(D)) / (2 (1 - b) (1 - a + a^2)),    D = (1 + a)^2 + 4 b (1 - 2 a) - 4 b^2 (1 - a),
    c8 = b (1 - a b + sqrt(D)) / (2 (1 - a) (1 - b)^2),              D = (1 - a b)^2 + 4 a (1 - a) (1 - b)^2,

the larger roots of surfaces 7 and 8. With `u`, 1 less the worst shot's letter, `D` is `P + Q u + R u^2`, `R < 0`, and

    integral of sqrt(D) / u  =  sqrt(D) - Q / (2 sqrt(-R)) asin((2 R u + Q) / sqrt(Q^2 - 4 P R))
                                - sqrt(P) log((2 P + Q u + 2 sqrt(P D)) / u).

Source: I. S. Gradshteyn and I. M. Ryzhik, *Table of Integrals, Series, and Products*, 2.261, 2.266 and 2.267.
"""

from flint import acb, arb, fmpz_poly


def shares():
    """Return balls around the two shares, with the precision in force."""
    r = (3 - arb(5).sqrt()) / 2
    (q,) = (root.real for root, _ in fmpz_poly([-1, 4, -3, 1]).complex_roots() if root.imag == 0)
    first = _integral(_over_b, [0, r, 0.5], lambda a: (1 - 2 * a) / (1 - a))
    second = _integral(_over_a, [0, q, r], lambda b: 1 - b / (1 - b) ** 2)
    return first.real, second.real


def _integral(over, ends, edge):
    """Return an integral over the middle shot's letter: up to the middle shot, then up to where the root is 1."""
    low, middle, high = map(acb, ends)
    return acb.integral(lambda t, analytic: over(t, t, analytic), low, middle) + acb.integral(
        lambda t, analytic: over(t, edge(t), analytic), middle, high
    )


def _over_b(a, top, analytic):
    squares = (1 - a) ** 2, a * 0 + 4, -4 * (1 - a)
    linear = 2 * a * top - (1 - a) * (1 - top).log(analytic=analytic)
    return top - a / (2 * (1 - a + a * a)) * (linear + _root_over(squares, 1 - top, 1 - a, analytic))


def _over_a(b, top, analytic):
    squares = (1 - b) ** 2, 2 * (1 - b) * (2 - b), (3 * b - 2) * (2 - b)
    linear = b * top - (1 - b) * (1 - top).log(analytic=analytic)
    return top - b / (2 * (1 - b) ** 2) * (linear + _root_over(squares, 1 - top, 1 - b, analytic))


def _root_over(squares, low, of_p, analytic):
    """Return the integral of `sqrt(P + Q u + R u^2) / u` from some end to 1; `of_p` is the root of `P`."""
    p, q, r = squares
    steep, wide = (-r).sqrt(analytic=analytic), (q * q - 4 * p * r).sqrt(analytic=analytic)

    def primitive(u):
        square = (p + q * u + r * u * u).sqrt(analytic=analytic)
        sine, cosine = (2 * r * u + q) / wide, 2 * steep * square / wide
        angle = (acb(0, 1) * sine + cosine).log(analytic=analytic) / acb(0, 1)
        logarithm = ((2 * p + q * u + 2 * of_p * square) / u).log(analytic=analytic)
        return square - q * angle / (2 * steep) - of_p * logarithm

    return primitive(acb(1)) - primitive(low)
