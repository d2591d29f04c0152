"""What hypothesis makes problems from: the one home of the test strategies."""

from fractions import Fraction

from hypothesis import strategies as st

from truel_ref import Problem
from truel_ref.maps.grid import MapSpec
from truel_ref.problem import TIE_RULES
from truel_ref.targets import SEARCH_WORDS, TARGET_WORDS, Word

TIE_RULE = st.sampled_from(sorted(TIE_RULES))

# Readable fractions, and a few values again and again so that ties and extremes are common.
PLAIN = st.fractions(0, 1, max_denominator=20)
FULL_OF_TIES = st.sampled_from([Fraction(0), Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), Fraction(1)])


@st.composite
def hits(draw, least=2, most=4):
    """Return hit probabilities, half of the lists full of equal and extreme values."""
    players = draw(st.integers(least, most))
    one = FULL_OF_TIES if draw(st.booleans()) else PLAIN
    return draw(st.lists(one, min_size=players, max_size=players))


SEARCH = st.sets(st.sampled_from(SEARCH_WORDS), min_size=1).filter(lambda words: words != {Word.RANDOM})


@st.composite
def weights(draw, players):
    """Return an explicit aim: weights with a sum of at most 1."""
    shares = draw(st.lists(st.integers(0, 4), min_size=players, max_size=players))
    rest = draw(st.integers(0, 4))
    return [Fraction(share, max(1, sum(shares) + rest)) for share in shares]


def targets(players):
    """Return targets, one per player: words, indices and explicit aims, or none at all."""
    one = st.one_of(
        st.just(Word.OPTIMAL),
        st.sampled_from(TARGET_WORDS),
        st.integers(0, players - 1),
        weights(players),
    )
    return st.one_of(st.just([]), st.lists(one, min_size=players, max_size=players))


@st.composite
def problems(draw, least=2, most=4, search=SEARCH, levels=True):
    """Return problems of every kind."""
    shots = draw(hits(least, most))
    players = len(shots)
    level = st.one_of(st.none(), st.integers(1, 3 if players < 4 else 1))
    each = st.lists(level, min_size=players, max_size=players)
    return Problem(
        shots,
        targets=draw(targets(players)),
        search=draw(search),
        target_later=draw(st.sampled_from(TARGET_WORDS)),
        search_later=draw(st.one_of(st.none(), search)),
        if_eq=draw(TIE_RULE),
        random_levels=draw(st.one_of(st.none(), each)) if levels else None,
    )


@st.composite
def optimal_problems(draw, least=3, most=4, search=SEARCH, if_eq=TIE_RULE):
    """Return problems in which everybody searches his aim in every phase."""
    return Problem(draw(hits(least, most)), search=draw(search), if_eq=draw(if_eq))


@st.composite
def map_specs(draw, points=6, method="normal", fill="exact", most=4):
    """Return maps of problems of every kind."""
    problem = draw(problems(2, most, levels=False))
    return MapSpec(problem, points, draw(st.booleans()), method, fill)
