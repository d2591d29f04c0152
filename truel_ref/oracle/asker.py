"""A command as a function: one question, one answer, from a process that stays alive between them."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any

from truel_ref.errors import VectorError
from truel_ref.oracle.answer_lines import answer_line
from truel_ref.oracle.client import Client, Nothing
from truel_ref.oracle.conduct import check_seconds
from truel_ref.oracle.runner import how_ended

__all__ = ["Asker"]

_GRACE = 1.0


class Asker:
    r"""A function of a question, as plain data, that asks a command and returns its answer, as plain data without id.

    The process stays alive between the questions, and is started again after it has crashed or was too slow. A command
    that answers at the end of its input only is noticed once, and gets a process for each question from then on.

    Parameters: `command`, the program and its arguments; `timeout`, the seconds for each answer; `patience`, the
    seconds after which the input is closed to see whether that brings the answer; `restarts`, how often it may be
    started again.

    Raises, when called, `VectorError` where there is no answer, and for a command that cannot be started.

    >>> import sys
    >>> program = "import json\nfor _ in range(9): print(json.dumps(json.loads(input()) | {'win': [1, 0]}), flush=True)"
    >>> with Asker([sys.executable, "-c", program]) as ask:
    ...     ask({"hits": ["1", "0"]})["win"], ask({"hits": ["1", "1/2"]})["win"]
    ([1, 0], [1, 0])
    """

    def __init__(self, command: Sequence[str], timeout: float = 60, patience: float = 2, restarts: int = 1000) -> None:
        check_seconds("timeout", timeout)
        check_seconds("patience", patience)
        self._command = command
        self._timeout = timeout
        self._patience = min(patience, timeout)
        self._left = restarts + 1
        self._client: Client | None = None
        self._asked = 0
        self._answers_at_the_end = False

    def __enter__(self) -> Asker:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the process, if there is one."""
        if self._client is not None:
            self._client.stop()
            self._client = None

    def __call__(self, question: Mapping[str, Any]) -> dict[str, Any]:
        """Return the answer to a question."""
        self._asked += 1
        line = {"id": f"asked-{self._asked}"} | dict(question)
        was_running = self._client is not None
        answer, why = self._exchange(line)
        if answer is None and was_running:  # it may have been about to end; only a new process says more
            answer, why = self._exchange(line)
        if answer is None:
            raise VectorError(f"there is no answer: the command {why}")
        return answer

    def _exchange(self, question: dict[str, Any]) -> tuple[dict[str, Any] | None, str]:
        """Return the answer, or None and why there is none."""
        client = self._client or self._started()
        client.send(json.dumps(question).encode())
        if self._answers_at_the_end:
            client.close_input()
        answer = self._heard(client, question["id"], self._timeout if self._answers_at_the_end else self._patience)
        if answer is Nothing.SILENT and not self._answers_at_the_end:
            client.close_input()
            answer = self._heard(client, question["id"], self._timeout)
            self._answers_at_the_end = isinstance(answer, dict)
        if isinstance(answer, dict):
            if self._answers_at_the_end:
                self.close()
            return answer, ""
        status = client.status(_GRACE) if answer is Nothing.CLOSED else None
        self.close()
        if answer is Nothing.SILENT:
            return None, f"said nothing for {self._timeout:g} s"
        return None, how_ended(status) if status else "ended without one"

    def _started(self) -> Client:
        if self._left <= 0:
            raise VectorError("there is no answer: the command was started again too often")
        self._left -= 1
        self._client = Client(self._command)
        return self._client

    def _heard(self, client: Client, name: str, seconds: float) -> dict[str, Any] | Nothing:
        """Return the answer to a question; whatever else is said is passed over."""
        limit = time.monotonic() + seconds
        while True:
            said = client.receive(limit - time.monotonic())
            if isinstance(said, Nothing):
                return said
            if said.at > limit:
                return Nothing.SILENT
            line = answer_line(said.line)
            if line is not None and line.data.get("id") == name:
                del line.data["id"]
                return line.data
