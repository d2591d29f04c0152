"""Win probabilities of many pixels under one profile, correctly rounded to doubles.

With the aims of all phases known, nothing is compared any more: every turn is two or three products, and the phases are
composed as the rules say (`truel_ref.play.phase`), in double-double arithmetic and without any difference, so that
relative errors only add up. What is exactly 0 or 1 is kept apart, as an integer, and costs nothing.

**Rounding.** A sum, product or quotient of double-doubles >= 0 has a relative error below `2^-100`, and fewer than 1000
of them lie on any way from the hit probabilities to a result of up to eight players, so `2^-90` bounds the whole. The
double nearest to the exact value is known if both ends of that interval round to it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

from truel_ref.fast import doubledouble
from truel_ref.fast.batches import Profile
from truel_ref.fast.doubledouble import Double, double, doubles
from truel_ref.fast.identities import Hit
from truel_ref.game.aims import Aim
from truel_ref.game.orders import Order, next_order
from truel_ref.game.problem import Problem
from truel_ref.maps.grid import MapSpec
from truel_ref.numbers import Number, read_rational

if TYPE_CHECKING:
    import numpy as np

__all__ = ["Area", "grid_doubles"]

RELATIVE = 2.0**-90

Value: TypeAlias = "int | Double"
"""0 or 1, exactly, or a double-double."""

Chances: TypeAlias = "dict[int, Value]"
"""By outcome (a player, or the number of players for a stalemate) what is not 0."""


@lru_cache(maxsize=4)
def grid_doubles(points: int) -> Double:
    """Return the steps of a grid, from 0 to 1, as double-doubles.

    >>> high, low = grid_doubles(3)
    >>> float(high[1]) == 1 / 3, float(low[2]) == float(Fraction(2, 3) - Fraction(2 / 3))
    (True, True)
    """
    return doubles([Fraction(step, points) for step in range(points + 1)])


class Area:
    """Pixels that agree in who is stronger, and in whose hit probability is 0 or 1.

    Parameters: `spec`, the map; `problem`, that of one of the pixels.
    """

    def __init__(self, spec: MapSpec, problem: Problem) -> None:
        self.problem = problem
        # What all pixels share: numbers, and letters for what varies; on the diagonal the same letter twice.
        fixed = tuple(read_rational(hit, digits=None) for hit in problem.hits)
        free = [hit if hit in {0, 1, *fixed[2:]} else name for hit, name in zip(fixed[:2], "ab", strict=True)]
        if fixed[0] == fixed[1]:
            free[1] = free[0]
        self.letters: tuple[Hit, ...] = (*free, *fixed[2:])
        self.steps = grid_doubles(spec.points)
        self._duels: dict[Order, Chances] = {}

    def win(self, profile: Profile, rows: np.ndarray, columns: np.ndarray) -> tuple[np.ndarray, np.ndarray] | None:
        """Return the probabilities of all outcomes, outcomes x pixels, and for which pixels the rounding is settled.

        None where nobody can be hit and somebody was to choose: he has no aim then, not even his only option.
        """
        import numpy as np

        problem = self.problem
        steps = [rows, columns]
        hits = [self._hits(player, steps[player] if player < 2 else None) for player in range(problem.players)]
        chances = _Round(problem, profile, hits, lambda order: self._gathered(order, steps)).phase(problem.first_order)
        first = problem.first_order
        if chances == {problem.players: 1} and any(problem.has_choice(first, player) for player in first):
            return None
        win, settled = np.zeros((problem.players + 1, len(rows))), np.ones(len(rows), dtype=bool)
        for outcome, chance in chances.items():
            if isinstance(chance, int):
                win[outcome] = chance
                continue
            high, low = chance
            slack = high * RELATIVE
            win[outcome] = high
            settled &= (high + (low + slack) == high) & (high + (low - slack) == high)
        return win, settled

    def _hits(self, player: int, steps: np.ndarray | None) -> tuple[Value, Value]:
        """Return the hit probability of a player, and `1 - p`; on the grid that is the step as far from the end.

        A player of the grid without steps has no part in what is computed.
        """
        hit = self.problem.hits[player]
        if hit in {0, 1}:
            return int(hit == 1), int(hit == 0)
        if player > 1:
            return _number(hit), _number(1 - hit)
        if steps is None:
            return 0, 1
        high, low = self.steps
        return (high[steps], low[steps]), (high[len(high) - 1 - steps], low[len(high) - 1 - steps])

    def _gathered(self, order: Order, steps: list[np.ndarray]) -> Chances | None:
        """Return a duel that varies along one side of the map only, out of its values at all steps; else None."""
        import numpy as np

        free = [player for player in order if player < 2 and self.problem.hits[player] not in {0, 1}]
        if len(order) != 2 or len(free) != 1 or order == self.problem.first_order:
            return None
        player = free[0]
        if order not in self._duels:
            every = np.arange(len(self.steps[0]))
            hits = [self._hits(one, every if one == player else None) for one in range(self.problem.players)]
            with np.errstate(divide="ignore", invalid="ignore"):  # at the ends, which are in other areas
                self._duels[order] = _Round(self.problem, {}, hits, lambda order: None).phase(order)
        chosen = steps[player]
        return {
            outcome: chance if isinstance(chance, int) else (chance[0][chosen], chance[1][chosen])
            for outcome, chance in self._duels[order].items()
        }


class _Round:
    """The phases of one profile at some pixels.

    Parameters: `problem`; `profile`; `hits`, per player his hit probability and `1 - p`; `gathered`, what is known of a
    phase elsewhere, if anything.
    """

    def __init__(
        self,
        problem: Problem,
        profile: Profile,
        hits: list[tuple[Value, Value]],
        gathered: Callable[[Order], Chances | None],
    ) -> None:
        self.problem = problem
        self.profile = profile
        self.hits = hits
        self.gathered = gathered
        self.known: dict[Order, Chances] = {}

    def phase(self, order: Order) -> Chances:
        """Return the probabilities of all outcomes at the start of a phase."""
        if len(order) == 1:
            return {order[0]: 1}
        if order not in self.known:
            self.known[order] = self.gathered(order) or self._phase(order)
        return self.known[order]

    def _phase(self, order: Order) -> Chances:
        aims = self.profile.get(order) or tuple(self.problem.options(order, player)[0] for player in order)
        total: Chances = {}
        below: Value = 0
        for player, aim in zip(reversed(order), reversed(aims), strict=True):
            r, k, gone = self._turn(order, player, aim)
            *passed, below_passed = _all_times([*total.values(), below], k)
            later = dict(zip(total, passed, strict=True))
            total = {outcome: _plus(r.get(outcome, 0), later.get(outcome, 0)) for outcome in {**r, **total}}
            # Somebody is hit for certain after this turn: then, too, from it on.
            below = 1 if below == 1 else _plus(gone, below_passed)
        if isinstance(below, int):
            return total if below else {self.problem.players: 1}
        some = {outcome: _pair(chance) for outcome, chance in total.items() if chance != 0}
        return dict(zip(some, doubledouble.all_quotients(list(some.values()), below), strict=True))

    def _turn(self, order: Order, player: int, aim: Aim) -> tuple[Chances, Value, Value]:
        """Return `r` by outcome, `k` and `1 - k` of a player's turn."""
        hit, miss = self.hits[player]
        if hit == 0 or aim.is_miss:
            return {}, 1, 0
        r: Chances = {}
        for victim in aim.targets:
            share = _times(hit, _number(aim.weights[victim]))
            later = self.phase(next_order(order, player, victim))
            for outcome, chance in zip(later, _all_times(list(later.values()), share), strict=True):
                r[outcome] = _plus(r.get(outcome, 0), chance)
        return r, _plus(miss, _times(hit, _number(1 - aim.total))), _times(hit, _number(aim.total))


def _number(exact: Number) -> Value:
    """Return an exact number."""
    import numpy as np

    if exact in {0, 1}:
        return int(exact == 1)
    high, low = double(exact)
    return np.array([high]), np.array([low])


def _plus(x: Value, y: Value) -> Value:
    if isinstance(x, int) and isinstance(y, int):
        assert x + y <= 1
        return x + y
    if x == 0:
        return y
    if y == 0:
        return x
    return doubledouble.added(_pair(x), _pair(y))


def _times(x: Value, y: Value) -> Value:
    if isinstance(x, int):
        return y if x else 0
    if isinstance(y, int):
        return x if y else 0
    return doubledouble.times(x, y)


def _all_times(several: Sequence[Value], y: Value) -> list[Value]:
    """Return the products of several numbers with one."""
    if isinstance(y, int):
        return list(several) if y else [0] * len(several)
    products = iter(doubledouble.all_times([x for x in several if not isinstance(x, int)], y))
    return [(y if x else 0) if isinstance(x, int) else next(products) for x in several]


def _pair(x: Value) -> Any:
    import numpy as np

    return (np.array([float(x)]), np.array([0.0])) if isinstance(x, int) else x
