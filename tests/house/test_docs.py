"""The documentation: it builds without a warning, and the tour shows what its cells give."""

import re
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from from_scripts import script
from nbclient import NotebookClient

import truel_ref

ROOT = Path(__file__).parents[2]
TOUR = ROOT / "docs" / "tour.ipynb"


def texts(notebook):
    """Return what the cells of a notebook show as text; pictures have the bytes of their library.

    In how many pieces a cell prints depends on the time that it takes, so they are put together.
    """
    shown = []
    for cell in notebook.cells:
        pieces = []
        for output in cell.get("outputs", []):
            text = output.get("text") or output.get("data", {}).get("text/plain")
            if pieces and output.output_type == "stream" == pieces[-1][0]:
                pieces[-1] = ("stream", pieces[-1][1] + text)
            else:
                pieces.append((output.output_type, text))
        shown += pieces
    return shown


def test_the_tour_shows_what_its_cells_give():
    stored, again = (nbformat.read(TOUR, as_version=4) for _ in range(2))  # what is run again has its own outputs
    NotebookClient(again, timeout=120, kernel_name="python3", resources={"metadata": {"path": str(ROOT)}}).execute()
    assert len(texts(stored)) >= 10
    assert texts(again) == texts(stored)


@pytest.mark.slow
def test_the_documentation_builds_without_a_warning(tmp_path):
    source = tmp_path / "source"
    subprocess.run(["cp", "-r", str(ROOT / "docs"), str(source)], check=True)
    build = [sys.executable, "-m", "sphinx", "-q", "--fail-on-warning", "--keep-going", "--builder", "html"]
    done = subprocess.run(
        [*build, str(source), str(tmp_path / "html")],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    pages = {path.stem for path in (tmp_path / "html").glob("*.html")}
    assert pages >= {path.stem for path in (ROOT / "docs").glob("*.md")}
    texts = {page.name: page.read_text() for page in (tmp_path / "html").rglob("*.html")}
    assert "Return the exact solution" in texts["truel_ref.fast.solving.html"]
    assert {*truel_ref.__all__} <= {"__version__", *re.findall(r'id="truel_ref\.(\w+)"', texts["truel_ref.html"])}
    assert texts["closed-forms.html"].count("<math ") > 27
    tags = r'<(?:script|link|img)\b[^>]*(?:src|href)="(?:https?:)?//[^>]*>'
    needed = {name: re.findall(tags, text) for name, text in texts.items()}
    assert {name: found for name, found in needed.items() if found} == {}, "it needs the network"


@pytest.mark.parametrize("name", ["command.md", "vectors.md"])
def test_pages_are_written_again_byte_for_byte(name, monkeypatch):
    """Those of the command and of the vectors, however wide the window is."""
    monkeypatch.setenv("COLUMNS", "50")
    page = script("write_pages").PAGES[name]()
    assert page == (ROOT / "docs" / name).read_text(encoding="utf-8"), "run scripts/pages"
