"""The documentation: the pages that the package writes, and the lesson, which shows what its cells give."""

import ast
import contextlib
import io
from pathlib import Path

import nbformat
import pytest
from from_scripts import script
from IPython.lib.pretty import pretty

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
