"""The reference: the page of the package shows the names that people use, and leads to the rooms below them."""

from __future__ import annotations

from collections.abc import Iterable

from astroid import MANAGER, nodes
from autodoc2.render.myst_ import MystRenderer
from autodoc2.utils import ItemData

PACKAGE = "truel_ref"


class PublicNamesFirst(MystRenderer):
    """Writes pages as autodoc2 does, and adds the rooms to the page of the package, which only shows its `__all__`."""

    def render_package(self, item: ItemData) -> Iterable[str]:
        """Write the page of a package."""
        yield from super().render_package(item)
        if item["full_name"] == PACKAGE:
            inside = self._db.get_children(PACKAGE, types={"package", "module"}, sort_name=True)
            rooms = [child["full_name"] for child in inside if not self.is_hidden(child)]
            yield from ["## Rooms", "", "```{toctree}", ":titlesonly:", ":maxdepth: 1", "", *rooms, "```"]


def with_lazy_imports(module: nodes.Module) -> nodes.Module:
    """Return the package as if it imported at once what it imports when it is asked for."""
    lazy = [node for node in module.body if isinstance(node, nodes.If) and node.test.as_string() == "TYPE_CHECKING"]
    imports = [line for block in lazy for line in block.body]
    module.body = [*imports, *(node for node in module.body if node not in lazy)]
    return module


MANAGER.register_transform(nodes.Module, with_lazy_imports, lambda module: module.name == PACKAGE)
