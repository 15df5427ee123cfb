"""The application: what all commands share, and how errors are printed."""

from __future__ import annotations

import atexit
import gc
import os
import sys
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Annotated, Any

import typer

from accord.cli.commands import CommandGroup
from accord.cli.ending import run_to_end, without_debug
from accord.errors import DataWarning
from accord.options import Progress
from accord.version import __version__

__all__ = [
    "app",
    "main",
    "progress_bars",
    "reporting_progress",
    "same_option",
    "show_name",
    "showing_names",
]

ABOUT = "Measure how far raters agree, with confidence intervals."
GARBAGE = 300_000  # new objects before garbage is collected; imports make 150,000 that stay
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
    cls=CommandGroup,
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
    # Products of matrices are small: threads would wait for each other longer than they compute.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    gc.set_threshold(GARBAGE)
    atexit.register(gc.freeze)  # a search for garbage at the end would take a tenth of a second
    arguments, debug = without_debug(sys.argv[1:])
    sys.exit(
        run_to_end(lambda: app(arguments, prog_name="accord", standalone_mode=False), debug=debug)
    )


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
    debug: Annotated[
        bool, typer.Option("--debug", help="Show tracebacks of errors; allowed anywhere.")
    ] = False,
) -> None:
    """Handle the options that come before a command."""
    del version, debug  # the latter is handled before commands are parsed
    # Reports show these notes themselves; a warning would print them a second time.
    context.with_resource(warnings.catch_warnings(action="ignore", category=DataWarning))
    # PySpark warns of versions of other packages, which users of the command line cannot choose.
    warnings.filterwarnings("ignore", category=FutureWarning, module=r"pyspark\.")


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
