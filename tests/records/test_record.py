"""Every record is written as a table and as JSON, drawn in a notebook, and read back to an equal record."""

import csv
import dataclasses
import io
import json
import re
from fractions import Fraction
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusing import assert_each_refused, changed, refused

from truel_ref import (
    Course,
    Outcome,
    Outcomes,
    Problem,
    Solution,
    Tie,
    TruelError,
    Worth,
    all_outcomes,
    counted_bullets,
    course,
    decision,
    equilibria,
    simulate,
    solve,
    why,
)
from truel_ref.errors import NumberError, RecordError
from truel_ref.game.aims import Aim
from truel_ref.numbers import percent_text, read_number
from truel_ref.records.table import Percent, Table, markdown_text

F = Fraction
TIED = ["1/2", "1/2", "1/2"]


def test_the_json_of_a_solution_says_what_was_asked_and_how_it_was_answered():
    from truel_ref import __version__

    solution = solve(["1/3", "2/3", 1])
    data = solution.to_json()
    assert data["problem"] == solution.problem.to_json()
    assert (data["model"], data["method"], data["tie_count"]) == ("announced", "integers", 0)
    assert data["version"] == __version__
    assert Solution.from_json(data | {"version": "0.0.7", "id": 5}).to_json()["version"] == "0.0.7"


@pytest.mark.parametrize(
    ("record", "keys"),
    [
        (solve([1, 1]), ["method", "version"]),
        (equilibria([1, 1]), ["version"]),
        (counted_bullets([1, 1], bullets=1), ["version"]),
    ],
    ids=["solution", "equilibria", "variant"],
)
def test_the_way_to_an_answer_does_not_count_in_comparisons(record, keys):
    for key in keys:
        other = dataclasses.replace(record, **{key: "another"})
        assert getattr(other, key) == "another"
        assert (other, hash(other)) == (record, hash(record))


def test_json_has_the_first_hundred_ties_and_their_number():
    solution = solve(["1/2"] * 5, method="integers")
    assert len(solution.ties) > 100
    short, whole = solution.to_json(), solution.to_json(all_ties=True)
    assert (len(short["ties"]), len(whole["ties"])) == (100, len(solution.ties))
    assert short["tie_count"] == whole["tie_count"] == len(solution.ties)
    assert short["ties"] == whole["ties"][:100]
    assert Solution.from_json(whole) == solution
    assert Solution.from_json(short).ties == solution.ties[:100]


DATA = solve(TIED).to_json()
FIRST = DATA["phases"][0]
WRONG = [
    ("[]", "a record Solution is a JSON object, not []"),
    ("{", "not JSON"),
    ({}, "the key 'problem' is missing in a record Solution"),
    *(
        (DATA | change, says)
        for change, says in (
            ({"problem": {"hits": [1]}}, "problem: hits: at least two players are needed"),
            ({"phases": []}, "phases: the first one is not A, B, C"),
            ({"phases": DATA["phases"][1:]}, "phases: the first one is not A, B, C"),
            ({"phases": "A"}, "phases: 'A' is not a list"),
            ({"phases": [FIRST, {"order": ["A", "B"]}]}, "phases: number 2: the key 'aims' is missing"),
            ({"win": ["1", "0", "0"]}, "win: ['1', '0', '0'] does not agree with the rest"),
            ({"aims": ["Miss", "C", "B"]}, "aims: ['Miss', 'C', 'B'] does not agree with the rest"),
            ({"ties": [{"order": ["A", "B", "C"]}]}, "ties: number 1: the key 'earlier' is missing in a record Tie"),
            ({"method": 5}, "method: 5 is not text"),
        )
    ),
    *(
        (DATA | {"phases": [FIRST | change]}, f"phases: number 1: {says}")
        for change, says in (
            ({"order": ["C", "B", "A"]}, "order: ['C', 'B', 'A'] is not a phase"),
            ({"order": ["A"]}, "order: ['A'] is not a phase"),
            ({"order": "A,B,C"}, "order: 'A,B,C' is not a list of players"),
            ({"win": ["1", "0"]}, "win: ['1', '0'] is not a list with one value for each of the 3 players"),
            ({"win": ["1", "x", "0"]}, "win: number 2: 'x' is not a number"),
            ({"win": ["1", "-1", "1"]}, "win: number 2: '-1' is not a probability"),
            ({"stalemate": "1"}, "stalemate: '1' does not agree"),
            ({"aims": {"A": "B"}}, "aims: {'A': 'B'} is not an object with a value for each player: A, B, C"),
            ({"aims": {"A": "Optimal", "B": "A", "C": "A"}}, "aims: player A: Optimal is not an aim"),
        )
    ),
    *(
        (DATA | {"ties": [DATA["ties"][0] | change]}, f"ties: number 1: {says}")
        for change, says in (
            ({"on_path": 1}, "on_path: 1 is not true or false"),
            ({"player": "Z"}, "player: 'Z' does not agree with the rest"),
            ({"chosen": ["1", "1", "0"]}, "chosen: player"),
        )
    ),
]
OPEN = Problem(TIED)
WORTH = decision(solve(OPEN)).worths[0].to_json()
OUTCOMES = all_outcomes(OPEN).to_json()
REFUSED = [
    *((TruelError, partial(Solution.from_json, source), re.escape(says)) for source, says in WRONG),
    *changed(
        RecordError,
        partial(Worth.from_json, problem=OPEN),
        WORTH,
        ({"player": "D"}, "player: 'D' is not a player; the players are A to C"),
        ({"replies": "B"}, "replies: 'B' is not a list"),
        ({"win": ["2", "0", "0"]}, "win: number 1: '2' is not a probability"),
    ),
    *changed(
        RecordError,
        Outcomes.from_json,
        OUTCOMES,
        ({"combinations": -1}, "combinations: -1 is not an integer >= 0"),
    ),
    *refused(
        RecordError,
        solve([1, 1]).to_text,
        ("pdf", "format: 'pdf' is unknown; choose from table, md, latex, html, csv, json"),
        (None, "format: None is unknown"),
    ),
    *refused(
        NumberError,
        solve([1, 1]).to_text,
        ("csv", -1, "digits: -1 is not an integer from 0 to 10,000"),
        ("csv", True, "digits: True is not an integer"),
        ("csv", 2.0, "digits: 2.0 is not an integer"),
        ("csv", 10**9, "digits: 1000000000 is not an integer"),
    ),
    (
        RecordError,
        partial(Worth.from_json, WORTH),
        r"a part of an answer needs its problem: Worth.from_json\(data, problem=…\)",
    ),
    *changed(
        RecordError,
        Course.from_json,
        course(solve(OPEN), turns=2).to_json(),
        ({"turns": "-1"}, "turns: '-1' is not a number >= 0"),
        ({"distribution": ["0", "2"]}, "distribution: number 2: '2' is not a probability"),
        ({"longer": "-1/2"}, "longer: '-1/2' is not a probability"),
    ),
    (
        RecordError,
        partial(Outcome.from_json, {"win": ["1", "0", "0"], "aims": ["A"]}, problem=OPEN),
        r"aims: \['A'\] is not a list with one value for each of the 3 players",
    ),
    (
        RecordError,
        partial(Tie.from_json, DATA["ties"][0] | {"earlier": {"A": "B", "B": "C", "C": "B"}}, problem=OPEN),
        "earlier: {'A': 'B', 'B': 'C', 'C': 'B'} is not an object with a value for each player: A, B",
    ),
]


def test_what_cannot_be_read_or_written_is_refused():
    assert_each_refused(REFUSED)


@given(st.fractions(0, 1), st.integers(0, 30))
def test_percentages_have_the_digits_that_were_asked_for(value, digits):
    text = Table(("percent",), [(Percent(value),)]).text("csv", digits)
    assert text.splitlines()[1] == percent_text(value, digits).removesuffix(" %")
    apart = Fraction(Percent(value, apart=True).text(digits).removesuffix(" %"))
    assert (apart in (0, 100)) == (value in (0, 1)) and abs(apart - value * 100) <= Fraction(1, 2 * 10**digits)


def test_a_state_is_shown_whatever_its_counts_are():
    assert repr(dataclasses.replace(counted_bullets([1, 1], bullets=1)[0].states[0], counts=(1,))).startswith("<StateP")


def test_text_that_means_something_elsewhere_is_escaped():
    rows = [("<b>|x_1|", Aim.at(0, 2), True, None, 7)]
    odd = Table(("a&b", "aim", "yes", "none", "count"), rows, "50% <odd>", ["x_2", ("p ", Percent(F(1, 3)))])
    html = re.sub(" *<", "<", odd.text("html", 3))
    assert html.startswith("<p>50% &lt;odd&gt;</p>")
    assert "<td>&lt;b&gt;|x_1|</td><td>A</td><td>yes</td><td></td>" in html
    assert "\\<b\\>\\|x\\_1\\|" in odd.text("md", 3) and "| a\\&b " in odd.text("md", 3)
    assert all(said in odd.text("latex", 3) for said in (r"a\&b", r"x\_1", r"50\%"))
    assert odd.text("csv", 3) == "a&b,aim,yes,none,count\n<b>|x_1|,A,yes,,7"
    assert list(Table(("a b", "a, b", "a_b", "?"), [(1, 2, 3, 4)]).records()[0]) == ["a_b", "a_b_2", "a_b_3", "column"]
    assert odd.records() == [{"a_b": "<b>|x_1|", "aim": "A", "yes": True, "none": None, "count": 7}]


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("<script>", r"\<script\>"),
        ("[x](http://y)", r"\[x\](http://y)"),
        ("a|b\n\n# c", r"a\|b # c"),
        ("`a` **b** _c_ ~~d~~ $e$ &lt;", r"\`a\` \*\*b\*\* \_c\_ \~\~d\~\~ \$e\$ \&lt;"),
        ("# a", r"\# a"),
        ("- a", r"\- a"),
        ("10. a", r"10\. a"),
        ("-1/3", "-1/3"),
    ],
)
def test_nothing_in_a_text_is_a_mark_of_markdown(text, written):
    assert markdown_text(text) == written
    table = Table((text, "b"), [("a", text)], caption=text, notes=[text])
    in_cells = markdown_text(text, begins=False)
    assert [table.text("md", 3).splitlines()[line] for line in (0, -1)] == [written] * 2
    assert table.text("md", 3).count(f" {in_cells} ") == 2


@pytest.mark.parametrize("text", ["=1+1", "+x", "-x", "-1+1", "@SUM", "=", "\t=1", "-sqrt(2)"])
def test_no_text_of_a_csv_is_a_formula(text):
    rows = list(csv.reader(io.StringIO(Table((text, "n"), [(text, 1)]).text("csv", 3), newline="")))
    assert rows == [[f"'{text}", "n"], [f"'{text}", "1"]]


def test_numbers_of_a_csv_stay_numbers():
    root = read_number("1 - sqrt(2)")
    numbers = [F(-1, 3), root, Percent(F(-1, 3)), -7, "-1/3", "-0.25", "+1e-5", "-33.3 %", "-", None]
    said = Table(["n"], [[number] for number in numbers]).text("csv", 1).split("\n")
    assert said == ["n", "-1/3", str(root), "-33.3", "-7", "-1/3", "-0.25", "+1e-5", "-33.3 %", "-", '""']


def test_a_table_without_rows_has_its_headings():
    table = Table(("player", "percent"), [])
    assert table.text("csv", 3) == "player,percent"
    assert all("percent" in table.text(style, 3) for style in ("table", "md", "latex"))
    assert table.records() == []


def test_long_numbers_are_written_whole_and_shown_short():
    solution = solve([F(1, 3) + F(1, 10**5000), F(2, 3), F(1)])
    for record in (solution, solution.phases[0], decision(solution), decision(solution).worths[0]):
        assert len(repr(record)) < 400
        assert len(json.dumps(record.to_json())) > 5000
    assert Solution.from_json(solution.to_text("json")) == solution


# -- on a terminal

WIDE = Table(
    ("name", "first number", "second number"),
    [("A", F(1, 3), 2), ("B", 4, Percent(F(1, 2)))],
    "A caption of words",
    ["a note"],
)


def test_a_table_that_fits_is_as_everywhere_but_for_bold_rows():
    plain = solve(["1/3", "2/3", 1])._table()
    assert plain.terminal(3, 80, bold=False) == plain.text("table", 3)
    assert plain.terminal(3, 80, bold=True).replace("\x1b[1m", "").replace("\x1b[0m", "") == plain.text("table", 3)
    assert [line[:5] for line in plain.terminal(3, 80, bold=True).splitlines()][2:] == ["\x1b[1mA", "B    ", "C    "]
    assert "\x1b" not in solve([0, 0])._table().terminal(3, 80, bold=True)  # nobody is the favourite
    assert decision([1, 1, 1])._table().terminal(3, 80, bold=True).count("\x1b[1m") == 1


def test_a_table_that_is_too_wide_is_turned_or_cut():
    assert WIDE.terminal(1, 28, bold=True).splitlines() == [
        "A caption of words",
        "",
        "               1    2",
        "-------------  ---  ------",
        "name           A    B",
        "first number   1/3  4",
        "second number  2    50.0 %",
        "a note",
    ]
    cut = WIDE.terminal(1, 20, bold=False).splitlines()
    assert max(map(len, cut)) <= 20
    assert cut[:2] == ["A caption of words", ""] and cut[2].endswith("…")
    assert " ".join(part.strip() for part in cut[6:]) == (
        "a note (cut to the width of the terminal; --format csv and --json have everything)"
    )
    assert dataclasses.replace(WIDE, caption="First.\nSecond").terminal(1, 28).startswith("First.\nSecond\n\n")
    many = dataclasses.replace(WIDE, rows=[("A", 1, 2)] * 9)
    assert many.terminal(1, 28, bold=False).splitlines()[2].endswith("…")  # nine rows make no columns


def test_an_explanation_and_an_estimate_fit_a_terminal_too():
    explained = why(["1/3", "2/3", 1])
    shown = explained._table().terminal(3, 60, bold=True)
    assert max(len(line.removeprefix("\x1b[1m").removesuffix("\x1b[0m")) for line in shown.splitlines()) <= 60
    assert [line[4:7] for line in shown.splitlines() if "\x1b" in line] == [" 23"]  # the chosen profile
    assert explained._table().terminal(3, 140, bold=False) == explained.to_text()
    estimate = simulate(["1/3", "2/3", 1], games=1000)
    assert max(map(len, estimate._table().terminal(2, 60, bold=False).splitlines())) <= 60


def test_rounded_numbers_of_tables_are_numbers_in_records():
    rows = course(solve(["1/3", "2/3", 1])).to_records()
    assert [row["mean_turns_if_winning"] for row in rows] == [F(646, 175), F(32, 7), 5]
    assert course(solve([0, 1])).to_records(exact=False)[0]["mean_turns_if_winning"] is None
