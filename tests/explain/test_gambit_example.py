"""The example that writes files for Gambit, read back by a small reader and solved by brute force."""

import re
import runpy
from fractions import Fraction
from itertools import product

import pytest
from source_code import ROOT

from truel_ref import equilibria, solve

EXAMPLE = runpy.run_path(str(ROOT / "docs" / "examples" / "gambit.py"))
HITS = [["1/3", "2/3", "1"], ["3/5", "11/20", "1/2"], ["1/2", "2/5", "3/5"], ["1", "1", "1"], ["1/2", "1/2", "1/2"]]
PROFILES = list(product(range(3), repeat=3))


def words(line):
    return re.findall(r'"([^"]*)"', line)


@pytest.mark.parametrize("hits", HITS)
def test_pure_nash_equilibria_are_the_pure_stationary_ones(hits):
    head, _, _, *rows = EXAMPLE["strategic_form"](hits).splitlines()
    options = [words(own) for own in re.findall(r"{[^{}]*}", head)[1:]]
    numbers = iter(rows)
    payoffs = {backwards[::-1]: [Fraction(word) for word in next(numbers).split()] for backwards in PROFILES}
    nash = {
        tuple(own[option] for own, option in zip(options, profile, strict=True))
        for profile in PROFILES
        if all(
            payoffs[(*profile[:player], other, *profile[player + 1 :])][player] <= payoffs[profile][player]
            for player, other in product(range(3), repeat=2)
        )
    }
    assert nash == {tuple(map(str, equilibrium.aims)) for equilibrium in equilibria(hits)}


@pytest.mark.parametrize("hits", HITS[:3])
def test_backward_induction_over_the_tree_gives_announced_play(hits):
    lines = EXAMPLE["extensive_form"](hits).splitlines()[2:]
    options = {int(line.split()[2]) - 1: words(line)[2:] for line in lines if line.startswith("p")}
    leaves = iter(
        [Fraction(word) for word in re.findall(r"{ (.*) }", line)[0].split()] for line in lines if line[0] == "t"
    )
    assert [line.split()[2] for line in lines if line[0] == "p"].count("3") == 9

    def best(place, path):
        if place == 3:
            return next(leaves), path
        ends = [best(place + 1, (*path, aim)) for aim in options[place]]
        return max(ends, key=lambda end: end[0][place])

    solution = solve(hits)
    payoffs, path = best(0, ())
    assert path == tuple(map(str, solution.aims))
    assert payoffs[0] == solution.win[0]


def test_the_ban_on_stalling_is_in_the_tree():
    leaves = [line for line in EXAMPLE["extensive_form"](HITS[0]).splitlines() if line.startswith("t")]
    assert leaves[-1] == 't "" 27 "" { -1 -1 -1 }'
