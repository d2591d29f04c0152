"""What a person can get wrong, each with the message that names the culprit; commands stand in `refusals.txt`."""

import re
from array import array
from collections import namedtuple
from fractions import Fraction
from functools import partial
from itertools import repeat

import numpy as np
from refusing import assert_each_refused, refused
from sympy import FiniteSet, Rational

import truel_ref
from truel_ref import (
    Aim,
    Comparison,
    Course,
    Equilibria,
    Problem,
    TruelError,
    all_outcomes,
    compare,
    course,
    decision,
    equilibria,
    simulate,
    solve,
    why,
)
from truel_ref.errors import RecordError
from truel_ref.game.people import PLAYER_LIMIT
from truel_ref.oracle import assert_agrees, make

ORIGINAL = ["1/3", "2/3", "1"]


class Frame:
    """Something that yields the names of its columns, not its values."""

    columns = (0, 1)

    def keys(self):
        return self.columns

    def __iter__(self):
        return iter(self.columns)


class Single:
    """Something that has `__iter__` and cannot be iterated, as an array without an axis."""

    def __iter__(self):
        raise TypeError("iteration over a 0-d array")


# (hit probabilities, further fields, what the message says)
BAD = [
    ([], {}, "hits: at least two players are needed, not 0"),
    (["1/2"], {}, "hits: at least two players are needed, not 1"),
    ("1/3", {}, "hits: at least two players are needed, not 1"),
    ("problem.json", {}, "player A: 'problem.json' is not a number"),
    (["x"], {}, "player A: 'x' is not a number"),
    (ORIGINAL, {"search": np.array("others")}, "search: array('others'"),
    (
        ORIGINAL,
        {"targets": [np.array(0), "C", "B"]},
        "player A: a target is Optimal, Strongest, Random, Self, Miss, a player (A to C) or 3 weights, not array(0)",
    ),
    (ORIGINAL, {"targets": np.eye(2)}, "targets: give one per player, 3 in all"),
    (ORIGINAL, {"targets": [np.eye(2), "C", "B"]}, "player A: an aim needs one weight per player, 3 in all, not 2"),
    ("1/3 x", {}, "player B: 'x' is not a number"),
    (0.5, {}, "hits: give one hit probability per player, as in [0.3, 0.6, 1] or '0.3 0.6 1', not 0.5"),
    ({"1/3", "2/3"}, {}, "hits: give one hit probability per player"),
    ({"A": 1}, {}, "hits: give one hit probability per player"),
    (bytearray(b"\x00\x01"), {}, "hits: give one hit probability per player"),
    (memoryview(b"\x00\x01"), {}, "hits: give one hit probability per player"),
    (Frame(), {}, "hits: these are rows of several numbers; one row is a problem, and solve_many(rows) answers all"),
    ([[0.3, 0.5]], {}, "hits: these are rows of several numbers"),
    ([(0.3, 0.5), (0.1, 1)], {}, "hits: these are rows of several numbers"),
    ("0.3 0.5\n0.1 1\n", {}, "hits: these are rows of several numbers"),
    ("[[0.3, 0.5],\n [0.1, 1]]", {}, "hits: these are rows of several numbers"),
    (array("f", [0.3, 0.5]), {}, "its numbers are rounded to single precision"),
    (["1/4, 1/2"], {}, "give each number by itself, as in ['1/3', '2/3', '1'], or all in one text"),
    ("1/3,1,,", {}, "hits: '1/3,1,,' has a comma with no number before it"),
    ("1/3,,1", {}, "hits: '1/3,,1' has a comma with no number before it"),
    (", 1/3, 1", {}, "hits: ', 1/3, 1' has a comma with no number before it"),
    ("100 " * 200_000, {}, "hits: more than 1,000 players"),
    (" " * 200_000, {}, "hits: at least two players are needed, not 0"),
    (Single(), {}, "hits: give one hit probability per player"),
    (FiniteSet(1, Rational(1, 2)), {}, "hits: give one hit probability per player"),
    (namedtuple("Pandas", "Index A B")(0, 0.3, 1), {}, "hits: a row of itertuples() begins with its index; take"),
    (ORIGINAL, {"names": ["\u00c5", "A\u030a", "C"]}, "occurs twice; give every player a different name"),
    ("1" * 5000 + "/1 000 1", {}, "player A: '1111"),
    ("1 000/3" + "0" * 3000 + " 1", {}, "has blanks between digits"),
    ("1/3 (1/2", {}, "player B: '(1/2' is not a number: its end comes instead of ')'; write (1/2)"),
    ("array([0.3, 0.5])", {}, "player A: 'array([0.3, 0.5])' is not a number"),
    ("(1/2)(1/3)", {}, "player A: '(1/2)(1/3)' is not a number"),
    (["1/3", "x", "1"], {}, "player B: 'x' is not a number; write it as 1/3, 0.55, 55%, sqrt(2)/2 or root(2 0 -1; 1)"),
    (["1/3", "2/3", "-1"], {}, "player C: '-1' is not in [0, 1]"),
    (["1/3", "33", "1"], {}, "player B: '33' is not in [0, 1]; a probability of 33 percent is written 33% or 0.33"),
    (["1/3", "2/0", "1"], {}, "player B: '2/0' divides by zero"),
    (["1/2"] * 27 + ["2"], {}, "player 27: '2' is not in [0, 1]"),
    ([True, 1], {}, "player A: True is not a number: it is a bool"),
    (ORIGINAL, {"targets": ["Miss"]}, "targets: give one per player, 3 in all, or none; here are 1"),
    (ORIGINAL, {"targets": "Miss"}, "targets: give one per player, 3 in all, or none; here are 1"),
    (ORIGINAL, {"targets": ["Miss", "C", "D"]}, "player C: a target is Optimal, Strongest"),
    (ORIGINAL, {"targets": ["Miss", "C", 3]}, "weights, not 3"),
    (ORIGINAL, {"targets": ["Miss", "C", -1]}, "weights, not -1"),
    (ORIGINAL, {"targets": ["Miss", "C", 10**5000]}, "weights, not an integer of 16,610"),
    (ORIGINAL, {"targets": ["Miss", "C", True]}, "weights, not True"),
    (ORIGINAL, {"targets": ["Miss", "C", None]}, "weights, not None"),
    (ORIGINAL, {"targets": ["Others", "C", "B"]}, "player A: a target is Optimal"),
    (ORIGINAL, {"targets": [[0, 1], "C", "B"]}, "player A: an aim needs one weight per player, 3 in all, not 2"),
    (ORIGINAL, {"targets": [[0, "x", 0], "C", "B"]}, "player A: weight on B: 'x' is not a number"),
    (
        ORIGINAL,
        {"targets": [[0, "3/4", "1/2"], "C", "B"]},
        "player A: the weights of an aim add up to 5/4, more than 1",
    ),
    (ORIGINAL, {"targets": [[0, -1, 0], "C", "B"]}, "player A: weight on B: -1 is not in [0, 1]"),
    (ORIGINAL, {"targets": "(0, sqrt(2)/2, 0"}, "'(0, sqrt(2)/2, 0' has an unmatched opening"),
    (ORIGINAL, {"targets": "(0, 1)), C, B"}, "has an unmatched closing parenthesis"),
    (ORIGINAL, {"targets": [{"B": 1}, "C", "B"]}, "weights, not {'B': 1}"),
    ([1] * 7, {"names": "T,U,V,W,X,Y,Z", "order": "Q,T,U,V,W,X,Y"}, "the players are T, U, V, W, X, Y …"),
    (ORIGINAL, {"search": []}, "search: at least one of Others, Strongest, Self, Miss is needed"),
    (ORIGINAL, {"search": ["Random"]}, "search: at least one of Others, Strongest, Self, Miss is needed"),
    (ORIGINAL, {"search": ["Others", "Misss"]}, "search: 'Misss' is not a word for a search"),
    (ORIGINAL, {"search": ["Optimal"]}, "search: 'Optimal' is not a word for a search"),
    (ORIGINAL, {"search": ["A", "Miss"]}, "search: 'A' is not a word for a search"),
    (ORIGINAL, {"search": 5}, "search: 5 is not a set of words"),
    (ORIGINAL, {"search_later": ["C"]}, "search_later: 'C' is not a word for a search"),
    (
        ORIGINAL,
        {"target_later": "C"},
        "target_later: 'C' is unknown; it is one of Optimal, Strongest, Random",
    ),
    (ORIGINAL, {"target_later": ["Miss"]}, "target_later: ['Miss'] is unknown"),
    (ORIGINAL, {"if_eq": 5}, "if_eq: 5 is not a tie rule; the tie rules are 1 (simplest), 2 (strongest)"),
    (ORIGINAL, {"if_eq": "7"}, "if_eq: '7' is not a tie rule"),
    (ORIGINAL, {"if_eq": True}, "if_eq: True is not a tie rule"),
    (ORIGINAL, {"if_eq": 1.0}, "if_eq: 1.0 is not a tie rule"),
    (ORIGINAL, {"random_levels": [5, 5]}, "random_levels: give one per player, 3 in all; here are 2"),
    (ORIGINAL, {"random_levels": 5}, "random_levels: give one per player, 3 in all, not 5"),
    (
        ORIGINAL,
        {"random_levels": [5, 0, 5]},
        "player B: random level: 0 is not an integer from 1 to",
    ),
    (ORIGINAL, {"random_levels": [5, 5, 2.0]}, "player C: random level: 2.0 is not"),
    (ORIGINAL, {"random_levels": [10**5000, 5, 5]}, "is not an integer from 1 to 1,000,000"),
    (ORIGINAL, {"random_levels": [True, 5, 5]}, "player A: random level: True is not"),
]


PEOPLE = [
    ({"names": "Ann,Bob"}, "names: give one per player, 3 in all; here are 2"),
    ({"names": ["Ann", "ann", "Bob"]}, "names: 'ann' occurs twice"),
    ({"names": ["Ann", "", "Bob"]}, "names: player B: '' is not a name"),
    ({"names": ["Ann", 5, "Bob"]}, "names: player B: 5 is not a name"),
    ({"names": ["Ann", "x" * 41, "Bob"]}, "is not a name; give 1 to 40 printable characters"),
    ({"names": ["Ann", "a\ud800b", "Bob"]}, "names: player B: 'a\\ud800b' is not a name"),
    ({"names": ["Ann", "a\0b", "Bob"]}, "names: player B: 'a\\x00b' is not a name"),
    ({"names": ["Ann", "a:b", "Bob"]}, "names: player B: 'a:b' is not a name"),
    ({"names": ["Ann", "miss", "Bob"]}, "names: player B: 'miss' is not a name"),
    ({"names": ["C", "B", "A"]}, "names: player A: 'C' is the label of another player"),
    ({"names": ["Ann", "0", "Bob"]}, "names: player B: '0' is the label of another player"),
    (
        {"names": ["Ann", "77", "Bob"]},
        "names: player B: '77' is not a name; give 1 to 40 printable characters, a letter first",
    ),
    ({"names": 5}, "names: give one per player, 3 in all, not 5"),
    ({"names": {"A": "Ann"}}, "names: give one per player, 3 in all, not {'A': 'Ann'}"),
    ({"order": "A,B"}, "order: give one per player, 3 in all; here are 2"),
    ({"order": "A,B,B"}, "order: B occurs twice"),
    ({"order": "A,B,D"}, "order: 'D' is not a player; the players are A to C"),
    ({"order": ["A", "B", 10**5000]}, "is not a player; the players are A to C"),
    ({"order": ["A", "B", None]}, "order: None is not a player"),
    ({"order": 5}, "order: give one per player, 3 in all, not 5"),
    (
        {"names": "Ann,Bob,Carl", "order": "Ann,Bob,Dora"},
        "order: 'Dora' is not a player; the players are Ann, Bob, Carl",
    ),
    ({"names": "Ann,Bob,Carl", "targets": "Miss,Dora,Ann"}, "weights, not 'Dora'"),
    ({"order": "C,B,A", "targets": [["0", "x", "0"], "A", "A"]}, "player A: weight on B: 'x' is not a number"),
    ({"names": "Ann,Bob,Carl", "random_levels": [1, 0, 1]}, "player Bob: random level: 0"),
]
SEARCHES = [
    ({"search": {"D": "miss"}}, "search: 'D' is not a player; the players are A to C"),
    ({"search": {True: "miss"}}, "search: True is not a player"),
    ({"search": {10**5000: "miss"}}, "is not a player; the players are A to C"),
    ({"search": {"A": "miss", "a": "miss"}}, "search: player A occurs twice"),
    ({"search": {"B": "misss"}}, "player B: search: 'misss' is not a word for a search"),
    ({"search": {"B": "random"}}, "player B: search: at least one of Others, Strongest, Self, Miss is needed"),
    ({"search": {"B": None}}, "player B: search: None is not a set of words"),
    ({"search": [["Miss"], ["Miss"]]}, "search: give one per player, 3 in all; here are 2"),
    ({"search": [["Miss"], ["Miss"], ["C"]]}, "player C: search: 'C' is not a word for a search"),
    ({"search_later": {"B": "C"}}, "player B: search_later: 'C' is not a word for a search"),
]
BAD_JSON = [
    ("", "not JSON"),
    ("{", "not JSON"),
    ("[]", "a problem is a JSON object"),
    ("3", "a problem is a JSON object"),
    ("{}", "the key 'hits' is missing"),
    ('{"hits": "1/2"}', "hits: at least two players are needed, not 1"),
    ('{"hits": null}', "hits: give one hit probability per player"),
    ('{"hits": [1, null]}', "player B: None is not a number"),
    ('{"hits": [1, 1], "search": null}', "search: None is not a set of words"),
    ('{"hits": [1, 1], "targets": {"A": "B"}}', "targets: give one per player, 2 in all, or none, not {'A': 'B'}"),
    ('{"hits": [1, 1], "Search": ["Miss"]}', "unknown key 'Search'; the keys of a problem are hits, targets"),
    ('{"hits": [1, Infinity]}', "Infinity is not a number of JSON"),
    (b"\xff\xfe", "not UTF-8 text"),
]
TURNED = Problem(ORIGINAL, names="Ann,Bob,Carl", order="Carl,Ann,Bob")
CHANGES = [
    ({"targets": [-1, 0, 0]}, "weights, not -1"),
    ({"targets": [7, 0, 0]}, "weights, not 7"),
    ({"targets": [(Fraction(0),), 0, 0]}, "an aim needs one weight per player, 3 in all, not 1"),
    ({"targets": 3}, "targets: give one per player, 3 in all, or none, not 3"),
    ({"hits": 3}, "hits: give one hit probability per player"),
]
NO_AIM = [
    ("Random", "the word Random means an aim only in a phase; name a player, Miss or 3 weights"),
    ("self", "the word self means an aim only in a phase"),
    ("Others", "the word Others means an aim only in a phase"),
    ("D", "player A: an aim is Optimal, Strongest"),
    ("B,C", "weights, not 'B,C'"),
    ("", "weights, not ''"),
    ("\ud800", "weights, not '\\ud800'"),
    (None, "weights, not None"),
    (3, "weights, not 3"),
    (10**5000, "weights, not an integer of 16,610"),
    ("(0, 1)", "an aim needs one weight per player, 3 in all, not 2"),
    ("(0, 1, 1)", "the weights of an aim add up to 2"),
    ("(0, 0, 1) C", "weights, not '(0, 0, 1) C'"),
]
SOLUTION = solve(ORIGINAL)
ALONE = {"A": "miss"}
QUESTIONS = [
    (lambda: SOLUTION.phase("A,D"), "'A,D' is not a phase of this solution; its phases are A, B, C; A, B"),
    (lambda: SOLUTION.phase((0, 9)), "is not a phase of this solution"),
    (lambda: SOLUTION.phase(5), "a phase is named by its shooting order, like 'B,C', not 5"),
    (lambda: SOLUTION.phase([10**5000, 1]), "is not a phase of this solution"),
    (lambda: decision(SOLUTION, 5), "earlier: give a list of announcements"),
    (lambda: decision(SOLUTION, "B, X"), "weights, not ' X'"),
    (lambda: SOLUTION.phase(""), "is not a phase of this solution"),
    (lambda: decision(SOLUTION, ["A"]), "player A may not announce 'A' in the phase A, B, C; the options are B, C"),
    (lambda: decision(SOLUTION, ["Optimal"]), "player A may not announce 'Optimal' in the phase"),
    (
        lambda: decision(SOLUTION, ["B", "C", "A"]),
        "3 announcements leave nobody to decide in the phase",
    ),
    (lambda: decision(SOLUTION, ["X"]), "weights, not 'X'"),
    (lambda: decision(SOLUTION, order="C,A,B"), "'C,A,B' is not a phase"),
    (lambda: all_outcomes(ORIGINAL, cap=0), "cap: 0 is not an integer from 1 to 1,000,000,000"),
    (lambda: all_outcomes(ORIGINAL, cap=True), "cap: True is not an integer from 1 to 1,000,000,000"),
    (lambda: solve(Problem(ORIGINAL), if_eq=2), "'if_eq' cannot be given with a Problem"),
    *(
        (partial(ask, Problem(ORIGINAL, **{name: said})), f"{name}: {what} works only with labels and one search set")
        for name, said in [("names", "Ann,Bob,Carl"), ("order", "B,C,A"), ("search", ALONE), ("search_later", ALONE)]
        for ask, what in [
            (lambda problem: truel_ref.maps.MapSpec(problem, points=4), "a map"),
            (make, "a test vector"),
            (partial(assert_agrees, lambda data: {}), "a test vector"),
        ]
    ),
    (lambda: why(TURNED, player="Dora"), "player 'Dora' is not in the phase Carl, Ann, Bob"),
    (lambda: decision(solve(TURNED), "Carl"), "player Carl may not announce 'Carl' in the phase Carl, Ann, Bob"),
    (
        lambda: simulate(solve(TURNED), games=1, seed=1).interval("Dora"),
        "'Dora' is not a player; the players are Ann, Bob, Carl",
    ),
]
COURSE = course(SOLUTION).to_json()
COURSES = [
    ("turns_given_winner", ["1"], "is not a list with one value for each of the 3 players"),
    ("eliminations", [[[["Z"]], "1"]], "'Z' is not a player; the players are A to C"),
    ("last_pairs", [[["A", "A"], "1"]], "last_pairs: number 1: ['A', 'A'] names a player twice"),
    ("last_pairs", [{"pair": ["A", "B"]}], "last_pairs: number 1: {'pair': ['A', 'B']} is not a list"),
]
PURE = equilibria(["1/2", "2/5", "3/5"]).to_json()
EQUILIBRIA = [
    (PURE | {"model": "periodic"}, "model"),
    ({key: value for key, value in PURE.items() if key != "complete"}, "the key 'complete' is missing"),
    (PURE | {"complete": 1}, "complete: 1 is not true or false"),
    (
        PURE | {"equilibria": [{**PURE["equilibria"][0], "stalemate": "1"}]},
        "number 1: stalemate: '1' does not agree",
    ),
    (PURE | {"equilibria": [{**PURE["equilibria"][0], "living": ["B", "A"]}]}, "number 1: aims: "),
]
COMPARED = compare(["1/2", "2/5", "3/5"]).to_json()
COMPARISONS = [
    (COMPARED | {"stationary": equilibria(ORIGINAL).to_json()}, "its problem is not that of announced play"),
    (COMPARED | {"gains": []}, "does not agree"),
]


def literal(rows):
    """Return rows whose last entry is a text, not a pattern."""
    return [(*given, re.escape(says)) for *given, says in rows]


ROWS = [
    *((ValueError, partial(Problem, hits, **fields), re.escape(says)) for hits, fields, says in BAD),
    *((TruelError, partial(solve, hits, **fields), re.escape(says)) for hits, fields, says in BAD),
    *((TruelError, partial(Problem, ORIGINAL, **fields), re.escape(says)) for fields, says in PEOPLE + SEARCHES),
    *((TruelError, partial(TURNED.changed, **fields), re.escape(says)) for fields, says in CHANGES),
    *refused(TruelError, Problem.from_json, *literal(BAD_JSON)),
    *((TruelError, partial(Aim.of, said, 3), re.escape(says)) for said, says in NO_AIM),
    *(((ValueError, LookupError), ask, re.escape(says)) for ask, says in QUESTIONS),
    *((RecordError, partial(Course.from_json, COURSE | {key: value}), re.escape(says)) for key, value, says in COURSES),
    *refused(RecordError, Equilibria.from_json, *literal(EQUILIBRIA)),
    *refused(RecordError, Comparison.from_json, *COMPARISONS),
    *refused(
        TruelError,
        Problem,
        (["1/2"] * (PLAYER_LIMIT + 1), "hits: more than 1,000 players"),
        (repeat("1/2"), "hits: more than 1,000 players"),
    ),
]


def test_what_is_refused():
    assert_each_refused(ROWS)
