"""The judge of other rules of fire against sound clients and faulty ones, and every verdict by itself.

The sound client in fractions is the second derivation, so that every vector is derived a second way here.
"""

import json
import sys
from fractions import Fraction
from xml.etree import ElementTree

import independent_variants as derivation
import pytest
from answers import judged
from plain_data import plain

from truel_ref import Problem
from truel_ref.game.variant import Variant
from truel_ref.oracle import ACCEPTED, Judgement, check, vectors
from truel_ref.oracle.corpus import MODEL_GROUPS
from truel_ref.oracle.kinds import expected_of_vector
from truel_ref.oracle.kinds.equilibria import equilibria_within
from truel_ref.oracle.models import CAP, make_model

KEYS = ("hits", "targets", "search", "target_later", "search_later", "if_eq", "random_levels")
TOLERANCE = Fraction(1, 10**9)
LISTS = ("shooter", "simultaneous", "opinions")
SMALL = {group: [one for one in vectors(group) if len(one["problem"]["hits"]) < 4] for group in MODEL_GROUPS}
LARGE = [one for group in MODEL_GROUPS for one in vectors(group, players=4)]


# -- sound clients


def derived(question):
    """Answer a question by the second derivation, in fractions."""
    problem = Problem.from_data({key: question[key] for key in KEYS})
    typed, model = plain(problem) | {"if_eq": problem.if_eq}, question["model"]
    if model == "lot":
        table = derivation.lot_table(**typed, play=question["play"], start=question["start"])
        mean = derivation.lot_mean(table)
        orders = [
            {"order": ["ABCD"[player] for player in order], "win": plays[0][1] if len(plays) == 1 else None}
            for order, plays in table.items()
        ]
        return {"win": mean, "orders": orders} | ({"stalemate": 1 - sum(mean)} if mean else {})
    if model == "bullets":
        found = derivation.bullets(**typed, rounds=question["bullets"], survivors=question["survivors"])
        survivors = [
            {"living": ["ABCD"[one] for one in left], "chance": part} for left, part in found.survivors.items()
        ]
        return {"worths": found.worths, "win": found.only, "survivors": survivors}
    if model == "opinions":
        state, records = (1,) * problem.players, derivation.opinion_game(**typed | {"search": "Others"}).records()
    else:
        fire = {"shooter": "random"}.get(model, model)
        state, records = tuple(range(problem.players)), derivation.fire_records(fire, **typed)
    once = {}
    for record in records:
        values = record.values[state]
        entry = {"aims": record.policy[state], "win": values[: problem.players], "strict": record.strict}
        nobody = {"nobody": values[-1]} if model == "simultaneous" else {}
        once[entry["aims"], values] = entry | nobody | {"stalemate": 1 - sum(values)}
    return {"equilibria": list(once.values())}


@pytest.mark.parametrize("group", MODEL_GROUPS)
def test_every_vector_of_up_to_three_players_is_derived_a_second_way(group):
    assert check(derived, SMALL[group], 0).counts == {Judgement.AGREES: len(SMALL[group])}


@pytest.mark.parametrize(
    "vector",
    [
        pytest.param(one, id=one["id"], marks=[pytest.mark.slow] * (at % 25 != 7 or one["group"] == "opinions"))
        for at, one in enumerate(LARGE)
    ],
)
def test_every_vector_of_four_players_is_derived_a_second_way(vector):
    assert check(derived, [vector], 0).counts == {Judgement.AGREES: 1}


# -- verdicts


TWO = make_model(Variant.stated("shooter", [1, "1/2", "1/2"]), "two")
VOLLEY = make_model(Variant.stated("simultaneous", ["1/2", "1/3"]), "volley")
SPENT = make_model(Variant.stated("bullets", ["1/2", "1/3"], bullets=[1, 1]), "spent")
SURE = make_model(Variant.stated("bullets", [1, 1, 1], bullets=1), "sure")
GARDNER = make_model(Variant.stated("lot", [1, "4/5", "1/2"]), "gardner")
TIED = make_model(Variant.stated("lot", ["1/2", "1/2", 1], start=True), "tied")
EVEN = make_model(Variant.stated("lot", ["1/2", "1/2", "1/2"]), "even")
DUEL = VOLLEY["answer"]["equilibria"][0]
MEAN, ORDERS = GARDNER["answer"]["win"], GARDNER["answer"]["orders"]


def spent(**fields):
    return SPENT["answer"] | fields


def gardner(*orders):
    return {"win": MEAN, "orders": list(orders)}


def sets(*survivors):
    return spent(survivors=[{"living": living, "chance": chance} for living, chance in survivors])


AGREES, TIE, CLOSE, VALUE = Judgement.AGREES, Judgement.TIE, Judgement.CLOSE, Judgement.VALUE
MALFORMED, NO_DISTRIBUTION = Judgement.MALFORMED, Judgement.NOT_A_DISTRIBUTION
OTHER_MEAN = {"win": [0.5, 0.25, 0.25]}
VERDICTS = {
    "nobody on another account": (VOLLEY, [DUEL | {"nobody": 0, "stalemate": "1/4"}], VALUE, "B, A is off by 2.5e-01"),
    "another sum": (VOLLEY, [DUEL | {"nobody": "1/2"}], NO_DISTRIBUTION, "win and nobody and stalemate add up to 1.25"),
    "above 1": (VOLLEY, [{"aims": ["B", "A"], "win": [1.5, 0]}], NO_DISTRIBUTION, "is not in [0, 1]"),
    "wins alone": (VOLLEY, [{"aims": ["B", "A"], "win": [0.5, 0.25]}], AGREES, ""),
    "no wins": (VOLLEY, [{"aims": ["B", "A"]}], MALFORMED, "number 1: it has no 'win'"),
    "nobody in words": (VOLLEY, [DUEL | {"nobody": "no"}], MALFORMED, "number 1: nobody: 'no' is not a number"),
    "not strict": (VOLLEY, [DUEL | {"strict": False}], Judgement.STRICTNESS, "B, A is strict"),
    "listed twice": (VOLLEY, [DUEL, DUEL], Judgement.TWICE, "B, A is listed 2 times"),
    "a tie either way": (TWO, TWO["answer"]["equilibria"][1:], CLOSE, ""),
    "survivors left out": (SPENT, {key: SPENT["answer"][key] for key in ("worths", "win")}, AGREES, ""),
    "a set left out": (SPENT, sets((["A", "B"], 1)), VALUE, "left: A is off by 5.0e-01"),
    "sets of another sum": (SPENT, sets(), NO_DISTRIBUTION, "survivors: the probabilities add up to 0.0"),
    "wins of another sum": (SPENT, spent(win=[1, 1]), NO_DISTRIBUTION, "win: the probabilities add up to 2.0"),
    "no worths": (SPENT, {"win": [1, 0]}, MALFORMED, "it has no 'worths'"),
    "bullets given up": (SPENT, {"error": "too hard"}, MALFORMED, "it says: 'too hard'"),
    "bullets as a list": (SPENT, [1, 0], MALFORMED, "is not an object with 'worths' and 'win'"),
    "unknown survivors": (SPENT, sets((["Z"], 1)), MALFORMED, "['Z'] is not a set of players"),
    "no chance": (SPENT, spent(survivors=[{"living": ["A"]}]), MALFORMED, "has no 'living' and 'chance'"),
    "a set twice": (
        SPENT,
        sets((["A", "B"], 0), (["B", "A"], 1)),
        MALFORMED,
        "number 2: left: A, B occurs twice",
    ),
    "parts of two outcomes": (SURE, SURE["outcomes"][0] | {"worths": SURE["answer"]["worths"]}, VALUE, "left: "),
    "the mean alone": (GARDNER, {"win": MEAN}, AGREES, ""),
    "a single order": (GARDNER, gardner(ORDERS[2]), AGREES, ""),
    "no mean": (GARDNER, {"win": None}, VALUE, "win of A is not none"),
    "an order off": (GARDNER, gardner(ORDERS[0] | {"win": ORDERS[2]["win"]}), VALUE, "in order A, B, C: win of"),
    "a mean of another sum": (
        GARDNER,
        {"win": MEAN, "stalemate": 1},
        NO_DISTRIBUTION,
        "win and stalemate adds up to 2.0",
    ),
    "an order of another sum": (
        GARDNER,
        gardner(ORDERS[0] | {"win": [1, 1, 0]}),
        NO_DISTRIBUTION,
        "in order A, B, C: win adds up to 2.0",
    ),
    "no order": (GARDNER, gardner({"order": ["A"], "win": [1, 0, 0]}), MALFORMED, "['A'] is not an order"),
    "an order twice": (GARDNER, gardner(*ORDERS[:1] * 2), MALFORMED, "number 2: A, B, C occurs twice"),
    "no wins in an order": (GARDNER, gardner({"order": ["A"]}), MALFORMED, "has no 'order' and 'win'"),
    "lot given up": (GARDNER, {"error": "too hard"}, MALFORMED, "it says: 'too hard'"),
    "lot without wins": (GARDNER, {}, MALFORMED, "it has no 'win'"),
    "lot as a list": (GARDNER, [1, 0, 0], MALFORMED, "is not an object with 'win'"),
    "too many means": (EVEN, OTHER_MEAN, TIE, ""),
    "not the mean of the orders": (EVEN, OTHER_MEAN | {"orders": EVEN["answer"]["orders"]}, VALUE, "off by 1.7e-01"),
}


@pytest.mark.parametrize(("vector", "answer", "judgement", "says"), VERDICTS.values(), ids=VERDICTS)
def test_every_verdict(vector, answer, judgement, says):
    result = judged(vector, answer)
    assert (result.judgement, result.accepted) == (judgement, judgement in ACCEPTED)
    assert says in result.detail


def test_other_outcomes_of_ties_are_accepted():
    assert len(SURE["outcomes"]) == 3
    for vector in (SURE, TIED):
        for outcome in vector["outcomes"]:
            assert judged(vector, outcome).judgement is TIE
    assert TIED["order_outcomes"]
    for other in TIED["order_outcomes"]:
        orders = [other if entry["order"] == other["order"] else entry for entry in TIED["answer"]["orders"]]
        mean = [sum(map(Fraction, column)) / 3 for column in zip(*(entry["win"] for entry in orders), strict=True)]
        assert judged(TIED, {"win": mean, "orders": orders}).judgement is TIE
        assert list(map(str, mean)) in [entry["win"] for entry in TIED["outcomes"]]
        # The mean of other orders than those that are listed.
        assert judged(TIED, TIED["answer"] | {"orders": orders}).judgement is VALUE


def test_margins_that_doubles_cannot_resolve_are_kept_apart_from_those_that_they_can():
    """C shoots at the better one of A and B, which are nearly even: doubles see it from 1e-12 on."""
    for gap, judgement in ((Fraction(1, 2**80), CLOSE), (Fraction(1, 2**20), Judgement.NO_EQUILIBRIUM)):
        thin = make_model(Variant.stated("shooter", [Fraction(1, 3), Fraction(1, 3) - gap, Fraction(1)]), "thin")
        even = make_model(Variant.stated("shooter", ["1/3", "1/3", 1]), "even")["answer"]["equilibria"]
        own = [entry["aims"] for entry in thin["answer"]["equilibria"]]
        beside = [entry for entry in even if entry["aims"] not in own]
        assert beside
        assert judged(thin, [*thin["answer"]["equilibria"], *beside], "1e-5").judgement is judgement


@pytest.mark.parametrize("group", LISTS)
def test_equilibria_within_no_slack_are_the_equilibria(group):
    """A third derivation: every policy valued, and compared with those that differ from it in one aim."""
    for vector in SMALL[group]:
        expected = expected_of_vector(vector)
        firm, exact, loose = (
            [(play.aims, play.win, play.nobody, play.strict) for play in equilibria_within(expected.asked, slack, CAP)]
            for slack in (-TOLERANCE, Fraction(0), TOLERANCE)
        )
        entries = [(own.aims, own.values["win"], own.strict) for own in expected.exact]
        assert {(aims, win, strict) for aims, win, _, strict in exact} == set(entries)
        assert {play[:3] for play in firm} <= {play[:3] for play in exact if play[3]}
        assert {play[:3] for play in exact} <= {play[:3] for play in loose}


# -- questions, reports and commands


def test_the_report_says_what_was_asked_and_what_is_off():
    report = check(lambda question: spent(worths=[1, 0]), [SPENT])
    assert "<Variant bullets of Problem(['1/2', '1/3']): bullets 1, 1; survivors equal>" in str(report)
    rows = [row.split() for row in str(report).splitlines()]
    assert ["worth", "for", "A", "1.000000000000", "2/3", "0.666666666667"] in rows
    [entry] = json.loads(json.dumps(report.to_json()))["results"]
    assert (entry["verdict"], entry["theirs"]["worth for A"]) == ("wrong value", "1.000000000000")
    failure = next(ElementTree.fromstring(report.to_junit()).iter("failure"))
    assert failure.get("message").startswith("wrong value: worth for A is off by 3.3e-01")


def test_a_command_is_judged(run, tmp_path):
    answers = {vector["id"]: json.dumps({"id": vector["id"]} | vector["answer"]) for vector in vectors("bullets")}
    program = tmp_path / "client.py"
    program.write_text(
        f"import json, sys\nanswers = {answers!r}\n"
        "for text in sys.stdin: print(answers[json.loads(text)['id']], flush=True)\n"
    )
    status, out, _ = run("check", "--group", "bullets", "--", sys.executable, str(program))
    assert status == 0
    assert "accepted: agrees 60" in out
