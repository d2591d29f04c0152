"""The best turn: which attacks to make, and when to stop, so that the expected score is greatest.

With `m` attacks left, a board `b`, and the boards `b+` and `b-` after an attack succeeded or failed,

    V(b, 0) = score(b)
    V(b, m) = max of score(b) and, over all attacks, p * V(b+, m - 1) + (1 - p) * V(b-, m - 1).

Both branches count: after a failure the turn goes on, on another board. If options are equal, an order decides:
stopping first, then the attacks by (start, goal) ascending.

Every turn is finite. Call all dice of a field except one spare. A successful attack with `a` dice takes 1 from the
player's number of spare dice, a failed attack takes `a - 1 >= 1`. So a turn never has more attacks than the player has
spare dice, and this number serves as the limit of a turn without a limit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import lcm
from typing import Any, TypeAlias

from truel_ref.budget import check
from truel_ref.errors import GameError, NumberError, RecordError, shown
from truel_ref.files import Progress
from truel_ref.games.dicewars.board import LETTERS, Attack, Board, Position, regions
from truel_ref.games.dicewars.odds import MOST_DICE, attack
from truel_ref.numbers import decimal_text, number_text, read_count, read_rational
from truel_ref.records.record import (
    COUNT,
    NUMBER,
    Codec,
    Declared,
    Fields,
    Keys,
    count,
    derived,
    each,
    maybe,
    one_of,
    plain,
    rational,
)
from truel_ref.records.table import Percent, Table

__all__ = ["MOST_NODES", "SCORES", "DicewarsTurn", "Score", "Search", "TurnNode", "turn"]


Score: TypeAlias = "str | Callable[[Board], Any]"
"""The score to maximise in expectation: a word of `SCORES`, or a function of a board that returns a rational number."""

SCORES = ("region", "fields")
"""The size of the player's largest connected region, and the number of the player's fields."""


MOST_NODES = 10_000
"""Largest number of nodes of a tree."""

_DEEPEST = 500  # largest depth of the search, in successive attacks
_DIGITS = 6  # decimals of expected scores in a table
_SHORT = 40  # longest fraction that is shown as a fraction, in characters


def turn(
    board: Board,
    player: object = 0,
    moves: int | None = None,
    score: Score = "region",
    progress: Progress | None = None,
) -> DicewarsTurn:
    """Return the best turn of a player: at most `moves` attacks, and the player may stop at any time.

    Parameters: `board`; `player`, a label or a number from 0; `moves`, the largest number of attacks, None for no
    limit; `score`, "region", "fields" or a function of the board that gives a rational number; `progress`, called now
    and again with the number of newly solved positions.

    Raises `GameError` for a player without a field, for `moves` other than an integer >= 0, for an unknown score, and
    for a tree of more than 10,000 nodes; `SizeError` for a search of more than an hour or 4 GB; `NumberError` for a
    function whose result is not a rational number.

    >>> best = turn(Board.stated("AB", [2, 1], [(0, 1)]), "A")
    >>> best.expected, best.root.attack
    (Fraction(397, 216), Attack(start=0, goal=1))
    """
    who = board.player(player)
    try:
        limit = None if moves is None else read_count(moves, "moves", 0)
    except NumberError as error:
        raise GameError(f"{error}; None sets no limit") from None
    if not callable(score) and score not in SCORES:
        raise GameError(
            f"score: {shown(score)} is unknown; choose from {', '.join(SCORES)}, or give a function of a board"
        )
    search = Search(Position(board), who, score, progress)
    spare = search.spare()
    depth = spare if limit is None else min(limit, spare)
    if depth > _DEEPEST:
        raise GameError(f"moves: a turn of up to {depth:,} attacks is too long; allow {_DEEPEST} at most")
    root = _tree(search, depth)
    return DicewarsTurn(board, who, limit, score if isinstance(score, str) else "a function", root)


def _tree(search: Search, moves: int) -> TurnNode:
    """Return the whole policy with `moves` attacks left. Raises `GameError` for a large tree."""
    position, nodes = search.position, 0

    def node(left: int) -> TurnNode:
        nonlocal nodes
        nodes += 1
        if nodes > MOST_NODES:
            raise GameError(f"the tree has more than {MOST_NODES:,} nodes; allow fewer attacks, as with moves=4")
        expected, chosen = search.value(left), search.attack(left)
        if chosen is None:
            return TurnNode(expected)
        chance = attack(position.dice[chosen.start], position.dice[chosen.goal])
        return TurnNode(expected, chosen, chance, *[node(left - 1) for _ in position.branches(chosen)])

    return node(moves)


# ---------------------------------------------------------------------------------------------------------
# The search: one board, changed and changed back, and integers instead of fractions


@cache
def _ways() -> tuple[int, dict[tuple[int, int], int]]:
    """Return a common denominator of all odds, and the numerators over it."""
    odds = {(a, d): attack(a, d) for a in range(2, MOST_DICE + 1) for d in range(1, MOST_DICE + 1)}
    whole = lcm(*(chance.denominator for chance in odds.values()))
    return whole, {pair: int(chance * whole) for pair, chance in odds.items()}


class Search:
    """Searches the best attack on one board, which it changes and changes back.

    All odds have the common denominator `whole`, so with `m` attacks left every value is an integer (or, for a
    function of the board, a fraction) over `whole ** m`: the search reduces no fraction.

    Parameters: `position`, `player`, `score` and `progress` as in `turn`.

    >>> search = Search(Position(Board.stated("AB", [2, 1], [(0, 1)])), 0)
    >>> search.attack(1), search.attack(0)
    (Attack(start=0, goal=1), None)
    """

    def __init__(
        self, position: Position, player: int, score: Score = "region", progress: Progress | None = None
    ) -> None:
        self.position = position
        self.player = player
        self.score = score
        self.progress = progress
        self.whole, self.ways = _ways()
        self.looked_at = 0
        self.scores: dict[int, Any] = {}
        self.solved: dict[tuple[int, int], tuple[Any, Attack | None]] = {}

    def spare(self) -> int:
        """Return the largest possible number of attacks: the dice of the player's fields, without one die of each."""
        position = self.position
        return sum(position.dice[field] - 1 for field in position.fields_of(self.player))

    def attack(self, moves: int) -> Attack | None:
        """Return the best attack with `moves` attacks left, None if stopping is best."""
        return self._now(moves)[1]

    def value(self, moves: int) -> Fraction:
        """Return the expected score with `moves` attacks left."""
        return Fraction(self._now(moves)[0], self.whole ** min(moves, self.spare()))

    def _now(self, moves: int) -> tuple[Any, Attack | None]:
        own = sum(1 << field for field in self.position.fields_of(self.player))
        return self._solved(moves, self.spare(), own)

    def _solved(self, moves: int, spare: int, own: int) -> tuple[Any, Attack | None]:
        """Return the value, times `whole ** min(moves, spare)`, and the best attack.

        Parameters: `moves`, the number of attacks left; `spare`, the spare dice; `own`, the player's fields as bits.
        """
        position, whole = self.position, self.whole
        moves = min(moves, spare)
        if not moves:
            return self._worth(own), None
        known = self.solved.get((moves, position.key))
        if known is not None:
            return known
        best: Any = self._worth(own) * whole**moves
        chosen = None
        options = position.attacks(self.player)
        self.looked_at += len(options)
        for option in options:
            dice = position.dice[option.start]
            ways = self.ways[dice, position.dice[option.goal]]
            won = own | 1 << option.goal
            if moves == 1 and not callable(self.score):  # only the owners count, so the board need not change
                value = ways * self._worth(won) + (whole - ways) * self._worth(own)
            else:
                before = position.settle(option, succeeds=True)
                value = ways * self._scaled(moves - 1, spare - 1, won)
                position.undo(option, before)
                before = position.settle(option, succeeds=False)
                value += (whole - ways) * self._scaled(moves - 1, spare - dice + 1, own)
                position.undo(option, before)
            if value > best:  # strictly: if equal, stopping comes first, then (start, goal) ascending
                best, chosen = value, option
        check()
        self.solved[moves, position.key] = best, chosen
        if self.progress is not None:
            self.progress(1)
        return best, chosen

    def _scaled(self, moves: int, spare: int, own: int) -> Any:
        """Return the value times `whole ** moves`: the value of `_solved` with another power."""
        value, _ = self._solved(moves, spare, own)
        return value if moves <= spare else value * self.whole ** (moves - spare)

    def _worth(self, own: int) -> Any:
        """Return the score, computed once per set of fields or, if it is a function, once per board."""
        if self.score == "fields":
            return own.bit_count()
        position = self.position
        entry = position.key if callable(self.score) else own
        known = self.scores.get(entry)
        if known is None:
            if callable(self.score):
                known = read_rational(self.score(position.board()))
            else:
                fields = [field for field in range(own.bit_length()) if own >> field & 1]
                known = max(map(len, regions(position.neighbours, fields)), default=0)
            self.scores[entry] = known
        return known


# ---------------------------------------------------------------------------------------------------------
# The result


@dataclass(frozen=True)
class TurnNode:
    """The best action on one board, and the nodes after it.

    Fields: `expected`, the expected score from here on; `attack`, None to stop; `chance`, of its success; `success` and
    `failure`, the nodes after it.
    """

    expected: Fraction
    attack: Attack | None = None
    chance: Fraction | None = None
    success: TurnNode | None = None
    failure: TurnNode | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the node, with all later nodes, as plain data for JSON."""
        data: dict[str, Any] = {"expected": number_text(self.expected)}
        if self.attack is not None and self.chance is not None and self.success and self.failure:
            data |= {"attack": list(self.attack), "chance": number_text(self.chance)}
            data |= {"success": self.success.to_json(), "failure": self.failure.to_json()}
        return data


@dataclass(frozen=True, repr=False)
class DicewarsTurn(Declared):
    """The best turn of a player.

    Fields: `board`; `player`, from 0; `moves`, the largest number of attacks, None for no limit; `score`, a word of
    `SCORES`, or "a function"; `root`, the first node of the policy.

    >>> print(turn(Board.stated("AB", [2, 1], [(0, 1)])))
    after    does       dice      succeeds    expected
    -------  ---------  ------  ----------  ----------
             0 takes 1  2 on 1    83.796 %    1.837963
    won      stop                             2.000000
    lost     stop                             1.000000
    A expects a largest region of 397/216 fields
    >>> best = turn(Board.stated("AB", [2, 1], [(0, 1)]))
    >>> DicewarsTurn.from_json(best.to_json()) == best
    True
    """

    board: Board
    player: int
    moves: int | None
    score: str
    root: TurnNode

    @property
    def expected(self) -> Fraction:
        """The expected score of the whole turn."""
        return self.root.expected

    @property
    def policy(self) -> TurnNode:
        """The first node of the policy."""
        return self.root

    _keys = Keys(
        "a turn",
        board=plain(Board.from_json, Board.to_json),
        player=Codec(lambda data, known: known["board"].player(data), lambda player, _: LETTERS[player]),
        moves=maybe(COUNT),
        score=plain(one_of((*SCORES, "a function"))),
        expected=derived(NUMBER),
        policy=Codec(
            lambda data, known: _node(data, Position(known["board"]), known["player"]), lambda node, _: node.to_json()
        ),
    )

    @classmethod
    def _made(cls, known: Mapping[str, Any]) -> DicewarsTurn:
        return cls(*(known[key] for key in ("board", "player", "moves", "score", "policy")))

    def _table(self) -> Table:
        rows: list[tuple[Any, ...]] = []
        position = Position(self.board)

        def tell(node: TurnNode | None, after: tuple[str, ...]) -> None:
            assert node is not None
            expected = decimal_text(node.expected, _DIGITS)
            if node.attack is None or node.chance is None:
                rows.append((", ".join(after), "stop", None, None, expected))
                return
            start, goal = node.attack
            dice = f"{position.dice[start]} on {position.dice[goal]}"
            rows.append((", ".join(after), f"{start} takes {goal}", dice, Percent(node.chance), expected))
            for succeeds in position.branches(node.attack):
                tell(node.success if succeeds else node.failure, (*after, "won" if succeeds else "lost"))

        tell(self.root, ())
        what = {"region": "a largest region of {} fields", "fields": "{} fields"}.get(self.score, "a score of {}")
        note = f"{LETTERS[self.player]} expects {what.format(_readable(self.expected))}"
        columns = ("after", "does", "dice", "succeeds", "expected")
        return Table(columns, rows, notes=(note,), right=("succeeds", "expected"))


def _readable(value: Fraction) -> str:
    """Return a number as a fraction if this is short, else with some decimals."""
    text = number_text(value)
    return text if len(text) <= _SHORT else f"about {decimal_text(value, _DIGITS)}"


def _node(data: object, position: Position, player: int) -> TurnNode:
    """Read a node that stands for a position; its numbers must follow from those of its branches."""
    fields = Fields(data, "a node of the policy")
    expected = fields.get("expected", rational)
    if "attack" not in fields.data:
        return TurnNode(expected)
    chosen = Attack(*fields.get("attack", lambda value: _attack(value, position, player)))
    chance = attack(position.dice[chosen.start], position.dice[chosen.goal])
    fields.agree("chance", number_text(chance))
    won, lost = (
        fields.get("success" if succeeds else "failure", lambda value: _node(value, position, player))
        for succeeds in position.branches(chosen)
    )
    fields.agree("expected", number_text(chance * won.expected + (1 - chance) * lost.expected))
    return TurnNode(expected, chosen, chance, won, lost)


def _attack(value: object, position: Position, player: int) -> Attack:
    """Read an attack that the player can make."""
    pair = each(count)(value)
    if len(pair) != 2 or Attack(*pair) not in position.attacks(player):
        raise RecordError(f"{shown(value)} is not an attack that {LETTERS[player]} can make there")
    return Attack(*pair)
