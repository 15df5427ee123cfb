"""What there is to choose from, as plain values: the library's registers, none of its own."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

__all__ = ["choices", "coefficients", "names_for"]


@cache
def coefficients() -> list[dict[str, Any]]:
    """The register of coefficients."""
    from accord.coefficients import COEFFICIENTS, load_others
    from accord.references import cite

    load_others()
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
            "references": list(cite(*entry.references)),
        }
        for entry in COEFFICIENTS.values()
    ]


@cache
def choices() -> dict[str, Any]:
    """Weights, scales, levels, layouts and readers."""
    from accord.interpret import SCALES
    from accord.layouts import LAYOUTS
    from accord.readers import READERS, load_others
    from accord.scale import LEVELS
    from accord.weights import SCHEMES

    load_others()
    return {
        "weights": [{"name": s.name, "summary": s.summary} for s in SCHEMES.values()],
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


def names_for(command: str, option: str) -> tuple[str, ...] | None:
    """Values that an option of a command is known to take; None where it takes any."""
    found = REGISTERS.get(f"{command} {option}", REGISTERS.get(option))
    if found is None:
        return None
    module, register = found
    return tuple(str(name) for name in getattr(import_module(module), register))


REGISTERS = {
    "weights": ("accord.weights", "SCHEMES"),
    "scale": ("accord.interpret", "SCALES"),
    "reader": ("accord.readers", "READERS"),
    "level": ("accord.scale", "LEVELS"),
    "layout": ("accord.layouts", "LAYOUTS"),
    "coefficients": ("accord.coefficients", "COEFFICIENTS"),
    "coefficient": ("accord.coefficients", "COEFFICIENTS"),
    "se": ("accord.settings", "STANDARD_ERRORS"),
    "ci": ("accord.inference", "INTERVALS"),
    "alternative": ("accord.inference", "ALTERNATIVES"),
    "p": ("accord.settings", "P_METHODS"),
    "method": ("accord.comparison", "METHODS"),
    "report headline": ("accord.coefficients", "COEFFICIENTS"),
    "evaluate headline": ("accord.evaluation", "MEASURES"),
    "role": ("accord.patterns", "ROLES"),
}
