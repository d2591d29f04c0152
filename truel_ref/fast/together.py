"""Small problems of one shape, solved together."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import compress
from typing import TYPE_CHECKING, NamedTuple

from truel_ref.errors import BackendError, TruelError
from truel_ref.fast import integers
from truel_ref.fast.shaped import solve_alike
from truel_ref.fast.shapes import Shape, Words, shape_of, words_of
from truel_ref.fast.threes import Answers, hits_in_arrays, three_of
from truel_ref.game.problem import Problem
from truel_ref.game.solution import Solution
from truel_ref.play.phases import backend_for

if TYPE_CHECKING:
    import numpy as np

__all__ = ["Answered", "answer_hits", "answer_threes", "solve_small", "three_solutions"]

THREE = 3

SMALL_UP_TO = 4
"""Players; for more, `truel_ref.fast.methods.solve` looks for the method that serves."""

TOGETHER_FROM = 8
"""Problems of one shape; for fewer, arrays cost more than they save."""


class Answered(NamedTuple):
    """Problems of three players, of one shape, with their answers.

    Fields: `numbers`, which of some problems they are; `answers`; `backend`, by whose name they were computed.
    """

    numbers: list[int]
    answers: Answers
    backend: str

    def known(self) -> Iterator[int]:
        """Yield the numbers of those that are answered."""
        return compress(self.numbers, self.answers.are_known.tolist())


def answer_threes(problems: Sequence[Problem], backend: str | None = None) -> Iterator[Answered]:
    """Yield the answers of those problems of three players that `truel_ref.fast.threes` serves, a shape at a time.

    Parameters: `problems`; `backend`, as for `solve`.
    """
    alike: dict[Words, list[int]] = {}
    for number, problem in enumerate(problems):
        if problem.players == THREE:
            alike.setdefault(words_of(problem), []).append(number)
    for numbers in alike.values():
        if len(numbers) >= TOGETHER_FROM:
            hits = hits_in_arrays([problems[number] for number in numbers])
            for group in answer_hits(problems[numbers[0]], hits, backend) if hits else ():
                yield group._replace(numbers=[numbers[position] for position in group.numbers])


def answer_hits(first: Problem, hits: tuple[np.ndarray, np.ndarray], backend: str | None = None) -> Iterator[Answered]:
    """Yield the answers of problems that share their words, a shape at a time, where there are a few of a shape.

    Parameters: `first`, one of the problems, of three players; `hits`, numerators and denominators of all, players x
    problems; `backend`, as for `solve`.
    """
    import numpy as np

    if first.random_levels or words_of(first).ask_who_is_strongest:
        return
    tops, bottoms = hits
    never_hits = (tops == 0).T @ (2 ** np.arange(len(tops)))
    for pattern in np.unique(never_hits):
        mine = np.flatnonzero(never_hits == pattern)
        if len(mine) >= TOGETHER_FROM:
            a, b = tops[:, mine], bottoms[:, mine]
            sample = first.with_hits(tuple(map(Fraction, a[:, 0].tolist(), b[:, 0].tolist())))
            three = three_of(shape_of(sample))
            if three is not None:
                with contextlib.suppress(BackendError):  # `solve` says so
                    yield Answered(mine.tolist(), three.answers(a, b), backend_for(sample, backend).name)


def three_solutions(problems: Sequence[Problem], groups: Iterable[Answered]) -> dict[int, Callable[[], Solution]]:
    """Return by number what makes the solution of each problem that is answered."""
    made: dict[int, Callable[[], Solution]] = {}
    for group in groups:
        three = three_of(shape_of(problems[group.numbers[0]]))
        assert three is not None
        for number, (is_known, path, wins) in zip(group.numbers, group.answers.listed(), strict=True):
            if is_known:
                made[number] = partial(three.solution, problems[number], path, wins, group.backend)
    return made


def solve_small(problems: Sequence[Problem], backend: str | None = None) -> Iterator[Solution | None]:
    """Yield the solutions of the small ones of some problems, in less time than `solve` takes for each.

    Problems of fewer than 5 players who look for single targets, or miss, are solved together with those of their shape
    if there are a few: those of three players by `truel_ref.fast.threes`; what that leaves open, and others, by
    `truel_ref.fast.shaped.solve_alike`. For all others, and for those that `solve` refuses, there is None.

    Parameters: `problems`; `backend`, as for `solve`.

    >>> from truel_ref.fast.methods import solve
    >>> solved = list(solve_small([Problem([f"1/{number}", "2/3", 1]) for number in range(1, 21)]))
    >>> str(solved[2].win[0]), solved[2] == solve(["1/3", "2/3", 1])
    ('25/63', True)
    """
    made = three_solutions(problems, answer_threes(problems, backend))
    left = [number for number in range(len(problems)) if number not in made]
    solved: dict[int, Solution] = {}
    for _, positions in _together([problems[number] for number in left]):
        chosen = [problems[left[position]] for position in positions]
        with contextlib.suppress(BackendError):  # `solve` says so
            together = solve_alike(chosen, backend_for(chosen[0], backend), integers.decide, method="integers")
            solved.update(zip([left[position] for position in positions], together, strict=True))
    for number in range(len(problems)):
        make = made.pop(number, None)
        yield make() if make else solved.pop(number, None)


def _together(problems: Sequence[Problem]) -> Iterator[tuple[Shape, list[int]]]:
    """Yield the shapes of which there are a few small problems, each with the numbers of these."""
    alike: dict[Shape, list[int]] = {}
    for number, problem in enumerate(problems):
        if problem.players <= SMALL_UP_TO and not problem.irrational and not problem.random_levels:
            with contextlib.suppress(TruelError):  # a search that means too many aims
                alike.setdefault(shape_of(problem), []).append(number)
    for shape, numbers in alike.items():
        if shape.is_plain and len(numbers) >= TOGETHER_FROM:
            yield shape, numbers
