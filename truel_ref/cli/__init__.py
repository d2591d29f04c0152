"""The command line: `main`, and a file for each command or small group of commands.

This file imports the package only inside `main`, so that Ctrl-C prints no traceback even during the imports.
"""

from collections.abc import Sequence

__all__ = ["main"]

_STOPPED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status.

    0: done. 1: done, but some lines are unreadable, or some claims or answers of a program under test are wrong.
    2: refused. 3: ended by `--time-limit`. 130: stopped from the keyboard. 128 + N: ended by signal N.

    Parameters: `arguments`, the words after the name of the program; by default the arguments of this process.

    >>> main(["solve", "1/2", "1"])
    player    hit    aim    wins      percent
    --------  -----  -----  ------  ---------
    A         1/2    B      1/2      50.000 %
    B         1      A      1/2      50.000 %
    0
    """
    try:
        from truel_ref.cli.entry import run

        return run(arguments)
    except KeyboardInterrupt:
        return _STOPPED
