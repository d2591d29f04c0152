"""The command: scripts/mutate."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict
from functools import cache
from pathlib import Path
from queue import SimpleQueue

from tabulate import tabulate
from tqdm import tqdm

from mutations import share
from mutations.plan import Mutation, drawn
from mutations.trial import CHOSEN_SECONDS, ROOT, Checkout, Result, checked_out, git, measured

ROOMS = "play,fast,numbers,game,kernels,explain,variants,symbolic"
HARMLESS = Path(__file__).with_name("harmless.json")
COUNTS = ROOT / "docs" / "counts" / "mutations.json"


def main() -> None:
    """Draw mutations, try the new ones, and write which of them the tests noticed."""
    parser = argparse.ArgumentParser(prog="scripts/mutate", description="Put faults in; see which the tests notice.")
    parser.add_argument("--rooms", default=ROOMS, help=f"where; default {ROOMS}")
    parser.add_argument("--sample", type=int, default=300, help="how many; default 300")
    parser.add_argument("--seed", type=int, required=True, help="which")
    parser.add_argument("--workers", type=int, default=2, help="how many at a time; default 2")
    parser.add_argument(
        "--folder", type=Path, default=ROOT / "build" / "mutations", help="where it works; may be large"
    )
    parser.add_argument("--record", action="store_true", help=f"write the figures to {COUNTS.relative_to(ROOT)}")
    asked = parser.parse_args()
    rooms = asked.rooms.split(",")
    for room in rooms:
        if not any((ROOT / "truel_ref" / name).exists() for name in (room, f"{room}.py")):
            parser.error(f"--rooms: truel_ref has no room {room!r}")
    commit = git("rev-parse", "HEAD")
    folder = asked.folder.resolve() / commit[:12]
    folder.mkdir(parents=True, exist_ok=True)
    checkouts = [checked_out(folder / f"checkout-{number}", commit) for number in range(1, asked.workers + 1)]
    sample = drawn(checkouts[0].folder, rooms, asked.sample, asked.seed)
    path = folder / "results.jsonl"
    known = {result.mutation: result for result in read(path)}
    left = [mutation for mutation in sample if mutation not in known]
    if left:
        tests = measured(checkouts[0], folder)
        with path.open("a", encoding="utf-8") as file:
            for result in results(checkouts, [(each, tests.nearest(each, CHOSEN_SECONDS)) for each in left]):
                known[result.mutation] = result
                file.write(json.dumps(asdict(result)) + "\n")
                file.flush()
    found = [known[mutation] for mutation in sample]
    print(table(found))
    if asked.record:
        figures = {"commit": commit, "seed": asked.seed, "rooms": rooms, **counted(found)}
        COUNTS.write_text(json.dumps(figures) + "\n", encoding="utf-8")


def read(path: Path) -> Iterator[Result]:
    """Yield the results of a file, one per line; none without a file."""
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        row = json.loads(line)
        yield Result(**row | {"mutation": Mutation(**row["mutation"])})


def results(checkouts: Sequence[Checkout], tasks: Sequence[tuple[Mutation, list[str]]]) -> Iterator[Result]:
    """Try mutations, each alone in a checkout."""
    free: SimpleQueue[Checkout] = SimpleQueue()
    for checkout in checkouts:
        free.put(checkout)

    def one(mutation: Mutation, tests: list[str]) -> Result:
        checkout = free.get()
        try:
            return checkout.tried(mutation, tests)
        finally:
            free.put(checkout)

    with ThreadPoolExecutor(len(checkouts)) as pool:
        for future in tqdm(as_completed([pool.submit(one, *task) for task in tasks]), total=len(tasks)):
            yield future.result()


@cache
def harmless() -> dict[tuple[str, str, str], str]:
    """Return the reasons why known changes have no visible effect, by file, line and changed line."""
    rows = json.loads(HARMLESS.read_text(encoding="utf-8"))
    return {(row["file"], row["before"], row["after"]): row["because"] for row in rows}


def fate(result: Result) -> tuple[str, str]:
    """Return the fate of a mutation, with the test or the reason."""
    because = harmless().get((result.mutation.path, result.before, result.after))
    if result.outcome == "survived" and because is not None:
        return "harmless", because
    return result.outcome, result.by


def counted(found: Sequence[Result]) -> dict[str, int]:
    """Return the numbers of noticed, surviving and harmless mutations."""
    counts = Counter(fate(result)[0] for result in found)
    return {outcome: counts[outcome] for outcome in ("noticed", "survived", "harmless")}


def table(found: Sequence[Result]) -> str:
    """Return a table in Markdown of all tried mutations, survivors first, and below it the share of the noticed."""
    rows = []
    for result in found:
        outcome, why = fate(result)
        place = f"{result.mutation.path}:{result.mutation.line}"
        rows.append((outcome, place, f"`{result.before}`", f"`{result.after}`", why))
    order = ["survived", "harmless", "noticed"]
    rows.sort(key=lambda row: (order.index(row[0]), row[1]))
    cells = [[cell.replace("|", "\\|") for cell in row] for row in rows]
    lines = tabulate(cells, ["outcome", "place", "line", "changed", "by, or because"], tablefmt="github")
    counts = counted(found)
    return f"{lines}\n\nNoticed of those that are not harmless: {share(counts['noticed'], counts['survived'])}."


if __name__ == "__main__":
    main()
