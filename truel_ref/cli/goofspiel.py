"""`truel-ref goofspiel`: values of states, optimal bids, losses of strategies, and a game to play."""

from __future__ import annotations

import random
from collections.abc import Callable

import click

from truel_ref.cli.frame import asks
from truel_ref.cli.lazy import LazyGroup
from truel_ref.cli.options import WholeNumber, backend_option
from truel_ref.cli.output import complain, say
from truel_ref.cli.shared import one_word, typed_line
from truel_ref.errors import GameError, shown
from truel_ref.files import progress_bar
from truel_ref.games.goofspiel import GOALS, MOST_CARDS, State, full_hand, opening, refuse_many

__all__ = ["command"]

_LONGEST_NUMBER = 10  # digits


@click.group("goofspiel", cls=LazyGroup)
def command() -> None:
    """Solve Goofspiel exactly: two players bid cards for prizes in random order.

    \b
    truel-ref goofspiel solve --own 1,3 --other 2,3 --prize 2 --to-come 3 --lead 1
    truel-ref goofspiel solve --cards 5 --goal points
    truel-ref goofspiel exploit matching --cards 5
    truel-ref goofspiel play --cards 5 --seed 1
    """  # noqa: D301  click wants the character itself


def _whole(text: str, option: str) -> int:
    digits = text.strip().removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= _LONGEST_NUMBER):
        raise GameError(f"{option}: {shown(text.strip())} is not a whole number")
    return int(text)


def _cards(context: click.Context, parameter: click.Parameter, value: str | None) -> tuple[int, ...] | None:
    """Read a list of cards, `1,3`; empty text is the empty list."""
    if value is None:
        return None
    return tuple(_whole(part, parameter.opts[0]) for part in value.split(",")) if value.strip() else ()


goal_option = click.option(
    "--goal",
    default="win",
    show_default=True,
    callback=lambda context, parameter, value: one_word(value, GOALS, "--goal"),
    metavar="GOAL",
    help="What to maximise. win: the chance to end ahead minus the chance to end behind; points: the expected lead.",
)
some_cards = click.option(
    "--cards",
    type=WholeNumber(1),
    metavar="N",
    help=f"Solve the whole game with cards and prizes from 1 to N, at most {MOST_CARDS}.",
)
all_cards = click.option(
    "--cards", type=WholeNumber(1), default=5, show_default=True, metavar="N", help="Cards and prizes from 1 to N."
)


keep_option = click.option(
    "--keep", type=click.Path(), metavar="FILE", help="Save the values of states to FILE and resume from it."
)


@asks(
    "solve",
    some_cards,
    click.option("--own", callback=_cards, metavar="A,B,C", help="The cards of the first player."),
    click.option("--other", callback=_cards, metavar="A,B,C", help="The cards of the other player."),
    click.option("--prize", type=WholeNumber(1), metavar="P", help="The prize on the table."),
    click.option("--to-come", callback=_cards, metavar="A,B", help="The prizes still to come."),
    click.option(
        "--lead",
        default="0",
        callback=lambda context, parameter, value: _whole(value, "--lead"),
        metavar="L",
        help="Lead of the first player in points.",
    ),
    goal_option,
    keep_option,
    backend_option,
    group=command,
)
def solve_state(
    cards: int | None,
    own: tuple[int, ...] | None,
    other: tuple[int, ...] | None,
    prize: int | None,
    to_come: tuple[int, ...] | None,
    lead: int,
    goal: str,
    keep: str | None,
) -> object:
    """Print the value of a state and optimal bids for both players; for a whole game, the first bids.

    \b
    truel-ref goofspiel solve --own 1,3 --other 2,3 --prize 2 --to-come 3 --lead 1
    truel-ref goofspiel solve --cards 5
    truel-ref goofspiel solve --cards 5 --prize 4 --goal points
    """  # noqa: D301  click wants the character itself
    from truel_ref.games.goofspiel import Continuations, kept_values, openings, solve

    state = _asked_state(cards, own, other, prize, to_come, lead)
    with kept_values(keep, goal) as kept, progress_bar("states") as bar:
        known = Continuations(goal, bar.update, kept)
        return openings(state, goal, known=known) if isinstance(state, int) else solve(state, goal, known=known)


def _asked_state(
    cards: int | None,
    own: tuple[int, ...] | None,
    other: tuple[int, ...] | None,
    prize: int | None,
    to_come: tuple[int, ...] | None,
    lead: int,
) -> State | int:
    """Return the state that the options describe, or the number of cards of a whole game."""
    if cards is None:
        if own is None or other is None or prize is None:
            raise click.UsageError("state a whole game with --cards 5, or a state with --own 1,3 --other 2,3 --prize 2")
        state = State(own, other, prize, to_come or (), lead)
        refuse_many(len(state.own))
        return state
    if own is not None or other is not None or to_come is not None or lead:
        raise click.UsageError("--cards states a whole game; leave --own, --other, --to-come and --lead out")
    return len(full_hand(cards)) if prize is None else opening(cards, prize)


@asks(
    "exploit",
    click.argument("strategy", metavar="STRATEGY"),
    all_cards,
    goal_option,
    keep_option,
    group=command,
)
def exploit_strategy(strategy: str, cards: int, goal: str, keep: str | None) -> object:
    """Print the value of a strategy against an opponent who knows it.

    STRATEGY is uniform, matching, one-above, highest, lowest or optimal.

    \b
    truel-ref goofspiel exploit matching --cards 5
    truel-ref goofspiel exploit uniform --cards 5 --goal points
    """  # noqa: D301  click wants the character itself
    from truel_ref.games.goofspiel import Continuations, kept_values
    from truel_ref.games.goofspiel_exploit import STRATEGIES, exploit, optimal_strategy

    one_word(strategy, (*STRATEGIES, "optimal"), "STRATEGY")
    full_hand(cards)  # refuses bad numbers before a file is read or written
    with kept_values(keep, goal, strategy) as kept, progress_bar("states") as bar:
        plan = STRATEGIES.get(strategy) or optimal_strategy(goal, known=Continuations(goal, kept=kept))
        return exploit(plan, cards, goal, strategy, bar.update, kept)


@asks(
    "play",
    all_cards,
    goal_option,
    click.option("--seed", type=WholeNumber(), default=1, show_default=True, metavar="N", help="Seed of the dice."),
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
    from truel_ref.games.goofspiel_exploit import tricks

    if bids is not None and sorted(bids) != list(range(1, cards + 1)):
        raise GameError(f"--bids: {shown(','.join(map(str, bids)))} are not the cards from 1 to {cards}, each once")
    lead = 0
    for trick in tricks(cards, goal, random.Random(seed), _ask if bids is None else _given(bids)):
        say(trick)
        lead = trick.lead
    say("you win" if lead > 0 else "I win" if lead < 0 else "nobody wins")


def _given(bids: tuple[int, ...]) -> Callable[[State], int]:
    left = iter(bids)
    return lambda state: next(left)


def _ask(state: State) -> int:
    """Ask for a bid until it is a card in the hand."""
    hand = ", ".join(map(str, state.own))
    while True:
        text = typed_line(f"prize {state.prize}; you hold {hand}, I hold {', '.join(map(str, state.other))}; your bid")
        if text in map(str, state.own):
            return int(text)
        complain(f"{shown(text)} is not one of your cards; they are {hand}")
