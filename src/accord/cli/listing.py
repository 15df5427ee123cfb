"""``accord list``: the registries of coefficients, weights, scales, readers and metrics."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from accord.cli.app import app

__all__ = ["list_"]


class Registry(StrEnum):
    """A registry."""

    coefficients = "coefficients"
    weights = "weights"
    scales = "scales"
    readers = "readers"
    metrics = "metrics"
    sections = "sections"
    spans = "spans"


@app.command("list")
def list_(
    what: Annotated[
        Registry,
        typer.Argument(metavar="|".join(Registry), help="Registry to list."),
    ],
) -> None:
    """List coefficients, weights, benchmark scales, readers, metrics, sections or spans."""
    from accord.present import listing_document, print_page

    columns, rows = _listing(what)
    print_page([listing_document(what.value, columns, rows)], "always")


def _listing(what: Registry) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    if what is Registry.coefficients:
        from accord.statistics import COEFFICIENTS

        return ("name", "raters", "weights", "summary"), [
            (
                entry.name,
                "2" if entry.raters == 2 else "2 or more",
                "any" if entry.weighted else "identity",
                entry.summary,
            )
            for entry in COEFFICIENTS.values()
        ]
    if what is Registry.weights:
        from accord.statistics.weights import WEIGHTS

        return ("name", "weight of a pair of ratings a, b"), [
            (scheme.name, scheme.summary) for scheme in WEIGHTS.values()
        ]
    if what is Registry.readers:
        from accord.base.plugins import load_plugins
        from accord.io.readers import PLUGINS, READERS

        load_plugins(PLUGINS)
        return ("name", "format"), [(r.name, r.summary) for r in READERS.values()]
    if what is Registry.metrics:
        from accord.statistics import MEASURES

        return ("name", "kind", "of", "summary"), [
            (m.name, m.kind, "marks" if m.marks else "scores", _summary(m.statistic.doc))
            for m in MEASURES.values()
        ]
    if what is Registry.spans:
        from accord.statistics import SPAN_STATISTICS

        entries = SPAN_STATISTICS.values()
        return ("name", "statistic of spans", "summary"), [
            (entry.name, entry.title, entry.summary) for entry in entries
        ]
    if what is Registry.sections:
        from accord.analysis.views import SECTIONS

        return ("name", "section of a report", "shown"), [
            (entry.name, entry.title, "with details" if entry.details_only else "always")
            for entry in SECTIONS.values()
        ]
    from accord.analysis.interpretation import SCALES

    return ("name", "bands, best first"), [
        (item.name, ", ".join(f"≥ {band.low:g} {band.label}" for band in item.bands))
        for item in SCALES.values()
    ]


def _summary(text: str | None) -> str:
    """Return the first line of a docstring."""
    return (text or "").strip().splitlines()[0]
