"""Along a straight line of hit probabilities: who overtakes whom, and where the optimal aims change.

With t from 0 to 1 every hit probability is a polynomial in t, so that a decision between two options has the sign of a
polynomial in t, and the win probabilities under fixed aims are rational functions of t. So the line is cut once, into
**pieces** with constant aims and a constant order of the players: open stretches and the points between them. All
results are exact: places are rational or algebraic numbers. Only drawing rounds them; it shows the limits from inside
at both ends of a stretch of constant aims, and so every jump at its exact place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, groupby, pairwise, product
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, Any, TypeAlias

from truel_ref.errors import ProblemError, refuse
from truel_ref.fast.solving import solve
from truel_ref.game.aims import Aim
from truel_ref.game.people import entries_of, label
from truel_ref.limits import check
from truel_ref.numbers import (
    Number,
    between,
    decimal_text,
    evaluate,
    irreducible_roots,
    minimal_polynomial,
    number_text,
    read_count,
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
from truel_ref.symbolic.decisions import Decisions, SignedFactors, SignOf, settled, sign_by
from truel_ref.symbolic.formulas import closed_form

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["Crossings", "Encounter", "LineSample", "LineStretch", "crossings", "joined", "pieces", "value_at_t"]

Piece: TypeAlias = tuple[Number, Number, Any]
"""A part of a line with one answer to a question: its ends, equal for a point, and the answer."""

Aims: TypeAlias = tuple[str, ...] | None
"""The aims of all players in text, None in a stalemate."""

_STEPS = 10_000
_DIGITS = 15
_LONGEST = 60  # characters of a polynomial in a table
_SHORT = 9  # characters of an exact t above the axes


# ---------------------------------------------------------------------------------------------------------
# The line, cut into pieces


def pieces(question: Callable[[SignOf], Any]) -> list[Piece]:
    """Return the answers to a question for t between 0 and 1: alternately open intervals and the points between them.

    The steps: (1) choose a rational sample between neighbouring roots of the polynomials that the question asked for so
    far, and ask it there; (2) if it asks for new polynomials with roots inside, repeat. In the end no polynomial asked
    for at a sample has a root in the interval of that sample, so its sign is constant there, and so is the answer; (3)
    at the roots themselves take the exact signs.

    Parameters: `question`, whose answer follows from the signs of the polynomials in t that it asks for.

    >>> t = Letters([(0, 1), 1]).hits[0]
    >>> [(str(low), str(high), sign) for low, high, sign in pieces(lambda sign_of: sign_of((2 * t - 1).numer))]
    [('0', '1/2', -1), ('1/2', '1/2', 0), ('1/2', '1', 1)]
    """
    places: set[Number] = {Fraction(0), Fraction(1)}
    answers: dict[tuple[Number, Number], Any] = {}

    def ask(t: Number) -> Any:
        def sign_of(polynomial: Polynomial) -> int:
            roots = irreducible_roots(univariate(polynomial))  # simple ones; the leading coefficient is positive
            places.update(root for root in roots if 0 < root < 1)
            return 0 if t in roots else (-1) ** sum(t < root for root in roots)

        return question(sign_of)

    while missing := [ends for ends in pairwise(sorted(places)) if ends not in answers]:
        check()
        answers |= {ends: ask(between(*ends)) for ends in missing}
    intervals = [(*ends, answers[ends]) for ends in pairwise(sorted(places))]
    points = [(low, low, ask(low)) for low, _, _ in intervals[1:]]
    return sorted([*intervals, *points], key=itemgetter(0, 1))


def joined(found: Sequence[Piece], part: Callable[[Any], Any]) -> list[Piece]:
    """Return pieces with a part of their answers; two intervals and the point between join if all three are equal.

    >>> joined([(0, 1, "a1"), (1, 1, "a2"), (1, 2, "a3"), (2, 2, "b4"), (2, 3, "a5")], lambda answer: answer[0])
    [(0, 2, 'a'), (2, 2, 'b'), (2, 3, 'a')]
    """
    made = [(*found[0][:2], part(found[0][2]))]
    for (t, _, here), (_, high, beyond) in zip(found[1::2], found[2::2], strict=True):
        if made[-1][2] == part(here) == part(beyond):
            made[-1] = made[-1][0], high, part(beyond)
        else:
            made += [(t, t, part(here)), (t, high, part(beyond))]
    return made


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
# What happens along the line


@dataclass(frozen=True)
class LineStretch:
    """A stretch of a line with constant aims: an open interval, or a single point.

    Fields: `low` and `high`, its ends, equal for a point; `aims`, in text, None if the phase is a stalemate; `win`, the
    win probabilities as functions of t.
    """

    low: Number
    high: Number
    aims: Aims
    win: tuple[Function, ...]


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


@dataclass(frozen=True)
class LineSample:
    """One place on a line.

    Fields: `t`; `hits`; `aims`, None for a stalemate in which somebody had to choose; `win`, the win probabilities.
    """

    t: Number
    hits: tuple[Number, ...]
    aims: Aims
    win: tuple[Number, ...]

    def __str__(self) -> str:
        return f"({_listed(self.hits)}): {_words(self.aims, 'no aims')}; wins {_listed(self.win)}"


def _listed(numbers: Iterable[Number]) -> str:
    return ", ".join(map(number_text, numbers))


def _words(aims: Aims, none: str = "none") -> str:
    return none if aims is None else ", ".join(aims)


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

        Raises `NumberError` for a number of points that is no integer from 1 to 10,000.

        >>> for sample in crossings("1/3,2/3,1", "1/2,1/2,1").samples(2):
        ...     print(sample.t, *sample.win)
        0 25/63 8/21 2/9
        1/2 7765/15696 343/1308 35/144
        root(1 -6 72 -40; 0) root(1 5 7 -5; 0) root(1 -4 5 -1; 0) root(1 -4 5 -1; 0)
        1 7/12 1/6 1/4
        """
        inner = {*_steps(points), *self.changes, *(encounter.at for encounter in self.encounters)}
        return [self.start, *map(self.at, sorted(inner)), self.end]

    def _table(self) -> Table:
        aims = [stretch.aims for stretch in self.stretches]
        changes = map(_change, aims[::2], aims[1::2], aims[2::2])
        events = [*zip(self.changes, changes, strict=True), *((each.at, str(each)) for each in self.encounters)]
        start = "" if aims[0] == self.start.aims else f"; beyond it {_words(aims[0])}"
        end = "" if aims[-1] == self.end.aims else f"; before it {_words(aims[-1])}"
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

        Decimals are correctly rounded to 15 digits after the point. Raises `NumberError` as `samples` does.

        >>> print(crossings("1/2,1/3", "1/2,1").to_csv(1), end="")
        t,aims,hit A,hit B,win A,win B,t exactly,win A exactly,win B exactly
        0.000000000000000,B A,0.500000000000000,0.333333333333333,0.750000000000000,0.250000000000000,0,3/4,1/4
        1.000000000000000,B A,0.500000000000000,1.000000000000000,0.500000000000000,0.500000000000000,1,1/2,1/2
        """
        hits, wins = ([f"{what} {label(player)}" for player in range(self.letters.players)] for what in ("hit", "win"))
        rows: list[list[Cell]] = []
        for sample in self.samples(points):
            t, *others = (Rounded(value, _DIGITS) for value in (sample.t, *sample.hits, *sample.win))
            rows.append([t, _words(sample.aims).replace(",", ""), *others, sample.t, *sample.win])
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

        Raises `NumberError` as `samples` does.

        >>> crossings("1/3,2/3,1", "1/2,1/2,1").plot(points=20).axes[0].get_ylabel()
        'wins, %'
        """
        from matplotlib.figure import Figure

        steps, players = _steps(points), self.letters.players
        met = [(t, "; ".join(map(str, here))) for t, here in groupby(self.encounters, attrgetter("at"))]
        notes = [f"{place}   t = {decimal_text(t, 5)}: {text}" for place, (t, text) in enumerate(met, start=1)]
        size = 9, 5 + 0.24 * players + 0.19 * len(notes)
        figure = Figure(figsize=size, facecolor="white", layout="constrained")
        axes, bars = figure.subplots(2, sharex=True, height_ratios=(15, players))
        _draw_wins(axes, self, steps)
        _draw_bars(bars, self.stretches, players)
        changes = list(map(float, self.changes))
        for each, t in product((axes, bars), changes):
            each.axvline(t, color="0.45", linewidth=0.8, linestyle=(0, (4, 3)), zorder=0)
        texts = [text if len(text := number_text(t)) <= _SHORT else f"≈ {decimal_text(t, 5)}" for t in self.changes]
        look: dict[str, Any] = {"rotation": 40, "ha": "left", "fontsize": 8.5, "rotation_mode": "anchor"}
        axes.secondary_xaxis("top").set_xticks(changes, texts, **look)
        look = {"transform": axes.get_xaxis_transform(), "ha": "center", "va": "top", "fontsize": 9}
        for place, (t, _) in enumerate(met, start=1):
            axes.text(float(t), 0.985, str(place), fontweight="bold", **look)
        axes.set_title("Who wins, and whom each aims at, as the chances to hit change along a line", fontsize=11)
        bars.set_xlabel(f"t, from ({_listed(self.start.hits)}) to ({_listed(self.end.hits)})")
        figure.supxlabel("\n".join(notes), x=0.08, ha="left", fontsize=9)
        return figure


def _change(before: Aims, here: Aims, after: Aims) -> str:
    """Return what happens to the aims at a point between two stretches."""
    if before == after:
        return f"aims {_words(before)} but {_words(here)} at this point"
    own = "" if here in (before, after) else f", {_words(here)} at this point"
    return f"aims {_words(before)} change to {_words(after)}{own}"


def _steps(points: int) -> list[Fraction]:
    """Return the multiples of `1/points` strictly between 0 and 1."""
    count = read_count(points, "points", most=_STEPS)
    return [Fraction(step, count) for step in range(1, count)]


def crossings(
    start: Iterable[object],
    end: Iterable[object],
    aims: object = None,
    later: Mapping[Any, object] | None = None,
    **fields: Any,
) -> Crossings:
    """Return where players overtake each other, and where optimal aims change, along a line of hit probabilities.

    With t from 0 to 1 the hit probabilities move along the straight line from `start` to `end`. The steps: (1) choose
    the aims, and with them the win probabilities as functions of t; (2) the numerators of their differences give the
    order of the players; (3) cut the line into pieces in which both are constant. The ends may lie on a face of the
    cube and are solved with numbers.

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
    choose: Callable[[SignOf], Any]
    win: Callable[[Any], Sequence[Function]]
    aims_of: Callable[[Any], Aims]
    if optimal:
        decisions = Decisions(letters, **fields)
        choose, win, aims_of = decisions.solve, decisions.win, lambda path: _texts(decisions.aims(path))
        solved = [_solved(hits, fields) for hits in ends]
    else:
        form = closed_form(aims, zip(*ends, strict=True), later)
        refuse(ProblemError, (form.weights, "aims with symbolic weights cannot be followed along a line; give numbers"))
        choose, win, aims_of = (lambda sign_of: None), (lambda path: form.functions), lambda path: form.aims
        solved = [(form.aims, closed_form(aims, hits, later).at([])) for hits in ends]
    pairs = list(combinations(range(players[0]), 2))

    @cache
    def leads(path: Any) -> list[SignedFactors]:
        functions = win(path)
        return [settled(functions[one] - functions[other]) for one, other in pairs]

    def question(sign_of: SignOf) -> tuple[Any, tuple[int, ...]]:
        path = choose(sign_of)
        return path, tuple(sign_by(lead, sign_of) for lead in leads(path))

    found = pieces(question)
    parts = (
        LineStretch(low, high, aims_of(path), tuple(win(path))) for low, high, path in joined(found, itemgetter(0))
    )
    first, last = (LineSample(Fraction(t), tuple(ends[t]), *solved[t]) for t in (0, 1))
    return Crossings(letters, first, last, tuple(parts), tuple(_encounters(found, pairs)))


def _point(point: object, which: str) -> list[Fraction]:
    what = f"the {which}: give a list of hit probabilities"
    listed = point.split(",") if isinstance(point, str) else entries_of(point, what)
    return [rational_probability(hit, f"{which}, player {label(player)}") for player, hit in enumerate(listed)]


def _texts(aims: Sequence[Aim | None] | None) -> Aims:
    return None if aims is None or None in aims else tuple(map(str, aims))


def _solved(hits: list[Fraction], fields: dict[str, Any]) -> tuple[Aims, tuple[Fraction, ...]]:
    """Return the aims and the win probabilities at an end."""
    solution = solve(hits, **fields)
    return _texts(solution.aims), tuple(map(rational, solution.win))


def _encounters(found: Sequence[Piece], pairs: Sequence[tuple[int, int]]) -> list[Encounter]:
    """Return where players meet, from pieces whose answers are a choice of aims and the signs for all pairs."""
    result = []
    for place, pair in enumerate(pairs):

        def part(answer: Any, place: int = place) -> Any:
            return answer[0], answer[1][place]

        own = joined(found, part)
        for three in zip(own[::2], own[1::2], own[2::2], strict=False):
            paths, (before, here, after) = zip(*(answer for *_, answer in three), strict=True)
            if not before == here == after:
                result.append(Encounter(three[1][0], pair, before, here, after, jump=len({*paths}) > 1))
    return sorted(result, key=attrgetter("at", "players"))


# ---------------------------------------------------------------------------------------------------------
# The picture


def _draw_bars(axes: Axes, stretches: Sequence[LineStretch], players: int) -> None:
    """Draw the aims of all players: a bar in the colour of the target, grey for a miss, darker for a mix.

    An aim at a single point is a thin line.
    """
    colors = {None: "white", "Miss": "0.85"} | {label(player): _color(player) for player in range(players)}
    look: dict[str, Any] = {"ha": "center", "va": "center_baseline", "fontsize": 8.5}
    for player in range(players):
        aims = ((stretch.aims and stretch.aims[player], stretch) for stretch in stretches)
        for aim, group in groupby(aims, itemgetter(0)):
            several, color = [stretch for _, stretch in group], colors.get(aim, "0.55")
            low, high = float(several[0].low), float(several[-1].high)
            edge, width, above = (color, 2.5, 3) if low == high else ("0.35", 0.6, 1)
            axes.barh(player, high - low, 0.8, low, color=color, edgecolor=edge, linewidth=width, zorder=above)
            if high - low > 0.011 * len(aim or "none"):  # a letter's part of the width
                axes.text((low + high) / 2, player, aim or "none", color=ink(color), **look)
    axes.set_ylim(players - 0.5, -0.5)
    axes.set_yticks(range(players), [f"{label(player)} aims at" for player in range(players)], fontsize=8.5)
    axes.tick_params(left=False)
    axes.spines[["top", "right", "left"]].set_visible(False)


def _color(player: int) -> str:
    return PLAYER_COLORS[player % len(PLAYER_COLORS)]


def _draw_wins(axes: Axes, line: Crossings, steps: Sequence[Fraction]) -> None:
    """Draw the win probabilities, one piece per stretch, with dots for values, hollow dots and rings."""
    taken = {sample.t: sample.win for sample in (line.start, *map(line.at, line.changes), line.end)}

    def dot(t: Number, value: Number, **look: Any) -> None:
        axes.plot([float(t)], [float(100 * value)], "o", **look)

    for player, name in enumerate(map(label, range(line.letters.players))):
        color = _color(player)
        for stretch in line.stretches[::2]:
            # In lowest terms and bounded, a function has no pole at the ends of its stretch.
            places = [stretch.low, *(t for t in steps if stretch.low < t < stretch.high), stretch.high]
            values = [value_at_t(stretch.win[player], t) for t in places]
            axes.plot(list(map(float, places)), [100 * float(value) for value in values], color=color, linewidth=1.8)
            for t, value in ((places[0], values[0]), (places[-1], values[-1])):
                if value != taken[t][player]:
                    dot(t, value, mfc="white", mec=color, markersize=4, zorder=3, clip_on=False)
        axes.plot([], [], color=color, label=name, linewidth=1.8)
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
