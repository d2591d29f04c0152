"""Equal chances under every profile of three players: on which curves all three win 1/3, and with which nowhere.

A profile gives each player one aim, another player or Miss.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from truel_ref.budget import Estimate, admit
from truel_ref.errors import SymbolicError, shown
from truel_ref.game.variant import PLAYS
from truel_ref.numbers import decimal_text
from truel_ref.records.record import Record
from truel_ref.records.table import Table
from truel_ref.studies.equal_curves import EqualCurve, OptimalPiece, in_odds
from truel_ref.studies.equal_parametrisations import Profile
from truel_ref.symbolic.algebra import Polynomial
from truel_ref.symbolic.cube import letters_of_the_cube
from truel_ref.symbolic.polynomial_backends import irreducible_factors
from truel_ref.symbolic.positive import has_one_sign

__all__ = ["EqualProfiles", "equal_curve", "every_equal_curve"]

_OPTIONS = (("B", "C", "Miss"), ("A", "C", "Miss"), ("A", "B", "Miss"))


def _equations(profile: Profile) -> list[Polynomial] | None:
    """Return the polynomials that vanish where A, B and C win 1/3, or None if somebody never wins."""
    letters = letters_of_the_cube().letters
    wins = letters.win((0, 1, 2), letters.aims(profile))
    if not all(wins):
        return None
    equations = []
    for win in wins:
        numerator = in_odds((win - letters.constant(Fraction(1, 3))).numer)
        (part,) = [part for part in irreducible_factors(numerator) if not has_one_sign(part)]
        equations.append(part)
    return equations


@cache
def _curve(profile: Profile) -> EqualCurve | None:
    equations = _equations(profile) if profile != ("Miss",) * 3 else None
    return None if equations is None else EqualCurve(profile, equations)


def equal_curve(profile: object) -> EqualCurve:
    """Return the curve on which all three win 1/3 with a profile.

    Parameters: `profile`, three aims, such as "C,C,A" or ("C", "C", "A"): each another player or Miss.

    Raises `SymbolicError` for what is no such profile, and for one with which somebody never wins.

    >>> print(equal_curve("B,C,B").parametrisation.at(Fraction(3, 2)))
    (Fraction(2, 13), Fraction(4, 11), Fraction(2, 7))
    """
    words = (
        profile.split(",") if isinstance(profile, str) else list(profile) if isinstance(profile, list | tuple) else []
    )
    read = tuple(str(word).strip().capitalize() for word in words)
    if len(read) != 3 or any(aim not in options for aim, options in zip(read, _OPTIONS, strict=False)):
        raise SymbolicError(
            f"{shown(profile)} is no profile of three players who aim at another or miss, such as C,C,A"
        )
    curve = _curve((read[0], read[1], read[2]))
    if curve is None:
        raise SymbolicError(f"with the aims {', '.join(read)} somebody never wins, so nowhere do all three win 1/3")
    return curve


@dataclass(frozen=True, repr=False, eq=False)
class EqualProfiles(Record):
    """All 27 profiles: `curves`, of the 17 with equal chances somewhere; `never`, the ten others, each with why."""

    curves: tuple[EqualCurve, ...]
    never: tuple[tuple[Profile, str], ...]

    def _table(self) -> Table:
        rows = []
        for curve in self.curves:
            cells = [
                " and ".join(_piece_text(piece, curve.base) for piece in curve.optimal(play)) or "nowhere"
                for play in PLAYS
            ]
            rows.append((curve.name, f"p{curve.base}", *cells))
        notes = [f"{', '.join(profile)}: {why}" for profile, why in self.never]
        head = ("aims", "one point for each", "optimal announced", "stationary equilibrium")
        return Table(head, rows, "Where all three win 1/3", notes=notes)

    def __repr__(self) -> str:
        return f"<EqualProfiles: {len(self.curves)} curves>"

    def to_json(self) -> dict[str, Any]:
        """Return everything as plain data for JSON."""
        never = [{"aims": list(profile), "why": why} for profile, why in self.never]
        return {"curves": [curve.to_json() for curve in self.curves], "never": never}


def _piece_text(piece: OptimalPiece, base: str) -> str:
    if piece.whole:
        return "everywhere"
    low = "0" if not piece.low else decimal_text(piece.low, 10)
    high = "1" if piece.high == 1 else decimal_text(piece.high, 10)
    return f"{low} < p{base} < {high}"


@cache
def every_equal_curve() -> EqualProfiles:
    """Return for each of the 27 profiles of three players where all three win 1/3, and where it is then optimal.

    >>> len(every_equal_curve().curves), len(every_equal_curve().never)
    (17, 10)
    """
    admit(Estimate(27, "profiles", 1.2))
    curves, never = [], []
    for profile in product(*_OPTIONS):
        curve = _curve(profile)
        if curve is None:
            never.append((profile, _why_never(profile)))
        else:
            curves.append(curve)
    return EqualProfiles(tuple(curves), tuple(never))


def _why_never(profile: Profile) -> str:
    letters = letters_of_the_cube().letters
    if set(profile) == {"Miss"}:
        return "nobody ever shoots"
    wins = letters.win((0, 1, 2), letters.aims(profile))
    return " and ".join(f"{name} never wins" for name, win in zip("ABC", wins, strict=True) if not win)
