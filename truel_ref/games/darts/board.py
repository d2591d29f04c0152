"""The board of darts: 62 targets, the shortest ways to finish in a double, and where a dart lands.

**Double out.** A finish goes from a total to exactly 0, and its last dart is a double.

**Misses.** With the miss rate `m` in [0, 1], ring and section are missed independently:

* aimed at a treble, the ring is missed with `m`, into the single; at a double with `m`, half into the single and half
  off the board; at a single with `m / 5`, half into the double and half into the treble;
* the section is missed with `m`, half to either neighbour;
* aimed at the single bull, the ring is missed with `m`, a quarter of it into the double bull, three quarters into the
  single ring; at the double bull with the smaller one of `1` and `3 m`, two thirds into the single ring, one third into
  the single bull;
* a dart aimed at a bull whose ring is one of the two bulls still misses them with `m`, into the single ring; every dart
  that goes from a bull into the single ring lands in each of the 20 sections with the same chance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from typing import Any, TypeVar

from truel_ref.budget import check
from truel_ref.errors import GameError, imported, shown
from truel_ref.games.darts._piecewise import Piecewise
from truel_ref.kernels.chance import Distribution
from truel_ref.numbers import Number, integer_text, number_text, read_probability
from truel_ref.records.record import Record, contradicts
from truel_ref.records.table import Cell, Percent, Table

__all__ = [
    "MISS",
    "OFF",
    "OUTCOMES",
    "SECTIONS",
    "TARGETS",
    "Finishes",
    "Finishing",
    "Landing",
    "double_out",
    "double_outs",
    "expected_score",
    "finishes",
    "finishing",
    "is_double",
    "landing",
    "made_again",
    "number_or_formula",
    "outcome",
    "read_target",
    "read_total",
    "score_of",
]

R = TypeVar("R", bound=Record)


# ---------------------------------------------------------------------------------------------------------
# The board


SECTIONS = (20, 1, 18, 4, 13, 6, 10, 15, 2, 17, 3, 19, 7, 16, 8, 11, 14, 9, 12, 5)
"""The sections, clockwise from the top."""

TARGETS = (
    *(f"T{section}" for section in range(20, 0, -1)),
    *(f"D{section}" for section in range(20, 0, -1)),
    "DB",
    *(f"S{section}" for section in range(20, 0, -1)),
    "SB",
)
"""All targets in the canonical order: trebles, doubles, the double bull, singles, the single bull."""

OFF = "OFF"
"""Off the board, or between the wires: an outcome that scores 0, and never a target."""

OUTCOMES = (*TARGETS, OFF)
"""All outcomes of a dart."""

_TIMES = {"S": 1, "D": 2, "T": 3}
_SCORES = {
    OFF: 0,
    "SB": 25,
    "DB": 50,
    **{f"{ring}{section}": times * section for ring, times in _TIMES.items() for section in SECTIONS},
}


def score_of(outcome: str) -> int:
    """Return the score of an outcome.

    >>> score_of("T20"), score_of("SB"), score_of("OFF")
    (60, 25, 0)
    """
    return _SCORES[outcome]


def is_double(outcome: str) -> bool:
    """Return whether an outcome may end a leg.

    >>> is_double("D20"), is_double("DB"), is_double("T20")
    (True, True, False)
    """
    return outcome[0] == "D"


def neighbours(section: int) -> tuple[int, int]:
    """Return the two sections beside a section, clockwise.

    >>> neighbours(20), neighbours(6)
    ((5, 1), (13, 10))
    """
    place = SECTIONS.index(section)
    return SECTIONS[place - 1], SECTIONS[(place + 1) % 20]


def read_target(value: object) -> str:
    """Return a target in its canonical spelling. Raises `GameError` for any other value, including OFF.

    >>> read_target("t20")
    'T20'
    >>> read_target("T21")
    Traceback (most recent call last):
    ...
    truel_ref.errors.GameError: 'T21' is not a target; aim at S1 to S20, D1 to D20, T1 to T20, SB or DB
    """
    word = value.strip().upper() if isinstance(value, str) else value
    if word in TARGETS:
        return str(word)
    known = "aim at S1 to S20, D1 to D20, T1 to T20, SB or DB"
    if word == OFF:
        raise GameError(f"OFF is where a dart may land, not a target; {known}")
    raise GameError(f"{shown(value)} is not a target; {known}")


def made_again(data: object, keys: tuple[str, ...], make: Callable[..., R], what: str) -> R:
    """Return the record that `to_json` wrote: make it again from some keys, and compare.

    Parameters: `data`; `keys`, whose values `make` takes; `make`; `what`, the name of the record in messages.

    Raises `GameError` if a key is missing, and for data that differ from those of the new record.
    """
    if not isinstance(data, Mapping) or not set(keys) <= data.keys():
        raise GameError(f"{what}: the data have {' and '.join(keys)}; these are {shown(data)}")
    record = make(*(data[key] for key in keys))
    if contradicts(data, record.to_json()):
        raise GameError(f"these are not {what} {', '.join(shown(data[key]) for key in keys)}".rstrip())
    return record


def read_total(value: Any, least: int, most: int) -> int:
    """Return a total that is left to score. Raises `GameError` unless it is a whole number in the range.

    >>> read_total(501, 2, 1001)
    501
    """
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise GameError(f"the total {shown(value)} is not a whole number from {least} to {most:,}")
    return int(value)


# ---------------------------------------------------------------------------------------------------------
# Double out


_MOST = 10_000
_BEST_DART, _BEST_LAST = 60, 50
_OF_SCORE = {
    score: tuple(target for target in TARGETS if score_of(target) == score) for score in set(map(score_of, TARGETS))
}


def double_outs(total: int) -> tuple[tuple[str, ...], ...]:
    """Return all shortest finishes of at most three darts, in canonical order; empty if there is no finish.

    A finish is a sequence of targets that adds up to the total and ends in a double; the order of the sequence matters.
    The canonical order is T20 … T1, D20 … D1, DB, S20 … S1, SB, compared by the first dart first.

    Parameters: `total`, from 0 to 10,000. Raises `GameError` for another total.

    >>> double_outs(170), double_outs(171), double_outs(4)
    ((('T20', 'T20', 'DB'),), (), (('D2',),))
    >>> len(double_outs(100)), ("T20", "D20") in double_outs(100)
    (2, True)
    """
    total = read_total(total, 0, _MOST)
    return next((tuple(ways) for darts in (1, 2, 3) if (ways := _ways(total, darts))), ())


def _ways(total: int, darts: int) -> list[tuple[str, ...]]:
    """Return the finishes with exactly this number of darts."""
    if darts == 1:
        return [(target,) for target in _OF_SCORE.get(total, ()) if is_double(target)]
    if total > _BEST_DART * (darts - 1) + _BEST_LAST:
        return []
    return [
        (target, *rest)
        for target in TARGETS
        if score_of(target) < total
        for rest in _ways(total - score_of(target), darts - 1)
    ]


def double_out(total: int) -> list[str] | None:
    """Return the first shortest finish of at most three darts in canonical order, or None.

    Parameters: `total`, from 0 to 10,000. Raises `GameError` for another total.

    >>> double_out(170), double_out(100), double_out(171)
    (['T20', 'T20', 'DB'], ['T20', 'D20'], None)
    """
    ways = double_outs(total)
    return list(ways[0]) if ways else None


def finishes(start: int) -> Finishes:
    """Return the least number of darts that finish a leg, and the number of finishes with it.

    The steps: (1) `n` darts score at most `60 (n - 1) + 50`; (2) distribute the difference to this maximum over the
    darts, and count the sequences by their difference so far, which is small; (3) increase `n` from the least possible
    value until there is a finish.

    Parameters: `start`, from 0 to 10,000. Raises `GameError` for another total.

    >>> finishes(501)
    Finishes(start=501, darts=9, sequences=3944)
    >>> finishes(1)
    Finishes(start=1, darts=None, sequences=0)
    """
    start = read_total(start, 0, _MOST)
    if start < 2:
        return Finishes(start, None, 0)
    lost = Counter(_BEST_DART - score_of(target) for target in TARGETS)
    lost_last = Counter(_BEST_LAST - score_of(target) for target in TARGETS if is_double(target))
    for darts in count(1 + max(0, -(-(start - _BEST_LAST) // _BEST_DART))):
        check()
        missing = _BEST_DART * (darts - 1) + _BEST_LAST - start
        ways = lost_last
        for _ in range(darts - 1):
            added = Counter[int]()
            for before, sequences in ways.items():
                for more, targets in lost.items():
                    if before + more <= missing:
                        added[before + more] += sequences * targets
            ways = added
        if ways[missing]:
            return Finishes(start, darts, ways[missing])
    raise AssertionError("some number of darts will do")


def finishing(total: int) -> Finishing:
    """Return all shortest finishes of a total as a record, and the number of finishes in the least number of darts.

    Parameters: `total`, from 2 to 10,000. Raises `GameError` for another total.

    >>> print(finishing(170))
    first    second    third
    -------  --------  -------
    T20      T20       DB
    """
    return Finishing(read_total(total, 2, _MOST), double_outs(total), finishes(total))


@dataclass(frozen=True)
class Finishes:
    """The number of finishes in the least number of darts.

    Fields: `start`, the total; `darts`, the least number, None if there is no finish; `sequences`, the number of
    ordered sequences of targets of that length that add up to the total and end in a double.
    """

    start: int
    darts: int | None
    sequences: int


@dataclass(frozen=True)
class Finishing(Record):
    """The shortest finishes of a total.

    Fields: `total`; `ways`, all shortest finishes of at most three darts, in canonical order; `count`, the number of
    shortest finishes, also if they take more than three darts.
    """

    total: int
    ways: tuple[tuple[str, ...], ...]
    count: Finishes

    def to_json(self) -> dict[str, Any]:
        """Return the record as plain data for JSON."""
        return {
            "game": "darts",
            "total": self.total,
            "darts": self.count.darts,
            "sequences": integer_text(self.count.sequences),
            "ways": [list(way) for way in self.ways],
        }

    @classmethod
    def from_json(cls, data: Any) -> Finishing:
        """Read what `to_json` wrote, which must be right. Raises `GameError` otherwise."""
        return made_again(data, ("total",), finishing, "the finishes of the total")

    def _table(self) -> Table:
        names = ("first", "second", "third")
        if not self.ways:
            columns = ("total", "darts", "sequences")
            row = (self.total, self.count.darts, self.count.sequences)
            return Table(columns, [row], notes=[f"{self.total} cannot be finished in three darts"], right=columns[1:])
        return Table(names[: len(self.ways[0])], self.ways)


# ---------------------------------------------------------------------------------------------------------
# Where a dart lands


MISS = Piecewise([0, 1], [[1, 0]])
"""The miss rate as a letter, `m`: with it, chances and scores are piecewise polynomials."""


def outcome(target: str, miss: object) -> Distribution[str]:
    """Return the outcomes of a dart aimed at a target, in canonical order with OFF last, with their chances.

    Parameters: `target`, such as "T20"; `miss`, the miss rate, a number in [0, 1] that
    `truel_ref.numbers.read_probability` reads, or a letter (`MISS`, "m" or a symbol of sympy): then the chances are
    piecewise polynomials.

    Raises `GameError` for an invalid target, `NumberError` for an invalid miss rate.

    >>> {place: str(chance) for place, chance in outcome("T20", "1/10").items()}
    {'T20': '81/100', 'T5': '9/200', 'T1': '9/200', 'S20': '9/100', 'S5': '1/200', 'S1': '1/200'}
    >>> bull = outcome("SB", "1/5")
    >>> str(bull["SB"]), str(bull["DB"]), str(bull["S20"])
    ('16/25', '1/25', '2/125')
    >>> print(outcome("T20", "m")["S1"])
    1/2 m^2
    """
    aimed, m = read_target(target), read_miss(miss)
    rings = _rings(aimed, m)
    places = _around_a_bull(rings, m) if aimed in ("SB", "DB") else _around_a_section(rings, int(aimed[1:]), m)
    return Distribution((place, places[place]) for place in OUTCOMES if place in places)


def read_miss(value: object) -> Any:
    """Return the miss rate: an exact number in [0, 1], or `MISS` for a letter.

    >>> read_miss("40%"), read_miss("m") is MISS
    (Fraction(2, 5), True)
    """
    sympy = imported("sympy")
    if value is MISS or value == "m" or (sympy is not None and isinstance(value, sympy.Symbol)):
        return MISS
    return read_probability(value, "miss")


def _rings(target: str, m: Any) -> dict[str, Any]:
    """Return the chances of the rings: S, D and T of a section; SB, DB and S for a bull; and OFF."""
    if target == "SB":
        return {"SB": 1 - m, "DB": m / 4, "S": 3 * m / 4}
    if target == "DB":
        missed = (3 * m).at_most(1) if isinstance(m, Piecewise) else min(Fraction(1), 3 * m)
        return {"DB": 1 - missed, "SB": missed / 3, "S": 2 * missed / 3}
    return {
        "T": {"T": 1 - m, "S": m},
        "D": {"D": 1 - m, "S": m / 2, OFF: m / 2},
        "S": {"S": 1 - m / 5, "D": m / 10, "T": m / 10},
    }[target[0]]


def _around_a_section(rings: dict[str, Any], section: int, m: Any) -> dict[str, Any]:
    left, right = neighbours(section)
    places = {
        f"{ring}{hit}": chance * share
        for ring, chance in rings.items()
        if ring != OFF
        for hit, share in ((section, 1 - m), (left, m / 2), (right, m / 2))
    }
    return places | ({OFF: rings[OFF]} if OFF in rings else {})


def _around_a_bull(rings: dict[str, Any], m: Any) -> dict[str, Any]:
    stays = {bull: rings[bull] * (1 - m) for bull in ("SB", "DB")}
    single = (rings["S"] + (rings["SB"] + rings["DB"]) * m) / 20
    return stays | {f"S{section}": single for section in SECTIONS}


def expected_score(target: str, miss: object) -> Any:
    """Return the expected score of a dart: a number, or a piecewise polynomial if the miss rate is a letter.

    Parameters: `target`, such as "T20"; `miss`, the miss rate, a number in [0, 1] or a letter.

    Raises `GameError` for an invalid target, `NumberError` for an invalid miss rate.

    >>> expected_score("T20", 0), str(expected_score("T20", "1/10"))
    (Fraction(60, 1), '1281/25')
    >>> print(expected_score("T19", "m"))
    28 m^2 - 80 m + 57
    """
    return outcome(target, miss).expectation(score_of)


def number_or_formula(value: Any) -> str:
    """Return a number or a piecewise polynomial as text.

    >>> number_or_formula(Fraction(1, 2)), number_or_formula(1 - MISS)
    ('1/2', '-m + 1')
    """
    return str(value) if isinstance(value, Piecewise) else number_text(value)


def landing(target: str, miss: object) -> Landing:
    """Return where a dart lands, and its expected score, as a record.

    Parameters: `target`, such as "T20"; `miss`, the miss rate, a number in [0, 1] or a letter.

    Raises `GameError` for an invalid target, `NumberError` for an invalid miss rate.

    >>> print(landing("T20", "1/10"))
    lands    chance      percent
    -------  --------  ---------
    T20      81/100     81.000 %
    T5       9/200       4.500 %
    T1       9/200       4.500 %
    S20      9/100       9.000 %
    S5       1/200       0.500 %
    S1       1/200       0.500 %
    T20 with miss rate 1/10: expected score 1281/25
    """
    aimed, m = read_target(target), read_miss(miss)
    chances = outcome(aimed, m)
    return Landing(aimed, m, chances, chances.expectation(score_of))


@dataclass(frozen=True)
class Landing(Record):
    """The outcomes of a dart aimed at a target.

    Fields: `target`; `miss`, the miss rate, a number or a letter; `chances`, the distribution; `score`, the expected
    score.
    """

    target: str
    miss: Number | Piecewise
    chances: Distribution[str]
    score: Any

    def to_json(self) -> dict[str, Any]:
        """Return the record as plain data for JSON: exact numbers and formulas as text."""
        return {
            "game": "darts",
            "target": self.target,
            "miss": number_or_formula(self.miss),
            "chances": {place: number_or_formula(chance) for place, chance in self.chances.items()},
            "score": number_or_formula(self.score),
        }

    @classmethod
    def from_json(cls, data: Any) -> Landing:
        """Read what `to_json` wrote, which must be right. Raises `GameError` otherwise."""
        return made_again(data, ("target", "miss"), landing, "the chances of target and miss rate")

    def _table(self) -> Table:
        rate, score = map(number_or_formula, (self.miss, self.score))
        letter = isinstance(self.miss, Piecewise)
        rows: list[tuple[Cell, ...]] = [
            (place, str(chance)) if letter else (place, chance, Percent(chance))
            for place, chance in self.chances.items()
        ]
        return Table(
            ("lands", "chance", "percent")[: 2 if letter else 3],
            rows,
            notes=[f"{self.target} with miss rate {rate}: expected score {score}"],
        )
