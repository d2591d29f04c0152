"""The reference: the page of a package shows its public names, and leads to the rooms below them."""

from __future__ import annotations

import importlib
from collections.abc import Iterable

from autodoc2.render.myst_ import MystRenderer
from autodoc2.utils import ItemData

import truel_ref


class PublicNamesFirst(MystRenderer):
    """Writes pages as autodoc2 does, but shows of a package the names of its `__all__`, then the rooms below it.

    autodoc2 reads the code and does not run it, and so cannot see names that a package imports when asked for them.
    """

    def get_children(
        self, item: ItemData, types: set[str] | None = None, *, omit_hidden: bool = True
    ) -> Iterable[ItemData]:
        """Return what a page shows."""
        name = item["full_name"]
        package = importlib.import_module(name) if item["type"] == "package" else None
        if not hasattr(package, "__all__"):
            yield from super().get_children(item, types, omit_hidden=omit_hidden)
            return
        for public in package.__all__:
            if package is not truel_ref and public in truel_ref.__all__:
                continue  # it stands on the page of the package
            child = self.get_item(f"{getattr(getattr(package, public), '__module__', name)}.{public}")
            if child and (types is None or child["type"] in types) and not (omit_hidden and self.is_hidden(child)):
                yield child

    def render_function(self, item: ItemData) -> Iterable[str]:
        """Write a function; what it returns, if that stands in its own module, by the full name, which is the only one.

        On the page of the package a short name can be that of several modules.
        """
        own = f"{item['full_name'].rpartition('.')[0]}.{item.get('return_annotation')}"
        yield from super().render_function({**item, "return_annotation": own} if self.get_item(own) else item)

    def render_package(self, item: ItemData) -> Iterable[str]:
        """Write the page of a package."""
        yield from super().render_package(item)
        if hasattr(importlib.import_module(item["full_name"]), "__all__"):
            inside = self._db.get_children(item["full_name"], types={"package", "module"}, sort_name=True)
            rooms = [child["full_name"] for child in inside if not self.is_hidden(child)]
            if rooms:
                yield from ["## Rooms", "", "```{toctree}", ":titlesonly:", ":maxdepth: 1", "", *rooms, "```"]
