"""Proved confidence intervals for a probability, from counts."""

from __future__ import annotations

import decimal
import math
from decimal import Decimal
from fractions import Fraction

from truel_ref.errors import NumberError, shown
from truel_ref.numbers import read_rational_probability

_DIGITS = 28  # digits of the logarithms, in addition to the digits of the trials, which cancel


def clopper_pearson(successes: int, trials: int, confidence: object = Fraction(99, 100)) -> tuple[float, float]:
    """Return the exact (Clopper-Pearson) confidence interval for a probability from a number of successes in trials.

    With `tail = (1 - confidence) / 2`, the lower end is the `p` for which at least `successes` successes have the
    probability `tail`, or 0 without successes; the upper end is the `p` for which at most `successes` successes have
    the probability `tail`, or 1 if all trials are successes. For every true probability the interval covers it with at
    least the given confidence. The ends are right to about 12 digits.

    Parameters: `successes` and `trials`, integers; `confidence`, in (0, 1), any value that
    `truel_ref.numbers.read_rational` reads.

    Raises `NumberError` for a confidence outside (0, 1), and for numbers of successes and trials that contradict.

    Source: C. J. Clopper, E. S. Pearson, "The use of confidence or fiducial limits illustrated in the case of the
    binomial", Biometrika 26 (1934), 404-413.

    >>> [round(end, 6) for end in clopper_pearson(1, 10, "0.95")]
    [0.002529, 0.445016]
    >>> clopper_pearson(10**9, 10**9)
    (0.9999999947016827, 1.0)
    """
    integers = all(type(number) is int for number in (successes, trials))
    if not integers or not 0 <= successes <= trials or not trials:
        raise NumberError(f"{shown(successes)} successes in {shown(trials)} trials cannot be")
    tail = (1 - read_rational_probability(confidence, "confidence")) / 2
    if tail in (0, Fraction(1, 2)):
        raise NumberError(f"confidence: {shown(confidence)} is not between 0 and 1, such as 0.99")
    failures = trials - successes
    low, high = 0.0, 1.0
    if successes:
        odds = math.exp(_log_odds(successes, trials, tail))
        low = odds / (1 + odds)
    if failures:
        high = 1 / (1 + math.exp(_log_odds(failures, trials, tail)))
    return low, high


def _log_odds(successes: int, trials: int, tail: Fraction) -> float:
    """Return `log(p / (1 - p))` for the `p` at which `successes` or more have the probability `tail`.

    With `k = successes`, `n = trials` and the odds `x = p / (1 - p)`:

        P(k or more) = P(k) * R    where    R = 1 + (n-k)/(k+1) * x * (1 + (n-k-1)/(k+2) * x * (1 + …)),

    a sum of positive terms, without cancellation. As a function of `log x` the logarithm of P(k or more) is concave
    (its second derivative is the variance of the truncated distribution minus that of the whole distribution), and its
    first derivative is `k * (1 - p) / R`. So Newton's steps, after the first, increase to the root without passing it;
    they stop when they do not increase. Only `log P(k)` needs many digits, because its parts are large and cancel. A
    separate decimal context keeps the result independent of other threads and settings.
    """
    failures = trials - successes
    with decimal.localcontext(decimal.Context(prec=_DIGITS + trials.bit_length() // 3)):
        aim = Decimal(tail.numerator).ln() - Decimal(tail.denominator).ln()
        ways = _log_factorial(trials) - _log_factorial(successes) - _log_factorial(failures)
        log_odds = math.log(successes) - math.log(failures + 1)
        rising = False
        while True:
            exactly = Decimal(log_odds)
            ratio = _tail_ratio(successes, failures, math.exp(log_odds))
            log_point = ways + successes * exactly - trials * (1 + exactly.exp()).ln()
            short = float(aim - log_point) - math.log(ratio)
            step = short * ratio / successes * (1 + math.exp(log_odds))
            if rising and log_odds + step <= log_odds:
                return log_odds
            log_odds += step
            rising = True


def _log_factorial(number: int) -> Decimal:
    """Return the logarithm of a factorial with an error below 10^-24, apart from the rounding of the context.

    A product of less than a thousand factors is computed. From there on Stirling's series, whose error is below its
    first omitted term, `1 / (1680 n^7) < 10^-24`, gives

        log n! = (n + 1/2) log n - n + log(2 pi) / 2 + 1 / (12 n) - 1 / (360 n^3) + 1 / (1260 n^5).

    Source: M. Abramowitz, I. A. Stegun, *Handbook of Mathematical Functions* (1964), 6.1.41.

    >>> with decimal.localcontext(decimal.Context(prec=25)):
    ...     print(_log_factorial(52))
    156.3608363030787851940699
    """
    if number < 1_000:
        return Decimal(math.factorial(number)).ln()
    n = Decimal(number)
    terms = 1 / (12 * n) - 1 / (360 * n**3) + 1 / (1260 * n**5)
    return (n + Decimal("0.5")) * n.ln() - n + _HALF_LOG_OF_TWO_PI + terms


# log(2 pi) / 2 with 70 digits after the point
_HALF_LOG_OF_TWO_PI = Decimal("0.9189385332046727417803297364056176398613974736377834128171515404827657")


def _tail_ratio(successes: int, failures: int, odds: float) -> float:
    """Return `P(k or more) / P(k)`: the sum `R` of `_log_odds`, up to negligible terms."""
    total, term = 1.0, 1.0
    for number in range(failures):
        term *= (failures - number) / (successes + 1 + number) * odds
        total += term
        if term < 1e-17 * total:
            break
    return total
