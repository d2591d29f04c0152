"""T28 and T29: plans that repeat, at single points and in open boxes (periodic.md, periodic-counts.md).

*At a point.* The solver proposes the plan and the equilibria of all smaller sets. Exact arithmetic here checks:

1. Each smaller set has exactly one pure equilibrium, which is strict, and all players have none.
2. The values satisfy `v = r + k v'` at each turn of the plan, and every other option is worth less in one step by at
   least the margin of the page: by T24 the plan is an equilibrium, a strict one.
3. After the stated number of rounds with a last round all values are within the margin of those of the plan. So by T26
   (b) all rounds before follow the plan, and play with a last round never settles.

*In a box* of all hit probabilities within a width of a point, the three inequalities of periodic-counts.md: best kills
are best; what a best kill is worth less what the next turn is worth has the sign of the plan in every set; and in each
other list of best kills and misses somebody gains. The box is halved as long as interval arithmetic leaves one open.

An interval holds fractions of denominator 2^64, as integers, rounded outwards. A turn `p w + (1-p) v` is affine in `p`
and grows with `w` and `v`, so its ends are at the ends of `p`. All values lie in [0, 1]; each round of a plan that is
followed backwards from there narrows the intervals. The boxes are closed, and their sides belong to the statement.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, product
from typing import Any, TypeAlias

from truel_ref import equilibria, finite_rounds, periodic_equilibria

Living: TypeAlias = tuple[int, ...]
Interval: TypeAlias = tuple[int, int]
Turn: TypeAlias = "tuple[Interval, list[Interval]] | None"
"""A hit probability and the win probabilities after the hit; None for a miss."""

BITS = 64
ONE = 1 << BITS
ROUNDS = 40
"""The most rounds of a plan that are followed backwards."""

FIRST_PLAYER = 3
"""How much shorter than the other sides the first becomes: it changes the margins most."""

FIVE = ("1/5", "4/5", "1/2", "7/10", "3/5")
FOUR = ("7/20", "1/6", "19/60", "11/60")
POINTS = (
    (FIVE, "C, D, A, Miss, C; C, Miss, A, E, C", "26471051/43850484216", 2),
    (
        ("1/5", "7/10", "2/5", "3/5", "1/2"),
        "C, D, A, Miss, C; C, Miss, A, E, C; C, Miss, A, E, C",
        "85955576981103/882017741502206848",
        4,
    ),
    (FOUR, "D, C, A, B; D, C, A, B; D, C, A, B; Miss, C, Miss, B; D, C, Miss, B", None, None),
)
"""Hit probabilities, plan, margin, and after how many rounds play with a last round is that near."""

BOXES = ((FIVE, "3/1000", 180), (FOUR, "1/20000", 174))
"""Hit probabilities, width, and the number of parts."""


def require(holds: bool, step: str) -> None:
    """End the program if a step fails."""
    if not holds:
        raise SystemExit(f"not shown: {step}")


def after(living: Living, shooter: int, target: int) -> tuple[Living, int]:
    """Return who is left after a hit, and the place of the player on move."""
    left = tuple(player for player in living if player != target)
    return left, left.index(next((player for player in left if player > shooter), left[0]))


def survivors(players: int, one: Any, zero: Any) -> dict[Living, list[list[Any]]]:
    """Return what it is worth to be left alone."""
    return {(winner,): [[one if winner == player else zero for player in range(players)]] for winner in range(players)}


# ---- at a point


def show_point(hits: Sequence[str], plan: str, stated: str | None, rounds: int | None) -> None:
    """Show that a plan is a strict equilibrium, that no pure stationary one exists, and whether play settles."""
    name, players = ", ".join(hits), range(len(hits))
    for size in players[2:]:
        for living in combinations(players, size):
            answer = equilibria([hits[player] for player in living])
            require(answer.complete and len(answer) == 1 and answer[0].strict, f"{name}: one equilibrium of {living}")
    require(len(equilibria(hits)) == 0, f"{name}: no pure stationary equilibrium")
    [play] = periodic_equilibria(hits)
    require("; ".join(", ".join(map(str, aims)) for aims in play.aims) == plan, f"{name}: the plan is {plan}")
    values = survivors(len(hits), Fraction(1), Fraction(0))
    least = Fraction(1)
    for part in (*sorted(play.below, key=lambda each: len(each.living)), play):
        values[part.living] = [[*win] for wins in part.values for win in wins]
        least = min(losses(tuple(map(Fraction, hits)), part, values))
    require(least > 0, f"{name}: every other option loses")
    require(stated is None or least == Fraction(stated), f"{name}: the margin is {stated}")
    print(f"{name}: a strict equilibrium of period {play.period}, margin {least}")
    if rounds:
        last = finite_rounds(hits, rounds).values[-1]
        near = [max(abs(one - other) for one, other in zip(last, wins[0], strict=True)) < least for wins in play.values]
        require(any(near), f"{name}: near the plan after {rounds} rounds")
        print(f"{name}: with a last round, after {rounds} rounds within the margin, so it never settles")


def losses(
    hits: Sequence[Fraction], part: Any, values: Mapping[Living, Sequence[Sequence[Fraction]]]
) -> list[Fraction]:
    """Return what each other option loses in one step, at each turn of a plan whose values are checked."""
    living, now = part.living, values[part.living]
    found = []
    for turn, aim in enumerate(aim for aims in part.aims for aim in aims):
        shooter, later = living[turn % len(living)], now[(turn + 1) % len(now)]
        worths = {(): later}
        for target in living:
            if target != shooter:
                left, place = after(living, shooter, target)
                ends = zip(values[left][place], later, strict=True)
                worths[target,] = [hits[shooter] * won + (1 - hits[shooter]) * missed for won, missed in ends]
        require(worths[aim.targets] == now[turn], f"{living}: the values of turn {turn}")
        found += [now[turn][shooter] - worth[shooter] for option, worth in worths.items() if option != aim.targets]
    return found


# ---- in a box


def interval(low: Fraction, high: Fraction) -> Interval:
    """Return an interval of integers around two numbers, times `2^64`."""
    return (low.numerator << BITS) // low.denominator, -((-high.numerator << BITS) // high.denominator)


def passed(hit: Interval, won: Interval, later: Interval) -> Interval:
    """Return an interval around `p w + (1-p) v`."""
    low = min(p * won[0] + (ONE - p) * later[0] for p in hit)
    high = max(p * won[1] + (ONE - p) * later[1] for p in hit)
    return low >> BITS, -(-high >> BITS)


def follow(turns: Sequence[Turn], players: int) -> list[list[Interval]]:
    """Return the values of a plan at each of its turns."""
    if not any(turns):
        return [[(0, 0)] * players] * len(turns)
    value = [(0, ONE)] * players
    for _ in range(ROUNDS):
        before, values = value, []
        for turn in reversed(turns):
            if turn is not None:
                value = [passed(turn[0], *ends) for ends in zip(turn[1], value, strict=True)]
            values.append(value)
        if value == before:
            break
    return values[::-1]


def gains(living: Living, turns: Sequence[Turn], best: Sequence[Turn], values: Sequence[Any]) -> Iterator[Interval]:
    """Yield at each turn what the player on move gains by the other option, divided by the hit probability."""
    for place, turn in enumerate(turns):
        player = living[place % len(living)]
        kill, later = best[place % len(living)][1][player], values[(place + 1) % len(turns)][player]
        low, high = kill[0] - later[1], kill[1] - later[0]
        yield (low, high) if turn is None else (-high, -low)


def margins(hits: Sequence[Interval], plans: Mapping[Living, Sequence[Living]]) -> Iterator[int]:
    """Yield lower bounds, times `2^64`, of what all inequalities say to be positive in a box."""
    values = survivors(len(hits), (ONE, ONE), (0, 0))
    kills: dict[Living, list[Turn]] = {}
    for living, plan in plans.items():
        best = kills[living] = []
        for place, player in enumerate(living):
            won = {}
            for target in living:
                if target != player:
                    left, mover = after(living, player, target)
                    won[target] = values[left][mover]
            first = max(won, key=lambda target: won[target][player])
            yield from (won[first][player][0] - won[other][player][1] for other in won if other != first)
            yield ONE if all(aim in ((), (first,)) for aim in plan[place :: len(living)]) else -ONE
            best.append((hits[player], won[first]))
        turns = [best[turn % len(living)] if aim else None for turn, aim in enumerate(plan)]
        values[living] = follow(turns, len(hits))
        if len(living) > 2:
            yield from (-high for _, high in gains(living, turns, best, values[living]))
    for living, best in kills.items():
        stationary = [bool(aim) for aim in plans[living]]
        for shoots in product((False, True), repeat=len(living)):
            if len(living) > 2 and list(shoots) != stationary:
                turns = [turn if shot else None for turn, shot in zip(best, shoots, strict=True)]
                yield max(low for low, _ in gains(living, turns, best, follow(turns, len(hits))))


def show_box(hits: Sequence[str], width: str, stated: int) -> None:
    """Show the statements of a point for all hit probabilities within a width of it."""
    [play] = periodic_equilibria(hits)
    parts = sorted((*play.below, play), key=lambda part: len(part.living))
    plans = {part.living: [aim.targets for aims in part.aims for aim in aims] for part in parts}
    half, least, proved = Fraction(width), ONE, 0
    waiting = [[(Fraction(hit) - half, Fraction(hit) + half) for hit in hits]]
    while waiting:
        sides = waiting.pop()
        margin = ONE
        for each in margins([interval(*side) for side in sides], plans):
            margin = min(margin, each)
            if margin <= 0:
                break
        if margin > 0:
            proved, least = proved + 1, min(least, margin)
            continue
        require(proved + len(waiting) < stated, f"{', '.join(hits)}: {stated} parts are enough")
        lengths = [(high - low) * (1 if place else FIRST_PLAYER) for place, (low, high) in enumerate(sides)]
        longest = lengths.index(max(lengths))
        low, high = sides[longest]
        halves = ((low, (low + high) / 2), ((low + high) / 2, high))
        waiting += [[*sides[:longest], half_side, *sides[longest + 1 :]] for half_side in halves]
    require(proved == stated, f"{', '.join(hits)}: {stated} parts")
    print(f"within {width} of {', '.join(hits)}: proved in {proved} parts, margin at least {least / ONE:.1e}")


if __name__ == "__main__":
    for point in POINTS:
        show_point(*point)
    for box in BOXES:
        show_box(*box)
    print("shown: T28 and T29, at the points and in the boxes around two of them")
