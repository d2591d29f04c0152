"""`truel-ref best-mix`: the best mix that the first of three can announce."""

from __future__ import annotations

import click

from truel_ref.cli.frame import asks
from truel_ref.cli.options import WholeNumber, certificate_option, given, write_certificate
from truel_ref.errors import ProblemError, refuse
from truel_ref.game.problem import Problem

__all__ = ["command"]


@asks(
    "best-mix",
    click.option(
        "--mixed-replies", is_flag=True, help="The second player may reply with any mix; the answer is an enclosure."
    ),
    click.option(
        "--tolerance", "--width", "width", metavar="W", help="Largest width of the enclosure. Default: 1/1000."
    ),
    click.option(
        "--work", type=WholeNumber(1), metavar="N", help="Largest number of simplices of mixes to halve. Default: 200."
    ),
    certificate_option,
)
def command(
    problem: Problem, mixed_replies: bool, width: str | None, work: int | None, certificate: str | None
) -> object:
    """Find the best mix that the first of three players can announce, over all weights, against best replies.

    The first player mixes the single options of their search set; the others reply with options of theirs. The answer
    is exact: the supremum, where it is, whether it is attained, and under which tie rule. With --mixed-replies the
    second player may reply with any mix, and the answer is an enclosure of the supremum.

    \b
    truel-ref best-mix 3/4 11/20 1
    truel-ref best-mix 1/3 2/3 1 --search others,miss,self
    truel-ref best-mix 1/2 1/2 1/2 --ties 4 --certificate mix.jsonl
    truel-ref best-mix 3/5 11/20 1/2 --mixed-replies --tolerance 1/100
    """  # noqa: D301  click wants the character itself
    from truel_ref.explain.mix_bounds import mix_enclosure
    from truel_ref.explain.mixes import best_mix

    asked = given(width=width, work=work)
    if asked and not mixed_replies:
        option = "--tolerance" if width is not None else "--work"
        raise ProblemError(f"{option} belongs to --mixed-replies; without it the result is exact")
    refuse(
        ProblemError,
        (mixed_replies and certificate, "an enclosure has no certificate; leave --mixed-replies or --certificate out"),
    )
    answer = mix_enclosure(problem, **asked) if mixed_replies else best_mix(problem)
    write_certificate(certificate, answer)
    return answer
