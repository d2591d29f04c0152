r"""The definition of announced play: from a problem to its solution, each rule by its line, in exact numbers.

**The choice.** The players of a phase announce in shooting order, and each of them knows the earlier announcements, the
**history**. A **profile** is one option per player. Under a profile the turns of the players repeat until somebody is
hit, and the win probabilities at the first turn of the player at seat `j` are the vector (`truel_ref.play.phase`)

    w = V / (1 - K)      where (V, K) composes the turns of the seats j, j+1, …, L-1, 0, …, j-1

The player at seat `j` compares the own component of `w`. The steps after every history, the longest histories first:

1. Follow each option of the player to the profile that the later players choose after it (R3.2).
2. Drop the options after which nobody can be hit, whatever else is announced. If no option is left, every
   continuation is a stalemate (R3.4, R3.5). The structure decides this, before any comparison (R2.3).
3. Of the other options, the best are those with the largest own component of `w` at the player's first turn (R3.1).
4. If several options are best, the tie rule takes one of them (R3.7, R3.8; `truel_ref.play.ties`). Equal means equal.

The profile of the phase is the profile chosen after the empty history. The first player is bound by the announcement,
and is in that sense a leader.

Rules: `docs/rules.md`, R1.5 to R1.10, R2 and R3. Source: backward induction in a game of perfect information,
M. J. Osborne and A. Rubinstein, *A Course in Game Theory* (1994), section 6.2; the leader is that of H. von
Stackelberg, *Marktform und Gleichgewicht* (1934). `truel_ref.fast.recursion` computes the same in less time; tests
compare every field.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, TypeAlias, TypeVar

from truel_ref.game.aims import Aim
from truel_ref.game.people import Order, Profile, next_order
from truel_ref.game.problem import Problem
from truel_ref.game.solution import Phase, Solution, Tie
from truel_ref.kernels.graphs import reached
from truel_ref.limits import check, so_far
from truel_ref.play.phase import Turn, Vector, survivor, turn, value, victims
from truel_ref.play.ties import break_tie, is_material

R = TypeVar("R", Phase, Tie)

Value: TypeAlias = "Callable[[Profile, int], Any]"
"""Gives the win probabilities of a profile at the first turn of a seat, None if nobody can be hit."""

Equal: TypeAlias = "tuple[Profile, int, bool]"
"""A tie: the equal options, the chosen one, and whether the tie is material (R3.10)."""

Options: TypeAlias = "tuple[tuple[Aim, ...], ...]"
"""By seat, the aims that a player may announce, in canonical order."""


def solve_by_definition(problem: Problem) -> Solution:
    """Return the solution of a problem: phase by phase, the smallest first.

    >>> solution = solve_by_definition(Problem(["1/3", "2/3", 1]))
    >>> [str(win) for win in solution.win], [str(aim) for aim in solution.aims]
    (['25/63', '8/21', '2/9'], ['Miss', 'C', 'B'])
    """
    wins = survivors(problem)
    phases: list[Phase] = []
    ties: list[Tie] = []
    with so_far(phases=lambda: tuple(reversed(phases))):
        for order, options in reachable(problem).items():  # from the problem to its phases, the smallest first;
            stage = lay_out(problem, order, options, wins)  # every option becomes a turn;
            chosen = choices_after((), problem, order, options, stage.value)  # one is chosen after every history;
            profile = chosen[()].path
            win = stage.value(profile) if profile else None
            wins[order] = win or [0 * hit for hit in problem.hits]  # its value is V / (1 - K);
            phases.append(Phase(order, aims_of(profile, problem, order, options), tuple(wins[order]), problem=problem))
            equal = {
                history: (choice.equal, choice.path[len(history)], choice.material)
                for history, choice in chosen.items()
                if choice.path and len(choice.equal) > 1
            }
            ties += listed_ties(problem, order, options, profile, equal)
    # and all of it is the solution.
    return Solution(problem, largest_first(phases), largest_first(ties), method="definition")


def listed_ties(
    problem: Problem, order: Order, options: Options, profile: Profile | None, ties: Mapping[Profile, Equal]
) -> Iterator[Tie]:
    """Yield the ties of a phase that a solution lists: the material ones, and those on the way to the chosen profile.

    Rules: R3.9 and R3.10. Parameters: `problem`; `order`, the phase; `options`, by seat; `profile`, the chosen one;
    `ties`, by history.
    """
    for history, (equal, chosen, material) in sorted(ties.items(), key=lambda tie: (len(tie[0]), tie[0])):
        on_path = profile is not None and profile[: len(history)] == history
        if material or on_path:
            mine, earlier = options[len(history)], aims_of(history, problem, order, options)
            tied = tuple([mine[option] for option in equal])
            yield Tie(order, earlier, tied, mine[chosen], on_path, problem=problem)


def largest_first(records: Iterable[R]) -> tuple[R, ...]:
    """Return phases or ties as a solution lists them: by decreasing size of the phase, then by its order."""
    return tuple(sorted(records, key=lambda record: (-len(record.order), record.order)))


# ---------------------------------------------------------------------------------------------------------
# The phases of a problem


def reachable(problem: Problem, start: Order | None = None) -> dict[Order, Options]:
    """Return the phases that some options of the players lead to (R3.11), the smallest first, with their options.

    Parameters: `problem`; `start`, the phase before them, by default the first phase.

    >>> [len(order) for order in reachable(Problem(["1/3", "2/3", 1]))]
    [2, 2, 2, 2, 2, 2, 3]
    """
    found: dict[Order, Options] = {}

    def after(order: Order) -> list[Order]:
        found[order] = tuple(problem.options(order, player) for player in order)
        shots = zip(order, found[order], strict=True) if len(order) > 2 else ()
        return [next_order(order, who, victim) for who, aims in shots for victim in victims(problem.hits[who], aims)]

    orders = reached([start or problem.order], after)
    return {order: found[order] for order in sorted(orders, key=lambda order: (len(order), order))}


def survivors(problem: Problem) -> dict[Order, Vector]:
    """Return the win probabilities of the phases of one player: this player has won (R1.2).

    >>> survivors(Problem([1, 1]))[(1,)] == [0, 1]
    True
    """
    return {(last,): survivor(last, problem.players) for last in problem.order}


@dataclass(frozen=True)
class Stage:
    """A phase whose later phases are solved.

    Fields: `problem`; `order`, the phase; `options`, by seat; `turns`, by seat and option, the turn `(r, k)`.
    """

    problem: Problem
    order: Order
    options: Options
    turns: tuple[tuple[Turn, ...], ...]

    def value(self, profile: Profile, seat: int = 0) -> list[Any] | None:
        """Return the win probabilities of a profile at the first turn of a seat, None if nobody can be hit (R2.3)."""
        turns = [mine[option] for mine, option in zip(self.turns, profile, strict=True)]
        return None if all(k == 1 for _, k in turns) else value(turns[seat:] + turns[:seat])


def aims_of(announced: Sequence[int] | None, problem: Problem, order: Order, options: Options) -> tuple[Any, ...]:
    """Return the aims of a history or a profile of a phase; in a stalemate, None, the predefined aims (R3.5)."""
    if announced is not None:
        return tuple([mine[option] for mine, option in zip(options, announced, strict=False)])
    free = [problem.has_choice(order, player) for player in order]
    return tuple([None if chooses else mine[0] for mine, chooses in zip(options, free, strict=True)])


def lay_out(problem: Problem, order: Order, options: Options, wins: Mapping[Order, Vector]) -> Stage:
    """Return the stage of a phase: every option as a turn (R2.1).

    Parameters: `problem`; `order`, the phase; `options`, by seat; `wins`, the win probabilities at the start of every
    phase that can follow.

    >>> problem = Problem(["1/2", "1/3"])
    >>> stage = lay_out(problem, (0, 1), reachable(problem)[0, 1], survivors(problem))
    >>> stage.turns[1], stage.value((0, 0))
    ((([Fraction(0, 1), Fraction(1, 3)], Fraction(2, 3)),), [Fraction(3, 4), Fraction(1, 4)])
    """

    def turn_of(player: int, aim: Aim) -> Turn:
        hit = problem.hits[player]
        targets = aim.targets if hit else ()  # who never hits leads to no later phase
        aimed = [(aim.weights[target], wins[next_order(order, player, target)]) for target in targets]
        return turn(hit, aimed, problem.players)

    turns = [tuple(turn_of(player, aim) for aim in aims) for player, aims in zip(order, options, strict=True)]
    return Stage(problem, order, options, tuple(turns))


# ---------------------------------------------------------------------------------------------------------
# The choice after every history of a phase


@dataclass(frozen=True)
class Chosen:
    """The choice after one history.

    Fields: `path`, the profile that follows, as the index of each player's option, or None if every continuation is a
    stalemate; `equal`, the best options of the player, including the chosen one; `material`, whether these lead to
    different win probabilities.
    """

    path: Profile | None
    equal: Profile = ()
    material: bool = False


def choices_after(
    history: Profile,
    problem: Problem,
    order: Order,
    options: Sequence[Sequence[Aim]],
    value: Value,
) -> dict[Profile, Chosen]:
    """Return the choice after a history and after all longer ones, the longest first (R3.2).

    The module's docstring lists the steps. A history of all players is a profile: nobody is left to choose.

    Parameters: `history`; `problem`, whose tie rule counts; `order`, the phase; `options`, by seat; `value`, gives the
    win probabilities of a profile at the first turn of a seat, None if nobody can be hit.

    >>> problem = Problem(["1/2", "1/3"], targets="B,Miss")
    >>> stage = lay_out(problem, (0, 1), reachable(problem)[0, 1], survivors(problem))
    >>> choices_after((), problem, (0, 1), stage.options, stage.value)[()]
    Chosen(path=(0, 0), equal=(0,), material=False)
    """
    chosen: dict[Profile, Chosen] = {}
    for seat in reversed(range(len(history), len(order) + 1)):
        for more in product(*[range(len(mine)) for mine in options[len(history) : seat]]):
            check()
            here = history + more
            if seat == len(order):
                chosen[here] = Chosen(None if value(here, 0) is None else here)
            else:
                chosen[here] = choice(here, problem, order, options[seat], value, chosen)
    return chosen


def choice(
    history: Profile,
    problem: Problem,
    order: Order,
    options: Sequence[Aim],
    value: Value,
    chosen: Mapping[Profile, Chosen],
) -> Chosen:
    """Return the choice after one history, given those after all longer ones (R3.1, R3.3 to R3.5, R3.7)."""
    seat = len(history)
    follow = [chosen[(*history, option)].path for option in range(len(options))]  # step 1
    allowed = [profile for profile in follow if profile is not None]  # step 2
    if not allowed:
        return Chosen(None)
    wins = [value(profile, seat) for profile in allowed]  # step 3
    own = [win[order[seat]] for win in wins]
    most = max(own)
    best = [number for number, worth in enumerate(own) if worth == most]
    equal = tuple(allowed[number][seat] for number in best)
    led_to = [wins[number] for number in best]
    taken = break_tie(problem, [options[option] for option in equal], led_to)  # step 4
    return Chosen(allowed[best[taken]], equal, is_material(led_to))
