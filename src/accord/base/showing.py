"""Results that can show themselves: as a picture, and in a notebook.

Results lie floors below pictures and reports. They ask by name, when asked themselves, so nothing
that measures depends on anything that presents.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

__all__ = ["Shown"]


class Shown:
    """What every result can do besides being a result."""

    __slots__ = ()

    def plot(self, **options: Any) -> Any:
        """Draw the picture of this result: a matplotlib figure (extra ``plot``).

        Options are those of the picture's function in `accord.plots`.
        """
        return import_module("accord.plots").plot(self, **options)

    def _repr_html_(self) -> str:
        found: str = import_module("accord.present").notebook(self)
        return found
