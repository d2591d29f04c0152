"""Why: every profile of a phase, who would choose it and where ties were broken, as a table and in plain English.

A **profile** is one announcement per player of the phase. After every history the last player chooses one profile. The
player before chooses among the profiles that the last player would choose; and so on, back to the player on move. A
`Decision` has the choice after one history: the worth of every option, with the replies to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from itertools import groupby, product
from math import prod
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple, Unpack

from truel_ref.errors import ProblemError, refuse, shown
from truel_ref.explain.pictures import bars
from truel_ref.fast.recursion import Recursion, stage_of
from truel_ref.fast.solving import solved
from truel_ref.game.aims import Aim, Word, read_target
from truel_ref.game.parts import texts
from truel_ref.game.people import Order, Profile, entries_of, player_named
from truel_ref.game.problem import TIE_RULES, AnyProblem, Problem, Statement, states_a_problem
from truel_ref.game.solution import Decision, Solution, Worth
from truel_ref.kernels.memory import remembered
from truel_ref.limits import check
from truel_ref.numbers import Number, number_text, percent_text
from truel_ref.play.announced import Chosen, choices_after
from truel_ref.records.record import Record, frozen
from truel_ref.records.table import Cell, Table

if TYPE_CHECKING:
    from matplotlib.figure import Figure

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


# ---------------------------------------------------------------------------------------------------------
# One decision


def decision(
    problem: AnyProblem, earlier: str | Iterable[object] = (), order: str | Iterable[int | str] | None = None
) -> Decision:
    """Return the worth of every option of a decision, with the replies to it.

    >>> for worth in decision(["1/3", "2/3", 1], ["B"]).worths:
    ...     print(worth)
    A: 0, replies: Miss
    C: 8/21, replies: B
    Miss: 0, replies: Miss

    The player after the given history decides. The history may be any history of any phase of the solution, on the
    path of play or off it.

    Parameters: `problem`, a solution, a problem, or hit probabilities; `earlier`, the history: the aims announced in
    the phase, in shooting order, as words, labels, indices, weights or `Aim`s, or all in one text ("Miss, C"); `order`,
    the phase (see `Solution.phase`), by default the first phase.

    Raises the errors of `solve`, and `ProblemError` for an unknown phase, too many announcements, or an announcement
    that is not an aim or that the player may not make.
    """
    stage = stage_in(solved(problem), order)
    return decided(stage, _history(stage, earlier))


def stage_in(solution: Solution, order: str | Iterable[int | str] | None) -> Recursion:
    """Return a phase of a solution by its shooting order, by default the first phase."""
    return stage_of(solution, (solution.phases[0] if order is None else solution.phase(order)).order)


def decided(stage: Recursion, history: Profile) -> Decision:
    """Return the decision after a history: every option with the replies to it, and the chosen one."""
    seat, player, problem = len(history), stage.phase[len(history)], stage.game.problem
    worths, announced = [], stage.decide(history)
    for option, aim in enumerate(stage.options[seat]):
        path = stage.decide((*history, option))
        replies = None if path is None else stage.aims(path)[seat + 1 :]
        worths.append(Worth(player, aim, replies, tuple(stage.win(path, seat)), problem=problem))
    chosen = None if announced is None else stage.options[seat][announced[seat]]
    return Decision(stage.phase, stage.aims(history), tuple(worths), chosen, problem=problem)


def _history(stage: Recursion, earlier: str | Iterable[object]) -> Profile:
    """Return a history as options, in shooting order."""
    if isinstance(earlier, str):
        earlier = [part for part in earlier.split(",") if part.strip()]
    announced = entries_of(earlier, "earlier: give a list of announcements, like ['Miss', 'C']")
    problem, order, history = stage.game.problem, stage.phase, list[int]()
    phase = f"in the phase {problem.order_text(order)}"
    many = f"{len(announced)} announcements leave nobody to decide {phase}; give at most {len(order) - 1}"
    refuse(ProblemError, (len(announced) >= len(order), many))
    for said, player, options in zip(announced, order, stage.options, strict=False):
        target = read_target(said, player, problem.names)
        aim: Any = None if target is Word.OPTIMAL else problem.resolve(order, player, target)
        refused = f"player {problem.label(player)} may not announce {shown(said)} {phase}"
        known = f"the options are {problem.aims_text(options[:10])}"
        refuse(ProblemError, (aim not in options, f"{refused}; {known}"))
        history.append(options.index(aim))
    return tuple(history)


# ---------------------------------------------------------------------------------------------------------
# The results of all profiles, and the choice among given ones


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
    offered = options or target_options(problem, order)

    def value(path: Profile, seat: int) -> tuple[Any, ...] | None:
        if path not in results:
            lacking = problem.aims_text(aims[option] for aims, option in zip(offered, path, strict=True))
            raise ProblemError(f"the results lack the profile {lacking}; give one for every profile of the phase")
        return None if results[path].stalls else results[path].wins[seat]

    return choices_after((), problem, order, offered, value)


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
    order = (solution.phases[0] if phase is None else solution.phase(phase)).order
    who = order[-1] if player is None else player_named(player, solution.problem.names)
    strange = f"player {shown(player)} is not in the phase {solution.problem.order_text(order)}"
    refuse(ProblemError, (who not in order, strange))
    return Why(solution, order, order.index(who) + 1)


class Row(NamedTuple):
    """A profile in a table.

    Fields: `number`, in canonical order from 1; `profile`; `own`, for each player of the phase the own win probability
    at the own first turn; `marks`.
    """

    number: int
    profile: ProfileResult
    own: tuple[Number, ...]
    marks: tuple[str, ...]


@frozen
class Why(Record):
    """An explanation: the conclusion, a table of profiles, and the steps to the conclusion.

    Fields: `solution`; `order`, the phase; `listed`, the number of players whose announcements the rows vary, with the
    replies of the others.

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

    @property
    def _names(self) -> list[str]:
        return [*map(self.solution.problem.label, self.order)]

    @cached_property
    def _stage(self) -> Recursion:
        return stage_of(self.solution, self.order)

    @remembered
    def _after(self, history: Profile) -> Decision:
        """Return the decision after a history."""
        return decided(self._stage, history)

    # -- in words

    @property
    def conclusion(self) -> str:
        """The choice of the first player who has one, and its reason."""
        return self._words[0]

    @property
    def steps(self) -> tuple[str, ...]:
        """The lines that lead to the conclusion, one per option."""
        return self._words[1:]

    @cached_property
    def _words(self) -> tuple[str, ...]:
        steps, choices, problem = [], self._chain(()), self.solution.problem
        if not choices:
            return ("Nobody can be hit whatever is announced: the phase is a stalemate.",)
        for name, choice in zip(self._names, choices, strict=True):
            if len(choice.worths) > 1:
                break
            steps.append(f"{name} has one option and {_does(choice.chosen, problem)}.")
        else:
            return ("Nobody has a choice.", *steps)
        worths, first = _ranked(choice), (0,) * len(choice.earlier)
        for option, worth in enumerate(choice.worths):
            if worth in worths[:MOST]:
                replies = "".join(f"{_reason(each)}; " for each in self._chain((*first, option)))
                wins = f"{name} wins with probability {_read(worth.value)}"
                steps.append(f"If {name} {_does(worth.aim, problem)}, {replies}{wins}.")
        if len(worths) > MOST:
            steps.append(f"The other {len(worths) - MOST} options are worth at most {_read(worths[MOST].value)}.")
        return f"{_reason(choice)}.", *steps

    def _chain(self, history: Profile) -> list[Decision]:
        """Return the decisions of the players after a history, one after the other; none in a stalemate."""
        path = self._stage.decide(history) or ()
        return [self._after(path[:seat]) for seat in range(len(history), len(path))]

    # -- as a table

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """All rows, in canonical order. Raises `ProblemError` for more than 100,000."""
        first = f"player {self._names[0]} has {len(self._stage.options[0])}"
        asked = f"ask for the profiles that one player compares ({first})"
        refuse(ProblemError, (self._many > ROW_LIMIT, f"{self._many:,} rows are more than {ROW_LIMIT:,}; {asked}"))
        return self._rows(product(*(range(len(aims)) for aims in self._stage.options[: self.listed])))

    @property
    def _many(self) -> int:
        return prod(map(len, self._stage.options[: self.listed]))

    def way(self) -> tuple[Row, ...]:
        """Return the rows on the way to the solution: a player's best options after the chosen announcements."""
        options = self._stage.options
        return self._rows(
            tuple(map(tuple.index, options, (*choice.earlier, worth.aim)))
            for choice in self._chain(())[: self.listed]
            for worth in _ranked(choice)[:MOST]
        )

    def _rows(self, histories: Iterable[Profile]) -> tuple[Row, ...]:
        """Return a row for each profile that follows some histories; after others only a stalemate can follow."""
        rows, stage = [], self._stage
        for path in sorted({one if len(one) == stage.size else stage.decide(one) or () for one in histories} - {()}):
            check()
            number, profile = 0, _result(stage, path)
            for option, aims in zip(path, stage.options, strict=True):
                number = number * len(aims) + option
            own = tuple(win[player] for win, player in zip(profile.wins, self.order, strict=True))
            rows.append(Row(number + 1, profile, own, tuple(self._marks(path))))
        return tuple(rows)

    def _marks(self, path: Profile) -> Iterator[str]:
        """Yield the marks of the players who would choose a profile, the last player first, while all later would."""
        for seat in reversed(range(len(path))):
            choice, name, aim = self._after(path[:seat]), self._names[seat], self._stage.options[seat][path[seat]]
            if aim != choice.chosen:
                yield from [f"{name}="] * (aim in choice.best)
                return
            by_rule = f"={self.solution.problem.tie_rule}" if len(choice.best) > 1 else ""
            yield name + ("+" if len(choice.worths) > 1 else "!") + by_rule

    def _table(self, every: bool = False) -> Table:
        names, text, cut = self._names, self.solution.problem.aim_text, not every and self._many > SHOWN
        listed, aims = self.way() if cut else self.rows, self.solution.policy[self.order].aims
        rows: list[list[Cell]] = []
        for number, profile, own, marks in listed:
            said = "stalemate" if profile.stalls else " ".join(marks)
            wins = [profile.wins[0][player] for player in self.order]
            rows.append([number, *map(text, profile.aims), said, *wins, *own[1:]])
        notes = [
            *self.steps,
            f"Phase {', '.join(names)}. Wins are taken at {names[0]}'s first turn of the phase; later players compare "
            "their own chances at their own first turns.",
            *["Only the rows on the way to the answer; --format csv or --json prints all of them."] * cut,
        ]
        columns = ["#", *names, "chosen by", *(f"{name} wins" for name in names)]
        columns += [f"{name} at own turn" for name in names[1:]]
        strong = [at for at, row in enumerate(listed) if row.profile.aims == aims]
        return Table(columns, rows, self.conclusion, notes, strong=strong)

    def to_records(self, exact: bool = True) -> list[dict[str, Any]]:
        """Return all rows as dictionaries, as `Record.to_records` does."""
        return self._table(every=True).records(exact)

    def to_text(self, format: str = "table", digits: int | None = None) -> str:  # noqa: A002  as in Record
        """Return the explanation as `Record.to_text` does; CSV has all rows."""
        return self._table(every=True).text(format, 0) if format == "csv" else super().to_text(format, digits)

    def to_json(self) -> dict[str, Any]:
        """Return the explanation as plain data for JSON."""
        named = partial(zip, self._names, strict=True)
        rows = [
            {
                "number": number,
                "aims": dict(named(map(self.solution.problem.aim_text, profile.aims))),
                "win": texts(profile.wins[0]),
                "own": dict(named(texts(own))),
                "stalls": profile.stalls,
                "marks": [*marks],
            }
            for number, profile, own, marks in self.rows
        ]
        return {"order": self._names, "rows": rows, "conclusion": self.conclusion, "steps": [*self.steps]}

    def plot(self) -> Figure:
        """Return a figure of what each option of the player on move leads to, with the replies."""
        return bars(self._after(()))


# ---------------------------------------------------------------------------------------------------------
# A decision in words


def _ranked(choice: Decision) -> list[Worth]:
    """Return the allowed options of a decision, the best first."""
    return sorted(filter(attrgetter("allowed"), choice.worths), key=attrgetter("value"), reverse=True)


def _reason(choice: Decision) -> str:
    """Return a choice and its reason, as a clause."""
    problem, worths, forbidden = choice.problem, _ranked(choice), [one for one in choice.worths if not one.allowed]
    best, *others = [
        f"{_read(value)} ({_listed(alike, problem)})" for value, alike in groupby(worths, key=attrgetter("value"))
    ][:MOST]
    less = " > ".join(others)
    if len(choice.best) > 1:
        rule = f"tie rule {problem.tie_rule} ({TIE_RULES[problem.tie_rule]})"
        said = f" by {rule} among equals of {best}{', more than ' * bool(others)}{less}"
    elif others:
        said = f" because {_read(worths[0].value)} > {less}"
    else:
        said = f", the only {'allowed ' * (len(choice.worths) > 1)}option"
    only = f" ({_listed(forbidden, problem)} could only end in a stalemate)" if forbidden else ""
    return f"{problem.label(choice.player)} {_does(choice.chosen, problem)}{said}{only}"


def _does(aim: Any, problem: Problem) -> str:
    """Return what a player with an aim does."""
    return "misses" if aim.is_miss else f"{'mixes' if aim.is_mix else 'aims at'} {_named(aim, problem)}"


def _listed(worths: Iterable[Worth], problem: Problem) -> str:
    return ", ".join(_named(worth.aim, problem) for worth in worths)


def _named(aim: Aim, problem: Problem) -> str:
    """Return an aim for reading aloud: long numbers of a mix as percentages."""
    text = problem.aim_text(aim)
    return text if len(text) <= 3 * READABLE else f"({', '.join(map(_read, aim.weights))})"


def _read(value: Number) -> str:
    """Return a number for reading aloud: a short fraction or radical, otherwise a percentage (tables are exact)."""
    text = number_text(value)
    readable = len(text) <= READABLE and (isinstance(value, Fraction) or value.degree == 2)
    return text if readable else f"about {percent_text(value, 6)}"
