"""Tables of what is refused: a row has the error, a call, and what the message says; each room has one such table.

`assert_refused` is the check that a row goes through. What a command refuses stands in `tests/cli/refusals.txt`.
"""

from functools import partial

import pytest


def refused(kind, call, *cases, of=()):
    """Return rows of a call: its arguments, after some that all share, and what the error says."""
    return [(kind, partial(call, *of, *given), says) for *given, says in cases]


def with_keywords(kind, call, *cases):
    """Return rows of a call with keywords."""
    return [(kind, partial(call, **given), says) for given, says in cases]


def read_changed(read, data, change):
    """Read a record from data, or from what makes them, in which some keys are changed."""
    whole = data() if callable(data) else data
    return read(whole | (change(whole) if callable(change) else change))


def changed(kind, read, data, *cases):
    """Return rows of a record that is read from data in which some keys are changed.

    What takes time to make is given as a function; a change that goes into it is a function of the data.
    """
    return [(kind, partial(read_changed, read, data, change), says) for change, says in cases]


def assert_refused(kind, call, says):
    """Check that a call is refused with one line that matches a pattern."""
    with pytest.raises(getattr(kind, "__args__", kind), match=says) as caught:
        call()
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300, "a long message, whatever was given"


def assert_each_refused(rows):
    """Check all rows of a table, and name those that are not refused as they say."""
    wrong = []
    for number, (kind, call, says) in enumerate(rows):
        try:
            assert_refused(kind, call, says)
        except (Exception, pytest.fail.Exception) as error:
            wrong.append((number, says, f"{type(error).__name__}: {error}"))
    assert not wrong, wrong
