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
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import chain, combinations, count, product, repeat
from math import lcm, prod
from operator import mul
from random import Random
from typing import TYPE_CHECKING, Any, Self

from truel_ref.errors import ProblemError, refuse, shown
from truel_ref.files import Progress
from truel_ref.games import GameRecord
from truel_ref.kernels.graphs import reached
from truel_ref.kernels.matrix_game import Mixes, optimal_mixes
from truel_ref.numbers import decimal_text, number_text, read_count
from truel_ref.records.record import Source, member
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


@lru_cache(maxsize=2)
def feedback_table(game: CodeGame) -> np.ndarray[Any, Any]:
    """Return the number of the feedback for every guess (row) and code (column): a square array of bytes, symmetric.

    >>> feedback_table(CodeGame(2, 2)).tolist()
    [[4, 3, 3, 0], [3, 4, 2, 3], [3, 2, 4, 3], [0, 3, 3, 4]]
    """
    import numpy as np

    numbers = np.arange(game.codes)
    pegs = np.array([numbers // game.colors**place % game.colors for place in range(game.pegs)], dtype=np.uint8)
    counts = np.array([(pegs == color).sum(axis=0) for color in range(game.colors)], dtype=np.uint8)
    index = np.zeros((game.pegs + 1, game.pegs + 1), dtype=np.uint8)  # by black, and by agreement in any place
    for number, (black, white) in enumerate(game.feedbacks):
        index[black, black + white] = number
    table = np.empty((game.codes, game.codes), dtype=np.uint8)
    for guess in range(game.codes):
        agreeing = np.minimum(counts[:, guess, None], counts).sum(axis=0)
        table[guess] = index[(pegs[:, guess, None] == pegs).sum(axis=0), agreeing]
    return table


@lru_cache(maxsize=2)
def feedback_rows(game: CodeGame) -> tuple[bytes, ...]:
    """Return the rows of the feedback table as bytes, whose entries are fast to read."""
    return tuple(row.tobytes() for row in feedback_table(game))


@lru_cache(maxsize=2)
def _swaps(game: CodeGame) -> tuple[tuple[int, ...], ...]:
    """Return the permutation of codes for each swap of two colours and each swap of two pegs.

    The swaps generate all symmetries of the game: they change no feedback when applied to both codes.

    >>> _swaps(CodeGame(2, 2))
    ((3, 2, 1, 0), (0, 2, 1, 3))
    """
    codes = list(product(range(game.colors), repeat=game.pegs))
    numbers = {code: number for number, code in enumerate(codes)}
    colors, places = (combinations(range(many), 2) for many in (game.colors, game.pegs))
    images = chain(
        ([tuple({one: two, two: one}.get(color, color) for color in code) for code in codes] for one, two in colors),
        (
            [tuple(code[{one: two, two: one}.get(place, place)] for place in range(game.pegs)) for code in codes]
            for one, two in places
        ),
    )
    return tuple(tuple(numbers[code] for code in image) for image in images)


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


@dataclass(frozen=True, repr=False)
class Breaker(GameRecord):
    """A breaker: at every node a guess, and a child for each possible feedback except the solved one.

    The tree is flat, because a random tree may be a thousand guesses deep; node 0 is the root.

    Fields: `game`; `guesses`, the number of the code that each node guesses; `children`, from
    `node * len(game.feedbacks) + feedback` to the next node. `validate` checks whether the tree solves every code.

    >>> tree = Breaker(CodeGame(1, 3), [0, 1, 2], {0: 1, 2: 2})
    >>> tree.lengths().total, [guess for guess, _, _ in tree.play("3")]
    (6, ['1', '2', '3'])
    """

    game: CodeGame
    guesses: Sequence[int]
    children: Mapping[int, int]

    def branches(self, node: int) -> list[tuple[int, int]]:
        """Return the feedbacks after a node and the nodes that follow, in ascending order."""
        ways = ((feedback, node * len(self.game.feedbacks) + feedback) for feedback in range(self.game.solved))
        return [(feedback, self.children[way]) for feedback, way in ways if way in self.children]

    def solution(self, code: int) -> list[int]:
        """Return the nodes on the way of a code until it is solved. Raises `ProblemError` for an unsolved code."""
        rows, kinds = feedback_rows(self.game), len(self.game.feedbacks)
        node, nodes = 0, list[int]()
        while node >= 0 and len(nodes) < len(self.guesses):
            nodes.append(node)
            feedback = rows[self.guesses[node]][code]
            if feedback == self.game.solved:
                return nodes
            node = self.children.get(node * kinds + feedback, -1)
        last = "{} ({},{})".format(self.game.text(self.guesses[nodes[-1]]), *self.game.feedbacks[feedback])
        raise ProblemError(f"the tree does not solve {self.game.text(code)}: nothing new is guessed after {last}")

    def play(self, code: str) -> list[tuple[str, tuple[int, int], int]]:
        """Return the game on a code: each guess, its feedback, and the number of possible codes before.

        Raises `ProblemError` for an invalid code, and for one that is not solved.
        """
        number, steps = self.game.number(code), []
        possible: Sequence[int] = range(self.game.codes)
        for node in self.solution(number):
            row = feedback_rows(self.game)[self.guesses[node]]
            steps.append((self.game.text(self.guesses[node]), self.game.feedbacks[row[number]], len(possible)))
            possible = [other for other in possible if row[other] == row[number]]
        return steps

    def lengths(self, name: str = "") -> Lengths:
        """Return the distribution of lengths over the codes. Raises `ProblemError` for an unsolved code."""
        lengths = Counter(len(self.solution(code)) for code in range(self.game.codes))
        counts = tuple(lengths[length] for length in range(1, max(lengths) + 1))
        total = sum(map(mul, counts, count(1)))
        return Lengths(self.game, name, counts, total, Fraction(total, self.game.codes))

    def consistent(self) -> list[list[int]]:
        """Return for every node the codes that lead there, ascending. Raises `ProblemError` for an unsolved code."""
        codes: list[list[int]] = [[] for _ in self.guesses]
        for code in range(self.game.codes):
            for node in self.solution(code):
                codes[node].append(code)
        return codes

    def to_json(self) -> dict[str, Any]:
        """Return the tree as plain data: its nodes, each with its parent and the feedback before it."""
        nodes: list[dict[str, Any]] = [{"guess": self.game.text(guess)} for guess in self.guesses]
        for way, child in self.children.items():
            parent, feedback = divmod(way, len(self.game.feedbacks))
            nodes[child] |= {"after": parent, "feedback": list(self.game.feedbacks[feedback])}
        return {"pegs": self.game.pegs, "colors": self.game.colors, "tree": nodes}

    @classmethod
    def from_json(cls, source: Source, **known: Any) -> Self:
        """Read a breaker from JSON text or plain data, as `to_json` writes it, and `validate` it.

        Raises `ProblemError` for other data and for a tree that does not solve every code.

        >>> Breaker.from_json(Breaker(CodeGame(1, 2), [0, 1], {0: 1}).to_json()).lengths().total
        3
        """
        data = member(source, cls.__name__)
        try:
            game = CodeGame(data["pegs"], data["colors"])
            kinds = {feedback: number for number, feedback in enumerate(game.feedbacks)}
            guesses = [game.number(node["guess"]) for node in data["tree"]]
            ways = [node["after"] * len(kinds) + kinds[tuple(node["feedback"])] for node in data["tree"][1:]]
        except (LookupError, TypeError):
            keys = "pegs, colors, tree, and in the tree guess, after, feedback"
            raise ProblemError(f"a breaker is a JSON object with {keys}, not {shown(data)}") from None
        children = {way: number for number, way in enumerate(ways, 1)}
        refuse(
            ProblemError,
            (not guesses or len(children) < len(ways), "tree: it has no node, or two nodes after the same feedback"),
        )
        breaker = cls(game, guesses, children)
        validate(breaker)
        return breaker

    def _table(self) -> Table:
        return Table(("node", "guess"), list(enumerate(map(self.game.text, self.guesses))))


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
        columns = ("number", "guess", "black,white", "codes left before")
        return Table(columns, rows)


def validate(breaker: Breaker) -> None:
    """Refuse a tree that does not solve every code, or has a node that no code reaches; name the first culprit.

    The steps: play every code in canonical order; then check that every node was reached.

    Parameters: `breaker`. Raises `ProblemError`.

    >>> validate(Breaker(CodeGame(1, 2), [0], {}))
    Traceback (most recent call last):
    truel_ref.errors.ProblemError: the tree does not solve 2: nothing new is guessed after 1 (0,0)
    """
    for node, codes in enumerate(breaker.consistent()):
        if not codes:
            raise ProblemError(
                f"the tree has a node that no code can reach: node {node}, which guesses "
                f"{breaker.game.text(breaker.guesses[node])}; drop it"
            )


def _grown(
    game: CodeGame, whole: Any, guess_of: Callable[[Any], int], cut: Callable[[int, Any], Sequence[tuple[int, Any]]]
) -> Breaker:
    """Return the breaker that makes one guess for every set of possible codes.

    Parameters: `game`; `whole`, the set of all its codes; `guess_of`, from a set to a guess; `cut`, from a guess and a
    set to the parts of the set, each after the number of its feedback, ascending, except the solved one.
    """
    guesses: list[int] = []
    children: dict[int, int] = {}
    waiting = [(-1, whole)]
    while waiting:
        way, codes = waiting.pop()
        children[way] = len(guesses)
        guesses.append(guess_of(codes))
        first = children[way] * len(game.feedbacks)
        waiting += [(first + feedback, part) for feedback, part in reversed(cut(guesses[-1], codes))]
    del children[-1]
    return Breaker(game, guesses, children)


def tree_text(breaker: Breaker, depth: int | None = None) -> str:
    """Return a tree as text, a line for each node: the feedback before it, the guess, and the number of codes there.

    A star marks a guess that cannot be the code itself.

    Parameters: `breaker`; `depth`, the number of levels, None for all.

    >>> print(tree_text(least_total(CodeGame(2, 2))))
    11 (4)
      0,0: 22
      1,0: 12 (2)
        0,2: 21
    """
    consistent, lines = breaker.consistent(), []
    waiting = [(0, 1, "")]
    while waiting:
        node, level, before = waiting.pop()
        codes, guess = consistent[node], breaker.guesses[node]
        star, number = "" if guess in codes else "*", f" ({len(codes)})" if len(codes) > 1 else ""
        lines.append(f"{'  ' * (level - 1)}{before}{breaker.game.text(guess)}{star}{number}")
        for feedback, child in reversed(breaker.branches(node)) if level != depth else ():
            waiting.append((child, level + 1, "{},{}: ".format(*breaker.game.feedbacks[feedback])))
    return "\n".join(lines)


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
    rows, kinds = feedback_rows(game), len(game.feedbacks)
    guesses, children = [draw(game.codes)], dict[int, int]()
    for code in range(game.codes):
        left = list(range(game.codes))  # the codes without a guess in this game
        node = 0
        while guesses[node] != code:
            del left[bisect_left(left, guesses[node])]
            way = node * kinds + rows[guesses[node]][code]
            if way not in children:
                children[way] = len(guesses)
                guesses.append(left[draw(len(left))])
            node = children[way]
        progress(1)
    return Breaker(game, guesses, children)


def shrink(breaker: Breaker) -> Breaker:
    """Return the breaker in which every node with a single consistent code guesses that code.

    This lengthens no game: the last possible code is guessed at once. Raises `ProblemError` for a tree that does not
    solve every code.

    >>> tree = random_breaker(CodeGame(4, 2), seed=1)
    >>> tree.lengths().total, shrink(tree).lengths().total
    (131, 60)
    """
    return _rebuilt(breaker, lambda node, codes: codes[0] if len(codes) == 1 else breaker.guesses[node])


def triangle(breaker: Breaker) -> Breaker:
    """Return the breaker in which no guess is a third code that only distinguishes two codes.

    A node with an inconsistent guess and exactly two children, both leaves, takes the guess of the leaf that is first
    in canonical order; this leaf is dropped, and the other leaf follows the feedback that the new guess gives for it.
    The two codes then take three guesses instead of four, so the total falls by 1 at every such node. Raises
    `ProblemError` for a tree that does not solve every code.

    >>> tree = shrink(random_breaker(CodeGame(4, 2), seed=1))
    >>> tree.lengths().total, triangle(tree).lengths().total
    (60, 56)
    """

    def guess_of(node: int, codes: list[int]) -> int:
        leaves = [codes for _, child in breaker.branches(node) if not breaker.branches(child)]
        return codes[0] if len(codes) == len(leaves) == 2 else breaker.guesses[node]  # a third code cuts two

    return _rebuilt(breaker, guess_of)


def _rebuilt(breaker: Breaker, guess_of: Callable[[int, list[int]], int]) -> Breaker:
    """Return a breaker with other guesses, which cut no set of codes finer than the old guesses do.

    Parameters: `breaker`; `guess_of`, from a node and the consistent codes there to the new guess.
    """
    validate(breaker)
    game, rows = breaker.game, feedback_rows(breaker.game)

    def cut(guess: int, at: tuple[int, list[int]]) -> list[tuple[int, tuple[int, list[int]]]]:
        node, codes = at
        parts = defaultdict(list)
        for code in codes:
            parts[rows[guess][code]].append(code)
        old, first = rows[breaker.guesses[node]], node * len(game.feedbacks)
        return [
            (kind, (breaker.children[first + old[part[0]]], part))
            for kind, part in sorted(parts.items())
            if kind != game.solved
        ]

    return _grown(game, (0, list(range(game.codes))), lambda at: guess_of(*at), cut)


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
    sizes = np.stack([np.count_nonzero(parts == kind, axis=1) for kind in range(len(game.feedbacks))], axis=1)
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
    import numpy as np

    refuse(ProblemError, (name not in NAMES, f"strategy: {shown(name)} is unknown; choose from {', '.join(NAMES)}"))
    if name not in STRATEGIES:
        return least_total(game, progress) if name == "expected" else least_worst(game, progress)

    def guess_of(codes: np.ndarray[Any, Any]) -> int:
        progress(1)
        return int(codes[0]) if len(codes) <= 2 else best_guess(game, codes, name)

    def cut(guess: int, codes: np.ndarray[Any, Any]) -> list[tuple[int, np.ndarray[Any, Any]]]:
        feedbacks = feedback_table(game)[guess, codes]
        return [(kind, codes[feedbacks == kind]) for kind in sorted({*feedbacks.tolist()} - {game.solved})]

    return _grown(game, np.arange(game.codes), guess_of, cut)


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
    return _optimum(game, [1] * len(classes_of_codes(game)), progress)


def _optimum(game: CodeGame, weights: Sequence[int], progress: Progress = lambda more: None) -> Breaker:
    """Return a breaker of the least weighted total of lengths.

    Parameters: `game`; `weights`, an integer >= 0 for the codes of each of the `classes_of_codes`; `progress`.
    """
    search = _TreeSearch(game, weights, progress)
    search.least(search.whole, search.weight(search.whole) * game.codes + 1)
    return search.breaker()


def least_worst(game: CodeGame, progress: Progress = lambda more: None) -> Breaker:
    """Return a breaker whose longest game is as short as possible.

    The steps: for limits 1, 2, 3 … search a breaker that never takes more guesses; the first limit with a breaker is
    the answer. Give up a set at once if it has more codes than a tree of the remaining depth can solve.

    Parameters: `game`; large games may take long; `progress`, called with 1 for every settled set of codes.

    >>> least_worst(CodeGame(3, 2)).lengths().counts
    (1, 4, 3)
    """
    search = _TreeSearch(game, [1] * len(classes_of_codes(game)), progress)
    next(limit for limit in count(1) if search.within(search.whole, limit))
    return search.breaker()


class _TreeSearch:
    """The costs of all sets of codes that a search meets; a set is an integer whose bits are its codes.

    Only proved bounds and symmetries cut the search. A tree has one guess at its root and at most `branching` times
    more on every next level; so it solves at most one code with the first guess, `branching` with the second, and so
    on. Guesses that cut a set into the same parts are equivalent, and so are guesses that differ only by swaps that map
    the set onto itself.

    Parameters: those of `_optimum`; `progress` is called with 1 for every settled set.
    """

    def __init__(self, game: CodeGame, weights: Sequence[int], progress: Progress) -> None:
        self.game, self.progress = game, progress
        self.whole = (1 << game.codes) - 1
        self.branching = max(game.solved, 1)
        ones = [b"0" * kind + b"1" + b"0" * (255 - kind) for kind in range(game.solved)]
        # The codes with a feedback, from the feedbacks of all codes, as the bits of an integer.
        self.masks = [
            [(kind, int(row.translate(one)[::-1], 2)) for kind, one in enumerate(ones)] for row in feedback_rows(game)
        ]
        self.weights = {code: own for own, codes in zip(weights, classes_of_codes(game), strict=True) for code in codes}
        kinds = sorted(set(weights), reverse=True)
        self.alike = [(kind, sum(1 << code for code, own in self.weights.items() if own == kind)) for kind in kinds]
        self.chosen: dict[int, int] = {}
        self.exact: dict[int, int] = {}
        self.at_least: dict[int, int] = {}

    def breaker(self) -> Breaker:
        """Return the breaker of a finished search; for one or two codes it guesses the first of the heaviest."""

        def guess_of(codes: int) -> int:
            return self.chosen.get(codes, max(_bits(codes), key=self.weights.__getitem__))

        def cut(guess: int, codes: int) -> list[tuple[int, int]]:
            return [(feedback, part) for feedback, mask in self.masks[guess] if (part := codes & mask)]

        return _grown(self.game, self.whole, guess_of, cut)

    def cuts(self, codes: int) -> Iterator[tuple[int, list[int]]]:
        """Yield the guesses that cut a set differently, consistent ones first, with the parts."""
        seen = set()
        for guess in self._different(codes):
            parts = [part for _, mask in self.masks[guess] if (part := codes & mask)]
            key = tuple(sorted(parts))
            if key not in seen and parts[:1] != [codes]:
                seen.add(key)
                yield guess, parts

    def _different(self, codes: int) -> Iterator[int]:
        """Yield the guesses to try: the first of each class under the symmetries of the set."""
        inside, seen = _bits(codes), set[int]()
        images = _swaps(self.game) if len(inside) > 5 else ()  # for small sets the look-up does not pay
        keeping = [image for image in images if all(codes >> image[code] & 1 for code in inside)]
        for guess in (*inside, *_bits(codes ^ self.whole)):
            if guess not in seen:
                yield guess
                seen.update(reached([guess], lambda other: [image[other] for image in keeping]) if keeping else ())

    def weight(self, codes: int) -> int:
        """Return the weight of a set."""
        return sum(weight * (codes & alike).bit_count() for weight, alike in self.alike)

    def bound(self, codes: int) -> int:
        """Return a lower bound of the cost of a set, equal to the cost for one and two codes."""
        counts = tuple((weight, (codes & alike).bit_count()) for weight, alike in self.alike)
        return self.exact.get(codes) or self.at_least.get(codes) or _floor(counts, self.branching)

    def least(self, codes: int, limit: int) -> int:
        """Return the cost of a set if it is below a limit, else a lower bound that reaches the limit."""
        bound = self.bound(codes)
        if bound >= limit or codes in self.exact or codes.bit_count() <= 2:
            return bound
        weight = self.weight(codes)
        cuts = [(guess, parts, [self.bound(part) for part in parts]) for guess, parts in self.cuts(codes)]
        best, chosen = limit, -1
        for guess, parts, floors in sorted(cuts, key=lambda cut: sum(cut[2])):
            cost = weight + sum(floors)
            if cost >= best or best == bound:
                break
            for part, floor in sorted(zip(parts, floors, strict=True), key=lambda each: -each[0].bit_count()):
                cost += self.least(part, best - cost + floor) - floor
                if cost >= best:
                    break
            if cost < best:
                best, chosen = cost, guess
        if chosen < 0:
            self.at_least[codes] = limit
        else:
            self.exact[codes], self.chosen[codes] = best, chosen
            self.progress(1)
        return best

    def within(self, codes: int, limit: int) -> bool:
        """Return whether a set can be solved within a number of guesses; `exact` and `at_least` count guesses here."""
        size, most = codes.bit_count(), sum(self.branching**level for level in range(limit - 1))
        if size > 1 + self.branching * most or self.at_least.get(codes, 0) > limit:
            return False
        if size <= min(2, limit) or self.exact.get(codes, limit + 1) <= limit:
            return True
        fitting = [
            (max(map(int.bit_count, parts)), guess, sorted(parts, key=int.bit_count, reverse=True))
            for guess, parts in self.cuts(codes)
        ]
        for largest, guess, parts in sorted(fitting, key=lambda cut: cut[0]):
            if largest <= most and all(self.within(part, limit - 1) for part in parts):
                self.exact[codes], self.chosen[codes] = limit, guess
                self.progress(1)
                return True
        self.at_least[codes] = limit + 1
        return False


@lru_cache(maxsize=100_000)
def _floor(counts: tuple[tuple[int, int], ...], branching: int) -> int:
    """Return the least weighted total of any tree, from the number of codes with each weight, the heaviest first."""
    weights = chain.from_iterable(repeat(weight, codes) for weight, codes in counts)
    levels = chain.from_iterable(repeat(level, branching ** (level - 1)) for level in count(1))
    return sum(map(mul, weights, levels))


def _bits(codes: int) -> list[int]:
    """Return the codes of a set, ascending."""
    return [code for code, bit in enumerate(reversed(f"{codes:b}")) if bit == "1"]


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
    mix = tuple(Fraction(len(codes), game.codes) for codes in classes_of_codes(game))
    trees: list[Breaker] = []
    mixes: Mixes | None = None
    while True:
        single = [chance / len(codes) for chance, codes in zip(mix, classes_of_codes(game), strict=True)]
        scale = lcm(*(chance.denominator for chance in single))
        answer = _optimum(game, [int(chance * scale) for chance in single])
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
        Fraction(sum(len(breaker.solution(code)) for code in codes), len(codes))
        for codes in classes_of_codes(breaker.game)
    ]
