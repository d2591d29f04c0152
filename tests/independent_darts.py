"""Darts a second time, from the rules alone: nothing here imports the package."""

from fractions import Fraction
from itertools import product

CLOCK = [20, 1, 18, 4, 13, 6, 10, 15, 2, 17, 3, 19, 7, 16, 8, 11, 14, 9, 12, 5]
VALUE = {"OFF": 0, "SB": 25, "DB": 50}
VALUE |= {f"{'SDT'[times - 1]}{number}": times * number for times in (1, 2, 3) for number in CLOCK}
AIMS = [f"T{n}" for n in range(20, 0, -1)] + [f"D{n}" for n in range(20, 0, -1)] + ["DB"]
AIMS += [f"S{n}" for n in range(20, 0, -1)] + ["SB"]


def lands(aim, m):
    """Return where a dart lands, by running through everything that can go wrong, one case at a time."""
    m = Fraction(m)
    if aim == "SB":
        rings = [("SB", 1 - m), ("DB", m * Fraction(1, 4)), ("S", m * Fraction(3, 4))]
    elif aim == "DB":
        off = 1 if 3 * m > 1 else 3 * m
        rings = [("DB", 1 - off), ("S", off * Fraction(2, 3)), ("SB", off * Fraction(1, 3))]
    elif aim[0] == "T":
        rings = [("T", 1 - m), ("S", m)]
    elif aim[0] == "D":
        rings = [("D", 1 - m), ("S", m * Fraction(1, 2)), ("OFF", m * Fraction(1, 2))]
    else:
        rings = [("S", 1 - m * Fraction(1, 5)), ("D", m * Fraction(1, 10)), ("T", m * Fraction(1, 10))]
    result = {}

    def add(place, chance):
        if chance:
            result[place] = result.get(place, 0) + chance

    for ring, chance in rings:
        if ring == "OFF":
            add("OFF", chance)
        elif aim in ("SB", "DB"):
            stays = 0 if ring == "S" else 1 - m
            if ring != "S":
                add(ring, chance * stays)
            for number in CLOCK:
                add(f"S{number}", chance * (1 - stays) * Fraction(1, 20))
        else:
            place = CLOCK.index(int(aim[1:]))
            for step, share in ((-1, m / 2), (0, 1 - m), (1, m / 2)):
                add(f"{ring}{CLOCK[(place + step) % 20]}", chance * share)
    return result


def mean(aim, m):
    return sum(chance * VALUE[place] for place, chance in lands(aim, m).items())


def all_finishes(darts):
    """Return for every total all sequences of so many darts that end in a double, by trying every sequence."""
    by_total = {}
    doubles = [aim for aim in AIMS if aim[0] == "D"]
    for way in product(*[AIMS] * (darts - 1), doubles):
        by_total.setdefault(sum(VALUE[aim] for aim in way), []).append(way)
    return by_total


def nine_darts(start=501):
    """Return all sequences of nine darts from a start, one by one, that end in a double."""
    near = [(aim, 60 - VALUE[aim]) for aim in AIMS]

    def extended(way, lost):
        if len(way) == 8:
            yield from ((*way, aim) for aim in AIMS if aim[0] == "D" and 50 - VALUE[aim] == lost)
            return
        for aim, less in near:
            if less <= lost:
                yield from extended((*way, aim), lost - less)

    return list(extended((), 8 * 60 + 50 - start))


def step_of(total):
    """Return how far from a proposed value the bounds are taken: more for larger totals, which rest on smaller ones."""
    return 1e-10 * (1 + total)


def brackets_turns(proposed, m, slack=1e-13):
    """Tell whether the least expected numbers of turns lie within `step_of(total)` of proposed ones, from 2 upwards.

    Value iteration from both sides. Where starting the turn again is worth `x`, the best worth `f(x)` of the turn
    rises with `x`, less steeply than 1, and with the values of smaller totals. So `x` is too low if `f(x) > x` with
    lower bounds for those, and too high if `f(x) < x` with upper bounds. The slack is more than all rounding.
    """
    import numpy as np

    chances, doubles = np.zeros((2, len(AIMS), 61))
    for row, aim in enumerate(AIMS):
        for place, chance in lands(aim, m).items():
            (doubles if place[0] == "D" else chances)[row, VALUE[place]] += float(chance)

    def turn(start, known, x):
        after = np.concatenate([np.full(62, x), known[2:start], [x]])  # what leaves `left` stands at 60 + left
        for darts in (1, 2, 3):
            lefts = np.arange(start if darts == 3 else max(2, start - 60 * (3 - darts)), start + 1)
            plain = after[60 + lefts[:, None] - np.arange(61)]
            ended = np.where(lefts[:, None] == np.arange(61), 0.0, plain)
            after = np.full(61 + start, np.nan)
            after[:62] = x
            after[60 + lefts] = (plain @ chances.T + ended @ doubles.T).min(axis=1)
        return 1 + after[60 + start]

    low, high = np.zeros((2, len(proposed) + 2))
    for start, value in sorted(proposed.items()):
        low[start], high[start] = value - step_of(start), value + step_of(start)
        rises = turn(start, low, low[start]) > low[start] + slack
        falls = turn(start, high, high[start]) < high[start] - slack
        if not (rises and falls):
            return False
    return True
