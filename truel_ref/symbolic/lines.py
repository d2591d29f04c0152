"""Along a straight line of hit probabilities: who overtakes whom, and where the optimal aims change.

With t from 0 to 1 every hit probability is a polynomial in t, so that a decision between two options has the sign of a
polynomial in t, and the win probabilities under fixed aims are rational functions of t. All results are exact: places
are rational or algebraic numbers. Only drawing rounds them; it shows the limits from inside at both ends of a stretch
of constant aims, and so every jump at its exact place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, groupby, pairwise
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from truel_ref.errors import ProblemError, shown
from truel_ref.fast.solving import solve
from truel_ref.game.people import Profile, label
from truel_ref.limits import check
from truel_ref.numbers import (
    Number,
    between,
    decimal_text,
    evaluate,
    fraction_text,
    irreducible_roots,
    minimal_polynomial,
    number_text,
    read_number,
    sign_of,
)
from truel_ref.records.drawing import usual_settings
from truel_ref.records.record import Record
from truel_ref.records.table import PLAYER_COLORS, Cell, Rounded, Table, ink
from truel_ref.symbolic.algebra import (
    Function,
    Letters,
    Polynomial,
    factors,
    rational,
    rational_probability,
    univariate,
)
from truel_ref.symbolic.decisions import Decisions, sign_by
from truel_ref.symbolic.formulas import closed_form
from truel_ref.symbolic.text import function_text, number_json

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = [
    "PLAYER_COLORS",
    "Bar",
    "Crossings",
    "Encounter",
    "LineSample",
    "LineStretch",
    "aim_bars",
    "crossings",
    "equal_chances",
    "samples",
    "stretches",
    "value_at_t",
]

POINTS_LIMIT = 10_000
_DIGITS = 15
_LONGEST = 60  # characters of a polynomial in a table
_SHORT = 9  # characters of an exact t above the axes
_MISS, _MIX, _NO_AIM = "0.85", "0.55", "white"


# ---------------------------------------------------------------------------------------------------------
# Functions of t


def value_at_t(function: Function, t: Number) -> Number:
    """Return the value of a rational function of t where its denominator does not vanish.

    >>> from truel_ref.numbers import root
    >>> t = Letters([(0, 1), 1]).hits[0]
    >>> value_at_t(1 / (t + 1), root([1, 0, -2], 1))
    <Algebraic sqrt(2) - 1>
    """
    values = []
    for side in (function.numer, function.denom):
        terms = {powers[-1]: Fraction(int(c.numerator), int(c.denominator)) for powers, c in side.terms()}
        values.append(evaluate([terms.get(power, 0) for power in range(max(terms, default=0), -1, -1)], t))
    value: Number = values[0] / values[1]
    return value


def _sign(polynomial: Polynomial, t: Number) -> int:
    """Return the sign of an irreducible polynomial with a positive leading coefficient: its roots are simple."""
    roots = irreducible_roots(univariate(polynomial))
    return 0 if t in roots else (-1) ** sum(t < root for root in roots)


def _sign_of_function(function: Function, t: Number) -> int:
    if not function:
        return 0
    constant, top, bottom = factors(function)
    return sign_by((sign_of(constant), (*top, *bottom)), lambda polynomial: _sign(polynomial, t))


def _roots_between(polynomials: Iterable[Polynomial], low: Number, high: Number) -> list[Number]:
    """Return the roots of different irreducible polynomials strictly between two numbers, in rising order."""
    roots = (root for polynomial in polynomials for root in irreducible_roots(univariate(polynomial)))
    return sorted(root for root in roots if low < root < high)


# ---------------------------------------------------------------------------------------------------------
# Stretches of constant aims


@dataclass(frozen=True)
class LineStretch:
    """A stretch of a line with constant aims: an open interval, or a single point.

    Fields: `low` and `high`, its ends, equal for a point; `aims`, in text, None if the phase is a stalemate; `win`, the
    win probabilities as functions of t.
    """

    low: Number
    high: Number
    aims: tuple[str, ...] | None
    win: tuple[Function, ...]

    @property
    def is_point(self) -> bool:
        """Whether it is a single point."""
        return self.low == self.high

    def holds(self, t: Number) -> bool:
        """Return whether a value lies in the stretch."""
        return self.low < t < self.high or self.low == t == self.high


def stretches(decisions: Decisions) -> list[LineStretch]:
    """Return the optimal aims for t between 0 and 1, exactly.

    The steps: (1) choose a rational sample between neighbouring roots of the polynomials that were asked for so far,
    and apply backward induction there; (2) if this asks for new polynomials with roots inside, repeat. In the end no
    polynomial asked for at a sample has a root in the stretch of that sample, so its sign is constant there, and so is
    every step of the induction; (3) at the roots themselves take the exact signs; (4) join two stretches and the point
    between them if all three have equal aims. So stretches and single points alternate.

    Parameters: `decisions`, over letters of which only t occurs.

    Raises `ProblemError` for more than three players, whose later aims would change along the line, too.

    >>> (one,) = stretches(Decisions(Letters([("1/3", "2/3"), "2/3", 1])))
    >>> print(one.low, one.high, *one.aims)
    0 1 Miss C B
    """
    asked: set[Polynomial] = set()

    def solved(t: Number) -> Profile | None:
        def sign(polynomial: Polynomial) -> int:
            asked.add(polynomial)
            return _sign(polynomial, t)

        return decisions.solve(sign)

    paths: dict[tuple[Number, Number], Profile | None] = {}
    inside: list[Number] | None = None
    while inside != (wanted := _roots_between(asked, Fraction(0), Fraction(1))):
        check()
        inside = wanted
        ends = list(pairwise([Fraction(0), *inside, Fraction(1)]))
        paths = {pair: paths[pair] if pair in paths else solved(between(*pair)) for pair in ends}

    def stretch(low: Number, high: Number, path: Profile | None) -> LineStretch:
        aims = decisions.aims(path)
        return LineStretch(low, high, None if aims is None else tuple(map(str, aims)), tuple(decisions.win(path)))

    found: list[LineStretch] = []
    for (low, high), path in paths.items():
        beyond = stretch(low, high, path)
        here = stretch(low, low, solved(low)) if found else beyond
        if found and found[-1].aims == here.aims == beyond.aims:
            found[-1] = replace(found[-1], high=high)
        else:
            found += [here, beyond] if found else [beyond]
    return found


# ---------------------------------------------------------------------------------------------------------
# Who overtakes whom


@dataclass(frozen=True)
class Encounter:
    """A value of t at which the order of two players changes, or at which they meet.

    Fields: `at`, the value; `players`, two; `before`, `here` and `after`, the sign of the first player's win
    probability minus the second player's just below that value, at it and just above it; `jump`, whether the aims
    change there.
    """

    at: Number
    players: tuple[int, int]
    before: int
    here: int
    after: int
    jump: bool

    def __str__(self) -> str:
        one, two = map(label, self.players)
        if self.before == self.after:
            return f"{one} and {two} {'change places at this point only' if self.here else 'meet'}"
        if self.after == 0:
            return f"{one} and {two} stay equal from here"
        ahead, behind = (one, two) if self.after > 0 else (two, one)
        if self.before == 0:
            return f"{ahead} goes ahead of {behind}"
        return f"{ahead} {'jumps ahead of' if self.jump else 'overtakes'} {behind}"


def encounters(found: Sequence[LineStretch]) -> list[Encounter]:
    """Return where win probabilities cross or meet between 0 and 1.

    Within a stretch the win probabilities are rational functions of t, so the roots of the numerators of their
    differences are all the values at which two players are equal; rational samples give the signs between them.
    """
    result: list[Encounter] = []
    for pair in combinations(range(len(found[0].win)), 2):
        # Points and the parts between them, in rising order, each with its sign and its stretch.
        signs: list[tuple[Number, bool, int, LineStretch]] = []
        for stretch in found:
            difference = stretch.win[pair[0]] - stretch.win[pair[1]]
            equal = [polynomial for polynomial, _ in factors(difference)[1]] if difference else []
            ends = [stretch.low, *_roots_between(equal, stretch.low, stretch.high), stretch.high]
            for low, high in pairwise(ends):
                if low == high or low is not stretch.low:
                    signs.append((low, True, _sign_of_function(difference, low), stretch))
                if low != high:
                    signs.append((low, False, _sign_of_function(difference, between(low, high)), stretch))
        for before, (t, is_point, here, stretch), after in zip(signs, signs[1:], signs[2:], strict=False):
            if is_point and not before[2] == here == after[2]:
                jump = before[3] is not stretch or after[3] is not stretch
                result.append(Encounter(t, pair, before[2], here, after[2], jump))
    return sorted(result, key=attrgetter("at", "players"))


# ---------------------------------------------------------------------------------------------------------
# The line


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


def _aims(place: LineStretch | LineSample, none: str = "none") -> str:
    return none if place.aims is None else ", ".join(place.aims)


@dataclass(frozen=True, repr=False, eq=False)
class Crossings(Record):
    """The changes of aims and order along a straight line of hit probabilities, from t = 0 to t = 1.

    Fields: `letters`, with the hit probabilities as functions of t; `start` and `end`; `stretches`, alternately open
    stretches with constant aims and the single points between them; `encounters`, where two players overtake each other
    or meet, strictly between the ends.
    """

    letters: Letters
    start: LineSample
    end: LineSample
    stretches: tuple[LineStretch, ...]
    encounters: tuple[Encounter, ...]

    @property
    def changes(self) -> tuple[Number, ...]:
        """The values of t strictly between the ends at which the aims change."""
        return tuple(stretch.low for stretch in self.stretches if stretch.is_point)

    def at(self, t: Number) -> LineSample:
        """Return the hit and win probabilities and the aims at a value of t strictly between the ends."""
        stretch = next(stretch for stretch in self.stretches if stretch.holds(t))
        hits, win = (tuple(value_at_t(each, t) for each in some) for some in (self.letters.hits, stretch.win))
        return LineSample(t, hits, stretch.aims, win)

    def meetings(self) -> list[tuple[Number, str]]:
        """Return the encounters in rising order of t, with all encounters at a place together."""
        grouped = groupby(self.encounters, attrgetter("at"))
        return [(t, "; ".join(map(str, here))) for t, here in grouped]

    def _table(self) -> Table:
        events = [(encounter.at, str(encounter)) for encounter in self.encounters]
        for before, point, after in zip(self.stretches, self.stretches[1:], self.stretches[2:], strict=False):
            if point.is_point:
                text = f"aims {_aims(before)} change to {_aims(after)}"
                if before.aims == after.aims:
                    text = f"aims {_aims(before)} but {_aims(point)} at this point"
                elif point.aims not in (before.aims, after.aims):
                    text += f", {_aims(point)} at this point"
                events.insert(0, (point.low, text))
        first, last = self.stretches[0], self.stretches[-1]
        start = "" if first.aims == self.start.aims else f"; beyond it {_aims(first)}"
        end = "" if last.aims == self.end.aims else f"; before it {_aims(last)}"
        rows: list[list[Cell]] = [[0, f"{self.start}{start}", ""]]
        for at, here in groupby(sorted(events, key=itemgetter(0)), key=itemgetter(0)):
            exactly = number_text(at)
            if len(exactly) > _LONGEST:
                exactly = f"root of degree {len(minimal_polynomial(at)) - 1}; --json has it"
            rows.append([Rounded(at, 10), "; ".join(text for _, text in here), exactly])
        rows.append([1, f"{self.end}{end}", ""])
        return Table(("t", "what happens", "t exactly"), rows)

    def to_csv(self, points: int = 100) -> str:
        """Return the samples as comma-separated values: t, the aims, hit and win probabilities, rounded and exact.

        Decimals are correctly rounded to 15 digits after the point. Raises `ProblemError` for a number of points below
        1 or above 10,000.

        >>> print(crossings("1/2,1/3", "1/2,1").to_csv(1), end="")
        t,aims,hit A,hit B,win A,win B,t exactly,win A exactly,win B exactly
        0.000000000000000,B A,0.500000000000000,0.333333333333333,0.750000000000000,0.250000000000000,0,3/4,1/4
        1.000000000000000,B A,0.500000000000000,1.000000000000000,0.500000000000000,0.500000000000000,1,1/2,1/2
        """
        names = [label(player) for player in range(self.letters.players)]
        hits, wins = ([f"{what} {name}" for name in names] for what in ("hit", "win"))
        rows: list[list[Cell]] = []
        for sample in samples(self, points):
            t, *others = (decimal_text(value, _DIGITS) for value in (sample.t, *sample.hits, *sample.win))
            rows.append([t, "none" if sample.aims is None else " ".join(sample.aims), *others, sample.t, *sample.win])
        columns = ["t", "aims", *hits, *wins, "t exactly", *(f"{win} exactly" for win in wins)]
        return Table(columns, rows).text("csv", _DIGITS) + "\n"

    def __repr__(self) -> str:
        return f"<Crossings ({self.start.hits_text}) to ({self.end.hits_text}): {len(self.encounters)} encounters>"

    def to_json(self) -> dict[str, Any]:
        """Return everything as plain data for JSON."""

        def listed(aims: tuple[str, ...] | None) -> list[str] | None:
            return None if aims is None else list(aims)

        return {
            "ends": [
                {
                    "hits": list(map(number_text, end.hits)),
                    "aims": listed(end.aims),
                    "win": list(map(number_text, end.win)),
                }
                for end in (self.start, self.end)
            ],
            "hits": list(map(function_text, self.letters.hits)),
            "stretches": [
                {
                    "low": number_json(stretch.low, "t"),
                    "high": number_json(stretch.high, "t"),
                    "aims": listed(stretch.aims),
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

    @usual_settings()
    def plot(self, points: int = 400) -> Figure:
        """Return the exact win curves along the line, with the places where the aims change and where players meet.

        Bars under the curves show the target of each player. A dashed line marks a change of aims, with its t above; a
        ring marks a meeting of two curves; a hollow dot marks a limit that differs from the value there. Every place
        where players overtake each other has a number at the top, explained below.

        Parameters: `points`, the number of steps of t from 0 to 1, besides the changes and encounters.

        Raises `ProblemError` for a number of points below 1 or above 10,000.

        >>> crossings("1/3,2/3,1", "1/2,1/2,1").plot(points=20).axes[0].get_ylabel()
        'wins, %'
        """
        from matplotlib.figure import Figure

        _checked(points)
        players, met = self.letters.players, self.meetings()
        notes = [f"{place}   t = {decimal_text(t, 5)}: {text}" for place, (t, text) in enumerate(met, start=1)]
        size = 9, 5 + 0.24 * players + 0.19 * len(notes)
        figure = Figure(figsize=size, facecolor="white", layout="constrained")
        axes, bars = figure.subplots(2, sharex=True, height_ratios=(15, players))
        _draw_wins(axes, self, points)
        draw_bars(bars, self.stretches, players)
        for each, t in ((each, t) for each in (axes, bars) for t in self.changes):
            each.axvline(float(t), color="0.45", linewidth=0.8, linestyle=(0, (4, 3)), zorder=0)
        texts = [text if len(text := number_text(t)) <= _SHORT else f"≈ {decimal_text(t, 5)}" for t in self.changes]
        above = axes.secondary_xaxis("top")
        above.set_xticks(
            list(map(float, self.changes)), texts, rotation=40, ha="left", fontsize=8.5, rotation_mode="anchor"
        )
        for place, (t, _) in enumerate(met, start=1):
            style: dict[str, Any] = {"ha": "center", "va": "top", "fontsize": 9, "fontweight": "bold"}
            axes.text(float(t), 0.985, str(place), transform=axes.get_xaxis_transform(), **style)
        axes.set_title("Who wins, and whom each aims at, as the chances to hit change along a line", fontsize=11)
        bars.set_xlabel(f"t, from ({self.start.hits_text}) to ({self.end.hits_text})")
        figure.supxlabel("\n".join(notes), x=0.08, ha="left", fontsize=9)
        return figure


def samples(line: Crossings, points: int = 100) -> list[LineSample]:
    """Return exact samples in rising order of t: every `1/points` from 0 to 1, each change of aims, each encounter.

    Parameters: `line`; `points`, the number of steps, from 1 to 10,000.

    Raises `ProblemError` for another number of steps.

    >>> for sample in samples(crossings("1/3,2/3,1", "1/2,1/2,1"), 2):
    ...     print(sample.t, *sample.win)
    0 25/63 8/21 2/9
    1/2 7765/15696 343/1308 35/144
    root(1 -6 72 -40; 0) root(1 5 7 -5; 0) root(1 -4 5 -1; 0) root(1 -4 5 -1; 0)
    1 7/12 1/6 1/4
    """
    _checked(points)
    grid = {Fraction(step, points) for step in range(1, points)}
    inner = sorted({*grid, *line.changes, *(encounter.at for encounter in line.encounters)})
    return [line.start, *map(line.at, inner), line.end]


def _checked(points: object) -> None:
    if isinstance(points, bool) or not isinstance(points, int) or not 1 <= points <= POINTS_LIMIT:
        raise ProblemError(f"points: {shown(points)} is not an integer from 1 to {POINTS_LIMIT:,}")


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
    optimal play the line is split first (`stretches`). The ends may lie on a face of the cube and are solved with
    numbers.

    Parameters: `start` and `end`, points of the cube of hit probabilities, as lists of numbers or as text
    ("1/3,2/3,1"); `aims`, fixed aims as for `closed_form`, by default optimal play (two or three players); `later`, as
    for `closed_form`, for fixed aims; `**fields`, as for `Problem`, for optimal play: `search`, `targets`,
    `random_levels`, `if_eq`.

    Raises `ProblemError` for equal ends, aims with letters, and optimal play of more than three players.

    >>> line = crossings("1/3,2/3,1", "1/2,1/2,1")
    >>> [(str(encounter), str(encounter.at), round(float(encounter.at), 5)) for encounter in line.encounters]
    [('C overtakes B', 'root(1 -6 72 -40; 0)', 0.58096)]
    """
    ends = _point(start, "start"), _point(end, "end")
    if len(ends[0]) != len(ends[1]):
        raise ProblemError(f"the start has {len(ends[0])} players and the end {len(ends[1])}")
    if ends[0] == ends[1]:
        raise ProblemError("the start and the end are the same point; a line needs two")
    letters = Letters(zip(*ends, strict=True))
    if aims is None:
        if later:
            raise ProblemError("the aims of later phases are given beside fixed aims only")
        if letters.players > 3:
            raise ProblemError("optimal aims along a line are for two or three players; give the aims of more")
        parts = stretches(Decisions(letters, **fields))
        solved = [_solved(hits, fields) for hits in ends]
    else:
        if fields:
            raise ProblemError(f"{next(iter(fields))} cannot be given with fixed aims")
        form = closed_form(aims, zip(*ends, strict=True), later)
        if form.weights:
            raise ProblemError("aims with symbolic weights cannot be followed along a line; give numbers")
        parts = [LineStretch(Fraction(0), Fraction(1), form.aims, form.functions)]
        solved = [(form.aims, closed_form(aims, hits, later).at([])) for hits in ends]
    first, last = (LineSample(Fraction(t), tuple(ends[t]), *solved[t]) for t in (0, 1))
    return Crossings(letters, first, last, tuple(parts), tuple(encounters(parts)))


def _point(point: object, which: str) -> list[Fraction]:
    listed = point.split(",") if isinstance(point, str) else point
    if not isinstance(listed, Iterable):
        raise ProblemError(f"the {which} {shown(point)} is not a list of hit probabilities")
    return [rational_probability(hit, f"{which}, player {label(player)}") for player, hit in enumerate(listed)]


def _solved(hits: list[Fraction], fields: dict[str, Any]) -> tuple[tuple[str, ...] | None, tuple[Fraction, ...]]:
    """Return the aims, None in a stalemate, and the win probabilities at an end."""
    solution = solve(hits, **fields)
    aims = None if None in solution.aims else tuple(map(str, solution.aims))
    return aims, tuple(map(rational, solution.win))


# ---------------------------------------------------------------------------------------------------------
# The picture


class Bar(NamedTuple):
    """An interval with constant aim of a player, from `low` to `high`, equal for a single point; None for no aim."""

    low: Number
    high: Number
    aim: str | None


def aim_bars(stretches: Sequence[LineStretch], player: int) -> Iterator[Bar]:
    """Yield the aims of a player along a line, in rising order; neighbours differ.

    >>> bars = list(aim_bars(crossings("1/10,2/3,1/2", "4/5,1/3,1").stretches, 0))
    >>> [bar.aim for bar in bars], str(bars[0].high)
    (['Miss', 'B', 'C'], '17/31')
    """
    for aim, group in groupby(stretches, lambda stretch: stretch.aims and stretch.aims[player]):
        several = list(group)
        yield Bar(several[0].low, several[-1].high, aim)


def draw_bars(axes: Axes, stretches: Sequence[LineStretch], players: int) -> None:
    """Draw the aims of all players: a bar in the colour of the target, grey for a miss, darker for a mix.

    An aim at a single point is a thin line.
    """
    colors = {label(player): _color(player) for player in range(players)} | {"Miss": _MISS}
    for player, bar in ((each, bar) for each in range(players) for bar in aim_bars(stretches, each)):
        low, high = float(bar.low), float(bar.high)
        color = _NO_AIM if bar.aim is None else colors.get(bar.aim, _MIX)
        if bar.low == bar.high:
            axes.plot([low, low], [player - 0.4, player + 0.4], color=color, linewidth=2.5, zorder=3)
            continue
        axes.barh(player, high - low, left=low, height=0.8, color=color, edgecolor="0.35", linewidth=0.6)
        if high - low > 0.011 * len(bar.aim or "none"):  # a letter's part of the width
            place = (low + high) / 2, player
            axes.text(*place, bar.aim or "none", color=ink(color), ha="center", va="center_baseline", fontsize=8.5)
    axes.set_ylim(players - 0.5, -0.5)
    axes.set_yticks(range(players), [f"{label(player)} aims at" for player in range(players)], fontsize=8.5)
    axes.tick_params(left=False)
    axes.spines[["top", "right", "left"]].set_visible(False)


def _color(player: int) -> str:
    return PLAYER_COLORS[player % len(PLAYER_COLORS)]


def _draw_wins(axes: Axes, line: Crossings, points: int) -> None:
    """Draw the win probabilities, one piece per stretch, with dots for values, hollow dots and rings."""
    taken = {Fraction(0): line.start.win, Fraction(1): line.end.win} | {t: line.at(t).win for t in line.changes}
    grid = [Fraction(step, points) for step in range(points + 1)]
    highest: Number = Fraction(0)
    for player in range(line.letters.players):
        hollow: dict[str, Any] = {"mfc": "white", "mec": _color(player), "markersize": 4, "zorder": 3}
        for number, stretch in enumerate(line.stretches):
            # In lowest terms and bounded, a function has no pole at the ends of its stretch.
            places = [stretch.low, *(t for t in grid if stretch.low < t < stretch.high), stretch.high]
            if stretch.is_point:
                continue
            values = [value_at_t(stretch.win[player], t) for t in places]
            heights = [100 * float(value) for value in values]
            name = None if number else label(player)
            axes.plot(list(map(float, places)), heights, color=_color(player), label=name, linewidth=1.8)
            for end in (0, -1):
                if values[end] != taken[places[end]][player]:
                    axes.plot([float(places[end])], [heights[end]], "o", clip_on=False, **hollow)
            highest = max([highest, *values])
        for t, win in taken.items():
            axes.plot([float(t)], [float(100 * win[player])], "o", color=_color(player), markersize=4, zorder=4)
            highest = max(highest, win[player])
    for encounter in line.encounters:
        if not encounter.jump:
            met = line.at(encounter.at).win[encounter.players[0]]
            axes.plot([float(encounter.at)], [float(100 * met)], "o", mfc="white", mec="black", markersize=6, zorder=5)
    top = 1.16 * (float(100 * highest) or 100)  # 0 where nobody ever wins
    axes.set(xlim=(0, 1), ylim=(0, top), ylabel="wins, %", axisbelow=True)
    axes.grid(color="0.9", linewidth=0.6)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(loc="upper left", bbox_to_anchor=(1.01, 1.0), frameon=False)


# ---------------------------------------------------------------------------------------------------------
# Where all three win equally often


def equal_chances(hit_of_c: object = 1) -> tuple[Number, Number, Fraction]:
    """Return the only point with a given hit probability of C at which Miss, C, B gives each of three players 1/3.

    The steps: with `s = b/c`, all three win 1/3 where `(c + 2) s^2 + 2 c s = 2`, which has one positive root, and where
    `a = 2 (1 - s)/(4 - s)`. In announced and in stationary play these aims are the optimal ones there.

    Parameters: `hit_of_c`, a rational hit probability above 0.

    Raises `NumberError` for no probability, and `ProblemError` for 0, where C never wins, and for an irrational one.

    Source: docs/mathematics/atlas/equal-chances.md, with the proof.

    >>> print(*equal_chances(1))
    (5 - sqrt(7))/9 (sqrt(7) - 1)/3 1
    >>> print(*equal_chances("5/8"))
    1/5 5/12 5/8
    """
    c = rational_probability(hit_of_c, "c")
    if not c:
        raise ProblemError("with c = 0 C never wins; give a hit probability above 0")
    ratio = (read_number(f"sqrt({fraction_text(c * c + 2 * c + 4)})") - c) / (c + 2)
    return 2 * (1 - ratio) / (4 - ratio), ratio * c, c
