"""The cells of the square in which the answer to one question is constant: steps 1 to 4 of `partition`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import Any, Generic, TypeAlias

from truel_ref.budget import check
from truel_ref.symbolic.decisions import SignOf
from truel_ref.symbolic.isolated import refuse_isolated_zeros
from truel_ref.symbolic.pieces import Boundary, Class, aims_text
from truel_ref.symbolic.plane import Plane, Strip

__all__ = ["Cells", "Question"]

Question: TypeAlias = Callable[[SignOf], Class]
"""What is asked of a point: the answer follows from the signs there of the polynomials that it asks for."""

_SAMPLES = 20


class _Answers(Generic[Class]):
    """The answers to a question, remembered by the signs on whose account it gave them.

    What a question asks for next depends only on the signs that it got, so these form a tree: inside it are
    polynomials, at its ends answers. Many cells have one answer for the same few signs.
    """

    def __init__(self, question: Question[Class]) -> None:
        self.question = question
        self._root: _Node[Class] = _Node()

    def answer(self, sign_of: SignOf) -> Class:
        """Return what the question answers where the polynomials have the given signs."""
        node: _Node[Class] | None = self._root
        while node is not None and not node.answers:
            node = node.after.get(sign_of(node.polynomial)) if node.after else None
        return self._ask(sign_of) if node is None else node.answers[0]

    def _ask(self, sign_of: SignOf) -> Class:
        asked: dict[Any, int] = {}
        node = self._root

        def remembered(polynomial: Any) -> int:
            nonlocal node
            if polynomial not in asked:
                asked[polynomial] = sign_of(polynomial)
                node.polynomial = polynomial
                node = node.after.setdefault(asked[polynomial], _Node())
            return asked[polynomial]

        answer = self.question(remembered)
        node.answers.append(answer)
        return answer


def _same(y: Fraction) -> Fraction:
    """Return a height that is known."""
    return y


class _Node(Generic[Class]):
    """Signs that were got so far.

    Fields: `polynomial`, the one that is asked for next; `after`, what follows each of its signs; or `answers`, the
    answer.
    """

    def __init__(self) -> None:
        self.polynomial: Any = None
        self.after: dict[int, _Node[Class]] = {}
        self.answers: list[Class] = []


class Cells(Generic[Class]):
    """The decomposition of the square by all polynomials that a question asks for.

    Parameters: `question`; `plane`, the curves.

    Fields, once it is `cut`: `polynomials`, those that are asked for; `strips`, what they cut the square into;
    `solved`, the answers by the signs of a cell, and the polynomials that vanish (no bit, or one).
    """

    def __init__(self, question: Question[Class], plane: Plane) -> None:
        self.question = question
        self.plane = plane
        self.polynomials: list[Any] = []
        self.strips: list[Strip] = []
        self.solved: dict[tuple[int, int], Class] = {}
        self._answers = _Answers(question)
        self._places: dict[Any, int] = {}

    def cut(self, report: Callable[[str], object]) -> None:
        """Collect polynomials and cut the square by them until none is missing.

        Raises `SymbolicError` if one of them is not proved to have no isolated zero: such a point would be overlooked,
        since it lies on no curve, and in no cell where all signs are those of the sample.
        """
        self._sampled()
        while True:
            check()
            report(f"{len(self.polynomials)} polynomials")
            self._places = {polynomial: place for place, polynomial in enumerate(self.polynomials)}
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
                _, asked = self._solve(0, 0, x, partial(_same, y))
                every |= dict.fromkeys(asked)
        self.polynomials = sorted(every, key=str)

    def _solve(
        self, cell: int, zeros: int, x: Fraction, height: Callable[[], Fraction]
    ) -> tuple[Class, dict[Any, int]]:
        """Return the answer in a cell, or at its edge where some polynomials vanish, and the others asked for.

        Those get their signs from the point that `x` and `height` tell, which is found only if it is needed.
        """
        asked: dict[Any, int] = {}
        places = self._places

        def sign_of(polynomial: Any) -> int:
            place = places.get(polynomial)
            if place is not None:
                return 0 if zeros >> place & 1 else 1 if cell >> place & 1 else -1
            if polynomial not in asked:
                asked[polynomial] = self.plane.curve(polynomial).sign(x, height())
            return asked[polynomial]

        return self._answers.answer(sign_of), asked

    def _asked_in_cells(self) -> set[Any]:
        missing: set[Any] = set()
        known: list[int] = []
        for strip in self.strips:
            if strip.cells is known:  # nothing has changed places
                continue
            known = strip.cells
            for place, cell in enumerate(known):
                if (cell, 0) not in self.solved:
                    self.solved[cell, 0], asked = self._solve(cell, 0, strip.x, partial(strip.sample, place))
                    missing.update(asked)
        return missing

    def _sides(self) -> Iterator[tuple[Any, int, int, Fraction, Callable[[], Fraction]]]:
        """Yield pairs of cells that differ in the sign of one polynomial, each pair once, the negative one first.

        They are the cells above and below a section, and those on both sides of a line of constant `x`; two
        more entries tell `x` and, asked, `y` of a point there.
        """
        seen: set[tuple[int, int]] = set()
        known: list[int] = []
        for strip in self.strips:
            if strip.cells is known:  # nothing has changed places
                continue
            known = strip.cells
            for place, pair in enumerate(pairwise(known)):
                if pair not in seen:
                    below, above = pair  # they differ in one bit, set in the larger
                    seen |= {pair, (above, below)}
                    crossed = strip.sections[place].curve.polynomial
                    yield crossed, min(pair), max(pair), strip.x, partial(strip.on, place)
        for bit, polynomial in enumerate(self.polynomials):
            if self.plane.curve(polynomial).upright:
                for left, right in pairwise(self.strips):
                    beside = set(right.cells)
                    for rank, cell in enumerate(left.cells):
                        pair = cell & ~(1 << bit), cell | 1 << bit
                        if cell ^ 1 << bit in beside and pair not in seen:
                            seen |= {pair, pair[::-1]}
                            yield polynomial, *pair, left.x, partial(left.sample, rank)

    def _asked_on_sections(self) -> set[Any]:
        """Solve on the curves: there one polynomial is 0 and the others have the signs of the cells beside it."""
        missing: set[Any] = set()
        for _, low, high, x, height in self._sides():
            self.solved[low, high ^ low], asked = self._solve(low, high ^ low, x, height)
            missing.update(asked)
        return missing

    def _sections(self) -> Iterator[tuple[Any, Class, Class, Class]]:
        """Yield for every curve its polynomial, the aims where that is negative, where positive, and on the curve."""
        for polynomial, low, high, _, _ in self._sides():
            yield polynomial, self.solved[low, 0], self.solved[high, 0], self.solved[low, high ^ low]

    def separating(self) -> tuple[list[Any], dict[tuple[Any, Class, Class], set[Class]]]:
        """Return the polynomials that tell all different aims apart, and the aims on the curves between regions."""
        on: dict[tuple[Any, Class, Class], set[Class]] = {}
        for polynomial, negative, positive, here in self._sections():
            if negative != positive:
                on.setdefault((polynomial, negative, positive), set()).add(here)
        kept = {key[0] for key in on}
        while True:
            check()
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
        seen: dict[int, tuple[int, Class]] = {}
        for (cell, on), answer in self.solved.items():
            if on:
                continue
            other, first = seen.setdefault(cell & bits, (cell, answer))
            if first != answer:
                differing = cell ^ other
                return self.polynomials[(differing & -differing).bit_length() - 1]
        return None

    def aims_by_signs(self, kept: Sequence[Any]) -> dict[int, Class]:
        """Return the aims by the signs of the kept polynomials, as a number with one bit for each."""
        places = [self.polynomials.index(polynomial) for polynomial in kept]
        return {
            sum((cell >> place & 1) << rank for rank, place in enumerate(places)): answer
            for (cell, on), answer in self.solved.items()
            if not on
        }

    def ties(self) -> Iterator[Boundary[Class]]:
        """Yield the curves on which the aims are others than on both sides, which agree."""
        curves: dict[tuple[Any, Class], set[Class]] = {}
        for polynomial, negative, positive, here in self._sections():
            if negative == positive != here:
                curves.setdefault((polynomial, negative), set()).add(here)
        for (polynomial, beside), on in curves.items():
            yield Boundary(polynomial, beside, beside, tuple(sorted(on, key=aims_text)), ())
