"""The variables of a study: their ratings, and what is stated of each."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any

from accord.base.wording import joined, split_names
from accord.data.patterns import Patterns
from accord.errors import AccordError, OptionError, UnknownNameError
from accord.io import load, load_variables
from accord.io.codebook import order_of, read_codebook
from accord.options import Progress, VariableOptions
from accord.statistics.weights import WeightsLike

__all__ = ["Codebook", "StudyVariable", "read_tables", "stated_of", "study_variables"]


@dataclass(frozen=True, slots=True)
class StudyVariable:
    """A variable of a study.

    Parameters
    ----------
    name, label
        Name in the data, and name in tables.
    patterns
        The ratings.
    weights
        Agreement weights, if they are stated.
    """

    name: str
    label: str
    patterns: Patterns
    weights: WeightsLike | None = None


@dataclass(frozen=True, slots=True)
class Codebook:
    """What is stated of variables.

    Parameters
    ----------
    stated
        Options of each variable, by name.
    source
        Name of the option or of the file that states them.
    chosen
        Names of the variables to report; all of the data if None.
    complete
        Whether only the variables of ``stated`` are reported.
    strict
        Whether all of ``stated`` must be in the data.
    """

    stated: Mapping[str, VariableOptions] = field(default_factory=dict)
    source: str = "the codebook"
    chosen: Sequence[str] | None = None
    complete: bool = False
    strict: bool = False

    def select(self, known: Sequence[str]) -> tuple[list[str], list[str]]:
        """Return the variables to report, of those in the data, and notes on others."""
        notes = []
        names = list(known)
        if self.strict and self.chosen is None:
            for name in self.stated:
                if name not in known:
                    raise UnknownNameError("variable", name, known, option="variables")
        if self.chosen is not None:
            names = list(self.chosen)
            for name in names:
                if name not in known:
                    raise UnknownNameError("variable", name, known, option="variables")
            if self.strict:  # both are stated in one file, and a section may be deleted
                names = [name for name in names if name in self.stated]
                absent = [name for name in self.chosen if name not in names]
                if absent:
                    notes.append(
                        f"left out, because {self.source} has no section for it: {_few(absent)}."
                    )
                if not names:
                    chosen = self.chosen[0]
                    raise UnknownNameError("variable", chosen, self.stated, option="variables")
        elif self.complete:
            names = [name for name in self.stated if name in known]
            absent = [name for name in self.stated if name not in known]
            others = [name for name in known if name not in self.stated]
            if not names:
                raise UnknownNameError("variable", absent[0], known, option="variables")
            if absent:
                notes.append(
                    f"{self.source} lists variables that are not in the data: {_few(absent)}."
                )
            if others:
                notes.append(
                    f"variables that {self.source} does not list are left out: {_few(others)}."
                )
        return names, notes


def stated_of(
    variables: str | Sequence[str] | None,
    levels: str | Mapping[str, str] | None,
    weights: Any,
    codebook: str | os.PathLike[str] | Codebook | None,
) -> tuple[Codebook, WeightsLike | None]:
    """Return what is stated of single variables, and the weights stated for all.

    Levels and weights by name take precedence over those of the codebook.
    """
    book = codebook if isinstance(codebook, Codebook) else Codebook()
    if codebook is not None and not isinstance(codebook, Codebook):
        book = Codebook(read_codebook(os.fspath(codebook)), complete=True)
    stated = dict(book.stated)
    by_name = _by_name(weights)
    for option, values in (("level", _pairs(levels)), ("weights", by_name or {})):
        for name, value in values.items():
            stated[name] = replace(stated.get(name, VariableOptions()), **{option: value})
    chosen = book.chosen if variables is None else split_names(variables)
    if chosen is not None and (not chosen or len(set(chosen)) < len(chosen)):
        raise OptionError(
            "variables lists no variable, or one twice.", option="variables", value=variables
        )
    return replace(book, stated=stated, chosen=chosen), None if by_name is not None else weights


def _pairs(levels: str | Mapping[str, str] | None) -> Mapping[str, str]:
    """Return levels by the name of the variable, from texts such as ``tone=ordinal``."""
    if levels is None or isinstance(levels, Mapping):
        return levels or {}
    pairs = {}
    for text in split_names(levels):
        name, equals, level = text.rpartition("=")
        if not equals:
            raise OptionError(
                f"levels: {text!r} is not of the form variable=level.",
                option="levels",
                value=levels,
                remedy="A level of all variables is the option level.",
            )
        pairs[name.strip()] = level.strip()
    return pairs


def _by_name(weights: Any) -> Mapping[str, Any] | None:
    """Return weights by variable; None where they are for all: a name, a matrix or a scheme."""
    if isinstance(weights, str) and "=" in weights:
        return _pairs(weights)
    named = isinstance(weights, Mapping) and bool(weights)
    if named and not all(isinstance(row, Mapping) for row in weights.values()):
        return dict(weights)
    return None


def read_tables(
    data: Any, loading: Mapping[str, Any], progress: Progress | None = None
) -> tuple[Mapping[str, Patterns], tuple[str, ...]]:
    """Return the ratings of each variable, and notes on the reading.

    Parameters
    ----------
    data
        Ratings by the name of the variable, or anything that `load` takes; several files in a list.
    loading
        Options of reading.
    progress
        Called while a large file is read.
    """
    if isinstance(data, Mapping) and data and all(isinstance(t, Patterns) for t in data.values()):
        rest = {name: value for name, value in loading.items() if name != "variables"}
        if not any(value is not None and value is not False for value in rest.values()):
            return {str(name): table for name, table in data.items()}, ()
        return {str(name): load(table, **rest) for name, table in data.items()}, ()
    sources = data if _are_paths(data) else [data]
    found = load_variables(*sources, progress=progress, **loading)
    return found.tables, found.notes


def _are_paths(data: Any) -> bool:
    return (
        isinstance(data, (list, tuple))
        and bool(data)
        and all(isinstance(each, (str, os.PathLike)) for each in data)
    )


def study_variables(
    tables: Mapping[str, Patterns], codebook: Codebook, weights: WeightsLike | None = None
) -> tuple[list[StudyVariable], list[str]]:
    """Return the variables to report with what is stated of them, and notes.

    Parameters
    ----------
    tables
        Ratings by the name of the variable.
    codebook
        What is stated of single variables.
    weights
        Agreement weights of the variables of which none are stated.
    """
    names, notes = codebook.select(list(tables))
    if not codebook.complete:
        for name in codebook.stated:
            if name not in tables:
                option = _option_of(codebook.stated[name])
                raise UnknownNameError("variable", name, tables, option=option)
    return [
        _declared(name, tables[name], codebook.stated.get(name, VariableOptions()), weights)
        for name in names
    ], notes


def _declared(
    name: str, patterns: Patterns, stated: VariableOptions, weights: WeightsLike | None
) -> StudyVariable:
    """Return a variable with its ratings at the level and in the order that are stated."""
    scale = {"level": stated.level, "categories": order_of(stated.order)}
    keywords = {key: value for key, value in scale.items() if value is not None}
    try:
        ratings = load(patterns, **keywords) if keywords else patterns
    except AccordError as error:
        error.add_note(f"variable {name}")
        raise
    own = weights if stated.weights is None else stated.weights
    return StudyVariable(name, stated.label or name, ratings, own)


def _option_of(stated: VariableOptions) -> str:
    """Return the first option that is stated of a variable."""
    named = [each.name for each in fields(stated) if getattr(stated, each.name) is not None]
    return {"level": "levels"}.get(named[0], named[0]) if named else "variables"


def _few(names: Iterable[str]) -> str:
    return joined([repr(name) for name in names])
