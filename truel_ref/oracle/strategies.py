"""What hypothesis makes problems from, to test an implementation on problems that no list holds.

    from hypothesis import given
    from truel_ref.oracle import assert_agrees
    from truel_ref.oracle.strategies import problems

    @given(problems(most=3))
    def test_my_solver(problem):
        assert_agrees(my_solver, problem)

All numbers are readable fractions, and become simpler when hypothesis shrinks a problem that fails. Equal hit
probabilities, 0 and 1 are drawn often, because there the mistakes are. Hypothesis itself is needed only here.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from truel_ref.errors import VectorError
from truel_ref.game.aims import TARGET_WORDS, Word
from truel_ref.game.choices import SEARCH_WORDS
from truel_ref.game.problem import Problem

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn, SearchStrategy

__all__ = ["aims", "hit", "hits", "problems", "searches", "targets", "tie_rules"]

_FULL_OF_TIES = (Fraction(0), Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), Fraction(1))


def _hypothesis() -> Any:
    try:
        from hypothesis import strategies
    except ImportError:
        raise VectorError(
            "the strategies need hypothesis, which is not installed; install it with pip install 'truel-ref[test]'"
        ) from None
    return strategies


def hit(finest: int = 20) -> SearchStrategy[Fraction]:
    """Return a strategy for one hit probability: a fraction in [0, 1] with a denominator of at most `finest`.

    >>> from hypothesis import find
    >>> find(hit(), lambda value: 0 < value < 1)
    Fraction(1, 2)
    """
    fractions: SearchStrategy[Fraction] = _hypothesis().fractions(0, 1, max_denominator=finest)
    return fractions


def hits(least: int = 2, most: int = 4, finest: int = 20) -> SearchStrategy[list[Fraction]]:
    """Return a strategy for the hit probabilities of `least` to `most` players.

    Half of the lists are made of 0, 1/4, 1/2, 3/4 and 1 only, so that equal and extreme values are common.

    >>> from hypothesis import find
    >>> simplest = find(hits(3, 3), lambda values: 0 < values[0] < values[1] < values[2])
    >>> max(value.denominator for value in simplest) <= 4
    True
    """
    st = _hypothesis()
    plain, tied = hit(finest), st.sampled_from(_FULL_OF_TIES)

    def drawn(draw: DrawFn) -> list[Fraction]:
        players = draw(st.integers(least, most))
        each = tied if draw(st.booleans()) else plain
        drawn_hits: list[Fraction] = draw(st.lists(each, min_size=players, max_size=players))
        return drawn_hits

    return _composed(drawn)


def aims(players: int) -> SearchStrategy[list[Fraction]]:
    """Return a strategy for explicit aims: one weight per player, with a sum of at most 1.

    >>> from hypothesis import find
    >>> find(aims(3), lambda weights: sum(weights) > 0)
    [Fraction(0, 1), Fraction(0, 1), Fraction(1, 1)]
    """
    st = _hypothesis()

    def drawn(draw: DrawFn) -> list[Fraction]:
        shares = draw(st.lists(st.integers(0, 4), min_size=players, max_size=players))
        rest = draw(st.integers(0, 4))
        return [Fraction(share, max(1, sum(shares) + rest)) for share in shares]

    return _composed(drawn)


def targets(players: int) -> SearchStrategy[list[Any]]:
    """Return a strategy for targets, one per player: words, indices and explicit aims, or none at all.

    >>> from hypothesis import find
    >>> find(targets(3), lambda said: True)
    []
    """
    st = _hypothesis()
    each = st.one_of(st.just(Word.OPTIMAL), st.sampled_from(TARGET_WORDS), st.integers(0, players - 1), aims(players))
    listed: SearchStrategy[list[Any]] = st.one_of(st.just([]), st.lists(each, min_size=players, max_size=players))
    return listed


def searches() -> SearchStrategy[set[Word]]:
    """Return a strategy for search sets: any words but `Random` alone.

    >>> from hypothesis import find
    >>> len(find(searches(), lambda words: "Random" in words))
    2
    """
    st = _hypothesis()
    # One word that serves alone, and any others: nothing has to be thrown away, and sets shrink to one or two words.
    alone = st.sampled_from([word for word in SEARCH_WORDS if word is not Word.RANDOM])
    more = st.tuples(*(st.booleans() for _ in SEARCH_WORDS))
    sets: SearchStrategy[set[Word]] = st.builds(
        lambda word, others: {word, *(other for other, taken in zip(SEARCH_WORDS, others, strict=True) if taken)},
        alone,
        more,
    )
    return sets


def tie_rules() -> SearchStrategy[int]:
    """Return a strategy for tie rules.

    >>> from hypothesis import find
    >>> find(tie_rules(), lambda rule: rule > 0)
    1
    """
    rules: SearchStrategy[int] = _hypothesis().sampled_from([1, 2, 3, 4, -1])  # those that vectors know
    return rules


def problems(
    least: int = 2,
    most: int = 4,
    search: SearchStrategy[set[Word]] | None = None,
    levels: bool = True,
    finest: int = 20,
) -> SearchStrategy[Problem]:
    """Return a strategy for problems of every kind.

    Parameters: `least` and `most`, the number of players; `search`, a strategy for the search sets, by default any;
    `levels`, whether random levels are drawn, up to 3 for three players and 1 for more, for they make many options;
    `finest`, the largest denominator of a hit probability.

    >>> from hypothesis import find
    >>> simplest = find(problems(least=3, most=3), lambda problem: min(problem.hits) > 0)
    >>> simplest.players, max(hit.denominator for hit in simplest.hits) <= 4
    (3, True)
    """
    st = _hypothesis()
    words = searches() if search is None else search

    def drawn(draw: DrawFn) -> Problem:
        shots = draw(hits(least, most, finest))
        players = len(shots)
        level = st.one_of(st.none(), st.integers(1, 3 if players < 4 else 1))
        each = st.lists(level, min_size=players, max_size=players)
        return Problem(
            shots,
            targets=draw(targets(players)),
            search=draw(words),
            target_later=draw(st.sampled_from(TARGET_WORDS)),
            search_later=draw(st.one_of(st.none(), words)),
            if_eq=draw(tie_rules()),
            random_levels=draw(st.one_of(st.none(), each)) if levels else None,
        )

    return _composed(drawn)


def _composed(drawn: Callable[[DrawFn], Any]) -> SearchStrategy[Any]:
    composed: SearchStrategy[Any] = _hypothesis().composite(drawn)()
    return composed
