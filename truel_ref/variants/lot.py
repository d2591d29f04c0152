"""By lot: a uniform draw gives the shooting order before the first shot, and then all players know it.

Every drawn order is a separate problem (R4.11); the answer is the mean over the orders. Cyclic shifts are different
orders, because another player begins.

Rules: `docs/rules.md`, R10.1. Source: M. Gardner, *The Second Scientific American Book of Mathematical Puzzles and
Diversions* (1961), chapter 5, problem 20, draws the order of three duelists.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from math import factorial

from truel_ref.errors import ProblemError, refuse
from truel_ref.fast.solving import solve
from truel_ref.files import Progress
from truel_ref.game.parts import by_player
from truel_ref.game.people import Order
from truel_ref.game.problem import AnyProblem
from truel_ref.game.variant import FIRST_ONLY, DrawnOrder, Variant, VariantAnswer, VariantPlay
from truel_ref.limits import check
from truel_ref.numbers import read_count
from truel_ref.play.selections import CAP, CAP_LIMIT
from truel_ref.play.stationary import equilibria
from truel_ref.simulation.policies import policy_of

MOST_PLAYERS = 7
"""The most players of a whole drawn order: seven players have 5,040 orders."""


def by_lot(
    problem: Variant | AnyProblem,
    *,
    play: str = "announced",
    start: bool = False,
    cap: int = CAP,
    progress: Progress | None = None,
) -> VariantAnswer:
    """Return the mean over all shooting orders, and the answer for every order.

    >>> print(by_lot([1, "4/5"]))
    player    hit    wins      percent
    --------  -----  ------  ---------
    A         1      3/5      60.000 %
    B         4/5    2/5      40.000 %
    <BLANKLINE>
    drawn order    aims    wins
    -------------  ------  --------
    A, B           B, A    1, 0
    B, A           B, A    1/5, 4/5
    <BLANKLINE>
    the whole order is drawn, announced play

    The steps: (1) state the problem in every order; (2) solve each, by announced or stationary play; (3) take the mean,
    per player. In stationary play there is a mean only if every order has exactly one pure equilibrium. Equilibria with
    equal aims and win probabilities at the start, which differ only in smaller sets, count as one.

    Parameters: `problem`, a `Problem`, hit probabilities, or a `Variant` (which has the next two settings); `play`,
    "announced" or "stationary"; `start`, whether the lot draws only the player who begins the stated cycle; `cap`, as
    for `equilibria`; `progress`, called with 1 after each order.

    Raises the errors of `Problem` and `Variant`, and `ProblemError` for more than seven players whose whole order is
    drawn.
    """
    variant = Variant.stated("lot", problem, play=play, start=start)
    read_count(cap, "cap", 1, CAP_LIMIT)  # also where announced play has no use for it
    asked = variant.problem
    many = f"by lot: {asked.players} players have {factorial(asked.players):,} orders; state at most {MOST_PLAYERS} "
    too_many = not variant.start and asked.players > MOST_PLAYERS
    refuse(ProblemError, (too_many, f"{many}players, or draw only {FIRST_ONLY}"))
    cycle, drawn = asked.order, []
    shifts = (cycle[first:] + cycle[:first] for first in range(asked.players))
    for order in shifts if variant.start else permutations(sorted(cycle)):
        check()
        drawn.append(_drawn(variant, order, cap))
        if progress is not None:
            progress(1)
    complete = all(one.complete for one in drawn)
    if not complete or any(len(one.plays) != 1 for one in drawn):
        return VariantAnswer(variant, (), complete, drawn=tuple(drawn))
    wins = zip(*(one.plays[0][1] for one in drawn), strict=True)
    mean = tuple(sum(won, Fraction(0)) / len(drawn) for won in wins)
    return VariantAnswer(variant, (VariantPlay((None,) * asked.players, mean, problem=asked),), drawn=tuple(drawn))


def _drawn(variant: Variant, order: Order, cap: int) -> DrawnOrder:
    """Return a drawn order with the answers to its problem."""
    asked = variant.problem
    ordered = asked.changed(order=[*map(asked.label, order)])
    found = [solve(ordered)] if variant.play == "announced" else equilibria(ordered, cap=cap)
    complete = isinstance(found, list) or found.complete
    plays = dict.fromkeys((by_player(order, answer.policy[order].aims), answer.win) for answer in found)
    return DrawnOrder(order, tuple(plays), complete, tuple(map(policy_of, found)), problem=asked)
