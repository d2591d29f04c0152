"""How the command starts and ends: by every name, in every shell, and when somebody stops it."""

import ast
import contextlib
import io
import os
import re
import signal
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import click
import pytest

import truel_ref
from truel_ref.cli import main
from truel_ref.cli.entry import group

FULL = Path("/dev/full")
UNLIMITED = {"check", "vectors"}
posix = pytest.mark.skipif(os.name != "posix", reason="signals and redirections of POSIX")


# -- by every name


def test_as_a_program():
    words = [sys.executable, "-m", "truel_ref", "solve", "4/3", "2/3", "1"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    says = "truel-ref: player A: '4/3' is not in [0, 1]; a probability lies between 0 and 1\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", says)


def test_help_and_version(run, printed):
    assert run("--version") == (0, f"truel-ref {truel_ref.__version__}\n", "")
    assert "truel-ref" in printed()
    assert printed("-h") == printed("--help") == printed()
    assert "-1 opposite of simplest" in " ".join(printed("solve", "--help").split())


def test_every_command_explains_itself(printed):
    listed = printed("--help")
    for name in group.list_commands(click.Context(group)):
        assert f"\n  {name} " in listed
        assert f"  truel-ref {name}" in printed(name, "--help")


def test_hit_probabilities_without_a_command_are_solved(printed):
    assert printed("1/3", "2/3", "1") == printed("solve", "1/3", "2/3", "1")
    assert printed("1/3 2/3 1", "--json") == printed("solve", "1/3", "2/3", "1", "--json")
    assert printed("sqrt(2)/2", ".5", "--ties", "2") == printed("solve", "sqrt(2)/2", ".5", "--ties", "2")


# -- what is loaded


def test_the_package_says_twice_where_its_names_come_from_and_says_the_same():
    tree = ast.parse(Path(truel_ref.__file__).read_text(encoding="utf-8"))
    (read_by_tools,) = (node for node in tree.body if isinstance(node, ast.If))
    *imports, renamed = read_by_tools.body
    assert ast.unparse(renamed) == "map = map_problem"
    table = {f"truel_ref.{module}": names.split() for module, names in truel_ref._MODULES.items()}
    own = {module: [name.partition("=") for name in names] for module, names in table.items()}
    assert {node.module: [alias.name for alias in node.names] for node in imports} == {
        module: [name or public for public, _, name in names] for module, names in own.items()
    }
    public = {name: module for module, names in own.items() for name, _, _ in names}
    assert public.keys() | {"__version__"} == {*truel_ref.__all__, "map"}
    for module, names in own.items():
        for name, _, there in names:
            assert getattr(truel_ref, name) is getattr(import_module(module), there or name)
    assert dir(truel_ref) == sorted((*truel_ref.__all__, "map", *truel_ref._ROOMS))
    assert all(getattr(truel_ref, name).__name__ == f"truel_ref.{room}" for name, room in truel_ref._ROOMS.items())
    with pytest.raises(AttributeError, match="module 'truel_ref' has no attribute 'sovle'"):
        truel_ref.sovle  # noqa: B018


def test_a_function_or_a_room_has_the_name_of_each_command():
    names = {name.replace("-", "_") for name in group.list_commands(click.Context(group))}
    assert names <= {*dir(truel_ref)}
    modules = {path.stem for path in Path(truel_ref.__file__).parent.iterdir() if path.suffix in ("", ".py")}
    assert not {*truel_ref.__all__, "map"} & modules


# -- shells


@pytest.mark.parametrize(("variable", "name"), [("_TRUEL_REF_COMPLETE", "truel-ref"), ("_TRUEL_COMPLETE", "truel")])
@pytest.mark.parametrize("kind", ["bash", "zsh", "fish"])
def test_a_shell_gets_its_completion(run, monkeypatch, variable, name, kind):
    monkeypatch.setenv(variable, f"{kind}_source")
    status, out, _ = run()
    assert status == 0
    assert f"{variable}={kind}_complete" in out
    assert f" {name}" in out


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("truel-ref so", ["solve"]),
        ("truel-ref mastermind tr", ["tree"]),
        ("truel-ref solve --ti", ["--ties", "--time-limit"]),
        ("truel-ref solve --ties s", ["simplest", "strongest", "shooting-order"]),
        ("truel-ref solve --search others,m", ["others,Miss"]),
        ("truel-ref simulate --play st", ["stationary"]),
        ("truel-ref map --store r", ["read-only"]),
    ],
)
def test_what_is_completed(run, monkeypatch, line, offered):
    monkeypatch.setenv("_TRUEL_REF_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", str(len(line.split()) - 1))
    status, out, err = run()
    assert (status, err) == (0, "")
    assert sorted(row.partition(",")[2] for row in out.split()) == sorted(offered)


# -- somebody stops it

AT_AN_IMPORT = """
import sys
class Stop:
    def find_spec(self, name, *_):
        if name == sys.argv[1]:
            raise KeyboardInterrupt
sys.meta_path.insert(0, Stop())
from truel_ref.cli import main
sys.exit(main(["solve", "1/3", "2/3", "1"]))
"""


@pytest.mark.parametrize(
    ("module", "says"),
    [
        ("truel_ref.cli.entry", ""),
        ("truel_ref.files", ""),
        ("truel_ref.cli.solve", "truel-ref: stopped\n"),
        ("tabulate", "truel-ref: stopped\n"),
    ],
)
def test_a_stop_during_the_start_is_quiet(module, says):
    words = [sys.executable, "-c", AT_AN_IMPORT, module]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", says)


def answered(process):
    """Ask a line, and wait for its answer: the program is at work, and waits for more."""
    process.stdin.write('{"hits": [1, 0]}\n')
    process.stdin.flush()
    return '"win"' in process.stdout.readline()


@posix
@pytest.mark.parametrize(
    ("number", "status", "says"),
    [(signal.SIGINT, 130, "truel-ref: stopped\n"), (signal.SIGTERM, 143, ""), (signal.SIGHUP, 129, "")],
)
def test_a_stop_at_work(number, status, says):
    if signal.getsignal(number) is signal.SIG_IGN:
        pytest.skip("what is started by a program that ignores a signal ignores it, too: nohup")
    words = [sys.executable, "-m", "truel_ref", "solve", "--jsonl"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(words, text=True, **pipes) as process:
        assert answered(process)
        process.send_signal(number)
        _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (status, says)


# -- nobody reads, or nothing can be written


@posix
def test_a_reader_who_goes_away_is_no_error(shell):
    lines = '{"hits": ["1/3", "2/3", "1"]}\n' * 3000
    done = shell("truel-ref solve --jsonl | head -n 1; exit ${PIPESTATUS[0]}", input=lines)
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) == 1


@pytest.mark.parametrize("words", ["solve 1/3 2/3 1", "solve --jsonl", "--help", "--version", "vectors", ""])
@pytest.mark.parametrize(
    "says",
    [
        "standard output is closed",
        pytest.param(
            "[Errno 28] No space left on device",
            marks=pytest.mark.skipif(not FULL.exists(), reason="needs a device that is always full"),
        ),
    ],
)
def test_output_that_cannot_be_written(monkeypatch, capsys, words, says):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b'{"hits": [1, 1]}')))
    with contextlib.nullcontext() if "closed" in says else FULL.open("w") as written:
        monkeypatch.setattr(sys, "stdout", written)
        assert main(words.split()) == 2
    assert capsys.readouterr().err == f"truel-ref: cannot write the output: {says}\n"


@posix
@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("truel-ref --version >/dev/full", "cannot write the output: [Errno 28] No space left on device"),
        ("truel-ref solve --jsonl >&- </dev/null", "cannot write the output: standard output is closed"),
        ("truel-ref solve --jsonl <&-", "--jsonl reads standard input, which is closed"),
        (
            "truel-ref goofspiel play --cards 2 <&-",
            "the input ended before the game did; type an answer to each question",
        ),
    ],
)
def test_a_stream_of_the_shell_that_is_full_or_closed(shell, line, says):
    done = shell(line)
    assert (done.returncode, done.stderr) == (2, f"truel-ref: {says}\n")


@posix
@pytest.mark.parametrize("closed", ["<&-", ">&- 2>&-", "<&- >&- 2>&-"])
def test_no_file_takes_the_number_of_a_standard_stream(shell, closed):
    code = (
        "import os, sys\n"
        "from truel_ref.files import hold_standard_streams\n"
        "hold_standard_streams()\n"
        "sys.exit(min(os.pipe()) <= 2 or not all(os.fstat(number) for number in range(3)))"
    )
    assert shell(f"'{sys.executable}' -c '{code}' {closed}").returncode == 0


def pages(command, path):
    """Yield every command and group, with the words that name it."""
    yield command, path
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            yield from pages(command.get_command(context, name), [*path, name])


def test_every_page_of_help_has_examples_and_no_command_is_cut_short():
    for command, path in pages(group, []):
        # A command keeps its help option, so it must be the one of every other test.
        named = {"info_name": " ".join(["truel-ref", *path]), **group.context_settings}
        text = command.get_help(click.Context(command, **named))
        assert len(re.findall(r"^  truel-ref ", text, re.MULTILINE)) >= 2, path
        assert not re.search(r"\.\.\.$", text.partition("\nCommands:")[2], re.MULTILINE), path
        if not isinstance(command, click.Group):  # check asks another program, vectors reads
            assert ("--time-limit" in text) == (command.name not in UNLIMITED), path
