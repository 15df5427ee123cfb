"""The application: what every command shares, and how faults reach the user."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, Any

import typer

from accord.errors import AccordError
from accord.version import __version__

__all__ = ["app", "main", "progress_bars"]

app = typer.Typer(
    name="accord",
    help="How far raters agree, and how sure one may be of it.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
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
    from accord.scale import clean

    sys.stderr.write(f"accord: {clean(message)}\n")
    sys.exit(2)


def _version(shown: bool) -> None:
    if shown:
        typer.echo(f"accord {__version__}")
        raise typer.Exit


@app.callback()
def start(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """How far raters agree, and how sure one may be of it."""
    del version


@contextmanager
def progress_bars() -> Iterator[Callable[[str, int, int], None] | None]:
    """Progress bars on standard error, where that is a terminal."""
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
