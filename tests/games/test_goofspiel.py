"""Goofspiel: known states, the plain recursion without any symmetry, and best responses."""

import random
from fractions import Fraction
from functools import cache
from itertools import combinations
from unittest import mock

import pytest
from cases import computed_in
from hypothesis import given
from hypothesis import strategies as st

from truel_ref.games.goofspiel import GOALS, Bids, Continuations, State, kept_values, opening, openings, solve
from truel_ref.games.goofspiel_exploit import STRATEGIES, drawn_card, exploit, optimal_strategy, tricks
from truel_ref.kernels.linear import solve_linear
from truel_ref.numbers import backend_names

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


@pytest.mark.parametrize("goal", GOALS)
@given(state=states())
def test_the_matrix_is_that_of_the_plain_rules(goal, state):
    bids = solve(state, goal)
    assert bids.matrix == plain_matrix_of(state, goal)
    assert bids.mixes.proves(bids.matrix)
    assert bids.value == by_equalizing(bids.matrix)
    assert Bids.from_json(bids.to_json()) == bids


@pytest.mark.slow
@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("prize", [1, 2, 3, 4])
def test_four_cards_are_those_of_the_plain_rules(goal, prize):
    state = opening(4, prize)
    assert solve(state, goal).matrix == plain_matrix_of(state, goal)


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("cards", [4, pytest.param(5, marks=pytest.mark.slow)])
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
        known = Continuations(goal)
        answer = openings(5, goal, known=known)
        assert len(known) == {"win": 1202, "points": 325}[goal]
        longest = max(chance.denominator for bids in answer.bids for chance in bids.mixes.rows)
        assert len(str(longest)) == {"win": 44, "points": 373}[goal]
        assert [[round(chance * 10**5) for chance in bids.mixes.rows] for bids in answer.bids] == rows
        for bids in answer.bids:
            assert bids.value == 0
            assert bids.mixes.rows == bids.mixes.columns
            assert only_mix(bids)


def only_mix(bids):
    """Tell whether the mix of a fair mirror game is the only optimal one.

    If every card outside its support loses against it, every optimal mix has its support inside, equalizes there, and
    there is one such mix if the equations have a single solution.
    """
    mix, size = bids.mixes.rows, len(bids.mixes.rows)
    support = [place for place in range(size) if mix[place]]
    loses = [sum(chance * row[column] for chance, row in zip(mix, bids.matrix, strict=True)) for column in range(size)]
    if any(loses[place] <= 0 for place in range(size) if place not in support):
        return False
    equations = [[bids.matrix[i][j] for i in support] for j in support[1:]] + [[F(1)] * len(support)]
    solved = solve_linear(equations, [[F(0)]] * (len(support) - 1) + [[F(1)]])
    return [line[0] for line in solved] == [mix[place] for place in support]


@pytest.mark.parametrize(
    ("cards", "goal", "states", "digits"),
    [
        (3, "win", 21, 1),
        (3, "points", 12, 1),
        (4, "win", 167, 3),
        (4, "points", 64, 7),
        pytest.param(6, "win", 8352, 1962, marks=pytest.mark.slow),
        pytest.param(6, "points", 1631, 17420, marks=pytest.mark.slow),
    ],
)
def test_how_much_there_is_to_solve(cards, goal, states, digits):
    known = Continuations(goal)
    longest = 0
    for prize in range(1, cards + 1):
        bids = solve(opening(cards, prize), goal, known=known)
        assert bids.value == 0
        assert bids.mixes.proves(bids.matrix)
        longest = max(longest, *(chance.denominator for chance in bids.mixes.rows))
    assert len(known) == states
    assert 10 ** (digits - 1) <= longest < 10**digits


@pytest.mark.parametrize(("cards", "matched"), [(1, {1}), (2, {1, 2}), (3, {1, 2, 3}), (4, {1, 4})])
@pytest.mark.parametrize("goal", GOALS)
def test_three_cards_or_fewer_are_matched_and_of_four_the_least_and_the_greatest(cards, matched, goal):
    answer = openings(cards, goal)
    assert {bids.state.prize for bids in answer.bids if bids.own[bids.state.prize] == 1} == matched
    assert cards < 4 or all(map(only_mix, answer.bids))  # three cards have other mixes, too


@pytest.mark.parametrize("cards", [2, 3, 4])
def test_random_bids_lose_what_ross_says(cards):
    """Against bids at random, matching the prize is best; it gets the sum of p (2p - 1 - N) / N over all prizes."""
    expected = sum(F(prize * (2 * prize - 1 - cards), cards) for prize in range(1, cards + 1))
    assert expected == F(cards**2 - 1, 6)
    assert exploit(STRATEGIES["uniform"], cards, "points").value == -expected


@pytest.mark.parametrize("cards", [2, 3, 4])
def test_matching_the_prize_loses_all_prizes_but_the_largest(cards):
    """Who bids one above, and his lowest card for the largest prize, takes all others."""
    lost = sum(range(1, cards)) - cards
    assert exploit(STRATEGIES["matching"], cards, "points").value == min(0, -lost)


# -- work that is kept


class Twenty(list):
    """Notes each step, and stops the work after twenty."""

    def __call__(self, more):
        self.append(more)
        if len(self) == 20:
            raise KeyboardInterrupt


@pytest.mark.parametrize("goal", GOALS)
def test_what_is_kept_is_not_solved_again(goal, tmp_path):
    file = tmp_path / "states.jsonl"
    whole = openings(4, goal)

    done = Twenty()
    with pytest.raises(KeyboardInterrupt), kept_values(file, goal) as kept:
        openings(4, goal, known=Continuations(goal, done, kept=kept))
    with kept_values(file, goal) as kept:
        assert len(kept.pieces) == 20
        known = Continuations(goal, done.append, kept=kept)
        assert openings(4, goal, known=known) == whole
    assert len(done) == len(known) == len(kept.pieces)
    for backend in backend_names():
        with computed_in(backend):
            again = Continuations(goal, done.append, kept=kept_values(file, goal))
            assert openings(4, goal, known=again) == whole
    assert len(done) == len(known)  # nothing was left to be solved, whatever the numbers are inside
    # Cards that are ranked alike share their states, so that a smaller game is known as well.
    assert openings(3, goal, known=Continuations(goal, kept=kept_values(file, goal))) == openings(3, goal)


@pytest.mark.parametrize("name", ["uniform", "optimal"])
def test_an_exploitation_goes_on_with_what_was_kept(name, tmp_path):
    file = tmp_path / "replies.jsonl"

    def strategy(kept):
        return STRATEGIES.get(name) or optimal_strategy(known=Continuations("win", kept=kept))

    steps = Twenty()
    with pytest.raises(KeyboardInterrupt), kept_values(file, "win", name) as kept:
        exploit(strategy(kept), 3, name=name, progress=steps, kept=kept)
    with kept_values(file, "win", name) as kept:
        kinds = [piece.kind for piece in kept.pieces]
        assert (kinds.count("reply"), "optimum" in kinds) == (20, name == "optimal")
        answer = exploit(strategy(kept), 3, name=name, progress=steps.append, kept=kept)
    assert answer == exploit(STRATEGIES.get(name) or optimal_strategy(), 3, name=name)
    assert len(steps) == sum(piece.kind == "reply" for piece in kept.pieces)


def test_a_strategy_may_answer_with_thousands_of_digits():
    chance = F(10**20000, 3 * 10**20000 + 1)
    exploited = exploit(lambda state: {1: chance, 2: 1 - chance} if len(state.own) == 2 else {state.own[0]: 1}, 2)
    assert exploited.value < 0


# -- exploiting and playing


def test_what_the_simple_strategies_bid():
    prizes = {1: State([2, 4, 5], [1, 2, 3], 1, [3, 4]), 3: State([2, 4, 5], [1, 2, 3], 3, [1, 4])}
    prizes[4] = State([2, 4, 5], [1, 2, 3], 4, [1, 3])
    bids = {name: [STRATEGIES[name](prizes[prize]) for prize in (1, 3, 4)] for name in STRATEGIES}
    assert bids == {
        "uniform": [{2: F(1, 3), 4: F(1, 3), 5: F(1, 3)}] * 3,
        "matching": [{2: 1}, {4: 1}, {5: 1}],
        "one-above": [{4: 1}, {5: 1}, {2: 1}],
        "highest": [{5: 1}] * 3,
        "lowest": [{2: 1}] * 3,
    }


def test_a_strategy_sees_what_its_player_sees():
    seen = set()

    def watching(state):
        seen.add(state)
        return STRATEGIES["highest"](state)

    exploit(watching, 3, "points")
    # Own cards go from the top, and the lead is told for both goals.
    assert {state.own for state in seen} == {(1, 2, 3), (1, 2), (1,)}
    assert {state.lead for state in seen if len(state.own) == 2} == {0, 1, 2, 3}


def test_games_are_the_same_with_the_same_dice():
    seeds = [*range(20), *range(20)]
    games = [
        [
            (trick.state.prize, trick.theirs)
            for trick in tricks(4, "win", random.Random(seed), lambda state: state.own[0])
        ]
        for seed in seeds
    ]
    assert games[:20] == games[20:]
    assert len(set(map(tuple, games))) > 10
    assert all(sorted(cards) == [1, 2, 3, 4] for game in games for cards in zip(*game, strict=True))


def test_cards_are_drawn_with_their_chances():
    dice = mock.Mock(**{"randrange.side_effect": range(6)})
    assert [drawn_card({1: F(1, 6), 2: F(0), 3: F(5, 6)}, dice) for _ in range(6)] == [1, 3, 3, 3, 3, 3]
    assert dice.randrange.call_args_list == [mock.call(6)] * 6
