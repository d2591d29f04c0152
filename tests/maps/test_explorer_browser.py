"""The page of `truel-ref explore`, and pages that are written, in a real browser."""

import os
import signal
import subprocess
import sys
from fractions import Fraction
from io import BytesIO
from pathlib import Path

import pytest
from browser import CHROMIUM, PATIENCE, Browser
from PIL import Image

from truel_ref import Problem, why
from truel_ref.maps import map_problem
from truel_ref.maps.colors import paint
from truel_ref.maps.explore.question import Question

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here")

ROOT = Path(__file__).parents[2]


@pytest.fixture
def browser(tmp_path):
    pytest.importorskip("bokeh")
    with Browser(tmp_path / "profile") as opened:
        yield opened


model = Browser.model


def color_at(browser, right, up):
    """Return the colour that is seen at a place of the map, in percent."""
    picture = Image.open(BytesIO(browser.picture())).convert("RGB")
    return picture.getpixel(tuple(map(round, browser.place(right, up))))


def expected_color(hits, right, up, **fields):
    data = map_problem(hits, points=100, a_above_b=True, **fields)
    return tuple(round(255 * part) for part in paint(data, "w").colors[up, right].tolist())


def test_a_written_page_says_every_answer_and_asks_for_nothing(browser, tmp_path):
    path = tmp_path / "map.html"
    path.write_text(map_problem(["1/2"], points=10, a_above_b=True).page("w"))
    browser.open_page(path.as_uri())
    browser.point(*browser.place(70, 20))
    answer = Question(Problem([0, 0, "1/2"])).point_text(Fraction(1, 5), Fraction(7, 10))
    browser.wait(f"{model('tooltip')}.text === {answer!r}")
    assert browser.value(f"{model('tooltip')}.visible")
    browser.click(*browser.place(31, 89))  # a tenth is a pixel: the nearest one is meant
    answer = Question(Problem([0, 0, "1/2"])).point_text(Fraction(9, 10), Fraction(3, 10))
    browser.wait(f"document.getElementById('kept').textContent === {answer!r}")
    browser.point(5, 5)
    browser.wait(f"!{model('tooltip')}.visible")
    assert [address for address in browser.requests if not address.startswith(("file:", "data:"))] == []
    assert browser.complaints == []


@pytest.fixture
def served(tmp_path):
    """A page being served by the command, as (address, process)."""
    pytest.importorskip("bokeh")
    words = [sys.executable, "-m", "truel_ref", "explore", "1/3", "2/3", "1", "--points", "100", "--no-browser"]
    # Without a buffer in between, the address is read as soon as it is printed.
    process = subprocess.Popen(
        words,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"},
    )
    yield process.stdout.readline().split()[0], process
    process.kill()
    process.communicate()


@pytest.mark.slow
def test_the_page_is_walked_through(browser, served):
    """The colours follow the slider, the pointer is told the exact answer, a click is explained; and Ctrl-C ends it."""
    address, process = served
    assert address.startswith("http://127.0.0.1:")
    browser.open_page(address)
    browser.wait(f"{model('why')}.text.length > 3")
    assert browser.value(f"{model('why')}.text") == why(["1/3", "2/3", 1]).to_text(width=100)
    assert color_at(browser, 80, 30) == expected_color([1], 80, 30)

    browser.point(*browser.place(90, 20))
    answer = Question(Problem([0, 0, 1])).point_text(Fraction(1, 5), Fraction(9, 10))
    browser.wait(f"{model('tooltip')}.text === {answer!r} && {model('tooltip')}.visible")
    browser.click(*browser.place(10, 80))
    browser.wait(f"{model('command')}.text === 'truel-ref why 4/5 1/10 1'")
    told = why(["4/5", "1/10", 1]).to_text(width=100)
    browser.wait(f"{model('why')}.text === {told!r}")
    browser.point(5, 5)

    browser.value(f"{model('slider')}.value = 37")
    browser.wait(f"{model('title')}.text.startsWith('pC = 37/100') && {model('status')}.text === ''")
    browser.wait(f"{model('command')}.text === 'truel-ref why 4/5 1/10 37/100'")
    assert expected_color(["37/100"], 80, 30) != expected_color([1], 80, 30)
    assert color_at(browser, 80, 30) == expected_color(["37/100"], 80, 30)

    assert all(address.startswith(("data:", "http://127.0.0.1:")) for address in browser.requests)
    assert browser.complaints == []
    process.send_signal(signal.SIGINT)
    assert process.wait(PATIENCE) == 0
    assert process.stderr.read() == ""
