"""Draw the figures of the README and the docs: python scripts/draw_figures.py FOLDER.

The same library versions draw the same bytes.
"""

from __future__ import annotations

import sys
from pathlib import Path

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt

from truel_ref import decision, solve
from truel_ref.exact import fraction_text, percent_text
from truel_ref.targets import label

COLORS = ("#d62728", "#2ca02c", "#1f77b4")


def original(folder: Path) -> Path:
    """Draw what each announcement of A leads to in the original problem, with the replies."""
    solution = solve(["1/3", "2/3", 1])
    worths = decision(solution).worths
    figure, axes = plt.subplots(figsize=(8, 2.9), layout="constrained")
    for row, worth in enumerate(worths):
        left = 0.0
        for player, win in enumerate(worth.win):
            axes.barh(row, float(win), left=left, color=COLORS[player], edgecolor="white", height=0.72)
            axes.text(
                left + float(win) / 2,
                row,
                f"{label(player)}  {fraction_text(win)}\n{percent_text(win, 1)}",
                ha="center",
                va="center",
                color="white",
                fontsize=9,
            )
            left += float(win)
    names = []
    for worth in worths:
        own, *replies = (
            f"{label(player)} {'misses' if aim.is_miss else f'at {aim}'}"
            for player, aim in enumerate((worth.aim, *(worth.replies or ())))
        )
        names.append(f"{own},\nthen {', '.join(replies)}")
    axes.set_yticks(range(len(names)), names)
    for tick, worth in zip(axes.get_yticklabels(), worths, strict=True):
        tick.set_fontweight("bold" if worth.aim == solution.aims[0] else "normal")
    axes.set_xlim(0, 1)
    axes.set_xticks([])
    axes.invert_yaxis()
    axes.spines[:].set_visible(False)
    axes.tick_params(left=False)
    axes.set_title("A hits 1/3, B 2/3, C always. Where should A aim first, and who wins?", fontsize=11, loc="left")
    path = folder / "original.png"
    figure.savefig(path, dpi=150, metadata={"Software": None, "Description": "\n".join(map(repr, worths))})
    plt.close(figure)
    return path


def main() -> int:
    """Draw all of them."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for draw in (original,):
        print(draw(folder))
    return 0


if __name__ == "__main__":
    sys.exit(main())
