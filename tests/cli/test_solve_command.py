import io
import json
import sys
import tracemalloc

import cases
import pytest
from cases import computed_in

from truel_ref import Problem, all_outcomes, solve
from truel_ref.cli.lines import LONGEST_LINE, _at_hand
from truel_ref.explain.outcomes import tie_report
from truel_ref.fast.sets import enclosure_without_a_miss
from truel_ref.files import read_json
from truel_ref.numbers import read_rational


def test_the_original_problem(run):
    status, out, err = run("solve", "1/3", "2/3", "1")
    assert (status, err) == (0, "")
    assert out.splitlines()[2:] == [
        "A         1/3    Miss   25/63    39.683 %",
        "B         2/3    C      8/21     38.095 %",
        "C         1      B      2/9      22.222 %",
    ]


@pytest.mark.parametrize("case", [case for case in cases.WORKED if len(case.hits) < 4], ids=str)
def test_json_equals_the_solution(run, case):
    fields = case.fields
    arguments = ["solve", *case.hits, "--json"]
    for option, key in [("--targets", "targets"), ("--search", "search"), ("--levels", "random_levels")]:
        if key in fields:
            arguments += [option, ",".join(map(str, fields[key]))]
    status, out, _ = run(*arguments)
    assert status == 0
    assert json.loads(out) == solve(case.problem).to_json()


def test_every_option_reaches_the_problem(run):
    status, out, _ = run(
        *("solve", "1/4", "55%", ".5", "0.1", "--targets", "0:1/3:1/3:0,Optimal,optimal,miss"),
        *("--search", "Others,Random", "--later", "strongest", "--search-later", "ALL"),
        *("--if-eq", "-1", "--levels", "2,none,-,3", "--json", "--backend", "fractions"),
    )
    problem = Problem(
        ["1/4", "11/20", "1/2", "1/10"],
        targets=[[0, "1/3", "1/3", 0], "Optimal", "Optimal", "Miss"],
        search=["Others", "Random"],
        target_later="Strongest",
        search_later=["All"],
        if_eq=-1,
        random_levels=[2, None, None, 3],
    )
    assert status == 0
    with computed_in("fractions"):
        assert json.loads(out) == solve(problem).to_json()


def test_the_shape_of_the_json(run):
    answer = json.loads(run("solve", "1", "1", "0", "--json", "--all-outcomes")[1])
    assert list(answer) == [
        *("win", "aims", "stalemate", "ties", "phases"),
        *("problem", "model", "method", "backend", "version"),
        *("outcomes", "complete", "combinations"),
    ]
    assert list(answer["phases"][0]) == ["order", "aims", "win", "stalemate"]
    assert answer["phases"][0]["order"] == ["A", "B", "C"]
    assert [len(phase["order"]) for phase in answer["phases"]] == [3] + [2] * (len(answer["phases"]) - 1)
    assert answer["ties"][0] == {
        "order": ["A", "B", "C"],
        "player": "C",
        "earlier": {"A": "B", "B": "A"},
        "equal": ["A", "B", "Miss"],
        "chosen": "B",
        "on_path": True,
    }
    assert answer["outcomes"] == all_outcomes(["1", "1", "0"]).to_json()["outcomes"]


def test_stalemates_and_predefined_aims_are_seen(run):
    out = run("solve", "0", "0", "0", "--targets", "B,optimal,A")[1]
    assert "stalemate: 1 (100.000 %)" in out
    assert "B *" in out
    assert "none" in out
    answer = json.loads(run("solve", "0", "0", "0", "--json")[1])
    assert (answer["aims"], answer["stalemate"], answer["ties"]) == ([None] * 3, "1", [])


def test_all_outcomes_as_a_table(run):
    out = run("solve", "1", "1", "0", "--all-outcomes")[1]
    assert "3 optimal outcomes, complete" in out
    assert (
        "or more: the cap on combinations was hit"
        in run("solve", "1/2", "1/2", "1/2", "1/2", "--all-outcomes", "--cap", "2")[1]
    )


# -- lines of JSON


def test_jsonl_answers_each_line_in_order(run):
    lines = b"\n".join(
        [
            b'{"hits": ["1/3", "2/3", "1"], "id": 7}',
            b"",
            b"   ",
            b"not json",
            b'{"hits": [0.25, 0.5, 0.75, 1], "id": "four", "if_eq": 2}',
            b'{"hits": ["1/3", "2/3", "1"], "serch": ["Miss"], "id": "x"}',
            b'\xff{"hits": []}',
            b'{"hits": [1, 1], "hits": [0, 1]}',
            b'{"hits": [NaN, 1]}',
            b"[" * 100000,
            b'{"hits": [1e999, 1]}',
            b'{"hits": [1, 0], "id": 1e999}',
            b"[1, 2]",
            b'"{}"',
            b"\xef\xbb\xbf" + b'{"hits": [1, 0]}\r',
            b'{"hits": [0.5, 1]',
            b'{"hits": ["1/2", 1], "random_levels": null, "targets": null, "search_later": null}',
        ]
    )
    status, out, err = run("solve", "--jsonl", lines=lines)
    answers = [json.loads(line) for line in out.splitlines()]
    assert (status, err) == (1, "")
    assert answers[0] == {"id": 7} | solve(cases.ORIGINAL).to_json()
    assert answers[1] == {"line": 4, "error": "not JSON: Expecting value at column 1"}
    assert answers[2] == {"id": "four"} | solve(["1/4", "1/2", "3/4", 1], if_eq=2).to_json()
    assert answers[3]["line"] == 6
    assert answers[3]["id"] == "x"
    assert "unknown key 'serch'" in answers[3]["error"]
    assert [answer["line"] for answer in answers[4:12]] == list(range(7, 15))
    messages = [answer["error"] for answer in answers[4:12]]
    for message, part in zip(
        messages,
        [
            "not UTF-8 text",
            "the key 'hits' stands twice",
            "NaN is not a number",
            "nested too deeply",
            "inf is not a number",
            "the id is a number too large",
            "a problem is a JSON object",
            "a problem is a JSON object",
        ],
        strict=True,
    ):
        assert part in message
    assert answers[12]["win"] == ["1", "0"]  # after a byte order mark, before a carriage return
    assert answers[13] == {"line": 16, "error": "not JSON: Expecting ',' delimiter at column 18"}
    assert answers[14]["win"] == ["1/2", "1/2"]


def test_jsonl_with_only_good_lines_ends_with_status_0(run):
    assert run("solve", "--jsonl", lines=b'{"hits": [1, 0]}\n')[0] == 0
    assert run("solve", "--jsonl", lines=b"") == (0, "", "")


def test_jsonl_reads_integers_of_any_length(run):
    digits = "1" + "0" * 5000
    line = f'{{"hits": ["1/{digits}", 0, 1], "id": {digits}}}'.encode()
    status, out, _ = run("solve", "--jsonl", lines=line)
    assert status == 0
    answer = read_json(out)
    assert answer["id"] == 10**5000
    assert read_rational(answer["win"][0], digits=None).denominator >= 10**5000
    message = json.loads(run("solve", "--jsonl", lines=b'{"hits": [1, 0], "if_eq": ' + digits.encode() + b"}")[1])
    assert "is no tie rule" in message["error"]


def test_jsonl_refuses_an_integer_of_a_million_digits_and_goes_on(run):
    status, out, _ = run("solve", "--jsonl", lines=b'{"hits": [' + b"7" * 10**6 + b', 1]}\n{"hits": [1, 0]}\n')
    refused, answer = map(json.loads, out.splitlines())
    assert (status, answer["win"]) == (1, ["1", "0"])
    assert refused["line"] == 1
    assert refused["error"].endswith("has more than 10,000 digits, the limit")
    assert len(refused["error"]) < 120


def padded(length):
    """Return a line of a solvable problem of so many bytes, its end included."""
    line = b'{"hits": [1, 0]}'
    return line + b" " * (length - len(line) - 1) + b"\n"


def test_jsonl_refuses_a_line_that_is_too_long_and_goes_on(run):
    lines = padded(LONGEST_LINE) + padded(LONGEST_LINE + 1) + padded(3 * LONGEST_LINE + 7) + b'{"hits": [0, 1]}'
    status, out, _ = run("solve", "--jsonl", lines=lines)
    answers = [json.loads(line) for line in out.splitlines()]
    assert status == 1
    assert [answer.get("win") for answer in answers] == [["1", "0"], None, None, ["0", "1"]]
    error = "the line is longer than 1,048,576 bytes; a problem is shorter"
    assert answers[1:3] == [{"line": 2, "error": error}, {"line": 3, "error": error}]
    assert json.loads(run("solve", "--jsonl", lines=b"x" * 5 * LONGEST_LINE)[1]) == {"line": 1, "error": error}


class Endless(io.RawIOBase):
    """A hundred million bytes without the end of a line."""

    left = 10**8

    def readable(self):
        return True

    def readinto(self, buffer):
        count = min(len(buffer), self.left)
        buffer[:count] = b"x" * count
        self.left -= count
        return count


def test_a_line_without_end_takes_no_memory(run, monkeypatch):
    run("solve", "--jsonl", lines=b'{"hits": [1, 0]}')  # loads what is loaded once
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(Endless())))
    tracemalloc.start()
    try:
        status, out, _ = run("solve", "--jsonl")
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert (status, json.loads(out)["line"]) == (1, 1)
    assert peak < 8 * LONGEST_LINE


class Pieces(io.RawIOBase):
    """Bytes that come in pieces, as through a pipe; who reads on before he was answered finds an error."""

    def __init__(self, pieces, answered):
        self.left = list(pieces)
        self.answered = answered
        self.given = 0

    def readable(self):
        return True

    def readinto(self, buffer):
        assert len(self.answered) == self.given
        piece = self.left.pop(0) if self.left else b""
        self.given += piece.count(b"\n")
        buffer[: len(piece)] = piece
        return len(piece)


def test_lines_are_answered_before_more_are_read():
    """Whoever waits for an answer before he asks on gets it, however the lines are cut into pieces."""
    answered = []
    pieces = [b'{"hits": [1, 0]}\n', b'{"hits": [0', b", 1]}\n", b'{"hits": [1, 1]}\n{"hits": [0, 0]}\n', b"[]"]
    for part in _at_hand(io.BufferedReader(Pieces(pieces, answered)), 128):
        answered += part
    lines = [b'{"hits": [1, 0]}', b'{"hits": [0, 1]}', b'{"hits": [1, 1]}', b'{"hits": [0, 0]}', b"[]"]
    assert answered == list(enumerate(lines, 1))


def test_many_lines_are_answered_as_each_by_itself(run):
    """Small problems go together, with others and with refusals between them."""
    lines = [b'{"hits": ["1/%d", "1/2", 1]}' % number for number in range(1, 40)]
    lines[7:7] = [
        b'{"hits": [2, 1]}',
        b"[",
        b'{"hits": ["sqrt(2)/2", 1]}',
        b'{"hits": ["1/2", "1/3", "1/4", "1/5", 1]}',
    ]
    status, out, _ = run("solve", "--jsonl", lines=b"\n".join(lines))
    alone = [json.loads(run("solve", "--jsonl", lines=line)[1]) for line in lines]
    for number, answer in enumerate(alone, 1):
        if "error" in answer:
            answer["line"] = number
    assert status == 1
    assert [json.loads(line) for line in out.splitlines()] == alone


# -- limits and notes


def test_what_needs_too_much_memory_is_refused(run, monkeypatch):
    def exhausted(*arguments, **options):
        raise MemoryError

    monkeypatch.setattr("truel_ref.fast.solving.solve", exhausted)
    status, _, err = run("solve", "1/3", "2/3", "1")
    assert status == 2
    assert "too large for the memory at hand" in err
    status, out, _ = run("solve", "--jsonl", lines=b'{"hits": [1, 0]}')
    assert (status, json.loads(out)["line"]) == (1, 1)


def test_levels_that_count_for_nothing_are_noted(run):
    status, out, err = run("solve", *cases.ORIGINAL, "--levels", "5,5,5", "--json")
    assert (status, json.loads(out)["win"][0]) == (0, "25/63")
    assert err == "truel-ref: note: --levels counts only where --search contains Random\n"


@pytest.mark.parametrize("hits", [["1/3 2/3 1"], ["1/3,2/3,1"], [" 1/3, 2/3, 1 "], ["1/3,", "2/3,", "1"]])
def test_a_whole_problem_in_one_word(run, hits):
    assert run("solve", *hits) == run("solve", *cases.ORIGINAL)


def test_a_decimal_comma_is_not_taken_for_two_players(run):
    assert run("solve", "0,5", "1")[2].startswith("truel-ref: player A: '0,5' is not a number")
    assert "is not in [0, 1]" in run("solve", "0,5")[2]
    assert "player A: '0,5 0' is not a number" not in run("solve", "0,5 0,7")[2]
    assert run("solve", "0,5 0,7")[0] == 2


def test_numbers_with_spaces_stay_whole(run):
    golden = "(3 - sqrt(5))/2"
    assert run("solve", golden, "1 / 2", "1") == run("solve", "(3-sqrt(5))/2", "1/2", "1")
    assert run("solve", f"{golden} 1 / 2 1") == run("solve", "(3-sqrt(5))/2", "1/2", "1")
    assert run("solve", f"{golden}, 1/2, 50 %") == run("solve", "(3-sqrt(5))/2", "1/2", "1/2")


@pytest.mark.parametrize("rule", ["strongest", "Strongest", "2"])
@pytest.mark.parametrize("option", ["--ties", "--if-eq"])
def test_a_tie_rule_by_number_or_name(run, option, rule):
    assert json.loads(run("solve", "1", "1", "0", option, rule, "--json")[1]) == solve([1, 1, 0], if_eq=2).to_json()


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("simplest", 1),
        ("likeliest winner", 3),
        ("likeliest-winner", 3),
        ("shooting_order", 4),
        ("opposite of simplest", -1),
        ("opposite", -1),
        ("-1", -1),
        ("opposite of shooting order", -4),
    ],
)
def test_names_of_tie_rules(run, name, rule):
    words = ("solve", "1/2", "1/2", "1", "--json", "--ties")
    assert json.loads(run(*words, name)[1]) == solve(["1/2", "1/2", 1], if_eq=rule).to_json()


def test_one_level_for_everybody(run):
    words = ("solve", "3/4", "55%", "1", "--search", "others,miss,random", "--json")
    assert run(*words, "--levels", "4") == run(*words, "--levels", "4,4,4")
    assert run(*words, "--random-levels", "4") == run(*words, "--levels", "4,4,4")
    assert run(*words, "--levels", "4") != run(*words, "--levels", "4,none,none")


def test_the_names_of_python_are_options_too(run):
    four = ("solve", "1/4", "1/2", "3/4", "1", "--json")
    assert run(*four, "--target-later", "strongest") == run(*four, "--later", "strongest")
    assert run(*four, "--target-later", "strongest") != run(*four)


@pytest.mark.parametrize("cap", ["9" * 21, "1" + "0" * 5000, "1e99"])
def test_a_cap_that_is_too_large(refused, cap):
    refused(["solve", *cases.ORIGINAL, "--all-outcomes", "--cap", cap], "--cap: ")


def test_a_search_set_for_each_player(run):
    words = ("solve", *cases.ORIGINAL, "--json", "--search", "A:others", "--search", "b: others, miss, self")
    own = {"A": ["Others"], "B": ["Others", "Miss", "Self"]}
    assert json.loads(run(*words)[1]) == solve(cases.ORIGINAL, search=own).to_json()
    assert json.loads(run(*words)[1]) != solve(cases.ORIGINAL).to_json()
    later = ("solve", *cases.FOUR, "--json", "--search-later", "D:miss")
    assert json.loads(run(*later)[1]) == solve(cases.FOUR, search_later={"D": ["Miss"]}).to_json()


def test_names_and_order_of_the_players(run):
    words = ("solve", *cases.ORIGINAL, "--names", "Ann,Bob,Carl", "--order", "carl, bob, ann")
    solution = solve(cases.ORIGINAL, names=["Ann", "Bob", "Carl"], order=["Carl", "Bob", "Ann"])
    assert run(*words)[1] == f"{solution}\n"
    assert json.loads(run(*words, "--json")[1]) == solution.to_json()
    assert "exact values: Ann " in run("simulate", *words[1:], "--games", "100")[1]


@pytest.mark.parametrize("style", ["table", "md", "latex", "csv"])
def test_every_format_is_that_of_the_record(run, style):
    solution, outcomes = solve([1, 1, 0]), all_outcomes([1, 1, 0])
    ties = "".join(f"{line}\n" for line in tie_report(solution)) if style == "table" else ""
    words = ("solve", "1", "1", "0", "--format", style)
    assert run(*words)[1] == f"{solution.to_text(style)}\n{ties}"
    assert run(*words, "--digits", "7")[1] == f"{solution.to_text(style, 7)}\n{ties}"
    assert run(*words, "--all-outcomes")[1] == f"{solution.to_text(style)}\n{ties}\n{outcomes.to_text(style)}\n"


def test_json_has_two_names(run):
    assert run("solve", *cases.ORIGINAL, "--format", "json") == run("solve", *cases.ORIGINAL, "--json")


def test_proved_aims_and_bounds(run, refused):
    problem = Problem([f"{place}/14" for place in range(1, 14)], search="others")
    said = [f"{place}/14" for place in range(1, 14)]
    enclosure = enclosure_without_a_miss(problem)
    assert run("solve", *said, "--search", "others", "--enclose") == (0, f"{enclosure}\n", "")
    assert json.loads(run("solve", *said, "--search", "others", "--enclose", "--json")[1]) == enclosure.to_json()


def test_several_processes_answer_lines_in_order(run, refused):
    lines = "\n".join(
        json.dumps({"id": number, "hits": [f"1/{number}", "1/2", 1]}) for number in range(1, 140)
    ).encode()
    bad = lines + b'\n{"id": "bad", "hits": [2]}'
    assert run("solve", "--jsonl", "--jobs", "2", lines=bad) == run("solve", "--jsonl", lines=bad)
    assert run("solve", "--jsonl", "--jobs", "2", lines=bad)[0] == 1
