"""`truel-ref goofspiel`: values of states, optimal bids, losses of strategies, and a game to play."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import accumulate
from math import lcm
from random import Random

import click

from truel_ref.cli.frame import asks
from truel_ref.cli.lazy import LazyGroup
from truel_ref.cli.options import WholeNumber, named_option, number_option
from truel_ref.cli.output import complain, say
from truel_ref.cli.shared import one_word, typed_line
from truel_ref.errors import ProblemError, shown
from truel_ref.files import Progress
from truel_ref.games.goofspiel import (
    GOALS,
    STRATEGIES,
    State,
    Values,
    exploit,
    opening,
    openings,
    optimal_strategy,
    solve,
)
from truel_ref.numbers import read_count

__all__ = ["command"]


@click.group("goofspiel", cls=LazyGroup)
def command() -> None:
    """Solve Goofspiel exactly: two players bid cards for prizes in random order.

    \b
    truel-ref goofspiel solve --own 1,3 --other 2,3 --prize 2 --to-come 3 --lead 1
    truel-ref goofspiel solve --cards 5 --goal points
    truel-ref goofspiel exploit matching --cards 5
    truel-ref goofspiel play --cards 5 --seed 1
    """  # noqa: D301  click wants the character itself


def _cards(context: click.Context, parameter: click.Parameter, value: str | None) -> tuple[int, ...] | None:
    """Read a list of cards, `1,3`; empty text is the empty list."""
    if value is None:
        return None
    return tuple(read_count(part, parameter.opts[0]) for part in value.split(",")) if value.strip() else ()


goal_option = named_option(
    "--goal",
    *GOALS,
    metavar="GOAL",
    help="What to maximise. win: the chance to end ahead minus the chance to end behind; points: the expected lead.",
)
cards_option = number_option("--cards", 5, "Cards and prizes from 1 to N, at most 6.")


@asks(
    "solve",
    click.option("--cards", type=WholeNumber(), metavar="N", help="The whole game with cards and prizes from 1 to N."),
    click.option("--own", callback=_cards, metavar="A,B,C", help="The cards of the first player."),
    click.option("--other", callback=_cards, metavar="A,B,C", help="The cards of the other player."),
    click.option("--prize", type=WholeNumber(), metavar="P", help="The prize on the table."),
    click.option("--to-come", callback=_cards, metavar="A,B", help="The prizes still to come."),
    click.option("--lead", type=WholeNumber(), default=0, metavar="L", help="Lead of the first player in points."),
    goal_option,
    group=command,
    counts="states",
)
def solve_command(
    cards: int | None,
    own: tuple[int, ...] | None,
    other: tuple[int, ...] | None,
    prize: int | None,
    to_come: tuple[int, ...] | None,
    lead: int,
    goal: str,
    progress: Progress,
) -> object:
    """Print the value of a state and optimal bids for both players; for a whole game, the first bids.

    \b
    truel-ref goofspiel solve --own 1,3 --other 2,3 --prize 2 --to-come 3 --lead 1
    truel-ref goofspiel solve --cards 5
    truel-ref goofspiel solve --cards 5 --prize 4 --goal points
    """  # noqa: D301  click wants the character itself
    hands = (own, other)
    if cards is None and (None in hands or prize is None):
        raise click.UsageError("state a whole game with --cards 5, or a state with --own 1,3 --other 2,3 --prize 2")
    if cards is not None and (hands != (None, None) or to_come is not None or lead):
        raise click.UsageError("--cards is for a whole game; leave --own, --other, --to-come and --lead out")
    if cards is not None and prize is None:
        return openings(cards, goal, progress)
    state = (
        State(own or (), other or (), prize or 0, to_come or (), lead) if cards is None else opening(cards, prize or 0)
    )
    return solve(state, goal, Values(goal, progress))


@asks(
    "exploit",
    click.argument("strategy", metavar="STRATEGY"),
    cards_option,
    goal_option,
    group=command,
)
def exploit_command(strategy: str, cards: int, goal: str) -> object:
    """Print what a strategy gets from an opponent who knows it: matching, uniform, one-above, highest, lowest, optimal.

    \b
    truel-ref goofspiel exploit matching --cards 5
    truel-ref goofspiel exploit optimal --cards 4 --goal points
    """  # noqa: D301  click wants the character itself
    one_word(strategy, (*STRATEGIES, "optimal"), "STRATEGY")
    return exploit(STRATEGIES.get(strategy) or optimal_strategy(goal), cards, goal, strategy)


@asks(
    "play",
    cards_option,
    goal_option,
    number_option("--seed", 1, "Seed of the dice."),
    click.option(
        "--bids", callback=_cards, metavar="A,B,C", help="Your bids, in order; without them the command asks."
    ),
    group=command,
    prints=False,
)
def play_game(cards: int, goal: str, seed: int, bids: tuple[int, ...] | None) -> None:
    """Play a game against optimal bids.

    \b
    truel-ref goofspiel play
    truel-ref goofspiel play --cards 4 --goal points --seed 7
    truel-ref goofspiel play --cards 3 --bids 2,1,3
    """  # noqa: D301  click wants the character itself
    if bids is not None and sorted(bids) != list(range(1, cards + 1)):
        raise ProblemError(f"--bids: {shown(','.join(map(str, bids)))} are not the cards from 1 to {cards}, each once")
    given = iter(bids or ())
    lead = 0
    for state, mine, theirs, lead in _tricks(
        cards, goal, Random(seed), _ask if bids is None else lambda state: next(given)
    ):
        taker = "nobody takes" if mine == theirs else "you take" if mine > theirs else "I take"
        standing = f"{'you' if lead > 0 else 'I'} lead by {abs(lead)}" if lead else "we are level"
        say(f"prize {state.prize}: you bid {mine}, I bid {theirs}, {taker} it; {standing}")
    say("you win" if lead > 0 else "I win" if lead < 0 else "nobody wins")


def _tricks(cards: int, goal: str, dice: Random, ask: Callable[[State], int]) -> Iterator[tuple[State, int, int, int]]:
    """Yield the tricks of a game in which the second player bids optimally: the state, both bids, and the new lead.

    Parameters: `cards`; `goal`; `dice`; `ask`, which returns the bid of the first player for a state.
    """
    hand, lead, values = opening(cards, 1).own, 0, Values(goal)
    own = other = to_come = hand
    while to_come:
        prize = dice.choice(to_come)
        state = State(own, other, prize, tuple(card for card in to_come if card != prize), lead)
        mine, theirs = ask(state), drawn_card(solve(state, goal, values).other, dice)
        own, other, to_come, lead = state.after(mine, theirs)
        yield state, mine, theirs, lead


def drawn_card(mix: dict[int, Fraction], dice: Random) -> int:
    """Return a card drawn with exactly its chance, without floats."""
    common = lcm(*(chance.denominator for chance in mix.values()))
    number = dice.randrange(common)
    return next(card for card, end in zip(mix, accumulate(mix.values()), strict=True) if number < end * common)


def _ask(state: State) -> int:
    """Ask for a bid until it is a card in the hand."""
    hand = ", ".join(map(str, state.own))
    while True:
        text = typed_line(f"prize {state.prize}; you hold {hand}, I hold {', '.join(map(str, state.other))}; your bid")
        if text in map(str, state.own):
            return int(text)
        complain(f"{shown(text)} is not one of your cards; they are {hand}")
