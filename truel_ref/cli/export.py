"""`truel-ref export`: a phase as a file that other programs read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from truel_ref.cli.options import LENIENT, WholeNumber, problem_of, problem_options
from truel_ref.cli.output import note, say
from truel_ref.cli.work import work_options
from truel_ref.errors import ProblemError
from truel_ref.files import output_path, progress_bar, write_text

if TYPE_CHECKING:
    from truel_ref.game.equilibrium import Equilibrium, Living
    from truel_ref.game.problem import Problem

__all__ = ["command"]


@click.command("export", context_settings=LENIENT)
@work_options
@problem_options
@click.option("--nfg", is_flag=True, help="Stationary play: all announce at once, as a game in strategic form.")
@click.option("--efg", is_flag=True, help="Announced play: a phase as a tree of announcements.")
@click.option("--phase", metavar="ORDER", help='With --efg, a later phase by its shooting order: "B,C,D".')
@click.option(
    "--selection",
    type=WholeNumber(1),
    metavar="K",
    help="With --nfg, which equilibria of the smaller sets are filled in.",
)
@click.option("-o", "--output", type=click.Path(), help="The file; without it the text is printed.")
def command(
    hits: tuple[str, ...],
    fields: dict[str, Any],
    nfg: bool,
    efg: bool,
    phase: str | None,
    selection: int | None,
    output: str | None,
) -> int:
    """Write a phase in Gambit's format, with exact rational payoffs.

    The pure Nash equilibria of the strategic form are the pure stationary equilibria; its payoffs are win
    probabilities, each at the player's own turn. Backward induction in the tree gives announced play.

    \b
    truel-ref export --nfg 1/3 2/3 1 -o truel.nfg
    truel-ref export --efg 1/4 1/2 3/4 1 --phase B,C,D
    """  # noqa: D301  click wants the character itself
    from truel_ref.explain.gambit import extensive_form, strategic_form
    from truel_ref.fast.solving import solve

    if nfg == efg:
        raise click.UsageError("say which form, and only one: --nfg for stationary play, --efg for announced play")
    if nfg and phase is not None:
        raise click.UsageError("--phase is for --efg; for --nfg state the players of the phase as a problem")
    if efg and selection is not None:
        raise click.UsageError("--selection is for --nfg; announced play has one solution")
    problem = problem_of("export", hits, fields)
    if output is not None:
        output_path(output)
    with progress_bar("phases") as bar:
        if nfg:
            text = strategic_form(problem, _selected(problem, selection))
        else:
            text = extensive_form(solve(problem, progress=bar.update), phase)
    if output is None:
        say(text.removesuffix("\n"))
    else:
        write_text(output, text)
        note(f"wrote {output}")
    return 0


def _selected(problem: Problem, number: int | None) -> Mapping[Living, Equilibrium]:
    """Return the selection of equilibria of the smaller sets that was asked for, or the only one."""
    from truel_ref.explain.gambit import selections
    from truel_ref.play.stationary import CAP

    ways = selections(problem)
    many = len(ways)
    if not many:
        raise ProblemError(
            "a smaller set of players has no pure stationary equilibrium, so the payoffs are undetermined"
        )
    if number is None and many > 1:
        listed = f"{many:,} or more" if many == CAP else f"{many:,}"
        raise ProblemError(f"there are {listed} selections of equilibria of the smaller sets; name one: --selection 1")
    if number is not None and number > many:
        raise ProblemError(f"--selection: there {'are' if many > 1 else 'is'} only {many:,}")
    return ways[(number or 1) - 1]
