"""The rules: every number that is cited stands there, and an implementation gives the worked values."""

import inspect
import re
from itertools import pairwise
from pathlib import Path

import independent
import pytest
from pages import repository_texts
from plain_data import assert_derived, weights

from truel_ref import Problem, all_outcomes, opinion_contest, solve
from truel_ref.cli.jsonl import LONGEST_LINE as LINE_LIMIT
from truel_ref.explain.by_simulation import PROFILE_LIMIT
from truel_ref.explain.outcomes import CAP_LIMIT
from truel_ref.explain.reasons import ROW_LIMIT
from truel_ref.fast import sets
from truel_ref.game.aims import OPTION_LIMIT
from truel_ref.game.people import PLAYER_LIMIT
from truel_ref.game.problem import _FINEST_LEVEL as LEVEL_LIMIT
from truel_ref.numbers import algebraic, rational, reading
from truel_ref.oracle.ask import LINE_LIMIT as ANSWER_LIMIT
from truel_ref.simulation.estimates import MOST_GAMES

ROOT = Path(__file__).parents[1]
RULES = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
STATED = re.findall(r'^<a id="(R\d+\.\d+)"></a>\*\*\1\*\* ', RULES, flags=re.MULTILINE)
TEXTS = {path: text for path, text in repository_texts().items() if path != Path(__file__)}
SECTIONS = re.findall(r"^## (R\d+)\. ", RULES, flags=re.MULTILINE)


def cited(text):
    """The numbers of rules in a text, the ends of a range such as "R1.5 to R1.7" among them."""
    return re.findall(r"\bR\d+(?:\.\d+)?\b", text)


def test_rules_are_numbered_one_after_the_other():
    numbers = [tuple(map(int, rule[1:].split("."))) for rule in STATED]
    assert [f"R{section}" for section in dict.fromkeys(section for section, _ in numbers)] == SECTIONS
    assert numbers[0] == (1, 1)
    for (section, rule), following in pairwise(numbers):
        assert following in ((section, rule + 1), (section + 1, 1))
    assert RULES.count('<a id="') == len(STATED) == len(set(STATED)) > 40


def test_every_rule_that_is_cited_is_stated():
    places = {}
    for path, text in TEXTS.items():
        for rule in cited(text):
            places.setdefault(rule, set()).add(path.relative_to(ROOT).as_posix())
    assert not {rule: where for rule, where in places.items() if rule not in {*STATED, *SECTIONS}}
    assert {"tests/independent.py", "truel_ref/oracle/data/FORMAT.md"} <= places["R3.7"]
    assert "truel_ref/oracle/data/FORMAT.md" in places["R8.5"]


def test_no_text_cites_a_document_that_is_not_here():
    """Documents that are named with a folder, as a page of the docs, or in capitals, are there."""
    capitals = {"README.md", "CHANGELOG.md", "CONTRIBUTING.md", "FORMAT.md"}
    names = re.compile(r"\b(?:docs|truel_ref|scripts|tests)/[\w/.-]+\.md\b|\b[A-Z]{4}[A-Z-]*\.md\b")
    named = {(path, name) for path, text in TEXTS.items() for name in names.findall(text)}
    assert [pair for pair in named if pair[1] not in capitals and not (ROOT / pair[1]).exists()] == []


# -- the limits

LIMITS = {
    "digits of a number": rational.DIGITS_LIMIT,
    "power of ten": rational.DIGITS_LIMIT,
    "characters of a text": reading.TEXT_LIMIT,
    "numbers and signs": reading.TOKENS_LIMIT,
    "nested parentheses": reading.DEPTH_LIMIT,
    "degree of an irrational": algebraic.DEGREE_LIMIT,
    "square of this degree": algebraic.WORK_LIMIT,
    "players": PLAYER_LIMIT,
    "random level": LEVEL_LIMIT,
    "options of one player": OPTION_LIMIT,
    "profiles of a phase": ROW_LIMIT,
    "players of a problem without": sets.LISTED_UP_TO,
    "combinations of ways": inspect.signature(all_outcomes).parameters["cap"].default,
    "the cap that may be": CAP_LIMIT,
    "profiles played by": PROFILE_LIMIT,
    "games of a simulation": MOST_GAMES,
    "bytes of a line": LINE_LIMIT,
}


def test_the_limits_are_those_of_the_program():
    table = RULES[RULES.index('<a id="R5.8">') : RULES.index("## R6.")]
    rows = re.findall(r"^([^|\n]+) \| ([\d,]+)$", table, flags=re.MULTILINE)
    assert [most for _, most in rows] == [f"{limit:,}" for limit in LIMITS.values()]
    assert [what for (what, _), begins in zip(rows, LIMITS, strict=True) if not what.startswith(begins)] == []
    assert LINE_LIMIT == ANSWER_LIMIT


# -- the worked values


def rows():
    """The table of R6.1: each row as the arguments of `solve`, the win probabilities and the aims."""
    table = RULES[RULES.index('<a id="R6.1">') : RULES.index('<a id="R6.2">')]
    hits = ()
    for stated, win, aims in re.findall(r"^([^|\n]+) \| ([^|\n]+) \| ([^|\n]+)$", table, flags=re.MULTILINE)[1:]:
        fields = {}
        if not stated.startswith("the same"):
            hits = tuple(re.search(r"\[(.*)\]", stated)[1].split(", "))
        for name, value in re.findall(r"(targets|search|levels|later) `[\[{]?([^`\]}]*)[\]}]?`", stated):
            entries = value.split(", ")
            if name == "levels":
                fields |= {"search": ["Others", "Miss", "Random"], "random_levels": list(map(int, entries))}
            elif name == "later":
                fields["target_later"] = value
            else:
                fields[name] = entries
        yield pytest.param(hits, fields, win.split(", "), re.split(r", (?![^(]*\))", aims), id=stated)


WORKED = list(rows())


@pytest.mark.parametrize(("hits", "fields", "win", "aims"), WORKED)
def test_the_worked_values(hits, fields, win, aims):
    solution = solve(hits, **fields)
    assert ([str(value) for value in solution.win], [str(aim) for aim in solution.aims]) == (win, aims)


@pytest.mark.parametrize(
    ("hits", "fields"),
    [pytest.param(*row.values[:2], id=row.id) for row in WORKED if "random_levels" not in row.values[1]],
)
def test_brute_force_gives_the_worked_values(hits, fields):
    assert_derived(solve(hits, **fields), independent.solve(hits, **fields))


def test_the_table_is_read_whole():
    assert len(WORKED) == 12


@pytest.mark.parametrize("hits", [("1/2", "1/2", "1/2"), ("1/2", "1/2", "1")], ids=", ".join)
def test_the_worked_ties_are_outcomes_and_their_range_is_that_of_the_rules(hits):
    [win, aims] = next(row.values[2:] for row in WORKED if row.values[:2] == (hits, {}))
    outcomes = all_outcomes(hits)
    assert outcomes.complete
    assert (win, aims) in [(list(map(str, one.win)), list(map(str, one.aims))) for one in outcomes.outcomes]
    assert {(one.win, weights(one.aims)) for one in outcomes.outcomes} == independent.all_outcomes(hits)
    chances = [one.win[0] for one in outcomes.outcomes]
    assert f"{min(chances)} to {max(chances)} " in re.sub(r"\s+", " ", RULES)
    assert f"in `[{', '.join(hits)}]`" in RULES


def test_the_replies_that_the_rules_tell():
    hits = ("1/3", "2/3", "1")
    assert [str(solve(hits, targets=[a, "Optimal", "Optimal"]).win[0]) for a in "BC"] == ["50/189", "59/189"]
    replies = [("B", "A", "Miss"), ("B", "C", "B"), ("B", "Miss", "Miss")]
    assert [str(solve(hits, targets=[a, b, "Optimal"]).aims[2]) for a, b, _ in replies] == [c for *_, c in replies]
    assert [str(win) for win in solve(hits, targets=["B", "C", "B"]).win[::2]] == ["50/189", "13/27"]


def test_the_numbers_of_a_shot_at_oneself_are_those_of_t18():
    assert "1011246165/5048370782, against 1244649115/6452646382" in " ".join(RULES.split())


@pytest.mark.parametrize(
    ("rule", "unequal", "equal"),
    [(1, "B", "B"), (2, "B", "A"), (3, "A", "A"), (4, "A", "A"), (-1, "A", "A"), (-4, "B", "B")],
)
def test_an_opinion_of_power_0_has_the_one_option_that_the_tie_rule_prefers(rule, unequal, equal):
    """R12.2, by hand: C has no power; B is stronger than A, or as strong."""
    for hits, preferred in ((["1/2", 1, 0], unequal), (["1/2", "1/2", 0], equal)):
        answer = opinion_contest(Problem(hits, if_eq=rule))
        aims = [(state.living, str(state.aims[-1])) for play in answer for state in play.states if 2 in state.living]
        assert {*aims} == {((0, 2), "A"), ((1, 2), "B"), ((0, 1, 2), preferred)}
    assert "only the option that the tie rule prefers if all values are equal" in spoken("R12.2")


def test_an_opinion_of_power_0_makes_no_equilibrium_less_strict():
    """R12.2: here nobody's aim could be another but that of C, who convinces nobody by any."""
    only, other = (opinion_contest(Problem(["1/2", 1, 0], if_eq=rule)).only for rule in (1, -1))
    assert [[str(aim) for aim in play.aims] for play in (only, other)] == [["B", "A", "B"], ["B", "A", "A"]]
    assert only.strict
    assert only.win == other.win
    assert "Strictness ignores its other options" in spoken("R12.2")


def spoken(rule):
    """The text of one rule, in one line."""
    return " ".join(RULES.partition(f'<a id="{rule}">')[2].partition("<a id=")[0].split())
