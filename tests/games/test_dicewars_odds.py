from fractions import Fraction
from itertools import product

import pytest
from dicewars_plain import odds, throws

from truel_ref.games.dicewars.odds import attack, dice_sum, holds
from truel_ref.kernels.confidence import clopper_pearson

F = Fraction
ATTACKERS, DEFENDERS = range(2, 9), range(1, 9)


@pytest.mark.parametrize("dice", [*range(1, 7), *(pytest.param(dice, marks=pytest.mark.slow) for dice in (7, 8))])
def test_sums_are_those_of_all_throws(dice):
    assert {total: chance * 6**dice for total, chance in dice_sum(dice).items()} == throws(dice)


def test_attacks_are_those_of_all_pairs_of_throws():
    for a, d in product(range(2, 7), range(1, 7)):
        assert attack(a, d) == odds(a, d)


def test_known_odds():
    assert attack(2, 1) == F(181, 216)
    assert attack(8, 7) == F(35183192065, 52242776064)
    assert attack(8, 2) == F(60465175, 60466176)
    assert [(a, d) for a in ATTACKERS for d in DEFENDERS if attack(a, d) in (0, 1)] == [(7, 1), (8, 1)]


def test_holding_a_field():
    assert holds(3, []) == holds(3, [1, 1]) == 1
    assert holds(3, [2, 1, 4]) == (1 - odds(2, 3)) * (1 - odds(4, 3))
    assert holds(1, [8]) == 0


# ---------------------------------------------------------------------------------------------------------
# Claims

BLOG = """
.8418 .972  .9962 .9998 1     1     1
.448  .7798 .9406 .9884 .9976 .9998 1
.1494 .4544 .7364 .9056 .9758 .9936 .9992
.0362 .1912 .4482 .7194 .8876 .9624 .9904
.0078 .0606 .2184 .4658 .694  .8634 .9538
.0006 .0158 .0804 .2508 .4642 .689  .8432
0     .0038 .0234 .1046 .26   .4714 .6792
0     .0006 .0066 .0384 .12   .2702 .4564
"""
"""The table of the blog Fat Knowledge (2 August 2006): across the attacker's dice, 2 to 8, down the defender's."""


def blog():
    rows = [list(map(F, line.split())) for line in BLOG.split("\n") if line]
    return {(a, d): rows[d - 1][a - 2] for a in ATTACKERS for d in DEFENDERS}


def is_outside(pair, trials, confidence):
    """Tell whether so many battles would hardly have given an entry."""
    low, high = clopper_pearson(int(blog()[pair] * trials), trials, confidence)
    return not low <= attack(*pair) <= high


def test_the_table_of_the_blog_comes_from_five_thousand_battles_each():
    """'Like 1 million instances', says the author; but every entry is a multiple of 1/5000, and as far off as that."""
    assert all((share * 5000).denominator == 1 for share in blog().values())
    assert not all((share * 2500).denominator == 1 for share in blog().values())
    assert not any(is_outside(pair, 5000, "0.99") for pair in blog())
    assert is_outside((8, 8), 10**6, "0.999999")


def test_how_many_entries_of_the_blog_are_right_to_their_four_digits():
    right = [pair for pair, share in blog().items() if round(attack(*pair), 4) == share]
    assert right == [(2, 8), (5, 1), (6, 1), (6, 7), (7, 1), (7, 2), (8, 1), (8, 2)]
    far = {pair: round(attack(*pair) - share, 4) for pair, share in blog().items()}
    assert (far[8, 8], max(map(abs, far.values()))) == (F("0.0147"), F("0.0147"))


def test_eight_against_two_is_neither_certain_nor_what_the_comment_says():
    assert round(attack(8, 2), 6) == F("0.999983") != F("0.999877")
    # Eight dice with the sum i fail against two dice with at least as much: 1001 of 6^10 throws.
    eights = {8: 1, 9: 8, 10: 36, 11: 120, 12: 330}
    assert sum(eights[i] * throws(2)[j] for i in eights for j in range(i, 13)) == 1001
    assert 1 - attack(8, 2) == F(1001, 6**10)
