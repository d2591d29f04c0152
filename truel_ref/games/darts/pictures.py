"""Pictures of darts: the board by expected score, the best target for every miss rate, expected turns by total."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from truel_ref.games.darts.aiming import best_target, best_targets, expected_scores
from truel_ref.games.darts.board import SECTIONS
from truel_ref.games.darts.leg import Turns
from truel_ref.numbers import decimal_text, number_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["aiming_figure", "board_figure", "turns_figure"]

_COLORS = "YlGnBu"
_BEST = "#ff7f00"
_LINES = ("#0072b2", "#d55e00", "#009e73", "#aa4499", "#000000", "#56b4e9")  # told apart by everybody
_DASHES = ("-", (0, (6, 1.5)), (0, (3, 1.2)), (0, (6, 1.5, 1, 1.5)), (0, (1, 1.2)), "-")
_DARK = 0.55  # of the scale; the text on darker places is white
# Inner and outer radius; the rings of trebles and doubles are drawn wider than they are, so that numbers fit.
_RINGS = (("S", 0.2, 0.52), ("T", 0.52, 0.65), ("S", 0.65, 0.87), ("D", 0.87, 1.0))
_BULLS = (("SB", 0.1, 0.2), ("DB", 0.0, 0.1))
_STEPS = 200


def board_figure(miss: object) -> Figure:
    """Return a figure of the board: every target in the colour of its expected score, the best ones framed.

    Parameters: `miss`, the miss rate, a number in [0, 1]. Raises `NumberError` for what is none.

    >>> len(board_figure("2/5").axes[0].patches)
    82
    """
    import matplotlib as mpl
    from matplotlib.figure import Figure

    best = best_target(miss)
    scores = {target: float(score) for target, score in expected_scores(best.miss).items()}
    low, high = min(scores.values()), max(scores.values())
    scale = mpl.colors.Normalize(low, high)
    colors = mpl.colormaps[_COLORS]
    figure = Figure(figsize=(8.4, 7.4), layout="constrained")
    axes = figure.add_subplot()
    for place, section in enumerate(SECTIONS):
        middle = 90 - 18 * place
        for ring, inner, outer in _RINGS:
            _field(axes, f"{ring}{section}", (inner, outer), (middle - 9, middle + 9), scores, scale, colors)
        x, y = _point(1.06, middle)
        axes.text(x, y, str(section), ha="center", va="center", fontsize=12)
    for bull, inner, outer in _BULLS:
        _field(axes, bull, (inner, outer), (0, 360), scores, scale, colors)
    for patch in [patch for patch in axes.patches if patch.get_gid() in best.targets]:
        patch.set(edgecolor=_BEST, linewidth=2.5, zorder=2)
    axes.set(xlim=(-1.12, 1.12), ylim=(-1.12, 1.12), aspect="equal")
    axes.set_axis_off()
    aims = ", ".join(best.targets)
    axes.set_title(f"Miss rate {number_text(best.miss)}: aim at {aims}, {decimal_text(best.score, 3)} on average")
    figure.colorbar(mpl.cm.ScalarMappable(scale, colors), ax=axes, label="expected score of a dart", shrink=0.7)
    return figure


def _field(
    axes: Axes,
    target: str,
    radii: tuple[float, float],
    angles: tuple[float, float],
    scores: dict[str, float],
    scale: object,
    colors: object,
) -> None:
    """Draw one field of the board with its expected score on it."""
    from matplotlib.patches import Wedge

    shade = scale(scores[target])  # type: ignore[operator]
    inner, outer = radii
    wedge = Wedge((0, 0), outer, *angles, width=outer - inner, gid=target)
    wedge.set(facecolor=colors(shade), edgecolor="white", linewidth=0.8)  # type: ignore[operator]
    axes.add_patch(wedge)
    x, y = _point((inner + outer) / 2, sum(angles) / 2) if inner else (0.0, 0.0)
    color = "white" if shade > _DARK else "black"
    axes.text(x, y, f"{scores[target]:.1f}", ha="center", va="center", fontsize=7, color=color, zorder=3)


def _point(radius: float, degrees: float) -> tuple[float, float]:
    from math import cos, radians, sin

    return radius * cos(radians(degrees)), radius * sin(radians(degrees))


def aiming_figure() -> Figure:
    """Return a figure of the best targets over the miss rate, with what they score on average.

    >>> [line.get_label() for line in aiming_figure().axes[0].lines[:5]]
    ['T20', 'T19', 'T7', 'T1', 'S1']
    """
    from fractions import Fraction

    from matplotlib.figure import Figure

    inside = [stretch for stretch in best_targets().stretches if stretch.low != stretch.high]
    names = list(dict.fromkeys(stretch.targets[0] for stretch in inside))
    rates = [Fraction(step, _STEPS) for step in range(_STEPS + 1)]
    scores = [expected_scores(rate) for rate in rates]
    figure = Figure(figsize=(8, 4.6), layout="constrained")
    axes = figure.add_subplot()
    color_of = dict(zip(names, _LINES, strict=False))
    for name, dashes in zip(names, _DASHES, strict=False):
        heights = [float(score[name]) for score in scores]
        axes.plot([float(rate) for rate in rates], heights, color=color_of[name], ls=dashes, label=name, linewidth=1.4)
    for stretch in inside:
        low, high = float(stretch.low), float(stretch.high)
        name = stretch.targets[0]
        axes.axvspan(low, high, color=color_of[name], alpha=0.1, linewidth=0)
        axes.text((low + high) / 2, 61, name, ha="center", va="bottom", color=color_of[name], fontsize=11)
        if low:
            axes.axvline(low, color="#777777", linewidth=0.6)
            axes.text(low, 1, f" {number_text(stretch.low)}", fontsize=9, color="#444444")
    axes.set(xlim=(0, 1), ylim=(0, 65), xlabel="miss rate", ylabel="expected score of a dart")
    axes.set_title("The best target, and what its rivals score", loc="left", fontsize=11)
    axes.legend(loc="center left", bbox_to_anchor=(1, 0.5), fontsize=10, frameon=False, handlelength=3)
    axes.spines[["top", "right"]].set_visible(False)
    return figure


def turns_figure(legs: Sequence[Turns]) -> Figure:
    """Return a figure of the least expected number of turns by total, one line for each miss rate.

    >>> from truel_ref.games.darts import turns
    >>> len(turns_figure([turns(20, "1/10"), turns(20, "2/5")]).axes[0].lines)
    2
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 4.6), layout="constrained")
    axes = figure.add_subplot()
    for place, leg in enumerate(legs):
        totals = list(leg.values)
        label = f"miss rate {number_text(leg.miss)}: {decimal_text(leg.value(leg.total), 3)}"
        axes.plot(
            totals,
            [float(value) for value in leg.values.values()],
            color=_LINES[place % len(_LINES)],
            label=label,
            linewidth=1.1,
        )
    handles = axes.get_legend_handles_labels()[0]
    axes.set(xlabel="total", ylabel="least expected number of turns", ylim=(0, None))
    axes.margins(x=0.01)
    # The worst comes first, as its line lies above the others.
    in_order = sorted(zip(legs, handles, strict=True), key=lambda pair: -pair[0].value(pair[0].total))
    axes.legend(
        handles=[handle for _, handle in in_order],
        loc="upper left",
        fontsize=9,
        frameon=False,
        title=f"turns from {legs[0].total}",
    )
    axes.spines[["top", "right"]].set_visible(False)
    return figure
