"""The command of maps where it writes; what it draws is tested with the maps."""

import errno
import os
import stat

import pytest

from truel_ref.maps import load_map

SMALL = ["map", "--c", "1", "--points", "3"]
posix = pytest.mark.skipif(os.name != "posix", reason="devices and links of POSIX")


def test_without_c_it_is_a_duel_and_says_so(run, tmp_path):
    data = tmp_path / "map.npz"
    said = "truel-ref: note: without --c this is a map of the duel of A and B; --c 1 adds a third player\n"
    assert run("map", "--points", "3", "--data", str(data))[0::2] == (0, said)
    assert load_map(data).spec.problem.players == 2
    assert run(*SMALL, "--data", str(data))[2] == ""


@posix
def test_links_stay_and_permissions_too(run, tmp_path):
    real, link = tmp_path / "real.npz", tmp_path / "link.npz"
    real.write_bytes(b"old")
    real.chmod(0o600)
    link.symlink_to("real.npz")
    assert run(*SMALL, "--data", str(link))[0] == 0
    assert (link.is_symlink(), stat.S_IMODE(real.stat().st_mode)) == (True, 0o600)
    assert load_map(real).spec.points == 3


def test_a_full_disk_is_one_line_and_takes_no_comparison_away(run, tmp_path, monkeypatch):
    def fail(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    data, path = str(tmp_path / "map.npz"), str(tmp_path / "difference.png")
    assert run(*SMALL, "--data", data)[0] == 0
    monkeypatch.setattr(os, "fsync", fail)
    status, out, err = run("map", "--diff", data, data, "-o", path)
    assert (status, err) == (2, f"truel-ref: cannot write {path!r}: No space left on device\n")
    assert len(out.splitlines()) > 1
    other = str(tmp_path / "other.npz")
    assert run(*SMALL, "--data", other) == (2, "", f"truel-ref: cannot write {other!r}: No space left on device\n")
    assert list(tmp_path.iterdir()) == [tmp_path / "map.npz"]
