"""The programs of the folder `scripts`, which belong to no package, as modules that tests can ask."""

import importlib.util
import sys
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "scripts"


def script(name):
    """Return a program as a module, loaded anew."""
    specification = importlib.util.spec_from_file_location(name, FOLDER / f"{name}.py")
    module = importlib.util.module_from_spec(specification)
    sys.modules[name] = module  # where a dataclass looks for its module
    specification.loader.exec_module(module)
    return module
