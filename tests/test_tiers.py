"""Which tests a run takes: slices of the long ones, what a change concerns, and the proofs that are due."""

from types import SimpleNamespace

import pytest
import tiers
from source_code import ROOT


def item(place, *marks, fixtures=(), **settings):
    return SimpleNamespace(
        path=ROOT / place,
        name="",
        keywords=("slow", "proof", *marks),  # the names of the folders around are among them
        get_closest_marker=lambda name: getattr(pytest.mark, name)(**settings).mark if name in marks else None,
        fixturenames=fixtures,
        function=None,
    )


class Item:
    def __init__(self, nodeid):
        self.nodeid = nodeid


def config(**options):
    return SimpleNamespace(getoption=lambda name: options.get(name.strip("-")))


def test_slices_have_each_long_test_once_and_nothing_else():
    items = [item("tests/play/test_ties.py", *(["slow"] if number % 3 else [])) for number in range(30)]
    slices = [tiers.chosen(config(slice=f"{k}/6"), items) for k in range(1, 7)]
    assert {id(one) for part in slices for one in part} == {id(one) for one in items if tiers.is_slow(one)}
    assert sorted(map(len, slices)) == [3, 3, 3, 3, 4, 4]


def test_each_slice_begins_with_its_share_of_those_that_take_minutes():
    taken = [0, 3, 0, 1, 0, 0, 2, 0]
    items = [item("tests/play/test_ties.py", "slow", **({"minutes": long} if long else {})) for long in taken]
    slices = [tiers.chosen(config(slice=f"{k}/2"), items) for k in (1, 2)]
    assert [[taken[items.index(one)] for one in part] for part in slices] == [[3, 1, 0, 0], [2, 0, 0, 0]]


@pytest.mark.parametrize("text", ["0/6", "7/6", "2", "a/b", "1/6 "])
def test_a_slice_that_there_is_not(text):
    with pytest.raises(pytest.UsageError, match="is not the K-th of N slices"):
        tiers.part(text)


def test_the_slice_of_this_landing_exists():
    assert tiers.part((ROOT / "tests/slow_slice").read_text().strip())[1] == 6


def test_a_change_concerns_its_room_and_those_that_import_it():
    assert tiers.above({"games"}) == {*("games", "oracle", "studies", "notebook", "pytest_plugin", "cli", "__main__")}
    assert {"play", "fast", "oracle", "cli"} <= tiers.above({"play"})
    assert not {"numbers", "kernels", "game"} & tiers.above({"play"})
    assert tiers.above(set()) == set()


PLACES = ["tests/play/test_ties.py", "truel_ref/numbers/rational.py", "tests/test_corpus.py", "docs/learn/ties.md"]


@pytest.mark.parametrize(
    ("changed", "taken"),
    [
        ("truel_ref/play/ties.py", [0, 2, 3]),
        ("truel_ref/cli/app.py", [2, 3]),
        ("truel_ref/numbers/real.py", [0, 1, 2, 3]),
        ("tests/play/rows.txt", [0, 2, 3]),
        ("tests/test_corpus.py", [2, 3]),
        ("tests/cases.py", [0, 1, 2, 3]),
        ("pyproject.toml", [0, 1, 2, 3]),
    ],
)
def test_what_a_change_concerns(changed, taken):
    items = [item(place) for place in PLACES]
    assert tiers.of_change(items, {changed}) == [items[place] for place in taken]


def test_a_tenth_of_what_a_change_does_not_concern_is_run_as_well():
    items = [item("truel_ref/numbers/rational.py") for _ in range(100)]
    assert tiers.of_change(items, {"truel_ref/play/ties.py"}) == items[9::10]
    assert tiers.of_change([item("truel_ref/numbers/rational.py", fixtures=["run"])], {"truel_ref/play/ties.py"})


@pytest.mark.parametrize(
    ("log", "changed", "due"),
    [
        ("new\nold\n", "docs/use/maps.md\n", True),
        ("new\nold\n", "truel_ref/symbolic/text.py\n", True),
        ("new\nold\n", "truel_ref/cli/app.py\n", False),
        ("new\n", "", True),
        (None, "", True),
    ],
)
def test_proofs_are_made_again_when_what_they_speak_of_has_changed(monkeypatch, log, changed, due):
    tiers.proofs_are_due.cache_clear()
    said = {"log": log, "diff": changed, "ls-files": ""}
    monkeypatch.setattr(tiers, "git", lambda *words: said[words[0]])
    monkeypatch.setattr(tiers, "differing", tiers.differing.__wrapped__)
    proof = item("tests/studies/test_public_names.py", "slow", "proof")
    skipped = []
    proof.add_marker = skipped.append
    assert tiers.chosen(config(), [proof]) == [proof]
    assert (skipped == []) == due
    tiers.proofs_are_due.cache_clear()


def test_a_commit_that_there_is_not():
    with pytest.raises(pytest.UsageError, match="--changed: git knows no commit 'nowhere' here"):
        tiers.differing("nowhere")


def test_what_is_heavy_is_so_on_average_and_never_the_core():
    core = "tests/play/test_independent.py::test_three_players_every_kind"
    times = {"a.py::x[1]": 0.01, "a.py::x[2]": 0.15, "a.py::y": 0.11, "a.py::z[b[0]]": 3, core: 9}
    assert tiers.heavy(times) == ["a.py::y", "a.py::z"]


def test_a_fast_run_takes_few_cases_of_each_test_and_all_of_the_core():
    core = "tests/play/test_independent.py::test_three_players_every_kind"
    names = ["a.py::one", *(f"a.py::many[{case}]" for case in range(23)), *(f"{core}[{case}]" for case in range(9))]
    taken = tiers.few_cases([Item(name) for name in names])
    assert [item.nodeid for item in taken] == [names[0], *names[1:24:5], *names[24:]]
