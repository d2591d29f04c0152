"""Breakers as text and as figures: guesses from left to right, the feedback on every line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from truel_ref.errors import GameError, shown
from truel_ref.games.mastermind.breakers import Breaker
from truel_ref.records.table import plain_texts

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure, SubFigure

__all__ = ["MOST_LINES", "MOST_NODES", "tree_figure", "tree_text"]

MOST_LINES = 5000
"""Nodes of a tree that is printed."""

MOST_NODES = 400
"""Nodes of a figure, over all its trees."""

_CONSISTENT, _OTHER = "#bfdcf2", "#e6e6e6"  # behind guesses that may be the code, and behind those that cannot
_LINE, _FEEDBACK = "#999999", "#1f60cc"
_ACROSS, _DOWN = 0.72, 0.24  # inches for each level and for each end
_WIDEST = 7.5  # inches of several trees side by side


class _Shown(NamedTuple):
    """A node that is shown: how deep it stands, the feedback before it, and how many codes lead there."""

    node: int
    depth: int
    feedback: int | None
    codes: int
    consistent: bool


def _shown(breaker: Breaker, depth: int | None, most: int, how: str) -> list[_Shown]:
    """Return the nodes down to a depth in preorder; refuse too many."""
    if depth is not None and (isinstance(depth, bool) or not isinstance(depth, int) or depth < 1):
        raise GameError(f"depth: {shown(depth)} is not an integer >= 1")
    listed: list[_Shown] = []
    consistent = breaker.consistent()
    waiting: list[tuple[int, int, int | None]] = [(0, 1, None)]
    while waiting:
        node, level, feedback = waiting.pop()
        codes = consistent[node]
        listed.append(_Shown(node, level, feedback, len(codes), breaker.guesses[node] in codes))
        if len(listed) > most:
            raise GameError(f"this tree has more than {most} nodes to be {how}; show fewer levels of it, with a depth")
        if depth is None or level < depth:
            waiting += [(child, level + 1, reply) for reply, child in reversed(breaker.branches(node))]
    return listed


def tree_text(breaker: Breaker, depth: int | None = None) -> str:
    """Return a tree as text, a line for each node: the feedback before it, the guess, and how many codes lead there.

    A star marks a guess that cannot be the code itself.

    Parameters: `breaker`; `depth`, how many levels, all if it is None. Raises `GameError` for more than 5,000 lines.

    >>> from truel_ref.games.mastermind.codes import Game
    >>> from truel_ref.games.mastermind.search import least_total
    >>> print(tree_text(least_total(Game(2, 2))))
    11 (4)
      0,0: 22
      1,0: 12 (2)
        0,2: 21
    """
    return "\n".join(_lines(breaker, _shown(breaker, depth, MOST_LINES, "printed")))


def _lines(breaker: Breaker, nodes: Sequence[_Shown]) -> Iterator[str]:
    game = breaker.game
    for each in nodes:
        before = "" if each.feedback is None else f"{game.feedback_text(each.feedback)}: "
        star = "" if each.consistent else "*"
        codes = f" ({each.codes})" if each.codes > 1 else ""
        yield f"{'  ' * (each.depth - 1)}{before}{game.text(breaker.guesses[each.node])}{star}{codes}"


def tree_figure(*trees: tuple[str, Breaker], depth: int | None = None) -> Figure:
    """Return trees as a figure, side by side as far as there is room.

    A guess that may be the code stands framed on blue, another on grey; the feedback (black, white) stands on the line
    to what is guessed after it; where the depth cuts a tree off, the number of codes that are left stands behind the
    guess.

    Parameters: `trees`, each with its title; `depth`, how many levels, all if it is None. Raises `GameError` for more
    than 400 nodes in all.

    >>> from truel_ref.games.mastermind.codes import Game
    >>> from truel_ref.games.mastermind.search import least_total
    >>> len(tree_figure(("the best", least_total(Game(2, 2)))).axes)
    1
    """
    from matplotlib.figure import Figure

    left = MOST_NODES
    panels = []
    for title, breaker in trees:
        nodes = _shown(breaker, depth, left, "drawn")
        left -= len(nodes)
        panels.append((title, breaker, nodes))
    rows: list[list[_Panel]] = [[]]
    for title, breaker, nodes in panels:
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
    """A tree with its title, the nodes that are shown, and how many levels and ends they have."""

    title: str
    breaker: Breaker
    nodes: list[_Shown]
    levels: int
    ends: int

    @property
    def width(self) -> float:
        """Of the panel, in inches."""
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
        axes.set_xlim(0.6, panel.levels + 0.9)
        axes.set_ylim(ends - 0.4, -0.6)
        axes.set_title(panel.title, fontsize=9, loc="left")
        _draw(axes, panel.breaker, panel.nodes)


def _heights(nodes: Sequence[_Shown]) -> tuple[dict[int, float], int]:
    """Return how far down each node stands, a node in the middle of what follows it, and the number of ends."""
    heights: dict[int, float] = {}
    ends = 0
    below: dict[int, list[float]] = {}  # of each depth, where the children of the node that comes next stand
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


def _draw(axes: Axes, breaker: Breaker, nodes: Sequence[_Shown]) -> None:
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
