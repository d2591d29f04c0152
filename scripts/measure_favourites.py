"""Bound the shares of the table in docs/mathematics/other-rules.md.

    python scripts/measure_favourites.py [--level N] [NAME ...]

Without names the script answers all questions, in about ten minutes, each in a row of a table in Markdown. The bounds
are proved and equal on every machine.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence

from truel_ref.studies.rules_of_fire import MODELS, PLAYERS, FireShare, enclose


def row(name: str, shares: Mapping[str, FireShare]) -> str:
    """Return the row of a question: the three players, and last all other answers."""
    cells = [str(shares[player]) for player in PLAYERS] if PLAYERS[0] in shares else ["", "", ""]
    others = [f"{answer} {share}" for answer, share in shares.items() if answer not in PLAYERS]
    return f"| {name} | {' | '.join([*cells, ', '.join(others)])} |"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print one row per question."""
    parser = argparse.ArgumentParser(description="Who is the favourite in which share of all problems?")
    parser.add_argument("names", nargs="*", help="questions, by default all")
    parser.add_argument("--level", type=int, help="the last level of subdivision, at most")
    said = parser.parse_args(arguments)
    for name in said.names or MODELS:
        if name not in MODELS:
            parser.error(f"there is no question {name!r}; choose from {'; '.join(MODELS)}")
        level = MODELS[name].level
        shares = enclose(name, level if said.level is None else min(level, said.level))
        print(row(name, shares), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
