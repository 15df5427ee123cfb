"""The parent of the child process: it starts the child, waits, and judges how the child ended."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any

from accord.errors import EngineError, InputError, NotATableError
from accord.native.limits import Limits, limited_time, limits_for
from accord.native.messages import Message, MessageError
from accord.native.watching import watching

__all__ = ["exit_error", "read_natively", "within_bounded_process"]

MODULE = "accord.native.child"
PIECE = 1 << 20  # bytes that are read from a child at a time
THREADS = {  # libraries that would reserve memory for every core
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "POLARS_MAX_THREADS": "1",
    "RUST_BACKTRACE": "0",
}
SIGALRM = int(getattr(signal, "SIGALRM", 14))  # which Windows lacks
EXCESSES = {"time": -SIGALRM, "memory": -signal.SIGABRT}  # as the child would have ended itself
MEMORY = (
    "the file is damaged or far too large: reading it needs more memory than a file of this size "
    "should."
)
REMEDY = "Check the file in the program that wrote it, or save it there as CSV."

_announce: ContextVar[Callable[[str, float], None] | None] = ContextVar("announce", default=None)


@contextmanager
def within_bounded_process(announce: Callable[[str, float], None]) -> Iterator[None]:
    """Read files in this process, because it is bounded and somebody else judges how it ends.

    Parameters
    ----------
    announce
        Called with the path of a file and the seconds that reading it may take before it is read,
        and with an empty path afterwards.
    """
    token = _announce.set(announce)
    try:
        yield
    finally:
        _announce.reset(token)


def read_natively(task: str, paths: Sequence[Path], /, **arguments: Any) -> Message:
    """Read files with a compiled library, in a child process.

    Parameters
    ----------
    task
        Name of the task in `child.TASKS`.
    paths
        Files that it reads. The first one is named in errors.
    **arguments
        Keywords of the task.

    Returns
    -------
    Message
        The result of the task.

    Raises
    ------
    NotATableError
        The library refused the file, crashed, took too long or needed too much memory.
    """
    limits = limits_for(sum(path.stat().st_size for path in paths))
    announce = _announce.get()
    if announce is None:
        result = _run_child(task, arguments, limits, paths[0])
    else:
        result = _run_here(task, arguments, limits, paths[0], announce)
    failure = result.facts.get("failure")
    if failure == "memory":
        raise NotATableError(MEMORY, file=str(paths[0]), remedy=REMEDY)
    if failure == "error":
        raise NotATableError(
            f"the file cannot be read: {result.facts['problem']}",
            file=str(paths[0]),
        )
    return result


def _run_here(
    task: str,
    arguments: dict[str, Any],
    limits: Limits,
    path: Path,
    announce: Callable[[str, float], None],
) -> Message:
    """Run a task in this process, which ends if it takes too long."""
    from accord.native.child import perform

    announce(str(path), limits.seconds)
    with limited_time(limits.seconds):
        result = perform(task, arguments)
    announce("", 0.0)
    return result


def _run_child(task: str, arguments: dict[str, Any], limits: Limits, path: Path) -> Message:
    """Run a task in a child process, and return its message."""
    request = Message({"task": task, "arguments": arguments, "limits": asdict(limits)})
    with _start_child(path) as process:
        assert process.stdin is not None
        assert process.stdout is not None

        with watching(process, limits) as excess:
            try:
                process.stdin.write(request.encode())
                process.stdin.close()
            except OSError:  # the child ended before it had read the request
                pass
            answer = _read(process.stdout, limits.memory)
            process.wait()
    try:
        return Message.decode(answer)
    except MessageError:
        status = EXCESSES[excess[0]] if excess else process.returncode
        raise exit_error(str(path), status, limits.seconds) from None


def _read(stream: IO[bytes], most: int) -> bytes:
    """Return the bytes of a stream; those beyond the limit, which no child can need, are lost."""
    pieces = []
    while most > 0 and (piece := stream.read(min(most, PIECE))):
        pieces.append(piece)
        most -= len(piece)
    return b"".join(pieces)


def _start_child(path: Path) -> subprocess.Popen[bytes]:
    """Start a child that finds the same modules as this process."""
    places = os.pathsep.join(place for place in sys.path if place)
    try:
        return subprocess.Popen(  # noqa: S603  (this program, with no arguments from outside)
            [sys.executable, "-P", "-m", MODULE],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **THREADS, "PYTHONPATH": places},
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
    except (OSError, ValueError) as error:
        raise EngineError(
            f"{path}: the process that reads files of this format cannot be started ({error})."
        ) from None


def exit_error(file: str, status: int, seconds: float) -> InputError:
    """Return the error for a process that ended while it read a file, without a result.

    Parameters
    ----------
    file
        Name of the file.
    status
        Exit status of the process; the negative number of the signal that ended it.
    seconds
        Limit of the time to read the file.
    """
    if status == -SIGALRM:
        problem = (
            f"reading the file took longer than {seconds:.0f} seconds, which an intact file of "
            "this size does not need."
        )
    elif status == -signal.SIGABRT:  # what compiled code does if memory is refused
        problem = MEMORY
    else:
        ended = f"signal {-status}" if status < 0 else f"exit status {status}"
        problem = f"the file is damaged: the library that reads this format crashed ({ended})."
    return NotATableError(problem, file=file, remedy=REMEDY)
