"""Budgets, estimates and checks: no test looks at a real clock; a counter or a list stands in its place."""

import contextlib
import pickle
from collections import OrderedDict
from itertools import count

import pytest
from refusing import assert_refused, with_keywords

import truel_ref
from truel_ref import (
    Problem,
    Solution,
    all_outcomes,
    by_lot,
    compare_play,
    counted_bullets,
    equilibria,
    opinion_contest,
    random_shooter,
    search_by_simulation,
    simulate,
    simultaneous_fire,
    solve,
    solve_many,
    solve_variant,
    why,
)
from truel_ref.budget import (
    MOST_BYTES,
    MOST_SECONDS,
    Budget,
    WorkEstimate,
    a_part,
    admit,
    bytes_text,
    check,
    forced,
    left,
    limits,
    seconds_text,
    so_far,
)
from truel_ref.errors import BudgetError, NumberError, ProblemError, SizeError, TruelError
from truel_ref.fast import recursion, sizes
from truel_ref.fast.sizes import profiles_estimate, sets_estimate
from truel_ref.game.variant import Variant


def ticks(most):
    """Return a budget that lasts for so many looks at the clock."""
    return Budget(seconds=most, clock=count().__next__)


def looks(most=10**9):
    """Return a budget that lasts, and what tells how often the clock was looked at."""
    clock = count()
    return Budget(seconds=most, clock=clock.__next__), lambda: next(clock)


# -- budgets


@pytest.mark.parametrize("most", [1, 2, 5])
def test_a_budget_lasts_as_long_as_it_says(most):
    done = 0
    with pytest.raises(BudgetError, match=f"the time limit of {most} s was reached"), limits(ticks(most)):
        for _ in range(10):
            check()
            done += 1
    assert done == most - 1


def test_without_a_budget_nothing_ends():
    for nothing in (contextlib.nullcontext(), limits(None)):
        with nothing:
            check()
            assert (left(), forced()) == (None, False)


def test_of_nested_budgets_the_first_that_is_used_up_ends_the_work():
    for outer, inner, said in ((3, 100, 3), (100, 3, 3)):
        with pytest.raises(BudgetError, match=f"limit of {said} s"), limits(ticks(outer)), limits(ticks(inner)):
            for _ in range(50):
                check()
    with limits(ticks(100)):
        with pytest.raises(BudgetError), limits(ticks(2)):
            check()
            check()
        check()  # the outer one is in force again


def test_memory_is_counted_from_the_start_of_the_budget():
    held = iter([1000, 1400, 1500, 1501])
    with limits(Budget(bytes=500, held=lambda: next(held))):
        for _ in range(128):  # two looks, at every 64th check
            check()
        with pytest.raises(BudgetError, match="the memory limit of 500 bytes was reached"):
            check()
    with limits(Budget(bytes=1, held=lambda: None)):  # where the memory cannot be told, nothing ends
        check()


LIMITS = [
    *with_keywords(
        NumberError,
        Budget,
        *(({"seconds": limit}, "budget: seconds: ") for limit in (0, -1, float("nan"), "5", True)),
        *(({"bytes": limit}, "budget: bytes: ") for limit in (0, 1.5)),
    ),
    (NumberError, lambda: solve([1, 1], budget=5), "budget: 5 is not a budget"),
]


@pytest.mark.parametrize(("kind", "call", "says"), LIMITS)
def test_limits_are_numbers_above_0_and_budgets_are_budgets(kind, call, says):
    assert_refused(kind, call, says)


def test_what_is_left_goes_to_another_process():
    clock = iter([0, 0, 10, 12]).__next__
    with limits(Budget(seconds=100, clock=clock)), limits(Budget(seconds=30, bytes=10**9, clock=clock, forced=True)):
        rest = left()
    assert (rest.seconds, rest.bytes, rest.forced) == (20, 10**9, True)
    assert pickle.loads(pickle.dumps(rest)) == rest


# -- records with very many ties


def test_to_write_and_to_read_a_record_counts_as_work():
    solution = solve(["1/2"] * 4)
    data = solution.to_json()
    budget, done = looks()
    with limits(budget):
        assert solution.to_json() == data
    writing = done() - 1  # but for the look with which the budget began
    assert writing >= len(solution.ties) + len(solution.phases)
    for most in (1, writing // 2, writing):
        with pytest.raises(BudgetError) as caught, limits(ticks(most)):
            solution.to_json()
        assert caught.value.known == {"phases": solution.phases}
    with pytest.raises(BudgetError, match=r"^the time limit of 20 s was reached$"), limits(ticks(20)):
        Solution.from_json(data)  # and no fault of an entry of it


def test_a_record_that_has_no_room_is_refused_before_it_is_written():
    solution = solve(["1/2"] * 4)
    estimate = r"^refused for its size: 102 ties to write, .*; use Solution\.ties instead, .*; --force, or "
    with pytest.raises(SizeError, match=estimate), limits(Budget(bytes=10**5)):
        solution.to_json()
    with limits(Budget(bytes=10**6)):
        assert Solution.from_json(solution.to_json()) == solution


# -- what is known so far


def test_an_error_collects_what_is_known_the_innermost_first():
    with pytest.raises(BudgetError) as caught, so_far(sets=lambda: 9, rows=lambda: 2), so_far(sets=lambda: (1,)):
        raise BudgetError("ended")
    assert caught.value.known == {"sets": (1,), "rows": 2}
    assert str(caught.value) == "ended; so far: 1 set, 2 rows"
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.known) == (str(caught.value), caught.value.known)


def test_of_a_part_and_of_work_that_has_not_begun_nothing_is_known():
    with pytest.raises(BudgetError, match=r"^ended$"), a_part(), so_far(sets=lambda: 9):
        raise BudgetError("ended")
    with pytest.raises(SizeError, match=r"^refused$"), so_far(sets=lambda: 9):
        raise SizeError("refused")


@pytest.mark.parametrize("method", [None, "plain", "filtered", "definition"])
def test_the_phases_that_are_solved_are_known_and_right(monkeypatch, method):
    """Nothing was known with the definition, and phases went by place whatever people are called."""
    problem = Problem(["1/2"] * 4, names="Ann,Bob,Carl,Dora", order="Dora,Bob,Ann,Carl")
    whole = {phase.order: phase for phase in solve(problem).phases}
    budget, done = looks()
    monkeypatch.setattr(recursion, "_known", OrderedDict())
    solve(problem, method=method, budget=budget)
    looked, known = done(), []
    for most in (5, looked // 2, looked - 1):
        monkeypatch.setattr(recursion, "_known", OrderedDict())
        with pytest.raises(BudgetError) as caught:
            solve(problem, method=method, budget=ticks(most))
        phases = caught.value.known.get("phases", ())
        assert all(whole[phase.order] == phase for phase in phases)
        assert all(str(whole[phase.order]) == str(phase) for phase in phases)
        known.append(len(phases))
    assert known == sorted(known)
    assert 0 < known[-1] < len(whole)


def test_the_sets_that_are_solved_without_a_miss_are_known():
    problem = Problem(["1/2", "1/3", "1/4", "1/5"], search="others")
    with pytest.raises(BudgetError) as caught:
        solve(problem, method="no miss", budget=ticks(20))
    assert 0 < caught.value.known["sets"] < 11


# -- estimates

HALF = ["1/2"]


def test_small_work_passes_and_large_work_is_announced_once():
    told = []
    with limits(Budget(report=told.append)):
        admit(WorkEstimate(9, "profiles", 1.0))
        assert told == []
        for seconds in (11, 12):
            admit(WorkEstimate(seconds, "profiles", 1.0))
    assert told == ["11 profiles, 11 seconds"]


@pytest.mark.parametrize(
    "estimate", [WorkEstimate(int(MOST_SECONDS) + 1, "sets", 1.0), WorkEstimate(1, "sets", 0.0, MOST_BYTES + 1)]
)
def test_work_above_the_limits_is_refused_unless_it_is_forced(estimate):
    with pytest.raises(SizeError, match=r"refused for its size: .*--force") as caught:
        admit(estimate)
    assert isinstance(caught.value, ProblemError)
    with limits(Budget(forced=True)), limits(ticks(5)):
        admit(estimate)
    with limits(ticks(5)), pytest.raises(SizeError):
        admit(estimate)


MANY = {999: "999", 999_999: "999,999", 10**6: "about 10^6", 10**14: "about 10^14", 387_420_489: "about 3 * 10^8"}


@pytest.mark.parametrize(
    ("said", "text"),
    [
        *(
            (WorkEstimate(number, "profiles", 0.0), f"{many} profiles, less than a second")
            for number, many in MANY.items()
        ),
        (WorkEstimate(10**2000, "profiles", 0.0), "more than 10^1000 profiles, less than a second"),
        (WorkEstimate(1, "turns and more of each game", 2e6), "1 turn and more of each game, 23 days"),
        (WorkEstimate(2, "pieces of curves", 0.0), "2 pieces of curves, less than a second"),
        (WorkEstimate(1, "pieces of curves", 0.0), "1 piece of curves, less than a second"),
        *zip(map(seconds_text, (1, 119, 120)), ("1 second", "119 seconds", "2 minutes"), strict=True),
        (seconds_text(float("inf")), "more than 1,000 years"),
        *zip(map(bytes_text, (999, 1000)), ("999 bytes", "1 kB"), strict=True),
        *zip(map(bytes_text, (3_700_000_000, 123_456_789)), ("3.7 GB", "123 MB"), strict=True),
    ],
)
def test_counts_durations_and_amounts_in_words(said, text):
    assert str(said) == text


def test_profiles_are_counted_over_all_phases_and_sets_where_nobody_misses():
    # Others and Miss: of L players each has L options; two players have one each. C(4, 3) * 3 phases of three.
    hits = ["1/3", "2/5", "3/7", "1/2"]
    assert [profiles_estimate(Problem(each)).count for each in (hits, [0, 0, 0])] == [4**4 + 12 * 3**3 + 12 * 1, 1]
    # Counting ends with the phase by which there are 10^30.
    assert 10**30 < profiles_estimate(Problem(HALF * 22)).count <= 10**30 + 21**21
    others = [Problem(hits[:3], search="Others"), Problem(HALF * 100, search="Others", target_later="Strongest")]
    assert [sets_estimate(each).count for each in others] == [8, 100]


LONG_NUMBER = "0." + "123456789" * 1000


@pytest.mark.parametrize(
    "problem",
    [
        Problem(hits, **words)
        for hits in (HALF * 4, HALF * 6, ["1/3", "2/5", "3/7", "1/2", 1], ["1/3", 0, 0, 1, 1, "1/2"],
                     [LONG_NUMBER, "1/3", "1/2", "1/5", LONG_NUMBER], ["sqrt(2)/2", "1/3", "1/2", "1/5", 1])
        for words in ({}, {"search": "All"}, {"search": "Self, Strongest, Miss, Random"}, {"target_later": "Strongest"},
                      {"search_later": "All"})
    ],

)  # fmt: skip
def test_the_bound_is_one(problem):
    assert sizes._most_seconds(problem) >= profiles_estimate(problem).seconds


def test_long_and_irrational_numbers_take_longer():
    short = ["1/3", "2/5", "3/7", "1/2", "4/7", "3/5"]
    long = [LONG_NUMBER, *short[1:]]
    for estimate, words in ((profiles_estimate, {}), (sets_estimate, {"search": "Others"})):
        few, many = (estimate(Problem(hits, **words)) for hits in (short, long))
        assert few.seconds < 1 < many.seconds
        assert few.bytes < 10**7 < many.bytes
    assert profiles_estimate(Problem(["sqrt(2)/2", *short[1:]])).seconds > 10


# -- every long function


LONG = {
    "solve": lambda budget: solve(HALF * 4, budget=budget),
    "solve by definition": lambda budget: solve(HALF * 4, method="definition", budget=budget),
    "solve without a miss": lambda budget: solve(HALF * 5, search="Others", budget=budget),
    "solve five": lambda budget: solve(["1/3", "2/5", "3/7", "1/2", 1], budget=budget),
    "solve mixes": lambda budget: solve(["1/3", "2/3", 1], search="all", random_levels=[3, 3, 3], budget=budget),
    "solve_many": lambda budget: list(solve_many([HALF * 4], budget=budget)),
    "equilibria": lambda budget: equilibria([1, 1, 1], budget=budget),
    "mixed equilibria": lambda budget: equilibria(["13/25", "1/2", "11/25", "2/5"], mixed=True, budget=budget),
    "why": lambda budget: why(solve(HALF * 3), budget=budget),
    "all_outcomes": lambda budget: all_outcomes(solve(HALF * 3), budget=budget),
    "compare_play": lambda budget: compare_play(HALF * 3, budget=budget),
    "simulate": lambda budget: simulate(solve(HALF * 3), games=10**6, seed=1, budget=budget),
    "simulate one by one": lambda budget: simulate(solve(HALF * 3), games=99, seed=1, engine="one", budget=budget),
    "simulate in arrays": lambda budget: simulate(solve(HALF * 3), games=99, seed=1, engine="batch", budget=budget),
    "search": lambda budget: search_by_simulation(HALF * 3, games=2, seed=1, budget=budget),
    "by_lot": lambda budget: by_lot(HALF * 3, budget=budget),
    "shooter": lambda budget: random_shooter(HALF * 3, budget=budget),
    "simultaneous": lambda budget: simultaneous_fire(HALF * 3, budget=budget),
    "opinions": lambda budget: opinion_contest(HALF * 3, budget=budget),
    "bullets": lambda budget: counted_bullets(HALF * 3, bullets=3, budget=budget),
    "variant": lambda budget: solve_variant(Variant.stated("shooter", HALF * 3), budget=budget),
    "map": lambda budget: truel_ref.maps.build(
        truel_ref.maps.MapSpec(Problem([0, 0, 1]), points=8, method="normal"), budget=budget
    ),
}


@pytest.mark.parametrize("name", LONG)
def test_every_long_function_looks_at_its_budget_and_ends_with_it(name):
    LONG[name](None)  # what is kept from one call to the next is there
    budget, looked = looks()
    LONG[name](budget)
    checks = looked() - 1
    assert checks > 3
    for most in {2, checks // 2, checks - 1} - {0, 1}:
        with pytest.raises(BudgetError, match="was reached"):
            LONG[name](ticks(most))


REFUSED = {
    "twelve equal players": (lambda: solve(HALF * 12), "profiles"),
    "thirty players": (lambda: solve(HALF * 30), "about 2 \\* 10\\^44 profiles, more than 1,000 years"),
    "fine mixes": (
        lambda: solve(["1/3", "2/3", 1], search="others, miss, random", random_levels=[600] * 3),
        "GB of memory",
    ),
    "many who shoot only": (lambda: solve([f"1/{n}" for n in range(2, 26)], search="Others"), "sets"),
    "by lot": (lambda: by_lot([f"1/{n}" for n in range(2, 10)]), "8 players have 40,320 orders"),
    "eight who never miss": (lambda: random_shooter([1] * 8), "profiles"),
    "simultaneous": (lambda: simultaneous_fire(HALF * 6), "46,656 profiles of aims"),
    "a large map": (
        lambda: truel_ref.maps.build(truel_ref.maps.MapSpec(Problem([0, 0, 1]), points=10_000, a_above_b=True)),
        "18 GB of memory",
    ),
    "a game without an end": (
        lambda: simulate(solve([f"1/{10**300}"] * 2), games=1, seed=1),
        "about 10\\^300 turns and more",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_nobody_could_wait_for_is_refused_at_once_and_if_it_is_forced_its_budget_ends_it(name):
    work, said = REFUSED[name]
    with pytest.raises(SizeError, match=said):
        work()
    with pytest.raises(BudgetError) as caught, limits(ticks(40)), limits(Budget(forced=True)):
        work()
    assert not isinstance(caught.value, SizeError)
    assert isinstance(caught.value, TruelError)
