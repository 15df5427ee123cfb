"""Options of `check`: the thresholds that agreement must reach."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from accord.base.validation import Number
from accord.options.declaration import check_declared, option
from accord.options.presets import HEADLINE, MEASURED_COEFFICIENT

__all__ = ["CheckOptions"]


@dataclass(frozen=True, slots=True)
class CheckOptions:
    """Thresholds of coefficients, and how much worse than before a coefficient may be."""

    min: str | Mapping[str, Any] | None = option(
        None,
        f"Least value of coefficients: {MEASURED_COEFFICIENT}=.8,{HEADLINE}=.7; of one variable: "
        f"tone.{HEADLINE}=.6.",
        doc="Least value of coefficients, by name; of a single variable by ``variable.name``, or "
        "in a mapping by variable.",
    )
    min_lower: str | Mapping[str, Any] | None = option(
        None,
        f"Least lower confidence limit of coefficients: {HEADLINE}=.6.",
        doc="Least lower confidence limit of coefficients, in the same form.",
    )
    margin: float = option(
        0.0,
        "With --no-worse-than: how much lower than before a value may be.",
        doc="How much lower than before a value may be.",
        number=Number(least=0, example=".02"),
    )

    def __post_init__(self) -> None:
        check_declared(self)
