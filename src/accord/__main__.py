"""The program ``accord``: the commands, and the page."""

from accord.cli import app, main

__all__ = ["app", "main"]

if __name__ == "__main__":
    main()
