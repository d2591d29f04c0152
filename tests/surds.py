"""Numbers p + q*sqrt(d), exact: a number type and a solver that share nothing with the package."""

from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations, product


@dataclass(frozen=True)
class Surd:
    """A number `p + q*sqrt(d)`, exact: a number type that shares nothing with the package."""

    p: Fraction
    q: Fraction
    d: int

    def _of(self, other):
        return other if isinstance(other, Surd) else Surd(Fraction(other), Fraction(0), self.d)

    def __add__(self, other):
        other = self._of(other)
        return Surd(self.p + other.p, self.q + other.q, self.d)

    def __sub__(self, other):
        return self + self._of(other) * -1

    def __rsub__(self, other):
        return self * -1 + other

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


def value(turns):
    """Return what all win who shoot one after the other, again and again, until somebody hits.

    Parameters: `turns`, for each who shoots at somebody his hit probability and what all win after his hit.
    """
    won, keeps = [0] * len(turns[0][1]), 1
    for hit, wins in turns:
        won = [so_far + keeps * hit * win for so_far, win in zip(won, wins, strict=True)]
        keeps = keeps * (1 - hit)
    return tuple(each / (1 - keeps) for each in won)


def brute_force(hits):
    """Return aims and wins of three players over all ways of breaking ties, by valuing all 27 profiles in surds."""
    duel = {}
    for x, y in permutations(range(3), 2):
        first = hits[x] / (hits[x] + hits[y] - hits[x] * hits[y])
        duel[x, y] = [{x: first, y: 1 - first}.get(player, 0 * first) for player in range(3)]
    options = [[other for other in range(3) if other != player] + [None] for player in range(3)]
    values = {}
    for profile in product(*options):
        left = {
            player: [(player + step) % 3 for step in (1, 2, 0) if (player + step) % 3 != at]
            for player, at in enumerate(profile)
        }
        turns = {
            player: (hits[player], duel[tuple(left[player])]) for player, at in enumerate(profile) if at is not None
        }
        if turns:
            orders = ((0, 1, 2), (1, 2, 0), (2, 0, 1))
            values[profile] = [value([turns[player] for player in order if player in turns]) for order in orders]

    def choose(earlier):
        """Return the paths that may be chosen after these announcements, one list for every way."""
        player = len(earlier)
        if player == 3:
            return [earlier] if earlier in values else []
        chosen = []
        for paths in product(*filter(None, (choose((*earlier, option)) for option in options[player]))):
            gains = {path: values[path][player][player] for path in paths}
            chosen += [path for path in paths if all((gains[path] - gains[other]).sign() >= 0 for other in paths)]
        return list(dict.fromkeys(chosen))

    return {tuple("Miss" if at is None else "ABC"[at] for at in path): values[path][0] for path in choose(())}


# -- algebraic numbers
