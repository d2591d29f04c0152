"""Make the certificates of the test vectors, check each, and record their hashes: scripts/certificates.

`truel_ref/oracle/data/certificates.sha256` has one line for each vector of a kind that has certificates, in the form of
`sha256sum`: the hash, and the name of the file that `--out` writes; or, after `#`, the reason why there is none. The
script makes all of them up to five players, and a sample of those with more. A vector in which nobody may miss on
purpose and somebody chooses has a certificate of kind *no miss*, too, with a line of its own.

A run adds each result at once to a journal, and the next run goes on from there. The journal goes when all are done.
"""

import argparse
import hashlib
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any, NoReturn

from truel_ref import Problem, certificate, equilibria, periodic_equilibria, solve
from truel_ref.certificates.reading import checked
from truel_ref.errors import ProblemError, SizeError, TruelError
from truel_ref.fast.sets import applies
from truel_ref.files import make_folder, write_text
from truel_ref.game.variant import Variant
from truel_ref.games import goofspiel
from truel_ref.oracle.corpus import BESIDE, GROUPS, SEED, kind_of, vectors
from truel_ref.variants.models import solve_variant
from truel_ref.workers import in_processes

HERE = Path(__file__).resolve().parent
HASHES = HERE.parent / "truel_ref" / "oracle" / "data" / "certificates.sha256"
MJS = HERE.parent / "truel_ref" / "certificates" / "checkers" / "check.mjs"
WITHOUT = ("darts", "dicewars", "mastermind", "rounds")  # kinds of vectors that have no certificates
MOST_PLAYERS, SAMPLE = 5, 24  # players of vectors that all have certificates; vectors with more
TOGETHER, SECONDS, BYTES = 40, 900, 3 * 10**9  # vectors that a process takes at once; its limits for these


@cache
def covered() -> dict[str, dict[str, Any]]:
    """Return the vectors of all kinds that have certificates, by id, those with five and more players last."""
    every = {vector["id"]: vector for group in (*GROUPS, *BESIDE) if group not in WITHOUT for vector in vectors(group)}
    return dict(sorted(every.items(), key=lambda pair: (max(players_of(pair[1]), 4), pair[0])))


def players_of(vector: dict[str, Any]) -> int:
    """Return how many players a vector has, 0 for another game."""
    return len(vector.get("problem", {}).get("hits", ()))


def sampled(every: dict[str, dict[str, Any]]) -> set[str]:
    """Return the ids of the vectors that get certificates."""
    large = sorted(name for name, vector in every.items() if players_of(vector) > MOST_PLAYERS)
    left_out = set(large) - set(Random(f"{SEED} certificates").sample(large, SAMPLE))
    return every.keys() - left_out


def texts_of(vector: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the certificates of a vector, each with the end of its name. Raises `ProblemError` if there is none."""
    if vector["group"] == "goofspiel":
        yield "", certificate(goofspiel.solve(goofspiel.State.from_json(vector), vector["goal"]))
    elif "model" in vector:
        yield "", certificate(solve_variant(Variant.from_json(vector)))
    elif kind_of(vector) == "stationary":
        yield "", certificate(equilibria(Problem.from_data(vector["problem"])))
    elif kind_of(vector) == "periodic":
        yield "", certificate(periodic_equilibria(Problem.from_data(vector["problem"]), period=vector["period"]))
    else:
        problem = Problem.from_data(vector["problem"])
        text = certificate(solve(problem))
        yield "", text
        if '"kind":"announced"' in text.partition("\n")[0] and applies(problem):
            yield ".no-miss", certificate(problem, without_miss=True)


def lines_of(names: tuple[str, ...], folder: Path | None = None, node: bool = False) -> list[str]:
    """Return the lines of each vector, after checking its certificates; `!` begins what must not be."""
    texts = []
    with tempfile.TemporaryDirectory() as place:
        for name in names:
            lines = []
            try:
                for more, text in texts_of(covered()[name]):
                    path = Path(place) / f"{name}{more}.jsonl"
                    path.write_text(text, encoding="ascii", newline="\n")
                    checked(str(path))
                    lines.append(f"{hashlib.sha256(text.encode()).hexdigest()}  {path.name}")
                    if folder is not None:
                        shutil.copy(path, folder)
            except (ProblemError, SizeError) as error:
                lines.append(f"# {name}{'.no-miss' if lines else ''}: {error}")
            except (TruelError, TimeoutError, MemoryError, AssertionError) as error:
                lines = [f"! {name}: {type(error).__name__}: {error}"]
            texts.append("\n".join(lines))
        return [*by_node(sorted(Path(place).iterdir()))] or texts if node else texts


def bounded(names: tuple[str, ...], folder: Path | None, node: bool) -> list[str]:
    """Return the lines of some vectors, within limits of time and memory that hold for the whole process."""
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, resource.getrlimit(resource.RLIMIT_AS)[1]))
    signal.signal(signal.SIGALRM, late)
    signal.alarm(SECONDS)
    try:
        return lines_of(names, folder, node)
    finally:
        signal.alarm(0)


def late(*_: object) -> NoReturn:
    """End work that takes too long."""
    raise TimeoutError(f"more than {SECONDS} s")


def by_node(paths: list[Path]) -> Iterator[str]:
    """Yield a line for each certificate that the checker in JavaScript refuses, of the kinds that it checks."""
    heads = {path: path.open(encoding="ascii").readline() for path in paths}
    known = ('"fixed"', '"announced"', '"stationary"', '"periodic"')
    mine = [path for path, head in heads.items() if any(kind in head for kind in known) and '"polynomial"' not in head]
    if mine:
        done = subprocess.run(["node", MJS, *mine], capture_output=True, text=True, check=False)
        said = done.stdout.splitlines()
        if done.returncode or len(said) != len(mine):
            refused = "; ".join(line for line in said if ": holds" not in line)
            yield f"! {mine[0].stem}: check.mjs: {refused or done.stderr[-500:]}"


def main() -> int:
    """Make certificates; the status is 1 if one is refused or takes too long."""
    parser = argparse.ArgumentParser(prog="scripts/certificates", description=__doc__)
    parser.add_argument("patterns", nargs="*", metavar="ID", help="only these vectors: generic-0001, lot-*; no file")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="number of processes")
    parser.add_argument("--node", action="store_true", help="check with check.mjs, too")
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="keep the certificates in this folder")
    parser.add_argument("--anew", action="store_true", help="forget the journal of an earlier run")
    asked = parser.parse_args()
    every = covered()
    wanted, ours = sampled(every), asked.patterns or ["*"]
    names = [name for name in every if name in wanted and any(fnmatchcase(name, one) for one in ours)]
    if not names:
        parser.error(f"no such vector: {' '.join(ours)}; ids are like generic-0001")
    if asked.out is not None:
        make_folder(asked.out)
    journal = make_folder(HERE.parent / "build") / "certificates.journal"
    if asked.anew:
        journal.unlink(missing_ok=True)
    lines = journal.read_text(encoding="utf-8").splitlines() if journal.exists() and not asked.patterns else []
    done = {name_of(line) for line in lines}
    left = [name for name in names if name not in done]
    parts = [tuple(left[start : start + TOGETHER]) for start in range(0, len(left), TOGETHER)]
    for text in in_processes(partial(bounded, folder=asked.out, node=asked.node), parts, asked.jobs):
        lines += text.splitlines()
        if asked.patterns or text.startswith("!"):
            print(text, flush=True)
        else:
            with journal.open("a", encoding="utf-8") as file:
                print(text, file=file)
    wrong = sum(line.startswith("!") for line in lines)
    reasons = Counter(line.partition(": ")[2].partition(";")[0] for line in lines if line[0] == "#")
    print(f"{sum(line[0] not in '#!' for line in lines)} certificates hold, {wrong} do not")
    for reason, count in reasons.most_common():
        print(f"{count} have none: {reason}")
    if not wrong and not asked.patterns:
        lines += [f"# {name}: {players_of(every[name])} players, not in the sample" for name in every.keys() - wanted]
        write_text(HASHES, "".join(f"{line}\n" for line in sorted(lines, key=name_of)))
        journal.unlink(missing_ok=True)
    return int(bool(wrong))


def name_of(line: str) -> str:
    """Return the id of the vector of a line."""
    return line.split()[1].removesuffix(":").partition(".")[0]


if __name__ == "__main__":
    sys.exit(main())
