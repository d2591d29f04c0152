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
from typing import ClassVar

from truel_ref.errors import ProblemError, shown
from truel_ref.fast.recursion import Recursion, game_of, laid_out, reached, stage_of
from truel_ref.fast.solving import solved
from truel_ref.game.aims import Aim, Word, read_target
from truel_ref.game.parts import Part, PerSeat, Player, Players
from truel_ref.game.people import Order, Profile
from truel_ref.game.problem import AnyProblem, Problem
from truel_ref.game.solution import Decision, Solution, Worth
from truel_ref.numbers import Number, number_text
from truel_ref.records.record import Record
from truel_ref.records.table import Cell, Table

__all__ = ["BestResponses", "Deviation", "decision", "deviations"]

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
    if not isinstance(earlier, Iterable):
        raise ProblemError(f"earlier: {shown(earlier)} is not a list of announcements, like ['Miss', 'C']")
    problem, order = stage.game.problem, stage.phase
    history: list[int] = []
    for seat, said in enumerate(earlier):
        if seat >= len(order) - 1:
            raise ProblemError(
                f"the phase {problem.order_text(order)} has {len(order)} players; "
                f"give at most {len(order) - 1} announcements, so that a player is left to decide"
            )
        target = said if isinstance(said, Aim) else read_target(said, order[seat], problem.names)
        who, options = problem.label(order[seat]), stage.options[seat]
        if target is Word.OPTIMAL:
            raise ProblemError(f"player {who}: 'Optimal' is not an announcement; name the announced aim")
        aim = target if isinstance(target, Aim) else problem.resolve(order, order[seat], target)
        if aim not in options:
            raise ProblemError(
                f"player {who} may not announce {problem.aim_text(aim)} in the phase {problem.order_text(order)}; "
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
        replied, text = self.replies is not None, self.problem.aim_text
        replies = (", ".join(map(text, self.replies or ())) or "none") if replied else "stalemate"
        announced = "not allowed" if self.announced_gain is None else self.announced_gain
        return self.problem.aim_text(self.aim), self.gain, announced, replies

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

    _keys: ClassVar[tuple[str, ...]] = (
        *("problem", "order", "aims", "values", "is_nash", "is_announced", "deviations"),
    )

    @property
    def is_nash(self) -> bool:
        """Whether nobody gains by another aim while the other players' aims stay."""
        return all(deviation.gain <= 0 for deviation in self.deviations)

    @property
    def is_announced(self) -> bool:
        """Whether nobody gains by announcing another aim, after the replies to it."""
        return all(deviation.announced_gain is None or deviation.announced_gain <= 0 for deviation in self.deviations)

    def best(self, player: Player, announced: bool = False) -> Deviation | None:
        """Return the other aim of a player with the largest gain, None if there is no other aim.

        Parameters: `player`, the player's index; `announced`, whether the later players reply to the aim.
        """
        own = [one for one in self.deviations if one.player == player and one.gained(announced) is not None]
        return max(own, key=lambda one: one.gained(announced), default=None)  # type: ignore[arg-type, return-value]

    @property
    def conclusion(self) -> str:
        """Who gains, in one or two sentences."""
        said = []
        for announced, when in ((False, "while the others' aims stay"), (True, "if the later announcers reply to it")):
            best = [one for player in self.order if (one := self.best(player, announced))]
            listed = [
                f"{self.problem.label(one.player)} gains {number_text(gain)} by {self.problem.aim_text(one.aim)}"
                for one in best
                if (gain := one.gained(announced)) and gain > 0
            ]
            said.append(f"{'; '.join(listed) or 'Nobody gains by another aim'} {when}.")
        nash = "are" if self.is_nash else "are not"
        return f"{said[0]} So the aims {nash} a Nash equilibrium of the phase. {said[1]}"

    def _rows(self) -> Iterator[tuple[Cell, ...]]:
        for player, aim, value in zip(self.order, self.aims, self.values, strict=True):
            own = [one for one in self.deviations if one.player == player]
            best = own if len(own) <= ROWS else [self.best(player), self.best(player, announced=True)]
            now = (self.problem.label(player), self.problem.aim_text(aim), value)
            yield from ((*now, *one._cells()) for one in own if one in best)

    def _table(self) -> Table:
        columns = ("player", "aim", "at own turn", *_OTHER)
        caption = f"Phase {self.problem.order_text(self.order)}. {self.conclusion}"
        return Table(columns, list(self._rows()), caption)

    def __repr__(self) -> str:
        nash = "a Nash equilibrium" if self.is_nash else "no Nash equilibrium"
        phase = self.problem.order_text(self.order)
        return f"<BestResponses in {phase}: {', '.join(map(self.problem.aim_text, self.aims))}, {nash}>"


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
    if len(aims) < len(phase.order):
        raise ProblemError(
            f"the phase {solution.problem.order_text(phase.order)} is a stalemate without aims; nobody can deviate"
        )
    values: list[Number] = []
    others: list[Deviation] = []
    for seat, (player, stage) in enumerate(zip(phase.order, _stages(solution, phase.order, aims), strict=True)):
        path = tuple(options.index(aim) for options, aim in zip(stage.options, aims, strict=True))
        values.append(stage.win(path, seat)[player])
        for option, aim in enumerate(stage.options[seat]):
            if option != path[seat]:
                replied = stage.decide((*path[:seat], option))
                gain = stage.win((*path[:seat], option, *path[seat + 1 :]), seat)[player] - values[seat]
                announced_gain = None if replied is None else stage.win(replied, seat)[player] - values[seat]
                replies = None if replied is None else stage.aims(replied)[seat + 1 :]
                others.append(Deviation(player, aim, gain, announced_gain, replies, problem=solution.problem))
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
        for _, later in (shot for every in layout.shots for shots in every for shot in shots):
            for below in reached(problem, later) if later not in game.values else ():
                stage = Recursion(game, below)
                game.enter(below.phase, *stage.value(stage.decide()))
        yield Recursion(game, layout)
