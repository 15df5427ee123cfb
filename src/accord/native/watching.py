"""A watch over a child process: its time, and its memory where the system does not limit that.

The child cannot watch itself, because compiled code may hold the lock of the interpreter.
"""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Literal, TypeAlias

from accord.native.limits import Limits, limits_memory

__all__ = ["Excess", "memory_of", "watching"]

LOOK = 0.1  # seconds between two looks at the memory
GRACE = 2.0  # seconds after which a child that should have ended itself is killed
MODULES = 300_000_000  # bytes that Python and its modules may take themselves
QUERY = 0x1000  # PROCESS_QUERY_LIMITED_INFORMATION

Excess: TypeAlias = Literal["time", "memory"]


@contextmanager
def watching(
    process: subprocess.Popen[bytes],
    limits: Limits,
    memory: Callable[[int], int] | None = None,
) -> Iterator[list[Excess]]:
    """Kill a process that exceeds its limits during the block; the list then says which.

    Parameters
    ----------
    process
        The process.
    limits
        Its limits.
    memory
        Returns the bytes of the process with a number. By default, nothing is asked where the
        system limits the memory, and `memory_of` elsewhere.
    """
    if memory is None and not limits_memory():
        memory = memory_of
    excess: list[Excess] = []
    over = threading.Event()
    watch = threading.Thread(target=_watch, args=(process, limits, memory, over, excess))
    watch.daemon = True
    watch.start()
    try:
        yield excess
    finally:  # also if the user interrupts
        over.set()
        process.kill()


def _watch(
    process: subprocess.Popen[bytes],
    limits: Limits,
    memory: Callable[[int], int] | None,
    over: threading.Event,
    excess: list[Excess],
) -> None:
    end = time.monotonic() + limits.seconds + GRACE
    pause = limits.seconds + GRACE if memory is None else LOOK
    while not over.wait(pause):
        if time.monotonic() >= end:
            excess.append("time")
        elif memory is not None and memory(process.pid) > limits.memory + MODULES:
            excess.append("memory")
        if excess:
            process.kill()
            return


def memory_of(pid: int) -> int:
    """Return the bytes of memory that a process takes; 0 if the system does not say."""
    if sys.platform == "win32":
        return _memory_on_windows(pid)
    words = ["ps", "-o", "rss=", "-p", str(pid)]
    try:
        done = subprocess.run(words, capture_output=True, check=False, timeout=1.0)  # noqa: S603
        return 1024 * int(done.stdout)
    except (OSError, ValueError, subprocess.SubprocessError):
        return 0


def _memory_on_windows(pid: int) -> int:  # pragma: no cover
    """Return the bytes that are committed to a process."""
    import ctypes

    sizes = [(f"size_{number}", ctypes.c_size_t) for number in range(8)]  # the last is the peak

    class Counters(ctypes.Structure):  # PROCESS_MEMORY_COUNTERS; the seventh is PagefileUsage
        _fields_ = (("length", ctypes.c_uint32), ("faults", ctypes.c_uint32), *sizes)

    counters = Counters(length=ctypes.sizeof(Counters))
    library = ctypes.windll.kernel32  # type: ignore[attr-defined,unused-ignore]
    library.OpenProcess.restype = ctypes.c_void_p
    handle = ctypes.c_void_p(library.OpenProcess(QUERY, 0, pid))
    done = library.K32GetProcessMemoryInfo(handle, ctypes.byref(counters), counters.length)
    library.CloseHandle(handle)
    return int(counters.size_6) if done else 0
