"""Many games: three engines that agree in distribution and share as little as they can.

- `one_by_one` plays game after game in plain Python, with exact draws of integers;
- `in_lockstep` plays many games at once with NumPy: a die for the target, a die for the hit;
- `by_counts` follows how many games stand where, with binomial draws, so 10^9 games cost about what 10^3 do.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeAlias

from truel_ref.files import Progress
from truel_ref.game.orders import Order, next_order
from truel_ref.simulation.policy import Game
from truel_ref.simulation.story import played_game

__all__ = ["ENGINES", "Engine", "Tally", "by_counts", "in_lockstep", "one_by_one"]

_SLICE = 2**15  # games in lock-step at a time: they fit into the cache


@dataclass
class Tally:
    """How games ended.

    Fields: `wins`, one number of games per player; `stalemates`; `cut`, the games that a cap on turns cut off;
    `lengths`, how many games had how many turns, stalemates and games cut off included.
    """

    wins: list[int]
    stalemates: int = 0
    cut: int = 0
    lengths: Counter[int] = field(default_factory=Counter)

    def add(self, turns: int, ends: Iterable[int]) -> int:
        """Count games that ended after so many turns, per winner and last the stalemates; return how many they are."""
        *wins, stalemates = map(int, ends)
        ended = sum(wins) + stalemates
        if ended:
            self.wins = [before + more for before, more in zip(self.wins, wins, strict=True)]
            self.stalemates += stalemates
            self.lengths[turns] += ended
        return ended

    def cut_off(self, turns: int, games: int) -> int:
        """Count games that are cut off after so many turns; return how many they are."""
        if games:
            self.cut += games
            self.lengths[turns] += games
        return games


def one_by_one(
    game: Game, games: int, seed: int, max_turns: int | None = None, progress: Progress | None = None
) -> Tally:
    """Play game after game as `play_one` does, with `random.Random(seed)`.

    Parameters as for `simulate`, checked there.

    >>> from truel_ref.simulation.policy import prepare
    >>> one_by_one(prepare([1, 1], {(0, 1): ["Miss", "A"]}), games=10, seed=1).wins
    [0, 10]
    """
    rng = random.Random(seed)
    tally = Tally([0] * game.problem.players)
    for _ in range(games):
        story = played_game(game, rng, max_turns)
        if story.cut:
            tally.cut_off(story.length, 1)
        else:
            ends = [0] * (game.problem.players + 1)
            ends[-1 if story.winner is None else story.winner] = 1
            tally.add(story.length, ends)
        if progress:
            progress(1)
    return tally


@dataclass(frozen=True)
class _States:
    """Where a game can stand, as numbers: `live` pairs of a phase and a place in it, the winners, the stalemate.

    Fields: `start`; `live`; for every live state the `hit` probability of the player on move, `aimed`, his targets as
    pairs of the weight and the state after a hit, and `passes`, the state after none.
    """

    start: int
    live: int
    hit: list[Any]
    aimed: list[list[tuple[Any, int]]]
    passes: list[int]


def _states(game: Game) -> _States:
    orders = [order for order in game.aims if not game.stalls(order)]
    number = {place: index for index, place in enumerate((order, place) for order in orders for place in order)}
    live = len(number)

    def entered(order: Order) -> int:
        if len(order) == 1:
            return live + order[0]
        return number.get((order, order[0]), live + game.problem.players)

    hit, aimed, passes = [], [], []
    for order, player in number:
        aim = game.aims[order][order.index(player)]
        assert aim is not None  # the phase does not stall
        chance = game.problem.hits[player]
        victims = aim.targets if chance else ()
        hit.append(chance)
        aimed.append([(aim.weights[victim], entered(next_order(order, player, victim))) for victim in victims])
        passes.append(number[order, order[(order.index(player) + 1) % len(order)]])
    return _States(entered(game.problem.first_order), live, hit, aimed, passes)


def in_lockstep(
    game: Game, games: int, seed: int, max_turns: int | None = None, progress: Progress | None = None
) -> Tally:
    """Play many games in lock-step with NumPy, in slices, with `Generator(PCG64(seed))`.

    In every game under way the player on move throws one die for the target and one for the hit. The probabilities
    are rounded to floats for these draws, a bias below 2^-53 each.

    Parameters as for `simulate`, checked there.

    >>> from truel_ref.simulation.policy import prepare
    >>> in_lockstep(prepare([1, 1], {(0, 1): ["Miss", "A"]}), games=10, seed=1).wins
    [0, 10]
    """
    import numpy as np

    states = _states(game)
    ends = game.problem.players + 1
    slots = max(map(len, states.aimed), default=0)
    hit = np.array([float(chance) for chance in states.hit])
    # The throw for the target passes as many limits as there are targets before it; past them all he misses, and the
    # turn passes.
    limits = np.ones((slots, states.live))
    lands = np.empty((states.live, slots + 1), dtype=np.int64)
    for state, aimed in enumerate(states.aimed):
        total: Any = Fraction(0)
        lands[state] = states.passes[state]
        for slot, (weight, after) in enumerate(aimed):
            total += weight
            lands[state, slot] = after
            limits[slot, state] = float(total)
    rng = np.random.Generator(np.random.PCG64(seed))
    tally = Tally([0] * game.problem.players)
    for begun in range(0, games, _SLICE):
        standing = np.full(min(_SLICE, games - begun), states.start, dtype=np.int64)
        turns = 0
        while True:
            over = standing >= states.live
            ended = tally.add(turns, np.bincount(standing[over] - states.live, minlength=ends).tolist())
            standing = standing[~over]
            if turns == max_turns:
                ended += tally.cut_off(turns, standing.size)
                standing = standing[:0]
            if progress:
                progress(ended)
            if not standing.size:
                break
            turns += 1
            thrown = rng.random(standing.size)
            picked = np.zeros(standing.size, dtype=np.int64)
            for limit in limits:
                picked += thrown >= limit[standing]
            missed = rng.random(standing.size) >= hit[standing]
            picked[missed] = slots
            standing = lands[standing, picked]
    return tally


def by_counts(
    game: Game, games: int, seed: int, max_turns: int | None = None, progress: Progress | None = None
) -> Tally:
    """Follow the numbers of games in each state, turn by turn, with `Generator(PCG64(seed))`.

    A state is a phase with the player on move in it. The steps of one turn, for every state that holds games: (1) draw
    how many of them see the first target eliminated, binomial with `p*q[1]`; (2) of the others how many the second,
    with `p*q[2] / (1 - p*q[1])`, and so on, which together is the multinomial draw; (3) the rest pass the turn. It
    ends when no state holds games, after about `log(games) / -log(K)` rounds, whatever the number of games. These
    probabilities are exact until they are rounded to floats for the draw, a bias below 2^-53 each.

    Parameters as for `simulate`, checked there; `progress` is called once per turn.

    Source: the multinomial as a chain of conditional binomials, L. Devroye, *Non-Uniform Random Variate Generation*
    (1986), section XI.1.4.

    >>> from truel_ref.simulation.policy import prepare
    >>> by_counts(prepare([1, 1], {(0, 1): ["Miss", "A"]}), games=10**9, seed=1).wins
    [0, 1000000000]
    """
    import numpy as np

    states = _states(game)
    slots = max(map(len, states.aimed), default=0)
    chance = np.zeros((slots, states.live))
    lands = np.zeros((slots, states.live), dtype=np.int64)
    for state, aimed in enumerate(states.aimed):
        left: Any = Fraction(1)
        for slot, (weight, after) in enumerate(aimed):
            share = states.hit[state] * weight
            chance[slot, state] = float(share / left)
            lands[slot, state] = after
            left -= share
    passes = np.array(states.passes, dtype=np.int64)
    rng = np.random.Generator(np.random.PCG64(seed))
    tally = Tally([0] * game.problem.players)
    standing = np.zeros(states.live + game.problem.players + 1, dtype=np.int64)
    standing[states.start] = games
    turns = 0
    while True:
        ended = tally.add(turns, standing[states.live :].tolist())
        active = np.flatnonzero(standing[: states.live])
        remaining = standing[active]
        if turns == max_turns:
            ended += tally.cut_off(turns, int(remaining.sum()))
            active = active[:0]
        if progress:
            progress(ended)
        if not active.size:
            return tally
        turns += 1
        standing[:] = 0
        for slot in range(slots):
            eliminated = rng.binomial(remaining, chance[slot, active])
            np.add.at(standing, lands[slot, active], eliminated)
            remaining -= eliminated
        np.add.at(standing, passes[active], remaining)


Engine: TypeAlias = Callable[[Game, int, int, "int | None", "Progress | None"], Tally]

ENGINES: dict[str, Engine] = {"counts": by_counts, "batch": in_lockstep, "one": one_by_one}
"""The engines by name."""
