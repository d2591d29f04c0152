"""`truel-ref simulate`: play the rules with dice."""

from __future__ import annotations

import math
import random

import click

from truel_ref.cli.frame import asks
from truel_ref.cli.options import WholeNumber, words
from truel_ref.cli.output import Shape, say_below, say_json, say_record
from truel_ref.errors import ProblemError, refuse
from truel_ref.files import progress_bar
from truel_ref.game.problem import Problem
from truel_ref.numbers import percent_text

__all__ = ["command"]


@asks(
    "simulate",
    click.option(
        "--games",
        type=WholeNumber(),
        default=1_000_000,
        show_default=True,
        metavar="N",
        help="Number of games, such as 1e6.",
    ),
    click.option(
        "--seed",
        type=WholeNumber(),
        default=1,
        show_default=True,
        metavar="N",
        help="Seed of the dice; the same seed plays the same games.",
    ),
    click.option(
        "--engine",
        metavar="NAME",
        default="counts",
        show_default=True,
        shell_complete=words("counts", "batch", "one"),
        help="Engine: counts, batch or one.",
    ),
    click.option(
        "--max-turns",
        type=WholeNumber(),
        metavar="N",
        help="Stop a game after N turns; the output counts stopped games.",
    ),
    click.option("--story", is_flag=True, help="Play one game and print it turn by turn."),
    click.option("--choose-aims", is_flag=True, help="Also choose the aims of the first phase by simulation."),
)
def command(
    problem: Problem,
    games: int,
    seed: int,
    engine: str,
    max_turns: int | None,
    story: bool,
    choose_aims: bool,
    shape: Shape,
) -> object:
    """Play with dice and compare the result with the exact answer.

    \b
    truel-ref simulate 1/3 2/3 1 --games 1e9
    truel-ref simulate 1/3 2/3 1 --story --seed 7
    truel-ref simulate 1/3 2/3 1 --choose-aims
    """  # noqa: D301  click wants the character itself
    from truel_ref.explain.by_simulation import search_by_simulation
    from truel_ref.explain.reasons import target_options
    from truel_ref.fast.solving import solve
    from truel_ref.simulation.estimate import simulate
    from truel_ref.simulation.story import play_one

    refuse(
        ProblemError,
        (story and choose_aims, "--story plays one game and --choose-aims plays many; give one of them"),
        (
            choose_aims and max_turns is not None,
            "--max-turns cannot be given with --choose-aims, which plays every game to its end",
        ),
    )
    if choose_aims:
        profiles = math.prod(map(len, target_options(problem)))
        with progress_bar("profiles", profiles) as bar:
            return search_by_simulation(problem, games=games, seed=seed, engine=engine, progress=bar.update)
    solution = solve(problem)
    if story:
        return play_one(solution, rng=random.Random(seed), max_turns=max_turns)
    with progress_bar("games", games) as bar:
        estimate = simulate(solution, games=games, seed=seed, engine=engine, max_turns=max_turns, progress=bar.update)
    if shape.is_json:
        say_json(estimate.to_json() | {"exact": solution.to_json()["win"]})
        return None
    say_record(
        estimate, shape, [("exact", problem.label(place), solution.win[place]) for place in problem.people.places]
    )
    if shape.format == "table":
        exact = (f"{problem.label(place)} {percent_text(solution.win[place])}" for place in problem.people.places)
        say_below(f"exact values: {', '.join(exact)}")
    return None
