r"""Values of the third letter at which the picture of surfaces in the square of the first two letters may change.

Let polynomials in `x`, `y` and `z` be given, irreducible and pairwise different, and with them the four sides `x`,
`x - 1`, `y` and `y - 1`. For a fixed `z` their zeros are curves in the closed square.
`docs/mathematics/atlas/critical.md` defines which points of the square are **tame**, and proves that the curves keep
their configuration while `z` moves if all points are tame (Lemmas 1 and 2). A value of `z` with a point that is not
tame is an **event**.

**Candidates.** Lemma 3 there has the proof. At a point that is not tame a *trio* vanishes: a polynomial with factors of
its two derivatives, or two polynomials with a factor of their Jacobian determinant by `x` and `y`, or three
polynomials. Factorise the resultant in `y` of each two of a trio; `z` is a root of the resultant in `x` of two
different factors (`crossings`). Trios whose resultants have a common factor P are *standing*: for them `z` is a root of
a resultant in `x` of P with a factor of a discriminant or with its own derivative, or of factors of two coefficients
(`exceptions`). All roots of factors in `z` alone are candidates.

**Exclusions.** At a root of a resultant in `x`, boxes enclose the common zeros of its two factors, and above them the
common zeros of the trio; without a box in the square there is no event (`kernels.bernstein`). The caller may decide
from a box that its points are tame, or do not matter.

Source: S. McCallum, "An improved projection operation for cylindrical algebraic decomposition", in *Quantifier
Elimination and Cylindrical Algebraic Decomposition* (1998), 242-268.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product
from typing import Any, NamedTuple, TypeAlias

from truel_ref.budget import check
from truel_ref.kernels.bernstein import BoundedTerms, Bounds, bounded_terms, common_pieces, narrowed, outwards
from truel_ref.kernels.memory import remembered
from truel_ref.numbers import Integers
from truel_ref.symbolic.algebra import Polynomial
from truel_ref.symbolic.isolation import IsolatedRoot, ordered, roots_inside
from truel_ref.symbolic.polynomials import eliminated, integer_terms, irreducible_factors, resultant, univariate

__all__ = ["Box", "event_values", "jacobian", "sides_of"]

Box: TypeAlias = tuple[Bounds, Bounds, Bounds]
"""Intervals of the three letters."""

_NARROW = Fraction(1, 2**72)
_ALONG = 36  # halvings of the interval of the first letter
_ABOVE = 24  # and of the second


class Trio(NamedTuple):
    """Three polynomials that vanish at a point that is not tame, and the given polynomials of its S."""

    polynomials: tuple[Polynomial, Polynomial, Polynomial]
    given: tuple[Polynomial, ...]


def sides_of(ring: Any) -> tuple[Polynomial, ...]:
    """Return the polynomials in the first two letters that vanish on the four sides of the square.

    >>> from sympy import QQ, ring
    >>> sides_of(ring("x, y, z", QQ)[0])
    (x, x - 1, y, y - 1)
    """
    x, y, _ = ring.gens
    return x, x - 1, y, y - 1


def jacobian(one: Polynomial, other: Polynomial) -> Polynomial:
    """Return the determinant of the derivatives of two polynomials by the first two letters.

    >>> from sympy import QQ, ring
    >>> _, x, y, z = ring("x, y, z", QQ)
    >>> jacobian(x * z, x + y**2)
    2*y*z
    """
    x, y, _ = one.ring.gens
    return one.diff(x) * other.diff(y) - one.diff(y) * other.diff(x)


def event_values(
    polynomials: Sequence[Polynomial], tame: Callable[[Box], bool] = lambda box: False
) -> list[IsolatedRoot]:
    """Return values of the third letter in (0, 1) that include all events, in increasing order.

    The steps and their proof: see the module's docstring.

    Parameters: `polynomials`, in three letters; `tame`, whether every point of a box at which a trio vanishes is tame
    or does not matter.

    >>> from sympy import QQ, ring
    >>> _, x, y, z = ring("x, y, z", QQ)
    >>> [str(root.value) for root in event_values([x - z, y - z, 3 * x + 3 * y - 2])]
    ['1/3', '2/3']
    >>> [str(root.value) for root in event_values([(2 * x - 1) ** 2 + (2 * y - 1) ** 2 + 4 * z**2 - z])]
    ['1/4']
    """
    search = _EventSearch(polynomials, tame)
    search.crossings()
    search.exceptions()
    return ordered(search.events.values())


class _EventSearch:
    """The candidates so far, and stored results for them."""

    def __init__(self, polynomials: Sequence[Polynomial], tame: Callable[[Box], bool]) -> None:
        self.polynomials = polynomials
        self.tame = tame
        self.trios = list(_trios([*polynomials, *sides_of(polynomials[0].ring)], polynomials))
        self.standing: list[tuple[Trio, frozenset[Polynomial]]] = []
        self.events: dict[int, IsolatedRoot] = {}  # by object identity
        self._factors: dict[tuple[Polynomial, Polynomial], frozenset[Polynomial] | None] = {}

    def crossings(self) -> None:
        """Add the values at which two different factors meet below a point of a trio, and note standing trios."""
        pairs: dict[tuple[Polynomial, Polynomial], list[Trio]] = {}
        for trio in self.trios:
            check()
            made = (self.factors(one, other) for one, other in combinations(trio.polynomials, 2))
            lists = [each for each in made if each is not None]
            if not all(lists):
                continue  # a resultant is a constant, and the trio vanishes nowhere
            common = lists[0].intersection(*lists[1:]) if lists else frozenset[Polynomial]()
            if common:
                self.standing.append((trio, common))
            meeting = {_in_order(*both) for two in combinations(lists, 2) for both in product(*two)}
            plain = [each for each in trio.polynomials if not each.degree(1)]
            for pair in meeting | {_in_order(*both) for both in combinations(plain, 2)}:
                if pair[0] != pair[1]:
                    pairs.setdefault(pair, []).append(trio)
        for pair, trios in pairs.items():
            check()
            self.meet(pair, [trio.polynomials for trio in trios])

    def exceptions(self) -> None:
        """Add the values at which case 3 of tame fails, and the roots of factors in the last letter alone."""
        for trio, common in self.standing:
            check()
            bent = [given for given in trio.given if given.degree(1) > 1]
            turning = frozenset[Polynomial]().union(*(self.factors(one, one.diff(1)) or () for one in bent))
            for factor in sorted(common, key=str):
                others = turning | {factor.diff(0)} if factor.degree(0) > 1 else turning
                for other in sorted(others - {factor}, key=str):
                    self.meet((factor, other), [trio.polynomials])
        for polynomial in self.polynomials:
            rows = [row for power in range(polynomial.degree(1) + 1) if (row := polynomial.coeff_wrt(1, power))]
            for choice in product(*map(irreducible_factors, rows)):
                for pair in combinations(dict.fromkeys(choice), 2):
                    self.meet(_in_order(*pair), [tuple(choice)])
        for alone in {part for made in self._factors.values() for part in made or () if not any(part.degrees()[:2])}:
            self._add(self.roots(univariate(alone)))

    def factors(self, one: Polynomial, other: Polynomial) -> frozenset[Polynomial] | None:
        """Return the factors of a resultant in the second letter, None if the resultant is 0 or meaningless."""
        key = _in_order(one, other)
        if key not in self._factors:
            plain = [each for each in key if not each.degree(1)]
            left = None if len(plain) == 2 else plain[0] if plain else eliminated(*key, 1)
            self._factors[key] = frozenset(irreducible_factors(left)) if left else None
        return self._factors[key]

    @remembered
    def roots(self, line: Integers) -> list[IsolatedRoot]:
        """Return the roots in (0, 1) of a polynomial, the same objects each time."""
        return list(roots_inside(line))

    def meet(self, pair: tuple[Polynomial, Polynomial], trios: Sequence[Sequence[Polynomial]]) -> None:
        """Add the values at which two factors vanish together, and above that point all polynomials of a trio."""
        plain = [each for each in pair if not each.degree(0)]
        if len(plain) == 2:
            return
        one, other = pair
        line = univariate(plain[0]) if plain else resultant(one.drop(1), other.drop(1), 0)
        for root in self.roots(line):
            if id(root) not in self.events and self._vanish(root, pair, trios):
                self._add([root])

    def _vanish(self, root: IsolatedRoot, pair: Sequence[Polynomial], trios: Sequence[Sequence[Polynomial]]) -> bool:
        """Return whether a trio may vanish above a common zero of two factors, in the square, at a point not tame."""
        root.narrow(_NARROW)
        last = outwards(root.low, root.high)
        along = [narrowed(narrowed(self.bounded(each), 2, last), 1, last) for each in pair]
        boxes = (
            (piece, height, last)
            for piece, trio in product(common_pieces(along, _ALONG), trios)
            for height in common_pieces(
                [narrowed(narrowed(self.bounded(each), 2, last), 0, piece) for each in trio], _ABOVE
            )
        )
        return not all(map(self.tame, boxes))

    @remembered
    def bounded(self, polynomial: Polynomial) -> BoundedTerms:
        """Return the terms of a polynomial as bounds."""
        return bounded_terms(integer_terms(polynomial))

    def _add(self, roots: Iterable[IsolatedRoot]) -> None:
        self.events |= {id(root): root for root in roots}


def _trios(family: Sequence[Polynomial], curved: Sequence[Polynomial]) -> Iterator[Trio]:
    """Yield the trios of one, of two and of three polynomials; a single side has no trio."""
    for one in curved:
        for slopes in product(
            *(irreducible_factors(slope) if slope else [one] for slope in (one.diff(0), one.diff(1)))
        ):
            yield Trio((one, *slopes), (one,))
    for one, other in combinations(family, 2):
        determinant = jacobian(one, other)
        for part in irreducible_factors(determinant) if determinant else [one]:
            yield Trio((one, other, part), (one, other))
    for three in combinations(family, 3):
        yield Trio(three, three)


def _in_order(one: Polynomial, other: Polynomial) -> tuple[Polynomial, Polynomial]:
    return (one, other) if str(one) <= str(other) else (other, one)
