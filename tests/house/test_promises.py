"""What is promised from 1.0.0 on, which only a major release may take away; and what a release says of itself."""

import re
import tomllib
from pathlib import Path

import click
import yaml
from made_records import made

import truel_ref
from truel_ref.cli.entry import group

ROOT = Path(__file__).parents[2]
FUNCTIONS = """all_outcomes best_mix by_lot compare counted_bullets course crossings decision deviations equilibria
finite_rounds opinion_contest periodic_equilibria random_shooter search_by_simulation simulate simultaneous_fire solve
solve_columns solve_many solve_variant sweep why why_plan"""
COMMANDS = """solve why deviations course best-mix equilibria compare simulate variant formula regions map vectors check
verify claims darts goofspiel mastermind dicewars"""
KEYS = {
    "Problem": "hits targets search target_later search_later random_levels if_eq",
    "Solution": "win aims stalemate ties phases problem model method version",
    "Equilibria, names": "problem model equilibria complete mixed version",
    "PeriodicEquilibria": "problem model equilibria searched complete version",
    "VariantAnswer shooter": "variant plays complete version",
}


def test_names_stay():
    assert {*FUNCTIONS.split(), "Problem", "Solution"} <= {*truel_ref.__all__}
    assert {*COMMANDS.split()} <= {*group.list_commands(click.Context(group))}
    missing = {name: {*keys.split()} - made(name).to_json().keys() for name, keys in KEYS.items()}
    assert not any(missing.values()), missing


def test_the_papers_agree():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    (number, day), *_ = re.findall(r"^## (\S+) \((\S+)\)$", changes, flags=re.MULTILINE)
    assert number == citation["version"] == truel_ref.__version__
    assert day == str(citation["date-released"])
    assert project["license"] == citation["license"] == "MIT"
    assert project["urls"]["Homepage"] == citation["repository-code"]
    assert citation["title"].startswith(f"{project['name']}: ")
    assert citation["authors"] == project["authors"]


def test_every_public_function_shows_an_example():
    public = [getattr(truel_ref, name) for name in truel_ref.__all__]
    functions = [one for one in public if callable(one) and not isinstance(one, type)]
    assert [one.__name__ for one in functions if ">>> " not in one.__doc__] == []
