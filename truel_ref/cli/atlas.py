"""`truel-ref atlas`: what is true of all hit probabilities at once, one command for each part of the atlas."""

from __future__ import annotations

import click

from truel_ref.cli.lazy import LazyGroup

__all__ = ["command"]


@click.group(
    "atlas",
    cls=LazyGroup,
    modules={
        "critical": "atlas_critical",
        "cube": "atlas_cube",
        "guns": "atlas_guns",
        "larger": "atlas_larger",
        "self": "atlas_self",
        "surfaces": "atlas_surfaces",
        "winners": "atlas_winners",
    },
)
def command() -> None:
    """Print what is true of all hit probabilities at once, by proof, certificate or count."""
