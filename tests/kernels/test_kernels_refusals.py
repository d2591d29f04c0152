"""What the kernels refuse, each with the error and a part of its message."""

from refusing import assert_each_refused, refused

from truel_ref.errors import NumberError
from truel_ref.kernels.confidence import clopper_pearson
from truel_ref.kernels.matrix_game import optimal_mixes

ROWS = [
    *refused(
        NumberError,
        clopper_pearson,
        (1, 10, 0, "confidence: 0 is not between 0 and 1, such as 0.99"),
        (1, 10, 1.0, "confidence: 1.0 is not between 0 and 1, such as 0.99"),
        (1, 10, 95, "confidence: 95 is not in .0, 1.; .* written 95% or 0.95"),
        (1, 10, "high", "confidence: 'high' is not a number"),
        (1, 10, "pi/4", "confidence: 'pi/4' is not a number"),
        (11, 10, "11 successes in 10 trials cannot be"),
        (-1, 10, "-1 successes in 10 trials cannot be"),
        (0, 0, "0 successes in 0 trials cannot be"),
        (True, 2, "True successes in 2 trials cannot be"),
        (1.0, 2, "1.0 successes in 2 trials cannot be"),
    ),
    *refused(
        NumberError,
        optimal_mixes,
        ([], "at least one row"),
        ([[]], "at least one row"),
        ([[1, 2], [3]], "have 1 and 2 entries"),
        ([[1, 0.5]], "0.5 is not an exact number"),
        ([["1"]], "'1' is not an exact number"),
    ),
]


def test_what_is_refused_names_the_culprit():
    assert_each_refused(ROWS)
