"""Vectors from files, verdicts over time, and the items of pytest."""

import json
import subprocess
import sys
import zipfile
from importlib.metadata import entry_points
from pathlib import Path

import pytest
from from_scripts import script
from source_code import ROOT

from truel_ref.errors import VectorError
from truel_ref.oracle import check, vectors, write
from truel_ref.oracle.selection import select

CLIENT = ROOT / "docs" / "clients" / "truel_client.py"
SOME = ["optimal-000*", "bullets-0001", "ties-000[1-3]"]


def test_the_archive_of_a_release_is_a_set(tmp_path):
    once, again = (tmp_path / name for name in ("once", "again"))
    for folder in (once, again):
        folder.mkdir()
    path, other = map(script("make_release").vectors_archive, (once, again))
    assert path.read_bytes() == other.read_bytes()
    with zipfile.ZipFile(path) as archive:
        archive.extractall(once)
    place = once / path.stem
    read = select(only=SOME, path=place)
    own = select(only=SOME)
    assert [each.name for each in read.asked] == [each.name for each in own.asked]
    assert [each.exact for each in read.asked] == [each.exact for each in own.asked]
    assert read.source.startswith(f"version {path.stem.removeprefix('truel-vectors-')} (")
    assert {"LICENSE", "rules.md", "schema.json", "FORMAT.md", "README.txt"} < {file.name for file in place.iterdir()}
    (place / "ties.jsonl").write_text((place / "ties.jsonl").read_text().replace("1", "2", 1))
    with pytest.raises(VectorError, match=r"ties.jsonl' is not the file that manifest.json names"):
        select(path=place)


def test_the_answers_of_a_set_count_and_the_report_names_it(run, tmp_path):
    duel = vectors("fixed", players=2)[0]
    wrong = duel | {"win": ["1", "0"], "stalemate": "0", "outcomes": [], "near": []}
    place = tmp_path / "old.jsonl"
    place.write_bytes(b"\xef\xbb\xbf\r\n" + json.dumps(wrong).encode() + b"\r\n")
    status, out, _ = run("check", "--vectors", str(place), "--", sys.executable, str(CLIENT))
    assert status == 1
    assert "judged by the vectors of 'old.jsonl' (sha256 " in out.splitlines()[0]
    place.write_text(f"{json.dumps(wrong)}\n" * 2)
    with pytest.raises(VectorError, match=r"old.jsonl', line 2: the id 'fixed-.*' stands at two vectors"):
        select(path=place)
    write(tmp_path / "own", "stationary")
    assert len(select(path=tmp_path / "own" / "stationary.jsonl").asked) == 150


def test_a_history_says_what_changed(printed, refused, tmp_path):
    asked = vectors("fixed", players=2)[:4]
    files = []
    for name, wrong in (("one", {0, 1}), ("two", {1, 2})):
        answers = [[0, 0] if number in wrong else vector["win"] for number, vector in enumerate(asked)]
        report = check(lambda problem, left=answers: left.pop(0), asked).to_json() | {"client": {"name": "mine"}}
        files.append(str(tmp_path / name))
        Path(files[-1]).write_text(json.dumps(report))
    kept = tmp_path / "kept.jsonl"
    printed("report", files[0], "--history", str(kept), "--date", "2026-11-21")
    out = printed("report", files[1], "--history", str(kept))
    assert "1 to right, 1 to wrong" in out
    assert out.splitlines()[-2:] == [f"newly wrong: {asked[2]['id']}", f"newly right: {asked[0]['id']}"]
    lines = list(map(json.loads, kept.read_text().splitlines()))
    assert [line["date"] for line in lines] == ["2026-11-21", ""]
    assert (lines[1]["to_wrong"], lines[1]["to_right"]) == ([asked[2]["id"]], [asked[0]["id"]])
    assert printed("report", "--history", str(kept)) == out
    text = kept.read_text() + "{}\n"
    kept.write_text(text)
    refused(["report", files[0], "--history", str(kept)], "line 3: the key 'groups' is missing")
    assert kept.read_text() == text


def ran(folder, *words):
    """Run pytest with the plugin in a folder; return its status and what it prints.

    Where the package was installed before it had an entry point, the plugin is named.
    """
    plugin = [] if entry_points(group="pytest11", name="truel-ref") else ["-p", "truel_ref.pytest_plugin"]
    environment = {"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin", "COLUMNS": "200"}
    (folder / "pytest.ini").write_text("[pytest]\n")  # none of the folders above has a say
    line = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *plugin, *words]
    done = subprocess.run(line, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def test_the_items_of_pytest(tmp_path):
    """A wrong function in two processes: its known mistake is expected, a stale one fails, and so do all others."""
    (tmp_path / "wrong.py").write_text(CLIENT.read_text().replace("passed *= 1 - chance", "passed *= 1"))
    (tmp_path / "known").write_text("ties-0001\nfixed-0001\n")
    (tmp_path / "test_own.py").write_text("def test_own(): assert False\n")
    chosen = ["--truel-only", "ties-000[1-3]", "--truel-only", "fixed-000[12]", "-k", "truel and not 0003", "-n", "2"]
    status, out = ran(tmp_path, *chosen, "--truel-solver", "wrong:solve", "--truel-expect-failures", "known")
    assert status == 1
    failures = [line.split()[1] for line in out.splitlines() if line.startswith("FAILED")]
    assert sorted(failures) == ["truel::fixed-0001", "truel::fixed-0002", "truel::ties-0002"]
    assert "the smallest problem that goes wrong:" in out
    assert "failures that were expected: 1\nexpected to fail, but accepted: fixed-0001" in out


def test_the_plugin_by_group_and_what_it_refuses(tmp_path):
    """One process answers all, and what it cannot be asked is skipped."""
    (tmp_path / "client.py").write_text(f"open('starts', 'a').write('x')\n{CLIENT.read_text()}")
    command = ["--truel-command", f"{sys.executable} client.py"]
    status, out = ran(tmp_path, *command, "--truel-by", "group", "--truel-only", "*-0001", "--truel-only", "lot-0001")
    assert (status, (tmp_path / "starts").read_text()) == (0, "x")
    assert "20 passed, 1 skipped in" in out
    message = "ERROR: --truel-solver and --truel-command: give one of them\n\n"
    assert ran(tmp_path, *command, "--truel-solver", "client:solve") == (4, message)
