"""What many games under other rules of fire say."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from truel_ref.budget import Budget, within_budget
from truel_ref.errors import RecordError, SimulationError, shown
from truel_ref.files import Progress
from truel_ref.game.equilibrium import Living
from truel_ref.game.orders import read_order
from truel_ref.game.problem import Problem
from truel_ref.game.variant import Variant
from truel_ref.numbers import fraction_text
from truel_ref.records.record import Fields, count, each
from truel_ref.simulation.engines import Tally
from truel_ref.simulation.estimate import EACH_TURN, Estimate, checked_run, counted, tallied
from truel_ref.simulation.fire import Bullets
from truel_ref.simulation.rules import admit_turns
from truel_ref.simulation.variant_game import Asked, StatePolicy, prepare_variant

__all__ = ["VariantEstimate", "simulate_variant"]


@within_budget
def simulate_variant(
    asked: Asked,
    policy: StatePolicy | None = None,
    *,
    games: int,
    seed: int | None = None,
    engine: str = "counts",
    max_turns: int | None = None,
    progress: Progress | None = None,
    budget: Budget | None = None,
) -> VariantEstimate:
    """Play other rules of fire many times and return what happened.

    The same seed gives the same estimate, with the same engine (and, for `batch` and `counts`, version of NumPy). One
    turn is one shot, or one attempt to convince; under simultaneous fire a round has one for each living player.

    Parameters:
        asked, policy: as for `prepare_variant`: an answer, an answer and which of its plays, or a variant with aims.
        games, seed, engine, max_turns, progress: as for `simulate`.
        budget: as for `truel_ref.solve`.

    Raises what `prepare_variant` raises, and `SimulationError` for any other bad argument.

    >>> from truel_ref import random_shooter
    >>> answer = random_shooter(["1/3", "2/3", 1])
    >>> estimate = simulate_variant(answer, games=10**9, seed=1)
    >>> low, high = estimate.interval("A", confidence=0.999999)
    >>> low < answer.win[0] < high
    True
    """
    run = checked_run(games, seed, engine, max_turns)
    game = prepare_variant(asked, policy)
    _, rules = game.rules.lots[0]  # all others last as long
    if not isinstance(rules, Bullets):  # which are used up
        admit_turns(rules, max_turns, EACH_TURN[engine](games))
    tally = tallied(game.rules, run, progress)
    return VariantEstimate(
        problem=game.variant.problem,
        policy=game.policy,
        **run,
        **counted(tally),
        variant=game.variant,
        ends=_sorted_ends(tally),
    )


def _sorted_ends(tally: Tally) -> tuple[tuple[Living, int], ...]:
    return tuple(sorted(tally.ends.items(), key=lambda end: (len(end[0]), end[0])))


@dataclass(frozen=True, repr=False)
class VariantEstimate(Estimate):
    """What happened in a simulation of other rules of fire, and what it says about the probabilities.

    Fields: those of `Estimate`, where `stalemates` are all games that left several players (or opinions); `variant`,
    what was played; `ends`, pairs of who was left and the number of games that left just them, the smallest sets
    first.

    >>> from truel_ref import Variant
    >>> duel = Variant.stated("bullets", ["1/2", 1], bullets=1)
    >>> print(simulate_variant(duel, {"A, B": ["B", "A"]}, games=1000, seed=1, engine="one"))
    player    hit      wins    share      low     high
    --------  -----  ------  -------  -------  -------
    A         1/2       510  51.00 %  46.88 %  55.11 %
    B         1         490  49.00 %  44.89 %  53.12 %
    model: bullets (bullets 1, 1; survivors equal)
    1,000 games by the engine one with seed 1; low and high: 99 % confidence; 1.490 turns on average, 2 at most
    """

    variant: Variant
    ends: tuple[tuple[Living, int], ...]

    @property
    def nobodies(self) -> int:
        """The number of games in which nobody was left."""
        return dict(self.ends).get((), 0)

    @property
    def nobody(self) -> Fraction:
        """The share of the games in which nobody was left."""
        return Fraction(self.nobodies, self.games)

    @property
    def worth(self) -> tuple[Fraction, ...]:
        """With bullets, what each player got in the mean, by place; games that were cut off count as nothing.

        >>> duel = Variant.stated("bullets", ["1/2", 0], bullets=1, survivors="each")
        >>> simulate_variant(duel, {"A, B": ["Miss", "A"]}, games=10, seed=1).worth
        (Fraction(1, 1), Fraction(1, 1))
        """
        rule = self.variant.survivors
        total = [Fraction(0)] * self.problem.players
        for living, games in self.ends:
            for player in living:
                if len(living) == 1 or rule == "each":
                    total[player] += games
                elif rule == "equal":
                    total[player] += Fraction(games, len(living))
        return tuple(got / self.games for got in total)

    def nobody_interval(self, confidence: object = Fraction(99, 100)) -> tuple[float, float]:
        """Return the exact confidence interval for the probability that nobody is left, as `interval` does."""
        return self._interval(self.nobodies, confidence)

    def survivors_interval(self, living: object, confidence: object = Fraction(99, 100)) -> tuple[float, float]:
        """Return the exact confidence interval for the probability that just these are left, as `interval` does.

        Parameters: `living`, names in one text ("A, C"), or a list of names or places; `confidence`, in (0, 1).

        Raises `SimulationError` for nobody's name and `NumberError` for a confidence outside (0, 1).

        >>> duel = Variant.stated("bullets", ["1/2", 0], bullets=1)
        >>> simulate_variant(duel, {"A, B": ["Miss", "A"]}, games=10, seed=1).survivors_interval("A, B", "0.5")
        (0.8705505632961241, 1.0)
        """
        people = self.problem.people
        read: tuple[int | None, ...] = (None,)
        if isinstance(living, str | tuple | list):
            read = read_order(living, people) if living else ()
        players = {player for player in read if player is not None}
        if len(players) != len(read):
            raise SimulationError(f"{shown(living)} is no set of players; they are {people.called()}")
        return self._interval(dict(self.ends).get(tuple(sorted(players)), 0), confidence)

    def to_json(self) -> dict[str, Any]:
        """Return the estimate as plain data for JSON, with the model, its settings and who was left.

        >>> duel = Variant.stated("simultaneous", [1, 1])
        >>> simulate_variant(duel, games=10, seed=1).to_json()["ends"]
        [{'living': [], 'games': 10}]
        """
        data = self.variant.to_json() | super().to_json()
        data["nobody"] = fraction_text(self.nobody)
        data["nobody_interval"] = list(self.nobody_interval())
        data["ends"] = [
            {"living": [self.problem.label(player) for player in living], "games": games} for living, games in self.ends
        ]
        return data

    @classmethod
    def _read(cls, fields: Fields) -> dict[str, Any]:
        variant = Variant.from_json(fields.data)
        ends = fields.get("ends", each(lambda value: _end(value, variant.problem)))
        games = dict(ends)
        data = super()._read(fields)
        wins = tuple(games.get((player,), 0) for player in variant.problem.first_order)
        several = sum(count for living, count in ends if len(living) > 1)
        if len(games) != len(ends) or wins != data["wins"] or several != data["stalemates"]:
            raise RecordError("ends: they are not those of wins and stalemates, or a set is there twice")
        return data | {"variant": variant, "ends": ends}

    def _outcomes(self) -> list[tuple[str, int]]:
        names = {"bullets": "several left"}
        several = (names.get(self.variant.model, "stalemate"), self.stalemates)
        return [*super()._outcomes()[:-1], ("nobody left", self.nobodies), several]

    def _notes(self) -> list[str]:
        settings = self.variant.settings_text()
        return [f"model: {self.variant.model}{f' ({settings})' if settings else ''}", *super()._notes()]

    def __repr__(self) -> str:
        return super().__repr__().replace("<Estimate", "<VariantEstimate", 1)


def _end(value: object, problem: Problem) -> tuple[Living, int]:
    entry = Fields(value, "an end")

    def living(names: object) -> Living:
        read = read_order(names, problem.people) if isinstance(names, list | tuple) else (None,)
        players = {player for player in read if player is not None}
        if len(players) != len(read):
            raise RecordError(f"{shown(names)} is no list of players")
        return tuple(sorted(players))

    return entry.get("living", living), entry.get("games", count)
