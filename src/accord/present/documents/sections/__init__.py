"""Blocks of the report sections of accord, by the name of the section.

Analyses do not know documents, so the blocks of a section are registered here, in a module of this
package, with `blocks_of`. Sections of other packages bring their blocks along.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from accord.analysis.views import SECTIONS, ReportSection
from accord.analysis.views.sections import PARTS, Blocks
from accord.base.modules import import_modules
from accord.present.document import Block, Detail, Figure, Section
from accord.present.documents.shared import figures_named

__all__ = ["blocks_of", "report_sections", "section_blocks"]

BLOCKS: dict[str, Blocks] = {}


def blocks_of(name: str) -> Callable[[Blocks], Blocks]:
    """Return a decorator that registers the function that makes the blocks of a section.

    The function takes the plain values of the result and their path in the JSON of the report.
    """

    def add(function: Blocks) -> Blocks:
        if name in BLOCKS:
            raise ValueError(f"section {name!r} already has blocks")
        BLOCKS[name] = function
        return function

    return add


def report_sections(
    summary: Mapping[str, Any], figures: Mapping[str, Figure], *, details_only: bool
) -> list[Section]:
    """Return the sections that a report has, in their order.

    Those of plug-ins that are not installed are left out.

    Parameters
    ----------
    summary
        What ``--json`` prints.
    figures
        Figures by name.
    details_only
        Whether to return those that are shown with the details only, or those that always are.
    """
    blocks: dict[str, list[Block]] = {}
    titles: dict[str, str] = {}
    for entry, values in _present(summary, details_only=details_only):
        heading = entry.part or entry.name
        titles[heading] = PARTS[entry.part] if entry.part else entry.title
        blocks.setdefault(heading, []).extend(section_blocks(entry, values, entry.path, figures))
    detail: Detail = "details" if details_only else "always"
    return [Section(name, titles[name], tuple(blocks[name]), detail) for name in blocks]


def section_blocks(
    entry: ReportSection, values: Any, path: str, figures: Mapping[str, Figure]
) -> list[Block]:
    """Return the blocks and figures of a section.

    Parameters
    ----------
    entry
        The section.
    values
        Plain values of its result.
    path
        Path of the values in the JSON.
    figures
        Figures by name.
    """
    import_modules(__name__)
    make = entry.blocks or BLOCKS[entry.name]
    return [*make(values, path), *figures_named(figures, entry.figure or entry.name)]


def _present(
    summary: Mapping[str, Any], *, details_only: bool
) -> Iterator[tuple[ReportSection, Any]]:
    """Yield the sections that the report has, with their plain values."""
    for entry in SECTIONS.values():
        values: Any = summary
        for key in entry.path.split("/"):
            values = values.get(key) if values else None
        if values and entry.details_only is details_only:
            yield entry, values
