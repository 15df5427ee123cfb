"""Time and memory of a task: minimum of five runs, with a time limit."""

from __future__ import annotations

import contextlib
import gc
import multiprocessing
import resource
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

TIMES = 5
Prepare = Callable[[], Mapping[str, Callable[[], Callable[[], Any]]]]
BULKY = ("NLTK", "simpledorff")
PATIENCE = 30  # seconds after which a program is stopped and not run again


@dataclass
class Run:
    """The run of a program.

    ``seconds`` is the minimum time, None if it was stopped or failed; ``why`` is the reason.
    """

    seconds: float | None
    value: Any
    times: int
    why: str = ""
    megabytes: float | None = None

    @property
    def failed(self) -> bool:
        """Whether the program failed."""
        return self.seconds is None and "stopped" not in self.why

    @property
    def least(self) -> float:
        """Lower bound of the time in seconds."""
        return PATIENCE if self.seconds is None else self.seconds


class OutOfPatienceError(BaseException):
    """A program exceeded the time limit."""


@contextlib.contextmanager
def at_most(seconds: int) -> Iterator[None]:
    """Raise `OutOfPatienceError` in code that exceeds the time limit."""

    def stop(*_: object) -> None:
        raise OutOfPatienceError

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def race(
    contenders: Mapping[str, Callable[[], Callable[[], Any]]], times: int = TIMES
) -> dict[str, Run]:
    """Return the minimum time of each program, in alternating runs to share disturbances.

    Those that fill the memory with Python's objects come after the others, which they would slow.
    """
    taken: dict[str, list[float]] = {name: [] for name in contenders}
    values: dict[str, Any] = {}
    why: dict[str, str] = {}
    quick = [name for name in contenders if name not in BULKY]
    rounds = [(name, k) for k in range(times) for name in quick]
    rounds += [(name, k) for name in contenders if name in BULKY for k in range(times)]
    works: dict[str, Callable[[], Any]] = {}
    for name, _ in rounds:
        if name not in works:
            if name in BULKY:
                works.clear()
            works[name] = contenders[name]()
        work = works[name]
        if name not in why and sum(taken[name]) <= PATIENCE:
            gc.collect()
            start = time.perf_counter()
            try:
                with at_most(PATIENCE):
                    values[name] = work()
            except OutOfPatienceError:
                why[name] = f"stopped after {PATIENCE} s"
                continue
            except (MemoryError, ArithmeticError, ValueError) as error:
                why[name] = type(error).__name__ + ": " + str(error).splitlines()[0][:90]
                continue
            taken[name].append(time.perf_counter() - start)
    return {
        name: Run(
            min(taken[name]) if name not in why else None,
            values.get(name),
            len(taken[name]),
            why.get(name, ""),
        )
        for name in contenders
    }


def _high_water() -> int:
    """Return the peak memory in kilobytes."""
    status = Path("/proc/self/status")
    for line in status.read_text().splitlines() if status.exists() else ():
        if line.startswith("VmHWM:"):
            return int(line.split()[1])
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def _alone(prepare: Prepare, name: str, answer: Any) -> None:
    work = prepare()[name]()
    mark = Path("/proc/self/clear_refs")
    if mark.exists():
        mark.write_text("5")  # the high-water mark starts from here
    before = _high_water()
    try:
        with at_most(PATIENCE):
            work()
    except (OutOfPatienceError, MemoryError, ArithmeticError, ValueError):
        answer.put(None)
    else:
        answer.put((_high_water() - before) / 1024)


def memory(prepare: Prepare, name: str) -> float | None:
    """Return the megabytes that a program needs beyond its input, in a separate process."""
    fresh = multiprocessing.get_context("spawn")
    answer = fresh.Queue()
    process = fresh.Process(target=_alone, args=(prepare, name, answer))
    process.start()
    process.join()
    return answer.get() if process.exitcode == 0 else None


def started(*command: str, times: int = TIMES) -> float:
    """Return the median time of a command."""
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        taken.append(time.perf_counter() - start)
    return statistics.median(taken)


def imported(module: str) -> float:
    """Return the time to start Python and import a module, minus the time to start Python."""
    return started(sys.executable, "-c", f"import {module}") - started(sys.executable, "-c", "")
