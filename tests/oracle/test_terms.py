"""What is asked beyond the values: no right solver is accused, and tie rules and stalemates are judged as asked."""

import sys
from collections import Counter
from fractions import Fraction
from pathlib import Path

import answers
import faulty
import independent
import pytest
from plain_data import plain

from truel_ref import Problem, solve
from truel_ref.cli import main
from truel_ref.oracle import Judgement, assert_agrees, check, make, vectors
from truel_ref.oracle.judge import Terms, judge_answer
from truel_ref.oracle.kinds import expected_of_vector
from truel_ref.oracle.kinds.announced import AnnouncedPlay

NINTH = Fraction(1, 10**9)
STRICT = Terms(NINTH, strict_ties=True)
LENIENT = Terms(NINTH, stalemate_aims=False)
BY_ANY_TIE = Terms(NINTH)
NEARLY = Fraction(1, 3) + Fraction(1, 2**80)


def judged(problem, answer, terms=BY_ANY_TIE):
    """The judgement on an answer, the same for the problem and for its vector."""
    vector = make(problem, "mine", "mine")
    alone = judge_answer(AnnouncedPlay(problem), answer, terms).judgement
    assert judge_answer(expected_of_vector(vector), answer, terms).judgement is alone
    return alone


def values(problem):
    return [float(win) for win in solve(problem).win]


# -- weights that are doubles


def test_predefined_aims_are_read_and_not_judged():
    problem = Problem(["1/2", "1/3", "1/4"], targets=[[0, NEARLY, "1/2"], "Optimal", "Miss"])
    win, [_, own, _] = values(problem), solve(problem).to_json()["aims"]
    for predefined in ([0, float(NEARLY), 0.5], ["0", "1/3", "1/2"], [0.0, 1.0, 0], "C", None, [0.0] * 3):
        assert judged(problem, {"win": win, "aims": [predefined, own, predefined]}) is Judgement.AGREES
    for unreadable in ("D", [1, 2], [0, 0.9, 0.9], "Optimal", [0, "x", 0.5]):
        assert judged(problem, {"win": win, "aims": [unreadable, own, "Miss"]}) is Judgement.MALFORMED
    for wrong in ("B", None):
        assert judged(problem, {"win": win, "aims": ["B", wrong, "Miss"]}) is Judgement.AIMS


def test_predefined_aims_of_equilibria_are_not_judged():
    asked = vectors("simultaneous", players=3)
    vector = next(one for one in asked if {*one["problem"]["targets"]} - {"Optimal"} and one["answer"]["equilibria"])
    place = next(at for at, said in enumerate(vector["problem"]["targets"]) if said != "Optimal")
    for said, judgement in ((None, Judgement.AGREES), ("Z", Judgement.MALFORMED)):
        listed = [entry | {"aims": entry["aims"] | {"ABC"[place]: said}} for entry in vector["answer"]["equilibria"]]
        assert answers.judged(vector, {"equilibria": listed}).judgement is judgement


def test_doubles_nearest_to_the_weights_are_right_and_others_are_not():
    problem = Problem(["1/2", "1/3", "1/4"], search=["Others", "Random"], random_levels=[7, 7, 7])
    aims = list(solve(problem).aims)
    for player in range(3):
        weights = [float(weight) for weight in aims[player].weights]
        told = [*aims[:player], weights, *aims[player + 1 :]]
        assert judged(problem, {"win": values(problem), "aims": told}) is Judgement.AGREES
    expected, rounded = AnnouncedPlay(problem), 0
    for level in (49, 1_000_000):
        for top in range(1, level, level // 49):
            weights = [0, top / level, 1 - top / level]
            said = expected.read({"win": [1, 0, 0], "aims": [weights] * 3}).aims[0]
            is_nearest = 1 - top / level == (level - top) / level
            assert (said.weights == (0, Fraction(top, level), Fraction(level - top, level))) is is_nearest
            rounded += not is_nearest
    assert rounded > 5


def test_weights_that_rounding_takes_above_1_are_readable():
    ten = Problem(["1/2"] * 10, targets=[[0.1] * 10, *["Miss"] * 9])
    assert (
        AnnouncedPlay(ten).read({"win": [0] * 10, "aims": [[0.1] * 10] * 10}).aims[0].weights == (Fraction(1, 10),) * 10
    )
    three = AnnouncedPlay(Problem(["1/2"] * 3))
    above = [0.7000000000000001, 0.3, 0]
    assert sum(map(Fraction, above)) > 1
    assert three.read({"win": [0] * 3, "aims": [above] * 3}).aims[0].total == 1
    for wrong in ([0.7000000000000004, 0.3, 0], ["0.7000000000000001", "0.3", "0"], [0.6, 0.6, 0]):
        assert judge_answer(three, {"win": [1, 0, 0], "aims": [wrong] * 3}, BY_ANY_TIE).judgement is Judgement.MALFORMED


# -- tie rules


def without_its_rule(problem):
    return solve(Problem.from_data(problem | {"if_eq": 1})).to_json()


def test_a_solver_that_ignores_the_tie_rule_is_convicted_if_it_is_asked_for():
    asked = vectors("tie-rules")[:40]
    loose, strict = check(without_its_rule, asked), check(without_its_rule, asked, strict_ties=True)
    assert loose.ok, loose
    assert strict.terms == STRICT
    assert set(strict.counts) == {Judgement.AGREES, Judgement.RULE}
    wrong = {result.name for result in strict.results if not result.accepted}
    assert wrong == {
        vector["id"]
        for vector in asked
        if without_its_rule(vector["problem"]) != without_its_rule(vector["problem"]) | answer_of(vector)
    }
    assert len(wrong) > len(asked) / 3
    assert check(lambda problem: solve(Problem.from_data(problem)).to_json(), asked, strict_ties=True).ok


def answer_of(vector):
    return {key: vector[key] for key in ("win", "aims", "stalemate")}


def test_strict_ties_one_by_one():
    tied = Problem(["1/2", "1/2", 1])
    [other, *_] = make(tied)["outcomes"]
    assert judged(tied, other) is Judgement.TIE
    assert judged(tied, other, STRICT) is Judgement.RULE
    assert judged(tied, other | {"aims": None}, STRICT) is Judgement.RULE
    assert judged(tied, solve(tied).to_json(), STRICT) is Judgement.AGREES
    assert judged(tied, [0.1, 0.2, 0.7], STRICT) is Judgement.VALUE
    thin = Problem(["1/3", Fraction(1, 3) - Fraction(1, 2**80), 1])
    assert judged(thin, make(thin)["near"][0], STRICT) is Judgement.CLOSE
    open_tie = next(one for one in vectors() if "tie-open" in one["flags"] and "thin" not in one["flags"])
    won = [1] + [0] * (len(open_tie["win"]) - 1)
    assert check(lambda problem: won, [open_tie]).ok
    assert not check(lambda problem: won, [open_tie], strict_ties=True).ok
    assert check(lambda problem: answer_of(open_tie), [open_tie], strict_ties=True).ok
    assert_agrees(lambda problem: other, tied)
    with pytest.raises(AssertionError, match="not by the tie rule: right for ties broken otherwise than by rule 1"):
        assert_agrees(lambda problem: other, tied, strict_ties=True)


def test_strict_ties_of_courses_and_bullets():
    bullets = next(one for one in vectors("bullets") if one["outcomes"])
    for terms, expected in ((BY_ANY_TIE, Judgement.TIE), (STRICT, Judgement.RULE)):
        assert judge_answer(expected_of_vector(bullets), bullets["outcomes"][0], terms).judgement is expected
    assert judge_answer(expected_of_vector(bullets), bullets["answer"], STRICT).judgement is Judgement.AGREES
    course = expected_of_vector(next(one for one in vectors("course") if len(expected_of_vector(one).tied or ()) > 1))
    judgements = [course.compare(own, terms).judgement for own in course.tied for terms in (BY_ANY_TIE, STRICT)]
    assert {Judgement.TIE, Judgement.RULE} <= set(judgements) <= {Judgement.AGREES, Judgement.TIE, Judgement.RULE}


# -- aims that make no difference


def test_aims_where_nobody_cares_may_be_left_out():
    stale = Problem([0, 0, 0])
    for aims in (["B", "C", "A"], [None] * 3, ["Miss", None, "B"]):
        answer = {"win": [0, 0, 0], "aims": aims}
        assert judged(stale, answer) is (Judgement.AGREES if aims == [None] * 3 else Judgement.AIMS)
        assert judged(stale, answer, LENIENT) is Judgement.AGREES
    unarmed = Problem(["1/2", 0, "1/3"])
    win, aims = values(unarmed), solve(unarmed).to_json()["aims"]
    assert AnnouncedPlay(unarmed).indifferent == {1}
    assert judged(unarmed, {"win": win, "aims": [aims[0], None, aims[2]]}) is Judgement.AIMS
    assert judged(unarmed, {"win": win, "aims": [aims[0], None, aims[2]]}, LENIENT) is Judgement.AGREES
    assert judged(unarmed, {"win": win, "aims": [None, aims[1], aims[2]]}, LENIENT) is Judgement.AIMS
    by_rule = Terms(NINTH, strict_ties=True, stalemate_aims=False)
    another = "A" if aims[1] != "A" else "C"
    assert judged(unarmed, {"win": win, "aims": [aims[0], another, aims[2]]}, STRICT) is Judgement.RULE
    assert judged(unarmed, {"win": win, "aims": [aims[0], another, aims[2]]}, by_rule) is Judgement.AGREES
    assert_agrees(lambda problem: {"win": [0, 0, 0], "aims": ["A", "A", "A"]}, [0, 0, 0], stalemate_aims=False)
    with pytest.raises(AssertionError, match="wrong aims"):
        assert_agrees(lambda problem: {"win": [0, 0, 0], "aims": ["A", "A", "A"]}, [0, 0, 0])


def test_who_is_indifferent_by_the_second_derivation():
    seen = Counter()
    for vector in [*vectors("zero-one", players=3)[:25], *vectors("ties", players=3)[:5]]:
        problem = Problem.from_data(vector["problem"])
        exact = solve(problem)
        if None in exact.aims:
            continue
        indifferent = set()
        for player in range(3):
            before = [aim.weights for aim in exact.aims[:player]]
            found = independent.decision_values(order=(0, 1, 2), earlier=before, **plain(problem), if_eq=problem.if_eq)
            if len({one.win for one in found if one.allowed}) == 1:
                indifferent.add(player)
        assert AnnouncedPlay(problem).indifferent == indifferent, vector["id"]
        seen[len(indifferent)] += 1
    assert min(seen[0], seen[1], seen[2] + seen[3]) > 1


# -- the command


@pytest.mark.slow
def test_the_command_takes_both(capsys):
    program = ["--", sys.executable, str(Path(faulty.__file__)), "sound"]
    some = ["--group", "tie-rules", "--only", "tie-rules-000*"]
    assert main(["check", *some, *program]) == 0
    assert main(["check", *some, "--strict-ties", *program]) == 1
    assert "not by the tie rule" in capsys.readouterr().out
    assert main(["check", "--group", "zero-one", "--players", "2", "--no-stalemate-aims", *program]) == 0
