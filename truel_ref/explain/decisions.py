"""One decision of a solution: what every option of a player was worth, with the replies to it."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from truel_ref.errors import PhaseError, shown
from truel_ref.fast.integers import IntegerInduction
from truel_ref.game.aims import Aim, Word, target
from truel_ref.game.announcements import Decision, Worth
from truel_ref.game.indices import Path, Player
from truel_ref.game.orders import Order
from truel_ref.game.problem import Problem
from truel_ref.game.solution import Solution
from truel_ref.play.phase import Scalar
from truel_ref.play.phases import stage_of
from truel_ref.play.turns import Stage

__all__ = ["decision"]


def decision(
    solution: Solution, earlier: str | Iterable[object] = (), order: str | Iterable[int | str] | None = None
) -> Decision:
    """Return what every option of a decision was worth, with the replies to it.

    The player who decides is the one after those whose announcements are given. Any node of any reported phase can be
    asked for, on the path of play or off it.

    Parameters: `solution`; `earlier`, the aims announced before in that phase, in shooting order, as words, labels,
    indices, weights or `Aim`s, or all of them in one text ("Miss, C"); `order`, the phase (see `Solution.phase`), by
    default the first.

    Raises `PhaseError` for an unknown phase, too many announcements, or one that its player may not make, and
    `AimError` for one that is no aim.

    >>> from truel_ref import solve
    >>> answer = solve(["1/3", "2/3", 1])
    >>> for worth in decision(answer, ["B"]).worths:
    ...     print(worth)
    <Worth A: 0, replies: Miss>
    <Worth C: 8/21, replies: B>
    <Worth Miss: 0, replies: Miss>
    """
    asked = solution.phases[0] if order is None else solution.phase(order)
    stage = stage_of(solution, asked.order)
    path = _path(stage, earlier)
    place = len(path)
    induction = IntegerInduction(stage)
    chosen = induction.complete(path).path
    decided = Decision(
        order=asked.order,
        earlier=stage.aims(path),
        worths=tuple(_worth(induction, (*path, option)) for option in range(len(stage.options[place]))),
        chosen=None if chosen is None else stage.options[place][chosen[place]],
    )
    return decided.among(solution.problem.people)


def _path(stage: Stage[Scalar], earlier: str | Iterable[object]) -> Path:
    """Return announcements as options, in shooting order."""
    if isinstance(earlier, str):
        earlier = [part for part in earlier.split(",") if part.strip()]
    if not isinstance(earlier, Iterable):
        raise PhaseError(f"earlier: {shown(earlier)} is no list of announcements, like ['Miss', 'C']")
    path: list[int] = []
    for place, said in enumerate(earlier):
        if place >= len(stage.order) - 1:
            raise PhaseError(
                f"the phase {stage.problem.order_text(stage.order)} has {len(stage.order)} players; "
                f"at most {len(stage.order) - 1} can have announced before the one who decides"
            )
        aim = _announced(stage.problem, stage.order, stage.order[place], said)
        if aim not in stage.options[place]:
            who, phase = stage.problem.label(stage.order[place]), stage.problem.order_text(stage.order)
            raise PhaseError(
                f"player {who} may not announce {aim} in the phase {phase}; "
                f"his options are {', '.join(map(str, stage.options[place][:10]))}"
            )
        path.append(stage.options[place].index(aim))
    return tuple(path)


def _announced(problem: Problem, order: Order, player: Player, said: object) -> Aim:
    if isinstance(said, Aim):
        return said
    canonical = target(said, player, problem.people)
    if canonical is Word.OPTIMAL:
        raise PhaseError(f"player {problem.label(player)}: 'Optimal' is no announcement; name the aim he announces")
    return problem.resolve(order, player, canonical)


def _worth(induction: IntegerInduction, announced: Path) -> Worth:
    """Return what the last of some announcements is worth to the one who made it."""
    stage, place = induction.stage, len(announced) - 1
    path = induction.complete(announced).path
    return Worth(
        player=stage.order[place],
        aim=stage.options[place][announced[-1]],
        allowed=path is not None,
        replies=None if path is None else stage.aims(path)[place + 1 :],
        win=(Fraction(0),) * stage.problem.players if path is None else stage.public(stage.win(path, place)),
    )
