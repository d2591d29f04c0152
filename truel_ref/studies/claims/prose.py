"""The prose of the claims, read from `claims.toml`, which a person can edit."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from string import Template
from typing import Any

from truel_ref.errors import ClaimError, shown
from truel_ref.files import package_text

__all__ = ["FILE", "ClaimProse", "Prose", "read_prose", "stored_prose"]

FILE = "claims.toml"
_ID = re.compile(r"[A-Z][1-9][0-9]*")


@dataclass(frozen=True)
class ClaimProse:
    """What is claimed, in our own words, and how it is checked."""

    statement: str
    how: str


@dataclass(frozen=True)
class Prose:
    """All prose: `groups`, a title for each first letter of an id, in order; `claims`, under their ids, in order."""

    groups: dict[str, str]
    claims: dict[str, ClaimProse]


def stored_prose() -> Prose:
    """Return the prose that stands beside this module.

    >>> stored_prose().claims["S2"].statement
    '[1/3, 2/3, 1], everybody at the strongest: A wins 31 %, less than B.'
    """
    return read_prose(package_text("truel_ref.studies.claims", FILE))


def read_prose(text: str) -> Prose:
    r"""Return the prose in a TOML text.

    A table `groups` has a title for each first letter, a table `sentences` the sentences that several claims share, and
    every other table is a claim under its id, with `statement` and `how`. In both `$name` stands for a sentence; a
    sentence may use those above it. White space of any kind counts as one space.

    Raises `ClaimError` that names the table and the key.

    >>> text = "[groups]\nS = 'Single'\n[sentences]\nx = 'Solved.'\n[S1]\nstatement = 'A wins.'\nhow = '$x Twice.'"
    >>> read_prose(text).claims["S1"].how
    'Solved. Twice.'
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ClaimError(f"{FILE}: {error}") from None
    groups = {letter: _text(title, f"[groups] {letter}") for letter, title in _table(data, "groups").items()}
    sentences: dict[str, str] = {}
    for name, sentence in _table(data, "sentences").items():
        sentences[name] = _filled(sentence, sentences, f"[sentences] {name}")
    claims = {}
    for name in data:
        if name in ("groups", "sentences"):
            continue
        if not _ID.fullmatch(name) or name[0] not in groups:
            raise ClaimError(f"{FILE}: {shown(name)} is no id; give a letter of [groups] and a number, like S1")
        entry = _table(data, name)
        wrong = sorted(entry.keys() ^ {"statement", "how"})
        if wrong:
            raise ClaimError(
                f"{FILE}: [{name}] has the keys statement and how; {shown(wrong[0])} is not as it should be"
            )
        claims[name] = ClaimProse(**{key: _filled(entry[key], sentences, f"[{name}] {key}") for key in entry})
    order = list(groups)
    return Prose(groups, dict(sorted(claims.items(), key=lambda item: (order.index(item[0][0]), int(item[0][1:])))))


def _table(data: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    table = data.get(name)
    if not isinstance(table, Mapping):
        raise ClaimError(f"{FILE}: there is no table [{name}]")
    return table


def _text(value: object, where: str) -> str:
    text = " ".join(value.split()) if isinstance(value, str) else ""
    if not text:
        raise ClaimError(f"{FILE}: {where}: {shown(value)} is no text")
    return text


def _filled(value: object, sentences: Mapping[str, str], where: str) -> str:
    try:
        return Template(_text(value, where)).substitute(sentences)
    except KeyError as unknown:
        raise ClaimError(f"{FILE}: {where}: there is no sentence {unknown} above it in [sentences]") from None
    except ValueError:
        raise ClaimError(f"{FILE}: {where}: a dollar sign is written $$, and a shared sentence $name") from None
