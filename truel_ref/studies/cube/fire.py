r"""Who wins most often in the cube where nobody has a place in an order: a random shooter, and simultaneous fire.

Nothing changes there but names if the players are listed otherwise. So it is enough to ask about the sixth of the cube
with `a > c > b`, in which the columns over `a` and `b` are cut by the planes `c = a` and `c = b`; every other order of
strength has the same shares, and each player is the best shot in a third of the cube.

1. **Random shooter.** Everybody at the strongest is the only equilibrium (`truel_ref.studies.rules_of_fire.formulas`).
2. **Simultaneous.** There are one to three pure equilibria of three possible ones; which, three polynomials say (the
   theorem of `truel_ref.studies.rules_of_fire.at_once`). A favourite is counted where all of them have the same one.

In neither does anybody miss on purpose, by the same theorems, so two of the shares are 0. The win probabilities are
rational functions of the hit probabilities, and signs of their differences are asked for, as in turn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations, permutations
from math import prod
from typing import Any, TypeAlias

from truel_ref.errors import SymbolicError, shown
from truel_ref.game.people import label
from truel_ref.studies.rules_of_fire.at_once import ALL_AT_THE_STRONGEST, CYCLES, conditions
from truel_ref.studies.rules_of_fire.boxes import MIDDLE, STRONGEST, WEAKEST
from truel_ref.studies.rules_of_fire.formulas import shooter_wins
from truel_ref.symbolic.algebra import Function, Letters
from truel_ref.symbolic.decisions import SignedFactors, SignOf, settled, sign_by

__all__ = ["DIFFERENT", "FIRES", "Fire", "shares_of_fire", "volley_wins"]

FIRES = ("random shooter", "simultaneous")

ROLES = ("the best shot", "the middle one", "the worst shot")

DIFFERENT = "the likeliest winner is not the same in all equilibria"
"""What the share is called in which there is no favourite to speak of."""

_Leads: TypeAlias = "dict[tuple[int, int], SignedFactors]"


def volley_wins(hits: Sequence[Any], aims: Sequence[int]) -> list[Any]:
    """Return the win probabilities of three who fire at once, round after round, each at one of the others.

    Two who are left shoot each other, and `i` is the only one left against `j` with chance `i (1 - j) / (i + j - i j)`.

    Parameters: `hits`, the hit probabilities, in any exact numbers or letters; `aims`, whom each shoots at.

    >>> [str(win) for win in volley_wins([Fraction(3, 5), Fraction(2, 5), Fraction(1, 5)], [1, 0, 0])]
    ['432/1717', '16/101', '837/1717']
    """
    players = range(len(hits))
    wins = [0 * hits[0]] * len(hits)
    for count in range(1, len(hits) + 1):
        for hitting in combinations(players, count):
            chance = prod((hits[at] if at in hitting else 1 - hits[at] for at in players), start=1 + 0 * hits[0])
            left = [player for player in players if player not in {aims[at] for at in hitting}]
            if len(left) == 1:
                wins[left[0]] = wins[left[0]] + chance
            for one, other in permutations(left, 2):
                p, q = hits[one], hits[other]
                wins[one] = wins[one] + chance * p * (1 - q) / (p + q - p * q)
    nobody_hits = prod((1 - hit for hit in hits), start=1 + 0 * hits[0])
    return [win / (1 - nobody_hits) for win in wins]


class Fire:
    """Who is the favourite of each equilibrium where `a > c > b`, by signs of polynomials.

    Parameters: `rule`, "random shooter" or "simultaneous".

    Raises `SymbolicError` for another rule.

    >>> from truel_ref.studies.cube.questions import signs_at
    >>> point = [Fraction(9, 10), Fraction(1, 10), Fraction(1, 2)]
    >>> Fire("simultaneous").favourites(signs_at(point)), Fire("random shooter").favourites(signs_at(point))
    (frozenset({2}), frozenset({0}))
    """

    def __init__(self, rule: str) -> None:
        a, b, c = Letters([None, None, None]).hits
        # From the best shot to the worst; so no comparison is without c.
        self._hits = (a, c, b)
        self._order = settled(a - c), settled(c - b)
        if rule not in FIRES:
            raise SymbolicError(f"no rule of fire is called {shown(rule)}; there are {', '.join(FIRES)}")
        if rule == FIRES[0]:
            self._conditions: tuple[SignedFactors, ...] = ()
            self._leads: tuple[_Leads, ...] = (self._leads_of(shooter_wins(self._hits)),)
        else:
            self._conditions = tuple(settled(condition) for condition in conditions(self._hits))
            self._leads = tuple(
                self._leads_of(volley_wins(self._hits, aims)) for aims in (ALL_AT_THE_STRONGEST, *CYCLES)
            )

    @staticmethod
    def _leads_of(wins: Sequence[Function]) -> _Leads:
        return {(one, other): settled(wins[one] - wins[other]) for one, other in combinations(range(len(wins)), 2)}

    def favourites(self, sign_of: SignOf) -> frozenset[int] | None:
        """Return who wins most often in some equilibrium, 0 for the best shot; None in another order of strength."""
        if any(sign_by(order, sign_of) < 0 for order in self._order):
            return None
        return frozenset(self._favourite(leads, sign_of) for leads in self._equilibria(sign_of))

    def _equilibria(self, sign_of: SignOf) -> list[_Leads]:
        if not self._conditions:
            return list(self._leads)
        strongest, second, third = (sign_by(condition, sign_of) for condition in self._conditions)
        occur = (strongest >= 0, strongest <= 0, second <= 0 and third <= 0)
        return [leads for leads, occurs in zip(self._leads, occur, strict=True) if occurs]

    @staticmethod
    def _favourite(leads: _Leads, sign_of: SignOf) -> int:
        best = STRONGEST if sign_by(leads[STRONGEST, MIDDLE], sign_of) > 0 else MIDDLE
        return best if sign_by(leads[best, WEAKEST], sign_of) > 0 else WEAKEST


def shares_of_fire(
    rule: str, measured: Callable[[Callable[[SignOf], Any]], Any]
) -> tuple[tuple[str, Fraction, Fraction], ...]:
    """Return named shares of the cube with bounds, as for play in turn, from the volumes in one of the six orders.

    Parameters: `rule`, one of `FIRES`; `measured`, what returns the volumes of the classes of a question.
    """
    volumes = measured(Fire(rule).favourites)
    sixths = [volumes.of(lambda favourites, role=role: favourites == frozenset({role})) for role in range(3)]
    differ = volumes.of(lambda favourites: favourites is not None and len(favourites) > 1)
    nothing = Fraction(0), Fraction(0)
    if rule == FIRES[0]:
        differ = nothing  # there is one equilibrium
    whole = [(6 * low, min(6 * high, Fraction(1))) for low, high in [*sixths, differ]]
    # Any of the three has any of the roles in a third of the cube.
    third = (1 - whole[3][1]) / 3, (1 - whole[3][0]) / 3
    named = [(f"{label(player)} is the likeliest winner", *third) for player in range(3)]
    named += [(f"{role} is the likeliest winner", *bounds) for role, bounds in zip(ROLES, whole, strict=False)]
    named += [("somebody misses", *nothing), ("the likeliest winner misses", *nothing)]
    for order in permutations(range(3)):
        name = f"{ROLES[2]} is the likeliest winner, and {' > '.join(f'p{label(player)}' for player in order)}"
        named.append((name, *sixths[2]))
    if rule != FIRES[0]:
        named.append((DIFFERENT, *whole[3]))
    return tuple(named)
