"""The judge of plans that repeat and of a last round against sound clients and faulty ones, and every verdict."""

from fractions import Fraction

import pytest
from answers import in_floats, judged

from truel_ref import Problem, finite_rounds
from truel_ref.oracle import Judgement, check, vectors
from truel_ref.oracle.kinds import expected_of_vector
from truel_ref.oracle.plays import make_play

EXAMPLE = Problem(["1/5", "4/5", "1/2", "7/10", "3/5"])
TWO = make_play(EXAMPLE, "periodic", "two", period=2)
ONE = make_play(EXAMPLE, "periodic", "one", period=1)
WEAK = make_play(Problem([0, 0, "1/2"]), "periodic", "weak", period=2)
FOUR = make_play(Problem(["13/25", "1/2", "11/25", "2/5"]), "periodic", "four", period=2)
LAST = make_play(EXAMPLE, "rounds", "last", rounds=6, clock="phase")
TIED = make_play(Problem([0, 0, 1]), "rounds", "tied", rounds=3, clock="phase")
GAME = make_play(Problem(["1/3", "2/3", 1]), "rounds", "game", rounds=4, clock="game")
PLAN = TWO["answer"]["equilibria"][0]


def with_plan(**changes):
    return [PLAN | changes]


# -- plans


def test_plans_may_be_listed_in_many_forms():
    aims, values = PLAN["aims"], PLAN["values"]
    assert len(aims) == 2
    rows = {"aims": [list(each.values()) for each in aims], "values": [list(each.values()) for each in values]}
    for answer in (
        TWO["answer"],
        [PLAN],
        with_plan(aims=aims[::-1], values=values[::-1]),
        with_plan(**rows, strict=None),
    ):
        assert judged(TWO, answer).judgement is Judgement.AGREES
    assert judged(ONE, []).judgement is Judgement.AGREES
    assert judged(TWO, in_floats(TWO["answer"])).judgement is Judgement.AGREES


def test_a_plan_that_is_written_twice_over_is_the_same_plan():
    single = FOUR["answer"]["equilibria"]
    assert [len(play["aims"]) for play in single] == [1, 1]
    double = [play | {"aims": play["aims"] * 2, "values": play["values"] * 2} for play in single]
    assert judged(FOUR, double).judgement is Judgement.AGREES


ALWAYS = [PLAN["aims"][0]]
FAULTY_PLANS = {
    "left out": ([], Judgement.LEFT_OUT, "C, Miss, A, E, C; C, D, A, Miss, C is left out"),
    "both shifts": (
        [PLAN, *with_plan(aims=PLAN["aims"][::-1], values=PLAN["values"][::-1])],
        Judgement.TWICE,
        "is listed 2 times",
    ),
    "always the first round": (
        [PLAN, *with_plan(aims=ALWAYS, values=PLAN["values"][:1])],
        Judgement.NO_EQUILIBRIUM,
        "C, D, A, Miss, C is none",
    ),
    "values of the other round": (with_plan(values=PLAN["values"][::-1]), Judgement.VALUE, "is off by 2.4e-01"),
    "not strict": (with_plan(strict=False), Judgement.STRICTNESS, "is strict"),
    "strict in words": (with_plan(strict="yes"), Judgement.MALFORMED, "'yes' is neither true nor false"),
    "above 1": (
        with_plan(values=[{name: [1, 1, 0, 0, 0] for name in "ABCDE"}] * 2),
        Judgement.NOT_A_DISTRIBUTION,
        "at the turn of A in round 1, win adds up to 2.0",
    ),
    "too many rounds": (
        with_plan(aims=PLAN["aims"] * 2, values=PLAN["values"] * 2),
        Judgement.MALFORMED,
        "4 rounds of aims and 4 of values; a plan has both for each round, and 1 to 2 rounds",
    ),
    "a round without values": (with_plan(values=PLAN["values"][:1]), Judgement.MALFORMED, "2 rounds of aims and 1"),
    "no values": ([{"aims": PLAN["aims"]}], Judgement.MALFORMED, "has not both 'aims' and 'values'"),
    "a player too few": (with_plan(aims=[{"A": "C"}] * 2), Judgement.MALFORMED, "round 1: aims: there is one for each"),
}


@pytest.mark.parametrize("name", FAULTY_PLANS)
def test_faulty_plans_are_named(name):
    answer, judgement, says = FAULTY_PLANS[name]
    result = judged(TWO, answer)
    assert result.judgement is judgement
    assert says in result.detail
    assert not result.accepted
    assert "C, Miss, A, E, C; C, D, A, Miss, C" in str(result)


def test_a_plan_that_hangs_on_a_tie_may_be_left_out():
    """C alone can hit, and shoots sooner or later: every plan hangs on a tie."""
    plans = WEAK["answer"]["equilibria"]
    assert len(plans) == 5
    for answer in (plans[1:], plans[:2], [play | {"strict": True} for play in plans]):
        assert judged(WEAK, answer).judgement is Judgement.CLOSE
    assert judged(WEAK, [plans[0], *plans]).judgement is Judgement.TWICE


# -- a last round


def rounds_of(vector, **changes):
    return vector["answer"] | changes


def test_a_last_round_may_be_told_in_many_forms():
    for vector in (LAST, TIED, GAME):
        answer = vector["answer"]
        named = {key: [dict(zip("ABCDE", each, strict=False)) for each in answer[key]] for key in ("aims", "values")}
        for told in (answer, {key: answer[key] for key in ("aims", "values")}, named, in_floats(answer)):
            assert judged(vector, told).judgement is Judgement.AGREES


def swapped(rows, left, row):
    return [*rows[: left - 1], row, *rows[left:]]


AIMS, VALUES = LAST["answer"]["aims"], LAST["answer"]["values"]
FAULTY_ROUNDS = {
    "another aim": (
        rounds_of(LAST, aims=swapped(AIMS, 3, ["C", "C", *AIMS[2][2:]])),
        Judgement.AIMS,
        "3 left: B takes C, not Miss",
    ),
    "an aim that nobody may take": (
        rounds_of(LAST, aims=swapped(AIMS, 2, ["A", *AIMS[1][1:]])),
        Judgement.AIMS,
        "2 left: A may not aim at A",
    ),
    "the values of another round": (
        rounds_of(LAST, values=swapped(VALUES, 4, VALUES[1])),
        Judgement.VALUE,
        "4 left: the values are off by",
    ),
    "the last round first": (rounds_of(LAST, aims=AIMS[::-1], values=VALUES[::-1]), Judgement.AIMS, "1 left: "),
    "above 1": (
        rounds_of(LAST, values=swapped(VALUES, 2, [1, 1, 0, 0, 0])),
        Judgement.NOT_A_DISTRIBUTION,
        "2 left: win adds up to 2.0",
    ),
    "below 0": (
        rounds_of(LAST, values=swapped(VALUES, 2, [-1, 1, 0, 0, 0])),
        Judgement.NOT_A_DISTRIBUTION,
        "2 left: A: -1.0",
    ),
    "a round too few": (rounds_of(LAST, aims=AIMS[1:]), Judgement.MALFORMED, "aims: 5 entries"),
    "no aims": ({"values": VALUES}, Judgement.MALFORMED, "it has no 'aims'"),
    "gives up": ({"error": "too hard"}, Judgement.MALFORMED, "it says: 'too hard'"),
}


@pytest.mark.parametrize("name", FAULTY_ROUNDS)
def test_faulty_rounds_are_named(name):
    answer, judgement, says = FAULTY_ROUNDS[name]
    result = judged(LAST, answer)
    assert result.judgement is judgement
    assert says in result.detail
    assert "exact aims" in str(result)


def test_the_aims_of_a_game_without_a_last_round_are_wrong_at_the_end():
    """Who plays as if nothing ended has the values of these aims, and is found out where the end is near."""
    short = make_play(Problem(["1/3", "2/3", 1]), "rounds", "short", rounds=2, clock="game")
    settled = ["Miss", "C", "B"]
    assert judged(short, rounds_of(short, aims=[settled] * 2)).judgement is not Judgement.AGREES


def test_a_tie_may_fall_otherwise_unless_the_tie_rule_counts():
    """A and B never hit, so C may shoot at either, in each round."""
    assert TIED["answer"]["aims"] == [["C", "C", "B"]] * 3
    other = rounds_of(TIED, aims=[["Miss", "A", "A"], ["C", "C", "B"], ["B", "C", "A"]])
    result = judged(TIED, other)
    assert (result.judgement, result.detail) == (Judgement.TIE, "1 left: C takes A, not B")
    [strict] = check(lambda question: other, [TIED], strict_ties=True).results
    assert strict.judgement is Judgement.RULE


def test_a_margin_that_doubles_cannot_see():
    """A is better than B by a little, and so the better target of C, who shoots last."""
    for gap, judgement in ((Fraction(1, 2**80), Judgement.CLOSE), (Fraction(1, 2**20), Judgement.AIMS)):
        problem = Problem([Fraction(1, 3), Fraction(1, 3) - gap, "1/2"])
        vector = make_play(problem, "rounds", "thin", rounds=4, clock="phase")
        even = finite_rounds(Problem(["1/3", "1/3", "1/2"]), 4)
        answer = {
            "aims": [[aim.to_json() for aim in aims] for aims in even.aims],
            "values": [list(map(float, win)) for win in even.values],
        }
        own = vector["answer"]["aims"]
        assert answer["aims"] != own
        assert judged(vector, answer, "1e-5").judgement is judgement


# -- the vectors


@pytest.mark.parametrize("step", [5, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("group", ["periodic", "rounds"])
def test_a_client_in_doubles_passes(group, step):
    """What is right but rounded is accepted."""
    for vector in vectors(group)[::step]:
        assert judged(vector, in_floats(vector["answer"])).judgement in (Judgement.AGREES, Judgement.CLOSE), vector[
            "id"
        ]


def test_the_vectors_have_all_periods_boundaries_and_several_selections():
    listed = vectors("periodic")
    assert len(listed) >= 100
    periods = {len(play["aims"]) for vector in listed for play in vector["answer"]["equilibria"]}
    assert periods >= {1, 2, 3, 4, 5}
    hits = [vector["problem"]["hits"] for vector in listed]
    assert any("0" in each for each in hits) and any("1" in each for each in hits)
    assert any(not vector["answer"]["equilibria"] for vector in listed)
    rounds = vectors("rounds")
    assert {vector["clock"] for vector in rounds if vector["answer"]["ties"]} == {"phase", "game"}


def test_the_question_says_what_is_asked():
    question = expected_of_vector(vectors("periodic")[1]).question()
    assert (question["play"], question["period"]) == ("periodic", 3)
    question = expected_of_vector(vectors("rounds")[1]).question()
    assert (question["play"], question["rounds"], question["clock"]) == ("rounds", 6, "game")
