"""Build all products of a release twice and compare the bytes: build_twice.py [--keep FOLDER] [PART ...].

The two builds differ in everything that must not matter: the folder and its depth, the order of writing its files, the
permissions of new files, the seed of hashes, the time zone, the locale, the width of the terminal, the home and the
caches. Each builds from its own copy of the working tree, with the files that git tracks. With status 1 the output
names the first file that differs, with the member of an archive and the byte.
"""

from __future__ import annotations

import argparse
import os
import runpy
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


class BuildError(Exception):
    """A part cannot be built."""


@dataclass(frozen=True)
class Circumstances:
    """Circumstances that must not change the bytes.

    Fields: `folder`, of the copy of the source, below a temporary folder; `umask`, for new files; `backwards`, whether
    the files are copied in backward order; `variables`, of the environment.
    """

    folder: str
    umask: int
    backwards: bool
    variables: Mapping[str, str]


FIRST = Circumstances("one", 0o022, False, {"PYTHONHASHSEED": "0", "TZ": "UTC", "LC_ALL": "C.UTF-8", "COLUMNS": "80"})
SECOND = Circumstances(
    "two/somewhere else/deep",
    0o077,
    True,
    {"PYTHONHASHSEED": "4242", "TZ": "Pacific/Kiritimati", "LC_ALL": "C", "LANG": "tr_TR.UTF-8", "COLUMNS": "211"},
)


@dataclass(frozen=True)
class Building:
    """One of the two builds: `source`, a copy; `aside`, for homes and caches; `circumstances`; `date`, in seconds."""

    source: Path
    aside: Path
    circumstances: Circumstances
    date: str

    def run(self, *words: str | Path) -> None:
        """Run a command in the copy, under the circumstances; raise its complaint if it fails."""
        environment = {
            "PATH": os.environ.get("PATH", os.defpath),
            "PYTHONPATH": str(self.source),
            "SOURCE_DATE_EPOCH": self.date,
            "HOME": str(self.aside),
            "MPLCONFIGDIR": str(self.aside / "matplotlib"),
            **self.circumstances.variables,
        }
        done = subprocess.run(
            words,
            cwd=self.source,
            env=environment,
            umask=self.circumstances.umask,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
        )
        if done.returncode:
            raise BuildError(f"{' '.join(map(str, words))}\n{done.stdout}{done.stderr}".rstrip())


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout


def prepared(folder: Path, circumstances: Circumstances) -> Building:
    """Copy the files that git tracks into a folder, and return the build there."""
    source, aside = folder / circumstances.folder / "source", folder / circumstances.folder / "aside"
    aside.mkdir(parents=True)
    names = [name for name in _git("ls-files", "-z").split("\0") if name and (ROOT / name).is_file()]
    for name in sorted(names, reverse=circumstances.backwards):
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, source / name)
        (source / name).chmod(((ROOT / name).stat().st_mode | 0o666) & 0o777 & ~circumstances.umask)
    return Building(source, aside, circumstances, _git("log", "-1", "--format=%ct").strip())


# -- the parts


def packages(building: Building, out: Path) -> None:
    """Build wheel and sdist, in a new environment."""
    make_release = runpy.run_path(str(ROOT / "scripts" / "make_release.py"))
    python = make_release["environment"](building.aside / "builder", *make_release["BUILDERS"])
    building.run(python, "-m", "build", "--no-isolation", "--outdir", out, building.source)


def docs(building: Building, out: Path) -> None:
    """Build the documentation, without the files that Sphinx keeps for its next run."""
    sphinx = [sys.executable, "-m", "sphinx", "-q", "--fail-on-warning", "--builder", "html"]
    building.run(*sphinx, "-d", building.aside / "doctrees", building.source / "docs", out)


def pages(building: Building, out: Path) -> None:
    """Write the generated pages, except those that take minutes."""
    building.run(sys.executable, building.source / "scripts" / "write_pages.py", out)


def vectors(building: Building, out: Path) -> None:
    """Make the test vectors again from their seed."""
    building.run(sys.executable, "-P", "-m", "truel_ref", "vectors", "--anew", "--out", out)


def archive(building: Building, out: Path) -> None:
    """Pack the test vectors as in a release."""
    building.run(sys.executable, building.source / "scripts" / "make_release.py", "--vectors", "--out", out)


def figures(building: Building, out: Path) -> None:
    """Draw every figure."""
    building.run(sys.executable, building.source / "scripts" / "draw_figures.py", out)


PARTS: dict[str, Callable[[Building, Path], None]] = {
    "packages": packages,
    "docs": docs,
    "pages": pages,
    "vectors": vectors,
    "archive": archive,
    "figures": figures,
}
"""The function that builds each part, by the name of the part on the command line."""


# -- comparing


def first_difference(one: Path, two: Path) -> str | None:
    """Return the first difference of two folders, in words, or None if all bytes are equal."""
    names = [
        {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()} for folder in (one, two)
    ]
    for name in sorted(names[0] | names[1]):
        for own, number in zip(names, ("first", "second"), strict=True):
            if name not in own:
                return f"{name}: the {number} building lacks it"
        left, right = ((folder / name).read_bytes() for folder in (one, two))
        if left != right:
            member = _differing_member(one / name, two / name)
            return f"{name}: {member or _first_byte(left, right)}"
    return None if names[0] else "nothing was built"


def _first_byte(left: bytes, right: bytes) -> str:
    same = next((at for at, pair in enumerate(zip(left, right, strict=False)) if pair[0] != pair[1]), None)
    return f"byte {same}" if same is not None else f"{len(left)} and {len(right)} bytes"


def _members(path: Path) -> dict[str, bytes] | None:
    """Return the files of an archive, in their order; None for another file."""
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            return {name: archive.read(name) for name in archive.namelist()}
    if tarfile.is_tarfile(path):
        with tarfile.open(path) as archive:
            files = [(entry, archive.extractfile(entry)) for entry in archive]
            return {entry.name: opened.read() if opened else b"" for entry, opened in files}
    return None


def _differing_member(one: Path, two: Path) -> str | None:
    """Return the first member in which two archives differ, or that only order, dates or permissions differ."""
    left, right = _members(one), _members(two)
    if left is None or right is None:
        return None
    for name in sorted(left.keys() | right.keys()):
        if left.get(name) != right.get(name):
            lacking = name not in left or name not in right
            return f"in it {name}, " + ("which one lacks" if lacking else _first_byte(left[name], right[name]))
    return "its files are the same; their order, dates or permissions are not"


def built_twice(part: str, folder: Path) -> tuple[Path, Path]:
    """Build a part under both circumstances below a folder, and return the folders of the two results."""
    results = []
    for circumstances in (FIRST, SECOND):
        building = prepared(folder, circumstances)
        out = folder / circumstances.folder / part
        out.mkdir()
        PARTS[part](building, out)
        results.append(out)
    return results[0], results[1]


def main() -> int:
    """Build the named parts, or all, and print the differences."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}; all without it")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="leave what was built in a new folder")
    chosen = parser.parse_args()
    if unknown := [part for part in chosen.parts if part not in PARTS]:
        parser.error(f"there is no part {unknown[0]!r}; there are {', '.join(PARTS)}")
    if chosen.keep and chosen.keep.exists():
        parser.error(f"{chosen.keep} exists already; name a new folder")
    differing = 0
    with tempfile.TemporaryDirectory() as name:
        for part in chosen.parts or PARTS:
            folder = (chosen.keep.resolve() if chosen.keep else Path(name)) / part
            try:
                one, two = built_twice(part, folder)
            except BuildError as error:
                print(f"{part}: cannot be built: {error}", file=sys.stderr)
                return 1
            difference = first_difference(one, two)
            differing += difference is not None
            count = sum(path.is_file() for path in one.rglob("*"))
            print(f"{part}: {difference or f'{count} files, twice the same bytes'}", flush=True)
    return int(differing > 0)


if __name__ == "__main__":
    sys.exit(main())
