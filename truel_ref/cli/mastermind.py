"""`truel-ref mastermind`: breakers of codes, their costs, and the best breakers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

import click

from truel_ref.cli.frame import asks
from truel_ref.cli.lazy import LazyGroup
from truel_ref.cli.options import WholeNumber, gathered, json_option, named_option, number_option
from truel_ref.cli.output import complain, say, say_json
from truel_ref.cli.shared import read_game_file, typed_line
from truel_ref.errors import ProblemError, shown
from truel_ref.files import Progress, progress_bar
from truel_ref.games.mastermind import (
    NAMES,
    Breaker,
    Game,
    against_adversary,
    breaker_named,
    feedback_rows,
    random_breaker,
    shrink,
    tree_text,
    triangle,
    validate,
)
from truel_ref.numbers import read_count

__all__ = ["command"]


@click.group("mastermind", cls=LazyGroup)
def command() -> None:
    """Break codes: strategies, random and best breakers, exactly.

    A code has --pegs signs from 1 to --colors, such as 1122. Feedback is black,white, such as 1,2.

    \b
    truel-ref mastermind code --strategy knuth
    truel-ref mastermind code 3142 --strategy kooi
    truel-ref mastermind tree --pegs 3 --colors 2 --strategy expected
    truel-ref mastermind adversary --pegs 2 --colors 3
    """  # noqa: D301  click wants the character itself


game_options = gathered(
    "game",
    Game,
    number_option("--pegs", 4, "Number of pegs."),
    number_option("--colors", 6, "Number of colors."),
)
"""The options that define the game; the command gets it as `game`."""

strategy_option = named_option(
    "--strategy",
    *NAMES,
    help=f"{', '.join(NAMES)}: the last two are optimal in expectation and in the worst case (small games only).",
)


@asks(
    "code",
    click.argument("code", required=False, metavar="[CODE]"),
    game_options,
    strategy_option,
    group=command,
    counts="steps",
)
def code_command(code: str | None, game: Game, strategy: str, progress: Progress) -> object:
    """Print how many codes a strategy breaks in each number of guesses, or its game on one CODE.

    \b
    truel-ref mastermind code --strategy irving
    truel-ref mastermind code --pegs 4 --colors 4 --strategy expected
    truel-ref mastermind code 3142
    """  # noqa: D301  click wants the character itself
    if code is None:
        return breaker_named(game, strategy, progress).lengths(strategy)
    game.number(code)  # refuses a bad code before the work, not after it
    for number, (guess, (black, white), possible) in enumerate(breaker_named(game, strategy, progress).play(code), 1):
        say(f"guess {number}: {guess} ({_codes(possible)} left): {black},{white}")
    return None


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
    click.option("--shrink", "shrunk", is_flag=True, help="Shrink the breaker."),
    click.option("--triangle", "cut", is_flag=True, help="Apply the triangle step, after shrinking."),
    click.option("--depth", type=WholeNumber(1), metavar="N", help="Show the first N guesses."),
    json_option("the whole tree"),
    group=command,
    prints=False,
)
def tree_command(
    game: Game,
    strategy: str,
    seed: int | None,
    file: str | None,
    shrunk: bool,
    cut: bool,
    depth: int | None,
    as_json: bool,
) -> None:
    """Print a breaker as a tree: feedback, guess, and how many codes lead there.

    A star marks a guess that cannot be the code. A breaker from a file must break every code.

    \b
    truel-ref mastermind tree --strategy knuth --depth 2
    truel-ref mastermind tree --pegs 3 --colors 2 --seed 7 --shrink --triangle
    truel-ref mastermind tree --from tree.json
    """  # noqa: D301  click wants the character itself
    if seed is not None and file is not None:
        raise click.UsageError("--from and --seed are two breakers; name one")
    with progress_bar("steps") as bar:
        if file is not None:
            breaker = read_game_file(file, _read_breaker)
        elif seed is not None:
            breaker = random_breaker(game, seed, bar.update)
        else:
            breaker = breaker_named(game, strategy, bar.update)
    trees = [("total", breaker)]
    if shrunk:
        trees.append(("shrunk", shrink(trees[-1][1])))
    if cut:
        trees.append(("triangle", triangle(trees[-1][1])))
    last = trees[-1][1]
    if as_json:
        say_json(last.to_json())
        return
    say(tree_text(last, depth))
    totals = ", ".join(f"{name} {tree.lengths().total}" for name, tree in trees)
    say(f"{len(last.guesses):,} nodes, {totals}, longest {len(last.lengths().counts)}")


def _read_breaker(data: Any) -> Breaker:
    """Return a breaker from plain data, as `Breaker.to_json` writes them; it must solve every code."""
    keys = ("pegs", "colors", "tree")
    if not isinstance(data, Mapping) or not set(keys) <= set(data) or not isinstance(data["tree"], list):
        raise ProblemError(f"a breaker is a JSON object with {', '.join(keys)}, not {shown(data)}")
    game = Game(data["pegs"], data["colors"])
    guesses: list[int] = []
    children: dict[int, int] = {}
    for number, node in enumerate(data["tree"]):
        needed = {"guess", "after", "feedback"} if number else {"guess"}
        if not isinstance(node, Mapping) or set(node) != needed:
            raise ProblemError(f"tree: node {number} is an object with {', '.join(sorted(needed))}, not {shown(node)}")
        guesses.append(game.number(node["guess"]))
        if number:
            parent = read_count(node["after"], f"tree: node {number}: after", 0, number - 1)
            way = parent * len(game.feedbacks) + _feedback(game, node["feedback"])
            if children.setdefault(way, number) != number:
                raise ProblemError(
                    f"tree: nodes {children[way]} and {number} follow node {parent} by the same feedback"
                )
    if not guesses:
        raise ProblemError("tree: it has no node")
    breaker = Breaker(game, guesses, children)
    validate(breaker)
    return breaker


def _feedback(game: Game, pair: Any) -> int:
    """Return the number of a feedback, a list of black and white."""
    if not isinstance(pair, list) or tuple(pair) not in game.feedbacks:
        raise ProblemError(f"{shown(pair)} is not a feedback of {game}; write it as black and white")
    return game.feedbacks.index((pair[0], pair[1]))


@asks("adversary", game_options, group=command, counts="trees")
def adversary_command(game: Game, progress: Progress) -> object:
    """Print the value of the game against an adversary who chooses the code, and the mixes that prove it.

    With --json: the trees of the breaker, too.

    \b
    truel-ref mastermind adversary --pegs 2 --colors 3
    truel-ref mastermind adversary --pegs 2 --colors 2 --json
    """  # noqa: D301  click wants the character itself
    return against_adversary(game, progress)


# ---------------------------------------------------------------------------------------------------------
# Games in the terminal


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
    if seed is not None:
        _is_broken(game, Random(seed).randrange(game.codes), answers)
        return
    with progress_bar("steps") as bar:
        breaker = breaker_named(game, strategy, bar.update)
    _breaks(breaker, answers)


def _breaks(breaker: Breaker, answers: Iterator[str]) -> None:
    """Print the guesses of a breaker, and read the feedback to each."""
    game, consistent = breaker.game, breaker.consistent()
    node, guesses = 0, 1
    while True:
        say(f"guess {guesses}: {game.text(breaker.guesses[node])} ({_codes(len(consistent[node]))} left)")
        feedback = _understood(answers, lambda line: _feedback(game, _counts(line)))
        if feedback == game.solved:
            say(f"broken with {guesses} {'guess' if guesses == 1 else 'guesses'}")
            return
        child = dict(breaker.branches(node)).get(feedback)
        if child is None:
            last = "{},{}".format(*game.feedbacks[feedback])
            raise ProblemError(f"no code has had all these feedbacks; the last one cannot be {last}")
        node, guesses = child, guesses + 1


def _is_broken(game: Game, code: int, answers: Iterator[str]) -> None:
    """Read guesses of a code, and print the feedback and the number of codes left."""
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
        say("{},{} ({} left)".format(*game.feedbacks[feedback], _codes(len(left))))


def _codes(number: int) -> str:
    return f"{number:,} {'code' if number == 1 else 'codes'}"


def _understood(answers: Iterator[str], read: Callable[[str], int]) -> int:
    """Return the content of the next readable line; complain about the others."""
    while True:
        try:
            return read(next(answers))
        except ProblemError as error:
            complain(str(error))


def _counts(line: str) -> Any:
    """Return the two numbers of a line, or the line itself if it has other signs."""
    parts = line.replace(",", " ").split()
    return [int(part) for part in parts] if all(part in list("0123456789") for part in parts) else line
