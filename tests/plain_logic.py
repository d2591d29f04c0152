"""A small solver for plain logic, as a second opinion on "cannot all be true": clauses, propagation, learning.

It knows formulas as nested tuples: a string is a proposition, and ("not", f), ("and", f, …), ("or", f, …), ("xor", f,
g), ("true",) and ("false",) are what they say. Clauses are lists of integers that are not 0; -3 denies 3.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


def clauses_of(formulas: Iterable[Any]) -> tuple[int, list[list[int]]]:
    """Return clauses that can be met if and only if all formulas can: every part gets a proposition of its own."""
    numbers: dict[Any, int] = {}
    clauses: list[list[int]] = []

    def number(formula: Any) -> int:
        if formula in numbers:
            return numbers[formula]
        kind, parts = (None, ()) if isinstance(formula, str) else (formula[0], [number(part) for part in formula[1:]])
        if kind == "not":
            numbers[formula] = -parts[0]
            return -parts[0]
        mine = numbers[formula] = len({abs(known) for known in numbers.values()}) + 1
        if kind in ("and", "true"):
            clauses.extend([-mine, part] for part in parts)
            clauses.append([mine, *(-part for part in parts)])
        elif kind in ("or", "false"):
            clauses.extend([mine, -part] for part in parts)
            clauses.append([-mine, *parts])
        elif kind == "xor":
            one, two = parts
            clauses.extend([[-mine, one, two], [-mine, -one, -two], [mine, -one, two], [mine, one, -two]])
        else:
            assert kind is None, f"{kind} is no part of this logic"
        return mine

    clauses.extend([number(formula)] for formula in formulas)
    return len({abs(known) for known in numbers.values()}), clauses


def can_be_true(formulas: Iterable[Any]) -> bool:
    """Tell whether all formulas can be true at once."""
    return Solver(*clauses_of(formulas)).solve()


class Solver:
    """Search by decisions; where they contradict the clauses, the reason is learned and the last decisions undone."""

    def __init__(self, count: int, clauses: list[list[int]]) -> None:
        self.value = [0] * (count + 1)  # 1 true, -1 false, 0 open
        self.level = [0] * (count + 1)
        self.reason: list[list[int] | None] = [None] * (count + 1)
        self.weight = [0.0] * (count + 1)
        self.trail: list[int] = []
        self.watching: dict[int, list[list[int]]] = {sign * one: [] for one in range(1, count + 1) for sign in (1, -1)}
        self.alone: list[int] = []
        self.impossible = False
        for clause in clauses:
            self.add(sorted({*clause}))

    def add(self, clause: list[int]) -> None:
        if not clause:
            self.impossible = True
        elif len(clause) == 1:
            self.alone.append(clause[0])
        elif not {-literal for literal in clause} & {*clause}:
            for literal in clause[:2]:
                self.watching[literal].append(clause)

    def holds(self, literal: int) -> int:
        return self.value[literal] if literal > 0 else -self.value[-literal]

    def set(self, literal: int, level: int, reason: list[int] | None) -> None:
        at = abs(literal)
        self.value[at], self.level[at], self.reason[at] = (1 if literal > 0 else -1), level, reason
        self.trail.append(literal)

    def propagate(self, level: int, start: int) -> list[int] | None:
        """Follow what is forced; return a clause that is violated, if any."""
        while start < len(self.trail):
            false = -self.trail[start]
            start += 1
            kept: list[list[int]] = []
            queue = self.watching[false]
            for place, clause in enumerate(queue):
                if clause[0] == false:
                    clause[0], clause[1] = clause[1], clause[0]
                if self.holds(clause[0]) > 0:
                    kept.append(clause)
                    continue
                other = next((at for at in range(2, len(clause)) if self.holds(clause[at]) >= 0), None)
                if other is not None:
                    clause[1], clause[other] = clause[other], clause[1]
                    self.watching[clause[1]].append(clause)
                    continue
                kept.append(clause)
                if self.holds(clause[0]) < 0:
                    self.watching[false] = kept + queue[place + 1 :]
                    return clause
                self.set(clause[0], level, clause)
            self.watching[false] = kept
        return None

    def learned(self, conflict: list[int], level: int) -> list[int]:
        """Return a clause that follows and has one proposition of this level (the first unique implication point)."""
        seen: set[int] = set()
        clause: list[int] = []
        place, open_ones, literals = len(self.trail), 0, conflict
        while True:
            for literal in literals:
                at = abs(literal)
                if (
                    at not in seen
                    and self.level[at] > 0
                    and not (place < len(self.trail) and literal == self.trail[place])
                ):
                    seen.add(at)
                    self.weight[at] += 1.0
                    if self.level[at] == level:
                        open_ones += 1
                    else:
                        clause.append(literal)
            while True:
                place -= 1
                if abs(self.trail[place]) in seen:
                    break
            open_ones -= 1
            if open_ones == 0:
                return [-self.trail[place], *clause]
            literals = self.reason[abs(self.trail[place])] or []

    def undo(self, level: int) -> None:
        while self.trail and self.level[abs(self.trail[-1])] > level:
            self.value[abs(self.trail.pop())] = 0

    def solve(self) -> bool:
        if self.impossible:
            return False
        for literal in self.alone:
            if self.holds(literal) < 0:
                return False
            if self.holds(literal) == 0:
                self.set(literal, 0, None)
        level, start = 0, 0
        while True:
            conflict = self.propagate(level, start)
            if conflict is not None:
                if level == 0:
                    return False
                clause = self.learned(conflict, level)
                level = max((self.level[abs(literal)] for literal in clause[1:]), default=0)
                self.undo(level)
                clause[1:] = sorted(clause[1:], key=lambda literal: -self.level[abs(literal)])
                if len(clause) > 1:
                    self.add(clause)
                start = len(self.trail)
                self.set(clause[0], level, clause if len(clause) > 1 else None)
                self.weight = [0.95 * one for one in self.weight]
                continue
            open_ones = [at for at in range(1, len(self.value)) if self.value[at] == 0]
            if not open_ones:
                return True
            level += 1
            start = len(self.trail)
            self.set(-max(open_ones, key=self.weight.__getitem__), level, None)
