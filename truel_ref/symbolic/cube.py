r"""The cube of three hit probabilities, cut into classes of equal answers, with bounds of their volumes.

`partition` cuts a square exactly; this module treats the open cube, with enclosures instead of curves. The steps:

1. A question is a question of `plays`: its answer at a point follows from signs of polynomials in `a`, `b` and `c`.
   Collect the polynomials that it asks for.
2. `kernels.fibres` encloses the volumes of the classes from the roots along columns. If the question asks for a new
   polynomial, collect it and start again. (The second derivation, boxes whose answer does not depend on the open signs,
   is in the tests.)

No result is sampled: every point lies in a column and a box, whose class is proved, or which counts as open.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, TypeVar

from truel_ref.budget import check
from truel_ref.game.aims import Word
from truel_ref.kernels.fibres import column_volumes
from truel_ref.kernels.halving import Answers, HalvedCells, Halving, Terms, Volumes
from truel_ref.numbers import sign_of
from truel_ref.symbolic.algebra import Letters, Polynomial, value_at
from truel_ref.symbolic.decisions import Decisions, SignOf
from truel_ref.symbolic.polynomials import integer_terms

__all__ = ["CubeShares", "cube_shares", "enclosed_shares", "letters_of_the_cube"]

Class = TypeVar("Class")

_SAMPLES = 200
_COARSE = 3
_CHUNK = 1 << 16


@dataclass(frozen=True)
class CubeShares(Generic[Class]):
    """The classes of a question over the open cube.

    Fields: `volumes`, the shares of the classes; `polynomials`, all whose signs the question asks for.
    """

    volumes: Volumes[Any]
    polynomials: tuple[Polynomial, ...]


def letters_of_the_cube(search: object = (Word.OTHERS, Word.MISS)) -> Decisions:
    """Return the decisions of three players whose hit probabilities are all letters."""
    return Decisions(Letters([None, None, None]), search)


class _MissingError(Exception):
    """The question asks for a new polynomial."""


def cube_shares(
    question: Callable[[SignOf], Class],
    error: float = 1e-11,
    progress: Callable[[Fraction], object] | None = None,
) -> CubeShares[Class]:
    """Return bounds of the shares of the cube that a question gives each of its answers, column by column.

    The module's docstring lists the steps; `kernels.fibres.column_volumes` encloses the volumes.

    Parameters: `question`, of the signs of polynomials in three letters; `error`, the largest uncertain volume over one
    square of the first two letters; `progress`, called with the newly done area, 1 in total.

    >>> decisions = letters_of_the_cube()
    >>> shares = cube_shares(lambda sign_of: str(decisions.aims(decisions.solve(sign_of))[0]), error=1e-4)
    >>> sorted(shares.volumes.bounds)
    ['B', 'C', 'Miss']
    """

    def measured(terms: Sequence[Terms], asked: Callable[[Callable[[int], int]], Class]) -> Volumes[Class]:
        return column_volumes(terms, asked, error, progress=progress)

    return enclosed_shares(question, measured)


def enclosed_shares(
    question: Callable[[SignOf], Class],
    measure: Callable[[Sequence[Terms], Callable[[Callable[[int], int]], Class]], Volumes[Class]],
) -> CubeShares[Class]:
    """Collect polynomials and measure the classes until no polynomial is missing.

    Parameters: `question`; `measure`, of the terms of polynomials and of the question over their signs by number.
    """
    numbers = _sampled(question)

    def asked(sign: Callable[[int], int]) -> Class:
        def sign_of(polynomial: Polynomial) -> int:
            if polynomial not in numbers:
                numbers[polynomial] = len(numbers)
                raise _MissingError
            return sign(numbers[polynomial])

        return question(sign_of)

    coarse = True
    while True:
        check()
        terms = [integer_terms(polynomial) for polynomial in numbers]
        try:
            if coarse:
                _ask_boxes(terms, asked)
                coarse = False
            volumes = measure(terms, asked)
        except _MissingError:
            continue
        return CubeShares(volumes, tuple(numbers))


def _ask_boxes(terms: Sequence[Terms], asked: Callable[[Callable[[int], int]], Class]) -> None:
    """Ask a question in coarse boxes, which is fast, so that few polynomials are missing later."""
    answers: Answers[Any] = Answers(asked)

    def count(signs: tuple[int, ...], boxes: HalvedCells) -> bool:
        split = answers.split(signs)
        return boxes.level < _COARSE and (split is None or split[0] >= 0)

    Halving(terms, 3, _CHUNK).run(count)


def _sampled(question: Callable[[SignOf], object]) -> dict[Polynomial, int]:
    """Return the polynomials that a question asks for at some random points, numbered."""
    numbers: dict[Polynomial, int] = {}
    rng = random.Random(0)
    for _ in range(_SAMPLES):
        check()
        point = [Fraction(rng.randrange(1, 1 << 20), 1 << 20) for _ in range(3)]

        def sign_at(polynomial: Polynomial, point: list[Fraction] = point) -> int:
            numbers.setdefault(polynomial, len(numbers))
            return sign_of(value_at(polynomial, point))

        question(sign_at)
    return numbers
