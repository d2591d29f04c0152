"""The example for a Dask cluster: what it leaves is the same byte for byte, whichever workers die on the way."""

import os
import runpy
import signal
from concurrent.futures import ThreadPoolExecutor

import pytest
from source_code import ROOT

from truel_ref import Problem
from truel_ref.errors import UnfinishedError
from truel_ref.maps import MapSpec

distributed = pytest.importorskip("distributed", reason="the example is for a Dask cluster")
dask = pytest.importorskip("dask")
EXAMPLE = runpy.run_path(str(ROOT / "docs" / "examples" / "cluster.py"))
WORK = {"spec": MapSpec(Problem([0, 0, "1/2"]), points=60, method="normal"), "grid": range(0, 101, 5)}


class Killer:
    """Notes the size of each finished part; after the second it kills a worker, unless no client is given."""

    def __init__(self, client):
        self.client, self.done = client, []

    def __call__(self, done):
        self.done.append(done)
        if self.client and len(self.done) == 2:
            victim, *_ = self.client.run(os.getpid).values()
            os.kill(victim, signal.SIGKILL)


def files(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture(scope="module")
def by_one_process(tmp_path_factory):
    """Return the files of the work by a thread of this process."""
    folder = tmp_path_factory.mktemp("one")
    with ThreadPoolExecutor(1) as executor:
        EXAMPLE["work"](executor, folder, **WORK)
    return files(folder)


@pytest.fixture
def client(tmp_path, request):
    """Return a client of two workers, each a process, which may fail as often as the test says."""
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": request.param}),
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None, local_directory=tmp_path / "dask"
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


@pytest.mark.skipif(os.name != "posix", reason="kills processes")
@pytest.mark.parametrize("client", [3], indirect=True)
def test_dask_gives_the_parts_of_a_killed_worker_to_another(client, tmp_path, by_one_process):
    killer = Killer(client)
    EXAMPLE["work"](client.get_executor(**EXAMPLE["EXECUTOR"]), tmp_path / "finished", **WORK, progress=killer)
    assert len(killer.done) > 2
    assert files(tmp_path / "finished") == by_one_process


@pytest.mark.skipif(os.name != "posix", reason="kills processes")
@pytest.mark.parametrize("client", [0], indirect=True)
def test_a_worker_that_dask_does_not_replace_is_an_error(client, tmp_path):
    with pytest.raises(UnfinishedError, match="a process that worked for this was killed"):
        EXAMPLE["work"](
            client.get_executor(**EXAMPLE["EXECUTOR"]), tmp_path / "finished", **WORK, progress=Killer(client)
        )
