"""The evaluation of many games: the wins of every player, and confidence intervals of the probabilities."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Annotated, Any, ClassVar, Unpack

from truel_ref.errors import ProblemError, RecordError, refuse, shown
from truel_ref.fast.solving import solve
from truel_ref.files import Progress
from truel_ref.game.parts import PerPlayer, Players
from truel_ref.game.problem import AnyProblem, Problem, Statement, refuse_keywords, states_a_problem
from truel_ref.game.variant import VariantPlay
from truel_ref.kernels.confidence import clopper_pearson
from truel_ref.numbers import decimal_text, read_count
from truel_ref.records.record import Record, frozen, one_of
from truel_ref.records.table import Cell, Percent, Table
from truel_ref.simulation.engines import ENGINES
from truel_ref.simulation.policies import Answer, game_of
from truel_ref.simulation.rules import DiceGame
from truel_ref.simulation.story import MOST_SEED, admit_length

MOST_GAMES = 10**12  # far below the limit of NumPy's binomial draws, which use doubles
CONFIDENCE = Fraction(99, 100)


@states_a_problem
def simulate(
    played: DiceGame | Answer | AnyProblem,
    games: int | None = None,
    *,
    seed: int = 1,
    engine: str | None = None,
    play: VariantPlay | None = None,
    progress: Progress | None = None,
    **statement: Unpack[Statement],
) -> Estimate:
    """Play a duel many times with dice and return the results.

    >>> low, high = simulate("1/3 2/3 1", games=10**9, seed=1).interval("A", confidence=0.999999)
    >>> low < Fraction(25, 63) < high
    True

    The steps: (1) take the aims of an answer, of a problem those of its solution; (2) play with dice; (3) count. The
    same seed gives the same estimate, with the same engine (and, for "counts", version of NumPy).

    Parameters:
        played: a solution, a stationary or periodic equilibrium of all players, an answer under other rules of fire, a
            game from `truel_ref.simulation.policies`, or a problem with its keywords as for `solve`.
        games: the number of games, from 1 to 10^12; by default a million, or 100,000 one by one.
        seed: an integer from 0 to 2^128 - 1.
        engine: "counts" (NumPy, any number of games at once; it rounds probabilities to floats for its draws, a bias
            below 2^-53 per draw) or "one" (plain Python, exact draws); by default "counts" if NumPy is installed.
        play: which of several plays under other rules of fire.
        progress: called from time to time with the number of newly ended games.

    Raises the errors of `solve` and `game_of`, `NumberError` for other numbers of games and other seeds, and
    `ProblemError` for an unknown engine and for a first hit after too many turns.
    """
    engine = engine_named(engine)
    games = (10**6 if engine == "counts" else 10**5) if games is None else read_count(games, "games", 1, MOST_GAMES)
    seed = read_count(seed, "seed", 0, MOST_SEED)
    if isinstance(played, DiceGame | Answer):
        refuse_keywords(statement, "an answer")
    else:
        played = solve(played, **statement)
    game = played if isinstance(played, DiceGame) else game_of(played, play)
    ends, lengths = Counter[Any](), Counter[int]()
    admit_length(game)
    for turns, left, many in ENGINES[engine](game, games, seed):
        ends[left] += many
        lengths[turns] += many
        if progress is not None:
            progress(many)
    listed = tuple(sorted(ends.items(), key=lambda end: (len(end[0]), end[0])))
    return Estimate(game.problem, engine, seed, games, listed, tuple(sorted(lengths.items())))


def engine_named(engine: object) -> str:
    """Return an engine, by default "counts" if NumPy is installed. Raises `ProblemError` for an unknown one."""
    known = f"there is no engine {shown(engine)}; choose from {', '.join(ENGINES)}"
    refuse(ProblemError, (engine not in (None, *ENGINES), known))
    if engine is not None:
        return str(engine)
    with suppress(ImportError):
        import numpy  # noqa: F401  whether it is installed

        return "counts"
    return "one"


@frozen
class Estimate(Record):
    """The results of a simulation, and the confidence intervals of the probabilities.

    Fields: `problem`; `engine`, `seed` and `games`, the arguments; `ends`, pairs of a set of players and the number of
    games that left exactly this set, the smallest sets first; `lengths`, pairs of a number of turns and the number of
    games with it.

    >>> print(simulate(["1/2", 1], games=1000, seed=1, engine="one"))
    player    hit      wins    share      low     high
    --------  -----  ------  -------  -------  -------
    A         1/2       510  51.00 %  46.88 %  55.11 %
    B         1         490  49.00 %  44.89 %  53.12 %
    1,000 games by the engine one with seed 1; low and high: 99 % confidence; 1.490 turns on average, 2 at most
    """

    problem: Problem
    engine: Annotated[str, one_of(ENGINES)]
    seed: int
    games: int
    ends: tuple[tuple[Players, int], ...]
    lengths: tuple[tuple[int, int], ...]

    _keys: ClassVar[tuple[str, ...]] = (
        *("problem", "engine", "seed", "games", "wins", "win", "stalemates", "ends", "mean_length", "lengths"),
    )

    def __post_init__(self) -> None:
        sums = {sum(games for _, games in counted) for counted in (self.ends, self.lengths)}
        refuse(
            RecordError,
            (not self.games, "games: an estimate is of one game or more, not 0"),
            (sums != {self.games}, f"ends, and lengths, must each add up to games, {shown(self.games)}"),
        )

    @property
    def wins(self) -> PerPlayer[int]:
        """The number of games that each player won: those that left only this player."""
        return tuple(dict(self.ends).get((player,), 0) for player in range(self.problem.players))

    @property
    def win(self) -> PerPlayer[Fraction]:
        """The share of the games that each player won."""
        return tuple(Fraction(wins, self.games) for wins in self.wins)

    @property
    def nobodies(self) -> int:
        """The number of games in which nobody was left."""
        return dict(self.ends).get((), 0)

    @property
    def stalemates(self) -> int:
        """The number of games that left several players."""
        return sum(games for left, games in self.ends if len(left) > 1)

    @property
    def stalemate(self) -> Fraction:
        """The share of the games that left several players."""
        return Fraction(self.stalemates, self.games)

    @property
    def mean_length(self) -> Fraction:
        """The mean number of turns of a game."""
        return Fraction(sum(turns * games for turns, games in self.lengths), self.games)

    def interval(self, player: int | str, confidence: object = CONFIDENCE) -> tuple[float, float]:
        """Return the exact (Clopper-Pearson) confidence interval for a player's win probability.

        Parameters: `player`, a player or a name; `confidence`, between 0 and 1.

        Raises `ProblemError` for an unknown name and `NumberError` for a confidence outside (0, 1).

        >>> simulate([1, 1], targets="Miss,A", games=10, seed=1).interval("A", confidence="0.5")
        (0.0, 0.12944943670387588)
        """
        return self.interval_of(self.wins[self.problem.player(player)], confidence)

    def interval_of(self, counted: int, confidence: object = CONFIDENCE) -> tuple[float, float]:
        """Return the exact confidence interval of the probability of an event in `counted` games."""
        return clopper_pearson(counted, self.games, confidence)

    # -- printing

    @property
    def _digits(self) -> int:  # type: ignore[override]  # it depends on the games
        """The meaningful digits of a percentage: the interval is about 1/sqrt(games) wide."""
        return max(1, len(str(self.games)) // 2)

    def _table(self) -> Table:
        """The intervals are rounded outwards."""
        unit, rows = Fraction(1, 100 * 10**self._digits), list[Sequence[Cell]]()
        counted = [*zip(self.problem.names, self.problem.hits, self.wins, strict=True)]
        nobody = {"nobody left": self.nobodies, "several left": self.stalemates}
        for name, hit, many in counted + [(name, None, many) for name, many in nobody.items() if many]:
            low, high = map(Fraction, self.interval_of(many))
            ends = Percent(low // unit * unit), Percent(-(-high // unit) * unit)
            rows.append((name, hit, many, Percent(Fraction(many, self.games)), *ends))
        beside = [("games that last", turns, games) for turns, games in self.lengths]
        said = (
            f"{self.games:,} game{'s' * (self.games > 1)} by the engine {self.engine} with seed {self.seed}; low and "
            f"high: {CONFIDENCE * 100} % confidence; {decimal_text(self.mean_length, 3)} turns on average, "
            f"{self.lengths[-1][0]:,} at most"
        )
        return Table(("player", "hit", "wins", "share", "low", "high"), rows, notes=[said], beside=beside)
