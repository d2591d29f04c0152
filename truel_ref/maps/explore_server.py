"""The server of `truel-ref explore`: a page for the browsers of this machine, and for nobody else."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from truel_ref.errors import MapError, needs
from truel_ref.maps.explore_page import Page
from truel_ref.maps.explore_question import Question

if TYPE_CHECKING:
    from bokeh.document import Document

__all__ = ["HOST", "Served", "serve"]

HOST = "127.0.0.1"
"""The address that only programs of this machine reach."""


class Served:
    """A page that is being served.

    Attributes: `address`, to be opened in a browser; `port`.

    Parameters: `fill`, what makes the page of each visitor; `port`, 0 for any that is free.

    Raises `MapError` for a port that is taken, and `LibraryError` without Bokeh.
    """

    def __init__(self, fill: Callable[[Document], None], port: int = 0) -> None:
        needs("bokeh")
        from bokeh.application import Application
        from bokeh.application.handlers import FunctionHandler
        from bokeh.server.server import BaseServer
        from bokeh.server.tornado import BokehTornado
        from tornado.httpserver import HTTPServer
        from tornado.ioloop import IOLoop

        try:
            listening = socket.create_server((HOST, port))
        except OSError as error:
            reason = os.strerror(error.errno) if error.errno else str(error)
            raise MapError(f"port {port}: {reason}; leave --port out, and a free one is taken") from None
        listening.setblocking(False)
        self.port = listening.getsockname()[1]
        application: Any = BokehTornado(
            {"/": Application(FunctionHandler(fill))},
            # The socket of the page answers pages from this address only.
            extra_websocket_origins=[f"{HOST}:{self.port}"],
            keep_alive_milliseconds=20_000,
        )
        http = HTTPServer(application)
        http.add_socket(listening)
        self.address = f"http://{HOST}:{self.port}/"
        self._loop = IOLoop.current()
        self._server = BaseServer(self._loop, application, http)
        self._server.start()

    def open(self) -> None:
        """Open the page in the browser of whoever is at the machine, once it can be answered."""
        from bokeh.util.browser import view

        self._loop.add_callback(lambda: view(self.address))

    def run(self) -> None:
        """Answer until Ctrl-C, which ends it quietly."""
        try:
            self._loop.start()
        except KeyboardInterrupt:
            pass
        finally:
            self._server.stop()


def serve(question: Question, point: tuple[Fraction, Fraction] | None = None, port: int = 0) -> Served:
    """Return the page of a question, being served from now on; `Served.run` answers.

    Parameters: `question`, what every visitor sees first; `point`, the hit probabilities of A and B that are explained
    first, if any; `port`, 0 for any that is free.

    Raises what `Served` raises.
    """

    def fill(document: Document) -> None:
        Page(document, question, point)

    return Served(fill, port)
