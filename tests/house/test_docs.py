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
LESSONS = ROOT / "docs" / "learn" / "lessons"


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


@pytest.mark.parametrize("notebook", sorted(LESSONS.glob("*.ipynb")), ids=lambda path: path.stem)
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
    source, own = tmp_path / "source", {"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"}
    subprocess.run(["cp", "-r", str(ROOT / "docs"), str(source)], check=True)
    subprocess.run([sys.executable, str(ROOT / "scripts" / "make_reference.py"), str(source)], check=True, env=own)
    build = [sys.executable, "-m", "sphinx", "-q", "--fail-on-warning", "--keep-going", "--builder", "html"]
    done = subprocess.run(
        [*build, str(source), str(tmp_path / "html")], capture_output=True, text=True, check=False, cwd=ROOT, env=own
    )
    assert done.returncode == 0, done.stdout + done.stderr
    pages = {path.relative_to(tmp_path / "html").with_suffix("") for path in (tmp_path / "html").rglob("*.html")}
    kept = [path.relative_to(ROOT / "docs") for path in (ROOT / "docs").rglob("*.md")]
    assert pages >= {path.with_suffix("") for path in kept}
    texts = {page.name: page.read_text() for page in (tmp_path / "html").rglob("*.html")}
    assert "Return the exact solution" in texts["truel_ref.html"]
    assert {*truel_ref.__all__} <= {"__version__", *re.findall(r'id="truel_ref\.(\w+)"', texts["truel_ref.html"])}
    assert texts["theorems.html"].count("<math ") > 27
    tags = r'<(?:script|link|img)\b[^>]*(?:src|href)="(?:https?:)?//[^>]*>'
    needed = {name: re.findall(tags, text) for name, text in texts.items()}
    assert {name: found for name, found in needed.items() if found} == {}, "it needs the network"


def test_the_package_gives_the_pages_that_git_does_not_hold(monkeypatch, tmp_path):
    """Whatever the width of the window."""
    monkeypatch.setenv("COLUMNS", "50")
    make_reference = script("make_reference")
    (tmp_path / "use").mkdir()
    make_reference.write_commands(tmp_path / "use")
    pages = {path.stem: path.read_text(encoding="utf-8") for path in (tmp_path / "use" / "command").iterdir()}
    assert pages.keys() >= {"solve", "variant", "claims"}
    assert "## darts best\n\n```console\n$ truel-ref darts best --help\nUsage: truel-ref darts best " in pages["darts"]
    (tmp_path / "check").mkdir()
    page = tmp_path / "check" / "page.md"
    page.write_text("[format](../../truel_ref/oracle/data/FORMAT.md#the-manifest)", encoding="utf-8")
    make_reference.write_vectors(tmp_path / "check")
    assert page.read_text(encoding="utf-8") == "[format](/check/vectors.md#the-manifest)"
