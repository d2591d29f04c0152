"""The package under Pyodide, in node: commands print the bytes that they print elsewhere."""

import json
import re
import shlex
import shutil
import subprocess
from collections import defaultdict
from pathlib import Path

import pytest
from from_scripts import script

ROOT = Path(__file__).parents[2]
NEEDING = {
    "numpy": {"claims", "darts", "mastermind", "simulate", "variant"},
    "sympy": {"formula", "regions"},
}
"""The commands with an entry that needs a library outside the core: simulations, trees of codes, formulas."""


NEEDS = r"truel-ref: this needs (\w+)(?: \(extra \w+\))?, which is not installed; .+\n\[status 2\]\n\Z"


def comparable(block):
    """A record says which method decided; without NumPy it is another."""
    return re.sub(r'"method": "\w+"', '"method": "METHOD"', block)


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node here")
def test_commands_print_the_same_bytes_in_pyodide(page, tmp_path):
    write_corpus = script("write_corpus")
    blocks = [block for blocks in write_corpus.stored().values() for block in blocks]
    (tmp_path / "blocks.json").write_text(json.dumps(blocks))
    words = ["node", Path(__file__).with_name("corpus.mjs"), page, ROOT, tmp_path / "blocks.json"]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    needing, equal, differences = defaultdict(set), 0, []
    for old, new in zip(blocks, json.loads(done.stdout), strict=True):
        if needed := re.search(NEEDS, new):
            needing[needed[1]].add(shlex.split(old)[2])
        elif comparable(old) == comparable(new):
            equal += 1
        else:
            differences.append(write_corpus.difference(old, new))
    assert differences == []
    assert needing == NEEDING
    assert equal >= 530
