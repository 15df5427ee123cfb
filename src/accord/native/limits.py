"""Limits on the time and the memory of a process that reads a file."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

__all__ = [
    "Limits",
    "limited_time",
    "limits_for",
    "limits_memory",
    "set_memory_limit",
    "silence_crashes",
]

SECONDS = 8.0  # for a file of any size
SECONDS_PER_BYTE = 1e-6  # readers take a thirtieth of it
MEMORY = 1_500_000_000  # bytes for a file of any size
MEMORY_PER_BYTE = 60  # readers of numbers in lists take half of it for the densest files


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of a process: seconds, and bytes of memory beyond those that its modules take."""

    seconds: float
    memory: int


def limits_for(size: int) -> Limits:
    """Return the limits for files with this number of bytes.

    >>> limits_for(0), limits_for(100_000_000).seconds
    (Limits(seconds=8.0, memory=1500000000), 108.0)
    """
    return Limits(SECONDS + SECONDS_PER_BYTE * size, MEMORY + MEMORY_PER_BYTE * size)


def set_memory_limit(memory: int) -> None:
    """Limit the further memory of this process, and write no core files, where systems can."""
    if sys.platform == "win32":
        return
    import resource

    for kind, limit in (
        (resource.RLIMIT_AS, _reserved() + memory),
        (resource.RLIMIT_CORE, 0),
    ):
        hard = resource.getrlimit(kind)[1]
        allowed = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
        with contextlib.suppress(ValueError, OSError):  # not every system has every limit
            resource.setrlimit(kind, (allowed, allowed))


def limits_memory() -> bool:
    """Return whether the system refuses memory beyond a limit of a process: only Linux does."""
    return sys.platform == "linux"


def _reserved() -> int:
    """Return the bytes of address space that the process has already."""
    with contextlib.suppress(OSError, ValueError):
        pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[0]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")
    return 0


@contextlib.contextmanager
def limited_time(seconds: float) -> Iterator[None]:
    """End this process if the block takes longer; on Windows another process has to do it.

    The default action of the signal ends the process even within compiled code, where handlers in
    Python would wait.
    """
    if sys.platform == "win32":
        yield
        return
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def silence_crashes() -> None:
    """Keep Windows from opening a dialogue when this process crashes."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.SetErrorMode(msvcrt.SEM_NOGPFAULTERRORBOX | msvcrt.SEM_FAILCRITICALERRORS)
