"""Options of `evaluate` and `sweep`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, get_args

from accord.base.validation import SHARE
from accord.options.accuracy import AccuracyOptions
from accord.options.declaration import check_declared, like, option
from accord.options.inference import InferenceOptions

__all__ = ["EvaluateOptions", "EvaluationInterval"]

EvaluationInterval: TypeAlias = Literal["dirichlet", "t"]
RANGE = "Lowest and highest possible score: 0,60."


@dataclass(frozen=True, slots=True)
class EvaluateOptions:
    """Options of an evaluation."""

    combine: str = option(
        "mean",
        "Combination of several people: mean or mode; words always by mode.",
        choices="accord.analysis.evaluation.scores:COMBINE",
    )
    range: tuple[float, float] | str | None = option(None, RANGE)
    headline: str | None = option(
        None,
        "Metric that ranks the systems (accord list metrics).",
        choices="accord.statistics:MEASURES",
    )
    positive: Any = option(
        None, "Positive category of judges' verdicts; the one that means yes if not given."
    )
    threshold: float | None = like(
        AccuracyOptions,
        "threshold",
        help="Smallest score that counts as positive, for sensitivity and specificity.",
        doc="Smallest score that counts as positive, for sensitivity and specificity against a "
        "gold standard of two categories.",
    )
    prevalence: float | None = like(AccuracyOptions, "prevalence")
    epsilon: float = option(
        0.1,
        "Alternative annotator test: how much less often than a person the system may win.",
        number=SHARE,
    )
    ci: EvaluationInterval | None = like(
        InferenceOptions,
        "ci",
        help="Intervals and tests of coefficients of agreement; as in accord report if not given.",
        choices=get_args(EvaluationInterval),
    )
    confidence: float = like(InferenceOptions, "confidence")
    seed: int | None = like(InferenceOptions, "seed")

    def __post_init__(self) -> None:
        check_declared(self)
