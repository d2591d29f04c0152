"""`truel-ref mastermind`: breakers of codes, their costs, and the best breakers."""

from __future__ import annotations

import random as dice
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import click

from truel_ref.cli.frame import asks
from truel_ref.cli.lazy import LazyGroup
from truel_ref.cli.options import WholeNumber, gathered, json_option, number_option, words
from truel_ref.cli.output import Shape, complain, say, say_json, say_record
from truel_ref.cli.shared import figure_writer, read_game_file, typed_line
from truel_ref.errors import GameError, refuse
from truel_ref.files import progress_bar

if TYPE_CHECKING:
    from truel_ref.games.mastermind.breakers import Breaker
    from truel_ref.games.mastermind.codes import Game

__all__ = ["command"]

_NAMES = ("knuth", "irving", "neuwirth", "kooi", "expected", "worst")


@click.group("mastermind", cls=LazyGroup)
def command() -> None:
    """Break codes: strategies, random and best breakers, exactly.

    A code has --pegs digits from 1 to --colors, such as 1122. Feedback is black,white, such as 1,2.

    \b
    truel-ref mastermind code --strategy knuth
    truel-ref mastermind code 3142 --strategy kooi
    truel-ref mastermind random --seed 7
    truel-ref mastermind tree --pegs 3 --colors 2 --strategy expected
    truel-ref mastermind adversary --pegs 2 --colors 3
    """  # noqa: D301  click wants the character itself


def _game(pegs: int, colors: int) -> Game:
    from truel_ref.games.mastermind.codes import Game

    return Game(pegs, colors)


game_options = gathered(
    "game", _game, number_option("--pegs", 4, "Number of pegs."), number_option("--colors", 6, "Number of colors.")
)
"""The options that define the game; the command gets it as `game`."""


strategy_option = click.option(
    "--strategy",
    metavar="NAME",
    default="knuth",
    show_default=True,
    shell_complete=words(*_NAMES),
    help=f"{', '.join(_NAMES)}: the last two are optimal in expectation and in the worst case (small games only).",
)
seed_option = number_option("--seed", 1, "Seed of the random draws.")
output_option = click.option("-o", "--output", type=click.Path(), help="Draw the result: .png, .svg or .pdf.")
keep_option = click.option(
    "--keep", type=click.Path(), metavar="FILE", help="Save progress to FILE and resume from it."
)


def _breaker(game: Game, strategy: str, keep: str | None = None) -> Breaker:
    """Return the breaker of a strategy, with a progress bar."""
    from truel_ref.games.mastermind.search import breaker_named

    with progress_bar("steps") as bar:
        return breaker_named(game, strategy, bar.update, keep)


# ---------------------------------------------------------------------------------------------------------
# Strategies and random breakers


@asks(
    "code",
    click.argument("code", required=False, metavar="[CODE]"),
    game_options,
    strategy_option,
    keep_option,
    group=command,
)
def code_command(code: str | None, game: Game, strategy: str, keep: str | None) -> object:
    """Print how many codes a strategy breaks in each number of guesses, or its game on one CODE.

    \b
    truel-ref mastermind code --strategy irving
    truel-ref mastermind code --pegs 4 --colors 4 --strategy expected
    truel-ref mastermind code --colors 5 --strategy expected --keep search.jsonl
    truel-ref mastermind code 3142
    """  # noqa: D301  click wants the character itself
    if code is not None:
        game.number(code)  # refuses a bad code before the work, not after it
    breaker = _breaker(game, strategy, keep)
    return breaker.lengths(strategy) if code is None else breaker.play(code)


@asks(
    "random",
    game_options,
    seed_option,
    click.option(
        "--expectation", is_flag=True, help="Print the exact expectation over all random breakers (small games only)."
    ),
    output_option,
    group=command,
)
def random_command(game: Game, seed: int, expectation: bool, output: str | None, shape: Shape) -> object:
    """Print the size and the mean and longest game of a random breaker: fresh, shrunk, and after the triangle step.

    \b
    truel-ref mastermind random --seed 7
    truel-ref mastermind random --pegs 3 --colors 2 --seed 7 -o steps.png
    truel-ref mastermind random --pegs 3 --colors 2 --expectation
    """  # noqa: D301  click wants the character itself
    from truel_ref.games.mastermind.codes import classes_of_codes
    from truel_ref.games.mastermind.fresh import expected_totals, random_breaker, shortened
    from truel_ref.games.pictures import tree_figure

    refuse(
        click.UsageError,
        (
            expectation and output is not None,
            "-o: a figure shows the breaker of one seed; leave --expectation out",
        ),
    )
    if expectation:
        with progress_bar("guesses", len(classes_of_codes(game)) * game.codes) as bar:
            return expected_totals(game, bar.update)
    draw = figure_writer(output)
    figure: Any = None if output is None else tree_figure(*_steps(random_breaker(game, seed), True, True))
    with progress_bar("codes", game.codes) as bar:
        answer = shortened(game, seed, bar.update)
    say_record(answer, shape)
    draw(lambda: figure)
    return None


@asks(
    "play",
    game_options,
    strategy_option,
    click.option("--seed", type=WholeNumber(), metavar="N", help="Break a code yourself; this seed draws it."),
    group=command,
    prints=False,
)
def play_command(game: Game, strategy: str, seed: int | None) -> None:
    """Play in the terminal: the strategy breaks your code; with --seed you break one.

    Think of a code and answer each guess with black,white, such as 1,2.

    \b
    truel-ref mastermind play --strategy kooi
    truel-ref mastermind play --seed 5
    """  # noqa: D301  click wants the character itself
    answers = iter(typed_line, "")
    if seed is None:
        _breaks(_breaker(game, strategy), answers)
    else:
        _is_broken(game, dice.Random(seed).randrange(game.codes), answers)


# ---------------------------------------------------------------------------------------------------------
# Trees


@asks(
    "tree",
    game_options,
    strategy_option,
    click.option(
        "--seed", type=WholeNumber(), metavar="N", help="Use the random breaker of this seed instead of a strategy."
    ),
    click.option(
        "--from", "file", type=click.Path(), metavar="FILE", help="Read the breaker from FILE, as --json prints it."
    ),
    click.option("--shrink", is_flag=True, help="Shrink the breaker."),
    click.option("--triangle", is_flag=True, help="Apply the triangle step, after shrinking."),
    click.option("--depth", type=WholeNumber(1), metavar="N", help="Show the first N guesses."),
    keep_option,
    output_option,
    json_option("the whole tree"),
    group=command,
    prints=False,
)
def tree_command(
    game: Game,
    strategy: str,
    seed: int | None,
    file: str | None,
    shrink: bool,
    triangle: bool,
    depth: int | None,
    keep: str | None,
    output: str | None,
    as_json: bool,
) -> None:
    """Print a breaker as a tree: feedback, guess, and how many codes lead there.

    A star marks a guess that cannot be the code. A breaker from a file must break every code. A figure also shows the
    tree before --shrink and --triangle.

    \b
    truel-ref mastermind tree --strategy knuth --depth 2
    truel-ref mastermind tree --pegs 3 --colors 2 --seed 7 --shrink --triangle -o tree.png
    truel-ref mastermind tree --from tree.json
    """  # noqa: D301  click wants the character itself
    from truel_ref.games.mastermind.breakers import Breaker, tree_text
    from truel_ref.games.mastermind.fresh import random_breaker
    from truel_ref.games.pictures import tree_figure

    refuse(
        click.UsageError,
        (seed is not None and file is not None, "--from and --seed are two breakers; name one"),
        (keep is not None and (seed is not None or file is not None), "--keep is for strategies; leave it out"),
    )
    draw = figure_writer(output)
    if file is not None:
        breaker = read_game_file(file, Breaker.from_json)
    elif seed is not None:
        with progress_bar("codes", game.codes) as bar:
            breaker = random_breaker(game, seed, bar.update)
    else:
        breaker = _breaker(game, strategy, keep)
    steps = _steps(breaker, shrink, triangle)
    figure: Any = None if output is None else tree_figure(*steps, depth=depth)
    last = steps[-1][1]
    if as_json:
        say_json(last.to_json())
    else:
        say(tree_text(last, depth))
        lengths = last.lengths()
        say(f"{len(last)} nodes, total {lengths.total}, longest {lengths.worst}")
    draw(lambda: figure)


def _steps(breaker: Breaker, shrink: bool, triangle: bool) -> list[tuple[str, Breaker]]:
    """Return a breaker, and the breakers after shrinking and the triangle step, with titles."""
    from truel_ref.games.mastermind import fresh

    listed = [("", breaker)]
    if shrink:
        listed.append(("shrunk", fresh.shrink(listed[-1][1])))
    if triangle:
        listed.append(("triangle", fresh.triangle(listed[-1][1])))
    return [(f"{name or 'the breaker'}: total {tree.lengths().total}", tree) for name, tree in listed]


# ---------------------------------------------------------------------------------------------------------
# The adversary, and people


@asks(
    "adversary",
    game_options,
    click.option("--trees", is_flag=True, help="Also print the trees of the breaker."),
    group=command,
)
def adversary_command(game: Game, trees: bool, shape: Shape) -> None:
    """Print the value of the game against an adversary who chooses the code, and the mixes that prove it.

    \b
    truel-ref mastermind adversary --pegs 2 --colors 3
    truel-ref mastermind adversary --pegs 2 --colors 2 --trees
    """  # noqa: D301  click wants the character itself
    from truel_ref.games.mastermind.adversary import against_adversary
    from truel_ref.games.mastermind.breakers import tree_text
    from truel_ref.numbers import number_text

    with progress_bar("trees") as bar:
        answer = against_adversary(game, bar.update)
    say_record(answer, shape)
    if trees and shape.format == "table":
        for chance, breaker in answer.breakers:
            say(f"\nwith chance {number_text(chance)}\n{tree_text(breaker)}")


def _breaks(breaker: Breaker, answers: Iterator[str]) -> None:
    """Print the guesses of a breaker, and read the feedback to each."""
    game = breaker.game
    consistent = breaker.consistent()
    node, guesses = 0, 1
    while True:
        left = len(consistent[node])
        say(f"guess {guesses}: {game.text(breaker.guesses[node])} ({left} {'code' if left == 1 else 'codes'} left)")
        feedback = _understood(answers, lambda line: game.feedback_number(_counts(line)))
        if feedback == game.solved:
            say(f"broken with {guesses} {'guess' if guesses == 1 else 'guesses'}")
            return
        child = breaker.child(node, feedback)
        if child is None:
            last = game.feedback_text(feedback)
            raise GameError(f"no code has had all these feedbacks; the last one cannot be {last}")
        node, guesses = child, guesses + 1


def _is_broken(game: Game, code: int, answers: Iterator[str]) -> None:
    """Read guesses of a code, and print the feedback and the number of codes left."""
    from truel_ref.games.mastermind.codes import feedback_rows

    rows = feedback_rows(game)
    left = list(range(game.codes))
    guesses = 0
    say(f"{game}: guess the code")
    while True:
        guess = _understood(answers, game.number)
        guesses += 1
        feedback = rows[guess][code]
        left = [other for other in left if rows[guess][other] == feedback]
        if feedback == game.solved:
            say(f"broken with {guesses} {'guess' if guesses == 1 else 'guesses'}")
            return
        say(f"{game.feedback_text(feedback)} ({len(left)} {'code' if len(left) == 1 else 'codes'} left)")


def _understood(answers: Iterator[str], read: Callable[[str], int]) -> int:
    """Return the content of the next readable line; complain about the others."""
    while True:
        try:
            return read(next(answers))
        except GameError as error:
            complain(str(error))


def _counts(line: str) -> Any:
    """Return the two numbers of a line, or the line itself if it does not have two."""
    parts = line.replace(",", " ").split()
    plain = len(parts) == 2 and all(
        part.isascii() and part.isdigit() and len(part) < WholeNumber.LONGEST for part in parts
    )
    return tuple(map(int, parts)) if plain else line
