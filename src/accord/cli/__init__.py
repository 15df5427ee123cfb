"""The command line; each command has a file."""

from accord.cli.app import app, main
from accord.cli.commands import registered_commands

__all__ = ["app", "main", "registered_commands"]
