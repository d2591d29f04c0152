"""The story of one game: every turn, from the first announcements to the end."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from truel_ref.errors import SimulationError, shown
from truel_ref.game.aims import Aim
from truel_ref.game.equilibrium import Living
from truel_ref.game.people import Order, People, order_text
from truel_ref.game.problem import Problem
from truel_ref.game.solution import Solution
from truel_ref.game.variant import Variant
from truel_ref.simulation.policy import Asked, PlayChoice, Policy, prepare, prepare_variant
from truel_ref.simulation.rules import AnnouncedRules, Rules, drawn_rules, played_moves, refuse_endless

__all__ = [
    "MOST_TURNS",
    "PlayedPhase",
    "Shot",
    "Story",
    "VariantStory",
    "checked_cap",
    "play_one",
    "play_variant",
    "turns_text",
]

MOST_TURNS = 10**18  # no game takes more turns, and every number of turns fits into the integers of NumPy


@dataclass(frozen=True)
class Shot:
    """A turn: the situation before it, the shot, and whether it hit (or convinced).

    Fields: `living`, `aims`, `counts` and `held` as in `Found`; `shooter`; `target`, None for a deliberate miss; `hit`.
    With opinions `shooter` and `target` are persons, and `living` are the held opinions.
    """

    living: Living
    aims: tuple[Aim | None, ...]
    counts: tuple[int, ...]
    held: tuple[int, ...]
    shooter: int
    target: int | None
    hit: bool

    def text(self, people: People | None = None) -> str:
        """Return the turn in words, with the labels of the players, or the names of people."""
        shooter = order_text((self.shooter,), people)
        if self.target is None:
            return f"{shooter} misses on purpose"
        whom = order_text((self.target,), people)
        return f"{shooter} shoots at {whom} and {'hits' if self.hit else 'misses'}"

    def __str__(self) -> str:
        return self.text()

    def to_json(self, label: Callable[[int], str]) -> dict[str, Any]:
        """Return the shot as plain data for JSON; `label` names the players."""
        target = None if self.target is None else label(self.target)
        return {"shooter": label(self.shooter), "target": target, "hit": self.hit}


@dataclass(frozen=True)
class PlayedPhase:
    """A played phase: the shooting order, the announced aims (None: none allowed), the shots."""

    order: Order
    aims: tuple[Aim | None, ...]
    shots: tuple[Shot, ...]


@dataclass(frozen=True)
class Story:
    """One game from the first shot to the last.

    Fields: `problem`; `phases`, the played phases; `winner`, None in a stalemate or a game cut off; `cut`, whether the
    cap on turns ended the game.

    >>> print(play_one([1, 1], {(0, 1): ["Miss", "A"]}, rng=random.Random(1)))
    A, B: A announces Miss, B announces A
       1  A misses on purpose
       2  B shoots at A and hits
    B wins after 2 turns
    """

    problem: Problem
    phases: tuple[PlayedPhase, ...]
    winner: int | None
    cut: bool

    @property
    def shots(self) -> tuple[Shot, ...]:
        """Every shot of the game."""
        return tuple(shot for phase in self.phases for shot in phase.shots)

    @property
    def length(self) -> int:
        """The number of turns."""
        return len(self.shots)

    @property
    def stalemate(self) -> bool:
        """Whether the game ended because nobody could be hit."""
        return self.winner is None and not self.cut

    def to_json(self) -> dict[str, Any]:
        """Return the story as plain data for JSON."""
        return {
            "problem": self.problem.to_json(),
            "phases": [
                {
                    "order": [self.problem.label(player) for player in phase.order],
                    "aims": _aims_data(phase.aims),
                    "shots": [shot.to_json(self.problem.label) for shot in phase.shots],
                }
                for phase in self.phases
            ],
            "winner": None if self.winner is None else self.problem.label(self.winner),
            "stalemate": self.stalemate,
            "cut": self.cut,
        }

    def __str__(self) -> str:
        lines = []
        begun = 1
        for phase in self.phases:
            pairs = zip(phase.order, phase.aims, strict=True)
            announced = ", ".join(
                f"{self.problem.label(player)} announces {'none' if aim is None else aim}" for player, aim in pairs
            )
            lines.append(f"{self.problem.order_text(phase.order)}: {announced}")
            lines.extend(
                f"{turn:4}  {shot.text(self.problem.people)}" for turn, shot in enumerate(phase.shots, start=begun)
            )
            begun += len(phase.shots)
        who = () if self.winner is None else (self.winner,)
        return "\n".join([*lines, _end_text(self.problem.order_text(who), self.length, self.cut, len(who))])


def _end_text(who: str, turns: int, cut: bool, left: int) -> str:
    """Return the end of a duel in words: cut off, won by the only player left, or a stalemate."""
    if cut:
        return f"cut off after {turns_text(turns)}"
    won = f"{who} wins after {turns_text(turns)}"
    return won if left == 1 else f"a stalemate after {turns_text(turns)}: nobody can be hit any more"


def turns_text(number: int) -> str:
    """Return a number of turns in words: "1 turn", "1,000 turns"."""
    return f"{number:,} turn{'' if number == 1 else 's'}"


def play_one(
    played: Solution | Problem | AnnouncedRules | Iterable[object],
    policy: Policy | None = None,
    *,
    rng: random.Random,
    max_turns: int | None = None,
) -> Story:
    """Play one game in plain Python and return its story.

    At each turn the shooter throws an integer below the common denominator of the weights for the target, and an
    integer below the denominator of the hit probability for the hit, so the draws are as exact as `rng.randrange`. An
    irrational probability is cut to a multiple of 2^-128. Turns, hits and phases follow R1.2 to R1.10.

    Parameters: `played` and `policy` as for `prepare` (to play often, prepare once); `rng`, a `random.Random`;
    `max_turns`, a cap on turns, by default none.

    Raises the errors of `prepare`, and `SimulationError` for another `rng` or cap.

    >>> from truel_ref import solve
    >>> story = play_one(solve(["1/3", "2/3", 1]), rng=random.Random(1))
    >>> print(story.shots[0], "-", story.length, "turns")
    A misses on purpose - 4 turns
    """
    _check_rng(rng)
    cap = checked_cap(max_turns)
    game = prepare(played, policy)
    shots, position = _played(game, rng, cap)
    return _story(game, shots, position)


def _check_rng(rng: object) -> None:
    if not isinstance(rng, random.Random):
        raise SimulationError(f"rng: {shown(rng)} is not a random.Random; give random.Random(1), or any other seed")


def _played(rules: Rules, rng: random.Random, max_turns: int | None) -> tuple[list[Shot], Any]:
    """Play one game; return its turns, and the position in which it ended or was cut off."""
    refuse_endless(rules, max_turns)
    moves, position = played_moves(rules, rng, max_turns)
    return [Shot(*rules.found(at), turn.shooter, target, hit) for at, turn, target, hit in moves], position


def _story(game: AnnouncedRules, shots: Iterable[Shot], position: Any) -> Story:
    """Return the story of a game that ended, or was cut off, in a position."""
    phases = [
        PlayedPhase(order, game.aims[order], tuple(played))
        for order, played in groupby(shots, key=lambda shot: shot.living)
    ]
    survivors, (order, _) = game.survivors(position), position
    if len(order) > 1 and (not phases or phases[-1].order != order):  # without a shot: a stalemate, or cut off
        phases.append(PlayedPhase(order, game.aims[order], ()))
    winner = survivors[0] if survivors is not None and len(survivors) == 1 else None
    return Story(game.problem, tuple(phases), winner, survivors is None)


def checked_cap(max_turns: object) -> int | None:
    """Return a cap on turns, or raise `SimulationError` if it is neither None nor an integer from 1 to 10^18."""
    if max_turns is None:
        return None
    if isinstance(max_turns, bool) or not isinstance(max_turns, int) or not 1 <= max_turns <= MOST_TURNS:
        raise SimulationError(
            f"max_turns: {shown(max_turns)} is neither an integer from 1 to 10**18 nor None, which means no cap"
        )
    return int(max_turns)


# -- other rules of fire


@dataclass(frozen=True)
class VariantStory:
    """One game from the first turn to the last.

    Fields: `variant`; `turns`, by place in the problem; `survivors`, the players left; `cut`, whether the cap on turns
    ended the game; `drawn`, with a lot the game of the drawn order, whose problem states this order.

    >>> duel = Variant.stated("bullets", ["1/2", 1], bullets=1)
    >>> print(play_variant(duel, {"A, B": ["Miss", "A"]}, rng=random.Random(1)))
    A 1, B 1
       1  A misses on purpose
       2  B shoots at A and hits
    B wins after 2 turns
    """

    variant: Variant
    turns: tuple[Shot, ...]
    survivors: Living
    cut: bool
    drawn: Story | None = None

    @property
    def length(self) -> int:
        """The number of turns."""
        return len(self.turns)

    @property
    def winner(self) -> int | None:
        """The only player left, or the opinion that all hold, or None."""
        return self.survivors[0] if len(self.survivors) == 1 and not self.cut else None

    @property
    def stalemate(self) -> bool:
        """Whether several players are left for ever."""
        return len(self.survivors) > 1 and not self.cut

    def to_json(self) -> dict[str, Any]:
        """Return the story as plain data for JSON; lists of numbers go by person."""
        problem = self.variant.problem
        label, by_person = problem.label, problem.people.by_person
        turns = []
        for turn in self.turns:
            found = {"living": [label(player) for player in turn.living], "aims": _aims_data(turn.aims)}
            data = found | turn.to_json(label)
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

    def _heading(self, turn: Shot) -> str:
        """Return the situation before a turn: the living players and counts, and aims that hold for several turns."""
        label = self.variant.problem.label
        who = ", ".join(label(player) + (f" {turn.counts[player]}" if turn.counts else "") for player in turn.living)
        return who if self.variant.model == "bullets" else f"{who}: aims {', '.join(map(str, turn.aims))}"

    def _text(self, turn: Shot) -> str:
        problem = self.variant.problem
        if self.variant.model == "opinions":
            assert turn.target is not None  # every person speaks to another
            speaker, listener = (
                f"person {problem.label(person)} ({problem.label(turn.held[person])})"
                for person in (turn.shooter, turn.target)
            )
            return f"{speaker} is drawn and {'convinces' if turn.hit else 'does not convince'} {listener}"
        shooter = problem.label(turn.shooter)
        text = turn.text(problem.people)
        return f"{shooter} is drawn:{text.removeprefix(shooter)}" if self.variant.model == "shooter" else text

    def _end(self) -> str:
        after = f"after {turns_text(self.length)}"
        who = self.variant.problem.order_text(self.survivors)
        model = "" if self.cut else self.variant.model
        if not self.survivors:
            return f"nobody is left {after}"
        if model == "opinions":
            return f"{'all hold' if self.winner is not None else 'a stalemate of'} {who} {after}"
        if model == "bullets" and self.winner is None:
            return f"{who} are left {after}: nobody has a round"
        return _end_text(who, self.length, self.cut, len(self.survivors))


def play_variant(
    asked: Asked, policy: PlayChoice | None = None, *, rng: random.Random, max_turns: int | None = None
) -> VariantStory:
    """Play one game under other rules of fire in plain Python and return its story.

    The draw of an order, a shooter or a person is one integer; the throws for targets and hits are those of `play_one`.

    Parameters: `asked` and `policy` as for `prepare_variant` (to play often, prepare once); `rng`, a `random.Random`;
    `max_turns`, a cap on turns, by default none.

    Raises the errors of `prepare_variant`, and `SimulationError` for another `rng` or cap.

    >>> from truel_ref import random_shooter
    >>> print(play_variant(random_shooter(["1/3", "2/3", 1]), rng=random.Random(5)))
    A, B, C: aims C, C, B
       1  C is drawn: shoots at B and hits
    A, C: aims C, A
       2  A is drawn: shoots at C and hits
    A wins after 2 turns
    """
    _check_rng(rng)
    cap = checked_cap(max_turns)
    game = prepare_variant(asked, policy)
    order, rules = drawn_rules(game.rules, rng)
    shots, position = _played(rules, rng, cap)
    survivors = rules.survivors(position)
    left = rules.found(position).living if survivors is None else survivors
    if not isinstance(rules, AnnouncedRules):
        return VariantStory(game.variant, tuple(shots), left, survivors is None)
    turns = tuple(_by_place(shot, order, game.variant.problem.people) for shot in shots)
    left = tuple(sorted(order[player] for player in left))
    return VariantStory(game.variant, turns, left, survivors is None, _story(rules, shots, position))


def _by_place(shot: Shot, order: Order, people: People) -> Shot:
    """Return a turn of a drawn order, with players by place in the problem instead of by place in the order."""

    def own(aim: Aim | None) -> Aim | None:
        return aim and Aim(tuple(aim.weights[order.index(at)] for at in sorted(order)), aim.is_random).among(people)

    aims = {order[player]: own(aim) for player, aim in zip(shot.living, shot.aims, strict=True)}
    living = tuple(sorted(aims))
    target = None if shot.target is None else order[shot.target]
    return replace(shot, living=living, aims=tuple(map(aims.get, living)), shooter=order[shot.shooter], target=target)


def _aims_data(aims: Iterable[Aim | None]) -> list[Any]:
    return [None if aim is None else aim.to_json() for aim in aims]
