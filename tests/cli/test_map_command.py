"""The command of maps where it writes; what it draws is tested with the maps."""

import errno
import os
import stat
from pathlib import Path

import pytest

from truel_ref.maps import load_map

SMALL = ["map", "--c", "1", "--points", "3"]
posix = pytest.mark.skipif(os.name != "posix", reason="devices and links of POSIX")


def test_without_c_it_is_a_duel_and_says_so(run, tmp_path):
    status, _, err = run("map", "--points", "3", "--data", str(tmp_path / "map.npz"))
    assert status == 0
    assert err == "truel-ref: note: without --c this is a map of the duel of A and B; --c 1 adds a third player\n"
    assert load_map(tmp_path / "map.npz").spec.problem.players == 2
    assert run(*SMALL, "--data", str(tmp_path / "map.npz"))[2] == ""


@pytest.mark.parametrize("option", ["-o", "--data"])
@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("nowhere/map.png", "there is no folder 'nowhere'; make it first"),
        ("folder.png", "it is a folder; name a file in it"),
        ("folder.png/", "names a folder"),
    ],
)
def test_a_place_where_nothing_can_be_written(refused, tmp_path, monkeypatch, option, name, says):
    monkeypatch.chdir(tmp_path)
    Path("folder.png").mkdir()
    refused([*SMALL, option, name], says)
    assert [path.name for path in tmp_path.rglob("*")] == ["folder.png"]


@pytest.mark.parametrize("name", [".", "", ".."])
def test_no_name_of_a_file(refused, tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    refused([*SMALL, "--data", name], "cannot write")
    assert list(tmp_path.iterdir()) == []


@posix
def test_a_device_is_refused_and_stays_one(refused):
    refused([*SMALL, "--data", "/dev/null"], "cannot write '/dev/null': it is a device, not a file")
    assert Path("/dev/null").is_char_device()


@posix
def test_links_stay_and_permissions_too(run, tmp_path):
    (tmp_path / "real.npz").write_bytes(b"old")
    (tmp_path / "real.npz").chmod(0o600)
    (tmp_path / "link.npz").symlink_to("real.npz")
    assert run(*SMALL, "--data", str(tmp_path / "link.npz"))[0] == 0
    assert (tmp_path / "link.npz").is_symlink()
    assert stat.S_IMODE((tmp_path / "real.npz").stat().st_mode) == 0o600
    assert load_map(tmp_path / "real.npz").spec.points == 3


@pytest.fixture
def full(monkeypatch):
    def fail(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    return lambda: monkeypatch.setattr(os, "fsync", fail)


def test_a_full_disk_is_one_line(run, tmp_path, full):
    full()
    path = str(tmp_path / "map.npz")
    assert run(*SMALL, "--data", path) == (2, "", f"truel-ref: cannot write {path!r}: No space left on device\n")
    assert list(tmp_path.iterdir()) == []


def test_a_difference_is_printed_though_it_cannot_be_drawn(run, tmp_path, full):
    data, path = str(tmp_path / "map.npz"), str(tmp_path / "difference.png")
    assert run(*SMALL, "--data", data)[0] == 0
    full()
    status, out, err = run("map", "--diff", data, data, "-o", path)
    assert (status, err) == (2, f"truel-ref: cannot write {path!r}: No space left on device\n")
    assert len(out.splitlines()) > 1
