"""Why: every profile of a phase, who would choose it and where ties were broken, as a table and in plain English.

A **profile** is one announcement per player of the phase. After every history the last player chooses one profile. The
player before chooses among the profiles that the last player would choose; and so on, back to the player on move.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from html import escape
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple, Unpack

from truel_ref.errors import ProblemError, shown
from truel_ref.explain.gains import decision
from truel_ref.fast.recursion import Stage, stage_of
from truel_ref.fast.solving import solved
from truel_ref.files import Progress
from truel_ref.game.aims import Aim
from truel_ref.game.people import Order, Profile, player_named
from truel_ref.game.problem import TIE_RULES, AnyProblem, Problem, Statement, states_a_problem
from truel_ref.game.solution import Solution, aim_cell
from truel_ref.limits import check
from truel_ref.numbers import Number, integer_text, number_text, percent_text
from truel_ref.play.announced import Chosen, choices_after
from truel_ref.records.record import Record
from truel_ref.records.table import Cell, Table, markdown_text

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = [
    "ChoiceStory",
    "Chosen",
    "ProfileResult",
    "Row",
    "Why",
    "choose",
    "profile_results",
    "target_options",
    "tell",
    "why",
]


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


@dataclass(frozen=True)
class Row:
    """A profile in a table: its `number` in canonical order from 1, its `path`, the `profile`, and the `marks`."""

    number: int
    path: Profile
    profile: ProfileResult
    marks: tuple[str, ...]


# ---------------------------------------------------------------------------------------------------------
# Why: every profile of a phase, who would choose it and where ties were broken, as a table and in plain English


ROW_LIMIT = 100_000
WIDTH = 100  # characters, by default


# ---------------------------------------------------------------------------------------------------------
# The steps


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
    asked = solution.phases[0] if order is None else solution.phase(order)
    stage = stage_of(solution, asked.order)
    paths = product(*(range(len(aims)) for aims in stage.options))
    return {path: _profile(stage, path) for path in paths}


def _profile(stage: Stage, path: Profile) -> ProfileResult:
    wins = tuple(tuple(stage.win(path, place)) for place in range(len(path)))
    return ProfileResult(aims=stage.aims(path), wins=wins, stalls=stage.stalls(path))


def choose(
    problem: Problem,
    order: Order,
    results: Mapping[Profile, ProfileResult],
    options: Sequence[Sequence[Aim]] | None = None,
) -> dict[Profile, Chosen]:
    """Return the choice at every node, by backward induction over given results from any source.

    This is the definition (`truel_ref.play.announced.choices_after`), which needs only the results.

    Parameters: `problem`, whose tie rule counts; `order`, the phase; `results`, a `ProfileResult` for every path;
    `options`, the options that the paths refer to, by default `target_options`. The node `()` is the first player's
    decision.

    Raises `ProblemError` if a profile is missing.

    >>> problem = Problem(["1/3", "2/3", 1])
    >>> choose(problem, (0, 1, 2), profile_results(solved(problem)))[()]
    Chosen(path=(2, 1, 1), equal=(2,), material=False)
    """
    offered = target_options(problem, order) if options is None else tuple(tuple(aims) for aims in options)

    def value(path: Profile, place: int) -> tuple[Any, ...] | None:
        if path not in results:
            aims = ", ".join(str(aims[option]) for aims, option in zip(offered, path, strict=True))
            raise ProblemError(f"the results lack the profile {aims}; give one for every profile of the phase")
        return None if results[path].stalls else results[path].wins[place]

    chosen = choices_after((), problem, order, offered, value)
    return {node: choice for node, choice in chosen.items() if len(node) < len(order)}


# ---------------------------------------------------------------------------------------------------------
# The explanation


@states_a_problem
def why(
    problem: AnyProblem,
    *,
    phase: str | Iterable[int | str] | None = None,
    player: str | int | None = None,
    only_chosen: bool = False,
    progress: Progress | None = None,
    **statement: Unpack[Statement],
) -> Why:
    """Explain the choice of aims in a phase: every profile, who would choose it, where ties were broken.

    >>> explained = why(["1/3", "2/3", 1])
    >>> len(explained.rows), explained.rows[22].marks
    (27, ('C+', 'B+', 'A+'))

    Parameters:
        problem: and its keywords, as for `solve`; or a solution.
        phase: its shooting order, by default that of the first phase.
        player: show only the profiles that this player compares: each of the player's options after each history, with
            the replies to it.
        only_chosen: show only the profiles that this player chooses; by default, those of the last player.
        progress: called with 1 after each row.

    Raises `ProblemError` for more than 100,000 rows, for a player who is not in the phase and for an unknown phase,
    and the errors of `solve`.
    """
    solution = solved(problem, **statement)
    asked = solution.problem
    living = (solution.phases[0] if phase is None else solution.phase(phase)).order
    place = None if player is None else living.index(_in_phase(player, living, asked))
    stage = stage_of(solution, living)
    counts = [len(aims) for aims in stage.options]
    # A row has its first `depth` announcements given; the rest are replies.
    last = len(living) if place is None else place + 1
    depth = last - 1 if only_chosen else last
    wanted = prod(counts[:depth])
    if wanted > ROW_LIMIT:
        raise ProblemError(
            f"{integer_text(wanted)} rows are more than {ROW_LIMIT:,}; ask for the profiles that one player compares "
            f"(player {asked.label(living[0])} has {counts[0]}), or only for the chosen ones"
        )

    @cache
    def chosen(earlier: Profile) -> Chosen:
        path = stage.decide(earlier)
        if path is None or len(earlier) == len(living):
            return Chosen(path)
        equal, _, material = stage.ties.get(earlier, ((path[len(earlier)],), 0, False))
        return Chosen(path, equal, material)

    rows = []
    for earlier in product(*map(range, counts[:depth])):
        check()
        path = earlier if depth == len(living) else chosen(earlier).path
        if path is None:
            continue  # every continuation is a stalemate, and nobody chooses among stalemates
        marks = _marks(stage, path, chosen)
        if progress is not None:
            progress(1)
        rows.append(Row(_number(path, counts), path, _profile(stage, path), marks))
    return Why(solution, living, stage.options, tuple(rows), *tell(stage, chosen))


def _in_phase(player: object, order: Order, problem: Problem) -> int:
    place = player_named(player, problem.names)
    if place is None or place not in order:
        raise ProblemError(f"player {shown(player)} is not in the phase {problem.order_text(order)}")
    return place


def _number(path: Profile, counts: Sequence[int]) -> int:
    number = 0
    for option, count in zip(path, counts, strict=True):
        number = number * count + option
    return number + 1


def _marks(stage: Stage, path: Profile, chosen: Callable[[Profile], Chosen]) -> tuple[str, ...]:
    """Return the marks of the players who would choose a profile, the last player first, as long as all later would."""
    marks: list[str] = []
    for place in reversed(range(len(path))):
        name = stage.game.problem.label(stage.phase[place])
        node = chosen(path[:place])
        if chosen(path[: place + 1]).path != path:
            break
        tied = len(node.equal) > 1
        if node.path == path:
            only = len(stage.options[place]) == 1
            marks.append(name + ("!" if only else "+") + (f"={stage.game.problem.if_eq}" if tied else ""))
        else:
            if tied and path[place] in node.equal:
                marks.append(name + "=")
            break
    return tuple(marks)


@dataclass(frozen=True, repr=False)
class Why(Record):
    """An explanation: a text, the conclusion first, and a table of profiles.

    Fields: `solution`; `order`, the phase; `options`, per player of the phase; `rows`; `conclusion`, the choice and its
    reason; `steps`, the lines that lead to it, one per option. In the marks of a row, `C+` says that C prefers this
    profile, given the history and the replies, `C!` that C had only this option, `C+=1` that C broke a tie by rule 1,
    and `C=` that the profile was equal and not taken. The row with the marks of all players is the solution.

    >>> print(why(["1/3", "2/3", 1]).told(width=80))
    A misses because 25/63 > 59/189 (C) > 50/189 (B).
      If A aims at B, B aims at C because 8/21 > 0 (A, Miss); C aims at B because
        2/3 > 3/7 (Miss) > 1/3 (A); A wins with probability 50/189.
      If A aims at C, B aims at C because 8/21 > 0 (A, Miss); C aims at B because
        2/3 > 1/3 (A) > 0 (Miss); A wins with probability 59/189.
      If A misses, B aims at C because 8/21 > 0 (A, Miss); C aims at B because 2/3 >
        1/3 (A) > 0 (Miss); A wins with probability 25/63.
    """

    solution: Solution
    order: Order
    options: Sequence[Sequence[Aim]]
    rows: tuple[Row, ...]
    conclusion: str
    steps: tuple[str, ...]

    @property
    def text(self) -> str:
        """The conclusion and the steps, one per line."""
        return "\n".join([self.conclusion, *self.steps])

    def told(self, width: int = WIDTH) -> str:
        """Return the text wrapped to a width of at least 20 characters: the conclusion, then the steps, indented."""
        width = max(width, 20)
        lines = textwrap.wrap(self.conclusion, width)
        for step in self.steps:
            lines += textwrap.wrap(step, width, initial_indent="  ", subsequent_indent="    ")
        return "\n".join(lines)

    @property
    def caption(self) -> str:
        """The sentence that names the turn of the win probabilities."""
        first = self.solution.problem.label(self.order[0])
        return (
            f"Phase {self.solution.problem.order_text(self.order)}. Wins are taken at {first}'s first turn of the "
            f"phase; later players compare their own chances at their own first turns."
        )

    def _table(self) -> Table:
        names = [self.solution.problem.label(player) for player in self.order]
        later = [f"{name} at own turn" for name in names[1:]]
        columns = ["#", *names, *(f"{name} wins" for name in names), *later, "chosen by"]
        agreed = (len(row.marks) == len(names) and all(mark[-1] != "=" for mark in row.marks) for row in self.rows)
        chosen = [at for at, every in enumerate(agreed) if every]
        return Table(columns, [self._cells(row) for row in self.rows], self.caption, strong=chosen)

    def _cells(self, row: Row) -> list[Cell]:
        wins = [row.profile.wins[0][player] for player in self.order]
        own = [row.profile.wins[place][player] for place, player in enumerate(self.order)][1:]
        marks = "stalemate" if row.profile.stalls else " ".join(row.marks)
        aims = [aim_cell(self.solution.problem, aim) for aim in row.profile.aims]
        return [row.number, *aims, *wins, *own, marks]

    def to_text(self, format: str = "table", digits: int | None = None, width: int = WIDTH) -> str:  # noqa: A002  as in Record
        """Return the explanation as `Record.to_text` does, with the plain English before tables for readers.

        Parameters: `format` and `digits`, as for `Record.to_text`; `width`, the width of the text before a table. (A
        table is as wide as its numbers.)
        """
        written = super().to_text(format, digits)
        if format == "table":
            return f"{self.told(width)}\n\n{written}"
        if format == "md":
            steps = (f"- {markdown_text(step)}" for step in self.steps)
            return "\n".join([markdown_text(self.conclusion), "", *steps, "", written])
        return written

    def _terminal(self, digits: int, width: int, bold: bool) -> str:
        return f"{self.told(width)}\n\n{super()._terminal(digits, width, bold)}"

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        return f"<Why of {self.solution.problem.order_text(self.order)}: {self.conclusion}>"

    def _repr_html_(self) -> str:
        steps = "".join(f"<li>{escape(step)}</li>" for step in self.steps)
        return f"<p>{escape(self.conclusion)}</p><ul>{steps}</ul>{super()._repr_html_()}"

    def to_json(self) -> dict[str, Any]:
        """Return the explanation as plain data for JSON."""
        name, text = self.solution.problem.label, self.solution.problem.aim_text
        return {
            "order": [name(player) for player in self.order],
            "rows": [
                {
                    "number": row.number,
                    "aims": {name(player): text(aim) for player, aim in zip(self.order, row.profile.aims, strict=True)},
                    "win": [number_text(win) for win in row.profile.wins[0]],
                    "own": {
                        name(player): number_text(row.profile.wins[place][player])
                        for place, player in enumerate(self.order)
                    },
                    "stalls": row.profile.stalls,
                    "marks": list(row.marks),
                }
                for row in self.rows
            ],
            "conclusion": self.conclusion,
            "steps": list(self.steps),
            "text": self.text,
        }

    # -- pictures

    def figure(self) -> Figure:
        """Return a figure of what each option of the player on move leads to, with the replies."""
        from truel_ref.explain.pictures import bars

        return bars(decision(self.solution, (), self.order), self.solution.problem)


# ---------------------------------------------------------------------------------------------------------
# The choice in a phase in plain English: the conclusion first, then one line for each option


MOST = 12  # the most options of the first player with a choice that get a line, and the most values in one reason
READABLE = 24  # the most characters of an exact number in the text


class ChoiceStory(NamedTuple):
    """The text: `conclusion`, a sentence; `steps`, the lines that lead to it."""

    conclusion: str
    steps: tuple[str, ...]


def tell(stage: Stage, chosen: Callable[[Profile], Chosen]) -> ChoiceStory:
    """Return the explanation of the choice in a phase in plain English.

    First come players with only one option. Then every option of the first player with a choice has a line, with the
    replies to it. The conclusion states this player's choice and its reason.

    Parameters: `stage`, the phase; `chosen`, gives the choice at each node.
    """
    if chosen(()).path is None:
        return ChoiceStory("Nobody can be hit whatever is announced: the phase is a stalemate.", ())
    teller = _Teller(stage, chosen)
    fixed = []
    earlier: Profile = ()
    while len(earlier) < len(stage.phase) and len(stage.options[len(earlier)]) == 1:
        fixed.append(f"{teller.name(earlier)} has one option and {teller.does(earlier, 0)}.")
        earlier = (*earlier, 0)
    if len(earlier) == len(stage.phase):
        return ChoiceStory("Nobody has a choice.", tuple(fixed))
    worths = teller.worths(earlier)
    ranked = sorted(worths, key=lambda option: (-worths[option], option))
    steps = [
        f"If {teller.name(earlier)} {teller.does(earlier, option)}, {teller.replies((*earlier, option))}"
        f"{teller.name(earlier)} wins with probability {_read(worths[option])}."
        for option in sorted(ranked[:MOST])
    ]
    if len(ranked) > MOST:
        steps.append(f"The other {len(ranked) - MOST} options are worth at most {_read(worths[ranked[MOST]])}.")
    return ChoiceStory(f"{teller.reason(earlier)}.", (*fixed, *steps))


@dataclass(frozen=True)
class _Teller:
    """Puts decisions into words."""

    stage: Stage
    chosen: Callable[[Profile], Chosen]

    def name(self, earlier: Profile) -> str:
        return self.stage.game.problem.label(self.stage.phase[len(earlier)])

    def named(self, aim: Aim) -> str:
        """Return an aim for reading aloud: long numbers of a mix as percentages."""
        text = self.stage.game.problem.aim_text(aim)
        return text if len(text) <= 3 * READABLE else f"({', '.join(map(_read, aim.weights))})"

    def does(self, earlier: Profile, option: int) -> str:
        aim = self.stage.options[len(earlier)][option]
        if aim.is_miss:
            return "misses"
        return f"aims at {self.named(aim)}" if aim.target is not None else f"mixes {self.named(aim)}"

    def worths(self, earlier: Profile) -> dict[int, Number]:
        """Return the value of every allowed option."""
        place = len(earlier)
        worths = {}
        for option in range(len(self.stage.options[place])):
            path = self.chosen((*earlier, option)).path
            if path is not None:
                worths[option] = self.stage.win(path, place)[self.stage.phase[place]]
        return worths

    def reason(self, earlier: Profile) -> str:
        """Return the choice at a node and its reason, as a clause."""
        forbidden = [self.named(aim) for aim in self.forbidden(earlier)]
        only = f" ({', '.join(forbidden)} could only end in a stalemate)" if forbidden else ""
        return self.preference(earlier) + only

    def forbidden(self, earlier: Profile) -> list[Aim]:
        """Return the options that are not allowed at a node, because only a stalemate can follow."""
        aims = self.stage.options[len(earlier)]
        return [aim for option, aim in enumerate(aims) if self.chosen((*earlier, option)).path is None]

    def preference(self, earlier: Profile) -> str:
        place = len(earlier)
        node = self.chosen(earlier)
        assert node.path is not None
        option = node.path[place]
        said = f"{self.name(earlier)} {self.does(earlier, option)}"
        if len(self.stage.options[place]) == 1:
            return f"{said}, the only option"
        worths = self.worths(earlier)
        names: dict[Number, list[str]] = {}
        for other in sorted(worths, key=lambda other: (-worths[other], other)):
            names.setdefault(worths[other], []).append(self.named(self.stage.options[place][other]))
        steps = [f"{_read(value)} ({', '.join(named)})" for value, named in names.items()][:MOST]
        best, *others = steps
        if len(node.equal) > 1:
            rule = f"tie rule {self.stage.game.problem.tie_rule} ({TIE_RULES[self.stage.game.problem.tie_rule]})"
            said += f" by {rule} among equals of {best}"
            return f"{said}, more than {' > '.join(others)}" if others else said
        if not others:
            return f"{said}, the only allowed option"
        return f"{said} because {' > '.join([_read(worths[option]), *others])}"

    def replies(self, earlier: Profile) -> str:
        path = self.chosen(earlier).path
        assert path is not None
        reasons = [self.reason(path[:place]) for place in range(len(earlier), len(path))]
        return "; ".join([*reasons, ""])


def _read(value: Number) -> str:
    """Return a number for reading aloud: a short fraction or radical, otherwise a percentage.

    The table has the exact number.
    """
    text = number_text(value)
    readable = len(text) <= READABLE and (isinstance(value, Fraction) or value.degree == 2)
    return text if readable else f"about {percent_text(value, 6)}"
