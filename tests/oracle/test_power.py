"""What the vectors convict, as the page says it; and known faults recognised by problems that nobody has seen."""

import json
from fractions import Fraction
from functools import cache
from math import ceil
from pathlib import Path

import pytest
from examples import one_in
from from_scripts import script
from held_out import held_out
from pages import page_text, table
from slips import CLIENTS

from truel_ref.game.problem import Problem
from truel_ref.oracle import check, vectors
from truel_ref.oracle.diagnosis import MOST_WORK, recognise
from truel_ref.oracle.judge import work
from truel_ref.oracle.kinds.announced import AnnouncedPlay
from truel_ref.oracle.mutants import FAULTS, convicts, counted
from truel_ref.oracle.sentences import TURNS

ROOT = Path(__file__).parents[2]
LEAST = Fraction(1, 5)
MANY, COUNTED = 20, 40
UNSEEN = {"weaker-mix", "levels-by-place"}
"""Faults that hardly a vector shows: two mixes are best, and every single worse, by chance only; and the level of a
place is not that of the person only in later phases with levels, of which there are few."""
RARE = {"replies-to-first-two", "replies-to-ends"}
"""Faults that 40 vectors convict, but never a fifth of a group: only the last of four players replies to three."""
WIDER = {"replies-to-set": "replies-to-targets", "replies-to-targets-of-four": "replies-to-targets"}
"""Faults that few problems tell from another one, which says the same of them in fewer words."""
TOO_FEW = 5
COUNTS = json.loads((ROOT / "docs" / "counts" / "convictions.json").read_text(encoding="utf-8"))
write_pages = cache(lambda: script("write_pages"))


def test_every_fault_has_a_group_that_convicts_a_fifth():
    assert COUNTS["faults"].keys() == FAULTS.keys()
    for name in FAULTS.keys() - TURNS.keys() - UNSEEN - RARE:  # those of `TURNS` have vectors of their own
        pairs = COUNTS["faults"][name]["groups"].values()
        assert max(Fraction(*pair) for pair in pairs if pair[1] >= MANY / 2) >= LEAST, name


@cache
def listed(group):
    """What is expected of each vector of a group."""
    return list(map(AnnouncedPlay.listed, vectors(group)))


CHEAP = [("first-row", "extreme"), ("no-stalemate", "stalemate"), ("later-choice", "fixed"), ("stationary", "equal")]


@pytest.mark.parametrize(("name", "group"), CHEAP)
def test_a_count_is_counted_again(name, group):
    small = [expected for expected in listed(group) if work(expected.problem) <= 1_500]
    found = counted(FAULTS[name], small[:: ceil(len(small) / 40)])
    assert [found.convicted, found.concerned] == COUNTS["faults"][name]["groups"][group]


@pytest.mark.slow
def test_the_counts_are_counted_again_byte_for_byte():
    assert write_pages().convictions() == (ROOT / "docs" / "counts" / "convictions.json").read_text(encoding="utf-8")


def test_the_page_has_every_fault_with_its_counts():
    """Added up without the code that wrote the page."""
    page = page_text("power.md")
    assert write_pages().what_the_vectors_convict() == page, "run scripts/pages"
    rows = {row[1].strip("`*"): row for row in table(page)[1:]}
    for start, row in rows.items():
        family = [name for name in FAULTS if name.startswith(start)] if start.endswith("-") else [start]
        assert {FAULTS[name].rule for name in family} == {row[0]}
        pairs = [pair for name in family for pair in COUNTS["faults"][name]["groups"].values()]
        assert row[3] == "/".join(str(sum(numbers)) for numbers in zip(*pairs, strict=True)), start
    assert [name for name in FAULTS if name not in rows and f"{name.split('-')[0]}-" not in rows] == []
    few = {name: row["all"] for name, row in COUNTS["faults"].items() if row["all"] < COUNTED}
    assert all(f"`{name}` ({number})" in page for name, number in few.items())


def test_who_has_no_answer_is_not_convicted():
    open_to_ties = AnnouncedPlay(Problem(["1/3", "2/3", 1]))
    open_to_ties.tied = None
    assert not convicts(FAULTS["exchanged-A-B"], open_to_ties)
    assert convicts(FAULTS["exchanged-A-B"], AnnouncedPlay(Problem(["1/3", "2/3", 1])))


# -- recognition


def named(name, asked):
    client = CLIENTS[name]
    report = check(lambda problem: client(problem).answer(), asked, strict_ties=FAULTS[name].is_tie)
    return [likeness.fault.name for likeness in recognise(report.results, report.terms)[0]]


@pytest.mark.slow
@pytest.mark.parametrize("name", one_in(2, ["first-option", "values-of-set", "exchanged-B-C", "replies-remembered"]))
def test_a_fault_is_recognised_by_problems_that_nobody_has_seen(name):
    asked = held_out("unseen", 4, ("optimal", "self", "tie-rules"))
    assert named(name, asked)[0] == name


def test_every_client_with_a_fault_is_recognised_and_taken_for_no_other():
    """Five wrong answers or fewer may be too few."""
    assert CLIENTS.keys() == COUNTS["clients"].keys()
    for name, (wrong, *likenesses) in COUNTS["clients"].items():
        if wrong <= TOO_FEW and not likenesses:
            continue
        ((named, matched, telling),) = likenesses
        assert named in (name, WIDER.get(name))
        assert 0.8 * telling <= matched <= wrong


def test_nineteen_vectors_or_more_see_every_sentence_of_the_rules():
    for name, row in COUNTS["faults"].items():  # one problem was drawn for two of them
        assert name in UNSEEN or row["all"] >= MANY - 1


def test_what_is_too_large_to_be_compared_is_said():
    large = next(each for each in vectors("many") if work(Problem.from_data(each["problem"])) > MOST_WORK)
    small = vectors("optimal", players=3)[:3]
    said = "answers that were not compared with known faults, for their problems have more than 4,000 profiles: 1"

    def equal(problem):
        return {"win": [1 / len(problem["hits"])] * len(problem["hits"])}

    report = check(equal, [*small, large])
    assert said in str(report)
    assert report.to_json()["diagnosis"]["too_large"] == 1
    assert "not compared" not in str(check(equal, small))
    assert "too_large" not in check(equal, small).to_json()["diagnosis"]
