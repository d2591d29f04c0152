"""Close choices, settled exactly: in a whole area with polynomials, else at a pixel with fractions.

A **play** is a tree: a shooting order, an aim for each player in it, and the plays that follow a hit. With all aims
fixed, a value is a fraction, or a quotient of polynomials where a hit probability is a letter. The lines of
`truel_ref.play.phase` compute both, so two plays with equal quotients tie at every pixel of an area.

A **question** is a close choice: the area, the later play, and the plays to compare. Many pixels share a question, so
the judge asks it once. If the answer is not the same in the whole area, the judge asks again at each pixel.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations, product
from math import ceil, floor, prod
from typing import Any

import numpy as np

from truel_ref.errors import needs
from truel_ref.game.aims import Aim
from truel_ref.game.people import Order
from truel_ref.game.problem import Problem
from truel_ref.maps.data import in_order
from truel_ref.play import phase
from truel_ref.play.announced import Options
from truel_ref.play.ties import LIKELIEST_WINNER, ranked

AREA, PIXEL = 0, 1


# ---------------------------------------------------------------------------------------------------------
# The exact values of plays


@dataclass(frozen=True, eq=False)
class LaterPlay:
    """A play; `follows` has by seat the plays after a hit, as pairs of a victim and a play."""

    order: Order
    aims: tuple[Aim, ...]
    follows: tuple[tuple[tuple[int, LaterPlay], ...], ...]


play_of = lru_cache(maxsize=100_000)(LaterPlay)  # equal plays are one object, which is a short key


class Quotient:
    """A quotient of two polynomials with integer coefficients; the lower one is not 0."""

    __slots__ = ("lower", "upper")

    def __init__(self, upper: Any, lower: Any) -> None:
        self.upper, self.lower = upper, lower

    def __add__(self, other: Quotient) -> Quotient:
        if not other.upper or not self.upper:
            return self if self.upper else other
        return Quotient(self.upper * other.lower + other.upper * self.lower, self.lower * other.lower)

    def __mul__(self, other: Quotient) -> Quotient:
        if not self.upper or not other.upper:
            return self if other.upper else other
        return Quotient(self.upper * other.upper, self.lower * other.lower)

    def __truediv__(self, other: Quotient) -> Quotient:
        return Quotient(self.upper * other.lower, self.lower * other.upper)

    def __rsub__(self, integer: int) -> Quotient:
        return Quotient(integer * self.lower - self.upper, self.lower)

    def __rmul__(self, integer: int) -> Quotient:
        return Quotient(integer * self.upper, self.lower)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, int):
            return bool(self.upper == other * self.lower)
        return isinstance(other, Quotient) and bool(self.upper * other.lower == other.upper * self.lower)

    __hash__ = None  # type: ignore[assignment]  # equal quotients have different parts


class Numbers:
    """The values of plays for some hit probabilities: fractions, or quotients if there are letters.

    Players with the same letter are equally good shots.

    >>> shoot = play_of((0, 1), (Aim.at(1, 2), Aim.at(0, 2)), (((1, play_of((0,), (), ())),), ()))
    >>> Numbers((Fraction(1, 2), Fraction(0))).worth(shoot, 0)
    1
    """

    def __init__(self, hits: tuple[Fraction | str, ...]) -> None:
        needs("flint")
        from flint import Ordering, fmpq, fmpz_mpoly_ctx

        self.letters = any(isinstance(hit, str) for hit in hits)
        first, second = fmpz_mpoly_ctx.get(("a", "b"), Ordering.lex).gens()
        self.fraction, self.one, self.named = fmpq, first**0, {"a": first, "b": second}
        self.hits = [self.number(hit) for hit in hits]
        self.known: dict[Any, Any] = {}

    def number(self, value: Any) -> Any:
        """Return a hit probability or a weight in the numbers of these values."""
        if isinstance(value, str):
            return Quotient(self.named[value], self.one)
        if not self.letters:
            return self.fraction(value.numerator, value.denominator)
        return Quotient(self.one * value.numerator, self.one * value.denominator)

    def worth(self, play: LaterPlay, player: int, seat: int = 0) -> Any:
        """Return how often a player wins a play, from the first turn of the player in a seat on."""
        name = play, player, seat
        if name not in self.known:
            if len(play.order) == 1:
                self.known[name] = self.number(Fraction(int(player == play.order[0])))
            else:
                turns = [self._turn(play, number, player) for number in range(len(play.order))]
                [self.known[name]] = phase.value(turns[seat:] + turns[:seat])
        return self.known[name]

    def _turn(self, play: LaterPlay, seat: int, player: int) -> phase.Turn:
        """Return the turn of the player in a seat, with the chance that another player wins after it."""
        weights = play.aims[seat].weights
        aimed = [(self.number(weights[victim]), [self.worth(after, player)]) for victim, after in play.follows[seat]]
        return phase.turn(self.hits[play.order[seat]], aimed, 1)


# ---------------------------------------------------------------------------------------------------------
# Areas


class Areas:
    """The grid of a map, cut into areas in which no hit probability becomes 0, 1 or that of another player.

    Row `i` is `pA = i / points`, column `j` is `pB = j / points`. A *stretch* is a step where the hit probability is 0,
    1 or that of a player after B, or all steps between two of these. Two stretches and a side of the diagonal, or the
    diagonal itself, are an area.

    Parameters: `problem`, whose hit probabilities from C on count; `points`.

    >>> areas = Areas(Problem([0, 0, "1/2"]), 4)
    >>> areas.stretch.tolist(), len({*areas.number_of(*np.indices((5, 5)).reshape(2, -1)).tolist()})
    ([1, 2, 3, 4, 5], 25)
    """

    def __init__(self, problem: Problem, points: int) -> None:
        self.problem, self.points = problem, points
        steps = np.arange(points + 1)
        special = [hit * points for hit in {Fraction(0), Fraction(1), *problem.hits[2:]}]
        # A stretch has an odd number if and only if it is a single special step.
        passed = [(steps >= ceil(step)).astype(int) + (steps > floor(step)) for step in special]
        self.stretch = np.sum(passed, axis=0)
        self.count = int(self.stretch[-1]) + 1
        self.numbers = lru_cache(maxsize=10_000)(Numbers)
        self.around = lru_cache(maxsize=10_000)(self._around)
        self.ranks = lru_cache(maxsize=None)(self._ranks)

    def number_of(self, rows: np.ndarray, columns: np.ndarray) -> np.ndarray:
        """Return the numbers of the areas of some pixels."""
        return np.asarray((self.stretch[rows] * self.count + self.stretch[columns]) * 3 + np.sign(rows - columns) + 1)

    def steps(self, area: int) -> tuple[np.ndarray, np.ndarray, int]:
        """Return the rows and the columns of the stretches of an area, and its side of the diagonal, -1, 0 or 1."""
        stretches, side = divmod(area, 3)
        rows, columns = (np.flatnonzero(self.stretch == each) for each in divmod(stretches, self.count))
        return rows, columns, side - 1

    def at(self, row: int, column: int) -> tuple[Any, ...]:
        """Return the hit probabilities at a pixel."""
        return (Fraction(row, self.points), Fraction(column, self.points), *self.problem.hits[2:])

    def _around(self, row: int, column: int) -> tuple[Numbers, Numbers]:
        """Return the numbers of the area of a pixel, with letters for varying hit probabilities, and of the pixel."""
        exact = self.at(row, column)
        a, b = ("ab"[axis] if self.stretch[step] % 2 == 0 else exact[axis] for axis, step in enumerate((row, column)))
        return self.numbers((a, a if row == column else b, *exact[2:])), self.numbers(exact)

    def _ranks(self, area: int, aims: Sequence[Aim]) -> list[int] | None:
        """Return the ranks of some aims under the tie rule if they are the same in a whole area, else None.

        The rule compares linear functions of pA and pB. If they have the same order at all corners of an area, they
        have it in between.
        """
        rows, columns, side = self.steps(area)
        (top, bottom), (left, right) = (rows[0], rows[-1]), (columns[0], columns[-1])
        corners = [
            (int(row), int(column))
            for row, column in product(
                (top, bottom, left + side, right + side), (left, right, top - side, bottom - side)
            )
            if top <= row <= bottom and left <= column <= right and np.sign(row - column) == side
        ]
        if not any(aim.is_mix for aim in aims):
            corners = corners[:1]
        rule, first = self.problem.tie_rule, self.problem.order
        several = {tuple(ranked(rule, aims, self.at(*corner), first)) for corner in corners}
        return list(several.pop()) if len(several) == 1 else None


# ---------------------------------------------------------------------------------------------------------
# The judge


def runs(columns: np.ndarray) -> np.ndarray:
    """Return which columns differ from the column before.

    >>> runs(np.array([[1, 1, 2], [3, 3, 3]])).tolist()
    [True, False, True]
    """
    new = np.ones(columns.shape[1], dtype=bool)
    new[1:] = (columns[:, 1:] != columns[:, :-1]).any(axis=0)
    return new


def numbered(codes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return for each different code the first place that has it, and by place the number of its code.

    Neighbours often have the same code, so only the first of each run is sorted.

    >>> [each.tolist() for each in numbered(np.array([7, 7, 5, 7]))]
    [[2, 0], [1, 1, 0, 1]]
    """
    new = runs(codes[None])
    _, first, number = np.unique(codes[new], return_index=True, return_inverse=True)
    return np.flatnonzero(new)[first], number.reshape(-1)[np.cumsum(new) - 1]


class Judge:
    """Settles the close choices of a phase at the pixels of a batch.

    Parameters: `batch`; `order`, the phase.
    """

    def __init__(self, batch: Any, order: Order) -> None:
        self.batch, self.order, self.known = batch, order, batch.group.known
        self.options: Options = batch.group.layouts[order].options if len(order) > 1 else ()
        self.by_winner = batch.areas.problem.tie_rule == LIKELIEST_WINNER

    @cached_property
    def later(self) -> np.ndarray:
        """Per pixel a number for the paths of all later phases with a choice, the same in all batches of a map."""
        number, members = np.zeros(self.batch.size, dtype=np.intp), set(self.order)
        phases = {
            order: answers
            for order, answers in sorted(self.batch.phases.items())
            if max(answers.counts) > 1 and set(order) < members
        }
        for answers in phases.values():
            _, number = numbered(number * prod(answers.counts) + answers.code)
        first, number = numbered(number)
        paths = zip(*(answers.code[first].tolist() for answers in phases.values()), strict=True) if phases else [()]
        numbers = self.known.setdefault((self.order, "later"), {})
        which = np.array([numbers.setdefault((*phases, path), len(numbers)) for path in paths])
        return np.asarray(which[number])

    def settle(
        self,
        tree: Any,
        seat: int,
        node: np.ndarray,
        pixel: np.ndarray,
        rivals: np.ndarray,
        options: np.ndarray,
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return the chosen rivals, and where the tie rule chose.

        The steps: (1) write each choice as a question, a column of numbers; (2) ask it about the area; (3) ask what is
        left about the pixel.

        Parameters: `tree`; `seat`, -1 for the last player before all histories; by choice the history `node` and the
        `pixel`; `rivals`, rivals x choices, which of them are close, and their `options`.
        """
        here = pixel + tree.start
        paths = [self._codes(tree, seat, node, pixel, *one) for one in enumerate(options)]
        question = np.stack([self.batch.area[here], self.later[here], *np.where(rivals, np.array(paths) + 1, 0)])
        chosen, tie = self._answers(seat, AREA, question, here)
        left = np.flatnonzero(chosen < 0)
        if left.size:
            place = self.batch.rows[here], self.batch.columns[here]
            chosen[left], tie[left] = self._answers(seat, PIXEL, np.vstack([question, *place])[:, left], here[left])
        return chosen, tie.astype(bool)

    def _codes(
        self, tree: Any, seat: int, node: np.ndarray, pixel: np.ndarray, rival: int, option: np.ndarray
    ) -> np.ndarray:
        """Return per choice the number of the whole path: the history, an option of the player, and the replies."""
        if seat < 0:
            return option
        code: np.ndarray = node * tree.counts[seat] + option
        if seat + 1 == len(tree.counts):
            return code
        replies, _ = tree.follow(seat + 1, node * tree.counts[seat] + rival, pixel)
        for count, reply in zip(tree.counts[seat + 1 :], replies, strict=True):
            code = code * count + reply
        return code

    def _answers(
        self, seat: int, nearness: int, questions: np.ndarray, pixels: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return the answers to questions, asked once where neighbours share one; -1 where there is no one answer."""
        new = runs(questions)
        answers = []
        for entry in np.flatnonzero(new).tolist():
            name = self.order, seat, nearness, questions[:, entry].tobytes()
            if name not in self.known:
                paths = questions[2 : len(questions) - 2 * nearness, entry].tolist()
                self.known[name] = self._answer(seat, paths, int(pixels[entry]), nearness)
            answers.append(self.known[name])
        chosen, tie = np.array(answers)[np.cumsum(new) - 1].T
        return chosen, tie

    def _answer(self, seat: int, codes: Sequence[int], pixel: int, nearness: int) -> tuple[int, bool]:
        """Return the chosen one of some paths, and whether the tie rule chose it; -1 if the area has no one answer.

        Parameters: `seat`; `codes`, the numbers of the paths plus 1, 0 for an option that is not close; `pixel`;
        `nearness`.
        """
        listed = [rival for rival, code in enumerate(codes) if code]
        counts: tuple[int, ...] = tuple(map(len, self.options)) if seat >= 0 else (len(self.options[-1]),)
        paths: list[tuple[int, ...]] = [tuple(map(int, np.unravel_index(codes[rival] - 1, counts))) for rival in listed]
        aims = [self.options[seat][path[max(seat, 0)]] for path in paths]
        plays = self._plays(seat, paths, aims, pixel)
        numbers = self.batch.numbers(pixel)[nearness]
        best = self._best([numbers.worth(play, self.order[seat], seat) for play in plays], numbers)
        if len(best) < 2:
            return (listed[best[0]], False) if best else (-1, False)
        if self.by_winner:
            taken = self._likeliest([(aims[one], plays[one]) for one in best], seat, numbers)
        else:
            taken = self._preferred([aims[one] for one in best], pixel, numbers)
        return (listed[best[taken]], True) if taken >= 0 else (-1, False)

    def _plays(self, seat: int, paths: Sequence[tuple[int, ...]], aims: Sequence[Aim], pixel: int) -> list[LaterPlay]:
        """Return the plays to compare.

        If the paths differ in one player's aim alone, and these aims are equally likely to be at somebody, the order of
        their worths does not depend on the others; then the plays in which only this player shoots are shorter.
        """
        alone = seat < 0 or (
            not self.by_winner
            and len({aim.total for aim in aims}) == 1
            and len({(*path[:seat], *path[seat + 1 :]) for path in paths}) == 1
        )
        if alone:
            return [self.batch.play_alone(self.order, seat, aim, pixel) for aim in aims]
        return [self.batch.play_along(self.order, path, pixel) for path in paths]

    def _best(self, worths: Sequence[Any], numbers: Numbers) -> list[int]:
        """Return which worths are the largest: all if they are equal, none if this is not clear in a whole area."""
        if numbers.letters:
            return [*range(len(worths))] if all(worth == worths[0] for worth in worths) else []
        most = max(worths)
        return [number for number, worth in enumerate(worths) if worth == most]

    def _likeliest(self, equal: Sequence[tuple[Aim, LaterPlay]], seat: int, numbers: Numbers) -> int:
        """Return the aim whose target wins most often, -1 if it is not the same in a whole area."""
        scores = []
        for aim, play in equal:
            parts = [numbers.number(aim.weights[each]) * numbers.worth(play, each, seat) for each in aim.targets]
            scores.append(sum(parts, numbers.number(Fraction(0))))
        if numbers.letters:
            return 0 if all(score == scores[0] for score in scores) else -1
        return scores.index(max(scores))

    def _preferred(self, aims: Sequence[Aim], pixel: int, numbers: Numbers) -> int:
        """Return the aim that the tie rule takes, -1 if it does not take the same in a whole area."""
        batch = self.batch
        if numbers.letters:
            ranks = batch.areas.ranks(int(batch.area[pixel]), tuple(aims))
        else:
            at = batch.areas.at(int(batch.rows[pixel]), int(batch.columns[pixel]))
            ranks = ranked(batch.areas.problem.tie_rule, aims, at, batch.areas.problem.order)
        return ranks.index(0) if ranks else -1

    # -- the order of the win probabilities

    def in_order(self, win: np.ndarray, code: np.ndarray, bound: float) -> np.ndarray:
        """Return the win probabilities of all players as doubles in their exact order.

        Parameters: `win`, players x pixels, with a relative error below `bound`; `code`, per pixel the chosen path.
        """
        margin = 1.0 + 2.1 * bound
        pairs = list(combinations(range(len(win)), 2))
        both = [(np.minimum(win[one], win[other]), np.maximum(win[one], win[other])) for one, other in pairs]
        close = [(least * margin >= most) & (most > 0.0) for least, most in both]
        unsure = np.flatnonzero(np.any(close, axis=0))
        if not unsure.size:
            return win
        ordered, more = win.copy(), win[:, None, unsure] < win[None, :, unsure]
        for (one, other), near in zip(pairs, close, strict=True):
            here = np.flatnonzero(near[unsure])
            if here.size:
                more[one, other, here], more[other, one, here] = self._compared(one, other, unsure[here], code)
        ordered[:, unsure] = in_order(win[:, unsure], more.sum(axis=1))
        return ordered

    def _compared(self, one: int, other: int, close: np.ndarray, code: np.ndarray) -> np.ndarray:
        """Return, for two players with close chances at some pixels, who of them wins less often, exactly."""
        new = runs(np.stack([self.batch.area[close], self.later[close], code[close]]))
        alike = [self._both(one, other, pixel, AREA) for pixel in close[new].tolist()]
        same = np.array([mine == its for mine, its in alike], dtype=bool)[np.cumsum(new) - 1]
        less = np.zeros((2, len(close)), dtype=bool)
        for entry in np.flatnonzero(~same).tolist():
            mine, its = self._both(one, other, int(close[entry]), PIXEL)
            less[:, entry] = mine < its, its < mine
        return less

    def _both(self, one: int, other: int, pixel: int, nearness: int) -> Iterable[Any]:
        """Return how often two players win, in the area of a pixel or at the pixel."""
        play, numbers = self.batch.play(self.order, pixel), self.batch.numbers(pixel)[nearness]
        return numbers.worth(play, one), numbers.worth(play, other)
