"""Every judgement on lists of equilibria, a last round, a drawn order and counted bullets."""

import copy
from fractions import Fraction

import pytest

from truel_ref.oracle import Judgement, Terms, vectors
from truel_ref.oracle.kinds import judge

AGREES, TIE, RULE, CLOSE, VALUE = (Judgement[name] for name in ("AGREES", "TIE", "RULE", "CLOSE", "VALUE"))
MALFORMED, NO_DISTRIBUTION = Judgement.MALFORMED, Judgement.NOT_A_DISTRIBUTION


def named(name):
    return next(one for one in vectors(name.rpartition("-")[0]) if one["id"] == name)


def changed(vector, change, **terms):
    """Return the judgement on the right answer after a change."""
    said = copy.deepcopy(vector["answer"])
    said = change(said) or said
    return judge(vector, said, Terms(**terms)).judgement


LISTS = [vectors(group) for group in ("stationary", "shooter", "simultaneous", "opinions")]
STRICT = [
    next(one for one in listed if [each["strict"] for each in one["answer"]["equilibria"]] == [True])
    for listed in LISTS
]
SEVERAL = [next(one for one in listed if len(one["answer"]["equilibria"]) > 1) for listed in LISTS[:1]]


@pytest.mark.parametrize("vector", STRICT, ids=lambda one: one["id"])
def test_a_list_of_one_strict_equilibrium(vector):
    def entry(said):
        return said["equilibria"][0]

    def other_aims(said):
        entry(said)["aims"] = dict(zip("ABCDE", ["Miss"] * len(entry(said)["aims"]), strict=False))

    def wrong_value(said):
        name = "values" if "values" in entry(said) else "win"
        win = entry(said)[name]["A"] if name == "values" else entry(said)[name]
        win[0] = str(Fraction(win[0]) / 2)
        for rest in ("stalemate", "nobody"):
            entry(said).pop(rest, None)

    assert changed(vector, lambda said: None) is AGREES
    assert changed(vector, lambda said: said["equilibria"]) is AGREES
    assert changed(vector, lambda said: {"equilibria": []}) is Judgement.LEFT_OUT
    assert changed(vector, lambda said: {"equilibria": [entry(said)] * 2}) is Judgement.TWICE
    assert changed(vector, lambda said: entry(said).update(strict=False)) is Judgement.STRICTNESS
    assert changed(vector, lambda said: entry(said).update(strict=None)) is AGREES
    assert changed(vector, lambda said: entry(said).update(strict="yes")) is MALFORMED
    assert changed(vector, lambda said: entry(said).pop("aims") and None) is MALFORMED
    assert changed(vector, lambda said: {"list": []}) is MALFORMED
    assert changed(vector, wrong_value) is VALUE
    if vector["group"] != "opinions" and "Optimal" in vector["problem"]["targets"]:
        assert changed(vector, other_aims) is Judgement.NO_EQUILIBRIUM


def test_values_must_be_probabilities():
    stationary, volley = STRICT[0], STRICT[2]
    assert changed(stationary, lambda said: said["equilibria"][0]["values"]["A"].__setitem__(0, 2)) is NO_DISTRIBUTION
    assert changed(volley, lambda said: said["equilibria"][0].update(nobody=1)) is NO_DISTRIBUTION
    assert changed(volley, lambda said: said["equilibria"][0].update(nobody=0, stalemate=0)) is NO_DISTRIBUTION


def test_equilibria_that_hang_on_a_tie_may_be_left_out():
    soft = named("stationary-0018")
    assert not any(each["strict"] for each in soft["answer"]["equilibria"])
    assert changed(soft, lambda said: {"equilibria": said["equilibria"][1:]}) is CLOSE
    assert changed(soft, lambda said: said["equilibria"][0].update(strict=True)) is CLOSE
    assert changed(SEVERAL[0], lambda said: {"equilibria": said["equilibria"][::-1]}) is AGREES


def test_a_plan_begins_with_any_round_and_may_be_repeated():
    plan = next(
        one for one in vectors("periodic") if any(len(each["aims"]) == 2 for each in one["answer"]["equilibria"])
    )

    def turned(said):
        for each in said["equilibria"]:
            each["aims"], each["values"] = each["aims"][::-1], each["values"][::-1]

    def repeated(said):
        for each in said["equilibria"]:
            if len(each["aims"]) == 1:
                each["aims"], each["values"] = each["aims"] * 2, each["values"] * 2

    assert changed(plan, turned) is AGREES
    assert changed(plan, repeated) is AGREES
    assert changed(plan, lambda said: said["equilibria"][0].update(aims=[])) is MALFORMED
    assert changed(plan, lambda said: {"equilibria": []}) in (Judgement.LEFT_OUT, CLOSE)


def test_a_last_round():
    vector = named("rounds-0001")
    assert changed(vector, lambda said: None) is AGREES
    assert changed(vector, lambda said: said["aims"].pop() and None) is MALFORMED
    assert changed(vector, lambda said: said["aims"].__setitem__(-1, ["C", "A", "A"])) is Judgement.AIMS
    assert changed(vector, lambda said: said["values"].__setitem__(-1, [0.4, 0.3, 0.3])) is VALUE
    assert changed(vector, lambda said: said["values"].__setitem__(0, [2, 0, 0])) is NO_DISTRIBUTION


def test_ties_of_a_last_round_are_followed():
    """With one round left B hits nobody who matters for C; the later values are those of the other choice."""
    vector = named("rounds-0036")  # one round, with ties
    tie = vector["answer"]["ties"][0]
    other = next(aim for aim in tie["equal"] if aim != tie["chosen"])
    said = copy.deepcopy(vector["answer"])
    player = "ABCDE".index(tie["player"])
    said["aims"][0] = [other if at == player else aim for at, aim in enumerate(_listed(said["aims"][0]))]
    found = judge(vector, said, Terms())
    if found.judgement is VALUE:  # the other choice gives other values, which the judge demands
        assert "off by" in found.detail
    else:
        assert found.judgement is TIE
        assert judge(vector, said, Terms(strict_ties=True)).judgement is RULE


def _listed(said):
    return list(said.values()) if isinstance(said, dict) else said


def test_a_drawn_order():
    vector = named("lot-0001")
    tied = next(one for one in vectors("lot") if one["outcomes"])
    assert changed(vector, lambda said: {"win": said["win"]}) is AGREES
    assert changed(vector, lambda said: said.update(win=[0.5, 0.25, 0.25])) is VALUE
    assert changed(vector, lambda said: said.update(win=None, orders=None)) is VALUE
    assert changed(vector, lambda said: said["orders"][0].update(win=[1, 0, 0])) is VALUE
    assert changed(vector, lambda said: said["orders"].append(said["orders"][0])) is MALFORMED
    assert changed(vector, lambda said: said["orders"][0].update(order=["A", "A", "B"])) is MALFORMED
    assert changed(vector, lambda said: said.pop("win") and None) is MALFORMED
    other = tied["outcomes"][0]
    assert changed(tied, lambda said: {"win": other["win"]}) is TIE
    assert changed(tied, lambda said: {"win": other["win"]}, strict_ties=True) is RULE


def test_counted_bullets():
    vector = named("bullets-0001")
    tied = next(one for one in vectors("bullets") if one["outcomes"])
    assert changed(vector, lambda said: said.pop("survivors") and None) is AGREES
    assert changed(vector, lambda said: said.update(worths=[0, 0, 1])) in (VALUE, TIE)
    assert changed(vector, lambda said: said.update(win=[2, 0, 0])) is NO_DISTRIBUTION
    assert changed(vector, lambda said: said.update(survivors=[{"living": ["A"], "chance": "1/2"}])) is NO_DISTRIBUTION
    assert changed(vector, lambda said: said.update(survivors=[{"living": ["Z"], "chance": 1}])) is MALFORMED
    assert changed(vector, lambda said: said.pop("worths") and None) is MALFORMED
    assert judge(tied, tied["outcomes"][0], Terms()).judgement is TIE
    assert judge(tied, tied["outcomes"][0], Terms(strict_ties=True)).judgement is RULE
