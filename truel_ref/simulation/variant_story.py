"""One game under other rules of fire, told in full."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from truel_ref.errors import SimulationError, shown
from truel_ref.game.aims import Aim
from truel_ref.game.equilibrium import Living
from truel_ref.game.variant import Variant
from truel_ref.simulation.fire import Bullets, Fire, Opinions
from truel_ref.simulation.policy import Game
from truel_ref.simulation.rules import Move, admit_turns, drawn_rules, played_moves
from truel_ref.simulation.story import BYTES_OF_TURN, EACH_TURN, Shot, Story, checked_cap, played_game, turns_text
from truel_ref.simulation.variant_game import Asked, StatePolicy, prepare_variant

__all__ = ["PlayedTurn", "VariantStory", "play_variant"]


@dataclass(frozen=True)
class PlayedTurn:
    """One turn: who lived (or which opinions were held), what was done, and whether it hit (or convinced).

    Fields: `living`; `aims`, one per player of `living`, with bullets the mover's and None for the others; `shooter`;
    `target`, None for a deliberate miss; `hit`; `counts`, the rounds left before the shot, or how many persons hold
    each opinion; `held`, the opinion of every person, where `shooter` and `target` are persons.
    """

    living: Living
    aims: tuple[Aim | None, ...]
    shooter: int
    target: int | None
    hit: bool
    counts: tuple[int, ...] = ()
    held: tuple[int, ...] = ()


@dataclass(frozen=True)
class VariantStory:
    """One game from the first turn to the last.

    Fields: `variant`; `turns`, by place in the problem; `survivors`, who was left; `cut`, whether the cap on turns
    ended it; `drawn`, with a lot the game of the order that was drawn, whose problem states this order.

    >>> duel = Variant.stated("bullets", ["1/2", 1], bullets=1)
    >>> print(play_variant(duel, {"A, B": ["Miss", "A"]}, rng=random.Random(1)))
    A 1, B 1
       1  A misses on purpose
       2  B shoots at A and hits
    B wins after 2 turns
    """

    variant: Variant
    turns: tuple[PlayedTurn, ...]
    survivors: Living
    cut: bool
    drawn: Story | None = None

    @property
    def length(self) -> int:
        """The number of turns."""
        return len(self.turns)

    @property
    def winner(self) -> int | None:
        """The only one left, or the opinion that all hold; None if there is none."""
        return self.survivors[0] if len(self.survivors) == 1 and not self.cut else None

    @property
    def stalemate(self) -> bool:
        """Whether several are left for ever."""
        return len(self.survivors) > 1 and not self.cut

    def to_json(self) -> dict[str, Any]:
        """Return the story as plain data for JSON; lists of numbers go by person."""
        problem = self.variant.problem
        label, by_person = problem.label, problem.people.by_person
        turns = []
        for turn in self.turns:
            data = {
                "living": [label(player) for player in turn.living],
                "aims": [None if aim is None else aim.to_json() for aim in turn.aims],
                "shooter": label(turn.shooter),
                "target": None if turn.target is None else label(turn.target),
                "hit": turn.hit,
            }
            if turn.counts:
                data["counts"] = list(by_person(turn.counts))
            if turn.held:
                data["held"] = [label(opinion) for opinion in by_person(turn.held)]
            turns.append(data)
        data = self.variant.to_json() | {
            "turns": turns,
            "left": [label(player) for player in self.survivors],
            "winner": None if self.winner is None else label(self.winner),
            "stalemate": self.stalemate,
            "cut": self.cut,
        }
        return data if self.drawn is None else data | {"drawn": self.drawn.to_json()}

    # -- in words

    def __str__(self) -> str:
        if self.drawn is not None:
            order = self.drawn.problem.order_text(self.drawn.problem.first_order)
            return f"the lot draws {order}\n{self.drawn}"
        return "\n".join([*self._lines(), self._end()])

    def _lines(self) -> Iterator[str]:
        if self.variant.model == "simultaneous":
            yield from self._rounds()
            return
        before = None
        for number, turn in enumerate(self.turns, start=1):
            state = turn.living, turn.counts if turn.held else ()
            if state != before:
                yield self._heading(turn)
                before = state
            yield f"{number:4}  {self._text(turn)}"

    def _rounds(self) -> Iterator[str]:
        rounds = 0
        hit: set[int | None] = set()
        for number, turn in enumerate(self.turns, start=1):
            if turn.shooter == turn.living[0]:
                rounds, hit = rounds + 1, set()
                yield f"round {rounds}: {self._heading(turn)}"
            yield f"{number:4}  {self._text(turn)}"
            if turn.hit:
                hit.add(turn.target)
            if turn.shooter == turn.living[-1] and hit:
                yield f"out: {self.variant.problem.order_text(tuple(filter(hit.__contains__, turn.living)))}"

    def _heading(self, turn: PlayedTurn) -> str:
        """Return what a turn finds: who lives, with what is left, and the aims where they stand for more turns."""
        label = self.variant.problem.label
        who = ", ".join(label(player) + (f" {turn.counts[player]}" if turn.counts else "") for player in turn.living)
        return who if self.variant.model == "bullets" else f"{who}: aims {', '.join(map(str, turn.aims))}"

    def _text(self, turn: PlayedTurn) -> str:
        problem = self.variant.problem
        if self.variant.model == "opinions":
            assert turn.target is not None  # everybody always speaks to somebody
            speaker, listener = (
                f"person {problem.label(person)} ({problem.label(turn.held[person])})"
                for person in (turn.shooter, turn.target)
            )
            return f"{speaker} is drawn and {'convinces' if turn.hit else 'does not convince'} {listener}"
        shooter = problem.label(turn.shooter)
        text = Shot(turn.living, turn.shooter, turn.target, turn.hit).text(problem.people)
        if self.variant.model == "shooter":
            return f"{shooter} is drawn:{text.removeprefix(shooter)}"
        return text

    def _end(self) -> str:
        after = f"after {turns_text(self.length)}"
        who = self.variant.problem.order_text(self.survivors)
        if self.cut:
            return f"cut off {after}"
        if not self.survivors:
            return f"nobody is left {after}"
        if self.variant.model == "opinions":
            return f"{'all hold' if self.winner is not None else 'a stalemate of'} {who} {after}"
        if self.winner is not None:
            return f"{who} wins {after}"
        if self.variant.model == "bullets":
            return f"{who} are left {after}: nobody has a round"
        return f"a stalemate {after}: nobody can be hit any more"


def play_variant(
    asked: Asked, policy: StatePolicy | None = None, *, rng: random.Random, max_turns: int | None = None
) -> VariantStory:
    """Play one game under other rules of fire in plain Python and return its whole story.

    What is drawn (an order, a shooter, a person) is one integer; targets and hits are thrown as in `play_one`.

    Parameters: `asked` and `policy` as for `prepare_variant` (prepare once what is played often); `rng`, a
    `random.Random`; `max_turns`, a cap on turns, by default none.

    Raises what `prepare_variant` raises, and `SimulationError` for another `rng` or cap.

    >>> from truel_ref import random_shooter
    >>> print(play_variant(random_shooter(["1/3", "2/3", 1]), rng=random.Random(5)))
    A, B, C: aims C, C, B
       1  C is drawn: shoots at B and hits
    A, C: aims C, A
       2  A is drawn: shoots at C and hits
    A wins after 2 turns
    """
    if not isinstance(rng, random.Random):
        raise SimulationError(f"rng: {shown(rng)} is no random.Random; give random.Random(1), or any other seed")
    cap = checked_cap(max_turns)
    game = prepare_variant(asked, policy)
    order, rules = drawn_rules(game.rules, rng)
    if isinstance(rules, Game):
        story = played_game(rules, rng, cap)
        return _of_drawn(game.variant, order, story)
    assert isinstance(rules, Fire)
    if not isinstance(rules, Bullets):  # which are used up
        admit_turns(rules, cap, EACH_TURN, BYTES_OF_TURN)
    moves, position = played_moves(rules, rng, cap)
    survivors = rules.survivors(position)
    turns = tuple(_turn(rules, move) for move in moves)
    left = rules.state(position)[0] if survivors is None else survivors
    return VariantStory(game.variant, turns, left, survivors is None)


def _turn(rules: Fire, move: Move) -> PlayedTurn:
    state = living, mover, counts = rules.state(move.position)
    aims = tuple(rules.aim_of(*state, player) if mover in (None, player) else None for player in living)
    held = move.position if isinstance(rules, Opinions) else ()
    counted = counts if isinstance(rules, Bullets | Opinions) else ()
    return PlayedTurn(living, aims, move.turn.shooter, move.target, move.hit, counted, held)


def _of_drawn(variant: Variant, order: tuple[int, ...], story: Story) -> VariantStory:
    """Return the story of a drawn order, with its turns by place in the problem."""
    places = range(len(order))
    turns = []
    for phase in story.phases:
        living = tuple(sorted(order[player] for player in phase.order))
        aims = {order[player]: aim for player, aim in zip(phase.order, phase.aims, strict=True)}
        own = tuple(
            aim
            and Aim(tuple(aim.weights[order.index(place)] for place in places), aim.is_random).among(
                variant.problem.people
            )
            for aim in map(aims.__getitem__, living)
        )
        for shot in phase.shots:
            target = None if shot.target is None else order[shot.target]
            turns.append(PlayedTurn(living, own, order[shot.shooter], target, shot.hit))
    if story.winner is not None:
        left: Living = (order[story.winner],)
    else:
        left = tuple(sorted(order[player] for player in story.phases[-1].order))
    return VariantStory(variant, tuple(turns), left, story.cut, story)
