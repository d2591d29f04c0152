"""Which vectors a solver is asked: those that the package ships, or a set in files, an older one or somebody else's.

A set is a file of JSON Lines in the format of `truel_ref/oracle/data/FORMAT.md`, or a folder of such files, as
`truel-ref vectors --out` writes it and the archive of a release holds it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from truel_ref.errors import TruelError, VectorError, refuse, shown
from truel_ref.files import Pathlike, read_bytes, read_json
from truel_ref.oracle.corpus import MANIFEST, Vector, selected
from truel_ref.oracle.judge import Expected
from truel_ref.oracle.kinds import expected_of_vector
from truel_ref.oracle.report import expected_of

__all__ = ["Selection", "numbered_lines", "read_vectors", "select"]

_LONGEST = 100  # characters of an id or a group


@dataclass(frozen=True)
class Selection:
    """Vectors that were selected from a set.

    Fields: `asked`, what is expected of each; `source`, which set they are of, empty for the one that the package
    ships; `known`, the ids of a set that the package does not ship.
    """

    asked: Sequence[Expected]
    source: str = ""
    known: frozenset[str] = frozenset()


def select(
    groups: Sequence[str] = (),
    players: int | None = None,
    only: Sequence[str] = (),
    flags: Sequence[str] = (),
    path: Pathlike | None = None,
    prefix: str = "--",
) -> Selection:
    """Return the vectors that meet all that is asked.

    Parameters: `groups`, `players`, `only` and `flags`, as for `truel_ref.oracle.corpus.selected`; `path`, a file or a
    folder of another set; `prefix`, of the options that messages name.

    Raises `VectorError` where there is none, for what `selected` refuses, and for what is not a set of vectors.

    >>> [expected.name for expected in select(["optimal"], players=3).asked][:2]
    ['optimal-0001', 'optimal-0002']
    """
    if path is None:
        chosen = selected(groups, players, only, flags)
    else:
        source, read = read_vectors(path)
        chosen = selected(groups, players, only, flags, [vector for vector, _ in read.values()])
    if not chosen:
        where = f" of the group{'s' if len(groups) > 1 else ''} {', '.join(groups)}" if groups else ""
        said = [f"has {players} players"] if players is not None else []
        said += [f"has the flag{'s' if len(flags) > 1 else ''} {', '.join(flags)}"] if flags else []
        option = "players" if players is not None else "flag"
        raise VectorError(f"{prefix}{option}: no vector{where} {' and '.join(said)}")
    if path is None:
        return Selection(expected_of(chosen))
    return Selection([read[vector["id"]][1] for vector in chosen], source, frozenset(read))


def read_vectors(path: Pathlike) -> tuple[str, dict[str, tuple[Vector, Expected]]]:
    """Return what a set of vectors is called, and its vectors by id, each with what is expected of it.

    The steps: (1) take the file, or those of the folder in the order of their names; (2) compare them with the hashes
    of the manifest, if the folder has one; (3) read every line, and refuse one that is no vector or has an id of
    another line. Answers are not computed again: those of the set count.

    Parameters: `path`, a file of vectors or a folder of such files.

    Raises `VectorError` that names the file and the line.
    """
    place = Path(path)
    refuse(
        VectorError,
        (place.suffix == ".zip", f"{shown(str(path), 1000)} is an archive; unpack it, and give the folder inside"),
    )
    try:
        # A name with a NUL byte is not a folder; the reader of files refuses it.
        files = sorted(place.glob("*.jsonl")) if "\0" not in str(path) and place.is_dir() else [place]
        refuse(
            VectorError, (not files, f"there are no vectors in the folder {shown(str(path), 1000)}: no file *.jsonl")
        )
        texts = {file: read_bytes(file) for file in files}
        manifest = place / MANIFEST
        version = _compared(manifest, texts) if files != [place] and manifest.exists() else ""
    except TruelError as error:
        raise VectorError(str(error)) from None
    read: dict[str, tuple[Vector, Expected]] = {}
    for file, text in texts.items():
        for number, line in numbered_lines(text):
            try:
                vector, expected = _read_line(line)
                refuse(VectorError, (expected.name in read, f"the id {shown(expected.name)} stands at two vectors"))
            except (TruelError, ValueError) as error:  # the second: a number that is too long to be converted
                raise VectorError(f"{shown(str(file), 1000)}, line {number}: {error}") from None
            read[expected.name] = vector, expected
    refuse(VectorError, (not read, f"there are no vectors in {shown(str(path), 1000)}"))
    digest = hashlib.sha256(b"".join(texts.values())).hexdigest()[:12]
    name = shown(place.resolve().name, 80)
    return f"version {version} ({name}, sha256 {digest})" if version else f"{name} (sha256 {digest})", read


def numbered_lines(text: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the lines of a file that are not blank, with their numbers."""
    numbered = enumerate(text.removeprefix(b"\xef\xbb\xbf").split(b"\n"), 1)
    return ((number, line) for number, line in numbered if line.strip())


def _read_line(line: bytes) -> tuple[Vector, Expected]:
    vector = read_json(line)
    expected = expected_of_vector(vector, as_shipped=False)
    for key in ("id", "group"):
        is_short = 0 < len(vector[key]) <= _LONGEST and vector[key].isprintable()
        refuse(VectorError, (not is_short, f"{key}: {shown(vector[key])} is not text on one short line"))
    return vector, expected


def _compared(manifest: Path, texts: dict[Path, bytes]) -> str:
    """Return the version that a manifest states; refuse files that are not those of the manifest."""
    data: Any = read_json(read_bytes(manifest))
    try:
        hashes = {entry["file"]: entry["sha256"] for entry in data["groups"].values()} | data.get("files", {})
        version = str(data.get("release", data["version"]))
    except (LookupError, TypeError, AttributeError):
        raise VectorError(f"{shown(str(manifest), 1000)}: this is not a manifest of test vectors") from None
    for file, text in texts.items():
        # A hash is of the text with the ends of lines that every operating system is given.
        is_right = hashes.get(file.name) in (None, hashlib.sha256(text.replace(b"\r\n", b"\n")).hexdigest())
        refuse(
            VectorError, (not is_right, f"{shown(str(file), 1000)} is not the file that {MANIFEST} names; unpack again")
        )
    return version if version.isprintable() and len(version) <= _LONGEST else "unknown"
