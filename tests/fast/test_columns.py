"""Columns: every row is what `solve` answers, whatever kind of numbers, play and processes."""

import math
import pickle
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from fractions import Fraction
from itertools import product

import pytest

from truel_ref import Problem, solve, solve_columns
from truel_ref.errors import NumberError, ProblemError
from truel_ref.numbers import simplest_fraction

np = pytest.importorskip("numpy")
columns_module = pytest.importorskip("truel_ref.fast.columns")
MISS, MIX, NOBODY = columns_module.MISS, columns_module.MIX, columns_module.NOBODY

F = Fraction


def number_of(aim):
    if aim is None:
        return NOBODY
    if aim.target is None:
        return MISS if aim.is_miss else MIX
    return aim.target


def compared(columns):
    """Compare every row with the answer of `solve`, and return the columns."""
    for row in range(len(columns)):
        solution = solve(columns.problem(row))
        assert columns.solution(row) == solution
        assert columns.aims[row].tolist() == [*map(number_of, solution.aims)]
        assert columns.ties[row] == bool(solution.ties)
        win = [*map(float, solution.win)]
        if columns.rounded[row]:
            assert columns.win[row].tolist() == win
        else:
            assert np.all(abs(columns.win[row] - win) <= 1e-11 * np.array(win))
    return columns


def drawn(rows, players):
    """Return hit probabilities as twelfths with ends and equal players, as decimals, and as random doubles."""
    rng = np.random.default_rng(rows * players)
    return [
        (rng.integers(0, 13, (rows, players)), 12),
        (np.round(rng.random((rows, players)), 3), None),
        (rng.random((rows, players)), None),
    ]


PLAYS = [
    {},
    {"search": "Others"},
    {"search": "All"},
    {"search": {"A": "Others", "B": "Strongest,Miss"}},
    {"targets": "Miss,C,B"},
    {"targets": "Strongest,Optimal,Random"},
    {"target_later": "Strongest", "tie_rule": 3},
    {"names": "X,Y,Z", "order": "Z,X,Y", "tie_rule": -4},
]


@pytest.mark.parametrize("statement", PLAYS, ids=str)
def test_every_row_of_three_players_is_what_solve_answers(statement):
    for hits, denominators in drawn(30, 3):
        compared(solve_columns(hits, denominators, **statement))


@pytest.mark.parametrize("players", [2, 4, 5])
def test_every_row_of_other_numbers_of_players_is_what_solve_answers(players):
    for hits, denominators in drawn(60, players):
        compared(solve_columns(hits[: 120 // players**2], denominators, search="Others,Miss"))


def test_boundaries():
    tiny, ends = 1e-7, [0.0, 1.0]
    columns = compared(solve_columns([*product([*ends, 0.5, tiny, 1 - tiny], repeat=3)]))
    assert columns.aims[0].tolist() == [NOBODY] * 3
    assert columns.win[0].tolist() == [0.0] * 3
    assert columns.rounded.all()
    assert solve_columns([[1 - 5 * 2.0**-53, 0.5, 0.25]]).rounded.all()  # so near to 1 that only exact numbers decide
    pairs = compared(solve_columns([*product([*ends, 0.5, tiny, 1 - tiny, 2**0.5 / 2], repeat=2)]))
    assert pairs.aims[1].tolist() == [1, 0]
    assert compared(solve_columns([[1, 0, 1]])).win.tolist() == [[1.0, 0.0, 0.0]]


def test_integers_of_three_players_are_rounded_correctly_whatever_their_size():
    rng = np.random.default_rng(1)
    for bottom in (7, 1000, 10**6, 2**26):
        assert compared(solve_columns(rng.integers(1, bottom, (40, 3)), bottom)).rounded.all()


def test_doubles_beside_a_tie_are_decided_exactly():
    """Rounding errors are larger than the differences there, so only exact numbers, or a sound bound, decide."""
    tied = np.array([1 / 4, 1 / 3, 1 / 2])
    assert solve_columns([tied]).ties.all()
    beside = solve_columns([tied * (1 + np.array(steps) * 2.0**-53) for steps in product([-2, -1, 0, 1, 2], repeat=3)])
    assert beside.ties.sum() < 20
    compared(beside)


def test_the_bound_for_doubles_without_fractions_covers_their_misses():
    rng = np.random.default_rng(3)
    hits = [*(1 - 2.0**-10 - rng.random(300) * 1e-4).tolist(), *rng.random(100).tolist()]
    errors = [abs(F(1.0 - hit) / (1 - simplest_fraction(hit)) - 1) * 2**53 for hit in hits]
    assert 50 < max(errors) <= columns_module.GIVEN_AS_DOUBLE


def test_a_double_means_the_simplest_fraction_that_rounds_to_it():
    rng = np.random.default_rng(2)
    bottoms = np.concatenate([rng.integers(1, 2**bits, 200) for bits in range(2, 27)])
    values = (rng.random(len(bottoms)) * (bottoms + 1)).astype(int) / bottoms
    values = np.concatenate(
        [
            values,
            rng.integers(1, 2**26 - 5, 2000) / (2**26 - 5),
            rng.random(200),
            2.0 ** -np.arange(30),
            [0.0, 1.0, np.nextafter(1, 0)],
        ]
    )
    tops, bottoms, known = columns_module.simplest_fractions(values)
    expected = [*map(simplest_fraction, values.tolist())]
    assert known.tolist() == [fraction.denominator <= 2**26 for fraction in expected]
    assert all(
        (top, bottom) == fraction.as_integer_ratio()
        for top, bottom, fraction in zip(
            tops[known].tolist(), bottoms[known].tolist(), np.array(expected)[known], strict=True
        )
    )


@pytest.mark.parametrize("executor", [None, ThreadPoolExecutor, ProcessPoolExecutor])
def test_processes_and_executors_give_the_same_columns(executor, monkeypatch):
    monkeypatch.setattr(columns_module, "BLOCK", 64 * 9)
    hits = np.random.default_rng(4).integers(0, 10, (300, 3))
    alone, done = solve_columns(hits, 9), []
    if executor is None:
        other = solve_columns(hits, 9, jobs=2, progress=done.append)
    else:
        with executor(2) as pool:
            other = solve_columns(hits, 9, executor=pool, progress=done.append)
    assert sum(done) == 300
    assert len(done) == 5
    for name in ("aims", "win", "rounded", "ties"):
        assert getattr(other, name).tobytes() == getattr(alone, name).tobytes()


def test_denominators_are_broadcast_and_rows_can_be_sent():
    columns = solve_columns([[1, 2, 1], [1, 2, 1]], [[3, 3, 1], [4, 4, 1]])
    assert columns.problem(1) == Problem(["1/4", "1/2", 1])
    assert pickle.loads(pickle.dumps(columns)).solution(0) == solve(["1/3", "2/3", 1])
    assert repr(columns) == "<Columns: 2 problems of A, B, C; 0 with ties>"


@pytest.mark.parametrize(
    ("hits", "keywords", "error", "says"),
    [
        ([[0.5, 0.5], [0.5, 1.5]], {}, NumberError, r"row 1, player B: .*1\.5.* is not in \[0, 1\]"),
        ([[0.5, math.nan]], {"names": "Ann,Bob"}, NumberError, "row 0, player Bob: nan"),
        ([[3, 1]], {"denominators": 2}, NumberError, "row 0, player A"),
        ([[-1, 1]], {"denominators": 2}, NumberError, "row 0, player A"),
        ([0.5, 0.5], {}, ProblemError, "has no row for each problem"),
        (None, {}, ProblemError, "None has no row for each problem"),
        (np.array(0.5), {}, ProblemError, "has no row for each problem"),
        (np.ma.array([[0.3, 0.5], [0.2, 1]], mask=[[0, 0], [1, 0]]), {}, ProblemError, "some entries are masked"),
        ([[]], {}, ProblemError, "players"),
        (np.zeros((0, 3)), {}, ProblemError, "the array has no row"),
        ([["1/2", "1/3"]], {}, ProblemError, "use solve_many or sweep"),
        (np.full((1, 2), 0.1, dtype="f4"), {}, ProblemError, "an array of float32"),
        ([[0.5, 0.5]], {"denominators": 2}, ProblemError, "denominators are for integers"),
        ([[1, 1]], {"denominators": 0}, ProblemError, "integers from 1 to 67,108,864"),
        ([[1, 1]], {"denominators": 2**26 + 1}, ProblemError, "solve_many takes longer ones"),
        ([[1, 1]], {"denominators": 2.0}, ProblemError, "integers from 1"),
        ([[1, 1]], {"denominators": [1, 2, 3]}, ProblemError, "form no columns"),
        ([[1, 1], [1]], {}, ProblemError, "form no columns"),
        ([[1, 1]], {"jobs": 0}, NumberError, "jobs"),
        ([[1, 1]], {"jobs": 2, "executor": object()}, ProblemError, "either an executor or jobs"),
        ([[1, 1]], {"targets": "B"}, ProblemError, "targets"),
    ],
)
def test_mistakes_are_named(hits, keywords, error, says):
    with pytest.raises(error, match=says):
        solve_columns(hits, **keywords)
