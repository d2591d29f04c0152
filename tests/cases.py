"""The published problems, and a zoo of corners where programs go wrong, with answers by pencil and paper."""

from dataclasses import dataclass, field
from typing import Any

from truel_ref import Problem


@dataclass(frozen=True)
class Case:
    hits: tuple
    win: tuple
    aims: tuple | None = None  # None: not stated by the rules
    fields: dict[str, Any] = field(default_factory=dict)

    @property
    def problem(self):
        return Problem(self.hits, **self.fields)

    def __str__(self):
        return f"{self.hits}{self.fields or ''}"


ORIGINAL = ("1/3", "2/3", "1")
SECOND = ("3/4", "11/20", "1")
FOUR = ("1/4", "1/2", "3/4", "1")

# Answers that follow from the rules with pencil and paper.
CORNERS = [
    # duels
    Case(("1/2", "1/2"), ("2/3", "1/3"), ("B", "A")),
    Case(("0", "0"), ("0", "0"), ("B", "A")),
    Case(("0", "1"), ("0", "1"), ("B", "A")),
    Case(("1/2", "1/2"), ("2/3", "1/3"), ("B", "A"), {"search": ["Miss"]}),
    Case(("1/2", "1/2"), ("0", "1"), ("Miss", "A"), {"targets": ["Miss", "Optimal"]}),
    Case(("1/2", "1/2"), ("0", "0"), ("Miss", "Miss"), {"targets": ["Miss", "Miss"]}),
    Case(("1", "1/2"), ("0", "1"), ("A", "A"), {"targets": ["Self", "Optimal"]}),
    Case(("1/2", "1/2"), ("2/5", "3/5"), ("Random", "A"), {"targets": ["Random", "A"]}),
    # one who never misses among those who never hit
    Case(("0", "0", "1"), ("0", "0", "1"), ("B", "A", "A"), {"if_eq": 4}),
    Case(("1", "0", "0"), ("1", "0", "0"), ("C", "C", "B"), {"if_eq": -1, "targets": ["C", "C", "B"]}),
    # nobody can hit, or nobody may
    Case(("0", "0", "0"), ("0", "0", "0"), ("none", "none", "none")),
    Case(("0", "0", "0"), ("0", "0", "0"), ("B", "none", "A"), {"targets": ["B", "Optimal", "A"]}),
    Case(("1/3", "2/3", "1"), ("0", "0", "0"), ("Miss", "Miss", "Miss"), {"targets": ["Miss", "Miss", "Miss"]}),
    Case(("1/3", "2/3", "1"), ("0", "0", "0"), ("none", "none", "none"), {"search": ["Miss"]}),
    Case(("0", "1/2", "1/2"), ("0", "0", "0"), ("B", "Miss", "Miss"), {"targets": ["B", "Miss", "Miss"]}),
    # four players who miss for ever once one of them is gone: three are left and stay
    Case(
        ("1", "1/2", "1/2", "1/2"),
        ("0", "0", "0", "0"),
        ("B", "A", "A", "A"),
        {"targets": ["B", "A", "A", "A"], "target_later": "Miss"},
    ),
    # the last may not miss if everybody before did; who never hits cannot prevent it
    Case(("1/2", "1/2", "0"), ("0", "0", "0"), ("Miss", "Miss", "none"), {"targets": ["Miss", "Miss", "Optimal"]}),
    Case(("1/2", "1/2", "1/2"), ("2/3", "0", "1/3"), ("Miss", "Miss", "B"), {"targets": ["Miss", "Miss", "Optimal"]}),
    # thirty who never hit: there is nothing to compare, so nothing is
    Case(("0",) * 30, ("0",) * 30, ("none",) * 30),
    # all at the strongest of many, who go by their index from the 26th on
    Case(
        ("0",) * 27 + ("1",),
        ("0",) * 27 + ("1",),
        ("27",) * 27 + ("26",),
        {"targets": ["Strongest"] * 28, "target_later": "Strongest"},
    ),
    # a sure shot at oneself
    Case(("1", "1/2", "1/2"), ("0", "2/3", "1/3"), ("A", "C", "B"), {"targets": ["Self", "C", "B"]}),
]
