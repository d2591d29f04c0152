"""What a release says of itself, in every paper: name, version, day, licence, home."""

import re
import tomllib
from pathlib import Path

import yaml

import truel_ref

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
CITATION = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))


def test_the_papers_agree():
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    (number, day), *_ = re.findall(r"^## (\S+) \((\S+)\)$", changes, flags=re.MULTILINE)
    assert number == CITATION["version"] == truel_ref.__version__
    assert day == str(CITATION["date-released"])
    assert PROJECT["license"] == CITATION["license"] == "MIT"
    assert PROJECT["urls"]["Homepage"] == CITATION["repository-code"]
    assert CITATION["title"].startswith(f"{PROJECT['name']}: ")
    assert CITATION["authors"] == PROJECT["authors"]
