r"""Three players with different hit probabilities have one stationary equilibrium, mixes included: the proof.

This is theorem T13 of `docs/mathematics.md`.

Let X, Y, Z hit with probabilities `1 >= x > y > z > 0`, each shooting or missing, with probability `x'`, `y'`, `z'`
that he shoots; `s(p, q) = p + q - p q`. There are two cyclic orders, X Y Z and X Z Y; who begins does not matter. What
shooting at his best kill is worth to player `i` more than missing has the sign of `f_i = R_i (1 - κ) - v`
(`truel_ref.play.responses`). The steps, each an identity that `prove` checks, with the factors beside it positive:

1. *Best kills.* To kill the stronger of the two others is better, by `p_i (p_j - p_k) / (s(p_i, p_j) s(p_i, p_k))`. So
   X shoots at Y, and Y and Z at X.
2. *X shoots.* Nobody else's hit lets X win: `v = 0` and `f_X = R_X s(y y', z z')`. It is positive unless Y and Z both
   hold their fire; but then X must shoot with some `x' > 0` (a stalemate is worth nothing), and `f_Y = R_Y x x'` is
   positive, so Y would shoot. Hence `x' = 1` from here on.
3. *Y.* `f_Y = y / s(y, z) (x (1-z) - c z')`, with `c = z s(x, z)` in the order X Y Z and `c = (1-x) z^2` in X Z Y.
4. *Z.* `f_Z = z / s(y, z) (x g / s(x, z) - d y')`, `g = x (1-y) (1-z) - y`, with `d = (1-x) y^2` in the order X Y Z
   and `d = (1-x) y^2 + x y (x-y) (1-z) / s(x, z)` in X Z Y; in both `d >= 0`.
5. *Y shoots for certain.* If he did not in some equilibrium, then `f_Y <= 0`, so `z' > 0` and `c >= x (1-z)`; and as Z
   shoots at times, `f_Z >= 0` and so `g >= 0`. But this cannot be, in one order because the two exclude each other, in
   the other because the first does not happen:

       X Y Z:  (x (1-z) - c) - g = x (1-z) (y-z) + (y-z) + z (1-z)         > 0
       X Z Y:   x (1-z) - c      = (1-z) ((x-z) + z (1-z)) + z^2 (x-z)     > 0

6. *One.* With `y' = 1`, `f_Z` has the sign of `T = x g - d s(x, z)`: Z shoots for certain where `T > 0`, and never
   where `T < 0`. Y is content with either: where Z shoots at all, `T >= 0`, so `g >= 0`, and then `c < x (1-z)` by
   step 5. Where `T = 0`, every `z'` from 0 to 1 gives an equilibrium, and nothing else does.

With `z = 0` Z never hits, and the same identities say that X and Y shoot at each other. At `x = 1` all of them hold.
For equal players see `docs/equilibria.md`.

Source: for stationary play of three D. M. Kilgour, "The sequential truel", International Journal of Game Theory 4
(1975), 151-174; the proof is our own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from truel_ref.errors import SymbolicError, shown
from truel_ref.play import phase
from truel_ref.symbolic.algebra import Function, Letters, rational_probability

__all__ = ["ORDERS", "Proof", "Step", "prove", "weakest_gains"]

ORDERS = ("XYZ", "XZY")
"""The two cyclic orders in which the strongest, X, the middle one, Y, and the weakest, Z, can shoot."""

_EVERYBODY = (0, 1, 2)


@dataclass(frozen=True)
class Step:
    """An identity of rational functions that was checked: `name`, and the two sides as text."""

    name: str
    computed: str
    claimed: str


@dataclass(frozen=True)
class Proof:
    """The proof for one cyclic order.

    Fields: `order`, "XYZ" or "XZY"; `steps`, the identities, all of which hold; `deciding`, the polynomial `T` in the
    letters of the players in shooting order (a, b, c), whose sign says whether the weakest shoots.
    """

    order: str
    steps: tuple[Step, ...]
    deciding: Function


class _Order:
    """The functions of one cyclic order, from the algebra of phases alone, without any formula of the proof."""

    def __init__(self, order: str) -> None:
        if order not in ORDERS:
            raise SymbolicError(f"{shown(order)} is no cyclic order of X, Y and Z; give XYZ or XZY")
        self.letters = Letters([None, None, None], more=("u", "v", "w"))
        self.place = {role: order.index(role) for role in "XYZ"}
        self.hit = {role: self.letters.hits[place] for role, place in self.place.items()}

    def win_after(self, shooter: str, victim: str) -> Function:
        """Return what a kill is worth to the shooter."""
        turn = self.turn(shooter, victim, self.letters.constant(1))
        return turn[0][self.place[shooter]] / self.hit[shooter]

    def turn(self, shooter: str, victim: str, chance: Function) -> phase.Turn[Function]:
        """Return the turn of a player who shoots at a victim with some chance, and else misses."""
        weights = [self.letters.constant(0)] * 3
        weights[self.place[victim]] = chance
        return self.letters.turn(_EVERYBODY, self.place[shooter], weights)

    def others(self, role: str, chances: dict[str, Function]) -> tuple[Function, Function]:
        """Return `(v, κ)` of the two turns after a player's own, `v` being his own component."""
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
    """Return `c`, `g` and `d s(x, z)` of the proof; any numbers flow through."""
    g = x * (1 - y) * (1 - z) - y
    s_xz = x + z - x * z
    if order == "XYZ":
        return z * s_xz, g, (1 - x) * y * y * s_xz
    return (1 - x) * z * z, g, (1 - x) * y * y * s_xz + x * y * (x - y) * (1 - z)


def prove(order: str) -> Proof:
    """Return the proof for one cyclic order: every identity at the top of this file, checked as rational functions.

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
    steps: list[Step] = []

    def check(name: str, computed: Function, claimed: Function) -> None:
        if computed != claimed:
            raise SymbolicError(f"{order}, {name}: {computed} is not {claimed}")
        steps.append(Step(name, str(computed), str(claimed)))

    for role, better, worse in (("X", "Y", "Z"), ("Y", "X", "Z"), ("Z", "X", "Y")):
        mine, strong, weak = play.hit[role], play.hit[better], play.hit[worse]
        check(
            f"the best kill of {role}",
            play.win_after(role, better) - play.win_after(role, worse),
            mine * (strong - weak) / (_either(mine, strong) * _either(mine, weak)),
        )
    v, _ = play.others("X", {"Y": some_y, "Z": some_z})
    check("nobody else's hit lets X win", v, zero)
    check(
        "f_X",
        play.advantage("X", {"Y": some_y, "Z": some_z}),
        play.win_after("X", "Y") * _either(y * some_y, z * some_z),
    )
    check(
        "f_Y where Z holds his fire",
        play.advantage("Y", {"X": some_x, "Z": zero}),
        play.win_after("Y", "X") * x * some_x,
    )
    check("R_Y", play.win_after("Y", "X"), y * (1 - z) / s_yz)
    f_y = play.advantage("Y", {"X": one, "Z": some_z})
    check("f_Y", f_y, y / s_yz * (x * (1 - z) - c * some_z))
    f_z = play.advantage("Z", {"X": one, "Y": some_y})
    check("f_Z", f_z, z / s_yz * (x * g / s_xz - d_s / s_xz * some_y))
    if order == "XYZ":
        d, both, claimed = (1 - x) * y * y, x * (1 - z) - c - g, x * (1 - z) * (y - z) + (y - z) + z * (1 - z)
    else:
        d = (1 - x) * y * y + x * y * (x - y) * (1 - z) / s_xz
        both, claimed = x * (1 - z) - c, (1 - z) * ((x - z) + z * (1 - z)) + z * z * (x - z)
    check("d", d_s / s_xz, d)
    check("why Y shoots for certain", both, claimed)
    deciding = x * g - d_s
    check("the sign of f_Z where Y shoots", play.advantage("Z", {"X": one, "Y": one}), z / s_yz * deciding / s_xz)
    return Proof(order, tuple(steps), deciding)


def _either(p: Function, q: Function) -> Function:
    """Return `s(p, q)`, the chance that at least one of two shots hits."""
    return p + q - p * q


def weakest_gains(hits: Iterable[object]) -> Fraction:
    """Return `T`, whose sign says whether the weakest of three different players shoots in the only equilibrium.

    He shoots at the strongest where it is positive and misses where it is negative; where it is 0, both, and every mix,
    are equilibria. The other two shoot at each other.

    Parameters: `hits`, three different hit probabilities in (0, 1] in shooting order.

    Raises `NumberError` for a bad number, and `SymbolicError` for others.

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
