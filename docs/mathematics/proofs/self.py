r"""T16 and T17: shooting at oneself pays none of three announcers, but at special ties. Page: ../self-shots.md.

Hit probabilities are a, b, c; options are 0, 1, 2 (the players) and 3 (Miss). The program carries out these steps:

1. *Identities.* It multiplies out all identities of self.json. Each one refutes a system of conditions on polynomials:
   no point with 0 < a, b, c < 1 satisfies it, because a sum of products of the conditions, of letters and of 1 minus
   letters, with positive coefficients, is 0, and one of its terms is positive.
2. *The last announcer.* On each of the 27 faces of the cube (each probability 0, or 1, or a letter between), and after
   each list of announcements, Miss is better than Self by c v >= 0, or Miss stalls and v = 0.
3. *The two others.* On each face, at each decision, the denial of each statement is a formula over signs of
   polynomials. It contradicts the refuted systems and two facts: the best of finitely many options exists, and an
   order has no cycle. A solver of propositional logic shows this. The statements are theorem 1, its part on orders of
   options, and theorem 2 with its four sets.
4. *Tie rule 3* (theorem 3), likewise, with coordinates of each of the four sets as letters.
5. *The table of theorem 2*: at its points it computes the gains in fractions.

All faces are taken, so the boundary of the cube is included. Comparisons are multiplied by positive denominators.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from math import lcm, prod
from pathlib import Path
from typing import Any

from flint import Ordering, fmpz_mpoly, fmpz_mpoly_ctx
from sympy.assumptions.cnf import EncodedCNF
from sympy.logic.inference import satisfiable

RING = fmpz_mpoly_ctx.get(("a", "b", "c"), Ordering.lex)
LETTERS = RING.gens()
FACES = tuple(product((None, 0, 1), repeat=3))
MISS = 3
OPTIONS = range(4)


def require(holds: object, claim: str) -> None:
    """End the program if a claim does not hold."""
    if not holds:
        raise SystemExit(f"This step fails: {claim}")


# -- 1. identities


class System:
    """A system of conditions with the identity that refutes it: `conditions`, pairs of a polynomial and a relation."""

    def __init__(self, stored: dict[str, Any]) -> None:
        places = ["abc".index(name) for name in stored["symbols"]]
        self.conditions = [(self.read(places, one["terms"]), one["relation"]) for one in stored["conditions"]]
        terms = [(Fraction(value), *rest) for value, *rest in stored["identity"]]
        scale = lcm(*(value.denominator for value, *_ in terms))
        positive = [-polynomial if "<" in relation else polynomial for polynomial, relation in self.conditions]
        total, strict = RING.constant(0), False
        for value, factors, low, high in terms:
            relations = [self.conditions[number][1] for number in factors]
            require(value > 0 or "=" in relations, "each coefficient of an identity is positive, but for equations")
            strict = strict or all(relation in "<>" for relation in relations)
            ends = (
                LETTERS[at] ** one * (1 - LETTERS[at]) ** two for at, one, two in zip(places, low, high, strict=True)
            )
            total += int(value * scale) * prod(ends, start=prod(positive[number] for number in factors))
        require(total == 0 and strict, "a sum is 0 and has a positive term")

    @staticmethod
    def read(places: Sequence[int], terms: Sequence[Any]) -> fmpz_mpoly:
        """Return a stored polynomial."""
        return sum(
            int(value) * prod(LETTERS[at] ** n for at, n in zip(places, powers, strict=True)) for value, powers in terms
        )


# -- propositional logic: a formula is a number, its negation the number with a minus sign

TRUE, FALSE = 1, -1


class Logic:
    """Formulas over the signs of polynomials, with what is known of these signs."""

    def __init__(self, systems: Iterable[System]) -> None:
        self.gates: dict[frozenset[int], int] = {}
        self.count = TRUE
        self.atoms: dict[object, tuple[int, int]] = {}
        self.refuted = [self.either(-self.sign(*one) for one in system.conditions) for system in systems]

    def new(self) -> int:
        """Return a proposition that nothing is known of."""
        self.count += 1
        return self.count

    def either(self, formulas: Iterable[int]) -> int:
        """Return the formula that one of some formulas holds."""
        parts = frozenset(formulas) - {FALSE}
        if TRUE in parts or any(-one in parts for one in parts):
            return TRUE
        if len(parts) < 2:
            return next(iter(parts), FALSE)
        if parts not in self.gates:
            self.gates[parts] = self.new()
        return self.gates[parts]

    def every(self, formulas: Iterable[int]) -> int:
        """Return the formula that all of some formulas hold."""
        return -self.either(-one for one in formulas)

    def atom(self, key: object) -> tuple[int, int]:
        """Return two propositions for a polynomial: it is positive, it is negative."""
        if key not in self.atoms:
            self.atoms[key] = self.new(), self.new()
        return self.atoms[key]

    def signs(self, polynomial: fmpz_mpoly) -> tuple[int, int]:
        """Return the formulas that a polynomial is positive and that it is negative, from its factors."""
        if polynomial == 0:
            return FALSE, FALSE
        content, factors = polynomial.factor()
        above, below = (TRUE, FALSE) if content > 0 else (FALSE, TRUE)
        for factor, power in factors:
            plus, minus = self.known_signs(factor)
            for _ in range(2 - power % 2):
                same = self.either([self.every([above, plus]), self.every([below, minus])])
                above, below = same, self.either([self.every([above, minus]), self.every([below, plus])])
        return above, below

    def known_signs(self, factor: fmpz_mpoly) -> tuple[int, int]:
        """Return the signs of a factor, proved if with x/(1+x) for each letter all terms have the same sign."""
        name = str(factor)
        if name not in self.atoms:
            values = put(factor, [(letter, 1 + letter) for letter in LETTERS]).coeffs()
            if min(values) > 0 or max(values) < 0:
                self.atoms[name] = (TRUE, FALSE) if min(values) > 0 else (FALSE, TRUE)
        return self.atom(name)

    def sign(self, polynomial: fmpz_mpoly, relation: str) -> int:
        """Return the formula that a polynomial is in a relation to 0."""
        above, below = self.signs(polynomial)
        return {">": above, "<": below, ">=": -below, "<=": -above, "=": self.every([-above, -below])}[relation]

    def contradict(self, formulas: Iterable[int]) -> bool:
        """Return whether formulas, the refuted systems, and the exclusion of two signs contradict each other."""
        parts_of = {number: parts for parts, number in self.gates.items()}
        places: dict[int, int] = {}
        clauses: list[set[int]] = []

        def place(formula: int) -> int:
            number = abs(formula)
            if number not in places:
                parts = [place(part) for part in parts_of.get(number, ())]
                own = places[number] = len(places) + 1
                if parts:
                    clauses.extend([{-own, *parts}, *({own, -part} for part in parts)])
            return places[number] if formula > 0 else -places[number]

        exclusions = [(-above, -below) for above, below in self.atoms.values() if above != TRUE and below != TRUE]
        clauses += [{place(one)} for one in [*formulas, TRUE]]
        clauses += [{place(one), place(other)} for one, other in exclusions]
        clauses += [{place(one)} for one in self.refuted]
        return not satisfiable(EncodedCNF(clauses, {one: one for one in places.values()}), algorithm="dpll2")


def put(polynomial: fmpz_mpoly, fractions: Sequence[tuple[Any, Any]]) -> fmpz_mpoly:
    """Return a polynomial with fractions put in for the letters, times powers of their denominators."""
    degrees = polynomial.degrees()
    total = RING.constant(0)
    for powers, value in polynomial.terms():
        parts = zip(fractions, powers, degrees, strict=True)
        total += value * prod(above**power * below ** (degree - power) for (above, below), power, degree in parts)
    return total


# -- announced play of three


class Play:
    """Announced play in any numbers: pairs (r, k) of T5, in which each r is multiplied by a positive `scale`."""

    def __init__(self, hits: Sequence[Any]) -> None:
        self.hits = hits
        self.some = {pair: self.at_least_one(*pair) for pair in ((0, 1), (0, 2), (1, 2))}
        self.scale = prod(chance for chance in self.some.values() if chance != 0)

    def at_least_one(self, one: int, other: int) -> Any:
        """Return the chance that at least one of two shots hits."""
        return self.hits[one] + self.hits[other] - self.hits[one] * self.hits[other]

    def turn(self, player: int, option: int) -> tuple[list[Any], Any]:
        """Return the turn of a player."""
        wins, own = [0 * self.scale] * 3, self.hits[player]
        if option == MISS:
            return wins, 1
        first, second = (one % 3 for one in range(player + 1, player + 4) if one % 3 != option)
        some = self.some[min(first, second), max(first, second)]
        if some != 0:
            rest = prod(chance for chance in self.some.values() if chance != 0 and chance is not some)
            wins[first] = own * self.hits[first] * rest
            wins[second] = own * (1 - self.hits[first]) * self.hits[second] * rest
        return wins, 1 - own

    @cache  # noqa: B019  a program keeps its plays to the end
    def turns(self, place: int, path: tuple[int, ...]) -> tuple[list[Any], Any]:
        """Return the composed turns of the options in a path, of the players from a place on."""
        if not path:
            return [0 * self.scale] * 3, 1
        (wins, passes), (later, rest) = self.turn(place, path[0]), self.turns(place + 1, path[1:])
        return [one + passes * more for one, more in zip(wins, later, strict=True)], passes * rest

    def stalls(self, path: Sequence[int]) -> bool:
        """Return whether nobody can be hit under a complete list of announcements."""
        return all(option == MISS or self.hits[place] == 0 for place, option in enumerate(path))

    def allowed(self, earlier: tuple[int, ...]) -> list[int]:
        """Return the options that can be completed to something else than a stalemate."""
        ends = list(product(OPTIONS, repeat=2 - len(earlier)))
        return [one for one in OPTIONS if not all(self.stalls((*earlier, one, *end)) for end in ends)]

    def gain(self, earlier: tuple[int, ...], first: tuple[int, ...], second: tuple[int, ...]) -> Any:
        """Return what has the sign of the gain by one option with its replies over another (T5)."""
        own = len(earlier)
        (r, k), (other, rest), (v, kappa) = self.turns(own, first), self.turns(own, second), self.turns(0, earlier)
        return r[own] - other[own] + (k - rest) * v[own] + (k * other[own] - rest * r[own]) * kappa

    def worth(self, earlier: tuple[int, ...], path: tuple[int, ...], player: int) -> tuple[Any, Any]:
        """Return how often a player wins at the turn after some announcements, as a numerator and a denominator."""
        (r, k), (v, kappa) = self.turns(len(earlier), path), self.turns(0, earlier)
        return r[player] + k * v[player], self.scale * (1 - k * kappa)


Sets = Callable[..., list[tuple[Any, str]]]

SETS: Sequence[tuple[tuple[int, ...], Sets, Sets | None]] = (
    (
        (),
        lambda a, b, c: [(a, ">"), (a - c, "="), (b - a, ">"), (a**2 * (1 - b) - b**2 * (1 - a) ** 3, "<=")],
        lambda a, b, c: [(b * (1 - a) * (3 - a) - (a**2 - 4 * a + 2), "<")],
    ),
    ((), lambda a, b, c: [(a, ">"), (a - b, "="), (c - a, ">"), (c - 1, "=")], None),
    ((1,), lambda a, b, c: [(a - 1, "="), (b, ">"), (c - b, ">"), (c * (1 - b) - 1 + 2 * b, "=")], None),
    (
        (2,),
        lambda a, b, c: [(a, ">"), (a - b, "="), (c - b, ">")],
        lambda a, b, c: [(c * (1 - a) * (3 - a) - (a**2 - 4 * a + 2), "<=")],
    ),
)
"""The four sets of theorem 2: the announcements before, the conditions, and those that theorem 3 adds."""

A, B, C = ((letter, 1) for letter in LETTERS)
PIECES = (
    (0, (None, None, None), (A, B, A)),
    (0, (None, 1, None), (A, B, A)),
    (1, (None, None, 1), (A, A, C)),
    (2, (1, None, None), (A, (LETTERS[0], 2), (2 - 2 * LETTERS[0], 2 - LETTERS[0]))),
    (3, (None, None, None), (A, A, C)),
    (3, (None, None, 1), (A, A, C)),
)
"""Pieces that cover the sets: the number of the set, a face, and coordinates for its letters."""


class Face:
    """The statements on one face, or on a piece of a set with coordinates `put_in` for the letters."""

    def __init__(
        self, systems: Iterable[System], hits: Sequence[int | None], put_in: Sequence[Any] = (A, B, C)
    ) -> None:
        self.play = Play([LETTERS[at] if hit is None else RING.constant(hit) for at, hit in enumerate(hits)])
        self.put_in = put_in
        self.logic = Logic(systems)

    @cache  # noqa: B019
    def compare(self, earlier: tuple[int, ...], first: tuple[int, ...], second: tuple[int, ...]) -> tuple[int, int]:
        """Return the formulas that the first option, with replies, is better than the second, and worse."""
        return self.logic.signs(put(RING.constant(1) * self.play.gain(earlier, first, second), self.put_in))

    def hold(self, conditions: Sets) -> int:
        """Return the formula that conditions on the hit probabilities hold."""
        return self.logic.every(self.logic.sign(put(one, self.put_in), is_) for one, is_ in conditions(*self.play.hits))

    def before(self, player: int, one: int, other: int) -> int:
        """Return the proposition that the order of a player has an option before another."""
        return self.logic.atom((player, min(one, other), max(one, other)))[one > other]

    def preferred(self, way: str, earlier: tuple[int, ...], first: tuple[int, ...], second: tuple[int, ...]) -> int:
        """Return the formula that of two options that tie the first is taken, in a way of breaking ties."""
        if way == "order":
            return self.before(len(earlier), first[0], second[0])
        scores = [self.play.worth(earlier, path, path[0]) if path[0] != MISS else (0, 1) for path in (first, second)]
        (wins, rest), (other, its) = scores
        gain = put(RING.constant(1) * (wins * its - other * rest), self.put_in)
        return self.logic.sign(gain, ">=" if first[0] < second[0] else ">")

    @cache  # noqa: B019
    def replies(self, earlier: tuple[int, ...], way: str) -> dict[tuple[int, ...], int]:
        """Return the lists of options that can follow some announcements, each with the formula that it may."""
        if len(earlier) == 3:
            return {(): TRUE}
        after = {option: self.replies((*earlier, option), way) for option in self.play.allowed(earlier)}
        follow = {}
        for option, rest in ((option, rest) for option, lists in after.items() for rest in lists):
            parts = [
                self.logic.either(
                    self.logic.every([may, self.taken(way, earlier, (option, *rest), (other, *end))])
                    for end, may in after[other].items()
                )
                for other in after.keys() - {option}
            ]
            follow[option, *rest] = self.logic.every([after[option][rest], *parts])
        return follow

    def taken(self, way: str, earlier: tuple[int, ...], first: tuple[int, ...], second: tuple[int, ...]) -> int:
        """Return the formula that the first option is better, or as good and preferred."""
        better, worse = self.compare(earlier, first, second)
        if way == "best":
            return -worse
        tied = self.logic.every([-worse, self.preferred(way, earlier, first, second)])
        return self.logic.either([better, tied])

    def facts(self, earlier: tuple[int, ...], way: str) -> Iterator[int]:
        """Yield what is true of replies by themselves."""
        for count in range(1, 3 - len(earlier)):
            for path in product(OPTIONS, repeat=count):
                lists = self.replies(earlier + path, way)
                if lists:
                    yield self.logic.either(lists.values())
        if way == "order":
            for player, (one, two, three) in product((1, 2), permutations(OPTIONS, 3)):
                circle = ((one, two), (two, three), (three, one))
                yield -self.logic.every(self.before(player, *pair) for pair in circle)

    def pays(self, earlier: tuple[int, ...], way: str, independent: bool = False) -> int:
        """Return the formula that Self is better than all else that is allowed.

        With `independent`, what follows different options may be picked independently: then each is at its worst.
        """
        own, allowed = len(earlier), self.play.allowed(earlier)
        others = [other for other in allowed if other != own]
        if own not in allowed or not others:
            return FALSE
        ends = {option: self.replies((*earlier, option), way) for option in allowed}
        ways = []
        for rest, may in ends[own].items():
            parts = [may]
            for other in others:
                leads = [
                    (end_may, self.compare(earlier, (own, *rest), (other, *end))[0])
                    for end, end_may in ends[other].items()
                ]
                if independent:
                    parts.append(self.logic.either(map(self.logic.every, leads)))
                else:
                    parts += [self.logic.either([-end_may, better]) for end_may, better in leads]
            ways.append(self.logic.every(parts))
        return self.logic.either(ways)

    def prove(self, earlier: tuple[int, ...]) -> None:
        """Prove the three statements at a decision."""
        sets = self.logic.either(self.hold(conditions) for before, conditions, _ in SETS if before == earlier)
        some_way = self.pays(earlier, "best", independent=True)
        for claim, way, denial in (
            ("theorem 1", "best", [self.pays(earlier, "best")]),
            ("theorem 1 with orders", "order", [self.pays(earlier, "order")]),
            ("theorem 2: nowhere else", "best", [some_way, -sets]),
            ("theorem 2: everywhere on its sets", "best", [-some_way, sets]),
        ):
            require(self.logic.contradict([*denial, *self.facts(earlier, way)]), f"{claim}, after {earlier}")


def last_announcer(face: Face) -> int:
    """Prove that Self is never better than Miss for C, and return after how many lists by an identity."""
    identities = 0
    for earlier in product(OPTIONS, repeat=2):
        win = face.play.turns(0, earlier)[0][2]
        if face.play.stalls((*earlier, MISS)):
            require(win == 0, "if Miss stalls, C never wins by the turns of A and B")
            continue
        gain = face.play.gain(earlier, (MISS,), (2,))
        require(gain == face.play.hits[2] * win, f"Miss is better than Self by c v after {earlier}")
        require(face.logic.signs(gain)[1] == FALSE, f"c v is not negative after {earlier}")
        identities += 1
    return identities


def best(play: Play, earlier: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return the lists that best replies in some way of breaking ties make after announcements (T8)."""
    if len(earlier) == 3:
        return [()]
    after = [[(one, *rest) for rest in best(play, (*earlier, one))] for one in play.allowed(earlier)]
    least = max((min(value(play, earlier, path) for path in paths) for paths in after), default=0)
    return [path for paths in after for path in paths if value(play, earlier, path) >= least]


def value(play: Play, earlier: tuple[int, ...], path: tuple[int, ...]) -> Fraction:
    """Return what an option with its replies is worth to its player."""
    above, below = play.worth(earlier, path, len(earlier))
    return Fraction(above) / below


EXAMPLES = (
    ("9/200 31/50 9/200", (), "3.04"),
    ("1/4 1/4 1", (), "14.06"),
    ("1 1/5 3/4", (1,), "13.75"),
    ("1/8 1/8 1/2", (2,), "6.30"),
)
"""The table of theorem 2: points, announcements before, and gains in percent."""


def gain_at(point: Sequence[Fraction], earlier: tuple[int, ...]) -> Fraction:
    """Return by how much Self is better than all else, if ties break in its favour."""
    play, own = Play(point), len(earlier)
    worths = {
        one: [value(play, earlier, (one, *rest)) for rest in best(play, (*earlier, one))]
        for one in play.allowed(earlier)
    }
    return max(worths.pop(own)) - max(map(min, worths.values()))


def main() -> None:
    """Carry out all steps."""
    stored = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
    systems = [System(one) for one in stored["certificates"]]
    print(f"1. All {len(systems)} identities hold, and each refutes its system.")
    identities = 0
    for hits in FACES:
        face = Face(systems, hits)
        identities += last_announcer(face)
        for earlier in ((0,), (1,), (2,), (3,), ()):
            face.prove(earlier)
    print(
        f"2. Last announcer: {identities} identities on the 27 faces; after {27 * 16 - identities} lists Miss stalls."
    )
    print("3. First and second announcer: theorems 1 and 2 hold on the 27 faces, at every decision.")
    for number, hits, put_in in PIECES:
        earlier, conditions, more = SETS[number]
        piece = Face(systems, hits, put_in)
        part = piece.hold(more) if more else FALSE
        pays, known = piece.pays(earlier, "rule 3"), [piece.hold(conditions), *piece.facts(earlier, "rule 3")]
        for denial in ([pays, -part], [-pays, part]):
            require(piece.logic.contradict([*denial, *known]), f"theorem 3 on set {number + 1}")
    print("4. Tie rule 3: theorem 3 holds on all pieces of the four sets.")
    for text, earlier, percent in EXAMPLES:
        gain = 100 * gain_at([Fraction(one) for one in text.split()], earlier)
        require(f"{float(gain):.2f}" == percent, f"Self gains {percent} % at {text}, and not {float(gain)}")
        print(f"5. At {text} Self can gain {percent} % after {earlier}.")


if __name__ == "__main__":
    main()
