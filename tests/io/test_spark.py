"""Spark: a real cluster on loopback, a master and two workers, one of which is killed."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import polars as pl
import pytest

import accord
from helpers.sparks import needs_spark, session

pytestmark = list(needs_spark)
ITEMS, RATERS = 60_000, 5


class Cluster:
    """A master and workers, each a process of its own."""

    def __init__(self, place, workers):
        import pyspark

        self.home = Path(pyspark.__file__).parent
        self.place = place
        self.processes = []
        self.log = place / "master.log"
        try:
            self._start("master", "--host", "127.0.0.1", "--port", "0", "--webui-port", "0")
            self.address = self._wait_for("Starting Spark master at ", self.log)
            self.workers = [self._worker(number) for number in range(workers)]
        except BaseException:
            self.stop()
            raise

    def _start(self, what, *arguments):
        main = {"master": "master.Master", "worker": "worker.Worker"}[what.split()[0]]
        log = self.place / f"{what.replace(' ', '')}.log"
        environment = {
            **os.environ,
            "SPARK_LOCAL_IP": "127.0.0.1",
            "SPARK_HOME": str(self.home),
            "SPARK_DAEMON_MEMORY": "256m",
            "SPARK_WORKER_DIR": str(self.place / what.replace(" ", "")),
        }
        with log.open("wb") as stream:
            process = subprocess.Popen(
                [self.home / "bin/spark-class", f"org.apache.spark.deploy.{main}", *arguments],
                stdout=stream,
                stderr=subprocess.STDOUT,
                env=environment,
                start_new_session=True,
            )
        self.processes.append(process)
        return process, log

    def _worker(self, number):
        process, log = self._start(
            f"worker {number}",
            *("--host", "127.0.0.1", "--webui-port", "0", "--cores", "1", "--memory", "1g"),
            self.address,
        )
        self._wait_for("Successfully registered with master", log)
        return process

    def _wait_for(self, words, log):
        for _ in range(600):
            if self.processes[-1].poll() is not None:
                break
            for line in log.read_text(errors="replace").splitlines():
                if words in line:
                    return line.split(words)[1].strip()
            time.sleep(0.1)
        raise AssertionError(f"no {words!r}: {log.read_text(errors='replace')[-2000:]}")

    def kill(self, number):
        """Kill a worker and the executors it runs, as a machine that loses power does."""
        os.killpg(self.workers[number].pid, signal.SIGKILL)

    def stop(self):
        for process in self.processes:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Ratings in a folder of Parquet files, long and unsorted, with words and gaps."""
    place = tmp_path_factory.mktemp("ratings")
    rng = np.random.default_rng(1)
    truth = rng.integers(0, 4, ITEMS)
    guess = rng.integers(0, 4, (ITEMS, RATERS))
    score = np.where(rng.random((ITEMS, RATERS)) < 0.7, truth[:, None], guess)
    frame = pl.DataFrame(
        {
            "item": np.repeat(np.arange(ITEMS), RATERS),
            "rater": np.tile(np.array(["ann", "bob", "cat", "dan", "eve"]), ITEMS),
            "score": np.array(["poor", "fair", "good", "best"])[score.ravel()],
            "class": np.repeat(np.where(truth > 1, "upper", "lower"), RATERS),
        }
    )
    kept = frame.filter(pl.Series(rng.random(len(frame)) < 0.9))
    shuffled = kept.sample(fraction=1, shuffle=True, seed=2)
    for part in range(8):
        shuffled.gather_every(8, part).write_parquet(place / f"part{part}.parquet")
    return place


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    running = Cluster(tmp_path_factory.mktemp("cluster"), workers=2)
    yield running
    running.stop()


def command(*arguments):
    environment = {**os.environ, "SPARK_LOCAL_IP": "127.0.0.1", "COLUMNS": "100"}
    return subprocess.Popen(
        [sys.executable, "-m", "accord.cli", *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )


def numbers(found):
    rows = found["coefficients"]
    return {row["name"]: (row["value"], row["se"]) for row in rows if row["value"] is not None}


def test_a_cluster_that_loses_a_worker_gives_the_same_answer(folder, cluster):
    here = command("report", folder, "--by", "class", "--json")
    expected = json.loads(here.communicate(timeout=120)[0])
    assert here.returncode == 0
    options = ("--engine", "spark", "--master", cluster.address, "--by", "class", "--json")
    process = command("report", folder, *options)
    killed = threading.Event()

    def kill_one():
        """Wait until a worker has finished a task, whose output is then lost with it."""
        work = cluster.place / "worker0"
        for _ in range(4000):
            if process.poll() is not None:
                return
            logs = (log.read_text(errors="replace") for log in work.rglob("stderr"))
            if any("Finished task" in log for log in logs):
                cluster.kill(0)
                if process.poll() is None:
                    killed.set()
                return
            time.sleep(0.02)

    watcher = threading.Thread(target=kill_one)
    watcher.start()
    try:
        out, complaints = process.communicate(timeout=240)
    finally:
        process.kill()
        watcher.join()
    assert process.returncode == 0, complaints[-3000:]
    assert killed.is_set(), "the worker was not killed in the middle of the work"
    assert "Removing worker" in cluster.log.read_text(errors="replace")
    found = json.loads(out)
    assert found["data"]["subjects"] == expected["data"]["subjects"]
    assert found["data"]["ratings"] == expected["data"]["ratings"]
    ours, theirs = numbers(found), numbers(expected)
    assert ours.keys() == theirs.keys()
    for name in ours:
        np.testing.assert_allclose(ours[name], theirs[name], rtol=1e-12, err_msg=name)


def test_frames_of_spark():
    rows = [(i, r, (i + (r == "bo" and i % 4 == 0)) % 3) for i in range(40) for r in ("ann", "bo")]
    frame = session().createDataFrame(rows, ["item", "rater", "score"])
    same = pl.DataFrame(rows, schema=["item", "rater", "score"], orient="row")
    found, expected = accord.load(frame, layout="long"), accord.load(same, layout="long")
    assert found.raters == expected.raters
    assert found.codes.tolist() == expected.codes.tolist()
    assert found.multiplicity.tolist() == expected.multiplicity.tolist()
    wide = session().createDataFrame([("a", "b"), ("a", "a"), (None, "b")] * 3, ["ann", "bo"])
    assert accord.load(wide).n == 9


def test_thousands_of_raters_are_counted_not_laid_out():
    rows = [(k // 4, f"r{k % 3001}", k % 7 % 3) for k in range(12_000)]
    frame = session().createDataFrame(rows, ["item", "rater", "score"])
    found = accord.load(frame, layout="long")
    assert found.counts is not None
    assert (found.n, found.r, found.ratings) == (3000, 3001, 12_000)
    same = pl.DataFrame(rows, schema=["item", "rater", "score"], orient="row")
    value = accord.gwet_ac(same, layout="long").value
    assert accord.gwet_ac(found).value == pytest.approx(value, abs=1e-12)


def test_text_and_its_faults(tmp_path):
    assert session()
    path = tmp_path / "ratings.csv"
    path.write_text("ann,bo\n1,1\n1,2\n2,2\n,1\n")
    found = accord.load(path, engine="spark")
    assert (found.n, found.missing, found.scale.labels) == (4, 1, (1.0, 2.0))
    path.write_text("1;1\n1;2\n2;2\n")
    assert accord.load(path, engine="spark", header=False, delimiter=";").n == 3
    path.write_text("ann,bo,why\n" + "1,1,x\n" * 3000 + "1,2,3,4\n2,2,y\n")
    with pytest.raises(accord.AccordError, match="engine failed"):
        accord.load(path, engine="spark", raters=["ann", "bo"])
    with pytest.raises(accord.AccordError, match="running on local"):
        accord.load(path, engine="spark", master="spark://127.0.0.1:7077")
    with pytest.raises(accord.AccordError, match="no such file"):
        accord.load(tmp_path / "nothing.parquet", engine="spark")
    with pytest.raises(accord.AccordError, match="Did you mean spark"):
        accord.load(path, engine="sparc")
    with pytest.raises(accord.AccordError, match=r"engine=.spark."):
        accord.load(path, master="spark://127.0.0.1:7077")
