"""The reference: the page of the package shows the names that people use, and leads to the rooms below them."""

from __future__ import annotations

from collections.abc import Iterable

from autodoc2.render.myst_ import MystRenderer
from autodoc2.utils import ItemData

import truel_ref

PACKAGE = truel_ref.__name__


class PublicNamesFirst(MystRenderer):
    """Writes pages as autodoc2 does, but for that of the package: the names of its `__all__`, then the rooms.

    autodoc2 reads the code and does not run it, and so cannot see names that the package imports when asked for them.
    """

    def get_children(
        self, item: ItemData, types: set[str] | None = None, *, omit_hidden: bool = True
    ) -> Iterable[ItemData]:
        """Return what is shown on a page."""
        if item["full_name"] != PACKAGE:
            yield from super().get_children(item, types, omit_hidden=omit_hidden)
            return
        for name in truel_ref.__all__:
            module = getattr(getattr(truel_ref, name), "__module__", PACKAGE)
            child = self.get_item(f"{module}.{name}")
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
        if item["full_name"] == PACKAGE:
            inside = self._db.get_children(PACKAGE, types={"package", "module"}, sort_name=True)
            rooms = [child["full_name"] for child in inside if not self.is_hidden(child)]
            yield from ["## Rooms", "", "```{toctree}", ":titlesonly:", ":maxdepth: 1", "", *rooms, "```"]
