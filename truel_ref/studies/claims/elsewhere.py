"""Users' claims about single problems, read from a TOML file and checked like the published claims."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from truel_ref.errors import ProblemError, TruelError, shown
from truel_ref.files import Pathlike, read_bytes
from truel_ref.game.solution import Outcome
from truel_ref.oracle.claims_of_others import ClaimVerdict, PlayClaim
from truel_ref.studies.claims.pictures import Pictures
from truel_ref.studies.claims.record import Claim, ClaimFinding, ClaimLine, Verdict, judged
from truel_ref.studies.claims.single import sentence

__all__ = ["claims_of_file"]

_LONGEST = 1 << 20  # bytes
_TEXTS = {"title": True, "source": True, "page": False, "url": False}  # whether each is required


def claims_of_file(path: Pathlike) -> dict[str, Claim]:
    r"""Return the claims that a file states, by number from 1.

    Each claim is a table `[[claim]]` with the keys of a problem, of which `hits` is required; at least one of `win`,
    `aims` and `stalemate`, as `truel_ref.oracle.verify` takes them; `title` and `source`; and optionally
    `page` and `url`.

    Raises `FileError` for a file that cannot be read, and `ProblemError` that names the claim and the key.

    >>> import tempfile
    >>> from pathlib import Path
    >>> text = "[[claim]]\ntitle = 'Mine'\nsource = 'me'\nhits = ['1/3', '2/3', 1]\nwin = '0.4,,'"
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = Path(folder, "mine.toml").write_text(text)
    ...     [claim] = claims_of_file(f"{folder}/mine.toml").values()
    >>> claim.statement, claim.check(Pictures()).verdict.value
    ('Mine: win of A: 0.4', 'confirmed')
    """
    name = shown(str(path), 1000)
    try:
        # Decimals stay text, to keep all written digits.
        data = tomllib.loads(read_bytes(path, _LONGEST).decode("utf-8-sig"), parse_float=str)
    except UnicodeDecodeError as error:
        raise ProblemError(f"{name}: not UTF-8 text: {error.reason} at byte {error.start}") from None
    except (ValueError, RecursionError) as error:  # ValueError: invalid TOML, or a very long integer
        reason = "it is nested too deeply" if isinstance(error, RecursionError) else error
        raise ProblemError(f"{name}: not TOML: {reason}") from None
    entries = data.pop("claim", None)
    if data or not isinstance(entries, list) or not entries:
        what = f"{shown(min(data))} is not a key of this file" if data else "it has none"
        raise ProblemError(f"{name}: every claim is a table [[claim]]; {what}")
    return {
        str(number): _read(f"{name}: claim {number}", str(number), entry) for number, entry in enumerate(entries, 1)
    }


def _read(where: str, number: str, entry: object) -> Claim:
    """Return one claim of a file."""
    if not isinstance(entry, Mapping):
        raise ProblemError(f"{where}: {shown(entry)} is not a table")
    texts = {}
    for key, needed in _TEXTS.items():
        text = entry.get(key, "")
        text = " ".join(str(text).split()) if isinstance(text, str | int) and not isinstance(text, bool) else None
        if text is None or (needed and not text):
            said = f"{shown(entry[key])} is not text" if key in entry else f'missing; write {key} = "…"'
            raise ProblemError(f"{where}: {key}: {said}")
        texts[key] = text
    try:
        claim = PlayClaim.from_data({key: value for key, value in entry.items() if key not in _TEXTS})
    except TruelError as error:
        raise ProblemError(f"{where}: {error}") from None
    page = f"page {texts['page']}" if texts["page"] else ""
    return Claim(
        number,
        f"{texts['title']}: {claim.said()}",
        f"{claim.problem!r} is solved exactly; a decimal or a percentage agrees if the exact number rounds to it.",
        partial(_finding, claim),
        source=", ".join(filter(None, (texts["source"], page, texts["url"]))),
    )


def _finding(claim: PlayClaim, pictures: Pictures) -> ClaimFinding:
    """Return the finding on a claim: true with a condition if it holds for other ties or other aims."""
    verification = claim.judged()
    conditions = {
        ClaimVerdict.TIE: "where ties are broken otherwise",
        ClaimVerdict.NOT_OPTIMAL: "of aims that are not optimal",
    }
    condition, other = conditions.get(verification.verdict, ""), verification.outcome
    exact = verification.exact
    finding = judged(
        _lines(claim, exact),
        sentence(Outcome(exact.win, exact.aims, problem=claim.problem)),
        [(condition, _lines(claim, other, f", {condition}"))] if other and condition else (),
        explanation=""
        if verification.is_right
        else f"{verification.verdict.value.capitalize()}: {verification.detail}.",
    )
    is_open = verification.verdict is ClaimVerdict.UNDECIDED
    return replace(finding, verdict=Verdict.UNDECIDED) if is_open else finding


def _lines(claim: PlayClaim, outcome: Outcome, where: str = "") -> list[ClaimLine]:
    """Return a line for each claimed quantity beside the quantity of an outcome."""
    return [
        ClaimLine.fact(f"{one.what}{where}", one.claimed_text, one.own_text, one.agrees)
        for one in claim.compared(outcome)
    ]
