"""Many games: two engines that agree in distribution and share little code.

- `one_by_one` plays game after game in plain Python, with exact draws of integers;
- `by_counts` follows the number of games in each position with NumPy, by binomial draws, so 10^9 games take about as
  long as 10^3.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import count
from typing import Any, TypeAlias

from truel_ref.game.people import Order
from truel_ref.limits import check
from truel_ref.simulation.rules import DiceGame, Position, Rules
from truel_ref.simulation.story import played

Ended: TypeAlias = tuple[int, Order, int]
"""A number of turns, the players left after it, and the number of such games."""


def one_by_one(game: DiceGame, games: int, seed: int) -> Iterator[Ended]:
    """Play game after game as `play_one` does, with `random.Random(seed)`, and yield each.

    Parameters: `game`; `games` and `seed` as for `simulate`, which checks them.

    >>> from truel_ref import solve
    >>> from truel_ref.simulation.policies import game_of
    >>> [*one_by_one(game_of(solve([1, 1], targets="Miss, A")), games=2, seed=1)]
    [(2, (1,), 1), (2, (1,), 1)]
    """
    rng = random.Random(seed)
    for _ in range(games):
        story = played(game, rng)
        yield len(story.moves), story.left, 1


class _Table:
    """The positions of a game as numbers: positions below `live` go on, ends have the numbers from there on.

    Turns that a position draws among count as one: a hit of one of them has its share of the probability, and all of
    them pass to one position.

    Attributes: `start`; `live`; `ends`, the players left at each end; by slot and live position `chances`, the
    probability of a hit in the slot given none in earlier slots, and `lands`, the position after it; `passes`, for
    every live position the position after no hit.
    """

    def __init__(self, rules: Rules) -> None:
        import numpy as np

        positions = rules.positions()
        number = {position: index for index, position in enumerate(positions)}
        self.live, self.ends = len(positions), dict[Order, int]()

        def entered(position: Position) -> int:
            left = rules.left(position)
            if left is None:
                return number[rules.alike(position)]
            return self.ends.setdefault(left, self.live + len(self.ends))

        self.start = entered(rules.start)
        drawn = [rules.situation(position).turns for position in positions]
        passes = [next((entered(turn.passes) for turn in turns if turn.passing), 0) for turns in drawn]  # 0: never
        hits = [[(chance / len(turns), after) for turn in turns for chance, after in turn.hits] for turns in drawn]
        slots = max(map(len, hits), default=0)
        self.passes = np.array(passes, dtype=np.int64)
        self.chances, self.lands = np.zeros((slots, self.live)), np.tile(self.passes, (slots, 1))
        for place, ways in enumerate(hits):
            missed: Any = 1
            for slot, (chance, after) in enumerate(ways):
                self.chances[slot, place] = float(chance / missed) if missed else 0.0
                self.lands[slot, place] = entered(after)
                missed -= chance


def by_counts(game: DiceGame, games: int, seed: int) -> Iterator[Ended]:
    """Follow the numbers of games in each position, turn by turn, with `Generator(PCG64(seed))`; yield those that end.

    The steps of one turn, for every position with games: (1) draw the number of games that eliminate the first target,
    binomial with `p*q[1]`; (2) of the other games draw the number that eliminate the second target, with
    `p*q[2] / (1 - p*q[1])`, and so on; together this is the multinomial draw; (3) the other games pass the turn. If the
    rules draw one of `m` shooters, these are the targets of all shooters, with `p*q/m`. The loop ends when no position
    has games, after about `log(games) / -log(K)` rounds. The probabilities are exact until the draws round them to
    floats, a bias below 2^-53 each. With a lot, a multinomial draw gives the number of games for each order first.

    Parameters: `game`; `games` and `seed` as for `simulate`, which checks them.

    Source: the multinomial as a chain of conditional binomials, L. Devroye, *Non-Uniform Random Variate Generation*
    (1986), section XI.1.4.

    >>> from truel_ref import solve
    >>> from truel_ref.simulation.policies import game_of
    >>> [*by_counts(game_of(solve([1, 1], targets="Miss, A")), games=10**9, seed=1)]
    [(2, (1,), 1000000000)]
    """
    import numpy as np

    rng = np.random.Generator(np.random.PCG64(seed))
    many = len(game.lots)
    for rules, share in zip(game.lots, rng.multinomial(games, [1 / many] * many).tolist(), strict=True):
        if share:
            yield from _follow(_Table(rules), share, rng)


def _follow(table: _Table, games: int, rng: Any) -> Iterator[Ended]:
    """Follow the numbers of games of one way to play."""
    import numpy as np

    standing = np.zeros(table.live + len(table.ends), dtype=np.int64)
    standing[table.start] = games
    for turns in count():
        check()
        ended = zip(table.ends, standing[table.live :].tolist(), strict=True)
        yield from ((turns, left, games) for left, games in ended if games)
        active = np.flatnonzero(standing[: table.live])
        remaining = standing[active]
        if not active.size:
            return
        standing[:] = 0
        for chance, land in zip(table.chances, table.lands, strict=True):
            eliminated = rng.binomial(remaining, chance[active])
            np.add.at(standing, land[active], eliminated)
            remaining -= eliminated
        np.add.at(standing, table.passes[active], remaining)


ENGINES = {"counts": by_counts, "one": one_by_one}
"""The engines by name."""
