"""`truel-ref explore`: interactive maps in the browser, and pages of one map as files."""

from __future__ import annotations

from typing import Any

import click

from truel_ref.cli.frame import asks
from truel_ref.cli.options import (
    LENIENT,
    WholeNumber,
    field_options,
    hit_words,
    named_option,
    play_option,
    refuse_options,
    stated_problem,
)
from truel_ref.cli.output import say
from truel_ref.errors import MapError, ProblemError
from truel_ref.files import output_path, progress_bar, write_text
from truel_ref.numbers import Algebraic

__all__ = ["command"]

FINE, EXPORTED = 200, 100
"""Default steps per side of the page, and of an exported page."""


@asks(
    "explore",
    click.argument("hits", nargs=-1, metavar="[P P P ...]", callback=refuse_options),
    field_options,
    play_option("announced", "stationary", "both", help="Kind of play; both shows where the two differ"),
    click.option("--colors", metavar="NAME", help="A colouring, as for maps; of a difference dp, do, da or dg."),
    named_option(
        "--palette", "okabe-ito", "standard", help="Colours: okabe-ito (safe for colour-blind readers) or standard."
    ),
    click.option(
        "--points", type=WholeNumber(), metavar="N", help=f"Steps per side; default {FINE}, with --export {EXPORTED}."
    ),
    click.option("--triangle", is_flag=True, help="Only where B hits at least as often as A."),
    click.option(
        "--port", type=WholeNumber(0, 65_535), default=0, metavar="N", help="Port of the page. Default: any free port."
    ),
    click.option("--no-browser", is_flag=True, help="Print the address of the page without opening a browser."),
    click.option(
        "--export", type=click.Path(), metavar="FILE", help="Write one map as a page that works offline: .html."
    ),
    prints=False,
    limited=False,
    context_settings=LENIENT,
)
def command(
    hits: tuple[str, ...],
    fields: dict[str, Any],
    play: str,
    colors: str | None,
    palette: str,
    points: int | None,
    triangle: bool,
    port: int,
    no_browser: bool,
    export: str | None,
) -> None:
    """Open an interactive map in the browser; end it with Ctrl-C.

    Only this machine can open the page. Given hit probabilities, the page starts at that point and explains it;
    otherwise it starts with three players of whom C always hits. --export writes a page of one map instead: it holds
    the exact answer of every pixel and needs neither this program nor a network.

    \b
    truel-ref explore
    truel-ref explore 1/3 2/3 1
    truel-ref explore 1/3 2/3 1/2 --search others,miss,random --play both
    truel-ref explore 1/3 2/3 1 --colors t --export aims.html
    """  # noqa: D301  click wants the character itself
    from truel_ref.maps.explore.question import Question, usual_coloring

    if export is not None:
        if not export.lower().endswith((".html", ".htm")):
            raise MapError("--export: the page is written as HTML; end the name in .html")
        output_path(export)
    listed = hit_words(hits) if hits else ["0", "0", "1"]
    if len(listed) < 2:
        raise ProblemError("give the hit probabilities of at least two players: truel-ref explore 1/3 2/3 1")
    problem = stated_problem(listed, fields)
    steps = points if points is not None else FINE if export is None else EXPORTED
    question = Question(problem, play, colors or usual_coloring(play), palette, steps, not triangle)
    if export is not None:
        _export(question, export)
        return
    from truel_ref.maps.explore.server import serve

    first, second = problem.hits[:2]
    assert not isinstance(first, Algebraic)
    assert not isinstance(second, Algebraic)  # `Question` refuses irrational numbers
    served = serve(question, (first, second) if hits else None, port)
    say(f"{served.address}  (Ctrl-C ends it)")
    if not no_browser:
        served.open()
    served.run()


def _export(question: Any, path: str) -> None:
    """Write the page of one map, with the exact answers of all its pixels."""
    from truel_ref.maps.explore.export import page_of

    spec = question.specs(question.points)[0]
    with progress_bar("pixels", spec.size * (len(question.models) + 1)) as bar:
        page = page_of(question, progress=bar.update)
    write_text(path, page)
    say(f"{path}: {question.title()}; {spec.size:,} pixels, {len(page.encode()) / 1e6:.1f} MB")
