r"""Who wins most often when more than three shoot in turn: exact answers for spaced and for random hit probabilities.

Players are numbered by strength: 1 is the weakest, n the strongest. For each size

- **spacing** `k/(n+1)` or `k/n`, `k` from 1 to n; with `k/n` the strongest never misses;
- **order** `up`, the weakest shoots first and the strongest last, or `down`;
- **play** `without a miss`: all pure stationary equilibria if all players search Others; without ties there is one,
  and announced play has the same aims (theorem T12, `docs/mathematics/theorems.md`); `stationary`: all pure stationary
  equilibria with deliberate misses; `random shooter`: all players aim at the strongest (with four or more players in
  general no equilibrium).

Equilibria with equal aims and equal values at every turn count once (R8.6 of `docs/rules.md`). If there are several,
a player's wins are a range over all of them. All answers are exact. Random problems are a sample: their results are
means of exact answers, with an interval that contains the expectation with a stated confidence.

Source: P. Amengual and R. Toral, "Truels, or survival of the weakest", Computing in Science and Engineering 8 (2006),
88-95, for truels of N players.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from truel_ref.errors import ProblemError, shown
from truel_ref.fast.solving import solve
from truel_ref.fast.stationary import float_profiles
from truel_ref.game.equilibrium import Living
from truel_ref.game.problem import Problem
from truel_ref.kernels.confidence import bounded_mean, clopper_pearson
from truel_ref.numbers import fraction_text, read_count
from truel_ref.play.responses import StationaryNode, pure_equilibria
from truel_ref.play.stationary import reachable_sets, sets_after
from truel_ref.records.record import Record
from truel_ref.records.table import Percent, Table
from truel_ref.symbolic.algebra import rational
from truel_ref.variants.fire import random_shooter

__all__ = [
    "CONFIDENCE",
    "DRAWS",
    "LIMITS",
    "ORDERS",
    "SPACINGS",
    "Draws",
    "GameStanding",
    "LargerGames",
    "evenly_spaced",
    "random_draws",
    "standing",
    "standings",
]

LIMITS = {"without a miss": 12, "stationary": 10, "random shooter": 12}
"""The plays, each with the largest number of players that takes at most some minutes."""

SPACINGS: dict[str, int] = {"k/(n+1)": 1, "k/n": 0}
"""The spacings, with the summand of n in the denominator."""

ORDERS = ("up", "down")

DRAWS = 200
"""Default number of random problems of each size."""

CONFIDENCE = Fraction(99, 100)
"""Confidence of each interval around the results of random problems."""

GRID = 1 << 20
"""Random hit probabilities are multiples of 1 / GRID."""

_LEAST = 3
"""Seconds, extrapolated to no player, and the factor for each further player, roughly."""


@dataclass(frozen=True)
class GameStanding:
    """The win probabilities of all players, by strength.

    Fields: `players`; `spacing`; `order`; `play`; `wins`, for every pure equilibrium the win probabilities, the weakest
    first; with a random shooter for all at the strongest.
    """

    players: int
    spacing: str
    order: str
    play: str
    wins: tuple[tuple[Fraction, ...], ...]

    @property
    def favourites(self) -> tuple[int, ...]:
        """The strengths, 1 for the weakest, of the players who win most often in some equilibrium."""
        return _places(self.wins, max)

    @property
    def last(self) -> tuple[int, ...]:
        """The strengths of the players who win least often in some equilibrium."""
        return _places(self.wins, min)


def _places(wins: Iterable[tuple[Fraction, ...]], extreme: Callable[[Iterable[Fraction]], Fraction]) -> tuple[int, ...]:
    return tuple(sorted({place for row in wins for place, win in enumerate(row, 1) if win == extreme(row)}))


def evenly_spaced(players: int, spacing: str) -> list[Fraction]:
    """Return evenly spaced hit probabilities, the weakest first.

    >>> [str(hit) for hit in evenly_spaced(3, "k/(n+1)")], [str(hit) for hit in evenly_spaced(3, "k/n")]
    (['1/4', '1/2', '3/4'], ['1/3', '2/3', '1'])
    """
    return [
        Fraction(strength, players + SPACINGS[_known("spacing", spacing, SPACINGS)])
        for strength in range(1, players + 1)
    ]


def _known(what: str, word: str, words: Iterable[str]) -> str:
    """Return a word if it is known. Raises `ProblemError` otherwise."""
    if word not in words:
        raise ProblemError(f"no {what} is called {shown(word)}; choose from {', '.join(words)}")
    return word


def standing(players: int, spacing: str, order: str, play: str) -> GameStanding:
    """Return the win probabilities with evenly spaced hit probabilities.

    Parameters: `players`, from 3 to the limit of the play; `spacing`, one of `SPACINGS`; `order`, "up" or "down";
    `play`, one of `LIMITS`.

    Raises `ProblemError` for other words, and `NumberError` for another number of players.

    >>> up = standing(4, "k/n", "up", "without a miss")
    >>> [str(win) for win in up.wins[0]], up.favourites, up.last
    (['396069/1930240', '121861/259840', '10665/42224', '75/1024'], (2,), (4,))
    """
    limit, step = LIMITS[_known("play", play, LIMITS)], 1 if _known("order", order, ORDERS) == "up" else -1
    count = read_count(players, "players", _LEAST, limit)
    hits = evenly_spaced(count, spacing)
    by_strength = tuple(row[::step] for row in _wins(hits[::step], play))
    return GameStanding(count, spacing, order, play, by_strength)


def _wins(hits: list[Fraction], play: str) -> list[tuple[Fraction, ...]]:
    """Return the win probabilities in every equilibrium, in shooting order."""
    if play == "random shooter":
        at_the_strongest = Problem(hits, targets=["Strongest"] * len(hits), target_later="Strongest")
        return [_exact(random_shooter(at_the_strongest)[0].win)]
    search = ["Others"] if play == "without a miss" else ["Others", "Miss"]
    return [_exact(node.values[0]) for node in distinct_equilibria(Problem(hits, search=search))]


def distinct_equilibria(problem: Problem) -> list[StationaryNode]:
    """Return all pure stationary equilibria of a problem, each once (R8.6), over any number of selections.

    The values of a set depend on few smaller sets: those with several equilibria that change its values. The steps, for
    the reachable sets, the smallest first: (1) list the equilibria of the set for every choice of an equilibrium in
    each of the sets on which the sets with one player less depend; (2) if some choice leaves several values, the set
    also depends on itself; (3) drop the sets that do not change its values.

    Parameters: `problem`, of rational numbers.

    >>> [[str(aim) for aim in node.aims] for node in distinct_equilibria(Problem(["1/2", "1/2", 1], search="Others"))]
    [['C', 'C', 'A'], ['C', 'C', 'B']]
    """
    depends: dict[Living, list[Living]] = {}
    known: dict[Living, dict[tuple[int, ...], StationaryNode | None]] = {}
    several: dict[Living, int] = {}
    table: dict[tuple[int, ...], list[StationaryNode]] = {}
    for living in reachable_sets(problem):
        smaller = sorted(sets_after(problem, living))
        on = sorted({one for left in smaller for one in depends[left]})
        table = {}
        for choice in product(*(range(several[one]) for one in on)):
            taken = dict(zip(on, choice, strict=True))
            below = {left: known[left][tuple(taken[one] for one in depends[left])] for left in smaller}
            played = {left: node for left, node in below.items() if node is not None}
            table[choice] = (
                pure_equilibria(problem, living, played, float_profiles) if len(played) == len(below) else []
            )
        by_values = {choice: list({_values(node): node for node in nodes}.values()) for choice, nodes in table.items()}
        several[living] = most = max(map(len, by_values.values()))
        if not most:
            return []
        depends[living], known[living] = _needed(
            [*on, living],
            {
                (*choice, number): nodes[min(number, len(nodes) - 1)] if nodes else None
                for choice, nodes in by_values.items()
                for number in range(most)
            },
        )
    return list({(node.aims, _values(node)): node for nodes in table.values() for node in nodes}.values())


def _needed(
    on: list[Living], nodes: dict[tuple[int, ...], StationaryNode | None]
) -> tuple[list[Living], dict[tuple[int, ...], StationaryNode | None]]:
    """Return the sets on which the values of these nodes depend, and the nodes by the choice in these sets."""
    for place in reversed(range(len(on))):
        fewer: dict[tuple[int, ...], dict[object, StationaryNode | None]] = {}
        for choice, node in nodes.items():
            fewer.setdefault((*choice[:place], *choice[place + 1 :]), {})[_values(node)] = node
        if all(len(by_values) == 1 for by_values in fewer.values()):
            on = [*on[:place], *on[place + 1 :]]
            nodes = {choice: node for choice, by_values in fewer.items() for node in by_values.values()}
    return on, nodes


def _values(node: StationaryNode | None) -> tuple[tuple[Any, ...], ...] | None:
    return None if node is None else tuple(map(tuple, node.values))


def _exact(win: Iterable[Any]) -> tuple[Fraction, ...]:
    return tuple(map(rational, win))


@dataclass(frozen=True, repr=False)
class LargerGames(Record):
    """Who wins most often, by the number of players: `standings`, a row each."""

    standings: tuple[GameStanding, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the standings as plain data for JSON, all win probabilities exact."""
        return {
            "standings": [
                {
                    "players": row.players,
                    "spacing": row.spacing,
                    "order": row.order,
                    "play": row.play,
                    "favourites": list(row.favourites),
                    "last": list(row.last),
                    "wins": [list(map(fraction_text, wins)) for wins in row.wins],
                }
                for row in self.standings
            ]
        }

    def _table(self) -> Table:
        columns = (
            "players",
            "hits",
            "order",
            "equilibria",
            "favourite",
            "last",
            "weakest",
            "favourite wins",
            "strongest",
        )
        rows = [_row(row) for row in self.standings]
        notes = ["Players are numbered by strength, 1 for the weakest; a range is over all pure equilibria."]
        return Table(columns, rows, "", notes, right=("weakest", "favourite wins", "strongest"))


def _row(row: GameStanding) -> tuple[Any, ...]:
    count = "-" if row.play == "random shooter" else len(row.wins)
    named = [" or ".join(map(str, places)) or "-" for places in (row.favourites, row.last)]
    shares = [(wins[0], max(wins), wins[-1]) for wins in row.wins]
    numbers: list[Percent | None] = [Percent(min(column), max(column)) for column in zip(*shares, strict=True)]
    return (row.players, row.spacing, row.order, count, *named, *(numbers or [None] * 3))


def standings(play: str, most: int, least: int = _LEAST) -> LargerGames:
    """Return the standings for evenly spaced hit probabilities and all sizes.

    With a random shooter there is no order.

    Parameters: `play`, one of `LIMITS`; `most` and `least`, numbers of players.

    Raises `ProblemError` for another play, and `NumberError` for another number of players.

    >>> print(standings("without a miss", 3).to_text("csv", digits=1))
    players,hits,order,equilibria,favourite,last,weakest,favourite wins,strongest
    3,k/(n+1),up,1,2,3,31.6,46.9,21.5
    3,k/(n+1),down,1,3,2,31.7,57.3,57.3
    3,k/n,up,1,2,3,31.2,54.0,14.8
    3,k/n,down,1,3,2,33.3,66.7,66.7
    """
    limit = LIMITS[_known("play", play, LIMITS)]
    orders = ORDERS[:1] if play == "random shooter" else ORDERS
    sizes = range(read_count(least, "players", _LEAST, limit), read_count(most, "players", _LEAST, limit) + 1)
    return LargerGames(
        tuple(standing(players, spacing, order, play) for players in sizes for spacing in SPACINGS for order in orders)
    )


# ---------------------------------------------------------------------------------------------------------
# Random hit probabilities


@dataclass(frozen=True, repr=False)
class Draws(Record):
    """Means over random problems without a miss, in a random order.

    Fields: `players`; `draws`, their number; `seed`; `means`, the exact mean wins over these draws, the weakest first;
    `favourites`, how often each player was the favourite.
    """

    players: int
    draws: int
    seed: int
    means: tuple[Fraction, ...]
    favourites: tuple[int, ...]

    @property
    def mean_intervals(self) -> tuple[tuple[float, float], ...]:
        """Intervals of `CONFIDENCE`, each separately, for the expectations of `means`."""
        return tuple(bounded_mean(mean, self.draws, CONFIDENCE) for mean in self.means)

    @property
    def favourite_intervals(self) -> tuple[tuple[float, float], ...]:
        """Intervals of `CONFIDENCE`, each separately, for the probabilities to be the favourite."""
        return tuple(clopper_pearson(times, self.draws, CONFIDENCE) for times in self.favourites)

    def to_json(self) -> dict[str, Any]:
        """Return the means as plain data for JSON, rounded to 12 decimals, as they come from a sample."""
        return {
            "players": self.players,
            "draws": self.draws,
            "seed": self.seed,
            "means": [round(float(mean), 12) for mean in self.means],
            "favourites": list(self.favourites),
            "confidence": fraction_text(CONFIDENCE),
            "mean_intervals": [_outwards(ends) for ends in self.mean_intervals],
            "favourite_intervals": [_outwards(ends) for ends in self.favourite_intervals],
        }

    def _table(self) -> Table:
        columns = ("strength", "wins", "expectation", "favourite in", "chance of that")
        columns_of = zip(self.means, self.mean_intervals, self.favourites, self.favourite_intervals, strict=True)
        rows = [
            (strength, Percent(mean), _percents(wins), favourite, _percents(leads))
            for strength, (mean, wins, favourite, leads) in enumerate(columns_of, 1)
        ]
        caption = f"{self.draws} random problems of {self.players} players without a miss (seed {self.seed})"
        notes = [
            ("The expectation and the chance lie there with ", Percent(CONFIDENCE), " confidence, each by itself.")
        ]
        return Table(columns, rows, caption, notes, right=columns[1:])


def _outwards(ends: tuple[float, float], decimals: int = 6) -> list[float]:
    """Return an interval rounded outwards."""
    scale = 10**decimals
    return [math.floor(ends[0] * scale) / scale, math.ceil(ends[1] * scale) / scale]


def _percents(ends: tuple[float, float]) -> str:
    """Return an interval of probabilities in percent, rounded outwards."""
    low, high = _outwards(ends, 4)
    return f"{100 * low:.2f} to {100 * high:.2f} %"


def random_draws(players: int, draws: int = DRAWS, seed: int = 0) -> Draws:
    """Return the mean wins over random problems, by strength.

    Hit probabilities are independent and uniform, the order of the players is random, and deliberate misses are not
    allowed.

    Parameters: `players`; `draws`, the number of problems; `seed`, of the draws.

    Raises `NumberError` for bad numbers.

    >>> drawn = random_draws(3, draws=100)
    >>> [round(float(mean), 2) for mean in drawn.means], drawn.favourites
    ([0.28, 0.29, 0.42], (25, 26, 49))
    """
    count = read_count(players, "players", _LEAST, LIMITS["without a miss"])
    number = read_count(draws, "draws", 1, 10**6)
    rng = random.Random(f"{seed} {count}")
    totals, favourites = [Fraction(0)] * count, [0] * count
    for _ in range(number):
        hits = [Fraction(place, GRID) for place in rng.sample(range(1, GRID), count)]
        wins = _exact(solve(Problem(hits, search="others")).win)
        by_strength = [win for _, win in sorted(zip(hits, wins, strict=True))]
        favourites[by_strength.index(max(by_strength))] += 1
        totals = [total + win for total, win in zip(totals, by_strength, strict=True)]
    return Draws(count, number, seed, tuple(total / number for total in totals), tuple(favourites))
