"""The announcements of three players on one face of the cube, and the proofs of the statements there.

**The faces of the cube of hit probabilities, and the surfaces on them where Self pays at ties.**

**The last announcer of three, for whom the proof is an identity.**
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, permutations, product
from typing import TypeAlias

from truel_ref.errors import SymbolicError, shown
from truel_ref.game.people import label
from truel_ref.kernels.memory import remembered
from truel_ref.numbers import sign_of
from truel_ref.studies.self_pays.refuter import Formula, Refuter
from truel_ref.studies.self_pays.systems import NEGATIVE, NOT_POSITIVE, POSITIVE, ZERO, Certificate, Signs, SystemAnswer
from truel_ref.symbolic.algebra import Function, Letters
from truel_ref.symbolic.decisions import Decisions, settled

__all__ = [
    "FACES",
    "MISS",
    "PLAYERS",
    "SEARCH",
    "STATEMENTS",
    "SURFACES",
    "Case",
    "Conditions",
    "Face",
    "Hits",
    "LastCase",
    "Path",
    "Piece",
    "Surface",
    "last_announcer",
    "prove",
    "prove_rule_3",
]

Hits: TypeAlias = tuple[int | None, ...]

FACES: tuple[Hits, ...] = tuple(sorted(product((None, 0, 1), repeat=3), key=lambda hits: -hits.count(None)))
"""The 27 faces of the closed cube: per player 0, 1, or None for a symbol strictly between."""

SEARCH = ("Others", "Miss", "Self")
PLAYERS = 3
MISS = 3  # the place of Miss among the options A, B, C, Miss


Conditions: TypeAlias = "Callable[[Function, Function, Function], Sequence[tuple[Function, Signs]]]"
"""For the hit probabilities of A, B and C, functions of them with the signs that they must have."""

Piece: TypeAlias = "tuple[Hits, Callable[[Function, Function, Function], tuple[Function, Function, Function]]]"
"""A part of a surface: a face whose symbols are its coordinates, and the hit probabilities as functions of them."""


@dataclass(frozen=True)
class Surface:
    """Where Self pays under some way of breaking ties.

    Fields: `earlier`, the announcements before the player who decides, as labels; `text`, the equation and the
    conditions in words of algebra; `conditions`, the same as functions; `points`, some points of it; `pieces`, which
    cover it (and may be larger); `rule_3` and `rule_3_text`, the further conditions under which tie rule 3 makes Self
    pay there, None where it never does.
    """

    earlier: tuple[str, ...]
    text: str
    conditions: Conditions
    points: tuple[tuple[str, str, str], ...]
    pieces: tuple[Piece, ...]
    rule_3: Conditions | None = None
    rule_3_text: str = "nowhere"

    @property
    def player(self) -> int:
        """The player who decides."""
        return len(self.earlier)

    def holds(self, hits: Sequence[Fraction]) -> bool:
        """Tell whether a point with numbers lies on it.

        >>> SURFACES[0].holds([Fraction(1, 4), Fraction(3, 4), Fraction(1, 4)])
        True
        """
        return _holds(self.conditions, hits)

    def holds_with_rule_3(self, hits: Sequence[Fraction]) -> bool:
        """Tell whether rule 3 makes Self pay at a point with numbers.

        >>> SURFACES[0].holds_with_rule_3([Fraction(1, 4), Fraction(1, 2), Fraction(1, 4)])
        True
        """
        return self.holds(hits) and self.rule_3 is not None and _holds(self.rule_3, hits)


def _holds(conditions: Conditions, hits: Sequence[Fraction]) -> bool:
    return all(sign_of(value) in signs for value, signs in conditions(*hits))


SURFACES = (
    Surface(
        (),
        "0 < a = c < b and a^2 (1 - b) <= b^2 (1 - a)^3",
        lambda a, b, c: [
            (a, POSITIVE),
            (a - c, ZERO),
            (b - a, POSITIVE),
            (a**2 * (1 - b) - b**2 * (1 - a) ** 3, NOT_POSITIVE),
        ],
        (("1/4", "3/4", "1/4"), ("9/200", "31/50", "9/200"), ("1/2", "1", "1/2")),
        (((None, None, 1), lambda a, b, c: (a, b, a)), ((None, 1, 1), lambda a, b, c: (a, b, a))),
        lambda a, b, c: [(b * (1 - a) * (3 - a) - (a**2 - 4 * a + 2), NEGATIVE)],
        "b (1 - a) (3 - a) < a^2 - 4 a + 2",
    ),
    Surface(
        (),
        "0 < a = b < c = 1",
        lambda a, b, c: [(a, POSITIVE), (a - b, ZERO), (c - a, POSITIVE), (c - 1, ZERO)],
        (("1/4", "1/4", "1"), ("1/2", "1/2", "1"), ("3/4", "3/4", "1")),
        (((None, 1, 1), lambda a, b, c: (a, a, c)),),
    ),
    Surface(
        ("B",),
        "a = 1 and 0 < b < c and c (1 - b) = 1 - 2 b",
        lambda a, b, c: [(a - 1, ZERO), (b, POSITIVE), (c - b, POSITIVE), (c * (1 - b) - 1 + 2 * b, ZERO)],
        (("1", "1/5", "3/4"), ("1", "1/4", "2/3"), ("1", "1/3", "1/2")),
        # 0 < c means b < 1/2, so b = a / 2 with a new coordinate 0 < a < 1.
        (((None, 1, 1), lambda a, b, c: (b, a / 2, 2 * (1 - a) / (2 - a))),),
    ),
    Surface(
        ("C",),
        "0 < a = b < c",
        lambda a, b, c: [(a, POSITIVE), (a - b, ZERO), (c - b, POSITIVE)],
        (("1/4", "1/4", "3/4"), ("1/8", "1/8", "1/2"), ("1/2", "1/2", "1")),
        (((None, 1, None), lambda a, b, c: (a, a, c)), ((None, 1, 1), lambda a, b, c: (a, a, c))),
        lambda a, b, c: [(c * (1 - a) * (3 - a) - (a**2 - 4 * a + 2), NOT_POSITIVE)],
        "c (1 - a) (3 - a) <= a^2 - 4 a + 2",
    ),
)
"""All points at which Self pays for the first or the second announcer under some way of breaking ties."""


STATEMENTS = ("favourable", "fixed order", "some way")

Path: TypeAlias = tuple[int, ...]
"""Options as their numbers, in shooting order."""


@dataclass(frozen=True)
class Case:
    """What was found about one statement, for one player and all announcements before him, on one face.

    Fields: `face`; `statement`; `player`, 0 or 1; `nodes`, how many decisions; `polynomials`, how many are compared
    with 0 on this face so far; `refuted`, the systems refuted for this case, beyond those known from cases before it on
    the same face; `left`, those that are possible or undecided; `seconds` in all.
    """

    face: Hits
    statement: str
    player: int
    nodes: int
    polynomials: int
    refuted: tuple[SystemAnswer, ...]
    left: tuple[SystemAnswer, ...]
    seconds: float

    @property
    def proved(self) -> bool:
        """Whether nothing is left."""
        return not self.left


class Face:
    """The announcements of three players on one face of the cube, and what is stated about them.

    Options are numbered 0 to 3: A, B, C, Miss; the player's own number is Self.

    Parameters: `hits`, per player 0, 1 or None; `seconds`, what the prover may take per system; `piece`, the hit
    probabilities as functions of the symbols of the face, by default the symbols themselves; `certificates`, of systems
    that need not be refuted again.

    Raises `SymbolicError` for anything else, and without z3.

    >>> face = Face((None, None, 1))
    >>> len(face.refuter.settle(face.pays((), "favourable"), face.facts((), "favourable")))
    0
    """

    def __init__(
        self,
        hits: Hits,
        seconds: float = 60.0,
        piece: Callable[[Function, Function, Function], tuple[Function, Function, Function]] | None = None,
        certificates: Iterable[Certificate] = (),
    ) -> None:
        if hits not in FACES:
            raise SymbolicError(f"{shown(hits)} is not a face of the cube; per player 0, 1 or None for what is between")
        self.hits = hits
        self.letters = Letters(hits)
        if piece is not None:
            self.letters.hits = piece(*self.letters.hits)
        self.tree = Decisions(self.letters, SEARCH)
        self.refuter = Refuter(self.letters.names, seconds)
        self.refuter.know(certificates)

    # -- comparisons and ties

    def allowed(self, earlier: Path) -> list[int]:
        """Return the options that can be completed to something else than a stalemate."""
        rest = PLAYERS - len(earlier) - 1
        return [
            option
            for option in range(MISS + 1)
            if any(not self.tree.stalls((*earlier, option, *more)) for more in product(range(MISS + 1), repeat=rest))
        ]

    @remembered
    def better(self, earlier: Path, first: Path, second: Path) -> tuple[Formula, Formula]:
        """Return the formulas that one list is strictly better, and at least as good, as another for who decides."""
        refuter = self.refuter
        if first == second:
            return refuter.false, refuter.true
        # Of the two orders one is enough; the comparison has refused denominators of unsettled sign.
        compared = self.tree.compare(earlier, *sorted((first, second)))
        sign, parts = compared.sign if first < second else -compared.sign, compared.deciding
        return refuter.product_is(sign, parts, POSITIVE), refuter.product_is(sign, parts, frozenset({0, 1}))

    def before(self, player: int, first: int, second: int) -> Formula:
        """Return the formula that a player's order has one of his options before another."""
        low, high = sorted((first, second))
        said = self.refuter.choice(f"{label(player)}: {low} before {high}")
        return said if first == low else self.refuter.logic.Not(said)

    def orders(self) -> Iterator[Formula]:
        """Yield what makes the preferences between two options an order: they do not go round in a circle."""
        for player in range(1, PLAYERS):
            for one, two, three in permutations(range(MISS + 1), 3):
                steps = [self.before(player, *pair) for pair in ((one, two), (two, three), (three, one))]
                yield self.refuter.logic.Not(self.refuter.all(steps))

    def likelier(self, earlier: Path, first: Path, second: Path) -> Formula:
        """Return the formula that tie rule 3 takes the option of the first list, and not that of the second.

        It takes the target that is likelier to win under the option, at the chooser's own turn; a miss counts 0; and
        between equals the earlier option. With `(r, k)` a list composed and `(v, κ)` the announcements before, the
        target `t` wins with probability `(r[t] + k v[t]) / (1 - k κ)`, where `k κ < 1` as nothing here stalls.
        """
        v, kappa = self.tree.composed(0, earlier)
        scores = []
        for path in (first, second):
            r, k = self.tree.composed(len(earlier), path)
            wins = self.letters.constant(0) if path[0] == MISS else r[path[0]] + k * v[path[0]]
            scores.append((wins, 1 - k * kappa))
        (wins, rest), (other_wins, other_rest) = scores
        gain = self.letters.constant(1) * (wins * other_rest - other_wins * rest)
        return self.refuter.sign_is(gain, frozenset({0, 1}) if first[0] < second[0] else POSITIVE)

    # -- replies

    @remembered
    def lists(self, earlier: Path, way: str) -> dict[Path, Formula]:
        """Return the lists of options that can follow some announcements, each with the formula that it may.

        Parameters: `earlier`; `way`, "best" for best replies however ties are broken, "order" for those that the
        orders of the players choose, "rule 3" for those that this tie rule chooses. A list may follow if its
        rest may follow its first option, and if that first option is not worse than each of the others with some list
        that may follow it.
        """
        if len(earlier) == PLAYERS:
            return {(): self.refuter.true}
        refuter, player = self.refuter, len(earlier)
        after = {option: self.lists((*earlier, option), way) for option in self.allowed(earlier)}
        follow = {}
        for option, lists in after.items():
            for rest, may_follow in lists.items():
                parts = [may_follow]
                for other, others in after.items():
                    if other == option:
                        continue
                    ways = []
                    for end, may_end in others.items():
                        strict, weak = self.better(earlier, (option, *rest), (other, *end))
                        if way == "order":
                            weak = refuter.any([strict, refuter.all([weak, self.before(player, option, other)])])
                        elif way == "rule 3" and weak is not refuter.false:
                            likelier = self.likelier(earlier, (option, *rest), (other, *end))
                            weak = refuter.any([strict, refuter.all([weak, likelier])])
                        ways.append(refuter.all([may_end, weak]))
                    parts.append(refuter.any(ways))
                follow[option, *rest] = refuter.all(parts)
        return follow

    def facts(self, earlier: Path, statement: str) -> list[Formula]:
        """Return what is true of replies by themselves: of finitely many options one is best, and orders are orders."""
        way = _way(statement)
        counts = range(1, PLAYERS - len(earlier))
        paths = (path for more in counts for path in product(range(MISS + 1), repeat=more))
        follow = (self.lists(earlier + path, way) for path in paths)
        facts = [self.refuter.any(lists.values()) for lists in follow if lists]
        return [*facts, *self.orders()] if way == "order" else facts

    # -- statements

    def pays(self, earlier: Path, statement: str, option: int | None = None) -> Formula:
        """Return the formula that Self is strictly better than everything else allowed, in the sense of a statement.

        Parameters: `earlier`; `statement`, "favourable", "fixed order" or "some way"; `option`, another option than
        Self to ask about.
        """
        refuter, way = self.refuter, _way(statement)
        asked = len(earlier) if option is None else option
        allowed = self.allowed(earlier)
        others = [other for other in allowed if other != asked]
        if asked not in allowed or not others:
            return refuter.false
        ends = {other: self.lists((*earlier, other), way) for other in allowed}
        ways = []
        for rest, may_follow in ends[asked].items():
            parts = [may_follow]
            for other in others:
                stricts = {
                    end: (may_end, self.better(earlier, (asked, *rest), (other, *end))[0])
                    for end, may_end in ends[other].items()
                }
                if statement == "some way":
                    # What follows different options is independent, so each may be the worst for its player.
                    parts.append(refuter.any(refuter.all(pair) for pair in stricts.values()))
                else:
                    parts += [refuter.implies(*pair) for pair in stricts.values()]
            ways.append(refuter.all(parts))
        return refuter.any(ways)

    def on_surfaces(self, earlier: Path) -> Formula:
        """Return the formula that the point lies on one of `SURFACES` of these announcements."""
        said = tuple(label(option) if option < MISS else "Miss" for option in earlier)
        return self.refuter.any(self.hold(surface.conditions) for surface in SURFACES if surface.earlier == said)

    def hold(self, conditions: Conditions) -> Formula:
        """Return the formula that some conditions on the hit probabilities hold."""
        one = self.letters.constant(1)  # times this, what sympy has made a number is a function again
        return self.refuter.all(
            self.refuter.sign_is(one * function, signs) for function, signs in conditions(*self.letters.hits)
        )

    def denial(self, earlier: Path, statement: str) -> tuple[Formula, list[Formula]]:
        """Return the formula that a statement is false after some announcements, and the facts about replies.

        A statement denies that Self pays; so its denial is that Self pays. For "some way" it is that Self pays off the
        surfaces, or does not pay on them.
        """
        pays, facts = self.pays(earlier, statement), self.facts(earlier, statement)
        if statement == "some way":
            pays = self.refuter.logic.Xor(pays, self.on_surfaces(earlier))
        return pays, facts

    def prove(self, statement: str, player: int, most: int = 10) -> Case:
        """Return what is found about a statement for a player, over all announcements before him.

        The denial of the statement is given to `Refuter.settle`.

        Raises `SymbolicError` for an unknown statement or player.
        """
        if statement not in STATEMENTS or player not in (0, 1):
            raise SymbolicError(
                f"there is no statement {shown(statement)} for player {shown(player)}; "
                f"there are {', '.join(STATEMENTS)}, for the players 0 and 1 (see last_announcer for 2)"
            )
        nodes = product(range(MISS + 1), repeat=player)
        return self.case(statement, player, (self.denial(earlier, statement) for earlier in nodes), most)

    def case(
        self, statement: str, player: int, denials: Iterable[tuple[Formula, Iterable[Formula]]], most: int = 10
    ) -> Case:
        """Return what is found about a statement from the denials of it, one for each decision, and the facts there."""
        begun, known = time.perf_counter(), len(self.refuter.refuted)
        left = [self.refuter.settle(*denial, most) for denial in denials]
        return Case(
            face=self.hits,
            statement=statement,
            player=player,
            nodes=len(left),
            polynomials=self.refuter.polynomials,
            refuted=tuple(self.refuter.refuted[known:]),
            left=tuple(chain.from_iterable(left)),
            seconds=time.perf_counter() - begun,
        )


def _way(statement: str) -> str:
    return {"fixed order": "order", "rule 3": "rule 3"}.get(statement, "best")


def prove_rule_3(
    surfaces: Sequence[Surface] = SURFACES, seconds: float = 60.0, certificates: Sequence[Certificate] = ()
) -> Iterator[Case]:
    """Yield what is found about tie rule 3, for every piece of some of `SURFACES`.

    Off the surfaces no way of breaking ties makes Self pay. On each of them the denial is that Self pays under rule 3
    where the further conditions do not hold, or does not pay where they do.

    >>> [case.proved for case in prove_rule_3(SURFACES[1:])]
    [True, True, True, True]
    """
    for surface in surfaces:
        earlier = tuple("ABC".index(said) for said in surface.earlier)
        for hits, piece in surface.pieces:
            face = Face(hits, seconds, piece, certificates)
            refuter = face.refuter
            part = refuter.false if surface.rule_3 is None else face.hold(surface.rule_3)
            wrong = refuter.logic.Xor(face.pays(earlier, "rule 3"), part)
            denial = refuter.all([face.hold(surface.conditions), wrong]), face.facts(earlier, "rule 3")
            yield face.case("rule 3", surface.player, [denial])


def prove(
    faces: Iterable[Hits] = FACES,
    statements: Sequence[str] = STATEMENTS,
    players: Sequence[int] = (1, 0),
    seconds: float = 60.0,
    certificates: Sequence[Certificate] = (),
) -> Iterator[Case]:
    """Yield what is found about every statement, for every player, on every face asked for.

    The player who announces later comes first, since what is refuted for him helps with the one before.

    Raises what `Face` and `Face.prove` raise.

    >>> cases = list(prove(faces=[(1, None, None)], players=[1]))
    >>> [(case.statement, case.proved) for case in cases]
    [('favourable', True), ('fixed order', True), ('some way', True)]
    """
    for hits in faces:
        face = Face(hits, seconds, certificates=certificates)
        for player in players:
            for statement in statements:
                yield face.prove(statement, player)


@dataclass(frozen=True)
class LastCase:
    """The last announcer on one face.

    Fields: `face`; `identities`, after how many lists of announcements the miss is allowed and better than Self by
    exactly `p v` with `v` proved to be 0 or positive; `stalls`, after how many the miss would stall, and Self is
    worth 0 or is not allowed either.
    """

    face: Hits
    identities: int
    stalls: int


def last_announcer(hits: Hits) -> LastCase:
    """Return the proof for the last announcer on a face, as an identity of rational functions for each list before him.

    Raises `SymbolicError` if an identity or a sign fails.

    >>> last_announcer((None, None, None))
    LastCase(face=(None, None, None), identities=15, stalls=1)
    """
    letters = Letters(hits)
    tree = Decisions(letters, SEARCH)
    own, last = letters.hits[2], 2
    identities = stalls = 0
    for earlier in product(range(MISS + 1), repeat=2):
        v = tree.composed(0, earlier)[0][last]
        if tree.stalls((*earlier, MISS)):
            if v:
                raise SymbolicError(f"nobody before C can hit, and yet C wins {v} by them")
            stalls += 1
            continue
        gain = tree.compare(earlier, (MISS,), (last,)).function
        if gain != own * v:
            raise SymbolicError(f"the miss is better than Self by {gain}, and not by {own * v}")
        sign, deciding = settled(gain)
        if deciding or sign < 0:
            raise SymbolicError(f"the sign of {gain} is not proved")
        identities += 1
    return LastCase(hits, identities, stalls)
