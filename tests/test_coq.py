"""The theorems in Coq: the record of the last check is of these files, and Coq accepts them again."""

import re
import shutil
import subprocess
from hashlib import sha256
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[1] / "docs" / "mathematics" / "proofs" / "coq"
RECORD = (FOLDER / "coq.log").read_text(encoding="utf-8").splitlines()
TEXTS = {name: (FOLDER / name).read_text(encoding="utf-8") for name in ("Truel.v", "Challenge.v")}


def test_coq_has_checked_these_files():
    hashes = [f"{sha256(text.encode()).hexdigest()}  {name}" for name, text in TEXTS.items()]
    assert RECORD[1:3] == hashes, "run docs/mathematics/proofs/coq/check"


def test_every_statement_is_proved_without_axioms():
    """The record has a line for each statement, and neither file a word that leaves a gap in a proof."""
    for text in TEXTS.values():
        assert not re.search(r"\b(Admitted|admit|give_up|Axioms?|Parameters?|Conjecture|Unset|bypass_check)\b", text)
    asked = re.findall(r"(?m)^Print Assumptions (\w+)\.$", TEXTS["Challenge.v"])
    assert set(re.findall(r"(?m)^Theorem (\w+)", TEXTS["Challenge.v"])) < set(asked)
    assert RECORD[4:] == [f"{name} Closed under the global context" for name in asked]


@pytest.mark.skipif(shutil.which("coqc") is None, reason="coqc is not on the PATH")
def test_coq_accepts_them_again(tmp_path):
    subprocess.run([FOLDER / "check", tmp_path / "log"], check=True)
    assert (tmp_path / "log").read_text(encoding="utf-8").splitlines()[1:] == RECORD[1:]
