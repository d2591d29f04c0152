"""Along a straight line of hit probabilities: who overtakes whom, and where the optimal aims change.

All results are exact: points are rational or algebraic numbers, distinguished by isolating intervals, and every
decision is the proved sign of a polynomial.

**The aims along a line as coloured bars, one row for each player; they end exactly where the aims change.**

**Win probabilities along a line of hit probabilities, as numbers and as a picture; only drawing rounds them.**

In a stretch of constant aims the win probabilities are rational functions of t. The picture takes their values at
rational t inside, and at the ends, which may be irrational, their limits from inside; so it shows every jump at its
exact place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from truel_ref.errors import SymbolicError, shown
from truel_ref.fast.solving import solve
from truel_ref.game.people import label
from truel_ref.numbers import Number, decimal_text, fraction_text, minimal_polynomial, number_text, read_number
from truel_ref.records.drawing import usual_settings
from truel_ref.records.record import Record
from truel_ref.records.table import PLAYER_COLORS, Cell, Rounded, Table, ink
from truel_ref.symbolic.algebra import rational, rational_probability
from truel_ref.symbolic.curves import (
    CurveStretch,
    Encounter,
    HitCurve,
    encounters,
    stretches,
    value_of_function,
)
from truel_ref.symbolic.formulas import closed_form
from truel_ref.symbolic.text import function_text, number_json

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = [
    "PLAYER_COLORS",
    "Bar",
    "Crossings",
    "LineSample",
    "aim_bars",
    "crossings",
    "draw_bars",
    "equal_chances",
    "samples",
]


# ---------------------------------------------------------------------------------------------------------
# The aims along a line as coloured bars, one row for each player; they end exactly where the aims change


MISS, MIX = "0.85", "0.55"  # greys: of a miss, and of every mix
NO_AIM = "white"
LETTER = 0.011  # width of a letter as a part of the width of the picture


class Bar(NamedTuple):
    """An interval with constant aim of a player, from `low` to `high`, equal for a single point; None for no aim."""

    low: Number
    high: Number
    aim: str | None


def aim_bars(stretches: Sequence[CurveStretch], player: int) -> Iterator[Bar]:
    """Yield the aims of a player along a line, in rising order; neighbours differ.

    >>> from truel_ref.symbolic.lines import crossings
    >>> bars = list(aim_bars(crossings("1/10,2/3,1/2", "4/5,1/3,1").stretches, 0))
    >>> [bar.aim for bar in bars], str(bars[0].high)
    (['Miss', 'B', 'C'], '17/31')
    """
    for aim, group in groupby(stretches, lambda stretch: stretch.aims and stretch.aims[player]):
        several = list(group)
        yield Bar(several[0].low, several[-1].high, aim)


def draw_bars(axes: Axes, stretches: Sequence[CurveStretch], players: int) -> None:
    """Draw the aims of all players: a bar in the colour of the target, grey for a miss, darker for a mix.

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
                style: dict[str, Any] = {"ha": "center", "va": "center_baseline", "fontsize": 8.5}
                axes.text((low + high) / 2, player, text, color=ink(color), **style)
    axes.set_ylim(players - 0.5, -0.5)
    axes.set_yticks(range(players), [f"{label(player)} aims at" for player in range(players)], fontsize=8.5)
    axes.tick_params(left=False)
    axes.spines[["top", "right", "left"]].set_visible(False)


# ---------------------------------------------------------------------------------------------------------
# Win probabilities along a line of hit probabilities, as numbers and as a picture; all is exact until it is


POINTS_LIMIT = 10_000
_DIGITS = 15

# Inches: the figure, the axes, the space above them, the bar of a player and the gap between bars and axes, the text
# below the axes, a line of notes.
_WIDTH, _PLOT, _ABOVE, _BAR, _APART, _AXIS, _ROW = 9.0, 3.6, 0.7, 0.24, 0.12, 0.75, 0.19
_LEFT, _ACROSS = 0.095, 0.83  # parts of the width: beside the axes, and theirs
_CROWDED, _NEXT = 0.09, 0.024  # of the width: nearer numbers above are written at an angle, and moved apart
_TILTED = 0.25  # inches that numbers at an angle take more
_SHORT = 9  # characters of an exact t above the axes
_COLUMN = 56  # characters of a note in one of two columns


@dataclass(frozen=True)
class LineSample:
    """One place on a line.

    Fields: `t`; `hits`; `aims`, None for a stalemate in which somebody had to choose; `win`, the win probabilities.
    """

    t: Number
    hits: tuple[Number, ...]
    aims: tuple[str, ...] | None
    win: tuple[Number, ...]

    @property
    def hits_text(self) -> str:
        """The hit probabilities, separated by commas."""
        return ", ".join(map(number_text, self.hits))

    def __str__(self) -> str:
        return f"({self.hits_text}): {_aims(self, 'no aims')}; wins {', '.join(map(number_text, self.win))}"


def samples(line: Crossings, points: int = 100) -> list[LineSample]:
    """Return exact samples in rising order of t: every `1/points` from 0 to 1, each change of aims, each encounter.

    Parameters: `line`; `points`, the number of steps, from 1 to 10,000.

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
    taken = [line.start]
    place = 0
    for t in inner:
        while not _holds(line.stretches[place], t):
            place += 1
        stretch = line.stretches[place]
        win = tuple(value_of_function(function, t) for function in stretch.win)
        taken.append(LineSample(t, tuple(line.curve.at(t)), stretch.aims, win))
    return [*taken, line.end]


def _checked(points: object) -> None:
    if isinstance(points, bool) or not isinstance(points, int) or not 1 <= points <= POINTS_LIMIT:
        raise SymbolicError(f"points: {shown(points)} is not an integer from 1 to {POINTS_LIMIT:,}")


def _holds(stretch: CurveStretch, t: Number) -> bool:
    return stretch.low == t if stretch.is_point else stretch.low < t < stretch.high


# ---------------------------------------------------------------------------------------------------------
# The picture


def _curves(axes: Axes, line: Crossings, points: int) -> float:
    """Draw the win probabilities, one piece per stretch, and return the highest in percent.

    A dot marks a value; a hollow dot marks a limit that differs from the value there.
    """
    highest = 0.0
    taken = {Fraction(0): line.start.win, Fraction(1): line.end.win} | {
        point.low: tuple(value_of_function(function, point.low) for function in point.win)
        for point in line.stretches
        if point.is_point
    }
    for player in range(len(line.start.hits)):
        color = PLAYER_COLORS[player % len(PLAYER_COLORS)]
        for number, stretch in enumerate(line.stretches):
            drawn = [*_values(stretch, player, points)]
            highest = max([highest, *(100 * win for _, win in drawn)])
            style: dict[str, Any] = {"marker": "o", "markersize": 4} if stretch.is_point else {"linewidth": 1.8}
            axes.plot(
                [t for t, _ in drawn],
                [100 * win for _, win in drawn],
                color=color,
                label=None if number else label(player),
                **style,
            )
            for limit, (at, height) in zip((stretch.low, stretch.high), (drawn[0], drawn[-1]), strict=True):
                if value_of_function(stretch.win[player], limit) != taken[limit][player]:
                    axes.plot([at], [100 * height], "o", mfc="white", mec=color, markersize=4, clip_on=False, zorder=3)
        for t, end in ((0.0, line.start), (1.0, line.end)):
            highest = max(highest, height := float(100 * end.win[player]))
            axes.plot([t], [height], "o", color=color, markersize=4, clip_on=False, zorder=4)
    return highest


def _values(stretch: CurveStretch, player: int, points: int) -> Iterator[tuple[float, float]]:
    """Yield t and a win probability of a stretch, ends included: in lowest terms and bounded, it has no pole there."""
    function = stretch.win[player]
    if stretch.is_point:
        yield float(stretch.low), float(value_of_function(function, stretch.low))
        return
    inside: list[Number] = [Fraction(step, points) for step in range(points + 1)]
    inside = [t for t in inside if stretch.low < t < stretch.high]
    for t in (stretch.low, *inside, stretch.high):
        yield float(t), float(value_of_function(function, t))


def _is_crowded(line: Crossings, place: float) -> bool:
    """Return whether aims change so near to a place that the text above it is at an angle."""
    return any(0 < abs(place - float(other)) < _CROWDED for other in line.changes)


def _changes(axes: Axes, bars: Axes, line: Crossings) -> None:
    """Mark where the aims change, and write the value of t above it."""
    after = -1.0
    for t in line.changes:
        place, crowded = float(t), _is_crowded(line, float(t))
        for drawn in (axes, bars):
            drawn.axvline(place, color="0.45", linewidth=0.8, linestyle=(0, (4, 3)), zorder=0)
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


def _events(line: Crossings) -> list[tuple[Number, str]]:
    """Return the encounters in rising order of t, with all encounters at a place together."""
    at = attrgetter("at")
    return [(t, "; ".join(map(str, here))) for t, here in groupby(sorted(line.encounters, key=at), at)]


def _encounters(axes: Axes, line: Crossings) -> None:
    """Number the places of encounters at the top, and put a ring where curves meet without a jump."""
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


def _frame(axes: Axes, bars: Axes, line: Crossings, highest: float, raised: float) -> None:
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 1.16 * (highest or 100))  # 0 where nobody ever wins
    axes.set_ylabel("wins, %")
    title = "Who wins, and whom each aims at, as the chances to hit change along a line"
    axes.set_title(title, loc="left", fontsize=11, pad=34 + 72 * raised)
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


# ---------------------------------------------------------------------------------------------------------
# Along a straight line of hit probabilities: who overtakes whom, and where the optimal aims change


_LONGEST = 60  # characters of a polynomial in a table


@dataclass(frozen=True, repr=False, eq=False)
class Crossings(Record):
    """The changes of aims and order along a straight line of hit probabilities, from t = 0 to t = 1.

    Fields: `curve`, the hit probabilities as functions of t; `start` and `end`; `stretches`, alternately open stretches
    with constant aims and the single points between them; `encounters`, where two players overtake each other or meet,
    strictly between the ends.
    """

    curve: HitCurve
    start: LineSample
    end: LineSample
    stretches: tuple[CurveStretch, ...]
    encounters: tuple[Encounter, ...]

    @property
    def changes(self) -> tuple[Number, ...]:
        """The values of t strictly between the ends at which the aims change."""
        return tuple(stretch.low for stretch in self.stretches if stretch.is_point)

    def _events(self) -> list[tuple[Number, str]]:
        """Return the changes and encounters strictly between the ends, in rising order of t."""
        events = []
        for before, point, after in zip(self.stretches, self.stretches[1:], self.stretches[2:], strict=False):
            if point.is_point:
                text = f"aims {_aims(before)} change to {_aims(after)}"
                if before.aims == after.aims:
                    text = f"aims {_aims(before)} but {_aims(point)} at this point"
                elif point.aims not in (before.aims, after.aims):
                    text += f", {_aims(point)} at this point"
                events.append((point.low, text))
        events += [(encounter.at, str(encounter)) for encounter in self.encounters]
        return sorted(events, key=itemgetter(0))

    def _table(self) -> Table:
        first, last = self.stretches[0], self.stretches[-1]
        beyond = "" if first.aims == self.start.aims else f"; beyond it {_aims(first)}"
        before = "" if last.aims == self.end.aims else f"; before it {_aims(last)}"
        rows: list[list[Cell]] = [[0, f"{self.start}{beyond}", ""]]
        for at, events in groupby(self._events(), key=itemgetter(0)):
            exactly = number_text(at)
            if len(exactly) > _LONGEST:
                exactly = f"root of degree {len(minimal_polynomial(at)) - 1}; --json has it"
            rows.append([Rounded(at, 10), "; ".join(text for _, text in events), exactly])
        rows.append([1, f"{self.end}{before}", ""])
        return Table(("t", "what happens", "t exactly"), rows)

    @usual_settings()
    def figure(self, points: int = 400) -> Figure:
        """Return the exact win curves along the line, with the places where the aims change and where players meet.

        Bars under the curves show the target of each player. A dashed line marks a change of aims, with its t above, as
        an exact number if this is short; a ring marks a meeting of two curves. Every place where players overtake each
        other has a number at the top, explained below.

        Parameters: `points`, the number of steps of t from 0 to 1, besides the changes and encounters.

        Raises `SymbolicError` for a number of points below 1 or above 10,000.

        >>> crossings("1/3,2/3,1", "1/2,1/2,1").figure(points=20).axes[0].get_ylabel()
        'wins, %'
        """
        from matplotlib.figure import Figure

        _checked(points)
        notes = [
            f"{place}   t = {decimal_text(t, 5)}: {text}" for place, (t, text) in enumerate(_events(self), start=1)
        ]
        columns = 2 if max(map(len, notes), default=0) <= _COLUMN else 1
        rows = -(-len(notes) // columns)
        players = len(self.start.hits)
        below = _AXIS + _ROW * rows
        bottom = below + _BAR * players + _APART
        raised = _TILTED * any(_is_crowded(self, float(t)) for t in self.changes)
        height = bottom + _PLOT + _ABOVE + raised
        figure = Figure(figsize=(_WIDTH, height), facecolor="white")
        axes = figure.add_axes((_LEFT, bottom / height, _ACROSS, _PLOT / height))
        bars = figure.add_axes((_LEFT, below / height, _ACROSS, _BAR * players / height), sharex=axes)
        highest = _curves(axes, self, points)
        draw_bars(bars, self.stretches, players)
        _changes(axes, bars, self)
        _encounters(axes, self)
        _frame(axes, bars, self, highest, raised)
        for place, note in enumerate(notes):
            column, row = divmod(place, rows)
            figure.text(_LEFT + 0.46 * column, (below - _AXIS + 0.02 - _ROW * row) / height, note, fontsize=9)
        return figure

    def to_csv(self, points: int = 100) -> str:
        """Return the samples as comma-separated values: t, the aims, hit and win probabilities, rounded and exact.

        Decimals are correctly rounded to 15 digits after the point. Raises `SymbolicError` for a number of points below
        1 or above 10,000.

        >>> print(crossings("1/2,1/3", "1/2,1").to_csv(1), end="")
        t,aims,hit A,hit B,win A,win B,t exactly,win A exactly,win B exactly
        0.000000000000000,B A,0.500000000000000,0.333333333333333,0.750000000000000,0.250000000000000,0,3/4,1/4
        1.000000000000000,B A,0.500000000000000,1.000000000000000,0.500000000000000,0.500000000000000,1,1/2,1/2
        """
        names = [label(player) for player in range(len(self.start.hits))]
        columns = [
            *("t", "aims", *(f"hit {name}" for name in names), *(f"win {name}" for name in names)),
            *("t exactly", *(f"win {name} exactly" for name in names)),
        ]
        rows: list[list[Cell]] = []
        for sample in samples(self, points):
            aims = "none" if sample.aims is None else " ".join(sample.aims)
            rounded = [decimal_text(value, _DIGITS) for value in (sample.t, *sample.hits, *sample.win)]
            rows.append([rounded[0], aims, *rounded[1:], sample.t, *sample.win])
        return Table(columns, rows).text("csv", _DIGITS) + "\n"

    def __repr__(self) -> str:
        return f"<Crossings ({self.start.hits_text}) to ({self.end.hits_text}): {len(self.encounters)} encounters>"

    def to_json(self) -> dict[str, Any]:
        """Return everything as plain data for JSON."""
        return {
            "ends": [
                {
                    "hits": list(map(number_text, end.hits)),
                    "aims": None if end.aims is None else list(end.aims),
                    "win": list(map(number_text, end.win)),
                }
                for end in (self.start, self.end)
            ],
            "hits": list(map(function_text, self.curve.hits)),
            "stretches": [
                {
                    "low": number_json(stretch.low, "t"),
                    "high": number_json(stretch.high, "t"),
                    "aims": None if stretch.aims is None else list(stretch.aims),
                    "win": list(map(function_text, stretch.win)),
                }
                for stretch in self.stretches
            ],
            "encounters": [
                {
                    "at": number_json(encounter.at, "t"),
                    "players": list(map(label, encounter.players)),
                    "signs": [encounter.before, encounter.here, encounter.after],
                    "jump": encounter.jump,
                }
                for encounter in self.encounters
            ],
        }


def _aims(place: CurveStretch | LineSample, none: str = "none") -> str:
    return none if place.aims is None else ", ".join(place.aims)


def crossings(
    start: Iterable[object],
    end: Iterable[object],
    aims: object = None,
    later: Mapping[Any, object] | None = None,
    **fields: Any,
) -> Crossings:
    """Return where players overtake each other, and where optimal aims change, along a line of hit probabilities.

    With t from 0 to 1 the hit probabilities move along the straight line from `start` to `end`. Under fixed aims the
    win probabilities are rational functions of t, and cross at roots of the numerators of their differences. Under
    optimal play the line is split first (`truel_ref.symbolic.curves.stretches`). The ends may lie on a face of the cube
    and are solved with numbers.

    Parameters: `start` and `end`, points of the cube of hit probabilities, as lists of values that `exact` reads or as
    text ("1/3,2/3,1"); `aims`, fixed aims as for `closed_form`, by default optimal play (two or three players);
    `later`, as for `closed_form`, for fixed aims; `**fields`, as for `Problem`, for optimal play: `search`, `targets`,
    `random_levels`, `if_eq`.

    Raises `SymbolicError` for equal ends, aims with symbols, and optimal play of more than three players.

    >>> line = crossings("1/3,2/3,1", "1/2,1/2,1")
    >>> [(str(encounter), str(encounter.at), round(float(encounter.at), 5)) for encounter in line.encounters]
    [('C overtakes B', 'root(1 -6 72 -40; 0)', 0.58096)]
    """
    curve = HitCurve.line(start, end)
    low, high = Fraction(0), Fraction(1)
    ends = [[rational(hit) for hit in curve.at(end)] for end in (low, high)]
    if aims is None:
        if later:
            raise SymbolicError("the aims of later phases are given beside fixed aims only")
        parts = stretches(curve, low, high, **fields)
        solved = [_solved(hits, fields) for hits in ends]
    else:
        if fields:
            raise SymbolicError(f"{next(iter(fields))} cannot be given with fixed aims")
        form = closed_form(aims, curve.letters.fixed, later)
        if form.weights:
            raise SymbolicError("aims with symbolic weights cannot be followed along a line; give numbers")
        parts = [CurveStretch(low, high, form.aims, tuple(map(curve.along, form.functions)))]
        solved = [(form.aims, closed_form(aims, hits, later).at([])) for hits in ends]
    first, last = (LineSample(t, tuple(hits), *own) for t, hits, own in zip((low, high), ends, solved, strict=True))
    return Crossings(curve, first, last, tuple(parts), tuple(encounters(parts)))


def _solved(hits: list[Fraction], fields: dict[str, Any]) -> tuple[tuple[str, ...] | None, tuple[Fraction, ...]]:
    """Return the aims, None in a stalemate, and the win probabilities at an end."""
    solution = solve(hits, **fields)
    known = [aim for aim in solution.aims if aim is not None]
    aims = tuple(map(str, known)) if len(known) == len(hits) else None
    return aims, tuple(map(rational, solution.win))


# ---------------------------------------------------------------------------------------------------------
# Where all three win equally often


def equal_chances(hit_of_c: object = 1) -> tuple[Number, Number, Fraction]:
    """Return the only point with a given hit probability of C at which Miss, C, B gives each of three players 1/3.

    The steps: with `s = b/c`, all three win 1/3 where `(c + 2) s^2 + 2 c s = 2`, which has one positive root, and where
    `a = 2 (1 - s)/(4 - s)`. In announced and in stationary play these aims are the optimal ones there.

    Parameters: `hit_of_c`, a rational hit probability above 0.

    Raises `NumberError` for no probability, and `SymbolicError` for 0, where C never wins, and for an irrational one.

    Source: docs/mathematics/atlas/equal-chances.md, with the proof.

    >>> print(*equal_chances(1))
    (5 - sqrt(7))/9 (sqrt(7) - 1)/3 1
    >>> print(*equal_chances("5/8"))
    1/5 5/12 5/8
    """
    c = rational_probability(hit_of_c, "c")
    if not c:
        raise SymbolicError("with c = 0 C never wins; give a hit probability above 0")
    ratio = (read_number(f"sqrt({fraction_text(c * c + 2 * c + 4)})") - c) / (c + 2)
    return 2 * (1 - ratio) / (4 - ratio), ratio * c, c
