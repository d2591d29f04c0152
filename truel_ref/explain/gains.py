"""Decisions and deviations: the worth of every option of a decision, and who could gain by another aim.

The aims of a phase are a **Nash equilibrium** if nobody gains by another aim while the aims of the others stay. In the
announced game the later players know the other aim and reply to it (`docs/rules.md`, R3.1). So optimal announcements
may fail to be a Nash equilibrium, and a Nash equilibrium may fail to be optimal. This module gives both gains, each at
the first turn of the player who deviates.

Source: J. F. Nash, "Non-cooperative games", Annals of Mathematics 54 (1951), 286-295.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from truel_ref.errors import ProblemError, shown
from truel_ref.fast.recursion import Game, Stage, game_of, laid_out, reached, stage_of
from truel_ref.fast.solving import solved
from truel_ref.game.aims import Aim, Word, read_target
from truel_ref.game.parts import Part, PerSeat, Player, Players
from truel_ref.game.people import Order, Profile
from truel_ref.game.problem import AnyProblem, Problem
from truel_ref.game.solution import Decision, Solution, Worth, aim_cell
from truel_ref.numbers import Number, number_text
from truel_ref.records.record import Record
from truel_ref.records.table import Cell, Table

__all__ = ["BestResponses", "Deviation", "decision", "deviations"]


def decision(
    problem: AnyProblem, earlier: str | Iterable[object] = (), order: str | Iterable[int | str] | None = None
) -> Decision:
    """Return the worth of every option of a decision, with the replies to it.

    >>> for worth in decision(["1/3", "2/3", 1], ["B"]).worths:
    ...     print(worth)
    A: 0, replies: Miss
    C: 8/21, replies: B
    Miss: 0, replies: Miss

    The player after the given history decides. The node may be any node of any phase of the solution, on the path of
    play or off it.

    Parameters: `problem`, a solution, a problem, or hit probabilities; `earlier`, the history: the aims announced in
    the phase, in shooting order, as words, labels, indices, weights or `Aim`s, or all in one text ("Miss, C"); `order`,
    the phase (see `Solution.phase`), by default the first phase.

    Raises the errors of `solve`, and `ProblemError` for an unknown phase, too many announcements, or an announcement
    that is not an aim or that the player may not make.
    """
    solution = solved(problem)
    asked = solution.phases[0] if order is None else solution.phase(order)
    stage = stage_of(solution, asked.order)
    path = _path(stage, solution.problem, earlier)
    place = len(path)
    chosen = stage.decide(path)
    return Decision(
        order=asked.order,
        earlier=stage.aims(path),
        worths=tuple(_worth(stage, (*path, option)) for option in range(len(stage.options[place]))),
        chosen=None if chosen is None else stage.options[place][chosen[place]],
        problem=solution.problem,
    )


def _path(stage: Stage, problem: Problem, earlier: str | Iterable[object]) -> Profile:
    """Return a history as options, in shooting order."""
    if isinstance(earlier, str):
        earlier = [part for part in earlier.split(",") if part.strip()]
    if not isinstance(earlier, Iterable):
        raise ProblemError(f"earlier: {shown(earlier)} is not a list of announcements, like ['Miss', 'C']")
    path: list[int] = []
    for place, said in enumerate(earlier):
        if place >= len(stage.phase) - 1:
            raise ProblemError(
                f"the phase {problem.order_text(stage.phase)} has {len(stage.phase)} players; "
                f"give at most {len(stage.phase) - 1} announcements, so that a player is left to decide"
            )
        aim = _announced(problem, stage.phase, stage.phase[place], said)
        if aim not in stage.options[place]:
            who, phase = problem.label(stage.phase[place]), problem.order_text(stage.phase)
            raise ProblemError(
                f"player {who} may not announce {problem.aim_text(aim)} in the phase {phase}; "
                f"the options are {', '.join(map(problem.aim_text, stage.options[place][:10]))}"
            )
        path.append(stage.options[place].index(aim))
    return tuple(path)


def _announced(problem: Problem, order: Order, player: Player, said: object) -> Aim:
    if isinstance(said, Aim):
        return said
    canonical = read_target(said, player, problem.names)
    if canonical is Word.OPTIMAL:
        raise ProblemError(f"player {problem.label(player)}: 'Optimal' is not an announcement; name the announced aim")
    return problem.resolve(order, player, canonical)


def _worth(stage: Stage, announced: Profile) -> Worth:
    """Return the worth of the last announcement of a history to its player."""
    place = len(announced) - 1
    path = stage.decide(announced)
    return Worth(
        player=stage.phase[place],
        aim=stage.options[place][announced[-1]],
        replies=None if path is None else stage.aims(path)[place + 1 :],
        win=tuple(stage.win(path, place)),
        problem=stage.game.problem,
    )


# ---------------------------------------------------------------------------------------------------------
# Deviations: who could gain by another aim

_OTHER = ("other aim", "gain, others stay", "gain, others reply", "replies")
"""The columns of a deviation."""


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
        replies = "stalemate"
        if self.replies is not None:
            replies = ", ".join(map(self.problem.aim_text, self.replies)) or "none"
        announced: Cell = "not allowed" if self.announced_gain is None else self.announced_gain
        return aim_cell(self.problem, self.aim), self.gain, announced, replies

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
        return all(one.announced_gain is None or one.announced_gain <= 0 for one in self.deviations)

    def best(self, player: Player, announced: bool = False) -> Deviation | None:
        """Return the other aim of a player with the largest gain, None if there is no other aim.

        Parameters: `player`, the player's index; `announced`, whether the later players reply to the aim.
        """
        own = [
            (gain, deviation)
            for deviation in self.deviations
            if deviation.player == player
            and (gain := deviation.announced_gain if announced else deviation.gain) is not None
        ]
        return max(own, key=lambda pair: pair[0])[1] if own else None

    @property
    def conclusion(self) -> str:
        """Who gains, in one or two sentences."""
        said = []
        for announced, place in ((False, "while the others' aims stay"), (True, "if the later announcers reply to it")):
            gains = []
            for player in self.order:
                best = self.best(player, announced)
                gain = None if best is None else best.announced_gain if announced else best.gain
                if best is not None and gain is not None and gain > 0:
                    gains.append(
                        f"{self.problem.label(player)} gains {number_text(gain)} by {self.problem.aim_text(best.aim)}"
                    )
            said.append(f"{'; '.join(gains) or 'Nobody gains by another aim'} {place}.")
        nash = "are" if self.is_nash else "are not"
        return f"{said[0]} So the aims {nash} a Nash equilibrium of the phase. {said[1]}"

    def _rows(self) -> Iterator[tuple[Cell, ...]]:
        for place, player in enumerate(self.order):
            own = [deviation for deviation in self.deviations if deviation.player == player]
            if len(own) > _ROWS:
                # Of very many deviations the table lists the best of each kind.
                best = [self.best(player), self.best(player, announced=True)]
                own = [deviation for deviation in own if deviation in best]
            now = (self.problem.label(player), aim_cell(self.problem, self.aims[place]), self.values[place])
            yield from ((*now, *deviation._cells()) for deviation in own)

    def _table(self) -> Table:
        columns = ("player", "aim", "at own turn", *_OTHER)
        caption = f"Phase {self.problem.order_text(self.order)}. {self.conclusion}"
        return Table(columns, list(self._rows()), caption)

    def __repr__(self) -> str:
        nash = "a Nash equilibrium" if self.is_nash else "no Nash equilibrium"
        phase = self.problem.order_text(self.order)
        return f"<BestResponses in {phase}: {', '.join(map(self.problem.aim_text, self.aims))}, {nash}>"


_ROWS = 12  # the most other aims of a player in a table


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
    aims = tuple(aim for aim in asked.aims if aim is not None)
    if len(aims) < len(asked.order):
        raise ProblemError(
            f"the phase {solution.problem.order_text(asked.order)} is a stalemate without aims; nobody can deviate"
        )
    free = _free_options(solution.problem, asked.order)
    game = _game(solution, asked.order, free)
    values: list[Number] = []
    others: list[Deviation] = []
    for place in range(len(asked.order)):
        stage = _stage(game, asked.order, aims, place, free[place])
        path = tuple(options.index(aim) for options, aim in zip(stage.options, aims, strict=True))
        values.append(stage.win(path, place)[asked.order[place]])
        others += _deviations(stage, path, place, values[-1])
    return BestResponses(solution.problem, asked.order, aims, tuple(values), tuple(others))


def _deviations(stage: Stage, path: Profile, place: int, value: Number) -> Iterator[Deviation]:
    """Yield every other option of the player at a place, compared with the player's worth of the chosen profile."""
    player = stage.phase[place]

    def gain(other: Profile) -> Number:
        return stage.win(other, place)[player] - value

    for option, aim in enumerate(stage.options[place]):
        if option != path[place]:
            replied = stage.decide((*path[:place], option))
            yield Deviation(
                player=player,
                aim=aim,
                gain=gain((*path[:place], option, *path[place + 1 :])),
                announced_gain=None if replied is None else gain(replied),
                replies=None if replied is None else stage.aims(replied)[place + 1 :],
                problem=stage.game.problem,
            )


def _free_options(problem: Problem, order: Order) -> list[tuple[Aim, ...]]:
    """Return by place every aim that the search set of a phase allows, also if an aim is predefined."""
    anything = problem.changed(targets=None, target_later=Word.OPTIMAL)
    return [anything.options(order, player) for player in order]


def _game(solution: Solution, order: Order, free: Sequence[tuple[Aim, ...]]) -> Game:
    """Return the values of the phases of a solution, and of those that other aims in a phase lead to."""
    game = game_of(solution)
    shots = laid_out(solution.problem, order, free).shots
    for later in {later for every in shots for some in every for _, later in some}:
        for layout in reached(solution.problem, later) if later not in game.values else ():
            if layout.phase not in game.values:
                stage = Stage(game, layout)
                game.enter(layout.phase, *stage.value(stage.decide()))
    return game


def _stage(game: Game, order: Order, aims: tuple[Aim, ...], place: int, free: tuple[Aim, ...]) -> Stage:
    """Return the stage of a phase in which one player may take any aim, and the others keep their options."""
    options = [game.problem.options(order, player) for player in order]
    mine = free if aims[place] in free else (*free, aims[place])
    options[place] = tuple(sorted(mine, key=lambda aim: aim.canonical_key(game.problem.order)))
    return Stage(game, laid_out(game.problem, order, options))
