"""The choice in a phase, told in plain English: the conclusion first, then one line for each option."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from truel_ref.game.aims import Aim
from truel_ref.game.indices import Option, Path
from truel_ref.game.reading import TIE_RULES
from truel_ref.numbers import Number, number_text, percent_text
from truel_ref.play.announced import Chosen
from truel_ref.play.phase import Scalar
from truel_ref.play.turns import Stage

__all__ = ["Story", "tell"]

MOST = 12  # so many options of the first who chooses have a line of their own, and so many values stand in one reason
READABLE = 24  # characters of a number that is told as it is


class Story(NamedTuple):
    """What is told: `conclusion`, a sentence; `steps`, the lines that lead to it."""

    conclusion: str
    steps: tuple[str, ...]


def tell(stage: Stage[Scalar], chosen: Callable[[Path], Chosen]) -> Story:
    """Return the story of the choice in a phase.

    Who has but one option comes first; of the first who has a choice every option has a line, with the replies to it,
    and the conclusion says which he takes and why.

    Parameters: `stage`, the phase; `chosen`, what is chosen at each of its nodes.
    """
    if chosen(()).path is None:
        return Story("Nobody can be hit whatever is announced: the phase is a stalemate.", ())
    teller = _Teller(stage, chosen)
    fixed = []
    earlier: Path = ()
    while len(earlier) < len(stage.order) and len(stage.options[len(earlier)]) == 1:
        fixed.append(f"{teller.name(earlier)} has one option: he {teller.does(earlier, 0)}.")
        earlier = (*earlier, 0)
    if len(earlier) == len(stage.order):
        return Story("Nobody has a choice.", tuple(fixed))
    worths = teller.worths(earlier)
    ranked = sorted(worths, key=lambda option: (-worths[option], option))
    steps = [
        f"If {teller.name(earlier)} {teller.does(earlier, option)}, {teller.replies((*earlier, option))}"
        f"{teller.name(earlier)} wins with probability {_read(worths[option])}."
        for option in sorted(ranked[:MOST])
    ]
    if len(ranked) > MOST:
        steps.append(f"The other {len(ranked) - MOST} options are worth at most {_read(worths[ranked[MOST]])}.")
    return Story(f"{teller.reason(earlier)}.", (*fixed, *steps))


class _Teller:
    """Puts decisions into words."""

    def __init__(self, stage: Stage[Scalar], chosen: Callable[[Path], Chosen]) -> None:
        self.stage = stage
        self.chosen = chosen

    def name(self, earlier: Path) -> str:
        return self.stage.problem.label(self.stage.order[len(earlier)])

    def does(self, earlier: Path, option: Option) -> str:
        aim = self.stage.options[len(earlier)][option]
        if aim.is_miss:
            return "misses"
        if aim.target == self.stage.order[len(earlier)]:
            return "aims at himself"
        return f"aims at {aim}" if aim.target is not None else f"mixes {_named(aim)}"

    def worths(self, earlier: Path) -> dict[Option, Number]:
        """Return the value of every allowed option."""
        place = len(earlier)
        worths = {}
        for option in range(len(self.stage.options[place])):
            path = self.chosen((*earlier, option)).path
            if path is not None:
                worths[option] = self.stage.public(self.stage.win(path, place))[self.stage.order[place]]
        return worths

    def reason(self, earlier: Path) -> str:
        """Tell what is chosen at a node and why."""
        forbidden = [_named(aim) for aim in self.forbidden(earlier)]
        only = f" ({', '.join(forbidden)} could only end in a stalemate)" if forbidden else ""
        return self.preference(earlier) + only

    def forbidden(self, earlier: Path) -> list[Aim]:
        """Return the options that are not allowed at a node, because all that can follow is a stalemate."""
        aims = self.stage.options[len(earlier)]
        return [aim for option, aim in enumerate(aims) if self.chosen((*earlier, option)).path is None]

    def preference(self, earlier: Path) -> str:
        place = len(earlier)
        node = self.chosen(earlier)
        assert node.path is not None
        option = node.path[place]
        said = f"{self.name(earlier)} {self.does(earlier, option)}"
        if len(self.stage.options[place]) == 1:
            return f"{said}, his one option"
        worths = self.worths(earlier)
        names: dict[Number, list[str]] = {}
        for other in sorted(worths, key=lambda other: (-worths[other], other)):
            names.setdefault(worths[other], []).append(_named(self.stage.options[place][other]))
        steps = [f"{_read(value)} ({', '.join(named)})" for value, named in names.items()][:MOST]
        best, *others = steps
        if len(node.equal) > 1:
            rule = f"tie rule {self.stage.problem.tie_rule} ({TIE_RULES[self.stage.problem.tie_rule]})"
            said += f" by {rule} among equals of {best}"
            return f"{said}, more than {' > '.join(others)}" if others else said
        if not others:
            return f"{said}, his one allowed option"
        return f"{said} because {' > '.join([_read(worths[option]), *others])}"

    def replies(self, earlier: Path) -> str:
        path = self.chosen(earlier).path
        assert path is not None
        reasons = [self.reason(path[:place]) for place in range(len(earlier), len(path))]
        return "; ".join([*reasons, ""])


def _read(value: Number) -> str:
    """Return a number for reading aloud: one that is no short fraction or radical as a percentage.

    The table has it exactly.
    """
    text = number_text(value)
    readable = len(text) <= READABLE and (isinstance(value, Fraction) or value.degree == 2)
    return text if readable else f"about {percent_text(value, 6)}"


def _named(aim: Aim) -> str:
    """Return an aim for reading aloud: a mix of long numbers by its percentages."""
    text = str(aim)
    if len(text) <= 3 * READABLE or aim.word is not None:
        return text
    return f"({', '.join(map(_read, aim._by_person))})"
