"""Build and try a release: scripts/release [--rehearse] [--out FOLDER] [--tag] [--vectors].

1. Refuse, with all reasons at once, a release with changed files, with different versions or without a date.
2. Build wheel, sdist and the archive of the test vectors, dated by the last commit, twice: the bytes must be equal.
3. Compare the files of the wheel with those of the repository, and check the metadata and the long description.
4. Install wheel and sdist into separate environments, without extras, and try them; then the wheel with its extras.
5. Build the site and pack it; write the recipe for conda-forge with the SHA-256 of the sdist.
6. With --tag, tag the commit.

The archive holds the vectors as data, for users without Python; with --vectors the script writes only the archive.

The build tools are installed into a temporary environment.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
BUILDERS = ("build", "hatchling>=1.27", "twine>=6.1")
"""What builds the packages and checks their metadata."""
RULES, CORRECTED = 1, 0
"""The first two numbers of a release of vectors, `RULES.CORRECTED.VERSION`.

The first grows with a release in which the meaning of the rules changes, the second with a release in which the answer
to an id changes; the third is the version of the manifest, which grows with every change of the vectors.
Versions 1 to 3 have the same rules, and no id of a version has another answer in a later one.
"""
README = """\
Test vectors for truels, release {release}

Each .jsonl file is a group: a problem with its exact answer on each line, in JSON. FORMAT.md says what the keys mean,
how to ask and how to judge; rules.md states the rules of the game; the schema*.json are JSON Schemas of a line.
manifest.json says what each group holds, and the SHA-256 of every file. Nothing here needs Python.

The release has three numbers: the first grows when the rules change, the second when the answer to an id changes, the
third when vectors are added or changed in any way. An id is never given to another problem.
"""
ORIGINAL = """\
player    hit    aim    wins      percent
--------  -----  -----  ------  ---------
A         1/3    Miss   25/63    39.683 %
B         2/3    C      8/21     38.095 %
C         1      B      2/9      22.222 %
"""


class ReleaseError(Exception):
    """The reason why a release is impossible."""


def output(*words: str | Path, cwd: Path = ROOT, **environment: str) -> str:
    """Return the output of a command; raise its complaint if it fails."""
    done = subprocess.run(words, cwd=cwd, capture_output=True, text=True, check=False, env=os.environ | environment)
    if done.returncode:
        raise ReleaseError(f"{' '.join(map(str, words))}\n{done.stdout}{done.stderr}".rstrip())
    return done.stdout


# -- may this be released?


def version(root: Path) -> str:
    """Return the version that the package itself states."""
    text = (root / "truel_ref" / "__init__.py").read_text(encoding="utf-8")
    return re.findall(r'^__version__ = "(.+)"$', text, flags=re.MULTILINE)[0]


def reasons_against(root: Path, changed: str) -> list[str]:
    """Return the reasons against releasing a folder.

    Parameters: `root`, the folder; `changed`, the output of `git status --porcelain`.
    """
    number = version(root)
    reasons = [f"not committed: {line.strip()}" for line in changed.splitlines()]
    citation = (root / "CITATION.cff").read_text(encoding="utf-8")
    if f"\nversion: {number}\n" not in citation:
        reasons.append(f"CITATION.cff does not say version: {number}")
    latest = re.search(r"^## (.+)$", (root / "CHANGELOG.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
    if latest is None or not re.fullmatch(rf"{re.escape(number)} \(\d{{4}}-\d\d-\d\d\)", latest[1]):
        shown = latest[1] if latest else "nothing"
        reasons.append(f"CHANGELOG.md begins with '{shown}', not with '{number} (YYYY-MM-DD)'")
    return reasons


# -- building


def environment(folder: Path, *requirements: str | Path) -> Path:
    """Make an environment with some packages, and return its Python."""
    venv.create(folder, with_pip=True, symlinks=True)
    python = folder / "bin" / "python"
    output(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *requirements)
    return python


def built(python: Path, out: Path) -> list[Path]:
    """Build wheel, sdist and the archive of vectors into a folder, dated by the last commit, and return their paths."""
    date = output("git", "log", "-1", "--format=%ct").strip()
    output(python, "-m", "build", "--no-isolation", "--outdir", out, ROOT, SOURCE_DATE_EPOCH=date)
    vectors_archive(out)
    return sorted(out.iterdir())


def vectors_archive(out: Path, source: Path = ROOT) -> Path:
    """Write the archive of the test vectors into a folder: equal bytes on every machine and day.

    Parameters: `out`, an existing folder; `source`, the folder of the repository.
    """
    data = source / "truel_ref" / "oracle" / "data"
    files = {
        path.name: path.read_bytes() for path in data.iterdir() if path.suffix in (".jsonl", ".json", ".md", ".sha256")
    }
    manifest = json.loads(files.pop("manifest.json"))
    files |= {"rules.md": (source / "docs" / "rules.md").read_bytes(), "LICENSE": (source / "LICENSE").read_bytes()}
    number = f"{RULES}.{CORRECTED}.{manifest['version']}"
    files["README.txt"] = README.format(release=number).encode()
    hashes = {name: hashlib.sha256(files[name]).hexdigest() for name in sorted(files)}
    stated = {"release": number, **manifest, "files": hashes}
    files["manifest.json"] = (json.dumps(stated, indent=1) + "\n").encode()
    path = out / f"truel-vectors-{number}.zip"
    pack(path, files)
    return path


def pack(path: Path, files: dict[str, bytes]) -> None:
    """Write files by name into an archive, below a folder of its name: equal bytes on every machine and day."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(f"{path.stem}/{name}")  # dated 1980, the date of archives without dates
            entry.create_system, entry.external_attr = 3, 0o100644 << 16
            archive.writestr(entry, files[name], zipfile.ZIP_DEFLATED)


def add_site(out: Path, aside: Path) -> None:
    """Build the site in a folder aside, without what Sphinx keeps for its next run, and pack it."""
    output(ROOT / "scripts" / "docs", aside)
    pages = aside / "html"
    files = {path.relative_to(pages).as_posix(): path.read_bytes() for path in pages.rglob("*") if path.is_file()}
    shown = {name: content for name, content in files.items() if not name.startswith(".")}
    pack(out / f"truel-ref-site-{version(ROOT)}.zip", shown)


def add_recipe(out: Path, sdist: Path) -> None:
    """Write the recipe for conda-forge with the hash of the sdist."""
    recipe = (ROOT / "packaging" / "conda-forge" / "recipe.yaml").read_text(encoding="utf-8")
    digest = hashlib.sha256(sdist.read_bytes()).hexdigest()
    (out / "recipe.yaml").write_text(recipe.replace("SHA256_OF_THE_SDIST", digest), encoding="utf-8")


def missing_files(wheel: Path) -> list[str]:
    """Return the committed files of the package that a wheel lacks: code and data."""
    wanted = output("git", "ls-files", "truel_ref").splitlines()
    with zipfile.ZipFile(wheel) as archive:
        return sorted(set(wanted) - set(archive.namelist()))


# -- trying


def try_core(python: Path, folder: Path) -> None:
    """Try an installation without extras, in a folder outside the repository."""
    command = python.parent / "truel-ref"
    for words in ([command], [python, "-m", "truel_ref"]):
        if (printed := output(*words, "solve", "1/3", "2/3", "1", cwd=folder)) != ORIGINAL:
            raise ReleaseError(f"the original problem has another answer:\n{printed}")
    output(command, "why", "1/3", "2/3", "1", cwd=folder)
    vectors = output(command, "vectors", cwd=folder).count("\n")
    if vectors < 5150:
        raise ReleaseError(f"only {vectors} test vectors are installed")


def try_extras(python: Path, folder: Path) -> None:
    """Try the commands that need the extras."""
    command = python.parent / "truel-ref"
    output(command, "simulate", "1/3", "2/3", "1", "--games", "1000", cwd=folder)
    output(command, "formula", "Miss,C,B", cwd=folder)
    output(command, "solve", "root(3 0 -7 1; 1)", "1/2", cwd=folder)
    output(command, "map", "--c", "1", "--points", "20", "-o", "map.png", cwd=folder)
    if not (folder / "map.png").read_bytes().startswith(b"\x89PNG"):
        raise ReleaseError("map.png is not a picture")


def release(out: Path) -> None:
    """Build wheel and sdist into a folder, and try them; put the site and the recipe beside them."""
    if out.exists() and any(out.iterdir()):
        raise ReleaseError(f"{out} is not empty; remove it, or name another folder with --out")
    with tempfile.TemporaryDirectory() as name:
        aside = Path(name)
        builder = environment(aside / "builder", *BUILDERS)
        packages = built(builder, out)
        again = built(builder, aside / "again")
        if [path.read_bytes() for path in packages] != [path.read_bytes() for path in again]:
            raise ReleaseError("two builds of one commit differ")
        (wheel,) = out.glob("*.whl")
        (sdist,) = out.glob("*.tar.gz")
        if lacking := missing_files(wheel):
            raise ReleaseError(f"{wheel.name} lacks {', '.join(lacking)}")
        output(builder, "-m", "twine", "check", "--strict", wheel, sdist)
        for package in (wheel, sdist):
            print(f"trying {package.name}", flush=True)
            try_core(environment(aside / package.suffix, package), aside)
        try_extras(environment(aside / "extras", f"{wheel}[all,fast]"), aside)
        add_recipe(out, sdist)
        add_site(out, aside / "site")


def main() -> int:
    """Release, or print the reasons against it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--rehearse", action="store_true", help="build and try, whatever version and date the papers say"
    )
    parser.add_argument("--out", type=Path, default=ROOT / "dist", help="where the files go (dist)")
    parser.add_argument(
        "--vectors", action="store_true", help="write the archive of the test vectors, and nothing else"
    )
    parser.add_argument("--tag", action="store_true", help="tag the commit when all is well; pushing is left to you")
    chosen = parser.parse_args()
    if chosen.rehearse and chosen.tag:
        parser.error("a rehearsal is not tagged")
    if chosen.vectors:
        chosen.out.mkdir(parents=True, exist_ok=True)
        print(vectors_archive(chosen.out))
        return 0
    try:
        if not chosen.rehearse and (reasons := reasons_against(ROOT, output("git", "status", "--porcelain"))):
            raise ReleaseError("\n".join(reasons))
        release(chosen.out.resolve())
        if chosen.tag:
            number = version(ROOT)
            output("git", "tag", "--annotate", f"v{number}", "--message", f"truel-ref {number}")
            print(f"tagged v{number}; git push origin v{number} publishes it")
    except ReleaseError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
