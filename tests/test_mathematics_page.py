"""The theorems of `docs/mathematics/theorems.md`: numbered, cited as they stand, each checked on its own."""

import re
from collections import Counter
from fractions import Fraction
from functools import reduce
from itertools import combinations_with_replacement, islice, pairwise, permutations, product
from pathlib import Path
from random import Random

import independent
import independent_stationary
import pytest
import sympy
from examples import one_in
from independent import after_hit, miss, phase_values_by_chain, read_problem, unit
from independent_periodic import all_plans, backward, objections, selections, shot_fired, values_by_system
from independent_periodic import equilibria as independent_equilibria
from independent_periodic import step as before_turn
from independent_periodic import turn_of as turn_in
from independent_stationary import best_kills, stationary_options
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
from truel_ref.play import phase
from truel_ref.symbolic.partition import regions

PAGE = page_text("theorems.md")
STATED = re.findall(r'^<a id="(T\d+)"></a>\*\*Theorem \1\b', PAGE, flags=re.MULTILINE)
ORDER = (0, 1, 2)
F = Fraction


def plain(text):
    """A text on one line."""
    return re.sub(r"\s+", " ", text)


def some(seed, count):
    """Yield so many random sources, always the same ones."""
    for number in range(count):
        yield Random(f"{seed} {number}")


def sorted_hits(seed, count, below):
    """Yield three different hit probabilities that are multiples of a fraction, the best shot first."""
    for dice in some(seed, count):
        yield [F(top, below) for top in sorted(dice.sample(range(1, below + 1), 3), reverse=True)]


def signs(*values):
    return tuple((value > 0) - (value < 0) for value in values)


def draw(dice, least=0, below=12):
    return F(dice.randint(least, below), below)


def cut_up(dice, parts):
    """Random shares, in twelfths, with a rest."""
    cuts = sorted(dice.randint(0, 12) for _ in range(parts))
    return [F(high - low, 12) for low, high in pairwise([0, *cuts])]


def draw_aim(dice, players, order):
    """A random aim at living players, himself included, in twelfths; now and then a single or Miss."""
    kind = dice.randrange(4)
    if kind < 2:
        return miss(players) if kind else unit(players, dice.choice(order))
    weights = dict(zip(order, cut_up(dice, len(order)), strict=True))
    return tuple(weights.get(player, F(0)) for player in range(players))


def draw_later(dice, order):
    """Win vectors of everything that may follow, as random as they can be: T1, T5 and T9 to T11 ask no more of them."""
    later = {}
    for rest in (after_hit(order, shooter, victim) for shooter, victim in product(order, order)):
        shares = cut_up(dice, len(order))
        later[rest] = tuple(shares[player] if player in rest else F(0) for player in range(len(order)))
    return later


def turn_of(hits, order, mover, aim, later):
    """R2.1 again."""
    r = [sum(hits[mover] * aim[t] * later[after_hit(order, mover, t)][who] for t in order) for who in range(len(hits))]
    return r, 1 - hits[mover] * sum(aim)


def composed(turns, own):
    """What turns one after the other amount to: a player's own chance, and the chance that all pass."""
    v, kappa = F(0), F(1)
    for r, k in turns:
        v, kappa = v + kappa * r[own], kappa * k
    return v, kappa


def worth(turn, others, own):
    """R8.2: what an aim is worth, at the player's own turn, against the aims of the others."""
    (r, k), (v, kappa) = turn, others
    return F(0) if k * kappa == 1 else (r[own] + k * v) / (1 - k * kappa)


SINGLES = [*(unit(3, target) for target in ORDER), miss(3)]


def setting(dice):
    """A phase of three with random numbers: hit probabilities, later values, and what A faces, B and C after him."""
    hits = [draw(dice) for _ in ORDER]
    later = draw_later(dice, ORDER)
    aims = [draw_aim(dice, 3, ORDER) for _ in ORDER]
    turns = [turn_of(hits, ORDER, mover, aims[mover], later) for mover in ORDER]
    return hits, later, aims, turns, composed(turns[1:], 0)


# -- numbers


def test_theorems_are_numbered_one_after_the_other_and_those_that_are_cited_are_stated():
    assert [f"T{number}" for number in range(1, 30)] == STATED
    assert re.findall(r"^\| \[?(T\d+)\b[^|]*\|[^|]+\|[^|]+\|$", PAGE, flags=re.MULTILINE) == STATED
    for number in STATED:
        assert [name for name in globals() if name.startswith(f"test_{number.lower()}_")]
    pattern = re.compile(r"\b[Tt]heorem\s+(T\d+)\b|\[(T\d+)\]\([./a-z]*theorems\.md\)")
    texts = {path: text for path, text in repository_texts().items() if path != Path(__file__)}
    cited = {path.name: {"".join(number) for number in pattern.findall(text)} for path, text in texts.items()}
    assert set().union(*cited.values()) <= {*STATED}
    assert {"rules.md", "announced.md", "phase.py"} <= {name for name, numbers in cited.items() if numbers}
    links = [
        f"[{number}](mathematics/theorems.md)" for number in ("T1", "T2", "T3", "T4", "T6", "T8", "T10", "T16", "T18")
    ]
    anchors = [f'<a id="{rule}">' for rule in re.findall(r"\bR\d+\.\d+\b", PAGE)]
    assert [part for part in [*links, *anchors] if part not in page_text("rules.md")] == []


# -- the value of fixed aims


def test_t1_the_value_is_the_limit_and_the_only_solution():
    seen = set()
    for dice in some("T1", 100):
        hits, later, aims, turns, _ = setting(dice)
        V, K = reduce(phase.compose, turns)  # noqa: N806  the names of the formula
        by_chain = phase_values_by_chain(hits, ORDER, aims, later)[0]
        assert tuple(phase.value(turns)) == by_chain
        assert (K == 1) == all(hits[mover] * sum(aims[mover]) == 0 for mover in ORDER)
        seen.add(K == 1)
        # Round by round: what is won up to a round, and the chance of more rounds, which is K to its power.
        won, left = [F(0)] * 3, F(1)
        for rounds in range(1, 5):
            for r, k in turns:
                won, left = [mine + left * more for mine, more in zip(won, r, strict=True)], left * k
            assert left == K**rounds
            assert [mine + left * value for mine, value in zip(won, by_chain, strict=True)] == list(by_chain)
        expected = by_chain if K < 1 else (0, 0, 0)
        assert tuple(more + (K * value if K < 1 else 0) for more, value in zip(V, by_chain, strict=True)) == expected
    assert seen == {True, False}


def test_t2_win_probabilities_and_stalemate_add_up_to_1():
    stalls = set()
    for dice in some("T2", 40):
        hits = [dice.choice([F(0), draw(dice)]) for _ in range(3)]
        targets = [dice.choice(["A", "B", "C", "Miss", "Self", "Random"]) for _ in range(3)]
        solution = solve(hits, targets=targets, target_later=dice.choice(["Miss", "Strongest", "Self"]))
        assert sum(solution.win) + solution.stalemate == 1
        assert min(*solution.win, solution.stalemate) >= 0
        stalls.add((solution.stalemate > 0, solution.stalemate == 1))
    assert stalls >= {(False, False), (True, True)}


def test_t3_values_are_rational_functions():
    """For fixed aims the formula in letters gives the value at every point, from addition to division alone.

    With Miss, C, B A waits; whoever of B and C is left faces A, who begins. A phase of two who never hit is worth 0.
    """
    a, b, c = sympy.symbols("a b c")
    after = {b: a / (a + b - a * b), c: a / (a + c - a * c)}
    for hits in product([F(0), F(1, 3), F(1)], repeat=3):
        at = dict(zip((a, b, c), (sympy.Rational(hit.numerator, hit.denominator) for hit in hits), strict=True))
        of_b, of_c = (after[other] if at[a] or at[other] else 0 for other in (b, c))
        win = (b * of_b + (1 - b) * c * of_c) / (b + (1 - b) * c) if at[b] or at[c] else sympy.Integer(0)
        assert sympy.together(win).is_rational_function(a, b, c)
        assert str(sympy.sympify(win).subs(at)) == str(solve(hits, targets=["Miss", "C", "B"]).win[0])


def test_t3_a_quotient_can_be_positive_where_the_phase_stalls():
    """With A at B and two who miss, C is left to begin against A if A hits; the chance a of a hit cancels."""
    for a, b, c in product([F(0), F(1, 3), F(1)], repeat=3):
        solution = solve([a, b, c], targets=["B", "Miss", "Miss"])
        assert (solution.win[2], solution.stalemate) == ((c / (a + c - a * c), 0) if a else (0, 1))
    assert "and C wins 0" in plain(PAGE)


SHOOT, WAIT = (F(1),), (F(0),)


def duel_win(p, q, mine=SHOOT, other=SHOOT):
    """How often the first wins if each shoots with these chances on his turns, the last of which is kept for ever."""
    stay = mine[-1] * p, other[-1] * q
    ends = stay[0] + stay[1] - stay[0] * stay[1]
    value = stay[0] / ends if ends else F(0)
    for x, y in list(zip(mine, other, strict=True))[-2::-1]:
        value = x * p + (1 - x * p) * (1 - y * q) * value
    return value


def test_t4_no_strategy_beats_shooting():
    strict = 0
    for dice in some("T4", 200):
        p, q = draw(dice, 1), draw(dice, 1)
        mine, other = ([draw(dice) for _ in range(4)] for _ in range(2))
        always = duel_win(p, q, [F(1)] * 4, other)
        assert always >= duel_win(p, q, mine, other)
        strict += always > duel_win(p, q, mine, other)
        assert solve([p, q]).win[0] == duel_win(p, q) == p / (p + q - p * q)
    assert strict > 130


def test_t4_both_shoot_in_both_plays_and_a_threat_can_change_that():
    for p, q in product([F(1, 12), F(1, 2), F(1)], repeat=2):
        for other in (SHOOT, WAIT, [F(1, 3)]):  # stationary: whatever the other does
            assert duel_win(p, q, SHOOT, other) > duel_win(p, q, WAIT, other)
        # Announced: y after a shot of x, at his own turn, and x, who knows that y will shoot.
        assert duel_win(q, p, SHOOT, WAIT) == 1
        assert duel_win(q, p) > duel_win(q, p, WAIT, SHOOT)
        assert not solve([p, q]).ties
        # One miss, if that makes y hold his fire for good.
        assert duel_win(p, q, [F(0), F(1)], [F(0), F(0)]) == 1 >= duel_win(p, q)


# -- comparing two options


def test_t5_the_sign_is_linear_in_what_came_before():
    seen, stalls = set(), set()
    for dice in some("T5", 400):
        kappa = dice.choice([draw(dice), F(1)])
        v = draw(dice) * (1 - kappa)
        k1, k2 = (dice.choice([draw(dice), F(1, 2), F(1)]) for _ in range(2))
        r1, r2 = (draw(dice) * (1 - k) for k in (k1, k2))
        line = r1 - r2 + (k1 - k2) * v + (k1 * r2 - k2 * r1) * kappa
        if k1 * kappa == 1 or k2 * kappa == 1:
            # A stall, which the theorem excepts: the formula of the gain divides by 0, and the line is 0.
            assert line == 0
            stalls.add(r1 == r2)
            continue
        gain = (r1 + k1 * v) / (1 - k1 * kappa) - (r2 + k2 * v) / (1 - k2 * kappa)
        assert line == gain * (1 - k1 * kappa) * (1 - k2 * kappa)
        assert k1 != k2 or line == (r1 - r2) * (1 - k1 * kappa)
        seen.add((*signs(line), k1 == k2))
    assert seen >= {(1, False), (-1, False), (0, True), (1, True)}
    assert stalls == {False, True}


# -- the solution

TIED = [(F(1, 2),) * 3, (F(1, 2), F(1, 2), F(1)), (F(0), F(0), F(1, 2)), (F(0),) * 3, (F(1),) * 3, (F(0), F(1), F(1))]


@pytest.mark.parametrize("rule", sorted(TIE_RULES))
@pytest.mark.parametrize("hits", one_in(2, TIED), ids=lambda hits: ", ".join(map(str, hits)))
def test_t6_one_solution_under_each_tie_rule(hits, rule):
    solution = solve(hits, if_eq=rule, search="All")
    assert solution.win == independent.solve(hits, if_eq=rule, search="All").win
    assert sum(solution.win) + solution.stalemate == 1


def test_t6_the_canonical_order_is_strict():
    searches = ("All", "Others, Miss, Random")
    options = [option for search in searches for option in Problem([1, 1, 1], search=search).options(ORDER, 0)]
    vectors = {(F(x, 4), F(y, 4), F(0)) for x in range(5) for y in range(5 - x)}
    vectors |= {tuple(option.weights) for option in options}
    assert len({independent.canonical_key(vector) for vector in vectors}) == len(vectors) > 10


def test_t7_nobody_gains_at_any_node():
    """R3.4 or not: what ends in a stalemate is worth 0, and no win probability is less.

    Where every list stalls, nothing is allowed or chosen (R3.5), and nothing can be gained.
    """
    for dice in some("T7", 6):
        hits = [dice.choice([F(0), F(1), draw(dice), F(1, 2)]) for _ in range(3)]
        solution, table = solve(hits), phase_of_three(hits)
        for earlier in (earlier for length in range(3) for earlier in product(*OPTIONS[:length])):
            place = len(earlier)
            worths = independent.decision_values(hits, ORDER, list(earlier))
            values = {tuple(one.option): one.value for one in worths if one.allowed}
            chosen = decision(solution, earlier).chosen
            assert (chosen is None) == (not values)
            assert chosen is None or values[tuple(chosen.weights)] == max(values.values())
            others = product(set(OPTIONS[place]) - values.keys(), *OPTIONS[place + 1 :])
            assert not any(any(table[(*earlier, *rest)][place]) for rest in others)


OPTIONS = [[unit(3, target) for target in ORDER if target != mover] + [miss(3)] for mover in ORDER]


def phase_of_three(hits):
    """The values of all profiles of single aims and misses."""
    later = {rest: duel(hits, rest) for rest in permutations(ORDER, 2)}
    return independent.phase_table(hits, ORDER, OPTIONS, later)


def duel(hits, order):
    return phase_values_by_chain(hits, order, (unit(3, order[1]), unit(3, order[0])), {})[0]


def test_t7_three_perfect_shots_may_all_miss_where_that_is_allowed():
    table = phase_of_three([F(1)] * 3)
    assert {table[miss(3), miss(3), option][2][2] for option in OPTIONS[2]} == {0}
    assert [answer.stalemate for answer in equilibria([1, 1, 1])].count(1) == 1
    assert solve([1, 1, 1]).stalemate == 0


def test_t8_what_can_be_chosen_in_some_combination():
    for dice in some("T8", 100):
        options = [[dice.randint(0, 5) for _ in range(dice.randint(1, 3))] for _ in range(dice.randint(1, 4))]
        listed = [(place, x) for place, values in enumerate(options) for x in values]
        possible = {
            (place, values[place])
            for values in product(*options)
            for place, _ in listed
            if values[place] == max(values)
        }
        assert possible == {(place, x) for place, x in listed if x >= max(map(min, options))}


# -- against fixed aims


def test_t9_a_mix_is_worth_a_mean_of_its_parts():
    inside = 0
    for dice in some("T9", 150):
        hits, later, aims, turns, others = setting(dice)
        parts = [turn_of(hits, ORDER, 0, aim, later) for aim in SINGLES]
        weights = [*aims[0], 1 - sum(aims[0])]
        worths = [worth(turn, others, 0) for turn in parts]
        shares = [weight * (1 - k * others[1]) for weight, (_, k) in zip(weights, parts, strict=True)]
        mine = worth(turns[0], others, 0)
        assert mine * sum(shares) == sum(share * own for share, own in zip(shares, worths, strict=True))
        assert sum(shares) or mine == 0
        assert mine <= max(own for weight, own in zip(weights, worths, strict=True) if weight)
        inside += mine < max(worths)
    assert inside > 50


def test_t10_no_plan_with_a_clock_beats_the_best_option():
    """Some random aims on his first turns, and then any option for ever."""
    less = 0
    for dice in some("T10", 150):
        hits, later, _, _, (v, kappa) = setting(dice)
        worths = [worth(turn_of(hits, ORDER, 0, aim, later), (v, kappa), 0) for aim in SINGLES]
        value = dice.choice(worths)
        for _ in range(4):
            r, k = turn_of(hits, ORDER, 0, draw_aim(dice, 3, ORDER), later)
            value = r[0] + k * (v + kappa * value)
            assert value <= max(worths)
            less += value < max(worths)
    assert less > 200


def test_t11_a_shot_at_oneself_never_beats_a_miss():
    less = 0
    for dice in some("T11", 150):
        hits, later, _, _, (v, kappa) = setting(dice)
        assert later[after_hit(ORDER, 0, 0)][0] == 0
        mine, waiting = (worth(turn_of(hits, ORDER, 0, aim, later), (v, kappa), 0) for aim in (unit(3, 0), miss(3)))
        assert mine <= waiting
        less += mine < waiting
        assert kappa == 1 or (waiting - mine) * (1 - kappa) * (1 - (1 - hits[0]) * kappa) == hits[0] * v
    assert less > 50
    for equilibrium in equilibria(["1/10", "1/5", "1/4", "17/20"], search="Others, Miss, Self"):
        assert "A" not in str(equilibrium.aims[0])


@pytest.mark.parametrize("players", [3, 4])
def test_t12_without_a_miss_there_is_one_and_announced_play_is_the_same(players):
    for dice in some(f"T12 {players}", 4):
        hits = [F(top, 30) for top in dice.sample(range(1, 31), players)]
        (only,), solution = equilibria(hits, search="Others"), solve(hits, search="Others")
        assert (only.aims, only.win, only.strict) == (solution.aims, solution.win, True)


def test_t4_where_one_never_hits_or_neither():
    assert solve([0, 0]).stalemate == 1
    for p, q in ((F(0), F(1, 3)), (F(1, 3), F(0)), (F(1), F(0)), (F(0), F(1))):
        assert solve([p, q]).win == (p / (p + q - p * q), q * (1 - p) / (p + q - p * q))
        for other in (SHOOT, WAIT):
            assert (duel_win(p, q, SHOOT, other) > duel_win(p, q, WAIT, other)) == (p > 0)


@pytest.mark.parametrize("rule", TIE_RULES)
def test_t12_with_ties_there_are_more_and_what_is_announced_is_one(rule):
    several = 0
    for hits in product([F(0), F(1, 2), F(1)], repeat=3):
        problem = Problem(hits, search="Others", if_eq=rule)
        answer, solution = equilibria(problem), solve(problem)
        same = [one for one in answer if one.win == solution.win]
        assert same
        # If nobody hits, nothing is announced.
        assert not any(hits) or aims_of_hitters([solution], hits) <= aims_of_hitters(same, hits)
        several += len(answer) > 1
    assert several > 5


def not_best(solution):
    """Yield who can hit and aims at somebody whose elimination is not worth most to them."""
    for one in solution.phases:
        for mover, aim in zip(one.order, one.aims, strict=True):
            if solution.problem.hits[mover] and len(one.order) > 2:
                after = {
                    target: solution.phase(after_hit(one.order, mover, target)).win[mover]
                    for target in one.order
                    if target != mover
                }
                if after[aim.target] < max(after.values()):
                    yield "ABCD"[mover]


@pytest.mark.parametrize("rule", TIE_RULES)
def test_t12_announced_aims_are_best_targets_but_under_rule_3(rule):
    thirds = [F(0), F(1, 4), F(1, 2), F(1)]
    for hits in [*list(product(thirds, repeat=3))[1:], *(cut_up(dice, 4) for dice in some("T12 tied", 6))]:
        solution = solve(hits, search="Others", if_eq=rule)
        assert rule == 3 or not any(hits) or not [*not_best(solution)]
    assert [*not_best(solve(["1/4", "1/4", "1/6"], search="Others", if_eq=rule))] == ["A"] * (rule == 3)


# -- certificates


def test_t13_the_three_sums_are_of_positive_terms():
    """Step 5 of the proof and `d`, for x > y > z inside the cube, from their own formulas."""
    for x, y, z in sorted_hits("T13", 100, 60):
        s_xz = x + z - x * z
        g = x * (1 - y) * (1 - z) - y
        first, second = x * (1 - z) - z * s_xz - g, x * (1 - z) - (1 - x) * z * z
        assert first == x * (1 - z) * (y - z) + (y - z) + z * (1 - z) > 0
        assert second == (1 - z) * ((x - z) + z * (1 - z)) + z * z * (x - z) > 0
        assert (1 - x) * y * y + x * y * (x - y) * (1 - z) / s_xz > 0


def named_by_strength(hits):
    """Yield all orders of the players in which they may be called X, Y and Z, with their hit probabilities."""
    for order in permutations(ORDER):
        x, y, z = (hits[player] for player in order)
        if x >= y >= z:
            yield order, (x, y, z)


def stated_stationary(hits):
    """The pure equilibria that T13 states for players who are not all equal, without the aims of who never hits."""
    found = set()
    for order, (x, y, z) in named_by_strength(hits):
        gains = x * (x * (1 - y) * (1 - z) - y) - (1 - x) * y * y * (x + z - x * z)
        if (order[1] - order[0]) % 3 == 2:
            gains -= x * y * (x - y) * (1 - z)
        named = ["ABC"[player] for player in order]
        for last in [named[0]] * (gains >= 0) + ["Miss"] * (gains <= 0):
            aims = dict(zip(order, (named[1], named[0], last), strict=True))
            found.add(tuple(aims[player] if hits[player] else "" for player in ORDER))
    return found


def test_t13_for_equals_zeros_and_ones_and_where_t_is_0():
    values = [F(value) for value in ("0", "1/3", "2/5", "1")]
    checked = set()
    for hits in product(values, repeat=3):
        answer = aims_of_hitters(equilibria(hits), hits)
        if len({*hits}) > 1:
            assert answer == stated_stationary(hits)
        elif hits[0] == 1:
            assert len(answer) == 11
        elif hits[0]:
            circles = {("C", "A", "B")} | ({("B", "C", "A")} if hits[0] ** 2 - 3 * hits[0] + 1 >= 0 else set())
            assert answer == stated_stationary(hits) | circles
        checked.add((len({*hits}), len(answer)))
    assert checked >= {(3, 1), (3, 2), (2, 2), (1, 11)}
    assert len(equilibria(["(3 - sqrt(5))/2"] * 3)) == 5  # h^2 - 3 h + 1 = 0


def test_t14_two_strict_and_a_mixed_one():
    answer = equilibria(["13/25", "1/2", "11/25", "2/5"], mixed=True)
    assert sorted((bool(one.mixing), one.strict) for one in answer) == [(False, True), (False, True), (True, False)]
    pure = independent_stationary.equilibria(["13/25", "1/2", "11/25", "2/5"])
    assert {one.values[0] for one in pure} == {one.win for one in answer if not one.mixing}


@pytest.mark.slow
def test_t15_none_that_is_pure():
    hits = ["1/5", "7/10", "2/5", "3/5", "1/2"]
    assert [len(derived(hits)) for derived in (equilibria, independent_stationary.equilibria)] == [0, 0]


WITH_SELF = "Others, Miss, Self"
BESIDE_SELF = [
    *(["1/4", "3/4", "1/4"], ["1/4", "1/4", "1"], ["1", "1/5", "3/4"], ["1/4", "1/4", "3/4"]),  # the sets of T17
    *([0, "1/2", 1], [1, 1, "1/3"], ["1/2", "1/2", "1/2"], ["2/3", "1/4", "5/6"]),
]


@pytest.mark.parametrize("rule", one_in(2, sorted({*TIE_RULES} - {3})))
def test_t16_self_is_never_better_than_everything_else(rule):
    """At every decision of A and B, where everybody breaks ties by one order of the options."""
    for hits in BESIDE_SELF:
        solution = solve(hits, search=WITH_SELF, if_eq=rule)
        for earlier in [[], *([aim] for aim in solution.problem.options((*ORDER,), 0))]:
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
    """The first two sets; the program beside the page proves that there are no others but two for B."""
    outcomes = all_outcomes(Problem(hits.split(), search=WITH_SELF)).outcomes
    assert ("A" in {str(outcome.aims[0]) for outcome in outcomes}) == pays


def test_t17_under_rule_3():
    assert str(solve(["9/200", "31/50", "9/200"], search=WITH_SELF, if_eq=3).aims[0]) == "A"
    assert str(solve(["1/4", "1/4", "1"], search=WITH_SELF, if_eq=3).aims[0]) != "A"


@pytest.mark.parametrize("rule", one_in(3, TIE_RULES))
def test_t18_self_is_the_only_best_announcement(rule):
    values = independent.decision_values(
        ["1/10", "1/5", "1/4", "17/20"], (*ORDER, 3), [], search="Others, Miss, Self", if_eq=rule
    )
    second, best = sorted(values, key=lambda one: one.value)[-2:]
    assert best.option == unit(4, 0)
    assert f"worth {best.value} against {second.value} for the next best" in plain(PAGE)
    assert best.value > second.value


# -- other rules of fire: the theorems at random points, by the second derivation


def test_t19_random_shooter():
    for a, b, c in sorted_hits("T19", 15, 40):
        (only,) = random_shooter([a, b, c])
        total = a + b + c
        wins = (a**2 / ((a + c) * total), b / total, c * (2 * a + c) / ((a + c) * total))
        assert (tuple(map(str, only.aims)), only.strict, only.win) == (("B", "A", "A"), True, wins)


def ordered(values):
    """All ways in which three have hit probabilities among these, the best shot first."""
    return combinations_with_replacement(sorted(map(F, values), reverse=True), 3)


def aims_of_hitters(answer, hits):
    """The aims of all equilibria, without those of players who never hit."""
    return {tuple(str(aim) if hit else "" for aim, hit in zip(one.aims, hits, strict=True)) for one in answer}


@pytest.mark.parametrize(("solve_fire", "waits", "many"), [(random_shooter, ["Miss"], 11), (opinion_contest, [], 8)])
def test_t19_and_t22_for_equals_zeros_and_ones(solve_fire, waits, many):
    for a, b, c in ordered(["0", "1/4", "2/3", "1"]):
        answer = solve_fire([a, b, c])
        if a == c:
            waiting = sum("Miss" in map(str, one.aims) for one in answer)
            assert (len(answer), waiting) == ((many, 3 * len(waits)) if a else (1, 0))
            assert not a or not any(one.strict for one in answer)
            continue
        firsts = ["B", "C"] if b == c else ["B"]
        thirds = [""] if not c else ["A", "B", *waits] if a == b else ["A"]
        assert aims_of_hitters(answer, [a, b, c]) == {*product(firsts, ["A"] if b else [""], thirds)}
        assert {one.strict for one in answer} == {b > c and (a > b or not c)}


def volley_equilibria(hits):
    """All pure equilibria of three who fire at once, by the second derivation, and whether they are strict."""
    found = {}
    for record in fire_records("simultaneous", hits):
        aims = record.policy[ORDER]
        shown = (aim.index(1) if any(aim) else None for aim in aims)
        found[tuple(target if hit else "-" for target, hit in zip(shown, hits, strict=True))] = record.strict
    return found


def turns_on(p, q, r):
    """F of T20."""
    return (1 - q) * p * (q + r - q * r) - q * (p + r - p * r)


def stated_volleys(hits):
    """The equilibria that T20 states, for any hit probabilities but two that are 1, and whether they are strict."""
    found = {}
    for order, (x, y, z) in named_by_strength(hits):
        first, second, third = turns_on(x, z, y), turns_on(y, z, x), turns_on(x, y, z)
        if y == 0:
            rows = {("Y", other, last): False for other in "XZ-" for last in "XY-"} if x else {}
        elif z == 0:
            rows = {("Y", other, last): False for other in ("XZ-" if x == 1 else "X") for last in "XY-"}
        elif x == 1:
            rows = {("Y", other, "X"): False for other in "XZ-"} | ({("Z", "X", "Y"): False} if second <= 0 else {})
        else:
            rows = {("Y", "X", "X"): first > 0 and x > y > z} if first >= 0 else {}
            rows |= {("Y", "Z", "X"): first < 0} if first <= 0 else {}
            rows |= {("Z", "X", "Y"): second < 0 and third < 0} if second <= 0 and third <= 0 else {}
        named = dict(zip("XYZ-", (*order, None), strict=True))
        for row, strict in rows.items():
            aims = dict(zip(order, (named[aim] for aim in row), strict=True))
            found[tuple(aims[player] for player in ORDER)] = strict
    return found if any(hits) else {(1, 0, 0): False}


def surface_points(denominator):
    """Yield points with F = 0, on all three surfaces of T20: F is linear in its first letter."""
    for q, r in product([F(top, denominator) for top in range(1, denominator)], repeat=2):
        slope = (1 - q) * (q + r - q * r) - q * (1 - r)
        if slope > q * r:  # else the first letter is not below 1
            yield sorted((q * r / slope, q, r), reverse=True)


ON_SURFACES = ["10/11 1/2 2/5", "3/13 1/5 1/6", "20/47 2/5 4/15", "9/10 7/20 441/1381", "4/5 1/4 1/8", "2/7 2/7 1/5"]
TWO_MEET = "1115235770/1124039363 7370/22173 4279/17161"


def solved_volleys(hits):
    """What the solver lists; who never hits has one aim there, so his is left out."""
    return {tuple(aim.target if hit else "-" for aim, hit in zip(one.aims, hits, strict=True)): one.strict
            for one in simultaneous_fire(hits)}  # fmt: skip


def assert_volleys(hits):
    expected = stated_volleys(hits)
    assert volley_equilibria(hits) == solved_volleys(hits) == expected
    return len(expected)


def test_t20_on_its_surfaces():
    seen = {}
    for hits in [*surface_points(6), *(list(map(F, text.split())) for text in [*ON_SURFACES, TWO_MEET])]:
        x, y, z = hits
        where = signs(turns_on(x, z, y), turns_on(y, z, x), turns_on(x, y, z))
        seen.setdefault((where, len({*hits})), set()).add(assert_volleys(hits))
    assert seen == {
        ((0, -1, -1), 3): {3},
        ((1, 0, -1), 3): {2},
        ((1, -1, 0), 3): {2},
        ((1, 0, 1), 3): {1},
        ((1, 1, 0), 3): {1},
        ((1, 0, 0), 3): {2},
        ((0, -1, 0), 2): {4},
        ((0, 0, -1), 2): {4},
    }


def test_t20_is_stated_with_its_surfaces():
    parts = (
        r"| Y, X, X: all at the strongest | $F(x, z, y) \ge 0$ |",
        r"| Y, Z, X | $F(x, z, y) \le 0$ |",
        r"| Z, X, Y | $F(y, z, x) \le 0$ and $F(x, y, z) \le 0$ |",
        *(f"[{text.replace(' ', ', ')}]" for text in (TWO_MEET, ON_SURFACES[1], ON_SURFACES[5])),
    )
    assert [part for part in parts if part not in page_text("mathematics/other-rules.md")] == []


def test_t20_with_equal_players_zeros_and_ones():
    """In ascending order; the other tests of T20 have the descending one."""
    for z, y, x in combinations_with_replacement(map(F, ("0", "1/4", "1/3", "1/2", "1")), 3):
        listed = volley_equilibria([z, y, x])
        assert listed.keys() == solved_volleys([z, y, x]).keys()
        assert x < 1 or not any(listed.values())
        if y == 1:
            assert len(listed) == {F(0): 5, F(1): 18}.get(z, 11)
        else:
            aims_of_all = [zip(aims, (z, y, x), strict=True) for aims in stated_volleys([z, y, x])]
            assert {tuple(aim if hit else "-" for aim, hit in aims) for aims in aims_of_all} == {*listed}


def test_t20_at_random_points():
    assert {assert_volleys(hits) for hits in sorted_hits("T20", 14, 40) if hits[0] < 1} == {1, 2}


def test_t21_one_bullet_is_worth_most_to_the_weakest():
    for x, y, z in [*sorted_hits("T21", 15, 40), *ordered(["0", "1/10", "1/4", "2/3", "1"])]:
        first, *others = counted_bullets([z, y, x], bullets=1).only.worths
        assert first > max(others) or (first == max(others) and (z == y == 0 or y == x == 1))
    for rule in (2, -4):
        for x, y, z in sorted_hits("T21", 15, 40):
            first, *others = counted_bullets(Problem([z, y, x], if_eq=rule), bullets=1).only.worths
            assert first > max(others)


@pytest.mark.parametrize(("rule", "lead"), [(1, 0), (2, 0), (3, 1), (4, 1), (-1, 1), (-4, 0)])
def test_t21_needs_its_tie_rule(rule, lead):
    """The last one is indifferent between the others: under some rules he shoots at the weakest."""
    worths = counted_bullets(Problem(["1/10", "1/4", "1/2"], if_eq=rule), bullets=1).only.worths
    assert worths.index(max(worths)) == lead


def test_t22_opinions_of_three():
    for a, b, c in sorted_hits("T22", 8, 40):
        (only,) = opinion_contest([a, b, c])
        first, second = a**2 * (a + 2 * c) / (a + c) ** 2, b**2 * (b + 3 * c) / (b + c) ** 2
        assert ([aim.target for aim in only.aims], only.strict) == ([1, 0, 0], True)
        assert [win * (a + b + c) for win in only.win] == [first, second, a + b + c - first - second]


def test_t23_areas_add_up_and_are_those_of_random_points():
    """A lattice of 100 by 100 points inside the square: the shares are near the areas, and the areas exhaust it."""
    areas = {region.name: region.area for region in regions([None, None, 1], play="stationary").regions}
    counts = Counter()
    for a, b in permutations([F(2 * step + 1, 201) for step in range(100)], 2):  # the diagonal has no area
        line = (1 - a) * (1 - b) ** 2 - b if a < b else (1 - a) * (1 - b) - a
        assert line  # no point of the lattice is on a curve, where both aims are equilibria
        counts[("C, C, B" if line > 0 else "Miss, C, B") if a < b else "C, C, A" if line > 0 else "C, Miss, A"] += 1
    assert all(abs(counts[aims] / 10_000 - float(low)) < 0.005 for aims, (low, _) in areas.items())
    assert counts.keys() == areas.keys()
    assert sum(low for low, _ in areas.values()) <= 1 <= sum(high for _, high in areas.values())


# -- play that repeats


def worth_of_hits(dice, players):
    """Random win vectors of everything that a hit may lead to: T24 to T26 ask for fixed values, and no more."""
    order = tuple(range(players))
    return draw_later(dice, order) | {(order[0],): unit(players, 0)}


def test_t24_no_strategy_of_a_player_beats_a_plan_on_which_no_step_gains():
    """The strategies: other aims at any turns of two periods, for ever, and random mixes with a clock before that."""
    seen = Counter()
    options = [*SINGLES, unit(3, 0)]
    for dice in some("T24", 80):
        hits, later = [draw(dice) for _ in ORDER], worth_of_hits(dice, 3)
        period = dice.randint(1, 2)
        plan = tuple(draw_aim(dice, 3, ORDER) for _ in range(3 * period))
        for _ in range(4):  # take a gain where there is one, so that in the end there often is none
            values = values_by_system(hits, ORDER, plan, later)
            gains = [gain for gain in objections(hits, ORDER, plan, [options, (), ()], later)[0] if gain[0] % 3 == 0]
            if not gains:
                break
            at, aim, _ = gains[0]
            plan = (*plan[:at], aim, *plan[at + 1 :])
        best = 0
        others = [*product(options, repeat=period)] + [dice.choices(options, k=2 * period) for _ in range(8)]
        for aims in others:
            other = list(plan * (len(aims) // period))
            other[::3] = aims
            wins = values_by_system(hits, ORDER, tuple(other), later)
            best = max(best, *(win[0] - values[at % len(plan)][0] for at, win in enumerate(wins)))
            value = wins[0]
            for at in reversed(range(3 * period)):
                aim = draw_aim(dice, 3, ORDER) if at % 3 == 0 else plan[at]
                value = before_turn(turn_in(hits, ORDER, at % 3, aim, later), value)
            best = max(best, value[0] - values[0][0])
        assert (best > 0) == bool(gains)
        seen[period, bool(gains), shot_fired(hits, ORDER, plan)] += 1
    assert {(1, False, True), (1, False, False), (2, False, True), (2, True, True)} <= set(seen)


def some_plays(seed, count, rounds, most=5, searches=("Others, Miss", "All", "Self, Miss", "Strongest, Miss")):
    """Yield small problems with any ties and random worths of hits, and play with a last round under rules 1 to 4."""
    for dice in some(seed, count):
        players = dice.randint(2, most)
        below = dice.choice([1, 2, 4, 12])
        hits = [draw(dice, below=below) for _ in range(players)]
        problem = read_problem(hits, search=dice.choice(searches))
        later = worth_of_hits(dice, players)
        rule = dice.choice([1, 2, 3, 4])
        yield problem, later, rule, list(islice(backward(problem, rule, later), rounds))


def test_t25_in_any_turns_of_all_somebody_shoots():
    """Zeros, ones and equals in most problems; and the distance to a play with another end where the aims are equal."""
    seen, waits, shrunk = Counter(), 0, 0
    for problem, later, rule, played in some_plays("T25", 400, 6, most=4):
        hits, size = problem.hits, len(problem.hits)
        turns = [aim for aims, _, _ in reversed(played) for aim in aims]
        for start in range(len(turns) - size + 1):
            window = [(hits[at % size], turns[at]) for at in range(start, start + size)]
            assert any(p * sum(aim) > 0 for p, aim in window) or not any(hits)
            waits += sum(p > 0 and not any(aim) for p, aim in window)
        other = list(islice(backward(problem, rule, later, unit(size, 0)), len(played)))
        options = stationary_options(problem, problem.first, rule)
        weight = min(sum(aim) for of_m in options for aim in of_m if any(aim))
        factor = 1 - min((p for p in hits if p), default=0) * weight
        for last, here, last_other, there in zip(played, played[1:], other, other[1:], strict=False):
            if here[0] == there[0]:
                before, after = (
                    max(abs(a - b) for a, b in zip(one[1], two[1], strict=True))
                    for one, two in ((last, last_other), (here, there))
                )
                assert after <= factor * before
                shrunk += 0 < after < before
        seen[size, rule] += 1
    assert waits > 500
    assert shrunk > 500
    assert len(seen) == 12


def test_t25_needs_its_hypotheses():
    never = read_problem([0, 0, 1])
    [later] = selections(never, -4, 1)
    assert [any(aims[2]) for aims, _, _ in islice(backward(never, -4, later), 4)] == [True, False, False, False]
    perfect = read_problem([1, 1, 1])
    [later] = selections(perfect, 1, 1)
    assert {aims for aims, _, _ in islice(backward(perfect, 1, later, (F(1, 3),) * 3), 4)} == {(miss(3),) * 3}


def margin(hits, living, plan, options, later):
    """By how much every other option is worth less, at least, in one step."""
    values = values_by_system(hits, living, plan, later)
    worths = [
        (at, before_turn(turn_in(hits, living, at % len(living), aim, later), values[(at + 1) % len(plan)]))
        for at in range(len(plan))
        for aim in options[at % len(living)]
        if aim != plan[at]
    ]
    return min((values[at][at % len(living)] - win[at % len(living)] for at, win in worths), default=F(2))


def first_inside(played, values, size, within):
    """The number of rounds from the end after which the values are that near to those of a round of the plan."""
    for number, (_, value, _) in enumerate(played, 1):
        for at in range(0, len(values), size):
            if max(abs(here - there) for here, there in zip(value, values[at], strict=True)) < within:
                return number, at
    return len(played), 0


def test_t26_what_repeats_is_an_equilibrium_and_what_comes_near_repeats():
    seen = Counter()
    for problem, later, rule, played in some_plays("T26", 150, 30, most=4, searches=("Others, Miss",)):
        hits, living = problem.hits, problem.first
        size, options = len(living), stationary_options(problem, problem.first, rule)
        rounds = [aims for aims, _, _ in reversed(played)]  # in the order of play
        period = next((p for p in range(1, 7) if rounds[: 20 - p] == rounds[p:20]), None)
        if period is None or not any(hits):
            seen["not yet"] += 1
            continue
        plan = tuple(aim for aims in rounds[:period] for aim in aims)
        assert objections(hits, living, plan, options, later)[0] == []
        least = margin(hits, living, plan, options, later)
        values = values_by_system(hits, living, plan, later)
        number, at = first_inside(played, values, size, least)
        for aims, _, _ in played[number:]:
            at = (at - size) % len(plan)
            assert aims == plan[at : at + size]
        seen[period, least > 0, number < len(played)] += 1
    assert seen["not yet"] < 20
    assert {(1, True, True), (1, False, False)} <= set(seen)  # T28 has periods 2 and 3


def test_t26_on_its_boundary():
    """A lone shooter has no margin; misses that repeat because ties go to Miss are no equilibrium."""
    problem = read_problem([0, "1/2", 1], "Optimal, Miss, Optimal", search="Strongest, Miss")
    [later] = selections(problem, 1, 1)
    options = stationary_options(problem, ORDER, 1)
    assert margin(problem.hits, ORDER, tuple(next(backward(problem, 1, later))[0]), options, later) == 0
    problem = read_problem([0, 0, 1])
    [later] = selections(problem, -4, 1)
    options = stationary_options(problem, ORDER, -4)
    gains = objections(problem.hits, ORDER, (miss(3),) * 3, options, later)[0]
    assert {(at, gain) for at, _, gain in gains} == {(2, 1)}


def settled(hits, rule):
    """The aims that T27 states, by player, and the number of rounds after which they are those of every round."""
    order = sorted(ORDER, key=lambda player: (-hits[player], -player if rule == 1 else player))
    x, y, z = (hits[player] for player in order)
    straight = (order[1] - order[0]) % 3 == 1
    s_xz, s_yz, s_xy = x + z - x * z, y + z - y * z, x + y - x * y
    g = x * (1 - y) * (1 - z) - y
    t = x * g - (1 - x) * y * y * s_xz - (0 if straight else x * y * (x - y) * (1 - z))
    aims = dict(
        zip(order, (unit(3, order[1]), unit(3, order[0]), unit(3, order[0]) if t >= 0 else miss(3)), strict=True)
    )
    rounds = 1
    if z and g < 0:
        rounds += power_below(1 - x, -g / s_yz) + power_below(1 - x, 1 - z, or_equal=True)
    elif z and t < 0:
        waiting = (x * z / s_xz + (1 - x) * y * z / s_yz if straight else y * z / s_yz + (1 - y) * x * z / s_xz) / s_xy
        rounds += power_below((1 - x) * (1 - y), 1 - (1 - y) * z / s_yz / waiting)
    return [aims[player] for player in ORDER], rounds


def power_below(factor, bound, or_equal=False):
    """The least power of a factor that is below a bound."""
    return next(n for n in range(1000) if factor**n < bound or (or_equal and factor**n == bound))


FEW = [F(value) for value in ("0", "1/5", "1/3", "2/5", "1/2", "9/10", "1")]


def test_t27_three_settle_after_the_stated_rounds():
    """All triples of a few values, and random ones; equals under each of the three tie rules."""
    seen = Counter()
    triples = [*product(FEW[1:-1], repeat=3), *product((F(0), F(1, 3), F(1)), repeat=3)]
    triples += [[draw(dice, 1, 23) for _ in ORDER] for dice in some("T27", 60)]
    triples += [[F(1), F(2, 5), F(1, 3)], [F(1), F(1, 3), F(2, 5)], [F(1, 2), F(1, 10), F(1, 5)]]
    for hits in triples:
        for rule in (1, 2, 4) if len({*hits}) < 3 else (1,):
            problem = read_problem(hits)
            [later] = selections(problem, rule, 1)
            stated, rounds = settled(hits, rule)
            played = list(islice(backward(problem, rule, later), rounds + 2))
            for aims, _, _ in played[rounds - 1 :]:
                assert [aim for p, aim in zip(hits, aims, strict=True) if p] == [
                    aim for p, aim in zip(hits, stated, strict=True) if p
                ] or not any(hits)
            seen[len({*hits}), played[0][0] == played[-1][0], rounds > 2] += 1
    assert {(size, same, True) for size in (1, 2, 3) for same in (True, False)} <= set(seen)


def test_t27_no_longer_periods():
    """All plans of three rounds, or of two, of best targets and misses of different players."""
    for hits in [*permutations(FEW[:5], 3), *islice(permutations(FEW[2:], 3), 0, 60, 7)]:
        problem = read_problem(hits)
        [later] = selections(problem, 1, 1)
        options = [
            [unit(3, t) for t in best_kills(hits, ORDER, m, later)] + [miss(3)] if hits[m] else [miss(3)] for m in ORDER
        ]
        for period in (2, 3) if hits[0] < hits[1] else (2,):
            plans = all_plans(hits, ORDER, options, later, period)
            aims = stated_stationary(hits)
            if len(aims) == 1:
                assert plans == [plans[0][:3] * period]
            rounds = {tuple(plan[at : at + 3]) for plan in plans for at in range(0, len(plan), 3)}
            assert {named_aims(hits, one) for one in rounds} == aims
            assert len(plans) == len(aims) ** period  # where T = 0 Z chooses anew in each round
    assert [play.period for play in periodic_equilibria([1, "2/5", "1/3"])] == [1, 1, 2]


def named_aims(hits, aims):
    return tuple(("ABC"[aim.index(1)] if any(aim) else "Miss") if p else "" for p, aim in zip(hits, aims, strict=True))


def test_t27_on_its_boundary():
    """Under tie rule 3 equal targets take turns; equal players have plans of two rounds."""
    play = finite_rounds(["1/4", "1/4", "1/2"], 60, tie_rule=3)
    targets = [str(aims[2]) for aims in play.aims]
    assert all({*pair} == {"A", "B"} for pair in pairwise(targets))
    assert Counter(one.period for one in periodic_equilibria(["3/4"] * 3))[2] == 7


@pytest.mark.parametrize(
    ("hits", "least", "inside"),
    [
        (["1/5", "4/5", "1/2", "7/10", "3/5"], F(26471051, 43850484216), 2),
        (["1/5", "7/10", "2/5", "3/5", "1/2"], F(85955576981103, 882017741502206848), 4),
    ],
)
def test_t28_five_who_never_settle(hits, least, inside):
    """By T26: the margin of the plan, and the rounds after which play with a last round is that near."""
    problem = read_problem(hits)
    [later] = selections(problem, 1, 1)
    [play] = periodic_equilibria(hits)
    plan = tuple(aim.weights for aims in play.aims for aim in aims)
    options = stationary_options(problem, problem.first, 1)
    assert objections(problem.hits, problem.first, plan, options, later) == ([], True)
    assert margin(problem.hits, problem.first, plan, options, later) == least
    played = list(islice(backward(problem, 1, later), inside))
    assert first_inside(played[:-1], values_by_system(problem.hits, problem.first, plan, later), 5, least) == (
        inside - 1,
        0,
    )
    assert first_inside(played, values_by_system(problem.hits, problem.first, plan, later), 5, least)[0] == inside
    assert len(equilibria(hits)) == 0


def test_t29_four_without_a_pure_stationary_equilibrium():
    """All plans of one round by a second derivation; the plan of five rounds by the objections to it."""
    four = ["7/20", "1/6", "19/60", "11/60"]
    assert independent_equilibria(four, period=1) == set()
    assert [len(independent_equilibria(four[:left] + four[left + 1 :], period=1)) for left in range(4)] == [1] * 4
    problem = read_problem(four)
    [later] = selections(problem, 1, 1)
    [play] = periodic_equilibria(four)
    plan = tuple(aim.weights for aims in play.aims for aim in aims)
    options = stationary_options(problem, problem.first, 1)
    assert objections(problem.hits, problem.first, plan, options, later) == ([], True)
    assert [play.period, len(equilibria(four))] == [5, 0]
    assert min(gain.gain for gain in equilibria(four).gains) == F(5533380767950560, 3680171477785093973)


# -- the sources


def test_what_the_sources_say_of_single_problems():
    mosteller = solve(["3/10", 1, "1/2"])
    assert (str(mosteller.aims[0]), mosteller.win[0]) == ("Miss", F(3, 10))
    assert [(one.aims, one.win) for one in equilibria(["3/10", 1, "1/2"])] == [(mosteller.aims, mosteller.win)]
    assert duel([F(3, 10), F(1), F(1, 2)], (2, 0))[0] == 1 - F(1, 2) / (F(3, 10) + F(1, 2) - F(3, 20)) == F(3, 13)
    assert by_lot([1, F(4, 5), F(1, 2)]).win == (F(3, 10), F(8, 45), F(47, 90))
    assert [part for part in ("3/10 is more than the 3/13", "3/10, 8/45, 47/90") if part not in plain(PAGE)] == []
