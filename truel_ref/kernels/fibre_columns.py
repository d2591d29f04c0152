"""Columns over small squares, and the lengths of the classes in them: steps 3 and 4 of `fibres`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic

from truel_ref.kernels.expansions import UNIT
from truel_ref.kernels.fibre_roots import Events, Fibre, no_events
from truel_ref.kernels.sign_questions import Answers, Class, Question

if TYPE_CHECKING:
    import numpy as np

__all__ = ["Amounts", "Classes", "Column"]

_IGNORED = 2
_SLACK = 2.0**-48


class Classes(Generic[Class]):
    """The classes that a question sorts points into, numbered as they occur."""

    def __init__(self, question: Question[Class]) -> None:
        self.answers = Answers(question)
        self.names: dict[Class, int] = {}

    def number(self, name: Class) -> int:
        """Return the number of a class."""
        return self.names.setdefault(name, len(self.names))


@dataclass(frozen=True)
class Amounts:
    """Lengths of classes in columns: for each the square, the number of the class (-1: any), and bounds."""

    square: np.ndarray
    class_number: np.ndarray
    low: np.ndarray
    high: np.ndarray

    def weighted(self, least: np.ndarray, most: np.ndarray) -> Amounts:
        """Return the amounts times shares of the squares, of which bounds are given."""
        import numpy as np

        low = self.low * np.where(self.low > 0, least, most)
        high = self.high * np.where(self.high > 0, most, least)
        return Amounts(self.square, self.class_number, low - _SLACK, high + _SLACK)


class Column:
    """The columns over a chunk of squares.

    Fields: `crossed`, where two polynomials without `z` change their signs, so that the whole column is open.
    """

    def __init__(self, fibres: Sequence[Fibre], centres: np.ndarray, width: float, states: np.ndarray) -> None:
        import numpy as np

        self.fibres, self.centres, self.width = fibres, centres, width
        self.states = states.copy()
        self.needed = np.zeros(states.shape, dtype=bool)
        self.at_centre: dict[int, tuple[np.ndarray, np.ndarray]] = {}
        flat = np.full(len(centres), -1)
        self.crossed = np.zeros(len(centres), dtype=bool)
        events = [no_events()]
        for number, fibre in enumerate(fibres):
            active = np.flatnonzero(self.states[:, number] == 0)
            if not active.size:
                continue
            table = fibre.around(centres[active], width)
            if fibre.degree == 0:
                signs = fibre.signs(table)
                self.states[active, number] = signs
                unknown = active[signs == 0]
                self.crossed[unknown] |= flat[unknown] >= 0
                flat[unknown] = number
                continue
            own, still = fibre.events(table, width)
            events.append(own.moved(square=active[own.square], polynomial=own.polynomial + number))
            self.states[active, number] = np.where(still, 0, fibre.middle_signs(table))
            lines = np.zeros((len(centres), fibre.degree + 1))
            lines[active] = table[:, 0, 0, : fibre.degree + 1]
            self.at_centre[number] = lines, active
        self.flat = flat
        self.events = Events.joined(events)

    def known(self) -> np.ndarray:
        """Return what the quarters inherit: signs, and which polynomials do not matter."""
        import numpy as np

        whole = self.crossed[:, np.newaxis] | self.needed | (self.states != 0)
        result: np.ndarray = np.where(whole, self.states, _IGNORED).astype(np.int8)
        return result

    def amounts(self, side: int, classes: Classes[Any]) -> list[Amounts]:
        """Return the lengths of classes where the polynomial without `z`, if one changes its sign, has this sign."""
        import numpy as np

        chosen = ~self.crossed & ((self.flat >= 0) | (side > 0))
        squares = np.flatnonzero(chosen)
        if not squares.size:
            return []
        split = self.flat >= 0
        least, most = np.ones(len(chosen)), np.ones(len(chosen))
        for number in np.unique(self.flat[split & chosen]):
            these = np.flatnonzero(chosen & (self.flat == number))
            low, high = self.fibres[number].share(self.centres[these], self.width)
            ends = (low, high) if side > 0 else (1 - high, 1 - low)
            least[these], most[these] = np.maximum(ends[0] - 2 * UNIT, 0), np.minimum(ends[1] + 2 * UNIT, 1)
        walls = [Events.plain(squares, np.full(len(squares), end), np.zeros(len(squares)), -1) for end in (0.0, 1.0)]
        events = Events.joined([*walls, self.events.of(chosen[self.events.square])])
        segments = Segments(events, split)
        signs = self._signs(segments)
        of_flat = self.flat[segments.square]
        signs[np.flatnonzero(of_flat >= 0), of_flat[of_flat >= 0]] = side
        made = segments.amounts(signs, self.needed, classes)
        return [part.weighted(least[part.square], most[part.square]) for part in made]

    def _signs(self, segments: Segments) -> np.ndarray:
        """Return the signs of all polynomials in segments, 0 where they are open or do not matter."""
        import numpy as np

        states = self.states[segments.square]
        signs = np.where(states == _IGNORED, 0, states).astype(np.int8)
        middles = (segments.low + segments.high) / 2
        for number, (lines, _) in self.at_centre.items():
            rows = np.flatnonzero(states[:, number] == 0)
            own = lines[segments.square[rows]]
            values = np.zeros(len(rows))
            for power in range(own.shape[1] - 1, -1, -1):
                values = values * middles[rows] + own[:, power]
            error = self.fibres[number].error
            signs[rows, number] = (values > error).astype(np.int8) - (values < -error).astype(np.int8)
        inside = segments.events.polynomial >= 0
        signs[segments.gaps + segments.of_event[inside], segments.events.polynomial[inside]] = 0
        return signs


class Segments:
    """Columns cut into groups of events whose order is not the same over the whole square, and the gaps between them.

    Two events are in order over the whole square if their centres are farther apart than both reaches and the change
    of the difference of what they lean. A group ends where all events up to there are in order with all after it.

    Fields: `square`, `low` and `high`, where in the column each segment is over the centre of its square, gaps first;
    `of_event`, the number of the group of each of the `events`; `lower` and `upper`, the ends of groups on average.
    """

    def __init__(self, events: Events, split: np.ndarray) -> None:
        import numpy as np

        self.events = events = events.of(np.lexsort((events.centre, events.square)))
        self.split = split
        first = np.concatenate([[True], ~_disordered(events)])
        starts = np.flatnonzero(first)
        of_event = np.cumsum(first) - 1
        # What is beyond an end of the column is left out.
        wall = np.maximum.reduceat(events.polynomial < 0, starts)
        ends = np.add.reduceat(events.polynomial < 0, starts)
        inside = wall | (_before(events.square[starts], wall, ends) == 1)
        kept = inside[of_event]
        self.events = events = events.of(kept)
        first = first[kept]
        self.starts = starts = np.flatnonzero(first)
        self.of_event = np.cumsum(first) - 1
        self.wall = np.maximum.reduceat(events.polynomial < 0, starts)
        square = events.square[starts]
        bottoms = np.minimum.reduceat(events.centre - events.reach, starts)
        tops = np.maximum.reduceat(events.centre + events.reach, starts)
        self.followed = np.flatnonzero(square[1:] == square[:-1])
        self.gaps = len(self.followed)
        self.square = np.concatenate([square[self.followed], square])
        # Signs are taken in the middle of a segment. A group at an end of the column may go beyond it, where there are
        # roots that are no events; so only its part inside counts. Gaps are inside, as they lie between the ends.
        self.low = np.concatenate([tops[self.followed], np.maximum(bottoms, 0.0)])
        self.high = np.concatenate([bottoms[self.followed + 1], np.minimum(tops, 1.0)])
        # Ends of groups, beside what their first event leans; level in a part of a square and at an end of the column.
        level = self.wall | split[square]
        lean = events.leans - np.where(level[:, np.newaxis], 0.0, events.leans[starts])[self.of_event]
        away = np.abs(lean).sum(axis=1) / 2 + events.reach
        self.lower = np.minimum.reduceat(events.centre - away, starts)
        self.upper = np.maximum.reduceat(events.centre + away, starts)
        at_end = np.flatnonzero(events.polynomial < 0)
        groups = self.of_event[at_end]
        bottom = events.centre[at_end] == 0
        self.lower[groups[bottom]] = 0.0
        self.upper[groups[~bottom]] = 1.0
        alone = np.bincount(self.of_event)[groups] == 1
        self.upper[groups[bottom & alone]] = 0.0
        self.lower[groups[~bottom & alone]] = 1.0

    def amounts(self, signs: np.ndarray, needed: np.ndarray, classes: Classes[Any]) -> list[Amounts]:
        """Return the lengths of classes, and mark which polynomials are needed."""
        import numpy as np

        patterns, where = _distinct(signs)
        use = np.zeros((len(patterns), signs.shape[1]), dtype=bool)
        decider, name = (np.full(len(patterns), -2) for _ in range(2))
        for number, pattern in enumerate(patterns):
            choice, asked = classes.answers.outcome(pattern.tolist())
            use[number, slice(None) if asked is None else list(asked)] = True
            if choice is not None:
                decider[number], name[number] = choice[0], classes.number(choice[1])
        by_square = np.argsort(self.square, kind="stable")
        starts = np.flatnonzero(np.diff(self.square[by_square], prepend=-1))
        needed[self.square[by_square][starts]] |= np.logical_or.reduceat(use[where[by_square]], starts, axis=0)
        groups = decider[where[self.gaps :]]
        error = np.zeros(len(groups))
        one_class = (groups == -1) & ~self.wall
        self.upper[one_class] = self.lower[one_class]
        rooted, roots = self._roots(groups)
        events = self.events.of(roots[rooted])
        self.lower[rooted] = self.upper[rooted] = events.mean
        of_part = np.abs(events.mean - events.centre) + events.spread
        error[rooted] = np.where(self.split[events.square], of_part, events.error)
        length = self.lower[self.followed + 1] - self.upper[self.followed]
        spread = error[self.followed] + error[self.followed + 1] + _SLACK
        gap = where[: self.gaps]
        known = decider[gap] == -1
        # A group at an end of the column, too, may have one class.
        thick = np.where(groups == -1, 0.0, self.upper - self.lower)
        square = self.square[self.gaps :]
        ends = np.flatnonzero((groups == -1) & self.wall)
        return [
            Amounts(
                self.square[: self.gaps][known], name[gap][known], (length - spread)[known], (length + spread)[known]
            ),
            Amounts(square[ends], name[where[self.gaps :]][ends], *2 * [(self.upper - self.lower)[ends]]),
            self._all_open(self.square[: self.gaps][~known], np.maximum(length[~known], 0) + spread[~known]),
            self._all_open(square, thick),
        ]

    @staticmethod
    def _all_open(square: np.ndarray, length: np.ndarray) -> Amounts:
        import numpy as np

        some = length > 0
        square, length = square[some], length[some]
        return Amounts(square, np.full(len(length), -1), np.zeros(len(length)), length)

    def _roots(self, decider: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return in which groups the polynomial that decides has one root and no more, and the event of that root."""
        import numpy as np

        events = self.events
        own = np.flatnonzero((events.polynomial == decider[self.of_event]) & (events.polynomial >= 0))
        times, event = np.zeros(len(decider), dtype=int), np.full(len(decider), -1)
        np.add.at(times, self.of_event[own], 1)
        event[self.of_event[own]] = own
        single = (times == 1) & ~self.wall
        single[single] = events.sign[event[single]] != 0
        return single, event


def _disordered(events: Events) -> np.ndarray:
    """Return for each two neighbours whether they are in one group; events are sorted by squares and centres."""
    import numpy as np

    count = len(events.square)
    closed = np.zeros(count + 1, dtype=np.int64)
    spread = events.spread
    pairs, lag = np.arange(count - 1), 0
    while pairs.size:
        lag += 1
        pairs = pairs[pairs + lag < count]
        pairs = pairs[events.square[pairs + lag] == events.square[pairs]]
        other = pairs + lag
        apart = events.centre[other] - events.centre[pairs]
        near = apart <= spread[pairs] + spread[other]
        lower, upper = pairs[near], other[near]
        change = np.abs(events.leans[lower] - events.leans[upper]).sum(axis=1) / 2
        wide = apart[near] <= (change + events.reach[lower] + events.reach[upper]) * (1 + 1e-9) + 16 * UNIT
        closed += np.bincount(lower[wide], minlength=count + 1) - np.bincount(upper[wide], minlength=count + 1)
    result: np.ndarray = np.cumsum(closed)[: count - 1] > 0
    return result


def _before(square: np.ndarray, wall: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """Return how many ends of its column each group has below it."""
    import numpy as np

    total = np.cumsum(ends) - ends
    first = np.flatnonzero(np.diff(square, prepend=-1))
    of_square = np.cumsum(np.diff(square, prepend=-1) != 0) - 1
    result: np.ndarray = total - total[first][of_square]
    return result


def _distinct(signs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the distinct rows of a matrix of signs, and which of them each row is."""
    import numpy as np

    words = []
    for start in range(0, signs.shape[1], 40):
        part = signs[:, start : start + 40].astype(np.int64) + 1
        words.append(part @ (3 ** np.arange(part.shape[1], dtype=np.int64)))
    order = np.lexsort(words)
    new = np.ones(len(order), dtype=bool)
    if len(order):
        new[1:] = np.logical_or.reduce([word[order][1:] != word[order][:-1] for word in words])
    where = np.empty(len(order), dtype=np.int64)
    where[order] = np.cumsum(new) - 1
    return signs[order[new]], where
