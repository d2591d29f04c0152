r"""Mastermind: codes and feedback, breakers as trees, strategies, random and best breakers, and the adversary.

A code has `pegs` signs, each one of `colors`. Feedback to a guess is (black, white): black counts the places where both
agree; white counts the further pegs that agree in another place. Internally a code is its number in lexicographic order
and a feedback its number in ascending order of (black, white), so the solved feedback is the last.

The best breakers come from an exact search. The costs of a set $S$ of possible codes are

$$V(S) = \min_g ( w(S) + \sum_{f \ne \text{solved}} V(S_{g, f}) ), \qquad
W(S) = \min_g ( 1 + \max_{f \ne \text{solved}} W(S_{g, f}) ),$$

the weighted total and the largest length, where $S_{g, f}$ are the codes of $S$ for which the guess $g$ gets the
feedback $f$. docs/use/mastermind.md has the rules and the proofs.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import chain, combinations, count, repeat
from math import inf, lcm, prod
from operator import mul
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from truel_ref.errors import ProblemError, refuse, shown
from truel_ref.files import Progress
from truel_ref.games import GameRecord
from truel_ref.kernels.graphs import reached
from truel_ref.kernels.matrix_game import Mixes, optimal_mixes
from truel_ref.limits import check
from truel_ref.numbers import decimal_text, number_text, read_count
from truel_ref.records.record import Source, frozen, member
from truel_ref.records.table import Percent, Table

if TYPE_CHECKING:
    import numpy as np

# ---------------------------------------------------------------------------------------------------------
# Codes and feedback

COLORS = "123456789abcdefghijklmnopqrstuvwxyz"
"""The signs of the colours."""


@dataclass(frozen=True)
class CodeGame:
    """A game of Mastermind, by its numbers of pegs and colours.

    Parameters: `pegs`, from 1 to 13; `colors`, from 1 to 35. Raises `NumberError` for other numbers, `ProblemError` for
    more than 10,000 codes.

    >>> game = CodeGame(4, 6)
    >>> game.codes, game.number("1122"), game.text(7), game.feedbacks[-1]
    (1296, 7, '1122', (4, 0))
    """

    pegs: int
    colors: int

    def __post_init__(self) -> None:
        read_count(self.pegs, "pegs", 1, 13)
        read_count(self.colors, "colors", 1, len(COLORS))
        _refuse_many(self, 10_000, "take fewer pegs or colors")  # the feedback table has their square of bytes

    @property
    def codes(self) -> int:
        """The number of codes."""
        return int(self.colors**self.pegs)

    @cached_property
    def feedbacks(self) -> tuple[tuple[int, int], ...]:
        """The feedbacks (black, white) in ascending order; (pegs - 1, 1) is impossible."""
        return tuple(
            (black, white)
            for black in range(self.pegs + 1)
            for white in range(self.pegs - black + 1)
            if (black, white) != (self.pegs - 1, 1)
        )

    @property
    def solved(self) -> int:
        """The number of the feedback that ends a game."""
        return len(self.feedbacks) - 1

    def text(self, code: int) -> str:
        """Return a code as text, one sign for each peg."""
        return "".join(COLORS[code // self.colors**place % self.colors] for place in reversed(range(self.pegs)))

    def number(self, text: object) -> int:
        """Return the number of a code from its text. Raises `ProblemError` for text that is not a code of this game.

        >>> CodeGame(4, 6).number("1127")
        Traceback (most recent call last):
        truel_ref.errors.ProblemError: '1127' is not a code of 4 pegs, 6 colors, which is 4 of the signs 123456
        """
        signs = COLORS[: self.colors]
        if isinstance(text, str) and len(text) == self.pegs and set(text) <= set(signs):
            return sum(signs.index(sign) * self.colors**place for place, sign in enumerate(reversed(text)))
        raise ProblemError(f"{shown(text)} is not a code of {self}, which is {self.pegs} of the signs {signs}")

    def __str__(self) -> str:
        return f"{self.pegs} peg{'s' * (self.pegs > 1)}, {self.colors} color{'s' * (self.colors > 1)}"


def _refuse_many(game: CodeGame, most: int, way_out: str) -> None:
    refuse(
        ProblemError,
        (game.codes > most, f"{game} make {game.codes:,} codes, and {most:,} are the most here; {way_out}"),
    )


def _signs(game: CodeGame) -> np.ndarray[Any, Any]:
    """Return the colours of all codes: a row for each peg, a column for each code."""
    import numpy as np

    return np.indices((game.colors,) * game.pegs).reshape(game.pegs, -1)


@lru_cache(maxsize=2)
def feedback_table(game: CodeGame) -> np.ndarray[Any, Any]:
    """Return the number of the feedback for every guess (row) and code (column): a square array of bytes, symmetric.

    >>> feedback_table(CodeGame(2, 2)).tolist()
    [[4, 3, 3, 0], [3, 4, 2, 3], [3, 2, 4, 3], [0, 3, 3, 4]]
    """
    import numpy as np

    signs = _signs(game).astype(np.uint8)
    counts = np.stack([(signs == color).sum(axis=0, dtype=np.uint8) for color in range(game.colors)])
    index = np.zeros((game.pegs + 1, game.pegs + 1), dtype=np.uint8)  # by black, and by agreement in any place
    for number, (black, white) in enumerate(game.feedbacks):
        index[black, black + white] = number
    pairs = zip(signs.T[:, :, None], counts.T[:, :, None], strict=True)
    return np.stack([index[(signs == own).sum(axis=0), np.minimum(counts, many).sum(axis=0)] for own, many in pairs])


@lru_cache(maxsize=2)
def feedback_rows(game: CodeGame) -> tuple[bytes, ...]:
    """Return the rows of the feedback table as bytes, whose entries are fast to read."""
    return tuple(row.tobytes() for row in feedback_table(game))


def _parts(game: CodeGame, guess: int, codes: Sequence[int]) -> list[tuple[int, list[int]]]:
    """Return the parts into which a guess cuts some codes, by feedback, ascending, except the solved code."""
    row, parts = feedback_rows(game)[guess], defaultdict[int, list[int]](list)
    for code in codes:
        parts[row[code]].append(code)
    return sorted((feedback, part) for feedback, part in parts.items() if feedback != game.solved)


@lru_cache(maxsize=2)
def _swaps(game: CodeGame) -> list[list[int]]:
    """Return the permutation of codes for each swap of two colours and each swap of two pegs.

    The swaps generate all symmetries of the game: they change no feedback when applied to both codes.

    >>> _swaps(CodeGame(2, 2))
    [[3, 2, 1, 0], [0, 2, 1, 3]]
    """
    import numpy as np

    def swapped(many: int) -> Iterator[np.ndarray[Any, Any]]:
        for one, other in combinations(range(many), 2):
            order = np.arange(many)
            order[[one, other]] = other, one
            yield order

    signs, powers = _signs(game), game.colors ** np.arange(game.pegs)[::-1]
    images = chain((order[signs] for order in swapped(game.colors)), (signs[order] for order in swapped(game.pegs)))
    return [(powers @ image).tolist() for image in images]


def classes_of_codes(game: CodeGame) -> list[list[int]]:
    """Return the classes of codes that differ only by places of pegs and names of colours.

    The sorted numbers of pegs per colour determine the class.

    >>> game = CodeGame(3, 2)
    >>> [[game.text(code) for code in codes] for codes in classes_of_codes(game)]
    [['111', '222'], ['112', '121', '122', '211', '212', '221']]
    """
    classes: defaultdict[tuple[int, ...], list[int]] = defaultdict(list)
    for code in range(game.codes):
        classes[tuple(sorted(Counter(game.text(code)).values()))].append(code)
    return list(classes.values())


# ---------------------------------------------------------------------------------------------------------
# Breakers


@dataclass(frozen=True)
class Lengths(GameRecord):
    """The distribution of lengths of a breaker.

    Fields: `game`; `breaker`, its name; `counts`, of codes by number of guesses, from 1 to the longest game; `total`,
    the sum of all lengths; `mean`, the expected length if all codes are equally likely.
    """

    game: CodeGame
    breaker: str
    counts: tuple[int, ...]
    total: int
    mean: Fraction

    def _table(self) -> Table:
        rows = [
            (length, codes, Percent(Fraction(codes, self.game.codes)))
            for length, codes in enumerate(self.counts, start=1)
        ]
        notes = [
            f"total {self.total:,}, mean {number_text(self.mean)} ({decimal_text(self.mean, 3)}), longest "
            f"{len(self.counts)}",
            f"{self.game}; breaker: {self.breaker}",
        ]
        return Table(("guesses", "codes", "percent"), rows, notes=notes)


@dataclass(frozen=True)
class Played(GameRecord):
    """The game of a breaker on a code: `steps`, each with a guess, its black and white, and the codes left before."""

    code: str
    steps: tuple[tuple[str, tuple[int, int], int], ...]

    def _table(self) -> Table:
        rows = [
            (number, guess, f"{black},{white}", left)
            for number, (guess, (black, white), left) in enumerate(self.steps, 1)
        ]
        return Table(("number", "guess", "black,white", "codes left before"), rows)


class Node(NamedTuple):
    """A node of a tree.

    Fields: `parent`, the number of the node above, and `feedback`, the feedback there (both -1 at the root); `depth`,
    the number of guesses before; `guess`; `codes`, those that lead there, ascending.
    """

    parent: int
    feedback: int
    depth: int
    guess: int
    codes: Sequence[int]


@frozen
class Breaker(GameRecord):
    """A breaker: a tree with a guess at every node and a child for each possible feedback except the solved one.

    Fields: `game`; `ways`, for every code the guesses until it is solved, as numbers of codes; the last is the code.

    >>> tree = Breaker(CodeGame(1, 3), [[0], [0, 1], [0, 1, 2]])
    >>> tree.lengths().total, [guess for guess, _, _ in tree.play("3").steps]
    (6, ['1', '2', '3'])
    """

    game: CodeGame
    ways: Sequence[Sequence[int]]

    def nodes(self) -> Iterator[Node]:
        """Yield the nodes, each before those below it, in ascending order of feedbacks; numbers count them from 0."""
        waiting = [Node(-1, -1, 0, self.ways[0][0], range(self.game.codes))]
        for number in count():
            if not waiting:
                return
            node = waiting.pop()
            yield node
            below = node.depth + 1
            parts = reversed(_parts(self.game, node.guess, node.codes))
            waiting += [Node(number, feedback, below, self.ways[part[0]][below], part) for feedback, part in parts]

    def play(self, code: str) -> Played:
        """Return the game on a code. Raises `ProblemError` for an invalid code."""
        number, steps = self.game.number(code), []
        possible: Sequence[int] = range(self.game.codes)
        for guess in self.ways[number]:
            row = feedback_rows(self.game)[guess]
            steps.append((self.game.text(guess), self.game.feedbacks[row[number]], len(possible)))
            possible = [other for other in possible if row[other] == row[number]]
        return Played(code, tuple(steps))

    def lengths(self, name: str = "") -> Lengths:
        """Return the distribution of lengths over the codes."""
        lengths = Counter(map(len, self.ways))
        counts = tuple(lengths[length] for length in range(1, max(lengths) + 1))
        total = sum(map(len, self.ways))
        return Lengths(self.game, name, counts, total, Fraction(total, self.game.codes))

    def tree_text(self, depth: float = inf) -> str:
        """Return the tree as text, a line for each node: the feedback before it, the guess, and the number of codes.

        A star marks a guess that cannot be the code itself.

        Parameters: `depth`, the number of levels.

        >>> print(least_total(CodeGame(2, 2)).tree_text())
        11 (4)
          0,0: 22
          1,0: 12 (2)
            0,2: 21
        """
        lines = []
        for node in self.nodes():
            if node.depth < depth:
                before = "{},{}: ".format(*self.game.feedbacks[node.feedback]) if node.depth else ""
                star, many = "*" * (node.guess not in node.codes), len(node.codes)
                number = f" ({many})" if many > 1 else ""
                lines.append(f"{'  ' * node.depth}{before}{self.game.text(node.guess)}{star}{number}")
        return "\n".join(lines)

    def to_json(self) -> dict[str, Any]:
        """Return the tree as plain data: its nodes, each with its parent and the feedback before it."""
        nodes: list[dict[str, Any]] = [
            {
                "guess": self.game.text(node.guess),
                "after": node.parent,
                "feedback": [*self.game.feedbacks[node.feedback]],
            }
            for node in self.nodes()
        ]
        nodes[0] = {"guess": nodes[0]["guess"]}
        return {"pegs": self.game.pegs, "colors": self.game.colors, "tree": nodes}

    @classmethod
    def from_json(cls, source: Source, **known: Any) -> Self:
        """Read a breaker from JSON text or plain data, as `to_json` writes it.

        The steps: play every code in canonical order; then check that every node was reached.

        Raises `ProblemError` for other data, for a tree that does not solve a code, and for a node that no code
        reaches, naming the first culprit.

        >>> Breaker.from_json({"pegs": 1, "colors": 2, "tree": [{"guess": "1"}]})
        Traceback (most recent call last):
        truel_ref.errors.ProblemError: the tree does not solve 2: nothing new is guessed after 1 (0,0)
        """
        data = member(source, cls.__name__)
        try:
            game = CodeGame(data["pegs"], data["colors"])
            guesses = [game.number(node["guess"]) for node in data["tree"]]
            kinds = dict(zip(game.feedbacks, count(), strict=False))
            ways = [(node["after"], kinds[tuple(node["feedback"])]) for node in data["tree"][1:]]
            children = {way: number for number, way in enumerate(ways, 1)}
        except (LookupError, TypeError):
            keys = "pegs, colors, tree, and in the tree guess, after, feedback"
            raise ProblemError(f"a breaker is a JSON object with {keys}, not {shown(data)}") from None
        twice = len(children) != len(guesses) - 1
        refuse(ProblemError, (twice, "tree: it has no node, or two nodes after the same feedback"))
        solved, unreached = [], {*range(1, len(guesses))}
        for code in range(game.codes):
            node, way = 0, [guesses[0]]
            while way[-1] != code:
                feedback = feedback_rows(game)[way[-1]][code]
                node = children.get((node, feedback), 0)
                if not node:
                    last = "{} ({},{})".format(game.text(way[-1]), *game.feedbacks[feedback])
                    raise ProblemError(
                        f"the tree does not solve {game.text(code)}: nothing new is guessed after {last}"
                    )
                unreached.discard(node)
                way.append(guesses[node])
            solved.append(way)
        for node in sorted(unreached):
            culprit = f"node {node}, which guesses {game.text(guesses[node])}"
            raise ProblemError(f"the tree has a node that no code can reach: {culprit}; drop it")
        return cls(game, solved)

    def _table(self) -> Table:
        return Table(("node", "guess"), list(enumerate(self.game.text(node.guess) for node in self.nodes())))


def _grown(game: CodeGame, guess_of: Callable[[Sequence[int], int], int]) -> Breaker:
    """Return a breaker from the guess for every set of possible codes, ascending, after a number of guesses."""
    ways: list[list[int]] = [[] for _ in range(game.codes)]
    waiting: list[Sequence[int]] = [range(game.codes)]
    while waiting:
        codes = waiting.pop()
        guess = guess_of(codes, len(ways[codes[0]]))
        for code in codes:
            ways[code].append(guess)
        waiting += [part for _, part in _parts(game, guess, codes)]
    return Breaker(game, ways)


# ---------------------------------------------------------------------------------------------------------
# Random breakers


def random_breaker(game: CodeGame, seed: int, progress: Progress = lambda more: None) -> Breaker:
    """Return a random breaker; the same seed gives the same tree.

    The steps: (1) the root guesses code number `randrange(N)` of all codes in lexicographic order, with
    `random.Random(seed)`; (2) play every code in canonical order; if a child is missing, add it, and let it guess
    number `randrange(n)` of the `n` codes without a guess in this game, in lexicographic order.

    Parameters: `game`, with at most 2,000 codes; `seed`, an integer >= 0; `progress`, called with 1 for every code.

    Raises `ProblemError` for a larger game, `NumberError` for an invalid seed.

    >>> random_breaker(CodeGame(4, 2), seed=1).lengths().counts[:4]
    (1, 1, 1, 0)
    """
    _refuse_many(game, 2_000, "random breakers have nearly half the square of that many nodes")
    draw = Random(read_count(seed, "seed", 0)).randrange
    rows, ways = feedback_rows(game), list[list[int]]()
    guesses, children = [draw(game.codes)], dict[tuple[int, int], int]()
    for code in range(game.codes):
        left = list(range(game.codes))  # the codes without a guess in this game
        node, way = 0, [guesses[0]]
        while way[-1] != code:
            del left[bisect_left(left, way[-1])]
            after = node, rows[way[-1]][code]
            if after not in children:
                children[after] = len(guesses)
                guesses.append(left[draw(len(left))])
            node = children[after]
            way.append(guesses[node])
        ways.append(way)
        progress(1)
    return Breaker(game, ways)


def shrink(breaker: Breaker) -> Breaker:
    """Return the breaker in which every node with a single consistent code guesses that code.

    This lengthens no game: the last possible code is guessed at once.

    >>> tree = random_breaker(CodeGame(4, 2), seed=1)
    >>> tree.lengths().total, shrink(tree).lengths().total
    (131, 60)
    """
    return _grown(breaker.game, lambda codes, depth: codes[0] if len(codes) == 1 else breaker.ways[codes[0]][depth])


def triangle(breaker: Breaker) -> Breaker:
    """Return the breaker in which no guess is a third code that only distinguishes two codes.

    A node with an inconsistent guess and exactly two children, both leaves, takes the guess of the leaf that is first
    in canonical order; this leaf is dropped, and the other leaf follows the feedback that the new guess gives for it.
    The two codes then take three guesses instead of four, so the total falls by 1 at every such node.

    >>> tree = shrink(random_breaker(CodeGame(4, 2), seed=1))
    >>> tree.lengths().total, triangle(tree).lengths().total
    (60, 56)
    """

    def guess_of(codes: Sequence[int], depth: int) -> int:
        cut = [len(breaker.ways[code]) for code in codes] == [depth + 2] * 2  # two codes, and each is guessed next
        return codes[0] if cut else breaker.ways[codes[0]][depth]

    return _grown(breaker.game, guess_of)


# ---------------------------------------------------------------------------------------------------------
# Strategies that look one guess ahead


def _ranks_of_disorder(sizes: np.ndarray[Any, Any]) -> list[int]:
    r"""Return the ranks of the disorders of parts, which are too large for an array.

    The disorder is the product of $n^n$ over the sizes $n$ of parts: the smaller it is, the larger the entropy. For the
    entropy of parts of $N$ codes is $\log N - \frac1N \sum n \log n$, and $\sum n \log n$ is its logarithm.
    """
    every = [tuple(sorted(filter(None, row))) for row in sizes.tolist()]
    disorder = {parts: prod(size**size for size in parts) for parts in {*every}}
    ranked = sorted({*disorder.values()})
    return [bisect_left(ranked, disorder[parts]) for parts in every]


STRATEGIES: Mapping[str, Callable[[Any], Any]] = {
    "knuth": lambda sizes: sizes.max(axis=1),
    "irving": lambda sizes: (sizes * sizes).sum(axis=1),
    "neuwirth": _ranks_of_disorder,
    "kooi": lambda sizes: -(sizes > 0).sum(axis=1),
}
"""The integers that each strategy minimises over its guesses, from the sizes of their parts.

knuth: the largest part. irving: the expected size of the part, times the number of codes: the sum of squares. neuwirth:
the disorder, for the largest entropy. kooi: the number of parts with its sign changed; the solved feedback is a part.

Sources: D. E. Knuth, The computer as Master Mind, Journal of Recreational Mathematics 9 (1976); R. W. Irving, Towards
an optimum Mastermind strategy, the same 11 (1978); E. Neuwirth, Some strategies for Mastermind, Zeitschrift für
Operations Research 26 (1982); B. Kooi, Yet another Mastermind strategy, ICGA Journal 28 (2005).
"""

NAMES = (*STRATEGIES, "expected", "worst")
"""The names of breakers: the strategies, the least total and the least longest game."""


def best_guess(game: CodeGame, codes: Sequence[int] | np.ndarray[Any, Any], strategy: str) -> int:
    """Return the guess of a strategy for a set of possible codes.

    Of equal guesses it prefers a consistent guess (which may be the code), and then the first in canonical order.

    Parameters: `game`; `codes`, the numbers of at least one code; `strategy`, a key of `STRATEGIES`.

    >>> game = CodeGame(4, 6)
    >>> [game.text(best_guess(game, range(1296), name)) for name in STRATEGIES]
    ['1122', '1123', '1234', '1123']
    """
    import numpy as np

    parts = feedback_table(game)[:, np.asarray(codes)]
    # For every guess (row) the sizes of the parts into which it cuts the codes, by feedback (column).
    sizes = np.empty((game.codes, len(game.feedbacks)), dtype=int)
    for kind in range(len(game.feedbacks)):
        check()
        sizes[:, kind] = np.count_nonzero(parts == kind, axis=1)
    costs = np.asarray(STRATEGIES[strategy](sizes))
    best = np.flatnonzero(costs == costs.min())
    consistent = best[sizes[best, game.solved] == 1]
    return int(consistent[0] if len(consistent) else best[0])


def breaker_named(game: CodeGame, name: str, progress: Progress = lambda more: None) -> Breaker:
    """Return the breaker of a strategy, "expected" for the least total or "worst" for the least longest game.

    Parameters: `game`; `name`, one of `NAMES`; `progress`, called with 1 for every guess or settled set of codes.

    Raises `ProblemError` for an unknown name, and for a game that is too large.

    >>> [breaker_named(CodeGame(3, 2), name).lengths().total for name in NAMES]
    [21, 18, 18, 18, 18, 18]
    """
    refuse(ProblemError, (name not in NAMES, f"strategy: {shown(name)} is unknown; choose from {', '.join(NAMES)}"))
    if name not in STRATEGIES:
        return least_total(game, progress) if name == "expected" else least_worst(game, progress)

    def guess_of(codes: Sequence[int], depth: int) -> int:
        progress(1)
        return codes[0] if len(codes) <= 2 else best_guess(game, codes, name)

    return _grown(game, guess_of)


# ---------------------------------------------------------------------------------------------------------
# The best breakers, by exact search


def least_total(game: CodeGame, progress: Progress = lambda more: None) -> Breaker:
    """Return a breaker of the least total, which is the least expected length if all codes are equally likely.

    Often there are several; the search always returns the same one.

    Parameters: `game`, with at most 625 codes; `progress`, called with 1 for every settled set of codes. Raises
    `ProblemError` for a larger game.

    >>> least_total(CodeGame(3, 2)).lengths().total
    18
    """
    _refuse_many(game, 625, "take a strategy: knuth, irving, neuwirth or kooi")
    return _TreeSearch(game, [1] * game.codes, progress).breaker()


def least_worst(game: CodeGame, progress: Progress = lambda more: None) -> Breaker:
    """Return a breaker whose longest game is as short as possible.

    Parameters: `game`; large games may take long; `progress`, called with 1 for every settled set of codes.

    >>> least_worst(CodeGame(3, 2)).lengths().counts
    (1, 4, 3)
    """
    return _TreeSearch(game, [1] * game.codes, progress, worst=True).breaker()


class _TreeSearch:
    """The costs of all sets of codes that a search meets; a set is an integer whose bits are its codes.

    Only proved bounds and symmetries cut the search. A tree has one guess at its root and at most `branching` times
    more on every next level; so it solves at most one code with the first guess, `branching` with the second, and so
    on. Guesses that cut a set into the same parts are equivalent, and so are guesses that differ only by swaps that map
    the set onto itself.

    Parameters: `game`; `weights`, of the codes, integers >= 0; `progress`, called with 1 for every settled set;
    `worst`, whether the cost is the largest length, and not the weighted total.
    """

    def __init__(self, game: CodeGame, weights: Sequence[int], progress: Progress, worst: bool = False) -> None:
        self.game, self.weights, self.progress, self.worst = game, weights, progress, worst
        self.join: Any = max if worst else sum
        everything = range(game.codes)
        self.masks = [[_set_of(part) for _, part in _parts(game, guess, everything)] for guess in everything]
        self.alike = [
            (kind, _set_of(code for code in everything if weights[code] == kind))
            for kind in sorted({*weights}, reverse=True)
        ]
        self.chosen: dict[int, int] = {}
        self.exact: dict[int, int] = {}
        self.at_least: dict[int, int] = {}

    def breaker(self) -> Breaker:
        """Search with higher and higher limits, and return the breaker; for one or two codes it guesses the heaviest.

        A total is searched at once, without a limit.
        """
        whole = _set_of(range(self.game.codes))
        limit = 2 if self.worst else self.weight(whole) * self.game.codes + 1
        while self.least(whole, limit) >= limit:
            limit += 1

        def guess_of(codes: Sequence[int], depth: int) -> int:
            return self.chosen.get(_set_of(codes), max(codes, key=self.weights.__getitem__))

        return _grown(self.game, guess_of)

    def cuts(self, codes: int) -> Iterator[tuple[int, list[int]]]:
        """Yield the guesses that cut a set differently, consistent ones first, with the parts.

        Of guesses that are alike by the symmetries of the set it tries the first.
        """
        inside, outside = list[int](), list[int]()
        for code in range(self.game.codes):
            (inside if codes >> code & 1 else outside).append(code)
        keeping = [image for image in _swaps(self.game) if all(codes >> image[code] & 1 for code in inside)]
        tried: set[int] = set()
        known: set[tuple[int, ...]] = {(codes,)}
        for guess in (*inside, *outside):
            if guess not in tried:
                tried.update(reached([guess], lambda other: [image[other] for image in keeping]))
                parts = [part for mask in self.masks[guess] if (part := codes & mask)]
                key = tuple(sorted(parts))
                if key not in known:
                    known.add(key)
                    yield guess, parts

    def weight(self, codes: int) -> int:
        """Return the weight of a set."""
        return sum(weight * (codes & alike).bit_count() for weight, alike in self.alike)

    def bound(self, codes: int) -> int:
        """Return a lower bound of the cost of a set, equal to the cost for one and two codes."""
        counts = tuple((weight, (codes & alike).bit_count()) for weight, alike in self.alike)
        known = self.exact.get(codes) or self.at_least.get(codes)
        return known or _floor(counts, max(self.game.solved, 1), self.join)

    def least(self, codes: int, limit: int) -> int:
        """Return the cost of a set if it is below a limit, else a lower bound that reaches the limit."""
        bound = self.bound(codes)
        if bound >= limit or codes in self.exact or codes.bit_count() <= 2:
            return bound
        own = 1 if self.worst else self.weight(codes)
        cuts = [(guess, parts, [self.bound(part) for part in parts]) for guess, parts in self.cuts(codes)]
        best, chosen = limit, -1
        for guess, parts, floors in sorted(cuts, key=self.promise):
            cost = own + self.join(floors)
            if best == bound:
                break
            for part, floor in sorted(zip(parts, floors, strict=True), key=lambda each: -each[0].bit_count()):
                if cost >= best:
                    break
                if self.worst:
                    cost = max(cost, 1 + self.least(part, best - 1))
                else:
                    cost += self.least(part, best - cost + floor) - floor
            if cost < best:
                best, chosen = cost, guess
        if chosen < 0:
            self.at_least[codes] = limit
        else:
            self.exact[codes], self.chosen[codes] = best, chosen
            self.progress(1)
        return best

    def promise(self, cut: tuple[int, list[int], list[int]]) -> int:
        """Return the order in which to try guesses: by the largest part, or by the lower bound of the total."""
        return max(map(int.bit_count, cut[1])) if self.worst else sum(cut[2])


@lru_cache(maxsize=100_000)
def _floor(counts: tuple[tuple[int, int], ...], branching: int, join: Callable[[Iterator[int]], int]) -> int:
    """Return the least cost of any tree, from the number of codes with each weight, the heaviest first."""
    weights = chain.from_iterable(repeat(weight, codes) for weight, codes in counts)
    levels = chain.from_iterable(repeat(level, branching ** (level - 1)) for level in count(1))
    return join(map(mul, weights, levels))


def _set_of(codes: Iterable[int]) -> int:
    return sum(1 << code for code in codes)


# ---------------------------------------------------------------------------------------------------------
# Against an adversary who chooses the code


@dataclass(frozen=True)
class Adversary(GameRecord):
    """The value of Mastermind against an adversary, with the mixes that prove it.

    Fields: `game`; `value`, the expected number of guesses if both play optimally; `classes`, the chance of each class
    of codes, in the order of `classes_of_codes`, within which the codes are equally likely; `breakers`, the trees with
    their chances, each played with shuffled places and colours.

    >>> answer = against_adversary(CodeGame(2, 2))
    >>> str(answer.value), [str(chance) for chance in answer.classes], len(answer.breakers)
    ('2', ['1/2', '1/2'], 2)
    """

    game: CodeGame
    value: Fraction
    classes: tuple[Fraction, ...]
    breakers: tuple[tuple[Fraction, Breaker], ...]

    def means(self) -> list[Fraction]:
        """Return for each class of codes the expected length against the mix of the breaker."""
        columns = zip(*(_class_means(breaker) for _, breaker in self.breakers), strict=True)
        return [sum(chance * mean for (chance, _), mean in zip(self.breakers, row, strict=True)) for row in columns]

    def _table(self) -> Table:
        rows = [
            (self.game.text(codes[0]), len(codes), chance, Percent(chance), mean)
            for codes, chance, mean in zip(classes_of_codes(self.game), self.classes, self.means(), strict=True)
        ]
        mix = (f"{number_text(chance)} (total {tree.lengths().total})" for chance, tree in self.breakers)
        notes = (
            f"value {number_text(self.value)} ({decimal_text(self.value, 6)}) guesses, {self.game}",
            f"breakers, places and colors shuffled: {', '.join(mix)}",
        )
        columns = ("codes like", "codes", "chance", "percent", "expected guesses")
        return Table(columns, rows, notes=notes)


def against_adversary(game: CodeGame, progress: Progress = lambda more: None) -> Adversary:
    """Return the value of a game against an adversary who chooses the code, exactly, with both mixes.

    The adversary picks a code, the breaker a tree, and both may mix; the payoff is the length of the game. Each may
    also shuffle the places of the pegs and the names of the colours, so one chance for each class of codes is enough.
    The steps: (1) solve the matrix game of the classes against the trees known so far; (2) search the best tree against
    the adversary's mix; (3) if it is no shorter than the value, this is the value of the whole game, and both mixes
    prove it; otherwise add it and repeat. It ends, because no tree comes twice.

    Parameters: `game`, with at most 128 codes; `progress`, called with 1 for every new tree. Raises `ProblemError` for
    a larger game.

    >>> str(against_adversary(CodeGame(2, 3)).value)
    '29/12'
    """
    _refuse_many(game, 128, "take fewer pegs or colors")
    classes = classes_of_codes(game)
    mix = tuple(Fraction(len(codes), game.codes) for codes in classes)
    trees: list[Breaker] = []
    mixes: Mixes | None = None
    while True:
        single = {code: chance / len(codes) for chance, codes in zip(mix, classes, strict=True) for code in codes}
        scale = lcm(*(chance.denominator for chance in single.values()))
        weights = [int(single[code] * scale) for code in range(game.codes)]
        answer = _TreeSearch(game, weights, lambda more: None).breaker()
        if mixes is not None and sum(map(mul, mix, _class_means(answer))) == mixes.value:
            played = ((chance, tree) for chance, tree in zip(mixes.columns, trees, strict=True) if chance)
            return Adversary(game, mixes.value, mix, tuple(played))
        trees.append(answer)
        mixes = optimal_mixes(list(zip(*map(_class_means, trees), strict=True)))
        mix = mixes.rows
        progress(1)


def _class_means(breaker: Breaker) -> list[Fraction]:
    """Return for each class of codes the mean length of its games."""
    return [
        Fraction(sum(len(breaker.ways[code]) for code in codes), len(codes)) for codes in classes_of_codes(breaker.game)
    ]
