"""Where the fault is: known faults recognised in clients that have them, and in no others; causes; smaller problems."""

import json
import random
import re
import shlex
from functools import cache

import pytest
from examples import one_in
from faulty import SOLVERS
from slips import CLIENTS

from truel_ref.cli import main
from truel_ref.fast.solving import solve
from truel_ref.game.problem import Problem
from truel_ref.oracle import check, make, vectors
from truel_ref.oracle.diagnosis import diagnose, shrink, simpler, where_to_look
from truel_ref.oracle.judge import Judgement, judge_answer
from truel_ref.oracle.mutants import FAULTS

TIES = {name for name, fault in FAULTS.items() if fault.is_tie}


@cache
def sample(step=2):
    """Some vectors of every kind that is soon solved, the generic ones first; the long run takes more."""
    of_four = vectors("generic", players=4)[: 24 // step**2]
    asked = [*of_four, *vectors("tie-rules")[: 30 // step], *vectors("boundary", players=3)[: 60 : 4 * step]]
    for group in ("fixed", "optimal", "random", "self", "strongest", "many", "stalemate", "extreme"):
        small = [vector for vector in vectors(group) if len(vector["problem"]["hits"]) < (5 if step == 1 else 4)]
        asked += small[: 40 : 3 * step]
    return asked


def judged(client, asked, strict=False):
    return check(client, asked, strict_ties=strict)


def client_of(name):
    return lambda problem: CLIENTS[name](problem).answer()


def recognised(name, asked=None):
    asked = sample(1) if asked is None else asked
    report = judged(client_of(name), asked, strict=name in TIES)
    assert not report.ok
    return diagnose(report.results, report.terms)


SOON = {  # vectors on which a fault soon shows
    "phase-start": lambda: [one for one in vectors("optimal", players=3) if "1" in one["problem"]["hits"]][:40],
    "no-stalemate": lambda: [vector for vector in vectors("stalemate", players=4) if "stalemate" in vector["flags"]],
    "tolerance": lambda: vectors("boundary", players=3)[:60],
    "fine-tolerance": lambda: vectors("margins", players=3)[:60],
}


@pytest.mark.parametrize("name", SOON)
def test_a_client_with_a_known_fault_is_recognised(name):
    diagnosis = recognised(name, SOON[name]())
    likeness = diagnosis.recognised[0]
    assert likeness.fault.name == name
    assert likeness.telling >= 3
    assert likeness.matched >= 0.9 * likeness.telling
    assert likeness.fault.sentence in str(diagnosis)
    assert f"on {likeness.matched} of {likeness.telling} vectors that can tell" in str(diagnosis)


def named(answers, asked):
    """The faults that are named where the answer to a problem is that of a function of its vector."""
    said = {str(vector["problem"]): answers(vector) for vector in asked}
    report = judged(lambda problem: {key: said[str(problem)][key] for key in ("win", "aims")}, asked, strict=True)
    return [likeness.fault.name for likeness in report.diagnosis.recognised]


def as_if(**keys):
    """Answers to another problem, some of whose keys say something else."""

    def answer(vector):
        solution = solve(Problem.from_data(vector["problem"] | keys))
        win, aims = ([str(chance) for chance in solution.win], [aim and aim.to_json() for aim in solution.aims])
        return {"win": win, "aims": aims}

    return answer


def test_rounding_spares_no_tie_rule():
    """Who takes rule 3 for rule 1 is always right elsewhere: that is no rounding, and in no list."""
    asked = vectors("tie-rules")
    simplest = as_if(if_eq=1)
    assert named(lambda vector: simplest(vector) if vector["problem"]["if_eq"] == 3 else vector, asked) == []


@pytest.mark.parametrize(("rules", "name"), [((-1, -4), "sign-of-1-and-4"), ((-1,), "sign-of-1"), ((-4,), "sign-of-4")])
def test_a_tie_rule_without_its_sign_is_recognised(rules, name):
    without = {rule: as_if(if_eq=-rule) for rule in rules}
    asked = [vector for vector in vectors("sentences") if vector["problem"]["if_eq"] < 0 and vector["outcomes"]]
    assert named(lambda vector: without.get(vector["problem"]["if_eq"], dict)(vector), asked) == [name]


def test_replies_under_too_short_a_key_are_recognised_whatever_comes_first():
    """The first announcements that are met fill the memory: those with Miss, here."""

    class MissFirst(CLIENTS["replies-to-last-of-four"]):
        def options(self, order, player):
            return sorted(super().options(order, player), key=any)

    asked = vectors("generic", players=4)[:12]
    diagnosis = judged(lambda problem: MissFirst(problem).answer(), asked).diagnosis
    assert [likeness.fault.name for likeness in diagnosis.recognised] == ["replies-to-last-of-four"]


def test_ties_that_hide_a_fault_count_where_all_wrong_answers_are_its_own():
    asked = [vector for vector in vectors("sentences", players=4) if vector["problem"]["random_levels"]]
    diagnosis = judged(client_of("levels-by-place"), asked).diagnosis
    assert [likeness.fault.name for likeness in diagnosis.recognised] == ["levels-by-place"]
    assert diagnosis.recognised[0].matched == diagnosis.wrong >= 3


def test_two_tie_rules_may_be_wrong_at_once():
    """Who takes the earlier of equal shots for the simpler one has both rules wrong in which that matters."""
    asked = [vector for vector in vectors("sentences") if vector["note"].startswith("R3.7: a solver that has rule")]
    wrong = [FAULTS["earlier-of-equal-shots"], FAULTS["opposite-label"]]

    def answer(vector):
        for fault in wrong:
            if vector["problem"]["if_eq"] == fault.tie_rule:
                said = fault.answer(Problem.from_data(vector["problem"]))
                return {"win": list(map(str, said.win)), "aims": [aim and aim.to_json() for aim in said.aims]}
        return vector

    assert {*named(answer, asked)} == {fault.name for fault in wrong}


def test_the_smallest_problems_clear_no_fault():
    """Levels known in the first phase only are not taken for none at all: larger problems are looked at, too."""
    client = client_of("levels-at-first")
    asked = [vector for vector in vectors("sentences") if "first phase only" in vector["note"]][:4]
    asked += [*vectors("fixed", players=2), *vectors("levels", players=3)[:30]]
    names = [likeness.fault.name for likeness in judged(client, asked).diagnosis.recognised]
    assert names == ["levels-at-first"]


@pytest.mark.parametrize("spared", [False, True])
def test_wins_that_are_scaled_to_1_are_recognised(spared):
    """Where nobody wins there is nothing to scale: such a solver may be right there."""
    asked = [vector for vector in vectors("sentences") if "scaled" in vector["note"]]
    asked += [vector for vector in vectors("stalemate", players=3) if "stalemate" in vector["flags"]]

    def client(problem):
        solution = solve(Problem.from_data(problem))
        total = sum(solution.win) or 1
        stalemate = 1 if spared and not any(solution.win) else 0
        win = [str(chance / total) for chance in solution.win]
        return {"win": win, "aims": [aim and aim.to_json() for aim in solution.aims], "stalemate": stalemate}

    assert [likeness.fault.name for likeness in judged(client, asked).diagnosis.recognised] == ["no-stalemate"]


def test_ties_that_fall_anyhow_are_recognised():
    asked = vectors("tie-rules")[:30]
    dice = random.Random(7)
    drawn = {str(vector["problem"]): dice.choice([vector, *vector["outcomes"]]) for vector in asked}

    def client(problem):
        answer = drawn[str(problem)]
        return {"win": answer["win"], "aims": answer["aims"]}

    report = judged(client, asked, strict=True)
    assert [likeness.fault.name for likeness in report.diagnosis.recognised] == ["float-noise"]
    assert judged(client, asked).ok


@pytest.mark.parametrize("name", ["float-noise", "first-of-equals"])
def test_rounding_is_told_from_the_first_of_equals(name):
    """Both take the first of nearly all equals; on a boundary rounding once does not, and that is enough."""
    on = [vector for vector in vectors("boundary", players=3) if vector["outcomes"]]
    asked = [*vectors("tie-rules")[:20], *on[:3]]
    report = judged(client_of(name), asked, strict=True)
    assert [likeness.fault.name for likeness in report.diagnosis.recognised] == [name]


def test_a_sound_solver_has_no_diagnosis():
    report = judged(SOLVERS["sound"], sample())
    assert report.ok
    assert str(report.diagnosis) == ""
    assert report.diagnosis.to_json() == {
        "kinds": {},
        "causes": [],
        "smallest": None,
        "shrunk_from": None,
        "sentences": [],
        "recognised": [],
    }


def random_answer(problem):
    numbers = [random.Random(str(problem)).random() for _ in problem["hits"]]
    return {"win": [each / sum(numbers) for each in numbers]}


def equal_answer(problem):
    return {"win": [1 / len(problem["hits"])] * len(problem["hits"])}


@pytest.mark.parametrize("client", one_in(3, [random_answer, equal_answer, SOLVERS["lossy"]]))
def test_other_faults_are_not_taken_for_known_ones(client):
    report = judged(client, sample())
    assert report.diagnosis.wrong > 25
    assert report.diagnosis.recognised == ()


def test_two_wrong_answers_are_too_few_to_recognise_a_fault():
    report = judged(SOLVERS["swapped"], vectors("optimal")[:2])
    assert report.diagnosis.wrong == 2
    assert report.diagnosis.recognised == ()


# -- causes


def test_causes_count_what_wrong_answers_have_in_common():
    def blind(problem):
        answer = SOLVERS["sound"](problem)
        return random_answer(problem) if "Strongest" in problem["targets"] else answer

    report = judged(blind, vectors("strongest", players=3)[:40] + vectors("optimal", players=3)[:10])
    by_name = {cause.name: cause for cause in report.diagnosis.causes}
    asked = [result for result in report.results if "Strongest" in result.problem.to_json()["targets"]]
    assert by_name["Strongest"].wrong == sum(result.wrong for result in asked) > 20
    shares = [cause.wrong / cause.vectors for cause in report.diagnosis.causes]
    assert shares == sorted(shares, reverse=True)
    assert "wrong answers where there is" in str(report)
    assert sum(report.diagnosis.kinds.values()) == report.diagnosis.wrong


def test_it_is_said_what_all_wrong_answers_have_and_how_small_errors_are():
    def rounded(problem):
        answer = SOLVERS["sound"](problem)
        return answer | {"win": [round(win, 5) for win in answer["win"]]} if "1" in problem["hits"] else answer

    sentences = judged(rounded, vectors("optimal", players=3)[:40]).diagnosis.sentences
    assert sentences[0].startswith("every wrong answer has hit probabilities of 0 or 1: ")
    assert sentences[1] == "5 of 5 wrong answers are off by less than 0.001: something is rounded, or stops too early"


def test_who_is_right_when_asked_again_answers_by_what_was_asked_before():
    asked = []

    def forgetful(problem):
        asked.append(problem)
        return equal_answer(problem) if len(asked) < 4 else SOLVERS["sound"](problem)

    report = judged(forgetful, vectors("optimal", players=3)[:3])
    assert report.diagnosis.sentences == (
        "asked again, optimal-0001 is answered rightly: answers hang on what was asked before",
    )
    assert report.diagnosis.shrunk_from is None


# The first aim that goes wrong is that of the last one to announce; a wrong value shows before anybody chooses.
PLACES = [
    (
        "first-option",
        "with the first aims stated as Miss, B takes C, worth 2/9; right is A, worth 1/3",
    ),
    (
        "spite",
        "with the first aims stated as B, A, C takes A, worth 23/40; right is Miss, worth 11/16",
    ),
    ("one-round", "with all aims stated, A wins 0.500000000000 in your answer; right is 2/3"),
]


@pytest.mark.parametrize(("name", "said"), PLACES)
def test_it_is_said_after_which_announcements_a_client_goes_wrong(name, said):
    groups = ("optimal", "fixed", "random", "generic")
    asked = [each for group in groups for each in vectors(group)[:40:2] if len(each["problem"]["hits"]) < 5]
    report = judged(client_of(name), asked)
    assert said in report.diagnosis.sentences[-1]
    assert report.diagnosis.recognised[0].fault.name == name


# The problem, what the client takes there, and why the tie rule takes something else.
TIED = [
    (Problem(["0", "1/2", "1/2"]), "B", "rule 1 (simplest) takes C because it prefers the later label"),
    (Problem(["0", "1/2", "1/2"]), "Miss", "rule 1 (simplest) takes C because it puts a single before Miss"),
    (Problem(["0", "1/2", "2/3"], if_eq=2), "B", "takes C because its sum(q*p) is larger, 2/3 against 1/2"),
    (Problem(["0", "1/2", "2/3"], if_eq=-1), "C", "takes Miss because it puts Miss before a single"),
    (Problem(["0", "2/3", "1/2"], if_eq=3), "C", "takes B because its sum(q*w) is larger, 4/5 against 1/5"),
    (
        Problem(["0", "1/2", "1/2"], search="Others", if_eq=2),
        "C",
        "takes B because it finds them equal, and B comes first",
    ),
    (Problem(["0", "2/3", "1/2"], search="Others", if_eq=-4), "B", "takes C because it prefers the later label"),
]


@pytest.mark.parametrize(("problem", "aim", "why"), TIED)
def test_it_is_said_why_the_tie_rule_takes_another_option(problem, aim, why):
    def client(asked):
        right = as_if()({"problem": asked})
        return right | {"aims": [aim, *right["aims"][1:]]} if asked == problem.to_json() else right

    diagnosis = judged(client, [make(problem, "one", "three")], strict=True).diagnosis
    assert why in diagnosis.sentences[-1]
    assert diagnosis.sentences[-1].endswith(f"; you took {aim}")


def test_a_choice_between_random_levels_gets_its_reason():
    asked = [make(Problem(["1/2", "1/3", "1/4"], search="Others,Miss,Random", random_levels=[2, 3, 2]), "one", "three")]
    diagnosis = judged(client_of("levels-full"), asked).diagnosis
    assert "as B, B takes C, worth 7/27; right is (0, 0, 2/3), worth 40/153" in diagnosis.sentences[-1]


def test_a_client_that_fails_on_stated_aims_is_not_asked_for_each_of_them():
    asked = []

    def choosy(problem):
        if "Optimal" not in problem["targets"]:
            asked.append(problem)
            raise ValueError(problem["targets"])
        return equal_answer(problem) if len(problem["hits"]) > 2 else SOLVERS["sound"](problem)

    assert "with all aims stated" not in str(judged(choosy, vectors("optimal", players=3)[:3]).diagnosis)
    assert len(asked) == 1


def test_what_a_known_fault_does_not_explain_is_counted():
    def twice(problem):
        is_other = sum(map(ord, "".join(problem["hits"]))) % 7 == 0
        return equal_answer(problem) if is_other else CLIENTS["first-option"](problem).answer()

    diagnosis = judged(twice, vectors("optimal", players=3)[:60]).diagnosis
    (likeness,) = diagnosis.recognised
    assert (likeness.fault.name, likeness.matched, likeness.telling) == ("first-option", 38, 43)
    assert diagnosis.unexplained == 9
    assert str(likeness).startswith("many of your answers are those of a solver that never takes the first")
    assert f"wrong answers that this does not explain: {diagnosis.unexplained}; mend it" in str(diagnosis)


# -- smaller problems


def test_the_smallest_problem_is_made_smaller_by_asking_again():
    report = judged(SOLVERS["never-the-first-row"], [make(Problem(["11/19", "7/17", "5/13", "3/11"]), "one", "four")])
    smallest = report.diagnosis.smallest
    assert report.diagnosis.shrunk_from == "one"
    assert smallest.judgement is Judgement.VALUE
    assert smallest.problem.players == 3
    assert max(hit.denominator for hit in smallest.problem.hits) <= 3
    again = judge_answer(smallest.expected, SOLVERS["never-the-first-row"](smallest.problem.to_json()), report.terms)
    assert not again.accepted


def test_without_a_way_to_ask_the_smallest_vector_is_shown():
    report = judged(SOLVERS["swapped"], vectors("generic", players=4)[:2] + vectors("optimal", players=3)[:3])
    diagnosis = diagnose(report.results, report.terms)
    assert diagnosis.shrunk_from is None
    assert diagnosis.smallest.group == "optimal"


def test_who_is_asked_again_may_raise():
    def raises(problem):
        raise ValueError(str(len(problem["hits"])))

    report = judged(raises, vectors("optimal", players=3)[:3])
    assert report.diagnosis.smallest.judgement is Judgement.CRASHED
    assert "ValueError" in str(report)


def test_shrinking_is_bounded():
    asked = []
    shrink(Problem(["11/19", "7/17", "5/13"]), lambda problem: bool(asked.append(problem)), most=7)
    assert len(asked) == 7


def test_every_simpler_problem_is_a_problem_and_another_one():
    problem = Problem(
        ["1/3", "2/7", "3/5", "1"],
        targets=["D", "Random", ["1/2", 0, 0, "1/4"], "Optimal"],
        search=["Others", "Miss", "Random"],
        random_levels=[2, None, 3, 1],
        target_later="Strongest",
        search_later=["Others", "Random"],
        tie_rule=2,
    )
    candidates = list(simpler(problem))
    assert problem not in candidates
    assert {candidate.players for candidate in candidates} == {3, 4}
    assert any(candidate.targets[0] == 2 for candidate in candidates if candidate.players == 3)  # D is the third now
    assert all(candidate == Problem.from_json(candidate.to_json()) for candidate in candidates)


# -- where to look


@pytest.mark.slow
@pytest.mark.parametrize("many", [12, pytest.param(25, marks=pytest.mark.slow)])
def test_the_command_that_explains_runs_as_typed(capsys, many):
    report = judged(client_of("first-option"), [vector for vector in sample() if len(vector["problem"]["hits"]) < 4])
    wrong = report.worst(many)
    commands = [where_to_look(result) for result in wrong]
    assert any("--player" in command for command in commands)
    for command in [*commands, where_to_look(report.diagnosis.smallest)]:
        assert main(shlex.split(command)[1:]) == 0
        assert capsys.readouterr().out
        assert f"look at: {command}" in str(report.text(many))


def test_a_duel_has_no_later_phase():
    report = judged(lambda problem: {"win": ["2/3", "1/3"], "aims": ["B", "A"]}, [make(Problem(["1/2", "1/3"]))])
    assert where_to_look(report.worst()[0]) == "truel-ref why 1/2 1/3"


def test_the_right_aims_with_other_values_lead_to_a_later_phase(capsys):
    problem = Problem(["3/4", 1, "11/20", "1/2"], "Miss,A,Miss,Miss")
    report = judged(client_of("aims-of-set"), [make(problem, "four", "four")])
    look = where_to_look(report.worst()[0])
    assert look == "truel-ref why 3/4 1 11/20 1/2 --targets Miss,A,Miss,Miss --phase C,D,B"
    assert main(shlex.split(look)[1:]) == 0
    assert "198/961" in capsys.readouterr().out


# -- the report


def test_a_report_carries_the_diagnosis_in_text_and_json():
    report = judged(SOLVERS["swapped"], vectors("optimal", players=3)[:12])
    data = json.loads(json.dumps(report.to_json()))
    assert data["diagnosis"]["recognised"][0]["fault"] == "exchanged-A-B"
    assert data["diagnosis"]["smallest"]["look_at"].startswith("truel-ref why ")
    assert [Problem.from_json(entry["problem"]) for entry in data["results"]] == [
        each.problem for each in report.results
    ]
    assert data["results"][0]["aims"] == ["C", "Miss", "B"]
    assert str(report).splitlines()[-1] == report.summary
    assert str(report).splitlines()[-3].startswith("your answers are those of a solver that exchanges A and B")


def test_of_each_kind_of_mistake_the_smallest_is_shown():
    def fails(problem):
        answer = SOLVERS["sound"](problem)
        players = len(problem["hits"])
        return {2: {"win": [2, 2]}, 3: answer | {"win": [0.5, 0.5, 0]}}.get(players, answer | {"aims": ["B"] * players})

    asked = [*vectors("generic", players=4)[:4], *vectors("optimal", players=3)[:4], *vectors("fixed", players=2)[:4]]
    report = judged(fails, asked)
    assert [result.problem.players for result in report.worst()] == [2, 3, 4]
    assert len({result.judgement for result in report.worst()}) == 3
    for most in (0, 2, 5):
        shown = re.findall(r"^[a-z-]+-\d{4}: ", report.text(most), re.MULTILINE)
        assert len(shown) == len(report.worst(most)) == min(most, 3)


def test_what_a_client_says_of_its_failure_is_not_cut():
    message = "the solver gave up: " + "because of this and that, " * 20
    [result] = judged(lambda problem: {"error": message}, sample()[:1]).results
    assert message in result.detail
    [result] = judged(lambda problem: {"error": "x" * 100_000}, sample()[:1]).results
    assert len(result.detail) < 5_000
