"""Which vectors are asked: by group, number of players, id and flag."""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase

from truel_ref.errors import VectorError, shown
from truel_ref.oracle.corpus import BESIDE, FLAGS, Vector, vectors

__all__ = ["selected"]


def selected(
    groups: Sequence[str] = (),
    players: int | None = None,
    only: Sequence[str] = (),
    flags: Sequence[str] = (),
) -> list[Vector]:
    """Return the vectors that the package ships and that meet all that is asked.

    Parameters: `groups`, by default all of announced play, and those that an id of `only` names; `players`, their
    number; `only`, ids, or patterns with `*`, `?` and `[…]`, one of which the id must fit; `flags`, all of which a
    vector must have.

    Raises `VectorError` for a group or a flag that there is not, and for a pattern that no id fits.

    >>> [vector["id"] for vector in selected(only=["optimal-000[12]", "course-0001"])]
    ['optimal-0001', 'optimal-0002', 'course-0001']
    >>> [vector["id"] for vector in selected(["optimal", "boundary"], players=3, flags=["thin", "tie"])][:2]
    ['boundary-0022', 'boundary-0024']
    """
    for flag in flags:
        if not isinstance(flag, str) or flag not in FLAGS:
            raise VectorError(f"no flag is called {shown(flag)}; there are {', '.join(FLAGS)}")
    if groups:
        listed = [vector for group in dict.fromkeys(groups) for vector in vectors(group)]
    else:
        beside = [group for group in BESIDE if any(pattern.startswith(f"{group}-") for pattern in only)]
        listed = [*vectors(), *(vector for group in beside for vector in vectors(group))]
    for pattern in only:
        if not any(fnmatchcase(vector["id"], pattern) for vector in listed):
            where = f"of the groups {', '.join(groups)}" if groups else "of announced play"
            raise VectorError(f"no vector {where} is called {shown(pattern)}; ids are like optimal-0001 or optimal-*")
    return [
        vector
        for vector in listed
        if (players is None or len(vector.get("problem", {}).get("hits", ())) == players)
        and (not only or any(fnmatchcase(vector["id"], pattern) for pattern in only))
        and set(flags) <= set(vector.get("flags", ()))
    ]
