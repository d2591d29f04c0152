"""Count the pure stationary equilibria of all problems with small denominators, or of random ones.

    python scripts/search_equilibria.py 4 --denominators 4-20
    python scripts/search_equilibria.py 4 --random 1000000 --denominators 10007 --seed 1

Hit probabilities are all different and positive, everybody searches {Others, Miss}; problems on a grid are counted up
to who begins. One line per denominator: problems, how many equilibria the untied and the tied ones have, how many were
left to exact numbers, and the first untied problems with none or with several.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from truel_ref.studies.uniqueness import SearchTally, grid, random_rows, tally


def line(denominator: int, counted: SearchTally) -> str:
    """Return what was counted for a denominator."""
    untied, tied = (
        ", ".join(f"{many} with {count}" for count, many in pairs) or "none" for pairs in (counted.untied, counted.tied)
    )
    shown = "; ".join(
        f"with {count}: " + ", ".join("[" + ", ".join(map(str, row)) + "]" for row in rows[:3])
        for count, rows in counted.examples
    )
    head = (
        f"denominator {denominator}: {counted.problems} problems; untied {untied}; tied {tied}; exact {counted.exact}"
    )
    return f"{head}; {shown}" if shown else head


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the counts."""
    parser = argparse.ArgumentParser(description="Count pure stationary equilibria.")
    parser.add_argument("players", type=int, choices=(3, 4, 5, 6))
    parser.add_argument("--denominators", required=True, help="one, as 12, or a range, as 4-20")
    parser.add_argument("--random", type=int, help="so many random problems instead of all")
    parser.add_argument("--seed", type=int, default=1)
    said = parser.parse_args(arguments)
    first, _, last = said.denominators.partition("-")
    for denominator in range(int(first), int(last or first) + 1):
        rows = (
            grid(said.players, denominator)
            if said.random is None
            else random_rows(said.players, denominator, said.random, said.seed)
        )
        print(line(denominator, tally(rows, denominator)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
