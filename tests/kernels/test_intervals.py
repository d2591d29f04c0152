"""The exact confidence interval, against the exact sum and other libraries; in threads and under any settings."""

import sys
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from math import comb

import pytest

from truel_ref.kernels.confidence import clopper_pearson

SURE = 1 - Fraction(1, 10**6)


def at_least(successes, trials, chance):
    return sum(comb(trials, k) * chance**k * (1 - chance) ** (trials - k) for k in range(successes, trials + 1))


@pytest.mark.parametrize("trials", [1, 2, 3, 7, 12, 30])
@pytest.mark.parametrize("confidence", ["1/2", "1/100", "99/100", SURE])
def test_intervals_against_the_exact_sum(trials, confidence):
    tail = (1 - Fraction(confidence)) / 2
    for successes in range(trials + 1):
        low, high = clopper_pearson(successes, trials, confidence)
        assert ((low == 0), (high == 1)) == (successes == 0, successes == trials)
        more = at_least(successes, trials, Fraction(low)) if successes else tail
        fewer = at_least(trials - successes, trials, 1 - Fraction(high)) if successes < trials else tail
        assert float(more / tail) == pytest.approx(1, rel=1e-11)
        assert float(fewer / tail) == pytest.approx(1, rel=1e-8 if 1 - high < 1e-6 else 1e-9)


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    # From the quantiles of the beta distribution by another library.
    [
        (0, 10**9, 0.0, 1.4508657633273664e-08),
        (396825396, 10**9, 0.39674971814228355, 0.39690107721823215),
        (10**9, 10**9, 1 - 1.4508657633273664e-08, 1.0),
    ],
)
def test_intervals_of_a_thousand_million_games(successes, trials, low, high):
    found = clopper_pearson(successes, trials, SURE)
    assert found == pytest.approx((low, high), rel=1e-11)


def test_intervals_are_symmetric_and_grow_with_the_confidence():
    for successes, trials in [(3, 10), (1, 10**6), (10**8, 10**9)]:
        widths = []
        for confidence in ("1/2", SURE, 1 - Fraction(1, 10**30)):
            low, high = clopper_pearson(successes, trials, confidence)
            mirrored = clopper_pearson(trials - successes, trials, confidence)
            assert mirrored == pytest.approx((1 - high, 1 - low), rel=1e-9, abs=1e-15)
            assert low < successes / trials < high
            widths.append(high - low)
        assert widths == sorted(set(widths))
    assert clopper_pearson(1, 10, 1 - Fraction(1, 10**400))[0] >= 0  # too small for a float, and no error


# -- no part for others

CASES = [
    (successes, trials, confidence)
    for trials in (7, 61, 1000, 10**9)
    for successes in (0, 1, trials // 3, trials - 1, trials)
    for confidence in ("0.5", "0.999999")
]


def test_threads_do_not_disturb_one_another():
    alone = [clopper_pearson(*case) for case in CASES]
    switched = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(8) as pool:
            together = list(pool.map(lambda case: clopper_pearson(*case), CASES * 2))
    finally:
        sys.setswitchinterval(switched)
    assert together == alone * 2
