"""`truel-ref dicewars`: the odds of an attack, the best turn, boards and tournaments of Dice Wars."""

from __future__ import annotations

from collections.abc import Callable

import click

from truel_ref.cli.options import WholeNumber, record_options, words
from truel_ref.cli.output import Shape, say, say_json, say_record
from truel_ref.cli.shared import FiledGroup, figure_writer, output_option, read_game_file
from truel_ref.cli.work import work_options
from truel_ref.errors import GameError, shown
from truel_ref.files import progress_bar
from truel_ref.games.dicewars.board import Board
from truel_ref.games.dicewars.odds import Odds, OddsTable, dice_of, holds
from truel_ref.numbers import number_text, percent_text, read_count

__all__ = ["command"]

_LONGEST = 1 << 21  # bytes of a file with a board; a thousand fields need a tenth of it


@click.group("dicewars", cls=FiledGroup)
def command() -> None:
    """Play Dice Wars: exact odds, the best turn, tournaments.

    \b
    truel-ref dicewars attack 8 7
    truel-ref dicewars table
    truel-ref dicewars turn BOARD.json --moves 3
    truel-ref dicewars tournament --games 100
    """  # noqa: D301  click wants the character itself


@command.command("attack")
@work_options
@click.argument("attacker", metavar="DICE")
@click.argument("defender", metavar="DICE")
@record_options
def attack_command(attacker: str, defender: str, shape: Shape) -> int:
    """Say how likely an attack with so many dice on so many succeeds.

    \b
    truel-ref dicewars attack 8 7
    """  # noqa: D301  click wants the character itself
    say_record(Odds(dice_of(attacker, "the attacker", least=2), dice_of(defender, "the defender")), shape)
    return 0


@command.command("table")
@work_options
@output_option
@record_options
def table_command(output: str | None, shape: Shape) -> int:
    """Print the odds of all attacks.

    \b
    truel-ref dicewars table
    truel-ref dicewars table --digits 6 -o odds.png
    """  # noqa: D301  click wants the character itself
    draw = figure_writer(output)
    say_record(OddsTable(), shape)
    from truel_ref.games.pictures import odds_figure

    draw(odds_figure)
    return 0


@command.command("holds")
@work_options
@click.argument("own", metavar="DICE")
@click.argument("neighbours", nargs=-1, metavar="DICE ...")
@click.option("--json", "as_json", is_flag=True, help="Print it as JSON.")
def holds_command(own: str, neighbours: tuple[str, ...], as_json: bool) -> int:
    """Say how likely a field withstands an attack by each of its enemy neighbours.

    \b
    truel-ref dicewars holds 3 2 4 1
    """  # noqa: D301  click wants the character itself
    chance = holds(own, neighbours)
    if as_json:
        theirs = [dice_of(dice, "a neighbour") for dice in neighbours]
        say_json({"own": dice_of(own, "the field"), "neighbours": theirs, "holds": number_text(chance)})
    else:
        say(f"{number_text(chance)}, {percent_text(chance, 3)}")
    return 0


def board_options(usage: Callable[..., int]) -> Callable[..., int]:
    """Add the options that say what boards are drawn."""
    for option in (
        click.option("--dice", type=WholeNumber(), default=24, show_default=True, metavar="N", help="Dice of each."),
        click.option("--fields", type=WholeNumber(), default=8, show_default=True, metavar="N", help="Fields of each."),
        click.option("--seed", type=WholeNumber(), default=1, show_default=True, metavar="N", help="What is drawn."),
    ):
        usage = option(usage)
    return usage


@command.command("board")
@work_options
@click.option("--players", type=WholeNumber(), default=4, show_default=True, metavar="N", help="How many, 2 to 8.")
@board_options
@output_option
@record_options
def board_command(players: int, seed: int, fields: int, dice: int, output: str | None, shape: Shape) -> int:
    """Draw a board from a seed: connected, with the same number of fields and dice for everybody.

    \b
    truel-ref dicewars board --seed 3 -o board.png
    truel-ref dicewars board --seed 3 --json >board.json
    """  # noqa: D301  click wants the character itself
    from truel_ref.games.dicewars.board import seeded_board

    draw = figure_writer(output)
    board = seeded_board(seed, players, fields, dice)
    say_record(board, shape)
    from truel_ref.games.pictures import dicewars_board_figure as board_figure

    draw(lambda: board_figure(board))
    return 0


@command.command("turn")
@work_options
@click.argument("file", metavar="BOARD.json", type=click.Path())
@click.option("--player", default="A", show_default=True, metavar="NAME", help="Whose turn it is.")
@click.option("--moves", default="3", show_default=True, metavar="N", help="Attacks at most; 'all' for no limit.")
@click.option(
    "--score", default="region", show_default=True, metavar="NAME", shell_complete=words("region", "fields"),
    help="What is to be great: the largest region, or the number of fields.",
)  # fmt: skip
@output_option
@record_options
def turn_command(file: str, player: str, moves: str, score: str, output: str | None, shape: Shape) -> int:
    """Find the best turn on a board: which attacks to make, whatever the dice say, and when to stop.

    \b
    truel-ref dicewars turn BOARD.json
    truel-ref dicewars turn BOARD.json --player B --moves all --score fields
    """  # noqa: D301  click wants the character itself
    from truel_ref.games.dicewars.best_turn import turn

    limit = None if moves == "all" else read_count(moves, "--moves", 0)
    draw = figure_writer(output)
    board = _read_board(file)
    with progress_bar("positions") as bar:
        best = turn(board, player, limit, score, bar.update)
    say_record(best, shape)
    from truel_ref.games.pictures import dicewars_board_figure as board_figure

    draw(lambda: board_figure(board, best.root.attack))
    return 0


def _read_board(file: str) -> Board:
    """Return the board of a file."""
    data = read_game_file(file, _LONGEST)
    try:
        return Board.from_json(data)
    except GameError as error:
        raise GameError(f"{shown(file, 1000)}: {error}") from None


@command.command("tournament")
@work_options
@click.option(
    "--players", default="random,single,best1,best2", show_default=True, metavar="NAMES",
    shell_complete=words("random", "single", "best1", "best2", "best3"),
    help="Who plays: random, single, best1, best2, best3.",
)  # fmt: skip
@click.option("--games", type=WholeNumber(), default=100, show_default=True, metavar="N", help="How many.")
@board_options
@click.option("--jobs", type=WholeNumber(), default=1, show_default=True, metavar="N", help="Processes.")
@click.option("--keep", type=click.Path(), metavar="FILE", help="Keep the games there, and go on with those kept.")
@record_options
def tournament_command(
    players: str, games: int, seed: int, fields: int, dice: int, jobs: int, keep: str | None, shape: Shape
) -> int:
    """Play many games and say how often everybody won, by seat, too.

    random draws from all attacks and to stop; single makes the one attack that is likeliest to succeed and to be held;
    best1, best2 and best3 make the best turn of so many attacks.

    \b
    truel-ref dicewars tournament --games 100
    truel-ref dicewars tournament --players single,best1,best2,best3 --games 1000 --jobs 2 --keep games.jsonl
    """  # noqa: D301  click wants the character itself
    from truel_ref.games.dicewars.standings import DicewarsRules, tournament

    rules = DicewarsRules.stated(players, seed, fields, dice)
    with progress_bar("games", games) as bar:
        standings = tournament(rules, games, jobs, keep, bar.update)
    say_record(standings, shape)
    return 0
