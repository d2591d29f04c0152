r"""Many phases at once by the induction of `truel_ref.fast.proved`, in arrays: phases of one problem, or of many.

Phases are **alike** if as many players stand in them and each place has the same options: a single target, or nobody.
One NumPy axis runs over the announcements before, one over the phases. The products and sums are those of
`truel_ref.fast.proved`, in its order, and so are its bound and what follows from it: what is open is left to exact
numbers, but for ties that make no difference, which are proved from the phases after them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from truel_ref.fast.proved import margin
from truel_ref.fast.shapes import Shape, ShapedPhase
from truel_ref.game.indices import Option, Path, Place
from truel_ref.game.orders import Order

if TYPE_CHECKING:
    import numpy as np

__all__ = ["MOST_NODES", "Alike", "Turns", "alike_phases", "induced_paths"]

MOST_NODES = 2**22
"""Announcements of all but the last in one phase; for more, arrays would take gigabytes."""

_MOST_CLOSE = 30  # nodes of a place and phase; with more, exact numbers take less time

_CELLS = 2**16  # announcements times phases in one array, if there is more than one phase

Turns: TypeAlias = "tuple[np.ndarray, np.ndarray, np.ndarray]"
"""The turns of a place: `r` (options x places x phases), `k` and `1 - k` (options x phases)."""


class Alike:
    """Plain phases of a shape that are alike.

    Parameters: `shape`; `phases`, some of its phases, of one `pattern`.
    """

    def __init__(self, shape: Shape, phases: Sequence[ShapedPhase]) -> None:
        self.phases = phases
        self.pattern = phases[0].pattern
        self.nodes = math.prod(map(len, self.pattern[:-1]))
        self.fits = self.nodes <= MOST_NODES
        self._rows = shape.rows

    @cached_property
    def _orders(self) -> np.ndarray:
        """Places x phases: who stands there."""
        import numpy as np

        return np.array([shaped.order for shaped in self.phases]).T

    @cached_property
    def later(self) -> list[np.ndarray]:
        """By place, options x places x phases: the row of a table of values; the last row where nobody can be hit."""
        import numpy as np

        def row(shaped: ShapedPhase, place: Place, option: int, other: Place) -> int:
            aimed = shaped.aimed[place][option]
            return self._rows[aimed[0][1]] + shaped.order[other] if aimed else -1

        places = range(len(self.pattern))
        return [
            np.array(
                [
                    [[row(shaped, place, option, other) for shaped in self.phases] for other in places]
                    for option in range(len(self.pattern[place]))
                ]
            )
            for place in places
        ]

    def turns(self, values: np.ndarray, hits: np.ndarray, misses: np.ndarray) -> list[Turns]:
        """Return the turns of all phases for some problems; the last axis is phases x problems.

        Parameters: `values`, rows x problems, the win probabilities of the phases before, and zeros at last; `hits`
        and `misses`, players x problems, hit probabilities and their complements.
        """
        import numpy as np

        turns = []
        for place, shoots in enumerate(self.pattern):
            hit, miss = hits[self._orders[place]], misses[self._orders[place]]
            r = values[self.later[place]] * hit
            options, batch = len(shoots), hit.size
            k, g = np.ones((options, batch)), np.zeros((options, batch))
            k[list(shoots)], g[list(shoots)] = miss.reshape(-1), hit.reshape(-1)
            turns.append((r.reshape(options, len(self.pattern), batch), k, g))
        return turns

    def paths(
        self, values: np.ndarray, hits: np.ndarray, misses: np.ndarray, same: Callable[[int, Sequence[Order]], bool]
    ) -> list[list[Path | None]]:
        """Return by problem and phase the announced profile, None where floats do not prove it.

        Parameters: those of `turns`; `same`, which tells of a problem whether phases are worth the same to each player.
        """
        path, open_ = self.proved(values, hits, misses, same)
        paths: list[Path | None] = [
            None if left else tuple(each) for each, left in zip(path.T.tolist(), open_.tolist(), strict=True)
        ]
        problems = hits.shape[1]
        return [paths[problem::problems] for problem in range(problems)]

    def proved(
        self, values: np.ndarray, hits: np.ndarray, misses: np.ndarray, same: Callable[[int, Sequence[Order]], bool]
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return the profiles, places x columns, and which of them floats do not prove.

        A column is a phase of a problem; those of a phase stand together. Parameters: those of `paths`.
        """
        path, open_, close = induced_paths(self.turns(values, hits, misses), self.pattern[-1])
        listed = path.T.tolist() if close else []
        for column, profiles, place in close:
            if not open_[column]:
                phase, problem = divmod(column, hits.shape[1])
                on_path = listed[column][:place] == list(profiles[0][:place])
                open_[column] = on_path or not same(problem, self.phases[phase].after(profiles))
        return path, open_


@lru_cache(maxsize=64)
def alike_phases(shape: Shape) -> list[list[Alike]]:
    """Return per level of a shape its plain phases, those that are alike together.

    >>> from truel_ref.fast.shapes import shape_of
    >>> from truel_ref.game.problem import Problem
    >>> [[len(group.phases) for group in level] for level in alike_phases(shape_of(Problem(["1/2"] * 4)))]
    [[], [12], [1]]
    """
    levels = []
    for level in shape.levels:
        groups: dict[Any, list[ShapedPhase]] = {}
        for shaped in level:
            if shaped.is_plain:
                groups.setdefault(shaped.pattern, []).append(shaped)
        levels.append([Alike(shape, phases) for phases in groups.values()])
    return levels


def induced_paths(
    turns: Sequence[Turns], shoots: Sequence[bool]
) -> tuple[np.ndarray, np.ndarray, list[tuple[int, list[Path], Place]]]:
    """Return the profiles that floats announce, places x phases, which of them are open, and what is close.

    What is close is listed as the number of a phase, the profiles between which floats do not decide, and the place of
    the player who does: the profile of a phase is right if all that is close there is a tie off its path that makes no
    difference to anybody.

    Parameters: `turns`, by place, of two players or more; `shoots`, which options of the last one can hit somebody.

    >>> import numpy as np
    >>> r = np.array([[[0.5], [0.0]], [[0.0], [0.0]]])
    >>> k, g = np.array([[0.5], [1.0]]), np.array([[0.5], [0.0]])
    >>> path, open_, close = induced_paths([(r, k, g), (r[:, ::-1], k, g)], [True, False])
    >>> path.tolist(), open_.tolist(), close
    ([[0], [0]], [False], [])
    """
    import numpy as np

    nodes = math.prod(len(k) for _, k, _ in turns[:-1])
    batch = turns[0][1].shape[1]
    step = max(1, _CELLS // nodes)
    paths, opens, close = [], [], []
    for start in range(0, batch, step):
        part = slice(start, start + step)
        induction = _Induction([(r[..., part], k[..., part], g[..., part]) for r, k, g in turns], shoots)
        with np.errstate(divide="ignore", invalid="ignore"):
            path = induction.decided()
        paths.append(path)
        opens.append(induction.open)
        close += [(start + column, profiles, place) for column, profiles, place in induction.listed_close()]
    return np.concatenate(paths, axis=1), np.concatenate(opens), close


class _Before(NamedTuple):
    """The announcements before a place, composed, for all of them: nodes x phases."""

    v: dict[Place, np.ndarray]  # the components of those who have still to announce
    kappa: np.ndarray
    ends: np.ndarray


class _Close(NamedTuple):
    """Nodes of a place at which floats do not decide: their numbers, the phases, and per node the options."""

    place: Place
    nodes: np.ndarray
    columns: np.ndarray
    options: list[list[Option]]


class _After(NamedTuple):
    """What follows the announcements up to a place, composed: nodes x phases."""

    r: list[np.ndarray]  # the components of the places before
    k: np.ndarray
    g: np.ndarray


class _Induction:
    """The recursion of `truel_ref.fast.proved`, a place at a time instead of a node at a time."""

    def __init__(self, turns: Sequence[Turns], shoots: Sequence[bool]) -> None:
        import numpy as np

        self.turns = turns
        self.shoots = shoots
        self.last = len(turns) - 1
        self.margin = margin(len(turns))
        self.batch = turns[0][1].shape[1]
        self.open = np.zeros(self.batch, dtype=bool)
        self.chosen: list[np.ndarray] = [self.open] * len(turns)  # by place, nodes x phases
        self.close: list[_Close] = []

    def decided(self) -> np.ndarray:
        """Return the path, places x phases."""
        import numpy as np

        before = [self._start()]
        for place in range(self.last):
            before.append(self._grown(place, before[-1]))
        after = self._replies(before[-1])
        for place in reversed(range(self.last)):
            after = self._best(place, before[place], after)
        columns = np.arange(self.batch)
        node, path = np.zeros(self.batch, dtype=np.intp), []
        for place, (_, k, _) in enumerate(self.turns):
            path.append(self.chosen[place][node, columns])
            node = node * len(k) + path[-1]
        return np.array(path)

    def listed_close(self) -> Iterator[tuple[int, list[Path], Place]]:
        """Yield what `induced_paths` lists, after everything is decided."""
        for place, nodes, columns, options in self.close:
            for node, column, rivals in zip(nodes.tolist(), columns.tolist(), options, strict=True):
                if not self.open[column]:
                    yield column, [self._followed(place, node, option, column) for option in rivals], place

    def _followed(self, place: Place, node: int, option: Option, column: int) -> Path:
        """Return a whole profile: the announcements of a node, an option, and the replies to it."""
        earlier: list[Option] = []
        rest = node
        for _, k, _ in reversed(self.turns[:place]):
            rest, before = divmod(rest, len(k))
            earlier.insert(0, before)
        path = [*earlier, option]
        for later in range(place + 1, len(self.turns)):
            node = node * len(self.turns[later - 1][1]) + path[-1]
            path.append(int(self.chosen[later][node, column]))
        return tuple(path)

    def _start(self) -> _Before:
        import numpy as np

        none, all_ = np.zeros((1, self.batch)), np.ones((1, self.batch))
        return _Before(dict.fromkeys(range(len(self.turns)), none), all_, none)

    def _grown(self, place: Place, before: _Before) -> _Before:
        """Return the announcements before a place with each option of his behind them."""
        r, k, g = self.turns[place]
        kappa = before.kappa[:, None]

        def grown(mine: np.ndarray, more: np.ndarray) -> np.ndarray:
            whole: np.ndarray = mine[:, None] + kappa * more
            return whole.reshape(-1, self.batch)

        v = {later: grown(before.v[later], r[:, later]) for later in range(place + 1, len(self.turns))}
        return _Before(v, (kappa * k).reshape(-1, self.batch), grown(before.ends, g))

    def _replies(self, before: _Before) -> _After:
        """Return the best announcement of the last one after all announcements before.

        Of his options with the same `k` the one with the largest own `r` is best everywhere: one or two stay.
        """
        import numpy as np

        r, k, g = self.turns[self.last]
        own_v, columns = before.v[self.last], np.arange(self.batch)
        worths, replies = [], []
        for option in self._best_of_equal_k():
            mine = r[option, :, columns].T, k[option, columns], g[option, columns]
            top, ends = mine[0][self.last] + mine[1] * own_v, mine[2] + mine[1] * before.ends
            worths.append(np.where(ends > 0.0, top / ends, -1.0))
            replies.append((option, *mine))
        first = self._settled(worths, self.last, [option for option, *_ in replies])
        if len(replies) == 1:
            option, every, passes, ends = replies[0]
            self.chosen[self.last] = np.broadcast_to(option, worths[0].shape)
            shape = worths[0].shape
            return _After(
                [np.broadcast_to(every[place], shape) for place in range(self.last)],
                np.broadcast_to(passes, shape),
                np.broadcast_to(ends, shape),
            )
        is_second = first.astype(bool)
        (option, every, passes, ends), (option2, every2, passes2, ends2) = replies
        self.chosen[self.last] = np.where(is_second, option2, option)
        return _After(
            [np.where(is_second, every2[place], every[place]) for place in range(self.last)],
            np.where(is_second, passes2, passes),
            np.where(is_second, ends2, ends),
        )

    def _best_of_equal_k(self) -> list[np.ndarray]:
        """Return options of the last announcer, by phase: the best of those that hit, and of those that pass."""
        import numpy as np

        own = self.turns[self.last][0][:, self.last]
        kinds = [[option for option, shot in enumerate(self.shoots) if shot is kind] for kind in (True, False)]
        return [np.array(kind)[self._settled([own[option] for option in kind])] for kind in kinds if kind]

    def _best(self, place: Place, before: _Before, after: _After) -> _After:
        """Return what the best announcement at a place composes to with what follows it."""
        import numpy as np

        r, k, g = self.turns[place]
        nodes, options = len(before.kappa), len(k)

        def by_option(array: np.ndarray) -> np.ndarray:
            return array.reshape(nodes, options, self.batch)

        whole_k, whole_g = k * by_option(after.k), g + k * by_option(after.g)
        top = r[:, place] + k * by_option(after.r[place]) + whole_k * before.v[place][:, None]
        ends = whole_g + whole_k * before.ends[:, None]
        worth = np.where(ends > 0.0, top / ends, -1.0)
        option = self.chosen[place] = self._settled([worth[:, each] for each in range(options)], place)
        if place == 0:
            self.open |= (ends == 0.0).all(axis=(0, 1))  # all stalls, and there is no choice
            return after
        mine = option * self.batch + np.arange(self.batch)  # where the chosen option stands in options x phases
        here = mine + (np.arange(nodes) * (options * self.batch))[:, None]  # and in nodes x options x phases
        passes = k.take(mine)
        composed = [r[:, where].take(mine) + passes * after.r[where].take(here) for where in range(place)]
        return _After(composed, whole_k.take(here), whole_g.take(here))

    def _settled(
        self, worths: Sequence[np.ndarray], place: Place | None = None, options: Sequence[np.ndarray] | None = None
    ) -> np.ndarray:
        """Return which of some worths is the largest.

        Where that is not proved, it is noted as close, or the phase is open if so much is close that exact numbers take
        less time.

        Parameters: `worths`, each nodes x phases; one below 0 is that of an option that is not allowed; `place`, of him
        who decides, None where what is close makes the phase open; `options`, by phase, that have these worths, unless
        they are all of the options.
        """
        import numpy as np

        most, second, best = worths[0], None, np.zeros(worths[0].shape, dtype=np.intp)
        for number, worth in enumerate(worths[1:], 1):
            less = np.minimum(most, worth)
            second = less if second is None else np.maximum(second, less)
            np.copyto(best, number, where=worth > most)
            most = np.maximum(most, worth)
        if second is None:
            return best
        close = ((second >= 0.0) & ~(most > second * self.margin)).reshape(-1, self.batch)
        if close.any():
            self.open |= close.sum(axis=0) > (_MOST_CLOSE if place is not None else 0)
            nodes, columns = np.nonzero(close & ~self.open)
            if place is not None and len(nodes):
                rivals = [worth[nodes, columns] * self.margin >= most[nodes, columns] for worth in worths]
                named = [range(len(worths))] * len(nodes) if options is None else np.array(options).T[columns].tolist()
                listed = [
                    [option for option, kept in zip(mine, each, strict=True) if kept]
                    for mine, each in zip(named, np.array(rivals).T.tolist(), strict=True)
                ]
                self.close.append(_Close(place, nodes, columns, listed))
        return best
