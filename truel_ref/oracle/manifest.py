"""The manifest of the vectors: what each group holds, what a client must support for it, and the hash of its file.

`truel_ref/oracle/data/manifest.json` is made together with the vectors. It has their version, which is not that of the
package: it grows whenever vectors are added or corrected, and an id is never given to another problem.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from truel_ref.errors import VectorError
from truel_ref.files import package_text
from truel_ref.oracle.groups import GROUPS, SEED

__all__ = ["MANIFEST", "VERSION", "checked", "kind_of", "manifest_text", "packaged", "schema_file", "shipped_manifest"]

VERSION = 3
"""The version of the vectors; `CONTRIBUTING.md` says when it grows."""

MANIFEST = "manifest.json"

GENERATOR = "truel-ref vectors --anew"


def packaged(name: str) -> str:
    """Return the text of a file of the package's folder of vectors, as it stands there."""
    return package_text("truel_ref.oracle", "data", name)


@cache
def shipped_manifest() -> dict[str, Any]:
    """Return the manifest that the package ships.

    >>> shipped_manifest()["version"], shipped_manifest()["groups"]["extreme"]["vectors"]
    (3, 80)
    """
    data: dict[str, Any] = json.loads(packaged(MANIFEST))
    return data


def checked(name: str, text: str) -> str:
    """Return the text of a file, which must be the one that the manifest knows if it is one with vectors.

    Raises `VectorError` for another text.
    """
    entry = shipped_manifest()["groups"].get(name.removesuffix(".jsonl"), {}) if name.endswith(".jsonl") else {}
    if entry.get("sha256", "") not in ("", _sha256(text)):
        raise VectorError(f"the test vectors of {name} are not those of {MANIFEST}; install truel-ref again")
    return text


def kind_of(vector: Mapping[str, Any]) -> str:
    """Return what a vector asks for: `announced`, another way to play, another rule of fire, or another game.

    >>> kind_of({"problem": {}}), kind_of({"play": "announced"}), kind_of({"model": "lot", "play": "stationary"})
    ('announced', 'course', 'lot')
    """
    kind = vector.get("game") or vector.get("model")
    if kind or "play" not in vector:
        return str(kind or "announced")
    return {"stationary": "stationary", "announced": "course"}[vector["play"]]


def schema_file(vector: Mapping[str, Any]) -> str:
    """Return the name of the schema of a vector.

    >>> schema_file({"problem": {}}), schema_file({"model": "lot", "play": "stationary"})
    ('schema.json', 'schema-model.json')
    """
    if "game" in vector:
        return f"schema-{vector['game']}.json"
    return "schema-model.json" if "model" in vector else "schema-play.json" if "play" in vector else "schema.json"


def manifest_text(files: Mapping[str, str]) -> str:
    """Return the manifest of some groups as JSON text, a line for each group.

    Parameters: `files`, for each group the text of its file.
    """
    whole = {"version": VERSION, "generator": GENERATOR, "seed": SEED}
    head = ",\n".join(f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in whole.items())
    rows = [f"    {json.dumps(group)}: {json.dumps(_described(group, text))}" for group, text in files.items()]
    groups = ",\n".join(rows)
    return f'{{\n{head},\n  "groups": {{\n{groups}\n  }}\n}}\n'


def _described(group: str, text: str) -> dict[str, Any]:
    vectors = [json.loads(line) for line in text.splitlines()]
    problems = [vector["problem"] for vector in vectors if "problem" in vector]
    flags = Counter(flag for vector in vectors for flag in vector.get("flags", ()))
    return {
        "file": f"{group}.jsonl",
        "schema": schema_file(vectors[0]),
        "vectors": len(vectors),
        "sha256": _sha256(text),
        "by_default": group in GROUPS,
        "needs": {
            "kinds": sorted({kind_of(vector) for vector in vectors}),
            "players": sorted({len(problem["hits"]) for problem in problems}),
            "words": sorted({word for problem in problems for word in _words(problem)}),
            "tie_rules": sorted({problem["if_eq"] for problem in problems}),
        },
        "flags": dict(sorted(flags.items())),
    }


def _words(problem: Mapping[str, Any]) -> Iterable[str]:
    """Yield the words that a problem has; `weights` stands for explicit aims, `levels` for random levels."""
    for said in problem["targets"]:
        if isinstance(said, list):
            yield "weights"
        elif len(said) > 1:
            yield said
    yield from (*problem["search"], *problem["search_later"], problem["target_later"])
    if problem["random_levels"]:
        yield "levels"


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
