"""Docstrings as Markdown: what a doctest shows becomes a block of code, where Markdown would see a quotation."""

from __future__ import annotations

from typing import Any

from myst_parser.parsers.sphinx_ import MystParser


def fenced(text: str) -> str:
    """Return Markdown in which every doctest, up to the next empty line, stands in a fence."""
    lines: list[str] = []
    inside = False
    for line in text.splitlines():
        if not inside and line.lstrip().startswith(">>> "):
            lines += ["", "```pycon"]
            inside = True
        elif inside and not line.strip():
            lines.append("```")
            inside = False
        lines.append(line)
    return "\n".join([*lines, "```"] if inside else lines)


class Parser(MystParser):
    """Reads the docstrings of the package."""

    def parse(self, inputstring: str, document: Any) -> None:
        """Parse a docstring."""
        super().parse(fenced(inputstring), document)
