"""`truel-ref mastermind`: breakers of codes, their costs, and the best breakers."""

from __future__ import annotations

from math import inf
from typing import Any

import click

from truel_ref.cli.frame import command, game_group, read_file
from truel_ref.cli.output import Shape, say, say_json
from truel_ref.cli.words import one_of, option, whole
from truel_ref.errors import refuse
from truel_ref.files import Progress
from truel_ref.games import mastermind as games

MASTERMIND = game_group(
    "mastermind",
    """Break codes: strategies, random and best breakers, exactly.

    \b
    truel-ref mastermind code --strategy knuth
    truel-ref mastermind code 3142 --strategy kooi
    truel-ref mastermind code --adversary --pegs 2 --colors 3
    truel-ref mastermind tree --pegs 3 --colors 2 --strategy expected

    A code has --pegs signs from 1 to --colors, such as 1122. Feedback is black,white, such as 1,2.
    """,
)


def _read_game(values: dict[str, Any]) -> None:
    values["game"] = games.CodeGame(values.pop("pegs"), values.pop("colors"))


GAME = (
    [
        option("--pegs N", "Number of pegs.", default=4),
        option("--colors N", "Number of colors.", default=6),
    ],
    _read_game,
)
STRATEGY = option(
    "--strategy NAME",
    f"{', '.join(games.NAMES)}: the last two are optimal in expectation and in the worst case (small games only).",
    type=one_of(*games.NAMES),
    default=games.NAMES[0],
)


@command(
    "code",
    click.Argument(["code"], required=False, metavar="[CODE]"),
    GAME,
    STRATEGY,
    option("--adversary", "An adversary chooses the code, and both sides mix (small games only)."),
    game=MASTERMIND,
    counts="steps",
)
def _code(code: str | None, game: games.CodeGame, strategy: str, adversary: bool, progress: Progress) -> object:
    """Print how many codes a strategy breaks in each number of guesses, or its game on one CODE.

    \b
    truel-ref mastermind code --strategy irving
    truel-ref mastermind code --pegs 4 --colors 4 --strategy expected
    truel-ref mastermind code 3142
    truel-ref mastermind code --adversary --pegs 2 --colors 3

    With --adversary: the value of the game against an adversary who chooses the code, and the mixes that prove it; with
    --json, the trees of the breaker, too.
    """  # noqa: D301  click wants the character itself
    refuse(click.UsageError, (adversary and code, "--adversary: the adversary chooses the code; leave CODE out"))
    if adversary:
        return games.against_adversary(game, progress)
    if code is None:
        return games.breaker_named(game, strategy, progress).lengths(strategy)
    game.number(code)  # refuses a bad code before the work, not after it
    return games.breaker_named(game, strategy, progress).play(code)


@command(
    "tree",
    GAME,
    STRATEGY,
    option("--seed N", "Use the random breaker of this seed instead of a strategy."),
    option("--from FILE", "Read the breaker from FILE, as --json prints it, and check it.", name="file"),
    option("--shrink", "Shrink the breaker.", name="shrunk"),
    option("--triangle", "Apply the triangle step, after shrinking.", name="cut"),
    option("--depth N", "Show the first N guesses.", type=whole(1)),
    game=MASTERMIND,
    counts="steps",
    formats=("table", "json"),
    digits=False,
)
def _tree(
    game: games.CodeGame,
    strategy: str,
    seed: int | None,
    file: str | None,
    shrunk: bool,
    cut: bool,
    depth: int | None,
    shape: Shape,
    progress: Progress,
) -> None:
    """Print a breaker as a tree: feedback, guess, and how many codes lead there.

    \b
    truel-ref mastermind tree --strategy knuth --depth 2
    truel-ref mastermind tree --pegs 3 --colors 2 --seed 7 --shrink --triangle
    truel-ref mastermind tree --from tree.json

    A star marks a guess that cannot be the code. A breaker from a file must break every code.
    """  # noqa: D301  click wants the character itself
    refuse(click.UsageError, (seed is not None and file is not None, "--from and --seed are two breakers; name one"))
    if file is not None:
        breaker = read_file(file, games.Breaker.from_json)
    elif seed is not None:
        breaker = games.random_breaker(game, seed, progress)
    else:
        breaker = games.breaker_named(game, strategy, progress)
    totals = f"total {breaker.lengths().total}"
    for step, asked, name in ((games.shrink, shrunk, "shrunk"), (games.triangle, cut, "triangle")):
        if asked:
            breaker = step(breaker)
            totals += f", {name} {breaker.lengths().total}"
    if shape.format == "json":
        say_json(breaker.to_json())
        return
    say(breaker.tree_text(depth or inf))
    say(f"{sum(1 for _ in breaker.nodes()):,} nodes, {totals}, longest {len(breaker.lengths().counts)}")
