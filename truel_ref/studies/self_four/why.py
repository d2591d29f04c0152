"""Why it pays: what A wins is taken apart, exactly, by what the others reply and by who is eliminated first.

**Where nobody replies, the shot at oneself is the worst of all options: stationary play, and the last announcer.**

Let everything that the other players do be settled: their turns, from the one after the player's own on, compose to
`(v, κ)`. An option of the player is a turn `(r, k)`; his own component of `r` is not negative, and `k >= 1 - p`,
because a shot eliminates at most one, and that with probability `p`. Self is the turn with `r = 0` and `k = 1 - p`. By
the formula of `truel_ref.play.turns.advantage` an option is better than Self by a number of the sign of

    r + (k - (1 - p)) v - (1 - p) r κ  =  r (1 - (1 - p) κ) + (k - (1 - p)) v  >=  0

So for any number of players, any hit probabilities and any options, mixes included:

- in stationary play no player gains by Self over any other option, in no equilibrium and against no others' aims;
- the last announcer does not gain by it either: his choice changes nobody's announcement.

Equality needs `r = 0`, and `k = 1 - p` or `v = 0`. Where `k κ = 1` the option stalls and is worth 0; then `κ = 1`, so
`v = 0`, and Self is worth 0 as well. Only an announcement to which others still reply can be worth a shot at oneself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from truel_ref.fast.solving import solve
from truel_ref.game.people import label, next_order
from truel_ref.game.problem import Problem
from truel_ref.numbers import fraction_text
from truel_ref.play.turns import advantage
from truel_ref.records.record import Record
from truel_ref.records.table import Percent, Table
from truel_ref.studies.self_four.points import KNOWN, OPTIONS, PLAYERS, SEARCH, paying
from truel_ref.symbolic.algebra import rational

__all__ = ["FirstHit", "Reasons", "better_than_self", "first_hits", "reasons", "win_with"]


@dataclass(frozen=True)
class FirstHit:
    """An elimination that can be the first: who hits whom, how likely, and how likely A wins after it."""

    shooter: int
    victim: int
    chance: Fraction
    wins_then: Fraction


@dataclass(frozen=True, repr=False)
class Reasons(Record):
    """What A wins with Self and with his next best announcement, taken apart.

    Fields: `hits`; `own`, the aims of all after Self; `other`, those after the next best announcement; `worths`, what A
    wins with `own`, with Self under the replies to the other announcement, and with `other`; `first`, for `own` and for
    `other` who can be eliminated first.

    What he gains is `worths[0] - worths[2]`: what Self costs under unchanged replies, `worths[1] - worths[2]`, and what
    the changed replies are worth, `worths[0] - worths[1]`.
    """

    hits: tuple[Fraction, ...]
    own: tuple[str, ...]
    other: tuple[str, ...]
    worths: tuple[Fraction, Fraction, Fraction]
    first: tuple[tuple[FirstHit, ...], tuple[FirstHit, ...]]

    @property
    def cost(self) -> Fraction:
        """What Self costs A as long as nobody replies anything else; negative."""
        return self.worths[1] - self.worths[2]

    @property
    def reward(self) -> Fraction:
        """What the other replies that Self brings are worth to A."""
        return self.worths[0] - self.worths[1]

    def to_json(self) -> dict[str, Any]:
        """Return everything as plain data for JSON."""
        return {
            "hits": list(map(fraction_text, self.hits)),
            "own": list(self.own),
            "other": list(self.other),
            "worths": list(map(fraction_text, self.worths)),
            "first": [
                [
                    {
                        "shooter": label(hit.shooter),
                        "victim": label(hit.victim),
                        "chance": fraction_text(hit.chance),
                        "A wins then": fraction_text(hit.wins_then),
                    }
                    for hit in hits
                ]
                for hits in self.first
            ],
        }

    def _table(self) -> Table:
        rows = [
            (
                ", ".join(aims),
                f"{label(hit.shooter)} hits {label(hit.victim)}",
                Percent(hit.chance),
                Percent(hit.wins_then),
                Percent(hit.chance * hit.wins_then),
            )
            for aims, hits in zip((self.own, self.other), self.first, strict=True)
            for hit in hits
        ]
        notes = [
            ("A wins ", Percent(self.worths[0]), f" with {', '.join(self.own)}"),
            ("and ", Percent(self.worths[2]), f" with {', '.join(self.other)}, his next best."),
            ("Self under the same replies would cost him ", Percent(-self.cost), ";"),
            ("the replies that it brings are worth ", Percent(self.reward), " to him."),
        ]
        columns = ("aims", "first elimination", "chance", "A wins then", "of A's wins")
        return Table(columns, rows, "Where A's wins come from", notes, columns[2:])

    def __repr__(self) -> str:
        return f"<Reasons: {fraction_text(self.worths[0])} against {fraction_text(self.worths[2])}>"


def win_with(hits: Sequence[object], aims: Sequence[str]) -> tuple[Fraction, ...]:
    """Return the win probabilities of four players if these aims are announced, and play goes on optimally after them.

    >>> win_with(KNOWN, ["A", "Miss", "D", "C"])[1]
    Fraction(80239925, 320994674)
    """
    return tuple(map(rational, solve(Problem(hits, targets=list(aims), search=SEARCH)).win))


def first_hits(hits: Sequence[object], aims: Sequence[str]) -> tuple[FirstHit, ...]:
    """Return who can be eliminated first if these aims are announced, and how likely A wins after each.

    The player at place `j` is the first to hit with probability `p_j (1 - p_0) … (1 - p_{j-1}) / (1 - K)`, where only
    those who aim at somebody count and `K` is the product of all their `1 - p`. The chances add up to 1.

    >>> found = first_hits(KNOWN, ["A", "Miss", "D", "C"])
    >>> sum(hit.chance for hit in found), sum(hit.chance * hit.wins_then for hit in found)
    (Fraction(1, 1), Fraction(1011246165, 5048370782))
    """
    solution = solve(Problem(hits, targets=list(aims), search=SEARCH))
    exact = list(map(rational, solution.problem.hits))
    still, found = Fraction(1), []
    for player, aim in enumerate(solution.aims):
        if aim is not None and aim.target is not None:
            found.append((player, aim.target, still * exact[player]))
            still *= 1 - exact[player]
    first = tuple(range(PLAYERS))
    return tuple(
        FirstHit(
            shooter,
            victim,
            chance / (1 - still),
            rational(solution.phase(next_order(first, shooter, victim)).win[0]) if victim else Fraction(0),
        )
        for shooter, victim, chance in found
    )


def reasons(hits: Sequence[object] = KNOWN) -> Reasons | None:
    """Return why Self is A's only best aim at a point, or None if it is not.

    Parameters: `hits`, four exact numbers in [0, 1].

    Raises what `Problem` raises.

    >>> found = reasons()
    >>> [round(float(100 * part), 3) for part in (found.cost, found.reward)]
    [-3.617, 4.359]
    """
    best = paying(hits)
    if best is None:
        return None
    targets = ["Optimal"] * (PLAYERS - 1)
    solved = [solve(Problem(hits, targets=[word, *targets], search=SEARCH)) for word in OPTIONS[1:]]
    next_best = max(solved, key=lambda solution: rational(solution.win[0]))
    other = tuple(map(str, next_best.aims))
    worths = (best.worth, win_with(hits, [label(0), *other[1:]])[0], rational(next_best.win[0]))
    return Reasons(best.hits, best.aims, other, worths, (first_hits(hits, best.aims), first_hits(hits, other)))


def better_than_self(r: Any, k: Any, hit: Any, v: Any, kappa: Any) -> tuple[Any, Any]:
    """Return what decides between an option and Self, as the solver has it and as the proof writes it; they are equal.

    Parameters: `r` and `k`, the option, its own component; `hit`, the player's hit probability; `v` and `kappa`, what
    all others compose to, his own component: numbers of any exact type, letters among them.

    >>> from truel_ref.symbolic.algebra import Letters
    >>> r, k, p, v, kappa = Letters([None] * 5).hits
    >>> solver, proof = better_than_self(r, k, p, v, kappa)
    >>> solver == proof
    True
    """
    solver = advantage(([r], k), ([0 * r], 1 - hit), ([v], kappa), 0)
    return solver, r * (1 - (1 - hit) * kappa) + (k - (1 - hit)) * v
