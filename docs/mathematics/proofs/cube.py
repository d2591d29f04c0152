"""Theorem 1 on the cube of three hit probabilities, and the pairs of plays (atlas/cube.md), from the data of cube.json.

The data has 41 polynomials in a, b, c, and for each play its sign lists, each with a point; lines; pairs of aims of the
two plays, each with a point; and identities. All numbers are exact. The steps, for each play:

1. *Identities.* Each names signs of polynomials, and a sum of products of these, of a, 1 - a and so on. The sum is 0,
   no term is negative and one is positive if the signs hold: so they occur nowhere in the open cube.
2. *The sign lists are all.* They form a tree. Each branch that no list takes contains signs of an identity. Each list
   holds at its point, where the solver's aims are its class. That the solver asks for these polynomials, in this order,
   is the meaning of the lists; this program does not derive it.
3. *Lines.* Each has two rational points that differ in one coordinate, with the two classes by the solver. Between them
   one polynomial vanishes, once, and no other.
4. *The surfaces are all.* Two lists with different classes that differ in one sign, of g, have a line across g with
   these classes, or an identity contradicts all their other signs where g = 0.
5. *Classes by surfaces alone.* Two lists with different classes differ in the sign of a surface, but for one pair,
   which an identity contradicts.

*Pairs of plays.* Two lists of the two plays with a pair of classes that is not listed contradict each other, in a sign
or by an identity; each listed pair occurs at its point.

Boundary: the open cube; points where a polynomial is 0 belong to Theorem 2 and to T13, which need no machine.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, product
from pathlib import Path
from typing import Any, TypeAlias

from sympy import QQ, Poly, Symbol, ring, sympify

from truel_ref import equilibria, solve

Signs: TypeAlias = Mapping[int, int]
"""For polynomials, by number, -1, 0 or 1."""

RING, *LETTERS = ring("a, b, c", QQ)
DATA = json.loads(Path(__file__).with_name("cube.json").read_text(encoding="utf-8"))
POLYNOMIALS = [RING.from_expr(sympify(text)) for text in DATA["polynomials"]]

COUNTED = ("lists", "signs in the shortest", "in the longest", "polynomials", "classes", "surfaces", "lines")
PAGE = {"announced": (78, 7, 13, 38, 14, 26, 69), "stationary": (17, 5, 6, 20, 9, 9, 15)}
DEGREES = {"announced": {1, 3, 4, 5, 7}, "stationary": {1, 5}}
ALIKE = {"announced": 1, "stationary": 0}
IDENTITIES, LONGEST, PAIRS, DIFFERENT_PAIRS = 94, 45, 20, 11


def require(holds: bool, step: str) -> None:
    """End the program if a step fails."""
    if not holds:
        raise SystemExit(f"not shown: {step}")


def point_of(text: str) -> list[Fraction]:
    """Return a point of the open cube."""
    point = [Fraction(word) for word in text.split()]
    require(len(point) == 3 and all(0 < value < 1 for value in point), f"({text}) is in the open cube")
    return point


def sign_at(number: int, point: Sequence[Fraction]) -> int:
    """Return the sign of a polynomial at a point."""
    value = POLYNOMIALS[number].evaluate([*zip(LETTERS, [QQ(*each.as_integer_ratio()) for each in point], strict=True)])
    return (value > 0) - (value < 0)


def class_at(play: str, point: Sequence[Fraction]) -> str:
    """Return the aims of the only solution or equilibrium at a point."""
    [only] = [solve(point)] if play == "announced" else equilibria(point)
    return ", ".join(map(str, only.aims))


def contradicts(conditions: Sequence[tuple[int, int]], identity: Sequence[Any]) -> bool:
    """Tell whether a sum is 0 although the signs make one of its terms positive and none negative."""
    factors = [POLYNOMIALS[number] * (sign or 1) for number, sign in conditions]
    total, positive = RING.zero, False
    for coefficient, used, low, high in identity:
        equation = any(conditions[number][1] == 0 for number in used)
        if Fraction(coefficient) <= 0 and not equation:
            return False
        positive |= not equation
        term = RING(QQ(*Fraction(coefficient).as_integer_ratio()))
        for number in used:
            term *= factors[number]
        for letter, power, power_of_rest in zip(LETTERS, low, high, strict=True):
            term *= letter**power * (1 - letter) ** power_of_rest
        total += term
    return positive and not total


class Contradictions:
    """The lists of signs that identities show to occur nowhere in the open cube."""

    def __init__(self) -> None:
        self.lists = []
        for conditions, identity in DATA["identities"]:
            require(contradicts(conditions, identity), f"the identity against {conditions}")
            self.lists.append({(number, sign) for number, sign in conditions})
        require(len(self.lists) == IDENTITIES, f"{IDENTITIES} identities")
        require(max(len(identity) for _, identity in DATA["identities"]) == LONGEST, f"at most {LONGEST} terms")

    def exclude(self, signs: Iterable[tuple[int, int]]) -> bool:
        """Tell whether some of the signs contradict each other."""
        listed = set(signs)
        return any(part <= listed for part in self.lists)


class Play:
    """The sign lists and lines of a play."""

    def __init__(self, name: str, contradictions: Contradictions) -> None:
        self.name, self.contradictions = name, contradictions
        data = DATA[name]
        self.lists = [
            ({int(key): sign for key, sign in signs.items()}, answer) for answer, signs, _ in data["sign lists"]
        ]
        self.points = [point_of(text) for _, _, text in data["sign lists"]]
        self.asked = {number for signs, _ in self.lists for number in signs}
        self.lines = [
            (number, [negative, positive], point_of(below), point_of(above))
            for number, negative, positive, below, above in data["lines"]
        ]
        self.surfaces = {number for number, *_ in self.lines}

    def show(self) -> None:
        """Show Theorem 1 for this play."""
        lengths = [len(signs) for signs, _ in self.lists]
        counted = (
            *(len(self.lists), min(lengths), max(lengths), len(self.asked)),
            *(len({answer for _, answer in self.lists}), len(self.surfaces), len(self.lines)),
        )
        require(counted == PAGE[self.name], f"{self.name}: the counts of the page, not {counted}")
        degrees = {max(map(sum, POLYNOMIALS[number].monoms())) for number in self.surfaces}
        require(degrees == DEGREES[self.name], f"{self.name}: the degrees of the page")
        require(all(POLYNOMIALS[number].is_irreducible for number in self.asked), f"{self.name}: irreducible")
        require(len({POLYNOMIALS[number].monic() for number in self.asked}) == len(self.asked), "no two proportional")
        self.show_lists([[*signs.items()] for signs, _ in self.lists])
        for (signs, answer), point in zip(self.lists, self.points, strict=True):
            require(all(sign_at(number, point) == sign for number, sign in signs.items()), f"the signs at {point}")
            require(class_at(self.name, point) == answer, f"{self.name}: {answer} at {point}")
        for line in self.lines:
            self.show_line(*line)
        self.show_neighbours()
        self.show_classes()
        print(f"{self.name}: {', '.join(f'{count} {name}' for name, count in zip(COUNTED, counted, strict=True))}")

    def show_lists(self, lists: Sequence[Sequence[tuple[int, int]]], depth: int = 0) -> None:
        """Show that lists with the same first signs are all, by the next polynomial that they ask for."""
        if len(lists) == 1 and len(lists[0]) == depth:
            return
        require(len({signs[depth][0] for signs in lists}) == 1, "lists part at the same polynomial")
        for sign in (-1, 1):
            branch = (lists[0][depth][0], sign)
            taken = [signs for signs in lists if signs[depth] == branch]
            if taken:
                self.show_lists(taken, depth + 1)
            else:
                require(self.contradictions.exclude([*lists[0][:depth], branch]), f"{branch} at depth {depth}")

    def show_line(self, number: int, classes: Sequence[str], below: list[Fraction], above: list[Fraction]) -> None:
        """Show that one polynomial vanishes between two points, once, and no other."""
        [axis] = [place for place in range(3) if below[place] != above[place]]
        require((sign_at(number, below), sign_at(number, above)) == (-1, 1), f"polynomial {number} changes sign")
        require([class_at(self.name, end) for end in (below, above)] == classes, f"{classes} beside {number}")
        low, high = sorted((below[axis], above[axis]))
        fixed = [
            (letter, QQ(*below[place].as_integer_ratio())) for place, letter in enumerate(LETTERS) if place != axis
        ]
        for other in self.asked:
            along = Poly(POLYNOMIALS[other].evaluate(fixed).as_expr(), Symbol("abc"[axis]))
            require(
                along.count_roots(low, high) == (other == number), f"polynomial {other} on the line across {number}"
            )

    def show_neighbours(self) -> None:
        """Show that classes are neighbours only across surfaces, as the lines say."""
        across = defaultdict(list)
        for (one, first), (other, second) in combinations(self.lists, 2):
            differing = [number for number, sign in one.items() if other.get(number, sign) != sign]
            if first != second and len(differing) == 1:
                [number] = differing
                ends = (first, second) if one[number] < 0 else (second, first)
                across[number, ends].append({**one, **other, number: 0})
        shown = {(number, tuple(classes)) for number, classes, *_ in self.lines}
        for key in across.keys() - shown:
            excluded = all(self.contradictions.exclude(signs.items()) for signs in across[key])
            require(excluded, f"{self.name}: {key} are no neighbours")

    def show_classes(self) -> None:
        """Show that the signs of the surfaces alone determine the class."""
        reduced = [
            ({number: sign for number, sign in signs.items() if number in self.surfaces}, answer)
            for signs, answer in self.lists
        ]
        alike = 0
        for (one, first), (other, second) in combinations(reduced, 2):
            if first != second and all(other.get(number, sign) == sign for number, sign in one.items()):
                require(self.contradictions.exclude({**one, **other}.items()), f"{first} or {second} by surfaces")
                alike += 1
        require(alike == ALIKE[self.name], f"{self.name}: {ALIKE[self.name]} pairs of lists that surfaces leave alike")


def show_pairs(announced: Play, stationary: Play) -> None:
    """Show which classes of the two plays occur together."""
    pairs = {(first, second): point_of(text) for first, second, text in DATA["pairs of plays"]}
    require(len(pairs) == PAIRS, f"{PAIRS} pairs")
    require(sum(first != second for first, second in pairs) == DIFFERENT_PAIRS, f"{DIFFERENT_PAIRS} differ")
    for (one, first), (other, second) in product(announced.lists, stationary.lists):
        if (first, second) not in pairs and all(other.get(number, sign) == sign for number, sign in one.items()):
            require(announced.contradictions.exclude({**one, **other}.items()), f"{first} beside {second}")
    for (first, second), point in pairs.items():
        require(
            (class_at("announced", point), class_at("stationary", point)) == (first, second), f"the pair at {point}"
        )
    print(f"the plays: {PAIRS} pairs of aims occur, {DIFFERENT_PAIRS} of them different, and no others")


if __name__ == "__main__":
    contradictions = Contradictions()
    print(f"{IDENTITIES} identities, of at most {LONGEST} terms, multiplied out")
    plays = [Play(name, contradictions) for name in PAGE]
    for play in plays:
        play.show()
    show_pairs(*plays)
    print("shown: Theorem 1 on the cube, for both plays, and the pairs of plays")
