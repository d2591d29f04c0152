"""Every judgement on lists of equilibria, a last round, a drawn order and counted bullets."""

import copy
from fractions import Fraction

import pytest

from truel_ref.oracle import Judgement, Terms, vectors
from truel_ref.oracle.kinds import judge

AGREES, TIE, RULE, CLOSE, VALUE, MALFORMED = (
    Judgement[name] for name in ("AGREES", "TIE", "RULE", "CLOSE", "VALUE", "MALFORMED")
)
NO_DISTRIBUTION, LEFT_OUT = Judgement.NOT_A_DISTRIBUTION, Judgement.LEFT_OUT


def first(group, holds):
    return next(one for one in vectors(group) if holds(one))


def named(name):
    return first(name.rpartition("-")[0], lambda one: one["id"] == name)


def changed(vector, change, **terms):
    """Return the judgement on the right answer after a change."""
    said = copy.deepcopy(vector["answer"])
    return judge(vector, change(said) or said, Terms(**terms)).judgement


def put(*path, value):
    """Return a change: another value at a place of the answer."""

    def change(said):
        for step in path[:-1]:
            said = said[step]
        said[path[-1]] = value

    return change


def less(said):
    """Halve a value of the first equilibrium."""
    entry = said["equilibria"][0]
    win = entry["values"]["A"] if "values" in entry else entry["win"]
    win[0] = str(Fraction(win[0]) / 2)
    for rest in ("stalemate", "nobody"):
        entry.pop(rest, None)


def in_turn(said):
    for each in said["equilibria"]:
        each["aims"], each["values"] = each["aims"][::-1], each["values"][::-1]


def repeated(said):
    for each in said["equilibria"]:
        if len(each["aims"]) == 1:
            each["aims"], each["values"] = each["aims"] * 2, each["values"] * 2


ENTRY = ("equilibria", 0)
STRICT = [
    first(group, lambda one: [each["strict"] for each in one["answer"]["equilibria"]] == [True])
    for group in ("stationary", "shooter", "simultaneous", "opinions")
]
SOFT, PLAN = (
    named("stationary-0018"),
    first("periodic", lambda one: any(len(each["aims"]) == 2 for each in one["answer"]["equilibria"])),
)
NO_MEAN = first("lot", lambda one: one["answer"]["win"] is None)
LISTS = [
    (lambda said: None, AGREES),
    (lambda said: said["equilibria"], AGREES),
    (lambda said: {"equilibria": []}, LEFT_OUT),
    (lambda said: {"equilibria": said["equilibria"] * 2}, Judgement.TWICE),
    (put(*ENTRY, "strict", value=False), Judgement.STRICTNESS),
    (put(*ENTRY, "strict", value=None), AGREES),
    (put(*ENTRY, "strict", value="yes"), MALFORMED),
    (put(*ENTRY, "aims", value=None), MALFORMED),
    (lambda said: {"list": []}, MALFORMED),
    (less, VALUE),
]
OTHERS = [
    (STRICT[0], put(*ENTRY, "values", "A", 0, value=2), NO_DISTRIBUTION),
    (STRICT[0], put(*ENTRY, "aims", value=["Miss"] * 3), Judgement.NO_EQUILIBRIUM),
    (STRICT[2], put(*ENTRY, "nobody", value=1), NO_DISTRIBUTION),
    (STRICT[2], lambda said: said["equilibria"][0].update(nobody=0, stalemate=0), NO_DISTRIBUTION),
    (SOFT, lambda said: {"equilibria": said["equilibria"][1:]}, CLOSE),
    (SOFT, put(*ENTRY, "strict", value=True), CLOSE),
    (SOFT, lambda said: {"equilibria": said["equilibria"][::-1]}, AGREES),
    (PLAN, in_turn, AGREES),
    (PLAN, repeated, AGREES),
    (PLAN, put(*ENTRY, "aims", value=[]), MALFORMED),
    (PLAN, put(*ENTRY, "values", 0, value=None), MALFORMED),
    (STRICT[1], lambda said: said["equilibria"][0].update(win=None, values=said["equilibria"][0]["win"]), MALFORMED),
    (PLAN, lambda said: {"equilibria": []}, CLOSE),
    ("rounds-0001", lambda said: None, AGREES),
    ("rounds-0001", lambda said: said.update(aims=said["aims"][1:]), MALFORMED),
    ("rounds-0001", put("aims", -1, value=["C", "A", "A"]), Judgement.AIMS),
    ("rounds-0001", put("values", -1, value=[0.4, 0.3, 0.3]), VALUE),
    ("rounds-0001", put("values", 0, value=[2, 0, 0]), NO_DISTRIBUTION),
    ("lot-0001", lambda said: {"win": said["win"]}, AGREES),
    ("lot-0001", put("win", value=[0.5, 0.25, 0.25]), VALUE),
    ("lot-0001", lambda said: said.update(win=None, orders=None), VALUE),
    ("lot-0001", put("orders", 0, "win", value=[1, 0, 0]), VALUE),
    ("lot-0001", lambda said: said.update(win=None, stalemate="?"), MALFORMED),
    (NO_MEAN, lambda said: None, AGREES),
    (NO_MEAN, put("stalemate", value="?"), MALFORMED),
    (NO_MEAN, put("stalemate", value=0), VALUE),
    ("lot-0001", lambda said: said["orders"].append(said["orders"][0]), MALFORMED),
    ("lot-0001", put("orders", 0, "order", value=["A", "A", "B"]), MALFORMED),
    ("lot-0001", lambda said: {"orders": []}, MALFORMED),
    ("bullets-0001", lambda said: said.update(survivors=None), AGREES),
    ("bullets-0001", put("worths", value=[0, 0, 1]), VALUE),
    ("bullets-0001", put("win", value=[2, 0, 0]), NO_DISTRIBUTION),
    ("bullets-0001", put("survivors", value=[{"living": ["A"], "chance": "1/2"}]), NO_DISTRIBUTION),
    ("bullets-0001", put("survivors", value=[{"living": ["Z"], "chance": 1}]), MALFORMED),
    ("bullets-0001", put("survivors", value=[{"living": [[]], "chance": 1}]), MALFORMED),
    ("bullets-0001", lambda said: {"win": said["win"]}, MALFORMED),
]


@pytest.mark.parametrize("vector", STRICT, ids=lambda one: one["id"])
@pytest.mark.parametrize(("change", "judgement"), LISTS)
def test_a_list_of_one_strict_equilibrium(vector, change, judgement):
    assert changed(vector, change) is judgement


@pytest.mark.parametrize(("vector", "change", "judgement"), OTHERS)
def test_a_changed_answer(vector, change, judgement):
    assert changed(named(vector) if isinstance(vector, str) else vector, change) is judgement


@pytest.mark.parametrize("group", ["lot", "bullets"])
def test_other_outcomes_of_ties(group):
    tied = first(group, lambda one: one["outcomes"])
    assert judge(tied, tied["outcomes"][0], Terms()).judgement is TIE
    assert judge(tied, tied["outcomes"][0], Terms(strict_ties=True)).judgement is RULE


def test_ties_of_a_last_round_are_followed():
    """The other choice in the last round left; where it changes later values, the judge demands those."""
    vector = named("rounds-0036")  # one round, with ties
    tie, said = vector["answer"]["ties"][0], copy.deepcopy(vector["answer"])
    said["aims"][0] = [*(said["aims"][0].values() if isinstance(said["aims"][0], dict) else said["aims"][0])]
    said["aims"][0]["ABCDE".index(tie["player"])] = next(aim for aim in tie["equal"] if aim != tie["chosen"])
    found = judge(vector, said, Terms()).judgement
    strict = judge(vector, said, Terms(strict_ties=True)).judgement
    assert (found, strict) in ((TIE, RULE), (VALUE, VALUE))
