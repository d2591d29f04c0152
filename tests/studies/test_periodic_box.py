"""The box around five players who never settle: intervals hold the exact values, and no inequality fails outside."""

from fractions import Fraction
from itertools import product
from random import Random

import pytest
from prove_periodic_box import BITS, EXAMPLE, ONE, WIDTH, Example, follow, interval, main, prove

from truel_ref import equilibria, periodic_equilibria

F = Fraction


@pytest.fixture(scope="module")
def example():
    return Example()


def exact_margin(example, hits):
    """The least margin of the plan at one point, from exact values of the package."""
    (play,) = periodic_equilibria(hits)
    values = {part.living: part.values[0] for part in play.below}
    found = []
    for part in (*play.below, play):
        living = part.living
        values.setdefault(living, part.values[0])
        plan = [(player, aim) for aims in part.aims for player, aim in zip(living, aims, strict=True)]
        later = [win for wins in part.values for win in wins]
        assert [aim for _, aim in plan] == example.plans[living]
        for place, (player, aim) in enumerate(plan):
            kills = {}
            for victim in {*living} - {player}:
                left = tuple(each for each in living if each != victim)
                mover = next((each for each in left if each > player), left[0])
                kills[victim] = values[left][left.index(mover)][player] if len(left) > 1 else F(1)
            first, *others = sorted(kills.values(), reverse=True)
            rest = later[(place + 1) % len(plan)][player]
            found += [first - others[0]] if others else []
            if len(living) > 2:
                found.append(first - rest if aim.targets else rest - first)
    return min(found)


def points(width, count, seed):
    source = Random(seed)
    corners = [
        [hit + sign * width for hit, sign in zip(EXAMPLE, signs, strict=True)] for signs in product((-1, 1), repeat=5)
    ]
    inner = [[hit + width * F(source.randint(-99, 99), 100) for hit in EXAMPLE] for _ in range(count)]
    return source.sample(corners, count) + inner


def test_points_of_the_box_have_this_plan_only_no_pure_equilibrium_and_at_least_the_proved_margin(example):
    for hits in points(WIDTH, 1, seed=1):
        answer = periodic_equilibria(hits)
        (play,) = answer
        assert answer.complete and play.strict and all(part.strict for part in play.below)
        assert [aim for aims in play.aims for aim in aims] == example.plans[play.living]
        assert len(equilibria(hits)) == 0
        exact = exact_margin(example, hits)
        least = example.margin([interval(hit, hit) for hit in hits])
        assert 0 <= exact - F(least, ONE) < F(1, 2**40)


def test_a_small_box_is_proved_and_has_a_smaller_margin_than_its_points(example):
    parts, least = prove(F(1, 1000))
    assert parts == 2
    assert 0 < least < min(exact_margin(example, hits) for hits in points(F(1, 1000), 1, seed=2))


@pytest.mark.slow
def test_the_box_of_the_page_is_proved(capsys):
    assert main([]) == 0
    assert capsys.readouterr().out.startswith(f"proved within {WIDTH} of 1/5, 4/5, 1/2, 7/10, 3/5: 180 parts")


@pytest.mark.parametrize(("width", "parts"), [("1/100000", 1), pytest.param("1/20000", 174, marks=pytest.mark.slow)])
def test_a_box_of_four_players_without_a_pure_equilibrium_is_proved(width, parts, capsys):
    assert main(["7/20", "1/6", "19/60", "11/60", "--width", width]) == 0
    assert f"proved within {width} of 7/20, 1/6, 19/60, 11/60: {parts} parts" in capsys.readouterr().out


def test_the_plan_is_no_equilibrium_at_a_corner_of_a_larger_box(example):
    corner = [hit + sign * 2 * WIDTH for hit, sign in zip(EXAMPLE, (-1, 1, -1, -1, 1), strict=True)]
    assert example.margin([interval(hit, hit) for hit in corner], unique=False) <= 0
    assert not any(
        [aim for aims in play.aims for aim in aims] == example.plans[play.living]
        for play in periodic_equilibria(corner)
    )


def test_a_second_pure_equilibrium_refutes_the_claim_that_there_is_no_other():
    four = [F(hit, 50) for hit in (26, 25, 22, 20)]
    plays = periodic_equilibria(four, period=1)
    assert [play.period for play in plays] == [1, 1]
    for play in plays:
        other = Example.__new__(Example)
        parts = sorted((*play.below, play), key=lambda part: len(part.living))
        other.plans = {part.living: [aim for aims in part.aims for aim in aims] for part in parts}
        box = [interval(hit, hit) for hit in four]
        assert other.margin(box, unique=False) > 0 >= other.margin(box)


def test_intervals_hold_the_exact_values():
    source = Random(3)
    third, half = F(1, 3), F(1, 2)
    wide = interval(third, half)
    assert F(wide[0], ONE) <= third and half <= F(wide[1], ONE) and wide[1] - wide[0] < (1 << BITS) // 6 + 2
    ((now, later), *_) = follow([(wide, [(ONE, ONE), (0, 0)]), (wide, [(0, 0), (ONE, ONE)])], 2)
    for _ in range(20):
        p, q = (third + F(source.randint(0, 100), 600) for _ in "pq")
        win = p / (p + q - p * q)
        assert F(now[0], ONE) <= win <= F(now[1], ONE)
        assert F(later[0], ONE) <= 1 - win <= F(later[1], ONE)
    assert follow([None, None], 2) == [[(0, 0)] * 2] * 2
