"""`truel-ref best-mix`: the best mix that the first of three can announce."""

from __future__ import annotations

from typing import Any

import click

from truel_ref.cli.options import LENIENT, problem_of, problem_options, record_options
from truel_ref.cli.output import Shape, say_record

__all__ = ["command"]


@click.command("best-mix", context_settings=LENIENT)
@problem_options
@record_options
def command(hits: tuple[str, ...], fields: dict[str, Any], shape: Shape) -> int:
    """Find the best mix that the first of three can announce, over all weights, against best replies.

    He mixes the single options of his search; the others reply from theirs. The result is exact: the supremum, whether
    it is attained or only approached, where, and under which tie rule.

    \b
    truel-ref best-mix 3/4 11/20 1
    truel-ref best-mix 1/3 2/3 1 --search others,miss,self
    truel-ref best-mix 1/2 1/2 1/2 --if-eq 4
    """  # noqa: D301  click wants the character itself
    from truel_ref.explain.mixes import best_mix

    say_record(best_mix(problem_of("best-mix", hits, fields)), shape)
    return 0
