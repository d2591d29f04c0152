"""Prove the lists of surfaces of the cube, and write them: python scripts/prove_surfaces.py FILE.

The file is `truel_ref/studies/cube/surfaces.json`; a minute or two, and the same every time.
"""

from __future__ import annotations

import sys

from truel_ref.files import json_text, write_text
from truel_ref.studies.cube.questions import PLAYS
from truel_ref.studies.cube.surface_proof import prove_surfaces
from truel_ref.studies.cube.surfaces import surfaces_data

if __name__ == "__main__":
    (place,) = sys.argv[1:]
    write_text(place, json_text(surfaces_data(tuple(map(prove_surfaces, PLAYS)))) + "\n")
