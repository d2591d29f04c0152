"""The meaning of a search set in a phase: the aims that a player with a choice may announce.

Rules: `docs/rules.md`, R3.8 and R4.3 to R4.5; the strongest player, R4.1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from math import comb
from typing import TypeAlias

from truel_ref.budget import check
from truel_ref.errors import AimError
from truel_ref.game.aims import Aim, Weights, Word, int_shown
from truel_ref.game.people import label
from truel_ref.numbers import Number

__all__ = [
    "DEFAULT_SEARCH",
    "SEARCH_WORDS",
    "Search",
    "equal_mix",
    "number_of_mixes",
    "options_of",
    "single_options",
    "strongest",
]

Words: TypeAlias = tuple[Word, ...]
"""A search set in canonical form."""

Search: TypeAlias = "Words | tuple[Words, ...]"
"""The search of `Optimal`: one search set for all players, or one for each player."""

SEARCH_WORDS = (Word.OTHERS, Word.STRONGEST, Word.SELF, Word.MISS, Word.RANDOM)  # in canonical order
DEFAULT_SEARCH = (Word.OTHERS, Word.MISS)
OPTION_LIMIT = 200_000  # aims of one player in one phase
ALL_MEANS = (Word.OTHERS, Word.SELF, Word.MISS, Word.RANDOM)


def strongest(player: int, living: Iterable[int], hits: Sequence[Number]) -> int:
    """Return the living other player with the highest hit probability; among equal players the last label.

    >>> strongest(2, [0, 1, 2], [Fraction(1, 2), Fraction(1, 2), Fraction(1)])
    1
    """
    return max((other for other in living if other != player), key=lambda other: (hits[other], other))


def single_options(
    search: Sequence[Word], player: int, living: Iterable[int], hits: Sequence[Number]
) -> tuple[Aim, ...]:
    """Return the single options of a search set (Miss counts as one), in canonical order, each once.

    >>> hits = [Fraction(1, 3), Fraction(2, 3), Fraction(1)]
    >>> [str(aim) for aim in single_options([Word.OTHERS, Word.MISS], 0, [0, 1, 2], hits)]
    ['B', 'C', 'Miss']
    """
    living = list(living)
    at: set[int] = set()
    if Word.OTHERS in search:
        at.update(other for other in living if other != player)
    if Word.STRONGEST in search:
        at.add(strongest(player, living, hits))
    if Word.SELF in search:
        at.add(player)
    singles = tuple(Aim.at(other, len(hits)) for other in sorted(at))
    return (*singles, Aim.miss(len(hits))) if Word.MISS in search else singles


def equal_mix(singles: Sequence[Aim]) -> Weights:
    """Return the weights of the word `Random`: equal probabilities for all single options.

    >>> equal_mix([Aim.at(1, 3), Aim.at(2, 3), Aim.miss(3)])
    (Fraction(0, 1), Fraction(1, 3), Fraction(1, 3))
    """
    columns = zip(*(aim.weights for aim in singles), strict=True)
    return tuple(sum(column, Fraction(0)) / len(singles) for column in columns)


def options_of(
    search: Sequence[Word], level: int | None, player: int, living: Iterable[int], hits: Sequence[Number]
) -> tuple[Aim, ...]:
    """Return every aim that a search set allows to a player in a phase, in canonical order.

    Without `Random` these are the single options. `Random` without a level adds their equal mix. `Random` with level
    `L` adds all aims on the `k` targets of the single options whose weights are multiples of `1/L`; their sum is at
    most 1 if Miss is an option, which makes `C(L+k, k)` aims in all, and otherwise exactly 1, which makes
    `C(L+k-1, k-1)`. Raises `AimError` for more than 200,000 aims.

    >>> hits = [Fraction(3, 4), Fraction(11, 20), Fraction(1)]
    >>> [str(aim) for aim in options_of([Word.OTHERS, Word.MISS, Word.RANDOM], None, 0, [0, 1, 2], hits)]
    ['B', 'C', 'Miss', 'Random']
    >>> [str(aim) for aim in options_of([Word.OTHERS, Word.MISS, Word.RANDOM], 2, 0, [0, 1, 2], hits)]
    ['B', 'C', 'Miss', '(0, 1/2, 1/2)', '(0, 1/2, 0)', '(0, 0, 1/2)']
    """
    singles = single_options(search, player, living, hits)
    if Word.RANDOM not in search:
        return singles
    mix = equal_mix(singles)
    if level is None:
        vectors = {aim.weights for aim in singles} | {mix}
    else:
        at = [aim.target for aim in singles if aim.target is not None]
        _refuse_too_many(len(at), level, Word.MISS in search, player)
        vectors = set()
        for counts in _counts(len(at), level, exactly=Word.MISS not in search):
            check()
            weights = [Fraction(0)] * len(hits)
            for other, count in zip(at, counts, strict=True):
                weights[other] = Fraction(count, level)
            vectors.add(tuple(weights))
    aims = (Aim(weights, is_random=weights == mix) for weights in vectors)
    return tuple(sorted(aims, key=Aim.canonical_key))


def number_of_mixes(places: int, level: int, may_miss: bool) -> int:
    """Return the number of aims on `places` targets whose weights are multiples of `1/level`.

    >>> number_of_mixes(2, 2, may_miss=True), number_of_mixes(2, 2, may_miss=False)
    (6, 3)
    """
    return comb(level + places, places) if may_miss else comb(level + places - 1, max(places - 1, 0))


def _refuse_too_many(places: int, level: int, may_miss: bool, player: int) -> None:
    many = number_of_mixes(places, level, may_miss)
    if many > OPTION_LIMIT:
        raise AimError(
            f"player {label(player)}: random level {level} means {int_shown(many)} aims to search, more than "
            f"{OPTION_LIMIT:,}; choose a smaller level"
        )


def _counts(places: int, total: int, exactly: bool) -> Iterator[tuple[int, ...]]:
    """Yield the ways to distribute exactly `total` shares, or at most `total`, over `places` places."""
    if places == 0:
        yield ()
    elif places == 1 and exactly:
        yield (total,)
    else:
        for first in range(total + 1):
            for rest in _counts(places - 1, total - first, exactly):
                yield (first, *rest)
