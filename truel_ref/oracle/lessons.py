"""The way to a solver that passes: which vectors first, and which rules each lesson needs beyond those before it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from truel_ref.oracle.corpus import packaged
from truel_ref.oracle.report import Report
from truel_ref.oracle.selection import Selection, select

__all__ = ["LESSONS", "Lesson", "learn"]


@dataclass(frozen=True)
class Lesson:
    """One step on the way.

    Fields: `name`; `rules`, the numbers of those that it needs; `heads`, the paragraphs of `FORMAT.md` that state them;
    `asked`, which vectors are asked, as `truel_ref.oracle.selection.select` takes it; `strict_ties`, whether ties must
    fall as the problem states.
    """

    name: str
    rules: str
    heads: tuple[str, ...]
    asked: dict[str, Any] = field(default_factory=dict)
    strict_ties: bool = False

    def text(self) -> str:
        """Return the rules of the lesson, as the vectors state them.

        >>> print(LESSONS[0].text().splitlines()[0][:60])
        **Players** (R1.1, R1.2, R1.10). There are `n` players, 2 or
        """
        rules = packaged("FORMAT.md").partition("## The rules")[2].partition("\n## ")[0]
        parts = re.split(r"\n(?=\*\*[A-Z])", rules)
        return "\n\n".join(part.strip() for part in parts if part.startswith(tuple(f"**{head}" for head in self.heads)))


LESSONS = (
    Lesson(
        "two players", "R1.1 to R1.4, R1.9, R2.4", ("Players", "Aims", "Value"), {"groups": ["fixed"], "players": 2}
    ),
    Lesson("three players with given aims", "R2.1 to R2.3", ("Value",), {"groups": ["fixed"], "players": 3}),
    Lesson("three players who choose", "R3.1 to R3.5", ("Choice",), {"groups": ["optimal"], "players": 3}),
    Lesson("four players with given aims", "R1.5 to R1.8", ("Phases",), {"groups": ["fixed"], "players": 4}),
    Lesson("four players who choose", "R1.5 to R1.8, R3.6", ("Phases", "Choice"), {"groups": ["optimal", "generic"]}),
    Lesson("players who never hit, or always", "R3.3 to R3.5", ("Choice",), {"groups": ["zero-one", "stalemate"]}),
    Lesson("Strongest and Self", "R4.1 to R4.4", ("Words",), {"groups": ["strongest", "self"]}),
    Lesson("mixes", "R4.5, R4.6", ("Words",), {"groups": ["random", "levels"]}),
    Lesson("other words later, up to six players", "R3.6, R4.2, R4.3", ("Words",), {"groups": ["many"]}),
    Lesson("tie rules", "R3.7, R3.8", ("Ties",), {"groups": ["tie-rules", "sentences"]}, strict_ties=True),
    Lesson("everything", "R1 to R4", ()),
)
"""The lessons, the easiest first."""


def learn(judged: Callable[[Selection, bool], Report], say: Callable[[str], object]) -> Report:
    """Return the report of the first lesson that is not passed, or of the last one.

    Parameters: `judged`, what judges a client by some vectors, with ties by the rule or not; `say`, called with a line
    for each lesson that is passed, and with the rules of the one that is not.
    """
    for number, lesson in enumerate(LESSONS, 1):
        report = judged(select(**lesson.asked), lesson.strict_ties)
        head = f"lesson {number} of {len(LESSONS)}, {lesson.name}"
        if not report.ok:
            say(f"{head}: not passed. It needs {lesson.rules}:\n\n{lesson.text()}".strip(": \n") + "\n")
            break
        say(f"{head}: passed")
    return report
