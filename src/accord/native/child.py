"""The child process: it reads a file with a compiled library and sends back what it read."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import Any

from accord.native.limits import Limits, limited_time, set_memory_limit, silence_crashes
from accord.native.messages import Message

__all__ = ["TASKS", "main", "perform"]

TASKS = {  # the functions of `accord.native` that a child runs, by name
    "statistics_file": ("accord.native.statistics_files", "read_statistics_file"),
    "workbook": ("accord.native.workbooks", "read_workbook"),
    "parquet": ("accord.native.parquet", "decode_parquet"),
    "parquet_orders": ("accord.native.parquet", "read_orders"),
}


def perform(task: str, arguments: dict[str, Any], memory: int | None = None) -> Message:
    """Run a task, and return its result, or a message with the facts of its error.

    Parameters
    ----------
    task
        Name of the task.
    arguments
        Keywords of its function.
    memory
        Limit of the memory, in bytes, that is set once modules are imported; None for no limit.
    """
    module, name = TASKS[task]
    function = getattr(import_module(module), name)
    if memory is not None:
        set_memory_limit(memory)
    try:
        result: Message = function(**arguments)
    except MemoryError:
        return Message({"failure": "memory"})
    except BaseException as error:  # panics of Rust are no `Exception`
        if isinstance(error, (KeyboardInterrupt, SystemExit)):
            raise
        return Message({"failure": "error", "problem": _first_line(error)})
    return result


def _first_line(error: BaseException) -> str:
    """Return the first line of a message, without paths of libraries and backtraces."""
    lines = str(error).strip().splitlines() or [type(error).__name__]
    return f"{lines[0].rstrip('.')}."


def main() -> None:
    """Run the task that the standard input has, and write its result to the standard output."""
    silence_crashes()
    request = Message.decode(sys.stdin.buffer.read()).facts
    limits = Limits(**request["limits"])
    with os.fdopen(os.dup(1), "wb") as answer, limited_time(limits.seconds):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 1)  # libraries may print, and what they print may quote the data
        os.dup2(null, 2)
        answer.write(perform(request["task"], request["arguments"], limits.memory).encode())
    os._exit(0)  # the exit of damaged libraries may crash


if __name__ == "__main__":
    main()
