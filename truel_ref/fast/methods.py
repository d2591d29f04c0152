"""All phases: recursion over eliminations, from the duels up to the first phase."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import islice, product
from typing import Any

from truel_ref.errors import BackendError, PhaseError, ProblemError, shown
from truel_ref.fast.floats import FilteredAnnouncements
from truel_ref.files import Progress
from truel_ref.game.aims import Aim, Word, label, target
from truel_ref.game.problem import Order, Problem, next_order, order_text
from truel_ref.game.solution import Decision, Outcome, Outcomes, Phase, Solution, Tie, Worth
from truel_ref.numbers import rational
from truel_ref.numbers.algebraic import Number, algebraic_backend, number_text
from truel_ref.numbers.rational import Backend
from truel_ref.play.announced import Announcements, Path

__all__ = ["METHODS", "all_outcomes", "decision", "solve"]

METHODS: dict[str, type[Announcements]] = {"plain": Announcements, "filtered": FilteredAnnouncements}
FILTERED_FROM = 5_000  # profiles of the first phase, and 5 players; below, arrays cost more than they save


def solve(
    problem: Problem | Iterable[object],
    *,
    backend: str | None = None,
    method: str | None = None,
    progress: Progress | None = None,
    **fields: Any,
) -> Solution:
    """Return the exact solution of a problem: win probabilities, optimal aims, the policy of every phase, ties.

    The steps, for the first phase: (1) solve every phase that can follow, each once; (2) from their values, write
    every option of every player as a turn `(r, k)`; (3) find the announcements by backward induction
    (`truel_ref.play.announced`); (4) take the value `V / (1 - K)` of the chosen profile (`truel_ref.play.phase`).

    Parameters:
        problem: a `Problem`, or the hit probabilities of one, in [0, 1].
        backend: "gmpy2" or "fractions", the number type inside; by default the one in force. Where a hit probability
            or a weight is irrational it is "algebraic", whatever is in force.
        method: "plain", or "filtered": floats with proved bounds decide what they can, exact numbers the rest, with the
            same result in every field; by default "filtered" from 5 players on, where the first phase has 5,000
            profiles or more, and all that is given is rational.
        progress: called with 1 after each phase.
        **fields: the further fields of a `Problem` (targets, search, …) if only hit probabilities are given.

    Raises what `Problem` raises, and `BackendError` for an unknown backend or one that cannot hold the
    numbers of the problem.

    >>> solution = solve(["1/3", "2/3", 1])
    >>> [str(win) for win in solution.win], [str(aim) for aim in solution.aims]
    (['25/63', '8/21', '2/9'], ['Miss', 'C', 'B'])
    """
    stated = as_problem(problem, fields)
    numbers = backend_for(stated, backend)
    chosen = method or _faster(stated)
    if chosen not in METHODS:
        raise ProblemError(f"no method is called {shown(chosen)}; there are {', '.join(METHODS)}")
    if chosen == "filtered" and stated.irrational:
        raise ProblemError(f"the method 'filtered' is for rational numbers; {_first_irrational(stated)}; use 'plain'")
    phases = PhaseSolver(stated, numbers, progress, chosen)
    phases.win(stated.first_order)
    orders = sorted(phases.solved, key=lambda order: (-len(order), order))
    return Solution(
        problem=stated,
        phases=tuple(phases.solved[order] for order in orders),
        ties=tuple(tie for order in orders for tie in phases.ties[order]),
        method=chosen,
        backend=numbers.name,
    )


def backend_for(problem: Problem, name: str | None = None) -> Backend:
    """Return the backend for the numbers of a problem: the one that is named, else the one that serves.

    Raises `BackendError` for an unknown backend, and for one of fractions where a number is irrational.

    >>> backend_for(Problem(["1/2", "sqrt(2)/2"])).name
    'algebraic'
    """
    algebraic = algebraic_backend()
    if name == algebraic.name:
        return algebraic
    found = rational.get_backend(name)
    if not problem.irrational:
        return found
    if name is not None:
        raise BackendError(
            f"the backend {name!r} holds fractions only; {_first_irrational(problem)}; "
            f"leave the backend out, or use {algebraic.name!r}"
        )
    return algebraic


def _first_irrational(problem: Problem) -> str:
    player, number = problem.irrational[0]
    return f"player {label(player)} has {shown(number_text(number))}, which is irrational"


def _faster(problem: Problem) -> str:
    if problem.players < 5 or problem.irrational:
        return "plain"
    order = problem.first_order
    profiles = math.prod(len(problem.options(order, player)) for player in order)
    return "filtered" if profiles >= FILTERED_FROM else "plain"


def as_problem(problem: Problem | Iterable[object], fields: dict[str, Any]) -> Problem:
    """Return the problem that a caller gave, whole or as hit probabilities with further fields."""
    if not isinstance(problem, Problem):
        unknown = [name for name in fields if name not in Problem.__dataclass_fields__]
        if unknown:
            known = ", ".join(Problem.__dataclass_fields__)
            raise ProblemError(f"unknown field {shown(unknown[0])}; the fields of a problem are {known}")
        return Problem(problem, **fields)
    if fields:
        raise ProblemError(f"{shown(next(iter(fields)))} cannot be given beside a Problem; state it in the Problem")
    return problem


def decision(
    solution: Solution, earlier: str | Iterable[object] = (), order: str | Iterable[int | str] | None = None
) -> Decision:
    """Return what every option of a decision was worth, with the replies to it.

    The player who decides is the one after those whose announcements are given. Any node of any reported phase can be
    asked for, on the path of play or off it.

    Parameters: `solution`; `earlier`, the aims announced before in that phase, in shooting order, as words, labels,
    indices, weights or `Aim`s, or all of them in one text ("Miss, C"); `order`, the phase (see `Solution.phase`), by
    default the first.

    Raises `PhaseError` for an unknown phase, too many announcements, or one that its player may not make, and
    `AimError` for one that is no aim.

    >>> answer = solve(["1/3", "2/3", 1])
    >>> for worth in decision(answer, ["B"]).worths:
    ...     print(worth)
    <Worth A: 0, replies: Miss>
    <Worth C: 8/21, replies: B>
    <Worth Miss: 0, replies: Miss>
    """
    problem = solution.problem
    if isinstance(earlier, str):
        earlier = [part for part in earlier.split(",") if part.strip()]
    if not isinstance(earlier, Iterable):
        raise PhaseError(f"earlier: {shown(earlier)} is no list of announcements, like ['Miss', 'C']")
    asked = solution.phases[0] if order is None else solution.phase(order)
    phases = PhaseSolver.of(solution)
    tree = phases.tree(asked.order)
    aims: list[Aim] = []
    path: list[int] = []
    for place, said in enumerate(earlier):
        if place >= len(asked.order) - 1:
            raise PhaseError(
                f"the phase {order_text(asked.order)} has {len(asked.order)} players; "
                f"at most {len(asked.order) - 1} can have announced before the one who decides"
            )
        player = asked.order[place]
        aim = _announced(problem, asked.order, player, said)
        if aim not in tree.options[place]:
            raise PhaseError(
                f"player {label(player)} may not announce {aim} in the phase {order_text(asked.order)}; "
                f"his options are {', '.join(map(str, tree.options[place][:10]))}"
            )
        path.append(tree.options[place].index(aim))
        aims.append(tree.options[place][path[-1]])
    chosen, _ = tree.complete(tuple(path))
    place = len(path)
    return Decision(
        order=asked.order,
        earlier=tuple(aims),
        worths=tuple(_worth(phases, tree, (*path, option)) for option in range(len(tree.options[place]))),
        chosen=None if chosen is None else tree.options[place][chosen[place]],
    )


def _announced(problem: Problem, order: Order, player: int, said: object) -> Aim:
    if isinstance(said, Aim):
        return said
    canonical = target(said, player, problem.players)
    if canonical is Word.OPTIMAL:
        raise PhaseError(f"player {label(player)}: 'Optimal' is no announcement; name the aim he announces")
    return problem.resolve(order, player, canonical)


def _worth(phases: PhaseSolver, tree: Announcements, announced: Path) -> Worth:
    place = len(announced) - 1
    path, _ = tree.complete(announced)
    aims = None if path is None else _aims(tree, path)
    return Worth(
        player=tree.order[place],
        aim=tree.options[place][announced[-1]],
        allowed=aims is not None,
        replies=None if aims is None else aims[place + 1 :],
        win=(Fraction(0),) * phases.problem.players if path is None else phases.public(tree.win(path, place)),
    )


def all_outcomes(
    problem: Problem | Iterable[object],
    *,
    cap: int = 10_000,
    slack: object = 0,
    backend: str | None = None,
    progress: Progress | None = None,
    **fields: Any,
) -> Outcomes:
    """Return every optimal outcome of a problem, over all ways of breaking ties.

    A way is one choice at every node of every phase; a phase is resolved in one way however it is reached. The steps,
    for the sizes of phases upwards: (1) for every combination of values of the smaller phases, find the possible
    values of each phase (`Announcements.outcomes`); (2) combine them, since each phase is resolved by itself;
    (3) keep the distinct combinations, `cap` at most. For the first phase the aims count too. Following one
    combination costs about as much as solving the phases of the next size; the first phase is not capped.

    Parameters: `problem`, `backend` and `**fields` as for `solve`; `cap`, how many combinations of values of the later
    phases are followed; beyond it the result says `complete=False` and is a lower bound; `slack`, an exact number >= 0:
    options that differ by at most so much are taken for equal, too, which lists what a solver that cannot tell them
    apart may come to; `progress`, called with 1 after each combination that is followed.

    Raises what `solve` raises, and `ProblemError` for a cap below 1 or a slack below 0.

    >>> outcomes = all_outcomes(["1/2", "1/2", "1/2"])
    >>> len(outcomes.outcomes), outcomes.complete
    (7, True)
    >>> for outcome in all_outcomes(["1/3", "2/3", 1], slack="0.09").outcomes:
    ...     print(outcome)
    <Outcome Miss, C, B: 25/63, 8/21, 2/9>
    <Outcome C, C, B: 59/189, 34/63, 4/27>
    """
    if isinstance(cap, bool) or not isinstance(cap, int) or cap < 1:
        raise ProblemError(f"cap: {shown(cap)} is not an integer >= 1")
    allowed = rational.exact(slack, "slack")
    if allowed < 0:
        raise ProblemError(f"slack: {shown(slack)} is below 0")
    stated = as_problem(problem, fields)
    phases = PhaseSolver(stated, backend_for(stated, backend))
    phases.win(stated.first_order)
    report = progress or _nothing
    ways: list[dict[Order, Sequence[Any]]] = [{}]
    complete = True
    for size in range(2, stated.players):
        orders = sorted(order for order in phases.solved if len(order) == size)
        found: dict[tuple[Any, ...], None] = {}
        for way in ways:
            for values in product(*(phases.values(order, way, allowed) for order in orders)):
                found[values] = None
                if len(found) > cap:
                    break
            report(1)
            if len(found) > cap:
                break
        if len(found) > cap:
            complete = False
        ways = [dict(zip(orders, values, strict=True)) for values in islice(found, cap)]
    results: dict[Outcome, None] = {}
    own = phases.solved[stated.first_order]
    for way in ways:
        tree = phases.tree(stated.first_order, way)
        paths: list[Path | None] = [*tree.outcomes(distinct_aims=True, slack=allowed)]
        for path in paths or [None]:
            win = own.win if path is None else phases.public(tree.win(path))
            results[Outcome(win, chosen_aims(stated, tree, path))] = None
        report(1)
    first = Outcome(own.win, own.aims)
    others = sorted(results.keys() - {first}, key=_outcome_key)
    return Outcomes((first, *others), complete, len(ways))


def _nothing(done: int) -> None:
    """Report no progress."""


def _outcome_key(outcome: Outcome) -> tuple[Any, ...]:
    aims = tuple((3, 0, ()) if aim is None else aim.canonical_key() for aim in outcome.aims)
    return aims, tuple(-win for win in outcome.win)


class PhaseSolver:
    """Solves the phases of a problem from the smallest up, each once, and keeps what it found."""

    def __init__(
        self, problem: Problem, backend: Backend, progress: Progress | None = None, method: str = "plain"
    ) -> None:
        self.problem = problem
        self.announcements = METHODS[method]
        self.backend = backend
        self.report = progress or _nothing
        self.solved: dict[Order, Phase] = {}
        self.ties: dict[Order, list[Tie]] = {}
        self._wins: dict[Order, Sequence[Any]] = {}

    @classmethod
    def of(cls, solution: Solution) -> PhaseSolver:
        """Return a solver that knows the values of all phases of a solution."""
        known = (*rational.backends(), algebraic_backend().name)
        name = solution.backend if solution.backend in known else None
        phases = cls(solution.problem, backend_for(solution.problem, name))
        for phase in solution.phases:
            phases.solved[phase.order] = phase
            phases._wins[phase.order] = [phases.backend.number(win) for win in phase.win]
        return phases

    def win(self, order: Order) -> Sequence[Any]:
        """Return the win probabilities at the start of a phase, in numbers of the backend."""
        if order not in self._wins:
            if len(order) == 1:
                self._wins[order] = survivor(order[0], self.problem.players, self.backend)
            else:
                self._solve(order)
        return self._wins[order]

    def tree(self, order: Order, way: Mapping[Order, Sequence[Any]] | None = None) -> Announcements:
        """Return the announcements of a phase, over the solved values of the phases that can follow.

        `way` gives other values for some of those phases, as another way of breaking ties does.
        """
        options = [self.problem.options(order, player) for player in order]

        def later(shooter: int, victim: int) -> Sequence[Any]:
            follows = next_order(order, shooter, victim)
            return way[follows] if way and follows in way else self.win(follows)

        return self.announcements(self.problem, order, options, later, self.backend)

    def _solve(self, order: Order) -> None:
        tree = self.tree(order)
        path, on_path = tree.solve()
        if path is None:
            win: Sequence[Any] = [self.backend.number(Fraction(0))] * self.problem.players
        else:
            win = tree.win(path)
        self._wins[order] = win
        self.solved[order] = Phase(order, chosen_aims(self.problem, tree, path), self.public(win))
        nodes = {node.earlier: node for node in on_path} | tree.material
        on = {node.earlier for node in on_path}
        self.ties[order] = [
            Tie(
                order,
                earlier=_aims(tree, earlier),
                equal=tuple(tree.options[len(earlier)][option] for option in nodes[earlier].equal),
                chosen=tree.options[len(earlier)][nodes[earlier].chosen],
                on_path=earlier in on,
            )
            for earlier in sorted(nodes, key=lambda path: (len(path), path))
        ]
        self.report(1)

    def values(
        self, order: Order, way: Mapping[Order, Sequence[Any]], slack: Fraction = Fraction(0)
    ) -> list[tuple[Any, ...]]:
        """Return the distinct win probabilities of a phase over all ways of breaking its ties, the chosen first."""
        tree = self.tree(order, way)
        wins = dict.fromkeys(tuple(tree.win(path)) for path in tree.outcomes(distinct_aims=False, slack=slack))
        own = tuple(self.win(order))
        return sorted(wins, key=lambda win: win != own) or [own]

    def public(self, win: Iterable[Any]) -> tuple[Number, ...]:
        """Return win probabilities as fractions, the irrational ones as algebraic numbers."""
        return tuple(map(self.backend.fraction, win))


def survivor(player: int, players: int, backend: Backend) -> list[Any]:
    """Return the win probabilities when one player is left: he has won."""
    return [backend.number(Fraction(int(index == player))) for index in range(players)]


def _aims(tree: Announcements, path: Path) -> tuple[Aim, ...]:
    return tuple(tree.options[place][option] for place, option in enumerate(path))


def chosen_aims(problem: Problem, tree: Announcements, path: Path | None) -> tuple[Aim | None, ...]:
    """Return the aims of a phase; in a stalemate the predefined ones, and None for those who were to choose."""
    if path is not None:
        return _aims(tree, path)
    return tuple(
        None if problem.has_choice(tree.order, player) else aims[0]
        for player, aims in zip(tree.order, tree.options, strict=True)
    )
