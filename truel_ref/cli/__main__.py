"""`python -m truel_ref.cli`: the command, as `python -m truel_ref`."""

import sys

from truel_ref.cli import main

if __name__ == "__main__":
    sys.exit(main())
