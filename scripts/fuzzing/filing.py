"""Doors for files: maps, arrays of maps from other programs, and stored parts of long work."""

from __future__ import annotations

import io
import tempfile
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from fuzzing.door import Door, expect
from truel_ref import Problem
from truel_ref.games.dicewars.standings import DicewarsRules, kept_games, tournament
from truel_ref.games.goofspiel import Known, kept_values
from truel_ref.maps import store
from truel_ref.maps.builder import build
from truel_ref.maps.grid import MapSpec
from truel_ref.maps.store import load_map, save_map
from truel_ref.oracle.map_judge import judge_map
from truel_ref.oracle.map_reading import read_array

__all__ = ["arrays", "kept", "maps"]

_SPEC = MapSpec(Problem([0, 0, "1/2"], search="All"), points=3, method="normal")
_RULES = DicewarsRules.stated("random,random", fields=1, dice=2)


@cache
def _map() -> bytes:
    return store._packed(build(_SPEC))


def _load_map(case: Any) -> None:
    """Load a map from the bytes of a file, with a valid seal, so that the code after the check of the seal runs."""
    if not (isinstance(case, list) and len(case) == 2 and isinstance(case[1], bytes)):
        return
    sealed, content = case
    if sealed:
        body = content[: -store._SEAL_LENGTH]
        content = body + store._seal(body)
    Path("given.npz").write_bytes(content)
    data = load_map("given.npz")
    save_map(data, "again.npz")
    expect(load_map("again.npz") == data, "what was loaded is saved as something else")
    values = np.concatenate([data.win[data.valued].ravel(), data.stalemate[data.valued].ravel()])
    expect(((values >= 0) & (values <= 1)).all(), "there are values outside [0, 1]")


maps = Door("maps", _load_map, lambda: [[sealed, _map()] for sealed in (True, True, True, False)])


def _arrays() -> list[Any]:
    made: list[Any] = []
    win = np.full((3, 3, 3), 1 / 3)
    for array in (win, win.astype("f4"), np.zeros((3, 3), dtype=np.int8), np.array([["A", "B"], ["C", "x"]])):
        stream = io.BytesIO()
        np.save(stream, array)
        made.append(["given.npy", stream.getvalue()])
    for write in (np.savez, np.savez_compressed):
        stream = io.BytesIO()
        write(stream, win=win, aims=np.zeros((3, 3), dtype=np.int8))
        made.append(["given.npz", stream.getvalue()])
    return [*made, ["given.csv", b"0,0.5,1\n1,0,0\n0.2,0.3,0.5\n"], ["given.csv", b"1 2 3\n4 5 6\n7 8 9\n"]]


def _read_array(case: Any) -> None:
    if not (isinstance(case, list) and len(case) == 2 and isinstance(case[1], bytes)):
        return
    name = case[0] if case[0] in ("given.npy", "given.npz", "given.csv") else "given.npy"
    Path(name).write_bytes(case[1])
    array = read_array(name, "win" if name.endswith("z") else None)
    if array.size <= 100:
        expect(str(judge_map(array, Problem([0, 0, 1]))), "it is not shown")


arrays = Door("arrays", _read_array, _arrays)


def _kept() -> list[Any]:
    with tempfile.TemporaryDirectory() as name:
        games, numbers = Path(name) / "games", Path(name) / "values"
        tournament(_RULES, 4, keep=games)
        with kept_values(numbers, "win") as values:
            for number in range(5):
                values.add(Known("optimum", (number, 3, 3, 0), Fraction(number, 7)))
        return [["games", games.read_bytes()], ["values", numbers.read_bytes()]]


def _read_kept(case: Any) -> None:
    if not (isinstance(case, list) and len(case) == 2 and isinstance(case[1], bytes)):
        return
    Path("kept").write_bytes(case[1])
    if case[0] == "games":
        kept_games(_RULES, "kept")
    else:
        kept_values("kept", "win")


kept = Door("kept", _read_kept, _kept)
