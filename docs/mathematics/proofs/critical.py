"""The critical values of the hit probability of C (atlas/critical.md), from the data of critical.json and cube.json.

The data has for each value the polynomial of which it is a root, 12 decimals, three curves that meet there, and what is
different above it. The program shows for each value of announced and of stationary play:

1. It is the only root of its polynomial within 1/10^12 of the decimals, and the values are in increasing order.
2. The three curves belong to the family of the page: they are surfaces of cube.json or sides of the square, or two of
   these and a factor of J, the determinant of the slopes, where the two touch. Eliminate b from two pairs of them; then
   the polynomial of the value divides the resultant in a of a factor of one with a different factor of the other:
   it is in the list of Lemma 3.
3. Exact regions of the square at rational values within 1/10,000 of it, below and above, have different pictures, and
   the difference is that of the page.

That there are no other values follows from Lemmas 2 and 3 and the computation of all candidates that the page
describes; this program does not repeat it. Boundary: the picture at the value itself does not count.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import combinations, pairwise, product
from pathlib import Path
from typing import TypeAlias

from flint import fmpz_mpoly, fmpz_mpoly_ctx
from sympy import Poly, Symbol, sympify

from truel_ref.symbolic.borders import aims_text
from truel_ref.symbolic.partition import Partition, regions

Picture: TypeAlias = tuple[set[str], set[tuple[str, ...]]]
"""The classes, and which two of them have a curve between them."""

HERE = Path(__file__).parent
VALUES = json.loads((HERE / "critical.json").read_text(encoding="utf-8"))
CUBE = json.loads((HERE / "cube.json").read_text(encoding="utf-8"))
RING = fmpz_mpoly_ctx.get(["a", "b", "c"], "lex")
LETTERS = [Symbol(letter) for letter in "abc"]
COUNTS = {"announced": 22, "stationary": 3}
FINE = 1 << 14


def require(holds: bool, step: str) -> None:
    """End the program if a step fails."""
    if not holds:
        raise SystemExit(f"not shown: {step}")


def polynomial(text: str) -> fmpz_mpoly:
    """Return a polynomial in a, b and c."""
    terms = Poly(sympify(text), *LETTERS).terms()
    return RING.from_dict({powers: int(coefficient) for powers, coefficient in terms})


def eliminated(one: fmpz_mpoly, other: fmpz_mpoly, place: int) -> fmpz_mpoly:
    """Return the resultant of two polynomials in a letter; one in which the letter does not occur stands for itself."""
    for plain in (one, other):
        if plain.degrees()[place] == 0:
            return plain
    return one.resultant(other, place)


def factors(one: fmpz_mpoly) -> list[fmpz_mpoly]:
    """Return the irreducible factors of a polynomial; none if it is 0."""
    return [factor for factor, _ in one.factor()[1]] if one != 0 else []


def last_resultants(curves: Iterable[fmpz_mpoly]) -> Iterator[fmpz_mpoly]:
    """Yield what Lemma 3 derives from three curves, polynomials in c."""
    lists = [factors(eliminated(*pair, 1)) for pair in combinations(curves, 2)]
    for first, second in combinations(lists, 2):
        for one, other in product(first, second):
            if one != other:
                yield eliminated(one, other, 0)


def show_curves(name: str, family: list[fmpz_mpoly], texts: list[str], root_of: fmpz_mpoly) -> None:
    """Show that three curves of the family meet at the roots of a polynomial."""
    curves = [polynomial(text) for text in texts]
    others = [curve for curve in curves if curve not in family and -curve not in family]
    if others:
        one, two = (curve for curve in curves if curve not in others)
        slopes = one.derivative(0) * two.derivative(1) - one.derivative(1) * two.derivative(0)
        require(len(others) == 1 and slopes % others[0] == 0, f"{name}: the third curve is where two touch")
    require(
        any(last != 0 and last % root_of == 0 for last in last_resultants(curves)), f"{name}: a root of its resultant"
    )


def picture(partition: Partition) -> Picture:
    """Return the classes and neighbours of exact regions."""
    arcs = ((arc.negative, arc.positive) for arc in partition.boundaries)
    names = (tuple(sorted(map(aims_text, sides))) for sides in arcs)
    return {region.name for region in partition.regions}, set(names)


def change(below: Picture, above: Picture) -> str:
    """Return what is different above, in the words of the page."""
    (before, met), (classes, meet) = below, above
    parts = [
        f"{' | '.join(sorted(names))} {many if len(names) > 1 else single}"
        for names, many, single in ((before - classes, "vanish", "vanishes"), (classes - before, "appear", "appears"))
        if names
    ]
    for pairs, word in ((met - meet, "part"), (meet - met, "touch")):
        among = sorted(" / ".join(pair) for pair in pairs if before & classes >= set(pair))
        parts += [f"{'; '.join(among)} {word}"] if among else []
    return "; ".join(parts)


def show_play(play: str) -> None:
    """Show the critical values of a play."""
    listed = {number for number, *_ in CUBE[play]["lines"]}
    family = [polynomial(CUBE["polynomials"][number]) for number in listed]
    family += [polynomial(side) for side in ("a", "a - 1", "b", "b - 1")]
    places = [Fraction(value["near"]) for value in VALUES[play]]
    require(len(places) == COUNTS[play], f"{play}: {COUNTS[play]} values")
    require(all(low < high for low, high in pairwise([0, *places, 1])), f"{play}: the values are in order")
    for value, near in zip(VALUES[play], places, strict=True):
        name, width = f"{play}, {value['near']}", Fraction(1, 10**12)
        in_c = Poly(sympify(value["root of"]), LETTERS[2])
        require(in_c.count_roots(near - width, near + width) == 1, f"{name}: one root of {value['root of']}")
        show_curves(name, family, value["meet"], polynomial(value["root of"]))
        sides = (Fraction(math.ceil(near * FINE) - 1, FINE), Fraction(math.floor(near * FINE) + 1, FINE))
        found = change(*(picture(regions([None, None, side], play=play, precision=1)) for side in sides))
        require(found == value["above it"] != "", f"{name}: {value['above it']}, not {found}")
    print(f"{play} play: {len(places)} values, each a root of its resultant, with different pictures on both sides")


if __name__ == "__main__":
    for play in COUNTS:
        show_play(play)
    print("shown: at 22 values of announced and three of stationary play the picture changes")
