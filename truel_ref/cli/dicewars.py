"""`truel-ref dicewars`: the odds of an attack, the best turn, and tournaments of Dice Wars."""

from __future__ import annotations

from typing import Any

import click

from truel_ref.cli.frame import command, game_group, read_file
from truel_ref.cli.words import one_of, option, whole
from truel_ref.errors import refuse
from truel_ref.files import Progress
from truel_ref.games import dicewars as game
from truel_ref.numbers import read_count

DICEWARS = game_group(
    "dicewars",
    """Play Dice Wars: exact odds, the best turn, tournaments.

    \b
    truel-ref dicewars odds 8 7
    truel-ref dicewars turn BOARD.json --moves 3
    truel-ref dicewars turn --seed 3
    truel-ref dicewars tournament --games 100
    """,
)


SEED = option("--seed N", "Seed of the random draws.", default=1)
FIELDS = option("--fields N", "Fields of each player on a drawn board.", default=8)
DICE = option("--dice N", "Dice of each player on a drawn board.", default=24)


@command(
    "odds",
    click.Argument(["attacker"], required=False, metavar="[DICE"),
    click.Argument(["defender"], required=False, metavar="DICE]"),
    option("--neighbours D,D,D", "How likely the first DICE withstand attacks by these neighbours."),
    game=DICEWARS,
)
def _odds(attacker: str | None, defender: str | None, neighbours: str | None) -> object:
    """Print how likely an attack with DICE dice on DICE dice succeeds; without DICE, the odds of all attacks.

    \b
    truel-ref dicewars odds
    truel-ref dicewars odds 8 7
    truel-ref dicewars odds 3 --neighbours 2,4,1
    """  # noqa: D301  click wants the character itself
    others = [defender, neighbours].count(None)
    wrong = others != (2 if attacker is None else 1)
    refuse(click.UsageError, (wrong, "give two numbers of dice, or one and --neighbours, or none"))
    if attacker is None:
        return game.odds_table()
    if neighbours is not None:
        return game.Odds(f"{attacker} against {neighbours}", game.holds(attacker, neighbours.split(",")))
    return game.Odds(f"{attacker} attacks {defender}", game.attack(attacker, defender))


@command(
    "turn",
    click.Argument(["file"], required=False, metavar="[BOARD.json]"),
    option("--player NAME", "The player whose turn it is.", default="A"),
    option("--moves N", "Largest number of attacks, or 'all'.", default="3", type=str),
    option(
        "--score NAME",
        "What to maximise: the largest region, or the number of fields.",
        type=one_of(*game.SCORES),
        default="region",
    ),
    option("--players N", "Players on a drawn board, 2 to 8.", default=4),
    SEED,
    FIELDS,
    DICE,
    game=DICEWARS,
    counts="positions",
)
def _turn(
    file: str | None,
    player: str,
    moves: str,
    score: str,
    players: int,
    seed: int,
    fields: int,
    dice: int,
    progress: Progress,
) -> object:
    """Find the best turn on a board: the next attack after every result of the dice, and when to stop.

    \b
    truel-ref dicewars turn BOARD.json
    truel-ref dicewars turn --seed 3 --player B --moves all --score fields

    Without a file the board is drawn: connected, with equally many fields and dice for each player. --json prints the
    board, too, in the form of a file.
    """  # noqa: D301  click wants the character itself
    limit = None if moves == "all" else read_count(moves, "--moves", 0)
    board = game.seeded_board(seed, players, fields, dice) if file is None else read_file(file, _board)
    return game.turn(board, player.upper(), limit, score, progress)


def _board(data: Any) -> game.Board:
    """Return the board of a file: a board, or the turn that --json printed."""
    return game.Board.from_json(data["board"] if isinstance(data, dict) and "board" in data else data)


@command(
    "tournament",
    option("--players NAMES", f"Strategies: {', '.join(game.STRATEGIES)}.", default="random,single,best1,best2"),
    option("--games N", "Number of games.", default=100),
    SEED,
    FIELDS,
    DICE,
    option("--jobs N", "Number of processes.", type=whole(1, 1000), default=1),
    game=DICEWARS,
    counts="games",
)
def _tournament(players: str, games: int, seed: int, fields: int, dice: int, jobs: int, progress: Progress) -> object:
    """Play many games and print how often each strategy won, also by seat.

    \b
    truel-ref dicewars tournament --games 100
    truel-ref dicewars tournament --players single,best1,best2,best3 --games 1000 --jobs 2

    random chooses uniformly among all attacks and stopping; single makes the attack that is likeliest to succeed and
    to be held; best1, best2 and best3 make the best turn of at most 1, 2 or 3 attacks.
    """  # noqa: D301  click wants the character itself
    names = [name.strip() for name in players.split(",")]
    return game.tournament(names, games, seed, fields, dice, jobs, progress)
