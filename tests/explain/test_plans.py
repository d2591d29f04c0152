"""Plans that repeat, looked at in other ways: courses, dice, and what each option is worth."""

from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest

from truel_ref import Problem, course, periodic_equilibria, why_plan
from truel_ref.errors import NumberError, ProblemError
from truel_ref.explain.gains import PlanWhy

TWO = "1/5 4/5 1/2 7/10 3/5"
THREE = "1/5 7/10 2/5 3/5 1/2"
PERIODS = {TWO: 2, THREE: 3}
SHIFTS = [(hits, number) for hits, period in PERIODS.items() for number in range(1, period + 1)]


@cache
def plan(hits):
    return periodic_equilibria(hits, period=PERIODS[hits])[0]


@pytest.mark.parametrize(("hits", "number"), SHIFTS)
def test_the_course_of_every_shift_has_the_win_probabilities_of_the_plan(hits, number):
    """A Markov chain of all positions, entered where the selection says, and the algebra of the plan agree exactly."""
    play = plan(hits).begun(number)
    noted = course(play, turns=12)
    assert (noted.model, noted.win, noted.stalemate) == ("periodic", plan(hits).starts[number - 1], 0)
    assert sum(noted.distribution) + noted.longer == 1
    assert sum(noted.eliminations.values()) == sum(noted.last_pairs.values()) == 1


def test_plans_of_smaller_sets_begin_where_the_selection_says():
    """{A, B, C} has plans of two rounds, and play goes on in one of them."""
    plays = periodic_equilibria("3/4 3/4 3/4 0", targets="D, D, Miss, Miss", period=2)
    several = [play for play in plays if any({*one.entry} > {1} for one in play.below)]
    assert several
    for play in several:
        assert course(play).win == play.win


# -- what each option is worth


def test_the_worth_of_options_by_hand():
    """A hits B with 1/2, and B never hits: A wins sooner or later, also if A waits for a turn, but not always."""
    [play] = periodic_equilibria("1/2 0")
    assert [(each.player, str(each.aim), each.worth, each.loss) for each in why_plan(play).worths] == [
        (0, "B", 1, 0),
        (1, "A", 0, 0),
    ]
    [play] = periodic_equilibria("0 1/2 0", search="others,miss", period=1)[:1]
    worths = {str(each.aim): each for each in why_plan(play, player="B").worths}
    assert (worths["Miss"].worth, worths["Miss"].loss, worths["Miss"].loss_always) == (1, 0, 1)


@pytest.mark.parametrize("hits", PERIODS)
def test_no_option_gains_and_the_margin_is_that_of_the_plan(hits):
    play = plan(hits)
    reasons = why_plan(play)
    assert [each.aim for each in reasons.worths if each.chosen] == [aim for aims in play.aims for aim in aims]
    for each in reasons.worths:
        values = play.values[each.round - 1][each.player]
        assert each.worth + each.loss == values[each.player]
        assert (each.loss == each.loss_always == 0) if each.chosen else (0 < each.loss <= each.loss_always)


def test_a_changed_plan_has_the_worth_that_the_option_is_said_to_have():
    """Dice with D at the other aim in every period: the exact course is the worth of the option taken always."""
    play = plan(TWO)
    [option] = [each for each in why_plan(play, player="D").worths if (each.round, str(each.aim)) == (2, "Miss")]
    changed = (play.aims[0], (*play.aims[1][:3], option.aim, *play.aims[1][4:]))
    # The first turn of D comes if A and C miss; B holds fire.
    won = course(replace(play, aims=changed).begun(2)).win[3] - course(play.begun(2)).win[3]
    reach = Fraction(4, 5) * Fraction(1, 2)
    assert won == -option.loss_always * reach


def test_reasons_of_a_player_are_read_back():
    whole = why_plan(plan(TWO))
    assert PlanWhy.from_json(whole.to_json()) == whole
    assert {each.player for each in why_plan(plan(TWO), player=1).worths} == {1}
    named = periodic_equilibria(Problem(TWO, names="Ann,Bob,Carl,Dora,Emil"))[0]
    assert "Dora" in str(why_plan(named, player="Dora"))


@pytest.mark.parametrize(
    ("error", "call", "says"),
    [
        (ProblemError, lambda play: why_plan(play.below[0]), "give a plan of all players"),
        (ProblemError, lambda play: why_plan(None), "None is not a plan; give one, such as periodic_equilibria"),
        (ProblemError, lambda play: why_plan(play, player="Z"), "player: 'Z' is not a player; the players are A to E"),
        (ProblemError, lambda play: course(play.below[0]), "begins with all players"),
        (NumberError, lambda play: play.begun(3), "round of the plan: 3 is not an integer from 1 to 2"),
    ],
)
def test_what_is_refused(error, call, says):
    with pytest.raises(error, match=says):
        call(plan(TWO))
