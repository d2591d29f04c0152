"""Games of a tournament kept in a file, so that it can be stopped and gone on with.

The file holds lines of JSON: the rules; one game each, in their order, as its winner's seat and its rounds; and last
the SHA-256 of all bytes before, so that a file that was cut off or altered is recognised. It is written whole or not
at all.
"""

from __future__ import annotations

import hashlib

from truel_ref.errors import FileError, GameError, TruelError, shown
from truel_ref.files import Pathlike, json_text, output_path, read_bytes, read_json, write_bytes
from truel_ref.games.dicewars.game import ROUNDS, Played, Rules

__all__ = ["load_games", "save_games"]

_FORMAT = 1
"""To be raised when the same rules play other games: older files are then refused."""

_SEAL = b'{"sha256": "'


def save_games(path: Pathlike, rules: Rules, games: list[Played]) -> None:
    """Write the first games of a tournament into a file. Raises `FileError` if it cannot be written."""
    lines = [
        json_text({"dicewars": _FORMAT, "rules": rules.to_json()}),
        *(json_text([game.winner, game.rounds]) for game in games),
    ]
    body = "".join(f"{line}\n" for line in lines).encode()
    write_bytes(path, body + _seal(body))


def load_games(path: Pathlike, rules: Rules) -> list[Played]:
    """Return the games that a file keeps of a tournament, none if there is no file.

    Raises `FileError` for a place where no file can stand and for a file that cannot be read, and `GameError` for one
    that is damaged, or that keeps another tournament.
    """
    output_path(path)
    try:
        data = read_bytes(path)
    except FileError as error:
        if isinstance(error.__cause__, FileNotFoundError):
            return []
        raise
    try:
        start = data.rindex(_SEAL)
        body = data[:start]
        if data[start:] != _seal(body):
            raise ValueError("the checksum is another one")
        head, *lines = [read_json(line) for line in body.splitlines()]
        known = Rules.from_json(head["rules"])
        if head["dicewars"] != _FORMAT:
            raise ValueError("it was written by another version")
        games = [_game(line, len(known.players)) for line in lines]
    except (ValueError, LookupError, TypeError, TruelError):
        raise GameError(
            f"{shown(str(path))} is no whole file of games that this version has kept; delete it or name another"
        ) from None
    if known != rules:
        raise GameError(
            f"{shown(str(path))} keeps another tournament: {','.join(known.players)} from seed {known.seed} with "
            f"{known.fields} fields and {known.dice} dice each; name another file"
        )
    return games


def _seal(body: bytes) -> bytes:
    return _SEAL + hashlib.sha256(body).hexdigest().encode() + b'"}\n'


def _game(line: object, seats: int) -> Played:
    if not isinstance(line, list) or len(line) != 2:
        raise ValueError("a game is a pair")
    winner, rounds = line
    if (winner is not None and not 0 <= winner < seats) or not 1 <= rounds <= ROUNDS:
        raise ValueError("a winner is a seat")
    return Played(winner, rounds)
