r"""The best breakers, by exact search: in expectation, for any weights of the codes, and in the worst case.

The costs of a set $S$ of possible codes are

$$V(S) = \min_g ( w(S) + \sum_{f \ne \text{solved}} V(S_{g, f}) ), \qquad
W(S) = \min_g ( 1 + \max_{f \ne \text{solved}} W(S_{g, f}) ),$$

the weighted total and the largest length, where $S_{g, f}$ are the codes of $S$ for which the guess $g$ gets the
feedback $f$. Only proved bounds and symmetries cut the search:

- a tree has one guess at its root and at most $k$ times more on every next level, where $k$ is the number of feedbacks
  except the solved one; so it solves at most one code with the first guess, $k$ with the second, $k^2$ with the third,
  at best the heaviest first;
- guesses that cut a set into the same parts are equivalent, and so are guesses that differ only by swaps of two places
  or of two colours that map the set onto itself.

A set of codes is an integer whose bits are its codes.

**Stored searches.** A file can store the results for sets of codes (`truel_ref.games.kept`), a line for each part of a
part of the whole game. A resumed search begins with the whole game again, and recalls at every part the results that
the earlier search had there: it skips settled sets, in the same order of guesses, and so ends in the same tree as an
uninterrupted search.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

from truel_ref.budget import check
from truel_ref.errors import GameError, shown
from truel_ref.files import Pathlike, Progress
from truel_ref.games.kept import Kept
from truel_ref.games.mastermind.breakers import Breaker, grown
from truel_ref.games.mastermind.codes import Game, classes_of_codes, feedback_rows, swaps
from truel_ref.games.mastermind.strategies import STRATEGIES, breaker_by
from truel_ref.kernels.graphs import connected_parts
from truel_ref.records.record import count, each

__all__ = ["MOST_SEARCHED", "NAMED", "breaker_named", "least_total", "least_worst", "weighted_optimum"]

MOST_SEARCHED = 625
"""Largest number of codes for the search for the best breaker in expectation."""


NAMED = (*STRATEGIES, "expected", "worst")
"""The names of breakers: the strategies, the least total and the least longest game."""


_FORMAT = 1  # raise it when the order of the search changes: then older files are refused
_MANY = 6  # codes of a set for which it pays to look for symmetries


Answer: TypeAlias = tuple[int, int, "int | None"]
"""A set of codes, its cost, and its best guess; without a guess, a lower bound of the cost."""

Lesson: TypeAlias = "tuple[int | None, tuple[Answer, ...]]"
"""The part of the game that the search has reached, if it is new, and the answers since the last lesson."""

_KEPT_DEPTH = 2  # parts of parts are kept


def breaker_named(
    game: Game, name: str, progress: Progress = lambda more: None, keep: Pathlike | None = None
) -> Breaker:
    """Return the breaker of a name of `NAMED`.

    Parameters: `game`; `name`; `progress`, called with the amount of new work; `keep`, a file that stores the work and
    resumes it. Raises `GameError` for an unknown name, and the errors of `least_total`.

    >>> [breaker_named(Game(3, 2), name).lengths().total for name in NAMED]
    [21, 18, 18, 18, 18, 18]
    """
    if name == "expected":
        return least_total(game, progress, keep)
    if name == "worst":
        return least_worst(game, progress, keep)
    if not isinstance(name, str) or name not in STRATEGIES:
        raise GameError(f"strategy: {shown(name)} is unknown; choose from {', '.join(NAMED)}")
    return breaker_by(game, name, progress, keep)


def least_total(game: Game, progress: Progress = lambda more: None, keep: Pathlike | None = None) -> Breaker:
    """Return a breaker of the least total, which is the least expected length if all codes are equally likely.

    Often there are several; the search always returns the same one.

    Parameters: `game`, with at most 625 codes; `progress`, called with the number of newly settled sets of codes;
    `keep`, a file that stores the search and resumes it. Raises `GameError` for a larger game and for a file with other
    content, and `FileError` if the file cannot be written.

    >>> least_total(Game(3, 2)).lengths().total
    18
    """
    _refuse_many(game)
    with _kept_search(game, "expected", keep) as kept:
        return _Totals(game, [1] * game.codes, progress, kept).optimum()


def weighted_optimum(game: Game, weights: Sequence[int], progress: Progress = lambda more: None) -> Breaker:
    """Return a breaker of the least weighted total of lengths.

    Parameters: `game`, with at most 625 codes; `weights`, an integer >= 0 for every code, equal for codes that differ
    only by places of pegs and names of colours; `progress` as for `least_total`. Raises `GameError` for a larger game
    and for other weights.

    >>> weighted_optimum(Game(2, 2), [0, 1, 1, 0]).lengths().counts
    (1, 2, 1)
    """
    _refuse_many(game)
    if len(weights) != game.codes or min(weights) < 0:
        raise GameError(f"weights: there must be {game.codes}, none below 0")
    if any(len({weights[code] for code in codes}) > 1 for codes in classes_of_codes(game)):
        raise GameError("weights: codes that differ only by places of pegs and names of colors must weigh the same")
    return _Totals(game, weights, progress).optimum()


def _refuse_many(game: Game) -> None:
    if game.codes > MOST_SEARCHED:
        raise GameError(
            f"{game} make {game.codes:,} codes; the least total is searched for {MOST_SEARCHED} at most, "
            f"so take a strategy: knuth, irving, neuwirth or kooi"
        )


def _kept_search(game: Game, best: str, keep: Pathlike | None) -> Kept[Lesson]:
    about = {"game": "mastermind", "pegs": game.pegs, "colors": game.colors, "best": best, "format": _FORMAT}
    return Kept(keep, about, _read_lesson, list)


def _read_lesson(data: Any) -> Lesson:
    part, answers = data
    return _count_or_none(part), each(_read_answer)(answers)


def _read_answer(data: Any) -> Answer:
    codes, bound, guess = data
    return count(codes), count(bound), _count_or_none(guess)


def _count_or_none(value: object) -> int | None:
    return None if value is None else count(value)


def least_worst(game: Game, progress: Progress = lambda more: None, keep: Pathlike | None = None) -> Breaker:
    """Return a breaker whose longest game is as short as possible.

    The steps: for limits 1, 2, 3 … search a breaker that never takes more guesses; the first limit with a breaker is
    the answer. Give up a set at once if it has more codes than a tree of the remaining depth can solve.

    Parameters: `game`, with any number of codes (large games may take long); `progress`, called with the number of
    newly settled sets of codes; `keep`, a file that stores the search and resumes it. Raises `GameError` for a file
    with other content, and `FileError` if the file cannot be written.

    >>> least_worst(Game(3, 2)).lengths().worst
    3
    """
    with _kept_search(game, "worst", keep) as kept:
        search = _Depths(game, progress, kept)
        limit = 1
        while not search.within(search.whole, limit):
            limit += 1
    return search.tree()


@lru_cache(maxsize=2)
def _by_feedback(game: Game) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return for every guess the codes that get each feedback except the solved one, as bits."""
    every = []
    for row in feedback_rows(game):
        codes: dict[int, int] = {}
        for code, feedback in enumerate(row):
            if feedback != game.solved:
                codes[feedback] = codes.get(feedback, 0) | 1 << code
        every.append(tuple(sorted(codes.items())))
    return tuple(every)


class _TreeSearch:
    """The common part of both searches: cutting sets of codes, choosing guesses, and storing results."""

    def __init__(self, game: Game, progress: Progress, kept: Kept[Lesson] | None) -> None:
        self.game = game
        self.progress = progress
        self.masks = _by_feedback(game)
        self.swaps = swaps(game)
        self.whole = (1 << game.codes) - 1
        self.chosen: dict[int, int] = {}
        self.branching = len(game.feedbacks) - 1
        self.kept = kept
        self.lessons = deque(kept.pieces if kept is not None else [])
        self.new: list[Answer] = []

    def learn(self, codes: int, bound: int, guess: int | None) -> None:
        """Store the cost of a set."""
        self.new.append((codes, bound, guess))
        if guess is not None:
            self.chosen[codes] = guess

    def keep(self, part: int | None = None) -> None:
        """Write new answers to the file, before the search goes on to another part."""
        # While there are lessons to recall, the search repeats an earlier search and learns nothing new.
        if self.kept is not None and not self.lessons and (self.new or part is not None):
            self.kept.add((part, tuple(self.new)))
        self.new.clear()

    def recall(self) -> None:
        """Learn the stored answers up to the next change of part."""
        while self.lessons and self.lessons[0][0] is None:
            for answer in self.lessons.popleft()[1]:
                self.learn(*answer)
        self.new.clear()

    def tree(self) -> Breaker:
        """Return the breaker of a finished search."""
        return grown(self.game, self.whole, self.guess, self.cut)

    def guess(self, codes: int) -> int:
        """Return the best guess for a settled set."""
        return self.chosen[codes] if codes in self.chosen else self._for_few(codes)

    def _for_few(self, codes: int) -> int:
        return _bits(codes)[0]

    def cut(self, guess: int, codes: int) -> list[tuple[int, int]]:
        """Return the parts into which a guess cuts a set, with their feedbacks, except the solved one."""
        return [(feedback, part) for feedback, mask in self.masks[guess] if (part := codes & mask)]

    def cuts(self, codes: int) -> Iterator[tuple[int, list[int]]]:
        """Yield the guesses that cut a set differently, consistent ones first, with the parts."""
        seen = set()
        for guess in self._different(codes):
            parts = [part for _, mask in self.masks[guess] if (part := codes & mask)]
            if parts[:1] == [codes]:
                continue  # this guess does not cut the set
            key = tuple(sorted(parts))
            if key not in seen:
                seen.add(key)
                yield guess, parts

    def _different(self, codes: int) -> Sequence[int]:
        """Return the guesses to try: one of each class under the symmetries of the set."""
        inside = _bits(codes)
        guesses = [*inside, *_bits(codes ^ self.whole)]
        if len(inside) < _MANY:
            return guesses
        keeping = [image for image in self.swaps if all(codes >> image[code] & 1 for code in inside)]
        if not keeping:
            return guesses
        return [alike[0] for alike in connected_parts(guesses, lambda guess: [image[guess] for image in keeping])]


class _Totals(_TreeSearch):
    """The least weighted total of every set of codes that the search meets."""

    def __init__(
        self, game: Game, weights: Sequence[int], progress: Progress, kept: Kept[Lesson] | None = None
    ) -> None:
        super().__init__(game, progress, kept)
        self.weights = weights
        kinds = sorted(set(weights), reverse=True)
        self.alike = [(weight, sum(1 << code for code, own in enumerate(weights) if own == weight)) for weight in kinds]
        self.exact: dict[int, int] = {}
        self.at_least: dict[int, int] = {}
        self.bounds: dict[tuple[int, ...], int] = {}

    def optimum(self) -> Breaker:
        """Return a tree of the least weighted total."""
        self.least(self.whole, self.weight(self.whole) * self.game.codes + 1)
        return self.tree()

    def learn(self, codes: int, bound: int, guess: int | None) -> None:
        """Store the cost of a set, or without a guess a lower bound."""
        super().learn(codes, bound, guess)
        (self.at_least if guess is None else self.exact)[codes] = bound

    def enter(self, codes: int) -> None:
        """Enter a part: recall its stored answers, or write that the next answers belong to it."""
        if self.kept is None or not self.lessons:
            self.keep(codes)
            return
        part, answers = self.lessons.popleft()
        if part != codes or answers:
            raise self.kept.damaged()
        self.recall()

    def weight(self, codes: int) -> int:
        """Return the weight of a set."""
        return sum(weight * (codes & alike).bit_count() for weight, alike in self.alike)

    def bound(self, codes: int) -> int:
        """Return a lower bound of the cost of a set, equal to the cost for one and two codes."""
        known = self.exact.get(codes) or self.at_least.get(codes)
        if known:
            return known
        counts = tuple((codes & alike).bit_count() for _, alike in self.alike)
        if counts not in self.bounds:
            listed = [weight for (weight, _), number in zip(self.alike, counts, strict=True) for _ in range(number)]
            total, first, width, depth = 0, 0, 1, 1
            while first < len(listed):
                total += depth * sum(listed[first : first + width])
                first, width, depth = first + width, width * self.branching, depth + 1
            self.bounds[counts] = total
        return self.bounds[counts]

    def _for_few(self, codes: int) -> int:
        return max(_bits(codes), key=lambda code: (self.weights[code], -code))

    def least(self, codes: int, limit: int, depth: int = 0) -> int:
        """Return the cost of a set if it is below a limit, else a lower bound that reaches the limit."""
        known = self.exact.get(codes)
        if known is not None:
            return known
        bound = self.bound(codes)
        if bound >= limit or codes.bit_count() <= 2:
            return bound
        check()
        weight = self.weight(codes)
        listed = sorted(
            (
                (weight + sum(floors := [*map(self.bound, parts)]), guess, parts, floors)
                for guess, parts in self.cuts(codes)
            ),
            key=lambda cut: cut[0],
        )
        if depth < _KEPT_DEPTH:
            self.enter(codes)  # after making the list, whose order later answers would change
        best, chosen = limit, -1
        for at_least, guess, parts, floors in listed:
            if at_least >= best:
                break
            cost = at_least
            # Answers on a part since the making of the list are in `least` and must not count twice.
            for part, floor in sorted(zip(parts, floors, strict=True), key=lambda each: -each[0].bit_count()):
                cost += self.least(part, best - cost + floor, depth + 1) - floor
                if depth < _KEPT_DEPTH:
                    self.keep()
                if cost >= best:
                    break
            if cost < best:
                best, chosen = cost, guess
                if best == bound:
                    break
        if best < limit:
            self.learn(codes, best, chosen)
            self.progress(1)
        else:
            self.learn(codes, limit, None)
        return best


class _Depths(_TreeSearch):
    """The search for sets of codes that can be solved within a number of guesses."""

    def __init__(self, game: Game, progress: Progress, kept: Kept[Lesson]) -> None:
        super().__init__(game, progress, kept)
        self.can: dict[int, int] = {}
        self.cannot: dict[int, int] = {}
        self.room = [0, 1]
        while self.room[-1] < game.codes and self.branching > 0:
            self.room.append(1 + self.branching * self.room[-1])
        self.recall()

    def learn(self, codes: int, bound: int, guess: int | None) -> None:
        """Store a number of guesses within which a set can be solved, or without a guess cannot."""
        super().learn(codes, bound, guess)
        (self.cannot if guess is None else self.can)[codes] = bound

    def within(self, codes: int, limit: int, depth: int = 0) -> bool:
        """Return whether a set can be solved within a number of guesses."""
        check()
        many = codes.bit_count()
        if many > self.room[min(limit, len(self.room) - 1)]:
            return False
        if many <= min(2, limit) or self.can.get(codes, limit + 1) <= limit:
            return True
        if self.cannot.get(codes, 0) >= limit:
            return False
        most = self.room[min(limit - 1, len(self.room) - 1)]
        listed = [
            (max(map(int.bit_count, parts)), guess, parts)
            for guess, parts in self.cuts(codes)
            if all(part.bit_count() <= most for part in parts)
        ]
        for _, guess, parts in sorted(listed, key=lambda cut: cut[0]):
            largest_first = sorted(parts, key=int.bit_count, reverse=True)
            if all(self._part_within(part, limit - 1, depth + 1) for part in largest_first):
                self.learn(codes, limit, guess)
                self.progress(1)
                return True
        self.learn(codes, limit, None)
        return False

    def _part_within(self, codes: int, limit: int, depth: int) -> bool:
        within = self.within(codes, limit, depth)
        if depth <= _KEPT_DEPTH:
            self.keep()
        return within


def _bits(codes: int) -> list[int]:
    """Return the codes of a set, ascending."""
    listed = []
    while codes:
        listed.append((codes & -codes).bit_length() - 1)
        codes &= codes - 1
    return listed
