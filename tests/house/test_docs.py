"""The documentation: it builds without a warning, and the notebooks show what their cells give."""

import ast
import contextlib
import io
import re
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from from_scripts import script
from IPython.lib.pretty import pretty

import truel_ref

ROOT = Path(__file__).parents[2]
LEARN = ROOT / "docs" / "learn"
LESSONS = LEARN / "lessons"
NOTEBOOKS = [pytest.param(LEARN / "tour-notebook.ipynb", marks=pytest.mark.slow), *sorted(LESSONS.glob("*.ipynb"))]


def given(source, names):
    """Return what a cell prints and the text of its value, where its last line has one."""
    *before, last = ast.parse(source).body
    value = None
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        if isinstance(last, ast.Expr):
            exec(compile(ast.Module(before, []), "cell", "exec"), names)
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
        else:
            exec(source, names)
    return printed.getvalue() + ("" if value is None else pretty(value))


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_shows_what_its_cells_give(notebook):
    """Of pictures their text only: their bytes are those of the library that draws them."""
    cells = [cell for cell in nbformat.read(notebook, as_version=4).cells if cell.cell_type == "code"]
    shown = [
        "".join(output.text if output.output_type == "stream" else output.data["text/plain"] for output in cell.outputs)
        for cell in cells
    ]
    names = {}
    assert len(cells) >= 8
    assert [given(cell.source, names) for cell in cells] == shown


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
    pages = {path.relative_to(tmp_path / "html").with_suffix("") for path in (tmp_path / "html").rglob("*.html")}
    kept = [path.relative_to(ROOT / "docs") for path in (ROOT / "docs").rglob("*.md") if path.parent.name != "paper"]
    assert pages >= {path.with_suffix("") for path in kept}
    assert "check/trust.html" in (tmp_path / "html" / "trust.html").read_text(), "a page that moved leaves a redirect"
    below = (page for page in (tmp_path / "html").rglob("*/*.html"))  # above them are redirects of the same names
    texts = {page.name: page.read_text() for page in below}
    assert "Return the exact solution" in texts["truel_ref.html"]
    assert {*truel_ref.__all__} <= {"__version__", *re.findall(r'id="truel_ref\.(\w+)"', texts["truel_ref.html"])}
    assert texts["closed-forms.html"].count("<math ") > 27
    tags = r'<(?:script|link|img)\b[^>]*(?:src|href)="(?:https?:)?//[^>]*>'
    needed = {name: re.findall(tags, text) for name, text in texts.items()}
    assert {name: found for name, found in needed.items() if found} == {}, "it needs the network"


def test_pages_are_written_again_byte_for_byte(monkeypatch):
    """Those of the commands and of the vectors, however wide the window is."""
    monkeypatch.setenv("COLUMNS", "50")
    write_pages = script("write_pages")
    pages = write_pages.commands() | {"check/vectors.md": write_pages.vectors()}
    assert [name for name, text in pages.items() if text != (ROOT / "docs" / name).read_text(encoding="utf-8")] == []
    kept = {f"use/command/{path.name}" for path in (ROOT / "docs" / "use" / "command").iterdir()}
    assert kept == {name for name in pages if name.startswith("use/command/")}, "run scripts/pages"


def test_the_paper_cites_each_work_of_its_list_and_no_other():
    paper, works = ((ROOT / "docs" / "paper" / name).read_text(encoding="utf-8") for name in ("paper.md", "paper.bib"))
    cited = {key for group in re.findall(r"\[(@[^\]]+)\]", paper) for key in re.findall(r"@([a-z]\w+)", group)}
    assert cited == set(re.findall(r"^@\w+\{(\w+),$", works, flags=re.MULTILINE))
