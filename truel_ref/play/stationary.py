"""All stationary equilibria of a problem: one aim per player for every set of living players.

`truel_ref.play.selections` follows the equilibria set by set, `truel_ref.play.responses` finds the pure equilibria of
one set, and `truel_ref.play.mixing` those with mixes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from truel_ref.errors import ProblemError
from truel_ref.files import Progress
from truel_ref.game.aims import Word
from truel_ref.game.equilibrium import Equilibria, Equilibrium, Gain
from truel_ref.game.people import Order
from truel_ref.game.problem import Problem
from truel_ref.numbers import public
from truel_ref.play.mixing import mixed_equilibria
from truel_ref.play.responses import Sieve, StationaryNode, exact_profiles, gains, pure_equilibria
from truel_ref.play.selections import CAP, Selections, reachable_from, sets_after

__all__ = ["MOST_PLAYERS", "all_equilibria", "reachable_sets", "smaller_selections"]

MOST_PLAYERS = 16
"""A set of 17 players would have 131,072 subsets, each with up to 131,072 profiles."""


# ---------------------------------------------------------------------------------------------------------
# Stationary play


def reachable_sets(problem: Problem, living: Order | None = None) -> list[Order]:
    """Return the sets of two or more players that can be reached from a set, by default all players, smallest first.

    A step leads from a set to the set without `t` if some living player with `p > 0` has an option that aims at `t`.

    >>> reachable_sets(Problem(["1/3", "2/3", 1], targets=["Miss", "C", "B"]))
    [(0, 1), (0, 2), (0, 1, 2)]
    """
    return reachable_from(living or problem.order, lambda here: sets_after(problem, here))


def all_equilibria(
    problem: Problem,
    *,
    mixed: bool = False,
    cap: int = CAP,
    sieve: Sieve = exact_profiles,
    slack: Fraction = Fraction(0),
    progress: Progress | None = None,
) -> Equilibria:
    """Return all stationary equilibria of a problem, over every selection of one equilibrium for each smaller set.

    The steps, for all sets that can be reached, the smallest first: (1) for every selection of equilibria of the sets
    that can be reached from this set, compute the equilibria of this set, once; (2) extend the selection by each of
    these equilibria; without an equilibrium the selection ends. The equilibria of the set of all players are the
    answer.

    Parameters: `problem`; `mixed`, whether to search mixes of one and two players, too (search {Others, Miss} or
    {Others} only); `cap`, the largest number of selections, beyond which the answer says `complete=False`; `sieve`,
    gives the profiles that may be equilibria; `slack`, the largest gain by a deviation that does not count, or, below
    0, the least loss that every deviation must bring (with `exact_profiles` only): with a positive `slack` the answer
    lists all that a solver of this precision may report, with a negative one all that it must report; `progress`,
    called with 1 after each set.

    Raises `ProblemError` for more than 16 players and for `mixed` with other words in a search.
    """
    _refuse(problem, mixed)
    search = _Search(problem, mixed, sieve, cap, slack)
    ways = search.ways(progress)
    nodes = sorted((node for way in ways for node in search.selections.equilibria(problem.order, way)), key=search.key)
    return Equilibria(
        problem,
        tuple(map(search.record, nodes)),
        search.selections.complete and not search.continua_below(),
        mixed,
        len(ways),
        () if nodes else search.gains(),
        search.unsettled,
    )


def smaller_selections(
    problem: Problem, *, cap: int = CAP, sieve: Sieve = exact_profiles
) -> tuple[dict[Order, Equilibrium], ...]:
    """Return every selection of one pure equilibrium for each smaller set that can be reached, up to a cap.

    Parameters: `problem`; `cap`, the largest number of selections; `sieve`, gives the profiles that may be equilibria.

    Raises `ProblemError` for more than 16 players.

    >>> [selection] = smaller_selections(Problem(["1/3", "2/3", 1]))
    >>> [(living, [str(win) for win in one.win]) for living, one in selection.items()]
    [((0, 1), ['3/7', '4/7', '0']), ((0, 2), ['1/3', '0', '2/3']), ((1, 2), ['0', '2/3', '1/3'])]
    """
    _refuse(problem, mixed=False)
    search = _Search(problem, False, sieve, cap)
    return tuple({living: search.alone(node) for living, node in way.items()} for way in search.ways())


class _Search:
    """The selections of stationary play, and the records of their equilibria."""

    def __init__(self, problem: Problem, mixed: bool, sieve: Sieve, cap: int, slack: Fraction = Fraction(0)) -> None:
        self.problem = problem
        self.mixed = mixed
        self.sieve = sieve
        self.slack = slack
        self.unsettled = 0
        self.selections: Selections[StationaryNode] = Selections(
            problem.order, lambda living: sets_after(problem, living), self._solve, cap
        )
        self._records: dict[int, Equilibrium] = {}

    def ways(self, progress: Progress | None = None) -> list[dict[Order, StationaryNode]]:
        """Return every selection of an equilibrium for each smaller set."""
        return self.selections.ways(progress, follows=lambda node: not node.is_continuum)

    def _solve(self, living: Order, selected: Mapping[Order, StationaryNode]) -> list[StationaryNode]:
        """Return the equilibria of a set under a selection, in canonical order of their aims."""
        nodes = pure_equilibria(self.problem, living, selected, self.sieve, self.slack)
        if self.mixed and len(living) > 2:
            mixes, unsettled = mixed_equilibria(self.problem, living, selected)
            nodes += mixes
            self.unsettled += unsettled
        return sorted(nodes, key=self.key)

    def continua_below(self) -> bool:
        """Return whether some smaller set has a continuum, which no selection can follow."""
        whole, known = self.problem.order, self.selections.known
        return any(node.is_continuum for key, nodes in known.items() if key[0] != whole for node in nodes)

    def key(self, node: StationaryNode) -> tuple[Any, ...]:
        """Return the key of the canonical order of equilibria: by their aims, then by their values."""
        first = self.problem.order
        aims = tuple(aim.canonical_key(first) for aim in node.aims)
        return aims, tuple(tuple(-win[player] for player in first) for win in node.values)

    def gains(self) -> tuple[Gain, ...]:
        """Return who gains in every profile of the first set that had no equilibrium."""
        living, selected = self.selections.dead_ends[0]
        return gains(self.problem, living, selected)

    def record(self, node: StationaryNode) -> Equilibrium:
        """Return the public record of an equilibrium; records with the same smaller equilibria share them."""
        return replace(self.alone(node), below=tuple(map(self.alone, node.below)))

    def alone(self, node: StationaryNode) -> Equilibrium:
        """Return the record of an equilibrium without `below`, made once."""
        if id(node) not in self._records:
            values = tuple(tuple(map(public, win)) for win in node.values)
            self._records[id(node)] = Equilibrium(
                node.living, node.aims, values, node.strict, node.mixing, problem=self.problem
            )
        return self._records[id(node)]


_PLAIN_SEARCHES = ({Word.OTHERS, Word.MISS}, {Word.OTHERS})


def _refuse(problem: Problem, mixed: bool) -> None:
    if problem.players > MOST_PLAYERS:
        raise ProblemError(
            f"{problem.players} players have 2^{problem.players} sets of living players; "
            f"stationary play is for at most {MOST_PLAYERS}"
        )
    for player, search in (*enumerate(problem.searches), *enumerate(problem.searches_later)):
        if mixed and set(search) not in _PLAIN_SEARCHES:
            raise ProblemError(
                f"mixed: every player must search Others and Miss, or Others, but player {problem.label(player)} "
                f"searches {', '.join(search)}; leave mixed out for the pure equilibria"
            )
