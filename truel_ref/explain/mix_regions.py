"""The simplex of a player's mixes, cut into pieces with constant replies, and where his chance is highest on them.

1. The simplex is cut along the hyperplanes that backward induction asks for (`explain.mixed_replies`), until every
   comparison has one sign on each open piece; then the same is done with the sides of each piece, down to its corners.
   So every point of the simplex lies in a piece whose replies are known, for each tie rule.
2. Under fixed replies the mixer wins `V / (1 - K)`, both affine, `0 <= V <= 1 - K`. At a point of a piece with corners
   `c` and shares `s(c) > 0` this is `sum(s(c) V(c)) / sum(s(c) (1 - K(c)))`: a mean, with positive weights, of the
   quotients at the corners where `K < 1` (where `K = 1`, `V` is 0 as well). Hence **the supremum over an open piece is
   the largest quotient at a corner of it, and it is attained inside if and only if all these quotients are equal**.
3. The supremum under a tie rule is the largest of those of the pieces with the replies of that rule. It is attained
   if and only if a piece attains it, because the pieces are all there is.

Source: linear-fractional functions on polytopes, S. Boyd and L. Vandenberghe, *Convex Optimization* (2004), 4.3.2.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from truel_ref.explain.mixed_replies import CrossedError, MixedReplies, RootsError, UndecidedError
from truel_ref.game.indices import Path
from truel_ref.kernels.polytopes import Cell, Weights, cut, sides, simplex, split

__all__ = ["Region", "Spot", "regions", "spots"]


@dataclass(frozen=True)
class Region:
    """An open piece of the simplex with its replies.

    Fields: `cell`; `replies`, every list of replies that some way of breaking ties leads to, none if all stalls;
    `by_rule`, those of each tie rule, None if all stalls; rules that are undecided here are left out.
    """

    cell: Cell
    replies: tuple[Path, ...]
    by_rule: dict[int, Path | None]

    def under(self, rule: int) -> tuple[Path, ...]:
        """Return the lists of replies that a tie rule may lead to: one, or all of them where it is undecided."""
        if rule not in self.by_rule:
            return self.replies
        path = self.by_rule[rule]
        return () if path is None else (path,)


@dataclass(frozen=True)
class Spot:
    """Corners of a piece at which the mixer's chance comes to its largest value on the piece.

    Fields: `value`; `points`, these corners; `region` and `replies`; `constant`, whether the chance has this value on
    the whole piece, which is then attained there.
    """

    value: Any
    points: tuple[Weights, ...]
    region: Region
    replies: Path
    constant: bool


def regions(replies: MixedReplies, tie_rules: Sequence[int]) -> tuple[list[Region], int]:
    """Return all pieces of the simplex, and the number of hyperplanes that cut it.

    Parameters: `replies`; `tie_rules`, for which the replies are decided.
    """
    pieces: list[Region] = []
    names: set[Any] = set()
    whole = simplex(len(replies.own), replies.nothing[1])
    work, seen = [whole], {frozenset(whole.points)}

    def add(cells: Iterable[Cell]) -> None:
        for cell in cells:
            key = frozenset(cell.points)
            if key not in seen:
                seen.add(key)
                work.append(cell)

    while work:
        cell = work.pop()
        try:
            pieces.append(_decided(replies, cell, tie_rules))
        except CrossedError as crossed:
            lead = next(value for value in crossed.function if value)
            names.add(tuple(value / lead for value in crossed.function))
            add(cut(cell, crossed.function))
        except RootsError as roots:
            add(split(cell, roots.shares, roots.name))
        else:
            add(sides(cell))
    return sorted(pieces, key=lambda piece: (-piece.cell.dimension, piece.cell.points)), len(names)


def _decided(replies: MixedReplies, cell: Cell, tie_rules: Sequence[int]) -> Region:
    """Return a piece with its replies. Raises `CrossedError` and `RootsError` where it has to be cut first."""
    every = tuple(replies.every_way(cell))
    if len(every) < 2:
        # Without a choice there is nothing that a tie rule could decide.
        return Region(cell, every, dict.fromkeys(tie_rules, every[0] if every else None))
    by_rule: dict[int, Path | None] = {}
    for rule in tie_rules:
        try:
            by_rule[rule] = replies.by_rule(cell, rule)
        except UndecidedError:
            continue
    return Region(cell, every, by_rule)


def spots(replies: MixedReplies, pieces: Iterable[Region], rule: int | None = None) -> list[Spot]:
    """Return for every piece and list of replies where the mixer's chance is largest.

    Parameters: `replies`; `pieces`; `rule`, the tie rule, None for every way of breaking ties.
    """
    player = replies.stage.order[replies.place]
    listed = []
    for region in pieces:
        for path in region.replies if rule is None else region.under(rule):
            formula = replies.formula(path)
            valued = [(win[player], point) for point in region.cell.points if (win := formula.win(point)) is not None]
            if valued:
                most, least = max(value for value, _ in valued), min(value for value, _ in valued)
                points = tuple(point for value, point in valued if value == most)
                listed.append(Spot(most, points, region, path, most == least))
    return listed
