"""Input of a comparison: independent tables by name, or panels of one table by name."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from accord.analysis.loading import load_weighted
from accord.base.wording import counted
from accord.data.marks import round_to_marks
from accord.data.panel import Panel, is_named, match_panels, panel_of
from accord.data.patterns import Patterns
from accord.data.scale import show_label
from accord.errors import InputError, OptionError
from accord.io import including
from accord.io.layouts import assign_roles
from accord.options import CompareOptions
from accord.options.presets import RAW_SCORE_METRIC
from accord.statistics.weights import WeightsLike

__all__ = ["ComparisonInput", "read_input"]

SHOWN = 8  # categories named in a message
MANY_SUBJECTS = 100_000  # above which names in common are not searched for: it takes seconds
MANY_CATEGORIES = 200  # above which categories are not compared: they are measured values


@dataclass(frozen=True, slots=True)
class ComparisonInput:
    """Tables to compare.

    Parameters
    ----------
    tables
        Table of each group, panel or set of ratings.
    panels
        Panels that the tables come from, if they have the same subjects.
    warnings
        What was assumed or left out.
    rounding
        Whether fractional scores were rounded to marks, for titles; empty if there are none.
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
    marks: bool = True,
    weights: WeightsLike | None = None,
) -> ComparisonInput:
    """Read the data, and return the tables or panels to compare.

    Scores between the marks of the gold standard are rounded if ``marks``.
    """
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
        return _inside(data[0], loading, panels, gold, weights, marks=marks)
    if panels is not None or loading.get("by") is not None:
        raise OptionError(
            "panels, gold and by are for one set of ratings; several are given.",
            option="by" if panels is None else "panels",
        )
    names = _names(data, labels)
    tables = [load_weighted(item, loading, weights) for item in data]
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
    """Return two sets of ratings as panels of their common subjects."""
    if len(tables) != 2:
        raise OptionError(
            f"a paired comparison needs two sets of ratings, not {len(tables)}.", option="paired"
        )
    matched, unmatched = match_panels(tables[0], tables[1], names, drop=drop)
    panels = dict(zip(names, matched, strict=True))
    warnings = dict.fromkeys(warning for table in tables for warning in table.warnings)
    tables_of = {name: panel.patterns for name, panel in panels.items()}
    return ComparisonInput(tables_of, panels, (*warnings, *notes, *unmatched))


def _inside(
    data: Any,
    loading: Mapping[str, Any],
    panels: Mapping[str, Sequence[str]] | str | None,
    gold: str | None,
    weights: WeightsLike | None,
    *,
    marks: bool,
) -> ComparisonInput:
    """Return the groups or panels of one set of ratings, or all of it to compare coefficients."""
    members = panels.values() if isinstance(panels, Mapping) else ()
    everyone = dict.fromkeys(name for names in members for name in names)
    if everyone and loading.get("raters") is None:
        loading = {**loading, "raters": list(everyone)}
    elif isinstance(panels, str):
        loading = including(loading, [panels])
    patterns = load_weighted(data, loading, weights)
    if patterns.groups:
        if panels is not None:
            raise OptionError(
                "groups and panels cannot be compared at once; leave out one.", option="by"
            )
        return _groups(patterns)
    if isinstance(panels, str):
        systems, notes = _systems(patterns, panels)
        if len(systems) < patterns.r - 1:  # other columns must not add categories
            loading = {**loading, "raters": [panels, *systems]}
            patterns = load_weighted(data, loading, weights)
        patterns = replace(patterns, warnings=(*patterns.warnings, *notes))
        panels = {name: [panels, name] for name in systems}
    if panels is None:
        return ComparisonInput(
            {"": patterns}, {"": Panel(patterns, patterns, np.arange(len(patterns)))}
        )
    if len(panels) < 2:
        raise OptionError(
            f"{next(iter(panels))!r} is the only panel; there is nothing to compare it with.",
            option="panels",
        )
    if everyone and set(everyone) < set(patterns.raters):
        patterns = patterns.select(list(everyone))  # the others must not add categories
    patterns = replace(patterns, roles={})  # roles do not matter where panels are stated
    if gold is not None:
        return _with_gold(patterns, panels, gold, marks=marks)
    chosen = {name: panel_of(patterns, raters) for name, raters in panels.items()}
    tables = {name: panel.patterns for name, panel in chosen.items()}
    return ComparisonInput(tables, chosen, patterns.warnings)


def _with_gold(
    patterns: Patterns, panels: Mapping[str, Sequence[str]], gold: str, *, marks: bool
) -> ComparisonInput:
    """Return the panels of a gold standard with each system, on the records of `evaluate`."""
    shared = dict.fromkeys(name for raters in panels.values() for name in raters)
    patterns.select(list(shared))  # refuses unknown names
    rounded = False
    if marks:
        patterns, rounded = round_to_marks(patterns, [gold])
    patterns = panel_of(patterns, list(shared)).patterns
    chosen = {name: panel_of(patterns, raters, complete=True) for name, raters in panels.items()}
    warnings = [*patterns.warnings, *_singles(patterns, chosen, gold)]
    if rounded:
        warnings.append(
            f"scores between the marks of {gold} are rounded to the nearest mark, as in evaluate; "
            f"coefficient {RAW_SCORE_METRIC} compares the scores without rounding."
        )
    tables = {name: panel.patterns for name, panel in chosen.items()}
    rounding = "scores rounded to marks" if rounded else ""
    return ComparisonInput(tables, chosen, tuple(warnings), rounding)


def _singles(table: Patterns, panels: Mapping[str, Panel], gold: str) -> list[str]:
    """Return notes on the subjects that only the system or only the gold standard rated."""
    notes = []
    for name, panel in panels.items():
        if not len(panel.patterns):
            raise InputError(f"{name} and {gold} rated no subject in common.", value=name)
        left_out = table.n + table.unrated - panel.patterns.n - panel.patterns.unrated
        if left_out:
            notes.append(
                f"{counted(left_out, 'subject')} rated by only one of {gold} and {name} "
                f"{'is' if left_out == 1 else 'are'} left out of {name}, as in evaluate."
            )
    return notes


def _systems(patterns: Patterns, gold: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the raters to compare by their agreement with the gold standard, and notes."""
    others = [name for name in patterns.raters if name != gold]
    cast = assign_roles(others, [gold], patterns.roles)
    if len(cast.systems) == 1 and cast.people:
        people = ", ".join(cast.people)
        note = (
            f"{people}: named like a person, but compared as a system, because there is only one "
            "other system."
        )
        alone = replace(cast, people=())
        return (*cast.systems, *cast.people), (note, *alone.notes("system", "--systems", ""))
    return cast.systems, cast.notes("system", "--systems", "left out")


def _groups(patterns: Patterns) -> ComparisonInput:
    """Return the groups of a table, which are taken as independent."""
    parts = {show_label(label): _active(part) for label, part in patterns.split().items()}
    if len(parts) < 2:
        raise OptionError("there is only one group, and nothing to compare it with.", option="by")
    notes = []
    if patterns.cluster is not None and patterns.group is not None:
        pairs = np.unique(np.column_stack([patterns.cluster, patterns.group]), axis=0)
        if len(pairs) > patterns.clusters:
            notes.append(
                "some clusters reach over several groups; the groups are analysed as independent."
            )
    return ComparisonInput(parts, None, tuple(notes))


def _active(part: Patterns) -> Patterns:
    """Return a group without raters who rated nothing in it, if two or more raters remain."""
    kept = part.who_rated()
    return part.select(kept) if 2 <= len(kept) < part.r else part


def _names(data: Sequence[Any], labels: Sequence[str] | None) -> list[str]:
    """Return different names of the sets of ratings: labels, file names, or numbers."""
    if labels is not None:
        if len(labels) != len(data) or len(set(labels)) != len(data):
            raise OptionError(
                f"{len(data)} sets of ratings need {len(data)} different labels.", option="labels"
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
    """Return the tables on the union of their scales, so that weights are the same in all."""
    scale = tables[0].scale
    for table in tables[1:]:
        scale = scale.union(table.scale)
    return [table.on(scale) for table in tables]


def _category_notes(tables: Sequence[Patterns], names: Sequence[str]) -> list[str]:
    """Return notes on categories that differ between tables; none in common is an error."""
    notes = []
    for (one, first), (other, second) in combinations(zip(tables, names, strict=True), 2):
        declared = one.scale.declared or other.scale.declared or one.scale.several
        if declared or max(one.q, other.q) > MANY_CATEGORIES:
            continue
        ours, theirs = _used(one), _used(other)
        numbers = one.scale.numeric and other.scale.numeric
        if not ours & theirs and not numbers:
            raise InputError(
                f"{first} and {second} have no category in common: {_few(ours)}; {_few(theirs)}.",
                remedy="Use the same spelling in both.",
            )
        measured = numbers and one.scale.level in ("interval", "ratio")
        for unshared, name in ((ours - theirs, first), (theirs - ours, second)):
            if unshared and not measured:
                notes.append(f"only in {name}: {_few(unshared)}; counted as a category everywhere.")
        folded = {label.casefold(): label for label in ours}
        alike = [
            f"{folded[label.casefold()]!r} and {label!r}"
            for label in sorted(theirs - ours)
            if label.casefold() in folded
        ]
        if alike:
            notes.append(f"taken as different categories: {', '.join(alike[:SHOWN])}.")
    return list(dict.fromkeys(notes))


def _used(table: Patterns) -> set[str]:
    """Return the categories that occur."""
    labels = table.scale.labels
    return {show_label(labels[k]) for k in np.flatnonzero(table.category_totals())}


def _few(labels: set[str]) -> str:
    """Return the first labels in quotation marks."""
    shown = sorted(labels)
    return ", ".join(map(repr, shown[:SHOWN])) + (", …" if len(shown) > SHOWN else "")


def _same_subjects(tables: Sequence[Patterns], names: Sequence[str]) -> list[str]:
    """Return a hint where two sets that are analysed as independent have the same subjects."""
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
