"""What hypothesis makes problems from: the strategies that users get, and those that only the tests need."""

from hypothesis import strategies as st

from truel_ref import Problem
from truel_ref.maps.grid import MapSpec
from truel_ref.oracle.strategies import aims, hit, hits, problems, searches, targets, tie_rules

__all__ = ["PLAIN", "SEARCH", "TIE_RULE", "hits", "map_specs", "optimal_problems", "problems", "targets", "weights"]

TIE_RULE = tie_rules()
PLAIN = hit()
SEARCH = searches()
weights = aims


@st.composite
def optimal_problems(draw, least=3, most=4, search=SEARCH, if_eq=TIE_RULE):
    """Return problems in which everybody searches his aim in every phase."""
    return Problem(draw(hits(least, most)), search=draw(search), if_eq=draw(if_eq))


@st.composite
def map_specs(draw, points=6, method="normal", fill="exact", most=4):
    """Return maps of problems of every kind."""
    problem = draw(problems(2, most, levels=False))
    return MapSpec(problem, points, draw(st.booleans()), method, fill)
