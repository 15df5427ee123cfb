"""Results that can show themselves: as a figure, and in a notebook.

The modules of figures and notebooks depend on those of results. Results import them by name when
they are shown, so that computing depends on nothing that presents.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from accord.base.serialise import Record

__all__ = ["Displayed", "Shown"]


class Displayed(Record):
    """Base class of results that notebooks show."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        html: str = import_module("accord.present").notebook(self)
        return html


class Shown(Displayed):
    """Base class of results that also have a figure."""

    __slots__ = ()

    def plot(self, **options: Any) -> Any:
        """Draw the figure of this result with matplotlib (extra ``plot``).

        Options are those of the result's function in `accord.plots`.
        """
        return import_module("accord.plots").plot(self, **options)
