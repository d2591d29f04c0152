"""The command line."""

from truel_ref.cli.command import _group, main

__all__ = ["_group", "main"]
