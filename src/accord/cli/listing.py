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


@app.command("list")
def list_(
    what: Annotated[
        Registry,
        typer.Argument(
            metavar="REGISTRY", help="coefficients, weights, scales, readers or metrics."
        ),
    ],
) -> None:
    """List coefficients, weights, benchmark scales, readers, or metrics for systems."""
    from accord.present import listing_document, print_page

    columns, rows = _listing(what)
    print_page([listing_document(what.value, columns, rows)], "always")


def _listing(what: Registry) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    if what is Registry.coefficients:
        from accord.statistics import COEFFICIENTS, load_others

        load_others()
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
        from accord.statistics.weights import SCHEMES

        return ("name", "weight of a pair of ratings a, b"), [
            (scheme.name, scheme.summary) for scheme in SCHEMES.values()
        ]
    if what is Registry.readers:
        from accord.io.readers import READERS
        from accord.io.readers import load_others as load_other_readers

        load_other_readers()
        return ("name", "format"), [(r.name, r.summary) for r in READERS.values()]
    if what is Registry.metrics:
        from accord.analysis.evaluation import MEASURES

        return ("name", "kind", "of", "summary"), [
            (m.name, m.kind, "marks" if m.marks else "scores", _summary(m.statistic.doc))
            for m in MEASURES.values()
        ]
    from accord.analysis.interpretation import SCALES

    return ("name", "bands, best first"), [
        (item.name, ", ".join(f"≥ {band.low:g} {band.label}" for band in item.bands))
        for item in SCALES.values()
    ]


def _summary(text: str | None) -> str:
    """Return the first line of a docstring."""
    return (text or "").strip().splitlines()[0]
