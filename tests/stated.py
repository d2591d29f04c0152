"""Problems as people state them: with names, an order, a search of each player, irrational numbers, stalemates."""

from contextlib import suppress

import strategies
from hypothesis import strategies as st

from truel_ref import Problem
from truel_ref.game.aims import Word

NAMES = ["Ann", "Bob", "Çelik", "d'Arc", "Eve & Co", "Foo_Bar", "x^2", "Zoë 50%"]


@st.composite
def typed(draw, problem):
    """Return a problem stated by person, as plain data, that differs from a plain one only in names and order.

    Written out by hand: what stands at place `i` of the plain problem belongs to the person `order[i]`.
    """
    players = problem.players
    order = draw(st.permutations(range(players)))
    named = draw(st.booleans())
    names = NAMES[:players] if named else ["ABCDEFGH"[person] for person in range(players)]
    plain = problem.to_json()
    called = {"ABCDEFGH"[place]: names[order[place]] for place in range(players)}

    def by_person(values):
        return [values[order.index(person)] for person in range(players)]

    def target(said):
        return by_person(said) if isinstance(said, list) else called.get(said, said)

    data = plain | {
        "hits": by_person(plain["hits"]),
        "targets": by_person([target(said) for said in plain["targets"]]),
        "order": [names[person] for person in order],
    }
    for key in ("search", "search_later"):
        if isinstance(plain[key], dict):
            data[key] = {called[label]: words for label, words in plain[key].items()}
    if plain["random_levels"] is not None:
        data["random_levels"] = by_person(plain["random_levels"])
    return data | ({"names": names} if named else {})


@st.composite
def searching_apart(draw, least=2, most=4):
    """Return plain problems in which every player may have a search of his own."""
    problem = draw(strategies.problems(least, most, levels=False))
    sets = st.lists(strategies.SEARCH, min_size=problem.players, max_size=problem.players)
    data = problem.to_json()
    for key in ("search", "search_later"):
        if draw(st.booleans()):
            data[key] = dict(zip("ABCDEFGH", map(sorted, draw(sets)), strict=False))
    return Problem.from_json(data)


def anything(least=2, most=4):
    """Return problems of every kind: plain, with a search for each player, with names and order."""
    plain = strategies.by_every_rule(strategies.problems(least, most) | searching_apart(least, most))
    return plain | plain.flatmap(typed).map(Problem.from_json)


IRRATIONAL = [
    Problem(["1/2", "sqrt(2)/2", 1]),
]
with suppress(ImportError):  # the roots of one number need no library
    IRRATIONAL += [
        Problem(["sqrt(2)/2", "(sqrt(5) - 1)/2", "1/3"], targets="Miss, (0, 0, sqrt(1/2)), A"),
        Problem(
            ["1/2", "root(3 1 5 -1; 0)", "1/2"], search="others,miss,random", names="Ann,Bob,Carl", order="Bob,Carl,Ann"
        ),
    ]

STALEMATES = [
    Problem([0, 0]),
    Problem([0, 0, 0]),
    Problem(["1/2", "1/2", "1/2"], targets=[Word.MISS] * 3, names="Ann,Bob,Carl"),
    Problem(["1/2", 1, 0], search="miss", target_later="Miss", order="C,A,B"),
    Problem(["1/2", "1/2", "1/2"], search={"A": "miss", "B": "self"}, targets="Optimal,Optimal,Miss"),
]

EXAMPLES = IRRATIONAL + STALEMATES
