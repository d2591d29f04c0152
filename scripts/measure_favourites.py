"""Bound the shares of the table in docs/variants.md again: python scripts/measure_favourites.py [--level N] [NAME ...].

Without names all questions are answered, some of them in two minutes or so; one row of a table in Markdown for each.
The bounds are proved, and are the same on every machine.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from truel_ref.studies.rules_of_fire import MODELS, enclose


def main(arguments: Sequence[str] | None = None) -> int:
    """Print one row per question."""
    parser = argparse.ArgumentParser(description="Who is the favourite in which share of all problems?")
    parser.add_argument("names", nargs="*", help="questions, by default all")
    parser.add_argument("--level", type=int, help="the last level of subdivision, at most")
    said = parser.parse_args(arguments)
    for name in said.names or MODELS:
        if name not in MODELS:
            parser.error(f"no question is called {name!r}; there are {'; '.join(MODELS)}")
        level = MODELS[name].level
        shares = enclose(name, level if said.level is None else min(level, said.level))
        print(f"| {name} | {', '.join(f'{answer} {share}' for answer, share in shares.items())} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
