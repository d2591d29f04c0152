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
from itertools import combinations, groupby, pairwise
from operator import itemgetter
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
    read_rational_probability,
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
    univariate,
)
from truel_ref.symbolic.decisions import Decisions, SignedFactors, SignOf, settled, sign_by
from truel_ref.symbolic.formulas import closed_form

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Piece: TypeAlias = tuple[Number, Number, Any]
"""A part of a line with one answer to a question: its ends, equal for a point, and the answer."""

Aims: TypeAlias = tuple[str, ...] | None
"""The aims of all players in text, None in a stalemate."""

_STEPS = 10_000
_DIGITS = 15
_LONGEST = 60  # characters of a polynomial in a table


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
    above, below = (
        evaluate([Fraction(int(c.numerator), int(c.denominator)) for c in side.to_dense()], t)
        for side in (function.numer, function.denom)
    )
    value: Number = above / below
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
        if not self.after or self.before == self.after:
            still = "change places at this point only" if self.here else "meet"
            return f"{one} and {two} {still if self.before == self.after else 'stay equal from here'}"
        passes = "goes ahead of" if not self.before else "jumps ahead of" if self.jump else "overtakes"
        return f"{one} {passes} {two}" if self.after > 0 else f"{two} {passes} {one}"


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
        count = read_count(points, "points", most=_STEPS)
        steps = (Fraction(step, count) for step in range(1, count))
        inner = {*steps, *self.changes, *(encounter.at for encounter in self.encounters)}
        return [self.start, *map(self.at, sorted(inner)), self.end]

    @property
    def events(self) -> list[tuple[Number, str]]:
        """What happens strictly between the ends, in words: each place with changes of aims and meetings of players."""
        aims = [stretch.aims for stretch in self.stretches]
        changes = map(_change, aims[::2], aims[1::2], aims[2::2])
        listed = [*zip(self.changes, changes, strict=True), *((each.at, str(each)) for each in self.encounters)]
        places = groupby(sorted(listed, key=itemgetter(0)), key=itemgetter(0))
        return [(t, "; ".join(text for _, text in here)) for t, here in places]

    def _table(self) -> Table:
        first, last = self.stretches[0].aims, self.stretches[-1].aims
        start = "" if first == self.start.aims else f"; beyond it {_words(first)}"
        end = "" if last == self.end.aims else f"; before it {_words(last)}"
        rows: list[list[Cell]] = [[Rounded(t, 10), text, _exactly(t)] for t, text in self.events]
        rows = [[0, f"{self.start}{start}", ""], *rows, [1, f"{self.end}{end}", ""]]
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

        Bars under the curves show the target of each player. A dashed line marks a change of aims; a ring marks a
        meeting of two curves; a hollow dot marks a limit that differs from the value there. Below, all that happens is
        listed.

        Parameters: `points`, the number of steps of t from 0 to 1.

        Raises `NumberError` as `samples` does.

        >>> crossings("1/3,2/3,1", "1/2,1/2,1").plot(points=20).axes[0].get_ylabel()
        'wins, %'
        """
        from matplotlib.figure import Figure

        players, notes = self.letters.players, [f"t = {decimal_text(t, 5)}: {text}" for t, text in self.events]
        values = {sample.t: sample.win for sample in self.samples(points)}
        size = 9, 4.5 + 0.24 * players + 0.19 * len(notes)
        figure = Figure(figsize=size, facecolor="white", layout="constrained")
        axes, bars = figure.subplots(2, sharex=True, height_ratios=(15, players))
        for player in range(players):
            _draw_wins(axes, self, player, {t: win[player] for t, win in values.items()})
            _draw_bar(bars, self.stretches, player)
        for encounter in self.encounters:
            if not encounter.jump:
                _dot(axes, encounter.at, values[encounter.at][encounter.players[0]], "white", "black", 6)
        for t in map(float, self.changes):
            axes.axvline(t, color="0.45", linewidth=0.8, linestyle="dashed", zorder=0)
        axes.set_title("Who wins, and whom each aims at, as the chances to hit change along a line", fontsize=11)
        axes.set(xlim=(0, 1), ylim=(0, None), ylabel="wins, %")
        axes.grid(color="0.9", linewidth=0.6)
        axes.legend(loc="upper left", bbox_to_anchor=(1.01, 1.0), frameon=False)
        bars.set_yticks(range(players), [f"{label(player)} aims at" for player in range(players)], fontsize=8.5)
        bars.invert_yaxis()
        bars.set_xlabel(f"t, from ({_listed(self.start.hits)}) to ({_listed(self.end.hits)})")
        figure.supxlabel("\n".join(notes), x=0.08, ha="left", fontsize=9)
        return figure


def _change(before: Aims, here: Aims, after: Aims) -> str:
    """Return what happens to the aims at a point between two stretches."""
    if before == after:
        return f"aims {_words(before)} but {_words(here)} at this point"
    own = "" if here in (before, after) else f", {_words(here)} at this point"
    return f"aims {_words(before)} change to {_words(after)}{own}"


def _exactly(t: Number) -> str:
    text = number_text(t)
    return text if len(text) <= _LONGEST else f"root of degree {len(minimal_polynomial(t)) - 1}; --json has it"


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
    players, others = map(len, ends)
    optimal = aims is None
    refuse(
        ProblemError,
        (players != others, f"the start has {players} players and the end {others}"),
        (ends[0] == ends[1], "the start and the end are the same point; a line needs two"),
        (optimal and later, "the aims of later phases are given beside fixed aims only"),
        (optimal and players > 3, "optimal aims along a line are for two or three players; give the aims of more"),
        (not optimal and fields, f"{next(iter(fields), '')} cannot be given with fixed aims"),
    )
    letters = Letters(zip(*ends, strict=True))
    choose: Callable[[SignOf], Any]
    win: Callable[[Any], Sequence[Function]]
    aims_of: Callable[[Any], Aims]
    if optimal:
        decisions = Decisions(letters, **fields)
        choose, win, aims_of = decisions.solve, decisions.win, lambda path: _texts(decisions.aims(path))
        solved = [(_texts(each.aims), each.win) for each in (solve(hits, **fields) for hits in ends)]
    else:
        form = closed_form(aims, zip(*ends, strict=True), later)
        refuse(ProblemError, (form.weights, "aims with symbolic weights cannot be followed along a line; give numbers"))
        choose, win, aims_of = (lambda sign_of: None), (lambda path: form.functions), lambda path: form.aims
        solved = [(form.aims, closed_form(aims, hits, later).at([])) for hits in ends]
    pairs = list(combinations(range(players), 2))

    @cache
    def leads(path: Any) -> list[SignedFactors]:
        functions = win(path)
        return [settled(functions[one] - functions[other]) for one, other in pairs]

    def question(sign_of: SignOf) -> tuple[Any, list[int]]:
        path = choose(sign_of)
        return path, [sign_by(lead, sign_of) for lead in leads(path)]

    found = pieces(question)
    met = []
    for (*_, left), (t, _, here), (*_, right) in zip(found[::2], found[1::2], found[2::2], strict=False):
        jump = not left[0] == here[0] == right[0]
        signs = zip(pairs, left[1], here[1], right[1], strict=True)
        met += [Encounter(t, *each, jump) for each in signs if not each[1] == each[2] == each[3]]
    joint = joined(found, itemgetter(0))
    stretches = [LineStretch(low, high, aims_of(path), tuple(win(path))) for low, high, path in joint]
    first, last = (LineSample(Fraction(t), tuple(ends[t]), *solved[t]) for t in (0, 1))
    return Crossings(letters, first, last, tuple(stretches), tuple(met))


def _point(point: object, which: str) -> list[Fraction]:
    what = f"the {which}: give a list of hit probabilities"
    listed = point.split(",") if isinstance(point, str) else entries_of(point, what)
    return [read_rational_probability(hit, f"{which}, player {label(player)}") for player, hit in enumerate(listed)]


def _texts(aims: Sequence[Aim | None] | None) -> Aims:
    return None if aims is None or None in aims else tuple(map(str, aims))


# ---------------------------------------------------------------------------------------------------------
# The picture


def _dot(axes: Axes, t: Number, value: Number, face: str, edge: str, size: int) -> None:
    look: dict[str, Any] = {"mfc": face, "mec": edge, "markersize": size, "zorder": 3, "clip_on": False}
    axes.plot([float(t)], [float(100 * value)], "o", **look)


def _draw_wins(axes: Axes, line: Crossings, player: int, values: Mapping[Number, Number]) -> None:
    """Draw the win probabilities of a player: a curve per stretch, dots for values, and hollow dots for limits."""
    color = _color(player)
    for stretch in line.stretches[::2]:
        ends = stretch.low, stretch.high
        # In lowest terms and bounded, a function has no pole at the ends of its stretch.
        low, high = ((t, value_at_t(stretch.win[player], t)) for t in ends)
        places, heights = zip(low, *(each for each in values.items() if ends[0] < each[0] < ends[1]), high, strict=True)
        name = label(player) if not stretch.low else ""
        axes.plot(list(map(float, places)), [100 * float(y) for y in heights], color=color, linewidth=1.8, label=name)
        for t, value in (low, high):
            _dot(axes, t, values[t], color, color, 4)
            if value != values[t]:
                _dot(axes, t, value, "white", color, 4)


def _draw_bar(axes: Axes, stretches: Sequence[LineStretch], player: int) -> None:
    """Draw the aims of a player: a bar in the colour of the target, grey for a miss, darker for a mix."""
    colors = {label(other): _color(other) for other in range(len(stretches[0].win))} | {"none": "white", "Miss": "0.85"}
    aims = ((stretch.aims[player] if stretch.aims else "none", stretch) for stretch in stretches)
    for aim, group in groupby(aims, itemgetter(0)):
        several, color = [stretch for _, stretch in group], colors.get(aim, "0.55")
        low, high = float(several[0].low), float(several[-1].high)
        axes.barh(player, high - low, 0.8, low, color=color, edgecolor="0.35", linewidth=0.6, zorder=1 + (low == high))
        if high - low > 0.011 * len(aim):  # a letter's part of the width
            axes.text((low + high) / 2, player, aim, color=ink(color), ha="center", va="center", fontsize=8.5)


def _color(player: int) -> str:
    return PLAYER_COLORS[player % len(PLAYER_COLORS)]
