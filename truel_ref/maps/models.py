"""The ways to play that maps can show: `MODELS`, one entry each.

An entry is all that a further way to play needs: the names that a `MapSpec` may state, the method "normal", figures,
tables, hover texts and files read it from here. It stands in this file, and is not put in at run time, so that every
process that a map is computed in has it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from truel_ref.fast.methods import solve
from truel_ref.fast.stationary import equilibria
from truel_ref.game.aims import Aim
from truel_ref.game.equilibrium import Equilibria
from truel_ref.game.people import label
from truel_ref.game.problem import Problem
from truel_ref.game.solution import Solution
from truel_ref.maps.pixel import Pixel, pixel_of, pixel_of_equilibria
from truel_ref.numbers import Number, number_text, percent_text

__all__ = ["MODELS", "Model", "announced_text", "stationary_text"]

SHOWN = 2
"""How many of several equilibria a pointer shows."""


@dataclass(frozen=True)
class Model:
    """A way to play, as maps know it.

    Fields: `name`, as titles say it; `methods`, those that can compute its maps; `answer`, from a problem to its exact
    answer; `pixel`, from that answer to a pixel; `text`, from that answer to the line that a pointer shows; `counts`,
    whether a problem may have no value or several, so that its pixel says how many equilibria there are.
    """

    name: str
    methods: tuple[str, ...]
    answer: Callable[[Problem], Any]
    pixel: Callable[[Any], Pixel]
    text: Callable[[Any], str]
    counts: bool

    def pixel_at(self, problem: Problem) -> Pixel:
        """Return the pixel of a problem.

        >>> MODELS["stationary"].pixel_at(Problem(["1/3", "2/3", 1])).win == (25 / 63, 8 / 21, 2 / 9)
        True
        """
        return self.pixel(self.answer(problem))


def announced_text(solution: Solution) -> str:
    """Return the win probabilities and the aims of a solution in one line.

    >>> announced_text(solve(["1/2", 1]))
    'A 1/2 (50.000 %), B 1/2 (50.000 %);  aims B, A'
    """
    return _line(solution.win, solution.stalemate, solution.aims)


def stationary_text(answer: Equilibria) -> str:
    """Return the only equilibrium in one line, or how many there are, with the first of them.

    >>> stationary_text(equilibria(["1/2", 1]))
    'A 1/2 (50.000 %), B 1/2 (50.000 %);  aims B, A'
    >>> stationary_text(equilibria(["1/5", "7/10", "2/5", "3/5", "1/2"]))
    'no pure equilibrium'
    """
    plays = list({(play.aims, play.values): play for play in answer}.values())
    lines = [_line(play.win, play.stalemate, play.aims) for play in plays]
    if answer.complete and len(plays) < 2:
        return lines[0] if lines else "no pure equilibrium"
    many = str(len(plays)) if answer.complete else f"at least {len(plays)}"
    return "\n  ".join([f"{many} equilibria", *lines[:SHOWN], *(["..."] if len(lines) > SHOWN else [])])


def _line(win: tuple[Number, ...], stalemate: Number, aims: tuple[Aim | None, ...]) -> str:
    chances = [(label(player), chance) for player, chance in enumerate(win)]
    if stalemate:
        chances.append(("stalemate", stalemate))
    wins = ", ".join(f"{name} {number_text(chance)} ({percent_text(chance)})" for name, chance in chances)
    return f"{wins};  aims {', '.join('none' if aim is None else str(aim) for aim in aims)}"


MODELS: dict[str, Model] = {
    "announced": Model(
        name="announced play",
        methods=("cells", "certified", "normal", "smart"),
        answer=solve,
        pixel=pixel_of,
        text=announced_text,
        counts=False,
    ),
    "stationary": Model(
        name="stationary play",
        methods=("normal",),
        answer=equilibria,
        pixel=pixel_of_equilibria,
        text=stationary_text,
        counts=True,
    ),
}
"""The ways to play by the names that a `MapSpec` states, which are part of the format of kept maps."""
