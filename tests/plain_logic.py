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
    return Search(*clauses_of(formulas)).succeeds()


class Search:
    """Search by decisions; where they contradict the clauses, the reason is learned and the last decisions undone.

    Attributes: `true`, the literals that hold, in the order in which they were found, each with the number of decisions
    before it and the clause that forces it, if one does; `holding`, the clauses in which a literal stands.
    """

    def __init__(self, count: int, clauses: list[list[int]]) -> None:
        self.clauses = [sorted({*clause}) for clause in clauses]
        self.true: dict[int, tuple[int, list[int]]] = {}
        self.holding: dict[int, list[list[int]]] = {sign * at: [] for at in range(1, count + 1) for sign in (1, -1)}
        self.weight, self.step = dict.fromkeys(range(1, count + 1), 0.0), 1.0
        for clause in self.clauses:
            self.add(clause)

    def add(self, clause: list[int]) -> None:
        for literal in clause:
            self.holding[literal].append(clause)

    def conflict(self, level: int, found: list[int]) -> list[int] | None:
        """Follow what is forced by literals that were found; return a clause that is violated, if any."""
        for literal in found:  # the list grows while it is read
            for clause in self.holding[-literal]:
                if not any(other in self.true for other in clause):
                    left = [other for other in clause if -other not in self.true]
                    if not left:
                        return clause
                    if len(left) == 1:
                        self.true[left[0]] = level, clause
                        found.append(left[0])
        return None

    def learned(self, conflict: list[int], level: int) -> list[int]:
        """Return a clause that follows and has one literal of this level, its first (a unique implication point)."""
        literals = {literal for literal in conflict if self.true[-literal][0]}
        for latest in reversed(self.true):
            if -latest in literals:
                self.weight[abs(latest)] += self.step
                if sum(self.true[-literal][0] == level for literal in literals) == 1:
                    return [-latest, *(literals - {-latest})]
                others = {literal for literal in self.true[latest][1] if literal != latest}
                literals = {literal for literal in literals | others if self.true[-literal][0]} - {-latest}
        raise AssertionError("a conflict has a reason")

    def succeeds(self) -> bool:
        found = [clause[0] for clause in self.clauses if len(clause) == 1]
        self.true = dict.fromkeys(found, (0, []))
        if [] in self.clauses or any(-literal in self.true for literal in found):
            return False
        level = 0
        while True:
            conflict = self.conflict(level, found)
            if conflict is None:
                left = [at for at in self.weight if at not in self.true and -at not in self.true]
                if not left:
                    return True
                level += 1
                found = [-max(left, key=self.weight.__getitem__)]
                self.true[found[0]] = level, []
            elif level == 0:
                return False
            else:
                clause = self.learned(conflict, level)
                level = max((self.true[-literal][0] for literal in clause[1:]), default=0)
                self.true = {literal: why for literal, why in self.true.items() if why[0] <= level}
                self.add(clause)
                found, self.true[clause[0]] = clause[:1], (level, clause)
                self.step *= 1.05
