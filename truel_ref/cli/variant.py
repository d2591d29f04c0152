"""`truel-ref variant`: other rules of fire, or one question per line of standard input."""

from __future__ import annotations

from functools import partial
from typing import Any

import click

from truel_ref.cli.frame import command
from truel_ref.cli.jsonl import answer_lines, one_by_one
from truel_ref.cli.output import Shape, say_policies, say_record
from truel_ref.cli.plays import PlayKind, read_play
from truel_ref.cli.problems import JOBS, JSONL, PROBLEM
from truel_ref.cli.words import Read, option
from truel_ref.errors import ProblemError, refuse
from truel_ref.files import progress_bar
from truel_ref.game.problem import Problem
from truel_ref.game.variant import MODELS, Variant

RULES = tuple(MODELS)


@command(
    "variant",
    click.Argument(["fire"], type=Read(partial(read_play, known=RULES), RULES), required=False, metavar="FIRE"),
    PROBLEM,
    option("--all", "Also print the aims in every state.", name="with_policies"),
    JSONL,
    JOBS,
)
def _variant(
    fire: PlayKind | None,
    problem: Problem | None,
    with_policies: bool,
    jsonl: bool,
    jobs: int,
    shape: Shape,
) -> object:
    """Solve truels under other rules of fire, exactly.

    \b
    truel-ref variant lot 1 4/5 1/2
    truel-ref variant 'lot start stationary' 1/3 2/3 1
    truel-ref variant shooter 1 2/3 1/3
    truel-ref variant simultaneous 1 4/5 1/2 --targets B,A,A
    truel-ref variant 'bullets 2,1,3 none' 1 4/5 1/2
    truel-ref variant opinions 1 2/3 1/3

    FIRE is lot (the shooting order is drawn; start: only who begins; stationary: each order in stationary play),
    shooter (drawn for every shot), simultaneous (all fire at once), bullets (the rounds of each player, or one number
    for all; several survivors get equal shares of 1, none, or 1 each), or opinions (P is the power of an opinion; each
    person starts with their own). simulate --play and course --play take the same words.
    """  # noqa: D301  click wants the character itself
    from truel_ref.variants import solve_variant

    refuse(ProblemError, (jsonl and fire, "--jsonl reads the rules from each line; leave FIRE out"))
    if problem is None:
        return answer_lines(Variant.from_json, partial(one_by_one, _answer), shape, jobs)
    refuse(
        ProblemError,
        (fire is None, f"no rules of fire; choose from {', '.join(MODELS)}"),
        (fire and fire.number, "FIRE: all equilibria are listed; leave the number out"),
        (jobs > 1, "--jobs is for --jsonl: one problem is solved by one process"),
    )
    assert fire is not None
    variant = Variant.stated(fire.kind, problem, **fire.settings)
    with progress_bar({"lot": "orders", "bullets": "states"}.get(fire.kind, "sets")) as advance:
        answer = solve_variant(variant, progress=advance)
    say_record(answer, shape)
    if with_policies and shape.format not in ("json", "csv"):
        say_policies([play.states for play in answer])
    return None


def _answer(variant: Variant) -> dict[str, Any]:
    from truel_ref.variants import solve_variant

    return solve_variant(variant).to_json()
