"""Why a periodic plan is an equilibrium: the worth of every option at every position (R13.4)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from truel_ref.errors import ProblemError, shown
from truel_ref.game.aims import Aim
from truel_ref.game.equilibrium import PeriodicEquilibrium
from truel_ref.game.parts import Part, Player, Players
from truel_ref.game.people import Order, player_named
from truel_ref.game.problem import Problem
from truel_ref.numbers import Number, inside, public
from truel_ref.play.announced import survivors
from truel_ref.play.phase import value
from truel_ref.play.stationary import turn_of
from truel_ref.records.record import Record
from truel_ref.records.table import Percent, Table

__all__ = ["OptionWorth", "PlanWhy", "why_plan"]


@dataclass(frozen=True, repr=False)
class OptionWorth(Part):
    """The worth of an option at a position of a plan.

    Fields: `round`, from 1, and `player`: the position; `aim`, the option; `chosen`, whether it is the aim of the plan;
    `worth`, the player's win probability if they take it at this turn once; `loss`, how much more the plan gives them;
    `loss_always`, how much more it gives than the option at this position of every period.
    """

    round: int
    player: Player
    aim: Aim
    chosen: bool
    worth: Number
    loss: Number
    loss_always: Number

    def _table(self) -> Table:
        return _table([self], "")

    def __str__(self) -> str:
        who, aim = self.problem.label(self.player), self.problem.aim_text(self.aim)
        return f"round {self.round}, {who}: {aim} is worth {self.worth}"


@dataclass(frozen=True, repr=False)
class PlanWhy(Record):
    """Why nobody gains in a plan: a sequence of `OptionWorth` for the options at every position.

    Fields: `problem`; `living`, the set of the plan; `worths`, in the order of play.
    """

    problem: Problem
    living: Players
    worths: tuple[OptionWorth, ...]

    @property
    def least_loss(self) -> Number:
        """The least loss by another option at every period: the margin of the plan, 0 unless it is strict."""
        return min((each.loss_always for each in self.worths if not each.chosen), default=Fraction(0))

    def _table(self) -> Table:
        return _table(self.worths, f"what each option is worth in {self.problem.order_text(self.living)}")

    def __repr__(self) -> str:
        return f"<PlanWhy of {self.problem!r}: {len(self.worths)} options>"


def _table(worths: Sequence[OptionWorth], caption: str) -> Table:
    rows = [
        (
            each.round,
            each.problem.label(each.player),
            each.problem.aim_text(each.aim),
            "plan" if each.chosen else "",
            *(Percent(share, exact=True) for share in (each.worth, each.loss, each.loss_always)),
        )
        for each in worths
    ]
    explained = [
        "loses once: by this option at this turn, while everybody keeps the plan afterwards",
        "loses always: by this option at this turn of every period",
    ]
    columns = ("round", "player", "option", "", "wins", "loses once", "loses always")
    strong = [at for at, each in enumerate(worths) if each.chosen]
    return Table(columns, rows, caption, explained, right=columns[-3:], strong=strong)


def why_plan(
    play: PeriodicEquilibrium, *, living: str | Iterable[int | str] | None = None, player: int | str | None = None
) -> PlanWhy:
    """Return the worth of every option at every position of a plan, and how much the plan is better.

    >>> from truel_ref import periodic_equilibria
    >>> reasons = why_plan(periodic_equilibria("1/5 4/5 1/2 7/10 3/5")[0], player="D")
    >>> for each in reasons.worths[:5]:
    ...     print(each.round, each.aim, round(float(each.loss), 5))
    1 A 0.06431
    1 B 0.02353
    1 C 0.0258
    1 E 0.01375
    1 Miss 0.0

    The worth of an option `(r, k)` taken once is `r + k v'`, with the value `v'` at the next position. If the player
    takes it in every period and the other turns compose to `(v, κ)`, it is worth `(r + k v) / (1 - k κ)`.

    Parameters: `play`, a plan of all players; `living`, the set whose plan counts, by default all players; `player`,
    by default everybody.

    Raises `ProblemError` for a set that the plan does not reach, and for an unknown player.
    """
    problem = play.problem
    plans = {plan.living: plan for plan in (play, *play.below)}
    entries = living.split(",") if isinstance(living, str) else play.living if living is None else living
    named = {player_named(entry, problem.names) for entry in entries}
    order = next((each for each in plans if {*each} == named), ())
    if not order:
        raise ProblemError(
            f"phase: {shown(living)} is not a set of players that play can reach; name two or more: 'A, B'"
        )
    who = None if player is None else player_named(player, problem.names)
    if player is not None and who not in order:
        raise ProblemError(f"player: {shown(player)} is not in {problem.order_text(order)}; name one of these")

    wins: dict[Order, Any] = survivors(problem)
    for left, plan in plans.items():
        for seat, begin in enumerate(plan.entry):
            wins[left[seat:] + left[:seat]] = [*map(inside, plan.values[begin - 1][seat])]
    positions = [
        (number, mover, aim)
        for number, aims in enumerate(plans[order].aims, 1)
        for mover, aim in zip(order, aims, strict=True)
    ]
    values = [[*map(inside, win)] for wins in plans[order].values for win in wins]
    turns = [turn_of(problem, order, mover, aim, wins) for _, mover, aim in positions]
    worths = []
    for at, (number, mover, aim) in enumerate(positions):
        following, now = values[(at + 1) % len(values)][mover], values[at][mover]
        for option in problem.options(order, mover) if who in (None, mover) else ():
            r, k = turn_of(problem, order, mover, option, wins)
            once = r[mover] + k * following
            always = value([(r, k), *turns[at + 1 :], *turns[:at]])[mover]
            numbers = map(public, (once, now - once, now - always))
            worths.append(OptionWorth(number, mover, option, option == aim, *numbers, problem=problem))
    return PlanWhy(problem, order, tuple(worths))
