"""Options of `berry_mielke`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from accord.base.validation import POSITIVE
from accord.options.declaration import check_declared, like, option
from accord.options.inference import InferenceOptions, IntervalMethod, StandardError

__all__ = ["TESTS", "GeneralizedOptions", "GeneralizedTest"]

GeneralizedTest: TypeAlias = Literal["moments", "exact", "monte_carlo"]
TESTS: tuple[str, ...] = get_args(GeneralizedTest)


@dataclass(frozen=True, slots=True)
class GeneralizedOptions:
    """Options of Berry and Mielke's measure, its test and its interval."""

    power: float = option(
        1.0,
        "Exponent of the distance: 1 or 2.",
        doc="Exponent of the Euclidean distance: 1, or 2 for squared distances.",
        number=POSITIVE,
    )
    scaling: str | Sequence[float] | None = option(
        None,
        "Unit of each response: range, sd, or numbers (1,10).",
        doc="Unit of each response: its ``range``, its ``sd``, or a list of units.",
    )
    p_method: GeneralizedTest | None = like(
        InferenceOptions,
        "p_method",
        help="Permutation test; chosen by the data if not given.",
        doc="Permutation test: ``moments`` (Pearson type III with the exact mean, variance and "
        "skewness of δ), ``exact`` (every arrangement) or ``monte_carlo``. If not given: moments, "
        "but for fewer than 10 subjects the exact test where it is feasible, and Monte Carlo where "
        "ratings are missing.",
        choices=TESTS,
    )
    se: StandardError = like(InferenceOptions, "se")
    ci: IntervalMethod | None = like(InferenceOptions, "ci")
    confidence: float = like(InferenceOptions, "confidence")
    replicates: int | None = like(
        InferenceOptions,
        "replicates",
        None,
        help="Number of arrangements or resamples; at most 10,000 if not given.",
        doc="Number of Monte Carlo arrangements or bootstrap resamples; 10,000, or fewer "
        "arrangements where each takes long.",
    )
    seed: int | None = like(InferenceOptions, "seed")

    def __post_init__(self) -> None:
        check_declared(self)
