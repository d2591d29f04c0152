"""The best mix where the second answers with any mix, too: both ends of the enclosure, from outside."""

import random
from fractions import Fraction
from itertools import product
from types import SimpleNamespace

import independent
import pytest
from examples import one_in
from pages import numbers, page_text

from truel_ref import Problem
from truel_ref.explain.mix_bounds import KnownWorth, _Block, _is_worse, _weights, contradict, mix_enclosure, upper_end
from truel_ref.explain.mixes import best_mix, mixed_stage
from truel_ref.game.aims import Aim


def replied(hits, first, second, rule=1):
    """Return what the second derivation says of mixes of A and B, C replying: win probabilities and B's at own turn."""
    known = independent.solve(hits, targets=[first, second, "Optimal"], if_eq=rule)
    # B's chance at his own turn: that of the problem in which he is on move and A comes last.
    a, b, c = known.aims
    turned = [[aim[1], aim[2], aim[0]] for aim in (b, c, a)]
    return known, independent.solve([*hits[1:], hits[0]], targets=turned).win[0]


def nearly_best(hits, first, limit, rng):
    """Return the largest chance of B, at own turn, that random mixes and some near to a limit have, with A's chance."""
    best = (Fraction(-1), None)
    corner = [Fraction(int(place == limit.target)) for place in range(3)] if limit.target is not None else limit.weights
    mixes = [[0, 0, 0], [1, 0, 0], [0, 0, 1], list(corner)]
    for _ in range(30):
        x, y, z = (rng.choice([0, rng.randint(1, 30)]) for _ in range(3))
        mixes.append([Fraction(x, max(x + y + z, 1)), Fraction(0), Fraction(y, max(x + y + z, 1))])
    for step in (Fraction(1, 2**20), Fraction(1, 2**30)):
        mixes += [
            [start + step * (end - start) for start, end in zip(corner, other, strict=True)]
            for other in ([0, 0, 0], [1, 0, 0], [0, 0, 1])
        ]
    for mix in mixes:
        known, own = replied(hits, first, mix)
        best = max(best, (own, known.win[0]), key=lambda pair: pair[0])
    return best


@pytest.mark.parametrize(
    "hits", one_in(2, [("1/2", "2/5", "3/5"), ("3/4", "11/20", "1"), ("4/5", "1/4", "3/5"), ("1/3", "2/3", "1")])
)
def test_the_worth_of_the_mix_is_what_nearly_best_answers_give(hits):
    hits = list(map(Fraction, hits))
    answer = mix_enclosure(hits, width="1/100", work=40)
    assert answer.lower <= answer.upper <= answer.lower + Fraction(1, 100)
    _, won = nearly_best(hits, list(answer.mix.weights), answer.answer[0], random.Random(1))
    assert abs(won - answer.lower) < Fraction(1, 2**15)


def test_the_published_problem():
    answer = mix_enclosure(["3/4", "11/20", 1], width="1/10000")
    assert Fraction(33, 71) - Fraction(1, 10**8) < answer.lower < Fraction(33, 71) < answer.upper
    assert answer.upper <= answer.lower + Fraction(1, 10**4)
    least, most = numbers(page_text("atlas/best-mix.md"), "lies between {} % and {} %, however ties are broken")
    assert least < 100 * answer.lower < 100 * answer.upper < most
    assert ([str(aim) for aim in answer.answer], answer.mix.weights[1] > Fraction(12, 29)) == (["C", "Miss"], True)


@pytest.mark.slow
def test_mixed_replies_may_cost_the_first_much():
    hits = ["3/5", "11/20", "1/2"]
    answer = mix_enclosure(hits, width="1/60")
    assert answer.upper < Fraction(475, 1000) < Fraction(51, 100) < best_mix(hits).supremum


def check_upper_end(hits, rng, many):
    """Check that random mixes of A, whose worth is known exactly from cutting B's mixes, are worth no more."""
    answer = mix_enclosure(hits, width="1/100", work=30)
    for _ in range(many):
        known = KnownWorth(Problem(hits), mixed_stage(Problem(hits), (0, 1, 2)))
        x, y, z = (rng.choice([0, rng.randint(0, 30)]) for _ in range(3))
        known.try_mix(tuple(Fraction(weight, x + y + z + 1) for weight in (x, y, z + 1)))
        assert known.value <= answer.upper


@pytest.mark.parametrize("hits", one_in(2, [("3/4", "11/20", "1"), ("3/5", "11/20", "1/2"), ("1/3", "2/3", "1")]))
def test_no_mix_is_worth_more_than_the_upper_end(hits):
    check_upper_end(hits, random.Random(2), 8)


def test_two_conditions_contradict_exactly_if_no_mean_of_two_pairs_meets_both():
    rng = random.Random(4)
    verdicts = set()
    for _ in range(2000):
        pairs = [(rng.randint(-4, 2), rng.randint(-4, 2)) for _ in range(3)]
        met = any(one >= 0 and other >= 0 for one, other in pairs)
        for one, other in pairs:
            for less, more in pairs:
                if less < 0 < one:  # the point between them at which the first condition is just met
                    met = met or one * more - less * other >= 0
        rows = [(*pair, 1) for pair in pairs]
        rows.insert(rng.randrange(4), (0, 0, 0))  # where nobody can be hit, neither condition says anything
        first, second, shares = zip(*rows, strict=True)
        verdicts.add(met)
        assert contradict((first,), (second,), (shares,)) is not met
    assert verdicts == {True, False}


def test_an_answer_that_hangs_on_a_tie_proves_no_worth():
    """Half of A's shots fall on B, half on C; B gets most by missing, if C then shoots at A, which is a tie for C."""
    hits, mix = [Fraction(1, 2), Fraction(1, 2), Fraction(1)], [Fraction(0), Fraction(1, 2), Fraction(1, 2)]
    answers = {(own, play.win[0]) for play, own in (replied(hits, mix, "Miss", rule) for rule in (1, -1, 2))}
    assert answers == {(0, Fraction(1, 3)), (Fraction(1, 3), Fraction(1, 6)), (Fraction(1, 2), Fraction(1, 12))}
    known = KnownWorth(Problem(hits), mixed_stage(Problem(hits), (0, 1, 2)))
    known.try_mix((Fraction(1, 2), Fraction(1, 2), Fraction(0)))
    assert known.value <= Fraction(1, 12)


def test_what_is_worse_than_another_reply_everywhere_is_no_possible_one():
    gains = [[((0,),), ((-1,),)], [((1,),), ((0,),)]]  # of each reply over each
    assert _Block.possible(SimpleNamespace(active=(0, 1), gains=gains, below=[((1,),)] * 2)) == (1,)


def test_a_reply_is_worse_if_it_is_wherever_it_is_allowed():
    """Between two pairs of corners; where nobody can be hit, no gain is known, and it is 0."""
    for pairs in product([(0, 0), (-1, 1), (0, 1), (1, 1)], repeat=2):
        (gain, share), (other, others_share) = pairs
        between = [(t * gain + (4 - t) * other, t * share + (4 - t) * others_share) for t in range(5)]
        allowed = [gained for gained, hit in between if hit]
        worse = bool(allowed) and max(allowed) < 0
        assert _is_worse(((gain, other),), ((share, others_share),)) == worse


class NothingKnown:
    """A lower end that knows nothing, so that the upper end stands on its own."""

    value = Fraction(0)

    def try_mix(self, point):
        """Learn nothing."""


@pytest.mark.parametrize(
    ("hits", "supremum"),
    [
        (("1/3", "2/3", "1"), "25/63"),
        pytest.param(("3/4", "11/20", "1"), "33/71", marks=pytest.mark.slow),
    ],
)
def test_the_upper_end_stands_on_its_own(hits, supremum):
    stage = mixed_stage(Problem(hits), (0, 1, 2))
    known = KnownWorth(Problem(hits), stage)
    for top in range(4):
        for other in range(4 - top):
            known.try_mix((Fraction(top, 3), Fraction(other, 3), Fraction(3 - top - other, 3)))
    for work in (1, 12):
        upper, _ = upper_end(stage, NothingKnown(), Fraction(1, 100), work)
        assert upper >= max(known.value, Fraction(supremum) - Fraction(1, 10**6))


def test_simplices_that_need_no_halving_count_for_the_upper_end():
    """What is known is a little below the supremum, so in the end every bound is near enough to it."""
    hits = ["4/5", "1/4", "3/5"]
    reached, nearly = mix_enclosure(hits, width="1/50").lower, NothingKnown()
    nearly.value = reached - Fraction(9, 500)
    upper, halved = upper_end(mixed_stage(Problem(hits), (0, 1, 2)), nearly, Fraction(1, 50), 40)
    assert reached <= upper <= nearly.value + Fraction(1, 50)
    assert 0 < halved < 40


@pytest.mark.slow
def test_no_mix_is_worth_more_in_fifty_problems():
    rng = random.Random(3)
    for _ in range(50):
        check_upper_end([Fraction(rng.randint(0, 20), 20) for _ in range(3)], rng, 12)


def test_among_equal_players_the_ends_stay_apart_until_the_work_is_done():
    ends = [mix_enclosure(["1/2"] * 3, work=work) for work in (1, 2)]
    assert [one.halved for one in ends] == [1, 2]
    assert all(one.upper - one.lower > Fraction(2, 5) for one in ends)


def test_nobody_can_be_hit():
    answer = mix_enclosure([0, 0, 0])
    assert (answer.lower, answer.upper <= Fraction(1, 1000)) == (0, True)


def test_the_weights_of_a_mix_are_one_together():
    options = [Aim.at(1, 3), Aim.at(2, 3), Aim.miss(3)]
    mix = Aim((Fraction(0), Fraction(1, 2), Fraction(1, 3)))
    assert _weights(options, mix) == (Fraction(1, 2), Fraction(1, 3), Fraction(1, 6))
