"""Files for Gambit, read back: by a small reader and brute force here, and by Gambit itself where it is installed."""

import io
import random
import re
from fractions import Fraction
from itertools import product
from math import prod

import pytest
import strategies
from examples import examples
from hypothesis import assume, given
from hypothesis import strategies as st
from stationary_data import solved

from truel_ref import Problem, solve
from truel_ref.explain.gambit import extensive_form, strategic_form
from truel_ref.play.stationary import smaller_selections

F = Fraction
TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}]|[^\s{}"]+')


def tokens(text):
    return [token[1:-1] if token.startswith('"') else token for token in TOKEN.findall(text)]


def braces(words):
    """Take a list in braces, lists within it included, from the front of a list of words."""
    assert words.pop(0) == "{"
    listed = []
    while words[0] != "}":
        listed.append(braces(words) if words[0] == "{" else words.pop(0))
    words.pop(0)
    return listed


# -- the strategic form


def read_strategic(text):
    """Return the strategies of each player, and the payoffs of every profile, the first player's changing fastest."""
    words = tokens(text)
    assert words[:3] == ["NFG", "1", "R"]
    del words[:4]
    names = braces(words)
    options = braces(words)
    words.pop(0)  # the comment
    numbers = [F(word) for word in words]
    assert len(options) == len(names)
    assert len(numbers) == len(names) * prod(map(len, options))
    rows = iter(range(0, len(numbers), len(names)))
    payoffs = {}
    for backwards in product(*[range(len(mine)) for mine in reversed(options)]):
        start = next(rows)
        payoffs[backwards[::-1]] = numbers[start : start + len(names)]
    return options, payoffs


def pure_nash(options, payoffs):
    """Return the profiles from which nobody gains by another strategy, by trying all."""
    return {
        tuple(mine[index] for mine, index in zip(options, profile, strict=True))
        for profile, worths in payoffs.items()
        if all(
            payoffs[(*profile[:player], other, *profile[player + 1 :])][player] <= worths[player]
            for player, mine in enumerate(options)
            for other in range(len(mine))
        )
    }


def stationary_by_selection(problem):
    """Return for every selection of the smaller sets the strategic form and the pure equilibria over it."""
    equilibria = solved(problem)
    assert equilibria.complete
    for below in smaller_selections(problem):
        over = [one for one in equilibria if {phase.living: phase for phase in one.below} == below]
        yield strategic_form(problem, below), {tuple(str(aim) for aim in one.aims) for one in over}


@given(strategies.problems(most=3))
@examples(100)
def test_pure_nash_equilibria_are_the_pure_stationary_ones(problem):
    assume(prod(len(problem.options(problem.first_order, player)) for player in range(problem.players)) <= 1000)
    for text, expected in stationary_by_selection(problem):
        assert pure_nash(*read_strategic(text)) == expected


@given(st.lists(st.fractions(0, 1, max_denominator=6), min_size=4, max_size=4, unique=True))
@examples(15)
def test_four_players(hits):
    for text, expected in stationary_by_selection(Problem(hits)):
        assert pure_nash(*read_strategic(text)) == expected


# -- the extensive form


def read_extensive(text):
    """Return the tree: a node is (player, actions, subtrees), a leaf its payoffs.  Information sets must be single."""
    words = tokens(text)
    assert words[:3] == ["EFG", "2", "R"]
    del words[:4]
    names = braces(words)
    words.pop(0)  # the comment
    sets, outcomes = set(), set()

    def node():
        kind, _, number = words.pop(0), words.pop(0), int(words.pop(0))
        if kind == "t":
            words.pop(0)  # the name
            assert number not in outcomes
            outcomes.add(number)
            payoffs = [F(word) for word in braces(words)]
            assert len(payoffs) == len(names)
            return payoffs
        assert kind == "p"
        information = int(words.pop(0))
        words.pop(0)
        actions = braces(words)
        assert words.pop(0) == "0"  # no payoffs here
        assert (number, information) not in sets
        sets.add((number, information))
        return number - 1, actions, [node() for _ in actions]

    tree = node()
    assert words == []
    return names, tree


def best_paths(tree):
    """Return the payoffs of backward induction and the lists of actions on its paths; ties leave several."""
    if isinstance(tree, list):
        return [(tree, [])]
    player, actions, subtrees = tree
    ends = [
        (payoffs, [action, *path])
        for action, subtree in zip(actions, subtrees, strict=True)
        for payoffs, path in best_paths(subtree)[:1]
    ]
    best = max(payoffs[player] for payoffs, _ in ends)
    return [end for end in ends if end[0][player] == best]


@given(strategies.problems(most=4, levels=False))
@examples(100)
def test_backward_induction_over_the_file_gives_the_announced_solution(problem):
    solution = solve(problem)
    assume(not solution.ties)
    assume(prod(len(problem.options(problem.first_order, player)) for player in range(problem.players)) <= 300)
    for phase in solution.phases:
        names, tree = read_extensive(extensive_form(solution, phase.order))
        [(payoffs, path), *others] = best_paths(tree)
        assert names == [problem.label(player) for player in phase.order]
        if None in phase.aims or max(payoffs) == -1:  # nobody has anything but a stalemate
            assert set(payoffs) == {-1}
            continue
        assert others == []
        assert path == [str(aim) for aim in phase.aims]
        assert payoffs[0] == phase.win[phase.order[0]]


def test_the_ban_on_stalling_is_in_the_file():
    """After two misses the last one may not miss: though all that he can do is worth nothing to him."""
    solution = solve(["0", "0", "1/2"], targets=["Miss", "Miss", "Optimal"], search=["Self", "Miss"])
    assert [str(aim) for aim in solution.aims] == ["Miss", "Miss", "C"]
    _, tree = read_extensive(extensive_form(solution))
    [(payoffs, path)] = best_paths(tree)
    assert path == ["Miss", "Miss", "C"]
    assert payoffs[2] == 0


# -- Gambit itself


def fifty_problems():
    """Return problems of three to five players with one selection of the smaller sets, of numbers with two digits."""
    rng = random.Random(2026)
    chosen = []
    while len(chosen) < 50:
        players = 3 + len(chosen) % 3
        problem = Problem([F(number, 50) for number in rng.sample(range(5, 51), players)])
        if len(smaller_selections(problem, cap=2)) == 1:
            chosen.append(problem)
    return chosen


def test_gambit_gives_the_same_equilibria():
    pygambit = pytest.importorskip("pygambit", "17.0.0b1", reason="pygambit 17, which reads these files, is missing")
    counts = set()
    for problem in fifty_problems():
        game = pygambit.read_nfg(io.StringIO(strategic_form(problem)))
        theirs = {pure_strategies(profile) for profile in pygambit.nash.enumpure_solve(game).equilibria}
        mine = {tuple(str(aim) for aim in one.aims) for one in solved(problem)}
        assert theirs == mine
        counts.add(len(mine))
    assert len(counts) > 1


def pure_strategies(profile):
    """Return the strategy that each player of a pure profile of Gambit plays, by its name."""
    return tuple(next(name for name, chance in mixed if chance == 1) for mixed in profile)
