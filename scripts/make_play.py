"""Build the page in the browser and serve it: scripts/play [--out FOLDER] [--wheel FILE].

The page is `docs/play`, with the lesson, Pyodide (Python for browsers), the wheel of truel-ref, the wheels that it
requires, and `files.json`, the hash of every file. All of it is static: any web server serves the folder.

Pyodide comes from npm and the wheels from pip, each with the hash that stands here, and both stay in `build/play`; the
second time the script needs no network, if --wheel names the wheel of truel-ref. Without --wheel pip builds it from
this checkout.
"""

from __future__ import annotations

import argparse
import base64
import functools
import hashlib
import http.server
import json
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LESSON = ROOT / "docs" / "learn" / "lessons" / "original-problem.ipynb"
KEPT = ROOT / "build" / "play"
PYODIDE = "314.0.7"
PYODIDE_HASH = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
ARCHIVE = KEPT / f"pyodide-{PYODIDE}.tgz"
PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
WHEELS = {
    "click==8.5.1": "8bb5376d2006950386f8c6427613334a2acadc5f559cb80e638d00b4df957e37",
    "tabulate==0.10.0": "f0b0622e567335c8fabaaa659f1b33bcb6ddfe2e496071b743aa113f8774f2d3",
    "tqdm==4.70.1": "c293e525e6fef9c20e8728fd4612df02a0aa31bb5fe91ecd93e123b1b7bffa73",
}
"""What truel-ref requires, with the SHA-256 of the wheels: the versions on which the page was tried."""


def hashed(path: Path, algorithm: str) -> str:
    """Return the hash of a file as the attribute `integrity` of HTML has it, without its prefix."""
    return base64.b64encode(hashlib.new(algorithm, path.read_bytes()).digest()).decode()


def run(*words: str | Path) -> None:
    """Run a command in `build/play`; end in one line if it fails."""
    try:
        subprocess.run(words, cwd=KEPT, check=True, stdout=sys.stderr)
    except (OSError, subprocess.CalledProcessError) as error:
        raise SystemExit(f"scripts/play: {error}; it needs npm, pip and, the first time, a network") from None


def pyodide() -> Path:
    """Return the package of Pyodide, downloaded by npm if it is not kept."""
    if not ARCHIVE.exists():
        run("npm", "pack", f"pyodide@{PYODIDE}", "--silent")
    if hashed(ARCHIVE, "sha512") != PYODIDE_HASH:
        raise SystemExit(f"{ARCHIVE} is not Pyodide {PYODIDE}, or is damaged; delete it and run scripts/play again")
    return ARCHIVE


def kept_wheels() -> list[Path]:
    """Return the kept wheels that truel-ref requires."""
    kept = {hashlib.sha256(path.read_bytes()).hexdigest(): path for path in KEPT.glob("*.whl")}
    return [kept[digest] for digest in WHEELS.values() if digest in kept]


def wheels() -> list[Path]:
    """Return the wheels that truel-ref requires, downloaded by pip if they are not kept."""
    if len(kept_wheels()) < len(WHEELS):
        lines = "".join(f"{name} --hash=sha256:{digest}\n" for name, digest in WHEELS.items())
        wanted = KEPT / "requirements.txt"
        wanted.write_text(lines, encoding="utf-8")
        words = ["download", "--quiet", "--no-deps", "--require-hashes", "--only-binary=:all:"]
        run(sys.executable, "-m", "pip", *words, "--dest", KEPT, "--requirement", wanted)
    return kept_wheels()


def own_wheel(folder: Path) -> Path:
    """Build the wheel of this checkout into a folder."""
    KEPT.mkdir(parents=True, exist_ok=True)
    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, ROOT)
    return next(folder.glob("truel_ref-*.whl"))


def write_lesson(out: Path) -> None:
    """Write the cells of the lesson, without what they print; mark the pages if the documentation is beside them."""
    cells = json.loads(LESSON.read_text(encoding="utf-8"))["cells"]
    texts = [{"kind": cell["cell_type"], "text": "".join(cell["source"])} for cell in cells]
    (out / "lesson.json").write_text(json.dumps(texts, indent=1) + "\n", encoding="utf-8")
    if (out.parent / "index.html").exists():
        for path in out.glob("*.html"):
            text = path.read_text(encoding="utf-8")
            path.write_text(text.replace('<html lang="en">', '<html lang="en" data-documented>'), encoding="utf-8")


def build(out: Path, wheel: Path) -> None:
    """Write the page into a folder, instead of an earlier page there; refuse a folder with other files.

    Parameters: `out`, the folder; `wheel`, that of truel-ref.
    """
    if out == KEPT or (out.exists() and any(out.iterdir()) and not (out / "files.json").exists()):
        raise SystemExit(f"{out} holds other files; choose a new folder for the page")
    KEPT.mkdir(parents=True, exist_ok=True)
    python, archives = pyodide(), [wheel, *wheels()]
    shutil.rmtree(out, ignore_errors=True)
    shutil.copytree(ROOT / "docs" / "play", out, ignore=shutil.ignore_patterns("__pycache__"))
    write_lesson(out)
    for folder in ("wheels", "pyodide"):
        (out / folder).mkdir()
    for path in archives:
        shutil.copy(path, out / "wheels")
    with tarfile.open(python) as archive:
        for name in PYODIDE_FILES:
            (out / "pyodide" / name).write_bytes(archive.extractfile(f"package/{name}").read())
    names = sorted(str(path.relative_to(out)) for path in out.rglob("*") if path.is_file() and path.name != "sw.js")
    files = {name: f"sha256-{hashed(out / name, 'sha256')}" for name in names}
    (out / "files.json").write_text(json.dumps(files, indent=1) + "\n", encoding="utf-8")
    worker = (out / "sw.js").read_text(encoding="utf-8")
    version = f'const FILES = "sha256-{hashed(out / "files.json", "sha256")}";\n'
    (out / "sw.js").write_text(version + worker, encoding="utf-8")


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves files, and lets the browser ask each time whether there are newer ones; says nothing of each request."""

    def end_headers(self) -> None:
        """Send a header more."""
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, *words: object) -> None:
        """Write no line."""


def serve(out: Path) -> None:
    """Serve the page, with the documentation if it stands beside the page, until Ctrl-C."""
    handler = functools.partial(Handler, directory=out.parent)
    try:
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 8000), handler)
    except OSError:  # another program uses the usual port
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    print(f"http://127.0.0.1:{server.server_port}/{out.name}/ (Ctrl-C ends it)", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        print()


def main() -> None:
    """Build the page; serve it if no folder was given."""
    parser = argparse.ArgumentParser(prog="scripts/play", description="Build the page in the browser and serve it.")
    parser.add_argument("--out", type=Path, help="write the page into this folder, for another server, and end")
    parser.add_argument("--wheel", type=Path, help="the wheel of truel-ref, such as python -m build makes")
    given = parser.parse_args()
    out = (given.out or ROOT / "site" / "html" / "play").resolve()
    with tempfile.TemporaryDirectory() as temporary:
        build(out, given.wheel or own_wheel(Path(temporary)))
    size = sum(path.stat().st_size for path in out.rglob("*") if path.is_file())
    print(f"{out}: {size / 1e6:.1f} MB")
    if not (out.parent / "index.html").exists():
        print("the page has no links to the documentation; run scripts/docs, then scripts/play again, to get them")
    if not given.out:
        serve(out)


if __name__ == "__main__":
    main()
