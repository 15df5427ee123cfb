"""``accord list``: the registries of coefficients, weights, scales, readers and metrics."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, TypeAlias

import typer

from accord.cli.app import app
from accord.errors import UnknownNameError

__all__ = ["list_"]

Listing: TypeAlias = tuple[tuple[str, ...], Sequence[tuple[str, ...]]]  # headings, rows


def _coefficients() -> Listing:
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


def _weights() -> Listing:
    from accord.statistics.weights import WEIGHTS

    return ("name", "weight of a pair of ratings a, b"), [
        (scheme.name, scheme.summary) for scheme in WEIGHTS.values()
    ]


def _scales() -> Listing:
    from accord.analysis.interpretation import SCALES

    return ("name", "bands, best first"), [
        (item.name, ", ".join(f"≥ {band.low:g} {band.label}" for band in item.bands))
        for item in SCALES.values()
    ]


def _readers() -> Listing:
    from accord.base.plugins import load_plugins
    from accord.io.readers import PLUGINS, READERS

    load_plugins(PLUGINS)
    return ("name", "format"), [(reader.name, reader.summary) for reader in READERS.values()]


def _metrics() -> Listing:
    from accord.statistics import MEASURES

    return ("name", "kind", "of", "summary"), [
        (m.name, m.kind, "marks" if m.marks else "scores", _summary(m.statistic.doc))
        for m in MEASURES.values()
    ]


def _sections() -> Listing:
    from accord.analysis.views import SECTIONS

    return ("name", "section of a report", "shown"), [
        (entry.name, entry.title, "with details" if entry.details_only else "always")
        for entry in SECTIONS.values()
    ]


def _spans() -> Listing:
    from accord.statistics import SPAN_STATISTICS

    entries = sorted(SPAN_STATISTICS.values(), key=lambda entry: entry.order)
    return ("name", "statistic of spans", "summary"), [
        (entry.name, entry.title, entry.summary) for entry in entries
    ]


REGISTRIES: dict[str, Callable[[], Listing]] = {
    "coefficients": _coefficients,
    "weights": _weights,
    "scales": _scales,
    "readers": _readers,
    "metrics": _metrics,
    "sections": _sections,
    "spans": _spans,
}


@app.command("list")
def list_(
    what: Annotated[str, typer.Argument(metavar="WHAT", help=f"One of: {', '.join(REGISTRIES)}.")],
) -> None:
    """List coefficients, weights, benchmark scales, readers, metrics, sections or spans."""
    from accord.present import listing_document, print_page

    if what not in REGISTRIES:
        raise UnknownNameError("list", what, REGISTRIES, option="what")
    columns, rows = REGISTRIES[what]()
    print_page([listing_document(what, columns, rows)], "always")


def _summary(text: str | None) -> str:
    """Return the first line of a docstring."""
    return (text or "").strip().splitlines()[0]
