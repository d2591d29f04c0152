"""Tournaments: those who play them, whole games with dice from a seed, and how often each player won."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from random import Random
from typing import Any, TypeAlias

from truel_ref.budget import WorkEstimate, admit, check
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
"""Given a position, whose turn it is, and how many attacks he has made in this turn: his next attack, None to stop."""


def _at_random(position: Position, player: int, made: int, rng: Random) -> Attack | None:
    """Draw from all attacks and to stop, all equally likely."""
    return rng.choice([None, *position.attacks(player)])


def _single(position: Position, player: int, made: int, rng: Random) -> Attack | None:
    """Make one attack: the likeliest to succeed and to be held, by `attack` and `holds`; the first of equal ones.

    The field is held against one attack from each enemy neighbour, with the dice that move in.
    """

    def taken_and_held(option: Attack) -> Fraction:
        dice, goal = position.dice[option.start], option.goal
        enemies = [position.dice[field] for field in position.neighbours[goal] if position.owners[field] != player]
        return attack(dice, position.dice[goal]) * holds(dice - 1, enemies)

    return max([] if made else position.attacks(player), key=taken_and_held, default=None)


def _best(position: Position, player: int, made: int, rng: Random, depth: int) -> Attack | None:
    """Follow the best turn of at most so many attacks, for the largest region.

    The rest of a best turn is the best turn of the rest, so it is looked for again after every attack.
    """
    return Search(position, player).attack(depth - made)


PLAYERS: dict[str, Player] = {
    "random": _at_random,
    "single": _single,
    **{f"best{depth}": partial(_best, depth=depth) for depth in (1, 2, 3)},
}
"""By name: random, the single best attack, and the best turn of at most 1, 2 or 3 attacks."""


def player_called(name: object) -> str:
    """Return the name of one who plays. Raises `GameError` for nobody's name.

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
"""So many dice a player keeps that find no room on his fields."""

ROUNDS = 200
"""After so many rounds a game ends, and most fields win."""


@dataclass(frozen=True)
class DicewarsRules:
    """Who plays, on what boards, and from which seed; together with the number of a game this settles the game.

    Fields: `players`, names of `PLAYERS`, one may come several times; `seed`; `fields` and `dice`, so many for each
    player at the start.
    """

    players: tuple[str, ...]
    seed: int = 1
    fields: int = FIELDS
    dice: int = DICE

    @classmethod
    def stated(cls, players: object, seed: object = 1, fields: object = FIELDS, dice: object = DICE) -> DicewarsRules:
        """Return the rules of what a person states.

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
        """Read the rules from plain data, as `to_json` returns them. Raises `GameError` for what are none."""
        keys = ("players", "seed", "fields", "dice")
        if not isinstance(data, Mapping) or set(data) != set(keys):
            raise GameError(f"the rules of a tournament are an object with {', '.join(keys)}, not {shown(data)}")
        return cls.stated(*(data[key] for key in keys))


@dataclass(frozen=True)
class PlayedGame:
    """How a game ended.

    Fields: `winner`, a seat, None where several had most fields in the end; `rounds`, how many were begun.
    """

    winner: int | None
    rounds: int


def _drawn(rules: DicewarsRules, number: object) -> tuple[Random, list[int]]:
    """Return the dice of a game after they have drawn who sits where, and that."""
    rng, players = (
        Random(f"Dice Wars game {read_count(number, 'number of a game', 0)} of {rules.seed}"),
        len(rules.players),
    )
    return rng, rng.sample(range(players), players)


def seating(rules: DicewarsRules, number: int) -> list[int]:
    """Return who sits where in a game, from the seat that begins on: the players by their numbers, drawn at random.

    >>> sorted(seating(DicewarsRules.stated("random,random,single"), 7))
    [0, 1, 2]
    """
    return _drawn(rules, number)[1]


def play_game(rules: DicewarsRules, number: int) -> PlayedGame:
    """Play a game to its end.

    The steps: (1) the seats and the board are drawn, so that all games are alike and independent; (2) round after
    round everybody who still owns a field takes his turn, from the first seat on; (3) after it he gets as many dice as
    his largest region has fields, and those of his reserve; what finds no room is his reserve, up to 64; (4) who owns
    every field wins, at once; after 200 rounds it is who owns most, and nobody if several do.

    Parameters: `rules`; `number` of the game, from 0.

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
    """Give a player his dice after a turn, those of his reserve with them; return his new reserve.

    >>> from truel_ref.games.dicewars.board import Board
    >>> position = Position(Board.stated("ABB", [8, 1, 1], [(0, 1), (1, 2)]))
    >>> refill(position, 0, 64, Random(1)), refill(position, 1, 1, Random(1)), position.dice
    (64, 0, [8, 3, 2])
    """
    largest = max(map(len, regions(position.neighbours, position.fields_of(seat))))
    return min(RESERVE, hand_out(position, seat, reserve + largest, rng))


def play_turn(position: Position, seat: int, player: Any, rng: Random) -> int:
    """Let a player attack until he stops, with dice drawn at random; return how many attacks he made.

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
# Tournaments: how often each player won, by seat, too


CONFIDENCE = Fraction(95, 100)
"""Of the intervals for win rates."""

MOST_GAMES = 1_000_000
_EACH_GAME = 0.1  # seconds, on the usual board among the usual players
_FORMAT = 1  # to be raised when the same rules play other games: older files are then refused


def tournament(
    rules: DicewarsRules,
    games: int,
    jobs: int = 1,
    keep: Pathlike | None = None,
    progress: Progress | None = None,
) -> Standings:
    """Play many games and return how they ended.

    Every game has a board and a seating of its own, drawn from the seed and its number; so the games are alike and
    independent, and neither the number of processes nor an interruption changes any of them.

    Parameters: `rules`; `games`, how many, from 1 to a million; `jobs`, in how many processes; `keep`, a file in which
    games are kept as they are played: those that it holds are not played again; `progress`, called with the number of
    games that have ended since.

    Raises `GameError` for numbers that do not fit and for a file with something else, `FileError` where that file
    cannot be written, and `WorkerError` for a process that was ended from outside; the games before are then kept.

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
        each = _EACH_GAME / processes
        admit(WorkEstimate(max(wanted - known, 0), "games", each, way_out="fewer games, or more --jobs, take less"))
        with closing(in_processes(partial(_played, rules), range(known, wanted), processes)) as games_played:
            for game in games_played:
                check()
                kept.add(game)
                report(1)
    return _standings(rules, kept.pieces[:wanted])


def kept_games(rules: DicewarsRules, keep: Pathlike | None) -> Kept[PlayedGame]:
    """Return the games of a tournament that a file keeps, none if there is no file.

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
    """Play the game of a number, in whatever process."""
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
    """How a tournament ended.

    Fields: `rules`; `seated` and `wins`, for each player a number of games by seat; `drawn`, the games without a
    winner; `full`, the games that went on to the last round; `rounds`, of all games together.

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
        """How many games were played."""
        return sum(self.seated[0])

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called; who comes again has a number behind his name."""
        players = self.rules.players
        before = [players[:place].count(name) for place, name in enumerate(players)]
        return tuple(f"{name} {more + 1}" if more else name for name, more in zip(players, before, strict=True))

    def rate(self, player: int, seat: int | None = None) -> tuple[int, int]:
        """Return how many games a player won, and of how many, at a seat or at all of them."""
        if seat is None:
            return sum(self.wins[player]), self.games
        return self.wins[player][seat], self.seated[player][seat]

    def interval(self, player: int, seat: int | None = None, confidence: object = CONFIDENCE) -> tuple[float, float]:
        """Return the exact (Clopper-Pearson) confidence interval for a player's win rate, at a seat or at all.

        Raises `NumberError` where no game was played at that seat.
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
                "wins: nobody can win more games at a seat than he had there",
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


_UNIT = Fraction(1, 10**5)  # the intervals are rounded outwards to the digits that a table usually shows


def _row(name: str, seat: str, won: int, games: int) -> list[Cell]:
    """Return how often somebody won."""
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
