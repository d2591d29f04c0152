"""When does it pay to shoot at oneself? Statements about three players, proved for all hit probabilities at once.

Three players A, B, C announce in this order (any other is a renaming), each searches {Others, Miss, Self}, and their
hit probabilities are any point of the closed cube [0, 1]^3. The cube is cut into 27 **faces**: each probability is 0,
or 1, or a symbol strictly between. On a face it is settled by structure which announcements stall, and every
comparison of two options is the sign of a rational function (`truel_ref.symbolic.algebra.difference`).

A **best reply** is an option that is optimal at its node, given best replies after each option there, however ties are
broken. The statements, for every player and every list of announcements before him:

- `untied`: where no later reply is tied, Self is not strictly better than every other allowed option.
- `favourable`: Self, with any best replies, is not strictly better than every other allowed option, each with its
  best replies that favour the player most.
- `fixed order`: if every player breaks ties by an order of his options, the same at all his nodes, Self is not strictly
  better than every other allowed option, with the replies that these orders choose.

The second implies the first: where nothing is tied there is one list of best replies. What remains is `some way`:
there is a way of breaking ties, any choice at any node, under which Self is strictly better than everything else that
is allowed. It happens on `SURFACES` and nowhere else. Tie rule 3 is one of these ways, and for it the part of each
surface is known too (`prove_rule_3`).

**The last announcer** needs no prover. Let the announcements before him compose to `(v, κ)`. His shot at himself has
`r = 0` and `k = 1 - p`, his deliberate miss has `r = 0` and `k = 1`, so by the formula of `difference` the miss is
better by `p v`, and `v >= 0`. If the miss would stall, nobody before him can hit, so `v = 0`; then Self is worth 0,
and nothing is worth less.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations, product
from typing import TypeAlias

from truel_ref.errors import SymbolicError, shown
from truel_ref.fast.methods import PhaseSolver, decision, solve
from truel_ref.game.aims import Aim
from truel_ref.game.people import label
from truel_ref.game.problem import Problem
from truel_ref.play.announced import Path
from truel_ref.studies.systems import Claim, Formula, Signs, Verdict
from truel_ref.symbolic.algebra import Function, Letters, rational
from truel_ref.symbolic.decisions import Decisions, settled

__all__ = [
    "FACES",
    "STATEMENTS",
    "SURFACES",
    "Case",
    "Face",
    "Gain",
    "LastCase",
    "Surface",
    "gain_at",
    "last_announcer",
    "prove",
    "prove_rule_3",
]

STATEMENTS = ("favourable", "fixed order", "some way")

Hits: TypeAlias = tuple[int | None, ...]

FACES: tuple[Hits, ...] = tuple(sorted(product((None, 0, 1), repeat=3), key=lambda hits: -hits.count(None)))
"""The 27 faces of the closed cube: per player 0, 1, or None for a symbol strictly between."""

SEARCH = ("Others", "Miss", "Self")
PLAYERS = 3
MISS = 3  # the place of Miss among the options A, B, C, Miss

_PLUS: Signs = frozenset({1})
_MINUS: Signs = frozenset({-1})
_ZERO: Signs = frozenset({0})
_NOT_PLUS: Signs = frozenset({-1, 0})


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
    return all((value > 0) - (value < 0) in signs for value, signs in conditions(*hits))


SURFACES = (
    Surface(
        (),
        "0 < a = c < b and a^2 (1 - b) <= b^2 (1 - a)^3",
        lambda a, b, c: [(a, _PLUS), (a - c, _ZERO), (b - a, _PLUS), (a**2 * (1 - b) - b**2 * (1 - a) ** 3, _NOT_PLUS)],
        (("1/4", "3/4", "1/4"), ("9/200", "31/50", "9/200"), ("1/2", "1", "1/2")),
        (((None, None, 1), lambda a, b, c: (a, b, a)), ((None, 1, 1), lambda a, b, c: (a, b, a))),
        lambda a, b, c: [(b * (1 - a) * (3 - a) - (a**2 - 4 * a + 2), _MINUS)],
        "b (1 - a) (3 - a) < a^2 - 4 a + 2",
    ),
    Surface(
        (),
        "0 < a = b < c = 1",
        lambda a, b, c: [(a, _PLUS), (a - b, _ZERO), (c - a, _PLUS), (c - 1, _ZERO)],
        (("1/4", "1/4", "1"), ("1/2", "1/2", "1"), ("3/4", "3/4", "1")),
        (((None, 1, 1), lambda a, b, c: (a, a, c)),),
    ),
    Surface(
        ("B",),
        "a = 1 and 0 < b < c and c (1 - b) = 1 - 2 b",
        lambda a, b, c: [(a - 1, _ZERO), (b, _PLUS), (c - b, _PLUS), (c * (1 - b) - 1 + 2 * b, _ZERO)],
        (("1", "1/5", "3/4"), ("1", "1/4", "2/3"), ("1", "1/3", "1/2")),
        # 0 < c means b < 1/2, so b = a / 2 with a new coordinate 0 < a < 1.
        (((None, 1, 1), lambda a, b, c: (b, a / 2, 2 * (1 - a) / (2 - a))),),
    ),
    Surface(
        ("C",),
        "0 < a = b < c",
        lambda a, b, c: [(a, _PLUS), (a - b, _ZERO), (c - b, _PLUS)],
        (("1/4", "1/4", "3/4"), ("1/8", "1/8", "1/2"), ("1/2", "1/2", "1")),
        (((None, 1, None), lambda a, b, c: (a, a, c)), ((None, 1, 1), lambda a, b, c: (a, a, c))),
        lambda a, b, c: [(c * (1 - a) * (3 - a) - (a**2 - 4 * a + 2), _NOT_PLUS)],
        "c (1 - a) (3 - a) <= a^2 - 4 a + 2",
    ),
)
"""All points at which Self pays for the first or the second announcer under some way of breaking ties."""


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
    refuted: tuple[Verdict, ...]
    left: tuple[Verdict, ...]
    seconds: float

    @property
    def proved(self) -> bool:
        """Whether nothing is left."""
        return not self.left


class Face:
    """The announcements of three players on one face of the cube, and claims about them.

    Options are numbered 0 to 3: A, B, C, Miss; the player's own number is Self.

    Parameters: `hits`, per player 0, 1 or None; `seconds`, what the prover may take per system; `piece`, the hit
    probabilities as functions of the symbols of the face, by default the symbols themselves.

    Raises `SymbolicError` for anything else, and without z3.

    >>> face = Face((None, None, 1))
    >>> len(face.claim.settle(face.pays((), "favourable"), face.facts((), "favourable")))
    0
    """

    def __init__(
        self,
        hits: Hits,
        seconds: float = 60.0,
        piece: Callable[[Function, Function, Function], tuple[Function, Function, Function]] | None = None,
    ) -> None:
        if hits not in FACES:
            raise SymbolicError(f"{shown(hits)} is no face of the cube; per player 0, 1 or None for what is between")
        self.hits = hits
        self.letters = Letters(hits)
        if piece is not None:
            self.letters.hits = piece(*self.letters.hits)
        self.tree = Decisions(self.letters, SEARCH)
        self.claim = Claim(self.letters.names, seconds)
        self._lists: dict[tuple[Path, str], dict[Path, Formula]] = {}
        self._better: dict[tuple[Path, Path, Path], tuple[Formula, Formula]] = {}

    # -- comparisons and ties

    def allowed(self, earlier: Path) -> list[int]:
        """Return the options that can be completed to something else than a stalemate."""
        rest = PLAYERS - len(earlier) - 1
        return [
            option
            for option in range(MISS + 1)
            if any(not self.tree.stalls((*earlier, option, *more)) for more in product(range(MISS + 1), repeat=rest))
        ]

    def better(self, earlier: Path, first: Path, second: Path) -> tuple[Formula, Formula]:
        """Return the formulas that one list is strictly better, and at least as good, as another for who decides."""
        key = earlier, first, second
        if key not in self._better:
            claim = self.claim
            if first == second:
                self._better[key] = claim.false, claim.true
            else:
                # Of the two orders one is enough; the comparison has refused denominators of unsettled sign.
                compared = self.tree.compare(earlier, *sorted((first, second)))
                sign, parts = compared.sign if first < second else -compared.sign, compared.deciding
                self._better[key] = (
                    claim.product_is(sign, parts, frozenset({1})),
                    claim.product_is(sign, parts, frozenset({0, 1})),
                )
        return self._better[key]

    def before(self, player: int, first: int, second: int) -> Formula:
        """Return the formula that a player's order has one of his options before another."""
        low, high = sorted((first, second))
        said = self.claim.choice(f"{label(player)}: {low} before {high}")
        return said if first == low else self.claim.logic.Not(said)

    def orders(self) -> Iterator[Formula]:
        """Yield what makes the preferences between two options an order: they do not go round in a circle."""
        for player in range(1, PLAYERS):
            for one, two, three in permutations(range(MISS + 1), 3):
                steps = [self.before(player, *pair) for pair in ((one, two), (two, three), (three, one))]
                yield self.claim.logic.Not(self.claim.all(steps))

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
        return self.claim.sign_is(gain, frozenset({0, 1}) if first[0] < second[0] else _PLUS)

    # -- replies

    def lists(self, earlier: Path, way: str) -> dict[Path, Formula]:
        """Return the lists of options that can follow some announcements, each with the formula that it may.

        Parameters: `earlier`; `way`, "best" for best replies however ties are broken, "order" for those that the
        orders of the players choose, "rule 3" for those that this tie rule chooses. A list may follow if its
        rest may follow its first option, and if that first option is not worse than each of the others with some list
        that may follow it.
        """
        if len(earlier) == PLAYERS:
            return {(): self.claim.true}
        if (earlier, way) not in self._lists:
            claim, player = self.claim, len(earlier)
            after = {option: self.lists((*earlier, option), way) for option in self.allowed(earlier)}
            found = {}
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
                                weak = claim.any([strict, claim.all([weak, self.before(player, option, other)])])
                            elif way == "rule 3" and weak is not claim.false:
                                likelier = self.likelier(earlier, (option, *rest), (other, *end))
                                weak = claim.any([strict, claim.all([weak, likelier])])
                            ways.append(claim.all([may_end, weak]))
                        parts.append(claim.any(ways))
                    found[option, *rest] = claim.all(parts)
            self._lists[earlier, way] = found
        return self._lists[earlier, way]

    def facts(self, earlier: Path, statement: str) -> list[Formula]:
        """Return what is true of replies by themselves: of finitely many options one is best, and orders are orders."""
        way = _way(statement)
        found = []
        for more in range(1, PLAYERS - len(earlier)):
            for path in product(range(MISS + 1), repeat=more):
                lists = self.lists(earlier + path, way)
                if lists:
                    found.append(self.claim.any(lists.values()))
        return [*found, *self.orders()] if way == "order" else found

    # -- claims

    def pays(self, earlier: Path, statement: str, option: int | None = None) -> Formula:
        """Return the formula that Self is strictly better than everything else allowed, in the sense of a statement.

        Parameters: `earlier`; `statement`, "favourable", "fixed order" or "some way"; `option`, another option than
        Self to ask about.
        """
        claim, way = self.claim, _way(statement)
        asked = len(earlier) if option is None else option
        allowed = self.allowed(earlier)
        others = [other for other in allowed if other != asked]
        if asked not in allowed or not others:
            return claim.false
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
                    parts.append(claim.any(claim.all(pair) for pair in stricts.values()))
                else:
                    parts += [claim.implies(*pair) for pair in stricts.values()]
            ways.append(claim.all(parts))
        return claim.any(ways)

    def on_surfaces(self, earlier: Path) -> Formula:
        """Return the formula that the point lies on one of `SURFACES` of these announcements."""
        said = tuple(label(option) if option < MISS else "Miss" for option in earlier)
        return self.claim.any(self.hold(surface.conditions) for surface in SURFACES if surface.earlier == said)

    def hold(self, conditions: Conditions) -> Formula:
        """Return the formula that some conditions on the hit probabilities hold."""
        one = self.letters.constant(1)  # times this, what sympy has made a number is a function again
        return self.claim.all(
            self.claim.sign_is(one * function, signs) for function, signs in conditions(*self.letters.hits)
        )

    def prove(self, statement: str, player: int, most: int = 10) -> Case:
        """Return what is found about a statement for a player, over all announcements before him.

        Steps: a statement is the denial of a claim that Self pays; the claim is given to `Claim.settle`. For "some way"
        the claim is that Self pays off the surfaces, or does not pay on them.

        Raises `SymbolicError` for an unknown statement or player.
        """
        if statement not in STATEMENTS or player not in (0, 1):
            raise SymbolicError(
                f"there is no statement {shown(statement)} for player {shown(player)}; "
                f"there are {', '.join(STATEMENTS)}, for the players 0 and 1 (see last_announcer for 2)"
            )
        begun, known = time.perf_counter(), len(self.claim.refuted)
        left: list[Verdict] = []
        nodes = list(product(range(MISS + 1), repeat=player))
        for earlier in nodes:
            claim, facts = self.pays(earlier, statement), self.facts(earlier, statement)
            if statement == "some way":
                claim = self.claim.logic.Xor(claim, self.on_surfaces(earlier))
            left += self.claim.settle(claim, facts, most)
        return Case(
            face=self.hits,
            statement=statement,
            player=player,
            nodes=len(nodes),
            polynomials=self.claim.polynomials,
            refuted=tuple(self.claim.refuted[known:]),
            left=tuple(left),
            seconds=time.perf_counter() - begun,
        )


def _way(statement: str) -> str:
    return {"fixed order": "order", "rule 3": "rule 3"}.get(statement, "best")


def prove_rule_3(surfaces: Sequence[Surface] = SURFACES, seconds: float = 60.0) -> Iterator[Case]:
    """Yield what is found about tie rule 3, for every piece of some of `SURFACES`.

    Off the surfaces no way of breaking ties makes Self pay. On each of them the claim is that Self pays under rule 3
    where the further conditions do not hold, or does not pay where they do.

    >>> [case.proved for case in prove_rule_3(SURFACES[1:])]
    [True, True, True, True]
    """
    for surface in surfaces:
        earlier = tuple("ABC".index(said) for said in surface.earlier)
        for hits, piece in surface.pieces:
            begun = time.perf_counter()
            face = Face(hits, seconds, piece)
            claim = face.claim
            part = claim.false if surface.rule_3 is None else face.hold(surface.rule_3)
            wrong = claim.logic.Xor(face.pays(earlier, "rule 3"), part)
            left = claim.settle(claim.all([face.hold(surface.conditions), wrong]), face.facts(earlier, "rule 3"), 10)
            yield Case(
                face=hits,
                statement="rule 3",
                player=surface.player,
                nodes=1,
                polynomials=claim.polynomials,
                refuted=tuple(claim.refuted),
                left=tuple(left),
                seconds=time.perf_counter() - begun,
            )


def prove(
    faces: Iterable[Hits] = FACES,
    statements: Sequence[str] = STATEMENTS,
    players: Sequence[int] = (1, 0),
    seconds: float = 60.0,
) -> Iterator[Case]:
    """Yield what is found about every statement, for every player, on every face asked for.

    The player who announces later comes first, since what is refuted for him helps with the one before.

    Raises what `Face` and `Face.prove` raise.

    >>> found = list(prove(faces=[(1, None, None)], players=[1]))
    >>> [(case.statement, case.proved) for case in found]
    [('favourable', True), ('fixed order', True), ('some way', True)]
    """
    for hits in faces:
        face = Face(hits, seconds)
        for player in players:
            for statement in statements:
                yield face.prove(statement, player)


@dataclass(frozen=True)
class Gain:
    """How much more Self, or Miss, is worth at one decision than every other allowed option, in win probability.

    Fields: `favourable`, with its best best replies against the others with theirs; `some_way`, against the others
    with their worst best replies, so the most that any way of breaking ties can give. Both are exact; it pays where
    they are positive.
    """

    favourable: Fraction
    some_way: Fraction


def gain_at(hits: Sequence[object], earlier: Sequence[object] = (), option: str = "Self") -> Gain | None:
    """Return what Self, or Miss, gains at a decision of the first phase, in numbers, for any number of players.

    Every profile is solved exactly, and the best replies are found by going through all of them; nothing symbolic is
    used. Ties of later phases are broken by rule 1; phases of two have none.

    Parameters: `hits`, exact hit probabilities in [0, 1]; `earlier`, the announcements before; `option`, "Self" or
    "Miss".

    Returns None where the option, or everything else, is not allowed.

    Raises `SymbolicError` for another option, and what `solve` and `decision` raise.

    >>> gain_at(["1/4", "3/4", "1/4"])
    Gain(favourable=Fraction(-48, 385), some_way=Fraction(384, 5005))
    """
    if option not in ("Self", "Miss"):
        raise SymbolicError(f"{shown(option)} is neither 'Self' nor 'Miss'")
    solution = solve(Problem(hits, search=SEARCH))
    phases = PhaseSolver.of(solution)
    tree = phases.tree(solution.problem.first_order)
    options = tree.options
    before = decision(solution, earlier).earlier
    path = tuple(options[place].index(aim) for place, aim in enumerate(before))
    player = len(path)
    asked = Aim.miss(len(options)) if option == "Miss" else Aim.at(player, len(options))
    own = options[player].index(asked)
    worths: dict[tuple[Path, int], Fraction] = {}

    def worth(profile: Path, place: int) -> Fraction:
        if (profile, place) not in worths:
            worths[profile, place] = rational(phases.public([tree.win(profile, place)[place]])[0])
        return worths[profile, place]

    def lists(earlier: Path) -> list[Path]:
        if len(earlier) == len(options):
            return [] if tree.stalls(earlier) else [()]
        place = len(earlier)
        after = [[(option, *rest) for rest in lists((*earlier, option))] for option in range(len(options[place]))]
        least = [min(worth(earlier + one, place) for one in found) for found in after if found]
        return [one for found in after for one in found if worth(earlier + one, place) >= max(least)]

    values = [
        [worth((*path, option, *rest), player) for rest in lists((*path, option))]
        for option in range(len(options[player]))
    ]
    others = [found for option, found in enumerate(values) if found and option != own]
    if not values[own] or not others:
        return None
    best = max(values[own])
    return Gain(best - max(map(max, others)), best - max(map(min, others)))


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
