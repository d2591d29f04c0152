"""The best announced mix of the first of three players against best replies, exactly."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations
from typing import Any

from truel_ref.errors import ProblemError
from truel_ref.explain.mix_answers import BestMix, MixPiece, MixPlace, RuleBest
from truel_ref.explain.mix_regions import Region, Spot, regions, spots
from truel_ref.explain.mixed_replies import MixedReplies
from truel_ref.game.aims import Aim, Word
from truel_ref.game.choices import single_options
from truel_ref.game.problem import Problem, stated
from truel_ref.game.reading import TIE_RULES
from truel_ref.kernels.polytopes import Weights
from truel_ref.numbers import algebraic_backend, get_backend
from truel_ref.play.phases import Wins
from truel_ref.play.turns import Options, Stage, lay_out

__all__ = ["best_mix", "duel_wins", "mixed_stage"]

PROFILES = 2_500
"""How many pairs of options the two who reply may have; each pair is compared with others over the whole simplex."""


def best_mix(problem: Problem | Sequence[object], **fields: Any) -> BestMix:
    """Return the best mix that the first of three players can announce, over all mixes of his single options.

    He may put any weights on the single options of his search set (with {Others, Miss}: on the two others, the rest
    being a deliberate miss). The two others reply from their search sets, as announced play has it; the tie rule of the
    problem and all others are answered. The steps are those of `truel_ref.explain.mix_regions`.

    Parameters: `problem`, a `Problem`, or hit probabilities (exact numbers in [0, 1]) with further keywords of it.

    Raises `ProblemError` for other than three players, for a first player whose aim is predefined, and where the two
    others have too many options; and what `Problem` raises.

    Source: the docstring of `mix_regions`; for [3/4, 11/20, 1] the published value is 46 % (docs/claims.md, S14).

    >>> best = best_mix(["3/4", "11/20", 1])
    >>> print(best.supremum, best.attained, *best.places[1].mixes, best.under(-1).attained)
    33/71 False (0, 12/29, 0) True
    """
    asked = stated(problem, **fields)
    stage = mixed_stage(asked)
    replies = MixedReplies(stage)
    rules = (asked.tie_rule, *(rule for rule in TIE_RULES if rule != asked.tie_rule))
    pieces, hyperplanes = regions(replies, rules)
    highest = max((spot.value for spot in spots(replies, pieces)), default=stage.number(Fraction(0)))
    return BestMix(
        problem=asked,
        options=stage.options[0],
        rules=tuple(_rule_best(replies, pieces, rule) for rule in rules),
        highest=highest,
        pieces=tuple(_piece(replies, region) for region in pieces),
        hyperplanes=hyperplanes,
    )


def mixed_stage(problem: Problem, mixers: Sequence[int] = (0,)) -> Stage[Any]:
    """Return the first phase of a problem of three, in which some players have all their single options and no others.

    Parameters: `problem`; `mixers`, the places of these players.

    Raises `ProblemError` as `best_mix` does.

    >>> [[str(aim) for aim in aims] for aims in mixed_stage(Problem([1, 1, 1], search="others,miss,random")).options]
    [['B', 'C', 'Miss'], ['A', 'C', 'Miss', 'Random'], ['A', 'B', 'Miss', 'Random']]
    """
    if problem.players != 3:
        raise ProblemError(f"the best mix is known for three players, not for {problem.players}")
    order = problem.first_order
    options = [problem.options(order, player) for player in order]
    for place in mixers:
        if problem.targets[place] is not Word.OPTIMAL:
            raise ProblemError(
                f"player {problem.label(place)} has a predefined aim, so no mix is sought; leave it 'Optimal'"
            )
        singles = single_options(problem.searches[place], place, order, problem.hits)
        options[place] = tuple(aim.among(problem.people) for aim in singles)
    if len(options[1]) * len(options[2]) > PROFILES:
        raise ProblemError(
            f"{problem.label(1)} and {problem.label(2)} have {len(options[1])} and {len(options[2])} aims to reply "
            f"with; choose levels with at most {PROFILES:,} pairs of aims"
        )
    return laid_out(problem, tuple(options))


def laid_out(problem: Problem, options: Options) -> Stage[Any]:
    """Return the first phase of a problem of three with these options, in fractions or algebraic numbers."""
    backend = algebraic_backend() if problem.irrational else get_backend("fractions")
    return lay_out(problem, problem.first_order, options, duel_wins(problem), backend)


def duel_wins(problem: Problem) -> Wins:
    """Return the win probabilities at the start of every phase of one or two players.

    >>> duel_wins(Problem(["1/2", "1/3", 1]))[0, 1]
    [Fraction(3, 4), Fraction(1, 4), Fraction(0, 1)]
    """
    backend = algebraic_backend() if problem.irrational else get_backend("fractions")
    players = range(problem.players)
    wins: Wins = {(last,): [backend.number(Fraction(int(player == last))) for player in players] for last in players}
    for order in permutations(players, 2):
        options = tuple(problem.options(order, player) for player in order)
        duel = lay_out(problem, order, options, wins, backend)
        wins[order] = duel.start(None if duel.stalls((0, 0)) else (0, 0))
    return wins


# ---------------------------------------------------------------------------------------------------------
# From pieces to the answer


def aim_at(stage: Stage[Any], place: int, point: Weights) -> Aim:
    """Return the mix with these weights on the single options of the player at a place."""
    columns = zip(*(aim.weights for aim in stage.options[place]), strict=True)
    weights = (sum(share * weight for share, weight in zip(point, column, strict=True)) for column in columns)
    return Aim(tuple(weights)).among(stage.problem.people)


def _rule_best(replies: MixedReplies, pieces: Sequence[Region], rule: int) -> RuleBest:
    """Return the supremum under a tie rule."""
    zero = replies.stage.number(Fraction(0))
    listed = spots(replies, pieces, rule)
    known = [spot for spot in listed if rule in spot.region.by_rule]
    supremum = max((spot.value for spot in known), default=zero)
    at_most = max((spot.value for spot in listed), default=zero)
    best = [spot for spot in known if spot.value == supremum]
    attained: bool | None = any(spot.constant for spot in best)
    if not attained and any(spot.value >= supremum for spot in listed if rule not in spot.region.by_rule):
        attained = None
    return RuleBest(rule, supremum, at_most, attained, tuple(_places(replies, best)))


def _places(replies: MixedReplies, best: Sequence[Spot]) -> list[MixPlace]:
    """Return where a supremum is attained (the largest pieces), and where else it is approached."""
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
    # What approaches a point from a side of a piece is told by the piece.
    approached: dict[tuple[Weights, Any], Spot] = {}
    for spot in best:
        if not spot.constant:
            for point in spot.points:
                if point not in attained:
                    approached.setdefault((point, spot.replies), spot)

    def place(spot: Spot, points: Sequence[Weights], holds: bool) -> MixPlace:
        win = replies.formula(spot.replies).win(points[0])
        shown = next(some for point in spot.points if (some := replies.formula(spot.replies).win(point)))
        return MixPlace(
            mixes=tuple(aim_at(stage, replies.place, point) for point in points),
            attained=holds,
            corners=tuple(aim_at(stage, replies.place, point) for point in spot.region.cell.points),
            replies=_reply_aims(replies, spot.replies),
            win=stage.public(win or shown),
        )

    return [place(spot, spot.region.cell.points, True) for spot in largest] + [
        place(spot, [point], False) for (point, _), spot in approached.items()
    ]


def _reply_aims(replies: MixedReplies, path: Sequence[int]) -> tuple[Aim, ...]:
    return tuple(replies.stage.options[at][option] for at, option in zip(replies.later, path, strict=True))


def _piece(replies: MixedReplies, region: Region) -> MixPiece:
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
