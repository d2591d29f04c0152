"""The cells of the square in which backward induction chooses the same: steps 1 to 4 of `partition`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

from truel_ref.game.indices import Path
from truel_ref.symbolic.decisions import Decisions
from truel_ref.symbolic.isolated import refuse_isolated_zeros
from truel_ref.symbolic.pieces import Boundary, RegionAims, aims_text
from truel_ref.symbolic.plane import Plane, Strip

__all__ = ["Cells"]

_SAMPLES = 20


class Cells:
    """The decomposition of the square by all that backward induction asks for.

    Parameters: `decisions`, the announcements over symbols; `plane`, the curves.

    Fields, once it is `cut`: `polynomials`, those that are asked for; `strips`, what they cut the square into;
    `solved`, the announcements chosen by the signs of a cell, and of the polynomials that vanish (no bit, or one).
    """

    def __init__(self, decisions: Decisions, plane: Plane) -> None:
        self.decisions = decisions
        self.plane = plane
        self.polynomials: list[Any] = []
        self.strips: list[Strip] = []
        self.solved: dict[tuple[int, int], Path | None] = {}

    def cut(self, report: Callable[[str], object]) -> None:
        """Collect polynomials and cut the square by them until none is missing.

        Raises `SymbolicError` if one of them is not proved to have no isolated zero: such a point would be overlooked,
        since it lies on no curve, and in no cell where all signs are those of the sample.
        """
        self._sampled()
        while True:
            report(f"{len(self.polynomials)} polynomials")
            self.strips = self.plane.strips(self.polynomials)
            self.solved = {}
            missing = self._asked_in_cells() or self._asked_on_sections()
            if not missing:
                break
            self.polynomials += sorted(missing, key=str)
        for polynomial in self.polynomials:
            refuse_isolated_zeros(self.plane, polynomial)

    def _sampled(self) -> None:
        """Collect what is asked for on a grid of points, set off so that no simple curve runs through many of them."""
        every: dict[Any, None] = {}
        for i in range(_SAMPLES):
            for j in range(_SAMPLES):
                x = Fraction(2 * i + 1, 2 * _SAMPLES) + Fraction(1, 997)
                y = Fraction(2 * j + 1, 2 * _SAMPLES) + Fraction(1, 1009)
                _, asked = self._solve({}, x, y)
                every |= dict.fromkeys(asked)
        self.polynomials = sorted(every, key=str)

    def _solve(self, known: Mapping[Any, int], x: Fraction, y: Fraction) -> tuple[Path | None, list[Any]]:
        """Return the chosen announcements where polynomials have known signs, and those asked for besides."""
        asked: dict[Any, int] = {}

        def sign_of(polynomial: Any) -> int:
            if polynomial in known:
                return known[polynomial]
            if polynomial not in asked:
                asked[polynomial] = self.plane.curve(polynomial).sign(x, y)
            return asked[polynomial]

        return self.decisions.solve(sign_of), list(asked)

    def _signs(self, cell: int) -> dict[Any, int]:
        return {polynomial: 1 if cell >> place & 1 else -1 for place, polynomial in enumerate(self.polynomials)}

    def _asked_in_cells(self) -> set[Any]:
        missing: set[Any] = set()
        for strip in self.strips:
            for place, cell in enumerate(strip.cells):
                if (cell, 0) not in self.solved:
                    path, asked = self._solve(self._signs(cell), strip.x, strip.sample(place))
                    self.solved[cell, 0] = path
                    missing.update(asked)
        return missing

    def _sides(self) -> Iterator[tuple[Any, int, int, Strip, Fraction]]:
        """Yield pairs of cells that differ in the sign of one polynomial, each pair once, the negative one first.

        They are the cells above and below a section, and those on both sides of a line of constant `x`; the strip and a
        `y` tell where.
        """
        seen = set()
        for strip in self.strips:
            for section, below, above in zip(strip.sections, strip.cells, strip.cells[1:], strict=False):
                pair = min(below, above), max(below, above)  # they differ in one bit, set in the larger
                if pair not in seen:
                    seen.add(pair)
                    yield section.curve.polynomial, *pair, strip, section.low
        for place, polynomial in enumerate(self.polynomials):
            if self.plane.curve(polynomial).upright:
                for left, right in pairwise(self.strips):
                    beside = set(right.cells)
                    for rank, cell in enumerate(left.cells):
                        pair = cell & ~(1 << place), cell | 1 << place
                        if cell ^ 1 << place in beside and pair not in seen:
                            seen.add(pair)
                            yield polynomial, *pair, left, left.sample(rank)

    def _asked_on_sections(self) -> set[Any]:
        """Solve on the curves: there one polynomial is 0 and the others have the signs of the cells beside it."""
        missing: set[Any] = set()
        for polynomial, low, high, strip, y in self._sides():
            known = self._signs(low) | {polynomial: 0}
            self.solved[low, high ^ low], asked = self._solve(known, strip.x, y)
            missing.update(asked)
        return missing

    def _aims(self, path: Path | None) -> RegionAims:
        if path is None:
            return None
        return tuple(self.decisions.options[place][option] for place, option in enumerate(path))

    def _sections(self) -> Iterator[tuple[Any, RegionAims, RegionAims, RegionAims]]:
        """Yield for every curve its polynomial, the aims where that is negative, where positive, and on the curve."""
        for polynomial, low, high, _, _ in self._sides():
            sides = [self._aims(self.solved[cell, 0]) for cell in (low, high)]
            yield polynomial, sides[0], sides[1], self._aims(self.solved[low, high ^ low])

    def separating(self) -> tuple[list[Any], dict[tuple[Any, RegionAims, RegionAims], set[RegionAims]]]:
        """Return the polynomials that tell all different aims apart, and the aims on the curves between regions."""
        on: dict[tuple[Any, RegionAims, RegionAims], set[RegionAims]] = {}
        for polynomial, negative, positive, here in self._sections():
            if negative != positive:
                on.setdefault((polynomial, negative, positive), set()).add(here)
        kept = {key[0] for key in on}
        while True:
            listed = [polynomial for polynomial in self.polynomials if polynomial in kept]
            clash = self._clash(listed)
            if clash is None:
                return listed, on
            kept.add(clash)

    def _bits(self, kept: Sequence[Any]) -> int:
        return sum(1 << place for place, polynomial in enumerate(self.polynomials) if polynomial in set(kept))

    def _clash(self, kept: Sequence[Any]) -> Any | None:
        """Return a polynomial that tells two cells apart which agree in the kept signs and differ in their aims."""
        bits = self._bits(kept)
        seen: dict[int, tuple[int, Path | None]] = {}
        for (cell, on), path in self.solved.items():
            if on:
                continue
            other, first = seen.setdefault(cell & bits, (cell, path))
            if first != path:
                differing = cell ^ other
                return self.polynomials[(differing & -differing).bit_length() - 1]
        return None

    def aims_by_signs(self, kept: Sequence[Any]) -> dict[int, RegionAims]:
        """Return the aims by the signs of the kept polynomials, as a number with one bit for each."""
        places = [self.polynomials.index(polynomial) for polynomial in kept]
        return {
            sum((cell >> place & 1) << rank for rank, place in enumerate(places)): self._aims(path)
            for (cell, on), path in self.solved.items()
            if not on
        }

    def ties(self) -> Iterator[Boundary]:
        """Yield the curves on which the aims are others than on both sides, which agree."""
        curves: dict[tuple[Any, RegionAims], set[RegionAims]] = {}
        for polynomial, negative, positive, here in self._sections():
            if negative == positive != here:
                curves.setdefault((polynomial, negative), set()).add(here)
        for (polynomial, beside), on in curves.items():
            yield Boundary(polynomial, beside, beside, tuple(sorted(on, key=aims_text)), ())
