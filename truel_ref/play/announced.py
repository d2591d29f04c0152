r"""The definition: which aims the players of one phase announce, by backward induction.

The players announce in shooting order, and each of them knows the earlier announcements, the **history**. A **profile**
is one option per player. Under a profile the turns of the players repeat until somebody is hit. From the first turn of
the player at place `j` on, the win probabilities of all players are the vector (`truel_ref.play.phase`)

    w = V / (1 - K)      where (V, K) composes the turns of the places j, j+1, …, L-1, 0, …, j-1

The player at place `j` compares the own component of `w`. A **node** is a history, and the player who announces after
it. The steps at every node, the longest histories first:

1. Follow each option of the player to its continuation: the profile that the later players choose after it (R3.2).
2. Drop the options after which nobody can be hit, whatever else is announced. If no option is left, the node has no
   choice (R3.4, R3.5). The structure of the aims decides this, before any comparison (R2.3): with `K = 1` all values
   would be 0 and so equal.
3. Of the other options, the best are those with the largest own component of `w` at the player's first turn (R3.1).
4. If several options are best, the tie rule takes one of them (R3.7, R3.8; `truel_ref.play.ties`). Equal means equal.

The profile of the phase is the profile chosen after the empty history. The first player is bound by the announcement,
and is in that sense a leader.

Rules: `docs/rules.md`, R3. Source: backward induction in a game of perfect information, M. J. Osborne and
A. Rubinstein, *A Course in Game Theory* (1994), section 6.2; the leader is that of H. von Stackelberg, *Marktform und
Gleichgewicht* (1934). `truel_ref.fast` computes the same profiles and ties in less time; tests compare every field.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from types import MappingProxyType
from typing import Any, TypeAlias

from truel_ref.budget import check
from truel_ref.game.aims import Aim
from truel_ref.game.people import Option, Path, Place
from truel_ref.game.problem import Problem
from truel_ref.play.ties import Node, break_tie, is_material
from truel_ref.play.turns import Profiles

__all__ = [
    "Announced",
    "Best",
    "Chosen",
    "Prefer",
    "Replies",
    "backward_induction",
    "best_profiles",
    "chosen_after",
    "decide",
]


Replies: TypeAlias = "Callable[[Profiles, Mapping[Path, Chosen], Path], Path | None]"
"""Gives the profile that follows a history, None for a stalemate: step 1, by default `chosen_after`."""

Best: TypeAlias = "Callable[[Profiles, Place, Mapping[Path, Sequence[Any]]], Sequence[Path]]"
"""Gives the profiles that count as equally good: step 3, by default `best_profiles`."""

Prefer: TypeAlias = "Callable[[Problem, Sequence[Aim], Sequence[Sequence[Any]], Callable[[Any], Any]], int]"
"""Gives the index of the option taken among equal options: step 4, by default `break_tie`."""


@dataclass(frozen=True)
class Chosen:
    """The choice at one node.

    Fields: `path`, the profile that follows, as the index of each player's option, or None if every continuation is a
    stalemate; `equal`, the best responses of the player, including the chosen option; `material`, whether these lead
    to different win probabilities.
    """

    path: Path | None
    equal: Path
    material: bool = False


@dataclass(frozen=True)
class Announced:
    """The announcements of a phase, from some node on.

    Fields: `path`, the chosen profile, None for a stalemate; `ties`, all ties on the way to this profile and the
    material ties elsewhere, the shortest history first.
    """

    path: Path | None
    ties: tuple[Node, ...] = ()

    @property
    def on_path(self) -> tuple[Node, ...]:
        """The ties on the way to the profile."""
        return tuple(tie for tie in self.ties if self.meets(tie))

    def meets(self, tie: Node) -> bool:
        """Return whether a tie is on the way to the profile."""
        return self.path is not None and self.path[: len(tie.earlier)] == tie.earlier


def chosen_after(profiles: Profiles, chosen: Mapping[Path, Chosen], earlier: Path) -> Path | None:
    """Return the profile that follows a history (R3.2): the choice at exactly this node.

    Parameters: `profiles`; `chosen`, the choices at this and all later nodes; `earlier`, the history.
    """
    return chosen[earlier].path


def best_profiles(profiles: Profiles, place: Place, wins: Mapping[Path, Sequence[Any]]) -> Sequence[Path]:
    """Return the profiles in which the player at a place has exactly the largest own component of `w` (R3.1).

    Parameters: `profiles`; `place`; `wins`, the win probabilities at the player's first turn for each profile that an
    allowed option leads to.
    """
    player = profiles.order[place]
    best = max(win[player] for win in wins.values())
    return [path for path, win in wins.items() if win[player] == best]


def backward_induction(
    profiles: Profiles,
    earlier: Path = (),
    way: Mapping[Path, Option] = MappingProxyType({}),
    best: Best = best_profiles,
    prefer: Prefer = break_tie,
    replies: Replies = chosen_after,
) -> dict[Path, Chosen]:
    """Return the choice at every node from a history on, the longest histories first.

    The module's docstring lists the steps. The last entry is that of `earlier`.

    Parameters: `profiles`, the values of all profiles of a phase; `earlier`, the history; `way`, for some nodes the
    option taken among equal options, in place of the choice of the tie rule; `best`, `prefer` and `replies`, steps 3,
    4 and 1.
    """
    if profiles.only_stalls(earlier):
        return {earlier: Chosen(None, ())}
    order, options = profiles.order, profiles.options
    chosen: dict[Path, Chosen] = {}
    for place in reversed(range(len(earlier), len(order) + 1)):
        for more in product(*(range(len(aims)) for aims in options[len(earlier) : place])):
            check()
            node = earlier + more
            if place == len(order):  # everybody has announced
                chosen[node] = Chosen(None if profiles.stalls(node) else node, ())
                continue
            follow = [replies(profiles, chosen, (*node, option)) for option in range(len(options[place]))]  # step 1
            allowed = [path for path in follow if path is not None]  # step 2
            if len(allowed) < 2:
                chosen[node] = Chosen(next(iter(allowed), None), tuple(path[place] for path in allowed))
                continue
            wins = {path: profiles.win(path, place) for path in allowed}  # step 3
            best_paths = best(profiles, place, wins)
            equal = tuple(path[place] for path in best_paths)
            led_to = [wins[path] for path in best_paths]
            aims = [options[place][option] for option in equal]
            preferred = prefer(profiles.problem, aims, led_to, profiles.number)  # step 4
            taken = best_paths[equal.index(way[node]) if way.get(node) in equal else preferred]
            chosen[node] = Chosen(taken, equal, is_material(led_to))
    return chosen


def decide(
    profiles: Profiles,
    earlier: Path = (),
    way: Mapping[Path, Option] = MappingProxyType({}),
    best: Best = best_profiles,
    prefer: Prefer = break_tie,
    replies: Replies = chosen_after,
) -> Announced:
    """Return the announcements of a phase after a history, by default the empty one, by `backward_induction`.

    Parameters: `profiles`, of a phase; `earlier`, the history; `way`, the options taken at some ties in place of the
    tie rule's; `best`, `prefer` and `replies`, steps 3, 4 and 1.

    >>> from truel_ref.game.problem import Problem
    >>> from truel_ref.play.phases import solve_phases, stage_of
    >>> solution = solve_phases(Problem(["1/2", "1/2", "1"]))
    >>> stage = stage_of(solution, (0, 1, 2))
    >>> announced = decide(stage)
    >>> [str(aim) for aim in stage.aims(announced.path)]
    ['Miss', 'C', 'B']
    >>> announced.on_path
    (Node(earlier=(2, 1), equal=(0, 1), chosen=1),)
    >>> [tie.earlier for tie in announced.ties]
    [(1, 0), (1, 1), (1, 2), (2, 1), (2, 2)]
    >>> decide(stage, (0,)).path
    (0, 1, 2)
    """
    chosen = backward_induction(profiles, earlier, way, best, prefer, replies)
    path = chosen[earlier].path
    ties = []
    for node, here in chosen.items():
        on_path = path is not None and path[: len(node)] == node
        if len(here.equal) > 1 and (on_path or here.material):
            assert here.path is not None
            ties.append(Node(node, here.equal, here.path[len(node)]))
    return Announced(path, tuple(sorted(ties, key=lambda tie: (len(tie.earlier), tie.earlier))))
