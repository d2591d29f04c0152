"""Dice Wars: the odds of an attack, the best turn on a board, boards from a seed, and tournaments.

A field has an owner and 1 to 8 dice. A field with `a >= 2` dice may attack a neighbouring field of another player with
`d` dice; the attack succeeds if the sum of the `a` dice is strictly greater. After a success the attacking field keeps
1 die, its other dice move in, and the owner changes; after a failure the attacking field keeps 1 die.
docs/use/dicewars.md has the rules and the mathematics.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from itertools import count, permutations
from math import prod
from random import Random
from typing import Any, NamedTuple, Self

from truel_ref.errors import ProblemError, refuse, shown
from truel_ref.files import Progress
from truel_ref.games import GameRecord, short_text
from truel_ref.kernels.confidence import clopper_pearson
from truel_ref.limits import in_processes
from truel_ref.numbers import decimal_text, read_count, read_rational
from truel_ref.records.record import Source, frozen, member
from truel_ref.records.table import Cell, Percent, Table

# ---------------------------------------------------------------------------------------------------------
# The odds of an attack

MOST_DICE = 8
"""Largest number of dice of a field; the least is 1."""


def attack(a: object, d: object) -> Fraction:
    """Return the chance that the sum of `a` dice is strictly greater than the sum of `d` dice.

    Parameters: `a`, the dice of the attacking field, 2 to 8; `d`, the dice of the attacked field, 1 to 8.

    Raises `NumberError` for any other number of dice.

    >>> attack(2, 1), attack(8, 2)
    (Fraction(181, 216), Fraction(60465175, 60466176))
    """
    return _chance(
        read_count(a, "dice of the attacker", 2, MOST_DICE), read_count(d, "dice of the defender", 1, MOST_DICE)
    )


@cache
def _chance(a: int, d: int) -> Fraction:
    sums = ((i, j) for i in range(a, 6 * a + 1) for j in range(d, min(i, 6 * d + 1)))
    return Fraction(sum(throws(a, i) * throws(d, j) for i, j in sums), 6 ** (a + d))


@cache
def throws(dice: int, total: int) -> int:
    """Return the number of throws of some dice that add up to a total.

    >>> throws(2, 7)
    6
    """
    return sum(throws(dice - 1, total - eyes) for eyes in range(1, 7)) if dice else int(total == 0)


def holds(own: object, neighbours: Iterable[object]) -> Fraction:
    """Return the chance that a field withstands one attack from each enemy neighbour, all with their present dice.

    It is the product of `1 - attack(n, own)` over the neighbours with `n >= 2` dice; a single die cannot attack.

    Parameters: `own`, the dice of the field; `neighbours`, the dice of its enemy neighbours.

    Raises `NumberError` for an invalid number of dice.

    >>> holds(1, [2, 1])
    Fraction(35, 216)
    """
    mine = read_count(own, "dice of the field", 1, MOST_DICE)
    theirs = (read_count(dice, "dice of a neighbour", 1, MOST_DICE) for dice in neighbours)
    return prod((1 - _chance(dice, mine) for dice in theirs if dice >= 2), start=Fraction(1))


@dataclass(frozen=True)
class Odds(GameRecord):
    """How likely something succeeds: `what`, in words; `chance`."""

    what: str
    chance: Fraction

    def _table(self) -> Table:
        row = (self.what, self.chance, Percent(self.chance))
        return Table(("dice", "succeeds", "percent"), [row])


@dataclass(frozen=True)
class OddsTable(GameRecord):
    """The odds of every attack: `attacks`, by the dice of the attacker and then of the defender."""

    attacks: dict[int, dict[int, Fraction]]

    def _table(self) -> Table:
        columns = [str(a) for a in self.attacks]
        rows: list[list[Cell]] = [
            [str(d), *(Percent(odds[d], apart=True) for odds in self.attacks.values())] for d in self.attacks[2]
        ]
        notes = [
            "a column for the dice of the attacker; only 7 and 8 dice against 1 always succeed, and none always fail"
        ]
        return Table(["defender / attacker", *columns], rows, notes=notes)


def odds_table() -> OddsTable:
    """Return the odds of all attacks.

    >>> odds_table().attacks[2][1]
    Fraction(181, 216)
    """
    numbers = range(1, MOST_DICE + 1)
    return OddsTable({a: {d: _chance(a, d) for d in numbers} for a in numbers if a > 1})


# ---------------------------------------------------------------------------------------------------------
# The board

LETTERS = "ABCDEFGH"
"""The names of the players."""

MOST_FIELDS = 1_000


class Attack(NamedTuple):
    """An attack from the field `start` on the field `goal`."""

    start: int
    goal: int


@dataclass(repr=False)
class Board(GameRecord):
    """A board, on which attacks are done and undone. Fields have numbers from 0.

    Fields of the record: `owners`, the letter of a player for each field; `dice`, 1 to 8 for each; `borders`, pairs of
    neighbouring fields, each once. Attribute: `neighbours`, those of each field, ascending.

    Raises `NumberError` or `ProblemError`, naming the culprit, for an invalid board.

    >>> board = Board("AB", [3, 1], [(0, 1)])
    >>> print(board)
      field  owner      dice  neighbours
    -------  -------  ------  ------------
          0  A             3  1
          1  B             1  0
    >>> board.settle(Attack(0, 1), succeeds=True)
    >>> board.owners, board.dice
    (['A', 'A'], [1, 2])
    """

    owners: Any
    dice: Any
    borders: Any

    def __post_init__(self) -> None:
        self.owners = [_player(owner, f"field {number}") for number, owner in enumerate(_list(self.owners, "owners"))]
        dice = enumerate(_list(self.dice, "dice"))
        self.dice = [read_count(own, f"dice of field {number}", 1, MOST_DICE) for number, own in dice]
        size = read_count(len(self.owners), "number of fields", 1, MOST_FIELDS)
        wrong = f"dice: {len(self.dice)} numbers for {size} fields; give one for each field"
        refuse(ProblemError, (len(self.dice) != size, wrong))
        near: list[set[int]] = [set() for _ in self.owners]
        for pair in _list(self.borders, "borders"):
            ends = [read_count(end, "borders", 0, size - 1) for end in _list(pair, "borders")]
            wrong = f"borders: {shown(ends)} is not a pair of different fields that occurs once"
            refuse(ProblemError, (len(ends) != 2 or len({*ends}) != 2 or ends[-1] in near[ends[0]], wrong))
            for one, other in permutations(ends):
                near[one].add(other)
        self.neighbours = list(map(sorted, near))
        self.borders = [(one, end) for one, ends in enumerate(self.neighbours) for end in ends if one < end]

    @property
    def key(self) -> tuple[Any, ...]:
        """What differs between boards of a game: owners and dice."""
        return *self.owners, *self.dice

    def place(self, number: int, owner: str, dice: int) -> None:
        """Set the owner and the dice of a field."""
        self.owners[number], self.dice[number] = owner, dice

    def fields_of(self, player: str) -> list[int]:
        """Return the fields of a player, ascending."""
        return [number for number, owner in enumerate(self.owners) if owner == player]

    def largest_region(self, player: str) -> int:
        """Return the size of a player's largest connected region, 0 for a player without a field.

        >>> Board("ABAA", [1, 1, 1, 1], [(0, 1), (1, 2), (2, 3)]).largest_region("A")
        2
        """
        return _largest_region(self.neighbours, self.fields_of(player))

    def attacks(self, player: str) -> list[Attack]:
        """Return the possible attacks of a player, by (start, goal) ascending."""
        owners, dice = self.owners, self.dice
        return [
            Attack(start, goal)
            for start, owner in enumerate(owners)
            if owner == player and dice[start] >= 2
            for goal in self.neighbours[start]
            if owners[goal] != player
        ]

    def settle(self, made: Attack, succeeds: bool) -> None:
        """Let an attack succeed or fail."""
        if succeeds:
            self.place(made.goal, self.owners[made.start], self.dice[made.start] - 1)
        self.place(made.start, self.owners[made.start], 1)

    def branches(self, made: Attack) -> Iterator[bool]:
        """Let an attack succeed (yield True), then fail (yield False); undo each when the caller continues."""
        before = [(number, self.owners[number], self.dice[number]) for number in made]
        for succeeds in (True, False):
            self.settle(made, succeeds)
            yield succeeds
            for field in before:
                self.place(*field)

    @classmethod
    def from_json(cls, source: Source, **known: Any) -> Self:
        """Read a board from JSON text or its plain data, as `to_json` returns them.

        Raises `NumberError` or `ProblemError` for an invalid board, naming the key or the field.
        """
        data = member(source, cls.__name__)
        is_board = {*data} == {"owners", "dice", "borders"}
        refuse(ProblemError, (not is_board, f"a board is a JSON object with owners, dice, borders, not {shown(data)}"))
        return cls(**data)

    def _table(self) -> Table:
        near = [" ".join(map(str, others)) for others in self.neighbours]
        return Table(
            ("field", "owner", "dice", "neighbours"), list(zip(count(), self.owners, self.dice, near, strict=False))
        )


def _list(value: Any, what: str) -> list[Any]:
    refuse(ProblemError, (not isinstance(value, list | tuple | str), f"{what}: {shown(value)} is not a list"))
    return list(value)


def _player(name: Any, what: str) -> str:
    """Return the letter of a player; refuse anything else."""
    unknown = f"{what}: {shown(name)} is not a player; players are A to {LETTERS[-1]}"
    refuse(ProblemError, (name not in [*LETTERS], unknown))
    return str(name)


def _largest_region(neighbours: Sequence[Sequence[int]], numbers: Iterable[int]) -> int:
    """Return the size of the largest connected part of some fields."""
    left, largest = set(numbers), 0
    while left:
        region = [left.pop()]
        for number in region:  # the list grows during the loop
            near = left.intersection(neighbours[number])
            left -= near
            region += near
        largest = max(largest, len(region))
    return largest


# ---------------------------------------------------------------------------------------------------------
# Boards from a seed


def seeded_board(seed: int = 1, players: int = 4, fields: int = 8, dice: int = 24) -> Board:
    """Return a random connected board from a seed, with equal numbers of fields and of dice for all players.

    The steps: (1) add hexagons one by one, each drawn from those that touch two of the board so far (the second touches
    the first); (2) number them row by row; (3) shuffle the owners; (4) put a die on every field, and each player's
    other dice one by one on random fields of that player with fewer than 8.

    Parameters: `seed`, an integer >= 0; `players`, 2 to 8; `fields` and `dice`, of each player.

    Raises `NumberError` for numbers that do not fit.

    >>> board = seeded_board(seed=1, players=2, fields=3, dice=7)
    >>> sum(board.dice[number] for number in board.fields_of("B"))
    7
    """
    return _random_board(Random(f"Dice Wars board {read_count(seed, 'seed', 0)}"), players, fields, dice)


def _random_board(rng: Random, players: int, fields: int, dice: int) -> Board:
    """Return a board as `seeded_board` does, from a generator of random numbers."""
    players = read_count(players, "players", 2, len(LETTERS))
    fields = read_count(fields, "fields", 1, MOST_FIELDS // players)
    dice = read_count(dice, "dice", fields, MOST_DICE * fields)
    hexagons = {(0, 0): None}
    while len(hexagons) < players * fields:
        touching = Counter(cell for known in hexagons for cell in _near(known) if cell not in hexagons)
        free = [cell for cell, touched in touching.items() if touched >= min(2, len(hexagons))]
        hexagons[rng.choice(free)] = None
    cells = sorted(hexagons, key=lambda cell: (cell[1], cell[0]))
    borders = [(one, cells.index(near)) for one, cell in enumerate(cells) for near in _near(cell) if near in hexagons]
    owners = [letter for letter in LETTERS[:players] for _ in range(fields)]
    rng.shuffle(owners)
    board = Board(owners, [1] * len(owners), [pair for pair in borders if pair[0] < pair[1]])
    for letter in LETTERS[:players]:
        hand_out(board, letter, dice - fields, rng)
    return board


def _near(cell: tuple[int, int]) -> list[tuple[int, int]]:
    """Return the cells that touch a hexagon, in a fixed order, on which the draws depend."""
    steps = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
    return [(cell[0] + across, cell[1] + down) for across, down in steps]


def hand_out(board: Board, player: str, more: int, rng: Random) -> int:
    """Put dice one by one on random fields of a player with fewer than 8; return the number of dice without room.

    >>> board = Board("AB", [7, 1], [(0, 1)])
    >>> hand_out(board, "A", 3, Random(1)), board.dice
    (2, [8, 1])
    """
    while more and (room := [number for number in board.fields_of(player) if board.dice[number] < MOST_DICE]):
        number = rng.choice(room)
        board.place(number, player, board.dice[number] + 1)
        more -= 1
    return more


# ---------------------------------------------------------------------------------------------------------
# The best turn

SCORES = ("region", "fields")
"""The size of the player's largest connected region, and the number of the player's fields."""

MOST_NODES, MOST_POSITIONS, _DEEPEST = 10_000, 3_000_000, 300
"""The largest tree, the largest search, and the most successive attacks of a turn."""


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


@frozen
class DicewarsTurn(GameRecord):
    """The best turn of a player.

    Fields: `board`; `player`, a letter; `root`, the first node of the policy.

    >>> print(turn(Board("AB", [2, 1], [(0, 1)])))
    after    does         succeeds  expected
    -------  ---------  ----------  ----------
             0 takes 1    83.796 %  1.837963
    won      stop                   2.000000
    lost     stop                   1.000000
    A expects 397/216
    """

    board: Board
    player: str
    root: TurnNode

    def _table(self) -> Table:
        rows = list(_rows(self.root, ()))
        notes = [f"{self.player} expects {short_text(self.root.expected)}"]
        return Table(("after", "does", "succeeds", "expected"), rows, notes=notes)


def _rows(node: TurnNode | None, after: tuple[str, ...]) -> Iterator[tuple[Cell, ...]]:
    """Yield a row for a node and for those after it."""
    if node is not None:
        does = "stop" if node.attack is None else f"{node.attack.start} takes {node.attack.goal}"
        chance = node.chance and Percent(node.chance)
        yield ", ".join(after), does, chance, decimal_text(node.expected, 6)
        yield from _rows(node.success, (*after, "won"))
        yield from _rows(node.failure, (*after, "lost"))


def turn(
    board: Board,
    player: str = "A",
    moves: int | None = None,
    score: str | Callable[[Board], Any] = "region",
    progress: Progress = lambda more: None,
) -> DicewarsTurn:
    """Return the best turn of a player: at most `moves` attacks, and the player may stop at any time.

    With `m` attacks left, a board `b`, and the boards `b+` and `b-` after an attack succeeded or failed,

        V(b, 0) = score(b)
        V(b, m) = max of score(b) and, over all attacks, p * V(b+, m - 1) + (1 - p) * V(b-, m - 1).

    If options are equal, an order decides: stopping first, then the attacks by (start, goal) ascending. Every turn is
    finite: call all dice of a field except one spare. A successful attack with `a` dice takes 1 from the player's spare
    dice, a failed one `a - 1 >= 1`. So a turn never has more attacks than the player has spare dice.

    Parameters: `board`; `player`, a letter; `moves`, the largest number of attacks, None for no
    limit; `score`, "region", "fields" or a function of the board that gives a rational number; `progress`, called with
    1 for every solved position.

    Raises `ProblemError` for a player without a field, an unknown score, and a search or a tree that is too large;
    `NumberError` for invalid `moves`, and for a function whose result is not a rational number.

    >>> best = turn(Board("AB", [2, 1], [(0, 1)]), "A")
    >>> best.root.expected, best.root.attack
    (Fraction(397, 216), Attack(start=0, goal=1))
    """
    who = _player(player, "player")
    unknown = f"score: {shown(score)} is unknown; choose from {', '.join(SCORES)}, or give a function"
    refuse(
        ProblemError,
        (who not in board.owners, f"player: {who} owns no field of this board"),
        (not callable(score) and score not in SCORES, unknown),
    )
    search = _TurnSearch(deepcopy(board), who, score, progress)
    depth = search.spare() if moves is None else min(read_count(moves, "moves", 0), search.spare())
    long = f"moves: a turn of up to {depth:,} attacks is too long; allow {_DEEPEST} at most"
    refuse(ProblemError, (depth > _DEEPEST, long))
    return DicewarsTurn(board, who, search.tree(depth))


_WHOLE = 6 ** (2 * MOST_DICE)  # a common denominator of all odds


@cache
def _ways(a: int, d: int) -> int:
    return int(_chance(a, d) * _WHOLE)


class _TurnSearch:
    """Searches the best attack on one board, which it changes and changes back.

    With `m` attacks left every value is an integer (or a fraction, for a function of the board) over `_WHOLE ** m`: the
    search reduces no fraction.

    Parameters: `board`, `player`, `score` and `progress` as in `turn`.
    """

    def __init__(
        self, board: Board, player: str, score: Any = "region", progress: Progress = lambda more: None
    ) -> None:
        self.board, self.player, self.score, self.progress = board, player, score, progress
        self.scores: dict[frozenset[int], int] = {}
        self.solved: dict[Any, tuple[Any, Attack | None]] = {}
        self.nodes = 0

    def spare(self) -> int:
        """Return the largest possible number of attacks: the dice of the player's fields, without one die of each."""
        return sum(self.board.dice[number] - 1 for number in self.board.fields_of(self.player))

    def tree(self, moves: int) -> TurnNode:
        """Return the whole policy with `moves` attacks left. Raises `ProblemError` for a large tree."""
        self.nodes += 1
        if self.nodes > MOST_NODES:
            raise ProblemError(f"the tree has more than {MOST_NODES:,} nodes; allow fewer attacks, as with moves=4")
        value, chosen = self.best(moves)
        expected = Fraction(value, _WHOLE**moves)
        if chosen is None:
            return TurnNode(expected)
        chance = _chance(*(self.board.dice[number] for number in chosen))
        return TurnNode(expected, chosen, chance, *[self.tree(moves - 1) for _ in self.board.branches(chosen)])

    def best(self, moves: int) -> tuple[Any, Attack | None]:
        """Return the expected score with `moves` attacks left times `_WHOLE ** moves`, and the best attack or None."""
        useful = min(moves, self.spare())
        key = useful, self.board.key
        if key not in self.solved:
            if len(self.solved) >= MOST_POSITIONS:
                raise ProblemError(f"moves: the search has more than {MOST_POSITIONS:,} positions; allow fewer attacks")
            self.solved[key] = self._searched(useful)
            self.progress(1)
        value, chosen = self.solved[key]
        return value * _WHOLE ** (moves - useful), chosen

    def _searched(self, moves: int) -> tuple[Any, Attack | None]:
        """Return the answer of `best` on a new board: try to stop, and every attack."""
        board = self.board
        own = frozenset(board.fields_of(self.player))
        stopping = self._worth(own)
        best, chosen = stopping * _WHOLE**moves, None
        for option in board.attacks(self.player) if moves else ():
            ways = _ways(board.dice[option.start], board.dice[option.goal])
            if moves == 1 and not callable(self.score):  # only the owners count, so the board need not change
                won, lost = self._worth(own | {option.goal}), stopping
            else:
                won, lost = (self.best(moves - 1)[0] for _ in board.branches(option))
            value = ways * won + (_WHOLE - ways) * lost
            if value > best:  # strictly: if equal, stopping comes first, then (start, goal) ascending
                best, chosen = value, option
        return best, chosen

    def _worth(self, own: frozenset[int]) -> Any:
        """Return the score with some fields, computed once unless it is a function of the board."""
        if callable(self.score):
            return read_rational(self.score(self.board))
        if own not in self.scores:
            fields = self.score == "fields"
            self.scores[own] = len(own) if fields else _largest_region(self.board.neighbours, own)
        return self.scores[own]


# ---------------------------------------------------------------------------------------------------------
# Strategies and whole games


def _single(board: Board, player: str, made: int, rng: Random) -> Attack | None:
    """Make the attack most likely to succeed and to be held, by `attack` and `holds`, of equal ones the first."""

    def taken_and_held(option: Attack) -> Fraction:
        own, near = board.dice[option.start], board.neighbours[option.goal]
        enemies = [board.dice[number] for number in near if board.owners[number] != player]
        return attack(own, board.dice[option.goal]) * holds(own - 1, enemies)

    return max([] if made else board.attacks(player), key=taken_and_held, default=None)


STRATEGIES: dict[str, Callable[[Board, str, int, Random], Attack | None]] = {
    "random": lambda board, player, made, rng: rng.choice([None, *board.attacks(player)]),
    "single": _single,
    "best1": lambda board, player, made, rng: _TurnSearch(board, player).best(1 - made)[1],
    "best2": lambda board, player, made, rng: _TurnSearch(board, player).best(2 - made)[1],
    "best3": lambda board, player, made, rng: _TurnSearch(board, player).best(3 - made)[1],
}
"""By name, from a board, the player, the player's attacks so far in the turn, and dice, the next attack, None to stop.

random: any attack or stopping with equal chance. single: the single best attack. best1, best2, best3: the best turn of
at most 1, 2 or 3 attacks, for the largest region; the rest of a best turn is the best turn of the rest."""

_COLUMNS = ("player", "seat", "games", "wins", "share", "low", "high")

RESERVE, ROUNDS = 64, 200
"""The largest reserve of dice without room, and the number of rounds after which most fields win."""


class PlayedGame(NamedTuple):
    """A game: `seats`, the player at each; `winner`, a seat, None if several have most fields; `rounds` begun."""

    seats: list[int]
    winner: int | None
    rounds: int


def play_game(number: int, players: Sequence[str], seed: int = 1, fields: int = 8, dice: int = 24) -> PlayedGame:
    """Play a game of a tournament to its end; the arguments determine it.

    The steps: (1) draw the seats and the board, so that games are independent and identically distributed; (2) in each
    round every player who owns a field takes a turn, from the first seat on; (3) after the turn the player gets a die
    for each field of their largest region, and the dice of their reserve; dice without room form the reserve, up to 64;
    (4) a player who owns every field wins at once; after 200 rounds the player with most fields wins, and nobody if
    several players have most.

    Parameters: `number`, of the game, from 0; the others as for `tournament`.

    >>> play_game(0, ["best1", "random"], fields=2, dice=4)
    PlayedGame(seats=[1, 0], winner=0, rounds=4)
    """
    rng, seats = Random(f"Dice Wars game {number} of {seed}"), LETTERS[: len(players)]
    seated = rng.sample(range(len(players)), len(players))
    board = _random_board(rng, len(players), fields, dice)
    reserve = dict.fromkeys(seats, 0)
    for rounds in range(1, ROUNDS + 1):
        for seat, player in zip(seats, seated, strict=True):
            if seat in board.owners:
                play_turn(board, seat, STRATEGIES[players[player]], rng)
                if len(set(board.owners)) == 1:
                    return PlayedGame(seated, seats.index(seat), rounds)
                more = reserve[seat] + board.largest_region(seat)
                reserve[seat] = min(RESERVE, hand_out(board, seat, more, rng))
    sizes = list(map(board.owners.count, seats))
    winner = sizes.index(max(sizes)) if sizes.count(max(sizes)) == 1 else None
    return PlayedGame(seated, winner, ROUNDS)


def _one_game(number: int, **setting: Any) -> list[PlayedGame]:
    return [play_game(number, **setting)]


def play_turn(board: Board, player: str, strategy: Any, rng: Random) -> None:
    """Let a strategy attack until it stops, with random dice: one integer below the denominator of the exact odds."""
    made = 0
    while (option := strategy(board, player, made, rng)) is not None:
        odds = attack(board.dice[option.start], board.dice[option.goal])
        board.settle(option, rng.randrange(odds.denominator) < odds.numerator)
        made += 1


# ---------------------------------------------------------------------------------------------------------
# Tournaments


@frozen
class Standings(GameRecord):
    """The results of a tournament.

    Fields: `rates`, a dictionary for every player and for anybody, by seat: the name of the player; the seat, a letter
    or "all"; the numbers of games and wins; the share of wins, and its exact (Clopper-Pearson) interval of 95 %, None
    without games; `notes`, sentences on the games.

    >>> print(tournament(["best1", "random"], games=50, fields=2, dice=4))
    player    seat      games    wins     share       low      high
    --------  ------  -------  ------  --------  --------  --------
    best1     all          50      26  52.000 %  37.415 %  66.339 %
    best1     A            21      17  80.952 %  58.093 %  94.554 %
    best1     B            29       9  31.034 %  15.285 %  50.832 %
    random    all          50      24  48.000 %  33.661 %  62.585 %
    random    A            29      20  68.966 %  49.168 %  84.715 %
    random    B            21       4  19.048 %   5.446 %  41.907 %
    anybody   A            50      37  74.000 %  59.655 %  85.370 %
    anybody   B            50      13  26.000 %  14.630 %  40.345 %
    50 games with seed 1, 2 fields and 4 dice each; low and high: 95 % confidence
    4.1 rounds on average; 0 went on to round 200, 0 of them without a winner
    """

    rates: tuple[dict[str, Any], ...]
    notes: tuple[str, ...]

    def _table(self) -> Table:
        rows = [
            [
                None if value is None else Percent(Fraction(value)) if name in _COLUMNS[4:] else value
                for name, value in own.items()
            ]
            for own in self.rates
        ]
        return Table(_COLUMNS, rows, notes=self.notes)


def tournament(
    players: Sequence[str],
    games: int,
    seed: int = 1,
    fields: int = 8,
    dice: int = 24,
    jobs: int = 1,
    progress: Progress = lambda more: None,
) -> Standings:
    """Play many games and return how often each player won.

    Games are independent and identically distributed, and the number of processes does not change them.

    Parameters: `players`, names from `STRATEGIES`, which may repeat; `games`, their number, up to 100,000; `seed`;
    `fields` and `dice` of each player at the start; `jobs`, the number of processes; `progress`, called with 1 after
    every game.

    Raises `ProblemError` for unknown players, `NumberError` for numbers that do not fit.

    >>> tournament(["best1", "random"], games=20, fields=2, dice=4).rates[0]["wins"]
    8
    """
    for name in players:
        if name not in STRATEGIES:
            raise ProblemError(f"players: {shown(name)} is unknown; choose from {', '.join(STRATEGIES)}")
    play = partial(_one_game, players=players, seed=read_count(seed, "seed", 0), fields=fields, dice=dice)
    played = []
    for game in in_processes(play, range(read_count(games, "games", 1, 100_000)), jobs):
        played.append(game)
        progress(1)
    notes = (
        f"{games:,} game{'' if games == 1 else 's'} with seed {seed}, {fields} fields and {dice} dice each; "
        "low and high: 95 % confidence",
        f"{sum(game.rounds for game in played) / games:.1f} rounds on average; "
        f"{sum(game.rounds == ROUNDS for game in played):,} went on to round {ROUNDS}, "
        f"{sum(game.winner is None for game in played):,} of them without a winner",
    )
    return Standings(tuple(_win_rates(players, played)), notes)


def _win_rates(players: Sequence[str], played: Sequence[PlayedGame]) -> Iterator[dict[str, Any]]:
    """Yield the rates of every player and of anybody, at all seats and at each seat."""
    for player, name in (*enumerate(players), (None, "anybody")):
        for seat in (*(() if player is None else (None,)), *range(len(players))):
            won = [
                game.winner == place
                for game in played
                for place, who in enumerate(game.seats)
                if player in (None, who) and seat in (None, place)
            ]
            wins, games, where = sum(won), len(won), "all" if seat is None else LETTERS[seat]
            shares = (Fraction(wins, games), *clopper_pearson(wins, games, "0.95")) if won else (None, None, None)
            yield dict(zip(_COLUMNS, (name, where, games, wins, *shares), strict=True))
