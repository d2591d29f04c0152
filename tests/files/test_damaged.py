"""Damaged files: bytes that were turned, cut off, added or moved never give a wrong value, nor more than one line."""

import io
import json
import math
import random
import tracemalloc
import warnings
import zipfile

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made_records import READ, made, read_again
from plain_data import places

from truel_ref import Problem
from truel_ref.errors import ProblemError, TruelError
from truel_ref.files import json_text, read_json
from truel_ref.maps import store as storing
from truel_ref.maps.builder import build
from truel_ref.maps.data import MapData
from truel_ref.maps.spec import MapSpec
from truel_ref.maps.store import load_map

SPEC = MapSpec(Problem([0, 0, "1/2"], search="All"), points=3, a_above_b=False, method="normal")
DATA = build(SPEC)
PACKED = storing._packed(DATA)


def damaged(content, number):
    """Return some bytes with a damage, always the same for a number: mostly turned bits, or a piece that is gone."""
    dice = random.Random(number)
    first, last = sorted(dice.choices(range(len(content) + 1), k=2))
    harmed = bytearray(content)
    for _ in range(dice.choice([1, 1, 2, 8])):
        harmed[dice.randrange(len(harmed))] ^= 1 << dice.randrange(8)
    pieces = [b"", content[first:last] * 2, bytes(last - first)]  # gone, twice, zeros
    others = [content[:first], *(content[:first] + piece + content[last:] for piece in pieces)]
    return dice.choice([bytes(harmed), *others, bytes(harmed), bytes(harmed)])


@settings(database=None)
@given(st.integers(0, 2**32))
def test_a_damaged_map_is_the_very_same_or_refused(number):
    harmed = damaged(PACKED, number)
    try:
        assert storing._opened(harmed, None) == DATA
    except (TruelError, storing._UnusableError) as error:
        assert "\n" not in str(error)


# -- every record that is read back, with values that nobody wrote

CLOSED = (Problem,)
"""Records that refuse keys which they do not have; docs/use/formats.md names them."""


def nested(depth, kind):
    value = 1
    for _ in range(depth):
        value = [value] if kind is list else {"a": value}
    return value


HOSTILE = [
    *(None, True, [], {}, "", "\ud800", "x" * 5000, 10**5000, -(10**5000), "9" * 5000, "1/" + "9" * 5000, "1/0", -1),
    *(0.5, 1e308, math.nan, math.inf, 10**30, "sqrt(2)/2", b"x", {1}, [1] * 900, ["x" * 5000], {"x" * 5000: 1}),
    *(nested(2000, list), nested(2000, dict), ...),
]


def replaced(value, at, new):
    """Return plain data with another value at one place; `...` takes a key away."""
    if not at:
        return new
    first, *rest = at
    copy = value.copy()
    if not rest and new is ... and isinstance(copy, dict):
        del copy[first]
    else:
        copy[first] = replaced(value[first], rest, new)
    return copy


@pytest.mark.parametrize("name", READ)
def test_no_record_lets_out_another_error_than_ours(name):
    """Whatever stands at any place: an error of one short line, or a record that is read back to itself."""
    dice = random.Random(name)
    data = read_json(json_text(made(name).to_json()))
    for at in dice.choices([*places(data)], k=25):
        try:
            again = read_again(name, replaced(data, at, dice.choice(HOSTILE)))
        except TruelError as error:
            assert len(str(error)) < 400
            assert "\n" not in str(error)
        else:
            assert read_again(name, again.to_json()) == again


@pytest.mark.parametrize("name", READ)
def test_keys_that_a_record_does_not_have_are_passed_over(name):
    record = made(name)
    data = read_json(json_text(record.to_json()))
    more = data | {"id": "mine", "extra": [{"a": 10**5000}]}
    if isinstance(record, CLOSED):
        with pytest.raises(TruelError, match=r"key|an object with"):
            read_again(name, more)
    else:
        assert read_again(name, more) == record


# -- what a map cannot hold


def rebuilt(change):
    """Return a file whose arrays were changed, with a right seal."""
    arrays = {name: array.copy() for name, array in DATA.arrays.items()}
    change(arrays)
    return storing._packed(MapData(SPEC, DATA.aims, **arrays))


def put(name, place, value):
    def change(arrays):
        arrays[name][place] = value

    return change


AT = "the pixel at pA = 1/3, pB = 2/3: "
CANNOT_BE = [
    (put("win", (1, 2, 0), np.nan), AT + "the win probability of A is not in [0, 1]"),
    (put("win", (1, 2, 1), np.inf), AT + "the win probability of B is not in [0, 1]"),
    (put("win", (1, 2, 2), -np.inf), AT + "the win probability of C is not in [0, 1]"),
    (put("win", (1, 2, 0), np.nextafter(1, 2)), AT + "the win probability of A is not in [0, 1]"),
    (put("win", (1, 2, 0), -5e-324), AT + "the win probability of A is not in [0, 1]"),
    (put("stalemate", (1, 2), np.nan), AT + "the probability of a stalemate is not in [0, 1]"),
    (put("stalemate", (1, 2), 2), AT + "the probability of a stalemate is not in [0, 1]"),
    (put("index", (1, 2), 99), AT + "it has aims that are not in its table"),
    (put("index", (1, 2), -2), AT + "it has aims that are not in its table"),
]
OUTSIDE = [
    (put("win", (2, 1, 0), 0.5), "pA = 2/3, pB = 1/3: the win probability of A is not in [0, 1], or stands where"),
    (put("stalemate", (2, 1), 0.5), "pA = 2/3, pB = 1/3: the probability of a stalemate is not in [0, 1], or stands"),
    (put("tie", (2, 1), True), "pA = 2/3, pB = 1/3: tie says what cannot be"),
    (put("solved", (2, 1), True), "pA = 2/3, pB = 1/3: solved says what cannot be"),
]


@pytest.mark.parametrize(("change", "says"), CANNOT_BE + OUTSIDE)
def test_values_that_cannot_be_are_refused_with_their_place(change, says):
    with pytest.raises(storing._UnusableError) as caught:
        storing._opened(rebuilt(change), None)
    assert says in str(caught.value)


# -- archives that unfold


def archive_of(entries, packing=zipfile.ZIP_DEFLATED, times=1):
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", packing) as archive, warnings.catch_warnings(action="ignore"):
        for name, content in [*entries.items()] * times:
            archive.writestr(name, content)
    return whole.getvalue()


def entries():
    with zipfile.ZipFile(io.BytesIO(PACKED)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


BOMB = bytes(25_000_000)
LARGE = ("about.npy", "win.npy", "tie.npy")


def array_that_says_that_it_is_large():
    about = {"descr": "<f8", "fortran_order": False, "shape": (100_000, 100_000, 3)}
    np.lib.format.write_array_header_1_0(header := io.BytesIO(), about)
    return archive_of(entries() | {"win.npy": header.getvalue()})


def map_that_says_that_it_is_large():
    """Its arrays would be as many and as long as it says, and packed they are a thousandth of that."""
    about = json.loads(np.load(io.BytesIO(entries()["about.npy"])).tobytes())
    about["spec"]["points"] = 5_000
    about["spec"]["problem"] = Problem([0, 0, *[1] * 14]).to_json()
    np.save(text := io.BytesIO(), np.frombuffer(json.dumps(about).encode(), dtype=np.uint8))
    return archive_of(entries() | {"about.npy": text.getvalue()})


UNFOLDING = {
    "large": (lambda name: archive_of(entries() | {name: BOMB}), "is too large", 20),
    "array": (array_that_says_that_it_is_large, "its array win is float64", 5),
    "map": (map_that_says_that_it_is_large, r"its arrays take 3,\d{3},\d{3},\d{3} bytes, and at most 1,073,741,824", 5),
    "bzip2": (lambda: archive_of(entries(), zipfile.ZIP_BZIP2), "packed in an unknown way", 20),
    "lzma": (lambda: archive_of(entries(), zipfile.ZIP_LZMA), "packed in an unknown way", 20),
    "many": (lambda: archive_of(entries() | {"more.npy": b""}), "it holds", 5),
    "twice": (lambda: archive_of(entries(), times=2), "it holds", 5),
}


@pytest.mark.parametrize(
    ("kind", "name"), [(kind, name) for kind in UNFOLDING for name in (LARGE if kind == "large" else [None])]
)
def test_archives_that_unfold_or_lie_are_refused_and_little_is_allocated(kind, name):
    make, says, megabytes = UNFOLDING[kind]
    content = make() if name is None else make(name)
    tracemalloc.start()
    try:
        with pytest.raises(storing._UnusableError, match=says):
            storing._opened(content, None)
        assert tracemalloc.get_traced_memory()[1] < megabytes * 1_000_000
    finally:
        tracemalloc.stop()


def test_how_much_is_read_can_be_said(tmp_path):
    path = tmp_path / "map.npz"
    path.write_bytes(PACKED)
    assert load_map(path, most=len(PACKED)) == DATA
    with pytest.raises(ProblemError, match=r"it is longer than 100 bytes"):
        load_map(path, most=100)
