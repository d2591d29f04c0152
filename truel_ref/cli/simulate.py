"""`truel-ref simulate`: the rules played with dice."""

from __future__ import annotations

import math
import random
from typing import Any

import click

from truel_ref.cli.options import LENIENT, WholeNumber, problem_of, problem_options, record_options, words
from truel_ref.cli.output import Shape, say, say_json, say_record
from truel_ref.cli.work import work_options
from truel_ref.errors import ProblemError
from truel_ref.files import progress_bar
from truel_ref.numbers import percent_text

__all__ = ["command"]


@click.command("simulate", context_settings=LENIENT)
@work_options
@problem_options
@click.option(
    "--games",
    type=WholeNumber(),
    default=1_000_000,
    show_default=True,
    metavar="N",
    help="How many games are played: 1e6.",
)
@click.option(
    "--seed", type=WholeNumber(), default=1, show_default=True, metavar="N", help="The same seed plays the same games."
)
@click.option(
    "--engine",
    metavar="NAME",
    default="counts",
    show_default=True,
    shell_complete=words("counts", "batch", "one"),
    help="counts, batch or one.",
)
@click.option(
    "--max-turns", type=WholeNumber(), metavar="N", help="Cut games off after so many turns; what was cut is reported."
)
@click.option("--story", is_flag=True, help="Play one game and tell it turn by turn.")
@click.option("--choose-aims", is_flag=True, help="Let simulation choose the aims of the first phase too.")
@record_options
def command(
    hits: tuple[str, ...],
    fields: dict[str, Any],
    games: int,
    seed: int,
    engine: str,
    max_turns: int | None,
    story: bool,
    choose_aims: bool,
    shape: Shape,
) -> int:
    """Play the rules with dice and set the result beside the exact one.

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

    problem = problem_of("simulate", hits, fields)
    if story and choose_aims:
        raise ProblemError("--story tells one game and --choose-aims plays many; give one of them")
    if choose_aims:
        if max_turns is not None:
            raise ProblemError("--max-turns cannot be given beside --choose-aims, whose games are played to their end")
        profiles = math.prod(map(len, target_options(problem)))
        with progress_bar("profiles", profiles) as bar:
            searched = search_by_simulation(problem, games=games, seed=seed, engine=engine, progress=bar.update)
        say_record(searched, shape)
        return 0
    solution = solve(problem)
    if story:
        played = play_one(solution, rng=random.Random(seed), max_turns=max_turns)
        say_record(played, shape)
        return 0
    with progress_bar("games", games) as bar:
        estimate = simulate(solution, games=games, seed=seed, engine=engine, max_turns=max_turns, progress=bar.update)
    if shape.is_json:
        say_json(estimate.to_json() | {"exact": solution.to_json()["win"]})
        return 0
    say_record(estimate, shape)
    if shape.format != "table":
        return 0
    exact = (f"{problem.label(place)} {percent_text(solution.win[place])}" for place in problem.people.places)
    say(f"exact values: {', '.join(exact)}")
    return 0
