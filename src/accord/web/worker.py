"""A job's own process: the command of the command line, in a cage.

It is forked from a server that has everything imported, works in the job's folder, and reports over
a pipe with JSON, which cannot do what a pickle can.
"""

from __future__ import annotations

import contextlib
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
from typing import Any

__all__ = ["ANSWER", "PICTURES", "Order", "work"]

ANSWER = "answer.json"
PICTURES = "pictures"
OFTEN = 0.1  # seconds between two reports of progress


@dataclass(frozen=True, slots=True)
class Order:
    """What a process is to do.

    Parameters
    ----------
    folder
        The job's folder, in which everything happens.
    arguments
        Those of the command line.
    names
        Files in the folder, and what the client calls them.
    fields
        Fields of the request, by the names of options (see `Command.options`).
    time_limit, memory_limit, result_limit
        Seconds of one processor, bytes of memory and bytes of a file.
    """

    folder: str
    arguments: tuple[str, ...]
    names: Mapping[str, str]
    fields: Mapping[str, str]
    time_limit: float
    memory_limit: int
    result_limit: int


def work(connection: Connection, order: Order) -> None:
    """Run a command and report: progress on the way, in the end that it is done or why not."""
    _silence()
    _confine(order)
    threading.Thread(target=_follow, args=(connection,), daemon=True).start()
    report = _run(order, _teller(connection))
    connection.send_bytes(json.dumps(report).encode())
    os._exit(0)


def _silence() -> None:
    """Let nothing be printed: what libraries complain of may quote the data."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    os.close(nowhere)


def _confine(order: Order) -> None:
    """Bound what the process can take, and leave it in its folder."""
    os.umask(0o077)
    os.chdir(order.folder)
    seconds = int(order.time_limit * (os.cpu_count() or 1)) + 5
    os.nice(5)  # whoever asks how far it is gets an answer first
    _start_threads()
    for kind, limit in (
        (resource.RLIMIT_AS, _reserved() + order.memory_limit),
        (resource.RLIMIT_FSIZE, order.result_limit),
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_CORE, 0),
    ):
        hard = resource.getrlimit(kind)[1]
        allowed = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
        with contextlib.suppress(ValueError, OSError):  # not every system bounds everything
            resource.setrlimit(kind, (allowed, allowed))


def _start_threads() -> None:
    """Start the threads of Polars, which hang if memory for their stacks is refused later."""
    import polars

    polars.thread_pool_size()


def _reserved() -> int:
    """Bytes of address space that what is imported takes before anything is done."""
    with contextlib.suppress(OSError, ValueError):
        pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[0]
        return int(pages) * resource.getpagesize()
    return 0


def _follow(connection: Connection) -> None:
    """End when the server does."""
    with contextlib.suppress(OSError, EOFError):
        connection.recv_bytes()
    os._exit(1)


def _teller(connection: Connection) -> Callable[[str, int, int], None]:
    last = 0.0

    def tell(what: str, done: int, total: int) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last < OFTEN and done < total:
            return
        last = now
        progress = {"what": what, "done": int(done), "total": int(total)}
        connection.send_bytes(json.dumps({"progress": progress}).encode())

    return tell


def _run(order: Order, tell: Callable[[str, int, int], None]) -> dict[str, Any]:
    from accord.cli import app
    from accord.cli.app import calling, watching
    from accord.web.faults import told

    answer = Path(ANSWER)
    try:
        with (
            answer.open("w", encoding="utf-8") as stream,
            contextlib.redirect_stdout(stream),
            watching(tell),
            calling(order.names),
        ):
            app(list(order.arguments), standalone_mode=False)
        _rename(answer, order.names)
    except Exception as error:  # whatever it is, the client is told and the server lives on
        fault = told(error, order.fields)
        fault["message"] = _called(fault["message"], _aliases(order.names, str))
        return {"fault": fault}
    return {"done": True}


def _rename(answer: Path, names: Mapping[str, str]) -> None:
    """Call files in an answer what the client calls them."""
    text = answer.read_text(encoding="utf-8")
    if not any(Path(name).stem in text for name in names):
        return
    renamed = _walked(json.loads(text), _aliases(names, str), _aliases(names, shlex.quote))
    shown = json.dumps(renamed, indent=2, ensure_ascii=False)
    answer.write_text(f"{shown}\n", encoding="utf-8")


def _aliases(names: Mapping[str, str], quote: Callable[[str], str]) -> list[tuple[str, str]]:
    """What stands for what: whole names, and names without their endings."""
    whole = [(own, quote(name)) for own, name in names.items()]
    return [*whole, *((Path(own).stem, Path(name).stem) for own, name in names.items())]


def _called(text: str, aliases: Iterable[tuple[str, str]]) -> str:
    for own, name in aliases:
        text = text.replace(own, name)
    return text


def _walked(value: Any, plain: list[tuple[str, str]], typed: list[tuple[str, str]]) -> Any:
    """Value with the names in it replaced; in a command they are quoted as a shell needs it."""
    if isinstance(value, str):
        return _called(value, plain)
    if isinstance(value, list):
        return [_walked(part, plain, typed) for part in value]
    if isinstance(value, dict):
        return {
            _called(key, plain): _walked(part, typed if key == "command" else plain, typed)
            for key, part in value.items()
        }
    return value
