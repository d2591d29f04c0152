"""Why a periodic plan is an equilibrium: the worth of every option at every position (R13.4)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from truel_ref.errors import ProblemError, refuse, shown
from truel_ref.game.aims import Aim
from truel_ref.game.parts import Part, Player, Players
from truel_ref.game.people import player_named
from truel_ref.game.periodic_play import PeriodicEquilibrium, in_percent_if_long
from truel_ref.game.problem import Problem
from truel_ref.numbers import Number, inside, public
from truel_ref.play.periodic import SetValues
from truel_ref.play.responses import others, turn_of, worth
from truel_ref.records.record import Record
from truel_ref.records.table import Table

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


_NOTES = (
    "loses once: by this option at this turn, while everybody keeps the plan afterwards",
    "loses always: by this option at this turn of every period",
)


def _table(worths: Iterable[OptionWorth], caption: str) -> Table:
    listed = list(worths)
    numbers, notes = in_percent_if_long([(each.worth, each.loss, each.loss_always) for each in listed])
    rows = [
        (
            each.round,
            each.problem.label(each.player),
            each.problem.aim_text(each.aim),
            "plan" if each.chosen else "",
            *row,
        )
        for each, row in zip(listed, numbers, strict=True)
    ]
    columns = ("round", "player", "option", "", "wins", "loses once", "loses always")
    strong = [at for at, each in enumerate(listed) if each.chosen]
    return Table(columns, rows, caption, [*_NOTES, *notes], right=columns[-3:], strong=strong)


def why_plan(
    play: PeriodicEquilibrium, *, living: str | Iterable[int | str] | None = None, player: int | str | None = None
) -> PlanWhy:
    """Return the worth of every option at every position of a plan, and how much the plan is better.

    >>> from truel_ref import periodic_equilibria
    >>> reasons = why_plan(periodic_equilibria("1/5 4/5 1/2 7/10 3/5")[0], player="D")
    >>> for each in reasons.worths:
    ...     print(each.round, each.aim, round(float(each.loss), 5))
    1 A 0.06431
    1 B 0.02353
    1 C 0.0258
    1 E 0.01375
    1 Miss 0.0
    2 A 0.05056
    2 B 0.00978
    2 C 0.01205
    2 E 0.0
    2 Miss 0.00408

    Parameters: `play`, a plan of all players; `living`, the set whose plan counts, by default all players; `player`,
    by default everybody.

    The worth of an option `(r, k)` taken once is `r + k v'`, with the value `v'` at the next position. If the player
    takes it in every period and the other turns compose to `(v, κ)`, it is worth `(r + k v) / (1 - k κ)`.

    Raises `ProblemError` for a set that the plan does not reach, and for an unknown
    player.
    """
    problem = play.problem
    plans = {plan.living: plan for plan in (play, *play.below)}
    entries = living.split(",") if isinstance(living, str) else play.living if living is None else living
    named = {player_named(entry, problem.names) for entry in entries}
    wanted = next((each for each in plans if {*each} == named), ())
    refuse(
        ProblemError,
        (not wanted, f"phase: {shown(living)} is not a set of players that play can reach; name two or more: 'A, B'"),
    )
    who = None if player is None else player_named(player, problem.names)
    refuse(
        ProblemError,
        (
            player is not None and who not in wanted,
            f"player: {shown(player)} is not in {problem.order_text(wanted)}; name one of these",
        ),
    )
    plan, size = plans[wanted], len(wanted)
    below = {
        left: SetValues(left, [list(map(inside, each.values[begin - 1][at])) for at, begin in enumerate(each.entry)])
        for left, each in plans.items()
        if each.entry
    }
    aims = [aim for aims in plan.aims for aim in aims]
    values = [list(map(inside, win)) for rounds in plan.values for win in rounds]
    turns = [turn_of(problem, wanted, wanted[at % size], aim, below) for at, aim in enumerate(aims)]
    worths = []
    for at, aim in enumerate(aims):
        mover, following = wanted[at % size], values[(at + 1) % len(aims)]
        v, kappa = others(turns, at, mover)
        for option in problem.options(wanted, mover) if who in (None, mover) else ():
            r, k = turn_of(problem, wanted, mover, option, below)
            once, always = r[mover] + k * following[mover], worth(r[mover], k, v, kappa)
            numbers = (once, values[at][mover] - once, values[at][mover] - always)
            worths.append(
                OptionWorth(at // size + 1, mover, option, option == aim, *map(public, numbers), problem=problem)
            )
    return PlanWhy(problem, wanted, tuple(worths))
