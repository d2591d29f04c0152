"""Import paths that have moved: for one release the old paths work, with a warning that names the new path.

>>> import warnings
>>> with warnings.catch_warnings():
...     warnings.simplefilter("ignore")
...     from truel_ref.variants.lot import by_lot
>>> by_lot.__module__
'truel_ref.variants.models'
"""

from __future__ import annotations

import sys
import warnings
from importlib import import_module
from importlib.machinery import ModuleSpec
from types import ModuleType

__all__ = ["PATHS"]

PATHS = {
    "truel_ref.explain.decisions": "truel_ref.explain.deviations",
    "truel_ref.explain.mixed_replies": "truel_ref.explain.mix_regions",
    "truel_ref.explain.story": "truel_ref.explain.reasons",
    "truel_ref.fast.batches": "truel_ref.maps.engine.filters",
    "truel_ref.fast.identities": "truel_ref.maps.engine.identities",
    "truel_ref.fast.many": "truel_ref.fast.batch",
    "truel_ref.fast.methods": "truel_ref.fast.solving",
    "truel_ref.fast.no_miss_floats": "truel_ref.fast.sets",
    "truel_ref.fast.proved": "truel_ref.fast.floats",
    "truel_ref.fast.trees": "truel_ref.maps.engine.trees",
    "truel_ref.game.announcements": "truel_ref.game.solution",
    "truel_ref.game.answers": "truel_ref.game.solution",
    "truel_ref.game.choices": "truel_ref.game.options",
    "truel_ref.game.orders": "truel_ref.game.people",
    "truel_ref.game.record": "truel_ref.records.record",
    "truel_ref.game.typed": "truel_ref.game.statement",
    "truel_ref.game.variant_plays": "truel_ref.game.variant_answers",
    "truel_ref.kernels.distribution": "truel_ref.kernels.chance",
    "truel_ref.kernels.intervals": "truel_ref.kernels.confidence",
    "truel_ref.maps.normal": "truel_ref.maps.builder",
    "truel_ref.maps.panels": "truel_ref.maps.draw",
    "truel_ref.maps.pixel": "truel_ref.maps.models",
    "truel_ref.maps.render": "truel_ref.maps.draw",
    "truel_ref.oracle.announced": "truel_ref.oracle.kinds.announced",
    "truel_ref.oracle.faults": "truel_ref.oracle.mutants",
    "truel_ref.play.walk": "truel_ref.explain.courses",
    "truel_ref.simulation.variant_estimate": "truel_ref.simulation.estimate",
    "truel_ref.simulation.variant_story": "truel_ref.simulation.story",
    "truel_ref.symbolic.polynomial_backends": "truel_ref.symbolic.polynomials",
    "truel_ref.symbolic.signs": "truel_ref.kernels.bernstein",
    "truel_ref.variants.lot": "truel_ref.variants.models",
    "truel_ref.variants.shooter": "truel_ref.variants.fire",
    "truel_ref.variants.simultaneous": "truel_ref.variants.fire",
}
"""The new path of each old path. `docs/use/moved.md` lists them."""


class MovedModules:
    """Imports old paths: each becomes a module with the names of the new module."""

    @staticmethod
    def find_spec(fullname: str, path: object, target: object = None) -> ModuleSpec | None:
        """Return the loader of an old path, None for any other path."""
        return ModuleSpec(fullname, MovedModules) if fullname in PATHS else None  # type: ignore[arg-type]  # it loads, too

    @staticmethod
    def create_module(spec: ModuleSpec) -> None:
        """Let Python make the module."""

    @staticmethod
    def exec_module(module: ModuleType) -> None:
        """Give an old module the names of the new module."""
        new = PATHS[module.__name__]
        moved = f"{module.__name__} is {new} now; the old path goes with the next release"
        warnings.warn(moved, DeprecationWarning, stacklevel=2)
        vars(module).update({name: value for name, value in vars(import_module(new)).items() if name[:2] != "__"})


sys.meta_path.append(MovedModules)
