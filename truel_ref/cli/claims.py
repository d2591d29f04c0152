"""`truel-ref claims`: published claims and their verdicts, or the claims of a file."""

from __future__ import annotations

import click

from truel_ref.cli.frame import asks
from truel_ref.cli.options import record_options
from truel_ref.cli.output import Shape, clock, say_record
from truel_ref.errors import ClaimError, refuse

__all__ = ["command"]


@asks(
    "claims",
    click.argument("names", nargs=-1, metavar="[S3 ...]"),
    click.option("--file", type=click.Path(), metavar="FILE", help="Check the claims of FILE (TOML) instead."),
    record_options,
    prints=False,
)
def command(names: tuple[str, ...], file: str | None, shape: Shape) -> int:
    """List published claims on truels with their verdicts.

    With ids, compute these claims and print the published numbers beside the exact ones. With --file, check the claims
    of FILE; the status is 1 if one is not right.

    \b
    truel-ref claims
    truel-ref claims S14
    truel-ref claims --file mine.toml
    """  # noqa: D301  click wants the character itself
    from truel_ref.ledger import claims
    from truel_ref.oracle.claims_of_others import verify_file

    refuse(ClaimError, (names and file, "ids are those of the published claims; leave them out with --file"))
    with clock():
        if file is None:
            say_record(claims(names), shape)
            return 0
        verified = verify_file(file)
    say_record(verified, shape)
    return int(not all(one.is_right for _, one in verified.entries))
