"""Breakers: trees of guesses that solve every code, as checked data, and their costs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

from truel_ref.budget import check
from truel_ref.errors import GameError, RecordError, shown
from truel_ref.games.mastermind.codes import Game, feedback_rows
from truel_ref.numbers import decimal_text, number_text
from truel_ref.records.record import Fields, Record, count, each, text
from truel_ref.records.table import Percent, Table

__all__ = [
    "MOST_LINES",
    "Breaker",
    "Lengths",
    "Played",
    "Shown",
    "Step",
    "grown",
    "shown_nodes",
    "tree_text",
    "validate",
]

Codes = TypeVar("Codes")
"""A set of codes, in any form."""


class Step(NamedTuple):
    """One guess of a game: the guessed code, the feedback (black, white), and the number of possible codes before."""

    guess: str
    feedback: tuple[int, int]
    possible: int


@dataclass(frozen=True)
class Played(Record):
    """A game of a breaker on one code.

    Fields: `game`; `code`; `steps`, guess by guess.
    """

    game: Game
    code: str
    steps: tuple[Step, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the record as plain data for JSON."""
        steps = [
            {"guess": step.guess, "feedback": list(step.feedback), "possible": step.possible} for step in self.steps
        ]
        return {**self.game.to_json(), "code": self.code, "steps": steps}

    def _table(self) -> Table:
        rows = [(number, step.guess, *step.feedback, step.possible) for number, step in enumerate(self.steps, 1)]
        columns = ("number", "guess", "black", "white", "possible before")
        return Table(columns, rows, right=("number", "black", "white", "possible before"))


class Breaker(Record):
    """A breaker: at every node a guess, and a child for each possible feedback except the solved one.

    The tree is flat, because a random tree may be a thousand guesses deep: node 0 is the root, and all nodes are in
    preorder with feedbacks ascending, so that equal trees are equal records.

    Parameters: `game`; `guesses`, the number of the code that each node guesses; `children`, from
    `node * len(game.feedbacks) + feedback` to the next node. Nodes unreachable from the root are dropped. `validate`
    checks whether the tree solves every code.

    >>> tree = Breaker(Game(1, 3), [0, 1, 2], {0: 1, 2: 2})
    >>> tree.lengths().total, [step.guess for step in tree.play("3").steps]
    (6, ['1', '2', '3'])
    """

    def __init__(self, game: Game, guesses: Sequence[int], children: Mapping[int, int]) -> None:
        self.game = game
        kinds = len(game.feedbacks)
        after: dict[int, list[tuple[int, int]]] = {}  # by node, feedbacks and children, descending
        for way in sorted(children, reverse=True):
            node, feedback = divmod(way, kinds)
            after.setdefault(node, []).append((children[way], feedback))
        order: list[int] = []
        follow: dict[int, int] = {}
        waiting = [(0, -1)]
        while waiting:
            node, way = waiting.pop()
            if way >= 0:
                follow[way] = len(order)
            base = len(order) * kinds
            order.append(node)
            if len(order) > len(guesses):
                raise GameError("this is not a tree: a node follows by two ways")
            waiting.extend((child, base + feedback) for child, feedback in after.get(node, ()))
        self.guesses = tuple(guesses[node] for node in order)
        self.children = follow

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Breaker):
            return NotImplemented
        return (self.game, self.guesses, self.children) == (other.game, other.guesses, other.children)

    def __hash__(self) -> int:
        return hash((self.game, self.guesses))

    def __len__(self) -> int:
        """Return the number of nodes."""
        return len(self.guesses)

    def __repr__(self) -> str:
        return f"<Breaker for {self.game}: {len(self)} nodes>"

    def child(self, node: int, feedback: int) -> int | None:
        """Return the node that follows a feedback, None if there is none."""
        return self.children.get(node * len(self.game.feedbacks) + feedback)

    def branches(self, node: int) -> list[tuple[int, int]]:
        """Return the feedbacks after a node and the nodes that follow, in canonical order."""
        kinds = range(len(self.game.feedbacks))
        return [(feedback, child) for feedback in kinds if (child := self.child(node, feedback)) is not None]

    @cached_property
    def parents(self) -> tuple[tuple[int, int], ...]:
        """For every node except the root, its parent and the feedback that leads to it."""
        kinds = len(self.game.feedbacks)
        return tuple(divmod(way, kinds) for way, _ in sorted(self.children.items(), key=lambda item: item[1]))

    def way(self, code: int) -> tuple[list[int], bool]:
        """Return the nodes on the way of a code, and whether the last node solves it."""
        rows, kinds, solved = feedback_rows(self.game), len(self.game.feedbacks), self.game.solved
        node: int | None = 0
        nodes = []
        while node is not None:
            nodes.append(node)
            feedback = rows[self.guesses[node]][code]
            if feedback == solved:
                return nodes, True
            node = self.children.get(node * kinds + feedback)
        return nodes, False

    def solution(self, code: int) -> list[int]:
        """Return the nodes on the way of a code until it is solved. Raises `GameError` for an unsolved code."""
        nodes, solved = self.way(code)
        if not solved:
            raise GameError(_not_solved(self, code, nodes))
        return nodes

    def play(self, code: str) -> Played:
        """Return the game on a code, guess by guess.

        Raises `GameError` for an invalid code, and for a code that the tree does not solve.
        """
        number = self.game.number(code)
        possible: Sequence[int] = range(self.game.codes)
        steps = []
        for guess in (self.guesses[node] for node in self.solution(number)):
            row = feedback_rows(self.game)[guess]
            steps.append(Step(self.game.text(guess), self.game.feedbacks[row[number]], len(possible)))
            possible = [other for other in possible if row[other] == row[number]]
        return Played(self.game, code, tuple(steps))

    def lengths(self, name: str = "") -> Lengths:
        """Return the distribution of lengths over the codes. Raises `GameError` for an unsolved code."""
        counts = Counter(len(self.solution(code)) for code in range(self.game.codes))
        return Lengths(self.game, name, tuple(counts[length] for length in range(1, max(counts) + 1)))

    def consistent(self) -> list[list[int]]:
        """Return for every node the codes that lead there, ascending. Raises `GameError` for an unsolved code."""
        codes: list[list[int]] = [[] for _ in self.guesses]
        for code in range(self.game.codes):
            for node in self.solution(code):
                codes[node].append(code)
        return codes

    # -- data

    def to_json(self) -> dict[str, Any]:
        """Return the tree as plain data: its nodes, each with its parent and the feedback before it."""
        nodes: list[dict[str, Any]] = [{"guess": self.game.text(guess)} for guess in self.guesses]
        for node, (parent, feedback) in zip(nodes[1:], self.parents, strict=True):
            node |= {"after": parent, "feedback": list(self.game.feedbacks[feedback])}
        return {**self.game.to_json(), "tree": nodes}

    @classmethod
    def from_json(cls, data: object) -> Breaker:
        """Return the breaker of plain data. Raises `RecordError` and `GameError`, also if it does not solve every code.

        >>> tree = Breaker(Game(1, 2), [0, 1], {0: 1})
        >>> Breaker.from_json(tree.to_json()) == tree
        True
        >>> Breaker.from_json({"pegs": 1, "colors": 2, "tree": [{"guess": "1"}]})
        Traceback (most recent call last):
        truel_ref.errors.GameError: the tree does not solve 2: nothing is guessed after 1 (0,0)
        """
        breaker = cls.of_nodes(data)
        validate(breaker)
        return breaker

    @classmethod
    def of_nodes(cls, data: object) -> Breaker:
        """Return the tree of plain data, which need not solve every code. Raises `RecordError` and `GameError`."""
        fields = Fields(data, "a breaker")
        game = Game.from_json(fields)
        kinds = len(game.feedbacks)
        guesses: list[int] = []
        children: dict[int, int] = {}

        def read(entry: object) -> None:
            node = Fields(entry, "a node")
            number = len(guesses)
            guesses.append(node.get("guess", game.number))
            if not number:
                if "after" in node.data:
                    raise RecordError("after: the first node is the root, which comes after nothing")
                return
            parent, feedback = node.get("after", count), node.get("feedback", game.feedback_number)
            if parent >= number:
                raise RecordError(f"after: {shown(parent)} is not a node before this one; nodes are counted from 0")
            if feedback == game.solved:
                raise RecordError("feedback: after the solved one nothing is guessed")
            if children.setdefault(parent * kinds + feedback, number) != number:
                raise RecordError(f"feedback: two nodes stand after node {parent} and this feedback")

        if not fields.get("tree", each(read)):
            raise RecordError("tree: it has no node")
        return cls(game, guesses, children)

    def _table(self) -> Table:
        text, feedback = self.game.text, self.game.feedback_text
        rows: list[tuple[int | str | None, ...]] = [(0, None, None, text(self.guesses[0]))]
        rows += [
            (node, parent, feedback(reply), text(self.guesses[node]))
            for node, (parent, reply) in enumerate(self.parents, 1)
        ]
        return Table(("node", "after", "feedback", "guess"), rows, notes=[f"{self.game}"], right=("node", "after"))


def grown(
    game: Game, whole: Codes, guess_of: Callable[[Codes], int], cut: Callable[[int, Codes], Iterable[tuple[int, Codes]]]
) -> Breaker:
    """Return the breaker that makes one guess for every set of possible codes.

    Parameters: `game`; `whole`, the set of all its codes; `guess_of`, from a set to a guess; `cut`, from a guess and a
    set to the parts of the set, each after the number of its feedback, except the solved one.
    """
    guesses: list[int] = []
    children: dict[int, int] = {}
    waiting = [(-1, whole)]
    while waiting:
        check()
        way, codes = waiting.pop()
        children[way] = len(guesses)
        first = len(guesses) * len(game.feedbacks)
        guesses.append(guess_of(codes))
        waiting += [(first + feedback, part) for feedback, part in cut(guesses[-1], codes)]
    del children[-1]
    return Breaker(game, guesses, children)


def validate(breaker: Breaker) -> None:
    """Refuse a tree that does not solve every code, or has a node that no code reaches; name the first culprit.

    The steps: play every code in canonical order; then check that every node was reached.

    Parameters: `breaker`. Raises `GameError`.

    >>> validate(Breaker(Game(1, 2), [0], {}))
    Traceback (most recent call last):
    truel_ref.errors.GameError: the tree does not solve 2: nothing is guessed after 1 (0,0)
    """
    consistent = breaker.consistent()
    if [] in consistent:
        node = consistent.index([])
        parent, feedback = breaker.parents[node - 1]
        game = breaker.game
        raise GameError(
            f"the tree has a child that no code can reach: node {node}, after {game.text(breaker.guesses[parent])} "
            f"({game.feedback_text(feedback)}) at node {parent}; leave it out"
        )


_STEPS_TOLD = 6  # largest number of guesses in a message on the way to a gap


def _not_solved(breaker: Breaker, code: int, nodes: Sequence[int]) -> str:
    game, rows = breaker.game, feedback_rows(breaker.game)
    guesses = [breaker.guesses[node] for node in nodes]
    told = [f"{game.text(guess)} ({game.feedback_text(rows[guess][code])})" for guess in guesses]
    if len(told) > _STEPS_TOLD:
        told = ["…", *told[-_STEPS_TOLD:]]
    return f"the tree does not solve {game.text(code)}: nothing is guessed after {', '.join(told)}"


@dataclass(frozen=True)
class Lengths(Record):
    """The distribution of lengths of a breaker.

    Fields: `game`; `name`, of the breaker; `counts`, of codes by number of guesses, from 1 up to the longest.

    >>> lengths = Lengths(Game(4, 6), "knuth", (1, 6, 62, 533, 694))
    >>> lengths.total, lengths.mean, lengths.worst
    (5801, Fraction(5801, 1296), 5)
    """

    game: Game
    name: str
    counts: tuple[int, ...]

    @property
    def total(self) -> int:
        """The sum of all lengths."""
        return sum(length * codes for length, codes in enumerate(self.counts, 1))

    @property
    def mean(self) -> Fraction:
        """The expected length if all codes are equally likely."""
        return Fraction(self.total, self.game.codes)

    @property
    def worst(self) -> int:
        """The largest length."""
        return len(self.counts)

    def to_json(self) -> dict[str, Any]:
        """Return the record as plain data for JSON."""
        return {
            **self.game.to_json(),
            "breaker": self.name,
            "lengths": list(self.counts),
            "total": self.total,
            "mean": number_text(self.mean),
        }

    @classmethod
    def from_json(cls, data: object) -> Lengths:
        """Return the record of plain data. Raises `RecordError` and `GameError`."""
        fields = Fields(data, "a distribution of lengths")
        game = Game.from_json(fields)
        lengths = cls(game, fields.get("breaker", text), fields.get("lengths", each(count)))
        counted = sum(lengths.counts)
        if counted != game.codes or not lengths.counts[-1]:
            raise RecordError(f"lengths: they count {shown(counted)} of {game.codes:,} codes, up to the longest")
        fields.agree("total", lengths.total)
        fields.agree("mean", number_text(lengths.mean))
        return lengths

    def _table(self) -> Table:
        codes = self.game.codes
        notes = [
            f"total {self.total:,}, mean {number_text(self.mean)} ({decimal_text(self.mean, 3)}), longest {self.worst}",
            f"{self.game}: {codes:,} codes" + (f"; breaker: {self.name}" if self.name else ""),
        ]
        return Table(_COLUMNS, list(self._rows()), notes=notes, right=_COLUMNS)

    def _rows(self) -> Iterator[tuple[str, int, Percent]]:
        """Yield the rows of the table: one for each length, or twenty ranges if there are many lengths."""
        step = -(-self.worst // _ROWS) if self.worst > _ROWS else 1
        for first in range(0, self.worst, step):
            part = self.counts[first : first + step]
            name = str(first + 1) if len(part) == 1 else f"{first + 1} to {first + len(part)}"
            yield name, sum(part), Percent(Fraction(sum(part), self.game.codes))


_ROWS = 20  # largest number of lengths listed one by one
_COLUMNS = ("guesses", "codes", "percent")


# ---------------------------------------------------------------------------------------------------------
# Trees as text

MOST_LINES = 5000
"""Largest number of nodes of a printed tree."""


class Shown(NamedTuple):
    """A visible node: its depth, the feedback before it, and the number of codes that lead there."""

    node: int
    depth: int
    feedback: int | None
    codes: int
    consistent: bool


def shown_nodes(breaker: Breaker, depth: int | None, most: int, how: str) -> list[Shown]:
    """Return the nodes down to a depth in preorder. Raises `GameError` if there are more than `most`.

    Parameters: `breaker`; `depth`, None for all; `most`; `how`, a word for showing them, for the message.
    """
    if depth is not None and (isinstance(depth, bool) or not isinstance(depth, int) or depth < 1):
        raise GameError(f"depth: {shown(depth)} is not an integer >= 1")
    listed: list[Shown] = []
    consistent = breaker.consistent()
    waiting: list[tuple[int, int, int | None]] = [(0, 1, None)]
    while waiting:
        node, level, feedback = waiting.pop()
        codes = consistent[node]
        listed.append(Shown(node, level, feedback, len(codes), breaker.guesses[node] in codes))
        if len(listed) > most:
            raise GameError(f"this tree has more than {most} nodes to be {how}; show fewer levels of it, with a depth")
        if depth is None or level < depth:
            waiting += [(child, level + 1, reply) for reply, child in reversed(breaker.branches(node))]
    return listed


def tree_text(breaker: Breaker, depth: int | None = None) -> str:
    """Return a tree as text, a line for each node: the feedback before it, the guess, and the number of codes there.

    A star marks a guess that cannot be the code itself.

    Parameters: `breaker`; `depth`, the number of levels, None for all. Raises `GameError` for more than 5,000 lines.

    >>> from truel_ref.games.mastermind.search import least_total
    >>> print(tree_text(least_total(Game(2, 2))))
    11 (4)
      0,0: 22
      1,0: 12 (2)
        0,2: 21
    """
    game = breaker.game
    lines = []
    for drawn in shown_nodes(breaker, depth, MOST_LINES, "printed"):
        before = "" if drawn.feedback is None else f"{game.feedback_text(drawn.feedback)}: "
        star = "" if drawn.consistent else "*"
        codes = f" ({drawn.codes})" if drawn.codes > 1 else ""
        lines.append(f"{'  ' * (drawn.depth - 1)}{before}{game.text(breaker.guesses[drawn.node])}{star}{codes}")
    return "\n".join(lines)
