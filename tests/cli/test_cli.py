import io
import json
import os
import subprocess
import sys
from pathlib import Path

import cases
import pytest

from truel_ref import Problem, all_outcomes, solve
from truel_ref.cli import main
from truel_ref.numbers import read_rational


@pytest.fixture
def run(capsys, monkeypatch):
    """Run the command in this process; return its status, standard output and standard error."""

    def runner(*arguments, lines=None):
        if lines is not None:
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines)))
        status = main(arguments)
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return runner


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
    assert json.loads(out) == solve(problem).to_json()


def test_the_shape_of_the_json(run):
    answer = json.loads(run("solve", "1", "1", "0", "--json", "--all-outcomes")[1])
    assert list(answer) == ["win", "aims", "stalemate", "ties", "phases", "outcomes", "complete"]
    assert list(answer["phases"][0]) == ["order", "aims", "win", "stalemate"]
    assert answer["phases"][0]["order"] == ["A", "B", "C"]
    assert [len(phase["order"]) for phase in answer["phases"]] == [3] + [2] * (len(answer["phases"]) - 1)
    assert answer["ties"][0] == {
        "order": ["A", "B", "C"],
        "player": "C",
        "earlier": {"A": "B", "B": "A"},
        "equal": ["A", "B", "Miss"],
        "chosen": "A",
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
    assert status == 1  # the id cannot be repeated as a JSON number by Python's own writer
    status, out, _ = run("solve", "--jsonl", lines=line.replace(b', "id": ' + digits.encode(), b""))
    assert status == 0
    assert read_rational(json.loads(out)["win"][0], digits=None).denominator >= 10**5000
    message = json.loads(run("solve", "--jsonl", lines=b'{"hits": [1, 0], "if_eq": ' + digits.encode() + b"}")[1])
    assert "is no tie rule" in message["error"]


# -- how it ends


def subprocess_run(arguments, **options):
    return subprocess.run(
        [sys.executable, "-m", "truel_ref.cli", *arguments], capture_output=True, text=True, check=False, **options
    )


def test_as_a_program():
    done = subprocess_run(["solve", "1/3", "2/3", "1"])
    assert (done.returncode, done.stderr) == (0, "")
    assert "25/63" in done.stdout
    done = subprocess_run(["solve", "4/3", "2/3", "1"])
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "truel-ref: player A: '4/3' is not in [0, 1]; a probability lies between 0 and 1\n"


@pytest.mark.skipif(os.name != "posix", reason="pipes of a POSIX shell")
def test_a_reader_who_goes_away_is_no_error():
    shell = f"'{sys.executable}' -m truel_ref.cli solve --jsonl | head -n 1"
    lines = '{"hits": ["1/3", "2/3", "1"]}\n' * 3000
    status = f"{shell}; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", status], input=lines, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("arguments", ["solve 1/3 2/3 1", "solve 1/3 2/3 1 --json", "--help"])
def test_output_that_cannot_be_written(arguments):
    shell = f"'{sys.executable}' -m truel_ref.cli {arguments} > /dev/full"
    done = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == "truel-ref: cannot write the output: [Errno 28] No space left on device\n"


@pytest.mark.skipif(os.name != "posix", reason="redirections of a POSIX shell")
def test_standard_input_that_is_closed():
    shell = f"'{sys.executable}' -m truel_ref.cli solve --jsonl <&-"
    done = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, "truel-ref: --jsonl reads standard input, which is closed\n")


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_help_in_any_encoding(encoding):
    done = subprocess_run(["solve", "--help"], env=os.environ | {"PYTHONIOENCODING": encoding})
    assert (done.returncode, done.stderr) == (0, "")
    assert "  truel-ref solve 1/3 2/3 1\n  truel-ref solve 1/3 2/3 1 --targets Miss,C,B\n" in done.stdout


def test_what_needs_too_much_memory_is_refused(run, monkeypatch):
    def exhausted(*arguments, **options):
        raise MemoryError

    monkeypatch.setattr("truel_ref.cli.command.solve", exhausted)
    status, _, err = run("solve", "1/3", "2/3", "1")
    assert status == 2
    assert "too large for the memory at hand" in err
    status, out, _ = run("solve", "--jsonl", lines=b'{"hits": [1, 0]}')
    assert (status, json.loads(out)["line"]) == (1, 1)


def test_levels_that_count_for_nothing_are_noted(run):
    status, out, err = run("solve", *cases.ORIGINAL, "--levels", "5,5,5", "--json")
    assert (status, json.loads(out)["win"][0]) == (0, "25/63")
    assert err == "truel-ref: note: --levels counts only where --search contains Random\n"


def test_help_and_version(run):
    assert "Usage: truel-ref" in run()[1]
    assert run("--version")[1].startswith("truel-ref ")
    out = run("solve", "--help")[1]
    assert "truel-ref solve 1/3 2/3 1 --targets Miss,C,B" in out
    assert "-1 opposite of simplest" in out
