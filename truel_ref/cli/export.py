"""`truel-ref export`: a phase as a file for Gambit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import click

from truel_ref.cli.frame import asks
from truel_ref.cli.options import WholeNumber
from truel_ref.cli.output import note, say
from truel_ref.cli.shared import one_of_several, refuse_places
from truel_ref.errors import ProblemError, refuse
from truel_ref.files import progress_bar, write_text
from truel_ref.game.problem import Problem

if TYPE_CHECKING:
    from truel_ref.game.equilibrium import Equilibrium, Living

__all__ = ["command"]


@asks(
    "export",
    click.option("--nfg", is_flag=True, help="Stationary play as a game in strategic form."),
    click.option("--efg", is_flag=True, help="Announced play: one phase as a tree of announcements."),
    click.option("--phase", metavar="ORDER", help='With --efg, a later phase by its shooting order: "B,C,D".'),
    click.option(
        "--selection",
        type=WholeNumber(1),
        metavar="K",
        help="With --nfg: number of the selection of equilibria of the smaller sets.",
    ),
    click.option("-o", "--output", type=click.Path(), help="Write to this file instead of standard output."),
    prints=False,
)
def command(
    problem: Problem,
    nfg: bool,
    efg: bool,
    phase: str | None,
    selection: int | None,
    output: str | None,
) -> None:
    """Write a phase in Gambit's format, with exact rational payoffs.

    The pure Nash equilibria of the strategic form are the pure stationary equilibria. Its payoffs are win
    probabilities, each at the player's own turn. Backward induction in the tree gives announced play.

    \b
    truel-ref export --nfg 1/3 2/3 1 -o truel.nfg
    truel-ref export --efg 1/4 1/2 3/4 1 --phase B,C,D
    """  # noqa: D301  click wants the character itself
    from truel_ref.explain.gambit import extensive_form, strategic_form
    from truel_ref.fast.solving import solve

    refuse(
        click.UsageError,
        (nfg == efg, "give one of the two forms: --nfg for stationary play, --efg for announced play"),
        (
            nfg and phase is not None,
            "--phase is for --efg; for --nfg state the players of the phase as a problem",
        ),
        (efg and selection is not None, "--selection is for --nfg; announced play has one solution"),
    )
    refuse_places(output)
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


def _selected(problem: Problem, number: int | None) -> Mapping[Living, Equilibrium]:
    """Return the selection of equilibria of the smaller sets with this number, or the only selection."""
    from truel_ref.explain.gambit import selections
    from truel_ref.play.stationary import CAP

    ways = selections(problem)
    if not ways:
        raise ProblemError(
            "a smaller set of players has no pure stationary equilibrium, so the payoffs are undetermined"
        )
    many = f"{len(ways):,} or more" if len(ways) == CAP else f"{len(ways):,}"
    several = f"there are {many} selections of equilibria of the smaller sets; name one: --selection 1"
    return one_of_several(ways, number, "--selection", several)
