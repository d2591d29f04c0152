"""A small record of every class of the package but games, or several, by name."""

import re
from functools import cache
from pathlib import Path

from truel_ref import (
    Problem,
    Variant,
    Worth,
    all_outcomes,
    by_lot,
    compare,
    counted_bullets,
    course,
    decision,
    equilibria,
    finite_rounds,
    opinion_contest,
    periodic_equilibria,
    random_shooter,
    simulate,
    solve,
    solve_variant,
    sweep,
    why,
    why_plan,
)
from truel_ref.explain.by_simulation import search_by_simulation
from truel_ref.explain.gains import deviations
from truel_ref.explain.mixes import best_mix
from truel_ref.files import json_text
from truel_ref.ledger import claims
from truel_ref.oracle.claims_of_others import verify, verify_file
from truel_ref.records.record import FORMATS, Record
from truel_ref.symbolic.lines import crossings
from truel_ref.symbolic.partition import regions

ROOT = Path(__file__).parents[1]
NAMED = Problem(["1/2", "1/2", 1], names="Ann,Bob,Carl", order="Carl,Ann,Bob")
FIRED = {model: Variant.stated(model, ["1/3", "2/3"]) for model in ("lot", "shooter", "simultaneous", "opinions")}
FIRED["bullets"] = Variant.stated("bullets", ["1/3", "2/3"], bullets=[1, 1])


solution = cache(lambda: solve(NAMED))
decided = cache(lambda: decision(solution()))
outcomes = cache(lambda: all_outcomes(NAMED))
TWO_ROUNDS = Problem(["1/5", "4/5", "1/2", "7/10", "3/5"])
mixed = cache(lambda: equilibria(["13/25", "1/2", "11/25", "2/5"], mixed=True))
none = cache(lambda: equilibria(["1/5", "7/10", "2/5", "3/5", "1/2"]))
searched = cache(lambda: search_by_simulation(["1/3", "2/3", 1], games=100))
fired = cache(lambda model: solve_variant(FIRED[model]))
ALONE = {
    "Problem": lambda: NAMED,
    "Solution": solution,
    "Solution, predefined": lambda: solve(["1/3", "2/3", 1], targets=["Optimal", "C", (0, "3/5", 0)]),
    "Outcomes": outcomes,
    "Course": lambda: course(solution(), turns=2),
    "Course, stationary": lambda: course(equilibria(["1/3", "2/3", 1])[0], turns=3),
    "Course, irrational": lambda: course(solve(["1/2", "sqrt(2)/2"]), turns=2),
    "Course, nobody wins": lambda: course(solve([0, 0, 0])),
    "Course, stalemate": lambda: course(solve(["1/2", "1/2", 1], targets="m,A,m", target_later="Miss"), turns=4),
    "Course, later": lambda: course(solve(["1/2"] * 4, targets="B,m,m,m", target_later="Miss")),
    "Course, no orders": lambda: course(solve(["1/3", "2/3", 1]), turns=0, eliminations=False),
    "Comparison": lambda: compare(NAMED),
    "Equilibria, mixed": mixed,
    "Equilibria, none": none,
    "Equilibria, names": lambda: equilibria(NAMED),
    "Equilibria, irrational": lambda: equilibria(["1/2", "sqrt(2)/2", 1]),
    "Equilibria, continuum": lambda: equilibria([0, 0, "1/2"], mixed=True),
    "Equilibria, capped": lambda: equilibria([0, 0, 1, 1], cap=1),
    "PeriodicEquilibria": lambda: periodic_equilibria(TWO_ROUNDS),
    "PeriodicEquilibria, names": lambda: periodic_equilibria(NAMED, period=1),
    "PeriodicEquilibria, weak": lambda: periodic_equilibria([0, 0, "1/2"]),
    "FiniteRounds": lambda: finite_rounds(NAMED, 3, clock="game"),
    "FiniteRounds, repeating": lambda: finite_rounds(TWO_ROUNDS, 7),
    "PlanWhy": lambda: why_plan(periodic_equilibria(NAMED, period=1)[0]),
    "PlanWhy, long numbers": lambda: why_plan(made("PeriodicEquilibria")[0], player="D"),
    "Estimate": lambda: simulate(solution(), games=9, seed=1),
    "Estimate, irrational": lambda: simulate(solve([0, "sqrt(2)/9"]), games=9, seed=2**128 - 1, engine="one"),
    **{f"Variant {model}": lambda model=model: FIRED[model] for model in FIRED},
    **{f"VariantAnswer {model}": lambda model=model: fired(model) for model in FIRED},
    "VariantAnswer lot, named": lambda: by_lot(NAMED, play="stationary", start=True),
    "VariantAnswer lot, no mean": lambda: by_lot([1, 1, 1], play="stationary"),
    "VariantAnswer shooter, irrational": lambda: random_shooter(["sqrt(2)/2", "1/3", "1/4"]),
    "VariantAnswer bullets, irrational": lambda: counted_bullets(["sqrt(2)/2", "1/3"], bullets=1, survivors="none"),
    "VariantAnswer opinions, none": lambda: opinion_contest(["4/5", "13/20", "1/4", "2/5", "1/4"]),
}
"""Records that are read from their data alone."""

PARTS = {
    NAMED: {
        "Phase": lambda: solution().phases[0],
        "Tie": lambda: solution().ties[0],
        "Decision": decided,
        "Worth": lambda: decided().worths[0],
        "Outcome": lambda: outcomes().outcomes[0],
    },
    Problem(["13/25", "1/2", "11/25", "2/5"]): {
        "Equilibrium": lambda: mixed()[0],
        "Mixing": lambda: next(play.mixing[0] for play in mixed() if play.mixing),
    },
    TWO_ROUNDS: {
        "PeriodicEquilibrium": lambda: made("PeriodicEquilibria")[0],
        "OptionWorth": lambda: made("PlanWhy, long numbers").worths[0],
    },
    Problem([0, 0, 1]): {"RoundTie": lambda: finite_rounds([0, 0, 1], 2).ties[0]},
    Problem(["1/5", "7/10", "2/5", "3/5", "1/2"]): {"Gain": lambda: none().gains[0]},
    Problem(["1/3", "2/3"]): {
        **{f"VariantPlay {model}": lambda model=model: fired(model).plays[0] for model in FIRED},
        "DrawnOrder": lambda: fired("lot").drawn[0],
        "StatePlay": lambda: fired("bullets").plays[0].states[0],
    },
}
"""Parts of answers, each read beside a problem."""

WRITTEN = {
    "BestMix": lambda: best_mix(["3/4", "11/20", 1]),
    "RuleBest": lambda: made("BestMix").rules[0],
    "MixPlace": lambda: made("BestMix").places[0],
    "MixPiece": lambda: made("BestMix").pieces[0],
    "BestResponses": lambda: deviations(solution()),
    "Deviation": lambda: deviations(solution()).deviations[0],
    "SimulatedSearch": searched,
    "Sweep": lambda: sweep([NAMED.hits, [1, 0, "1/2"]], names="Ann, Bob, Carl"),
    "Why": lambda: why(NAMED),
    "Verification": lambda: verify(NAMED, win=["", "0.5", ""], aims="Miss,Carl,Bob", stalemate="1/3"),
    "Verification, other aims": lambda: verify(["1/3", "2/3", 1], aims="C,C,B", win="59/189,,4/27"),
    "Findings": lambda: claims(["S3"]),
    "VerifiedClaims": lambda: verify_file(ROOT / "docs" / "examples" / "claims.toml"),
    "Crossings": lambda: crossings(["1/3", "2/3", 1], ["1/2", "1/2", 1]),
    "Partition": lambda: regions([None, None, 1], precision="1/10"),
}
"""Records that are written and never read."""

PROBLEMS = {name: problem for problem, parts in PARTS.items() for name in parts}
READ = ALONE | {name: make for parts in PARTS.values() for name, make in parts.items()}
EVERY = READ | WRITTEN


@cache
def made(name):
    """Return the record of a name."""
    return EVERY[name]()


def kind_of(name):
    """Return the name of the class of a record."""
    return re.match(r"\w+", name)[0]


def read_again(name, data):
    """Return what the class of a record reads from data, beside the problem that it belongs to."""
    record, problem = made(name), PROBLEMS.get(name)
    known = {} if problem is None else {"problem": problem}
    if isinstance(record, Worth):
        known["order"] = problem.order
    return type(record).from_json(data, **known)


def drawn(record):
    """Return all ways in which a record is shown, by what they are called."""
    shown = {"repr": repr(record), "str": str(record)}
    if isinstance(record, Record) and type(record)._table is not Record._table:
        shown |= {style: record.to_text(style, digits=1) for style in FORMATS[1:-1]} | {"html": record._repr_html_()}
    return shown | {"json": json_text(record.to_json())}
