"""When does it pay to shoot at oneself? Statements about three players, proved for all hit probabilities at once.

Three players A, B, C announce in this order (any other is a renaming), each searches {Others, Miss, Self}, and their
hit probabilities are any point of the closed cube [0, 1]^3. The cube is cut into 27 **faces**: each probability is 0,
or 1, or a symbol strictly between. On a face it is settled by structure which announcements stall, and every
comparison of two options is the sign of a rational function (`truel_ref.play.turns.advantage`).

A **best reply** is an option that is optimal at its node, given best replies after each option there, however ties are
broken. The statements, for every player and every list of announcements before him:

- `untied`: where no later reply is tied, Self is not strictly better than every other allowed option.
- `favourable`: Self, with any best replies, is not strictly better than every other allowed option, each with its
  best replies that favour the player most.
- `fixed order`: if every player breaks ties by an order of his options, the same at all his nodes, Self is not strictly
  better than every other allowed option, with the replies that these orders choose.

The second implies the first: where nothing is tied there is one list of best replies. What remains is `some way`:
there is a way of breaking ties, any choice at any node, under which Self is strictly better than everything else that
is allowed. It happens on `SURFACES` and nowhere else. Tie rule 3 is one of these ways, and for it the part of each
surface is known too (`prove_rule_3`).

**The last announcer** needs no prover. Let the announcements before him compose to `(v, κ)`. His shot at himself has
`r = 0` and `k = 1 - p`, his deliberate miss has `r = 0` and `k = 1`, so by the formula of `difference` the miss is
better by `p v`, and `v >= 0`. If the miss would stall, nobody before him can hit, so `v = 0`; then Self is worth 0,
and nothing is worth less.

Every system that z3 refutes for these proofs has a second witness, an identity in `certificates.json`
(`truel_ref.studies.self_pays.systems`). With `certificates=stored_certificates()` the proofs use nothing but these
identities and plain logic.
"""

from __future__ import annotations

from truel_ref.studies.self_pays.faces import (
    FACES,
    MISS,
    SEARCH,
    STATEMENTS,
    SURFACES,
    Case,
    Face,
    LastCase,
    Surface,
    last_announcer,
    prove,
    prove_rule_3,
)
from truel_ref.studies.self_pays.systems import (
    Certificate,
    Condition,
    System,
    SystemAnswer,
    SystemTerm,
    decide,
    load_z3,
    stored_certificates,
)

__all__ = [
    "FACES",
    "MISS",
    "SEARCH",
    "STATEMENTS",
    "SURFACES",
    "Case",
    "Certificate",
    "Condition",
    "Face",
    "LastCase",
    "Surface",
    "System",
    "SystemAnswer",
    "SystemTerm",
    "decide",
    "last_announcer",
    "load_z3",
    "prove",
    "prove_rule_3",
    "stored_certificates",
]
