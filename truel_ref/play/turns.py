"""Stages: every option of every player in a phase as a turn, and which options cannot hit anybody.

A **stage** is a phase whose later phases are solved: its order, the options of each player, and the turn `(r, k)` of
each option.

Rules: `docs/rules.md`, R1.3, R2.1 and R2.3.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, Protocol, TypeAlias

from truel_ref.game.aims import Aim
from truel_ref.game.people import Order, Path, Place, Player, next_order
from truel_ref.game.problem import Problem
from truel_ref.numbers import algebraic, inside, public
from truel_ref.play import phase
from truel_ref.play.phase import Number, Turn, Vector

__all__ = ["Options", "Profiles", "Stage", "advantage", "cannot_hit", "kinds", "lay_out", "survivor", "victims"]

Options: TypeAlias = tuple[tuple[Aim, ...], ...]
"""By place, the aims that a player may announce, in canonical order."""


class Profiles(Protocol):
    """The profiles of a phase and their values, as the choice needs them: a `Stage`, or a table of results."""

    @property
    def problem(self) -> Problem:
        """The problem; its tie rule counts."""

    @property
    def order(self) -> Order:
        """The phase."""

    @property
    def options(self) -> Options:
        """By place, the aims that the player may announce."""

    def win(self, path: Path, place: Place = 0) -> Sequence[Any]:
        """Return the win probabilities of a profile at the first turn of the player at a place."""

    def stalls(self, path: Path) -> bool:
        """Return whether nobody can ever be hit under a profile."""

    def only_stalls(self, earlier: Path) -> bool:
        """Return whether it is known that every profile after a history is a stalemate."""

    def number(self, value: algebraic.Number) -> Any:
        """Return an exact number in the type of these values."""


@dataclass(frozen=True)
class Stage(Generic[Number]):
    """A phase whose later phases are solved, with its options as turns.

    Fields: `problem`; `order`, the phase; `options`, by place; `turns`, by place and option, in numbers inside;
    `idle`, by place and option, whether the option cannot hit anybody; `number`, converts an exact number to the type
    of these turns.
    """

    problem: Problem
    order: Order
    options: Options
    turns: tuple[tuple[Turn[Number], ...], ...]
    idle: tuple[tuple[bool, ...], ...]
    number: Callable[[algebraic.Number], Number] = inside

    def public(self, win: Iterable[Number]) -> tuple[algebraic.Number, ...]:
        """Return numbers of this stage as fractions, and irrational numbers as algebraic numbers."""
        return tuple(map(public, win))

    def aims(self, path: Path) -> tuple[Aim, ...]:
        """Return the aims of a history or a profile."""
        return tuple(self.options[place][option] for place, option in enumerate(path))

    def win(self, path: Path, place: Place = 0) -> list[Number]:
        """Return the win probabilities of a profile at the first turn of the player at a place."""
        turns = [self.turns[where][option] for where, option in enumerate(path)]
        return phase.value(turns[place:] + turns[:place])

    def start(self, path: Path | None) -> list[Number]:
        """Return the win probabilities of a profile at the start; for None, a stalemate, all are 0."""
        return [self.number(Fraction(0))] * self.problem.players if path is None else self.win(path)

    def stalls(self, path: Path) -> bool:
        """Return whether nobody can ever be hit under a profile: every option of it is idle."""
        return all(self.idle[place][option] for place, option in enumerate(path))

    def only_stalls(self, earlier: Path) -> bool:
        """Return whether every profile after a history is a stalemate: all later options are idle, too."""
        return self.stalls(earlier) and all(map(all, self.idle[len(earlier) :]))

    def nobody_chooses(self) -> bool:
        """Return whether every player has only one option."""
        return all(len(aims) == 1 for aims in self.options)


def lay_out(
    problem: Problem,
    order: Order,
    options: Options,
    wins: Mapping[Order, Vector[Number]],
    number: Callable[[algebraic.Number], Number] = inside,
) -> Stage[Number]:
    """Return the stage of a phase: every option as a turn.

    Parameters: `problem`; `order`, the phase; `options`, by place; `wins`, the win probabilities at the start of every
    phase that can follow, in numbers of one type; `number`, converts an exact number to that type.

    >>> problem, alone = Problem(["1/2", "1/3"]), {(0,): [Fraction(1), Fraction(0)], (1,): [Fraction(0), Fraction(1)]}
    >>> options = tuple(problem.options((0, 1), player) for player in (0, 1))
    >>> stage = lay_out(problem, (0, 1), options, alone, public)  # in fractions, whatever is in force
    >>> stage.turns[1], stage.win((0, 0))
    ((([Fraction(0, 1), Fraction(1, 3)], Fraction(2, 3)),), [Fraction(3, 4), Fraction(1, 4)])
    """
    turns: list[tuple[Turn[Number], ...]] = []
    idle: list[tuple[bool, ...]] = []
    for player, aims in zip(order, options, strict=True):
        exact_hit = problem.hits[player]
        hit = number(exact_hit)
        # A player who never hits leads to no later phase, so none is needed.
        after = {victim: wins[next_order(order, player, victim)] for victim in victims(exact_hit, aims)}
        turns.append(
            tuple(
                phase.turn(
                    hit,
                    [(number(aim.weights[victim]), after[victim]) for victim in aim.targets if after],
                    problem.players,
                )
                for aim in aims
            )
        )
        idle.append(tuple(cannot_hit(exact_hit, aim) for aim in aims))
    return Stage(problem, order, options, tuple(turns), tuple(idle), number)


def survivor(last: Player, players: int) -> list[Any]:
    """Return the win probabilities when one player is left: this player has won.

    >>> survivor(1, 3) == [0, 1, 0]
    True
    """
    return [inside(Fraction(int(player == last))) for player in range(players)]


def cannot_hit(hit: object, aim: Aim) -> bool:
    """Return whether a player with an aim cannot hit anybody: `p = 0`, or the aim is Miss.

    Parameters: `hit`, the player's hit probability, in any type whose 0 is false; `aim`.

    >>> cannot_hit(Fraction(0), Aim.at(1, 3)), cannot_hit(1, Aim.miss(3)), cannot_hit(1, Aim.at(1, 3))
    (True, True, False)
    """
    return not hit or aim.is_miss


def victims(hit: object, aims: Iterable[Aim]) -> set[Player]:
    """Return the players whom a player with these aims may eliminate.

    >>> victims(1, [Aim.at(1, 3), Aim.miss(3)]), victims(0, [Aim.at(1, 3)])
    ({1}, set())
    """
    return {victim for aim in aims for victim in aim.targets} if hit else set()


def advantage(first: Turn[Number], second: Turn[Number], before: Turn[Number], player: Player) -> Number:
    """Return a number with the sign of `u1 - u2`, the gain of a player by the first option over the second.

    Let `(r, k)` compose an option *and the replies to it*, and let `(v, κ)` compose the turns of the history. To the
    player, at the player's first turn, the option is worth `u = (r + k v) / (1 - k κ)`. For two options that are no
    stalemate, `k κ < 1`, so both denominators are positive. Multiplication by both shows that

        u1 - u2   has the sign of   r1 - r2 + (k1 - k2) v + (k1 r2 - k2 r1) κ

    because the products `k1 k2 v κ` cancel. This is linear in `(v, κ)`.

    Parameters: `first` and `second`, the two options, each composed with its replies; `before`, the composed turns of
    the history; `player`, who compares.

    >>> half = Fraction(1, 2)
    >>> advantage(([half], half), ([half / 2], half), ([0 * half], half / half), 0)
    Fraction(1, 8)
    """
    (r1, k1), (r2, k2) = first, second
    v, kappa = before
    return r1[player] - r2[player] + (k1 - k2) * v[player] + (k1 * r2[player] - k2 * r1[player]) * kappa


def kinds(turns: Sequence[Turn[Number]]) -> list[int]:
    """Number the options of a player so that equal turns have equal numbers.

    >>> kinds([([1, 0], 2), ([0, 1], 2), ([1, 0], 2)])
    [0, 1, 0]
    """
    seen: dict[tuple[Number, ...], int] = {}
    return [seen.setdefault((k, *r), len(seen)) for r, k in turns]
