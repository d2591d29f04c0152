"""Work for a Dask cluster: a map, and a sweep of very many problems.

    python cluster.py                            two workers on this machine
    python cluster.py tcp://192.0.2.7:8786       the cluster of this scheduler

If a worker dies, Dask gives its part to another worker. Any other executor of `concurrent.futures` serves as well.
"""

import sys
from pathlib import Path

import numpy as np
from distributed import Client, LocalCluster

from truel_ref import Problem, solve_columns
from truel_ref.maps import MapSpec, build, save_map

EXECUTOR = {
    "pure": False
}  # otherwise Dask remembers a lost part as lost, and a second call in the same program ends at once


def work(executor, folder, spec, grid=range(101), progress=None):
    """Write a map, and the aims and win probabilities of all triples of a grid in percent, into files of a folder."""
    folder.mkdir(exist_ok=True)
    save_map(build(spec, executor, progress=progress), folder / "map.npz")
    percent = np.array(np.meshgrid(grid, grid, grid)).T.reshape(-1, 3)
    answers = solve_columns(percent, denominators=100, executor=executor, progress=progress)
    np.savez(folder / "sweep.npz", aims=answers.aims, win=answers.win)


if __name__ == "__main__":
    where = sys.argv[1] if len(sys.argv) > 1 else LocalCluster(n_workers=2, threads_per_worker=1)
    with Client(where) as client:
        work(client.get_executor(**EXECUTOR), Path("finished"), MapSpec(Problem([0, 0, "1/2", "1/2"]), points=1_000))
