"""The program ``accord``: the commands, and the page."""

from accord.cli import app, main
from accord.web import command  # noqa: F401  (importing it registers ``accord serve``)

__all__ = ["app", "main"]

if __name__ == "__main__":
    main()
