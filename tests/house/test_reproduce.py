"""Building twice: a difference is noticed and named, and what is handed out has none."""

import io
import json
import re
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest
from from_scripts import in_checkout, script
from PIL import Image

ROOT = Path(__file__).parents[2]
FIGURES = ROOT / "docs" / "figures"
build_twice = script("build_twice")


def folders(tmp_path, one, two):
    for name, files in (("one", one), ("two", two)):
        (tmp_path / name / "deep").mkdir(parents=True)
        for file, content in files.items():
            (tmp_path / name / file).write_bytes(content)
    return tmp_path / "one", tmp_path / "two"


def zipped(files, date=(2026, 1, 1, 0, 0, 0)):
    kept = io.BytesIO()
    with zipfile.ZipFile(kept, "w") as archive:
        for name, content in files:
            archive.writestr(zipfile.ZipInfo(name, date), content)
    return kept.getvalue()


def tarred(files):
    kept = io.BytesIO()
    with tarfile.open(fileobj=kept, mode="w:gz") as archive:
        for name, content in files:
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return kept.getvalue()


@pytest.mark.parametrize(
    ("one", "two", "said"),
    [
        ({"a": b"x", "deep/b": b"y"}, {"a": b"x", "deep/b": b"y"}, None),
        ({"a": b"x", "b": b"same?"}, {"a": b"x", "b": b"sane?"}, "b: byte 2"),
        ({"b": b"x", "a": b"1"}, {"b": b"y", "a": b"2"}, "a: byte 0"),
        ({"a": b"xx"}, {"a": b"x"}, "a: 2 and 1 bytes"),
        ({"a": b"x", "b": b""}, {"a": b"x"}, "b: the second building lacks it"),
        ({"b": b""}, {"a": b"x", "b": b""}, "a: the first building lacks it"),
        ({"w.whl": zipped([("p/m.py", b"1")])}, {"w.whl": zipped([("p/m.py", b"2")])}, "w.whl: in it p/m.py, byte 0"),
        (
            {"w.whl": zipped([("m", b"")])},
            {"w.whl": zipped([("m", b""), ("n", b"")])},
            "w.whl: in it n, which one lacks",
        ),
        (
            {"w.whl": zipped([("m", b"")])},
            {"w.whl": zipped([("m", b"")], (2026, 1, 2, 0, 0, 0))},
            "w.whl: its files are the same; their order, dates or permissions are not",
        ),
        ({"s.tar.gz": tarred([("m", b"12")])}, {"s.tar.gz": tarred([("m", b"13")])}, "s.tar.gz: in it m, byte 1"),
        ({}, {}, "nothing was built"),
    ],
)
def test_the_first_file_that_differs_is_named(one, two, said, tmp_path):
    assert build_twice.first_difference(*folders(tmp_path, one, two)) == said


TELLING = """
import json, os, sys, time
from pathlib import Path
kept = Path(sys.argv[1]) / "told"
kept.write_text(json.dumps([hash("x"), time.tzname, os.getcwd(), oct(os.umask(0)), os.environ["COLUMNS"]]))
"""


def test_the_two_buildings_differ_in_what_must_not_matter(tmp_path, monkeypatch):
    """A builder whose bytes hang on anything that must not matter is caught, and one that does not is not."""

    def telling(building, out):
        building.run(sys.executable, "-c", TELLING, out)

    def steady(building, out):
        building.run(sys.executable, "-c", "import sys; open(sys.argv[1] + '/told', 'w').write('1/3')", out)

    monkeypatch.setattr(build_twice, "_git", lambda *words: "README.md\0" if words[0] == "ls-files" else "1\n")
    monkeypatch.setitem(build_twice.PARTS, "telling", telling)
    monkeypatch.setitem(build_twice.PARTS, "steady", steady)
    one, two = build_twice.built_twice("telling", tmp_path / "telling")
    told = [json.loads((folder / "told").read_text()) for folder in (one, two)]
    assert all(left != right for left, right in zip(*told, strict=True))
    assert build_twice.first_difference(one, two).startswith("told: byte ")
    assert build_twice.first_difference(*build_twice.built_twice("steady", tmp_path / "steady")) is None


def test_what_cannot_be_built_says_so(tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(
        build_twice.PARTS, "docs", lambda building, out: building.run(sys.executable, "-c", "raise SystemExit('no')")
    )
    monkeypatch.setattr(build_twice, "_git", lambda *words: "README.md\0" if words[0] == "ls-files" else "1\n")
    monkeypatch.setattr(sys, "argv", ["build_twice.py", "docs"])
    assert build_twice.main() == 1
    assert capsys.readouterr().err.startswith("docs: cannot be built: ")


def test_the_release_builds_twice():
    workflow = (ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")
    assert "scripts/reproduce\n" in workflow


def numbers_of(path):
    """Return the description that a figure carries, in pixels or in vectors."""
    if path.suffix == ".svg":
        return re.search(r"<dc:description>(.*?)</dc:description>", path.read_text(encoding="utf-8"), re.DOTALL)[1]
    return Image.open(path).text["Description"]


def assert_same_numbers(path):
    """The numbers that are drawn stand in the file; those of the figure that is shown must be the same."""
    texts = [numbers_of(place) for place in (path, FIGURES / path.name)]
    assert texts[0] == texts[1], f"{path.name} shows old numbers; draw it again with scripts/figures"


@pytest.mark.parametrize("name", ["original"])
def test_figures_show_the_numbers_of_today(name, tmp_path):
    """The long version below draws them all."""
    assert_same_numbers(script("draw_figures").FIGURES[name](tmp_path))


HANDED_OUT = [
    pytest.param(part, marks=pytest.mark.slow(minutes=30 if part == "figures" else 5))
    for part in build_twice.PARTS
    if part != "vectors"  # these are made again, and compared with those that are kept, in `test_vectors.py`
]


@in_checkout
@pytest.mark.parametrize("part", HANDED_OUT)
def test_building_twice_gives_the_same_bytes(part, tmp_path):
    """It needs the network for the packages alone: the tools that build them."""
    one, two = build_twice.built_twice(part, tmp_path)
    assert build_twice.first_difference(one, two) is None
    if part == "figures":
        assert {path.name for path in one.iterdir()} == {path.name for path in FIGURES.iterdir()}
        for path in one.iterdir():
            assert_same_numbers(path)
