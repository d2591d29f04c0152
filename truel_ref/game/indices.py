"""Which index is which: players of a problem, places in an order, options of a player.

All three are whole numbers from 0 on, and a table may run over any of them. A signature says which by these names:
`win[player]`, `turns[place][option]`. They are aliases and not types of their own, because orders and announcements are
written down as plain tuples everywhere, in JSON, in tests and by the people who use the package.
"""

from __future__ import annotations

from typing import TypeAlias

__all__ = ["Option", "Path", "Place", "Player"]

Player: TypeAlias = int
"""The index of a player of the problem: 0 for A, 1 for B, and so on."""

Place: TypeAlias = int
"""The index of a player in the shooting order of a phase: 0 for the one on move."""

Option: TypeAlias = int
"""The index of an aim among those that a player may announce in a phase, in canonical order."""

Path: TypeAlias = tuple[Option, ...]
"""Announcements by place, from the first on, each as an option: a whole one is a strategy profile, a beginning of one
is the history before the next announcer."""
