r"""Many phases at once by the induction of `truel_ref.fast.floats`, in arrays: phases of one problem, or of many.

Phases are **alike** if they have the same number of players and every place has the same options: a single target, or
nobody. One NumPy axis is the node, another is the phase. The products and sums are those of
`truel_ref.fast.floats.proved_path`, so its bound holds here, too; only the last player compares other numbers, with
smaller errors. Immaterial ties off the path follow from the values of the later phases. The phases that are still open
go through the arrays again, and now exact numbers make each close decision (`truel_ref.fast.floats.Settle`).

# Three players, whole problems in 64-bit integers: equal to `truel_ref.fast.solving.solve`

One NumPy axis is the problem; all problems have one skeleton (`truel_ref.fast.skeleton`). With `p_i = a_i / b_i` in
lowest terms and `c_i = b_i - a_i`, two players who shoot at each other win with

    a_1 b_2 / (a_1 b_2 + c_1 a_2)   and   c_1 a_2 / (a_1 b_2 + c_1 a_2).

A round of three players, whose shots lead to duels with the win probabilities `N_j / D_j`, has the value, with the
least common multiple `D` of all `D_j`,

    (a_1 b_2 b_3 N_1 D/D_1 + c_1 a_2 b_3 N_2 D/D_2 + c_1 c_2 a_3 N_3 D/D_3) / ((b_1 b_2 b_3 - c_1 c_2 c_3) D).

A player who misses has `a = 0` and `b = c = 1`. The first part gives the aims. A problem gets an answer if its aims are
proved and the numbers fit. Denominators are at most `2^26`, so that every number of a duel is a float, too, and
quotients are correctly rounded. No number in the value exceeds the product `b_1 b_2 b_3 D_1 D_2 D_3`. If this product
is not below `2^62`, the same lines take Python's integers. `truel_ref.fast.solving` solves all other problems.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache, partial
from typing import Any, TypeAlias

import numpy as np

from truel_ref.fast.floats import ONE_IN, OpenError, Settle, Shares, margin
from truel_ref.fast.integers import floats_of
from truel_ref.fast.skeleton import PhaseSkeleton, Skeleton
from truel_ref.game.aims import Aim
from truel_ref.game.people import Option, Order, Path, Place
from truel_ref.game.problem import Problem
from truel_ref.game.solution import Phase, Solution, Tie
from truel_ref.numbers import backend_in_force, coprime_fraction

__all__ = ["MOST_NODES", "Alike", "Arrays", "Threes", "Turns", "alike_phases", "induced_paths", "three_of"]

MOST_NODES = 2**22
"""The most histories before the last player in one phase; for more, arrays would take gigabytes."""

_MOST_CLOSE = 30  # the most close nodes of a place and phase; with more, exact numbers take less time

_CELLS = 2**16  # the most histories times phases in one array, if there is more than one phase

PLAYERS = 3
LARGEST_BOTTOM = 2**26
LARGEST_PRODUCT = 2.0**62

_ZERO = Fraction(0)

Same: TypeAlias = "Callable[[int, Sequence[Order]], bool]"
"""Returns, for a problem by its number, whether phases have equal values for each player."""

Turns: TypeAlias = "np.ndarray"
"""The turns of a place, parts x options x phases: `k`, `1 - k`, `r` by place, and `k`, `1 - k` again.

So the parts that compose with a history, and with a continuation, are slices.
"""


class Arrays:
    """Decides alike phases of several problems together, if that takes less time.

    Parameters: `skeleton`, the common skeleton of the problems; `solving`, the problems in the solver
    (`truel_ref.fast.solving`) for which the bounds hold; `least`, the least number of histories before the last player,
    over alike phases, for which arrays decide.
    """

    def __init__(self, skeleton: Skeleton, solving: Sequence[Any], least: int) -> None:
        self.skeleton = skeleton
        self.solving = solving
        self.least = least
        self.alike = alike_phases(skeleton)
        self.hits, self.misses = np.array([each.rounded_hits for each in solving]).transpose(1, 2, 0)
        players = skeleton.players
        self.values = np.zeros((sum(map(len, skeleton.levels)) * players + players**2 + 1, len(solving)))
        self.values[: players**2 : players + 1] = 1.0  # a survivor has won

    def decide(self, level: int) -> None:
        """Give all problems the paths of a level, after all earlier levels are solved."""
        if level:
            self._enter([phase.order for phase in self.skeleton.levels[level - 1]])
        for group in self.alike[level]:
            if group.nodes <= MOST_NODES and group.nodes * len(group.phases) * len(self.solving) >= self.least:
                numbers = self.values, self.hits, self.misses
                path, open_, ties = group.proved(*numbers, self._same, settle=partial(self._settle, group.phases))
                for column, (mine, left) in enumerate(zip(path.T.tolist(), open_.tolist(), strict=True)):
                    phase, problem = divmod(column, len(self.solving))
                    decided = None if left else tuple(mine)
                    self.solving[problem].decided_in_arrays(group.phases[phase].order, decided, ties.get(column))

    def _same(self, problem: int, orders: Sequence[Order]) -> bool:
        return bool(self.solving[problem].same(orders))

    def _settle(self, phases: Sequence[PhaseSkeleton], column: int) -> Settle:
        """Return what decides a column of alike phases in exact numbers."""
        phase, problem = divmod(column, len(self.solving))
        settle: Settle = self.solving[problem].settle(phases[phase])
        return settle

    def _enter(self, orders: Sequence[Order]) -> None:
        """Enter the values of phases in consecutive rows of the table."""
        first = self.skeleton.rows[orders[0]]
        floats = [[win for order in orders for win in floats_of(each.shares[order])] for each in self.solving]
        self.values[first : first + len(floats[0])] = np.array(floats).T


class Alike:
    """Alike plain phases of a skeleton.

    Parameters: `skeleton`; `phases`, some of its phases, with one `pattern`.
    """

    def __init__(self, skeleton: Skeleton, phases: Sequence[PhaseSkeleton]) -> None:
        self.phases = phases
        self.pattern = phases[0].pattern
        self.nodes = math.prod(map(len, self.pattern[:-1]))
        self._rows = skeleton.rows
        self._orders = np.array([phase.order for phase in phases]).T  # places x phases: the player

    @cached_property
    def later(self) -> list[np.ndarray]:
        """By place, places x options x phases: the row in a table of values; the last row if nobody can be hit."""

        def rows(phase: PhaseSkeleton, following: Sequence[Order]) -> list[int]:
            return [self._rows[following[0]] + player if following else -1 for player in phase.order]

        return [
            np.array(
                [[rows(phase, phase.later[place][option]) for phase in self.phases] for option in range(len(shoots))]
            ).transpose(2, 0, 1)
            for place, shoots in enumerate(self.pattern)
        ]

    def turns(self, values: np.ndarray, hits: np.ndarray, misses: np.ndarray) -> list[Turns]:
        """Return the turns of all phases for some problems; the last axis is phases x problems.

        Parameters: `values`, rows x problems, the win probabilities of the smaller phases, then zeros; `hits` and
        `misses`, players x problems, hit probabilities and their complements.
        """
        turns = []
        for place, shoots in enumerate(self.pattern):
            hit, miss = (array[self._orders[place]].reshape(-1) for array in (hits, misses))
            turn = np.empty((len(self.pattern) + 4, len(shoots), len(hit)))
            turn[0] = turn[-2] = np.where(np.array(shoots)[:, None], miss, 1.0)
            turn[1] = turn[-1] = np.where(np.array(shoots)[:, None], hit, 0.0)
            np.multiply(values[self.later[place]].reshape(turn[2:-2].shape), hit, out=turn[2:-2])
            turns.append(turn)
        return turns

    def proved(
        self,
        values: np.ndarray,
        hits: np.ndarray,
        misses: np.ndarray,
        same: Same,
        ratio: float | None = None,
        settle: Callable[[int], Settle] | None = None,
    ) -> tuple[np.ndarray, np.ndarray, dict[int, list[Tie]]]:
        """Return the profiles, places x columns, which of them are open, and the ties that exact numbers broke.

        A column is a phase of a problem; the columns of a phase are consecutive. The ties are those that a solution
        lists, by column, if there are any.

        Parameters: `values`, rows x problems, the win probabilities of the smaller phases, then zeros; `hits` and
        `misses`, players x problems, hit probabilities and their complements; `same`, whether phases have equal values;
        `ratio`, the ratio of worths that proves a decision, by default that of numbers rounded from exact ones;
        `settle`, gives for a column that floats leave open what decides in exact numbers, by default nothing.
        """
        turns = self.turns(values, hits, misses)
        path, open_, close = induced_paths(turns, self.pattern[-1], ratio)
        for column, profiles, place in close:
            if not open_[column]:
                phase, problem = divmod(column, hits.shape[1])
                on_path = path[:place, column].tolist() == list(profiles[0][:place])
                open_[column] = on_path or not same(problem, self.phases[phase].after(profiles))
        ties: dict[int, list[Tie]] = {}
        again = np.flatnonzero(open_)
        if settle is not None and len(again):
            for part, some in _parts([turn[..., again] for turn in turns]):
                columns = again[part]
                induction = _TiedInduction(some, self.pattern[-1], [*map(settle, columns.tolist())])
                path[:, columns], open_[columns] = induction.decided(), induction.open
                for column, each in zip(columns.tolist(), induction.settles, strict=True):
                    if each.ties and not open_[column] and (listed := each.listed(tuple(path[:, column].tolist()))):
                        ties[column] = listed
        return path, open_, ties

    def valued(self, path: np.ndarray, values: np.ndarray, hits: np.ndarray, misses: np.ndarray) -> np.ndarray:
        """Return the win probabilities of profiles, places x columns: `V / (1 - K)` without subtraction.

        Parameters: `path`, places x columns; `values`, `hits` and `misses`, as for `proved`.
        """
        columns = np.arange(path.shape[1])
        whole = np.zeros((len(path) + 1, len(columns)))  # `1 - K`, then `V`
        for option, turn in zip(path[::-1], reversed(self.turns(values, hits, misses)), strict=True):
            mine = turn[:-2, option, columns]
            whole = mine[1:] + mine[0] * whole
        with np.errstate(divide="ignore", invalid="ignore"):
            won: np.ndarray = whole[1:] / whole[0]
        return won


@lru_cache(maxsize=64)
def alike_phases(skeleton: Skeleton, fixed: bool = False) -> list[list[Alike]]:
    """Return for each level of a skeleton its plain phases, in groups of alike phases.

    Parameters: `skeleton`; `fixed`, whether to add the phases in which every player has one option, no mix.

    >>> from truel_ref.fast.skeleton import skeleton_of
    >>> from truel_ref.game.problem import Problem
    >>> [[len(group.phases) for group in level] for level in alike_phases(skeleton_of(Problem(["1/2"] * 4)))]
    [[], [12], [1]]
    """
    levels = []
    for level in skeleton.levels:
        groups: dict[Any, list[PhaseSkeleton]] = {}
        for phase in level:
            if phase.is_plain or (fixed and phase.is_fixed):
                groups.setdefault(phase.pattern, []).append(phase)
        levels.append([Alike(skeleton, phases) for phases in groups.values()])
    return levels


def induced_paths(
    turns: Sequence[Turns], shoots: Sequence[bool], ratio: float | None = None
) -> tuple[np.ndarray, np.ndarray, list[tuple[int, list[Path], Place]]]:
    """Return the profiles that floats announce, places x phases, which of them are open, and the close decisions.

    A close decision is listed as the number of a phase, the profiles between which floats do not decide, and the place
    of the decider. The profile of a phase is right if each close decision in the phase is an immaterial tie off the
    path.

    Parameters: `turns`, by place, of two players or more; `shoots`, which options of the last player can hit somebody;
    `ratio`, the ratio of worths that proves a decision, by default that of numbers rounded from exact ones.

    >>> import numpy as np
    >>> k, g, nothing = [[0.5], [1.0]], [[0.5], [0.0]], [[0.0], [0.0]]
    >>> turns = [np.array([k, g, *r, k, g]) for r in ([g, nothing], [nothing, g])]
    >>> path, open_, close = induced_paths(turns, [True, False])
    >>> path.tolist(), open_.tolist(), close
    ([[0], [0]], [False], [])
    """
    paths, opens, close = [], [], []
    for part, some in _parts(turns):
        induction = _ArrayInduction(some, shoots, ratio)
        paths.append(induction.decided())
        opens.append(induction.open)
        close += [(part.start + column, profiles, place) for column, profiles, place in induction.listed_close()]
    return np.concatenate(paths, axis=1), np.concatenate(opens), close


def _parts(turns: Sequence[Turns]) -> Iterator[tuple[slice, list[Turns]]]:
    """Yield some phases at a time, and their turns."""
    step = max(1, _CELLS // math.prod(turn.shape[1] for turn in turns[:-1]))
    for start in range(0, turns[0].shape[2], step):
        part = slice(start, start + step)
        yield part, [turn[..., part] for turn in turns]


class _ArrayInduction:
    """The recursion of `truel_ref.fast.floats`, place by place instead of node by node.

    A node is a history; the latest option is the most significant digit of its number. The histories before a place
    compose to the parts `v` from this place on, `κ` and `g0`, and the continuations after a place to `k`, `1 - k`, and
    `r` of the earlier places, both parts x nodes x phases.
    """

    def __init__(self, turns: Sequence[Turns], shoots: Sequence[bool], ratio: float | None) -> None:
        self.turns = turns
        self.shoots = shoots
        self.last = len(turns) - 1
        self.margin = ratio or margin(len(turns))
        self.batch = turns[0].shape[2]
        self.columns = np.arange(self.batch)
        self.open = np.zeros(self.batch, dtype=bool)
        self.chosen: list[np.ndarray] = [self.open] * len(turns)  # by place, nodes x phases
        self.close: list[tuple[Place, int, int, list[Option]]] = []
        """Places, nodes and phases at which floats do not decide between some options."""

    @np.errstate(divide="ignore", invalid="ignore")
    def decided(self) -> np.ndarray:
        """Return the path, places x phases."""
        before = [np.zeros((self.last + 3, 1, self.batch))]
        before[0][-2] = 1.0
        for place in range(self.last - 1):
            before.append(self._grown(place, before[-1]))
        after = self._last_two(before[-1])
        for place in reversed(range(self.last - 1)):
            after = self._best(place, before[place], after)
        node, path = np.zeros(self.batch, dtype=np.intp), []
        for chosen in self.chosen:
            path.append(chosen[node, self.columns].astype(np.intp))
            node = node + len(chosen) * path[-1]
        return np.array(path)

    def listed_close(self) -> list[tuple[int, list[Path], Place]]:
        """Return the close decisions in the form of `induced_paths`, after `decided`."""
        return [
            (column, [self._followed(place, node, option, column) for option in options], place)
            for place, node, column, options in self.close
            if not self.open[column]
        ]

    def _followed(self, place: Place, node: int, option: Option, column: int) -> Path:
        """Return a profile: the history of a node, an option, and the replies to it."""
        path, left = [], node
        for turn in self.turns[:place]:
            left, earlier = divmod(left, turn.shape[1])
            path.append(earlier)
        for chosen in self.chosen[place + 1 :]:
            node += len(chosen) // self.turns[len(path)].shape[1] * option
            path.append(option)
            option = int(chosen[node, column])
        return (*path, option)

    def _grown(self, place: Place, before: np.ndarray) -> np.ndarray:
        """Return the histories before the next place: those before a place, each with every option at this place."""
        grown: np.ndarray = before[-2] * self.turns[place][place + 3 :, :, None]
        grown[:-2] += before[1:-2, None]
        grown[-1] += before[-1]
        return grown.reshape(len(grown), -1, self.batch)

    def _last_two(self, before: np.ndarray) -> np.ndarray:
        """Return the best announcement of the player before last, composed with the reply.

        This takes most of the time. An option composed with a reply is the same turn after every history.
        """
        place, turn = self.last - 1, self.turns[-2]
        replies = self._best_of_equal_k()
        grown = before[-2] * turn[[-3, -1], :, None]  # the last player's `v`, and `g0`
        grown += before[[-3, -1], None]
        reply = self._reply(replies, *grown.reshape(2, -1, self.batch))
        self.chosen[self.last] = np.broadcast_to(_selected(reply, replies), reply.shape)
        reply = reply.reshape(grown.shape[1:])
        pairs: np.ndarray = turn[0] * self.turns[-1][: self.last + 2, replies, self.columns][:, :, None]
        pairs[1:] += turn[1 : self.last + 2, None]
        option = self._announced(place, before, *(_selected(reply, pairs[part][:, :, None]) for part in (0, 1, -1)))
        row = np.take_along_axis(reply, option[None], axis=0)[0].astype(np.intp)
        here = (row * len(grown[0]) + option) * self.batch + self.columns
        taken: np.ndarray = pairs[:-1].reshape(len(pairs) - 1, -1).take(here, axis=1)
        return taken

    def _reply(self, replies: np.ndarray, v: np.ndarray, ends: np.ndarray) -> np.ndarray:
        """Return the number of the best reply of the last player after every history.

        To hit, worth `(r + k v) / (g + k g0)`, is better than to miss, worth `v / g0`, if and only if `r / g` is larger
        than `v / g0`: the first is a mean of these two. The errors of `r / g` and `v / g0` are together below those of
        two worths.

        Parameters: `replies`, options by number and phase; `v` and `ends`, of the histories.
        """
        if len(replies) == 1:
            return np.zeros(v.shape, dtype=np.uint8)
        hitting = self.turns[-1][-3] / self.turns[-1][-1]
        worths = np.empty((len(replies), *v.shape))
        passing = _quotient(v, ends)
        for worth, options in zip(worths, replies, strict=True):
            worth[:] = hitting[options, self.columns] if self.shoots[options[0]] else passing
        return self._settled(worths, self.last, replies)

    def _best_of_equal_k(self) -> np.ndarray:
        """Return options of the last player, by phase: the best of those that hit, and the best of those that pass."""
        own = self.turns[-1][-3]
        kinds = [[option for option, shot in enumerate(self.shoots) if shot is kind] for kind in (True, False)]
        return np.array([np.array(kind)[self._settled(own[kind, None])[0]] for kind in kinds if kind])

    def _best(self, place: Place, before: np.ndarray, after: np.ndarray) -> np.ndarray:
        """Return the best announcement at a place, composed with its continuation."""
        turn, nodes = self.turns[place], before.shape[1]
        whole = turn[0, :, None] * after[[0, 1, -1]].reshape(3, -1, nodes, self.batch)
        whole[1:] += turn[[1, place + 2], :, None]
        option = self._announced(place, before, *whole)
        if place == 0:
            return after
        here = (option * nodes + np.arange(nodes)[:, None]) * self.batch + self.columns
        mine = turn[: place + 2].reshape(place + 2, -1).take(option * self.batch + self.columns, axis=1)
        composed: np.ndarray = mine[0] * after[:-1].reshape(place + 2, -1).take(here, axis=1)
        composed[1:] += mine[1:]
        return composed

    def _announced(
        self, place: Place, before: np.ndarray, whole_k: np.ndarray, whole_g: np.ndarray, own: np.ndarray
    ) -> np.ndarray:
        """Return the best option at a place after every history.

        Parameters: `place`; `before`, the histories; `whole_k`, `whole_g` and `own`, the options composed with their
        continuations, options x nodes x phases.
        """
        top, ends = whole_k * before[0], whole_k * before[-1]
        top += own
        ends += whole_g
        option = self.chosen[place] = self._settled(_quotient(top, ends), place)
        if place == 0:
            self.open |= (ends == 0.0).all(axis=(0, 1))  # a stalemate without a choice
        return option.astype(np.intp)

    def _settled(self, worths: np.ndarray, place: Place | None = None, options: np.ndarray | None = None) -> np.ndarray:
        """Return the index of the largest worth.

        A decision that is not proved becomes a close decision. With so many close decisions that exact numbers take
        less time, the phase becomes open.

        Parameters: `worths`, options x nodes x phases, below 0 for an option that is not allowed; `place`, that of the
        decider, None if a close decision makes the phase open; `options`, by phase, the options with these worths, by
        default all options.
        """
        most = worths.max(axis=0)
        # An option has the code 16 or more, so the sum of two codes is 32 or more.
        codes = (worths * self.margin >= most).view(np.uint8)
        codes *= np.arange(16, 16 + len(codes), dtype=np.uint8)[:, None, None]
        code = codes.sum(axis=0, dtype=np.uint8)
        best: np.ndarray = code & 15
        close = code >= 32
        if close.any():
            best[close] = 0
            self.open |= close.sum(axis=0) > (_MOST_CLOSE if place is not None else 0)
            if place is not None:
                for node, column in np.argwhere(close & ~self.open).tolist():
                    rivals = {
                        number if options is None else int(options[number][column]): number
                        for number, worth in enumerate(worths)
                        if worth[node, column] * self.margin >= most[node, column]
                    }
                    taken = self._taken(place, node, column, sorted(rivals))
                    best[node, column] = rivals[taken]
        return best

    def _taken(self, place: Place, node: int, column: int, rivals: list[Option]) -> Option:
        """Note a close decision between some options, and return any of them."""
        self.close.append((place, node, column, rivals))
        return rivals[0]


def _quotient(top: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """Return worths in the place of their numerators, -1 where the denominator is 0: such an option is not allowed."""
    top /= ends
    stalls = ends == 0.0
    if stalls.any():
        top[stalls] = -1.0
    return top


def _selected(number: np.ndarray, choices: np.ndarray) -> np.ndarray:
    """Return by element the choice of its number."""
    result = choices[0]
    for which, choice in enumerate(choices[1:], 1):
        result = np.where(number == which, choice, result)
    return np.asarray(result)


class _TiedInduction(_ArrayInduction):
    """The induction in which exact numbers make the close decisions and break the ties.

    Parameters: `turns` and `shoots`; `settles`, by phase, who decides.
    """

    def __init__(self, turns: Sequence[Turns], shoots: Sequence[bool], settles: Sequence[Settle]) -> None:
        super().__init__(turns, shoots, None)
        self.settles = settles

    def _best_of_equal_k(self) -> np.ndarray:
        """Return the options of the last player without those that another option with equal `k` beats everywhere."""
        own = self.turns[-1][-3]
        options: list[np.ndarray] = []
        for kind in (True, False):
            mine = np.flatnonzero([shot is kind for shot in self.shoots])
            if len(mine):
                order = np.argsort(-own[mine], axis=0, kind="stable")
                some = (own[mine] * self.margin >= own[mine].max(axis=0)).sum(axis=0).max()
                options += [*mine[order][:some]]
        return np.array(options)

    def _taken(self, place: Place, node: int, column: int, rivals: list[Option]) -> Option:
        """Let exact numbers decide; after too many ties the phase is open."""
        try:
            return self.settles[column](place, [self._followed(place, node, option, column) for option in rivals])
        except OpenError:
            self.open[column] = True
            return rivals[0]


# ---------------------------------------------------------------------------------------------------------
# Three players


@lru_cache(maxsize=64)
def three_of(skeleton: Skeleton) -> Threes | None:
    """Return the solver of problems of a skeleton, None unless three players choose, or have, a target or a miss.

    >>> from truel_ref.fast.skeleton import skeleton_of
    >>> three_of(skeleton_of(Problem(["1/2"] * 3))) is None, three_of(skeleton_of(Problem(["1/2"] * 4))) is None
    (False, True)
    """
    first = skeleton.levels[-1][0]
    serves = skeleton.players == PLAYERS and len(skeleton.levels) == 2 and (first.is_plain or first.is_fixed)
    return Threes(skeleton) if serves and all(phase.is_duel for phase in skeleton.levels[0]) else None


class Threes:
    """Solves problems of a skeleton of three players.

    >>> from truel_ref.fast.skeleton import skeleton_of
    >>> problem = Problem(["1/3", "2/3", 1])
    >>> [solution] = Threes(skeleton_of(problem)).solutions([problem])
    >>> solution.win, [str(aim) for aim in solution.aims]
    ((Fraction(25, 63), Fraction(8, 21), Fraction(2, 9)), ['Miss', 'C', 'B'])
    """

    def __init__(self, skeleton: Skeleton) -> None:
        duels, (self.first,) = skeleton.levels
        (self.alike,) = alike_phases(skeleton, fixed=True)[1]
        self.later = [rows[..., 0].T.tolist() for rows in self.alike.later]
        self.duels: list[tuple[Order, tuple[Aim, ...]]] = [(duel.order, duel.first_aims) for duel in duels]
        self._one, self._other = np.array([duel.order for duel in duels]).T
        start = np.array([skeleton.rows[duel.order] for duel in duels])
        self._one_row, self._other_row = start + self._one, start + self._other
        self._under_rows = start[:, None] + np.arange(PLAYERS)
        self._height = PLAYERS * (PLAYERS + len(duels)) + 1  # survivors, duels, and a row of zeros

    def solutions(self, problems: Sequence[Problem]) -> list[Solution | None]:
        """Return the solutions of problems, None for open problems.

        Parameters: `problems`, of this skeleton, with rational numbers.
        """
        hits = [hit for problem in problems for hit in problem.hits]
        ratios = [number for hit in hits for number in hit.as_integer_ratio()]  # type: ignore[union-attr]
        try:
            a, b = np.array(ratios, dtype=np.int64).reshape(-1, PLAYERS, 2).transpose(2, 1, 0)
        except OverflowError:
            return [None] * len(problems)
        *answers, ties = self.answers(a, b, problems.__getitem__)
        return [
            self._solution(problem, path, numbers, ties.get(number, ())) if is_known else None
            for number, (problem, is_known, path, numbers) in enumerate(
                zip(problems, *(array.T.tolist() for array in answers), strict=True)
            )
        ]

    def answers(
        self, a: np.ndarray, b: np.ndarray, problem: Callable[[int], Problem]
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, Mapping[int, Sequence[Tie]]]:
        """Return which problems have an answer, and the answers; the last axis is the problem.

        The answers are, by place, the number of the option in the first phase; in lowest terms the numerator and
        denominator of each win probability of the first phase, then for every duel both numerators and the denominator;
        and by problem the ties that its solution lists, if there are any.

        Parameters: `a` and `b`, players x problems, the numerators and denominators of the hit probabilities, in lowest
        terms, with the zeros of the skeleton; `problem`, gives a problem by its number, for the tie rule.
        """
        near = (a > 0) & (a < b) & (np.minimum(a, b - a) < b / ONE_IN)
        fits = ~((b > LARGEST_BOTTOM) | near).any(axis=0)
        if not fits.all():  # the numbers in their place do not matter
            a, b = np.where(fits, a, 0), np.where(fits, b, 1)
        c = b - a
        tops, bottoms, duels = self._valued_duels(a, b, c)

        values, hits, misses = tops / bottoms, a / b, c / b

        def settle(number: int) -> Settle:
            mine = [array[:, number].tolist() for array in (a, b, c, tops, bottoms)]
            return Settle(problem(number), self.first, partial(self._win, mine), lambda orders: len(orders) == 1)

        options, is_open, ties = self.alike.proved(values, hits, misses, lambda *_: False, settle=settle)
        win, win_fits = self._valued(options, (a, b, c), tops, bottoms)
        known = fits & ~is_open
        long = np.flatnonzero(known & ~win_fits)
        if len(long):
            numbers = [array[:, long].astype(object) for array in (a, b, c, tops, bottoms)]
            win = win.astype(object)
            win[:, long], _ = self._valued(options[:, long], (numbers[0], numbers[1], numbers[2]), *numbers[3:])
        return known, options, np.concatenate([win, duels]), ties

    def _valued_duels(self, a: np.ndarray, b: np.ndarray, c: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return the tables of numerators and denominators of all later phases, and the numbers of the duels."""
        one, other = a[self._one] * b[self._other], c[self._one] * a[self._other]
        # A common divisor of one of them and the sum divides the other, too.
        divisor = np.maximum(np.gcd(one, other), 1)  # both are 0 if neither ever hits
        one, other = one // divisor, other // divisor
        bottom = np.maximum(one + other, 1)
        problems = a.shape[1]
        tops = np.zeros((self._height, problems), dtype=np.int64)
        bottoms = np.ones((self._height, problems), dtype=np.int64)
        tops[self._one_row], tops[self._other_row] = one, other
        bottoms[self._under_rows] = bottom[:, None]
        return tops, bottoms, np.stack([one, other, bottom], axis=1).reshape(-1, problems)

    def _valued(
        self,
        options: np.ndarray,
        hits: tuple[np.ndarray, np.ndarray, np.ndarray],
        tops: np.ndarray,
        bottoms: np.ndarray,
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return the win probabilities of the first phase as numerators and denominators, and whether they fit.

        The numbers are 64-bit integers, or Python's integers, which always fit.
        """
        columns = np.arange(options.shape[1])
        shots = []
        size = np.ones(len(columns))
        for place in range(PLAYERS):
            shoots = np.array(self.alike.pattern[place])[options[place]]
            rows = self.alike.later[place][:, options[place], 0]
            a, b, c = (np.where(shoots, mine[place], idle) for mine, idle in zip(hits, (0, 1, 1), strict=True))
            n, d = tops[rows, columns], bottoms[rows[0], columns]
            shots.append((a, b, c, n, d))
            size = size * (b * d.astype(float))
        fits = (size < LARGEST_PRODUCT) | (tops.dtype == object)
        after = np.where(fits, np.lcm.reduce([np.where(fits, d, 1) for *_, d in shots]), 1)
        passed = whole = np.ones_like(after)
        win = np.zeros_like(after, shape=(PLAYERS, len(columns)))
        for a, b, c, n, d in shots:
            # All these numbers and their later multiples are below the product that fits.
            win = win * b + passed * a * (after // d) * n
            passed, whole = passed * c, whole * b
        bottom = np.maximum((whole - passed) * after, 1)
        divisor = np.gcd(win, bottom)
        lowest = np.stack([win // divisor, bottom // divisor], axis=1).reshape(-1, len(columns))
        return lowest, fits

    def _win(self, numbers: Sequence[Any], phase: PhaseSkeleton, path: Path, place: Place) -> Shares:
        """Return the win probabilities of a profile at the first turn of the player at a place, over one denominator.

        Parameters: `numbers`, of one problem: `a`, `b`, `c` and the tables of numerators and denominators; `phase`, the
        first; `path`; `place`.
        """
        a, b, c, tops, bottoms = numbers
        won, whole, passed, below = [0] * PLAYERS, 1, 1, 1
        for each in (*range(place, PLAYERS), *range(place)):
            if self.alike.pattern[each][path[each]]:
                rows = self.later[each][path[each]]
                n, d = [tops[row] for row in rows], bottoms[rows[0]]
                # The sum so far is `won / (whole below)`, and the turn passes with `passed / whole`.
                won = [mine * b[each] * d + passed * a[each] * below * more for mine, more in zip(won, n, strict=True)]
                whole, passed, below = whole * b[each], passed * c[each], below * d
        return won, (whole - passed) * below

    def _solution(self, problem: Problem, path: Sequence[int], numbers: Sequence[int], ties: Sequence[Tie]) -> Solution:
        """Return the solution of a problem from its `options` and `numbers`, as lists, and its ties."""
        first, rest = self.first, iter(numbers)
        win = tuple([coprime_fraction(next(rest), next(rest)) for _ in path])
        aims = tuple([mine[option] for mine, option in zip(first.options, path, strict=True)])
        phases = [Phase(first.order, aims, win)]
        for (order, duelling), top, other, bottom in zip(self.duels, rest, rest, rest, strict=True):
            pair = [_ZERO] * PLAYERS
            if top:
                pair[order[0]] = coprime_fraction(top, bottom)
            if other:
                pair[order[1]] = coprime_fraction(other, bottom)
            phases.append(Phase(order, duelling, tuple(pair)))
        return Solution(problem, tuple(phases), tuple(ties), method="floats", backend=backend_in_force())
