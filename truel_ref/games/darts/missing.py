"""Where a dart lands that is aimed at a target, with a given miss rate.

With the miss rate `m` in [0, 1], ring and section are missed independently:

* aimed at a treble, the ring is missed with `m`, into the single; at a double with `m`, half into the single and half
  off the board; at a single with `m / 5`, half into the double and half into the treble;
* the section is missed with `m`, half to either neighbour;
* aimed at the single bull, the ring is missed with `m`, a quarter of it into the double bull, three quarters into the
  single ring; at the double bull with the smaller one of `1` and `3 m`, two thirds into the single ring, one third into
  the single bull;
* a dart aimed at a bull that has come to one of the two bulls leaves it with `m` for the single ring; and who leaves a
  bull for the single ring lands in every one of the 20 sections alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from truel_ref.errors import imported, shown
from truel_ref.games.darts.board import OFF, OUTCOMES, SECTIONS, neighbours, read_target, score_of
from truel_ref.kernels.chance import Distribution
from truel_ref.kernels.piecewise import Piecewise
from truel_ref.numbers import Number, number_text, read_probability
from truel_ref.records.record import Record, contradicts
from truel_ref.records.table import Cell, Percent, Table

__all__ = ["MISS", "Landing", "expected_score", "landing", "number_or_formula", "outcome", "read_miss"]

MISS = Piecewise([0, 1], [[1, 0]])
"""The miss rate as a letter, `m`: with it, chances and scores are piecewise polynomials."""


def outcome(target: str, miss: object) -> Distribution[str]:
    """Return where a dart lands that is aimed at a target: outcomes in canonical order, OFF last, with their chances.

    Parameters: `target`, such as "T20"; `miss`, the miss rate, a number in [0, 1] that
    `truel_ref.numbers.read_probability` reads, or a letter (`MISS`, "m" or a symbol of sympy): then the chances are
    piecewise polynomials.

    Raises `GameError` for what is no target, `NumberError` for what is no miss rate.

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
    """Return the expected score of a dart: a number, or a piecewise polynomial where the miss rate is a letter.

    Parameters and errors as for `outcome`.

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
    """Return where a dart lands, and what it scores on average, as a record.

    Parameters and errors as for `outcome`.

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
    """Where a dart lands that is aimed at a target.

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
        from truel_ref.errors import GameError

        if not isinstance(data, dict) or not {"target", "miss"} <= data.keys():
            raise GameError(f"a landing has a target and a miss rate; this is {shown(data)}")
        record = landing(data["target"], data["miss"])
        if contradicts(data, record.to_json()):
            raise GameError(f"a dart at {record.target} does not land so")
        return record

    def _table(self) -> Table:
        note = f"{self.target} with miss rate {number_or_formula(self.miss)}: expected score "
        score = f"{note}{number_or_formula(self.score)}"
        if isinstance(self.miss, Piecewise):
            formulas: list[tuple[Cell, ...]] = [(place, str(chance)) for place, chance in self.chances.items()]
            return Table(("lands", "chance"), formulas, notes=[score])
        rows: list[tuple[Cell, ...]] = [(place, chance, Percent(chance)) for place, chance in self.chances.items()]
        return Table(("lands", "chance", "percent"), rows, notes=[score])
