"""Write the generated pages of the docs: python scripts/write_pages.py [--slow] FOLDER [PAGE ...].

Every page is a function that returns its text; the same code writes the same bytes, but for the times that the page of
the claims reports in lines of their own. That page and the counts of known faults take minutes: they come with --slow,
and the counts come first, because a page shows them.
"""

from __future__ import annotations

import contextlib
import io
import sys
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path

import click

from truel_ref.cli import main as main_command
from truel_ref.cli.entry import group
from truel_ref.files import make_folder, write_text
from truel_ref.numbers import Number, decimal_text, number_text
from truel_ref.studies.claims import Pictures, named_claims
from truel_ref.studies.claims.pages import page as claims_page
from truel_ref.symbolic.partition import Partition, regions
from truel_ref.symbolic.pieces import aims_text
from truel_ref.symbolic.text import polynomial_text, root_notes

sys.path.insert(0, str(Path(__file__).parent))  # for those who load this file by its path
from write_trust import trust_page

ROOT = Path(__file__).parent.parent
SAMPLE, LARGEST, COUNTED = 40, 1_500, 40  # vectors of a group; profiles; convictions after which no more are counted
NOTE = "<!-- Written by scripts/pages; change scripts/write_pages.py, not this file. -->"

REGIONS = f"""{NOTE}

# Exact regions

This page lists, for $c = 1$ and $c = 1/2$, the regions of the square of $a$ and $b$ in which one list of aims is the
best, with exact borders.

**The game.** A, B and C shoot in turn until one is left; they hit with the probabilities $a$, $b$ and $c$, and may
miss on purpose. A list of aims such as (Miss, C, B) says that A misses on purpose, B shoots at C and C at B, as long
as all three live. Here play is *announced*: each player announces an aim at their first turn, knowing the
announcements before, and keeps it until somebody is hit. In *stationary* play nobody announces, and the aims are an
equilibrium ([equilibria](equilibria.md)).

![The aims for pC = 1 and pC = 1/2, with the exact curves between their regions](../figures/regions.png)

Signs of irreducible polynomials with integer coefficients describe a *region*. The *share* of a region is its area,
with the digits that are proved. The column "on it" says what the tie rule takes on a curve. A point where three
regions meet has algebraic coordinates.

**Theorem.** The regions below, the pieces of curves between them, and finitely many points fill the open square.

*Proof.* Backward induction compares options, and each comparison has the sign of a product of polynomials
([theorems](theorems.md) has the formula). Cut the square by all of them. Between two neighbouring critical values of
$a$, at which a root in $b$ is multiple, leaves the square or meets a root of another polynomial, the roots keep their
order. In a cell between two roots all signs are constant, so a sample point gives the aims of the cell. If a sample
asks for another polynomial, add it and cut again. In the same way a sample of each piece of a curve gives its aims. A
polynomial that vanishes at a single point, as $(a-1/2)^2+(b-1/3)^2$ does, would leave no trace in this; the program
proves that none has such a zero in the square, and otherwise refuses to answer. All of this is exact. ∎

`tests/symbolic/test_partition.py` compares the regions with solutions in numbers.

For other hit probabilities use `truel-ref regions --c 1/3`, with `--play stationary` for stationary play, `--play
both` for the difference; some areas have [closed forms](atlas/closed-areas.md). In Python it is
`truel_ref.symbolic.partition.regions`. `truel-ref map --c 1 --square --colors t --boundaries -o map.png` draws the
curves over a map.

"""


def exact_regions(found: Sequence[Partition] = ()) -> str:
    """Return the page of the exact regions for pC = 1 and pC = 1/2, which are computed if they are not given."""
    found = found or [regions([None, None, hit]) for hit in ("1", "1/2")]
    return REGIONS + "\n".join(map(_partition, found))


def _partition(found: Partition) -> str:
    lines = [f"## {found.title()}", ""]
    bounding = len({one.polynomial for one in found.boundaries})
    lines += [
        f"{len(found.regions)} regions. Backward induction asked for {found.asked} polynomials, which cut the square "
        f"into {found.cells:,} cells; {bounding} of them bound a region.",
        "",
        "| aims of A, B, C | share | where |",
        "|---|---|---|",
    ]
    for region in found.regions:
        where = "<br>or ".join(" and ".join(f"`{sign}`" for sign in both) for both in region.conditions)
        lines.append(f"| {region.name} | {region.share} | {where} |")
    lines += ["", "| curve | where negative | where positive | on it | piece |", "|---|---|---|---|---|"]
    for one in found.boundaries:
        sides = [aims_text(aims) for aims in (one.negative, one.positive)]
        on = " or ".join(map(aims_text, one.on))
        pieces = "<br>".join(arc.text(found.names) for arc in one.arcs)
        lines.append(f"| `{polynomial_text(one.polynomial)}` | {' | '.join(sides)} | {on} | {pieces} |")
    lines += ["", "Three or more regions meet at", "", "| a | b | regions |", "|---|---|---|"]
    for point in found.meetings:
        around = "<br>".join(map(aims_text, point.aims))
        lines.append(f"| {_exactly(point.x)} | {_exactly(point.y)} | {around} |")
    notes = root_notes(value for point in found.meetings for value in (point.x, point.y))
    return "\n".join([*lines, "", *(f"- {note}" for note in notes), ""])


def _exactly(value: Number) -> str:
    """Return a number as it is written everywhere, and with ten decimals below it where it is no fraction."""
    text = number_text(value)
    return text if isinstance(value, Fraction) else f"{text}<br>{decimal_text(value, 10)}"


COMMAND = f"""{NOTE}

# The command

`scripts/truel` in a clone, `truel-ref` where the package is installed. A mistake gets a one-line message on standard
error and status 2; [formats](formats.md) lists the statuses. Each page below is what the command's `--help` prints.

```console
$ truel-ref --help
{{help}}```

```{{{{toctree}}}}
:maxdepth: 1
:glob:

command/*
```
"""


def _help(path: Sequence[str]) -> str:
    """Return what `--help` prints for a command."""
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        main_command([*path, "--help"])
    return printed.getvalue()


def _sections(path: list[str], command: click.Command) -> list[str]:
    """Return the help of a command and of all its sub-commands, each below its heading."""
    title = f"{'#' * len(path)} {' '.join(path)}"
    sections = [f"{title}\n\n```console\n$ truel-ref {' '.join(path)} --help\n{_help(path)}```\n"]
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            sections += _sections([*path, name], command.get_command(context, name) or command)
    return sections


def commands() -> dict[str, str]:
    """Return the pages of the command: the list of all, and a page for each with the help of its sub-commands."""
    context = click.Context(group)
    named = {name: group.get_command(context, name) for name in group.list_commands(context)}
    pages = {
        f"use/command/{name}.md": f"{NOTE}\n\n" + "\n".join(_sections([name], command))
        for name, command in named.items()
        if command
    }
    return {"use/command.md": COMMAND.format(help=_help([]))} | pages


def trust() -> str:
    """Return the page of the promises and their tests."""
    return trust_page(NOTE)


def checked_claims() -> str:
    """Return the page of the published claims and their verdicts."""
    pictures = Pictures(report=print)
    found = {claim.id: (claim, claim.check(pictures)) for claim in named_claims([])}
    return f"{NOTE}\n\n{claims_page(found)}"


POWER = f"""{NOTE}

# What the vectors convict

This page shows which mistakes of a solver the test vectors detect, so you can judge how much a pass is worth.
We put each of {{known}} known faults into a solver that is otherwise right. The solver then answered vectors of
announced play, and ties had to fall by the stated rule (`--strict-ties`).

**How to read the table.** `858/1148` means: 1,148 vectors could show the fault, and 858 of them convict the solver.
The problem alone decides whether a vector could show a fault: its words, its number of players, whether somebody may
answer an announcement, and the ties, margins and stalemates of its exact answer. On all other vectors, ties and
stalemates aside, the faulty solver is right. We took {{sample}} vectors of each group, evenly spread, and all of
`sentences`, but no problem of more than {{largest:,}} profiles (a profile is an aim for each player). A row such as
`rounded-*` adds up its faults.

**What follows for you.** Ask all groups. At least {{counted}} vectors of all groups convict each fault, except for
{{few}}.
Faults that seldom show have vectors of their own in `sentences`. Only `sentences` and `telling` were drawn with the
help of faulty solvers. A solver that forgets who aims at whom (`replies-to-targets`) fails on about a tenth of the
problems in which players choose among the others and Miss, however we draw the hit probabilities. Where players may
shoot at themselves too, different players announce the same aims far more often. So `generic-self`, drawn with no
fault in mind, convicts this solver. `weaker-mix` shows only where two mixes are best and every single aim is worse,
which happens only by chance.

| rule | fault | a solver that | convicted |
|---|---|---|---|
{{faults}}

## Which faults a report recognises

A [report](test-your-solver.md) names the known fault that wrong answers look like. To test this, we wrote {{clients}}
clients, each with one of the faults, without the code that recognises them. They answered {{drawn}} new problems, drawn
like those of the vectors but with other random numbers.

- The report recognised {{right}} of them. The fault explains at least {{least}} % of the answers that can show it.
- It named another fault for {{wider}}; few problems distinguish the two.
- The report named no fault for these, each with the number of its wrong answers: {{missed}}.
  Five wrong answers or fewer may be too few.

We did not use these problems to develop recognition, but for one criterion: `later-words` was missed at first.

**Limits.** A solver that leaves ties to rounding mostly takes the first of equal options, just like a solver that
always does. Few answers distinguish the two, most of them at boundaries, so many of the new problems lie there. One
such answer is enough, because exact numbers never waver. Where there are random levels, a report does not compare what
depends on the order in which a solver goes through its options, because solvers may choose that order. It compares no
problem of more than {{most:,}} profiles, and says how many it left out.

Next: [what you can rely on](trust.md).
"""
FAMILIES = {
    "exchanged-": "exchanges two players in its answers",
    "rounded-": "rounds win probabilities to 2, 3, … or 8 decimal places",
    "rule-": "breaks ties by one rule, whatever the problem says",
}


PAGES: dict[str, Callable[[], str]] = {
    "mathematics/regions.md": exact_regions,
    "check/trust.md": trust,
}
SLOW_PAGES: dict[str, Callable[[], str]] = {
    "check/claims.md": checked_claims,
}


def main() -> int:
    """Write every page, or those named, into the folder given; those that take minutes by name or with --slow only."""
    words = [word for word in sys.argv[1:] if word != "--slow"]
    folder = make_folder(words[0])
    every = PAGES | SLOW_PAGES | {name: partial(str, text) for name, text in commands().items()}
    usual = every if "--slow" in sys.argv else every.keys() - SLOW_PAGES.keys()
    for name in words[1:] or sorted(usual, key=lambda name: (not name.endswith(".json"), name)):
        make_folder(str((folder / name).parent))
        write_text(folder / name, every[name]())
        print(folder / name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
