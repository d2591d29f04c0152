"""Stationary play and the course of a duel a second time, by brute force, to compare the library with.

Written from the rules alone and sharing nothing with the library; the words are those of ``independent``.
In addition:

* the *living* are a tuple of players in cyclic order, the smallest index first; it names a phase of
  stationary play, in which nobody remembers who began;
* a *policy* gives the living their aims, for every set of living players that can be reached;
* *values* are win vectors, one at the turn of each of the living.

Equilibria are searched among all profiles of all options, and whether somebody gains is looked up in
the table of them all.  The course follows every state (order, place) of the duel, one turn at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from typing import Any

from independent import (
    ONE,
    ZERO,
    Aim,
    Order,
    Profile,
    Win,
    after_hit,
    can_hit,
    canonical_key,
    equation,
    miss,
    options_of,
    phase_table,
    phase_values_by_chain,
    preference,
    read_problem,
    solve_linear,
    unit,
)

Values = tuple[Win, ...]
Later = Mapping[Order, Win]


@dataclass(frozen=True)
class Phase:
    """One set of living players with its aims: what they are worth at every turn, and whether nobody is indifferent."""

    aims: Profile
    values: Values
    strict: bool


Policy = dict[Order, Phase]


@dataclass(frozen=True)
class Record:
    """An equilibrium of the full set, together with the equilibria of smaller sets that it rests on."""

    aims: Profile
    values: Values
    strict: bool
    selection: dict[Order, Profile]


# ---------------------------------------------------------------------------------------------------
# Sets of living players
# ---------------------------------------------------------------------------------------------------


def stationary_options(problem: Any, living: Order, if_eq: int) -> list[tuple[Aim, ...]]:
    """What each of the living may do, in canonical order.

    Whoever cannot hit and is to choose gets one option, that which the tie rule prefers when all values
    are equal; which value that is makes no difference, so all win probabilities are put to zero.
    """
    result = []
    for m in living:
        chooses, options = options_of(problem, living, m)
        if chooses and problem.hits[m] == 0:
            nothing = miss(len(problem.hits))
            options = (max(options, key=lambda aim: preference(if_eq, problem.hits, aim, nothing)),)
        result.append(options)
    return result


def reachable_sets(problem: Any, if_eq: int) -> list[Order]:
    """All sets of two or more that some options can lead to, the full set included; smaller ones first."""
    reached = [problem.first]
    for living in reached:  # the list grows while it is read
        for m, options in zip(living, stationary_options(problem, living, if_eq), strict=True):
            for t in living:
                if problem.hits[m] > 0 and any(aim[t] > 0 for aim in options) and len(living) > 2:
                    rest = tuple(player for player in living if player != t)
                    if rest not in reached:
                        reached.append(rest)
    return sorted(reached, key=lambda living: (len(living), living))


def continuation(hits: Sequence[Fraction], policy: Mapping[Order, Phase]) -> dict[Order, Win]:
    """The win vector of every phase by its shooting order: who began a phase does not matter, only who is on move."""
    later = {(m,): unit(len(hits), m) for m in range(len(hits))}
    for living, phase in policy.items():
        for turn, value in enumerate(phase.values):
            later[living[turn:] + living[:turn]] = value
    return later


def values_by_chain(hits: Sequence[Fraction], living: Order, aims: Profile, later: Later) -> Values:
    """The values of fixed aims: the states (living, mover) of one set as a linear system."""
    return tuple(phase_values_by_chain(hits, living, aims, later))


def whole_duel(hits: Sequence[Fraction], policy: Mapping[Order, Profile]) -> dict[tuple[Order, int], Win]:
    """The win vector in every state (living, mover), from one linear system for all sets at once.

    ``policy`` has the aims of every set of two or more that the states lead to.  States from which nobody
    can ever become the last one are worth nothing; leaving them out makes the system regular.
    """
    n = len(hits)
    steps: dict[tuple[Order, int], list[tuple[Fraction, Order, int]]] = {}
    for living, aims in policy.items():
        for place, (m, aim) in enumerate(zip(living, aims, strict=True)):
            moves = [(ONE - hits[m] * sum(aim), living, living[(place + 1) % len(living)])]
            for t in living:
                rest = after_hit(living, m, t)
                moves.append((hits[m] * aim[t], tuple(sorted(rest)), rest[0]))
            steps[living, m] = [move for move in moves if move[0] > 0]

    can_end: set[tuple[Order, int]] = set()
    growing = True
    while growing:
        growing = False
        for state, moves in steps.items():
            if state not in can_end and any(len(rest) == 1 or (rest, m) in can_end for _, rest, m in moves):
                can_end.add(state)
                growing = True

    column = {state: i for i, state in enumerate(sorted(can_end))}
    equations = []
    for state, here in column.items():
        row = {here: ONE}
        won = [ZERO] * n
        for chance, rest, m in steps[state]:
            if len(rest) == 1:
                won[m] += chance
            elif (rest, m) in column:
                row[column[rest, m]] = row.get(column[rest, m], ZERO) - chance
        equations.append(equation(len(column), {at: factor for at, factor in row.items() if factor}, won))
    wins = solve_linear(equations)
    return {state: wins[column[state]] if state in column else miss(n) for state in steps}


# ---------------------------------------------------------------------------------------------------
# All pure equilibria
# ---------------------------------------------------------------------------------------------------


def pure_phases(hits: Sequence[Fraction], living: Order, options: Sequence[Sequence[Aim]], later: Later) -> list[Phase]:
    """The equilibria of one set: nobody's other option gives him more at his own turn."""
    table = phase_table(hits, living, options, later)
    phases = []
    for aims, values in table.items():
        rivals = [
            (values[place][m], table[(*aims[:place], other, *aims[place + 1 :])][place][m])
            for place, m in enumerate(living)
            for other in options[place]
            if other != aims[place]
        ]
        if all(other <= mine for mine, other in rivals):
            phases.append(Phase(aims, tuple(values), all(other < mine for mine, other in rivals)))
    return phases


def all_policies(
    hits: Sequence[Fraction], sets: Iterable[Order], phases_of: Callable[[Order, dict[Order, Win]], list[Phase]]
) -> list[Policy]:
    """Every selection of one equilibrium for each set, smaller sets first.

    What can be played in a set depends on the values of the sets within it, and is looked for once for each.
    """
    policies: list[Policy] = [{}]
    for living in sets:
        known: dict[tuple[Values, ...], list[Phase]] = {}
        grown = []
        for policy in policies:
            below = tuple(phase.values for rest, phase in policy.items() if set(rest) < set(living))
            if below not in known:
                known[below] = phases_of(living, continuation(hits, policy))
            grown += [{**policy, living: phase} for phase in known[below]]
        policies = grown
    return policies


def equilibria(hits: Iterable[object], *, if_eq: int = 1, **typed: Any) -> list[Record]:
    """All pure stationary equilibria over all selections, in canonical order of aims.

    ``typed`` is the rest of the problem, as ``read_problem`` takes it.
    """
    problem = read_problem(hits, **typed)

    def phases_of(living: Order, later: dict[Order, Win]) -> list[Phase]:
        return pure_phases(problem.hits, living, stationary_options(problem, living, if_eq), later)

    return records(problem, all_policies(problem.hits, reachable_sets(problem, if_eq), phases_of))


def records(problem: Any, policies: Iterable[Policy]) -> list[Record]:
    """Policies as records of the full set, in canonical order of aims."""
    result = []
    for policy in policies:
        full = policy[problem.first]
        smaller = {living: phase.aims for living, phase in policy.items() if living != problem.first}
        result.append(Record(full.aims, full.values, full.strict, smaller))
    return sorted(result, key=lambda record: [canonical_key(aim) for aim in record.aims])


def gains(
    hits: Iterable[object], policy: Mapping[Order, Profile], *, if_eq: int = 1, **typed: Any
) -> list[tuple[Order, int, Aim]]:
    """Every option of everybody in every set of a policy that gives him more at his own turn, from whole duels."""
    problem = read_problem(hits, **typed)
    kept = whole_duel(problem.hits, policy)
    result = []
    for living, aims in policy.items():
        options = stationary_options(problem, living, if_eq)
        for place, m in enumerate(living):
            for other in options[place]:
                changed = {**policy, living: (*aims[:place], other, *aims[place + 1 :])}
                if other != aims[place] and whole_duel(problem.hits, changed)[living, m][m] > kept[living, m][m]:
                    result.append((living, m, other))
    return result


# ---------------------------------------------------------------------------------------------------
# Mixed equilibria of {Others, Miss}
# ---------------------------------------------------------------------------------------------------


def own_worth(hits: Sequence[Fraction], living: Order, m: int, t: int, later: Later) -> Fraction:
    """What ``m`` himself gets once he has eliminated ``t``."""
    return later[after_hit(living, m, t)][m]


def objections(hits: Sequence[Fraction], living: Order, aims: Profile, later: Later) -> list[tuple[int, int | None]]:
    """Why mixed aims are no equilibrium: the players and the actions (a target, or None for a miss) that they mind.

    An action is worth ``p R + (1 - p) v_next``, a miss ``v_next``.  Every action used must be worth as much as
    the best one; so mixers are indifferent and nobody gains.  Who cannot hit gains nothing by anything.
    """
    values = values_by_chain(hits, living, aims, later)
    result: list[tuple[int, int | None]] = []
    for place, (m, aim) in enumerate(zip(living, aims, strict=True)):
        if hits[m] == 0:
            continue
        passed = values[(place + 1) % len(living)][m]
        worth: dict[int | None, Fraction] = {None: passed}
        for t in living:
            if t != m:
                worth[t] = hits[m] * own_worth(hits, living, m, t, later) + (1 - hits[m]) * passed
        used: list[int | None] = [t for t in worth if t is not None and aim[t] > 0]
        if sum(aim) < 1:
            used.append(None)
        result += [(m, action) for action in used if worth[action] < max(worth.values())]
    return result


@dataclass(frozen=True)
class Continuum:
    """Aims of which one player's may be any mix of a miss and his target."""

    aims: Profile
    free: int


def _scaled(n: int, target: int, weight: Fraction) -> Aim:
    return tuple(weight if t == target else ZERO for t in range(n))


def _lead(
    hits: Sequence[Fraction],
    living: Order,
    mixer: int,
    kills: Mapping[int, int],
    x: Mapping[int, Fraction],
    later: Later,
) -> Fraction:
    """What the mixer has from passing, once he is worth at his turn what his kill is worth, less that kill.

    The others' turns are a chain that ends when the turn comes back to him.
    """
    kill = own_worth(hits, living, mixer, kills[mixer], later)
    at = living.index(mixer)
    value = kill
    for m in reversed(living[at + 1 :] + living[:at]):  # backwards from his turn
        shot = hits[m] * x[m]
        value = shot * later[after_hit(living, m, kills[m])][mixer] + (1 - shot) * value
    return value - kill


def mixed_phases(hits: Sequence[Fraction], living: Order, later: Later) -> tuple[list[Profile], list[Continuum]]:
    """All equilibria of one set in which exactly two of the living mix, and one mixer's continua.

    Everybody either misses or shoots at a best kill.  A mixer's lead is linear in the other's probability,
    so that it is known from its values at 0 and at 1.  Two mixers of whom one's lead vanishes identically
    are not searched here.
    """
    n = len(hits)
    shooters = [m for m in living if hits[m] > 0]
    best = {}
    for m in shooters:
        worth = {t: own_worth(hits, living, m, t, later) for t in living if t != m}
        best[m] = [t for t, value in worth.items() if value == max(worth.values())]
    idle = {m: next(t for t in living if t != m) for m in living if hits[m] == 0}
    points: list[Profile] = []
    continua: list[Continuum] = []
    for targets in product(*best.values()):
        kills = idle | dict(zip(shooters, targets, strict=True))

        def aims_of(x: Mapping[int, Fraction], kills: Mapping[int, int] = kills) -> Profile:
            return tuple(_scaled(n, kills[m], x[m]) for m in living)

        for pair in combinations(shooters, 2):
            others = [m for m in shooters if m not in pair]
            for pattern in product((ZERO, ONE), repeat=len(others)):
                x = dict.fromkeys(living, ZERO) | dict(zip(others, pattern, strict=True))
                roots = {}
                for mixer, other in (pair, pair[::-1]):
                    low, high = (_lead(hits, living, mixer, kills, x | {other: end}, later) for end in (ZERO, ONE))
                    if low != high:
                        roots[other] = low / (low - high)
                if len(roots) == 2 and all(0 < root < 1 for root in roots.values()):
                    aims = aims_of(x | roots)
                    if not objections(hits, living, aims, later) and aims not in points:
                        points.append(aims)
        for free in shooters:
            others = [m for m in shooters if m != free]
            for pattern in product((ZERO, ONE), repeat=len(others)):
                x = dict.fromkeys(living, ZERO) | dict(zip(others, pattern, strict=True)) | {free: Fraction(1, 2)}
                if not objections(hits, living, aims_of(x), later):
                    continua.append(Continuum(aims_of(x), free))
    return points, continua


# ---------------------------------------------------------------------------------------------------
# Play without a miss
# ---------------------------------------------------------------------------------------------------


def best_kills(hits: Sequence[Fraction], living: Order, m: int, later: Later) -> list[int]:
    """Those whom ``m`` likes best to eliminate: all other players for whoever cannot hit."""
    others = [t for t in living if t != m]
    if hits[m] == 0:
        return others
    top = max(own_worth(hits, living, m, t, later) for t in others)
    return [t for t in others if own_worth(hits, living, m, t, later) == top]


def greedy_announced(hits: Iterable[object], *, if_eq: int = 1) -> dict[Order, Phase]:
    """Announced play where nobody may miss and the tie rule is not 3: by sets, as who begins does not matter.

    Ties are broken among the best kills by rules 1, 2, 4 and -1, which look at nothing but the players.
    """
    problem = read_problem(hits, search="Others")
    n = len(problem.hits)
    policy: dict[Order, Phase] = {}
    for size in range(2, n + 1):
        for living in combinations(range(n), size):
            later = continuation(problem.hits, policy)
            aims = []
            for m in living:
                best = [unit(n, t) for t in best_kills(problem.hits, living, m, later)]
                aims.append(max(best, key=lambda aim: preference(if_eq, problem.hits, aim, miss(n))))
            values = values_by_chain(problem.hits, living, tuple(aims), later)
            policy[living] = Phase(tuple(aims), values, strict=False)
    return policy


# ---------------------------------------------------------------------------------------------------
# The course of a duel
# ---------------------------------------------------------------------------------------------------

State = tuple[Order, int]  # the order of the phase, the place of the mover in it
Step = tuple[Fraction, int | None, State]  # chance, who is eliminated, the state after it
AimsOf = Callable[[Order], Sequence[Aim | None]]


@dataclass(frozen=True)
class Course:
    """How a duel goes.  Means are over the duels that end; ``turns`` and ``rounds`` are None where some do not.

    ``orders`` maps the players in order of elimination to a probability, in a stalemate those before it;
    ``pairs`` maps the last two to the probability that they are left; ``turns_given`` is None for who never wins.
    """

    turns: Fraction | None
    rounds: Fraction | None
    turns_if_ended: Fraction | None
    rounds_if_ended: Fraction | None
    orders: dict[tuple[int, ...], Fraction]
    pairs: dict[tuple[int, int], Fraction]
    turns_given: tuple[Fraction | None, ...]


def _steps(hits: Sequence[Fraction], aims_of: AimsOf, state: State) -> list[Step]:
    """What can happen in one turn."""
    order, place = state
    m = order[place]
    aim = aims_of(order)[place] or miss(len(hits))
    steps: list[Step] = [(ONE - hits[m] * sum(aim), None, (order, (place + 1) % len(order)))]
    steps += [(hits[m] * aim[t], t, (after_hit(order, m, t), 0)) for t in order]
    return [step for step in steps if step[0] > 0]


def _all_steps(hits: Sequence[Fraction], aims_of: AimsOf) -> dict[State, list[Step]]:
    """The turns of all states that the duel can reach."""
    waiting = [(tuple(range(len(hits))), 0)]
    steps: dict[State, list[Step]] = {}
    while waiting:
        state = waiting.pop()
        if state not in steps and len(state[0]) > 1:
            steps[state] = _steps(hits, aims_of, state)
            waiting.extend(after for _, _, after in steps[state])
    return steps


def turn_distribution(hits: Sequence[Fraction], aims_of: AimsOf, turns: int) -> list[Fraction]:
    """The probabilities that the duel has exactly 0, 1, ..., ``turns`` turns: powers of the transition matrix."""
    now: dict[State, Fraction] = {(tuple(range(len(hits))), 0): ONE}
    distribution = [ZERO]
    for _ in range(turns):
        after: dict[State, Fraction] = {}
        ended = ZERO
        for state, weight in now.items():
            for chance, _, to in _steps(hits, aims_of, state):
                if len(to[0]) == 1:
                    ended += weight * chance
                else:
                    after[to] = after.get(to, ZERO) + weight * chance
        distribution.append(ended)
        now = after
    return distribution


def _begins_round(state: State, after: State) -> bool:
    """Whether the turn passes the place of the first shooter, player 0, alive or not."""
    return after[0][after[1]] <= state[0][state[1]]


def course(hits: Sequence[Fraction], aims_of: AimsOf) -> Course:
    """The course of a duel with these aims, by linear systems over the states (order, place).

    For each winner ``w`` two systems with the same matrix: ``f`` the probability that he wins and ``g`` the
    mean of (number of turns, if he wins, else 0), with ``g = f + P g``.  Rounds in the same way.
    """
    n = len(hits)
    steps = _all_steps(hits, aims_of)
    first = (tuple(range(n)), 0)
    ends = _states_that_end(steps)
    column = {state: i for i, state in enumerate(s for s in steps if s in ends)}

    def solve(right: Mapping[State, Sequence[Fraction]]) -> dict[State, Win]:
        equations = []
        for state, here in column.items():
            row = {here: ONE}
            for chance, _, to in steps[state]:
                if to in column:
                    row[column[to]] = row.get(column[to], ZERO) - chance
            equations.append(equation(len(column), {at: factor for at, factor in row.items() if factor}, right[state]))
        answer = solve_linear(equations)
        return {state: answer[i] for state, i in column.items()}

    orders, pairs = _orders_and_pairs(hits, aims_of)
    if first not in column:
        return Course(None, None, None, None, orders, pairs, (None,) * n)
    wins = solve(
        {state: [sum((c for c, _, to in steps[state] if to[0] == (w,)), ZERO) for w in range(n)] for state in column}
    )
    turns = solve(wins)
    ended = {state: sum(win) for state, win in wins.items()}
    rounds = solve(
        {
            state: [
                sum((c * ended[to] for c, _, to in steps[state] if to in column and _begins_round(state, to)), ZERO)
            ]
            for state in column
        }
    )
    sure = ended[first] == 1
    mean_turns = sum(turns[first]) / ended[first]
    mean_rounds = 1 + rounds[first][0] / ended[first]
    return Course(
        turns=mean_turns if sure else None,
        rounds=mean_rounds if sure else None,
        turns_if_ended=mean_turns,
        rounds_if_ended=mean_rounds,
        orders=orders,
        pairs=pairs,
        turns_given=tuple(length / win if win else None for length, win in zip(turns[first], wins[first], strict=True)),
    )


def _states_that_end(steps: Mapping[State, Sequence[Step]]) -> set[State]:
    """The states from which one player may be left at last."""
    ends: set[State] = set()
    growing = True
    while growing:
        growing = False
        for state, moves in steps.items():
            if state not in ends and any(len(to[0]) == 1 or to in ends for _, _, to in moves):
                ends.add(state)
                growing = True
    return ends


def _exits(hits: Sequence[Fraction], order: Order, aims: Sequence[Aim | None]) -> dict[tuple[int, int], Fraction]:
    """The probabilities that a phase ends with this shot of this player; none if it never ends.

    The mean number of visits of each turn: one for the first, and what passes on from the turn before.
    """
    full = [miss(len(hits)) if aim is None else aim for aim in aims]
    if not any(can_hit(hits, m, aim) for m, aim in zip(order, full, strict=True)):
        return {}
    size = len(order)
    equations = []
    for turn in range(size):
        before = (turn - 1) % size
        passes = ONE - hits[order[before]] * sum(full[before])
        row = {turn: ONE}
        if passes:
            row[before] = -passes
        equations.append(equation(size, row, [ONE if turn == 0 else ZERO]))
    visits = solve_linear(equations)
    return {
        (m, t): visits[turn][0] * hits[m] * full[turn][t]
        for turn, m in enumerate(order)
        for t in order
        if hits[m] * full[turn][t] > 0
    }


def _orders_and_pairs(
    hits: Sequence[Fraction], aims_of: AimsOf
) -> tuple[dict[tuple[int, ...], Fraction], dict[tuple[int, int], Fraction]]:
    """The probabilities of every order of elimination, finished or not, and of every pair that is left."""
    orders: dict[tuple[int, ...], Fraction] = {}
    pairs: dict[tuple[int, int], Fraction] = {}

    def walk(order: Order, gone: tuple[int, ...], chance: Fraction) -> None:
        if len(order) == 2:
            pair = (min(order), max(order))
            pairs[pair] = pairs.get(pair, ZERO) + chance
        exits = _exits(hits, order, aims_of(order)) if len(order) > 1 else {}
        if not exits:
            orders[gone] = orders.get(gone, ZERO) + chance
        for (m, t), part in exits.items():
            walk(after_hit(order, m, t), (*gone, t), chance * part)

    walk(tuple(range(len(hits))), (), ONE)
    return orders, pairs
