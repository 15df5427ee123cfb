"""The program ``accord``: all commands, ``accord serve`` included."""

from accord.cli import app, main
from accord.cli.commands import COMMANDS

__all__ = ["app", "main"]

COMMANDS["serve"] = "accord.web.serve"

if __name__ == "__main__":
    main()
