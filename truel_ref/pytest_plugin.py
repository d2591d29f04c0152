"""The plugin for pytest: `pytest --truel-solver module:function` judges a solver, with one item per test vector.

Every run of pytest in this environment imports this file, so it imports nothing else.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import pytest

_MANY = {"action": "append", "default": [], "metavar": "NAME"}
_OPTIONS = {
    "solver": {"metavar": "MODULE:FUNCTION", "help": "judge this function of a problem by the test vectors"},
    "by": {"choices": ["vector", "group"], "help": "an item for each vector, or for each group of them"},
    "group": {**_MANY, "help": "only this group of vectors; may be repeated"},
    "players": {"type": int, "metavar": "N", "help": "only problems with this number of players"},
    "only": {**_MANY, "metavar": "ID", "help": "only this vector, or those like ties-00*; may be repeated"},
    "flag": {**_MANY, "help": "only vectors with this flag; may be repeated"},
    "vectors": {"metavar": "PLACE", "help": "other vectors: a file, or a folder of files"},
    "tolerance": {"metavar": "T", "help": "the largest error of a value (1e-9)"},
    "strict-ties": {"action": "store_true", "help": "ties must fall as the tie rule says"},
    "expect-failures": {"metavar": "FILE", "help": "ids of known mistakes, as truel-ref check writes them"},
}


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options; an option that may be repeated gives a list."""
    group = parser.getgroup("truel-ref", "a solver of truels judged by exact test vectors")
    for name, settings in _OPTIONS.items():
        group.addoption(f"--truel-{name}", **settings)  # type: ignore[arg-type]  # as argparse takes them


def pytest_configure(config: pytest.Config) -> None:
    """Load the rest of the plugin if an option is given."""
    given = {name.replace("-", "_"): config.getoption(f"--truel-{name}") for name in _OPTIONS}
    if any(value not in (None, False, []) for value in given.values()):
        from truel_ref.oracle.pytest_items import VectorItems

        config.pluginmanager.register(VectorItems(config, given), "truel-ref-items")
