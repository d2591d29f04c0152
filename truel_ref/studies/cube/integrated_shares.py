r"""Shares of the cube that are integrals over one letter, to as many proved digits as one likes.

In stationary play nothing changes when the players are renamed in a circle, so its nine shares are three numbers, three
times each: x, the share of C, C, A; y, that of C, C, B; and 1/3 - x - y, as they sum to 1. C, C, A is best where
`c > a > b` and surface 7 of `cube_surfaces("stationary")` is negative, C, C, B where `c > b > a` and surface 8 is. Both
are linear in the worst shot's letter, which stays below

    R = 1 - a ((1 - a) c + a) / (a^2 (1 - c)^2 + c^2 (1 - a))          b < R,  for C, C, A
    S = 1 - b ((1 - b) c + b) / (b^2 (1 - c) + c^2 (1 - b)^2)          a < S,  for C, C, B

Let `t` be the middle shot, and `c = t k`. The length along the worst shot's letter is the least of `t` and `R`, or `S`.

1. It is 0 up to `k1`, `R` up to `k2`, and `t` above, as long as `k < 1/t`; with `p = 1 - t + t^2` the roots are

       C, C, A:  k1 = (1 + t) / p            k2 = (1 + 2 t + sqrt((1 + 7 t - 4 t^2) / (1 - t))) / (2 p)
       C, C, B:  k1 = 1 / (1 - t)^2          k2 = (1 + t + sqrt(1 + 6 t - 3 t^2)) / (2 (1 - t)^2)

   With `phi = (1 + sqrt(5)) / 2`, and `u` the real root of `u^3 + u = 1`: `k2 = 1/t` at `t = m` and `k1 = 1/t` at
   `t = e`, where `m = 2 - phi`, `e = 1/2` for C, C, A, and `m = 1 - u`, `e = 2 - phi` for C, C, B.
2. `R` and `S` have antiderivatives in `c`, up to a summand without `k`:

       F = t k - t (1 - t) / (2 p) ln(p k^2 - 2 t k + 1) - t / (p s) atan((p k - t) / s),        s = sqrt(1 - t),
       F = t k - t / (2 (1 - t)) ln((1 - t)^2 k^2 - t k + 1)
             - t / (1 - t) sqrt((2 - t) / (2 - 3 t)) atan((2 (1 - t)^2 k - t) / sqrt((2 - t) (2 - 3 t))).

3. So each of x and y is

       integral from 0 to m of F(k2) - F(k1) + t (1 - t k2),   plus   integral from m to e of F(1/t) - F(k1).

   The integrands are analytic on the closed intervals; balls of complex numbers enclose the integrals with proof.

In announced play C, C, A has the same region as in stationary play, and so have B, A, B and C, A, A: none of the pairs
in which the plays differ has one of them (`truel_ref.studies.cube.pairs`).

Closed forms are not known. In `F(k2)` two square roots meet that no rational change of `t` takes away together: for
C, C, A, with `t = 1 - s^2`, that of `4 + s^2 - 4 s^4`, for C, C, B those of two quadratics with four zeros, which make
curves of genus 1. So the way to logarithms and dilogarithms ends here.

Source: F. Johansson, "Numerical integration in arbitrary-precision ball arithmetic", Mathematical Software - ICMS 2018,
255-263, of which `acb.integral` of python-flint is the work.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeAlias

from truel_ref.budget import Estimate, admit
from truel_ref.errors import SymbolicError, needs, shown
from truel_ref.studies.cube.shares import ShareTable
from truel_ref.symbolic.plays import refuse_other_plays
from truel_ref.workers import LIBRARIES

__all__ = ["MOST_DIGITS", "integrated_table"]

_Ball: TypeAlias = Any
"""A complex ball of python-flint."""

_Ends: TypeAlias = "tuple[_Ball, _Ball]"

_Part: TypeAlias = "Callable[[_Ball, bool], tuple[_Ball, _Ball, Callable[[_Ball], _Ball]]]"
"""At a value of `t`, analytic there or not: `k1`, `k2`, and `F` as a function of `k`."""

MOST_DIGITS = 300

_EACH_SQUARED_DIGIT = 1e-4  # seconds
_GUARD = 40  # bits, lost in the integrands by cancellation and in sums

_OF_FIRST = {"stationary": ("C, C, A", "B, A, A", "B, C, B"), "announced": ("C, C, A",)}
_OF_SECOND = {"stationary": ("B, A, B", "C, A, A", "C, C, B"), "announced": ("B, A, B", "C, A, A")}
_OF_REST = {"stationary": ("B, A, Miss", "C, Miss, A", "Miss, C, B"), "announced": ()}


def integrated_table(play: str = "stationary", digits: int = 30) -> ShareTable:
    """Return the shares of the cube that are integrals over one letter, each to so many proved digits.

    Three players search {Others, Miss}, and their hit probabilities are uniformly distributed. In stationary play these
    are all nine shares, in announced play three of fourteen. The steps and the source are those of the module.

    Parameters: `play`, "announced" or "stationary"; `digits`, after the point, from 1 to 300.

    Raises `SymbolicError` for another play or number of digits, `LibraryError` without python-flint.

    >>> low, high = integrated_table(digits=20).of("C, C, A")
    >>> low * 10**20 // 1, high * 10**20 // 1
    (4060627566873736331, 4060627566873736331)
    """
    refuse_other_plays(play)
    if isinstance(digits, bool) or not isinstance(digits, int) or not 1 <= digits <= MOST_DIGITS:
        raise SymbolicError(f"digits: {shown(digits)}; it must be an integer from 1 to {MOST_DIGITS}")
    needs("flint")
    admit(Estimate(digits, "digits", _EACH_SQUARED_DIGIT * digits, way_out="fewer digits take less"))
    from flint import ctx

    with LIBRARIES, ctx.workprec(digits * 10 // 3 + _GUARD):
        first = _bounds(_integral(_first_part, *_first_ends()))
        second = _bounds(_integral(_second_part, *_second_ends()))
    third = Fraction(1, 3)
    rest = third - first[1] - second[1], third - first[0] - second[0]
    kinds = (_OF_REST, rest), (_OF_FIRST, first), (_OF_SECOND, second)
    shares = tuple((name, *ends) for names, ends in kinds for name in names[play])
    return ShareTable(f"{play} play: shares of the cube", shares, digits)


def _integral(part: _Part, middle: _Ball, end: _Ball) -> _Ball:
    """Return a share: step 3 of the module."""
    from flint import acb

    def both(t: _Ball, analytic: bool) -> _Ball:
        nothing, whole, antiderivative = part(t, analytic)
        return antiderivative(whole) - antiderivative(nothing) + t * (1 - t * whole)

    def below(t: _Ball, analytic: bool) -> _Ball:
        nothing, _, antiderivative = part(t, analytic)
        return antiderivative(1 / t) - antiderivative(nothing)

    return acb.integral(both, acb(0), acb(middle)) + acb.integral(below, acb(middle), acb(end))


def _first_ends() -> _Ends:
    """Return `m` and `e` for C, C, A."""
    from flint import arb

    return (3 - arb(5).sqrt()) / 2, arb(1) / 2


def _second_ends() -> _Ends:
    """Return `m` and `e` for C, C, B."""
    from flint import fmpz_poly

    roots: Any = fmpz_poly([-1, 1, 0, 1]).complex_roots()
    (real,) = (root for root, _ in roots if root.imag == 0)
    return 1 - real.real, _first_ends()[0]


def _first_part(t: _Ball, analytic: bool) -> tuple[_Ball, _Ball, Callable[[_Ball], _Ball]]:
    """Return `k1`, `k2` and `F` for C, C, A."""
    p = 1 - t + t * t
    s = (1 - t).sqrt(analytic=analytic)

    def antiderivative(k: _Ball) -> _Ball:
        logarithm = (p * k * k - 2 * t * k + 1).log(analytic=analytic)
        return t * k - t * (1 - t) / (2 * p) * logarithm - t / (p * s) * _arctangent((p * k - t) / s, analytic)

    root = ((1 + 7 * t - 4 * t * t) / (1 - t)).sqrt(analytic=analytic)
    return (1 + t) / p, (1 + 2 * t + root) / (2 * p), antiderivative


def _second_part(t: _Ball, analytic: bool) -> tuple[_Ball, _Ball, Callable[[_Ball], _Ball]]:
    """Return `k1`, `k2` and `F` for C, C, B."""
    q = (1 - t) * (1 - t)
    s = ((2 - t) * (2 - 3 * t)).sqrt(analytic=analytic)

    def antiderivative(k: _Ball) -> _Ball:
        logarithm = (q * k * k - t * k + 1).log(analytic=analytic)
        angle = (2 - t) / s * _arctangent((2 * q * k - t) / s, analytic)
        return t * k - t / (2 * (1 - t)) * logarithm - t / (1 - t) * angle

    root = (1 + 6 * t - 3 * t * t).sqrt(analytic=analytic)
    return 1 / q, (1 + t + root) / (2 * q), antiderivative


def _arctangent(tangent: _Ball, analytic: bool) -> _Ball:
    """Return an arcus tangent by a logarithm, which knows where it is not analytic."""
    from flint import acb

    turned = acb(0, 1) * tangent
    return ((1 + turned) / (1 - turned)).log(analytic=analytic) / acb(0, 2)


def _bounds(ball: _Ball) -> tuple[Fraction, Fraction]:
    """Return the ends of the real part of a ball."""
    low, high = (end.man_exp() for end in (ball.real.lower(), ball.real.upper()))
    return Fraction(int(low[0])) * Fraction(2) ** int(low[1]), Fraction(int(high[0])) * Fraction(2) ** int(high[1])
