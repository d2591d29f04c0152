"""Every claim under its id, in the order of the source: its prose and its check, put together."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from functools import cache

from truel_ref.budget import Estimate, admit
from truel_ref.errors import ClaimError, shown
from truel_ref.studies.claims.prose import FILE, Prose, stored_prose
from truel_ref.studies.claims.record import Check, Claim

__all__ = ["admit_checks", "claims", "joined", "named_claims"]

_EACH_CLAIM, _EACH_SLOW_CLAIM = 0.35, 60.0  # seconds, roughly


@cache
def claims() -> dict[str, Claim]:
    """Return every claim under its id, group by group.

    >>> len(claims()), list(claims())[:3]
    (62, ['S1', 'S2', 'S3'])
    """
    from truel_ref.studies.claims import areas, four, methods, mixes, random_aims, single, ties

    modules = (single, random_aims, areas, mixes, four, ties, methods)
    values = (value for module in modules for value in vars(module).values())
    return joined(stored_prose(), (value for value in values if isinstance(value, Check)))


def joined(prose: Prose, checks: Iterable[Check]) -> dict[str, Claim]:
    """Return the claims of some prose and some checks, in the order of the prose.

    Raises `ClaimError` for prose without a check, a check without prose, and two checks of one claim.

    >>> check = Check("S1", lambda pictures: None)
    >>> joined(Prose({"S": "Single"}, {}), [check])
    Traceback (most recent call last):
    truel_ref.errors.ClaimError: S1 has a check and no prose; write [S1] in claims.toml
    """
    by_id: dict[str, Check] = {}
    for check in checks:
        if check.id in by_id:
            raise ClaimError(f"{check.id} has two checks; ids are given once")
        if check.id not in prose.claims:
            raise ClaimError(f"{check.id} has a check and no prose; write [{check.id}] in {FILE}")
        by_id[check.id] = check
    for name in prose.claims:
        if name not in by_id:
            raise ClaimError(f'{name} has prose in {FILE} and no check; write a function with @checks("{name}")')
    return {
        name: Claim(name, text.statement, text.how, by_id[name].run, by_id[name].slow)
        for name, text in prose.claims.items()
    }


def admit_checks(checked: Sequence[Claim], slow: bool, jobs: int) -> None:
    """Let the checks of some claims begin, or refuse them, as `admit` does.

    Parameters: `checked`; `slow`, whether those are checked too that make many maps; `jobs`, processes for the maps.
    """
    many = sum(claim.slow for claim in checked) if slow else 0
    seconds = _EACH_CLAIM * (len(checked) - many) + _EACH_SLOW_CLAIM * many / jobs
    admit(Estimate(len(checked), "claims", seconds / max(len(checked), 1), way_out="some ids take less"))


def named_claims(names: Iterable[str]) -> list[Claim]:
    """Return the claims with some ids, in any case; all of them for no ids.

    Raises `ClaimError` for an unknown id, with those that come nearest, and for what is no list of ids.

    >>> [claim.id for claim in named_claims(["s3", "M6"])]
    ['S3', 'M6']
    """
    known = claims()
    if isinstance(names, str) or not isinstance(names, Iterable):
        raise ClaimError(f"{shown(names)} is no list of ids; give one such as ['S3', 'M6']")
    listed = list(names)
    ids = [name.strip().upper() if isinstance(name, str) else "" for name in listed]
    for name, id_ in zip(listed, ids, strict=True):
        if id_ not in known:
            near = difflib.get_close_matches(id_, known, 3, 0.4) or list(known)[:3]
            raise ClaimError(f"no claim is called {shown(name)}; the nearest are {', '.join(near)}")
    return [known[name] for name in ids] or list(known.values())
