"""The number type inside: whatever it is, every answer is the same, and made of fractions."""

from fractions import Fraction

import pytest
import strategies
from cases import computed_in
from examples import examples
from hypothesis import given

from truel_ref import (
    all_outcomes,
    by_lot,
    counted_bullets,
    course,
    equilibria,
    opinion_contest,
    random_shooter,
    simultaneous_fire,
    solve,
)
from truel_ref.games import darts, goofspiel
from truel_ref.kernels.linear import solve_linear
from truel_ref.kernels.matrix_game import game_value, optimal_mixes
from truel_ref.numbers import backend_in_force, backend_names, inside, numerators, public, read_number

F = Fraction
OTHERS = [name for name in backend_names() if name != "fractions"]
HITS = ["1/2", "1/3", "1/4"]

QUESTIONS = {
    "solve": lambda: solve(["1/5", "1/2", "3/4", "9/10"], search="all"),
    "definition": lambda: solve(HITS, search="all", method="definition"),
    "outcomes": lambda: all_outcomes(["1/2", "1/2", "1/2"], search="all"),
    "equilibria": lambda: equilibria(["1/5", "7/10", "2/5", "3/5", "1/2"], mixed=True),
    "course": lambda: course(solve(HITS)),
    "lot": lambda: by_lot(HITS),
    "shooter": lambda: random_shooter(HITS),
    "simultaneous": lambda: simultaneous_fire(HITS),
    "bullets": lambda: counted_bullets(HITS, bullets=3),
    "opinions": lambda: opinion_contest(HITS),
    "darts": lambda: darts.turns(62, "1/3"),
    "goofspiel": lambda: goofspiel.solve(goofspiel.State([1, 3, 4], [2, 3, 5], 3, [1, 5]), "points"),
    "matrix game": lambda: optimal_mixes([[F(1), F(-1, 2)], [F(-1), F(1, 3)]]),
    "irrational": lambda: solve(["sqrt(2)/2", "2/3", 1], search="all"),
}


@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.parametrize("question", QUESTIONS.values(), ids=QUESTIONS)
def test_every_answer_is_the_same(question, name):
    with computed_in("fractions"):
        expected = question()
    with computed_in(name):
        assert question() == expected


@pytest.mark.parametrize("name", OTHERS)
@examples(60)
@given(strategies.problems(most=4, levels=False))
def test_every_problem_has_the_same_solution_in_fractions(name, problem):
    with computed_in("fractions"):
        expected = solve(problem)
    with computed_in(name):
        assert backend_in_force() == name
        solution = solve(problem)
    assert solution == expected
    assert all(type(win) is F for phase in solution.phases for win in phase.win)


@pytest.mark.parametrize("name", backend_names())
def test_numbers_go_in_and_out(name):
    with computed_in(name):
        made = public(inside(F(2, 3)) * 3)
        assert (made, type(made)) == (2, F)
        root, half = read_number("sqrt(2)/2"), inside(F(1, 2))
        assert inside(root) is root is public(root)
        assert (half * root, root * half, root / half, half / root) == (root / 2, root / 2, root * 2, root)
        assert (half + root) - root == half == root - (root - half)
        assert half < root < inside(F(3, 4))
        assert root != half
        assert numerators([root, half]) == ([root * 2, 1], 2)
        assert type(game_value([[half]])) is type(half)
        solved = solve_linear([[inside(F(1)), -half], [-half, inside(F(1))]], [[half, 0 * half], [0 * half, half]])
        assert solved == [[F(2, 3), F(1, 3)], [F(1, 3), F(2, 3)]]
