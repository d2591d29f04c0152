"""Every claim under its id, in the order of the source."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from functools import cache
from types import ModuleType

from truel_ref.errors import ClaimError, shown
from truel_ref.studies.claims.record import Claim

__all__ = ["claims", "named_claims"]

GROUPS = {
    "S": "Single problems",
    "A": "Areas, three players",
    "R": "Random",
    "F": "Self",
    "Q": "Four players",
    "T": "Ties",
    "M": "Methods",
}
"""The first letter of an id, and what these claims are about."""


@cache
def claims() -> dict[str, Claim]:
    """Return every claim under its id, group by group.

    >>> len(claims()), list(claims())[:3]
    (53, ['S1', 'S2', 'S3'])
    """
    from truel_ref.studies.claims import areas, four, methods, mixes, single, ties

    found = [claim for module in (single, areas, mixes, four, ties, methods) for claim in _of(module)]
    return {claim.id: claim for claim in sorted(found, key=_place)}


def _of(module: ModuleType) -> list[Claim]:
    return [value for value in vars(module).values() if isinstance(value, Claim)]


def _place(claim: Claim) -> tuple[int, int]:
    return list(GROUPS).index(claim.id[0]), int(claim.id[1:])


def named_claims(names: Iterable[str]) -> list[Claim]:
    """Return the claims with some ids, in any case; all of them for no ids.

    Raises `ClaimError` for an unknown id, with those that come nearest.

    >>> [claim.id for claim in named_claims(["s3", "M6"])]
    ['S3', 'M6']
    """
    known = claims()
    listed = list(names)
    for name in listed:
        if name.strip().upper() not in known:
            near = difflib.get_close_matches(name.strip().upper(), known, 3, 0.4) or list(known)[:3]
            raise ClaimError(f"no claim is called {shown(name)}; the nearest are {', '.join(near)}")
    return [known[name.strip().upper()] for name in listed] or list(known.values())
