r"""Stationary play over symbols: the profiles in which nobody gains by another aim, told by signs of polynomials.

A profile is one aim for each of the three players, who keep them until somebody is eliminated and announce nothing. Let
the turns of the two others, in the order in which they follow player `m`, compose to `(v, κ)`. What he gains by the aim
`y` instead of `y'` has the sign of a polynomial, as in announced play (`truel_ref.play.turns.advantage`):

    r - r' + (k - k') v + (k r' - k' r) κ        own components

or, where `y'` is a stalemate, which is worth nothing to him, of `r + k v`. So where the signs of finitely many
polynomials are known, all pure equilibria are.

Source: the definition is that of `truel_ref.play.responses`, and so is the proof that of a player's options with equal
`k` only those with the largest own `r` need be looked at.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

from truel_ref.game.indices import Path
from truel_ref.play import phase
from truel_ref.play.turns import advantage
from truel_ref.symbolic.algebra import Function
from truel_ref.symbolic.decisions import Decisions, SignedFactors, SignOf, settled, sign_by

__all__ = ["BestResponses"]


class BestResponses:
    """The pure stationary equilibria of the first phase over symbols.

    Parameters: `decisions`, the options and turns of that phase; two players left shoot each other.

    >>> from fractions import Fraction
    >>> from truel_ref.symbolic.algebra import Letters, value_at
    >>> responses = BestResponses(Decisions(Letters([None, None, 1])))
    >>> def sign_of(polynomial):
    ...     value = value_at(polynomial, [Fraction(1, 2), Fraction(2, 5)])
    ...     return (value > 0) - (value < 0)
    >>> for path in responses.equilibria(sign_of):
    ...     print(*responses.decisions.aims(path))
    C Miss A
    """

    def __init__(self, decisions: Decisions) -> None:
        self.decisions = decisions
        self._gains: dict[tuple[int, Path, int, int], SignedFactors] = {}
        self._kills: dict[tuple[int, int, int], SignedFactors] = {}

    def equilibria(self, sign_of: SignOf) -> list[Path]:
        """Return all pure equilibria in canonical order, as one option per player.

        Parameters: `sign_of`, the signs of the polynomials. The answer holds wherever those asked for have these signs.
        """
        options = [self._candidates(place, sign_of) for place in range(len(self.decisions.order))]
        return [path for path in product(*options) if self._holds(path, options, sign_of)]

    def _holds(self, path: Path, options: Sequence[Sequence[int]], sign_of: SignOf) -> bool:
        """Tell whether nobody gains by another candidate while the others keep their options."""
        return all(
            sign_by(self._gain(place, path, other), sign_of) <= 0
            for place, candidates in enumerate(options)
            for other in candidates
            if other != path[place]
        )

    def _candidates(self, place: int, sign_of: SignOf) -> list[int]:
        """Return the options of a player that can be best responses; who never hits has the one of the tie rule."""
        every = range(len(self.decisions.options[place]))
        if not self.decisions.letters.hits[self.decisions.order[place]]:
            ranks = self.decisions.tie_ranks(place, tuple(every), sign_of)
            return [ranks.index(0)]
        best: dict[Function, list[int]] = {}
        for option in every:
            rivals = best.setdefault(self.decisions.turns[place][option][1], [])
            sign = sign_by(self._kill(place, option, rivals[0]), sign_of) if rivals else 1
            if sign > 0:
                rivals[:] = [option]
            elif sign == 0:
                rivals.append(option)
        return sorted(option for rivals in best.values() for option in rivals)

    def _kill(self, place: int, first: int, second: int) -> SignedFactors:
        """Return what decides which of two options with equal `k` has the larger own `r`."""
        key = place, first, second
        if key not in self._kills:
            player, turns = self.decisions.order[place], self.decisions.turns[place]
            self._kills[key] = settled(turns[first][0][player] - turns[second][0][player])
        return self._kills[key]

    def _gain(self, place: int, path: Path, other: int) -> SignedFactors:
        """Return what decides whether a player gains by another option than that of a profile."""
        key = place, path[:place] + path[place + 1 :], other, path[place]
        if key not in self._gains:
            self._gains[key] = settled(self._advantage(place, path, other))
        return self._gains[key]

    def _advantage(self, place: int, path: Path, other: int) -> Function:
        """Return a function with the sign of that gain."""
        player, turns = self.decisions.order[place], self.decisions.turns[place]
        rest = self._others(place, path)
        changed = (*path[:place], other, *path[place + 1 :])
        if self.decisions.stalls(changed):
            return -self._value(turns[path[place]], rest, player)
        if self.decisions.stalls(path):
            return self._value(turns[other], rest, player)
        return advantage(turns[other], turns[path[place]], rest, player)

    @staticmethod
    def _value(own: phase.Turn[Function], rest: phase.Turn[Function], player: int) -> Any:
        """Return `r + k v`, which has the sign of what a turn is worth where it is no stalemate."""
        return own[0][player] + own[1] * rest[0][player]

    def _others(self, place: int, path: Path) -> phase.Turn[Function]:
        """Return what the turns of all others amount to, from the one after a player round to the one before him."""
        composed = self.decisions.letters.identity()
        for turn in self._following(place, path):
            composed = phase.compose(composed, turn)
        return composed

    def _following(self, place: int, path: Path) -> Iterator[phase.Turn[Function]]:
        for where in (*range(place + 1, len(path)), *range(place)):
            yield self.decisions.turns[where][path[where]]
