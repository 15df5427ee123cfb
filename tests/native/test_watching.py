"""The watch over child processes, also as systems need it that do not limit memory."""

import os
import subprocess
import sys
import time

import pytest

from accord.native.limits import Limits
from accord.native.watching import memory_of, watching

needs_ps = pytest.mark.skipif(memory_of(os.getpid()) == 0, reason="needs ps")
LARGE = "data = bytearray(900_000_000); import time; time.sleep(60)"


def child(code):
    return subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)


@needs_ps
def test_memory_of_a_process():
    with child(
        "data = bytearray(b'x') * 200_000_000; print(1, flush=True); import time; time.sleep(60)"
    ) as running:
        running.stdout.readline()
        assert 200e6 < memory_of(running.pid) < 400e6
        running.kill()
    assert memory_of(2**22 - 1) == 0


@needs_ps
def test_too_much_memory_is_noticed_where_the_system_does_not_limit_it():
    start = time.monotonic()
    with child(LARGE) as running, watching(running, Limits(30.0, 100_000_000), memory_of) as excess:
        running.wait()
    assert excess == ["memory"]
    assert time.monotonic() - start < 25


def test_time_is_watched(monkeypatch):
    monkeypatch.setattr("accord.native.watching.GRACE", 0.1)
    with (
        child("import time; time.sleep(60)") as running,
        watching(running, Limits(0.1, 10**12), lambda _: 0) as excess,
    ):
        running.wait()
    assert excess == ["time"]


def test_good_processes_are_left_alone():
    with (
        child("print(1)") as running,
        watching(running, Limits(60.0, 10**12), lambda _: 10**9) as excess,
    ):
        running.wait()
    assert (excess, running.returncode) == ([], 0)
