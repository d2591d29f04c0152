"""Three random guns: closed forms and bounds against quadrature, against each other, and against exact play."""

import json
import random
import re
from fractions import Fraction
from itertools import pairwise, permutations
from math import sqrt

import mpmath
import pytest
from from_scripts import script
from pages import formula, is_rounded, numbers, page_text, section, spelled

from truel_ref import Problem, equilibria, solve, solve_many
from truel_ref.studies.uniqueness import weakest_gains
from truel_ref.studies.which_gun import GUNS, ORDERS, RULES, SETTINGS, averages, closed_wins, kept_bounds

enclosed_wins = script("enclose_guns").enclosed_wins
DRAWN = "random shooter"
PAGE = page_text("atlas/which-gun.md")


# -- a second derivation: the rules, written from the story, and quadrature


def wins_by_story(order, hits, passes):
    """Return what the guns win in turn, all at the strongest, told from who hits first; no code of the package."""
    aims = {0: 1, 1: 0, 2: None if passes else 0}
    keeps, wins = 1, [0, 0, 0]
    for gun in order:
        if aims[gun] is None:
            continue  # he misses on purpose, and the next one fires
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


RECOGNISED = {
    (rule, order): (lambda hits, order=order, passes=passes: wins_by_story(order, hits, passes))
    for rule, passes in (("without a miss", False), ("the weakest passes", True))
    for order in ORDERS
}


def wins_when_drawn(hits):
    """Return what the guns win with a random shooter, all at the strongest."""
    x, y, z = hits
    below = (x + z) * (x + y + z)
    return x * x / below, y / (x + y + z), z * (2 * x + z) / below


def by_quadrature(points, digits, rules):
    with mpmath.workdps(digits + 10):
        sums = quadrature(points, rules)
        for (rule, order), means in sums.items():
            for mean, form in zip(means, closed_wins(rule, order), strict=True):
                assert abs(mean - form.value(digits + 5)) < mpmath.mpf(10) ** -digits, (rule, order, str(form))


def test_closed_forms_are_what_quadrature_gives():
    by_quadrature(7, 8, RECOGNISED | {(DRAWN, ORDERS[0]): wins_when_drawn})


@pytest.mark.slow
def test_closed_forms_are_what_quadrature_gives_to_thirty_digits():
    by_quadrature(26, 30, RECOGNISED | {(DRAWN, ORDERS[0]): wins_when_drawn})


@pytest.mark.slow
def test_recognised_forms_are_what_quadrature_gives_to_as_many_digits_as_the_page_says():
    """Some ten minutes; the form that is derived needs no digits, and would need more points."""
    (digits,) = numbers(PAGE, "a closed form that agrees with quadrature in {} digits")
    by_quadrature(88, int(digits), RECOGNISED)


def test_the_derivation_with_a_random_shooter():
    """Every integral of the docstring, by quadrature in one variable, to 30 digits."""
    first, second, _ = closed_wins(DRAWN, ORDERS[0])
    with mpmath.workdps(40):
        log, li2 = mpmath.log, lambda x: mpmath.polylog(2, x)
        quarter = mpmath.mpf(1) / 4
        middle = mpmath.quad(lambda y: 2 * y * log((1 + 2 * y) / (1 + y)), [0, 1])
        parts = [mpmath.quad(lambda z, k=k: log((2, 1)[k] + (1, 2)[k] * z) / (1 + z), [0, 1]) for k in (0, 1)]
        claimed = [li2(-1) - li2(-2), 3 * log(2) ** 2 / 2 - li2(2 * quarter) + li2(quarter)]
        small = mpmath.mpf(10) ** -30
        assert abs(middle - second.value(35)) < small
        assert all(abs(part - claim) < small for part, claim in zip(parts, claimed, strict=True))
        assert abs(2 * (parts[0] - parts[1]) - first.value(35)) < small


# -- bounds


CLOSED = [(rule, order) for rule in ("without a miss", "the weakest passes") for order in ORDERS]


def is_met(rule, order, bounds):
    """The known numbers lie between bounds; known bounds meet them."""
    forms = closed_wins(rule, order)
    known = kept_bounds(rule, order) or [(Fraction(mpmath.nstr(form.value(25), 20)),) * 2 for form in forms]
    assert all(low <= high and low <= own[1] and own[0] <= high for (low, high), own in zip(bounds, known, strict=True))
    assert sum(low for low, _ in bounds) <= 1 <= sum(high for _, high in bounds)


@pytest.mark.parametrize(("rule", "order"), [*CLOSED[:1], *CLOSED[5:7], (DRAWN, ORDERS[0])])
def test_closed_forms_lie_between_proved_bounds(rule, order):
    bounds = enclosed_wins(rule, order, level=2, width=1e-3)
    assert max(high - low for low, high in bounds) < 1e-3
    is_met(rule, order, bounds)


@pytest.mark.slow
@pytest.mark.parametrize(("rule", "order"), [*CLOSED, (DRAWN, ORDERS[0])])
def test_closed_forms_lie_between_bounds_of_eight_digits(rule, order):
    bounds = enclosed_wins(rule, order, level=4, edges=2, width=1e-8)
    assert max(high - low for low, high in bounds) < 1e-8
    is_met(rule, order, bounds)


@pytest.mark.parametrize("order", ORDERS)
def test_coarse_bounds_of_stationary_play_meet_the_kept_ones(order):
    is_met("stationary", order, enclosed_wins("stationary", order, level=3, edges=1, width=1e-3))


def test_coarse_bounds_of_announced_play_meet_the_kept_ones():
    is_met("announced", (2, 1, 0), enclosed_wins("announced", (2, 1, 0), level=2, edges=1, width=1e-2))


@pytest.mark.slow
@pytest.mark.parametrize("rule", SETTINGS)
@pytest.mark.parametrize("order", ORDERS)
def test_the_kept_bounds_are_made_again(rule, order):
    unit = Fraction(1, 10**8)
    for (low, high), kept in zip(enclosed_wins(rule, order, *SETTINGS[rule]), kept_bounds(rule, order), strict=True):
        assert abs(low - kept[0]) <= 2 * unit
        assert abs(high - kept[1]) <= 2 * unit


# -- exact play at random points


SEARCH = {"without a miss": {"search": "others"}}


def played(rule, order, points, rng):
    """Yield what the guns win at random points, by exact play."""
    problems = []
    for _ in range(points):
        hits = sorted((Fraction(rng.randrange(1, 1 << 20), 1 << 20) for _ in range(3)), reverse=True)
        problems.append(Problem([hits[gun] for gun in order], **SEARCH.get(rule, {})))
    if rule == "stationary":
        answers = (equilibria(problem)[0].win for problem in problems)
    else:
        answers = (solution.win for solution in solve_many(problems))
    for win in answers:
        yield [float(win[order.index(gun)]) for gun in range(3)]


def sampled(rule, order, points, deviations):
    """The mean over a sample is within some standard errors of what is known."""
    rows = list(played(rule, order, points, random.Random(f"{rule} {order}")))
    known = averages().of(rule, order).middles
    for gun in range(3):
        values = [row[gun] for row in rows]
        mean = sum(values) / points
        error = sqrt(sum((value - mean) ** 2 for value in values) / (points - 1) / points)
        assert abs(mean - float(known[gun])) < deviations * error


@pytest.mark.parametrize("rule", ["announced", "without a miss"])
def test_exact_play_at_some_points(rule):
    sampled(rule, (2, 1, 0), 1000, 4)


@pytest.mark.slow
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("rule", ["announced", "stationary", "without a miss"])
def test_exact_play_at_many_points(rule, order):
    sampled(rule, order, 20_000, 5)


def test_stationary_play_is_neither_always_passing_nor_always_shooting():
    """The weakest does either, in every order, as the theorem says: the mean is that of no single profile."""
    rng = random.Random(5)
    for order in permutations(range(3)):
        shoots = 0
        for _ in range(300):
            hits = sorted((Fraction(rng.randrange(1, 1 << 20), 1 << 20) for _ in range(3)), reverse=True)
            shoots += weakest_gains([hits[gun] for gun in order]) > 0
        assert 0 < shoots < 300


# -- the table


def test_by_lot_is_the_mean_of_the_orders():
    table = averages()
    for rule in RULES:
        if rule != DRAWN:
            means = [sum(table.of(rule, order).middles[gun] for order in ORDERS) / 6 for gun in range(3)]
            assert all(
                abs(mean - own) < Fraction(1, 10**9)
                for mean, own in zip(means, table.of(rule, None).middles, strict=True)
            )


def choices(row):
    """Return the guns from the best choice to the worst, by bounds that are apart or by closed forms."""
    ends = row.bounds or [(middle, middle) for middle in row.middles]
    ranked = sorted(range(3), key=lambda gun: ends[gun], reverse=True)
    assert all(ends[more][0] > ends[less][1] for more, less in pairwise(ranked))
    return ranked


STRONGEST, MIDDLE, WEAKEST = range(3)
AFTER = [order for order in ORDERS if order.index(STRONGEST) > order.index(MIDDLE)]


def test_by_lot_the_best_gun_is_the_best_choice():
    table, worst = averages(), {}
    for rule in RULES:
        best, _, worst[rule] = choices(table.of(rule, None))
        assert best == STRONGEST
    assert worst == {
        **dict.fromkeys(("announced", "stationary", "the weakest passes"), MIDDLE),
        **dict.fromkeys(("without a miss", DRAWN), WEAKEST),
    }
    said = spelled(PAGE, "and the worst gun, by {} %, where nobody may; by {} % with a random shooter")
    for text, rule in zip(said, ("without a miss", DRAWN), strict=True):
        _, middle, weakest = table.of(rule, None).middles
        assert is_rounded(text, 100 * (middle - weakest))


def test_who_shoots_first_of_the_two_better_ones_decides():
    table = averages()
    assert len(AFTER) == 3
    for rule in RULES:
        if rule == DRAWN:
            continue  # nobody is first there
        best = {order: choices(table.of(rule, order))[0] for order in ORDERS}
        assert {order for order in ORDERS if best[order] == STRONGEST} - {(MIDDLE, WEAKEST, STRONGEST)} == {*ORDERS} - {
            *AFTER
        }
        assert best[MIDDLE, WEAKEST, STRONGEST] == (STRONGEST if rule == "announced" else MIDDLE)
    assert numbers(PAGE, "In announced play it is so for {} of these {} orders") == [2, 3]


def test_the_formulas_of_the_page_for_a_random_shooter():
    """As they are printed there, to 30 digits."""
    spellings = {"π²": "pi**2", "log²2": "log(2)**2", "log 3": "log(3)", "Li₂(": "polylog(2, ", "\N{MINUS SIGN}": "-"}
    (shown,) = re.findall(r"the strongest wins (.*?) and the middle one (.*?)\. -", " ".join(PAGE.split()))
    with mpmath.workdps(40):
        for text, form in zip(shown, closed_wins(DRAWN, ORDERS[0])[:2], strict=True):
            spelled_out = re.sub("|".join(map(re.escape, spellings)), lambda sign: spellings[sign[0]], text)
            assert abs(form.value(40) - mpmath.mpf(str(formula(spelled_out).evalf(40)))) < mpmath.mpf(10) ** -30


def test_without_a_miss_everybody_does_best_to_aim_at_the_strongest():
    rng = random.Random(8)
    for _ in range(200):
        hits = [Fraction(place, 1009) for place in rng.sample(range(1, 1009), 3)]
        strongest = [max((other for other in range(3) if other != own), key=hits.__getitem__) for own in range(3)]
        assert [aim.target for aim in solve(hits, search="others").aims] == strongest


def is_within(text, bounds):
    """Tell whether a rounded percentage holds all that bounds leave open."""
    return all(is_rounded(text, 100 * end) for end in bounds)


def test_what_forums_say():
    """The verdicts of the page: how often each gun wins where the worst begins, and by lot where nobody may pass."""
    verdicts, last_first, known = section(PAGE, "What forums say"), (WEAKEST, MIDDLE, STRONGEST), averages()
    forum = known.of("the weakest passes", last_first)
    said = spelled(verdicts, "right: {} for the middle, {} for the best, {} for the worst gun")
    for text, gun in zip(said, (MIDDLE, STRONGEST, WEAKEST), strict=True):
        assert is_rounded(text, 100 * forum.middles[gun])
    claimed = spelled(verdicts, "| {}, {} and {} % if the worst always passes")
    for text, gun in zip(claimed, (MIDDLE, STRONGEST, WEAKEST), strict=True):
        assert is_rounded(text, 100 * forum.middles[gun])
    said = spelled(verdicts, "only when it pays: {} % in stationary, {} % in announced play")
    for text, rule in zip(said, ("stationary", "announced"), strict=True):
        assert choices(known.of(rule, last_first)) == [MIDDLE, WEAKEST, STRONGEST]
        assert is_within(text, known.of(rule, last_first).bounds[MIDDLE])
    best = spelled(verdicts, "The best one wins {} % and {} %;")
    for text, rule in zip(best, ("without a miss", DRAWN), strict=True):
        assert is_rounded(text, 100 * known.of(rule, None).middles[STRONGEST])
    said = spelled(verdicts, "is the worst gun, by lot with {} against {} % for the middle one")
    for text, gun in zip(said, (WEAKEST, MIDDLE), strict=True):
        assert is_rounded(text, 100 * known.of("without a miss", None).middles[gun])


def test_kept_bounds_are_narrow():
    for rule, most in (("announced", 2e-4), ("stationary", 4e-5)):
        assert max(high - low for order in ORDERS for low, high in kept_bounds(rule, order)) < most


def test_the_command_prints_every_row(run):
    status, shown, _ = run("atlas", "guns", "--json")
    rows = json.loads(shown)["averages"]
    assert status == 0
    assert len(rows) == 4 * 7 + 1
    assert {row["source"] for row in rows} == {"bounded", "recognised", "derived"}
    assert set(rows[-1]["forms"]) == {*GUNS}


def test_other_rules_and_orders_are_refused():
    from truel_ref.errors import SymbolicError

    with pytest.raises(SymbolicError, match="no rule is called 'duel'"):
        enclosed_wins("duel", (0, 1, 2))
    with pytest.raises(SymbolicError, match="no order of the guns"):
        enclosed_wins("announced", (0, 1))
