"""What is installed: the extras, and one line with the way out where a library is missing."""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from truel_ref import errors
from truel_ref.errors import LibraryError, needs
from truel_ref.numbers import factors_of
from truel_ref.symbolic.algebra import field_of

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = {name: set(requirements) for name, requirements in PROJECT["optional-dependencies"].items()}


def test_the_extra_all_is_what_the_readme_needs_and_dev_has_every_extra():
    assert EXTRAS["all"] == EXTRAS["symbolic"] | EXTRAS["maps"]
    for name, requirements in EXTRAS.items():
        assert requirements <= EXTRAS["dev"], name


def test_the_extra_that_an_error_names_has_the_library():
    for library, extra in errors.EXTRAS.items():
        package = str(errors.missing(library)).rpartition(" ")[2]
        assert any(requirement.startswith(f"{package}>=") for requirement in EXTRAS[extra]), library


@pytest.mark.parametrize(
    ("library", "words"),
    [
        ("sympy", ["formula", "Miss,C,B"]),
        ("flint", ["solve", "root(2 0 0 0 -1; 1)", "1/2"]),
        ("matplotlib", ["map", "--c", "1", "--points", "4", "-o", "map.png"]),
        ("tabulate", ["solve", "1/3", "2/3", "1"]),
    ],
)
def test_a_missing_library_is_one_line_with_the_way_out(library, words, monkeypatch, tmp_path, refused):
    monkeypatch.chdir(tmp_path)
    factors_of.cache_clear()
    monkeypatch.setitem(sys.modules, library, None)
    package = {"flint": "python-flint"}.get(library, library)
    extra = f" (extra {errors.EXTRAS[library]})" if library in errors.EXTRAS else ""
    refused(words, f"this needs {library}{extra}, which is not installed; install it with: pip install {package}")
    assert [*tmp_path.iterdir()] == []


def test_a_missing_library_is_an_import_error_too(monkeypatch):
    monkeypatch.setitem(sys.modules, "sympy", None)
    with pytest.raises(ImportError, match="pip install sympy"):
        field_of("t")


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("import ink", "this needs ink, "),
        ("raise ImportError('no libpulp')", "this needs paper, which cannot be imported: no libpulp; install"),
    ],
)
def test_the_library_that_is_missing_is_named_and_not_the_one_that_needs_it(source, says, monkeypatch, tmp_path):
    (tmp_path / "paper.py").write_text(source)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(LibraryError, match=says):
        needs("paper")


def test_the_workflows_run_the_first_and_the_last_python_that_is_promised():
    workflow = (ROOT / ".github" / "workflows" / "tests.yml").read_text(encoding="utf-8")
    run = re.findall(r'"(3\.\d+)"', re.findall(r"^ +python: \[(.+)\]$", workflow, flags=re.MULTILINE)[0])
    promised = [line.rpartition(" ")[2] for line in PROJECT["classifiers"] if re.search(r"Python :: 3\.\d+$", line)]
    assert len(run) == 3
    assert {promised[0], promised[-1]} <= {*run} <= {*promised}
    assert PROJECT["requires-python"] == f">={run[0]}"


def test_actions_of_others_are_pinned_by_their_hash():
    files = (ROOT / ".github" / "workflows").glob("*.yml")
    used = re.findall(r"uses: *(.+)", "".join(file.read_text(encoding="utf-8") for file in files))
    others = [action for action in used if not action.startswith("./")]
    assert others
    assert [action for action in others if not re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v[\d.]+", action)] == []


@pytest.mark.parametrize(
    ("script", "taken"),
    [
        ("environment", ".venv"),
        ("truel", ".venv/lock/"),
    ],
)
def test_an_environment_that_cannot_be_made_is_one_line_and_status_3(script, taken, tmp_path):
    for name in ("pyproject.toml", "scripts/environment", "scripts/truel"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    if taken.endswith("/"):
        (tmp_path / taken).mkdir(parents=True)
    else:
        (tmp_path / taken).write_text("a file")
    done = subprocess.run([tmp_path / "scripts" / script], capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout) == (3, "")
    assert re.fullmatch(
        rf"truel-ref: cannot write into {re.escape(str(tmp_path))}/\.venv: [A-Z].+; use .+\n", done.stderr
    )
