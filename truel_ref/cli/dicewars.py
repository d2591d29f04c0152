"""`truel-ref dicewars`: the odds of an attack, the best turn, boards and tournaments of Dice Wars."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

import click

from truel_ref.cli.frame import asks
from truel_ref.cli.lazy import LazyGroup
from truel_ref.cli.options import WholeNumber, added, json_option, named_option, number_option, words
from truel_ref.cli.output import say, say_json
from truel_ref.cli.shared import read_game_file
from truel_ref.errors import ProblemError
from truel_ref.files import Progress
from truel_ref.games.dicewars import (
    SCORES,
    STRATEGIES,
    Board,
    attack,
    holds,
    odds_table,
    seeded_board,
    tournament,
    turn,
)
from truel_ref.numbers import number_text, percent_text, read_count

__all__ = ["command"]

_LONGEST = 1 << 21  # bytes of a file with a board; a thousand fields need a tenth of this


@click.group("dicewars", cls=LazyGroup)
def command() -> None:
    """Play Dice Wars: exact odds, the best turn, tournaments.

    \b
    truel-ref dicewars attack 8 7
    truel-ref dicewars table
    truel-ref dicewars turn BOARD.json --moves 3
    truel-ref dicewars tournament --games 100
    """  # noqa: D301  click wants the character itself


@asks(
    "attack",
    click.argument("attacker", metavar="DICE"),
    click.argument("defender", metavar="DICE"),
    json_option("the answer"),
    group=command,
    prints=False,
)
def attack_command(attacker: str, defender: str, as_json: bool) -> None:
    """Print how likely an attack with DICE dice on DICE dice succeeds.

    \b
    truel-ref dicewars attack 8 7
    truel-ref dicewars attack 3 2 --json
    """  # noqa: D301  click wants the character itself
    chance = attack(attacker, defender)
    if as_json:
        say_json({"attacker": int(attacker), "defender": int(defender), "success": number_text(chance)})
    else:
        say(f"{number_text(chance)}, {percent_text(chance, 3)}")


@asks("table", group=command)
def table_command() -> object:
    """Print the odds of all attacks.

    \b
    truel-ref dicewars table
    truel-ref dicewars table --digits 6
    """  # noqa: D301  click wants the character itself
    return odds_table()


@asks(
    "holds",
    click.argument("own", metavar="DICE"),
    click.argument("neighbours", nargs=-1, metavar="DICE ..."),
    json_option("the answer"),
    group=command,
    prints=False,
)
def holds_command(own: str, neighbours: tuple[str, ...], as_json: bool) -> None:
    """Print how likely a field withstands an attack by each of its enemy neighbours.

    \b
    truel-ref dicewars holds 3 2 4 1
    truel-ref dicewars holds 8 8
    """  # noqa: D301  click wants the character itself
    chance = holds(own, neighbours)
    if as_json:
        say_json({"own": int(own), "neighbours": [*map(int, neighbours)], "holds": number_text(chance)})
    else:
        say(f"{number_text(chance)}, {percent_text(chance, 3)}")


board_options = added(
    number_option("--seed", 1, "Seed of the random draws."),
    number_option("--fields", 8, "Fields of each player."),
    number_option("--dice", 24, "Dice of each player."),
)
"""The options of random boards."""


@asks("board", number_option("--players", 4, "Number of players, 2 to 8."), board_options, group=command)
def board_command(players: int, seed: int, fields: int, dice: int) -> object:
    """Draw a connected board from a seed, with equally many fields and dice for each player.

    \b
    truel-ref dicewars board --seed 3
    truel-ref dicewars board --seed 3 --json >board.json
    """  # noqa: D301  click wants the character itself
    return seeded_board(seed, players, fields, dice)


@asks(
    "turn",
    click.argument("file", metavar="BOARD.json", type=click.Path()),
    click.option("--player", default="A", show_default=True, metavar="NAME", help="The player whose turn it is."),
    click.option(
        "--moves", default="3", show_default=True, metavar="N", help="Largest number of attacks; 'all' for no limit."
    ),
    named_option("--score", *SCORES, help="What to maximise: the largest region, or the number of fields."),
    group=command,
    counts="positions",
)
def turn_command(file: str, player: str, moves: str, score: str, progress: Progress) -> object:
    """Find the best turn on a board: the next attack after every result of the dice, and when to stop.

    \b
    truel-ref dicewars turn BOARD.json
    truel-ref dicewars turn BOARD.json --player B --moves all --score fields
    """  # noqa: D301  click wants the character itself
    limit = None if moves == "all" else read_count(moves, "--moves", 0)
    return turn(read_game_file(file, Board.from_json, _LONGEST), player.upper(), limit, score, progress)


@asks(
    "tournament",
    click.option(
        "--players",
        default="random,single,best1,best2",
        show_default=True,
        metavar="NAMES",
        shell_complete=words(*STRATEGIES),
        help=f"Strategies: {', '.join(STRATEGIES)}.",
    ),
    number_option("--games", 100, "Number of games."),
    board_options,
    click.option("--jobs", type=WholeNumber(1, 1000), default=1, show_default=True, help="Number of processes."),
    group=command,
    counts="games",
    total="games",
)
def tournament_command(
    players: str, games: int, seed: int, fields: int, dice: int, jobs: int, progress: Progress
) -> object:
    """Play many games and print how often each strategy won, also by seat.

    random chooses uniformly among all attacks and stopping; single makes the attack that is likeliest to succeed and
    to be held; best1, best2 and best3 make the best turn of at most 1, 2 or 3 attacks.

    \b
    truel-ref dicewars tournament --games 100
    truel-ref dicewars tournament --players single,best1,best2,best3 --games 1000 --jobs 2
    """  # noqa: D301  click wants the character itself
    names = [name.strip() for name in players.split(",")]
    if jobs == 1:
        return tournament(names, games, seed, fields, dice, progress=progress)
    try:
        with ProcessPoolExecutor(jobs) as pool:
            return tournament(names, games, seed, fields, dice, pool, progress)
    except BrokenProcessPool:
        raise ProblemError("a process was killed before its games ended; try --jobs 1") from None
