"""Darts against a second derivation (independent_darts), and the command."""

import json
import re
from fractions import Fraction
from itertools import pairwise

import independent_darts as again
import pytest
from hypothesis import given
from hypothesis import strategies as st

from truel_ref.games import darts
from truel_ref.kernels.linear import solve_linear

F = Fraction
rates = st.fractions(0, 1, max_denominator=100)


# -- finishing


def test_every_finish_of_three_darts():
    finishes = {count: again.all_finishes(count) for count in (1, 2, 3)}
    for total in range(190):
        shortest = next((ways[total] for ways in finishes.values() if total in ways), [])
        assert darts.double_out(total) == (list(shortest[0]) if shortest else None)
        answer = darts.finishes(total)
        assert list(answer.ways) == shortest  # in the same order, too
        if shortest:
            assert (answer.darts, answer.sequences) == (len(shortest[0]), len(shortest))
    impossible = [total for total in range(2, 171) if not darts.double_out(total)]
    assert impossible == [159, 162, 163, 165, 166, 168, 169]


def test_nine_darts():
    """As the page says: 3,944 in order, 90 last turns, 22 if the last dart has its place, 18 without any order."""
    ways = {(way, way[6:], (*sorted(way[:8]), way[8]), tuple(sorted(way))) for way in again.nine_darts()}
    assert [len(set(kind)) for kind in zip(*ways, strict=True)] == [3944, 90, 22, 18]
    assert darts.finishes(501) == darts.Finishes(501, 9, 3944, ())


# -- missing


@given(rates, st.sampled_from(again.AIMS))
def test_where_a_dart_lands(miss, target):
    chances = darts.landing(target, miss).chances
    assert dict(chances) == again.lands(target, miss)
    assert sum(chances.values()) == 1
    assert darts.landing(target, miss).score == again.mean(target, miss)


# -- aiming


@given(rates)
def test_the_best_target_of_one_rate(miss):
    scores = {target: again.mean(target, miss) for target in again.AIMS}
    best = max(scores.values())
    expected = tuple(target for target in again.AIMS if scores[target] == best)
    assert darts.best_target(miss) == darts.BestTarget(miss, expected, best)
    stretches = darts.best_targets().stretches
    assert [own.targets for own in stretches if own.low < miss < own.high or own.low == miss == own.high] == [expected]


def valued(formula, m):
    """Return the value of a polynomial in m from its text."""
    powers = {"": 1, "m": m, "m^2": m * m}
    terms = (term.partition(" ") for term in re.findall(r"-?[0-9/]+(?: m(?:\^2)?)?", formula.replace("- ", "-")))
    return sum(F(size) * powers[power] for size, _, power in terms)


def test_the_partition_is_proved():
    """In every open stretch the best polynomial lies above all others; at every point the ties are all."""
    stretches = darts.best_targets().stretches
    assert (stretches[0].low, stretches[-1].high) == (0, 1)
    assert all(own.targets != later.targets for own, later in zip(stretches[1::2], stretches[3::2], strict=False))
    for before, after in pairwise(stretches):
        assert before.high == after.low
        assert (before.low == before.high) != (after.low == after.high)
    for stretch in stretches:
        low, high = stretch.low, stretch.high
        if low == high:
            assert stretch.targets == darts.best_target(low).targets
            continue
        assert not low < F(1, 3) < high  # where the formula of the double bull breaks
        middle = (low + high) / 2
        best = [again.mean(stretch.targets[0], place) for place in (low, middle, high)]
        assert best == [valued(stretch.score, place) for place in (low, middle, high)]
        for target in set(again.AIMS) - set(stretch.targets):
            # The difference is a parabola, noted by three values; its lowest place is where its slope is 0.
            left, half, right = (a - again.mean(target, m) for a, m in zip(best, (low, middle, high), strict=True))
            bend, slope = 2 * (left + right - 2 * half), 4 * half - 3 * left - right
            assert min(left, right) >= 0
            assert half > 0
            if bend > 0 and 0 < -slope < 2 * bend:
                assert left - slope * slope / (4 * bend) > 0
    assert len(stretches) == 11


# -- the leg


def leg_options(most, miss):
    """Return all states of a leg with what each target costs there and leads to."""
    options = {}
    for start in range(2, most + 1):
        states = [(start, start, 3), *((start, left, hand) for left in range(2, start + 1) for hand in (2, 1))]
        for state in states:
            left, hand = state[1:]
            options[state] = []
            for aim in again.AIMS:
                leads = {}
                for place, chance in again.lands(aim, miss).items():
                    then = left - again.VALUE[place]
                    if then == 0 and place[0] == "D":
                        continue
                    after = start if then < 2 else then
                    ended = then < 2 or hand == 1
                    following = (after, after, 3) if ended else (start, after, hand - 1)
                    leads[following] = leads.get(following, 0) + chance
                options[state].append((F(hand == 3), leads))
    return options


@pytest.mark.parametrize(
    ("most", "miss"),
    [
        (5, F(1, 10)),
        (5, F(1)),
        (5, F(0)),
        (5, F(2, 5)),
    ],
)
def test_the_leg_is_the_best_of_all_policies(most, miss):
    """The general solver gives its policy the same values, and no target is better against them (Howard, 1960)."""
    leg, options = darts.turns(most, miss), leg_options(most, miss)

    def aim(start, left, hand):
        return leg.policies[start][hand][left]

    chosen = {state: targets[again.AIMS.index(aim(*state))] for state, targets in options.items()}
    matrix = [[F(state == then) - chosen[state][1].get(then, 0) for then in options] for state in options]
    solved = solve_linear(matrix, [[a] for a, _ in chosen.values()])
    worths = {state: value for state, (value,) in zip(options, solved, strict=True)}
    assert {start: worths[start, start, 3] for start in leg.values} == leg.values
    for state, targets in options.items():
        costs = [a + sum(chance * worths[then] for then, chance in leads.items()) for a, leads in targets]
        assert (again.AIMS[costs.index(min(costs))], min(costs)) == (aim(*state), worths[state])


@pytest.mark.parametrize(("total", "miss"), [(60, F(2, 5)), (60, F(1))])
def test_value_iteration_from_both_sides_brackets_the_values(total, miss):
    values = {start: float(value) for start, value in darts.turns(total, miss).values.items()}
    assert again.brackets_turns(values, miss)
    for off in (3, -3):
        assert not again.brackets_turns(values | {60: values[60] + off * again.step_of(60)}, miss)


def test_small_legs_by_hand():
    """Two left, missing every second time: D1 is hit with 1/4, a dart beside the board (1/4) leaves another one."""
    hit = F(1, 4) * (1 + F(1, 4) + F(1, 16))
    assert darts.turns(2, "1/2").values[2] == 1 / hit == F(64, 21)
    assert darts.turns(2, 1).values[2] == 20  # aimed at S20, a neighbour (1/2) in the double ring (1/10)


# -- the picture, the command, and refusals


def test_the_board_frames_the_best_target():
    framed = [patch.get_gid() for patch in darts.board_figure("2/5").axes[0].patches if patch.get_linewidth() > 1]
    assert set(framed) == {"T19"}


@pytest.mark.parametrize(
    ("words", "record"),
    [
        ("finish 170", lambda: darts.finishes(170)),
        ("finish 171", lambda: darts.finishes(171)),
        ("best DB --miss 1/4", lambda: darts.landing("DB", "1/4")),
        ("best --miss 1/3", lambda: darts.best_target("1/3")),
        ("best --all", darts.best_targets),
        ("finish 12 --miss 1/7", lambda: darts.turns(12, "1/7")),
    ],
)
def test_the_command_prints_the_record(printed, words, record):
    assert printed("darts", *words.split()) == str(record()) + "\n"
    assert json.loads(printed("darts", *words.split(), "--json")) == record().to_json()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("finish -1", "finish has no option -1"),
        ("best OFF --miss 0", "'OFF' is not a target; aim at S1 to S20"),
        ("best T20", "give either a miss rate, as in --miss 1/10"),
        ("best T20 --miss 1.2", "--miss: '1.2' is not"),
        ("best", "--all for all miss rates"),
        ("best --miss 1/2 --all", "--all for all miss rates"),
        ("best --all -o board.png", "the best target for one miss rate"),
        ("finish 1 --miss 0", "total: 1 is not an integer from 2 to 1,001"),
        (f"finish 9 --miss 1/{10**50}", "has more than 40 digits"),
    ],
)
def test_refusals(refused, words, says):
    refused(["darts", *words.split()], says)
