"""What is promised from 1.0.0 on, as `promised.txt` keeps it: nothing in it may go, and what is new is added to it.

`python tests/house/test_promised.py` adds what is new; it takes nothing away, which only a major release may do.
"""

import re
from functools import cache
from importlib import import_module
from inspect import isfunction, signature
from pathlib import Path

import click
from made_records import EVERY, made
from pages import page_text, section, table

from truel_ref.cli.entry import group
from truel_ref.game.problem import Statement

PROMISED = Path(__file__).with_name("promised.txt")
PARTS = ("errors", "maps", "notebook", "oracle", "oracle.strategies")


def pairs(every):
    """Return what is promised as pairs: of what, and a word; with an empty word for what may have none."""
    return {(what, word) for what, words in every.items() for word in {"", *words}}


def kept():
    lines = PROMISED.read_text(encoding="utf-8").splitlines()
    return pairs({what: words.split() for what, _, words in (line.partition(":") for line in lines)})


def names(module):
    """Return the public names of a module; of the errors the classes only, as the rest serves the package."""
    found = import_module(module)
    return {name for name in vars(found) if name.endswith("Error")} if module.endswith("errors") else {*found.__all__}


def members(thing):
    """Return the parameters of a function, or what is public in a class, without what Python's own classes give it."""
    if isfunction(thing):
        return {name for name, each in signature(thing).parameters.items() if each.kind is not each.VAR_KEYWORD}
    bases = (base for base in getattr(thing, "__mro__", ()) if base.__module__.startswith("truel_ref"))
    every = (name for base in bases for name in (*vars(base), *getattr(base, "__dataclass_fields__", ())))
    return {name for name in every if not name.startswith("_")}


def commands(command, path):
    """Yield every command, the hidden ones too, with its options."""
    yield " ".join(path), {word for each in command.params for word in each.opts if word.startswith("--")}
    if isinstance(command, click.Group):
        for name in command.list_commands(click.Context(command)):
            yield from commands(command.get_command(click.Context(command), name), [*path, name])


def keys(data):
    """Yield the keys of JSON that name a thing, and not a player, at any depth."""
    inside = data.values() if isinstance(data, dict) else data if isinstance(data, list | tuple) else ()
    if isinstance(data, dict):
        yield from (key for key in data if re.fullmatch("[a-z_]+", key))
    for each in inside:
        yield from keys(each)


@cache
def today():
    """Return the names of each kind; of the JSON, those of the answers, without the ledger."""
    found = {module: names(module) for module in ["truel_ref", *(f"truel_ref.{part}" for part in PARTS)]}
    things = {f"{module}.{name}": getattr(import_module(module), name) for module in found for name in found[module]}
    found |= {name: members(thing) for name, thing in things.items() if callable(thing)}
    found["keywords of a problem"] = Statement.__optional_keys__ | Statement.__required_keys__
    found |= {f"options of {path}": options for path, options in commands(group, ["truel-ref"])}
    for record in (made(name) for name in EVERY):
        if not type(record).__module__.startswith("truel_ref.ledger"):
            found.setdefault(f"keys of {type(record).__name__}", set()).update(keys(record.to_json()))
    statuses = table(section(page_text("formats.md"), "Exit status"))[1:]
    return pairs(found | {"exit statuses": {status for row in statuses for status in row[0].split(", ")}})


def test_nothing_that_was_promised_is_gone():
    assert not kept() - today(), "docs/check/trust.md promises these; only a major release may take them away"


def test_all_that_is_public_is_promised():
    assert not today() - kept(), "run python tests/house/test_promised.py"


if __name__ == "__main__":
    every = {}
    for what, word in sorted(today() | (kept() if PROMISED.exists() else set())):
        every.setdefault(what, []).extend([word] * bool(word))
    lines = (" ".join([f"{what}:", *words]) for what, words in every.items())
    PROMISED.write_text("\n".join(lines) + "\n", encoding="utf-8")
