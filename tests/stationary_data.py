"""Equilibria of the library as plain data, to be compared with those of the second derivation."""

from collections import defaultdict

import independent_stationary
from plain_data import plain

from truel_ref.play.stationary import equilibria_within


def solved(problem, **kinds):
    """Return the equilibria of a problem in plain fractions."""
    return equilibria_within(problem, **kinds)


def weights(aims):
    return tuple(aim.weights for aim in aims)


def policy(one):
    """Return the aims of every set that an equilibrium reaches."""
    return {living: weights(phase.aims) for living, phase in one.policy.items()}


def values_below(one):
    """Return the win probability of every order that an equilibrium reaches, and of the last players."""
    players = len(one.living)
    later = {(m,): independent_stationary.unit(players, m) for m in one.living}
    for living, phase in one.policy.items():
        for turn, value in enumerate(phase.values):
            later[living[turn:] + living[:turn]] = value
    return later


def records(equilibria):
    """Return aims, values at every turn, strictness and the number of selections, in the order of the library."""
    return [(weights(one.aims), one.values, one.strict, one.selections) for one in equilibria]


def assert_same_equilibria(problem, derived=None):
    """Compare the whole list with brute force, or what else is derived, its order included, and return it.

    What differs is listed once, with the number of selections that lead to it and with one of them.
    """
    equilibria = solved(problem)
    assert equilibria.complete
    if derived is None:
        derived = independent_stationary.equilibria(**plain(problem), if_eq=problem.if_eq)
    selections = defaultdict(list)
    for one in derived:
        selections[one.aims, one.values, one.strict].append(one.selection)
    assert [weights(one.aims) for one in equilibria] == [aims for aims, _, _ in selections]  # canonical order of aims
    expected = [(*differs, len(found)) for differs, found in selections.items()]
    assert sorted(records(equilibria)) == sorted(expected)
    for one in equilibria:
        below = {each.living: weights(each.aims) for each in one.below}
        assert below in selections[weights(one.aims), one.values, one.strict]
    return equilibria
