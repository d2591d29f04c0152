"""What 600 commands print is what they printed before; a change of any is a line of the changelog, or a slip."""

import shlex

import pytest
from cases import computed_in
from examples import one_in
from from_scripts import script
from optional import ABSENT, lacking

CHUNKS = 18

write_corpus = script("write_corpus")
STORED = [block for blocks in write_corpus.stored().values() for block in blocks]


def words_of(block):
    return shlex.split(block.partition("\n")[0].removeprefix(write_corpus.PROMPT))


OF_LIBRARIES = {"atlas", "claims", "darts", "mastermind", "simulate", "symbolic"}
"""Commands of which some need a library of an extra; `variant` does with dice only."""


def differences(blocks):
    now = [(old, printed_now(old)) for old in blocks]
    return "\n\n".join(write_corpus.difference(old, new) for old, new in now if old != new)


def printed_now(old):
    """Return what a command prints now; what it printed, if a library is missing that it may need."""
    words, new = words_of(old), write_corpus.printed(words_of(old))
    if lacking(new) and (words[0] in OF_LIBRARIES or "--games" in words):
        return old
    by_arrays = new.replace('"method": "floats"', '"method": "arrays"')
    return old if "numpy" in ABSENT and by_arrays == old else new


def parts():
    """Return blocks in parts, some of every command in each; half of those that are drawn are for the long run."""
    picked = write_corpus.picked()
    drawn = [block for block in STORED if words_of(block) not in picked]
    others = [block for block in STORED if words_of(block) in picked]
    return [*one_in(2, [drawn[start::CHUNKS] for start in range(CHUNKS)]), *(others[start::4] for start in range(4))]


@pytest.mark.parametrize("part", parts())
def test_commands_print_what_they_printed(part):
    changed = differences(part)
    assert not changed, f"other outputs; if that is meant, say so in CHANGELOG.md and run scripts/corpus\n{changed}"


def test_the_commands_are_those_of_the_script():
    assert sorted(map(words_of, STORED)) == sorted(write_corpus.commands())
    assert len(STORED) >= 570


@pytest.mark.slow
@pytest.mark.parametrize("backend", ["fractions", "gmpy2"])
def test_no_backend_prints_anything_else(backend):
    if backend == "gmpy2":
        pytest.importorskip("gmpy2", reason="gmpy2 is not installed")
    with computed_in(backend):
        assert not differences(STORED)


def test_another_number_is_noticed(monkeypatch):
    """A test of the test: with another number of digits, the lines that differ are shown."""
    main = write_corpus.main_command
    monkeypatch.setattr(write_corpus, "main_command", lambda words: main([*words, "--digits", "9"]))
    block = next(block for block in STORED if words_of(block)[0] == "solve" and " %" in block)
    changed = differences([block])
    assert any(line.startswith("-") and " %" in line for line in changed.splitlines())
    assert any(line.startswith("+") and " %" in line for line in changed.splitlines())
