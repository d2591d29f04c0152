import io
import subprocess
import sys

import pytest

from truel_ref.cli import main


@pytest.fixture
def run(capsys, monkeypatch):
    """Run the command in this process; return its status, standard output and standard error."""

    def runner(*arguments, lines=None):
        if lines is not None:
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines)))
        status = main(arguments)
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return runner


@pytest.fixture(scope="session")
def program():
    """Run the command as a program of its own."""

    def runner(*arguments, **options):
        words = [sys.executable, "-m", "truel_ref", *arguments]
        return subprocess.run(words, capture_output=True, text=True, check=False, **options)

    return runner


@pytest.fixture
def shell():
    """Run a line of a POSIX shell in which `truel-ref` is the command."""

    def runner(line, **options):
        script = f"truel-ref() {{ '{sys.executable}' -m truel_ref \"$@\"; }}; {line}"
        return subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False, **options)

    return runner
