"""Deviations: who could gain by another aim, in a phase and in a plan that repeats.

The aims of a phase are a **Nash equilibrium** if nobody gains by another aim while the aims of the others stay. In the
announced game the later players know the other aim and reply to it (`docs/rules.md`, R3.1). So optimal announcements
may fail to be a Nash equilibrium, and a Nash equilibrium may fail to be optimal. This module gives both gains, each at
the first turn of the player who deviates.

Source: J. F. Nash, "Non-cooperative games", Annals of Mathematics 54 (1951), 286-295.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from truel_ref.errors import ProblemError, refuse, shown
from truel_ref.explain.reasons import decided
from truel_ref.fast.recursion import Layout, PhaseValues, Recursion, game_of, laid_out, reached
from truel_ref.fast.solving import solved
from truel_ref.game.aims import Aim, Word
from truel_ref.game.equilibrium import PeriodicEquilibrium
from truel_ref.game.parts import Part, PerSeat, Player, Players
from truel_ref.game.people import the_player
from truel_ref.game.problem import AnyProblem, Problem
from truel_ref.numbers import Number, number_text
from truel_ref.play import phase
from truel_ref.play.announced import lay_out, survivors
from truel_ref.records.record import Record, frozen
from truel_ref.records.table import Cell, Percent, Table

ROWS = 12  # the most other aims of a player in a table; of more it lists the best of each kind

# ---------------------------------------------------------------------------------------------------------
# Deviations from the aims of a phase

_OTHER = ("other aim", "gain, others stay", "gain, others reply", "replies")


@frozen
class Deviation(Part):
    """Another aim of a player, and its gain at the player's first turn of the phase.

    Fields: `player`; `aim`; `gain`, the player's gain by the aim while the aims of all others stay (a stalemate is
    worth 0); `announced_gain`, the player's gain by announcing the aim, after the later players' replies, None if every
    continuation is a stalemate; `replies`, these replies, None in a stalemate. Gains are exact; a loss is negative.
    """

    player: Player
    aim: Aim
    gain: Number
    announced_gain: Number | None
    replies: tuple[Aim, ...] | None

    @property
    def gains(self) -> tuple[Any, Any]:
        """The gain while the others stay, and the gain if they reply."""
        return self.gain, self.announced_gain

    def _cells(self) -> tuple[Cell, ...]:
        """Return the other aim, both gains and the replies as cells of a table."""
        text, replies = self.problem.aim_text, self.problem.aims_text(self.replies or ()) or "none"
        after = ("not allowed", "stalemate") if self.replies is None else (self.announced_gain, replies)
        return text(self.aim), self.gain, *after

    def _table(self) -> Table:
        return Table(("player", *_OTHER), [(self.problem.label(self.player), *self._cells())])


@frozen
class BestResponses(Record):
    """The gains by every other aim of every player of a phase.

    Fields: `problem`; `order`, the phase; `aims`, the aims of the solution, in shooting order; `values`, each player's
    win probability under these aims at this player's first turn; `deviations`, every other aim that the search set
    allows, player by player, in canonical order.
    """

    problem: Problem
    order: Players
    aims: PerSeat[Aim]
    values: PerSeat[Number]
    deviations: tuple[Deviation, ...]

    _keys: ClassVar = "problem", "order", "aims", "values", "is_nash", "is_announced", "deviations"

    @property
    def is_nash(self) -> bool:
        """Whether nobody gains by another aim while the other players' aims stay."""
        return not self._gains(announced=False)

    @property
    def is_announced(self) -> bool:
        """Whether nobody gains by announcing another aim, after the replies to it."""
        return not self._gains(announced=True)

    def best(self, player: int | str, announced: bool = False) -> Deviation | None:
        """Return the other aim of a player with the largest gain, None if there is no other aim.

        Parameters: `player`, a player or a name; `announced`, whether the later players reply to the aim.
        """
        who = the_player(player, self.problem.names)
        own = [one for one in self.deviations if one.player == who and one.gains[announced] is not None]
        return max(own, key=lambda one: one.gains[announced], default=None)

    def _gains(self, announced: bool) -> list[str]:
        """Return the largest gain of each player who gains, in words."""
        label, text = self.problem.label, self.problem.aim_text
        gains = [(one, one.gains[announced]) for player in self.order if (one := self.best(player, announced))]
        return [f"{label(one.player)} gains {number_text(gain)} by {text(one.aim)}" for one, gain in gains if gain > 0]

    @property
    def conclusion(self) -> str:
        """Who gains, in one or two sentences."""
        now, later = ("; ".join(self._gains(announced)) or "Nobody gains by another aim" for announced in (False, True))
        nash = "are" if self.is_nash else "are not"
        kept = f"{now} while the others' aims stay. So the aims {nash} a Nash equilibrium of the phase."
        return f"{kept} {later} if the later announcers reply to it."

    def _table(self) -> Table:
        rows, text = [], self.problem.aim_text
        for player, aim, worth in zip(self.order, self.aims, self.values, strict=True):
            own = [other for other in self.deviations if other.player == player]
            best = own if len(own) <= ROWS else [self.best(player), self.best(player, announced=True)]
            rows += [(self.problem.label(player), text(aim), worth, *other._cells()) for other in own if other in best]
        caption = f"Phase {self.problem.order_text(self.order)}. {self.conclusion}"
        return Table(("player", "aim", "at own turn", *_OTHER), rows, caption)


def deviations(problem: AnyProblem, order: str | Iterable[int | str] | None = None) -> BestResponses:
    """Return who could gain by another aim in a phase, if the other players' aims stay and if later players reply.

    >>> print(deviations(["1/3", "2/3", 1]))
    Phase A, B, C. Nobody gains by another aim while the others' aims stay. So the aims are a Nash equilibrium of the \
phase. Nobody gains by another aim if the later announcers reply to it.
    <BLANKLINE>
    player    aim    at own turn    other aim    gain, others stay    gain, others reply    replies
    --------  -----  -------------  -----------  -------------------  --------------------  ---------
    A         Miss   25/63          B            -25/189              -25/189               C, B
    A         Miss   25/63          C            -16/189              -16/189               C, B
    B         C      8/21           A            -8/21                -8/21                 Miss
    B         C      8/21           Miss         -8/21                -8/21                 B
    C         B      2/3            A            -1/3                 -1/3                  none
    C         B      2/3            Miss         -2/3                 -2/3                  none

    The steps, for every player and every aim that the search set allows, also if the player's aim is predefined:
    (1) replace the player's aim in the profile, and subtract the player's present win probability from the new one,
    both at the player's first turn; (2) the same with the later players' replies to the new aim, while the history
    stays.

    Parameters: `problem`, a solution, a problem, or hit probabilities; `order`, the phase (see `Solution.phase`), by
    default the first phase.

    Raises the errors of `solve`, and `ProblemError` for an unknown phase and for a stalemate without aims.
    """
    solution = solved(problem)
    asked = solution.phases[0] if order is None else solution.phase(order)
    said, order, aims = solution.problem, asked.order, tuple(aim for aim in asked.aims if aim is not None)
    stalls = f"the phase {said.order_text(order)} is a stalemate without aims; nobody can deviate"
    refuse(ProblemError, (len(aims) < len(order), stalls))
    game, free = game_of(solution), said.changed(targets=None, target_later=Word.OPTIMAL)
    options = [said.options(order, player) for player in order]
    values, others = list[Number](), list[Deviation]()
    for seat, player in enumerate(order):
        mine = sorted({*free.options(order, player), aims[seat]}, key=lambda aim: aim.canonical_key(said.order))
        stage = _stage(game, laid_out(said, order, [*options[:seat], tuple(mine), *options[seat + 1 :]]))
        path = tuple(map(tuple.index, stage.options, aims))
        own = stage.win(path, seat)[player]
        values.append(own)
        for option, worth in enumerate(decided(stage, path[:seat]).worths):
            if option != path[seat]:
                gain = stage.win((*path[:seat], option, *path[seat + 1 :]), seat)[player] - own
                announced = worth.value - own if worth.allowed else None
                others.append(Deviation(player, worth.aim, gain, announced, worth.replies, problem=said))
    return BestResponses(said, order, aims, tuple(values), tuple(others))


def _stage(game: PhaseValues, layout: Layout) -> Recursion:
    """Return a phase after solving the later phases that the solution does not have."""
    for later in {later for every in layout.shots for shots in every for _, later in shots} - game.values.keys():
        for below in reached(game.problem, later):
            stage = Recursion(game, below)
            game.enter(below.phase, *stage.value(stage.decide()))
    return Recursion(game, layout)


# ---------------------------------------------------------------------------------------------------------
# Plans that repeat: what each option is worth (R13.4)


@frozen
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

    def __str__(self) -> str:
        problem = self.problem
        return f"round {self.round}, {problem.label(self.player)}: {problem.aim_text(self.aim)} is worth {self.worth}"


@frozen
class PlanWhy(Record):
    """Why nobody gains in a plan: `worths`, an `OptionWorth` for each option at each position, in the order of play.

    Further fields: `problem`; `living`, the set of the plan.
    """

    problem: Problem
    living: Players
    worths: tuple[OptionWorth, ...]

    def _table(self) -> Table:
        name, text = self.problem.label, self.problem.aim_text
        rows = [
            (
                *(one.round, name(one.player), text(one.aim), "plan" if one.chosen else ""),
                *(Percent(share, exact=True) for share in (one.worth, one.loss, one.loss_always)),
            )
            for one in self.worths
        ]
        explained = [
            "loses once: by this option at this turn, while everybody keeps the plan afterwards",
            "loses always: by this option at this turn of every period",
        ]
        columns = ("round", "player", "option", "", "wins", "loses once", "loses always")
        caption = f"what each option is worth in {self.problem.order_text(self.living)}"
        strong = [at for at, one in enumerate(self.worths) if one.chosen]
        return Table(columns, rows, caption, explained, strong=strong)


def why_plan(play: PeriodicEquilibrium, *, player: int | str | None = None) -> PlanWhy:
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

    Parameters: `play`, a plan of all players; `player`, by default everybody.

    Raises `ProblemError` for a plan of fewer players, and for an unknown player.
    """
    unknown = f"{shown(play)} is not a plan; give one, such as periodic_equilibria(problem)[0]"
    refuse(ProblemError, (not isinstance(play, PeriodicEquilibrium), unknown))
    problem, order = play.problem, play.living
    fewer = "the plan of a smaller set does not say how play goes on; give a plan of all players"
    refuse(ProblemError, (len(order) < problem.players, fewer))
    who = order if player is None else [the_player(player, problem.names, "player: ")]
    wins = survivors(problem)
    for each in play.below:
        for seat, begin in enumerate(each.entry):
            wins[each.living[seat:] + each.living[:seat]] = each.values[begin - 1][seat]
    stage = lay_out(problem, order, tuple(problem.options(order, mover) for mover in order), wins)
    moves = [(seat, aim) for aims in play.aims for seat, aim in enumerate(aims)]
    turns = [stage.turns[seat][stage.options[seat].index(aim)] for seat, aim in moves]
    values, worths = sum(play.values, ()), []
    for at, (seat, aim) in enumerate(moves):
        mover, rest = order[seat], phase.others(turns, at)
        now, following = values[at][mover], values[at + 1 - len(values)][mover]
        for option, (r, k) in zip(stage.options[seat], stage.turns[seat], strict=True) if mover in who else ():
            once, always = r[mover] + k * following, phase.value([(r, k), rest])[mover]
            entry = at // len(order) + 1, mover, option, option == aim
            worths.append(OptionWorth(*entry, once, now - once, now - always, problem=problem))
    return PlanWhy(problem, order, tuple(worths))
