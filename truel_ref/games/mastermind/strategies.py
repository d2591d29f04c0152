"""Strategies that look one guess ahead: Knuth, Irving, Neuwirth and Kooi.

Every guess cuts the possible codes into parts, one for each feedback. A strategy ranks guesses by the sizes of their
parts; of equal guesses it prefers a consistent guess (which may be the code), and then the first in canonical order.

Sources: D. E. Knuth, The computer as Master Mind, Journal of Recreational Mathematics 9 (1976); R. W. Irving, Towards
an optimum Mastermind strategy, the same 11 (1978); E. Neuwirth, Some strategies for Mastermind, Zeitschrift für
Operations Research 26 (1982); B. Kooi, Yet another Mastermind strategy, ICGA Journal 28 (2005).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import prod
from typing import TYPE_CHECKING, Any, TypeAlias

from truel_ref.errors import GameError, shown
from truel_ref.files import Pathlike, Progress
from truel_ref.games.kept import Kept
from truel_ref.games.mastermind.breakers import Breaker, grown
from truel_ref.games.mastermind.codes import Game, feedback_table
from truel_ref.records.record import count

if TYPE_CHECKING:
    import numpy as np

__all__ = ["STRATEGIES", "best_guess", "breaker_by", "disorder", "sizes_of_parts"]

Codes: TypeAlias = "Sequence[int] | np.ndarray[Any, Any]"
"""Numbers of codes."""

Sizes: TypeAlias = "np.ndarray[Any, Any]"
"""For every guess (row), the sizes of the parts by feedback (column)."""

_FORMAT = 1  # raise it when a strategy changes its guesses: then older files are refused
_BLOCK = 4_000_000  # feedbacks to count at once


def sizes_of_parts(game: Game, codes: Codes) -> Sizes:
    """Return the sizes of the parts into which every guess cuts some codes.

    >>> sizes_of_parts(Game(2, 2), [0, 1, 3]).tolist()
    [[1, 0, 0, 1, 1], [0, 0, 0, 2, 1], [0, 0, 1, 2, 0], [1, 0, 0, 1, 1]]
    """
    import numpy as np

    table, kinds = feedback_table(game), len(game.feedbacks)
    sizes = np.empty((game.codes, kinds), dtype=np.int64)
    step = max(1, _BLOCK // len(codes))
    for first in range(0, game.codes, step):
        part = table[first : first + step, codes].astype(np.int64)
        rows = len(part)
        part += kinds * np.arange(rows)[:, None]
        sizes[first : first + step] = np.bincount(part.ravel(), minlength=rows * kinds).reshape(rows, kinds)
    return sizes


@lru_cache(maxsize=100_000)
def disorder(sizes: tuple[int, ...]) -> int:
    r"""Return the product of $n^n$ over the sizes $n$ of parts: the smaller it is, the larger the entropy.

    The entropy of parts of $N$ codes is $\log N - \frac1N \sum n \log n$, and $\sum n \log n$ is the logarithm of
    this integer.

    >>> disorder((2, 2)), disorder((1, 3))
    (16, 27)
    """
    return prod(size**size for size in sizes)


def _disorders(sizes: Sizes) -> Any:
    """Return the ranks of the disorders; compute one disorder per different list of sizes."""
    import numpy as np

    kinds, which = np.unique(np.sort(sizes, axis=1), axis=0, return_inverse=True)
    products = [disorder(tuple(size for size in row if size > 1)) for row in kinds.tolist()]
    rank = {product: place for place, product in enumerate(sorted(set(products)))}
    return np.array([rank[product] for product in products])[which.ravel()]


STRATEGIES: Mapping[str, Callable[[Sizes], Any]] = {
    "knuth": lambda sizes: sizes.max(axis=1),
    "irving": lambda sizes: (sizes * sizes).sum(axis=1),
    "neuwirth": _disorders,
    "kooi": lambda sizes: -(sizes > 0).sum(axis=1),
}
"""The integer that each strategy minimises over its guesses.

knuth: the largest part. irving: the expected size of the part, times the number of codes: the sum of squares. neuwirth:
the disorder, for the largest entropy. kooi: the number of parts with its sign changed; the solved feedback is a part.
"""


def best_guess(game: Game, codes: Codes, strategy: str) -> int:
    """Return the guess of a strategy for a set of possible codes.

    Parameters: `game`; `codes`, the numbers of at least one code; `strategy`, a key of `STRATEGIES`. Raises `GameError`
    for an unknown strategy.

    >>> game = Game(4, 6)
    >>> [game.text(best_guess(game, range(1296), name)) for name in STRATEGIES]
    ['1122', '1123', '1234', '1123']
    """
    import numpy as np

    _check_strategy(strategy)
    sizes = sizes_of_parts(game, codes)
    costs = STRATEGIES[strategy](sizes)
    best = np.flatnonzero(costs == costs.min())
    consistent = best[sizes[best, game.solved] == 1]
    return int(consistent[0] if len(consistent) else best[0])


def _check_strategy(strategy: object) -> None:
    if not isinstance(strategy, str) or strategy not in STRATEGIES:
        raise GameError(f"strategy: {shown(strategy)} is unknown; choose from {', '.join(STRATEGIES)}")


def breaker_by(
    game: Game, strategy: str, progress: Progress = lambda more: None, keep: Pathlike | None = None
) -> Breaker:
    """Return the breaker of a strategy.

    Parameters: `game`; `strategy`, a key of `STRATEGIES`; `progress`, called with the number of newly guessed codes;
    `keep`, a file that stores the guesses, node by node, and resumes the work. Raises `GameError` for an unknown
    strategy and for a file with other content, and `FileError` if the file cannot be written.

    >>> breaker_by(Game(4, 6), "knuth").lengths().counts
    (1, 6, 62, 533, 694)
    """
    import numpy as np

    _check_strategy(strategy)
    table = feedback_table(game)

    def cut(guess: int, codes: Any) -> Iterator[tuple[int, Codes]]:
        feedbacks = table[guess, codes]
        for feedback in np.unique(feedbacks).tolist():
            if feedback != game.solved:
                yield feedback, codes[feedbacks == feedback]
            else:
                progress(1)

    about = {"game": "mastermind", "pegs": game.pegs, "colors": game.colors, "strategy": strategy, "format": _FORMAT}
    with Kept(keep, about, lambda guess: _code(game, guess)) as kept:
        known = iter(tuple(kept.pieces))

        def guess_of(codes: Codes) -> int:
            guess = next(known, None)
            if guess is None:
                guess = int(codes[0]) if len(codes) <= 2 else best_guess(game, codes, strategy)
                kept.add(guess)
            return guess

        every: Codes = np.arange(game.codes)
        return grown(game, every, guess_of, cut)


def _code(game: Game, number: object) -> int:
    if count(number) >= game.codes:
        raise GameError(f"{shown(number)} is not the number of a code")
    return count(number)
