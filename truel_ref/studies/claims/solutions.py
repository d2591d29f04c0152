"""The problems that several claims are about, and what they say of a solution: lines of a finding, and a sentence."""

from __future__ import annotations

from collections.abc import Iterable

from truel_ref.game.people import label
from truel_ref.game.solution import Solution
from truel_ref.numbers import percent_text
from truel_ref.studies.claims.record import Line, listed

__all__ = [
    "FOUR",
    "MIXED",
    "ORIGINAL",
    "STRONGEST_FOUR",
    "WITH_RANDOM",
    "aims",
    "likeliest",
    "sentence",
    "wins",
]

ORIGINAL = ("1/3", "2/3", "1")
FOUR = ("1/4", "1/2", "3/4", "1")
MIXED = ("3/4", "11/20", "1")
WITH_RANDOM = "Others, Miss, Random"
STRONGEST_FOUR = ["Optimal", "Strongest", "Strongest", "Strongest"]


def wins(solution: Solution, published: Iterable[str]) -> list[Line]:
    """Return a line per player who has a published percentage; an empty one is left out."""
    pairs = zip(solution.problem.first_order, solution.win, published, strict=True)
    return [Line.percent(f"{label(player)} wins", win, percent) for player, win, percent in pairs if percent]


def aims(solution: Solution, published: str) -> Line:
    """Return the line of the aims of all players."""
    text = listed(solution.aims)
    return Line.fact("aims", published, text, text == published)


def likeliest(solution: Solution, player: str) -> Line:
    """Return the line that says who is the likeliest winner."""
    best = [label(other) for other, win in enumerate(solution.win) if win == max(solution.win)]
    return Line.fact("the likeliest winner", player, " and ".join(best), best == [player])


def sentence(solution: Solution) -> str:
    """Return a solution in one sentence."""
    text = listed(solution.aims)
    percents = " / ".join(percent_text(win, 2).removesuffix(" %") for win in solution.win)
    return f"Aims {text}; {percents} %."
