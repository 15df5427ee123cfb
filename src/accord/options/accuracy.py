"""Options of diagnostic accuracy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from accord.base.validation import ANY_NUMBER, SHARE
from accord.options.declaration import check_declared, like, option
from accord.options.inference import InferenceOptions

__all__ = ["AccuracyOptions"]


@dataclass(frozen=True, slots=True)
class AccuracyOptions:
    """What counts as positive, and the prevalence of predictive values."""

    positive: Any = option(
        None,
        "Positive category of the reference; the one that means yes if not given.",
        doc="Positive category of the reference. If not given, it is the one with a usual name, "
        "such as ``yes`` or ``positive``, otherwise the last.",
    )
    threshold: float | None = option(
        None,
        "Smallest value that counts as positive, for tests of more than two values.",
        number=ANY_NUMBER,
    )
    prevalence: float | None = option(
        None, "Prevalence for the predictive values; that in the data if not given.", number=SHARE
    )
    confidence: float = like(InferenceOptions, "confidence")

    def __post_init__(self) -> None:
        check_declared(self)
