r"""The cube of three hit probabilities, cut into classes of equal answers, and how large each class is.

What `partition` does exactly for a square is done here for the open cube, with enclosures instead of curves. The steps:

1. A question is one of `plays`: what it asks of a point are signs of polynomials in `a`, `b` and `c`, and the answer
   follows from them. They are collected as they are asked for.
2. `kernels.volumes` halves the cube until the answer is the same all over a box whatever the open signs are, and
   encloses the volumes of the classes. If a polynomial is asked for that is not collected yet, it starts again.

Nothing is sampled: every point lies in a box, each box is in a class by proof, or counted as open.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any, Generic, TypeVar

from truel_ref.budget import check
from truel_ref.game.aims import Word
from truel_ref.kernels.volumes import Volumes, class_volumes
from truel_ref.symbolic.algebra import Letters, Polynomial, value_at
from truel_ref.symbolic.decisions import Decisions, SignOf

__all__ = ["CubeShares", "cube_shares", "letters_of_the_cube"]

Class = TypeVar("Class")

_SAMPLES = 200
_COARSE = 3


@dataclass(frozen=True)
class CubeShares(Generic[Class]):
    """The classes of a question over the open cube.

    Fields: `volumes`, their shares; `polynomials`, all that were asked for, whose signs decide.
    """

    volumes: Volumes[Any]
    polynomials: tuple[Polynomial, ...]


def letters_of_the_cube(search: object = (Word.OTHERS, Word.MISS)) -> Decisions:
    """Return the decisions of three players whose hit probabilities are all letters."""
    return Decisions(Letters([None, None, None]), search)


class _MissingError(Exception):
    """A polynomial was asked for that is not collected."""


def cube_shares(
    question: Callable[[SignOf], Class],
    level: int = 8,
    edges: int = 4,
    progress: Callable[[int], object] | None = None,
) -> CubeShares[Class]:
    """Return bounds of the shares of the cube that a question gives each of its answers.

    The steps are those of the module.

    Parameters: `question`, of the signs of polynomials in three letters; `level` and `edges` as for
    `kernels.volumes.class_volumes`; `progress`, called with numbers of boxes, of `8^level` in all.

    >>> decisions = letters_of_the_cube()
    >>> shares = cube_shares(lambda sign_of: str(decisions.aims(decisions.solve(sign_of))[0]), level=3, edges=1)
    >>> sorted(shares.volumes.bounds)
    ['B', 'C', 'Miss']
    """
    polynomials: list[Polynomial] = []
    numbers: dict[Polynomial, int] = {}

    def number(polynomial: Polynomial) -> int:
        if polynomial not in numbers:
            numbers[polynomial] = len(polynomials)
            polynomials.append(polynomial)
        return numbers[polynomial]

    rng = random.Random(0)
    for _ in range(_SAMPLES):
        check()
        point = [Fraction(rng.randrange(1, 1 << 20), 1 << 20) for _ in range(3)]

        def sign_at(polynomial: Polynomial, point: list[Fraction] = point) -> int:
            number(polynomial)
            value = value_at(polynomial, point)
            return (value > 0) - (value < 0)

        question(sign_at)

    def asked(sign: Callable[[int], int]) -> Class:
        def sign_of(polynomial: Polynomial) -> int:
            known = polynomial in numbers
            place = number(polynomial)
            if not known:
                raise _MissingError
            return sign(place)

        return question(sign_of)

    for depth, more in ((_COARSE, 0), (level, edges)):
        while True:
            check()
            try:
                found = class_volumes(
                    [_terms(polynomial) for polynomial in polynomials], asked, depth, more, progress if more else None
                )
                break
            except _MissingError:
                continue
    return CubeShares(found, tuple(polynomials))


def _terms(polynomial: Polynomial) -> dict[tuple[int, ...], int]:
    """Return the integer coefficients of a polynomial by their exponents; a positive factor may be lost."""
    terms: Iterable[tuple[tuple[int, ...], Any]] = polynomial.terms()
    listed = {tuple(exponents): Fraction(int(value.numerator), int(value.denominator)) for exponents, value in terms}
    common = lcm(*(value.denominator for value in listed.values()))
    return {exponents: int(value * common) for exponents, value in listed.items()}
