"""What a release says of itself, in every paper: version, day, licence, what it needs; and where its links lead."""

import json
import re
import tomllib
from pathlib import Path

import yaml
from from_scripts import script

import truel_ref

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
RECIPE, CITATION = (
    yaml.safe_load((ROOT / name).read_text(encoding="utf-8"))
    for name in ("packaging/conda-forge/recipe.yaml", "CITATION.cff")
)
DEPOSIT = json.loads((ROOT / ".zenodo.json").read_text(encoding="utf-8"))
HOME = PROJECT["urls"]["Homepage"]


def test_the_papers_have_one_version_one_day_and_one_licence():
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    (number, day), *_ = re.findall(r"^## (\S+) \((\S+)\)$", changes, flags=re.MULTILINE)
    versions = {number, RECIPE["context"]["version"], CITATION["version"], DEPOSIT["version"]}
    assert versions == {truel_ref.__version__}
    assert day == str(CITATION["date-released"]) == DEPOSIT["publication_date"]
    assert PROJECT["license"] == RECIPE["about"]["license"] == CITATION["license"] == DEPOSIT["license"] == "MIT"


def test_the_papers_have_one_name_one_home_and_one_sentence():
    assert PROJECT["name"] == RECIPE["package"]["name"]
    assert HOME == RECIPE["about"]["homepage"] == CITATION["repository-code"]
    assert [place["identifier"] for place in DEPOSIT["related_identifiers"]] == [HOME]
    assert PROJECT["description"] == RECIPE["about"]["summary"]
    assert CITATION["title"] == DEPOSIT["title"]
    assert CITATION["abstract"] == DEPOSIT["description"]
    assert CITATION["authors"] == DEPOSIT["creators"] == PROJECT["authors"]
    assert CITATION["keywords"] == DEPOSIT["keywords"]


def test_the_recipe_needs_what_the_package_needs():
    needed = [word.replace(">=", " >=") for word in PROJECT["dependencies"]]
    assert RECIPE["requirements"]["run"] == ["python >=${{ python_min }}", *needed]
    assert PROJECT["requires-python"] == f">={RECIPE['context']['python_min']}"
    extras = {*PROJECT["optional-dependencies"]["all"], *PROJECT["optional-dependencies"]["fast"]}
    optional = sorted(word.replace(">=", " >=").replace("matplotlib", "matplotlib-base") for word in extras)
    assert RECIPE["requirements"]["run_constraints"] == optional
    assert RECIPE["build"]["python"]["entry_points"] == [f"truel-ref = {PROJECT['scripts']['truel-ref']}"]


def test_the_recipe_of_a_release_has_the_hash_of_its_sdist(tmp_path):
    (sdist := tmp_path / "sdist").write_bytes(b"")
    script("make_release").add_recipe(tmp_path, sdist)
    nothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert yaml.safe_load((tmp_path / "recipe.yaml").read_text())["source"] == RECIPE["source"] | {"sha256": nothing}


def test_a_site_is_packed_without_what_sphinx_keeps(tmp_path, monkeypatch):
    make_release = script("make_release")

    def build(_, folder):
        for name in ("index.html", "use/maps.html", ".buildinfo", ".doctrees/index.doctree"):
            (folder / "html" / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / "html" / name).write_text(name)

    monkeypatch.setattr(make_release, "output", build)
    make_release.add_site(tmp_path, tmp_path / "aside")
    (packed,) = tmp_path.glob("*.zip")
    with make_release.zipfile.ZipFile(packed) as archive:
        assert archive.namelist() == [f"{packed.stem}/index.html", f"{packed.stem}/use/maps.html"]
    assert packed.stem == f"truel-ref-site-{truel_ref.__version__}"
