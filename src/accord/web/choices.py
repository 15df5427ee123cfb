"""The registries of the library as plain values: coefficients, weights, scales, readers."""

from __future__ import annotations

from functools import cache
from typing import Any

__all__ = ["list_choices", "list_coefficients"]


@cache
def list_coefficients() -> list[dict[str, Any]]:
    """List the registered coefficients, and the statistics of spans."""
    from accord.statistics import COEFFICIENTS, SPAN_STATISTICS
    from accord.statistics.references import cite

    return [
        {
            "name": entry.name,
            "title": entry.title,
            "symbol": entry.symbol,
            "summary": entry.summary,
            "doc": entry.doc,
            "missing": entry.missing,
            "use": entry.use,
            "raters": entry.raters,
            "weighted": entry.weighted,
            "spans": entry.spans,
            "references": list(cite(*entry.references)),
        }
        for entry in (*COEFFICIENTS.values(), *SPAN_STATISTICS.values())
    ]


@cache
def list_choices() -> dict[str, Any]:
    """List weights, benchmark scales, levels, layouts and readers."""
    from accord.analysis.interpretation import SCALES
    from accord.base.plugins import load_plugins
    from accord.data.scale import LEVELS
    from accord.io.layouts import LAYOUTS
    from accord.io.readers import PLUGINS, READERS
    from accord.statistics.weights import WEIGHTS

    load_plugins(PLUGINS)
    return {
        "weights": [{"name": s.name, "summary": s.summary} for s in WEIGHTS.values()],
        "scales": [
            {
                "name": scale.name,
                "title": scale.title,
                "bands": [{"low": band.low, "label": band.label} for band in scale.bands],
            }
            for scale in SCALES.values()
        ],
        "levels": list(LEVELS),
        "layouts": list(LAYOUTS),
        "readers": [{"name": r.name, "summary": r.summary} for r in READERS.values()],
    }
