"""The best mix of the first of three players: the supremum and its mixes under every tie rule, and the proof."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from math import prod
from typing import Any, Unpack

from truel_ref.errors import ProblemError
from truel_ref.explain.mix_regions import MixedReplies, MixRegion, MixSpot, regions, spots
from truel_ref.explain.polytopes import Weights
from truel_ref.game.aims import Aim, Word, single_options
from truel_ref.game.parts import texts
from truel_ref.game.people import Order
from truel_ref.game.problem import TIE_RULES, AnyProblem, Problem, Statement, stated, states_a_problem
from truel_ref.numbers import Number, number_text
from truel_ref.play.announced import Stage, lay_out, survivors
from truel_ref.play.phase import Vector
from truel_ref.records.record import Record
from truel_ref.records.table import Cell, Percent, Table

__all__ = [
    "BestMix",
    "MixPiece",
    "MixPlace",
    "RuleBest",
    "best_mix",
    "duel_wins",
    "mixed_stage",
]


@dataclass(frozen=True)
class MixPlace:
    """A mix, or a piece of mixes, that attains or approaches the supremum under a tie rule.

    Fields: `mixes`, a single mix, or the corners of an open piece that attains the supremum everywhere; `attained`,
    whether the mix or the inside of the piece attains it; `corners`, those of the piece from which mixes approach it;
    `replies`, those of the later players there; `win`, the win probabilities of all players, or their limits (at the
    first of `mixes`).
    """

    mixes: tuple[Aim, ...]
    attained: bool
    corners: tuple[Aim, ...]
    replies: tuple[Aim, ...]
    win: tuple[Number, ...]


@dataclass(frozen=True)
class RuleBest:
    """The supremum under one tie rule.

    Fields: `rule`; `supremum`; `at_most`, equal to `supremum` if the rule is decided on all pieces, otherwise an upper
    bound of the supremum, of which `supremum` is then a lower bound (only for rule 3); `attained`, whether some mix
    attains it, None if this is not decided; `places`.
    """

    rule: int
    supremum: Number
    at_most: Number
    attained: bool | None
    places: tuple[MixPlace, ...]

    @property
    def manner(self) -> str:
        """Whether the supremum is attained, as text."""
        return {True: "attained", False: "approached", None: "undecided"}[self.attained]


@dataclass(frozen=True)
class MixPiece:
    """An open piece of the mixes: part of the proof.

    Fields: `corners`, of its closure; `dimension`; `replies`, every list that some way of breaking ties chooses, none
    if nobody can be hit; `by_rule`, for each decided tie rule the index of its list, None if nobody can be hit;
    `values`, for each list the limit of the mixer's win probability at each corner, None if nobody can be hit there.
    """

    corners: tuple[Aim, ...]
    dimension: int
    replies: tuple[tuple[Aim, ...], ...]
    by_rule: dict[int, int | None]
    values: tuple[tuple[Number | None, ...], ...]


@dataclass(frozen=True, repr=False)
class BestMix(Record):
    """The best announced mix of the first of three players, over all mixes of this player's single options.

    Fields: `problem`; `options`, the single options; `rules`, the supremum for every tie rule, that of the problem
    first; `highest`, the supremum over every way of breaking ties, an upper bound for every rule; `pieces`, all pieces
    of the mixes, the proof; `hyperplanes`, the number of hyperplanes that cut them.
    """

    problem: Problem
    options: tuple[Aim, ...]
    rules: tuple[RuleBest, ...]
    highest: Number
    pieces: tuple[MixPiece, ...]
    hyperplanes: int

    @property
    def supremum(self) -> Number:
        """The supremum of the win probability over all mixes, under the tie rule of the problem."""
        return self.rules[0].supremum

    @property
    def attained(self) -> bool | None:
        """Whether some mix attains the supremum under the tie rule of the problem; None if this is not decided."""
        return self.rules[0].attained

    @property
    def places(self) -> tuple[MixPlace, ...]:
        """The mixes that attain or approach the supremum under the tie rule of the problem."""
        return self.rules[0].places

    def under(self, rule: int) -> RuleBest:
        """Return the supremum under a tie rule, by its number."""
        return next(best for best in self.rules if best.rule == rule)

    def to_json(self) -> dict[str, Any]:
        """Return the answer as plain data for JSON, including the pieces that prove it."""
        return {
            "problem": self.problem.to_json(),
            "options": _aims(self.problem, self.options),
            "supremum": number_text(self.supremum),
            "attained": self.attained,
            "highest": number_text(self.highest),
            "hyperplanes": self.hyperplanes,
            "rules": [
                {
                    "if_eq": best.rule,
                    "supremum": number_text(best.supremum),
                    "at_most": number_text(best.at_most),
                    "attained": best.attained,
                    "places": [_place_json(self.problem, place) for place in best.places],
                }
                for best in self.rules
            ],
            "pieces": [_piece_json(self.problem, piece) for piece in self.pieces],
        }

    def _table(self) -> Table:
        name, text = self.problem.label, self.problem.aim_text
        first, *later = self.problem.order
        columns = ["mix", "it is", "from inside", *map(name, later)]
        columns += [*(f"{name(player)} wins" for player in range(self.problem.players)), "percent"]
        rows: list[Sequence[Cell]] = []
        for place in self.places:
            mixes = ", ".join(map(text, place.mixes))
            mixes = f"all inside {mixes}" if len(place.mixes) > 1 else mixes
            inside = "" if place.attained else ", ".join(map(text, place.corners))
            manner = "attained" if place.attained else "approached"
            rows.append((mixes, manner, inside, *map(text, place.replies), *place.win, Percent(place.win[first])))
        notes = [self._rules_note(), self._proof_note()]
        return Table(columns, rows, self._caption(), notes=notes)

    def _caption(self) -> str:
        first, name = self.rules[0], self.problem.label(self.problem.order[0])
        if not self.places:
            return f"Whatever {name} announces, nobody can be hit."
        rule = f"tie rule {first.rule} ({TIE_RULES[first.rule]})"
        manner = {True: "attained", False: "approached and not attained", None: "not decided whether attained"}
        most = f" to {number_text(first.at_most)}" if first.at_most != first.supremum else ""
        return f"{name}'s best mix wins {number_text(first.supremum)}{most}, {manner[first.attained]} under {rule}."

    def _rules_note(self) -> str:
        if not self.places:
            return "All tie rules agree."
        groups: dict[str, list[int]] = {}
        for best in self.rules:
            most = "" if best.at_most == best.supremum else f" to {number_text(best.at_most)}"
            groups.setdefault(f"{number_text(best.supremum)}{most}, {best.manner}", []).append(best.rule)
        return "; ".join(
            f"rule{'s' if len(rules) > 1 else ''} {', '.join(map(str, rules))}: {said}"
            for said, rules in groups.items()
        )

    def _proof_note(self) -> str:
        open_pieces = sum(piece.dimension == len(self.options) - 1 for piece in self.pieces)
        many = f"{open_pieces} open piece{'s' if open_pieces > 1 else ''}"
        lower = len(self.pieces) - open_pieces
        cuts = f"{self.hyperplanes} hyperplane{'s' if self.hyperplanes != 1 else ''}"
        return f"{many} and {lower} of lower dimension, cut by {cuts}: JSON lists them with the values at their corners"

    def __repr__(self) -> str:
        return f"<BestMix: {number_text(self.supremum)}, {self.rules[0].manner}, over {len(self.pieces)} pieces>"


def _aims(problem: Problem, aims: Sequence[Aim]) -> list[Any]:
    return [aim.word(problem.names) or texts(aim.weights) for aim in aims]


def _place_json(problem: Problem, place: MixPlace) -> dict[str, Any]:
    return {
        "mixes": _aims(problem, place.mixes),
        "attained": place.attained,
        "corners": _aims(problem, place.corners),
        "replies": _aims(problem, place.replies),
        "win": [number_text(win) for win in place.win],
    }


def _piece_json(problem: Problem, piece: MixPiece) -> dict[str, Any]:
    return {
        "corners": _aims(problem, piece.corners),
        "dimension": piece.dimension,
        "replies": [_aims(problem, replies) for replies in piece.replies],
        "by_rule": {str(rule): which for rule, which in piece.by_rule.items()},
        "values": [[None if value is None else number_text(value) for value in values] for values in piece.values],
    }


# ---------------------------------------------------------------------------------------------------------
# The best announced mix of the first of three players against best replies, exactly


PROFILES = 2_500
"""The most pairs of options of the two players who reply; each pair is compared with others over the whole simplex."""


@states_a_problem
def best_mix(problem: AnyProblem, **statement: Unpack[Statement]) -> BestMix:
    """Return the best mix that the first of three players can announce, over all mixes of this player's single options.

    >>> best = best_mix(["3/4", "11/20", 1])
    >>> print(best.supremum, best.attained, *best.places[1].mixes, best.under(-1).attained)
    33/71 False (0, 12/29, 0) True

    The first player may put any weights on the single options of the search set (with {Others, Miss}: on the two
    others, with a deliberate miss as the rest). The two others reply from their search sets, as in announced play. The
    answer covers all tie rules. `truel_ref.explain.mix_regions` has the steps and the proof.

    Parameters: `problem` and its keywords, as for `solve`.

    Raises `ProblemError` unless there are three players, for a first player with a predefined aim, and if the two
    others have too many options; and the errors of `Problem`.

    Source: the docstring of `mix_regions`; for [3/4, 11/20, 1] the published value is 46 % (docs/check/claims.md, S14).
    """
    asked = stated(problem, **statement)
    stage = mixed_stage(asked)
    replies = MixedReplies(stage)
    rules = (asked.tie_rule, *(rule for rule in TIE_RULES if rule != asked.tie_rule))
    pieces, hyperplanes = regions(replies, rules)
    highest = max((spot.value for spot in spots(replies, pieces)), default=Fraction(0))
    return BestMix(
        problem=asked,
        options=stage.options[0],
        rules=tuple(_rule_best(replies, pieces, rule) for rule in rules),
        highest=highest,
        pieces=tuple(_piece(replies, region) for region in pieces),
        hyperplanes=hyperplanes,
    )


def mixed_stage(problem: Problem, place: int = 0) -> Stage:
    """Return the first phase of a problem of three, in which one player has exactly the single options.

    Parameters: `problem`; `place`, that of the player who mixes.

    Raises `ProblemError` unless there are three players, for a mixer with a predefined aim, and if the other players
    have too many options.

    >>> [[str(aim) for aim in aims] for aims in mixed_stage(Problem([1, 1, 1], search="others,miss,random")).options]
    [['B', 'C', 'Miss'], ['A', 'C', 'Miss', 'Random'], ['A', 'B', 'Miss', 'Random']]
    """
    if problem.players != 3:
        raise ProblemError(f"the best mix needs three players; this problem has {problem.players}")
    order = problem.order
    options = [problem.options(order, player) for player in order]
    player = order[place]
    if problem.targets[player] is not Word.OPTIMAL:
        raise ProblemError(
            f"player {problem.label(player)} has a predefined aim and cannot mix; leave the target 'Optimal'"
        )
    options[place] = single_options(problem.searches[player], player, order, problem.hits, order)
    many = [len(aims) for aims in options[1:]]
    if prod(many) > PROFILES:
        raise ProblemError(
            f"{problem.label(order[1])} and {problem.label(order[2])} have {many[0]} and {many[1]} aims to reply with; "
            f"choose levels with at most {PROFILES:,} pairs of aims"
        )
    return lay_out(problem, order, tuple(options), duel_wins(problem))


def duel_wins(problem: Problem) -> dict[Order, Vector]:
    """Return the win probabilities at the start of every phase of one or two players.

    >>> duel_wins(Problem(["1/2", "1/3", 1]))[0, 1]
    [Fraction(3, 4), Fraction(1, 4), Fraction(0, 1)]
    """
    players = range(problem.players)
    wins = survivors(problem)
    for order in permutations(players, 2):
        options = tuple(problem.options(order, player) for player in order)
        duel = lay_out(problem, order, options, wins)
        wins[order] = duel.value((0, 0)) or [Fraction(0)] * problem.players
    return wins


# ---------------------------------------------------------------------------------------------------------
# The answer from the pieces


def aim_at(stage: Stage, place: int, point: Weights) -> Aim:
    """Return the mix with these weights on the single options of the player at a place."""
    columns = zip(*(aim.weights for aim in stage.options[place]), strict=True)
    weights = (sum(share * weight for share, weight in zip(point, column, strict=True)) for column in columns)
    return Aim(tuple(weights))


def _rule_best(replies: MixedReplies, pieces: Sequence[MixRegion], rule: int) -> RuleBest:
    """Return the supremum under a tie rule."""
    listed = spots(replies, pieces, rule)
    known = [spot for spot in listed if rule in spot.region.by_rule]
    supremum = max((spot.value for spot in known), default=Fraction(0))
    at_most = max((spot.value for spot in listed), default=Fraction(0))
    best = [spot for spot in known if spot.value == supremum]
    attained: bool | None = any(spot.constant for spot in best)
    undecided = [spot.value for spot in listed if rule not in spot.region.by_rule]
    if any(value > supremum or (value == supremum and not attained) for value in undecided):
        attained = None
    return RuleBest(rule, supremum, at_most, attained, tuple(_places(replies, best)))


def _places(replies: MixedReplies, best: Sequence[MixSpot]) -> list[MixPlace]:
    """Return the largest pieces that attain a supremum, and the other places that approach it."""
    stage = replies.stage
    constant = [spot for spot in best if spot.constant]
    largest = [
        spot
        for spot in constant
        if not any(
            set(spot.region.cell.points) < set(other.region.cell.points) and spot.replies == other.replies
            for other in constant
        )
    ]
    attained = {point for spot in constant if not spot.region.cell.dimension for point in spot.points}
    # If a side of a piece approaches a point, the piece is listed instead.
    approached: dict[tuple[Weights, Any], MixSpot] = {}
    for spot in best:
        if not spot.constant:
            for point in spot.points:
                if point not in attained:
                    approached.setdefault((point, spot.replies), spot)

    def place(spot: MixSpot, points: Sequence[Weights], holds: bool) -> MixPlace:
        win = replies.formula(spot.replies).win(points[0])
        shown = next(some for point in spot.points if (some := replies.formula(spot.replies).win(point)))
        return MixPlace(
            mixes=tuple(aim_at(stage, replies.place, point) for point in points),
            attained=holds,
            corners=tuple(aim_at(stage, replies.place, point) for point in spot.region.cell.points),
            replies=_reply_aims(replies, spot.replies),
            win=tuple(win or shown),
        )

    return [place(spot, spot.region.cell.points, True) for spot in largest] + [
        place(spot, [point], False) for (point, _), spot in approached.items()
    ]


def _reply_aims(replies: MixedReplies, path: Sequence[int]) -> tuple[Aim, ...]:
    return tuple(replies.stage.options[at][option] for at, option in zip(replies.later, path, strict=True))


def _piece(replies: MixedReplies, region: MixRegion) -> MixPiece:
    """Return a piece as data."""
    player = replies.stage.order[replies.place]
    points = region.cell.points
    values = []
    for path in region.replies:
        wins = [replies.formula(path).win(point) for point in points]
        values.append(tuple(None if win is None else win[player] for win in wins))
    return MixPiece(
        corners=tuple(aim_at(replies.stage, replies.place, point) for point in points),
        dimension=region.cell.dimension,
        replies=tuple(_reply_aims(replies, path) for path in region.replies),
        by_rule={rule: None if path is None else region.replies.index(path) for rule, path in region.by_rule.items()},
        values=tuple(values),
    )
