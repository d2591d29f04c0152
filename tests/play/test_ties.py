"""When a tie makes a difference, and all ways of breaking ties against every one of them tried."""

from fractions import Fraction
from itertools import product
from math import prod

import strategies
from examples import examples
from hypothesis import assume, given
from hypothesis import strategies as st

from truel_ref import solve
from truel_ref.fast.recursion import EveryWay, game_of, stage_of
from truel_ref.play.ties import is_material

F = Fraction


def all_ways(solution, slack=0):
    """Return the profiles of the first phase that some way of breaking its ties announces."""
    layout = stage_of(solution, solution.problem.order).layout
    return EveryWay(game_of(solution), layout, slack).profiles()


def followed(stage, way):
    """Return the profile that a way of breaking ties leads to; it maps each node to its preferred options, best first.

    This is backward induction written once more, with the tie rule taken out.
    """

    def complete(earlier):
        place = len(earlier)
        if place == len(stage.phase):
            return None if stage.stalls(earlier) else earlier
        paths = [complete((*earlier, option)) for option in way[earlier]]
        allowed = [path for path in paths if path is not None]
        worth = [stage.win(path, place)[stage.phase[place]] for path in allowed]
        return allowed[worth.index(max(worth))] if allowed else None

    return complete(())


@given(strategies.problems(least=3, most=3, levels=False, search=st.sampled_from([{"Others"}, {"Self", "Strongest"}])))
@examples(60)
def test_all_ways_are_what_every_preference_at_every_node_leads_to(problem):
    """With two options a node each preference is an order of the two: try every combination of them."""
    solution = solve(problem)
    stage = stage_of(solution, problem.order)
    counts = [len(aims) for aims in stage.options]
    nodes = [node for place in range(3) for node in product(*map(range, counts[:place]))]
    assume(max(counts) <= 2 and prod(counts[len(node)] for node in nodes) <= 2**7)
    ways = product(*([range(n), range(n)[::-1]] if (n := counts[len(node)]) > 1 else [range(n)] for node in nodes))
    reached = {followed(stage, dict(zip(nodes, way, strict=True))) for way in ways} - {None}
    assert set(all_ways(solution)) == reached


@given(strategies.problems(least=3, most=4, levels=False))
@examples(60)
def test_the_chosen_profile_is_one_of_all_ways(problem):
    solution = solve(problem)
    stage = stage_of(solution, problem.order)
    chosen, ways = stage.decide(), all_ways(solution)
    assert (chosen in ways) == (chosen is not None)
    if not stage.listed(chosen):
        assert ways == ([] if chosen is None else [chosen])


def test_slack_lets_less_than_the_best_pass():
    solution = solve(["1/3", "2/3", 1])
    best, next_best = F(25, 63), F(59, 189)
    assert all_ways(solution, best - next_best) == [(1, 1, 1), (2, 1, 1)]
    assert all_ways(solution, (best - next_best) * F(99, 100)) == [(2, 1, 1)]


def test_a_tie_is_material_if_anybody_gets_something_else():
    assert not is_material([])
    assert not is_material([(F(1, 2), F(1, 2))] * 3)
    assert is_material([(F(1, 2), F(1, 4)), (F(1, 2), F(1, 3))])
