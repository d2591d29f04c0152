r"""Stationary play beside a perfect shot: the regions of the only equilibrium, with their areas in closed form.

Let C hit always, and A and B with different probabilities `a` and `b` strictly between 0 and 1. By the theorem of
`truel_ref.studies.uniqueness.three` the two strongest shoot at each other, so C and the better of A and B do; and the
weakest shoots at C where `T > 0`, and misses where `T < 0`. With `x = 1`

    A the weakest (order X Z Y):  T = (1-a) (1-b)^2 - b
    B the weakest (order X Y Z):  T = (1-a) (1-b) - a

so A shoots where `a < 1 - b/(1-b)^2`, and B where `b < 1 - a/(1-a) = (1-2a)/(1-a)`. Both bounds fall. The first
meets the diagonal at `q` with `(1-q)^3 = q` and reaches 0 at `r = (3 - sqrt 5)/2`; the second meets the diagonal at `r`
and reaches 0 at 1/2. Below both the diagonal and a falling bound there is a triangle and the rest of an integral:

    C, C, B:  q^2/2 + integral from q to r of 1 - b/(1-b)^2      with the primitive  b - 1/(1-b) - ln(1-b)
    C, C, A:  r^2/2 + integral from r to 1/2 of 2 - 1/(1-a)      with the primitive  2a + ln(1-a)

and the two other regions are the rest of their triangles.

Source: our own.
"""

from __future__ import annotations

from typing import Any

from truel_ref.workers import LIBRARIES

__all__ = ["perfect_shot_areas"]


def perfect_shot_areas() -> dict[str, Any]:
    """Return the area of every region of stationary aims beside a perfect shot of C, as a sympy expression.

    The steps are those of the file. `q` is the root of `(1-q)^3 = q` in (0, 1).

    >>> for aims, area in perfect_shot_areas().items():
    ...     print(f"{float(area):.10f} {aims}")
    0.0970816389 C, C, A
    0.4029183611 C, Miss, A
    0.0612556095 C, C, B
    0.4387443905 Miss, C, B
    """
    from sympy import CRootOf, Rational, log, sqrt, symbols

    with LIBRARIES:
        t = symbols("t")
        half, five = Rational(1, 2), sqrt(5)
        low = CRootOf(t - (1 - t) ** 3, 0)  # sympy 1.12 forgets roots of polynomials that begin with a negative number
        of_b = (five - 1) / 4 - log(five - 1)
        # With 1/(1-r) = (1 + sqrt 5)/2 the two primitives at r leave 1 - sqrt 5 and a logarithm.
        of_a = low**2 / 2 - low + 1 - five + 1 / (1 - low) + log(1 - low) - log((five - 1) / 2)
        return {"C, C, A": of_b, "C, Miss, A": half - of_b, "C, C, B": of_a, "Miss, C, B": half - of_a}
