"""The best mix where hardly anybody hits, against the pieces of a triangle."""

import pytest
from triangle_mixes import supremum

from truel_ref import Problem, best_mix


@pytest.mark.parametrize(
    "hits", [[0, 0, 0], [0, 0, "1/2"], [0, "1/2", 0], ["1/2", 0, 0], [0, 1, 1], [1, 1, 0], [1, 1, 1]]
)
def test_the_supremum_where_hardly_anybody_hits(hits):
    """Where nobody can be hit it ended in a ValueError."""
    assert supremum(Problem(hits)) == best_mix(hits).highest
