r"""Opinions: persons are not shot, but convinced; a holder of an opinion tries to convince holders of other opinions.

There are as many persons as opinions, and at first each person holds a different opinion. A uniformly drawn person
tries to convince a holder of another opinion, and succeeds with the power of the person's present opinion. A state is
the number of holders of each opinion; in every state the holders of an opinion share one aim. With counts `c` of `n`
persons, and opinion `i` aiming at `t` with weight `q_i[t]`,

    V(c) = sum over i of c_i/n (p_i sum over t of q_i[t] V(c + e_i - e_t) + (1 - p_i) V(c))

Play can return to states with the same set of held opinions, so a system of linear equations gives their values. It has
one solution if some held opinion has a power above 0: this opinion, drawn again and again, ends the set. If at least
two opinions are held and all have power 0, nothing changes any more: a stalemate.

**Equilibrium.** A policy of a set is one aim per opinion in each of its states. Changing the aim of opinion `i` in a
single state `c` helps this opinion if and only if `V_i(c + e_i - e_t)`, with the values of the old policy, is larger
for the new target. (For a chain that surely leaves the set this is the one-step test of dynamic programming.)

Rules: `docs/rules.md`, R12. Source: R. Toral and P. Amengual, "Distribution of winners in truel games", in *Modelling
Cooperative Behavior in the Social Sciences*, AIP Conference Proceedings 779 (2005), 128-141; R. A. Howard, *Dynamic
Programming and Markov Processes* (1960).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from truel_ref.errors import ProblemError
from truel_ref.files import Progress
from truel_ref.game.aims import Aim
from truel_ref.game.people import Order
from truel_ref.game.problem import AnyProblem, Problem
from truel_ref.game.variant import Variant, VariantAnswer
from truel_ref.kernels.linear import solve_linear
from truel_ref.limits import check
from truel_ref.numbers import inside
from truel_ref.play.selections import CAP, choices, sets_after
from truel_ref.variants.fire import Below, SettledFire, Situation, after, best_of, list_equilibria, verdict
from truel_ref.variants.narrowing import narrowed

__all__ = ["MOST_PERSONS", "best_aims", "opinion_contest", "states_of", "values_of", "values_of_powers"]

MOST_PERSONS = 6
"""The most persons; seven persons have sets of 20 states with up to six opinions each."""

ALL_POLICIES = 1_000
"""The most policies of a set that exact numbers decide; four persons have at most 512."""

ROUNDS = 200
"""The most rounds of best replies in the search for an equilibrium."""

Counts: TypeAlias = tuple[int, ...]
"""The number of holders of each opinion of the problem."""

Chosen: TypeAlias = tuple[tuple[int, ...], ...]
"""For every state of a set of opinions the index of the option of each held opinion."""

Policy: TypeAlias = "Mapping[Counts, Sequence[Aim]]"
"""For every state of a set of opinions one aim per held opinion."""


def opinion_contest(
    problem: Variant | AnyProblem, *, cap: int = CAP, progress: Progress | None = None
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
    equilibria of the smaller sets: (1) exclude policies by proved bounds of all values
    (`truel_ref.variants.narrowing`); (2) solve for the values of the states under every remaining policy; (3) list the
    policy if no opinion gains by another aim in a single state. If too many policies remain, as may happen with five
    and six persons, `complete` is False, and the list has the equilibria seen so far, or else an equilibrium that best
    replies lead to, if they do.

    Parameters: `problem`, a `Problem`, the powers of the opinions, or a `Variant`; `cap`, the largest number of
    selections; `progress`, called with 1 after each set.

    Raises the errors of `Problem` and `Variant`, `NumberError` for a bad cap, and `ProblemError` for more than six
    persons.
    """
    variant = Variant.stated("opinions", problem)
    asked = variant.problem
    if asked.players > MOST_PERSONS:
        raise ProblemError(f"opinions: {asked.players} persons are too many; state at most {MOST_PERSONS}")
    everything = True

    def solve(living: Order, below: Below) -> list[SettledFire]:
        nonlocal everything
        settled, complete = _equilibria(asked, living, below)
        everything = everything and complete
        return settled

    answer = list_equilibria(variant, lambda living: sets_after(asked, living), solve, cap, progress)
    if everything:
        return answer
    return VariantAnswer(variant, answer.plays, False, answer.selections)


def states_of(living: Order, players: int) -> list[Counts]:
    """Return the states in which exactly these opinions are held; the number of persons is `players`.

    >>> states_of((0, 2), 3)
    [(1, 0, 2), (2, 0, 1)]
    """
    return [
        tuple(shares[living.index(player)] if player in living else 0 for player in range(players))
        for shares in _shares(players, len(living))
    ]


def _shares(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to write `total` as an ordered sum of `parts` positive integers."""
    if parts == 1:
        yield (total,)
        return
    for first in range(1, total - parts + 2):
        yield from ((first, *rest) for rest in _shares(total - first, parts - 1))


def _options(problem: Problem, living: Order) -> list[tuple[Aim, ...]]:
    """Return the options of the holders of every held opinion."""
    return [choices(problem, living, player) for player in living]


def _changed(counts: Counts, gains: int, loses: int) -> Counts:
    """Return the state after a person has changed from the opinion `loses` to `gains`."""
    return tuple(count + (player == gains) - (player == loses) for player, count in enumerate(counts))


def values_of(problem: Problem, living: Order, policy: Policy, below: Below) -> dict[Counts, Sequence[Any]]:
    """Return the values of every state of a set under a policy: one number per opinion, and a last 0.

    Parameters: `problem`; `living`, the held opinions; `policy`; `below`, the equilibria of the smaller sets.

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
        return value_after(counts, below, problem)

    return values_of_powers(powers, living, weights, beyond)


def values_of_powers(
    powers: Sequence[Any],
    living: Order,
    policy: Mapping[Counts, Sequence[Sequence[tuple[int, Any]]]],
    beyond: Callable[[Counts], Sequence[Any]],
) -> dict[Counts, Sequence[Any]]:
    """Return the values of every state of a set under a policy, in any exact numbers with `+ - * /`.

    Parameters: `powers`, one per opinion; `living`, the held opinions; `policy`, for every state and held opinion its
    targets, with weights; `beyond`, gives the values of a state of a smaller set.

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
    # n V(c) = sum of c_i (p_i (…) + (1 - p_i) V(c)): divide every row by the weight of leaving the state.
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


def value_after(counts: Counts, below: Below, problem: Problem) -> Sequence[Any]:
    """Return the values of a state of a smaller set."""
    held = tuple(opinion for opinion in problem.order if counts[opinion])  # sets are named in the order of the problem
    if len(held) == 1:
        return after(held, below, problem.players)
    return next(state.win for state in below[held].situations if state.counts == counts)


def best_aims(
    problem: Problem,
    living: Order,
    counts: Counts,
    values: Mapping[Counts, Sequence[Any]],
    below: Below,
) -> list[list[int]]:
    """Return for every held opinion the indices of its best options in a state, given the other choices.

    Parameters: `problem`; `living`, the held opinions; `counts`, the state; `values`, those of all states of the set
    under the tested policy; `below`, the equilibria of the smaller sets.
    """

    def worth(player: int, aim: Aim) -> Any:
        total = inside(Fraction(0))
        for victim in aim.targets:
            following = _changed(counts, player, victim)
            known = values.get(following) or value_after(following, below, problem)
            total += inside(aim.weights[victim]) * known[player]
        return total

    return [
        best_of(worth(player, aim) for aim in aims) if len(aims) > 1 else [0]
        for player, aims in zip(living, _options(problem, living), strict=True)
    ]


def _equilibria(problem: Problem, living: Order, below: Below) -> tuple[list[SettledFire], bool]:
    """Return the equilibria of a set, given those of the smaller sets, and whether the list is complete."""
    settled: list[SettledFire] = []
    for tested, policy in enumerate(_possible(problem, living, below)):
        check()
        if policy is None or tested == ALL_POLICIES:
            return settled or _by_best_replies(problem, living, below), False
        equilibrium, _ = _tested(problem, living, policy, below)
        if equilibrium is not None:
            settled.append(equilibrium)
    return settled, True


def _possible(problem: Problem, living: Order, below: Below) -> Iterator[Chosen | None]:
    """Yield the policies of a set that may be equilibria, then None if there may be more."""
    states, options = states_of(living, problem.players), _options(problem, living)
    if len(living) == 2 or all(len(aims) == 1 for aims in options):
        yield ((0,) * len(living),) * len(states)
        return

    def gained(following: Counts, winner: int) -> float:
        return 0.0 if following in states else float(value_after(following, below, problem)[winner])

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
    yield from narrowed(share, step, gain)


def _by_best_replies(problem: Problem, living: Order, below: Below) -> list[SettledFire]:
    """Return an equilibrium of a set, if best replies, of all opinions at once or of a single opinion, end in one."""
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
    """Yield the policies after best replies: of all opinions at once, then of a single opinion in a single state."""
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
    problem: Problem, living: Order, chosen: Sequence[Sequence[int]], below: Below
) -> tuple[SettledFire | None, list[list[list[int]]]]:
    """Return the equilibrium of a policy, or None if it is no equilibrium, and the best options in every state."""
    states = states_of(living, problem.players)
    options = _options(problem, living)
    aims = [tuple(mine[index] for mine, index in zip(options, here, strict=True)) for here in chosen]
    values = values_of(problem, living, dict(zip(states, aims, strict=True)), below)
    replies = [best_aims(problem, living, counts, values, below) for counts in states]
    strict = verdict(pair for best, here in zip(replies, chosen, strict=True) for pair in zip(best, here, strict=True))
    if strict is None:
        return None, replies
    situations = tuple(Situation(counts, mine, values[counts]) for counts, mine in zip(states, aims, strict=True))
    return SettledFire(living, situations, strict, below), replies
