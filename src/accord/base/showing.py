"""Results that can show themselves: as a document, as a figure, and in a notebook.

The modules of documents, figures and notebooks depend on those of results. Results import them by
name when they are shown, so that computing depends on nothing that presents.
"""

from __future__ import annotations

import os
from importlib import import_module
from typing import Any

from accord.base.serialise import Record

__all__ = ["Displayed", "Displays", "Shown", "shown_text"]


def shown_text(result: Any) -> str:
    """Return the short text of a result's document, as a terminal shows it."""
    present = import_module("accord.present")
    text: str = present.text(present.documents_of(present.summary_of(result)), "always")
    return text.rstrip()


class Displays:
    """Base class of what notebooks show and files hold, and whose plain values are JSON's."""

    __slots__ = ()

    def save(self, path: str | os.PathLike[str], *, source: str = "") -> None:
        """Write this result to a file, in the form that its suffix names.

        Parameters
        ----------
        path
            File to write: ``.html``, ``.md``, ``.tex``, ``.xlsx``, ``.csv``, ``.json`` or ``.txt``.
        source
            Name of the data, which the file shows.
        """
        import_module("accord.present").save(self, path, source=source)

    def _repr_html_(self) -> str:
        html: str = import_module("accord.present").notebook(self)
        return html


class Displayed(Displays, Record):
    """Base class of results that notebooks show."""

    __slots__ = ()


class Shown(Displayed):
    """Base class of results that also have a figure."""

    __slots__ = ()

    def plot(self, **options: Any) -> Any:
        """Draw the figure of this result with matplotlib (extra ``plot``).

        Options are those of the result's function in `accord.plots`.
        """
        return import_module("accord.plots").plot(self, **options)
