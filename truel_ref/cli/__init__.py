"""The command line: `main`, and a file for each command.

This file imports nothing of the package before `main` is called, so that a stop from the keyboard is quiet from the
first moment on.
"""

from collections.abc import Sequence

__all__ = ["main"]

_STOPPED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status.

    0 done; 1 done, but some lines could not be read, or some answers of a program under test or claims are wrong;
    2 refused; 3 ended by `--time-limit` or `--memory-limit`; 130 stopped from the keyboard, 128 and the number of the
    signal where another one ended it.

    Parameters: `arguments`, the words after the name of the program; by default those of this process.

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
