"""Mutation testing: a program puts faults into the package, and the tests should notice them.

cosmic-ray makes the faults; its operators change a place of a file and nothing else. mutmut does not fit: it wraps
every function in a switch and copies the package, but tests here read the sources, count statements and start programs.
cosmic-ray's own session runs one command for all mutations; our code chooses the tests that run a line, the sample and
the known harmless changes (`plan`, `trial`), and makes the table (`__main__`).
"""

from truel_ref.kernels.confidence import clopper_pearson


def share(noticed: int, survived: int) -> str:
    """Return the share of the noticed among the faults that are not harmless, with the interval of confidence 0.95."""
    able = noticed + survived
    low, high = clopper_pearson(noticed, able, "0.95")
    return f"{noticed:,} of {able:,}: {noticed / able:.1%} (interval {low:.1%} to {high:.1%})"
