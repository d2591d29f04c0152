"""The rules, case by case: worked values, corners, stalemates, ties, and what holds for every problem."""

from fractions import Fraction

import cases
import pytest

from truel_ref import Problem, solve
from truel_ref.game.aims import Aim
from truel_ref.play.ties import break_tie

F = Fraction


def words(aims):
    return tuple("none" if aim is None else str(aim) for aim in aims)


@pytest.mark.parametrize("case", cases.CORNERS, ids=str)
def test_known_answers(case):
    solution = solve(case.problem)
    assert solution.win == tuple(map(F, case.win))
    assert words(solution.aims) == case.aims


# -- equivalences of the words


def test_random_is_the_name_of_its_equal_mix():
    with_aim = solve(cases.SECOND, targets=[[0, "1/3", "1/3"], "C", "A"], search="Others, Miss, Random")
    assert with_aim.to_json()["aims"] == ["Random", "C", "A"]


# -- stalemates and the announcements they forbid


def test_a_later_stalemate_counts_as_nothing_won():
    """Four players, Miss for everybody later: who eliminates anybody ends in a stalemate of three."""
    solution = solve(["1/4", "1/2", "3/4", "1"], target_later="Miss")
    assert solution.stalemate == 1
    assert None not in solution.aims  # this phase itself does not stall: somebody shoots
    assert [phase.stalemate for phase in solution.phases if len(phase.order) == 3] == [1] * 12


# -- ties


RANDOM = {"search": {"Others", "Miss", "Random"}}
LEVELS = RANDOM | {"random_levels": [2, 1, 1]}
TIES = [
    # A never hits, so whatever he announces is worth the same to him
    (1, ["0", "1/2", "1/4"], RANDOM, "B"),  # the better shot
    (2, ["0", "1/2", "1/4"], RANDOM, "B"),
    (4, ["0", "1/4", "1/2"], RANDOM, "B"),  # the earlier label
    (1, ["0", "1/4", "1/2"], RANDOM, "C"),
    (-1, ["0", "1/2", "1/4"], RANDOM, "Random"),  # a mix first
    (1, ["0", "1/2", "1/2"], RANDOM, "C"),  # equal shots: the later label
    (-1, ["0", "1/2", "1/2"], RANDOM, "Random"),
    # without a mix, Miss is preferred to any single player, and the worse shot to the better one
    (-1, ["0", "1/2", "1/4"], {}, "Miss"),
    (-1, ["0", "1/2", "1/4"], {"search": {"Others"}}, "C"),
    (-1, ["0", "1/2", "1/2"], {"search": {"Others"}}, "B"),
    (-4, ["0", "1/2", "1/4"], {"search": {"Others"}}, "C"),
    (1, ["0", "1/4", "1/2"], LEVELS, "C"),
    (2, ["0", "1/4", "1/2"], LEVELS, "C"),
    (4, ["0", "1/4", "1/2"], LEVELS, "B"),
    (-1, ["0", "1/4", "1/2"], LEVELS, "(0, 1/2, 0)"),  # the smallest mean: half at B, who hits 1/4
]


@pytest.mark.parametrize(("rule", "hits", "fields", "chosen"), TIES)
def test_each_rule_breaks_a_tie_in_its_way(rule, hits, fields, chosen):
    solution = solve(hits, if_eq=rule, **fields)
    assert (str(solution.aims[0]), solution.ties[0].chosen) == (chosen, chosen)


ONE_OF_EACH = [  # in canonical order, B the worse shot
    Aim.at(1, 3),
    Aim.at(2, 3),
    Aim.miss(3),
    Aim((F(0), F(1, 2), F(1, 2))),
    Aim((F(0), F(1, 4), F(1, 4))),
]


@pytest.mark.parametrize(
    ("rule", "best_first"),
    [
        (1, [1, 0, 2, 3, 4]),
        (2, [1, 3, 0, 4, 2]),
        (4, [0, 1, 3, 4, 2]),
        (-1, [4, 3, 2, 0, 1]),
        (-4, [2, 3, 4, 1, 0]),
    ],
)
def test_the_whole_ranking_of_a_rule(rule, best_first):
    """Take the preferred option away, again and again."""
    problem = Problem(["1/2", "1/4", "3/4"], if_eq=rule)
    left = list(ONE_OF_EACH)
    order = []
    while left:
        order.append(left.pop(break_tie(problem, left, [])))
    assert order == [ONE_OF_EACH[index] for index in best_first]


def test_the_whole_ranking_of_rule_three():
    problem = Problem(["1/2", "1/4", "3/4"], if_eq=3)
    wins = [(F(1, 4), F(3, 4), 0), (F(1, 4), F(3, 4), 0), (F(1, 4), 0, F(3, 4)), (F(1, 4), F(1, 4), F(1, 2))]
    # B aimed at wins 3/4; C aimed at 0; a miss counts as 0; the half-half mix (1/4 + 1/2) / 2
    assert break_tie(problem, ONE_OF_EACH[:4], wins) == 0
    assert break_tie(problem, ONE_OF_EACH[1:4], wins[1:]) == 2
    assert break_tie(problem, ONE_OF_EACH[1:3], wins[1:3]) == 0  # equal scores: canonical order


@pytest.mark.parametrize("method", ["definition", "integers"])
def test_nothing_is_nearly_equal(method):
    """Shots that differ by a billionth are no tie; equal shots are."""
    equal, unequal = ([["1/3", "1/2", F(1, 2) + more], {"search": "others"}] for more in (0, F(1, 10**9)))
    assert solve(equal[0], method=method, **equal[1]).ties
    assert not solve(unequal[0], method=method, **unequal[1]).ties
