"""Print the lowest versions that pyproject.toml allows, as constraints for pip: scripts/lowest_versions.py [EXTRA …].

It prints a line per library, `name==version`, for the requirements of the package and of the named extras, by default
all. pip chooses the newest fitting versions of their own requirements.

    python scripts/lowest_versions.py >lowest.txt
    python -m pip install --constraint lowest.txt --editable '.[fast,dev]'
"""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

PYPROJECT = Path(__file__).parents[1] / "pyproject.toml"
BOUND = re.compile(r"(?P<name>[A-Za-z0-9._-]+)(?P<how>>=|==)(?P<version>[0-9.]+)")


def lowest(requirements: list[str]) -> dict[str, str]:
    """Return the lowest version of each library; refuse a requirement without one, which no test can cover."""
    versions = {}
    for requirement in requirements:
        bound = BOUND.fullmatch(requirement)
        if bound is None:
            raise SystemExit(f"{PYPROJECT.name}: '{requirement}' is not of the form name>=version or name==version")
        versions[bound["name"]] = bound["version"]
    return versions


def constraints(extras: list[str]) -> list[str]:
    """Return the lines; two bounds for one library must be equal."""
    project = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["project"]
    offered = project["optional-dependencies"]
    for extra in extras:
        if extra not in offered:
            raise SystemExit(f"{PYPROJECT.name} has no extra '{extra}'; it has {', '.join(offered)}")
    versions: dict[str, str] = {}
    for requirements in [project["dependencies"], *(offered[extra] for extra in extras or offered)]:
        for name, version in lowest(requirements).items():
            if versions.setdefault(name, version) != version:
                raise SystemExit(f"{PYPROJECT.name} has two lower bounds for {name}: {versions[name]} and {version}")
    return [f"{name}=={version}" for name, version in sorted(versions.items())]


if __name__ == "__main__":
    print("\n".join(constraints(sys.argv[1:])))
