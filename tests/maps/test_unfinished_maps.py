"""Maps that a limit ends: finished pixels are stored, and a repeat computes only the others.

No test looks at a real clock: it is the number of rows that were begun.
"""

import pickle
import re
from itertools import count

import pytest

from truel_ref import Problem
from truel_ref.budget import Budget, is_undisturbed, limits, undisturbed
from truel_ref.cli import work
from truel_ref.errors import BudgetError, SizeError
from truel_ref.maps import MapSpec, build
from truel_ref.maps.builder import METHOD, PIXELS_AT_ONCE, method_of, normal_rows
from truel_ref.maps.grid import Tile
from truel_ref.maps.store import Store

SPEC = MapSpec(Problem([0, 0, "1/2"], search="Others"), 12, method="normal")
PIXELS = 13 * 14 // 2


def for_rows(most, begun):
    """Return a budget that was reached in the row of this number from now on, of those in a list."""
    return Budget(seconds=most, clock=lambda: len(begun))


@pytest.fixture
def rows_counted(monkeypatch):
    """Return a list of the rows that are computed, one at a time."""
    computed = []

    def counted(spec, rows):
        computed.extend(rows)
        return normal_rows(spec, rows)

    by_units(monkeypatch, *(range(row, row + 1) for row in range(SPEC.points + 1)), builder=lambda: counted)
    return computed


def by_units(patch, *units, **changes):
    """Let the method normal compute these units, or by another builder."""
    given = {"units": lambda spec: units} if units else {}
    patch.setitem(METHOD, "normal", METHOD["normal"]._replace(**given, **changes))


def ended(spec, budget, store=None):
    """Return the error with which a map ends that a budget does not suffice for."""
    with pytest.raises(BudgetError) as caught:
        build(spec, store=store, budget=budget)
    return caught.value


def test_what_is_done_is_kept_and_the_same_again_goes_on_from_there(rows_counted, tmp_path):
    store = Store(tmp_path)
    whole, done = build(SPEC), [0]
    rows_counted.clear()
    while done[-1] < PIXELS - 1:
        error = ended(SPEC, for_rows(4, rows_counted), store)
        done.append(error.known["pixels"])
        assert str(error) == (
            f"the time limit of 4 s was reached; so far: {done[-1]} pixels; they are stored, and a repeat "
            f"computes only the other {PIXELS - done[-1]} of the map"
        )
        assert [path.name for path in tmp_path.iterdir()] == [f"{store.path(SPEC).stem}.parts.npz"]
    assert build(SPEC, store=store, budget=for_rows(4, rows_counted)) == whole
    assert done == [0, 13 + 12 + 11, PIXELS - 28, PIXELS - 10, PIXELS - 1]
    assert sorted(set(rows_counted)) == list(range(SPEC.points + 1))
    assert len(rows_counted) == SPEC.points + len(done)  # only the row at which a limit came is begun twice
    assert [path.name for path in tmp_path.iterdir()] == [store.path(SPEC).name]
    assert build(SPEC, store=store, budget=for_rows(1, rows_counted)) == whole


@pytest.mark.parametrize("mode", [None, "none", "update"])
def test_what_is_not_kept_says_what_a_store_would_do(rows_counted, tmp_path, mode):
    error = ended(SPEC, for_rows(4, rows_counted), mode and Store(tmp_path, mode))
    assert list(tmp_path.iterdir()) == []
    done = error.known["pixels"]
    assert 0 < done < PIXELS
    assert str(error).endswith(
        f"; so far: {done} pixels; they are not stored; with a store (--store use) a repeat would compute only "
        f"the other {PIXELS - done} of the map"
    )
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.known, again.way_on) == (str(error), error.known, error.way_on)


def test_where_no_part_was_done_nothing_is_kept(rows_counted, tmp_path):
    error = ended(SPEC, for_rows(1, rows_counted), Store(tmp_path))
    assert str(error) == (
        "the time limit of 1 s was reached; no part of the map of 91 pixels was done; give it more, "
        "or take fewer points"
    )
    assert list(tmp_path.iterdir()) == []


def test_a_limit_that_comes_after_the_last_part_comes_too_late(rows_counted):
    done = []
    whole = build(SPEC)
    assert build(SPEC, progress=done.append, budget=Budget(seconds=13, clock=lambda: len(done))) == whole
    error = ended(SPEC, Budget(seconds=13, clock=lambda: len(done) if len(rows_counted) < 38 else 100))
    assert error.known["pixels"] == PIXELS - 1 - 2


def test_memory_that_is_used_up_ends_a_map_likewise(rows_counted, tmp_path):
    budget = Budget(bytes=10**6, held=lambda: 10**9 if len(rows_counted) > 4 else 0)
    error = ended(SPEC, budget, Store(tmp_path))
    assert str(error).startswith("the memory limit of 1 MB was reached; so far: ")
    assert "they are stored" in str(error)
    assert build(SPEC, store=Store(tmp_path)) == build(SPEC)


@pytest.mark.parametrize("limit", [None, 10**6])
def test_an_allocation_that_fails_is_the_limit_of_memory_if_there_is_one(rows_counted, tmp_path, monkeypatch, limit):
    usual = METHOD["normal"].builder()

    def short(spec, rows):
        if 5 in rows:
            raise MemoryError
        return usual(spec, rows)

    by_units(monkeypatch, builder=lambda: short)
    says = "the memory limit of 1 MB was reached; so far: 55 pixels; they are stored" if limit else None
    with pytest.raises(BudgetError if limit else MemoryError, match=says):
        build(SPEC, store=Store(tmp_path), budget=Budget(bytes=limit, held=lambda: 0))
    assert rows_counted == [0, 1, 2, 3, 4]
    by_units(monkeypatch, builder=lambda: usual)
    done = []
    build(SPEC, store=Store(tmp_path), progress=done.append)
    assert done[0] == 13 + 12 + 11 + 10 + 9


def test_where_even_keeping_has_no_room_that_is_said(rows_counted, monkeypatch, tmp_path):
    def short(*arguments):
        raise MemoryError

    monkeypatch.setattr(Store, "keep_parts", short)
    assert "they are not stored" in str(ended(SPEC, for_rows(4, rows_counted), Store(tmp_path)))


def test_parts_that_were_cut_in_another_way_are_not_lost(rows_counted, monkeypatch, tmp_path):
    """Rows 0 to 5 are a unit at first; then 3 to 9 are another, of which only a part is there."""
    store = Store(tmp_path)
    for *units, most in ((range(6), range(6, 13), 7), (range(10, 13), range(3, 10), range(3), 7)):
        by_units(monkeypatch, *units)
        ended(SPEC, for_rows(most, rows_counted), store)
    parts = store.parts(SPEC)
    assert [parts(Tile.whole(SPEC, range(row, row + 1))) is not None for row in range(13)] == [
        row not in range(6, 10) for row in range(13)
    ]
    by_units(monkeypatch, range(6), range(6, 10), range(10, 13))
    rows_counted.clear()
    data = build(SPEC, store=store)
    assert rows_counted == [6, 7, 8, 9]
    assert data == build(SPEC)


def test_what_is_refused_for_its_size_has_no_parts(tmp_path):
    error = ended(MapSpec(Problem([0, 0, 1]), 3_000), Budget(bytes=10**6), Store(tmp_path))
    assert (type(error), error.known) == (SizeError, {})


# -- cells are cut into more units where a limit may come


def test_cells_have_several_units_under_a_limit_and_give_the_same():
    spec = MapSpec(Problem([0, 0, "1/2"]), 80)

    def units(seconds):
        with limits(Budget(seconds=seconds)):
            return list(method_of(spec).units(spec))

    usual, few, many = list(method_of(spec).units(spec)), units(60), units(1e-3)
    assert 1 == len(usual) < len(few) < len(many)
    for cut in (few, many):
        assert [row for tile in cut for row in tile.rows] == list(range(81))
        assert sum(tile.size(spec) for tile in cut) == spec.size < PIXELS_AT_ONCE
    assert build(spec, budget=Budget(seconds=10**6, clock=lambda: 0)) == build(spec)


# -- the command


@pytest.mark.parametrize("kept", [True, False])
def test_the_command_says_how_many_pixels_are_done_and_how_to_go_on(run, tmp_path, monkeypatch, kept):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    usual = work.stated_budget
    monkeypatch.setattr(work, "stated_budget", lambda: Budget(seconds=900, clock=count().__next__))
    words = ["map", "--c", "1", "--points", "30", "--method", "normal", *(["--store", "use"] if kept else [])]
    words += ["--data", str(tmp_path / "map.npz")]
    status, out, err = run(*words)
    assert (status, out) == (3, "")
    limit = "truel-ref: the time limit of 900 s was reached; "
    assert err.startswith(limit)
    said = r"so far: (\d+) pixels; they are (.*) the other (\d+) of the map\n"
    done, how, others = re.fullmatch(said, err.removeprefix(limit)).groups()
    assert how.startswith("stored, and a repeat computes" if kept else "not stored; with a store (--store use)")
    assert int(done) + int(others) == 31 * 32 // 2
    assert len(list(tmp_path.rglob("*"))) == (4 if kept else 0)  # three folders and the parts
    monkeypatch.setattr(work, "stated_budget", usual)
    assert run(*words)[0] == 0
    assert len(list((tmp_path / "cache").rglob("*.npz"))) == kept


def test_an_alarm_does_not_disturb_what_is_put_away(monkeypatch):
    """It rings when that is done; or not at all if somebody has noticed the limit already."""
    rung = []
    monkeypatch.setattr(work.signal, "setitimer", lambda which, seconds, *rest: rung.append(seconds) or (0, 0))
    monkeypatch.setattr(work.signal, "signal", lambda number, handler: handlers.append(handler))
    handlers = []
    with work._alarm(60):
        ring = handlers[0]
        with undisturbed():
            assert is_undisturbed()
            ring(0, None)
        assert rung == [60, work._AGAIN]
        try:
            raise BudgetError("noticed")
        except BudgetError:
            ring(0, None)
        assert rung == [60, work._AGAIN]
        with pytest.raises(BudgetError, match="the time limit of 60 s was reached"):
            ring(0, None)
