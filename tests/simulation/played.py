"""Problems of every kind to be played, and whether what was played agrees with the exact solution."""

import random
from fractions import Fraction
from functools import cache

import pytest

from truel_ref import Problem, solve
from truel_ref.simulation.engines import ENGINES
from truel_ref.simulation.estimates import simulate

SURE = 1 - Fraction(1, 10**6)
EXAMPLE = Problem(["1/3", "2/3", 1])
LATER = ("Optimal", "Strongest", "Random", "Self", "Miss")
SEARCHES = (
    "Others,Miss",
    "Others",
    "Others,Miss,Self",
    "Others,Miss,Random",
    "All",
    "Strongest,Miss",
    "Strongest,Self",
)
NUMBERS = [number for number in range(240) if number % 8 < 2 and number % 5 < 3]
"""A quarter of the problems of up to four players."""
ENGINE = pytest.mark.parametrize("engine", ENGINES)

WORKED = [
    EXAMPLE,
    Problem(["1/3", "2/3", 1], targets=["C", "C", "B"]),
    Problem(["3/4", "11/20", 1]),
    Problem(["3/4", "11/20", 1], search=["Others", "Miss", "Random"]),
    Problem(["3/4", "11/20", 1], search=["Others", "Miss", "Random"], random_levels=[5, 5, 5]),
    Problem(["1/4", "1/2", "3/4", 1]),
    Problem(["1/4", "1/2", "3/4", 1], targets=["Optimal", *["Strongest"] * 3], target_later="Strongest"),
    Problem(["3/5", "11/20", "1/2"]),
    Problem(["1/10", "1/5", "1/4", "17/20"], search=["Others", "Miss", "Self"]),
]


def random_weights(rng, players):
    shares = [rng.randrange(4) for _ in range(players)]
    return [Fraction(share, max(1, sum(shares) + rng.randrange(3))) for share in shares]


def random_target(rng, players):
    words = ["Optimal", "Optimal", "Strongest", "Random", "Self", "Miss"]
    return rng.choice([*words, rng.randrange(players), random_weights(rng, players), random_weights(rng, players)])


def random_problem(number):
    """Return the problem of this number: 2 to 6 players, all words, explicit aims, levels, zeros and ones."""
    rng = random.Random(number)
    players = 2 + number % 5
    kind = rng.choice(["plain", "plain", "extreme", "suicidal"])
    values = {"extreme": [0, "1/2", 1], "suicidal": [0, 0, "1/2", "2/3"]}.get(kind)
    hits = [rng.choice(values) if values else Fraction(rng.randint(1, 20), rng.randint(20, 25)) for _ in range(players)]
    if kind == "suicidal":  # so that some games end in a stalemate and some do not
        aims = [random_weights(rng, players) for _ in range(players)]
        return Problem(hits, targets=aims, target_later="Random", search_later=rng.choice(["All", "Self,Miss,Others"]))
    levels = [rng.choice([None, 1, 2]) for _ in range(players)] if players < 5 and rng.random() < 0.5 else None
    simple = SEARCHES[:2] if players == 6 else SEARCHES  # with many options for six players the solver takes long
    return Problem(
        hits,
        targets=[random_target(rng, players) for _ in range(players)] if rng.random() < 0.7 or players == 6 else None,
        search=rng.choice(simple),
        target_later=rng.choice(LATER),
        search_later=rng.choice([None, *simple]),
        if_eq=rng.choice([1, 2, 3, 4, -1]),
        random_levels=levels,
    )


@cache
def solved(number):
    return solve(random_problem(number))


def covers(estimate, win, stalemate, confidence=SURE):
    """Tell whether every exact value lies in its interval."""
    pairs = [(estimate.interval(player, confidence), value) for player, value in enumerate(win)]
    pairs.append((estimate.interval_of(estimate.stalemates, confidence), stalemate))
    return all(low <= value <= high for (low, high), value in pairs)


def assert_agrees(solution, **asked):
    estimate = simulate(solution, **asked)
    assert sum(estimate.wins) + estimate.stalemates == estimate.games
    assert sum(games for _, games in estimate.lengths) == estimate.games
    assert covers(estimate, solution.win, 1 - sum(solution.win)), (solution, estimate)
    return estimate
