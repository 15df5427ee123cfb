"""The application: what every command shares, and how faults reach the user."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Annotated, Any, TypeAlias

import typer

from accord.errors import AccordError, DataWarning
from accord.version import __version__

__all__ = ["app", "called", "calling", "main", "progress_bars", "same_option", "watching"]

SPELLINGS = {  # options that every command takes by either name
    "coefficients": "coefficient",
    "panels": "panel",
    "p-method": "p",
    "p_method": "p",
}


def same_option(name: str) -> str:
    """Return the one spelling by which the parser compares names of options.

    It is applied to declared and to given names alike, so help shows the declared one only.

    >>> same_option("coefficients"), same_option("coefficient"), same_option("gold")
    ('coefficient', 'coefficient', 'gold')
    """
    return SPELLINGS.get(name, name)


app = typer.Typer(
    name="accord",
    help="How far raters agree, and how sure one may be of it.",
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
    """Run the command line; no traceback reaches a user."""
    try:
        app()
    except AccordError as error:
        _complain(str(error))
    except MemoryError:
        _complain("the data do not fit into memory.")
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        _complain(f"{where}{error.strerror or error}.")
    except Exception as error:  # the last resort: a fault of ours, said in one line
        if "ACCORD_DEBUG" in os.environ:
            raise
        sys.stderr.write(
            f"accord: this should not have happened ({type(error).__name__}: {error}). "
            "Set ACCORD_DEBUG=1 to see where, and please report it.\n"
        )
        sys.exit(1)


def _complain(message: str) -> None:
    from accord.data.scale import clean

    sys.stderr.write(f"accord: {clean(message)}\n")
    sys.exit(2)


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
    """How far raters agree, and how sure one may be of it."""
    del version
    # Reports show these notes themselves; a warning would print them a second time.
    context.with_resource(warnings.catch_warnings(action="ignore", category=DataWarning))


Tell: TypeAlias = Callable[[str, int, int], None]

_watcher: ContextVar[Tell | None] = ContextVar("watcher", default=None)
_names: ContextVar[Mapping[str, str] | None] = ContextVar("names", default=None)


@contextmanager
def watching(tell: Tell) -> Iterator[None]:
    """Tell of progress to somebody else than the terminal: (what, done, total)."""
    token = _watcher.set(tell)
    try:
        yield
    finally:
        _watcher.reset(token)


@contextmanager
def calling(names: Mapping[str, str]) -> Iterator[None]:
    """Call files by other names than their paths: those that a user knows them by."""
    token = _names.set(names)
    try:
        yield
    finally:
        _names.reset(token)


def called(path: object) -> str:
    """The name that the user knows a file by."""
    return (_names.get() or {}).get(str(path), str(path))


@contextmanager
def progress_bars() -> Iterator[Tell | None]:
    """Progress bars on standard error, where that is a terminal, or whoever is watching."""
    if _watcher.get() is not None:
        yield _watcher.get()
        return
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bars:
        tasks: dict[str, Any] = {}

        def tell(what: str, done: int, total: int) -> None:
            if what not in tasks:
                tasks[what] = bars.add_task(what, total=total)
            bars.update(tasks[what], completed=done, total=total)

        yield tell
