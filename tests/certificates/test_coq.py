"""The theorems in Coq: the record of the last check is of these files, and Coq accepts them again."""

import re
import shutil
import subprocess
from hashlib import sha256
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CHECKERS = ROOT / "truel_ref" / "certificates" / "checkers"
RECORD = (CHECKERS / "coq.log").read_text()
NAMES = ("Truel.v", "Challenge.v")
needs_coq = pytest.mark.skipif(shutil.which("coqc") is None, reason="coqc is not on the PATH")


def test_coq_has_checked_these_files():
    hashes = [f"{sha256((CHECKERS / name).read_bytes()).hexdigest()}  {name}" for name in NAMES]
    assert RECORD.splitlines()[1:3] == hashes, "run scripts/coq"


def test_no_axiom_and_no_gap():
    """Coq says so for each statement; the words that would make a gap occur in neither file."""
    for name in NAMES:
        text = (CHECKERS / name).read_text()
        assert not re.search(r"\b(Admitted|admit|give_up|Axioms?|Parameters?|Conjecture|Unset|bypass_check)\b", text)
    challenge = (CHECKERS / "Challenge.v").read_text()
    said = [
        f"{name} Closed under the global context" for name in re.findall(r"(?m)^Print Assumptions (\w+)\.$", challenge)
    ]
    assert RECORD.splitlines()[4:] == said
    stated = set(re.findall(r"(?m)^Theorem (\w+)", challenge))
    assert stated and stated <= {line.split()[0] for line in said}


@needs_coq
@pytest.mark.slow(minutes=3)
@pytest.mark.timeout(1200)
def test_coq_accepts_them_again(tmp_path):
    subprocess.run([ROOT / "scripts" / "coq", tmp_path / "log"], check=True)
    assert (tmp_path / "log").read_text().splitlines()[1:] == RECORD.splitlines()[1:]


HITS, ONLY_THREE = "[1 # 3; 2 # 3; 1]", "[duel A B; duel A C; duel B C]"
WRONG = {
    "a digit": f"certifies_fixed {HITS} aims_classic [A; B; C] [25 # 63; 8 # 21; 3 # 9]",
    "a probability above 1": "certifies_fixed [1 # 2; 4 # 3] [([A; B], [shoot B; miss])] [A; B] [1; 0]",
    "a phase is missing": f"certifies_fixed {HITS} (tl aims_classic) [A; B; C] [1 # 9; 0; 2 # 9]",
    "a weight above 1": f"certifies_fixed {HITS} [([A; B], [[(B, 2)]; shoot A])] [A; B] [3 # 4; 1 # 4; 0]",
    "A gains by a miss": f"certifies_equilibrium {HITS} ({ONLY_THREE} ++ [([A; B; C], [shoot C; shoot C; shoot B])]) "
    "[A; B; C] [59 # 189; 34 # 63; 4 # 27]",
    "a third player": "certifies_announced [1 # 3; 2 # 3] [[A; B]; [B; A]; [A; C]; [C; A]; [B; C]; [C; B]; [A; B; C]] "
    "[A; B] [3 # 7; 4 # 7]",
    "A and B have an equilibrium": f"certifies_none {HITS} [([A; B], None)]",
    "a wrong pair": f"certifies_none {HITS} [([A; B], Some [miss; miss]); ([A; B; C], None)]",
}
RIGHT = [
    f"certifies_fixed {HITS} aims_classic [A; B; C] [25 # 63; 8 # 21; 2 # 9]",
    "certifies_fixed [1; 0; 0] [([B; C], [shoot C; shoot B])] [B; C] [0; 0; 0]",
    f"certifies_fixed {HITS} ({ONLY_THREE} ++ [([A; B; C], [shoot C; shoot C; shoot B])]) "
    "[A; B; C] [59 # 189; 34 # 63; 4 # 27]",
    "certifies_equilibrium [0; 0] [([A; B], [shoot B; shoot A])] [A; B] [0; 0]",
]


@needs_coq
@pytest.mark.slow
@pytest.mark.timeout(300)
def test_checks_refuse_what_is_wrong(tmp_path):
    start = (CHECKERS / "Challenge.v").read_text().partition("Theorem")[0]
    asked = "".join(f"Compute ({check}).\n" for check in [*WRONG.values(), *RIGHT])
    (tmp_path / "Asked.v").write_text(start + asked)
    shutil.copy(CHECKERS / "Truel.v", tmp_path)
    for name in ("Truel.v", "Asked.v"):
        done = subprocess.run(
            ["coqc", "-Q", ".", "Truels", name], cwd=tmp_path, check=True, capture_output=True, text=True
        )
    answers = re.findall(r"= (true|false)\s+: bool", done.stdout)
    assert dict(zip(WRONG, answers)) == dict.fromkeys(WRONG, "false")
    assert answers[len(WRONG) :] == ["true"] * len(RIGHT)
