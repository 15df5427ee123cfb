"""Options of the command ``accord report``."""

from __future__ import annotations

from dataclasses import dataclass

from accord.base.validation import CONFIDENCE, POSITIVE
from accord.options.components import ComponentOptions, Estimator
from accord.options.declaration import check_declared, like, option

__all__ = ["OF_COEFFICIENTS", "ReportOptions"]

OF_COEFFICIENTS = ("pseudo_count", "delta", "share")  # options of single coefficients

COEFFICIENTS = "accord.statistics:COEFFICIENTS"


@dataclass(frozen=True, slots=True)
class ReportOptions:
    """What is reported, and how much of it."""

    coefficients: str | None = option(
        None,
        "Names (accord list coefficients); all that suit if not given.",
        choices=COEFFICIENTS,
    )
    headline: str | None = option(
        None,
        "Coefficient of the first sentence; by the kind of data if not given.",
        choices=COEFFICIENTS,
    )
    scale: str | None = option(
        None,
        "Benchmark scale (accord list scales); Landis-Koch, or Koo-Li for measurements, if not "
        "given.",
        choices="accord.analysis.interpretation:SCALES",
    )
    pseudo_count: float = option(0.0, "Pseudo-subjects for Aickin's alpha, spread over all cells.")
    delta: float | None = option(
        None,
        "Largest acceptable difference, for the coverage probability.",
        number=POSITIVE,
    )
    share: float = option(
        0.9, "Share of the differences, for the total deviation index.", number=CONFIDENCE
    )
    estimator: Estimator = like(
        ComponentOptions,
        "estimator",
        help="Variance components in the tables of intraclass correlations and of repeated "
        "ratings: moments, or reml (restricted maximum likelihood).",
    )
    details: bool = option(
        False,
        "Also each category, each pair of raters, each rater left out, worst subjects.",
    )

    def __post_init__(self) -> None:
        check_declared(self)
