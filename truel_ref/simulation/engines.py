"""Many games: three engines that agree in distribution and share little code.

- `one_by_one` plays game after game in plain Python, with exact draws of integers;
- `in_lockstep` plays many games at once with NumPy: a die for the target, a die for the hit;
- `by_counts` follows the number of games in each position, with binomial draws, so 10^9 games take about as long as
  10^3.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import Any, TypeAlias

from truel_ref.budget import check
from truel_ref.files import Progress
from truel_ref.game.equilibrium import Living
from truel_ref.game.people import Order
from truel_ref.simulation.rules import Lot, Position, Rules, Turn, drawn_rules, played_moves

__all__ = ["ENGINES", "Engine", "Tally", "by_counts", "in_lockstep", "one_by_one"]

_SLICE = 2**15  # games in lock-step at a time, which fit into the cache


@dataclass
class Tally:
    """The results of games.

    Fields: `players`, the number of players; `ends`, the number of games for each set of players left, by place; `cut`,
    the games that a cap on turns cut off; `lengths`, the number of games for each number of turns, including games cut
    off; `progress`, called with the number of newly ended games.
    """

    players: int
    progress: Progress | None = field(default=None, compare=False)
    ends: Counter[Living] = field(default_factory=Counter)
    cut: int = 0
    lengths: Counter[int] = field(default_factory=Counter)

    @property
    def wins(self) -> list[int]:
        """The number of games that each player won: those that left only this player."""
        return [self.ends[(player,)] for player in range(self.players)]

    @property
    def stalemates(self) -> int:
        """The number of games that left several players."""
        return sum(games for survivors, games in self.ends.items() if len(survivors) > 1)

    def add(self, turns: int, ends: Mapping[Living, int], cut: int = 0) -> None:
        """Count games that ended, or were cut off, after `turns` turns, by the players left."""
        for survivors, games in ends.items():
            if games:
                self.ends[survivors] += games
        self.cut += cut
        ended = sum(ends.values()) + cut
        if ended:
            self.lengths[turns] += ended
        if self.progress is not None:
            self.progress(ended)

    def include(self, other: Tally, order: Order) -> None:
        """Add all games of another tally, whose players go by their place in an order."""
        self.ends.update({_placed(survivors, order): games for survivors, games in other.ends.items()})
        self.cut += other.cut
        self.lengths += other.lengths


def _placed(survivors: Living, order: Order) -> Living:
    return tuple(sorted(order[player] for player in survivors))


def one_by_one(
    game: Rules | Lot, games: int, seed: int, max_turns: int | None = None, progress: Progress | None = None
) -> Tally:
    """Play game after game as `play_one` and `play_variant` do, with `random.Random(seed)`.

    Parameters: `game`; `games`, `seed`, `max_turns` and `progress` as for `simulate`, which checks them.

    >>> from truel_ref.simulation.policy import prepare
    >>> one_by_one(prepare([1, 1], {(0, 1): ["Miss", "A"]}), games=10, seed=1).wins
    [0, 10]
    """
    rng = random.Random(seed)
    tally = Tally(game.problem.players, progress)
    for _ in range(games):
        check()
        order, rules = drawn_rules(game, rng)
        moves, position = played_moves(rules, rng, max_turns)
        survivors = rules.survivors(position)
        ends = {} if survivors is None else {_placed(survivors, order): 1}
        tally.add(len(moves), ends, cut=1 - len(ends))
    return tally


class _CountsTable:
    """The positions and turns of a game, as numbers.

    Positions in which the game goes on have the numbers below `live`, ends the numbers from `live` on. Turns are
    numbered separately: those of a position begin at `begins`, and their number is `many`.

    Attributes: `start`; `live`; `ends`, the players left at each end; `begins` and `many`, for every live position; for
    every turn the `hit` probability, `aimed`, its targets as pairs of the weight and the number of the position after
    a hit, and `passes`, the number of the position after no hit.
    """

    def __init__(self, rules: Rules) -> None:
        import numpy as np

        self.rules = rules
        positions = rules.positions()
        self.live = len(positions)
        self.number: dict[Position, int] = {position: index for index, position in enumerate(positions)}
        self.ends: dict[Living, int] = {}
        self.start = self._entered(rules.start)
        each = [rules.turns(position) for position in positions]
        self.many = np.array([len(drawn) for drawn in each], dtype=np.int64)
        self.begins = self.many.cumsum() - self.many
        turns = [turn for drawn in each for turn in drawn]
        self.hit = [turn.hit for turn in turns]
        self.aimed = [self._merged(turn) for turn in turns]
        # 0: this never happens.
        self.passes = np.array([self._entered(turn.passes) if turn.can_pass else 0 for turn in turns], dtype=np.int64)

    def _entered(self, position: Position) -> int:
        survivors = self.rules.survivors(position)
        if survivors is None:
            return self.number[self.rules.alike(position)]
        return self.ends.setdefault(survivors, self.live + len(self.ends))

    def _merged(self, turn: Turn) -> list[tuple[Any, int]]:
        """Return the positions that a hit can lead to, each once, with their weights."""
        shares: dict[int, Any] = {}
        for weight, _, after in turn.aimed if turn.hit else ():
            place = self._entered(after)
            shares[place] = shares.get(place, Fraction(0)) + weight
        return [(weight, place) for place, weight in shares.items()]

    def slots(self, chance: Callable[[Any, Any, Any], Any], unused: float) -> tuple[Any, Any]:
        """Return by slot and turn the probability of a draw, and the position after a hit.

        The targets of a turn take the first slots; the other slots are never drawn.

        Parameters: `chance`, gives the probability from the hit probability, the weight of a target and the weight of
        all earlier targets; `unused`, the value of slots without a target.
        """
        import numpy as np

        shape = max(map(len, self.aimed), default=0), len(self.hit)
        chances, lands = np.full(shape, unused), np.tile(self.passes, (shape[0], 1))
        for turn, aimed in enumerate(self.aimed):
            before: Any = Fraction(0)
            for slot, (weight, after) in enumerate(aimed):
                chances[slot, turn], lands[slot, turn] = float(chance(self.hit[turn], weight, before)), after
                before += weight
        return chances, lands

    def at_ends(self, counts: Any) -> dict[Living, int]:
        """Return the number of games for each set of players left, from the numbers in the order of the ends."""
        return dict(zip(self.ends, counts.tolist(), strict=True))


def in_lockstep(
    game: Rules | Lot, games: int, seed: int, max_turns: int | None = None, progress: Progress | None = None
) -> Tally:
    """Play many games in lock-step with NumPy, in slices, with `Generator(PCG64(seed))`.

    Every unfinished game throws a die for the shooter, if the rules draw the shooter, a die for the target and a die
    for the hit. These draws round the probabilities to floats, a bias below 2^-53 each. All lots are drawn before the
    first game begins.

    Parameters: `game`; `games`, `seed`, `max_turns` and `progress` as for `simulate`, which checks them.

    >>> from truel_ref.simulation.policy import prepare
    >>> in_lockstep(prepare([1, 1], {(0, 1): ["Miss", "A"]}), games=10, seed=1).wins
    [0, 10]
    """
    import numpy as np

    def drawn(rng: Any, lots: int) -> Any:
        shares = np.zeros(lots, dtype=np.int64)
        for begun in range(0, games, _SLICE):
            shares += np.bincount(rng.integers(0, lots, size=min(_SLICE, games - begun)), minlength=lots)
        return shares

    return _of_lots(game, games, seed, drawn, partial(_play_in_lockstep, max_turns=max_turns, progress=progress))


def _of_lots(
    game: Rules | Lot, games: int, seed: int, drawn: Callable[[Any, int], Any], play: Callable[..., Tally]
) -> Tally:
    """Draw the number of games of each lot, if there are several lots, and play them."""
    import numpy as np

    rng = np.random.Generator(np.random.PCG64(seed))
    shares = drawn(rng, len(game.lots)).tolist() if len(game.lots) > 1 else [games]
    tally = Tally(game.problem.players)
    for (order, rules), share in zip(game.lots, shares, strict=True):
        if share:
            tally.include(play(_CountsTable(rules), share, rng), order)
    return tally


def _play_in_lockstep(
    table: _CountsTable, games: int, rng: Any, max_turns: int | None, progress: Progress | None
) -> Tally:
    """Play games of one way to play in lock-step."""
    import numpy as np

    draws = table.many.max(initial=1) > 1
    hit = np.array([float(chance) for chance in table.hit])
    # The throw for the target passes as many limits as there are earlier targets; past all limits the shooter misses,
    # and the turn passes.
    limits, lands = table.slots(lambda hit, weight, before: before + weight, 1.0)
    lands = np.vstack([lands, table.passes])
    tally = Tally(table.rules.problem.players, progress)
    for begun in range(0, games, _SLICE):
        standing = np.full(min(_SLICE, games - begun), table.start, dtype=np.int64)
        turns = 0
        while True:
            check()
            over = standing >= table.live
            ends = table.at_ends(np.bincount(standing[over] - table.live, minlength=len(table.ends)))
            standing = standing[~over]
            cut = standing.size if turns == max_turns else 0
            tally.add(turns, ends, cut)
            if cut or not standing.size:
                break
            turns += 1
            taken = table.begins[standing]
            if draws:
                taken = taken + rng.integers(0, table.many[standing])
            thrown = rng.random(standing.size)
            picked = np.zeros(standing.size, dtype=np.int64)
            for limit in limits:
                picked += thrown >= limit[taken]
            picked[rng.random(standing.size) >= hit[taken]] = len(limits)
            standing = lands[picked, taken]
    return tally


def by_counts(
    game: Rules | Lot, games: int, seed: int, max_turns: int | None = None, progress: Progress | None = None
) -> Tally:
    """Follow the numbers of games in each position, turn by turn, with `Generator(PCG64(seed))`.

    A position of announced play is a phase with the player on move in it. The steps of one turn, for every position
    with games: (1) if the rules draw the shooter, draw the number of games for each shooter, a binomial each; (2) draw
    the number of games that eliminate the first target, binomial with `p*q[1]`; (3) of the other games draw the number
    that eliminate the second target, with `p*q[2] / (1 - p*q[1])`, and so on; together this is the multinomial draw;
    (4) the other games pass the turn. The loop ends when no position has games, after about `log(games) / -log(K)`
    rounds. The probabilities are exact until the draws round them to floats, a bias below 2^-53 each. With a lot, a
    multinomial draw gives the number of games for each order first.

    Parameters: `game`; `games`, `seed` and `max_turns` as for `simulate`, which checks them; `progress`, called once
    per turn.

    Source: the multinomial as a chain of conditional binomials, L. Devroye, *Non-Uniform Random Variate Generation*
    (1986), section XI.1.4.

    >>> from truel_ref.simulation.policy import prepare
    >>> by_counts(prepare([1, 1], {(0, 1): ["Miss", "A"]}), games=10**9, seed=1).wins
    [0, 1000000000]
    """
    play = partial(_follow_counts, max_turns=max_turns, progress=progress)
    return _of_lots(game, games, seed, lambda rng, lots: rng.multinomial(games, [1 / lots] * lots), play)


def _follow_counts(
    table: _CountsTable, games: int, rng: Any, max_turns: int | None, progress: Progress | None
) -> Tally:
    """Follow the numbers of games of one way to play."""
    import numpy as np

    chances, lands = table.slots(lambda hit, weight, before: hit * weight / (1 - hit * before), 0.0)
    tally = Tally(table.rules.problem.players, progress)
    standing = np.zeros(table.live + len(table.ends), dtype=np.int64)
    standing[table.start] = games
    turns = 0
    while True:
        check()
        active = np.flatnonzero(standing[: table.live])
        remaining = standing[active]
        cut = int(remaining.sum()) if turns == max_turns else 0
        tally.add(turns, table.at_ends(standing[table.live :]), cut)
        if cut or not active.size:
            return tally
        turns += 1
        standing[:] = 0
        taken, remaining = _split(table.begins[active], table.many[active], remaining, rng)
        for chance, land in zip(chances, lands, strict=True):
            eliminated = rng.binomial(remaining, chance[taken])
            np.add.at(standing, land[taken], eliminated)
            remaining -= eliminated
        np.add.at(standing, table.passes[taken], remaining)


def _split(begins: Any, many: Any, games: Any, rng: Any) -> tuple[Any, Any]:
    """Draw the turn of each game: return the numbers of the turns, and the numbers of games that take them.

    Of the remaining games the first of `m` remaining turns gets a binomial share with `1/m`, and the last turn gets the
    rest. A position with only one turn needs no draw.
    """
    import numpy as np

    taken, taking = [], []
    for drawn in range(int(many.max())):
        left = many - drawn
        some = left > 0
        begins, games, left, many = begins[some], games[some], left[some], many[some]
        share = games.copy()
        several = left > 1
        if several.any():
            share[several] = rng.binomial(games[several], 1 / left[several])
        taken.append(begins + drawn)
        taking.append(share)
        games = games - share
    return np.concatenate(taken), np.concatenate(taking)


Engine: TypeAlias = Callable[[Rules | Lot, int, int, "int | None", "Progress | None"], Tally]

ENGINES: dict[str, Engine] = {"counts": by_counts, "batch": in_lockstep, "one": one_by_one}
"""The engines by name."""
