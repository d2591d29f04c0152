r"""Shares of the cube with a closed form: the favourite of a random shooter, the only survivor with one bullet.

With `x = 1 > y > z` (only ratios count, and a share is twice an area) the win probabilities of a random shooter are
in the proportion `1 / (1 + z)`, `y`, `z (2 + z) / (1 + z)`. So the strongest leads the middle one for
`y < 1 / (1 + z)`, the strongest the weakest for `z < sqrt(2) - 1`, and the middle one the weakest for
`y > 1 + z - 1 / (1 + z)`, which is less than 1 for `z < (sqrt(5) - 1) / 2`.

With one bullet each there is an only survivor only if the first shoots
(`truel_ref.studies.rules_of_fire.other_fire`). With the weakest first he does for `y < (1 - x) / (4 - x)`, and the
middle one may survive alone; with the strongest first for `z < (1 - y) / (1 + 2 y)`, and the weakest may. The shares
are integrals of the density 6 over these parts of `x > y > z`.

Every integrand is a rational function of one variable, which is integrated exactly.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from truel_ref.errors import needs
from truel_ref.workers import LIBRARIES

__all__ = ["only_survivor_shares", "shooter_shares"]

Expression: TypeAlias = Any
"""An expression of sympy without symbols."""


def shooter_shares() -> dict[str, Expression]:
    """Return the share of the cube in which each is the favourite with a random shooter.

    >>> {player: round(float(share), 6) for player, share in shooter_shares().items()}
    {'strongest': 0.521574, 'middle': 0.194163, 'weakest': 0.284262}
    """
    needs("sympy")
    from sympy import Rational, integrate, simplify, sqrt, symbols

    with LIBRARIES:
        z = symbols("z", positive=True)
        first, second = sqrt(2) - 1, (sqrt(5) - 1) / 2
        strongest = 2 * integrate(1 / (1 + z) - z, (z, 0, first))
        middle = 2 * (integrate(1 - 1 / (1 + z), (z, 0, first)) + integrate(1 / (1 + z) - z, (z, first, second)))
        shares = {"strongest": strongest, "middle": middle, "weakest": Rational(1) - strongest - middle}
        return {player: simplify(share) for player, share in shares.items()}


def only_survivor_shares() -> dict[str, Expression]:
    """Return the share of the cube in which there can be an only survivor with one bullet each, by who shoots first.

    He is the middle one if the weakest shoots first, and the weakest if the strongest does.

    >>> {first: round(float(share), 6) for first, share in only_survivor_shares().items()}
    {'weakest first': 0.047682, 'strongest first': 0.555893}
    """
    needs("sympy")
    from sympy import integrate, simplify, sqrt, symbols

    with LIBRARIES:
        x, y = symbols("x y", positive=True)
        ends = (5 - sqrt(21)) / 2, (sqrt(3) - 1) / 2
        weakest = integrate(3 * x**2, (x, 0, ends[0])) + integrate(3 * ((1 - x) / (4 - x)) ** 2, (x, ends[0], 1))
        strongest = integrate(6 * (1 - y) * y, (y, 0, ends[1]))
        strongest += integrate(6 * (1 - y) ** 2 / (1 + 2 * y), (y, ends[1], 1))
        return {"weakest first": simplify(weakest), "strongest first": simplify(strongest)}
