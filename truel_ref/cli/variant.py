"""`truel-ref variant`: other rules of fire, one subcommand for each, or one question per line of standard input."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

import click

from truel_ref.cli.frame import asks
from truel_ref.cli.lazy import LazyGroup
from truel_ref.cli.lines import answer_lines, one_by_one
from truel_ref.cli.options import (
    WholeNumber,
    cap_option,
    gathered,
    jobs_option,
    number_option,
    play_option,
    rounds_of,
    words,
)
from truel_ref.cli.output import Shape, say, say_json, say_policies, say_record
from truel_ref.cli.shared import one_of_several, one_word
from truel_ref.cli.work import work_options
from truel_ref.errors import ProblemError, refuse
from truel_ref.files import progress_bar
from truel_ref.game.problem import Problem
from truel_ref.game.variant import MODELS, PLAYS, SURVIVORS, Variant, VariantAnswer

__all__ = ["command"]


@click.group("variant", cls=LazyGroup, invoke_without_command=True)
@click.option("--jsonl", is_flag=True, help="Solve one variant (JSON) per line of standard input.")
@jobs_option
@work_options
@click.pass_context
def command(context: click.Context, jsonl: bool, jobs: int) -> int:
    """Solve truels under other rules of fire, exactly.

    \b
    truel-ref variant lot 1 4/5 1/2
    truel-ref variant shooter 1 2/3 1/3
    truel-ref variant simultaneous 1 4/5 1/2 --targets B,A,A
    truel-ref variant bullets 1 4/5 1/2 --bullets 2,1,3 --survivors none
    truel-ref variant opinions 1 2/3 1/3
    """  # noqa: D301  click wants the character itself
    if context.invoked_subcommand is not None:
        refuse(
            ProblemError,
            (jsonl, "--jsonl reads the model from each line; leave the model out"),
            (
                context.params["time_limit"] is not None,
                f"put the time limit after the model: variant {context.invoked_subcommand} …",
            ),
        )
        return 0
    if not jsonl:
        click.echo(context.get_help())
        return 0
    return answer_lines(partial(one_by_one, _answer), Shape(), beside=False, jobs=jobs)


def _answer(data: Any) -> dict[str, Any]:
    """Return the answer to the variant of a line."""
    from truel_ref.variants.models import solve_variant

    return solve_variant(Variant.from_json(data)).to_json()


all_option = click.option("--all", "with_policies", is_flag=True, help="Also print the aims in every state.")


@dataclass(frozen=True)
class Dice:
    """The games to play with dice beside the exact answer.

    Fields: `games`, their number, None for no games; `seed`, of the dice; `story`, whether to print one game turn by
    turn; `equilibrium`, the number of the equilibrium to play if there are several.
    """

    games: int | None
    seed: int
    story: bool
    equilibrium: int | None


dice_options = gathered(
    "dice",
    Dice,
    click.option("--games", type=WholeNumber(), metavar="N", help="Also play N games with dice, such as 1e6."),
    number_option("--seed", 1, "Seed of the dice."),
    click.option("--story", is_flag=True, help="Also play one game with dice and print it turn by turn."),
    click.option(
        "--equilibrium",
        type=WholeNumber(1),
        metavar="K",
        help="With several equilibria: number of the one to play with dice.",
    ),
)
"""The options that play the rules with dice; the command gets them as `dice`."""


def _say_answer(variant: Variant, shape: Shape, with_policies: bool, dice: Dice, **cap: int) -> None:
    """Solve a variant, and print its answer and the results of the dice."""
    from truel_ref.variants.models import solve_variant

    units = {"lot": "orders", "bullets": "states"}.get(variant.model, "sets")
    with progress_bar(units) as bar:
        answer = solve_variant(variant, progress=bar.update, **cap)
    thrown = _thrown(answer, dice)
    if shape.is_json:
        say_json(answer.to_json() | {name: record.to_json() for name, record in thrown.items()})
        return
    say_record(answer, shape)
    if with_policies:
        say_policies([play.states for play in answer], "state", shape)
    for record in thrown.values():
        say("")
        say_record(record, shape)


def _thrown(answer: VariantAnswer, dice: Dice) -> dict[str, Any]:
    """Return the results of the dice, as records by name."""
    if dice.games is None and not dice.story:
        if dice.equilibrium is not None:
            raise click.UsageError("--equilibrium says what the dice play; give --games or --story too")
        return {}
    from truel_ref.simulation.estimates import simulate
    from truel_ref.simulation.policies import game_of
    from truel_ref.simulation.story import play_one
    from truel_ref.variants.lot import game_of_lot

    missing = "mean over the orders" if answer.model == "lot" else "equilibrium"
    refuse(ProblemError, (not answer, f"there is no {missing}, so the dice cannot play it"))
    if answer.model == "lot":
        game = game_of_lot(answer.variant)
    else:
        several = f"there are {len(answer)} equilibria; name one for the dice: --equilibrium 1 to {len(answer)}"
        game = game_of(answer, one_of_several(list(answer), dice.equilibrium, "--equilibrium", several))
    thrown: dict[str, Any] = {}
    if dice.games is not None:
        with progress_bar("games", dice.games) as bar:
            thrown["simulation"] = simulate(game, games=dice.games, seed=dice.seed, progress=bar.update)
    if dice.story:
        thrown["story"] = play_one(game, seed=dice.seed)
    return thrown


def _help(model: str, *examples: str) -> str:
    """Return the help of the command of a model, with the words of examples."""
    lines = (f"truel-ref variant {model} {words}" for words in examples)
    return "\n".join([MODELS[model].summary, "", "\b", *lines])


@asks(
    "lot",
    play_option(*PLAYS, help="Kind of play in the order drawn"),
    click.option("--start", is_flag=True, help="Draw only the first shooter; the cycle stays as stated."),
    cap_option,
    dice_options,
    group=command,
    help=_help("lot", "1 4/5 1/2", "1/3 2/3 1 --play stationary", "1/3 2/3 1 --start --games 1e6"),
)
def lot(
    problem: Problem,
    play: str,
    start: bool,
    cap: int,
    dice: Dice,
    shape: Shape,
) -> None:
    """Answer `truel-ref variant lot`."""
    variant = Variant.stated("lot", problem, play=play, start=start)
    _say_answer(variant, shape, False, dice, cap=cap)


def _equilibrium_command(model: str) -> None:
    """Add the command of a model that needs no settings beside the problem."""

    def answer(
        problem: Problem,
        cap: int,
        with_policies: bool,
        dice: Dice,
        shape: Shape,
    ) -> None:
        _say_answer(Variant.stated(model, problem), shape, with_policies, dice, cap=cap)

    options = cap_option, all_option, dice_options
    asks(model, *options, group=command, help=_help(model, "1 2/3 1/3", "1 2/3 1/3 --targets B,A,A"))(answer)


@asks(
    "bullets",
    click.option("--bullets", metavar="N,N,N", help="Bullets of each player: one number for all players, or one each."),
    click.option(
        "--survivors",
        default="equal",
        show_default=True,
        metavar="NAME",
        shell_complete=words(*SURVIVORS),
        help="Payoff of several survivors: equal (1 shared equally), none (0) or each (1 each).",
    ),
    all_option,
    dice_options,
    group=command,
    help=_help(
        "bullets",
        "1 4/5 1/2 --bullets 2",
        "1/3 2/3 1 --bullets 1,2,1 --survivors none",
        "1/3 2/3 1 --bullets 3 --games 1e6 --story",
    ),
)
def bullets(
    problem: Problem,
    bullets: str | None,
    survivors: str,
    with_policies: bool,
    dice: Dice,
    shape: Shape,
) -> None:
    """Answer `truel-ref variant bullets`."""
    one_word(survivors, SURVIVORS, "--survivors")
    variant = Variant.stated(
        "bullets", problem, bullets=None if bullets is None else rounds_of(bullets, problem), survivors=survivors
    )
    _say_answer(variant, shape, with_policies, dice)


for _model in MODELS:
    if _model not in command.commands:
        _equilibrium_command(_model)
command.commands = {model: command.commands[model] for model in MODELS}
