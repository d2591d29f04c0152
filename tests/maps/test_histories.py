"""Histories in floats: the bound covers every operation, values keep it, and ties are proved, not guessed."""

from fractions import Fraction
from unittest.mock import Mock

import numpy as np
import pytest
import strategies
from engines import assert_exact, assert_same_bytes, by, by_exact
from examples import examples
from hypothesis import given
from hypothesis import strategies as st
from test_trees import ADVERSARIAL, Counted, CountingFilter

from truel_ref import Problem, solve
from truel_ref.maps.engine import histories
from truel_ref.maps.engine.cells import cells_rows, certified_rows
from truel_ref.maps.engine.filters import Filter
from truel_ref.maps.engine.histories import HistoryTree
from truel_ref.maps.engine.identities import Identities
from truel_ref.maps.engine.pixels import Unit
from truel_ref.maps.engine.trees import UNIT, relative_bound
from truel_ref.maps.grid import MapSpec

F = Fraction


class CountedWorth(Counted):
    """A counted number that compares and divides as worths do."""

    def __truediv__(self, other):
        return CountedWorth(self.errors + other.errors + 1)

    def __add__(self, other):
        return CountedWorth(super().__add__(other).errors)

    def __mul__(self, other):
        product = super().__mul__(other)
        return CountedWorth(product.errors) if isinstance(product, Counted) else product

    def __lt__(self, zero):
        return False

    __radd__, __rmul__ = __add__, __mul__


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_bound_covers_every_operation(players, monkeypatch):
    """Mixes over everybody, whose weights sum up to less than 1, at every place: nothing is exact."""
    worths = []
    settled = histories._Announcing._settled

    def recorded(self, place, mine, options):
        worths.extend(worth.errors for each in mine for worth in each.flat if isinstance(worth, Counted))
        return settled(self, place, mine, options)

    monkeypatch.setattr(histories._Announcing, "_settled", recorded)
    hits = np.full((players, 1), CountedWorth(1))
    problem = Problem(
        [F(1, 2 + player) for player in range(players)], targets=[[F(1, players + 1)] * players] * players
    )
    counting, order = CountingFilter(problem, hits, hits, tree=HistoryTree), problem.order
    turns = [counting._turns(order, place, problem.options(order, player)) for place, player in enumerate(order)]
    tree = HistoryTree(order, turns, players)
    tree.decide()
    bound, later = (relative_bound(length) / UNIT for length in (players, players - 1))
    assert later + 6 * players < max(worths) <= bound - 2


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("mixed", [False, True])
def test_values_keep_the_bound(players, mixed):
    problem = Problem(ADVERSARIAL[:players], search="Others,Miss,Random" if mixed else "Others,Miss")
    hits = np.array([[float(hit)] for hit in problem.hits])
    misses = np.array([[float(1 - hit)] for hit in problem.hits])
    found = Filter(problem, hits, misses, problem.hits, HistoryTree).phase(problem.order)
    exact = solve(problem)
    assert found.sure[0]
    assert found.aims(0) == exact.aims
    errors = [abs(F(float(won[0])) - win) / win for won, win in zip(found.low, exact.win, strict=False) if win]
    assert 0 < max(errors) <= relative_bound(players)


def test_a_bound_that_is_too_small_shows(monkeypatch):
    """Without a margin, rounding decides between equal options."""
    spec = MapSpec(Problem([0, 0, "1/2", "1/2"]), 12, True)
    monkeypatch.setattr(histories, "relative_bound", lambda players: 0.0)
    assert by(certified_rows, spec) != by_exact(spec)
    monkeypatch.undo()
    assert_same_bytes(by(certified_rows, spec), by_exact(spec))


@given(
    strategies.problems(
        least=4, most=4, search=st.sampled_from([{"Others", "Miss"}, {"Strongest", "Miss"}, {"Others"}]), levels=False
    ),
    st.integers(9, 12),
)
@examples(6)
def test_maps_with_large_areas_are_exact(problem, points):
    assert_exact(MapSpec(problem, points, True), boxes=False)


@pytest.mark.parametrize("tie_rule", [1, 3])
@pytest.mark.parametrize("most", [histories.MOST_NODES, 0], ids=["histories", "profiles"])
def test_phases_of_a_line_keep_both_bounds_where_they_are_open(tie_rule, most, monkeypatch):
    """Trees of profiles give a hull for open phases, as under tie rule 3 or with very many nodes."""
    monkeypatch.setattr("truel_ref.maps.engine.pixels.MOST_NODES", most)
    spec = MapSpec(Problem([0, 0, "1/2", "1/2"], tie_rule=tie_rule), 12)
    assert_same_bytes(by(cells_rows, spec), by_exact(spec))


def asked(monkeypatch, spec):
    """Return how often the exact solver is asked for a pixel."""
    solver = Mock(side_effect=solve)
    monkeypatch.setattr("truel_ref.maps.engine.pixels.solve", solver)
    cells_rows(spec, range(spec.points + 1))
    return solver.call_count


def test_ties_are_proved_for_areas_then_for_lines_then_for_points(monkeypatch):
    """Where A or B hits 1/3 of the time, later phases have ties that are nowhere else."""
    spec = MapSpec(Problem([0, 0, "1/2", 1]), 30, True)
    decide = Unit.decide
    few = asked(monkeypatch, spec)
    monkeypatch.setattr(
        Unit, "decide", lambda self, area, pixels, at_points=False: at_points or decide(self, area, pixels)
    )
    on_lines = asked(monkeypatch, spec)
    monkeypatch.setattr(Unit, "lines", lambda self, axis: iter(()))
    nowhere = asked(monkeypatch, spec)
    assert few < on_lines < nowhere
    assert few < 61 < nowhere


def test_ties_of_twins_are_proved(monkeypatch):
    """C and D hit equally often, and E always: nearly every decision of five players meets a tie."""
    assert asked(monkeypatch, MapSpec(Problem([0, 0, "1/2", "1/2", 1]), 8)) < 45


def test_a_hit_and_a_miss_are_compared_after_each_history(monkeypatch):
    """Equal replies make the history immaterial only between options with equal `k`."""
    asked: dict[object, set[object]] = {}
    identical = Identities.identical

    def recorded(self, place, paths, problem, at_point=False):
        if len(self.order) == 4 and place == 3 and not at_point:
            pair = tuple(path[3] for path in paths)
            asked.setdefault((self.letters, self.later[problem], pair), set()).add(paths[0][:3])
        return identical(self, place, paths, problem, at_point)

    monkeypatch.setattr(Identities, "identical", recorded)
    by(certified_rows, MapSpec(Problem([0, 0, "1/2", "1/2"]), 12, True))
    assert max(len(found) for (*_, pair), found in asked.items() if 3 in pair) > 1
