"""Vectors are checked when they are read: against the shipped ones, the schema of their kind, and their sums.

A vector that was changed by hand, or cut off, must be refused with its id; it must never condemn an answer. The
checker knows the words of JSON Schema that the shipped schemas use, and refuses others, so that no word is passed over.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache, reduce
from itertools import product
from operator import getitem
from typing import Any, TypeAlias

from truel_ref.errors import VectorError, shown
from truel_ref.oracle.corpus import BESIDE, GAME_GROUPS, GROUPS, Vector, schema_file, shipped, vectors

__all__ = ["by_id", "check_vector", "fault_of"]

OWN = ("id", "group")
"""Keys that are free in vectors that somebody else makes: text, but any text."""


def check_vector(vector: Any, as_shipped: bool = True) -> None:
    """Refuse a vector that cannot be right.

    The steps: (1) a vector with an id that the package ships is the very one that it ships; (2) any other one fits the
    schema of its kind, but for its id and group, which are any text; (3) win probabilities, a stalemate and what else
    happens add up to exactly 1 wherever they stand together.

    Parameters: `vector`, plain data; `as_shipped`, whether (1) holds: in an older set an id may have another answer.

    Raises `VectorError` that names the id and what is wrong.

    >>> duel = vectors("fixed", players=2)[0]
    >>> check_vector(duel)
    >>> check_vector(duel | {"id": "mine", "stalemate": "1/7"})
    Traceback (most recent call last):
    ...
    truel_ref.errors.VectorError: 'mine' is not a test vector: win and stalemate add up to 8/7, not to 1
    """
    if not isinstance(vector, Mapping) or not all(isinstance(vector.get(key), str) for key in OWN):
        raise VectorError(f"{shown(vector)} is not a test vector: it has no 'id' and 'group' that are text")
    refused = f"{shown(vector['id'])} is not a test vector"
    own = by_id(vector["group"]).get(vector["id"])
    if own is not None and (as_shipped or own == vector):
        different = [key for key in {**own, **vector} if own.get(key, ...) != vector.get(key, ...)]
        if different:
            listed = ", ".join(map(repr, different))
            way_out = "take the file again, or give your vector an id of its own"
            raise VectorError(f"{refused}: its {listed} is not as truel-ref ships it; {way_out}")
        return
    if "game" in vector and vector["game"] not in list(GAME_GROUPS):
        raise VectorError(f"{refused}: there is no game {shown(vector['game'])}")
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
def by_id(group: str) -> dict[str, Vector]:
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
    return _fault(data, schema, schema)[0]


Fault: TypeAlias = tuple[str, set[str]]
"""What is wrong, empty if nothing is, and the keys of an object that were spoken of."""


def _fault(data: Any, schema: Any, root: Mapping[str, Any]) -> Fault:
    """Return what is wrong by a part of the schema `root`, whose parts may refer to each other."""
    if schema is True:
        return "", set()
    spoken_of: set[str] = set()
    for word, value in schema.items():
        if word in _COMMENTS or word in _CLOSED:
            continue
        if word in _PARTS:
            parts = _PARTS[word](data, value, schema)
            text, keys = _first_fault(parts, root), {where for where, _, _ in parts}
        elif word in _CHOICES:
            text, keys = _CHOICES[word](data, value, root)
        else:
            (is_right, says, kind), keys = _WORDS[word], set()
            right = (kind and not _is_of_type(data, kind)) or is_right(data, value)
            text = "" if right else f"{shown(data)} {says.format(value)}"
        if text:
            return text, keys
        spoken_of |= keys
    more = sorted(set(data) - spoken_of) if isinstance(data, dict) else []
    for key, rule in product(more, [schema[word] for word in _CLOSED if word in schema]):
        text = f"{shown(key)} is not a key of it" if rule is False else _first_fault([(key, data[key], rule)], root)
        if text:
            return text, spoken_of
    return "", spoken_of


# ---------------------------------------------------------------------------------------------------------
# Words that lead to other parts

Part: TypeAlias = tuple[str, Any, Any]
"""Where an entry of the data stands, the entry, and the schema that it must fit."""


def _first_fault(parts: Iterable[Part], root: Mapping[str, Any]) -> str:
    faults = ((where, _fault(entry, schema, root)[0]) for where, entry, schema in parts)
    return next((f"{where}: {text}" for where, text in faults if text), "")


def _properties(data: Any, parts: Mapping[str, Any], _: Any) -> list[Part]:
    return [(key, data[key], part) for key, part in parts.items() if key in data] if isinstance(data, dict) else []


def _patterns(data: Any, parts: Mapping[str, Any], _: Any) -> list[Part]:
    keys = data if isinstance(data, dict) else ()
    return [(key, data[key], part) for pattern, part in parts.items() for key in keys if re.search(pattern, key)]


def _first_items(data: Any, parts: list[Any], _: Any) -> list[Part]:
    entries = data if isinstance(data, list) else []
    return [(f"number {at}", entry, part) for at, (entry, part) in enumerate(zip(entries, parts, strict=False), 1)]


def _items(data: Any, part: Any, schema: Mapping[str, Any]) -> list[Part]:
    entries = data[len(schema.get("prefixItems", ())) :] if isinstance(data, list) else []
    return [(f"number {number}", entry, part) for number, entry in enumerate(entries, 1)]


_PARTS: dict[str, Callable[[Any, Any, Mapping[str, Any]], list[Part]]] = {
    "properties": _properties,
    "patternProperties": _patterns,
    "prefixItems": _first_items,
    "items": _items,
}


def _reference(data: Any, path: str, root: Mapping[str, Any]) -> Fault:
    return _fault(data, reduce(getitem, path.removeprefix("#/").split("/"), root), root)


def _any_of(data: Any, parts: list[Any], root: Mapping[str, Any]) -> Fault:
    faults = [_fault(data, part, root) for part in parts]
    fitting = [keys for text, keys in faults if not text]
    # What is furthest in says most: the longest text.
    return ("", set().union(*fitting)) if fitting else (max((text for text, _ in faults), key=len), set())


def _one_of(data: Any, parts: list[Any], root: Mapping[str, Any]) -> Fault:
    fitting = sum(not _fault(data, part, root)[0] for part in parts)
    return ("it is of two kinds at once", set()) if fitting > 1 else _any_of(data, parts, root)


def _not(data: Any, part: Any, root: Mapping[str, Any]) -> Fault:
    return ("" if _fault(data, part, root)[0] else f"{shown(data)} is not of this kind"), set()


_CHOICES: dict[str, Callable[[Any, Any, Mapping[str, Any]], Fault]] = {
    "$ref": _reference,
    "anyOf": _any_of,
    "oneOf": _one_of,
    "not": _not,
}


# ---------------------------------------------------------------------------------------------------------
# Words that look at nothing but the data and their own value


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


_WORDS: dict[str, tuple[Callable[[Any, Any], bool], str, str]] = {
    "type": (_is_of_type, "is no {}", ""),
    "enum": (lambda data, values: any(_same(data, value) for value in values), "is none of {}", ""),
    "const": (_same, "is not {}", ""),
    "required": (lambda data, keys: set(keys) <= set(data), "lacks one of {}", "object"),
    "minProperties": (lambda data, least: len(data) >= least, "has less than {} keys", "object"),
    "pattern": (lambda data, pattern: bool(re.search(pattern, data)), "is not like {}", "string"),
    "minLength": (lambda data, least: len(data) >= least, "is shorter than {}", "string"),
    "minItems": (lambda data, least: len(data) >= least, "has less than {} entries", "array"),
    "maxItems": (lambda data, most: len(data) <= most, "has more than {} entries", "array"),
    "uniqueItems": (_are_unique, "has an entry twice", "array"),
    "minimum": (lambda data, least: data >= least, "is below {}", "number"),
    "maximum": (lambda data, most: data <= most, "is above {}", "number"),
}
"""Whether data are right, what is said of those that are not, and the type that is looked at, any if empty."""
