import pytest

from truel_ref import course, solve

HITS = ["1/2", "2/5", "3/5"]


@pytest.mark.parametrize(("ending", "start"), [("png", b"\x89PNG"), ("svg", b"<?xml")])
def test_the_figure(run, tmp_path, ending, start):
    path = tmp_path / f"course.{ending}"
    status, out, err = run("course", *HITS, "--turns", "9", "-o", str(path))
    assert (status, out, err) == (0, f"{course(solve(HITS), turns=9)}\n", f"truel-ref: note: wrote {path}\n")
    first = path.read_bytes()
    assert first.startswith(start)
    run("course", *HITS, "--turns", "9", "-o", str(path))
    assert path.read_bytes() == first
