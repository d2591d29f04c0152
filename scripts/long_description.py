"""The long description of the package: the README, with links that lead to the repository from anywhere.

A hook of hatchling, named in pyproject.toml. An index of packages shows the README without the files beside it, so each
link to a file becomes the address of that file at the tag of the release; an image needs the address of its bytes.
"""

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface


class LongDescription(MetadataHookInterface):
    """Sets the field `readme` of the metadata."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the long description; `metadata` has the version and the address of the repository."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        home, tag = metadata["urls"]["Homepage"], f"v{metadata['version']}"
        text = re.sub(r"(!\[[^\]]*\]\()(?!https?:)", rf"\g<1>{home}/raw/{tag}/", text)
        text = re.sub(r"(\]\()(?!https?:)", rf"\g<1>{home}/blob/{tag}/", text)
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
