"""The application: what all commands share, and how errors are printed."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Annotated, Any

import typer

from accord.errors import AccordError, DataWarning
from accord.options import Progress
from accord.version import __version__

__all__ = [
    "UNMET",
    "app",
    "main",
    "progress_bars",
    "reporting_progress",
    "same_option",
    "show_name",
    "showing_names",
]

UNMET, BAD_INPUT, BUG = 1, 2, 3  # exit codes: a failed check, data or options, a bug in accord
ABOUT = "Measure how far raters agree, with confidence intervals."
SPELLINGS = {  # alternative names of options
    "coefficients": "coefficient",
    "panels": "panel",
    "p-method": "p",
    "p_method": "p",
}


def same_option(name: str) -> str:
    """Return the spelling by which the parser compares names of options.

    It applies to declared and to given names, so that help shows the declared name only.

    >>> same_option("coefficients"), same_option("coefficient"), same_option("gold")
    ('coefficient', 'coefficient', 'gold')
    """
    return SPELLINGS.get(name, name)


app = typer.Typer(
    name="accord",
    help=ABOUT,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    context_settings={
        "help_option_names": ["-h", "--help"],
        "token_normalize_func": same_option,
    },
)


def main() -> None:
    """Run the command line; users see messages instead of tracebacks."""
    try:
        app()
    except AccordError as error:
        _exit_with(str(error))
    except MemoryError:
        _exit_with("the data do not fit into memory.")
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        _exit_with(f"{where}{error.strerror or error}.")
    except Exception as error:  # a bug
        if "ACCORD_DEBUG" in os.environ:
            raise
        sys.stderr.write(
            f"accord: unexpected error ({type(error).__name__}: {error}). This is a bug in accord. "
            "Please report it, with the traceback that ACCORD_DEBUG=1 shows.\n"
        )
        sys.exit(BUG)


def _exit_with(message: str) -> None:
    from accord.data.scale import clean

    sys.stderr.write(f"accord: {clean(message)}\n")
    sys.exit(BAD_INPUT)


def _version(shown: bool) -> None:
    if shown:
        typer.echo(f"accord {__version__}")
        raise typer.Exit


@app.callback()
def start(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Handle the options that come before a command."""
    del version
    # Reports show these notes themselves; a warning would print them a second time.
    context.with_resource(warnings.catch_warnings(action="ignore", category=DataWarning))


_progress: ContextVar[Progress | None] = ContextVar("progress", default=None)
_names: ContextVar[Mapping[str, str] | None] = ContextVar("names", default=None)


@contextmanager
def reporting_progress(report: Progress) -> Iterator[None]:
    """Report progress to a function instead of the terminal."""
    token = _progress.set(report)
    try:
        yield
    finally:
        _progress.reset(token)


@contextmanager
def showing_names(names: Mapping[str, str]) -> Iterator[None]:
    """Show files under other names than their paths: those that the user gave them."""
    token = _names.set(names)
    try:
        yield
    finally:
        _names.reset(token)


def show_name(path: object) -> str:
    """Return the name under which to show a file."""
    return (_names.get() or {}).get(str(path), str(path))


@contextmanager
def progress_bars() -> Iterator[Progress | None]:
    """Return a function that reports progress: in bars on a terminal, or as set before."""
    if _progress.get() is not None:
        yield _progress.get()
        return
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress as Bars

    with Bars(console=Console(stderr=True), transient=True) as bars:
        tasks: dict[str, Any] = {}

        def report(what: str, done: int, total: int) -> None:
            if what not in tasks:
                tasks[what] = bars.add_task(what, total=total)
            bars.update(tasks[what], completed=done, total=total)

        yield report
