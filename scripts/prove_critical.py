"""Prove the lists of critical values of pC, and write them: python scripts/prove_critical.py FILE.

The file is `truel_ref/studies/cube/critical.json`. This takes some minutes; every run writes the same file.
"""

from __future__ import annotations

import sys

from truel_ref.studies.cube.critical import critical_data, prove_critical

from truel_ref.files import json_text, write_text
from truel_ref.game.variant import PLAYS

if __name__ == "__main__":
    (place,) = sys.argv[1:]
    write_text(place, json_text(critical_data(tuple(map(prove_critical, PLAYS)))) + "\n")
