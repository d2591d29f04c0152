"""`truel-ref dicewars`: the odds of an attack, the best turn, boards and tournaments of Dice Wars."""

from __future__ import annotations

from functools import partial

import click

from truel_ref.cli.frame import asks
from truel_ref.cli.lazy import LazyGroup
from truel_ref.cli.options import WholeNumber, added, number_option, words
from truel_ref.cli.output import say, say_json
from truel_ref.cli.shared import output_option, read_game_file
from truel_ref.files import Progress
from truel_ref.games.dicewars.board import Board
from truel_ref.games.dicewars.odds import Odds, OddsTable, dice_of, holds
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
    group=command,
)
def attack_command(attacker: str, defender: str) -> object:
    """Print how likely an attack with DICE dice on DICE dice succeeds.

    \b
    truel-ref dicewars attack 8 7
    truel-ref dicewars attack 3 2 --json
    """  # noqa: D301  click wants the character itself
    return Odds(dice_of(attacker, "the attacker", least=2), dice_of(defender, "the defender"))


@asks(
    "table",
    output_option,
    group=command,
    draws=True,
)
def table_command() -> object:
    """Print the odds of all attacks.

    \b
    truel-ref dicewars table
    truel-ref dicewars table --digits 6 -o odds.png
    """  # noqa: D301  click wants the character itself
    from truel_ref.games.pictures import odds_figure

    return OddsTable(), odds_figure


@asks(
    "holds",
    click.argument("own", metavar="DICE"),
    click.argument("neighbours", nargs=-1, metavar="DICE ..."),
    click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON."),
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
        theirs = [dice_of(dice, "a neighbour") for dice in neighbours]
        say_json({"own": dice_of(own, "the field"), "neighbours": theirs, "holds": number_text(chance)})
    else:
        say(f"{number_text(chance)}, {percent_text(chance, 3)}")


board_options = added(
    number_option("--seed", 1, "Seed of the random draws."),
    number_option("--fields", 8, "Fields of each player."),
    number_option("--dice", 24, "Dice of each player."),
)
"""The options of random boards."""


@asks(
    "board",
    click.option(
        "--players", type=WholeNumber(), default=4, show_default=True, metavar="N", help="Number of players, 2 to 8."
    ),
    board_options,
    output_option,
    group=command,
    draws=True,
)
def board_command(players: int, seed: int, fields: int, dice: int) -> object:
    """Draw a connected board from a seed, with equally many fields and dice for each player.

    \b
    truel-ref dicewars board --seed 3 -o board.png
    truel-ref dicewars board --seed 3 --json >board.json
    """  # noqa: D301  click wants the character itself
    from truel_ref.games.dicewars.board import seeded_board
    from truel_ref.games.pictures import dicewars_board_figure

    board = seeded_board(seed, players, fields, dice)
    return board, partial(dicewars_board_figure, board)


@asks(
    "turn",
    click.argument("file", metavar="BOARD.json", type=click.Path()),
    click.option("--player", default="A", show_default=True, metavar="NAME", help="The player whose turn it is."),
    click.option(
        "--moves", default="3", show_default=True, metavar="N", help="Largest number of attacks; 'all' for no limit."
    ),
    click.option(
        "--score",
        default="region",
        show_default=True,
        metavar="NAME",
        shell_complete=words("region", "fields"),
        help="What to maximise: the largest region, or the number of fields.",
    ),
    output_option,
    group=command,
    draws=True,
    counts="positions",
)
def turn_command(file: str, player: str, moves: str, score: str, progress: Progress) -> object:
    """Find the best turn on a board: the next attack after every result of the dice, and when to stop.

    \b
    truel-ref dicewars turn BOARD.json
    truel-ref dicewars turn BOARD.json --player B --moves all --score fields
    """  # noqa: D301  click wants the character itself
    from truel_ref.games.dicewars.best_turn import turn
    from truel_ref.games.pictures import dicewars_board_figure

    limit = None if moves == "all" else read_count(moves, "--moves", 0)
    board = read_game_file(file, Board.from_json, _LONGEST)
    best = turn(board, player, limit, score, progress)
    return best, partial(dicewars_board_figure, board, best.root.attack)


@asks(
    "tournament",
    click.option(
        "--players",
        default="random,single,best1,best2",
        show_default=True,
        metavar="NAMES",
        shell_complete=words("random", "single", "best1", "best2", "best3"),
        help="Strategies: random, single, best1, best2, best3.",
    ),
    click.option("--games", type=WholeNumber(), default=100, show_default=True, metavar="N", help="Number of games."),
    board_options,
    click.option("--jobs", type=WholeNumber(), default=1, show_default=True, metavar="N", help="Number of processes."),
    click.option("--keep", type=click.Path(), metavar="FILE", help="Save the games to FILE and resume from it."),
    group=command,
    counts="games",
    total="games",
)
def tournament_command(
    players: str, games: int, seed: int, fields: int, dice: int, jobs: int, keep: str | None, progress: Progress
) -> object:
    """Play many games and print how often each strategy won, also by seat.

    random chooses uniformly among all attacks and stopping; single makes the attack that is likeliest to succeed and
    to be held; best1, best2 and best3 make the best turn of at most 1, 2 or 3 attacks.

    \b
    truel-ref dicewars tournament --games 100
    truel-ref dicewars tournament --players single,best1,best2,best3 --games 1000 --jobs 2 --keep games.jsonl
    """  # noqa: D301  click wants the character itself
    from truel_ref.games.dicewars.standings import DicewarsRules, tournament

    rules = DicewarsRules.stated(players, seed, fields, dice)
    return tournament(rules, games, jobs, keep, progress)
