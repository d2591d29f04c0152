"""By lot: a uniform draw gives the shooting order before the first shot, and then all players know it.

Every drawn order is a separate problem (rule R4.11: the rules refer to places, the statement to persons), solved by
`solve` or by `equilibria`; the answer is the mean over the orders. Cyclic shifts are different orders, because another
player begins.

Rules: `docs/rules.md`, R10. Source: M. Gardner, *The Second Scientific American Book of Mathematical Puzzles and
Diversions* (1961), chapter 5, problem 20, draws the order of three duelists.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import permutations
from math import factorial
from typing import TypeAlias

from truel_ref.budget import check
from truel_ref.errors import ProblemError, SizeError, shown
from truel_ref.fast.solving import solve
from truel_ref.fast.stationary import CAP_LIMIT, equilibria
from truel_ref.files import Progress
from truel_ref.game.aims import Aim
from truel_ref.game.people import People
from truel_ref.game.problem import Problem
from truel_ref.game.variant import FIRST_ONLY, Variant
from truel_ref.game.variant_answers import DrawnOrder, VariantAnswer, VariantPlay
from truel_ref.numbers import Number, backend_in_force, read_count
from truel_ref.play.stationary import CAP
from truel_ref.variants.bullets import counted_bullets
from truel_ref.variants.fire import random_shooter, simultaneous_fire
from truel_ref.variants.opinions import opinion_contest

__all__ = [
    "MOST_PLAYERS",
    "SOLVERS",
    "by_lot",
    "drawn_problems",
    "solve_variant",
]


MOST_PLAYERS = 7
"""The most players of a whole drawn order: seven players have 5,040 orders.

Orders are solved one by one. In announced play with {Others, Miss} an order of seven players takes a few seconds, and
all orders take hours; an order of six takes about a second, and all 720 about ten minutes. Without Miss, or if only
the first shooter is drawn, the orders take seconds.
"""


def by_lot(
    problem: Problem | Variant | Iterable[object],
    *,
    play: str = "announced",
    start: bool = False,
    cap: int = CAP,
    progress: Progress | None = None,
) -> VariantAnswer:
    """Return the mean over all shooting orders, and the answer for every order.

    >>> print(by_lot([1, "4/5", "1/2"]).to_text().partition("  A, B, C")[0])
    player    hit    wins      percent
    --------  -----  ------  ---------
    A         1      3/10     30.000 %
    B         4/5    8/45     17.778 %
    C         1/2    47/90    52.222 %
    the whole order is drawn, announced play
    <BLANKLINE>

    The steps: (1) state the problem in every order; (2) solve each, by announced or stationary play; (3) take the mean,
    per person. In stationary play there is a mean only if every order has exactly one pure equilibrium. Equilibria with
    equal aims and win probabilities at the start, which differ only in smaller sets, count as one.

    Parameters: `problem`, a `Problem`, hit probabilities, or a `Variant` (which has the next two settings); `play`,
    "announced" or "stationary"; `start`, whether the lot draws only the player who begins the stated cycle; `cap`, as
    for `equilibria`; `progress`, called with 1 after each order.

    Raises the errors of `Problem` and `Variant`, and `ProblemError` for more than seven players whose whole order is
    drawn.
    """
    variant = Variant.of_model("lot", problem, play=play, start=start)
    asked = variant.problem
    if not variant.start and asked.players > MOST_PLAYERS:
        raise SizeError(
            f"by lot: {asked.players} players have {factorial(asked.players):,} orders; state at most {MOST_PLAYERS} "
            f"players, or draw only {FIRST_ONLY}"
        )
    drawn = []
    for ordered in drawn_problems(asked, start=variant.start):
        check()
        drawn.append(_drawn(asked, ordered, variant.play, cap))
        if progress is not None:
            progress(1)
    single = all(len(order.plays) == 1 and order.complete for order in drawn)
    mean = (_mean(asked, drawn),) if single else ()
    complete = all(order.complete for order in drawn)
    return VariantAnswer(
        variant, mean, complete, drawn=tuple(drawn), method=variant.play, backend=backend_in_force(asked.hits)
    )


def drawn_problems(problem: Problem, *, start: bool = False) -> Iterator[Problem]:
    """Yield a problem in every shooting order, in lexicographic order; with `start` only shifts of the stated order.

    >>> [str(drawn.people.order) for drawn in drawn_problems(Problem(["1/2", 1]))]
    ['(0, 1)', '(1, 0)']
    """
    stated, cycle = problem.to_json(), problem.people.order
    shifts = (cycle[first:] + cycle[:first] for first in range(len(cycle)))
    for order in shifts if start else permutations(sorted(cycle)):
        yield Problem(**{**stated, "order": [problem.people.names[person] for person in order]})


def _drawn(problem: Problem, ordered: Problem, play: str, cap: int) -> DrawnOrder:
    """Return the answer for a drawn order, by place in the stated order."""
    if play == "announced":
        solution = solve(ordered)
        plays = [(tuple(solution.aims), tuple(solution.win))]
        complete = True
    else:
        answer = equilibria(ordered, cap=cap)
        plays = list(dict.fromkeys((equilibrium.aims, equilibrium.win) for equilibrium in answer))
        complete = answer.complete
    people, drawn_people = problem.people, ordered.people
    order = tuple(people.places[person] for person in drawn_people.order)
    return DrawnOrder(order, tuple(_restated(play, people, drawn_people) for play in plays), complete)


def _restated(
    play: tuple[tuple[Aim | None, ...], tuple[Number, ...]], people: People, drawn: People
) -> tuple[tuple[Aim | None, ...], tuple[Number, ...]]:
    """Return aims and win probabilities of a drawn order by place in the stated order."""
    aims = tuple(
        None if aim is None else Aim(people.by_place(drawn.by_person(aim.weights)), aim.is_random).among(people)
        for aim in people.by_place(drawn.by_person(play[0]))
    )
    return aims, people.by_place(drawn.by_person(play[1]))


def _mean(problem: Problem, drawn: list[DrawnOrder]) -> VariantPlay:
    """Return the mean over drawn orders with one play each."""
    wins = zip(*(order.plays[0][1] for order in drawn), strict=True)
    return VariantPlay((None,) * problem.players, tuple(sum(won, Fraction(0)) / len(drawn) for won in wins))


# ---------------------------------------------------------------------------------------------------------
# The solver of every model, by name


Solver: TypeAlias = "Callable[[Variant, int, Progress | None], VariantAnswer]"

SOLVERS: dict[str, Solver] = {
    "lot": lambda asked, cap, progress: by_lot(asked, cap=cap, progress=progress),
    "shooter": lambda asked, cap, progress: random_shooter(asked, cap=cap, progress=progress),
    "simultaneous": lambda asked, cap, progress: simultaneous_fire(asked, cap=cap, progress=progress),
    "bullets": lambda asked, cap, progress: counted_bullets(asked, progress=progress),
    "opinions": lambda asked, cap, progress: opinion_contest(asked, cap=cap, progress=progress),
}
"""The solver of each model."""


def solve_variant(
    variant: Variant,
    *,
    cap: int = CAP,
    progress: Progress | None = None,
) -> VariantAnswer:
    """Return the answer to a variant of any model.

    >>> solve_variant(Variant.stated("shooter", [1, "2/3", "1/3"])).win[0]
    Fraction(3, 8)

    Parameters: `variant`, from `Variant.stated` or `Variant.from_json`; `cap`, the largest number of selections of
    equilibria of smaller sets, if the model has them; `progress`, called from time to time with the newly done work.

    Raises the errors of the model's function, `ProblemError` for a value that is not a variant, and `NumberError` for a
    bad cap.
    """
    if not isinstance(variant, Variant):
        raise ProblemError(f"{shown(variant)} is not a variant; state one, as in Variant.stated('shooter', [1, 0.5])")
    return SOLVERS[variant.model](variant, read_count(cap, "cap", 1, CAP_LIMIT), progress)
