"""Record of a view of ratings that is a section of the report, such as pairs of raters, alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from accord.base.serialise import written
from accord.present.records.common import Summary
from accord.version import __version__

__all__ = ["ViewSummary"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewSummary(Summary):
    """A view of ratings.

    Parameters
    ----------
    version
        Version of accord.
    section
        Name of the section of the report that shows such views.
    result
        The view, as the report has it in its section.
    """

    kind: Literal["view"] = "view"
    version: str = field(default=__version__, metadata=written(key="accord"))
    section: str
    result: Mapping[str, Any]
