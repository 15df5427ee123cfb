"""Options for reading ratings: declared once, for the library, the command line and the page.

This module is light, because the command line reads the options at start-up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Self, TypeAlias

from accord.errors import OptionError, UnknownNameError, UnknownOptionError

__all__ = ["ENGINES", "Names", "ReadOptions"]

ENGINES = ("polars", "spark")
Names: TypeAlias = "str | Sequence[str | int] | None"
Column: TypeAlias = "str | int | None"


@dataclass(frozen=True, kw_only=True)
class ReadOptions:
    """What the caller states about the ratings; `load` explains each.

    The order of the fields is the order of presentation.
    """

    layout: str | None = field(
        default=None, metadata={"help": "wide, long, counts or contingency; guessed if not given."}
    )
    raters: Names | Mapping[str, Sequence[str | int]] = field(
        default=None, metadata={"help": "Rater columns by name or number from 1: ann,bo or 2,3."}
    )
    item: Column = field(default=None, metadata={"help": "Column of the subjects."})
    rater: Column = field(default=None, metadata={"help": "Column of the raters (long)."})
    score: str | int | Sequence[str | int] | None = field(
        default=None,
        metadata={
            "help": "Column of the ratings (long); several, clarity,grammar, for several responses."
        },
    )
    categories: Names | Mapping[Any, float] = field(
        default=None, metadata={"help": "The categories in order: low,mid,high or low=1,mid=2."}
    )
    level: str | Sequence[str] | None = field(
        default=None,
        metadata={"help": "nominal, ordinal, interval or ratio; near misses count above nominal."},
    )
    by: Column = field(default=None, metadata={"help": "Column of subgroups."})
    cluster: Column = field(default=None, metadata={"help": "Column of clusters of subjects."})
    count: Column = field(
        default=None, metadata={"help": "Column that says how many subjects a row stands for."}
    )
    missing: Any = field(
        default=None,
        metadata={
            "help": 'Values that mean "no rating" instead of NA, NaN, null, . and #: "NA,-9".'
        },
    )
    transpose: bool = field(default=False, metadata={"help": "Raters are in rows."})
    delimiter: str | None = field(
        default=None, metadata={"help": "Field delimiter; detected if not given."}
    )
    header: bool | None = field(
        default=None, metadata={"help": "Whether the first row names columns."}
    )
    decimal: str | None = field(default=None, metadata={"help": "Decimal mark: . or ,"})
    encoding: str | None = field(default=None, metadata={"help": "Text encoding; detected."})
    reader: str | None = field(
        default=None,
        metadata={"help": "Reader of the file (accord list readers); recognised if not given."},
    )
    sheet: str | int | None = field(
        default=None, metadata={"help": "Sheet of a workbook, by name or number from 1."}
    )
    question: str | None = field(
        default=None, metadata={"help": "Which question's answers, of several."}
    )
    role: str | None = field(
        default=None,
        metadata={"help": "Only raters that are human, machine or gold, of files that say so."},
    )
    engine: str | None = field(
        default=None, metadata={"help": "polars or spark; Spark reads Parquet, CSV and JSON lines."}
    )
    master: str | None = field(
        default=None,
        metadata={"help": "Address of the Spark cluster, spark://host:7077; else this machine."},
    )

    @classmethod
    def of(cls, options: Mapping[str, Any]) -> Self:
        """Make options of keywords; an unknown one is refused with a suggestion."""
        names = cls.names()
        for name in options:
            if name not in names:
                raise UnknownOptionError(name, names)
        return cls(**options)

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """Names of the options."""
        return tuple(each.name for each in fields(cls))

    def __post_init__(self) -> None:
        if self.decimal not in (None, ".", ","):
            raise OptionError(
                f"the decimal mark is {self.decimal!r}; it can be '.' or ','.", option="decimal"
            )
        if self.engine not in (None, *ENGINES):
            raise UnknownNameError("engine", self.engine, ENGINES, option="engine")
        if self.master is not None and self.engine != "spark":
            raise OptionError(
                "master is the address of a cluster; say engine spark as well.", option="master"
            )
