"""Display of results: as a figure, and in a notebook.

Figures and reports belong to packages that import those of the results. They are imported when a
result is displayed, so that nothing that computes depends on anything that presents.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

__all__ = ["Shown"]


class Shown:
    """Mixin of results that have a figure and a form for notebooks."""

    __slots__ = ()

    def plot(self, **options: Any) -> Any:
        """Draw the figure of this result with matplotlib (extra ``plot``).

        Options are those of the figure's function in `accord.plots`.
        """
        return import_module("accord.plots").plot(self, **options)

    def _repr_html_(self) -> str:
        html: str = import_module("accord.present").notebook(self)
        return html
