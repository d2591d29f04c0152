"""Numbers p + q*sqrt(d), exact: a number type and a solver that share nothing with the rooms under test."""

from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from truel_ref.play import phase


@dataclass(frozen=True)
class Surd:
    """A number `p + q*sqrt(d)`, exact: a number type that shares nothing with the module under test."""

    p: Fraction
    q: Fraction
    d: int

    def _of(self, other):
        return other if isinstance(other, Surd) else Surd(Fraction(other), Fraction(0), self.d)

    def __add__(self, other):
        other = self._of(other)
        return Surd(self.p + other.p, self.q + other.q, self.d)

    def __neg__(self):
        return Surd(-self.p, -self.q, self.d)

    def __sub__(self, other):
        return self + -self._of(other)

    def __rsub__(self, other):
        return -self + other

    def __mul__(self, other):
        other = self._of(other)
        return Surd(self.p * other.p + self.q * other.q * self.d, self.p * other.q + self.q * other.p, self.d)

    def __truediv__(self, other):
        other = self._of(other)
        norm = other.p**2 - other.q**2 * self.d
        return self * Surd(other.p / norm, -other.q / norm, self.d)

    __radd__, __rmul__ = __add__, __mul__

    def __eq__(self, other):
        other = self._of(other)
        return (self.p, self.q) == (other.p, other.q)

    __hash__ = None

    def sign(self):
        """Compare p with -q*sqrt(d) by squares."""
        p, q = (self.p > 0) - (self.p < 0), (self.q > 0) - (self.q < 0)
        if p == q or not p or not q:
            return p or q
        return p if self.p**2 > self.q**2 * self.d else q


def brute_force(hits):
    """Return aims and wins of three players over all ways of breaking ties, by valuing all 27 profiles in surds."""
    names = "ABC"
    duel = {}
    for x, y in [(x, y) for x in range(3) for y in range(3) if x != y]:
        first = hits[x] / (hits[x] + hits[y] - hits[x] * hits[y])
        duel[x, y] = [first if player == x else 1 - first if player == y else 0 * first for player in range(3)]
    options = [[other for other in range(3) if other != player] + [None] for player in range(3)]
    values = {}
    for profile in product(*options):
        if profile == (None,) * 3:
            continue
        turns = []
        for player, at in enumerate(profile):
            left = (
                [] if at is None else [other for other in ((player + 1) % 3, (player + 2) % 3, player) if other != at]
            )
            aimed = [] if at is None else [(Fraction(1), duel[tuple(left)])]
            turns.append(phase.turn(hits[player], aimed, 3))
        values[profile] = [phase.value(turns[place:] + turns[:place]) for place in range(3)]

    def choose(earlier):
        """Return the paths that may be chosen after these announcements, one list for every way."""
        player = len(earlier)
        if player == 3:
            return [earlier] if earlier in values else []
        chosen = []
        for paths in product(*(found for found in (choose((*earlier, option)) for option in options[player]) if found)):
            gains = {path: values[path][player][player] for path in paths}
            chosen += [path for path in paths if all((gains[path] - gains[other]).sign() >= 0 for other in paths)]
        return list(dict.fromkeys(chosen))

    return {tuple("Miss" if at is None else names[at] for at in path): values[path][0] for path in choose(())}


# -- algebraic numbers
