"""Tournaments: their players, whole games with dice from a seed, and how often each player won."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from random import Random
from typing import Any, TypeAlias

from truel_ref.budget import check
from truel_ref.errors import GameError, RecordError, refuse, shown
from truel_ref.files import Pathlike, Progress
from truel_ref.games.dicewars.best_turn import Search
from truel_ref.games.dicewars.board import (
    DICE,
    FIELDS,
    LETTERS,
    Attack,
    Position,
    check_setup,
    hand_out,
    random_board,
    regions,
)
from truel_ref.games.dicewars.odds import attack, holds, whole
from truel_ref.games.kept import Kept
from truel_ref.kernels.confidence import clopper_pearson
from truel_ref.numbers import fraction_text, read_count
from truel_ref.records.record import COUNT, Codec, Declared, Keys, count, derived, each, many, plain, said
from truel_ref.records.table import Cell, Percent, Table
from truel_ref.workers import in_processes

__all__ = [
    "CONFIDENCE",
    "MOST_GAMES",
    "PLAYERS",
    "RESERVE",
    "ROUNDS",
    "DicewarsRules",
    "PlayedGame",
    "Player",
    "Standings",
    "kept_games",
    "play_game",
    "play_turn",
    "refill",
    "seating",
    "tournament",
]


Player: TypeAlias = Callable[[Position, int, int, Random], "Attack | None"]
"""From a position, the player on move, and this player's attacks so far in the turn: the next attack, None to stop."""


def _at_random(position: Position, player: int, made: int, rng: Random) -> Attack | None:
    """Choose uniformly among all attacks and stopping."""
    return rng.choice([None, *position.attacks(player)])


def _single(position: Position, player: int, made: int, rng: Random) -> Attack | None:
    """Make one attack: the attack most likely to succeed and to be held, by `attack` and `holds`; the first if equal.

    Held means against one attack from each enemy neighbour, with the dice that move in.
    """

    def taken_and_held(option: Attack) -> Fraction:
        dice, goal = position.dice[option.start], option.goal
        enemies = [position.dice[field] for field in position.neighbours[goal] if position.owners[field] != player]
        return attack(dice, position.dice[goal]) * holds(dice - 1, enemies)

    return max([] if made else position.attacks(player), key=taken_and_held, default=None)


def _best(position: Position, player: int, made: int, rng: Random, depth: int) -> Attack | None:
    """Follow the best turn of at most `depth` attacks, for the largest region.

    The rest of a best turn is the best turn of the rest, so each attack is a new search.
    """
    return Search(position, player).attack(depth - made)


PLAYERS: dict[str, Player] = {
    "random": _at_random,
    "single": _single,
    **{f"best{depth}": partial(_best, depth=depth) for depth in (1, 2, 3)},
}
"""By name: random, the single best attack, and the best turn of at most 1, 2 or 3 attacks."""


def player_called(name: object) -> str:
    """Return the name of a strategy. Raises `GameError` for an unknown name.

    >>> player_called("best4")
    Traceback (most recent call last):
    ...
    truel_ref.errors.GameError: players: 'best4' is unknown; choose from random, single, best1, best2, best3
    """
    if not isinstance(name, str) or name not in PLAYERS:
        raise GameError(f"players: {shown(name)} is unknown; choose from {', '.join(PLAYERS)}")
    return name


# ---------------------------------------------------------------------------------------------------------
# Whole games, played with dice from a seed


RESERVE = 64
"""Largest reserve of dice without room on a player's fields."""

ROUNDS = 200
"""Number of rounds after which a game ends, and most fields win."""


@dataclass(frozen=True)
class DicewarsRules:
    """The players, boards and seed of a tournament; with the number of a game they determine the game.

    Fields: `players`, names from `PLAYERS`, which may repeat; `seed`; `fields` and `dice` of each player at the start.
    """

    players: tuple[str, ...]
    seed: int = 1
    fields: int = FIELDS
    dice: int = DICE

    @classmethod
    def stated(cls, players: object, seed: object = 1, fields: object = FIELDS, dice: object = DICE) -> DicewarsRules:
        """Return the rules from a user's words and numbers.

        Raises `GameError` for unknown players, and for numbers that do not fit.

        >>> DicewarsRules.stated("random,best2").players
        ('random', 'best2')
        """
        listed = [name.strip() for name in players.split(",")] if isinstance(players, str) else players
        if not isinstance(listed, Iterable):
            raise GameError(f"players: {shown(players)} is not a list of names; choose from {', '.join(PLAYERS)}")
        names = tuple(map(player_called, listed))
        return cls(names, whole(seed, "seed"), *check_setup(len(names), fields, dice)[1:])

    def to_json(self) -> dict[str, Any]:
        """Return the rules as plain data for JSON."""
        return {"players": list(self.players), "seed": self.seed, "fields": self.fields, "dice": self.dice}

    @classmethod
    def from_json(cls, data: Any) -> DicewarsRules:
        """Read the rules from plain data, as `to_json` returns them. Raises `GameError` for other data."""
        keys = ("players", "seed", "fields", "dice")
        if not isinstance(data, Mapping) or set(data) != set(keys):
            raise GameError(f"the rules of a tournament are an object with {', '.join(keys)}, not {shown(data)}")
        return cls.stated(*(data[key] for key in keys))


@dataclass(frozen=True)
class PlayedGame:
    """The end of a game.

    Fields: `winner`, a seat, None if several players had most fields at the end; `rounds`, the number of rounds begun.
    """

    winner: int | None
    rounds: int


def _drawn(rules: DicewarsRules, number: object) -> tuple[Random, list[int]]:
    """Return the dice of a game after they have drawn the seating, and the seating."""
    rng, players = (
        Random(f"Dice Wars game {read_count(number, 'number of a game', 0)} of {rules.seed}"),
        len(rules.players),
    )
    return rng, rng.sample(range(players), players)


def seating(rules: DicewarsRules, number: int) -> list[int]:
    """Return the random seating of a game: the numbers of the players, from the first seat on.

    >>> sorted(seating(DicewarsRules.stated("random,random,single"), 7))
    [0, 1, 2]
    """
    return _drawn(rules, number)[1]


def play_game(rules: DicewarsRules, number: int) -> PlayedGame:
    """Play a game to its end.

    The steps: (1) draw the seats and the board, so that games are independent and identically distributed; (2) in each
    round every player who owns a field takes a turn, from the first seat on; (3) after the turn the player gets a die
    for each field of their largest region, and the dice of their reserve; dice without room form the reserve, up to 64;
    (4) a player who owns every field wins at once; after 200 rounds the player with most fields wins, and nobody if
    several players have most.

    Parameters: `rules`; `number`, of the game, from 0.

    >>> play_game(DicewarsRules.stated("best1,random", fields=2, dice=4), 0)
    PlayedGame(winner=0, rounds=4)
    """
    rng, seated = _drawn(rules, number)
    seats = [PLAYERS[rules.players[player]] for player in seated]
    position = Position(random_board(rng, len(seats), rules.fields, rules.dice))
    reserve = [0] * len(seats)
    for rounds in range(1, ROUNDS + 1):
        for seat, player in enumerate(seats):
            if seat not in position.owners:
                continue
            play_turn(position, seat, player, rng)
            if len(position.fields_of(seat)) == len(position.owners):
                return PlayedGame(seat, rounds)
            reserve[seat] = refill(position, seat, reserve[seat], rng)
    sizes = [len(position.fields_of(seat)) for seat in range(len(seats))]
    most = max(sizes)
    return PlayedGame(sizes.index(most) if sizes.count(most) == 1 else None, ROUNDS)


def refill(position: Position, seat: int, reserve: int, rng: Random) -> int:
    """Give a player the dice after a turn and those of the reserve; return the new reserve.

    >>> from truel_ref.games.dicewars.board import Board
    >>> position = Position(Board.stated("ABB", [8, 1, 1], [(0, 1), (1, 2)]))
    >>> refill(position, 0, 64, Random(1)), refill(position, 1, 1, Random(1)), position.dice
    (64, 0, [8, 3, 2])
    """
    largest = max(map(len, regions(position.neighbours, position.fields_of(seat))))
    return min(RESERVE, hand_out(position, seat, reserve + largest, rng))


def play_turn(position: Position, seat: int, player: Any, rng: Random) -> int:
    """Let a player attack until the player stops, with random dice; return the number of attacks.

    One draw settles an attack: an integer below the denominator of its exact odds.
    """
    made = 0
    while (option := player(position, seat, made, rng)) is not None:
        check()
        odds = attack(position.dice[option.start], position.dice[option.goal])
        succeeds = rng.randrange(odds.denominator) < odds.numerator
        position.settle(option, succeeds)
        made += 1
    return made


# ---------------------------------------------------------------------------------------------------------
# Tournaments: how often each player won, also by seat


CONFIDENCE = Fraction(95, 100)
"""Confidence of the intervals for win rates."""

MOST_GAMES = 1_000_000
_FORMAT = 1  # raise it when the same rules play other games: then older files are refused


def tournament(
    rules: DicewarsRules,
    games: int,
    jobs: int = 1,
    keep: Pathlike | None = None,
    progress: Progress | None = None,
) -> Standings:
    """Play many games and return their results.

    The seed and the number of a game determine its board and seating; so the games are independent and identically
    distributed, and neither the number of processes nor an interruption changes them.

    Parameters: `rules`; `games`, their number, from 1 to a million; `jobs`, the number of processes; `keep`, a file
    that stores games as they end, from which stored games are read; `progress`, called with the number of games that
    have ended since the last call.

    Raises `GameError` for numbers that do not fit and for a file with other content, `FileError` if that file cannot be
    written, and `WorkerError` if a process was killed; the file then holds the earlier games.

    >>> standings = tournament(DicewarsRules.stated("best1,random", fields=2, dice=4), games=20)
    >>> sum(map(sum, standings.wins)) + standings.drawn
    20
    """
    wanted = whole(games, "games", 1, MOST_GAMES)
    processes = whole(jobs, "jobs", 1, 1_000)
    report = progress or (lambda more: None)
    with kept_games(rules, keep) as kept:
        known = len(kept.pieces)
        report(min(known, wanted))
        with closing(in_processes(partial(_played, rules), range(known, wanted), processes)) as games_played:
            for game in games_played:
                check()
                kept.add(game)
                report(1)
    return _standings(rules, kept.pieces[:wanted])


def kept_games(rules: DicewarsRules, keep: Pathlike | None) -> Kept[PlayedGame]:
    """Return the stored games of a tournament, none without a file.

    Parameters: `rules`; `keep`, the file, or None. Raises `GameError` and `FileError` as `Kept` does.
    """
    about = {"game": "dicewars", "ask": "tournament", "format": _FORMAT, "rules": rules.to_json()}
    return Kept(
        keep,
        about,
        lambda line: _read_game(line, len(rules.players)),
        lambda game: [game.winner, game.rounds],
    )


def _read_game(line: object, seats: int) -> PlayedGame:
    winner, rounds = each(lambda value: value)(line)
    if (winner is not None and not 0 <= count(winner) < seats) or not 1 <= count(rounds) <= ROUNDS:
        raise ValueError("a game has the seat of its winner and its rounds")
    return PlayedGame(winner, rounds)


def _played(rules: DicewarsRules, number: int) -> list[PlayedGame]:
    """Play the game with a number, in any process."""
    return [play_game(rules, number)]


def _standings(rules: DicewarsRules, played: Sequence[PlayedGame]) -> Standings:
    seated, wins = Counter[tuple[int, int]](), Counter[tuple[int, int]]()
    for number, game in enumerate(played):
        players = seating(rules, number)
        seated.update(zip(players, range(len(players)), strict=True))
        if game.winner is not None:
            wins[players[game.winner], game.winner] += 1
    seats = range(len(rules.players))

    def table(counted: Mapping[tuple[int, int], int]) -> tuple[tuple[int, ...], ...]:
        return tuple(tuple(counted[player, seat] for seat in seats) for player in seats)

    return Standings(
        rules,
        table(seated),
        table(wins),
        drawn=sum(game.winner is None for game in played),
        full=sum(game.rounds == ROUNDS for game in played),
        rounds=sum(game.rounds for game in played),
    )


@dataclass(frozen=True, repr=False)
class Standings(Declared):
    """The results of a tournament.

    Fields: `rules`; `seated` and `wins`, for each player a number of games by seat; `drawn`, the number of games
    without a winner; `full`, the number of games that reached the last round; `rounds`, of all games together.

    >>> print(tournament(DicewarsRules.stated("best1,random", fields=2, dice=4), games=50))
    player    seat      games    wins     share       low      high
    --------  ------  -------  ------  --------  --------  --------
    best1     all          50      26  52.000 %  37.415 %  66.340 %
              A            21      17  80.952 %  58.093 %  94.554 %
              B            29       9  31.034 %  15.284 %  50.833 %
    random    all          50      24  48.000 %  33.660 %  62.585 %
              A            29      20  68.966 %  49.167 %  84.716 %
              B            21       4  19.048 %   5.446 %  41.907 %
    anybody   A            50      37  74.000 %  59.655 %  85.370 %
              B            50      13  26.000 %  14.630 %  40.345 %
    50 games with seed 1, 2 fields and 4 dice each; low and high: 95 % confidence
    4.1 rounds on average; 0 went on to round 200, 0 of them without a winner
    """

    rules: DicewarsRules
    seated: tuple[tuple[int, ...], ...]
    wins: tuple[tuple[int, ...], ...]
    drawn: int
    full: int
    rounds: int

    @property
    def people(self) -> range:
        """The numbers of the players."""
        return range(len(self.rules.players))

    @property
    def games(self) -> int:
        """The number of games."""
        return sum(self.seated[0])

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players; a repeated name gets a number."""
        players = self.rules.players
        before = [players[:place].count(name) for place, name in enumerate(players)]
        return tuple(f"{name} {more + 1}" if more else name for name, more in zip(players, before, strict=True))

    def rate(self, player: int, seat: int | None = None) -> tuple[int, int]:
        """Return the numbers of games that a player won and played, at a seat or at all seats."""
        if seat is None:
            return sum(self.wins[player]), self.games
        return self.wins[player][seat], self.seated[player][seat]

    def interval(self, player: int, seat: int | None = None, confidence: object = CONFIDENCE) -> tuple[float, float]:
        """Return the exact (Clopper-Pearson) confidence interval for a player's win rate, at a seat or at all seats.

        Raises `NumberError` if the player played no game at that seat.
        """
        return clopper_pearson(*self.rate(player, seat), confidence)

    # -- as data

    _keys = Keys(
        "the standings",
        rules=plain(DicewarsRules.from_json, DicewarsRules.to_json),
        games=derived(COUNT),
        seated=many(many(COUNT)),
        wins=many(many(COUNT)),
        drawn=COUNT,
        full=COUNT,
        rounds=COUNT,
        rate=Codec(None, lambda _, made: [fraction_text(Fraction(*made.rate(player))) for player in made.people]),
        confidence=said(lambda: fraction_text(CONFIDENCE)),
        interval=Codec(None, lambda _, made: [list(made.interval(player)) for player in made.people]),
    )

    @classmethod
    def _made(cls, known: Mapping[str, Any]) -> Standings:
        made = super()._made(known)
        made._check()
        return made

    def _check(self) -> None:
        seats = len(self.rules.players)
        for key, table in (("seated", self.seated), ("wins", self.wins)):
            if len(table) != seats or any(len(row) != seats for row in table):
                raise RecordError(f"{key}: give {seats} numbers, one for each seat, for each of {seats} players")
        lines = [*map(sum, self.seated), *map(sum, zip(*self.seated, strict=True))]
        cells = zip(self.wins, self.seated, strict=True)
        refuse(
            RecordError,
            (
                not self.games or set(lines) != {self.games},
                "seated: every player and every seat must have the same number of games, 1 or more",
            ),
            (
                sum(map(sum, self.wins)) + self.drawn != self.games,
                f"wins and drawn must add up to the number of games, {shown(self.games)}",
            ),
            (
                any(won > of for wins, seated in cells for won, of in zip(wins, seated, strict=True)),
                "wins: a player cannot win more games at a seat than they played there",
            ),
            (
                not self.drawn <= self.full <= self.games or not self.games <= self.rounds <= ROUNDS * self.games,
                f"drawn, full, rounds: {shown(self.games)} games of up to {ROUNDS} rounds cannot end so",
            ),
        )

    def _table(self) -> Table:
        seats = self.people
        rows = []
        for player, name in enumerate(self.names):
            rows.append(_row(name, "all", *self.rate(player)))
            rows += [_row("", LETTERS[seat], *self.rate(player, seat)) for seat in seats]
        for seat in seats:
            won = sum(wins[seat] for wins in self.wins)
            rows.append(_row("" if seat else "anybody", LETTERS[seat], won, self.games))
        rules, games = self.rules, self.games
        notes = [
            f"{games:,} game{'' if games == 1 else 's'} with seed {rules.seed}, {rules.fields} fields and {rules.dice} "
            f"dice each; low and high: {CONFIDENCE * 100} % confidence",
            f"{float(Fraction(self.rounds, games)):.1f} rounds on average; {self.full:,} went on to round {ROUNDS}, "
            f"{self.drawn:,} of them without a winner",
        ]
        columns = ("player", "seat", "games", "wins", "share", "low", "high")
        return Table(columns, rows, notes=notes, right=columns[2:])


_UNIT = Fraction(1, 10**5)  # the intervals are rounded outwards to the default digits of a table


def _row(name: str, seat: str, won: int, games: int) -> list[Cell]:
    """Return the row of a player, at a seat or at all seats."""
    if not games:
        return [name, seat, games, won, None, None, None]
    low, high = map(Fraction, clopper_pearson(won, games, CONFIDENCE))
    return [
        name,
        seat,
        games,
        won,
        Percent(Fraction(won, games)),
        Percent(low // _UNIT * _UNIT),
        Percent(-(-high // _UNIT) * _UNIT),
    ]
