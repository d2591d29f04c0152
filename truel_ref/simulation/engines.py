"""Simulation: the rules played with dice, to be set beside the exact numbers.

Nothing here knows how a problem is solved. A simulation takes the hit probabilities and a **policy**, the aims of
everybody in every phase, and plays. Three engines agree in distribution and share as little as they can:

- `one` plays game after game in plain Python, with exact draws of integers (`play_one` tells the whole story);
- `batch` plays many games in lock-step with NumPy: a die for the target, a die for the hit;
- `counts` follows how many games stand where, with binomial draws, so 10^9 games cost about what 10^3 do.

A **turn** is one player's turn, a deliberate miss included; the length of a game is its number of turns. A game ends
when one player is left, or when a phase begins in which nobody can ever be hit: a stalemate, seen at once and by
structure, so that no limit on turns is needed.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, pairwise
from typing import Any, TypeAlias

from truel_ref.errors import AimError, NumberError, SimulationError, shown
from truel_ref.game.aims import Aim, Word, target
from truel_ref.game.orders import Order, next_order, order_text
from truel_ref.game.people import label, player_named
from truel_ref.game.problem import Problem
from truel_ref.game.solution import Solution
from truel_ref.kernels.intervals import clopper_pearson
from truel_ref.numbers.rational import decimal_text, fraction_text, percent_text

__all__ = [
    "ENGINES",
    "Estimate",
    "Game",
    "PlayedPhase",
    "Policy",
    "Shot",
    "Story",
    "Tally",
    "batch",
    "checked_seed",
    "counts",
    "one",
    "play_one",
    "policy_of",
    "prepare",
    "simulate",
]

Policy: TypeAlias = Mapping[Order, Iterable[object] | None]
"""For every phase the aims of its players in shooting order; None for a player, or for all, makes it a stalemate."""

Progress: TypeAlias = Callable[[int], object]
"""Called now and again with the number of games that have ended since; the `update` of a tqdm bar will do."""

_MOST_GAMES = 10**12  # far inside what NumPy's binomial draws, doubles within, can count
_SLICE = 2**15  # games in lock-step at a time: they fit into the cache
_CONFIDENCE = Fraction(99, 100)


# ---------------------------------------------------------------------------------------------------------
# What is played


def policy_of(solution: Solution) -> dict[Order, tuple[Aim | None, ...]]:
    """Return the policy of a solution: the aims of every phase that it reports.

    The result may be changed and given to `simulate`, to see what another aim would have brought.

    >>> from truel_ref import solve
    >>> policy_of(solve(["1/3", "2/3", 1]))[0, 1, 2]
    (Aim<Miss>, Aim<C>, Aim<B>)
    """
    return {phase.order: phase.aims for phase in solution.phases}


@dataclass(frozen=True)
class Game:
    """A game that can be played: everything checked, every phase that can be reached at hand.

    Fields: `problem`, whose hit probabilities count; `aims`, for every phase that can be reached the aims in shooting
    order, the first phase first; `policy`, where they come from: "solution" or "given".
    """

    problem: Problem
    aims: Mapping[Order, tuple[Aim | None, ...]]
    policy: str

    def stalls(self, order: Order) -> bool:
        """Tell whether a phase is a stalemate: an aim is missing, or nobody can ever be hit."""
        return order not in self.dice

    @cached_property
    def dice(self) -> dict[Order, tuple[_Die, ...]]:
        """The dice of every player in every phase that is no stalemate."""
        hits = self.problem.hits
        return {
            order: tuple(_die(hits[player], aim) for player, aim in zip(order, aims, strict=True) if aim is not None)
            for order, aims in self.aims.items()
            if not _stalls(self.problem, order, aims)
        }


@dataclass(frozen=True)
class _Die:
    """What a player throws on his turn: an integer below `sides` for the target, one below `hit_sides` for the hit.

    `below` pairs each target with the number that the first throw must stay under; beyond the last he misses on
    purpose.
    """

    sides: int
    below: tuple[tuple[int, int], ...]
    hit_sides: int
    hit_below: int


def _die(hit: Any, aim: Aim) -> _Die:
    weights, chance = list(map(_thrown, aim.weights)), _thrown(hit)
    sides = math.lcm(*(weight.denominator for weight in weights))
    limits = accumulate(int(weights[player] * sides) for player in aim.targets)
    return _Die(sides, tuple(zip(limits, aim.targets, strict=True)), chance.denominator, chance.numerator)


def _thrown(chance: Any) -> Fraction:
    """Return a probability as dice can throw it: a fraction itself, an irrational number cut after 128 bits."""
    return chance if isinstance(chance, Fraction) else Fraction(chance.floor(128), 2**128)


def _stalls(problem: Problem, order: Order, aims: Iterable[Aim | None]) -> bool:
    pairs = list(zip(order, aims, strict=True))
    return any(aim is None for _, aim in pairs) or not any(
        problem.hits[player] and aim and not aim.is_miss for player, aim in pairs
    )


def prepare(played: Solution | Problem | Game | Iterable[object], policy: Policy | None = None) -> Game:
    """Return the game that a solution, or hit probabilities with a policy, stand for.

    The steps: (1) read every aim of the policy; (2) from the first phase on, collect the phases that can be reached
    by a hit of positive probability. Two players left of more always shoot each other, so a policy may leave them out.

    Parameters: `played`, a `Solution`, or a `Problem` or hit probabilities in [0, 1] beside a policy; `policy`, the
    aims of each phase in shooting order as `Aim`s, labels, indices, `Miss`, `Self` or lists of weights. Beside a
    `Solution` it takes the place of the solution's own.

    Raises `SimulationError` for a problem without a policy and for a phase that is reached but has no aims, and
    `AimError`, `NumberError` or `SimulationError` for a wrong aim, naming the player and the phase.

    >>> list(prepare(["1/3", "2/3", 1], {(0, 1, 2): ["Miss", "C", "B"]}).aims)
    [(0, 1, 2), (0, 1), (0, 2)]
    """
    if isinstance(played, Game) and policy is None:
        return played
    if isinstance(played, Solution | Game):
        problem = played.problem
    else:
        problem = played if isinstance(played, Problem) else Problem(played)
    if policy is not None:
        aims = _read_policy(problem, policy)
    elif isinstance(played, Solution):
        aims = _read_policy(problem, policy_of(played))
    else:
        raise SimulationError(
            "a simulation plays aims and finds none: give a solution, as in simulate(solve(problem), …), or a policy"
        )
    source = "solution" if policy is None else "given"
    return Game(problem, _reached(problem, aims), source)


def _read_policy(problem: Problem, policy: object) -> dict[Order, tuple[Aim | None, ...]]:
    if not isinstance(policy, Mapping):
        raise SimulationError(f"policy: {shown(policy)} is no mapping of phases to aims, like {{(0, 1): ['B', 'A']}}")
    return {order: _read_phase(problem, order, said) for order, said in policy.items()}


def _read_phase(problem: Problem, order: Any, said: object) -> tuple[Aim | None, ...]:
    if not _is_order(order, problem.players):
        raise SimulationError(
            f"policy: {shown(order)} is no phase; a phase is a tuple of two or more players in cyclic order, "
            f"like {problem.first_order}"
        )
    where = f"in the phase {order_text(order)}: "
    if said is None:
        aims: tuple[Aim | None, ...] = (None,) * len(order)
    elif not isinstance(said, Iterable) or isinstance(said, str | bytes | Mapping):
        raise SimulationError(f"{where}{shown(said)} is no list of aims; give one per player, in shooting order")
    else:
        entries = list(said)
        if len(entries) != len(order):
            raise SimulationError(f"{where}there are {len(order)} players but {len(entries)} aims; give one each")
        pairs = zip(order, entries, strict=True)
        aims = tuple(_read_aim(problem, order, player, entry, where) for player, entry in pairs)
    if len(order) == 2 < problem.players and aims != _duel(problem, order):
        raise SimulationError(f"{where}two players left always shoot each other; leave the phase out or say so")
    return aims


def _is_order(order: object, players: int) -> bool:
    if not isinstance(order, tuple) or len(order) < 2:
        return False
    if not all(type(player) is int and 0 <= player < players for player in order):
        return False
    steps = [(player - order[0]) % players for player in order]  # how far after the first in the cycle
    return all(earlier < later for earlier, later in pairwise(steps))


def _read_aim(problem: Problem, order: Order, player: int, said: object, where: str) -> Aim | None:
    if said is None:
        return None
    try:
        canonical = target(said, player, problem.people)
    except (AimError, NumberError) as error:
        raise type(error)(where + str(error)) from None
    if isinstance(canonical, Word) and canonical is not Word.MISS:
        raise SimulationError(
            f"{where}player {label(player)}: {canonical} is no aim; "
            f"give a player, Miss, Self or {problem.players} weights"
        )
    aim = problem.resolve(order, player, canonical)
    dead = [other for other in aim.targets if other not in order]
    if dead:
        raise SimulationError(f"{where}player {label(player)} aims at {label(dead[0])}, who is not alive in it")
    if isinstance(said, Aim):
        return Aim(aim.weights, said.is_random)  # his own name for it: `Random` is a matter of the search set
    return Aim(aim.weights)


def _duel(problem: Problem, order: Order) -> tuple[Aim, ...]:
    first, second = order
    return Aim.at(second, problem.players), Aim.at(first, problem.players)


def _reached(problem: Problem, policy: Mapping[Order, tuple[Aim | None, ...]]) -> dict[Order, tuple[Aim | None, ...]]:
    """Return the aims of the phases that can be reached, in the order of discovery."""
    reached: dict[Order, tuple[Aim | None, ...]] = {}
    waiting = {problem.first_order: "where the game begins"}
    while waiting:
        order = next(iter(waiting))
        how = waiting.pop(order)
        if order in policy:
            aims = policy[order]
        elif len(order) == 2 < problem.players:
            aims = _duel(problem, order)
        else:
            raise SimulationError(
                f"the policy has no aims for the phase {order_text(order)}, {how}; add them under {order}"
            )
        reached[order] = aims
        if _stalls(problem, order, aims):
            continue
        for player, aim in zip(order, aims, strict=True):
            for victim in aim.targets if aim and problem.hits[player] else ():
                follows = next_order(order, player, victim)
                if len(follows) > 1 and follows not in reached:
                    after = f"reached when {label(player)} hits {label(victim)} in the phase {order_text(order)}"
                    waiting.setdefault(follows, after)
    first, *rest = reached
    return {order: reached[order] for order in (first, *sorted(rest, key=lambda order: (-len(order), order)))}


# ---------------------------------------------------------------------------------------------------------
# One game, told in full


@dataclass(frozen=True)
class Shot:
    """One turn: the phase, the shooter, his target (None for a deliberate miss) and whether he hit."""

    order: Order
    shooter: int
    target: int | None
    hit: bool

    def __str__(self) -> str:
        if self.target is None:
            return f"{label(self.shooter)} misses on purpose"
        whom = "himself" if self.target == self.shooter else label(self.target)
        return f"{label(self.shooter)} shoots at {whom} and {'hits' if self.hit else 'misses'}"


@dataclass(frozen=True)
class PlayedPhase:
    """A phase as it was played: the shooting order, the aims announced (None: none allowed), the shots."""

    order: Order
    aims: tuple[Aim | None, ...]
    shots: tuple[Shot, ...]


@dataclass(frozen=True)
class Story:
    """One game from the first shot to the last.

    Fields: `problem`; `phases`, as they were played; `winner`, None in a stalemate or a game cut off; `cut`, whether
    the cap on turns ended it.

    >>> print(play_one([1, 1], {(0, 1): ["Miss", "A"]}, rng=random.Random(1)))
    A, B: A announces Miss, B announces A
       1  A misses on purpose
       2  B shoots at A and hits
    B wins after 2 turns
    """

    problem: Problem
    phases: tuple[PlayedPhase, ...]
    winner: int | None
    cut: bool

    @property
    def shots(self) -> tuple[Shot, ...]:
        """Every shot of the game."""
        return tuple(shot for phase in self.phases for shot in phase.shots)

    @property
    def length(self) -> int:
        """The number of turns."""
        return sum(len(phase.shots) for phase in self.phases)

    @property
    def stalemate(self) -> bool:
        """Whether the game ended because nobody could be hit any more."""
        return self.winner is None and not self.cut

    def to_json(self) -> dict[str, Any]:
        """Return the story as plain data for JSON."""
        return {
            "problem": self.problem.to_json(),
            "phases": [
                {
                    "order": [label(player) for player in phase.order],
                    "aims": [None if aim is None else aim.to_json() for aim in phase.aims],
                    "shots": [
                        {
                            "shooter": label(shot.shooter),
                            "target": None if shot.target is None else label(shot.target),
                            "hit": shot.hit,
                        }
                        for shot in phase.shots
                    ],
                }
                for phase in self.phases
            ],
            "winner": None if self.winner is None else label(self.winner),
            "stalemate": self.stalemate,
            "cut": self.cut,
        }

    def __str__(self) -> str:
        lines = []
        begun = 1
        for phase in self.phases:
            pairs = zip(phase.order, phase.aims, strict=True)
            announced = ", ".join(
                f"{label(player)} announces {'none' if aim is None else aim}" for player, aim in pairs
            )
            lines.append(f"{order_text(phase.order)}: {announced}")
            lines.extend(f"{turn:4}  {shot}" for turn, shot in enumerate(phase.shots, start=begun))
            begun += len(phase.shots)
        after = f"after {_turns(self.length)}"
        if self.cut:
            lines.append(f"cut off {after}")
        elif self.winner is None:
            lines.append(f"a stalemate {after}: nobody can be hit any more")
        else:
            lines.append(f"{label(self.winner)} wins {after}")
        return "\n".join(lines)


def _turns(number: int) -> str:
    return f"{number:,} turn{'' if number == 1 else 's'}"


def play_one(
    played: Solution | Problem | Game | Iterable[object],
    policy: Policy | None = None,
    *,
    rng: random.Random,
    max_turns: int | None = None,
) -> Story:
    """Play one game in plain Python and return its whole story.

    On his turn a player throws an integer below the common denominator of his weights for the target, and one below
    the denominator of his hit probability for the hit, so the draws are as exact as `rng.randrange`. An irrational
    probability is cut to a multiple of 2^-128 for it.

    Parameters: `played` and `policy` as for `prepare` (prepare once what is played often); `rng`, a `random.Random`;
    `max_turns`, a cap on turns, by default none.

    Raises what `prepare` raises, and `SimulationError` for another `rng` or cap.

    >>> from truel_ref import solve
    >>> story = play_one(solve(["1/3", "2/3", 1]), rng=random.Random(1))
    >>> print(story.shots[0], "-", story.length, "turns")
    A misses on purpose - 4 turns
    """
    if not isinstance(rng, random.Random):
        raise SimulationError(f"rng: {shown(rng)} is no random.Random; give random.Random(1), or any other seed")
    return _play(prepare(played, policy), rng, _checked_cap(max_turns))


def _play(game: Game, rng: random.Random, max_turns: int | None) -> Story:
    throw = rng.randrange
    order = game.problem.first_order
    phases: list[PlayedPhase] = []
    turns = 0
    while len(order) > 1 and not game.stalls(order):
        shots: list[Shot] = []
        dice = game.dice[order]
        victim = None
        while victim is None:
            if turns == max_turns:
                phases.append(PlayedPhase(order, game.aims[order], tuple(shots)))
                return Story(game.problem, tuple(phases), None, True)
            place = len(shots) % len(order)
            die = dice[place]
            thrown = throw(die.sides)
            aimed = next((player for limit, player in die.below if thrown < limit), None)
            hit = aimed is not None and throw(die.hit_sides) < die.hit_below
            shots.append(Shot(order, order[place], aimed, hit))
            turns += 1
            if hit:
                victim = aimed
        phases.append(PlayedPhase(order, game.aims[order], tuple(shots)))
        order = next_order(order, shots[-1].shooter, victim)
    if len(order) == 1:
        return Story(game.problem, tuple(phases), order[0], False)
    phases.append(PlayedPhase(order, game.aims[order], ()))
    return Story(game.problem, tuple(phases), None, False)


# ---------------------------------------------------------------------------------------------------------
# Many games


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


def one(game: Game, games: int, seed: int, max_turns: int | None = None, progress: Progress | None = None) -> Tally:
    """Play game after game as `play_one` does, with `random.Random(seed)`.

    Parameters as for `simulate`, checked there.

    >>> one(prepare([1, 1], {(0, 1): ["Miss", "A"]}), games=10, seed=1).wins
    [0, 10]
    """
    rng = random.Random(seed)
    tally = Tally([0] * game.problem.players)
    for _ in range(games):
        story = _play(game, rng, max_turns)
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


def batch(game: Game, games: int, seed: int, max_turns: int | None = None, progress: Progress | None = None) -> Tally:
    """Play many games in lock-step with NumPy, in slices, with `Generator(PCG64(seed))`.

    In every game under way the player on move throws one die for the target and one for the hit. The probabilities
    are rounded to floats for these draws, a bias below 2^-53 each.

    Parameters as for `simulate`, checked there.

    >>> batch(prepare([1, 1], {(0, 1): ["Miss", "A"]}), games=10, seed=1).wins
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


def counts(game: Game, games: int, seed: int, max_turns: int | None = None, progress: Progress | None = None) -> Tally:
    """Follow the numbers of games in each state, turn by turn, with `Generator(PCG64(seed))`.

    A state is a phase with the player on move in it. The steps of one turn, for every state that holds games: (1) draw
    how many of them see the first target eliminated, binomial with `p*q[1]`; (2) of the others how many the second,
    with `p*q[2] / (1 - p*q[1])`, and so on, which together is the multinomial draw; (3) the rest pass the turn. It
    ends when no state holds games, after about `log(games) / -log(K)` rounds, whatever the number of games. These
    probabilities are exact until they are rounded to floats for the draw, a bias below 2^-53 each.

    Parameters as for `simulate`, checked there; `progress` is called once per turn.

    Source: the multinomial as a chain of conditional binomials, L. Devroye, *Non-Uniform Random Variate Generation*
    (1986), section XI.1.4.

    >>> counts(prepare([1, 1], {(0, 1): ["Miss", "A"]}), games=10**9, seed=1).wins
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

ENGINES: dict[str, Engine] = {"counts": counts, "batch": batch, "one": one}
"""The engines by name."""


def simulate(
    played: Solution | Problem | Game | Iterable[object],
    policy: Policy | None = None,
    *,
    games: int,
    seed: int | None = None,
    engine: str = "counts",
    max_turns: int | None = None,
    progress: Progress | None = None,
) -> Estimate:
    """Play a solution, or hit probabilities with a policy, many times and return what happened.

    The same seed gives the same estimate, with the same engine (and, for `batch` and `counts`, version of NumPy).

    Parameters:
        played, policy: as for `prepare`.
        games: how many games, from 1 to 10^12.
        seed: an integer from 0 to 2^128 - 1.
        engine: "counts" (any number of games at once), "batch" (NumPy in lock-step) or "one" (plain Python, exact
            draws). The first two round probabilities to floats for their draws, a bias below 2^-53 per draw.
        max_turns: cut games off after so many turns; by default never. What was cut is reported. Games end with
            probability 1 without it, but where everybody hits with 1e-9 they last about 10^9 turns.
        progress: called now and again with the number of games that have ended since.

    Raises what `prepare` raises, and `SimulationError` for any other bad argument.

    >>> from truel_ref import solve
    >>> solution = solve(["1/3", "2/3", 1])
    >>> estimate = simulate(solution, games=10**9, seed=1)
    >>> low, high = estimate.interval("A", confidence=0.999999)
    >>> low < solution.win[0] < high
    True
    """
    checked_games = _checked(games, "games", 1, _MOST_GAMES, "try games=10**6")
    own_seed = checked_seed(seed)
    cap = _checked_cap(max_turns)
    if not isinstance(engine, str) or engine not in ENGINES:
        raise SimulationError(f"no engine is called {shown(engine)}; there are {', '.join(ENGINES)}")
    game = prepare(played, policy)
    tally = ENGINES[engine](game, checked_games, own_seed, cap, progress)
    return Estimate(
        problem=game.problem,
        policy=game.policy,
        engine=engine,
        seed=own_seed,
        games=checked_games,
        max_turns=cap,
        wins=tuple(tally.wins),
        stalemates=tally.stalemates,
        cut=tally.cut,
        lengths=tuple(sorted(tally.lengths.items())),
    )


def checked_seed(seed: object) -> int:
    """Return a seed, or raise `SimulationError` if it is no integer from 0 to 2^128 - 1."""
    return _checked(seed, "seed", 0, 2**128 - 1, "give seed=1, or any other, and the same seed plays the same")


def _checked(value: object, name: str, least: int, most: int, hint: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        power = f"10**{round(math.log10(most))}" if name == "games" else "2**128 - 1"
        raise SimulationError(f"{name}: {shown(value)} is not an integer from {least} to {power}; {hint}")
    return int(value)


def _checked_cap(value: object) -> int | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise SimulationError(f"max_turns: {shown(value)} is neither an integer >= 1 nor None, which means no cap")
    return int(value)


# ---------------------------------------------------------------------------------------------------------
# What it says


@dataclass(frozen=True, repr=False)
class Estimate:
    """What happened in a simulation, and what it says about the probabilities.

    Fields: `problem`; `policy`, "solution" or "given"; `engine`, `seed`, `games` and `max_turns` as asked for; `wins`,
    a number of games per player; `stalemates`; `cut`, the games that the cap on turns cut off; `lengths`, pairs of a
    number of turns and the number of games that had so many, stalemates and games cut off included.

    >>> print(simulate(["1/2", 1], {(0, 1): ["B", "A"]}, games=1000, seed=1, engine="one"))
    player    hit      wins    share  99 % interval
    --------  -----  ------  -------  ------------------
    A         1/2       510  51.00 %  46.88 % to 55.11 %
    B         1         490  49.00 %  44.89 % to 53.12 %
    1,000 games by the engine one with seed 1; 1.490 turns on average, 2 at most
    """

    problem: Problem
    policy: str
    engine: str
    seed: int
    games: int
    max_turns: int | None
    wins: tuple[int, ...]
    stalemates: int
    cut: int
    lengths: tuple[tuple[int, int], ...]

    @property
    def exact(self) -> bool:
        """Whether the numbers are exact; never so here, and said because results carry their provenance."""
        return False

    @property
    def win(self) -> tuple[Fraction, ...]:
        """The share of the games that each player won."""
        return tuple(Fraction(wins, self.games) for wins in self.wins)

    @property
    def stalemate(self) -> Fraction:
        """The share of the games that nobody could win any more."""
        return Fraction(self.stalemates, self.games)

    @property
    def mean_length(self) -> Fraction:
        """The mean number of turns of a game."""
        return Fraction(sum(turns * games for turns, games in self.lengths), self.games)

    @property
    def longest(self) -> int:
        """The number of turns of the longest game."""
        return self.lengths[-1][0]

    def interval(self, player: int | str, confidence: object = _CONFIDENCE) -> tuple[float, float]:
        """Return the exact (Clopper-Pearson) confidence interval for a player's win probability.

        Its ends come from the binomial distribution itself (`clopper_pearson`), not from a normal approximation. Games
        that were cut off count as lost at the lower end and as won at the upper, so that it stays true with a cap.

        Parameters: `player`, a label or index; `confidence`, between 0 and 1.

        Raises `SimulationError` for nobody's name and for a confidence outside (0, 1).

        >>> simulate([1, 1], {(0, 1): ["Miss", "A"]}, games=10, seed=1).interval("A", confidence="0.5")
        (0.0, 0.12944943670387588)
        """
        named = None if isinstance(player, bool) else player_named(str(player), len(self.wins))
        if named is None:
            raise SimulationError(f"{shown(player)} is no player; they are A to {label(len(self.wins) - 1)}")
        return self._interval(self.wins[named], confidence)

    def stalemate_interval(self, confidence: object = _CONFIDENCE) -> tuple[float, float]:
        """Return the exact confidence interval for the probability that nobody wins, as `interval` does."""
        return self._interval(self.stalemates, confidence)

    def _interval(self, found: int, confidence: object) -> tuple[float, float]:
        low, high = clopper_pearson(found, self.games, confidence)
        return low, clopper_pearson(found + self.cut, self.games, confidence)[1] if self.cut else high

    def to_json(self) -> dict[str, Any]:
        """Return the estimate as plain data for JSON, with the intervals of confidence 99/100."""
        return {
            "problem": self.problem.to_json(),
            "policy": self.policy,
            "engine": self.engine,
            "seed": self.seed,
            "games": self.games,
            "max_turns": self.max_turns,
            "wins": list(self.wins),
            "stalemates": self.stalemates,
            "cut": self.cut,
            "win": [fraction_text(share) for share in self.win],
            "stalemate": fraction_text(self.stalemate),
            "confidence": fraction_text(_CONFIDENCE),
            "interval": [list(self.interval(player)) for player in range(len(self.wins))],
            "stalemate_interval": list(self.stalemate_interval()),
            "mean_length": fraction_text(self.mean_length),
            "longest": self.longest,
            "lengths": [list(pair) for pair in self.lengths],
        }

    def __str__(self) -> str:
        from tabulate import tabulate

        digits = max(1, len(str(self.games)) // 2)  # the interval is about 1/sqrt(games) wide
        hits = self.problem.to_json()["hits"]
        found = [(label(player), hit, wins) for player, (hit, wins) in enumerate(zip(hits, self.wins, strict=True))]
        if self.stalemates:
            found.append(("nobody", "", self.stalemates))
        rows = [
            (
                name,
                hit,
                f"{count:,}",
                percent_text(Fraction(count, self.games), digits),
                _interval_text(self._interval(count, _CONFIDENCE), digits),
            )
            for name, hit, count in found
        ]
        table = tabulate(
            rows,
            headers=("player", "hit", "wins", "share", f"{_CONFIDENCE * 100} % interval"),
            disable_numparse=True,
            colalign=("left", "left", "right", "right", "left"),
        )
        notes = []
        if self.cut:
            share = percent_text(Fraction(self.cut, self.games), digits)
            notes.append(
                f"{self.cut:,} games ({share}) were cut off after {_turns(self.longest)}; the intervals allow for them"
            )
        notes.append(
            f"{self.games:,} game{'' if self.games == 1 else 's'} by the engine {self.engine} with seed {self.seed}; "
            f"{decimal_text(self.mean_length, 3)} turns on average, {self.longest:,} at most"
        )
        return "\n".join([table, *notes])

    def __repr__(self) -> str:
        wins = ", ".join(map(str, self.wins))
        return f"<Estimate of {self.problem!r}: {wins} wins in {self.games} games by {self.engine}, seed {self.seed}>"


def _interval_text(interval: tuple[float, float], digits: int) -> str:
    """Return an interval in percent, rounded outwards."""
    unit = Fraction(1, 100 * 10**digits)
    low, high = map(Fraction, interval)
    return f"{percent_text(low // unit * unit, digits)} to {percent_text(-(-high // unit) * unit, digits)}"
