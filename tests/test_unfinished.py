"""Limits of work: no test looks at a real clock; a counter stands in its place."""

import pickle
from collections import OrderedDict
from itertools import count

import pytest

import truel_ref
from truel_ref import (
    Problem,
    all_outcomes,
    by_lot,
    compare,
    counted_bullets,
    equilibria,
    limits,
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
from truel_ref.errors import NumberError, ProblemError, UnfinishedError
from truel_ref.fast import recursion
from truel_ref.fast.solving import admit_profiles
from truel_ref.game.variant import Variant
from truel_ref.limits import MOST_PROFILES, admit, check, known_results, so_far, time_limit

HALF = ["1/2"]


@pytest.fixture
def clock(monkeypatch):
    """Let the clock show how often a program has looked at it."""
    looks = count()
    monkeypatch.setattr(limits, "monotonic", lambda: next(looks))
    return looks


# -- the time limit


@pytest.mark.parametrize("most", [1, 2, 5])
def test_a_limit_lasts_as_long_as_it_says(clock, most):
    done = 0
    with pytest.raises(UnfinishedError, match=f"the time limit of {most} s was reached"), time_limit(most):
        for _ in range(10):
            check()
            done += 1
    assert done == most - 1


def test_without_a_limit_nothing_ends(clock):
    with time_limit(None):
        for _ in range(10):
            check()


def test_the_first_of_nested_limits_ends_the_work(clock):
    for outer, inner, said in ((3, 100, 3), (100, 3, 3)):
        with pytest.raises(UnfinishedError, match=f"limit of {said} s"), time_limit(outer), time_limit(inner):
            for _ in range(50):
                check()
    with time_limit(100):
        with pytest.raises(UnfinishedError), time_limit(2):
            check()
            check()
        check()  # the outer limit is in force again


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), "5", True])
def test_a_limit_is_a_number_above_0(seconds):
    with pytest.raises(NumberError, match="is not a number of seconds above 0"), time_limit(seconds):
        pass


# -- the results so far


def test_an_outer_block_replaces_inner_results_of_other_names():
    with pytest.raises(UnfinishedError) as caught, so_far(pixels=lambda: 9), so_far(phases=lambda: (1,)):
        raise UnfinishedError("ended")
    assert (caught.value.known, str(caught.value)) == ({"pixels": 9}, "ended; so far: 9 pixels")
    with pytest.raises(UnfinishedError) as caught, so_far(phases=lambda: 1), so_far(phases=lambda: ("a",)):
        raise UnfinishedError("ended")
    assert (caught.value.known, str(caught.value)) == ({"phases": ("a",)}, "ended; so far: 1 phase")
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.known) == (str(caught.value), caught.value.known)


def test_an_interrupt_has_the_results_so_far_too():
    with pytest.raises(KeyboardInterrupt) as caught, so_far(sets=lambda: 9):
        raise KeyboardInterrupt
    assert known_results(caught.value) == {"sets": 9}
    assert known_results(KeyboardInterrupt()) == {}


@pytest.mark.parametrize("method", [None, "integers", "definition"])
def test_the_solved_phases_are_known_and_right(clock, monkeypatch, method):
    problem = Problem(HALF * 4, names="Ann,Bob,Carl,Dora", order="Dora,Bob,Ann,Carl")
    whole = {phase.order: phase for phase in solve(problem).phases}

    def ended(most):
        monkeypatch.setattr(recursion, "_known", OrderedDict())
        before = next(clock)
        try:
            with time_limit(most):
                solve(problem, method=method)
        except UnfinishedError as error:
            return error.known.get("phases", ()), 0
        return None, next(clock) - before

    _, looks = ended(10**9)
    known = [ended(most)[0] for most in (3, looks // 2, looks - 3)]
    assert all(str(whole[phase.order]) == str(phase) for phases in known for phase in phases)
    numbers = list(map(len, known))
    assert numbers == sorted(numbers)
    assert 0 < numbers[-1] < len(whole)


def test_the_solved_sets_without_a_miss_are_known(clock):
    problem = Problem(["1/2", "1/3", "1/4", "1/5", "1/6"], search="others")
    with pytest.raises(UnfinishedError) as caught, time_limit(40):
        solve(problem)
    assert 0 < caught.value.known["sets"] < 26


# -- every long function


LONG = {
    "solve": lambda: solve(HALF * 4),
    "solve by definition": lambda: solve(HALF * 4, method="definition"),
    "solve without a miss": lambda: solve(HALF * 5, search="Others"),
    "solve five": lambda: solve(["1/3", "2/5", "3/7", "1/2", 1]),
    "solve mixes": lambda: solve(["1/3", "2/3", 1], search="all", random_levels=[3, 3, 3]),
    "solve_many": lambda: list(solve_many([HALF * 4])),
    "equilibria": lambda: equilibria([1, 1, 1]),
    "mixed equilibria": lambda: equilibria(["13/25", "1/2", "11/25", "2/5"], mixed=True),
    "why": lambda: why(solve(HALF * 3)),
    "all_outcomes": lambda: all_outcomes(solve(HALF * 3)),
    "compare": lambda: compare(HALF * 3),
    "simulate": lambda: simulate(solve(HALF * 3), games=10**6, seed=1),
    "simulate one by one": lambda: simulate(solve(HALF * 3), games=99, seed=1, engine="one"),
    "search": lambda: search_by_simulation(HALF * 3, games=2, seed=1),
    "by_lot": lambda: by_lot(HALF * 3),
    "shooter": lambda: random_shooter(HALF * 3),
    "simultaneous": lambda: simultaneous_fire(HALF * 3),
    "opinions": lambda: opinion_contest(HALF * 3),
    "bullets": lambda: counted_bullets(HALF * 3, bullets=3),
    "variant": lambda: solve_variant(Variant.stated("shooter", HALF * 3)),
    "map": lambda: truel_ref.maps.build(truel_ref.maps.MapSpec(Problem([0, 0, 1]), points=8, method="normal")),
}


@pytest.mark.parametrize("name", LONG)
def test_every_long_function_ends_at_its_limit(name, clock, monkeypatch):
    monkeypatch.setattr(recursion, "_known", {})  # a full one would be emptied in the middle
    LONG[name]()  # what one call keeps for the next is there
    before = next(clock)
    LONG[name]()
    checks = next(clock) - before
    assert checks > 3
    for most in {2, checks // 2, checks - 2} - {0, 1}:
        with pytest.raises(UnfinishedError, match="was reached"), time_limit(most):
            LONG[name]()


# -- the bound on profiles


def test_the_bound_itself_is_admitted():
    admit(MOST_PROFILES)
    with pytest.raises(ProblemError, match="1,000,000,000,001 profiles of aims would take more than a day; predefine"):
        admit(MOST_PROFILES + 1)


REFUSED = {
    "twelve equal players": lambda: solve(HALF * 12),
    "thirty players": lambda: solve(HALF * 30),
    "later phases": lambda: solve(HALF * 14, targets=["Miss"] * 13 + ["A"]),
    "fine mixes": lambda: solve(["1/3", "2/3", 1], search="others, miss, random", random_levels=[600] * 3),
    "stationary mixes": lambda: equilibria(["1/3", "2/3", 1], search="others, miss, random", random_levels=[600] * 3),
    "compared": lambda: compare(HALF * 12),
    "simultaneous": lambda: simultaneous_fire(HALF * 12),
    "by lot": lambda: by_lot(HALF * 12, start=True),
}


@pytest.mark.parametrize("name", REFUSED)
def test_more_than_a_day_is_refused_at_once(name):
    with pytest.raises(ProblemError, match="profiles of aims would take more than a day; predefine targets, or"):
        REFUSED[name]()


def test_many_sets_of_living_players_are_refused():
    many = [f"1/{n}" for n in range(2, 19)]
    with pytest.raises(ProblemError, match=r"17 players have 2\^17 sets of living players; state at most 16 players"):
        solve(many, search="Others")
    admit_profiles(Problem(many[:16], search="Others"))
    admit_profiles(Problem(many, search="Others", target_later="Strongest"))  # few sets follow
