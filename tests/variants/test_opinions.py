"""The contest of opinions against chains over all counts: one aim is changed in one state, and all solved again."""

from fractions import Fraction

import independent_variants
import pytest
import strategies
from examples import examples
from hypothesis import given
from hypothesis import strategies as st
from variant_data import assert_same_records, states_of

from truel_ref import Problem, opinion_contest
from truel_ref.variants import opinions

F = Fraction
UNEQUAL = st.lists(st.fractions(F(1, 20), 1, max_denominator=20), min_size=3, max_size=3, unique=True)
FOUR = ["4/5", "3/5", "2/5", "1/5"]


def game(problem):
    """Return the game of the second derivation."""
    targets = [target if isinstance(target, int | tuple) else str(target) for target in problem.targets]
    return independent_variants.opinion_game(
        list(problem.hits), targets=targets, target_later=str(problem.target_later), if_eq=problem.if_eq
    )


def expected_records(problem):
    """Return aims at the start, strictness and every state of all equilibria, by brute force."""
    records = []
    for one in game(problem).records():
        [start] = [counts for counts in one.policy if len(independent_variants.held(counts)) == len(one.name)]
        states = {
            (independent_variants.held(counts), counts): (aims, (*one.values[counts], F(0)))
            for counts, aims in one.policy.items()
        }
        records.append((one.policy[start], one.strict, states))
    return records


def assert_nobody_gains(answer):
    """Solve the whole chain again after every change of one aim in one state."""
    derived = game(answer.problem)
    for play in answer:
        policy = {state.counts: tuple(aim.weights for aim in state.aims) for state in play.states}
        values = derived.values(policy)
        assert all(state.win == values[state.counts] for state in play.states)
        assert not independent_variants.opinion_gains(derived, policy)


@st.composite
def contests(draw, least=2, most=3):
    """Return problems of opinions of every kind."""
    hits = draw(strategies.hits(least, most))
    n = len(hits)
    targets = []
    for opinion in range(n):
        others = [other for other in range(n) if other != opinion]
        shares = draw(st.lists(st.integers(0, 3), min_size=n - 1, max_size=n - 1).filter(any))
        mix = dict(zip(others, [F(share, sum(shares)) for share in shares], strict=True))
        weights = [mix.get(other, F(0)) for other in range(n)]
        targets.append(draw(st.sampled_from(["Optimal", "Optimal", "Strongest", "Random", others[0], weights])))
    return Problem(
        hits,
        targets=targets,
        target_later=draw(st.sampled_from(["Optimal", "Strongest", "Random"])),
        if_eq=draw(strategies.TIE_RULE),
    )


# -- worked values and closed forms


def test_the_published_example():
    answer = opinion_contest([1, "2/3", "1/3"])
    assert (answer.win, answer.only.strict) == ((F(15, 32), F(10, 27), F(139, 864)), True)


@given(UNEQUAL)
@examples(20)
def test_all_at_the_strongest_has_the_published_formula(hits):
    a, b, c = sorted(hits, reverse=True)
    [play] = opinion_contest([a, b, c])
    assert [str(aim) for aim in play.aims] == ["B", "A", "A"]
    assert play.win[0] == a**2 * (a + 2 * c) / ((a + b + c) * (a + c) ** 2)
    assert play.win == opinion_contest(Problem([a, b, c], targets=["Strongest"] * 3)).win


@given(st.tuples(strategies.PLAIN, strategies.PLAIN))
def test_two_opinions_go_by_shares(powers):
    a, b = powers
    answer = opinion_contest(powers)
    assert answer.win == ((a / (a + b), b / (a + b)) if a + b else (0, 0))
    assert answer.stalemate == (0 if a + b else 1)


def test_irrational_powers():
    [play] = opinion_contest(["sqrt(2)/2", "1/3", "1/5"])
    a, b, c = Problem(["sqrt(2)/2", "1/3", "1/5"]).hits
    assert play.win[0] * (a + b + c) * (a + c) * (a + c) == a * a * (a + c + c)


# -- limits


@pytest.mark.parametrize("persons", [2, 3, 4])
def test_nobody_convinces_and_one_among_those_who_do_not(persons):
    answer = opinion_contest([0] * persons)
    assert (answer.win, answer.nobody, answer.stalemate) == ((0,) * persons, 0, 1)
    one = opinion_contest([*[0] * min(persons - 1, 2), "1/7"])
    assert {play.win for play in one} == {(*(F(0),) * min(persons - 1, 2), F(1))}


def test_a_common_factor_of_all_powers_changes_nothing():
    assert [play.states for play in opinion_contest(["1/2", "1/3", "1/4"])] == [
        play.states for play in opinion_contest(["1/4", "1/6", "1/8"])
    ]


# -- brute force


@given(contests())
@examples(25)
def test_two_and_three_persons_of_every_kind(problem):
    """With boxes down to one policy, too, so that bounds exclude all that they can."""
    answer = opinion_contest(problem)
    assert_same_records(answer, expected_records(answer.problem))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(opinions, "LEAF", 1)
        assert opinion_contest(problem) == answer


@pytest.mark.parametrize("hits", [[1, "1/2", 0, "1/3"]], ids=str)
def test_nobody_gains_among_four(hits):
    answer = opinion_contest(hits)
    assert (answer.complete, len(answer) > 0) == (True, True)
    assert_nobody_gains(answer)


def test_four_persons_do_not_all_aim_at_the_strongest():
    [play] = opinion_contest(FOUR)
    assert play.policy[(0, 1, 2), None, (1, 2, 1, 0)].aims[2].targets == (1,)


# -- five and six persons


def test_five_persons_are_told_completely():
    answer = opinion_contest([*FOUR, "1/6"])
    assert (answer.complete, len(answer)) == (True, 2)


def test_fixed_aims_of_six_from_one_chain_over_all_states():
    hits = [F(1, place + 1) for place in range(6)]
    answer = opinion_contest(Problem(hits, targets=["Strongest"] * 6, target_later="Strongest"))
    assert answer.complete
    everybody = {state.counts: tuple(aim.weights for aim in state.aims) for state in answer.only.states}
    values = independent_variants.opinion_values(hits, everybody)
    assert all(state.win == values[state.counts] for state in answer.only.states)
    for state in answer.only.states:
        strongest = [min(other for other in state.living if other != player) for player in state.living]
        assert [aim.targets for aim in state.aims] == [(player,) for player in strongest]


# -- the search


def test_a_search_that_gives_up_says_so(monkeypatch):
    monkeypatch.setattr(opinions, "BOXES", 1)
    monkeypatch.setattr(opinions, "LEAF", 1)
    answer = opinion_contest(["1/2", "1/2", "1/3", "3/4"])
    assert not answer.complete
    monkeypatch.undo()
    whole = opinion_contest(["1/2", "1/2", "1/3", "3/4"])
    assert all(states_of(play) in map(states_of, whole) for play in answer)
