"""`truel-ref simulate`: play the rules with dice."""

from __future__ import annotations

import math

from truel_ref.cli.frame import command
from truel_ref.cli.output import Shape, say_below, say_json, say_record
from truel_ref.cli.plays import KINDS, PlayKind, answer_in, play_option
from truel_ref.cli.problems import PROBLEM
from truel_ref.cli.words import option
from truel_ref.errors import ProblemError, refuse
from truel_ref.files import progress_bar
from truel_ref.game.parts import texts
from truel_ref.game.problem import Problem
from truel_ref.numbers import percent_text


@command(
    "simulate",
    PROBLEM,
    option(
        "--games N",
        "Number of games, such as 1e6; a single one is printed turn by turn; by default a million, or 100,000 "
        "without NumPy.",
    ),
    option("--seed N", "Seed of the dice; the same seed plays the same games.", default=1),
    option("--choose-aims", "Also choose the aims of the first phase by simulation."),
    play_option(*KINDS),
)
def _simulate(
    problem: Problem, games: int | None, seed: int, choose_aims: bool, play: PlayKind, shape: Shape
) -> object:
    """Play with dice and compare the result with the exact answer.

    \b
    truel-ref simulate 1/3 2/3 1 --games 1e9
    truel-ref simulate 1/3 2/3 1 --games 1 --seed 7
    truel-ref simulate 1/3 2/3 1 --choose-aims
    truel-ref simulate 1/5 4/5 1/2 7/10 3/5 --play periodic
    truel-ref simulate 1 4/5 1/2 --play 'bullets 2,1,3'
    """  # noqa: D301  click wants the character itself
    is_story = games == 1 and not choose_aims
    plain = "a single game is printed as a table or JSON; leave --digits and other formats out"
    refuse(ProblemError, (is_story and (shape.format not in ("table", "json") or shape.digits is not None), plain))
    if choose_aims:
        refuse(ProblemError, (play.kind != "announced", "--choose-aims is for announced play; leave --play out"))
        from truel_ref.explain.by_simulation import search_by_simulation
        from truel_ref.explain.reasons import target_options

        with progress_bar("profiles", math.prod(map(len, target_options(problem)))) as advance:
            return search_by_simulation(problem, games=games, seed=seed, progress=advance)
    from truel_ref.simulation.policies import game_of

    answer, of = answer_in(problem, play)
    game = game_of(answer, of)  # refuses a lot without a mean
    exact = (answer if of is None else of).win
    if is_story:
        from truel_ref.simulation.story import play_one

        return play_one(game, seed=seed)
    from truel_ref.simulation.estimates import simulate

    with progress_bar("games", games) as advance:
        estimate = simulate(game, games=games, seed=seed, progress=advance)
    if shape.format == "json":
        say_json(estimate.to_json() | {"exact": texts(exact)})
        return None
    named = [(problem.label(player), exact[player]) for player in range(problem.players)]
    say_record(estimate, shape, [("exact", name, win) for name, win in named])
    if shape.format == "table":
        say_below(f"exact values: {', '.join(f'{name} {percent_text(win)}' for name, win in named)}")
    return None
