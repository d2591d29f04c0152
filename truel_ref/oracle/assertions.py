"""For test suites: a function is asked about one problem, and a wrong answer is an `AssertionError` that shows it.

pytest leaves frames out that set `__tracebackhide__`, so a failure shows the line of the test and what the judge says.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from truel_ref.game.problem import Problem, stated
from truel_ref.oracle.announced import AnnouncedPlay
from truel_ref.oracle.judge import Terms, judge_answer
from truel_ref.oracle.report import Solver, allowed

__all__ = ["assert_agrees"]


def assert_agrees(
    function: Solver,
    problem: Problem | Mapping[str, Any] | Iterable[object],
    tolerance: object = "1e-9",
    *,
    strict_ties: bool = False,
    stalemate_aims: bool = True,
) -> None:
    """Raise `AssertionError` if a function answers a problem wrongly; any outcome of a tie will do.

    An answer that differs only because doubles cannot resolve a margin (below 1e-12) is accepted, too.

    Parameters: `function`, from a problem as plain data to an answer; `problem`, a `Problem`, its plain data, or hit
    probabilities; `tolerance`, how far a value may lie from the exact one; `strict_ties` and `stalemate_aims`, as in
    `truel_ref.oracle.judge.Terms`.

    Raises `AssertionError` that shows the problem, the judgement, and the answer beside the exact one; what `Problem`
    raises for a problem that is none; and what the function raises, as it is.

    >>> assert_agrees(lambda problem: {"win": ["2/3", "1/3"], "aims": ["B", "A"]}, ["1/2", "1/2"])
    >>> assert_agrees(lambda problem: [0.6, 0.4], ["1/2", "1/2"])
    Traceback (most recent call last):
    ...
    AssertionError: wrong value: off by 6.7e-02
    Problem(['1/2', '1/2'])
    player    theirs          exact                    aim
    --------  --------------  -------  --------------  -----
    A         0.600000000000  2/3      0.666666666667  B
    B         0.400000000000  1/3      0.333333333333  A
    """
    __tracebackhide__ = True
    asked = Problem.from_data(problem) if isinstance(problem, Mapping) else stated(problem)
    asked.check_plain("a solver under test")
    terms = Terms(allowed(tolerance), strict_ties, stalemate_aims)
    result = judge_answer(AnnouncedPlay(asked), function(asked.to_json()), terms)
    if not result.accepted:
        raise AssertionError(str(result))
