"""What the caller says about the ratings: their layout, their cells, the dialect of the file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeGuard

from accord.backends import MISSING, Rules
from accord.errors import OptionError, UnknownNameError
from accord.layouts import Request
from accord.readers import Dialect
from accord.scale import Level, check_level, show_label

__all__ = ["Names", "Wishes"]

ENGINES = ("polars", "spark")
Names: TypeAlias = "str | Sequence[str | int] | None"


@dataclass(frozen=True, slots=True)
class Wishes:
    """The keywords of `load`, understood."""

    request: Request
    rules: Rules
    dialect: Dialect
    reader: str | None = None
    question: str | None = None
    transpose: bool = False
    role: str | None = None
    engine: str | None = None
    master: str | None = None

    @classmethod
    def of(
        cls,
        *,
        raters: Names | Mapping[str, Sequence[str | int]] = None,
        categories: Names | Mapping[Any, float] = None,
        level: Any = None,
        missing: Any = None,
        transpose: bool = False,
        delimiter: str | None = None,
        header: bool | None = None,
        decimal: str | None = None,
        encoding: str | None = None,
        reader: str | None = None,
        sheet: str | int | None = None,
        question: str | None = None,
        role: str | None = None,
        engine: str | None = None,
        master: str | None = None,
        **columns: Any,
    ) -> Wishes:
        """Understand the keywords of `load`; those of columns go to the layout as they are."""
        if decimal not in (None, ".", ","):
            raise OptionError(f"the decimal mark is {decimal!r}; it can be '.' or ','.")
        if engine not in (None, *ENGINES):
            raise UnknownNameError("engine", engine, ENGINES)
        if master is not None and engine != "spark":
            raise OptionError("master is the address of a cluster; say engine spark as well.")
        levels = _levels(level)
        groups = (
            {show_label(k): list(own) for k, own in raters.items()} if _is_map(raters) else None
        )
        chosen = None if groups is not None else _listed(raters)
        if chosen is not None and len(set(map(str, chosen))) < len(chosen):
            raise OptionError(f"a rater is named twice: {', '.join(map(str, chosen))}.")
        rules = Rules(
            missing=_missing(missing),
            decimal=decimal or ".",
            categories=categories if isinstance(categories, Mapping) else _listed(categories),
            level=levels[0] if len(levels) == 1 else None,
            levels=levels if len(levels) > 1 else (),
        )
        page = None if sheet is None else str(sheet)
        dialect = Dialect(delimiter, header, decimal, encoding, page)
        request = Request(raters=chosen, groups=groups, **columns)
        other = None if engine == ENGINES[0] else engine
        return cls(request, rules, dialect, reader, question, transpose, role, other, master)

    @property
    def of_no_file(self) -> bool:
        """Whether nothing was said that only a file can have."""
        told = (self.reader, self.question, self.dialect.sheet, self.engine)
        return all(word is None for word in told)

    @property
    def plain(self) -> bool:
        """Whether nothing was said about how cells are written."""
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
