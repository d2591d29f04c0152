"""Programs are asked: in every dress of output, and when they crash, hang or say nothing; and what is reported."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from clients import DRESSES, SAID, STARTS
from from_scripts import script

from truel_ref import TruelError
from truel_ref.cli import main
from truel_ref.oracle import Terms, check, check_command, selected, vectors
from truel_ref.oracle.ask import Asker
from truel_ref.oracle.reports import read_failures

answer = script("own_answers").answer
CLIENT = str(Path(__file__).with_name("clients.py"))
CLIENTS = Path(__file__).parents[2] / "docs" / "clients"
ASKED = selected(["optimal", "fixed"], only=["optimal-000*", "fixed-001*"])


def judged(how, asked=ASKED, **settings):
    report = check_command([sys.executable, CLIENT, how], asked, Terms(), **settings)
    assert [result.name for result in report.results] == [one["id"] for one in asked]
    return report, {result.name: result.judgement.value for result in report.results if not result.accepted}


@pytest.mark.parametrize("how", [*[*SAID][:-1], *DRESSES, *STARTS, "backwards", "slow start"])
def test_a_right_client_is_accepted_in_every_dress(how):
    report, bad = judged(how, timeout=20)
    assert (report.ok, bad) == (True, {})
    assert report.noisy == {"banner": 1, "noise": 2 * len(ASKED) - 1}.get(how, 0)
    assert all(result.seconds is not None for result in report.results)


@pytest.mark.parametrize(("how", "judgement"), [("crash", "crashed"), ("lost", "missing"), ("hang", "timed out")])
def test_a_failure_costs_one_vector(how, judgement):
    report, bad = judged(how, ASKED[:9], timeout=1, start=10)
    assert set(bad.values()) == {judgement}
    assert all(name[-1] in "78" for name in bad)
    assert len(bad) == 2
    assert how != "crash" or "no way" in str(report)


def test_a_program_that_stops_early_is_asked_the_rest():
    assert judged("stop")[0].ok


def test_after_many_failures_the_rest_is_not_reached():
    report = check_command([sys.executable, "-c", "raise SystemExit(1)"], vectors("fixed")[:30], Terms())
    counted = [result.judgement.value for result in report.results]
    assert (counted.count("crashed"), counted.count("not reached")) == (20, 10)
    assert not report.ok


def test_skipped_vectors_are_no_mistakes_but_not_everything_may_be_skipped():
    assert judged("skip")[0].ok
    assert not judged("skip", [one for one in ASKED if one["id"][-1] == "7"])[0].ok


def test_what_cannot_be_asked_is_refused():
    for command, reason in (([], "there is no program"), (["no-such-program"], "there is no program 'no-such")):
        with pytest.raises(TruelError, match=reason):
            Asker(command)
    with pytest.raises(TruelError, match="seconds above 0"):
        Asker([sys.executable], timeout=0)


@pytest.mark.parametrize("name", ["truel_client.py", "truel_client.js", "truel_client.c"])
def test_the_clients_of_the_page_pass(name, tmp_path):
    """Written for the first version of the vectors, they pass unchanged."""
    command = [sys.executable, str(CLIENTS / name)]
    if name.endswith("js"):
        command = [shutil.which("node") or "", str(CLIENTS / name)]
    if name.endswith("c"):
        command = [str(tmp_path / "client")]
        compiler = shutil.which("cc")
        if compiler:
            subprocess.run([compiler, "-O2", "-o", *command, str(CLIENTS / name), "-lm"], check=True)
    if not shutil.which(command[0]):
        pytest.skip("there is no such language here")
    asked = [one for one in vectors() if len(one["win"]) < 4][:: 30 if name.endswith("py") else 6]
    report = check_command(command, asked, Terms(strict_ties=True))
    assert report.ok, str(report)


def test_a_report_says_what_is_wrong(tmp_path):
    report, bad = judged("wrong")
    text = str(report)
    assert "not accepted" in text
    assert "wrong value" in text
    assert report.to_json()["ok"] is False
    json.dumps(report.to_json())
    with pytest.raises(AssertionError, match="not accepted"):
        report.raise_if_bad()
    suites = ElementTree.fromstring(report.to_junit())
    assert sum(int(suite.get("failures")) for suite in suites) == len(bad) == len(report.wrong)
    assert all(float(case.get("time")) > 0 for case in suites.iter("testcase"))
    failures = tmp_path / "known.txt"
    failures.write_text(report.failures_text())
    known = read_failures(failures)
    assert known == set(bad)
    assert judged("wrong", known=known)[0].ok
    right = judged("right", known=known)[0]
    assert right.stale == sorted(bad)
    assert not right.ok
    assert check(answer, []).ok is False


def test_the_command(capsys, tmp_path):
    junit, known = tmp_path / "report.xml", tmp_path / "known.txt"
    words = ["check", "--group", "optimal-000*", "-o", str(junit), "-o", str(known)]
    assert main([*words, "--", sys.executable, CLIENT, "right"]) == 0
    assert "accepted: agrees 9" in capsys.readouterr().out
    assert ElementTree.fromstring(junit.read_text()).find("testsuite").get("tests") == "9"
    assert main([*words, "--json", "--", sys.executable, CLIENT, "wrong"]) == 1
    assert json.loads(capsys.readouterr().out)["ok"] is False
    assert (
        main(
            ["check", "--group", "optimal-000*", "--expect-failures", str(known), "--", sys.executable, CLIENT, "wrong"]
        )
        == 0
    )
    capsys.readouterr()
    for words, reason in (
        (["check"], "there is no program"),
        (["check", "--group", "fixd", "--", "x"], "no group 'fixd'"),
        (["check", "--tolerance", "2", "--", "x"], "is not in [0, 1)"),
    ):
        assert main(words) == 2
        assert reason in capsys.readouterr().err


def test_vectors_are_printed(capsys):
    assert main(["vectors", "--group", "extreme"]) == 0
    printed = list(map(json.loads, capsys.readouterr().out.splitlines()))
    assert printed == vectors("extreme")


def test_the_plugin_of_pytest(tmp_path):
    (tmp_path / "mine.py").write_text(
        "from truel_ref import Problem, solve\n\n"
        "def answer(question):\n    return {'win': solve(Problem.from_json(question)).win}\n\n"
        "def wrong(question):\n    return [1, 0, 0]\n"
    )
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--truel-only", "optimal-000*"]
    alone = os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}  # the other plugins take longer to load than this asks

    def run(*more):
        more = [*words, "-p", "truel-ref", *more]
        done = subprocess.run(more, cwd=tmp_path, env=alone, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr

    status, text = run("--truel-solver", "mine:answer")
    assert (status, "9 passed" in text, "agrees 9" in text) == (0, True, True), text
    status, text = run("--truel-solver", "mine:wrong", "--truel-by", "group")
    assert (status, "1 failed" in text, "wrong value" in text) == (1, True, True), text
    assert "is not like module:function" in run("--truel-solver", "mine")[1]
