"""What many games say: how often everybody won, and how sure that makes his win probability."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from typing import Any

from truel_ref.errors import SimulationError, shown
from truel_ref.files import Progress, read_json
from truel_ref.game.aims import latex_text
from truel_ref.game.people import player_named
from truel_ref.game.problem import Problem
from truel_ref.game.solution import Solution
from truel_ref.kernels.intervals import clopper_pearson
from truel_ref.numbers import Number, decimal_text, fraction_text, number_latex, number_text, percent_text
from truel_ref.simulation.engines import ENGINES
from truel_ref.simulation.policy import POLICIES, Game, Policy, prepare
from truel_ref.simulation.story import MOST_TURNS, checked_cap, turns_text

__all__ = ["Estimate", "checked_seed", "simulate"]

MOST_GAMES = 10**12  # far inside what NumPy's binomial draws, doubles within, can count
MOST_SEED = 2**128 - 1
_CONFIDENCE = Fraction(99, 100)


def simulate(
    played: Solution | Problem | Game | Iterable[object],
    policy: Policy | None = None,
    *,
    games: int,
    seed: int | None = None,
    engine: str = "counts",
    max_turns: int | None = None,
    progress: Progress | None = None,
) -> Estimate:
    """Play a solution, or hit probabilities with a policy, many times and return what happened.

    The same seed gives the same estimate, with the same engine (and, for `batch` and `counts`, version of NumPy).

    Parameters:
        played, policy: as for `prepare`.
        games: how many games, from 1 to 10^12.
        seed: an integer from 0 to 2^128 - 1.
        engine: "counts" (any number of games at once), "batch" (NumPy in lock-step) or "one" (plain Python, exact
            draws). The first two round probabilities to floats for their draws, a bias below 2^-53 per draw.
        max_turns: cut games off after so many turns; by default never. What was cut is reported. Games end with
            probability 1 without it, but where everybody hits with 1e-9 they last about 10^9 turns.
        progress: called now and again with the number of games that have ended since.

    Raises what `prepare` raises, and `SimulationError` for any other bad argument.

    >>> from truel_ref import solve
    >>> solution = solve(["1/3", "2/3", 1])
    >>> estimate = simulate(solution, games=10**9, seed=1)
    >>> low, high = estimate.interval("A", confidence=0.999999)
    >>> low < solution.win[0] < high
    True
    """
    checked_games = _whole(games, "games", 1, MOST_GAMES, "try games=10**6")
    own_seed = checked_seed(seed)
    cap = checked_cap(max_turns)
    if not isinstance(engine, str) or engine not in ENGINES:
        raise SimulationError(f"no engine is called {shown(engine)}; there are {', '.join(ENGINES)}")
    game = prepare(played, policy)
    tally = ENGINES[engine](game, checked_games, own_seed, cap, progress)
    return Estimate(
        problem=game.problem,
        policy=game.policy,
        engine=engine,
        seed=own_seed,
        games=checked_games,
        max_turns=cap,
        wins=tuple(tally.wins),
        stalemates=tally.stalemates,
        cut=tally.cut,
        lengths=tuple(sorted(tally.lengths.items())),
    )


def checked_seed(seed: object) -> int:
    """Return a seed, or raise `SimulationError` if it is no integer from 0 to 2^128 - 1."""
    return _whole(seed, "seed", 0, MOST_SEED, "give seed=1, or any other, and the same seed plays the same")


def _whole(value: object, name: str, least: int, most: int, hint: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        power = {MOST_GAMES: "10**12", MOST_SEED: "2**128 - 1", MOST_TURNS: "10**18"}.get(most, f"{most:,}")
        raise SimulationError(f"{name}: {shown(value)} is not an integer from {least} to {power}; {hint}")
    return int(value)


@dataclass(frozen=True, repr=False)
class Estimate:
    """What happened in a simulation, and what it says about the probabilities.

    Fields: `problem`; `policy`, "solution" or "given"; `engine`, `seed`, `games` and `max_turns` as asked for; `wins`,
    a number of games per player; `stalemates`; `cut`, the games that the cap on turns cut off; `lengths`, pairs of a
    number of turns and the number of games that had so many, stalemates and games cut off included.

    >>> print(simulate(["1/2", 1], {(0, 1): ["B", "A"]}, games=1000, seed=1, engine="one"))
    player    hit      wins    share  99 % interval
    --------  -----  ------  -------  ------------------
    A         1/2       510  51.00 %  46.88 % to 55.11 %
    B         1         490  49.00 %  44.89 % to 53.12 %
    1,000 games by the engine one with seed 1; 1.490 turns on average, 2 at most
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
        """Whether the numbers are exact; never so here, and said because results carry their provenance."""
        return False

    @property
    def win(self) -> tuple[Fraction, ...]:
        """The share of the games that each player won."""
        return tuple(Fraction(wins, self.games) for wins in self.wins)

    @property
    def stalemate(self) -> Fraction:
        """The share of the games that nobody could win any more."""
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

        Its ends come from the binomial distribution itself (`clopper_pearson`), not from a normal approximation. Games
        that were cut off count as lost at the lower end and as won at the upper, so that it stays true with a cap.

        Parameters: `player`, a label or name, or a place in the shooting order; `confidence`, between 0 and 1.

        Raises `SimulationError` for nobody's name and `NumberError` for a confidence outside (0, 1).

        >>> simulate([1, 1], {(0, 1): ["Miss", "A"]}, games=10, seed=1).interval("A", confidence="0.5")
        (0.0, 0.12944943670387588)
        """
        people = self.problem.people
        place = player_named(player, len(self.wins)) if isinstance(player, int) else people.place(player)
        if place is None:
            raise SimulationError(f"{shown(player)} is no player; they are {people.called()}")
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
    def from_json(cls, source: str | bytes | Mapping[str, Any]) -> Estimate:
        """Read an estimate from JSON text, or from the plain data of such text, as `to_json` returns it.

        What follows from the numbers of games, such as shares and intervals, is not read but computed again.

        Raises `SimulationError` for a key that is missing and for numbers of games that do not add up, and what
        `Problem.from_json` raises.

        >>> estimate = simulate([1, 1], {(0, 1): ["Miss", "A"]}, games=10, seed=1)
        >>> Estimate.from_json(estimate.to_json()) == estimate
        True
        """
        data = read_json(source) if isinstance(source, str | bytes) else source
        if not isinstance(data, Mapping):
            raise SimulationError(f"an estimate is a JSON object like those of to_json, not {shown(data)}")
        missing = [name for name in cls.__dataclass_fields__ if name not in data]
        if missing:
            raise SimulationError(f"an estimate needs the key {missing[0]!r}; to_json writes it")
        problem = Problem.from_data(data["problem"])
        games = _whole(data["games"], "games", 1, MOST_GAMES, "try games=10**6")
        wins = tuple(_count(wins, "wins", games) for wins in _entries(data["wins"], "wins"))
        lengths = tuple(
            (_count(turns, "a length", MOST_TURNS), _count(number, "a number of games", games))
            for turns, number in (_entries(pair, "lengths", 2) for pair in _entries(data["lengths"], "lengths"))
        )
        if len(wins) != problem.players:
            raise SimulationError(f"wins: give one number per player, {problem.players} in all; here are {len(wins)}")
        estimate = cls(
            problem=problem,
            policy=_one_of(data["policy"], "policy", POLICIES),
            engine=_one_of(data["engine"], "engine", ENGINES),
            seed=checked_seed(data["seed"]),
            games=games,
            max_turns=checked_cap(data["max_turns"]),
            wins=problem.people.by_place(wins),
            stalemates=_count(data["stalemates"], "stalemates", games),
            cut=_count(data["cut"], "cut", games),
            lengths=lengths,
        )
        if not games == sum(wins) + estimate.stalemates + estimate.cut == sum(number for _, number in lengths):
            raise SimulationError(
                f"wins, stalemates and cut, and the numbers of games of all lengths, must each add up to games, {games}"
            )
        return estimate

    def to_records(self) -> list[dict[str, Any]]:
        """Return one flat record per player, and one for nobody where there were stalemates, for a data frame.

        Each has the `player`, his `hit` probability, his `wins`, their exact `share` of the games, and `low` and
        `high`, the ends of the interval of confidence 99/100.

        >>> simulate([1, 1], {(0, 1): ["Miss", "A"]}, games=10, seed=1).to_records()[1]["share"]
        Fraction(1, 1)
        """
        people = self.problem.people
        counted: list[tuple[str, Number | None, int]] = [
            (people.label(place), self.problem.hits[place], self.wins[place]) for place in people.places
        ]
        if self.stalemates:
            counted.append(("nobody", None, self.stalemates))
        return [
            {
                "player": name,
                "hit": hit,
                "wins": wins,
                "share": Fraction(wins, self.games),
                **dict(zip(("low", "high"), self._interval(wins, _CONFIDENCE), strict=True)),
            }
            for name, hit, wins in counted
        ]

    # -- printing

    def _digits(self) -> int:
        """Return how many digits of a percentage say something: the interval is about 1/sqrt(games) wide."""
        return max(1, len(str(self.games)) // 2)

    def _rows(self) -> list[tuple[str, str, str, str, str]]:
        digits = self._digits()
        return [
            (
                record["player"],
                "" if record["hit"] is None else number_text(record["hit"]),
                f"{record['wins']:,}",
                percent_text(record["share"], digits),
                _interval_text((record["low"], record["high"]), digits),
            )
            for record in self.to_records()
        ]

    def _notes(self) -> list[str]:
        notes = []
        if self.cut:
            share = percent_text(Fraction(self.cut, self.games), self._digits())
            notes.append(
                f"{self.cut:,} games ({share}) were cut off after {turns_text(self.longest)}; "
                f"the intervals allow for them"
            )
        notes.append(
            f"{self.games:,} game{'' if self.games == 1 else 's'} by the engine {self.engine} with seed {self.seed}; "
            f"{decimal_text(self.mean_length, 3)} turns on average, {self.longest:,} at most"
        )
        return notes

    def __str__(self) -> str:
        from tabulate import tabulate

        align = ("left", "left", "right", "right", "left")
        table = tabulate(self._rows(), headers=_HEADERS, disable_numparse=True, colalign=align)
        return "\n".join([table, *self._notes()])

    def __repr__(self) -> str:
        shares = ", ".join(percent_text(share, 1) for share in self.win)
        return f"<Estimate from {self.games:,} games: {shares}>"

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{name}</th>" for name in _HEADERS)
        rows = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in self._rows())
        notes = "".join(f"<p>{escape(note)}</p>" for note in self._notes())
        return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>{notes}"

    def _repr_latex_(self) -> str:
        lines = [
            rf"\text{{{latex_text(name)}}} & {'' if record['hit'] is None else number_latex(record['hit'])} & "
            + " & ".join(rf"\text{{{cell}}}".replace("%", r"\%") for cell in cells)
            + r" \\"
            for record, (name, _, *cells) in zip(self.to_records(), self._rows(), strict=True)
        ]
        head = " & ".join(rf"\text{{{name}}}".replace("%", r"\%") for name in _HEADERS) + r" \\ \hline"
        return "\n".join([r"$\displaystyle \begin{array}{llrrl}", head, *lines, r"\end{array}$"])


_HEADERS = ("player", "hit", "wins", "share", f"{_CONFIDENCE * 100} % interval")


def _interval_text(interval: tuple[float, float], digits: int) -> str:
    """Return an interval in percent, rounded outwards."""
    unit = Fraction(1, 100 * 10**digits)
    low, high = map(Fraction, interval)
    return f"{percent_text(low // unit * unit, digits)} to {percent_text(-(-high // unit) * unit, digits)}"


def _entries(value: object, name: str, length: int | None = None) -> list[Any]:
    if not isinstance(value, list | tuple) or length not in (None, len(value)):
        raise SimulationError(f"{name}: {shown(value)} is not {'a list' if length is None else 'a pair'}")
    return list(value)


def _one_of(value: object, name: str, known: Iterable[str]) -> str:
    if not isinstance(value, str) or value not in known:
        raise SimulationError(f"{name}: {shown(value)} is unknown; there are {', '.join(known)}")
    return value


def _count(value: object, name: str, most: int) -> int:
    return _whole(value, name, 0, most, "an estimate counts games")
