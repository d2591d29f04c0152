"""Clopper-Pearson intervals: the same in eight threads, under anybody's settings, and by mpmath's own functions."""

import decimal
import math
import sys
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from fractions import Fraction

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from truel_ref.errors import NumberError
from truel_ref.kernels.intervals import _log_factorial, clopper_pearson

CASES = [
    (successes, trials, confidence)
    for trials in (7, 60, 61, 1000, 10**6, 10**9)
    for successes in (0, 1, trials // 3, trials - 1, trials)
    for confidence in ("0.5", "0.99", "0.999999")
]


def test_threads_do_not_disturb_one_another():
    alone = [clopper_pearson(*case) for case in CASES]
    switched = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(8) as pool:
            together = list(pool.map(lambda case: clopper_pearson(*case), CASES * 8))
    finally:
        sys.setswitchinterval(switched)
    assert together == alone * 8


def test_nobodys_settings_have_a_part():
    alone = [clopper_pearson(*case) for case in CASES[::4]]
    digits = mpmath.mp.dps
    coarse = decimal.Context(prec=3, rounding=decimal.ROUND_UP, traps=[decimal.Inexact, decimal.FloatOperation])
    with decimal.localcontext(coarse) as mine, mpmath.workdps(2):
        assert [clopper_pearson(*case) for case in CASES[::4]] == alone
        assert decimal.getcontext() is mine
        assert mine.prec == 3
    assert mpmath.mp.dps == digits


@given(st.integers(1, 10**12).flatmap(lambda trials: st.tuples(st.integers(0, trials), st.just(trials))))
def test_logarithms_of_factorials_are_those_of_mpmath(pair):
    for number in pair:
        with decimal.localcontext(decimal.Context(prec=50)), mpmath.workdps(60):
            mine, other = _log_factorial(number), Decimal(mpmath.nstr(mpmath.loggamma(number + 1), 60))
            assert abs(mine - other) <= Decimal("1e-48") * max(1, abs(other))


@pytest.mark.parametrize("case", [case for case in CASES if case[1] <= 1000], ids=str)
def test_the_ends_are_right_to_twelve_digits(case):
    """A little below the end the tail, summed term by term, is on one side of what is asked for, above on the other."""
    successes, trials, confidence = case
    tail = (1 - Fraction(confidence)) / 2
    low, high = clopper_pearson(*case)
    assert 0.0 <= low < high <= 1.0
    assert (low == 0.0, high == 1.0) == (successes == 0, successes == trials)
    with mpmath.workdps(60):
        for end, counts in ((low, range(successes, trials + 1)), (high, range(successes + 1))):
            if end not in (0.0, 1.0):
                sides = []
                for side in (-1, 1):
                    p = min(mpmath.mpf(end) * (1 + side * mpmath.mpf("1e-12")), mpmath.mpf(1))
                    sums = mpmath.fsum(math.comb(trials, k) * p**k * (1 - p) ** (trials - k) for k in counts)
                    sides.append(sums < mpmath.mpf(tail.numerator) / tail.denominator)
                assert sides == [end == low, end == high]


def test_what_is_refused_is_a_number_error():
    for arguments in ((11, 10), (1.0, 2), (True, 2), (1, 10, 0), (1, 10, 1), (1, 10, "95"), (1, 10, "pi/4")):
        with pytest.raises(NumberError):
            clopper_pearson(*arguments)
