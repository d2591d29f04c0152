"""Where it pays to shoot at oneself among four players: ends, share of the cube, denominators, and why.

Three players who announce single aims never gain by it where nothing is tied (`truel_ref.studies.self_pays`). Four can,
by the reply that it brings. `paying` decides a point exactly; `edges` has the ends of the region around the known point
along the axes, as algebraic numbers, and `surface` the polynomials on which they lie; `sample` bounds the share of the
cube; `with_denominator` searches a lattice completely; `reasons` takes A's gain apart; and `better_than_self` proves
that in stationary play it never pays, whatever the number of players.
"""

from __future__ import annotations

from truel_ref.studies.self_four.ends import Edge, Ends, all_edges, edges, pieces, surface
from truel_ref.studies.self_four.points import (
    HISTORIES,
    KNOWN,
    SEARCH,
    Lattice,
    Paying,
    Sample,
    Share,
    aims_at_himself,
    lattice_points,
    paying,
    random_points,
    sample,
    with_denominator,
)
from truel_ref.studies.self_four.why import Reasons, better_than_self, first_hits, reasons, win_with

__all__ = [
    "HISTORIES",
    "KNOWN",
    "SEARCH",
    "Edge",
    "Ends",
    "Lattice",
    "Paying",
    "Reasons",
    "Sample",
    "Share",
    "aims_at_himself",
    "all_edges",
    "better_than_self",
    "edges",
    "first_hits",
    "lattice_points",
    "paying",
    "pieces",
    "random_points",
    "reasons",
    "sample",
    "surface",
    "win_with",
    "with_denominator",
]
