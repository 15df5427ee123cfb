"""Registry of additional report sections: a view of the ratings and its blocks in the document.

A section has two functions. One computes a frozen result from the ratings; the other makes the
blocks of the document from the plain values of that result. Other packages list a module that
registers their sections in the entry-point group ``accord.sections``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, TypeAlias

from accord.base.plain import plain_dict
from accord.base.plugins import Registered
from accord.data.patterns import Patterns
from accord.options import InferenceOptions

__all__ = ["SECTIONS", "ReportSection", "section", "sections_of"]

View: TypeAlias = Callable[[Patterns, InferenceOptions], Any]
Blocks: TypeAlias = Callable[[Mapping[str, Any], str], Sequence[Any]]


@dataclass(frozen=True, slots=True)
class ReportSection:
    """A registered section of the report.

    Parameters
    ----------
    name
        Key in the JSON result.
    title
        Heading.
    view
        (ratings, options of inference) → frozen dataclass, or None if the section does not suit
        the ratings.
    blocks
        (plain values of the result, their path in the JSON result) → blocks of the document.
    order
        Place among the registered sections; smaller numbers come first.
    """

    name: str
    title: str
    view: View
    blocks: Blocks
    order: int = 1_000


DECLARED: dict[str, ReportSection] = {}
SECTIONS = Registered(DECLARED, "accord.sections")


def section(
    name: str, title: str, *, blocks: Blocks, order: int = 1_000
) -> Callable[[View], ReportSection]:
    """Return a decorator that registers a view of the ratings as a section of the report."""

    def add(view: View) -> ReportSection:
        if name in DECLARED:
            raise ValueError(f"section {name!r} is already registered")
        DECLARED[name] = ReportSection(name, title, view, blocks, order)
        return DECLARED[name]

    return add


def sections_of(patterns: Patterns, settings: InferenceOptions) -> dict[str, dict[str, Any]]:
    """Return the plain values of the sections that suit the ratings, by name."""
    results = {entry.name: entry.view(patterns, settings) for entry in SECTIONS.values()}
    return {
        name: plain_dict(asdict(result)) for name, result in results.items() if result is not None
    }
