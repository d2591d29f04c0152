"""Work for a Dask cluster: a map, a sweep, and the certificates of test vectors.

    python cluster.py                            two workers on this machine
    python cluster.py tcp://192.0.2.7:8786       the cluster of this scheduler

Every finished part stays in the folder `finished`. If a worker dies, Dask gives its part to another worker. If the work
ends early all the same, run the same command again: it computes only what is missing.
"""

import sys
from concurrent.futures import as_completed
from pathlib import Path

import numpy as np
from distributed import Client, LocalCluster

from truel_ref import Problem, certificate, solve_columns
from truel_ref.maps import MapSpec, Store, build
from truel_ref.oracle import vectors

EXECUTOR = {
    "pure": False
}  # otherwise Dask remembers a lost part as lost, and a second call in the same program ends at once


def finish(path, write):
    """Write a file to the side, and move it into place: after an interrupt there is no half of it."""
    part = path.with_suffix(".part")
    with part.open("wb") as file:
        write(file)
    part.replace(path)


def a_map(executor, folder, spec, progress=None):
    """Return a map. The store keeps its finished parts if a worker is lost."""
    return build(spec, executor, progress=progress, store=Store(folder))


def a_sweep(executor, folder, percent, rows=1_000_000, progress=None):
    """Solve an array of hit probabilities in percent, slice by slice, each into a file."""
    for start in range(0, len(percent), rows):
        path = folder / f"sweep-{start}.npz"
        if not path.exists():
            part = percent[start : start + rows]
            answers = solve_columns(part, denominators=100, executor=executor, progress=progress)
            finish(path, lambda file, answers=answers: np.savez(file, aims=answers.aims, win=answers.win))


def certificates(executor, folder, problems, progress=None):
    """Write the certificate of each problem, by its name, into a file."""
    missing = {name: problem for name, problem in problems.items() if not (folder / f"{name}.jsonl").exists()}
    names = {executor.submit(certificate, problem): name for name, problem in missing.items()}
    for future in as_completed(names):
        finish(folder / f"{names[future]}.jsonl", lambda file, future=future: file.write(future.result().encode()))
        if progress is not None:
            progress(1)


def work(executor, folder, spec, grid=range(101), group="optimal", **options):
    """Do a map, a sweep of all triples of a grid in percent, and the certificates of a group of vectors."""
    folder.mkdir(exist_ok=True)
    a_map(executor, folder, spec, **options)
    a_sweep(executor, folder, np.array(np.meshgrid(grid, grid, grid)).T.reshape(-1, 3), **options)
    problems = {vector["id"]: Problem.from_json(vector["problem"]) for vector in vectors(group)}
    certificates(executor, folder, problems, **options)


if __name__ == "__main__":
    where = sys.argv[1] if len(sys.argv) > 1 else LocalCluster(n_workers=2, threads_per_worker=1)
    with Client(where) as client:
        work(client.get_executor(**EXECUTOR), Path("finished"), MapSpec(Problem([0, 0, "1/2", "1/2"]), points=1_000))
