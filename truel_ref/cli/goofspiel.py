"""`truel-ref goofspiel`: values of states, optimal bids, losses of strategies, and a game to play."""

from __future__ import annotations

import sys
from random import Random
from typing import Any

import click

from truel_ref.cli.frame import command, game_group
from truel_ref.cli.output import complain, say
from truel_ref.cli.words import Read, one_of, one_word, option, whole, whole_number
from truel_ref.errors import ProblemError, refuse, shown
from truel_ref.files import Progress
from truel_ref.games import goofspiel as game

GOOFSPIEL = game_group(
    "goofspiel",
    """Solve Goofspiel exactly: two players bid cards for prizes in random order.

    \b
    truel-ref goofspiel solve --own 1,3 --other 2,3 --prize 2 --to-come 3 --lead 1
    truel-ref goofspiel solve --cards 5 --goal points
    truel-ref goofspiel exploit matching --cards 5
    truel-ref goofspiel play --cards 5 --seed 1
    """,
)


def _read_cards(text: str, name: str) -> tuple[int, ...]:
    """Read a list of cards, `1,3`; empty text is the empty list."""
    return tuple(whole_number(part, name, 1) for part in text.split(",")) if text.strip() else ()


_CARDS = Read(_read_cards)
GOAL = option(
    "--goal GOAL",
    "What to maximise. win: the chance to end ahead minus the chance to end behind; points: the expected lead.",
    type=one_of(*game.GOALS),
    default=game.GOALS[0],
)
CARDS = option("--cards N", "Cards and prizes from 1 to N, at most 6.", default=5)


@command(
    "solve",
    option("--cards N", "The whole game with cards and prizes from 1 to N."),
    option("--own A,B,C", "The cards of the first player.", type=_CARDS),
    option("--other A,B,C", "The cards of the other player.", type=_CARDS),
    option("--prize P", "The prize on the table.", type=whole()),
    option("--to-come A,B", "The prizes still to come.", type=_CARDS),
    option("--lead L", "Lead of the first player in points.", type=whole(), default=0),
    GOAL,
    game=GOOFSPIEL,
    counts="states",
)
def _solve(
    cards: Any,
    own: Any,
    other: Any,
    prize: Any,
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
    whole_game = cards is not None
    refuse(
        click.UsageError,
        (
            whole_game and (own or other or to_come or lead),
            "--cards is for a whole game; leave --own, --other, --to-come and --lead out",
        ),
        (
            not whole_game and None in (own, other, prize),
            "state a whole game with --cards 5, or a state with --own 1,3 --other 2,3 --prize 2",
        ),
    )
    if prize is None:
        return game.openings(cards, goal, progress)
    state = game.opening(cards, prize) if whole_game else game.State(own, other, prize, to_come or (), lead)
    return game.solve(state, goal, game.Values(goal, progress))


@command("exploit", click.Argument(["strategy"], metavar="STRATEGY"), CARDS, GOAL, game=GOOFSPIEL)
def _exploit(strategy: str, cards: int, goal: str) -> object:
    """Print what a strategy gets from an opponent who knows it: matching, uniform or optimal.

    \b
    truel-ref goofspiel exploit matching --cards 5
    truel-ref goofspiel exploit optimal --cards 4 --goal points
    """  # noqa: D301  click wants the character itself
    one_word(strategy, "STRATEGY", (*game.STRATEGIES, "optimal"))
    return game.exploit(game.STRATEGIES.get(strategy) or game.optimal_strategy(goal), cards, goal, strategy)


@command(
    "play",
    CARDS,
    GOAL,
    option("--seed N", "Seed of the dice.", default=1),
    game=GOOFSPIEL,
    formats=(),
)
def _play(cards: int, goal: str, seed: int) -> None:
    """Play a game against optimal bids; the command asks for yours.

    \b
    truel-ref goofspiel play
    truel-ref goofspiel play --cards 4 --goal points --seed 7
    """  # noqa: D301  click wants the character itself
    dice, values = Random(seed), game.Values(goal)
    own = other = to_come = game.opening(cards, 1).own
    lead = 0
    while to_come:
        prize = dice.choice(to_come)
        state = game.State(own, other, prize, tuple(card for card in to_come if card != prize), lead)
        mine, mix = _ask(state), game.solve(state, goal, values).other
        (theirs,) = dice.choices([*mix], [*map(float, mix.values())])
        own, other, to_come, lead = state.after(mine, theirs)
        taker = "nobody takes" if mine == theirs else "you take" if mine > theirs else "I take"
        standing = f"{'you' if lead > 0 else 'I'} lead by {abs(lead)}" if lead else "we are level"
        say(f"prize {prize}: you bid {mine}, I bid {theirs}, {taker} it; {standing}")
    say("you win" if lead > 0 else "I win" if lead < 0 else "nobody wins")


def _ask(state: game.State) -> int:
    """Ask for a bid until it is a card in the hand."""
    hand, theirs = ", ".join(map(str, state.own)), ", ".join(map(str, state.other))
    while True:
        click.echo(f"prize {state.prize}; you hold {hand}, I hold {theirs}; your bid: ", nl=False)
        line = "" if sys.stdin is None else sys.stdin.readline()
        refuse(ProblemError, (not line, "the input ended before the game did; type an answer to each question"))
        if line.strip() in map(str, state.own):
            return int(line)
        complain(f"{shown(line.strip())} is not one of your cards; they are {hand}")
