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
from itertools import chain
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
from truel_ref.play.announced import survivors
from truel_ref.play.phase import value
from truel_ref.play.stationary import turn_of
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
    solution = solved(problem)
    stage = stage_of(solution, (solution.phases[0] if order is None else solution.phase(order)).order)
    history = _history(stage, earlier)
    seat, chosen = len(history), stage.decide(history)
    worths = []
    for option, aim in enumerate(stage.options[seat]):
        path = stage.decide((*history, option))
        replies = None if path is None else stage.aims(path)[seat + 1 :]
        win = tuple(stage.win(path, seat))
        worths.append(Worth(stage.phase[seat], aim, replies, win, problem=solution.problem))
    taken = None if chosen is None else stage.options[seat][chosen[seat]]
    return Decision(stage.phase, stage.aims(history), tuple(worths), taken, problem=solution.problem)


def _history(stage: Recursion, earlier: str | Iterable[object]) -> Profile:
    """Return a history as options, in shooting order."""
    if isinstance(earlier, str):
        earlier = [part for part in earlier.split(",") if part.strip()]
    no_list = f"earlier: {shown(earlier)} is not a list of announcements, like ['Miss', 'C']"
    refuse(ProblemError, (not isinstance(earlier, Iterable), no_list))
    problem, order, announced = stage.game.problem, stage.phase, [*earlier]
    too_many = f"the phase {problem.order_text(order)} has {len(order)} players; give at most {len(order) - 1}"
    refuse(
        ProblemError, (len(announced) >= len(order), f"{too_many} announcements, so that a player is left to decide")
    )
    history: list[int] = []
    for said, player, options in zip(announced, order, stage.options, strict=False):
        target = said if isinstance(said, Aim) else read_target(said, player, problem.names)
        aim = target if isinstance(target, Aim) or target is Word.OPTIMAL else problem.resolve(order, player, target)
        if aim not in options:
            raise ProblemError(
                f"player {problem.label(player)} may not announce "
                f"{problem.aim_text(aim) if isinstance(aim, Aim) else aim} in the phase {problem.order_text(order)}; "
                f"the options are {', '.join(map(problem.aim_text, options[:10]))}"
            )
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

    def gained(self, announced: bool) -> Number | None:
        """Return the gain while the others' aims stay, or after announcing the aim."""
        return self.announced_gain if announced else self.gain

    def _cells(self) -> tuple[Cell, ...]:
        """Return the other aim, both gains and the replies as cells of a table."""
        replies = ", ".join(map(self.problem.aim_text, self.replies or ())) or "none"
        after = (self.announced_gain, replies) if self.replies is not None else ("not allowed", "stalemate")
        return self.problem.aim_text(self.aim), self.gain, *after

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
        own = [other for other in self.deviations if other.player == player and other.gained(announced) is not None]
        return max(own, key=lambda other: other.gained(announced), default=None)  # type: ignore[arg-type, return-value]

    @property
    def conclusion(self) -> str:
        """Who gains, in one or two sentences."""
        said = []
        for announced, when in ((False, "while the others' aims stay"), (True, "if the later announcers reply to it")):
            best = [other for player in self.order if (other := self.best(player, announced))]
            listed = [
                f"{self.problem.label(other.player)} gains {number_text(gain)} by {self.problem.aim_text(other.aim)}"
                for other in best
                if (gain := other.gained(announced)) and gain > 0
            ]
            said.append(f"{'; '.join(listed) or 'Nobody gains by another aim'} {when}.")
        nash = "are" if self.is_nash else "are not"
        return f"{said[0]} So the aims {nash} a Nash equilibrium of the phase. {said[1]}"

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
    aims = tuple(aim for aim in phase.aims if aim is not None)
    stalls = f"the phase {solution.problem.order_text(phase.order)} is a stalemate without aims; nobody can deviate"
    refuse(ProblemError, (len(aims) < len(phase.order), stalls))
    values: list[Number] = []
    others: list[Deviation] = []
    for seat, (player, stage) in enumerate(zip(phase.order, _stages(solution, phase.order, aims), strict=True)):
        path = tuple(options.index(aim) for options, aim in zip(stage.options, aims, strict=True))
        values.append(stage.win(path, seat)[player])
        for option, aim in enumerate(stage.options[seat]):
            if option != path[seat]:
                gain = stage.win((*path[:seat], option, *path[seat + 1 :]), seat)[player] - values[seat]
                replied = stage.decide((*path[:seat], option))
                announced = None if replied is None else stage.win(replied, seat)[player] - values[seat]
                replies = None if replied is None else stage.aims(replied)[seat + 1 :]
                others.append(Deviation(player, aim, gain, announced, replies, problem=solution.problem))
    return BestResponses(solution.problem, phase.order, aims, tuple(values), tuple(others))


def _stages(solution: Solution, order: Order, aims: tuple[Aim, ...]) -> Iterator[Recursion]:
    """Yield a phase once for each of its players, who may take any aim of the search set, also if one is predefined."""
    problem, game = solution.problem, game_of(solution)
    anything = problem.changed(targets=None, target_later=Word.OPTIMAL)
    for seat, player in enumerate(order):
        free = {*anything.options(order, player), aims[seat]}
        options = [problem.options(order, other) for other in order]
        options[seat] = tuple(sorted(free, key=lambda aim: aim.canonical_key(problem.order)))
        layout = laid_out(problem, order, options)
        for _, later in chain.from_iterable(layout.shots[seat]):
            for below in reached(problem, later) if later not in game.values else ():
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
    problem, plans = play.problem, {plan.living: plan for plan in (play, *play.below)}
    entries = living.split(",") if isinstance(living, str) else play.living if living is None else living
    named = {player_named(entry, problem.names) for entry in entries}
    order = next((each for each in plans if {*each} == named), None)
    if order is None:
        raise ProblemError(
            f"phase: {shown(living)} is not a set of players that play can reach; name two or more: 'A, B'"
        )
    who = {*order} if player is None else {player_named(player, problem.names)}
    strange = f"player: {shown(player)} is not in {problem.order_text(order)}; name one of these"
    refuse(ProblemError, (not who <= {*order}, strange))

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
        for option in problem.options(order, mover) if mover in who else ():
            r, k = turn_of(problem, order, mover, option, wins)
            once = r[mover] + k * following
            always = value([(r, k), *turns[at + 1 :], *turns[:at]])[mover]
            numbers = map(public, (once, now - once, now - always))
            worths.append(OptionWorth(number, mover, option, option == aim, *numbers, problem=problem))
    return PlanWhy(problem, order, tuple(worths))
