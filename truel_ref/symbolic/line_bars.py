"""The aims along a line as coloured bars, one row for each player; they end exactly where the aims change."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from truel_ref.game.people import label
from truel_ref.numbers import Number
from truel_ref.symbolic.curves import Stretch

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["PLAYER_COLORS", "Bar", "aim_bars", "draw_bars"]

PLAYER_COLORS = ("#d62728", "#2ca02c", "#1f60cc", "#7f2db3", "#ff7f0e", "#17becf", "#e35bb2", "#8c564b")
"""Of the players, as winners and as targets."""
MISS, MIX = "0.85", "0.55"  # greys: of a miss, and of every mix
NO_AIM = "white"
LETTER = 0.011  # of the width of the picture: what a letter takes


class Bar(NamedTuple):
    """Where a player has one aim: from `low` to `high`, which are equal for a single point; None for no aim at all."""

    low: Number
    high: Number
    aim: str | None


def aim_bars(stretches: Sequence[Stretch], player: int) -> Iterator[Bar]:
    """Yield the aims of a player along a line, in rising order; neighbours differ.

    >>> from truel_ref.symbolic.lines import crossings
    >>> bars = list(aim_bars(crossings("1/10,2/3,1/2", "4/5,1/3,1").stretches, 0))
    >>> [bar.aim for bar in bars], str(bars[0].high)
    (['Miss', 'B', 'C'], '17/31')
    """
    for aim, group in groupby(stretches, lambda stretch: stretch.aims and stretch.aims[player]):
        several = list(group)
        yield Bar(several[0].low, several[-1].high, aim)


def draw_bars(axes: Axes, stretches: Sequence[Stretch], players: int) -> None:
    """Draw the aims of all players: a bar in the colour of whom he aims at, grey for a miss, darker for a mix.

    An aim at a single point is a thin line.
    """
    colors = {label(player): PLAYER_COLORS[player % len(PLAYER_COLORS)] for player in range(players)}
    for player in range(players):
        for bar in aim_bars(stretches, player):
            low, high = float(bar.low), float(bar.high)
            color = NO_AIM if bar.aim is None else colors.get(bar.aim, MISS if bar.aim == "Miss" else MIX)
            if bar.low == bar.high:
                axes.plot([low, low], [player - 0.4, player + 0.4], color=color, linewidth=2.5, zorder=3)
                continue
            axes.barh(player, high - low, left=low, height=0.8, color=color, edgecolor="0.35", linewidth=0.6)
            text = bar.aim or "none"
            if high - low > LETTER * len(text):
                shade = "black" if color in (MISS, NO_AIM) else "white"
                axes.text((low + high) / 2, player, text, ha="center", va="center_baseline", fontsize=8.5, color=shade)
    axes.set_ylim(players - 0.5, -0.5)
    axes.set_yticks(range(players), [f"{label(player)} aims at" for player in range(players)], fontsize=8.5)
    axes.tick_params(left=False)
    axes.spines[["top", "right", "left"]].set_visible(False)
