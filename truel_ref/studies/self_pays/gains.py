"""What Self gains at one decision, in numbers: nothing symbolic is used."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from truel_ref.errors import SymbolicError, shown
from truel_ref.explain.decisions import decision
from truel_ref.explain.reasons import profile_results, target_options
from truel_ref.fast.solving import solve
from truel_ref.game.aims import Aim
from truel_ref.game.problem import Problem
from truel_ref.play.ties import guaranteed
from truel_ref.studies.self_pays.faces import Path
from truel_ref.studies.self_pays.surfaces import SEARCH
from truel_ref.symbolic.algebra import rational

__all__ = ["Gain", "gain_at"]


@dataclass(frozen=True)
class Gain:
    """How much more Self, or Miss, is worth at one decision than every other allowed option, in win probability.

    Fields: `favourable`, with its best best replies against the others with theirs; `some_way`, against the others
    with their worst best replies, so the most that any way of breaking ties can give. Both are exact; it pays where
    they are positive.
    """

    favourable: Fraction
    some_way: Fraction


def gain_at(hits: Sequence[object], earlier: Sequence[object] = (), option: str = "Self") -> Gain | None:
    """Return what Self, or Miss, gains at a decision of the first phase, in numbers, for any number of players.

    Every profile is solved exactly, and the best replies are found by going through all of them; nothing symbolic is
    used. Ties of later phases are broken by rule 1; phases of two have none.

    Parameters: `hits`, exact hit probabilities in [0, 1]; `earlier`, the announcements before; `option`, "Self" or
    "Miss".

    Returns None where the option, or everything else, is not allowed.

    Raises `SymbolicError` for another option, and what `solve` and `decision` raise.

    >>> gain_at(["1/4", "3/4", "1/4"])
    Gain(favourable=Fraction(-48, 385), some_way=Fraction(384, 5005))
    """
    if option not in ("Self", "Miss"):
        raise SymbolicError(f"{shown(option)} is neither 'Self' nor 'Miss'")
    solution = solve(Problem(hits, search=SEARCH))
    options = target_options(solution.problem)
    profiles = profile_results(solution)
    earlier_aims = decision(solution, earlier).earlier
    before = tuple(options[place].index(aim) for place, aim in enumerate(earlier_aims))
    player = len(before)
    asked = Aim.miss(len(options)) if option == "Miss" else Aim.at(player, len(options))
    own = options[player].index(asked)

    def worth(path: Path, place: int) -> Fraction:
        return rational(profiles[path].wins[place][place])

    def replies(announced: Path) -> list[Path]:
        """Return the lists of best replies, ties broken in any way."""
        if len(announced) == len(options):
            return [] if profiles[announced].stalls else [()]
        place = len(announced)
        after = [[(option, *rest) for rest in replies((*announced, option))] for option in range(len(options[place]))]
        least = guaranteed([worth(announced + path, place) for path in paths] for paths in after if paths)
        if least is None:
            return []
        return [path for paths in after for path in paths if worth(announced + path, place) >= least]

    values = [
        [worth((*before, option, *rest), player) for rest in replies((*before, option))]
        for option in range(len(options[player]))
    ]
    others = [worths for option, worths in enumerate(values) if worths and option != own]
    if not values[own] or not others:
        return None
    best, least = max(values[own]), guaranteed(others)
    assert least is not None  # there is another option
    return Gain(best - max(map(max, others)), best - least)
