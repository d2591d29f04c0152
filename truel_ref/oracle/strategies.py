"""What hypothesis makes problems from, to test an implementation on problems that no list holds.

    from hypothesis import given
    from truel_ref.oracle import assert_agrees
    from truel_ref.oracle.strategies import problems

    @given(problems(most=3))
    def test_my_solver(problem):
        assert_agrees(my_solver, problem)

All numbers are readable fractions, and become simpler when hypothesis shrinks a problem that fails. Equal hit
probabilities, 0 and 1 are drawn often, because there the mistakes are; `ties` and `thin_margins` draw nothing else than
what is hardest to decide. Hypothesis itself is needed only here.

Every strategy builds its parts once, when it is made: what is built while something is drawn costs more than the draw.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING, Any

from truel_ref.errors import ProblemError, needs, refuse, shown
from truel_ref.explain.outcomes import all_outcomes
from truel_ref.game.aims import SEARCH_WORDS, TARGET_WORDS, Word
from truel_ref.game.problem import Problem
from truel_ref.numbers import Number, read_rational
from truel_ref.oracle.vector_files import CAP, THIN

if TYPE_CHECKING:
    from hypothesis import strategies as st
    from hypothesis.strategies import SearchStrategy
else:

    class _Strategies:
        """The strategies of hypothesis, loaded when the first one is made."""

        def __getattr__(self, name: str) -> Any:
            needs("hypothesis")
            from hypothesis import strategies

            return getattr(strategies, name)

    st = _Strategies()

_LISTED = 100  # up to this denominator all fractions are listed: to draw from a list takes a third of the time
_FULL_OF_TIES = (Fraction(0), Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), Fraction(1))


def hit(finest: int = 20) -> SearchStrategy[Fraction]:
    """Return a strategy for one hit probability: a fraction in [0, 1] with a denominator of at most `finest`.

    >>> from hypothesis import find
    >>> find(hit(), lambda value: 0 < value < 1)
    Fraction(1, 2)
    """
    if finest > _LISTED:
        return st.fractions(0, 1, max_denominator=finest)
    every = {Fraction(top, bottom) for bottom in range(1, finest + 1) for top in range(bottom + 1)}
    # The simplest first, towards which examples shrink.
    return st.sampled_from(sorted(every, key=lambda value: (value.denominator, value)))


def hits(least: int = 2, most: int = 4, finest: int = 20) -> SearchStrategy[list[Fraction]]:
    """Return a strategy for the hit probabilities of `least` to `most` players.

    Half of the lists are made of 0, 1/4, 1/2, 3/4 and 1 only, so that equal and extreme values are common.

    >>> from hypothesis import find
    >>> simplest = find(hits(3, 3), lambda values: 0 < values[0] < values[1] < values[2])
    >>> max(value.denominator for value in simplest) <= 4
    True
    """
    values = (hit(finest), st.sampled_from(_FULL_OF_TIES))
    sizes = range(least, most + 1)
    return st.one_of([st.lists(each, min_size=size, max_size=size) for size in sizes for each in values])


def aims(players: int) -> SearchStrategy[list[Fraction]]:
    """Return a strategy for explicit aims: one weight per player, with a sum of at most 1.

    >>> from hypothesis import find
    >>> find(aims(3), lambda weights: sum(weights) > 0)
    [Fraction(0, 1), Fraction(0, 1), Fraction(1, 1)]
    """
    shares = st.lists(st.integers(0, 4), min_size=players + 1, max_size=players + 1)
    return shares.map(lambda counts: [Fraction(count, max(1, sum(counts))) for count in counts[:players]])


def targets(players: int) -> SearchStrategy[list[Any]]:
    """Return a strategy for targets, one per player: words, indices and explicit aims, or none at all.

    >>> from hypothesis import find
    >>> find(targets(3), lambda said: True)
    []
    """
    each = st.one_of(st.just(Word.OPTIMAL), st.sampled_from(TARGET_WORDS), st.integers(0, players - 1), aims(players))
    return st.just([]) | st.lists(each, min_size=players, max_size=players)


def searches() -> SearchStrategy[set[Word]]:
    """Return a strategy for search sets: any words but `Random` alone.

    >>> from hypothesis import find
    >>> find(searches(), lambda words: len(words) == 1) <= set(Word)
    True
    """
    # One word that serves alone, and any others: nothing has to be thrown away, and sets shrink to one or two words.
    alone = st.sampled_from([word for word in SEARCH_WORDS if word is not Word.RANDOM])
    return st.builds(lambda word, more: {word, *more}, alone, st.sets(st.sampled_from(SEARCH_WORDS)))


def tie_rules() -> SearchStrategy[int]:
    """Return a strategy for tie rules.

    >>> from hypothesis import find
    >>> find(tie_rules(), lambda rule: rule > 0)
    1
    """
    return st.sampled_from([1, 2, 3, 4, -1])  # those that vectors know


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

    >>> from hypothesis import Phase, find, settings
    >>> find(problems(least=3, most=3), lambda problem: True, settings=settings(phases=[Phase.generate])).players
    3
    """
    words = searches() if search is None else search
    kinds = []
    for players in range(least, most + 1):
        level = st.none() | st.integers(1, 3 if players < 4 else 1)
        kinds.append(
            st.builds(
                Problem,
                hits(players, players, finest),
                targets=targets(players),
                search=words,
                target_later=st.sampled_from(TARGET_WORDS),
                search_later=st.none() | words,
                if_eq=tie_rules(),
                random_levels=st.none() | st.lists(level, min_size=players, max_size=players) if levels else st.none(),
            )
        )
    return st.one_of(kinds)


# ---------------------------------------------------------------------------------------------------------
# What is hardest to decide

_SEARCHES_OF_C = (
    {Word.OTHERS},
    {Word.OTHERS, Word.MISS},
    {Word.OTHERS, Word.SELF},
    {Word.OTHERS, Word.RANDOM},
    {Word.OTHERS, Word.MISS, Word.RANDOM},
)


def ties(finest: int = 20) -> SearchStrategy[Problem]:
    """Return a strategy for problems of three players with an exact tie that matters.

    A and B hit with the same probability, so that C, who announces last, finds them equal, and each of them cares whom
    he takes. In floating point such a tie falls either way, and every outcome is right.

    Parameters: `finest`, the largest denominator of a hit probability, at least 2.

    >>> from hypothesis import Phase, find, settings
    >>> from truel_ref import all_outcomes
    >>> found = find(ties(), lambda problem: True, settings=settings(phases=[Phase.generate]))
    >>> found.hits[0] == found.hits[1], len({outcome.win for outcome in all_outcomes(found).outcomes}) > 1
    (True, True)
    """
    return _alike(finest, None).filter(lambda problem: len(_wins(problem)) > 1)


def thin_margins(below: object = THIN, finest: int = 20) -> SearchStrategy[Problem]:
    """Return a strategy for problems of three players in which a choice that matters hangs on a thin margin.

    As in `ties`, but B hits a little more or less often than A: by `e`, and then what C wins by choosing rightly
    between them lies above 0 and below `e * finest`, because the duel of C against x changes with x by at most
    `1 / max(x, c)`. Below 1e-12 doubles may choose wrongly, and then the win probabilities are quite different.

    Parameters: `below`, the margin, above 0 and at most 1/100; `finest`, the largest denominator of a hit probability
    but for the difference, at least 2.

    Raises `ProblemError` for a margin outside these bounds.

    >>> from hypothesis import Phase, find, settings
    >>> from truel_ref.oracle import make
    >>> found = find(thin_margins(), lambda problem: True, settings=settings(phases=[Phase.generate]))
    >>> abs(found.hits[1] - found.hits[0]) < Fraction(1, 10**12), "thin" in make(found)["flags"]
    (True, True)
    """
    margin = read_rational(below, "margin")
    refuse(
        ProblemError, (not 0 < margin <= Fraction(1, 100), f"margin: {shown(below)} is not above 0 and at most 1/100")
    )
    power = (ceil(2 * finest / margin) - 1).bit_length()  # the least with 2^power >= 2 * finest / margin
    return _alike(finest, power).filter(lambda problem: _wins(problem, margin) > _wins(problem))


def _alike(finest: int, power: int | None) -> SearchStrategy[Problem]:
    """Return a strategy for problems in which A and B hit with the same probability, or with 2^-power between them."""
    refuse(ProblemError, (finest < 2, f"finest: {finest} leaves no hit probability between 0 and 1; give 2 or more"))
    each = st.one_of(st.just(Word.OPTIMAL), st.just(Word.MISS), st.integers(0, 2), aims(3))
    apart = st.just(Fraction(0))
    if power is not None:
        powers = st.integers(power, power + 30)
        apart = st.builds(lambda side, finer: Fraction(side, 2**finer), st.sampled_from([1, -1]), powers)

    def stated(first: Fraction, more: Fraction, last: Fraction, target: Any, other: Any, **rules: Any) -> Problem:
        return Problem([first, first + more, last], targets=[target, other, Word.OPTIMAL], **rules)

    inside, above = hit(finest).filter(lambda value: 0 < value < 1), hit(finest).filter(bool)
    search = st.sampled_from(_SEARCHES_OF_C)
    return st.builds(stated, inside, apart, above, each, each, search=search, if_eq=tie_rules())


def _wins(problem: Problem, slack: Fraction = Fraction(0)) -> set[tuple[Number, ...]]:
    """Return the win probabilities that may come out if gaps below a slack count as ties."""
    return {outcome.win for outcome in all_outcomes(problem, cap=CAP, slack=slack).outcomes}
