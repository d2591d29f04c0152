"""Which aims of announced play stand beside which aims of stationary play anywhere in the cube, all of them.

The ends of the decisions of each play are proved to be all (`truel_ref.studies.cube.surface_proof`): off the zeros of
the polynomials that they ask for, exactly one end of each play holds at every point. So a pair of aims occurs only
where all signs of two ends occur together. Two ends that contradict each other in a sign do not; of the others it is
decided one by one (`truel_ref.studies.cube.occurring`), by a point, tested exactly, or a refutation.
"""

from __future__ import annotations

from itertools import product

from truel_ref.studies.cube.occurring import Systems
from truel_ref.studies.cube.surfaces import cube_surfaces
from truel_ref.symbolic.pieces import RegionAims, aims_text

__all__ = ["pairs_of_plays"]


def pairs_of_plays(systems: Systems | None = None) -> tuple[tuple[RegionAims, RegionAims], ...]:
    """Return all pairs of announced and stationary aims that occur at the same point of the open cube, proved anew.

    Three players search {Others, Miss}; points where a polynomial that decides anything is 0 are left out. The steps
    are those of the module.

    Parameters: `systems`, as for `prove_surfaces`.

    Raises `SymbolicError` without z3 where it is asked, or where something could not be decided.

    >>> pairs = pairs_of_plays()
    >>> len(pairs), sum(announced != stationary for announced, stationary in pairs)
    (20, 11)
    """
    systems = systems or Systems(("a", "b", "c"))
    announced, stationary = (cube_surfaces(play).ends for play in ("announced", "stationary"))
    pairs: set[tuple[RegionAims, RegionAims]] = set()
    for one, other in product(announced, stationary):
        agree = all(one.signs.get(polynomial, sign) == sign for polynomial, sign in other.signs.items())
        if agree and systems.occur({**one.signs, **other.signs}):
            pairs.add((one.answer, other.answer))
    return tuple(sorted(pairs, key=lambda pair: tuple(map(aims_text, pair))))
