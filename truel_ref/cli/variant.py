"""`truel-ref variant`: other rules of fire, one subcommand for each, or one question per line of standard input."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from truel_ref.cli.lazy import LazyGroup, nearest
from truel_ref.cli.lines import answer_lines
from truel_ref.cli.options import LENIENT, Count, backend_option, problem_of, problem_options, record_options, words
from truel_ref.cli.output import Shape, note, picture_ending, say, say_record
from truel_ref.errors import ProblemError, shown
from truel_ref.files import output_path, progress_bar, write_bytes
from truel_ref.game.problem import Problem
from truel_ref.game.variant import MODELS, PLAYS, SURVIVORS, Variant
from truel_ref.game.variant_answers import VariantAnswer

__all__ = ["command"]

_CAP = 10_000
_MOST_SELECTIONS = 10**9


class _VariantGroup(LazyGroup):
    """The group whose commands stand in this file."""

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        return _COMMANDS.get(name)


@click.group("variant", cls=_VariantGroup, invoke_without_command=True, modules=dict.fromkeys(MODELS, "variant"))
@click.option("--jsonl", is_flag=True, help="Read one variant (JSON) per line on standard input, answer each.")
@click.pass_context
def command(context: click.Context, jsonl: bool) -> int:
    """Solve truels under other rules of fire, exactly.

    \b
    truel-ref variant lot 1 4/5 1/2
    truel-ref variant shooter 1 2/3 1/3
    truel-ref variant simultaneous 1 4/5 1/2 --targets B,A,A
    truel-ref variant bullets 1 4/5 1/2 --bullets 2,1,3 --survivors none
    truel-ref variant opinions 1 2/3 1/3
    """  # noqa: D301  click wants the character itself
    if context.invoked_subcommand is not None:
        if jsonl:
            raise ProblemError("--jsonl reads the model from each line; name none beside it")
        return 0
    if not jsonl:
        click.echo(context.get_help())
        return 0
    from truel_ref.variants.models import solve_variant

    return answer_lines(lambda data: solve_variant(Variant.from_json(data)).to_json(), Shape(), beside=False)


cap_option = click.option(
    "--cap",
    type=Count(1, _MOST_SELECTIONS),
    default=_CAP,
    show_default=True,
    metavar="N",
    help="Selections of equilibria of the smaller sets.",
)
all_option = click.option("--all", "with_policies", is_flag=True, help="Also what is done in every state.")


def _word(value: str, known: tuple[str, ...], option: str) -> str:
    """Return one of some words, or refuse."""
    if value not in known:
        raise click.UsageError(
            f"{option}: {shown(value)} is unknown; there are {', '.join(known)}{nearest(value, known)}"
        )
    return value


def _say_answer(variant: Variant, shape: Shape, cap: int, backend: str | None, with_policies: bool) -> None:
    """Solve a variant and print its answer."""
    from truel_ref.variants.models import solve_variant

    units = {"lot": "orders", "bullets": "states"}.get(variant.model, "sets")
    with progress_bar(units) as bar:
        answer = solve_variant(variant, cap=cap, backend=backend, progress=bar.update)
    say_record(answer, shape)
    if with_policies and not shape.is_json:
        _say_policies(answer, shape)


def _say_policies(answer: VariantAnswer, shape: Shape) -> None:
    """Print what is done in every state, one play after the other."""
    for number, play in enumerate(answer, 1):
        if shape.format == "table":
            say("")
            say(f"equilibrium {number}:" if len(answer) > 1 else "the policy of every state:")
        for state in play.states:
            if shape.format == "table":
                say(f"  {state}")
            else:
                say("")
                say_record(state, shape)


@click.command("lot", context_settings=LENIENT)
@problem_options
@click.option(
    "--play", default="announced", show_default=True, metavar="NAME", shell_complete=words(*PLAYS),
    help="How a drawn order is played: announced or stationary.",
)  # fmt: skip
@click.option("--start", is_flag=True, help="Draw only who begins; the cycle stays as stated.")
@cap_option
@backend_option
@record_options
def lot(
    hits: tuple[str, ...], fields: dict[str, Any], play: str, start: bool, cap: int, backend: str | None, shape: Shape
) -> int:
    """Draw the shooting order by lot: the mean over all orders, and a table of them.

    \b
    truel-ref variant lot 1 4/5 1/2
    truel-ref variant lot 1/3 2/3 1 --play stationary
    truel-ref variant lot 1/3 2/3 1 --start
    """  # noqa: D301  click wants the character itself
    _word(play, PLAYS, "--play")
    problem = problem_of("variant lot", hits, fields)
    _say_answer(Variant.stated("lot", problem, play=play, start=start), shape, cap, backend, with_policies=False)
    return 0


def _equilibrium_command(model: str, text: str) -> click.Command:
    """Return the command of a model that has nothing to be told beside the problem."""

    def answer(
        hits: tuple[str, ...],
        fields: dict[str, Any],
        cap: int,
        with_policies: bool,
        backend: str | None,
        shape: Shape,
    ) -> int:
        problem = problem_of(f"variant {model}", hits, fields)
        _say_answer(Variant.stated(model, problem), shape, cap, backend, with_policies)
        return 0

    shaped: Callable[..., int] = answer
    for option in (record_options, backend_option, all_option, cap_option, problem_options):
        shaped = option(shaped)
    return click.command(model, context_settings=LENIENT, help=text)(shaped)


shooter = _equilibrium_command(
    "shooter",
    "Draw the shooter for every shot: all pure equilibria.\n\n"
    "\b\ntruel-ref variant shooter 1 2/3 1/3\ntruel-ref variant shooter 1 2/3 1/3 --targets B,A,A",
)
simultaneous = _equilibrium_command(
    "simultaneous",
    "Let all fire at once, round after round: all pure equilibria.\n\n"
    "\b\ntruel-ref variant simultaneous 1 4/5 1/2\ntruel-ref variant simultaneous 1 4/5 1/2 --targets B,A,A",
)
opinions = _equilibrium_command(
    "opinions",
    "Convince instead of shooting: P is the power of an opinion, each is first held by one person.\n\n"
    "\b\ntruel-ref variant opinions 1 2/3 1/3\ntruel-ref variant opinions 1 2/3 1/3 --targets B,A,A",
)


@click.command("bullets", context_settings=LENIENT)
@problem_options
@click.option("--bullets", metavar="N,N,N", help="How many rounds everybody has: one number for all, or one each.")
@click.option(
    "--survivors", default="equal", show_default=True, metavar="NAME", shell_complete=words(*SURVIVORS),
    help="What each of several survivors gets: equal (an equal share of 1), none or each (1).",
)  # fmt: skip
@all_option
@click.option("--tree", is_flag=True, help="Also everything that can happen, as a tree.")
@click.option("-o", "--output", type=click.Path(), help="That tree as a figure: .png, .svg or .pdf.")
@backend_option
@record_options
def bullets(
    hits: tuple[str, ...],
    fields: dict[str, Any],
    bullets: str | None,
    survivors: str,
    with_policies: bool,
    tree: bool,
    output: str | None,
    backend: str | None,
    shape: Shape,
) -> int:
    """Count the bullets: everybody sees everything and chooses every shot afresh.

    \b
    truel-ref variant bullets 1 4/5 1/2 --bullets 2
    truel-ref variant bullets 1/3 2/3 1 --bullets 1,2,1 --survivors none --tree
    """  # noqa: D301  click wants the character itself
    _word(survivors, SURVIVORS, "--survivors")
    problem = problem_of("variant bullets", hits, fields)
    variant = Variant.stated("bullets", problem, bullets=_rounds(bullets, problem), survivors=survivors)
    # What cannot be drawn or written is told before the work and not after it.
    if output is not None:
        output_path(output)
        picture_ending(output)
    if tree and shape.format != "table":
        raise click.UsageError("--tree is printed below a table; leave --format and --json out")
    drawn = _tree(variant, tree, output)
    _say_answer(variant, shape, _CAP, backend, with_policies)
    drawn()
    return 0


def _rounds(text: str | None, problem: Problem) -> int | list[int] | None:
    """Read numbers of rounds: `2`, or `2,1,3`."""
    if text is None:
        return None
    parts = [part.strip() for part in text.split(",")]
    for name, part in zip(problem.people.names, parts, strict=False):
        if not (part.isascii() and part.isdigit() and len(part) <= Count.LONGEST):
            raise ProblemError(f"--bullets: player {name}: {shown(part)} is not a number of rounds")
    return int(parts[0]) if len(parts) == 1 else [int(part) for part in parts]


def _tree(variant: Variant, printed: bool, output: str | None) -> Callable[[], None]:
    """Return what prints and draws the tree, which may be refused for its size, after the answer is printed."""
    if not printed and output is None:
        return lambda: None
    from truel_ref.explain.pictures import picture
    from truel_ref.variants.bullets import BulletsPolicy
    from truel_ref.variants.trees import tree_figure, tree_text

    policy = BulletsPolicy(variant)
    text = tree_text(policy)

    def finish() -> None:
        if printed:
            say("")
            say(text)
        if output is not None:
            write_bytes(output, picture(tree_figure(policy), picture_ending(output)))
            note(f"wrote {output}")

    return finish


_COMMANDS = {"lot": lot, "shooter": shooter, "simultaneous": simultaneous, "bullets": bullets, "opinions": opinions}
