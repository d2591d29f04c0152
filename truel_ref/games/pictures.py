"""Pictures of the other games, which need matplotlib.

Darts: the board by expected score, the best target for every miss rate, expected turns by total. Dice Wars: the odds of
all attacks, and a board. Mastermind: trees of guesses from left to right, the feedback on every line.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import cos, pi, radians, sin
from typing import TYPE_CHECKING, NamedTuple

from truel_ref.games.darts.aiming import best_target, best_targets, expected_scores
from truel_ref.games.darts.board import SECTIONS
from truel_ref.games.darts.leg import Turns
from truel_ref.games.dicewars.board import LETTERS, Attack, Board
from truel_ref.games.dicewars.odds import MOST_DICE, attack
from truel_ref.games.mastermind.breakers import Breaker, Shown, shown_nodes
from truel_ref.numbers import decimal_text, number_text
from truel_ref.records.table import Percent, plain_texts

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure, SubFigure

__all__ = [
    "COLORS",
    "MOST_NODES",
    "aiming_figure",
    "darts_board_figure",
    "dicewars_board_figure",
    "odds_figure",
    "tree_figure",
    "turns_figure",
]


def _sheet(width: float, height: float) -> tuple[Figure, Axes]:
    """Return an empty figure with a size in inches, and its axes."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    return figure, figure.add_subplot()


# ---------------------------------------------------------------------------------------------------------
# Darts


_COLORS = "YlGnBu"
_BEST = "#d55e00"
_LINES = ("#0072b2", "#d55e00", "#009e73", "#aa4499", "#000000", "#56b4e9")  # distinguishable for everybody
_DASHES = ("-", (0, (6, 1.5)), (0, (3, 1.2)), (0, (6, 1.5, 1, 1.5)), (0, (1, 1.2)), "-")
_DARK_SCALE = 0.55  # of the scale; the text on darker places is white
# Inner and outer radius; the rings of trebles and doubles are wider than on a real board, so that numbers fit.
_RINGS = (("S", 0.2, 0.52), ("T", 0.52, 0.65), ("S", 0.65, 0.87), ("D", 0.87, 1.0))
_BULLS = (("SB", 0.1, 0.2), ("DB", 0.0, 0.1))
_STEPS = 200


def darts_board_figure(miss: object) -> Figure:
    """Return a figure of the board: every target in the colour of its expected score, the best targets framed.

    Parameters: `miss`, the miss rate, a number in [0, 1]. Raises `NumberError` for another value.

    >>> len(darts_board_figure("2/5").axes[0].patches)
    82
    """
    import matplotlib as mpl

    best = best_target(miss)
    scores = {target: float(score) for target, score in expected_scores(best.miss).items()}
    low, high = min(scores.values()), max(scores.values())
    scale = mpl.colors.Normalize(low, high)
    colors = mpl.colormaps[_COLORS]
    figure, axes = _sheet(8.4, 7.4)
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
    color = "white" if shade > _DARK_SCALE else "black"
    axes.text(x, y, f"{scores[target]:.1f}", ha="center", va="center", fontsize=7, color=color, zorder=3)


def _point(radius: float, degrees: float) -> tuple[float, float]:
    return radius * cos(radians(degrees)), radius * sin(radians(degrees))


def aiming_figure() -> Figure:
    """Return a figure of the best targets over the miss rate, with their expected scores.

    >>> [line.get_label() for line in aiming_figure().axes[0].lines[:5]]
    ['T20', 'T19', 'T7', 'T1', 'S1']
    """
    inside = [stretch for stretch in best_targets().stretches if stretch.low != stretch.high]
    names = list(dict.fromkeys(stretch.targets[0] for stretch in inside))
    rates = [Fraction(step, _STEPS) for step in range(_STEPS + 1)]
    scores = [expected_scores(rate) for rate in rates]
    figure, axes = _sheet(8, 4.6)
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
    axes.set_title("Which target is best, and what its rivals score", loc="left", fontsize=11)
    axes.legend(loc="center left", bbox_to_anchor=(1, 0.5), fontsize=10, frameon=False, handlelength=3)
    axes.spines[["top", "right"]].set_visible(False)
    return figure


def turns_figure(legs: Sequence[Turns]) -> Figure:
    """Return a figure of the least expected number of turns by total, one line for each miss rate.

    >>> from truel_ref.games.darts import turns
    >>> len(turns_figure([turns(20, "1/10"), turns(20, "2/5")]).axes[0].lines)
    2
    """
    figure, axes = _sheet(8, 4.6)
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
    axes.set_title("How many turns a leg takes at best", loc="left", fontsize=11)
    axes.set(xlabel="total", ylabel="least expected number of turns", ylim=(0, None))
    axes.margins(x=0.01)
    # The worst miss rate comes first in the legend, because its line lies above the others.
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


# ---------------------------------------------------------------------------------------------------------
# Dice Wars


COLORS = ("#77aadd", "#ee8866", "#eedd88", "#ffaabb", "#44bb99", "#bbcc33", "#99ddff", "#dddddd")
"""The colours of the players' fields, light enough for black text on them.

Source: Paul Tol's light scheme, which people who see no red or no green can distinguish. For all other readers, each
field also shows its owner's letter.
"""

_ODDS = "PuOr"  # from orange for failure to violet for success, distinguishable for everybody
_DARK_LIGHT = 0.18  # luminance below which white text has more contrast than black
_ARROW = "#000000"
_ROW = 3**0.5 / 2  # from one row of hexagons to the next, where neighbours are 1 apart


def odds_figure() -> Figure:
    """Return a figure of the odds of all attacks: the attacker's dice across, the defender's up.

    >>> len(odds_figure().axes[0].texts)
    56
    """
    from matplotlib import colormaps

    attackers, defenders = range(2, MOST_DICE + 1), range(1, MOST_DICE + 1)
    odds = [[attack(a, d) for a in attackers] for d in defenders]
    figure, axes = _sheet(6.4, 5.6)
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
            color = "white" if _luminance(shade(float(chance))) < _DARK_LIGHT else "black"
            axes.text(across, up, _percentage(chance), ha="center", va="center", fontsize=9, color=color)
    axes.set_xticks(range(len(attackers)), [str(a) for a in attackers])
    axes.set_yticks(range(len(defenders)), [str(d) for d in defenders])
    axes.set(xlabel="dice of the attacker", ylabel="dice of the defender")
    axes.set_title("How often an attack succeeds (%)", fontsize=11, loc="left")
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    return figure


def _luminance(color: Sequence[float]) -> float:
    """Return the relative luminance of a colour, from 0 to 1, as WCAG 2 defines it.

    >>> _luminance((1, 1, 1)), _luminance((0, 0, 0))
    (1.0, 0.0)
    """
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in color[:3]]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def _percentage(chance: Fraction) -> str:
    """Return a percentage with two decimals, or with enough to distinguish it from 0 and 100."""
    return "always" if chance == 1 else Percent(chance, apart=True).text(2).removesuffix(" %")


def dicewars_board_figure(board: Board, attack: Attack | None = None) -> Figure:
    """Return a figure of a board: the owner's colour, and the owner, the dice and the number of every field.

    Fields with places are hexagons; without places they form a circle, with lines between neighbours.

    Parameters: `board`; `attack`, an attack to draw as an arrow.

    >>> len(dicewars_board_figure(Board.stated("AB", [2, 1], [(0, 1)])).axes[0].patches)
    2
    """
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
    figure, axes = _sheet(max(3.2, scale * size[0]), scale * size[1] + 0.5)
    if board.places is None:
        for one, other in board.borders:
            axes.plot(*zip(centres[one], centres[other], strict=True), color="#999999", lw=1.2, zorder=0)
    for field, centre in enumerate(centres):
        _draw_field(axes, board, field, centre)
    said = "Who owns which field"
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
        said = f"{LETTERS[board.owners[attack[0]]]} attacks field {attack[1]} from field {attack[0]}"
    axes.set_title(f"{said}\nOn each field: its owner, its dice, its number", fontsize=10)
    axes.set(xlim=(min(across) - 0.65, max(across) + 0.65), ylim=(min(up) - 0.65, max(up) + 0.65), aspect="equal")
    axes.axis("off")
    return figure


def _draw_field(axes: Axes, board: Board, field: int, centre: tuple[float, float]) -> None:
    from matplotlib.patches import Circle, RegularPolygon

    color = COLORS[board.owners[field]]
    patch = Circle(centre, 0.42) if board.places is None else RegularPolygon(centre, 6, radius=3**-0.5)
    patch.set(facecolor=color, edgecolor="#555555", linewidth=0.8)
    axes.add_patch(patch)
    axes.text(*centre, str(board.dice[field]), ha="center", va="center", fontsize=13, weight="bold")
    axes.text(centre[0], centre[1] + 0.33, LETTERS[board.owners[field]], ha="center", va="center", fontsize=7)
    axes.text(centre[0], centre[1] - 0.33, str(field), ha="center", va="center", fontsize=7, color="#333333")


# ---------------------------------------------------------------------------------------------------------
# Mastermind


MOST_NODES = 400
"""Largest number of nodes of a figure, over all its trees."""

_CONSISTENT, _OTHER = "#bfdcf2", "#e6e6e6"  # behind guesses that may be the code, and behind other guesses
_LINE, _FEEDBACK = "#999999", "#0072b2"
_ACROSS, _DOWN = 0.72, 0.24  # inches for each level and for each end
_WIDEST = 7.5  # inches of several trees side by side


def tree_figure(*trees: tuple[str, Breaker], depth: int | None = None) -> Figure:
    """Return trees as a figure, side by side as far as there is room.

    A guess that may be the code has a frame on blue, another guess a grey ground; the line to the next guess bears the
    feedback (black, white). Where the depth cuts a tree off, the number of codes left follows the guess.

    Parameters: `trees`, each with its title; `depth`, the number of levels, None for all. Raises `GameError` for more
    than 400 nodes in total.

    >>> from truel_ref.games.mastermind.codes import Game
    >>> from truel_ref.games.mastermind.search import least_total
    >>> len(tree_figure(("the best", least_total(Game(2, 2)))).axes)
    1
    """
    from matplotlib.figure import Figure

    left = MOST_NODES
    rows: list[list[_Panel]] = [[]]
    for title, breaker in trees:
        nodes = shown_nodes(breaker, depth, left, "drawn")
        left -= len(nodes)
        panel = _Panel(title, breaker, nodes, max(each.depth for each in nodes), _heights(nodes)[1])
        if rows[-1] and sum(each.width for each in rows[-1]) + panel.width > _WIDEST:
            rows.append([])
        rows[-1].append(panel)
    width = max(sum(panel.width for panel in row) for row in rows)
    heights = [max(1.2, 0.5 + _DOWN * max(panel.ends for panel in row)) for row in rows]
    figure = Figure(figsize=(width, sum(heights)), layout="constrained")
    parts = figure.subfigures(len(rows), 1, height_ratios=heights, squeeze=False)[:, 0]
    for part, row in zip(parts, rows, strict=True):
        _draw_row(part, row, width)
    return plain_texts(figure)


class _Panel(NamedTuple):
    """A tree with its title, its visible nodes, and their numbers of levels and ends."""

    title: str
    breaker: Breaker
    nodes: list[Shown]
    levels: int
    ends: int

    @property
    def width(self) -> float:
        """The width of the panel, in inches."""
        return self.levels * _ACROSS + 0.5


def _draw_row(part: SubFigure, row: Sequence[_Panel], width: float) -> None:
    """Draw trees side by side, and leave the rest of the width empty."""
    widths = [panel.width for panel in row]
    rest = width - sum(widths)
    ratios = [*widths, rest] if rest > 0 else widths
    grid = part.add_gridspec(1, len(ratios), width_ratios=ratios)
    ends = max(panel.ends for panel in row)
    for place, panel in enumerate(row):
        axes = part.add_subplot(grid[place])
        axes.set_axis_off()
        axes.set(xlim=(0.6, panel.levels + 0.9), ylim=(ends - 0.4, -0.6))
        axes.set_title(panel.title, fontsize=9, loc="left")
        _draw(axes, panel.breaker, panel.nodes)


def _heights(nodes: Sequence[Shown]) -> tuple[dict[int, float], int]:
    """Return the vertical place of each node, in the middle of its children, and the number of ends."""
    heights: dict[int, float] = {}
    ends = 0
    below: dict[int, list[float]] = {}  # by depth, the places of the children of the next node
    for place in range(len(nodes) - 1, -1, -1):  # children before parents, from the last end upwards
        each = nodes[place]
        children = below.pop(each.depth + 1, [])
        if children:
            height = (children[0] + children[-1]) / 2
        else:
            height = float(-ends)
            ends += 1
        heights[each.node] = height
        below.setdefault(each.depth, []).append(height)
    return {node: height + ends - 1 for node, height in heights.items()}, ends


def _draw(axes: Axes, breaker: Breaker, nodes: Sequence[Shown]) -> None:
    game = breaker.game
    heights, _ = _heights(nodes)
    drawn = {each.node: each for each in nodes}
    for each in nodes:
        at = heights[each.node]
        cut_off = each.codes > 1 and not any(child in drawn for _, child in breaker.branches(each.node))
        text = game.text(breaker.guesses[each.node]) + (f"  ({each.codes} codes)" if cut_off else "")
        axes.text(
            each.depth,
            at,
            text,
            ha="left" if cut_off else "center",
            va="center",
            fontsize=7,
            family="monospace",
            zorder=3,
            bbox={
                "boxstyle": "round,pad=0.2",
                "facecolor": _CONSISTENT if each.consistent else _OTHER,
                "edgecolor": _FEEDBACK,
                "linewidth": 0.6 if each.consistent else 0,
            },
        )
        if each.feedback is None:
            continue
        parent = drawn[breaker.parents[each.node - 1][0]]
        start = heights[parent.node]
        axes.plot([parent.depth, each.depth - 0.62, each.depth], [start, at, at], color=_LINE, linewidth=0.7, zorder=1)
        axes.text(
            each.depth - 0.46,
            at,
            game.feedback_text(each.feedback),
            ha="center",
            va="center",
            fontsize=6,
            color=_FEEDBACK,
            zorder=2,
            bbox={"boxstyle": "square,pad=0.05", "facecolor": "white", "linewidth": 0},
        )
