"""The last announcer of three, for whom the proof is an identity."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from truel_ref.errors import SymbolicError
from truel_ref.studies.self_pays.surfaces import MISS, SEARCH, Hits
from truel_ref.symbolic.algebra import Letters
from truel_ref.symbolic.decisions import Decisions, settled

__all__ = ["LastCase", "last_announcer"]


@dataclass(frozen=True)
class LastCase:
    """The last announcer on one face.

    Fields: `face`; `identities`, after how many lists of announcements the miss is allowed and better than Self by
    exactly `p v` with `v` proved to be 0 or positive; `stalls`, after how many the miss would stall, and Self is
    worth 0 or is not allowed either.
    """

    face: Hits
    identities: int
    stalls: int


def last_announcer(hits: Hits) -> LastCase:
    """Return the proof for the last announcer on a face, as an identity of rational functions for each list before him.

    Raises `SymbolicError` if an identity or a sign fails.

    >>> last_announcer((None, None, None))
    LastCase(face=(None, None, None), identities=15, stalls=1)
    """
    letters = Letters(hits)
    tree = Decisions(letters, SEARCH)
    own, last = letters.hits[2], 2
    identities = stalls = 0
    for earlier in product(range(MISS + 1), repeat=2):
        v = tree.composed(0, earlier)[0][last]
        if tree.stalls((*earlier, MISS)):
            if v:
                raise SymbolicError(f"nobody before C can hit, and yet C wins {v} by them")
            stalls += 1
            continue
        gain = tree.compare(earlier, (MISS,), (last,)).function
        if gain != own * v:
            raise SymbolicError(f"the miss is better than Self by {gain}, and not by {own * v}")
        sign, deciding = settled(gain)
        if deciding or sign < 0:
            raise SymbolicError(f"the sign of {gain} is not proved")
        identities += 1
    return LastCase(hits, identities, stalls)
