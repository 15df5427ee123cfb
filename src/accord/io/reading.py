"""Options for reading, parsed into what each step needs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from accord.base.wording import split_names
from accord.data.scale import check_level, show_label
from accord.errors import OptionError
from accord.io.engines import MISSING, CellRules
from accord.io.layouts import LayoutOptions
from accord.options import ENGINES, ReadOptions

if TYPE_CHECKING:
    from accord.io.readers import Dialect

__all__ = ["ParsedOptions", "including"]


@dataclass(frozen=True, kw_only=True)
class ParsedOptions(ReadOptions):
    """Options for reading, parsed into layout options, rules for cells and a dialect."""

    @cached_property
    def layout_options(self) -> LayoutOptions:
        """Options about the layout and the columns."""
        groups, raters = None, None
        if isinstance(self.raters, Mapping):
            groups = {show_label(name): list(columns) for name, columns in self.raters.items()}
        else:
            raters = _as_list(self.raters)
        if raters is not None and len(set(map(str, raters))) < len(raters):
            raise OptionError(
                f"raters names a rater twice: {', '.join(map(str, raters))}.",
                option="raters",
                value=self.raters,
            )
        roles: dict[str, Any] = {"item": self.item, "by": self.by}
        joint = {
            role: tuple(names)
            for role, names in roles.items()
            if names is not None and not isinstance(names, (str, int))
        }
        return LayoutOptions(
            layout=self.layout,
            raters=raters,
            groups=groups,
            joint=joint,
            item=None if "item" in joint else roles["item"],
            rater=self.rater,
            score=self.score,
            count=self.count,
            cluster=self.cluster,
            by=None if "by" in joint else roles["by"],
            variables=_as_list(self.variables),
            coders=self.coders,
            include=tuple(map(str, _as_list(self.include) or ())),
            duplicates=self.duplicates,
            where=self.where,
            lengths=self.lengths,
        )

    @cached_property
    def cell_rules(self) -> CellRules:
        """Rules for the meaning of cells."""
        levels = tuple(_as_list(self.level) or ())
        for name in levels:
            check_level(name)
        categories = self.categories
        return CellRules(
            missing=_missing_values(self.missing),
            decimal=self.decimal or ".",
            categories=categories if isinstance(categories, Mapping) else _as_list(categories),
            level=levels[0] if len(levels) == 1 else None,
            levels=levels if len(levels) > 1 else (),
            recode=_new_labels(self.recode),
            sets=self._checked_sets,
        )

    @property
    def _checked_sets(self) -> str | bool | None:
        """Whether ratings are sets, or the separator of their labels."""
        if (self.sets is not None and not isinstance(self.sets, (str, bool))) or self.sets == "":
            raise OptionError(
                f"sets is {self.sets!r}; it must be True, or the separator of labels in a text, "
                "such as ';'.",
                option="sets",
                value=self.sets,
            )
        return self.sets

    @cached_property
    def dialect(self) -> Dialect:
        """Dialect of a text file, or sheet of a workbook."""
        from accord.io.readers import Dialect

        sheet = None if self.sheet is None else str(self.sheet)
        return Dialect(self.delimiter, self.header, self.decimal, self.encoding, sheet)

    @property
    def other_engine(self) -> str | None:
        """Engine that reads the file, if it is not the default one."""
        return None if self.engine == ENGINES[0] else self.engine

    @property
    def file_option(self) -> str | None:
        """Name of a stated option that applies to files only, if any."""
        stated = {
            "reader": self.reader,
            "question": self.question,
            "sheet": self.sheet,
            "engine": self.other_engine,
        }
        for name, value in stated.items():
            if value is not None:
                return name
        return None

    @property
    def describes_source(self) -> bool:
        """Whether any option says how the ratings are written, in a file or in a table."""
        written = (self.delimiter, self.header, self.decimal, self.encoding, self.file_option)
        return (
            any(value is not None for value in written)
            or self.transpose
            or self.cell_rules.missing != MISSING
            or isinstance(self.sets, str)
            or self.lengths is not None
        )


def including(options: Mapping[str, Any], raters: Iterable[str]) -> dict[str, Any]:
    """Return options of reading by which the named raters are not set apart in a wide table.

    >>> including({"by": "class", "include": "x"}, ["gold"])
    {'by': 'class', 'include': ['x', 'gold']}
    """
    return {**options, "include": [*(_as_list(options.get("include")) or ()), *raters]}


def _as_list(names: Any) -> list[Any] | None:
    """Return a list of names that are given as one name, as comma-separated text or as several."""
    if names is None:
        return None
    if isinstance(names, str):
        return split_names(names)
    if isinstance(names, (int, float, bool)):
        return [names]
    return list(names)


def _new_labels(recode: Any) -> dict[str, str]:
    """Return the new label of each label, given as a mapping or as text ``old=new,old=new``.

    >>> _new_labels("dont know=NA, Yes=yes"), _new_labels({9: None})
    ({'dont know': 'NA', 'Yes': 'yes'}, {'9': ''})
    """
    if recode is None:
        return {}
    if isinstance(recode, Mapping):
        return {show_label(a): "" if b is None else show_label(b) for a, b in recode.items()}
    labels = {}
    for part in split_names(recode):
        old, equals, new = part.partition("=")
        if not equals or not old.strip():
            raise OptionError(
                f"recode is {recode!r}, and {part!r} is not of the form old=new.",
                option="recode",
                value=recode,
                remedy='Write "dont know=NA,Yes=yes", or a mapping in Python.',
            )
        labels[old.strip()] = new.strip()
    return labels


def _missing_values(missing: Any) -> tuple[Any, ...]:
    """Return the values that mean "no rating"."""
    if missing is None:
        return MISSING
    if isinstance(missing, str):
        return tuple(part.strip() for part in missing.split(","))  # a blank part counts
    if isinstance(missing, Iterable):
        return tuple(missing)
    return (missing,)
