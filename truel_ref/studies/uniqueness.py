r"""The number of stationary equilibria: one for three different players; two may occur for four, and none for five.

`prove` checks the theorem on three players, below, as identities of rational functions, and `perfect_shot_areas` has
the areas of its regions beside a player who never misses; `scripts/search_equilibria.py` counts the pure equilibria of
many problems at once.

**Three players with different hit probabilities have one stationary equilibrium, mixes included: the proof.**

This is theorem T13 of `docs/mathematics/theorems.md`.

Let X, Y, Z hit with probabilities `1 >= x > y > z > 0`, and shoot with the probabilities `x'`, `y'`, `z'`, otherwise
miss; `s(p, q) = p + q - p q`. There are two cyclic orders, X Y Z and X Z Y; the first shooter does not matter. The gain
of player `i` by shooting at the best target instead of missing has the sign of `f_i = R_i (1 - κ) - v`
(`truel_ref.play.responses`). The steps, each an identity that `prove` checks, with the factors beside it positive:

1. *Best kills.* Killing the stronger of the two others is better, by `p_i (p_j - p_k) / (s(p_i, p_j) s(p_i, p_k))`. So
   X shoots at Y, and Y and Z at X.
2. *X shoots.* Nobody else's hit lets X win: `v = 0` and `f_X = R_X s(y y', z z')`. It is positive unless Y and Z both
   hold their fire; but then X must shoot with some `x' > 0` (a stalemate has the value 0), and `f_Y = R_Y x x'` is
   positive, so Y would shoot. Hence `x' = 1` from here on.
3. *Y.* `f_Y = y / s(y, z) (x (1-z) - c z')`, with `c = z s(x, z)` in the order X Y Z and `c = (1-x) z^2` in X Z Y.
4. *Z.* `f_Z = z / s(y, z) (x g / s(x, z) - d y')`, `g = x (1-y) (1-z) - y`, with `d = (1-x) y^2` in the order X Y Z
   and `d = (1-x) y^2 + x y (x-y) (1-z) / s(x, z)` in X Z Y; in both `d >= 0`.
5. *Y shoots for certain.* If Y did not, in some equilibrium, then `f_Y <= 0`, so `z' > 0` and `c >= x (1-z)`; and as Z
   sometimes shoots, `f_Z >= 0` and so `g >= 0`. This is impossible: in the order X Y Z the two inequalities exclude
   each other, and in the order X Z Y the first is false:

       X Y Z:  (x (1-z) - c) - g = x (1-z) (y-z) + (y-z) + z (1-z)         > 0
       X Z Y:   x (1-z) - c      = (1-z) ((x-z) + z (1-z)) + z^2 (x-z)     > 0

6. *Uniqueness.* With `y' = 1`, `f_Z` has the sign of `T = x g - d s(x, z)`: Z shoots for certain where `T > 0`, and
   never where `T < 0`. Y then shoots in both cases: if Z shoots at all, `T >= 0`, so `g >= 0`, and then `c < x (1-z)`
   by step 5. Where `T = 0`, the equilibria are exactly those with any `z'` from 0 to 1.

With `z = 0` Z never hits, and these identities imply that X and Y shoot at each other. At `x = 1` all of them hold.
For equal players see `docs/mathematics/equilibria.md`.

Source: for stationary play of three D. M. Kilgour, "The sequential truel", International Journal of Game Theory 4
(1975), 151-174; the proof is our own.

**Stationary play beside a perfect shot: the regions of the only equilibrium, with their areas in closed form.**

Let C hit always, and A and B with different probabilities `a` and `b` strictly between 0 and 1. By the theorem above,
the two strongest, C and the stronger of A and B, shoot at each other; and the weakest shoots at C where `T > 0`, and
misses where `T < 0`. With `x = 1`

    A the weakest (order X Z Y):  T = (1-a) (1-b)^2 - b
    B the weakest (order X Y Z):  T = (1-a) (1-b) - a

so A shoots where `a < 1 - b/(1-b)^2`, and B where `b < 1 - a/(1-a) = (1-2a)/(1-a)`. Both bounds fall. The first
meets the diagonal at `q` with `(1-q)^3 = q` and reaches 0 at `r = (3 - sqrt 5)/2`; the second meets the diagonal at `r`
and reaches 0 at 1/2. The area below the diagonal and a falling bound is a triangle plus an integral:

    C, C, B:  q^2/2 + integral from q to r of 1 - b/(1-b)^2      with the primitive  b - 1/(1-b) - ln(1-b)
    C, C, A:  r^2/2 + integral from r to 1/2 of 2 - 1/(1-a)      with the primitive  2a + ln(1-a)

and the two other regions are the rest of their triangles, of area 1/2.

Source: our own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from truel_ref.errors import SymbolicError, shown
from truel_ref.play import phase
from truel_ref.symbolic.algebra import Function, Letters, rational_probability
from truel_ref.workers import LIBRARIES

__all__ = [
    "ORDERS",
    "ProofStep",
    "UniquenessProof",
    "perfect_shot_areas",
    "prove",
    "weakest_gains",
]

ORDERS = ("XYZ", "XZY")
"""The two cyclic shooting orders of the strongest, X, the middle, Y, and the weakest, Z."""

_EVERYBODY = (0, 1, 2)


@dataclass(frozen=True)
class ProofStep:
    """A checked identity of rational functions: `name`, and the two sides as text."""

    name: str
    computed: str
    claimed: str


@dataclass(frozen=True)
class UniquenessProof:
    """The proof for one cyclic order.

    Fields: `order`, "XYZ" or "XZY"; `steps`, the identities, all of which hold; `deciding`, the polynomial `T` in the
    letters of the players in shooting order (a, b, c), whose sign determines whether the weakest shoots.
    """

    order: str
    steps: tuple[ProofStep, ...]
    deciding: Function


class _Order:
    """The functions of one cyclic order, from the algebra of phases alone, without any formula of the proof."""

    def __init__(self, order: str) -> None:
        if order not in ORDERS:
            raise SymbolicError(f"{shown(order)} is not a cyclic order of X, Y and Z; give XYZ or XZY")
        self.letters = Letters([None, None, None], more=("u", "v", "w"))
        self.place = {role: order.index(role) for role in "XYZ"}
        self.hit = {role: self.letters.hits[place] for role, place in self.place.items()}

    def win_after(self, shooter: str, victim: str) -> Function:
        """Return the value of a kill to the shooter."""
        turn = self.turn(shooter, victim, self.letters.constant(1))
        return turn[0][self.place[shooter]] / self.hit[shooter]

    def turn(self, shooter: str, victim: str, chance: Function) -> phase.Turn[Function]:
        """Return the turn of a player who shoots at a victim with some chance, and otherwise misses."""
        weights = [self.letters.constant(0)] * 3
        weights[self.place[victim]] = chance
        return self.letters.turn(_EVERYBODY, self.place[shooter], weights)

    def others(self, role: str, chances: dict[str, Function]) -> tuple[Function, Function]:
        """Return `(v, κ)` of the two turns after a player's own turn, with `v` the player's own component."""
        targets = {"X": "Y", "Y": "X", "Z": "X"}
        place = self.place[role]
        following = sorted((other for other in "XYZ" if other != role), key=lambda one: (self.place[one] - place) % 3)
        first, second = (self.turn(other, targets[other], chances[other]) for other in following)
        v, kappa = phase.compose(first, second)
        return v[place], kappa

    def advantage(self, role: str, chances: dict[str, Function]) -> Function:
        """Return `f = R (1 - κ) - v`."""
        v, kappa = self.others(role, chances)
        return self.win_after(role, "Y" if role == "X" else "X") * (1 - kappa) - v


def _formulas(order: str, x: Any, y: Any, z: Any) -> tuple[Any, Any, Any]:
    """Return `c`, `g` and `d s(x, z)` of the proof, in any numbers."""
    g = x * (1 - y) * (1 - z) - y
    s_xz = x + z - x * z
    if order == "XYZ":
        return z * s_xz, g, (1 - x) * y * y * s_xz
    return (1 - x) * z * z, g, (1 - x) * y * y * s_xz + x * y * (x - y) * (1 - z)


def prove(order: str) -> UniquenessProof:
    """Return the proof for one cyclic order: every identity of the module's docstring, checked as rational functions.

    Raises `SymbolicError` for another order, and if an identity fails.

    >>> proof = prove("XYZ")
    >>> len(proof.steps), proof.steps[-1].name
    (12, 'the sign of f_Z where Y shoots')
    """
    play = _Order(order)
    x, y, z = (play.hit[role] for role in "XYZ")
    one, zero = play.letters.constant(1), play.letters.constant(0)
    some_x, some_y, some_z = (play.letters.symbols[name] for name in "uvw")
    c, g, d_s = _formulas(order, x, y, z)
    s_xz, s_yz = _either(x, z), _either(y, z)
    yz, xz = {"Y": some_y, "Z": some_z}, {"X": one, "Z": some_z}
    if order == "XYZ":
        d, both, positive = (1 - x) * y * y, x * (1 - z) - c - g, x * (1 - z) * (y - z) + (y - z) + z * (1 - z)
    else:
        d = (1 - x) * y * y + x * y * (x - y) * (1 - z) / s_xz
        both, positive = x * (1 - z) - c, (1 - z) * ((x - z) + z * (1 - z)) + z * z * (x - z)
    deciding = x * g - d_s
    identities = [
        *(_best_kill(play, *roles) for roles in ("XYZ", "YXZ", "ZXY")),
        ("nobody else's hit lets X win", play.others("X", yz)[0], zero),
        ("f_X", play.advantage("X", yz), play.win_after("X", "Y") * _either(y * some_y, z * some_z)),
        (
            "f_Y where Z holds his fire",
            play.advantage("Y", {"X": some_x, "Z": zero}),
            play.win_after("Y", "X") * x * some_x,
        ),
        ("R_Y", play.win_after("Y", "X"), y * (1 - z) / s_yz),
        ("f_Y", play.advantage("Y", xz), y / s_yz * (x * (1 - z) - c * some_z)),
        ("f_Z", play.advantage("Z", {"X": one, "Y": some_y}), z / s_yz * (x * g / s_xz - d_s / s_xz * some_y)),
        ("d", d_s / s_xz, d),
        ("why Y shoots for certain", both, positive),
        ("the sign of f_Z where Y shoots", play.advantage("Z", {"X": one, "Y": one}), z / s_yz * deciding / s_xz),
    ]
    for name, computed, claimed in identities:
        if computed != claimed:
            raise SymbolicError(f"{order}, {name}: {computed} is not {claimed}")
    return UniquenessProof(order, tuple(ProofStep(name, *map(str, sides)) for name, *sides in identities), deciding)


def _best_kill(play: _Order, role: str, better: str, worse: str) -> tuple[str, Function, Function]:
    """Return the gain of a player by killing the stronger of the two others, and the formula of the proof."""
    mine, strong, weak = play.hit[role], play.hit[better], play.hit[worse]
    gain = play.win_after(role, better) - play.win_after(role, worse)
    return f"the best kill of {role}", gain, mine * (strong - weak) / (_either(mine, strong) * _either(mine, weak))


def _either(p: Function, q: Function) -> Function:
    """Return `s(p, q)`, the chance that at least one of two shots hits."""
    return p + q - p * q


def weakest_gains(hits: Iterable[object]) -> Fraction:
    """Return `T`, whose sign determines whether the weakest of three different players shoots in the only equilibrium.

    The weakest shoots at the strongest if it is positive and misses if it is negative; if it is 0, both, and every mix
    of them, are equilibria. The other two shoot at each other.

    Parameters: `hits`, three different hit probabilities in (0, 1] in shooting order.

    Raises `NumberError` for an invalid number, and `SymbolicError` for equal or other numbers of hit probabilities.

    >>> weakest_gains(["1/3", "2/3", 1]), weakest_gains(["1/2", "2/5", "3/5"])
    (Fraction(-16, 27), Fraction(-67, 250))
    >>> weakest_gains([1, "2/5", "1/3"])
    Fraction(0, 1)
    """
    chances: Sequence[Fraction] = [rational_probability(hit, "a player") for hit in hits]
    if len(chances) != 3 or len({*chances}) < 3 or min(chances) == 0:
        raise SymbolicError("three different hit probabilities above 0 are needed")
    strongest = chances.index(max(chances))
    middle = chances.index(sorted(chances)[1])
    order = "XYZ" if (strongest + 1) % 3 == middle else "XZY"
    x, y, z = sorted(chances, reverse=True)
    _, g, d_s = _formulas(order, x, y, z)
    gains: Fraction = x * g - d_s
    return gains


def perfect_shot_areas() -> dict[str, Any]:
    """Return the area of every region of stationary aims beside a perfect shot of C, as a sympy expression.

    The module's docstring derives them. `q` is the root of `(1-q)^3 = q` in (0, 1).

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
