"""Three players in integers, in arrays: every answer is that of the plain loop, and what does not fit is left open."""

from fractions import Fraction
from itertools import product
from random import Random

import pytest
from truel_ref.fast.skeleton import skeleton_of
from truel_ref.play.phases import solve_phases

from truel_ref import Problem, solve_many
from truel_ref.fast import integers
from truel_ref.fast.arrays import LARGEST_BOTTOM, three_of

F = Fraction


def plainly(problem):
    return solve_phases(problem, integers.decide)


def known(problems):
    """Return by number the solutions that are answered in arrays, however few problems there are."""
    alike = {}
    for number, problem in enumerate(problems):
        if not problem.irrational:
            alike.setdefault(skeleton_of(problem), []).append(number)
    solved = {}
    for skeleton, numbers in alike.items():
        if three := three_of(skeleton):
            solved |= zip(numbers, three.solutions([problems[number] for number in numbers]), strict=True)
    return {number: solution for number, solution in solved.items() if solution}


@pytest.mark.parametrize(("bottom", "share"), [(100, 0.95), (1000, 0.95)])
def test_most_are_answered(bottom, share):
    rng = Random(bottom)
    problems = [Problem([F(rng.randint(1, bottom), bottom) for _ in range(3)]) for _ in range(120)]
    answered = known(problems)
    assert len(answered) > share * len(problems)
    assert all(solution == plainly(problems[number]) for number, solution in answered.items())


def test_what_does_not_fit_is_left_open():
    fits, too_long, far_too_long = F(1, 3), F(2**26 - 1, 2**26 + 1), F(1, 2**70)
    for hit, others, is_known in [
        (fits, ["1/2", 1], True),
        (too_long, ["1/2", 1], False),
        (far_too_long, ["1/2", 1], False),
        (F(1, 10**6 + 1), ["1/2", 1], False),  # floats prove nothing there
    ]:
        assert bool(known([Problem([hit, *others])])) is is_known


def test_products_of_more_than_62_bits_are_answered():
    short = [Problem([F(1, 3), F(2, 3), F(1, rest)]) for rest in (5, 7)]
    long = [Problem([F(997, 1009), F(996, 1013), F(rest, 1019)], search="others") for rest in range(900, 1000)]
    for problems in (long, short, [*short, *long]):
        answers = known(problems)
        assert [answers[number] for number in range(len(problems))] == [*map(plainly, problems)]
        assert {type(win.numerator) for answer in answers.values() for win in answer.win} == {int}


@pytest.mark.parametrize("tie_rule", [1, 2, 3, 4, -1, -4])
def test_ties_are_broken_and_listed_as_in_the_plain_loop(tie_rule):
    grid = product([F(0), F(1, 4), F(1, 2), F(1)], repeat=3)
    problems = [
        Problem(hits, search=search, tie_rule=tie_rule) for hits in grid for search in ("others,miss", "others")
    ]
    answered = known(problems)
    left = [plainly(problem) for number, problem in enumerate(problems) if number not in answered]
    assert all(solution.stalemate == 1 for solution in left)
    assert len(left) < 10
    assert sum(len(solution.ties) > 2 for solution in answered.values()) > 30
    for number, solution in answered.items():
        expected = plainly(problems[number])
        assert solution == expected
        assert [tie.on_path for tie in solution.ties] == [tie.on_path for tie in expected.ties]


def test_irrational_ones_and_other_numbers_of_players_are_left():
    assert not known([Problem(["1/2", "sqrt(2)/2", 1])])
    assert not known([Problem(["1/2", "1/3"]), Problem(["1/2", "1/3", "1/4", 1])])


def test_a_skeleton_in_use_stays_while_others_go():
    used, left = (Problem(["1/2", "1/3", hit]) for hit in (0, 1))
    kept, gone = skeleton_of(used), skeleton_of(left)
    for targets in product(["Miss", "Optimal", "Strongest"], repeat=4):
        skeleton_of(Problem(["1/2", "1/3", "1/4", 1], targets=targets))
        assert skeleton_of(used) is kept
    assert skeleton_of(left) is not gone


def test_words_are_kept_apart():
    words = [{}, {"tie_rule": 3}, {"search": "others,self,miss"}]
    problems = [Problem([F(number, 40), "1/2", 1], **words[number % 3]) for number in range(1, 40)]
    assert len({skeleton_of(problem) for problem in problems}) == 2  # the tie rule is not a word of the skeleton
    answered = known(problems)
    assert answered
    assert [solution.problem for solution in answered.values()] == [problems[number] for number in answered]
    assert list(solve_many(problems)) == [plainly(problem) for problem in problems]


def test_what_duels_are_made_of_are_integers_that_a_double_holds():
    """The sum of two products of numbers up to the largest denominator."""
    assert 2 * LARGEST_BOTTOM**2 == 2**53
