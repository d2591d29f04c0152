"""The names that the published notebook uses, at the address where its cells look for them."""

from typing import Any

from truel_ref.studies import notebook
from truel_ref.studies.notebook import __all__


def __getattr__(name: str) -> Any:
    # Passed on when asked for: `np` and `plt`, which are among the names, take half a second to import.
    return getattr(notebook, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
