"""501 in the least expected number of turns, exactly.

A turn has three darts. A dart that leaves less than 2, unless it leaves 0 with a double, is a bust: the turn ends at
once, and the total returns to its value at the start of the turn. The turn that finishes counts as a whole turn. A
state is the total at the start of the turn, the rest that is left now, and the darts in hand.

**Cycles.** A turn leads to a smaller total or back to its own start, never to a larger total. So the totals are solved
one after the other, each with a single unknown, `x = v(total)`, in

    x = min over policies of the turn of   1 + k x + sum of P(total') v(total'),

where `k` is the chance that the turn scores nothing, by busts or beside the board. A policy gives
`x = (1 + sum of P v) / (1 - k)`; and for a given `x` backward induction, from the last dart to the first, gives the
best policy of the turn.

**Policy iteration** (`truel_ref.kernels.linear`) alternates the two, until the best policy against `x` is the policy
that gave `x`. That is the certificate: no state of the turn has a better target.

**Decisions.** Values are integers over one common denominator. Floats compare all targets of all states at once; their
errors are bounded, and a target is dropped only if it is worse by far more than this bound. If several targets remain,
exact integers decide, and of equal targets the first in canonical order is taken. So neither a value nor a target
depends on a float.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from math import gcd, lcm
from typing import TYPE_CHECKING, Any

from truel_ref.budget import check
from truel_ref.errors import GameError, shown
from truel_ref.files import Progress
from truel_ref.games.darts.board import TARGETS, is_double, made_again, outcome, read_total, score_of
from truel_ref.kernels.linear import iterate_policies
from truel_ref.numbers import decimal_text, fraction_text, inside_integer, integer_text, read_rational_probability
from truel_ref.records.record import Record, contradicts
from truel_ref.records.table import Cell, Table

if TYPE_CHECKING:
    import numpy as np

__all__ = ["Turns", "TurnsPolicy", "turns"]

_DARTS = 3
_HIGHEST = 60  # that a dart can score
_MOST = 1001
_MISS_DIGITS = 40  # of the denominator of the miss rate; the values have a thousand times more digits
_DECIMALS = 9
_SHORT = 30  # longest fraction that is shown whole, in characters

_MARGIN = 2.0**-40
"""The part of the largest value by which a target must be worse for floats to drop it.

A value of the last dart is a sum of at most 62 products of floats nearest to exact numbers, so its error is at most
65 * 2^-53 of the largest value (N. Higham, *Accuracy and Stability of Numerical Algorithms* (2002), section 3.1); each
further dart adds the same. The difference of two values has an error below 6 * 65 * 2^-53 < 2^-44.
"""


def turns(total: int = 501, miss: object = 0, *, progress: Progress | None = None) -> Turns:
    """Return the least expected number of turns for every total up to a limit, with a best target in every state.

    Parameters: `total`, from 2 to 1,001; `miss`, the miss rate, a rational number in [0, 1] with at most 40 digits;
    `progress`, called with the number of totals done since the last call.

    Raises `GameError` for another total, `NumberError` for another miss rate.

    >>> turns(40).value(40), turns(8, "1/2").value(2)
    (Fraction(1, 1), Fraction(64, 21))
    """
    total = read_total(total, 2, _MOST)
    m = read_rational_probability(miss, "miss")
    if m.denominator >= 10 ** (_MISS_DIGITS + 1):
        raise GameError(
            f"miss: {shown(fraction_text(m))} has more than {_MISS_DIGITS} digits, and the values a thousand "
            "times as many; round it"
        )
    leg = _Leg(m)
    for start in range(2, total + 1):
        check()
        leg.solve(start)
        if progress is not None:
            progress(1)
    return Turns(total, m, leg.fractions, leg.policies)


_Policy = dict[int, "dict[int, int]"]
"""By darts in hand and by the rest: the place of a target in the canonical order."""


class _Leg:
    """The totals that are solved so far, and the solver of the next total.

    Fields: `chances`, by target the ways to score: the score, whether it is a double, and its chance times `scale`;
    `values`, the numerators of the last values, by total, over the common denominator `bottom`.
    """

    def __init__(self, miss: Fraction) -> None:
        import numpy as np

        landings = [outcome(target, miss).map(lambda place: (score_of(place), is_double(place))) for target in TARGETS]
        self.scale = lcm(*(chance.denominator for ways in landings for chance in ways.values()))
        self.chances: list[list[tuple[int, bool, int]]] = [
            [(*way, int(chance * self.scale)) for way, chance in ways.items()] for ways in landings
        ]
        self.hits = np.zeros((len(TARGETS), _HIGHEST + 1))
        self.doubles = np.zeros((len(TARGETS), _HIGHEST + 1))
        for number, ways in enumerate(landings):
            for (score, double), chance in ways.items():
                self.hits[number, score] += float(chance)
                self.doubles[number, score] += float(chance) * double
        self.values: dict[int, Any] = {}
        self.bottom = inside_integer(1)
        self.floats: dict[int, float] = {}
        self.fractions: dict[int, Fraction] = {}
        self.policies: dict[int, _Policy] = {}

    def solve(self, start: int) -> None:
        """Compute the value of a total from those below it, and a best policy of the turn."""
        guess = 1.0 + self.floats.get(start - 1, 1.0)
        policy = self.best_policy(start, guess)
        while self.ends(start, policy)[start] == self.scale**_DARTS:  # guess too low: never scoring looked best
            guess *= 2
            policy = self.best_policy(start, guess)

        def improve(value: tuple[Any, int], policy: _Policy) -> _Policy:
            top, factor = value
            return self.best_policy(start, int(top) / int(self.bottom * factor), value)

        policy, (top, factor) = iterate_policies(policy, lambda policy: self.value_of(start, policy), improve)
        self.bottom *= factor
        self.values = {left: value * factor for left, value in self.values.items() if left > start - 3 * _HIGHEST}
        self.values[start] = top
        self.fractions[start] = Fraction(int(top), int(self.bottom))
        self.floats[start] = float(self.fractions[start])
        self.policies[start] = policy

    def ends(self, start: int, policy: _Policy) -> dict[int, int]:
        """Return the totals after a turn, 0 for the end of the leg, with their chances times `scale ** 3`."""
        after = {start: 1}
        ended = defaultdict(int, {start: 0})
        for later in reversed(range(_DARTS)):
            before, after = after, defaultdict(int)
            rest = self.scale**later
            for left, weight in before.items():
                for score, double, chance in self.chances[policy[later + 1][left]]:
                    then = left - score
                    if then >= 2:
                        after[then] += weight * chance
                    else:
                        ended[0 if then == 0 and double else start] += weight * chance * rest
        for left, weight in after.items():
            ended[left] += weight
        return ended

    def value_of(self, start: int, policy: _Policy) -> tuple[Any, int]:
        """Return the value of a total by a policy, `top / (bottom * factor)`, as `(top, factor)`."""
        ended = self.ends(start, policy)
        again = ended.pop(start)
        top = self.bottom * self.scale**_DARTS + sum(self.values[left] * ended[left] for left in ended if left)
        factor = self.scale**_DARTS - again
        common = gcd(int(top % factor), factor)
        return top // common, factor // common

    def exactly(self, start: int, policy: _Policy, value: tuple[Any, int]) -> Callable[[int, int, int], Any]:
        """Return a function of the rest, the darts in hand and a target: the exact value of this state of a turn.

        The value is an integer over `bottom * factor * scale ** darts`.

        Parameters: `start`; `policy`, for the later darts of the turn; `value`, of the start.
        """
        top, factor = value

        def worth(left: int, darts: int, target: int) -> Any:
            total: Any = 0
            for score, double, chance in self.chances[target]:
                then = left - score
                if then >= 2:
                    total += chance * state(then, darts - 1)
                elif then or not double:
                    total += chance * top * self.scale ** (darts - 1)
            return total

        @cache
        def state(left: int, darts: int) -> Any:
            if darts:
                return worth(left, darts, policy[darts][left])
            return top if left == start else self.values[left] * factor

        return worth

    def best_policy(self, start: int, guess: float, value: tuple[Any, int] | None = None) -> _Policy:
        """Return the best policy of a turn for a given value of starting again, by backward induction.

        Parameters: `start`; `guess`, the value of starting again as the nearest float; `value`, the exact value, or
        None if there is only a guess; then the floats decide.
        """
        import numpy as np

        floats = np.full(start + 1, guess)
        for left in range(max(2, start - 3 * _HIGHEST), start):
            floats[left] = self.floats[left]
        margin = _MARGIN * float(floats.max())
        policy: _Policy = {}
        exactly = None if value is None else self.exactly(start, policy, value)
        for darts in range(1, _DARTS + 1):
            least = start if darts == _DARTS else max(2, start - _HIGHEST * (_DARTS - darts))
            worths = self.worths(floats, guess, least, start)
            best = worths.min(axis=0)
            near = worths <= best + margin
            chosen = worths.argmin(axis=0) if value is None else near.argmax(axis=0)
            policy[darts] = {least + place: int(number) for place, number in enumerate(chosen)}
            if exactly is not None:
                for place in np.flatnonzero(near.sum(axis=0) > 1).tolist():
                    targets = np.flatnonzero(near[:, place]).tolist()
                    policy[darts][least + place] = min(targets, key=partial(exactly, least + place, darts))
            floats = np.full(start + 1, np.nan)
            floats[least:] = best
        return policy

    def worths(self, floats: np.ndarray, again: float, least: int, start: int) -> np.ndarray:
        """Return for every target and every rest from `least` to `start` the expected number of turns after this dart.

        Parameters: `floats`, the expected numbers of turns afterwards, by rest; `again`, the value of starting again;
        `least` and `start`, the range of rests.
        """
        import numpy as np

        padded = np.concatenate([np.full(_HIGHEST, again), floats])
        padded[: _HIGHEST + 2] = again  # less than 2 left is a bust
        lefts = np.arange(least, start + 1)
        after = padded[_HIGHEST + lefts[None, :] - np.arange(_HIGHEST + 1)[:, None]]
        worths: np.ndarray = self.hits @ after
        last = lefts[lefts <= _HIGHEST]
        worths[:, : len(last)] -= self.doubles[:, last] * again  # except 0 with a double, which ends the leg
        return worths


@dataclass(frozen=True, repr=False)
class Turns(Record):
    """The least expected number of turns for every total, and a best target in every state.

    Fields: `total`, the largest total; `miss`, the miss rate; `values`, by total from 2 on; `policies`, by total at the
    start of the turn, darts in hand and rest: the place of the best target in `TARGETS`, the first of equally good
    targets.

    >>> leg = turns(40)
    >>> print(leg)
    total    turns    aim
    -------  -------  -----
    40       1        T12
    >>> leg.best_target(40, 40, 3), leg.best_target(40, 20, 1)
    ('T12', 'D10')
    """

    total: int
    miss: Fraction
    values: dict[int, Fraction]
    policies: dict[int, _Policy]

    def __repr__(self) -> str:
        decimal = decimal_text(self.values[self.total], _DECIMALS)
        return f"<Turns from {self.total} with miss rate {fraction_text(self.miss)}: {decimal}>"

    def value(self, total: int) -> Fraction:
        """Return the least expected number of turns from a total. Raises `GameError` for an unsolved total."""
        return self.values[read_total(total, 2, self.total)]

    def best_target(self, start: int, left: int | None = None, darts: int = _DARTS) -> str:
        """Return the first best target of a state.

        Parameters: `start`, the total at the start of the turn; `left`, the rest now, by default `start`; `darts`, in
        hand, from 3 to 1.

        Raises `GameError` for an impossible state.
        """
        start = read_total(start, 2, self.total)
        left = start if left is None else left
        aims = self.policies[start].get(darts) if darts in (1, 2, 3) else None
        if aims is None or left not in aims:
            raise GameError(f"nobody who begins a turn at {start} has {shown(left)} left with {shown(darts)} darts")
        return TARGETS[aims[left]]

    def to_json(self) -> dict[str, Any]:
        """Return the record as plain data for JSON: the value of the total as a fraction, however long."""
        return {
            "game": "darts",
            "total": self.total,
            "miss": fraction_text(self.miss),
            "turns": fraction_text(self.values[self.total]),
            "decimal": decimal_text(self.values[self.total], _DECIMALS),
            "aim": self.best_target(self.total),
        }

    @classmethod
    def from_json(cls, data: Any) -> Turns:
        """Read what `to_json` wrote, which must be right. Raises `GameError` otherwise."""
        record = made_again(data, ("total", "miss"), turns, "the least number of turns from total and miss rate")
        if contradicts(data, {"policy": record.policy_json()} if "policy" in data else {}):
            raise GameError(f"this is not the best policy for the least number of turns of {record.total}")
        return record

    def policy_json(self) -> list[dict[str, Any]]:
        """Return every total with its value and a best target for every state of its turn, as plain data."""
        return [
            {
                "total": start,
                "turns": fraction_text(self.values[start]),
                "aims": {
                    str(darts): {str(left): TARGETS[target] for left, target in aims.items()}
                    for darts, aims in self.policies[start].items()
                },
            }
            for start in self.values
        ]

    def table_of(self, totals: list[int]) -> Table:
        """Return the table of some totals."""
        rows: list[tuple[Cell, ...]] = [
            (start, _value_text(self.values[start]), self.best_target(start)) for start in totals
        ]
        return Table(("total", "turns", "aim"), rows)

    def _table(self) -> Table:
        return self.table_of([self.total])


@dataclass(frozen=True)
class TurnsPolicy(Record):
    """The least expected numbers of turns with a best target for every total, and in JSON for every state.

    Field: `leg`, the solved totals.
    """

    leg: Turns

    def to_json(self) -> dict[str, Any]:
        """Return the data of `Turns.to_json` with the policy."""
        return self.leg.to_json() | {"policy": self.leg.policy_json()}

    def _table(self) -> Table:
        return self.leg.table_of(list(self.leg.values))


def _value_text(value: Fraction) -> str:
    """Return a short fraction whole, and otherwise its first decimals and the length of its denominator."""
    if value.numerator < 10**_SHORT:
        text = fraction_text(value)
        return text if value.denominator == 1 else f"{text} = {decimal_text(value, _DECIMALS)}"
    digits = len(integer_text(value.denominator))
    return f"{decimal_text(value, _DECIMALS)} (denominator of {digits:,} digits)"
