"""Mutation testing: faults that a program puts into the package, and which of them the tests notice.

The faults are made by cosmic-ray, whose operators change one place of a file and leave the rest as it stands. mutmut
was tried on paper and not taken: it wraps every function in a switch and copies the package, and here tests read the
sources, count statements and start programs. cosmic-ray's own session runs one command for all mutations; which tests
run a line, the sample, and what is known to be harmless are ours (`plan`, `trial`), and so is the table (`__main__`).
"""

from truel_ref.kernels.confidence import clopper_pearson


def share(noticed: int, survived: int) -> str:
    """Return how many faults were noticed of those that are not harmless, with the interval of confidence 0.95."""
    able = noticed + survived
    low, high = clopper_pearson(noticed, able, "0.95")
    return f"{noticed:,} of {able:,}: {noticed / able:.1%} (interval {low:.1%} to {high:.1%})"
