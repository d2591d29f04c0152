"""One zoo of problems whose answers are known: the published ones, and the corners where programs go wrong."""

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
WITH_RANDOM = {"search": ["Others", "Miss", "Random"]}

# The table of worked values in the rules.
WORKED = [
    Case(ORIGINAL, ("25/63", "8/21", "2/9"), ("Miss", "C", "B")),
    Case(ORIGINAL, ("59/189", "34/63", "4/27"), ("C", "C", "B"), {"targets": ["C", "C", "B"]}),
    Case(SECOND, ("81/284", "3421/5680", "9/80"), ("C", "Miss", "A")),
    Case(SECOND, ("93/284", "18249/56800", "281/800"), ("Random", "C", "A"), WITH_RANDOM),
    Case(
        SECOND,
        ("7260/21371", "1331/21371", "180/301"),
        ("(0, 3/5, 0)", "C", "Miss"),
        WITH_RANDOM | {"random_levels": [5, 5, 5]},
    ),
    Case(
        SECOND,
        ("90420/196457", "16577/196457", "1260/2767"),
        ("(0, 21/50, 0)", "C", "Miss"),
        WITH_RANDOM | {"random_levels": [100, 2, 2]},
    ),
    Case(FOUR, ("25853/116480", "117/280", "405/1456", "21/256"), ("D", "A", "D", "C")),
    Case(
        FOUR,
        ("124065/386048", "2267/7424", "4185/12064", "27/1024"),
        ("D", "D", "D", "C"),
        {"targets": ["Optimal", "Strongest", "Strongest", "Strongest"], "target_later": "Strongest"},
    ),
    Case(("1/2", "1/2", "1/2"), ("10/21", "10/21", "1/21"), ("C", "C", "B")),
    Case(("1/2", "1/2", "1"), ("7/12", "1/6", "1/4"), ("Miss", "C", "B")),
    Case(("3/5", "11/20", "1/2"), ("45/164", "121/1271", "3205/5084"), ("B", "A", "Miss")),
    Case(("3/5", "11/20", "1/2"), ("3135/7093", "80960/219883", "1018/5363"), ("Random", "C", "A"), WITH_RANDOM),
]

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
