"""Profiles and the choice among them as text, for results that need not be exact."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from truel_ref.explain.reasons import Profile, choose, target_options
from truel_ref.game.aims import Aim, aim_does
from truel_ref.game.indices import Path
from truel_ref.game.problem import Problem
from truel_ref.numbers import percent_text
from truel_ref.play.announced import Chosen

__all__ = ["Options", "chain_text", "profiles_text"]

Options = Sequence[Sequence[Aim]]
"""Per player the aims that the places of a path count."""


def profiles_text(problem: Problem, profiles: Mapping[Path, Profile], options: Options | None = None) -> str:
    """Return the table of profiles: aims, win probabilities at the first turn, and who would choose each.

    `C+` says that C prefers the profile given the announcements before him, `C!` that he had only this option. The row
    with the mark of every player is the choice.

    Parameters: `problem`; `profiles`, under the index of every player's option; `options`, where they are others than
    those of the problem.

    >>> from truel_ref import solve
    >>> from truel_ref.explain.reasons import profile_results
    >>> problem = Problem(["1/3", "2/3", 1], ["Miss", "C", "Optimal"])
    >>> print(profiles_text(problem, profile_results(solve(problem))))
      #  A     B    C     A wins    B wins    C wins    chosen by
    ---  ----  ---  ----  --------  --------  --------  -----------
      1  Miss  C    A     28.571 %  60.317 %  11.111 %
      2  Miss  C    B     39.683 %  38.095 %  22.222 %  C+ B! A!
      3  Miss  C    Miss  42.857 %  57.143 %  0.000 %
    """
    from tabulate import tabulate

    offered = options or target_options(problem)
    chosen = choose(problem, problem.first_order, profiles, offered)
    names = [problem.label(player) for player in problem.first_order]
    rows = [
        [number, *profile.aims, *(percent_text(win) for win in profile.wins[0]), _marks(problem, path, chosen, offered)]
        for number, (path, profile) in enumerate(profiles.items(), 1)
    ]
    table: str = tabulate(rows, ["#", *names, *(f"{name} wins" for name in names), "chosen by"])
    return table


def _marks(problem: Problem, path: Path, chosen: Mapping[Path, Chosen], options: Options) -> str:
    marks = []
    for place in reversed(range(len(path))):
        if chosen[path[:place]].path != path:
            break
        only = len(options[place]) == 1
        marks.append(problem.label(problem.first_order[place]) + ("!" if only else "+"))
    return " ".join(marks)


def chain_text(problem: Problem, profiles: Mapping[Path, Profile]) -> str:
    """Return the choices that lead to the chosen profile, a line for each player, from the first to the last.

    Parameters: as for `profiles_text`.

    >>> from truel_ref import solve
    >>> from truel_ref.explain.reasons import profile_results
    >>> problem = Problem(["1/3", "2/3", 1], ["Optimal", "C", "Optimal"])
    >>> print(chain_text(problem, profile_results(solve(problem))))
    A misses: 39.683 %, against 31.217 % (A at C), 26.455 % (A at B).
    B at C, his one option.
    C at B: 66.667 %, against 33.333 % (C at A), 0.000 % (C misses).
    """
    order, options = problem.first_order, target_options(problem)
    chosen = choose(problem, order, profiles)
    path = chosen[()].path
    if path is None:
        return "Nobody can be hit whatever is announced: the phase is a stalemate."
    lines = []
    for place, option in enumerate(path):
        name, earlier = problem.label(order[place]), path[:place]
        taken = aim_does(name, options[place][option])
        if len(options[place]) == 1:
            lines.append(f"{taken}, his one option.")
            continue
        follows = {
            other: (*earlier, other) if place == len(order) - 1 else chosen[*earlier, other].path
            for other in range(len(options[place]))
        }
        worths = {other: profiles[end].wins[place][order[place]] for other, end in follows.items() if end is not None}
        rest = sorted((other for other in worths if other != option), key=lambda other: -worths[other])
        others = ", ".join(f"{percent_text(worths[other])} ({aim_does(name, options[place][other])})" for other in rest)
        lines.append(f"{taken}: {percent_text(worths[option])}, against {others}.")
    return "\n".join(lines)
