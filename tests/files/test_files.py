"""Files: whatever happens, a reader sees the old file or the new one, and nothing is left beside it."""

import errno
import json
import os
import re
import stat
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest
from refusing import assert_refused

from truel_ref.errors import FileError, NumberError, ProblemError
from truel_ref.files import (
    json_text,
    make_folder,
    output_path,
    progress_bar,
    read_bytes,
    read_json,
    write_bytes,
    write_text,
)

posix = pytest.mark.skipif(os.name != "posix", reason="permissions and devices of POSIX")


def names(folder):
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture
def path(tmp_path):
    """A file that is there already."""
    (tmp_path / "numbers").write_bytes(b"old")
    return tmp_path / "numbers"


# -- what is written


def test_a_new_file_and_one_that_is_replaced(path, tmp_path):
    write_bytes(str(path), b"new")
    write_text(tmp_path / "page.md", "Größe\n\u2212\n")
    assert path.read_bytes() == b"new"
    assert (tmp_path / "page.md").read_bytes() == "Größe\n\u2212\n".encode()
    assert names(tmp_path) == ["numbers", "page.md"]


FULL = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize("step", ["fsync", "replace", "open"])
@pytest.mark.parametrize("way_out", [FULL, KeyboardInterrupt(), SystemExit(), MemoryError()], ids=repr)
def test_every_way_out_leaves_the_old_file_and_no_other(path, tmp_path, monkeypatch, step, way_out):
    def fails(*_, **__):
        raise way_out

    monkeypatch.setattr(Path if step == "open" else os, step, fails)
    error = FileError if way_out is FULL else type(way_out)
    says = re.escape(f"cannot write {str(path)!r}: No space left on device") if way_out is FULL else None
    with pytest.raises(error, match=says):
        write_bytes(path, b"new")
    monkeypatch.undo()
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == ["numbers"]


WRITER = """
import sys
from truel_ref.files import write_bytes
path, sign = sys.argv[1:]
for _ in range(40):
    write_bytes(path, sign.encode() * 200_000)
"""


def test_three_writers_never_tear_and_readers_never_see_a_part(tmp_path):
    path = tmp_path / "numbers"
    write_bytes(path, b"0" * 200_000)
    writers = [subprocess.Popen([sys.executable, "-c", WRITER, str(path), sign]) for sign in "123"]
    seen = set()
    while any(writer.poll() is None for writer in writers):
        data = path.read_bytes()
        assert len(data) == 200_000
        assert len(set(data)) == 1
        seen.add(data[:1])
    assert [writer.wait() for writer in writers] == [0, 0, 0]
    assert path.read_bytes()[:1] in {b"1", b"2", b"3"}
    assert len(seen) > 1
    assert names(tmp_path) == ["numbers"]


# -- what stands at the place


@posix
def test_permissions_are_kept_and_new_files_get_those_of_the_umask(tmp_path):
    path = tmp_path / "numbers"
    before = os.umask(0o027)
    try:
        write_bytes(path, b"new")
        assert stat.S_IMODE(path.stat().st_mode) == 0o640
        path.chmod(0o600)
        write_bytes(path, b"newer")
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    finally:
        os.umask(before)


@posix
def test_a_link_stays_and_what_it_points_to_is_replaced(tmp_path):
    (tmp_path / "far").mkdir()
    (tmp_path / "link").symlink_to("far/numbers")
    (tmp_path / "chain").symlink_to("link")
    for place, data in (("link", b"first"), ("link", b"second"), ("chain", b"third")):
        write_bytes(tmp_path / place, data)
        assert (tmp_path / place).is_symlink()
        assert (tmp_path / "far" / "numbers").read_bytes() == data
    assert names(tmp_path / "far") == ["numbers"]


@posix
def test_what_cannot_be_written_is_refused_before_the_work_and_left_alone(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    Path("folder").mkdir()
    Path("to-device").symlink_to("/dev/null")
    Path("to-nowhere").symlink_to("absent/map.png")
    before = names(tmp_path)
    for name, says in {
        "pipe": "it is not a file; name a file",
        "/dev/null": "it is not a file",
        "to-device": "it is not a file",
        "to-nowhere": "/absent'; make it first",
        "folder": "it is a folder; name a file in it",
        "new/": "it is a folder",
        "": "give the name of a file",
        "nowhere/map.png": "there is no folder 'nowhere'; make it first",
        "pipe/map.png": "there is no folder 'pipe'",
        "n" * 300: os.strerror(errno.ENAMETOOLONG),
        "nul\0byte": "no file can have this name",
        "lone\ud800surrogate": "no file can have this name",
    }.items():
        for refuse in (output_path, partial(write_bytes, data=b"x")):
            with pytest.raises(FileError, match=re.escape(says)) as caught:
                refuse(name)
            assert re.fullmatch(r"cannot write '.*", str(caught.value)) and ".part" not in str(caught.value)
    assert names(tmp_path) == before
    assert Path("/dev/null").is_char_device()


@posix
@pytest.mark.parametrize(
    ("denied", "says"), [("numbers", "the file is write-protected"), ("", "the folder .* allows no new files")]
)
def test_what_may_not_be_written_is_refused(path, monkeypatch, denied, says):
    """By the answer of the operating system: root may write everywhere."""
    monkeypatch.setattr(os, "access", lambda place, mode: place != path.parent / denied)
    with pytest.raises(FileError, match=says):
        write_bytes(path, b"new")
    assert path.read_bytes() == b"old"


def test_folders_are_made(tmp_path):
    assert make_folder(tmp_path / "one" / "two").is_dir()
    (tmp_path / "file").write_text("")
    for place in (tmp_path / "file", tmp_path / "file" / "below", "nul\0byte"):
        with pytest.raises(FileError, match="cannot make the folder"):
            make_folder(place)


def test_what_is_read_is_bounded(path):
    assert read_bytes(path, 3) == b"old"
    for place, most, says in [
        (path, 2, "cannot read .*: it is longer than 2 bytes"),
        (path.parent, 9, "cannot read .*: Is a directory"),
        ("nul\0byte", 9, "no file can have this name"),
    ]:
        assert_refused(FileError, partial(read_bytes, place, most), says)
    if Path("/dev/zero").exists():
        assert_refused(FileError, partial(read_bytes, "/dev/zero", 10**7), "it is longer than 10,000,000 bytes")


# -- JSON


JSON = [
    (ProblemError, "{", "not JSON"),
    (ProblemError, "", "not JSON"),
    (ProblemError, '{"a": 1, "b": 2, "a": 3}', "the key 'a' occurs twice"),
    (ProblemError, '[{"x": {"b": 1, "b": 1}}]', "the key 'b' occurs twice"),
    (NumberError, "[NaN]", "NaN is not a number of JSON"),
    (NumberError, "[0.0, 1e-400]", "'1e-400' is too small for a number of JSON; write it as text"),
    (NumberError, "[-Infinity]", "-Infinity is not a number of JSON"),
    (ProblemError, b"\xff", "not UTF-8 text"),
    (ProblemError, "[" * 100_000, "nested too deeply"),
    (ProblemError, '{"a": ' * 100_000, "nested too deeply"),
    *(
        (NumberError, f'{{"n": [{digits}]}}', "has more than 10,000 digits, the limit")
        for digits in ("1" + "0" * 10_001, "-" + "7" * 10_002, "7" * 10**6)
    ),
]
REFUSED = [
    *((error, partial(read_json, text), re.escape(says)) for error, text, says in JSON),
    *((ValueError, partial(json_text, {"n": [10**5000, float(bad)]}), "JSON compliant") for bad in ("nan", "inf")),
]


@pytest.mark.parametrize(("error", "call", "says"), REFUSED, ids=range(len(REFUSED)))
def test_json_that_is_refused(error, call, says):
    assert_refused(error, call, says)


def test_integers_of_any_length_are_read_and_written():
    for number in (10**5000 + 7, -(10**5000) - 7, 10**639, 10**640, 10**10_000):
        assert read_json(json_text({"n": [number]})) == {"n": [number]}
    assert read_json(b"\xef\xbb\xbf[1]\r\n") == [1]


def test_json_is_written_as_python_writes_it():
    data = {"a": [1, 2.5, "x\u2212", None, True], "b": {"c": ()}}
    assert json_text(data | {"n": 10**5000}).replace("1" + "0" * 5000, "7") == json.dumps(data | {"n": 7})


# -- progress


def test_a_bar_is_shown_on_a_terminal_only(monkeypatch, capsys):
    with progress_bar("rows", total=2) as advance:
        advance(1)
    monkeypatch.setattr(sys, "stderr", None)
    with progress_bar("rows", total=2) as advance:
        advance(1)
    assert capsys.readouterr() == ("", "")
