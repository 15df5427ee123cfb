"""The program ``accord``: all commands, ``accord serve`` included."""

from accord.cli import app, main
from accord.web import serve  # noqa: F401  (importing it registers ``accord serve``)

__all__ = ["app", "main"]

if __name__ == "__main__":
    main()
