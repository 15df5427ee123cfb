"""Options of variance components."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from accord.options.declaration import check_declared, option

__all__ = ["ComponentOptions", "Estimator"]

Estimator: TypeAlias = Literal["moments", "reml"]


@dataclass(frozen=True, slots=True)
class ComponentOptions:
    """How variance components are estimated."""

    estimator: Estimator = option(
        "moments",
        "Variance components: moments, or reml (restricted maximum likelihood).",
        doc="Estimator of variance components. ``moments``: the method of moments, which is "
        "unbiased. ``reml``: restricted maximum likelihood, as lme4, SPSS and Stata fit it; the "
        "ratings are normal, no component is negative, and raters are a sample from a population.",
        choices=get_args(Estimator),
    )

    def __post_init__(self) -> None:
        check_declared(self)
