r"""Opinions: nobody is shot, but convinced; who holds an opinion tries with its power to win somebody for it.

There are as many persons as opinions, and at first each holds his own. A person is drawn uniformly; he tries to
convince one person of another opinion and succeeds with the power of the opinion that he holds now. The holders of an
opinion share one aim, for every state: how many hold each opinion. With counts `c` of `n` persons, opinion `i` aiming
at `t` with weight `q[t]`,

    V(c) = sum over i of c_i/n (p_i sum over t of q_i[t] V(c + e_i - e_t) + (1 - p_i) V(c))

The states in which the same opinions are held form cycles, so their values come from one system of linear equations. It
has one solution where somebody who can convince is left: drawn again and again, he ends the set. Where only opinions of
power 0 are left, at least two of them, nothing changes any more: a stalemate.

**Equilibrium.** A policy of a set is one aim per opinion in each of its states. Changing the aim of opinion `i` in one
state `c` alone helps it if and only if it helps at once: if `V_i(c + e_i - e_t)` is larger for the new target, with
the values of the old policy. (For a chain that surely leaves the set this is the one-step test of dynamic programming.)

Rules: `docs/rules.md`, R12. Source: R. Toral and P. Amengual, "Distribution of winners in truel games", in *Modelling
Cooperative Behavior in the Social Sciences*, AIP Conference Proceedings 779 (2005), 128-141; R. A. Howard, *Dynamic
Programming and Markov Processes* (1960).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from truel_ref.budget import Budget, check, forced, within_budget
from truel_ref.errors import SizeError
from truel_ref.files import Progress
from truel_ref.game.aims import Aim
from truel_ref.game.equilibrium import Living
from truel_ref.game.problem import Problem
from truel_ref.game.variant import Variant
from truel_ref.game.variant_answers import VariantAnswer
from truel_ref.kernels.linear import solve_linear
from truel_ref.numbers import inside
from truel_ref.play.responses import choices
from truel_ref.play.stationary import CAP, sets_after
from truel_ref.variants.fire import (
    Below,
    SettledFire,
    Situation,
    after,
    best_of,
    largest_first,
    list_equilibria,
    verdict,
)
from truel_ref.variants.narrowing import OneStep, narrowed

__all__ = ["MOST_PERSONS", "best_aims", "opinion_contest", "states_of", "values_of", "values_of_powers"]

MOST_PERSONS = 6
"""Persons; seven have sets of 20 states with up to six opinions each."""

ALL_POLICIES = 1_000
"""Policies of a set that exact numbers decide, at most; four persons have no more than 512."""

ROUNDS = 200
"""Rounds of best replies before the answer is that none was found."""

Counts: TypeAlias = tuple[int, ...]
"""How many persons hold each opinion, by opinion of the problem."""

Chosen: TypeAlias = tuple[tuple[int, ...], ...]
"""For every state of a set of opinions the options of those that are held, by index."""

Policy: TypeAlias = "Mapping[Counts, Sequence[Aim]]"
"""For every state of a set of opinions one aim per opinion that is held."""


@within_budget
def opinion_contest(
    problem: Problem | Variant | Iterable[object],
    *,
    cap: int = CAP,
    progress: Progress | None = None,
    budget: Budget | None = None,
) -> VariantAnswer:
    """Return all pure equilibria of the contest of opinions.

    >>> print(opinion_contest([1, "2/3", "1/3"]))
    player    hit    aim    wins       percent
    --------  -----  -----  -------  ---------
    A         1      B      15/32     46.875 %
    B         2/3    A      10/27     37.037 %
    C         1/3    A      139/864   16.088 %
    1 pure equilibrium (strict)

    The steps, for every set of opinions that can be held at the same time, the smallest first, and every selection of
    equilibria of the smaller sets: (1) narrow down where an equilibrium can be, by proved bounds of all values
    (`truel_ref.variants.narrowing`); (2) solve for the values of the states under every policy that is left; (3) list
    it if no opinion gains by another aim in one state. Where too much is left to look at, as happens with five and six
    persons, `complete` is False, and the list has what was seen, or one equilibrium that best replies lead to, if any.

    Parameters: `problem`, a `Problem`, the powers of the opinions, or the `Variant`; `cap`, how many selections are
    followed; `progress`, called with 1 after each set; `budget`,
    as for `solve`.

    Raises what `Problem` and `Variant` raise, `NumberError` for a bad cap, and `ProblemError` for more
    than six persons.
    """
    variant = Variant.of_model("opinions", problem)
    asked = variant.problem
    if asked.players > MOST_PERSONS and not forced():
        raise SizeError(f"opinions: {asked.players} persons; at most {MOST_PERSONS} can be solved, unless it is forced")
    everything = True

    def solve(living: Living, below: Below) -> list[SettledFire]:
        nonlocal everything
        settled, complete = _equilibria(asked, living, below)
        everything = everything and complete
        return settled

    answer = list_equilibria(variant, lambda living: sets_after(asked, living), solve, cap, progress)
    if everything:
        return answer
    return VariantAnswer(variant, answer.plays, False, answer.selections, method="best replies", backend=answer.backend)


def states_of(living: Living, players: int) -> list[Counts]:
    """Return the states in which just these opinions are held by as many persons as there are players.

    >>> states_of((0, 2), 3)
    [(1, 0, 2), (2, 0, 1)]
    """
    return [
        tuple(shares[living.index(player)] if player in living else 0 for player in range(players))
        for shares in _shares(players, len(living))
    ]


def _shares(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to write a number as a sum of so many positive ones, in order."""
    if parts == 1:
        yield (total,)
        return
    for first in range(1, total - parts + 2):
        yield from ((first, *rest) for rest in _shares(total - first, parts - 1))


def _options(problem: Problem, living: Living) -> list[tuple[Aim, ...]]:
    """Return for every opinion that is held what its holders may aim at."""
    return [choices(problem, living, player) for player in living]


def _changed(counts: Counts, gains: int, loses: int) -> Counts:
    """Return the state after one person has changed his opinion."""
    return tuple(count + (player == gains) - (player == loses) for player, count in enumerate(counts))


def values_of(problem: Problem, living: Living, policy: Policy, below: Below) -> dict[Counts, Sequence[Any]]:
    """Return the values of every state of a set under a policy: one number per opinion, and a last 0.

    Parameters: `problem`; `living`, the opinions that are held; `policy`; `below`, the equilibria of the smaller sets.

    >>> duel = Problem(["1/2", "1/3"])
    >>> policy = {(1, 1): (Aim.at(1, 2), Aim.at(0, 2))}
    >>> values_of(duel, (0, 1), policy, {})[1, 1] == [Fraction(3, 5), Fraction(2, 5), 0]
    True
    """
    powers = [inside(power) for power in problem.hits]
    weights = {
        counts: [[(victim, inside(aim.weights[victim])) for victim in aim.targets] for aim in aims]
        for counts, aims in policy.items()
    }

    def beyond(counts: Counts) -> Sequence[Any]:
        return value_after(counts, below, problem.players)

    return values_of_powers(powers, living, weights, beyond)


def values_of_powers(
    powers: Sequence[Any],
    living: Living,
    policy: Mapping[Counts, Sequence[Sequence[tuple[int, Any]]]],
    beyond: Callable[[Counts], Sequence[Any]],
) -> dict[Counts, Sequence[Any]]:
    """Return the values of every state of a set under a policy, in any exact numbers that know `+ - * /`.

    Parameters: `powers`, one per opinion; `living`, the opinions that are held; `policy`, for every state and opinion
    that is held the others it aims at, with weights; `beyond`, the values of a state of a smaller set.

    >>> from fractions import Fraction as F
    >>> at_each_other = {(1, 1): [[(1, F(1))], [(0, F(1))]]}
    >>> values_of_powers([F(1, 2), F(1, 3)], (0, 1), at_each_other, lambda counts: [F(count // 2) for count in counts])
    {(1, 1): [Fraction(3, 5), Fraction(2, 5)]}
    """
    states = states_of(living, len(powers))
    place = {counts: row for row, counts in enumerate(states)}
    zero = 0 * powers[0]
    one_opinion = tuple(len(powers) * (player == living[0]) for player in range(len(powers)))
    sides = len(beyond(one_opinion))
    if not any(powers[player] for player in living):
        return {counts: [zero] * sides for counts in states}
    # n V(c) = sum of c_i (p_i (…) + (1 - p_i) V(c)): every row is divided by what leaves the state.
    matrix = [[zero + (row == column) for column in range(len(states))] for row in range(len(states))]
    right = [[zero] * sides for _ in states]
    for row, counts in enumerate(states):
        leaving = sum((counts[player] * powers[player] for player in living), zero)
        for player, aimed in zip(living, policy[counts], strict=True):
            for victim, weight in aimed if powers[player] else ():
                share = counts[player] * powers[player] * weight / leaving
                following = _changed(counts, player, victim)
                if following in place:
                    matrix[row][place[following]] -= share
                else:
                    right[row] = [
                        known + share * more for known, more in zip(right[row], beyond(following), strict=True)
                    ]
    solved = solve_linear(matrix, right)
    return {counts: solved[row] for row, counts in enumerate(states)}


def value_after(counts: Counts, below: Below, players: int) -> Sequence[Any]:
    """Return the values of a state of a smaller set."""
    held = tuple(opinion for opinion, count in enumerate(counts) if count)
    if len(held) == 1:
        return after(held, below, players)
    return next(state.win for state in below[held].situations if state.counts == counts)


def best_aims(
    problem: Problem,
    living: Living,
    counts: Counts,
    values: Mapping[Counts, Sequence[Any]],
    below: Below,
) -> list[list[int]]:
    """Return for every opinion that is held the options, by index, that are best in one state, others being given.

    Parameters: `problem`, `living`, `below` as for `values_of`; `counts`, the state; `values`, of all states
    of the set under the policy that is tested.
    """

    def worth(player: int, aim: Aim) -> Any:
        total = inside(Fraction(0))
        for victim in aim.targets:
            following = _changed(counts, player, victim)
            known = values.get(following) or value_after(following, below, problem.players)
            total += inside(aim.weights[victim]) * known[player]
        return total

    return [
        best_of(worth(player, aim) for aim in aims) if len(aims) > 1 else [0]
        for player, aims in zip(living, _options(problem, living), strict=True)
    ]


def _equilibria(problem: Problem, living: Living, below: Below) -> tuple[list[SettledFire], bool]:
    """Return the equilibria of a set, those of the smaller sets given, and whether these are all."""
    settled: list[SettledFire] = []
    for tested, policy in enumerate(_possible(problem, living, below)):
        check()
        if policy is None or tested == ALL_POLICIES:
            return settled or _by_best_replies(problem, living, below), False
        equilibrium, _ = _tested(problem, living, policy, below)
        if equilibrium is not None:
            settled.append(equilibrium)
    return settled, True


def _possible(problem: Problem, living: Living, below: Below) -> Iterator[Chosen | None]:
    """Yield the policies of a set that may be equilibria, and at last None if there may be more."""
    states, options = states_of(living, problem.players), _options(problem, living)
    if len(living) == 2 or all(len(aims) == 1 for aims in options):
        yield ((0,) * len(living),) * len(states)
        return

    def gained(following: Counts, winner: int) -> float:
        return 0.0 if following in states else float(value_after(following, below, problem.players)[winner])

    share, step, gain = [], [], []
    for counts in states:
        pulls = [counts[player] * problem.hits[player] for player in living]
        share.append([float(pull / (sum(pulls) or 1)) for pull in pulls])
        steps, gains = [], []
        for player, aims, pull in zip(living, options, pulls, strict=True):
            moves = [
                [(float(aim.weights[victim]), _changed(counts, player, victim)) for victim in aim.targets if pull]
                for aim in aims
            ]
            steps.append(
                [[(states.index(then), weight) for weight, then in aimed if then in states] for aimed in moves]
            )
            gains.append(
                [[sum(weight * gained(then, winner) for weight, then in aimed) for winner in living] for aimed in moves]
            )
        step.append(steps)
        gain.append(gains)
    yield from narrowed(OneStep(share, step, gain))


def _by_best_replies(problem: Problem, living: Living, below: Below) -> list[SettledFire]:
    """Return one equilibrium of a set if best replies, of all at once or of one opinion, end in one."""
    chosen: Chosen = ((0,) * len(living),) * len(states_of(living, problem.players))
    seen = set()
    for _ in range(ROUNDS):
        check()
        settled, replies = _tested(problem, living, chosen, below)
        if settled is not None:
            return [settled]
        seen.add(chosen)
        chosen = next((policy for policy in _next_policies(chosen, replies) if policy not in seen), chosen)
        if chosen in seen:
            break
    return []


def _next_policies(chosen: Chosen, replies: Sequence[Sequence[Sequence[int]]]) -> Iterator[Chosen]:
    """Yield the policies after best replies: of everybody at once, then of one opinion in one state."""
    yield tuple(
        tuple(taken if taken in equal else equal[0] for taken, equal in zip(here, best, strict=True))
        for here, best in zip(chosen, replies, strict=True)
    )
    for row, (here, best) in enumerate(zip(chosen, replies, strict=True)):
        for place, (taken, equal) in enumerate(zip(here, best, strict=True)):
            if taken not in equal:
                changed = (*here[:place], equal[0], *here[place + 1 :])
                yield (*chosen[:row], changed, *chosen[row + 1 :])


def _tested(
    problem: Problem, living: Living, chosen: Sequence[Sequence[int]], below: Below
) -> tuple[SettledFire | None, list[list[list[int]]]]:
    """Return the equilibrium that a policy is, None if it is none, and the best options in every state."""
    states = states_of(living, problem.players)
    options = _options(problem, living)
    aims = [tuple(mine[index] for mine, index in zip(options, here, strict=True)) for here in chosen]
    values = values_of(problem, living, dict(zip(states, aims, strict=True)), below)
    replies = [best_aims(problem, living, counts, values, below) for counts in states]
    strict = verdict(pair for best, here in zip(replies, chosen, strict=True) for pair in zip(best, here, strict=True))
    if strict is None:
        return None, replies
    situations = tuple(Situation(counts, mine, values[counts]) for counts, mine in zip(states, aims, strict=True))
    return SettledFire(living, situations, strict, largest_first(below)), replies
