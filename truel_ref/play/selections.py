"""Equilibria set by set, the smallest first, over all selections.

The equilibria of a set of living players depend on the equilibria that are played in the smaller sets. A **selection**
chooses one equilibrium for each smaller set (R8.6). Larger sets depend only on the values of their smaller sets, so
selections with equal values count as one from there on. The caller defines the equilibria of one set.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeAlias, TypeVar

from truel_ref.files import Progress
from truel_ref.game.aims import Aim, number_of_mixes
from truel_ref.game.equilibrium import Mixing
from truel_ref.game.people import Order, next_order
from truel_ref.game.problem import Problem
from truel_ref.kernels.graphs import reached
from truel_ref.limits import check
from truel_ref.numbers import read_count
from truel_ref.play.phase import victims
from truel_ref.play.ties import break_tie

CAP = 10_000
"""The largest number of selections with different values that a search follows, by default."""

CAP_LIMIT = 10**9
"""The most selections; fewer already fill any memory."""

Found = TypeVar("Found")

Steps: TypeAlias = Callable[[Order], set[Order]]
"""The sets of two or more that one step can lead to from a set."""


def reachable_from(start: Order, steps: Steps) -> list[Order]:
    """Return the sets that can be reached from a set, the smallest first; `start` is the last.

    >>> reachable_from((0, 1, 2), lambda living: {(0, 1), (1, 2)} if len(living) == 3 else set())
    [(0, 1), (1, 2), (0, 1, 2)]
    """
    return sorted(reached([start], steps), key=lambda living: (len(living), [start.index(player) for player in living]))


def orders_after(problem: Problem, living: Order) -> set[Order]:
    """Return the phases that one elimination can lead to from a set.

    >>> sorted(orders_after(Problem(["1/3", "2/3", 1], targets=["Miss", "C", "B"]), (0, 1, 2)))
    [(0, 1), (0, 2)]
    """
    shots = ((player, victims(problem.hits[player], problem.options(living, player))) for player in living)
    return {next_order(living, player, victim) for player, hit in shots for victim in hit}


def sets_after(problem: Problem, living: Order) -> set[Order]:
    """Return the sets of two or more players that one elimination can lead to.

    >>> sets_after(Problem(["1/3", "2/3", 1], targets=["Miss", "C", "B"]), (0, 1, 2))
    {(0, 1), (0, 2)}
    """
    return set(map(problem.in_cycle, orders_after(problem, living))) if len(living) > 2 else set()


def choices(problem: Problem, living: Order, player: int) -> tuple[Aim, ...]:
    """Return the options that a player may have in an equilibrium, in canonical order.

    A player with `p = 0` and a choice has only the option that the tie rule prefers, because all options are equal
    (R8.5).

    >>> [str(aim) for aim in choices(Problem([0, "1/2", 1]), (0, 1, 2), 0)]
    ['C']
    """
    aims = problem.options(living, player)
    if problem.hits[player]:
        return aims
    return (aims[break_tie(problem, aims, [(1,) * problem.players] * len(aims))],)


def option_count(problem: Problem, order: Order, player: int) -> int:
    """Return the number of aims that a player may announce in a phase, without making mixes.

    >>> problem = Problem(["1/3", "2/3", 1], search="Others, Miss, Random", random_levels=[600, 600, 600])
    >>> option_count(problem, (0, 1, 2), 0)
    180901
    """
    level = problem.random_levels[player] if problem.random_levels else None
    aims = (problem.changed(random_levels=None) if level else problem).options(order, player)
    singles = [aim for aim in aims if not aim.is_mix]
    if level and problem.has_choice(order, player) and len(singles) < len(aims):
        return number_of_mixes(len(singles), level)
    return len(aims)


@dataclass(frozen=True, eq=False)
class SetPlay:
    """Aims of a set of living players by which nobody gains, in numbers inside.

    Fields: `living`, the set; `aims`, one for each turn, for one or more rounds that repeat; `values`, the win
    probabilities at each turn; `strict`, whether every other option loses, if it is always taken at the same turn;
    `mixing`, as in `Equilibrium`; `begins`, by seat the round, from 0, in which the play begins with this player.
    """

    living: Order
    aims: tuple[Aim, ...]
    values: Sequence[Sequence[Any]]
    strict: bool
    mixing: tuple[Mixing, ...] = ()
    begins: tuple[int, ...] = ()

    def wins(self) -> dict[Order, Sequence[Any]]:
        """Return the win probabilities where the play begins with each of the players."""
        size, living = len(self.living), self.living
        begins = self.begins or (0,) * size
        return {living[seat:] + living[:seat]: self.values[begin * size + seat] for seat, begin in enumerate(begins)}


@dataclass
class Selection(Generic[Found]):
    """The equilibria chosen for the sets so far, the smallest first, and the number of selections that agree with it.

    Fields: `chosen`, by set; `kinds`, by set a number that equal equilibria share; `count`.
    """

    chosen: dict[Order, Found]
    kinds: dict[Order, int]
    count: int


def recorded(selections: Iterable[Selection[Found]], record: Callable[[Found], Any]) -> Iterator[Any]:
    """Yield the equilibria of the set of all players as records, each with the number of selections that lead to it.

    Each has `below` it the records of the smaller sets, the largest first. Equilibria that selections share are
    recorded once.

    Parameters: `selections`; `record`, gives the record of an equilibrium.
    """
    made: dict[int, Any] = {}
    for one in selections:
        for found in one.chosen.values():
            if id(found) not in made:
                made[id(found)] = record(found)
        *below, own = [made[id(found)] for found in one.chosen.values()]
        below.sort(key=lambda play: -len(play.living))
        yield replace(own, below=tuple(below), selections=one.count)


@dataclass
class Selected(Generic[Found]):
    """All selections.

    Fields: `selections`, those that differ, with an equilibrium of the set of all players; `smaller`, those for the
    smaller sets alone; `complete`, False if some were not followed; `dead_end`, the first set without an equilibrium,
    with the equilibria chosen for the sets that it leads to, or None.
    """

    selections: list[Selection[Found]]
    smaller: list[Selection[Found]]
    complete: bool = True
    dead_end: tuple[Order, dict[Order, Found]] | None = None


def over_selections(
    whole: Order,
    steps: Steps,
    solve: Callable[[Order, Mapping[Order, Found]], list[Found]],
    same: Callable[[Found], Hashable],
    *,
    cap: int = CAP,
    progress: Progress | None = None,
    tired: Callable[[], bool] = lambda: False,
) -> Selected[Found]:
    """Return the equilibria of the set of all players over all selections for the smaller sets.

    The steps for each set, the smallest first, and each selection so far: (1) find the equilibria of the set, once
    for equal values of the sets that it leads to; (2) extend the selection by each of them; (3) join selections that
    are equal in all sets to which a larger set leads. A selection without an equilibrium ends.

    Parameters: `whole`, the set of all players; `steps`, gives the sets that one step can lead to; `solve`, gives the
    equilibria of a set, from those chosen for the sets that it leads to; `same`, what two equilibria of a set must
    share to count as one; `cap`, the largest number of different selections for the smaller sets; `progress`, called
    with 1 after each smaller set; `tired`, whether to solve a set
    for no more than one selection.

    >>> steps = lambda living: {living[:2]} if len(living) > 2 else set()
    >>> found = over_selections(
    ...     (0, 1, 2), steps, lambda living, below: [0] if len(living) > 2 else [2, 2.0], float
    ... )
    >>> [(one.chosen, one.count) for one in found.selections]
    [({(0, 1): 2, (0, 1, 2): 0}, 2)]
    """
    cap = read_count(cap, "cap", 1, CAP_LIMIT)
    sets = reachable_from(whole, steps)
    below = {living: sorted(steps(living)) for living in sets}
    last_use = {left: number for number, living in enumerate(sets) for left in below[living]} | {whole: len(sets)}
    answer: Selected[Found] = Selected([Selection({}, {}, 1)], [])
    numbers: dict[Any, int] = {}
    in_use: list[Order] = []
    for number, living in enumerate(sets):
        answer.smaller = answer.selections
        in_use = [left for left in in_use if last_use[left] > number]
        known: dict[tuple[int, ...], list[tuple[Found, int]]] = {}
        grown: dict[tuple[int, ...], Selection[Found]] = {}
        left_out = False
        for way in answer.selections:
            check()
            key = tuple(way.kinds[left] for left in below[living])
            if key not in known:
                if known and tired():
                    answer.complete = False
                    continue
                chosen = {left: way.chosen[left] for left in below[living]}
                known[key] = [(one, numbers.setdefault(same(one), len(numbers))) for one in solve(living, chosen)]
                if not known[key]:
                    answer.dead_end = answer.dead_end or (living, chosen)
            before = tuple(way.kinds[left] for left in in_use)
            for found, kind in known[key]:
                agree = (*before, kind)
                if agree in grown:
                    grown[agree].count += way.count
                elif len(grown) < cap or living == whole:
                    grown[agree] = Selection(way.chosen | {living: found}, way.kinds | {living: kind}, way.count)
                else:
                    left_out = True
            if left_out:
                answer.complete = False
                break
        answer.selections = list(grown.values())
        in_use.append(living)
        if progress is not None and living != whole:
            progress(1)
    return answer
