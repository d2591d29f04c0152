"""Along a line on which one of four hit probabilities varies: exactly where A's only best aim is himself.

Aims after the first elimination are those of three players, and `truel_ref.symbolic.curves.stretches` cuts the line
where they change. Between two such cuts the later phases are rational functions of the one letter, and what decides
the first announcements are polynomials in it, so the line is cut again at their roots; in what is left nothing changes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import Any, TypeAlias

from truel_ref.errors import NumberError, SymbolicError
from truel_ref.explain.outcomes import all_outcomes
from truel_ref.fast.solving import solve
from truel_ref.game.people import Order, Profile, label
from truel_ref.kernels.memory import remembered
from truel_ref.numbers import Integers, Number, between, fraction_text, minimal_polynomial
from truel_ref.records.record import Record
from truel_ref.records.table import Rounded, Table
from truel_ref.studies.self_four.points import KNOWN, OPTIONS, PLAYERS, SEARCH, earlier_text
from truel_ref.symbolic.algebra import Function, Letters, Polynomial
from truel_ref.symbolic.curves import CurveStretch, HitCurve, aims_at, between_roots, sign_of_function, stretches
from truel_ref.symbolic.decisions import Decisions, OptionComparison
from truel_ref.symbolic.text import number_json

__all__ = ["Edge", "EndPiece", "Ends", "all_edges", "always_pays", "edges", "pieces", "surface"]

Policy: TypeAlias = "Mapping[Order, tuple[str, ...]]"
"""For every order of three players their aims, as words."""

Difference: TypeAlias = "tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]"
"""Announcements, and two options of the next player, each with the replies to it."""

_ORDERS: tuple[Order, ...] = tuple(
    (players * 2)[begin : begin + 3] for players in ((0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)) for begin in range(3)
)
_EACH_AXIS = 8.0  # seconds


@dataclass(frozen=True)
class EndPiece:
    """An open stretch of the line on which all that leads to A's aim is constant.

    Fields: `low` and `high`; `later`, the aims of every phase of three; `replies`, for each of A's options the aims of
    B, C and D; `pays`, whether Self is A's only best aim; `tied`, whether some reply is tied on the whole stretch.
    """

    low: Number
    high: Number
    later: Policy
    replies: Mapping[str, tuple[str, ...]]
    pays: bool
    tied: bool

    @property
    def sample(self) -> Fraction:
        """A rational number in it."""
        return between(self.low, self.high)


@dataclass(frozen=True)
class Edge:
    """An end of the stretch of the line on which Self is A's only best aim.

    Fields: `player`, whose hit probability varies; `at`, its value at the end, an algebraic number; `comparison`, the
    two options, with all replies, that are equal there, over this one letter; `later`, the aims of the phases of three.
    """

    player: int
    at: Number
    comparison: OptionComparison
    later: Policy

    @property
    def earlier(self) -> tuple[str, ...]:
        """The announcements before whoever decides."""
        return tuple(map(str, self.comparison.earlier))

    @property
    def first(self) -> tuple[str, ...]:
        """What is better inside the stretch: an option and the replies to it."""
        return tuple(map(str, self.comparison.first))

    @property
    def second(self) -> tuple[str, ...]:
        """What is better beyond it."""
        return tuple(map(str, self.comparison.second))

    @property
    def polynomial(self) -> Integers:
        """The minimal polynomial of the end, the highest coefficient first."""
        return minimal_polynomial(self.at)

    @property
    def in_words(self) -> str:
        """The decision that changes there."""
        return f"{earlier_text(self.earlier)}: {self.first[0]} or {self.second[0]}"

    def to_json(self) -> dict[str, Any]:
        """Return the end as plain data for JSON."""
        return {
            "at": number_json(self.at, label(self.player).lower()),
            "earlier": list(self.earlier),
            "inside": list(self.first),
            "beyond": list(self.second),
        }


@dataclass(frozen=True, repr=False)
class Ends(Record):
    """The ends of the region in which Self is A's only best aim, from one point along each axis of the cube.

    Fields: `through`, the point; `edges`, for each player both ends as his hit probability varies.
    """

    through: tuple[Fraction, ...]
    edges: tuple[tuple[Edge, Edge], ...]

    def to_json(self) -> dict[str, Any]:
        """Return everything as plain data for JSON."""
        return {
            "through": list(map(fraction_text, self.through)),
            "edges": {label(player): [end.to_json() for end in both] for player, both in enumerate(self.edges)},
        }

    def _table(self) -> Table:
        rows = [
            (label(end.player).lower(), Rounded(end.at, 12), len(end.polynomial) - 1, end.in_words)
            for both in self.edges
            for end in both
        ]
        through = ", ".join(map(fraction_text, self.through))
        columns = ("letter", "end", "degree", "the decision that changes there")
        return Table(columns, rows, f"Self is A's only best aim between these ends, through {through}")

    def __repr__(self) -> str:
        return f"<Ends through {', '.join(map(fraction_text, self.through))}>"


class _ValueLine:
    """The line, the letters' values on it, and where the later phases change."""

    def __init__(self, player: int, through: Sequence[Fraction]) -> None:
        if len(through) != PLAYERS or len(set(through)) < PLAYERS or not all(0 < hit < 1 for hit in through):
            raise SymbolicError("a line goes through four different hit probabilities strictly between 0 and 1")
        if not 0 <= player < PLAYERS:
            raise NumberError(f"player: there are 0 to {PLAYERS - 1}, not {player}")
        self.player, self.through = player, tuple(through)
        low, high = ([*through[:player], Fraction(end), *through[player + 1 :]] for end in (0, 1))
        self.curve = HitCurve.line(low, high)
        self._stretches = {order: self._of_phase(order) for order in _ORDERS}
        ends = {end for parts in self._stretches.values() for part in parts for end in (part.low, part.high)}
        self.cuts: list[Number] = sorted(ends)

    def at(self, value: Number) -> list[Number]:
        """Return the hit probabilities at a value of the letter."""
        return [*self.through[: self.player], value, *self.through[self.player + 1 :]]

    def _of_phase(self, order: Order) -> list[CurveStretch]:
        """Return the aims of a phase of three along the line; constant if the player who varies is not in it."""
        zero, one = Fraction(0), Fraction(1)
        if self.player not in order:
            solution = solve([self.through[player] for player in order], search=SEARCH)
            return [CurveStretch(zero, one, tuple(map(str, solution.aims)), ())]
        return stretches(HitCurve([self.curve.hits[player] for player in order]), zero, one, search=SEARCH)

    def policy(self, value: Number) -> Policy:
        """Return the aims of all phases of three at a value between two cuts."""
        aims = {}
        for order, parts in self._stretches.items():
            here = next(part for part in parts if part.low < value < part.high)
            if here.aims is None:
                raise SymbolicError("a phase of three is a stalemate; hit probabilities are to lie above 0")
            # Those of three players, whose names go by their place.
            aims[order] = tuple("Miss" if aim == "Miss" else label(order[OPTIONS.index(aim)]) for aim in here.aims)
        return aims

    def letters(self, policy: Policy) -> Letters:
        """Return the letter of the line, with the aims of the later phases."""
        return _letters([None if other == self.player else hit for other, hit in enumerate(self.through)], policy)


_line = cache(_ValueLine)


def _letters(hits: Sequence[Fraction | None], policy: Policy) -> Letters:
    def later(letters: Letters, order: Order) -> list[tuple[Function, ...]]:
        named = dict(zip(order, policy[order], strict=True))
        weights = letters.aims([named.get(player, "Miss") for player in range(PLAYERS)])
        return [weights[player] for player in order]

    return Letters(hits, policy=later)


class _EndPart:
    """What lies between two cuts of a line: the later phases are fixed, and the first one is followed."""

    def __init__(self, line: _ValueLine, low: Number, high: Number) -> None:
        self.line, self.low, self.high = line, low, high
        self.policy = line.policy(between(low, high))
        self.letters = line.letters(self.policy)
        self.tree = Decisions(self.letters, SEARCH)

    def pieces(self) -> list[EndPiece]:
        consulted: set[Polynomial] = set()
        parts = between_roots(self.low, self.high, consulted, lambda low, high: self._piece(low, high, consulted))
        return list(parts.values())

    def _piece(self, low: Number, high: Number, consulted: set[Polynomial]) -> EndPiece:
        sample = between(low, high)
        played = {word: self.replies((word,), sample, consulted) for word in OPTIONS}
        replies = {word: words for word, (words, _) in played.items()}
        pays = self.pays(replies, sample, consulted)
        return EndPiece(low, high, self.policy, replies, pays, any(tied for _, tied in played.values()))

    def pays(self, replies: Mapping[str, tuple[str, ...]], value: Number, consulted: set[Polynomial]) -> bool:
        """Tell whether Self is strictly better than all else at a value, under some replies."""
        along = self.line.curve.polynomial_along

        def sign_of(polynomial: Polynomial) -> int:
            return sign_of_function(along(polynomial), value, consulted)

        # All comparisons are made, so that all are consulted.
        return min(_compared(self.tree, *pair).at(sign_of) for pair in _against_self(replies)) > 0

    @remembered
    def _after(self, earlier: tuple[str, ...]) -> Decisions:
        """Return the announcements after some others."""
        return Decisions(self.letters, SEARCH, [*earlier, *["Optimal"] * (PLAYERS - len(earlier))])

    def replies(
        self, earlier: tuple[str, ...], sample: Number, consulted: set[Polynomial] | None = None
    ) -> tuple[tuple[str, ...], bool]:
        """Return what is announced after some announcements, at a value, and whether a decision there was tied."""
        tree = self._after(earlier)
        path, tied = aims_at(tree, self.line.curve, sample, consulted)
        aims = tree.aims(path)
        assert aims is not None  # all hit probabilities are positive, and the last one does not miss for ever
        return tuple(map(str, aims[len(earlier) :])), tied

    def cause(self, earlier: tuple[str, ...], inside: Number, beyond: Number) -> Difference:
        """Return the decision whose change makes the announcements after some others change between two values.

        It is the one of the first player who announces something else, unless what is replied to one of his two options
        changes as well: then it is looked for there.
        """
        before, after = (self.replies(earlier, value)[0] for value in (inside, beyond))
        place = next(place for place, (one, other) in enumerate(zip(before, after, strict=True)) if one != other)
        node = (*earlier, *before[:place])
        for option in (after[place], before[place]):
            follows = (*node, option)
            if len(follows) < PLAYERS and self.replies(follows, inside)[0] != self.replies(follows, beyond)[0]:
                return self.cause(follows, inside, beyond)
        other = (after[place],)
        return node, before[place:], other + (self.replies(node + other, inside)[0] if len(node) < PLAYERS - 1 else ())


def _against_self(replies: Mapping[str, tuple[str, ...]]) -> list[Difference]:
    """Return Self against each other option of A, all with the replies to them."""
    own = (label(0), *replies[label(0)])
    return [((), own, (word, *words)) for word, words in replies.items() if word != label(0)]


def _compared(tree: Decisions, earlier: Sequence[str], one: Sequence[str], other: Sequence[str]) -> OptionComparison:
    """Return the comparison of two options after some announcements, each with the replies to it, all in words."""

    def path(words: Sequence[str], place: int) -> Path:
        return tuple([*map(str, aims)].index(word) for word, aims in zip(words, tree.options[place:], strict=False))

    return tree.compare(path(earlier, 0), path(one, len(earlier)), path(other, len(earlier)))


def pieces(
    player: int, through: Sequence[Fraction] = KNOWN, around: tuple[Number, Number] | None = None
) -> list[EndPiece]:
    """Return the line through a point along one axis of the cube, cut where anything changes that A's aim rests on.

    The steps: (1) cut where the aims of a phase of three change; (2) in each part take a rational sample from every
    stretch between neighbouring roots of the polynomials consulted so far, find the replies to each of A's options and
    compare these, and keep every polynomial that was consulted; (3) where it has roots that are new, split there and
    repeat. In the end every polynomial consulted at a sample has no root in the stretch of that sample.

    Parameters: `player`, whose hit probability varies; `through`, the point, four different numbers strictly between 0
    and 1; `around`, the parts to look at, as the ends of an interval; by default all of the line, which takes longer.

    Raises `SymbolicError` for another point, and `NumberError` for another player.

    >>> around = (Fraction(1, 5), Fraction(1, 5))
    >>> [piece.replies["A"] for piece in pieces(1, around=around) if piece.low < Fraction(1, 5) < piece.high]
    [('Miss', 'D', 'C')]
    """
    line = _line(player, tuple(through))
    low, high = around or (Fraction(0), Fraction(1))
    spans = [span for span in pairwise(line.cuts) if span[0] < high and low < span[1]]
    return [piece for span in spans for piece in _EndPart(line, *span).pieces()]


def edges(player: int, through: Sequence[Fraction] = KNOWN) -> tuple[Edge, Edge]:
    """Return both ends of the stretch around a point on which Self is A's only best aim, as one probability varies.

    Pieces are joined while Self pays in both and at the point between them, where replies are tied, too: there
    `always_pays` goes through all ways of breaking the ties.

    Parameters: those of `pieces`.

    Raises `SymbolicError` if Self does not pay at the point, if a reply is tied on a whole stretch, or if what changes
    at an end is not one comparison.

    >>> low, high = edges(1)
    >>> [float(f"{float(end.at):.6f}") for end in (low, high)]
    [0.17758, 0.204252]
    >>> high.first, high.second
    (('D', 'C'), ('B', 'Miss'))
    """
    line = _line(player, tuple(through))
    here = line.through[player]
    if here in line.cuts:
        raise SymbolicError("the aims of a phase of three change at the point itself; take one beside it")
    spans = list(pairwise(line.cuts))
    below, above = ([span for span in spans if span[0] < here][::-1], [span for span in spans if here < span[1]])
    return _end(line, below, -1), _end(line, above, 1)


def _end(line: _ValueLine, spans: Sequence[tuple[Number, Number]], step: int) -> Edge:
    """Return the end on one side of the point: walk from piece to piece until Self does not pay."""
    here = line.through[line.player]
    inside: tuple[_EndPart, EndPiece] | None = None
    for span in spans:
        part = _EndPart(line, *span)
        for piece in part.pieces()[::step]:
            if inside is None and not piece.low <= here <= piece.high:
                continue  # not yet at the point
            joint = piece.high if step < 0 else piece.low
            if inside is None and not piece.pays:
                raise SymbolicError("Self does not pay at the point")
            if piece.tied:
                raise SymbolicError("a reply is tied on a whole stretch of the line")
            if inside is not None and not piece.pays:
                return _edge(inside, (part, piece), joint)
            if inside is not None and not always_pays(line.at(joint)):
                raise SymbolicError("Self stops paying at a single point of the line")
            inside = part, piece
    raise SymbolicError("Self pays as far as the face of the cube")


def always_pays(hits: Sequence[Number]) -> bool:
    """Tell whether Self is A's only best aim under every way of breaking ties, those of later phases included.

    Parameters: `hits`, four hit probabilities, which may be algebraic.

    >>> always_pays(KNOWN), always_pays(["1/10", "1/5", "1/4", "9/10"])
    (True, False)
    """
    found = all_outcomes(hits, search=SEARCH)
    return found.complete and all(str(outcome.aims[0]) == label(0) for outcome in found.outcomes)


def all_edges(through: Sequence[Fraction] = KNOWN) -> Ends:
    """Return the ends along all four axes.

    Parameters and errors: those of `edges`.

    >>> found = all_edges()
    >>> sorted({end.in_words for both in found.edges for end in both})
    ['C after A at A and B at A: B or D', 'C after A at B and B at A: D or B']
    """
    return Ends(
        tuple(through), tuple((low, high) for low, high in (edges(player, through) for player in range(PLAYERS)))
    )


def _edge(inside: tuple[_EndPart, EndPiece], beyond: tuple[_EndPart, EndPiece], at: Number) -> Edge:
    """Return the one decision that changes between two neighbouring pieces: of a later player, or else of A himself."""
    part = inside[0]
    if beyond[0] is not part:
        raise SymbolicError("the aims of a phase of three change at the end of the stretch")
    before, after = inside[1].replies, beyond[1].replies
    changed = [word for word in before if before[word] != after[word]]
    if len(changed) > 1:
        raise SymbolicError("the replies to more than one of A's options change at the end of the stretch")
    samples = (inside[1].sample, beyond[1].sample)
    pairs = [part.cause((changed[0],), *samples)] if changed else _against_self(before)
    compared = [_compared(part.tree, *pair) for pair in pairs]
    along = part.line.curve.along
    equal = [comparison for comparison in compared if not sign_of_function(along(comparison.function), at)]
    if len(equal) != 1:
        raise SymbolicError("no single comparison explains the end of the stretch")
    return Edge(part.line.player, at, equal[0], part.policy)


def surface(edge: Edge) -> OptionComparison:
    """Return the comparison of an end over all four letters: the surface on which the end lies.

    The end is where the line meets the surface; near it the surface bounds the region in which Self pays, as long as
    the other decisions stay what they are.

    >>> found = surface(edges(1)[1])
    >>> print(found.deciding[0][0].degrees())
    (3, 3, 5, 3)
    """
    tree = Decisions(_letters([None] * PLAYERS, edge.later), SEARCH)
    return _compared(tree, edge.earlier, edge.first, edge.second)
