"""Options of the statistics of spans."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from accord.base.validation import Number
from accord.options.declaration import check_declared, like, option
from accord.options.inference import InferenceOptions

__all__ = ["SpanInterval", "SpanOptions"]

SpanInterval: TypeAlias = Literal["dirichlet", "t", "percentile"]


@dataclass(frozen=True, slots=True)
class SpanOptions:
    """Options of a statistic of spans. Documents are resampled, and raters are fixed."""

    label: str | None = option(
        None,
        "Only spans with this label.",
        doc="Only spans with this label; all labels if not given.",
    )
    ci: SpanInterval | None = option(
        None,
        "Confidence interval: dirichlet, t or percentile.",
        doc="Confidence interval over documents. ``dirichlet`` (Bayesian bootstrap with "
        "pseudo-documents) also holds its level with few documents and near perfect agreement; "
        "``t`` is by the t distribution on a transformed scale, with a standard error by the "
        "jackknife; ``percentile`` by the bootstrap. If not given: dirichlet; t for more than "
        "200 documents.",
        choices=get_args(SpanInterval),
    )
    confidence: float = like(InferenceOptions, "confidence")
    replicates: int = like(
        InferenceOptions,
        "replicates",
        2_000,
        help="Number of bootstrap resamples of documents.",
        doc="Number of bootstrap resamples of documents.",
        number=Number(least=100, whole=True),
    )
    seed: int | None = like(InferenceOptions, "seed")

    def __post_init__(self) -> None:
        check_declared(self)
