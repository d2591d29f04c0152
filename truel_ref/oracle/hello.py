"""What a client says of itself in its first line, and which vectors are not for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from truel_ref.errors import shown
from truel_ref.game.aims import Word
from truel_ref.oracle.judge import Expected

__all__ = ["HELLO_WORDS", "Hello", "HelloError", "Supports", "read_hello"]

HELLO_WORDS = tuple(word.value for word in Word if word is not Word.ALL)  # no vector says All
"""The words that a client may name in `words`; labels of players are understood by everybody."""

_LONGEST = 100  # characters of a name, a version or a language
_LATER = ("target_later", "search_later")  # they count from four players on, because two who are left shoot each other


class HelloError(Exception):
    """A first line that cannot be read; the text says why."""


@dataclass(frozen=True)
class Supports:
    """What a client can be asked; None where it can be asked everything.

    Fields: `groups`, names of groups of vectors; `words`, of `HELLO_WORDS`; `rules`, tie rules by number; `players`,
    the most players; `levels`, the finest random level, 0 for none at all; `weights`, whether predefined aims may be
    lists of weights.
    """

    groups: frozenset[str] | None = None
    words: frozenset[str] | None = None
    rules: frozenset[int] | None = None
    players: int | None = None
    levels: int | None = None
    weights: bool | None = None

    def lacks(self, expected: Expected) -> str:
        """Return what a vector asks that is not supported, in words; empty if there is nothing.

        >>> from truel_ref.oracle.kinds import expected_of_vector
        >>> from truel_ref.oracle import vectors
        >>> Supports(players=2, words=frozenset({"Miss"})).lacks(expected_of_vector(vectors("optimal")[0]))
        'it supports 2 players at most'
        """
        question = expected.question()
        return next(filter(None, self._missing(expected.group, question)), "")

    def _missing(self, group: str, question: Mapping[str, Any]) -> Iterator[str]:
        """Yield a text for each thing that is asked and not supported, and empty ones."""
        if self.groups is not None and group not in self.groups:
            yield f"it does not support the group {group}"
        hits = question.get("hits")
        if not isinstance(hits, list):
            return  # another game, which has none of what follows
        players = len(hits)
        if self.players is not None and players > self.players:
            yield f"it supports {self.players} players at most"
        if self.rules is not None and question["if_eq"] not in self.rules:
            yield f"it does not support the tie rule {question['if_eq']}"
        finest = max((level or 0 for level in question["random_levels"] or ()), default=0)
        if self.levels is not None and finest > self.levels:
            yield f"it supports random levels up to {self.levels}" if self.levels else "it supports no random levels"
        if self.weights is False and any(isinstance(said, list) for said in question["targets"]):
            yield "it does not support lists of weights"
        if self.words is not None:
            asked = [question[key] for key in ("targets", "search", *(_LATER if players > 3 else ()))]
            unknown = [word for word in HELLO_WORDS if word in _texts(asked) and word not in self.words]
            if unknown:
                yield f"it does not support the word {unknown[0]}"


def _texts(data: object) -> set[str]:
    """Return all text in nested lists and objects."""
    if isinstance(data, str):
        return {data}
    if isinstance(data, Mapping):
        data = data.values()
    return {text for entry in data for text in _texts(entry)} if isinstance(data, Iterable) else set()


@dataclass(frozen=True)
class Hello:
    """Who a client is: its name, version and language, empty where it does not say; and what it supports.

    `unknown` are keys that mean nothing here: a newer client may say more.
    """

    name: str = ""
    version: str = ""
    language: str = ""
    supports: Supports = Supports()
    unknown: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Return who it is on one line.

        >>> str(Hello("swift-truel", "1.2", "C")), str(Hello(language="C")), str(Hello())
        ('swift-truel 1.2 (C)', '(C)', '')
        """
        return " ".join(filter(None, [self.name, self.version, f"({self.language})" if self.language else ""]))

    def to_json(self) -> dict[str, str]:
        """Return who it is as plain data for JSON."""
        return {"name": self.name, "version": self.version, "language": self.language}


def read_hello(data: object) -> Hello:
    """Return what a client says of itself. Raises `HelloError`, naming the key, for what cannot be read.

    >>> hello = read_hello({"name": "swift-truel", "supports": {"players": 3, "colours": True}})
    >>> hello.name, hello.supports.players, hello.unknown
    ('swift-truel', 3, ('colours',))
    >>> read_hello({"supports": {"players": "three"}})
    Traceback (most recent call last):
    ...
    truel_ref.oracle.hello.HelloError: players: 'three' is not an integer of 0 or more
    """
    if not isinstance(data, Mapping):
        raise HelloError(f"{shown(data)} is no JSON object")
    supports = data.get("supports", {})
    if not isinstance(supports, Mapping):
        raise HelloError(f"supports: {shown(supports)} is no JSON object")
    known: dict[str, Any] = {
        "groups": _listed(supports, "groups", str, "a list of names of groups"),
        "words": _listed(supports, "words", str, f"a list of words out of {', '.join(HELLO_WORDS)}"),
        "rules": _listed(supports, "rules", int, "a list of tie rules by number"),
        "players": _count(supports, "players"),
        "levels": _count(supports, "levels"),
        "weights": _truth(supports, "weights"),
    }
    strange = [key for key in data if key not in ("name", "version", "language", "supports")]
    strange += [key for key in supports if key not in known]
    strange += sorted((known["words"] or frozenset()) - set(HELLO_WORDS))
    name, version, language = (_text(data, key) for key in ("name", "version", "language"))
    return Hello(name, version, language, Supports(**known), tuple(strange))


def _text(data: Mapping[str, Any], key: str) -> str:
    text = data.get(key, "")
    if not isinstance(text, str) or len(text) > _LONGEST or not all(sign.isprintable() for sign in text):
        raise HelloError(f"{key}: {shown(text)} is not text on one line of {_LONGEST} characters at most")
    return text.strip()


def _listed(data: Mapping[str, Any], key: str, kind: type, what: str) -> frozenset[Any] | None:
    value = data.get(key)
    if value is None:
        return None
    if not isinstance(value, list) or any(type(entry) is not kind for entry in value):
        raise HelloError(f"{key}: {shown(value)} is not {what}")
    return frozenset(value)


def _count(data: Mapping[str, Any], key: str) -> int | None:
    value = data.get(key)
    if value is not None and (type(value) is not int or value < 0):
        raise HelloError(f"{key}: {shown(value)} is not an integer of 0 or more")
    return value


def _truth(data: Mapping[str, Any], key: str) -> bool | None:
    value = data.get(key)
    if value is not None and not isinstance(value, bool):
        raise HelloError(f"{key}: {shown(value)} is neither true nor false")
    return value
