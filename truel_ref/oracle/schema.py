"""Vectors are checked when they are read: against the shipped ones, the schema of their kind, and their sums.

A vector that was changed by hand, or cut off, must be refused with its id; it must never condemn an answer. The
checker knows the words of JSON Schema that the shipped schemas use, and refuses others, so that no word is passed over.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Hashable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import Any, TypeAlias

from truel_ref.errors import VectorError, shown
from truel_ref.oracle.corpus import BESIDE, GAME_GROUPS, GROUPS, Vector, schema_file, shipped, vectors

__all__ = ["check_vector", "fault_of"]

OWN = ("id", "group")
"""Keys that are free in vectors that somebody else makes: text, but any text."""


def check_vector(vector: Any) -> None:
    """Refuse a vector that cannot be right.

    The steps: (1) a vector with an id that the package ships is the very one that it ships; (2) any other one fits the
    schema of its kind, but for its id and group, which are any text; (3) win probabilities, a stalemate and what else
    happens add up to exactly 1 wherever they stand together.

    Parameters: `vector`, plain data.

    Raises `VectorError` that names the id and what is wrong.

    >>> duel = vectors("fixed", players=2)[0]
    >>> check_vector(duel)
    >>> check_vector(duel | {"id": "mine", "stalemate": "1/7"})
    Traceback (most recent call last):
    ...
    truel_ref.errors.VectorError: 'mine' is no test vector: win and stalemate add up to 8/7, not to 1
    """
    if not isinstance(vector, Mapping) or not all(isinstance(vector.get(key), str) for key in OWN):
        raise VectorError(f"{shown(vector)} is no test vector: it has no 'id' and 'group' that are text")
    refused = f"{shown(vector['id'])} is no test vector"
    own = _by_id(vector["group"]).get(vector["id"])
    if own is not None:
        different = [key for key in {**own, **vector} if own.get(key, ...) != vector.get(key, ...)]
        if different:
            listed = ", ".join(map(repr, different))
            way_out = "take the file again, or give your vector an id of its own"
            raise VectorError(f"{refused}: its {listed} is not as truel-ref ships it; {way_out}")
        return
    if "game" in vector and vector["game"] not in list(GAME_GROUPS):
        raise VectorError(f"{refused}: no game is called {shown(vector['game'])}")
    name = schema_file(vector)  # which is named after the game
    fault = fault_of(vector, _schema(name))
    if fault:
        raise VectorError(f"{refused} by {name}: {fault}")
    for sum_of_all, what in _sums(vector):
        if sum_of_all != 1:
            raise VectorError(f"{refused}: {what} add up to {sum_of_all}, not to 1")


@cache
def _schema(name: str) -> dict[str, Any]:
    """Return the schema in a file, with any text for an id and a group."""
    schema: dict[str, Any] = json.loads(shipped(name))
    return schema | {"properties": schema["properties"] | {key: {"type": "string"} for key in OWN}}


@cache
def _by_id(group: str) -> dict[str, Vector]:
    """Return the shipped vectors of a group by their ids, none for a group that there is not."""
    return {vector["id"]: vector for vector in vectors(group)} if group in (*GROUPS, *BESIDE) else {}


def _sums(data: Any) -> Iterator[tuple[Fraction, str]]:
    """Yield the sum of every list of win probabilities and what stands beside it, with its name."""
    if isinstance(data, list):
        for entry in data:
            yield from _sums(entry)
    elif isinstance(data, Mapping):
        if isinstance(data.get("win"), list) and isinstance(data.get("stalemate"), str):
            beside = [key for key in ("nobody", "stalemate") if key in data]
            total = sum(map(Fraction, [*data["win"], *(data[key] for key in beside)]), Fraction(0))
            yield total, " and ".join(["win", *beside])
        for value in data.values():
            yield from _sums(value)


# ---------------------------------------------------------------------------------------------------------
# JSON Schema, as far as the shipped schemas use it

_TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}
_CLOSED = ("additionalProperties", "unevaluatedProperties")
_COMMENTS = {"$schema", "$id", "$defs", "title", "description"}


def fault_of(data: Any, schema: Mapping[str, Any]) -> str:
    """Return what is wrong with plain data by a JSON Schema, empty if nothing is.

    >>> fault_of({"win": ["1/0"]}, {"properties": {"win": {"items": {"pattern": "^[0-9]/[1-9]$"}}}})
    "win: number 1: '1/0' is not like ^[0-9]/[1-9]$"
    """
    return _Checker(schema).fault(data, schema)[0]


Fault: TypeAlias = tuple[str, set[str]]
"""What is wrong, empty if nothing is, and the keys of an object that were spoken of."""


class _Checker:
    """Checks data by parts of one schema, which may refer to each other."""

    def __init__(self, root: Mapping[str, Any]) -> None:
        self.root = root

    def fault(self, data: Any, schema: Any) -> Fault:
        """Return what is wrong, empty if nothing is, and the keys of an object that the schema speaks of."""
        if schema is True:
            return "", set()
        spoken_of: set[str] = set()
        for word, value in schema.items():
            if word in _COMMENTS or word in _CLOSED:
                continue
            past = len(schema.get("prefixItems", ())) if word == "items" and isinstance(data, list) else 0
            text, keys = _WORDS[word](self, data[past:] if past else data, value)
            if text:
                return text, keys
            spoken_of |= keys
        more = sorted(set(data) - spoken_of) if isinstance(data, dict) else []
        for key in more:
            for rule in (schema[word] for word in _CLOSED if word in schema):
                text = f"{shown(key)} is no key of it" if rule is False else self.fault(data[key], rule)[0]
                if text:
                    return text if rule is False else f"{key}: {text}", spoken_of
        return "", spoken_of

    # -- words that lead to other parts

    def reference(self, data: Any, path: str) -> Fault:
        part: Any = self.root
        for step in path.removeprefix("#/").split("/"):
            part = part[step]
        return self.fault(data, part)

    def properties(self, data: Any, parts: Mapping[str, Any]) -> Fault:
        if not isinstance(data, dict):
            return "", set()
        for key, part in parts.items():
            text = self.fault(data[key], part)[0] if key in data else ""
            if text:
                return f"{key}: {text}", set()
        return "", set(parts)

    def patterns(self, data: Any, parts: Mapping[str, Any]) -> Fault:
        if not isinstance(data, dict):
            return "", set()
        keys = {key: pattern for pattern in parts for key in data if re.search(pattern, key)}
        text = self.properties(data, {key: parts[pattern] for key, pattern in keys.items()})[0]
        return text, set(keys)

    def first_items(self, data: Any, parts: list[Any]) -> Fault:
        entries = data if isinstance(data, list) else []
        faults = [self.fault(entry, part)[0] for entry, part in zip(entries, parts, strict=False)]
        return next((f"number {number}: {text}" for number, text in enumerate(faults, 1) if text), ""), set()

    def items(self, data: Any, part: Any) -> Fault:
        for number, entry in enumerate(data if isinstance(data, list) else [], 1):
            text = self.fault(entry, part)[0]
            if text:
                return f"number {number}: {text}", set()
        return "", set()

    def any_of(self, data: Any, parts: list[Any]) -> Fault:
        faults = [self.fault(data, part) for part in parts]
        fitting = [keys for text, keys in faults if not text]
        # What is furthest in says most: the longest text.
        return ("", set().union(*fitting)) if fitting else (max((text for text, _ in faults), key=len), set())

    def one_of(self, data: Any, parts: list[Any]) -> Fault:
        fitting = sum(not self.fault(data, part)[0] for part in parts)
        return ("it is of two kinds at once", set()) if fitting > 1 else self.any_of(data, parts)

    def no(self, data: Any, part: Any) -> Fault:
        return ("" if self.fault(data, part)[0] else f"{shown(data)} is not of this kind"), set()


Word: TypeAlias = Callable[[_Checker, Any, Any], Fault]


def _plain(is_right: Callable[[Any, Any], bool], says: str, kind: str = "") -> Word:
    """Return the check of a word that looks at nothing but the data, if it is of that kind, and its own value."""

    def check(_: _Checker, data: Any, value: Any) -> Fault:
        right = (kind and not _is_of_type(data, kind)) or is_right(data, value)
        return ("" if right else f"{shown(data)} {says.format(value)}"), set()

    return check


def _is_of_type(data: Any, kind: str | list[str]) -> bool:
    if isinstance(kind, list):
        return any(_is_of_type(data, each) for each in kind)
    return isinstance(data, _TYPES[kind]) and (kind == "boolean" or not isinstance(data, bool))


def _same(data: Any, value: Any) -> bool:
    return bool(data == value) and isinstance(data, bool) is isinstance(value, bool)


def _are_unique(data: Any, _: bool) -> bool:
    return len(set(map(_hashable, data))) == len(data)


def _hashable(data: Any) -> Hashable:
    """Return plain data as a value that is equal for equal data only; truth values are no numbers."""
    if isinstance(data, dict):
        return frozenset((key, _hashable(entry)) for key, entry in data.items())
    if isinstance(data, list):
        return tuple(map(_hashable, data))
    return isinstance(data, bool), data


_WORDS: dict[str, Word] = {
    "$ref": _Checker.reference,
    "properties": _Checker.properties,
    "patternProperties": _Checker.patterns,
    "prefixItems": _Checker.first_items,
    "items": _Checker.items,
    "anyOf": _Checker.any_of,
    "oneOf": _Checker.one_of,
    "not": _Checker.no,
    "type": _plain(_is_of_type, "is no {}"),
    "enum": _plain(lambda data, values: any(_same(data, value) for value in values), "is none of {}"),
    "const": _plain(_same, "is not {}"),
    "required": _plain(lambda data, keys: set(keys) <= set(data), "lacks one of {}", "object"),
    "minProperties": _plain(lambda data, least: len(data) >= least, "has less than {} keys", "object"),
    "pattern": _plain(lambda data, pattern: bool(re.search(pattern, data)), "is not like {}", "string"),
    "minLength": _plain(lambda data, least: len(data) >= least, "is shorter than {}", "string"),
    "minItems": _plain(lambda data, least: len(data) >= least, "has less than {} entries", "array"),
    "maxItems": _plain(lambda data, most: len(data) <= most, "has more than {} entries", "array"),
    "uniqueItems": _plain(_are_unique, "has an entry twice", "array"),
    "minimum": _plain(lambda data, least: data >= least, "is below {}", "number"),
    "maximum": _plain(lambda data, most: data <= most, "is above {}", "number"),
}
