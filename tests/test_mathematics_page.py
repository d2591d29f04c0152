"""The theorems of `docs/mathematics/theorems.md`, each at its boundaries: zeros, ones, equal players, ties."""

import re
from fractions import Fraction
from itertools import combinations_with_replacement, pairwise, permutations, product
from math import log, sqrt
from pathlib import Path
from random import Random

import independent
import pytest
from independent import miss, phase_values_by_chain, read_problem, unit
from independent_periodic import equilibria as independent_equilibria
from independent_periodic import objections, selections
from independent_stationary import stationary_options
from independent_variants import fire_records
from pages import page_text, repository_texts

from truel_ref import (
    Problem,
    all_outcomes,
    by_lot,
    counted_bullets,
    decision,
    equilibria,
    finite_rounds,
    opinion_contest,
    periodic_equilibria,
    random_shooter,
    simultaneous_fire,
    solve,
)
from truel_ref.game.problem import TIE_RULES
from truel_ref.symbolic.partition import regions

PAGE = page_text("theorems.md")
STATED = re.findall(r'^<a id="(T\d+)"></a>\*\*Theorem \1\b', PAGE, flags=re.MULTILINE)
ORDER = (0, 1, 2)
F = Fraction
BOUNDARY = [F(0), F(1, 3), F(1)]
SINGLES = [*(unit(3, target) for target in ORDER), miss(3)]


def some(seed, count):
    """Yield this many random sources, the same ones in every run."""
    return (Random(f"{seed} {number}") for number in range(count))


def drawn(dice):
    """Return a random hit probability, in twelfths."""
    return F(dice.randint(0, 12), 12)


def sorted_hits(seed, count, below):
    """Yield three different hit probabilities, the best shot first."""
    for dice in some(seed, count):
        yield [F(top, below) for top in sorted(dice.sample(range(1, below + 1), 3), reverse=True)]


def drawn_aim(dice):
    """Return a random aim of one of three players, at oneself included: a single, Miss or a mix."""
    cuts = sorted(dice.randint(0, 12) for _ in ORDER)
    mix = tuple(F(high - low, 12) for low, high in pairwise([0, *cuts]))
    return dice.choice([*SINGLES, mix, mix])


def turn(hits, mover, aim):
    """R2.1: what a turn of three players wins, and the chance that it passes; the last two shoot at each other."""
    r = [F(0)] * 3
    for target in ORDER:
        first, second = [(mover + step) % 3 for step in (1, 2, 3) if (mover + step) % 3 != target][:2]
        ends = hits[first] + hits[second] - hits[first] * hits[second]
        wins = {first: hits[first] / ends, second: 1 - hits[first] / ends} if ends else {}
        r = [mine + hits[mover] * aim[target] * wins.get(who, 0) for who, mine in enumerate(r)]
    return r, 1 - hits[mover] * sum(aim)


def composed(turns):
    """What turns one after the other win, and the chance that all pass."""
    v, kappa = [F(0)] * 3, F(1)
    for r, k in turns:
        v, kappa = [mine + kappa * more for mine, more in zip(v, r, strict=True)], kappa * k
    return v, kappa


def settings(seed, count):
    """Yield hit probabilities of three, what B and C win by random aims and pass, and random dice, as A sees them."""
    for dice in some(seed, count):
        hits = [dice.choice([drawn(dice), F(0), F(1)]) for _ in ORDER]
        v, kappa = composed([turn(hits, mover, drawn_aim(dice)) for mover in (1, 2)])
        yield dice, hits, v[0], kappa


def worth(turn_of_a, v, kappa):
    """R8.2, for A."""
    r, k = turn_of_a
    return (r[0] + k * v) / (1 - k * kappa) if k * kappa < 1 else F(0)


def aims_of_hitters(answer, hits):
    """The aims of all equilibria, without those of players who never hit."""
    return {tuple(str(aim) if hit else "" for aim, hit in zip(one.aims, hits, strict=True)) for one in answer}


def test_theorems_are_numbered_one_after_the_other_and_those_that_are_cited_are_stated():
    assert [f"T{number}" for number in range(1, 30)] == STATED
    tested = re.findall(r"t\d+", " ".join(name for name in globals() if re.match(r"test_t\d", name)))
    assert {*STATED} == {number.upper() for number in tested}
    pattern = re.compile(r"\b[Tt]heorem\s+(T\d+)\b|\[(T\d+)\]\([./a-z]*theorems\.md\)")
    texts = [text for path, text in repository_texts().items() if path != Path(__file__)]
    cited = {"".join(number) for text in texts for number in pattern.findall(text)}
    assert {"T1", "T13", "T24"} <= cited <= {*STATED}


# -- the value of fixed aims


def test_t1_the_value_is_the_only_solution_or_nobody_is_hit():
    aims = {"A": SINGLES[0], "B": SINGLES[1], "C": SINGLES[2], "Miss": SINGLES[3]}
    for hits in product(BOUNDARY, repeat=3):
        for words in [*product(aims, repeat=3)][::3]:
            v, passes = composed([turn(hits, mover, aims[word]) for mover, word in enumerate(words)])
            stalls = all(hits[mover] * sum(aims[word]) == 0 for mover, word in enumerate(words))
            assert (passes == 1) == stalls
            win = solve(hits, targets=list(words)).win
            assert list(win) == ([F(0)] * 3 if stalls else [more / (1 - passes) for more in v])


def test_t2_win_probabilities_and_stalemate_add_up_to_1():
    words = ["A", "B", "C", "Miss", "Self", "Random"]
    for dice in some("T2", 30):
        hits = [dice.choice([F(0), drawn(dice)]) for _ in ORDER]
        solution = solve(
            hits, targets=dice.choices(words, k=3), target_later=dice.choice(["Miss", "Strongest", "Self"])
        )
        assert sum(solution.win) + solution.stalemate == 1
        assert min(*solution.win, solution.stalemate) >= 0
    assert solve([0, 0, "1/2"], targets=["Miss", "Miss", "Self"]).stalemate == 1  # a later phase stalls


def test_t3_one_quotient_for_each_set_of_zeros():
    """With A at B and two who miss, C faces A and begins; the chance of A's hit cancels, unless it is 0."""
    for a, b, c in product(BOUNDARY, repeat=3):
        solution = solve([a, b, c], targets=["B", "Miss", "Miss"])
        assert (solution.win[2], solution.stalemate) == ((c / (a + c - a * c), 0) if a else (0, 1))


def test_t4_the_last_two_shoot():
    for p, q in product([*BOUNDARY, F(1, 12)], repeat=2):
        solution, answer = solve([p, q]), equilibria([p, q])
        ends = p + q - p * q
        assert solution.win == ((p / ends, q * (1 - p) / ends) if ends else (0, 0))
        assert (len(answer), solution.ties) == (1, ())
        for share in (F(0), F(1, 3), F(1)):  # whatever a y who does not react does, x wins most by shooting
            shooting, waiting = (solve([p, q], targets=[aim, [share, 0]]).win[0] for aim in ("B", "Miss"))
            assert shooting > waiting or p == waiting == 0


def test_t5_the_sign_is_linear_in_what_came_before():
    for dice in some("T5", 200):
        kappa, k1, k2 = (dice.choice([drawn(dice), F(1)]) for _ in range(3))
        v, r1, r2 = (drawn(dice) * (1 - k) for k in (kappa, k1, k2))
        line = r1 - r2 + (k1 - k2) * v + (k1 * r2 - k2 * r1) * kappa
        if 1 in (k1 * kappa, k2 * kappa):
            assert line == 0
        else:
            gain = (r1 + k1 * v) / (1 - k1 * kappa) - (r2 + k2 * v) / (1 - k2 * kappa)
            assert line == gain * (1 - k1 * kappa) * (1 - k2 * kappa)


# -- the solution

TIED = [(F(1, 2),) * 3, (F(1, 2), F(1, 2), F(1)), (F(0), F(0), F(1, 2)), (F(0),) * 3, (F(1),) * 3, (F(0), F(1), F(1))]


@pytest.mark.parametrize("rule", sorted(TIE_RULES))
def test_t6_one_solution_under_each_tie_rule(rule):
    for hits in TIED[::2]:
        assert solve(hits, if_eq=rule, search="All").win == independent.solve(hits, if_eq=rule, search="All").win


def test_t7_nobody_gains_at_any_node_not_even_by_what_is_forbidden():
    options = [[option for option in SINGLES if option != unit(3, mover)] for mover in ORDER]
    for hits in [*TIED, (F(1, 3), F(2, 3), F(1)), (F(1, 2), F(2, 5), F(3, 5))]:
        solution = solve(hits)
        for earlier in (earlier for length in range(3) for earlier in product(*options[:length])):
            node = decision(solution, earlier)
            values = {worth.aim: worth.value or 0 for worth in node.worths}
            assert node.chosen is None or values[node.chosen] == max(values.values())
            assert node.chosen or not any(values.values())
    assert [one.stalemate for one in equilibria([1, 1, 1])].count(1) == 1
    assert solve([1, 1, 1]).stalemate == 0


def test_t8_what_can_be_chosen_in_some_combination():
    for dice in some("T8", 60):
        options = [[dice.randint(0, 5) for _ in range(dice.randint(1, 3))] for _ in range(dice.randint(1, 4))]
        possible = {max(values) for values in product(*options)}
        assert possible == {x for values in options for x in values if x >= max(map(min, options))}


# -- against fixed aims


def test_t9_t10_t11_a_mix_a_clock_and_a_shot_at_oneself_gain_nothing():
    for dice, hits, v, kappa in settings("T9", 150):
        worths = [worth(turn(hits, 0, aim), v, kappa) for aim in SINGLES]
        mix = drawn_aim(dice)
        parts = [one for one, weight in zip(worths, [*mix, 1 - sum(mix)], strict=True) if weight]
        assert worth(turn(hits, 0, mix), v, kappa) <= max(parts)
        value = dice.choice(worths)
        for _ in range(4):
            r, k = turn(hits, 0, drawn_aim(dice))
            value = r[0] + k * (v + kappa * value)
            assert value <= max(worths)
        assert worths[0] <= worths[3]


@pytest.mark.parametrize("players", [3, 4])
def test_t12_without_a_miss_there_is_one_and_announced_play_is_the_same(players):
    for dice in some(f"T12 {players}", 3):
        hits = [F(top, 30) for top in dice.sample(range(1, 31), players)]
        (only,), solution = equilibria(hits, search="Others"), solve(hits, search="Others")
        assert (only.aims, only.win, only.strict) == (solution.aims, solution.win, True)


@pytest.mark.parametrize("rule", TIE_RULES)
def test_t12_with_ties_what_is_announced_is_an_equilibrium_but_under_rule_3(rule):
    for hits in product([F(0), F(1, 4), F(1)], repeat=3):
        problem = Problem(hits, search="Others", if_eq=rule)
        found = aims_of_hitters(equilibria(problem), hits)
        assert rule == 3 or not any(hits) or aims_of_hitters([solve(problem)], hits) <= found
    tied = Problem(["1/4", "1/4", "1/6"], search="Others", if_eq=rule)
    assert (str(solve(tied).aims[0]) == "C") == (rule == 3)


# -- stationary play


def by_strength(hits):
    """Yield the orders in which players may be called X, Y and Z, with their hit probabilities."""
    for order in permutations(ORDER):
        x, y, z = (hits[player] for player in order)
        if x >= y >= z:
            yield order, (x, y, z)


def stated_stationary(hits):
    """The pure equilibria that T13 states for players who are not all equal, without the aims of who never hits."""
    found = set()
    for order, (x, y, z) in by_strength(hits):
        gains = x * (x * (1 - y) * (1 - z) - y) - (1 - x) * y * y * (x + z - x * z)
        if (order[1] - order[0]) % 3 == 2:
            gains -= x * y * (x - y) * (1 - z)
        named = ["ABC"[player] for player in order]
        for last in [named[0]] * (gains >= 0) + ["Miss"] * (gains <= 0):
            aims = dict(zip(order, (named[1], named[0], last), strict=True))
            found.add(tuple(aims[player] if hits[player] else "" for player in ORDER))
    return found


def test_t13_for_equals_zeros_and_ones_and_where_t_is_0():
    for hits in product(map(F, ("0", "1/3", "2/5", "1")), repeat=3):
        answer = aims_of_hitters(equilibria(hits), hits)
        if len({*hits}) > 1:
            assert answer == stated_stationary(hits)
        elif 0 < hits[0] < 1:
            circles = {("C", "A", "B")} | ({("B", "C", "A")} if hits[0] ** 2 - 3 * hits[0] + 1 >= 0 else set())
            assert answer == stated_stationary(hits) | circles
        else:
            assert len(answer) == (11 if hits[0] else 1)
    assert [len(equilibria([1, "2/5", "1/3"])), len(equilibria(["(3 - sqrt(5))/2"] * 3))] == [2, 5]


def test_t14_two_strict_and_a_mixed_one():
    answer = equilibria(["13/25", "1/2", "11/25", "2/5"], mixed=True)
    assert sorted((bool(one.mixing), one.strict) for one in answer) == [(False, True), (False, True), (True, False)]


def test_t15_none_that_is_pure():
    answer = equilibria(["1/5", "7/10", "2/5", "3/5", "1/2"])
    assert [len(answer), len(answer.gains), min(gain.gain for gain in answer.gains) > 0] == [0, 32, True]


# -- shooting at oneself

WITH_SELF = "Others, Miss, Self"
BESIDE_SELF = [
    *(["1/4", "3/4", "1/4"], ["1/4", "1/4", "1"], ["1", "1/5", "3/4"], ["1/4", "1/4", "3/4"]),  # the sets of T17
    *([0, "1/2", 1], [1, 1, "1/3"], ["1/2", "1/2", "1/2"]),
]


@pytest.mark.parametrize("rule", [1, 4, -4])
def test_t16_self_is_never_better_than_everything_else(rule):
    """At every decision of A and B, where everybody breaks ties by one order of the options."""
    for hits in BESIDE_SELF:
        solution = solve(hits, search=WITH_SELF, if_eq=rule)
        for earlier in [[], *([aim] for aim in solution.problem.options(ORDER, 0))]:
            worths = [worth for worth in decision(solution, earlier).worths if worth.value is not None]
            mine = [worth.value for worth in worths if worth.aim.target == len(earlier)]
            assert not mine or max(mine) <= max(worth.value for worth in worths if worth.aim.target != len(earlier))


@pytest.mark.parametrize(
    ("hits", "pays"),
    [
        *((hits, True) for hits in ("1/4 3/4 1/4", "9/200 31/50 9/200", "1/2 1 1/2", "1/4 1/4 1", "3/4 3/4 1")),
        *((hits, False) for hits in ("1/4 3/4 13/50", "1/2 73/100 1/2", "1/4 13/50 1", "1/4 1/4 99/100")),
    ],
)
def test_t17_the_sets_on_which_a_does_so_under_some_way_of_breaking_ties(hits, pays):
    outcomes = all_outcomes(Problem(hits.split(), search=WITH_SELF)).outcomes
    assert ("A" in {str(outcome.aims[0]) for outcome in outcomes}) == pays
    rule_3 = str(solve(hits, search=WITH_SELF, if_eq=3).aims[0])
    assert (rule_3 == "A") == (hits == "9/200 31/50 9/200")


@pytest.mark.parametrize("rule", [1, 3])
def test_t18_self_is_the_only_best_announcement(rule):
    four = ["1/10", "1/5", "1/4", "17/20"]
    values = independent.decision_values(four, (*ORDER, 3), [], search=WITH_SELF, if_eq=rule)
    second, best = sorted(values, key=lambda one: one.value)[-2:]
    assert best.option == unit(4, 0)
    assert f"worth {best.value} against {second.value} for the next best" in " ".join(PAGE.split())
    assert all("A" not in str(one.aims[0]) for one in equilibria(four, search=WITH_SELF))  # T11


# -- other rules of fire


@pytest.mark.parametrize(("solve_fire", "waits", "many"), [(random_shooter, ["Miss"], 11), (opinion_contest, [], 8)])
def test_t19_t22_for_equals_zeros_and_ones(solve_fire, waits, many):
    for a, b, c in combinations_with_replacement(map(F, ("1", "2/3", "1/4", "0")), 3):
        answer = solve_fire([a, b, c])
        if a == c:
            assert len(answer) == (many if a else 1)
            assert not a or not any(one.strict for one in answer)
            continue
        firsts = ["B", "C"] if b == c else ["B"]
        thirds = [""] if not c else ["A", "B", *waits] if a == b else ["A"]
        assert aims_of_hitters(answer, [a, b, c]) == {*product(firsts, ["A"] if b else [""], thirds)}
        assert {one.strict for one in answer} == {b > c and (a > b or not c)}


def test_t19_t22_win_probabilities():
    for a, b, c in sorted_hits("T19", 6, 40):
        total = a + b + c
        wins = (a**2 / ((a + c) * total), b / total, c * (2 * a + c) / ((a + c) * total))
        assert random_shooter([a, b, c]).only.win == wins
        opinions = opinion_contest([a, b, c]).only.win
        assert opinions[:2] == (a**2 * (a + 2 * c) / (a + c) ** 2 / total, b**2 * (b + 3 * c) / (b + c) ** 2 / total)


def turns_on(p, q, r):
    """F of T20."""
    return (1 - q) * p * (q + r - q * r) - q * (p + r - p * r)


def stated_volleys(hits):
    """The equilibria that T20 states, for any hit probabilities but two that are 1, and whether they are strict."""
    found = {}
    for order, (x, y, z) in by_strength(hits):
        first, second, third = turns_on(x, z, y), turns_on(y, z, x), turns_on(x, y, z)
        if z == 0:
            seconds = "XZ-" if y == 0 or x == 1 else "X"
            rows = {("Y", other, last): False for other in seconds for last in "XY-"} if x else {}
        elif x == 1:
            rows = {("Y", other, "X"): False for other in "XZ-"} | ({("Z", "X", "Y"): False} if second <= 0 else {})
        else:
            rows = {("Y", "X", "X"): first > 0 and x > y > z} if first >= 0 else {}
            rows |= {("Y", "Z", "X"): first < 0} if first <= 0 else {}
            rows |= {("Z", "X", "Y"): second < 0 and third < 0} if second <= 0 and third <= 0 else {}
        named = dict(zip("XYZ-", (*order, None), strict=True))
        for row, strict in rows.items():
            aims = dict(zip(order, (named[aim] for aim in row), strict=True))
            found[tuple(aims[player] if hits[player] else "-" for player in ORDER)] = strict
    return found if any(hits) else {("-", "-", "-"): False}


def volleys(hits):
    """All pure equilibria of three who fire at once, by the second derivation; the solver has the same."""
    found = {}
    for record in fire_records("simultaneous", hits):
        shown = (aim.index(1) if any(aim) else None for aim in record.policy[ORDER])
        found[tuple(target if hit else "-" for target, hit in zip(shown, hits, strict=True))] = record.strict
    solved = {
        tuple(aim.target if hit else "-" for aim, hit in zip(one.aims, hits, strict=True))
        for one in simultaneous_fire(hits)
    }
    assert found.keys() == solved
    return found


ON_SURFACES = {"10/11 1/2 2/5": 3, "3/13 1/5 1/6": 3, "20/47 2/5 4/15": 3, "9/10 7/20 441/1381": 2, "2/7 2/7 1/5": 4}
TWO_MEET = {"1115235770/1124039363 7370/22173 4279/17161": 2}


@pytest.mark.parametrize(("text", "count"), (ON_SURFACES | TWO_MEET).items())
def test_t20_on_its_surfaces(text, count):
    hits = [F(hit) for hit in text.split()]
    x, y, z = hits
    assert 0 in (turns_on(x, z, y), turns_on(y, z, x), turns_on(x, y, z))
    assert volleys(hits) == stated_volleys(hits)
    assert len(volleys(hits)) == count


def test_t20_with_equal_players_zeros_and_ones_and_at_random_points():
    for hits in [*combinations_with_replacement(map(F, ("0", "1/4", "1/3", "1")), 3), *sorted_hits("T20", 5, 40)]:
        listed = volleys(hits)
        if sorted(hits)[1] == 1:
            assert len(listed) == {F(0): 5, F(1): 18}.get(min(hits), 11)
        elif max(hits):
            expected = stated_volleys(hits)
            assert {
                tuple("-" if not hit else aim for aim, hit in zip(aims, hits, strict=True)) for aims in expected
            } == {*listed}
            assert max(hits) == 1 or 0 in hits or listed == expected


def test_t21_one_bullet_is_worth_most_to_the_weakest():
    for z, y, x in combinations_with_replacement(map(F, ("0", "1/10", "1/4", "2/3", "1")), 3):
        first, *others = counted_bullets([z, y, x], bullets=1).only.worths
        assert first > max(others) or (first == max(others) and (z == y == 0 or y == x == 1))
    for rule, lead in [(1, 0), (2, 0), (3, 1), (4, 1), (-1, 1), (-4, 0)]:
        worths = counted_bullets(Problem(["1/10", "1/4", "1/2"], if_eq=rule), bullets=1).only.worths
        assert worths.index(max(worths)) == lead


def test_t23_the_areas_beside_a_perfect_shot():
    low = 0.0
    for _ in range(80):
        low = (1 - low) ** 3 / 2 + low / 2  # the root of (1 - q)^3 = q
    cca = (sqrt(5) - 1) / 4 - log(sqrt(5) - 1)
    ccb = low**2 / 2 - low + 1 - sqrt(5) + 1 / (1 - low) + log(1 - low) - log((sqrt(5) - 1) / 2)
    areas = {region.name: region.area for region in regions([None, None, 1], play="stationary").regions}
    stated = {"C, C, A": cca, "C, Miss, A": 0.5 - cca, "C, C, B": ccb, "Miss, C, B": 0.5 - ccb}
    assert areas.keys() == stated.keys()
    assert all(least - 1e-12 <= stated[name] <= most + 1e-12 for name, (least, most) in areas.items())


# -- play that repeats

FIVE, OTHER_FIVE = ["1/5", "4/5", "1/2", "7/10", "3/5"], ["1/5", "7/10", "2/5", "3/5", "1/2"]
FOUR = ["7/20", "1/6", "19/60", "11/60"]
PLANS = [(FIVE, 2), (OTHER_FIVE, 3), (FOUR, 5)]


@pytest.mark.parametrize(("hits", "period"), PLANS)
def test_t24_t28_t29_a_plan_and_no_pure_stationary_equilibrium(hits, period):
    problem = read_problem(hits)
    [later] = selections(problem, 1, 1)
    [play] = periodic_equilibria(hits)
    plan = tuple(aim.weights for aims in play.aims for aim in aims)
    assert (play.period, play.strict, len(equilibria(hits))) == (period, True, 0)
    assert objections(problem.hits, problem.first, plan, stationary_options(problem, problem.first, 1), later) == (
        [],
        True,
    )


def test_t29_by_a_second_derivation():
    assert independent_equilibria(FOUR, period=1) == set()
    assert [len(independent_equilibria(FOUR[:left] + FOUR[left + 1 :], period=1)) for left in range(4)] == [1] * 4
    assert min(gain.gain for gain in equilibria(FOUR).gains) == F(5533380767950560, 3680171477785093973)


@pytest.mark.parametrize("rule", [1, 2, 3, 4])
def test_t25_in_any_turns_of_all_somebody_shoots(rule):
    for hits in [*product(BOUNDARY, repeat=3), (F(1, 4), F(1, 4), F(1, 2)), (F(1, 2),) * 4]:
        rounds = finite_rounds(hits, 5, tie_rule=rule).aims[::-1]  # in the order of play
        turns = [hit * sum(aim.weights) for aims in rounds for hit, aim in zip(hits, aims, strict=True)]
        size = len(hits)
        assert not any(hits) or all(any(turns[start : start + size]) for start in range(len(turns) - size + 1))


def test_t25_t26_fail_if_ties_go_to_miss():
    """C misses in all rounds but the last; the misses repeat, and are no equilibrium."""
    play = finite_rounds([0, 0, 1], 5, tie_rule=-4)
    assert [str(aims[2]) == "Miss" for aims in play.aims] == [False] + [True] * 4
    assert all(str(one.aims[0][2]) != "Miss" for one in periodic_equilibria([0, 0, 1], period=1))


@pytest.mark.parametrize(("hits", "period"), PLANS[:2])
def test_t26_what_repeats_is_the_plan(hits, period):
    """After a few rounds play with a last round follows the plan, and its values come near to those of the plan."""
    play, [plan] = finite_rounds(hits, 40), periodic_equilibria(hits)
    assert play.repeats[0] == period
    rounds = [[str(aim) for aim in aims] for aims in play.aims[-period:]][::-1]
    stated = [[str(aim) for aim in aims] for aims in plan.aims]
    assert rounds in [stated[at:] + stated[:at] for at in range(period)]
    assert min(abs(float(play.values[-1][0] - start[0])) for start in plan.starts) < 1e-12


def test_t27_three_settle():
    for hits in [*product(BOUNDARY, repeat=3), *permutations(map(F, ("1/5", "1/2", "9/10"))), (F(1), F(2, 5), F(1, 3))]:
        for rule in {3: (1,), 2: (1, 2, 4)}.get(len({*hits}), ()):
            last = finite_rounds(hits, 20, tie_rule=rule).aims[-1]
            aims = tuple(str(aim) if hit else "" for aim, hit in zip(last, hits, strict=True))
            assert aims in stated_stationary(hits)
    targets = [str(aims[2]) for aims in finite_rounds(["1/4", "1/4", "1/2"], 20, tie_rule=3).aims]
    assert all({*pair} == {"A", "B"} for pair in pairwise(targets))


def test_t27_no_longer_periods_of_different_players():
    for hits in permutations(["1/5", "1/2", "9/10"]):
        assert [play.period for play in periodic_equilibria(hits, period=3)] == [1]
    assert [play.period for play in periodic_equilibria([1, "2/5", "1/3"])] == [1, 1, 2]  # T = 0
    assert [play.period for play in periodic_equilibria(["3/4"] * 3)].count(2) == 7


# -- the sources


def test_what_the_sources_say_of_single_problems():
    mosteller = solve(["3/10", 1, "1/2"])
    assert (str(mosteller.aims[0]), mosteller.win[0]) == ("Miss", F(3, 10))
    assert [(one.aims, one.win) for one in equilibria(["3/10", 1, "1/2"])] == [(mosteller.aims, mosteller.win)]
    hits = [F(3, 10), F(1), F(1, 2)]
    assert phase_values_by_chain(hits, (2, 0), (unit(3, 0), unit(3, 2)), {})[0][0] == F(3, 13)
    assert by_lot([1, F(4, 5), F(1, 2)]).win == (F(3, 10), F(8, 45), F(47, 90))
