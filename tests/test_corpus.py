"""What 500 commands print is what they printed before; a change of any is told in the changelog, or is a slip."""

import json

import pytest
from examples import one_in
from from_scripts import script

CHUNKS = 18

write_corpus = script("write_corpus")
STORED = [json.loads(line) for line in write_corpus.FILE.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("start", one_in(2, range(CHUNKS)))
def test_commands_print_what_they_printed(start):
    part = STORED[start::CHUNKS]  # some of every command
    changed = [new for old in part if (new := write_corpus.printed(old["words"])) != old]
    assert not changed, "other outputs; if that is meant, say so in CHANGELOG.md and run scripts/corpus"


def test_the_commands_are_those_of_the_script():
    assert [entry["words"] for entry in STORED] == write_corpus.commands()
    assert len(STORED) >= 500


@pytest.mark.slow
@pytest.mark.parametrize("backend", ["fractions", "gmpy2"])
def test_no_backend_prints_anything_else(backend, monkeypatch):
    if backend == "gmpy2":
        pytest.importorskip("gmpy2", reason="gmpy2 is not installed")
    monkeypatch.setenv("TRUEL_REF_BACKEND", backend)
    assert [write_corpus.printed(entry["words"]) for entry in STORED] == STORED


def test_another_number_is_noticed(monkeypatch):
    """A test of the test: one digit more is another hash."""
    entry = STORED[0]
    main = write_corpus.main_command
    monkeypatch.setattr(write_corpus, "main_command", lambda words: main([*words, "--digits", "9"]))
    assert write_corpus.printed(entry["words"])["sha256"] != entry["sha256"]
