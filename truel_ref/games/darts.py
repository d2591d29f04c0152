"""Darts: finishes, where a dart lands, the best target for every miss rate, and 501 in the fewest expected turns.

There are 62 targets. **Double out**: a finish brings a total to exactly 0, and its last dart is a double.

**Misses.** With the miss rate `m`, from 0 to 1, a dart misses ring and section independently:

- aimed at a treble, it misses the ring with `m`, into the single; at a double with `m`, half into the single and half
  off the board; at a single with `m/5`, half into the double and half into the treble;
- it misses the section with `m`, half to either neighbour;
- aimed at the single bull, it misses the ring with `m`, a quarter into the double bull and three quarters into the
  single ring; at the double bull with `min(1, 3m)`, two thirds into the single ring and a third into the single bull;
- a dart aimed at a bull whose ring is a bull still leaves it with `m` for the single ring. From a bull to the single
  ring, all 20 sections are equally likely.

docs/use/darts.md has the rules and the proofs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache, partial
from itertools import count, dropwhile, pairwise, product
from math import gcd, lcm, pi
from operator import not_, sub
from typing import TYPE_CHECKING, Any, TypeAlias

from truel_ref.errors import ProblemError, refuse, shown
from truel_ref.files import Progress
from truel_ref.games import GameRecord
from truel_ref.kernels.linear import iterate_policies
from truel_ref.numbers import (
    Number,
    decimal_text,
    evaluate,
    fraction_text,
    inside,
    integer_text,
    number_text,
    primitive,
    read_count,
    read_probability,
    read_rational_probability,
    real_roots,
)
from truel_ref.records.drawing import usual_settings
from truel_ref.records.table import Percent, Rounded, Table

if TYPE_CHECKING:
    import numpy as np
    from matplotlib.figure import Figure

# ---------------------------------------------------------------------------------------------------------
# The board

SECTIONS = (20, 1, 18, 4, 13, 6, 10, 15, 2, 17, 3, 19, 7, 16, 8, 11, 14, 9, 12, 5)
"""The sections, clockwise from the top."""

_NUMBERED = [f"{ring}{section}" for ring in "TDS" for section in range(20, 0, -1)]

TARGETS = (*_NUMBERED[:40], "DB", *_NUMBERED[40:], "SB")
"""All targets in the canonical order: trebles, doubles, the double bull, singles, the single bull."""

OFF = "OFF"
"""Off the board: an outcome that scores 0, and never a target."""

SCORES: Mapping[str, int] = {OFF: 0, "SB": 25, "DB": 50} | {
    target: "OSDT".index(target[0]) * int(target[1:]) for target in _NUMBERED
}
"""The score of every outcome."""

_BEST_DART = 60  # the highest score of a dart

_DOUBLES = [target for target in TARGETS if target[0] == "D"]


def read_target(value: object) -> str:
    """Return a target in its canonical spelling. Raises `ProblemError` for any other value, including OFF.

    >>> read_target("t20")
    'T20'
    """
    word = value.strip().upper() if isinstance(value, str) else value
    unknown = f"{shown(value)} is not a target; aim at S1 to S20, D1 to D20, T1 to T20, SB or DB"
    refuse(ProblemError, (word not in TARGETS, unknown))
    return str(word)


# ---------------------------------------------------------------------------------------------------------
# Double out


def double_out(total: int) -> list[str] | None:
    """Return the first shortest finish of at most three darts in canonical order, or None.

    The order of the darts matters. Finishes are in the order of `TARGETS`, by the first dart first.

    Parameters: `total`, from 0 to 10,000. Raises `NumberError` for another total.

    >>> double_out(170), double_out(100), double_out(171)
    (['T20', 'T20', 'DB'], ['T20', 'D20'], None)
    """
    return next(map(list, finishes(total).ways), None)


@dataclass(frozen=True)
class Finishes(GameRecord):
    """The finishes of a total in the least number of darts.

    Fields: `total`; `darts`, the least number of darts, None if there is no finish; `sequences`, the number of ordered
    sequences of that many targets that finish; `ways`, these sequences if three darts are enough, in canonical order.
    """

    total: int
    darts: int | None
    sequences: int
    ways: tuple[tuple[str, ...], ...]

    def _table(self) -> Table:
        if self.ways:
            return Table(("first", "second", "third")[: self.darts], self.ways)
        columns, note = ("total", "darts", "sequences"), f"{self.total} cannot be finished in three darts"
        return Table(columns, [(self.total, self.darts, self.sequences)], notes=[note])


def finishes(total: int) -> Finishes:
    """Return the least number of darts that finish a total, and the number of finishes with it.

    The steps: (1) try 1, 2, 3 … darts; `n` darts score at most `60 n`; (2) for each, add up the numbers of
    finishes after every first dart.

    Parameters: `total`, from 0 to 10,000. Raises `NumberError` for another total.

    >>> answer = finishes(501)
    >>> answer.darts, answer.sequences
    (9, 3944)
    >>> finishes(1)
    Finishes(total=1, darts=None, sequences=0, ways=())
    """
    total = read_count(total, "total", 0, 10_000)
    if total < 2:
        return Finishes(total, None, 0, ())
    darts = next(darts for darts in count(1) if _sequences(total, darts))
    return Finishes(total, darts, _sequences(total, darts), tuple(_ways(total, darts) if darts <= 3 else ()))


def _ways(total: int, darts: int) -> list[tuple[str, ...]]:
    """Return the finishes with exactly this number of darts."""
    if not darts:
        return [()] * (total == 0)
    return [(aim, *rest) for aim in _aims(darts) for rest in _ways(total - SCORES[aim], darts - 1)]


@cache
def _sequences(total: int, darts: int) -> int:
    """Return the number of finishes with exactly this number of darts."""
    if not darts:
        return int(total == 0)
    if not 0 < total <= _BEST_DART * darts:
        return 0
    return sum(_sequences(total - SCORES[aim], darts - 1) for aim in _aims(darts))


def _aims(darts: int) -> Sequence[str]:
    """Return the targets of a dart in a finish: with one dart in hand, the doubles."""
    return TARGETS if darts > 1 else _DOUBLES


# ---------------------------------------------------------------------------------------------------------
# Where a dart lands


@dataclass(frozen=True)
class Landing(GameRecord):
    """Where a dart lands: `target`; `miss`, the miss rate; `chances`, of the outcomes; `score`, the expected score."""

    target: str
    miss: Number
    chances: dict[str, Any]
    score: Any

    def _table(self) -> Table:
        rows = [(place, chance, Percent(chance)) for place, chance in self.chances.items()]
        rate, score = number_text(self.miss), number_text(self.score)
        note = f"{self.target} with miss rate {rate}: expected score {score}"
        return Table(("lands", "chance", "percent"), rows, notes=[note])


def landing(target: str, miss: object) -> Landing:
    """Return where a dart aimed at a target lands, in canonical order, OFF last, and its expected score.

    Parameters: `target`, such as "T20"; `miss`, the miss rate, a number in [0, 1].

    Raises `ProblemError` for an invalid target, `NumberError` for an invalid miss rate.

    >>> dart = landing("T20", "1/10")
    >>> {place: str(chance) for place, chance in dart.chances.items()}
    {'T20': '81/100', 'T5': '9/200', 'T1': '9/200', 'S20': '9/100', 'S5': '1/200', 'S1': '1/200'}
    >>> str(dart.score)
    '1281/25'
    """
    aimed, m = read_target(target), read_probability(miss, "miss")
    rings = _rings(aimed, m)
    places = _around_bull(rings, m) if aimed in ("SB", "DB") else _around_section(rings, int(aimed[1:]), m)
    chances = {place: places[place] for place in (*TARGETS, OFF) if places.get(place, 0) != 0}
    score = sum((chance * SCORES[place] for place, chance in chances.items()), Fraction(0))
    return Landing(aimed, m, chances, score)


def _rings(target: str, m: Any) -> dict[str, Any]:
    """Return the chances of the rings: S, D and T of a section; SB, DB and S for a bull; and OFF."""
    bull_missed = min(Fraction(1), 3 * m)
    return {
        "SB": {"SB": 1 - m, "DB": m / 4, "S": 3 * m / 4},
        "DB": {"DB": 1 - bull_missed, "SB": bull_missed / 3, "S": 2 * bull_missed / 3},
        "T": {"T": 1 - m, "S": m},
        "D": {"D": 1 - m, "S": m / 2, OFF: m / 2},
        "S": {"S": 1 - m / 5, "D": m / 10, "T": m / 10},
    }[target if target in ("SB", "DB") else target[0]]


def _around_section(rings: dict[str, Any], section: int, m: Any) -> dict[str, Any]:
    place = SECTIONS.index(section)
    left, right = SECTIONS[place - 1], SECTIONS[(place + 1) % len(SECTIONS)]
    off = {OFF: rings.pop(OFF, 0)}
    shares = {section: 1 - m, left: m / 2, right: m / 2}
    return off | {f"{ring}{hit}": rings[ring] * share for ring in rings for hit, share in shares.items()}


def _around_bull(rings: dict[str, Any], m: Any) -> dict[str, Any]:
    single = (rings["S"] + (rings["SB"] + rings["DB"]) * m) / len(SECTIONS)
    stays = {bull: rings[bull] * (1 - m) for bull in ("SB", "DB")}
    return stays | {f"S{section}": single for section in SECTIONS}


# ---------------------------------------------------------------------------------------------------------
# The best target for one miss rate, and for all of them

_DECIMALS = 6


@dataclass(frozen=True)
class BestTarget(GameRecord):
    """The best targets for one miss rate: `miss`; `targets`, in canonical order; `score`, their expected score."""

    miss: Number
    targets: tuple[str, ...]
    score: Number

    def _table(self) -> Table:
        rows = [(target, self.score, Rounded(self.score, _DECIMALS)) for target in self.targets]
        return Table(("aim", "expected score", "decimal"), rows)

    def plot(self) -> Figure:
        """Return the board as a figure of matplotlib, as `board_figure` draws it."""
        return board_figure(self.miss)


def best_target(miss: object) -> BestTarget:
    """Return all targets with the largest expected score, in canonical order, and that score.

    Parameters: `miss`, the miss rate, a number in [0, 1]. Raises `NumberError` for another value.

    >>> best_target(0)
    BestTarget(miss=Fraction(0, 1), targets=('T20',), score=Fraction(60, 1))
    """
    m = read_probability(miss, "miss")
    scores = {target: landing(target, m).score for target in TARGETS}
    best = max(scores.values())
    return BestTarget(m, tuple(target for target in TARGETS if scores[target] == best), best)


@dataclass(frozen=True)
class Stretch:
    """Miss rates with the same best targets: an open interval, or a point if both ends are equal.

    Fields: `low` and `high`, exact numbers; `targets`, in canonical order; `score`, the expected score as text: a
    number at a point, otherwise a polynomial in the miss rate m.
    """

    low: Number
    high: Number
    targets: tuple[str, ...]
    score: str


@dataclass(frozen=True)
class BestTargets(GameRecord):
    """The best targets for every miss rate: `stretches`, points and open intervals in turn, which make up [0, 1]."""

    stretches: tuple[Stretch, ...]

    def _table(self) -> Table:
        rows = [
            (own.low, own.high if own.high != own.low else "", Rounded(own.low, _DECIMALS), targets, own.score)
            for own in self.stretches
            for targets in [", ".join(own.targets)]
        ]
        return Table(("miss from", "to", "decimal", "aim", "expected score"), rows)


@lru_cache(maxsize=1)
def best_targets() -> BestTargets:
    """Return the best targets for every miss rate: the exact partition of [0, 1].

    Expected scores are polynomials of degree 2 in the miss rate on [0, 1/3] and on [1/3, 1], because from 1/3 on a dart
    aimed at the double bull always misses the ring. The steps: (1) get the polynomials from three values each; (2) just
    right of a place, the best target has the largest value there, of equal values the largest slope, and of equal
    slopes the largest second derivative; (3) it is the only best one up to the first place where another polynomial
    meets it, a root of their difference as an exact number; (4) continue from there.

    >>> stretches = best_targets().stretches
    >>> stretches[0].targets, stretches[1].score
    (('T20',), '34 m^2 - 91 m + 60')
    """
    stretches = [_point(Fraction(0))]
    for low, high in pairwise((Fraction(0), Fraction(1, 3), Fraction(1))):
        parabolas = {target: _parabola(target, low, high) for target in TARGETS}
        here: Number = low
        while here < high:
            best = max(parabolas.values(), key=partial(_just_after, place=here))
            ends = [root for other in parabolas.values() for root in _meetings(best, other) if here < root < high]
            until = min([high, *ends])
            targets = tuple(target for target in TARGETS if parabolas[target] == best)
            stretches += [Stretch(here, until, targets, _polynomial_text(best)), _point(until)]
            here = until
    return BestTargets(tuple(stretches))


def _point(miss: Number) -> Stretch:
    best = best_target(miss)
    return Stretch(miss, miss, best.targets, number_text(best.score))


def _parabola(target: str, low: Fraction, high: Fraction) -> tuple[Fraction, ...]:
    """Return the polynomial through the expected scores at both ends of an interval and in its middle (Newton)."""
    middle = (low + high) / 2
    left, half, right = (Fraction(landing(target, place).score) for place in (low, middle, high))
    slope = (half - left) / (middle - low)
    bend = ((right - half) / (high - middle) - slope) / (high - low)
    return bend, slope - bend * (low + middle), left - slope * low + bend * low * middle


def _just_after(parabola: tuple[Fraction, ...], place: Number) -> tuple[Number, ...]:
    """Return value, slope and bend at a place: their order is that of polynomials just right of it."""
    return evaluate(parabola, place), 2 * parabola[0] * place + parabola[1], parabola[0]


def _meetings(one: tuple[Fraction, ...], other: tuple[Fraction, ...]) -> tuple[Number, ...]:
    """Return the places where two polynomials have the same value, unless they are equal."""
    difference = list(dropwhile(not_, map(sub, one, other)))
    common = lcm(*(coefficient.denominator for coefficient in difference))
    return real_roots(primitive(int(common * each) for each in difference)) if len(difference) > 1 else ()


def _polynomial_text(parabola: tuple[Fraction, ...]) -> str:
    """Return a polynomial in m as text.

    >>> _polynomial_text((Fraction(-2), Fraction(0), Fraction(1, 2)))
    '-2 m^2 + 1/2'
    """
    terms = zip(map(fraction_text, parabola), (" m^2", " m", ""), strict=True)
    return " + ".join(f"{size}{power}" for size, power in terms if size != "0").replace("+ -", "- ")


# ---------------------------------------------------------------------------------------------------------
# 501 in the least expected number of turns

_DARTS = 3
_MISS_DIGITS = 40  # of the denominator of the miss rate; the values have a thousand times as many
_TURN_DECIMALS, _LONG = 9, 10**15  # decimals, and denominators that are not shown

_MARGIN = 2.0**-40
"""The part of the largest value by which a target must be worse for floats to drop it.

A value of the last dart is a sum of at most 62 products of floats nearest to exact numbers, so its error is at most
65 * 2^-53 of the largest value (N. Higham, *Accuracy and Stability of Numerical Algorithms* (2002), section 3.1); each
further dart adds the same. The difference of two values has an error below 6 * 65 * 2^-53 < 2^-44.
"""

_Policy: TypeAlias = "dict[int, dict[int, int]]"
"""By darts in hand and by the total left: the place of a target in `TARGETS`."""

_Value: TypeAlias = tuple[Any, int]
"""The value of a total: `(top, factor)` stands for `top / (bottom * factor)`."""


@dataclass(frozen=True, repr=False)
class DartTurns(GameRecord):
    """The least expected number of turns for every total, and a best target in every state.

    Fields: `total`, the largest total; `miss`, the miss rate; `values`, by total from 2 on; `policies`, by total at the
    start of the turn, darts in hand and total left: the best target, of equally good ones the first in canonical order.

    >>> leg = turns(40)
    >>> print(leg)
      total  turns        aim
    -------  -----------  -----
         40  1.000000000  T12
    >>> leg.policies[40][3][40], leg.policies[40][1][20]
    ('T12', 'D10')
    """

    total: int
    miss: Fraction
    values: dict[int, Fraction]
    policies: dict[int, dict[int, dict[int, str]]]

    def _table(self) -> Table:
        value, text = self.values[self.total], decimal_text(self.values[self.total], _TURN_DECIMALS)
        if value.denominator >= _LONG:
            text += f" (denominator of {len(integer_text(value.denominator)):,} digits)"
        elif value.denominator > 1:
            text = f"{fraction_text(value)} = {text}"
        return Table(("total", "turns", "aim"), [(self.total, text, self.policies[self.total][_DARTS][self.total])])


def turns(total: int = 501, miss: object = 0, *, progress: Progress = lambda more: None) -> DartTurns:
    """Return the least expected number of turns for every total up to a limit, with a best target in every state.

    A turn leads to a smaller total, or back to its own start. So the totals are solved in ascending order, each with a
    single unknown `x` in `x = min over policies of 1 + k x + (turns from smaller totals)`, where `k` is the chance to
    return. The steps for a total: (1) floats propose a policy; (2) a policy gives `x`, exactly; (3) backward
    induction from the last dart to the first gives the best policy for this `x`; floats only drop targets that are
    worse by more than their proved error, and exact integers decide between the others; (4) end when the policy is the
    one that gave `x`: then no state has a better target, which proves that `x` is least.

    Parameters: `total`, from 2 to 1,001; `miss`, the miss rate, a rational number in [0, 1] whose denominator has at
    most 40 digits; `progress`, called with 1 for every solved total.

    Raises `NumberError` for another total or miss rate, `ProblemError` for a longer denominator.

    Source: R. A. Howard, *Dynamic Programming and Markov Processes* (1960), chapter 4.

    >>> turns(40).values[40], turns(8, "1/2").values[2]
    (Fraction(1, 1), Fraction(64, 21))
    """
    total, m = read_count(total, "total", 2, 1001), read_rational_probability(miss, "miss")
    long = f"miss: {shown(fraction_text(m))} has more than {_MISS_DIGITS} digits; round it"
    refuse(ProblemError, (m.denominator >= 10 ** (_MISS_DIGITS + 1), long))
    leg = _Leg(m)
    values, policies = {}, {}
    for start in range(2, total + 1):
        values[start], policy = leg.solve(start)
        policies[start] = {
            darts: {left: TARGETS[target] for left, target in aims.items()} for darts, aims in policy.items()
        }
        progress(1)
    return DartTurns(total, m, values, policies)


class _Leg:
    """The totals that are solved so far, and the solver of the next one.

    Fields: `throws`, by target the ways to score: the score, whether it is a double, and the chance times `scale`;
    `hits` and `doubles`, the chances of scores in floats, a row for each target; `tops`, the numerators of the last
    values over the common denominator `bottom`; `floats`, the values in floats.
    """

    def __init__(self, miss: Fraction) -> None:
        import numpy as np

        landings = [landing(target, miss).chances for target in TARGETS]
        self.scale = lcm(*(chance.denominator for ways in landings for chance in ways.values()))
        self.throws = [
            [(SCORES[place], (place in _DOUBLES), int(chance * self.scale)) for place, chance in ways.items()]
            for ways in landings
        ]
        self.hits, self.doubles = np.zeros((2, len(TARGETS), _BEST_DART + 1))
        for number, ways in enumerate(landings):
            for place, chance in ways.items():
                self.hits[number, SCORES[place]] += float(chance)
                self.doubles[number, SCORES[place]] += float(chance) * (place in _DOUBLES)
        self.tops: dict[int, Any] = {}
        self.bottom = inside(Fraction(1)).numerator
        self.floats: dict[int, float] = {}

    def solve(self, start: int) -> tuple[Fraction, _Policy]:
        """Return the value of the next total and a best policy of its turn."""
        self.floats = {left: value for left, value in self.floats.items() if left >= start - _DARTS * _BEST_DART}
        # Worse than all smaller totals, so that the first policy scores.
        guess = 1 + max(self.floats.values(), default=1.0)

        def improved(value: _Value, policy: _Policy) -> _Policy:
            return self.best_policy(start, int(value[0]) / int(self.bottom * value[1]), value)

        first = self.best_policy(start, guess, None)
        policy, (top, factor) = iterate_policies(first, partial(self.value_of, start), improved)
        self.bottom *= factor
        self.tops = {left: self.tops[left] * factor for left in self.floats} | {start: top}
        value = Fraction(int(top), int(self.bottom))
        self.floats[start] = float(value)
        return value, policy

    def value_of(self, start: int, policy: _Policy) -> _Value:
        """Return the value of a total by a policy of its turn: `x = (1 + known) / (1 - again)`."""
        known, again = self.later(start, policy)(start, _DARTS, policy[_DARTS][start])
        top, factor = self.bottom * self.scale**_DARTS + known, self.scale**_DARTS - again
        common = gcd(int(top % factor), factor)
        return top // common, factor // common

    def later(self, start: int, policy: _Policy) -> Callable[[int, int, int], tuple[Any, int]]:
        """Return a function of the total left, the darts in hand and a target: the expected number of later turns.

        Its answer `(known, again)` stands for `(known / bottom + again * x) / scale ** darts`, where `x` is the value
        of the start. Further darts of the turn follow the policy.
        """

        def thrown(left: int, darts: int, target: int) -> tuple[Any, int]:
            known: Any = 0
            again = 0
            for score, double, chance in self.throws[target]:
                rest = left - score
                if rest >= 2:
                    more, returns = after(rest, darts - 1)
                    known, again = known + chance * more, again + chance * returns
                elif rest or not double:  # a bust
                    again += chance * self.scale ** (darts - 1)
            return known, again

        @cache
        def after(left: int, darts: int) -> tuple[Any, int]:
            if darts:
                return thrown(left, darts, policy[darts][left])
            return (0, 1) if left == start else (self.tops[left], 0)

        return thrown

    def best_policy(self, start: int, again: float, value: _Value | None) -> _Policy:
        """Return the best policy of a turn for a given value of its start, by backward induction.

        Parameters: `start`; `again`, the value as the nearest float; `value`, the exact value, or None for a guess, for
        which the floats alone decide.
        """
        import numpy as np

        floats = np.full(start + 1, again)
        floats[list(self.floats)] = list(self.floats.values())
        margin = _MARGIN * float(floats.max())
        policy: _Policy = {}
        later, (top, factor) = self.later(start, policy), value or (0, 1)
        for darts in range(1, _DARTS + 1):
            least = start if darts == _DARTS else max(2, start - _BEST_DART * (_DARTS - darts))
            worths = self.worths(floats, again, least, start)
            best = worths.min(axis=0)
            near = worths <= best + margin
            policy[darts] = dict(enumerate(near.argmax(axis=0).tolist(), start=least))
            for left in (np.flatnonzero(near.sum(axis=0) > 1) + least).tolist() if value else ():

                def exactly(target: int, left: int = left, darts: int = darts) -> Any:
                    known, returns = later(left, darts, target)
                    return known * factor + returns * top

                policy[darts][left] = min(np.flatnonzero(near[:, left - least]).tolist(), key=exactly)
            floats = np.full(start + 1, np.nan)
            floats[least:] = best
        return policy

    def worths(self, floats: np.ndarray, again: float, least: int, start: int) -> np.ndarray:
        """Return for every target and every total left from `least` to `start` the expected number of later turns.

        Parameters: `floats`, the same after this dart, by total left; `again`, the value of starting again.
        """
        import numpy as np

        padded = np.concatenate([np.full(_BEST_DART, again), floats])
        padded[: _BEST_DART + 2] = again  # less than 2 left is a bust
        lefts = np.arange(least, start + 1)
        after = padded[_BEST_DART + lefts[None, :] - np.arange(_BEST_DART + 1)[:, None]]
        worths: np.ndarray = self.hits @ after
        last = lefts[lefts <= _BEST_DART]
        worths[:, : len(last)] -= self.doubles[:, last] * again  # except 0 with a double, which ends the leg
        return worths


# ---------------------------------------------------------------------------------------------------------
# The board as a picture

# Inner and outer radius; the rings of trebles and doubles are wider than on a real board, so that numbers fit.
_RINGS = (("S", 0.2, 0.52), ("T", 0.52, 0.65), ("S", 0.65, 0.87), ("D", 0.87, 1.0))


@usual_settings()
def board_figure(miss: object) -> Figure:
    """Return a figure of the board: every target in the colour of its expected score, the best targets framed.

    Parameters: `miss`, the miss rate, a number in [0, 1]. Raises `NumberError` for another value.

    >>> len(board_figure("2/5").axes[0].patches)
    82
    """
    import matplotlib as mpl
    from matplotlib.figure import Figure

    best = best_target(miss)
    scores = {target: float(landing(target, best.miss).score) for target in TARGETS}
    scale, colors = mpl.colors.Normalize(min(scores.values()), max(scores.values())), mpl.colormaps["YlGnBu"]
    figure = Figure(figsize=(8.4, 7.4), layout="constrained")
    axes: Any = figure.add_subplot(projection="polar", theta_offset=pi / 2, theta_direction=-1)
    axes.set_thetagrids([18 * place for place in range(20)], labels=[*map(str, SECTIONS)], size=12)
    axes.spines["polar"].set_visible(False)
    axes.grid(visible=False)
    sections = product(enumerate(SECTIONS), _RINGS)
    fields = [(f"{ring}{section}", inner, outer, place, 1) for (place, section), (ring, inner, outer) in sections]
    for target, inner, outer, place, many in (*fields, ("SB", 0.1, 0.2, 15, 20), ("DB", 0.0, 0.1, 15, 20)):
        shade = scale(scores[target])
        ink = "white" if shade > 0.55 else "black"  # the high end of the scale is dark
        frame = (
            {"ec": "#d55e00", "lw": 2.5, "zorder": 2}
            if target in best.targets
            else {"ec": "white" if many == 1 else colors(shade), "lw": 0.8}
        )
        angle, turn = pi / 10 * place, pi / 10 * many
        axes.bar(angle, outer - inner, turn, inner, color=[colors(shade)], gid=target, **frame)
        middle = (inner + outer) / 2 if inner else 0
        axes.text(angle, middle, f"{scores[target]:.1f}", size=7, color=ink, ha="center", va="center", zorder=3)
    axes.set_rticks([])
    aims, score = ", ".join(best.targets), decimal_text(best.score, 3)
    axes.set_title(f"Miss rate {number_text(best.miss)}: aim at {aims}, {score} on average")
    figure.colorbar(mpl.cm.ScalarMappable(scale, colors), ax=axes, label="expected score of a dart", shrink=0.7)
    return figure
