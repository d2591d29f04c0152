"""`truel-ref vectors`: the test vectors."""

from __future__ import annotations

import json

import click

from truel_ref.cli.frame import asks
from truel_ref.cli.output import say

__all__ = ["command"]


@asks(
    "vectors",
    click.option("--group", "groups", multiple=True, metavar="NAME", help="Only this group (repeat for more)."),
    prints=False,
    limited=False,
)
def command(groups: tuple[str, ...]) -> None:
    """Print the test vectors, one JSON object per line; FORMAT.md describes them.

    Without --group these are the vectors of announced play. Other groups are stationary, periodic, rounds, lot,
    shooter, simultaneous, bullets and opinions.

    \b
    truel-ref vectors > vectors.jsonl
    truel-ref vectors --group boundary
    """  # noqa: D301  click wants the character itself
    from truel_ref.oracle.vector_files import selected

    for vector in selected(groups):
        say(json.dumps(vector))
