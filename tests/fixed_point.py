"""Values that depend on one another: `v = a + K v`, and the best of many such, exactly.

The second derivation of what a leg of darts is worth.

A state `s` costs (or earns) `a(s)` and leads to the states `t` with the weights `K(s, t)`; its value is what all that
costs until the end. Where every state has several options, each with an `a` and a `K` of its own, a **policy** takes
one in every state, and the best policy is the one whose values are the least (or the greatest) in all states at once.

**Policy iteration** (Howard): (1) solve `v = a + K v` for a policy; (2) in every state take an option that is better
against this `v`, and stay where none is; (3) end when no state has changed. Every change makes the values better
somewhere and worse nowhere, and there are finitely many policies, so it ends. **The certificate** is the last step (2):
`v(s)` is the best of `a + K v` over the options of `s`, in every state. With exact numbers this is equality, and it
proves that no policy is better, however the policy came about; so floats may propose one.

For every policy that is met, `I - K` must have an inverse with no negative entry, as it has where everybody comes to an
end sooner or later.

Source: R. A. Howard, *Dynamic Programming and Markov Processes* (1960), chapter 4.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, TypeAlias, TypeVar

from truel_ref.errors import NumberError, shown
from truel_ref.kernels.linear import iterate_policies, solve_linear

S = TypeVar("S", bound=Hashable)

Choice: TypeAlias = tuple[Any, Mapping[S, Any]]
"""An option of a state: its own `a`, and the weight of every state that it leads to."""


def solve_fixed_point(system: Mapping[S, Choice[S]]) -> dict[S, Any]:
    """Return the values `v` with `v = a + K v`.

    The steps: (1) the states are cut into sets that lead to one another (`components`), those that lead to no other set
    first; (2) in each set what is known already goes into `a`, and (3) the rest is a system of linear equations,
    `(I - K) v = a`.

    Parameters: `system`, for every state its `a` and the weights of the states that it leads to, all of them states.

    Raises `NumberError` if there is no single solution, as where states lead only to one another for ever.

    >>> from fractions import Fraction as F
    >>> solve_fixed_point({"head or tail?": (F(1), {"head or tail?": F(1, 2)})})  # throws until the first head
    {'head or tail?': Fraction(2, 1)}
    """
    values: dict[S, Any] = {}
    for states in components({state: choice[1] for state, choice in system.items()}):
        place = {state: number for number, state in enumerate(states)}
        matrix = [[Fraction(row == column) for column in place.values()] for row in place.values()]
        right = [[system[state][0]] for state in states]
        for state in states:
            for then, weight in system[state][1].items():
                if then in place:
                    matrix[place[state]][place[then]] -= weight
                else:
                    right[place[state]][0] += weight * values[then]
        try:
            solved = solve_linear(matrix, right)
        except ZeroDivisionError:
            raise NumberError(f"the values of {shown(states)} have no single solution: there is no way out") from None
        values |= {state: solved[number][0] for state, number in place.items()}
    return values


def components(leads: Mapping[S, Mapping[S, Any]]) -> Iterator[list[S]]:
    """Yield the sets of states that lead to one another, each after all that it leads to.

    Source: R. Tarjan, "Depth-first search and linear graph algorithms", SIAM Journal on Computing 1 (1972), 146-160;
    here without recursion.

    >>> list(components({1: {2: 1}, 2: {1: 1, 3: 1}, 3: {}}))
    [[3], [1, 2]]
    """
    entered: dict[S, int] = {}
    lowest: dict[S, int] = {}
    waiting: list[S] = []
    placed: set[S] = set()
    for root in leads:
        if root in entered:
            continue
        entered[root] = lowest[root] = len(entered)
        waiting.append(root)
        way = [(root, iter(leads[root]))]
        while way:
            state, others = way[-1]
            then = next((other for other in others if other not in placed), None)
            if then is None:
                way.pop()
                if way:
                    before = way[-1][0]
                    lowest[before] = min(lowest[before], lowest[state])
                if lowest[state] == entered[state]:
                    start = waiting.index(state)
                    component = waiting[start:]
                    del waiting[start:]
                    placed.update(component)
                    yield component
            elif then in entered:
                lowest[state] = min(lowest[state], entered[then])
            else:
                entered[then] = lowest[then] = len(entered)
                waiting.append(then)
                way.append((then, iter(leads[then])))


@dataclass(frozen=True)
class BestValues(Generic[S]):
    """The best values, and what they are reached with.

    Fields: `values`, by state; `policy`, the number of an option by state; `ties`, the numbers of all options by state
    that are as good as the best.
    """

    values: Mapping[S, Any]
    policy: Mapping[S, int]
    ties: Mapping[S, tuple[int, ...]]


def best_fixed_point(
    options: Mapping[S, Sequence[Choice[S]]], policy: Mapping[S, int] | None = None, *, least: bool = False
) -> BestValues[S]:
    """Return the best values over all policies, by policy iteration; the certificate is checked and not assumed.

    Parameters: `options`, for every state its options; `policy`, the numbers of the options to begin with, by default
    the first ones, from which everybody must come to an end; `least`, whether small values are good.

    Raises `NumberError` for a state without options, and where `solve_fixed_point` does.

    >>> from fractions import Fraction as F
    >>> once, twice = (F(3), {}), (F(1), {"start": F(1, 2)})
    >>> best = best_fixed_point({"start": [once, twice]}, least=True)
    >>> best.values["start"], best.policy["start"]
    (Fraction(2, 1), 1)
    """
    for state, choices in options.items():
        if not choices:
            raise NumberError(f"the state {shown(state)} has no option")

    def evaluate(policy: dict[S, int]) -> dict[S, Any]:
        return solve_fixed_point({state: options[state][number] for state, number in policy.items()})

    def improve(values: dict[S, Any], policy: dict[S, int]) -> dict[S, int]:
        return policy | improvements(options, values, least=least)

    first = {state: 0 if policy is None else policy[state] for state in options}
    chosen, values = iterate_policies(first, evaluate, improve)
    ties = {
        state: tuple(number for number, choice in enumerate(choices) if _worth(choice, values) == values[state])
        for state, choices in options.items()
    }
    return BestValues(values, chosen, ties)


def improvements(
    options: Mapping[S, Sequence[Choice[S]]], values: Mapping[S, Any], *, least: bool = False
) -> dict[S, int]:
    """Return the states that have an option better than their value, each with the first of the best ones.

    If there are none, and the values are those of a policy, they are the best of all policies: the certificate.

    >>> improvements({"start": [(3, {}), (4, {})]}, {"start": 3})
    {'start': 1}
    >>> improvements({"start": [(3, {}), (4, {})]}, {"start": 3}, least=True)
    {}
    """
    better: dict[S, int] = {}
    for state, choices in options.items():
        worths = [_worth(choice, values) for choice in choices]
        best = min(worths) if least else max(worths)
        if (best < values[state]) if least else (best > values[state]):
            better[state] = worths.index(best)
    return better


def _worth(choice: Choice[S], values: Mapping[S, Any]) -> Any:
    """Return `a + K v` of an option."""
    return choice[0] + sum((weight * values[then] for then, weight in choice[1].items()), Fraction(0))
