"""Why: every profile of a phase, who would choose it and where ties were broken, as a table and in plain English.

A **profile** is one announcement per player of the phase. After every history the last player chooses one profile. The
player before chooses among the profiles that the last player would choose; and so on, back to the player on move.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple, Unpack

from truel_ref.errors import ProblemError, refuse, shown
from truel_ref.explain.gains import decision, stage_in
from truel_ref.explain.pictures import bars
from truel_ref.fast.recursion import Recursion
from truel_ref.fast.solving import solved
from truel_ref.game.aims import Aim
from truel_ref.game.parts import texts
from truel_ref.game.people import Order, Profile, player_named
from truel_ref.game.problem import TIE_RULES, AnyProblem, Problem, Statement, states_a_problem
from truel_ref.game.solution import Solution
from truel_ref.limits import check
from truel_ref.numbers import Number, integer_text, number_text, percent_text
from truel_ref.play.announced import Chosen, choices_after
from truel_ref.records.record import Record
from truel_ref.records.table import Cell, Table

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["ProfileResult", "Row", "Why", "choose", "profile_results", "target_options", "why"]

ROW_LIMIT = 100_000
SHOWN = 30  # the most rows of a table with all of them
MOST = 12  # the most options of a player in the text and in a shortened table, and the most values in one reason
READABLE = 24  # the most characters of an exact number in the text


@dataclass(frozen=True)
class ProfileResult:
    """One announcement per player of a phase, and its win probabilities.

    Fields: `aims`, in shooting order; `wins`, for each of these players the win probabilities of all players of the
    problem **at this player's first turn of the phase** (`wins[0]` are those at the start), all 0 in a stalemate;
    `stalls`, whether nobody can be hit under the profile. The numbers are exact, or estimates of a simulation.
    """

    aims: tuple[Aim, ...]
    wins: tuple[tuple[Any, ...], ...]
    stalls: bool


class Row(NamedTuple):
    """A profile in a table.

    Fields: `number`, in canonical order from 1; `path`, as indices of options; `profile`; `own`, for each player of the
    phase the own win probability at the own first turn; `marks`.
    """

    number: int
    path: Profile
    profile: ProfileResult
    own: tuple[Number, ...]
    marks: tuple[str, ...]


# ---------------------------------------------------------------------------------------------------------
# The steps: options, results, choices


def target_options(problem: Problem, order: Order | None = None) -> tuple[tuple[Aim, ...], ...]:
    """Return every option of every player of a phase, by default the first phase; a predefined aim is the only option.

    >>> [[str(aim) for aim in aims] for aims in target_options(Problem(["1/3", "2/3", 1], ["Miss", "Optimal", "B"]))]
    [['Miss'], ['A', 'C', 'Miss'], ['B']]
    """
    order = order or problem.order
    return tuple(problem.options(order, player) for player in order)


def profile_results(solution: Solution, order: str | Iterable[int | str] | None = None) -> dict[Profile, ProfileResult]:
    """Return every profile of a phase, by default the first phase, with exact win probabilities, in canonical order.

    The key of a profile has the index of each player's option in `target_options`.

    >>> results = profile_results(solved(["1/3", "2/3", 1]))
    >>> len(results), [str(win) for win in results[2, 1, 1].wins[0]]
    (27, ['25/63', '8/21', '2/9'])
    """
    stage = stage_in(solution, order)
    return {path: _result(stage, path) for path in product(*(range(len(aims)) for aims in stage.options))}


def _result(stage: Recursion, path: Profile) -> ProfileResult:
    wins = tuple(tuple(stage.win(path, seat)) for seat in range(len(path)))
    return ProfileResult(stage.aims(path), wins, stage.stalls(path))


def choose(
    problem: Problem,
    order: Order,
    results: Mapping[Profile, ProfileResult],
    options: Sequence[Sequence[Aim]] | None = None,
) -> dict[Profile, Chosen]:
    """Return the choice after every history, by backward induction over given results from any source.

    This is the definition (`truel_ref.play.announced.choices_after`), which needs only the results.

    Parameters: `problem`, whose tie rule counts; `order`, the phase; `results`, a `ProfileResult` for every path;
    `options`, the options that the paths refer to, by default `target_options`. The history `()` is before the first
    player's decision.

    Raises `ProblemError` if a profile is missing.

    >>> problem = Problem(["1/3", "2/3", 1])
    >>> choose(problem, (0, 1, 2), profile_results(solved(problem)))[()]
    Chosen(path=(2, 1, 1), equal=(2,), material=False)
    """
    offered = target_options(problem, order) if options is None else tuple(map(tuple, options))

    def value(path: Profile, seat: int) -> tuple[Any, ...] | None:
        if path not in results:
            aims = ", ".join(str(aims[option]) for aims, option in zip(offered, path, strict=True))
            raise ProblemError(f"the results lack the profile {aims}; give one for every profile of the phase")
        return None if results[path].stalls else results[path].wins[seat]

    chosen = choices_after((), problem, order, offered, value)
    return {history: choice for history, choice in chosen.items() if len(history) < len(order)}


# ---------------------------------------------------------------------------------------------------------
# The explanation


@states_a_problem
def why(
    problem: AnyProblem,
    *,
    phase: str | Iterable[int | str] | None = None,
    player: str | int | None = None,
    **statement: Unpack[Statement],
) -> Why:
    """Explain the choice of aims in a phase: every profile, who would choose it, where ties were broken.

    >>> explained = why(["1/3", "2/3", 1])
    >>> len(explained.rows), explained.rows[22].marks
    (27, ('C+', 'B+', 'A+'))

    Parameters:
        problem: and its keywords, as for `solve`; or a solution.
        phase: its shooting order, by default that of the first phase.
        player: only the profiles that this player compares: each of the player's options after each history, with the
            replies to it; by default the profiles of the last player, which are all.

    Raises `ProblemError` for a player who is not in the phase, `ProblemError` for an unknown phase, and the errors of
    `solve`.
    """
    solution = solved(problem, **statement)
    stage = stage_in(solution, phase)
    who = stage.phase[-1] if player is None else player_named(player, solution.problem.names)
    strange = f"player {shown(player)} is not in the phase {solution.problem.order_text(stage.phase)}"
    refuse(ProblemError, (who not in stage.phase, strange))
    return Why(solution, stage.phase, stage.phase.index(who) + 1, *_Choices(stage).conclusion())


class _Choices:
    """The choice after every history of a phase, computed once, as marks of a profile and in words."""

    def __init__(self, stage: Recursion) -> None:
        self.stage, self.options, self.problem = stage, stage.options, stage.game.problem
        self.names = [self.problem.label(player) for player in stage.phase]
        self.known: dict[Profile, tuple[Profile, Profile]] = {}

    def after(self, history: Profile) -> tuple[Profile, Profile]:
        """Return the profile chosen after a history, empty in a stalemate, and the equal options."""
        if history not in self.known:
            path, seat = self.stage.decide(history) or (), len(history)
            self.known[history] = path, self.stage.ties.get(history, [path[seat : seat + 1]])[0]
        return self.known[history]

    def marks(self, path: Profile) -> Iterator[str]:
        """Yield the marks of the players who would choose a profile, the last player first, while all later would."""
        for seat in reversed(range(len(path))):
            (chosen, equal), name = self.after(path[:seat]), self.names[seat]
            if chosen != path:
                yield from [f"{name}="] * (path[seat] in equal)
                return
            by_rule = f"={self.problem.tie_rule}" if len(equal) > 1 else ""
            yield name + ("+" if len(self.options[seat]) > 1 else "!") + by_rule

    def worths(self, history: Profile) -> dict[int, Number]:
        """Return the value of every allowed option after a history, the best first."""
        seat, worths = len(history), dict[int, Number]()
        for option in range(len(self.options[seat])):
            if path := self.after((*history, option))[0]:
                worths[option] = self.stage.win(path, seat)[self.stage.phase[seat]]
        return dict(sorted(worths.items(), key=lambda worth: -worth[1]))

    def conclusion(self) -> tuple[str, tuple[str, ...]]:
        """Return the choice of the first player who has one, with its reason, and the lines that lead to it."""
        if not self.after(())[0]:
            return "Nobody can be hit whatever is announced: the phase is a stalemate.", ()
        free = next((seat for seat, aims in enumerate(self.options) if len(aims) > 1), len(self.options))
        steps = [f"{self.names[seat]} has one option and {self.does(seat, 0)}." for seat in range(free)]
        if free == len(self.options):
            return "Nobody has a choice.", tuple(steps)
        first, name = (0,) * free, self.names[free]
        worths = [*self.worths(first).items()]
        for option, worth in sorted(worths[:MOST]):
            path, _ = self.after((*first, option))
            replies = "".join(f"{self.reason(path[:seat])}; " for seat in range(free + 1, len(path)))
            steps.append(f"If {name} {self.does(free, option)}, {replies}{name} wins with probability {_read(worth)}.")
        for _, worth in worths[MOST : MOST + 1]:
            steps.append(f"The other {len(worths) - MOST} options are worth at most {_read(worth)}.")
        return f"{self.reason(first)}.", tuple(steps)

    def reason(self, history: Profile) -> str:
        """Return the choice after a history and its reason, as a clause."""
        seat, (path, equal), worths = len(history), self.after(history), self.worths(history)
        names, rule = [*map(self.named, self.options[seat])], self.problem.tie_rule
        groups: dict[Number, list[str]] = {}
        for option, worth in worths.items():
            groups.setdefault(worth, []).append(names[option])
        best, *others = [f"{_read(worth)} ({', '.join(alike)})" for worth, alike in groups.items()][:MOST]
        less = " > ".join(others)
        if len(equal) > 1:
            more = f", more than {less}" if others else ""
            said = f" by tie rule {rule} ({TIE_RULES[rule]}) among equals of {best}{more}"
        elif others:
            said = f" because {_read(next(iter(groups)))} > {less}"
        else:
            said = ", the only option" if len(names) == 1 else ", the only allowed option"
        forbidden = ", ".join(name for option, name in enumerate(names) if option not in worths)
        only = f" ({forbidden} could only end in a stalemate)" if forbidden else ""
        return f"{self.names[seat]} {self.does(seat, path[seat])}{said}{only}"

    def does(self, seat: int, option: int) -> str:
        """Return what a player with an option does."""
        aim = self.options[seat][option]
        return "misses" if aim.is_miss else f"{'mixes' if aim.is_mix else 'aims at'} {self.named(aim)}"

    def named(self, aim: Aim) -> str:
        """Return an aim for reading aloud: long numbers of a mix as percentages."""
        text = self.problem.aim_text(aim)
        return text if len(text) <= 3 * READABLE else f"({', '.join(map(_read, aim.weights))})"


def _read(value: Number) -> str:
    """Return a number for reading aloud: a short fraction or radical, otherwise a percentage (tables are exact)."""
    text = number_text(value)
    readable = len(text) <= READABLE and (isinstance(value, Fraction) or value.degree == 2)
    return text if readable else f"about {percent_text(value, 6)}"


@dataclass(frozen=True, repr=False)
class Why(Record):
    """An explanation: the conclusion, a table of profiles, and the steps to the conclusion.

    Fields: `solution`; `order`, the phase; `listed`, the number of players whose announcements the rows vary, with the
    replies of the others; `conclusion`, the choice of the first player who has one, and its reason; `steps`, the lines
    that lead to it, one per option.

    In the marks of a row, `C+` says that C prefers this profile, given the history and the replies, `C!` that C had
    only this option, `C+=1` that C broke a tie by rule 1, and `C=` that the profile was equal and not taken. The row
    with the marks of all players is the solution. A table of more than 30 rows has only those on the way to the
    solution: the options of each player after the chosen announcements, with the replies. CSV and JSON have all rows.

    >>> explained = why(["1/3", "2/3", 1])
    >>> print(explained.conclusion)
    A misses because 25/63 > 59/189 (C) > 50/189 (B).
    >>> print(explained.steps[0])  # doctest: +ELLIPSIS
    If A aims at B, B aims at C because 8/21 > 0 (A, Miss); ... A wins with probability 50/189.
    """

    solution: Solution
    order: Order
    listed: int
    conclusion: str
    steps: tuple[str, ...]

    @cached_property
    def _choices(self) -> _Choices:
        return _Choices(stage_in(self.solution, self.order))

    @property
    def _ways(self) -> list[range]:
        """The options of the players whose announcements the rows vary."""
        return [range(len(aims)) for aims in self._choices.options[: self.listed]]

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """All rows, in canonical order. Raises `ProblemError` for more than 100,000."""
        many, names = prod(map(len, self._ways)), self._choices.names
        asked = f"ask for the profiles that one player compares (player {names[0]} has {len(self._ways[0])})"
        refuse(ProblemError, (many > ROW_LIMIT, f"{integer_text(many)} rows are more than {ROW_LIMIT:,}; {asked}"))
        return tuple(self._rows(product(*self._ways)))

    def way(self) -> tuple[Row, ...]:
        """Return the rows on the way to the solution: a player's best options after the chosen announcements."""
        path, _ = self._choices.after(())
        early = [path[:seat] for seat in range(min(self.listed, len(path)))]
        return tuple(self._rows((*one, option) for one in early for option in [*self._choices.worths(one)][:MOST]))

    def _rows(self, histories: Iterable[Profile]) -> Iterator[Row]:
        """Yield a row for each profile that follows some histories; after others only a stalemate can follow."""
        choices, last = self._choices, len(self.order)
        for path in sorted({one if len(one) == last else choices.after(one)[0] for one in histories} - {()}):
            check()
            number, profile = 0, _result(choices.stage, path)
            for option, aims in zip(path, choices.options, strict=True):
                number = number * len(aims) + option
            own = tuple(win[player] for win, player in zip(profile.wins, self.order, strict=True))
            yield Row(number + 1, path, profile, own, tuple(choices.marks(path)))

    def _table(self, every: bool = False) -> Table:
        choices, notes = self._choices, [*self.steps]
        notes.append(
            f"Phase {', '.join(choices.names)}. Wins are taken at {choices.names[0]}'s first turn of the phase; later "
            "players compare their own chances at their own first turns."
        )
        cut = not every and prod(map(len, self._ways)) > SHOWN
        rows = self.way() if cut else self.rows
        notes += ["Only the rows on the way to the answer; --format csv or --json prints all of them."] * cut
        wins, own = [f"{name} wins" for name in choices.names], [f"{name} at own turn" for name in choices.names[1:]]
        strong = [at for at, row in enumerate(rows) if row.path == choices.after(())[0]]
        columns = ["#", *choices.names, "chosen by", *wins, *own]
        return Table(columns, [*map(self._cells, rows)], self.conclusion, notes, strong=strong)

    def _cells(self, row: Row) -> list[Cell]:
        aims, wins, marks = map(self.solution.problem.aim_text, row.profile.aims), row.profile.wins[0], row.marks
        said = "stalemate" if row.profile.stalls else " ".join(marks)
        return [row.number, *aims, said, *(wins[player] for player in self.order), *row.own[1:]]

    def to_records(self, exact: bool = True) -> list[dict[str, Any]]:
        """Return all rows as dictionaries, as `Record.to_records` does."""
        return self._table(every=True).records(exact)

    def to_text(self, format: str = "table", digits: int | None = None) -> str:  # noqa: A002  as in Record
        """Return the explanation as `Record.to_text` does; CSV has all rows."""
        return self._table(every=True).text(format, 0) if format == "csv" else super().to_text(format, digits)

    def to_json(self) -> dict[str, Any]:
        """Return the explanation as plain data for JSON."""
        names, text = self._choices.names, self.solution.problem.aim_text
        rows = [
            {
                "number": number,
                "aims": dict(zip(names, map(text, profile.aims), strict=True)),
                "win": texts(profile.wins[0]),
                "own": dict(zip(names, texts(own), strict=True)),
                "stalls": profile.stalls,
                "marks": [*marks],
            }
            for number, _, profile, own, marks in self.rows
        ]
        return {"order": names, "rows": rows, "conclusion": self.conclusion, "steps": [*self.steps]}

    def plot(self) -> Figure:
        """Return a figure of what each option of the player on move leads to, with the replies."""
        return bars(decision(self.solution, (), self.order), self.solution.problem)
