"""Three random guns: closed forms and bounds against quadrature, against each other, and against exact play."""

import json
import random
import re
from fractions import Fraction
from itertools import pairwise, product
from math import sqrt
from statistics import mean, stdev

import mpmath
import pytest
from enclose_guns import enclosed_wins
from examples import one_row_in
from pages import assert_numbers, assert_rounded, formula, page_text, section

from truel_ref import Problem, equilibria, solve, solve_many
from truel_ref.studies.which_gun import GUNS, ORDERS, RULES, SETTINGS, averages, closed_wins, kept_bounds

DRAWN = "random shooter"
PAGE = page_text("atlas/which-gun.md")


# -- a second derivation: the rules, written from the story, and quadrature


def wins_by_story(order, hits, passes):
    """Return what the guns win in turn, all at the strongest, told from who hits first; no code of the package."""
    aims = {0: 1, 1: 0, 2: None if passes else 0}
    keeps, wins = 1, [0, 0, 0]
    for gun in order:
        if aims[gun] is None:
            continue  # a miss on purpose, and the next one fires
        (third,) = {0, 1, 2} - {gun, aims[gun]}
        p, q = hits[gun], hits[third]
        chance = keeps * p / (p + q - p * q)
        wins[third] += chance * q
        wins[gun] += chance * (1 - q) * p
        keeps = keeps * (1 - p)
    return [win / (1 - keeps) for win in wins]


def quadrature(points, rules):
    """Return means by the rule of Gauss and Legendre in x = s, y = s t, z = s t u, of density 6 s^2 t."""
    nodes = gauss(points)
    sums = {key: [mpmath.mpf(0)] * 3 for key in rules}
    for s, ws in nodes:
        for t, wt in nodes:
            for u, wu in nodes:
                weight = 6 * s * s * t * ws * wt * wu
                for key in rules:
                    wins = rules[key]((s, s * t, s * t * u))
                    sums[key] = [total + weight * win for total, win in zip(sums[key], wins, strict=True)]
    return sums


def gauss(points):
    """Return the points and weights on [0, 1]: the roots of a Legendre polynomial."""
    roots = mpmath.polyroots(mpmath.taylor(lambda x: mpmath.legendre(points, x), 0, points)[::-1], 200, extraprec=400)
    nodes = []
    for x in map(mpmath.re, roots):
        slope = points * (x * mpmath.legendre(points, x) - mpmath.legendre(points - 1, x)) / (x * x - 1)
        nodes.append(((1 + x) / 2, 1 / ((1 - x * x) * slope**2)))
    return nodes


BY_STORY = {
    (rule, order): (lambda hits, order=order, passes=passes: wins_by_story(order, hits, passes))
    for rule, passes in (("without a miss", False), ("the weakest passes", True))
    for order in ORDERS
}


def wins_when_drawn(hits):
    """Return what the guns win with a random shooter, all at the strongest."""
    x, y, z = hits
    return x * x / ((x + z) * (x + y + z)), y / (x + y + z), z * (2 * x + z) / ((x + z) * (x + y + z))


@pytest.mark.parametrize(
    ("points", "digits"),
    [
        (7, 8),
        pytest.param(26, 30, marks=pytest.mark.slow),
    ],
)
def test_closed_forms_are_what_quadrature_gives(points, digits):
    rules = BY_STORY | {(DRAWN, ORDERS[0]): wins_when_drawn}
    with mpmath.workdps(digits + 10):
        for (rule, order), means in quadrature(points, rules).items():
            for mean, form in zip(means, closed_wins(rule, order), strict=True):
                assert abs(mean - form.value(digits + 5)) < mpmath.mpf(10) ** -digits, (rule, order, str(form))


# -- bounds


CLOSED = [(rule, order) for rule in ("without a miss", "the weakest passes") for order in ORDERS]


def is_met(rule, order, bounds):
    """The known numbers lie between bounds; known bounds meet them."""
    forms = closed_wins(rule, order)
    known = kept_bounds(rule, order) or [(Fraction(mpmath.nstr(form.value(25), 20)),) * 2 for form in forms]
    assert all(low <= high and low <= own[1] and own[0] <= high for (low, high), own in zip(bounds, known, strict=True))
    assert sum(low for low, _ in bounds) <= 1 <= sum(high for _, high in bounds)


SOME = {"level": 2, "width": 1e-3}, [*CLOSED[:1], *CLOSED[5:7], (DRAWN, ORDERS[0])]
ALL = {"level": 4, "edges": 2, "width": 1e-8}, [*CLOSED, (DRAWN, ORDERS[0])]


@pytest.mark.parametrize(("settings", "cases"), [SOME, pytest.param(*ALL, marks=pytest.mark.slow)], ids=len)
def test_closed_forms_lie_between_proved_bounds(settings, cases):
    for rule, order in cases:
        bounds = enclosed_wins(rule, order, **settings)
        assert max(high - low for low, high in bounds) < settings["width"]
        is_met(rule, order, bounds)


@pytest.mark.parametrize(
    ("rule", "order", "level", "width"),
    [
        *one_row_in(3, [("stationary", order, 2, 1e-2) for order in ORDERS]),
        pytest.param("announced", (2, 1, 0), 2, 1e-2, marks=pytest.mark.slow),
    ],
)
def test_coarse_bounds_meet_the_kept_ones(rule, order, level, width):
    is_met(rule, order, enclosed_wins(rule, order, level=level, edges=1, width=width))


@pytest.mark.slow
@pytest.mark.parametrize("rule", SETTINGS)
@pytest.mark.parametrize("order", ORDERS)
def test_the_kept_bounds_are_made_again(rule, order):
    made, kept = (
        sum(map(tuple, some), ()) for some in (enclosed_wins(rule, order, *SETTINGS[rule]), kept_bounds(rule, order))
    )
    assert max(abs(one - other) for one, other in zip(made, kept, strict=True)) <= Fraction(2, 10**8)


# -- exact play at random points


SEARCH = {"without a miss": {"search": "others"}}


def random_hits(rng):
    return sorted((Fraction(rng.randrange(1, 1 << 20), 1 << 20) for _ in range(3)), reverse=True)


def played(rule, order, points, rng):
    """Return what the guns win at random points, by exact play."""
    problems = [
        Problem([draw[gun] for gun in order], **SEARCH.get(rule, {})) for draw in map(random_hits, [rng] * points)
    ]
    answers = (equilibria(problem)[0] for problem in problems) if rule == "stationary" else solve_many(problems)
    return [[float(answer.win[order.index(gun)]) for gun in range(3)] for answer in answers]


SAMPLES = [(rule, (2, 1, 0), 700, 4) for rule in ("announced", "without a miss")]
LARGE = product(("announced", "stationary", "without a miss"), ORDERS, [20_000], [5])


@pytest.mark.parametrize(
    ("rule", "order", "points", "deviations"),
    [*SAMPLES, *(pytest.param(*sample, marks=pytest.mark.slow) for sample in LARGE)],
)
def test_exact_play_at_random_points(rule, order, points, deviations):
    """The mean over a sample is within some standard errors of what is known."""
    rows = played(rule, order, points, random.Random(f"{rule} {order}"))
    for values, known in zip(zip(*rows, strict=True), averages().of(rule, order).middles, strict=True):
        assert abs(mean(values) - float(known)) < deviations * stdev(values) / sqrt(points)


# -- the table


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule != DRAWN])
def test_by_lot_is_the_mean_of_the_orders(rule):
    rows = [averages().of(rule, order).middles for order in ORDERS]
    means = [sum(values) / 6 for values in zip(*rows, strict=True)]
    own = averages().of(rule, None).middles
    assert max(abs(one - other) for one, other in zip(means, own, strict=True)) < Fraction(1, 10**9)


def choices(row):
    """Return the guns from the best choice to the worst, by bounds that are apart or by closed forms."""
    ends = row.bounds or [(middle, middle) for middle in row.middles]
    ranked = sorted(range(3), key=lambda gun: ends[gun], reverse=True)
    assert all(ends[more][0] > ends[less][1] for more, less in pairwise(ranked))
    return ranked


STRONGEST, MIDDLE, WEAKEST = range(3)


def test_by_lot_the_best_gun_is_the_best_choice():
    best = STRONGEST
    assert {rule: tuple(choices(averages().of(rule, None))) for rule in RULES} == {
        **dict.fromkeys(("announced", "stationary", "the weakest passes"), (best, WEAKEST, MIDDLE)),
        **dict.fromkeys(("without a miss", DRAWN), (best, MIDDLE, WEAKEST)),
    }
    lots = [averages().of(rule, None).middles for rule in ("without a miss", DRAWN)]
    less = [100 * (middle - weakest) for _, middle, weakest in lots]
    assert_rounded(PAGE, {"nobody may, by {} percentage points, and with a random shooter, by {}.": less})


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule != DRAWN])
def test_who_shoots_first_of_the_two_better_ones_decides(rule):
    """With a random shooter nobody is first."""
    after = {order for order in ORDERS if order.index(STRONGEST) > order.index(MIDDLE)}
    best = {order for order in ORDERS if choices(averages().of(rule, order))[0] == STRONGEST}
    exception = (MIDDLE, WEAKEST, STRONGEST)
    assert best == {*ORDERS} - after | ({exception} if rule == "announced" else set())
    assert choices(averages().of(rule, exception))[0] == (STRONGEST if rule == "announced" else MIDDLE)
    assert_numbers(PAGE, {"In announced play it is so for {} of these {} orders": [2, len(after)]})


def test_the_formulas_of_the_page_for_a_random_shooter():
    """As they are printed there, to 30 digits."""
    spellings = {r"\frac{3}{4}": "3/4*", r"\frac{1}{2}": "1/2", r"\log 3": "log(3)", r"\log^2 2": "*log(2)**2"}
    spellings |= {r"\pi^2": "pi**2", r"\mathrm{Li}_2(1/4)": "polylog(2, 1/4)"}
    (shown,) = re.findall(r"the strongest wins \$(.*?)\$ and the middle gun \$(.*?)\$\.", " ".join(PAGE.split()))
    with mpmath.workdps(40):
        for text, form in zip(shown, closed_wins(DRAWN, ORDERS[0])[:2], strict=True):
            spelled_out = re.sub("|".join(map(re.escape, spellings)), lambda sign: spellings[sign[0]], text)
            assert abs(form.value(40) - mpmath.mpf(str(formula(spelled_out).evalf(40)))) < mpmath.mpf(10) ** -30


def test_without_a_miss_everybody_does_best_to_aim_at_the_strongest():
    rng = random.Random(8)
    for _ in range(100):
        hits = [Fraction(place, 1009) for place in rng.sample(range(1, 1009), 3)]
        strongest = [max((other for other in range(3) if other != own), key=hits.__getitem__) for own in range(3)]
        assert [aim.target for aim in solve(hits, search="others").aims] == strongest


def test_what_forums_say():
    """The verdicts of the page: how often each gun wins where the worst begins, and by lot where nobody may pass."""
    last_first, known = (WEAKEST, MIDDLE, STRONGEST), averages()
    passing, lot = known.of("the weakest passes", last_first).middles, known.of("without a miss", None).middles
    shares = [100 * passing[gun] for gun in (MIDDLE, STRONGEST, WEAKEST)]
    verdicts = section(PAGE, "What forums say")
    assert_rounded(
        verdicts,
        {
            "right: {} for the middle, {} for the strongest, {} for the weakest gun": shares,
            "| {}, {} and {} % if the weakest always passes": shares,
            "The strongest wins {} % and {} %;": [100 * lot[STRONGEST], 100 * known.of(DRAWN, None).middles[STRONGEST]],
            "by lot with {} against {} % for the middle one": [100 * lot[WEAKEST], 100 * lot[MIDDLE]],
        },
    )
    rows = [known.of(rule, last_first) for rule in ("stationary", "announced")]
    assert [choices(row) for row in rows] == [[MIDDLE, WEAKEST, STRONGEST]] * 2
    for end in (0, 1):  # a rounded percentage holds all that bounds leave open
        ends = [100 * row.bounds[MIDDLE][end] for row in rows]
        assert_rounded(verdicts, {"only when it pays: {} % in stationary, {} % in announced play": ends})


@pytest.mark.parametrize(("rule", "most"), [("announced", 2e-4), ("stationary", 4e-5)])
def test_kept_bounds_are_narrow(rule, most):
    assert max(high - low for order in ORDERS for low, high in kept_bounds(rule, order)) < most


def test_the_command_prints_every_row(printed):
    rows = json.loads(printed("atlas", "guns", "--json"))["averages"]
    assert (len(rows), set(rows[-1]["forms"])) == (4 * 7 + 1, {*GUNS})
    assert {row["source"] for row in rows} == {"bounded", "derived"}
