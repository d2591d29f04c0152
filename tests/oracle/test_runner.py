"""What the judge of commands does with commands that crash, hang, are slow, say who they are, or want to hurt it."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree

import odd_clients
import pytest
from examples import one_in
from processes import gone, on_linux

from truel_ref.errors import VectorError
from truel_ref.oracle import Asker, Conduct, Judgement, check_command, vectors
from truel_ref.oracle.kinds import expected_of_vector
from truel_ref.oracle.report import expected_of, failures_text
from truel_ref.oracle.run import client, first_four
from truel_ref.oracle.run.conversation import answer_line, read_hello

PYTHON = [sys.executable, "-I", "-S"]  # it starts sooner without site-packages
ODD = str(Path(odd_clients.__file__))
TWELVE = vectors("optimal", players=3)[:12]
NAMES = [vector["id"] for vector in TWELVE]


def odd(name, *arguments):
    return [*PYTHON, ODD, name, *map(str, arguments)]


def wrong(report):
    return {result.name: result.judgement for result in report.results if result.wrong}


# -- what becomes of a run


LARGE = vectors("optimal")  # more than a pipe holds
LEFT = "it was not asked any more: the command was started again 3 times"
WRONG = "import json\nfor line in open(0): print(json.dumps(json.loads(line) | {'win': [1, 0, 0]}), flush=True)"
SHOT = "import os; os.kill(os.getpid(), 9)"
CRASHED, TIMED_OUT, MISSING, SKIPPED = Judgement.CRASHED, Judgement.TIMED_OUT, Judgement.MISSING, Judgement.SKIPPED
NOT_REACHED = Judgement.NOT_REACHED


@dataclass
class Case:
    """A run, and what is to become of it: judgements and details by place (the others are accepted), and notes."""

    command: list[str]
    judgements: dict[int, Judgement] = field(default_factory=dict)
    details: dict[int, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    asked: Sequence[dict] = tuple(TWELVE)
    ok: bool | None = None
    timeout: float = 60
    conduct: Conduct = Conduct()  # noqa: RUF009  it is frozen


def places(judgement, *of):
    return dict.fromkeys(of, judgement)


CASES = {
    "a limit of restarts": Case(
        odd("crashes", *NAMES[2:]),
        {**places(CRASHED, 2, 3), **places(NOT_REACHED, *range(4, 12))},
        {2: "ended with status 1", 3: "ended with status 1", **dict.fromkeys(range(4, 12), LEFT)},
        (
            "the command was started again: 3 times",
            f"the last lines on its standard error:\n  no idea about {NAMES[3]}",
        ),
        conduct=Conduct(restarts=3),
    ),
    **{
        name: Case(odd(name, NAMES[4], NAMES[5], NAMES[11]), places(CRASHED, 4, 5, 11))
        for name in ("crashes", "crashes_with_a_buffer")
    },
    "crashes_at_the_end_of_input": Case(odd("crashes_at_the_end_of_input", NAMES[0]), places(CRASHED, 0)),
    "crashes of several processes": Case(
        odd("crashes", NAMES[2], NAMES[6]), places(CRASHED, 2, 6), conduct=Conduct(jobs=3)
    ),
    "one by one, nobody is asked again": Case(
        odd("crashes", NAMES[4]),
        {4: CRASHED},
        notes=("the command was started again: 1 times",),
        conduct=Conduct(window=1),
    ),
    "one answer by each process": Case(
        odd("answers_one_and_ends"),
        notes=("the command was started again: 11 times",),
        conduct=Conduct(window=1),
    ),
    "one answer by the only process": Case(odd("answers_one_and_ends"), places(MISSING, *range(1, 12))),
    "a vector that takes too long": Case(
        odd("hangs", NAMES[3], NAMES[7]),
        places(TIMED_OUT, 3, 7),
        conduct=Conduct(each=2),
    ),
    "a limit for the start": Case(
        odd("never_starts"),
        {0: TIMED_OUT, **places(NOT_REACHED, *range(1, 12))},
        {1: "it was not asked: nothing was answered in time"},
        ("the command: no answer within 0.2 s of its start; it was stopped, 2 times",),
        timeout=500,
        conduct=Conduct(start=0.2),
    ),
    "a long start after a hello": Case(odd("says_hello_and_compiles"), timeout=0.2, conduct=Conduct(start=60)),
    "a group in which too much hangs": Case(
        odd("hangs", *NAMES[2:9]),
        {**places(TIMED_OUT, *range(2, 7)), **places(NOT_REACHED, *range(7, 12))},
        {7: "5 of its group were not answered in time"},
        asked=[*TWELVE, *vectors("fixed", players=2)[:2]],
        timeout=1,
        conduct=Conduct(window=1),
    ),
    "a hang that no vector explains": Case(
        odd("hangs_at_the_third"),
        {2: TIMED_OUT},
        asked=TWELVE[:3],
        timeout=1,
    ),
    "answers at the end after the first four": Case(odd("crashes_at_the_end_of_input"), conduct=Conduct(smoke=True)),
    "a limit for the end": Case(
        odd("does_not_end"),
        notes=("the command: it answered everything but did not end by itself",),
        conduct=Conduct(grace=0.1),
    ),
    "a status after the last answer": Case(odd("ends_badly"), notes=("the command ended with status 7",)),
    "a key that occurs twice": Case(
        odd("repeats_a_key"),
        notes=(f"answers with a key that occurs twice; the last counts: 12, for example 'win' in {NAMES[0]}",),
    ),
    "two are skipped": Case(
        odd("skips", NAMES[0], NAMES[5]), places(SKIPPED, 0, 5), {5: "it says: 'too many players for me'"}, ok=True
    ),
    "all are skipped": Case(odd("skips", *NAMES), places(SKIPPED, *range(12))),
    "nothing is supported": Case(odd("says_hello", '{"groups": ["course"]}'), places(SKIPPED, *range(12))),
    "the first mistake ends the run": Case(
        [*PYTHON, "-c", WRONG],
        {0: Judgement.VALUE, **places(SKIPPED, *range(1, 12))},
        {1: f"it was not asked: {NAMES[0]} was wrong, and the first mistake ends the run"},
        conduct=Conduct(fail_fast=True, window=1),
    ),
    "it hangs": Case(
        odd("hangs", NAMES[3]),
        places(TIMED_OUT, 3),
        notes=(
            "the command: no new answer for 1 s; it was stopped, 2 times",
            "the command was started again: 2 times",
        ),
        timeout=1,
    ),
    "garbage": Case(
        odd("garbage"),
        places(MISSING, *range(12)),
        notes=(
            "lines that are no answers: 96, for example 'xxxxxxxxxx'",
            "answers with an id that was not asked: 24, for example 'nobody'",
        ),
    ),
    "it dies half way": Case(
        odd("dies_half_way"),
        {3: CRASHED},
        {3: "ended with status 1; asked again, it was answered"},
        (
            "the command ended with status 1",
            "the command was started again: 3 times",
            "the last lines on its standard error:\n  out of cartridges",
        ),
        asked=TWELVE[:8],
    ),
    "answers out of order": Case(odd("crashes_at_the_end_of_input")),
    "it chats": Case(
        odd("chats"),
        notes=(
            f"lines that are no answers: 12, for example 'solving {NAMES[0]}'",
            f"answers to what was answered before; the first counts: 12, for example '{NAMES[0]}'",
        ),
    ),
    "it is slow": Case(odd("is_slow"), asked=TWELVE[:4], timeout=5),  # starting up counts, too
    "it is killed": Case([*PYTHON, "-c", SHOT], places(CRASHED, 0, 1), {0: "was ended by SIGKILL"}, asked=TWELVE[:2]),
    **{
        name: Case(
            odd(name),
            {0: TIMED_OUT, **places(NOT_REACHED, *range(1, len(LARGE)))},
            notes=("the command: no new answer for 0.5 s; it was stopped, 2 times",),
            asked=LARGE,
            timeout=0.5,
        )
        for name in ("floods", "never_starts")
    },
}


@pytest.mark.parametrize("name", CASES)
def test_what_becomes_of_a_run(name):
    case = CASES[name]
    report = check_command(case.command, case.asked, timeout=case.timeout, conduct=case.conduct)
    not_accepted = {place: one.judgement for place, one in enumerate(report.results) if not one.accepted}
    assert not_accepted == case.judgements
    assert {place: report.results[place].detail for place in case.details} == case.details
    assert [result.name for result in report.results] == [vector["id"] for vector in case.asked]
    assert set(case.notes) <= set(report.notes)
    assert case.judgements or report.notes == case.notes
    assert report.ok is (not case.judgements if case.ok is None else case.ok)
    assert len(str(report)) < 60_000


def test_the_time_for_everything_has_a_limit():
    report = check_command(odd("is_slow"), vectors("optimal")[:30], timeout=5, total=1)
    assert NOT_REACHED in report.counts
    assert report.notes == ("the command: it took too long in all and was stopped",)


# -- several processes, the first four, the first mistake


def test_several_processes_share_the_vectors(tmp_path):
    log = tmp_path / "log"
    report = check_command(odd("notes_its_process", log), TWELVE, conduct=Conduct(jobs=3))
    lines = log.read_text(encoding="utf-8").split()
    assert report.ok
    assert [result.name for result in report.results] == NAMES
    assert sorted(lines) == sorted([*NAMES, *["process"] * 3])


def test_four_plain_vectors_come_first_and_are_asked_once(tmp_path):
    log = tmp_path / "log"
    assert check_command(odd("notes_its_process", log), TWELVE, conduct=Conduct(smoke=True)).ok
    lines = log.read_text(encoding="utf-8").split()
    first = [expected.name for expected in first_four(expected_of(TWELVE))]
    assert lines == ["process", *first, *(name for name in NAMES if name not in first)]


def test_what_is_dear_comes_last(tmp_path):
    log = tmp_path / "log"
    dear = next(one for one in vectors("many", players=5) if expected_of([one])[0].effort > 1000)
    assert check_command(odd("notes_its_process", log), [dear, *TWELVE[:2]]).ok
    assert log.read_text(encoding="utf-8").split() == ["process", *NAMES[:2], dear["id"]]


def test_what_was_not_reached_is_no_cause_and_no_known_failure():
    report = check_command(odd("never_starts"), TWELVE, timeout=0.2)
    assert not report.ok
    assert report.diagnosis.wrong == len(report.worst(12)) == 1
    assert failures_text(report).splitlines()[1:] == [f"{NAMES[0]}  # timed out"]
    if os.name == "posix":
        assert re.search(r"it was stopped, after 0\.\d+ s of processor time$", report.results[0].detail)


@pytest.mark.parametrize(
    ("code", "hint"),
    [
        ("pass", "It ended without a word: read questions from standard input"),
        ("print('0.3 0.3 0.4')", 'no line is a JSON object with an "id"'),
        ("import json\nfor line in open(0): print(json.dumps({'id': 7, 'win': [0.5, 0.5]}))", 'repeats the "id"'),
        ("import json\nfor line in open(0): print(json.dumps({'id': json.loads(line)['id']}))", "it has no 'win'"),
        (
            "import json\nfor line in open(0): print(json.dumps(json.loads(line) | {'win': 'x'}))",
            "win: 'x' is not a list",
        ),
        ("raise SystemExit('no licence')", "It ended with status 1 before it had answered; what it said"),
        (
            "import time; time.sleep(1000)",
            "It was stopped by the time limit: no new answer for 0.5 s. Either it takes longer",
        ),
    ],
)
def test_a_command_that_answers_nothing_is_taught(code, hint):
    command = [*PYTHON, "-c", code]
    report = check_command(command, TWELVE, timeout=0.5 if "sleep" in code else 60, conduct=Conduct(smoke=True))
    text = str(report)
    assert not report.ok
    assert len(report.results) == 4
    assert hint in text
    asked = report.results[0].expected
    assert json.dumps({"id": asked.name} | asked.question()) in text
    assert json.dumps({"id": asked.name} | asked.exact.to_json()) in text
    assert report.to_json()["lesson"] == report.lesson != ""
    assert report.lesson in report.to_markdown()
    assert [suite.get("name") for suite in ElementTree.fromstring(report.to_junit())][-1] == "the run"


def test_who_answers_some_of_the_four_is_not_taught():
    first = check_command([*PYTHON, "-c", ""], TWELVE, conduct=Conduct(smoke=True)).results[0].name
    report = check_command(odd("skips", first), TWELVE, conduct=Conduct(smoke=True))
    assert (report.lesson, len(report.results)) == ("", 12)
    report = check_command(odd("crashes", first), TWELVE, conduct=Conduct(smoke=True))
    assert report.lesson == ""
    assert wrong(report) == {first: Judgement.CRASHED}


# -- who it is and what it can do


def test_a_hello_names_the_client_and_leaves_out_what_it_does_not_support():
    asked = [*TWELVE[:3], *vectors("fixed", players=2)[:3]]
    report = check_command(odd("says_hello", '{"players": 2}', "optimal"), asked)
    assert report.ok
    assert [result.judgement for result in report.results] == [SKIPPED] * 3 + [Judgement.AGREES] * 3
    assert report.results[0].detail == "it supports 2 players at most"
    assert report.header.startswith("odd 1.5 (Python), judged by the vectors of version ")
    assert str(report).startswith(report.header)
    assert report.to_json()["client"] == {"name": "odd", "version": "1.5", "language": "Python"}
    assert "started again" not in str(report)
    for case in list(ElementTree.fromstring(report.to_junit()).iter("testcase"))[:3]:
        assert case.find("skipped").get("message") == "it supports 2 players at most"
    assert report.summary.startswith("accepted: agrees 3, skipped 3")


@pytest.mark.parametrize(
    ("supports", "group", "says", "left_out"),
    [
        ({"groups": ["optimal"]}, "ties", "it does not support the group ties", 300),
        ({"players": 3}, "optimal", "it supports 3 players at most", 100),
        (
            {"words": ["Optimal", "Others", "Miss", "Random", "Self"]},
            "many",
            "it does not support the word",
            236,
        ),
        ({"profiles": 99}, "optimal", "it supports 99 profiles at most", 72),
        ({"rules": [1]}, "ties", "it does not support the tie rule", 240),
        ({"levels": 0}, "levels", "it supports no random levels", 230),
        ({"levels": 2}, "levels", "it supports random levels up to 2", 177),
        ({"weights": False}, "fixed", "it does not support lists of weights", 160),
        ({}, "many", "", 0),
    ],
)
def test_each_kind_of_support_leaves_out_what_it_must(supports, group, says, left_out):
    hello = read_hello({"supports": supports})
    lenient, strict = (
        [hello.supports.lacks(expected_of_vector(vector), strictly) for vector in vectors(group)]
        for strictly in (False, True)
    )
    assert all(lacks.startswith(says) for lacks in strict if lacks)
    assert sum(map(bool, strict)) == left_out
    assert lenient == ([""] * len(strict) if "rules" in supports else strict)  # any outcome of a tie is right


def test_a_hello_that_cannot_be_read_is_told_and_everything_is_asked():
    report = check_command(odd("says_a_line", '{"hello": {"supports": []}}'), TWELVE[:2])
    assert report.counts == {Judgement.AGREES: 2}
    assert "a hello that cannot be read" in report.notes[0]


# -- one client cannot hurt the run


def test_enormous_answers_are_refused_and_the_others_judged():
    report = check_command(odd("huge"), TWELVE)
    assert [result.judgement for result in report.results] == [Judgement.MALFORMED] * 10 + [Judgement.AGREES] * 2
    by_kind = dict(zip(odd_clients.HUGE, report.results, strict=False))
    for kind in ("digits", "integer", "decimals", "fraction"):
        assert by_kind[kind].detail.endswith("is too long; a number has up to 10,000 digits")
    assert "entries, more than 10,000, the limit" in by_kind["entries"].detail
    assert len(str(report)) < 10_000
    assert len(json.dumps(report.to_json())) < 20_000


def test_a_number_is_refused_before_it_is_read():
    assert answer_line(b'{"id": "x", "win": [' + b"7" * 5000 + b"]}").data["win"] == ["7" * 5000]
    assert answer_line(b'{"id": "x", "win": [1e-1000000, 1E+999999, 0.25]}').data["win"] == [
        "1e-1000000",
        "1E+999999",
        0.25,
    ]
    assert answer_line(b"[" * 100_000) is None
    assert answer_line(None) is None


# -- nothing survives


def family(path):
    """Wait for the file with the ids of the client and of its family."""
    for _ in range(300):
        if path.exists():
            return list(map(int, path.read_text(encoding="utf-8").split()))
        time.sleep(0.05)
    raise AssertionError("the client has not started")


@pytest.mark.slow
@on_linux
def test_children_in_other_sessions_end_with_the_run(tmp_path):
    report = check_command(odd("has_a_family", tmp_path / "ids"), TWELVE, timeout=20, total=3)
    assert report.counts == {Judgement.NOT_REACHED: 12}
    assert gone(family(tmp_path / "ids"))


@on_linux
@pytest.mark.parametrize("number", one_in(2, [signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP]))
def test_nothing_survives_the_end_of_the_judge(tmp_path, number):
    check = [sys.executable, "-m", "truel_ref", "check", "--group", "optimal", "--"]
    nowhere = subprocess.DEVNULL
    root = Path(ODD).parents[2]
    judge = subprocess.Popen(
        [*check, *odd("has_a_family", tmp_path / "ids")],
        stdout=nowhere,
        stderr=nowhere,
        env=os.environ | {"PYTHONPATH": str(root)},
    )
    pids = family(tmp_path / "ids")
    assert len(pids) == 3
    judge.send_signal(number)
    judge.wait(60)
    assert gone(pids)


@pytest.mark.slow
@on_linux
def test_where_the_launcher_is_killed_the_command_ends(tmp_path):
    process = client.Client(odd("has_a_family", tmp_path / "ids"))
    command, _, _ = pids = family(tmp_path / "ids")
    parent = int(Path(f"/proc/{command}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[1])
    os.kill(parent, signal.SIGKILL)
    assert gone([command])
    process.stop()
    for pid in pids[1:]:
        os.kill(pid, signal.SIGKILL)


def test_without_a_launcher_the_command_itself_is_ended(monkeypatch):
    monkeypatch.setattr(client, "_can_launch", lambda: False)
    assert check_command(odd("sound"), TWELVE).ok
    assert wrong(check_command(odd("crashes", NAMES[2]), TWELVE)) == {NAMES[2]: Judgement.CRASHED}
    assert check_command(odd("never_starts"), TWELVE, timeout=0.2).counts == {TIMED_OUT: 1, NOT_REACHED: 11}
    with pytest.raises(VectorError, match="cannot start 'no-such-program'"):
        check_command(["no-such-program"], TWELVE)


# -- as a function


def asked(number):
    return expected_of_vector(TWELVE[number]).question()


@pytest.mark.parametrize("name", ["sound", "crashes_at_the_end_of_input", "answers_one_and_ends"])
def test_a_command_is_a_function(name):
    with Asker(odd(name), patience=0.5) as ask:
        for number in range(4):
            assert ask(asked(number))["win"] == TWELVE[number]["win"]


def test_a_function_goes_on_after_a_crash_and_not_for_ever():
    with Asker(odd("crashes", "asked-2", "asked-4"), restarts=3) as ask:
        ask(asked(0))
        with pytest.raises(VectorError, match="there is no answer: the command ended with status 1"):
            ask(asked(1))
        assert ask(asked(2))["win"] == TWELVE[2]["win"]
        with pytest.raises(VectorError, match="the command ended with status 1"):
            ask(asked(3))
        with pytest.raises(VectorError, match="started again too often"):
            ask(asked(4))


def test_a_function_does_not_wait_for_ever():
    with Asker(odd("never_starts"), timeout=0.3) as ask, pytest.raises(VectorError, match=r"said nothing for 0\.3 s"):
        ask(asked(0))


# -- the command line


def test_vectors_are_chosen_by_group_id_and_flag(run):
    status, out, _ = run(
        "check", "--group", "optimal", "--group", "ties", "--only", "*-000?", "--flag", "tie", *odd("sound")
    )
    shown = [line.split()[:2] for line in out.splitlines()[2:5]]
    listed = [v for v in (*vectors("optimal"), *vectors("ties")) if v["id"][-4:-1] == "000" and "tie" in v["flags"]]
    groups = [vector["group"] for vector in listed]
    assert status == 0
    assert run("check", "--group", "fixed", "--tolerance", "0.9", "--timeout", "0.2", *odd("never_starts"))[0] == 1
    assert shown[:2] == [["optimal", str(groups.count("optimal"))], ["ties", str(groups.count("ties"))]]


def test_times_are_told_where_they_are_asked_for(run, tmp_path):
    junit = tmp_path / "x.xml"
    only = ["--group", "optimal", "--only", "optimal-000?", "--times"]
    status, out, _ = run("check", *only, "--junit", str(junit), *odd("sound"))
    assert status == 0
    assert out.splitlines()[-1].startswith("time for an answer: median ")
    timed = [case.get("time") for case in ElementTree.parse(junit).iter("testcase")]
    assert len(timed) == 9
    assert timed.count(None) == 1  # the first
    times = json.loads(run("check", *only, "--json", *odd("sound"))[1])["times"]
    assert len(times["each"]) == 8
    assert times["processor"] is None or times["processor"] > 0
    assert times["slowest"] in times["each"]
    assert times["quartiles"][0] <= times["median"] <= times["quartiles"][1]


def test_expected_failures_are_written_read_and_grow_stale(run, tmp_path):
    listed, junit = tmp_path / "failures.txt", tmp_path / "x.xml"
    only = ["--group", "optimal", "--only", "optimal-000[1-6]", "--no-smoke"]
    bad = [NAMES[1], NAMES[3]]
    status, _, _ = run("check", *only, "--write-failures", str(listed), *odd("misses", *bad))
    assert status == 1
    assert listed.read_text(encoding="utf-8").splitlines()[1:] == [f"{name}  # missing" for name in bad]
    expect = [*only, "--expect-failures", str(listed)]
    status, out, _ = run("check", *expect, "--junit", str(junit), *odd("misses", *bad))
    assert status == 0
    assert "failures that were expected: 2" in out
    assert [case.get("name") for case in ElementTree.parse(junit).iter("testcase") if len(case)] == bad
    status, out, _ = run("check", *expect, *odd("misses", bad[0]))
    assert status == 1
    assert f"expected to fail, but accepted: {bad[1]}; take it off the list" in out
    status, out, _ = run("check", *expect, *odd("misses", *bad, NAMES[0]))
    assert status == 1
    assert out.splitlines()[-1].startswith("not accepted")
    listed.write_text(f"{bad[0]}\n\n# later\ncourse-0001\noptimal-9999 # none\nnobody\n", encoding="utf-8")
    status, out, _ = run("check", *expect, *odd("misses", bad[0]))
    assert status == 1
    assert [line for line in out.splitlines() if line.startswith("expected to fail")] == [
        f"expected to fail, but unknown: {name!r}; take it off the list" for name in ("optimal-9999", "nobody")
    ]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"optimal-0001 optimal-0002\n", "line 1: one id on each line, not 'optimal-0001 optimal-0002'"),
        (b"a\n#\na\n", "line 3: 'a' stands on line 1 already"),
        (b"\xff\xfe", "this is not text in UTF-8"),
    ],
)
def test_a_list_of_failures_that_is_none_is_refused(refused, tmp_path, content, message):
    (tmp_path / "failures.txt").write_bytes(content)
    refused(["check", "--expect-failures", str(tmp_path / "failures.txt"), "--", "true"], message)
