"""The process of a job: it runs a command of the command line under limits.

The process is forked from a server process that has everything imported. It works in the job's
folder and reports over a pipe in JSON, because unpickling could run code.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import resource
import shlex
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Literal

__all__ = ["FIGURES", "RESULT", "WorkerTask", "work"]

RESULT = "result.json"
FIGURES = "figures"
ENGINES: tuple[Literal["in-memory", "streaming"], ...] = ("in-memory", "streaming")  # of Polars
REPORT_INTERVAL = 0.1  # seconds between two reports of progress


@dataclass(frozen=True, slots=True)
class WorkerTask:
    """The command that a process runs, and its limits.

    Parameters
    ----------
    folder
        Folder of the job, in which the process works.
    arguments
        Arguments of the command line.
    names
        Names of the files in the folder, with the names that the client gave them.
    fields
        Fields of the request by the names of their options (see `Command.options`).
    time_limit, memory_limit, result_limit
        Limits: seconds of one processor, bytes of memory, and bytes of a file.
    """

    folder: str
    arguments: tuple[str, ...]
    names: Mapping[str, str]
    fields: Mapping[str, str]
    time_limit: float
    memory_limit: int
    result_limit: int


def work(connection: Connection, task: WorkerTask) -> None:
    """Run a command and report its progress, and at the end its success or its error."""
    _discard_output()
    _set_limits(task)
    threading.Thread(target=_exit_with_server, args=(connection,), daemon=True).start()
    progress = _progress_reporter(connection)
    progress("reading the file", 0, 0)  # how long that takes is not known before its end
    report = _run(task, progress, _reading_reporter(connection))
    connection.send_bytes(json.dumps(report).encode())
    os._exit(0)


def _discard_output() -> None:
    """Discard everything that is printed: warnings of libraries may quote the data."""
    null = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(null, stream)
    os.close(null)


def _set_limits(task: WorkerTask) -> None:
    """Change into the job's folder and limit the resources of the process."""
    os.umask(0o077)
    os.chdir(task.folder)
    seconds = int(task.time_limit * (os.cpu_count() or 1)) + 5
    os.nice(5)  # requests for progress are answered first
    _start_threads()
    for kind, limit in (
        (resource.RLIMIT_AS, _reserved() + task.memory_limit),
        (resource.RLIMIT_FSIZE, task.result_limit),
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_CORE, 0),
    ):
        hard = resource.getrlimit(kind)[1]
        allowed = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
        with contextlib.suppress(ValueError, OSError):  # not every system has every limit
            resource.setrlimit(kind, (allowed, allowed))


def _start_threads() -> None:
    """Start the threads of Polars.

    It starts those of its engines with the first query, and waits for them forever if memory for
    their stacks is refused then.
    """
    import polars

    polars.thread_pool_size()
    for engine in ENGINES:
        table = polars.scan_csv(io.BytesIO(b"key\n1\n2\n1\n"))
        table.group_by("key").agg(polars.len()).collect(engine=engine)


def _reserved() -> int:
    """Return the bytes of address space that imported modules take."""
    with contextlib.suppress(OSError, ValueError):
        pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[0]
        return int(pages) * resource.getpagesize()
    return 0


def _exit_with_server(connection: Connection) -> None:
    """Wait until the server has closed the connection, then exit."""
    with contextlib.suppress(OSError, EOFError):
        connection.recv_bytes()
    os._exit(1)


def _progress_reporter(connection: Connection) -> Callable[[str, int, int], None]:
    before, last = "", 0.0

    def report(what: str, done: int, total: int) -> None:
        nonlocal before, last
        now = time.monotonic()
        if what == before and now - last < REPORT_INTERVAL and done < total:
            return
        before, last = what, now
        progress = {"what": what, "done": int(done), "total": int(total)}
        connection.send_bytes(json.dumps({"progress": progress}).encode())

    return report


def _reading_reporter(connection: Connection) -> Callable[[str, float], None]:
    """Report which file compiled libraries read, so that the server knows it if they crash."""

    def announce(file: str, seconds: float) -> None:
        reading = {"file": Path(file).name, "seconds": seconds} if file else None
        connection.send_bytes(json.dumps({"reading": reading}).encode())

    return announce


def _run(
    task: WorkerTask,
    report: Callable[[str, int, int], None],
    announce: Callable[[str, float], None],
) -> dict[str, Any]:
    from accord.base.panics import is_panic
    from accord.base.steps import watching
    from accord.cli import app
    from accord.cli.app import reporting_progress, showing_names
    from accord.native.process import within_bounded_process
    from accord.web.errors import describe_error

    result = Path(RESULT)
    try:
        with (
            result.open("w", encoding="utf-8") as stream,
            contextlib.redirect_stdout(stream),
            reporting_progress(report),
            watching(report),
            showing_names(task.names),
            # This process is bounded, and has the libraries imported; a child would only be slower.
            within_bounded_process(announce),
        ):
            app(list(task.arguments), standalone_mode=False)
        _show_client_names(result, task.names)
    except BaseException as error:  # every error is reported to the client, panics included
        if not isinstance(error, Exception) and not is_panic(error):
            raise
        facts = describe_error(error, task.fields)
        facts["message"] = _replaced(facts["message"], _replacements(task.names, str))
        return {"error": facts}
    return {"done": True}


def _show_client_names(result: Path, names: Mapping[str, str]) -> None:
    """Replace the names of the files in a result by the names that the client gave them."""
    text = result.read_text(encoding="utf-8")
    if not any(Path(name).stem in text for name in names):
        return
    from accord.base.json_text import json_text

    renamed = _replaced_in(
        json.loads(text), _replacements(names, str), _replacements(names, shlex.quote)
    )
    shown = json_text(renamed)
    result.write_text(f"{shown}\n", encoding="utf-8")


def _replacements(names: Mapping[str, str], quote: Callable[[str], str]) -> list[tuple[str, str]]:
    """Return pairs of texts: whole names, and names without their suffixes."""
    whole = [(stored, quote(name)) for stored, name in names.items()]
    return [*whole, *((Path(stored).stem, Path(name).stem) for stored, name in names.items())]


def _replaced(text: str, replacements: Iterable[tuple[str, str]]) -> str:
    for stored, name in replacements:
        text = text.replace(stored, name)
    return text


def _replaced_in(value: Any, plain: list[tuple[str, str]], quoted: list[tuple[str, str]]) -> Any:
    """Return a value with its names replaced; in a command line they are quoted for a shell."""
    if isinstance(value, str):
        return _replaced(value, plain)
    if isinstance(value, list):
        return [_replaced_in(part, plain, quoted) for part in value]
    if isinstance(value, dict):
        return {
            _replaced(key, plain): _replaced_in(part, quoted if key == "command" else plain, quoted)
            for key, part in value.items()
        }
    return value
