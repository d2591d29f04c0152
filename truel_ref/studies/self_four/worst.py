"""Where nobody replies, the shot at oneself is the worst of all options: stationary play, and the last announcer.

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

from typing import Any

from truel_ref.play.turns import advantage

__all__ = ["better_than_self"]


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
