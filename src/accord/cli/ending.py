"""How a command ends: its exit status, one line for an error, and output that is complete.

The exit statuses are 0 (success), 1 (a requirement of ``accord check`` does not hold, or the reader
of the output went away), 2 (the data, an option or the output), 70 (a bug in accord) and 130
(interrupted). 70 is EX_SOFTWARE of sysexits.h.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator, Sequence
from typing import IO, Any

from accord.base.panics import is_panic
from accord.errors import AccordError

__all__ = ["BAD_INPUT", "BUG", "UNMET", "run_to_end", "without_debug"]

UNMET = 1
CLOSED_PIPE, BAD_INPUT, BUG, INTERRUPTED = 1, 2, 70, 130
DEBUG = "--debug"
VARIABLE = "ACCORD_DEBUG"  # environment variable that stands for --debug


def without_debug(arguments: Sequence[str]) -> tuple[list[str], bool]:
    """Return the arguments without ``--debug``, which may stand anywhere, and whether it was given.

    >>> without_debug(["report", "x.csv", "--debug"])
    (['report', 'x.csv'], True)
    """
    end = list(arguments).index("--") if "--" in arguments else len(arguments)
    kept = [word for word in arguments[:end] if word != DEBUG]
    return [*kept, *arguments[end:]], len(kept) < end or VARIABLE in os.environ


def run_to_end(command: Callable[[], object], *, debug: bool) -> int:
    """Run a command, print its error if it fails, and return the exit status.

    Parameters
    ----------
    command
        Runs the command; it may exit by itself.
    debug
        Whether to print a traceback of any error.
    """
    _replace_closed_streams()
    with _complete_lines(), _held_native_output(debug) as errors:
        try:
            status = _status_of(command)
            sys.stdout.flush()
        except BaseException as error:
            errors.append(error)
            if debug:
                traceback.print_exc()
            status, message = _describe(error)
            if message:
                _print_error(message)
            if isinstance(error, OSError):
                _discard_output()
    return status


def _replace_closed_streams() -> None:
    """Open the standard streams that the caller has closed, as ``accord … >&-`` does.

    Otherwise the next files would have their descriptors, and receive what libraries print. Nothing
    can be written to the replaced output, because its descriptor is for reading; what is written to
    the replaced standard error is lost.
    """
    for descriptor, mode in enumerate((os.O_RDONLY, os.O_RDONLY, os.O_WRONLY)):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, mode)  # the lowest number that is free
    if sys.stdout is None:
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115


def _status_of(command: Callable[[], object]) -> int:
    try:
        status = command()
    except SystemExit as end:
        status = end.code
        if not isinstance(status, int | None):
            raise
    if status == INTERRUPTED:  # as typer ends, without a word
        raise KeyboardInterrupt
    return status if isinstance(status, int) else 0


def _describe(error: BaseException) -> tuple[int, str]:
    """Return the exit status and the message for an exception."""
    if isinstance(error, AccordError):
        return BAD_INPUT, str(error)
    if isinstance(error, MemoryError):
        return BAD_INPUT, "the data do not fit into memory."
    if isinstance(error, BrokenPipeError):
        return CLOSED_PIPE, ""
    if isinstance(error, KeyboardInterrupt):
        return INTERRUPTED, "interrupted."
    if isinstance(error, OSError):
        where = error.filename or "the output cannot be written"
        return BAD_INPUT, f"{where}: {error.strerror or error}."
    if hasattr(error, "format_message"):  # a usage error of typer
        return BAD_INPUT, _usage(error)
    if type(error).__name__ == "Abort":  # a prompt of typer that was interrupted
        return INTERRUPTED, "interrupted."
    if isinstance(error, SystemExit):
        return CLOSED_PIPE, str(error.code)
    if not isinstance(error, Exception) and not is_panic(error):
        raise error
    problem = " ".join(f"{type(error).__name__}: {error}".split())
    return BUG, (
        f"unexpected error ({problem}). This is a bug in accord. Please report it with the "
        "command, the version (accord --version), the traceback that --debug shows and, if you "
        "may share it, the file."
    )


def _usage(error: Any) -> str:
    """Return what is wrong with the words of a command line, and where they are explained."""
    context = error.ctx
    if context is not None and not error.format_message():  # a command without its arguments
        sys.stdout.write(f"{context.get_help()}\n")
        return ""
    path = "accord" if context is None else context.command_path
    message = error.format_message()
    return f"{message}{'' if message.endswith(('.', '?')) else '.'} Help: {path} --help."


def _print_error(message: str) -> None:
    from accord.data.scale import clean

    with contextlib.suppress(OSError, ValueError):  # nobody can read it
        sys.stderr.write(f"accord: {clean(' '.join(message.split()))}\n")
        sys.stderr.flush()


def _discard_output() -> None:
    """Discard what could not be written, so that the interpreter does not try again at its exit."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stdout.fileno())
        os.close(null)


@contextlib.contextmanager
def _complete_lines() -> Iterator[None]:
    """Write the output completely or fail, and characters that the terminal lacks as escapes.

    The unbuffered output of ``PYTHONUNBUFFERED`` drops, without an error, what a full disk does not
    take.
    """
    stream = sys.stdout
    if isinstance(stream, io.TextIOWrapper):
        raw = stream.buffer
        if isinstance(raw, io.RawIOBase):
            sys.stdout = io.TextIOWrapper(
                io.BufferedWriter(raw), stream.encoding, "backslashreplace", line_buffering=True
            )
        else:
            stream.reconfigure(errors="backslashreplace")
    yield


@contextlib.contextmanager
def _held_native_output(debug: bool) -> Iterator[list[BaseException]]:
    """Hold back what compiled libraries and Java print about faults for which there is an error.

    They write to the file descriptor of the standard error. It becomes a file meanwhile, and its
    content is printed at the end, unless an error was added to the list.
    """
    errors: list[BaseException] = []
    held = None if debug or not _is_descriptor_2(sys.stderr) else _temporary_file()
    if held is None:
        yield errors
        return
    original = sys.stderr
    original.flush()
    with held, os.fdopen(os.dup(2), "w", 1, original.encoding, "backslashreplace") as terminal:
        os.dup2(held.fileno(), 2)
        sys.stderr = terminal
        try:
            yield errors
        finally:
            terminal.flush()
            os.dup2(terminal.fileno(), 2)
            sys.stderr = original
            held.seek(0)
            text = held.read()
            if text and not errors:
                original.write(text.decode(errors="backslashreplace"))
                original.flush()


def _temporary_file() -> IO[bytes] | None:
    with contextlib.suppress(OSError):  # no folder that can be written to
        return tempfile.TemporaryFile()
    return None


def _is_descriptor_2(stream: object) -> bool:
    try:
        return stream is sys.__stderr__ and sys.stderr.fileno() == 2
    except (OSError, ValueError):
        return False
