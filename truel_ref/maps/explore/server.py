"""The server of `truel-ref explore`: a page for the user's own browser, and for nobody else.

It listens where only programs of this machine can reach it, and answers only below a secret address; so neither other
users of the machine nor pages of other sites in the same browser can read from it. It serves the page and Bokeh's own
scripts, no other file. Size and number of requests are bounded, and connections without the secret address make room
for connections with it.

The browser opens a file that leads to the address, in a folder that only the user can read: the arguments of a program
are visible to everybody on the machine.
"""

from __future__ import annotations

import contextlib
import logging
import os
import secrets
import socket
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from truel_ref.errors import MapError, needs, printable
from truel_ref.files import private_file
from truel_ref.maps.explore.page import Page
from truel_ref.maps.explore.question import Question

if TYPE_CHECKING:
    from bokeh.document import Document

__all__ = ["HOST", "MOST_CONNECTIONS", "MOST_PAGES", "Served", "serve"]

HOST = "127.0.0.1"
"""The address that only programs of this machine can reach."""

MOST_PAGES = 8
"""Largest number of open pages; each has its own threads and pictures."""

MOST_CONNECTIONS = 64
"""Largest number of open connections; a browser uses about six for a page."""

_LONGEST_MESSAGE = 1 << 20  # bytes of a message from a page, which reports only clicks and settings
_LONGEST_BODY = 1 << 16  # bytes of a request; none has a body
_LONGEST_HEADERS = 1 << 16  # bytes of the headers of a request
_SLOWEST = 60.0  # seconds in which a request must be complete
_LONGEST_COMPLAINT = 300  # characters of a line of the log
_LOGS = {  # the least level of each log; tornado.application is named, because other libraries give it a handler
    "asyncio": logging.WARNING,
    "bokeh": logging.WARNING,
    "tornado": logging.WARNING,
    "tornado.application": logging.WARNING,
    "tornado.access": logging.ERROR,
}


class Served:
    """A served page.

    Attributes: `address`, for the browser, with a new random part each time; `port`.

    Parameters: `fill`, which makes the page of each visitor; `port`, 0 for any free port.

    Raises `MapError` for a port in use, and `LibraryError` without Bokeh.
    """

    def __init__(self, fill: Callable[[Document], None], port: int = 0) -> None:
        needs("bokeh")
        from bokeh.application import Application
        from bokeh.application.handlers import FunctionHandler
        from bokeh.server.server import BaseServer
        from bokeh.server.tornado import BokehTornado
        from tornado.ioloop import IOLoop

        try:
            listening = socket.create_server((HOST, port))
        except OSError as error:
            reason = os.strerror(error.errno) if error.errno else str(error)
            raise MapError(f"port {port}: {reason}; leave --port out, and a free one is taken") from None
        listening.setblocking(False)
        self.port = listening.getsockname()[1]
        secret = secrets.token_urlsafe(16)
        application: Any = BokehTornado(
            {"/": Application(FunctionHandler(_bounded(fill)))},
            # All paths begin with this, also those of scripts and of the socket.
            prefix=secret,
            # The socket of the page answers only pages from this address.
            extra_websocket_origins=[f"{HOST}:{self.port}"],
            websocket_max_message_size_bytes=_LONGEST_MESSAGE,
            # No visitor can join the session of another by naming it.
            sign_sessions=True,
            secret_key=secrets.token_bytes(32),
            # Do not store the browser's headers and cookies, which may come from other programs of this machine.
            include_headers=[],
            include_cookies=[],
            keep_alive_milliseconds=20_000,
            check_unused_sessions_milliseconds=5_000,
        )
        http = _few_connections(f"/{secret}/")(
            application,
            max_body_size=_LONGEST_BODY,
            max_header_size=_LONGEST_HEADERS,
            idle_connection_timeout=_SLOWEST,
            body_timeout=_SLOWEST,
        )
        http.add_socket(listening)
        self.address = f"http://{HOST}:{self.port}/{secret}/"
        self._files = contextlib.ExitStack()
        self._loop = IOLoop.current()
        self._server = BaseServer(self._loop, application, http)
        self._server.start()

    def open(self) -> None:
        """Open the page in the user's browser when the server can answer, if a file can be written."""
        from bokeh.util.browser import view

        with contextlib.suppress(OSError):
            text = f'<meta http-equiv="refresh" content="0; url={self.address}">\n'
            page = self._files.enter_context(private_file("explore.html", text))
            self._loop.add_callback(lambda: view(str(page)))

    def run(self) -> None:
        """Answer until Ctrl-C, and then end quietly."""
        try:
            with _short_log():
                self._loop.start()
        except KeyboardInterrupt:
            pass
        finally:
            self._server.stop()
            self._files.close()


def _bounded(fill: Callable[[Document], None]) -> Callable[[Document], None]:
    """Return a function that makes the page of a visitor, or shows a refusal if too many pages are open."""
    open_pages: set[Document] = set()

    def filled(document: Document) -> None:
        if len(open_pages) >= MOST_PAGES:
            from bokeh.models import Div

            document.add_root(Div(text=f"{MOST_PAGES} pages are open; close one, wait a moment, and load this again."))
            return
        open_pages.add(document)
        document.on_session_destroyed(lambda context: open_pages.discard(document))
        fill(document)

    return filled


def _few_connections(prefix: str) -> Any:
    """Return a server that closes a stranger's connection if too many are open: the oldest, or else the new one.

    Parameters: `prefix`, the beginning of the paths that only the user knows.
    """
    from tornado.httpserver import HTTPServer

    class Few(HTTPServer):  # type: ignore[misc]  # mypy ignores its types
        """A server with a bounded number of connections."""

        def initialize(self, *arguments: Any, **settings: Any) -> None:
            super().initialize(*arguments, **settings)
            self.connected = 0
            self.strangers: dict[Any, None] = {}  # in the order of arrival

        def handle_stream(self, stream: Any, address: Any) -> None:
            if self.connected >= MOST_CONNECTIONS:
                if not self.strangers:
                    stream.close()
                    return
                first = next(iter(self.strangers))
                del self.strangers[first]
                first.close()
            self.connected += 1
            self.strangers[stream] = None
            super().handle_stream(stream, address)

        def start_request(self, server_conn: Any, request_conn: Any) -> Any:
            delegate = super().start_request(server_conn, request_conn)
            received = delegate.headers_received

            def seen(start_line: Any, headers: Any) -> Any:
                if start_line.path.startswith(prefix):
                    self.strangers.pop(server_conn.stream, None)
                return received(start_line, headers)

            delegate.headers_received = seen
            return delegate

        def on_close(self, server_conn: Any) -> None:
            self.connected -= 1
            self.strangers.pop(server_conn.stream, None)
            super().on_close(server_conn)

    return Few


class _Complaints(logging.Handler):
    """Writes a short line for each record: no traceback, and no control characters from requests."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write the line, if standard error is open."""
        error = record.exc_info[1] if record.exc_info else None
        said = " ".join([record.getMessage(), type(error).__name__ if error else ""]).split()
        with contextlib.suppress(OSError, ValueError, AttributeError):  # standard error is closed or missing
            sys.stderr.write(f"truel-ref: {printable(' '.join(said))[:_LONGEST_COMPLAINT]}\n")


@contextlib.contextmanager
def _short_log() -> Iterator[None]:
    """Shorten the complaints of the server's libraries to lines, without those about strangers' requests.

    This also sets the levels: another library of the process may have changed them (distributed does).
    """
    loggers = {logging.getLogger(name): level for name, level in _LOGS.items()}
    before = [(logger.handlers, logger.propagate, logger.level) for logger in loggers]
    for logger, level in loggers.items():
        logger.handlers, logger.propagate = [_Complaints()], False
        logger.setLevel(level)
    try:
        yield
    finally:
        for logger, (handlers, propagate, level) in zip(loggers, before, strict=True):
            logger.handlers, logger.propagate = handlers, propagate
            logger.setLevel(level)


def serve(question: Question, point: tuple[Fraction, Fraction] | None = None, port: int = 0) -> Served:
    """Serve the page of a question, and return the server; `Served.run` answers requests.

    Parameters: `question`, the first question of every visitor; `point`, the hit probabilities of A and B to explain
    first, if any; `port`, 0 for any free port.

    Raises `MapError` for a port in use, and `LibraryError` without Bokeh.
    """

    def fill(document: Document) -> None:
        asked: dict[str, list[bytes]] = document.session_context.request.arguments
        said = {name: texts[-1].decode("utf-8", "replace") for name, texts in asked.items()}
        Page(document, question, point, said=said)

    return Served(fill, port)
