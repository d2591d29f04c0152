r"""Areas in the plane `pC = 1` with a closed form: stationary play, all four lists of aims.

C never misses, so he is the best shot. Where `a > b`, B, the worst shot, shoots at C if `b < (1 - 2 a) / (1 - a)`, and
misses otherwise; where `a < b`, A shoots at C if `a < 1 - b / (1 - b)^2`, and misses otherwise. These are the surfaces
7 and 8 of stationary play (`truel_ref.studies.cube.cube_surfaces`) at `c = 1`. With `phi = (1 + sqrt(5)) / 2` and `u`
the real root of `u^3 + u = 1`, the first curve meets `a = b` at `2 - phi` and ends at `a = 1/2`; the second meets it
at `1 - u` and ends at `b = 2 - phi`. So

    C, C, A      (2 - phi)^2 / 2 + integral from 2 - phi to 1/2 of (1 - 2 a) / (1 - a)
    C, C, B      (1 - u)^2 / 2 + integral from 1 - u to 2 - phi of 1 - b / (1 - b)^2

and the two lists with a miss have the rest of their halves of the square. The integrands are `2 - 1 / (1 - a)` and
`1 + 1 / (1 - b) - 1 / (1 - b)^2`; with `1 / phi = phi - 1` and `1 / u = 1 + u^2` the integrals are those below.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from truel_ref.errors import needs

__all__ = ["stationary_areas"]

Expression: TypeAlias = Any
"""An expression of sympy without symbols."""


def stationary_areas() -> dict[str, Expression]:
    """Return the areas in the square of `pA` and `pB`, for `pC = 1`, in which the aims of stationary play are the same.

    >>> for aims, area in stationary_areas().items():
    ...     print(f"{aims}: {float(area):.12f}")
    C, C, A: 0.097081638875
    C, C, B: 0.061255609535
    C, Miss, A: 0.402918361125
    Miss, C, B: 0.438744390465
    """
    needs("sympy")
    from sympy import GoldenRatio, Rational, log, rootof, sqrt, symbols

    x = symbols("x")
    half, phi, u = Rational(1, 2), GoldenRatio.rewrite(sqrt), rootof(x**3 + x - 1, 0)
    b_shoots = (phi - 1) / 2 + log(phi / 2)
    a_shoots = 5 * half - 2 * phi + 3 * half * u**2 + log(phi * u)
    return {"C, C, A": b_shoots, "C, C, B": a_shoots, "C, Miss, A": half - b_shoots, "Miss, C, B": half - a_shoots}
