"""What a release says of itself, in every paper: version, day, licence; and where its links lead."""

import re
import sys
import tomllib
from pathlib import Path
from types import SimpleNamespace

import pytest
import yaml
from from_scripts import script

import truel_ref

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
CITATION = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
HOME = PROJECT["urls"]["Homepage"]


def test_the_papers_agree():
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    (number, day), *_ = re.findall(r"^## (\S+) \((\S+)\)$", changes, flags=re.MULTILINE)
    assert number == CITATION["version"] == truel_ref.__version__
    assert day == str(CITATION["date-released"])
    assert PROJECT["license"] == CITATION["license"] == "MIT"
    assert CITATION["repository-code"] == HOME
    assert CITATION["authors"] == PROJECT["authors"]


@pytest.fixture
def description(monkeypatch):
    """The long description, made without hatchling, which only builds have."""
    interface = SimpleNamespace(MetadataHookInterface=object)
    monkeypatch.setitem(sys.modules, "hatchling.metadata.plugin.interface", interface)
    hook = script("long_description").LongDescription()
    hook.root, metadata = str(ROOT), PROJECT | {"version": "1.2.3"}
    hook.update(metadata)
    return metadata["readme"]["text"]


def test_every_link_of_the_long_description_leads_to_a_file_of_the_release(description):
    links = re.findall(r"(!?)\[[^\]]*\]\(([^)]+)\)", description)
    assert len(links) >= 20
    for image, link in links:
        start = f"{HOME}/{'raw' if image else 'blob'}/v1.2.3/"
        assert link.startswith(start)
        assert (ROOT / link.removeprefix(start)).is_file()
    assert re.sub(rf"{re.escape(HOME)}/\w+/v1.2.3/", "", description) == (ROOT / "README.md").read_text()
