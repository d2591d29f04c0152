"""A board on which attacks are done and undone: the rule of an attack stands here, and nowhere else."""

from __future__ import annotations

from typing import NamedTuple

from truel_ref.games.dicewars.board import Board

__all__ = ["Attack", "Position"]

_BITS = 8  # of a field in the key of a position: four for its owner, four for its dice


class Attack(NamedTuple):
    """From which field which field is attacked."""

    start: int
    goal: int


class Position:
    """A board that changes.

    Fields: `neighbours`, of each field; `owners` and `dice`, lists; `key`, an integer that is different for different
    owners or dice.

    >>> position = Position(Board.stated("AB", [3, 1], [(0, 1)]))
    >>> before = position.succeed(Attack(0, 1))
    >>> position.owners, position.dice
    ([0, 0], [1, 2])
    >>> position.undo(Attack(0, 1), before)
    >>> before = position.fail(Attack(0, 1))
    >>> position.owners, position.dice
    ([0, 1], [1, 1])
    """

    def __init__(self, board: Board) -> None:
        self.neighbours = board.neighbours
        self._board = board
        self.owners = list(board.owners)
        self.dice = list(board.dice)
        codes = (owner << 4 | dice for owner, dice in zip(self.owners, self.dice, strict=True))
        self.key = sum(code << (_BITS * field) for field, code in enumerate(codes))

    def place(self, field: int, owner: int, dice: int) -> None:
        """Let a field have an owner and some dice."""
        change = (owner << 4 | dice) - (self.owners[field] << 4 | self.dice[field])
        self.owners[field] = owner
        self.dice[field] = dice
        self.key += change << (_BITS * field)

    def board(self) -> Board:
        """Return the board as it is now."""
        return Board(tuple(self.owners), tuple(self.dice), self._board.borders, self._board.places)

    def fields_of(self, player: int) -> list[int]:
        """Return the fields of a player, ascending."""
        return [field for field, owner in enumerate(self.owners) if owner == player]

    def attacks(self, player: int) -> list[Attack]:
        """Return the attacks that a player may make, by (from, to) ascending.

        >>> Position(Board.stated("ABA", [2, 1, 1], [(0, 1), (1, 2)])).attacks(0)
        [Attack(start=0, goal=1)]
        """
        owners, dice = self.owners, self.dice
        return [
            Attack(start, goal)
            for start, owner in enumerate(owners)
            if owner == player and dice[start] >= 2
            for goal in self.neighbours[start]
            if owners[goal] != player
        ]

    def succeed(self, attack: Attack) -> tuple[int, int, int]:
        """Let an attack succeed: one die stays, the others move in, the owner changes. Return what `undo` needs."""
        start, goal = attack
        before = (self.dice[start], self.owners[goal], self.dice[goal])
        self.place(goal, self.owners[start], before[0] - 1)
        self.place(start, self.owners[start], 1)
        return before

    def fail(self, attack: Attack) -> tuple[int, int, int]:
        """Let an attack fail: the attacker keeps one die. Return what `undo` needs."""
        start, goal = attack
        before = (self.dice[start], self.owners[goal], self.dice[goal])
        self.place(start, self.owners[start], 1)
        return before

    def undo(self, attack: Attack, before: tuple[int, int, int]) -> None:
        """Take the last attack back."""
        start, goal = attack
        dice, owner, there = before
        self.place(start, self.owners[start], dice)
        self.place(goal, owner, there)
