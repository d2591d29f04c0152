"""Many problems: each answer is that of `solve`, in order, whatever does the work."""

from fractions import Fraction
from itertools import count, islice
from random import Random
from unittest.mock import Mock

import numpy as np
import pytest

from truel_ref import Problem, solve, solve_many

F = Fraction


def drawn(seed, many):
    rng = Random(seed)
    return [
        Problem(
            [F(rng.randrange(13), 12) for _ in range(rng.choice([2, 3, 3, 4]))], tie_rule=rng.choice([1, 2, 3, 4, -1])
        )
        for _ in range(many)
    ]


def test_a_data_frame_is_read_row_by_row():
    """It yields the names of its columns, and `to_numpy` gives its rows."""
    frame = Mock(**{"to_numpy.return_value": np.array([[0.5, 0.25], [0, 1]])})
    assert [solution.win for solution in solve_many(frame)] == [(F(4, 5), F(1, 5)), (0, 1)]


@pytest.mark.parametrize("jobs", [1, 2])
def test_every_solution_in_order(jobs):
    problems = drawn(1, 60)
    done = []
    assert list(solve_many(problems, jobs=jobs, progress=done.append)) == [solve(problem) for problem in problems]
    assert done == [1] * 60


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_endless_stream_is_taken_as_needed(jobs):
    taken = []
    stream = (taken.append(number) or [F(1, number), F(1, 2)] for number in count(2))
    answers = list(islice(solve_many(stream, jobs=jobs), 70))
    assert [answer.problem.hits[0] for answer in answers] == [F(1, number) for number in range(2, 72)]
    assert len(taken) < 6_000
