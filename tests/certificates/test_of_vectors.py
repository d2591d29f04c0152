"""Certificates of the test vectors: their hashes are recorded, and the same certificates are made again."""

import re
from collections import Counter
from random import Random

import pytest
from from_scripts import script

from truel_ref.errors import FileError
from truel_ref.oracle.corpus import packaged

MADE = script("make_certificates")
LINES = packaged("certificates.sha256").splitlines()
KINDS = (
    "optimal",
    "fixed",
    "ties",
    "stalemate",
    "stationary",
    "periodic",
    "lot",
    "shooter",
    "simultaneous",
    "bullets",
    "opinions",
)


def test_every_vector_of_a_covered_kind_has_a_hash_or_a_reason():
    covered = MADE.covered()
    of = Counter(map(MADE.name_of, LINES))
    assert of.keys() == covered.keys()
    assert sorted(LINES, key=MADE.name_of) == LINES
    without = [line for line in LINES if line.startswith("#") and ".no-miss:" not in line]
    assert len(of) - len(without) == sum(not line.startswith("#") and ".no-miss." not in line for line in LINES)
    assert all(re.fullmatch(r"[0-9a-f]{64}  [a-z0-9-]+(\.no-miss)?\.jsonl|# [a-z0-9.-]+: .+", line) for line in LINES)
    for line in without:
        vector = covered[MADE.name_of(line)]
        players = len(vector["problem"]["hits"])
        assert {
            "random levels": bool(vector["problem"]["random_levels"]),
            "not in the sample": players > MADE.MOST_PLAYERS,
        }[next(reason for reason in ("random levels", "not in the sample") if reason in line)]


@pytest.mark.parametrize("group", [*KINDS, "goofspiel", "course"])
def test_some_are_made_again_with_the_recorded_hash_and_hold(group):
    large = {name for name, vector in MADE.covered().items() if MADE.players_of(vector) > 4}
    mine = {MADE.name_of(line) for line in LINES if MADE.name_of(line).startswith(f"{group}-0")}
    chosen = Random(f"31 {group}").sample(sorted(mine - large), 3)
    expected = [line for line in LINES if MADE.name_of(line) in chosen]
    made = [line for text in MADE.lines_of(tuple(chosen)) for line in text.splitlines()]
    assert sorted(made, key=MADE.name_of) == expected


def test_a_certificate_that_is_refused_has_no_hash(monkeypatch):
    def refused(path):
        raise FileError(f"{path} is refused: it is late")

    monkeypatch.setattr(MADE, "checked", refused)
    (line,) = MADE.lines_of(("optimal-0001",))
    assert line.startswith("! optimal-0001: FileError: ")
    assert line.endswith("is refused: it is late")
