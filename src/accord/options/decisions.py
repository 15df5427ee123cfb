"""Options of decision studies."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from accord.base.validation import CONFIDENCE
from accord.options.declaration import check_declared, like, option
from accord.options.inference import InferenceOptions

__all__ = ["DecisionKind", "DecisionOptions", "Facet"]

DecisionKind: TypeAlias = Literal["absolute", "relative"]
Facet: TypeAlias = Literal["r", "o"]
GROUP = "Decision study"


@dataclass(frozen=True, slots=True)
class DecisionOptions:
    """What a decision study is to decide: the goal, and the designs to consider."""

    reliability: float | None = option(
        None,
        "Reliability that the mean of the raters is to reach: .9.",
        number=CONFIDENCE,
        group=GROUP,
    )
    decisions: DecisionKind = option(
        "absolute",
        "Use of the means: absolute (passing a mark) or relative (ranking).",
        doc="Use of the means: ``absolute`` decisions, such as passing a mark, for which "
        "differences between raters are error; or ``relative`` ones, such as rankings.",
        choices=get_args(DecisionKind),
        group=GROUP,
    )
    panels: int | Iterable[int] | None = option(
        None,
        "Numbers of raters to consider: 1,2,5,10.",
        doc="Numbers of raters to consider; some usual ones if not given.",
        group=GROUP,
    )
    occasions: int | Iterable[int] | None = option(
        None,
        "Numbers of occasions to consider: 1,2,3.",
        doc="Numbers of occasions to consider, of a study with two facets.",
        group=GROUP,
    )
    fixed: Facet | None = option(
        None,
        "Facet that is fixed: r (raters) or o (occasions).",
        doc="Facet that is fixed, ``r`` or ``o``: its interaction with persons is part of what is "
        "measured.",
        choices=get_args(Facet),
        group=GROUP,
    )
    confidence: float = like(InferenceOptions, "confidence")

    def __post_init__(self) -> None:
        check_declared(self)
