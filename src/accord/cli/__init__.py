"""The command line; each command has a file."""

from accord.cli import (  # noqa: F401  (importing a command registers it)
    agree,
    check,
    compare,
    compress,
    differ,
    evaluate,
    init,
    listing,
    mark,
    plan,
    preview,
    report,
    run,
    schema,
    study,
    sweep,
)
from accord.cli.app import app, main

__all__ = ["app", "main"]
