"""Goofspiel: known states, the plain recursion without any symmetry, best responses, and the command."""

import json
import re
from fractions import Fraction
from functools import cache
from itertools import combinations
from operator import mul

import pytest
from hypothesis import given
from hypothesis import strategies as st

from truel_ref.errors import NumberError, ProblemError
from truel_ref.games.goofspiel import (
    GOALS,
    STRATEGIES,
    State,
    Values,
    exploit,
    opening,
    openings,
    optimal_strategy,
    solve,
)
from truel_ref.kernels.linear import solve_linear

F = Fraction


@st.composite
def states(draw, most=3, largest=6):
    size = draw(st.integers(1, most))
    hand = st.lists(st.integers(1, largest), min_size=size, max_size=size, unique=True)
    prize, *to_come = draw(hand)
    return State(draw(hand), draw(hand), prize, to_come, draw(st.integers(-8, 8)))


# -- a second derivation


def by_equalizing(matrix):
    """Return the value of a matrix game: of all mixes that equalize a square part, one of each player proves it."""
    low = min(map(min, matrix)) - 1
    size = len(matrix)
    for part in (part for count in range(1, size + 1) for part in combinations(range(size), count)):
        for places in combinations(range(size), len(part)):
            square = [[matrix[i][j] - low for j in places] for i in part]
            try:
                theirs = [line[0] for line in solve_linear(square, [[F(1)]] * len(part))]
                mine = [line[0] for line in solve_linear(list(zip(*square, strict=True)), [[F(1)]] * len(part))]
            except ZeroDivisionError:
                continue
            gets = [sum(x * (matrix[i][j] - low) for x, i in zip(mine, part, strict=True)) for j in range(size)]
            gives = [sum(y * (matrix[i][j] - low) for y, j in zip(theirs, places, strict=True)) for i in range(size)]
            if min(mine) >= 0 and min(theirs) >= 0 and min(gets) >= 1 and max(gives) <= 1:
                return 1 / sum(mine) + low
    raise AssertionError("every game has a value")


@cache
def plain_value(own, other, prizes, lead, goal):
    """Return the value before a draw by the rules alone: no swap, no ranks, no lead that decides."""
    if not prizes:
        return F((lead > 0) - (lead < 0)) if goal == "win" else F(lead)
    return sum(by_equalizing(plain_matrix(own, other, prize, prizes - {prize}, lead, goal)) for prize in prizes) / len(
        prizes
    )


def plain_matrix(own, other, prize, to_come, lead, goal):
    return [
        [
            plain_value(own - {a}, other - {b}, to_come, lead + (prize if a > b else -prize if a < b else 0), goal)
            for b in sorted(other)
        ]
        for a in sorted(own)
    ]


def plain_matrix_of(state, goal):
    sets = (frozenset(state.own), frozenset(state.other), state.prize, frozenset(state.to_come))
    # Here all points count, with those that are there already; `points` counts those to come.
    shift = 0 if goal == "win" else state.lead
    return tuple(tuple(entry - shift for entry in row) for row in plain_matrix(*sets, state.lead, goal))


def proved(bids):
    own, other = bids.own.values(), bids.other.values()
    gets = [sum(map(mul, own, column)) for column in zip(*bids.matrix, strict=True)]
    gives = [sum(map(mul, other, row)) for row in bids.matrix]
    fair = min(*own, *other) >= 0 and sum(own) == sum(other) == 1
    return fair and min(gets) >= bids.value >= max(gives)


@pytest.mark.parametrize("goal", GOALS)
@given(state=states())
def test_the_matrix_is_that_of_the_plain_rules(goal, state):
    bids = solve(state, goal)
    assert bids.matrix == plain_matrix_of(state, goal)
    assert proved(bids)
    assert bids.value == by_equalizing(bids.matrix)
    swapped = solve(State(state.other, state.own, state.prize, state.to_come, -state.lead), goal)
    assert swapped.value == -bids.value


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("cards", [3, 4])
def test_nobody_gains_against_the_optimum(goal, cards):
    """The best response knows nothing of symmetries or matrix games, and still gets nothing."""
    assert exploit(optimal_strategy(goal), cards, goal).gets == (0,) * cards


# -- what is known


def test_published_numbers():
    """p1 = .333 and -0.333, and the matrix of three cards."""
    bids = solve(State([1, 3], [2, 3], 2, [3], lead=1), "win")
    assert (bids.own, bids.other) == ({1: F(1, 3), 3: F(2, 3)}, {2: F(2, 3), 3: F(1, 3)})
    assert (bids.value, bids.matrix) == (F(-1, 3), ((-1, 1), (0, -1)))
    assert solve(opening(3, 1), "win").matrix == ((0, F(1, 3), 1), (F(-1, 3), 0, F(1, 3)), (-1, F(-1, 3), 0))


def test_the_table_of_five_cards():
    """The table of the docs, in thousandths of a percent; each row is the only optimal mix."""
    table = {
        "win": [
            [0, 100000, 0, 0, 0],
            [32689, 5601, 61710, 0, 0],
            [10976, 11958, 0, 77066, 0],
            [7267, 24436, 396, 35566, 32335],
            [14442, 1535, 0, 0, 84022],
        ],
        "points": [
            [4699, 83273, 12029, 0, 0],
            [18546, 0, 73749, 7705, 0],
            [11817, 11880, 0, 76303, 0],
            [12259, 7347, 19150, 20434, 40811],
            [11230, 2410, 0, 0, 86359],
        ],
    }
    for goal, rows in table.items():
        values = Values(goal)
        answers = [solve(opening(5, prize), goal, values) for prize in range(1, 6)]
        assert len(values.known) == {"win": 1202, "points": 325}[goal]
        assert openings(5, goal).bids == {bids.state.prize: bids.own for bids in answers}
        longest = max(chance.denominator for bids in answers for chance in bids.own.values())
        assert len(str(longest)) == {"win": 44, "points": 373}[goal]
        assert [[round(chance * 10**5) for chance in bids.own.values()] for bids in answers] == rows
        for bids in answers:
            assert (bids.value, bids.own) == (0, bids.other)
            assert proved(bids)
            assert only_mix(bids)


def only_mix(bids):
    """Tell whether the mix of a fair mirror game is the only optimal one.

    If every card outside its support loses against it, every optimal mix has its support inside, equalizes there, and
    there is one such mix if the equations have a single solution.
    """
    mix, size = list(bids.own.values()), len(bids.own)
    support = [place for place in range(size) if mix[place]]
    loses = [sum(chance * row[column] for chance, row in zip(mix, bids.matrix, strict=True)) for column in range(size)]
    if any(loses[place] <= 0 for place in range(size) if place not in support):
        return False
    equations = [[bids.matrix[i][j] for i in support] for j in support[1:]] + [[F(1)] * len(support)]
    solved = solve_linear(equations, [[F(0)]] * (len(support) - 1) + [[F(1)]])
    return [line[0] for line in solved] == [mix[place] for place in support]


@pytest.mark.parametrize(("cards", "matched"), [(1, {1}), (2, {1, 2}), (3, {1, 2, 3}), (4, {1, 4})])
@pytest.mark.parametrize("goal", GOALS)
def test_three_cards_or_fewer_are_matched_and_of_four_the_least_and_the_greatest(cards, matched, goal):
    answers = [solve(opening(cards, prize), goal) for prize in range(1, cards + 1)]
    assert {bids.state.prize for bids in answers if bids.own[bids.state.prize] == 1} == matched
    assert cards < 4 or all(map(only_mix, answers))  # three cards have other mixes, too


@pytest.mark.parametrize("cards", [2, 3, 4])
def test_random_bids_lose_what_ross_says(cards):
    """Against bids at random, matching the prize is best; it gets the sum of p (2p - 1 - N) / N over all prizes."""
    expected = sum(F(prize * (2 * prize - 1 - cards), cards) for prize in range(1, cards + 1))
    assert expected == F(cards**2 - 1, 6)
    assert exploit(STRATEGIES["uniform"], cards, "points").value == -expected


# -- the command, and refusals


@pytest.mark.parametrize(
    ("words", "record"),
    [
        (
            "solve --own 1,3 --other 2,3 --prize 2 --to-come 3 --lead 1",
            lambda: solve(State([1, 3], [2, 3], 2, [3], lead=1)),
        ),
        ("solve --cards 3", lambda: openings(3)),
        ("solve --cards 3 --prize 2 --goal points", lambda: solve(opening(3, 2), "points")),
        ("exploit optimal --cards 3", lambda: exploit(optimal_strategy(), 3, name="optimal")),
        ("exploit uniform --cards 2", lambda: exploit(STRATEGIES["uniform"], 2, name="uniform")),
    ],
)
def test_the_command_prints_the_record(printed, words, record):
    assert printed("goofspiel", *words.split()) == str(record()) + "\n"
    assert json.loads(printed("goofspiel", *words.split(), "--json")) == record().to_json()


GAME = ("goofspiel", "play", "--cards", "3", "--seed", "1")


@pytest.mark.parametrize(
    ("lines", "ends", "says"),
    [
        (b"2\n9\n1\n3\n", 0, "'9' is not one of your cards; they are 1, 3"),
        (b"2\n", 2, "the input ended before the game did; type an answer to each question"),
    ],
)
def test_a_game_asks_until_the_card_is_in_the_hand_or_the_input_ends(run, lines, ends, says):
    status, out, err = run(*GAME, lines=lines)
    assert (status, err) == (ends, f"truel-ref: {says}\n")
    assert "".join(re.findall("you bid ([0-9])", out)) == "213"[: out.count("you bid")]
    assert status or out.splitlines()[-1] in ("you win", "I win", "nobody wins")
    assert len({run(*GAME[:-1], str(seed), lines=lines)[1] for seed in range(6)}) > 1


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("solve", "state a whole game with --cards 5, or a state with --own"),
        ("solve --cards 3 --own 1,2", "--cards is for a whole game"),
        ("solve --cards 7", "--cards: 7 is not an integer from 1 to 6"),
        ("solve --cards 3 --prize 4", "the card 4 is not one of 1, 2, 3"),
        ("solve --cards 2 --goal draw", "goal: 'draw' is unknown; choose from win, points"),
        ("solve --own 1,x --other 1,2 --prize 1", "--own: 'x' is not"),
        ("exploit luck --cards 2", "STRATEGY: 'luck' is unknown"),
    ],
)
def test_refusals_of_the_command(refused, words, says):
    refused(["goofspiel", *words.split()], says)


@pytest.mark.parametrize(
    ("error", "call", "says"),
    [
        (ProblemError, lambda: State([1, 1], [2, 3], 2, [3]), "own: .1, 1. is not a list of different cards"),
        (ProblemError, lambda: State([], [], 2), "own has 0 cards"),
        (ProblemError, lambda: State([1, 2], [3], 2, [3]), "own has 2 cards, other 1"),
        (ProblemError, lambda: State([1, 2], [2, 3], 2, [2]), "there are 1 different prizes"),
        (NumberError, lambda: State([1, 0], [2, 3], 2, [3]), "own: 0 is not an integer"),
        (NumberError, lambda: State([1, 2], [2, 3], True, [3]), "prize: True is not an integer"),
        (NumberError, lambda: State([1, 2], [2, 3], 2, [3], 0.5), "lead: 0.5 is not an integer"),
        (ProblemError, lambda: State([1, 3], [2, 3], 2, [3]).after(2, 3), "the card 2 is not one of 1, 3"),
        (ProblemError, lambda: exploit(lambda state: {9: 1}, 2), "the chances of cards in hand"),
        (ProblemError, lambda: exploit(lambda state: [1, 0], 2), "the chances of cards in hand"),
        (ProblemError, lambda: exploit(lambda state: {1: F(1, 2)}, 2), "add up to 1"),
        (ProblemError, lambda: exploit(lambda state: {1: F(3, 2), 2: F(-1, 2)}, 2), "at least 0"),
    ],
)
def test_refusals(error, call, says):
    with pytest.raises(error, match=says):
        call()
