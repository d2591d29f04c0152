"""The solution of a problem, by the method that suits it: `solve`.

The steps: (1) take the **skeleton** of the problem (`truel_ref.fast.skeleton`): its phases and their options, shared by
problems that differ only in hit probabilities; (2) decide the phases, the smallest first, by floats if they prove every
choice and otherwise by exact integers; (3) compute the values in integers; (4) collect the solution. Every field equals
that of `truel_ref.play.phases.solve_phases`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from operator import getitem
from typing import TYPE_CHECKING, Any, Unpack, overload

from truel_ref.budget import check
from truel_ref.errors import ProblemError, shown
from truel_ref.fast import integers, sets
from truel_ref.fast.floats import Rounded, Settle, Shares, proved_path
from truel_ref.fast.integers import IrrationalShots, Shots, Wins, floats_of, nobody_wins, survivors
from truel_ref.fast.sizes import admit_profiles
from truel_ref.fast.skeleton import PhaseSkeleton, Skeleton, skeleton_of
from truel_ref.files import Progress
from truel_ref.game.aims import Aim, Word
from truel_ref.game.people import Order, Path, Place, Player
from truel_ref.game.problem import Problem
from truel_ref.game.solution import RENAMED_METHODS, Phase, Solution, Tie
from truel_ref.game.statement import AnyProblem, Statement, stated, states_a_problem
from truel_ref.numbers import backend_in_force, inside
from truel_ref.play.phases import aims_of, first_irrational, known_phases, solve_phases, ties_of
from truel_ref.play.turns import lay_out

if TYPE_CHECKING:
    from truel_ref.fast.arrays import Arrays

__all__ = ["METHODS", "SETS", "solve", "solve_alike", "solved"]

METHODS = ("definition", "integers", "floats", "arrays")
"""The methods to decide phases: the definition; exact integers; floats with proved bounds, and integers for open
decisions; and these floats in arrays. All give the same solution, including ties."""

SETS = "sets"
"""The method that decides all phases of a set of living players together, if nobody may miss on purpose
(`truel_ref.fast.sets`); it gives the same solution."""

NO_MISS_FROM = 5
"""The least players for the method "sets". Its processor time, relative to `solve` without it: 4 for 3 players, 3 for
4, 1 for 5, up to 1.3 for 6, 0.9 for 7, a third for 8; with many equal kills, as for k/n with the strongest first, 0.8
for 5, 0.4 for 6, 0.3 for 7 and a twentieth for 8 (measured in turn in one process, the best of several runs)."""

FIRST_LARGE = 5
"""The least players of a large problem; problems of fewer players are small, unless they have mixes."""

ARRAYS_FROM_PLAYERS = 5
"""The least players of a single problem for arrays; below, importing NumPy would take longer than the solution."""

ARRAYS_FROM = 200
"""The least number of histories before the last player, over alike phases, for which arrays take less time."""


@overload
def solve(
    problem: Iterable[int | float | Fraction | Decimal],
    *,
    method: str | None = None,
    progress: Progress | None = None,
) -> Solution[Fraction]: ...


@overload
def solve(
    problem: AnyProblem,
    *,
    method: str | None = None,
    progress: Progress | None = None,
    **statement: Unpack[Statement],
) -> Solution[Any]: ...  # a text, or weights of aims, may be irrational


@states_a_problem
def solve(
    problem: AnyProblem,
    *,
    method: str | None = None,
    progress: Progress | None = None,
    **statement: Unpack[Statement],
) -> Solution[Any]:
    """Return the exact solution of a problem: win probabilities, optimal aims, the policy of every phase, ties.

    >>> solution = solve(["1/3", "2/3", 1])
    >>> [str(win) for win in solution.win], [str(aim) for aim in solution.aims]
    (['25/63', '8/21', '2/9'], ['Miss', 'C', 'B'])

    The definition, `truel_ref.play.phases.solve_phases`, has these steps for every phase that can be reached, the
    smallest first: (1) from the values of the phases that can follow, write every option of every player as a turn `(r,
    k)`; (2) choose the announcements by backward induction; (3) take the value `V / (1 - K)` of the chosen profile.
    By default faster methods do these steps: (1) the skeleton gives the phases and options
    (`truel_ref.fast.skeleton`); (2) floats with proved bounds make the choices that they prove
    (`truel_ref.fast.floats`, or many at once in `truel_ref.fast.arrays`), and exact integers make the others
    (`truel_ref.fast.integers`); (3) integers give the value. `Solution.method` names the method.

    Parameters:
        problem: a `Problem`; or hit probabilities in [0, 1], in a list or in one text; or a `Solution`, whose problem
            is solved again.
        method: the method for step 2; all give equal results in every field: "definition", the lines that state the
            rules; "integers", exact integers alone; "floats", floats with proved bounds, and exact integers for open
            decisions; "arrays", as "floats", with the floats in arrays; "sets", if nobody may miss on purpose, the best
            kill of each player in every set of living players (`truel_ref.fast.sets`). The default is "sets" from 5
            players on, if it applies; otherwise "floats", or "arrays" from 5 players on if NumPy is installed; and
            "integers" if floats have nothing to decide or their bound does not hold (irrational numbers, or numbers
            very near to 0 or 1).
        progress: called with 1 after each phase; in the method "sets", after each set of living players.
        targets, search, target_later, search_later, tie_rule, random_levels, if_eq, names, order: as for `Problem`, if
            only hit probabilities are given.

    Raises the errors of `Problem`, `ProblemError` for an unknown method and for a method that does not apply,
    `SizeError` for work of more than a day (`truel_ref.fast.sizes`), `BudgetError`, with the solved phases, at a time
    limit, and `LibraryError` for the method "arrays" without NumPy.
    """
    asked = stated(problem, **statement)
    method = _checked(method, asked)
    admit_profiles(asked)
    if method == SETS or (method is None and asked.players >= NO_MISS_FROM and sets.applies(asked)):
        answer = sets.no_miss_phases(asked, progress)
        if answer is not None:
            phases, ties = answer
            return Solution(asked, tuple(phases), tuple(ties), method=SETS, backend=backend_in_force(asked.hits))
        if method == SETS:
            raise ProblemError(
                "the method 'sets' cannot break these ties by rule 3, which depends on earlier announcements; "
                "state another tie rule, or leave the method out"
            )
    if method == "definition":
        return solve_phases(asked, method=method, progress=progress)
    (solution,) = solve_alike([asked], method=method, progress=progress)
    return solution


def solved(problem: AnyProblem, **statement: Unpack[Statement]) -> Solution[Any]:
    """Return a given solution, or the solution of a problem. Raises the errors of `solve`.

    >>> solution = solved("1/3 2/3 1")
    >>> solved(solution) is solution
    True
    """
    asked = stated(problem, **statement)
    return problem if isinstance(problem, Solution) else solve(asked)


def _checked(method: str | None, problem: Problem) -> str | None:
    """Return the current name of a method. Raises `ProblemError` if it is unknown, or does not apply to the problem."""
    if isinstance(method, str):
        method = "integers" if method == "plain" else RENAMED_METHODS.get(method, method)
    if method not in (None, SETS, *METHODS):
        raise ProblemError(f"there is no method {shown(method)}; choose from {', '.join((*METHODS, SETS))}")
    if method in ("floats", "arrays") and problem.irrational:
        raise ProblemError(
            f"the method {method!r} is for rational numbers; {first_irrational(problem)}; use 'integers'"
        )
    if method == SETS:
        _refuse_a_miss(problem)
    return method


def _refuse_a_miss(problem: Problem) -> None:
    """Raise `ProblemError` if a player may miss on purpose, naming the player."""
    if sets.applies(problem):
        return
    for name, searches in (("search", problem.searches), ("search_later", problem.searches_later)):
        for player, search in enumerate(searches):
            if Word.MISS in search and search != (Word.MISS,):
                raise ProblemError(
                    f"the method {SETS!r} is for problems in which nobody may miss on purpose, and player "
                    f"{problem.label(player)} may ({name}: {', '.join(search)}); search Others only, or leave the "
                    "method out"
                )


# ---------------------------------------------------------------------------------------------------------
# Problems of one skeleton


def solve_alike(
    problems: Sequence[Problem], *, method: str | None = None, progress: Progress | None = None
) -> list[Solution]:
    """Return the solutions of problems of one skeleton, level by level, each equal to that of `solve_phases`.

    The method of a solution is "integers", "floats", or "arrays".

    Parameters: `problems`, at least one; `method`, "integers", "floats", "arrays", or None for the fastest; `progress`,
    called with 1 for each phase of each problem.

    >>> problem = Problem(["1/3", "2/3", 1])
    >>> [solution] = solve_alike([problem])
    >>> solution == solve_phases(problem), solution.method
    (True, 'floats')
    """
    skeleton = skeleton_of(problems[0])
    solving = [_Solving(problem, skeleton, floats=method != "integers") for problem in problems]
    arrays = _arrays(skeleton, solving, method)
    with known_phases(problems[0].people, solving[0].phases) if len(solving) == 1 else nullcontext():
        for number, level in enumerate(skeleton.levels):
            if arrays is not None:
                arrays.decide(number)
            for each in solving:
                each.solve(level, progress)
    return [each.solution() for each in solving]


def _arrays(skeleton: Skeleton, solving: Sequence[_Solving], method: str | None) -> Arrays | None:
    """Return the decider of phases in arrays, None if it would take longer, or NumPy is not installed.

    Raises `LibraryError` if the caller asks for arrays without NumPy.
    """
    pays = method is None and (len(solving) > 1 or skeleton.players >= ARRAYS_FROM_PLAYERS)
    proving = [each for each in solving if each.proves]
    if method != "arrays" and not (pays and proving):
        return None
    try:
        from truel_ref.fast.arrays import Arrays
    except ImportError:
        if method == "arrays":
            raise
        return None  # the loop over single phases gives the same result
    if method == "arrays":
        for each in solving:
            each.method = method
    return Arrays(skeleton, proving, 0 if method == "arrays" else ARRAYS_FROM) if proving else None


class _Solving:
    """A problem that is being solved, phase by phase.

    Parameters: `skeleton`, that of the problem; `problem`; `floats`, whether floats may decide phases.
    """

    def __init__(self, problem: Problem, skeleton: Skeleton, floats: bool) -> None:
        self.problem = problem
        self.skeleton = skeleton
        self.shots: Any = IrrationalShots(problem.hits) if problem.irrational else Shots(problem.hits)
        self.proves = floats and self.shots.in_reach and skeleton.has_plain
        self.method = "floats" if self.proves else "integers"
        self.shares = survivors(skeleton.players).copy()
        self.paths: dict[Order, Path | None] = {}  # the results of arrays, by phase
        self.phases: dict[Order, Phase] = {}
        self._ties: dict[Order, list[Tie]] = {}
        self._rounded: dict[Order, list[float]] = {}

    def decided_in_arrays(self, order: Order, path: Path | None, ties: list[Tie] | None) -> None:
        """Take the path of a phase, None if integers have to decide, and its ties."""
        self.paths[order] = path
        if ties:
            self._ties[order] = ties
        if self.skeleton.players >= ARRAYS_FROM_PLAYERS:  # a single smaller problem uses the same sums in a loop
            self.method = "arrays"

    def solve(self, level: Sequence[PhaseSkeleton], progress: Progress | None) -> None:
        """Solve the phases of a level, after all earlier levels."""
        shares, phases, duel = self.shares, self.phases, self.shots.duel
        for phase in level:
            check()
            order = phase.order
            if phase.is_duel:
                shares[order], win = duel(*order)
                phases[order] = Phase(order, phase.first_aims, win)
            else:
                shares[order], win, aims = self._chosen(phase)
                phases[order] = Phase(order, aims, win)
            if progress is not None:
                progress(1)

    def _chosen(self, phase: PhaseSkeleton) -> tuple[Shares, Wins, tuple[Aim | None, ...]]:
        """Return the values and aims of a phase in which some player has a choice, or several targets."""
        path = self._proved(phase) if phase.is_plain and self.proves else None
        if path is None:
            return self._decided(phase)
        shares, win = self.shots.value([(player, self.shares[after]) for player, after in self._shots(phase, path)])
        return shares, win, tuple([mine[option] for mine, option in zip(phase.options, path, strict=True)])

    def _shots(self, phase: PhaseSkeleton, path: Path) -> list[tuple[Player, Order]]:
        """Return in shooting order those who can hit somebody under a profile of a phase, with the phases after."""
        return [
            (player, every[option][0])
            for player, every, option in zip(phase.order, phase.later, path, strict=True)
            if every[option]
        ]

    def _won(self, phase: PhaseSkeleton, path: Path, place: Place) -> Shares:
        """Return the win probabilities of a profile at the first turn of the player at a place."""
        shots = self._shots(phase, path)
        before = sum(map(bool, map(getitem, phase.later, path[:place])))
        sums: Shares = self.shots.sums(
            [(player, self.shares[after]) for player, after in shots[before:] + shots[:before]]
        )
        return sums

    def _proved(self, phase: PhaseSkeleton) -> Path | None:
        """Return the announced profile of a plain phase and keep its ties; None if integers have to decide."""
        order = phase.order
        if order in self.paths:
            return self.paths[order]
        hits, misses = self.rounded_hits
        turns = []
        for player, every in zip(order, phase.later, strict=True):
            hit, miss = hits[player], misses[player]
            mine: list[Rounded] = []
            for following in every:
                if following:
                    later = self.floats(following[0])
                    mine.append(([hit * later[other] for other in order], miss, hit))
                else:
                    mine.append(([0.0] * len(order), 1.0, 0.0))
            turns.append(mine)
        settle = self.settle(phase)
        path = proved_path(turns, settle)
        if settle.ties and path is not None and (ties := settle.listed(path)):
            self._ties[order] = ties
        return path

    def settle(self, phase: PhaseSkeleton) -> Settle:
        """Return what decides between close options of a plain phase in exact numbers."""
        return Settle(self.problem, phase, self._won, self.same)

    @cached_property
    def rounded_hits(self) -> tuple[list[float], list[float]]:
        """The hit probabilities and their complements in floats."""
        hits, misses = self.shots.floats()
        return hits, misses

    def floats(self, order: Order) -> list[float]:
        """Return the win probabilities of a phase in floats."""
        if order not in self._rounded:
            self._rounded[order] = floats_of(self.shares[order])
        return self._rounded[order]

    def same(self, orders: Sequence[Order]) -> bool:
        """Return whether phases have equal values for each player."""
        first, *others = (self.shares[order] for order in orders)
        return all(shares == first for shares in others)

    def _decided(self, phase: PhaseSkeleton) -> tuple[Shares, Wins, tuple[Aim | None, ...]]:
        """Return the values and aims of a phase in exact numbers, and keep its ties."""
        order = phase.order
        later = {following for every in phase.later for each in every for following in each}
        wins = {following: list(map(inside, self._win(following))) for following in later}
        stage = lay_out(self.problem, order, phase.options, wins)
        chosen = integers.decide(stage)
        if chosen.ties:
            self._ties[order] = ties_of(stage, chosen)
        aims = aims_of(stage, chosen)
        if chosen.path is None:
            return *nobody_wins(self.skeleton.players), aims
        win = stage.public(stage.win(chosen.path))
        return self.shots.shares(win), win, aims

    def _win(self, order: Order) -> Wins:
        """Return the win probabilities of a phase."""
        return self.phases[order].win if len(order) > 1 else tuple(map(Fraction, self.shares[order][0]))

    def solution(self) -> Solution:
        """Return the solution, after all phases are solved."""
        orders = [phase.order for phase in self.skeleton.largest_first]
        phases = tuple([self.phases[order] for order in orders])
        ties = tuple(tie for order in orders for tie in self._ties.get(order, ())) if self._ties else ()
        return Solution(self.problem, phases, ties, method=self.method, backend=backend_in_force(self.problem.hits))
