r"""How many stationary equilibria there are: one for three different players, two or more for four, none for five.

`prove` checks the theorem about three players as identities of rational functions (`truel_ref.studies.uniqueness`
tells it), and `perfect_shot_areas` has the areas of its regions where one of them never misses;
`count_equilibria` counts the pure equilibria of many problems at once, with floats that have a proved bound
(`truel_ref.studies.uniqueness`), and `tally` leaves to exact numbers what floats do not decide.

**Three players with different hit probabilities have one stationary equilibrium, mixes included: the proof.**

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

**Counting the pure stationary equilibria of many problems at once: {Others, Miss}, hit probabilities all different.**

Floats decide nearly all of it, with a bound: nothing is ever subtracted (`1 - κ` is composed as in
`truel_ref.fast.stationary`), so relative errors only add up. A set of `k` players adds less than `8 k + 20` units of
2^-53 to what the smaller sets carry, so for at most six players every number carries less than 300 of them, which is
below 4e-14. Two numbers that differ by more than one part in 10^12 therefore differ in that direction; whatever is
nearer is not decided, and `tally` asks exact numbers.

**Stationary play beside a perfect shot: the regions of the only equilibrium, with their areas in closed form.**

Let C hit always, and A and B with different probabilities `a` and `b` strictly between 0 and 1. By the theorem of
`truel_ref.studies.uniqueness` the two strongest shoot at each other, so C and the better of A and B do; and the
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

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, permutations, product
from math import gcd
from random import Random
from typing import Any, TypeAlias

from truel_ref.errors import SymbolicError, shown
from truel_ref.fast.stationary import equilibria
from truel_ref.play import phase
from truel_ref.symbolic.algebra import Function, Letters, rational_probability
from truel_ref.workers import LIBRARIES

__all__ = [
    "MOST_PLAYERS",
    "ORDERS",
    "ProofStep",
    "SearchTally",
    "UniquenessProof",
    "count_equilibria",
    "grid",
    "perfect_shot_areas",
    "prove",
    "random_rows",
    "tally",
    "weakest_gains",
]

ORDERS = ("XYZ", "XZY")
"""The two cyclic orders in which the strongest, X, the middle one, Y, and the weakest, Z, can shoot."""

_EVERYBODY = (0, 1, 2)


@dataclass(frozen=True)
class ProofStep:
    """An identity of rational functions that was checked: `name`, and the two sides as text."""

    name: str
    computed: str
    claimed: str


@dataclass(frozen=True)
class UniquenessProof:
    """The proof for one cyclic order.

    Fields: `order`, "XYZ" or "XZY"; `steps`, the identities, all of which hold; `deciding`, the polynomial `T` in the
    letters of the players in shooting order (a, b, c), whose sign says whether the weakest shoots.
    """

    order: str
    steps: tuple[ProofStep, ...]
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


def prove(order: str) -> UniquenessProof:
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
    steps: list[ProofStep] = []

    def check(name: str, computed: Function, claimed: Function) -> None:
        if computed != claimed:
            raise SymbolicError(f"{order}, {name}: {computed} is not {claimed}")
        steps.append(ProofStep(name, str(computed), str(claimed)))

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
    return UniquenessProof(order, tuple(steps), deciding)


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


MOST_PLAYERS = 6
"""The bound is for so many; 2^6 profiles for every problem."""

Row: TypeAlias = tuple[int, ...]
"""Numerators of the hit probabilities over a common denominator."""

_MARGIN = 1e-12
_CHUNK = 4096  # problems in one array; the arrays of a chunk stay near the processor


@dataclass(frozen=True)
class SearchTally:
    """How many pure stationary equilibria the problems of a search have.

    Fields: `problems`, how many were looked at; `untied`, pairs (number of equilibria, how many problems have so many)
    of the problems in which all of them are strict and rest on one selection, ascending; `tied`, the same of the other
    problems, where equilibria are counted with their selections; `examples`, for every number but 1 the first untied
    problems that have so many, at most ten; `exact`, how many problems floats left to exact numbers.
    """

    problems: int
    untied: tuple[tuple[int, int], ...]
    tied: tuple[tuple[int, int], ...]
    examples: tuple[tuple[int, tuple[Row, ...]], ...]
    exact: int

    def having(self, count: int) -> int:
        """Return how many problems, tied or not, have so many equilibria."""
        return dict(self.untied).get(count, 0) + dict(self.tied).get(count, 0)


def grid(players: int, denominator: int) -> Iterator[Row]:
    """Yield all lists of different numerators 1 to `denominator` whose least common denominator it is.

    Each up to rotation, because who begins does not matter: the largest comes first.

    >>> list(grid(3, 3)), sum(1 for row in grid(4, 10))
    ([(3, 1, 2), (3, 2, 1)], 1230)
    """
    for chosen in combinations(range(denominator, 0, -1), players):
        if gcd(denominator, *chosen) == 1:
            for rest in permutations(sorted(chosen[1:])):
                yield chosen[0], *rest


def random_rows(players: int, denominator: int, count: int, seed: int) -> Iterator[Row]:
    """Yield so many lists of different numerators, each list equally likely, the same ones for the same seed."""
    source = Random(seed)
    for _ in range(count):
        yield tuple(source.sample(range(1, denominator + 1), players))


def tally(rows: Iterable[Row], denominator: int) -> SearchTally:
    """Return how many pure stationary equilibria problems have, floats first and exact numbers where they must.

    Parameters: `rows`, numerators of different hit probabilities; `denominator`, their common one.

    Raises `SymbolicError` as `count_equilibria` does.

    >>> tally([(26, 25, 22, 20), (35, 34, 33, 32)], 50).untied
    ((1, 1), (2, 1))
    """
    untied: dict[int, int] = {}
    tied: dict[int, int] = {}
    examples: dict[int, list[Row]] = {}
    problems = exact = 0
    for chunk in _chunks(rows):
        problems += len(chunk)
        for row, count in zip(chunk, count_equilibria(chunk, denominator), strict=True):
            known, is_tied = count, False
            if known is None:
                exact += 1
                answer = equilibria([Fraction(hit, denominator) for hit in row])
                known = len(answer)
                is_tied = answer.selections > 1 or not all(one.strict for one in answer)
            counts = tied if is_tied else untied
            counts[known] = counts.get(known, 0) + 1
            if known != 1 and not is_tied and len(examples.setdefault(known, [])) < 10:
                examples[known].append(row)
    return SearchTally(
        problems,
        tuple(sorted(untied.items())),
        tuple(sorted(tied.items())),
        tuple((count, tuple(some)) for count, some in sorted(examples.items())),
        exact,
    )


def _chunks(rows: Iterable[Row]) -> Iterator[list[Row]]:
    chunk: list[Row] = []
    for row in rows:
        chunk.append(row)
        if len(chunk) == _CHUNK:
            yield chunk
            chunk = []
    if chunk:
        yield chunk


def count_equilibria(rows: Sequence[Row], denominator: int) -> list[int | None]:
    """Return for each problem how many pure stationary equilibria it has, None where floats do not decide.

    The steps, for all problems at once and the sets of living players from two upwards: (1) everybody's best kill;
    (2) for every profile of the others, whether shooting at it or missing is worth more to him; (3) the profiles in
    which everybody does what is worth more; (4) where it is the only one, the values at every turn. Not decided are
    comparisons too close for floats, and problems in which a smaller set has not exactly one equilibrium.

    Parameters: `rows`, per problem different numerators from 1 to `denominator`, all rows equally long; `denominator`.

    Raises `SymbolicError` for other rows and for more than six players.

    >>> count_equilibria([(26, 25, 22, 20), (35, 34, 33, 32), (50, 20, 10, 5)], 50)
    [2, 1, 1]
    """
    import numpy as np

    if not rows:
        return []
    players = len(rows[0])
    if not 2 <= players <= MOST_PLAYERS:
        raise SymbolicError(f"{players} players: the bound of this search is for 2 to {MOST_PLAYERS}")
    for row in rows:
        if len(row) != players or len({*row}) != players or min(row) < 1 or max(row) > denominator:
            raise SymbolicError(f"{row}: {players} different numerators from 1 to {denominator} are needed")
    numerators = np.array(rows, dtype=np.int64).T
    sets = _Sets(numerators / denominator, (denominator - numerators) / denominator)
    counts, decided = sets.counts(tuple(range(players)))
    return [int(count) if sure else None for count, sure in zip(counts, decided, strict=True)]


class _Sets:
    """The values of all sets of living players of many problems, one array element per problem."""

    def __init__(self, hit: Any, miss: Any) -> None:
        import numpy as np

        self.np = np
        self.hit, self.miss = hit, miss
        self.players, self.problems = hit.shape
        self.nothing = np.zeros((self.players, self.problems))
        self.values: dict[tuple[int, ...], list[Any]] = {}
        self.single: Any = np.ones(self.problems, dtype=bool)
        everybody = range(self.players)
        for player in everybody:
            alone = self.nothing.copy()
            alone[player] = 1.0
            self.values[(player,)] = [alone]
        for size in range(2, self.players):
            for living in combinations(everybody, size):
                self._settle(living)

    def counts(self, living: tuple[int, ...]) -> tuple[Any, Any]:
        """Return how many equilibria a set has in each problem, and where that is decided."""
        _, _, counts, decided = self._profiles(living)
        return counts, decided & self.single

    def _settle(self, living: tuple[int, ...]) -> None:
        """Store the values of a set at every turn; problems in which it has not just one equilibrium drop out."""
        shots, best, counts, decided = self._profiles(living)
        self.single &= decided & (counts == 1)
        turns = [
            (
                self.np.where(best[place], shots[place], 0.0),
                self.np.where(best[place], self.miss[player], 1.0),
                self.np.where(best[place], self.hit[player], 0.0),
            )
            for place, player in enumerate(living)
        ]
        first: Any = self.nothing
        ends: Any = 0.0
        for r, k, g in reversed(turns):
            first, ends = r + k * first, g + k * ends
        with self.np.errstate(divide="ignore", invalid="ignore"):
            first = self.np.where(ends > 0.0, first / ends, 0.0)
        values = [first]
        for r, k, _ in reversed(turns[1:]):
            values.append(r + k * values[-1])
        self.values[living] = [first, *reversed(values[1:])]

    def _profiles(self, living: tuple[int, ...]) -> tuple[list[Any], list[Any], Any, Any]:
        """Return each one's `r`, who shoots in the last equilibrium, how many there are, and where that is decided."""
        np = self.np
        size = len(living)
        sure = np.ones(self.problems, dtype=bool)
        shots = []
        for player in living:
            shot, clear = self._best_kill(living, player)
            shots.append(self.hit[player] * shot)
            sure &= clear
        may_miss = size > 2  # two left shoot each other
        gains = [self._gains(living, shots, place) if may_miss else {} for place in range(size)]
        counts = np.zeros(self.problems, dtype=np.int64)
        best = [np.zeros(self.problems, dtype=bool) for _ in living]
        for profile in product((False, True), repeat=size) if may_miss else [(True,) * size]:
            possible = np.ones(self.problems, dtype=bool)
            certain = np.ones(self.problems, dtype=bool)
            for place in range(size) if may_miss else ():
                better, worse = gains[place][profile[:place] + profile[place + 1 :]]
                mine, other = (better, worse) if profile[place] else (worse, better)
                certain &= mine
                possible &= ~other
            sure &= certain | ~possible
            counts += certain
            for place, shoots in enumerate(profile):
                best[place] = np.where(certain, shoots, best[place])
        return shots, best, counts, sure

    def _best_kill(self, living: tuple[int, ...], player: int) -> tuple[Any, Any]:
        """Return the win probabilities after a player's best kill, and where it is the only best one for certain."""
        np = self.np
        best, clear = None, np.ones(self.problems, dtype=bool)
        for victim in living:
            if victim == player:
                continue
            left = tuple(other for other in living if other != victim)
            mover = next((other for other in left if other > player), left[0])
            after = self.values[left][left.index(mover)]
            if best is None:
                best = after
                continue
            larger = after[player] > best[player]
            low = np.where(larger, best[player], after[player])
            high = np.where(larger, after[player], best[player])
            # A tie below the best does no harm, but is not told apart from one at the top here; it is left open, too.
            clear &= high > low * (1.0 + _MARGIN)
            best = np.where(larger, after, best)
        return best, clear

    def _gains(self, living: tuple[int, ...], shots: Sequence[Any], place: int) -> dict[tuple[bool, ...], Any]:
        """Return for every profile of the others where shooting is worth more for certain, and where less."""
        np = self.np
        player = living[place]
        following = [*range(place + 1, len(living)), *range(place)]
        result = {}
        for others in product((False, True), repeat=len(living) - 1):
            v, ends = np.zeros(self.problems), np.zeros(self.problems)
            for other in reversed(following):
                if others[other if other < place else other - 1]:
                    k, g = self.miss[living[other]], self.hit[living[other]]
                    v, ends = shots[other][player] + k * v, g + k * ends
            shoot = (shots[place][player] + self.miss[player] * v) / (self.hit[player] + self.miss[player] * ends)
            with np.errstate(divide="ignore", invalid="ignore"):
                wait = np.where(ends > 0.0, v / ends, 0.0)
            result[others] = (shoot > wait * (1.0 + _MARGIN), wait > shoot * (1.0 + _MARGIN))
        return result


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
