"""What comes out of a pixel of a map: `Pixel`, and how exact answers are rounded to one."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import nan
from typing import TypeAlias

from truel_ref.game.aims import Aim
from truel_ref.game.equilibrium import Equilibria
from truel_ref.game.solution import Solution
from truel_ref.game.variant_answers import VariantAnswer
from truel_ref.numbers.algebraic import Number

__all__ = ["MANY", "OPEN", "Aims", "Pixel", "pixel_of", "pixel_of_equilibria", "pixel_of_plays", "rounded"]

Aims: TypeAlias = tuple[Aim | None, ...]
"""The aims of the first phase, one per player; None where a player had no allowed aim."""

OPEN = -1
"""In place of a number of equilibria that is not known, because the cap on selections left some out."""
MANY = 2**15 - 1
"""The largest number of equilibria that is told; it stands for more, too."""


@dataclass(frozen=True)
class Pixel:
    """What a map says of one pixel.

    Fields: `aims` of the first phase; `win`, correctly rounded doubles; `stalemate`, the same; `tie`, whether there is
    a tie on the path of the first phase, or an equilibrium that is not strict; `solved`, False where it was inferred
    from its neighbours; `equilibria`, where the way to play may have none or several, how many distinct ones there
    are: `OPEN` where that is not known, and at most `MANY`, which stands for more, too. If it is not 1, the pixel has
    no value: `aims` is empty, `win` and `stalemate` are nan.
    """

    aims: Aims
    win: tuple[float, ...]
    stalemate: float
    tie: bool
    solved: bool = True
    equilibria: int | None = None


def rounded(value: Number) -> float:
    """Return the double nearest to a number, ties to even."""
    return float(value)


def pixel_of(solution: Solution) -> Pixel:
    """Return the pixel of an exact solution.

    >>> from truel_ref.fast.solving import solve
    >>> pixel = pixel_of(solve(["1/3", "2/3", 1]))
    >>> [str(aim) for aim in pixel.aims], pixel.win[0] == 25 / 63, pixel.tie
    (['Miss', 'C', 'B'], True, False)
    """
    first = solution.problem.first_order
    return Pixel(
        aims=solution.aims,
        win=tuple(map(rounded, solution.win)),
        stalemate=rounded(solution.stalemate),
        tie=any(tie.on_path and tie.order == first for tie in solution.ties),
    )


def pixel_of_equilibria(answer: Equilibria) -> Pixel:
    """Return the pixel of stationary play: the play of the only equilibrium, or how many there are.

    Equilibria are counted by their aims and values at every turn.

    >>> from truel_ref.fast.stationary import equilibria
    >>> pixel = pixel_of_equilibria(equilibria(["1/2", "2/5", "3/5"]))
    >>> [str(aim) for aim in pixel.aims], pixel.win[0] == 15 / 56, pixel.tie
    (['C', 'Miss', 'A'], True, False)
    >>> pixel_of_equilibria(equilibria([1, 1, 1])).equilibria
    11
    """
    if answer.distinct == 1 and answer.complete:
        play = answer[0]
        return Pixel(
            aims=play.aims,
            win=tuple(map(rounded, play.win)),
            stalemate=rounded(play.stalemate),
            tie=not all(each.strict for each in answer),
            equilibria=1,
        )
    several = min(answer.distinct, MANY) if answer.complete else OPEN
    return Pixel((), (nan,) * answer.problem.players, nan, tie=False, equilibria=several)


def pixel_of_plays(answer: VariantAnswer) -> Pixel:
    """Return the pixel of other rules of fire: the only play, or how many there are.

    With counted bullets the chances are the worths. `stalemate` is all that nobody wins.

    >>> from truel_ref.variants.simultaneous import simultaneous_fire
    >>> pixel_of_plays(simultaneous_fire(["1/2", "1/2"])).stalemate == 1 / 3
    True
    """
    bullets = answer.model == "bullets"
    if answer.distinct == 1 and answer.complete:
        play = answer[0]
        shares = play.worths or play.win
        tied = any(len(state.equal) > 1 for state in play.states[:1]) if bullets else play.strict is False
        return Pixel(
            aims=play.aims,
            win=tuple(map(rounded, shares)),
            stalemate=rounded(1 - sum(shares, Fraction(0))),
            tie=tied,
            equilibria=None if bullets else 1,
        )
    # By lot, an order with several equilibria, or with none, leaves no mean.
    many = max((len(drawn.plays) for drawn in answer.drawn if len(drawn.plays) != 1), default=answer.distinct)
    several = min(many, MANY) if answer.complete else OPEN
    return Pixel((), (nan,) * answer.problem.players, nan, tie=False, equilibria=several)
