"""The manifest, the promise that ids are for ever, and vectors that are refused when they are read."""

import copy
import hashlib
import json
import random
from pathlib import Path

import jsonschema
import pytest
from examples import one_in
from plain_data import places

from truel_ref import Problem
from truel_ref.errors import VectorError
from truel_ref.oracle import make, vectors, write
from truel_ref.oracle.corpus import (
    BESIDE,
    GROUPS,
    SEED,
    VERSION,
    checked,
    manifest_text,
    schema_file,
    shipped,
    shipped_manifest,
)
from truel_ref.oracle.schema import fault_of

EVERY_GROUP = (*GROUPS, *BESIDE)
FOLDER = Path(__file__).parent
ANSWERS = ("win", "win_decimal", "stalemate", "aims", "weights", "flags", "margin", "outcomes", "near", "note")
ANSWERS += ("answer", "order_outcomes", "others")
MINE = make(Problem(["1/3", "2/3", 1]), "mine", "my own")


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()


# -- the manifest


def test_the_manifest_says_what_is_there():
    stated = shipped_manifest()
    assert (stated["version"], stated["seed"], list(stated["groups"])) == (VERSION, SEED, list(EVERY_GROUP))
    for group, entry in stated["groups"].items():
        text = shipped(f"{group}.jsonl")
        listed = list(map(json.loads, text.splitlines()))
        assert (entry["file"], entry["sha256"]) == (f"{group}.jsonl", digest(text))
        assert entry["vectors"] == len(listed) == text.count("\n")
        assert entry["by_default"] is (group in GROUPS)
        assert {vector["group"] for vector in listed} == {group}
        for flag, count in entry["flags"].items():
            assert count == sum(flag in vector["flags"] for vector in listed)
        needs = entry["needs"]
        assert needs["kinds"] == (["announced"] if group in GROUPS else [group])
        problems = [vector["problem"] for vector in listed if "problem" in vector]
        assert set(needs["players"]) == {len(problem["hits"]) for problem in problems}
        assert ("levels" in needs["words"]) == any(problem["random_levels"] for problem in problems)
        for word in needs["words"]:
            assert word in ("weights", "levels") or f'"{word}"' in text


@pytest.mark.slow
def test_the_manifest_is_made_again_with_the_vectors(tmp_path):
    assert manifest_text({group: shipped(f"{group}.jsonl") for group in EVERY_GROUP}) == shipped("manifest.json")
    write(tmp_path, "extreme", anew=True)
    assert (tmp_path / "manifest.json").read_text(encoding="utf-8") == shipped("manifest.json")


def test_shipped_files_are_compared_with_the_manifest():
    text = shipped("extreme.jsonl")
    assert checked("extreme.jsonl", text) == text
    assert checked("FORMAT.md", "anything") == "anything"
    with pytest.raises(VectorError, match=r"the test vectors of extreme.jsonl are not those of manifest.json"):
        checked("extreme.jsonl", text.replace("1", "2", 1))


@pytest.mark.parametrize(
    ("version", "groups", "least"), [(1, 27, 5052), (2, 28, 5252), (3, 30, 5432), (4, 31, 5932), (5, 33, 6152)]
)
def test_the_ids_and_questions_of_each_version_stay_for_ever(version, groups, least):
    held = [line.split() for line in (FOLDER / f"ids_version_{version}.txt").read_text(encoding="utf-8").splitlines()]
    assert len(held) >= groups
    assert sum(int(count) for _, count, _ in held) >= least
    for group, count, expected in held:
        first = vectors(group)[: int(count)]
        assert digest("".join(f"{question}\n" for question in map(asked_by, first))) == expected, group


def test_the_ids_of_every_version_are_held():
    assert {path.name for path in FOLDER.glob("ids_version_*.txt")} == {
        f"ids_version_{version}.txt" for version in range(1, VERSION + 1)
    }


def asked_by(vector):
    """The id and all that is asked, none of the answer, as one text."""
    return json.dumps({key: value for key, value in vector.items() if key not in ANSWERS}, sort_keys=True)


# -- vectors that are refused


@pytest.mark.parametrize("group", one_in(3, ["fixed", "levels", *BESIDE]))
def test_the_checker_says_what_another_one_says(group):
    rng = random.Random(f"mutants of {group}")
    listed = min(vectors(group), key=lambda vector: len(json.dumps(vector))), rng.choice(vectors(group)[:20])
    schema = json.loads(shipped(schema_file(listed[0])))
    validator = jsonschema.Draft202012Validator(schema)
    wrong = 0
    for vector in listed:
        assert fault_of(vector, schema) == ""
        for _ in range(15):
            mutant = mutated(vector, rng)
            assert validator.is_valid(mutant) is not bool(fault_of(mutant, schema)), mutant
            wrong += not validator.is_valid(mutant)
    assert wrong > 10


def mutated(vector, rng):
    """A copy with something left out, replaced, added, doubled or put into a list."""
    mutant = copy.deepcopy(vector)
    *way, last = rng.choice([place for place in places(vector) if place])
    part = mutant
    for step in way:
        part = part[step]
    change = rng.randrange(5)
    if change == 0:
        del part[last]
    elif change == 1:
        part[last] = rng.choice(["1/0", "x", 0, -1, True, None, [], {}, 1.5])
    elif change == 2 and isinstance(part, dict):
        part["more"] = 1
    elif change == 3 and isinstance(part, list):
        part.append(copy.deepcopy(rng.choice(part)))
    else:
        part[last] = [part[last]]
    return mutant
