"""Decisions and deviations: the worth of every option of a decision, and who could gain by another aim.

The aims of a phase are a **Nash equilibrium** if nobody gains by another aim while the aims of the others stay. In the
announced game the later players know the other aim and reply to it (`docs/rules.md`, R3.1). So optimal announcements
may fail to be a Nash equilibrium, and a Nash equilibrium may fail to be optimal. This module gives both gains, each at
the first turn of the player who deviates.

Source: J. F. Nash, "Non-cooperative games", Annals of Mathematics 54 (1951), 286-295.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, ClassVar

from truel_ref.errors import ProblemError, refuse, shown
from truel_ref.fast.recursion import Recursion, game_of, laid_out, reached, stage_of
from truel_ref.fast.solving import solved
from truel_ref.game.aims import Aim, Word, read_target
from truel_ref.game.equilibrium import PeriodicEquilibrium
from truel_ref.game.parts import Part, PerSeat, Player, Players
from truel_ref.game.people import Order, Profile, player_named
from truel_ref.game.problem import AnyProblem, Problem
from truel_ref.game.solution import Decision, Solution, Worth
from truel_ref.numbers import Number, inside, number_text, public
from truel_ref.play.phase import value
from truel_ref.play.stationary import SetPlay, turn_of, wins_after
from truel_ref.records.record import Record
from truel_ref.records.table import Cell, Percent, Table

__all__ = ["BestResponses", "Deviation", "OptionWorth", "PlanWhy", "decision", "deviations", "why_plan"]

ROWS = 12  # the most other aims of a player in a table; of more it lists the best of each kind


def decision(
    problem: AnyProblem, earlier: str | Iterable[object] = (), order: str | Iterable[int | str] | None = None
) -> Decision:
    """Return the worth of every option of a decision, with the replies to it.

    >>> for worth in decision(["1/3", "2/3", 1], ["B"]).worths:
    ...     print(worth)
    A: 0, replies: Miss
    C: 8/21, replies: B
    Miss: 0, replies: Miss

    The player after the given history decides. The history may be any history of any phase of the solution, on the
    path of play or off it.

    Parameters: `problem`, a solution, a problem, or hit probabilities; `earlier`, the history: the aims announced in
    the phase, in shooting order, as words, labels, indices, weights or `Aim`s, or all in one text ("Miss, C"); `order`,
    the phase (see `Solution.phase`), by default the first phase.

    Raises the errors of `solve`, and `ProblemError` for an unknown phase, too many announcements, or an announcement
    that is not an aim or that the player may not make.
    """
    stage = stage_in(solved(problem), order)
    history = _history(stage, earlier)
    chosen = stage.decide(history)
    taken = None if chosen is None else stage.aims(chosen)[len(history)]
    return Decision(stage.phase, stage.aims(history), worths_after(stage, history), taken, problem=stage.game.problem)


def stage_in(solution: Solution, order: str | Iterable[int | str] | None) -> Recursion:
    """Return a phase of a solution by its shooting order, by default the first phase."""
    return stage_of(solution, (solution.phases[0] if order is None else solution.phase(order)).order)


def worths_after(stage: Recursion, history: Profile) -> tuple[Worth, ...]:
    """Return the worth of every option of the player after a history, with the replies to it."""
    seat, worths = len(history), []
    for option, aim in enumerate(stage.options[seat]):
        path = stage.decide((*history, option))
        replies = None if path is None else stage.aims(path)[seat + 1 :]
        worths.append(Worth(stage.phase[seat], aim, replies, tuple(stage.win(path, seat)), problem=stage.game.problem))
    return tuple(worths)


def _history(stage: Recursion, earlier: str | Iterable[object]) -> Profile:
    """Return a history as options, in shooting order."""
    if isinstance(earlier, str):
        earlier = [part for part in earlier.split(",") if part.strip()]
    no_list = f"earlier: {shown(earlier)} is not a list of announcements, like ['Miss', 'C']"
    refuse(ProblemError, (not isinstance(earlier, Iterable), no_list))
    problem, order, announced, history = stage.game.problem, stage.phase, [*earlier], list[int]()
    phase, most = problem.order_text(order), len(order) - 1
    too_many = f"the phase {phase} has {len(order)} players; give at most {most} announcements, so that a player is"
    refuse(ProblemError, (len(announced) > most, f"{too_many} left to decide"))
    for said, player, options in zip(announced, order, stage.options, strict=False):
        target = read_target(said, player, problem.names)
        aim: Any = target if target is Word.OPTIMAL else problem.resolve(order, player, target)
        if aim not in options:
            name = str(target) if target is Word.OPTIMAL else problem.aim_text(aim)
            refused = f"player {problem.label(player)} may not announce {name} in the phase {phase}"
            raise ProblemError(f"{refused}; the options are {', '.join(map(problem.aim_text, options[:10]))}")
        history.append(options.index(aim))
    return tuple(history)


# ---------------------------------------------------------------------------------------------------------
# Deviations: who could gain by another aim

_OTHER = ("other aim", "gain, others stay", "gain, others reply", "replies")


@dataclass(frozen=True, repr=False)
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

    def _cells(self) -> tuple[Cell, ...]:
        """Return the other aim, both gains and the replies as cells of a table."""
        text, replies = self.problem.aim_text, self.problem.aims_text(self.replies or ()) or "none"
        after = ("not allowed", "stalemate") if self.replies is None else (self.announced_gain, replies)
        return text(self.aim), self.gain, *after

    def _table(self) -> Table:
        return Table(("player", *_OTHER), [(self.problem.label(self.player), *self._cells())])


@dataclass(frozen=True, repr=False)
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
        return all(other.gain <= 0 for other in self.deviations)

    @property
    def is_announced(self) -> bool:
        """Whether nobody gains by announcing another aim, after the replies to it."""
        return all((other.announced_gain or 0) <= 0 for other in self.deviations)

    def best(self, player: Player, announced: bool = False) -> Deviation | None:
        """Return the other aim of a player with the largest gain, None if there is no other aim.

        Parameters: `player`, the player's index; `announced`, whether the later players reply to the aim.
        """
        gain = attrgetter("announced_gain" if announced else "gain")
        own = [other for other in self.deviations if other.player == player and gain(other) is not None]
        return max(own, key=gain, default=None)

    @property
    def conclusion(self) -> str:
        """Who gains, in one or two sentences."""
        nash = "are" if self.is_nash else "are not"
        now, later = self._who_gains("gain"), self._who_gains("announced_gain")
        kept = f"{now} while the others' aims stay. So the aims {nash} a Nash equilibrium of the phase."
        return f"{kept} {later} if the later announcers reply to it."

    def _who_gains(self, gain: str) -> str:
        said = [
            f"{self.problem.label(player)} gains {number_text(most)} by {self.problem.aim_text(other.aim)}"
            for player in self.order
            if (other := self.best(player, gain == "announced_gain")) and (most := getattr(other, gain)) > 0
        ]
        return "; ".join(said) or "Nobody gains by another aim"

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
    phase = solution.phases[0] if order is None else solution.phase(order)
    said, aims = solution.problem, tuple(aim for aim in phase.aims if aim is not None)
    stalls = f"the phase {said.order_text(phase.order)} is a stalemate without aims; nobody can deviate"
    refuse(ProblemError, (len(aims) < len(phase.order), stalls))
    values: list[Number] = []
    others: list[Deviation] = []
    for seat, (player, stage) in enumerate(zip(phase.order, _stages(solution, phase.order, aims), strict=True)):
        path = tuple(map(tuple.index, stage.options, aims))
        values.append(stage.win(path, seat)[player])
        for option, worth in enumerate(worths_after(stage, path[:seat])):
            if option != path[seat]:
                gain = stage.win((*path[:seat], option, *path[seat + 1 :]), seat)[player] - values[seat]
                announced = worth.value - values[seat] if worth.allowed else None
                others.append(Deviation(player, worth.aim, gain, announced, worth.replies, problem=said))
    return BestResponses(said, phase.order, aims, tuple(values), tuple(others))


def _stages(solution: Solution, order: Order, aims: tuple[Aim, ...]) -> Iterator[Recursion]:
    """Yield a phase once for each of its players, who may take any aim of the search set, also if one is predefined."""
    problem, game = solution.problem, game_of(solution)
    anything = problem.changed(targets=None, target_later=Word.OPTIMAL)
    for seat, player in enumerate(order):
        free = {*anything.options(order, player), aims[seat]}
        options = [problem.options(order, other) for other in order]
        options[seat] = tuple(sorted(free, key=lambda aim: aim.canonical_key(problem.order)))
        layout = laid_out(problem, order, options)
        after = {later for shots in layout.shots[seat] for _, later in shots} - game.values.keys()
        for below in (below for later in after for below in reached(problem, later)):
            stage = Recursion(game, below)
            game.enter(below.phase, *stage.value(stage.decide()))
        yield Recursion(game, layout)


# ---------------------------------------------------------------------------------------------------------
# Plans that repeat: what each option is worth (R13.4)


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

    def __str__(self) -> str:
        problem = self.problem
        return f"round {self.round}, {problem.label(self.player)}: {problem.aim_text(self.aim)} is worth {self.worth}"


@dataclass(frozen=True, repr=False)
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
    problem, plans = play.problem, {plan.living: _in_numbers_inside(plan) for plan in (play, *play.below)}
    entries = living.split(",") if isinstance(living, str) else play.living if living is None else living
    named = {player_named(entry, problem.names) for entry in entries}
    plan = next((each for each in plans.values() if {*each.living} == named), None)
    if plan is None:
        reach = f"phase: {shown(living)} is not a set of players that play can reach"
        raise ProblemError(f"{reach}; name two or more: 'A, B'")
    order, wins = plan.living, wins_after(problem, plans.values())
    who = order if player is None else (player_named(player, problem.names),)
    strange = f"player: {shown(player)} is not in {problem.order_text(order)}; name one of these"
    refuse(ProblemError, (not {*who} <= {*order}, strange))
    movers = order * plan.period
    turns = [turn_of(problem, order, mover, aim, wins) for mover, aim in zip(movers, plan.aims, strict=True)]
    worths = []
    for at, (mover, aim) in enumerate(zip(movers, plan.aims, strict=True)):
        following, now = plan.values[(at + 1) % len(movers)][mover], plan.values[at][mover]
        for option in problem.options(order, mover) if mover in who else ():
            r, k = turn_of(problem, order, mover, option, wins)
            once = r[mover] + k * following
            always = value([(r, k), *turns[at + 1 :], *turns[:at]])[mover]
            numbers = map(public, (once, now - once, now - always))
            number = at // len(order) + 1
            worths.append(OptionWorth(number, mover, option, option == aim, *numbers, problem=problem))
    return PlanWhy(problem, order, tuple(worths))


def _in_numbers_inside(plan: PeriodicEquilibrium) -> SetPlay:
    values = [[*map(inside, win)] for wins in plan.values for win in wins]
    return SetPlay(plan.living, sum(plan.aims, ()), values, plan.strict, begins=tuple(one - 1 for one in plan.entry))
