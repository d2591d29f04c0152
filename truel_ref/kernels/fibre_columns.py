"""Columns over small squares, and the lengths of the classes in them: steps 3 and 4 of `fibres`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from truel_ref.kernels.expansions import UNIT
from truel_ref.kernels.fibre_roots import Events, Fibre, no_events
from truel_ref.kernels.fibre_segments import Amounts, Classes, Segments

if TYPE_CHECKING:
    import numpy as np

__all__ = ["Column"]

_IGNORED = 2


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

    def amounts(self, side: int, classes: Classes[Any], allowed: float) -> list[Amounts]:
        """Return the lengths of classes where the polynomial without `z`, if one changes its sign, has this sign.

        Parameters: `side`, the sign; `classes`; `allowed`, about how much of the length of a column may be uncertain.
        """
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
        signs = self._signs(segments, side)
        while (idle := segments.idle(signs, classes)).any():
            segments = segments.without(idle, self.states.shape[1])
            signs = self._signs(segments, side)
        made = segments.amounts(signs, self.needed, classes, segments.depths(allowed))
        return [part.weighted(least[part.square], most[part.square]) for part in made]

    def _signs(self, segments: Segments, side: int) -> np.ndarray:
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
        if segments.hidden is not None:
            signs[segments.hidden] = 0
        flat = self.flat[segments.square]
        signs[np.flatnonzero(flat >= 0), flat[flat >= 0]] = side
        return signs
