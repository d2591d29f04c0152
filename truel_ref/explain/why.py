"""Why: every profile of a phase, who would choose it and where ties were broken, and the same in plain English.

A **profile** is one announcement per player of the phase. The last announcer prefers one of the profiles that agree
in everything before him; the one before last prefers one among those; and so on up to the player on move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from html import escape
from itertools import product
from math import prod
from typing import Any

from truel_ref.errors import ExplanationError, shown
from truel_ref.fast.integers import IntegerInduction
from truel_ref.fast.methods import solve
from truel_ref.files import Progress
from truel_ref.game.aims import Aim
from truel_ref.game.indices import Path, Place
from truel_ref.game.orders import Order
from truel_ref.game.people import player_named
from truel_ref.game.problem import Problem, stated
from truel_ref.game.reading import TIE_RULES, UNSTATED
from truel_ref.game.solution import Solution
from truel_ref.numbers import Number, integer_text, number_text, percent_text
from truel_ref.play.announced import Chosen, backward_induction
from truel_ref.play.phase import Scalar
from truel_ref.play.phases import stage_of
from truel_ref.play.turns import Stage

__all__ = ["Chosen", "Profile", "Row", "Why", "choose", "profile_results", "target_options", "why"]

ROW_LIMIT = 100_000


@dataclass(frozen=True)
class Profile:
    """One announcement per player of a phase, and what it is worth.

    Fields: `aims` in shooting order; `wins`, for each of these players the win probabilities of all players of the
    problem **at his own first turn of the phase** (so `wins[0]` holds at its start), all 0 in a stalemate; `stalls`,
    whether nobody can be hit under it. The numbers are exact fractions, or estimates where they were simulated.
    """

    aims: tuple[Aim, ...]
    wins: tuple[tuple[Any, ...], ...]
    stalls: bool


@dataclass(frozen=True)
class Row:
    """A profile in a table: its `number` in canonical order from 1, its `path`, the `profile`, and the `marks`."""

    number: int
    path: Path
    profile: Profile
    marks: tuple[str, ...]


# ---------------------------------------------------------------------------------------------------------
# The steps


def target_options(problem: Problem, order: Order | None = None) -> tuple[tuple[Aim, ...], ...]:
    """Return every option of every player of a phase, by default the first; one where it is predefined.

    >>> [[str(aim) for aim in aims] for aims in target_options(Problem(["1/3", "2/3", 1], ["Miss", "Optimal", "B"]))]
    [['Miss'], ['A', 'C', 'Miss'], ['B']]
    """
    order = order or problem.first_order
    return tuple(problem.options(order, player) for player in order)


def profile_results(solution: Solution, order: str | Iterable[int | str] | None = None) -> dict[Path, Profile]:
    """Return every profile of a phase, by default the first, with its exact win probabilities, in canonical order.

    A profile is keyed by the index of each player's option in `target_options`.

    >>> results = profile_results(solve(["1/3", "2/3", 1]))
    >>> len(results), [str(win) for win in results[2, 1, 1].wins[0]]
    (27, ['25/63', '8/21', '2/9'])
    """
    asked = solution.phases[0] if order is None else solution.phase(order)
    stage = stage_of(solution, asked.order)
    paths = product(*(range(len(aims)) for aims in stage.options))
    return {path: _profile(stage, path) for path in paths}


def _profile(stage: Stage[Scalar], path: Path) -> Profile:
    stalls = stage.stalls(path)
    nothing = (Fraction(0),) * stage.problem.players
    return Profile(
        aims=stage.aims(path),
        wins=tuple(nothing if stalls else stage.public(stage.win(path, place)) for place in range(len(path))),
        stalls=stalls,
    )


@dataclass(frozen=True)
class _Table:
    """Results in the form that the definition asks for (`truel_ref.play.turns.Profiles`)."""

    problem: Problem
    order: Order
    options: tuple[tuple[Aim, ...], ...]
    results: Mapping[Path, Profile]

    def stalls(self, path: Path) -> bool:
        if path not in self.results:
            aims = ", ".join(str(self.options[place][option]) for place, option in enumerate(path))
            raise ExplanationError(f"the results lack the profile {aims}; give one for every profile of the phase")
        return self.results[path].stalls

    def only_stalls(self, earlier: Path) -> bool:
        return False  # the results say it, profile by profile

    def win(self, path: Path, place: Place = 0) -> tuple[Any, ...]:
        return self.results[path].wins[place]

    def number(self, value: Any) -> Any:
        return value


def choose(problem: Problem, order: Order, results: Mapping[Path, Profile]) -> dict[Path, Chosen]:
    """Return what is chosen at every node, by backward induction over given results, however they were obtained.

    It is the definition itself (`truel_ref.play.announced.backward_induction`), which asks for nothing but results.

    Parameters: `problem`, whose tie rule counts; `order`, the phase; `results`, a `Profile` for every path. The node
    `()` is the first player's decision.

    Raises `ExplanationError` if a profile is missing.

    >>> problem = Problem(["1/3", "2/3", 1])
    >>> choose(problem, (0, 1, 2), profile_results(solve(problem)))[()]
    Chosen(path=(2, 1, 1), equal=(2,), material=False)
    """
    chosen = backward_induction(_Table(problem, order, target_options(problem, order), results))
    return {node: choice for node, choice in chosen.items() if len(node) < len(order)}


# ---------------------------------------------------------------------------------------------------------
# The explanation


def why(
    problem: Solution | Problem | Iterable[object],
    *,
    phase: str | Iterable[int | str] | None = None,
    player: str | int | None = None,
    only_chosen: bool = False,
    progress: Progress | None = None,
    targets: object = UNSTATED,
    search: object = UNSTATED,
    target_later: object = UNSTATED,
    search_later: object = UNSTATED,
    tie_rule: object = UNSTATED,
    random_levels: object = UNSTATED,
    if_eq: object = UNSTATED,
    names: object = UNSTATED,
    order: object = UNSTATED,
) -> Why:
    """Explain the choice of aims in a phase: every profile, who would choose it, where ties were broken.

    Parameters:
        problem: a solution, a problem, or hit probabilities (then with the keywords of `Problem`, from `targets` on).
        phase: its shooting order, by default the first.
        player: show only the profiles that this player weighs: each option of his under each list of earlier
            announcements, with the replies to it.
        only_chosen: show only the profiles that this player chooses; without a player, the last one.
        progress: called with 1 after each row.

    Raises `ExplanationError` for more than 100,000 rows and for a player who is not in the phase, `PhaseError` for an
    unknown phase, and what `solve` raises.

    >>> explained = why(["1/3", "2/3", 1])
    >>> len(explained.rows), explained.rows[22].marks
    (27, ('C+', 'B+', 'A+'))
    """
    asked = stated(
        problem.problem if isinstance(problem, Solution) else problem,
        targets=targets,
        search=search,
        target_later=target_later,
        search_later=search_later,
        tie_rule=tie_rule,
        random_levels=random_levels,
        if_eq=if_eq,
        names=names,
        order=order,
    )
    solution = problem if isinstance(problem, Solution) else solve(asked)
    living = (solution.phases[0] if phase is None else solution.phase(phase)).order
    place = None if player is None else living.index(_in_phase(player, living, asked))
    stage = stage_of(solution, living)
    counts = [len(aims) for aims in stage.options]
    # A row stands for its first `depth` announcements; the rest are replies.
    last = len(living) if place is None else place + 1
    depth = last - 1 if only_chosen else last
    wanted = prod(counts[:depth])
    if wanted > ROW_LIMIT:
        raise ExplanationError(
            f"{integer_text(wanted)} rows are more than {ROW_LIMIT:,}; ask for the profiles that one player weighs "
            f"(player {asked.label(living[0])} has {counts[0]}), or only for the chosen ones"
        )

    induction = IntegerInduction(stage)

    @cache
    def chosen(earlier: Path) -> Chosen:
        completed = induction.complete(earlier)
        if completed.path is None:
            return Chosen(None, ())
        if len(earlier) == len(living):
            return Chosen(completed.path, ())
        own = [tie.equal for tie in completed.ties if tie.earlier == earlier]
        return Chosen(completed.path, own[0] if own else (completed.path[len(earlier)],))

    rows = []
    for earlier in product(*map(range, counts[:depth])):
        path = earlier if depth == len(living) else chosen(earlier).path
        if path is None:
            continue  # all that can follow is a stalemate, and nobody chooses among stalemates
        marks = _marks(stage, path, chosen)
        if progress is not None:
            progress(1)
        rows.append(Row(_number(path, counts), path, _profile(stage, path), marks))
    story = _Story(stage, chosen).told()
    return Why(solution, living, stage.options, tuple(rows), story)


def _in_phase(player: object, order: Order, problem: Problem) -> int:
    place = player_named(player, problem.players) if isinstance(player, int) else problem.people.place(player)
    if place is None or place not in order:
        raise ExplanationError(f"player {shown(player)} is not in the phase {problem.order_text(order)}")
    return place


def _number(path: Path, counts: Sequence[int]) -> int:
    number = 0
    for option, count in zip(path, counts, strict=True):
        number = number * count + option
    return number + 1


def _marks(stage: Stage[Scalar], path: Path, chosen: Callable[[Path], Chosen]) -> tuple[str, ...]:
    """Return who would choose a profile, the last announcer first, as long as all after him would."""
    marks: list[str] = []
    for place in reversed(range(len(path))):
        name = stage.problem.label(stage.order[place])
        node = chosen(path[:place])
        if chosen(path[: place + 1]).path != path:
            break
        tied = len(node.equal) > 1
        if node.path == path:
            only = len(stage.options[place]) == 1
            marks.append(name + ("!" if only else "+") + (f"={stage.problem.if_eq}" if tied else ""))
        else:
            if tied and path[place] in node.equal:
                marks.append(name + "=")
            break
    return tuple(marks)


@dataclass(frozen=True)
class Why:
    """An explanation: a table and a text.

    Fields: `solution`; `order`, the phase; `options`, per player of the phase; `rows`; `text`, the chain of choices
    in plain English. In the marks of a row, `C+` says that C prefers it given the announcements before him and the
    replies after, `C!` that C had only this option, `C+=1` that C broke a tie by rule 1, and `C=` that it was equal and
    not taken. The row that carries the mark of every player is the solution.
    """

    solution: Solution
    order: Order
    options: Sequence[Sequence[Aim]]
    rows: tuple[Row, ...]
    text: str

    @cached_property
    def _header(self) -> list[str]:
        names = [self.solution.problem.label(player) for player in self.order]
        return [
            "#",
            *names,
            *(f"{name} wins" for name in names),
            *(f"{name} at his turn" for name in names[1:]),
            "chosen by",
        ]

    def _cells(self, row: Row) -> list[str]:
        wins = [number_text(row.profile.wins[0][player]) for player in self.order]
        later = list(enumerate(self.order))[1:]
        own = [number_text(row.profile.wins[place][player]) for place, player in later]
        marks = "stalemate" if row.profile.stalls else " ".join(row.marks)
        return [str(row.number), *map(str, row.profile.aims), *wins, *own, marks]

    @property
    def caption(self) -> str:
        """Say at which turn the win probabilities are taken."""
        first = self.solution.problem.label(self.order[0])
        phase = self.solution.problem.order_text(self.order)
        return (
            f"Phase {phase}. Wins are taken at {first}'s first turn of the phase; what a later player "
            f"compares is his own chance at his own first turn."
        )

    def _table(self, style: str) -> str:
        from tabulate import tabulate

        cells = [self._cells(row) for row in self.rows]
        table: str = tabulate(cells, self._header, tablefmt=style, disable_numparse=True)
        return table

    def __str__(self) -> str:
        return f"{self.caption}\n\n{self._table('simple')}\n\n{self.text}"

    def to_markdown(self) -> str:
        """Return the explanation as Markdown."""
        return f"{self.caption}\n\n{self._table('pipe')}\n\n{self.text}"

    def _repr_html_(self) -> str:
        return f"<p>{escape(self.caption)}</p>{self._table('html')}<p>{escape(self.text)}</p>"

    def to_json(self) -> dict[str, Any]:
        """Return the explanation as plain data for JSON."""
        label, by_person = self.solution.problem.label, self.solution.problem.people.by_person
        return {
            "order": [label(player) for player in self.order],
            "rows": [
                {
                    "number": row.number,
                    "aims": {
                        label(player): aim.to_json() for player, aim in zip(self.order, row.profile.aims, strict=True)
                    },
                    "win": [number_text(win) for win in by_person(row.profile.wins[0])],
                    "own": {
                        label(player): number_text(row.profile.wins[place][player])
                        for place, player in enumerate(self.order)
                    },
                    "stalls": row.profile.stalls,
                    "marks": list(row.marks),
                }
                for row in self.rows
            ],
            "text": self.text,
        }


class _Story:
    """Reads the chain of choices aloud."""

    MOST = 12  # so many options of the first who chooses are told one by one

    def __init__(self, stage: Stage[Scalar], chosen: Callable[[Path], Chosen]) -> None:
        self.problem = stage.problem
        self.stage = stage
        self.chosen = chosen

    def told(self) -> str:
        if self.chosen(()).path is None:
            return "Nobody can be hit whatever is announced: the phase is a stalemate."
        sentences = []
        earlier: Path = ()
        while len(earlier) < len(self.stage.order) and len(self.stage.options[len(earlier)]) == 1:
            sentences.append(f"{self.name(earlier)} has one option: he {self.does(earlier, 0)}.")
            earlier = (*earlier, 0)
        if len(earlier) == len(self.stage.order):
            return " ".join([*sentences, "Nobody has a choice."])
        worths = self.worths(earlier)
        ranked = sorted(worths, key=lambda option: (-worths[option], option))
        told = sorted(ranked[: self.MOST])
        for option in told:
            replies = self.replies((*earlier, option))
            own = _told(worths[option])
            sentences.append(
                f"If {self.name(earlier)} {self.does(earlier, option)}, "
                f"{replies}{self.name(earlier)} wins with probability {own}."
            )
        if len(ranked) > len(told):
            most = _told(worths[ranked[self.MOST]])
            sentences.append(f"The other {len(ranked) - len(told)} options are worth at most {most}.")
        sentences.append(f"So {self.reason(earlier)}.")
        return " ".join(sentences)

    def name(self, earlier: Path) -> str:
        return self.problem.label(self.stage.order[len(earlier)])

    def does(self, earlier: Path, option: int) -> str:
        aim = self.stage.options[len(earlier)][option]
        if aim.is_miss:
            return "misses"
        if aim.target == self.stage.order[len(earlier)]:
            return "aims at himself"
        return f"aims at {aim}" if aim.target is not None else f"mixes {aim}"

    def worths(self, earlier: Path) -> dict[int, Any]:
        """Return the value of every allowed option."""
        place = len(earlier)
        found = {}
        for option in range(len(self.stage.options[place])):
            path = self.chosen((*earlier, option)).path
            if path is not None:
                found[option] = self.stage.public(self.stage.win(path, place))[self.stage.order[place]]
        return found

    def reason(self, earlier: Path) -> str:
        """Tell what is chosen at a node and why."""
        forbidden = [str(aim) for aim in self.forbidden(earlier)]
        only = f" ({', '.join(forbidden)} could only end in a stalemate)" if forbidden else ""
        return self.preference(earlier) + only

    def forbidden(self, earlier: Path) -> list[Aim]:
        """Return the options that are not allowed at a node, because all that can follow is a stalemate."""
        aims = self.stage.options[len(earlier)]
        return [aim for option, aim in enumerate(aims) if self.chosen((*earlier, option)).path is None]

    def preference(self, earlier: Path) -> str:
        place = len(earlier)
        node = self.chosen(earlier)
        assert node.path is not None
        option = node.path[place]
        said = f"{self.name(earlier)} {self.does(earlier, option)}"
        if len(self.stage.options[place]) == 1:
            return f"{said}, his one option"
        worths = self.worths(earlier)
        names: dict[Any, list[str]] = {}
        for one in sorted(worths, key=lambda one: (-worths[one], one)):
            names.setdefault(worths[one], []).append(str(self.stage.options[place][one]))
        steps = [f"{_told(value)} ({', '.join(named)})" for value, named in names.items()][: self.MOST]
        best, *others = steps
        if len(node.equal) > 1:
            rule = f"tie rule {self.problem.if_eq} ({TIE_RULES[self.problem.if_eq]})"
            said += f" by {rule} among equals of {best}"
            return f"{said}, more than {' > '.join(others)}" if others else said
        if not others:
            return f"{said}, his one allowed option"
        return f"{said} because {' > '.join([_told(worths[option]), *others])}"

    def replies(self, earlier: Path) -> str:
        path = self.chosen(earlier).path
        assert path is not None
        told = [self.reason(path[:place]) for place in range(len(earlier), len(path))]
        return "; ".join([*told, ""]) if told else ""


def _told(value: Number) -> str:
    """Return a number for reading aloud: one that is no short fraction or radical as a percentage.

    The table has it exactly.
    """
    text = number_text(value)
    readable = len(text) <= 24 and (isinstance(value, Fraction) or value.degree == 2)
    return text if readable else f"about {percent_text(value, 6)}"
