r"""Shares of the cube of three hit probabilities, and of the squares in it, as tables with proved bounds.

**Who wins most often in the cube where nobody has a place in an order: a random shooter, and simultaneous fire.**

Nothing changes there but names if the players are listed otherwise. So it is enough to ask about the sixth of the cube
with `a > c > b`, in which the columns over `a` and `b` are cut by the planes `c = a` and `c = b`; every other order of
strength has the same shares, and each player is the best shot in a third of the cube.

1. **Random shooter.** Everybody at the strongest is the only equilibrium (`truel_ref.studies.rules_of_fire.formulas`).
2. **Simultaneous.** There are one to three pure equilibria of three possible ones; which, three polynomials say (the
   theorem of `truel_ref.studies.rules_of_fire.outcomes`). A favourite is counted where all of them have the same one.

In neither does anybody miss on purpose, by the same theorems, so two of the shares are 0. The win probabilities are
rational functions of the hit probabilities, and signs of their differences are asked for, as in turn.

**Shares of the cube that are integrals over one letter, to as many proved digits as one likes.**

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
in which the plays differ has one of them (`truel_ref.studies.cube.surfaces`).

Closed forms are not known. In `F(k2)` two square roots meet that no rational change of `t` takes away together: for
C, C, A, with `t = 1 - s^2`, that of `4 + s^2 - 4 s^4`, for C, C, B those of two quadratics with four zeros, which make
curves of genus 1. So the way to logarithms and dilogarithms ends here.

Source: F. Johansson, "Numerical integration in arbitrary-precision ball arithmetic", Mathematical Software - ICMS 2018,
255-263, of which `acb.integral` of python-flint is the work.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import combinations, permutations
from math import prod
from typing import Any, TypeAlias

from truel_ref.errors import SymbolicError, needs, shown
from truel_ref.game.people import label
from truel_ref.game.variant import PLAYS
from truel_ref.kernels.halving import Volumes
from truel_ref.numbers import fraction_text, outward_texts, read_rational, read_rational_probability
from truel_ref.records.record import Record
from truel_ref.records.table import Table
from truel_ref.studies.cube.questions import CubeQuestion, Standing, beside
from truel_ref.studies.cube.surfaces import cube_surfaces
from truel_ref.studies.rules_of_fire.boxes import MIDDLE, PAIRS, STRONGEST, WEAKEST
from truel_ref.studies.rules_of_fire.formulas import shooter_wins
from truel_ref.studies.rules_of_fire.outcomes import ALL_AT_THE_STRONGEST, CYCLES, conditions
from truel_ref.symbolic.algebra import Letters
from truel_ref.symbolic.cube import cube_shares
from truel_ref.symbolic.decisions import SignedFactors, SignOf, settled, sign_by
from truel_ref.symbolic.exact_areas import AreaTable, exact_area
from truel_ref.symbolic.partition import Partition, partition_by, stated_precision
from truel_ref.symbolic.pieces import aims_text, share_text
from truel_ref.symbolic.plays import refuse_other_plays
from truel_ref.workers import LIBRARIES

__all__ = [
    "DIFFER",
    "DIFFERENT",
    "FIRES",
    "MOST_DIGITS",
    "ShareTable",
    "both_plays_table",
    "closed_winner_table",
    "cube_table",
    "cube_winner_table",
    "fire_favourites",
    "integrated_table",
    "shares_of_fire",
    "volley_wins",
    "winner_table",
]

FIRES = ("random shooter", "simultaneous")

ROLES = ("the best shot", "the middle one", "the worst shot")

DIFFERENT = "the likeliest winner is not the same in all equilibria"
"""What the share is called in which there is no favourite to speak of."""

_WINS = [f"{label(player)} is the likeliest winner" for player in range(3)]
_WORST = f"{ROLES[2]} is the likeliest winner"
_MISSES = ("somebody misses", "the likeliest winner misses")


def _worst_in(order: Sequence[int]) -> str:
    """Return what the share is called in which the worst shot wins most often, by the order of strength."""
    return f"{_WORST}, and {' > '.join(f'p{label(player)}' for player in order)}"


def volley_wins(hits: Sequence[Any], aims: Sequence[int]) -> list[Any]:
    """Return the win probabilities of three who fire at once, round after round, each at one of the others.

    Two who are left shoot each other, and `i` is the only one left against `j` with chance `i (1 - j) / (i + j - i j)`.

    Parameters: `hits`, the hit probabilities, in any exact numbers or letters; `aims`, whom each shoots at.

    >>> [str(win) for win in volley_wins([Fraction(3, 5), Fraction(2, 5), Fraction(1, 5)], [1, 0, 0])]
    ['432/1717', '16/101', '837/1717']
    """
    players = range(len(hits))
    wins = [0 * hits[0]] * len(hits)
    for count in range(1, len(hits) + 1):
        for hitting in combinations(players, count):
            chance = prod((hits[at] if at in hitting else 1 - hits[at] for at in players), start=1 + 0 * hits[0])
            left = [player for player in players if player not in {aims[at] for at in hitting}]
            if len(left) == 1:
                wins[left[0]] = wins[left[0]] + chance
            for one, other in permutations(left, 2):
                p, q = hits[one], hits[other]
                wins[one] = wins[one] + chance * p * (1 - q) / (p + q - p * q)
    nobody_hits = prod((1 - hit for hit in hits), start=1 + 0 * hits[0])
    return [win / (1 - nobody_hits) for win in wins]


def fire_favourites(rule: str) -> Callable[[SignOf], frozenset[int] | None]:
    """Return what tells who is the favourite of each equilibrium where `a > c > b`, by signs of polynomials.

    That is who wins most often in some equilibrium, 0 for the best shot; None in another order of strength.

    Parameters: `rule`, "random shooter" or "simultaneous".

    Raises `SymbolicError` for another rule.

    >>> from truel_ref.studies.cube.questions import signs_at
    >>> sign_of = signs_at([Fraction(9, 10), Fraction(1, 10), Fraction(1, 2)])
    >>> fire_favourites("simultaneous")(sign_of), fire_favourites("random shooter")(sign_of)
    (frozenset({2}), frozenset({0}))
    """
    if rule not in FIRES:
        raise SymbolicError(f"there is no rule of fire {shown(rule)}; choose from {', '.join(FIRES)}")
    a, b, c = Letters([None, None, None]).hits
    hits = (a, c, b)  # from the best shot to the worst; so no comparison is without c
    order = settled(a - c), settled(c - b)
    deciding = [settled(condition) for condition in conditions(hits)] if rule == FIRES[1] else []
    wins = [volley_wins(hits, aims) for aims in (ALL_AT_THE_STRONGEST, *CYCLES)] if deciding else [shooter_wins(hits)]
    leads = [{(one, other): settled(win[one] - win[other]) for one, other in PAIRS} for win in wins]

    def favourite(leads: Mapping[tuple[int, int], SignedFactors], sign_of: SignOf) -> int:
        best = STRONGEST if sign_by(leads[STRONGEST, MIDDLE], sign_of) > 0 else MIDDLE
        return best if sign_by(leads[best, WEAKEST], sign_of) > 0 else WEAKEST

    def favourites(sign_of: SignOf) -> frozenset[int] | None:
        if any(sign_by(apart, sign_of) < 0 for apart in order):
            return None
        occur = [True]
        if deciding:
            strongest, second, third = (sign_by(condition, sign_of) for condition in deciding)
            occur = [strongest >= 0, strongest <= 0, second <= 0 and third <= 0]
        return frozenset(favourite(own, sign_of) for own, occurs in zip(leads, occur, strict=True) if occurs)

    return favourites


def shares_of_fire(
    rule: str, measured: Callable[[Callable[[SignOf], Any]], Any]
) -> tuple[tuple[str, Fraction, Fraction], ...]:
    """Return named shares of the cube with bounds, as for play in turn, from the volumes in one of the six orders.

    Parameters: `rule`, one of `FIRES`; `measured`, what returns the volumes of the classes of a question.
    """
    volumes = measured(fire_favourites(rule))
    sixths = [volumes.of(lambda favourites, role=role: favourites == frozenset({role})) for role in range(3)]
    differ = volumes.of(lambda favourites: favourites is not None and len(favourites) > 1)
    nothing = Fraction(0), Fraction(0)
    if rule == FIRES[0]:
        differ = nothing  # there is one equilibrium
    whole = [(6 * low, min(6 * high, Fraction(1))) for low, high in [*sixths, differ]]
    # Any of the three has any of the roles in a third of the cube.
    third = (1 - whole[3][1]) / 3, (1 - whole[3][0]) / 3
    named = [(wins, *third) for wins in _WINS]
    named += [(f"{role} is the likeliest winner", *bounds) for role, bounds in zip(ROLES, whole, strict=False)]
    named += [(name, *nothing) for name in _MISSES]
    named += [(_worst_in(order), *sixths[2]) for order in permutations(range(3))]
    if rule != FIRES[0]:
        named.append((DIFFERENT, *whole[3]))
    return tuple(named)


LEAST_ERROR = Fraction(1, 10**12)
"""The least volume that may be left uncertain over one square; below it, rounding and the smallest squares decide."""

_EACH_PROFILE = 1.5  # seconds to ask who wins most often, where C neither never nor always hits

DIFFER = "the aims differ"
"""What the share is called in which announced and stationary play aim differently."""


@dataclass(frozen=True)
class ShareTable(Record):
    """Named shares with proved bounds.

    Fields: `title`, what they are shares of; `shares`, for each name the lower and the upper bound, exact fractions;
    `digits`, how many a table shows.
    """

    title: str
    shares: tuple[tuple[str, Fraction, Fraction], ...]
    digits: int = 8

    def of(self, name: str) -> tuple[Fraction, Fraction]:
        """Return the bounds of a share.

        Raises `SymbolicError` for a name that there is not.
        """
        for other, low, high in self.shares:
            if other == name:
                return low, high
        raise SymbolicError(
            f"there is no share of {shown(name)}; choose from {'; '.join(entry[0] for entry in self.shares)}"
        )

    def to_json(self) -> dict[str, Any]:
        """Return the table as plain data for JSON: bounds as exact fractions."""
        shares = [
            {"name": name, "low": fraction_text(low), "high": fraction_text(high)} for name, low, high in self.shares
        ]
        return {"title": self.title, "shares": shares}

    def _table(self) -> Table:
        rows = [
            (name, *outward_texts(low, high, self.digits), share_text((low, high))) for name, low, high in self.shares
        ]
        return Table(["what", "at least", "at most", "share"], rows, caption=self.title, right=("share",))


def _cube_volumes(
    question: Callable[[SignOf], Any], error: object, progress: Callable[[Fraction], object] | None
) -> Volumes[Any]:
    """Return the volumes of the classes that a question sorts the points of the cube into."""
    return cube_shares(question, _stated_error(error), progress).volumes


def _stated_error(error: object) -> float:
    """Return the volume that may be left uncertain; raises `SymbolicError` for one that no square comes down to."""
    volume = read_rational(error, "error")
    if volume <= 0:
        raise SymbolicError(f"error: {shown(error)} is not above 0, and no enclosure would be narrow enough")
    if volume < LEAST_ERROR:
        raise SymbolicError(f"error: {shown(error)} is below {LEAST_ERROR}, the least that squares are quartered for")
    return float(min(volume, Fraction(1)))


def cube_table(
    play: str = "announced", error: object = 1e-8, progress: Callable[[Fraction], object] | None = None
) -> ShareTable:
    """Return bounds of the shares of the cube in which the aims of a play are the same, the largest first.

    Three players search {Others, Miss}, and their hit probabilities are uniformly distributed. The regions are those
    that the surfaces of `cube_surfaces` part, which are proved to be all. Source: the steps of
    `truel_ref.kernels.fibres`.

    Parameters: `play`, "announced" or "stationary"; `error`, the volume that may be left uncertain over one square of
    the first two hit probabilities, before it is quartered, from 1e-12; `progress`, called with the area that is done.

    Raises `SymbolicError` for another play, or an error that is too small, `NumberError` for one that is no number.

    >>> table = cube_table("stationary", error=1e-4)
    >>> low, high = table.of("C, Miss, A")
    >>> bool(low < 0.2631 < high)
    True
    """
    volumes = _cube_volumes(cube_surfaces(play).aims_by, error, progress)
    shares = [(aims_text(aims), *bounds) for aims, bounds in volumes.bounds.items()]
    return ShareTable(f"{play} play: shares of the cube", tuple(sorted(shares, key=lambda entry: -entry[1])))


def both_plays_table(error: object = 1e-7, progress: Callable[[Fraction], object] | None = None) -> ShareTable:
    """Return bounds of the shares of the cube by the aims of both plays, and of the share in which these differ.

    Announced and stationary play are asked about at the same points: columns are cut by the polynomials of both.

    Parameters and errors as for `cube_table`.

    >>> low, high = both_plays_table(error=1.0).of("the aims differ")
    >>> bool(low < 0.0693 < high)
    True
    """
    volumes = _cube_volumes(beside(*(cube_surfaces(play).aims_by for play in PLAYS)), error, progress)
    shares = sorted(((str(plays), *bounds) for plays, bounds in volumes.bounds.items()), key=lambda entry: -entry[1])
    differing = volumes.of(lambda plays: not plays.agree)
    return ShareTable("announced and stationary play: shares of the cube", (*shares, (DIFFER, *differing)))


def winner_table(
    hit_of_c: object = 1,
    play: str = "announced",
    precision: object = Fraction(1, 10**6),
    targets: str | Sequence[object] | None = None,
) -> ShareTable:
    """Return bounds of the shares of the square of `pA` and `pB` by who wins most often and who misses.

    Half of a square is `pA < pB`; the shares named so are those of the whole square, too.

    Parameters: `hit_of_c`, the exact hit probability of C; `play`, "announced" or "stationary"; `precision`, how wide
    the enclosure of the area of one region may be; `targets`, as for `Problem`, for announced play.

    Raises `SymbolicError` for another play or precision 0.

    >>> print(winner_table(1, precision="1e-4").shares[0][0])
    A is the likeliest winner
    """
    title, partition, wanted = _winner_regions(hit_of_c, play, precision, targets)
    return ShareTable(title, tuple((name, *partition.area(of)) for name, of in wanted.items()))


def closed_winner_table(
    hit_of_c: object = 1,
    play: str = "announced",
    precision: object = Fraction(1, 10**6),
    targets: str | Sequence[object] | None = None,
) -> AreaTable:
    """Return the shares of `winner_table` in closed form, or for each the curves that stop it.

    The steps are those of `truel_ref.symbolic.exact_areas`; parameters and errors as for `winner_table`.

    >>> print(closed_winner_table(0).of("A is the likeliest winner, and pA < pB").closed)
    -1/2 + log(2)
    """
    title, partition, wanted = _winner_regions(hit_of_c, play, precision, targets, closed=True)
    return AreaTable(title, tuple((name, exact_area(partition, of)) for name, of in wanted.items()))


def _winner_regions(
    hit_of_c: object, play: str, precision: object, targets: str | Sequence[object] | None, closed: bool = False
) -> tuple[str, Partition[Standing | None], dict[str, Callable[[Standing | None], bool]]]:
    """Return a title, the square cut by who wins most often, and what is asked of a region by the names of shares."""
    hit = read_rational_probability(hit_of_c, "player C")
    question = CubeQuestion([None, None, hit], play, targets)
    partition = partition_by(question.standing, question.decisions, play, stated_precision(precision), None)
    names = [name for wins in _WINS for name in (wins, f"{wins}, and pA < pB")]
    title = f"{play} play, pC = {fraction_text(hit)}{_aimed(targets)}: shares of the square"
    return title, partition, {name: partial(_is_said, name) for name in (*names, _WORST, *_MISSES)}


def _aimed(targets: str | Sequence[object] | None) -> str:
    """Return in words whose aims are given."""
    if not targets:
        return ""
    return f", targets {targets if isinstance(targets, str) else ', '.join(map(str, targets))}"


def cube_winner_table(
    play: str = "announced", error: object = 1e-6, progress: Callable[[Fraction], object] | None = None
) -> ShareTable:
    """Return bounds of the shares of the cube by who wins most often, who misses, and the order of strength.

    Three players search {Others, Miss}, and their hit probabilities are uniformly distributed. The aims are told by the
    surfaces of `cube_surfaces`; within each class the win probabilities are known functions, and the signs of their
    differences are asked for. Under other rules of fire it is the same with the aims of
    `truel_ref.studies.cube.shares`. Source: the steps of `truel_ref.kernels.fibres`.

    Parameters and errors as for `cube_table`; `play` may also be "random shooter" or "simultaneous".

    >>> table = cube_winner_table("stationary", error=1.0)
    >>> low, high = table.of("the worst shot is the likeliest winner")
    >>> bool(low < 0.4 < high)
    True
    """
    if play in FIRES:
        shares = shares_of_fire(play, lambda question: _cube_volumes(question, error, progress))
        return ShareTable(f"{play}: shares of the cube", shares)
    question, surfaces = CubeQuestion([None, None, None], play), cube_surfaces(play)
    names = (*_WINS, _WORST, *_MISSES, *map(_worst_in, permutations(range(3))))

    def true_of(sign_of: SignOf) -> frozenset[str]:
        aims = surfaces.aims_by(sign_of)
        assert aims is not None  # no class of the cube is a stalemate
        return _said(question.standing_with(aims, sign_of)).intersection(names)

    volumes = _cube_volumes(true_of, error, progress)
    shares = tuple((name, *volumes.of({name}.issubset)) for name in names)
    return ShareTable(f"{play} play: shares of the cube", shares)


def _said(standing: Standing | None) -> frozenset[str]:
    """Return the names of all shares of who wins to which a point belongs."""
    if standing is None:
        return frozenset()
    names = [_WINS[player] for player in standing.winners if len(standing.winners) == 1]
    if standing.strengths.index(1) < standing.strengths.index(0):
        names += [f"{name}, and pA < pB" for name in names]
    if standing.weakest_wins:
        names += [_WORST, _worst_in(standing.strengths)]
    misses = zip(_MISSES, (standing.somebody_misses, standing.winner_misses), strict=True)
    return frozenset([*names, *(name for name, is_so in misses if is_so)])


def _is_said(name: str, standing: Standing | None) -> bool:
    return name in _said(standing)


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
