"""Mastermind against a second derivation: every value again, by definition, enumeration or value iteration."""

import contextlib
import random
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from truel_ref.errors import GameError
from truel_ref.games.mastermind.adversary import Adversary, against_adversary
from truel_ref.games.mastermind.breakers import Breaker, validate
from truel_ref.games.mastermind.codes import Game, classes_of_codes, feedback_rows, feedback_table, judged, swaps
from truel_ref.games.mastermind.fresh import (
    expected_totals,
    random_breaker,
    shortened,
    shrink,
    triangle,
)
from truel_ref.games.mastermind.search import NAMED, breaker_named, least_total, least_worst, weighted_optimum
from truel_ref.games.mastermind.strategies import STRATEGIES, breaker_by, disorder

SMALL = [(1, 1), (1, 4), (2, 2), (3, 2), (2, 3), (4, 2), (2, 4), (3, 3)]
games = st.sampled_from([(1, 1), (1, 4), (2, 2), (3, 2), (2, 3)]).map(lambda size: Game(*size))
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


# -- codes and feedback


@pytest.mark.parametrize("size", [*SMALL, pytest.param((5, 3), marks=pytest.mark.slow)])
def test_feedback_is_what_counting_pegs_gives(size):
    game = Game(*size)
    codes = all_codes(game)
    table = feedback_table(game)
    assert [game.text(code) for code in range(game.codes)] == list(map(text, codes))
    assert (table == table.T).all()
    for guess, row in zip(codes, table.tolist(), strict=True):
        assert [game.feedbacks[number] for number in row] == [answer(code, guess) for code in codes]
    assert [list(row) for row in feedback_rows(game)] == table.tolist()
    assert judged(text(codes[-1]), text(codes[0])) == answer(codes[-1], codes[0])


def test_every_feedback_but_one_can_come():
    game = Game(4, 6)
    assert len(game.feedbacks) == 14
    assert (3, 1) not in game.feedbacks
    assert game.feedbacks == tuple(sorted({answer(code, (0, 1, 2, 3)) for code in all_codes(game)} | {(0, 0)}))


@given(games, st.data())
def test_swaps_keep_feedback(game, data):
    made = swaps(game)
    assert len(made) == game.colors * (game.colors - 1) // 2 + game.pegs * (game.pegs - 1) // 2
    rows = feedback_rows(game)
    one, other = (data.draw(st.integers(0, game.codes - 1)) for _ in range(2))
    for image in made:
        assert rows[image[one]][image[other]] == rows[one][other]
        assert sorted(image) == list(range(game.codes))


@pytest.mark.parametrize("size", [(2, 3), (3, 3), (4, 2), (3, 4)])
def test_classes_are_the_orbits_of_the_swaps(size):
    game = Game(*size)
    for codes in classes_of_codes(game):
        reached, waiting = {codes[0]}, [codes[0]]
        while waiting:
            code = waiting.pop()
            new = {image[code] for image in swaps(game)} - reached
            reached |= new
            waiting += new
        assert reached == set(codes)


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
    game = Game(*size)
    lengths = grown(game, strategy, all_codes(game))
    counts = enumerate(breaker_by(game, strategy).lengths().counts, 1)
    assert {length: codes for length, codes in counts if codes} == lengths


PUBLISHED = {
    "knuth": (1, 6, 62, 533, 694),
    "irving": (1, 10, 54, 645, 583, 3),
    "neuwirth": (1, 4, 71, 612, 596, 12),
    "kooi": (1, 12, 72, 635, 569, 7),
}
TOTALS = {"knuth": 5801, "irving": 5696, "neuwirth": 5722, "kooi": 5668}  # Kooi's paper of 2005


@pytest.mark.parametrize("strategy", ["knuth", "irving", "kooi", pytest.param("neuwirth", marks=pytest.mark.slow)])
def test_four_pegs_in_six_colors(strategy):
    breaker = breaker_by(Game(4, 6), strategy)
    validate(breaker)
    lengths = breaker.lengths(strategy)
    assert lengths.counts == PUBLISHED[strategy]
    assert lengths.total == TOTALS[strategy]
    assert lengths.total == sum(len(breaker.way(code)[0]) for code in range(1296))


def test_entropy_is_compared_by_integers():
    """Eight parts of 2 and two of 4 with eight of 1 have equal entropies, and other parts have not."""
    assert disorder((4, 4)) == disorder((2,) * 8) == 2**16
    assert disorder((3, 1)) > disorder((2, 2))


@given(games, st.sampled_from(NAMED))
def test_every_named_breaker_is_valid_and_never_below_the_best(game, name):
    breaker = breaker_named(game, name)
    validate(breaker)
    assert breaker.lengths().total >= least_total(game).lengths().total
    assert breaker.lengths().worst >= least_worst(game).lengths().worst
    assert Breaker.from_json(breaker.to_json()) == breaker


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


@pytest.mark.parametrize(
    "size", [*SMALL[1:-1], *(pytest.param(size, marks=pytest.mark.slow) for size in [(3, 3), (5, 2)])]
)
def test_no_tree_is_better_in_expectation_or_in_the_worst_case(size):
    game = Game(*size)
    least = least_by_definition(game, lambda codes, values: len(codes) + sum(values))
    assert least_total(game).lengths().total == least
    longest = least_by_definition(game, lambda codes, values: 1 + max(values, default=0))
    assert least_worst(game).lengths().worst == longest


@pytest.mark.parametrize("size", [(2, 2), *(pytest.param(size, marks=pytest.mark.slow) for size in [(3, 2), (2, 3)])])
@given(data=st.data())
def test_no_tree_is_better_for_weights(size, data):
    game = Game(*size)
    classes = classes_of_codes(game)
    chosen = data.draw(st.lists(st.integers(0, 9), min_size=len(classes), max_size=len(classes)))
    weights = [next(w for w, codes in zip(chosen, classes, strict=True) if code in codes) for code in range(game.codes)]
    of_code = dict(zip(all_codes(game), weights, strict=True))
    least = least_by_definition(game, lambda codes, values: sum(of_code[code] for code in codes) + sum(values))
    breaker = weighted_optimum(game, weights)
    validate(breaker)
    assert sum(weight * len(breaker.way(code)[0]) for code, weight in enumerate(weights)) == least


LEAST = [
    *((size, total) for size, total in {(3, 2): 18, (2, 5): 81, (2, 6): 132, (3, 3): 73, (3, 4): 206}.items()),
    ((4, 3), 246),
    *(pytest.param(size, total, marks=pytest.mark.slow) for size, total in [((4, 4), 905), ((3, 5), 451)]),
    pytest.param((4, 5), 2463, marks=pytest.mark.slow),
]


@pytest.mark.parametrize(("size", "total"), LEAST)
def test_least_totals(size, total):
    breaker = least_total(Game(*size))
    validate(breaker)
    assert breaker.lengths().total == total
    if size == (4, 4):
        assert breaker.lengths().counts == (1, 12, 94, 147, 2)
        assert least_worst(Game(*size)).lengths().worst == 4


def test_no_breaker_of_four_in_six_does_with_four_guesses():
    """Four guesses solve at most 1 + 13 + 13² codes after the first, and every first guess leaves more."""
    game = Game(4, 6)
    firsts = [all_codes(game)[codes[0]] for codes in classes_of_codes(game)]
    assert min(max(map(len, cut(all_codes(game), guess).values())) for guess in firsts) > 1 + 13 + 169
    assert breaker_by(game, "knuth").lengths().worst == 5


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
    game = breaker.game
    listed = {(): game.text(breaker.guesses[0])}
    of_node = {0: ()}
    for node, (parent, feedback) in enumerate(breaker.parents, 1):
        of_node[node] = (*of_node[parent], game.feedbacks[feedback])
        listed[of_node[node]] = game.text(breaker.guesses[node])
    return listed


@given(games, seeds)
def test_a_random_breaker_is_drawn_as_the_rules_say_and_shrunk_to_the_only_codes_left(game, seed):
    breaker, plain = random_breaker(game, seed), drawn_again(game, seed)
    validate(breaker)
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
        validate(tree)
    lengths = [[len(tree.way(code)[0]) for code in range(game.codes)] for tree in (fresh, shrunk, final)]
    assert all(new <= old for old, new in zip(lengths[0], lengths[1], strict=True))
    assert triangle(fresh).lengths().total <= sum(lengths[0])
    assert (shrink(shrunk), triangle(final)) == (shrunk, final)
    assert sum(lengths[1]) >= sum(lengths[2]) >= least_total(game).lengths().total
    assert shortened(game, seed).steps == tuple(
        (len(tree), tree.lengths(name))
        for tree, name in zip((fresh, shrunk, final), ("fresh", "shrunk", "triangle"), strict=True)
    )


@given(games, seeds)
def test_the_triangle_step_saves_one_guess_where_a_third_code_tells_two_apart(game, seed):
    shrunk = shrink(random_breaker(game, seed))
    consistent = shrunk.consistent()
    places = [
        node
        for node, codes in enumerate(consistent)
        if len(codes) == 2
        and shrunk.guesses[node] not in codes
        and [len(consistent[child]) for _, child in shrunk.branches(node)] == [1, 1]
    ]
    final = triangle(shrunk)
    assert shrunk.lengths().total - final.lengths().total == len(places)
    assert len(shrunk) - len(final) == len(places)
    took = {way: guess for way, guess in ways(final).items() if way in ways(shrunk)}
    for node in places:
        code = game.text(consistent[node][0])
        assert any(guess == code and ways(shrunk)[way] != code for way, guess in took.items())


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


@pytest.mark.parametrize("size", [(1, 1), (1, 2), (1, 4), (2, 2), (3, 2), pytest.param((2, 3), marks=pytest.mark.slow)])
def test_expectations_over_all_random_breakers(size):
    expectation = expected_totals(Game(*size))
    assert [expectation.fresh, expectation.shrunk, expectation.final] == expected_again(Game(*size))


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
    game = Game(*size)
    solved = against_adversary(game)
    assert solved.value == VALUES[size]
    assert solved.proves()
    assert sum(solved.classes) == sum(chance for chance, _ in solved.breakers) == 1
    for codes in classes_of_codes(game):
        played = sum(
            chance * Fraction(sum(len(tree.play(game.text(code)).steps) for code in codes), len(codes))
            for chance, tree in solved.breakers
        )
        assert played <= solved.value
    if game.codes <= 16:
        chance = {}
        for share, codes in zip(solved.classes, classes_of_codes(game), strict=True):
            chance |= {all_codes(game)[code]: share / len(codes) for code in codes}
        least = least_by_definition(game, lambda codes, values: sum(map(chance.get, codes)) + sum(values))
        assert least == solved.value
    assert Adversary.from_json(solved.to_json()) == solved


# -- trees that are none, and records


def test_a_tree_may_be_deeper_than_python_recurses():
    """One that repeats its guess three thousand times is a breaker, if a bad one."""
    game = Game(1, 2)
    chain = Breaker(game, [0] * 3000 + [1], {node * 2: node + 1 for node in range(3000)})
    validate(chain)
    assert chain.lengths().total == 3002
    assert Breaker.from_json(chain.to_json()) == chain
    assert shrink(chain).lengths().total == 3


@pytest.mark.slow
def test_a_random_breaker_of_four_in_six():
    totals = [lengths.total for _, lengths in shortened(Game(4, 6), seed=1).steps]
    assert totals == [854401, 8319, 7964]


# -- kept and gone on with


class StopError(Exception):
    pass


def stopper(after):
    """Return what stops the work when so much is done."""
    left = [after]

    def progress(more):
        left[0] -= more
        if left[0] < 0:
            raise StopError

    return progress


@pytest.mark.parametrize("name", ["expected", "worst", "kooi"])
@pytest.mark.parametrize("size", [(3, 3), (3, 4)])
def test_a_search_that_is_stopped_often_ends_in_the_same_tree(name, size, tmp_path):
    """It goes on further every time, and its file is that of a search that nobody stopped."""
    game, file, unstopped = Game(*size), tmp_path / "search.jsonl", tmp_path / "unstopped"
    whole = breaker_named(game, name, keep=unstopped)
    sizes = []
    for after in (1, 2, 3, 5, 8, 12, 17, 25, 40, 60, 90, 140, 200, 300):
        with contextlib.suppress(StopError):
            assert breaker_named(game, name, stopper(after), file) == whole
        sizes.append(file.stat().st_size if file.exists() else 0)
    assert sizes == sorted(sizes)
    assert len(set(sizes)) > 2
    assert breaker_named(game, name, keep=file) == breaker_named(game, name) == whole
    assert len(set(file.read_bytes().splitlines()) ^ set(unstopped.read_bytes().splitlines())) <= 8


def test_a_strategy_does_not_look_for_guesses_that_are_kept(tmp_path, monkeypatch):
    file = tmp_path / "guesses.jsonl"
    whole = breaker_by(Game(3, 3), "irving", keep=file)
    monkeypatch.setattr("truel_ref.games.mastermind.strategies.best_guess", None)
    assert breaker_by(Game(3, 3), "irving", keep=file) == whole


def test_what_is_too_large_is_refused(monkeypatch):
    monkeypatch.setattr("truel_ref.games.mastermind.fresh.MOST_SETS", 40)
    assert expected_totals(Game(2, 2)).shrunk == Fraction(26, 3)
    with pytest.raises(GameError, match="3 pegs, 3 colors: guesses leave more than 40 sets of codes possible"):
        expected_totals(Game(3, 3))
    assert set(STRATEGIES) < set(NAMED)
