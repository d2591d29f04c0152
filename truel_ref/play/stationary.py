"""Equilibria set by set, the smallest first, and all stationary equilibria of a problem.

The equilibria of a set of living players depend on the equilibria played in the smaller sets. A **selection** chooses
one equilibrium for each smaller set. The search follows all selections, up to a cap. The caller defines what an
equilibrium of one set is: stationary play does (`truel_ref.play.responses`, and `truel_ref.play.mixing` for mixes), and
so do other rules of fire.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from typing import Any, Generic, TypeAlias, TypeVar

from truel_ref.budget import check
from truel_ref.errors import ProblemError
from truel_ref.files import Progress
from truel_ref.game.aims import Word
from truel_ref.game.equilibrium import Equilibria, Equilibrium, Gain, Living
from truel_ref.game.problem import Problem
from truel_ref.kernels.graphs import reached
from truel_ref.numbers import backend_in_force, public
from truel_ref.play.mixing import mixed_equilibria
from truel_ref.play.responses import Sieve, StationaryNode, exact_profiles, gains, pure_equilibria

__all__ = [
    "CAP",
    "MOST_PLAYERS",
    "Selections",
    "Steps",
    "all_equilibria",
    "reachable_from",
    "reachable_sets",
    "sets_after",
    "smaller_selections",
]

CAP = 10_000
"""The largest number of selections that the search follows."""

Found = TypeVar("Found")

Steps: TypeAlias = "Callable[[Living], set[Living]]"
"""The sets of two or more that one step can lead to from a set."""

MOST_PLAYERS = 16
"""A set of 17 players would have 131,072 subsets, each with up to 131,072 profiles."""


def reachable_from(start: Living, steps: Steps) -> list[Living]:
    """Return the sets that can be reached from a set, the smallest first; `start` is the last.

    >>> reachable_from((0, 1, 2), lambda living: {(0, 1), (1, 2)} if len(living) == 3 else set())
    [(0, 1), (1, 2), (0, 1, 2)]
    """
    return sorted(reached([start], steps), key=lambda left: (len(left), left))


class Selections(Generic[Found]):
    """The equilibria of each set, solved once for every selection of equilibria of the sets below it.

    Parameters: `steps`, gives the sets that one step can lead to; `solve`, gives the equilibria of a set under a
    selection, in canonical order.

    >>> search = Selections(lambda living: {living[:2]} if len(living) > 2 else set(), lambda living, below: [living])
    >>> search.ways((0, 1, 2), cap=10)
    ([{(0, 1): (0, 1)}], True)
    """

    def __init__(self, steps: Steps, solve: Callable[[Living, Mapping[Living, Found]], list[Found]]) -> None:
        self.steps = steps
        self.solve = solve
        self.known: dict[tuple[Living, tuple[int, ...]], list[Found]] = {}
        self.dead_ends: list[tuple[Living, Mapping[Living, Found]]] = []
        self._below: dict[Living, list[Living]] = {}

    def ways(
        self,
        whole: Living,
        cap: int,
        progress: Progress | None = None,
        follows: Callable[[Found], bool] = lambda node: True,
    ) -> tuple[list[dict[Living, Found]], bool]:
        """Return every selection of equilibria for the sets below `whole`, and whether the list is complete.

        Parameters: `whole`; `cap`, the largest number of selections; `progress`, called with 1 after each set;
        `follows`, whether a selection may use an equilibrium.
        """
        ways: list[dict[Living, Found]] = [{}]
        complete = True
        for living in reachable_from(whole, self.steps)[:-1]:
            grown = ({**way, living: node} for way in ways for node in self.equilibria(living, way) if follows(node))
            ways = list(islice(grown, cap))
            complete = complete and next(grown, None) is None
            if progress is not None:
                progress(1)
        return ways, complete

    def equilibria(self, living: Living, way: Mapping[Living, Found]) -> list[Found]:
        """Return the equilibria of a set under a selection, which may contain other sets, too."""
        check()
        if living not in self._below:
            self._below[living] = reachable_from(living, self.steps)[:-1]
        selected = {left: way[left] for left in self._below[living]}
        key = (living, tuple(map(id, selected.values())))
        if key not in self.known:
            self.known[key] = self.solve(living, selected)
            if not self.known[key]:
                self.dead_ends.append((living, selected))
        return self.known[key]


# ---------------------------------------------------------------------------------------------------------
# Stationary play


def reachable_sets(problem: Problem, living: Living | None = None) -> list[Living]:
    """Return the sets of two or more players that can be reached from a set, by default all players, smallest first.

    A step leads from a set to the set without `t` if some living player with `p > 0` has an option that aims at `t`.

    >>> reachable_sets(Problem(["1/3", "2/3", 1], targets=["Miss", "C", "B"]))
    [(0, 1), (0, 2), (0, 1, 2)]
    """
    return reachable_from(living or tuple(range(problem.players)), lambda here: sets_after(problem, here))


def sets_after(problem: Problem, living: Living) -> set[Living]:
    """Return the sets of two or more players that one elimination can lead to.

    >>> sets_after(Problem(["1/3", "2/3", 1], targets=["Miss", "C", "B"]), (0, 1, 2))
    {(0, 1), (0, 2)}
    """
    left = (tuple(player for player in living if player != victim) for victim in _victims(problem, living))
    return {players for players in left if len(players) > 1}


def _victims(problem: Problem, living: Living) -> set[int]:
    return {
        victim
        for player in living
        if problem.hits[player]
        for aim in problem.options(living, player)
        for victim in aim.targets
    }


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
    search = _Search(problem, mixed, sieve, slack)
    ways, complete = search.ways(cap, progress)
    whole = tuple(range(problem.players))
    nodes = sorted((node for way in ways for node in search.selections.equilibria(whole, way)), key=_canonical)
    return Equilibria(
        problem,
        tuple(map(search.record, nodes)),
        complete and not search.continua_below(whole),
        mixed,
        len(ways),
        () if nodes else search.gains(),
        search.unsettled,
        backend_in_force(problem.hits),
    )


def smaller_selections(
    problem: Problem, *, cap: int = CAP, sieve: Sieve = exact_profiles
) -> tuple[dict[Living, Equilibrium], ...]:
    """Return every selection of one pure equilibrium for each smaller set that can be reached, up to a cap.

    Parameters: `problem`; `cap`, the largest number of selections; `sieve`, gives the profiles that may be equilibria.

    Raises `ProblemError` for more than 16 players.

    >>> [selection] = smaller_selections(Problem(["1/3", "2/3", 1]))
    >>> [(living, [str(win) for win in one.win]) for living, one in selection.items()]
    [((0, 1), ['3/7', '4/7', '0']), ((0, 2), ['1/3', '0', '2/3']), ((1, 2), ['0', '2/3', '1/3'])]
    """
    _refuse(problem, mixed=False)
    search = _Search(problem, mixed=False, sieve=sieve)
    ways, _ = search.ways(cap)
    return tuple({living: search.alone(node) for living, node in way.items()} for way in ways)


class _Search:
    """The selections of stationary play, and the records of their equilibria."""

    def __init__(self, problem: Problem, mixed: bool, sieve: Sieve, slack: Fraction = Fraction(0)) -> None:
        self.problem = problem
        self.mixed = mixed
        self.sieve = sieve
        self.slack = slack
        self.unsettled = 0
        self.selections: Selections[StationaryNode] = Selections(
            lambda living: sets_after(problem, living), self._solve
        )
        self._records: dict[int, Equilibrium] = {}

    def ways(self, cap: int, progress: Progress | None = None) -> tuple[list[dict[Living, StationaryNode]], bool]:
        """Return every selection of an equilibrium for each smaller set, and whether the cap left none out."""
        whole = tuple(range(self.problem.players))
        return self.selections.ways(whole, cap, progress, follows=lambda node: not node.is_continuum)

    def _solve(self, living: Living, selected: Mapping[Living, StationaryNode]) -> list[StationaryNode]:
        """Return the equilibria of a set under a selection, in canonical order of their aims."""
        nodes = pure_equilibria(self.problem, living, selected, self.sieve, self.slack)
        if self.mixed and len(living) > 2:
            mixes, unsettled = mixed_equilibria(self.problem, living, selected)
            nodes += mixes
            self.unsettled += unsettled
        return sorted(nodes, key=_canonical)

    def continua_below(self, whole: Living) -> bool:
        """Return whether some smaller set has a continuum, which no selection can follow."""
        return any(
            node.is_continuum for key, nodes in self.selections.known.items() if key[0] != whole for node in nodes
        )

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


def _canonical(node: StationaryNode) -> tuple[Any, ...]:
    return tuple(aim.canonical_key() for aim in node.aims), tuple(tuple(-won for won in win) for win in node.values)


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
