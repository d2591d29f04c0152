"""The page of `truel-ref explore`, and pages that are written, in a real browser."""

import json
import os
import re
import signal
import subprocess
import sys
from fractions import Fraction
from io import BytesIO
from pathlib import Path

import pytest
from browser import CHROMIUM, PATIENCE, PLOT, Browser
from PIL import Image

from truel_ref import Problem, why
from truel_ref.maps import map_problem
from truel_ref.maps.colors import paint
from truel_ref.maps.explore.question import Question
from truel_ref.maps.labels import Hover, answer_rows

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


TABLE = """[...document.querySelectorAll('#answer table tr, #answer caption')]
    .map((line) => line.cells ? [...line.cells].map((cell) => cell.textContent) : [line.textContent])"""
COLUMNS = ["player", "wins", "percent"]


def shows(browser, hit_a, hit_b, third):
    """Wait until the table beside the map has the answer at a point."""
    place, *rows = answer_rows(Question(Problem([0, 0, third])).point_text(Fraction(hit_a), Fraction(hit_b)))
    browser.wait(f"JSON.stringify({TABLE}) === JSON.stringify({json.dumps([place, COLUMNS, *rows])})")


def test_a_written_page_says_every_answer_and_asks_for_nothing(browser, tmp_path):
    """Under the pointer, after a click and after arrow keys, which are in its address."""
    path = tmp_path / "map.html"
    path.write_text(map_problem(["1/2"], points=10).page("w"))
    browser.open_page(path.as_uri())
    assert browser.value(TABLE) == []
    browser.point(*browser.place(70, 20))
    shows(browser, "1/5", "7/10", "1/2")
    browser.click(*browser.place(89, 31))  # a tenth is a pixel: the nearest one is meant
    shows(browser, "3/10", "9/10", "1/2")
    browser.point(*browser.place(70, 20))
    shows(browser, "1/5", "7/10", "1/2")
    browser.point(5, 5)
    shows(browser, "3/10", "9/10", "1/2")
    assert browser.value("document.activeElement.id") == "map"
    browser.key("ArrowLeft")
    shows(browser, "3/10", "8/10", "1/2")
    browser.key("ArrowUp", shift=True)  # ten steps up there is no pixel
    browser.key("ArrowUp")
    shows(browser, "4/10", "8/10", "1/2")
    assert browser.value("location.hash") == "#pA=4/10&pB=8/10"
    assert browser.value(f"[{model('chosen')}.data.x[0], {model('chosen')}.data.y[0]]") == [80, 40]
    assert [address for address in browser.requests if not address.startswith(("file:", "data:"))] == []
    assert browser.complaints == []


def test_a_written_page_begins_at_the_point_in_its_address(browser, tmp_path):
    path = tmp_path / "map.html"
    path.write_text(map_problem(["1/2"], points=10).page("w"))
    browser.open_page(f"{path.as_uri()}#pA=1/5&pB=0001/2")
    shows(browser, "1/5", "1/2", "1/2")
    for wrong in ("pA=1/2&pB=1/3", "pA=1/2", "pA=1/0&pB=1", "pA=1/2&pB=1/5", "pA=<b>&pB=1", f"pA={'1' * 99}&pB=1"):
        browser.value(f"location.hash = '#pA=1/5&pB=1/2', location.hash = '#{wrong}'")
        browser.wait(f"JSON.stringify({TABLE}) === '[[\"The address names no point of this map.\"]]'")
    assert browser.complaints == []


def test_a_touch_is_a_click(browser, tmp_path):
    path = tmp_path / "map.html"
    path.write_text(map_problem(["1/2"], points=10).page("w"))
    browser.open_page(path.as_uri())
    x, y = browser.place(70, 20)
    browser.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
    browser.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
    shows(browser, "1/5", "7/10", "1/2")
    assert browser.value("location.hash") == "#pA=2/10&pB=7/10"


def test_no_text_of_an_answer_is_read_as_html(browser, tmp_path, monkeypatch):
    data = map_problem(["1/2"], points=2)
    monkeypatch.setattr(Hover, "lines", lambda hover, row, column: "<b>1</b>\nA <i>1</i> (<u>1 %)\n</script><b>")
    path = tmp_path / "map.html"
    path.write_text(data.page("w"))
    browser.open_page(path.as_uri())
    browser.click(*browser.place(100, 0))
    browser.wait(f"{TABLE}.length === 4")
    assert browser.value(TABLE) == [["<b>1</b>"], COLUMNS, ["A", "<i>1</i>", "<u>1 %"], ["</script><b>"]]
    assert browser.complaints == []


WIDTHS = 1280, 768, 480


def fits(browser, width):
    """Return what stands outside a window of some width, and the width and height of the map."""
    browser.resize(width, 900)
    browser.wait(f"innerWidth === {width} && {PLOT}.el.getBoundingClientRect().right <= {width}")
    map_size = browser.value(f"(({{width, height}}) => [width, height])({PLOT}.frame.bbox)")
    outside = f"[...document.querySelectorAll('body *')].filter((e) => e.getBoundingClientRect().right > {width})"
    return browser.value(f"{outside}.map((element) => element.outerHTML)"), map_size


def test_a_written_page_fits_every_window_and_its_map_is_a_square(browser, tmp_path):
    path = tmp_path / "map.html"
    path.write_text(map_problem(["1/2"], points=10).page("t"))
    browser.open_page(f"{path.as_uri()}#pA=1/5&pB=1/2")
    for width in WIDTHS:
        outside, (wide, high) = fits(browser, width)
        assert (outside, wide) == ([], pytest.approx(high, abs=2))
    ends = "['map', 'answer'].map((name) => document.getElementById(name).getBoundingClientRect())"
    assert browser.value(f"(([map, answer]) => answer.top >= map.bottom)({ends})"), "they do not stand under each other"


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
    assert "A misses because 25/63 &gt; 59/189 (C)" in browser.value(f"{model('why')}.text")
    shows(browser, "1/3", "2/3", 1)
    assert color_at(browser, 80, 30) == expected_color([1], 80, 30)

    browser.point(*browser.place(90, 20))
    shows(browser, "1/5", "9/10", 1)
    browser.click(*browser.place(10, 80))
    browser.wait(f"{model('command')}.text === 'truel-ref why 4/5 1/10 1'")
    (told,) = re.findall("^<p>.*?</p>", why(["4/5", "1/10", 1])._repr_html_())
    browser.wait(f"{model('why')}.text.startsWith({told!r})")
    browser.point(5, 5)
    browser.wait("location.search.startsWith('?pA=4/5&pB=1/10&pC=1&play=announced&')")

    browser.value(f"{model('slider')}.value = 37")
    browser.wait(f"{model('title')}.text.startsWith('pC = 37/100') && {model('status')}.text === ''")
    browser.wait(f"{model('command')}.text === 'truel-ref why 4/5 1/10 37/100'")
    assert expected_color(["37/100"], 80, 30) != expected_color([1], 80, 30)
    assert color_at(browser, 80, 30) == expected_color(["37/100"], 80, 30)

    browser.key("ArrowRight")
    browser.key("ArrowDown", shift=True)
    browser.wait(f"{model('command')}.text === 'truel-ref why 7/10 11/100 37/100'")
    shows(browser, "7/10", "11/100", "37/100")
    for width in WIDTHS:
        outside, (wide, high) = fits(browser, width)
        assert (outside, wide) == ([], pytest.approx(high, abs=2))

    browser.open_page(browser.value("location.href").replace("colors=w", "colors=t"))
    shows(browser, "7/10", "11/100", "37/100")
    assert browser.value(f"{model('colors')}.value") == "t"
    browser.open_page(f"{address}?pC=<b>")
    browser.wait(f"{model('notice')}.text.startsWith('The address has a mistake')")
    shows(browser, "1/3", "2/3", 1)

    assert all(address.startswith(("data:", "http://127.0.0.1:")) for address in browser.requests)
    assert browser.complaints == []
    process.send_signal(signal.SIGINT)
    assert process.wait(PATIENCE) == 0
    assert process.stderr.read() == ""
