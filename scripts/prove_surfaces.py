"""Prove the lists of surfaces of the cube, and write them: python scripts/prove_surfaces.py SURFACES CERTIFICATES.

The files are `surfaces.json` and `certificates.json` in `truel_ref/studies/cube`; the second has an identity for every
list of signs that the proofs of the first and of `truel_ref.studies.cube.surfaces` refute, and points from z3 for other
lists. This takes a minute or two; every run writes the same files.
"""

from __future__ import annotations

import sys

from find_certificates import certificates_text
from truel_ref.studies.cube.occurring import Systems
from truel_ref.studies.cube.surfaces import pairs_of_plays, prove_surfaces, surfaces_data

from truel_ref.files import json_text, write_text
from truel_ref.game.variant import PLAYS

if __name__ == "__main__":
    surfaces, certificates = sys.argv[1:]
    systems = Systems(("a", "b", "c"))
    proved = tuple(prove_surfaces(play, systems) for play in PLAYS)
    pairs_of_plays(systems)
    fewest = [signs for signs in systems.refuted if not any(others < signs for others in systems.refuted)]
    refuted = map(systems.system_of, map(dict, fewest))
    ordered = sorted(refuted, key=lambda system: (len(system.conditions), str(system)))
    witnesses = certificates_text(ordered, systems.points)
    write_text(surfaces, json_text(surfaces_data(proved)) + "\n")
    write_text(certificates, witnesses)
