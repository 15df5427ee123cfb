"""Panics of libraries in Rust, which Python sees as exceptions that are no `Exception`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

__all__ = ["converting_panics", "is_panic"]


def is_panic(error: BaseException) -> bool:
    """Return whether an exception is a panic; every library in Rust has a class of its own."""
    return any(base.__name__ == "PanicException" for base in type(error).__mro__)


@contextmanager
def converting_panics(convert: Callable[[str], Exception]) -> Iterator[None]:
    """Raise the exception that a function makes of the message of a panic, in its place."""
    try:
        yield
    except BaseException as error:
        if not is_panic(error):
            raise
        raise convert(str(error).partition("\n")[0]) from None
