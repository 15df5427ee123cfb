"""Options for reading ratings: declared once, for the library, the command line and the page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any, TypeAlias, TypeGuard

from accord.backends import MISSING, Rules
from accord.errors import OptionError, UnknownNameError, UnknownOptionError
from accord.layouts import Request
from accord.readers import Dialect
from accord.scale import Level, check_level, show_label

__all__ = ["Names", "ReadOptions"]

ENGINES = ("polars", "spark")
COLUMNS = ("layout", "item", "rater", "score", "count", "cluster", "by")
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
    level: Level | str | Sequence[str] | None = field(
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
    def of(cls, options: Mapping[str, Any]) -> ReadOptions:
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
            raise UnknownNameError("engine", self.engine, ENGINES)
        if self.master is not None and self.engine != "spark":
            raise OptionError(
                "master is the address of a cluster; say engine spark as well.", option="master"
            )

    @cached_property
    def request(self) -> Request:
        """Layout and columns."""
        groups, chosen = None, None
        if _is_map(self.raters):
            groups = {show_label(name): list(own) for name, own in self.raters.items()}
        else:
            chosen = _listed(self.raters)
        if chosen is not None and len(set(map(str, chosen))) < len(chosen):
            raise OptionError(
                f"a rater is named twice: {', '.join(map(str, chosen))}.", option="raters"
            )
        columns = {name: getattr(self, name) for name in COLUMNS}
        return Request(raters=chosen, groups=groups, **columns)

    @cached_property
    def rules(self) -> Rules:
        """How cells are understood."""
        levels = _levels(self.level)
        listed = self.categories if _is_map(self.categories) else _listed(self.categories)
        return Rules(
            missing=_missing(self.missing),
            decimal=self.decimal or ".",
            categories=listed,
            level=levels[0] if len(levels) == 1 else None,
            levels=levels if len(levels) > 1 else (),
        )

    @cached_property
    def dialect(self) -> Dialect:
        """How a text file is written, and which sheet of a workbook is read."""
        page = None if self.sheet is None else str(self.sheet)
        return Dialect(self.delimiter, self.header, self.decimal, self.encoding, page)

    @property
    def other_engine(self) -> str | None:
        """Engine that reads the file, if it is not the usual one."""
        return None if self.engine == ENGINES[0] else self.engine

    @property
    def of_no_file(self) -> bool:
        """Whether nothing is stated that only a file can have."""
        stated = (self.reader, self.question, self.sheet, self.other_engine)
        return all(option is None for option in stated)

    @property
    def plain(self) -> bool:
        """Whether nothing is stated about how cells are written."""
        return self.of_no_file and self.dialect == Dialect() and not self.transpose


def _is_map(value: Any) -> TypeGuard[Mapping[Any, Any]]:
    return isinstance(value, Mapping)


def _listed(names: Any) -> list[Any] | None:
    """List of names, given as one or as comma-separated text."""
    if names is None:
        return None
    if isinstance(names, str):
        return [name.strip() for name in names.split(",") if name.strip()]
    if isinstance(names, (int, float, bool)):
        return [names]
    return list(names)


def _levels(level: Any) -> tuple[Level, ...]:
    """Levels of measurement: none stated, one, or one for each response."""
    levels = _listed(level) or []
    for name in levels:
        check_level(name)
    return tuple(levels)


def _missing(missing: Any) -> tuple[Any, ...]:
    if missing is None:
        return MISSING
    if isinstance(missing, str):
        return tuple(part.strip() for part in missing.split(","))
    if isinstance(missing, Iterable):
        return tuple(missing)
    return (missing,)
