r"""Formulas with letters if all aim at the strongest, and the proof that for three players this is an equilibrium.

The code that solves a random shooter and a contest of opinions with fractions (`truel_ref.variants`) also runs with
rational functions of the hit probabilities, `a >= b >= c`, so formulas and answers come from one algebra.

**Random shooter.** *Theorem.* If `a > b > c > 0`, all at the strongest is the only pure equilibrium of {Others, Miss},
and it is strict. *Proof.* Let `j` be the stronger and `k` the weaker of the two others of player `i`. In the duel after
a hit, `i` wins with `p / (p + q)` against the remaining opponent. So for `i` a hit on `j`, by any shooter, has the
largest value, a hit on `k` a smaller value, and a hit on `i` the value 0. The value of missing for `i` is a mean over
the hits of the others, or 0 if they all miss; the value of shooting is a mean of this and of the value of `i`'s own
hit. So shooting at `j` is strictly better than all other options, unless every hit of the others is on `j`, that is,
unless `j` misses and `k` shoots at `j`. Suppose that A does not shoot at B. Then B misses and C shoots at B. But B
misses only if C shoots at A, a contradiction. So A shoots at B; and because A does not miss, B and C both shoot at A.

For four players this need not be an equilibrium: with [1, 3/4, 1/2, 1/4] C does better to shoot at D.

**Opinions.** *Theorem.* If `a > b > c > 0`, all at the strongest is the only equilibrium of three persons, and it is
strict. *Proof.* There is a single state with three opinions; after it, two persons hold the convincing opinion, one
person the third, and nobody chooses any more. The two win with `1 - (q / (p + q))^2`, which falls with `q`, so the
weaker opinion should be left.

For four persons, who have more states, this need not be an equilibrium: with [4/5, 3/5, 2/5, 1/5], if two hold B, one A
and one C, the holder of C does better at B.

`margins` computes the differences in these theorems, and `prove_strongest` checks that they are positive: with
`a = u + v + w`, `b = v + w` and `c = w` all coefficients are positive.

Rules: `docs/rules.md`, R10 and R12. Source: R. Toral and P. Amengual, "Distribution of winners in truel games", in
*Modelling Cooperative Behavior in the Social Sciences*, AIP Conference Proceedings 779 (2005), 128-141, for the
formulas of three.

**Shares of the cube with a closed form: the favourite of a random shooter, the only survivor with one bullet.**

With `x = 1 > y > z` (only ratios count, and a share is twice an area) the win probabilities with a random shooter are
in the proportion `1 / (1 + z)`, `y`, `z (2 + z) / (1 + z)`. So the strongest leads the middle player for
`y < 1 / (1 + z)`, the strongest leads the weakest for `z < sqrt(2) - 1`, and the middle player leads the weakest for
`y > 1 + z - 1 / (1 + z)`, which is less than 1 for `z < (sqrt(5) - 1) / 2`.

With one bullet each there can be an only survivor only if the first player shoots
(`truel_ref.studies.rules_of_fire.outcomes`). If the weakest is first, this player shoots for `y < (1 - x) / (4 - x)`,
and the middle player may survive alone; if the strongest is first, this player shoots for `z < (1 - y) / (1 + 2 y)`,
and the weakest may survive alone. The shares are integrals of the density 6 over these parts of `x > y > z`.

Every integrand is a rational function of one variable, and its integral is exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any, TypeAlias

from truel_ref.errors import SymbolicError, needs, shown
from truel_ref.game.equilibrium import Living
from truel_ref.game.people import label
from truel_ref.play import phase
from truel_ref.symbolic.algebra import Function, Letters
from truel_ref.variants.fire import value_of_shots
from truel_ref.variants.opinions import states_of, values_of_powers
from truel_ref.workers import LIBRARIES

__all__ = [
    "letters_of",
    "margins",
    "only_survivor_shares",
    "opinion_values",
    "opinion_wins",
    "prove_strongest",
    "shooter_shares",
    "shooter_wins",
]

MODELS = ("shooter", "opinions")


def letters_of(players: int) -> tuple[Function, ...]:
    """Return the letters of the players, a for the strongest.

    >>> letters_of(3)
    (a, b, c)
    """
    return Letters([None] * players).hits


def _strongest(living: Sequence[int], player: int) -> int:
    """Return the strongest of the others; players are numbered from the strongest on."""
    return min(other for other in living if other != player)


# ---------------------------------------------------------------------------------------------------------
# Random shooter


def shooter_wins(hits: Sequence[Any]) -> list[Any]:
    """Return the win probabilities with a random shooter if all shoot at the strongest.

    Parameters: `hits`, the hit probabilities, the largest first, in any exact numbers; letters give formulas.

    >>> for win in shooter_wins(letters_of(3)):
    ...     print(win)
    a**2/(a**2 + a*b + 2*a*c + b*c + c**2)
    b/(a + b + c)
    (2*a*c + c**2)/(a**2 + a*b + 2*a*c + b*c + c**2)
    """
    return _shooter(hits, tuple(range(len(hits))))


def _shooter(hits: Sequence[Any], living: Living, changed: dict[int, int | None] | None = None) -> list[Any]:
    """Return the win probabilities from a set on; `changed` are other aims in this set than at the strongest."""
    if len(living) == 1:
        return [0 * hits[0] + (player == living[0]) for player in range(len(hits))]
    turns = []
    for player in living:
        target = (changed or {}).get(player, _strongest(living, player))
        left = tuple(other for other in living if other != target)
        aimed = [] if target is None else [(0 * hits[0] + 1, _shooter(hits, left))]
        turns.append(phase.turn(hits[player], aimed, len(hits)))
    return value_of_shots(turns)


# ---------------------------------------------------------------------------------------------------------
# Opinions


def opinion_wins(powers: Sequence[Any]) -> Sequence[Any]:
    """Return the chance of each opinion that all hold it in the end, if all aim at the strongest.

    Parameters: `powers`, the largest first, in any exact numbers; letters give formulas.

    >>> from fractions import Fraction as F
    >>> [str(win) for win in opinion_wins([F(1), F(2, 3), F(1, 3)])]
    ['15/32', '10/27', '139/864']
    """
    return opinion_values(powers)[(1,) * len(powers)]


def opinion_values(powers: Sequence[Any]) -> dict[tuple[int, ...], Sequence[Any]]:
    """Return the chances of `opinion_wins` from every state on; a state is the numbers of holders of the opinions.

    Parameters: `powers`, the largest first, in any exact numbers.
    """
    players = len(powers)
    values: dict[tuple[int, ...], Sequence[Any]] = {}
    for size in range(1, players + 1):
        for living in combinations(range(players), size):
            if size == 1:
                counts = states_of(living, players)[0]
                values[counts] = [0 * powers[0] + (player == living[0]) for player in range(players)]
                continue
            aims = [[(_strongest(living, player), 0 * powers[0] + 1)] for player in living]
            policy = dict.fromkeys(states_of(living, players), aims)
            values |= values_of_powers(powers, living, policy, values.__getitem__)
    return values


# ---------------------------------------------------------------------------------------------------------
# Is "all at the strongest" an equilibrium?


def margins(model: str, hits: Sequence[Any]) -> dict[tuple[str, str], Any]:
    """Return the loss by every other aim while all others aim at the strongest, by player and aim.

    For opinions it is the difference of the values of the states after convincing; three persons have only one state
    with all opinions.

    Parameters: `model`, "shooter" or "opinions"; `hits`, the largest first, in any exact numbers; three for opinions.

    Raises `SymbolicError` for another model, and for more than three opinions.

    >>> from truel_ref.symbolic.algebra import factors
    >>> factors(margins("shooter", letters_of(3))["A", "C"])[1]
    ((a, 2), (b - c, 1))
    """
    if model not in MODELS:
        raise SymbolicError(f"{shown(model)} is not a model with formulas; choose from {', '.join(MODELS)}")
    living = tuple(range(len(hits)))
    listed = {}
    if model == "shooter":
        wins = shooter_wins(hits)
        for player in living:
            for target in (*living, None):
                if target not in (player, _strongest(living, player)):
                    worth = _shooter(hits, living, {player: target})[player]
                    listed[label(player), "Miss" if target is None else label(target)] = wins[player] - worth
        return listed
    if len(hits) != 3:
        raise SymbolicError(f"{len(hits)} opinions have several states; the margins are those of three")
    values = opinion_values(hits)
    for player in living:
        best = _strongest(living, player)
        (other,) = {*living} - {player, best}
        after = [tuple(1 + (at == player) - (at == victim) for at in living) for victim in (best, other)]
        listed[label(player), label(other)] = values[after[0]][player] - values[after[1]][player]
    return listed


def prove_strongest(model: str, players: int = 3) -> int:
    """Prove that all margins are positive for `a > b > c > 0`, and return their number.

    Sums replace the letters, `c = w`, `b = v + w`, `a = u + v + w`, and numerators and denominators must have only
    positive coefficients.

    Parameters: `model`, "shooter" or "opinions"; `players`, their number.

    Raises the errors of `margins`, and `SymbolicError` if the proof of a margin fails.

    >>> prove_strongest("shooter"), prove_strongest("opinions")
    (6, 3)
    """
    gaps = letters_of(players)
    hits = [sum(gaps[at + 1 :], gaps[at]) for at in range(players)]
    proved = margins(model, hits)
    for (player, aim), margin in proved.items():
        if not (margin and _has_positive_coefficients(margin)):
            raise SymbolicError(f"{model}: that {player} does worse with {aim} is not proved")
    return len(proved)


def _has_positive_coefficients(function: Function) -> bool:
    values = [*function.numer.values(), *function.denom.values()]
    return bool(min(values) > 0 or max(values) < 0)


Expression: TypeAlias = Any
"""An expression of sympy without symbols."""


def shooter_shares() -> dict[str, Expression]:
    """Return the share of the cube in which each player is the favourite with a random shooter.

    >>> {player: round(float(share), 6) for player, share in shooter_shares().items()}
    {'strongest': 0.521574, 'middle': 0.194163, 'weakest': 0.284262}
    """
    needs("sympy")
    from sympy import Rational, integrate, simplify, sqrt, symbols

    with LIBRARIES:
        z = symbols("z", positive=True)
        first, second = sqrt(2) - 1, (sqrt(5) - 1) / 2
        strongest = 2 * integrate(1 / (1 + z) - z, (z, 0, first))
        middle = 2 * (integrate(1 - 1 / (1 + z), (z, 0, first)) + integrate(1 / (1 + z) - z, (z, first, second)))
        shares = {"strongest": strongest, "middle": middle, "weakest": Rational(1) - strongest - middle}
        return {player: simplify(share) for player, share in shares.items()}


def only_survivor_shares() -> dict[str, Expression]:
    """Return the share of the cube in which there can be an only survivor with one bullet each, by first shooter.

    The only survivor is the middle player if the weakest shoots first, and the weakest if the strongest shoots first.

    >>> {first: round(float(share), 6) for first, share in only_survivor_shares().items()}
    {'weakest first': 0.047682, 'strongest first': 0.555893}
    """
    needs("sympy")
    from sympy import integrate, simplify, sqrt, symbols

    with LIBRARIES:
        x, y = symbols("x y", positive=True)
        ends = (5 - sqrt(21)) / 2, (sqrt(3) - 1) / 2
        weakest = integrate(3 * x**2, (x, 0, ends[0])) + integrate(3 * ((1 - x) / (4 - x)) ** 2, (x, ends[0], 1))
        strongest = integrate(6 * (1 - y) * y, (y, 0, ends[1]))
        strongest += integrate(6 * (1 - y) ** 2 / (1 + 2 * y), (y, ends[1], 1))
        return {"weakest first": simplify(weakest), "strongest first": simplify(strongest)}
