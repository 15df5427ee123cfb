"""Entries of a result, found by name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

from accord.errors import UnknownNameError

__all__ = ["named"]


class Named(Protocol):
    """Anything with a name."""

    @property
    def name(self) -> str:
        """The name."""


Item = TypeVar("Item", bound=Named)


def named(kind: str, name: str, items: Sequence[Item]) -> Item:
    """Return the entry of a name.

    Parameters
    ----------
    kind
        What the entries are, for the message.
    name
        The name.
    items
        The entries.

    Raises
    ------
    UnknownNameError
        If no entry has the name.
    """
    for item in items:
        if item.name == name:
            return item
    raise UnknownNameError(kind, name, [item.name for item in items])
