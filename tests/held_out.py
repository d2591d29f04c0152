"""Problems like those of the vectors that nobody has seen: the same makers, other random numbers."""

from functools import cache
from itertools import islice
from random import Random

from truel_ref.oracle import make
from truel_ref.oracle.diagnosis import MOST_WORK
from truel_ref.oracle.judge import work
from truel_ref.oracle.problems import MAKERS


@cache
def held_out(seed, each, groups=tuple(MAKERS)):
    """Vectors of the kind of every group, so many of each, of the problems that recognition looks at."""
    listed = []
    for group in groups:
        drawn = (asked for asked in MAKERS[group](Random(f"{seed} {group}")) if work(asked[0]) <= MOST_WORK)
        problems = dict.fromkeys(problem for problem, _ in islice(drawn, each))
        listed += [make(problem, f"held-out-{group}-{number}", group) for number, problem in enumerate(problems, 1)]
    return listed


BOUNDARIES = 80
"""Problems around boundaries that the page asks: few of them tell a fixed choice among equals from rounding."""


def of_the_page():
    """Problems that try recognition: a dozen of a group, more around boundaries."""
    return [*held_out("the page", 12), *held_out("the page", BOUNDARIES, ("boundary",))[12:]]
