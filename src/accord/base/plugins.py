"""Plug-ins: modules of other packages that register statistics, readers or sections.

A package names its modules in an entry-point group, ``accord.coefficients``, ``accord.metrics``,
``accord.sections`` or ``accord.readers``; importing a module registers what it decorates.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Protocol, TypeVar, cast

from accord.errors import PluginWarning

if TYPE_CHECKING:
    from importlib.metadata import EntryPoints

__all__ = ["Registered", "load_plugins"]

LOADED: set[str] = set()  # groups


class Entry(Protocol):
    """What a registry holds."""

    @property
    def name(self) -> str:
        """Key in the registry."""

    @property
    def order(self) -> int:
        """Place in lists; smaller numbers come first."""


T = TypeVar("T", bound=Entry)


def load_plugins(group: str) -> None:
    """Import the modules that other packages name in an entry-point group, once.

    One that cannot be imported is left out with a warning, so that it does not take accord along.
    """
    if group in LOADED:
        return
    LOADED.add(group)  # first, because a plug-in may look into the registry
    for point in _installed().select(group=group):
        try:
            point.load()
        except Exception as error:
            warnings.warn(
                f"the plug-in {point.name} ({point.value}) was not loaded: "
                f"{type(error).__name__}: {error}",
                PluginWarning,
                stacklevel=2,
            )


@cache
def _installed() -> EntryPoints:
    """Return the entry points of all installed packages, for which a file of each is read."""
    from importlib.metadata import entry_points  # here: slow to import

    return cast("EntryPoints", entry_points())


class Registered(Mapping[str, T]):
    """Entries of a registry that fulfil a condition, in the order of presentation.

    Plug-ins are imported when entries are listed, or when a name is not known.

    Parameters
    ----------
    entries
        Entries by name.
    group
        Entry-point group of the plug-ins that add entries.
    condition
        Which entries to take.
    """

    def __init__(
        self, entries: Mapping[str, T], group: str, condition: Callable[[T], bool] = lambda _: True
    ) -> None:
        self._entries = entries
        self._group = group
        self._condition = condition

    def __getitem__(self, name: str) -> T:
        if name not in self._entries:
            load_plugins(self._group)
        entry = self._entries[name]
        if not self._condition(entry):
            raise KeyError(name)
        return entry

    def __iter__(self) -> Iterator[str]:
        load_plugins(self._group)
        chosen = [entry for entry in self._entries.values() if self._condition(entry)]
        return iter([entry.name for entry in sorted(chosen, key=lambda entry: entry.order)])

    def __len__(self) -> int:
        return sum(1 for _ in self)
