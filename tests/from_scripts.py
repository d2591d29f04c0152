"""The programs of the folder `scripts`, which belong to no package, as modules that tests can ask."""

import importlib.util
import sys
from importlib.machinery import SourceFileLoader
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "scripts"


def script(name):
    """Return a program as a module, loaded anew."""
    (path,) = FOLDER.glob(f"{name}*")
    specification = importlib.util.spec_from_loader(name, SourceFileLoader(name, str(path)))
    module = importlib.util.module_from_spec(specification)
    sys.modules[name] = module  # where a dataclass looks for its module
    specification.loader.exec_module(module)
    return module
