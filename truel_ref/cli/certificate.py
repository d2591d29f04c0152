"""`truel-ref certificate`: check answers that carry their proof, and read them aloud."""

from __future__ import annotations

import click

from truel_ref.cli.frame import asks
from truel_ref.cli.lazy import LazyGroup
from truel_ref.cli.output import complain, say
from truel_ref.errors import FileError

__all__ = ["command"]


@click.group("certificate", cls=LazyGroup)
def command() -> None:
    """Check certificates, answers that carry their proof, or read them aloud.

    \b
    truel-ref solve 1/3 2/3 1 --certificate truel.jsonl
    truel-ref certificate check truel.jsonl
    truel-ref certificate show truel.jsonl
    """  # noqa: D301  click wants the character itself


@asks(
    "check",
    click.argument("paths", nargs=-1, required=True, metavar="FILE..."),
    group=command,
    limited=False,
    prints=False,
)
def check_command(paths: tuple[str, ...]) -> int:
    """Check certificates by a program that shares nothing with the solver: status 1 if one is refused.

    \b
    truel-ref certificate check truel.jsonl
    truel-ref certificate check *.jsonl
    """  # noqa: D301  click wants the character itself
    from truel_ref.certificates.reading import checked

    status = 0
    for path in paths:
        try:
            say(f"{path} holds: {checked(path)}")
        except FileError as error:
            complain(str(error))
            status = 1
    return status


@asks("show", click.argument("path", metavar="FILE"), group=command, prints=False)
def show_command(path: str) -> None:
    """Check a certificate and print what it states, with the tightest of its inequalities.

    \b
    truel-ref solve 1/3 2/3 1 --certificate truel.jsonl
    truel-ref certificate show truel.jsonl
    """  # noqa: D301  click wants the character itself
    from truel_ref.certificates.reading import read_aloud

    for line in read_aloud(path):
        say(line)
