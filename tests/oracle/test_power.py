"""What the vectors convict, as the page says it; and known faults recognised by problems that nobody has seen."""

from fractions import Fraction
from functools import cache
from math import ceil
from pathlib import Path

import pytest
from examples import one_in
from from_scripts import script
from held_out import held_out
from pages import page_text
from slips import CLIENTS

from truel_ref.game.problem import Problem
from truel_ref.oracle import check, vectors
from truel_ref.oracle.corpus import GROUPS
from truel_ref.oracle.diagnosis import MOST_WORK, recognise
from truel_ref.oracle.judge import work
from truel_ref.oracle.kinds.announced import AnnouncedPlay
from truel_ref.oracle.mutants import FAULTS, convicts, counted
from truel_ref.oracle.sentences import TURNS

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "check" / "power.md"
LEAST = Fraction(1, 5)
MANY = 20
UNSEEN = {"weaker-mix", "levels-by-place"}
"""Faults that hardly a vector shows: two mixes are best, and every single worse, by chance only; and the level of a
place is not that of the person only in later phases with levels, of which there are few."""
WIDER = {"replies-to-set": "replies-to-targets", "replies-to-targets-of-four": "replies-to-targets"}
"""Faults that few problems tell from another one, which says the same of them in fewer words."""
TOO_FEW = 5
RECOGNISED = 5
"""Columns of the table of clients."""


def tables():
    """The rows of every table of the page, as lists of cells."""
    lines = [line.strip("|").split("|") for line in PAGE.read_text(encoding="utf-8").splitlines() if "|" in line]
    return [[cell.strip(" `") for cell in line] for line in lines]


def page():
    """What the page says of each fault and group: how many convict, and how many it concerns."""
    heads, *rows = (row for row in tables() if len(row) == len(GROUPS) + 2)
    said = {}
    for name, *cells in rows[1:]:
        for group, cell in zip(heads[1:], cells, strict=True):
            said[name, group.strip(" `")] = tuple(map(int, cell.strip("*").split("/"))) if cell else (0, 0)
    return said


def test_every_fault_has_a_group_that_convicts_a_fifth():
    said = page()
    for name in FAULTS.keys() - TURNS.keys() - UNSEEN:  # those of `TURNS` have vectors of their own
        shares = [Fraction(*pair) for (fault, _), pair in said.items() if fault == name and pair[1] >= MANY / 2]
        assert max(shares) >= LEAST, name


@cache
def listed(group):
    """What is expected of each vector of a group."""
    return list(map(AnnouncedPlay.listed, vectors(group)))


CHEAP = [("first-row", "extreme"), ("no-stalemate", "stalemate"), ("later-choice", "fixed"), ("stationary", "equal")]


@pytest.mark.parametrize(("name", "group"), CHEAP)
def test_a_cell_of_the_page_is_what_is_counted(name, group):
    small = [expected for expected in listed(group) if work(expected.problem) <= 1_500]
    found = counted(FAULTS[name], small[:: ceil(len(small) / 40)])
    assert (found.convicted, found.concerned) == page()[name, group]


@pytest.mark.slow
def test_the_page_is_written_again_byte_for_byte():
    write_pages = script("write_pages")
    assert write_pages.what_the_vectors_convict() == PAGE.read_text(encoding="utf-8")


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
    rows = {row[0]: row for row in tables() if len(row) == RECOGNISED}
    assert CLIENTS.keys() <= rows.keys()
    for name in CLIENTS:
        _, wrong, named, on, others = rows[name]
        if int(wrong) <= TOO_FEW:
            assert named in (name, "nothing")
            continue
        assert (named, others) in ((name, ""), (WIDER.get(name), "")), rows[name]
        matched, telling = map(int, on.split("/"))
        assert 0.8 * telling <= matched <= int(wrong)


@pytest.mark.parametrize("vectors_page", [page_text("vectors.md")])
def test_every_sentence_of_the_rules_is_seen_by_nineteen_vectors(vectors_page):
    for name, fault in FAULTS.items():
        (row,) = (line for line in vectors_page.splitlines() if line.startswith(f"| {fault.rule} | {fault.sentence} |"))
        assert int(row.split("|")[-2].split()[0]) >= (
            0 if name in UNSEEN else MANY - 1
        )  # one problem was drawn for two of them


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
