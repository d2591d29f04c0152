"""Mastermind against a second derivation: every value again, by definition, enumeration or value iteration."""

import json
import random
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from truel_ref.errors import NumberError, ProblemError
from truel_ref.games.mastermind import (
    NAMES,
    STRATEGIES,
    Breaker,
    CodeGame,
    against_adversary,
    breaker_named,
    classes_of_codes,
    feedback_rows,
    feedback_table,
    least_total,
    least_worst,
    random_breaker,
    shrink,
    triangle,
)

SMALL = [(1, 1), (1, 4), (2, 2), (3, 2), (2, 3), (4, 2), (2, 4), (3, 3)]
games = st.sampled_from([(1, 1), (1, 4), (2, 2), (3, 2), (2, 3)]).map(lambda size: CodeGame(*size))
seeds = st.integers(0, 10**6)


# -- an own game: codes are tuples, feedback is counted peg by peg


def all_codes(game):
    return list(product(range(game.colors), repeat=game.pegs))


def answer(code, guess):
    """Take black pegs away, then look for each other peg of the guess among those that are left."""
    left = [mine for mine, theirs in zip(code, guess, strict=True) if mine != theirs]
    white = 0
    for mine, theirs in zip(code, guess, strict=True):
        if mine != theirs and theirs in left:
            left.remove(theirs)
            white += 1
    return sum(mine == theirs for mine, theirs in zip(code, guess, strict=True)), white


def text(code):
    return "".join(str(color + 1) for color in code)


def cut(codes, guess):
    parts = {}
    for code in codes:
        parts.setdefault(answer(code, guess), []).append(code)
    return parts


def whole_tree(breaker):
    """Read the tree again from its nodes: every code is solved, by the same guesses."""
    assert Breaker.from_json(breaker.to_json()) == breaker


# -- codes and feedback


@pytest.mark.parametrize("size", SMALL)
def test_feedback_is_what_counting_pegs_gives(size):
    game = CodeGame(*size)
    codes = all_codes(game)
    table = feedback_table(game)
    assert [game.text(code) for code in range(game.codes)] == list(map(text, codes))
    assert (table == table.T).all()
    for guess, row in zip(codes, table.tolist(), strict=True):
        assert [game.feedbacks[number] for number in row] == [answer(code, guess) for code in codes]
    assert [list(row) for row in feedback_rows(game)] == table.tolist()


# -- strategies


def cost_by(strategy, parts):
    sizes = [len(part) for part in parts.values()]
    return {
        "knuth": max(sizes),
        "irving": Fraction(sum(size**2 for size in sizes), sum(sizes)),
        "neuwirth": prod(size**size for size in sizes),
        "kooi": -len(sizes),
    }[strategy]


def grown(game, strategy, codes, depth=1):
    """Return the lengths of a strategy by its definition, slowly."""
    guesses = all_codes(game)
    guess = min(guesses, key=lambda own: (cost_by(strategy, cut(codes, own)), own not in codes, own))
    lengths = Counter()
    for feedback, part in cut(codes, guess).items():
        lengths += Counter([depth]) if feedback == (game.pegs, 0) else grown(game, strategy, part, depth + 1)
    return lengths


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("size", [(2, 2), (3, 2), (2, 4), (3, 3)])
def test_strategies_are_their_definitions(strategy, size):
    game = CodeGame(*size)
    lengths = grown(game, strategy, all_codes(game))
    counts = enumerate(breaker_named(game, strategy).lengths().counts, 1)
    assert {length: codes for length, codes in counts if codes} == lengths


PUBLISHED = {
    "knuth": (1, 6, 62, 533, 694),
    "irving": (1, 10, 54, 645, 583, 3),
    "neuwirth": (1, 4, 71, 612, 596, 12),
    "kooi": (1, 12, 72, 635, 569, 7),
}
TOTALS = {"knuth": 5801, "irving": 5696, "neuwirth": 5722, "kooi": 5668}  # Kooi's paper of 2005


@pytest.mark.parametrize("strategy", ["knuth", "irving", "kooi"])
def test_four_pegs_in_six_colors(strategy):
    breaker = breaker_named(CodeGame(4, 6), strategy)
    whole_tree(breaker)
    lengths = breaker.lengths(strategy)
    assert lengths.counts == PUBLISHED[strategy]
    assert lengths.total == TOTALS[strategy]
    assert lengths.total == sum(len(way) for way in breaker.ways)


@given(games, st.sampled_from(NAMES))
def test_every_named_breaker_is_valid_and_never_below_the_best(game, name):
    breaker = breaker_named(game, name)
    whole_tree(breaker)
    assert breaker.lengths().total >= least_total(game).lengths().total
    assert len(breaker.lengths().counts) >= len(least_worst(game).lengths().counts)


# -- the best breakers


def least_by_definition(game, join):
    """Return the best value over all trees, by trying every guess for every set of codes."""
    everything = all_codes(game)

    @cache
    def value(codes):
        best = None
        for guess in everything:
            parts = {feedback: frozenset(part) for feedback, part in cut(codes, guess).items()}
            if codes in parts.values() and (game.pegs, 0) not in parts:
                continue
            own = join(codes, [value(part) for feedback, part in parts.items() if feedback != (game.pegs, 0)])
            best = own if best is None else min(best, own)
        return best

    return value(frozenset(everything))


@pytest.mark.parametrize("size", SMALL[1:-1])
def test_no_tree_is_better_in_expectation_or_in_the_worst_case(size):
    game = CodeGame(*size)
    least = least_by_definition(game, lambda codes, values: len(codes) + sum(values))
    assert least_total(game).lengths().total == least
    longest = least_by_definition(game, lambda codes, values: 1 + max(values, default=0))
    assert len(least_worst(game).lengths().counts) == longest


LEAST = [
    *((size, total) for size, total in {(3, 2): 18, (2, 5): 81, (2, 6): 132, (3, 3): 73, (3, 4): 206}.items()),
    ((4, 3), 246),
    ((3, 5), 451),
]


@pytest.mark.parametrize(("size", "total"), LEAST)
def test_least_totals(size, total):
    breaker = least_total(CodeGame(*size))
    whole_tree(breaker)
    assert breaker.lengths().total == total
    if size == (4, 4):
        assert breaker.lengths().counts == (1, 12, 94, 147, 2)
        assert len(least_worst(CodeGame(*size)).lengths().counts) == 4


def test_no_breaker_of_four_in_six_does_with_four_guesses():
    """Four guesses solve at most 1 + 13 + 13² codes after the first, and every first guess leaves more."""
    game = CodeGame(4, 6)
    firsts = [all_codes(game)[codes[0]] for codes in classes_of_codes(game)]
    assert min(max(map(len, cut(all_codes(game), guess).values())) for guess in firsts) > 1 + 13 + 169
    assert len(breaker_named(game, "knuth").lengths().counts) == 5


# -- random breakers


def drawn_again(game, seed):
    """Draw a random breaker as a dictionary from ways to guesses."""
    draw = random.Random(seed)
    codes = all_codes(game)
    tree = {(): codes[draw.randrange(len(codes))]}
    for code in codes:
        way = ()
        used = [tree[way]]
        while tree[way] != code:
            way = (*way, answer(code, tree[way]))
            if way not in tree:
                left = [guess for guess in codes if guess not in used]
                tree[way] = left[draw.randrange(len(left))]
            used.append(tree[way])
    return tree


def ways(breaker):
    """Return a breaker as such a dictionary."""
    listed, after = {}, []
    for node in breaker.nodes():
        after.append((*after[node.parent], breaker.game.feedbacks[node.feedback]) if after else ())
        listed[after[-1]] = breaker.game.text(node.guess)
    return listed


@given(games, seeds)
def test_a_random_breaker_is_drawn_as_the_rules_say_and_shrunk_to_the_only_codes_left(game, seed):
    breaker, plain = random_breaker(game, seed), drawn_again(game, seed)
    whole_tree(breaker)
    assert ways(breaker) == {way: text(guess) for way, guess in plain.items()}
    left = {
        way: [
            code for code in all_codes(game) if all(answer(code, plain[way[:n]]) == said for n, said in enumerate(way))
        ]
        for way in plain
    }
    assert ways(shrink(breaker)) == {
        way: text(left[way][0] if len(left[way]) == 1 else guess)
        for way, guess in plain.items()
        if not way or len(left[way[:-1]]) > 1
    }


@given(games, seeds)
def test_both_steps_never_lengthen_a_game_or_a_total(game, seed):
    fresh = random_breaker(game, seed)
    shrunk = shrink(fresh)
    final = triangle(shrunk)
    for tree in (shrunk, final, triangle(fresh)):
        whole_tree(tree)
    lengths = [list(map(len, tree.ways)) for tree in (fresh, shrunk, final)]
    assert all(new <= old for old, new in zip(lengths[0], lengths[1], strict=True))
    assert triangle(fresh).lengths().total <= sum(lengths[0])
    assert (shrink(shrunk), triangle(final)) == (shrunk, final)
    below = Counter(node.parent for node in shrunk.nodes())
    thirds = [number for number, node in enumerate(shrunk.nodes()) if len(node.codes) == below[number] == 2]
    fewer = len([*shrunk.nodes()]) - len([*final.nodes()])
    assert sum(lengths[1]) - sum(lengths[2]) == fewer == len(thirds)
    assert sum(lengths[1]) >= sum(lengths[2]) >= least_total(game).lengths().total


def expected_again(game):
    """Return the three expectations by recursion over what is possible and what has been guessed."""
    everything = all_codes(game)

    @cache
    def value(codes, used, step):
        if step and len(codes) == 1:
            return Fraction(1)
        total = Fraction(0)
        for guess in set(everything) - used:
            parts = {feedback: frozenset(part) for feedback, part in cut(codes, guess).items()}
            if step == 2 and len(codes) == 2 and guess not in codes and len(parts) == 2:
                total += 3
                continue
            later = [value(part, used | {guess}, step) for fb, part in parts.items() if fb != (game.pegs, 0)]
            total += len(codes) + sum(later, Fraction(0))
        return total / (len(everything) - len(used))

    return [value(frozenset(everything), frozenset(), step) for step in range(3)]


def test_the_expectations_of_the_page():
    assert expected_again(CodeGame(3, 2)) == [36, Fraction(3169, 140), Fraction(3039, 140)]
    for size in ((1, 3), (2, 2)):
        codes = CodeGame(*size).codes
        assert expected_again(CodeGame(*size))[0] == Fraction(codes * (codes + 1), 2)


# -- the adversary


VALUES = {
    (1, 3): Fraction(2),
    (1, 4): Fraction(5, 2),
    (2, 2): Fraction(2),
    (3, 2): Fraction(23, 10),
    (4, 2): Fraction(39, 14),
    (2, 3): Fraction(29, 12),
    (2, 4): Fraction(45, 16),
    (3, 3): Fraction(73, 27),
}


@pytest.mark.parametrize("size", VALUES)
def test_the_mixes_prove_the_value_against_an_adversary(size):
    """No code takes longer against the trees, played code by code; no tree of a plain search is shorter."""
    game = CodeGame(*size)
    solved = against_adversary(game)
    assert solved.value == VALUES[size]
    assert max(solved.means()) == solved.value
    assert sum(solved.classes) == sum(chance for chance, _ in solved.breakers) == 1
    if game.codes <= 16:
        chance = {}
        for share, codes in zip(solved.classes, classes_of_codes(game), strict=True):
            chance |= {all_codes(game)[code]: share / len(codes) for code in codes}
        least = least_by_definition(game, lambda codes, values: sum(map(chance.get, codes)) + sum(values))
        assert least == solved.value


# -- deep trees, the command, and refusals


def test_a_tree_may_be_deeper_than_python_recurses():
    """One that repeats its guess three thousand times is a breaker, if a bad one."""
    game = CodeGame(1, 2)
    chain = Breaker(game, [[0], [0] * 3000 + [1]])
    whole_tree(chain)
    assert chain.lengths().total == 3002
    assert shrink(chain).lengths().total == 3


SIZE = ("--pegs", "3", "--colors", "2")


def test_answers_of_the_command(printed):
    assert printed("mastermind", "code", *SIZE) == f"{breaker_named(CodeGame(3, 2), 'knuth').lengths('knuth')}\n"
    words = ("mastermind", "code", "211", *SIZE, "--strategy", "expected")
    assert [line.split()[:2] for line in printed(*words).splitlines()[2:]] == [["1", "112"], ["2", "121"], ["3", "211"]]
    assert json.loads(printed(*words, "--json"))["steps"][0] == ["112", [1, 2], 8]
    assert printed("mastermind", "code", "--adversary", *SIZE) == f"{against_adversary(CodeGame(3, 2))}\n"


def test_a_tree_goes_into_a_file_and_comes_back(printed, tmp_path):
    for words in (["--strategy", "expected"], ["--seed", "7", "--shrink", "--triangle"]):
        file = tmp_path / "tree.json"
        file.write_text(printed("mastermind", "tree", *SIZE, *words, "--json"))
        shown = printed("mastermind", "tree", *SIZE, *words).splitlines()
        assert printed("mastermind", "tree", "--from", str(file)).splitlines()[:-1] == shown[:-1]
    assert shown[-1] == "9 nodes, total 36, shrunk 22, triangle 20, longest 4"


ROOT, SECOND = {"guess": "1"}, {"guess": "2", "after": 0, "feedback": [0, 0]}


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"tree": []}, "no node"),
        ({"tree": 5}, "a breaker is a JSON object with pegs, colors, tree"),
        ({"tree": [{"guess": "12"}]}, "'12' is not a code of 1 peg, 3 colors"),
        ({"tree": [{"guess": 1}]}, "1 is not a code"),
        ({"tree": [{}]}, "and in the tree guess, after, feedback"),
        ({"tree": [ROOT, SECOND]}, "does not solve 3: nothing new is guessed after 2 (0,0)"),
        ({"tree": [ROOT, SECOND | {"after": 1}]}, "does not solve 2"),
        ({"tree": [ROOT, SECOND, SECOND]}, "two nodes after the same feedback"),
        ({"tree": [ROOT, SECOND | {"feedback": [0, 1]}]}, "and in the tree guess, after, feedback"),
        ({"tree": [ROOT, SECOND, SECOND | {"after": 1}, SECOND | {"feedback": [1, 0]}]}, "does not solve 3"),
        (
            {"tree": [ROOT, SECOND, {"guess": "3", "after": 1, "feedback": [0, 0]}, SECOND | {"after": 2}]},
            "reach: node 3",
        ),
        ({"pegs": 0}, "pegs: 0 is not an integer from 1 to 13"),
        ({"pegs": 9, "colors": 9}, "387,420,489 codes"),
    ],
)
def test_a_file_with_another_tree_is_refused(refused, tmp_path, change, says):
    file = tmp_path / "tree.json"
    file.write_text(json.dumps({"pegs": 1, "colors": 3, "tree": [ROOT]} | change))
    refused(["mastermind", "tree", "--from", str(file)], says)


@pytest.mark.parametrize(
    ("error", "call", "says"),
    [
        (
            ProblemError,
            lambda: random_breaker(CodeGame(4, 7), 1),
            "4 pegs, 7 colors make 2,401 codes, and 2,000 are the most",
        ),
        (NumberError, lambda: random_breaker(CodeGame(2, 2), -1), "seed: -1"),
        (ProblemError, lambda: least_total(CodeGame(4, 6)), "1,296 codes"),
        (ProblemError, lambda: against_adversary(CodeGame(4, 6)), "1,296 codes"),
        (ProblemError, lambda: breaker_named(CodeGame(2, 2), "best"), "'best' is unknown"),
        (NumberError, lambda: CodeGame(1, 36), "colors: 36 is not an integer from 1 to 35"),
    ],
)
def test_refusals(error, call, says):
    with pytest.raises(error, match=says):
        call()
