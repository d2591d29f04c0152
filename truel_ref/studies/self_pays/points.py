"""Points inside the unit cube, which guess what the prover need not be asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from truel_ref.studies.self_pays.systems import Condition, Point, System, weight

__all__ = ["Points"]


class Points:
    """Points inside the cube that guess which parts of a system cannot be met; they prove nothing.

    Floats are enough for a guess. Where a point is to be a witness, it is tested exactly.
    """

    COUNT = 20_000
    GRAIN = 1 << 12
    TRIES = 12

    def __init__(self, dimension: int) -> None:
        import numpy as np

        random = np.random.default_rng(1)
        even = random.random((self.COUNT, dimension)) ** random.integers(1, 5, (self.COUNT, dimension))
        mirrored = np.where(random.integers(0, 2, even.shape), even, 1 - even)
        self.points = np.clip(np.rint(mirrored * self.GRAIN), 1, self.GRAIN - 1) / self.GRAIN
        self.exact: list[Point] = []
        self._masks: dict[Condition, Any] = {}

    def _mask(self, condition: Condition) -> Any:
        import numpy as np

        if condition not in self._masks:
            values = np.zeros(self.COUNT)
            for powers, coefficient in condition.polynomial.terms():
                term = np.full(self.COUNT, float(coefficient))
                for variable, power in enumerate(powers[: self.points.shape[1]]):
                    term *= self.points[:, variable] ** power
                values += term
            tiny = 1e-9
            above, below = (values > tiny) & (1 in condition.signs), (values < -tiny) & (-1 in condition.signs)
            self._masks[condition] = above | below
        return self._masks[condition]

    def remember(self, point: Point) -> None:
        """Keep a point that a prover found; it tells of parts that only meet on a surface."""
        self.exact.append(point)

    def can_meet(self, conditions: Sequence[Condition]) -> bool:
        """Tell whether some point is known that meets the conditions, floats taken at their word."""
        import numpy as np

        if not conditions or np.logical_and.reduce([self._mask(condition) for condition in conditions]).any():
            return True
        return any(all(condition.at(point) for condition in conditions) for point in self.exact)

    def meeting(self, system: System) -> Point | None:
        """Return a point that meets a system, tested exactly, or None."""
        import numpy as np

        for point in self.exact:
            if system.at(point):
                return point
        masks = [self._mask(condition) for condition in system.conditions]
        together = np.logical_and.reduce(masks) if masks else np.ones(self.COUNT, dtype=bool)
        for row in np.flatnonzero(together)[:100]:
            point = tuple(Fraction(float(coordinate)) for coordinate in self.points[row])
            if system.at(point):
                return point
        return None

    def parts(self, system: System) -> Iterator[System]:
        """Yield small parts of a system that no known point meets, the lightest polynomials first.

        The whole system is not among them if a point meets it. Between two of them a point may be remembered.
        """
        tried: set[tuple[Condition, ...]] = set()
        for turn in range(self.TRIES if system.conditions else 0):
            conditions = list(system.conditions)
            # Other orders give other parts: the heaviest are taken forward one by one.
            if turn:
                conditions.insert(0, conditions.pop(-1 - turn % len(conditions)))
            while not self.can_meet(conditions):
                count = next(n for n in range(1, len(conditions) + 1) if not self.can_meet(conditions[:n]))
                part = conditions[:count]
                for one in sorted(part, key=lambda condition: -weight(condition.polynomial)):
                    fewer = [other for other in part if other is not one]
                    if not self.can_meet(fewer):
                        part = fewer
                if tuple(part) in tried:
                    break
                tried.add(tuple(part))
                yield System(system.names, tuple(part))
