"""The page in a headless Chromium: what it shows is the exact answer, also without a network."""

import gzip
import json
import re

import pytest
from browser import CHROMIUM, Browser

import truel_ref
from truel_ref import equilibria, solve, why
from truel_ref.numbers import percent_text

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here")

STATUS = "document.getElementById('status').textContent"
TEXTS = (
    """[...document.querySelectorAll('#%s tbody tr')].map((row) => [...row.cells].map((cell) => cell.textContent))"""
)
KEPT = """caches.keys().then((names) => Promise.all(names.filter((name) => name.startsWith('%s')).map(
    async (name) => (await (await caches.open(name)).keys()).map((one) => one.url)))).then((all) => all.flat())"""
DAMAGED = "caches.open('truel-ref memory').then((kept) => kept.put('%s', new Response(new Uint8Array(65536))))"
SMALL = 10  # MB over the wire, if the server compresses


@pytest.fixture
def browser(tmp_path):
    pytest.importorskip("tornado")
    with Browser(tmp_path / "profile") as opened:
        yield opened
        assert opened.complaints == []


@pytest.fixture
def address(server):
    return f"http://127.0.0.1:{server.server_port}/play/"


DRAWING = " of 25,921 points|Done|no answer|failed"


def ask(browser, address, question, until=DRAWING):
    """Open the page with a question, and wait for its status; if the page is open, only the question changes."""
    browser.value("document.getElementById('status')?.replaceChildren()")
    browser.open(address + question)
    waited(browser, until)


def waited(browser, until):
    browser.wait(f"/{until}/.test({STATUS})")


def table(browser, section="answer"):
    return browser.value(TEXTS % section)


def expected(problem, aims, win):
    shown = zip("ABCDEF", problem.hits, aims, win, strict=False)
    return [[name, str(hit), str(aim), str(chance), percent_text(chance), ""] for name, hit, aim, chance in shown]


def announced(question):
    solution = solve(question)
    return expected(solution.problem, solution.phases[0].aims, solution.phases[0].win)


def text(browser, section):
    return browser.value(f"document.getElementById('{section}').textContent")


def test_a_link_is_a_question_and_the_answer_is_exact(browser, address):
    ask(browser, address, "")
    assert table(browser) == announced("1/3 2/3 1")
    assert text(browser, "version") == truel_ref.__version__
    explained = why("1/3 2/3 1")
    assert all(said in text(browser, "why") for said in (explained.conclusion, *explained.steps))
    announcements = "document.querySelectorAll('svg.tree path%s').length"
    assert [browser.value(announcements % kind) for kind in ("", ".on")] == [3 + 9 + 27, 1 + 3 + 9]
    assert "announcing changes nobody's chances" in text(browser, "compare")
    ask(browser, address, "#1/2,2/5,3/5&play=stationary")
    (only,) = equilibria("1/2 2/5 3/5")
    assert table(browser) == expected(only.problem, only.aims, only.win)
    assert browser.value("document.querySelector('[name=play]').value") == "stationary"
    assert {re.match(r"blob:|data:|http://[^/]+/", asked)[0] for asked in browser.requests} <= {
        *("blob:", "data:", address.removesuffix("play/"))
    }


def test_the_form_asks_and_the_address_follows(browser, address):
    ask(browser, address, "#1/3,2/3,1")
    fields = "[...document.querySelectorAll('[name=hits]')].forEach((input, at) => (input.value = %s[at]))"
    browser.value(fields % json.dumps(["1/4", "1/2", "3/4", "1", "", ""]))
    browser.value("document.querySelector('[name=search][value=Miss]').click()")
    browser.value("document.querySelector('button[type=submit]').click()")
    browser.wait("location.hash === '#1/4,1/2,3/4,1&search=Others'")
    waited(browser, " of 25,921 points|Done")
    solution = solve("1/4 1/2 3/4 1", search="others")
    assert table(browser) == expected(solution.problem, solution.phases[0].aims, solution.phases[0].win)


def test_mistakes_are_shown_as_text(browser, address):
    ask(browser, address, "#1/2,<b>x</b>")
    said = browser.value("document.querySelector('#answer .error').textContent")
    assert said.startswith("player B: '<b>x</b>' is not a number; give the numbers alone")
    ask(browser, address, "#1/3,2/3,1&colour=red")
    browser.wait("document.querySelector('#answer .error').textContent.startsWith(\"unknown key 'colour'\")")
    ask(browser, address, "#1/3,2/3,1&names=Ann,%26lt;i,Carl")
    assert browser.value("document.querySelectorAll('#results i, #results b').length") == 0


def test_the_map_is_painted_from_exact_answers_and_stays_when_a_point_is_asked_for(browser, address):
    ask(browser, address, "#1/3,2/3,1/2", until=" of 25,921 points")
    colors = {
        name: tuple(bytes.fromhex(color)) for name, color in zip("ABC", ("d55e00", "009e73", "0072b2"), strict=True)
    }
    steps = 160
    browser.wait("document.getElementById('progress').value > 0.017")  # the picture of 21 by 21 points
    pixel = "[...document.querySelector('canvas').getContext('2d').getImageData(%s, %s, 1, 1).data].slice(0, 3)"
    for up, right in ((48, 104), (0, 160), (160, 0), (24, 32), (80, 136), (152, 152)):
        favourite = solve([f"{up}/{steps}", f"{right}/{steps}", "1/2"]).favourite
        assert tuple(browser.value(pixel % (right, steps - up))) == colors[favourite], (up, right)
    browser.value("document.querySelector('canvas').focus()")
    for key in ("ArrowUp", "ArrowRight", "ArrowRight"):
        browser.key(key)
    browser.value("document.querySelector('canvas').dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' }))")
    browser.wait("document.querySelector('#answer td').textContent === '81/160'")
    assert table(browser) == announced("81/160 82/160 1/2")
    browser.wait("document.getElementById('progress').value > 0.017")
    browser.value("document.getElementById('stop').click()")


def test_a_field_takes_one_number(browser, address):
    ask(browser, address, "#1/3,2/3", until="points|Done")
    field = "document.querySelector('[name=hits]').value = '%s'; document.querySelector('button[type=submit]').click()"
    browser.value(field % "1/2, 1/3")
    said = browser.value("document.querySelector('#answer .error').textContent")
    assert said == "'1/2, 1/3': a field takes one number; write 1/3, 0.55 or 55%"
    assert browser.value("document.getElementById('answer').hasAttribute('aria-busy')") is False
    browser.value(field % "0,25")
    browser.wait("location.hash === '#0.25,2/3'")


def test_the_lesson_runs_and_keeps_what_was_typed(browser, address):
    typed = """((at, answer) => {
      const field = document.querySelectorAll('textarea')[at];
      field.value = field.value.replace('""', `"${answer}"`);
      field.dispatchEvent(new Event('input'));
      field.parentNode.querySelector('button').click();
    })(%d, '%s')"""
    for cell, answer, verdict in ((2, "3/7", "right"), (3, "4/7", "wrong; read R2.4")):
        browser.open(address + "lesson.html")
        waited(browser, "Ready")
        browser.value(typed % (cell, answer))
        waited(browser, "Ready")
        said = browser.value("[...document.querySelectorAll('.cell [role=status]')].map((each) => each.textContent)")
        assert said[cell].startswith(verdict)
    assert ("2/3" in said[1], said[2]) == (True, "right"), "cells above run first, as they were typed before"


def test_stop_ends_a_long_question_and_the_next_one_is_answered(browser, address):
    """The equilibria of four players who always hit take minutes."""
    ask(browser, address, "#1,1,1,1&play=stationary", until="Computing")
    browser.value("document.getElementById('stop').click()")
    waited(browser, "Stopped")
    ask(browser, address, "#1/2,1/3")
    assert table(browser) == announced("1/2 1/3")


def test_it_works_without_a_network_after_the_first_visit(browser, address, server, page):
    ask(browser, address, "#1/2,1/3")
    browser.wait("navigator.serviceWorker.ready.then((one) => one.active.state === 'activated')")
    server.shutdown()
    server.server_close()
    browser.call("Network.clearBrowserCache")
    browser.open("about:blank")
    ask(browser, address, "#1/3,2/3,1")
    assert table(browser) == announced("1/3 2/3 1")
    listed = {*json.loads((page / "files.json").read_text())} - {"index.html"} | {"", "files.json"}
    assert {url.removeprefix(address) for url in browser.value(KEPT % "truel-ref play")} == listed


def test_a_later_visit_begins_with_the_memory_of_the_first_and_a_damaged_one_is_replaced(browser, address):
    for question in ("1/2 1/3", "1/3 2/3 1", "1/4 1/2", "1/3 1/2 1"):
        browser.open("about:blank")
        ask(browser, address, "#" + question.replace(" ", ","))
        assert table(browser) == announced(question)
        (memory,) = browser.wait(KEPT % "truel-ref memory")
        browser.value(DAMAGED % memory if question == "1/3 2/3 1" else "null")


@pytest.mark.parametrize("width", [400, 1280])
def test_nothing_is_wider_than_the_window(browser, address, width):
    """Pages of three, of five players, of a plan, of a mistake; tables and the tree scroll inside their frames."""
    browser.resize(width, 900)
    for question in ("#1/3,2/3,1", "#1/5,4/5,1/2,7/10,3/5&play=periodic", "#1/2,x"):
        ask(browser, address, question)
        assert browser.value("document.documentElement.scrollWidth") == width, question
        unnamed = "(e) => !(e.labels?.length || e.textContent || e.getAttribute('aria-labelledby'))"
        assert browser.value(f"[...document.querySelectorAll('input, select, button, canvas')].filter({unnamed})") == []


def test_it_is_small_over_the_wire(page):
    sizes = {path: len(gzip.compress(path.read_bytes())) for path in page.rglob("*") if path.is_file()}
    assert sum(sizes.values()) < SMALL * 10**6
