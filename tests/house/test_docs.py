"""The documentation: it builds without a warning, and the tour shows what its cells give."""

import re
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
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
    stored = nbformat.read(TOUR, as_version=4)
    again = nbformat.read(TOUR, as_version=4)
    for cell in again.cells:
        if cell.cell_type == "code":
            cell.outputs = []
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
    assert (
        "Return the exact solution" in (tmp_path / "html/reference/truel_ref/truel_ref.fast.solving.html").read_text()
    )
    public = (tmp_path / "html/reference/truel_ref/truel_ref.html").read_text()
    shown = [name for name in truel_ref.__all__ if name != "__version__"]
    assert all(f'id="truel_ref.{name}"' in public for name in shown)
    assert (tmp_path / "html/closed-forms.html").read_text().count("<math ") > 27
    for page in (tmp_path / "html").rglob("*.html"):
        for tag in re.findall(r"<(?:script|link|img)\b[^>]*>", page.read_text()):
            assert not re.search(r'(?:src|href)="(?:https?:)?//', tag), f"{page.name} needs the network: {tag}"


def test_the_pages_of_the_command_and_of_the_vectors_are_written_again_byte_for_byte(tmp_path):
    names = ["command.md", "vectors.md"]
    write = [sys.executable, str(ROOT / "scripts" / "write_pages.py"), str(tmp_path), *names]
    subprocess.run(write, check=True, capture_output=True, env={"PYTHONPATH": str(ROOT), "COLUMNS": "50"})
    for name in names:
        assert (tmp_path / name).read_bytes() == (ROOT / "docs" / name).read_bytes(), "run scripts/pages"
