"""T14, T15 and the first half of T29: several stationary equilibria, or none that is pure (equilibria.md, theorems.md).

Everybody searches Others and Miss. The solver gives the equilibria of all smaller sets; each of these sets has exactly
one pure equilibrium, a strict one, which is checked. The rest is exact arithmetic of this program, by T1 and T5:

1. T14: at [13/25, 1/2, 11/25, 2/5] two pure lists of aims are strict equilibria, with the win probabilities of the
   page: every other aim of every player is worth less. A third, in which A and B mix, is an equilibrium: no aim is
   worth more, and just the two that each of them mixes are worth as much. The solver lists these three and no other.
2. T15 and T29: each player has one best target, so only best targets and misses can be aims of a pure equilibrium
   (T5). In each of the 2^n lists of them somebody gains. For four players the least gain of a list is that of the page.
3. The five players of denominator 7 have no pure equilibrium either, and one in which two mix.

Boundary: ties would need more lists, so the program ends with an error if a smaller set has a tie or a player has two
best targets.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, product
from typing import TypeAlias

from truel_ref import equilibria

Order: TypeAlias = tuple[int, ...]
Aim: TypeAlias = Mapping[int, Fraction]
Worths: TypeAlias = list[Fraction]

MISS: Aim = {}

EXAMPLES_OF_NONE = {
    "T15": (["1/5", "7/10", "2/5", "3/5", "1/2"], None),
    "T29": (["7/20", "1/6", "19/60", "11/60"], "5533380767950560/3680171477785093973"),
    "denominator 7": (["6/7", "3/7", "5/7", "4/7", "2/7"], None),
    "denominator 7 again": (["6/7", "5/7", "4/7", "2/7", "3/7"], None),
}
"""Hit probabilities, and the least gain where the page states it."""


def require(holds: bool, step: str) -> None:
    """End the program if a step fails."""
    if not holds:
        raise SystemExit(f"not shown: {step}")


def shot(target: int) -> Aim:
    """Return the aim with all weight on one player."""
    return {target: Fraction(1)}


class Phase:
    """All players, with the value of each order that a first hit can leave."""

    def __init__(self, hits: Sequence[str]) -> None:
        self.hits = [Fraction(hit) for hit in hits]
        self.players = range(len(hits))
        self.later = {}
        for size in self.players[1:]:
            for living in combinations(self.players, size):
                for place in range(size):
                    order = (*living[place:], *living[:place])
                    self.later[order] = self.only_value(order)

    def only_value(self, order: Order) -> Worths:
        """Return the win probabilities of all players in the only equilibrium of an order."""
        if len(order) == 1:
            return [Fraction(player in order) for player in self.players]
        answer = equilibria([self.hits[player] for player in order])
        require(answer.complete and len(answer) == 1 and answer[0].strict, f"one strict equilibrium among {order}")
        win = dict(zip(order, answer[0].win, strict=True))
        return [win.get(player, Fraction(0)) for player in self.players]

    def after(self, shooter: int, target: int) -> Worths:
        """Return the win probabilities after a hit."""
        order = (*self.players[shooter + 1 :], *self.players[: shooter + 1])
        return self.later[tuple(player for player in order if player != target)]

    def worth(self, player: int, start: int, aims: Sequence[Aim]) -> Fraction:
        """Return how often a player wins from a turn on: `V/(1-K)` of T1, 0 if nobody can be hit."""
        value, passed = Fraction(0), Fraction(1)
        for mover in (*self.players[start:], *self.players[:start]):
            for target, weight in aims[mover].items():
                value += passed * self.hits[mover] * weight * self.after(mover, target)[player]
            passed *= 1 - self.hits[mover] * sum(aims[mover].values())
        return value / (1 - passed) if passed < 1 else Fraction(0)

    def gains(self, aims: Sequence[Aim]) -> Iterator[tuple[int, Aim, Fraction]]:
        """Yield for each player and each single aim but their own what they gain by it."""
        for player in self.players:
            for aim in (MISS, *(shot(target) for target in self.players if target != player)):
                if aim != aims[player]:
                    changed = [*aims[:player], aim, *aims[player + 1 :]]
                    yield player, aim, self.worth(player, player, changed) - self.worth(player, player, aims)

    def best_target(self, player: int) -> int:
        """Return the only target whose elimination is worth most."""
        ranked = sorted((self.after(player, target)[player], target) for target in self.players if target != player)
        require(ranked[-1][0] > ranked[-2][0], f"player {player} has one best target")
        return ranked[-1][1]


def show_several() -> None:
    """Show T14."""
    phase = Phase(["13/25", "1/2", "11/25", "2/5"])
    listed = {
        "130130/720689 860/4731 79262381/179451561 1350/6889": (MISS, MISS),
        "1707930/13137379 315/4199 43849674/159272269 387703100/746064839": (shot(1), shot(0)),
    }
    stated = {tuple(map(Fraction, wins.split())) for wins in listed}
    for wins, first_two in listed.items():
        aims = [*first_two, shot(3), shot(0)]
        require(all(gain < 0 for _, _, gain in phase.gains(aims)), f"T14: {wins} is strict")
        require([phase.worth(player, 0, aims) for player in range(4)] == [*map(Fraction, wins.split())], f"T14: {wins}")
    mixed = [{1: Fraction(275, 798)}, {0: Fraction(328, 7289)}, shot(3), shot(0)]
    gains = [*phase.gains(mixed)]
    require(all(gain <= 0 for _, _, gain in gains), "T14: nobody gains on the mix")
    indifferent = [(player, aim) for player, aim, gain in gains if gain == 0]
    require(indifferent == [(0, MISS), (0, shot(1)), (1, MISS), (1, shot(0))], "T14: A and B are indifferent")
    answer = equilibria(phase.hits, mixed=True)
    require({tuple(one.win) for one in answer if one.strict} == stated, "T14: the solver lists the two pure ones")
    [other] = [one for one in answer if not one.strict]
    require([mix.least for mix in other.mixing] == [Fraction(275, 798), Fraction(328, 7289)], "T14: and the mixed one")
    print("T14: two strict pure equilibria and a mixed one beside them; every other aim is worth less")


def show_none(name: str, hits: Sequence[str], stated: str | None) -> None:
    """Show that no list of best targets and misses is an equilibrium."""
    phase = Phase(hits)
    best = [phase.best_target(player) for player in phase.players]
    lists = [*product(*((MISS, shot(target)) for target in best))]
    most = [max(gain for _, _, gain in phase.gains(aims)) for aims in lists]
    require(min(most) > 0, f"{name}: somebody gains in each list")
    require(stated is None or min(most) == Fraction(stated), f"{name}: the least gain is {stated}")
    answer = equilibria(hits)
    require(len(answer) == 0 and len(answer.gains) == len(lists), f"{name}: the solver lists no pure equilibrium")
    print(f"{name}: {', '.join(hits)}: somebody gains in each of {len(lists)} lists, at least {float(min(most)):.3%}")


def show_the_mix_of_five() -> None:
    """Show that both problems of denominator 7 have one equilibrium in which two mix."""
    for hits in (EXAMPLES_OF_NONE[name][0] for name in EXAMPLES_OF_NONE if "7" in name):
        [only] = equilibria(hits, mixed=True)
        aims = [{target: weight for target, weight in enumerate(aim.weights) if weight} for aim in only.aims]
        require(len(only.mixing) == 2, "denominator 7: two mix")
        require(all(gain <= 0 for _, _, gain in Phase(hits).gains(aims)), "denominator 7: nobody gains on the mix")
    print("denominator 7: both problems have one equilibrium in which two players mix")


if __name__ == "__main__":
    show_several()
    for name, (hits, stated) in EXAMPLES_OF_NONE.items():
        show_none(name, hits, stated)
    show_the_mix_of_five()
    print("shown: T14, T15, and that four players need not have a pure equilibrium (T29)")
