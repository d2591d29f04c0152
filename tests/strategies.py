"""What hypothesis makes problems from: the strategies that users get, and those that only the tests need."""

from decimal import Decimal
from fractions import Fraction

import independent
from hypothesis import reject
from hypothesis import strategies as st

from truel_ref import Problem, Word
from truel_ref.game.aims import TARGET_WORDS
from truel_ref.game.people import label
from truel_ref.game.problem import TIE_RULES
from truel_ref.oracle.strategies import aims, hit, hits, problems, searches, targets

try:
    import numpy as np
    import sympy
except ImportError:  # exact answers need neither
    OF_LIBRARIES = []
else:
    OF_LIBRARIES = [lambda top, bottom: np.float64(top / bottom), sympy.Rational]

__all__ = [
    "PLAIN",
    "SEARCH",
    "TIE_RULE",
    "by_every_rule",
    "derived",
    "hits",
    "map_specs",
    "optimal_problems",
    "problems",
    "targets",
    "typed_numbers",
    "typed_problems",
    "typed_searches",
    "weights",
]

TIE_RULE = st.sampled_from(sorted(TIE_RULES, key=abs))  # -4 too, which vectors do not know
PLAIN = hit()
SEARCH = searches()
weights = aims


def by_every_rule(plain):
    """Return problems with any tie rule."""
    return st.builds(lambda problem, rule: problem.changed(tie_rule=rule), plain, TIE_RULE)


@st.composite
def optimal_problems(draw, least=3, most=4, search=SEARCH, if_eq=TIE_RULE):
    """Return problems in which everybody searches his aim in every phase."""
    return Problem(draw(hits(least, most)), search=draw(search), if_eq=draw(if_eq))


@st.composite
def map_specs(draw, points=6, method="normal", fill="exact", most=4):
    """Return maps of problems of every kind."""
    from truel_ref.maps.spec import MapSpec

    problem = draw(problems(2, most, levels=False))
    return MapSpec(problem, points, draw(st.booleans()), method, fill)


# -- problems as people type them


def _cased(word):
    """Any case of letters, with or without spaces around the word."""
    cases = st.sampled_from([str, str.lower, str.upper, str.swapcase])
    return st.builds(lambda case, before, after: before + case(word) + after, cases, _SPACE, _SPACE)


_SPACE = st.sampled_from(["", "", " "])


@st.composite
def typed_numbers(draw, value):
    """Return a spelling of a fraction: as a number of some type, or as text."""
    top, bottom = value.numerator, value.denominator
    signed, space = draw(st.sampled_from(["", "", "+"])), draw(_SPACE)
    percent = value * 100
    spellings = [
        value,
        f"{signed}{top}{space}/{space}{bottom}",
        f"{top * 3}/{bottom * 3}",
        f"{space}{percent.numerator}/{percent.denominator}{space}%",
        top / bottom,  # a float stands for the simplest fraction that rounds to it, which is this one
        *(number(top, bottom) for number in OF_LIBRARIES),
    ]
    if bottom == 1:
        spellings += [top, top, top, f"{signed}{top}", f"{top}.", float(top), f"{top}e0"]
    digits = next((digits for digits in range(1, 7) if 10**digits % bottom == 0), None)
    if digits is not None:
        tens = top * 10**digits // bottom
        decimal = Decimal(tens).scaleb(-digits)
        spellings += [
            decimal,
            f"{signed}{space}{decimal:f}",
            f"{decimal:f}".replace("0.", ".", 1) if 0 < value < 1 else f"{decimal:f}",
            f"{tens}e-{digits}",
            f"{tens}E-{digits}",
            f"{Decimal(tens).scaleb(2 - digits):f}{space}%",
        ]
    return draw(st.sampled_from(spellings))


@st.composite
def typed_targets(draw, players):
    """Return a list of targets in any spelling: words, labels, indices, aims, unit vectors, zeros."""
    entries = []
    for _ in range(players):
        player = draw(st.integers(0, players - 1))
        aim = draw(
            st.one_of(
                aims(players),
                st.just([Fraction(int(other == player)) for other in range(players)]),
                st.just([Fraction(0)] * players),
            )
        )
        typed = [draw(typed_numbers(weight)) for weight in aim]
        word = draw(st.sampled_from(["Optimal", "Optimal", *TARGET_WORDS]))
        kind = draw(st.sampled_from(["word", "word", "label", "index", "list", "tuple"]))
        entries.append(
            {
                "word": draw(st.one_of(_cased(word), st.just(Word(word)))),
                "label": draw(_cased(label(player))),
                "index": draw(st.sampled_from([player, str(player)])),
                "list": typed,
                "tuple": tuple(typed),
            }[kind]
        )
    return entries


@st.composite
def typed_searches(draw, words=SEARCH):
    """Return a search set in any spelling: text, or any collection of words; `All`, and words that say nothing new."""
    names = [str(word) for word in sorted(draw(words))]
    if draw(st.booleans()) and set(names) >= {"Others", "Self", "Miss", "Random"}:
        names = ["All", *draw(st.lists(st.sampled_from(names)))]
    if "Others" in names and draw(st.booleans()):
        names.append("Strongest")
    typed = [draw(_cased(name)) for name in draw(st.permutations(names))]
    return draw(st.sampled_from([",".join(typed), typed, tuple(typed), set(typed), frozenset(typed)]))


@st.composite
def typed_searches_of(draw, players):
    """Return the search sets of all players: one for all, or those of some by label."""
    if draw(st.sampled_from([True, True, False])):
        return draw(typed_searches())
    some = draw(st.lists(st.integers(0, players - 1), min_size=1, unique=True))
    return {draw(_cased(label(player))): draw(typed_searches()) for player in some}


@st.composite
def typed_target_texts(draw, players):
    """Return targets in one text."""
    parts = []
    for _ in range(players):
        aim = draw(aims(players))
        weights = [draw(st.sampled_from([str(weight), f"{weight * 100}%"])) for weight in aim]
        kinds = ["Optimal", draw(st.sampled_from(TARGET_WORDS)), label(draw(st.integers(0, players - 1)))]
        kinds += [":".join(weights), f"({', '.join(weights)})"]
        parts.append(draw(st.sampled_from(kinds).flatmap(_cased)))
    return ",".join(parts)


@st.composite
def typed_problems(draw, least=2, most=3, levels=True):
    """Return a problem as a person types it: the arguments of `solve`, in any spelling, what has a default left out."""
    shots = draw(hits(least, most))
    players = len(shots)
    typed = {"hits": [draw(typed_numbers(shot)) for shot in shots]}
    typed["hits"] = draw(st.sampled_from([list, tuple]))(typed["hits"])
    if draw(st.booleans()):
        typed["targets"] = draw(
            st.one_of(typed_targets(players), typed_target_texts(players), st.sampled_from([None, [], ()]))
        )
    if draw(st.booleans()):
        typed["search"] = draw(typed_searches_of(players))
    if draw(st.booleans()):
        typed["target_later"] = draw(st.sampled_from(TARGET_WORDS).flatmap(_cased))
    if draw(st.booleans()):
        typed["search_later"] = draw(st.one_of(st.none(), typed_searches_of(players)))
    if draw(st.booleans()):
        rule, names = draw(TIE_RULE), {**TIE_RULES, -1: "opposite"}
        name, value = draw(st.sampled_from([("if_eq", rule), ("tie_rule", rule), ("tie_rule", names[rule])]))
        typed[name] = draw(_cased(value)) if isinstance(value, str) else value
    if levels and draw(st.booleans()):
        level = st.one_of(st.none(), st.integers(1, 3 if players < 4 else 1))
        each = st.lists(level, min_size=players, max_size=players)
        typed["random_levels"] = draw(st.one_of(st.none(), each))
    return typed


def derived(derive):
    """Return what a second derivation gives; a problem that is too much for it is not an example."""
    try:
        return derive()
    except independent.TooManyError:
        reject()
