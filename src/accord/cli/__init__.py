"""The command line; each command has a file."""

from accord.cli import (  # noqa: F401  (importing a command registers it)
    agree,
    compare,
    compress,
    differ,
    evaluate,
    listing,
    mark,
    plan,
    preview,
    report,
    schema,
    study,
    sweep,
)
from accord.cli.app import app, main

__all__ = ["app", "main"]
