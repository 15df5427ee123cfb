"""What the options for reading stand for: layout, columns, rules for cells, dialect of a file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeGuard

from accord.data.scale import Level, check_level, show_label
from accord.errors import OptionError
from accord.io.engines import MISSING, Rules
from accord.io.layouts import Request
from accord.io.readers import Dialect
from accord.options import ENGINES, ReadOptions

__all__ = ["Reading"]

COLUMNS = ("layout", "item", "rater", "score", "count", "cluster", "by")


@dataclass(frozen=True, kw_only=True)
class Reading(ReadOptions):
    """Options for reading, understood."""

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
    def file_option(self) -> str | None:
        """Return the name of an option that is stated and applies to files only, if any."""
        stated = {
            "reader": self.reader,
            "question": self.question,
            "sheet": self.sheet,
            "engine": self.other_engine,
        }
        return next((name for name, value in stated.items() if value is not None), None)

    @property
    def plain(self) -> bool:
        """Whether nothing is stated about how cells are written."""
        return self.file_option is None and self.dialect == Dialect() and not self.transpose


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
