"""`agreement_table`: agreement in every variable of a study, a row for each."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from accord.analysis.agreement import agreement
from accord.analysis.interpretation import (
    BenchmarkScale,
    benchmark,
    scale_named,
    usual_scale,
)
from accord.analysis.lead import Presentation, is_led_by_measures, present
from accord.analysis.tables.flags import flags_of
from accord.analysis.tables.results import AgreementTable, VariableRow, WorstRater
from accord.analysis.tables.variables import (
    Codebook,
    StudyVariable,
    read_tables,
    stated_of,
    study_variables,
)
from accord.analysis.views import Diagnosis, RaterLeftOut, diagnose, leave_one_out
from accord.base.wording import joined, split_names
from accord.data.patterns import Patterns
from accord.data.scale import Label
from accord.errors import OptionError
from accord.inference.remarks import warnings_of
from accord.inference.results import Agreement
from accord.options import InferenceOptions, ReadOptions, presets, split_options, with_options
from accord.statistics import find
from accord.statistics.weights import WeightsLike, scheme_named

__all__ = [
    "agreement_table",
    "coefficients_of",
    "diagnosis_of",
    "grouped",
    "named_coefficients",
    "table_of",
    "variable_rows",
]

MOST_RATERS = 50  # of whom the worst is looked for


@with_options(InferenceOptions, ReadOptions)
def agreement_table(
    data: Any,
    coefficients: str | Sequence[str] | None = None,
    weights: WeightsLike | Mapping[str, WeightsLike] | None = None,
    *,
    levels: str | Mapping[str, str] | None = None,
    codebook: str | os.PathLike[str] | Codebook | None = None,
    scale: str | BenchmarkScale | None = None,
    **options: Any,
) -> AgreementTable:
    """Estimate the agreement of raters in every variable of a study, a row for each.

    Where the level of a variable is not stated, the row shows what a report leads with: agreement
    with credit for near misses where the categories are certainly ordered, exact agreement
    otherwise.

    Parameters
    ----------
    data
        Ratings by the name of the variable, each as `load` returns them; or a file, a list of
        files or a frame with one or several variables.
    coefficients
        Names of the coefficients of the columns. If not given, Gwet's AC and Krippendorff's alpha
        of categories, and ICC(A,1) and alpha of measurements.
    weights
        Agreement weights as in `agreement`, or by the name of the variable.
    levels
        Level of measurement of single variables, by name.
    codebook
        A file with a row for each variable and the columns ``variable``, ``level``, ``order``
        (categories in their order), ``weights`` and ``label``. Only its variables are reported.
    scale
        Benchmark scale of the bands; if not given Landis and Koch's, of measurements Koo and Li's.
    **options
        Options of inference and of reading.

    Returns
    -------
    AgreementTable
        The rows, with the full result of each variable in its ``agreement``.

    Examples
    --------
    >>> import accord
    >>> tone = accord.load({"ann": ["a", "b", "a", "b"], "bo": ["a", "b", "b", "b"]})
    >>> length = accord.load({"ann": [3, 4, 5, 4], "bo": [3, 4, 5, 5]})
    >>> table = accord.agreement_table({"tone": tone, "length": length}, levels={"length": "ratio"})
    >>> [(row.variable, round(row["krippendorff_alpha"].value, 2)) for row in table]
    [('tone', 0.53), ('length', 0.86)]
    """
    settings, loading = split_options(options)
    book, common = stated_of(loading.get("variables"), levels, weights, codebook)
    stated = scale_named(scale) if isinstance(scale, str) else scale
    names = None if coefficients is None else named_coefficients(coefficients)
    tables, notes = read_tables(data, loading, settings.progress)
    chosen, further = study_variables(tables, book, common)
    inference = {name: value for name, value in options.items() if name not in loading}
    parts = []
    for number, variable in enumerate(chosen):
        if settings.progress is not None:
            settings.progress("variables", number, len(chosen))
        columns = coefficients_of(variable, names)
        needed = list(dict.fromkeys((presets.EXACT_AGREEMENT, *columns)))
        p = present(variable.patterns, needed, variable.weights, **inference)
        diagnosis = diagnosis_of(variable.patterns, p)
        parts.append((variable, p, variable_rows(variable, p, columns, stated, diagnosis)))
    return table_of(parts, stated, settings.confidence, (*notes, *further))


def coefficients_of(variable: StudyVariable, stated: Sequence[str] | None) -> tuple[str, ...]:
    """Return the coefficients in the row of a variable: the stated ones, or by the kind of data.

    The first is the one with which a report on the variable leads.
    """
    if stated is not None:
        return tuple(stated)
    patterns = variable.patterns
    if not is_led_by_measures(patterns.scale, variable.weights):
        return presets.TABLE_COEFFICIENTS
    suited = (n for n in presets.MEASURED_HEADLINE if find(n).unsuited(patterns, True) is None)
    return tuple(dict.fromkeys((next(suited), presets.MEASURED_COEFFICIENT)))


def named_coefficients(coefficients: str | Sequence[str]) -> tuple[str, ...]:
    """Return the registry names of stated coefficients."""
    names = tuple(dict.fromkeys(split_names(coefficients)))
    if not names:
        raise OptionError("coefficients= lists no coefficient.", option="coefficients")
    return tuple(find(name).name for name in names)


def diagnosis_of(patterns: Patterns, p: Presentation) -> Diagnosis | None:
    """Return prevalence and bias without draws; None for measured values."""
    scale = patterns.scale
    undiagnosed = p.lead == "measured" or scale.several or scale.holds_sets
    return None if undiagnosed else diagnose(patterns, ci="t")


def variable_rows(
    variable: StudyVariable,
    p: Presentation,
    coefficients: Sequence[str],
    stated: BenchmarkScale | None,
    diagnosis: Diagnosis | None = None,
) -> tuple[VariableRow, ...]:
    """Return the row of a variable, and those of its subgroups.

    Parameters
    ----------
    variable
        The variable.
    p
        Its estimates.
    coefficients
        Names of the coefficients that are shown.
    stated
        Benchmark scale; if None it depends on the kind of data.
    diagnosis
        Prevalence and bias, for the flags.
    """
    patterns = variable.patterns if p.patterns is None else p.patterns
    scale = stated or usual_scale(measured=p.lead == "measured")
    leading = p.leading
    absent = [name for name in coefficients if name not in leading]
    other = agreement(patterns, absent, p.weights, ci="t") if absent else None

    def row(result: Agreement, exact: Agreement | None, group: Label | None) -> VariableRow:
        further = other if other is None or group is None else other.groups.get(group)
        return _row(variable, result, exact, further, group, coefficients, scale)

    whole = row(leading, p.exact, None)
    worst = _worst_rater(patterns, p.weights, coefficients[0])
    flags = flags_of(patterns, leading, whole.coefficients, diagnosis, worst)
    rated = None if worst is None else WorstRater(worst.rater, coefficients[0], worst.change)
    first = replace(whole, worst_rater=rated, flags=flags)
    exact = {} if p.exact is None else p.exact.groups
    parts = patterns.split()
    rows = [first]
    for label, result in leading.groups.items():
        each = row(result, exact.get(label), label)
        rows.append(replace(each, flags=flags_of(parts[label], result, each.coefficients)))
    return tuple(rows)


def _row(
    variable: StudyVariable,
    result: Agreement,
    exact: Agreement | None,
    further: Agreement | None,
    group: Label | None,
    coefficients: Sequence[str],
    scale: BenchmarkScale,
) -> VariableRow:
    """Return the row of a variable, of all subjects or of a subgroup."""
    shown = tuple(
        result[name] if name in result or further is None else further[name]
        for name in coefficients
    )
    reached = benchmark(shown[0], scale=scale) if find(shown[0].name).corrected else None
    name, data = presets.EXACT_AGREEMENT, result.data
    return VariableRow(
        variable=variable.name,
        label=variable.label,
        group=group,
        subjects=data.subjects,
        raters=len(data.raters),
        ratings=data.ratings,
        missing=data.missing,
        level=data.level,
        level_guessed=variable.patterns.scale.guessed,
        category_count=data.category_count,
        exact_agreement=exact[name] if exact is not None and name in exact else None,
        coefficients=shown,
        scale=scale.title,
        band=None if reached is None else reached.band,
        agreement=result,
    )


def _worst_rater(
    patterns: Patterns, weights: WeightsLike | None, coefficient: str
) -> RaterLeftOut | None:
    """Return the rater without whom the coefficient is highest, of three or more."""
    if not patterns.identity or not 3 <= patterns.r <= MOST_RATERS:
        return None
    rows = leave_one_out(patterns, coefficient, weights, ci="t")
    return rows[0] if math.isfinite(rows[0].change) else None


def table_of(
    parts: Sequence[tuple[StudyVariable, Presentation, Sequence[VariableRow]]],
    stated: BenchmarkScale | None,
    confidence: float,
    notes: Sequence[str] = (),
) -> AgreementTable:
    """Return the table of the rows of variables, with the notes on each."""
    rows = tuple(row for _, _, rows in parts for row in rows)
    names = tuple(dict.fromkeys(e.name for row in rows for e in row.coefficients))
    remarks = {v.label: _remarks(v, p, names) for v, p, _ in parts}
    measured = usual_scale(measured=True)
    scale = stated or (
        measured if {row.scale for row in rows} == {measured.title} else usual_scale()
    )
    warnings = dict.fromkeys((*notes, *grouped(remarks)))
    return AgreementTable(rows, names, scale, confidence, tuple(warnings))


def _remarks(variable: StudyVariable, p: Presentation, coefficients: Sequence[str]) -> list[str]:
    """Return the notes on a variable, without those on coefficients that the table lacks."""
    patterns = variable.patterns if p.patterns is None else p.patterns
    scheme = None if p.weights is None else scheme_named(p.weights)
    chosen = [e for e in p.leading if e.name in coefficients]
    kept = warnings_of(patterns, scheme, chosen)
    others = {*warnings_of(patterns, scheme, p.shown(p.leading)), *p.leading.warnings}
    remarks = [text for text in p.notes if text in kept or text not in others]
    return [*remarks, *(text for text in kept if text not in remarks)]


def grouped(notes: Mapping[str, Sequence[str]]) -> list[str]:
    """Return the notes on variables, each once, with the variables that it concerns.

    >>> grouped({"tone": ["a."], "topic": ["a.", "b."]})
    ['a.', 'for topic: b.']
    """
    concerned: dict[str, list[str]] = {}
    for name, texts in notes.items():
        for text in dict.fromkeys(texts):
            concerned.setdefault(text, []).append(name)
    return [
        text if len(names) == len(notes) else f"for {joined(names)}: {text}"
        for text, names in concerned.items()
    ]
