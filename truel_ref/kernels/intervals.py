"""The exact confidence interval for a probability that was estimated by counting."""

from __future__ import annotations

import math
from fractions import Fraction

from truel_ref.errors import SimulationError, shown
from truel_ref.numbers.rational import probability

__all__ = ["clopper_pearson"]


def clopper_pearson(successes: int, trials: int, confidence: object = Fraction(99, 100)) -> tuple[float, float]:
    """Return the exact confidence interval for a probability after so many successes in so many trials.

    With `tail = (1 - confidence) / 2`, the lower end is the `p` at which `successes` or more have the probability
    `tail`, and 0 for no success; the upper end is the `p` at which `successes` or fewer have it, and 1 for nothing but
    successes. So it covers the truth with at least the confidence asked for, whatever the truth is. The ends are
    right to about 12 digits.

    Parameters: `successes` and `trials`, integers; `confidence`, in (0, 1), as anything that `numbers.rational.exact`
    reads.

    Raises `SimulationError` for a confidence of 0 or 1 and for numbers that do not fit, `NumberError` for a confidence
    that is no probability.

    Source: C. J. Clopper, E. S. Pearson, "The use of confidence or fiducial limits illustrated in the case of the
    binomial", Biometrika 26 (1934), 404-413.

    >>> [round(end, 6) for end in clopper_pearson(1, 10, "0.95")]
    [0.002529, 0.445016]
    >>> clopper_pearson(10**9, 10**9)
    (0.9999999947016827, 1.0)
    """
    integers = all(type(number) is int for number in (successes, trials))
    if not integers or not 0 <= successes <= trials or not trials:
        raise SimulationError(f"{shown(successes)} successes in {shown(trials)} trials cannot be")
    tail = (1 - probability(confidence, "confidence")) / 2
    if tail in (0, Fraction(1, 2)):
        raise SimulationError(f"confidence: {shown(confidence)} is not between 0 and 1, such as 0.99")
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

    a sum of positive terms, so nothing cancels. As a function of `log x` the logarithm of P(k or more) is concave
    (its second derivative is the variance of the truncated distribution minus that of the whole), and its first
    derivative is `k * (1 - p) / R`. So Newton's steps, after the first, rise to the root and never pass it; they stop
    when they rise no more. Only `log P(k)` needs many digits, because its parts are large and cancel.
    """
    import mpmath

    failures = trials - successes
    with mpmath.workdps(60):
        aim = mpmath.log(tail.numerator) - mpmath.log(tail.denominator)
        ways = mpmath.loggamma(trials + 1) - mpmath.loggamma(successes + 1) - mpmath.loggamma(failures + 1)
        log_odds = math.log(successes) - math.log(failures + 1)
        rising = False
        while True:
            odds = mpmath.exp(log_odds)
            ratio = _tail_ratio(successes, failures, math.exp(log_odds))
            log_point = ways + successes * mpmath.mpf(log_odds) - trials * mpmath.log1p(odds)
            short = float(aim - log_point) - math.log(ratio)
            step = short * ratio / successes * (1 + math.exp(log_odds))
            if rising and log_odds + step <= log_odds:
                return log_odds
            log_odds += step
            rising = True


def _tail_ratio(successes: int, failures: int, odds: float) -> float:
    """Return `P(k or more) / P(k)`: the sum `R` of `_log_odds`, until its terms no longer count."""
    import numpy as np

    total, term = 1.0, 1.0
    begun, size = 0, 64
    while begun < failures:
        more = np.arange(begun, min(begun + size, failures), dtype=np.float64)
        terms = term * np.cumprod((failures - more) / (successes + 1 + more) * odds)
        total += float(terms.sum())
        term = float(terms[-1])
        # The terms fall faster and faster, so what is left is less than a geometric series.
        falls = (failures - more[-1]) / (successes + 1 + more[-1]) * odds
        if falls < 1 and term * falls / (1 - falls) < 1e-17 * total:
            break
        begun, size = begun + size, min(2 * size, 2**16)
    return total
