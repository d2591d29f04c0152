"""`python -m truel_ref.cli`."""

import sys

from truel_ref.cli import main

if __name__ == "__main__":
    sys.exit(main())
