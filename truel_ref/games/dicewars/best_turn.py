"""The best turn: which attacks to make, and when to stop, so that the expected score is greatest.

With `m` attacks left, a board `b`, and the boards `b+` and `b-` after an attack succeeded or failed,

    V(b, 0) = score(b)
    V(b, m) = max of score(b) and, over all attacks, p * V(b+, m - 1) + (1 - p) * V(b-, m - 1).

Both branches count: after a failure the turn goes on, on another board. Equal options are settled by an order: to stop
comes first, then the attacks by (from, to) ascending.

A turn ends by itself. Of a player's dice, call all but one of each field spare. An attack with `a` dice that succeeds
takes 1 from the sum of his spare dice, one that fails takes `a - 1`; so there are never more attacks in a turn than he
has spare dice, and a turn without a limit is one whose limit is that number.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from truel_ref.budget import admit
from truel_ref.errors import GameError, NumberError, RecordError, shown
from truel_ref.files import Progress, read_json
from truel_ref.game.people import label
from truel_ref.games.dicewars.board import Board
from truel_ref.games.dicewars.odds import attack
from truel_ref.games.dicewars.position import Attack, Position
from truel_ref.games.dicewars.search import SCORES, Score, Search, search_estimate
from truel_ref.numbers import decimal_text, number_text, read_count, read_rational
from truel_ref.records.record import Fields, Record, count, each, one_of
from truel_ref.records.table import Percent, Table

__all__ = ["MOST_NODES", "Node", "Turn", "turn"]

MOST_NODES = 10_000
"""So many nodes a tree has at most."""

_DEEPEST = 500  # attacks one after the other: so deep the search may go
_DIGITS = 6  # decimals of expected scores in a table
_SHORT = 40  # characters of a fraction that is shown as one


def turn(
    board: Board,
    player: object = 0,
    moves: int | None = None,
    score: Score = "region",
    progress: Progress | None = None,
) -> Turn:
    """Return the best turn of a player: at most so many attacks, stopping whenever he likes.

    Parameters: `board`; `player`, a label or a number from 0; `moves`, how many attacks at most, None for no limit;
    `score`, "region", "fields" or a function of the board that gives a rational number; `progress`, called now and
    again with the number of positions solved since.

    Raises `GameError` for a player without a field, a limit that is no integer >= 0, an unknown score, and a tree
    of more than 10,000 nodes; `SizeError` for a search of more than an hour or 4 GB; `NumberError` for a function whose
    result is no rational number.

    >>> best = turn(Board.stated("AB", [2, 1], [(0, 1)]), "A")
    >>> best.expected, best.root.attack
    (Fraction(397, 216), Attack(start=0, goal=1))
    """
    who = board.player(player)
    limit = None
    if moves is not None:
        try:
            limit = read_count(moves, "moves", 0)
        except NumberError as error:
            raise GameError(f"{error}; None sets no limit") from None
    if not callable(score) and score not in SCORES:
        raise GameError(
            f"score: {shown(score)} is unknown; there are {', '.join(SCORES)}, or give a function of a board"
        )
    search = Search(Position(board), who, score, progress)
    spare = search.spare()
    depth = spare if limit is None else min(limit, spare)
    if depth > _DEEPEST:
        raise GameError(f"moves: a turn of up to {depth:,} attacks is too long; allow {_DEEPEST} at most")
    admit(search_estimate(board, who, score, depth))
    root = _tree(search, depth)
    return Turn(board, who, limit, score if isinstance(score, str) else "a function", root)


def _tree(search: Search, moves: int) -> Node:
    """Return what to do with so many attacks left, whatever happens. Raises `GameError` for a large tree."""
    position, nodes = search.position, 0

    def node(left: int) -> Node:
        nonlocal nodes
        nodes += 1
        if nodes > MOST_NODES:
            raise GameError(f"the tree has more than {MOST_NODES:,} nodes; allow fewer attacks, as with moves=4")
        expected, chosen = search.value(left), search.attack(left)
        if chosen is None:
            return Node(expected)
        chance = attack(position.dice[chosen.start], position.dice[chosen.goal])
        branches = []
        for happens in (position.succeed, position.fail):
            before = happens(chosen)
            branches.append(node(left - 1))
            position.undo(chosen, before)
        return Node(expected, chosen, chance, *branches)

    return node(moves)


# ---------------------------------------------------------------------------------------------------------
# The result


@dataclass(frozen=True)
class Node:
    """What to do on one board, and what follows.

    Fields: `expected`, the expected score from here on; `attack`, None to stop; and then `chance`, of its success, and
    the nodes `success` and `failure` after it.
    """

    expected: Fraction
    attack: Attack | None = None
    chance: Fraction | None = None
    success: Node | None = None
    failure: Node | None = None

    @property
    def branches(self) -> tuple[tuple[str, Node], ...]:
        """The nodes that can follow, with what has happened: "won" or "lost"."""
        listed = (("won", self.success), ("lost", self.failure))
        return tuple((name, node) for name, node in listed if node is not None)

    def to_json(self) -> dict[str, Any]:
        """Return the node, with all that follow, as plain data for JSON."""
        if self.attack is None or self.chance is None:
            return {"expected": number_text(self.expected)}
        return {
            "expected": number_text(self.expected),
            "attack": list(self.attack),
            "chance": number_text(self.chance),
            "success": None if self.success is None else self.success.to_json(),
            "failure": None if self.failure is None else self.failure.to_json(),
        }


@dataclass(frozen=True, repr=False)
class Turn(Record):
    """The best turn of a player.

    Fields: `board`; `player`, from 0; `moves`, how many attacks there may be, None for no limit; `score`, a word of
    `SCORES`, or "a function"; `root`, the first node of the policy.

    >>> print(turn(Board.stated("AB", [2, 1], [(0, 1)])))
    after    does       dice      succeeds    expected
    -------  ---------  ------  ----------  ----------
             0 takes 1  2 on 1    83.796 %    1.837963
    won      stop                             2.000000
    lost     stop                             1.000000
    A expects a largest region of 397/216 fields
    """

    board: Board
    player: int
    moves: int | None
    score: str
    root: Node

    @property
    def expected(self) -> Fraction:
        """The expected score of the whole turn."""
        return self.root.expected

    def to_json(self) -> dict[str, Any]:
        """Return the turn as plain data for JSON: the board, what was asked, and the policy as a tree."""
        return {
            "board": self.board.to_json(),
            "player": label(self.player),
            "moves": self.moves,
            "score": self.score,
            "expected": number_text(self.expected),
            "policy": self.root.to_json(),
        }

    @classmethod
    def from_json(cls, source: str | bytes | Mapping[str, Any]) -> Turn:
        """Read a turn from JSON text, or from the plain data of such text, as `to_json` returns it.

        Raises `RecordError`, naming the key, for what is no turn, and for numbers that do not follow from the tree.

        >>> best = turn(Board.stated("AB", [2, 1], [(0, 1)]))
        >>> Turn.from_json(best.to_json()) == best
        True
        """
        fields = Fields(read_json(source) if isinstance(source, str | bytes) else source, "a turn")
        board = fields.get("board", Board.from_json)
        player = fields.get("player", board.player)
        made = cls(
            board,
            player,
            fields.get("moves", lambda value: None if value is None else count(value)),
            fields.get("score", one_of((*SCORES, "a function"))),
            fields.get("policy", lambda value: _node(value, Position(board), player)),
        )
        fields.agree("expected", number_text(made.expected))
        return made

    def _table(self) -> Table:
        rows: list[tuple[Any, ...]] = []
        position = Position(self.board)

        def tell(node: Node, after: tuple[str, ...]) -> None:
            expected = decimal_text(node.expected, _DIGITS)
            if node.attack is None or node.chance is None:
                rows.append((", ".join(after), "stop", None, None, expected))
                return
            start, goal = node.attack
            dice = f"{position.dice[start]} on {position.dice[goal]}"
            rows.append((", ".join(after), f"{start} takes {goal}", dice, Percent(node.chance), expected))
            for (name, branch), happens in zip(node.branches, (position.succeed, position.fail), strict=True):
                before = happens(node.attack)
                tell(branch, (*after, name))
                position.undo(node.attack, before)

        tell(self.root, ())
        what = {"region": "a largest region of {} fields", "fields": "{} fields"}.get(self.score, "a score of {}")
        note = f"{label(self.player)} expects {what.format(_readable(self.expected))}"
        columns = ("after", "does", "dice", "succeeds", "expected")
        return Table(columns, rows, notes=(note,), right=("succeeds", "expected"))


def _readable(value: Fraction) -> str:
    """Return a number as a fraction while that is short, else with some decimals."""
    text = number_text(value)
    return text if len(text) <= _SHORT else f"about {decimal_text(value, _DIGITS)}"


def _node(data: object, position: Position, player: int) -> Node:
    """Read a node that stands for a position; its numbers must follow from those of its branches."""
    fields = Fields(data, "a node of the policy")
    expected = fields.get("expected", lambda value: read_rational(value, digits=None))
    if "attack" not in fields.data:
        return Node(expected)
    chosen = Attack(*fields.get("attack", lambda value: _attack(value, position, player)))
    chance = attack(position.dice[chosen.start], position.dice[chosen.goal])
    fields.agree("chance", number_text(chance))
    branches = []
    for key, happens in (("success", position.succeed), ("failure", position.fail)):
        before = happens(chosen)
        branches.append(fields.get(key, lambda value: _node(value, position, player)))
        position.undo(chosen, before)
    won, lost = branches
    fields.agree("expected", number_text(chance * won.expected + (1 - chance) * lost.expected))
    return Node(expected, chosen, chance, won, lost)


def _attack(value: object, position: Position, player: int) -> Attack:
    """Read an attack that the player can make."""
    pair = each(count)(value)
    if len(pair) != 2 or Attack(*pair) not in position.attacks(player):
        raise RecordError(f"{shown(value)} is no attack that {label(player)} can make there")
    return Attack(*pair)
