"""Other ways to fire a second time, by brute force, to compare the library with.

Written from the rules alone and sharing nothing with the library; the words are those of ``independent`` and
``independent_stationary``.  In addition:

* a *chain* maps every state to the states that may follow, with their probabilities; what a state is worth
  comes from one linear system over all states of the whole game at once, in whatever order they stand;
* a *policy* gives every state its aims.  A *unit* is a bunch of states whose aims are chosen together: one set
  of living players, or all the counts in which the same opinions are held;
* whether somebody gains is found by changing his aim in one state and solving the whole chain again.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product
from typing import Any

import independent
import independent_stationary
from independent import (
    ONE,
    ZERO,
    Aim,
    Order,
    Profile,
    Win,
    canonical_key,
    equal_mix,
    equation,
    level_aims,
    miss,
    preference,
    read_problem,
    solve_linear,
    strongest,
    unit,
)
from independent_stationary import stationary_options

State = Hashable
Moves = list[tuple[Fraction, State]]
Chain = dict[State, Moves]
Policy = dict[State, Profile]
Unit = tuple[Order, list[State]]  # what the unit is called, and its states


# ---------------------------------------------------------------------------------------------------
# Chains
# ---------------------------------------------------------------------------------------------------


def chain_values(chain: Mapping[State, Moves], ends: Mapping[State, Win]) -> dict[State, Win]:
    """What every state is worth: one linear system for all of them, in the order in which they stand.

    ``ends`` has the states in which the game is over.  From some states none of them can be reached: these are
    worth nothing to anybody, and leaving them out makes the system regular.
    """
    width = len(next(iter(ends.values())))
    leading: set[State] = set()
    growing = True
    while growing:
        growing = False
        for state, moves in chain.items():
            if state not in leading and any(to in ends or to in leading for chance, to in moves if chance):
                leading.add(state)
                growing = True
    column = {state: i for i, state in enumerate(state for state in chain if state in leading)}
    equations = []
    for state, here in column.items():
        row = {here: ONE}
        right = [ZERO] * width
        for chance, to in chain[state]:
            if to in ends:
                right = [a + chance * b for a, b in zip(right, ends[to], strict=True)]
            elif to in column:
                row[column[to]] = row.get(column[to], ZERO) - chance
        equations.append(equation(len(column), row, right))
    answers = solve_linear(equations)
    return {state: answers[column[state]] if state in column else (ZERO,) * width for state in chain}


# ---------------------------------------------------------------------------------------------------
# All pure equilibria over all selections
# ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Record:
    """An equilibrium of the last unit with what it rests on.

    ``policy`` has the aims of every state of every unit, ``values`` what they are worth.  ``strict`` speaks of the
    last unit.
    """

    name: Order
    policy: Policy
    values: dict[State, Win]
    strict: bool


@dataclass
class Game:
    """What the search for equilibria must know of a game.

    ``units`` are its units, those that another can lead to before it.  ``options`` are, for a state, what each player
    who chooses in it may do.  ``chain`` gives the chain of a policy of some units.
    """

    units: list[Unit]
    players: Callable[[State], Order]
    options: Callable[[State], Sequence[Sequence[Aim]]]
    chain: Callable[[Policy], Chain]
    ends: dict[State, Win]
    within: Callable[[Order, Order], bool] = field(default=lambda one, other: set(one) <= set(other))

    def values(self, policy: Policy) -> dict[State, Win]:
        return chain_values(self.chain(policy), self.ends)

    def policies_of(self, states: Sequence[State]) -> list[Policy]:
        """Every choice of one option for every player in every state of a unit."""
        choices = [[tuple(aims) for aims in product(*self.options(state))] for state in states]
        return [dict(zip(states, chosen, strict=True)) for chosen in product(*choices)]

    def equilibria_of(self, states: Sequence[State], below: Policy) -> list[tuple[Policy, bool]]:
        """The choices in one unit that nobody can improve on by another aim in one state, and whether strictly."""
        known: dict[tuple[Profile, ...], dict[State, Win]] = {}
        for chosen in self.policies_of(states):
            known[tuple(chosen.values())] = self.values({**chosen, **below})
        kept: list[tuple[Policy, bool]] = []
        for profiles, values in known.items():
            changes = []
            for place, state in enumerate(states):
                for seat, player in enumerate(self.players(state)):
                    for other in self.options(state)[seat]:
                        if other != profiles[place][seat]:
                            changed = _replaced(profiles, place, _replaced(profiles[place], seat, other))
                            changes.append(known[changed][state][player] - values[state][player])
            if all(change <= 0 for change in changes):
                kept.append((dict(zip(states, profiles, strict=True)), all(change < 0 for change in changes)))
        return kept

    def records(self) -> list[Record]:
        """All equilibria of the last unit over every selection for those before it, in canonical order of aims."""
        policies: list[tuple[Policy, bool]] = [({}, True)]
        for name, states in self.units:
            grown = []
            known: dict[Any, list[tuple[Policy, bool]]] = {}
            for policy, _ in policies:
                below = {
                    state: aims
                    for smaller, its_states in self.units
                    if self.within(smaller, name) and smaller != name
                    for state, aims in policy.items()
                    if state in its_states
                }
                key = tuple(below.items())
                if key not in known:
                    known[key] = self.equilibria_of(states, below)
                grown += [({**policy, **chosen}, strict) for chosen, strict in known[key]]
            policies = grown
        name, states = self.units[-1]
        records = [Record(name, policy, self.values(policy), strict) for policy, strict in policies]
        return sorted(
            records, key=lambda record: [[canonical_key(aim) for aim in record.policy[state]] for state in states]
        )


def _replaced(parts: tuple[Any, ...], place: int, part: Any) -> tuple[Any, ...]:
    return (*parts[:place], part, *parts[place + 1 :])


# ---------------------------------------------------------------------------------------------------
# Random shooter
# ---------------------------------------------------------------------------------------------------


def shooter_moves(hits: Sequence[Fraction], living: Order, aims: Profile) -> Moves:
    """One shot: everybody has the same chance to be drawn, whoever fired before."""
    moves: Moves = []
    drawn = Fraction(1, len(living))
    for m, aim in zip(living, aims, strict=True):
        moves.append((drawn * (1 - hits[m] * sum(aim)), living))
        moves += [(drawn * hits[m] * aim[t], tuple(one for one in living if one != t)) for t in living]
    return moves


def shooter_values(hits: Sequence[Fraction], policy: Mapping[Order, Profile]) -> dict[Order, Win]:
    """The win vector of every set, from the aims of every set."""
    chain = {living: shooter_moves(hits, living, aims) for living, aims in policy.items()}
    return chain_values(chain, {(m,): unit(len(hits), m) for m in range(len(hits))})


# ---------------------------------------------------------------------------------------------------
# Simultaneous fire
# ---------------------------------------------------------------------------------------------------


def volley_moves(hits: Sequence[Fraction], living: Order, aims: Profile) -> Moves:
    """One volley: for each of the living all that his shot may do, and all combinations of these."""
    shots = []
    for m, aim in zip(living, aims, strict=True):
        victims: list[tuple[Fraction, int | None]] = [(hits[m] * aim[t], t) for t in living if hits[m] * aim[t]]
        shots.append([(1 - sum(chance for chance, _ in victims), None), *victims])
    moves: Moves = []
    for volley in product(*shots):
        chance = ONE
        for part, _ in volley:
            chance *= part
        gone = {victim for _, victim in volley}
        moves.append((chance, tuple(one for one in living if one not in gone)))
    return [move for move in moves if move[0] > 0]


def simultaneous_values(hits: Sequence[Fraction], policy: Mapping[Order, Profile]) -> dict[Order, Win]:
    """For every set the win vector with one number more at its end: the probability that nobody is left."""
    chain = {living: volley_moves(hits, living, aims) for living, aims in policy.items()}
    return chain_values(chain, _volley_ends(len(hits)))


def _volley_ends(n: int) -> dict[State, Win]:
    return {(): unit(n + 1, n)} | {(m,): unit(n + 1, m) for m in range(n)}


# ---------------------------------------------------------------------------------------------------
# The equilibria of both
# ---------------------------------------------------------------------------------------------------


def _reached_sets(
    first: Order, options: Callable[[Order], Sequence[Sequence[Aim]]], moves: Callable[[Order, Profile], Moves]
) -> list[Unit]:
    """All sets of two or more that some profile can lead to, smaller ones first, the full one last."""
    reached = [first]
    for living in reached:  # the list grows while it is read
        for aims in product(*options(living)):
            for chance, rest in moves(living, tuple(aims)):
                if chance > 0 and len(rest) > 1 and rest not in reached:
                    reached.append(rest)
    reached.sort(key=lambda living: (len(living), living))
    return [(living, [living]) for living in reached]


def fire_records(fire: str, hits: Iterable[object], *, if_eq: int = 1, **typed: Any) -> list[Record]:
    """All pure equilibria of random or simultaneous fire, over all selections, in canonical order of aims."""
    problem = read_problem(hits, **typed)
    n = len(problem.hits)
    one_move = {"random": shooter_moves, "simultaneous": volley_moves}[fire]
    ends = {"random": {(m,): unit(n, m) for m in range(n)}, "simultaneous": _volley_ends(n)}[fire]

    def options(living: Any) -> list[tuple[Aim, ...]]:
        return stationary_options(problem, living, if_eq)

    @cache
    def moves(living: Order, aims: Profile) -> Moves:
        return one_move(problem.hits, living, aims)

    return Game(
        units=_reached_sets(problem.first, options, moves),
        players=lambda living: living,  # type: ignore[arg-type, return-value]
        options=options,
        chain=lambda policy: {living: moves(living, aims) for living, aims in policy.items()},  # type: ignore[arg-type]
        ends=ends,
    ).records()


# ---------------------------------------------------------------------------------------------------
# Opinions
# ---------------------------------------------------------------------------------------------------


def held(counts: Order) -> Order:
    """The opinions that somebody holds."""
    return tuple(opinion for opinion, number in enumerate(counts) if number)


def counts_of(n: int, opinions: Order) -> list[Order]:
    """All ways in which ``n`` persons can hold exactly these opinions, by trying all."""
    found = []
    for numbers in product(range(1, n + 1), repeat=len(opinions)):
        if sum(numbers) == n:
            counts = [0] * n
            for opinion, number in zip(opinions, numbers, strict=True):
                counts[opinion] = number
            found.append(tuple(counts))
    return found


def opinion_moves(hits: Sequence[Fraction], counts: Order, aims: Profile) -> Moves:
    """One talk: every person has the same chance to be drawn, and convinces with the opinion that he holds."""
    moves: Moves = []
    for opinion, aim in zip(held(counts), aims, strict=True):
        drawn = Fraction(counts[opinion], sum(counts))
        moves.append((drawn * (1 - hits[opinion] * sum(aim)), counts))
        for other in held(counts):
            after = list(counts)
            after[opinion] += 1
            after[other] -= 1
            moves.append((drawn * hits[opinion] * aim[other], tuple(after)))
    return moves


def opinion_options(problem: Any, counts: Order, if_eq: int) -> list[tuple[Aim, ...]]:
    """What the holders of each opinion may do; an opinion without power has what the tie rule prefers."""
    opinions = held(counts)
    result = []
    for opinion in opinions:
        options = free_options(problem, opinions, opinion)
        if problem.hits[opinion] == 0:
            nothing = miss(len(counts))
            options = (max(options, key=lambda aim: preference(if_eq, problem.hits, aim, nothing)),)
        result.append(options)
    return result


def opinion_values(hits: Sequence[Fraction], policy: Mapping[Order, Profile]) -> dict[State, Win]:
    """The probability of every opinion to win, in every state, from the aims in every state.

    There may be more persons than opinions: as many as the states count.
    """
    persons = sum(next(iter(policy)))
    ends = {tuple(persons * part for part in unit(len(hits), m)): unit(len(hits), m) for m in range(len(hits))}
    return chain_values({counts: opinion_moves(hits, counts, aims) for counts, aims in policy.items()}, ends)


def opinion_game(hits: Iterable[object], *, if_eq: int = 1, **typed: Any) -> Game:
    """The contest of opinions, in which the unit is the set of the opinions held."""
    problem = read_problem(hits, **{"search": "Others", **typed})
    n = len(problem.hits)
    reached = [problem.first]
    for opinions in reached:  # the list grows while it is read
        for counts in counts_of(n, opinions):
            for aims in product(*opinion_options(problem, counts, if_eq)):
                for chance, after in opinion_moves(problem.hits, counts, tuple(aims)):
                    if chance > 0 and len(held(after)) > 1 and held(after) not in reached:
                        reached.append(held(after))
    reached.sort(key=lambda opinions: (len(opinions), opinions))
    return Game(
        units=[(opinions, list(counts_of(n, opinions))) for opinions in reached],
        players=held,  # type: ignore[arg-type]
        options=lambda counts: opinion_options(problem, counts, if_eq),  # type: ignore[arg-type]
        chain=lambda policy: {
            counts: opinion_moves(problem.hits, counts, aims)  # type: ignore[arg-type]
            for counts, aims in policy.items()
        },
        ends={tuple(n if i == m else 0 for i in range(n)): unit(n, m) for m in range(n)},
    )


def opinion_gains(game: Game, policy: Policy) -> list[tuple[State, int, Aim]]:
    """Every aim in one state that gives an opinion more there, from the whole chain solved again."""
    kept = game.values(policy)
    found = []
    for state, aims in policy.items():
        for seat, player in enumerate(game.players(state)):
            for other in game.options(state)[seat]:
                if other != aims[seat]:
                    changed = game.values({**policy, state: _replaced(aims, seat, other)})
                    if changed[state][player] > kept[state][player]:
                        found.append((state, player, other))
    return found


# ---------------------------------------------------------------------------------------------------
# Bullets
# ---------------------------------------------------------------------------------------------------


def free_options(problem: Any, living: Order, m: int) -> tuple[Aim, ...]:
    """What the words of a problem give a player, two left being no exception, in canonical order."""
    hits, n = problem.hits, len(problem.hits)
    is_full = len(living) == n
    target = problem.targets[m] if is_full else problem.later
    search = (problem.search if is_full else problem.search_later)[m]
    if isinstance(target, tuple):
        return (target,)
    if isinstance(target, int):
        return (unit(n, target),)
    if target != "optimal":
        words = {
            "miss": lambda: miss(n),
            "self": lambda: unit(n, m),
            "strongest": lambda: unit(n, strongest(hits, living, m)),
            "random": lambda: equal_mix(hits, living, m, search),
        }
        return (words[target](),)
    singles = [
        t
        for t in living
        if ("self" in search if t == m else "others" in search)
        or ("strongest" in search and t == strongest(hits, living, m))
    ]
    aims = {unit(n, t) for t in singles} | ({miss(n)} if "miss" in search else set())
    if "random" in search:
        level = problem.levels[m]
        more = (
            [equal_mix(hits, living, m, search)] if level is None else level_aims(n, singles, level, "miss" in search)
        )
        aims |= set(more)
    return tuple(sorted(aims, key=canonical_key))


Shot = tuple[Order, int, tuple[int, ...]]  # the living, who fires, everybody's rounds, 0 for the dead


@dataclass(frozen=True)
class Bullets:
    """A game of counted bullets: worths, only survivors, sets of survivors, the policy where it is reached."""

    worths: Win
    only: Win
    survivors: dict[Order, Fraction]
    policy: dict[Shot, tuple[Aim, Win]]
    every: Callable[[Order, int, tuple[int, ...]], tuple[Aim, Win]]


def first_mover(n: int, living: Order, place: int, rounds: Sequence[int]) -> int | None:
    """The first living player with a round at or after the place; none if nobody has any."""
    for step in range(n):
        player = (place + step) % n
        if player in living and rounds[player]:
            return player
    return None


def payment(n: int, left: Order, survivors: str) -> Win:
    """What those who are left at the end get."""
    each = {"none": ZERO, "equal": Fraction(1, len(left)), "each": ONE}[survivors]
    return tuple((ONE if len(left) == 1 else each) if player in left else ZERO for player in range(n))


def bullets(
    hits: Iterable[object], rounds: Sequence[int], survivors: str = "equal", *, if_eq: int = 1, **typed: Any
) -> Bullets:
    """Every shot chosen by backward induction, by plain recursion over (living, mover, rounds left)."""
    problem = read_problem(hits, **typed)
    hits_, n = problem.hits, len(problem.hits)
    known: dict[Shot, tuple[Aim, Win]] = {}

    def after(state: Shot, victim: int | None) -> tuple[Order, int | None, tuple[int, ...]]:
        living, mover, left = state
        rest = tuple(one for one in living if one != victim)
        fewer = tuple(0 if one not in rest else number - (one == mover) for one, number in enumerate(left))
        return rest, first_mover(n, rest, (mover + 1) % n, fewer) if len(rest) > 1 else None, fewer

    def worth(living: Order, mover: int | None, left: tuple[int, ...]) -> Win:
        return payment(n, living, survivors) if mover is None else shot(living, mover, left)[1]

    def mean(state: Shot, aim: Aim) -> Win:
        chances = [(hits_[state[1]] * aim[t], t) for t in state[0] if hits_[state[1]] * aim[t]]
        parts: list[tuple[Fraction, int | None]] = [(1 - sum(c for c, _ in chances), None), *chances]
        worths = [(chance, worth(*after(state, victim))) for chance, victim in parts if chance]
        return tuple(sum((chance * win[player] for chance, win in worths), ZERO) for player in range(n))

    def shot(living: Order, mover: int, left: tuple[int, ...]) -> tuple[Aim, Win]:
        state = (living, mover, left)
        if state not in known:
            wins = {aim: mean(state, aim) for aim in free_options(problem, living, mover)}
            best = max(win[mover] for win in wins.values())
            equal = [aim for aim, win in wins.items() if win[mover] == best]
            chosen = max(equal, key=lambda aim: preference(if_eq, hits_, aim, wins[aim]))
            known[state] = (chosen, wins[chosen])
        return known[state]

    everybody = tuple(range(n))
    start = first_mover(n, everybody, 0, rounds)
    ended: dict[Order, Fraction] = {}
    policy: dict[Shot, tuple[Aim, Win]] = {}

    def play(living: Order, mover: int | None, left: tuple[int, ...], chance: Fraction) -> None:
        if mover is None:
            ended[living] = ended.get(living, ZERO) + chance
            return
        state = (living, mover, left)
        aim = shot(*state)[0]
        policy[state] = shot(*state)
        passes = 1 - hits_[mover] * sum(aim)
        for part, victim in [(passes, None), *[(hits_[mover] * aim[t], t) for t in living]]:
            if part:
                play(*after(state, victim), chance * part)

    play(everybody, start, tuple(rounds), ONE)
    only = tuple(ended.get((player,), ZERO) for player in range(n))
    return Bullets(worth(everybody, start, tuple(rounds)), only, ended, policy, shot)


# ---------------------------------------------------------------------------------------------------
# By lot
# ---------------------------------------------------------------------------------------------------


def drawn_problem(drawn: Order, hits: Sequence[object], **typed: Any) -> dict[str, Any]:
    """The problem as its drawn order states it: everything that belongs to a player travels with him.

    ``targets`` are words, players by index, or lists of weights; ``search`` is one for all or a mapping of indices.
    """
    at = {player: place for place, player in enumerate(drawn)}
    moved: dict[str, Any] = {"hits": [hits[player] for player in drawn], **typed}
    if typed.get("targets"):
        moved["targets"] = [_moved_target(typed["targets"][player], drawn, at) for player in drawn]
    for name in ("search", "search_later"):
        if isinstance(typed.get(name), Mapping):
            moved[name] = {at[player]: words for player, words in typed[name].items()}
    if typed.get("random_levels"):
        moved["random_levels"] = [typed["random_levels"][player] for player in drawn]
    return moved


def _moved_target(target: Any, drawn: Order, at: Mapping[int, int]) -> Any:
    if isinstance(target, str):
        return target
    return at[target] if isinstance(target, int) else tuple(target[player] for player in drawn)


def orders_by_lot(n: int, *, start: bool) -> list[Order]:
    """All orders, or the given cycle begun by each."""
    cycle = tuple(range(n))
    return [cycle[m:] + cycle[:m] for m in range(n)] if start else list(permutations(cycle))


LotPlay = tuple[tuple[Aim | None, ...], Win]  # aims and win probabilities, by person


def lot_table(
    hits: Sequence[object], *, play: str = "announced", start: bool = False, if_eq: int = 1, **typed: Any
) -> dict[Order, list[LotPlay]]:
    """For every drawn order all its different answers.  Equilibria that differ in smaller sets only are one answer."""
    n = len(hits)
    table: dict[Order, list[LotPlay]] = {}
    for drawn in orders_by_lot(n, start=start):
        stated = drawn_problem(drawn, hits, **typed)
        answers: list[tuple[Sequence[Aim | None], Win]]
        if play == "announced":
            solution = independent.solve(**stated, if_eq=if_eq)
            answers = [(solution.aims, solution.win)]
        else:
            listed = independent_stationary.equilibria(**stated, if_eq=if_eq)
            answers = [(record.aims, record.values[0]) for record in listed]
        table[drawn] = list(dict.fromkeys(_by_person(drawn, aims, win) for aims, win in answers))
    return table


def _by_person(drawn: Order, aims: Sequence[Aim | None], win: Win) -> LotPlay:
    places = [drawn.index(person) for person in range(len(drawn))]
    turned = []
    for place in places:
        aim = aims[place]
        turned.append(None if aim is None else tuple(aim[other] for other in places))
    return tuple(turned), tuple(win[place] for place in places)


def lot_mean(table: Mapping[Order, list[LotPlay]]) -> Win | None:
    """The mean over all drawn orders, which exists only if each of them has exactly one answer."""
    if any(len(plays) != 1 for plays in table.values()):
        return None
    wins = [win for [(_, win)] in table.values()]
    return tuple(sum(parts, ZERO) / len(table) for parts in zip(*wins, strict=True))


def sets_of(n: int) -> list[Order]:
    """All sets of two or more of ``n`` players, the larger ones first."""
    return [living for size in range(n, 1, -1) for living in combinations(range(n), size)]


def strongest_policy(hits: Sequence[Fraction], sets: Iterable[Order]) -> dict[Order, Profile]:
    """Everybody at the strongest other one in every set."""
    return {living: tuple(unit(len(hits), strongest(hits, living, m)) for m in living) for living in sets}
