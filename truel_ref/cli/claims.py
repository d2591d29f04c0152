"""`truel-ref claims`: check the claims of the published analysis."""

from __future__ import annotations

import click

from truel_ref.cli.frame import asks
from truel_ref.cli.options import WholeNumber, record_options
from truel_ref.cli.output import Shape, clock, report, say, say_json, say_record
from truel_ref.errors import ProblemError, refuse

__all__ = ["command"]


@asks(
    "claims",
    click.argument("names", nargs=-1, metavar="[S3 ...]"),
    click.option("--slow", is_flag=True, help="Also check the claims that need many maps."),
    click.option(
        "--jobs",
        type=WholeNumber(),
        default=1,
        show_default=True,
        metavar="N",
        help="Number of processes for the maps.",
    ),
    click.option("--file", type=click.Path(), metavar="FILE", help="Check the claims of FILE (TOML) instead."),
    record_options,
    prints=False,
)
def command(names: tuple[str, ...], slow: bool, jobs: int, file: str | None, shape: Shape) -> int:
    """Check the claims of the published analysis and print the verdicts.

    With ids, print all details of these claims; slow claims need --slow. With --file, the ids are the numbers of the
    claims in FILE, and the status is 1 if a claim is refuted or undecided.

    \b
    truel-ref claims
    truel-ref claims S14
    truel-ref claims Q1 --slow
    truel-ref claims --file mine.toml
    """  # noqa: D301  click wants the character itself
    from truel_ref.studies import claims
    from truel_ref.studies.claims.pages import finding_json, finding_text, table

    refuse(
        ProblemError, (file and (slow or jobs != 1), "--slow and --jobs are for the published analysis, not for --file")
    )
    among = None if file is None else claims.claims_of_file(file)
    with clock():
        checked = claims.check_claims(names, slow=slow, jobs=jobs, report=report(), among=among)
    findings = checked.pairs
    if shape.is_json:
        say_json([finding_json(*pair) for pair in findings])
    elif shape.format != "table":
        say_record(checked, shape)
    elif not names:
        say(table(findings))
    else:
        texts = [
            f"{claim.id}: {claim.statement}\n\nnot run; add --slow" if finding is None else finding_text(claim, finding)
            for claim, finding in findings
        ]
        say("\n\n".join(texts))
    failed = (claims.Verdict.REFUTED, claims.Verdict.UNDECIDED)
    return int(file is not None and any(finding is not None and finding.verdict in failed for _, finding in findings))
