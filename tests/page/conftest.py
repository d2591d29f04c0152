"""The page in the browser, built from this checkout and from what scripts/play has downloaded; never downloads."""

import functools
import http.server
import threading
import zipfile
from pathlib import Path

import pytest
from from_scripts import script

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def page(tmp_path_factory):
    make = script("make_play")
    if not make.ARCHIVE.exists() or len(make.kept_wheels()) < len(make.WHEELS):
        pytest.skip("Pyodide and its wheels are not in build/play; run scripts/play")
    folder = tmp_path_factory.mktemp("page")
    wheel = folder / "truel_ref-0-py3-none-any.whl"  # the files of the package, as in its wheel
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted((ROOT / "truel_ref").rglob("*")):
            if path.is_file() and path.suffix != ".pyc":
                archive.write(path, path.relative_to(ROOT))
    make.build(folder / "site" / "play", wheel)
    return folder / "site" / "play"


@pytest.fixture
def server(page):
    """A server of static files, as any is."""
    with http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(script("make_play").Handler, directory=page.parent)
    ) as served:
        threading.Thread(target=served.serve_forever, daemon=True).start()
        yield served
        served.shutdown()
