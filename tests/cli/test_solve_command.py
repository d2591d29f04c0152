import io
import json
import sys
import tracemalloc

import pytest

from truel_ref import solve
from truel_ref.cli.jsonl import LONGEST_LINE, arrived
from truel_ref.files import read_json
from truel_ref.numbers import read_rational

# -- lines of JSON


@pytest.fixture
def answers(run):
    """Return what asks lines of JSON, and returns the answers and whether each could be read."""

    def ask(lines, *options):
        status, out, err = run("solve", "--jsonl", *options, lines=lines)
        assert err == ""
        found = [read_json(line) for line in out.splitlines()]
        assert status == any("error" in answer for answer in found)
        return found

    return ask


FOUR = {"id": "four"} | solve(["1/4", "1/2", "3/4", 1], if_eq=2).to_json()
LINES = [
    (b'{"hits": ["1/3", "2/3", "1"], "id": 7}', {"id": 7} | solve(["1/3", "2/3", "1"]).to_json()),
    (b"", None),
    (b"   ", None),
    (b"not json", "not JSON: Expecting value at column 1"),
    (b'{"hits": [0.25, 0.5, 0.75, 1], "id": "four", "if_eq": 2}', FOUR),
    (b'{"hits": ["1/3", "2/3", "1"], "serch": ["Miss"], "id": "x"}', "unknown key 'serch'"),
    (b'\xff{"hits": []}', "not UTF-8 text"),
    (b'{"hits": [1, 1], "hits": [0, 1]}', "the key 'hits' occurs twice"),
    (b'{"hits": [NaN, 1]}', "NaN is not a number"),
    (b"[" * 100000, "nested too deeply"),
    (b'{"hits": [1e999, 1]}', "inf is not a number"),
    (b'{"hits": [1, 0], "id": 1e999}', "the id is a number too large"),
    (b"[1, 2]", "a question is a JSON object"),
    (b'"{}"', "a question is a JSON object"),
    # after a byte order mark, before a carriage return
    (b"\xef\xbb\xbf" + b'{"hits": [1, 0]}\r', solve([1, 0]).to_json()),
    (b'{"hits": [0.5, 1]', "not JSON: Expecting ',' delimiter at column 18"),
    (
        b'{"hits": ["1/2", 1], "random_levels": null, "targets": null, "search_later": null}',
        solve(["1/2", 1]).to_json(),
    ),
    (b'{"hits": [1, 0], "if_eq": 1' + b"0" * 5000 + b"}", "is not a tie rule"),
    (b'{"hits": [' + b"7" * 10**6 + b", 1]}", "has more than 10,000 digits, the limit"),
    (b'{"hits": [1, 1]}' + b" " * (LONGEST_LINE - 17), solve([1, 1]).to_json()),  # the longest line with its end
    *(
        (b'{"hits": [1, 1]}' + b" " * more, "the line is longer than 1,048,576 bytes; a problem is shorter")
        for more in (LONGEST_LINE - 16, 3 * LONGEST_LINE, 5 * LONGEST_LINE)
    ),
    (b'{"hits": [0, 1]}', solve([0, 1]).to_json()),
]


def test_each_line_is_answered_in_order(answers):
    noted = answers(b"\n".join(line for line, _ in LINES))
    expected = [(number, wanted) for number, (_, wanted) in enumerate(LINES, 1) if wanted is not None]
    for answer, (number, wanted) in zip(noted, expected, strict=True):
        if isinstance(wanted, dict):
            assert answer == wanted
        else:
            assert answer == {"line": number, "error": answer["error"]} | ({"id": "x"} if "serch" in wanted else {})
            assert wanted in answer["error"]
            assert len(answer["error"]) < 250
    assert answers(b"") == []


def test_integers_of_any_length_are_read(answers):
    digits = "1" + "0" * 5000
    (answer,) = answers(f'{{"hits": ["1/{digits}", 0, 1], "id": {digits}}}'.encode())
    assert answer["id"] == 10**5000
    assert read_rational(answer["win"][0], digits=None).denominator >= 10**5000


class Endless(io.RawIOBase):
    """Twenty million bytes without the end of a line."""

    left = 2 * 10**7

    def readable(self):
        return True

    def readinto(self, buffer):
        count = min(len(buffer), self.left)
        buffer[:count] = b"x" * count
        self.left -= count
        return count


def test_a_line_without_end_takes_no_memory(run, monkeypatch):
    run("solve", "--jsonl", lines=b'{"hits": [1, 0]}')  # loads what is loaded once
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(Endless())))
    tracemalloc.start()
    try:
        status, out, _ = run("solve", "--jsonl")
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert (status, json.loads(out)["line"]) == (1, 1)
    assert peak < 8 * LONGEST_LINE


class Pieces(io.RawIOBase):
    """Bytes that come in pieces, as through a pipe; who reads on before he was answered finds an error."""

    def __init__(self, pieces, answered):
        self.left = list(pieces)
        self.answered = answered
        self.given = 0

    def readable(self):
        return True

    def readinto(self, buffer):
        assert len(self.answered) == self.given
        piece = self.left.pop(0) if self.left else b""
        self.given += piece.count(b"\n")
        buffer[: len(piece)] = piece
        return len(piece)


def test_lines_are_answered_before_more_are_read():
    """A client that waits for an answer before its next question gets it, however the lines are cut into pieces."""
    answered = []
    pieces = [b'{"hits": [1, 0]}\n', b'{"hits": [0', b", 1]}\n", b'{"hits": [1, 1]}\n{"hits": [0, 0]}\n', b"[]"]
    for part in arrived(io.BufferedReader(Pieces(pieces, answered))):
        answered += part
    lines = [b'{"hits": [1, 0]}', b'{"hits": [0, 1]}', b'{"hits": [1, 1]}', b'{"hits": [0, 0]}', b"[]"]
    assert answered == list(enumerate(lines, 1))


def test_many_lines_are_answered_as_each_by_itself(answers):
    """Small problems go together, with others and with refusals between them, and in processes."""
    lines = [b'{"hits": ["1/%d", "1/2", 1]}' % number for number in range(1, 40)]
    lines[7:7] = [
        *(b'{"hits": [2, 1]}', b"[", b'{"hits": ["sqrt(2)/2", 1]}', b'{"hits": ["1/2", "1/3", "1/4", "1/5", 1]}'),
    ]
    alone = [answers(line)[0] for line in lines]
    alone = [answer | ({"line": place} if "error" in answer else {}) for place, answer in enumerate(alone, 1)]
    together = answers(b"\n".join(lines))
    assert {answer.pop("method", None) for answer in together} == {"arrays", "integers", None}
    assert {answer.pop("method", None) for answer in alone} == {"arrays", "integers", None}
    assert together == alone
    many = [b'{"id": %d, "hits": ["1/%d", "1/2", 1]}' % (number, number) for number in range(1, 140)]
    many.append(b'{"id": "bad", "hits": [2]}')
    assert answers(b"\n".join(many), "--jobs", "2") == answers(b"\n".join(many))


def test_what_needs_too_much_memory_is_refused(run, answers, monkeypatch):
    def exhausted(*arguments, **options):
        raise MemoryError

    monkeypatch.setattr("truel_ref.fast.solving.solve", exhausted)
    status, _, err = run("solve", "1/3", "2/3", "1")
    assert status == 2
    assert "too large for the memory of this machine" in err
    assert answers(b'{"hits": [1, 0]}')[0]["line"] == 1


def test_ten_players_without_a_miss_are_answered_and_their_ties_left_open(printed):
    """A report on ties that would lay out all later phases took minutes."""
    assert "whether these ties matter is not computed here" in printed(
        *["solve", "1/10", "1/10", "1/5", "3/10", "2/5", "1/2", "3/5", "7/10", "1", "1", "--search", "others"]
    )
