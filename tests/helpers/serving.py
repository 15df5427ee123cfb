"""A server of its own for tests: started on a free port, and ended with its folder."""

import os
import re
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

import httpx

QUICK = {"coefficients": "percent_agreement"}  # options of a report that takes no time


class Served:
    """A running server and a client that has its token."""

    def __init__(self, process, address, token, folder, log):
        self.process = process
        self.address = address
        self.token = token
        self.folder = folder
        self.log = log
        headers = {"Authorization": f"Bearer {token}"}
        self.client = httpx.Client(base_url=address, headers=headers, timeout=60)
        self.stranger = httpx.Client(base_url=address, timeout=60)

    @property
    def port(self):
        return int(self.address.rpartition(":")[2])

    def send(self, command, content, name="ratings.csv", **options):
        """What a command says of some content."""
        files = {"file": (name, content)}
        return self.client.post(f"/api/{command}", files=files, data=options)

    def upload(self, content, name="ratings.csv"):
        sent = self.client.post("/api/uploads", files={"file": (name, content)})
        assert sent.status_code == 201, sent.text
        return sent.json()["upload"]

    def job(self, command, *uploads, **options):
        order = {"command": command, "uploads": uploads, "options": options}
        sent = self.client.post("/api/jobs", json=order)
        assert sent.status_code == 202, sent.text
        return sent.json()["job"]

    def leftovers(self):
        """Private folders that are still there."""
        return list(self.folder.glob("accord-serve-*"))

    def workers(self):
        """Processes that jobs run in: children of the one that they are forked from."""
        return [pid for child in children(self.process.pid) for pid in children(child)]

    def close(self):
        self.client.close()
        self.stranger.close()


def children(pid):
    try:
        return [int(p) for p in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


@contextmanager
def serving(*options, environment=None):
    """A server with its own folder for temporary files."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log.txt"
        with log.open("w") as stream:
            process = subprocess.Popen(
                [sys.executable, "-m", "accord", "serve", "--no-browser", "--port=0", *options],
                stdout=subprocess.PIPE,
                stderr=stream,
                stdin=subprocess.DEVNULL,
                text=True,
                env={**os.environ, "TMPDIR": folder, **(environment or {})},
            )
        found = re.match(r"accord is at (http://.*)/\?token=(\S+)", process.stdout.readline())
        assert found, log.read_text()
        served = Served(process, found[1], found[2], Path(folder), log)
        try:
            yield served
        finally:
            served.close()
            process.terminate()
            process.wait(20)
            process.stdout.close()


def error_of(response, status=422):
    assert response.status_code == status, response.text
    error = response.json()["error"]
    assert set(error) == {"kind", "message", "option"}
    return error


def done(served, job, states=("done", "failed", "cancelled")):
    for _ in range(1200):
        found = served.client.get(f"/api/jobs/{job}").json()
        if found["state"] in states:
            return found
        time.sleep(0.05)
    raise AssertionError(found)
