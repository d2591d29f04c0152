"""Figures of Dice Wars: the odds of all attacks, and a board. They need matplotlib."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import count
from math import cos, pi, sin
from typing import TYPE_CHECKING

from truel_ref.game.people import label
from truel_ref.games.dicewars.board import Board
from truel_ref.games.dicewars.odds import MOST_DICE, attack
from truel_ref.games.dicewars.position import Attack
from truel_ref.numbers import percent_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["COLORS", "board_figure", "odds_figure"]

COLORS = ("#77aadd", "#ee8866", "#eedd88", "#ffaabb", "#44bb99", "#bbcc33", "#99ddff", "#dddddd")
"""The colours of the players' fields, light enough for black text on them.

They are those of Paul Tol's light scheme, which people who see no red or no green can tell apart; and as no colours are
enough for everybody, the owner stands on his fields, too.
"""

_ODDS = "PuOr"  # from orange for what fails to violet for what succeeds, told apart by everybody
_DARK = 0.18  # luminance below which white text has more contrast than black
_ARROW = "#000000"
_ROW = 3**0.5 / 2  # from one row of hexagons to the next, where neighbours are 1 apart


def odds_figure() -> Figure:
    """Return a figure of the odds of all attacks: the attacker's dice across, the defender's up.

    >>> len(odds_figure().axes[0].texts)
    56
    """
    from matplotlib import colormaps
    from matplotlib.figure import Figure

    attackers, defenders = range(2, MOST_DICE + 1), range(1, MOST_DICE + 1)
    odds = [[attack(a, d) for a in attackers] for d in defenders]
    figure = Figure(figsize=(6.4, 5.6), layout="constrained")
    axes = figure.add_subplot()
    axes.imshow(
        [[float(chance) for chance in row] for row in odds],
        cmap=_ODDS,
        vmin=0,
        vmax=1,
        origin="lower",
        aspect="auto",
    )
    shade = colormaps[_ODDS]
    for up, row in enumerate(odds):
        for across, chance in enumerate(row):
            text = _percentage(chance)
            color = "white" if _luminance(shade(float(chance))) < _DARK else "black"
            axes.text(across, up, text, ha="center", va="center", fontsize=9, color=color)
    axes.set_xticks(range(len(attackers)), [str(a) for a in attackers])
    axes.set_yticks(range(len(defenders)), [str(d) for d in defenders])
    axes.set_xlabel("dice of the attacker")
    axes.set_ylabel("dice of the defender")
    axes.set_title("How often an attack succeeds (%)", fontsize=11, loc="left")
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    return figure


def _luminance(color: Sequence[float]) -> float:
    """Return how much light a colour gives, from 0 to 1, as WCAG 2 defines it.

    >>> _luminance((1, 1, 1)), _luminance((0, 0, 0))
    (1.0, 0.0)
    """
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in color[:3]]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def _percentage(chance: Fraction) -> str:
    """Return a percentage with two decimals, or as many as it takes to tell it from 0 and 100."""
    if chance == 1:
        return "always"
    texts = (percent_text(chance, digits).removesuffix(" %") for digits in count(2))
    return next(text for text in texts if Fraction(text) not in (0, 100))


def board_figure(board: Board, attack: Attack | None = None) -> Figure:
    """Return a figure of a board: the owner's colour, and the owner, the dice and the number of every field.

    A board with places is drawn as hexagons, another one as a circle of fields with lines between neighbours.

    Parameters: `board`; `attack`, one to be drawn as an arrow.

    >>> len(board_figure(Board.stated("AB", [2, 1], [(0, 1)])).axes[0].patches)
    2
    """
    from matplotlib.figure import Figure
    from matplotlib.patches import Patch

    fields = len(board.owners)
    if board.places is None:
        radius = max(1.0, fields / 4)
        turns = [pi - 2 * pi * field / fields for field in range(fields)]
        centres = [(radius * cos(turn), radius * sin(turn)) for turn in turns]
    else:
        centres = [(column + row % 2 / 2, -_ROW * row) for column, row in board.places]
    across, up = zip(*centres, strict=True)
    size = [max(axis) - min(axis) + 1.3 for axis in (across, up)]
    scale = min(0.75, 12 / max(size))
    figure = Figure(figsize=(max(3.2, scale * size[0]), scale * size[1] + 0.5), layout="constrained")
    axes = figure.add_subplot()
    if board.places is None:
        for one, other in board.borders:
            axes.plot(*zip(centres[one], centres[other], strict=True), color="#999999", lw=1.2, zorder=0)
    for field, centre in enumerate(centres):
        _draw_field(axes, board, field, centre)
    if attack is not None:
        start, goal = (centres[field] for field in attack)
        arrow = {
            "arrowstyle": "-|>,head_width=0.35,head_length=0.6",
            "color": _ARROW,
            "lw": 2.4,
            "shrinkA": 13,
            "shrinkB": 13,
        }
        axes.annotate("", xy=goal, xytext=start, arrowprops=arrow)
    players = sorted(set(board.owners))
    patches = [Patch(facecolor=COLORS[player], edgecolor="#555555", label=label(player)) for player in players]
    figure.legend(handles=patches, loc="outside lower center", ncols=len(players), frameon=False, fontsize=9)
    axes.set_xlim(min(across) - 0.65, max(across) + 0.65)
    axes.set_ylim(min(up) - 0.65, max(up) + 0.65)
    axes.set_aspect("equal")
    axes.axis("off")
    return figure


def _draw_field(axes: Axes, board: Board, field: int, centre: tuple[float, float]) -> None:
    from matplotlib.patches import Circle, RegularPolygon

    color = COLORS[board.owners[field]]
    patch = Circle(centre, 0.42) if board.places is None else RegularPolygon(centre, 6, radius=3**-0.5)
    patch.set(facecolor=color, edgecolor="#555555", linewidth=0.8)
    axes.add_patch(patch)
    axes.text(*centre, str(board.dice[field]), ha="center", va="center", fontsize=13, weight="bold")
    axes.text(centre[0], centre[1] + 0.33, label(board.owners[field]), ha="center", va="center", fontsize=7)
    axes.text(centre[0], centre[1] - 0.33, str(field), ha="center", va="center", fontsize=7, color="#333333")
