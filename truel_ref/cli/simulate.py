"""`truel-ref simulate`: play the rules with dice."""

from __future__ import annotations

import math
from typing import Any

import click

from truel_ref.cli.frame import asks
from truel_ref.cli.options import (
    WholeNumber,
    begin_option,
    equilibrium_option,
    period_option,
    play_option,
    words,
)
from truel_ref.cli.output import Shape, say_below, say_json, say_record
from truel_ref.cli.shared import chosen_equilibrium, refuse_of_play
from truel_ref.errors import ProblemError, refuse
from truel_ref.files import progress_bar
from truel_ref.game.parts import texts
from truel_ref.game.problem import Problem
from truel_ref.numbers import percent_text

__all__ = ["command"]


@asks(
    "simulate",
    click.option(
        "--games",
        type=WholeNumber(),
        metavar="N",
        help="Number of games, such as 1e9; by default a million, or 100,000 one by one.",
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
        shell_complete=words("counts", "one"),
        help="Engine: counts (NumPy, the default) or one (plain Python, the default without NumPy).",
    ),
    click.option(
        "--max-turns",
        type=WholeNumber(),
        metavar="N",
        help="Stop a game after N turns; the output counts stopped games.",
    ),
    click.option("--story", is_flag=True, help="Play one game and print it turn by turn."),
    click.option("--choose-aims", is_flag=True, help="Also choose the aims of the first phase by simulation."),
    play_option("announced", "stationary", "periodic", help="Kind of play"),
    equilibrium_option,
    period_option,
    begin_option,
)
def command(
    problem: Problem,
    games: int | None,
    seed: int,
    engine: str | None,
    max_turns: int | None,
    story: bool,
    choose_aims: bool,
    play: str,
    equilibrium: int | None,
    period: int | None,
    begin: int | None,
    shape: Shape,
) -> object:
    """Play with dice and compare the result with the exact answer.

    \b
    truel-ref simulate 1/3 2/3 1 --games 1e9
    truel-ref simulate 1/3 2/3 1 --story --seed 7
    truel-ref simulate 1/3 2/3 1 --choose-aims
    truel-ref simulate 1/5 4/5 1/2 7/10 3/5 --play periodic
    """  # noqa: D301  click wants the character itself
    from truel_ref.explain.by_simulation import search_by_simulation
    from truel_ref.explain.reasons import target_options
    from truel_ref.fast.solving import solve
    from truel_ref.simulation.estimates import simulate
    from truel_ref.simulation.policies import game_of
    from truel_ref.simulation.story import play_one

    refuse(
        ProblemError,
        (story and choose_aims, "--story plays one game and --choose-aims plays many; give one of them"),
        (
            choose_aims and max_turns is not None,
            "--max-turns cannot be given with --choose-aims, which plays every game to its end",
        ),
    )
    if play != "announced" and (story or choose_aims):
        raise ProblemError(f"--{'story' if story else 'choose-aims'} is for --play announced; leave one of them out")
    refuse_of_play(play, equilibrium, period, begin)
    if choose_aims:
        profiles = math.prod(map(len, target_options(problem)))
        with progress_bar("profiles", profiles) as bar:
            return search_by_simulation(problem, games=games, seed=seed, engine=engine, progress=bar.update)
    solution: Any = (
        solve(problem)
        if play == "announced"
        else chosen_equilibrium(problem, play, equilibrium, period=period, begin=begin)
    )
    if story:
        return play_one(game_of(solution), seed=seed, max_turns=max_turns)
    with progress_bar("games", games) as bar:
        estimate = simulate(solution, games=games, seed=seed, engine=engine, max_turns=max_turns, progress=bar.update)
    if shape.is_json:
        say_json(estimate.to_json() | {"exact": texts(solution.win)})
        return None
    say_record(
        estimate, shape, [("exact", problem.label(place), solution.win[place]) for place in range(problem.players)]
    )
    if shape.format == "table":
        exact = (f"{problem.label(place)} {percent_text(solution.win[place])}" for place in range(problem.players))
        say_below(f"exact values: {', '.join(exact)}")
    return None
