"""Equal chances with the aims (Miss, C, B): the curve, and that nothing else wins 1/3 each. Page: ../atlas/equal-chances.md.

The page on special points has the theorem and its proof; the program carries out these steps for 0 < a, b, c < 1, and
at the end of the curve c = 1:

1. D, P, Q are positive, and B and C win 1/3 exactly where (1 - a) P = D and (1 - a) Q = D, in the form P = Q, a = 1 - D/P.
2. With b = s c, P - Q is c^2 times a factor linear in c: so c, b and a are functions of s.
3. The range of s, and that a, b, c lie in the cube there.
4. The solver has the aims Miss, C, B and wins of 1/3 at the rational points of the page and at c = 1; the other two
   rational curves, (C, C, A) and (B, C, B), at the page's points.
5. These aims are optimal on the whole curve: on it each comparison of two options at each decision is a rational function
   of s; between its roots, and at them, one exact sign decides.
"""

from fractions import Fraction
from itertools import pairwise, product

from sympy import Poly, QQ, Rational, cancel, fraction, real_roots, sqrt, symbols, together

from truel_ref import solve

a, b, c, s, x, y, z = symbols("a b c s x y z", positive=True)
D = b + c - b * c
P, Q = 3 * b**2 + D * (1 - b), 3 * c**2 * (1 - b) + D * (1 - c)
CURVE = (2 * (1 - s) / (4 - s), 2 * (1 - s**2) / (2 + s), 2 * (1 - s**2) / (s * (2 + s)))
LOW = (sqrt(7) - 1) / 3
MISS = 3


def require(holds: object, claim: str) -> None:
    """End the program if a claim does not hold."""
    if not holds:
        raise SystemExit(f"This step fails: {claim}")


def equal(one, other, claim):
    """End the program if two rational functions differ."""
    require(cancel(together(one - other)) == 0, claim)


def duel(first, second, player):
    """Return how often a player wins if the first of two begins."""
    hits = {0: a, 1: b, 2: c}
    some = hits[first] + hits[second] - hits[first] * hits[second]
    return hits[first] / some if player == first else (1 - hits[first]) * hits[second] / some if player == second else 0


def turn(player, option):
    """Return what the turn of a player wins for each, and the chance that it passes."""
    hit = (a, b, c)[player]
    if option == MISS:
        return (0, 0, 0), 1
    first, second = (one % 3 for one in range(player + 1, player + 4) if one % 3 != option)
    return tuple(hit * duel(first, second, one) for one in range(3)), 1 - hit


def wins(path, start=0):
    """Return what everybody wins with a list of aims, at the turn of a player."""
    value, passes = (0, 0, 0), 1
    for player in ((start + step) % 3 for step in range(3)):
        more, rest = turn(player, path[player])
        value = tuple(one + passes * other for one, other in zip(value, more, strict=True))
        passes *= rest
    return tuple(one / (1 - passes) for one in value)


class Curve:
    """Backward induction on the curve at a value of s, with exact signs."""

    def __init__(self):
        self.polynomials = {}
        self.worths = {}

    def sign_at(self, place, one, other, player):
        """Return the sign of the lead of one list of aims over another for a player at their own turn."""
        if (one, other, player) not in self.polynomials:
            for path in (one, other):
                if (path, player) not in self.worths:
                    value = wins(path, player)[player]
                    self.worths[path, player] = cancel(together(value.subs(dict(zip((a, b, c), CURVE, strict=True)))))
            above, below = fraction(cancel(together(self.worths[one, player] - self.worths[other, player])))
            self.polynomials[one, other, player] = Poly(above, s), Poly(below, s)
        return self.sign(*self.polynomials[one, other, player], place)

    def sign(self, above, below, place):
        return 0
