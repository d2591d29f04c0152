"""Win probabilities along a line of hit probabilities, as numbers and as a picture; all is exact until it is drawn.

A stretch of constant aims has its win probabilities as rational functions of t. They are taken at rational t inside
it, and at its ends, which may be irrational, as limits from inside; so a jump is drawn where it is, and as a jump.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from truel_ref.errors import SymbolicError, needs, shown
from truel_ref.game.people import label
from truel_ref.numbers import Number, decimal_text, number_text, sign_at
from truel_ref.records.table import Cell, Table
from truel_ref.symbolic.algebra import factors, univariate
from truel_ref.symbolic.curves import Encounter, End, HitCurve, Stretch, value_of_function
from truel_ref.symbolic.line_bars import PLAYER_COLORS, draw_bars

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["Line", "Sample", "line_csv", "line_figure", "samples"]

POINTS_LIMIT = 10_000
_DIGITS = 15

# Inches: of the figure, of the axes, of what stands above them, of the bar of a player and what parts the bars from the
# axes, of what is written at their foot, of a line of notes.
_WIDTH, _PLOT, _ABOVE, _BAR, _APART, _AXIS, _ROW = 9.0, 3.6, 0.7, 0.24, 0.12, 0.75, 0.19
_LEFT, _ACROSS = 0.095, 0.83  # parts of the width: beside the axes, and theirs
_CROWDED, _NEXT = 0.09, 0.024  # of the width: nearer numbers above are written at an angle, and moved apart
_SHORT = 9  # characters of an exact t above the axes
_COLUMN = 56  # characters of a note in one of two columns


class Line(Protocol):
    """What is told of a line in pictures and tables: these fields of `truel_ref.symbolic.lines.Crossings`."""

    @property
    def curve(self) -> HitCurve:
        """The hit probabilities as functions of t."""

    @property
    def start(self) -> End:
        """What happens at t = 0."""

    @property
    def end(self) -> End:
        """What happens at t = 1."""

    @property
    def stretches(self) -> tuple[Stretch, ...]:
        """The stretches of constant aims, and the points between them."""

    @property
    def encounters(self) -> tuple[Encounter, ...]:
        """Where two players overtake each other or meet."""

    @property
    def changes(self) -> tuple[Number, ...]:
        """The values of t at which the aims change."""


class Sample(NamedTuple):
    """One place on a line: `t`, the hit probabilities, the aims (None for a stalemate) and the win probabilities."""

    t: Number
    hits: tuple[Number, ...]
    aims: tuple[str, ...] | None
    win: tuple[Number, ...]


def samples(line: Line, points: int = 100) -> list[Sample]:
    """Return exact samples in rising order of t: every `1/points` from 0 to 1, each change of aims, each encounter.

    Parameters: `line`; `points`, how many steps, from 1 to 10,000.

    Raises `SymbolicError` for another number of steps.

    >>> from truel_ref.symbolic.lines import crossings
    >>> for sample in samples(crossings("1/3,2/3,1", "1/2,1/2,1"), 2):
    ...     print(sample.t, *sample.win)
    0 25/63 8/21 2/9
    1/2 7765/15696 343/1308 35/144
    root(1 -6 72 -40; 0) root(1 5 7 -5; 0) root(1 -4 5 -1; 0) root(1 -4 5 -1; 0)
    1 7/12 1/6 1/4
    """
    _checked(points)
    grid: set[Number] = {Fraction(step, points) for step in range(1, points)}
    inner = sorted(grid | set(line.changes) | {encounter.at for encounter in line.encounters})
    taken = [Sample(Fraction(0), line.start.hits, line.start.aims, line.start.win)]
    place = 0
    for t in inner:
        while not _holds(line.stretches[place], t):
            place += 1
        stretch = line.stretches[place]
        win = tuple(value_of_function(function, t) for function in stretch.win)
        taken.append(Sample(t, tuple(line.curve.at(t)), stretch.aims, win))
    return [*taken, Sample(Fraction(1), line.end.hits, line.end.aims, line.end.win)]


def _checked(points: object) -> None:
    if isinstance(points, bool) or not isinstance(points, int) or not 1 <= points <= POINTS_LIMIT:
        raise SymbolicError(f"points: {shown(points)} is not an integer from 1 to {POINTS_LIMIT:,}")


def _holds(stretch: Stretch, t: Number) -> bool:
    return stretch.low == t if stretch.is_point else stretch.low < t < stretch.high


def line_csv(line: Line, points: int = 100) -> str:
    """Return the samples as comma-separated values: t, the aims, hit and win probabilities, rounded and exact.

    Decimals are correctly rounded to 15 digits after the point. Raises what `samples` raises.

    >>> from truel_ref.symbolic.lines import crossings
    >>> print(line_csv(crossings("1/2,1/3", "1/2,1"), 1), end="")
    t,aims,hit A,hit B,win A,win B,t exactly,win A exactly,win B exactly
    0.000000000000000,B A,0.500000000000000,0.333333333333333,0.750000000000000,0.250000000000000,0,3/4,1/4
    1.000000000000000,B A,0.500000000000000,1.000000000000000,0.500000000000000,0.500000000000000,1,1/2,1/2
    """
    names = [label(player) for player in range(len(line.start.hits))]
    columns = [
        *("t", "aims", *(f"hit {name}" for name in names), *(f"win {name}" for name in names)),
        *("t exactly", *(f"win {name} exactly" for name in names)),
    ]
    rows: list[list[Cell]] = []
    for sample in samples(line, points):
        aims = "none" if sample.aims is None else " ".join(sample.aims)
        rounded = [decimal_text(value, _DIGITS) for value in (sample.t, *sample.hits, *sample.win)]
        rows.append([rounded[0], aims, *rounded[1:], sample.t, *sample.win])
    return Table(columns, rows).text("csv", _DIGITS) + "\n"


# ---------------------------------------------------------------------------------------------------------
# The picture


def line_figure(line: Line, points: int = 400) -> Figure:
    """Return the exact win curves along a line, with the places where the aims change and where players meet.

    Bars under the curves show whom each player aims at. A dashed line stands where the aims change, with its t above
    it, exactly where that is short; and a ring where two curves meet. Every place where players overtake each other has
    a number at the top, which is explained below.

    Parameters: `line`; `points`, how many values of t from 0 to 1 are drawn, beside those where something happens.

    Raises `SymbolicError` for a number of points below 1 or above 10,000.
    """
    needs("matplotlib")
    from matplotlib.figure import Figure

    _checked(points)
    notes = [f"{place}   t = {decimal_text(t, 5)}: {text}" for place, (t, text) in enumerate(_events(line), start=1)]
    columns = 2 if max(map(len, notes), default=0) <= _COLUMN else 1
    rows = -(-len(notes) // columns)
    players = len(line.start.hits)
    below = _AXIS + _ROW * rows
    bottom = below + _BAR * players + _APART
    height = bottom + _PLOT + _ABOVE
    figure = Figure(figsize=(_WIDTH, height), facecolor="white")
    axes = figure.add_axes((_LEFT, bottom / height, _ACROSS, _PLOT / height))
    bars = figure.add_axes((_LEFT, below / height, _ACROSS, _BAR * players / height), sharex=axes)
    highest = _curves(axes, line, points)
    draw_bars(bars, line.stretches, players)
    _changes(axes, bars, line)
    _encounters(axes, line)
    _frame(axes, bars, line, highest)
    for place, note in enumerate(notes):
        column, row = divmod(place, rows)
        figure.text(_LEFT + 0.46 * column, (below - _AXIS + 0.02 - _ROW * row) / height, note, fontsize=9)
    return figure


def _curves(axes: Axes, line: Line, points: int) -> float:
    """Draw the win probabilities, one piece per stretch, dots for single points, and return the highest in percent."""
    highest = 0.0
    for player in range(len(line.start.hits)):
        color = PLAYER_COLORS[player % len(PLAYER_COLORS)]
        for number, stretch in enumerate(line.stretches):
            drawn = [*_values(stretch, player, points)]
            highest = max([highest, *(100 * win for _, win in drawn)])
            style: dict[str, Any] = {"marker": "o", "markersize": 3} if stretch.is_point else {"linewidth": 1.8}
            axes.plot(
                [t for t, _ in drawn],
                [100 * win for _, win in drawn],
                color=color,
                label=None if number else label(player),
                **style,
            )
        for t, end in ((0.0, line.start), (1.0, line.end)):
            highest = max(highest, height := float(100 * end.win[player]))
            axes.plot([t], [height], "o", color=color, markersize=4, clip_on=False, zorder=4)
    return highest


def _values(stretch: Stretch, player: int, points: int) -> Iterator[tuple[float, float]]:
    """Yield t and a win probability of a stretch, its ends included where the function has a value there."""
    function = stretch.win[player]
    if stretch.is_point:
        yield float(stretch.low), float(value_of_function(function, stretch.low))
        return
    inside: list[Number] = [Fraction(step, points) for step in range(points + 1)]
    inside = [t for t in inside if stretch.low < t < stretch.high]
    below = [polynomial for polynomial, _ in factors(function)[2]] if function else []
    for t in (stretch.low, *inside, stretch.high):
        if all(sign_at(univariate(polynomial), t) for polynomial in below):
            yield float(t), float(value_of_function(function, t))


def _changes(axes: Axes, bars: Axes, line: Line) -> None:
    """Mark where the aims change, and write which t that is above it."""
    places = [float(t) for t in line.changes]
    after = -1.0
    for t, place in zip(line.changes, places, strict=True):
        for drawn in (axes, bars):
            drawn.axvline(place, color="0.45", linewidth=0.8, linestyle=(0, (4, 3)), zorder=0)
        crowded = any(0 < abs(place - other) < _CROWDED for other in places)
        after = max(place, after + _NEXT)
        exactly = number_text(t)
        axes.text(
            after,
            1.02,
            exactly if len(exactly) <= _SHORT else f"≈ {decimal_text(t, 5)}",
            transform=axes.get_xaxis_transform(),
            ha="left" if crowded else "center",
            va="bottom",
            rotation=40 if crowded else 0,
            rotation_mode="anchor",
            fontsize=8.5,
        )


def _events(line: Line) -> list[tuple[Number, str]]:
    """Return the encounters in rising order of t, those at one place together."""
    texts: dict[Number, list[str]] = {}
    for encounter in sorted(line.encounters, key=lambda encounter: encounter.at):
        texts.setdefault(encounter.at, []).append(str(encounter))
    return [(t, "; ".join(here)) for t, here in texts.items()]


def _encounters(axes: Axes, line: Line) -> None:
    """Number the places of encounters at the top, and ring those where curves meet and do not jump."""
    lowered, last = 0, -1.0
    for place, (t, _) in enumerate(_events(line), start=1):
        lowered = lowered + 1 if float(t) - last < 0.02 else 0
        last = float(t)
        axes.text(
            *(last, 0.985 - 0.045 * lowered, str(place)),
            transform=axes.get_xaxis_transform(),
            ha="center",
            va="top",
            fontsize=9,
            fontweight="bold",
            bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.8},
            zorder=6,
        )
    for encounter in line.encounters:
        if not encounter.jump:
            stretch = next(stretch for stretch in line.stretches if _holds(stretch, encounter.at))
            win = value_of_function(stretch.win[encounter.players[0]], encounter.at)
            axes.plot([float(encounter.at)], [float(100 * win)], "o", mfc="white", mec="black", markersize=6, zorder=5)


def _frame(axes: Axes, bars: Axes, line: Line, highest: float) -> None:
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 1.16 * highest)
    axes.set_ylabel("wins, %")
    axes.tick_params(labelbottom=False)
    axes.grid(color="0.9", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
    bars.set_xlabel("t")
    for t, end, side in ((0, line.start, "left"), (1, line.end, "right")):
        bars.annotate(
            f"({end.hits_text})",
            (t, 0),
            xytext=(0, -26),
            xycoords="axes fraction",
            textcoords="offset points",
            ha=side,
            fontsize=9,
        )
    axes.legend(loc="upper left", bbox_to_anchor=(1.01, 1.0), frameon=False, borderaxespad=0.2, handlelength=1.2)
