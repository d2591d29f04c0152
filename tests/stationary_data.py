"""Equilibria of the library as plain data, to be compared with those of the second derivation."""

import independent_stationary
from plain_data import plain

from truel_ref.play.stationary import all_equilibria


def solved(problem, **kinds):
    """Return the equilibria of a problem in plain fractions."""
    return all_equilibria(problem, **kinds)


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
    """Return aims, values at every turn, strictness and selection of all, in the order of the library."""
    return [
        (weights(one.aims), one.values, one.strict, {phase.living: weights(phase.aims) for phase in one.below})
        for one in equilibria
    ]


def expected_records(problem):
    """Return the same by brute force."""
    derived = independent_stationary.equilibria(**plain(problem), if_eq=problem.if_eq)
    return [(one.aims, one.values, one.strict, one.selection) for one in derived]


def in_any_order(rows):
    """Sort records for a comparison of lists in which equal aims may stand in any order."""
    return sorted(rows, key=lambda row: (row[0], row[1], row[2], sorted(row[3].items())))


def assert_same_equilibria(problem, **kinds):
    """Compare the whole list with brute force, its order included, and return it."""
    equilibria = solved(problem, **kinds)
    assert equilibria.complete
    listed, expected = records(equilibria), expected_records(problem)
    assert [row[0] for row in listed] == [row[0] for row in expected]  # canonical order of aims
    assert in_any_order(listed) == in_any_order(expected)
    seen = [(row[0], row[1], tuple(sorted(row[3].items()))) for row in listed]
    assert len(set(seen)) == len(seen)
    return equilibria
