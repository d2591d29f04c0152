"""Backward induction as the rules have it, and the same with one step replaced: what solvers get wrong.

`Sound` is announced play told phase by phase, each decided when it is needed; what its subclasses do not replace is
what `truel_ref.play` says. `truel_ref.oracle.faults` names each of them, and says what it concerns.

Rules: `docs/rules.md`, R1.5 to R1.8, R2.2, R3.1 to R3.8 and R4.1.
"""

# ruff: noqa: D102  what a method is for stands at Sound; a subclass says as a whole what it replaces

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from fractions import Fraction
from typing import Any

from truel_ref.game.aims import Aim, Word
from truel_ref.game.indices import Path, Place, Player
from truel_ref.game.orders import Order, next_order
from truel_ref.game.problem import Problem
from truel_ref.numbers import Backend
from truel_ref.oracle.answer import Answer, answer_of
from truel_ref.play.announced import Announced
from truel_ref.play.phase import Scalar, Vector, value
from truel_ref.play.phases import aims_of, backend_for
from truel_ref.play.ties import break_tie
from truel_ref.play.turns import Options, Stage, lay_out, victims

__all__ = [
    "AimsOfTheSet",
    "ChoiceLater",
    "FinelyTolerant",
    "FirstOfEquals",
    "InDoubles",
    "NeverTheFirstOption",
    "NeverTheFirstRow",
    "OptionsOfAnother",
    "PhaseStart",
    "RememberedReplies",
    "RepliesToTheFirst",
    "RepliesToTheLast",
    "RepliesToTheTargets",
    "SameWordsLater",
    "Sound",
    "StrongestByTemplate",
    "StrongestOfAll",
    "Tolerant",
    "ValuesOfTheOrderMetFirst",
    "ValuesOfTheSet",
]


class Sound:
    """Announced play by backward induction, phase by phase, each decided when it is needed.

    `taken` is which of several equal options is taken, the first or the last, by default the one of the tie rule;
    `has_tied` says afterwards whether there ever were several.
    """

    def __init__(self, problem: Problem, taken: int | None = None) -> None:
        self.problem = problem
        self.taken = taken
        self.has_tied = False
        self.backend = self.numbers()
        self.stages: dict[Hashable, tuple[Stage[Scalar], Path | None]] = {}

    # -- what a slip may replace

    def numbers(self) -> Backend:
        """Return the numbers that are computed with."""
        return backend_for(self.problem)

    def options(self, order: Order) -> Options:
        """Return what each player of a phase may announce."""
        return tuple(self.problem.options(order, player) for player in order)

    def decide(self, stage: Stage[Scalar]) -> Path | None:
        """Return the profile of a phase, None in a stalemate."""
        return self.replies(stage, ())

    def replies(self, stage: Stage[Scalar], earlier: Path) -> Path | None:
        """Return the profile that completes some announcements, None where all that can follow is a stalemate."""
        if len(earlier) == len(stage.order):
            return None if stage.stalls(earlier) else earlier
        followed = [self.replies(stage, (*earlier, option)) for option in range(len(stage.options[len(earlier)]))]
        allowed = [path for path in followed if path is not None]
        return self.choose(stage, allowed, len(earlier)) if allowed else None

    def choose(self, stage: Stage[Scalar], paths: list[Path], place: Place) -> Path:
        """Return the profile that the player at a place takes of those that his options lead to."""
        worths = [self.worth(stage, path, place) for path in paths]
        best = max(worths)
        equal = [path for path, worth in zip(paths, worths, strict=True) if worth == best]
        return self.of_equals(stage, equal, place) if len(equal) > 1 else equal[0]

    def worth(self, stage: Stage[Scalar], path: Path, place: Place) -> Any:
        """Return what a profile is worth to the player at a place when he decides."""
        return self.chance(stage, path, place, place)

    def chance(self, stage: Stage[Scalar], path: Path, place: Place, at: Place) -> Any:
        """Return the chance of the player at one place to win, at the first turn of the player at another."""
        player = stage.order[place]
        own = [([r[player]], k) for r, k in (stage.turns[where][option] for where, option in enumerate(path))]
        return value(own[at:] + own[:at])[0]

    def of_equals(self, stage: Stage[Scalar], paths: list[Path], place: Place) -> Path:
        """Return which of several profiles of equal worth is taken."""
        self.has_tied = True
        if self.taken is not None:
            return paths[self.taken]
        aims = [stage.options[place][path[place]] for path in paths]
        return paths[break_tie(self.problem, aims, [stage.win(path, place) for path in paths], stage.number)]

    def win(self, order: Order) -> Vector[Scalar]:
        """Return the win probabilities at the start of a phase."""
        if len(order) == 1:
            return [self.backend.number(Fraction(int(player == order[0]))) for player in range(self.problem.players)]
        stage, path = self.decided(order)
        return stage.start(path)

    # -- what stays

    def decided(self, order: Order) -> tuple[Stage[Scalar], Path | None]:
        """Return a phase and its profile, decided when it is first asked for."""
        if order not in self.stages:
            stage = self.stage(order)
            self.stages[order] = stage, self.decide(stage)
        return self.stages[order]

    def stage(self, order: Order) -> Stage[Scalar]:
        """Return a phase with the turns of all options, whose later phases are decided."""
        options = self.options(order)
        after = [
            next_order(order, player, victim)
            for player, aims in zip(order, options, strict=True)
            for victim in sorted(victims(self.problem.hits[player], aims))
        ]
        wins = {later: self.win(later) for later in dict.fromkeys(after)}  # in the order in which one thinks of them
        return lay_out(self.problem, order, options, wins, self.backend)

    def answer(self) -> Answer:
        """Return what such a solver answers."""
        stage, path = self.decided(self.problem.first_order)
        return answer_of(stage.public(stage.start(path)), aims_of(stage, Announced(path)))


class NeverTheFirstOption(Sound):
    """Nobody takes the first of the options that lead anywhere, if he has another."""

    def choose(self, stage: Stage[Scalar], paths: list[Path], place: Place) -> Path:
        return super().choose(stage, paths[1:] or paths, place)


class NeverTheFirstRow(Sound):
    """The profile of all first options is never taken."""

    def replies(self, stage: Stage[Scalar], earlier: Path) -> Path | None:
        is_first = len(earlier) == len(stage.order) and not any(earlier)
        return None if is_first and not stage.nobody_chooses() else super().replies(stage, earlier)


_DOUBLES = Backend("doubles", float, Fraction, lambda values: (list(values), 1))


class InDoubles(Sound):
    """Everything is computed and compared in doubles; equals are what rounding makes equal."""

    def numbers(self) -> Backend:
        return _DOUBLES

    def of_equals(self, stage: Stage[Scalar], paths: list[Path], place: Place) -> Path:
        return paths[0]


class Tolerant(Sound):
    """Options that differ by less than a millionth are equal, and the first is taken."""

    tolerance = Fraction(1, 10**6)

    def choose(self, stage: Stage[Scalar], paths: list[Path], place: Place) -> Path:
        worths = [stage.backend.fraction(self.worth(stage, path, place)) for path in paths]
        return next(path for path, worth in zip(paths, worths, strict=True) if worth > max(worths) - self.tolerance)


class FinelyTolerant(Tolerant):
    """The same with a thousandth of that."""

    tolerance = Fraction(1, 10**9)


class FirstOfEquals(Sound):
    """The tie rule is not looked at."""

    def of_equals(self, stage: Stage[Scalar], paths: list[Path], place: Place) -> Path:
        return paths[0]


class PhaseStart(Sound):
    """Where his turn never comes all options are alike to it; then it takes the first, as loops do."""

    def worth(self, stage: Stage[Scalar], path: Path, place: Place) -> Any:
        return self.chance(stage, path, place, 0)

    def of_equals(self, stage: Stage[Scalar], paths: list[Path], place: Place) -> Path:
        own = {self.chance(stage, path, place, place) for path in paths}
        return paths[0] if len(own) > 1 else super().of_equals(stage, paths, place)


class ValuesOfTheSet(Sound):
    """A later phase has the values of the order with the first label on move."""

    def win(self, order: Order) -> Vector[Scalar]:
        return super().win(order if len(order) == self.problem.players else tuple(sorted(order)))


class ValuesOfTheOrderMetFirst(Sound):
    """A later phase has the values of the order of its players that was met first."""

    def __init__(self, problem: Problem, taken: int | None = None) -> None:
        super().__init__(problem, taken)
        self.met: dict[frozenset[Player], Order] = {}

    def win(self, order: Order) -> Vector[Scalar]:
        return super().win(self.met.setdefault(frozenset(order), order))


class AimsOfTheSet(Sound):
    """The aims of a later phase are those of the order with the first label on move; the values are its own."""

    def decide(self, stage: Stage[Scalar]) -> Path | None:
        order = stage.order
        usual = tuple(sorted(order))
        if order == usual or len(order) == 2:
            return super().decide(stage)
        _, path = self.decided(usual)
        return None if path is None else tuple(path[usual.index(player)] for player in order)


class RememberedReplies(Sound):
    """What follows some announcements is remembered under a name that leaves out some of what was announced."""

    def decide(self, stage: Stage[Scalar]) -> Path | None:
        self.remembered: dict[Hashable, Path] = {}
        return super().decide(stage)

    def remembered_as(self, stage: Stage[Scalar], earlier: Path) -> Hashable:
        return len(earlier)

    def replies(self, stage: Stage[Scalar], earlier: Path) -> Path | None:
        if not 0 < len(earlier) < len(stage.order):
            return super().replies(stage, earlier)
        name = self.remembered_as(stage, earlier)
        if name in self.remembered:
            path = earlier + self.remembered[name]
            if not stage.stalls(path):
                return path
        fresh = super().replies(stage, earlier)
        if fresh is not None:
            self.remembered[name] = fresh[len(earlier) :]
        return fresh


class RepliesToTheLast(RememberedReplies):
    """Only the last announcement is in the name."""

    def remembered_as(self, stage: Stage[Scalar], earlier: Path) -> Hashable:
        return len(earlier), earlier[-1]


class RepliesToTheFirst(RememberedReplies):
    """Only the first announcement is in the name."""

    def remembered_as(self, stage: Stage[Scalar], earlier: Path) -> Hashable:
        return len(earlier), earlier[0]


class RepliesToTheTargets(RememberedReplies):
    """The aims are in the name, and not who announced them."""

    def remembered_as(self, stage: Stage[Scalar], earlier: Path) -> Hashable:
        return len(earlier), frozenset(Counter(stage.aims(earlier)).items())


class OptionsOfAnother(Sound):
    """The options are those of another problem, which `other` makes of the keys of this one."""

    def __init__(self, problem: Problem, taken: int | None = None) -> None:
        super().__init__(problem, taken)
        data = problem.to_json()
        self.another = Problem.from_data(data | self.other(data))

    def other(self, data: Mapping[str, Any]) -> dict[str, Any]:
        raise NotImplementedError

    def options(self, order: Order) -> Options:
        return tuple(self.another.options(order, player) for player in order)


class StrongestByTemplate(OptionsOfAnother):
    """Strongest means the strongest where A and B count as 0, as in a map over their hit probabilities."""

    def other(self, data: Mapping[str, Any]) -> dict[str, Any]:
        return {"hits": ["0", "0", *data["hits"][2:]]}


class SameWordsLater(OptionsOfAnother):
    """The words of the first phase hold for all."""

    def other(self, data: Mapping[str, Any]) -> dict[str, Any]:
        return {"target_later": "Optimal", "search_later": None}


class ChoiceLater(OptionsOfAnother):
    """Everybody chooses in later phases, from their search set."""

    def other(self, data: Mapping[str, Any]) -> dict[str, Any]:
        return {"target_later": "Optimal"}


class StrongestOfAll(Sound):
    """Strongest means the strongest of all who began; a shot at one who is out is lost."""

    def options(self, order: Order) -> Options:
        problem = self.problem
        if len(order) in (2, problem.players) or problem.target_later is not Word.STRONGEST:
            return super().options(order)
        aims = (problem.resolve(problem.first_order, player, Word.STRONGEST) for player in order)
        return tuple((aim if aim.target in order else Aim.miss(problem.players),) for aim in aims)
