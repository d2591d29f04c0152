"""`truel-ref verify`: check a claim about a problem, or a claim per line of standard input."""

from __future__ import annotations

from functools import partial
from typing import Any

import click

from truel_ref.cli.frame import asks
from truel_ref.cli.lines import answer_lines, one_by_one
from truel_ref.cli.options import LENIENT, WholeNumber, given, problem_of, problem_words, record_options, words
from truel_ref.cli.output import Shape, say_record

__all__ = ["command"]

_PLAYS = ("announced", "stationary", "periodic", "lot", "shooter", "simultaneous", "bullets", "opinions")


@asks(
    "verify",
    problem_words,
    click.option("--win", metavar="W,W,W", help="Claimed win probabilities; leave an entry empty to claim nothing."),
    click.option("--aims", metavar="T,T,T", help="Claimed aims: Miss, a label, 0:1/3:1/3, or none in a stalemate."),
    click.option("--stalemate", metavar="W", help="Claimed probability that nobody wins."),
    click.option(
        "--play",
        default="announced",
        show_default=True,
        metavar="NAME",
        shell_complete=words(*_PLAYS),
        help=f"Way to play: {', '.join(_PLAYS)}.",
    ),
    click.option("--start", is_flag=True, default=None, help="With lot: only the first shooter is drawn."),
    click.option("--bullets", type=WholeNumber(0), metavar="N", help="With bullets: rounds of each player."),
    click.option("--strict-ties", is_flag=True, help="Accept only the outcome of the tie rule."),
    record_options,
    click.option("--jsonl", is_flag=True, help="Judge one claim (JSON) per line of standard input."),
    prints=False,
    context_settings=LENIENT,
)
def command(
    hits: tuple[str, ...],
    fields: dict[str, Any],
    win: str | None,
    aims: str | None,
    stalemate: str | None,
    play: str,
    start: bool | None,
    bullets: int | None,
    strict_ties: bool,
    shape: Shape,
    jsonl: bool,
) -> int:
    """Check a claim about a problem. Status 0: right; 1: wrong.

    A fraction must equal the exact number; a decimal or a percentage must be the exact number rounded to its digits.
    Another way to break a tie is right too, unless you give --strict-ties.

    \b
    truel-ref verify 1/3 2/3 1 --aims Miss,C,B --win 25/63,8/21,2/9
    truel-ref verify 1/3 2/3 1 --win 39.7%,,
    truel-ref verify 1 4/5 1/2 --play lot --win 30%,,
    truel-ref verify 1/2 1/2 1/2 --aims C,C,B --ties strongest --strict-ties
    """  # noqa: D301  click wants the character itself
    from truel_ref.oracle.claims_of_others import PlayClaim

    claimed = given(win=win, aims=aims, stalemate=stalemate, start=start, bullets=bullets)
    if not jsonl:
        verification = PlayClaim.stated(problem_of(hits, fields), play=play, **claimed).judged(strict_ties)
        say_record(verification, shape)
        return 0 if verification.is_right else 1
    wrong: list[bool] = []

    def answer(data: Any) -> dict[str, Any]:
        verification = PlayClaim.from_data(data).judged(strict_ties)
        wrong.append(not verification.is_right)
        return verification.to_json()

    return max(answer_lines(partial(one_by_one, answer), shape, bool(hits or fields or claimed)), int(any(wrong)))
