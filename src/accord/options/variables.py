"""Options of single variables of a study, and of a table of several."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from accord.options.declaration import check_declared, option

__all__ = ["TableOptions", "VariableOptions"]

LEVELS = "accord.data.scale:LEVELS"
GROUP = "Several variables"


@dataclass(frozen=True, slots=True)
class VariableOptions:
    """What is stated of one variable: the columns of a codebook."""

    level: str | None = option(
        None,
        "Level of measurement: nominal, ordinal, interval or ratio; guessed if not given.",
        choices=LEVELS,
    )
    order: str | Sequence[Any] | Mapping[Any, float] | None = option(
        None,
        "The categories in their order.",
        doc="The categories in their order, or a mapping of category to value.",
    )
    weights: Any = option(
        None,
        "Agreement weights; by the level if not given.",
        choices="accord.statistics.weights:SCHEMES",
    )
    label: str | None = option(None, "Name in tables and figures; that of the variable otherwise.")

    def __post_init__(self) -> None:
        check_declared(self)


@dataclass(frozen=True, slots=True)
class TableOptions:
    """What is stated of single variables of a study, beside a codebook."""

    levels: str | Mapping[str, str] | None = option(
        None,
        "Level of measurement of single variables: tone=ordinal,length=ratio.",
        doc="Level of measurement of single variables, by name.",
        group=GROUP,
    )

    def __post_init__(self) -> None:
        check_declared(self)
