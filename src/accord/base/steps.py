"""Steps of a computation, reported to whoever watches it.

Functions that take long state how far they are, without knowing who asks: nobody in a script, the
page in a process of a server. Only the outermost steps are reported, because those within them
begin again and again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

__all__ = ["Watcher", "steps", "watching"]

Item = TypeVar("Item")
Watcher: TypeAlias = Callable[[str, int, int], None]


@dataclass(slots=True)
class _Watched:
    """Who watches, and whether a step is being reported."""

    watcher: Watcher
    busy: bool = False


_watched: ContextVar[_Watched | None] = ContextVar("watched", default=None)


@contextmanager
def watching(watcher: Watcher) -> Iterator[None]:
    """Report steps to a function of (what is done, how much is done, how much there is)."""
    token = _watched.set(_Watched(watcher))
    try:
        yield
    finally:
        _watched.reset(token)


def steps(what: str, items: Sequence[Item]) -> Iterator[Item]:
    """Yield items, and report how many of them are done.

    >>> with watching(lambda what, done, total: print(what, done, "of", total)):
    ...     squares = [k * k for k in steps("squares", [1, 2])]
    squares 0 of 2
    squares 1 of 2
    squares 2 of 2
    """
    watched = _watched.get()
    if watched is None or watched.busy or not items:
        yield from items
        return
    watched.busy = True
    try:
        for done, item in enumerate(items):
            watched.watcher(what, done, len(items))
            yield item
        watched.watcher(what, len(items), len(items))
    finally:
        watched.busy = False
