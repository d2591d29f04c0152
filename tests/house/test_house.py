"""The house: its size, the direction of imports, what is imported when, and that every example does what it shows."""

import re
import shlex
import subprocess
import sys
from collections import Counter

import pytest
from source_code import PACKAGE, ROOT, files_by_module, imports, modules, neighbours, room, source

from truel_ref.cli import main

# Arrows point from left to right only: a module may import from the modules of earlier rows.
ROWS = [
    ["errors"],
    ["limits"],
    ["files"],
    ["numbers"],
    ["kernels"],
    ["records"],
    ["game"],
    ["play"],
    ["fast"],
    ["simulation"],
    ["variants", "symbolic"],
    ["explain"],
    ["maps", "games"],
    ["oracle"],
    ["ledger", "notebook"],
    ["cli", "pytest_plugin"],
    ["__main__", "checker"],  # the checker imports nothing of ours
]
RANK = {name: row for row, names in enumerate(ROWS) for name in names}
HEAVY = {
    "sympy",
    "matplotlib",
    "flint",
    "gmpy2",
    "tabulate",
    "tqdm",
    "mpmath",
    "dask",
    "distributed",
    "hypothesis",
}


def place(path):
    """Return how a complaint names a file."""
    return str(path.relative_to(PACKAGE))


def test_arrows_point_one_way():
    against = [
        f"{place(path)} imports {name}"
        for path in modules()
        if path != PACKAGE / "__init__.py"
        for name in imports(path)
        if name.startswith("truel_ref.") and not name.endswith("__version__") and room(path) != name.split(".")[1]
        if RANK[name.split(".")[1]] >= RANK[room(path)]
    ]
    assert not against
    assert {room(path) for path in modules()} == RANK.keys() | {"__init__"}


def test_other_games_know_nothing_of_the_truel():
    taken = {name for path in modules() if room(path) == "games" for name in imports(path)}
    rooms = {name: RANK[name.split(".")[1]] for name in taken if name.startswith("truel_ref.")}
    known = {name for name, rank in rooms.items() if RANK["game"] <= rank < RANK["games"]}
    assert not known
    assert "they know nothing of truels" in (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def test_arrows_inside_a_room_point_one_way():
    """Take away, again and again, the files that import none that is left: in the end there is none."""
    files = files_by_module()
    left = {path: {files[name] for name in neighbours(path)} for path in modules()}
    left = {
        path: {other for other in others if other.parent != PACKAGE and room(other) == room(path)}
        for path, others in left.items()
    }
    assert any(left.values())
    while free := {path for path, others in left.items() if not others}:
        left = {path: others - free for path, others in left.items() if path not in free}
    assert not left, "in a circle, or above one: " + ", ".join(map(place, left))


def test_the_simulator_knows_nothing_of_the_algebra():
    """It is evidence, not an echo: of how an answer is found it knows nothing, but that a stated problem has one."""
    for path in (PACKAGE / "simulation").rglob("*.py"):
        known = {".".join(name.split(".")[1:3]) for name in imports(path) if name.startswith("truel_ref.")}
        known -= {"fast.solving"} if path.stem == "estimates" else set()
        rooms = {name.split(".")[0] for name in known}
        assert rooms <= {"errors", "limits", "files", "numbers", "kernels", "records", "game", "simulation"}


def test_importing_every_module_loads_no_heavy_library():
    names = [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in modules() if path.stem != "__init__"]
    every = ", ".join(names)
    code = f"import sys, {every}; print(*sorted(set(sys.modules) & set(sys.argv[1:])))"
    done = subprocess.run([sys.executable, "-c", code, *HEAVY], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_what_is_not_about_arrays_is_imported_without_numpy():
    """NumPy may stand at the top of a module that is about arrays; no room of the exact core begins with such a one."""
    core = {"errors", "limits", "files", "numbers", "records", "game", "play", "explain"}
    core |= {"variants", "cli"}
    names = [name for name, path in files_by_module().items() if room(path) in core and path.stem != "__main__"]
    code = f"import sys; sys.modules['numpy'] = None; import {', '.join(names)}"
    subprocess.run([sys.executable, "-c", code], check=True)


def what_may_load(path):
    """Return all in a file by which data could become code."""
    text = path.read_text(encoding="utf-8")
    words = r"(?<![.\w])(?:eval|exec|compile|__import__)\(|allow_pickle=True|sympify|parse_expr"
    return {*re.findall(words, text), *({"pickle", "marshal", "shelve", "dill"} & set(imports(path)))}


def test_nothing_is_loaded_from_data():
    found = {place(path): what_may_load(path) for path in modules()}
    assert {name: words for name, words in found.items() if words} == {}


# -- examples


def shell_examples():
    """Return the commands in the console blocks of README and docs, with the output shown."""
    found = []
    for path in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        for block in re.findall(r"```console\n(.*?)```", path.read_text(encoding="utf-8"), flags=re.DOTALL):
            for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, _, output = part.partition("\n")
                found.append(pytest.param(command, output, id=f"{path.name}: {command}"))
    assert len(found) >= 30
    return found


@pytest.mark.parametrize(("command", "output"), shell_examples())
def test_commands_print_what_the_docs_show(command, output, capsys):
    words = shlex.split(command)
    if words[0] not in ("scripts/truel", "truel-ref"):
        assert words[0].split("/")[0] in ("scripts", "pip", "git"), f"{command}: not an example that can be checked"
        return
    status = main(words[1:])
    captured = capsys.readouterr()
    assert captured.out + captured.err == output
    assert status == (2 if captured.err else 0) or (words[1] in ("verify", "claims") and status == 1)


# -- the papers


def test_links_between_the_pages_lead_somewhere():
    for path in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]:
        for link in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", path.read_text(encoding="utf-8")):
            if "://" not in link:
                assert (path.parent / link).exists(), f"{path.name} links to {link}"


def test_no_function_has_the_name_of_its_module():
    assert not [place(path) for path in modules() if path.stem in source(path).functions]


# Statements without imports and docstrings. A number may fall.
MOST = {"truel_ref": 12_369, "tests": 9_880, "scripts": 700}
READING_PATH = ("game/people", "game/aims", "game/problem", "play/phase", "play/ties", "play/announced")


@pytest.mark.parametrize(("folder", "most"), MOST.items())
def test_the_house_stays_small(folder, most):
    assert sum(source(path).statements for path in modules(folder)) <= most


def test_the_reading_path_is_short_and_needs_the_standard_library_only():
    files = [PACKAGE / f"{name}.py" for name in READING_PATH]
    assert sum(source(path).statements for path in files) <= 750
    needed = {name.split(".")[0] for path in files for name in imports(path)}
    assert needed <= {*sys.stdlib_module_names, "truel_ref"}


def test_no_class_name_occurs_twice_and_no_file_is_long():
    ours = modules()
    names = Counter(name for path in ours for name in source(path).classes)
    assert [name for name, times in names.items() if times > 1] == []
    assert [place(path) for path in ours if source(path).statements > 350] == []


def test_every_test_has_a_time_limit(request):
    """pytest-timeout is at work; whoever lacks it has an environment of before: scripts/environment dev."""
    assert request.config.pluginmanager.hasplugin("timeout")
    assert request.node.get_closest_marker("timeout").args[0] >= 300
