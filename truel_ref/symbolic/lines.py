"""Along a straight line of hit probabilities: who overtakes whom, and where the optimal aims change.

With t from 0 to 1 every hit probability is a polynomial in t, so that a decision between two options has the sign of a
polynomial in t, and the win probabilities under fixed aims are rational functions of t. All results are exact: places
are rational or algebraic numbers. Only drawing rounds them; it shows the limits from inside at both ends of a stretch
of constant aims, and so every jump at its exact place.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import combinations, groupby, pairwise
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, Any

from truel_ref.errors import ProblemError, refuse, shown
from truel_ref.fast.solving import solve
from truel_ref.game.people import Profile, label
from truel_ref.limits import check
from truel_ref.numbers import (
    Number,
    between,
    decimal_text,
    evaluate,
    irreducible_roots,
    minimal_polynomial,
    number_text,
)
from truel_ref.records.drawing import usual_settings
from truel_ref.records.record import Record
from truel_ref.records.table import PLAYER_COLORS, Cell, Rounded, Table, ink
from truel_ref.symbolic.algebra import (
    Function,
    Letters,
    Polynomial,
    function_text,
    number_json,
    rational,
    rational_probability,
    univariate,
)
from truel_ref.symbolic.decisions import Decisions, settled, sign_by
from truel_ref.symbolic.formulas import closed_form

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["Crossings", "Encounter", "LineSample", "LineStretch", "crossings", "stretches", "value_at_t"]

_STEPS = 10_000
_DIGITS = 15
_LONGEST = 60  # characters of a polynomial in a table
_SHORT = 9  # characters of an exact t above the axes


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


def stretches(decisions: Decisions) -> list[LineStretch]:
    """Return the optimal aims for t between 0 and 1, exactly: alternately stretches and the points between them.

    The steps: (1) choose a rational sample between neighbouring roots of the polynomials that were asked for so far,
    and apply backward induction there; (2) if this asks for new polynomials with roots inside, repeat. In the end no
    polynomial asked for at a sample has a root in the stretch of that sample, so its sign is constant there, and so is
    every step of the induction; (3) at the roots themselves take the exact signs; (4) join two stretches and the point
    between them if all three have equal aims.

    Parameters: `decisions`, over letters of which only t occurs.

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
    while missing := [part for part in _parts(asked) if part not in paths]:
        check()
        paths |= {part: solved(between(*part)) for part in missing}

    def stretch(low: Number, high: Number, path: Profile | None) -> LineStretch:
        aims = decisions.aims(path)
        return LineStretch(low, high, None if aims is None else tuple(map(str, aims)), tuple(decisions.win(path)))

    found: list[LineStretch] = []
    for low, high in _parts(asked):
        beyond = stretch(low, high, paths[low, high])
        here = [stretch(low, low, solved(low))] if found else []
        if found and found[-1].aims == here[0].aims == beyond.aims:
            found[-1] = replace(found[-1], high=high)
        else:
            found += [*here, beyond]
    return found


def _parts(
    polynomials: Iterable[Polynomial], low: Number = Fraction(0), high: Number = Fraction(1)
) -> list[tuple[Number, Number]]:
    """Return the parts of an interval between the roots of different irreducible polynomials, in rising order."""
    roots = (root for polynomial in polynomials for root in irreducible_roots(univariate(polynomial)))
    return list(pairwise([low, *sorted(root for root in roots if low < root < high), high]))


def _sign(polynomial: Polynomial, t: Number) -> int:
    """Return the sign of an irreducible polynomial with a positive leading coefficient: its roots are simple."""
    roots = irreducible_roots(univariate(polynomial))
    return 0 if t in roots else (-1) ** sum(t < root for root in roots)


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
        ahead, behind = (one, two) if self.after > 0 else (two, one)
        if self.before == self.after:
            return f"{one} and {two} {'change places at this point only' if self.here else 'meet'}"
        if self.after == 0:
            return f"{one} and {two} stay equal from here"
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
        signs: list[tuple[Number, Number, int, LineStretch]] = []
        for stretch in found:
            lead = settled(stretch.win[pair[0]] - stretch.win[pair[1]])
            parts = _parts((polynomial for polynomial, _ in lead[1]), stretch.low, stretch.high)
            for low, high in sorted([*parts, *((low, low) for low, _ in parts[1:])]):
                t = low if low == high else between(low, high)
                signs.append((low, high, sign_by(lead, partial(_sign, t=t)), stretch))
        for before, (t, end, here, stretch), after in zip(signs, signs[1:], signs[2:], strict=False):
            if t == end and not before[2] == here == after[2]:
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

    def __str__(self) -> str:
        return f"({_listed(self.hits)}): {_aims(self, 'no aims')}; wins {_listed(self.win)}"


def _listed(numbers: Iterable[Number]) -> str:
    return ", ".join(map(number_text, numbers))


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
        return tuple(stretch.low for stretch in self.stretches[1::2])

    def at(self, t: Number) -> LineSample:
        """Return the hit and win probabilities and the aims at a value of t strictly between the ends."""
        stretch = next(each for each in self.stretches if each.low < t < each.high or each.low == t == each.high)
        hits, win = (tuple(value_at_t(each, t) for each in some) for some in (self.letters.hits, stretch.win))
        return LineSample(t, hits, stretch.aims, win)

    def samples(self, points: int = 100) -> list[LineSample]:
        """Return exact samples in rising order of t: every `1/points` from 0 to 1, each change of aims, each encounter.

        Raises `ProblemError` for a number of points below 1 or above 10,000.

        >>> for sample in crossings("1/3,2/3,1", "1/2,1/2,1").samples(2):
        ...     print(sample.t, *sample.win)
        0 25/63 8/21 2/9
        1/2 7765/15696 343/1308 35/144
        root(1 -6 72 -40; 0) root(1 5 7 -5; 0) root(1 -4 5 -1; 0) root(1 -4 5 -1; 0)
        1 7/12 1/6 1/4
        """
        inner = {*_grid(points)[1:-1], *self.changes, *(encounter.at for encounter in self.encounters)}
        return [self.start, *map(self.at, sorted(inner)), self.end]

    def _table(self) -> Table:
        triples = zip(self.stretches[::2], self.stretches[1::2], self.stretches[2::2], strict=False)
        events = [(point.low, _change(before, point, after)) for before, point, after in triples]
        events += [(encounter.at, str(encounter)) for encounter in self.encounters]
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

        Decimals are correctly rounded to 15 digits after the point. Raises `ProblemError` as `samples` does.

        >>> print(crossings("1/2,1/3", "1/2,1").to_csv(1), end="")
        t,aims,hit A,hit B,win A,win B,t exactly,win A exactly,win B exactly
        0.000000000000000,B A,0.500000000000000,0.333333333333333,0.750000000000000,0.250000000000000,0,3/4,1/4
        1.000000000000000,B A,0.500000000000000,1.000000000000000,0.500000000000000,0.500000000000000,1,1/2,1/2
        """
        hits, wins = ([f"{what} {label(player)}" for player in range(self.letters.players)] for what in ("hit", "win"))
        rows: list[list[Cell]] = []
        for sample in self.samples(points):
            t, *others = (Rounded(value, _DIGITS) for value in (sample.t, *sample.hits, *sample.win))
            rows.append([t, _aims(sample).replace(",", ""), *others, sample.t, *sample.win])
        columns = ["t", "aims", *hits, *wins, "t exactly", *(f"{win} exactly" for win in wins)]
        return Table(columns, rows).text("csv", _DIGITS) + "\n"

    def to_json(self) -> dict[str, Any]:
        """Return everything as plain data for JSON."""
        return {
            "ends": [
                {
                    "hits": list(map(number_text, end.hits)),
                    "aims": end.aims and list(end.aims),
                    "win": list(map(number_text, end.win)),
                }
                for end in (self.start, self.end)
            ],
            "hits": list(map(function_text, self.letters.hits)),
            "stretches": [
                {
                    "low": number_json(stretch.low, "t"),
                    "high": number_json(stretch.high, "t"),
                    "aims": stretch.aims and list(stretch.aims),
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

        Parameters: `points`, the number of steps of t from 0 to 1.

        Raises `ProblemError` as `samples` does.

        >>> crossings("1/3,2/3,1", "1/2,1/2,1").plot(points=20).axes[0].get_ylabel()
        'wins, %'
        """
        from matplotlib.figure import Figure

        grid, players = _grid(points), self.letters.players
        met = [(t, "; ".join(map(str, here))) for t, here in groupby(self.encounters, attrgetter("at"))]
        notes = [f"{place}   t = {decimal_text(t, 5)}: {text}" for place, (t, text) in enumerate(met, start=1)]
        size = 9, 5 + 0.24 * players + 0.19 * len(notes)
        figure = Figure(figsize=size, facecolor="white", layout="constrained")
        axes, bars = figure.subplots(2, sharex=True, height_ratios=(15, players))
        _draw_wins(axes, self, grid)
        _draw_bars(bars, self.stretches, players)
        for t in map(float, self.changes):
            axes.axvline(t, color="0.45", linewidth=0.8, linestyle=(0, (4, 3)), zorder=0)
            bars.axvline(t, color="0.45", linewidth=0.8, linestyle=(0, (4, 3)), zorder=0)
        texts = [text if len(text := number_text(t)) <= _SHORT else f"≈ {decimal_text(t, 5)}" for t in self.changes]
        axes.secondary_xaxis("top").set_xticks(
            list(map(float, self.changes)), texts, rotation=40, ha="left", fontsize=8.5, rotation_mode="anchor"
        )
        above = axes.get_xaxis_transform()
        for place, (t, _) in enumerate(met, start=1):
            axes.text(
                float(t), 0.985, str(place), transform=above, ha="center", va="top", fontsize=9, fontweight="bold"
            )
        axes.set_title("Who wins, and whom each aims at, as the chances to hit change along a line", fontsize=11)
        bars.set_xlabel(f"t, from ({_listed(self.start.hits)}) to ({_listed(self.end.hits)})")
        figure.supxlabel("\n".join(notes), x=0.08, ha="left", fontsize=9)
        return figure


def _change(before: LineStretch, point: LineStretch, after: LineStretch) -> str:
    """Return what happens to the aims at a point between two stretches."""
    if before.aims == after.aims:
        return f"aims {_aims(before)} but {_aims(point)} at this point"
    own = "" if point.aims in (before.aims, after.aims) else f", {_aims(point)} at this point"
    return f"aims {_aims(before)} change to {_aims(after)}{own}"


def _grid(points: object) -> list[Fraction]:
    if isinstance(points, bool) or not isinstance(points, int) or not 1 <= points <= _STEPS:
        raise ProblemError(f"points: {shown(points)} is not an integer from 1 to {_STEPS:,}")
    return [Fraction(step, points) for step in range(points + 1)]


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
    players = tuple(map(len, ends))
    optimal = aims is None
    refuse(
        ProblemError,
        (players[0] != players[1], f"the start has {players[0]} players and the end {players[1]}"),
        (ends[0] == ends[1], "the start and the end are the same point; a line needs two"),
        (optimal and later, "the aims of later phases are given beside fixed aims only"),
        (optimal and players[0] > 3, "optimal aims along a line are for two or three players; give the aims of more"),
        (not optimal and fields, f"{next(iter(fields), '')} cannot be given with fixed aims"),
    )
    letters = Letters(zip(*ends, strict=True))
    if optimal:
        parts = stretches(Decisions(letters, **fields))
        solved = [_solved(hits, fields) for hits in ends]
    else:
        form = closed_form(aims, zip(*ends, strict=True), later)
        refuse(ProblemError, (form.weights, "aims with symbolic weights cannot be followed along a line; give numbers"))
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


def _draw_bars(axes: Axes, stretches: Sequence[LineStretch], players: int) -> None:
    """Draw the aims of all players: a bar in the colour of the target, grey for a miss, darker for a mix.

    An aim at a single point is a thin line.
    """
    colors = {None: "white", "Miss": "0.85"} | {label(player): _color(player) for player in range(players)}
    for player in range(players):
        aims = ((stretch.aims and stretch.aims[player], stretch) for stretch in stretches)
        for aim, group in groupby(aims, itemgetter(0)):
            several, color = [stretch for _, stretch in group], colors.get(aim, "0.55")
            low, high = float(several[0].low), float(several[-1].high)
            edge, width, above = (color, 2.5, 3) if low == high else ("0.35", 0.6, 1)
            axes.barh(player, high - low, 0.8, low, color=color, edgecolor=edge, linewidth=width, zorder=above)
            if high - low > 0.011 * len(aim or "none"):  # a letter's part of the width
                look: dict[str, Any] = {"color": ink(color), "ha": "center", "va": "center_baseline", "fontsize": 8.5}
                axes.text((low + high) / 2, player, aim or "none", **look)
    axes.set_ylim(players - 0.5, -0.5)
    axes.set_yticks(range(players), [f"{label(player)} aims at" for player in range(players)], fontsize=8.5)
    axes.tick_params(left=False)
    axes.spines[["top", "right", "left"]].set_visible(False)


def _color(player: int) -> str:
    return PLAYER_COLORS[player % len(PLAYER_COLORS)]


def _draw_wins(axes: Axes, line: Crossings, grid: Sequence[Fraction]) -> None:
    """Draw the win probabilities, one piece per stretch, with dots for values, hollow dots and rings."""
    taken = {Fraction(0): line.start.win, Fraction(1): line.end.win} | {t: line.at(t).win for t in line.changes}

    def dot(t: Number, value: Number, **look: Any) -> None:
        axes.plot([float(t)], [float(100 * value)], "o", **look)

    for player in range(line.letters.players):
        color = _color(player)
        for stretch in line.stretches[::2]:
            # In lowest terms and bounded, a function has no pole at the ends of its stretch.
            places = [stretch.low, *(t for t in grid if stretch.low < t < stretch.high), stretch.high]
            values = [value_at_t(stretch.win[player], t) for t in places]
            heights = [100 * float(value) for value in values]
            name = label(player) if stretch is line.stretches[0] else None
            axes.plot(list(map(float, places)), heights, color=color, label=name, linewidth=1.8)
            for end in (0, -1):
                if values[end] != taken[places[end]][player]:
                    dot(places[end], values[end], mfc="white", mec=color, markersize=4, zorder=3, clip_on=False)
        for t, win in taken.items():
            dot(t, win[player], color=color, markersize=4, zorder=4)
    for encounter in line.encounters:
        if not encounter.jump:
            met = line.at(encounter.at).win[encounter.players[0]]
            dot(encounter.at, met, mfc="white", mec="black", markersize=6, zorder=5)
    top = 1.16 * (axes.dataLim.y1 or 100)  # 0 where nobody ever wins
    axes.set(xlim=(0, 1), ylim=(0, top), ylabel="wins, %", axisbelow=True)
    axes.grid(color="0.9", linewidth=0.6)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(loc="upper left", bbox_to_anchor=(1.01, 1.0), frameon=False)
