"""The certificate of a best mix: a mix with the supremum, and for every case multipliers that exclude more.

`truel_ref/certificates/checkers/check_mix.py` checks it. The supremum comes from `truel_ref.explain.mixes`, which
shares nothing with the checker. The cases come from the checker itself, for they are what must be proved; this module
finds the multipliers.

**The multipliers.** A case is a list of linear functions on a simplex, each with a sign. By Motzkin's theorem no point
of the simplex has all these signs if and only if there is a contradiction: multipliers whose sum of functions is at
most 0 at every corner, with a multiplier of a strict sign other than 0. `contradiction` finds it:

1. A function `g` that must be 0 restricts the points to the polytope of its zeros: corners with `g = 0`, and one zero
   between each corner below and each corner above. If `C` is at most 0 there, then so is `C + z*g` on all corners with
   `z = max(C/-g)` over the corners below (if there are none, `z = min(-C/g)` over those above).
2. Without such functions the multipliers are an optimal mix of the row player of a matrix game.
3. If this mix has weak functions `b >= 0` only, their sum is at most 0 at all corners, so each of them must be 0:
   step 1. A multiple of the mix makes their multipliers positive.

Source: O. L. Mangasarian, *Nonlinear Programming* (1969), 2.4 (Motzkin's theorem of the alternative).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import gcd, lcm
from typing import Any

from truel_ref.budget import check
from truel_ref.certificates.checkers.check import Refused
from truel_ref.certificates.checkers.check_mix import Mixing
from truel_ref.certificates.writing import certifiable, head, texts, written
from truel_ref.errors import ProblemError, refuse
from truel_ref.explain.mixes import BestMix
from truel_ref.game.aims import Aim
from truel_ref.kernels.matrix_game import optimal_mixes
from truel_ref.numbers import Number, number_text
from truel_ref.play.ties import LIKELIEST_WINNER

__all__ = ["contradiction", "mix_lines"]

Row = tuple[str, Sequence[Any]]
"""The sign of a function (`+`, `-`, `0`, or `at least` for 0 and more), and its values at the corners."""


def mix_lines(answer: BestMix) -> Iterator[dict[str, Any]]:
    """Yield the lines of the certificate of a best mix under the tie rule of its problem.

    Raises `ProblemError` for irrational numbers, random levels, tie rule 3, numbers too long for the checker, and if
    nobody can be hit.
    """
    problem = answer.problem
    certifiable(problem)
    refuse(
        ProblemError,
        (problem.irrational, "a certificate of a best mix has fractions only"),
        (
            problem.tie_rule == LIKELIEST_WINNER,
            "a certificate of a best mix has linear functions only, and tie rule 3 compares quotients; "
            "take another tie rule",
        ),
        (not answer.places, "nobody can be hit, whatever the first player announces; there is no best mix to certify"),
    )
    yield (first := head("best mix", problem))
    place = answer.places[0]
    corners = place.mixes if place.attained else place.corners
    columns = zip(*(aim.weights for aim in corners), strict=True)
    inside = Aim(tuple(sum(column) / Fraction(len(corners)) for column in columns))
    yield {
        "supremum": number_text(answer.supremum),
        "attained": place.attained,
        "mix": written(inside if place.attained else place.mixes[0]),
        "inside": written(inside),
    }
    try:
        yield from _cases(Mixing(first), answer.supremum, "+" if place.attained else "at least")
    except Refused as error:
        raise ProblemError(f"the checker would refuse this certificate: {error}; take shorter numbers") from None


def _cases(mixing: Any, supremum: Number, excluded: str) -> Iterator[dict[str, Any]]:
    """Yield the cases with their multipliers; `excluded` is the sign of what no mix is worth over the supremum."""
    cases = [""]
    while cases:
        check()
        signs = cases.pop()
        facts, more, over = mixing.case(signs, supremum)
        rows = [*zip(signs, facts, strict=True)] + ([(excluded, over)] if over else [])
        proof = contradiction(rows)
        if proof:
            yield {"signs": signs, "proof": texts(proof)}
        else:
            assert more or not over  # else the supremum would be too small
            cases += [signs + sign for sign in reversed(more)]


def contradiction(rows: Sequence[Row]) -> list[int] | None:
    """Return multipliers that prove that no point has all these signs; None if some point has.

    The docstring of this module has the steps.

    Parameters: `rows`, functions with their signs.

    >>> contradiction([("+", [1, -1]), ("-", [2, 0])])
    [1, -1]
    >>> contradiction([("+", [1, -1]), ("-", [1, -2])]) is None
    True
    >>> contradiction([("0", [1, -1]), ("at least", [0, -1])])
    [-1, 2]
    """
    if not rows:
        return None
    *found, constant = _multipliers([*rows, ("+", [Fraction(1)] * len(rows[0][1]))]) or (None,)
    if constant is None:
        return None
    scale = Fraction(lcm(*(factor.denominator for factor in found)), gcd(*(factor.numerator for factor in found)) or 1)
    return [int(factor * scale) for factor in found]


def _multipliers(rows: list[Row]) -> list[Any] | None:
    """Return multipliers of functions, the last of which is 1."""
    corners = range(len(rows[0][1]))
    if not corners:
        return [Fraction(0)] * (len(rows) - 1) + [Fraction(1)]
    zero = next((place for place, (sign, _) in enumerate(rows) if sign == "0"), None)
    if zero is not None:
        return _with_zero(rows, zero)
    game = optimal_mixes([[value if sign == "-" else -value for value in values] for sign, values in rows])
    if game.value < 0:
        return None
    if all(sign == "at least" or not factor for (sign, _), factor in zip(rows, game.rows, strict=True)):
        forced = ["0" if factor else sign for (sign, _), factor in zip(rows, game.rows, strict=True)]
        found = _multipliers(list(zip(forced, (values for _, values in rows), strict=True)))
        if found is None:
            return None
        more = max(0, *(-now / factor for now, factor in zip(found, game.rows, strict=True) if factor))
        return [now + more * factor for now, factor in zip(found, game.rows, strict=True)]
    return [-factor if sign == "-" else factor for (sign, _), factor in zip(rows, game.rows, strict=True)]


def _with_zero(rows: list[Row], zero: int) -> list[Any] | None:
    """Return multipliers of functions, one of which must be 0 (step 1)."""
    g, others = rows[zero][1], rows[:zero] + rows[zero + 1 :]
    below, above = ([place for place, value in enumerate(g) if sign * value > 0] for sign in (-1, 1))
    on = [place for place, value in enumerate(g) if not value]

    def restricted(values: Sequence[Any]) -> list[Any]:
        pairs = ((low, high, Fraction(g[high], g[high] - g[low])) for low in below for high in above)
        between = [share * values[low] + (1 - share) * values[high] for low, high, share in pairs]
        return [values[place] for place in on] + between

    found = _multipliers([(sign, restricted(values)) for sign, values in others])
    if found is None:
        return None
    total = [
        sum(factor * values[place] for factor, (_, values) in zip(found, others, strict=True))
        for place in range(len(g))
    ]
    factor = max((total[place] / -g[place] for place in below), default=None)
    if factor is None:
        factor = min((-total[place] / g[place] for place in above), default=Fraction(0))
    return [*found[:zero], factor, *found[zero:]]
