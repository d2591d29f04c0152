"""Measure the solver against itself on floats and against brute force, and the simulator: scripts/benchmark.

Every row is measured in one run, the contenders in turn, best of several runs; only the ratios count, because machines
are shared and noisy.
"""

from __future__ import annotations

import argparse
import itertools
import random
import resource
import sys
import time
from collections import deque
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

from measure_against import against_table, row_table
from tabulate import tabulate

from truel_ref import Problem, solve, solve_many
from truel_ref.explain.by_simulation import search_by_simulation
from truel_ref.fast.recursion import solve_by_recursion
from truel_ref.game.people import Order, next_order
from truel_ref.maps import MapSpec, build, replace
from truel_ref.maps.engine import pixels as certified_module
from truel_ref.maps.engine.identities import identical
from truel_ref.numbers import backend_names, force_backend
from truel_ref.oracle import Vector, check, vectors
from truel_ref.play import phase
from truel_ref.simulation.estimate import simulate
from truel_ref.studies import smart_maps  # noqa: F401  registers its method
from truel_ref.symbolic.formulas import closed_form
from truel_ref.symbolic.partition import regions


def brute_force(problem: Problem) -> tuple[Fraction, ...]:
    """Solve by valuing every profile of every phase in Fractions, then choosing by backward induction.

    The first option wins ties: this function only measures time; the tests have their own second derivation.
    """
    known: dict[Order, list[Fraction]] = {}

    def win(order: Order) -> list[Fraction]:
        if order not in known:
            known[order] = (
                best(order) if len(order) > 1 else [Fraction(int(i == order[0])) for i in range(problem.players)]
            )
        return known[order]

    def best(order: Order) -> list[Fraction]:
        turns = [
            [
                phase.turn(
                    problem.hits[player],
                    [(aim.weights[victim], win(next_order(order, player, victim))) for victim in aim.targets],
                    problem.players,
                )
                for aim in problem.options(order, player)
            ]
            for player in order
        ]
        values = {
            path: [phase.value(profile[place:] + profile[:place]) for place in range(len(order))]
            for path in itertools.product(*(range(len(mine)) for mine in turns))
            for profile in [[turns[place][option] for place, option in enumerate(path)]]
        }
        stalled = {path for path, value in values.items() if not any(map(any, value))}

        def choose(earlier: tuple[int, ...]) -> tuple[int, ...] | None:
            place = len(earlier)
            if place == len(order):
                return None if earlier in stalled else earlier
            found = [choose((*earlier, option)) for option in range(len(turns[place]))]
            allowed = [path for path in found if path is not None]
            return max(allowed, key=lambda path: values[path][place][order[place]], default=None)

        path = choose(())
        return [Fraction(0)] * problem.players if path is None else values[path][0]

    return tuple(win(problem.first_order))


def seconds(call: Callable[[], object], least: float = 0.3) -> float:
    """Return the best time of several calls, at least one, within about `least` seconds."""
    best = float("inf")
    until = time.perf_counter() + least
    while True:
        start = time.perf_counter()
        call()
        end = time.perf_counter()
        best = min(best, end - start)
        if end > until:
            return best


def solver_table(most: argparse.Namespace) -> str:
    """Return the solver beside itself on floats and beside brute force."""
    rows = []
    for players in range(3, most.most + 1):
        # p = k/n: the best shot never misses; and p = k/(n+1): everybody may
        for denominator in (players, players + 1):
            problem = Problem([Fraction(k, denominator) for k in range(1, players + 1)])
            float_time = seconds(lambda problem=problem: problem)
            times = {}
            for name in backend_names():
                force_backend(name)
                times[name] = seconds(lambda problem=problem: solve(problem))
            force_backend(None)
            row = [players, f"k/{denominator}", f"{float_time:.4f}"]
            for name in ("gmpy2", "fractions"):
                row += [f"{times[name]:.4f}", f"{times[name] / float_time:.2f}"] if name in times else ["-", "-"]
            if players <= most.brute:
                brute = seconds(lambda problem=problem: brute_force(problem), least=0)
                assert brute_force(problem) == solve(problem).win
                row += [f"{brute:.4f}", f"{brute / times['fractions']:.1f}"]
            rows.append(row)
            print(".", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    headers = ["players", "p", "floats s", "gmpy2 s", "/ floats", "fractions s", "/ floats", "brute force s"]
    return tabulate(rows, headers=[*headers, "/ fractions"], disable_numparse=True)


def simulation_table() -> str:
    """Return games per second of each engine, for the original problem."""
    solution = solve(["1/3", "2/3", 1])
    rows = []
    for engine, games in [
        ("one", 10**4),
        ("batch", 10**6),
        ("counts", 10**3),
        ("counts", 10**6),
        ("counts", 10**9),
    ]:
        took = seconds(lambda: simulate(solution, games=games, seed=1, engine=engine))  # noqa: B023  called at once
        rows.append([engine, f"{games:,}", f"{took * 1000:.2f}", f"{games / took:.2e}"])
    return tabulate(rows, headers=["engine", "games", "ms", "games per second"], disable_numparse=True)


def exact_against_simulation() -> str:
    """Return the ratio of the times of 10^6 games and of the exact answer, for fixed and for optimal aims."""
    rows = []
    problems = [
        ("fixed aims", Problem(["1/3", "2/3", 1], targets=["Miss", "C", "B"])),
        ("optimal aims", Problem(["1/3", "2/3", 1])),
    ]
    for name, problem in problems:
        optimal = problem.targets[0] == "Optimal"
        solution = solve(problem)
        exact_time = seconds(lambda: solve(problem))  # noqa: B023  called at once
        row = [name, f"{exact_time * 1000:.3f}"]
        for engine in ("counts", "batch"):
            if optimal:
                took = seconds(
                    lambda: search_by_simulation(problem, games=10**6, seed=1, engine=engine),  # noqa: B023
                    least=0,
                )
            else:
                took = seconds(lambda: simulate(solution, games=10**6, seed=1, engine=engine))  # noqa: B023
            row += [f"{took * 1000:.1f}", f"{took / exact_time:.0f}"]
        rows.append(row)
    headers = ["10^6 games", "exact ms", "counts ms", "/ exact", "batch ms", "/ exact"]
    return tabulate(rows, headers=headers, disable_numparse=True)


def filtered_table(most: int) -> str:
    """Return solving by integers alone beside solving with floats in arrays."""
    rows = []
    for players in range(4, most + 1):
        problem = Problem([Fraction(k, players + 1) for k in range(1, players + 1)])
        times = {way: seconds(lambda: solve(problem, method=way)) for way in ("integers", "arrays")}  # noqa: B023
        chosen = solve(problem).method
        ratio = times["integers"] / times["arrays"]
        rows.append([players, *(f"{each:.4f}" for each in times.values()), f"{ratio:.2f}", chosen])
    headers = ["players", "integers s", "arrays s", "integers / arrays", "chosen by itself"]
    return tabulate(rows, headers=headers, disable_numparse=True)


def drawn(players: int, many: int) -> list[Problem]:
    """Return problems with random hit probabilities, in hundredths."""
    rng = random.Random(players)
    return [Problem([Fraction(rng.randint(1, 100), 100) for _ in range(players)]) for _ in range(many)]


def single_table() -> str:
    """Return single solves beside the recursion in integers."""
    rows = []
    for players, many in ((3, 60), (4, 12), (5, 2), (6, 1)):
        problems = drawn(players, many)
        contenders: list[Callable[[Problem], object]] = [
            solve_by_recursion,
            solve,
        ]
        least = [float("inf")] * 2
        for _ in range(7 if players < 6 else 2):
            for number, contender in enumerate(contenders):
                took = processor_seconds(lambda: [contender(problem) for problem in problems])  # noqa: B023
                least[number] = min(least[number], took / many * 1000)
        rows.append([players, many, *least, least[0] / least[1]])
        print(".", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    headers = ["players", "problems", "plain method ms", "solve ms", "plain / solve"]
    return tabulate(rows, headers=headers, floatfmt=".2f")


def many_table(many: int = 10_000) -> str:
    """Return many problems of three players, one by one and together; by the clock where processes work."""
    problems = drawn(3, many)
    plain = 10 * processor_seconds(lambda: [solve_by_recursion(each) for each in problems[::10]])
    rows = [["plain method, one by one", plain, 1.0]]
    contenders: list[tuple[str, Callable[[], object], Callable[[Callable[[], object]], float]]] = [
        ("solve, one by one", lambda: deque(map(solve, problems), maxlen=0), processor_seconds),
        ("solve_many", lambda: deque(solve_many(problems), maxlen=0), processor_seconds),
        ("solve_many, jobs=2", lambda: deque(solve_many(problems, jobs=2), maxlen=0), clock_seconds),
    ]
    for name, contender, measured in contenders:
        took = min(measured(contender) for _ in range(3))
        rows.append([name, took, plain / took])
    return tabulate(rows, headers=[f"{many:,} problems of three", "s", "plain / it"], floatfmt=".2f")


def clock_seconds(call: Callable[[], object]) -> float:
    """Return the time of a call by the clock."""
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


MAPS = [
    ("pC = 1", [1], {}, 300),
    ("with All", [1], {"search": "all"}, 300),
    ("pC = 1", [1], {}, 1000),
    ("(0, 0, 1/2, 1)", ["1/2", 1], {}, 300),
    ("(0, 0, 1/2, 1/2)", ["1/2", "1/2"], {}, 300),
]


def map_table() -> str:
    """Return the methods of maps, over the whole square.

    The exact methods are in seconds of processor time, which other programs disturb little, in turn and, if fast, best
    of several runs. Certified maps of four players, "normal" and "smart" use a coarser grid, because their time per
    pixel is about constant.
    """
    rows = []
    for name, others, fields, points in MAPS:
        spec = MapSpec(Problem([0, 0, *others], **fields), points, a_above_b=True)
        pixels = (points + 1) ** 2
        three = len(others) == 1
        other = replace(spec, method="certified", points=points if three else 60)
        taken = []
        for _ in range(3 if three else 1):
            # The process caches identities: clear them, so that they count.
            identical.cache_clear()
            by_cells = processor_seconds(lambda: build(spec))  # noqa: B023
            by_pixels = processor_seconds(lambda: build(other))  # noqa: B023
            taken.append((by_cells, by_pixels * pixels / (other.points + 1) ** 2))
        cells, certified = map(min, zip(*taken, strict=True))
        coarse = min(points, 60 if three else 15)
        times = {}
        for method in ("normal", "smart"):
            other = replace(spec, method=method, points=coarse)
            times[method] = processor_seconds(lambda: build(other)) / (coarse + 1) ** 2 * 1e6  # noqa: B023
        shares = [f"{exact_share(replace(spec, method=method, points=60)):.2%}" for method in ("cells", "certified")]
        rows.append([name, points, f"{cells:.2f}", f"{certified:.2f}", f"{certified / cells:.1f}", *shares])
        rows[-1] += [f"{each:.0f}" for each in times.values()] + [f"{times['normal'] * pixels / cells / 1e6:.0f}"]
        print(".", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    headers = [
        "map",
        "points",
        "cells s",
        "certified s",
        "certified / cells",
        "exact pixels, cells",
        "exact pixels, certified",
        "normal µs a pixel",
        "smart µs a pixel",
        "normal / cells",
    ]
    return tabulate(rows, headers=headers, disable_numparse=True)


def growth_table() -> str:
    """Return the growth of time and memory of maps by cells with the grid; memory is the maximum so far."""
    rows: list[list[float]] = []
    build(MapSpec(Problem([0, 0, 1]), 100, a_above_b=True))  # imports and first calls do not count
    for points in (1000, 2000, 3000):
        spec = MapSpec(Problem([0, 0, 1]), points, a_above_b=True)
        taken = min(processor_seconds(lambda: build(spec)) for _ in range(2))  # noqa: B023
        before = rows[0][1] if rows else taken
        rows.append([points, taken, taken / before, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024])
    return tabulate(rows, headers=["points", "cells s", "to 1000", "most memory MB"], floatfmt=".2f")


def processor_seconds(call: Callable[[], object]) -> float:
    """Return the processor time of a call."""
    start = time.process_time()
    call()
    return time.process_time() - start


def exact_share(spec: MapSpec) -> float:
    """Return the share of the pixels that a method hands to the exact solver."""
    asked = []
    kept = certified_module.solve
    certified_module.solve = lambda problem: asked.append(1) or kept(problem)
    try:
        build(spec)
    finally:
        certified_module.solve = kept
    return len(asked) / (spec.points + 1) ** 2


def symbolic_table() -> str:
    """Return the times to make formulas, and to evaluate them beside solving."""
    profiles = list(itertools.product(["B", "C", "Miss"], ["A", "C", "Miss"], ["A", "B", "Miss"]))
    later = {"B,C,A": "A,A,B", "C,A,B": "B,C,C", "A,B,C": "C,C,B", "A,B,D": "D,D,B"}
    mixes = [["0", "x", "y"], ["z", "0", "u"], ["v", "w", "0"]]
    asked = [
        ("27 profiles of three", lambda: [closed_form(aims) for aims in profiles]),
        ("the same, pC = 1", lambda: [closed_form(aims, [None, None, 1]) for aims in profiles]),
        ("three with 6 symbolic weights", lambda: closed_form(mixes)),
        ("four, D,D,D,C", lambda: closed_form("D,D,D,C", later=later)),
    ]
    rows = []
    for name, call in asked:
        made = call()
        forms = made if isinstance(made, list) else [made]
        rows.append([name, f"{seconds(call):.3f}", f"{seconds(lambda: list(map(str, forms))):.3f}"])  # noqa: B023
    form = closed_form("Miss,C,B")
    values = [Fraction(1, 3), Fraction(2, 3), Fraction(1)]
    problem = Problem(values, targets=["Miss", "C", "B"])
    rows.append(["Miss,C,B at one point", f"{seconds(lambda: form.at(values)):.6f}", "-"])
    rows.append(["the same by solve", f"{seconds(lambda: solve(problem)):.6f}", "-"])
    return tabulate(rows, headers=["formulas", "s", "written s"], disable_numparse=True)


def regions_table() -> str:
    """Return the times of exact partitions of the square.

    They are processor times, which may double if others share its cores and caches; so compare only times from one run.
    """
    regions([None, None, 1], precision="1/10")  # imports and first calls do not count
    rows = []
    for hit, search in (
        ("1", "others,miss"),
        ("1/2", "others,miss"),
        ("1/4", "others,miss"),
        ("1", "others,miss,random"),
    ):
        start = time.process_time()
        found = regions([None, None, hit], search.split(","))
        took = f"{time.process_time() - start:.2f}"
        widest = max(region.area[1] - region.area[0] for region in found.regions)
        sizes = [len(found.regions), len(found.meetings), found.asked, f"{found.cells:,}"]
        rows.append([f"pC = {hit}, {search}", took, *sizes, f"{float(widest):.0e}"])
    headers = [
        "exact regions",
        "s",
        "regions",
        "meetings",
        "polynomials",
        "cells",
        "widest area",
    ]
    return tabulate(rows, headers=headers, disable_numparse=True)


def judge_table() -> str:
    """Return the time of the judge for all shipped vectors, with known answers in place of a solver."""
    asked = vectors()
    answers = iter([in_doubles(vector) for _ in range(3) for vector in asked])
    best = min(processor_seconds(lambda: check(lambda _: next(answers), asked)) for _ in range(3))
    return tabulate([[f"{len(asked):,}", f"{best:.1f}"]], headers=["vectors", "reading and judging s"])


def in_doubles(vector: Vector) -> dict[str, object]:
    """Return the exact answer of a vector as doubles, as a solver in floats would give it."""
    weights = [row and [float(Fraction(weight)) for weight in row] for row in vector["weights"]]
    return {"win": [float(Fraction(win)) for win in vector["win"]], "aims": weights}


PARTS: dict[str, list[Callable[[argparse.Namespace], str]]] = {
    "solver": [solver_table],
    "solves": [lambda _: single_table(), lambda _: many_table()],
    "filtered": [lambda chosen: filtered_table(chosen.most)],
    "simulation": [lambda _: simulation_table(), lambda _: exact_against_simulation()],
    "maps": [lambda _: growth_table(), lambda _: map_table()],
    "judge": [lambda _: judge_table()],
    "symbolic": [lambda _: symbolic_table(), lambda _: regions_table()],
}


def main() -> int:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--most", type=int, default=7, help="the largest number of players (8 takes about a minute)")
    parser.add_argument("--brute", type=int, default=5, help="the largest number of players for brute force")
    parser.add_argument("--only", choices=[*PARTS, "table"], help="one part instead of all")
    parser.add_argument("--against", type=Path, metavar="FOLDER", help="compare the commands with another checkout's")
    parser.add_argument("--times", type=int, default=7, help="how often each command runs for --against")
    chosen = parser.parse_args()
    if chosen.only == "table":
        if chosen.against is None:
            parser.error("--only table compares with another checkout: add --against FOLDER")
        print(row_table(chosen.against, chosen.times))
        return 0
    if chosen.against is not None:
        print(against_table(chosen.against, chosen.times))
        return 0
    for name, tables in PARTS.items():
        if chosen.only in (None, name):
            for table in tables:
                print(table(chosen), end="\n\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
