"""Complete a copy of the pages: python scripts/make_reference.py FOLDER, as scripts/docs does.

Git holds what people wrote. The help of all commands and the description of the test vectors come from the package, so
the site gets them when it is built.
"""

from __future__ import annotations

import contextlib
import io
import re
import sys
from collections.abc import Sequence
from pathlib import Path

import click

import truel_ref
from truel_ref.cli import main as main_command
from truel_ref.cli.entry import group

FORMAT = Path(truel_ref.__file__).parent / "oracle" / "data" / "FORMAT.md"


def help_of(path: Sequence[str]) -> str:
    """Return what `--help` prints for a command."""
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        main_command([*path, "--help"])
    return f"```console\n$ {' '.join(['truel-ref', *path, '--help'])}\n{printed.getvalue()}```\n"


def sections_of(path: Sequence[str], command: click.Command) -> list[str]:
    """Return the help of a command and of all its sub-commands, each below its heading."""
    found = [f"{'#' * len(path)} {' '.join(path)}\n\n{help_of(path)}"]
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            found += sections_of([*path, name], command.get_command(context, name) or command)
    return found


def write_commands(use: Path) -> None:
    """Write a page for each command, and the page that lists them."""
    (use / "command").mkdir()
    context = click.Context(group)
    names = group.list_commands(context)
    for name in names:
        command = group.get_command(context, name) or group
        (use / "command" / f"{name}.md").write_text("\n".join(sections_of([name], command)), encoding="utf-8")
    pages = "\n".join(f"command/{name}" for name in names)
    text = f"# All commands\n\n{help_of([])}\n```{{toctree}}\n:maxdepth: 1\n\n{pages}\n```\n"
    (use / "command.md").write_text(text, encoding="utf-8")


def write_vectors(check: Path) -> None:
    """Write the description of the test vectors as a page, and let the links of all pages lead there."""
    (check / "vectors.md").write_text(FORMAT.read_text(encoding="utf-8"), encoding="utf-8")
    link = re.compile(r"(\.\./)+truel_ref/oracle/data/FORMAT\.md")
    for page in check.parent.rglob("*.md"):
        page.write_text(link.sub("/check/vectors.md", page.read_text(encoding="utf-8")), encoding="utf-8")


def main() -> int:
    """Complete the copy of the pages in the folder given."""
    folder = Path(sys.argv[1])
    write_commands(folder / "use")
    write_vectors(folder / "check")
    return 0


if __name__ == "__main__":
    sys.exit(main())
