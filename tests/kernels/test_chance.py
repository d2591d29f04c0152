"""Backward induction: known games, and every state once."""

from fractions import Fraction

import pytest

from truel_ref.kernels.chance import Distribution, Induction

F = Fraction


def test_a_walk_ends_as_the_gamblers_ruin_says():
    """From `at` of 10 with a fair coin and so many tosses: the mean stays where it is."""

    def rule(state, value):
        at, tosses = state
        if not tosses:
            return F(at)
        return Distribution.uniform([at - 1, at + 1]).expectation(lambda later: value((later, tosses - 1)))

    worth = Induction(rule)
    assert worth((4, 12)) == 4
    assert len(worth.values) == sum(range(1, 14))


def test_decisions_and_chance_alternate():
    """The last of up to `draws` cards from 1 to 4 is kept; below what a further draw is worth, one draws."""

    def rule(draws, value):
        if not draws:
            return F(0)
        return Distribution.uniform(range(1, 5)).expectation(lambda card: max(F(card), value(draws - 1)))

    worth = Induction(rule)
    by_hand = [F(0), F(5, 2), F(5, 2) / 2 + F(7, 4)]
    assert [worth(draws) for draws in range(3)] == by_hand
    assert worth(3) == (3 * by_hand[2] + 4) / 4


def test_every_state_is_worked_out_once_and_reported():
    asked, steps = [], []

    def rule(state, value):
        asked.append(state)
        return value(state - 1) + value(state - 2) if state > 1 else state

    worth = Induction(rule, steps.append)
    assert worth(30) == 832040
    assert worth(29) == 514229
    assert sorted(asked) == list(range(31))
    assert steps == [1] * 31


def test_who_is_interrupted_goes_on_where_he_was():
    def rule(state, value):
        later = value(state - 1) if state else 0
        if state == 3 and not done:
            raise KeyboardInterrupt
        return later + 1

    done, worth = [], Induction(rule)
    with pytest.raises(KeyboardInterrupt):
        worth(5)
    done.append(True)
    assert list(worth.values) == [0, 1, 2]
    assert worth(5) == 6
