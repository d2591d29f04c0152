"""The evaluation of many games: the wins of every player, and confidence intervals of the win probabilities."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Unpack

from truel_ref.errors import RecordError, SimulationError, refuse, shown
from truel_ref.files import Progress
from truel_ref.game.equilibrium import Equilibrium, Living
from truel_ref.game.people import People, player_named, read_order
from truel_ref.game.periodic_play import PeriodicEquilibrium
from truel_ref.game.problem import Problem
from truel_ref.game.solution import Solution
from truel_ref.game.statement import AnyProblem, Statement, refuse_keywords, stated, states_a_problem
from truel_ref.game.variant import Variant
from truel_ref.kernels.confidence import clopper_pearson
from truel_ref.numbers import Number, decimal_text, fraction_text, percent_text
from truel_ref.records.record import Fields, Record, Source, count, each, fields_of, one_of
from truel_ref.records.table import Cell, Percent, Table
from truel_ref.simulation.engines import ENGINES, Tally
from truel_ref.simulation.policy import (
    POLICIES,
    Asked,
    PlayChoice,
    Policy,
    prepare,
    prepare_equilibrium,
    prepare_variant,
)
from truel_ref.simulation.rules import AnnouncedRules, Lot, PeriodicRules, Rules, refuse_endless
from truel_ref.simulation.story import MOST_TURNS, checked_cap, turns_text

__all__ = ["MOST_GAMES", "Estimate", "VariantEstimate", "checked_seed", "simulate", "simulate_variant"]

MOST_GAMES = 10**12  # far below the limit of NumPy's binomial draws, which use doubles
MOST_SEED = 2**128 - 1
_CONFIDENCE = Fraction(99, 100)


@states_a_problem
def simulate(
    played: AnnouncedRules | Equilibrium | PeriodicEquilibrium | AnyProblem,
    policy: Policy | None = None,
    *,
    games: int = 10**6,
    seed: int = 1,
    engine: str = "counts",
    max_turns: int | None = None,
    progress: Progress | None = None,
    **statement: Unpack[Statement],
) -> Estimate:
    """Play a duel many times with dice and return the results.

    >>> low, high = simulate("1/3 2/3 1", games=10**9, seed=1).interval("A", confidence=0.999999)
    >>> low < Fraction(25, 63) < high
    True

    The same seed gives the same estimate, with the same engine (and, for `batch` and `counts`, version of NumPy).

    Parameters:
        played, policy: as for `prepare`; or a stationary or periodic equilibrium of all players, without a policy.
        games: the number of games, from 1 to 10^12.
        seed: an integer from 0 to 2^128 - 1.
        engine: "counts" (any number of games at once), "batch" (NumPy in lock-step) or "one" (plain Python, exact
            draws). The first two round probabilities to floats for their draws, a bias below 2^-53 per draw.
        max_turns: cut games off after this number of turns; by default never. The estimate reports games cut off. Games
            end with probability 1 without a cap, but if all hit probabilities are 1e-9, they last about 10^9 turns.
        progress: called from time to time with the number of newly ended games.
        targets, search, target_later, search_later, tie_rule, random_levels, if_eq, names, order: as for `Problem`, if
            only hit probabilities are given.

    Raises the errors of `prepare` and `solve`, and `SimulationError` for any other bad argument.
    """
    run = _checked_run(games, seed, engine, max_turns)
    answers = AnnouncedRules | Solution | Equilibrium | PeriodicEquilibrium
    if isinstance(played, answers):
        refuse_keywords(statement, "an answer")
    game: AnnouncedRules | PeriodicRules
    if isinstance(played, Equilibrium | PeriodicEquilibrium):
        refuse(SimulationError, (policy is not None, "policy: an equilibrium has its own aims; leave it out"))
        game = prepare_equilibrium(played)
    else:
        game = prepare(played if isinstance(played, answers) else stated(played, **statement), policy)
    return Estimate(problem=game.problem, policy=game.policy, **run, **_counted(_tallied(game, run, progress)))


def _checked_run(games: object, seed: object, engine: object, max_turns: object) -> dict[str, Any]:
    """Return the checked arguments of a simulation. Raises `SimulationError`, naming the argument."""
    run = {"games": _games(games), "seed": checked_seed(seed), "max_turns": checked_cap(max_turns), "engine": engine}
    if not isinstance(engine, str) or engine not in ENGINES:
        raise SimulationError(f"there is no engine {shown(engine)}; choose from {', '.join(ENGINES)}")
    return run


def _tallied(game: Rules | Lot, run: dict[str, Any], progress: Progress | None) -> Tally:
    """Play a simulation with checked arguments."""
    refuse_endless(game.lots[0][1], run["max_turns"])  # all lots last equally long
    return ENGINES[run["engine"]](game, run["games"], run["seed"], run["max_turns"], progress)


def _counted(tally: Tally) -> dict[str, Any]:
    """Return the fields of an estimate from a tally."""
    return {
        "wins": tuple(tally.wins),
        "stalemates": tally.stalemates,
        "cut": tally.cut,
        "lengths": tuple(sorted(tally.lengths.items())),
    }


def checked_seed(seed: object) -> int:
    """Return a seed, or raise `SimulationError` if it is no integer from 0 to 2^128 - 1."""
    return _whole(seed, "seed", 0, MOST_SEED, "give seed=1, or any other, and the same seed plays the same")


def _whole(value: object, name: str, least: int, most: int, hint: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        power = {MOST_GAMES: "10**12", MOST_SEED: "2**128 - 1", MOST_TURNS: "10**18"}.get(most, f"{most:,}")
        raise SimulationError(f"{name}: {shown(value)} is not an integer from {least} to {power}; {hint}")
    return int(value)


@dataclass(frozen=True, repr=False)
class Estimate(Record):
    """The results of a simulation, and the confidence intervals of the probabilities.

    Fields: `problem`; `policy`, "solution" or "given"; `engine`, `seed`, `games` and `max_turns`, the arguments;
    `wins`, a number of games per player; `stalemates`; `cut`, the games that the cap on turns cut off; `lengths`, pairs
    of a number of turns and the number of games with it, including stalemates and games cut off.

    >>> print(simulate(["1/2", 1], {(0, 1): ["B", "A"]}, games=1000, seed=1, engine="one"))
    player    hit      wins    share      low     high
    --------  -----  ------  -------  -------  -------
    A         1/2       510  51.00 %  46.88 %  55.11 %
    B         1         490  49.00 %  44.89 %  53.12 %
    1,000 games by the engine one with seed 1; low and high: 99 % confidence; 1.490 turns on average, 2 at most

    By default a table has the decimals that the games support:

    >>> print(simulate(["1/2", 1], {(0, 1): ["B", "A"]}, games=1000, seed=1, engine="one").to_text("csv"))
    player,hit,wins,share,low,high,quantity,of,value
    A,1/2,510,51.00,46.88,55.11,,,
    B,1,490,49.00,44.89,53.12,,,
    ,,,,,,games,,1000
    ,,,,,,seed,,1
    ,,,,,,games cut off,,0
    ,,,,,,mean turns,,149/100
    ,,,,,,games that last,1,510
    ,,,,,,games that last,2,490
    """

    problem: Problem
    policy: str
    engine: str
    seed: int
    games: int
    max_turns: int | None
    wins: tuple[int, ...]
    stalemates: int
    cut: int
    lengths: tuple[tuple[int, int], ...]

    @property
    def exact(self) -> bool:
        """Whether the numbers are exact: always false for an estimate; part of the provenance of results."""
        return False

    @property
    def win(self) -> tuple[Fraction, ...]:
        """The share of the games that each player won."""
        return tuple(Fraction(wins, self.games) for wins in self.wins)

    @property
    def stalemate(self) -> Fraction:
        """The share of the games that ended in a stalemate."""
        return Fraction(self.stalemates, self.games)

    @property
    def mean_length(self) -> Fraction:
        """The mean number of turns of a game."""
        return Fraction(sum(turns * games for turns, games in self.lengths), self.games)

    @property
    def longest(self) -> int:
        """The number of turns of the longest game."""
        return self.lengths[-1][0]

    def interval(self, player: int | str, confidence: object = _CONFIDENCE) -> tuple[float, float]:
        """Return the exact (Clopper-Pearson) confidence interval for a player's win probability.

        The ends come from the binomial distribution (`clopper_pearson`), without a normal approximation. Games cut off
        count as lost at the lower end and as won at the upper end, so the interval is also valid with a cap.

        Parameters: `player`, a label or name, or a place in the shooting order; `confidence`, between 0 and 1.

        Raises `SimulationError` for an unknown name and `NumberError` for a confidence outside (0, 1).

        >>> simulate([1, 1], {(0, 1): ["Miss", "A"]}, games=10, seed=1).interval("A", confidence="0.5")
        (0.0, 0.12944943670387588)
        """
        people = self.problem.people
        place = player_named(player, len(self.wins)) if isinstance(player, int) else people.place(player)
        if place is None:
            raise SimulationError(f"{shown(player)} is not a player; the players are {people.called()}")
        return self._interval(self.wins[place], confidence)

    def stalemate_interval(self, confidence: object = _CONFIDENCE) -> tuple[float, float]:
        """Return the exact confidence interval for the probability that nobody wins, as `interval` does."""
        return self._interval(self.stalemates, confidence)

    def _interval(self, counted: int, confidence: object) -> tuple[float, float]:
        low, high = clopper_pearson(counted, self.games, confidence)
        return low, clopper_pearson(counted + self.cut, self.games, confidence)[1] if self.cut else high

    # -- as data

    def to_json(self) -> dict[str, Any]:
        """Return the estimate as plain data for JSON, with the intervals of confidence 99/100.

        >>> simulate([1, 1], {(0, 1): ["Miss", "A"]}, games=10, seed=1).to_json()["win"]
        ['0', '1']
        """
        people = self.problem.people
        return {
            "problem": self.problem.to_json(),
            "policy": self.policy,
            "engine": self.engine,
            "seed": self.seed,
            "games": self.games,
            "max_turns": self.max_turns,
            "wins": list(people.by_person(self.wins)),
            "stalemates": self.stalemates,
            "cut": self.cut,
            "win": [fraction_text(share) for share in people.by_person(self.win)],
            "stalemate": fraction_text(self.stalemate),
            "confidence": fraction_text(_CONFIDENCE),
            "interval": [list(self.interval(place)) for place in people.places],
            "stalemate_interval": list(self.stalemate_interval()),
            "mean_length": fraction_text(self.mean_length),
            "longest": self.longest,
            "lengths": [list(pair) for pair in self.lengths],
        }

    @classmethod
    def from_json(cls, source: Source) -> Estimate:
        """Read an estimate from JSON text, or from the plain data of such text, as `to_json` returns it.

        Shares, intervals and other values that follow from the numbers of games are computed again.

        Raises `RecordError` for other data, naming the key, and for numbers of games that do not add up.

        >>> estimate = simulate([1, 1], {(0, 1): ["Miss", "A"]}, games=10, seed=1)
        >>> Estimate.from_json(estimate.to_json()) == estimate
        True
        """
        estimate = cls(**cls._read(fields_of(source, "an estimate")))
        games = sum(count for _, count in estimate._outcomes()) + estimate.cut
        if not estimate.games == games == sum(ended for _, ended in estimate.lengths):
            raise RecordError(
                f"wins, stalemates and cut, and the numbers of games of all lengths, must each add up to games, "
                f"{estimate.games}"
            )
        return estimate

    @classmethod
    def _read(cls, fields: Fields) -> dict[str, Any]:
        """Return the fields of an estimate from its plain data."""
        problem = fields.get("problem", Problem.from_data)
        wins = fields.get("wins", each(count))
        if len(wins) != problem.players:
            raise RecordError(f"wins: give one number per player, {problem.players} in all; here are {len(wins)}")
        return {
            "problem": problem,
            "policy": fields.get("policy", one_of(POLICIES)),
            "engine": fields.get("engine", one_of(ENGINES)),
            "seed": fields.get("seed", checked_seed),
            "games": fields.get("games", _games),
            "max_turns": fields.get("max_turns", checked_cap),
            "wins": problem.people.by_place(wins),
            "stalemates": fields.get("stalemates", count),
            "cut": fields.get("cut", count),
            "lengths": fields.get("lengths", each(_length)),
        }

    # -- printing

    def _outcomes(self) -> list[tuple[str, int]]:
        """Return the numbers of games by winner, and last those that nobody won."""
        people = self.problem.people
        return [*((people.label(place), self.wins[place]) for place in people.places), ("nobody", self.stalemates)]

    @property
    def _digits(self) -> int:  # type: ignore[override]  # it depends on the games
        """The meaningful digits of a percentage: the interval is about 1/sqrt(games) wide."""
        return max(1, len(str(self.games)) // 2)

    def _row(self, name: str, hit: Number | None, counted: int) -> list[Cell]:
        """Return a player's table row, or the row for "nobody wins"; its interval is rounded outwards."""
        unit = Fraction(1, 100 * 10**self._digits)
        low, high = map(Fraction, self._interval(counted, _CONFIDENCE))
        share = Fraction(counted, self.games)
        return [name, hit, counted, Percent(share), Percent(low // unit * unit), Percent(-(-high // unit) * unit)]

    def _table(self) -> Table:
        people = self.problem.people
        rows = [self._row(people.label(place), self.problem.hits[place], self.wins[place]) for place in people.places]
        rows += [self._row(name, None, counted) for name, counted in self._outcomes()[len(rows) :] if counted]
        return Table(
            ("player", "hit", "wins", "share", "low", "high"),
            rows,
            notes=self._notes(),
            right=("wins", "share", "low", "high"),
            beside=[
                ("games", "", self.games),
                ("seed", "", self.seed),
                ("games cut off", "", self.cut),
                ("mean turns", "", self.mean_length),
                *(("games that last", turns, games) for turns, games in self.lengths),
            ],
        )

    def _notes(self) -> list[str]:
        notes = []
        if self.cut:
            share = percent_text(Fraction(self.cut, self.games), self._digits)
            notes.append(
                f"{self.cut:,} games ({share}) were cut off after {turns_text(self.longest)}; "
                f"the intervals allow for them"
            )
        notes.append(
            f"{self.games:,} game{'' if self.games == 1 else 's'} by the engine {self.engine} with seed {self.seed}; "
            f"low and high: {_CONFIDENCE * 100} % confidence; "
            f"{decimal_text(self.mean_length, 3)} turns on average, {self.longest:,} at most"
        )
        return notes

    def __repr__(self) -> str:
        shares = ", ".join(percent_text(share, 1) for share in self.win)
        return f"<Estimate from {self.games:,} games: {shares}>"


def _games(value: object) -> int:
    return _whole(value, "games", 1, MOST_GAMES, "try 1000000")


def _length(value: object) -> tuple[int, int]:
    pair = each(count)(value)
    if len(pair) != 2 or pair[0] > MOST_TURNS:
        raise RecordError(f"{shown(value)} is not a pair of a number of turns and a number of games")
    return pair[0], pair[1]


# -- other rules of fire


def simulate_variant(
    asked: Asked,
    policy: PlayChoice | None = None,
    *,
    games: int = 10**6,
    seed: int = 1,
    engine: str = "counts",
    max_turns: int | None = None,
    progress: Progress | None = None,
) -> VariantEstimate:
    """Play other rules of fire many times and return the results.

    >>> from truel_ref import random_shooter
    >>> answer = random_shooter(["1/3", "2/3", 1])
    >>> estimate = simulate_variant(answer, games=10**9, seed=1)
    >>> low, high = estimate.interval("A", confidence=0.999999)
    >>> low < answer.win[0] < high
    True

    The same seed gives the same estimate, with the same engine (and, for `batch` and `counts`, version of NumPy). A
    turn is a shot, or an attempt to convince; under simultaneous fire a round has a turn for each living player.

    Parameters:
        asked, policy: as for `prepare_variant`: an answer, or an answer and one of its plays.
        games, seed, engine, max_turns, progress: as for `simulate`.

    Raises the errors of `prepare_variant`, and `SimulationError` for any other bad argument.
    """
    run = _checked_run(games, seed, engine, max_turns)
    game = prepare_variant(asked, policy)
    tally = _tallied(game.rules, run, progress)
    return VariantEstimate(
        problem=game.variant.problem,
        policy=game.policy,
        **run,
        **_counted(tally),
        variant=game.variant,
        ends=tuple(sorted(tally.ends.items(), key=lambda end: (len(end[0]), end[0]))),
    )


@dataclass(frozen=True, repr=False)
class VariantEstimate(Estimate):
    """The results of a simulation of other rules of fire, and the confidence intervals of the probabilities.

    Fields: those of `Estimate`, where `stalemates` are all games that left several players (or opinions); `variant`,
    the problem and its rules; `ends`, pairs of a set of players and the number of games that left exactly this set, the
    smallest sets first.

    >>> from truel_ref import counted_bullets
    >>> from truel_ref import counted_bullets
    >>> duel = counted_bullets(["1/2", 1], bullets=1)
    >>> print(simulate_variant(duel, games=1000, seed=1, engine="one"))
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
        """With bullets, the mean payoff of each player, by place; games cut off count as 0.

        >>> from truel_ref import counted_bullets
        >>> duel = counted_bullets([1, 1], bullets=1)
        >>> simulate_variant(duel, games=10, seed=1).worth
        (Fraction(1, 1), Fraction(0, 1))
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

    def nobody_interval(self, confidence: object = _CONFIDENCE) -> tuple[float, float]:
        """Return the exact confidence interval for the probability that nobody is left, as `interval` does."""
        return self._interval(self.nobodies, confidence)

    def survivors_interval(self, living: object, confidence: object = _CONFIDENCE) -> tuple[float, float]:
        """Return the exact confidence interval for the probability that exactly these players are left.

        Parameters: `living`, names in one text ("A, C"), or a list of names or places; `confidence`, in (0, 1).

        Raises `SimulationError` for an unknown name and `NumberError` for a confidence outside (0, 1).

        >>> from truel_ref import counted_bullets
        >>> duel = counted_bullets([1, 1], bullets=1)
        >>> simulate_variant(duel, games=10, seed=1).survivors_interval("A", "0.5")
        (0.8705505632961241, 1.0)
        """
        players = _set_of_players(living, self.problem.people)
        if players is None:
            raise SimulationError(f"{shown(living)} is not a set of players; they are {self.problem.people.called()}")
        return self._interval(dict(self.ends).get(players, 0), confidence)

    def to_json(self) -> dict[str, Any]:
        """Return the estimate as plain data for JSON, with the model, its settings and the players left.

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
            raise RecordError("ends: they do not agree with wins and stalemates, or a set occurs twice")
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
        players = _set_of_players(names, problem.people)
        if players is None or isinstance(names, str):
            raise RecordError(f"{shown(names)} is not a list of players")
        return players

    return entry.get("living", living), entry.get("games", count)


def _set_of_players(said: object, people: People) -> Living | None:
    """Return the players of a text or list of names or places, in ascending order; None for another value."""
    read = read_order(said, people) if said and isinstance(said, str | tuple | list) else ()
    players = {player for player in read if player is not None}
    known = isinstance(said, str | tuple | list) and len(players) == len(read)
    return tuple(sorted(players)) if known else None
