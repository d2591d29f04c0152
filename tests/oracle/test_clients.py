"""The clients of docs/clients: each is judged, flushes what it says, skips what it cannot do, and can be convicted."""

import json
import os
import re
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from pages import page_text

from truel_ref.oracle import check_command, vectors

FOLDER = Path(__file__).parents[2] / "docs" / "clients"
LANGUAGES = {"c": "C", "js": "JavaScript", "py": "Python"}


def command(ending, source, folder):
    """Return the command that runs a client, compiled where that has to be; skip where the tool is not installed."""
    tools = {"c": "cc", "js": "node", "py": sys.executable}
    tool = shutil.which(tools[ending])
    if tool is None:
        pytest.skip(f"{tools[ending]} is not installed")
    path = folder / f"truel_client.{ending}"
    path.write_text(source, encoding="utf-8")
    if ending != "c":
        return [tool, str(path)]
    strict = ["-std=c11", "-Wall", "-Wextra", "-pedantic", "-Werror"]
    subprocess.run([tool, "-O2", *strict, "-o", str(folder / "truel_client"), str(path)], check=True)
    return [str(folder / "truel_client")]


def source(ending):
    return (FOLDER / f"truel_client.{ending}").read_text(encoding="utf-8")


@pytest.fixture(scope="module", params=LANGUAGES)
def client(request, tmp_path_factory):
    """The ending of a client's file, and the command that runs it."""
    return request.param, command(request.param, source(request.param), tmp_path_factory.mktemp("client"))


def test_every_client_is_in_the_list():
    assert {path.suffix.removeprefix(".") for path in FOLDER.glob("truel_client.*")} == set(LANGUAGES)


@pytest.mark.parametrize("step", [138, pytest.param(1, marks=pytest.mark.slow)])
def test_a_client_answers_rightly(client, step):
    """Vectors of every group, and two players who stall."""
    stalled = [vector for vector in vectors("stalemate", players=2) if vector["stalemate"] != "0"]
    asked = {vector["id"]: vector for vector in vectors()[::step] + stalled[:6]}
    report = check_command(client[1], asked.values(), strict_ties=True)
    assert report.ok, str(report)


def asked(command, questions):
    """Return what a client says to questions, one at a time: each is sent when the one before was answered."""
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    alarm = threading.Timer(20, process.kill)  # who does not flush would keep us waiting
    alarm.start()
    try:
        lines = [process.stdout.readline()]
        for question in questions:
            process.stdin.write(json.dumps(question) + "\n")
            process.stdin.flush()
            lines.append(process.stdout.readline())
        process.stdin.close()
        assert process.wait() == 0
        return [json.loads(line) for line in lines]
    finally:
        alarm.cancel()
        process.kill()
        process.stdout.close()
        process.wait()


def test_a_client_says_hello_flushes_and_skips(client):
    ending, words = client
    original = {"id": 'a "quoted" id', **vectors("optimal", players=3)[0]["problem"]}
    other = {"id": "stationary-0001", "play": "stationary", **vectors("stationary")[0]["problem"]}
    hello, first, skipped, again = asked(words, [original, other, original])
    assert set(hello) == {"hello"}
    assert set(hello["hello"]) == {"name", "version", "language", "supports"}
    assert hello["hello"]["language"] == LANGUAGES[ending]
    assert first["id"] == original["id"]
    assert set(first) == {"id", "win", "aims", "stalemate"}
    assert skipped["id"] == "stationary-0001"
    assert set(skipped) == {"id", "skipped"}
    assert again == first


@pytest.mark.slow
def test_the_five_minutes_go_as_typed(shell, tmp_path):
    """The commands of the page, in a folder that has what they need; the last one judges a solver that is wrong."""
    for tool in ("cc", "node", "python3"):
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} is not installed")
    page = page_text("test-your-solver.md")
    block, *_ = re.findall(r"```sh\n(.*?)```", page, flags=re.DOTALL)
    shutil.copytree(FOLDER, tmp_path / "docs" / "clients")
    environment = os.environ | {"PYTHONPATH": str(FOLDER.parents[1])}
    statuses = []
    for line in block.splitlines():
        done = shell(line.replace("scripts/truel ", "truel-ref "), cwd=tmp_path, env=environment)
        statuses.append(done.returncode)
        assert ("accepted: agrees 214" in done.stdout) == ("check" in line and "wrong" not in line), done
    assert statuses == [0, 0, 0, 0, 1]
