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

pytestmark = pytest.mark.skipif(os.name != "posix", reason="kills processes")
WORK = {"spec": MapSpec(Problem([0, 0, "1/2"]), points=40, method="normal"), "grid": range(0, 101, 10)}


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    """Return a client of two workers, each a process; a new one has the libraries from the start."""
    distributed = pytest.importorskip("distributed", reason="the example is for a Dask cluster")
    folder = tmp_path_factory.mktemp("dask")
    with (
        pytest.importorskip("dask").config.set({"distributed.worker.multiprocessing-method": "forkserver"}),
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None, local_directory=folder
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


def worked(client, folder, failures):
    """Let a cluster on which a part may fail so often do the work, kill a worker early, and return the files."""
    done = []

    def kill(count):
        done.append(count)
        if len(done) == 2:
            victim, *_ = client.run(os.getpid).values()
            os.kill(victim, signal.SIGKILL)

    client.cluster.scheduler.allowed_failures = failures
    example = runpy.run_path(str(ROOT / "docs" / "examples" / "cluster.py"))
    example["work"](client.get_executor(**example["EXECUTOR"]), folder / "killed", **WORK, progress=kill)
    assert len(done) > 2
    with ThreadPoolExecutor(1) as executor:
        example["work"](executor, folder / "alone", **WORK)
    return [{path.name: path.read_bytes() for path in (folder / name).iterdir()} for name in ("killed", "alone")]


def test_dask_gives_the_parts_of_a_killed_worker_to_another(client, tmp_path):
    killed, alone = worked(client, tmp_path, failures=3)
    assert killed == alone


def test_a_worker_that_dask_does_not_replace_is_an_error(client, tmp_path):
    with pytest.raises(UnfinishedError, match="a process that worked for this was killed"):
        worked(client, tmp_path, failures=0)
