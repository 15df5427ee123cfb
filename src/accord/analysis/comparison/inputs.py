"""What is compared: independent tables by name, or panels of one table by name."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from accord.data.marks import round_to_marks
from accord.data.panel import Panel, abreast, is_named, panel_of
from accord.data.patterns import Patterns
from accord.data.scale import show_label
from accord.errors import InputError, OptionError
from accord.io import load
from accord.io.layouts import assign_roles
from accord.options import CompareOptions
from accord.options.presets import RAW_SCORE_METRIC

__all__ = ["ComparisonInput", "read_input"]

SHOWN = 8
MANY_SUBJECTS = 100_000  # more are not looked through for names in common
MANY_CATEGORIES = 200


@dataclass(frozen=True, slots=True)
class ComparisonInput:
    """Tables to compare, and the panels that they are where their subjects are the same.

    ``rounding`` says whether fractional scores were rounded to marks or not.
    """

    tables: Mapping[str, Patterns]
    panels: Mapping[str, Panel] | None = None
    warnings: tuple[str, ...] = ()
    rounding: str = ""


def read_input(
    data: Sequence[Any],
    loading: Mapping[str, Any],
    *,
    paired: bool,
    panels: Mapping[str, Sequence[str]] | str | None,
    labels: Sequence[str] | None,
    plan: CompareOptions,
    gold: str | None = None,
) -> ComparisonInput:
    """Read the data and see what is to be compared with what."""
    if not data:
        raise OptionError("there is nothing to compare.", option="data")
    if plan.unmatched == "drop" and not (paired and len(data) == 2):
        raise OptionError(
            "unmatched=drop is for a paired comparison of two sets of ratings.", option="unmatched"
        )
    if len(data) == 1:
        if labels is not None:
            raise OptionError(
                "labels are for several sets of ratings; there is one.", option="labels"
            )
        if paired and panels is None:
            raise OptionError(
                "a paired comparison of one set of ratings needs panels or gold.", option="paired"
            )
        return _inside(data[0], loading, panels, gold)
    if panels is not None or loading.get("by") is not None:
        raise OptionError(
            "panels, gold and by are for one set of ratings; several are given.",
            option="by" if panels is None else "panels",
        )
    names = _names(data, labels)
    tables = [load(item, **loading) for item in data]
    if any(table.groups for table in tables):
        raise OptionError(
            "groups are compared inside one set of ratings; several are given.", option="by"
        )
    notes = _category_notes(tables, names)
    if paired:
        return _paired(tables, names, notes, drop=plan.unmatched == "drop")
    notes += _same_subjects(tables, names)
    return ComparisonInput(dict(zip(names, _on_one_scale(tables), strict=True)), None, tuple(notes))


def _paired(
    tables: Sequence[Patterns], names: Sequence[str], notes: Sequence[str], *, drop: bool
) -> ComparisonInput:
    if len(tables) != 2:
        raise OptionError(
            f"a paired comparison is of two sets of ratings, not {len(tables)}.", option="paired"
        )
    found, own = abreast(tables[0], tables[1], names, drop=drop)
    panels = dict(zip(names, found, strict=True))
    warnings = dict.fromkeys(warning for table in tables for warning in table.warnings)
    tables_of = {name: panel.patterns for name, panel in panels.items()}
    return ComparisonInput(tables_of, panels, (*warnings, *notes, *own))


def _inside(
    data: Any,
    loading: Mapping[str, Any],
    panels: Mapping[str, Sequence[str]] | str | None,
    gold: str | None,
) -> ComparisonInput:
    """Groups, panels, or nothing but coefficients to compare inside one set of ratings."""
    members = panels.values() if isinstance(panels, Mapping) else ()
    everyone = dict.fromkeys(name for own in members for name in own)
    if everyone and loading.get("raters") is None:
        loading = {**loading, "raters": list(everyone)}
    patterns = load(data, **loading)
    if patterns.groups:
        if panels is not None:
            raise OptionError(
                "compare groups, or panels inside them: not both at once.", option="by"
            )
        return _groups(patterns)
    if isinstance(panels, str):
        systems, notes = _systems(patterns, panels)
        if len(systems) < patterns.r - 1:  # other columns must not add categories
            patterns = load(data, **{**loading, "raters": [panels, *systems]})
        patterns = replace(patterns, warnings=(*patterns.warnings, *notes))
        panels = {name: [panels, name] for name in systems}
    if panels is None:
        return ComparisonInput(
            {"": patterns}, {"": Panel(patterns, patterns, np.arange(len(patterns)))}
        )
    if len(panels) < 2:
        raise OptionError(
            f"there is only {next(iter(panels))!r}; nothing to compare it with.", option="panels"
        )
    if everyone and set(everyone) < set(patterns.raters):
        patterns = patterns.select(list(everyone))  # who is in no panel has no say
    patterns = replace(patterns, roles={})  # panels were chosen: a note on their roles says nothing
    found = {name: panel_of(patterns, own) for name, own in panels.items()}  # refuses strangers
    rounded = False
    if gold is not None:
        patterns, rounded = round_to_marks(patterns, [gold])
        shared = dict.fromkeys(name for own in panels.values() for name in own)
        patterns = panel_of(patterns, list(shared)).patterns  # the records that evaluate draws
        found = {name: panel_of(patterns, own) for name, own in panels.items()}
    warnings = list(patterns.warnings)
    if rounded:
        warnings.append(
            f"scores between the marks that {gold} gives are rounded to the nearest mark, as "
            f"evaluate does; coefficient {RAW_SCORE_METRIC} compares the scores as they are."
        )
    tables = {n: p.patterns for n, p in found.items()}
    rounding = "scores rounded to marks" if rounded else ""
    return ComparisonInput(tables, found, tuple(warnings), rounding)


def _systems(patterns: Patterns, gold: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the raters to compare by their agreement with the gold standard, and notes."""
    others = [name for name in patterns.raters if name != gold]
    cast = assign_roles(others, [gold], patterns.roles)
    if len(cast.systems) == 1 and cast.people:
        people = ", ".join(cast.people)
        note = f"{people}: a person by name, compared like a system because there is only one."
        alone = replace(cast, people=())
        return (*cast.systems, *cast.people), (note, *alone.notes("system", "--systems", ""))
    return cast.systems, cast.notes("system", "--systems", "left out")


def _groups(patterns: Patterns) -> ComparisonInput:
    parts = {show_label(label): _heard(part) for label, part in patterns.split().items()}
    if len(parts) < 2:
        raise OptionError("there is only one group; nothing to compare it with.", option="by")
    notes = []
    if patterns.cluster is not None and patterns.group is not None:
        pairs = np.unique(np.column_stack([patterns.cluster, patterns.group]), axis=0)
        if len(pairs) > patterns.clusters:
            notes.append(
                "clusters reach over several groups, which are nevertheless taken as independent."
            )
    return ComparisonInput(parts, None, tuple(notes))


def _heard(part: Patterns) -> Patterns:
    """Leave out raters who rated nothing in a group, if two or more are left."""
    kept = part.who_rated()
    return part.select(kept) if 2 <= len(kept) < part.r else part


def _names(data: Sequence[Any], labels: Sequence[str] | None) -> list[str]:
    """Names of the sets of ratings, all different."""
    if labels is not None:
        if len(labels) != len(data) or len(set(labels)) != len(data):
            raise OptionError(
                f"{len(data)} sets of ratings need as many different labels.", option="labels"
            )
        return [str(label) for label in labels]
    paths = [Path(item) if isinstance(item, (str, os.PathLike)) else None for item in data]
    for shown in (lambda path: path.stem, lambda path: path.name, str):
        names = [
            shown(path) if path is not None else f"set {number}"
            for number, path in enumerate(paths, start=1)
        ]
        if len(set(names)) == len(names):
            return names
    return [f"{name} ({number})" for number, name in enumerate(names, start=1)]


def _on_one_scale(tables: Sequence[Patterns]) -> list[Patterns]:
    """Tables on the union of their scales, so that weights mean the same in all."""
    scale = tables[0].scale
    for table in tables[1:]:
        scale = scale.union(table.scale)
    return [table.on(scale) for table in tables]


def _category_notes(tables: Sequence[Patterns], names: Sequence[str]) -> list[str]:
    """What is odd about the categories of the tables; none in common is an error."""
    notes = []
    for (one, first), (other, second) in combinations(zip(tables, names, strict=True), 2):
        settled = one.scale.declared or other.scale.declared or one.scale.several
        if settled or max(one.q, other.q) > MANY_CATEGORIES:
            continue
        mine, theirs = _used(one), _used(other)
        numbers = one.scale.numeric and other.scale.numeric
        if not mine & theirs and not numbers:
            raise InputError(
                f"{first} and {second} have no category in common: {_few(mine)}; {_few(theirs)}.",
                remedy="Write the categories alike in both.",
            )
        for own, rest, here in ((mine, theirs, first), (theirs, mine, second)):
            if own - rest and not (numbers and one.scale.level in ("interval", "ratio")):
                notes.append(
                    f"only in {here}: {_few(own - rest)}; counted as a category everywhere."
                )
        folded = {label.casefold(): label for label in mine}
        alike = [
            f"{folded[label.casefold()]!r} and {label!r}"
            for label in sorted(theirs - mine)
            if label.casefold() in folded
        ]
        if alike:
            notes.append(f"taken as different categories: {', '.join(alike[:SHOWN])}.")
    return list(dict.fromkeys(notes))


def _used(table: Patterns) -> set[str]:
    labels = table.scale.labels
    return {show_label(labels[k]) for k in np.flatnonzero(table.category_totals())}


def _few(labels: set[str]) -> str:
    shown = sorted(labels)
    return ", ".join(map(repr, shown[:SHOWN])) + (", …" if len(shown) > SHOWN else "")


def _same_subjects(tables: Sequence[Patterns], names: Sequence[str]) -> list[str]:
    """Hint where two sets that are taken as independent name the same subjects."""
    if len(tables) != 2 or any(table.n > MANY_SUBJECTS for table in tables):
        return []
    subjects = []
    for table in tables:
        if table.subjects is None:
            return []
        labels, _ = table.subjects()
        if not is_named(labels):
            return []
        subjects.append(set(map(show_label, labels)))
    common = subjects[0] & subjects[1]
    if 2 * len(common) < max(map(len, subjects)):
        return []
    return [
        f"{len(common)} subjects have the same names in {names[0]} and {names[1]}; if they are the "
        "same subjects, compare them paired."
    ]
