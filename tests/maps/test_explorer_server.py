"""The server of the explorer: who gets something from it, and how much."""

import asyncio
import contextlib
import http.client
import json
import logging
import os
import re
import socket
import stat
import threading
from fractions import Fraction
from pathlib import Path
from urllib.parse import urlsplit

import pytest

pytest.importorskip("bokeh")

from truel_ref import Problem
from truel_ref.maps.explore import server as serving
from truel_ref.maps.explore.question import Question
from truel_ref.maps.explore.server import HOST, MOST_CONNECTIONS, MOST_PAGES, Served

SEEN = set()


@pytest.fixture
def filled():
    return []


@pytest.fixture
def served(filled):
    """A page being served by a thread of this process."""
    with serving_in_a_thread(lambda: Served(filled.append)) as page:
        yield page


@contextlib.contextmanager
def serving_in_a_thread(make):
    ready, kept = threading.Event(), []

    def run():
        loop = asyncio.new_event_loop()
        asyncio.set_event_loop(loop)
        kept.append(make())
        kept[0]._loop.add_callback(ready.set)
        kept[0].run()
        kept[0]._server._http.stop()
        loop.close()

    thread = threading.Thread(target=run)
    thread.start()
    assert ready.wait(60)
    yield kept[0]
    kept[0]._loop.add_callback(kept[0]._loop.stop)
    thread.join(60)
    assert not thread.is_alive()
    assert secret_of(kept[0]) not in SEEN  # every start has another address
    SEEN.add(secret_of(kept[0]))


def asked(served, path, method="GET", body=None, **headers):
    """Return the status and the content of an answer."""
    connection = http.client.HTTPConnection(HOST, served.port, timeout=60)
    try:
        connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


def secret_of(served):
    return urlsplit(served.address).path


def token_of(served):
    """Return what a page is given to open its socket with."""
    page = asked(served, secret_of(served))[1].decode()
    return json.loads(re.search(r'"token":("[^"]*")', page)[1])


@contextlib.contextmanager
def connections(served, number):
    with contextlib.ExitStack() as opened:
        yield [opened.enter_context(socket.create_connection((HOST, served.port), timeout=60)) for _ in range(number)]


def test_the_address_is_of_this_machine_and_has_a_part_that_nobody_can_guess(served, filled):
    assert re.fullmatch(rf"http://127\.0\.0\.1:{served.port}/[A-Za-z0-9_-]{{22}}/", served.address)
    status, page = asked(served, secret_of(served))
    assert (status, len(filled)) == (200, 1)
    assert b"<!DOCTYPE html>" in page
    assert secret_of(served).encode() in page


@pytest.mark.parametrize(
    "path", ["/", "/ws", "/metadata", "/autoload.js", "/static/js/bokeh.min.js", "/AAAAAAAAAAAAAAAAAAAAAA/", "/%2e%2e/"]
)
def test_without_it_there_is_nothing(served, filled, path):
    assert asked(served, path)[0] == 404
    assert filled == []


@pytest.mark.parametrize(
    "path",
    [
        "static/../../../../../../../../etc/passwd",
        "static/%2e%2e/%2e%2e/%2e%2e/%2e%2e/%2e%2e/%2e%2e/%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
        "static//etc/passwd",
        "static/extensions/../../../../etc/passwd",
        "static/extensions//etc/passwd",
        "../../etc/passwd",
        "static/js/../../../server.py",
        "static/",
    ],
)
def test_no_file_but_the_scripts_of_the_page_is_served(served, path):
    status, content = asked(served, secret_of(served) + path)
    assert status in (403, 404)
    assert b"root:" not in content
    assert asked(served, secret_of(served) + "static/js/bokeh.min.js")[0] == 200


def test_nobody_else_opens_its_socket(served, filled):
    wanted = {
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec_WebSocket_Version": "13",
        "Sec_WebSocket_Key": "AAAAAAAAAAAAAAAAAAAAAA==",
    }
    mine, token, invented = f"http://{HOST}:{served.port}", token_of(served), "eyJzZXNzaW9uX2lkIjogIm1pbmUifQ"

    def opened(origin, token):
        path, protocol = secret_of(served) + "ws", f"bokeh, {token}"
        return asked(served, path, Origin=origin, Sec_WebSocket_Protocol=protocol, **wanted)[0]

    others = [opened(origin, token) for origin in ("http://elsewhere.example", f"http://localhost:{served.port}")]
    assert others == [403, 403]
    opened(mine, invented)
    asked(served, secret_of(served) + "metadata")
    assert len(filled) == 1  # who invents a session is given no page
    assert opened(mine, token) == 101


def test_the_page_is_given_what_its_address_says(monkeypatch):
    """As text, the last of several values; bytes that are no text are replaced, and what is long is not cut here."""
    pages = []
    monkeypatch.setattr(serving, "Page", lambda *arguments, said: pages.append((*arguments[1:], said)))
    question, point = Question(Problem([0, 0, 1])), (Fraction(1, 3), Fraction(1, 2))
    with serving_in_a_thread(lambda: serving.serve(question, point)) as served:
        for query in ("", "?pA=1/3&pB=2%2F3&pB=1", "?colors=%ff%3Cb%3E&x=" + "y" * 5000):
            assert asked(served, secret_of(served) + query)[0] == 200
    assert pages == [
        (question, point, {}),
        (question, point, {"pA": "1/3", "pB": "1"}),
        (question, point, {"colors": "\ufffd<b>", "x": "y" * 5000}),
    ]


def test_requests_are_bounded_in_size(served, filled):
    with pytest.raises(http.client.RemoteDisconnected):
        asked(served, secret_of(served), Cookie="x" * 100_000)
    for declared in ("70000", "9" * 30):
        with connections(served, 1) as [raw]:
            raw.sendall(f"POST {secret_of(served)} HTTP/1.1\r\nHost: x\r\nContent-Length: {declared}\r\n\r\n".encode())
            assert raw.recv(100).split()[1:2] in ([b"400"], [b"413"], [])
    assert filled == []


def test_strangers_make_room_for_each_other_and_for_the_owner(served):
    """Half a request, or none, of somebody who does not know the address locks nobody out."""
    with connections(served, MOST_CONNECTIONS + 6) as opened:
        opened[-1].sendall(b"GET /nothing HTTP/1.1\r\nHost: x")
        assert [asked(served, secret_of(served))[0] for _ in range(3)] == [200] * 3
        assert [stranger.recv(1) for stranger in opened[:6]] == [b""] * 6  # the first to come were hung up on
        assert served._server._http.connected <= MOST_CONNECTIONS


def test_requests_are_bounded_in_number(served):
    """Of those who know the address the last to come is hung up on; when the others have gone there is room again."""
    request = f"GET {secret_of(served)}metadata HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode()
    with connections(served, MOST_CONNECTIONS) as opened:
        for each in opened:
            each.sendall(request)
            assert each.recv(12) == b"HTTP/1.1 200"
        with connections(served, 1) as [late]:
            assert late.recv(1) == b""
    while True:
        try:
            assert asked(served, secret_of(served))[0] == 200
            return
        except (http.client.HTTPException, OSError):
            continue  # not all of them were seen to go


def test_the_browser_is_given_a_file_that_only_its_owner_can_read(served, monkeypatch):
    """The words with which a program is started can be read by everybody on the machine."""
    given, opened = [], threading.Event()
    monkeypatch.setattr("bokeh.util.browser.view", lambda page: (given.append(page), opened.set()))
    served.open()
    assert opened.wait(60)
    (page,) = given
    assert secret_of(served).strip("/") not in page
    assert f"url={served.address}" in Path(page).read_text()
    if os.name == "posix":
        assert [stat.S_IMODE(path.stat().st_mode) for path in (Path(page), Path(page).parent)] == [0o600, 0o700]


def test_where_no_file_can_stand_the_address_is_for_the_owner_to_open(served, monkeypatch):
    monkeypatch.setattr("truel_ref.disk.private_folder", lambda: (_ for _ in ()).throw(PermissionError("full")))
    served.open()  # and nothing is raised


@pytest.mark.parametrize("before", [logging.NOTSET, logging.CRITICAL])
def test_the_log_has_short_lines_without_control_characters(capsys, before, monkeypatch):
    """Whatever else has set the levels in this process, as distributed does."""
    for name in ("bokeh", "tornado", "tornado.application", "tornado.access"):
        monkeypatch.setattr(logging.getLogger(name), "level", before)
        logging.getLogger(name).setLevel(before)
    with serving._short_log():
        try:
            raise ValueError("nonsense")
        except ValueError:
            logging.getLogger("bokeh.server.views.ws").exception("from a page: \x9b31m\u202e\n" + "x" * 1000)
        logging.getLogger("tornado.access").warning("404 GET /\x9b")
        logging.getLogger("tornado.general").error("a\x1bb")
    first, second = capsys.readouterr().err.splitlines()
    assert first.startswith(r"truel-ref: from a page: \x9b31m\u202e xxx")
    assert len(first) < 400
    assert second == r"truel-ref: a\x1bb"
    assert logging.getLogger("tornado").level == before


def test_a_malformed_message_leaves_no_traceback(capfd, served):
    from tornado.httpclient import HTTPRequest
    from tornado.websocket import websocket_connect

    token, at = token_of(served), f"{HOST}:{served.port}"

    async def talk():
        request = HTTPRequest(f"ws://{at}{secret_of(served)}ws", headers={"Origin": f"http://{at}"})
        socket = await websocket_connect(request, subprotocols=["bokeh", token])
        for message in ('{"msgid": "1", "msgtype": "\x9b"}', "{}", "{}"):
            await socket.write_message(message)
        while await socket.read_message() is not None:
            pass

    asyncio.run(talk())
    lines = capfd.readouterr().err.splitlines()
    assert lines
    assert all(line.startswith("truel-ref: ") and line.isprintable() and len(line) < 400 for line in lines)


def test_pages_are_bounded_in_number(served, filled):
    answers = [(asked(served, secret_of(served))[0], len(filled)) for _ in range(MOST_PAGES + 1)]
    assert answers == [*((200, number) for number in range(1, MOST_PAGES + 1)), (200, MOST_PAGES)]


def test_a_page_that_is_gone_makes_room_for_another(monkeypatch):
    from bokeh.document import Document

    monkeypatch.setattr(serving, "MOST_PAGES", 1)
    filled = []
    fill = serving._bounded(filled.append)
    first, second, third = Document(), Document(), Document()
    for document in (first, second):
        fill(document)
    assert filled == [first]
    assert "1 pages are open; close one" in second.roots[0].text
    for callback in first.session_destroyed_callbacks:
        callback(None)
    fill(third)
    assert filled == [first, third]
